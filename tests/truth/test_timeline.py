"""A smoke of the tables of `python -m tests.truth.timeline`, and that they can fail."""

import pytest

from tests.truth.timeline import FAULTS, SMOKE, STATIONARY, RunCase, find_episodes, intervals, look


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.long if "S4" in one else ()) for one in SMOKE]
)
def test_a_fault_is_found_within_an_interval_of_its_time(name: str) -> None:
    seen = look(FAULTS[name], 11)
    assert seen.right, seen
    assert seen.others == 0


@pytest.mark.parametrize(
    ("name", "asked"), [STATIONARY[1], STATIONARY[7], STATIONARY[11]], ids=lambda one: str(one)[:30]
)
def test_nothing_is_told_of_a_stationary_stack(name: str, asked: RunCase) -> None:
    assert find_episodes(intervals(asked, 11)) == []


def test_the_table_would_see_a_blind_time_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.truth.timeline.find_episodes", lambda _: [])
    assert not look(FAULTS["gp2 credits run out, 1s"], 11).right
