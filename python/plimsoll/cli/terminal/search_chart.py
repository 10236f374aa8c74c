"""The curve of a search in letters: response time over offered rate, a mark for each Run that has
ended, and the rates between which the line is looked for, shaded.

Each verdict has a mark of its own, so that nothing is told by colour alone; the sentence below says
the same in figures. Where marks meet, that which bounds the line is seen. What this does not do:
confirm anything; the answer does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from plimsoll.base import language, units
from plimsoll.base.cells import width as cell_width
from plimsoll.base.cells import wrap
from plimsoll.cli.messages import message

if TYPE_CHECKING:
    from plimsoll.report.evidence.search_progress import ProbePoint, SearchProgress

LEAST_HEIGHT, MOST_HEIGHT = 8, 14
LEAST_WIDTH, MOST_WIDTH = 40, 100
MARKS = {"met": "●", "missed": "×", "undecided": "○", "": "·"}
HOLDS = {"met": "◆", "missed": "✖", "undecided": "◇", "": "·"}
BOUND, BRACKET = "╌", "░"
_LOUDER = ("", "undecided", "met", "missed")
"""Which mark is seen where several meet: the later."""


def lines(
    known: SearchProgress | None, width: int, height: int, *, ended: bool = False
) -> list[str]:
    """The chart in so many columns and at most so many lines; nothing where there is no room, or
    nothing to draw. Of a search that has `ended` the answer says what is known."""
    if known is None or not known.probes or width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return []
    width, height = min(width, MOST_WIDTH), min(height, MOST_HEIGHT)
    legend = _legend(known.probes)
    sentence = message("legend-sentence", legend=legend)
    below = wrap(legend if ended else f"{sentence} {known.words}", width)
    rows = height - 2 - len(below)
    if rows < LEAST_HEIGHT - 4:
        return []
    values = [*(one.ns for one in known.probes), known.bound_ns]
    low, high = math.log(max(1.0, min(values)) / 1.4), math.log(max(values) * 1.4)
    most = max(one.rate for one in known.probes) * 1.04

    def row_of(ns: float) -> int:
        return min(rows - 1, max(0, int((high - math.log(max(1.0, ns))) / (high - low) * rows)))

    bound_row = row_of(known.bound_ns)
    ticks = _ticks(rows, bound_row, known.bound_ns, low, high)
    left = max(len(text) for text in ticks.values())
    columns = width - left - 2

    def column_of(rate: float) -> int:
        return min(columns - 1, max(0, int(rate / most * columns)))

    cells = [[" "] * columns for _ in range(rows)]
    if known.met is not None and known.missed is not None and known.met < known.missed:
        for row in cells:
            for at in range(column_of(known.met), column_of(known.missed) + 1):
                row[at] = BRACKET
    cells[bound_row] = [BOUND if cell == " " else cell for cell in cells[bound_row]]
    said = f" {known.bound} "
    if cell_width(said) < columns - 4:
        # A letter of two cells stands in the first of them.
        letters = [part for letter in said for part in (letter, "")[: cell_width(letter)]]
        cells[bound_row][2 : 2 + len(letters)] = letters
    for one in sorted(known.probes, key=lambda one: (one.hold, _LOUDER.index(one.verdict))):
        marks = HOLDS if one.hold else MARKS
        cells[row_of(one.ns)][column_of(one.rate)] = marks[one.verdict]
    drawn = [
        f"{ticks.get(number, ''):>{left}} ┤{''.join(row)}".rstrip()
        for number, row in enumerate(cells)
    ]
    drawn.append(f"{'':{left}} └{'─' * columns}")
    drawn.append(f"{'':{left + 2}}{_rates(most, columns)}")
    return [*drawn, *below]


def coloured_lines(said: Sequence[str]) -> list[Text]:
    """The same with colours, as a terminal has them."""
    drawn = []
    for line in said:
        text = Text(line, no_wrap=True, overflow="crop")
        for pattern, style in ((r"[●◆]", "green"), (r"[×✖]", "bold red"), (r"[░╌]", "yellow")):
            text.highlight_regex(pattern, style)
        drawn.append(text)
    return drawn


def _ticks(rows: int, bound_row: int, bound_ns: float, low: float, high: float) -> dict[int, str]:
    """What stands at the left: top, bottom and the objective."""

    def at(row: int) -> str:
        return units.nanos(math.exp(high - (row + 0.5) / rows * (high - low)))

    found = {bound_row: units.nanos(bound_ns)}
    found |= {row: at(row) for row in (0, rows - 1) if abs(row - bound_row) > 1}
    return found


def _rates(most: float, columns: int) -> str:
    """The axis of rates: nothing, half of it where there is room, and its end."""
    middle, end = units.rate(most / 2), message("rate-offered", rate=units.rate(most))
    line = f"0{middle:>{columns // 2 + len(middle) // 2}}"
    if len(line) + cell_width(end) >= columns:
        line = "0"
    return f"{line}{' ' * max(0, columns - len(line) - cell_width(end))}{end}"


def _legend(probes: Sequence[ProbePoint]) -> str:
    """What the marks mean, of those that are there."""
    said = [
        message(f"legend-{verdict}", mark=mark)
        for verdict, mark in MARKS.items()
        if verdict and any(one.verdict == verdict and not one.hold for one in probes)
    ]
    said += [
        message(f"legend-hold-{verdict}", mark=mark)
        for verdict, mark in HOLDS.items()
        if verdict and any(one.verdict == verdict and one.hold for one in probes)
    ]
    return language.listing(said) or message("legend-without-objective", mark=MARKS[""])
