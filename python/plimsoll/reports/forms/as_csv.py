"""The Runs of a campaign as CSV: a header and a row per Run (RFC 4180, with plain line ends)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from plimsoll.reports.forms import Drawn
from plimsoll.reports.forms.rows import rows

if TYPE_CHECKING:
    from plimsoll.reports.describe import Page
    from plimsoll.reports.pages.asked import Asked


def draw(page: Page, asked: Asked) -> Drawn:
    """A header and a row per Run."""
    found = rows(asked.evidence)
    out = io.StringIO()
    if found:
        writer = csv.DictWriter(out, list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(_plain(row) for row in found)
    return Drawn(out.getvalue().encode())


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll: Runs, or the intervals beside them."""
    return head.startswith((b"run,role,state,outcome,judgement,", b"run,interval,phase,"))


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """A text that a spreadsheet would take for a formula gets a quote before it (a target's name is anybody's)."""
    return {
        key: f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value
        for key, value in row.items()
    }
