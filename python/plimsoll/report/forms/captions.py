"""What several forms set in the same words: the sign of a badge, the next steps, what a chart or
table is of where nothing can be chosen, and that a long table was cut.

A sign is a shape for each standing, so that it is told without colour; how it is coloured is each
form's own.
"""

from __future__ import annotations

from dataclasses import replace

from plimsoll.base import units
from plimsoll.report.describe import Badge, Chart, First, Standing, Table

SIGNS: dict[Standing, str] = {
    "met": "✓",
    "missed": "✗",
    "mixed": "◐",
    "estimated": "≈",
    "bounded": "≥",
    "measured": "●",
    "none": "○",
}


def signed(badge: Badge) -> str:
    """Sign and words: `✓ Confirmed`."""
    return f"{SIGNS[badge.standing]} {badge.words}"


def next_steps(first: First) -> list[tuple[str, str]]:
    """What stood in the way and what to do, as far as there is something to say."""
    steps = (("In the way", first.obstacle), ("What to do", first.todo))
    return [(name, words) for name, words in steps if words]


def titled(section: Chart | Table) -> str:
    """The title with what it is of, where an interactive page would have that chosen."""
    values = ", ".join(f"{name} {value}" for name, value in section.where if value not in section.title)
    return f"{section.title} ({values})" if values else section.title


def cut(table: Table, rows: int) -> Table:
    """The first rows of a longer table, and in its caption how many there are and where."""
    if len(table.rows) <= rows:
        return table
    note = (
        f"The first {units.count(rows)} of {units.count(len(table.rows))} rows; all of them are"
        " in the HTML report."
    )
    return replace(
        table,
        rows=table.rows[:rows],
        runs=table.runs[:rows],
        caption=f"{note} {table.caption}".rstrip(),
    )
