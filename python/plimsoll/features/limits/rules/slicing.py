"""The rate of a budget that is granted in slices, from the intervals of a Run.

A Run of L seconds holds a whole number of slices of T, give or take one, so that its mean is off by
up to T / L, and all Runs of one length by the same. Weights that fall to zero at both ends of the
Run (Hann) leave nearly no weight to the slices that the ends cut. What is left is the error of the
intervals, which say when a slice passed only to their own length: it is large where slices and
intervals keep in step, so that Runs get intervals that do not (`interval_s`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.models import Array

PHASES = 48
"""Instants within a slice at which a Run may begin, of which the worst counts."""
SLICE_ERROR = 0.005
"""Relative error of the length of a slice, as latencies show it."""
MOST_INTERVALS = 200
"""Of a Run."""
SHORTEST_INTERVAL_S = 0.1
LENGTHS_TRIED = 41


def tapered_rate(rates: Sequence[float]) -> float:
    """The mean of a series of intervals in which the middle of the Run weighs most."""
    return float(np.dot(_weights(len(rates)), np.asarray(rates, dtype=float)))


def tapered_error(slice_s: float, interval_s: float, count: int) -> float:
    """Relative bound of the error of `tapered_rate` over so many intervals, where each slice passes
    in an instant; slices that take time to pass do better."""
    lengths = (slice_s * (1 + sign * SLICE_ERROR) for sign in (-1, 0, 1))
    return max(_error(length, interval_s, count) for length in lengths)


def interval_s(slice_s: float, measure_s: float) -> float:
    """The length of intervals that shows the rate of such slices best: whole milliseconds."""
    shortest = max(SHORTEST_INTERVAL_S, measure_s / MOST_INTERVALS)
    lengths = [round(float(length), 3) for length in np.linspace(1, 2, LENGTHS_TRIED) * shortest]
    return min(lengths, key=lambda length: tapered_error(slice_s, length, int(measure_s / length)))


@lru_cache(maxsize=1024)
def _error(slice_s: float, interval_s: float, count: int) -> float:
    ends = np.arange(count + 1) * interval_s
    begins = np.arange(PHASES)[:, None] * (slice_s / PHASES)
    passed = np.diff(np.floor((ends - begins) / slice_s), axis=1)
    rates = passed * (slice_s / interval_s)
    return float(np.max(np.abs(rates @ _weights(count) - 1)))


@lru_cache(maxsize=64)
def _weights(count: int) -> Array:
    weights = 1 - np.cos(2 * np.pi * (np.arange(count) + 0.5) / count)
    return np.asarray(weights / np.sum(weights))
