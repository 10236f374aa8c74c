"""A search between two rates: nothing is offered outside of them, and what lies there is a
bound."""

import math
from types import SimpleNamespace
from typing import Any

import pytest

from plimsoll.report.first import search_text
from plimsoll.search import document
from plimsoll.search.between import Between
from plimsoll.search.budget import Budget
from plimsoll.search.grades import GradedLine
from plimsoll.search.holds import Ends
from plimsoll.search.load_line import LoadLineResult
from plimsoll.search.reasons import REASONS
from tests.search.model import MovingLine, Queue, holds, search_target
from tests.search.test_staircase import BOUND

BUDGETS = {"real": Budget.thorough().within(120), "virtual": Budget.virtual()}


def search(target: Any, low: float, high: float, budget: Budget, seed: int = 1) -> LoadLineResult:
    result = search_target(target, seed, budget, BOUND, between=Between.of(low, high))
    offered = [call["rate"] for call in target.calls]
    assert all(rate is not None and rate <= high for rate in offered), "no closed loop, none above"
    assert all(call["rate"] >= low for call in target.calls if call["role"] != "reference"), (
        "none below"
    )
    assert result.maximum is None
    document.of(result)
    return result


@pytest.mark.parametrize("budget", BUDGETS.values(), ids=BUDGETS)
@pytest.mark.parametrize("seed", range(4))
def test_a_line_inside_is_found_as_without_a_range(budget: Budget, seed: int) -> None:
    graded = search(Queue(), 5_000, 9_500, budget, seed).graded
    assert graded.grade in ("confirmed", "estimated")
    assert holds(graded, Queue().line)
    assert (graded.high or math.inf) <= (graded.low or 0.0) * 1.35


@pytest.mark.parametrize("budget", BUDGETS.values(), ids=BUDGETS)
@pytest.mark.parametrize("seed", range(3))
def test_a_line_above_is_at_least_the_highest_rate(budget: Budget, seed: int) -> None:
    result = search(Queue(), 1_000, 4_000, budget, seed)
    assert (result.graded.grade, result.reason) == ("bounded", "above_range")
    assert (result.graded.low, result.graded.high) == (4_000, None)
    assert result.ends.passed is not None, "held there"


@pytest.mark.parametrize("budget", BUDGETS.values(), ids=BUDGETS)
@pytest.mark.parametrize("seed", range(3))
def test_a_line_below_is_less_than_the_lowest_rate(budget: Budget, seed: int) -> None:
    result = search(Queue(), 8_800, 9_900, budget, seed)
    assert (result.graded.grade, result.reason) == ("bounded", "below_range")
    assert (result.graded.low, result.graded.high) == (None, 8_800)


@pytest.mark.parametrize("seed", range(4))
def test_a_line_that_moves_over_an_end_stays_within_what_was_offered(seed: int) -> None:
    target = MovingLine(seed=seed)
    search(target, 0.97 * target.line, 2 * target.line, BUDGETS["real"], seed)


def test_every_reason_of_a_search_has_words_in_its_report() -> None:
    # What is read from Runs tells its own reason.
    assert {*REASONS} - {*search_text.REASONS} == {"read_from_runs", "closed_loop_only"}


def test_a_hold_that_failed_at_an_end_is_no_bound_beyond_it() -> None:
    between = Between.of(1_000, 4_000)
    placed = GradedLine("estimated", 4_300.0, 3_800.0, 4_900.0, 3_700.0)

    def one(rate: float, role: str, verdict: str) -> Any:
        return SimpleNamespace(
            rate=rate, offered_rate_per_s=rate, role=role, verdict=verdict, estimates=(1,)
        )

    held, failed = one(3_900.0, "hold_low", "pass"), one(4_000.0, "hold_high", "fail")
    short = [one(4_000.0, "probe", "pass")] * 4
    ends = Ends(3_900.0, 4_000.0, passed=held, failed=failed)
    found = between.clip_answer(placed, ends, [*short, failed, held])
    assert (found.grade, found.rate, found.low, found.high) == (
        "estimated",
        4_000.0,
        3_800.0,
        4_900.0,
    )
    ends = Ends(4_000.0, None, passed=one(4_000.0, "hold_high", "pass"))
    found = between.clip_answer(placed, ends, short)
    assert (found.grade, found.low, between.bound_reason(found)) == (
        "bounded",
        4_000.0,
        "above_range",
    )
    # Never offered at the end: a bound at what was.
    found = between.clip_answer(placed, Ends(None, None), [one(2_000.0, "probe", "pass")])
    assert (found.grade, found.low, between.bound_reason(found)) == ("bounded", 2_000.0, None)
    below = GradedLine("estimated", 900.0, 700.0, 1_100.0)
    ends = Ends(1_000.0, None, passed=one(1_000.0, "hold_low", "pass"))
    found = between.clip_answer(below, ends, short)
    assert (found.grade, found.rate) == ("estimated", 1_000.0)
    found = between.clip_answer(below, Ends(None, None), [one(2_000.0, "probe", "fail")])
    assert (found.grade, found.high, between.bound_reason(found)) == ("bounded", 2_000.0, None)


def test_a_range_above_what_the_target_carries_overloads_it_once() -> None:
    target = Queue(capacity=2_000)
    result = search(target, 5_000, 9_000, BUDGETS["real"])
    assert (result.graded.high, result.reason) == (5_000, "below_range")
    assert [call["rate"] for call in target.calls] == [5_000]


def test_where_no_run_was_decided_outside_there_is_no_bound() -> None:
    between = Between.of(1_000, 4_000)
    for rate in (900.0, 4_300.0):
        found = between.clip_answer(
            GradedLine("estimated", rate, 800.0, 4_900.0), Ends(None, None), []
        )
        assert (found.grade, found.low, found.high) == ("bounded", None, None)


def test_what_the_client_cannot_offer_is_told_and_not_asked_for_to_the_end() -> None:
    result = search(Queue(capacity=1e6, client=1_500), 6_000, 9_000, BUDGETS["real"])
    assert result.reason == "client_bound"
    assert result.test_seconds < 60


def test_rates_are_rounded_inward() -> None:
    assert Between.of(1234.56, 98765.4) == Between(1235.0, 98760.0)
    assert Between.of(5000, 20000) == Between(5000.0, 20000.0)
    assert Between.of(0.123456, 0.654321) == Between(0.1235, 0.6543)
