"""Data classes for the result files of all other programs.

A format fills these classes and decides nothing else; `record.py` makes a record from them. A
figure that the file lacks is None, never zero. Latencies are nanoseconds, sizes bytes, rates per
second.

Distributions with counts (fio's bins, vdbench's histogram) are merged exactly. Percentiles alone
cannot be merged and become unknown.

Nobody changes what a format has made. The classes of which every Run has several are not frozen all
the same: that makes each of them three times as slow to build."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from plimsoll.base.gaps import Gap
from plimsoll.features.imports.results.figures import total
from plimsoll.features.imports.results.source import Sentence
from plimsoll.native.record import RunRecord

ZONE_NOT_TOLD = "zone_not_told"
KINDS = ("read", "write", "trim")
"""Kinds of operations that files distinguish."""
FLUSH = "flush"
"""Syncs (fsync, fdatasync, sync_file_range): a kind of its own. They move no bytes and are in no
rate, so they are in no sum over the other kinds."""
Starts = Literal["submission", "after_submission"]
"""When the clock of a latency started: before the call that submits an operation, or after it."""


@dataclass
class Latency:
    """A latency in a file, ns. `percentiles` is by percent, `counts` by value."""

    count: int | None = None
    mean: float | None = None
    stddev: float | None = None
    min: float | None = None
    max: float | None = None
    percentiles: Mapping[float, float] = field(default_factory=dict)
    counts: Mapping[int, int] | None = None
    """The distribution: number of operations by latency."""
    width: float | None = None
    """Width of the widest step, relative to the value."""
    buckets: tuple[tuple[int, int], ...] = ()
    """Bounds of each step in ns, where steps are so wide that a percentile is known only within
    one."""
    combined: bool = False
    """Whether parts were put together that had percentiles and no counts: theirs are lost."""

    @property
    def has_values(self) -> bool:
        """Whether the file gives any of its figures."""
        return (
            self.mean is not None
            or self.max is not None
            or self.counts is not None
            or bool(self.percentiles)
        )


@dataclass
class Operations:
    """The operations of one kind, or of all of them together."""

    count: int | None = None
    bytes: int | None = None
    errors: int | None = None
    rate_per_s: float | None = None
    bytes_per_s: float | None = None
    completion: Latency | None = None
    """Latency of the storage; `Result.starts` has its first instant."""
    submission: Latency | None = None
    whole: Latency | None = None
    """Latency with the submission, where `completion` excludes it: fio's lat."""


@dataclass(frozen=True)
class Data:
    """The content of the operations, as far as it is easy on storage: `percent` of it can be
    compressed, or are duplicates."""

    kind: Literal["random", "zeros", "pattern", "compressible", "duplicates"]
    percent: float = 100.0


@dataclass(frozen=True)
class Workload:
    """The form of the operations."""

    block_size_bytes: int | None = None
    blocks: tuple[tuple[int, float], ...] = ()
    """Several sizes: bytes and percent."""
    write_blocks: tuple[tuple[int, float], ...] = ()
    """Block sizes of writes, if reads have others: `blocks` then covers reads alone."""
    read_percent: float | None = None
    trim_percent: float | None = None
    pattern: str | None = None
    """A pattern of Plimsoll: random, sequential, zipf:1.1."""
    working_set_bytes: int | None = None
    sync_every: int | None = None
    """Number of writes to a sync; None without syncs, or if unknown."""
    sync_data_only: bool = False
    """Whether it is an fdatasync."""
    durable_writes: bool = False
    """Whether each write is durable before it is done (O_SYNC, O_DSYNC)."""
    data: Data | None = None
    """None if unknown."""


@dataclass(frozen=True)
class Load:
    """The requested load: `offered_rate_per_s` is None for a closed loop."""

    workers: int | None = None
    queue_depth: int | None = None
    """Per worker."""
    offered_rate_per_s: float | None = None
    arrivals: str | None = None
    think_ns: int | None = None

    @property
    def most_outstanding(self) -> int | None:
        """Largest number of operations outstanding at once."""
        if self.workers is None or self.queue_depth is None:
            return None
        return self.workers * self.queue_depth


