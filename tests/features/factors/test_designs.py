"""Designs against what is published of them: orthogonality, runs, resolution, aliases."""

import numpy as np
import pytest

from plimsoll.features.factors.rules import designs, ordering
from plimsoll.features.factors.rules.designs import DesignError
from plimsoll.features.factors.rules.hadamard import hadamard


@pytest.mark.parametrize("order", range(4, 101, 4))
def test_every_hadamard_matrix_has_orthogonal_columns_of_ones(order: int) -> None:
    made = hadamard(order)
    assert set(np.unique(made)) == {-1, 1}
    assert np.array_equal(made.T @ made, order * np.eye(order))
    assert np.all(made[:, 0] == 1)


def test_the_design_of_twelve_runs_is_that_of_plackett_and_burman() -> None:
    # The generating row of their paper (1946), shifted, and a row of one sign.
    row = [1 if one == "+" else -1 for one in "++-+++---+-"]
    published = {tuple(np.roll(row, at)) for at in range(11)} | {(-1,) * 11}
    ours = designs.plackett_burman(11, folded=False).matrix
    exchanged = {tuple(-one for one in run) for run in published}
    back = {run[::-1] for run in exchanged}
    assert {tuple(map(int, run)) for run in ours} in (published, exchanged, back)


@pytest.mark.parametrize(
    ("factors", "resolution", "runs"),
    # Box, Hunter and Hunter's table of fractions: the smallest of each resolution.
    [
        (4, 4, 8), (5, 4, 16), (6, 4, 16), (7, 4, 16), (8, 4, 16), (9, 4, 32), (11, 4, 32),
        (5, 5, 16), (6, 5, 32), (8, 5, 64), (7, 3, 8), (15, 3, 16),
    ],
)  # fmt: skip
def test_fractions_have_the_published_runs_and_resolution(
    factors: int, resolution: int, runs: int
) -> None:
    design = designs.fraction(factors, resolution)
    assert design.runs == runs
    assert designs.resolution(design.matrix) >= resolution


def test_eight_factors_in_sixteen_runs_mix_interactions_in_seven_groups_of_four() -> None:
    # 28 interactions in 7 groups of 4: each with 3 others, so 42 pairs.
    found = designs.aliases(designs.fraction(8, 4).matrix)
    assert len(found) == 42
    assert all(len(one.term) == 2 and abs(one.correlation) == pytest.approx(1) for one in found)


def test_twelve_runs_mix_main_effects_with_a_third_of_each_interaction_and_folded_with_none() -> (
    None
):
    plain = designs.aliases(designs.plackett_burman(8, 12, folded=False).matrix)
    mains = [one for one in plain if len(one.term) == 1]
    assert {round(abs(one.correlation), 3) for one in mains} == {0.333}
    folded = designs.plackett_burman(8, 12, folded=True)
    assert folded.runs == 24
    assert designs.resolution(folded.matrix) == 4


def test_definitive_screening_has_three_levels_and_mains_clear_of_squares_and_interactions() -> (
    None
):
    matrix = designs.definitive_screening(8).matrix
    assert set(np.unique(matrix)) == {-1, 0, 1}
    every = [*designs.pairs(8), *((one, one) for one in range(8))]
    columns = designs.products(matrix, every)
    assert np.abs(designs.correlation(matrix, columns)).max() < 1e-9


def test_what_cannot_be_says_what_can() -> None:
    with pytest.raises(DesignError, match="choose another design"):
        designs.full(11)
    with pytest.raises(DesignError, match="need a Plackett-Burman design of at least 16 Runs"):
        designs.plackett_burman(12, 12, folded=False)
    with pytest.raises(DesignError, match=r"12, 16, 20 … 100"):
        designs.plackett_burman(5, 18, folded=False)


def test_the_order_is_seeded_and_no_factor_follows_the_clock() -> None:
    matrix = designs.plackett_burman(8, 12, folded=True).matrix
    none = np.zeros(len(matrix), np.int64)
    for seed in range(20):
        first, again = (
            ordering.run_order(matrix, blocks=1, hard=(), seed=seed, replicate=none) for _ in "ab"
        )
        assert np.array_equal(first.rows, again.rows)
        assert ordering.in_step(matrix[first.rows]) <= ordering.MAX_TIME_CORRELATION
    other = ordering.run_order(matrix, blocks=1, hard=(), seed=99, replicate=none)
    assert not np.array_equal(first.rows, other.rows)


def test_hard_to_change_levels_stay_for_a_whole_plot() -> None:
    matrix = designs.full(4).matrix
    none = np.zeros(len(matrix), np.int64)
    found = ordering.run_order(matrix, blocks=1, hard=(0,), seed=3, replicate=none)
    levels = matrix[found.rows][:, 0]
    for plot in range(found.plot.max() + 1):
        assert len(set(levels[found.plot == plot])) == 1
    assert found.plot.max() + 1 == 6
    assert np.count_nonzero(np.diff(levels)) <= 5


def test_blocks_are_clear_of_main_effects() -> None:
    matrix = designs.plackett_burman(8, 12, folded=True).matrix
    none = np.zeros(len(matrix), np.int64)
    found = ordering.run_order(matrix, blocks=2, hard=(), seed=3, replicate=none)
    split = (found.block == 1)[:, None].astype(float)
    assert np.abs(designs.correlation(matrix[found.rows], split)).max() < 1e-9
    assert np.all(np.diff(found.block) >= 0)
