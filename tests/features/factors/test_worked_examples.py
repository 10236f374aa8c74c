"""The arithmetic of effects against worked examples of the textbooks, and against least squares as
numpy has it. `statsmodels` would be another wrapper around the same `lstsq`: it has neither Lenth's
method nor simulated multipliers, which are held against published simulations
(`tests/truth/test_factors.py`)."""

from __future__ import annotations

import numpy as np
import pytest

from plimsoll.features.factors.rules import designs, model

# Box, Hunter and Hunter, Statistics for Experimenters, the pilot plant (table 10.1 of the first
# edition, 5.3 of the second): temperature, concentration, catalyst; yield, means of two runs, in
# standard order.
YIELD = np.array([60.0, 72, 54, 68, 52, 83, 45, 80])
EFFECTS = {
    (0,): 23.0, (1,): -5.0, (2,): 1.5, (0, 1): 1.5, (0, 2): 10.0, (1, 2): 0.0, (0, 1, 2): 0.5
}  # fmt: skip
PAIRS = ((59, 61), (74, 70), (50, 58), (69, 67), (50, 54), (81, 85), (46, 44), (79, 81))


def standard_order(factors: int) -> designs.Matrix:
    """The first factor changes fastest."""
    runs = np.arange(2**factors)
    return np.column_stack([np.where(runs >> at & 1, 1.0, -1.0) for at in range(factors)])


def test_main_effects_of_the_pilot_plant_are_those_of_the_book() -> None:
    matrix = standard_order(3)
    fit = model.fit(matrix, YIELD, np.zeros(8, np.int64), simulated=2_000)
    assert {one.term: 2 * one.value for one in fit.mains} == pytest.approx(
        {term: value for term, value in EFFECTS.items() if len(term) == 1}
    )


def test_lenths_error_of_the_pilot_plant() -> None:
    # |effects| 0, 0.5, 1.5, 1.5, 5, 10, 23: 1.5 times their median is 2.25; below 2.5 times that
    # are 0, 0.5, 1.5, 1.5 and 5, whose median is 1.5 again.
    assert model.lenth(np.array(list(EFFECTS.values()))[:, None]) == pytest.approx([2.25])


def test_noise_of_pairs_is_the_pooled_variance_of_the_book() -> None:
    # 64 / 8 = 8: sums of squares of eight pairs, one degree of freedom each.
    matrix = np.repeat(standard_order(3), 2, axis=0)
    y = np.array(PAIRS, float).ravel()
    every = designs.products(matrix, [*EFFECTS])
    inside = np.column_stack([np.ones(16), every])
    rest = np.linalg.qr(np.hstack([inside, np.eye(16)]))[0][:, 8:16]
    assert float(model.pure_scale(rest.T @ y[:, None])[0]) ** 2 == pytest.approx(8.0)


@pytest.mark.parametrize("lost", [0, 3])
def test_effects_and_drift_are_those_of_least_squares_also_with_lost_runs(lost: int) -> None:
    chance = np.random.default_rng(4)
    full = designs.plackett_burman(8, 16, folded=True).matrix
    matrix = full[chance.permutation(len(full))][lost:]
    truth = np.array([0.3, 0.1, 0.05, 0, 0, 0, 0, 0])
    y = (
        matrix @ truth
        + 0.1 * np.linspace(0, 1, len(matrix))
        + 0.01 * chance.standard_normal(len(matrix))
    )
    fit = model.fit(matrix, y, np.zeros(len(y), np.int64), simulated=2_000)
    assert fit.interactions == ()
    columns = np.column_stack([np.ones(len(y)), np.linspace(-0.5, 0.5, len(y)), matrix])
    beta, *_ = np.linalg.lstsq(columns, y, rcond=None)
    assert [one.value for one in fit.mains] == pytest.approx(beta[2:])
    assert fit.drift == pytest.approx(beta[1])
    # Its margin is a multiple of sigma times the root of the diagonal of (X'X)^-1.
    errors = np.sqrt(np.diag(np.linalg.inv(columns.T @ columns)))[2:]
    assert [one.margin for one in fit.mains] == pytest.approx(fit.to_mains * fit.sigma * errors)
