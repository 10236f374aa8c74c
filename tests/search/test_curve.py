"""What the probes say together: crossing and knee."""

import math
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from plimsoll.search import curve
from plimsoll.search.ledger import Probe, summary
from tests.search.model import record

CAPACITY, BOUND_S = 10_000.0, math.log(100) / 2_000.0


def probe(
    rate: float,
    *,
    share: float | None = None,
    mean_s: float | None = None,
    operations: int = 100_000,
) -> Probe:
    """A steady probe of M/M/1."""
    share = math.exp(-(CAPACITY - rate) * BOUND_S) if share is None else share
    latency: dict[str, Any] = {
        "mean": (mean_s or 1 / (CAPACITY - rate)) * 1e9,
        "p50": None,
        "p99": None,
    }
    estimate = {"value": share, "low": share * 0.9, "high": share * 1.1, "allowed": 0.01}
    made = record(
        rate,
        operations / rate,
        latency,
        system_load=None,
        judgement={
            "verdict": "pass" if share <= 0.01 else "fail",
            "reason": "objective_met",
            "estimate": estimate,
            "objectives": [{"objective": "p99 <= 20ms", "estimate": estimate}],
        },
        spec={"load": {"kind": "open", "max_outstanding": None}},
    )
    return summary(
        made, index=0, role="probe", rate=rate, queue_depth=None, workers=1, stop=True, seed=0
    )


def test_two_probes_of_an_exponential_tail_give_its_crossing_exactly() -> None:
    # ln P(R > d) is straight over the rate: the line is at capacity − ln 100 / d = 8,000/s.
    fit = curve.crossing(curve.points([probe(7_500), probe(8_800)]))
    assert fit.rate == pytest.approx(8_000, rel=1e-9)


def test_a_mean_crosses_where_its_reciprocal_does() -> None:
    # 1 − allowed / mean is straight for M/M/1: mean <= 1 ms holds up to 9,000/s.
    found = [
        curve.Point(rate, curve.straight(1e9 / (CAPACITY - rate), 1e6), 0.01)
        for rate in (8_000.0, 9_500.0)
    ]
    fit = curve.crossing(found)
    assert fit.rate == pytest.approx(9_000, rel=1e-9)


def test_a_falling_statistic_and_a_single_rate_have_no_crossing() -> None:
    assert (
        curve.crossing(curve.points([probe(5_000, share=0.02), probe(8_000, share=0.005)])) is None
    )
    assert curve.crossing(curve.points([probe(8_000), probe(8_010)])) is None


def test_the_knee_of_mm1_is_where_theory_puts_it() -> None:
    # At a tenth 1 / 9,000 s; twice that is reached where 10,000 − x = 4,500: at 5,500/s, exactly on
    # a reciprocal line.
    found = curve.knee([probe(rate) for rate in (1_000, 4_000, 7_000)], 1_000, 1e9 / 9_000, 10_500)
    assert isinstance(found, curve.Knee)
    assert found.rate_per_s == pytest.approx(5_500, rel=1e-9)


def test_the_knee_does_not_move_when_the_sweep_goes_twice_as_far() -> None:
    near = curve.knee(
        [probe(rate) for rate in (1_000, 3_000, 4_900, 6_000)], 1_000, 1e9 / 9_000, 10_500
    )
    far = curve.knee(
        [probe(rate) for rate in (1_000, 3_000, 4_900, 6_000, 8_000, 9_900)],
        1_000,
        1e9 / 9_000,
        10_500,
    )
    assert near == far


def test_a_knee_that_was_not_reached_is_a_gap_to_look_into() -> None:
    found = curve.knee([probe(rate) for rate in (1_000, 3_000)], 1_000, 1e9 / 9_000, 10_500)
    assert found == curve.KneeGap(3_000, 10_500)


def test_latencies_out_of_order_are_pooled_before_the_knee_is_read() -> None:
    # A lucky slow probe at 3,000/s must not make a knee there: its neighbour at 4,000/s was faster.
    slow = probe(3_000, mean_s=2.5 / 9_000, operations=1_000)
    found = curve.knee([probe(1_000), slow, probe(4_000), probe(7_000)], 1_000, 1e9 / 9_000, 10_500)
    assert isinstance(found, curve.Knee)
    assert found.rate_per_s == pytest.approx(5_500, rel=0.01)


def mm1(rate: float) -> float:
    return 1 / (CAPACITY - rate)


def flash(rate: float) -> float:
    # Sakasegawa's approximation of many servers (1977): flat for long, then steep.
    load = rate / CAPACITY
    return 1e-3 + 2e-5 * load**10 / (1 - load)


@pytest.mark.parametrize(("mean_s", "reach"), [(mm1, 0.6), (flash, 0.995)])
def test_the_knee_moves_by_less_than_two_percent_when_the_swept_range_doubles(
    mean_s: Callable[[float], float], reach: float
) -> None:
    # Twenty rates up to just above the knee, against those and as many more up to twice as far,
    # overload included; every mean is known to 1 %.
    near_rates = [CAPACITY * reach * i / 20 for i in range(2, 21)]
    far_rates = [CAPACITY * reach * (1 + i / 20) for i in range(1, 21)]
    light = mean_s(0.1 * CAPACITY)
    for seed in range(50):
        rng = random.Random(seed)

        def probes_at(rates: list[float]) -> list[Probe]:
            # Beyond its capacity it does not keep up, and says so.
            steady = [
                probe(rate, mean_s=mean_s(rate) * rng.gauss(1, 0.01))  # noqa: B023
                for rate in rates
                if rate < CAPACITY
            ]
            beyond = [
                replace(probe(rate, mean_s=1.0), outcome="cannot_carry")
                for rate in rates
                if rate >= CAPACITY
            ]
            return steady + beyond

        near = probes_at(near_rates)
        found = curve.knee(near, 0.1 * CAPACITY, light * 1e9, CAPACITY * 1.05)
        further = curve.knee(
            [*near, *probes_at(far_rates)], 0.1 * CAPACITY, light * 1e9, CAPACITY * 1.05
        )
        assert isinstance(found, curve.Knee)
        assert isinstance(further, curve.Knee)
        assert further.rate_per_s == pytest.approx(found.rate_per_s, rel=0.02)


def test_the_band_of_the_fit_is_the_error_of_its_crossing() -> None:
    found = curve.points([probe(rate) for rate in (7_000, 7_800, 8_300)])
    line, crossing = curve.fit(found), curve.crossing(found)
    assert line.at(crossing.rate) == pytest.approx(0, abs=1e-9)
    assert line.error_at(crossing.rate) / line.slope == pytest.approx(crossing.error)
    # The farther from the probes, the less is known.
    assert line.error_at(line.rate) < line.error_at(8_300) < line.error_at(20_000)
