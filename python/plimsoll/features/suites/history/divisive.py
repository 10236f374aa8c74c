"""Finds changes of level in a series: E-divisive with a t-test, as in Apache Otava.

The method is that of Matteson and James (arXiv 1306.4933) with the changes of Fleming and others
("Hunter", doi 10.1145/3578244.3583719), written from those papers and from the behaviour of Otava
0.8.0, which it equals change point by change point (`tests/features/suites/test_change_points.py`):

1. **Split.** In windows of `window` values, half overlapping, the values are parted at the best
   place by their pairwise distances (`_parting`). A t-test between the parts, at ten times the
   level, decides whether it is a change; then each part is divided again, the best parting first,
   until none is significant.
2. **Merge.** The place with the weakest t-test between its neighbouring parts is removed until the
   weakest is significant.

Otava's t-test divides by n, not n - 1, and is too sure with few values. That is kept for equality;
`alarm.py` is stricter.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Values = NDArray[np.float64]

WINDOW = 50
LEVEL = 0.001
_FIRST_PASS_FACTOR = 10.0
"""Factor by which the level of the first pass is higher."""


@dataclass(frozen=True)
class Change:
    """The first value of a new level."""

    index: int
    pvalue: float
    before: float
    """Mean of the values between the change before it and this one."""
    after: float
    """Mean of those from here to the next."""
    begin: int
    """Where the level before it began."""
    end: int
    """Behind the last value of the new level."""

    @property
    def relative(self) -> float:
        """Change of the level, a share of the one before."""
        return self.after / self.before - 1.0 if self.before else 0.0


def changes(values: Sequence[float], *, window: int = WINDOW, level: float = LEVEL) -> list[Change]:
    """The changes of level in a series, in order; `level` is the p-value that each must stay
    below."""
    series = np.asarray(values, dtype=np.float64)
    return _merge_places(series, _split(series, window, level * _FIRST_PASS_FACTOR), level)


def _split(series: Values, window: int, level: float) -> list[int]:
    """Places that may be change points, in order."""
    places: set[int] = set()
    start, step = 0, window // 2
    while start < len(series):
        end = min(start + window, len(series))
        window_places = [start + place for place in _window_partings(series[start:end], level)]
        places.update(window_places)
        start = max(window_places[-1] if window_places else 0, start + step)
    return sorted(places)


def _window_partings(series: Values, level: float) -> list[int]:
    """Places within one window: the best parting of all parts first, until it is not
    significant."""
    places: list[int] = []
    partings: dict[tuple[int, int], tuple[float, int]] = {}
    while True:
        ends = [0, *places, len(series)]
        parts = [(begin, end) for begin, end in itertools.pairwise(ends) if end - begin > 1]
        for part in parts:
            if part not in partings:
                partings[part] = _parting(series, *part)
        if not parts:
            return places
        begin, end = max(parts, key=lambda part: partings[part][0])
        place = partings[begin, end][1]
        if _pvalue(series[begin:place], series[place:end]) > level:
            return places
        places = sorted([*places, place])


def _parting(series: Values, begin: int, end: int) -> tuple[float, int]:
    """How well values[begin:end] can be parted, and the first place behind the parting.

    For parts X of n and Y of m values, which need not reach the end: 2/(n+m) times the sum of all
    distances between them, less as much of the mean distance within each (Matteson and James,
    equation 5, with exponent 1).
    """
    values = series[begin:end]
    count = len(values)
    distances = np.abs(values[:, None] - values[None, :])
    total = np.zeros((count + 1, count + 1))
    total[1:, 1:] = distances.cumsum(axis=0).cumsum(axis=1)
    corner = np.diagonal(total)
    part = np.arange(1, count)[:, None]
    to = np.arange(2, count + 1)[None, :]
    n, m = part.astype(np.float64), (to - part).astype(np.float64)
    valid = m > 0
    both = total[part, to] - corner[part]
    in_x = corner[part] / 2
    in_y = (corner[to] - 2 * total[part, to] + corner[part]) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        quality = 2 / (n + m) * both
        quality = quality - np.where(n > 1, 2 * m / (n + m) / (n - 1) * in_x, 0.0)
        quality = quality - np.where(m > 1, 2 * n / (n + m) / (m - 1) * in_y, 0.0)
    quality = np.where(valid, quality, -np.inf)
    row, column = np.unravel_index(int(np.argmax(quality)), quality.shape)
    return float(quality[row, column]), begin + int(row) + 1


def pvalue(left: Values, right: Values, spread: float) -> float:
    """Of a two-sided t-test with pooled variance, whose root is `spread`; 1 where equal values have
    neither a difference nor a spread."""
    from scipy.special import stdtr

    n, m = len(left), len(right)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (np.mean(left) - np.mean(right)) / (np.float64(spread) * np.sqrt(1 / n + 1 / m))
    return 1.0 if np.isnan(t) else 2 * float(stdtr(n + m - 2, -np.abs(t)))


def _pvalue(left: Values, right: Values) -> float:
    """Otava's p-value: with standard deviations that divide by n instead of n - 1, and 1 for too
    few values."""
    n, m = len(left), len(right)
    if n + m <= 2:
        return 1.0
    squares = (n - 1) * np.var(left) + (m - 1) * np.var(right)
    return pvalue(left, right, float(np.sqrt(squares / (n + m - 2))))


def _merge_places(series: Values, places: list[int], level: float) -> list[Change]:
    """The changes that remain when the weakest is removed until it is significant.

    As in Otava, only the changes behind a removed place are tested again; the one before it keeps
    its t-test, though its level has become longer. `changes_at` computes the final levels.
    """
    merged = changes_at(series, places)
    while merged:
        weakest = max(merged, key=lambda one: one.pvalue)
        if weakest.pvalue < level:
            # Between two equal levels there is no change, however significant.
            weakest = min(merged, key=lambda one: abs(one.relative))
            if weakest.relative != 0.0:
                return merged
        at = merged.index(weakest)
        del merged[at]
        renewed = changes_at(series, [one.index for one in merged])
        merged[at : at + 2] = renewed[at : at + 2]
    return merged


def changes_at(series: Values, places: Sequence[int]) -> list[Change]:
    """The changes at these places, each with the levels on its sides."""
    ends = [0, *places, len(series)]
    return [
        Change(
            place,
            _pvalue(series[begin:place], series[place:end]),
            float(np.mean(series[begin:place])),
            float(np.mean(series[place:end])),
            begin,
            end,
        )
        for begin, place, end in zip(ends[:-2], places, ends[2:], strict=True)
    ]
