"""Combines results as fio combines threads: counts and bytes are summed, histograms merged, the
longest duration is taken.

Percentiles come from merged histograms at fio's resolution (64 buckets to a doubling; stat.h), so
that both tools round alike. Bytes and operations are counted in Measure."""

import errno
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from plimsoll.features.jobs.formats import job_run
from plimsoll.features.jobs.formats.fio.job import Job
from plimsoll.features.jobs.formats.fio.plan import Unit
from plimsoll.features.jobs.formats.remarks import LEAST_FOR_CPU_S
from plimsoll.native import histogram
from plimsoll.native.record import DiskLoad, Interval, RunRecord

KINDS = ("read", "write", "trim")
RELIABLE_CPU_S = 1.0
"""Over a shorter time, starting the workers may count as more than one processor each."""
FINEST_BUCKETS = 2048
"""Buckets to a doubling requested from the native side, finer than it records, so that each value
has its own."""


JobResult = job_run.JobResult[Unit]


@dataclass(frozen=True)
class Stats:
    """A distribution in fio's form."""

    count: int
    min: int
    max: int
    mean: float
    stddev: float
    bins: tuple[tuple[int, int], ...]
    """Pairs of value in ns and count, at fio's resolution."""

    def percentile(self, percent: float) -> int:
        """The value of a percentile, computed as in fio."""
        total, seen = sum(count for _, count in self.bins), 0
        for value, count in self.bins:
            seen += count
            if seen >= percent / 100 * total:
                return value
        return 0


NOTHING = Stats(0, 0, 0, 0.0, 0.0, ())


@dataclass(frozen=True)
class Spread:
    """Statistics of samples over time: bandwidth in KiB/s, or IOPS."""

    min: float
    max: float
    mean: float
    stddev: float
    count: int


@dataclass(frozen=True)
class Direction:
    """Reads, writes or trims of an entry."""

    bytes: int
    operations: int
    runtime_ms: int
    submission: Stats
    completion: Stats
    bandwidth: Spread
    iops: Spread

    @property
    def bytes_per_s(self) -> int:
        """Bytes per second, over whole milliseconds as in fio."""
        return 1000 * self.bytes // self.runtime_ms if self.runtime_ms else 0

    @property
    def bandwidth_percent(self) -> float:
        """The mean of the samples in percent of the bandwidth of the whole job."""
        rate = self.bytes_per_s
        return min(100.0, 100.0 * self.bandwidth.mean * 1024 / rate) if rate else 0.0

    @property
    def rate(self) -> float:
        """IOPS."""
        return 1000 * self.operations / self.runtime_ms if self.runtime_ms else 0.0


@dataclass(frozen=True)
class Entry:
    """A job in fio's output: one clone, or all jobs of a group."""

    job: Job
    group: int
    members: int
    error: int
    elapsed_s: int
    runtime_ms: int
    directions: Mapping[str, Direction]
    flushes: int
    flush_latency: Stats
    user_percent: float | None
    """Percent of a processor for each worker; None if the job was too short."""
    system_percent: float | None
    faults: tuple[int, int, int]
    outstanding: float
    total_errors: int
    done: tuple[JobResult, ...]

    @property
    def operations(self) -> int:
        """Operations of all directions."""
        return sum(direction.operations for direction in self.directions.values())


def entries(done: Sequence[JobResult]) -> list[Entry]:
    """The entries in fio's order; with group_reporting the jobs of a group are one entry."""
    groups: dict[object, list[JobResult]] = {}
    for number, result in enumerate(done):
        key = ("group", result.unit.group) if result.unit.job.group_reporting else ("alone", number)
        groups.setdefault(key, []).append(result)
    return [_entry(members) for members in groups.values()]


