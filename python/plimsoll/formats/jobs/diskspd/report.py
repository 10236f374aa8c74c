"""diskspd's text, in the columns of 2.x: what was asked, and of each timespan the tables of all
operations, reads and writes, and the percentiles of latency.

Latency is completion latency, as diskspd's is. A thread's row has what is summed of each worker. Of
one thread the spread of IOPS over time is not kept: NaN. Percentiles come from the merged
distribution.
"""

from __future__ import annotations

import math
import os
import platform
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll import histogram

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from plimsoll._record import KindFigures, Moments, Summary, WorkerFigures
    from plimsoll.formats.jobs.diskspd.profile_model import Span, Target
    from plimsoll.formats.jobs.job_run import JobResult, JobRun
    from plimsoll.model import RunRecord

MIB = 1 << 20
FINEST = 2048
PERCENTILES = (
    ("25th", 25.0),
    ("50th", 50.0),
    ("75th", 75.0),
    ("90th", 90.0),
    ("95th", 95.0),
    ("99th", 99.0),
    *((f"{nines}-nines", 100.0 - 10.0 ** (2 - nines)) for nines in range(3, 10)),
)
TITLES = {"all": "Total IO", "read": "Read IO", "write": "Write IO"}


def asked(command: str, spans: Sequence[Span]) -> Iterator[str]:
    """What was asked, and on which machine."""
    yield ""
    yield f"Command Line: {command}"
    yield ""
    yield "Input parameters:"
    for number, span in enumerate(spans, 1):
        yield ""
        yield f"\ttimespan:   {number}"
        yield "\t-------------"
        yield f"\tduration: {span.duration}s"
        yield f"\twarm up time: {span.warmup}s"
        yield "\tcool down time: 0s"
        if span.latency:
            yield "\tmeasuring latency"
        if span.bucket_ms:
            yield f"\tgathering IOPS at intervals of {span.bucket_ms}ms"
        yield f"\trandom seed: {span.seed}"
        for target in span.targets:
            yield from (f"\t{line}" for line in _target(target))
    yield ""
    yield "System information:"
    yield ""
    yield f"\tcomputer name: {platform.node()}"
    yield f"\tstart time: {time.strftime('%Y/%m/%d %H:%M:%S UTC', time.gmtime())}"
    yield ""


def _target(target: Target) -> Iterator[str]:
    reads = 100 - target.write_percent
    yield f"path: '{target.path}'"
    yield "\tthink time: 0ms"
    yield "\tburst size: 0"
    yield "\tsoftware cache disabled" if target.direct else "\tusing software cache"
    if target.write_through:
        yield "\thardware write cache disabled, writethrough on"
    if target.write_percent and target.content != "pattern":
        content = "zeroed" if target.content == "zero" else "random"
        yield f"\tusing {content} write buffers"
    if reads in (0, 100):
        yield f"\tperforming {'read' if reads else 'write'} test"
    else:
        yield f"\tperforming mix test (read/write ratio: {reads:g}/{target.write_percent:g})"
    yield f"\tblock size: {_size(target.block)}"
    if target.random:
        yield f"\tusing random I/O (alignment: {_size(target.align or target.block)})"
    else:
        kind = "interlocked sequential" if target.interlocked else "sequential"
        yield f"\tusing {kind} I/O (stride: {_size(target.stride or target.block)})"
    yield f"\tnumber of outstanding I/O operations per thread: {target.outstanding}"
    yield f"\tthreads per file: {target.threads}"
    if target.rate is not None:
        yield f"\tIOPS per thread limited to: {target.rate:g}"
    yield "\tIO priority: normal"


def _size(size: int) -> str:
    for unit, power in (("GiB", 3), ("MiB", 2), ("KiB", 1)):
        if size >= 1024**power and size % 1024**power == 0:
            return f"{size // 1024**power}{unit}"
    return f"{size}B"


def results(span: Span, number: int, done: Sequence[JobResult[JobRun]]) -> Iterator[str]:
    """The tables of a timespan."""
    records = [record for one in done for record in one.records]
    seconds = max(one["measure_s"] for one in records)
    yield f"Results for timespan {number}:"
    yield "*" * 79
    yield ""
    yield f"actual test time:\t{seconds:.2f}s"
    yield f"thread count:\t\t{sum(one.threads for one in span.targets)}"
    yield f"proc count:\t\t{os.cpu_count()}"
    yield ""
    yield from _cpu(records[0])
    for kind in TITLES:
        yield from _table(kind, span, done, seconds)
    if span.latency:
        yield ""
        yield from _distribution(done)
    yield ""


def _cpu(record: RunRecord) -> Iterator[str]:
    load = record.get("system_load")
    cpu = load.get("cpu") if load else None
    if not cpu:
        return
    user, system = 100 * cpu["user"], 100 * cpu["system"]
    # The shares are rounded each: together they may be more than all.
    idle = max(0.0, 100 - user - system)
    yield "CPU |  Usage |  User  |  Kernel |  Idle"
    yield "-" * 43
    yield (f"avg.| {user + system:6.2f}%| {user:6.2f}%| {system:7.2f}%| {idle:6.2f}%")
    yield ""


