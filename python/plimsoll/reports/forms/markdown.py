"""A report as Markdown: the answer, the table of Runs, the conditions. For tickets, mails and wikis; without charts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plimsoll.reports.describe import Chart, Facts, Page, Table
from plimsoll.reports.forms import Drawn

if TYPE_CHECKING:
    from plimsoll.reports.pages.asked import Asked


def draw(page: Page, _: Asked | None = None) -> Drawn:
    """The report as Markdown."""
    return Drawn(document(page).encode())


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll: never, Markdown has no place to say so."""
    return False


def document(page: Page) -> str:
    """The page as Markdown; charts are left out."""
    parts = [f"# {_safe(page.title)}", f"**{_safe(page.answer)}**", *(_safe(sentence) for sentence in page.because)]
    parts.append("\n".join(f"- {_safe(f.name)}: **{_safe(f.value)}** ({_safe(f.basis)})" for f in page.figures))
    for section in page.sections:
        match section:
            case Table():
                parts += [f"## {_safe(section.title)}", _table(section), _safe(section.caption)]
            case Facts():
                lines = (
                    f"- {_safe(name)}: {_safe(value)}" if name else f"- {_safe(value)}" for name, value in section.items
                )
                parts += [f"## {_safe(section.title)}", "\n".join(lines)]
            case Chart():
                pass
    parts.append(_safe(page.footer))
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(table: Table) -> str:
    rows = [
        [column.label for column in table.columns],
        ["---:" if column.number else ":---" for column in table.columns],
        *table.rows,
    ]
    return "\n".join("| " + " | ".join(cell if row is rows[1] else _safe(cell) for cell in row) + " |" for row in rows)


def _safe(said: str) -> str:
    """Text that Markdown and the HTML inside it leave alone, on one line."""
    for sign, instead in (("\\", "\\\\"), ("|", "\\|"), ("`", "\\`"), ("*", "\\*"), ("[", "\\[")):
        said = said.replace(sign, instead)
    # Only what could be an entity or a tag (CommonMark, sections 2.5 and 6.6): `<= 1 ms` is read as it stands.
    said = re.sub(r"&(?=#?\w+;)", "&amp;", said)
    said = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", said)
    return " ".join(said.split())
