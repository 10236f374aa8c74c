"""Change points of one signal: where its level changes, near-linear in its length.

The rule, each part with its reason (decision 0018-changes-over-time has the rivals and
their figures):

* **A median of three first.** A single odd interval, up or down, is not a change; the place of a
  step is not moved.
* **Noise from differences of block means**, by their median: neither a few changes nor outliers
  move it, and blocks of 1, 2, 4, … see correlation (queues forget slowly), as the long-run variance
  b/2 · Var(difference of means of b).
* **Seeded binary segmentation, narrowest first** (Kovács, Li, Bühlmann, Munk 2023; Baranowski,
  Chen, Fryzlewicz 2019): intervals of lengths n, n/√2, n/2, … are each split where the means differ
  most. Among those that differ by more than the threshold the narrowest is taken, so that short
  faults of long Runs are found. O(n log n) in all.
* **Then every change is tested beside its neighbours** with the noise of its own two sides, since a
  storage that is throttled is also noisier or calmer. Changes that fail, or are too small to
  report, are merged away.

Pure arithmetic on arrays; `episodes.py` interprets the changes.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

MIN_SIDE = 2
"""Intervals on either side of a change, at least."""
LENGTH_RATIO = math.sqrt(2)
"""From one length of seeded intervals to the next (Kovács et al., section 2.2: the decay a =
1/√2)."""
THRESHOLD_FACTOR = 1.6
"""Threshold in units of √(2 ln n), the size that the largest of n normal deviations reaches.
Calibrated: decision 0018-changes-over-time."""
PRIOR_CORRELATION = 2.0
"""Correlation that is always assumed: a short series cannot show its own."""
SHORT_SERIES = 5.0
"""The threshold of n samples is larger by this over n: few samples know their noise badly."""
MIN_BLOCKS = 16
"""Block means of a spread, at least: with fewer a single change spoils it."""
MAX_PASSES = 4
"""Times that noise is measured again without the changes found so far."""
MAX_BLOCK = 16
"""Correlation is looked for over so many intervals; a level that lasts longer is a level."""
_NORMAL = 1.4826
"""Standard deviation over median absolute deviation, of a normal distribution."""
_QUARTILE = 1.1503
"""Three quarters of the absolute normal deviates lie below this."""
_MIN_SAMPLES = 8
"""Samples from which a segment shows its own noise."""


@dataclass(frozen=True)
class Segment:
    """A stretch of equal level: samples `start` to `stop` (not included), their level in the
    signal's own scale."""

    start: int
    stop: int
    level: float


@dataclass(frozen=True)
class Change:
    """The level changes at sample `at` (the first of the new level). `deviations`: its size in
    standard errors."""

    at: int
    deviations: float


@dataclass(frozen=True)
class Fit:
    """A signal as stretches of equal level; `changes[i]` lies between `segments[i]` and `segments[i
    + 1]`."""

    segments: tuple[Segment, ...]
    changes: tuple[Change, ...]
    noise: float
    """Standard deviation of a sample, of differences."""
    correlation: float
    """Long-run variance over variance: samples worth one independent sample; at least 1."""


def threshold(n: int) -> float:
    """The size of a significant change in standard errors, in a signal of n samples."""
    return THRESHOLD_FACTOR * math.sqrt(2 * math.log(max(n, 8))) * (1 + SHORT_SERIES / max(n, 1))


def median_of_three(y: Floats) -> Floats:
    """The median of each sample and its two neighbours; the ends stay."""
    if len(y) < 3:
        return y.copy()
    out = y.copy()
    out[1:-1] = np.median(np.stack([y[:-2], y[1:-1], y[2:]]), axis=0)
    return out


def noise(y: Floats, floor: float) -> tuple[float, float]:
    """(standard deviation, correlation factor) of a signal whose level may change a few times."""
    variances = []
    size = 1
    while size <= MAX_BLOCK and len(y) // size >= (4 if size == 1 else MIN_BLOCKS):
        means = _block_means(y, size)
        spread = _NORMAL * float(np.median(np.abs(np.diff(means))))
        if size == 1:
            # The quartile guards against few samples close together by chance, and heavy tails.
            spread = math.sqrt(2) * _spread(y)
        # The spread of few blocks is uncertain: one relative standard error of it is added.
        blocks = len(means) - 1
        variances.append(
            size / 2 * spread**2 * (1 + (1.2 / math.sqrt(blocks) if size > 1 else 0.0))
        )
        size *= 2
    variance = max(variances[0] if variances else 0.0, floor**2)
    return math.sqrt(variance), max(PRIOR_CORRELATION, max(variances, default=variance) / variance)


