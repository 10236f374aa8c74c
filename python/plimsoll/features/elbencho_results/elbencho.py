"""elbencho's result files: CSV (`--csvfile`) and JSON lines (`--jsonfile`), a Run for each phase
that read or wrote data. Text and live figures: `elbencho_text.py`. Phases that only made or removed
files are skipped, and phases too short to have a duration.

Columns and keys are found by name. elbencho reports the totals when the first worker ended and when
the last one did; the Run uses the latter. Latency of `IO` counts from the submission, in
microseconds; its histogram has four steps to a doubling. In a mixed phase (RWMIX70) the JSON has
the histogram of writes alone.

Rates, MiB and milliseconds are cut to whole numbers. JSON also has bytes and bytes/s, which take
precedence."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pydantic_core import from_json

from plimsoll.features.elbencho_results.messages import message
from plimsoll.features.imports.numbers import POWERS
from plimsoll.features.imports.results import json_documents, run_result
from plimsoll.features.imports.results.figures import (
    Fields,
    Figure,
    Flag,
    Part,
    Parts,
    Place,
    StrictFields,
    Text,
    Whole,
    cells,
    iso_ns,
    middle,
    times,
)
from plimsoll.features.imports.results.source import File

_MIB = 1 << 20
_STEP = 0.19
"""Relative width of a histogram step: 2^(1/4)."""
_KINDS = {"READ": "read", "WRITE": "write", "RWMIX": "write"}


def sniff_csv(head: str) -> bool:
    """Whether it is elbencho's CSV."""
    first = head.partition("\n")[0].replace(";", ",")
    return "operation" in first and "IOPS [last]" in first and "time ms [last]" in first


def sniff(head: str) -> bool:
    """Whether it is elbencho's JSON."""
    return '"phase_type"' in head and '"last_done"' in head


class _Columns(StrictFields):
    """The figures of a row of the CSV: of all operations, or of writes beside reads."""

    ms = Figure("time ms [last]")
    iops = Figure("IOPS [last]")
    mib_per_s = Figure("MiB/s [last]")
    mib = Figure("MiB [last]")
    least_us = Figure("IO lat us [min]")
    mean_us = Figure("IO lat us [avg]")
    longest_us = Figure("IO lat us [max]")
    mixed_iops = Figure("rwmix read IOPS [last]")
    mixed_mib_per_s = Figure("rwmix read MiB/s [last]")
    mixed_mib = Figure("rwmix read MiB [last]")
    mixed_least_us = Figure("rwmix read IO lat us [min]")
    mixed_mean_us = Figure("rwmix read IO lat us [avg]")
    mixed_longest_us = Figure("rwmix read IO lat us [max]")
    operation = Text("operation")


class _Bucket(StrictFields):
    bounds = Text("range")
    count = Figure("count")


class _Distribution(StrictFields):
    buckets = Parts(_Bucket, "buckets")


class _Spans(StrictFields):
    """A latency of the JSON."""

    least_us = Figure("min_us")
    mean_us = Figure("avg_us")
    longest_us = Figure("max_us")
    distribution = Part(_Distribution, "histogram")


class _MixedSpans(_Spans):
    """Latency of `IO`, with the reads of a mixed phase inside."""

    mixed = Part(_Spans, "rwmix_read")


class _Latencies(StrictFields):
    io = Part(_MixedSpans, "IO")


class _Totals(StrictFields):
    iops = Figure("iops")
    bytes_per_s = Figure("bytes/s")
    bytes = Figure("bytes")


class _PhaseTotals(_Totals):
    """Totals until the last worker ended, with latencies."""

    ms = Figure("elapsed_time_ms")
    latency = Part(_Latencies, "latency")
    mixed = Part(_Totals, "rwmix_read")


class _Document(StrictFields):
    operation = Text("phase_type")
    last = Part(_PhaseTotals, "last_done")
    config = Part(Fields, "config")


