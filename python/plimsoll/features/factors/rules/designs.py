"""Experimental designs as coded matrices: one row per Run, one column per factor; -1 low, 0 centre,
+1 high.

`pydoe` makes them, except for Hadamard matrices that it lacks (`hadamard.py`) and fractions of
minimum aberration (`fractions.py`). Resolution and aliases are computed from the matrix, never
taken from the design's name, so they stay right when Runs are lost.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from plimsoll.base import language
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import fractions
from plimsoll.features.factors.rules.hadamard import MOST, hadamard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]
    Places = NDArray[np.int64]

Kind = Literal[
    "full", "fraction", "plackett_burman", "folded_plackett_burman", "definitive_screening"
]
MOST_FULL = 10
"""Most factors of a full factorial: 1,024 Runs."""
MOST_FRACTION = 15
FULL_ALIAS = 0.999
"""Columns with at least this correlation are fully aliased."""
MIN_CORRELATION = 0.05
"""Correlations below this are not reported."""


class DesignError(ValueError):
    """An impossible design; the message has the reason and the alternatives."""


@dataclass(frozen=True)
class Design:
    """A design; `matrix` is runs × factors."""

    kind: Kind
    matrix: Matrix

    @property
    def runs(self) -> int:
        """Number of Runs before replicates and centre points."""
        return len(self.matrix)


def design_of(kind: Kind, factors: int, *, resolution: int = 4, runs: int | None = None) -> Design:
    """The design of this kind. `runs`: for a fraction, or Plackett–Burman before folding. Raises
    DesignError."""
    if kind == "full":
        return full(factors)
    if kind == "fraction":
        return fraction(factors, resolution, runs)
    if kind == "definitive_screening":
        return definitive_screening(factors)
    folded = kind == "folded_plackett_burman"
    return plackett_burman(factors, runs, folded=folded)


def full(factors: int) -> Design:
    """Every combination of two levels."""
    from pydoe import ff2n

    if factors > MOST_FULL:
        raise DesignError(
            message("full-too-large", factors=factors, runs=f"{2**factors:,}", most=MOST_FULL)
        )
    return Design("full", np.asarray(ff2n(factors), float))


def fraction(factors: int, resolution: int, runs: int | None = None) -> Design:
    """The smallest regular fraction with this resolution, or the one with so many Runs whatever its
    resolution; minimum aberration up to 64 Runs."""
    from pydoe import fracfact_by_res

    known = fractions.resolutions(factors)
    if runs is not None:
        if runs not in known:
            listed = language.listing(map(str, sorted(known))) or message("none-known")
            raise DesignError(message("no-fraction-in", factors=factors, runs=runs, listed=listed))
        return Design("fraction", fractions.matrix(runs, factors))
    if factors <= resolution - 1:
        return Design("fraction", full(factors).matrix)
    if factors > MOST_FRACTION:
        raise DesignError(message("fraction-too-large", most=MOST_FRACTION, factors=factors))
    if fit := [size for size in sorted(known) if known[size] >= resolution]:
        return Design("fraction", fractions.matrix(fit[0], factors))
    try:
        matrix = np.asarray(fracfact_by_res(factors, resolution), float)
    except ValueError:
        raise DesignError(
            message("no-fraction-of-resolution", resolution=resolution, factors=factors)
        ) from None
    return Design("fraction", matrix)


def plackett_burman(factors: int, runs: int | None = None, *, folded: bool) -> Design:
    """The first columns of a Hadamard matrix. Folded: every row is run again with
    all levels exchanged, which clears main effects of two-factor interactions."""
    least = max(12, 4 * (factors // 4 + 1))
    order = least if runs is None else runs
    if order % 4 or not 12 <= order <= MOST:
        raise DesignError(
            message("no-plackett-burman-of", most=MOST, runs=order, least=least, factors=factors)
        )
    if factors >= order:
        raise DesignError(
            message("plackett-burman-too-small", factors=factors, least=least, runs=order)
            if least <= MOST
            else message("plackett-burman-too-large", most=MOST - 1, factors=factors)
        )
    columns = hadamard(order)[:, 1 : factors + 1].astype(float)
    if not folded:
        return Design("plackett_burman", columns)
    return Design("folded_plackett_burman", np.vstack([columns, -columns]))


def definitive_screening(factors: int) -> Design:
    """Three levels per factor, 2 k + 1 Runs, and 4 more from two fake factors that estimate the
    noise (Jones and Nachtsheim, 2011 and 2017)."""
    from pydoe import definitive_screening_design

    if factors < 4:
        raise DesignError(message("screening-too-small", factors=factors))
    matrix = np.asarray(definitive_screening_design(factors, n_fake_factors=2), float)
    return Design("definitive_screening", matrix[:, :factors])


def pairs(factors: int) -> list[tuple[int, int]]:
    """Every two factors, in order."""
    return list(itertools.combinations(range(factors), 2))


def products(matrix: Matrix, terms: Sequence[tuple[int, ...]]) -> Matrix:
    """Columns of interactions (and of squares, as (i, i)): runs × len(of)."""
    columns = [np.prod(matrix[:, list(term)], axis=1) for term in terms]
    return np.column_stack(columns) if columns else np.empty((len(matrix), 0))


def correlation(a: Matrix, b: Matrix) -> Matrix:
    """Correlation of every column of a with every column of b; 0 without variation."""
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    lengths = np.linalg.norm(a, axis=0)[:, None] * np.linalg.norm(b, axis=0)[None, :]
    found: Matrix = np.divide(a.T @ b, lengths, out=np.zeros(lengths.shape), where=lengths > 1e-9)
    return found


def resolution(matrix: Matrix) -> int:
    """2: main effects are aliased with each other; 3: they are clear of each other; 4: also of
    two-factor interactions; 5: these are clear of each other, too. From the matrix, so that lost
    Runs count."""
    factors = matrix.shape[1]
    two = products(matrix, pairs(factors))
    among = np.abs(correlation(matrix, matrix)) - np.eye(factors)
    if factors > 1 and among.max() > MIN_CORRELATION:
        return 2
    if factors < 2 or np.abs(correlation(matrix, two)).max() > MIN_CORRELATION:
        return 3 if factors > 1 else 5
    interactions = np.abs(correlation(two, two)) - np.eye(two.shape[1])
    return 4 if interactions.max() > MIN_CORRELATION else 5


@dataclass(frozen=True)
class Alias:
    """Two terms that are aliased, fully or in part; factors by index."""

    term: tuple[int, ...]
    other: tuple[int, ...]
    correlation: float


def aliases(matrix: Matrix) -> list[Alias]:
    """The aliases of main effects, then those among two-factor interactions."""
    factors = matrix.shape[1]
    mains: list[tuple[int, ...]] = [(factor,) for factor in range(factors)]
    two: list[tuple[int, ...]] = list(pairs(factors))
    terms = mains + two
    columns = products(matrix, terms)
    with_each = correlation(columns, columns)
    return [
        Alias(terms[a], terms[b], float(with_each[a, b]))
        for a, b in np.argwhere(np.triu(np.abs(with_each) > MIN_CORRELATION, 1)).tolist()
    ]
