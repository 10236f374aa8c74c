"""A long Run hour by hour, or day by day: the figures of each, and whether it kept the objective.

Distributions of a period are merged and percentiles taken from the merge. `objective` compares the
period's own figures with the bound, without confidence. A figure that the period's operations
cannot carry, or that belongs to reads or writes alone, leaves it undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from plimsoll.judge.even import arrivals
from plimsoll.judge.timeline.episodes import Episode
from plimsoll.judge.timeline.figures import unrecorded_seconds
from plimsoll.judge.timeline.series import Series
from plimsoll.native import histogram
from plimsoll.native.interval_counts import (
    completed_operations,
    moved_bytes,
    syncs,
    timed_operations,
)
from plimsoll.native.session import ObjectiveTerm

if TYPE_CHECKING:
    from plimsoll.native.record import Interval, Summary

LONG_S = 6 * 3600.0
"""A shorter Run has no rows by the hour or day."""
HOUR_S, DAY_S = 3600.0, 24 * 3600.0
"""Hours up to two days, beyond them days."""
WHOLE = ("periodic", "drift")
"""Kinds of episodes that belong to no period."""


PeriodVerdict = Literal["held", "missed", "undecided"]


class Row(NamedTuple):
    """A stored interval: the document, its distributions (V2) where they were kept."""

    document: Interval
    response_time: bytes | None
    completion_latency: bytes | None


@dataclass(frozen=True)
class Worst:
    """The worst interval: one in which nothing succeeded, else the slowest."""

    at_s: float
    rate_per_s: float
    response_ns: float | None
    """Mean response time; none where nothing ended."""


@dataclass(frozen=True)
class Period:
    """Seconds count from the start of Measure, rates are per second, response times in ns."""

    at_s: float
    until_s: float
    count: int
    """Operations that succeeded."""
    errors: int
    rate_per_s: float
    lowest_rate_per_s: float
    """Of an interval."""
    bytes_per_s: float
    mean_ns: float | None
    p99_ns: float | None
    p99_9_ns: float | None
    worst: Worst
    outage_s: float
    unrecorded_s: float
    """Seconds of which nothing was recorded."""
    episodes: int
    """That began in it."""
    objective: PeriodVerdict | None
    """None where there is no objective."""


def length_s(measured_s: float) -> float | None:
    """The length of the periods of a Run that measured so long; None where it has none."""
    if measured_s < LONG_S:
        return None
    # An interval may be some microseconds longer than asked.
    return HOUR_S if measured_s <= 2 * DAY_S + 1 else DAY_S


def periods(
    rows: Sequence[Row],
    series: Series,
    happened: Sequence[Episode],
    objective: Sequence[ObjectiveTerm],
) -> list[Period]:
    """The periods of a long Run in order; none of a short one. `rows` are intervals of Measure."""
    if not len(series) or (long_s := length_s(float(series.stop_s[-1]))) is None:
        return []
    # Ticks may make an interval some microseconds longer than asked.
    slack_s = series.interval_s / 2
    last = int((float(series.stop_s[-1]) - slack_s) // long_s)

    def number(start_s: float) -> int:
        return min(last, int((start_s + slack_s) // long_s))

    numbers = np.minimum((series.start_s + slack_s) // long_s, last)
    found = []
    for n, part in groupby(rows, key=lambda row: number(row.document["start_s"])):
        inside = np.flatnonzero(numbers == n)
        if len(inside):
            until_s = float(series.stop_s[-1]) if n == last else (n + 1) * long_s
            missing_s = unrecorded_seconds(series, n * long_s, until_s)
            found.append(_period(list(part), series, inside, happened, objective, missing_s))
    return found


def _period(
    rows: Sequence[Row],
    series: Series,
    inside: np.ndarray[tuple[int], np.dtype[np.int64]],
    happened: Sequence[Episode],
    objective: Sequence[ObjectiveTerm],
    unrecorded_s: float,
) -> Period:
    parts = [row.document for row in rows]
    seconds = sum(part["length_s"] for part in parts)
    done = sum(map(completed_operations, parts))
    at_s, until_s = float(series.start_s[inside[0]]), float(series.stop_s[inside[-1]])
    response = _merge([row.response_time or row.completion_latency for row in rows], parts)
    moved = sum(map(moved_bytes, parts))
    return Period(
        at_s=at_s,
        until_s=until_s,
        count=done,
        errors=sum(part["errors"] or 0 for part in parts),
        rate_per_s=done / seconds,
        lowest_rate_per_s=float(series.rate_per_s[inside].min()),
        bytes_per_s=moved / seconds,
        mean_ns=response["mean"],
        p99_ns=response["p99"],
        p99_9_ns=response["p99_9"],
        worst=_worst(series, inside),
        outage_s=_outage_s(series, inside, happened, at_s, until_s),
        unrecorded_s=unrecorded_s,
        episodes=sum(e.kind not in WHOLE and at_s <= e.at_s < until_s for e in happened),
        objective=_period_verdict(
            list(_term_verdicts(rows, response, objective)),
            whole=unrecorded_s < series.interval_s,
        ),
    )


def _merge(blobs: Sequence[bytes | None], parts: Sequence[Interval]) -> Summary:
    """Figures of the merged distributions; empty where an interval with operations was kept without
    its distribution."""
    some = [blob for blob, part in zip(blobs, parts, strict=True) if timed_operations(part)]
    known = [blob for blob in some if blob]
    return histogram.summary(known if len(known) == len(some) else [])


def _worst(series: Series, inside: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Worst:
    completed, response = series.completed[inside], series.response_ns[inside]
    silent = np.flatnonzero(completed == 0)
    if len(silent):
        at = int(silent[0])
    else:
        at = int(np.nanargmax(response)) if not np.isnan(response).all() else 0
    mean = float(response[at])
    return Worst(
        float(series.start_s[inside][at]),
        float(series.rate_per_s[inside][at]),
        None if np.isnan(mean) else mean,
    )


def _outage_s(
    series: Series,
    inside: np.ndarray[tuple[int], np.dtype[np.int64]],
    happened: Sequence[Episode],
    at_s: float,
    until_s: float,
) -> float:
    """Seconds of outages in the period. Outages that repeat have only a sum: then whole intervals
    without completions count."""
    if any(e.kind == "periodic" and e.outage_s for e in happened):
        return float(series.length_s[inside][series.completed[inside] == 0].sum())
    return sum(
        max(0.0, min(until_s, e.at_s + e.outage_s) - max(at_s, e.at_s))
        for e in happened
        if e.kind == "outage"
    )


def _period_verdict(met: Sequence[bool | None], *, whole: bool) -> PeriodVerdict | None:
    """The verdict of a period. `whole`: nothing of it is missing. Recorded time may miss an
    objective, and cannot hold it for unrecorded time."""
    if not met:
        return None
    if any(verdict is False for verdict in met):
        return "missed"
    return "held" if whole and all(met) else "undecided"


def _term_verdicts(
    rows: Sequence[Row], response: Summary, objective: Sequence[ObjectiveTerm]
) -> Iterator[bool | None]:
    parts = [row.document for row in rows]
    done = sum(map(completed_operations, parts))
    for term in objective:
        if term.of == "errors" and term.percent is not None and term.kind == "all":
            errors = sum(part["errors"] or 0 for part in parts)
            ended = sum(map(timed_operations, parts)) + errors
            yield 100 * errors <= term.percent * ended if ended else None
        elif term.of == "achieved" and term.percent is not None:
            arrived = arrivals(parts)
            intended = sum(arrived) if len(arrived) == len(parts) else 0
            yield 100 * done >= term.percent * intended if intended else None
        elif term.of == "latency":
            held = _within(rows, response, term)
            yield None if held and _left_over(parts) > _allowed_share(term) else held
        else:
            yield None


def _left_over(parts: Sequence[Interval]) -> float:
    """Share of a period's operations that had not ended by its end: their response times are in no
    figure of the period."""
    arrived = arrivals(parts)
    if len(arrived) != len(parts) or not sum(arrived):
        return 0.0
    answered = sum(completed_operations(part) + (part["errors"] or 0) for part in parts)
    return (sum(arrived) - answered) / sum(arrived)


def _allowed_share(term: ObjectiveTerm) -> float:
    """The share of operations that may be slower than the bound; for a mean a hundredth."""
    statistic = term.statistic or ""
    if statistic == "max":
        return 0.0
    return 1 - float(statistic[1:]) / 100 if statistic[1:2].isdigit() else 0.01


def _of_kind(part: Interval, kind: str | None) -> int:
    """Operations of the kind of an objective that completed in an interval."""
    match kind:
        case "read":
            return part["reads"]
        case "write":
            return part["writes"]
        case "flush":
            return syncs(part)
        case _:
            return timed_operations(part)


def _within(rows: Sequence[Row], response: Summary, term: ObjectiveTerm) -> bool | None:
    parts = [row.document for row in rows]
    if any(timed_operations(part) != _of_kind(part, term.kind) for part in parts):
        # The distributions are of all kinds of operations.
        return None
    assert term.statistic is not None
    spans = response
    if term.metric == "completion_latency":
        spans = _merge([row.completion_latency for row in rows], parts)
    value = dict(spans).get(term.statistic.replace(".", "_"))
    if not isinstance(value, int | float) or term.bound_ns is None:
        return None
    within = value <= term.bound_ns
    # Of a maximum over shorter periods some may lie beyond the bound.
    return None if term.period_ns is not None and not within else within
