"""Which changes of a history are told: those that a search through many places and many mornings
does not bring forth by chance.

Otava's level is that of one t-test, and its standard deviations are those of n values over n. A
history is looked at again whenever a value comes, at every place of a window: at that level a
series in which nothing changes has an alarm every two hundred values. So a change is told when

- its t-test, with standard deviations over n - 1, lies below `LEVEL`, and the level moved by at
  least `LEAST_EFFECT` standard deviations: chance finds small differences of long levels; or it
  lies below `SURE`, whatever the size;
- at least `LEAST` values stand on either side of it, and before the first one `LEAST_VALUES`;
- the level changed by at least `SMALLEST` of itself;
- of up to `KEPT` values behind it those without the furthest lie `LEAST_REST` standard deviations
  away, too: one bad night is no level.

That is for a place sought among all. The newest values are one place, and are asked a question of
their own (`_newest`): do the last `NEWEST` differ from the level before them? One test for each
value that comes may have the level `NEWEST_LEVEL`.

The figures are from simulation (`python -m tests.truth.history`, decision
0021-alarms-of-a-history).
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.features.suites.history.divisive import Change, changes, changes_at, pvalue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.suites.history.divisive import Values

LEVEL = 1.5e-4
CERTAIN_LEVEL = 1e-6
MIN_EFFECT = 1.5
MIN_LEVEL_VALUES = 3
SMALLEST = 0.01
CANDIDATE_LEVEL = 0.001
"""Otava's own level: what is told is chosen from what it finds."""
LEAST_VALUES = 8
"""Fewer values have no history."""
NEWEST = 5
NEWEST_LEVEL = 7e-4
DETECTION_POWER = 0.9
NO_NOISE = 1e-6
SHORT_HISTORY = 25
"""With this many values before it, a step of 2.5 standard deviations is reported within `NEWEST`
values in `OFTEN` of cases (decision 0021-alarms-of-a-history)."""
MIN_REST_EFFECT = 1.0
"""Standard deviations by which few values must differ without the furthest of them."""
NEWEST_WINDOW = 15
"""A step that was told of five values is told on until so many stand behind it, as long as the test
of all of them says so; from then on what is sought among all must find it."""


def told(values: Sequence[float], *, smallest: float = SMALLEST) -> list[Change]:
    """The changes of level that are told; none of fewer than LEAST_VALUES."""
    if len(values) < LEAST_VALUES:
        return []
    series = np.asarray(values, dtype=np.float64)
    # With the levels as they are in the end.
    candidates = changes_at(
        series, [change.index for change in changes(values, level=CANDIDATE_LEVEL)]
    )
    confirmed_changes = [
        change
        for change in candidates
        if abs(change.relative) >= smallest
        and change.index - change.begin >= (MIN_LEVEL_VALUES if change.begin else LEAST_VALUES)
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


def finds(values: Sequence[float]) -> float | None:
    """The step, as a share of their level, that is reported within `NEWEST` values in `OFTEN` of
    cases if these values are the level before it; none of fewer than LEAST_VALUES, or without
    noise.

    The power of the test that is made (`_newest`), with the noise that these values show: its
    statistic has a noncentral t distribution.
    """
    from scipy.special import nctdtr, stdtrit

    series = np.asarray(values, dtype=np.float64)
    n = len(series)
    if n < LEAST_VALUES:
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
    """The step that the newest values make against their level, which began at `begin`; none where
    they make none."""
    best: tuple[float, int] | None = None
    for place in range(
        max(begin + LEAST_VALUES, len(series) - NEWEST_WINDOW), len(series) - NEWEST + 1
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
    """The p-value of a t-test between a level and newer values; 1 where only one of these makes the
    difference."""
    if _is_single_value(left, right):
        return 1.0
    spread = _spread(left, right)
    return pvalue(left, right, spread) if spread else 0.0


def _is_single_value(left: Values, right: Values) -> bool:
    """Whether few newer values differ from a level by the furthest of them alone."""
    if len(right) > NEWEST_WINDOW:
        return False
    moved = right - np.mean(left)
    moved = moved if np.mean(moved) > 0 else -moved
    rest = float(np.sum(moved) - np.max(moved)) / (len(moved) - 1)
    return rest <= 0 or rest < MIN_REST_EFFECT * _spread(left, right)


def _spread(left: Values, right: Values) -> float:
    """Of a value, over n - 1."""
    squares = np.var(left) * len(left) + np.var(right) * len(right)
    return float(np.sqrt(squares / (len(left) + len(right) - 2)))


def _is_change(left: Values, right: Values) -> bool:
    difference = abs(float(np.mean(right) - np.mean(left)))
    spread = _spread(left, right)
    if spread == 0:
        # No noise at all, as on the virtual clock: what differs, differs.
        return difference > 0
    p = pvalue(left, right, spread)
    return p < CERTAIN_LEVEL or (p < LEVEL and difference >= MIN_EFFECT * spread)
