"""Lines that depend on how long they are looked for, several objectives, and regions where more
load is better."""

import math
from typing import Any

import pytest

from plimsoll.search import curve, document, grid
from plimsoll.search.budget import HOLD_PERIODS, PROBE_PERIODS, Budget
from plimsoll.search.ledger import Estimate
from plimsoll.search.load_line import LoadLineResult
from plimsoll.search.objectives import longest_period_s, parts
from tests.search.model import OBJECTIVE, Queue, search_target
from tests.search.test_curve import probe


class Credits(Queue):
    """M/M/1 as long as what is saved lasts; what goes beyond `base`/s is taken from it, what stays
    below is saved."""

    def __init__(self, base: float, saved: float) -> None:
        super().__init__()
        self.base, self.most, self.saved = base, saved, saved

    def _open(self, asked: dict[str, Any], rng: Any) -> dict[str, Any]:
        record = super()._open(asked, rng)
        rate, seconds = asked["rate"], record["measure_s"]
        self.saved = min(self.saved - (rate - self.base) * seconds, self.most)
        if self.saved < 0:
            self.saved = 0.0
            judged = self._judgement("fail", "cannot_carry", 0.5, None, None)
            return record | {
                "outcome": "cannot_carry",
                "judgement": judged,
                "achieved_rate_per_s": self.base,
            }
        return record


def kinds(result: LoadLineResult) -> list[str]:
    return [event.kind for event in result.events]


def test_a_line_on_credits_is_told_with_the_time_that_it_was_shown_to_hold() -> None:
    # Enough for half an hour at the line of 8,000/s, which the search and its holds stay well
    # below.
    result = search_target(Credits(1_000.0, 7_000.0 * 1_800), budget=Budget.thorough())
    assert result.ends.low is not None
    assert result.ends.high is not None
    assert result.ends.passed is not None
    assert result.ends.low <= 8_000 <= result.ends.high
    horizon = document.of(result).load_line.horizon
    assert Budget.thorough().hold_s <= horizon.seconds <= 60
    assert horizon.operations == pytest.approx(result.ends.low * horizon.seconds, rel=0.01)


@pytest.mark.parametrize("seed", range(5))
def test_a_longer_horizon_finds_the_line_past_the_cliff_and_says_so(seed: int) -> None:
    target = Credits(1_000.0, 7_000.0 * 1_800)
    result = search_target(target, budget=Budget.thorough().with_horizon(3_600), seed=seed)
    low, high = result.ends.low, result.ends.high
    assert low is not None
    assert high is not None
    assert result.ends.passed.measure_s >= 3_600
    # Past the credits 1,000/s hold for ever; more by what was saved below it, at most all of it.
    assert low <= 1_000 + 1_000
    assert high >= 1_000
    assert high == result.ends.failed.rate
    assert "horizon_counts" in kinds(result)


def test_holds_last_as_long_as_was_asked_and_the_limit_grows_with_them() -> None:
    asked = Budget.thorough().with_horizon(600)
    result = search_target(Queue(), budget=asked)
    holds = [p for p in result.probes if p.role.startswith("hold")]
    assert len(holds) == 2
    assert all(hold.measure_s >= 600 for hold in holds)
    assert result.reason == "interval_narrow_enough"
    # What is shorter than the budget's holds changes nothing.
    assert asked.with_horizon(1) == asked


def test_an_upper_end_that_nothing_confirmed_is_not_told_above_the_maximum() -> None:
    class Mute(Queue):
        """No hold is ever decided above the line."""

        def probe(self, **asked: Any) -> Any:
            record = super().probe(**asked)
            if asked["role"].startswith("hold") and (asked["rate"] or 0) > self.line:
                record["outcome"] = "ok"
                record["judgement"] = self._judgement("undecided", "too_close", 0.011, 0.009, 0.013)
            return record

    for seed in range(10):
        result = search_target(
            Mute(bound_s=math.log(100) / 300.0), budget=Budget.virtual(), seed=seed
        )
        assert result.ends.high is not None
        assert result.ends.failed is None
        assert result.ends.high <= 10_000 * 1.03 * 1.001
    assert "high_capped" in kinds(result)


def test_where_the_statistic_falls_with_the_rate_the_line_above_is_found() -> None:
    # Processors sleep below 3,000/s.
    for seed in range(10):
        result = search_target(Queue(slow_below=3_000.0), budget=Budget.virtual(), seed=seed)
        assert (result.ends.low or 0.0) <= 8_000 <= (result.ends.high or 0.0)
        assert any(fails < 3_000 <= passes for fails, passes in result.non_monotone)


def test_of_several_objectives_the_one_that_is_missed_first_sets_the_line() -> None:
    # p99 <= d crosses at 8,000/s; a mean of 1 ms at 9,000/s, of 0.25 ms at 6,000/s.
    def both(rate: float, mean_ns: float) -> Any:
        one = probe(rate)
        mean = 1e9 / (10_000 - rate)
        estimates = (Estimate(mean, 0.99 * mean, 1.01 * mean, mean_ns), one.estimates[0])
        return one.__class__(**{**vars(one), "estimates": estimates})

    for mean_ns, line, binding in [(1e6, 8_000, 1), (0.25e6, 6_000, 0)]:
        fit = curve.binding([both(rate, mean_ns) for rate in (line - 900, line + 700)])
        assert (fit.rate, fit.objective) == (pytest.approx(line, rel=1e-6), binding)


def test_objectives_are_told_apart_by_their_text() -> None:
    text = (
        "mean(response_time, all) <= 1ms and max(response_time, read) over 60s <= 50ms and"
        " max(response_time, all) over 2m <= 1s"
    )
    assert len(parts(text)) == 3
    assert longest_period_s(text) == 120.0
    assert longest_period_s("p99(response_time, all) <= 3ms and errors(all) <= 0.1%") is None


def test_a_maximum_over_a_period_gets_probes_and_holds_of_enough_periods() -> None:
    for name in ("thorough", "family", "demo", "virtual"):
        budget = getattr(Budget, name)().for_period(10.0)
        for rate in (10.0, 1e6):
            assert budget.probe_length_s(rate, 0.1) >= 10 * PROBE_PERIODS
            assert budget.hold_length_s(rate, 0) >= 10 * HOLD_PERIODS
    assert Budget.thorough().for_period(None) == Budget.thorough()


def test_a_grid_reads_its_line_off_where_the_estimate_crosses() -> None:
    def measure_line(top: float, rates: int, measure_s: float) -> grid.GridLine:
        return grid.measure(
            Queue(),
            objective=OBJECTIVE,
            top=top,
            rates=rates,
            measure_s=measure_s,
            warmup_s=0.2,
            workers=1,
            seed=3,
        )

    # Twelve rates of M/M/1 with its line at 8,000/s, interpolated where ln P is straight: exact but
    # for chance.
    line = measure_line(10_000.0, 12, 60.0)
    assert line.rate_per_s == pytest.approx(8_000, rel=0.01)
    assert line.seconds == pytest.approx(12 * 60.2)
    # Nothing crosses where everything is met.
    assert measure_line(5_000.0, 5, 2.0).rate_per_s is None
