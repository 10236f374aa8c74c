"""A report as a PDF document, to print and to sign: set by Typst
(https://typst.app/docs/reference/), without TeX or a browser.

How it looks stands in `page.typ`; here is what it is given. All that is said goes there as JSON,
never as source, so a target's name cannot become markup. The same report gives the same bytes: the
date is that of the campaign.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from plimsoll.base.printable import printable
from plimsoll.report.describe import Chart, Facts, First, Page, Panel, Table
from plimsoll.report.evidence import dates
from plimsoll.report.forms import Drawn, captions, picture, vega
from plimsoll.report.forms.captions import cut, titled
from plimsoll.report.forms.metrics import ADVANCES
from plimsoll.report.request import ReportRequest

ROWS = 300
"""Of a table that are shown: a dozen pages."""
# A PDF's second line is a comment of four bytes above 127, which say that the file is binary (ISO
# 32000-1, 7.5.2). Which ones is free: ours spell PLIM with the high bit set, so that a file of ours
# is known by its head and no offset moves.
_BINARY, _OURS = (
    b"\n%\x80\x80\x80\x80\n",
    b"\n%" + bytes(letter | 0x80 for letter in b"PLIM") + b"\n",
)
# Points across A4 between the margins of page.typ, upright and flipped.
_UPRIGHT, _FLIPPED = 498.0, 745.0
_FLIPPED_HEIGHT = 440.0
"""Points that the rows of a flipped page have, beneath its heading and the head of the table."""
_SIZES = (8.0, 7.2, 6.4, 6.0)
"""Points of letters in tables: the largest in which all columns fit beside each other."""
_PAD = 5.0
_WRAPS = (16.0, 10.0)
"""Sizes of letters from which on a cell is wrapped: rather twice than on a flipped page,"""
_LINES = 3.0
"""but into no more lines than this."""
_BREAKS = 16.0
"""Sizes of letters from which on a word is broken."""
_BOX = 10.0
"""The same of the value in a figure's box, whose letters are larger."""
_HIGHEST = 1250
"""Pixels of a drawing that is as wide as the page and still fits on one."""


Told = dict[str, object]
"""What `page.typ` is given: JSON."""


