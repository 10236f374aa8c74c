"""The rate of a Run, or its mean latency, with a confidence interval and without the initial burst.

Intervals of Measure are correlated (a cap that hands out slices, a cache that fills), so the error
comes from the spread of batches of them, ten to nineteen, with Student's t, widened where
neighbours are still correlated. A bucket that starts full lets more pass at first: intervals at the
start that lie above the second half of Measure are cut away and reported. Decision
0015-promise-verdicts has the reasons; `make truth` how often the verdicts built on it are wrong.

A burst that outlasts Measure is not noticed.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from plimsoll.judge.even import even
from plimsoll.native.interval_counts import completed_operations, moved_bytes, timed_operations

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from plimsoll.native.record import RunRecord

    Of = Literal["operations", "bytes"]
    Latency = Literal["response_time", "completion_latency"]

LEAST_BATCHES = 8
"""Fewer intervals than this after the burst give no confidence interval."""
BATCHES = 10
"""Intervals are gathered into at least so many batches, if there are so many."""
BURST_EXCESS = 0.002
"""Intervals at the start belong to a burst while they lie above the later ones by more than this
share and by `FAR_DEVIATIONS`."""
FAR_DEVIATIONS = 5.0
"""Robust standard deviations of the later intervals."""
FALL_SHARE = 0.05
"""A rate that ends below that of the first half by more than this share, and by `FAR_DEVIATIONS`,
fell during Measure."""
MIN_TAIL = 2
"""Intervals at the end that must lie so low: a single one may be a stall."""
LARGEST_CORRELATION = 0.95
"""Correlation of neighbours beyond which a Run of so many intervals does not show its own error."""
TO_SIGMA = 1.4826
"""Median absolute deviation to standard deviation, for a normal distribution."""


@dataclass(frozen=True)
class Burst:
    """The surplus at the start over the later rate: `amount` operations (or bytes) in the first
    `seconds`."""

    seconds: float
    amount: float
    rate_per_s: float


@dataclass(frozen=True)
class Estimate:
    """A figure with its confidence interval.

    `count` are the operations behind it, `seconds` the time after the burst, `batches` those of the
    interval; the error is relative, one standard error. `low` and `high` are None where there are
    too few intervals for them, or, of a rate, where `settled` is false: the start lies above the
    end through half of Measure or more. `moved`: the mean latency at first and in the end, of a
    rate that had not settled.
    """

    value: float
    low: float | None
    high: float | None
    count: int
    seconds: float
    batches: int
    error: float
    confidence: float
    burst: Burst | None = None
    settled: bool = True
    moved: tuple[float, float] | None = None
    of_file: bool = False
    """Whether it is an imported file's one figure of the whole Run, whose error is unknown."""


@dataclass(frozen=True)
class Slice:
    """An interval of Measure: operations (or bytes) completed in so many seconds, and a latency."""

    seconds: float
    amount: float
    operations: int
    timed: int
    """Operations of which the latency is."""
    latency_ns: float | None


def slices(
    record: RunRecord, *, of: Of = "operations", metric: Latency = "completion_latency"
) -> list[Slice]:
    """The intervals of Measure; `of` is operations or bytes, `metric` response_time or
    completion_latency."""
    found = []
    for interval in even(record["intervals"]):
        counted: tuple[int | None, ...] = (interval["reads"], interval["writes"])
        if of == "bytes":
            counted += (interval["read_bytes"], interval["written_bytes"])
        # Of an imported Run they may be unknown.
        if None in counted:
            return []
        operations = completed_operations(interval)
        amount = operations if of == "operations" else moved_bytes(interval)
        spans = (
            interval["response_time_ns"]
            if metric == "response_time"
            else interval["completion_latency_ns"]
        )
        found.append(
            Slice(
                interval["length_s"], amount, operations, timed_operations(interval), spans["mean"]
            )
        )
    # The last interval may be a sliver without a meaningful rate.
    typical = median(part.seconds for part in found) if found else 0.0
    return [part for part in found if part.seconds >= typical / 2]


def rate(record: RunRecord, *, of: Of = "operations", confidence: float = 0.95) -> Estimate | None:
    """The achieved rate in operations/s (or bytes/s) without the initial burst; None where nothing
    completed."""
    found = slices(record, of=of)
    if not found and "imported" in record:
        return _of_file(record, of, confidence)
    if not found or record["achieved_rate_per_s"] <= 0:
        return None
    cut, settled = burst_end(found)
    rest = found[cut:]
    seconds, amount = sum(part.seconds for part in rest), sum(part.amount for part in rest)
    value = amount / seconds
    count = sum(part.operations for part in rest)
    error, batches = _error([(part.seconds, part.amount) for part in rest])
    # Each edge may have an operation more or less, whatever the spread.
    error = max(error, 1 / max(count, 1))
    low, high = _ends(value, error, batches, confidence) if settled else (None, None)
    return Estimate(
        value,
        low,
        high,
        count,
        seconds,
        batches,
        error,
        confidence,
        _burst(found[:cut], value),
        settled,
    )


def _of_file(record: RunRecord, of: Of, confidence: float) -> Estimate | None:
    """The rate of the whole Run from an imported file."""
    value: float | None = record["achieved_rate_per_s" if of == "operations" else "bytes_per_s"]
    if not value:
        return None
    # Of an imported Run they may be unknown.
    count, seconds = record["all"]["count"] or 0, record["measure_s"] or 0.0
    return Estimate(value, None, None, count, seconds, 0, math.inf, confidence, of_file=True)


