"""A Run's intervals merged into a drawable number of columns of time.

Percentiles come from merged distributions. Rates are operations over the seconds of the column,
with the lowest and highest interval beside them, so that a short outage stays visible in a long
column. Unsupported figures are None. Nothing is judged here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from plimsoll.base import gaps
from plimsoll.judge.timeline.series import WHOLE
from plimsoll.native.interval_counts import completed_operations, timed_operations
from plimsoll.report.evidence import records, system_load
from plimsoll.report.evidence.system_load import Shares

if TYPE_CHECKING:
    from plimsoll.native.record import Interval
    from plimsoll.store import IntervalRow

MAX_COLUMNS = 120
"""Columns of a Run, at most."""
PER_OCTAVE = 2
"""Bins of a distribution in each doubling of the response time: 6.6 in each tenfold."""
COLUMN_FIGURES = ("mean", "p50", "p99", "max")


@dataclass(frozen=True)
class Bin:
    """Operations of a column whose response time lay above `low_ns` and up to `high_ns`."""

    low_ns: float
    high_ns: float
    count: int


@dataclass(frozen=True)
class Column:
    """Intervals that follow each other. Rates per second; `lowest` and `highest` are the rates of
    single intervals in it.

    `offered` is what was intended to begin in it, none for a closed load. `figures` are of response
    time in ns, of all operations that succeeded in it. `bins` are empty where distributions were
    not kept, or nothing succeeded.
    """

    start_s: float
    stop_s: float
    intervals: int
    completed: int
    offered: float | None
    achieved: float
    lowest: float
    highest: float
    errors: int
    backlog: int
    outstanding: float | None
    figures: dict[str, float | None]
    bins: tuple[Bin, ...]
    load: Shares
    """System load over it."""

    @property
    def middle_s(self) -> float:
        """The time at which the column is drawn."""
        return (self.start_s + self.stop_s) / 2

    def figure(self, name: str) -> float | None:
        """One figure of response time, ns; none where the column cannot carry it."""
        return self.figures[name]


def columns(rows: Sequence[IntervalRow], most: int = MAX_COLUMNS) -> list[Column]:
    """The intervals of Measure in at most so many columns (`parts`)."""
    return [_column(part) for part in parts(rows, most)]


def parts(rows: Sequence[IntervalRow], most: int) -> list[Sequence[IntervalRow]]:
    """The intervals of Measure in at most `most` consecutive parts, of equally many intervals, or
    of equal time when intervals are merged, differ in length or are missing.

    A remainder much shorter than an interval joins the last part: alone it would show noise."""
    measured = [
        row for row in rows if row.document["phase"] == "measure" and row.document["length_s"] > 0
    ]
    if not measured:
        return []
    lengths = sorted(row.document["length_s"] for row in measured)
    usual = lengths[len(lengths) // 2]
    whole = len(measured) - (
        len(measured) > 1 and measured[-1].document["length_s"] < WHOLE * usual
    )
    spans = [(row.document["start_s"], row.document["length_s"]) for row in measured]
    if any(row.document["merged"] for row in measured) or gaps.between(spans):
        bounds = _of_equal_time(measured[:whole], most)
    else:
        wide = math.ceil(whole / most)
        bounds = [*range(0, whole, wide)]
    # The last bound takes the remainder with it.
    return [measured[a:b] for a, b in pairwise([*bounds, len(measured)]) if b > a]


def _of_equal_time(rows: Sequence[IntervalRow], most: int) -> list[int]:
    """The start of each part, at multiples of the longest interval, so that no interval lies in
    two parts."""
    longest = max(row.document["length_s"] for row in rows)
    last = rows[-1].document
    wide = math.ceil((last["start_s"] + last["length_s"]) / most / longest) * longest
    # Merged intervals begin at multiples of their length, up to the microseconds of a tick.
    numbers = [round(row.document["start_s"] / longest, 3) // (wide / longest) for row in rows]
    return [0, *(i for i in range(1, len(rows)) if numbers[i] != numbers[i - 1])]


def _column(rows: Sequence[IntervalRow]) -> Column:
    documents = [row.document for row in rows]
    seconds = sum(interval["length_s"] for interval in documents)
    done = [completed_operations(interval) for interval in documents]
    extremes = [_extremes(interval) for interval in documents]
    arrived = [number for interval in documents if (number := interval["arrived"]) is not None]
    held = [
        (interval["length_s"], interval["outstanding_mean"])
        for interval in documents
        if interval.get("outstanding_mean") is not None
    ]
    last = documents[-1]
    return Column(
        start_s=documents[0]["start_s"],
        stop_s=last["start_s"] + last["length_s"],
        intervals=sum(sealed_count(interval) for interval in documents),
        completed=sum(done),
        offered=None if len(arrived) < len(documents) else sum(arrived) / seconds,
        achieved=sum(done) / seconds,
        lowest=min(low for low, _ in extremes),
        highest=max(high for _, high in extremes),
        errors=sum(interval["errors"] or 0 for interval in documents),
        backlog=max(interval["backlog"] or 0 for interval in documents),
        outstanding=time_mean(held),
        figures=_figures(rows),
        bins=_bins(rows),
        load=_load(
            [
                (interval["length_s"], system_load.of(interval["system_load"]))
                for interval in documents
            ]
        ),
    )


def sealed_count(interval: Interval) -> int:
    """The number of sealed intervals that were merged into this one."""
    merged = interval["merged"]
    return merged["intervals"] if merged else 1


def _extremes(interval: Interval) -> tuple[float, float]:
    """The lowest and the highest rate of a sealed interval in it."""
    if merged := interval["merged"]:
        return merged["lowest_rate_per_s"], merged["highest_rate_per_s"]
    rate = completed_operations(interval) / interval["length_s"]
    return rate, rate


def _distributions(rows: Iterable[IntervalRow]) -> list[bytes] | None:
    """The distributions of intervals with successes; None when one was not kept."""
    some = [row for row in rows if timed_operations(row.document)]
    # Imported intervals have completion latency only.
    blobs = [blob for row in some if (blob := row.response_time or row.completion_latency)]
    return blobs if len(blobs) == len(some) else None


def _figures(rows: Sequence[IntervalRow]) -> dict[str, float | None]:
    blobs = _distributions(rows)
    if len(rows) == 1 or not blobs:
        # A single interval has its own figures; several without distributions have none.
        if len(rows) > 1:
            return dict.fromkeys(COLUMN_FIGURES)
        spans = records.latency(rows[0].document)
        return {name: records.figure(spans, name) for name in COLUMN_FIGURES}
    from plimsoll.native import histogram

    merged = histogram.summary(blobs)
    return {name: records.figure(merged, name) for name in COLUMN_FIGURES}


def _bins(rows: Sequence[IntervalRow]) -> tuple[Bin, ...]:
    blobs = _distributions(rows)
    if not blobs:
        return ()
    from plimsoll.native import histogram

    factor = 2.0 ** (1 / PER_OCTAVE)
    return tuple(
        Bin(high / factor, float(high), n) for high, n in histogram.buckets(blobs, PER_OCTAVE) if n
    )


def time_mean(values: Iterable[tuple[float, float]]) -> float | None:
    """The mean over time of (seconds, value); none of nothing."""
    pairs = list(values)
    seconds = sum(length for length, _ in pairs)
    return sum(length * value for length, value in pairs) / seconds if seconds else None


def _load(loads: Sequence[tuple[float, Shares]]) -> Shares:
    """Shares of the time over the column, of (seconds, shares); none of what no interval has."""

    def over(share: Callable[[Shares], float | None]) -> float | None:
        return time_mean(
            (length, value) for length, shares in loads if (value := share(shares)) is not None
        )

    return Shares(*(over(attrgetter(share_field.name)) for share_field in fields(Shares)))
