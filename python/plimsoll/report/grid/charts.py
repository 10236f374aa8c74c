"""The charts of a grid: heat maps over two properties, and grouped bars with reference levels.

`properties.axes` decides the layout. A place whose Runs are not ok, or that has none, shows the
reason in its cell or at its bar."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from plimsoll.base import language, units
from plimsoll.judge.levels import Level
from plimsoll.report.common.panels import log_axis, panel
from plimsoll.report.describe import (
    GAP,
    At,
    Axis,
    Bars,
    Cell,
    Chart,
    Dash,
    Heat,
    Line,
    Marks,
    Note,
    Panel,
    RuleY,
    Shape,
    block_sizes,
    categories,
)
from plimsoll.report.evidence import figures, properties, sample_counts
from plimsoll.report.evidence.figures import Measure, PlaceFigure
from plimsoll.report.evidence.points import Place, Places
from plimsoll.report.evidence.points import labelled_value as told_as
from plimsoll.report.messages import message

Where = tuple[tuple[str, str], ...]

_ROW_PX, _AXIS_PX, _BARS_PX = 34, 44, 230
"""Pixels: of a row of a heat map, of its axis, of a panel of bars."""
_LOG_FROM = {"time": 20.0}
"""Ratio of highest to lowest from which figures are drawn as dots on a log scale instead of
bars, which would hide the low ones. Response times switch earlier, because their reference
levels are low."""
_LOG_FROM_ELSE = 100.0
_SHAPES: tuple[Shape, ...] = (
    "dot",
    "hollow square",
    "triangle",
    "hollow diamond",
    "square",
    "ring",
)
_JOINED_SHAPES = (_SHAPES[1], _SHAPES[0], *_SHAPES[2:])
"""Of variants above each other: a dot is seen on a square that it falls together with."""
_JOIN_COLOUR = 5
_ALONG: tuple[Dash, ...] = ("solid", "dashed")
_MARK_SHAPES: tuple[tuple[str, Shape], ...] = (
    ("too-few", "dash"),
    ("not-in-file", "dash"),
    ("cannot_carry", "crossed square"),
    ("generator_limited", "arrow"),
    ("cached", "hollow triangle"),
    ("not_steady", "cross"),
    ("failed", "plus"),
)
"""Shapes of places without a valid figure, by what marks them; distinct from those of
the series."""


def heat_maps(places: Places, measures: Sequence[Measure]) -> list[Chart]:
    """A chart per combination of the remaining properties, with a panel per measure; none when
    one property varies."""
    axes = places.axes
    if not axes.down:
        return []
    across, down = places.dimension(axes.across), places.dimension(axes.down)
    # The first value is on top.
    rows = tuple(reversed(down.values))
    charts = []
    for number, (where, chosen) in enumerate(_by(places, axes.rest)):
        panels = []
        for measure in measures:
            cells = tuple(
                _cell(
                    place,
                    measure,
                    across.values.index(place.text(axes.across)),
                    rows.index(place.text(axes.down)),
                )
                for place in chosen
            )
            heat = Heat(
                measure.name,
                measure.unit,
                cells,
                log=_wide([cell.value for cell in cells if not cell.marked]),
            )
            panels.append(
                Panel(
                    axis_label(measure),
                    categories(properties.name_words(axes.down, "start"), rows),
                    (heat,),
                    _ROW_PX * len(rows) + _AXIS_PX,
                    _on_switch(measure),
                )
            )
        measure_name = measures[0].name
        x, y = properties.name_words(axes.across), properties.name_words(axes.down)
        latency = figures.latency_of(measures)
        title = message("heat-title", measure=measure_name, latency=latency, x=x, y=y)
        charts.append(
            Chart(
                f"heat-{number}",
                _where_title(title, where),
                categories(properties.name_words(axes.across, "start"), across.values),
                tuple(panels),
                _notes(places, chosen),
                where,
                _where_title(message("heat-title-alone", measure=measure_name, x=x, y=y), where),
                (axes.across, axes.down),
            )
        )
    return charts


def bars(places: Places, measures: Sequence[Measure], levels: Sequence[Level]) -> list[Chart]:
    """The rate and response times along one property, with a series per compared value, else per
    value of the other axis: bars, or dots on a log scale. Compared values are dots above each
    other, joined where they are of the same Point, so that a difference is a distance."""
    x, series, rest = bar_layout(places)
    xs, several = places.dimension(x), places.dimension(series)
    joined = bool(series) and series == places.axes.compared
    charts = []
    for number, (where, chosen) in enumerate(_by(places, rest)):
        panels = []
        x_axis = categories(properties.name_words(x, "start"), xs.values)
        at = {value: float(index) for index, value in enumerate(xs.values)}
        if joined and (sizes := _sizes(x, places)):
            x_axis = block_sizes(x_axis.label, tuple(sizes.values()))
            at = {value: float(size) for value, size in sizes.items()}
        for measure in measures:
            if _untold(measure, chosen):
                # An empty axis would suggest times that were never measured.
                continue
            mine = [level for level in levels if _level_applies(level, measure)]
            axis = _axis(measure, chosen, mine)
            groups = {
                value: [place for place in chosen if not series or place.text(series) == value]
                for value in several.values
            }
            along = x_axis.unit == "bytes"
            drawn = _series(groups, measure, axis, x, at, joined=joined, along=along)
            rules = tuple(RuleY(level.name, level.value) for level in mine)
            panels.append(panel(axis, (*rules, *drawn), _BARS_PX, _on_switch(measure)))
        measure_name, by = measures[0].name, properties.name_words(x) if x else "none"
        latency = figures.latency_of(measures)
        title = message("bars-title", measure=measure_name, latency=latency, x=by)
        charts.append(
            Chart(
                f"bars-{number}",
                _where_title(title, where),
                x_axis,
                tuple(panels),
                _bars_notes(places, measures, chosen, joined=joined),
                where,
                _where_title(message("bars-title-alone", measure=measure_name, x=by), where),
                tuple(name for name in (x, series) if name),
            )
        )
    return charts


def _series(
    groups: Mapping[str, list[Place]],
    measure: Measure,
    axis: Axis,
    x: str,
    at: Mapping[str, float],
    *,
    joined: bool,
    along: bool,
) -> tuple[Bars | Marks | Line, ...]:
    """The marks of each series, and what joins them."""
    drawn = tuple(
        _bars(value, order, places, measure, axis, x, at)
        for order, (value, places) in enumerate(groups.items())
    )
    if not joined:
        return _as_dots(drawn, measure, joined=False) if axis.log else drawn
    dots = _as_dots(drawn, measure, joined=True)
    return (*_joins(dots, along=along), *dots)


def _as_dots(drawn: Sequence[Bars], measure: Measure, *, joined: bool) -> tuple[Marks, ...]:
    """Dots in place of bars: above each other where they are joined, else side by side."""
    aside = 0.0 if joined else 0.82 / len(drawn)
    shapes = _JOINED_SHAPES if joined else _SHAPES
    return tuple(
        dots
        for n, bars_ in enumerate(drawn)
        for dots in _dots(bars_, shapes[n], aside * (n - (len(drawn) - 1) / 2), measure)
    )


def _bars_notes(
    places: Places, measures: Sequence[Measure], chosen: list[Place], *, joined: bool
) -> tuple[Note, ...]:
    return (
        *((Note(message("pairs-joined"), keep=True),) if joined else ()),
        *_absent(measures, chosen),
        *_without_figure(measures, chosen),
        *_notes(places, chosen),
    )


def _sizes(x: str, places: Places) -> dict[str, int]:
    """The block sizes of an axis by their text; empty when it has others, such as mixes."""
    if x not in ("block size", "write block size"):
        return {}
    orders = {place.text(x): place.values[x][0] for place in places.all}
    found = {
        text: order[1] if isinstance(order, tuple) else order for text, order in orders.items()
    }
    if not all(isinstance(size, (int, float)) and 0 < size < math.inf for size in found.values()):
        return {}
    return {text: int(found[text]) for text in places.dimension(x).values}


def _joins(drawn: Sequence[Bars | Marks | Line], *, along: bool) -> list[Line]:
    """The lines that join the marks of the same Point, dotted, and with `along` those that follow
    each variant. Places without a valid figure are not joined."""
    series: dict[int, list[At]] = {}
    for marks in drawn:
        if isinstance(marks, Marks) and marks.shape in _SHAPES:
            series.setdefault(marks.colour, []).extend(marks.points)
    upright: list[At] = []
    for x in sorted({point.x for points in series.values() for point in points}):
        ys = sorted(point.y for points in series.values() for point in points if point.x == x)
        if len(ys) > 1 and ys[-1] > ys[0]:
            upright += [At(x, GAP)] if upright else []
            upright += [At(x, ys[0]), At(x, ys[-1])]
    lines = [Line("", tuple(upright), _JOIN_COLOUR, "dotted")] if upright else []
    if along:
        lines += [
            Line("", tuple(sorted(points, key=lambda point: point.x)), colour, _ALONG[colour % 2])
            for colour, points in series.items()
            if len(points) > 1
        ]
    return lines


def _where_title(title: str, where: Where) -> str:
    """The title, with the values that all of the chart have."""
    if not where:
        return title
    return message("named", name=title, text=language.listing(told_as(*pair) for pair in where))


def _not_in_file(place: Place) -> bool:
    """Whether the file of an imported Run lacks the figure, however many operations there were."""
    runs = [repeat.run for repeat in place.counting if repeat.run is not None]
    return bool(runs) and all(
        run.measurement is not None and run.measurement.lacks_percentiles for run in runs
    )


def _missing(place: Place) -> str:
    """The reason for a missing figure."""
    return message("mark-not-in-file") if _not_in_file(place) else message("mark-too-few")


def _untold(measure: Measure, chosen: Sequence[Place]) -> bool:
    return measure.unit == "time" and all(
        measure.read(place) is None and _not_in_file(place) for place in chosen
    )


def _absent(measures: Sequence[Measure], chosen: Sequence[Place]) -> tuple[Note, ...]:
    """Notes on figures that no file has."""
    return tuple(
        Note(message("figure-not-in-file", figure=measure.name), keep=True)
        for measure in measures
        if _untold(measure, chosen)
    )


def _without_figure(measures: Sequence[Measure], chosen: Sequence[Place]) -> tuple[Note, ...]:
    """Notes on places that a scale of dots cannot show, because they have no figure."""
    notes = []
    for measure in measures:
        if not _untold(measure, chosen):
            absent = [place for place in chosen if measure.read(place) is None]
            whys = language.listing(
                dict.fromkeys(place.mark or _missing(place) for place in absent)
            )
            if absent:
                notes.append(
                    Note(
                        message(
                            "places-without-figure",
                            figure=measure.name,
                            n=len(absent),
                            of=len(chosen),
                            why=whys,
                        ),
                        keep=True,
                    )
                )
    return tuple(notes)


def _notes(places: Places, chosen: Sequence[Place]) -> tuple[Note, ...]:
    """The basis of the figures, and what is marked."""
    several = max((len(place.repeats) for place in chosen), default=1)
    basis = message("figure-of-run") if places.leaves == "run" else message("figure-of-search")
    if several > 1:
        basis = message("figure-of-repeats", n=several)
    notes = [Note(basis, keep=True)]
    if places.leaves == "line":
        notes.append(Note(message("rate-is-low-end")))
    if places.leaves == "maximum":
        notes.append(Note(message("bytes-at-maximum")))
    if places.leaves == "run" and any(len(place.counting) > 1 for place in chosen):
        notes.append(Note(message("whiskers-of-repeats")))
    if marked := sum(bool(place.mark) for place in chosen):
        notes.append(Note(message("some-marked", n=marked, of=len(chosen)), keep=True))
    return tuple(notes)


def _by(places: Places, rest: Sequence[str]) -> Iterator[tuple[Where, list[Place]]]:
    """The places grouped by the properties outside the axes, in order."""
    groups: dict[tuple[str, ...], list[Place]] = {}
    for place in places.all:
        groups.setdefault(tuple(map(place.text, rest)), []).append(place)
    for combination in itertools.product(*(places.dimension(name).values for name in rest)):
        if chosen := groups.get(combination):
            yield tuple(zip(rest, combination, strict=True)), chosen


def bar_layout(places: Places) -> tuple[str, str, tuple[str, ...]]:
    """The layout of bars: the property along x, the one of the series, and the rest
    (`properties.axes`).

    The axis with more values goes along x when the other has few enough to stand side by side."""
    axes = places.axes
    counts = {dimension.name: len(dimension.values) for dimension in places.dimensions}
    x, other = axes.across, axes.down
    if (
        other
        and counts[other] > properties.MAX_SIDE_BY_SIDE >= counts[x]
        and other != axes.compared
    ):
        x, other = other, x
    series = axes.compared if axes.compared and axes.compared != x else other
    if series and counts[series] > properties.MAX_SIDE_BY_SIDE:
        series = ""
    return x, series, tuple(name for name in counts if name not in (x, series))


def _cell(place: Place, measure: Measure, column: int, row: int) -> Cell:
    figure = measure.read(place)
    # Pending repeats do not take the colour from a cell.
    waits = place.stands and all(repeat.counts or repeat.is_pending for repeat in place.repeats)
    mark = ("" if waits else place.mark) or ("" if figure is not None else _missing(place))
    short = f" {_short(place)}" if waits and place.mark else ""
    value, text = (0.0, units.DASH) if figure is None else (figure.value, f"{figure.text}{short}")
    return replace(
        Cell.at(column, row, value, text),
        hover=hover(place, measure, figure),
        run=place.run_id,
        marked=mark,
    )


def hover(
    place: Place, measure: Measure, figure: PlaceFigure | None
) -> tuple[tuple[str, str], ...]:
    """The details of a figure, for hovering."""
    runs = [repeat.run for repeat in place.counting if repeat.run is not None]
    lost = sample_counts.count_failures(runs)
    why = language.clauses(
        dict.fromkeys(repeat.why for repeat in place.repeats if repeat.mark and repeat.why)
    )
    return (
        *((properties.name_words(name), text) for name, (_, text) in place.values.items()),
        (
            measure.name,
            (
                units.DASH
                if figure is None
                else message("iops", rate=figure.text)
                if measure.unit == "rate"
                else figure.text
            ),
        ),
        *(
            ((message("hover-spread"), measure.spread(figure)),)
            if figure is not None and figure.low != figure.high
            else ()
        ),
        *(
            ((message("hover-repeats"), str(figure.n)),)
            if figure is not None and len(place.repeats) > 1
            else ()
        ),
        *(
            (
                (message("hover-run"), language.listing(str(run.row.id) for run in runs)),
                ("n", units.count(sample_counts.of_runs(runs) or None)),
            )
            if runs
            else ()
        ),
        *(((message("hover-failed"), lost.words),) if lost else ()),
        *(((message("hover-outcome"), place.mark),) if place.mark else ()),
        *(((message("hover-because"), why),) if why else ()),
    )


def _bars(
    name: str,
    order: int,
    chosen: Sequence[Place],
    measure: Measure,
    axis: Axis,
    x: str,
    xs: Mapping[str, float],
) -> Bars:
    points, words = [], []
    for place in chosen:
        figure = measure.read(place)
        at = xs[place.text(x)] if x else 0.0
        low, high = (
            (figure.low, figure.high)
            if figure is not None and figure.high > figure.low
            else (None, None)
        )
        y = figure.value if figure is not None else (axis.low or 0.0)
        points.append(At(at, y, hover(place, measure, figure), low, high, place.run_id))
        missing = place.mark or _missing(place)
        words.append(missing if figure is None else f"{figure.text} {_short(place)}".strip())
    return Bars(name, tuple(points), order % 6, tuple(words))


def _dots(bars: Bars | Marks | Line, shape: Shape, aside: float, measure: Measure) -> list[Marks]:
    """Bars as dots, for a log scale, which has no zero that bar lengths could start at, and for
    pairs. `aside`: beside the middle of a category, so that dots of several series are seen.

    A place without a figure has no dot: the notes say so. Problems of others are stated in the
    legend."""
    assert isinstance(bars, Bars)
    groups: dict[str, list[At]] = {"": []}
    for point in bars.points:
        hovered = dict(point.hover)
        if hovered.get(measure.name) == units.DASH:
            continue
        mark = hovered.get(message("hover-outcome"), "")
        groups.setdefault(mark, []).append(replace(point, x=point.x + aside))
    marks = [
        Marks(bars.name or measure.name, shape, tuple(groups.pop("")), bars.colour, large=True)
    ]
    for mark, points in groups.items():
        legend = message("named", name=bars.name, text=mark) if bars.name else mark
        marks.append(Marks(legend, _worth(mark), tuple(points), bars.colour, large=True))
    return marks


def _worth(mark: str) -> Shape:
    return next(
        (shape for code, shape in _MARK_SHAPES if message(f"mark-{code}") in mark), "crossed square"
    )


def _short(place: Place) -> str:
    """The mark beside a figure: the reason, or how many repeats count."""
    if not place.stands:
        return place.mark
    counted = sum(repeat.counts for repeat in place.repeats)
    return message("n-of-repeats", n=counted, of=len(place.repeats)) if place.mark else ""


def _axis(measure: Measure, chosen: Sequence[Place], levels: Sequence[Level]) -> Axis:
    values = [found for place in chosen if (found := measure.read(place)) is not None]
    tops = [*(found.high for found in values), *(level.value for level in levels)]
    lows = [value for found in values if (value := min(found.value, found.low)) > 0] + [
        level.value for level in levels
    ]
    label = axis_label(measure)
    if lows and max(tops) > _LOG_FROM.get(measure.unit, _LOG_FROM_ELSE) * min(lows):
        return log_axis(label, [min(lows), max(tops)], measure.unit)
    return Axis(label, measure.unit, low=0.0, high=1.18 * max(tops, default=1.0) or 1.0)


def _level_applies(level: Level, measure: Measure) -> bool:
    if level.of == "rate":
        return measure.unit == "rate"
    latency = measure.metric in ("response_time", "completion_latency")
    return latency and measure.figure == level.figure and not level.of_syncs


def _wide(values: Sequence[float]) -> bool:
    some = [value for value in values if value > 0]
    return bool(some) and max(some) > 10 * min(some)


def axis_label(measure: Measure) -> str:
    """The name of a figure for an axis or a column, with the unit of a rate."""
    if measure.unit == "rate":
        return message("label-iops", label=measure.name)
    return measure.name


def _on_switch(measure: Measure) -> str:
    """The name of a figure on the switch of a page."""
    return message("switch-iops") if measure.unit == "rate" else measure.name


def value_text(measure: Measure, figure: PlaceFigure | None) -> str:
    """A figure for a table, with its spread if any."""
    if figure is None:
        return units.DASH
    spread = measure.spread(figure)
    return figure.text if spread == units.DASH else f"{figure.text} ({spread})"
