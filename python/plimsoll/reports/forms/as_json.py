"""The Runs of a campaign as one JSON document, `plimsoll.runs/1`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from plimsoll.reports.forms import Drawn
from plimsoll.reports.forms.rows import rows

if TYPE_CHECKING:
    from plimsoll.reports.describe import Page
    from plimsoll.reports.pages.asked import Asked

SCHEMA = "plimsoll.runs/1"


def draw(page: Page, asked: Asked) -> Drawn:
    """An object with the schema's name, the campaign and its rows."""
    document = {"schema": SCHEMA, "campaign": asked.campaigns[0], "runs": rows(asked.evidence)}
    return Drawn((json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode())


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll."""
    return f'"schema": "{SCHEMA}"'.encode() in head
