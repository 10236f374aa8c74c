"""A look at a campaign from another process: what its process tells (`live`), or what the store has
of it, a little later.

Either way the same document, so that who draws it need not know which; `late_s` tells. The store
has intervals when they are on the disk, some five seconds after their end; of what is done just now
it knows the Point and the Run.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.campaign import plan
from plimsoll.campaign.status import left_s
from plimsoll.errors import InputError
from plimsoll.judge import run_verdict
from plimsoll.live import pulse as pulses
from plimsoll.live.interval_summary import reduced
from plimsoll.live.state import KEPT, KEPT_WORDS, SCHEMA, last_run
from plimsoll.store import imports

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll.live.document import IntervalDocument, LastRunDocument
    from plimsoll.live.pulse import Pulse
    from plimsoll.store import CampaignRow, IntervalRow, PlannedPointRow, RunRow, Store
    from plimsoll.store.plans import Far

LATE_S = 5.0
"""How old what the store has may be: what it gathers before it writes (`store.py`)."""


@dataclass(frozen=True)
class Look:
    """A campaign, and its pulse while it runs."""

    number: int
    pulse: Pulse | None


Seen = dict[tuple[int, int], "IntervalDocument"]
"""Intervals that were read already, by Run and place: to read a distribution takes half a
millisecond."""


def look(store: Store, number: int | None, seen: Seen | None = None) -> Look:
    """The campaign of this number; without one that which runs now, else the newest. Raises
    InputError when there is none.

    Whoever looks again and again gives the same `seen`.
    """
    beating = [
        one
        for one in pulses.read(store.path)
        if one.campaign is not None and number in (None, one.campaign)
    ]
    if beating:
        newest = max(beating, key=lambda one: one.began_at_s)
        assert newest.campaign is not None
        return Look(newest.campaign, newest)
    with store.snapshot():
        row = _row(store, number)
        known = {} if seen is None else seen
        return Look(row.id, kept(store, row, known) if row.state == "running" else None)


def kept(
    store: Store, row: CampaignRow, seen: Seen, *, wall_ns: Callable[[], int] = time.time_ns
) -> Pulse:
    """The pulse of a campaign that runs, as far as the store knows it."""
    now_ns = wall_ns()
    far, runs = store.plans.far(row.id), store.runs(row.id)
    ended = [run for run in runs if run.state == "finished"]
    running = next((run for run in reversed(runs) if run.state == "running"), None)
    point = next((one for one in store.plans.lately(row.id, 0) if one.state == "running"), None)
    began = {run.id: run.began_s for run in runs}
    newest = [] if row.kind == imports.KIND else store.newest_intervals(row.id, KEPT)
    intervals = [_interval(began[run], run, one, seen) for run, one in newest]
    asked = row.spec.get("campaign") or {}
    left = left_s(far, now_ns=now_ns, virtual=asked.get("virtual", False)) if far.points else None
    outcomes = [run.outcome for run in ended if run.outcome is not None]
    document = {
        "schema": SCHEMA,
        "version": row.version or "unknown",
        "pid": 0,
        "writer": "the store",
        "written_at_s": now_ns / 1e9,
        "began_at_s": row.started_at_ns / 1e9,
        "late_s": LATE_S,
        "store": str(store.path.absolute()),
        "campaign": row.id,
        "kind": row.kind,
        "name": asked.get("name"),
        "state": "stopping" if store.plans.stop_wished(row.id) else "running",
        "doing": "measuring" if running else "between Runs",
        "detail": "",
        "left_s": left,
        "point": None if point is None else _point(point, far),
        "run": None if running is None else _run(running),
        "progress": None,
        "last_run": _last(store, ended[-1]) if ended else None,
        # Of the newest intervals only: to sum a long campaign twice a second would be felt by what
        # is measured.
        "totals": {
            "intervals": len(intervals),
            "runs": len(ended),
            "reads": sum(one["reads"] for one in intervals),
            "writes": sum(one["writes"] for one in intervals),
            "read_bytes": sum(one["read_bytes"] for one in intervals),
            "written_bytes": sum(one["written_bytes"] for one in intervals),
            "errors": sum(one["errors"] for one in intervals),
        },
        "outcomes": {outcome: outcomes.count(outcome) for outcome in dict.fromkeys(outcomes)},
        "said": [
            {"at_s": event.at_ns / 1e9, "kind": "event", "words": event.text}
            for event in store.events(row.id)[-KEPT_WORDS:]
        ],
        "intervals": intervals,
    }
    return pulses.Pulse.model_validate(document)


def _row(store: Store, number: int | None) -> CampaignRow:
    if number is not None:
        return store.known_campaign(number)
    known = store.campaigns()
    if not known:
        raise InputError(
            f"the store {store.path} holds no campaign", "Start one: plimsoll campaign run."
        )
    return next((row for row in reversed(known) if row.state == "running"), known[-1])


def _point(point: PlannedPointRow, far: Far) -> dict[str, object]:
    parts = [
        point.configuration,
        plan.target_words(point.target),
        plan.shown(point.workload),
        plan.shown(point.load),
    ]
    return {
        "number": point.number,
        "total": far.points,
        "done": far.ended,
        "words": "; ".join(part for part in parts if part not in ("", "as found", "defaults")),
    }


def _run(run: RunRow) -> dict[str, object]:
    session, probe = run.spec.get("session") or {}, run.spec.get("probe") or {}
    return {
        "id": run.id,
        "role": run.role,
        "target": session.get("target") or "?",
        "clock": "virtual" if session.get("virtual") else "real",
        "engine": session.get("engine") or "",
        "workload": session.get("workload") or {},
        "workers": probe.get("workers") or 1,
        "queue_depth": probe.get("queue_depth"),
        "offered_rate_per_s": None if probe.get("rate_per") else probe.get("rate"),
        "objective": probe.get("objective"),
        "began_at_s": run.began_s,
    }


def _last(store: Store, run: RunRow) -> LastRunDocument | None:
    record = store.record(run.id, intervals=False)
    # What another program measured does not say all of it.
    if record is None or "imported" in record:
        return None
    return last_run(record, run.id, run.role, run_verdict.of(record))


def _interval(began_s: float, run: int, row: IntervalRow, seen: Seen) -> IntervalDocument:
    if (run, row.number) not in seen:
        # About: when Measure began is told by the record, which is not there yet.
        at_s = began_s + max(0.0, row.document["start_s"]) + row.document["length_s"]
        seen[run, row.number] = reduced(row.document, row.response_time, run=run, seen_at_s=at_s)
        for oldest in list(seen)[: -2 * KEPT]:
            del seen[oldest]
    return seen[run, row.number]
