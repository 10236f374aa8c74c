"""The report of one Run with all its details; of an interrupted one its sealed intervals.

`ReportRequest.run` selects the Run; by default the one that the campaign's answer rests on."""

from dataclasses import replace

from plimsoll.base import language, limiter_text, units, workload_text
from plimsoll.base.errors import InputError
from plimsoll.judge.timeline.document import TimeLine
from plimsoll.report import conditions
from plimsoll.report.common import charts, host_grid
from plimsoll.report.common.answer import beside_outcome, outcome
from plimsoll.report.describe import Chart, Facts, Figure, Page, RuleX, Table
from plimsoll.report.evidence import counters, records, sample_counts
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.properties import role_words
from plimsoll.report.evidence.run_figures import RunFigures
from plimsoll.report.first import of_run, screen
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest
from plimsoll.report.run import periods as run_periods
from plimsoll.report.run import tables, text, timeline


def fits(evidence: Evidence) -> str | None:
    """Fits any campaign with Runs."""
    return None if evidence.runs else message("has-no-runs")


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
        tables.own_findings(figures, store.histograms(run.row.id)) if figures else None,
        tables.metrics(figures, store.histograms(run.row.id)) if figures else None,
        over_time,
        run_periods.table(time_line),
        beside,
        (
            None
            if spread is None
            else replace(
                spread,
                title=message(
                    "distribution-of", latency=records.metric_words(run.metric), run=run.row.id
                ),
            )
        ),
        host_grid.chart(store, run),
        host_grid.table(run),
        *_parts(figures),
        tables.request_facts(evidence, run),
    )
    return conditions.page(
        [evidence],
        title=message("run-title", run=run.row.id, role=role_words(run.row.role)),
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
        first=screen.draw([evidence.of_run(run)], of_run.summary(evidence, run)),
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
            *message.refusal(
                "no-such-run",
                campaign=evidence.campaign.id,
                run=number,
                low=min(ids),
                high=max(ids),
            )
        )
    return found


def _over_time(run: Run, time_line: TimeLine) -> Chart | None:
    """The Run over time, with its marks within Measure."""
    chart = charts.hold_over_time(run)
    if chart is None:
        return None
    rules = tuple(
        RuleX(str(mark.text), float(mark.at_s), dash="dashed")
        for mark in time_line.marks
        if chart.x.low is not None
        and chart.x.high is not None
        and chart.x.low <= mark.at_s <= chart.x.high
    )
    first, *others = chart.panels
    panels = (
        replace(first, series=(*rules, *first.series)),
        *(
            replace(panel, series=(*(replace(rule, name="") for rule in rules), *panel.series))
            for panel in others
        ),
    )
    return replace(chart, title=message("run-over-time", run=run.row.id), panels=panels)


def _answer(run: Run) -> str:
    row, figures = run.row, run.measurement
    if figures is None:
        sealed = [interval for interval in run.intervals() if interval["phase"] == "measure"]
        state = outcome(row.state)
        if row.why:
            state = message("run-state-why", state=state, why=row.why)
        if not sealed:
            return message("run-without-record", run=row.id, state=state)
        kept = units.seconds(sum(float(interval["length_s"]) for interval in sealed))
        return message("run-without-record-kept", run=row.id, state=state, time=kept)
    workload = workload_text.clients(figures.spec) or workload_text.short(figures.spec["workload"])
    mean, p99 = figures.main.text("mean"), figures.main.text("p99")
    metric = records.metric_words(figures.metric)
    spans = message("mean-latency-and-p99", latency=metric, mean=mean, p99=p99)
    if mean == p99 == units.DASH and figures.imported is not None:
        spans = message("latency-not-told")
    answer = message(
        "run-answer",
        run=row.id,
        rate=figures.achieved_text,
        workload=workload,
        load=_load(figures),
        latency=spans,
    )
    answer = message("facts", facts=language.clauses([answer, *beside_outcome(run)]))
    if figures.outcome == "ok":
        return answer
    because = figures.because or message("no-reason-recorded")
    ended = message("run-outcome-because", outcome=outcome(figures.outcome), because=because)
    return f"{answer} {ended}"


