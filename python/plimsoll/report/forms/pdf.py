"""A report as a PDF document, to print and to sign: set by Typst
(https://typst.app/docs/reference/), without TeX or a browser.

`page.typ` has the layout; this module prepares its data. Content is passed as JSON, never as
source, so names cannot become markup. Equal reports give equal bytes: the date is that of the
campaign."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import cells
from plimsoll.base.messages import language
from plimsoll.base.printable import printable
from plimsoll.report.describe import TO_SIGN, Chart, Facts, First, Letterhead, Page, Table
from plimsoll.report.evidence import dates
from plimsoll.report.forms import FormOutput, captions, picture, typefaces, vega
from plimsoll.report.forms.captions import cut, full_title
from plimsoll.report.forms.metrics import ADVANCES
from plimsoll.report.messages import message
from plimsoll.report.registry import to_sign
from plimsoll.report.request import ReportRequest

if TYPE_CHECKING:
    import typst

ROWS = 300
"""Most rows of a table: a dozen pages."""
# A PDF's second line is a comment of four bytes above 127, which say that the file is binary (ISO
# 32000-1, 7.5.2). Which ones is free: ours spell PLIM with the high bit set, so that a file of ours
# is known by its head and no offset moves.
_BINARY_MARK, _OUR_MARK = (
    b"\n%\x80\x80\x80\x80\n",
    b"\n%" + bytes(letter | 0x80 for letter in b"PLIM") + b"\n",
)
# Points between the margins of page.typ: across A4, and where its text begins and ends.
_WIDTH = 498.0
_HEAD, _FOOT = 39.7, 790.8
_MOST_WHITE = 0.35
"""Share of a page that may be left white below what stands on it."""
_MAX_PAGES_SET = 200
"""Pages set while a density is looked for: all densities of a document of ten pages."""
_DENSITIES = sorted(
    (
        (text, chart, tail)
        for text in (9.0, 8.3)
        for chart in (100, 92, 84, 76, 68)
        for tail in (1, 2)
    ),
    key=lambda density: (100 - density[1]) / 8 + (9.0 - density[0]) / 0.5 + density[2] / 2,
)
"""Letter size in points, width of charts in percent, and in how many columns the facts at the end
stand: the most comfortable first."""
_SIZES = (8.0, 7.2, 6.4, 6.0, 5.6)
"""Letter sizes of tables in points: the largest that fits all columns is used."""
_PAD = 5.0
_WRAP_WIDTHS = (16.0, 10.0, 7.0)
"""Cell widths, in letter sizes, beyond which a cell wraps. Wrapping more is better than parting
the columns."""
_MAX_LINES = 3.0
"""Most lines of a wrapped cell."""
_BREAK_WIDTH = 16.0
"""Word width, in letter sizes, beyond which a word is broken."""
_BOX_BREAK_WIDTH = 10.0
"""Word width beyond which a word is broken in the large letters of a figure's box."""


Told = dict[str, object]
"""The input of `page.typ`, as JSON."""


