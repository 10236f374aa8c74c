"""The sheet Pivot: one pivot table over the sheet Data, with a column per figure, and its slicers.

A pivot table cannot merge distributions and a mean of p99s is no p99, so it shows the largest,
named as such. With a single table every slicer on the sheet affects all of it."""

import excelize

from plimsoll.report.forms.excel import variation
from plimsoll.report.forms.excel.book import SOFT, Book, at
from plimsoll.report.forms.excel.columns import SheetColumn
from plimsoll.report.forms.excel.variation import DataRows, Variation
from plimsoll.report.messages import message

PIVOT, TABLE = "Pivot", "Pivot1"
_FIGURES = (
    ("achieved_rate_per_s", "Average", 3),
    ("bytes_per_s", "Average", 4),
    ("response_time_ns_mean", "Average", 4),
    ("response_time_ns_p99", "Max", 4),
    ("run", "Count", 1),
)
"""A field of the rows, how several Runs combine, and the number of its format."""
_DEEP, _FILTERS, _SLICERS = 2_500, 4, 6
_HIGH, _WIDE = 190, 160


_PRINTED_ROWS = 50
"""Rows that are printed."""


def draw(book: Book, runs: DataRows, found: Variation) -> None:
    """Draws the sheet with its table and slicers."""
    if not runs.count:
        return
    sheet = PIVOT
    rows, filters = _rows(runs, found)
    figures = [
        (column, message(f"pivot-{name}"), how, number)
        for name, how, number in _FIGURES
        if (column := runs.column(name)) is not None
    ]
    notes = (
        message("pivot-slicers"),
        message("pivot-means"),
        message("pivot-filled"),
        message("prints-first-page"),
    )
    for number, note in enumerate(notes, 1):
        book.text(sheet, 1, number, note, book.style(colour=SOFT, size=10))
    across = len(rows) + len(figures)
    book.widths(sheet, [18.0] * len(rows) + [17.0] * len(figures))
    top = len(notes) + 2 + len(filters)
    deep = 2 + _deep(runs, rows)
    head = book.style(bold=True, wrap=True)
    book.file.set_row_style(sheet, top, top + 1, head)
    book.file.set_row_height(sheet, top + 1, 32)
    book.file.add_pivot_table(
        excelize.PivotTableOptions(
            data_range="Runs",
            pivot_table_range=f"{PIVOT}!A{top}:{at(across, top + deep)}",
            name=TABLE,
            rows=[excelize.PivotTableField(data=entry.heading) for entry in rows],
            filter=[excelize.PivotTableField(data=entry.heading) for entry in filters] or None,
            data=[
                excelize.PivotTableField(
                    data=column.heading, name=heading, subtotal=how, num_fmt=number
                )
                for column, heading, how, number in figures
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
    for place, entry in enumerate((*rows, *filters)[:_SLICERS]):
        options = excelize.SlicerOptions(
            name=entry.heading,
            cell=at(across + 2, top + (place // 2) * (_HIGH // 20 + 1)),
            table_sheet=sheet,
            table_name=TABLE,
            caption=entry.heading,
            width=_WIDE,
            height=_HIGH,
            format=excelize.GraphicOptions(
                print_object=False, offset_x=(place % 2) * (_WIDE + 10), positioning="oneCell"
            ),
        )
        book.file.add_slicer(sheet, options)
    book.print_first_page(sheet, across, min(top + deep, _PRINTED_ROWS))


def _rows(runs: DataRows, found: Variation) -> tuple[list[SheetColumn], list[SheetColumn]]:
    """The columns that make the rows, and those that are filters.

    Every property makes rows, because a mean over different Points has no meaning. For a search
    the offered rate comes first: achieved rate and latency at each. Columns that make the table
    too deep to read become filters."""
    rows = [
        entry
        for name, entry in found.dims.items()
        if name not in (variation.VERDICT, variation.ROLE)
    ]
    offered = found.column if found.over == variation.OFFERED else None
    if offered is not None and found.searched:
        marked = found.dims.get(variation.MARKED)
        # Runs without a rate measured the maximum, each at its own depth.
        closed = [runs.column(name) for name in ("workers", "queue_depth")]
        rows = [
            *(entry for entry in rows if entry is not marked),
            offered,
            *(entry for entry in closed if entry is not None and runs.values(entry) > 1),
            *([] if marked is None else [marked]),
        ]
    if not rows:
        rows = [entry for entry in (runs.column("role", "run"),) if entry is not None]
    filters: list[SheetColumn] = []
    marked = found.dims.get(variation.MARKED)
    while len(rows) > 1 and _deep(runs, rows) > _DEEP:
        out = next(entry for entry in rows if entry is not marked)
        rows.remove(out)
        filters.insert(0, out)
    return rows, filters[:_FILTERS]


def _deep(runs: DataRows, rows: list[SheetColumn]) -> int:
    """The number of rows of the table, one per combination in the Runs."""
    return len(set(zip(*(runs.cells(entry) for entry in rows), strict=True)))
