"""What to ask next, once the Runs of a study so far have been looked at: Runs that tell apart what
is confounded among what matters, then Runs that narrow what is not decided; nothing where more
would change nothing.

Every Run so far is used again. Rows are chosen one pair after the other so that the model's
information grows most (D-optimal: the determinant of what all Runs tell of main effects and of the
interactions in question). A row comes with its mirror image, all levels exchanged: main effects
then stay clear of interactions of two factors, as in a folded design. Runs that are added are a
slice of time of their own, whose difference from the others is taken out (`model.py`).

Looking several times and stopping when it suits would make more claims than 5 % in theory. What
is claimed is only what the last look says, whose intervals are simulated on all Runs; how often
that is wrong is measured (`python -m tests.truth.factors`, the rows "in steps").
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.judge.factors import designs, ordering

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll.judge.factors.designs import Matrix
    from plimsoll.judge.factors.document import Answer
    from plimsoll.judge.factors.model import Term
    from plimsoll.judge.factors.study import StepKind, Study

EACH = 8
"""Runs that are added at a time: few enough to stop soon, enough to be a slice of time."""
LEAST = 4
MOST_TELLING = 2
"""Steps that tell apart: what two of them leave mixed fits about as well, whatever is asked."""
MOST_EVERY = 10
"""Factors of which every combination is looked through; of more, so many at random."""
DRAWN = 1024
_RIDGE = 1e-6


@dataclass(frozen=True)
class Step:
    """Runs to add."""

    kind: StepKind
    rows: Matrix
    """In the order of asking."""
    about: tuple[str, ...]
    """What they are for: interactions to tell apart, or factors that are not decided."""


def is_open(study: Study, answer: Answer) -> bool:
    """Whether more Runs could change the answer."""
    names = [one.name for one in study.factors]
    telling = sum(one.kind == "tell_apart" for one in study.steps)
    return bool(_undecided(answer)) or (bool(_mixed(answer, names)) and telling < MOST_TELLING)


def step(study: Study, answer: Answer, most: int, allowed: Callable[[Matrix], bool]) -> Step | None:
    """What to ask next, at most so many Runs; none where nothing more would change the answer or
    fewer than `LEAST` are left. `allowed`: whether levels can be asked (nobody forbids them)."""
    if most < LEAST or (answer.bounded is not None and not answer.bounded.levels):
        return None
    names = [one.name for one in study.factors]
    telling = sum(one.kind == "tell_apart" for one in study.steps)
    mixed = _mixed(answer, names)
    if mixed and telling < MOST_TELLING:
        about = tuple(dict.fromkeys(_word(names, one) for one in mixed))
        rows = _added(study, mixed, min(EACH, most), allowed)
        return None if rows is None else Step("tell_apart", rows, about)
    undecided = _undecided(answer)
    if not undecided:
        return None
    seen = [_term(one.factors, names) for one in answer.interactions]
    rows = _added(study, seen, min(EACH, most), allowed)
    return None if rows is None else Step("narrow", rows, undecided)


def _undecided(answer: Answer) -> tuple[str, ...]:
    return tuple(one.factor for one in answer.factors if one.verdict in ("not_decided", "not_told"))


def _word(names: list[str], term: Term) -> str:
    return " × ".join(names[at] for at in term)


def _term(factors: list[str], names: list[str]) -> Term:
    return tuple(names.index(one) for one in factors)


def _mixed(answer: Answer, names: list[str]) -> list[Term]:
    """Terms among which it is not told which is seen: interactions, and those that a factor that
    matters may be in truth."""
    found: list[Term] = []
    for one in answer.interactions:
        if one.not_told_from:
            found += [_term(one.factors, names), *(_term(o, names) for o in one.not_told_from)]
    for factor in answer.factors:
        if factor.verdict == "matters" and factor.beyond is None:
            found += [_term(other, names) for other in factor.mixed_with]
    # A square needs a middle, which added rows have not.
    return [one for one in dict.fromkeys(found) if len(set(one)) == len(one)]


def _added(
    study: Study, terms: list[Term], count: int, allowed: Callable[[Matrix], bool]
) -> Matrix | None:
    """So many rows (an even number) that tell most beside those that there are; none where no row
    may be asked."""
    factors = len(study.factors)
    number = len(study.steps) + 1
    chance = np.random.default_rng([study.seed, 0x5E9, number])
    pool = _candidates(factors, chance)
    pool = pool[[allowed(row) and allowed(-row) for row in pool]]
    if not len(pool):
        return None
    have = np.array([run.levels for run in study.runs])
    # Added Runs have a mean of their own.
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
    order = ordering.ordered(chosen, blocks=1, hard=(), seed=study.seed + number, replicate=none)
    return chosen[order.rows]


def _gain(inverse: Matrix, first: Matrix, second: Matrix) -> float:
    """By how much both together raise the determinant: the log of its factor."""
    both = np.column_stack([first, second])
    return float(np.linalg.slogdet(np.eye(2) + both.T @ inverse @ both)[1])


def _columns(rows: Matrix, terms: list[Term], *, new: bool) -> Matrix:
    ones = np.ones((len(rows), 1))
    added = ones if new else 0 * ones
    return np.hstack([ones, added, rows, designs.products(rows, terms)])


def _candidates(factors: int, chance: np.random.Generator) -> Matrix:
    """Rows of which one of each mirrored pair stands here, in a seeded order."""
    if factors <= MOST_EVERY:
        every = np.array(list(itertools.product((-1.0, 1.0), repeat=factors)))
        half = every[every[:, 0] < 0]
        return half[chance.permutation(len(half))]
    drawn = chance.integers(0, 2, (DRAWN, factors)) * 2.0 - 1.0
    return np.asarray(drawn)
