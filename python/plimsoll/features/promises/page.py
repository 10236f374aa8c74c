"""The report of a check: the verdict, then each promise with measured and promised value.

It draws the stored answer of `plimsoll check` and judges nothing. Each unit has a panel of its own.
"""

from plimsoll.base import language
from plimsoll.features.promises import charts, first
from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules import words
from plimsoll.features.promises.rules.document import Check
from plimsoll.report import conditions
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import answer, tables
from plimsoll.report.describe import Facts, Figure, Page
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.request import ReportRequest


def fits(evidence: Evidence) -> str | None:
    """Only campaigns of `plimsoll check` have a verdict."""
    row = evidence.campaign
    if row.kind != "check":
        return message("report-does-not-fit", store=evidence.store_path, campaign=row.id)
    return None


def build(asked: ReportRequest) -> Page:
    """Describes the report."""
    evidence = asked.evidence
    check = first.check_of(evidence)
    runs = campaign_text.run_table(evidence, tables.every_run(evidence))
    sections = (
        ()
        if check is None
        else (charts.chart(evidence, check), charts.table(check), charts.runs(check), _notes(check))
    )
    return conditions.page(
        [evidence],
        title=campaign_text.title(evidence),
        answer=campaign_text.headline(asked.store, evidence) if check is None else headline(check),
        because=campaign_text.because(evidence) if check is None else _because(check, evidence),
        figures=(*(() if check is None else _figures(check)), *campaign_text.figures(evidence)),
        sections=(*sections, runs),
        verdict="" if check is None else message(f"verdict-{check.verdict}"),
    )


def headline(check: Check) -> str:
    """The verdict with its subject and reason."""
    because = language.without_stop(check.because)
    return message(f"sentence-{check.verdict}", promise=check.name, because=because)


def _because(check: Check, evidence: Evidence) -> tuple[str, ...]:
    """Each promise that is not kept in a sentence with what would decide it, the worst verdicts
    first. The table has the kept ones."""
    lines = []
    for judged in check.worst_first:
        if judged.verdict == "kept":
            continue
        figures = {
            "verdict": language.capital(words.verdict_text(judged)),
            "promise": judged.promise,
            "because": language.without_stop(judged.because),
        }
        if judged.would_decide:
            decide = language.without_stop(judged.would_decide)
            lines.append(message("because-verdict-decide", **figures, decide=decide))
        else:
            lines.append(message("because-verdict", **figures))
    return (*lines, *answer.missing(evidence))


def _figures(check: Check) -> tuple[Figure, ...]:
    n = len(check.evidence)
    figures = []
    for verdict in ("kept", "broken", "inconclusive"):
        count = sum(judged.verdict == verdict for judged in check.evidence)
        if count:
            ideal = sum(
                judged.level == "ideal" for judged in check.evidence if judged.verdict == verdict
            )
            tolerable = sum(
                judged.level == "tolerable"
                for judged in check.evidence
                if judged.verdict == verdict
            )
            levels = [
                *([message("count-ideal", promises=ideal)] if ideal else []),
                *([message("count-tolerable", promises=tolerable)] if tolerable else []),
            ]
            figures.append(
                Figure(
                    message(f"badge-{verdict}"),
                    message("count-of", count=count, promises=n),
                    language.listing(levels) or message("promises"),
                )
            )
    return tuple(figures)


def _notes(check: Check) -> Facts | None:
    """The notes beside each verdict."""
    items = tuple((judged.promise, note) for judged in check.evidence for note in judged.notes)
    return Facts(message("facts-beside"), items) if items else None
