"""Records as a real search would leave them, from an M/M/k queue: eight servers of 260 µs carry
30,769 IOPS.

Response times are drawn from the queue's exact distribution (Erlang C), so that the curves look as
they should; the rest of a record is plausible and complete. Nothing here is a test.
"""

import base64
import functools
import json
import math
import random
from typing import Any

from hdrh.histogram import HdrHistogram

from plimsoll.native import record_reading
from tests.report import answers

SERVERS, SERVICE_NS = 8, 260_000.0
CAPACITY = SERVERS / SERVICE_NS * 1e9
OBJECTIVE = "p99(response_time, all) <= 1ms"
NAMES = {"p50": 50.0, "p90": 90.0, "p95": 95.0, "p99": 99.0, "p99_9": 99.9, "p99_99": 99.99}
HOST: dict[str, Any] = {
    "hostname": "rack7-node3",
    "kernel_release": "6.1.0-28-amd64",
    "cpu_model": "AMD EPYC 7543",
    "cores_online": 4,
    "memory_bytes": 16 << 30,
    "virtualisation": "KVM",
    "clocksource": "kvm-clock",
    "cpu_governor": None,
    "target_chain": [
        {
            "name": "dm-0",
            "kind": "mapper",
            "scheduler": None,
            "nr_requests": None,
            "queue_depth": None,
            "write_cache": "write back",
        },
        {
            "name": "nvme0n1",
            "kind": "disk",
            "scheduler": "none",
            "nr_requests": 1023,
            "queue_depth": 128,
            "write_cache": "write back",
        },
    ],
    "file_system": {
        "type_name": "ext4",
        "mount_point": "/data",
        "source": "/dev/mapper/data",
        "options": ["rw", "noatime"],
        "memory_backed": False,
    },
}


def _times(rate: float, n: int, rng: random.Random) -> list[float]:
    """Response times in ns: service, and with Erlang C's probability an exponential wait."""
    a = rate * SERVICE_NS / 1e9
    rho = min(a / SERVERS, 0.995)
    last = a**SERVERS / math.factorial(SERVERS) / (1 - rho)
    waits = last / (sum(a**i / math.factorial(i) for i in range(SERVERS)) + last)
    drain = SERVERS / SERVICE_NS * (1 - rho)
    return [
        60_000
        + rng.gammavariate(8, SERVICE_NS / 8 / 1.3)
        + (rng.expovariate(drain) if rng.random() < waits else 0.0)
        for _ in range(n)
    ]


def summary(times: list[float], n: int) -> dict[str, Any]:
    if not times:
        return dict.fromkeys(["mean", "stddev", "min", *NAMES, "max"])
    ordered = sorted(times)
    mean = sum(times) / len(times)
    return {
        "mean": mean,
        "stddev": math.sqrt(sum((t - mean) ** 2 for t in times) / len(times)),
        "min": int(ordered[0]),
        **{
            name: int(ordered[int(len(ordered) * p / 100)]) if n * (100 - p) / 100 >= 10 else None
            for name, p in NAMES.items()
        },
        "max": int(ordered[-1]),
    }


def system_load(rate: float, rng: random.Random, seconds: float) -> dict[str, Any]:
    user, system = 0.02 + rate / 31e3 * 0.16, 0.03 + rate / 31e3 * 0.3
    steal = abs(rng.gauss(0.01, 0.01))
    return {
        "cpu": {
            "user": user,
            "system": system,
            "iowait": 0.05,
            "steal": steal,
            "idle": 1 - user - system - 0.05 - steal,
        },
        "cpu_per_core": [0.3] * 4,
        "pressure": {
            "cpu_some": 0.01,
            "io_some": min(1.0, rate / 31e3 * 0.8),
            "io_full": 0.1,
            "memory_some": 0.0,
            "memory_full": 0.0,
        },
        "disks": [
            {"name": "nvme0n1", "utilisation": min(1.0, 0.1 + rate / 25e3), "mean_queue": 4.0}
        ],
        "network": None,
        "process": {
            "user_ns": int(user * 4e9 * seconds * 0.8),
            "system_ns": int(system * 4e9 * seconds * 0.8),
        },
    }


def record(
    *asked: Any, target: str = "/data/plimsoll.demo", **more: Any
) -> tuple[dict[str, Any], list[float]]:
    """As `_record`, each made once: the same campaign serves many tests. But for its name a target
    is like any other."""
    text, times = _anywhere(*asked, **more)
    return json.loads(text.replace(json.dumps(_ANYWHERE), json.dumps(target))), list(times)


