"""The report of one Run over time: rates, response times, waiting and failed operations, events,
and a heat map of latency.

It suits a failover, a rebuild, a cache that fills. An interrupted Run works, too: it has intervals
without a record. Runs are not compared."""

from collections.abc import Sequence

from plimsoll.base import language, units
from plimsoll.base.errors import UsageError
from plimsoll.features.timeline import over_time
from plimsoll.features.timeline.messages import message
from plimsoll.judge.timeline.document import TimeLine
from plimsoll.judge.timeline.text import when
from plimsoll.report import conditions
from plimsoll.report.common import host_grid, tables
from plimsoll.report.common.answer import outcome
from plimsoll.report.describe import Figure, Page
from plimsoll.report.evidence import counters, records
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.time_columns import Column, columns
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
        return message("no-runs")
    if any(_has_intervals(run) for run in evidence.runs):
        return None
    return message("no-interval-kept")


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
        title=message("page-title", run=run.row.id),
        answer=_answer(run, time_line),
        because=(
            *_because(time_line),
            *((why,) if why else ()),
            *map(_sentence, time_line.notes),
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
        extra={"time_line": time_line.model_dump(by_alias=True)},
        first=screen.draw([evidence.of_run(run)], first.summary(run, time_line)),
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
                *message.refusal(
                    "no-such-run-in", campaign=evidence.campaign.id, run=request.run, known=known
                )
            )
        if not _has_intervals(runs[request.run]):
            raise UsageError(*message.refusal("no-interval-of", "name-another", run=request.run))
        return runs[request.run], ""
    if len(runs) == 1:
        return next(iter(runs.values())), ""
    marked = [
        run
        for run in evidence.runs
        if _has_intervals(run)
        and any(event.kind != "collector" for event in request.store.events_of_run(run.row.id))
    ]
    if marked:
        return marked[-1], message("chosen-marked", run=marked[-1].row.id, runs=len(runs))
    hold = evidence.final_hold
    by_length = sorted(evidence.runs, key=lambda run: run.measure_s, reverse=True)
    longest = by_length[:MAX_CANDIDATE_RUNS]
    for run in [*([hold] if hold else []), *longest]:
        if run.row.outcome != "cannot_carry" and _broke(run):
            return run, message("chosen-broke", run=run.row.id, runs=len(runs))
    if hold is not None:
        code = "chosen-hold" if hold.is_hold else "chosen-passed"
        return hold, message(code, run=hold.row.id, runs=len(runs))
    run = next((run for run in longest if _has_intervals(run)), None) or next(
        run for run in evidence.runs if _has_intervals(run)
    )
    return run, message("chosen-longest", run=run.row.id, runs=len(runs))


def _broke(run: Run) -> bool:
    """Whether operations failed, or none succeeded where many are usual."""
    return any(episode.kind in ("outage", "errors") for episode in run.episodes)


def _answer(run: Run, time_line: TimeLine) -> str:
    measured = {"run": run.row.id, "length": units.seconds(time_line.until_s)}
    if time_line.outcome == "ok":
        subject = message("run-measured", **measured)
    else:
        ended = outcome(str(time_line.outcome or time_line.state))
        subject = message("run-measured-ended", outcome=ended, **measured)
    if not time_line.intervals:
        return message("answer-no-interval", run=subject)
    worst = run_episodes.worst(time_line)
    if worst is None and time_line.intervals < timeline.MIN_INTERVALS:
        return message("answer-few-intervals", run=subject, intervals=time_line.intervals)
    if worst is None:
        return message("answer-quiet", run=subject)
    told = {
        "run": subject,
        "kind": run_episodes.kind_word(worst.kind),
        "episode": worst.words,
    }
    if worst.kind in run_episodes.WHOLE:
        answer = message("answer-whole", **told)
    else:
        answer = message("answer-at", at=when(worst.at_s), **told)
    more = len(time_line.episodes) - 1
    return language.sentences([answer, message("more-episodes", count=more)] if more else [answer])


def _because(time_line: TimeLine) -> tuple[str, ...]:
    """Episodes of the whole Run, which the charts cannot show."""
    worst = run_episodes.worst(time_line)
    return tuple(
        _sentence(episode.words)
        for episode in time_line.episodes
        if episode.kind in run_episodes.WHOLE and episode is not worst
    )


def _sentence(words: str) -> str:
    return message("sentence", text=language.capital(words))


def _figures(run: Run, time_line: TimeLine, merged: Sequence[Column]) -> tuple[Figure, ...]:
    found = []
    outages = [episode for episode in time_line.episodes if episode.outage_s]
    if outages:
        gone = units.seconds(sum(episode.outage_s for episode in outages))
        length = units.seconds(time_line.until_s)
        basis = message("outage-note", count=len(outages), length=length)
        found.append(Figure(message("outage"), gone, basis))
        if waited := max(episode.waited for episode in outages):
            backlog = units.count(waited)
            found.append(Figure(message("backlog"), backlog, message("backlog-note")))
    back = [each.recovered_s for each in time_line.episodes if each.recovered_s is not None]
    if back:
        longest = units.seconds(max(back))
        found.append(Figure(message("recovery"), longest, message("recovery-note")))
    if merged:
        n, errors = (sum(each.completed for each in merged), sum(each.errors for each in merged))
        gaps = any(episode.unrecorded_s for episode in time_line.episodes)
        code, figures = f"rate-{'recorded' if gaps else 'all'}", {"n": units.count(n)}
        if run.offered_rate is not None:
            code, figures = f"{code}-offered", {**figures, "offered": units.rate(run.offered_rate)}
        rate = f"{units.rate(time_line.rate_per_s)} IOPS"
        found.append(Figure(message("rate"), rate, message(f"mean-{code}", **figures)))
        # Without a failure in n operations, up to one in n / 3 may fail (95 %).
        basis = message("errors-note", operations=units.count(n + errors))
        found.append(Figure(message("errors"), units.count(errors), basis))
    return tuple(found)
