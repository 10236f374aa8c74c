"""The report of a grid: what was achieved over all that was asked, laid out so that it can be read at a glance.

Tables with what was changed side by side, bars against the lines that count, heat maps of the rest. What is an axis is
decided in `facets.axes`, figures and their spread in `placed.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.reports import became, counters, grid_tables, grid_words, gridding, levels, placed, places, several
from plimsoll.reports.describe import Page
from plimsoll.reports.pages import around

if TYPE_CHECKING:
    from plimsoll.reports.evidence import Evidence
    from plimsoll.reports.pages.asked import Asked

_KINDS = ("campaign", "limits", "check")


def fits(evidence: Evidence) -> str | None:
    """It lays out at least two different questions, of which one has an answer."""
    if evidence.campaign.kind == "grid":
        return "nothing varies but the offered rate"
    if evidence.campaign.kind not in _KINDS:
        return "it asks one question"
    found = places.gather(evidence)
    if not found.dimensions:
        return "nothing varies between its Points" if found.all else "it has no Points"
    if not any(place.counting for place in found.all):
        return f"of its Points there is {became.gather(evidence, found).no_answer}"
    return None


def build(asked: Asked) -> Page:
    """Describes the report."""
    evidence, store = asked.evidence, asked.store
    found = places.gather(evidence)
    held = levels.gather((evidence, *asked.others))
    measures = placed.measures(store, evidence, found, held)
    times = tuple(measure for measure in measures if measure.unit == "time")
    *_, rest = gridding.laid(found)
    collected = counters.gather(store, evidence)
    side_by_side = grid_tables.compared(found, measures)
    return Page(
        title=several.title(evidence),
        answer=grid_words.headline(store, evidence, found),
        because=(
            *(one.sentence for one in levels.missed(store, evidence, found)),
            *grid_words.because(store, evidence, found),
            *several.because(evidence),
        ),
        figures=(*grid_words.figures(store, evidence, found), *several.figures(evidence)),
        sections=(
            *((side_by_side,) if side_by_side is not None else ()),
            *gridding.bars(found, (measures[0], *times), held),
            *gridding.heat_maps(found, measures),
            grid_tables.every(store, evidence, found, measures),
            *(() if collected is None else counters.tables(collected, None)),
            *around.conditions(evidence),
        ),
        footer=around.made(evidence),
        data=around.data(evidence),
        # What is compared is seen side by side: of that any number of values may be chosen, all to begin with.
        slicers=found.slicers(name for name in dict.fromkeys((*rest, *found.axes.rest)) if name != found.axes.compared),
    )
