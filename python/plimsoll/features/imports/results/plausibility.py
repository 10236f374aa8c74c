"""Whether the figures of a Run can be those of storage, and for what they stand: duration, working
set, data, errors, the queue, syncs, and whether it held one level.

`agreement.py` holds figures of a file against each other and removes what cannot be. Nothing is
removed here: a finding limits what the Run can be used for. `judge/credibility.py` has the weight
of each code, `report/common/import_text.py` its sentence."""

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from plimsoll.features.imports.results.agreement import FULL_DEPTH_SHARE, Finding, outstanding
from plimsoll.features.imports.results.run_result import (
    FLUSH,
    Latency,
    Operations,
    Part,
    Result,
    whole,
)
from plimsoll.judge import links, modes
from plimsoll.judge.modes import LEAST_SAMPLES

SHORTEST_S = 1.0
"""A shorter Run is a burst: caches, write buffers and burst credits outlast it."""
CACHE_BYTES = 1 << 30
"""Working sets up to this size fit the cache of most RAID controllers and arrays, and many disks:
a PERC H730P has 2 GB, an SSD about 1 GB of DRAM for each TB."""
FLASH_READ_NS = 10_000
"""Flash cannot be read in less: the array of an SLC chip alone takes some microseconds, to which
the controller and the link add."""
MEDIA_SYNC_NS = 100_000
"""No flash page is programmed, and no platter turned, in less. A sync that takes less ended in a
write cache."""
LEAST_QUEUE = 32
"""Operations from which a full queue is a finding: a few are what a load needs."""
LONG_QUEUE_NS = 50e6
"""Mean latency from which a full queue hides the storage behind it, whatever its spread."""
FLAT_QUEUE_NS = 10e6
"""The same where nearly every operation took the same time, as in front of a rate limit."""
FLAT_RATIO = 1.35
"""Ratio of p99 to p1 up to which latencies count as flat."""
LEVEL_SHARE = 0.8
"""A stretch with less than this share of the best one is another level."""
LEVEL_ERRORS = 6.0
"""The difference of two levels, in standard errors of their intervals."""
LEAST_LEVEL_PARTS = 6
LEAST_LEVEL_S = 10.0
MOST_STRETCHES = 10
END_SHARE = 0.9
"""A Run that took less of its configured time ended early."""
OVERRUN_SHARE, OVERRUN_S = 1.1, 5.0
"""A Run that took more than this share and span of its configured time waited for I/O that did not
come back."""
BESIDE_SHARE, BESIDE_S = 0.9, 0.1
"""Reads and writes that took less than this share of each other's time, less this span, did not run
beside each other all the time."""
MANY_ERRORS = 0.01
"""Share of failed operations from which rates and latencies are those of the errors."""
FEW_SAMPLES_PERCENT = 99.0
"""Highest percentile that files print for any number of operations and people quote."""
FULL_CPU_SHARE = 0.95


