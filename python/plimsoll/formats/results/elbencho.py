"""elbencho's result files: CSV (`--csvfile`) and JSON lines (`--jsonfile`), a Run for each phase
that read or wrote data. Its text and live figures: `elbencho_text.py`. Phases that only made or
removed files are no Runs and are passed over, and so is one too short for its figures to say how
long it took.

Columns and keys are known by their names. elbencho tells what was done when the first worker ended
and when the last one did; the Run is that of all workers, until the last. Latency of `IO` counts
from the submission, in microseconds; its histogram has four steps to a doubling. Of a mixed phase
(RWMIX70) the JSON has the histogram of writes alone.

Rates, MiB and milliseconds are cut to whole numbers. JSON has bytes and bytes/s besides: what they
say of operations and time goes before what the cut ones say.
"""

from __future__ import annotations

import csv
import datetime
import math
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic_core import from_json

from plimsoll.formats.results import json_documents
from plimsoll.formats.results.measured import (
    Check,
    Latency,
    Load,
    Operations,
    Result,
    Workload,
)
from plimsoll.formats.results.source import File

_MIB = 1 << 20
_STEP = 0.19
"""Of its histogram: a step is 2^(1/4)."""
_KINDS = {"READ": "read", "WRITE": "write", "RWMIX": "write"}


def sniff_csv(head: str) -> bool:
    """Whether it is elbencho's CSV."""
    first = head.partition("\n")[0].replace(";", ",")
    return "operation" in first and "IOPS [last]" in first and "time ms [last]" in first


def sniff_json(head: str) -> bool:
    """Whether it is elbencho's JSON."""
    return '"phase_type"' in head and '"last_done"' in head


def read_csv(file: File) -> Iterator[Result]:
    """The Runs of a CSV file."""
    columns: list[str] = []
    rows = 0
    separator = ";" if ";" in file.head.partition("\n")[0] else ","
    for number, text in file.lines():
        cells = _cells(file, text, number, separator)
        if "operation" in cells and "IOPS [last]" in cells:
            columns = cells
            continue
        if not any(cells):
            continue
        if len(cells) < len(columns) - 1:
            raise file.bad(
                f"a row has {len(cells)} columns of {len(columns)}: the file is cut", number
            )
        file.refuse_cut(number)
        row = dict(zip(columns, cells, strict=False))
        rows += 1
        found = _of_csv(file, row, number, rows)
        if found is not None:
            yield found
    if not rows:
        raise file.bad("there is no phase in it")


def _cells(file: File, text: str, number: int, separator: str) -> list[str]:
    """Its cells. A spreadsheet where commas are decimal saves it with semicolons; its figures are
    whole numbers."""
    try:
        return next(csv.reader([text], delimiter=separator), [])
    except csv.Error as error:
        raise file.bad(f"it is no row of a CSV file ({error})", number) from None


def read_json(file: File) -> Iterator[Result]:
    """The Runs of a file of JSON lines, or of the same documents as another program laid them
    out."""
    rows = 0
    for document, number in _documents(file):
        rows += 1
        found = _of_json(file, document, number, rows)
        if found is not None:
            yield found
    if not rows:
        raise file.bad("there is no phase in it")


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
            raise file.bad("a line is no whole JSON document", number) from None
        for one in document if isinstance(document, list) else [document]:
            if not isinstance(one, dict):
                raise file.bad("a line is no JSON object", number)
            yield one, number


def _number(file: File, given: object, name: str, line: int) -> float | None:
    if given is None or given == "":
        return None
    try:
        found = float(str(given))
    except ValueError:
        raise file.bad(f"'{name}' is '{str(given)[:40]}', which is no number", line) from None
    if not 0 <= found < 1e18:
        raise file.bad(f"'{name}' is {str(given)[:40]}, which cannot be", line)
    return found


def _of_csv(file: File, row: Mapping[str, str], number: int, place: int) -> Result | None:
    def value(name: str) -> float | None:
        return _number(file, row.get(name), name, number)

    def latency(before: str) -> Latency | None:
        return span(
            value(f"{before}lat us [min]"),
            value(f"{before}lat us [avg]"),
            value(f"{before}lat us [max]"),
            None,
        )

    return phase_result(
        number,
        place,
        operation=row.get("operation", ""),
        ms=value("time ms [last]"),
        main=(value("IOPS [last]"), value("MiB/s [last]"), value("MiB [last]"), latency("IO ")),
        mixed=(
            value("rwmix read IOPS [last]"),
            value("rwmix read MiB/s [last]"),
            value("rwmix read MiB [last]"),
            latency("rwmix read IO "),
        ),
        asked=PhaseOptions(row, {}),
        unit=_MIB,
    )


class PhaseOptions:
    """What was asked, by the names of columns or keys."""

    def __init__(self, row: Mapping[str, Any], config: Mapping[str, Any]) -> None:
        self._of = {**{k.replace("_", " ").lower(): v for k, v in {**row, **config}.items()}}

    def text(self, name: str) -> str | None:
        """As it stands there; none for nothing."""
        found = self._of.get(name)
        return None if found in (None, "") else str(found)

    def whole(self, name: str) -> int | None:
        """A whole number above 0."""
        found = self.text(name)
        return int(found) if found and found.isdigit() and int(found) > 0 else None

    def flag(self, name: str) -> bool | None:
        """Yes or no."""
        found = self.text(name)
        return None if found is None else found.lower() in ("1", "true", "yes")