@dataclass(frozen=True)
class Part:
    """A part of the time of a Run."""

    start_s: float
    length_s: float
    kinds: Mapping[str, Operations]
    """Operations by kind, or "all" alone."""


@dataclass(frozen=True)
class UnrecordedTime:
    """Time without data, besides the time between two parts."""

    gaps: tuple[Gap, ...] = ()
    late: tuple[Gap, ...] = ()
    """Times in which the recorder stood still: what it wrote of them it wrote behind them, at
    once."""
    by_clock: bool = False
    """Whether only the clock of the rows shows a gap: then no figure of the file covers it."""


class ClockStep(NamedTuple):
    """A jump of the clock that stamped the rows of a file."""

    at_s: float
    """Seconds since the start of Measure."""
    by_s: float
    """Negative where the clock was set back."""


class Check(NamedTuple):
    """A figure of the file beside the same one worked out from other figures of it."""

    figure: str
    told: float
    recomputed: float
    tolerance: float
    """Relative."""
    decides: bool = False
    """Whether the rate of the Run depends on this check. If it fails, and no other figure decides,
    the rate is unknown and the Run is left out."""

    @property
    def agrees(self) -> bool:
        """Whether both are the same within what rounding allows."""
        if not (math.isfinite(self.told) and math.isfinite(self.recomputed)):
            return False
        return abs(self.told - self.recomputed) <= self.tolerance * max(
            abs(self.told), abs(self.recomputed)
        )


def beside_parts(kinds: Mapping[str, Operations]) -> Iterator[Check]:
    """Checks the figures of all operations against those of reads and writes."""
    every = kinds.get("all")
    parts = [ops for kind, ops in kinds.items() if kind in KINDS and ops.count]
    if every is None or not parts or sum(ops.count or 0 for ops in parts) != every.count:
        return
    moved = [ops.bytes_per_s for ops in parts]
    if every.bytes_per_s and None not in moved:
        total = math.fsum(bytes_per_s or 0.0 for bytes_per_s in moved)
        # MiB/s of two digits.
        loose = 0.01 + 0.02 * len(moved) * (1 << 20) / every.bytes_per_s
        yield Check("all.bytes_per_s", every.bytes_per_s, total, loose)
    means = [None if ops.completion is None else ops.completion.mean for ops in parts]
    mean = None if every.completion is None else every.completion.mean
    if mean and None not in means:
        spent = math.fsum(
            (part.count or 0) * (part_mean or 0.0)
            for part, part_mean in zip(parts, means, strict=True)
        )
        # Milliseconds of three digits.
        yield Check("all.mean", mean, spent / (every.count or 1), 0.02 + 1_000 / mean)


@dataclass(frozen=True)
class Each:
    """The operations of one of several hosts or VMs."""

    name: str
    kinds: Mapping[str, Operations]


