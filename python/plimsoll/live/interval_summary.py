"""The figures of a sealed interval, and of each worker in it, as in the pulse.

Rates are completions over the length of the interval. Percentiles are those of the interval or of
the worker, None where the sample is too small, and are never combined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

from plimsoll.native.interval_counts import completed_operations, moved_bytes

if TYPE_CHECKING:
    from plimsoll.live.pulse import (
        IntervalDocument,
        SystemDocument,
        TimesDocument,
        WorkerDocument,
    )
    from plimsoll.native.record import Interval, Summary, SystemLoad


class WorkerInterval(TypedDict):
    """One worker in a sealed interval, from the native side (`crates/run/src/share.rs`): counts,
    not rates."""

    worker: int
    name: str | None
    workers: int
    issued: int
    reads: int
    writes: int
    read_bytes: int
    written_bytes: int
    others: int
    other_bytes: int
    syncs: int
    errors: int
    outstanding_mean: float
    response_time_ns_p50: int | None
    response_time_ns_p99: int | None
    own_lag_ns_p99: int | None
    cpu_busy_share: NotRequired[float | None]
    """For a host among several: busy share of its processors, 0 to 1."""
    cpu_steal_share: NotRequired[float | None]
    """For a host among several: share that its hypervisor took."""


PER_OCTAVE = 4
"""Bins of the distribution per octave: 19 % wide, some forty in a busy interval."""


def interval_document(
    interval: Interval,
    response_time: bytes | None,
    *,
    run: int | None,
    seen_at_s: float,
    workers: Sequence[WorkerInterval] = (),
) -> IntervalDocument:
    """An interval as in the pulse. `response_time` gives its distribution, `workers` its own
    lag."""
    length = interval["length_s"]
    spans = interval["response_time_ns"]

    def per_s(count: float | None) -> float | None:
        return None if count is None or length <= 0 else round(count / length, 3)

    return {
        "run": run,
        "index": interval["index"],
        "seen_at_s": round(seen_at_s, 3),
        "phase": interval["phase"],
        "start_s": round(interval["start_s"], 6),
        "length_s": round(length, 6),
        "offered_rate_per_s": per_s(interval["arrived"]),
        "issued_rate_per_s": per_s(interval["issued"]) or 0.0,
        "achieved_rate_per_s": per_s(completed_operations(interval)) or 0.0,
        "reads": interval["reads"],
        "writes": interval["writes"],
        "syncs": interval["syncs"],
        "read_bytes": interval["read_bytes"],
        "written_bytes": interval["written_bytes"],
        "bytes_per_s": per_s(moved_bytes(interval)) or 0.0,
        "errors": interval["errors"],
        "outstanding_mean": round(interval["outstanding_mean"], 3),
        "backlog": interval["backlog"],
        "response_time_ns": times_document(spans),
        "before_submission_ns_mean": _before_submission(
            spans["mean"], interval["completion_latency_ns"]["mean"]
        ),
        "own_lag_ns_p99": max(
            (lag for worker in workers if (lag := worker["own_lag_ns_p99"]) is not None),
            default=None,
        ),
        "system": _system(interval["system_load"], length),
        "distribution": [] if response_time is None else _bins(response_time),
    }


def worker_documents(
    interval: Interval, workers: Sequence[WorkerInterval], earlier_errors: Mapping[int, int]
) -> list[WorkerDocument]:
    """The workers in an interval, as in the pulse. `earlier_errors` of the Run, by worker."""
    length = interval["length_s"]

    def per_s(count: float) -> float:
        return round(count / length, 3) if length > 0 else 0.0

    return [
        {
            "worker": worker["worker"],
            "name": worker["name"],
            "workers": worker["workers"],
            "issued_rate_per_s": per_s(worker["issued"]),
            "achieved_rate_per_s": per_s(completed_operations(worker)),
            "bytes_per_s": per_s(moved_bytes(worker)),
            "errors": worker["errors"],
            "outstanding_mean": round(worker["outstanding_mean"], 3),
            "response_time_ns_p50": worker["response_time_ns_p50"],
            "response_time_ns_p99": worker["response_time_ns_p99"],
            "own_lag_ns_p99": worker["own_lag_ns_p99"],
            "run_errors": earlier_errors.get(worker["worker"], 0) + worker["errors"],
            "host": "cpu_busy_share" in worker,
            "cpu_busy_share": _rounded_share(worker.get("cpu_busy_share")),
            "cpu_steal_share": _rounded_share(worker.get("cpu_steal_share")),
        }
        for worker in workers
    ]


def times_document(spans: Summary) -> TimesDocument:
    """Mean, three percentiles and maximum of a summary, in whole ns; None where the sample is too
    small."""

    def ns(value: float | None) -> int | None:
        return None if value is None else round(value)

    return {
        "mean": ns(spans["mean"]),
        "p50": ns(spans["p50"]),
        "p95": ns(spans["p95"]),
        "p99": ns(spans["p99"]),
        "max": ns(spans["max"]),
    }


def _before_submission(
    response_time_ns: float | None, completion_latency_ns: float | None
) -> int | None:
    """Mean time before submission. Both means are of the same operations, so their difference is
    the mean of the differences."""
    if response_time_ns is None or completion_latency_ns is None:
        return None
    return max(0, round(response_time_ns - completion_latency_ns))


def _system(load: SystemLoad | None, length_s: float) -> SystemDocument | None:
    if load is None:
        return None
    cpu, pressure, process = load["cpu"], load["pressure"], load["process"]
    user_ns, system_ns = process["user_ns"], process["system_ns"]
    cores = [share for share in load["cpu_per_core"] if share is not None]
    network = load["network"]
    return {
        "cpu": (
            None
            if cpu is None
            else {
                "user": round(cpu["user"], 4),
                "system": round(cpu["system"], 4),
                "iowait": round(cpu["iowait"], 4),
                "steal": round(cpu["steal"], 4),
                "idle": round(cpu["idle"], 4),
            }
        ),
        "busiest_core": round(max(cores), 4) if cores else None,
        "cpu_pressure": _rounded_share(pressure["cpu_some"]),
        "io_pressure": _rounded_share(pressure["io_some"]),
        "memory_pressure": _rounded_share(pressure["memory_some"]),
        "disks": [
            {
                "name": disk["name"],
                "utilisation": round(disk["utilisation"], 4),
                "reads_per_s": round(disk["reads_per_s"], 3),
                "writes_per_s": round(disk["writes_per_s"], 3),
                "bytes_per_s": round(disk["read_bytes_per_s"] + disk["write_bytes_per_s"], 1),
                "mean_queue": round(disk["mean_queue"], 3),
            }
            for disk in load["disks"]
        ],
        "network_bytes_per_s": (
            None
            if network is None
            else round(network["rx_bytes_per_s"] + network["tx_bytes_per_s"], 1)
        ),
        "own_cores": (
            None
            if user_ns is None or system_ns is None or length_s <= 0
            else round((user_ns + system_ns) / 1e9 / length_s, 4)
        ),
    }


def _rounded_share(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


def _bins(response_time: bytes) -> list[tuple[int, int]]:
    from plimsoll.native import histogram

    return [
        (upper, count) for upper, count in histogram.buckets([response_time], PER_OCTAVE) if count
    ]
