"""Runs that have only a bound: a response time that grows as long as the Run lasts, since the
target does not keep up with the rate; a maximum above what the generator can offer.

A bound is not a figure. Tried in simulation (8 factors, 32 Runs, 2 % of noise, an eighth, a quarter
and half of the Runs bounded), three rules for it:

| rule | something false is claimed | a factor that acts is said to be left alone |
|---|---|---|
| left out | 2 to 7 % | up to 73 % |
| taken for the figure | up to 100 % | up to 100 % |
| replaced by what the model expects beyond it (Hamada and Wu) | up to 100 % | up to 93 % |

So they are left out of the effects, which stay right where there are figures, and the other harm is
met here: what do the bounded Runs have in common? Where they are the Runs at one level, or at two
levels together (a *cell*), those factors matter, by at least what the bounds say. Where they are
nowhere in particular, the study ranks nothing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from plimsoll.features.factors.rules.designs import Matrix, Places

Side = Literal["at_least", "at_most"]
MIN_BOUNDED_SHARE = 0.5
"""Share of bounded Runs of a cell from which on the cell is their cause."""
MIN_BOUNDED_RUNS = 2
"""Fewest bounded Runs that are checked for a common cell."""


@dataclass(frozen=True)
class Bound:
    """A bound of a Run's response."""

    value: float
    side: Side


@dataclass(frozen=True)
class Cell:
    """Levels common to all bounded Runs: factors by place, with the code of the level."""

    levels: tuple[tuple[int, float], ...]
    bounded: int
    runs: int
    """Runs of the design in the cell."""

    def holds(self, row: Matrix) -> bool:
        """Whether a Run lies in the cell."""
        return all(row[at] == code for at, code in self.levels)


@dataclass(frozen=True)
class Beyond:
    """A bound of the change between the levels of a cell's factor: in logs, high over low."""

    side: Side
    change: float


def cell(runs: Matrix, bounded: Places) -> Cell | None:
    """The smallest cell that contains all bounded Runs and in which they prevail, or None. `runs`:
    levels of the design's Runs; `bounded`: places of those."""
    if len(bounded) < MIN_BOUNDED_RUNS:
        return None
    for levels in _cells(runs, bounded):
        inside = np.all([runs[:, at] == code for at, code in levels], axis=0)
        if len(bounded) >= MIN_BOUNDED_SHARE * inside.sum():
            return Cell(levels, len(bounded), int(inside.sum()))
    return None


def _cells(levels: Matrix, bounded: Places) -> Iterator[tuple[tuple[int, float], ...]]:
    """Levels, or pairs of levels, common to all bounded Runs, those with the fewest other Runs
    first."""
    common = [
        (at, float(levels[bounded[0], at]))
        for at in range(levels.shape[1])
        if np.all(levels[bounded, at] == levels[bounded[0], at])
    ]
    several = [pair for size in (1, 2) for pair in itertools.combinations(common, size)]
    yield from sorted(
        several, key=lambda pair: np.all([levels[:, at] == code for at, code in pair], axis=0).sum()
    )


def beyond(
    levels: Matrix,
    values: Sequence[float | None],
    bounds: Sequence[Bound | None],
    inside_cell: Cell,
    place: int,
    *,
    margin: float,
) -> Beyond | None:
    """The bound of a factor's effect from a cell: its Runs against those at the factor's other
    level, the rest of the cell kept. `margin`: of a figure, its simultaneous interval over the root
    of the number of Runs. None without both sides."""
    code = dict(inside_cell.levels)[place]
    rest = [(at, level) for at, level in inside_cell.levels if at != place]
    same = (
        np.all([levels[:, at] == level for at, level in rest], axis=0)
        if rest
        else np.ones(len(levels), bool)
    )
    known = [
        value if value is not None else bound.value if bound is not None else None
        for value, bound in zip(values, bounds, strict=True)
    ]
    inside = [v for v, at in zip(known, same & (levels[:, place] == code), strict=True) if at and v]
    others = [
        v for v, at in zip(values, same & (levels[:, place] == -code), strict=True) if at and v
    ]
    if not inside or not others or code == 0:
        return None
    side = next(bound.side for bound in bounds if bound is not None)
    wide = margin * math.sqrt(1 / len(inside) + 1 / len(others))
    apart = float(np.mean(np.log(inside)) - np.mean(np.log(others)))
    apart += -wide if side == "at_least" else wide
    if code > 0:
        return Beyond(side, apart)
    # The cell is at the low level.
    return Beyond("at_most" if side == "at_least" else "at_least", -apart)
