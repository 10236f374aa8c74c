"""The report of one Run with all its details; of an interrupted one its sealed intervals.

`ReportRequest.run` selects the Run; by default the one that the campaign's answer rests on."""

from __future__ import annotations

from dataclasses import replace

from plimsoll.base import limiter_text, units, workload_text
from plimsoll.base.errors import InputError
from plimsoll.report import conditions
from plimsoll.report.common import charts, host_grid
from plimsoll.report.common.answer import beside_outcome, outcome
from plimsoll.report.describe import Chart, Facts, Figure, Page, RuleX, Table
from plimsoll.report.evidence import counters, records, sample_counts
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.run_figures import RunFigures
from plimsoll.report.evidence.time_line import TimeLine
from plimsoll.report.first import of_run, screen
from plimsoll.report.request import ReportRequest
from plimsoll.report.run import periods as run_periods
from plimsoll.report.run import tables, text, timeline


def fits(evidence: Evidence) -> str | None:
    """Fits any campaign with Runs."""
    return None if evidence.runs else "it has no Runs"


def build(request: ReportRequest) -> Page:
    """The page of the report. Raises InputError when the campaign has no such Run."""
    evidence, store = request.evidence, request.store
    run = _choose_run(evidence, request.run)
    figures = run.measurement
    collected = counters.gather(store, evidence)
    time_line, _ = timeline.read(store, run.row)
    over_time = _over_time(run, time_line)
    spread = None
    if run.record is not None:
        spread = charts.distribution(run, store.histograms(run.row.id), request.curve, evidence)
    beside = None
    if collected is not None and over_time is not None and run.record is not None:
        beside = counters.over_time(collected, run, over_time)
    sections = (
        tables.result_facts(run),
        tables.origin(figures) if figures else None,
        tables.metrics(figures, store.histograms(run.row.id)) if figures else None,
        over_time,
        run_periods.table(time_line),
        beside,
        (
            None
            if spread is None
            else replace(
                spread,
                title=f"Distribution of {records.metric_words(run.metric)} in Run {run.row.id}",
            )
        ),
        host_grid.chart(store, run),
        host_grid.table(run),
        *_parts(figures),
        tables.request_facts(evidence, run),
    )
    return conditions.page(
        [evidence],
        title=f"Run {run.row.id}, {outcome(run.row.role)}",
        answer=_answer(run),
        because=_because(request, run),
        figures=_figures(run),
        sections=(
            *(_of_run(section, run) for section in sections if section is not None),
            *(
                ()
                if collected is None
                else counters.tables(collected, run if run.record is not None else None)
            ),
        ),
        extra={"run": run.row.id},
        first=screen.draw([evidence], of_run.summary(evidence, run)),
    )


def _parts(figures: RunFigures | None) -> tuple[Table | None, ...]:
    """Shares of clients, targets, workers and elements of described storage in the Run."""
    if figures is None:
        return ()
    return (*text.each_of(figures), tables.workers(figures), tables.elements(figures))


def _of_run(section: Chart | Table | Facts, run: Run) -> Chart | Table | Facts:
    """The section with every row linked to this Run."""
    if not isinstance(section, Table) or section.runs:
        return section
    return replace(section, runs=(run.row.id,) * len(section.rows))


def _choose_run(evidence: Evidence, number: int | None) -> Run:
    if number is None:
        return evidence.final_hold or (evidence.measured_runs or evidence.runs)[-1]
    found = next((run for run in evidence.runs if run.row.id == number), None)
    if found is None:
        ids = [run.row.id for run in evidence.runs]
        raise InputError(
            f"campaign {evidence.campaign.id} has no Run {number}",
            f"Its Runs are {min(ids)} to {max(ids)}: name one of them with --run.",
        )
    return found


def _over_time(run: Run, time_line: TimeLine) -> Chart | None:
    """The Run over time, with its marks within Measure."""
    chart = charts.hold_over_time(run)
    if chart is None:
        return None
    rules = tuple(
        RuleX(str(mark["text"]), float(mark["at_s"]), dash="dashed")
        for mark in time_line["marks"]
        if chart.x.low is not None
        and chart.x.high is not None
        and chart.x.low <= mark["at_s"] <= chart.x.high
    )
    first, *others = chart.panels
    panels = (
        replace(first, series=(*rules, *first.series)),
        *(
            replace(panel, series=(*(replace(rule, name="") for rule in rules), *panel.series))
            for panel in others
        ),
    )
    return replace(chart, title=f"Run {run.row.id} over time", panels=panels)


