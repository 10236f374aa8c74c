"""Runs that have only a bound: what they have in common, and what is said of everything else."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np
import pytest

from plimsoll.features.factors.rules import analysis, bounds, designs, words
from plimsoll.features.factors.rules.analysis import RunResponse
from plimsoll.features.factors.rules.bounds import Bound
from plimsoll.features.factors.rules.missing import Missing, MissingKind
from plimsoll.features.factors.rules.study import Study, StudyFactor, StudyRun

NAMES = tuple("ABCDEFGH")
NOISE = 0.02


def study(matrix: designs.Matrix, response: str = "p99") -> Study:
    """A study of these Runs, in a random order that is always the same."""
    rows = matrix[np.random.default_rng(11).permutation(len(matrix))]
    return Study(
        schema="plimsoll.study/1",
        response=response,
        factors=[
            StudyFactor(name=name, low="off", high="on", middle=None, hard_to_change=False)
            for name in NAMES[: matrix.shape[1]]
        ],
        design="folded_plackett_burman",
        resolution=4,
        replicates=1,
        centre_points=0,
        blocks=1,
        runs=[StudyRun(levels=[float(one) for one in row], block=0, plot=0) for row in rows],
        confidence=0.95,
        noise=NOISE,
        effect=0.05,
        power=0.8,
        detectable=0.04,
        seed=1,
    )


def run_responses(
    of: Study, effects: dict[tuple[int, ...], float], above: float, seed: int
) -> list[RunResponse]:
    """Response times of 1 ms with these effects (ratios, high over low); of times above so many ms
    only the bound is known."""
    chance = np.random.default_rng(seed)
    found = []
    for run in of.runs:
        log = NOISE * chance.standard_normal()
        for term, ratio in effects.items():
            log += math.log(ratio) / 2 * math.prod(run.levels[at] for at in term)
        value = 1e6 * math.exp(log)
        least = above * 1e6
        found.append(
            RunResponse(None, Missing("backlog_grows"), bound=Bound(least, "at_least"))
            if value > least
            else RunResponse(value)
        )
    return found


THIRTY_TWO = designs.plackett_burman(8, 16, folded=True).matrix


@pytest.mark.long
def test_a_level_where_nothing_keeps_up_matters_and_the_rest_is_ranked_without_it() -> None:
    of = study(THIRTY_TWO)
    answer = analysis.analyse(of, run_responses(of, {(0,): 25.0, (1,): 1.12}, 2.0, 3))
    assert (answer.bounded.levels, len(answer.bounded.points)) == (["A on"], 16)
    first, second = answer.factors[:2]
    assert (first.factor, first.verdict, second.factor) == ("A", "matters", "B")
    # Figures at A off are 1 ms / 5, at A on they are 2 ms and more: 10 times, less its margin.
    assert first.beyond.side == "at_least"
    assert 9 < first.beyond.value < 10.1
    assert second.effect.low < 1.12 < second.effect.high
    assert answer.lost == []
    assert next(one for one in answer.best.levels if one.factor == "A").level == "off"
    headline = words.headline(answer)
    # Half of a folded design is clear of interactions no more.
    assert headline.startswith("2 of 8 factors matter: A, B (or ")
    assert "most: A, at least ×9" in headline
    assert "At A on, all 16 Runs have only a bound" in " ".join(words.because(answer))


def test_two_levels_that_only_together_are_too_much_are_named_and_never_left_alone() -> None:
    of = study(THIRTY_TWO)
    answer = analysis.analyse(of, run_responses(of, {(0,): 4.0, (1,): 4.0, (0, 1): 4.0}, 4.0, 5))
    assert answer.bounded.levels == ["A on", "B on"]
    told = {one.factor: one for one in answer.factors}
    assert told["A"].verdict == told["B"].verdict == "matters"
    codes = {one.factor: one.code for one in answer.best.levels}
    assert not codes["A"] == codes["B"] == 1


def test_bounds_with_nothing_in_common_rank_nothing() -> None:
    of = study(THIRTY_TWO)
    told = run_responses(of, {(0,): 1.3}, 100.0, 7)
    # Two Runs that differ in every level, as of a target that was busy with something else.
    first = np.array(of.runs[4].levels)
    other = next(at for at, run in enumerate(of.runs) if np.array_equal(-first, run.levels))
    for at in (4, other):
        told[at] = RunResponse(None, Missing("backlog_grows"), bound=Bound(2e9, "at_least"))
    answer = analysis.analyse(of, told)
    assert answer.bounded.levels == []
    assert words.headline(answer).startswith("Not ranked: 2 of 32 Runs")
    assert all(one.verdict not in ("leave_alone", "small") for one in answer.factors)
    assert answer.best is None


def test_a_maximum_that_is_beyond_the_generator_is_best_and_nothing_is_predicted_there() -> None:
    of = study(THIRTY_TWO, "maximum")
    answer = analysis.analyse(of, run_responses(of, {(0,): 25.0, (1,): 1.12}, 2.0, 3))
    assert not answer.bounded.worse
    assert answer.factors[0].factor == "A"
    assert answer.best is None


@pytest.mark.long
@pytest.mark.parametrize("effects", [{(0,): 25.0}, {(0,): 4.0, (1,): 4.0, (0, 1): 4.0}], ids=str)
def test_bounds_make_no_false_claims_and_leave_nothing_alone_that_acts(
    effects: dict[tuple[int, ...], float],
) -> None:
    of = study(THIRTY_TWO)
    act = {NAMES[at] for term in effects for at in term}
    false = flattering = 0
    studies = 60
    for seed in range(studies):
        answer = analysis.analyse(of, run_responses(of, effects, 4.0, 100 + seed))
        false += any(one.seen and one.factor not in act for one in answer.factors)
        flattering += any(
            one.verdict in ("leave_alone", "small") and one.factor in act for one in answer.factors
        )
    assert flattering == 0
    # 4 % are allowed to main effects; of 60 studies 8 and more are that by a chance of 0.3 %.
    assert false <= 8


def test_a_single_run_is_no_level() -> None:
    assert bounds.cell(THIRTY_TWO, np.array([3])) is None


def test_every_reason_why_a_run_has_no_response_has_words() -> None:
    assert all(Missing(kind, "mean").words for kind in get_args(MissingKind))
    assert Missing("too_few_operations", "p99").words == "too few operations for a p99"
