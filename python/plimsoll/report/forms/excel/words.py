"""The sheets of text: Summary, conditions and similar facts, and the tables of the page other
than the rows of Data."""

from collections.abc import Callable

import excelize

from plimsoll.report.describe import Facts, First, Letterhead, Page, Standing, Table
from plimsoll.report.forms import captions
from plimsoll.report.forms import letterhead as pictures
from plimsoll.report.forms.captions import full_title
from plimsoll.report.forms.excel.book import HEAD, SOFT, Book, at
from plimsoll.report.messages import message

COLOURS: dict[Standing, str] = {
    "met": "00795C",
    "missed": "B3261E",
    "mixed": "B35900",
    "estimated": "B35900",
    "bounded": "0B4F8A",
    "measured": "444C55",
    "none": "444C55",
}
"""Text colour of a badge; its sign carries the meaning without colour."""
SUMMARY, TABLES = "Summary", "Tables"
_WIDE = (30.0, 34.0, 88.0)
_ACROSS = 3


def summary(book: Book, page: Page, basis: tuple[tuple[str, str], ...]) -> int:
    """Draws the sheet Summary: the answer, its figures and their basis; returns the row behind
    it."""
    sheet = SUMMARY
    book.upright(sheet)
    book.file.set_sheet_view(sheet, 0, excelize.ViewOptions(show_grid_lines=False))
    book.widths(sheet, _WIDE)
    soft = book.style(colour=SOFT, wrap=True)
    plain = book.style(wrap=True)

    def say(row: int, text: str, style: int, letters: int, line: float) -> int:
        book.paragraph(sheet, row, text, style, across=_ACROSS, letters=letters, line=line)
        return row + 1

    row = 1 if page.letterhead is None else _letterhead(book, page.letterhead)
    row = say(row, page.title, soft, 150, 16)
    if page.first is None:
        row = say(row, page.answer, book.style(bold=True, size=18, wrap=True), 88, 25)
    else:
        row = _first(book, page.first, row, say)
        row = say(row, page.answer, plain, 145, 16)
    if page.further_verdict:
        row = say(
            row,
            message("verdict-is", verdict=page.further_verdict),
            book.style(bold=True, size=14, wrap=True, fill=HEAD),
            110,
            20,
        )
    for sentence in page.because:
        row = say(row, sentence, plain, 145, 16)
    row += 1
    for figure in page.further_figures:
        book.text(sheet, 1, row, figure.name, soft)
        book.text(sheet, 2, row, figure.value, book.style(bold=True, size=14, wrap=True))
        book.text(sheet, 3, row, figure.basis, plain)
        lines = max(
            -(-len(figure.name) // 28), -(-len(figure.value) // 25), -(-len(figure.basis) // 86), 1
        )
        book.file.set_row_height(sheet, row, max(21.0, 17.0 * lines))
        row += 1
    row += 1
    for name, value in basis:
        book.text(sheet, 1, row, name, soft)
        book.file.merge_cell(sheet, at(2, row), at(_ACROSS, row))
        book.text(sheet, 2, row, value, plain)
        book.file.set_row_height(sheet, row, min(409.0, 16.0 * max(1, -(-len(value) // 115))))
        row += 1
    say(row, page.footer, soft, 150, 16)
    return row + 2


_LOGO_HEIGHT, _STAMP_HEIGHT = 48.0, 54.0
"""Points."""


def _letterhead(book: Book, head: Letterhead) -> int:
    """Draws logo, rows and boxes to stamp; returns the row behind them."""
    row = 1
    if head.logo is not None:
        content, high = pictures.png(head.logo)
        book.file.set_row_height(SUMMARY, row, _LOGO_HEIGHT)
        scale = _LOGO_HEIGHT * 96 / 72 / high
        placing = excelize.GraphicOptions(
            scale_x=scale, scale_y=scale, lock_aspect_ratio=True, positioning="oneCell"
        )
        picture = excelize.Picture(extension=".png", file=content, format=placing)
        book.file.add_picture_from_bytes(SUMMARY, at(1, row), picture)
        row += 1
    for name, value in head.rows:
        book.text(SUMMARY, 1, row, name, book.style(colour=SOFT, wrap=True))
        book.file.merge_cell(SUMMARY, at(2, row), at(_ACROSS, row))
        book.text(SUMMARY, 2, row, value, book.style(bold=True, wrap=True))
        book.file.set_row_height(SUMMARY, row, 16.0 * max(1, -(-len(value) // 100)))
        row += 1
    if head.stamps:
        book.text(SUMMARY, 1, row, message("letter-stamps"), book.style(colour=SOFT))
        row += 1
    for title in head.stamps:
        framed = book.style(framed=True, wrap=True)
        book.text(SUMMARY, 1, row, title, framed)
        book.text(SUMMARY, 2, row, "", framed)
        book.file.set_row_height(SUMMARY, row, _STAMP_HEIGHT)
        row += 1
    return row + 1


def _first(book: Book, first: First, row: int, say: Callable[..., int]) -> int:
    """Draws the first screen: badge, headline, main number and facts; returns the row behind it."""
    soft, plain = book.style(colour=SOFT, wrap=True), book.style(wrap=True)
    colour = COLOURS[first.badge.standing]
    badge = book.style(bold=True, size=14, wrap=True, fill=HEAD, colour=colour)
    about = " · ".join([first.origin, *(value for _, value in first.about)])
    row = say(row, captions.badge_text(first.badge), badge, 110, 21)
    row = say(row, about, soft, 150, 16)
    row = say(row, first.headline, book.style(bold=True, size=18, wrap=True), 88, 25)
    if (number := first.number) is not None:
        large = book.style(bold=True, size=20, wrap=True)
        for column, (text, style) in enumerate(
            ((number.name, soft), (number.value, large), (number.basis, plain)), 1
        ):
            book.text(SUMMARY, column, row, text, style)
        lines = max(-(-len(number.value) // 17), -(-len(number.basis) // 86))
        book.file.set_row_height(SUMMARY, row, 27.0 * lines)
        row += 1
    for name, value in (*first.rows, *captions.next_steps(first)):
        book.text(SUMMARY, 1, row, name, soft)
        book.file.merge_cell(SUMMARY, at(2, row), at(_ACROSS, row))
        book.text(SUMMARY, 2, row, value, plain)
        book.file.set_row_height(SUMMARY, row, min(409.0, 16.0 * max(1, -(-len(value) // 115))))
        row += 1
    return row + 1


def contents(book: Book, sheets: tuple[tuple[str, str], ...], row: int) -> None:
    """Lists the sheets, with links."""
    book.text(SUMMARY, 1, row, message("in-this-file"), book.style(bold=True))
    for number, (name, text) in enumerate(sheets, row + 1):
        book.text(SUMMARY, 1, number, name, book.style(colour="0B4F8A"))
        book.file.set_cell_hyperlink(SUMMARY, at(1, number), f"'{name}'!A1", "Location")
        book.text(SUMMARY, 2, number, text, book.style())


def facts(book: Book, sheet: str, found: Facts) -> None:
    """Draws a sheet of names and values, or of sentences."""
    book.widths(sheet, (26, 120))
    book.text(sheet, 1, 1, found.title, book.style(bold=True, size=14))
    row = 2
    for name, value in found.items:
        if name:
            book.text(sheet, 1, row, name, book.style(colour=SOFT, top=True))
        book.text(sheet, 2, row, value, book.style(wrap=True))
        book.file.set_row_height(sheet, row, min(409.0, 15.5 * max(1, -(-len(value) // 118))))
        row += 1
    if found.caption:
        book.text(sheet, 2, row, found.caption, book.style(colour=SOFT, wrap=True))


def tables(book: Book, found: list[Table]) -> None:
    """Draws one sheet with all tables, one below the other, as on the page."""
    if not found:
        return
    sheet = TABLES
    wide = max(len(table.columns) for table in found)
    longest = [8.0] * wide
    for table in found:
        for place, column in enumerate(table.columns):
            cells = [row[place] for row in table.rows[:200]]
            longest[place] = max(
                longest[place],
                *(min(46.0, len(text) + 2.0) for text in [column.label[:22], *cells]),
            )
    book.widths(sheet, longest)
    head = book.style(bold=True, fill=HEAD, wrap=True)
    starts: list[int] = []
    row = 1
    for table in found:
        starts.append(row)
        book.file.set_row_style(sheet, row, row, book.style(bold=True, size=14))
        book.file.set_row_style(sheet, row + 1, row + 1, head)
        book.file.set_row_height(sheet, row + 1, 32)
        row += 4 + len(table.rows)
    stream = book.stream(sheet, wide, None)
    for start, table in zip(starts, found, strict=True):
        empty = [None] * (wide - len(table.columns))
        stream.row(start, [full_title(table), *[None] * (wide - 1)])
        stream.row(start + 1, [*(column.label for column in table.columns), *empty])
        for number, row_cells in enumerate(table.rows, start + 2):
            stream.row(number, [*row_cells, *empty])
        stream.row(start + 2 + len(table.rows), [table.caption or None, *[None] * (wide - 1)])
    stream.finish()
    # Formatted figures are text: suppress Excel's warning in every cell.
    kind = excelize.IgnoredErrorsType.IgnoredErrorsNumberStoredAsText
    book.file.add_ignored_errors(sheet, f"A1:{at(wide, row)}", kind)
