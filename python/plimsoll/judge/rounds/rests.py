"""Whether the target rested between its rounds, and which rounds may be judged together.

Steady state is a state under load: it is reached by round after round without a break. A flash
drive that rests collects garbage and is fast again for a while (SNIA measures that as host idle
recovery, where 5 s of rest are seen in the next access); a cache empties, an array tiers. So rounds
on both sides of a rest are not one series. A suite rests when it was stopped or killed and goes on
later, and when its machine was suspended.

Within a campaign there are moments without load: a Run drains, the next is opened. They are seconds
at most, and about as long each time; a rest is what is longer than `LEAST_S` and than
`TIMES` times the usual moment. When a Run was killed is known to some ten seconds, since its
intervals are kept that often.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from plimsoll import units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from plimsoll.model import Interval
    from plimsoll.store import PlannedPointRow, PlannedRunRow, RunRow

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
            return f"within round {self.after}"
        return f"between rounds {self.after} and {self.before}"

    @property
    def words(self) -> str:
        """What happened, and what follows from it."""
        return (
            f"The target rested for {units.exact_seconds(self.seconds)} {self.where}. A target that"
            " rested is in another state, so that steady state is judged only by rounds that began"
            " after that."
        )


def rests(busy: Sequence[Busy]) -> tuple[Rest, ...]:
    """The rests between these, which are in any order."""
    ordered = sorted(busy, key=lambda one: one.began_s)
    gaps = [
        Rest(one.round, then.round, then.began_s - one.ended_s)
        for one, then in itertools.pairwise(ordered)
    ]
    # The lower quartile: of few, half may be rests.
    usual = sorted(one.seconds for one in gaps)[(len(gaps) - 1) // 4] if len(gaps) > 1 else 0.0
    return tuple(one for one in gaps if one.seconds > max(LEAST_S, TIMES * usual))


def rests_of_runs(
    points: Iterable[PlannedPointRow],
    belonging: Iterable[PlannedRunRow],
    runs: Iterable[RunRow],
    intervals: Callable[[int], Iterable[Interval]],
) -> tuple[Rest, ...]:
    """The rests between all Runs of these Points, those of earlier attempts included: they were
    load, too. `intervals` gives the sealed intervals of a Run that was cut, whose end nobody
    noted."""
    rounds = {point.id: point.repeat for point in points}
    of_run = {one.run_id: rounds[one.planned_point_id] for one in belonging}
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
    lasted = max((one["start_s"] + one["length_s"] for one in intervals(run.id)), default=0.0)
    return run.began_s + max(lasted, 0.0)


def first_whole(found: Sequence[Rest]) -> int:
    """The first round that began behind the last rest, and so without any since."""
    if not found:
        return 1
    last = found[-1]
    return last.before if last.before > last.after else last.before + 1
