"""Two groups of operations with nothing between them, as hits of a cache and misses are.

A mean and a median describe neither group. The rule is one for Runs of our own, whose distributions
are in the store, and for those that other programs measured."""

import math
from collections.abc import Mapping
from itertools import pairwise

from plimsoll.native import histogram

MODE_RATIO = 3.0
"""Ratio of neighbouring percentiles from which a distribution has two parts."""
MODE_STEP = 10.0
"""Most percentage points between neighbouring percentiles that are compared."""
MODE_EDGES = (5.0, 95.0)
"""Percentiles between which two modes are looked for: fewer operations are a tail."""
LEAST_SAMPLES = 1000
"""Operations from which the form of a distribution is judged."""
PER_OCTAVE = 16
"""Steps to a doubling in which a distribution of our own is searched for two groups."""
WIDTH = 2 ** (1 / PER_OCTAVE) - 1
"""Relative width of such a step."""


def counts_of(distribution: bytes) -> dict[int, int]:
    """Operations of a stored distribution by the middle of their step, ns."""
    found = histogram.buckets([distribution], PER_OCTAVE)
    return {round(most / math.sqrt(1 + WIDTH)): count for most, count in found if count}


def percentiles(counts: Mapping[int, int]) -> dict[float, float]:
    """Percentiles at every percent."""
    total, below = sum(counts.values()), 0
    found: dict[float, float] = {}
    percent = 1
    for value in sorted(counts):
        below += counts[value]
        while percent < 100 and below * 100 >= percent * total:
            found[float(percent)] = float(value)
            percent += 1
    return found


def two_modes(levels: Mapping[float, float]) -> dict[str, float] | None:
    """The share of the fast group in percent, its slowest operation and the fastest of the others;
    None where there is one group. `levels`: percentiles, ns."""
    low, high = MODE_EDGES
    inside = [(at, value) for at, value in sorted(levels.items()) if low <= at <= high]
    steps = [
        (after[1] / before[1], before, after)
        for before, after in pairwise(inside)
        if before[1] > 0 and after[0] - before[0] <= MODE_STEP
    ]
    if not steps:
        return None
    ratio, before, after = max(steps)
    if ratio < MODE_RATIO:
        return None
    return {"share_percent": before[0], "fast_ns": before[1], "slow_ns": after[1]}
