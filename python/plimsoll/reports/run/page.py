"""The report of one Run: everything that is known about it. An interrupted one: what it had sealed.

Which Run is `Asked.run`; without it the one that the answer of the campaign rests on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll import units, workload_text
from plimsoll.errors import InputError
from plimsoll.judge import run_text, run_verdict
from plimsoll.reports import conditions
from plimsoll.reports.common import charts, host_grid
from plimsoll.reports.common.answer import LIMITERS, beside_outcome, bounded, outcome
from plimsoll.reports.describe import Chart, Figure, Page, RuleX
from plimsoll.reports.evidence import counters, records, sample_counts
from plimsoll.reports.first import of_run, screen
from plimsoll.reports.run import each, tables, timeline
from plimsoll.reports.run import periods as run_periods

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.evidence.time_line import TimeLine
    from plimsoll.reports.request import Asked


def fits(evidence: Evidence) -> str | None:
    """Any Run will do."""
    return None if evidence.runs else "it has no Runs"


def build(asked: Asked) -> Page:
    """Describes the report. Raises InputError when the campaign has no such Run."""
    evidence, store = asked.evidence, asked.store
    run = _chosen(evidence, asked.run)
    collected = counters.gather(store, evidence)
    told, _ = timeline.read(store, run.row)
    over_time = _over_time(run, told)
    spread = None
    if run.record is not None:
        spread = charts.distribution(run, store.histograms(run.row.id), asked.curve, evidence)
    beside = None
    if collected is not None and over_time is not None and run.record is not None:
        beside = counters.over_time(collected, run, over_time)
    sections = (
        tables.came(run),
        tables.origin(run),
        tables.metrics(run, store.histograms(run.row.id)),
        over_time,
        run_periods.table(told),
        beside,
        (
            None
            if spread is None
            else replace(
                spread,
                title=f"Distribution of {records.said(run.metric)} in Run {run.row.id}",
            )
        ),
        host_grid.chart(store, run),
        host_grid.table(run),
        *each.tables(run),
        tables.workers(run),
        tables.elements(run),
        tables.asked(evidence, run),
    )
    return Page(
        title=f"Run {run.row.id}, {outcome(run.row.role)}",
        answer=_answer(run),
        because=_because(asked, run),
        figures=_figures(run),
        sections=(
            *(section for section in sections if section is not None),
            *(
                ()
                if collected is None
                else counters.tables(collected, run if run.record is not None else None)
            ),
            *conditions.conditions(evidence),
        ),
        footer=conditions.made(evidence),
        data=conditions.data(evidence) | {"run": run.row.id},
        first=screen.draw([evidence], of_run.summary(evidence, run)),
    )


def _chosen(evidence: Evidence, number: int | None) -> Run:
    if number is None:
        return evidence.final_hold or (evidence.measured or evidence.runs)[-1]
    found = next((run for run in evidence.runs if run.row.id == number), None)
    if found is None:
        ids = [run.row.id for run in evidence.runs]
        raise InputError(
            f"campaign {evidence.campaign.id} has no Run {number}",
            f"Its Runs are {min(ids)} to {max(ids)}: name one of them with --run.",
        )
    return found


def _over_time(run: Run, told: TimeLine) -> Chart | None:
    """The Run over time, with its marks where they lie inside Measure."""
    chart = charts.hold_over_time(run)
    if chart is None:
        return None
    rules = tuple(
        RuleX(str(mark["text"]), float(mark["at_s"]), dash="dashed")
        for mark in told["marks"]
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
    row, record = run.row, run.record
    if record is None:
        sealed = [one for one in run.intervals() if one["phase"] == "measure"]
        kept = (
            "the intervals it completed are kept:"
            f" {units.seconds(sum(float(one['length_s']) for one in sealed))} of Measure"
            if sealed
            else "it had completed no interval"
        )
        return (
            f"Run {row.id} was {row.state}{f' ({row.why})' if row.why else ''} and has no record;"
            f" {kept}."
        )
    asked = workload_text.clients(record["spec"]) or workload_text.short(record["spec"]["workload"])
    load = record["spec"]["load"]
    at = (
        f"{units.rate(run.offered)} IOPS offered"
        if run.offered is not None
        else (
            f"{units.count(load.get('workers'))} × queue depth"
            f" {units.count(load.get('queue_depth'))}"
        )
    )
    if run.offered is None and None in (load.get("workers"), load.get("queue_depth")):
        at = f"a depth that is {units.NOT_TOLD}"
    p99 = bounded(run.figures("all", run.metric), "p99")
    mean = bounded(run.figures("all", run.metric), "mean")
    ended = (
        ""
        if row.outcome == "ok"
        else (
            f" Outcome: {outcome(str(row.outcome))}:"
            f" {record.get('because') or 'no reason was recorded'}."
        )
    )
    said = "".join(f"; {part}" for part in beside_outcome(run))
    spans = f"mean {records.said(run.metric)} {mean}, p99 {p99}"
    if mean == p99 == units.DASH and records.imported(record) is not None:
        spans = f"latency {units.NOT_TOLD}"
    return (
        f"Run {row.id}: {units.rate(record['achieved_rate_per_s'])} IOPS of {asked} at {at}, "
        f"{spans}{said}.{ended}"
    )


def _figure(run: Run, name: str) -> str:
    """A figure of the latency; of an imported Run one that its file does not have is not told."""
    value = bounded(run.figures("all", run.metric), name)
    return units.told(value) if records.imported(run.told) is not None else value


def _because(asked: Asked, run: Run) -> tuple[str, ...]:
    record = run.record
    said = []
    if asked.run is None and len(asked.evidence.runs) > 1:
        said.append(
            f"This Run is {_why(asked.evidence, run)}; --run N shows another of the "
            f"{len(asked.evidence.runs)}."
        )
    if run.row.id in asked.evidence.invalid:
        said.append(
            "It is no evidence: a setting changed under it, or a later attempt replaced it."
        )
    if record is not None and run.verdict is not None:
        said.append(f"Judgement: {tables.judged(record)}.")
    return tuple(said)


def _why(evidence: Evidence, run: Run) -> str:
    if run.is_hold:
        return "the hold that the answer rests on"
    return (
        "the last one that has a record" if evidence.points else "the one that the answer rests on"
    )


def _of_syncs(run: Run) -> tuple[Figure, ...]:
    """The latency of the syncs of an imported Run; nothing where it has none."""
    told = records.syncs(run.told)
    if not told:
        return ()
    spans, n = run.figures("flush", "completion_latency"), sample_counts.beside(told)
    return tuple(
        Figure(f"{name} latency of syncs", value, n)
        for name, figure in (("Mean", "mean"), ("p99", "p99"))
        if (value := bounded(spans, figure)) != units.DASH
    )


def _figures(run: Run) -> tuple[Figure, ...]:
    record = run.record
    if record is None:
        return ()
    # Of a Run that is not ok a figure never stands alone: the client's lateness is no storage's.
    ended = "" if run.row.outcome == "ok" else f"{outcome(str(run.row.outcome))}, "
    judged = run_verdict.words(record)
    ended += f"{judged}, " if judged and run_verdict.of(record) != "met" else ""
    n = f"{ended}{sample_counts.beside(record['all'])}"
    offered = (
        "closed loop"
        if run.offered is None
        else f"of {units.rate(run.offered)} offered"
        if record["issued_rate_per_s"] is None
        else (
            f"of {units.rate(run.offered)} offered, {units.rate(record['issued_rate_per_s'])}"
            " issued"
        )
    )
    limiter = run_text.limiter(record)
    metric = records.said(run.metric)
    return (
        *sample_counts.failed([run]).figures("in Measure"),
        Figure("Achieved", f"{units.rate(record['achieved_rate_per_s'])} IOPS", offered),
        Figure(
            "Bytes per second",
            units.told(units.throughput(record["bytes_per_s"])),
            units.told(units.seconds(record["measure_s"])),
        ),
        Figure(f"Mean {metric}", _figure(run, "mean"), n),
        Figure(f"p99 {metric}", _figure(run, "p99"), n),
        *_of_syncs(run),
        Figure(
            "Outstanding I/O",
            units.told(units.rate(record["outstanding_mean"])),
            "on average"
            if record["outstanding_max"] is None
            else f"on average, at most {units.count(record['outstanding_max'])}",
        ),
        Figure(
            "Outcome",
            "; ".join(part for part in (outcome(str(run.row.outcome)), judged) if part),
            f"limited by: {LIMITERS.get(limiter, limiter)}",
        ),
    )
