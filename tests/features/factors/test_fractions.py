"""Fractions of minimum aberration: no design of the small sizes mixes less (all of them are looked
through), and those of every size have the word length pattern of a published catalogue."""

from __future__ import annotations

import itertools
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

from plimsoll.features.factors.rules import designs, fractions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

PUBLISHED = {
    # The first design of each size (k-p.1) in the catalogue of R's FrF2 2.3-4 (`catlg` in its
    # R/sysdata.rda, read with the package rdata), whose help names Chen, Sun and Wu (International
    # Statistical Review 61, 1993) as the source: words of three to seven factors.
    (8, 4): (0, 1, 0, 0, 0), (8, 5): (2, 1, 0, 0, 0), (8, 6): (4, 3, 0, 0, 0),
    (8, 7): (7, 7, 0, 0, 1), (16, 5): (0, 0, 1, 0, 0), (16, 6): (0, 3, 0, 0, 0),
    (16, 7): (0, 7, 0, 0, 0), (16, 8): (0, 14, 0, 0, 0), (16, 9): (4, 14, 8, 0, 4),
    (16, 10): (8, 18, 16, 8, 8), (16, 11): (12, 26, 28, 24, 20), (16, 12): (16, 39, 48, 48, 48),
    (16, 13): (22, 55, 72, 96, 116), (16, 14): (28, 77, 112, 168, 232),
    (16, 15): (35, 105, 168, 280, 435), (32, 6): (0, 0, 0, 1, 0), (32, 7): (0, 1, 2, 0, 0),
    (32, 8): (0, 3, 4, 0, 0), (32, 9): (0, 6, 8, 0, 0), (32, 10): (0, 10, 16, 0, 0),
    (32, 11): (0, 25, 0, 27, 0), (32, 12): (0, 38, 0, 52, 0), (32, 13): (0, 55, 0, 96, 0),
    (32, 14): (0, 77, 0, 168, 0), (32, 15): (0, 105, 0, 280, 0), (64, 7): (0, 0, 0, 0, 1),
    (64, 8): (0, 0, 2, 1, 0), (64, 9): (0, 1, 4, 2, 0), (64, 10): (0, 2, 8, 4, 0),
    (64, 11): (0, 4, 14, 8, 0), (64, 12): (0, 6, 24, 16, 0), (64, 13): (0, 14, 28, 24, 24),
    (64, 14): (0, 22, 40, 36, 56), (64, 15): (0, 30, 60, 60, 105),
}  # fmt: skip

TABULATED = {
    # Generators of the factors behind the basic ones, as they are commonly tabulated. Written from
    # memory, not checked against printed tables: the test asks only that none of them mixes less.
    (8, 4): "D=ABC", (8, 5): "D=AB E=AC", (8, 6): "D=AB E=AC F=BC", (8, 7): "D=AB E=AC F=BC G=ABC",
    (16, 5): "E=ABCD", (16, 6): "E=ABC F=BCD", (16, 7): "E=ABC F=BCD G=ACD",
    (16, 8): "E=BCD F=ACD G=ABC H=ABD", (32, 6): "F=ABCDE", (32, 7): "F=ABCD G=ABDE",
    (32, 8): "F=ABC G=ABD H=BCDE", (32, 9): "F=BCDE G=ACDE H=ABDE J=ABCE",
    (32, 10): "F=ABCD G=ABCE H=ABDE J=ACDE K=BCDE",
    (64, 7): "G=ABCDEF", (64, 8): "G=ABCD H=ABEF",
    (16, 15): "E=AB F=AC G=AD H=BC J=BD K=CD L=ABC M=ABD N=ACD O=BCD P=ABCD",
}  # fmt: skip


def pattern(matrix: designs.Matrix) -> dict[int, int]:
    """The word length pattern, from the matrix alone: words of a product of columns that is
    constant, by the XOR of their rows (MacWilliams): A_k from the distances between Runs."""
    runs, factors = matrix.shape
    distances = [int(one) for one in ((factors - matrix @ matrix.T) / 2).round().ravel()]
    found = {}
    for length in range(1, factors + 1):
        total = sum(
            _krawtchouk(length, one, factors) * distances.count(one) for one in set(distances)
        )
        found[length] = round(total / runs**2)
    return {length: count for length, count in found.items() if count}


