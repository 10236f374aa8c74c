"""A heat map as a grid of numbers that Excel colours from light (low) to dark (high).

A cell whose Run is not ok has a frame and its outcome in words instead of a colour. A frame stands
for hatching over colours, too, which a sheet cannot draw."""

import excelize

from plimsoll.base import language, units
from plimsoll.report.describe import Axis, Cell, Chart, Heat, Panel, RuleX, RuleY
from plimsoll.report.forms.excel import axes
from plimsoll.report.forms.excel.book import HEAD, MARKED, SOFT, Book, at
from plimsoll.report.messages import message

_LIGHT, _DARK = "F3F6F9", "74B9F5"
"""The dark end is light enough for black numbers."""


def draw(book: Book, sheet: str, row: int, chart: Chart, panel: Panel) -> int:
    """Draws the grids of a panel; returns the row behind them."""
    book.text(sheet, 1, row, panel.title, book.style(bold=True))
    row += 1
    for series in panel.series:
        if isinstance(series, Heat) and series.cells:
            row = _grid(book, sheet, row, chart, panel, series)
        elif isinstance(series, (RuleX, RuleY)) and series.name:
            words = message("line-of-sheet", name=series.name)
            book.text(sheet, 1, row, words, book.style(colour=SOFT))
            row += 1
    return row + 1


def _grid(book: Book, sheet: str, row: int, chart: Chart, panel: Panel, heat: Heat) -> int:
    x, y = axes.sheet_axis(chart.x), axes.sheet_axis(panel.y)
    unit, factor, number = _values(heat)
    book.text(
        sheet,
        1,
        row,
        message("grid-of-sheet", name=f"{heat.name}{unit}", down=y.title, across=x.title),
        book.style(colour=SOFT, size=10),
    )
    columns = {
        span: place
        for place, span in enumerate(sorted({(cell.x, cell.x_to) for cell in heat.cells}), 2)
    }
    # The highest value is at the top, as in a chart.
    downs = sorted({(cell.y, cell.y_to) for cell in heat.cells}, reverse=True)
    rows = {span: row + 1 + place for place, span in enumerate(downs)}
    head, foot = book.style(bold=True, fill=HEAD, wrap=True), row + 1 + len(rows)
    for span, place in rows.items():
        book.text(sheet, 1, place, _span(panel.y, y, *span), head)
    for span, place in columns.items():
        book.text(sheet, place, foot, _span(chart.x, x, *span), head)
    plain, marked = (
        book.style(number=number),
        book.style(fill=MARKED, framed=True, wrap=True, size=9),
    )
    framed = book.style(number=number, fill=MARKED, framed=True)
    high: dict[int, float] = {}
    for cell in heat.cells:
        column, place = columns[cell.x, cell.x_to], rows[cell.y, cell.y_to]
        if cell.marked and heat.hatching:
            if cell.value == cell.value:
                book.number(sheet, column, place, cell.value * factor, framed)
        elif cell.marked:
            words = _mark_text(cell)
            book.text(sheet, column, place, words, marked)
            high[place] = max(high.get(place, 15.0), 12.5 * -(-len(words) // 11))
        elif cell.value == cell.value:
            book.number(sheet, column, place, cell.value * factor, plain)
    if heat.hatching and any(cell.marked for cell in heat.cells):
        book.text(
            sheet,
            1,
            foot,
            message("framed-of-sheet", words=heat.hatching),
            book.style(colour=SOFT, size=10, wrap=True),
        )
    for place, points in high.items():
        book.file.set_row_height(sheet, place, points)
    if heat.flat:
        return foot + 1
    book.file.set_conditional_format(
        sheet,
        f"{at(2, row + 1)}:{at(1 + len(columns), foot - 1)}",
        [
            excelize.ConditionalFormatOptions(
                type="2_color_scale",
                criteria="=",
                min_type="min",
                max_type="max",
                min_color=f"#{_LIGHT}",
                max_color=f"#{_DARK}",
            )
        ],
    )
    return foot + 1


def _mark_text(cell: Cell) -> str:
    return (
        f"{cell.text} {cell.marked}" if cell.text and cell.marked not in cell.text else cell.marked
    )


def _values(heat: Heat) -> tuple[str, float, str]:
    """Unit, factor and number format of the cells."""
    high = max((abs(cell.value) for cell in heat.cells if cell.value == cell.value), default=0.0)
    match heat.unit:
        case "time":
            return (", ms", 1e-6, "#,##0.000") if high < 1e10 else (", s", 1e-9, "#,##0.00")
        case "rate":
            return ", IOPS", 1.0, "#,##0"
        case "bytes_per_s":
            return ", MiB/s", 2.0**-20, "#,##0.0"
        case "share" | "tail":
            return "", 1.0, "0.0%"
        case "seconds":
            return ", s", 1.0, "#,##0.0"
        case _:
            return "", 1.0, "#,##0.###"


def _span(axis: Axis, written: axes.SheetAxis, low: float, high: float) -> str:
    """The label of a row or column: a name, or a range."""
    if axis.unit == "category":
        return axis.categories[round((low + high) / 2)]
    return language.interval(units.plain(written.value(low)), units.plain(written.value(high)))