def _of_json(file: File, document: Mapping[str, Any], number: int, place: int) -> Result | None:
    last, config = document.get("last_done"), document.get("config")
    if not isinstance(last, dict) or not isinstance(config, dict):
        raise file.bad("a phase has no 'last_done' or no 'config'", number)

    def figures(
        of: object, latency: object
    ) -> tuple[float | None, float | None, float | None, Latency | None]:
        told = of if isinstance(of, dict) else {}
        spans = latency if isinstance(latency, dict) else {}
        get: Callable[[str], float | None] = lambda name: _number(  # noqa: E731
            file, told.get(name), name, number
        )
        us: Callable[[str], float | None] = lambda name: _number(  # noqa: E731
            file, spans.get(name), name, number
        )
        return (
            get("iops"),
            get("bytes/s"),
            get("bytes"),
            span(
                us("min_us"),
                us("avg_us"),
                us("max_us"),
                _counts(file, spans, us("min_us"), us("max_us"), number),
            ),
        )

    latency = last.get("latency")
    io = latency.get("IO") if isinstance(latency, dict) else None
    mixed = io.get("rwmix_read") if isinstance(io, dict) else None
    return phase_result(
        number,
        place,
        operation=str(document.get("phase_type", "")),
        ms=_number(file, last.get("elapsed_time_ms"), "elapsed_time_ms", number),
        main=figures(last, io),
        mixed=figures(last.get("rwmix_read"), mixed),
        asked=PhaseOptions(document, config),
        unit=1,
    )


def span(
    low: float | None,
    mean: float | None,
    high: float | None,
    counts: dict[int, int] | None,
    *,
    ns: bool = False,
) -> Latency | None:
    """A latency of these figures in microseconds, or nanoseconds; its counts are of nanoseconds."""
    if mean is None and counts is None:
        return None
    unit = 1.0 if ns else 1e3
    spans = [None if one is None else one * unit for one in (low, mean, high)]
    width = _STEP if counts else None
    return Latency(min=spans[0], mean=spans[1], max=spans[2], counts=counts, width=width)


def _counts(
    file: File, spans: Mapping[str, Any], least: float | None, most: float | None, line: int
) -> dict[int, int] | None:
    """By the middle of a bucket; of the first and the last no further out than what was seen."""
    histogram = spans.get("histogram")
    buckets = histogram.get("buckets") if isinstance(histogram, dict) else None
    if not isinstance(buckets, list):
        return None
    made: dict[int, int] = {}
    for one in buckets:
        found = re.fullmatch(
            r"([\d.]+)-([\d.]+)us", str(one.get("range")) if isinstance(one, dict) else ""
        )
        if found is None:
            raise file.bad("a bucket of its histogram has no range", line)
        low, high = float(found[1]), float(found[2])
        many = _number(file, one.get("count"), "count", line)
        middle = math.sqrt(low * high) if low else high / 2
        middle = max(min(middle, most or middle), least or 0.0)
        made[round(middle * 1e3)] = made.get(round(middle * 1e3), 0) + int(many or 0)
    return made or None


Figures = tuple[float | None, float | None, float | None, Latency | None]


def is_data_phase(operation: str) -> bool:
    """Whether a phase reads or writes data, and does not only make or remove files."""
    return _kind(operation) is not None


def _kind(operation: str) -> str | None:
    # RWMIX70: with so many percent of reads.
    return _KINDS.get((re.findall("^[A-Z]+", operation.upper().strip()) or [""])[0])


