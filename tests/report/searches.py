"""Searches and Points as a store keeps them, made for the tests of reports that tell of several.
Nothing here is a test."""

import json
from typing import Any

from plimsoll.store import Store
from plimsoll.store.plans import PlannedPoint
from tests.report import answers

from . import sample


def store_search(
    store: Store,
    *,
    target: str = "/data/a",
    scale: float = 1.0,
    objective: str = sample.OBJECTIVE,
    read: float = 70.0,
    line: dict[str, Any] | None = None,
    family: dict[str, Any] | None = None,
    seed: int = 0,
    stop: bool = False,
) -> int:
    """A search whose rates are those of the sample times `scale`; its campaign."""
    spec = {} if family is None else {"family": family}
    made = store.begin_campaign(
        "find", objective, "load_line", 42, json.dumps(spec), version="0.1.0"
    )

    def keep(role: str, rate: float | None, seconds: float, number: int, **more: Any) -> None:
        record, times = sample.record(rate, seconds, number + seed, target=target, **more)
        for key in ("offered_rate_per_s", "issued_rate_per_s", "achieved_rate_per_s"):
            record[key] = record[key] * scale if record[key] is not None else None
        record["spec"]["workload"]["read_percent"] = read
        sample.keep(store, made, role, (record, times))

    keep("maximum", None, 2, 1)
    for number, rate in enumerate((3000.0, 15_000.0, 23_000.0), 10):
        keep("probe", rate, 3, number)
    keep("probe", 33_000.0, 3, 20)
    if stop:
        return made
    keep("hold_high", sample.HIGH, 12, 41, verdict="fail")
    keep("hold_low", sample.LINE, 12, 40, verdict="pass")
    horizon = {"seconds": 12.0, "operations": 304_800, "bytes_written": 0}
    said = {
        "low": sample.LINE * scale,
        "high": sample.HIGH * scale,
        "objective": objective,
        "horizon": horizon,
    }
    result = answers.find(
        answers.line(**{**said, **(line or {})}),
        maximum=answers.maximum(rate_per_s=sample.CAPACITY * scale),
        knee=answers.knee(20_000.0 * scale),
    )
    store.finish_campaign(made, json.dumps(result))
    return made


def store_campaign(
    store: Store,
    points: list[dict[str, Any]],
    *,
    objective: str | None = None,
    name: str = "friday",
) -> int:
    """A campaign of Runs in a closed loop or at a rate; of each Point `configuration`, `target`,
    `rate`, `repeat`, and what came of it."""
    spec = {"campaign": {"name": name}}
    every = [
        PlannedPoint(
            one.get("configuration", "as found"),
            {"name": one.get("target", "disk")},
            {"block_size": "8k"},
            {"rate": one["rate"]} if one.get("rate") else {"queue_depth": 32},
            one.get("repeat", 1),
            "grid",
            number,
            1.0,
        )
        for number, one in enumerate(points)
    ]
    campaign = store.begin_campaign(
        "campaign", objective, "grid", 1, json.dumps(spec), planned=every
    )
    for number, (row, one) in enumerate(zip(store.plans.points(campaign), points, strict=True)):
        if one.get("state") == "planned":
            continue
        attempt = store.plans.start(row.id)
        made, times = sample.record(
            one.get("rate"), 2, number, outcome=one.get("outcome"), target=one.get("target", "disk")
        )
        made["achieved_rate_per_s"] *= one.get("scale", 1.0)
        run = store.begin_run(campaign, "run", "{}", planned=(row.id, attempt))
        store.finish_run(run, json.dumps(made), sample.blobs(times))
        result = None if objective is None else {"verdict": one.get("verdict", "pass")}
        store.plans.finish(row.id, stands=one.get("outcome") in (None, "ok"), result=result)
    store.finish_campaign(campaign, json.dumps({"points": len(points)}))
    return campaign
