"""What each client (VM) or target had of a Run, as tables of its page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.judge import each
from plimsoll.reports.describe import Column, Table
from plimsoll.reports.evidence import records

if TYPE_CHECKING:
    from plimsoll.judge.each import Spread
    from plimsoll.reports.evidence.run_figures import RunFigures

LISTED = 64
"""So many are listed one by one; of more the best, the median and the worst."""


def tables(figures: RunFigures) -> tuple[Table, ...]:
    """A table for each kind of client, or of the targets; none where a Run has no such figures."""
    found = []
    for spread in each.of(figures.each):
        drawn = table(spread, LISTED)
        folded = len(drawn.rows) < len(spread.ranked)
        caption = (
            f"{spread.words}. The best, with the lowest mean {records.said(figures.metric)}, comes"
            " first." + (" CSV has a row for each of them." if folded else "")
        )
        found.append(replace(drawn, title=f"Each of {spread.whose}", caption=caption))
    return tuple(found)


def table(spread: Spread, at_most: int) -> Table:
    """Those of one kind, without title and caption."""
    columns = (Column(spread.of, number=False), *map(Column, each.head(spread)))
    rows = tuple((name, *each.cells(one, spread)) for name, one in each.shown(spread, at_most))
    return Table("", columns, rows)
