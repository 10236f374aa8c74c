"""Curves against those that made the points: queues with formulas, stacks with known capacity, laws
with known constants."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from plimsoll.judge.curves import Point, scalability, service_curve
from tests.truth import curving

CAPACITY = 10_000.0


def mm1(rate: float) -> float:
    return 1e9 / (CAPACITY - rate)


def points(
    rates: list[float], of: Callable[[float], float] = mm1, *, noise: float = 0.0, seed: int = 0
) -> list[Point]:
    rng = np.random.default_rng(seed)
    return [Point(x, of(x) * math.exp(noise / (1 - x / CAPACITY) * rng.normal())) for x in rates]


SWEEP = [1_000.0, 2_500, 4_000, 5_500, 7_000, 8_000, 8_800, 9_200]


def test_one_server_is_fitted_exactly() -> None:
    fit = service_curve(points(SWEEP))
    assert fit.parameters["x_max"].value == pytest.approx(CAPACITY, rel=1e-3)
    assert fit.parameters["p"].value == pytest.approx(1, rel=1e-2)
    assert fit.value(9_500) == pytest.approx(mm1(9_500), rel=0.02)


@pytest.mark.parametrize("some", [0.0, 0.01])
def test_runs_whose_operations_do_not_differ_are_trusted_alike(some: float) -> None:
    given = [replace(one, error=0.0) for one in points(SWEEP)]
    fit = service_curve([replace(given[0], error=some), *given[1:]])
    assert fit.parameters["x_max"].value == pytest.approx(CAPACITY, rel=1e-3)


@pytest.mark.long
def test_predictions_hold_further_runs() -> None:
    # Two dozen Runs know the curve far better than a further Run will keep to it.
    inside, seeds, at = 0, 10, [1_500.0, 4_500, 6_000, 7_500, 8_500, 9_000]
    many = [float(rate) for rate in np.linspace(1_000, 9_200, 24)]
    for seed in range(seeds):
        fit = service_curve(points(many, noise=0.01, seed=seed))
        for further in points(at, noise=0.01, seed=1_000 + seed):
            found = fit.predict(further.x)
            inside += (
                found.low is not None
                and found.high is not None
                and found.low <= further.y <= found.high
            )
    assert inside >= stats.binom.ppf(1e-3, seeds * len(at), 0.9)


def test_what_lies_outside_of_the_runs_is_marked_and_less_sure() -> None:
    fit = service_curve(points(SWEEP, noise=0.01))
    within, beyond, never = fit.predict(8_000), fit.predict(9_600), fit.predict(11_000)
    assert (within.extrapolated, beyond.extrapolated, never.extrapolated) == (False, True, True)
    assert beyond.high / beyond.low > within.high / within.low
    assert never.value is None
    assert fit.predict(500).extrapolated


def test_the_asymptote_lies_above_what_was_carried() -> None:
    for seed in range(2):
        fit = service_curve(points(SWEEP, noise=0.05, seed=seed))
        assert (fit.parameters["x_max"].low or 0) >= SWEEP[-1]


@pytest.mark.parametrize(
    "given", [points(SWEEP[:4]), points(SWEEP, lambda _: 1e6), []], ids=["few", "flat", "none"]
)
def test_no_curve_where_nothing_bends_or_too_little_was_measured(given: list[Point]) -> None:
    assert service_curve(given) is None


@pytest.mark.long
@pytest.mark.parametrize("case", curving.CASES, ids=lambda case: case.name)
def test_the_asymptote_of_a_stack_is_its_capacity(case: curving.Case) -> None:
    fit = curving.fit_curve(case, seed=1, operations=60_000)
    assert fit.parameters["x_max"].value == pytest.approx(case.capacity, rel=0.05)


def usl(n: float, sigma: float, kappa: float) -> float:
    return 5_000 * n / (1 + sigma * (n - 1) + kappa * n * (n - 1))


@pytest.mark.parametrize(("sigma", "kappa"), [(0.05, 0.002), (0.2, 0.0005), (0.02, 0.0)])
def test_contention_and_coherence_are_recovered(sigma: float, kappa: float) -> None:
    sizes, seeds, held = [1, 2, 4, 6, 8, 12, 16, 24], 20, {"sigma": 0, "kappa": 0, "lambda": 0}
    truth = {"sigma": sigma, "kappa": kappa, "lambda": 5_000}
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        fit = scalability(
            [Point(n, usl(n, sigma, kappa) * math.exp(rng.normal(0, 0.01))) for n in sizes]
        )
        for name, value in truth.items():
            found = fit.parameters[name]
            held[name] += (found.low or 0) <= value <= (found.high or 0)
    assert min(held.values()) >= stats.binom.ppf(1e-3, seeds, 0.95)


def test_the_most_workers_that_pay_are_where_the_law_has_its_top() -> None:
    fit = scalability([Point(n, usl(n, 0.05, 0.002)) for n in (1, 2, 4, 8, 16, 32)])
    assert fit.parameters["peak"].value == pytest.approx(math.sqrt(0.95 / 0.002), rel=1e-3)
    assert fit.predict(64).extrapolated


def test_without_a_cost_of_coherence_there_is_no_peak() -> None:
    rng = np.random.default_rng(1)
    fit = scalability(
        [Point(n, usl(n, 0.05, 0) * math.exp(rng.normal(0, 0.01))) for n in (1, 2, 4, 8, 16)]
    )
    assert "peak" not in fit.parameters
