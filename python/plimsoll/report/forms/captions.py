"""Text that several forms share: the sign of a badge, next steps, titles of charts and tables
without slicers, and the note on a cut table.

Signs differ in shape, so they are distinguishable without colour; each form chooses its own
colours."""

from dataclasses import replace

from plimsoll.base import units
from plimsoll.report.describe import Badge, Chart, First, Standing, Table
from plimsoll.report.evidence import properties
from plimsoll.report.messages import message

SIGNS: dict[Standing, str] = {
    "met": "✓",
    "missed": "✗",
    "mixed": "◐",
    "estimated": "≈",
    "bounded": "≥",
    "measured": "●",
    "none": "○",
}


def badge_text(badge: Badge) -> str:
    """Sign and words: `✓ Confirmed`."""
    return f"{SIGNS[badge.standing]} {badge.words}"


def next_steps(first: First) -> list[tuple[str, str]]:
    """The obstacle and the next step, as far as there are any."""
    steps = ((message("in-the-way"), first.obstacle), (message("what-to-do"), first.todo))
    return [(name, words) for name, words in steps if words]


def full_title(section: Chart | Table) -> str:
    """The title with its slicer values, for forms without slicers."""
    values = ", ".join(
        message("labelled-value", name=properties.name_words(name), value=value)
        for name, value in section.where
        if value not in section.title
    )
    return f"{section.title} ({values})" if values else section.title


def cut(table: Table, rows: int) -> Table:
    """The first rows of a long table, with a note on the total in its caption."""
    if len(table.rows) <= rows:
        return table
    note = message("first-rows", n=units.count(rows), of=units.count(len(table.rows)))
    return replace(
        table,
        rows=table.rows[:rows],
        runs=table.runs[:rows],
        caption=f"{note} {table.caption}".rstrip(),
    )
