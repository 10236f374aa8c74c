"""What is said (one file per report) and how it is drawn (one file per form).

A report builds a description (`describe.py`) from a store; a form draws it. So each form says the same figures. Drawing
libraries are loaded when something is drawn, not when this is imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.reports import html, load_line, markdown, rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll.reports.describe import Page

__all__ = ["FORMS", "REPORTS", "Report", "html", "load_line", "markdown", "rows"]


@dataclass(frozen=True)
class Report:
    """A report that can be asked for by name."""

    name: str
    summary: str
    build: Callable[..., Page]


REPORTS = (Report("load-line", "the load line of a campaign and how it was found", load_line.build),)
"""Every report. To add one: a file beside `load_line.py`, and a line here."""

FORMS = ("html", "md", "json", "csv")
"""Every form that a report can be written in."""
