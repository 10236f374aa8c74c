"""The tables that several reports have: every Run, and the syncs of those that have any."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from plimsoll.base import language, units
from plimsoll.native.interval_counts import has_syncs_apart
from plimsoll.report.common.answer import judgement_text, outcome
from plimsoll.report.describe import Page, Table
from plimsoll.report.evidence import sample_counts
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.properties import role_words
from plimsoll.report.evidence.records import Counts, Metric
from plimsoll.report.evidence.run_fields import BY_NAME, Subject
from plimsoll.report.evidence.run_figures import RunFigures
from plimsoll.report.messages import message


def every_run(evidence: Evidence, *, errors: bool | None = None) -> Table:
    """One row per Run, in order of start, with its outcome, and failed operations if there are
    any."""
    failed = has_errors([evidence]) if errors is None else errors
    columns = _columns(evidence.metric)
    caption = [message(f"runs-caption-{evidence.metric}")]
    marks = {str(run.row.outcome) for run in evidence.measured_runs} & set(MARKS)
    caption += [message(f"what-is-{mark}") for mark in sorted(marks)]
    if failed:
        columns[message("errors")] = lambda subject: (
            _failure_text(subject.figures.counts()) if subject.figures else units.DASH
        )
        caption.append(message("errors-caption"))
    return Table.of(
        message("all-runs-title", n=len(evidence.runs)),
        [Subject(evidence, run) for run in evidence.runs],
        columns,
        texts=(message("column-role"), message("outcome"), message("fact-judgement")),
        caption=language.sentences(caption),
        run=lambda subject: subject.run.row.id,
        folds=True,
    )


def _columns(metric: Metric) -> dict[str, Callable[[Subject], str]]:
    """The columns of the table of Runs: label, and the text of a Run."""

    def span(name: str) -> Callable[[Subject], str]:
        return lambda subject: subject.latency("all", metric).text(name)

    return {
        message("fact-run"): lambda subject: str(subject.run.row.id),
        message("column-role"): lambda subject: role_words(subject.run.row.role),
        message("column-offered"): lambda subject: _load_text(subject.figures),
        message("column-issued"): BY_NAME["issued_rate_per_s"].text,
        message("column-achieved"): BY_NAME["achieved_rate_per_s"].text,
        message("column-mean"): span("mean"),
        "p50": span("p50"),
        "p99": span("p99"),
        message("column-own-lag-p99"): lambda subject: (
            subject.figures.own_lag.text("p99") if subject.figures else units.DASH
        ),
        message("outcome"): _outcome,
        message("fact-judgement"): _judgement,
        message("column-measured"): BY_NAME["measure_s"].text,
        "n": lambda subject: (
            sample_counts.text(subject.figures.counts()) if subject.figures else units.DASH
        ),
    }


def _load_text(figures: RunFigures | None) -> str:
    if figures is None:
        return units.DASH
    if figures.offered_rate_per_s is not None:
        return units.rate(figures.offered_rate_per_s)
    depth, workers = figures.queue_depth, figures.worker_count
    if depth is None:
        # Unlike jobs that fio reports as one have no one depth; what was outstanding is known.
        outstanding = figures.outstanding_mean
        if outstanding is None:
            return message("closed-depth-not-told")
        return message("closed-outstanding", outstanding=units.significant(outstanding, 3))
    return message("closed-depth", depth=units.count(depth), workers=units.count(workers))


def _outcome(subject: Subject) -> str:
    row = subject.run.row
    if subject.figures is None:
        state = outcome(row.state)
        return message("named", name=state, text=row.why) if row.why else state
    return outcome(subject.figures.outcome)


def _judgement(subject: Subject) -> str:
    return (
        judgement_text(subject.run)
        if subject.figures is not None and subject.figures.judgement
        else units.DASH
    )


MARKS = ("cached", "generator_limited", "not_steady")
"""Outcomes of Runs that are no evidence about the target; a caption explains their figures."""


def has_errors(campaigns: Iterable[Evidence]) -> bool:
    """Whether an operation failed in any Run of these campaigns."""
    return any(sample_counts.count_failures(evidence.measured_runs) for evidence in campaigns)


def syncs(campaigns: Iterable[Evidence]) -> Table | None:
    """The syncs of Runs; None without any. They are in no other rate, and those of other
    programs in no other latency."""
    found = [
        (run.row.id, figures, figures.syncs)
        for evidence in campaigns
        for run in evidence.measured_runs
        if (figures := run.measurement) is not None and figures.syncs is not None
    ]
    if not found:
        return None

    apart = {has_syncs_apart(figures.record) for _, figures, _ in found}
    return Table.of(
        message("syncs-title", n=len(found)),
        found,
        {
            message("fact-run"): lambda row: str(row[0]),
            message("column-syncs"): lambda row: units.rate(row[1].syncs_per_s),
            message("column-mean"): lambda row: row[2].text("mean"),
            "p50": lambda row: row[2].text("p50"),
            "p99": lambda row: row[2].text("p99"),
            "p99.9": lambda row: row[2].text("p99_9"),
            message("column-max"): lambda row: row[2].text("max"),
            "n": lambda row: units.count(row[1].count("flush")),
        },
        caption=message(
            "syncs-caption", counted="some" if len(apart) > 1 else "no" if True in apart else "yes"
        ),
        run=lambda row: row[0],
        folds=True,
    )


def _failure_text(counts: Counts) -> str:
    return sample_counts.FailureCounts(counts["errors"] or 0, counts["count"] or 0).error_text


FEW_ROWS, FEW_COLUMNS = 3, 7
"""Tables with fewer are read at a glance as they are."""
_MAX_CAPTION_LETTERS = 60
"""Letters of a cell that still fits into a caption."""


def without_constants(page: Page) -> Page:
    """The page with constant columns of wide tables of Runs moved into the caption, to save
    width. The first column stays, since it names the rows."""
    sections = tuple(
        _drop_constants(section) if isinstance(section, Table) else section
        for section in page.sections
    )
    return replace(page, sections=sections)


def _drop_constants(table: Table) -> Table:
    if not table.folds or len(table.rows) < FEW_ROWS or len(table.columns) < FEW_COLUMNS:
        return table
    first = table.rows[0]
    constant = [
        i
        for i in range(1, len(table.columns))
        if len(first[i]) <= _MAX_CAPTION_LETTERS and all(row[i] == first[i] for row in table.rows)
    ]
    if not constant:
        return table
    same = [
        message("labelled-value", name=table.columns[i].label, value=first[i])
        for i in constant
        if first[i] != units.DASH
    ]
    empty = [table.columns[i].label for i in constant if first[i] == units.DASH]
    sentences = [table.caption] if table.caption else []
    sentences += [message("same-in-every-row", values=language.clauses(same))] if same else []
    sentences += [message("in-no-row", columns=language.clauses(empty))] if empty else []
    columns = [i for i in range(len(table.columns)) if i not in constant]
    return replace(
        table,
        columns=tuple(table.columns[i] for i in columns),
        rows=tuple(tuple(row[i] for i in columns) for row in table.rows),
        caption=language.sentences(sentences),
    )
