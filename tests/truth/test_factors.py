"""A smoke of `python -m tests.truth.factors`: factor studies whose truth we set."""

import math

import numpy as np
import pytest

from plimsoll.features.factors.rules import model
from tests.truth import factors
from tests.truth.factors import CASES, PLANTED

pytestmark = pytest.mark.long

USUAL = next(case for case in CASES if case.runs == 16 and not case.lost)
LOST = next(case for case in CASES if case.lost)


@pytest.mark.parametrize("case", [USUAL, LOST], ids=lambda case: case.name)
def test_noise_and_drift_alone_are_rarely_taken_for_an_effect_and_planted_ones_are_found(
    case: factors.Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(factors, "ORDERS", 5)
    null = factors.tally(case, {}, 300, simulated=2_000)
    planted = factors.tally(case, PLANTED, 60, simulated=2_000)
    assert factors.wrong(case, null, planted) == []


@pytest.mark.parametrize("case", factors.WHOLE[1:], ids=lambda case: case.name)
def test_whole_plots_and_steps_find_what_was_planted_and_rarely_more(
    case: factors.Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Few studies: of 10 null ones at most 2 may claim something.
    monkeypatch.setattr(factors, "ORDERS", 3)
    null, _ = factors.tally_whole(case, {}, 10, simulated=2_000)
    planted, runs = factors.tally_whole(case, PLANTED, 4, simulated=2_000)
    assert factors.wrong(case, null, planted) == []
    assert case.up_to is None or 24 <= runs <= 48


def test_nested_loops_and_a_textbook_take_the_drift_for_an_effect() -> None:
    # What random order and the drift's own column are for.
    planted = factors.tally(factors.NESTED, PLANTED, 20, simulated=500)
    assert (planted.found, planted.claimed) == (1, 1)


def test_multipliers_are_those_of_published_simulations() -> None:
    # Ye and Hamada, 2000, of seven and fifteen contrasts: 4.87 and 4.24 (experiment-wise 5 %).
    for factors_, published in ((3, 4.87), (4, 4.24)):
        n = 2**factors_
        noise = np.random.default_rng(5).standard_normal((n - 1, 60_000))
        most = np.abs(noise).max(axis=0) / model.lenth(noise)
        # The spread of a quantile of so many draws is about 0.03; theirs and ours differ by that.
        assert math.isclose(float(np.quantile(most, 0.95)), published, abs_tol=0.12)


def test_a_canary_without_simulated_multipliers_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factors, "ORDERS", 2)
    true_of = model.Draws.of

    def textbook(frame: model.Frame) -> model.Draws:
        made = true_of(frame)
        # t of one figure in the place of the largest of all.
        times = dict.fromkeys(made.multipliers.mains, 2.1)
        return model.Draws(model.Multipliers(times, times, times), made.scales)

    monkeypatch.setattr(model.Draws, "of", staticmethod(textbook))
    factors._FRAMES.clear()
    null = factors.tally(USUAL, {}, 200, simulated=500)
    factors._FRAMES.clear()
    assert factors.wrong(USUAL, null, None)
