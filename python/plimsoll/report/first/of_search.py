"""The first screen of a search: badge, headline, main number, further facts, obstacle and next
step.

`evidence/search_end.py` decides how the search ended; `search_text.py` has the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import limiter_text, units
from plimsoll.report.describe import Badge
from plimsoll.report.evidence import records, sample_counts, search_end
from plimsoll.report.first import full, search_obstacle, search_text
from plimsoll.report.first.summary import Summary

if TYPE_CHECKING:
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.search_end import SearchEnd


def summary(evidence: Evidence) -> Summary:
    """The first screen of a search, and whether its answer can be planned with."""
    end, wording = search_end.decide(evidence), search_text.of(evidence)
    found = search_obstacle.of(evidence)
    obstacle, todo = found.words, found.todo
    failed = sample_counts.count_failures([evidence.final_hold])
    if failed.unfinished and end.standing not in ("met", "mixed"):
        obstacle, todo = "The target stopped answering.", search_obstacle.SEE_TARGET_LOG
    badge = Badge(end.standing, wording.badge)
    if failed and badge.standing in ("met", "mixed"):
        badge = Badge("mixed", f"{badge.words}, but operations failed")
    return Summary(
        badge, wording.headlines, wording.number, obstacle=obstacle, todo=todo, usable=end.usable
    ).with_rows(("Operations lost", failed.words), *_rows(evidence, end))


def _rows(evidence: Evidence, end: SearchEnd) -> list[tuple[str, str]]:
    top = search_end.maximum(evidence)
    found = [("Objective", evidence.objective_words)]
    found.append(("Lightest load", search_text.light_load(evidence)))
    if end.code in search_end.PLANNABLE_CODES:
        found.append(("At that load", _at_the_line(evidence)))
    limit = search_end.limit(evidence)
    if limit is not None and evidence.measured_runs:
        name = "Limit of the maximum" if limit.of_maximum else "Limited by"
        found.append((name, limiter_text.words(limit.value)))
    if top is not None:
        part = ""
        if end.code == "confirmed" and end.plan and top and not search_end.lower_bound(evidence):
            part = f"; the rate to plan with is {units.share(end.plan / top)} of it"
        at = f"{full.at_least(evidence)}{units.rate(top)} IOPS"
        found.append((full.maximum_name(evidence), f"{at} (no objective){part}"))
    found.append(("This machine", _machine(evidence)))
    horizon = evidence.load_line.horizon
    if horizon and end.code in ("confirmed", "at_least"):
        clock = " of virtual time" if evidence.on_virtual_clock else ""
        found.append(("Held for", f"{units.seconds(horizon.seconds)}{clock}"))
    return found


def _at_the_line(evidence: Evidence) -> str:
    """The figure of the objective in the hold at the rate to plan with."""
    hold, objectives = _hold_of(evidence), evidence.objectives
    if hold is None or hold.record is None or not objectives or not hold.is_hold:
        return ""
    objective = objectives[0]
    measured = records.latency_text(
        hold.figures(objective.kind, objective.metric), objective.figure
    )
    value, beside = measured, ""
    undisturbed = hold.record["undisturbed_response_time_ns"]
    if undisturbed is not None and (objective.kind, objective.metric) == ("all", "response_time"):
        value = records.latency_text(undisturbed, objective.figure)
        beside = "" if value == measured else f"; as seen from this machine {measured}"
    metric = objective.metric.replace("_", " ")
    offered = (
        ""
        if hold.offered_rate is None
        else f", in the hold at {units.rate(hold.offered_rate)} IOPS"
    )
    name = f"{objective.figure.replace('_', '.')} {metric}"
    return f"{name} {value} of {units.nanos(objective.bound_ns)} allowed{offered}{beside}"


def _hold_of(evidence: Evidence) -> Run | None:
    """The hold behind the rate to plan with: the nearest passed one at or above that rate."""
    plan = evidence.load_line.plan_per_s
    passed = [
        run
        for run in evidence.measured_runs
        if run.is_hold
        and run.verdict == "pass"
        and run.offered_rate
        and plan
        # A carried rate is slightly below the offered one.
        and run.offered_rate >= plan * (1 - _RATE_TOLERANCE)
    ]
    return min(passed, key=lambda run: run.offered_rate or 0.0, default=evidence.final_hold)


_RATE_TOLERANCE = 0.01


def _machine(evidence: Evidence) -> str:
    """The share of time in which this machine stood still, if noticeable."""
    times = [time for probe in evidence.answer.probes if (time := probe.storage_time) is not None]
    seconds = sum(time.seconds for time in times)
    share = sum(time.disturbed_s for time in times) / seconds if seconds else 0.0
    return (
        ""
        if share < _MIN_DISTURBANCE
        else f"disturbed for {units.share(share)} of the time, left out"
    )


_MIN_DISTURBANCE = 0.005
