"""Charts as Vega-Lite documents: one per panel, as wide as the page allows, so that they align and shrink together.

Colours are CSS variables, which the browser resolves: light, dark and print need no second drawing. Pixels are known
here (heights are fixed, domains are ours), so names at the ends of lines and on rules are placed without overlap.
https://vega.github.io/vega-lite/docs/
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plimsoll.reports import units
from plimsoll.reports.describe import Axis, Chart, Line, Marks, Panel, RuleX, RuleY, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable

Spec = dict[str, Any]

# Paths in a box of -1..1, drawn alike in the chart and in its legend.
SHAPES: dict[Shape, str] = {
    "dot": "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0Z",
    "ring": "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0Z",
    "cross": "M-1,-1L1,1M-1,1L1,-1",
    "diamond": "M0,-1.3L1.3,0L0,1.3L-1.3,0Z",
    "hollow diamond": "M0,-1.3L1.3,0L0,1.3L-1.3,0Z",
    "crossed square": "M-1,-1L1,-1L1,1L-1,1ZM-1,-1L1,1M-1,1L1,-1",
    "triangle": "M0,-1.2L1.1,0.9L-1.1,0.9Z",
    "hollow triangle": "M0,1.2L1.1,-0.9L-1.1,-0.9Z",
    "square": "M-1,-1L1,-1L1,1L-1,1Z",
    "hollow square": "M-1,-1L1,-1L1,1L-1,1Z",
    "plus": "M-1,0L1,0M0,-1L0,1",
    "dash": "M-1.2,0L1.2,0",
    "arrow": "M0,-1.2L0,-3.6M-0.8,-2.6L0,-3.6L0.8,-2.6",
}
FILLED = ("dot", "diamond", "triangle", "square")
_DASHES = {"solid": [1, 0], "dashed": [7, 4], "dotted": [2, 3], "dash-dot": [8, 3, 2, 3], "long": [12, 4]}
# Version of the documents and of the library that draws them.
VEGA_LITE = "6.4"
_ROW = 15
_LABEL = 14
_TOP = 4
# Width of a letter of 12 px, on the wide side.
LETTER = 7


def specs(chart: Chart) -> list[Spec]:
    """One Vega-Lite document per panel; only the last one names the shared x axis."""
    return [_panel(panel, chart.x, last=panel is chart.panels[-1]) for panel in chart.panels]


def margin(chart: Chart) -> int:
    """Pixels that a chart needs on its right, for the names of lines that reach there. The same for all its panels."""
    lines = [s for panel in chart.panels for s in panel.series if isinstance(s, Line) and s.points]
    reaching = [len(line.name) for line in lines if _fraction(line.points[-1].x, chart.x) > 0.8]
    return 12 + max((LETTER * letters for letters in reaching), default=0)


def _panel(panel: Panel, x: Axis, *, last: bool) -> Spec:
    # A name on the left of its rule would cross the rules that begin above it: so the rightmost stands highest there.
    rules = sorted(
        (s for s in panel.series if isinstance(s, RuleX)),
        key=lambda rule: (_fraction(rule.x, x) > 0.5, -rule.x if _fraction(rule.x, x) > 0.5 else rule.x),
    )
    named = sum(1 for rule in rules if rule.name)
    top = named * _ROW + (6 if named else 8)
    height, bottom = panel.height + top, 42 if last else 6
    layers: list[Spec] = [_frame(x, panel.y, top, height, last=last)]
    row = 0
    for rule in rules:
        layers += _rule_x(rule, x, height, row)
        row += bool(rule.name)
    for bound in (s for s in panel.series if isinstance(s, RuleY)):
        layers += _rule_y(bound)
    lines = [s for s in panel.series if isinstance(s, Line) and s.points]
    layers += [_line(line) for line in lines]
    layers += [_marks(s) for s in panel.series if isinstance(s, Marks) and s.points]
    layers += _ends(lines, panel.y, top, height)
    return {
        "$schema": f"https://vega.github.io/schema/vega-lite/v{VEGA_LITE}.json",
        "width": "container",
        # With a container's width Vega-Lite counts the padding into the height.
        "height": height + _TOP + bottom,
        # The plot alone is as wide as its box, so that panels align; names beside it lie in the box's margins.
        "autosize": {"type": "none"},
        "padding": {"left": 0, "right": 0, "top": _TOP, "bottom": bottom},
        "background": "transparent",
        "layer": layers,
        "config": _CONFIG,
    }


_CONFIG: Spec = {
    "font": "inherit",
    "view": {"stroke": "var(--grid)"},
    "axis": {
        "labelColor": "var(--soft)", "titleColor": "var(--text)", "gridColor": "var(--grid)", "domainColor": "var(--soft)",
        "tickColor": "var(--soft)", "labelFontSize": 12, "titleFontSize": 13, "titleFontWeight": "normal",
        "labelBound": False,
    },
    "text": {"fontSize": 12},
}  # fmt: skip


def _frame(x: Axis, y: Axis, top: int, height: int, *, last: bool) -> Spec:
    """The axes. They belong to an empty layer, so that no series decides about them."""
    across = _axis(x) | {"title": x.label if last else None, "labels": last, "ticks": last}
    # On a narrow page labels that would touch are left out.
    across |= {"labelOverlap": "greedy", "labelSeparation": 8}
    upwards = _axis(y) | {"title": None, "labelOverlap": False}
    return {
        "data": {"values": [{}]},
        "mark": {"type": "point", "opacity": 0},
        "encoding": {
            "x": {"field": "x", "type": "quantitative", "scale": _scale(x), "axis": across},
            "y": {
                "field": "y",
                "type": "quantitative",
                "scale": _scale(_with_headroom(y, top, height)),
                "axis": upwards,
            },
        },
    }


def _with_headroom(y: Axis, top: int, height: int) -> Axis:
    """The axis stretched so that its upper end lies `top` pixels below the upper edge, where names stand."""
    low, high, stretch = y.low or 0.0, 1.0 if y.high is None else y.high, height / (height - top)
    return replace(y, high=low * (high / low) ** stretch if y.log else low + (high - low) * stretch)


def _scale(axis: Axis) -> Spec:
    return {"type": "log" if axis.log else "linear", "domain": [axis.low, axis.high], "nice": False, "zero": False}


def _axis(axis: Axis) -> Spec:
    """Ticks and how they are written. Vega thins even given values down to its own count, unless it is told theirs."""
    match axis.unit:
        case "rate":
            written, values = {"labelExpr": _RATE}, _linear(axis)
        case "time":
            written, values = {"labelExpr": _TIME}, _ticks(axis)
        case "share":
            written, values = {"format": ".0%"}, _linear(axis)
        case "seconds":
            written, values = {"labelExpr": "format(datum.value, '~g') + ' s'"}, _linear(axis)
        case "plain":
            values = _around(axis)
            written = {"labelExpr": _plain(values)}
        case "tail":
            written = {"labelExpr": "'p' + format(100 - datum.value * 100, '~g')"}
            values = [tail for tail in (0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6) if tail >= (axis.high or 0) * 0.9]
    return {"values": values, "tickCount": len(values), **written}


_RATE = "datum.value >= 1000 ? format(datum.value / 1000, '~g') + ' k' : format(datum.value, '~g')"
_TIME = (
    "datum.value < 1e3 ? format(datum.value, '~g') + ' ns' : datum.value < 1e6 ? format(datum.value / 1e3, '~g') + ' µs' : "
    "datum.value < 1e9 ? format(datum.value / 1e6, '~g') + ' ms' : format(datum.value / 1e9, '~g') + ' s'"
)


def _plain(values: list[float]) -> str:
    """SI letters from a thousand on, with as many digits as tell neighbouring ticks apart."""
    step = values[1] - values[0] if len(values) > 1 else max(map(abs, values), default=1.0) or 1.0
    digits = max(3, 1 + math.ceil(math.log10(max(abs(value) for value in values) / step or 1.0))) if values else 3
    return f"abs(datum.value) >= 1000 ? format(datum.value, '.{digits}~s') : format(datum.value, '.{digits}~g')"


def _around(axis: Axis) -> list[float]:
    """Three to six ticks at multiples of 1, 2 or 5, wherever the axis lies."""
    low, high = axis.low or 0.0, axis.high or 0.0
    power = 10.0 ** math.floor(math.log10(high - low))
    ticks: list[float] = []
    for step in (m * power for m in (5, 2, 1, 0.5, 0.2, 0.1)):
        first, last = math.ceil(low / step - 1e-6), math.floor(high / step + 1e-6)
        ticks = [float(f"{i * step:.12g}") for i in range(first, last + 1)]
        if len(ticks) >= 3:
            break
    return ticks


def _linear(axis: Axis) -> list[float]:
    """Up to eight ticks at multiples of 1, 2 or 5; none in the headroom."""
    high = axis.high or 1.0
    power = 10.0 ** math.floor(math.log10(high / 7))
    step = min(m * power for m in (1, 2, 5, 10) if m * power >= high / 7)
    return [round(i * step, 12) for i in range(int(high / step * 1.000001) + 1)]


def _ticks(axis: Axis) -> list[float]:
    low, high = axis.low or 1.0, axis.high or 1e9
    steps = (1, 2, 5) if high / low <= 1000 else (1,)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [step * 10.0**power for power in powers for step in steps if low <= step * 10.0**power <= high]


def _xy() -> Spec:
    return {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}}


def _line(line: Line) -> Spec:
    return {
        # null breaks the line.
        "data": {"values": [{"x": p.x, "y": None if math.isnan(p.y) else p.y} for p in line.points]},
        "mark": {
            "type": "line",
            "color": f"var(--c{line.colour})",
            "strokeDash": _DASHES[line.dash],
            "strokeWidth": 2.6 if line.wide else 1.8,
            # A mitred corner reaches beyond its point: below zero, at a sharp turn.
            "strokeJoin": "round",
        },
        "encoding": _xy(),
    }


def _marks(marks: Marks) -> Spec:
    colour = f"var(--c{marks.colour})"
    size = 46 if not marks.legend else 170 if marks.large else 76
    told = [name for name, _ in marks.points[0].hover]
    encoding = _xy()
    if told:
        encoding["tooltip"] = [{"field": f"h{i}", "type": "nominal", "title": name} for i, name in enumerate(told)]
    values = [{"x": p.x, "y": p.y, **{f"h{i}": text for i, (_, text) in enumerate(p.hover)}} for p in marks.points]
    hollow = marks.shape not in FILLED
    mark = {
        "type": "point", "shape": SHAPES[marks.shape], "size": size if marks.legend else 22, "opacity": 1, "clip": False,
        "filled": not hollow, "stroke": colour if hollow else "var(--page)", "strokeWidth": 2 if hollow else 1,
        "fill": colour if not hollow else "var(--page)" if marks.shape in ("ring", "hollow diamond", "hollow triangle", "hollow square", "crossed square") else "transparent",
    }  # fmt: skip
    return {"data": {"values": values}, "mark": mark, "encoding": encoding}


def _text(value: Spec, text: str, colour: str, encoding: Spec, **placed: Any) -> list[Spec]:
    """A text with a halo of the page's colour, so that it is read on any line."""
    base = {"type": "text", "text": text, "clip": False, **placed}
    halo = base | {"stroke": "var(--page)", "strokeWidth": 4, "strokeJoin": "round", "color": "var(--page)"}
    return [
        {"data": {"values": [value]}, "mark": mark, "encoding": encoding} for mark in (halo, base | {"color": colour})
    ]


