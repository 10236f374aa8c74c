"""A sealed interval in the few figures that a glance needs, as the pulse holds them; and what each
worker did in it.

Rates are of what ended in the interval over its length, a worker's as well. Percentiles are the
interval's own and the worker's own (none where it cannot carry one) and are never put together from
several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.live.pulse import (
        IntervalDocument,
        SystemDocument,
        TimesDocument,
        WorkerDocument,
    )
    from plimsoll.native.model import Interval
    from plimsoll.native.record import Summary, SystemLoad


class WorkerInterval(TypedDict):
    """What one worker did in a sealed interval, as the native side tells it
    (`crates/run/src/share.rs`): counts, not rates."""

    worker: int
    name: str | None
    workers: int
    issued: int
    reads: int
    writes: int
    read_bytes: int
    written_bytes: int
    errors: int
    outstanding_mean: float
    response_time_ns_p50: int | None
    response_time_ns_p99: int | None
    own_lag_ns_p99: int | None
    cpu_busy_share: NotRequired[float | None]
    """Of a host that is one of several: share of its processors that was busy meanwhile, 0 to 1."""
    cpu_steal_share: NotRequired[float | None]
    """Likewise: share that its hypervisor took."""


PER_OCTAVE = 4
"""Bins of the distribution to a doubling: 19 % wide, some forty from the fastest to the slowest of
a busy interval."""


def interval_document(
    told: Interval,
    response_time: bytes | None,
    *,
    run: int | None,
    seen_at_s: float,
    workers: Sequence[WorkerInterval] = (),
) -> IntervalDocument:
    """The interval as a pulse has it; without distribution when that is not given, without
    own lag without workers."""
    length = told["length_s"]
    spans = told["response_time_ns"]

    def per_s(count: float | None) -> float | None:
        return None if count is None or length <= 0 else round(count / length, 3)

    return {
        "run": run,
        "index": told["index"],
        "seen_at_s": round(seen_at_s, 3),
        "phase": told["phase"],
        "start_s": round(told["start_s"], 6),
        "length_s": round(length, 6),
        "offered_rate_per_s": per_s(told["arrived"]),
        "issued_rate_per_s": per_s(told["issued"]) or 0.0,
        "achieved_rate_per_s": per_s(told["reads"] + told["writes"]) or 0.0,
        "reads": told["reads"],
        "writes": told["writes"],
        "read_bytes": told["read_bytes"],
        "written_bytes": told["written_bytes"],
        "bytes_per_s": per_s(told["read_bytes"] + told["written_bytes"]) or 0.0,
        "errors": told["errors"],
        "outstanding_mean": round(told["outstanding_mean"], 3),
        "backlog": told["backlog"],
        "response_time_ns": times_document(spans),
        "before_submission_ns_mean": _before(spans["mean"], told["completion_latency_ns"]["mean"]),
        "own_lag_ns_p99": max(
            (lag for one in workers if (lag := one["own_lag_ns_p99"]) is not None), default=None
        ),
        "system": _system(told["system_load"], length),
        "distribution": [] if response_time is None else _bins(response_time),
    }


def worker_documents(
    told: Interval, workers: Sequence[WorkerInterval], failed: Mapping[int, int]
) -> list[WorkerDocument]:
    """What each worker did in the interval, as a pulse has it; `failed` before it in the Run, by
    worker."""
    length = told["length_s"]

    def per_s(count: float) -> float:
        return round(count / length, 3) if length > 0 else 0.0

    return [
        {
            "worker": one["worker"],
            "name": one["name"],
            "workers": one["workers"],
            "issued_rate_per_s": per_s(one["issued"]),
            "achieved_rate_per_s": per_s(one["reads"] + one["writes"]),
            "bytes_per_s": per_s(one["read_bytes"] + one["written_bytes"]),
            "errors": one["errors"],
            "outstanding_mean": round(one["outstanding_mean"], 3),
            "response_time_ns_p50": one["response_time_ns_p50"],
            "response_time_ns_p99": one["response_time_ns_p99"],
            "own_lag_ns_p99": one["own_lag_ns_p99"],
            "run_errors": failed.get(one["worker"], 0) + one["errors"],
            "host": "cpu_busy_share" in one,
            "cpu_busy_share": _short(one.get("cpu_busy_share")),
            "cpu_steal_share": _short(one.get("cpu_steal_share")),
        }
        for one in workers
    ]


def times_document(spans: Summary) -> TimesDocument:
    """Mean, three percentiles and the largest of a summary, in whole ns; None where the sample
    cannot carry one."""

    def ns(value: float | None) -> int | None:
        return None if value is None else round(value)

    return {
        "mean": ns(spans["mean"]),
        "p50": ns(spans["p50"]),
        "p95": ns(spans["p95"]),
        "p99": ns(spans["p99"]),
        "max": ns(spans["max"]),
    }


def _before(response_time_ns: float | None, completion_latency_ns: float | None) -> int | None:
    """Both means are of the same operations, and a difference of means is the mean of the
    differences."""
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
        "cpu_pressure": _short(pressure["cpu_some"]),
        "io_pressure": _short(pressure["io_some"]),
        "memory_pressure": _short(pressure["memory_some"]),
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


def _short(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


def _bins(response_time: bytes) -> list[tuple[int, int]]:
    from plimsoll.native import histogram

    return [
        (upper, count) for upper, count in histogram.buckets([response_time], PER_OCTAVE) if count
    ]
