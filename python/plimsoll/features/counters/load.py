"""What the counters of a volume say: its load, whether a limit held it, and what the means of its
intervals can hide.

A mean over T seconds hides what happened within them. The rate of the busiest second lies between
the mean, since some second must reach it, and the most that the operations of the interval or a
known limit allow. Nothing between is claimed: nobody saw it. Seconds are those of the clock, of
which an interval has whole ones."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal, NamedTuple

from plimsoll.features.counters.series import Interval, Recording

NEAR = 0.95
"""Share of a limit from which an interval counts as held by it: whatever waits at a limit is not
spread evenly over an interval."""
ABOVE = 1.1
"""Share of a limit from which on it cannot be the limit: no bucket is as large."""
LOW_CREDITS = 0.05
PLATEAU_WIDTH = 0.05
PLATEAU_INTERVALS = 3
PLATEAU_QUEUE = 2.0
"""A rate within 5 % in at least three intervals, while outstanding I/O doubles, is held."""
SIMILAR_SIZE = 0.1
FLAT_LATENCY = 1.5
"""Ratio of mean latencies, the busiest tenth of the time to the quieter half, up to which the load
does not show in the latency."""
LITTLE_TOLERANCE = 0.25
FEWEST = 10

HeldBy = Literal[
    "volume_iops",
    "volume_throughput",
    "instance_iops",
    "instance_throughput",
    "credits",
    "throttled",
    "plateau_iops",
    "plateau_throughput",
]
Standing = Literal["held", "not_held", "open"]
Figures = Callable[[Interval], float | None]


@dataclass(frozen=True)
class Limits:
    """What a volume and its machine may do; None: unknown."""

    iops: float | None = None
    bytes_per_s: float | None = None
    most_iops: float | None = None
    most_bytes_per_s: float | None = None
    """With credits."""
    instance_iops: float | None = None
    instance_bytes_per_s: float | None = None

    @property
    def passing_iops(self) -> float | None:
        """The most operations per second that can have passed at any time."""
        return _least(self.most_iops, self.instance_iops)

    @property
    def passing_bytes_per_s(self) -> float | None:
        """The most bytes per second that can have passed at any time."""
        return _least(self.most_bytes_per_s, self.instance_bytes_per_s)


NO_LIMITS = Limits()


class Bounds(NamedTuple):
    """What the busiest second of an interval can have been."""

    low: float
    """Some second had at least this."""
    high: float
    """No second had more."""
    at_limit_s: float | None
    """Seconds for which the volume can have been at its limit; None without one."""


class LimitHit(NamedTuple):
    """A limit that held a volume."""

    by: HeldBy
    intervals: int
    level: float | None
    """The limit: operations or bytes per second; None where only its use is known."""


@dataclass(frozen=True)
class Load:
    """The load of a volume over the time of its counters."""

    recording: Recording
    limits: Limits
    window_s: float
    standing: Standing
    held: tuple[LimitHit, ...]
    flat: bool
    """Whether the latency did not rise with the load."""
    contradiction: float | None
    """Outstanding I/O by Little over the counted queue, where they disagree."""
    above: tuple[LimitHit, ...] = ()
    """Limits that intervals exceed, which therefore held nothing and bound nothing."""

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """In order of time."""
        return self.recording.intervals

    @property
    def began_ns(self) -> int:
        """Begin of the first interval."""
        return self.intervals[0].end_ns - self.intervals[0].length_ns

    @property
    def ended_ns(self) -> int:
        """End of the last one."""
        return self.intervals[-1].end_ns

    @property
    def covered_s(self) -> float:
        """Time with counters."""
        return sum(one.length_s for one in self.intervals)

    @property
    def covered_share(self) -> float:
        """The same as a share of the time from begin to end."""
        return min(1.0, self.covered_s * 1e9 / (self.ended_ns - self.began_ns))

    @property
    def mean_rate_per_s(self) -> float:
        """Mean rate."""
        return self._sum(lambda one: one.rate_per_s) / self.covered_s

    @property
    def mean_bytes_per_s(self) -> float | None:
        """Mean throughput over the intervals that have one."""
        return self._mean(lambda one: one.bytes_per_s)

    @property
    def read_share(self) -> float | None:
        """Share of reads among all operations."""
        reads = self._sum(lambda one: one.value("read_rate_per_s"))
        known = any("read_rate_per_s" in one.values for one in self.intervals)
        return reads / total if known and (total := self._sum(lambda one: one.rate_per_s)) else None

    @property
    def size_bytes(self) -> float | None:
        """Mean size of an operation, over the intervals that have bytes."""
        known = [one for one in self.intervals if one.bytes_per_s is not None]
        count = sum((one.rate_per_s or 0.0) * one.length_s for one in known)
        return (
            sum((one.bytes_per_s or 0.0) * one.length_s for one in known) / count if count else None
        )

    @property
    def outstanding(self) -> float | None:
        """Mean outstanding I/O by Little's law."""
        return self._mean(lambda one: one.outstanding)

    @property
    def latency_ns(self) -> float | None:
        """Mean latency of all operations: their time together over their number."""
        known = [one for one in self.intervals if one.outstanding is not None]
        time_s = sum((one.outstanding or 0.0) * one.length_s for one in known)
        count = sum((one.rate_per_s or 0.0) * one.length_s for one in known)
        return time_s / count * 1e9 if count else None

    @property
    def busiest(self) -> Interval:
        """The interval of the highest rate."""
        return max(self.intervals, key=lambda one: one.rate_per_s or 0.0)

    @property
    def busiest_bytes(self) -> Interval | None:
        """The interval of the highest throughput."""
        known = [one for one in self.intervals if one.bytes_per_s is not None]
        return max(known, key=lambda one: one.bytes_per_s or 0.0, default=None)

    @property
    def burst_rate(self) -> Bounds:
        """The busiest second of all, in operations."""
        found = self._bounds(_rate, self.limits.passing_iops)
        assert found is not None, "intervals without a rate are left out"
        return found

    @property
    def burst_bytes(self) -> Bounds | None:
        """The busiest second of all, in bytes."""
        return self._bounds(_bytes, self.limits.passing_bytes_per_s)

    def _bounds(self, of: Figures, limit: float | None) -> Bounds | None:
        found = [
            bounds(mean, length_s, self.window_s, limit)
            for mean, length_s in windows(self.intervals, self.window_s, of)
        ]
        return _widest(found) if found else None

    def _sum(self, of: Callable[[Interval], float | None]) -> float:
        return sum((of(one) or 0.0) * one.length_s for one in self.intervals)

    def _mean(self, of: Callable[[Interval], float | None]) -> float | None:
        known = [(value, one.length_s) for one in self.intervals if (value := of(one)) is not None]
        time = sum(length for _, length in known)
        return sum(value * length for value, length in known) / time if time else None


