"""The report of any campaign: in one sentence what it is and how far it came, then every Run with
what was asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.reports import conditions
from plimsoll.reports.campaign import text
from plimsoll.reports.common import tables
from plimsoll.reports.describe import Page
from plimsoll.reports.evidence import counters
from plimsoll.reports.evidence.properties import facets
from plimsoll.reports.first import full
from plimsoll.store import kinds

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence
    from plimsoll.reports.request import ReportRequest


def fits(evidence: Evidence) -> str | None:
    """Of any campaign there is something to say."""
    return None


def build(asked: ReportRequest) -> Page:
    """Describes the report."""
    evidence, store = asked.evidence, asked.store
    collected = counters.gather(store, evidence)
    one = not kinds.of(evidence.campaign).several
    syncs = tables.syncs([evidence])
    return Page(
        title=text.title(evidence),
        answer=full.headline(evidence) if one else text.headline(store, evidence),
        because=full.because(evidence) if one else text.because(evidence),
        figures=text.figures(evidence),
        sections=(
            text.asked(evidence, tables.every_run(evidence)),
            *(() if syncs is None else (syncs,)),
            *(() if collected is None else counters.tables(collected, None)),
            *conditions.conditions(evidence),
        ),
        footer=conditions.made(evidence),
        data=conditions.data(evidence),
        slicers=tuple(facet.slicer() for facet in facets(evidence)),
    )
