"""The sheets of rows: Data (a Run each), Intervals (an interval each), and the pivot table over Data with its slicers.

The library gives every slicer of one pivot table the cache of the first, so a pivot table gets one, and its other choices are
filters above it; the slicers of Data are of the table, which have caches of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import excelize

from plimsoll.reports.facets import facets
from plimsoll.reports.forms import intervals as series
from plimsoll.reports.forms import rows as of_runs
from plimsoll.reports.forms.excel.book import MARKED, SOFT, Book, at, letter
from plimsoll.reports.forms.excel.columns import Shown, shown
from plimsoll.reports.forms.rows import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.reports.pages.asked import Asked

DATA, INTERVALS, PIVOT = "Data", "Intervals", "Pivot"
MOST = 125_000
"""So many intervals a sheet gets: they have 11 MiB of a file that is to be mailed. The others lie beside it."""
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

    def heading(self, *names: str) -> str | None:
        """The heading of the first of these fields that is there."""
        there = {one.field.name: one.heading for one in self.columns}
        return next((there[name] for name in names if name in there), None)


def mark(row: dict[str, Any]) -> str:
    """`ok`, or why a Run is no plain evidence, in a word or two."""
    if not row["valid"]:
        return "not valid"
    return str(row["outcome"] or row["state"]).replace("_", " ")


def runs(book: Book, asked: Asked) -> Kept:
    """The sheet Data: a table with a row per Run. Columns in which no Run has a value are left out."""
    found = of_runs.of(asked)
    fields = [field for field in of_runs.FIELDS if any(row[field.name] not in (None, "") for row in found)]
    columns = [shown(field) for field in fields]
    columns = [*columns[:1], _MARK, *columns[1:]] if columns else [_MARK]
    sheet = book.sheet(DATA, "0B4F8A")
    _prepare(book, sheet, columns, _HEAD)
    last = _HEAD + len(found)
    marked = book.file.new_conditional_style(
        excelize.Style(fill=excelize.Fill(type="pattern", pattern=1, color=[MARKED]))
    )
    if found:
        book.file.set_conditional_format(
            sheet,
            f"A{_HEAD + 1}:{at(len(columns), last)}",
            [excelize.ConditionalFormatOptions(type="formula", criteria=f'=$B{_HEAD + 1}<>"ok"', format=marked)],
        )
    stream = book.stream(sheet, len(columns), _frozen(2, _HEAD))
    note = "A row per Run. Coloured and marked: the outcome is not ok, or the Run is not valid. Response time counts from the intended instant. Empty: the sample cannot carry the figure."
    stream.row(1, [note, *[None] * (len(columns) - 1)])
    stream.row(_HEAD, [column.heading for column in columns])
    for number, row in enumerate(found, _HEAD + 1):
        stream.row(number, [mark(row) if column is _MARK else column.value(row[column.field.name]) for column in columns])
    if found:
        stream.table("Runs", _HEAD, last, _STYLE)
    stream.done()
    return Kept(tuple(columns), len(found))


def slicers(book: Book, asked: Asked, kept: Kept) -> None:
    """Slicers of the table on Data, for the properties in which its Runs differ. After every sheet is there."""
    if kept.count < 2:
        return
    for place, heading in enumerate(dimensions(asked, kept)[:_SLICERS]):
        options = excelize.SlicerOptions(
            name=heading, cell=at(1 + 2 * place, 2), table_sheet=DATA, table_name="Runs", caption=heading, width=150,
            height=136, format=excelize.GraphicOptions(print_object=False),
        )  # fmt: skip
        book.file.add_slicer(DATA, options)


def dimensions(asked: Asked, kept: Kept) -> list[str]:
    """The headings by which Runs are sorted, the ones that say most first: what differs between the Runs."""
    varied = [facet.name for facet in facets(asked.evidence)]
    if asked.others:
        varied.insert(0, "campaign")
    if "outcome" in varied or asked.evidence.invalid:
        varied = ["marked", *(name for name in varied if name != "outcome")]
    first = [name for name in ("marked", "campaign") if name in varied]
    rest = [name for name in varied if name not in first]
    headings = (kept.heading(*_FIELDS[name]) for name in [*first, *rest])
    return [heading for heading in headings if heading]


_FIELDS = {
    "marked": ("marked",), "campaign": ("campaign",), "configuration": ("configuration",), "target": ("target",),
    "pattern": ("pattern",), "block size": ("block_size_bytes", "blocks"), "read %": ("read_percent", "mix"),
    "working set": ("working_set_bytes",), "workers": ("workers",), "queue depth": ("queue_depth",),
    "offered rate": ("offered_rate_per_s",), "access": ("access",), "engine": ("engine",), "role": ("role",),
}  # fmt: skip


def pivot(book: Book, asked: Asked, kept: Kept) -> None:
    """The sheet Pivot: what differs first in rows and columns, means of rates, the largest p99, how many Runs.

    A pivot table cannot merge distributions: a mean of p99s would be no p99 of anything, so it has the largest, by name.
    """
    if not kept.count:
        return
    sheet = book.sheet(PIVOT, "7C4A99")
    dims = dimensions(asked, kept) or ["role"]
    outer = [dims.pop(0)] if dims[0] == "marked" and len(dims) > 1 else []
    row, column, filters = dims[0], dims[1] if len(dims) > 1 else None, dims[2:6]
    figures = [
        ("achieved_rate_per_s", "mean of achieved rate (I/O/s)", "Average", 3),
        ("response_time_ns_mean", "mean of mean response times (ms)", "Average", 4),
        ("response_time_ns_p99", "largest p99 of a Run (ms)", "Max", 4),
        ("run", "Runs", "Count", 1),
    ]
    top = 5 + len(filters)
    wide = 1 + len(figures) * (1 if column is None else 12)
    notes = (
        "Means are over the Runs of a field, each with the same weight; 'Runs' says how many. Percentiles are not averaged: "
        "the largest of the Runs is shown.",
        "Excel fills this table when it opens the file (Data, Refresh All after a change). "
        + ("Runs that are marked have rows of their own." if outer else "No Run is marked."),
    )
    for number, note in enumerate(notes, 1):
        book.text(sheet, 1, number, note, book.style(colour=SOFT, size=10))
    book.widths(sheet, [26, *[18] * 12])
    subtotal = {"default_subtotal": True}
    book.file.add_pivot_table(
        excelize.PivotTableOptions(
            data_range="Runs", pivot_table_range=f"{PIVOT}!A{top}:{at(wide, top + 20)}", name="RunsPivot",
            rows=[excelize.PivotTableField(data=name, **subtotal) for name in [*outer, row]],
            columns=[excelize.PivotTableField(data=column, **subtotal)] if column else None,
            filter=[excelize.PivotTableField(data=name, **subtotal) for name in filters] or None,
            data=[
                excelize.PivotTableField(data=heading, name=said, subtotal=how, num_fmt=number)
                for name, said, how, number in figures
                if (heading := kept.heading(name))
            ],
            row_grand_totals=False, col_grand_totals=False, show_drill=True, show_row_headers=True, show_col_headers=True,
            show_last_column=True, pivot_table_style_name="PivotStyleLight16",
        )
    )  # fmt: skip
    # The one slicer it can have: of what makes its rows.
    book.file.add_slicer(
        sheet,
        excelize.SlicerOptions(
            name=row, cell=at(15, 1), table_sheet=PIVOT, table_name="RunsPivot", caption=row, width=170, height=200,
            format=excelize.GraphicOptions(print_object=False),
        ),
    )  # fmt: skip


def intervals(book: Book, asked: Asked) -> int:
    """The sheet Intervals: a table with a row per interval, as far as they are to fit. How many were left out."""
    total = series.count(asked)
    if not total:
        return 0
    columns = [shown(field) for field in series.FIELDS]
    sheet = book.sheet(INTERVALS, "00795C")
    _prepare(book, sheet, columns, 2)
    stream = book.stream(sheet, len(columns), _frozen(2, 2))
    kept = min(total, MOST)
    note = "A row per interval of a Run, Warmup too; start counts from the begin of Measure."
    if total > kept:
        note = f"The first {kept:,} of {total:,} intervals; all of them stand in the file beside this one, that ends with {series.ENDING}.csv. {note}"
    stream.row(1, [note, *[None] * (len(columns) - 1)])
    stream.row(2, [column.heading for column in columns])
    factors = [(column.factor, _digits(column)) for column in columns]
    number = 2
    for values in series.intervals(asked):
        if number - 2 == kept:
            break
        number += 1
        stream.row(
            number,
            [
                value if value is None or isinstance(value, str) else round(value * factor, digits)
                for value, (factor, digits) in zip(values, factors, strict=True)
            ],
        )
    stream.table("Intervals", 2, number, _STYLE)
    stream.done()
    return total - kept


def _digits(column: Shown) -> int:
    """Digits after the point that a figure of an interval keeps: a nanosecond, a thousandth of the rest."""
    return 6 if column.factor == 1e-6 else 4 if column.number == "0.0%" else 3


def _prepare(book: Book, sheet: str, columns: Sequence[Shown], head: int) -> None:
    """Widths, number formats, the row of headings. Before rows are streamed."""
    book.widths(sheet, [column.width for column in columns])
    for place, column in enumerate(columns, 1):
        if column.number and column.number != "General":
            name = letter(place)
            book.file.set_col_style(sheet, f"{name}:{name}", book.style(number=column.number))
    book.file.set_row_style(sheet, head, head, book.style(bold=True, fill="E3E8ED", wrap=True))
    book.file.set_row_height(sheet, head, 48)
    if head > 1:
        book.file.set_row_style(sheet, 1, 1, book.style(colour=SOFT, size=10))


def _frozen(columns: int, rows: int) -> excelize.Panes:
    cell = at(columns + 1, rows + 1)
    return excelize.Panes(freeze=True, x_split=columns, y_split=rows, top_left_cell=cell, active_pane="bottomRight")