def fit(y: Floats, *, floor: float, least: float) -> Fit:
    """The signal as stretches. `floor`: noise that is always assumed; `least`: the smallest change
    to report."""
    n = len(y)
    calm, limit = median_of_three(y), threshold(n)
    found = Fit((Segment(0, n, float(np.mean(calm))),), (), *noise(y, floor))
    for _ in range(MAX_PASSES):
        sigma, correlation = found.noise, found.correlation
        candidates = (
            _candidates(calm, sigma * math.sqrt(correlation), limit) if n >= 2 * MIN_SIDE else []
        )
        found = _standing(
            calm, y, [0, *_place(calm, candidates), n], floor, correlation, limit, least, sigma
        )
        # Large changes make noise look correlated: without them smaller ones may show. Where there
        # is none the first answer is final, so this raises no false alarm of its own.
        sigma, correlation = noise(y - _levels(found, n), floor)
        if not found.changes or correlation > 0.8 * found.correlation:
            break
        found = Fit(found.segments, found.changes, sigma, correlation)
    return found


def _levels(found: Fit, n: int) -> Floats:
    levels = np.empty(n)
    for segment in found.segments:
        levels[segment.start : segment.stop] = segment.level
    return levels


def _block_means(y: Floats, size: int) -> Floats:
    whole = len(y) // size
    means: Floats = y[: whole * size].reshape(whole, size).mean(axis=1)
    return means


@lru_cache(maxsize=2)
def _windows(n: int) -> tuple[tuple[int, Places, Places, Floats], ...]:
    """The seeded intervals of a series of n samples: their size, their starts, and for each place
    within them the samples on its left and its weight. Cached, since `on_the_way.py` judges windows
    of equal length again and again."""
    found = []
    length = float(n)
    while (size := math.ceil(length)) >= 2 * MIN_SIDE:
        count = 1 if size >= n else 2 * math.ceil(n / length)
        starts = np.unique(np.linspace(0, n - size, count).astype(np.int64))
        left = np.arange(MIN_SIDE, size - MIN_SIDE + 1)
        found.append((size, starts, left, np.sqrt(left * (size - left) / size)))
        length /= LENGTH_RATIO
    return tuple(found)