def read_csv(file: File) -> Iterator[run_result.Result]:
    """The Runs of a CSV file."""
    columns: list[str] = []
    rows = 0
    # A spreadsheet where commas are decimal saves it with semicolons; its figures are whole
    # numbers.
    separator = ";" if ";" in file.head.partition("\n")[0] else ","
    for number, text in file.lines():
        row = cells(file, text, number, separator)
        if "operation" in row and "IOPS [last]" in row:
            columns = row
            continue
        if not any(row):
            continue
        if len(row) < len(columns) - 1:
            raise file.bad(
                partial(message, "row-cut-file", columns=len(row), of=len(columns)), number
            )
        file.refuse_cut(number)
        rows += 1
        given = dict(zip(columns, row, strict=False))
        if (found := _of_csv(_Columns(given, Place(file, number)), number, rows)) is not None:
            yield found
    if not rows:
        raise file.bad(partial(message, "no-phase"))


def read(file: File) -> Iterator[run_result.Result]:
    """The Runs of a file of JSON lines, or of the same documents as another program laid them
    out."""
    rows = 0
    for document, number in _documents(file):
        rows += 1
        found = _of_json(file, _Document(document, Place(file, number)), number, rows)
        if found is not None:
            yield found
    if not rows:
        raise file.bad(partial(message, "no-phase"))


def _documents(file: File) -> Iterator[tuple[Mapping[str, Any], int]]:
    for number, text in file.lines():
        if not text.strip():
            continue
        try:
            document = from_json(text)
        except ValueError:
            if number == 1:
                # Not one in a line.
                yield from json_documents.read(file)
                return
            raise file.bad(partial(message, "line-no-document"), number) from None
        for part in document if isinstance(document, list) else [document]:
            if not isinstance(part, dict):
                raise file.bad(partial(message, "line-no-object"), number)
            yield part, number


def _of_csv(row: _Columns, number: int, place: int) -> run_result.Result | None:
    main = span(row.least_us, row.mean_us, row.longest_us, None)
    mixed = span(row.mixed_least_us, row.mixed_mean_us, row.mixed_longest_us, None)
    return phase_result(
        number,
        place,
        operation=row.operation or "",
        ms=row.ms,
        main=(row.iops, row.mib_per_s, row.mib, main),
        mixed=(row.mixed_iops, row.mixed_mib_per_s, row.mixed_mib, mixed),
        options=phase_options(row.given),
        unit=_MIB,
    )


class PhaseOptions(Fields):
    """Options, by lower-case names of columns or keys with blanks between words."""

    label = Text("label")
    threads = Whole("threads")
    hosts = Whole("hosts")
    block_bytes = Whole("block size")
    file_bytes = Whole("file size")
    io_depth = Whole("io depth")
    paths = Whole("paths")
    path_type = Text("path type")
    command = Text("command")
    cpu_percent = Text("cpu% [last]")
    direct = Flag("direct io")
    random = Flag("random", "random offsets")
    began = Text("iso date", "iso start date")
    version = Text("version")

    @property
    def one_block_bytes(self) -> int | None:
        """Size of every block; None where files end with a smaller one."""
        block, file = self.block_bytes, self.file_bytes
        return None if block and file and file % block else block


def phase_options(*several: Mapping[str, Any]) -> PhaseOptions:
    """Merges options from several rows or objects."""
    return PhaseOptions(
        {
            key.replace("_", " ").lower(): value
            for options in several
            for key, value in options.items()
        }
    )


def _of_json(file: File, phase: _Document, number: int, place: int) -> run_result.Result | None:
    last, config = phase.last, phase.config
    if last is None or config is None:
        raise file.bad(partial(message, "phase-without-figures"), number)
    io = None if last.latency is None else last.latency.io
    return phase_result(
        number,
        place,
        operation=phase.operation or "",
        ms=last.ms,
        main=_figures(file, last, io, number),
        mixed=_figures(file, last.mixed, None if io is None else io.mixed, number),
        options=phase_options(phase.given, config.given),
        unit=1,
    )


