"""Whether more outstanding I/O still buys operations: the one test that proves a cap
(measurement.md, section 7).

A closed load is doubled in outstanding I/O. At a cap the rate stays and the latency doubles, since
N = X · R; short of it the rate rises. A rate that neither rises as far as the load nor stays (a
target that is nearly full) proves nothing. Limits, promises and limiters share this rule.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.judge.messages import message
from plimsoll.judge.rate import slices

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord

FLAT = 0.02
"""A rate that rises by no more than this while the outstanding I/O grows by at least `GROWTH` is
flat."""
GROWTH = 1.5
"""Outstanding I/O must grow by this between the two steps that are compared."""
PROPORTION = 0.10
"""Latency must grow by the same factor as the outstanding I/O, give or take this share of it."""
DEVIATIONS = 2.0
"""Standard errors of the rates that are allowed beside `FLAT`."""
LARGEST_ERROR = 0.05
"""With a larger relative error of the rates flatness cannot be judged."""

REASONS = ("cap", "still_rises", "neither", "imprecise", "client_workers", "client_machine")
"""Why a pair of steps is judged as it is."""


@dataclass(frozen=True)
class Step:
    """One closed-loop Run. Rates in operations/s, latency in ns; the error is relative, one
    standard error."""

    outstanding: float
    rate_per_s: float
    completion_latency_mean_ns: float
    rate_error: float = 0.0

    @staticmethod
    def of(record: RunRecord) -> Step | None:
        """The step of a Run's record; none where nothing completed. Its error comes from its
        intervals' rates."""
        latency = record["all"]["completion_latency_ns"]["mean"]
        rate = record["achieved_rate_per_s"]
        if latency is None or rate <= 0:
            return None
        return Step(record["outstanding_mean"], rate, latency, _error(record))


@dataclass(frozen=True)
class Flatness:
    """The comparison of two steps. `verdict` is flat, rising or undecided, and `reason` one of
    REASONS; factors are larger step over smaller one. `outstanding` is that of both steps, `error`
    the relative standard error of the rates.
    """

    verdict: str
    reason: str
    outstanding: tuple[float, float]
    rate_factor: float
    latency_factor: float
    error: float = 0.0
    busy: float = 0.0
    """How busy the client was, 0 to 1, where that may be what held the rate."""

    @property
    def outstanding_factor(self) -> float:
        """Larger over smaller."""
        return self.outstanding[1] / self.outstanding[0]

    @property
    def because(self) -> str:
        """The two steps and the conclusion, in words."""
        return words(self.reason, self.figures)

    @property
    def figures(self) -> dict[str, float | str]:
        """The figures of the words, beside the reason."""
        low, high = self.outstanding
        return {
            "outstanding_low": low,
            "outstanding_high": high,
            "rate_factor": self.rate_factor,
            "latency_factor": self.latency_factor,
            "error": self.error,
            "busy": self.busy,
        }

    @property
    def proven(self) -> bool:
        """Whether a cap is shown."""
        return self.verdict == "flat"


def words(reason: str, figures: Mapping[str, float | str]) -> str:
    """Two steps and the conclusion in words, from the reason and the figures of a `Flatness`."""
    low, high = float(figures["outstanding_low"]), float(figures["outstanding_high"])
    return message(
        f"flatness-{reason}",
        outstanding_factor=units.significant(high / low, 2),
        low=units.significant(low, 3),
        high=units.significant(high, 3),
        rate_factor=units.significant(float(figures["rate_factor"]), 3),
        latency_factor=units.significant(float(figures["latency_factor"]), 3),
        error=units.percent(float(figures.get("error", 0.0))),
        busy=units.percent(float(figures.get("busy", 0.0))),
    )


def flatness(steps: Sequence[Step]) -> Flatness | None:
    """Compares the largest step with the nearest one with at least `GROWTH` less outstanding; None
    without such a pair."""
    if not steps:
        return None
    ordered = sorted(steps, key=lambda step: step.outstanding)
    top = ordered[-1]
    lower = [step for step in ordered if step.outstanding * GROWTH <= top.outstanding]
    if not lower:
        return None
    base = lower[-1]
    outstanding = (base.outstanding, top.outstanding)
    more = top.outstanding / base.outstanding
    rate = top.rate_per_s / base.rate_per_s
    latency = top.completion_latency_mean_ns / base.completion_latency_mean_ns
    # Of a rate from too few intervals the error is infinite, and only its order is known.
    error = min(1.0, math.hypot(top.rate_error, base.rate_error))
    if error > LARGEST_ERROR:
        verdict, reason = "undecided", "imprecise"
    elif abs(rate - 1) <= FLAT + DEVIATIONS * error and abs(latency / more - 1) <= PROPORTION:
        verdict, reason = "flat", "cap"
    elif rate - 1 > FLAT + DEVIATIONS * error:
        verdict, reason = "rising", "still_rises"
    else:
        verdict, reason = "undecided", "neither"
    return Flatness(verdict, reason, outstanding, rate, latency, error)


def _error(record: RunRecord) -> float:
    """Relative standard error of the achieved rate from the intervals of Measure."""
    return relative_error([part.amount / part.seconds for part in slices(record)])


def relative_error(rates: Sequence[float]) -> float:
    """Relative standard error of the mean of a series of rates, neighbours taken as correlated.

    Batches of intervals, ten at most, and their spread; 0 where there are fewer than four
    intervals, 1 where nothing completed in the batches: an operation in the rest of an interval may
    be all there was.
    """
    if len(rates) < 4:
        return 0.0
    size = max(1, len(rates) // 10)
    batches = [sum(rates[i : i + size]) / size for i in range(0, len(rates) - size + 1, size)]
    mean: float = sum(batches) / len(batches)
    if mean <= 0:
        return 1.0
    spread: float = sum((rate - mean) ** 2 for rate in batches) / (len(batches) - 1)
    return math.sqrt(spread / len(batches)) / mean
