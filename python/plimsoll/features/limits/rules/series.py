"""Separates the burst at the beginning of a Run from the rate that stays.

A closed loop on a token bucket runs at the burst's rate until the credits are gone, then at the
rate at which they come back. With rate p, then r after t seconds: the bucket held (p - r) t
operations (they were spent while r t came in). The series is cut into pieces of constant rate by
least squares with a penalty on each piece. The last piece is the rate that stays; operations beyond
it before are the burst, which may be shorter than an interval. General change points (dips,
outages, recoveries) are not found here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.features.limits.rules.slicing import tapered_error, tapered_rate
from plimsoll.judge.budgets import credits_last_s
from plimsoll.judge.flatness import relative_error

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.models import Array

MIN_RATE_CHANGE = 0.05
"""Neighbouring pieces whose rates differ relatively by less are one piece."""
MIN_INTERVAL_NOISE = 0.01
"""Lower bound for the relative noise of an interval."""
CUT_PENALTY = 12.0
"""Penalty for a cut, in squared standard deviations of an interval: a single interval must be 3.5
of them away."""
MIN_PIECE_INTERVALS = 3
"""Minimum number of intervals of a piece, except the first."""
BURST_DEVIATIONS = 3.0
"""Intervals at the beginning belong to a burst if they lie this many standard deviations above the
rate that stays."""
MIN_SERIES_INTERVALS = 5
"""A shorter series is not analysed."""
MAX_GROUPS = 10
"""Groups of intervals of a Run on slices, at most: each holds as many slices as can be."""


@dataclass(frozen=True)
class Excess:
    """A burst at the beginning of a Run: operations beyond what stayed, seconds, its rate;
    `resolved`: over three intervals or more."""

    rate_per_s: float
    operations: float
    seconds: float
    resolved: bool


@dataclass(frozen=True)
class SustainedRate:
    """The rate that stayed, with its relative error, its first interval, and the burst before it.

    `rose`: the rate rose by more than `MIN_RATE_CHANGE` during the Run. `settled`: it stayed for
    `MIN_PIECE_INTERVALS` or more.
    """

    rate_per_s: float
    error: float
    first: int
    excess: Excess | None
    rose: bool
    settled: bool = True
    cut_share: float = 0.0
    """Relative bound of the error by slices that the ends of Run and intervals cut. It is the same
    for all Runs of one length."""


def sustained_rate(
    rates: Sequence[float], interval_s: float, slice_s: float = 0.0
) -> SustainedRate | None:
    """The sustained rate of a series; None when the series is too short. `slice_s`: the length of
    the slices in which operations pass, 0 without."""
    if len(rates) < MIN_SERIES_INTERVALS:
        return None
    if slice_s:
        return _rate_in_slices(rates, interval_s, slice_s)
    return _analyse(np.asarray(rates, dtype=float), interval_s, MIN_INTERVAL_NOISE)


def _rate_in_slices(
    rates: Sequence[float], interval_s: float, slice_s: float
) -> SustainedRate | None:
    """The same of operations that pass in slices. An interval holds one slice more or less, so that
    a burst must show in groups of them."""
    size = max(1, len(rates) // MAX_GROUPS, math.ceil(slice_s / interval_s))
    count = len(rates) // size
    if count < MIN_SERIES_INTERVALS:
        return None
    groups = np.asarray(rates[: count * size], dtype=float).reshape(count, size).mean(axis=1)
    slice_share = slice_s / (size * interval_s)
    found = _analyse(groups, size * interval_s, max(MIN_INTERVAL_NOISE, slice_share))
    first = found.first * size
    kept = rates[first:]
    # Of the scatter of groups, what their slices do not explain.
    explained = slice_share / 2 / math.sqrt(count - found.first)
    return replace(
        found,
        rate_per_s=tapered_rate(kept),
        error=math.sqrt(max(0.0, found.error**2 - explained**2)),
        first=first,
        cut_share=tapered_error(slice_s, interval_s, len(kept)),
    )


def _analyse(series: Array, interval_s: float, least_noise: float) -> SustainedRate:
    cuts = pieces(series, least_noise)
    last = cuts[-1]
    # The median, because a later stall must not make earlier intervals look like a burst. The last
    # piece may still hold the end of a burst where it is as short as a piece can be.
    shortest = last > 0 and len(series) - last <= MIN_PIECE_INTERVALS
    level = float(series[-1] if shortest else np.median(series[last:]))
    noise = max(least_noise * level, min(spread(series[last:]), spread(series)))
    # The first interval never counts: a short burst or a filling queue may be in it.
    lead = last
    while lead < len(series) - 1 and series[lead] > level + BURST_DEVIATIONS * noise:
        lead += 1
    first = max(lead, 1)
    rate_kept = float(np.mean(series[first:]))
    error = relative_error([float(rate) for rate in series[first:]])
    before = series[:lead]
    operations = float(np.sum(before - rate_kept)) * interval_s
    if rate_kept <= 0 or lead == 0 or operations <= 0:
        return SustainedRate(
            rate_kept,
            error,
            first,
            None,
            lead > 0 and bool(np.mean(before) < rate_kept * (1 - MIN_RATE_CHANGE)),
        )
    # A stall may follow the burst: it spends no credits, and its rate is not that of the burst.
    operations = float(np.max(np.cumsum(before - rate_kept))) * interval_s
    fast = before[before > rate_kept]
    resolved = len(fast) > MIN_PIECE_INTERVALS
    # The median, because the last interval of a burst is mixed.
    rate = float(np.median(fast) if resolved else np.max(fast))
    return SustainedRate(
        rate_kept,
        error,
        first,
        Excess(rate, operations, credits_last_s(operations, rate, rate_kept), resolved),
        rose=False,
        settled=len(series) - first >= MIN_PIECE_INTERVALS,
    )


def pieces(series: Array, least_noise: float = MIN_INTERVAL_NOISE) -> list[int]:
    """Where pieces of constant rate begin; the first is 0.

    Optimal partition (Jackson et al., 2005): least sum of squares with `CUT_PENALTY` for each
    piece.
    Single intervals that stand out (a stall) are replaced by the median of three first, so that
    they neither cut nor move a piece; the first one is not, which a burst may have to itself.
    """
    count = len(series)
    smooth = series.copy()
    smooth[1:-1] = np.median([series[:-2], series[1:-1], series[2:]], axis=0)
    smooth[-1] = np.median(series[-3:])
    level = float(np.median(smooth))
    noise = max(least_noise * level, spread(series), 1e-12)
    sums = np.concatenate([[0.0], np.cumsum(smooth)])
    squares = np.concatenate([[0.0], np.cumsum(smooth**2)])
    best = np.full(count + 1, np.inf)
    best[0] = -CUT_PENALTY
    previous_cut = np.zeros(count + 1, dtype=int)
    for end in range(1, count + 1):
        starts = np.arange(0, end)
        starts = starts[(end - starts >= MIN_PIECE_INTERVALS) | (starts == 0)]
        lengths = end - starts
        total = sums[end] - sums[starts]
        costs = (
            best[starts]
            + CUT_PENALTY
            + (squares[end] - squares[starts] - total**2 / lengths) / noise**2
        )
        at = int(np.argmin(costs))
        best[end], previous_cut[end] = costs[at], starts[at]
    cuts = [count]
    while cuts[-1] > 0:
        cuts.append(int(previous_cut[cuts[-1]]))
    return _merge_pieces(series, cuts[::-1], max(MIN_RATE_CHANGE, least_noise))


def _merge_pieces(series: Array, cuts: list[int], least_change: float) -> list[int]:
    """The beginnings of pieces, after those that hardly differ from the previous one are joined to
    it."""
    merged = [(cuts[0], cuts[1])]
    for begin, end in itertools.pairwise(cuts[1:]):
        previous_rate, own_rate = (
            float(np.mean(series[slice(*merged[-1])])),
            float(np.mean(series[begin:end])),
        )
        if abs(own_rate - previous_rate) < least_change * max(own_rate, previous_rate):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((begin, end))
    return [begin for begin, _ in merged]


def spread(series: Array) -> float:
    """Standard deviation of an interval from the differences of neighbours: a change of level
    hardly moves it."""
    if len(series) < 2:
        return 0.0
    return float(np.median(np.abs(np.diff(series)))) / (0.6745 * math.sqrt(2))
