"""The time that is left: stages ahead at their expected length, the one under way at what it
shows."""

import pytest

from plimsoll.cli.terminal.pace import Pace


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_time_left_shrinks_as_time_passes_and_as_stages_end_early() -> None:
    clock = Clock()
    pace = Pace({"fill": 5.0, "search": 30.0, "hold": 10.0}, clock)
    assert pace.left_s() == 45.0
    pace.enter("fill")
    clock.now += 2.0
    assert pace.left_s() == 43.0
    pace.enter("search")
    assert pace.left_s() == 40.0
    clock.now += 12.0
    assert pace.left_s() == 28.0
    pace.enter("hold")
    clock.now += 4.0
    assert pace.left_s() == pytest.approx(6.0)


def test_an_overdue_stage_does_not_eat_into_those_ahead() -> None:
    clock = Clock()
    pace = Pace({"search": 3.0, "hold": 10.0}, clock)
    pace.enter("search")
    clock.now += 60.0
    # Nor is it told as all but over: a fifth of what it took may well come.
    assert pace.left_s() == pytest.approx(10.0 + 12.0)


def test_the_last_stage_is_never_told_as_over_while_it_goes_on() -> None:
    """A search that takes 10 s where 4 were expected, looked at four times a second."""
    clock = Clock()
    pace = Pace({"search": 4.0}, clock)
    pace.enter("search")
    told = []
    for _ in range(40):
        clock.now += 0.25
        spent = clock.now - 100.0
        told.append((spent, pace.left_s()))
    assert all(left > 0 for _, left in told)
    assert max(spent / (spent + left) for spent, left in told) < 0.85
    # Before it is overdue, as expected.
    assert told[7] == (2.0, 2.0)


def test_a_stage_that_tells_its_part_is_extrapolated() -> None:
    clock = Clock()
    pace = Pace({"fill": 1.0, "search": 30.0}, clock)
    pace.enter("fill")
    clock.now += 2.0
    # A quarter in 2 s: 6 s more, then the 30.
    pace.part(0.25)
    assert pace.left_s() == pytest.approx(36.0)


def test_going_back_to_a_stage_that_was_over_promises_nothing_for_it() -> None:
    clock = Clock()
    pace = Pace({"search": 30.0, "hold": 10.0}, clock)
    pace.enter("search")
    pace.enter("hold")
    pace.enter("search")
    clock.now += 5.0
    assert pace.left_s() == 10.0
