"""The report of a comparison: better, worse, the same or not enough data for every question, with effects and the margin.

The analysis is that of `plimsoll compare`; the variants are the campaigns named, or what one campaign holds of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.errors import InputError, UsageError
from plimsoll.reports import overlay, versus
from plimsoll.reports.describe import Page
from plimsoll.reports.pages import around

if TYPE_CHECKING:
    from plimsoll.reports.evidence import Evidence
    from plimsoll.reports.pages.asked import Asked

MOST_CURVES = 12
"""Charts of curves, one for each workload that was asked at offered rates; the tables have every Run."""


def fits(evidence: Evidence) -> str | None:
    """A campaign by itself needs variants of its own."""
    return versus.why_not([evidence])


def build(asked: Asked) -> Page:
    """Describes the report. Raises UsageError when the campaigns have nothing in common, and says what keeps them apart."""
    campaigns = [asked.evidence, *asked.others]
    try:
        found = versus.compared(campaigns, asked.store.histograms)
    except InputError as error:
        raise UsageError(
            f"there is nothing to compare: {error.message}",
            "Ask both the same. What was measured under unlike conditions is compared by load alone with: "
            "plimsoll compare --across.",
        ) from None
    drawn = [versus.effects(found), *overlay.curves(found.variants, found.names)[:MOST_CURVES]]
    left_out = versus.outcomes(found)
    numbers = ", ".join(str(one.campaign.id) for one in campaigns)
    return Page(
        title=f"Comparison: {' / '.join(found.names)}",
        answer=versus.headline(found),
        because=versus.because(found),
        figures=versus.figures(found),
        sections=(
            *(chart for chart in drawn if chart is not None),
            versus.table(found),
            *((left_out,) if left_out else ()),
            versus.every_figure(found),
            *around.conditions_of(campaigns),
        ),
        footer=around.made(asked.evidence) + (f" (campaigns {numbers})" if len(campaigns) > 1 else ""),
        data=around.data(asked.evidence) | {"comparison": found.document},
        verdict=versus.verdict(found),
    )
