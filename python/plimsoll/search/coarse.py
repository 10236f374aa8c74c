"""Bounds on a distribution in wide steps: an imported file may have buckets that double.

A bucket that the bound lies in decides nothing by itself: its operations may all be below or all
beyond. So the share of operations beyond a bound is a range. The file's own mean, its longest and
its shortest operation narrow that; operations of the warm-up, where the distribution holds those as
well, widen it: each of them may be one of those beyond.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.native import histogram

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord
    from plimsoll.search.objectives import Bound

WIDE_STEP = 0.05
"""Steps wider than this share of their value decide nothing about a bound inside one; narrower ones
are taken as they are."""
PER_OCTAVE = 64
"""Counts are read in so many steps to a doubling: every bucket is found again by its middle."""
HALVINGS = 48
"""Of a span of nanoseconds to hours: what is left is far less than a nanosecond."""
MEAN_ROUNDING = 0.002
"""A file's mean is rounded: it is taken to be off by this share."""


class Share(NamedTuple):
    """At least and at most so much of the operations lay beyond a bound."""

    low: float
    high: float


class Percentile(NamedTuple):
    """A percentile in ns: its range, and an interpolated value. `met`: whether it lies within the
    bound; None where that is open."""

    low: float
    value: float
    high: float
    met: bool | None


class _Bucket(NamedTuple):
    low: float
    high: float
    many: int


def is_coarse(record: RunRecord) -> bool:
    """Whether it is of an imported Run whose distribution has wide steps."""
    imported: Mapping[str, Any] | None = record.get("imported")  # type: ignore[assignment]
    return imported is not None and (imported.get("step") or 0.0) > WIDE_STEP


def share_beyond(record: RunRecord, bound: Bound, blobs: Sequence[bytes]) -> Share | None:
    """The share of the operations of an imported Run beyond a bound on a percentile; none where its
    distribution is as fine as one of our own."""
    steps = _Steps.of(record, bound, blobs)
    return None if steps is None else steps.beyond(bound.bound_ns)


def edges(record: RunRecord, bound: Bound) -> tuple[float, float] | None:
    """The ends of the wide step that the percentile of a bound lies in, ns; None where steps are
    narrow, or unknown."""
    found: Mapping[str, Any] = bound.spans(record).get("within") or {}  # type: ignore[assignment]
    if bound.statistic not in found:
        return None
    low, high = found[bound.statistic]
    return float(low), float(high)


def percentile(record: RunRecord, bound: Bound, blobs: Sequence[bytes]) -> Percentile | None:
    """The bounded percentile as a range from wide steps; None where they are narrow."""
    steps = _Steps.of(record, bound, blobs)
    if steps is None:
        return None
    allowed, share = 1.0 - float(bound.statistic[1:]) / 100, steps.beyond(bound.bound_ns)
    met = True if share.high <= allowed else False if share.low > allowed else None
    high = steps.first(lambda share: share.high <= allowed)
    low = min(steps.first(lambda share: share.low <= allowed), high)
    # A step that ends at the bound ends there, whatever its halving left.
    high = min(high, bound.bound_ns) if met else high
    low = max(low, bound.bound_ns) if met is False else low
    low = min(low, high)
    return Percentile(low, min(max(steps.about(allowed), low), high), high, met)