@dataclass
class Result:
    """One Run of the other program."""

    name: str
    """Name in the file: a job, a Run definition, a test."""
    at: str
    """Where in the file: `jobs[0]`, `row 3`."""
    line: int | None
    kinds: Mapping[str, Operations]
    """Operations by kind. "all" is the sum, unless the file has a total."""
    seconds: float | None
    """The time over which rates are computed."""
    asked_s: float | None = None
    """Requested duration; None if unknown, or if something else ended the Run."""
    starts: Starts | None = None
    """First instant of `completion`; None without latencies."""
    workload: Workload = field(default_factory=Workload)
    load: Load = field(default_factory=Load)
    target: str | None = None
    target_kind: str | None = None
    engine: str | None = None
    direct: bool | None = None
    warmup_s: float | None = None
    started_at_ns: int | None = None
    zone_told: bool = True
    """Whether the file names the zone of its times. Others are taken as UTC, with a remark for all
    formats."""
    host: str | None = None
    cpu_share: tuple[float, float] | None = None
    """CPU share of the program and of the system, per worker."""
    program_version: str | None = None
    """Where a file names another one for each Run."""
    machine_cpu: tuple[float, float | None] | None = None
    """CPU use of the load generator over all processors: total and, if known, system."""
    parts: tuple[Part, ...] = ()
    unrecorded: UnrecordedTime = field(default_factory=UnrecordedTime)
    clock_steps: tuple[ClockStep, ...] = ()
    of_parts: bool = False
    """Whether the figures were computed from the parts. They cover no other time then."""
    warmup_operations: int | None = None
    """Operations of the warm-up that its distributions hold as well."""
    each: tuple[Each, ...] = ()
    checks: tuple[Check, ...] = ()
    derived: Mapping[str, str] = field(default_factory=dict)
    """Derived figures, with the code of the method (`derived-` in `report/messages`)."""
    unknown: Mapping[str, str] = field(default_factory=dict)
    """Unknown figures, with the code of the reason (`untold-`). Response time is always unknown:
    no other program records when an operation was due."""
    remarks: tuple[str, ...] = ()
    """Codes of messages (`remark-`)."""
    record: RunRecord | None = None
    """The record of a Run of Plimsoll's own, which is kept as it is."""
    refused: Sentence | None = None
    """Why it is no Run, in a sentence that names it: it is left out, and no other of its file."""

    def __post_init__(self) -> None:
        """Adds the remark on a missing zone, and the reason for the unknown response time."""
        if "response_time_ns" not in self.unknown:
            unknown = {"response_time_ns": "starts_at_submission", **self.unknown}
            self.unknown = unknown
        taken = self.started_at_ns is not None and not self.zone_told
        if taken and ZONE_NOT_TOLD not in self.remarks:
            self.remarks = (*self.remarks, ZONE_NOT_TOLD)


def merge_latencies(parts: Iterable[Latency | None]) -> Latency | None:
    """Merges latencies. Counts, means and extremes are exact; percentiles come from counts only."""
    several = [part for part in parts if part is not None and part.has_values and part.count != 0]
    if len(several) <= 1:
        return several[0] if several else None
    counted = [part.count for part in several]
    n = total(counted)
    mean, stddev = _moments(several, n)
    counted_all = all(latency.counts is not None for latency in several)
    counts: Counter[int] = Counter()
    for latency in several:
        counts.update(latency.counts or {})
    return Latency(
        count=n,
        mean=mean,
        stddev=stddev,
        min=_extreme(min, [part.min for part in several]),
        max=_extreme(max, [part.max for part in several]),
        counts=counts if counted_all else None,
        width=_extreme(max, [part.width for part in several]),
        buckets=tuple(sorted({bucket for part in several for bucket in part.buckets})),
        combined=any(part.combined or (part.percentiles and not part.counts) for part in several),
    )


def _moments(several: Sequence[Latency], n: int | None) -> tuple[float | None, float | None]:
    """Mean and standard deviation of all together (by the sum of squares, König and Huygens)."""
    if not n or any(latency.mean is None for latency in several):
        return None, None
    weights = [(latency.count or 0, latency.mean or 0.0, latency.stddev) for latency in several]
    mean = math.fsum(count * value for count, value, _ in weights) / n
    if any(spread is None for _, _, spread in weights):
        return mean, None
    squares = math.fsum(
        count * ((spread or 0.0) ** 2 + (value - mean) ** 2) for count, value, spread in weights
    )
    return mean, math.sqrt(max(0.0, squares / n))


def _extreme(
    which: Callable[[Sequence[float]], float], values: Sequence[float | None]
) -> float | None:
    known = [value for value in values if value is not None]
    return which(known) if len(known) == len(values) else None


def whole(kinds: Mapping[str, Operations]) -> Operations:
    """All operations except syncs: the total if the file has one, else the sum."""
    if "all" in kinds:
        return kinds["all"]
    return together(ops for kind, ops in kinds.items() if kind != FLUSH)