def _table(
    kind: str, span: Span, done: Sequence[JobResult[JobRun]], seconds: float
) -> Iterator[str]:
    records = [record for one in done for record in one.records]
    figures = [record[kind] for record in records]  # type: ignore[literal-required]
    head = "thread |       bytes     |     I/Os     |    MiB/s   |  I/O per s "
    if span.latency:
        head += "|  AvgLat  "
    if span.bucket_ms:
        head += "| IopsStdDev "
    if span.latency:
        head += "| LatStdDev "
    head += "|  file"
    rule = "-" * len(head)
    yield TITLES[kind]
    yield head
    yield rule
    number = 0
    for one in done:
        for thread, path in _workers(kind, one):
            row = _row(span, thread, math.nan, seconds)
            yield f"{number:6d} |{'|'.join(row)}| {path}"
            number += 1
    if number:
        yield rule
    total = _together(_figures(one) for one in figures)
    over_time = _over_time(kind, done) if span.bucket_ms else math.nan
    yield f"total: {'|'.join(_row(span, total, over_time, seconds)).rstrip()}"
    yield ""


@dataclass(frozen=True)
class _Moved:
    """What some threads did: operations, bytes, and their latency in ns."""

    count: int
    size: int
    mean: float
    stddev: float


def _row(span: Span, of: _Moved, over_time: float, seconds: float) -> list[str]:
    """The cells of a row."""
    rate = of.count / seconds if seconds else 0.0
    moved = of.size / MIB / seconds if seconds else 0.0
    row = [f" {of.size:15d} ", f" {of.count:12d} ", f" {moved:10.2f} ", f" {rate:10.2f} "]
    if span.latency:
        row.append(f" {of.mean / 1e6:8.3f} ")
    if span.bucket_ms:
        row.append(f" {over_time:10.2f} ".replace("nan", "NaN"))
    if span.latency:
        row.append(f" {of.stddev / 1e6:9.3f} ")
    return row


def _workers(kind: str, done: JobResult[JobRun]) -> Iterator[tuple[_Moved, str]]:
    """What each thread did of a kind, and its file."""
    paths = done.unit.targets
    for record in done.records:
        told = [_of_worker(kind, one) for one in record.get("workers") or ()]
        # Of one worker alone the record has no list.
        told = told or [_figures(record[kind])]  # type: ignore[literal-required]
        each = max(1, len(told) // len(paths))
        for place, thread in enumerate(told):
            yield thread, paths[min(place // each, len(paths) - 1)]


def _of_worker(kind: str, worker: WorkerFigures) -> _Moved:
    told = {"read": worker.get("read"), "write": worker.get("write")}
    return _together(
        _moved(one["completed"], one["bytes"], one.get("completion_latency_ns") or {})
        for name, one in told.items()
        if one is not None and kind in (name, "all")
    )


def _figures(kind: KindFigures) -> _Moved:
    return _moved(kind["completed"], kind["bytes"], kind["completion_latency_ns"])


def _moved(count: int, size: int, told: Summary | Moments) -> _Moved:
    return _Moved(count, size, told.get("mean") or 0.0, told.get("stddev") or 0.0)


def _together(parts: Iterable[_Moved]) -> _Moved:
    """As if one thread had done all of it."""
    some = [one for one in parts if one.count]
    count = sum(one.count for one in some)
    if not count:
        return _Moved(0, 0, 0.0, 0.0)
    mean = sum(one.count * one.mean for one in some) / count
    square = sum(one.count * (one.stddev**2 + (one.mean - mean) ** 2) for one in some)
    return _Moved(count, sum(one.size for one in some), mean, math.sqrt(square / count))


def _over_time(kind: str, done: Sequence[JobResult[JobRun]]) -> float:
    """The spread of IOPS over the intervals of Measure."""
    rates: dict[int, float] = {}
    for one in done:
        for part in one.intervals:
            for interval in part:
                if interval["phase"] != "measure" or not interval["length_s"]:
                    continue
                count = {
                    "all": interval["reads"] + interval["writes"],
                    "read": interval["reads"],
                    "write": interval["writes"],
                }[kind]
                index = interval["index"]
                rates[index] = rates.get(index, 0.0) + count / interval["length_s"]
    if not rates:
        return 0.0
    mean = sum(rates.values()) / len(rates)
    return math.sqrt(sum((one - mean) ** 2 for one in rates.values()) / len(rates))


def _distribution(done: Sequence[JobResult[JobRun]]) -> Iterator[str]:
    blobs = [blob for one in done for blob in one.histograms]
    read, write = (
        [blob[key] for blob in blobs if key in blob]
        for key in ("read.completion_latency", "write.completion_latency")
    )
    columns = [_buckets(read), _buckets(write), _buckets([*read, *write])]
    ends: list[Summary] = [
        histogram.summary(some) if some else {} for some in (read, write, [*read, *write])
    ]
    yield "Total latency distribution:"
    yield "  %-ile |  Read (ms) | Write (ms) | Total (ms)"
    yield "-" * 46
    yield _percentile_row("min", [end.get("min") for end in ends])
    for name, percent in PERCENTILES:
        values = [
            _percentile(buckets, percent, end.get("max"))
            for buckets, end in zip(columns, ends, strict=True)
        ]
        yield _percentile_row(name, values)
    yield _percentile_row("max", [end.get("max") for end in ends])


def _buckets(blobs: list[bytes]) -> list[tuple[int, int]]:
    return histogram.buckets(blobs, FINEST) if blobs else []


def _percentile(buckets: list[tuple[int, int]], percent: float, longest: int | None) -> int | None:
    total, seen = sum(count for _, count in buckets), 0
    for value, count in buckets:
        seen += count
        if seen >= percent / 100 * total:
            return value if longest is None else min(value, longest)
    return longest


def _percentile_row(name: str, values: Sequence[int | None]) -> str:
    cells = (f"{'N/A' if value is None else f'{value / 1e6:.3f}':>10} " for value in values)
    return f"{name:>7} | {'| '.join(cells).rstrip()}"