def _krawtchouk(length: int, at: int, factors: int) -> int:
    return sum(
        (-1) ** one * comb(at, one) * comb(factors - at, length - one) for one in range(length + 1)
    )


@pytest.mark.parametrize(("runs", "factors"), fractions.GENERATORS)
def test_fractions_are_orthogonal_and_have_the_words_that_their_generators_give(
    runs: int, factors: int
) -> None:
    matrix = fractions.matrix(runs, factors)
    assert matrix.shape == (runs, factors)
    assert np.array_equal(matrix.T @ matrix, runs * np.eye(factors))
    assert len({tuple(row) for row in matrix}) == runs
    assert pattern(matrix) == fractions.words(runs, factors)


@pytest.mark.parametrize(("runs", "factors"), PUBLISHED)
def test_fractions_have_the_published_word_length_pattern(runs: int, factors: int) -> None:
    found = pattern(fractions.matrix(runs, factors))
    published = PUBLISHED[runs, factors]
    assert tuple(found.get(length, 0) for length in range(3, 3 + len(published))) == published


def patterns(runs: int, factors: int) -> Words:
    """The word length patterns of all designs of this size, from words of three on: every choice of
    generators behind the basic factors (any k columns of full rank can be named so)."""
    basic = runs.bit_length() - 1
    columns = [one for one in range(1, runs) if one.bit_count() > 1]
    chosen = np.array(list(itertools.combinations(columns, factors - basic)))
    words = np.zeros((len(chosen), 1), np.int64)
    for at in range(factors - basic):
        generator = chosen[:, at : at + 1] | 1 << (basic + at)
        words = np.hstack([words, words ^ generator])
    lengths = np.bitwise_count(words)
    every = [(lengths == length).sum(axis=1) for length in range(3, factors + 1)]
    return np.column_stack(every)


@pytest.mark.parametrize(
    ("runs", "factors"),
    [
        *((8, k) for k in range(4, 8)), *((16, k) for k in range(5, 16)),
        *((32, k) for k in range(6, 11)), *((64, k) for k in range(7, 10)),
    ],
)  # fmt: skip
def test_no_design_of_that_size_mixes_less(runs: int, factors: int) -> None:
    least = patterns(runs, factors)
    for at in range(least.shape[1]):
        least = least[least[:, at] == least[:, at].min()]
    ours = fractions.words(runs, factors)
    assert [ours.get(length, 0) for length in range(3, factors + 1)] == least[0].tolist()


@pytest.mark.parametrize(("runs", "factors"), TABULATED)
def test_no_design_that_is_commonly_tabulated_mixes_less(runs: int, factors: int) -> None:
    letters = "ABCDEFGHJKLMNOP"
    basic = runs.bit_length() - 1
    rows = fractions.matrix(runs, factors)[:, :basic]
    columns = [rows[:, at] for at in range(basic)]
    for generator in TABULATED[runs, factors].split():
        made = generator.partition("=")[2]
        columns.append(np.prod(rows[:, [letters.index(one) for one in made]], axis=1))
    theirs = pattern(np.column_stack(columns))
    ours = pattern(fractions.matrix(runs, factors))
    lengths = range(3, factors + 1)
    assert [ours.get(one, 0) for one in lengths] <= [theirs.get(one, 0) for one in lengths]


@pytest.mark.parametrize(
    ("factors", "resolution", "runs"),
    [
        *((k, 3, 8) for k in range(4, 8)), *((k, 3, 16) for k in range(8, 16)),
        *((k, 4, 16) for k in range(5, 9)), *((k, 4, 32) for k in range(9, 16)),
        (5, 5, 16), (6, 5, 32), (7, 5, 64), (8, 5, 64),
    ],
)  # fmt: skip
def test_the_smallest_of_a_resolution_is_the_one_of_the_catalogue(
    factors: int, resolution: int, runs: int
) -> None:
    design = designs.fraction(factors, resolution)
    assert design.runs == runs
    assert np.array_equal(design.matrix, fractions.matrix(runs, factors))


def test_runs_choose_a_fraction_and_what_there_is_not_is_said() -> None:
    assert designs.design_of("fraction", 9, runs=64).runs == 64
    with pytest.raises(designs.DesignError, match="one of 16, 32, 64"):
        designs.design_of("fraction", 9, runs=24)
