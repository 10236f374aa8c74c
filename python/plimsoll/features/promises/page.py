"""The report of a check of promises: the verdict, then each promise with what was measured against
what was promised.

Draws what `plimsoll check` answered and kept, and judges nothing. Promises in different units stand
in panels of their own.
"""

from __future__ import annotations

from plimsoll.features.promises import charts, first
from plimsoll.features.promises.rules.document import Check
from plimsoll.report import conditions
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import answer, tables
from plimsoll.report.describe import Facts, Figure, Page
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.request import ReportRequest


def fits(evidence: Evidence) -> str | None:
    """It is of the verdict that `plimsoll check` left."""
    row = evidence.campaign
    if row.kind != "check":
        return (
            "it checked no promise; to judge one by its Runs: plimsoll check PROMISE --store "
            f"{evidence.store_path} --campaign {row.id}"
        )
    return None


def build(asked: ReportRequest) -> Page:
    """Describes the report."""
    evidence = asked.evidence
    said = first.check_of(evidence)
    runs = campaign_text.asked(evidence, tables.every_run(evidence))
    sections = (
        ()
        if said is None
        else (charts.chart(evidence, said), charts.table(said), charts.runs(said), _notes(said))
    )
    return conditions.page(
        [evidence],
        title=campaign_text.title(evidence),
        answer=campaign_text.headline(asked.store, evidence) if said is None else headline(said),
        because=campaign_text.because(evidence) if said is None else _because(said, evidence),
        figures=(*(() if said is None else _figures(said)), *campaign_text.figures(evidence)),
        sections=(*sections, runs),
        verdict="" if said is None else said.verdict,
    )


def headline(said: Check) -> str:
    """The verdict, of what, and why."""
    return f"{said.verdict.capitalize()}: {said.name}: {said.because.rstrip('.')}."


def _because(said: Check, evidence: Evidence) -> tuple[str, ...]:
    """Each promise in a sentence, and what would decide it; those that are not kept first."""
    lines = []
    for one in said.worst_first:
        decide = (
            f" What would decide it: {one.would_decide.rstrip('.')}." if one.would_decide else ""
        )
        lines.append(
            f"{charts.verdict(one).capitalize()}: {one.promise}: {one.because.rstrip('.')}.{decide}"
        )
    return (*lines, *answer.missing(evidence))


def _figures(said: Check) -> tuple[Figure, ...]:
    n = len(said.evidence)
    found = []
    for verdict in ("kept", "broken", "inconclusive"):
        count = sum(one.verdict == verdict for one in said.evidence)
        if count:
            ideal = sum(one.level == "ideal" for one in said.evidence if one.verdict == verdict)
            tolerable = sum(
                one.level == "tolerable" for one in said.evidence if one.verdict == verdict
            )
            levels = [
                f"{k} {name}"
                for k, name in ((ideal, "ideal"), (tolerable, "within tolerable"))
                if k
            ]
            found.append(
                Figure(verdict.capitalize(), f"{count} of {n}", ", ".join(levels) or "promises")
            )
    return tuple(found)


def _notes(said: Check) -> Facts | None:
    """What to know beside each verdict."""
    items = tuple((one.promise, note) for one in said.evidence for note in one.notes)
    return Facts("What to know beside the verdicts", items) if items else None