def bounds(mean: float, length_s: float, window_s: float, limit: float | None) -> Bounds:
    """What the busiest window of an interval can have been, from the mean over the interval and
    the limit that everything passed through."""
    high = mean * length_s / min(window_s, length_s)
    if limit is None:
        return Bounds(mean, high, None)
    # Counters can be a little above a limit: a bucket of some size lies before it.
    return Bounds(mean, min(high, max(limit, mean)), min(length_s, mean * length_s / limit))


def windows(
    intervals: Sequence[Interval], window_s: float, of: Figures
) -> Iterator[tuple[float, float]]:
    """Mean and length of each interval, or of as many that follow each other without a gap as the
    window takes. Where fewer follow each other, of those."""
    runs: list[list[tuple[float, float]]] = []
    end_ns: int | None = None
    for one in intervals:
        value = of(one)
        if value is None:
            end_ns = None
            continue
        # Where a provider writes begins, they lie up to a millisecond behind the end before.
        began_ns = one.end_ns - one.length_ns
        if end_ns is None or abs(began_ns - end_ns) > 0.01 * one.length_ns:
            runs.append([])
        runs[-1].append((value * one.length_s, one.length_s))
        end_ns = one.end_ns
    for run in runs:
        first, count, length = 0, 0.0, 0.0
        whole = False
        for at, (more, longer) in enumerate(run):
            count, length = count + more, length + longer
            while first < at and length - run[first][1] >= window_s * (1 - 1e-9):
                count, length = count - run[first][0], length - run[first][1]
                first += 1
            if length >= window_s * (1 - 1e-9):
                whole = True
                yield (more / longer, longer) if first == at else (count / length, length)
        if not whole:
            yield count / length, length