def _entry(done: list[JobResult]) -> Entry:
    first = done[0].unit
    records = [record for result in done for record in result.records]
    measured = max(sum(record["measure_s"] for record in result.records) for result in done)
    blobs = [blob for result in done for blob in result.histograms]
    user, system = _mean_cpu([_cpu(result) for result in done])
    return Entry(
        job=first.job,
        group=first.group,
        members=sum(result.unit.clones for result in done),
        error=max(_error(record) for record in records),
        elapsed_s=max(1, math.ceil(max(_elapsed_s(result) for result in done))),
        runtime_ms=max(1, round(measured * 1000)),
        directions={kind: _direction(kind, done, blobs) for kind in KINDS},
        flushes=sum(record["flush"]["completed"] for record in records),
        flush_latency=_stats(blobs, "flush.completion_latency"),
        user_percent=user,
        system_percent=system,
        faults=tuple(map(sum, zip(*(result.faults for result in done), strict=True))),  # type: ignore[arg-type]
        outstanding=max(
            (record["outstanding_mean"] / _workers(record) for record in records), default=0.0
        ),
        total_errors=sum(record["all"]["errors"] for record in records),
        done=tuple(done),
    )


def _workers(record: RunRecord) -> int:
    return max(1, int(record["spec"]["load"]["workers"]))


def _elapsed_s(result: JobResult) -> float:
    return sum(
        record["warmup_s"] + record["measure_s"] + record["drain_s"] for record in result.records
    )


def _error(record: RunRecord) -> int:
    """The number of the first error; 5 (EIO) if it has no number."""
    if record["outcome"] != "failed":
        return 0
    for name in record["errors_by_errno"]:
        return int(getattr(errno, name, errno.EIO))
    return errno.EIO


def _mean_cpu(cpu: Sequence[tuple[float, float] | None]) -> tuple[float | None, float | None]:
    known = [shares for shares in cpu if shares is not None]
    if not known or len(known) < len(cpu):
        return None, None
    return sum(user for user, _ in known) / len(known), sum(own for _, own in known) / len(known)


def _cpu(result: JobResult) -> tuple[float, float] | None:
    """User and system time of each worker in percent of a processor: the time of the process,
    divided by its workers. None for a job so short that starting its workers may weigh more than
    its load."""
    load = result.records[0]["system_load"]
    seconds = result.records[0]["measure_s"]
    if not load or seconds <= 0:
        return 0.0, 0.0
    share = 100.0 / (seconds * 1e9 * _workers(result.records[0]))
    process = load["process"]
    user, system = (process["user_ns"] or 0) * share, (process["system_ns"] or 0) * share
    brief = seconds < LEAST_FOR_CPU_S or (seconds < RELIABLE_CPU_S and user + system > 100)
    return None if brief else (user, system)


def _direction(kind: str, done: list[JobResult], blobs: list[Mapping[str, bytes]]) -> Direction:
    records = [record for result in done for record in result.records]
    figures = [record[kind] for record in records]  # type: ignore[literal-required]
    operations = sum(kind_figures["completed"] for kind_figures in figures)
    active = [_active_s(result, kind) for result in done]

    submission = NOTHING
    if not done[0].unit.job.one_at_a_time:
        submission = _stats(blobs, f"{kind}.submission_latency")
    bandwidth, iops = _samples(kind, done)
    return Direction(
        bytes=sum(kind_figures["bytes"] for kind_figures in figures),
        operations=operations,
        runtime_ms=max(1, round(max(active) * 1000)) if operations else 0,
        submission=submission,
        completion=_stats(blobs, f"{kind}.completion_latency"),
        bandwidth=_spread(bandwidth),
        iops=_spread(iops),
    )


def _active_s(result: JobResult, kind: str) -> float:
    active = 0.0
    for record in result.records:
        if record[kind]["completed"] > 0:  # type: ignore[literal-required]
            active += record["measure_s"]
    return active


