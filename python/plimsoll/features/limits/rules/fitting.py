"""Fits laws to data by least squares on logarithms, and compares them: found, tied, refuted, each
with its reason.

A deviation is ln(measured / predicted) over the datum's error. A law is refuted when its largest
deviation is beyond `largest_allowed`: so far out that of a hundred true laws one is refuted, over
all data of a fit (decision 0019-laws-of-limits). Of those that are left the one with the least
chi-square plus `PER_NUMBER` for each number it has to fit is found, the others are tied with it; a
law with more numbers that says the same everywhere is no rival. A datum that is a lower bound only
counts where a law forbids it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.features.limits.rules.finding import Parameter
from plimsoll.features.limits.rules.models import Law, Points, Unknown

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.models import Array

FALSE_REFUTATIONS = 0.01
"""Chance that a true law is refuted, over all data."""
PARAMETER_PENALTY = 6.63
"""What one number more must win in chi-square: the 99 % point with one degree of freedom."""
RANGE_CHI_SQUARE = 3.84
"""How far chi-square rises at the ends of a parameter's range: the 95 % point with one degree of
freedom."""
MAX_REFINEMENTS = 3
"""How many of the places to begin from are refined."""
UNBOUNDED_FACTOR = 1e9
"""A parameter that can grow or shrink by this factor is not bounded on that side."""
MAX_NUMBER_RATIO = 2.0
"""A parameter whose range is wider than this factor, end to end, is told as a range, not as a
number."""


@dataclass(frozen=True)
class Data:
    """What laws are fitted to; errors are relative. `freedom` of the errors; none: they are
    known."""

    points: Points
    rates: Array
    errors: Array
    lower_bound: np.ndarray[tuple[int], np.dtype[np.bool_]]
    freedom: int | None

    def __len__(self) -> int:
        return len(self.rates)

    @cached_property
    def log_rates(self) -> Array:
        """Their logarithms, which every deviation is from."""
        return np.asarray(np.log(self.rates))

    @cached_property
    def has_lower_bounds(self) -> bool:
        """Whether any datum is a lower bound only."""
        return bool(np.any(self.lower_bound))


@dataclass(frozen=True, eq=False)
class Fit:
    """A law with the values that fit best. `deviations` in standard errors, above 0 where more was
    measured than it says."""

    law: Law
    values: tuple[float, ...]
    deviations: Array
    square: float

    @property
    def misfit(self) -> float:
        """The largest deviation."""
        return float(np.max(np.abs(self.deviations)))

    @property
    def score(self) -> float:
        """What is compared: chi-square and the price of its numbers."""
        return self.square + PARAMETER_PENALTY * len(self.law.unknowns)


def deviations(law: Law, logs: Array, data: Data) -> Array:
    """Of parameters given as logarithms."""
    with np.errstate(over="ignore", divide="ignore"):
        predicted = law.rates(np.exp(_clip(logs, -80, 80)), data.points)
    out = (data.log_rates - np.log(_clip(predicted, 1e-30, 1e30))) / data.errors
    return np.where(data.lower_bound, np.maximum(out, 0.0), out) if data.has_lower_bounds else out


def _clip(values: Array, low: float, high: float) -> Array:
    """`np.clip`, which takes longer than all else that is done to a handful of numbers."""
    return np.minimum(np.maximum(values, low), high)


def fit(law: Law, data: Data) -> Fit:
    """The best values, from the most promising of the law's own places to begin."""
    starts = [np.log(np.maximum(start, 1e-12)) for start in law.starts(data.points, data.rates)]
    ranked = sorted(starts, key=lambda start: float(np.sum(deviations(law, start, data) ** 2)))
    best: tuple[float, Array] | None = None
    for start in ranked[:MAX_REFINEMENTS]:
        square, logs = _refine(law, start, data)
        if best is None or square < best[0] - 1e-9:
            best = (square, logs)
        if best[0] < 1e-6:
            break
    assert best is not None, "every law has a place to begin"
    values = tuple(float(value) for value in np.exp(best[1]))
    return Fit(law, values, deviations(law, best[1], data), best[0])


def _refine(
    law: Law, start: Array, data: Data, fixed_index: int | None = None
) -> tuple[float, Array]:
    """Least squares from here; the parameter `held` keeps its value."""
    from scipy import optimize

    free = [i for i in range(len(start)) if i != fixed_index]
    if not free:
        return float(np.sum(deviations(law, start, data) ** 2)), start

    def residuals(free_logs: Array) -> Array:
        logs = start.copy()
        logs[free] = free_logs
        return deviations(law, logs, data)

    # MINPACK itself: laws have one to four numbers, and around each fit the conveniences of
    # `least_squares` take several times what the fit takes. (Asked for its full output it warns of
    # nothing: a place that leads nowhere is a bad fit, which the sum of squares says.)
    solution, _, info, _, _ = optimize.leastsq(
        residuals, start[free], diag=[10.0] * len(free), ftol=1e-7, xtol=1e-7, full_output=True
    )
    logs = start.copy()
    logs[free] = solution
    return float(np.sum(info["fvec"] ** 2)), logs


def largest_allowed(data: Data) -> float:
    """The deviation beyond which a law is refuted: two-sided, shared out among the data
    (Bonferroni)."""
    from scipy import special

    chance = FALSE_REFUTATIONS / (2 * max(1, len(data)))
    if data.freedom is None:
        return -float(special.ndtri(chance))
    return -float(special.stdtrit(data.freedom, chance))


def parameters(best: Fit, data: Data) -> tuple[Parameter, ...]:
    """The values with their ranges: where chi-square stays within `WITHIN` of its least, the other
    values fitted anew."""
    fixed = [
        Parameter(unknown.name, unknown.unit, value, value, value, fixed=True)
        for unknown, value in best.law.fixed
    ]
    return (
        *(_parameter_range(best, data, i, unknown) for i, unknown in enumerate(best.law.unknowns)),
        *fixed,
    )


def _parameter_range(best: Fit, data: Data, index: int, unknown: Unknown) -> Parameter:
    low, high = (_end(best, data, index, way) for way in (-1.0, 1.0))
    narrow = low is not None and high is not None and high <= low * MAX_NUMBER_RATIO
    # Of two ends far apart the best fit lies anywhere between.
    return Parameter(unknown.name, unknown.unit, best.values[index] if narrow else None, low, high)


def _end(best: Fit, data: Data, index: int, way: float) -> float | None:
    """How far the parameter can be moved this way; none when without end."""
    from scipy import optimize

    centre = np.log(np.array(best.values))

    def rises(by: float) -> float:
        shifted = centre.copy()
        shifted[index] += way * by
        return (
            _refine(best.law, shifted, data, fixed_index=index)[0] - best.square - RANGE_CHI_SQUARE
        )

    step = 0.01
    while rises(step) <= 0:
        step *= 4
        if step > np.log(UNBOUNDED_FACTOR):
            return None
    inside = 0.0 if step == 0.01 else step / 4
    at = optimize.brentq(rises, inside, step, xtol=1e-4)
    return float(np.exp(centre[index] + way * at))


def rates_of(law: Law, values: Sequence[float], points: Points) -> Array:
    """What a law says at points."""
    return law.rates(np.array(values, dtype=float), points)