@functools.cache
def _anywhere(*asked: Any, **more: Any) -> tuple[str, tuple[float, ...]]:
    made, times = _record(*asked, **more)
    return json.dumps(made), tuple(times)


_ANYWHERE = "the target's name"


def _record(
    rate: float | None,
    seconds: float,
    seed: int,
    *,
    virtual: bool = False,
    outcome: str | None = None,
    verdict: str | None = None,
    notes: tuple[str, ...] = (),
) -> tuple[dict[str, Any], list[float]]:
    """The record of a Run of `seconds` at `rate` (none: closed loop), and the response times it
    rests on."""
    rng = random.Random(seed)
    true_rate = CAPACITY * 0.99 if rate is None else rate
    achieved = min(true_rate, CAPACITY) * rng.gauss(1, 0.001)
    n = int(achieved * seconds)
    times = _times(true_rate, min(n, 6_000), rng)
    if true_rate > CAPACITY:
        times = [
            t + rng.random() * (true_rate - CAPACITY) / CAPACITY * seconds * 1e9 for t in times
        ]
    spans = summary(times, n)
    if rate is not None and outcome is None:
        outcome = "cannot_carry" if true_rate > CAPACITY else "ok"
    lag = summary([rng.expovariate(1 / 4000) for _ in range(500)], n)
    intervals = [
        _interval(index, rate, achieved, times, rng, virtual=virtual)
        for index in range(-1, int(seconds))
    ]
    limited = "target" if rate is None or outcome == "cannot_carry" else "schedule"
    return record_reading.run_record(
        {
            "schema": "plimsoll.run/1",
            "outcome": outcome or "ok",
            "because": "",
            "offered_rate_per_s": rate,
            "scheduled_rate_per_s": rate,
            "issued_rate_per_s": achieved,
            "achieved_rate_per_s": achieved,
            "bytes_per_s": achieved * 8192,
            "outstanding_mean": 5.0,
            "outstanding_max": 60,
            "backlog_at_end": 5,
            "warmup_s": 1.0,
            "measure_s": float(seconds),
            "drain_s": 0.01,
            "bytes_written": int(n * 0.3) * 8192,
            "read": _figures(int(n * 0.7), spans, lag),
            "write": _figures(int(n * 0.3), spans, lag),
            "trim": _figures(0, spans, lag),
            "flush": _figures(0, spans, lag),
            "all": _figures(n, spans, lag),
            "own_lag_ns": lag,
            "errors_by_errno": {},
            "first_error": None,
            "judgement": None if rate is None else _judgement(spans, outcome, verdict),
            "stamps": STAMPS,
            "generator_cpu_ns_per_io": None if virtual else {"user": 420.0, "system": 2600.0},
            "system_load": None if virtual else system_load(achieved, rng, seconds),
            "limited_by": {"value": limited, "basis": "single", "confidence": 0.9},
            "intervals": intervals,
            "notes": list(notes),
            "spec": _spec(rate, seconds, seed, virtual=virtual),
            "host": None if virtual else HOST,
            "version": {"plimsoll": "0.1.0", "build": "release"},
            "seed": seed,
            "started_at_ns": None if virtual else 1_790_000_000_000_000_000,
            "real_s": float(seconds) + 1,
        }
    ), times


STAMPS = {
    "clock_reads_per_io": 1.4,
    "system_calls_per_io": 0.6,
    "largest_submit_batch": 4,
    "reap_gap_mean_ns": 9000.0,
    "reap_gap_max_ns": 240_000,
}


def _judgement(spans: dict[str, Any], outcome: str | None, verdict: str | None) -> dict[str, Any]:
    """Against p99 <= 1 ms, unless a verdict is given."""
    p99 = spans["p99"]
    judged = verdict or ("pass" if p99 is not None and p99 <= 1e6 else "fail")
    if verdict is None and (p99 is None or outcome == "generator_limited"):
        judged = "undecided"
    reasons = {"pass": "objective_met", "fail": "objective_missed", "undecided": "too_close"}
    reason = "cannot_carry" if outcome == "cannot_carry" else reasons[judged]
    return {
        "verdict": judged,
        "reason": reason,
        "confidence": 0.95,
        "alone": None,
        "estimate": None,
        "objectives": None,
    }