def by_kind(
    several: Sequence[Mapping[str, Operations]],
    seconds: float | None = None,
    absent: Operations | None = None,
) -> dict[str, Operations]:
    """Combines jobs, clones or VMs by kind. `absent` stands for a kind that one of them lacks;
    without it, that one is skipped. `seconds`: see `together`."""
    if len(several) == 1:
        return {name: together((ops,), seconds) for name, ops in several[0].items()}
    names = dict.fromkeys(kind for kinds in several for kind in kinds)
    made = {}
    for name in names:
        each = [kinds.get(name, absent) for kinds in several]
        made[name] = together((ops for ops in each if ops is not None), seconds)
    return made


def latency_start(kinds: Mapping[str, Operations]) -> Starts | None:
    """When the clock of latencies started that count from the submission; none without any."""
    return "submission" if any(ops.completion for ops in kinds.values()) else None


def read_share(kinds: Mapping[str, Operations]) -> float | None:
    """Whole percent of the operations that were reads, by their rates."""
    rates = {name: ops.rate_per_s or 0.0 for name, ops in kinds.items()}
    every = math.fsum(rates.values())
    return float(round(100 * rates.get("read", 0.0) / every)) if every else None


def mean_shares(shares: Sequence[tuple[float, float] | None]) -> tuple[float, float] | None:
    """Mean CPU shares of jobs or VMs; None if one is unknown."""
    known = [share for share in shares if share is not None]
    if not known or len(known) < len(shares):
        return None
    return sum(pair[0] for pair in known) / len(known), sum(pair[1] for pair in known) / len(known)


def together(kinds: Iterable[Operations], seconds: float | None = None) -> Operations:
    """Combines operations; a figure that one of them lacks is unknown.

    `seconds` is the longest duration, for jobs of unequal length. Summed rates of each job's own
    time would exceed the actual rate."""
    several = list(kinds)
    if len(several) == 1 and (alone := _alone(several[0])) is not None:
        return alone
    count, size = (total(ops.count for ops in several), total(ops.bytes for ops in several))
    over = seconds if len(several) > 1 else None
    return Operations(
        count=count,
        bytes=size,
        errors=total(ops.errors for ops in several),
        rate_per_s=(
            count / over
            if over and count is not None
            else _sum([ops.rate_per_s for ops in several])
        ),
        bytes_per_s=(
            size / over if over and size is not None else _sum([ops.bytes_per_s for ops in several])
        ),
        completion=_all_of(several, [ops.completion for ops in several]),
        submission=_all_of(several, [ops.submission for ops in several]),
        whole=_all_of(several, [ops.whole for ops in several]),
    )


def _alone(ops: Operations) -> Operations | None:
    """The operations of one job alone, which stay as they are; None where a latency of theirs has
    no value, or a rate is no float yet."""
    if int in (type(ops.rate_per_s), type(ops.bytes_per_s)):
        return None
    for latency in (ops.completion, ops.submission, ops.whole):
        if latency is not None and (latency.count == 0 or not latency.has_values):
            return None
    return ops


def _all_of(several: Sequence[Operations], latencies: Sequence[Latency | None]) -> Latency | None:
    """The merged latency; None if some operations have none."""
    untold = any(
        ops.count != 0 and (latency is None or not latency.has_values)
        for ops, latency in zip(several, latencies, strict=True)
    )
    return None if untold else merge_latencies(latencies)


def _sum(values: Sequence[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return math.fsum(found) if values and len(found) == len(values) else None


def difference(now: Latency | None, before: Latency | None) -> Latency | None:
    """The latency between two readings of a cumulative latency; None if unknown. Extremes and
    percentiles of that time come from counts only."""
    if now is None or before is None or not before.count:
        return now
    n = (now.count or 0) - before.count
    if n <= 0 or now.mean is None or before.mean is None:
        return None
    mean = ((now.count or 0) * now.mean - before.count * before.mean) / n
    counts = None
    if now.counts is not None and before.counts is not None:
        left = {value: many - before.counts.get(value, 0) for value, many in now.counts.items()}
        if all(many >= 0 for many in left.values()) and set(before.counts) <= set(left):
            counts = {value: many for value, many in left.items() if many}
    return Latency(count=n, mean=mean, counts=counts, width=now.width, buckets=now.buckets)
