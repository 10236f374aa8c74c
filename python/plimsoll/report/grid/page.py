"""The report of a grid: the results of all Points at a glance.

Tables set changed settings side by side, bars show reference levels, heat maps the rest.
`properties.axes` decides the axes, `evidence/figures.py` the figures and their spread."""

from collections.abc import Sequence

from plimsoll.report import conditions
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import reference_levels
from plimsoll.report.describe import Page
from plimsoll.report.evidence import counters, figures, point_outcomes, points
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.grid import charts, tables, text
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest
from plimsoll.store import kinds
from plimsoll.store.imports import KIND

MOST_AT_ONCE = 32
"""Charts of imported Runs shown at once; with more, the page shows one value at a time."""


def fits(evidence: Evidence) -> str | None:
    """Needs at least two different questions, one of them answered."""
    if evidence.campaign.kind == "grid":
        return message("only-rate-varies")
    if not kinds.of(evidence.campaign).laid_out:
        return message("asks-one-question")
    found = points.gather(evidence)
    if not found.dimensions:
        return message("nothing-varies") if found.all else message("has-no-points")
    if not any(place.counting for place in found.all):
        no_answer = point_outcomes.gather(evidence, found).no_answer
        return message("points-have-no-answer", no_answer=no_answer)
    return None


def build(request: ReportRequest) -> Page:
    """Describes the report."""
    evidence, store = request.evidence, request.store
    found = points.gather(evidence)
    held = reference_levels.gather((evidence, *request.others))
    measures = figures.measures(store, evidence, found, held)
    times = tuple(measure for measure in measures if measure.unit == "time")
    *_, rest = charts.bar_layout(found)
    collected = counters.gather(store, evidence)
    return conditions.page(
        [evidence],
        title=campaign_text.title(evidence),
        answer=text.headline(store, evidence, found),
        because=(
            *(level.sentence for level in reference_levels.level_results(store, evidence, found)),
            *text.because(store, evidence, found),
            *campaign_text.because(evidence),
        ),
        figures=(*text.figures(store, evidence, found), *campaign_text.figures(evidence)),
        sections=(
            tables.comparison_table(found, measures),
            *charts.bars(found, (measures[0], *times), held),
            *charts.heat_maps(found, measures),
            tables.every(store, evidence, found, measures),
            *(() if collected is None else counters.tables(collected, None)),
        ),
        slicers=found.slicers(_one_at_a_time(evidence, found, rest)),
    )


def _one_at_a_time(evidence: Evidence, found: points.Places, rest: Sequence[str]) -> list[str]:
    """Properties that a page shows one value at a time.

    Compared properties are seen side by side, so any number of their values can be selected, at
    first all. The same holds for imports as long as they fit: an import of forty files is
    expected to show forty."""
    names = [
        name for name in dict.fromkeys((*rest, *found.axes.rest)) if name != found.axes.compared
    ]
    combinations = {tuple(map(place.text, names)) for place in found.all}
    return [] if evidence.campaign.kind == KIND and len(combinations) <= MOST_AT_ONCE else names
