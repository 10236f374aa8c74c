"""The Runs of campaigns as CSV: a header and a row per Run (RFC 4180, with plain line ends).

In a file, the interval series lies beside it, in a file of its own: a table has one kind of row.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from plimsoll.printable import printable
from plimsoll.reports.forms import Drawn
from plimsoll.reports.forms import intervals as series
from plimsoll.reports.forms.rows import FIELDS, of

if TYPE_CHECKING:
    from plimsoll.reports.forms.rows import Cell, Row
    from plimsoll.reports.request import Asked


def write(asked: Asked) -> Drawn:
    """A header and a row per Run."""
    out = io.StringIO()
    writer = csv.DictWriter(out, [field.name for field in FIELDS], lineterminator="\n")
    writer.writeheader()
    writer.writerows(_plain(row) for row in of(asked))
    return Drawn(
        out.getvalue().encode(),
        {f"{series.ENDING}.csv": lambda: series.as_csv(series.intervals(asked))},
    )


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll: Runs, or the intervals beside them."""
    return head.startswith((b"run,role,state,outcome,judgement,", b"run,interval,phase,"))


def _plain(row: Row) -> Row:
    """A text that a spreadsheet would take for a formula gets a quote before it, and what would
    steer who looks at it is written out: a target's name is anybody's.
    """

    def written(value: Cell) -> Cell:
        if isinstance(value, bool):
            return "true" if value else "false"
        if not isinstance(value, str):
            return value
        text = printable(value)
        return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text

    return {key: written(value) for key, value in row.items()}