def _widest(found: Sequence[Bounds]) -> Bounds:
    longest = max((one.at_limit_s for one in found if one.at_limit_s is not None), default=None)
    return Bounds(max(one.low for one in found), max(one.high for one in found), longest)


def load(recording: Recording, limits: Limits, window_s: float) -> Load:
    """The load of a volume that has intervals."""
    assert recording.intervals, "a load needs intervals"
    intervals = recording.intervals
    above = tuple(_excesses(intervals, limits))
    limits = _without(limits, above)
    held = tuple(_limit_hits(intervals, limits)) or tuple(_plateau(intervals))
    flat = _is_flat(intervals)
    # Times that are sums can be held against the queue; where they disagree the operations are not
    # what they are taken for either. So can latencies, if the operations are sums.
    kinds = recording.kinds
    sums = ("reads_outstanding", "sum") in kinds.items() or (
        "read_latency_ns" in kinds and ("read_rate_per_s", "sum") in kinds.items()
    )
    contradiction = _contradiction(intervals) if sums else None
    known = limits.iops is not None or flat
    standing: Standing = "held" if held else "not_held" if known else "open"
    if contradiction is not None or above:
        standing = "open"
    return Load(recording, limits, window_s, standing, held, flat, contradiction, above)


def _levels(limits: Limits) -> Iterator[tuple[HeldBy, float | None, Figures]]:
    """The limits of a volume and of its machine, and what of an interval is held against each."""
    yield "volume_iops", limits.most_iops, _rate
    yield "volume_throughput", limits.most_bytes_per_s, _bytes
    yield "instance_iops", limits.instance_iops, _rate
    yield "instance_throughput", limits.instance_bytes_per_s, _bytes


def _excesses(intervals: Sequence[Interval], limits: Limits) -> Iterator[LimitHit]:
    """Limits that the mean of some interval is far above."""
    for by, level, figure in _levels(limits):
        if level is None:
            continue
        if count := sum((figure(one) or 0.0) > ABOVE * level for one in intervals):
            yield LimitHit(by, count, level)


def _without(limits: Limits, above: Sequence[LimitHit]) -> Limits:
    for one in above:
        if one.by == "volume_iops":
            limits = replace(limits, iops=None, most_iops=None)
        elif one.by == "volume_throughput":
            limits = replace(limits, bytes_per_s=None, most_bytes_per_s=None)
        elif one.by == "instance_iops":
            limits = replace(limits, instance_iops=None)
        else:
            limits = replace(limits, instance_bytes_per_s=None)
    return limits


def _limit_hits(intervals: Sequence[Interval], limits: Limits) -> Iterator[LimitHit]:
    """The limits that held a volume in some interval."""
    for by, level, figure in _levels(limits):
        used = [one.values.get(f"{by}_used") for one in intervals]  # type: ignore[call-overload]
        count = sum(
            (share is not None and share >= NEAR)
            or (level is not None and (figure(one) or 0.0) >= NEAR * level)
            for one, share in zip(intervals, used, strict=True)
        )
        if count:
            yield LimitHit(by, count, level)
    if count := _without_credits(intervals, limits):
        yield LimitHit("credits", count, limits.iops)
    if count := sum(bool(one.value("throttled_per_s")) for one in intervals):
        yield LimitHit("throttled", count, None)


