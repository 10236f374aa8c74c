"""Reads the results of a factor study from a store: the response of each Point, or the reason for
its absence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.features.factors.rules import analysis, study
from plimsoll.features.factors.rules.analysis import RunResponse
from plimsoll.features.factors.rules.bounds import Bound
from plimsoll.features.factors.rules.document import Answer
from plimsoll.features.factors.rules.missing import Missing
from plimsoll.features.factors.rules.study import Study
from plimsoll.search import document, point_reasons
from plimsoll.search.document import LineDocument
from plimsoll.store import PlannedPointRow, PlannedRunRow, RunRow, Store
from plimsoll.store.plans import is_answer

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord


def answer(store: Store, campaign_id: int) -> Answer:
    """The answer of a study. Raises TooFewRunsError."""
    design = study.read(store.known_campaign(campaign_id).spec)
    assert design is not None, "a campaign of strategy factors keeps its study"
    found = responses(store, campaign_id, design)
    runs = len(design.runs)
    return analysis.analyse(design, found[:runs], found[runs:])


def responses(store: Store, campaign_id: int, design: Study) -> list[RunResponse]:
    """The results by Point in run order: the design, then the confirming Runs."""
    return of_points(
        design,
        store.plans.points(campaign_id),
        store.plans.of_campaign(campaign_id),
        store.runs(campaign_id),
        lambda run: store.record(run, intervals=False),
    )


def of_points(
    design: Study,
    points: Sequence[PlannedPointRow],
    belonging: Sequence[PlannedRunRow],
    runs: Sequence[RunRow],
    record: Callable[[int], RunRecord | None],
) -> list[RunResponse]:
    """The results from rows that are already read; `record` returns a Run's record."""
    by_point: dict[int, list[int]] = {}
    attempts = {point.id: point.attempt for point in points}
    for row in belonging:
        if row.valid and row.attempt == attempts.get(row.planned_point_id):
            by_point.setdefault(row.planned_point_id, []).append(row.run_id)
    rows = {run.id: run for run in runs}
    found = []
    for point in sorted(points, key=lambda row: row.number):
        mine = [rows[run] for run in by_point.get(point.id, ()) if run in rows]
        answered = [
            run for run in mine if run.state == "finished" and is_answer(point.strategy, run.role)
        ]
        found.append(_run_response(design, point, answered, record))
    return found


def _run_response(
    design: Study,
    point: PlannedPointRow,
    runs: Sequence[RunRow],
    record: Callable[[int], RunRecord | None],
) -> RunResponse:
    if point.state in ("planned", "running"):
        return RunResponse(None, Missing("not_asked_yet"), waiting=True)
    return replace(_point_response(design, point, runs, record), seconds=seconds(point, design))


def seconds(point: PlannedPointRow, design: Study) -> float:
    """Time of a Point; on the virtual clock the planned one, since nothing waits there."""
    if design.virtual:
        return point.expected_s or 0.0
    if point.started_at_ns is None or point.finished_at_ns is None:
        return 0.0
    return (point.finished_at_ns - point.started_at_ns) / 1e9


def _point_response(
    design: Study,
    point: PlannedPointRow,
    runs: Sequence[RunRow],
    record: Callable[[int], RunRecord | None],
) -> RunResponse:
    if point.state != "finished" or not point.stands:
        # A line with one known end is no answer, but a bound.
        left = document.of_point(point.result) if design.response == "load_line" else None
        end = _line(left.load_line)[0] if isinstance(left, document.FindDocument) else None
        bound = end if isinstance(end, Bound) and point.state == "finished" else None
        return RunResponse(
            None,
            Missing("point_has_no_answer", point_reasons.words(point.reason) or point.state),
            bound=bound,
        )
    run = runs[-1].id if runs else None
    value, why = _response(design.response, point, runs, record)
    if isinstance(value, Bound):
        return RunResponse(None, why, run=run, bound=value)
    return RunResponse(value, why, run=run)


def _response(
    name: str,
    point: PlannedPointRow,
    runs: Sequence[RunRow],
    record: Callable[[int], RunRecord | None],
) -> tuple[float | Bound | None, Missing]:
    left = document.of_point(point.result) if name in ("maximum", "load_line") else None
    if name == "maximum":
        if not isinstance(left, document.MaximumResult):
            return None, Missing("no_maximum")
        if left.lower_bound:
            return Bound(left.rate_per_s, "at_least"), Missing("generator_full")
        return left.rate_per_s, Missing("no_maximum")
    if name == "load_line":
        if not isinstance(left, document.FindDocument):
            return None, Missing("no_load_line")
        return _line(left.load_line)
    if not runs:
        return None, Missing("no_run")
    if name == "iops":
        return runs[-1].achieved_rate_per_s or None, Missing("nothing_completed")
    run_record = record(runs[-1].id)
    if run_record is None:
        return None, Missing("no_record")
    if name == "cpu_per_io":
        cpu = run_record.get("generator_cpu_ns_per_io")
        value = None if cpu is None else cpu["user"] + cpu["system"]
        return value, Missing("no_processor_time")
    times = run_record["all"]["response_time_ns"]
    span, why = dict(times).get(name), Missing("too_few_operations", name)
    if not isinstance(span, int | float):
        return None, why
    if run_record["outcome"] == "cannot_carry":
        return Bound(span, "at_least"), Missing("backlog_grows")
    if name in times.get("at_least", ()):
        return Bound(span, "at_least"), Missing("never_finished")
    return span, why


def _line(line: LineDocument) -> tuple[float | Bound | None, Missing]:
    """The rate of a line, or the bound of its known end."""
    low, high, bounded = line.low, line.high, line.grade == "bounded"
    if bounded and low is not None and high is None:
        return Bound(low, "at_least"), Missing("carries_every_rate")
    if bounded and high is not None and low is None:
        return Bound(high, "at_most"), Missing("carries_no_rate")
    return line.rate_per_s or low, Missing("no_load_line")
