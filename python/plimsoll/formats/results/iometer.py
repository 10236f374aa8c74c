"""Iometer's result CSV, 2006 to 1.1.0: a Run for each row of type ALL, with the access
specification above it. Columns are known by their names: builds differ in them.

Rows of managers, workers and disks are parts of ALL and are added to nothing; those of disks say
what was driven, and are held against the whole. Response times are milliseconds and count from the
submission; MiBps is binary, MBps decimal, and an `MBps` without a word for it (2006) is binary.
Since 1.1.0 there are 21 counts of latencies: too coarse for a percentile beyond their steps, so
their steps stand in the record.

A spreadsheet where commas are decimal saves the file with semicolons or tabs between its cells.
"""

from __future__ import annotations

import csv
import datetime
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from plimsoll.formats.results.figures import number as figure
from plimsoll.formats.results.figures import whole
from plimsoll.formats.results.measured import (
    Check,
    Latency,
    Load,
    Operations,
    Result,
    Workload,
    beside_parts,
)
from plimsoll.formats.results.source import File

Value = Callable[..., float | None]
"""Reads a figure of a row by the first of these names that it has."""
_MIB = 1 << 20
_STEP = re.compile(
    r"(?:(?P<low>[\d.]+)\s*(?P<lowunit>[um]?s)?\s*(?:to|-)\s*(?P<high>[\d.]+)\s*(?P<unit>[um]?s))"
    r"|(?:>=?\s*(?P<beyond>[\d.]+)\s*(?P<beyondunit>[um]?s))",
    re.IGNORECASE,
)
_NS = {"us": 1e3, "ms": 1e6, "s": 1e9}
_WIDE = 1.0
"""Its steps double and more."""


@dataclass
class _Test:
    """What stands above the rows of a test."""

    specifications: dict[str, list[list[float]]] = field(default_factory=dict)
    version: str | None = None
    start: str | None = None
    name: str | None = None


def sniff(head: str) -> bool:
    """Whether it is Iometer's."""
    head = _SEPARATORS.sub(",", head)
    return "'Target Type,Target Name,Access Specification Name" in head or (
        "'Test Type,Test Description" in head and "'Access specifications" in head
    )


def read(file: File) -> Iterator[Result]:
    """Its Runs."""
    test, columns, last = _Test(), [""], ""
    tested: _Tested | None = None
    place = 0
    separator = ""
    for number, text in file.lines():
        separator = separator or _separator(text)
        cells = _cells(file, text, number, separator or ",")
        if text.startswith("'"):
            if cells[0] == "'Target Type":
                columns = [cell.lstrip("'").strip().replace(",", ".") for cell in cells]
            last = _SEPARATORS.sub(",", text)
            continue
        if last.startswith("'Version"):
            test.version = cells[0].strip() or None
        elif last.startswith("'Time Stamp"):
            test.start = cells[0].strip()
        elif last.startswith("'Test Type"):
            test.name = cells[1].strip() if len(cells) > 1 else None
        elif last.startswith("'Access specification name"):
            test.specifications[cells[0].strip()] = []
        elif last.startswith("'size,") and test.specifications and _all_numbers(cells):
            test.specifications[list(test.specifications)[-1]].append(
                [figure(cell) or 0.0 for cell in cells if cell.strip()]
            )
        elif cells[0].strip() in ("ALL", "DISK"):
            row = _row(file, columns, cells, number)
            if cells[0].strip() == "ALL":
                file.refuse_cut(number)
                if tested is not None:
                    yield tested.with_disks()
                place += 1
                tested = _Tested(_result(file, test, row, number, place))
            elif tested is not None:
                tested.disks.append(row)
    if tested is None:
        raise file.bad("there is no row of type ALL in it: the test did not finish")
    yield tested.with_disks()


_SEPARATORS = re.compile("[;\t]")


def _separator(text: str) -> str:
    """What stands between the cells, by the first line that has several."""
    found = re.match(r"'?[\w ]+([,;\t])", text)
    return found[1] if found else ""


def _cells(file: File, text: str, number: int, separator: str) -> list[str]:
    """With points for decimal commas, where a comma does not stand between cells."""
    try:
        cells = next(csv.reader([text], delimiter=separator), [""]) or [""]
    except csv.Error as error:
        raise file.bad(f"it is no row of a CSV file ({error})", number) from None
    if separator == ",":
        return cells
    return [cell.replace(",", ".") if _COMMA.fullmatch(cell.strip()) else cell for cell in cells]


_COMMA = re.compile(r"\d+,\d+")


