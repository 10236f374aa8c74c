"""The sheet Explore: charts over a table with a row per Run, and slicers of the table. Rows that
the slicers hide leave every chart.

Each Run is a mark. The property shown by colour and shape has a column for each value, with
figures only for its own Runs, so charts stay right in any sort order and with any rows hidden.
Marks are joined only when each series has one Run per place. Nothing is averaged."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import excelize

from plimsoll.base import language, units
from plimsoll.base.printable import printable
from plimsoll.report.forms.excel import axes, charts, data, variation
from plimsoll.report.forms.excel.book import SOFT, Book, RowWriter, at, column_of, letter
from plimsoll.report.forms.excel.columns import SheetColumn
from plimsoll.report.forms.excel.look import COLOURS, MARK, Cells, Look, Scale, Series
from plimsoll.report.forms.excel.variation import DataRows, Variation
from plimsoll.report.messages import message

EXPLORE, TABLE = "Explore", "Explore"
_FIGURES = (
    ("achieved_rate_per_s", "IOPS"),
    ("bytes_per_s", "MiB/s"),
    ("response_time_ns_mean", "ms"),
    ("response_time_ns_p99", "ms"),
)
"""A field of the rows, and the unit of its cells."""
_SHORT = ("IOPS", "MiB/s", "mean ms", "p99 ms")
_SLICERS = 6
_SIDE, _GAP, _TOP = 348, 8, 64
"""Pixels: of the slicers beside the charts, between them, of the rows above them."""
_CHART, _HIGH, _LINE = 600, 300, 20
_HEAD = 36
"""The row of the table's headings, beneath two rows of charts."""
_PRINTED_RUNS = 12
"""Rows of the table that are printed beneath the charts."""
_WORDS = 160
_SHAPES = (
    ("circle", False),
    ("square", True),
    ("triangle", False),
    ("diamond", True),
    ("square", False),
    ("circle", True),
    ("triangle", True),
    ("diamond", False),
)
_NOT_OK_SHAPES = ("x", "plus", "star", "dash")
_MANY_RUNS, _LOG_FROM = 300, 16.0
_BINARY_PROPERTIES = ("block size", "working set", "workers", "queue depth")
"""Properties in powers of two, which use a log scale over a wide range."""
_TIME_LOG_FROM = 50.0
_LONGEST = 48


@dataclass(frozen=True)
class Plan:
    """The content of the sheet: rows of Data in order, and how they are drawn."""

    kept: DataRows
    variation: Variation
    places: tuple[int, ...]
    columns: tuple[SheetColumn, ...]
    figures: tuple[int, ...]
    """Indices of those `_FIGURES` that any Run has."""
    series: tuple[tuple[str, bool], ...]
    """The name of each series, and whether its Runs are not ok."""
    row_series: tuple[int, ...]
    """The series of each row."""
    joined: bool
    left_out: int

    @property
    def has_row_names(self) -> bool:
        """Whether rows have a name in words, because charts have Runs instead of a number on
        their x axis."""
        return self.variation.over is None

    @property
    def first(self) -> int:
        """The number of columns before those for charts only."""
        return len(self.columns) + self.has_row_names


def results(runs: DataRows) -> list[int]:
    """The indices of the rows of Data with valid results."""
    return [
        place
        for place, row in enumerate(runs.rows)
        if row["result"] and row["valid"] and row["achieved_rate_per_s"] is not None
    ]


def plan(runs: DataRows, found: Variation, places: Sequence[int]) -> Plan | None:
    """The content of the sheet; None when there is nothing to choose."""
    if len(places) < 2 or not (found.over or found.dims):
        return None
    names = [_series_name(runs, found, place) for place in places]
    plain = found.sort_texts(found.beside or "", (name for name, marked in names if not marked))
    series = [
        *((name, False) for name in plain),
        *((name, True) for name in sorted({name for name, marked in names if marked})),
    ]
    number = {named: place for place, named in enumerate(series)}
    # Sort by settings first, by outcomes last.
    came = (variation.MARKED, variation.VERDICT, variation.ROLE)
    inner = [column for name, column in found.dims.items() if name not in came]
    inner = [column for column in inner if column is not found.column]
    inner += [] if found.column is None else [found.column]
    inner += [found.dims[name] for name in came if name in found.dims]

    def key(pair: tuple[int, tuple[str, bool]]) -> tuple[Any, ...]:
        place, name = pair
        cells = [runs.cell(column, place) for column in inner]
        return (*map(_sortable, cells), number[name], place)

    ordered = sorted(zip(places, names, strict=True), key=key)
    there = {column.field.name for column in runs.columns}
    wanted = (
        "run",
        variation.MARKED,
        "verdict",
        "offered_rate_per_s",
        *(f for f, _ in _FIGURES),
    )
    columns = dict.fromkeys((*found.dims.values(), *(runs.column(name) for name in wanted)))
    at_x = [
        (number[name], runs.cell(found.column, place) if found.column else place)
        for place, name in ordered
    ]
    return Plan(
        runs,
        found,
        tuple(place for place, _ in ordered),
        tuple(column for column in columns if column is not None),
        tuple(i for i, (name, _) in enumerate(_FIGURES) if name in there),
        tuple(series),
        tuple(number[name] for _, name in ordered),
        len(set(at_x)) == len(at_x) and found.beside != variation.VERDICT,
        runs.count - len(places),
    )


