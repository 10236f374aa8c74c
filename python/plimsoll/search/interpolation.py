"""The rate at which the latency of a sweep crosses a bound, as a distribution, from rows with one
figure each.

Another program leaves one row for each rate: a mean, or a percentile, without a verdict, and no
file has the scatter between two rows at one rate. So a curve is fitted to all rows, and their
scatter around it is the error of a row.

The curve is fitted to one over the latency. On that scale a queue is a straight line that falls to
zero where the target is full, many servers are level and then fall, and a cliff is a step; and a
relative error has the same size everywhere. Three kinds of curves are weighed by how well they
explain the rows (their marginal likelihood), and each gives the probability that the latency at a
rate lies beyond the bound:

- smooth: a Gaussian process, a straight line that bends (an integrated Wiener process, the prior of
  a cubic smoothing spline) and is rough (a Wiener process);
- broken: two of those, with a step between two neighbouring rows, anywhere between them;
- queue: r0 + a ρ^p / (1 − ρ), of one server or many (as in judge/curves.py).

Nothing is drawn at random: the same rows give the same answer. How often its intervals hold the
line: decision 0013-line-from-a-sweep, `python -m tests.truth.foreign_sweeps`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

SCATTERS = np.array([0.004, 0.01, 0.022, 0.05, 0.11, 0.25])
"""Relative errors of a row beside its own; all equally likely a priori."""
BENDS = np.array([0.5, 2.0, 8.0, 32.0])
"""How much a smooth curve bends over the whole sweep, in shares of its highest value."""
ROUGHNESSES = np.array([0.0, 0.2])
"""Roughness of a smooth curve, likewise."""
LEVEL_DEVIATION = 2.0
"""Prior deviation of the straight line's level, likewise."""
SLOPE_DEVIATION = 3.0
"""Prior deviation of the straight line's slope, likewise."""
POWERS = np.array([1.0, 1.45, 2.16, 3.24, 4.83, 7.0, 10.4, 15.0, 22.0, 32.0])
"""Of a queue: 1 is one server, 32 some 500 of them."""
ASYMPTOTES = np.geomspace(0.004, 8.0, 48)
"""Distance of a queue's asymptote above the highest rate, as shares of that rate."""
BROKEN_PRIOR = 0.3
"""Prior probability of a broken curve."""
QUEUE_PRIOR = 0.35
"""Prior probability of a queue; the rest is smooth."""
STEP_AT_ROW = 0.1
"""Probability that a step lies right at either of the rows beside it: a limit is often a round
rate, and so is a row."""
FULL_ERROR = 0.03
"""Deviation of one over the latency from zero where the target was full, as a share of its highest
value."""
FULL_TOLERANCE = 0.06
"""Distance of a queue's asymptote from the rate at which the target was full, at most."""
POINTS = 240
"""Places between the lowest and the highest row at which the line is looked for."""
BELOW_SHARE = 0.5
"""The line is looked for down to this share of the lowest row's rate."""
MOST_ROWS = 24
"""Rows nearest to the bound that are used: more do not locate the crossing better."""


@dataclass(frozen=True)
class Row:
    """A Run at a rate in operations/s. `ratio`: its latency over the bound; `error`: the relative
    standard error of that from the row itself."""

    rate: float
    ratio: float
    error: float = 0.0


@dataclass(frozen=True)
class Crossing:
    """How likely the line lies below each of these rates; it never falls with the rate."""

    rates: Vector
    below: Vector

    def quantile(self, share: float) -> float | None:
        """The rate below which the line lies with this probability; none where that is outside of
        what was looked at."""
        if self.below[0] > share or self.below[-1] < share:
            return None
        at = int(np.searchsorted(self.below, share))
        if at == 0:
            return float(self.rates[0])
        low, high = self.below[at - 1], self.below[at]
        part = (share - low) / (high - low) if high > low else 1.0
        return float(self.rates[at - 1] + part * (self.rates[at] - self.rates[at - 1]))

    def miss_chance(self, rate: float) -> float:
        """Probability that the line lies below this rate: that the objective is missed there."""
        return float(np.interp(rate, self.rates, self.below))


