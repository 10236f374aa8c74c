"""What a distribution in wide steps says of a bound: an imported file may have buckets that double.

A bucket that the bound lies in decides nothing by itself: its operations may all be below or all
beyond. So the share of operations beyond a bound is a range. The file's own mean, its longest and
its shortest operation narrow that; operations of the warm-up, where the distribution holds those as
well, widen it: each of them may be one of those beyond.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll import histogram

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.model import RunRecord
    from plimsoll.search.objectives import Bound

WIDE = 0.05
"""Steps wider than this share of their value decide nothing about a bound inside one; narrower ones
are taken as they are."""
PER_OCTAVE = 64
"""Counts are read in so many steps to a doubling: every bucket is found again by its middle."""
MEAN_KNOWN_TO = 0.002
"""A file's mean is rounded: it is taken to be off by this share."""


class Share(NamedTuple):
    """At least and at most so much of the operations lay beyond a bound."""

    low: float
    high: float


class _Bucket(NamedTuple):
    low: float
    high: float
    many: int


def share_beyond(record: RunRecord, bound: Bound, blobs: Sequence[bytes]) -> Share | None:
    """The share of the operations of an imported Run beyond a bound on a percentile; none where its
    distribution is as fine as one of our own."""
    told: Mapping[str, Any] | None = record.get("imported")  # type: ignore[assignment]
    if told is None or not blobs or (told.get("step") or 0.0) <= WIDE:
        return None
    buckets = _buckets(told, blobs)
    total = sum(one.many for one in buckets)
    if not total:
        return None
    least = sum(one.many for one in buckets if one.low >= bound.bound_ns)
    most = sum(one.many for one in buckets if one.high > bound.bound_ns)
    spans = bound.spans(record)
    warmup = _of_warmup(told, record[bound.kind]["count"], total)
    if warmup:
        least, most, total = max(0, least - warmup), min(most, total - warmup), total - warmup
    elif (mean := spans.get("mean")) is not None:
        least, most = _by_mean(buckets, bound.bound_ns, float(mean), least, most)
    longest, shortest = spans.get("max"), spans.get("min")
    if longest is not None and longest <= bound.bound_ns:
        least = most = 0
    if shortest is not None and shortest > bound.bound_ns:
        least = most = total
    return Share(least / total, max(most, least) / total)


def _of_warmup(told: Mapping[str, Any], measured: int | None, total: int) -> int:
    """Operations of the warm-up among those of the distribution."""
    if not told.get("warmup_operations"):
        return 0
    # Of reads or writes alone the rest of them.
    return max(0, total - measured) if measured else int(told["warmup_operations"])


def _buckets(told: Mapping[str, Any], blobs: Sequence[bytes]) -> list[_Bucket]:
    """Its steps with their operations, in order of time."""
    counted = [(at, n) for at, n in histogram.buckets(blobs, PER_OCTAVE) if n]
    edges = [(float(low), float(high)) for low, high in told.get("buckets_ns") or ()]
    if not edges:
        # Every value stands for a step around it.
        wide = math.sqrt(1 + told["step"])
        return [_Bucket(at / wide, at * wide, n) for at, n in counted]
    found = dict.fromkeys(edges, 0)
    middles = {edge: math.log(_middle(*edge)) for edge in edges}
    for at, n in counted:
        nearest = min(edges, key=lambda edge: abs(middles[edge] - math.log(at)))
        found[nearest] += n
    return [_Bucket(low, high, n) for (low, high), n in sorted(found.items()) if n]


def _middle(low: float, high: float) -> float:
    """What stands for a bucket (`formats/results/vdbench_histogram.py`)."""
    return math.sqrt(low * high) if low else high / 2


def _by_mean(
    buckets: Sequence[_Bucket], bound_ns: float, mean_ns: float, least: int, most: int
) -> tuple[int, int]:
    """What the mean of all operations leaves of a range: those of the bucket around the bound are
    only so slow together as it allows."""
    crossing = [one for one in buckets if one.low < bound_ns < one.high]
    if len(crossing) != 1 or any(a.high > b.low for a, b in pairwise(buckets)):
        return least, most
    (across,) = crossing
    total = sum(one.many for one in buckets)
    sum_ns = mean_ns * total
    slowest_ns = sum(one.high * one.many for one in buckets)
    quickest_ns = sum(one.low * one.many for one in buckets)
    spare_ns = sum_ns * (1 + MEAN_KNOWN_TO) - quickest_ns
    lacking_ns = slowest_ns - sum_ns * (1 - MEAN_KNOWN_TO)
    # The others at their quickest leave most time for those beyond, and the other way round.
    beyond = min(across.many, spare_ns / (bound_ns - across.low))
    below = min(across.many, lacking_ns / (across.high - bound_ns))
    if spare_ns < 0 or lacking_ns < 0:
        # The mean is of other operations than the buckets: it says nothing of them.
        return least, most
    return least + math.floor(across.many - below), least + math.ceil(beyond)
