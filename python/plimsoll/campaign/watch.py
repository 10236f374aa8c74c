"""The state of a campaign, seen from another process: the pulse of its process (`live`), or a pulse
made from the store; and its end, a shape of the document `plimsoll.campaign/1`.

Both are the same document; `late_s` tells them apart. The store has an interval some five seconds
after its end, and of the present only the Point and the Run.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from plimsoll.base.errors import InputError
from plimsoll.campaign import point_text
from plimsoll.campaign.messages import message
from plimsoll.campaign.status import left_s
from plimsoll.judge import run_verdict
from plimsoll.live import pulse as pulses
from plimsoll.live import state
from plimsoll.live.interval_summary import interval_document
from plimsoll.live.pulse import (
    IntervalDocument,
    LastRunDocument,
    PointDocument,
    PulseDocument,
    RemarkDocument,
    RunDocument,
)
from plimsoll.store import CampaignRow, IntervalRow, PlannedPointRow, RunRow, Store, imports
from plimsoll.store.plans import CampaignProgress
from plimsoll.store.rows import EventRow

LATE_S = 5.0
"""Age of the newest interval in the store: `store/store.py` gathers before it writes."""


class WatchedDocument(TypedDict):
    """How a campaign that was watched ended."""

    schema: Literal["plimsoll.campaign/1"]
    action: Literal["watch"]
    store: Annotated[str, Field(description="where it is kept")]
    campaign: Annotated[int, Field(description="its number there")]
    kind: Annotated[str, Field(description="run, find, demo, campaign, limits, check, grid")]
    state: Annotated[
        Literal["running", "interrupted", "finished"],
        Field(description="interrupted: its process ended before it had an answer"),
    ]
    runs: Annotated[int, Field(description="Runs that have a record")]
    outcomes: Annotated[dict[str, int], Field(description="those Runs, by outcome")]
    result: Annotated[
        dict[str, object] | None,
        Field(description="of a finished one: what its command keeps as its answer"),
    ]


def end(store: Store, number: int) -> WatchedDocument:
    """The end of a campaign."""
    row = store.campaign(number)
    assert row is not None, "it was found in this store"
    outcomes = [run.outcome for run in store.runs(number) if run.outcome is not None]
    return {
        "schema": "plimsoll.campaign/1",
        "action": "watch",
        "store": str(store.path),
        "campaign": number,
        "kind": row.kind,
        "state": row.state if row.state in ("running", "finished") else "interrupted",
        "runs": len(outcomes),
        "outcomes": _counts(outcomes),
        "result": row.result,
    }


@dataclass(frozen=True)
class Look:
    """A campaign with its pulse; None unless it runs."""

    number: int
    pulse: PulseDocument | None


IntervalCache = dict[tuple[int, int], "IntervalDocument"]
"""Intervals by Run and index, since reading a distribution takes half a millisecond."""


def look(store: Store, number: int | None, seen: IntervalCache | None = None) -> Look:
    """The campaign of this number; without a number the running one, else the newest. Raises
    InputError when there is none.

    `seen` caches intervals between calls.
    """
    running = [
        (pulse["began_at_s"], campaign, pulse)
        for pulse in pulses.read(store.path)
        if (campaign := pulse["campaign"]) is not None and number in (None, campaign)
    ]
    if running:
        _, campaign, newest = max(running, key=lambda entry: entry[0])
        return Look(campaign, newest)
    with store.snapshot():
        row = _row(store, number)
        cache = {} if seen is None else seen
        return Look(row.id, pulse_from_store(store, row, cache) if row.state == "running" else None)


def pulse_from_store(
    store: Store,
    row: CampaignRow,
    seen: IntervalCache,
    *,
    wall_ns: Callable[[], int] = time.time_ns,
) -> PulseDocument:
    """The pulse of a running campaign, as far as the store has it."""
    now_ns = wall_ns()
    progress, runs = store.plans.progress(row.id), store.runs(row.id)
    ended = [run for run in runs if run.state == "finished"]
    running = next((run for run in reversed(runs) if run.state == "running"), None)
    recent = store.plans.recent_points(row.id, 0)
    point = next((each for each in recent if each.state == "running"), None)
    began = {run.id: run.began_s for run in runs}
    newest = [] if row.kind == imports.KIND else store.newest_intervals(row.id, state.KEPT)
    intervals = [interval_of(began[run], run, interval, seen) for run, interval in newest]
    return {
        **state.blank(row.kind, pid=0, writer="the store", began_at_s=row.started_at_ns / 1e9),
        "version": row.version or "unknown",
        "written_at_s": now_ns / 1e9,
        "late_s": LATE_S,
        "store": str(store.path.absolute()),
        "campaign": row.id,
        "name": row.name,
        "state": "stopping" if store.plans.has_stop_request(row.id) else "running",
        "doing": message("doing-measuring" if running else "doing-between-runs"),
        "doing_translations": {},
        "left_s": (
            left_s(progress, now_ns=now_ns, virtual=row.virtual) if progress.points else None
        ),
        "point": None if point is None else _point(point, progress),
        "run": None if running is None else _run(running),
        "last_run": _last(store, ended[-1]) if ended else None,
        # Of the newest intervals only: summing a long campaign twice a second would disturb the
        # measurement.
        "totals": state.sum_intervals(intervals, runs=len(ended)),
        "outcomes": _counts([run.outcome for run in ended if run.outcome is not None]),
        "said": [_remark(event) for event in store.events(row.id)[-state.KEPT_WORDS :]],
        "intervals": intervals,
        "workers": [],
    }


def _remark(event: EventRow) -> RemarkDocument:
    """An event of the store, in the language of the reader, who is this process."""
    return {
        "at_s": event.at_ns / 1e9,
        "kind": "event",
        "event": event.id,
        "words": event.text,
        "translations": {},
    }


def _point(point: PlannedPointRow, progress: CampaignProgress) -> PointDocument:
    return {
        "number": point.number,
        "total": progress.points,
        "done": progress.ended,
        "words": point_text.question(point),
    }


def _counts(outcomes: list[str]) -> dict[str, int]:
    return {outcome: outcomes.count(outcome) for outcome in dict.fromkeys(outcomes)}


def _row(store: Store, number: int | None) -> CampaignRow:
    if number is not None:
        return store.known_campaign(number)
    known = store.campaigns()
    if not known:
        raise InputError(*message.refusal("no-campaign", store=store.path))
    return next((row for row in reversed(known) if row.state == "running"), known[-1])


def _run(run: RunRow) -> RunDocument:
    session = run.session
    return state.active_run(
        run.id,
        run.role,
        session.target or "?",
        "virtual" if session.virtual else "real",
        session.engine or "",
        session.workload,
        run.probe,
        run.began_s,
    )


def _last(store: Store, run: RunRow) -> LastRunDocument | None:
    record = store.record(run.id, intervals=False)
    # An imported record lacks some of the figures.
    if record is None or "imported" in record:
        return None
    return state.last_run(record, run.id, run.role, run_verdict.of(record))


def interval_of(
    began_s: float, run: int, row: IntervalRow, seen: IntervalCache, *, with_bins: bool = True
) -> IntervalDocument:
    """An interval of a Run, as in a pulse. Its time of day is approximate: the start of Measure is
    in the record, which is not there yet."""
    if (run, row.number) not in seen:
        at_s = began_s + max(0.0, row.document["start_s"]) + row.document["length_s"]
        blob = row.response_time if with_bins else None
        seen[run, row.number] = interval_document(row.document, blob, run=run, seen_at_s=at_s)
        for oldest in list(seen)[: -2 * state.KEPT]:
            del seen[oldest]
    return seen[run, row.number]
