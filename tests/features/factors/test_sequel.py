"""What a study asks next: Runs that tell apart what its design confounds, Runs that narrow, and
none where more would change nothing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plimsoll.features.factors.rules import analysis, designs, sequel
from plimsoll.features.factors.rules.analysis import RunResponse
from plimsoll.features.factors.rules.study import Study, StudyRun, StudyStep
from tests.features.factors.test_bounds import study

if TYPE_CHECKING:
    from plimsoll.features.factors.rules.designs import Matrix

Truth = dict[tuple[int, ...], float]
FRACTION = np.vstack([designs.fraction(4, 4).matrix] * 2)
"""2^(4-1) with D = ABC, twice: A x B is C x D, and so on."""


def anything(_: Matrix) -> bool:
    return True


def run_responses(of: Study, truth: Truth, noise: float, seed: int = 3) -> list[RunResponse]:
    """Rates with these effects (ratios)."""
    chance = np.random.default_rng(seed)
    found = []
    for run in of.runs:
        log = noise * chance.standard_normal()
        for term, ratio in truth.items():
            log += math.log(ratio) / 2 * math.prod(run.levels[at] for at in term)
        found.append(RunResponse(1000 * math.exp(log)))
    return found


def longer(of: Study, step: sequel.Step) -> Study:
    """The study with these Runs, in a slice of time of their own."""
    block = max(run.block for run in of.runs) + 1
    runs = [StudyRun(levels=row.tolist(), block=block, plot=0) for row in step.rows]
    added = StudyStep(
        kind=step.kind, first=len(of.runs) + 1, runs=len(runs), about=list(step.about)
    )
    return of.model_copy(update={"runs": [*of.runs, *runs], "steps": [*of.steps, added]})


def test_interactions_that_are_one_to_the_design_are_told_apart_by_what_is_added() -> None:
    truth: Truth = {(0,): 1.4, (1,): 1.3, (2,): 1.3, (2, 3): 1.2}
    of = study(FRACTION, "iops")
    before = analysis.analyse(of, run_responses(of, truth, 0.005))
    [mixed] = before.interactions
    assert {"A", "B"} in [set(one) for one in (mixed.factors, *mixed.not_told_from)]
    found = sequel.step(of, before, 100, anything)
    assert found.kind == "tell_apart"
    assert {"A × B", "C × D"} <= set(found.about)
    more = longer(of, found)
    pair = designs.products(np.array([run.levels for run in more.runs]), [(0, 1), (2, 3)])
    assert abs(designs.correlation(pair, pair)[0, 1]) < 0.7
    after = analysis.analyse(more, run_responses(more, truth, 0.005))
    assert [one.factors for one in after.interactions] == [["C", "D"]]
    assert after.interactions[0].not_told_from == []


def test_added_rows_come_with_their_mirror_image_and_keep_main_effects_clear() -> None:
    of = study(designs.plackett_burman(8, 12, folded=True).matrix, "iops")
    truth: Truth = {(0,): 1.3, (1,): 1.1}
    answer = analysis.analyse(of, run_responses(of, truth, 0.05))
    found = sequel.step(of, answer, 100, anything)
    assert found.kind == "narrow"
    rows = {tuple(row) for row in found.rows}
    assert rows == {tuple(-np.array(row)) for row in rows}
    every = np.array([run.levels for run in longer(of, found).runs])
    assert (
        designs.resolution(every) >= 4
        or np.abs(designs.correlation(every, designs.products(every, designs.pairs(8)))).max()
        < 1e-9
    )


def test_nothing_is_added_where_all_is_decided_or_hardly_any_time_is_left() -> None:
    of = study(np.vstack([designs.full(3).matrix] * 4), "iops")
    decided = analysis.analyse(of, run_responses(of, {(0,): 1.3}, 0.005))
    assert not sequel.is_open(of, decided)
    assert sequel.step(of, decided, 100, anything) is None
    noisy = analysis.analyse(of, run_responses(of, {(0,): 1.3}, 0.1))
    assert sequel.is_open(of, noisy)
    assert sequel.step(of, noisy, sequel.MIN_BATCH - 1, anything) is None
    few = sequel.step(of, noisy, 5, anything)
    assert len(few.rows) == 4


def test_what_is_forbidden_is_never_added() -> None:
    of = study(np.vstack([designs.full(3).matrix] * 2), "iops")
    noisy = analysis.analyse(of, run_responses(of, {}, 0.1))

    def is_allowed(row: Matrix) -> bool:
        return not (row[0] == 1 and row[1] == 1)

    found = sequel.step(of, noisy, 8, is_allowed)
    assert all(is_allowed(row) for row in found.rows)
    assert sequel.step(of, noisy, 8, lambda _: False) is None


@pytest.mark.parametrize("factors", [3, 8])
def test_the_same_study_asks_the_same_next(factors: int) -> None:
    of = study(designs.plackett_burman(8, 16, folded=True).matrix, "iops")
    if factors == 3:
        of = study(np.vstack([designs.full(3).matrix] * 2), "iops")
    noisy = analysis.analyse(of, run_responses(of, {}, 0.1))
    first, again = (sequel.step(of, noisy, 8, anything) for _ in "ab")
    assert np.array_equal(first.rows, again.rows)
