"""Which queue depth is best: by the rule on made-up ladders, and only as surely as Runs repeat."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from plimsoll.judge import depths
from plimsoll.judge.depths import Rung


def rung(depth: int, *rates: float) -> Rung:
    """A depth whose mean response time follows from its rate by Little's law."""
    return Rung(depth, rates, 4096 * rates[0], depth / rates[0] * 1e9, None, None)


def best(*rungs: Rung) -> depths.Best:
    found = depths.best(rungs)
    assert found is not None
    return found


def test_the_best_depth_is_the_smallest_that_gives_nearly_the_maximum() -> None:
    found = best(rung(1, 100, 101), rung(2, 200, 199), rung(4, 300, 301), rung(8, 311, 312))
    assert (found.rung.queue_depth, found.top.queue_depth) == (4, 8)
    assert found.certain
    assert not found.rises
    assert depths.sentence(found).startswith("Best queue depth: 4 (96.5 % of the maximum at 51.")


def test_power_is_highest_where_a_queue_begins() -> None:
    # 4 servers of 10 ms: up to 4 outstanding nothing waits, beyond it nothing is gained.
    found = best(*(rung(depth, min(depth, 4) * 100.0) for depth in (1, 2, 4, 8, 16)))
    assert found.powerful is not None
    assert found.powerful.queue_depth == found.rung.queue_depth == 4


def test_a_rate_that_still_rises_at_the_deepest_is_told() -> None:
    found = best(rung(1, 100), rung(2, 200), rung(4, 400))
    assert found.rises
    assert "still rise at 4" in depths.sentence(found)


def test_runs_that_differ_leave_the_depth_open() -> None:
    found = best(rung(4, 6781, 7864), rung(8, 7751, 46569), rung(16, 11483, 11987))
    assert not found.certain
    low, high = found.reach
    assert low <= found.rung.queue_depth <= high
    assert "somewhere from" in depths.sentence(found)


def test_without_repeats_nothing_is_said_of_chance() -> None:
    assert "is not known" in " ".join(depths.beside(best(rung(1, 100), rung(2, 101))))


@given(st.lists(st.lists(st.floats(1.0, 1e6), min_size=1, max_size=4), min_size=2, max_size=9))
@settings(deadline=None)
def test_the_answer_keeps_its_own_rule(rates: list[list[float]]) -> None:
    found = best(*(rung(1 << at, *those) for at, those in enumerate(rates)))
    assert found.rung.rate >= depths.WORTH * found.top.rate
    smaller = [one for one in found.rungs if one.queue_depth < found.rung.queue_depth]
    assert all(one.rate < depths.WORTH * found.top.rate for one in smaller)
    low, high = found.reach
    assert low <= found.rung.queue_depth <= high
    document = depths.document("t", 1, list(found.rungs))
    assert document.best == found.rung.queue_depth


def test_one_depth_alone_has_no_best() -> None:
    assert depths.best([rung(1, 5.0)]) is None
    assert depths.document("t", 1, [rung(1, 5.0)]).best is None
