"""A smooth curve through the Runs, for predictions between and beyond their rates.

Two families, each with its source:

- service curve, mean latency over the rate X: R(X) = r0 + a · ρ^p / (1 − ρ) with ρ = X / x_max. For
  one server with exponential service it is exact (a = r0, p = 1: 1 / (μ − X)); for c servers p =
  √(2(c + 1)) − 1 is Sakasegawa's approximation of the wait (1977). x_max is the asymptote: the rate
  that the system cannot reach, estimated from the bend of the latency, not from the highest rate.
- universal scalability law (Gunther 1993), rate over workers, hosts or queue depth N: X(N) = λN /
  (1 + σ(N − 1) + κN(N − 1)): σ is contention, κ the cost of keeping each other informed.

Fitted by least squares on the logarithm (errors are relative). The error of a Run's mean follows
from the spread of its operations (`error`), and is larger near the asymptote, where neighbours wait
for each other: so the service curve is fitted again with weights (1 − ρ) / error of the first fit.
Intervals come from the Jacobian at the solution and Student's t; their size is that of the
residuals of the Runs, so they are intervals over Runs. A prediction's interval is where a further
Run would fall. Knee and load line do not come from here (search/curve.py): a fit is a description,
never evidence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

CONFIDENCE = 0.95
LEAST_POINTS = 5
"""Different rates that a service curve needs: one more than it has parameters."""
LEAST_SCALE_POINTS = 4
"""Different numbers of workers that the scalability law needs."""
_SHAPES = (1.0, 40.0)
"""Range of p: 1 is one server, 40 some 800 of them."""
_MIN_GAP = 1e-4
"""Distance of the asymptote above the highest carried rate, at least, as a share of that rate."""
_MAX_GAP = 20.0
"""The same at most."""
LEAST_RISE = 0.01
"""Rise of the latency over the Runs, relatively, at least."""
MAX_LOG_WIDTH = math.log(100.0)
"""An interval that reaches to a hundred times a value, and to a hundredth of it, is none."""
MIN_RISE_DEVIATIONS = 4.0
"""Rise of a curve, at least, in standard deviations of the Runs around it."""
_LEAST_WEIGHT = 0.02
_ASYMPTOTE = 0.015
"""Share by which the family may misplace the asymptote however good the data are (M/M/4, M/D/64:
docs/truth.md)."""
_FAMILY = 2e-4
"""Relative error of the service family, at least: where service is constant the Runs agree far
better than Sakasegawa's approximation does (M/D/64: docs/truth.md), and intervals from them alone
would be too narrow."""


@dataclass(frozen=True)
class Point:
    """A Run: x (rate, or workers), y (mean latency, or rate), and the relative error of y as if its
    operations were independent; only the errors' proportions count."""

    x: float
    y: float
    error: float = 1.0


