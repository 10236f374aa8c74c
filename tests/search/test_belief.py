"""What is believed of a line that moves: Runs that share a moment of the machine are not as many
that do not."""

from statistics import median

import pytest

from plimsoll.search import grades
from plimsoll.search.belief import SPELL_S, Belief
from plimsoll.search.budget import Budget
from plimsoll.search.holds import Ends
from plimsoll.search.ledger import Probe
from plimsoll.search.load_line import LoadLineResult
from tests.search.model import ShiftingLine, holds, search_target
from tests.search.test_grades import probe

LINE = 50_000.0


def spells(*lines: float, runs: int = 8) -> list[Probe]:
    """In each spell of the machine these Runs, decided by the line of that spell."""
    shares = [0.85 + 0.3 * at / (runs - 1) for at in range(runs)]
    made = []
    for line in lines:
        for share in shares:
            rate = LINE * share
            verdict = "pass" if rate < line else "fail"
            made.append(probe(rate, verdict, seconds=SPELL_S / runs - 0.15))
    return made


def belief_of(probes: list[Probe], *, moves: bool = True) -> Belief:
    made = Belief(2 * LINE, LINE, moves=moves)
    for one in probes:
        made.enter(one)
    return made


def test_spells_that_contradict_one_another_leave_the_interval_wide() -> None:
    agree = belief_of(spells(*[LINE] * 6))
    apart = belief_of(spells(*[0.93 * LINE, 1.07 * LINE] * 3))
    assert apart.width(0.95) > 2 * agree.width(0.95)
    assert apart.quantile(0.025) < LINE < apart.quantile(0.975)
    assert apart.rate_at_miss_share(0.05) < 0.93 * LINE < agree.rate_at_miss_share(0.05) < LINE


def test_runs_one_after_another_tell_less_than_as_many_at_other_times() -> None:
    """The same verdicts, in two spells or in six."""
    together = belief_of(spells(0.95 * LINE, 1.05 * LINE, runs=18))
    strewn = belief_of(spells(*[0.95 * LINE, 1.05 * LINE] * 3, runs=6))
    assert together.width(0.95) > 1.2 * strewn.width(0.95)


def test_where_time_moves_nothing_spells_count_for_nothing() -> None:
    probes = spells(0.97 * LINE, 1.03 * LINE)
    still = belief_of(probes, moves=False)
    backwards = belief_of(probes[::-1], moves=False)
    assert still.quantile(0.5) == pytest.approx(backwards.quantile(0.5))
    assert still.width(0.95) == pytest.approx(backwards.width(0.95))
    assert still.width(0.95) < belief_of(probes).width(0.95)


def test_ends_that_were_held_confirm_nothing_where_other_runs_lie_beyond_them() -> None:
    probes = spells(*[0.93 * LINE, 1.07 * LINE] * 3)
    low, high = (
        probe(0.99 * LINE, "pass", role="hold_low"),
        probe(1.01 * LINE, "fail", role="hold_high"),
    )
    ends = Ends(low.rate, high.rate, passed=low, failed=high)
    belief = belief_of([*probes, low, high])
    moved = grades.of(ends, belief, [*probes, low, high], moves=True)
    assert moved.grade == "estimated"
    assert moved.low is not None
    assert moved.high is not None
    assert moved.plan is not None
    assert moved.plan <= moved.low < 0.97 * LINE
    assert moved.high > 1.03 * LINE
    assert grades.of(ends, belief, [*probes, low, high]).grade == "confirmed"


def search_line(seed: int) -> tuple[LoadLineResult, float]:
    """The result of a search of five minutes, and the median of the lines of its seconds."""
    line = ShiftingLine(seed)
    result = search_target(line, seed, Budget.thorough(), "p99 <= 5ms")
    return result, median(at for at, _ in line.seconds)


@pytest.mark.long
def test_a_search_of_a_line_that_moves_holds_the_middle_of_it() -> None:
    """Taking every Run for one of its own held it in three of four, and in 63 of 100 where both
    ends had been held."""
    # `make truth` asks 200.
    results = [search_line(seed) for seed in range(40)]
    held = sum(holds(result.graded, middle) for result, middle in results)
    # 95 % of 40 are 38; fewer than 35 are seen once in 30 times.
    assert held >= 35
    moved = [result for result, _ in results if result.reason == "line_moves"]
    assert moved
    assert all(result.graded.grade == "estimated" for result in moved)