def findings(result: Result, kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    """Everything that limits the use of a Run, from figures that agree with each other."""
    every = whole(kinds)
    yield from _of_time(result)
    yield from _of_errors(every)
    yield from _of_data(result)
    yield from _of_working_set(result)
    yield from _of_samples(kinds)
    yield from _of_direction(kinds)
    yield from _of_syncs(result, kinds)
    yield from _faster_than_flash(result, kinds)
    yield from _full_queue(result, kinds, every)
    yield from _of_modes(kinds)
    yield from _of_levels(result)
    yield from _of_clock(result)
    yield from _of_link(result, kinds, every)
    yield from _of_processors(result)


def _of_time(result: Result) -> Iterator[Finding]:
    seconds, configured = result.seconds, result.asked_s
    if not seconds:
        return
    if seconds < SHORTEST_S:
        yield Finding("too_short", "all", {"length_s": seconds})
    if not configured:
        return
    figures = {"length_s": seconds, "configured_s": configured}
    # Some programs count the warm-up into the configured time, others do not.
    if seconds + (result.warmup_s or 0.0) < configured * END_SHARE - 1:
        yield Finding("ended_early", "all", figures)
    elif seconds > configured * OVERRUN_SHARE + OVERRUN_S:
        yield Finding("ran_over", "all", figures)


def _of_errors(every: Operations) -> Iterator[Finding]:
    if not every.errors:
        return
    share = every.errors / max(every.errors, every.count or 0)
    code = "many_failed" if share >= MANY_ERRORS else "operations_failed"
    yield Finding(code, "all", {"errors": float(every.errors)})


def _of_data(result: Result) -> Iterator[Finding]:
    data = result.workload.data
    if data is None or data.kind == "random":
        return
    if data.kind in ("zeros", "pattern"):
        yield Finding(f"data_{data.kind}", "all", {})
    elif data.percent >= 1:
        yield Finding(f"data_{data.kind}", "all", {"data_percent": data.percent})


def _of_working_set(result: Result) -> Iterator[Finding]:
    size = result.workload.working_set_bytes
    if not size or result.target_kind in ("null", "stack") or result.engine == "null":
        return
    # Files give the size of one worker's part or of the whole: the larger reading is taken.
    most = size * (result.load.workers or 1)
    if most <= CACHE_BYTES:
        yield Finding("small_working_set", "all", {"working_set": float(size)})


def _of_samples(kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    """Percentiles with less than one operation beyond them: they are the longest operation."""
    for kind, ops in kinds.items():
        latency = ops.completion
        if latency is None or not latency.count or latency.counts:
            continue
        beyond = [
            percent
            for percent in latency.percentiles
            if 50 < percent <= FEW_SAMPLES_PERCENT and latency.count * (100 - percent) < 100
        ]
        if beyond:
            figures = {"percent": min(beyond), "n": float(latency.count)}
            yield Finding("percentile_is_longest", kind, figures)


def _of_direction(kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    done = {kind: ops for kind, ops in kinds.items() if kind in ("read", "write") and ops.count}
    if len(done) < 2 or "all" in kinds:
        return
    timed = [kind for kind, ops in done.items() if (span := ops.completion) and span.mean]
    if len(timed) == 1:
        yield Finding("one_direction_timed", timed[0], {})
    took = {
        f"{kind}_s": ops.count / ops.rate_per_s
        for kind, ops in done.items()
        if ops.count and ops.rate_per_s
    }
    if len(took) == 2 and min(took.values()) < BESIDE_SHARE * max(took.values()) - BESIDE_S:
        yield Finding("directions_apart", "all", took)


def _of_syncs(result: Result, kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    """Durable writes that end before any medium could hold them."""
    writes, flush = kinds.get("write"), kinds.get(FLUSH)
    mean = _mean(writes)
    if mean is None:
        return
    sync_mean = _mean(flush)
    if result.workload.durable_writes:
        durable = mean
    elif result.workload.sync_every == 1 and sync_mean is not None:
        durable = mean + sync_mean
    else:
        return
    if durable < MEDIA_SYNC_NS:
        yield Finding("sync_in_cache", "write", {"durable_ns": durable})


def _mean(ops: Operations | None) -> float | None:
    span = None if ops is None else ops.whole or ops.completion
    return None if span is None else span.mean


def _faster_than_flash(result: Result, kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    """Direct reads in less time than flash takes: some cache answered that direct I/O does not
    bypass."""
    reads, block = kinds.get("read"), result.workload.block_size_bytes
    mean = _mean(reads)
    if result.direct is not True or mean is None or not block or result.engine == "null":
        return
    # 3 µs and less is memory, which `agreement.py` finds.
    if mean < FLASH_READ_NS:
        figures = {"each_ns": mean, "block": float(block), "least_ns": float(FLASH_READ_NS)}
        yield Finding("faster_than_flash", "read", figures)


def _full_queue(
    result: Result, kinds: Mapping[str, Operations], every: Operations
) -> Iterator[Finding]:
    """A queue that is always full: its latency is depth ÷ rate, whatever lies behind it."""
    depth, total = result.load.most_outstanding, outstanding(kinds)
    if not depth or depth < LEAST_QUEUE or total is None or not every.rate_per_s:
        return
    closed = result.load.offered_rate_per_s is None and not result.load.think_ns
    if not closed or total < FULL_DEPTH_SHARE * depth:
        return
    mean = total / every.rate_per_s * 1e9
    if mean >= LONG_QUEUE_NS or (mean >= FLAT_QUEUE_NS and _is_flat(kinds)):
        figures = {"mean_ns": mean, "depth": float(depth), "rate_per_s": every.rate_per_s}
        yield Finding("latency_of_a_queue", "all", figures)


def _is_flat(kinds: Mapping[str, Operations]) -> bool:
    """Whether nearly all operations of every kind took the same time."""
    spans = [ops.completion for kind, ops in kinds.items() if kind != FLUSH and ops.count]
    ratios = []
    for span in spans:
        levels = _percentiles(span) if span is not None else {}
        low, high = levels.get(1.0, levels.get(5.0)), levels.get(99.0)
        if not low or not high:
            return False
        ratios.append(high / low)
    return bool(ratios) and max(ratios) <= FLAT_RATIO


def _percentiles(latency: Latency) -> dict[float, float]:
    """Percentiles of a distribution at every percent, else those that the file has."""
    counts = latency.counts
    if not counts:
        return dict(latency.percentiles)
    return modes.percentiles(counts)


def _of_modes(kinds: Mapping[str, Operations]) -> Iterator[Finding]:
    """Two groups of operations with nothing between them, as hits of a cache and misses are."""
    for kind, ops in kinds.items():
        latency = ops.completion
        if kind == FLUSH or latency is None or (latency.count or 0) < LEAST_SAMPLES:
            continue
        # Steps of a coarse distribution double, and so do their percentiles.
        if latency.buckets or (latency.width or 0.0) > 0.5:
            continue
        figures = modes.two_modes(_percentiles(latency))
        if figures is not None:
            yield Finding("two_modes", kind, figures)


def _of_levels(result: Result) -> Iterator[Finding]:
    """A stretch of time at another rate than the best one."""
    parts = _whole_parts(result.parts)
    if len(parts) < LEAST_LEVEL_PARTS:
        return
    rates = [rate for part in parts if (rate := _rate(part)) is not None]
    seconds = math.fsum(part.length_s for part in parts)
    if len(rates) < len(parts) or seconds < LEAST_LEVEL_S:
        return
    stretches = min(MOST_STRETCHES, len(parts) // 2)
    bounds = [round(at * len(parts) / stretches) for at in range(stretches + 1)]
    groups = [rates[start:stop] for start, stop in pairwise(bounds)]
    levels = [statistics.fmean(group) for group in groups]
    high, low = max(levels), min(levels)
    if not high or low >= LEVEL_SHARE * high:
        return
    # The spread within stretches, since between them there is what is looked for; of a few
    # intervals it may be small by chance, but never below that of the counts themselves (Poisson).
    counted = statistics.fmean(rates) / statistics.fmean(part.length_s for part in parts)
    within = statistics.fmean(statistics.variance(group) for group in groups)
    spread = math.sqrt(max(counted, within))
    if high - low < LEVEL_ERRORS * spread / math.sqrt(min(map(len, groups))):
        return
    at = levels.index(low)
    figures = {
        "low_per_s": low,
        "high_per_s": high,
        "at_s": parts[bounds[at]].start_s,
        "until_s": parts[bounds[at + 1] - 1].start_s + parts[bounds[at + 1] - 1].length_s,
    }
    yield Finding("level_changed", "all", figures)


def _whole_parts(parts: Sequence[Part]) -> list[Part]:
    """Intervals without those that were cut at the begin or the end of the Run."""
    if not parts:
        return []
    usual = statistics.median(part.length_s for part in parts)
    return [part for part in parts if part.length_s >= usual / 2]


def _rate(part: Part) -> float | None:
    every = whole(part.kinds)
    if every.rate_per_s is not None or every.count is None or not part.length_s:
        return every.rate_per_s
    return every.count / part.length_s


def _of_clock(result: Result) -> Iterator[Finding]:
    """The largest jump of the clock that stamped the rows."""
    if not result.clock_steps:
        return
    at_s, by_s = max(result.clock_steps, key=lambda step: abs(step.by_s))
    way = "back_s" if by_s < 0 else "ahead_s"
    yield Finding("clock_jumped", "all", {"at_s": at_s, way: abs(by_s)})


def _of_link(
    result: Result, kinds: Mapping[str, Operations], every: Operations
) -> Iterator[Finding]:
    """More bytes than the link of the target carries, where its name shows the link."""
    link = links.link_of_target(result.target)
    if link is None:
        return
    read, write = (kinds[kind].bytes_per_s if kind in kinds else None for kind in ("read", "write"))
    found = links.excess(links.Throughput(every.rate_per_s, every.bytes_per_s, read, write), link)
    if found is not None:
        figures = {"bytes_per_s": found.per_s, "one_disk": found.most_per_s}
        yield Finding("above_disk_link", found.direction, figures)


def _of_processors(result: Result) -> Iterator[Finding]:
    shares = [] if result.cpu_share is None else [sum(result.cpu_share)]
    shares += [] if result.machine_cpu is None else [result.machine_cpu[0]]
    if shares and max(shares) >= FULL_CPU_SHARE and result.load.offered_rate_per_s is None:
        yield Finding("processors_full", "all", {"used_percent": 100 * min(1.0, max(shares))})