def crossing(rows: Sequence[Row], full: float | None = None) -> Crossing:
    """The crossing of one or more rows. `full`: the rate at which the target was full, so that no
    line lies above; None where that was not seen. Rows at or above it are left out."""
    chosen = _nearest([row for row in rows if full is None or row.rate < full])
    top = full if full is not None else chosen[-1].rate
    x = np.array([row.rate for row in chosen]) / top
    ratio = np.array([row.ratio for row in chosen])
    error = np.array([row.error for row in chosen])
    at = _places(x, top_included=full is not None)
    fitted = _Rows(x, ratio, error, at, None if full is None else 1.0)
    kinds = [_smooth(fitted), _queue(fitted)]
    shares = [math.log(1 - BROKEN_PRIOR - QUEUE_PRIOR), math.log(QUEUE_PRIOR)]
    steps = len(fitted.x) - 1
    if steps > 0:
        kinds += [_broken_curve(fitted, step) for step in range(steps)]
        shares += [math.log(BROKEN_PRIOR / steps)] * steps
    weights = np.concatenate(
        [share + likely for share, (likely, _) in zip(shares, kinds, strict=True)]
    )
    weights = np.exp(weights - weights.max())
    weights /= weights.sum()
    below = weights @ np.concatenate([missed for _, missed in kinds])
    # The line is the highest rate at which the objective is met, so the probability is monotone.
    below = np.minimum.accumulate(below[::-1])[::-1]
    if full is not None:
        below = np.where(at >= 1.0, 1.0, below)
    return Crossing(at * top, np.clip(below, 0.0, 1.0))


@dataclass(frozen=True)
class _Rows:
    """Rows in order of the rate, which is 1 at the highest; `at`: where the line is looked for."""

    x: Vector
    ratio: Vector
    error: Vector
    at: Vector
    full: float | None

    def __post_init__(self) -> None:
        if self.full is not None:
            object.__setattr__(self, "x", np.append(self.x, self.full))

    @property
    def unit(self) -> float:
        """The highest of one over the ratios."""
        return float((1 / self.ratio).max())

    @property
    def inverse(self) -> Vector:
        """One over the ratios, 1 at the highest; 0 where the target was full."""
        made = 1 / self.ratio / self.unit
        return made if self.full is None else np.append(made, 0.0)

    @property
    def usual(self) -> Vector:
        """The inverse smoothed by a median of three: the noise of a row that is low by chance must
        not be taken for small."""
        inverse = 1 / self.ratio / self.unit
        if len(inverse) < 3:
            return inverse
        middle = np.median(np.stack([inverse[:-2], inverse[1:-1], inverse[2:]]), axis=0)
        return np.concatenate([inverse[:1], middle, inverse[-1:]])

    def noise(self) -> Vector:
        """Variance of every row (columns) for every scatter."""
        made = (SCATTERS[:, None] ** 2 + self.error[None, :] ** 2) * self.usual[None, :] ** 2
        if self.full is None:
            return made
        return np.hstack([made, np.full((len(SCATTERS), 1), FULL_ERROR**2)])


