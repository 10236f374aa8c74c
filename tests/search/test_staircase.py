"""The staircase: it keeps to its time and to rates that make sense, whatever its Runs say."""

import math
from typing import Any

import pytest

from plimsoll.search import document
from plimsoll.search.belief import DECIDED, vote
from plimsoll.search.budget import Budget
from plimsoll.search.load_line import LoadLineResult
from plimsoll.search.staircase import MAX_HOLD_DISTANCE, MAX_HOLD_RETRIES
from tests.search.model import MovingLine, Queue, holds, search_target

BOUND = "p99(response_time, all) <= 2303us"


def search(
    target: Any, seconds: float, seed: int = 1, objective: str | None = BOUND
) -> LoadLineResult:
    return search_target(target, seed, Budget.thorough().within(seconds), objective)


class Mute(Queue):
    """No open-loop Run is ever decided; each leans the way that it should, by this factor."""

    leans = 2.0

    def probe(self, **asked: Any) -> Any:
        record = super().probe(**asked)
        if asked["rate"] is not None and record["judgement"] is not None:
            value = 0.01 / self.leans if asked["rate"] < self.line else 0.01 * self.leans
            record["outcome"] = "ok"
            record["judgement"] = self._judgement(
                "undecided", "too_close", value, 0.5 * value, 2 * value
            )
        return record


@pytest.mark.parametrize("seconds", [62, 300, 1800])
def test_an_end_that_stays_undecided_is_given_up_near_the_line(seconds: float) -> None:
    result = search(Mute(), seconds)
    for role in ("hold_low", "hold_high"):
        held = [probe.rate for probe in result.probes if probe.role == role]
        near, lower = held[:MAX_HOLD_RETRIES], held[MAX_HOLD_RETRIES:]
        assert all(abs(rate / 8_000 - 1) <= 1.5 * MAX_HOLD_DISTANCE for rate in near)
        # Without a pass a few lower ones are held, each lower than all before: one of them may be a
        # rate to plan with.
        assert len(lower) <= (MAX_HOLD_RETRIES if role == "hold_low" else 0)
        before = [min(held[:at]) for at in range(len(near), len(held))]
        assert all(rate < 0.97 * least for rate, least in zip(lower, before, strict=True))
        assert all(rate >= 0.6 * 8_000 for rate in lower)
    assert result.graded.grade == "estimated"
    assert holds(result.graded, 8_000)
    assert result.test_seconds <= 1.1 * seconds


@pytest.mark.parametrize("capacity", [70.0, 700.0, 7_000.0])
def test_slow_storage_is_asked_for_as_long_as_a_judgement_takes(capacity: float) -> None:
    target = Queue(capacity=capacity, bound_s=math.log(100) / (0.2 * capacity))
    result = search(target, 300)
    asked = [probe for probe in result.probes if probe.role in ("probe", "hold_low", "hold_high")]
    assert asked
    # One that was decided on the way was over sooner.
    assert all(
        call["rate"] * call["measure_for_s"] >= 1_000
        for call in target.calls
        if call["role"] == "probe"
    )
    light = next(probe for probe in result.probes if probe.role == "reference")
    assert light.measure_s <= 0.11 * 300
    assert result.test_seconds <= 1.1 * 300


@pytest.mark.parametrize("seed", range(8))
def test_the_line_of_a_cap_is_the_cap_and_never_above_it(seed: int) -> None:
    result = search(Queue(capacity=3_000.0, share_at=lambda _: 1e-4), 90, seed)
    assert result.graded.rate is not None
    assert result.graded.rate <= result.maximum.rate_per_s
    assert result.graded.rate == pytest.approx(3_000, rel=0.03)
    assert holds(result.graded, 3_000)


def test_what_is_wider_than_was_asked_says_what_more_time_buys() -> None:
    class Vague(Mute):
        leans = 1.2

    assert [event.words for event in search(Vague(), 62).events if event.kind == "more_time"] == [
        "to halve the width of the interval, run four times as long: find --time 4m"
    ]


@pytest.mark.long
def test_a_confirmed_line_lies_between_its_ends_and_not_on_the_one_that_failed() -> None:
    found = [search(Queue(clumps=20.0), 62, seed) for seed in range(20)]
    confirmed = [result.graded for result in found if result.graded.grade == "confirmed"]
    assert confirmed
    for graded in confirmed:
        low, rate, high = graded.low or 0.0, graded.rate or 0.0, graded.high or 0.0
        assert 0.0 < low < rate < high <= low * 1.6


def test_the_light_load_that_chose_the_objective_met_it() -> None:
    result = search(Queue(light_p99_s=0.5e-3), 62, objective=None)
    assert result.objective_from == "default"
    light = next(probe for probe in result.probes if probe.role == "reference")
    assert not light.estimates
    assert vote(light) == pytest.approx(DECIDED)
    assert not hasattr(document.of(result).probes[light.index], "chose")


def wide(result: LoadLineResult) -> bool:
    low, high = result.graded.low, result.graded.high
    assert low is not None
    assert high is not None
    return high > 1.35 * low


@pytest.mark.long
def test_what_an_end_that_did_not_hold_left_wide_is_asked_again_out_there() -> None:
    results = [search(MovingLine(seed), 69, seed) for seed in range(60)]
    again = 0
    for result in results:
        roles = [probe.role for probe in result.probes]
        last = max(index for index, role in enumerate(roles) if role.startswith("hold"))
        looks = roles[last + 1 :]
        again += bool(looks)
        assert set(looks) <= {"probe"}
        ends, graded = result.ends, result.graded
        held = ends.passed is not None and ends.failed is not None
        assert not looks or graded.grade == "estimated" or held
        # What was asked after both ends had been held confirms them, and moves neither.
        assert graded.grade != "confirmed" or (graded.low, graded.high) == (ends.low, ends.high)
        assert result.test_seconds <= 1.1 * 69
    assert again >= 5


@pytest.mark.long
def test_half_of_the_searches_of_a_line_that_moves_confirm_it_within_a_minute() -> None:
    found = [search(MovingLine(seed), 69, seed).graded for seed in range(60)]
    # 34 and 56 of them; 18 and 55 where ends were held inside of the interval.
    assert sum(graded.grade == "confirmed" for graded in found) >= 24
    assert sum(graded.plan is not None for graded in found) >= 50


@pytest.mark.long
def test_a_line_that_stands_still_is_not_asked_again_after_its_holds() -> None:
    for seed in range(10):
        roles = [probe.role for probe in search(Queue(), 69, seed).probes]
        assert roles[-1].startswith("hold")