def draw(page: Page, request: ReportRequest | None = None) -> Drawn:
    """The report as a PDF."""
    began = None if request is None else dates.measured_ns(request.evidence)
    at = None if not began else datetime.fromtimestamp(began // 10**9, UTC)
    document: Told = {
        "title": page.title,
        "headline": [_breakable(page.title), _breakable(page.answer)],
        "author": "Plimsoll",
        "date": None if at is None else {part: getattr(at, part) for part in _PARTS},
        "answer": page.answer,
        "first": None if page.first is None else _first(page.first),
        "verdict": _breakable(page.verdict),
        "because": [_breakable(sentence) for sentence in page.because],
        "figures": [
            {
                "name": _breakable(f.name),
                "value": _breakable(f.value, _BOX),
                "basis": _breakable(f.basis),
            }
            for f in page.figures
        ],
        "sections": [_section(section, first=i == 0) for i, section in enumerate(page.sections)],
        "footer": _breakable(page.footer),
        "close": False,
    }
    drawn = _set(document, at)
    # What runs a little over one page, as one to sign, is set smaller: a page that is lost is not
    # missed.
    if _pages(drawn) == 2 and _pages(close := _set(document | {"close": True}, at)) == 1:
        drawn = close
    return Drawn(drawn.replace(_BINARY, _OURS, 1))


def _first(first: First) -> Told:
    """The first screen."""
    number = first.number
    return {
        "standing": first.badge.standing,
        "badge": captions.signed(first.badge),
        "origin": first.origin,
        "about": _breakable(" · ".join(value for _, value in first.about)),
        "headline": _breakable(first.headline),
        "number": None
        if number is None
        else [_breakable(number.name), _breakable(number.value, _BOX), _breakable(number.basis)],
        "rows": [[_breakable(part) for part in row] for row in first.rows],
        "next": [[name, _breakable(words)] for name, words in captions.next_steps(first)],
    }


def _set(document: Told, at: datetime | None) -> bytes:
    """The document as Typst sets it. It takes the place of the date that it would read from a
    clock."""
    import typst

    source = Path(__file__).with_name("page.typ").read_bytes()
    drawn: bytes = typst.compile(
        source, sys_inputs={"page": json.dumps(_even(document))}, timestamp=0 if at is None else at
    )
    return drawn


def _pages(drawn: bytes) -> int:
    found = re.search(rb"/Type/Pages/Count (\d+)", drawn)
    return int(found[1]) if found else 0


LONGEST = 1_500
"""Characters of a text that are set, places to break included: where one is longer, as a name may
be, Typst gives up."""
_DRAWN = ("parts", "picture")
"""Keys of drawings."""
BREAK = "\u200b"
"""A place to break without a letter."""
_LINE_ENDS = re.compile("[\t\n\r\x85\u2028\u2029]")
_PARTS = ("year", "month", "day", "hour", "minute", "second")


def _even(value_of_document: object) -> object:
    """The same printable, with a space for every sign that would end a line: a name is
    anybody's."""
    match value_of_document:
        case str():
            # The places where a long word may be broken are ours: those of others are written out
            # by then.
            whole = value_of_document if len(value_of_document) <= LONGEST else f"{value_of_document[:LONGEST]}…"
            return BREAK.join(printable(part) for part in _LINE_ENDS.sub(" ", whole).split(BREAK))
        case dict():
            # A drawing is no text that is set.
            return {key: value if key in _DRAWN else _even(value) for key, value in value_of_document.items()}
        case list():
            return [_even(value) for value in value_of_document]
        case _:
            return value_of_document


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll."""
    return head.startswith(b"%PDF-") and _OURS in head[:32]


def _section(section: Chart | Table | Facts, *, first: bool) -> Told:
    match section:
        case Chart():
            return {
                "kind": "chart",
                "title": _breakable(titled(section)),
                "parts": [picture.svg(part) for part in _parts(section, first=first)],
                "told": " ".join(vega.panel_sentence(panel) for panel in section.panels),
                "caption": _breakable(section.caption),
            }
        case Facts():
            items = [[_breakable(part) for part in item] for item in section.items]
            return {
                "kind": "facts",
                "title": _breakable(section.title),
                "items": items,
                "caption": _breakable(section.caption),
            }
        case Table():
            return _table(cut(section, ROWS))


def _parts(chart: Chart, *, first: bool) -> Iterator[Chart]:
    """The chart in drawings that fit on a page each: its title and caption are the document's, its
    panels stay whole. Of the chart behind the answer (`first`) the first panel is a drawing of its
    own, which has room beneath the answer."""
    panels: list[Panel] = []
    height = 0
    for panel in chart.panels:
        # The name above it and what its rules need: the drawing knows better, but is not made yet.
        high = panel.height + 75
        beneath = first and panels == [chart.panels[0]]
        if panels and (beneath or height + high > _HIGHEST):
            yield replace(chart, title="", notes=(), where=(), panels=tuple(panels))
            panels, height = [], 0
        panels.append(panel)
        height += high
    yield replace(chart, title="", notes=(), where=(), panels=tuple(panels))


def _table(table: Table) -> Told:
    columns_of = [
        _Letters.of(column.label, cells)
        for column, cells in zip(
            table.columns,
            zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns),
            strict=True,
        )
    ]
    wide, size, wraps, groups = _fit_columns(columns_of)
    needed = [column.ems(wraps) for column in columns_of]
    whole = [column.ems(1e9) for column in columns_of]
    parts = []
    for number, group in enumerate(groups, 1):
        columns = [table.columns[i] for i in group]
        parts.append(
            {
                "note": f"Columns, part {number} of {len(groups)}" if len(groups) > 1 else "",
                "size": size,
                "widths": _widths(
                    [(needed[i], whole[i]) for i in group], size, _FLIPPED if wide else _UPRIGHT
                ),
                "numbers": [column.number for column in columns],
                "columns": [_breakable(column.label) for column in columns],
                "rows": [[_breakable(row[i]) for i in group] for row in table.rows],
            }
        )
    return {
        "kind": "table",
        "title": _breakable(titled(table)),
        "caption": _breakable(table.caption),
        "wide": wide,
        "parts": parts,
    }


def _em(text: str) -> float:
    """How wide a text is in sizes of its letters."""
    return 0.1 + sum(map(ADVANCES.__getitem__, text))


@dataclass(frozen=True)
class _Letters:
    """What a column holds, in sizes of letters."""

    cells: tuple[float, ...]
    longest: float
    word: float
    """The longest in any cell."""
    head: float

    @classmethod
    def of(cls, label: str, cells: Sequence[str]) -> _Letters:
        """Those of a column with this head."""
        ems = tuple(map(_em, cells))
        return cls(
            ems,
            max(ems, default=1.0),
            max((_em(word) for cell in cells for word in cell.split()), default=1.0),
            # Heads are bold and wrapped at their words.
            max(map(_em, label.split()), default=1.0) * 1.1,
        )

    def ems(self, wraps: float) -> float:
        """How wide it is: its longest cell, wrapped where it is long; no word is broken that needs
        not be."""
        return max(min(self.longest, wraps), min(self.word, _BREAKS), min(self.head, _BREAKS))


Columns = list[_Letters]


def _fit_columns(columns: Columns) -> tuple[bool, float, float, list[list[int]]]:
    """Whether the page is flipped, the size of letters, where cells wrap, and which columns stand
    beside each other."""
    every = list(range(len(columns)))
    for wide, room in ((False, _UPRIGHT), (True, _FLIPPED)):
        for wraps in _WRAPS:
            if not wide and _lines(columns, wraps) > _LINES:
                continue
            fit = [size for size in _SIZES if _needed_width(columns, wraps, size) <= room]
            if fit and wide:
                # A few rows more than a page holds are no reason for a second one.
                high = {size: _height(columns, wraps, size, room) for size in fit}
                fitting = [size for size in fit if high[size] <= _FLIPPED_HEIGHT]
                return wide, fitting[0] if fitting else fit[0], wraps, [every]
            if fit:
                return wide, fit[0], wraps, [every]
    # Too many for any page: the first column, which says what a row is of, stands before each part.
    size, wraps = _SIZES[-1], _WRAPS[-1]
    groups = [[0]]
    for i in every[1:]:
        beside = [columns[j] for j in (*groups[-1], i)]
        if len(groups[-1]) > 1 and _needed_width(beside, wraps, size) > _FLIPPED:
            groups.append([0])
        groups[-1].append(i)
    return True, size, wraps, groups


def _needed_width(columns: Columns, wraps: float, size: float) -> float:
    return sum(column.ems(wraps) * size + _PAD for column in columns)


def _lines(columns: Columns, wraps: float) -> float:
    """Lines of the longest cell."""
    return max(
        (column.longest / column.ems(wraps) for column in columns if column.cells), default=0.0
    )


def _height(columns: Columns, wraps: float, size: float, room: float) -> float:
    """Points that all rows are high."""
    ems = [(column.ems(wraps), column.ems(1e9)) for column in columns]
    widths = [(width - _PAD) / size for width in _widths(ems, size, room)]
    rows = zip(*(column.cells for column in columns), strict=True)
    lines: int = sum(
        max(math.ceil(cell / width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return lines * size * 1.25 + 5.2 * len(columns[0].cells)


def _widths(ems: Sequence[tuple[float, float]], size: float, room: float) -> list[float]:
    """Points of each column; what is left over goes to those that are wrapped, as far as they can
    use it."""
    widths = [needed * size + _PAD for needed, _ in ems]
    wanted = [(whole - needed) * size for needed, whole in ems]
    share = min(1.0, max(0.0, room - sum(widths)) / sum(wanted)) if sum(wanted) else 0.0
    return [round(width + more * share, 2) for width, more in zip(widths, wanted, strict=True)]


def _breakable(text: str, ems: float = _BREAKS) -> str:
    """The text with places to break in words that no column is wide enough for."""
    return " ".join(
        word if _em(word) <= ems else BREAK.join(word[i : i + 8] for i in range(0, len(word), 8))
        for word in printable(_LINE_ENDS.sub(" ", text)).split(" ")
    )