def phase_result(
    line: int,
    place: int,
    *,
    operation: str,
    ms: float | None,
    main: Figures,
    mixed: Figures,
    asked: PhaseOptions,
    unit: int,
) -> Result | None:
    """The Run of a phase; None where it moved no data, or too little to say how long it took."""
    kind = _kind(operation)
    if kind is None or not main[0]:
        return None
    seconds, unsure = _length(ms, main[1], main[2])
    if not seconds:
        return None
    block = _blocks(asked)
    kinds, checks, derived = {}, [], {}
    for name, (rate, per_s, size, latency) in ((kind, main), ("read", mixed)):
        if not rate or name in kinds:
            continue
        count, how = round(rate * seconds), "operations_by_rate"
        if latency is not None and latency.counts:
            count, how = sum(latency.counts.values()), ""
        elif block and size and (unit == 1 or 1 / size < unsure + 1 / rate):
            count, how = round(size * unit / block), "operations_by_bytes"
        if how:
            derived[f"{name}.count"] = how
        if how != "operations_by_rate":
            # Whole IOPS, and MiB that are cut where bytes are not told.
            cut = 1 / rate + (1 / size if unit > 1 and size else 0.0)
            again = count / seconds
            checks.append(Check(f"{name}.rate_per_s", rate, again, 0.02 + unsure + cut))
        bytes_per_s = None if per_s is None else per_s * unit
        if unit > 1 and block and (not per_s or per_s < rate):
            # Whole MiB are cut by more than whole IOPS are.
            bytes_per_s = rate * block
            derived[f"{name}.bytes_per_s"] = "bytes_by_block_size"
        kinds[name] = Operations(
            count=count,
            bytes=None if size is None else int(size * unit),
            rate_per_s=rate,
            bytes_per_s=bytes_per_s,
            completion=latency,
        )
        if per_s and size and ms:
            told, again = per_s * unit, size * unit / (ms / 1e3)
            # Cut, as the milliseconds are.
            rounded = 1 / size + 1 / per_s if unit > 1 else 0.0
            checks.append(Check(f"{name}.bytes_per_s", told, again, 0.02 + rounded + 2 / ms))
    threads, hosts = asked.whole("threads"), asked.whole("hosts") or 1
    return Result(
        name=asked.text("label") or operation,
        at=f"phase {place}: {operation}",
        line=line,
        kinds=kinds,
        seconds=seconds,
        starts="submission" if any(one.completion for one in kinds.values()) else None,
        workload=Workload(
            block_size_bytes=asked.whole("block size"),
            read_percent=_reads(kinds),
            trim_percent=0.0,
            pattern={True: "random", False: "sequential"}.get(_random(asked)),  # type: ignore[arg-type]
        ),
        load=Load(
            workers=None if threads is None else threads * hosts,
            queue_depth=asked.whole("io depth"),
            offered_rate_per_s=_offered(asked, kind, kinds),
        ),
        machine_cpu=_cpu(asked),
        target=_target(asked.text("command"), asked.whole("paths")) or asked.text("path type"),
        direct=asked.flag("direct io"),
        warmup_s=0.0,
        started_at_ns=start(asked.text("iso date") or asked.text("iso start date")),
        program_version=asked.text("version"),
        checks=tuple(checks),
        derived=derived,
        unknown={"response_time_ns": "starts_at_submission"},
    )


_LIMIT = re.compile(r"--limit(read|write)[\s=]+(\d+)([kmgt]?)(?:i?b)?(?=\s|$)", re.IGNORECASE)


def _offered(asked: PhaseOptions, kind: str, kinds: Mapping[str, Operations]) -> float | None:
    """The rate that all threads were held to: a limit is of each, in bytes/s. That of writes is of
    both kinds in a mixed phase."""
    block, threads = _blocks(asked), asked.whole("threads")
    command = (asked.text("command") or "").replace('"', "")
    limits = {
        found[1].lower(): int(found[2]) << (10 * " kmgt".index(found[3].lower() or " "))
        for found in _LIMIT.finditer(command)
    }
    limit = limits.get(kind)
    if not limit or not block or threads is None or (len(kinds) > 1 and kind != "write"):
        return None
    return limit * threads * (asked.whole("hosts") or 1) / block


def _cpu(asked: PhaseOptions) -> tuple[float, float | None] | None:
    """Of all processors of its hosts, up to the end of the last worker."""
    told = asked.text("cpu% [last]") or ""
    return (float(told) / 100, None) if re.fullmatch(r"\d+(\.\d+)?", told) else None


def _random(asked: PhaseOptions) -> bool | None:
    found = asked.flag("random")
    return asked.flag("random offsets") if found is None else found


def _reads(kinds: Mapping[str, Operations]) -> float:
    rates = {name: one.rate_per_s or 0.0 for name, one in kinds.items()}
    return round(100 * rates.get("read", 0.0) / (sum(rates.values()) or 1.0)) * 1.0


def _target(command: str | None, paths: int | None) -> str | None:
    """What stands last on its command line: a path, or a pattern of several (f[1-4]), or several.
    None where that is an option."""
    try:
        words = shlex.split(command or "")[1:]
    except ValueError:
        return None
    found = words[-1:] if "[" in "".join(words[-1:]) else words[-min(paths or 1, 64) :]
    if not found or any(one.startswith("-") for one in found):
        return None
    return ", ".join(found)


def _length(
    ms: float | None, per_s: float | None, size: float | None
) -> tuple[float | None, float]:
    """How long a phase took, in s, and how far that may be off, relative: by whole milliseconds, or
    by bytes and bytes per second, whichever says it better. None where neither does."""
    found: list[tuple[float, float]] = []
    if ms:
        found.append((1 / ms, ms / 1e3))
    if per_s and size:
        found.append((1 / size + 1 / per_s, size / per_s))
    unsure, seconds = min(found, default=(math.inf, 0.0))
    return seconds or None, unsure


def _blocks(asked: PhaseOptions) -> int | None:
    """The size of every block; none where files end with a smaller one."""
    block, file = asked.whole("block size"), asked.whole("file size")
    return None if block and file and file % block else block


def start(text: str | None) -> int | None:
    """A time with its zone, in ns since 1970-01-01 UTC."""
    try:
        moment = datetime.datetime.fromisoformat(text or "")
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    return int(moment.timestamp() * 1e9)
