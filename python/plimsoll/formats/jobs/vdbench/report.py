"""What vdbench prints of a Run, in the columns of 5.04.07: a line for each interval and one for all
of them, without the warm-up.

resp is completion latency, as vdbench's is: from when an operation was issued. Of an interval in
which one workload both reads and writes, the figures of reads and writes apart are not kept: NaN
stands there, and the average line has them.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from plimsoll._record import CpuShares, KindFigures, Summary
    from plimsoll.formats.jobs.vdbench.job import Turn
    from plimsoll.model import Interval, RunRecord

MIB = 1 << 20
HEADS_AGAIN = 30
"""Intervals after which the heading is repeated."""
COLUMNS = (
    ("interval", "", 11),
    ("i/o", "rate", 11),
    ("MB/sec", "1024**2", 9),
    ("bytes", "i/o", 8),
    ("read", "pct", 7),
    ("resp", "time", 9),
    ("read", "resp", 9),
    ("write", "resp", 9),
    ("read", "max", 9),
    ("write", "max", 9),
    ("resp", "stddev", 9),
    ("queue", "depth", 7),
    ("cpu%", "sys+u", 6),
    ("cpu%", "sys", 6),
)
NAN = math.nan


@dataclass(frozen=True)
class Spread:
    """Of completion latencies, in ns."""

    count: int
    mean: float
    stddev: float
    max: float


NOTHING = Spread(0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Row:
    """The figures of a line."""

    seconds: float
    reads: int
    writes: int
    bytes: int
    all: Spread
    read: Spread | None
    """None: not known apart."""
    write: Spread | None
    outstanding: float
    cpu: tuple[float, float] | None
    """Percent of all processors: user and system, system."""


def together(spreads: Iterable[Spread]) -> Spread:
    """As if all had been one: counts and sums of squares added."""
    some = [one for one in spreads if one.count]
    count = sum(one.count for one in some)
    if not count:
        return NOTHING
    mean = sum(one.count * one.mean for one in some) / count
    square = sum(one.count * (one.stddev**2 + (one.mean - mean) ** 2) for one in some)
    return Spread(count, mean, math.sqrt(square / count), max(one.max for one in some))


def of_interval(parts: Sequence[Interval]) -> Row:
    """A line of an interval: its part of each Run that went at once."""
    every = [_spread(one["reads"] + one["writes"], one["completion_latency_ns"]) for one in parts]
    mixed = any(one["reads"] and one["writes"] for one in parts)
    pairs = list(zip(parts, every, strict=True))
    return Row(
        seconds=max(one["length_s"] for one in parts),
        reads=sum(one["reads"] for one in parts),
        writes=sum(one["writes"] for one in parts),
        bytes=sum(one["read_bytes"] + one["written_bytes"] for one in parts),
        all=together(every),
        read=None if mixed else together(spread for one, spread in pairs if one["reads"]),
        write=None if mixed else together(spread for one, spread in pairs if one["writes"]),
        outstanding=sum(one["outstanding_mean"] for one in parts),
        cpu=_cpu(load.get("cpu") if (load := parts[0].get("system_load")) else None),
    )


def of_records(records: Sequence[RunRecord]) -> Row:
    """The line of averages: Measure of each Run that went at once."""
    load = records[0].get("system_load")
    return Row(
        seconds=max(one["measure_s"] for one in records),
        reads=sum(one["read"]["completed"] for one in records),
        writes=sum(one["write"]["completed"] for one in records),
        bytes=sum(one["all"]["bytes"] for one in records),
        all=together(_figures(one["all"]) for one in records),
        read=together(_figures(one["read"]) for one in records),
        write=together(_figures(one["write"]) for one in records),
        outstanding=sum(one["outstanding_mean"] for one in records),
        cpu=_cpu(load.get("cpu") if load else None),
    )


def _figures(kind: KindFigures) -> Spread:
    return _spread(kind["completed"], kind["completion_latency_ns"])


def _spread(count: int, told: Summary) -> Spread:
    if not count:
        return NOTHING
    return Spread(
        count, told.get("mean") or 0.0, told.get("stddev") or 0.0, float(told.get("max") or 0)
    )


def _cpu(shares: CpuShares | None) -> tuple[float, float] | None:
    if not shares:
        return None
    return 100 * (shares["user"] + shares["system"]), 100 * shares["system"]


def clock(now: float) -> str:
    """`10:00:01.050`, of seconds since the epoch."""
    return f"{time.strftime('%H:%M:%S', time.localtime(now))}.{int(now * 1000) % 1000:03d}"


def begun(turn: Turn, rate: float | None, now: float, *, simulated: bool = False) -> str:
    """The line with which a Run begins; `rate` is that of a curve's point."""
    if rate is not None:
        told = f"{rate:g}"
    else:
        told = "Uncontrolled curve" if turn.curve else "Uncontrolled MAX"
        if turn.rate is not None or turn.share is not None:
            told = f"{turn.rate:g}" if turn.rate is not None else f"{turn.share:g}% of the maximum"
    warmup = f" warmup={turn.timing.warmup}" if turn.timing.warmup else ""
    verb = "Simulating" if simulated else "Starting"
    return (
        f"{clock(now)} {verb} RD={turn.called}; I/O rate: {told}; elapsed={turn.timing.elapsed}"
        f"{warmup}; For loops: {turn.loops or 'None'}"
    )


