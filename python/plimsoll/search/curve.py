"""The crossing of the objective's statistic with its bound, and the knee, from all probes together.

A single probe passes, fails or stays undecided; its estimate shows how far off it was. On a
suitable scale the estimates of all steady probes lie nearly on a straight line over the rate, which
is fitted: for M/M/1 the logarithm of the share beyond a bound, and one over the mean, are exactly
straight. The crossing chooses the next rate and is the point estimate between the confirmed ends;
it never decides anything.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from plimsoll.search.ledger import Probe

CURVATURE = 0.25
"""Added error of a point, as a share of its distance from the bound on the straight scale: near
points have the most weight."""
MIN_ERROR = 0.01
"""Added error of every point, in units of the straight scale."""
LOOK_DEVIATIONS = 2.94
"""Half an interval of a probe that stopped when decided, in standard errors: 24 looks share 5 %
(decision 0010-deciding-a-probe)."""
FIXED_DEVIATIONS = 1.7
"""The same for one look at 5 %."""
UNKNOWN_ERROR = 0.5
"""Standard error, on the straight scale, of an estimate that came without bounds."""
NEAREST_PROBES = 3
"""Probes near the crossing from which the error of one operation is taken."""
SAME_RATE = 0.02
"""Points closer than this, relatively, do not span a slope."""


class Statistic(Protocol):
    """A statistic with its bounds: of a probe, or of a stored answer."""

    @property
    def value(self) -> float:
        """The estimate."""

    @property
    def low(self) -> float | None:
        """Lower confidence bound, where it is known."""

    @property
    def high(self) -> float | None:
        """Upper confidence bound, where it is known."""

    @property
    def allowed(self) -> float:
        """The bound that the objective sets."""


@dataclass(frozen=True)
class Point:
    """A probe on the straight scale: below 0 the objective is met."""

    rate: float
    beyond: float
    error: float


@dataclass(frozen=True)
class Crossing:
    """Where the fitted line meets the bound; `error` is the standard error of the rate, `slope` per
    operation/s."""

    rate: float
    error: float
    slope: float
    objective: int = 0
    """Which of several objectives it is the line of: the first to be missed as the rate rises."""


def straight(value: float, allowed: float) -> float:
    """The statistic on the scale on which it is nearly straight over the rate; 0 at the bound.

    A share of operations or periods (allowed is below 1): the logarithm of share over allowed. A
    mean in ns: 1 − allowed / mean.
    """
    return math.log(value / allowed) if allowed < 1.0 else 1.0 - allowed / value


def half_width(estimate: Statistic) -> float | None:
    """Half of the confidence interval on the straight scale; none where it is not known."""
    if estimate.low is None or estimate.high is None or estimate.value <= 0:
        return None
    low = max(estimate.low, estimate.value / 10)
    return (straight(estimate.high, estimate.allowed) - straight(low, estimate.allowed)) / 2


def points(probes: Iterable[Probe], objective: int = 0) -> list[Point]:
    """The open-loop probes of a system that keeps up which have the statistic of one objective."""
    found = []
    for probe in probes:
        if probe.offered_rate_per_s is None or probe.verdict is None or not probe.steady:
            continue
        if objective >= len(probe.estimates) or probe.estimates[objective].value <= 0:
            continue
        found.append(point(probe.rate, probe.estimates[objective], _deviations(probe)))
    return found


def point(rate: float, estimate: Statistic, in_half: float) -> Point:
    """An estimate with so many standard errors in half its interval."""
    half = half_width(estimate)
    error = UNKNOWN_ERROR if half is None else half / in_half
    return Point(rate, straight(estimate.value, estimate.allowed), error)


def deviations(*, stopped_when_decided: bool, verdict: str | None) -> float:
    """Standard errors in half an interval.

    An undecided probe's interval is at the level of its looks, too. Taken for one look's it has
    less weight, which is the safe side: stalls hide in undecided probes.
    """
    looks = stopped_when_decided and verdict != "undecided"
    return LOOK_DEVIATIONS if looks else FIXED_DEVIATIONS


def _deviations(probe: Probe) -> float:
    return deviations(stopped_when_decided=probe.stopped_when_decided, verdict=probe.verdict)


@dataclass(frozen=True)
class Fit:
    """The weighted straight line through points, by its centre."""

    rate: float
    beyond: float
    slope: float
    weight: float
    spread: float

    def at(self, rate: float) -> float:
        """The line, on the straight scale."""
        return self.beyond + self.slope * (rate - self.rate)

    def error_at(self, rate: float) -> float:
        """The standard error of the line there, on the straight scale."""
        return math.sqrt(1.0 / self.weight + (rate - self.rate) ** 2 / self.spread)


def fit(found: Sequence[Point]) -> Fit | None:
    """The line through the points; none where they give no rising slope."""
    rates = [p.rate for p in found]
    if len(rates) < 2 or max(rates) < min(rates) * (1 + SAME_RATE):
        return None
    weights = [1.0 / (p.error**2 + (CURVATURE * p.beyond) ** 2 + MIN_ERROR**2) for p in found]
    total = sum(weights)
    x = sum(w * p.rate for w, p in zip(weights, found, strict=True)) / total
    y = sum(w * p.beyond for w, p in zip(weights, found, strict=True)) / total
    spread = sum(w * (p.rate - x) ** 2 for w, p in zip(weights, found, strict=True))
    slope = (
        sum(w * (p.rate - x) * (p.beyond - y) for w, p in zip(weights, found, strict=True)) / spread
    )
    return Fit(x, y, slope, total, spread) if slope > 0 else None


def crossing(found: Sequence[Point]) -> Crossing | None:
    """The rate at which the line through the points meets the bound; none without a line."""
    line = fit(found)
    if line is None:
        return None
    rate = line.rate - line.beyond / line.slope
    return Crossing(rate, line.error_at(rate) / line.slope, line.slope) if rate > 0 else None


def binding(probes: Sequence[Probe]) -> Crossing | None:
    """The lowest crossing of all objectives: that of the one which binds; none where no objective
    has one."""
    fits = []
    for objective in range(max((len(probe.estimates) for probe in probes), default=0)):
        fit = crossing(points(probes, objective))
        if fit is not None:
            fits.append(replace(fit, objective=objective))
    return min(fits, key=lambda fit: fit.rate, default=None)


def error_of_one(probes: Iterable[Probe], fit: Crossing) -> float | None:
    """Standard error on the straight scale that one operation would have near the crossing; it
    falls with the root.

    The smallest that the nearest few probes with bounds show: one with few clumps of exceedances
    takes each memory of the target for one operation (decision 0010-deciding-a-probe) and shows too
    much. None where none has bounds.
    """
    seen: list[tuple[float, float]] = []
    for probe in probes:
        if probe.offered_rate_per_s is None or probe.verdict is None or not probe.steady:
            continue
        half = (
            half_width(probe.estimates[fit.objective])
            if fit.objective < len(probe.estimates)
            else None
        )
        if half is not None and half > 0:
            seen.append(
                (
                    abs(probe.rate - fit.rate),
                    half / _deviations(probe) * math.sqrt(probe.operations),
                )
            )
    return min((error for _, error in sorted(seen)[:NEAREST_PROBES]), default=None)


@dataclass(frozen=True)
class Knee:
    """Where mean completion latency is twice that at a light load; `low` and `high` are the rates
    measured around it."""

    rate_per_s: float
    low: float
    high: float
    light_latency_ns: float


@dataclass(frozen=True)
class KneeGap:
    """The gap in which the knee lies before steady probes bracket it."""

    low: float
    high: float


def knee(
    probes: Iterable[Probe], light_rate: float, light_latency_ns: float, top: float
) -> Knee | KneeGap:
    """The knee from the probes at or above the light load, or where to look for it.

    Latencies are made monotone first (neighbours that are out of order are pooled, weighted by
    operations), and 1 / latency is taken as straight between two rates: exact for M/M/1. Nothing
    depends on how far the sweep went.
    """
    steady: dict[float, tuple[float, float]] = {}
    ceiling = top
    for probe in probes:
        if probe.offered_rate_per_s is None or probe.rate < light_rate:
            continue
        if not probe.steady:
            ceiling = min(ceiling, probe.rate)
        elif probe.completion_latency_mean_ns is not None and probe.operations > 0:
            weight, latency = steady.get(probe.rate, (0.0, 0.0))
            steady[probe.rate] = (
                weight + probe.operations,
                latency + probe.operations * probe.completion_latency_mean_ns,
            )
    levels = _monotone(
        [(rate, weight, total / weight) for rate, (weight, total) in sorted(steady.items())]
    )
    limit = 2.0 * light_latency_ns
    below = max((rate for rate, latency in levels if latency < limit), default=light_rate)
    above = [(rate, latency) for rate, latency in levels if latency >= limit and rate > below]
    if not above or dict(levels).get(below, limit) >= limit:
        return KneeGap(below, max(ceiling, below))
    low, high = (below, dict(levels)[below]), above[0]
    share = (1 / low[1] - 1 / limit) / (1 / low[1] - 1 / high[1])
    return Knee(low[0] + share * (high[0] - low[0]), low[0], high[0], light_latency_ns)


def _monotone(levels: Sequence[tuple[float, float, float]]) -> list[tuple[float, float]]:
    """Pool adjacent violators: (rate, weight, value) by rate in, (rate, non-decreasing value)
    out."""
    pools: list[tuple[list[float], float, float]] = []
    for rate, weight, value in levels:
        rates, mass, level = [rate], weight, value
        while pools and pools[-1][2] > level:
            before, more, was = pools.pop()
            rates, mass, level = (
                before + rates,
                mass + more,
                (level * mass + was * more) / (mass + more),
            )
        pools.append((rates, mass, level))
    return [(rate, level) for rates, _, level in pools for rate in rates]
