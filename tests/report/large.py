"""A large campaign as a grid would leave it: thousands of Points, each with a Run of a minute and
its interval series.

For measuring reports (`benches/reports.py`) and for tests that choose among many Runs. Rates follow
a made-up array (so many operations or bytes per second, one response time per outstanding
operation), records are those of `sample.py` with these figures in them. Nothing here is a test.
"""

import itertools
import random
from typing import Any

from plimsoll.store import Store
from plimsoll.store.plans import PlannedPoint
from tests import stores

from . import sample

BLOCK_SIZES = ("4k", "8k", "16k", "32k", "64k", "128k", "256k", "512k", "1m", "2m")
READS = (100.0, 70.0, 50.0, 30.0, 0.0)
PATTERNS = ("random", "sequential")
WORKERS = (1, 2, 4, 8, 16)
DEPTHS = (1, 4, 16, 64)
"""2,000 questions together."""
_MOST_OPERATIONS, _MOST_BYTES, _SERVICE_NS = 120_000.0, 2.5e9, 180_000.0
_TAILS = {"p50": 0.9, "p90": 1.5, "p95": 1.8, "p99": 2.6, "p99_9": 4.0, "max": 9.0}


def campaign(store: Store, points: int = 2000, intervals: int = 60, *, seed: int = 1) -> int:
    """Keeps a finished campaign of so many Points, in random order as a real one; its id."""
    rng = random.Random(seed)
    asked = list(itertools.product(BLOCK_SIZES, READS, PATTERNS, WORKERS, DEPTHS))
    rng.shuffle(asked)
    asked = asked[:points]
    spec = {
        "campaign": {"name": "large", "warmup_for": "1s", "measure_for": f"{intervals}s"},
        "target": [{"name": "array", "path": "/dev/mapper/array"}],
    }
    planned = [
        PlannedPoint(
            "as found",
            {"name": "array", "path": "/dev/mapper/array"},
            {"block_size": size, "read": read, "pattern": pattern, "working_set": "1g"},
            {"workers": workers, "queue_depth": depth},
            1,
            "grid",
            number,
            float(intervals + 1),
        )
        for number, (size, read, pattern, workers, depth) in enumerate(asked)
    ]
    # It is made, not measured: nobody loses anything when the power fails.
    store._connection.execute("PRAGMA synchronous = OFF")
    made = stores.campaign(store, "campaign", seed=seed, spec=spec, points=planned)
    blobs = {"read.response_time": _BLOB, "write.response_time": _BLOB}
    for point, question in zip(made.points, asked, strict=True):
        begun = point._replace(attempt=store.plans.start(point.id))
        record, series = _answer(question, intervals, rng)
        made.keep("run", record, blobs, point=begun, intervals=series, interval_blob=_BLOB)
        store.plans.finish(point.id, stands=record["outcome"] == "ok")
    return made.finish({"test_seconds": float(points * (intervals + 1))})


_BLOB = sample.blobs([float(ns) for ns in range(200_000, 900_000, 1000)])["read.response_time"]


def _answer(
    asked: tuple[str, float, str, int, int], seconds: int, rng: random.Random
) -> tuple[dict[str, Any], Any]:
    """The record of a Run, and its intervals."""
    size, read, pattern, workers, depth = asked
    block = int(size[:-1]) << {"k": 10, "m": 20}[size[-1]]
    most = min(_MOST_OPERATIONS * (1.0 if pattern == "random" else 1.4), _MOST_BYTES / block) * (
        0.6 + 0.4 * read / 100
    )
    rate = most * (1 - 1 / (1 + workers * depth * 1e9 / _SERVICE_NS / most)) * rng.gauss(1, 0.01)
    spans = _spans(workers * depth / rate * 1e9, int(rate * seconds))
    record, _ = sample.record(None, 2, 0)
    [interval] = record.pop("intervals")[1:2]
    outcome = rng.choices(("ok", "generator_limited", "not_steady"), (96, 2, 2))[0]
    record |= {
        "outcome": outcome,
        "issued_rate_per_s": rate,
        "achieved_rate_per_s": rate,
        "bytes_per_s": rate * block,
        "outstanding_mean": float(workers * depth),
        "measure_s": float(seconds),
    }
    for kind, share in (("read", read / 100), ("write", 1 - read / 100), ("all", 1.0)):
        count = int(rate * seconds * share)
        timed = {"response_time_ns": spans, "completion_latency_ns": spans} if count else {}
        record[kind] |= {"count": count, "completed": count, "bytes": count * block, **timed}
    spec = record["spec"]
    spec["target"] |= {"name": "/dev/mapper/array", "kind": "block_device"}
    spec["workload"] |= {"block_size_bytes": block, "read_percent": read, "pattern": pattern}
    spec["load"] = {"kind": "closed", "queue_depth": depth, "workers": workers}

    def part(index: int) -> dict[str, Any]:
        now = rate * rng.gauss(1, 0.03)
        timed = _spans(workers * depth / now * 1e9, int(now))
        return interval | {
            "index": index,
            "start_s": float(index),
            "issued": int(now),
            "reads": int(now * read / 100),
            "writes": int(now * (1 - read / 100)),
            "response_time_ns": timed,
            "completion_latency_ns": timed,
        }

    return record, map(part, range(seconds))


def _spans(mean_ns: float, n: int) -> dict[str, Any]:
    """The summary of a sample of so many; what it cannot carry is none."""
    tails = {name: int(mean_ns * times) for name, times in _TAILS.items()}
    carried = {
        name: tails[name] if n * (100 - p) / 100 >= 10 else None
        for name, p in sample.NAMES.items()
        if name in tails
    }
    return {
        "mean": mean_ns,
        "stddev": mean_ns * 0.5,
        "min": int(mean_ns * 0.3),
        **carried,
        "p99_99": None,
        "max": tails["max"],
    }