def _series_name(runs: DataRows, found: Variation, place: int) -> tuple[str, bool]:
    """The series of a row, and whether it holds Runs that are not ok."""
    if runs.marks[place] != "ok":
        return runs.marks[place], True
    name = found.text(found.beside, runs.rows[place]) if found.beside else message("pivot-run")
    # Names head columns: keep them on one line and free of Excel's letter codes.
    name = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_ ", printable(name)).strip() or units.DASH
    return (name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"), False


def _sortable(value: Any) -> tuple[int, Any]:
    if value is None:
        return 2, 0
    return (0, value) if isinstance(value, (int, float)) else (1, str(value))


def draw(book: Book, layout: Plan, looks: list[Look]) -> charts.Placing:
    """Draws the sheet; returns its first chart, which other sheets show too. Appends the looks
    of its charts to `looks`."""
    sheet = EXPLORE
    headings = _headings(layout)
    widths = [
        *([34.0] if layout.has_row_names else []),
        *(max(12.0, min(column.width, 26.0)) for column in layout.columns),
        *[11.0] * (len(headings) - layout.first),
    ]
    _prepare(book, sheet, layout, widths)
    last = _HEAD + len(layout.places)
    columns = _cells(layout)
    marked = next(
        i for i, column in enumerate(layout.columns, 1) if column.field.name == variation.MARKED
    )
    cell = at(marked + layout.has_row_names, _HEAD + 1)
    data.colour_rows(book, sheet, f"A{_HEAD + 1}:{at(layout.first, last)}", f"${cell}")
    rows = RowWriter(book, sheet)
    for number, words in enumerate(_words(layout), 1):
        rows.row(number, [words])
    rows.row(_HEAD, headings)
    for number, row in enumerate(zip(*columns, strict=True), _HEAD + 1):
        rows.row(number, row)
    rows.table(TABLE, _HEAD, len(headings), last, data.STYLE)
    book.file.set_row_height(sheet, _HEAD, 47)
    # The charts are printed, and the first Runs of the table; not the columns that only charts use.
    right, _ = _corner(widths, _SIDE + 2 * (_CHART + _GAP), 0)
    across = max(layout.first, column_of(right))
    book.print_first_page(sheet, across, min(last, _HEAD + _PRINTED_RUNS))
    placed = [_chart(layout, place, headings, columns) for place in range(len(layout.figures))]
    for number, placing in enumerate(placed):
        x = _SIDE + (number % 2) * (_CHART + _GAP)
        y = _TOP + (number // 2) * (_HIGH + _GAP)
        cell, offset = _corner(widths, x, y)
        looks.append(placing.put(book, sheet, cell, offset))
    _slicers(book, sheet, layout, widths)
    return placed[0]


def _words(layout: Plan) -> tuple[str, ...]:
    more = [message("without-slicers")]
    over = layout.variation.column
    placed = [over is None or layout.kept.cell(over, place) is not None for place in layout.places]
    if not all(placed):
        n = len(placed) - sum(placed)
        more.append(message("runs-without-rate", n=units.count(n)))
    if layout.left_out:
        more.append(message("runs-no-results", n=units.count(layout.left_out)))
    title = message("choose-and-see", n=units.count(len(layout.places)))
    return title, message("marks-are-runs"), language.sentences(more)


def _prepare(book: Book, sheet: str, layout: Plan, widths: Sequence[float]) -> None:
    book.file.set_sheet_view(sheet, 0, excelize.ViewOptions(show_grid_lines=False))
    book.widths(sheet, widths)
    for place, column in enumerate(layout.columns, 1 + layout.has_row_names):
        if column.number and column.number != "General":
            name = letter(place)
            book.file.set_col_style(sheet, f"{name}:{name}", book.style(number=column.number))
    for figure, (field, _) in ((i, _FIGURES[f]) for i, f in enumerate(layout.figures)):
        shown = layout.kept.column(field)
        first = layout.first + 1 + figure * len(layout.series)
        names = f"{letter(first)}:{letter(first + len(layout.series) - 1)}"
        number = "" if shown is None else shown.number
        book.file.set_col_style(sheet, names, book.style(colour=SOFT, number=number))
    book.file.set_row_style(sheet, 1, 1, book.style(bold=True, size=14))
    book.file.set_row_style(sheet, 2, 2, book.style())
    book.file.set_row_style(sheet, 3, 3, book.style(colour=SOFT))
    book.file.set_row_style(sheet, _HEAD, _HEAD, book.style(bold=True, fill="E3E8ED", wrap=True))


def _headings(layout: Plan) -> list[str]:
    """The headings of the table, all distinct."""
    found = [
        *([message("run-in-words")] if layout.has_row_names else []),
        *(column.heading for column in layout.columns),
    ]
    used = {heading.casefold() for heading in found}
    for figure in layout.figures:
        for name, _ in layout.series:
            heading, number = f"{name}: {_SHORT[figure]}", 2
            while heading.casefold() in used:
                heading, number = f"{name} ({number}): {_SHORT[figure]}", number + 1
            used.add(heading.casefold())
            found.append(heading)
    return found


def _cells(layout: Plan) -> list[list[Any]]:
    """The columns of the table."""
    runs = layout.kept
    found: list[list[Any]] = []
    if layout.has_row_names:
        found.append([_in_words(layout, place) for place in layout.places])
    found += [[runs.cell(column, place) for place in layout.places] for column in layout.columns]
    over = layout.variation.column
    # Without a place on the axis there is no mark.
    placed = [over is None or runs.cell(over, place) is not None for place in layout.places]
    for figure in layout.figures:
        column = runs.column(_FIGURES[figure][0])
        assert column is not None
        values = [runs.cell(column, place) for place in layout.places]
        found += [
            [
                value if series_number == number and there else None
                for value, series_number, there in zip(
                    values, layout.row_series, placed, strict=True
                )
            ]
            for number in range(len(layout.series))
        ]
    return found


def _in_words(layout: Plan, place: int) -> str:
    """The name of a Run by its distinctive settings, for the axis below bars."""
    row = layout.kept.rows[place]
    # Colour shows the compared property.
    hidden = (variation.MARKED, variation.VERDICT, variation.ROLE, layout.variation.beside)
    parts = [
        layout.variation.text(name, row) for name in layout.variation.dims if name not in hidden
    ]
    return printable(f"{', '.join(parts) or message('fact-run')} #{row['run']}")[:_WORDS]


def _chart(
    layout: Plan, place: int, headings: Sequence[str], columns: Sequence[Sequence[Any]]
) -> charts.Placing:
    """One chart of the sheet, over the rows of its table."""
    field, unit = _FIGURES[layout.figures[place]]
    title = message(f"explore-{field}")
    first, last = _HEAD + 1, _HEAD + len(layout.places)

    def cells(column: int) -> Cells:
        name = f"'{EXPLORE}'!{at(column, first, fixed=True)}:{at(column, last, fixed=True)}"
        return Cells(name, tuple(columns[column - 1]))

    over = layout.variation.column
    x = 1 if over is None else 1 + layout.columns.index(over)
    many = len(layout.places) > _MANY_RUNS
    drawn = []
    for number, (name, marked) in enumerate(layout.series):
        y = cells(layout.first + 1 + place * len(layout.series) + number)
        # The legend shows the name without the figure.
        named = Cells("", (name,))
        if over is None:
            drawn.append(_bars(named, cells(x), y, number, marked=marked))
            continue
        # Of thousands of x values a series keeps those where it has a mark.
        there = tuple(
            x_value if mark is not None else None
            for x_value, mark in zip(columns[x - 1], y.values, strict=True)
        )
        at_x = Cells(cells(x).reference, there)
        drawn.append(_marks(named, at_x, y, number, marked=marked, many=many, layout=layout))
    y_scale = _upright(field, columns, layout, place)
    y_title = _axis_title(f"{title}, {unit}", log=y_scale.log)
    x_scale = Scale() if over is None else _across(columns[x - 1], layout.variation.over)
    x_title = "" if over is None else _axis_title(over.heading, log=x_scale.log)
    kind = excelize.ChartType.Col if over is None else excelize.ChartType.Scatter
    whole = x_scale.low is not None and (x_scale.low >= 1 or not x_scale.log)
    return charts.Placing(
        ((kind, tuple(drawn)),),
        title,
        message("of-each-run", figure=title, unit=unit),
        charts.AxisTitle(x_title, "#,##0" if whole else "General"),
        charts.AxisTitle(y_title, "General" if unit == "ms" else "#,##0"),
        Look(tuple(drawn), x_scale, y_scale, _plot(layout, over is None), follows=True),
        _HIGH,
        _CHART,
    )


def _axis_title(title: str, *, log: bool) -> str:
    return message("axis-on-log-scale", title=title) if log else title


def _plot(layout: Plan, bars: bool) -> tuple[float, float, float, float]:
    """The area of the plot; a legend of one name needs no room."""
    wide = 0.58 if len(layout.series) > 1 else 0.82
    return (0.15, 0.125, wide, 0.36 if bars else 0.64)


def _marks(
    named: Cells, x: Cells, y: Cells, number: int, *, marked: bool, many: bool, layout: Plan
) -> Series:
    if marked:
        plain = sum(not is_marked for _, is_marked in layout.series)
        symbol = _NOT_OK_SHAPES[(number - plain) % len(_NOT_OK_SHAPES)]
        return Series(named, x, y, MARK, None, symbol=symbol, size=5 if many else 7)
    symbol, hollow = _SHAPES[number % len(_SHAPES)]
    return Series(
        named,
        x,
        y,
        COLOURS[number % len(COLOURS)],
        1.25 if layout.joined else None,
        symbol=symbol,
        hollow=hollow,
        size=4 if many else 6,
    )


def _bars(named: Cells, x: Cells, y: Cells, number: int, *, marked: bool) -> Series:
    colour = MARK if marked else COLOURS[number % len(COLOURS)]
    pattern = charts.PATTERNS[number % len(charts.PATTERNS)]
    return Series(named, x, y, colour, pattern=pattern)


def _across(values: Sequence[Any], name: str | None) -> Scale:
    """The x axis; its ends stay fixed while Runs are hidden."""
    found = sorted({value for value in values if value is not None})
    low, high = found[0], found[-1]
    if name in _BINARY_PROPERTIES and low > 0 and high / low >= _LOG_FROM:
        # A power of two beyond each end: a mark on the frame is cut off.
        ends = math.floor(math.log2(low) - 0.01), math.ceil(math.log2(high) + 0.01)
        return Scale(2.0 ** ends[0], 2.0 ** ends[1], log=True, base=2)
    if name == "read %":
        return Scale(0.0, 100.0)
    return Scale(0.0, axes.rounded_up(high))


def _upright(field: str, columns: Sequence[Sequence[Any]], layout: Plan, place: int) -> Scale:
    """The axis of a figure, from zero and fitted to the shown values; a log scale for times that
    differ widely."""
    begin = layout.first + place * len(layout.series)
    found = [
        value
        for column in columns[begin : begin + len(layout.series)]
        for value in column
        if value is not None
    ]
    far = bool(found) and min(found) > 0 and max(found) / min(found) >= _TIME_LOG_FROM
    if far and field.startswith("response_time") and layout.variation.over is not None:
        return Scale(log=True)
    return Scale(low=0.0)


def _corner(widths: Sequence[float], x: int, y: int) -> tuple[str, tuple[int, int]]:
    """The cell at a pixel position, and the offset within it."""
    column = 1
    for width in widths:
        pixels = round(7 * width) + 5
        if x < pixels:
            break
        x, column = x - pixels, column + 1
    return at(column, 1 + y // _LINE), (x, y % _LINE)


def _slicers(book: Book, sheet: str, layout: Plan, widths: Sequence[float]) -> None:
    """Adds slicers beside the charts, two in a row. The table must exist."""
    chosen = list(layout.variation.dims.values())[:_SLICERS]
    if not chosen:
        return
    deep = -(-len(chosen) // 2)
    wide = (_SIDE - 3 * _GAP) // 2
    high = (2 * _HIGH + _GAP - (deep - 1) * _GAP) // deep
    for number, column in enumerate(chosen):
        x = _GAP + (number % 2) * (wide + _GAP)
        y = _TOP + (number // 2) * (high + _GAP)
        cell, offset = _corner(widths, x, y)
        options = excelize.SlicerOptions(
            name=column.heading,
            cell=cell,
            table_sheet=sheet,
            table_name=TABLE,
            caption=column.heading,
            width=wide,
            height=min(high, 70 + 27 * layout.kept.values(column)),
            format=excelize.GraphicOptions(
                print_object=False, offset_x=offset[0], offset_y=offset[1], positioning="oneCell"
            ),
        )
        book.file.add_slicer(sheet, options)
