"""What each client (VM) or target had of a Run, on the terminal: a line, and a table of all of few,
of the best, the median and the worst of many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.model import RunRecord


def show(record: RunRecord) -> None:
    """Prints it, where a Run has such figures."""
    from plimsoll.judge import each

    spreads = each.of(record)
    for spread in spreads:
        screen.lines([spread.words])
        rows = [[name, *each.cells(one, spread)] for name, one in each.shown(spread)]
        screen.table([spread.of, *each.head(spread)], rows)
    if not spreads and (many := each.not_told_apart(record)):
        screen.lines([many])
