"""The three signals of a Run (rate, response time, errors) on the scales on which they are judged,
with the smallest change of each that is reported.

* **Rate**: the square root of completions per interval. Counts of a Poisson stream then have the
  same noise at every level (1/2), and an interval without completions is a number.
* **Response time**: the logarithm of the interval's mean, since queues make it skewed. An interval
  in which nothing ended takes the value before it.
* **Errors**: the square root of errors per interval.
"""

import math
from dataclasses import dataclass

import numpy as np

from plimsoll.judge.timeline.changes import Fit, Floats, Segment, differ, fit
from plimsoll.judge.timeline.series import Series

LEAST_RATE = 0.05
"""A change of the rate smaller than this share is not reported."""
LEAST_RESPONSE = 0.25
"""A change of the response time smaller than this share is not reported."""
EVEN = 2.0
"""Operations by which an even rate may lead or lag, by its place between the ends of intervals."""
JITTER = 0.005
"""Noise that every rate is assumed to have at least, as a share: on the virtual clock it may have
none at all."""
JITTER_RESPONSE = 0.02
"""The same of response times."""


@dataclass(frozen=True)
class Signal:
    """One figure per interval on its scale of judgement. `name`: rate, response_time or errors."""

    name: str
    y: Floats
    floor: float
    least: float
    plain: Floats
    """The same as people read it: per second, or ns."""

    def fit_levels(self) -> Fit:
        """As stretches of equal level."""
        return fit(self.y, floor=self.floor, least=self.least)

    def has_moved(self, fitted: Fit, before: Segment, after: Segment) -> bool:
        """Whether the level of one segment is another than that of an earlier one: by more than the
        smallest change to report, and by more than chance."""
        if abs(after.level - before.level) <= self.least:
            return False
        return differ(self.y, fitted, before, after, floor=self.floor)


def rate(series: Series) -> Signal:
    """Completions."""
    y = np.sqrt(series.completed / series.length_s * series.interval_s)
    level = float(np.median(y)) if len(y) else 0.0
    if _even(series):
        y = np.full_like(y, math.sqrt(float(series.completed.mean())) if len(y) else 0.0)
    # d√x = dx / 2√x: half the share, on the scale of the root. ±1 completion of rounding is 1 /
    # 2√x.
    floor = max(JITTER / 2 * level, 0.5 / max(level, 1.0))
    return Signal("rate", y, floor, LEAST_RATE / 2 * level, series.rate_per_s)


def _even(series: Series) -> bool:
    """Whether operations came at even distances. Intervals shorter than these distances alternate
    between none and one, which is no pattern of the storage's."""
    if len(series) < 2 or not series.completed.any():
        return False
    done = np.cumsum(series.completed)
    rate = float(series.completed.sum() / series.length_s.sum())
    ahead = done - rate * np.cumsum(series.length_s)
    return float(ahead.max() - ahead.min()) <= EVEN


def response_time(series: Series) -> Signal:
    """Mean response time."""
    plain = forward_fill(series.response_ns)
    return Signal(
        "response_time",
        np.log(np.maximum(plain, 1.0)),
        JITTER_RESPONSE,
        math.log(1 + LEAST_RESPONSE),
        plain,
    )


def errors(series: Series) -> Signal:
    """Operations that failed."""
    per_s = series.errors / series.length_s
    y = np.sqrt(per_s * series.interval_s)
    return Signal("errors", y, 0.5, max(0.5, 0.25 * float(np.median(y)) if len(y) else 0.0), per_s)


def forward_fill(values: Floats) -> Floats:
    """With every nan replaced by the value before it (the first ones by the first value)."""
    known = np.flatnonzero(~np.isnan(values))
    if not len(known):
        return np.zeros_like(values)
    last = np.searchsorted(known, np.arange(len(values)), side="right") - 1
    filled: Floats = values[known[np.maximum(last, 0)]]
    return filled