def _row(file: File, columns: Sequence[str], cells: Sequence[str], number: int) -> dict[str, str]:
    """A row of results by the names of its columns."""
    if len(columns) < 10:
        raise file.bad("a row of results comes before its heading", number)
    if len(cells) < len(columns) - 1:
        raise file.bad(f"a row has {len(cells)} columns of {len(columns)}: it is cut", number)
    return dict(zip(columns, cells, strict=False))


@dataclass
class _Tested:
    """The Run of a test, and the rows of its disks, where they were recorded."""

    result: Result
    disks: list[dict[str, str]] = field(default_factory=list)

    def with_disks(self) -> Result:
        """Its Run with what its disks say: Iometer calls all of them together `All`."""
        names = dict.fromkeys(row.get("Target Name", "").strip() for row in self.disks)
        named = [name for name in names if name]
        rates = [figure(row.get("IOps", "").strip()) for row in self.disks]
        told = self.result.kinds["all"].rate_per_s
        checks = self.result.checks
        if told and rates and None not in rates:
            total = math.fsum(rate or 0.0 for rate in rates)
            checks = (*checks, Check("all.rate_per_s", told, total, 0.005))
        target = ", ".join(named) if len(named) <= _NAMED else f"{len(named)} disks"
        return replace(self.result, target=target or self.result.target, checks=checks)


_NAMED = 4
"""So many disks are named; of more their number is."""


def _all_numbers(cells: Sequence[str]) -> bool:
    told = [cell for cell in cells if cell.strip()]
    return len(told) >= 7 and all(figure(cell) is not None for cell in told)


def _result(file: File, test: _Test, row: Mapping[str, str], number: int, place: int) -> Result:
    def value(*names: str) -> float | None:
        for name in names:
            text = row.get(name, "").strip()
            if text:
                try:
                    found = float(text)
                except ValueError:
                    raise file.bad(
                        f"'{name}' is '{text[:40]}', which is no number", number
                    ) from None
                if not 0 <= found < 1e18:
                    raise file.bad(f"'{name}' is {text[:40]}, which cannot be", number)
                return found
        return None

    name = row.get("Access Specification Name", "").strip()
    rate = value("IOps")
    if rate is None:
        raise file.bad("a row has no IOps", number)
    counts, buckets = _counts(row, value)
    kinds = _kinds(value)
    total = [one.count for one in kinds.values()]
    count = sum(one or 0 for one in total) if total and None not in total else None
    kinds["all"] = Operations(
        count=count,
        bytes=_integer(_sum(one.bytes for one in kinds.values())),
        errors=_integer(value("Errors")),
        rate_per_s=rate,
        bytes_per_s=_per_s(value, ""),
        completion=replace(
            _latency(value, "Average Response Time", "Maximum Response Time", count, counts),
            buckets=buckets,
        ),
    )
    seconds = count / rate if count and rate else None
    if seconds is None:
        refused = f"{name or f'row {place}'} (line {number}) is left out: it did nothing"
        return Result(name, f"row {place}", number, {"all": kinds["all"]}, None, refused=refused)
    workers, depth = value("# Workers"), _depth(row)
    disks = value("# Disks") or 1.0
    return Result(
        name=name or f"row {place}",
        at=f"row {place}: {name}" if name else f"row {place}",
        line=number,
        kinds=kinds,
        seconds=seconds,
        starts="submission",
        workload=_workload(test.specifications.get(name, [])),
        # Each disk of each worker has so many outstanding.
        load=Load(
            workers=int(max(workers or 1, disks)) if workers else None,
            queue_depth=depth,
            think_ns=_think_ns(test.specifications.get(name, [])),
        ),
        target=row.get("Target Name", "").strip() or test.name,
        started_at_ns=_start(test.start),
        zone_told=False,
        machine_cpu=_cpu(value),
        program_version=test.version,
        checks=tuple(_checks(kinds, value, counts)),
        derived={"measure_s": "seconds_by_rate"},
        unknown={"response_time_ns": "starts_at_submission"},
        remarks=("coarse_steps",) if counts else ("no_percentiles",),
    )


def _depth(row: Mapping[str, str]) -> int | None:
    """Iometer writes a negative number where disks have different depths."""
    return whole(row.get("Queue Depth", row.get("Queue depth", "")).strip())


def _think_ns(rows: Sequence[Sequence[float]]) -> int | None:
    """The delay before a burst of operations, for each of them; none where there is no delay."""
    if len(rows) != 1 or len(rows[0]) < 6 or not rows[0][4]:
        return None
    return round(rows[0][4] * 1e6 / max(1.0, rows[0][5]))


