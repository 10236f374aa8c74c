"""Whether the last rounds of a test are steady: by SNIA's own test, and by what those rounds can
tell.

SNIA's test is a tolerance on what was seen: highest less lowest within 20 % of the mean, and the
straight line through five rounds within 10 %. It asks nothing of chance: independent noise with a
standard deviation of 10 % passes it in three of ten windows, and a target that loses 2 % a round
passes it nearly always. So beside it stands the 95 % interval of that line's rise or fall (least
squares, Student's t with two degrees of freedom fewer than rounds):

- `drifting`: the interval lies on one side of zero, and its middle is beyond a fifth of the
  tolerance: below that nobody would call it a drift, however surely it is there;
- `steady`: the interval lies within the tolerance, and it does not drift;
- `unknown`: these rounds cannot tell.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.judge.rounds.rule import Rounds

Steadiness = Literal["steady", "drifting", "unknown"]
CONFIDENCE = 0.95
LEAST_DRIFT = 0.2
"""Of the tolerance of the slope."""
_EXACT = 1e-12
"""What the arithmetic of a mean adds to a value that is exactly the bound."""


@dataclass(frozen=True)
class Window:
    """The rounds that are judged. `rounds` are their numbers; shares are of the mean."""

    rounds: tuple[int, ...]
    values: tuple[float, ...]
    mean: float
    range_share: float
    """Highest less lowest."""
    slope: float
    """Of the straight line, a round (of those judged)."""
    travel: float
    """Its rise (or fall, below zero) from the first to the last of them, a share."""
    travel_low: float
    travel_high: float
    """The 95 % interval of that."""
    passes: bool
    """SNIA's test."""
    steadiness: Steadiness

    def line(self, place: int) -> float:
        """The straight line at the round at this place, from 0."""
        return self.mean + self.slope * (place - (len(self.values) - 1) / 2)


def judge(values: Sequence[float | None], rule: Rounds, *, begin: int = 1) -> Window | None:
    """The window that ends with the last round; `values` are those of all rounds so far, None where
    a round has none. No round before `begin` is part of it: the target rested since. None where
    there are too few, or one of them has none."""
    numbers = [number for number in _numbers(len(values), rule) if number >= begin]
    chosen = [(number, values[number - 1]) for number in numbers]
    known = [(number, value) for number, value in chosen if value is not None and value > 0]
    if len(known) < rule.window:
        return None
    return _judged(tuple(n for n, _ in known), tuple(v for _, v in known), rule)


def _numbers(last: int, rule: Rounds) -> list[int]:
    """The numbers, from 1, of the rounds that are judged."""
    found = [last - rule.every * back for back in range(rule.window)]
    return sorted(number for number in found if number >= 1)


def _judged(rounds: tuple[int, ...], values: tuple[float, ...], rule: Rounds) -> Window:
    from scipy.special import stdtrit

    n = len(values)
    mean = statistics.fmean(values)
    middle = (n - 1) / 2
    # The sum of squares of 0 … n-1 about their mean.
    spread = n * (n * n - 1) / 12
    slope = sum((place - middle) * (value - mean) for place, value in enumerate(values)) / spread
    rest = sum((value - mean - slope * (place - middle)) ** 2 for place, value in enumerate(values))
    error = math.sqrt(rest / (n - 2) / spread)
    half = float(stdtrit(n - 2, (1 + CONFIDENCE) / 2)) * error * (n - 1) / mean
    travel = slope * (n - 1) / mean
    range_share = (max(values) - min(values)) / mean
    tolerance = rule.slope / 100
    passes = range_share <= rule.range / 100 + _EXACT and abs(travel) <= tolerance + _EXACT
    low, high = travel - half, travel + half
    return Window(
        rounds,
        values,
        mean,
        range_share,
        slope,
        travel,
        low,
        high,
        passes,
        _steadiness(low, high, tolerance),
    )


def _steadiness(low: float, high: float, tolerance: float) -> Steadiness:
    if (low > 0 or high < 0) and abs(low + high) / 2 > LEAST_DRIFT * tolerance:
        return "drifting"
    if low >= -tolerance and high <= tolerance:
        return "steady"
    return "unknown"
