"""The report of a search for the load line (and of a demo, which is one): the answer first, then how it was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.reports import answer, charts, counters, several, tables
from plimsoll.reports.describe import Page
from plimsoll.reports.pages import around

if TYPE_CHECKING:
    from plimsoll.reports.evidence import Evidence
    from plimsoll.reports.pages.asked import Asked


def fits(evidence: Evidence) -> str | None:
    """It tells of one question; a campaign of several has a line for each."""
    if evidence.campaign.kind in several.KINDS:
        return "it asks more than one question"
    return None


def build(asked: Asked) -> Page:
    """Describes the report of a search."""
    evidence, store = asked.evidence, asked.store
    hold = evidence.final_hold
    collected = counters.gather(store, evidence)
    line = charts.load_line(evidence)
    sections = [line]
    if collected is not None and line is not None:
        sections.append(counters.over_rate(collected, *charts.offered(evidence), beside=line))
    if hold is not None:
        over_time = charts.hold_over_time(hold)
        sections.append(over_time)
        if collected is not None and over_time is not None:
            sections.append(counters.over_time(collected, hold, over_time))
        sections.append(charts.distribution(hold, store.histograms(hold.row.id), asked.curve, evidence))
    target = (evidence.first.get("spec") or {}).get("target", {}).get("name", "no target")
    return Page(
        title=f"A Run on {target}" if evidence.campaign.kind == "run" else f"Load line of {target}",
        answer=answer.headline(evidence),
        because=answer.because(evidence),
        figures=answer.figures(evidence),
        sections=(
            *(section for section in sections if section is not None),
            tables.every_run(evidence),
            *(() if collected is None else counters.tables(collected, hold)),
            *around.conditions(evidence),
        ),
        footer=f"{around.made(evidence)}, {answer.workload(evidence)}",
        data=around.data(evidence),
    )
