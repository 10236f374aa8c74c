"""Sequential augmentation: which Runs to add after the first results. First Runs that separate
aliased effects where they matter, then Runs that narrow the intervals of undecided factors; none
where more Runs could not change the answer.

All Runs so far stay in the analysis. Rows are added in pairs, each pair chosen to increase the
determinant of the information matrix most (D-optimal augmentation), for a model with the main
effects and the interactions in question. A row is added together with its foldover (all levels
exchanged), which keeps main effects clear of two-factor interactions. Each batch is a block of its
own, and its shift is taken out (`model.py`).

Looking several times and stopping at will inflates the error rate in theory. Claims are made from
the last look only, with intervals simulated for all Runs; how often they are wrong is measured
(`python -m tests.truth.factors`, the rows "in steps").
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.features.factors.rules import designs, ordering

if TYPE_CHECKING:
    from plimsoll.features.factors.rules.designs import Matrix
    from plimsoll.features.factors.rules.document import Answer
    from plimsoll.features.factors.rules.model import Term
    from plimsoll.features.factors.rules.study import StepKind, Study

BATCH_RUNS = 8
"""Runs per batch: few enough to stop early, enough for a block of their own."""
MIN_BATCH = 4
MAX_ALIAS_BATCHES = 2
"""Batches that separate aliases. What is still aliased after two fits about equally well."""
MAX_FULL_FACTORS = 10
"""Most factors for which every combination is a candidate; beyond, random ones are."""
RANDOM_CANDIDATES = 1024
_RIDGE = 1e-6


@dataclass(frozen=True)
class Step:
    """Runs to add."""

    kind: StepKind
    rows: Matrix
    """Rows in run order."""
    about: tuple[str, ...]
    """Purpose: interactions to separate, or undecided factors."""


def is_open(study: Study, answer: Answer) -> bool:
    """Whether more Runs could change the answer."""
    names = [factor.name for factor in study.factors]
    telling = sum(added.kind == "tell_apart" for added in study.steps)
    return bool(_open_factors(answer)) or (
        bool(_aliased_terms(answer, names)) and telling < MAX_ALIAS_BATCHES
    )


def step(study: Study, answer: Answer, most: int, allowed: Callable[[Matrix], bool]) -> Step | None:
    """The next batch, of at most `most` Runs; none where more Runs would not change the answer, or
    fewer than `LEAST` are left. `allowed`: whether a combination of levels is not forbidden."""
    if most < MIN_BATCH or (answer.bounded is not None and not answer.bounded.levels):
        return None
    names = [factor.name for factor in study.factors]
    telling = sum(added.kind == "tell_apart" for added in study.steps)
    mixed = _aliased_terms(answer, names)
    if mixed and telling < MAX_ALIAS_BATCHES:
        about = tuple(dict.fromkeys(_word(names, term) for term in mixed))
        rows = _best_rows(study, mixed, min(BATCH_RUNS, most), allowed)
        return None if rows is None else Step("tell_apart", rows, about)
    undecided = _open_factors(answer)
    if not undecided:
        return None
    terms = [_term(pair.factors, names) for pair in answer.interactions]
    rows = _best_rows(study, terms, min(BATCH_RUNS, most), allowed)
    return None if rows is None else Step("narrow", rows, undecided)


def _open_factors(answer: Answer) -> tuple[str, ...]:
    return tuple(
        factor.factor for factor in answer.factors if factor.verdict in ("not_decided", "not_told")
    )


def _word(names: list[str], term: Term) -> str:
    return " × ".join(names[at] for at in term)


def _term(factors: list[str], names: list[str]) -> Term:
    return tuple(names.index(factor) for factor in factors)


def _aliased_terms(answer: Answer, names: list[str]) -> list[Term]:
    """Interactions that are aliased with something that matters: with an interaction that was
    found, or with the main effect of a factor that matters."""
    found: list[Term] = []
    for pair in answer.interactions:
        if pair.not_told_from:
            found += [_term(pair.factors, names), *(_term(o, names) for o in pair.not_told_from)]
    for factor in answer.factors:
        if factor.verdict == "matters" and factor.beyond is None:
            found += [_term(other, names) for other in factor.mixed_with]
    # A quadratic term needs a centre level, which added rows do not have.
    return [term for term in dict.fromkeys(found) if len(set(term)) == len(term)]


def _best_rows(
    study: Study, terms: list[Term], count: int, allowed: Callable[[Matrix], bool]
) -> Matrix | None:
    """The `count` rows (an even number) that add most information to the Runs so far; none where
    every candidate is forbidden."""
    factors = len(study.factors)
    number = len(study.steps) + 1
    chance = np.random.default_rng([study.seed, 0x5E9, number])
    pool = _candidates(factors, chance)
    pool = pool[[allowed(row) and allowed(-row) for row in pool]]
    if not len(pool):
        return None
    have = np.array([run.levels for run in study.runs])
    # A batch has a mean of its own.
    old = _columns(have, terms, new=False)
    new = _columns(pool, terms, new=True)
    mirrored = _columns(-pool, terms, new=True)
    inverse = np.linalg.inv(old.T @ old + _RIDGE * np.eye(old.shape[1]))
    rows: list[Matrix] = []
    while len(rows) + 2 <= count:
        gain = np.array(
            [
                _gain(np.asarray(inverse, np.float64), a, b)
                for a, b in zip(new, mirrored, strict=True)
            ]
        )
        at = int(np.argmax(np.round(gain, 9)))
        for column in (new[at], mirrored[at]):
            step_ = inverse @ column
            inverse = inverse - np.outer(step_, step_) / (1 + column @ step_)
        rows += [pool[at], -pool[at]]
    chosen = np.array(rows)
    none = np.zeros(len(chosen), np.int64)
    order = ordering.run_order(chosen, blocks=1, hard=(), seed=study.seed + number, replicate=none)
    return chosen[order.rows]


def _gain(inverse: Matrix, first: Matrix, second: Matrix) -> float:
    """How much adding both rows multiplies the determinant, as a log."""
    both = np.column_stack([first, second])
    return float(np.linalg.slogdet(np.eye(2) + both.T @ inverse @ both)[1])


def _columns(rows: Matrix, terms: list[Term], *, new: bool) -> Matrix:
    ones = np.ones((len(rows), 1))
    added = ones if new else 0 * ones
    return np.hstack([ones, added, rows, designs.products(rows, terms)])


def _candidates(factors: int, chance: np.random.Generator) -> Matrix:
    """One row of each foldover pair, in a seeded random order."""
    if factors <= MAX_FULL_FACTORS:
        all_rows = np.array(list(itertools.product((-1.0, 1.0), repeat=factors)))
        half = all_rows[all_rows[:, 0] < 0]
        return half[chance.permutation(len(half))]
    rows = chance.integers(0, 2, (RANDOM_CANDIDATES, factors)) * 2.0 - 1.0
    return np.asarray(rows)
