"""Words that forms without choosing need: what a chart or table is of, and that a long table was
cut."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll import units

if TYPE_CHECKING:
    from plimsoll.reports.describe import Chart, Table


def titled(section: Chart | Table) -> str:
    """The title with what it is of, where an interactive page would have that chosen."""
    of = ", ".join(f"{name} {value}" for name, value in section.where if value not in section.title)
    return f"{section.title} ({of})" if of else section.title


def cut(table: Table, rows: int) -> Table:
    """The first rows of a longer table, and in its caption how many there are and where."""
    if len(table.rows) <= rows:
        return table
    said = (
        f"The first {units.count(rows)} of {units.count(len(table.rows))} rows; all of them are"
        " in the HTML report."
    )
    return replace(
        table,
        rows=table.rows[:rows],
        runs=table.runs[:rows],
        caption=f"{said} {table.caption}".rstrip(),
    )
