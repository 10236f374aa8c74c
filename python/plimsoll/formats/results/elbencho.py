"""elbencho's result files: CSV (`--csvfile`) and JSON lines (`--jsonfile`), a Run for each phase
that read or wrote data. Phases that only made or removed files are no Runs and are passed over.

Columns and keys are known by their names. elbencho tells what was done when the first worker ended
and when the last one did; the Run is that of all workers, until the last. Latency of `IO` counts
from the submission, in microseconds; its histogram has four steps to a doubling. Written after its
source; no file of the real program was seen.
"""

from __future__ import annotations

import csv
import datetime
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic_core import from_json

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
    first = head.partition("\n")[0]
    return "operation" in first and "IOPS [last]" in first and "time ms [last]" in first


def sniff_json(head: str) -> bool:
    """Whether it is elbencho's JSON."""
    return '"phase_type"' in head and '"last_done"' in head


def read_csv(file: File) -> Iterator[Result]:
    """The Runs of a CSV file."""
    columns: list[str] = []
    rows = 0
    for number, text in file.lines():
        cells = _cells(file, text, number)
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


def _cells(file: File, text: str, number: int) -> list[str]:
    try:
        return next(csv.reader([text]), [])
    except csv.Error as error:
        raise file.bad(f"it is no row of a CSV file ({error})", number) from None


def read_json(file: File) -> Iterator[Result]:
    """The Runs of a file of JSON lines."""
    rows = 0
    for number, text in file.lines():
        if not text.strip():
            continue
        try:
            document = from_json(text)
        except ValueError:
            raise file.bad("a line is no whole JSON document", number) from None
        if not isinstance(document, dict):
            raise file.bad("a line is no JSON object", number)
        rows += 1
        found = _of_json(file, document, number, rows)
        if found is not None:
            yield found
    if not rows:
        raise file.bad("there is no phase in it")


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
        return _span(
            value(f"{before}lat us [min]"),
            value(f"{before}lat us [avg]"),
            value(f"{before}lat us [max]"),
            None,
        )

    return _result(
        file,
        number,
        place,
        operation=row.get("operation", ""),
        ms=value("time ms [last]"),
        main=(value("IOPS [last]"), value("MiB/s [last]"), value("MiB [last]"), latency("IO ")),
        mixed=(
            value("rwmix read IOPS [last]"),
            value("rwmix read MiB/s [last]"),
            value("rwmix read MiB [last]"),
            latency("IO rwmix read "),
        ),
        asked=_Asked(row, {}),
        unit=_MIB,
    )


class _Asked:
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
            _span(us("min_us"), us("avg_us"), us("max_us"), _counts(file, spans, number)),
        )

    latency = last.get("latency")
    io = latency.get("IO") if isinstance(latency, dict) else None
    mixed = io.get("rwmix_read") if isinstance(io, dict) else None
    return _result(
        file,
        number,
        place,
        operation=str(document.get("phase_type", "")),
        ms=_number(file, last.get("elapsed_time_ms"), "elapsed_time_ms", number),
        main=figures(last, io),
        mixed=figures(last.get("rwmix_read"), mixed),
        asked=_Asked(document, config),
        unit=1,
    )


def _span(
    low: float | None, mean: float | None, high: float | None, counts: dict[int, int] | None
) -> Latency | None:
    if mean is None and counts is None:
        return None
    ns = [None if one is None else one * 1e3 for one in (low, mean, high)]
    return Latency(min=ns[0], mean=ns[1], max=ns[2], counts=counts, width=_STEP if counts else None)


def _counts(file: File, spans: Mapping[str, Any], line: int) -> dict[int, int] | None:
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
        made[round(middle * 1e3)] = made.get(round(middle * 1e3), 0) + int(many or 0)
    return made or None


Figures = tuple[float | None, float | None, float | None, Latency | None]


def _result(
    file: File,
    line: int,
    place: int,
    *,
    operation: str,
    ms: float | None,
    main: Figures,
    mixed: Figures,
    asked: _Asked,
    unit: int,
) -> Result | None:
    kind = _KINDS.get(operation.upper().split("-")[0].split()[0] if operation.strip() else "")
    if kind is None or not main[0]:
        return None
    if not ms:
        raise file.bad("a phase has no length", line)
    seconds = ms / 1e3
    kinds, checks = {}, []
    for name, (rate, per_s, size, latency) in ((kind, main), ("read", mixed)):
        if not rate or name in kinds:
            continue
        count = round(rate * seconds)
        kinds[name] = Operations(
            count=count,
            bytes=None if size is None else int(size * unit),
            rate_per_s=rate,
            bytes_per_s=None if per_s is None else per_s * unit,
            completion=latency,
        )
        if per_s and size:
            told = per_s * unit
            checks.append(
                Check(
                    f"{name}.bytes_per_s", told, size * unit / seconds, 0.02 + unit / told + 2 / ms
                )
            )
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
        ),
        target=_target(asked.text("command")) or asked.text("path type"),
        direct=asked.flag("direct io"),
        warmup_s=0.0,
        started_at_ns=_start(asked.text("iso date") or asked.text("iso start date")),
        program_version=asked.text("version"),
        checks=tuple(checks),
        derived={f"{name}.count": "operations_by_rate" for name in kinds},
        unknown={"response_time_ns": "starts_at_submission"},
    )


def _random(asked: _Asked) -> bool | None:
    found = asked.flag("random")
    return asked.flag("random offsets") if found is None else found


def _reads(kinds: Mapping[str, Operations]) -> float:
    rates = {name: one.rate_per_s or 0.0 for name, one in kinds.items()}
    return round(100 * rates.get("read", 0.0) / (sum(rates.values()) or 1.0)) * 1.0


def _target(command: str | None) -> str | None:
    """What stands last on its command line is a path."""
    word = (command or "").split()[-1:] or [""]
    path = word[0].strip("\"'")
    return path if path.startswith("/") else None


def _start(text: str | None) -> int | None:
    try:
        moment = datetime.datetime.fromisoformat(text or "")
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    return int(moment.timestamp() * 1e9)
