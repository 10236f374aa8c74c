"""Regular two-level fractions of minimum aberration: of all designs with so many Runs and factors,
those with the fewest short words in the defining relation, so that the fewest effects of low order
are aliased.

A library's search by resolution alone finds designs of that resolution with more aliases than need
be: for nine factors in 32 Runs ten words of four factors, where six are enough.

Each generator is the number of its column in Yates order: bit i is the i-th basic factor, so that 7
is ABC. They were found by search. `tests/features/factors/test_fractions.py` looks through all
designs of up to 16 Runs, of 32 with up to ten factors and of 64 with up to nine; the larger ones
have the word length patterns of the catalogue of R's FrF2 (2.3-4).
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

GENERATORS: dict[tuple[int, int], tuple[int, ...]] = {
    (4, 3): (3,),
    (8, 4): (7,),
    (8, 5): (3, 5),
    (8, 6): (3, 5, 6),
    (8, 7): (3, 5, 6, 7),
    (16, 5): (15,),
    (16, 6): (7, 11),
    (16, 7): (7, 11, 13),
    (16, 8): (7, 11, 13, 14),
    (16, 9): (3, 5, 9, 14, 15),
    (16, 10): (3, 5, 6, 9, 14, 15),
    (16, 11): (3, 5, 6, 9, 10, 13, 14),
    (16, 12): (3, 5, 6, 9, 10, 13, 14, 15),
    (16, 13): (3, 5, 6, 7, 9, 10, 11, 12, 13),
    (16, 14): (3, 5, 6, 7, 9, 10, 11, 12, 13, 14),
    (16, 15): (3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15),
    (32, 6): (31,),
    (32, 7): (7, 27),
    (32, 8): (7, 11, 29),
    (32, 9): (7, 11, 19, 29),
    (32, 10): (7, 11, 19, 29, 30),
    (32, 11): (7, 11, 13, 19, 21, 25),
    (32, 12): (7, 11, 13, 14, 19, 21, 25),
    (32, 13): (7, 11, 13, 14, 19, 21, 22, 25),
    (32, 14): (7, 11, 13, 14, 19, 21, 22, 25, 26),
    (32, 15): (7, 11, 13, 14, 19, 21, 22, 25, 26, 28),
    (64, 7): (63,),
    (64, 8): (15, 51),
    (64, 9): (7, 27, 45),
    (64, 10): (15, 28, 45, 54),
    (64, 11): (15, 21, 30, 51, 57),
    (64, 12): (31, 39, 45, 53, 59, 62),
    (64, 13): (15, 23, 30, 41, 56, 59, 61),
    (64, 14): (7, 19, 29, 30, 45, 49, 55, 59),
    (64, 15): (11, 14, 23, 29, 39, 42, 50, 52, 59),
}
"""Generators by Runs and factors."""


def resolutions(factors: int) -> dict[int, int]:
    """The resolution of the known fractions of so many factors, by number of Runs."""
    return {runs: resolution(runs, factors) for runs, number in GENERATORS if number == factors}


def matrix(runs: int, factors: int) -> NDArray[np.float64]:
    """The fraction: runs × factors. Raises KeyError for an unknown one."""
    generators = GENERATORS[runs, factors]
    basic = runs.bit_length() - 1
    levels = np.array(list(itertools.product((-1.0, 1.0), repeat=basic)))[:, ::-1]
    added = [
        np.prod(levels[:, [bit for bit in range(basic) if generator >> bit & 1]], axis=1)
        for generator in generators
    ]
    return np.column_stack([levels, *added])


def words(runs: int, factors: int) -> dict[int, int]:
    """The word length pattern: how many products of so many factors are constant."""
    generators = GENERATORS[runs, factors]
    basic = runs.bit_length() - 1
    products = [0]
    for at, generator in enumerate(generators):
        products += [word ^ (generator | 1 << (basic + at)) for word in products]
    lengths = [word.bit_count() for word in products[1:]]
    return {length: lengths.count(length) for length in sorted(set(lengths))}


def resolution(runs: int, factors: int) -> int:
    """The resolution: the length of the shortest word."""
    return min(words(runs, factors))
