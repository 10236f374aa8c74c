"""The report of any campaign: in one sentence what it is and how far it came, then every Run with what was asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.reports import answer, counters, several, tables
from plimsoll.reports.describe import Page
from plimsoll.reports.facets import facets
from plimsoll.reports.pages import around

if TYPE_CHECKING:
    from plimsoll.reports.evidence import Evidence
    from plimsoll.reports.pages.asked import Asked


def fits(evidence: Evidence) -> str | None:
    """Of any campaign there is something to say."""
    return None


def build(asked: Asked) -> Page:
    """Describes the report."""
    evidence, store = asked.evidence, asked.store
    collected = counters.gather(store, evidence)
    one = evidence.campaign.kind not in several.KINDS
    return Page(
        title=several.title(evidence),
        answer=answer.headline(evidence) if one else several.headline(store, evidence),
        because=answer.because(evidence) if one else several.because(evidence),
        figures=several.figures(evidence),
        sections=(
            several.asked(store, evidence, tables.every_run(evidence)),
            *(() if collected is None else counters.tables(collected, None)),
            *around.conditions(evidence),
        ),
        footer=around.made(evidence),
        data=around.data(evidence),
        slicers=tuple(facet.slicer() for facet in facets(evidence)),
    )
