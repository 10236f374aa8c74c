"""The harness is proved by searches that are broken on purpose: `assess` must find fault with each,
and with no sound one."""

import math
from dataclasses import replace

import pytest

from plimsoll.search import bracket, holds
from plimsoll.search.ledger import Probe
from plimsoll.search.load_line import LoadLineResult
from tests.search.model import Queue, search_target
from tests.truth.suite import assess, coverage_bound
from tests.truth.theory import deterministic_line, mm1_line

SEEDS = 30
UTILISATION = 0.6
BOUND_S = math.log(100) / (10_000 * (1 - UTILISATION))
LINE = 10_000 * UTILISATION
CLUMPS = 20.0
"""Slow spells: a sample is worth a twentieth of what its queue alone would make of it."""


def answers(*, clumps: float = 1.0, independent: bool = False) -> list[LoadLineResult]:
    return [
        search_target(
            Queue(bound_s=BOUND_S, clumps=clumps, independent=independent),
            seed,
            objective="p99 <= 1151us",
        )
        for seed in range(SEEDS)
    ]


@pytest.mark.parametrize("clumps", [1.0, CLUMPS])
def test_a_sound_search_is_found_sound(clumps: float) -> None:
    # What is known of so correlated a target is less, and the interval says so.
    assert assess(answers(clumps=clumps), LINE, width=0.05 + 0.01 * clumps, within=0.05) == []


def test_decisions_that_ignore_correlation_are_flagged() -> None:
    assert any(
        "contain the truth" in words
        for words in assess(answers(clumps=CLUMPS, independent=True), LINE)
    )


def test_a_bracket_with_its_ends_swapped_is_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = bracket.Bracket.enter

    def enter_and_swap(self: bracket.Bracket, probe: Probe) -> None:
        sound(self, probe)
        if self.low is not None and self.high is not None:
            self.low, self.high = self.high, self.low

    monkeypatch.setattr(bracket.Bracket, "enter", enter_and_swap)
    # Fresh holds repair even that, outward, until nothing narrow is left.
    assert any("wide" in words for words in assess(answers(), LINE))


def test_ends_that_are_told_without_a_hold_are_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holds, "_low", lambda *_: None)
    monkeypatch.setattr("plimsoll.search.load_line.reason_text", lambda reason: reason)
    found = [
        (
            LoadLineResult(**{**vars(answer), "graded": replace(answer.graded, grade="confirmed")})
            if answer.reason == "not_confirmed"
            else answer
        )
        for answer in answers()
    ]
    assert any("no hold confirmed" in words for words in assess(found, LINE))


def test_a_client_limit_sold_as_the_target_is_flagged() -> None:
    assert assess(answers(), None, reach=4_000)


def test_the_least_coverage_is_the_binomial_bound() -> None:
    # P(Binomial(20, 0.93) <= 13) = 0.0004, P(<= 14) = 0.0027: 14 of 20 are the fewest that chance
    # may leave.
    assert coverage_bound(20) == 14
    assert coverage_bound(200) == 174


@pytest.mark.long
def test_the_simulated_line_of_one_server_agrees_with_theory() -> None:
    # Where Erlang's exact formula is stable: P(W > 2s) at half the capacity.
    rho = 0.5
    # Erlang 1909: P(W <= t) = (1 − ρ) Σ_{j=0}^{⌊t/s⌋} (ρ(j − t/s))^j / j! · exp(−ρ(j − t/s)).
    below = (1 - rho) * sum(
        (rho * (j - 2)) ** j / math.factorial(j) * math.exp(-rho * (j - 2)) for j in range(3)
    )
    # A million operations of memory about four: the share (4 %) is known to 1 %, which moves the
    # rate by 0.4 %.
    found = deterministic_line(1.0, 1, 2.0, 0.0, 100 * below, operations=1_000_000)
    assert found == pytest.approx(rho, rel=0.015)


def test_the_formula_of_mm1_is_the_one_in_the_example() -> None:
    # examples/stacks/mm1.toml: 4079.0/s for p99 <= 5 ms.
    assert mm1_line(5000, 5e-3) == pytest.approx(4079.0, abs=0.05)