@dataclass(frozen=True)
class Parameter:
    """An estimate with its interval; an end that the data do not bound is None."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Prediction:
    """The curve's value at `at`, and the interval in which a further Run falls. None beyond the
    asymptote; without an interval where the Runs do not bound it.

    `extrapolated`: outside of what was measured, where the interval trusts the family of the curve.
    """

    at: float
    value: float | None
    low: float | None
    high: float | None
    extrapolated: bool


@dataclass(frozen=True)
class Fit:
    """A fitted curve. `parameters` by name; `residual` is the relative spread of the Runs around
    it; `measured` the range of x that it rests on."""

    family: Literal["service", "usl"]
    parameters: dict[str, Parameter]
    residual: float
    runs: int
    freedom: int
    measured: tuple[float, float]
    _log_value: Callable[[Vector, Vector], Vector]
    _theta: Vector
    _covariance: Vector
    _spread: Callable[[float], float]
    _limit: float

    def value(self, at: float) -> float | None:
        """The curve at x; none at or beyond its asymptote."""
        import numpy as np

        if at >= self._limit:
            return None
        return float(np.exp(self._log_value(self._theta, np.array([at]))[0]))

    def predict(self, at: float) -> Prediction:
        """The value at x with its interval."""
        import numpy as np
        from scipy import special

        low, high = self.measured
        extrapolated = not low <= at <= high
        value = self.value(at)
        if value is None:
            return Prediction(at, None, None, None, extrapolated)
        slope = _gradient(
            lambda theta: float(self._log_value(theta, np.array([at]))[0]), self._theta
        )
        variance = float(slope @ self._covariance @ slope) + self._spread(at) ** 2
        half = float(special.stdtrit(self.freedom, (1 + CONFIDENCE) / 2)) * math.sqrt(
            max(variance, 0.0)
        )
        if half > MAX_LOG_WIDTH:
            return Prediction(at, value, None, None, extrapolated)
        return Prediction(at, value, value * math.exp(-half), value * math.exp(half), extrapolated)


def _nearest(
    away: Callable[[Vector, Vector], Vector],
    least: float,
    bounds: Any,
    share: Vector,
    error: Vector,
) -> Any:
    """The theta of `service_curve` whose curve lies nearest to the Runs, by least squares from
    several starts.

    `least`: the logarithm of the shortest latency; `share`: each Run's rate over the highest. Runs
    near the asymptote have little weight, and the asymptote is known only after a first fit.
    """
    import numpy as np
    from scipy import optimize

    weights = 1 / error
    best: Any = None
    starts = [
        np.array([least, least, math.log(p), math.log(gap)])
        for p in (1.05, 3.0, 12.0)
        for gap in (0.01, 0.1, 1)
    ]
    for _ in range(2):
        tried = [
            optimize.least_squares(away, start, bounds=bounds, args=(weights,)) for start in starts
        ]
        best = min(tried, key=lambda solution: float(solution.cost))
        starts = [best.x]
        weights = np.maximum(1 - share / (1 + math.exp(float(best.x[3]))), _LEAST_WEIGHT) / error
    return optimize.least_squares(away, best.x, bounds=bounds, args=(weights,))


def _log_latency(theta: Vector, at: Vector, top: float) -> Vector:
    """Logarithm of the service curve. theta: ln r0, ln a, ln p, ln(x_max / top - 1): every value of
    it is a curve with an asymptote above `top`, the highest rate of the Runs."""
    import numpy as np

    r0, a, p = np.exp(theta[0]), np.exp(theta[1]), np.exp(theta[2])
    rho = at / (top * (1 + np.exp(theta[3])))
    with np.errstate(divide="ignore", over="ignore"):
        return np.asarray(np.log(r0 + a * rho**p / (1 - rho)))


def _service_parameters(
    theta: Vector,
    covariance: Vector,
    freedom: int,
    bounds: tuple[list[float], list[float]],
    top: float,
) -> dict[str, Parameter]:
    """The parameters with their intervals, which are open where they reach the fit's bounds."""

    def interval(index: int, scale: Callable[[float], float]) -> Parameter:
        low, high = _interval(theta, covariance, index, freedom)
        floor, ceiling = bounds[0][index], bounds[1][index]
        return Parameter(
            scale(float(theta[index])),
            scale(low) if low > floor else None,
            scale(high) if high < ceiling else None,
        )

    gap = interval(3, lambda t: top * (1 + math.exp(t)))
    return {
        "r0": interval(0, math.exp),
        "a": interval(1, math.exp),
        "p": interval(2, math.exp),
        # The asymptote lies above the highest rate that was carried.
        "x_max": Parameter(
            gap.value,
            max(top, (gap.low or top) * (1 - _ASYMPTOTE)),
            gap.high and gap.high * (1 + _ASYMPTOTE),
        ),
    }


def service_curve(points: Sequence[Point]) -> Fit | None:
    """The curve of mean latency over rate through Runs that were carried, in any units.

    Parameters: `r0` (latency at no load), `a` (unit of latency), `p`, `x_max` (rate). None where
    there are fewer than `LEAST_POINTS` rates, or where latency does not rise with the rate.
    """
    import numpy as np

    usable = sorted(
        (point for point in points if point.x > 0 and point.y > 0), key=lambda point: point.x
    )
    if len({round(point.x, 6) for point in usable}) < LEAST_POINTS:
        return None
    x, y = np.array([point.x for point in usable]), np.array([point.y for point in usable])
    log_y, top = np.log(y), float(x.max())
    error = np.array([point.error for point in usable])
    # No Run has much more weight than the usual one: Runs differ by more than their operations
    # show.
    usual = float(np.median(error))
    # Where operations do not differ at all, Runs have equal weights.
    error = np.hypot(error, usual) / usual if usual > 0 else np.ones_like(error)

    def log_value(theta: Vector, at: Vector) -> Vector:
        return _log_latency(theta, at, top)

    def away(theta: Vector, weights: Vector) -> Vector:
        return np.asarray(weights * (log_value(theta, x) - log_y))

    least = math.log(float(y.min()))
    bounds = (
        [least - 3, least - 12, math.log(_SHAPES[0]), math.log(_MIN_GAP)],
        [float(log_y.max()) + 1, float(log_y.max()) + 5, math.log(_SHAPES[1]), math.log(_MAX_GAP)],
    )
    best = _nearest(away, least, bounds, x / top, error)
    theta: Vector = best.x
    rise = float(log_value(theta, np.array([top]))[0] - log_value(theta, np.array([x.min()]))[0])
    if rise < LEAST_RISE:
        return None
    freedom = len(x) - len(theta)
    if freedom < 1:
        return None
    sigma = max(math.sqrt(2 * float(best.cost) / freedom), _FAMILY)
    if rise < MIN_RISE_DEVIATIONS * sigma:
        return None
    covariance = _covariance(np.asarray(best.jac), sigma)
    x_max = top * (1 + math.exp(float(theta[3])))

    def spread(at: float) -> float:
        return sigma * float(np.interp(at, x, error)) / max(1 - at / x_max, _LEAST_WEIGHT)

    return Fit(
        "service",
        _service_parameters(theta, covariance, freedom, bounds, top),
        sigma,
        len(x),
        freedom,
        (float(x.min()), top),
        log_value,
        theta,
        covariance,
        spread,
        x_max,
    )