def _figures(file: File, done: _Totals | None, spans: _Spans | None, line: int) -> Figures:
    latency = None
    if spans is not None:
        counts = _counts(file, spans, line)
        latency = span(spans.least_us, spans.mean_us, spans.longest_us, counts)
    if done is None:
        return None, None, None, latency
    return done.iops, done.bytes_per_s, done.bytes, latency


def span(
    low: float | None,
    mean: float | None,
    high: float | None,
    counts: dict[int, int] | None,
    *,
    unit: float = 1e3,
) -> run_result.Latency | None:
    """A latency from figures in `unit` ns; counts are in ns."""
    if mean is None and counts is None:
        return None
    low, mean, high = (times(figure, unit) for figure in (low, mean, high))
    return run_result.Latency(
        min=low, mean=mean, max=high, counts=counts, width=_STEP if counts else None
    )


def _counts(file: File, spans: _Spans, line: int) -> dict[int, int] | None:
    """Counts by the middle of a bucket; the outermost buckets are clipped to the extremes."""
    if spans.distribution is None:
        return None
    least, most = spans.least_us, spans.longest_us
    made: dict[int, int] = {}
    for bucket in spans.distribution.buckets or ():
        found = re.fullmatch(r"([\d.]+)-([\d.]+)us", bucket.bounds or "")
        if found is None:
            raise file.bad(partial(message, "bucket-without-range"), line)
        low, high = float(found[1]), float(found[2])
        at = max(min(middle(low, high), most or math.inf), least or 0.0)
        made[round(at * 1e3)] = made.get(round(at * 1e3), 0) + int(bucket.count or 0)
    return made or None


Figures = tuple[float | None, float | None, float | None, run_result.Latency | None]


def is_data_phase(operation: str) -> bool:
    """Whether a phase reads or writes data, and does not only make or remove files."""
    return _kind(operation) is not None


def _kind(operation: str) -> str | None:
    # RWMIX70: with so many percent of reads.
    return _KINDS.get((re.findall("^[A-Z]+", operation.upper().strip()) or [""])[0])


@dataclass
class _Phase:
    """Duration of a phase, and the figures of its kinds of operations."""

    seconds: float
    unsure: float
    """Relative uncertainty of the duration."""
    ms: float | None
    block: int | None
    unit: int
    """Bytes in a unit of the phase's sizes."""
    checks: list[run_result.Check] = field(default_factory=list)
    derived: dict[str, str] = field(default_factory=dict)

    def operations(self, name: str, rate: float, figures: Figures) -> run_result.Operations:
        """One kind."""
        _, per_s, size, latency = figures
        block, unit = self.block, self.unit
        count, how = round(rate * self.seconds), "operations_by_rate"
        if latency is not None and latency.counts:
            count, how = sum(latency.counts.values()), ""
        elif block and size and (unit == 1 or 1 / size < self.unsure + 1 / rate):
            count, how = round(size * unit / block), "operations_by_bytes"
        if how:
            self.derived[f"{name}.count"] = how
        if how != "operations_by_rate":
            # Rates are whole IOPS, and sizes whole MiB unless bytes are given.
            cut = 1 / rate + (1 / size if unit > 1 and size else 0.0)
            loose = 0.02 + self.unsure + cut
            self.checks.append(
                run_result.Check(f"{name}.rate_per_s", rate, count / self.seconds, loose)
            )
        bytes_per_s = times(per_s, unit)
        if unit > 1 and block and (not per_s or per_s < rate):
            # Whole MiB are cut by more than whole IOPS are.
            bytes_per_s = rate * block
            self.derived[f"{name}.bytes_per_s"] = "bytes_by_block_size"
        if per_s and size and self.ms:
            # Cut, as the milliseconds are.
            loose = 0.02 + (1 / size + 1 / per_s if unit > 1 else 0.0) + 2 / self.ms
            moved = size * unit / (self.ms / 1e3)
            self.checks.append(run_result.Check(f"{name}.bytes_per_s", per_s * unit, moved, loose))
        moved_bytes = None if size is None else int(size * unit)
        return run_result.Operations(count, moved_bytes, None, rate, bytes_per_s, latency)


