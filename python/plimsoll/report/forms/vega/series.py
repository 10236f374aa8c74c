"""Lines and marks, and the whiskers of whatever has an interval."""

import math
from collections.abc import Sequence

from plimsoll.report.describe import GAP, At, Axis, Line, Marks, Shape
from plimsoll.report.forms.vega.plot import Plot, Spec, hover, run_of, tooltip, xy

# Paths in a box of -1..1, for charts and legends.
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
    "ringed dot": (
        "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0ZM-0.3,0A0.3,0.3,0,1,1,0.3,0A0.3,0.3,0,1,1,-0.3,0Z"
    ),
    "arrow": "M0,-1.2L0,-3.6M-0.8,-2.6L0,-3.6L0.8,-2.6",
}
FILLED = ("dot", "diamond", "triangle", "square")
# Shapes whose inside hides content below.
_PAPER = (
    "ring",
    "hollow diamond",
    "hollow triangle",
    "hollow square",
    "crossed square",
    "ringed dot",
)
DASHES = {
    "solid": [1, 0],
    "dashed": [7, 4],
    "dotted": [2, 3],
    "dash-dot": [8, 3, 2, 3],
    "long": [12, 4],
}
_CAP = "M-1,0L1,0"


def line(plot: Plot, curve: Line) -> list[Spec]:
    """The line, its whiskers, and its tooltips."""
    colour = f"var(--c{curve.colour})"
    points = below_top(curve.points, plot.y)
    names, tips = hover(points)
    rows = [
        # null breaks the line.
        {"x": p.x, "y": None if math.isnan(p.y) else p.y, **run_of(p), **whisker(p, plot.y), **tip}
        for p, tip in zip(points, tips, strict=True)
    ]
    data = plot.data("line", rows)
    drawn = {
        "type": "line",
        "color": colour,
        "strokeDash": DASHES[curve.dash],
        "strokeWidth": 2.6 if curve.wide else 1.8,
        # A mitred corner reaches beyond its point: below zero, at a sharp turn.
        "strokeJoin": "round",
    }
    layers = [
        *whiskers(data, points, colour),
        {"data": data, "mark": drawn, "encoding": xy()},
    ]
    if names:
        unseen = {"type": "point", "size": 140, "filled": True, "opacity": 0}
        layers.append({"data": data, "mark": unseen, "encoding": xy() | tooltip(names)})
    return layers


def below_top(points: Sequence[At], y: Axis) -> Sequence[At]:
    """The points of a line, cut where it leaves the scale: a point at the upper edge, instead of
    one above it, would bend the line."""
    top = y.high
    if top is None or all(point.y <= top or math.isnan(point.y) for point in points):
        return points
    cut: list[At] = []
    for point, following in zip(points, (*points[1:], None), strict=True):
        cut.append(point if point.y <= top else At(point.x, GAP, run=point.run))
        if following is not None and (point.y > top) != (following.y > top):
            low, high, end = (
                (math.log(point.y), math.log(following.y), math.log(top))
                if y.log
                else (point.y, following.y, top)
            )
            if not math.isnan(low + high):
                share = (end - low) / (high - low)
                inside = point if point.y <= top else following
                cut.append(At(point.x + share * (following.x - point.x), top, run=inside.run))
    while cut and math.isnan(cut[-1].y):
        cut.pop()
    return cut


def marks(plot: Plot, dots: Marks) -> list[Spec]:
    """The marks and their whiskers. Marks without a legend are the small ones of a line."""
    colour = f"var(--c{dots.colour})"
    names, tips = hover(dots.points)
    rows = [
        {"x": p.x, "y": p.y, **run_of(p), **whisker(p, plot.y), **tip}
        for p, tip in zip(dots.points, tips, strict=True)
        if not math.isnan(p.y)
    ]
    data = plot.data("marks", rows)
    hollow = dots.shape not in FILLED
    drawn = {
        "type": "point",
        "shape": SHAPES[dots.shape],
        "size": 22 if not dots.legend else 170 if dots.large else 76,
        "opacity": 1,
        "clip": False,
        "filled": not hollow,
        "stroke": colour if hollow else "var(--page)",
        "strokeWidth": 2 if hollow else 1,
        "fill": colour if not hollow else "var(--page)" if dots.shape in _PAPER else "transparent",
    }
    return [
        *whiskers(data, dots.points, colour),
        {"data": data, "mark": drawn, "encoding": xy() | tooltip(names)},
    ]


def whisker(point: At, y: Axis) -> Spec:
    """The fields of an interval: its ends within the scale, and caps for ends that are not cut
    off; empty without an interval."""
    if point.low is None and point.high is None:
        return {}
    low, high = (point.y if end is None else end for end in (point.low, point.high))
    floor, ceiling = y.low or 0.0, math.inf if y.high is None else y.high
    caps = [end for end in (point.low, point.high) if end is not None and floor <= end <= ceiling]
    return {
        "low": max(low, floor),
        "high": min(high, ceiling),
        **{f"cap{i}": end for i, end in enumerate(caps)},
    }


def whiskers(data: Spec, points: Sequence[At], colour: str, x: str = "x") -> list[Spec]:
    """The intervals of points in a data set; nothing when none has one."""
    if all(p.low is None and p.high is None for p in points):
        return []
    across: Spec = {"x": {"field": x, "type": "quantitative"}}
    rule = {"type": "rule", "color": colour, "strokeWidth": 1.6}
    cap = {
        "type": "point",
        "shape": _CAP,
        "size": 60,
        "stroke": colour,
        "strokeWidth": 1.6,
        "opacity": 1,
    }
    ends = {"y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}}
    layers = [{"data": data, "transform": [_valid("low")], "mark": rule, "encoding": across | ends}]
    for field in ("cap0", "cap1"):
        at = {"y": {"field": field, "type": "quantitative"}}
        layers.append(
            {"data": data, "transform": [_valid(field)], "mark": cap, "encoding": across | at}
        )
    return layers


def _valid(field: str) -> Spec:
    return {"filter": f"isValid(datum.{field})"}
