"""The evidence about a limiter in a Run's record: rate, latency, outstanding I/O, evenness of
completions, busy processors. Facts only; `limiter` draws the conclusions.

A rate is that of the second half of Measure where there are enough intervals: a bucket's savings
are spent by then (measurement.md, section 7).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from statistics import fmean, median, variance
from typing import TYPE_CHECKING

from plimsoll.judge.even import even
from plimsoll.judge.flatness import Step
from plimsoll.native.interval_counts import (
    completed_operations,
    latencies_per_s,
    timed_operations,
)

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord, RunSpec

MIN_COUNT = 50
"""Completions of a window, at least: a stream without any variation then varies by 1/4 operation,
0.005 of it."""
MIN_ROBUST_COUNT = 120
"""The same where the median deviation stands for the variance: that of a steady stream may be one
operation, 0.018 of it."""
MIN_WINDOWS = 10
"""Windows of a variance, at least."""
SECOND_S = 1.0
"""Throttles that hand out a share per second are even over whole seconds only."""
MIN_SECONDS = 3
"""Whole seconds with equal counts, at least: counts that agree to a hundredth are no chance."""
SHARED = 0.35
"""Share of the processors from which on an answer mentions the others that had them; the kernel's
part of our own I/O is in it."""


@dataclass(frozen=True)
class RunFacts:
    """One Run. Rates in operations/s, latency in ns, processors as shares of one."""

    closed: bool
    queue_depth: int | None
    """Per worker, the deepest of several clients; none for an open load."""
    workers: int
    workers_each: int
    """Workers on each volume of a described stack, or on each target."""
    asked: int
    """Outstanding I/O that a closed load requests, over all workers; 0 for an open one."""
    outstanding: float
    outstanding_max: int
    rate_per_s: float
    rate_error: float
    littles: float
    """Rate x mean completion latency over the mean outstanding I/O, all of Measure: 1 in a
    stationary window."""
    completion_latency_mean_ns: float
    spread_ns: tuple[float, float]
    """Standard deviation and mean of completion latency, of that kind of client where they differ
    least from each other."""
    completion_latency_median_ns: float
    """The mean where the sample carries no median."""
    block_size_bytes: int | None
    """None for a mix."""
    dispersion: float | None
    """Variance over mean of completions in windows of Measure: 1 for Poisson, 0 for a clock; none
    where too few were seen."""
    dispersion_of_most: float | None
    """The same by the median deviation, which up to half of the windows do not touch, those in
    which this machine stood still, say."""
    dispersion_of_seconds: float | None
    """The same over whole seconds."""
    wander: float | None
    """How far the count strays from a steady one in all of Measure, relative to the variation of
    its windows (`_wander`)."""
    busy: float | None
    """Share of its time that a worker's processor worked, mean over workers; none when not
    known."""
    machine_busy: float | None
    """Share of all processors of this machine that the generator used; none on the virtual
    clock."""
    machine_full: float | None
    """Share of all processors of this machine that was used at all."""
    held: float
    """Share of its time that a worker waited in submit calls that the full queue below it held."""

    @property
    def median_share(self) -> float:
        """Median completion latency over its mean."""
        return self.completion_latency_median_ns / self.completion_latency_mean_ns

    @property
    def typical_ns(self) -> float:
        """Mean completion latency without what a few hiccups of a machine add: no service of one
        kind has a mean beyond 1.5 medians (1.44 for exponential times).
        """
        return min(self.completion_latency_mean_ns, 1.5 * self.completion_latency_median_ns)

    @property
    def filled_share(self) -> float:
        """Share of the requested I/O that is outstanding; 1 for an open load."""
        return self.outstanding / self.asked if self.asked else 1.0

    @property
    def step(self) -> Step:
        """As a step of `flatness`. Its latency is that of Little's law at the settled rate."""
        latency = self.outstanding / self.rate_per_s * 1e9
        return Step(self.outstanding, self.rate_per_s, latency, self.rate_error)

    @staticmethod
    def of(record: RunRecord) -> RunFacts | None:
        """What the record of a Run shows; none where nothing completed."""
        plain = Step.of(record)
        if plain is None:
            return None
        spec = record["spec"]
        load = spec["load"]
        counts, length_s = _counts(record)
        late = counts[len(counts) // 2 :]
        rate, error = plain.rate_per_s, plain.rate_error
        if len(counts) >= 2 * MIN_WINDOWS and sum(late) > 0:
            rate, error = _settled_rate(counts, length_s)
        workers = max(1, load["workers"])
        busy, machine, full = _busy(record, workers)
        loads = (
            [load, *(client["load"] for client in spec["clients"])]
            if load["kind"] == "closed"
            else []
        )
        depths = [each["queue_depth"] for each in loads if each["kind"] == "closed"]
        return RunFacts(
            closed=load["kind"] == "closed",
            queue_depth=max(depths, default=None),
            workers=workers,
            workers_each=workers_each(spec),
            asked=min(depths, default=0) * workers,
            outstanding=plain.outstanding,
            outstanding_max=record["outstanding_max"] or 0,
            rate_per_s=rate,
            rate_error=error,
            littles=latencies_per_s(record)
            * plain.completion_latency_mean_ns
            / 1e9
            / max(plain.outstanding, 1e-12),
            completion_latency_mean_ns=plain.completion_latency_mean_ns,
            spread_ns=_spread(record),
            completion_latency_median_ns=record["all"]["completion_latency_ns"]["p50"]
            or plain.completion_latency_mean_ns,
            block_size_bytes=_block_size(spec),
            dispersion=_dispersion(late, _merge(late)),
            dispersion_of_most=_of_most(late, _merge(late, MIN_ROBUST_COUNT)),
            dispersion_of_seconds=_of_seconds(counts, length_s),
            wander=_wander(counts),
            busy=busy,
            machine_busy=machine,
            machine_full=full,
            held=record["stamps"]["submit_held_s"] / max(record["measure_s"], 1e-9) / workers,
        )


def workers_each(spec: RunSpec) -> int:
    """Workers on each volume of a described stack, or on each target: what `--workers` is."""
    if clients := spec["clients"]:
        return int(
            max(
                [1, *(client["load"]["workers"] // max(1, client["volumes"]) for client in clients)]
            )
        )
    members = len(spec["target"]["members"])
    return max(1, int(spec["load"]["workers"]) // max(1, members))


def dispersion(record: RunRecord) -> float | None:
    """Variance over mean of completions in windows of a Run too short to leave its first half out;
    none where too few were seen."""
    counts, _ = _counts(record)
    return _dispersion(counts, _merge(counts))


def _counts(record: RunRecord) -> tuple[list[int], float]:
    """Completions of every whole interval of Measure, and the length of one in seconds."""
    inside = even(record["intervals"])
    if not inside:
        return [], 1.0
    length = inside[0]["length_s"]
    return [
        completed_operations(i) for i in inside if abs(i["length_s"] / length - 1) < 0.01
    ], length


def _merge(counts: list[int], counted: int = MIN_COUNT) -> int:
    """How many intervals make a window that holds so many completions."""
    mean = fmean(counts) if counts else 0.0
    return max(1, -int(-counted // mean)) if mean > 0 else 1


def _settled_rate(counts: list[int], length_s: float) -> tuple[float, float]:
    """The rate and its relative error: of the second half, or of all where the first half does not
    differ beyond chance."""
    half = len(counts) // 2
    late, error = fmean(counts[half:]), _error(counts[half:])
    # By the error of the late half alone: what was saved up makes the early one unequal, too.
    if abs(fmean(counts[:half]) / late - 1) <= 2 * math.sqrt(2) * error:
        late, error = fmean(counts), _error(counts)
    seconds = _of_seconds(counts, length_s)
    if seconds is not None and seconds < 1:
        # Where a throttle hands out seconds, shorter batches do not show the rate.
        error = min(error, math.sqrt(seconds / max(1.0, late / length_s)))
    return late / length_s, error


def _error(counts: list[int]) -> float:
    """Relative standard error of the mean count, from ten batches, so that neighbours may depend on
    each other; 1 where nothing completed in them."""
    size = max(1, len(counts) // MIN_WINDOWS)
    sums = [sum(counts[i : i + size]) for i in range(0, len(counts) - size + 1, size)]
    mean = fmean(sums)
    return math.sqrt(variance(sums) / len(sums)) / mean if mean > 0 else 1.0


def _spread(record: RunRecord) -> tuple[float, float]:
    """Of the second half of Measure, whose intervals hold the figures; of several clients' over all
    of it."""
    spans = [group["all"]["completion_latency_ns"] for group in (record, *record["clients"])]
    groups = [(span["stddev"] or 0.0, span["mean"] or 0.0) for span in spans]
    inside = [i for i in record["intervals"] if i["phase"] == "measure"]
    late = [
        (timed_operations(i), own, i["completion_latency_ns"]["stddev"] or 0.0)
        for i in inside[len(inside) // 2 :]
        if (own := i["completion_latency_ns"]["mean"]) and timed_operations(i) > 0
    ]
    if late:
        total = sum(n for n, _, _ in late)
        mean = sum(n * own for n, own, _ in late) / total
        square = sum(n * (deviation**2 + own**2) for n, own, deviation in late) / total
        groups.append((max(0.0, square - mean**2) ** 0.5, mean))
    return min((g for g in groups if g[1]), key=lambda pair: pair[0] / pair[1])


def _dispersion(counts: list[int], merge: int) -> float | None:
    windows = [sum(counts[i : i + merge]) for i in range(0, len(counts) - merge + 1, merge)]
    if len(windows) < MIN_WINDOWS or sum(windows) == 0:
        return None
    return variance(windows) / fmean(windows)


def _of_most(counts: list[int], merge: int) -> float | None:
    windows = [sum(counts[i : i + merge]) for i in range(0, len(counts) - merge + 1, merge)]
    if len(windows) < MIN_WINDOWS or sum(windows) == 0:
        return None
    middle = median(windows)
    # Of a normal spread the median deviation is 1/1.4826 of the standard deviation.
    deviation = 1.4826 * median(abs(count - middle) for count in windows)
    return deviation**2 / fmean(windows)


def _of_seconds(counts: list[int], length_s: float) -> float | None:
    merge = round(SECOND_S / length_s)
    # Intervals of a second or more stand for themselves; what a bucket had saved up is not in those
    # of the second half.
    windows = (
        [sum(counts[i : i + merge]) for i in range(0, len(counts) - merge + 1, merge)]
        if merge > 1
        else counts[len(counts) // 2 :]
    )
    if len(windows) < MIN_SECONDS or min(windows) < MIN_COUNT:
        return None
    return variance(windows) / fmean(windows)


def _wander(counts: list[int]) -> float | None:
    """Range of (count so far - mean count so far) over the windows' standard deviation times the
    root of their number.

    Where windows vary on their own it strays as a random walk does: 1.25 on average, below 0.65 in
    one of fifty for 40 windows. Where each only takes from the next (batches that fall on this or
    that side of an edge) it stays within a batch.
    """
    if len(counts) < 4 * MIN_WINDOWS:
        return None
    mean, deviation = fmean(counts), variance(counts) ** 0.5
    so_far = list(accumulate((count - mean for count in counts), initial=0.0))
    return (max(so_far) - min(so_far)) / (deviation * len(counts) ** 0.5) if deviation > 0 else 0.0


def _busy(record: RunRecord, workers: int) -> tuple[float | None, float | None, float | None]:
    """Share of a worker's processor, and of all of this machine's, that the generator used; share
    of all that anybody used."""
    # A sync costs the generator as much as any operation.
    spec, rate = record["spec"], latencies_per_s(record)
    if spec["clock"] == "virtual":
        clients = spec["clients"]
        stack = spec["target"]["stack"]
        of_all = stack["client"]["cpu_ns_per_io"] if stack else 0
        if not record["clients"]:
            return (
                rate * (clients[0]["cpu_ns_per_io"] if clients else of_all) / 1e9 / workers,
                None,
                None,
            )
        each = zip(clients, record["clients"], strict=True)
        shares = [
            _per_s(got["all"]["completed"], record)
            * c["cpu_ns_per_io"]
            / 1e9
            / c["load"]["workers"]
            for c, got in each
        ]
        return max(shares), None, None
    used = processors_of_generator(record)
    if used is None:
        return None, None, None
    host, load = record["host"], record["system_load"]
    cores = host["cores_online"] if host else None
    cpu_of_all = load["cpu"] if load else None
    full = 1 - cpu_of_all["idle"] - cpu_of_all["iowait"] if cpu_of_all else None
    return used / workers, used / cores if cores else None, full


def _per_s(done: int, record: RunRecord) -> float:
    return done / max(record["measure_s"], 1e-9)


def processors_of_generator(record: RunRecord) -> float | None:
    """How many processors the generator kept busy; none where that was not measured (the virtual
    clock)."""
    cpu = record["generator_cpu_ns_per_io"]
    if cpu is None:
        return None
    return float(latencies_per_s(record) * (cpu["user"] + cpu["system"]) / 1e9)


def processors_of_others(record: RunRecord) -> float | None:
    """Share of this machine's processors that others had; none where that was not measured."""
    load = record["system_load"]
    cores = len(load["cpu_per_core"]) if load else 0
    if not load or not cores or not record["measure_s"]:
        return None
    ours = (
        ((load["process"]["user_ns"] or 0) + (load["process"]["system_ns"] or 0))
        / 1e9
        / record["measure_s"]
        / cores
    )
    cpu = load["cpu"]
    if cpu is None:
        return None
    return max(0.0, float(cpu["user"] + cpu["system"] + cpu["steal"] - ours))


def _block_size(spec: RunSpec) -> int | None:
    workloads = [client["workload"] for client in spec["clients"]] or [spec["workload"]]
    sizes: set[int] = set()
    for workload in workloads:
        if workload["read_percent"] > 0:
            sizes |= {block["bytes"] for block in workload["read_blocks"]}
        if workload["read_percent"] < 100:
            sizes |= {block["bytes"] for block in workload["write_blocks"]}
    return sizes.pop() if len(sizes) == 1 else None
