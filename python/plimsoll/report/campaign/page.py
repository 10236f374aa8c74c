"""The report of any campaign: a sentence on its kind and progress, then every Run with its
question."""

from plimsoll.report import conditions, first_screen
from plimsoll.report.campaign import text
from plimsoll.report.common import tables
from plimsoll.report.describe import Page
from plimsoll.report.evidence import counters
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.properties import facets
from plimsoll.report.first import full
from plimsoll.report.request import ReportRequest
from plimsoll.store import kinds


def fits(evidence: Evidence) -> str | None:
    """Fits every campaign."""
    return None


def build(request: ReportRequest) -> Page:
    """The page of the report."""
    evidence, store = request.evidence, request.store
    collected = counters.gather(store, evidence)
    one_question = not kinds.of(evidence.campaign).several
    syncs, first = tables.syncs([evidence]), first_screen.of(request)
    return Page(
        title=text.title(evidence),
        answer=full.headline(evidence) if one_question else text.headline(store, evidence),
        because=full.because(evidence, first.rows) if one_question else text.because(evidence),
        figures=text.figures(evidence),
        sections=(
            text.run_table(evidence, tables.every_run(evidence)),
            *(() if syncs is None else (syncs,)),
            *(() if collected is None else counters.tables(collected, None)),
            *conditions.conditions(evidence),
        ),
        footer=conditions.footer(evidence),
        data=conditions.data(evidence),
        slicers=tuple(facet.slicer() for facet in facets(evidence)),
        first=first,
    )
