"""The report of one Run over time: rates, response times, waiting and failed operations, events,
and a heat map of latency.

It suits a failover, a rebuild, a cache that fills. An interrupted Run works, too: it has intervals
without a record. Runs are not compared."""

from __future__ import annotations

from collections.abc import Sequence

from plimsoll.base import units
from plimsoll.base.errors import UsageError
from plimsoll.features.timeline import over_time
from plimsoll.judge.timeline.text import when
from plimsoll.report import conditions
from plimsoll.report.common import host_grid, tables
from plimsoll.report.common.answer import outcome
from plimsoll.report.describe import Figure, Page
from plimsoll.report.evidence import counters, records
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.time_columns import Column, columns
from plimsoll.report.evidence.time_line import TimeLine
from plimsoll.report.first import screen
from plimsoll.report.request import ReportRequest
from plimsoll.report.run import episodes as run_episodes
from plimsoll.report.run import first, timeline
from plimsoll.report.run import periods as run_periods

MAX_CANDIDATE_RUNS = 24
"""Most Runs of a campaign that are searched for an outage or errors, longest first."""


def fits(evidence: Evidence) -> str | None:
    """The report needs intervals of Measure."""
    if not evidence.runs:
        return "it has no Runs"
    if any(_has_intervals(run) for run in evidence.runs):
        return None
    return "no interval of any of its Runs was kept"


def build(request: ReportRequest) -> Page:
    """Describes the report of the requested Run, else of the most eventful one."""
    evidence, store = request.evidence, request.store
    run, why = _select_run(request)
    rows = timeline.measure_intervals(store, run.row)
    time_line = timeline.build_timeline(store, run.row, rows, (run.series, run.episodes))
    merged = columns(rows)
    happenings = run_episodes.happenings(time_line)
    collected = counters.gather(store, evidence)
    chart = over_time.chart(run, merged, happenings, time_line, evidence.objective)
    heat = over_time.heat_map(run, merged, happenings, time_line, evidence.objective)
    counter_chart = (
        counters.over_time(collected, run, chart)
        if collected is not None and chart is not None
        else None
    )
    return conditions.page(
        [evidence],
        title=f"Run {run.row.id} over time",
        answer=_answer(run, time_line),
        because=(
            *_because(time_line),
            *((why,) if why else ()),
            *(f"{note[0].upper()}{note[1:]}." for note in time_line["notes"]),
        ),
        figures=_figures(run, time_line, merged),
        sections=(
            chart,
            run_periods.table(time_line),
            heat,
            host_grid.chart(store, run),
            host_grid.table(run),
            run_episodes.table(happenings, records.metric_words(run.metric)),
            counter_chart,
            tables.every_run(evidence),
        ),
        extra={"time_line": time_line},
        first=screen.draw([evidence], first.summary(run, time_line)),
    )


def _has_intervals(run: Run) -> bool:
    return any(interval["phase"] == "measure" for interval in run.intervals())


def _select_run(request: ReportRequest) -> tuple[Run, str]:
    """The Run, and the reason for the choice."""
    evidence = request.evidence
    runs = {run.row.id: run for run in evidence.runs}
    if request.run is not None:
        if request.run not in runs:
            known = ", ".join(map(str, list(runs)[:20])) + (", …" if len(runs) > 20 else "")
            raise UsageError(
                f"campaign {evidence.campaign.id} has no Run {request.run}", f"It has: {known}."
            )
        if not _has_intervals(runs[request.run]):
            raise UsageError(
                f"Run {request.run} has no interval of Measure", "Name another with --run."
            )
        return runs[request.run], ""
    if len(runs) == 1:
        return next(iter(runs.values())), ""
    of = f"Run {{}} of {len(runs)}: {{}}; --run names another."
    marked = [
        run
        for run in evidence.runs
        if _has_intervals(run)
        and any(event.kind != "collector" for event in request.store.events_of_run(run.row.id))
    ]
    if marked:
        return marked[-1], of.format(marked[-1].row.id, "the last one that somebody marked")
    hold = evidence.final_hold
    by_length = sorted(evidence.runs, key=lambda run: run.measure_s, reverse=True)
    longest = by_length[:MAX_CANDIDATE_RUNS]
    for run in [*([hold] if hold else []), *longest]:
        if run.row.outcome != "cannot_carry" and _broke(run):
            return run, of.format(run.row.id, "operations failed or none succeeded for a while")
    if hold is not None:
        return hold, of.format(
            hold.row.id, "the final hold" if hold.is_hold else "the longest that passed"
        )
    run = next((run for run in longest if _has_intervals(run)), None) or next(
        run for run in evidence.runs if _has_intervals(run)
    )
    return run, of.format(run.row.id, "the longest")