def _figures(count: int, spans: dict[str, Any], lag: dict[str, Any]) -> dict[str, Any]:
    """Of one kind of operations, all of which ended well."""
    none = summary([], 0)
    return {
        "count": count,
        "unfinished": 0,
        "errors": 0,
        "completed": count,
        "bytes": count * 8192,
        "response_time_ns": spans if count else none,
        "completion_latency_ns": spans if count else none,
        "submission_latency_ns": none,
        "slot_wait_ns": none,
        "own_lag_ns": lag,
    }


def _interval(
    index: int,
    rate: float | None,
    achieved: float,
    times: list[float],
    rng: random.Random,
    *,
    virtual: bool,
) -> dict[str, Any]:
    """A second of a Run; that before 0 is its warm-up."""
    part = rng.gauss(1, 0.01)
    some = rng.sample(times, min(len(times), 1500))
    return {
        "index": index + 1,
        "phase": "warmup" if index < 0 else "measure",
        "start_s": float(index),
        "length_s": 1.0,
        "arrived": None if rate is None else int(rate),
        "issued": int(achieved * part),
        "reads": int(achieved * part * 0.7),
        "writes": int(achieved * part * 0.3),
        "errors": 0,
        "read_bytes": 0,
        "written_bytes": 0,
        "outstanding_mean": 5.0,
        "backlog": 5,
        "response_time_ns": summary(some, int(achieved)),
        "completion_latency_ns": summary(some, int(achieved)),
        "system_load": None if virtual else system_load(achieved, rng, 1.0),
    }


def _spec(rate: float | None, seconds: float, seed: int, *, virtual: bool) -> dict[str, Any]:
    load: dict[str, Any] = {"kind": "closed", "queue_depth": 32, "workers": 2}
    if rate is not None:
        load = {
            "kind": "open",
            "offered_rate_per_s": rate,
            "arrivals": "poisson",
            "max_outstanding": 4096,
            "workers": 2,
            "profile": {"kind": "flat"},
        }
    return {
        "target": {
            "name": _ANYWHERE,
            "kind": "stack" if virtual else "file",
            "size_bytes": 1 << 30,
            "logical_block_bytes": 512,
            "made_by_plimsoll": True,
        },
        "engine": "emulated" if virtual else "io_uring",
        "access": "direct",
        "clock": "virtual" if virtual else "real",
        "workload": {
            "block_size_bytes": 8192,
            "read_percent": 70.0,
            "pattern": "random",
            "working_set_offset_bytes": 0,
            "working_set_bytes": 1 << 30,
        },
        "load": load,
        "phases": {"measure_ns": int(seconds * 1e9)},
        "stop": {"kind": "fixed", "confidence": 0.95},
        "on_error": "stop",
        "seed": seed,
    }


def blobs(times: list[float]) -> dict[str, bytes]:
    """The distribution as the store keeps it: V2, deflated (the library's text form is its
    base64)."""
    return {"read.response_time": _blob(tuple(times))}


@functools.cache
def _blob(times: tuple[float, ...]) -> bytes:
    histogram = HdrHistogram(1, 1 << 42, 3)
    for time in times:
        histogram.record_value(int(time))
    return base64.b64decode(histogram.encode())


LINE, HIGH = 25_400.0, 26_100.0


def result() -> dict[str, Any]:
    """The answer of the search: its line, held at both ends."""
    horizon = {"seconds": 12.0, "operations": 304_800, "bytes_written": 749_000_000}
    return answers.find(
        answers.line(low=LINE, high=HIGH, objective=OBJECTIVE, horizon=horizon),
        maximum=answers.maximum(rate_per_s=CAPACITY * 0.99),
        knee=answers.knee(23_300.0),
    )


def curve(found: list[bytes], points: int) -> list[tuple[float, int]]:
    """What the native side gives for drawing, from the other implementation of the encoding."""
    return list(_curve(tuple(found), points))


@functools.cache
def _curve(found: tuple[bytes, ...], points: int) -> tuple[tuple[float, int], ...]:
    histogram = HdrHistogram(1, 1 << 42, 3)
    for blob in found:
        histogram.add(HdrHistogram.decode(base64.b64encode(blob)))
    tails = [10 ** (-6 * i / (points - 1)) for i in range(points)]
    return tuple(
        (100 * (1 - tail), histogram.get_value_at_percentile(100 * (1 - tail))) for tail in tails
    )
