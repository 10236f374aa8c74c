"""The report of a comparison: better, worse, the same or not enough data for every question, with
effects and the margin.

The analysis is that of `plimsoll compare`; the variants are the campaigns named, or what one
campaign holds of them.
"""

from collections.abc import Sequence

from plimsoll.base.errors import InputError, UsageError
from plimsoll.features.compare import first, report
from plimsoll.features.compare.messages import message
from plimsoll.report import conditions
from plimsoll.report.common import curves
from plimsoll.report.describe import Chart, Page
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first import screen
from plimsoll.report.request import ReportRequest

MOST_CURVES = 12
"""Maximum number of curve charts, one per workload with offered rates; the tables have every
Run."""


def fits(evidence: Evidence) -> str | None:
    """A single campaign needs several configurations or targets."""
    return report.why_not([evidence])


def joins(asked: ReportRequest) -> str | None:
    """The campaigns must have a question in common."""
    try:
        report.compare_variants([asked.evidence, *asked.others], asked.store.histograms)
    except InputError as error:
        return error.message
    return None


def build(asked: ReportRequest) -> Page:
    """Describes the report. Raises UsageError, with the differences, when the campaigns have no
    question in common."""
    campaigns = [asked.evidence, *asked.others]
    try:
        comparison = report.compare_variants(campaigns, asked.store.histograms)
    except InputError as error:
        raise UsageError(*message.refusal("no-comparison", reason=error.message)) from None
    return conditions.page(
        campaigns,
        title=message("page-title", variants=" / ".join(comparison.names)),
        answer=report.headline(comparison),
        because=report.because(comparison),
        figures=report.figures(comparison),
        sections=(
            *_charts(comparison),
            report.table(comparison),
            report.outcomes(comparison),
            report.every_figure(comparison),
        ),
        extra={"comparison": comparison.document},
        verdict=report.verdict(comparison),
        first=screen.draw(campaigns, first.summary(comparison)),
    )


def _charts(comparison: report.VariantComparison) -> Sequence[Chart | None]:
    """The effects and the curves. Of one question the headline has the effect, so the curves are
    the first chart."""
    drawn = curves.curves(comparison.variants, comparison.names)[:MOST_CURVES]
    effects = report.effects(comparison)
    alone = len(comparison.document["questions"]) == 1
    return (*drawn, effects) if alone else (effects, *drawn)
