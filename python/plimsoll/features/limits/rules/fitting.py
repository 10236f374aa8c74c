"""Fits laws to data by least squares on logarithms, and compares them: found, tied, refuted, each
with its reason.

A deviation is ln(measured / predicted) over the datum's error. A law is refuted when its largest
deviation is beyond `refutation_limit`: so far out that of a hundred true laws one is refuted, over
all data of a fit (decision 0017-laws-of-limits). Among the others the one with the least chi-square
plus `PARAMETER_PENALTY` for each of its numbers is found, and the rest are tied with it; a law with
more numbers and the same predictions is no rival. A lower bound counts only where it exceeds the
law.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from plimsoll.features.limits.rules.finding import Parameter
from plimsoll.features.limits.rules.models import Array, FreeParameter, Law, Points

FALSE_REFUTATIONS = 0.01
"""Chance that a true law is refuted, over all data."""
PARAMETER_PENALTY = 6.63
"""Gain in chi-square that one more number must bring: the 99 % point with one degree of freedom."""
RANGE_CHI_SQUARE = 3.84
"""Rise of chi-square at the ends of a parameter's range: the 95 % point with one degree of
freedom."""
MAX_REFINEMENTS = 3
"""Number of starting points that are refined."""
UNBOUNDED_FACTOR = 1e9
"""A parameter that can change by this factor is unbounded on that side."""
MAX_NUMBER_RATIO = 2.0
"""A parameter whose range spans more than this factor is reported as a range, not as a number."""


@dataclass(frozen=True)
class Data:
    """The data of a fit; errors are relative. `freedom`: degrees of freedom of the errors; None if
    they are known exactly."""

    points: Points
    rates: Array
    errors: Array
    lower_bound: np.ndarray[tuple[int], np.dtype[np.bool_]]
    freedom: int | None

    def __len__(self) -> int:
        return len(self.rates)

    @cached_property
    def log_rates(self) -> Array:
        """Logarithms of the rates, cached for all deviations."""
        return np.asarray(np.log(self.rates))

    @cached_property
    def has_lower_bounds(self) -> bool:
        """Whether any datum is only a lower bound."""
        return bool(np.any(self.lower_bound))


@dataclass(frozen=True, eq=False)
class Fit:
    """A law with its best values. `deviations` are in standard errors, positive where the measured
    rate is above the law."""

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
        """Chi-square plus the penalty for its numbers."""
        return self.square + PARAMETER_PENALTY * len(self.law.unknowns)


def deviations(law: Law, logs: Array, data: Data) -> Array:
    """Deviations of the data from a law, whose parameters are given as logarithms."""
    with np.errstate(over="ignore", divide="ignore"):
        predicted = law.rates(_values(logs), data.points)
    out = (data.log_rates - np.log(_clip(predicted, 1e-30, 1e30))) / data.errors
    return np.where(data.lower_bound, np.maximum(out, 0.0), out) if data.has_lower_bounds else out


def _values(logs: Array) -> Array:
    """Parameters of their logarithms; one that nothing bounds runs away, and stays finite."""
    return np.exp(_clip(logs, -80, 80))


def _clip(values: Array, low: float, high: float) -> Array:
    """`np.clip` for a few numbers, for which it is slow."""
    return np.minimum(np.maximum(values, low), high)


def fit(law: Law, data: Data) -> Fit:
    """The best values, refined from the most promising starting points of the law."""
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
    values = tuple(float(value) for value in _values(best[1]))
    return Fit(law, values, deviations(law, best[1], data), best[0])


def _refine(law: Law, start: Array, data: Data, fixed: int | None = None) -> tuple[float, Array]:
    """Least squares from a starting point; the parameter number `fixed` keeps its value."""
    from scipy import optimize

    free = [i for i in range(len(start)) if i != fixed]
    if not free:
        return float(np.sum(deviations(law, start, data) ** 2)), start

    def residuals(free_logs: Array) -> Array:
        logs = start.copy()
        logs[free] = free_logs
        return deviations(law, logs, data)

    # MINPACK directly: laws have one to four numbers, and the overhead of `least_squares` is
    # several times the fit itself. With full output it gives no warnings; a failed start shows as a
    # large sum of squares.
    solution, _, info, _, _ = optimize.leastsq(
        residuals, start[free], diag=[10.0] * len(free), ftol=1e-7, xtol=1e-7, full_output=True
    )
    logs = start.copy()
    logs[free] = solution
    return float(np.sum(info["fvec"] ** 2)), logs


def refutation_limit(data: Data) -> float:
    """The deviation beyond which a law is refuted: two-sided, shared out among the data
    (Bonferroni)."""
    from scipy import special

    chance = FALSE_REFUTATIONS / (2 * max(1, len(data)))
    if data.freedom is None:
        return -float(special.ndtri(chance))
    return -float(special.stdtrit(data.freedom, chance))


def parameters(best: Fit, data: Data) -> tuple[Parameter, ...]:
    """The values with their ranges, in which chi-square, with the other values fitted anew, stays
    within `RANGE_CHI_SQUARE` of its minimum."""
    fixed = [
        Parameter(unknown.name, unknown.unit, value, value, value, fixed=True)
        for unknown, value in best.law.fixed
    ]
    return (
        *(_parameter_range(best, data, i, unknown) for i, unknown in enumerate(best.law.unknowns)),
        *fixed,
    )


def is_bounded(best: Fit, data: Data, index: int) -> bool:
    """Whether the data bound a number from both sides to less than `MAX_NUMBER_RATIO` of it. Cheap
    where they do not."""
    centre = np.log(np.array(best.values))
    allowed = best.square + RANGE_CHI_SQUARE
    for way in (-1.0, 1.0):
        shifted = centre.copy()
        shifted[index] += way * np.log(MAX_NUMBER_RATIO)
        # Fitted anew, the other numbers can only come nearer to the data.
        alone = float(np.sum(deviations(best.law, shifted, data) ** 2))
        if alone <= allowed or _refine(best.law, shifted, data, fixed=index)[0] <= allowed:
            return False
    return True


def _parameter_range(best: Fit, data: Data, index: int, unknown: FreeParameter) -> Parameter:
    low, high = (_end(best, data, index, way) for way in (-1.0, 1.0))
    narrow = low is not None and high is not None and high <= low * MAX_NUMBER_RATIO
    # In a wide range the best fit may lie anywhere.
    return Parameter(unknown.name, unknown.unit, best.values[index] if narrow else None, low, high)


def _end(best: Fit, data: Data, index: int, way: float) -> float | None:
    """The end of the parameter's range in this direction; None when it is unbounded."""
    from scipy import optimize

    centre = np.log(np.array(best.values))

    def rises(by: float) -> float:
        shifted = centre.copy()
        shifted[index] += way * by
        return _refine(best.law, shifted, data, fixed=index)[0] - best.square - RANGE_CHI_SQUARE

    step = 0.01
    while rises(step) <= 0:
        step *= 4
        if step > np.log(UNBOUNDED_FACTOR):
            return None
    inside = 0.0 if step == 0.01 else step / 4
    at = optimize.brentq(rises, inside, step, xtol=1e-4)
    return float(np.exp(centre[index] + way * at))


def rates_of(law: Law, values: Sequence[float], points: Points) -> Array:
    """The rates of a law at points."""
    return law.rates(np.array(values, dtype=float), points)