def _answer(run: Run) -> str:
    row, figures = run.row, run.measurement
    if figures is None:
        sealed = [interval for interval in run.intervals() if interval["phase"] == "measure"]
        before = (
            "the intervals it completed are kept:"
            f" {units.seconds(sum(float(interval['length_s']) for interval in sealed))} of Measure"
            if sealed
            else "it had completed no interval"
        )
        return (
            f"Run {row.id} was {row.state}{f' ({row.why})' if row.why else ''} and has no record;"
            f" {before}."
        )
    workload = workload_text.clients(figures.spec) or workload_text.short(figures.spec["workload"])
    ended = ""
    if figures.outcome != "ok":
        because = figures.because or "no reason was recorded"
        ended = f" Outcome: {outcome(figures.outcome)}: {because}."
    notes = "".join(f"; {part}" for part in beside_outcome(run))
    mean, p99 = figures.main.text("mean"), figures.main.text("p99")
    spans = f"mean {records.metric_words(figures.metric)} {mean}, p99 {p99}"
    if mean == p99 == units.DASH and figures.imported is not None:
        spans = f"latency {units.NOT_TOLD}"
    return (
        f"Run {row.id}: {figures.achieved_text} of {workload} at"
        f" {_load(figures)}, {spans}{notes}.{ended}"
    )


def _load(figures: RunFigures) -> str:
    if figures.offered_rate_per_s is not None:
        return f"{units.rate(figures.offered_rate_per_s)} IOPS offered"
    if figures.worker_count is None or figures.queue_depth is None:
        return f"a depth that is {units.NOT_TOLD}"
    return f"{units.count(figures.worker_count)} × queue depth {units.count(figures.queue_depth)}"


def _because(request: ReportRequest, run: Run) -> tuple[str, ...]:
    sentences = []
    if request.run is None and len(request.evidence.runs) > 1:
        sentences.append(
            f"This Run is {_why(request.evidence, run)}; --run N shows another of the "
            f"{len(request.evidence.runs)}."
        )
    if run.row.id in request.evidence.invalid:
        sentences.append(
            "It is no evidence: a setting changed under it, or a later attempt replaced it."
        )
    if run.measurement is not None and run.verdict is not None:
        sentences.append(f"Judgement: {tables.judgement_text(run.measurement)}.")
    return tuple(sentences)


def _why(evidence: Evidence, run: Run) -> str:
    if run.is_hold:
        return "the hold that the answer rests on"
    return (
        "the last one that has a record" if evidence.points else "the one that the answer rests on"
    )


def _of_syncs(figures: RunFigures) -> tuple[Figure, ...]:
    """The latency of the syncs of an imported Run; nothing where it has none."""
    latency = figures.syncs
    if latency is None:
        return ()
    n = sample_counts.beside(figures.counts("flush"))
    return tuple(
        Figure(f"{name} latency of syncs", value, n)
        for name, statistic in (("Mean", "mean"), ("p99", "p99"))
        if (value := latency.text(statistic)) != units.DASH
    )


def _figures(run: Run) -> tuple[Figure, ...]:
    figures = run.measurement
    if figures is None:
        return ()
    # The outcome stands beside every figure of a Run that is not ok.
    ended = "" if figures.outcome == "ok" else f"{outcome(figures.outcome)}, "
    judged = figures.verdict_words
    ended += f"{judged}, " if judged and figures.verdict != "met" else ""
    n = f"{ended}{sample_counts.beside(figures.counts())}"
    offered = "closed loop"
    if figures.offered_rate_per_s is not None:
        offered = f"of {units.rate(figures.offered_rate_per_s)} offered"
        if figures.issued_rate_per_s is not None:
            offered += f", {units.rate(figures.issued_rate_per_s)} issued"
    metric, latency = records.metric_words(figures.metric), figures.main
    return (
        *sample_counts.count_failures([run]).figures("in Measure"),
        Figure("Achieved", f"{units.rate(figures.achieved_rate_per_s)} IOPS", offered),
        Figure(
            "Bytes per second",
            units.spell_dash(units.throughput(figures.bytes_per_s)),
            units.spell_dash(units.seconds(figures.measure_s)),
        ),
        Figure(f"Mean {metric}", figures.text_or_note(latency.text("mean")), n),
        Figure(f"p99 {metric}", figures.text_or_note(latency.text("p99")), n),
        *_of_syncs(figures),
        Figure(
            "Outstanding I/O",
            units.spell_dash(units.rate(figures.outstanding_mean)),
            "on average"
            if figures.outstanding_max is None
            else f"on average, at most {units.count(figures.outstanding_max)}",
        ),
        Figure(
            "Outcome",
            "; ".join(part for part in (outcome(figures.outcome), judged) if part),
            f"limited by: {limiter_text.words(figures.limiter)}",
        ),
    )
