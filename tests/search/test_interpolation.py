"""Where the latencies of a sweep cross a bound: curves that are known, with and without noise."""

import math
import random

import pytest

from plimsoll.search.interpolation import Row, crossing

RATES = [100 + 1000 * i / 11 for i in range(12)]


def queue(bound: float, rates: list[float] = RATES, carries: float = 1500.0) -> list[Row]:
    """5 ms over (1 - rate / 1,500), beside a bound in ms."""
    return [Row(rate, 5 / (1 - rate / carries) / bound) for rate in rates]


@pytest.mark.parametrize(("bound", "line"), [(15.0, 1000.0), (10.0, 750.0), (6.0, 250.0)])
def test_a_queue_without_noise_is_crossed_where_it_is(bound: float, line: float) -> None:
    found = crossing(queue(bound))
    middle = found.quantile(0.5)
    assert middle == pytest.approx(line, rel=0.02)
    low, high = found.quantile(0.025), found.quantile(0.975)
    assert low is not None
    assert high is not None
    assert low <= line * 1.01
    assert high >= line * 0.99
    assert high / low < 1.06


def test_what_all_rows_met_or_missed_lies_outside() -> None:
    above, below = crossing(queue(20.0)), crossing(queue(4.0))
    assert above.quantile(0.5) is None
    assert above.miss_chance(RATES[-1]) < 0.05
    assert below.miss_chance(RATES[0]) > 0.95


def test_a_cliff_may_lie_anywhere_between_its_rows() -> None:
    rows = [Row(rate, 0.4 if rate < 700 else 20.0) for rate in range(100, 1101, 100)]
    found = crossing(rows)
    low, high = found.quantile(0.025), found.quantile(0.975)
    assert (low, high) == (pytest.approx(600, abs=5), pytest.approx(700, abs=5))


def test_noise_widens_the_interval_and_the_same_rows_give_the_same_answer() -> None:
    draw = random.Random(1)
    noisy = [Row(row.rate, row.ratio * math.exp(draw.gauss(0, 0.1))) for row in queue(10.0)]
    wide, narrow = crossing(noisy), crossing(queue(10.0))

    def width(one: object) -> float:
        found = one.quantile(0.975), one.quantile(0.025)  # type: ignore[attr-defined]
        return float(found[0] / found[1])

    assert width(wide) > width(narrow)
    assert (crossing(noisy).below == wide.below).all()


def test_rows_that_know_themselves_badly_say_less() -> None:
    sure = crossing([Row(row.rate, row.ratio, 0.001) for row in queue(10.0)])
    unsure = crossing([Row(row.rate, row.ratio, 0.2) for row in queue(10.0)])
    assert unsure.miss_chance(640.0) > sure.miss_chance(640.0) + 0.01


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_rows_have_an_answer(count: int) -> None:
    found = crossing(queue(10.0, [500.0, 900.0, 1100.0][:count]))
    assert 0.0 <= found.miss_chance(600.0) <= 1.0
    assert list(found.below) == sorted(found.below)


def test_nothing_lies_above_the_rate_at_which_the_target_was_full() -> None:
    found = crossing(queue(1000.0, [200.0, 500.0, 900.0]), full=1400.0)
    assert found.miss_chance(1400.0) == 1.0
    middle = found.quantile(0.5)
    assert middle is not None
    assert 900 < middle <= 1400


def test_of_very_many_rows_those_near_the_bound_are_taken() -> None:
    rates = [float(rate) for rate in range(5, 1400, 5)]
    assert crossing(queue(10.0, rates)).quantile(0.5) == pytest.approx(750, rel=0.02)