def _cpu(value: Value) -> tuple[float, float | None] | None:
    """Of all processors of the managers."""
    used, system = value("% CPU Utilization"), value("% Privileged Time")
    return None if used is None else (used / 100, None if system is None else system / 100)


def _kinds(value: Value) -> dict[str, Operations]:
    kinds: dict[str, Operations] = {}
    for kind, word in (("read", "Read"), ("write", "Write")):
        many = value(f"{word} I/Os")
        per_s = value(f"{word} IOps") or 0.0
        if not many and not per_s:
            continue
        kinds[kind] = Operations(
            count=None if many is None else int(many),
            bytes=_integer(value(f"Bytes {word}" if kind == "read" else "Bytes Written")),
            errors=_integer(value(f"{word} Errors")),
            rate_per_s=per_s,
            bytes_per_s=_per_s(value, f"{word} "),
            completion=_latency(
                value,
                f"Average {word} Response Time",
                f"Maximum {word} Response Time",
                many,
                None,
            ),
        )
    return kinds


def _sum(values: Iterable[int | None]) -> float | None:
    known = list(values)
    return None if not known or None in known else float(sum(one or 0 for one in known))


def _integer(value: float | None) -> int | None:
    return None if value is None else int(value)


def _per_s(value: Value, before: str) -> float | None:
    binary = value(f"{before}MiBps (Binary)", f"{before}MBps (Binary)", f"{before}MBps")
    if binary is not None:
        return float(binary) * _MIB
    decimal = value(f"{before}MBps (Decimal)")
    return None if decimal is None else float(decimal) * 1e6


def _latency(
    value: Value, mean: str, most: str, count: float | None, counts: dict[int, int] | None
) -> Latency:
    average, longest = value(mean), value(most)
    return Latency(
        count=None if count is None else int(count),
        mean=average * 1e6 if average else None,
        max=longest * 1e6 if longest else None,
        counts=counts,
        width=_WIDE if counts else None,
    )


def _counts(
    row: Mapping[str, str], value: Value
) -> tuple[dict[int, int] | None, tuple[tuple[int, int], ...]]:
    """The latencies by the middle of their steps, and these steps; none in builds without them."""
    made: dict[int, int] = {}
    buckets = []
    for name in row:
        step = _STEP.match(name.strip())
        if step is None:
            continue
        if step["beyond"]:
            low = (figure(step["beyond"]) or 0.0) * _NS[step["beyondunit"].lower()]
            high = 2 * low
        else:
            unit = step["unit"].lower()
            low = (figure(step["low"]) or 0.0) * _NS[(step["lowunit"] or unit).lower()]
            high = (figure(step["high"]) or 0.0) * _NS[unit]
        many = value(name)
        if many:
            made[round(math.sqrt(low * high) if low else high / 2)] = int(many)
            buckets.append((round(low), round(high)))
    return made or None, tuple(buckets)


def _workload(rows: Sequence[Sequence[float]]) -> Workload:
    """`size,% of size,% reads,% random,…`, a row for each size."""
    if not rows or any(len(row) < 4 for row in rows):
        return Workload()
    reads = sum(row[1] * row[2] for row in rows) / 100
    random = {row[3] for row in rows}
    pattern = {100.0: "random", 0.0: "sequential"}.get(random.pop()) if len(random) == 1 else None
    one = len(rows) == 1
    return Workload(
        block_size_bytes=int(rows[0][0]) if one else None,
        blocks=() if one else tuple((int(row[0]), row[1]) for row in rows),
        read_percent=rows[0][2] if one else reads,
        trim_percent=0.0,
        pattern=pattern,
    )


def _start(text: str | None) -> int | None:
    found = re.match(r"(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)", text or "")
    if found is None:
        return None
    try:
        moment = datetime.datetime(*map(int, found.groups()), tzinfo=datetime.UTC)  # type: ignore[arg-type,misc]
    except ValueError:
        return None
    return int(moment.timestamp() * 1e9)


def _checks(
    kinds: Mapping[str, Operations], value: Value, counts: dict[int, int] | None
) -> Iterator[Check]:
    every = kinds["all"]
    parts = [one.rate_per_s or 0.0 for kind, one in kinds.items() if kind != "all"]
    if parts and every.rate_per_s:
        yield Check("all.rate_per_s", every.rate_per_s, math.fsum(parts), 0.005)
    yield from beside_parts(kinds)
    decimal = value("MBps (Decimal)")
    if decimal and every.bytes_per_s:
        yield Check("all.bytes_per_s", decimal * 1e6, every.bytes_per_s, 0.01)
    if counts and every.count:
        yield Check("all.operations", every.count, sum(counts.values()), 0.02)
