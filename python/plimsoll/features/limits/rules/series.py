"""Takes a burst out of the rate of a Run: where does its interval series change for good, and what
stays?

A closed loop on a token bucket runs at the burst's rate until the credits are gone, then at the
rate at which they come back. With rate p, then r after t seconds: the bucket held (p - r) t
operations (they were spent and r t came in meanwhile). The series is cut into pieces of constant
rate by least squares with a price on each piece; the last piece is what stays, and what was done
beyond it before is the burst, however short: the first interval tells of a burst of a fraction of
it. General change points (dips, outages, recoveries) are not found here.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.judge.flatness import relative_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.limits.rules.models import Array

CHANGE = 0.05
"""A piece whose rate differs by less from its neighbour's is the same piece."""
NOISE = 0.01
"""The least noise of an interval that is reckoned with, relatively."""
PRICE = 12.0
"""What a cut costs, in squared standard deviations of an interval: about 3.5 of them for one
interval."""
LEAST = 3
"""Intervals of a piece, except the first."""
LEADING = 3.0
"""Standard deviations by which an interval at the beginning lies above what stays, to belong to a
burst."""
SHORTEST = 5
"""A series of fewer intervals is not looked at."""


@dataclass(frozen=True)
class Excess:
    """A burst at the beginning of a Run: operations beyond what stayed, seconds, its rate;
    `resolved`: over three intervals or more."""

    rate_per_s: float
    operations: float
    seconds: float
    resolved: bool


@dataclass(frozen=True)
class Sustained:
    """What stayed: its rate and relative error, from which interval on, and the burst before it.

    `rose`: the rate rose during the Run by more than `CHANGE`: it was not yet what it became.
    """

    rate_per_s: float
    error: float
    first: int
    excess: Excess | None
    rose: bool


def sustained(rates: Sequence[float], interval_s: float) -> Sustained | None:
    """What a series says of the rate that stays; none when it is too short."""
    if len(rates) < SHORTEST:
        return None
    series = np.asarray(rates, dtype=float)
    cuts = pieces(series)
    last = cuts[-1]
    # The median: a stall later on must not make what came before it look like a burst.
    level = float(np.median(series[last:]))
    noise = max(NOISE * level, spread(series[last:]))
    # A short burst fills the first interval only in part, and a queue that fills takes its time:
    # neither stays.
    lead = last
    while lead < len(series) - LEAST and series[lead] > level + LEADING * noise:
        lead += 1
    first = max(lead, 1)
    kept = float(np.mean(series[first:]))
    error = relative_error([float(rate) for rate in series[first:]])
    before = series[:lead]
    operations = float(np.sum(before - kept)) * interval_s
    if kept <= 0 or lead == 0 or operations <= 0:
        return Sustained(
            kept, error, first, None, lead > 0 and bool(np.mean(before) < kept * (1 - CHANGE))
        )
    resolved = lead > LEAST
    # The median: the last intervals of the burst are mixed.
    rate = float(np.median(before)) if resolved else float(np.max(before))
    return Sustained(
        kept,
        error,
        first,
        Excess(rate, operations, operations / (rate - kept), resolved),
        rose=False,
    )


def pieces(series: Array) -> list[int]:
    """Where pieces of constant rate begin; the first is 0.

    Optimal partition (Jackson et al., 2005): least sum of squares with `PRICE` for each piece.
    Single intervals that stand out (a stall) are replaced by the median of three first, so that
    they neither cut nor move a piece.
    """
    count = len(series)
    smooth = series.copy()
    smooth[1:-1] = np.median([series[:-2], series[1:-1], series[2:]], axis=0)
    level = float(np.median(smooth))
    noise = max(NOISE * level, spread(series), 1e-12)
    sums = np.concatenate([[0.0], np.cumsum(smooth)])
    squares = np.concatenate([[0.0], np.cumsum(smooth**2)])
    best = np.full(count + 1, np.inf)
    best[0] = -PRICE
    came = np.zeros(count + 1, dtype=int)
    for end in range(1, count + 1):
        starts = np.arange(0, end)
        starts = starts[(end - starts >= LEAST) | (starts == 0)]
        lengths = end - starts
        total = sums[end] - sums[starts]
        costs = (
            best[starts] + PRICE + (squares[end] - squares[starts] - total**2 / lengths) / noise**2
        )
        at = int(np.argmin(costs))
        best[end], came[end] = costs[at], starts[at]
    cuts = [count]
    while cuts[-1] > 0:
        cuts.append(int(came[cuts[-1]]))
    return _merged(series, cuts[::-1])


def _merged(series: Array, cuts: list[int]) -> list[int]:
    """The beginnings of pieces, those that hardly differ from the piece before them joined to
    it."""
    kept = [(cuts[0], cuts[1])]
    for begin, end in itertools.pairwise(cuts[1:]):
        was, now = float(np.mean(series[slice(*kept[-1])])), float(np.mean(series[begin:end]))
        if abs(now - was) < CHANGE * max(now, was):
            kept[-1] = (kept[-1][0], end)
        else:
            kept.append((begin, end))
    return [begin for begin, _ in kept]


def spread(series: Array) -> float:
    """Standard deviation of an interval from the differences of neighbours: a change of level
    hardly moves it."""
    if len(series) < 2:
        return 0.0
    return float(np.median(np.abs(np.diff(series)))) / (0.6745 * math.sqrt(2))