def phase_result(
    line: int,
    place: int,
    *,
    operation: str,
    ms: float | None,
    main: Figures,
    mixed: Figures,
    options: PhaseOptions,
    unit: int,
) -> run_result.Result | None:
    """The Run of a phase; None where it moved no data, or too little for a duration."""
    kind = _kind(operation)
    if kind is None or not main[0]:
        return None
    seconds, unsure = _length(ms, main[1], main[2])
    if not seconds:
        return None
    phase = _Phase(seconds, unsure, ms, options.one_block_bytes, unit)
    kinds = {kind: phase.operations(kind, main[0], main)}
    if mixed[0] and kind != "read":
        kinds["read"] = phase.operations("read", mixed[0], mixed)
    return run_result.Result(
        name=options.label or operation,
        at=f"phase {place}: {operation}",
        line=line,
        kinds=kinds,
        seconds=seconds,
        starts=run_result.latency_start(kinds),
        workload=run_result.Workload(
            block_size_bytes=options.block_bytes,
            read_percent=run_result.read_share(kinds),
            trim_percent=0.0,
            pattern={True: "random", False: "sequential", None: None}[options.random],
        ),
        load=run_result.Load(
            workers=None if options.threads is None else options.threads * (options.hosts or 1),
            queue_depth=options.io_depth,
            offered_rate_per_s=_offered_rate(options, kind, kinds),
        ),
        machine_cpu=_cpu(options),
        target=_target(options.command, options.paths) or options.path_type,
        direct=options.direct,
        warmup_s=0.0,
        started_at_ns=iso_ns(options.began),
        program_version=options.version,
        checks=tuple(phase.checks),
        derived=phase.derived,
    )


_LIMIT = re.compile(r"--limit(read|write)[\s=]+(\d+)([kmgt]?)(?:i?b)?(?=\s|$)", re.IGNORECASE)


def _offered_rate(
    options: PhaseOptions, kind: str, kinds: Mapping[str, run_result.Operations]
) -> float | None:
    """The rate that all threads were held to: a limit is of each, in bytes/s. That of writes is of
    both kinds in a mixed phase."""
    block, threads = options.one_block_bytes, options.threads
    limits: dict[str, int] = {
        found[1].lower(): int(found[2]) * 1024 ** POWERS[found[3].lower()]
        for found in _LIMIT.finditer((options.command or "").replace('"', ""))
    }
    limit = limits.get(kind)
    if not limit or not block or threads is None or (len(kinds) > 1 and kind != "write"):
        return None
    return limit * threads * (options.hosts or 1) / block


def _cpu(options: PhaseOptions) -> tuple[float, float | None] | None:
    """CPU use of all hosts, until the last worker ended."""
    percent = options.cpu_percent or ""
    return (float(percent) / 100, None) if re.fullmatch(r"\d+(\.\d+)?", percent) else None


def _target(command: str | None, paths: int | None) -> str | None:
    """Target from the end of the command line: a path, several, or a pattern (f[1-4]). None where
    that is an option."""
    try:
        words = shlex.split(command or "")[1:]
    except ValueError:
        return None
    found = words[-1:] if "[" in "".join(words[-1:]) else words[-min(paths or 1, 64) :]
    if not found or any(word.startswith("-") for word in found):
        return None
    return ", ".join(found)


def _length(
    ms: float | None, per_s: float | None, size: float | None
) -> tuple[float | None, float]:
    """Duration in s, and its relative uncertainty. It is taken from milliseconds, or from bytes and
    bytes/s, whichever is more exact. None without either."""
    found: list[tuple[float, float]] = []
    if ms:
        found.append((1 / ms, ms / 1e3))
    if per_s and size:
        found.append((1 / size + 1 / per_s, size / per_s))
    unsure, seconds = min(found, default=(math.inf, 0.0))
    return seconds or None, unsure
