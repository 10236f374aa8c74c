"""Chooses the changes of a history to report: those that a repeated search through many places does
not find by chance.

Otava's level is that of one t-test, and its standard deviations divide by n. A history is searched
again with every new value, at every place of a window: at that level a constant series has an alarm
every two hundred values. So a change is reported when

- its t-test, with standard deviations over n - 1, lies below `LEVEL`, and the level moved by at
  least `MIN_EFFECT` standard deviations, because chance finds small differences of long levels; or
  it lies below `CERTAIN_LEVEL`, whatever the size;
- at least `MIN_LEVEL_VALUES` values stand on either side, and `MIN_VALUES` before the first one;
- the level changed by at least `SMALLEST` of itself;
- with up to `NEWEST_WINDOW` values behind it, these lie `MIN_REST_EFFECT` standard deviations away
  even without the furthest one: one bad night is no level.

That holds for a place sought among all. The newest values have a test of their own (`_newest`): do
the last `NEWEST` differ from the level before them? That is one test per new value, so it may have
the higher level `NEWEST_LEVEL`.

The figures are from simulation (`python -m tests.truth.history`, decision
0019-alarms-of-a-history).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.features.suites.history.divisive import Change, changes, changes_at, pvalue

if TYPE_CHECKING:
    from plimsoll.features.suites.history.divisive import Values

LEVEL = 1.5e-4
CERTAIN_LEVEL = 1e-6
MIN_EFFECT = 1.5
MIN_LEVEL_VALUES = 3
SMALLEST = 0.01
CANDIDATE_LEVEL = 0.001
"""Otava's own level, which finds the candidates."""
MIN_VALUES = 8
"""Fewer values have no history."""
NEWEST = 5
NEWEST_LEVEL = 7e-4
DETECTION_POWER = 0.9
NO_NOISE = 1e-6
SHORT_HISTORY = 25
"""After this many values, a step of 2.5 standard deviations is reported within `NEWEST` values in
`DETECTION_POWER` of cases (decision 0019-alarms-of-a-history)."""
MIN_REST_EFFECT = 1.0
"""Standard deviations by which a few values must differ without the furthest of them."""
NEWEST_WINDOW = 15
"""A step found in five values stays reported until this many values stand behind it, as long as the
test of all of them agrees. After that, the search among all places must find it."""


def reported_changes(values: Sequence[float], *, smallest: float = SMALLEST) -> list[Change]:
    """The changes of level to report; none with fewer than MIN_VALUES values."""
    if len(values) < MIN_VALUES:
        return []
    series = np.asarray(values, dtype=np.float64)
    # The levels are computed again for the final places.
    candidates = changes_at(
        series, [change.index for change in changes(values, level=CANDIDATE_LEVEL)]
    )
    confirmed_changes = [
        change
        for change in candidates
        if abs(change.relative) >= smallest
        and change.index - change.begin >= (MIN_LEVEL_VALUES if change.begin else MIN_VALUES)
        and change.end - change.index >= MIN_LEVEL_VALUES
        and _is_change(series[change.begin : change.index], series[change.index : change.end])
        and not _is_single_value(
            series[change.begin : change.index], series[change.index : change.end]
        )
    ]
    newest = _newest(series, confirmed_changes[-1].index if confirmed_changes else 0)
    if newest is None or abs(newest.relative) < smallest:
        return confirmed_changes
    if confirmed_changes:
        last = confirmed_changes[-1]
        after = float(np.mean(series[last.index : newest.index]))
        confirmed_changes[-1] = replace(last, after=after, end=newest.index)
    return [*confirmed_changes, newest]


def detectable_step(values: Sequence[float]) -> float | None:
    """The step, as a share of the level of these values, that would be reported within `NEWEST`
    more values in `DETECTION_POWER` of cases; None with fewer than MIN_VALUES values, or without
    noise.

    From the power of the test in `_newest`, whose statistic has a noncentral t distribution.
    """
    from scipy.special import nctdtr, stdtrit

    series = np.asarray(values, dtype=np.float64)
    n = len(series)
    if n < MIN_VALUES:
        return None
    noise = float(np.std(series, ddof=1) / abs(np.mean(series)))
    if noise < NO_NOISE:
        return None
    freedom = n + NEWEST - 2
    bound = float(stdtrit(freedom, 1 - NEWEST_LEVEL / 2))
    low, high = 0.0, 10 * bound
    for _ in range(50):
        effect = (low + high) / 2
        power = 1 - float(nctdtr(freedom, effect, bound))
        low, high = (low, effect) if power >= DETECTION_POWER else (effect, high)
    return max(high * noise * math.sqrt(1 / n + 1 / NEWEST), SMALLEST)


def _newest(series: Values, begin: int) -> Change | None:
    """The step of the newest values against the level that began at `begin`; None without one."""
    best: tuple[float, int] | None = None
    for place in range(
        max(begin + MIN_VALUES, len(series) - NEWEST_WINDOW), len(series) - NEWEST + 1
    ):
        p_newest = _level_p(series[begin:place], series[place : place + NEWEST])
        p_all = _level_p(series[begin:place], series[place:])
        if max(p_newest, p_all) < NEWEST_LEVEL and (best is None or p_all < best[0]):
            best = (p_all, place)
    if best is None:
        return None
    place = best[1]
    [change] = changes_at(series[begin:], [place - begin])
    return replace(change, index=place, begin=begin, end=len(series))


def _level_p(left: Values, right: Values) -> float:
    """The p-value of a t-test between a level and newer values; 1 where a single value makes the
    difference."""
    if _is_single_value(left, right):
        return 1.0
    spread = _spread(left, right)
    return pvalue(left, right, spread) if spread else 0.0


def _is_single_value(left: Values, right: Values) -> bool:
    """Whether a few newer values differ from a level only by the furthest of them."""
    if len(right) > NEWEST_WINDOW:
        return False
    moved = right - np.mean(left)
    moved = moved if np.mean(moved) > 0 else -moved
    rest = float(np.sum(moved) - np.max(moved)) / (len(moved) - 1)
    return rest <= 0 or rest < MIN_REST_EFFECT * _spread(left, right)


def _spread(left: Values, right: Values) -> float:
    """Pooled standard deviation, with n - 1."""
    squares = np.var(left) * len(left) + np.var(right) * len(right)
    return float(np.sqrt(squares / (len(left) + len(right) - 2)))


def _is_change(left: Values, right: Values) -> bool:
    difference = abs(float(np.mean(right) - np.mean(left)))
    spread = _spread(left, right)
    if spread == 0:
        # Without noise, as on the virtual clock, any difference is one.
        return difference > 0
    p = pvalue(left, right, spread)
    return p < CERTAIN_LEVEL or (p < LEVEL and difference >= MIN_EFFECT * spread)
