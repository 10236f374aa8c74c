"""The first screen of a search: badge, headline, main number, further facts, obstacle and next
step.

`evidence/search_end.py` decides how the search ended; `search_text.py` has the words."""

from dataclasses import replace

from plimsoll.base import limiter_text, units
from plimsoll.judge import cause_text
from plimsoll.report.describe import Badge
from plimsoll.report.evidence import records, sample_counts, search_end
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.search_end import SearchEnd
from plimsoll.report.first import full, search_obstacle, search_text
from plimsoll.report.first.summary import Summary
from plimsoll.report.messages import message


def summary(evidence: Evidence) -> Summary:
    """The first screen of a search, and whether its answer can be planned with."""
    end, wording = search_end.decide(evidence), search_text.of(evidence)
    found = search_obstacle.of(evidence)
    obstacle, todo = found.words, found.todo
    failed = sample_counts.count_failures([evidence.final_hold])
    if end.standing not in ("met", "mixed") and _stopped_answering(evidence.final_hold):
        obstacle, todo = message("target-stopped-answering"), message("todo-stopped_answering")
    badge = Badge(end.standing, wording.badge)
    if failed and badge.standing in ("met", "mixed"):
        badge = Badge("mixed", message("but-operations-failed", badge=badge.words))
    shown = Summary(
        badge, wording.headlines, wording.number, obstacle=obstacle, todo=todo, usable=end.usable
    )
    # A headline that says why there is no line leaves no more to say of the obstacle.
    told = found.is_reason and obstacle == found.words
    if told and shown.headline_number < wording.reason_in:
        shown = replace(shown, obstacle="")
    stated = shown.headline_number < wording.objective_in
    return shown.with_rows(
        (message("operations-lost"), failed.words),
        (message("objective"), "" if stated else evidence.objective_words),
        *_rows(evidence, end),
    )


def _stopped_answering(run: Run | None) -> bool:
    return run is not None and run.record is not None and cause_text.stopped_answering(run.record)


def _rows(evidence: Evidence, end: SearchEnd) -> list[tuple[str, str]]:
    top = search_end.maximum(evidence)
    found = []
    found.append((message("lightest-load-name"), search_text.light_load(evidence, row=True)))
    if end.code in search_end.PLANNABLE_CODES:
        if commits := search_text.commits_at(evidence, end.plan):
            told = message("commits-at-plan", commits=commits, rate=units.rate(end.plan))
            found.append((message("durable-commits"), told))
        found.append((message("at-that-load"), _at_the_line(evidence)))
    limit = search_end.limit(evidence)
    if limit is not None and evidence.measured_runs:
        name = message("limit-of-maximum") if limit.of_maximum else message("limited-by-name")
        found.append((name, limiter_text.words(limit.value)))
    if top is not None:
        bound = "least" if search_end.lower_bound(evidence) else "exact"
        reached = message("maximum-reached", rate=units.rate(top), bound=bound)
        if end.code == "confirmed" and end.plan and top and bound == "exact":
            share = units.share(end.plan / top)
            reached = message("maximum-and-plan", rate=units.rate(top), share=share)
        found.append((full.maximum_name(evidence), reached))
    if end.code != "machine_disturbed":
        found.append((message("this-machine"), _machine(evidence)))
    if end.code in ("confirmed", "at_least"):
        found.append((message("held-for"), held_for(evidence)))
    return found


def held_for(evidence: Evidence) -> str:
    """The time for which the ends of the line were held, and out of whose savings if the load would
    not last; empty without holds."""
    horizon, hold = evidence.load_line.horizon, _hold_of(evidence)
    if not horizon:
        return ""
    held = units.seconds(horizon.seconds)
    if evidence.on_virtual_clock:
        held = message("virtual-time", time=held)
    saved = hold and hold.measurement and hold.measurement.on_savings
    if not saved:
        return held
    element, times = saved
    return message("held-on-savings", held=held, element=element, times=units.significant(times, 2))


def _at_the_line(evidence: Evidence) -> str:
    """The figure of the objective in the hold at the rate to plan with. The rate of the hold stands
    beside it where it is another one."""
    hold, objectives, plan = _hold_of(evidence), evidence.objectives, evidence.load_line.plan_per_s
    if hold is None or hold.record is None or not objectives or not hold.is_hold:
        return ""
    objective = objectives[0]
    measured = records.latency_text(
        hold.figures(objective.kind, objective.metric), objective.figure
    )
    value = measured
    undisturbed = hold.record["undisturbed_response_time_ns"]
    if undisturbed is not None and (objective.kind, objective.metric) == ("all", "response_time"):
        value = records.latency_text(undisturbed, objective.figure)
    name = records.latency_name(objective.figure, objective.metric, objective.kind)
    figure, held_at = message("latency", name=name, value=value), units.rate(hold.offered_rate)
    if hold.offered_rate is not None and held_at != units.rate(plan):
        figure = message("latency-in-hold", name=name, value=value, rate=held_at)
    if value == measured:
        return figure
    return message("figure-as-seen", figure=figure, measured=measured)


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
        and run.offered_rate >= plan * (1 - search_text.SAME_RATE)
    ]
    return min(passed, key=lambda run: run.offered_rate or 0.0, default=evidence.final_hold)


def _machine(evidence: Evidence) -> str:
    """The share of time in which this machine stood still, if noticeable."""
    times = [time for probe in evidence.answer.probes if (time := probe.storage_time) is not None]
    seconds = sum(time.seconds for time in times)
    share = sum(time.disturbed_s for time in times) / seconds if seconds else 0.0
    if share < _MIN_DISTURBANCE:
        return ""
    return message("disturbed-share", share=units.share(share))


_MIN_DISTURBANCE = 0.005
