"""Planned campaigns whose every figure the test sets: Points of targets × block sizes × read %,
with repeats. Nothing here is a test."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from plimsoll.store import PlannedPointRow, Reason, Store
from plimsoll.store.plans import PlannedPoint

from . import sample

SIZES = {"4k": 4096, "64k": 65536, "1m": 1 << 20}
NAMES = {"4k": "4 KiB", "64k": "64 KiB", "1m": "1 MiB"}
TARGETS = ("before", "after")
READS = (100.0, 30.0)


def rate(target: str, size: str, read: float, repeat: int) -> float:
    """What a Run achieved: different for each Point."""
    base = {"4k": 8000.0, "64k": 4000.0, "1m": 400.0}[size]
    return (
        base
        * (0.5 if target == "after" else 1.0)
        * (1.0 if read == 100 else 0.8)
        * (1 + 0.02 * (repeat - 1))
    )


def times(size: str, repeat: int) -> list[float]:
    """Response times in ns; those of the second repeat are five times as long, so that an average
    would show."""
    slow = 5.0 if repeat == 2 else 1.0
    return [
        slow * {"4k": 1e6, "64k": 4e6, "1m": 90e6}[size] * (0.5 + n / 2000) for n in range(2000)
    ]


def run(
    store: Store,
    campaign: int,
    point: PlannedPointRow | None,
    spec: Mapping[str, Any],
    achieved: float,
    spans: list[float],
    *,
    outcome: str = "ok",
    role: str = "run",
    blobs: bool = True,
    verdict: str | None = None,
    offered: float | None = None,
) -> int:
    """Keeps a Run with these figures. `spec`: block_size (text), read, target, load."""
    load = dict(spec.get("load") or {"kind": "closed", "queue_depth": 32, "workers": 2})
    record, _ = sample.record(
        offered, 1, 1, target=str(spec["target"]), outcome=outcome, verdict=verdict
    )
    figures = sample.summary(spans, len(spans))
    record |= {
        "achieved_rate_per_s": achieved,
        "issued_rate_per_s": achieved,
        "bytes_per_s": achieved * SIZES[spec["block_size"]],
    }
    record["outstanding_mean"] = achieved * figures["mean"] / 1e9
    for kind in ("all", "read"):
        record[kind] |= {
            "count": len(spans),
            "response_time_ns": figures,
            "completion_latency_ns": figures,
        }
    workload = {"block_size_bytes": SIZES[spec["block_size"]], "read_percent": float(spec["read"])}
    record["spec"]["workload"] |= workload
    if offered is None:
        record["spec"]["load"] = load
    planned = None if point is None else (point.id, point.attempt)
    number = store.begin_run(campaign, role, "{}", planned=planned)
    store.finish_run(number, json.dumps(record), sample.blobs(spans) if blobs else {})
    return number


Question = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
"""Target, workload and load of a Point."""


def plan(
    store: Store,
    questions: Iterable[Question],
    *,
    repeats: int = 1,
    strategy: str = "grid",
    objective: str | None = None,
    spec: Mapping[str, Any] | None = None,
) -> int:
    """A campaign with a Point for each question and repeat, none of them asked."""
    each = list(questions)
    points = [
        PlannedPoint("as found", target, workload, load, repeat, strategy, seed, 1.0)
        for repeat in range(1, repeats + 1)
        for seed, (target, workload, load) in enumerate(each, 100 * repeat)
    ]
    told = json.dumps({"campaign": {"name": "monday"}, **(spec or {})})
    return store.begin_campaign(
        "campaign", objective, strategy, 1, told, version="0.1.0", planned=points
    )


def begin(
    store: Store,
    *,
    targets: tuple[str, ...] = TARGETS,
    loads: tuple[dict[str, Any], ...] = ({"queue_depth": 32},),
    levels: Mapping[str, str] | None = None,
    **more: Any,
) -> int:
    """Points of every target, block size, read share and load."""
    spec = {
        "campaign": {"name": "monday", "levels": dict(levels or {})},
        "target": [{"name": name} for name in targets],
    }
    questions = (
        ({"name": name, "path": f"/dev/{name}"}, {"block_size": size, "read": read}, load)
        for name in targets
        for size in SIZES
        for read in READS
        for load in loads
    )
    return plan(store, questions, spec=spec, **more)


def finish_point(
    store: Store, campaign: int, point: PlannedPointRow, record: Mapping[str, Any]
) -> None:
    """A Point that was answered by a Run with this record."""
    attempt = store.plans.start(point.id)
    run = store.begin_run(campaign, "run", "{}", planned=(point.id, attempt))
    store.finish_run(run, json.dumps(record), {})
    store.plans.finish(point.id, stands=True, result=None)


Answer = Callable[[Store, int, PlannedPointRow], None]


def answer(store: Store, campaign: int, point: PlannedPointRow, **more: Any) -> None:
    """Asks a Point of a grid as `rate` and `times` have it."""
    attempt = store.plans.start(point.id)
    size, read = point.workload["block_size"], point.workload["read"]
    load = {
        "kind": "closed",
        "queue_depth": point.load["queue_depth"],
        "workers": point.load.get("workers", 2),
    }
    spec = {"block_size": size, "read": read, "target": point.target["path"], "load": load}
    achieved = more.pop("achieved", None) or rate(point.target["name"], size, read, point.repeat)
    run(
        store,
        campaign,
        point._replace(attempt=attempt),
        spec,
        achieved,
        more.pop("spans", None) or times(size, point.repeat),
        **more,
    )
    stands = more.get("outcome", "ok") == "ok"
    store.plans.finish(
        point.id,
        stands=stands,
        reason=None if stands else Reason("error", {"exit_code": 74, "error": "it did not"}),
        result=None,
    )


def campaign(
    store: Store, *, repeats: int = 1, objective: str | None = None, blobs: bool = True
) -> int:
    """A finished grid."""
    made = begin(store, repeats=repeats, objective=objective)
    for point in store.plans.points(made):
        answer(store, made, point, blobs=blobs)
    store.finish_campaign(made, json.dumps({"points": {"finished": 1}}))
    return made