def _log_rate(theta: Vector, at: Vector) -> Vector:
    """Logarithm of the scalability law. theta: ln of the rate of one, contention, coherence."""
    import numpy as np

    loss = np.maximum(1 + theta[1] * (at - 1) + theta[2] * at * (at - 1), 1e-9)
    return np.asarray(theta[0] + np.log(at) - np.log(loss))


def scalability(points: Sequence[Point]) -> Fit | None:
    """The universal scalability law through Runs with N workers. Parameters: `lambda` (rate of
    one), `sigma`, `kappa`, and `peak` (the N of the highest rate; absent where κ may be 0). None
    for fewer than `LEAST_SCALE_POINTS` N.
    """
    import numpy as np
    from scipy import optimize

    usable = sorted(
        (point for point in points if point.x >= 1 and point.y > 0), key=lambda point: point.x
    )
    if len({point.x for point in usable}) < LEAST_SCALE_POINTS:
        return None
    n, rate = np.array([point.x for point in usable]), np.array([point.y for point in usable])
    freedom = len(n) - 3
    if freedom < 1:
        return None

    # N / X is linear in 1/λ, σ/λ, κ/λ: its solution starts the other.
    columns = np.column_stack([np.ones_like(n), n - 1, n * (n - 1)]) / (n / rate)[:, None]
    linear, *_ = np.linalg.lstsq(columns, np.ones_like(n), rcond=None)
    first = float(linear[0]) if linear[0] > 0 else float((n / rate).min())
    start = np.array(
        [
            -math.log(first),
            max(float(linear[1]) / first, 1e-9),
            max(float(linear[2]) / first, 1e-12),
        ]
    )

    def away(theta: Vector) -> Vector:
        return np.asarray(_log_rate(theta, n) - np.log(rate))

    # Below 0 neither has a meaning.
    best = optimize.least_squares(
        away, start, x_scale=[0.1, 0.01, 1e-4], bounds=([-np.inf, 0, 0], np.inf)
    )
    theta: Vector = best.x
    sigma = math.sqrt(2 * float(best.cost) / freedom)
    covariance = _covariance(np.asarray(best.jac), sigma)

    def interval(index: int, *, floor: bool) -> Parameter:
        low, high = _interval(theta, covariance, index, freedom)
        return Parameter(
            *(max(0.0, end) if floor else math.exp(end) for end in (float(theta[index]), low, high))
        )

    contention, coherence = interval(1, floor=True), interval(2, floor=True)
    return Fit(
        "usl",
        {
            "lambda": interval(0, floor=False),
            "sigma": contention,
            "kappa": coherence,
            **_peak(contention, coherence),
        },
        sigma,
        len(n),
        freedom,
        (float(n.min()), float(n.max())),
        _log_rate,
        theta,
        covariance,
        lambda _: sigma,
        math.inf,
    )


def _peak(contention: Parameter, coherence: Parameter) -> dict[str, Parameter]:
    """Where the law has its top: N = √((1 − σ) / κ). Its ends follow those of κ, which dominates;
    absent where κ may be 0."""
    if not coherence.low:
        return {}

    def top(kappa: float) -> float:
        return math.sqrt(max(0.0, 1 - contention.value) / kappa)

    low, high = coherence.low, coherence.high
    return {
        "peak": Parameter(
            top(coherence.value), top(high) if high else None, top(low) if low else None
        )
    }


def _covariance(jacobian: Vector, sigma: float) -> Vector:
    import numpy as np

    return np.asarray(sigma**2 * np.linalg.pinv(jacobian.T @ jacobian))


def _interval(theta: Vector, covariance: Vector, index: int, freedom: int) -> tuple[float, float]:
    from scipy import special

    half = float(special.stdtrit(freedom, (1 + CONFIDENCE) / 2)) * math.sqrt(
        max(float(covariance[index, index]), 0.0)
    )
    return float(theta[index]) - half, float(theta[index]) + half


def _gradient(function: Callable[[Vector], float], at: Vector) -> Vector:
    """Central differences; the parameters are logarithms or of the order of a hundredth."""
    import numpy as np

    slope = np.zeros_like(at)
    for i in range(len(at)):
        step = 1e-5 * max(1e-3, abs(float(at[i])))
        up, down = at.copy(), at.copy()
        up[i] += step
        down[i] -= step
        slope[i] = (function(up) - function(down)) / (2 * step)
    return slope