def mean_latency(
    record: RunRecord, metric: Latency, *, confidence: float = 0.95
) -> Estimate | None:
    """The mean `response_time` or `completion_latency` in ns over Measure after the burst, weighted
    by operations."""
    everything = slices(record, metric=metric)
    cut, settled = burst_end(everything)
    rest = [part for part in everything[cut:] if part.latency_ns is not None and part.timed]
    count = sum(part.timed for part in rest)
    if not count:
        return None
    pairs = [(float(part.timed), part.timed * (part.latency_ns or 0.0)) for part in rest]
    value = sum(total for _, total in pairs) / count
    error, batches = _error(pairs)
    low, high = _ends(value, error, batches, confidence)
    tenth = max(1, len(pairs) // 10)
    return Estimate(
        value,
        low,
        high,
        count,
        sum(part.seconds for part in rest),
        batches,
        error,
        confidence,
        settled=settled,
        moved=None if settled else (_mean(pairs[:tenth]), _mean(pairs[-tenth:])),
    )


def _mean(pairs: Sequence[tuple[float, float]]) -> float:
    return sum(total for _, total in pairs) / sum(count for count, _ in pairs)


def burst_end(found: Sequence[Slice]) -> tuple[int, bool]:
    """How many intervals at the start belong to a burst, and whether the rate had settled by the
    first half of Measure.

    It had not settled where the burst outlasts that, nor where the last `MIN_TAIL` intervals or
    more fell away from the first half: then credits ran out near the end, and a mean over both is
    the rate of neither.
    """
    if len(found) < LEAST_BATCHES:
        return 0, True
    rates = [part.amount / part.seconds for part in found]
    later = rates[len(rates) // 2 :]
    usual = median(later)
    sigma = TO_SIGMA * median(abs(value - usual) for value in later)
    # An interval holds a whole number of operations: two more are no burst.
    operations = sum(part.operations for part in found)
    each = sum(part.amount for part in found) / operations if operations else 0.0
    least = 2 * each / median(part.seconds for part in found)
    bound = usual + max(FAR_DEVIATIONS * sigma, BURST_EXCESS * usual, least)
    cut = 0
    while cut < len(rates) and rates[cut] > bound:
        cut += 1
    if cut >= len(rates) // 2 or _fell(rates):
        return 0, False
    return cut, True


def _fell(rates: Sequence[float]) -> bool:
    early = rates[: len(rates) // 2]
    usual = median(early)
    sigma = TO_SIGMA * median(abs(value - usual) for value in early)
    bound = usual - max(FAR_DEVIATIONS * sigma, FALL_SHARE * usual)
    return max(rates[-MIN_TAIL:]) < bound


def _burst(cut: Sequence[Slice], later_per_s: float) -> Burst | None:
    if not cut:
        return None
    seconds, amount = sum(part.seconds for part in cut), sum(part.amount for part in cut)
    return Burst(seconds, amount - later_per_s * seconds, amount / seconds)


def _error(pairs: Sequence[tuple[float, float]]) -> tuple[float, int]:
    """Relative standard error of sum(y) / sum(x) over neighbouring pairs, and how many batches it
    rests on.

    The larger of two: from the pairs themselves and from batches of them, each widened where
    neighbours go together by (1 + r) / (1 - r), the variance of a mean of a first-order
    autoregression beside that of independent values. Pairs see a correlation better, batches one
    that lasts for longer than its first step tells.
    """
    size = max(1, len(pairs) // BATCHES)
    batches = [pairs[i : i + size] for i in range(0, len(pairs) - size + 1, size)]
    if len(batches) < LEAST_BATCHES:
        return math.inf, len(batches)
    merged = [(sum(x for x, _ in batch), sum(y for _, y in batch)) for batch in batches]
    return max(_spread(pairs), _spread(merged)), len(batches)


def _spread(pairs: Sequence[tuple[float, float]]) -> float:
    n = len(pairs)
    x, y = sum(one for one, _ in pairs), sum(one for _, one in pairs)
    if x <= 0 or y <= 0:
        return math.inf
    # The ratio's error by linearisation: the excess of each pair over its share.
    off = [(b - y / x * a) * n / x for a, b in pairs]
    squares = sum(one**2 for one in off)
    if squares == 0:
        return 0.0
    together = sum(a * b for a, b in itertools.pairwise(off)) / squares
    # The estimate is too low by (1 + 3 r) / n (Kendall 1954, Marriott and Pope 1954).
    together = min(
        max(together + (1 + 3 * together) / n, -LARGEST_CORRELATION), LARGEST_CORRELATION
    )
    # Negative correlation (a limiter that hands out a second's share at once) narrows the error,
    # but not within two deviations of 1 / sqrt(n), where it may be chance.
    widening = (
        (1 + together) / (1 - together) if together > 0 or together < -2 / math.sqrt(n) else 1.0
    )
    return math.sqrt(squares / (n - 1) / n * widening) * x / y


def _ends(
    value: float, error: float, batches: int, confidence: float
) -> tuple[float | None, float | None]:
    if not math.isfinite(error):
        return None, None
    # Student's quantile. scipy.stats has the same, and takes a second to load.
    from scipy.special import stdtrit

    reach = float(stdtrit(batches - 1, 0.5 + confidence / 2)) * error * value
    return max(0.0, value - reach), value + reach