def _nearest(rows: Sequence[Row]) -> list[Row]:
    """Rows in the order of the rate; of very many those nearest to the bound."""
    ordered = sorted(rows, key=lambda row: row.rate)
    if len(ordered) <= MOST_ROWS:
        return ordered
    met = [at for at, row in enumerate(ordered) if row.ratio <= 1]
    middle = met[-1] if met else 0
    first = min(max(0, middle - MOST_ROWS // 2), len(ordered) - MOST_ROWS)
    return ordered[first : first + MOST_ROWS]


def _places(x: Vector, *, top_included: bool) -> Vector:
    """Rates at which the line is looked for: below the lowest row, every row, evenly between."""
    top = 1.0 if top_included else float(x[-1])
    between = np.linspace(float(x[0]), top, POINTS)
    under = np.linspace(BELOW_SHARE * float(x[0]), float(x[0]), POINTS // 10, endpoint=False)
    return np.unique(np.concatenate([under, between, x, [top]]))


def _normal(deviations: Vector) -> Vector:
    # scipy takes a second to load, and only imported lines need it.
    from scipy.special import ndtr

    made: Vector = ndtr(deviations)
    return made


# -- smooth and broken curves ----------------------------------------------------------------------


def _covariance(a: Vector, b: Vector) -> Vector:
    """Prior covariance between these places, for every bend and roughness."""
    low, high = np.minimum(a[:, None], b[None, :]), np.maximum(a[:, None], b[None, :])
    straight = LEVEL_DEVIATION**2 + SLOPE_DEVIATION**2 * a[:, None] * b[None, :]
    bent = low**2 * (3 * high - low) / 6
    bends, rough = (axis.ravel() for axis in np.meshgrid(BENDS, ROUGHNESSES, indexing="ij"))
    made: Vector = (
        straight[None] + bends[:, None, None] ** 2 * bent[None] + rough[:, None, None] ** 2 * low
    )
    return made


def _variance(at: Vector) -> Vector:
    """Prior variance at these places, likewise."""
    bends, rough = (axis.ravel() for axis in np.meshgrid(BENDS, ROUGHNESSES, indexing="ij"))
    made: Vector = (
        LEVEL_DEVIATION**2
        + SLOPE_DEVIATION**2 * at**2
        + bends[:, None] ** 2 * at[None] ** 3 / 3
        + rough[:, None] ** 2 * at[None]
    )
    return made


def _process(rows: _Rows, part: slice, at: Vector) -> tuple[Vector, Vector]:
    """Log-likelihood of the rows of a part for each choice of bend, roughness and scatter, and the
    probability by each that the bound is missed at these places."""
    x, y, noise = rows.x[part], rows.inverse[part], rows.noise()[:, part]
    prior = _covariance(x, x)
    size = len(x)
    matrices = prior[:, None] + np.eye(size)[None, None] * noise[None, :, :, None]
    matrices = matrices.reshape(-1, size, size)
    across = np.repeat(_covariance(x, at), len(SCATTERS), axis=0)
    root = np.linalg.cholesky(matrices)
    solved = np.linalg.solve(
        root, np.concatenate([np.broadcast_to(y[:, None], (len(root), size, 1)), across], axis=2)
    )
    whitened, rest = solved[:, :, 0], solved[:, :, 1:]
    likely = (
        -0.5 * (whitened**2).sum(axis=1)
        - np.log(np.diagonal(root, axis1=1, axis2=2)).sum(axis=1)
        - 0.5 * size * math.log(2 * math.pi)
    )
    mean = np.einsum("hn,hnm->hm", whitened, rest)
    variance = np.repeat(_variance(at), len(SCATTERS), axis=0) - (rest**2).sum(axis=1)
    missed = _normal((1 / rows.unit - mean) / np.sqrt(np.maximum(variance, 1e-12)))
    return likely, missed


def _smooth(rows: _Rows) -> tuple[Vector, Vector]:
    likely, missed = _process(rows, slice(None), rows.at)
    return likely - math.log(len(likely)), missed


def _broken_curve(rows: _Rows, step: int) -> tuple[Vector, Vector]:
    """The same of two curves with a step between this row and the next."""
    before, below = _process(rows, slice(0, step + 1), rows.at)
    after, above = _process(rows, slice(step + 1, None), rows.at)
    low, high = rows.x[step], rows.x[step + 1]
    share = STEP_AT_ROW + (1 - 2 * STEP_AT_ROW) * (rows.at - low) / max(high - low, 1e-12)
    passed = np.where(rows.at < low, 0.0, np.where(rows.at >= high, 1.0, share))
    likely = before + after
    return likely - math.log(len(likely)), (1 - passed) * below + passed * above


# -- queues ----------------------------------------------------------------------------------------


def _queue(rows: _Rows) -> tuple[Vector, Vector]:
    """The same of a queue: for each power, asymptote and scatter a regression on r0 and a."""
    x, least = rows.x[: len(rows.ratio)], float(rows.ratio.min())
    asymptotes = float(x[-1]) * (1 + ASYMPTOTES)
    if rows.full is not None:
        nearest = max(float(x[-1]) * (1 + ASYMPTOTES[0]), rows.full * (1 - FULL_TOLERANCE))
        asymptotes = np.linspace(nearest, max(nearest, rows.full) * (1 + FULL_TOLERANCE), 12)
    powers, tops = (axis.ravel() for axis in np.meshgrid(POWERS, asymptotes, indexing="ij"))
    shape, waits = _waits(x, powers, tops), _waits(rows.at, powers, tops)
    y = rows.ratio / least
    size = np.array(1 / rows.usual) / (least * rows.unit)
    deviation = np.sqrt(SCATTERS[:, None] ** 2 + rows.error[None, :] ** 2) * size[None, :]
    likely, mean, variance = _regress(shape, y, deviation, waits)
    bound = 1 / least
    missed = _normal((mean - bound) / np.sqrt(np.maximum(variance, 1e-12)))
    missed = np.where(np.isfinite(waits)[:, None, :], missed, 1.0)
    # The change of variables to one over the latency, as in the other kinds.
    measure = 2 * np.log(y).sum() + len(y) * math.log(least * rows.unit)
    found = likely.ravel() + measure - math.log(likely.size)
    return found, missed.reshape(-1, len(rows.at))


def _waits(x: Vector, powers: Vector, tops: Vector) -> Vector:
    """ρ^p / (1 − ρ) at these rates (columns); infinite from the asymptote on."""
    share = x[None, :] / tops[:, None]
    with np.errstate(divide="ignore"):
        made: Vector = np.where(
            share < 1, share ** powers[:, None] / np.maximum(1 - share, 1e-12), np.inf
        )
    return made


def _regress(
    shape: Vector, y: Vector, deviation: Vector, waits: Vector
) -> tuple[Vector, Vector, Vector]:
    """Fits r0 + a · shape to y for every shape (rows) and deviation: log-likelihood, and mean and
    variance at other places. A priori r0 is 1 ± 1 of the lowest latency; a reaches as far as the
    shape and the highest latency let it."""
    finite = np.where(np.isfinite(waits), waits, 0.0)
    reach = 3 * y.max() / np.maximum(shape.max(axis=1), 1e-9)
    weights = 1 / deviation**2
    one = weights.sum(axis=1)[None, :] + 1.0
    cross = shape @ weights.T
    two = (shape**2) @ weights.T + 1 / reach[:, None] ** 2
    first = (weights @ y)[None, :] + 1.0
    second = (shape * y[None, :]) @ weights.T
    determinant = one * two - cross**2
    r0 = (two * first - cross * second) / determinant
    a = (one * second - cross * first) / determinant
    squares = (weights @ y**2)[None, :] + 1.0 - r0 * first - a * second
    likely = (
        -0.5 * squares
        - np.log(deviation).sum(axis=1)[None, :]
        - 0.5 * len(y) * math.log(2 * math.pi)
        - 0.5 * np.log(determinant)
        - np.log(reach)[:, None]
    )
    # A latency that falls with the rate is no queue.
    likely = np.where(a > 0, likely, -np.inf)
    mean = r0[:, :, None] + a[:, :, None] * finite[:, None, :]
    variance = (
        two[:, :, None]
        - 2 * cross[:, :, None] * finite[:, None, :]
        + one[:, :, None] * finite[:, None, :] ** 2
    ) / determinant[:, :, None]
    return likely, mean, variance
