"""When the target of a campaign with rounds rested, read from the Runs that a store holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.judge.rounds import Busy, Rest, rests

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from plimsoll.model import Interval
    from plimsoll.store import PlannedPointRow, PlannedRunRow, RunRow


def of(
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