def _without_credits(intervals: Sequence[Interval], limits: Limits) -> int:
    """Intervals in which the credits of a volume were spent, so that its base rate held it: by the
    provider's own figure; without it, those at the base rate that follow each other while
    operations take longer than in the others. A load that passes the base rate once is not held."""
    base, most = limits.iops, limits.most_iops
    spent = sum(
        left <= LOW_CREDITS and (base is None or (one.rate_per_s or 0.0) >= NEAR * base)
        for one in intervals
        if (left := one.value("credits_share")) is not None
    )
    if base is None or most is None or most <= base:
        return spent
    unknown = [one for one in intervals if one.value("credits_share") is None]
    grouped = groupby(
        unknown, lambda one: NEAR * base <= (one.rate_per_s or 0.0) <= base * (2 - NEAR)
    )
    runs = [(near, list(some)) for near, some in grouped]
    held = [one for near, run in runs if near and len(run) >= PLATEAU_INTERVALS for one in run]
    others = _mean_latency([one for near, run in runs if not near for one in run])
    slow = _mean_latency(held)
    # Without latencies only the plateau is known.
    if others and slow is not None and slow < FLAT_LATENCY * others:
        return spent
    return spent + len(held)


def _plateau(intervals: Sequence[Interval]) -> Iterator[LimitHit]:
    """A rate that stayed while more and more waited is a limit, whosever it is."""
    kinds: tuple[tuple[HeldBy, Callable[[Interval], float | None]], ...] = (
        ("plateau_iops", _rate),
        ("plateau_throughput", _bytes),
    )
    for by, figure in kinds:
        top = max((figure(one) or 0.0 for one in intervals), default=0.0)
        near = [one for one in intervals if (figure(one) or 0.0) >= (1 - PLATEAU_WIDTH) * top]
        waiting = [queue for one in near if (queue := one.outstanding) is not None]
        sizes = [size for one in near if (size := one.size_bytes) is not None]
        if (
            top > 0
            and len(waiting) >= PLATEAU_INTERVALS
            and max(waiting) >= PLATEAU_QUEUE * max(1.0, min(waiting))
            and (not sizes or max(sizes) <= (1 + SIMILAR_SIZE) * min(sizes))
        ):
            yield LimitHit(by, len(near), top)
            return


def _is_flat(intervals: Sequence[Interval]) -> bool:
    """Whether operations of the busiest tenth took no longer than those of the quieter half."""
    known = sorted(
        (one for one in intervals if one.latency_ns is not None),
        key=lambda one: one.rate_per_s or 0.0,
    )
    if len(known) < FEWEST:
        return False
    quiet = _mean_latency(known[: len(known) // 2])
    busy = _mean_latency(known[-max(1, len(known) // 10) :])
    return quiet is not None and busy is not None and busy <= FLAT_LATENCY * quiet


def _mean_latency(intervals: Sequence[Interval]) -> float | None:
    time = sum((one.outstanding or 0.0) * one.length_s for one in intervals)
    count = sum((one.rate_per_s or 0.0) * one.length_s for one in intervals)
    return time / count if count else None


def _contradiction(intervals: Sequence[Interval]) -> float | None:
    """Outstanding I/O by Little over the queue that the program counted, where they differ by more
    than a quarter: one of the two is not what it is taken for, such as a mean read as a sum."""
    both = [
        (by_little, counted, one.length_s)
        for one in intervals
        if (by_little := one.outstanding) is not None
        and (counted := one.value("outstanding")) is not None
    ]
    by_little = sum(one * length for one, _, length in both)
    counted = sum(one * length for _, one, length in both)
    time = sum(length for _, _, length in both)
    # Queues far below one are rounded by many programs.
    if len(both) < FEWEST or not time or max(by_little, counted) / time < 0.5:
        return None
    if counted == 0 or by_little == 0:
        return math.inf if counted == 0 else 0.0
    ratio = by_little / counted
    agrees = 1 / (1 + LITTLE_TOLERANCE) <= ratio <= 1 + LITTLE_TOLERANCE
    return None if agrees else ratio


def _rate(one: Interval) -> float | None:
    return one.rate_per_s


def _bytes(one: Interval) -> float | None:
    return one.bytes_per_s


def _least(one: float | None, other: float | None) -> float | None:
    known = [value for value in (one, other) if value is not None]
    return min(known) if known else None
