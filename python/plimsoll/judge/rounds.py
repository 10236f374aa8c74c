"""Rounds until a target is steady: their keys in a file, the rounds that may be judged together,
and whether the last ones are steady. Pure.

**The target must not have rested between them.** Steady state is a state under load: it is reached
by round after round without a break. A flash drive that rests collects garbage and is fast again
for a while (SNIA measures that as host idle recovery, where 5 s of rest are seen in the next
access); a cache empties, an array tiers. So rounds on both sides of a rest are not one series. A
suite rests when it was stopped or killed and goes on later, and when its machine was suspended.
Within a campaign there are moments without load: a Run drains, the next is opened. They are seconds
at most, and about as long each time; a rest is what is longer than `LEAST_S` and than `TIMES` times
the usual moment. When a Run was killed is known to some ten seconds, since its intervals are kept
that often.

**Steady by SNIA's own test, and by the evidence of the rounds.** SNIA's test is a tolerance on the
figures: highest less lowest within 20 % of the mean, and the straight line through five rounds
within 10 %. It ignores chance: independent noise with a standard deviation of 10 % passes it in
three of ten windows, and a target that loses 2 % a round passes it nearly always. So beside it
stands the 95 % interval of that line's rise or fall (least squares, Student's t with two degrees of
freedom fewer than rounds):

- `drifting`: the interval lies on one side of zero, and its middle is beyond a fifth of the
  tolerance: below that nobody would call it a drift, however surely it is there;
- `steady`: the interval lies within the tolerance, and it does not drift;
- `unknown`: these rounds cannot tell.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import Field

from plimsoll.base import units
from plimsoll.base.closed_model import ClosedModel
from plimsoll.base.sentence import Sentence
from plimsoll.judge.messages import message
from plimsoll.native.values import WorkloadValues

if TYPE_CHECKING:
    from plimsoll.native.record import Interval
    from plimsoll.store import PlannedPointRow, PlannedRunRow, RunRow

# -- keys of a file --------------------------------------------------------------------------------

Of = Literal["rate", "bytes", "latency"]
Percent = Annotated[float, Field(gt=0, le=100)]


class Track(ClosedModel):
    """A test of each round by which steadiness is judged."""

    name: str = Field(description="As reports call it.")
    workload: str = Field(description="The name of its [[workload]].")
    block_size: str | None = Field(
        None, description="Its block size, where the workload has several."
    )
    of: Of = Field(
        "rate", description="IOPS (rate), bytes/s (bytes) or mean response time (latency)."
    )

    def is_of(self, workload: Mapping[str, object]) -> bool:
        """Whether a Point with this workload is tracked."""
        values = WorkloadValues.of(workload)
        return values.name == self.workload and self.block_size in (None, values.block_size)


class Rounds(ClosedModel):
    """Every repeat is a round; rounds go on until the tracked tests are steady, or for
    campaign.repeats. Needs order = "as_written" and one target."""

    tracks: list[Track] = Field(description="All of them must be steady.", min_length=1)
    window: Annotated[int, Field(ge=3)] = Field(
        5, description="Steady state is judged by so many rounds."
    )
    range: Percent = Field(
        20.0, description="Highest less lowest of them, at most so many percent of their mean."
    )
    slope: Percent = Field(
        10.0,
        description=(
            "Rise or fall of the straight line through them, from the first to the last: at most so"
            " many percent of their mean."
        ),
    )
    every: Annotated[int, Field(ge=1)] = Field(
        1, description="Rounds that are judged lie so many apart."
    )
    capacity: Annotated[float, Field(gt=0)] | None = Field(
        None,
        description=(
            "Rounds end when so many times the target's size was written, steady or not. Without:"
            " when the target is steady."
        ),
    )


# -- rests ---------------------------------------------------------------------------------------

LEAST_S = 15.0
TIMES = 3.0


class Busy(NamedTuple):
    """A time of load: a Run of a round, from its beginning to its end, in s."""

    round: int
    began_s: float
    ended_s: float


class Rest(NamedTuple):
    """A time without load."""

    after: int
    """The round of the last Run before it."""
    before: int
    """The round of the first Run behind it; the same where it lies within a round."""
    seconds: float

    @property
    def where(self) -> str:
        """Between which rounds, in words."""
        if self.after == self.before:
            return message("within-round", round=self.after)
        return message("between-rounds", after=self.after, before=self.before)

    @property
    def words(self) -> str:
        """The rest and its consequence."""
        return str(self.sentence)

    @property
    def sentence(self) -> Sentence:
        """The same as a sentence for a store."""
        rest = Sentence(partial(units.exact_seconds, self.seconds))
        within = partial(message, "rested-within", rest=rest, after=self.after)
        if self.after == self.before:
            return Sentence(within)
        between = partial(
            message, "rested-between", rest=rest, after=self.after, before=self.before
        )
        return Sentence(between)


def rests(busy: Sequence[Busy]) -> tuple[Rest, ...]:
    """The rests between these times of load, which are in any order."""
    ordered = sorted(busy, key=lambda run: run.began_s)
    gaps = [
        Rest(run.round, then.round, then.began_s - run.ended_s)
        for run, then in itertools.pairwise(ordered)
    ]
    # The lower quartile: of few, half may be rests.
    usual = sorted(rest.seconds for rest in gaps)[(len(gaps) - 1) // 4] if len(gaps) > 1 else 0.0
    return tuple(rest for rest in gaps if rest.seconds > max(LEAST_S, TIMES * usual))


def rests_of_runs(
    points: Iterable[PlannedPointRow],
    belonging: Iterable[PlannedRunRow],
    runs: Iterable[RunRow],
    intervals: Callable[[int], Iterable[Interval]],
) -> tuple[Rest, ...]:
    """The rests between all Runs of these Points, with those of earlier attempts: they were load,
    too. `intervals` gives the sealed intervals of a Run that was killed, whose end is not
    recorded."""
    rounds = {point.id: point.repeat for point in points}
    of_run = {planned.run_id: rounds[planned.planned_point_id] for planned in belonging}
    return rests(
        [
            Busy(of_run[run.id], run.began_s, _ended_s(run, intervals))
            for run in runs
            if run.id in of_run
        ]
    )


def _ended_s(run: RunRow, intervals: Callable[[int], Iterable[Interval]]) -> float:
    if run.finished_at_ns is not None:
        return run.finished_at_ns / 1e9
    lasted = max((part["start_s"] + part["length_s"] for part in intervals(run.id)), default=0.0)
    return run.began_s + max(lasted, 0.0)


def first_whole(found: Sequence[Rest]) -> int:
    """The first round that began behind the last rest, and so without any since."""
    if not found:
        return 1
    last = found[-1]
    return last.before if last.before > last.after else last.before + 1


# -- the last rounds ------------------------------------------------------------------------------

Steadiness = Literal["steady", "drifting", "unknown"]
CONFIDENCE = 0.95
LEAST_DRIFT = 0.2
"""Of the tolerance of the slope."""
_EXACT = 1e-12
"""Rounding error of a mean that is exactly at the bound."""


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
    return _window(tuple(n for n, _ in known), tuple(v for _, v in known), rule)


def _numbers(last: int, rule: Rounds) -> list[int]:
    """The numbers, from 1, of the rounds that are judged."""
    found = [last - rule.every * back for back in range(rule.window)]
    return sorted(number for number in found if number >= 1)


def _window(rounds: tuple[int, ...], values: tuple[float, ...], rule: Rounds) -> Window:
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
