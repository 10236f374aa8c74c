"""The charts of a report as native ones: a sheet with the charts, and one with their data.

Lines and marks are scatter charts, bars are columns, a heat map is a grid of numbers that Excel
colours. Panels of a chart are stacked with aligned plots. Values are in the unit of the axis
title."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import excelize

from plimsoll.report.describe import At, Axis, Bars, Chart, Heat, Line, Marks, Panel, RuleX, RuleY
from plimsoll.report.forms.captions import full_title
from plimsoll.report.forms.excel import axes, heat
from plimsoll.report.forms.excel.axes import SheetAxis
from plimsoll.report.forms.excel.book import SOFT, Book, at
from plimsoll.report.forms.excel.look import BOUND, COLOURS, MARK, Cells, Look, Series
from plimsoll.report.forms.metrics import SHEET_LETTER
from plimsoll.report.messages import message

CHARTS, FIGURES = "Charts", "Chart data"
MOST = 80
"""The most native charts of a workbook: each is a part of the file, and readers scroll no
further."""
MOST_PAGES = 2
"""Printed pages of charts; the sheet has the others."""
_WIDTH, _ROW = 1080, 20
_PLOT_X, _PLOT_WIDE = 0.085, 0.645
_TOP, _BOTTOM = 46, 66
_GAP = 0.6
"""Gap between the bars of two places, in widths of a bar."""
_COLUMNS = 14
_PAGE = 1560
"""Pixels of a printed page's height, when its width holds a chart."""
_DASHES = {
    "solid": "solid",
    "dashed": "dash",
    "dotted": "sysDot",
    "dash-dot": "dashDot",
    "long": "lgDash",
}
_SYMBOLS = {
    "dot": ("circle", False),
    "ring": ("circle", True),
    "cross": ("x", False),
    "diamond": ("diamond", False),
    "hollow diamond": ("diamond", True),
    "crossed square": ("star", False),
    "triangle": ("triangle", False),
    "hollow triangle": ("triangle", True),
    "square": ("square", False),
    "hollow square": ("square", True),
    "plus": ("plus", False),
    "dash": ("dash", False),
    "arrow": ("triangle", True),
    "ringed dot": ("dot", False),
}
PATTERNS = ("", "wdUpDiag", "smGrid", "dkHorz", "wdDnDiag", "pct25")


