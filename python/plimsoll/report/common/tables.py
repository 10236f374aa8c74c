"""The tables that several reports have: every Run, and the syncs of imported ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from plimsoll.base import units
from plimsoll.report.common.answer import judgement_text, outcome
from plimsoll.report.describe import Page, Table
from plimsoll.report.evidence import sample_counts
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.records import Counts, Metric
from plimsoll.report.evidence.run_fields import BY_NAME, Subject
from plimsoll.report.evidence.run_figures import RunFigures


def every_run(evidence: Evidence, *, errors: bool | None = None) -> Table:
    """One row per Run, in order of start, with its outcome, and failed operations if there are
    any."""
    failed = has_errors([evidence]) if errors is None else errors
    columns = _columns(evidence.metric)
    caption = (
        f"{LATENCIES[evidence.metric]}; n is the number of operations behind them. A dash: the"
        f" sample"
        " is too small for the figure, or there is none."
    )
    marks = {str(run.row.outcome) for run in evidence.measured_runs} & set(MARKS)
    if marks:
        caption += " " + " ".join(
            f"{outcome(mark).capitalize()}: {MARKS[mark]}." for mark in sorted(marks)
        )
    if failed:
        columns["Errors"] = lambda subject: (
            _failure_text(subject.figures.counts()) if subject.figures else units.DASH
        )
        caption += (
            " Errors: operations that failed, of those intended in Measure; they have no response"
            " time and are not in n."
        )
    return Table.of(
        f"All Runs ({len(evidence.runs)})",
        [Subject(evidence, run) for run in evidence.runs],
        columns,
        texts=("Role", "Outcome", "Judgement"),
        caption=caption,
        run=lambda subject: subject.run.row.id,
        folds=True,
    )


def _columns(metric: Metric) -> dict[str, Callable[[Subject], str]]:
    """The columns of the table of Runs: label, and the text of a Run."""

    def field_column(name: str) -> dict[str, Callable[[Subject], str]]:
        return {BY_NAME[name].label: BY_NAME[name].text}

    def span(name: str) -> Callable[[Subject], str]:
        return lambda subject: subject.latency("all", metric).text(name)

    return {
        "Run": lambda subject: str(subject.run.row.id),
        **field_column("role"),
        "Offered, IOPS": lambda subject: _load_text(subject.figures),
        **field_column("issued_rate_per_s"),
        **field_column("achieved_rate_per_s"),
        "Mean": span("mean"),
        "p50": span("p50"),
        "p99": span("p99"),
        "Own lag p99": lambda subject: (
            subject.figures.own_lag.text("p99") if subject.figures else units.DASH
        ),
        "Outcome": _outcome,
        "Judgement": _judgement,
        **field_column("measure_s"),
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
    if depth is None and workers is None:
        return "closed, depth not told"
    return f"closed, {units.count(depth)} × {units.count(workers)}"


def _outcome(subject: Subject) -> str:
    row = subject.run.row
    if subject.figures is None:
        return f"{row.state}: {row.why}" if row.why else row.state
    return outcome(subject.figures.outcome)


def _judgement(subject: Subject) -> str:
    return (
        judgement_text(subject.run)
        if subject.figures is not None and subject.figures.judgement
        else units.DASH
    )


LATENCIES = {
    "response_time": "Response times are of all operations, from the intended instant",
    "completion_latency": (
        "Latencies are completion latencies of all operations, from the instant they were"
        " submitted:"
        " imported files do not give response times"
    ),
}
"""What mean and percentiles measure, by the main metric of the Runs."""
MARKS = {
    "cached": "the figures are those of the page cache, not of the storage",
    "generator_limited": (
        "the figures are what this machine saw, its own lag included; they are no evidence"
        " about the target"
    ),
    "not_steady": "measured while the target was still changing",
}
"""The meaning of figures of Runs that are no evidence about the target, by outcome."""


def has_errors(campaigns: Iterable[Evidence]) -> bool:
    """Whether an operation failed in any Run of these campaigns."""
    return any(sample_counts.count_failures(evidence.measured_runs) for evidence in campaigns)


def syncs(campaigns: Iterable[Evidence]) -> Table | None:
    """The syncs of imported Runs, which are in no other figure; None without any."""
    found = [
        (run.row.id, figures, figures.syncs)
        for evidence in campaigns
        for run in evidence.measured_runs
        if (figures := run.measurement) is not None and figures.syncs is not None
    ]
    if not found:
        return None

    def rate(figures: RunFigures) -> str:
        count, seconds = figures.count("flush"), figures.measure_s
        return units.rate(count / seconds if count and seconds else None)

    return Table.of(
        f"Sync latency ({len(found)})",
        found,
        {
            "Run": lambda row: str(row[0]),
            "Syncs per second": lambda row: rate(row[1]),
            "Mean": lambda row: row[2].text("mean"),
            "p50": lambda row: row[2].text("p50"),
            "p99": lambda row: row[2].text("p99"),
            "p99.9": lambda row: row[2].text("p99_9"),
            "Max": lambda row: row[2].text("max"),
            "n": lambda row: units.count(row[1].count("flush")),
        },
        caption="From the call of fsync or fdatasync until it returned. Syncs are not in the rates"
        " and latencies of the other tables. A dash: the file does not say, or the sample is too"
        " small.",
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
    same = [f"{table.columns[i].label} {first[i]}" for i in constant if first[i] != units.DASH]
    empty = [table.columns[i].label for i in constant if first[i] == units.DASH]
    sentences = [table.caption] if table.caption else []
    sentences += [f"The same in every row: {'; '.join(same)}."] if same else []
    sentences += [f"In no row: {'; '.join(empty)}."] if empty else []
    columns = [i for i in range(len(table.columns)) if i not in constant]
    return replace(
        table,
        columns=tuple(table.columns[i] for i in columns),
        rows=tuple(tuple(row[i] for i in columns) for row in table.rows),
        caption=" ".join(sentences),
    )
