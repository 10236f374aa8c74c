"""vdbench's printed report, in the columns of 5.04.07: a line for each interval, and an average
without the warm-up.

resp is completion latency, as in vdbench: from the submission of an operation. NaN stands for
unknown figures, such as CPU on the virtual clock."""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from plimsoll.features.jobs.formats.job_run import JobResult, JobRun
from plimsoll.features.jobs.formats.vdbench.job import Turn
from plimsoll.native.record import CpuShares, Interval, Moments

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
    """Statistics of completion latencies, in ns."""

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
    read: Spread
    write: Spread
    outstanding: float
    cpu: CpuShares | None
    """CPU use of all processors; None on the virtual clock."""


def together(spreads: Iterable[Spread]) -> Spread:
    """Combines spreads by counts and sums of squares."""
    some = [spread for spread in spreads if spread.count]
    count = sum(spread.count for spread in some)
    if not count:
        return NOTHING
    mean = sum(spread.count * spread.mean for spread in some) / count
    square = sum(spread.count * (spread.stddev**2 + (spread.mean - mean) ** 2) for spread in some)
    return Spread(count, mean, math.sqrt(square / count), max(spread.max for spread in some))


def of_interval(parts: Sequence[Interval]) -> Row:
    """The line of an interval, from its part of each parallel Run."""
    load = parts[0]["system_load"]
    return _row([[part] for part in parts], load["cpu"] if load else None)


def of_runs(done: Sequence[JobResult[JobRun]]) -> Row:
    """The average of parallel Runs over the intervals of Measure, so that it is the mean of the
    lines above it."""
    load = done[0].records[0]["system_load"]
    measured = [
        [row for part in run.intervals for row in part if row["phase"] == "measure"] for run in done
    ]
    return _row(measured, load["cpu"] if load else None)


def _row(runs: Sequence[Sequence[Interval]], cpu: CpuShares | None) -> Row:
    """Combines intervals. Those of one Run follow each other; Runs are parallel."""
    every = [row for run in runs for row in run]
    spans = [sum(row["length_s"] for row in run) for run in runs]
    outstanding = [sum(row["outstanding_mean"] * row["length_s"] for row in run) for run in runs]
    read = together(_spread(row["reads"], row["read_completion_latency_ns"]) for row in every)
    write = together(_spread(row["writes"], row["write_completion_latency_ns"]) for row in every)
    return Row(
        seconds=max(spans, default=0.0),
        reads=sum(row["reads"] for row in every),
        writes=sum(row["writes"] for row in every),
        bytes=sum(row["read_bytes"] + row["written_bytes"] for row in every),
        all=together((read, write)),
        read=read,
        write=write,
        outstanding=sum(
            waiting / span for waiting, span in zip(outstanding, spans, strict=True) if span
        ),
        cpu=cpu,
    )


def _spread(count: int, moments: Moments | None) -> Spread:
    if not count or moments is None:
        return NOTHING
    return Spread(count, moments["mean"], moments["stddev"], float(moments["max"]))


def clock(now: float) -> str:
    """Formats seconds since the epoch as `10:00:01.050`."""
    return f"{time.strftime('%H:%M:%S', time.localtime(now))}.{int(now * 1000) % 1000:03d}"


def start_line(turn: Turn, rate: float | None, now: float, *, simulated: bool = False) -> str:
    """The first line of a Run; `rate` is that of a curve's point."""
    rate = turn.rate if rate is None else rate
    rate_text = "Uncontrolled curve" if turn.curve else "Uncontrolled MAX"
    if rate is not None:
        rate_text = f"{rate:g}"
    elif turn.share is not None:
        rate_text = f"{turn.share:g}% of the maximum"
    warmup = f" warmup={turn.timing.warmup}" if turn.timing.warmup else ""
    verb = "Simulating" if simulated else "Starting"
    return (
        f"{clock(now)} {verb} RD={turn.name}; I/O rate: {rate_text};"
        f" elapsed={turn.timing.elapsed}{warmup}; For loops: {turn.loops or 'None'}"
    )


def heading(now: float) -> Iterator[str]:
    """The two lines above the figures."""
    day = time.strftime("%b %d, %Y", time.localtime(now))
    yield f"{day:12}" + "".join(f"{first:>{wide}}" for first, _, wide in COLUMNS)
    yield " " * 12 + "".join(f"{second:>{wide}}" for _, second, wide in COLUMNS)


def line(label: str, row: Row, now: float) -> str:
    """A line of figures."""
    count = row.reads + row.writes
    system = 100 * row.cpu["system"] if row.cpu else NAN
    used = system + 100 * row.cpu["user"] if row.cpu else NAN
    cells = (
        f"{count / row.seconds if row.seconds else 0.0:11.1f}",
        f"{row.bytes / row.seconds / MIB if row.seconds else 0.0:9.2f}",
        f"{row.bytes // count if count else 0:8d}",
        f"{100 * row.reads / count if count else 0.0:7.2f}",
        f"{row.all.mean / 1e6:9.3f}",
        f"{row.read.mean / 1e6:9.3f}",
        f"{row.write.mean / 1e6:9.3f}",
        f"{row.read.max / 1e6:9.2f}",
        f"{row.write.max / 1e6:9.2f}",
        f"{row.all.stddev / 1e6:9.3f}",
        f"{row.outstanding:7.1f}",
        f"{used:6.1f}",
        f"{system:6.1f}",
    )
    # Java writes unknown figures as NaN.
    return f"{clock(now)}{label:>11}" + "".join(cells).replace("nan", "NaN")


@dataclass
class Progress:
    """Prints the lines of intervals during parallel Runs, each once all Runs have completed it."""

    runs: int
    row: Callable[[str, Row, float], None] | None = None
    """Called with label and figures of every line."""

    def __post_init__(self) -> None:
        self.parts: dict[int, list[Interval]] = {}
        self.printed = 0

    def add(self, interval: Interval, now: float) -> Iterator[str]:
        """Adds an interval of one Run. Yields the lines that are complete."""
        if interval["phase"] not in ("warmup", "measure") or not interval["length_s"]:
            return
        self.parts.setdefault(interval["index"], []).append(interval)
        while self.parts and len(self.parts[first := min(self.parts)]) == self.runs:
            parts = self.parts.pop(first)
            if self.printed % HEADS_AGAIN == 0:
                yield from heading(now)
            self.printed += 1
            row = of_interval(parts)
            if self.row:
                self.row(str(self.printed), row, now)
            yield line(str(self.printed), row, now)


def average(turn: Turn, intervals: int) -> str:
    """Label of the average: the intervals after the warm-up, or after the first."""
    timing = turn.timing
    first = timing.warmup // timing.interval + 1 if timing.warmup else 2
    first = 1 if turn.counts_whole else first
    return f"avg_{first}-{max(first, intervals)}"