class Figures:
    """The sheet with the data of the charts, filled as they are drawn: blocks of columns, one
    panel below the other."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []

    def block(
        self, title: str, columns: list[tuple[str, str, Sequence[Any]]]
    ) -> list[tuple[Cells, Cells]]:
        """Adds columns (name, heading, values); returns for each the cells of its name and of
        its values."""
        first = len(self.rows) + 4
        deep = max((len(values) for _, _, values in columns), default=0)
        self.rows += [
            [title],
            [name for name, _, _ in columns],
            [heading for _, heading, _ in columns],
        ]
        self.rows += [
            [values[place] if place < len(values) else None for _, _, values in columns]
            for place in range(deep)
        ]
        self.rows.append([])

        def cells(place: int, low: int, high: int, values: Sequence[Any]) -> Cells:
            end = "" if low == high else f":{at(place, high, fixed=True)}"
            return Cells(f"'{FIGURES}'!{at(place, low, fixed=True)}{end}", tuple(values))

        return [
            (
                cells(place, first - 2, first - 2, [name]),
                cells(place, first, first + len(values) - 1, values),
            )
            for place, (name, _, values) in enumerate(columns, 1)
        ]

    def write(self, book: Book) -> None:
        """The sheet."""
        wide = max(map(len, self.rows))
        book.print_first_page(FIGURES, min(wide, 12), min(len(self.rows), 50))
        book.widths(FIGURES, [18.0] * min(wide, 60))
        stream = book.stream(FIGURES, wide)
        for number, row in enumerate(self.rows, 1):
            stream.row(number, [*row, *[None] * (wide - len(row))])
        stream.finish()


def sheets(charts: list[Chart]) -> tuple[str, ...]:
    """The sheets that these charts need."""
    native = any(not _is_heat(panel) for chart in charts for panel in chart.panels)
    return (CHARTS, FIGURES) if native else (CHARTS,) if charts else ()


def draw(book: Book, charts: list[Chart], looks: list[Look]) -> Placing | None:
    """Draws the sheets of charts and of their data; returns the first native chart, which other
    sheets show too. Appends the look of each chart to `looks`, in order."""
    if not charts:
        return None
    sheet, figures, first = CHARTS, Figures(), None
    book.file.set_sheet_view(sheet, 0, excelize.ViewOptions(show_grid_lines=False))
    book.upright(sheet)
    book.widths(sheet, [18.0, *[10.0] * (_COLUMNS - 1)])
    row, left_out, page, pages, printed = 1, 0, 1, 1, 0
    for chart in charts:
        native = sum(not _is_heat(panel) for panel in chart.panels)
        if len(looks) + native > MOST:
            left_out += 1
            continue
        high = sum(_height(panel) + _ROW for panel in chart.panels)
        if row > page and (row - page) * _ROW + high > _PAGE:
            book.file.insert_page_break(sheet, at(1, row))
            page, pages = row, pages + 1
            if pages > MOST_PAGES and not printed:
                printed = row - 1
                book.text(sheet, 1, printed, message("prints-charts-above"), book.style(bold=True))
        book.text(sheet, 1, row, full_title(chart), book.style(bold=True, size=14))
        row += 1
        if chart.caption:
            style = book.style(colour=SOFT, wrap=True, size=10)
            book.paragraph(sheet, row, chart.caption, style, across=_COLUMNS, letters=165, line=14)
            row += 1
        for panel in chart.panels:
            if _is_heat(panel):
                row = heat.draw(book, sheet, row, chart, panel)
            elif placing := _panel(chart, panel, figures):
                looks.append(placing.put(book, sheet, at(1, row)))
                first = first or replace(placing, title=placing.told)
                row += -(-_height(panel) // _ROW) + 1
        row += 1
    if printed:
        book.set_print_area(sheet, "$A$1", at(_COLUMNS, printed, fixed=True))
    if left_out:
        note = message("more-charts-in-html", n=left_out, most=MOST)
        book.text(sheet, 1, row, note, book.style(bold=True))
    if figures.rows:
        figures.write(book)
    return first


def _is_heat(panel: Panel) -> bool:
    return any(isinstance(series, Heat) for series in panel.series)


def _height(panel: Panel) -> int:
    return max(280, panel.height + _TOP + _BOTTOM)


@dataclass(frozen=True)
class AxisTitle:
    """The title of an axis, and its number format."""

    title: str
    number: str = "General"


@dataclass(frozen=True)
class Placing:
    """A native chart that can be put onto sheets."""

    parts: tuple[tuple[excelize.ChartType, tuple[Series, ...]], ...]
    title: str
    told: str
    """Alternative text."""
    x: AxisTitle
    y: AxisTitle
    look: Look
    high: int
    wide: int = _WIDTH

    def put(self, book: Book, sheet: str, cell: str, offset: tuple[int, int] = (0, 0)) -> Look:
        """Adds the chart to a sheet at an offset in pixels from the corner of a cell; returns
        its look."""
        x, y = offset
        charts = [
            excelize.Chart(
                type=kind,
                series=[
                    excelize.ChartSeries(
                        name=drawn_series.name.reference,
                        categories=drawn_series.x.reference,
                        values=drawn_series.y.reference,
                    )
                    for drawn_series in series
                ],
                title=_words(self.title, 12, bold=True),
                legend=excelize.ChartLegend(position="right"),
                dimension=excelize.ChartDimension(width=self.wide, height=self.high),
                x_axis=_axis(self.x),
                y_axis=_axis(self.y),
                gap_width=round(100 * _GAP) if kind is excelize.ChartType.Col else None,
                overlap=100 if self.look.follows and kind is excelize.ChartType.Col else None,
                show_blanks_as="gap",
                format=excelize.GraphicOptions(
                    alt_text=self.told, positioning="oneCell", offset_x=x, offset_y=y
                ),
            )
            for kind, series in self.parts
        ]
        book.file.add_chart(
            sheet, cell, charts[0], **{f"more{i}": chart for i, chart in enumerate(charts[1:])}
        )
        return self.look


def _panel(chart: Chart, panel: Panel, figures: Figures) -> Placing | None:
    x, y = axes.sheet_axis(chart.x), axes.sheet_axis(panel.y)
    title = f"{full_title(chart)}: {panel.title}"
    if chart.x.unit == "category":
        bars, lines = _on_categories(chart.x, panel, x, y, title, figures)
    else:
        bars, lines = (), _scatter(chart.x, panel, x, y, title, figures)
    if not bars and not lines:
        return None
    height = _height(panel)
    shape = excelize.ChartType.Line if chart.x.unit == "category" else excelize.ChartType.Scatter
    parts = ((excelize.ChartType.Col, bars), (shape, lines))
    if any(bar.told for bar in bars):
        y = y.roomier(1.3 if any(bar.upright for bar in bars) else 1.1)
    plot = (_PLOT_X, _TOP / height, _PLOT_WIDE, (height - _TOP - _BOTTOM) / height)
    return Placing(
        tuple((kind, series) for kind, series in parts if series),
        panel.title,
        title,
        AxisTitle(x.title, x.number),
        AxisTitle(y.title, y.number),
        Look((*bars, *lines), x.scale, y.scale, plot),
        height,
    )


def _axis(axis: AxisTitle) -> excelize.ChartAxis:
    return excelize.ChartAxis(
        major_grid_lines=True,
        title=_words(axis.title, 10),
        font=excelize.Font(color=SOFT, size=9),
        num_fmt=excelize.ChartNumFmt(custom_num_fmt=axis.number),
    )


def _words(text: str, size: float, *, bold: bool = False) -> excelize.ChartTitle:
    font = excelize.Font(size=size, bold=bold, color="16202A")
    return excelize.ChartTitle(paragraph=[excelize.RichTextRun(text=text, font=font)])


def _scatter(
    x_axis: Axis, panel: Panel, x: SheetAxis, y: SheetAxis, title: str, figures: Figures
) -> tuple[Series, ...]:
    """Lines, marks and rules as series of points."""
    drawn = [
        series for series in panel.series if not isinstance(series, (Line, Marks)) or series.points
    ]
    points: list[tuple[str, list[Any], list[Any], list[Any], list[Any]]] = []
    rules = 0
    for series in drawn:
        match series:
            case Line() | Marks():
                name = series.name if isinstance(series, Line) else series.legend or panel.title
                minus, plus = _whiskers(series.points, y)
                points.append(
                    (
                        name,
                        [x.value(p.x) for p in series.points],
                        [y.value(p.y) for p in series.points],
                        minus,
                        plus,
                    )
                )
            case RuleY():
                xs = [_between(x, x_axis, share) for share in (0.0, 0.13, 1.0)]
                points.append((series.name, xs, [y.value(series.y)] * 3, [], []))
            case RuleX():
                high, low = _between(y, panel.y, 1.0), _between(y, panel.y, 0.0)
                # Names stand beneath each other from the top.
                named = _between(y, panel.y, 0.95 - 0.09 * rules)
                rules += 1
                left = x.value(series.x)
                across = (
                    [] if series.to is None or series.to == series.x else [x.value(series.to)] * 2
                )
                points.append(
                    (
                        series.name,
                        [left] * 3 + across,
                        [low, named, high, *([high, low] if across else [])],
                        [],
                        [],
                    )
                )
    columns: list[tuple[str, str, Sequence[Any]]] = []
    for name, xs, ys, minus, plus in points:
        columns += [(name, x.title, xs), (name, y.title, ys)]
        if minus:
            columns += [
                (name, message("down-to", name=y.title), minus),
                (name, message("whiskers-up-to", name=y.title), plus),
            ]
    cells = iter(figures.block(title, columns))
    found = []
    for series, (_, _, _, minus, _) in zip(drawn, points, strict=True):
        (name_at, of_x), (_, of_y) = next(cells), next(cells)
        ends = (next(cells)[1], next(cells)[1]) if minus else (None, None)
        found.append(_style_series(series, name_at, of_x, of_y, ends, x, x_axis))
    return tuple(found)


def _style_series(
    series: Any,
    named: Cells,
    xs: Cells,
    ys: Cells,
    whiskers: tuple[Cells | None, Cells | None],
    x: SheetAxis,
    x_axis: Axis,
) -> Series:
    """The series with its look; dash or shape distinguish it, not colour alone."""
    plain = Series(named, xs, ys, MARK, minus=whiskers[0], plus=whiskers[1])
    match series:
        case Line():
            width, dash = 2.75 if series.wide else 2.0, _DASHES[series.dash]
            return replace(
                plain,
                colour=COLOURS[series.colour % len(COLOURS)],
                width=width,
                dash=dash,
                listed=bool(series.name),
            )
        case Marks():
            symbol, hollow = _SYMBOLS[series.shape]
            return replace(
                plain,
                colour=COLOURS[series.colour % len(COLOURS)],
                symbol=symbol,
                hollow=hollow,
                size=10 if series.large else 7 if series.legend else 4,
                listed=bool(series.legend),
            )
        case RuleX():
            ends = [value for value in (x.scale.low, x.scale.high) if value is not None]
            right = (
                len(ends) == 2
                and isinstance(xs.values[0], float)
                and xs.values[0] > ends[0] + 0.7 * (ends[1] - ends[0])
            )
            rule = replace(plain, width=1.75, dash=_DASHES[series.dash], listed=False)
            return replace(rule, named_at=1 if series.name else None, named="l" if right else "r")
        case _:
            rule = replace(plain, colour=BOUND, width=1.75, dash="lgDash", listed=False)
            return replace(rule, named_at=1 if x_axis.unit != "category" else 0)


def _layers(panel: Panel, places: int) -> list[tuple[Any, str, list[At | None]]]:
    """The layers of a category chart: the series, its name, and its point at each place. Several
    marks at one place need several layers; a rule has none."""
    drawn: list[tuple[Any, str, list[At | None]]] = []
    for series in panel.series:
        match series:
            case Line() if len({point.x for point in series.points}) < len(series.points):
                # Upright: a line of Excel's has one point at each place.
                continue
            case Bars() | Line() | Marks():
                layers: list[list[At | None]] = []
                for point in series.points:
                    place = round(point.x)
                    layer = next((free for free in layers if free[place] is None), None)
                    if layer is None:
                        layer = [None] * places
                        layers.append(layer)
                    layer[place] = point
                name = series.legend or panel.title if isinstance(series, Marks) else series.name
                drawn += [(series, name, layer) for layer in layers]
            case RuleY():
                drawn.append((series, series.name, []))
            case _:
                pass
    return drawn


def _on_categories(
    x_axis: Axis, panel: Panel, x: SheetAxis, y: SheetAxis, title: str, figures: Figures
) -> tuple[tuple[Series, ...], tuple[Series, ...]]:
    """Bars as columns, everything else as lines over the same places."""
    names = x_axis.categories
    drawn = _layers(panel, len(names))
    if not drawn:
        return (), ()
    columns: list[tuple[str, str, Sequence[Any]]] = [("", x.title, names)]
    for source, name, layer in drawn:
        columns += _columns_of(source, name, layer, y, len(names))
    cells = iter(figures.block(title, columns))
    _, places = next(cells)
    bars: list[Series] = []
    lines: list[Series] = []
    # Labels wider than a bar are upright, all in one panel alike.
    several = [bars_of_panel for bars_of_panel in panel.series if isinstance(bars_of_panel, Bars)]
    room = _WIDTH * _PLOT_WIDE / len(names) / (_GAP + len(several)) if names else 0.0
    upright = (
        max((len(text) for bars_of_panel in several for text in bars_of_panel.told), default=0)
        * SHEET_LETTER
        > room
    )
    seen: set[int] = set()
    for source, _, layer in drawn:
        named, ys = next(cells)
        ends = (next(cells)[1], next(cells)[1]) if _whiskers(layer, y)[0] else (None, None)
        if isinstance(source, Bars):
            texts_by_place = dict(
                zip((round(point.x) for point in source.points), source.told, strict=False)
            )
            texts = (
                tuple(texts_by_place.get(place, "") for place in range(len(names)))
                if len(names) <= 24
                else ()
            )
            colour, pattern = (
                COLOURS[source.colour % len(COLOURS)],
                PATTERNS[len(bars) % len(PATTERNS)],
            )
            bars.append(
                Series(
                    named,
                    places,
                    ys,
                    colour,
                    pattern=pattern,
                    minus=ends[0],
                    plus=ends[1],
                    told=texts,
                    # Above a bar, LibreOffice puts labels of a log axis beneath it.
                    named="inEnd" if y.scale.log else "outEnd",
                    upright=upright,
                )
            )
            continue
        series = _style_series(source, named, places, ys, ends, x, x_axis)
        if id(source) in seen:
            series = replace(series, listed=False)
        seen.add(id(source))
        lines.append(series)
    return tuple(bars), tuple(lines)


def _columns_of(
    source: Any, name: str, layer: Sequence[At | None], y: SheetAxis, places: int
) -> list[tuple[str, str, Sequence[Any]]]:
    """The columns of a series: its value at each place, and the ends of its intervals if any."""
    if isinstance(source, RuleY):
        return [(name, y.title, [y.value(source.y)] * places)]
    values = [None if point is None else y.value(point.y) for point in layer]
    minus, plus = _whiskers(layer, y)
    ends: list[tuple[str, str, Sequence[Any]]] = [
        (name, message("down-to", name=y.title), minus),
        (name, message("whiskers-up-to", name=y.title), plus),
    ]
    return [(name, y.title, values), *(ends if minus else ())]


def _whiskers(points: Sequence[At | None], y: SheetAxis) -> tuple[list[Any], list[Any]]:
    """The distance from each point to the ends of its interval; empty when no point has one."""
    if not any(
        point is not None and (point.low is not None or point.high is not None) for point in points
    ):
        return [], []

    def reach(point: At | None, end: float | None) -> float | None:
        return None if point is None or end is None else y.value(abs(end - point.y))

    return [reach(p, p.low if p else None) for p in points], [
        reach(p, p.high if p else None) for p in points
    ]


def _between(written: SheetAxis, axis: Axis, share: float) -> float | None:
    """A place on an axis: 0 at its lower end, 1 at its upper."""
    scale = written.scale
    low, high = scale.low, scale.high
    if low is None or high is None:
        return written.value((axis.low or 0.0) + share * ((axis.high or 1.0) - (axis.low or 0.0)))
    if scale.reverse:
        share = 1 - share
    found = low * (high / low) ** share if scale.log else low + share * (high - low)
    return float(f"{found:.12g}")
