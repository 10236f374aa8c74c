"""A table on a terminal of whatever width: nothing in it is cut, and no figure is taken apart.

It gets narrower by breaking text between words, headings first; a number and its unit stay
together. Where even that is too wide each row becomes a block of lines, a name and its value on
each. Where there is room, bars stand beside a column of rates; the figures say the same, nothing is
told by bars or colour alone. In a pipe there is no width: see `_screen.table`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base.cells import pad, words, wrap
from plimsoll.base.cells import width as cell_width

if TYPE_CHECKING:
    from rich.table import Table

GAPS = (2, 1)
"""Blanks between columns, the better first."""
LEAST_BAR, MOST_BAR = 8, 24
EIGHTHS = " ▏▎▍▌▋▊▉"
GLUE = "\xa0"
UNITS = r"(ns|µs|ms|s|min|h|%|bytes|KiB|MiB|GiB|TiB|IOPS|hosts|guests)"


@dataclass(frozen=True)
class Bars:
    """Bars beside a column: the size of each row's, none for a row that has no figure."""

    column: int
    sizes: Sequence[float | None]


def glue(text: str) -> str:
    """With what must not be parted held together: a number and its unit, a sign and its number."""
    return re.sub(
        rf"(?<=[\d.]) (?={UNITS}\b|%)", GLUE, re.sub(r"(?<=[<>≤≥±×~]) (?=\d)", GLUE, text)
    )


def widths(
    head: Sequence[str], rows: Sequence[Sequence[str]], room: int, gap: int
) -> list[int] | None:
    """How wide each column is to be, so that all fit into the room; none where they cannot."""
    columns = [[glue(cell) for cell in column] for column in zip(head, *rows, strict=True)]
    least = [
        max((cell_width(word.rstrip(" ")) for cell in column for word in words(cell)), default=0)
        for column in columns
    ]
    # A heading may take two lines so that a column of short figures stays narrow.
    wanted = [
        max(narrow, *map(cell_width, column[1:]), 0)
        for narrow, column in zip(least, columns, strict=True)
    ]
    left = room - gap * (len(columns) - 1) - sum(least)
    if left < 0:
        return None
    found = list(least)
    # Those that want little get all of it; the longest text shares what remains.
    waiting = sorted(range(len(columns)), key=lambda one: wanted[one] - least[one])
    for place, one in enumerate(waiting):
        given = min(wanted[one] - least[one], left // (len(waiting) - place))
        found[one] += given
        left -= given
    for one in range(len(columns)):
        given = min(max(0, cell_width(columns[one][0]) - found[one]), left)
        found[one] += given
        left -= given
    return found


def fit(
    head: Sequence[str], rows: Sequence[Sequence[str]], room: int, bars: Bars | None = None
) -> Table | None:
    """The table in so many columns of the terminal; none where it does not fit."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from plimsoll.cli.terminal import verdict_colours

    tried = ((gap, found) for gap in GAPS if (found := widths(head, rows, room, gap)) is not None)
    gap, found = next(tried, (0, None))
    if found is None:
        return None
    # The box has a blank of its own between columns.
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, gap - 1, 0, 0), show_edge=False)
    spare = room - sum(found) - gap * len(found)
    drawn = bars if bars is not None and spare >= LEAST_BAR and any(bars.sizes) else None
    for number, (name, width) in enumerate(zip(head, found, strict=True)):
        text = number == 0 or 2 * sum(_is_text(row[number]) for row in rows) > len(rows)
        table.add_column(
            _break_word(name, width),
            justify="left" if text else "right",
            no_wrap=True,
            min_width=width,
        )
        if drawn is not None and number == drawn.column:
            table.add_column("", no_wrap=True)
    most = max((size for size in drawn.sizes if size), default=1.0) if drawn is not None else 1.0
    for place, row in enumerate(rows):
        cells = [_break_word(cell, width) for cell, width in zip(row, found, strict=True)]
        if drawn is not None:
            size = drawn.sizes[place]
            cells.insert(
                drawn.column + 1, "" if size is None else bar(size / most, min(MOST_BAR, spare))
            )
        table.add_row(*map(verdict_colours.line, cells))
    return table


def blocks(head: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> list[str]:
    """Each row as lines: its name, then a line for each other column that says something."""
    label = max(map(cell_width, head[1:]), default=0)
    said: list[str] = []
    for row in rows:
        said.append(f"{head[0]} {row[0]}".strip())
        for name, cell in zip(head[1:], row[1:], strict=True):
            broken = _break_word(cell, max(12, room - label - 4)).split("\n") if cell else []
            said += [
                f"  {pad(name if number == 0 else '', label)}  {line}"
                for number, line in enumerate(broken)
            ]
    return said


def bar(share: float, room: int) -> str:
    """A bar of this share of the room, to an eighth of a letter."""
    eighths = round(max(0.0, min(1.0, share)) * room * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _break_word(text: str, width: int) -> str:
    return "\n".join(wrap(glue(text), max(1, width))).replace(GLUE, " ")


def _is_text(cell: str) -> bool:
    """Whether this reads as words, not as a figure."""
    return bool(re.match(r"[^\W\d_]|[(/]", cell)) and cell_width(cell) > 3
