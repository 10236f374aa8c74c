"""The sheets of rows: Data (a Run each), Intervals (an interval each), and the pivot table over
Data with its slicers.

The library gives every slicer of a pivot table the cache of the first, so the first table has one,
and further choices are filters above each; the slicers of Data are of its table, and have caches of
their own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import excelize

from plimsoll.reports.evidence import properties
from plimsoll.reports.evidence.properties import facets
from plimsoll.reports.forms import intervals as series
from plimsoll.reports.forms import rows as of_runs
from plimsoll.reports.forms.excel.book import MARKED, SOFT, Book, at, letter
from plimsoll.reports.forms.excel.columns import Shown, shown
from plimsoll.reports.forms.rows import Field

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from plimsoll.reports.forms.rows import Row
    from plimsoll.reports.request import Asked

    # Columns of some rows.
    Batch = list[np.ndarray | Sequence[str]]

DATA, INTERVALS, PIVOT = "Data", "Intervals", "Pivot"
MOST = 125_000
"""So many intervals a sheet gets: they have 11 MiB of a file that is to be mailed. The others lie
beside it."""
_BATCH = 5_000
_HEAD = 9
"""The row of the headings: the slicers stand above."""
_SLICERS = 6
_MARK = Shown(Field("marked", "text"), "marked", width=18)
_STYLE = "TableStyleLight1"


@dataclass(frozen=True)
class Kept:
    """What the sheet Data has: which columns, how many rows."""

    columns: tuple[Shown, ...]
    count: int
    values: dict[str, int]
    """How many different values each column has, by its heading."""

    def heading(self, *names: str) -> str | None:
        """The heading of the first of these fields that is there."""
        there = {one.field.name: one.heading for one in self.columns}
        return next((there[name] for name in names if name in there), None)


def mark(row: Row) -> str:
    """`ok`, or why a Run is no plain evidence, in a word or two."""
    if not row["valid"]:
        return "not valid"
    return str(row["outcome"] or row["state"]).replace("_", " ")


def runs(book: Book, asked: Asked) -> Kept:
    """The sheet Data: a table with a row per Run. Columns in which no Run has a value are left
    out."""
    found = of_runs.of(asked)
    fields = [
        field for field in of_runs.FIELDS if any(row[field.name] not in (None, "") for row in found)
    ]
    columns = [shown(field) for field in fields]
    columns = [*columns[:1], _MARK, *columns[1:]] if columns else [_MARK]
    sheet = DATA
    _prepare(book, sheet, columns, _HEAD, wrap=True)
    last = _HEAD + len(found)
    marked = book.file.new_conditional_style(
        excelize.Style(fill=excelize.Fill(type="pattern", pattern=1, color=[MARKED]))
    )
    if found:
        book.file.set_conditional_format(
            sheet,
            f"A{_HEAD + 1}:{at(len(columns), last)}",
            [
                excelize.ConditionalFormatOptions(
                    type="formula", criteria=f'=$B{_HEAD + 1}<>"ok"', format=marked
                )
            ],
        )
    stream = book.stream(sheet, len(columns), _frozen(2, _HEAD))
    note = (
        "A row per Run. Coloured and marked: the outcome is not ok, or the Run is not valid. "
        "Response time counts from the intended instant. Empty: too few operations for the "
        "figure."
    )
    stream.row(1, [note, *[None] * (len(columns) - 1)])
    stream.row(_HEAD, [column.heading for column in columns])
    different: list[set[Any]] = [set() for _ in columns]
    for number, row in enumerate(found, _HEAD + 1):
        cells = [
            mark(row) if column is _MARK else column.value(row[column.field.name])
            for column in columns
        ]
        stream.row(number, cells)
        for seen, cell in zip(different, cells, strict=True):
            seen.add(cell)
    if found:
        stream.table("Runs", _HEAD, last, _STYLE)
    stream.done()
    # A streamed row has no height of its own; this sheet is small enough to be given one
    # afterwards.
    book.file.set_row_height(sheet, _HEAD, 62)
    counted = {column.heading: len(seen) for column, seen in zip(columns, different, strict=True)}
    return Kept(tuple(columns), len(found), counted)


def slicers(book: Book, asked: Asked, kept: Kept) -> None:
    """Slicers of the table on Data, for the properties in which its Runs differ. After every sheet
    is there."""
    if kept.count < 2:
        return
    for place, heading in enumerate(dimensions(asked, kept)[:_SLICERS]):
        options = excelize.SlicerOptions(
            name=heading,
            cell=at(1 + 2 * place, 2),
            table_sheet=DATA,
            table_name="Runs",
            caption=heading,
            width=150,
            height=136,
            format=excelize.GraphicOptions(print_object=False),
        )
        book.file.add_slicer(DATA, options)


def dimensions(asked: Asked, kept: Kept) -> list[str]:
    """The headings of what differs between the Runs, in the order of `_FIELDS`."""
    varied = {facet.name for facet in facets(asked.evidence)}
    if asked.others:
        varied.add("campaign")
    if varied.intersection(properties.parameter_names(asked.evidence)):
        varied.add("parameters")
    if kept.values[_MARK.heading] > 1:
        varied.add("marked")
    headings = (kept.heading(*fields) for name, fields in _FIELDS.items() if name in varied)
    return [heading for heading in headings if heading and kept.values[heading] > 1]


_FIELDS = {
    "marked": ("marked",),
    "campaign": ("campaign",),
    "configuration": ("configuration",),
    "target": ("target_name", "target"),
    "parameters": ("parameters",),
    "access": ("access",),
    "engine": ("engine",),
    "role": ("role",),
    "pattern": ("pattern",),
    "working set": ("working_set_bytes",),
    "read %": ("read_percent", "mix"),
    "block size": ("block_size_bytes", "blocks"),
    "workers": ("workers",),
    "queue depth": ("queue_depth",),
    "offered rate": ("offered_rate_per_s",),
}
"""Which fields say a property of Runs (`evidence/properties.py`), in the order in which they are
the rows of a table, the last innermost."""
_ACROSS_FIRST = (
    "read_percent",
    "mix",
    "pattern",
    "configuration",
    "target_name",
    "parameters",
    "workers",
    "queue_depth",
)
"""What stands across, the first that differs: Points that are compared most often lie beside each
other."""


_NOTES = (
    (
        "Where a cell covers several Runs, rates are their unweighted means; the last table says "
        "how "
        "many Runs."
    ),
    (
        "Percentiles are not averaged: for p99 the cell shows the largest. Marked Runs have rows "
        "of "
        "their own."
    ),
    "Excel fills the tables when it opens the file, and again with Data, Refresh All.",
)


def _rows_and_filters(rows: list[str], kept: Kept) -> tuple[list[str], list[str]]:
    """Every property in the rows: a mean over unlike Points would say nothing. A table nobody reads
    is worse: what makes it too deep becomes a filter."""
    filters: list[str] = []
    while len(rows) > 1 and math.prod(kept.values[one] for one in rows) > _DEEP:
        filters.insert(0, rows.pop(1 if rows[0] == _MARK.heading else 0))
    return rows, filters[:_FILTERS]


def pivot(book: Book, asked: Asked, kept: Kept) -> None:
    """The sheet Pivot: tables over Data of what differs first, in rows, by what differs next, in
    columns.

    A pivot table cannot merge distributions: a mean of p99s would be no p99 of anything, so it has
    the largest, by name.
    """
    if not kept.count:
        return
    sheet = PIVOT
    dims = dimensions(asked, kept) or ["role"]
    across_first = [kept.heading(name) for name in _ACROSS_FIRST]
    column = next(
        (one for one in across_first if one in dims[1:] and kept.values[one] <= _ACROSS), None
    )
    rows, filters = _rows_and_filters([one for one in dims if one != column], kept)
    for number, note in enumerate(_NOTES, 1):
        book.text(sheet, 1, number, note, book.style(colour=SOFT, size=10))
    across = len(rows) + (kept.values[column] if column else 1)
    book.widths(sheet, [26.0] * len(rows) + [14.0] * (across - len(rows)))
    # Headings of the table and rows of every value; Excel refuses a table that grows into the next
    # one.
    deep = 6 + math.prod(kept.values[one] for one in rows)
    top = 5
    figures = [
        (heading, said, how, number)
        for name, said, how, number in _FIGURES
        if (heading := kept.heading(name)) is not None
    ]
    for place, (heading, said, how, number) in enumerate(figures, 1):
        book.text(sheet, 1, top, said, book.style(bold=True, size=14))
        top += 2 + len(filters)
        book.file.add_pivot_table(
            excelize.PivotTableOptions(
                data_range="Runs",
                pivot_table_range=f"{PIVOT}!A{top}:{at(across, top + deep - 3)}",
                name=f"Pivot{place}",
                rows=[excelize.PivotTableField(data=one) for one in rows],
                columns=[excelize.PivotTableField(data=column)] if column else None,
                filter=[excelize.PivotTableField(data=one) for one in filters] or None,
                data=[
                    excelize.PivotTableField(data=heading, name=said, subtotal=how, num_fmt=number)
                ],
                row_grand_totals=False,
                col_grand_totals=False,
                show_drill=True,
                show_row_headers=True,
                show_col_headers=True,
                show_last_column=True,
                pivot_table_style_name="PivotStyleLight16",
            )
        )
        top += deep
    # The one slicer that it can have: of what makes its rows.
    options = excelize.SlicerOptions(
        name=rows[-1],
        cell=at(across + 3, 4),
        table_sheet=PIVOT,
        table_name="Pivot1",
        caption=rows[-1],
        width=170,
        height=200,
        format=excelize.GraphicOptions(print_object=False),
    )
    book.file.add_slicer(sheet, options)


_FIGURES = (
    ("achieved_rate_per_s", "Mean of achieved rate, IOPS", "Average", 3),
    ("bytes_per_s", "Mean of MiB/s", "Average", 4),
    ("response_time_ns_mean", "Mean of mean response times, ms", "Average", 4),
    ("response_time_ns_p99", "Largest p99 response time of a Run, ms", "Max", 4),
    ("run", "Number of Runs", "Count", 1),
)
"""A field of the rows, what it is called, how several Runs become one figure, and the format's
number of its format."""
_ACROSS, _DEEP, _FILTERS = 16, 400, 4


def gathered(asked: Asked) -> list[Batch]:
    """The cells of the intervals that are to fit, in columns. Most of it is SQLite's: to be run
    beside other work."""
    columns = [shown(field) for field in series.FIELDS]
    found, made = islice(series.intervals(asked), MOST), []
    while batch := list(islice(found, _BATCH)):
        made.append(
            [
                _cells(column, values)
                for column, values in zip(columns, zip(*batch, strict=True), strict=True)
            ]
        )
    return made


def intervals(book: Book, total: int, batches: Iterable[Batch]) -> int:
    """The sheet Intervals: a table with a row per interval, as far as they are to fit. How many
    were left out."""
    if not total:
        return 0
    columns = [shown(field) for field in series.FIELDS]
    sheet = INTERVALS
    _prepare(book, sheet, columns, 2, wrap=False)
    stream = book.stream(sheet, len(columns), _frozen(2, 2))
    kept = min(total, MOST)
    note = (
        "A row per interval of a Run, Warmup included; start counts from the beginning of Measure."
    )
    if total > kept:
        note = (
            f"The first {kept:,} of {total:,} intervals; all of them are in the file beside this "
            f"one whose name ends in {series.ENDING}.csv. {note}"
        )
    stream.row(1, [note, *[None] * (len(columns) - 1)])
    stream.row(2, [column.heading for column in columns])
    number = 3
    for batch in batches:
        stream.rows(number, batch)
        number += len(batch[0])
    stream.table("Intervals", 2, number - 1, _STYLE)
    stream.done()
    return total - kept


def _cells(column: Shown, values: Sequence[Any]) -> np.ndarray | Sequence[str]:
    """A column of intervals, rounded: to a nanosecond, else to a thousandth."""
    import numpy as np

    if column.field.kind == "text":
        return values
    digits = 6 if column.factor == 1e-6 else 4 if column.number == "0.0%" else 3
    # None becomes not a number.
    return np.round(np.array(values, dtype=float) * column.factor, digits)


def _prepare(book: Book, sheet: str, columns: Sequence[Shown], head: int, *, wrap: bool) -> None:
    """Widths, number formats, the row of headings. Before rows are streamed."""
    book.unfitted(sheet)
    # Of many rows the headings stand on one line.
    wide = [max(column.width, 0.0 if wrap else len(column.heading) + 2.0) for column in columns]
    book.widths(sheet, wide)
    for place, column in enumerate(columns, 1):
        if column.number and column.number != "General":
            name = letter(place)
            book.file.set_col_style(sheet, f"{name}:{name}", book.style(number=column.number))
    book.file.set_row_style(sheet, head, head, book.style(bold=True, fill="E3E8ED", wrap=wrap))
    if head > 1:
        book.file.set_row_style(sheet, 1, 1, book.style(colour=SOFT, size=10))


def _frozen(columns: int, rows: int) -> excelize.Panes:
    cell = at(columns + 1, rows + 1)
    return excelize.Panes(
        freeze=True, x_split=columns, y_split=rows, top_left_cell=cell, active_pane="bottomRight"
    )
