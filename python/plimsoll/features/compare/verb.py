"""`plimsoll compare` compares variants at equal load and at the line: better, worse, the same, or
not enough data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base import language, units
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.features.compare.messages import message

if TYPE_CHECKING:
    from plimsoll.features.compare.rules.document import CompareDocument
    from plimsoll.judge.variant import Variant

MAX_UNMATCHED_LINES = 5
"""Maximum number of questions that are listed as not compared."""
EXAMPLES = (
    "plimsoll compare before.db#all after.db#all",
    "plimsoll compare friday.db#3:mtu-1500 friday.db#3:mtu-9000",
    "plimsoll compare --store friday.db mtu-1500 mtu-9000 --margin 2 --json",
    "plimsoll compare friday.db#7",
    "plimsoll compare a.db#1-5 a.db#6-10 b.db#all --figure mean --chart curves.svg",
)


def compare(
    variants: list[str] = argument("VARIANT", message("help-variants"), ...),
    store: Path | None = flag("--store FILE", message("help-store")),
    figure: Literal["mean", "p50", "p95", "p99", "p99.9"] = flag(
        "--figure", message("help-figure"), "p99"
    ),
    margin: float = flag("--margin PERCENT", message("help-margin"), 5.0),
    across: bool = flag("--across", message("help-across")),
    no_drift: bool = flag("--no-drift", message("help-no-drift")),
    chart: Path | None = flag("--chart FILE", message("help-chart")),
    every: bool = flag("--all", message("help-all")),
    force: bool = flag("--force", message("help-force")),
    why: _options.Why = False,
    as_json: _options.Json = False,
) -> int:
    """Compare two or more variants by their repeats, allowing for the rig's own noise between Runs.

    Runs are matched by question: workload and load must be equal, the target may differ. Many
    questions without repeats are judged together. The exit code is 0 when every question has an
    answer, whatever it says, and 2 when one has not enough data.
    """
    from plimsoll.features.compare import comparing
    from plimsoll.report.evidence import variants as variant_runs
    from plimsoll.report.forms import picture

    options = comparing.ComparisonOptions(figure, margin, across, not no_drift)
    options.refuse_margin()
    if chart is not None:
        picture.refuse(chart, force=force)
    chosen = comparing.selectors(variants, store)
    runs, document = comparing.compare(chosen, options)
    if chart is not None:
        _draw(runs, chart, force=force)
    if as_json:
        screen.document(document)
    else:
        _print(runs, document, Details(why=why), every=every)
    # Apart from the answer: it is not of what was compared.
    for one in chosen:
        if more := variant_runs.beside_newest(one):
            screen.note(more)
    return 0 if document["enough_data"] else 2


def _draw(variants: list[Variant], chart: Path, *, force: bool) -> None:
    from plimsoll.report.common import curves
    from plimsoll.report.forms import picture

    charts = curves.curves(variants)
    if not charts:
        screen.note(message("no-chart-without-rate"))
    elif len(charts) > 1:
        screen.note(message("no-chart-several", count=len(charts)))
    else:
        picture.write(charts[0], chart, force=force)
        screen.note(message("drawn", chart=chart))


@language.for_reader
def _print(
    variants: list[Variant], document: CompareDocument, details: Details, *, every: bool
) -> None:
    from plimsoll.features.compare import first, report
    from plimsoll.features.compare import text as compare_text
    from plimsoll.report.common import curves

    screen.lines(compare_text.legend(document))
    questions = document["questions"]
    if every or len(questions) <= compare_text.MAX_QUESTION_TABLES:
        for question in questions:
            screen.lines(["", question["words"]])
            rows = compare_text.rows(document, question)
            if rows:
                screen.table(compare_text.head(document, question), rows)
            if details.why:
                screen.lines(compare_text.sentences(document, question))
    else:
        columns, rows, left = compare_text.overview(document)
        screen.lines(["", message("overview-title", count=len(questions))])
        screen.table(columns, rows)
        more = message("all-and-rows", count=left) if left else message("all-figures")
        screen.lines([more])
    if document["unmatched"]:
        screen.lines(["", *_unmatched_lines(document, every=every)])
    several = sum(len(question["verdicts"]) for question in questions)
    if details.why and several > 10 and not document["overall"]:
        share = units.percent(1 - document["confidence"])
        screen.lines(["", message("not-corrected", verdicts=several, share=share)])
    if summary := compare_text.over_all(document) or compare_text.verdict_counts(document):
        screen.lines(["", *summary])
    compared = report.VariantComparison(
        # The legend above has their names.
        tuple(variants),
        tuple(curves.letter(number) for number in range(len(variants))),
        document,
    )
    shown = first.screen(compared, below_tables=True)
    answer.block(shown, last=compare_text.times_faster(document))


def _unmatched_lines(document: CompareDocument, *, every: bool) -> list[str]:
    """Lines on questions that are not compared; of many the first few."""
    lines = [message("left-unmatched", question=item["words"]) for item in document["unmatched"]]
    if every or len(lines) <= MAX_UNMATCHED_LINES:
        return lines
    left = len(lines) - MAX_UNMATCHED_LINES
    return [*lines[:MAX_UNMATCHED_LINES], message("left-unmatched-more", count=left)]
