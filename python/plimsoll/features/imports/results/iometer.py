"""Iometer's result CSV, 2006 to 1.1.0: a Run for each row of type ALL, with the access
specification above it. Columns are found by name, since builds differ.

Rows of managers, workers and disks are parts of ALL and are not added; rows of disks name the
targets and are checked against the total. Response times are milliseconds from the submission.
MiBps is binary, MBps decimal, and a plain `MBps` (2006) is binary. Since 1.1.0 there are 21 counts
of latencies, too coarse for percentiles, so the record has their steps.

A spreadsheet with decimal commas saves the file with semicolons or tabs between cells."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results.figures import (
    Count,
    Figure,
    Place,
    StrictFields,
    Text,
    Whole,
    cells,
    date_ns,
    middle,
    total,
)
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.run_result import (
    Check,
    Latency,
    Load,
    Operations,
    Result,
    Workload,
    beside_parts,
)
from plimsoll.features.imports.results.source import File

_MIB = 1 << 20
_STEP = re.compile(
    r"(?:(?P<low>[\d.]+)\s*(?P<lowunit>[um]?s)?\s*(?:to|-)\s*(?P<high>[\d.]+)\s*(?P<unit>[um]?s))"
    r"|(?:>=?\s*(?P<beyond>[\d.]+)\s*(?P<beyondunit>[um]?s))",
    re.IGNORECASE,
)
_NS = {"us": 1e3, "ms": 1e6, "s": 1e9}
_WIDE = 1.0
"""Relative width of the steps, which at least double."""


class _Row(StrictFields):
    """A row of results, by the names of its columns."""

    target = Text("Target Name")
    specification = Text("Access Specification Name")
    workers = Figure("# Workers")
    disks = Figure("# Disks")
    depth = Whole("Queue Depth", "Queue depth")
    """Iometer writes a negative number where disks have different depths."""
    iops = Figure("IOps")
    cpu_percent = Figure("% CPU Utilization")
    system_percent = Figure("% Privileged Time")
    mb_per_s = Figure("MBps (Decimal)")


class _Kind(StrictFields):
    """The figures of all operations in a row."""

    iops = Figure("IOps")
    errors = Count("Errors")
    mib_per_s = Figure("MiBps (Binary)", "MBps (Binary)", "MBps", unit=_MIB)
    mb_per_s = Figure("MBps (Decimal)", unit=1e6)
    mean_ns = Figure("Average Response Time", unit=1e6)
    longest_ns = Figure("Maximum Response Time", unit=1e6)

    def latency(self, count: int | None) -> Latency:
        """A kind that was not done has 0."""
        return Latency(count=count, mean=self.mean_ns or None, max=self.longest_ns or None)

    @property
    def bytes_per_s(self) -> float | None:
        """Binary figure if there is one, else the decimal one."""
        return self.mb_per_s if self.mib_per_s is None else self.mib_per_s


class _Reads(_Kind):
    operations = Count("Read I/Os")
    iops = Figure("Read IOps")
    bytes = Count("Bytes Read")
    errors = Count("Read Errors")
    mib_per_s = Figure("Read MiBps (Binary)", "Read MBps (Binary)", "Read MBps", unit=_MIB)
    mb_per_s = Figure("Read MBps (Decimal)", unit=1e6)
    mean_ns = Figure("Average Read Response Time", unit=1e6)
    longest_ns = Figure("Maximum Read Response Time", unit=1e6)


class _Writes(_Kind):
    operations = Count("Write I/Os")
    iops = Figure("Write IOps")
    bytes = Count("Bytes Written")
    errors = Count("Write Errors")
    mib_per_s = Figure("Write MiBps (Binary)", "Write MBps (Binary)", "Write MBps", unit=_MIB)
    mb_per_s = Figure("Write MBps (Decimal)", unit=1e6)
    mean_ns = Figure("Average Write Response Time", unit=1e6)
    longest_ns = Figure("Maximum Write Response Time", unit=1e6)


@dataclass
class _Test:
    """The lines above the rows of a test."""

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
    """Reads the Runs."""
    test, columns, last = _Test(), [""], ""
    run: _RunWithDisks | None = None
    place = 0
    separator = ""
    for number, text in file.lines():
        # From the first line with several cells.
        several = None if separator else re.match(r"'?[\w ]+([,;\t])", text)
        separator = several[1] if several else separator
        row = _cells(file, text, number, separator or ",")
        first = row[0].strip()
        if text.startswith("'"):
            if row[0] == "'Target Type":
                columns = [cell.lstrip("'").strip().replace(",", ".") for cell in row]
            last = _SEPARATORS.sub(",", text)
            continue
        if last.startswith("'Version"):
            test.version = first or None
        elif last.startswith("'Time Stamp"):
            test.start = first
        elif last.startswith("'Test Type"):
            test.name = row[1].strip() if len(row) > 1 else None
        elif last.startswith("'Access specification name"):
            test.specifications[first] = []
        elif last.startswith("'size,") and test.specifications and _all_numbers(row):
            test.specifications[list(test.specifications)[-1]].append(
                [figure(cell) or 0.0 for cell in row if cell.strip()]
            )
        elif first in ("ALL", "DISK"):
            result_row = _row(file, columns, row, number)
            if first == "ALL":
                file.refuse_cut(number)
                if run is not None:
                    yield run.with_disks()
                place += 1
                run = _RunWithDisks(_result(file, test, result_row, number, place))
            elif run is not None:
                run.disks.append(result_row)
    if run is None:
        raise file.bad(partial(message, "no-row-of-all"))
    yield run.with_disks()


_SEPARATORS = re.compile("[;\t]")


def _cells(file: File, text: str, number: int, separator: str) -> list[str]:
    """Cells with decimal points in place of decimal commas."""
    row = cells(file, text, number, separator) or [""]
    if separator == ",":
        return row
    return [cell.replace(",", ".") if _COMMA.fullmatch(cell.strip()) else cell for cell in row]


_COMMA = re.compile(r"\d+,\d+")


def _row(file: File, columns: Sequence[str], row: Sequence[str], number: int) -> _Row:
    """A row of results by the names of its columns."""
    if len(columns) < 10:
        raise file.bad(partial(message, "row-before-heading"), number)
    if len(row) < len(columns) - 1:
        raise file.bad(partial(message, "row-cut", columns=len(row), of=len(columns)), number)
    given = {name: cell.strip() for name, cell in zip(columns, row, strict=False)}
    return _Row(given, Place(file, number))


@dataclass
class _RunWithDisks:
    """The Run of a test, and the rows of its disks, where they were recorded."""

    result: Result
    disks: list[_Row] = field(default_factory=list)

    def with_disks(self) -> Result:
        """The Run with the names of its disks, which Iometer calls `All` together."""
        named = list(dict.fromkeys(row.target for row in self.disks if row.target))
        rates = [figure(row.given.get("IOps", "")) for row in self.disks]
        total_rate = self.result.kinds["all"].rate_per_s
        checks = self.result.checks
        if total_rate and rates and None not in rates:
            summed = math.fsum(rate or 0.0 for rate in rates)
            checks = (*checks, Check("all.rate_per_s", total_rate, summed, 0.005))
        target = ", ".join(named) if len(named) <= _MAX_NAMED_DISKS else f"{len(named)} disks"
        return replace(self.result, target=target or self.result.target, checks=checks)


_MAX_NAMED_DISKS = 4
"""So many disks are named; of more their number is."""


def _all_numbers(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    return len(filled) >= 7 and all(figure(cell) is not None for cell in filled)


def _result(file: File, test: _Test, row: _Row, number: int, place: int) -> Result:
    name = row.specification or ""
    rate = row.iops
    if rate is None:
        raise file.bad(partial(message, "row-without-iops"), number)
    counts, buckets = _counts(row)
    kinds = _kinds(row)
    count = total(ops.count for ops in kinds.values())
    every = _Kind(row.given, row.place)
    kinds["all"] = Operations(
        count=count,
        bytes=total(ops.bytes for ops in kinds.values()),
        errors=every.errors,
        rate_per_s=rate,
        bytes_per_s=every.bytes_per_s,
        completion=replace(
            every.latency(count), counts=counts, width=_WIDE if counts else None, buckets=buckets
        ),
    )
    seconds = count / rate if count and rate else None
    if seconds is None:
        refused = partial(message, "row-idle", name=name or f"row {place}", line=number)
        return Result(name, f"row {place}", number, {"all": kinds["all"]}, None, refused=refused)
    specification = test.specifications.get(name, [])
    used, system = row.cpu_percent, row.system_percent
    in_system = None if system is None else system / 100
    return Result(
        name=name or f"row {place}",
        at=f"row {place}: {name}" if name else f"row {place}",
        line=number,
        kinds=kinds,
        seconds=seconds,
        starts="submission",
        workload=_workload(specification),
        # Each disk of each worker has so many outstanding.
        load=Load(
            workers=int(max(row.workers, row.disks or 1)) if row.workers else None,
            queue_depth=row.depth,
            think_ns=_think_ns(specification),
        ),
        target=row.target or test.name,
        started_at_ns=date_ns((test.start or "")[:19], "%Y-%m-%d %H:%M:%S"),
        zone_told=False,
        # Means over all processors of the managers.
        machine_cpu=None if used is None else (used / 100, in_system),
        program_version=test.version,
        checks=tuple(_checks(kinds, row.mb_per_s, counts)),
        derived={"measure_s": "seconds_by_rate"},
        remarks=("coarse_steps",) if counts else ("no_percentiles",),
    )


def _think_ns(rows: Sequence[Sequence[float]]) -> int | None:
    """The delay before a burst of operations, for each of them; none where there is no delay."""
    if len(rows) != 1 or len(rows[0]) < 6 or not rows[0][4]:
        return None
    return round(rows[0][4] * 1e6 / max(1.0, rows[0][5]))


def _kinds(row: _Row) -> dict[str, Operations]:
    kinds: dict[str, Operations] = {}
    for kind, figures in (
        ("read", _Reads(row.given, row.place)),
        ("write", _Writes(row.given, row.place)),
    ):
        many, per_s = figures.operations, figures.iops or 0.0
        if many or per_s:
            kinds[kind] = Operations(
                count=many,
                bytes=figures.bytes,
                errors=figures.errors,
                rate_per_s=per_s,
                bytes_per_s=figures.bytes_per_s,
                completion=figures.latency(many),
            )
    return kinds


def _counts(row: _Row) -> tuple[dict[int, int] | None, tuple[tuple[int, int], ...]]:
    """The latencies by the middle of their steps, and these steps; none in builds without them."""
    made: dict[int, int] = {}
    buckets = []
    for name, text in row.given.items():
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
        many = row.number(text, name) if text else None
        if many:
            made[round(middle(low, high))] = int(many)
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


def _checks(
    kinds: Mapping[str, Operations], mb_per_s: float | None, counts: dict[int, int] | None
) -> Iterator[Check]:
    every = kinds["all"]
    parts = [ops.rate_per_s or 0.0 for kind, ops in kinds.items() if kind != "all"]
    if parts and every.rate_per_s:
        yield Check("all.rate_per_s", every.rate_per_s, math.fsum(parts), 0.005)
    yield from beside_parts(kinds)
    if mb_per_s and every.bytes_per_s:
        yield Check("all.bytes_per_s", mb_per_s * 1e6, every.bytes_per_s, 0.01)
    if counts and every.count:
        yield Check("all.operations", every.count, sum(counts.values()), 0.02)