@dataclass(frozen=True)
class _Steps:
    """The steps of a distribution, and the file's other figures of its operations."""

    buckets: tuple[_Bucket, ...]
    warmup: int
    mean_ns: float | None
    shortest_ns: float | None
    longest_ns: float | None

    @staticmethod
    def of(record: RunRecord, bound: Bound, blobs: Sequence[bytes]) -> _Steps | None:
        """The steps of one kind of operation; None where they are narrow, or there are none."""
        imported: Mapping[str, Any] = record.get("imported") or {}  # type: ignore[assignment]
        if not is_coarse(record) or not blobs:
            return None
        buckets = _buckets(imported, blobs)
        total = sum(bucket.many for bucket in buckets)
        if not total:
            return None
        spans = bound.spans(record)
        known = [spans.get("mean"), spans.get("min"), spans.get("max")]
        mean, shortest, longest = (None if figure is None else float(figure) for figure in known)
        warmup = _of_warmup(imported, record[bound.kind]["count"], total)
        return _Steps(tuple(buckets), warmup, mean, shortest, longest)

    def beyond(self, bound_ns: float) -> Share:
        """The share of what was measured that lay beyond."""
        total = sum(bucket.many for bucket in self.buckets)
        least = sum(bucket.many for bucket in self.buckets if bucket.low >= bound_ns)
        most = sum(bucket.many for bucket in self.buckets if bucket.high > bound_ns)
        if self.warmup:
            total -= self.warmup
            least, most = max(0, least - self.warmup), min(most, total)
        elif self.mean_ns is not None:
            least, most = _by_mean(self.buckets, bound_ns, self.mean_ns, least, most)
        if self.longest_ns is not None and self.longest_ns <= bound_ns:
            least = most = 0
        if self.shortest_ns is not None and self.shortest_ns > bound_ns:
            least = most = total
        return Share(least / total, max(most, least) / total)

    def first(self, met: Callable[[Share], bool]) -> float:
        """The shortest bound whose share beyond it satisfies `met`, by bisection."""
        low, high = 1.0, max(self.buckets[-1].high, self.longest_ns or 0.0) + 1.0
        for _ in range(HALVINGS):
            middle = math.sqrt(low * high)
            low, high = (low, middle) if met(self.beyond(middle)) else (middle, high)
        return high

    def about(self, allowed: float) -> float:
        """The percentile, interpolated within its step on the logarithm."""
        left = allowed * sum(bucket.many for bucket in self.buckets)
        for bucket in reversed(self.buckets):
            if bucket.many >= left:
                low = bucket.low or bucket.high / 2
                return float(bucket.high * (low / bucket.high) ** (left / bucket.many))
            left -= bucket.many
        return self.buckets[0].low


def _of_warmup(imported: Mapping[str, Any], measured: int | None, total: int) -> int:
    """Operations of the warm-up among those of the distribution."""
    if not imported.get("warmup_operations"):
        return 0
    # Of reads or writes alone the rest of them.
    return max(0, total - measured) if measured else int(imported["warmup_operations"])


def _buckets(imported: Mapping[str, Any], blobs: Sequence[bytes]) -> list[_Bucket]:
    """Its steps with their operations, in order of time."""
    counted = [(at, n) for at, n in histogram.buckets(blobs, PER_OCTAVE) if n]
    edges = [(float(low), float(high)) for low, high in imported.get("buckets_ns") or ()]
    if not edges:
        # Every value stands for a step around it.
        wide = math.sqrt(1 + imported["step"])
        return [_Bucket(at / wide, at * wide, n) for at, n in counted]
    found = dict.fromkeys(edges, 0)
    middles = {edge: math.log(_middle(*edge)) for edge in edges}
    for at, n in counted:
        nearest = min(edges, key=lambda edge: abs(middles[edge] - math.log(at)))
        found[nearest] += n
    return [_Bucket(low, high, n) for (low, high), n in sorted(found.items()) if n]


def _middle(low: float, high: float) -> float:
    """The value that represents a bucket (`features/vdbench_results/vdbench_histogram.py`)."""
    return math.sqrt(low * high) if low else high / 2


def _by_mean(
    buckets: Sequence[_Bucket], bound_ns: float, mean_ns: float, least: int, most: int
) -> tuple[int, int]:
    """Narrows a range by the mean of all operations: it limits how slow those of the bucket around
    the bound are together."""
    crossing = [bucket for bucket in buckets if bucket.low < bound_ns < bucket.high]
    if len(crossing) != 1 or any(a.high > b.low for a, b in pairwise(buckets)):
        return least, most
    (across,) = crossing
    total = sum(bucket.many for bucket in buckets)
    sum_ns = mean_ns * total
    slowest_ns = sum(bucket.high * bucket.many for bucket in buckets)
    quickest_ns = sum(bucket.low * bucket.many for bucket in buckets)
    spare_ns = sum_ns * (1 + MEAN_ROUNDING) - quickest_ns
    lacking_ns = slowest_ns - sum_ns * (1 - MEAN_ROUNDING)
    # The others at their quickest leave most time for those beyond, and the other way round.
    beyond = min(across.many, spare_ns / (bound_ns - across.low))
    below = min(across.many, lacking_ns / (across.high - bound_ns))
    if spare_ns < 0 or lacking_ns < 0:
        # The mean is of other operations than the buckets, and narrows nothing.
        return least, most
    return least + math.floor(across.many - below), least + math.ceil(beyond)