def _rule_x(rule: RuleX, x: Axis, height: int, row: int) -> list[Spec]:
    at: Spec = {"x": {"field": "x", "type": "quantitative"}}
    value = {"x": rule.x, "x2": rule.to}
    layers: list[Spec] = []
    if rule.to is not None:
        band = {"type": "rect", "color": "var(--mark)", "opacity": 0.22}
        layers.append(
            {
                "data": {"values": [value]},
                "mark": band,
                "encoding": at | {"x2": {"field": "x2"}, "y": {"value": 0}, "y2": {"value": height}},
            }
        )
    from_top = row * _ROW if rule.name else 0
    stroke = {"type": "rule", "color": "var(--mark)", "strokeWidth": 1.6, "strokeDash": _DASHES[rule.dash]}
    layers.append(
        {
            "data": {"values": [value]},
            "mark": stroke,
            "encoding": at | {"y": {"value": from_top}, "y2": {"value": height}},
        }
    )
    if rule.name:
        # Names stand on the side where there is more room, each in a row of its own.
        left = _fraction(rule.x, x) > 0.5
        layers += _text(value, rule.name, "var(--mark)", at | {"y": {"value": from_top + 8}}, align="right" if left else "left",
                        baseline="middle", dx=-5 if left else 5, fontWeight="bold")  # fmt: skip
    return layers


