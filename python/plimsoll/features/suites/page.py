"""The report of a standard suite: its tests in its own order; of rounds convergence, window and
judgement; where every value comes from and what differs stands in the title."""

from plimsoll.features.suites import charts, document, tables, text
from plimsoll.features.suites import suite_result as found
from plimsoll.features.suites.messages import message
from plimsoll.report import conditions
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.describe import Page
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.properties import facets
from plimsoll.report.request import ReportRequest


def fits(evidence: Evidence) -> str | None:
    """It is of campaigns that are a suite and have begun."""
    if not found.is_suite(evidence):
        return message("no-suite")
    return None if evidence.points else message("no-points")


def build(asked: ReportRequest) -> Page:
    """Describes the report."""
    evidence, store = asked.evidence, asked.store
    suite = found.gather(evidence)
    metric = evidence.metric
    return conditions.page(
        [evidence],
        title=suite.title,
        answer=text.headline(suite),
        because=(*text.levels(suite, evidence, store), *text.because(suite)),
        figures=campaign_text.figures(evidence),
        sections=(
            *charts.saturation(suite),
            charts.convergence(suite),
            charts.window(suite),
            tables.steadiness(suite),
            *charts.by_block_size(suite, store),
            tables.matrix(suite),
            *charts.bars(suite),
            tables.tests(suite, store, metric),
            text.facts(suite),
        ),
        extra={"suite": document.of(evidence, store).model_dump(by_alias=True)},
        slicers=tuple(facet.slicer() for facet in facets(evidence)) if suite.rule is None else (),
    )
