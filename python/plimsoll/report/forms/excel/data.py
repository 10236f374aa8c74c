"""The sheets of rows: Data (a Run each) and Intervals (an interval each)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import excelize

from plimsoll.base import language, units
from plimsoll.report.evidence import points
from plimsoll.report.evidence.run_fields import FIELDS, Field
from plimsoll.report.forms import intervals as series
from plimsoll.report.forms import rows as of_runs
from plimsoll.report.forms.excel.book import MARKED, SOFT, Book, at, letter
from plimsoll.report.forms.excel.columns import SheetColumn, sheet_column
from plimsoll.report.forms.excel.variation import PER_VOLUME, DataRows
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from plimsoll.report.forms.rows import Row
    from plimsoll.report.request import ReportRequest

    # Columns of some rows.
    Batch = list[np.ndarray | Sequence[str]]

DATA, INTERVALS = "Data", "Intervals"
MOST = 125_000
"""The most intervals on the sheet, 11 MiB of a file that is to be mailed. The others are in a
file beside it."""
_BATCH = 5_000
_HEAD = 3
"""The row of the headings."""
_MARK = SheetColumn(Field("marked", "text"), "marked", width=18)
STYLE = "TableStyleLight1"
_PLACE = next(i for i, field in enumerate(FIELDS) if field.name == "workers")
_FIELDS = (*FIELDS[:_PLACE], Field(PER_VOLUME, "integer", number="0", width=10), *FIELDS[_PLACE:])


def mark(row: Row) -> str:
    """`ok`, or why a Run is not plain evidence, in a word or two."""
    if not row["valid"]:
        return "not valid"
    return str(row["outcome"] or row["state"]).replace("_", " ")


def data_rows(request: ReportRequest) -> DataRows:
    """The rows of the sheet Data, one per Run, without empty columns."""
    found = of_runs.of(request)
    # The workers per volume of stacks with client groups; a Run counts all of them.
    asked_of = {
        run: n
        for evidence in (request.evidence, *request.others)
        for run, n in points.workers_per_volume(evidence).items()
    }
    for row in found:
        row[PER_VOLUME] = asked_of.get(int(row["run"] or 0))
    fields = [field for field in _FIELDS if any(row[field.name] not in (None, "") for row in found)]
    columns = [sheet_column(field) for field in fields]
    columns = [*columns[:1], _MARK, *columns[1:]] if columns else [_MARK]
    return DataRows(tuple(columns), tuple(found), tuple(mark(row) for row in found))


_PRINTED_LETTERS, _PRINTED_ROWS = 230.0, 50
"""Width and height of what is printed of a sheet of rows."""


def runs(book: Book, found: DataRows) -> None:
    """The sheet Data: a table with a row per Run."""
    sheet, columns = DATA, found.columns
    prepare(book, sheet, columns, _HEAD)
    last = _HEAD + found.count
    if found.count:
        colour_rows(book, sheet, f"A{_HEAD + 1}:{at(len(columns), last)}", f"$B{_HEAD + 1}")
    stream = book.stream(sheet, len(columns), frozen(2, _HEAD))
    stream.row(
        1,
        [
            language.sentences([message("row-per-run"), message("prints-first-page")]),
            *[None] * (len(columns) - 1),
        ],
    )
    stream.row(_HEAD, [column.heading for column in columns])
    cells = [found.cells(column) for column in columns]
    for number, row in enumerate(zip(*cells, strict=True), _HEAD + 1):
        stream.row(number, row)
    if found.count:
        stream.table("Runs", _HEAD, last, STYLE)
    stream.finish()
    _print_first_page(book, sheet, columns, last)


def colour_rows(book: Book, sheet: str, cells: str, mark_cell: str) -> None:
    """Colours the rows whose mark cell is not `ok`."""
    marked = book.file.new_conditional_style(
        excelize.Style(fill=excelize.Fill(type="pattern", pattern=1, color=[MARKED]))
    )
    rule = excelize.ConditionalFormatOptions(
        type="formula", criteria=f'={mark_cell}<>"ok"', format=marked
    )
    book.file.set_conditional_format(sheet, cells, [rule])


def interval_batches(request: ReportRequest) -> list[Batch]:
    """The cells of the intervals that fit, in columns. This is mostly SQLite's work and can run
    in another thread."""
    columns = [sheet_column(field) for field in series.FIELDS]
    found, batches = islice(series.intervals(request), MOST), []
    while batch := list(islice(found, _BATCH)):
        batches.append(
            [
                _cells(column, values)
                for column, values in zip(columns, zip(*batch, strict=True), strict=True)
            ]
        )
    return batches


def intervals(book: Book, total: int, batches: Iterable[Batch]) -> int:
    """The sheet Intervals: a row per interval, as far as they fit; returns how many were left
    out."""
    if not total:
        return 0
    columns = [sheet_column(field) for field in series.FIELDS]
    sheet = INTERVALS
    prepare(book, sheet, columns, 2)
    stream = book.stream(sheet, len(columns), frozen(2, 2))
    shown = min(total, MOST)
    note = message("row-per-interval")
    if total > shown:
        n, of, ending = units.count(shown), units.count(total), f"{series.ENDING}.csv"
        note = f"{message('first-intervals', n=n, of=of, ending=ending)} {note}"
    note = language.sentences([note, message("prints-first-page")])
    stream.row(1, [note, *[None] * (len(columns) - 1)])
    stream.row(2, [column.heading for column in columns])
    number = 3
    for batch in batches:
        stream.rows(number, batch)
        number += len(batch[0])
    stream.table("Intervals", 2, number - 1, STYLE)
    stream.finish()
    _print_first_page(book, sheet, columns, number - 1)
    return total - shown


def _cells(column: SheetColumn, values: Sequence[Any]) -> np.ndarray | Sequence[str]:
    """A column of intervals, rounded: to a nanosecond, else to a thousandth."""
    import numpy as np

    if column.field.kind == "text":
        return values
    digits = 6 if column.factor == 1e-6 else 4 if column.number == "0.0%" else 3
    # None becomes not a number.
    return np.round(np.array(values, dtype=float) * column.factor, digits)


def _widths(columns: Sequence[SheetColumn]) -> list[float]:
    # A streamed row has no height of its own: the headings stand on one line.
    return [max(column.width, len(column.heading) + 4.0) for column in columns]


def _print_first_page(book: Book, sheet: str, columns: Sequence[SheetColumn], last: int) -> None:
    """Prints as many of the first columns and rows as one page holds readably."""
    across, width = 1, 0.0
    for place, wide in enumerate(_widths(columns), 1):
        width += wide
        if width > _PRINTED_LETTERS:
            break
        across = place
    book.print_first_page(sheet, across, min(last, _PRINTED_ROWS))


def prepare(book: Book, sheet: str, columns: Sequence[SheetColumn], head: int) -> None:
    """Widths, number formats, the row of headings. Before rows are streamed."""
    book.widths(sheet, _widths(columns))
    for place, column in enumerate(columns, 1):
        if column.number and column.number != "General":
            name = letter(place)
            book.file.set_col_style(sheet, f"{name}:{name}", book.style(number=column.number))
    book.file.set_row_style(sheet, head, head, book.style(bold=True, fill="E3E8ED"))
    if head > 1:
        book.file.set_row_style(sheet, 1, 1, book.style(colour=SOFT, size=10))


def frozen(columns: int, rows: int) -> excelize.Panes:
    """Panes that keep the first columns and rows in sight."""
    cell = at(columns + 1, rows + 1)
    return excelize.Panes(
        freeze=True, x_split=columns, y_split=rows, top_left_cell=cell, active_pane="bottomRight"
    )