def _candidates(y: Floats, sigma: float, limit: float) -> list[int]:
    n = len(y)
    sums = np.concatenate([[0.0], np.cumsum(y - y.mean())])
    found: list[tuple[int, float, int, int, int]] = []
    for size, starts, left, weight in _windows(n):
        # In pieces, so that memory stays small for the long series of a day.
        for piece in np.array_split(starts, max(1, len(starts) * size // 1_000_000)):
            inside = sums[piece[:, None] + left] - sums[piece][:, None]
            whole = (sums[piece + size] - sums[piece])[:, None]
            stat = np.abs(inside / left - (whole - inside) / (size - left)) * weight
            best = stat.argmax(axis=1)
            value = stat[np.arange(len(piece)), best] / sigma
            for at in np.flatnonzero(value > limit):
                start = int(piece[at])
                found.append(
                    (size, -float(value[at]), start, start + size, start + int(left[best[at]]))
                )
    return _narrowest(found, n)


def _narrowest(found: list[tuple[int, float, int, int, int]], n: int) -> list[int]:
    """The narrowest intervals with a change, without those that hold a change taken before."""
    taken = np.zeros(n + 1, dtype=bool)
    for _, _, start, stop, at in sorted(found):
        if not taken[start + 1 : stop].any():
            taken[at] = True
    return [int(at) for at in np.flatnonzero(taken)]


def _place(y: Floats, changes: list[int]) -> list[int]:
    """Each change where the means of its two sides differ most, with its neighbours held."""
    bounds = [0, *changes, len(y)]
    for i in range(1, len(bounds) - 1):
        start, stop = bounds[i - 1], bounds[i + 1]
        part = y[start:stop]
        size = len(part)
        if size < 2 * MIN_SIDE:
            continue
        left = np.arange(MIN_SIDE, size - MIN_SIDE + 1)
        inside = np.cumsum(part)[left - 1]
        stat = np.abs(inside / left - (part.sum() - inside) / (size - left)) * np.sqrt(
            left * (size - left) / size
        )
        bounds[i] = start + int(left[stat.argmax()])
    return bounds[1:-1]


def _standing(
    y: Floats,
    raw: Floats,
    bounds: list[int],
    floor: float,
    correlation: float,
    limit: float,
    least: float,
    sigma: float,
) -> Fit:
    """Merges the weakest change away until all stand."""
    values = [
        _weight(y, raw, bounds, i, floor, correlation, least, sigma)
        for i in range(1, len(bounds) - 1)
    ]
    while values and min(values) < limit:
        at = values.index(min(values))
        del bounds[at + 1], values[at]
        for i in (at - 1, at):
            if 0 <= i < len(values):
                values[i] = _weight(y, raw, bounds, i + 1, floor, correlation, least, sigma)
    bounds = _onsets(y, _whole_steps(y, bounds), sigma)
    values = [
        _weight(y, raw, bounds, i, floor, correlation, 0.0, sigma)
        for i in range(1, len(bounds) - 1)
    ]
    segments = tuple(
        Segment(start, stop, _level(y[start:stop])) for start, stop in pairwise(bounds)
    )
    changes = tuple(Change(at, value) for at, value in zip(bounds[1:-1], values, strict=True))
    return Fit(segments, changes, sigma, correlation)


def _whole_steps(y: Floats, bounds: list[int]) -> list[int]:
    """Removes short landings: a step inside an interval leaves a false level between the two."""
    steps = bounds[:]
    i = 1
    while i + 2 < len(steps):
        before, landing, after = (
            float(np.mean(y[steps[j] : steps[j + 1]])) for j in (i - 1, i, i + 1)
        )
        if steps[i + 1] - steps[i] <= MIN_SIDE and min(before, after) < landing < max(
            before, after
        ):
            del steps[i + 1]
        else:
            i += 1
    return steps


def _onsets(y: Floats, bounds: list[int], sigma: float) -> list[int]:
    """Each change at the first sample that leaves the old level by a fifth of the step, if the
    noise lets that be seen."""
    placed = bounds[:]
    for i in range(1, len(bounds) - 1):
        at, stop = bounds[i], bounds[i + 1]
        before, after = float(np.median(y[placed[i - 1] : at])), float(np.median(y[at:stop]))
        far = max(0.2 * abs(after - before), 4 * sigma)
        if far > abs(after - before) / 2:
            continue
        first, last = max(placed[i - 1] + 1, at - MIN_SIDE), min(stop - 1, at + MIN_SIDE)
        while at > first and abs(y[at - 1] - before) > far:
            at -= 1
        while at < last and abs(y[at] - before) <= far:
            at += 1
        placed[i] = at
    return placed


def _weight(
    y: Floats,
    raw: Floats,
    bounds: list[int],
    i: int,
    floor: float,
    correlation: float,
    least: float,
    sigma: float,
) -> float:
    """The change at `bounds[i]` in standard errors of its own two sides; 0 when it is too small to
    report."""
    before, after = y[bounds[i - 1] : bounds[i]], y[bounds[i] : bounds[i + 1]]
    size = abs(float(np.mean(after)) - float(np.mean(before)))
    if size < least:
        return 0.0
    sides = [raw[start:stop] for start, stop in pairwise(bounds[i - 1 : i + 2])]
    return size / math.sqrt(sum(_variance(side, floor, correlation, sigma) for side in sides))


def _variance(raw: Floats, floor: float, correlation: float, sigma: float) -> float:
    """The variance of the mean of a stretch: of its own noise, if it is long enough to show it."""
    spread = _spread(raw) if len(raw) >= _MIN_SAMPLES else sigma
    return max(spread, floor) ** 2 * min(correlation, len(raw)) / len(raw)


def differ(y: Floats, found: Fit, one: Segment, other: Segment, *, floor: float) -> bool:
    """Whether the levels of two segments that need not be neighbours differ by more than chance: by
    the threshold that a change has to pass."""
    sides = [y[segment.start : segment.stop] for segment in (one, other)]
    error = math.sqrt(sum(_variance(side, floor, found.correlation, found.noise) for side in sides))
    return abs(one.level - other.level) > threshold(len(y)) * error


def _level(part: Floats) -> float:
    """The median where there are enough: a part of an interval at either end belongs to the step,
    not to the level."""
    return float(np.median(part) if len(part) >= 5 else np.mean(part))


def _spread(part: Floats) -> float:
    """Standard deviation of a sample, from differences: slow movement is left to the correlation
    factor."""
    apart = np.abs(np.diff(part)) / math.sqrt(2)
    return max(_NORMAL * float(np.median(apart)), float(np.quantile(apart, 0.75)) / _QUARTILE)