def draw(page: Page, request: ReportRequest | None = None) -> FormOutput:
    """The report as a PDF: first the page to sign, where the campaign has one, then the
    evidence."""
    began = None if request is None else dates.measured_ns(request.evidence)
    at = None if not began else datetime.fromtimestamp(began // 10**9, UTC)
    cover = None if request is None else to_sign(page.report, request)
    document: Told = {
        "title": page.title,
        "author": (page.letterhead and page.letterhead.author) or "Plimsoll",
        "date": None if at is None else {part: getattr(at, part) for part in _PARTS},
        "answer": page.answer,
        "cover": None if cover is None else _content(cover),
        "page": _content(page if cover is None else _beyond(cover, page)),
        "to-sign": page.report == TO_SIGN,
        "evidence": message("evidence-heading", title=_breakable(page.title)),
        "footer": _breakable(page.footer),
        "language": language.get(),
        # Typst counts the pages: what stands before, between and behind the two numbers.
        "numbers": re.split("[\1\2]", message("page-of", page="\1", pages="\2")),
        "verdict-label": message("verdict-label"),
    }
    return FormOutput(_set(document, at).replace(_BINARY_MARK, _OUR_MARK, 1))


def _content(page: Page) -> Told:
    return {
        "title": _breakable(page.title),
        "answer": _breakable(page.answer),
        "letterhead": None if page.letterhead is None else _letterhead(page.letterhead),
        "first": None if page.first is None else _first(page.first),
        "verdict": _breakable(page.further_verdict),
        "because": [_breakable(sentence) for sentence in page.because],
        "figures": [
            {
                "name": _breakable(f.name),
                "value": _breakable(f.value, _BOX_BREAK_WIDTH),
                "basis": _breakable(f.basis),
            }
            for f in page.further_figures
        ],
        "sections": [_section(section) for section in page.sections],
    }


def _beyond(cover: Page, page: Page) -> Page:
    """The page without the sentences and figures that its cover has, word for word. The first
    screen that is drawn is that of the cover."""
    told = frozenset(cover.because)
    return replace(
        page,
        first=cover.first,
        answer="" if page.answer == cover.answer else page.answer,
        because=tuple(one for one in page.because if one not in told),
        figures=tuple(one for one in page.figures if one not in cover.figures),
    )


def _letterhead(head: Letterhead) -> Told:
    logo = head.logo
    return {
        "rows": [[_breakable(part) for part in row] for row in head.rows],
        # SVG as text; the bytes of a PNG as numbers, which is how JSON can have them.
        "picture": None
        if logo is None
        else logo.content.decode()
        if logo.kind == "svg"
        else list(logo.content),
        "format": None if logo is None else logo.kind,
        "stamps": [_breakable(title, _BOX_BREAK_WIDTH) for title in head.stamps],
    }


def _first(first: First) -> Told:
    """The first screen."""
    number = first.number
    return {
        "standing": first.badge.standing,
        "badge": captions.badge_text(first.badge),
        "origin": first.origin,
        "measured": first.origin == message("origin-measured"),
        "about": _breakable(" · ".join(value for _, value in first.about)),
        "headline": _breakable(first.headline),
        "number": None
        if number is None
        else [
            _breakable(number.name),
            _breakable(number.value, _BOX_BREAK_WIDTH),
            _breakable(number.basis),
        ],
        "rows": [[_breakable(part) for part in row] for row in first.rows],
        "next": [[name, _breakable(words)] for name, words in captions.next_steps(first)],
    }


def _set(document: Told, at: datetime | None) -> bytes:
    """The document set by Typst, with a fixed date instead of that of a clock. It is set as large
    as it can be while no page is left white; what runs over a page by a few lines is set closer. A
    long one has few tries: each sets all of it, and a white page of many is no loss."""
    import typst

    source = Path(__file__).with_name("page.typ").read_bytes()
    even = _even(document)
    assert isinstance(even, dict)
    sections = even["page"]["sections"]
    kinds = [section["kind"] for section in sections]
    placed = even["page"] | {"sections": [_with_frames(section) for section in sections]}

    def inputs(density: tuple[float, int, int], **changed: object) -> dict[str, str]:
        return {"page": json.dumps(even | {"density": density} | changed)}

    def whitest(density: tuple[float, int, int]) -> tuple[float, int]:
        # Without the cover, which fills a page of its own.
        told = inputs(density, page=placed, cover=None, covered=even["cover"] is not None)
        found: str = typst.query(
            source, "<edge>", field="value", font_paths=_fonts(), sys_inputs=told
        )
        edges = json.loads(found)
        pages = max((page for page, _ in edges), default=1)
        return _whitest(edges, alone=even["cover"] is None), pages

    chosen, least, pages_set = _DENSITIES[0], math.inf, 0
    for density in () if even["to-sign"] else _distinct_densities(kinds):
        white, pages = whitest(density)
        pages_set += pages
        if white < least:
            chosen, least = density, white
        if white <= _MOST_WHITE or pages_set >= _MAX_PAGES_SET:
            break
    drawn: bytes = typst.compile(
        source,
        sys_inputs=inputs(chosen, covered=even["cover"] is not None),
        font_paths=_fonts(),
        timestamp=0 if at is None else at,
    )
    return drawn


def _with_frames(section: Told) -> Told:
    """The section, of a chart with the outermost elements of its drawings alone: they take the same
    room, and to read 280 drawings took two thirds of the time in which a document is laid out."""
    if section["kind"] != "chart":
        return section
    drawings = section["parts"]
    assert isinstance(drawings, list)
    return section | {"parts": [f"{picture.head(part)}</svg>" for part in drawings]}


@cache
def _fonts() -> typst.Fonts:
    """Those that Typst may use. To look for them takes longer than to set a page."""
    import typst

    return typst.Fonts(font_paths=[str(typefaces.FOLDER)])


def _distinct_densities(kinds: Sequence[str]) -> list[tuple[float, int, int]]:
    """The densities that set a document of these sections differently: the width of charts counts
    where there is one, and the columns of the facts at the end where at least two follow something
    else. To try a density is to set the whole document."""
    at_end = next((i for i, kind in enumerate(reversed(kinds)) if kind != "facts"), 0)
    distinct: dict[tuple[float, int | None, int | None], tuple[float, int, int]] = {}
    for text, chart, tail in _DENSITIES:
        seen = (text, chart if "chart" in kinds else None, tail if at_end > 1 else None)
        distinct.setdefault(seen, (text, chart, tail))
    return list(distinct.values())


def _whitest(edges: Sequence[tuple[int, float]], *, alone: bool) -> float:
    """The share of the whitest page that is left below what stands on it; none for a document
    of a single page. A page without an edge is within a table, and full."""
    lowest: dict[int, float] = {}
    for page, y in edges:
        lowest[page] = max(y, lowest.get(page, 0.0))
    if alone and max(lowest, default=1) == 1:
        return 0.0
    return max(((_FOOT - y) / (_FOOT - _HEAD) for y in lowest.values()), default=0.0)


LONGEST = 1_500
"""Most characters of a text, break points included: Typst fails on longer ones."""
_DRAWING_KEYS = ("parts", "picture")
"""Keys of drawings."""
BREAK = "\u200b"
"""A place to break without a letter."""
_LINE_ENDS = re.compile("[\t\n\r\x85\u2028\u2029]")
_PARTS = ("year", "month", "day", "hour", "minute", "second")


def _even(value_of_document: object) -> object:
    """The document with printable text, and spaces for line ends: names are untrusted."""
    match value_of_document:
        case str():
            # Break points are ours; those in names are written out already.
            whole = (
                value_of_document
                if len(value_of_document) <= LONGEST
                else f"{value_of_document[:LONGEST]}…"
            )
            return BREAK.join(printable(part) for part in _LINE_ENDS.sub(" ", whole).split(BREAK))
        case dict():
            # Drawings are not text.
            return {
                key: value if key in _DRAWING_KEYS else _even(value)
                for key, value in value_of_document.items()
            }
        case list():
            return [_even(value) for value in value_of_document]
        case _:
            return value_of_document


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll."""
    return head.startswith(b"%PDF-") and _OUR_MARK in head[:32]


def _section(section: Chart | Table | Facts) -> Told:
    match section:
        case Chart():
            return {
                "kind": "chart",
                "title": _breakable(full_title(section)),
                "parts": [picture.svg(part, embedded=False) for part in _parts(section)],
                "told": " ".join(vega.panel_sentence(panel) for panel in section.panels),
                "caption": _breakable(section.caption),
            }
        case Facts():
            items = [[_breakable(part) for part in item] for item in section.items]
            return {
                "kind": "facts",
                "title": _breakable(section.title),
                "glossary": section.title == message("words"),
                "items": items,
                "caption": _breakable(section.caption),
            }
        case Table():
            return _table(cut(section, ROWS))


def _parts(chart: Chart) -> Iterator[Chart]:
    """The chart as a drawing for each panel, without title and caption, which the document sets:
    as many as fit stand on a page, and none leaves a hole."""
    for panel in chart.panels:
        yield replace(chart, title="", notes=(), where=(), panels=(panel,))


def _table(table: Table) -> Told:
    columns_of = [
        _Letters.of(column.label, cells)
        for column, cells in zip(
            table.columns,
            zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns),
            strict=True,
        )
    ]
    size, wraps, groups = _fit_columns(columns_of)
    needed = [column.ems(wraps) for column in columns_of]
    whole = [max(column.ems(1e9), column.head_in_two) for column in columns_of]
    parts = []
    for number, group in enumerate(groups, 1):
        columns = [table.columns[i] for i in group]
        parts.append(
            {
                "note": message("part-of-columns", n=number, of=len(groups))
                if len(groups) > 1
                else "",
                "size": size,
                "widths": _widths([(needed[i], whole[i]) for i in group], size),
                "numbers": [column.number for column in columns],
                "columns": [_breakable(column.label) for column in columns],
                "rows": [[_breakable(row[i]) for i in group] for row in table.rows],
            }
        )
    return {
        "kind": "table",
        "title": _breakable(full_title(table)),
        "caption": _breakable(table.caption),
        "parts": parts,
    }


def _em(text: str) -> float:
    """The width of a text in letter sizes."""
    return 0.1 + sum(map(ADVANCES.__getitem__, text))


@dataclass(frozen=True)
class _Letters:
    """The widths of a column's content in letter sizes."""

    cells: tuple[float, ...]
    longest: float
    word: float
    """The longest word of any cell."""
    head: float
    """The longest word of the head."""
    head_in_two: float
    """The head on two lines."""

    @classmethod
    def of(cls, label: str, cells: Sequence[str]) -> _Letters:
        """The widths of a column with this head."""
        ems = tuple(map(_em, cells))
        return cls(
            ems,
            max(ems, default=1.0),
            max((_em(word) for cell in cells for word in cell.split()), default=1.0),
            # Heads are bold and wrapped at their words.
            max(map(_em, label.split()), default=1.0) * 1.1,
            _em(label) * 1.1 / 2 + 1.0,
        )

    def ems(self, wraps: float) -> float:
        """The width of the column: its longest cell, wrapped when long, without breaking words
        needlessly."""
        return max(
            min(self.longest, wraps), min(self.word, _BREAK_WIDTH), min(self.head, _BREAK_WIDTH)
        )


Columns = list[_Letters]


def _fit_columns(columns: Columns) -> tuple[float, float, list[list[int]]]:
    """Chooses letter size, wrapping, and the groups of columns that stand side by side. Pages are
    never flipped: a flipped page leaves the one before it white, and is seldom full itself."""
    every = list(range(len(columns)))
    for wraps in _WRAP_WIDTHS:
        if _lines(columns, wraps) > _MAX_LINES and wraps != _WRAP_WIDTHS[-1]:
            continue
        for size in _SIZES:
            if _needed_width(columns, wraps, size) <= _WIDTH:
                return size, wraps, [every]
    # Split columns over several parts, each starting with the first column, which names the rows.
    size, wraps = _SIZES[2], _WRAP_WIDTHS[1]
    # As many parts as are needed, and each about as wide as the others.
    first = _needed_width(columns[:1], wraps, size)
    rest = _needed_width(columns[1:], wraps, size)
    room = first + rest / max(1, math.ceil(rest / max(_WIDTH - first, 1.0)))
    groups = [[0]]
    for i in every[1:]:
        beside = _needed_width([columns[j] for j in (*groups[-1], i)], wraps, size)
        before = _needed_width([columns[j] for j in groups[-1]], wraps, size)
        if len(groups[-1]) > 1 and (beside > _WIDTH or before >= room):
            groups.append([0])
        groups[-1].append(i)
    return size, wraps, groups


def _needed_width(columns: Columns, wraps: float, size: float) -> float:
    return sum(column.ems(wraps) * size + _PAD for column in columns)


def _lines(columns: Columns, wraps: float) -> float:
    """The number of lines of the longest cell."""
    return max(
        (column.longest / column.ems(wraps) for column in columns if column.cells), default=0.0
    )


def _widths(ems: Sequence[tuple[float, float]], size: float) -> list[float]:
    """The width of each column in points; spare room goes to columns that wrap, in their
    cells or in a head of more than two lines, as far as they can use it."""
    widths = [needed * size + _PAD for needed, _ in ems]
    wanted = [(whole - needed) * size for needed, whole in ems]
    share = min(1.0, max(0.0, _WIDTH - sum(widths)) / sum(wanted)) if sum(wanted) else 0.0
    return [round(width + more * share, 2) for width, more in zip(widths, wanted, strict=True)]


def _breakable(text: str, ems: float = _BREAK_WIDTH) -> str:
    """The text with break points in words wider than any column. A number within Japanese, which
    has no blanks, is a word of its own."""
    return " ".join(
        word if _em(word) <= ems else "".join(_break_word(part, ems) for part in cells.words(word))
        for word in printable(_LINE_ENDS.sub(" ", text)).split(" ")
    )


def _break_word(word: str, ems: float) -> str:
    if _em(word) <= ems:
        return word
    return BREAK.join(word[at : at + 8] for at in range(0, len(word), 8))