def heading(now: float) -> Iterator[str]:
    """The two lines above the figures."""
    day = time.strftime("%b %d, %Y", time.localtime(now))
    yield f"{day:12}" + "".join(f"{first:>{wide}}" for first, _, wide in COLUMNS)
    yield " " * 12 + "".join(f"{second:>{wide}}" for _, second, wide in COLUMNS)


def line(label: str, row: Row, now: float) -> str:
    """A line of figures."""
    count = row.reads + row.writes
    cpu = row.cpu or (NAN, NAN)
    cells = (
        f"{count / row.seconds if row.seconds else 0.0:11.1f}",
        f"{row.bytes / row.seconds / MIB if row.seconds else 0.0:9.2f}",
        f"{row.bytes // count if count else 0:8d}",
        f"{100 * row.reads / count if count else 0.0:7.2f}",
        f"{row.all.mean / 1e6:9.3f}",
        f"{_ms(row.read, 'mean'):9.3f}",
        f"{_ms(row.write, 'mean'):9.3f}",
        f"{_ms(row.read, 'max'):9.2f}",
        f"{_ms(row.write, 'max'):9.2f}",
        f"{row.all.stddev / 1e6:9.3f}",
        f"{row.outstanding:7.1f}",
        f"{cpu[0]:6.1f}",
        f"{cpu[1]:6.1f}",
    )
    # As Java writes what is not known.
    return f"{clock(now)}{label:>11}" + "".join(cells).replace("nan", "NaN")


def _ms(spread: Spread | None, figure: str) -> float:
    return NAN if spread is None else getattr(spread, figure) / 1e6


@dataclass
class Progress:
    """The lines of intervals while Runs go: an interval is told once each Run has left it."""

    runs: int

    def __post_init__(self) -> None:
        self.parts: dict[int, list[Interval]] = {}
        self.told = 0

    def add(self, interval: Interval, now: float) -> Iterator[str]:
        """Hears of an interval of one of the Runs; the lines that can be told."""
        if interval["phase"] not in ("warmup", "measure") or not interval["length_s"]:
            return
        self.parts.setdefault(interval["index"], []).append(interval)
        while self.parts and len(self.parts[first := min(self.parts)]) == self.runs:
            parts = self.parts.pop(first)
            if self.told % HEADS_AGAIN == 0:
                yield from heading(now)
            self.told += 1
            yield line(str(self.told), of_interval(parts), now)


def average(turn: Turn, records: Sequence[RunRecord], told: int, now: float) -> str:
    """The line of averages: of the intervals behind the warm-up, or behind the first."""
    timing = turn.timing
    first = timing.warmup // timing.interval + 1 if timing.warmup else 2
    return line(f"avg_{first}-{max(first, told)}", of_records(records), now)
