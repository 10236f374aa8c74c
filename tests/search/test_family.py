"""Lines that begin from lines nearby: cheaper, and never wrong because a hint was."""

import math

import pytest

from plimsoll.search import document, family
from plimsoll.search.bracket import Bracket, _next_rate
from plimsoll.search.budget import Budget
from plimsoll.search.curve import Crossing
from plimsoll.search.hint import LEAST_SHARE, MOST_SHARE, Start, from_neighbours
from plimsoll.search.load_line import LoadLineResult
from tests.search.model import OBJECTIVE, Queue, search_target
from tests.truth.suite import assess

BUDGET = Budget.family()
LINE, CAPACITY = 8_000.0, 10_000.0


def run(
    target: Queue, seed: int, start: Start | None = None, budget: Budget = BUDGET
) -> LoadLineResult:
    return search_target(target, seed, budget, start=start)


def probes(answers: list[LoadLineResult]) -> float:
    return sum(p.role in ("maximum", "probe") for a in answers for p in a.probes) / len(answers)


def test_a_start_from_nearby_saves_most_of_the_probes_and_nothing_of_the_truth() -> None:
    cold = [run(Queue(), seed) for seed in range(20)]
    warm = [run(Queue(), seed, Start(0.82, 1, 1)) for seed in range(20)]
    assert assess(warm, LINE, width=0.12) == []
    assert probes(warm) < 0.8 * probes(cold)
    assert all(answer.is_confirmed for answer in warm)


@pytest.mark.parametrize(
    ("share", "depth"), [(0.02, 64), (0.3, 1), (0.6, 64), (0.95, 1), (1.4, 64)]
)
def test_a_start_that_misleads_costs_time_and_nothing_else(share: float, depth: int) -> None:
    misled = [run(Queue(), seed, Start(share, depth, 1)) for seed in range(20)]
    # The same checks as of a search that begins from nothing, at the same widths.
    assert assess(misled, LINE, width=0.12) == []
    assert all(answer.maximum and answer.maximum.rate_per_s == CAPACITY for answer in misled)


def test_a_start_far_too_high_on_a_slower_target_still_finds_its_line() -> None:
    slow = Queue(capacity=100.0, bound_s=math.log(100) / 20.0)
    budget = Budget.virtual()
    answers = [run(slow, seed, Start(1.5, 512, 4), budget) for seed in range(10)]
    assert assess(answers, 80.0, width=0.12) == []


def test_the_first_line_pays_and_the_others_start_from_it() -> None:
    # Capacities that fall as read shares do; the bound stays, so that the line's share of the
    # maximum falls, too.
    shares = [100.0, 90.0, 80.0, 70.0, 60.0]
    capacity = {share: 4_000.0 + 60.0 * share for share in shares}
    targets: dict[float, Queue] = {}

    def search(member: family.Member, start: Start | None, objective: str | None) -> LoadLineResult:
        targets[member.position] = target = Queue(capacity=capacity[member.position])
        return search_target(target, 7, BUDGET, objective, start=start)

    found = family.find([family.Member(f"read {s:g} %", s) for s in shares], search, OBJECTIVE)
    assert [line.start is None for line in found.lines] == [True, False, False, False, False]
    for line in found.lines:
        assert line.result.rate_per_s == pytest.approx(targets[line.member.position].line, rel=0.03)
    assert found.test_seconds == pytest.approx(
        sum(line.result.test_seconds for line in found.lines)
    )
    first, *others = [line.result for line in found.lines]
    assert probes(others) < 0.8 * probes([first])


def test_an_objective_that_the_first_line_chose_holds_for_all() -> None:
    asked: list[str | None] = []

    def search(member: family.Member, start: Start | None, objective: str | None) -> LoadLineResult:
        asked.append(objective)
        target = Queue(light_p99_s=0.4e-3, bound_s=1e-3)
        return search_target(target, 1, BUDGET, objective, start=start)

    found = family.find([family.Member("a", 0.0), family.Member("b", 1.0)], search, None)
    assert asked == [None, found.lines[0].result.objective]
    assert asked[1] is not None


def test_a_family_ends_where_it_was_stopped() -> None:
    def search(member: family.Member, start: Start | None, objective: str | None) -> LoadLineResult:
        return run(Queue(stops_after=3 if member.position else None), 1)

    found = family.find([family.Member(str(at), float(at)) for at in range(4)], search, OBJECTIVE)
    assert [line.result.reason == "stopped" for line in found.lines] == [False, True]


def test_a_finished_search_hands_on_its_share_of_the_maximum_a_stopped_one_nothing() -> None:
    near = run(Queue(), 1)
    hint = document.hint_of(document.of(near))
    assert near.rate_per_s
    assert hint == Start(pytest.approx(near.rate_per_s / CAPACITY), hint.queue_depth, hint.workers)  # type: ignore[arg-type, union-attr]
    assert document.hint_of(document.of(run(Queue(stops_after=1), 1))) is None


def test_neighbours_on_both_sides_interpolate_on_one_extrapolate_a_little_one_is_copied() -> None:
    near, far = Start(0.8, 4, 1), Start(0.7, 16, 2)

    def share(*lines: tuple[float, Start], at: float) -> float:
        hint = from_neighbours(lines, at)
        return hint.share

    assert share((100.0, near), at=90.0) == 0.8
    assert share((100.0, near), (90.0, far), at=80.0) == pytest.approx(0.6)
    assert share((100.0, near), (0.0, far), at=70.0) == pytest.approx(0.77)
    # The one on the other side goes before a nearer one on the same.
    assert share((70.0, near), (60.0, Start(0.1, 1, 1)), (100.0, far), at=80.0) == pytest.approx(
        0.8 - 0.1 / 3
    )
    # Two that lie close together say little of what is far away.
    assert share((100.0, near), (90.0, far), at=0.0) == 0.7
    assert share((100.0, Start(0.2, 1, 1)), (99.0, near), at=98.0) == MOST_SHARE
    assert share((100.0, near), (99.0, Start(0.3, 1, 1)), at=98.0) == LEAST_SHARE
    assert share((1.0, Start(9.0, 1, 1)), at=2.0) == MOST_SHARE
    assert from_neighbours([], 1.0) is None
    assert from_neighbours([(100.0, near), (90.0, far)], 92.0).queue_depth == 16  # type: ignore[union-attr]


def test_above_an_undecided_rate_the_next_try_lies_beyond_the_crossing() -> None:
    # A hint that was too low: nothing is decided at 272/s, nothing has failed, and the curve
    # crosses at 306/s.
    undecided = Bracket(low=209.0, near=272.0, below=0.01, above=0.01)
    crossing = Crossing(rate=306.0, slope=5.0, error=3.0)
    following = _next_rate(undecided, crossing, 355.0, 0.03)
    assert following is not None
    assert 306.0 < following < 320.0