def _broke(run: Run) -> bool:
    """Whether operations failed, or none succeeded where many are usual."""
    return any(episode.kind in ("outage", "errors") for episode in run.episodes)


def _answer(run: Run, time_line: TimeLine) -> str:
    ended = (
        ""
        if time_line["outcome"] == "ok"
        else f" ({outcome(str(time_line['outcome'] or time_line['state']))})"
    )
    long = f"Run {run.row.id}{ended}, {units.seconds(time_line['until_s'])} of Measure"
    if not time_line["intervals"]:
        return f"{long}: no interval was kept, so there is nothing to tell."
    worst = run_episodes.worst(time_line)
    if worst is None and time_line["intervals"] < timeline.MIN_INTERVALS:
        return (
            f"{long}: too few intervals ({time_line['intervals']}) to tell whether anything"
            " happened."
        )
    if worst is None:
        return (
            f"{long}: nothing stands out from the noise: no outage, dip, change of level, pattern"
            " or drift."
        )
    at = (
        "over the whole Run" if worst["kind"] in run_episodes.WHOLE else f"at {when(worst['at_s'])}"
    )
    more = len(time_line["episodes"]) - 1
    others = f" {more} more episode{'s' * (more > 1)} below." if more else ""
    return f"{long}: {worst['kind']} {at}: {worst['words']}.{others}"


def _because(time_line: TimeLine) -> tuple[str, ...]:
    """Episodes of the whole Run, which the charts cannot show."""
    worst = run_episodes.worst(time_line)
    return tuple(
        f"{episode['words'][0].upper()}{episode['words'][1:]}."
        for episode in time_line["episodes"]
        if episode["kind"] in run_episodes.WHOLE and episode is not worst
    )


def _figures(run: Run, time_line: TimeLine, merged: Sequence[Column]) -> tuple[Figure, ...]:
    found = []
    outages = [episode for episode in time_line["episodes"] if episode["outage_s"]]
    if outages:
        gone = sum(episode["outage_s"] for episode in outages)
        found.append(
            Figure(
                "Outage",
                units.seconds(gone),
                f"{len(outages)} in {units.seconds(time_line['until_s'])}",
            )
        )
        waited = max(episode["waited"] for episode in outages)
        if waited:
            found.append(
                Figure(
                    "Largest backlog", units.count(waited), "operations at the end of an interval"
                )
            )
    back = [
        each["recovered_s"] for each in time_line["episodes"] if each["recovered_s"] is not None
    ]
    if back:
        found.append(
            Figure("Time to recover", units.seconds(max(back)), "the longest, from its beginning")
        )
    if merged:
        n, errors = (sum(each.completed for each in merged), sum(each.errors for each in merged))
        offered = (
            f"; {units.rate(run.offered_rate)} offered" if run.offered_rate is not None else ""
        )
        gaps = any(episode["unrecorded_s"] for episode in time_line["episodes"])
        known = "what was recorded" if gaps else "all"
        found.append(
            Figure(
                "Rate",
                f"{units.rate(time_line['rate_per_s'])} IOPS",
                f"mean of {known}, n = {units.count(n)}{offered}",
            )
        )
        # Without a failure in n operations, up to one in n / 3 may fail (95 %).
        found.append(
            Figure("Errors", units.count(errors), f"of {units.count(n + errors)} operations")
        )
    return tuple(found)