def _load(figures: RunFigures) -> str:
    if figures.offered_rate_per_s is not None:
        return message("iops-offered", rate=units.rate(figures.offered_rate_per_s))
    if figures.worker_count is None or figures.queue_depth is None:
        return message("depth-not-told")
    workers, depth = units.count(figures.worker_count), units.count(figures.queue_depth)
    return message("workers-and-depth", workers=workers, depth=depth)


def _because(request: ReportRequest, run: Run) -> tuple[str, ...]:
    sentences = []
    if request.run is None and len(request.evidence.runs) > 1:
        n = len(request.evidence.runs)
        if run.is_hold:
            sentences.append(message("this-run-is-hold", n=n))
        elif request.evidence.points:
            sentences.append(message("this-run-is-last", n=n))
        else:
            sentences.append(message("this-run-is-answer", n=n))
    if run.row.id in request.evidence.invalid:
        sentences.append(message("run-is-no-evidence"))
    if run.measurement is not None and run.verdict is not None:
        sentences.append(message("judgement", judgement=tables.judgement_text(run.measurement)))
    return tuple(sentences)


def _of_syncs(figures: RunFigures) -> tuple[Figure, ...]:
    """The durable commits of a Run and the latency of its syncs; nothing where it has none."""
    latency, commits = figures.syncs, figures.commits_per_s
    told = "" if commits is None else message("commits", commits=units.rate(commits))
    counted = sample_counts.beside(figures.counts(figures.commit_kind))
    rate = (Figure(message("durable-commits"), told, counted),) if told else ()
    if latency is None:
        return rate
    n = sample_counts.beside(figures.counts("flush"))
    return rate + tuple(
        Figure(message(f"sync-{statistic}"), value, n)
        for statistic in ("mean", "p99")
        if (value := latency.text(statistic)) != units.DASH
    )


def _rate_basis(figures: RunFigures) -> str:
    """What was offered, as the basis of the achieved rate."""
    offered, issued = figures.offered_rate_per_s, figures.issued_rate_per_s
    if offered is None:
        return message("closed-loop")
    issued_text = "none" if issued is None else units.rate(issued)
    return message("of-offered", rate=units.rate(offered), issued=issued_text)


def _figures(run: Run) -> tuple[Figure, ...]:
    figures = run.measurement
    if figures is None:
        return ()
    # The outcome stands beside every figure of a Run that is not ok.
    judged = figures.verdict_words
    basis = [] if figures.outcome == "ok" else [outcome(figures.outcome)]
    basis += [judged] if judged and figures.verdict != "met" else []
    n = language.listing([*basis, sample_counts.beside(figures.counts())])
    most = figures.outstanding_max
    metric, latency = records.metric_words(figures.metric), figures.main
    return (
        *sample_counts.count_failures([run]).figures(message("in-measure")),
        Figure(
            message("achieved"),
            records.iops(figures.achieved_rate_per_s),
            _rate_basis(figures),
        ),
        Figure(
            message("bytes-per-second"),
            units.spell_dash(units.throughput(figures.bytes_per_s)),
            units.spell_dash(units.seconds(figures.measure_s)),
        ),
        Figure(
            message("mean-of-latency", latency=metric),
            figures.text_or_note(latency.text("mean")),
            n,
        ),
        Figure(
            message("p99-of-latency", latency=metric), figures.text_or_note(latency.text("p99")), n
        ),
        *_of_syncs(figures),
        Figure(
            message("outstanding"),
            units.spell_dash(units.rate(figures.outstanding_mean)),
            message("on-average")
            if most is None
            else message("on-average-at-most", most=units.count(most)),
        ),
        Figure(
            message("outcome"),
            language.clauses(part for part in (outcome(figures.outcome), judged) if part),
            message("limited-by-basis", limiter=limiter_text.words(figures.limiter)),
        ),
    )
