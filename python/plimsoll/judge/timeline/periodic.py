"""A pattern that repeats, such as a destage that comes and goes: one episode, not many changes.

Found in the autocorrelation of a signal (one Fourier transform, O(n log n)): it has to come back at
one period and at two of them, with a trough between, over at least five periods. Where it is found,
level changes are looked for in the means of whole periods only.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from plimsoll.judge.timeline.changes import Floats

PERIODS = 5
"""Repeats of a pattern, at least."""
SHORTEST = 3
"""Intervals of a period, at least."""
MIN_AT_ONE = 0.5
"""Autocorrelation at one period, at least."""
MIN_AT_TWO = 0.4
"""Autocorrelation at two periods, at least."""
MIN_TROUGH = 0.3
"""Fall of the autocorrelation between them, at least."""


@dataclass(frozen=True)
class Period:
    """`samples` from one repeat to the next (not whole, as the mean over several), its
    autocorrelation there."""

    samples: float
    strength: float


def period_of(y: Floats) -> Period | None:
    """The period of a signal; none where it has none."""
    n = len(y)
    longest = n // PERIODS
    if longest < SHORTEST:
        return None
    rho = _autocorrelation(y, 2 * longest + 2)
    for lag in range(SHORTEST, longest + 1):
        if rho[lag] < MIN_AT_ONE or rho[lag] < rho[lag - 1] or rho[lag] < rho[lag + 1]:
            continue
        # A fractional period puts the second peak a sample beside twice the first.
        second = 2 * lag - 1 + int(np.argmax(rho[2 * lag - 1 : 2 * lag + 2]))
        deep = max(float(rho[1:lag].min()), float(rho[lag + 1 : second].min()))
        if rho[second] >= MIN_AT_TWO and deep <= rho[lag] - MIN_TROUGH:
            return Period(_refine_period(y, second / 2), float(rho[lag]))
    return None


def fold_periods(y: Floats, samples: float) -> tuple[Floats, list[int]]:
    """Means over whole periods, and the sample at which each begins (with the end of the last)."""
    count = int(len(y) / samples)
    bounds = [round(i * samples) for i in range(count)] + [len(y)]
    sums = np.concatenate([[0.0], np.cumsum(y)])
    means = np.array([(sums[b] - sums[a]) / (b - a) for a, b in pairwise(bounds)])
    return means, bounds


def _autocorrelation(y: Floats, lags: int) -> Floats:
    n = len(y)
    centred = y - np.median(y)
    # Clip outliers: a single large deviation must not dominate.
    far = float(np.quantile(np.abs(centred), 0.98)) or 1.0
    centred = np.clip(centred, -far, far)
    centred = centred - centred.mean()
    size = 1 << (2 * n - 1).bit_length()
    spectrum = np.fft.rfft(centred, size)
    raw = np.fft.irfft(spectrum * np.conj(spectrum), size)[: lags + 1]
    total = float(raw[0])
    if total <= 0:
        return np.zeros(lags + 1)
    # Correct for the smaller number of pairs at larger lags.
    unbiased: Floats = raw / total * (n / (n - np.arange(lags + 1)))
    return unbiased


def _refine_period(y: Floats, samples: float) -> float:
    """The period from a lag of several: the best near five times the first guess has a fifth of its
    error."""
    n = len(y)
    many = min(20, int(n / samples / 2))
    if many < 2:
        return samples
    centre, reach = round(many * samples), max(1, many // 2)
    rho = _autocorrelation(y, min(n - 2, centre + reach + 1))
    lags = np.arange(max(1, centre - reach), min(len(rho), centre + reach + 1))
    return float(lags[int(np.argmax(rho[lags]))]) / many if len(lags) else samples
