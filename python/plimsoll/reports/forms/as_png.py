"""One chart of a report as a PNG file: the one that was asked for, else the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.reports.forms import Drawn, picture

if TYPE_CHECKING:
    from plimsoll.reports.describe import Page
    from plimsoll.reports.request import Asked

is_ours = picture.is_ours


def draw(page: Page, asked: Asked) -> Drawn:
    """The chart. Raises UsageError when the report has none of the name that was asked for."""
    return Drawn(picture.png(picture.chosen(page, asked.chart)))