def _samples(kind: str, done: list[JobResult]) -> tuple[list[float], list[float]]:
    """KiB/s and IOPS of each interval of Measure, summed over the units."""
    if kind == "trim":
        return [], []
    count, size = ("reads", "read_bytes") if kind == "read" else ("writes", "written_bytes")
    bandwidth, iops = [], []
    for result in done:
        mine = [
            (interval[size] / 1024 / interval["length_s"], interval[count] / interval["length_s"])  # type: ignore[literal-required]
            for part in result.intervals
            for interval in whole(part)
        ]
        if any(rate for _, rate in mine):
            bandwidth.append([value for value, _ in mine])
            iops.append([value for _, value in mine])
    added = [
        [sum(values) for values in itertools.zip_longest(*series, fillvalue=0.0)]
        for series in (bandwidth, iops)
    ]
    return added[0], added[1]


def whole(part: Sequence[Interval]) -> list[Interval]:
    """The intervals of Measure, without an incomplete last one."""
    measured = [row for row in part if row["phase"] == "measure"]
    longest = max((row["length_s"] for row in measured), default=0.0)
    return [row for row in measured if row["length_s"] >= longest / 2 and row["length_s"] > 0]


def _spread(values: Sequence[float]) -> Spread:
    if not values:
        return Spread(0, 0, 0.0, 0.0, 0)
    mean = sum(values) / len(values)
    square = sum((value - mean) ** 2 for value in values)
    stddev = math.sqrt(square / (len(values) - 1)) if len(values) > 1 else 0.0
    return Spread(min(values), max(values), mean, stddev, len(values))


def _stats(histograms: Sequence[Mapping[str, bytes]], name: str) -> Stats:
    blobs = [by_name[name] for by_name in histograms if name in by_name]
    if not blobs:
        return NOTHING
    bins = fio_bins(histogram.buckets(blobs, FINEST_BUCKETS))
    count = sum(many for _, many in bins)
    if not count:
        return NOTHING
    summary = histogram.summary(blobs)
    return Stats(
        count=count,
        min=summary["min"] or 0,
        max=summary["max"] or 0,
        mean=summary["mean"] or 0.0,
        stddev=summary["stddev"] or 0.0,
        bins=bins,
    )


def fio_bins(buckets: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Counts by the middle of fio's buckets."""
    counts: dict[int, int] = {}
    for value, count in buckets:
        middle = fio_value(value)
        counts[middle] = counts.get(middle, 0) + count
    return tuple(sorted(counts.items()))


def fio_value(value: int) -> int:
    """The middle of fio's bucket for a value: below 128 the value itself, above it 64 buckets to a
    doubling (stat.h)."""
    if value < 128:
        return value
    width = 1 << (value.bit_length() - 7)
    return value // width * width + width // 2


def within(stats: Sequence[Stats], bounds_ns: Sequence[int]) -> list[float]:
    """Percent of the operations between consecutive bounds; the last entry is above all bounds."""
    total = sum(distribution.count for distribution in stats)
    found = [0] * (len(bounds_ns) + 1)
    for distribution in stats:
        for value, count in distribution.bins:
            place = next((i for i, bound in enumerate(bounds_ns) if value <= bound), len(bounds_ns))
            found[place] += count
    return [max(0.01, 100.0 * count / total) if count else 0.0 for count in found]


@dataclass(frozen=True)
class Disk:
    """Counters of a disk during a Run."""

    name: str
    reads: int
    writes: int
    queue_ms: int
    utilisation_percent: float


def disks(done: Iterable[JobResult]) -> list[Disk]:
    """The disks beneath the targets, each over the longest Run that observed it."""
    longest: dict[str, tuple[float, DiskLoad]] = {}
    for result in done:
        for record in result.records:
            seconds = record["measure_s"]
            load = record["system_load"]
            for disk in load["disks"] if load else ():
                if seconds > longest.get(disk["name"], (0.0, disk))[0]:
                    longest[disk["name"]] = (seconds, disk)
    return [
        Disk(
            name=name,
            reads=round(disk["reads_per_s"] * seconds),
            writes=round(disk["writes_per_s"] * seconds),
            queue_ms=round(disk["mean_queue"] * seconds * 1000),
            utilisation_percent=min(100.0, 100.0 * disk["utilisation"]),
        )
        for name, (seconds, disk) in longest.items()
    ]