def _rule_y(rule: RuleY) -> list[Spec]:
    at: Spec = {"y": {"field": "y", "type": "quantitative"}}
    value = {"y": rule.y}
    stroke = {"type": "rule", "color": "var(--bound)", "strokeWidth": 1.6, "strokeDash": [10, 3]}
    named = _text(
        value,
        rule.name,
        "var(--bound)",
        at | {"x": {"value": 6}},
        align="left",
        baseline="bottom",
        dy=-4,
        fontWeight="bold",
        fontSize=11,
    )
    return [{"data": {"values": [value]}, "mark": stroke, "encoding": at}, *named]


def _ends(lines: Iterable[Line], y: Axis, top: int, height: int) -> list[Spec]:
    """The names of lines at their ends, moved apart where they would overlap."""
    ends = [(line, line.points[-1], _fraction(line.points[-1].y, y)) for line in lines]
    placed = sorted(
        ((height - share * (height - top), line, point) for line, point, share in ends), key=lambda end: end[0]
    )
    wanted = [at for at, _, _ in placed]
    for i in range(1, len(wanted)):
        wanted[i] = max(wanted[i], wanted[i - 1] + _LABEL)
    for i in range(len(wanted) - 1, -1, -1):
        limit = height - 6 if i == len(wanted) - 1 else wanted[i + 1] - _LABEL
        wanted[i] = min(wanted[i], limit)
    layers: list[Spec] = []
    for goal, (_, line, point) in zip(wanted, placed, strict=True):
        encoding: Spec = {"x": {"field": "x", "type": "quantitative"}, "y": {"value": goal}}
        weight = "bold" if line.wide else "normal"
        colour = f"var(--c{line.colour})"
        layers += _text(
            {"x": point.x}, line.name, colour, encoding, align="left", baseline="middle", dx=9, fontWeight=weight
        )
    return layers


def _fraction(value: float, axis: Axis) -> float:
    """Where a value lies on its axis, 0..1."""
    low, high = axis.low or 0.0, 1.0 if axis.high is None else axis.high
    if axis.log:
        return (math.log(max(value, 1e-12)) - math.log(low)) / (math.log(high) - math.log(low))
    return (value - low) / (high - low)


def legend(chart: Chart) -> list[tuple[Shape, str, int]]:
    """The shapes that a chart uses, with their meaning, in order of appearance."""
    found: dict[str, tuple[Shape, str, int]] = {}
    for panel in chart.panels:
        for series in panel.series:
            if isinstance(series, Marks) and series.legend and series.points:
                found.setdefault(series.legend, (series.shape, series.legend, series.colour))
    return list(found.values())


def told(panel: Panel) -> str:
    """A panel in a sentence, for those who do not see it."""
    names = [s.name for s in panel.series if isinstance(s, (Line, RuleX, RuleY)) and s.name]
    points = sum(len(s.points) for s in panel.series if isinstance(s, Marks))
    return (
        f"{panel.title}: {', '.join(names)}; {units.count(points)} marks. The figures stand in the table of all Runs."
    )
