"""What each client (VM) or target had of a Run, as tables of its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.judge import each
from plimsoll.reports.describe import Column, Table
from plimsoll.reports.evidence import records

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Run

LISTED = 64
"""So many are listed one by one; of more the best, the median and the worst."""


def tables(run: Run) -> tuple[Table, ...]:
    """A table for each kind of client, or of the targets; none where a Run has no such figures."""
    found = []
    for spread in each.of(run.told):
        names = each.shown(spread, LISTED)
        folded = len(names) < len(spread.ranked)
        found.append(
            Table(
                f"Each of {spread.whose}",
                (Column(spread.of, number=False), *(Column(name) for name in each.head(spread))),
                tuple((name, *each.cells(one, spread)) for name, one in names),
                f"{spread.words}. The best, with the lowest mean {records.said(run.metric)}, comes"
                " first." + (" CSV has a row for each of them." if folded else ""),
                (run.row.id,) * len(names),
            )
        )
    return tuple(found)
