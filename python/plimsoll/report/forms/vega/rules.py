"""Named rules, upright and level, and the names at the ends of lines, placed without overlap."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple

from plimsoll.base import cells
from plimsoll.report.describe import At, Axis, Bars, Heat, Line, Marks, Panel, RuleX, RuleY
from plimsoll.report.forms.metrics import LETTER, LINE
from plimsoll.report.forms.vega.plot import USUAL_WIDTH, Plot, Spec, fraction, text, wrap_words
from plimsoll.report.forms.vega.series import DASHES

_ROW = 15
# Names beside the plot are wrapped to this many letters.
_SIDE_LETTERS = 22
# Pixels of a plot on a narrow page, by which it is judged whether names touch, and on a phone.
_NARROW_WIDTH = 560
# Pixels of a plot on a phone with no names at its right.
_PHONE_WIDTH = 296
# Narrower plots have names where a phone needs them.
_PHONE_BELOW = 400


def in_order(panel: Panel, x: Axis) -> list[RuleX]:
    """Upright rules in the order of their names. A name on the left would cross rules that start
    above it, so there the rightmost is highest."""

    def key(rule: RuleX) -> tuple[bool, float]:
        left = _is_left_named(rule, x)
        return left, -rule.x if left else rule.x

    return sorted((s for s in panel.series if isinstance(s, RuleX)), key=key)


def _is_left_named(rule: RuleX, x: Axis) -> bool:
    """Whether the name of a rule is on its left: there is no room on the right, even on a narrow
    page."""
    at = fraction(rule.x, x)
    return at > 0.5 and at + LETTER * cells.width(rule.name) / _NARROW_WIDTH > 1


def headroom(panel: Panel) -> int:
    """Pixels above the scale for the names of upright rules. Without any, cells reach the upper
    edge."""
    named = sum(1 for rule in panel.series if isinstance(rule, RuleX) and rule.name)
    return named * _ROW + 6 if named else 0 if any(isinstance(s, Heat) for s in panel.series) else 8


def letters(panel: Panel, x: Axis) -> int:
    """Letters of the longest name that stands at the right of the plot."""
    lines = [s for s in panel.series if isinstance(s, Line) and s.points]
    reaching = [cells.width(line.name) for line in lines if fraction(line.points[-1].x, x) > 0.8]
    beside = [
        cells.width(row) for rule in _beside(panel) for row in wrap_words(rule.name, _SIDE_LETTERS)
    ]
    return max(reaching + beside, default=0)


def _phone_width(panel: Panel, x: Axis) -> int:
    return _PHONE_WIDTH - LETTER * letters(panel, x)


def across(plot: Plot, rules: list[RuleX], *, over_cells: bool) -> list[Spec]:
    """Upright rules and bands, in the order in which their names stand below each other."""
    layers: list[Spec] = []
    row = 0
    for rule in rules:
        layers += _upright(plot, rule, row * _ROW if rule.name else 0, over_cells=over_cells)
        row += bool(rule.name)
    return layers


def _upright(plot: Plot, rule: RuleX, from_top: int, *, over_cells: bool) -> list[Spec]:
    at: Spec = {"x": {"field": "x", "type": "quantitative"}}
    data = plot.data("rule", [{"x": rule.x, "x2": rule.to}])
    layers: list[Spec] = []
    if rule.to is not None:
        band = {"type": "rect", "color": "var(--mark)", "opacity": 0.22}
        whole = {"x2": {"field": "x2"}, "y": {"value": 0}, "y2": {"value": plot.height}}
        layers.append({"data": data, "mark": band, "encoding": at | whole})
    stroke = {
        "type": "rule",
        "color": "var(--mark)",
        "strokeWidth": 1.6,
        "strokeDash": DASHES[rule.dash],
    }
    left = _is_left_named(rule, plot.x)
    down = {"y": {"value": _start(rule, plot.x, from_top, left=left)}, "y2": {"value": plot.height}}
    layers += _rule_layers(data, stroke, at | down, over_cells=over_cells)
    if rule.name:
        # Names stand in a row each.
        layers += text(
            data,
            at | {"y": {"value": from_top + 8}},
            colour="var(--mark)",
            text=rule.name,
            align="right" if left else "left",
            baseline="middle",
            dx={"expr": _within_plot(rule, plot.x, left=left)},
            fontWeight="bold",
        )
    return layers


def _start(rule: RuleX, x: Axis, from_top: int, *, left: bool) -> int | Spec:
    """Where a rule starts: beside its name, or beneath it where the name has no room but across
    it."""
    at, wide = fraction(rule.x, x), LETTER * cells.width(rule.name)
    if not rule.name:
        return from_top
    room = at if left else 1 - at
    return {"expr": f"width * {room:.4f} < {wide + 5:.0f} ? {from_top + _ROW} : {from_top}"}


def _within_plot(rule: RuleX, x: Axis, *, left: bool) -> str:
    """The distance of a name from its rule, so far that a narrow plot does not cut the name."""
    at, wide = fraction(rule.x, x), LETTER * cells.width(rule.name)
    if left:
        return f"max(0, {wide + 5:.0f} - width * {at:.4f}) - 5"
    return f"5 - max(0, min(width * {at:.4f}, width * {at - 1:.4f} + {wide + 5:.0f}))"


def _rule_layers(data: Spec, stroke: Spec, encoding: Spec, *, over_cells: bool) -> list[Spec]:
    """A rule; over cells of any colour with a halo of the page's."""
    halo = stroke | {
        "color": "var(--page)",
        "strokeWidth": 4,
        "strokeDash": DASHES["solid"],
        "opacity": 0.75,
    }
    return [
        {"data": data, "mark": mark, "encoding": encoding}
        for mark in ([halo] if over_cells else []) + [stroke]
    ]


def upwards(plot: Plot, panel: Panel) -> tuple[list[Spec], list[Spec]]:
    """Level rules, and their names, which are drawn last since a line would strike them out.
    Names are above or below their rules, on the emptier side, and never on another rule or name."""
    layers: list[Spec] = []
    words: list[Spec] = []
    beside = _beside(panel)
    rules = sorted((s for s in panel.series if isinstance(s, RuleY)), key=lambda rule: -rule.y)
    places = [plot.height * (1 - fraction(rule.y, plot.y)) for rule in rules]
    widths = (USUAL_WIDTH, _phone_width(panel, plot.x))
    line_names = {width: _name_boxes(plot, panel, width) for width in widths}
    taken: dict[int, list[_Box]] = {width: [] for width in widths}
    for rule, place in zip(rules, places, strict=True):
        at: Spec = {"y": {"field": "y", "type": "quantitative"}}
        data = plot.data("rule", [{"y": rule.y}])
        stroke = {
            "type": "rule",
            "color": "var(--bound)",
            "strokeWidth": 1.6,
            "strokeDash": [10, 3],
        }
        layers += _rule_layers(
            data, stroke, at, over_cells=any(isinstance(s, Heat) for s in panel.series)
        )
        if rule in beside or not rule.name:
            continue
        others = [other for other in places if other != place]

        def cost(candidate: _Candidate, others: list[float] = others) -> tuple[int, ...]:
            forbidden = 0
            for width, box in candidate.boxes.items():
                names = (*taken[width], *line_names[width])
                forbidden += sum(box.top < other < box.bottom for other in others)
                forbidden += sum(box.touches(name) for name in names)
                forbidden += box.top < 0 or box.bottom > plot.height
            usual = candidate.boxes[USUAL_WIDTH]
            drawn = _drawn_count(plot, panel, (usual.left, usual.right), (usual.top, usual.bottom))
            return forbidden, drawn, abs(candidate.away)

        # Above on the left where that is free: that is where one looks for it.
        chosen = min(_candidates(rule.name, place, widths), key=cost)
        for width, box in chosen.boxes.items():
            taken[width].append(box)
        below, side, x = chosen.below, chosen.side, chosen.x
        words += text(
            data,
            at | {"x": x},
            colour="var(--bound)",
            text=rule.name,
            align=side,
            dx=-6 if side == "right" else 0,
            baseline="top" if below else "bottom",
            dy=chosen.away,
            fontWeight="bold",
            fontSize=11,
        )
    return layers, words


def _sides(wide: float) -> list[tuple[float, str, Spec]]:
    """Candidate places for the name of a level rule: start (share of the width), alignment and
    position; the usual place first."""
    between: list[tuple[float, str, Spec]] = [
        (at - wide / 2, "center", {"value": {"expr": f"width * {at}"}}) for at in (0.5, 0.65, 0.35)
    ]
    return [(0.0, "left", {"value": 6}), (1.0 - wide, "right", {"value": "width"}), *between]


def _candidates(name: str, place: float, widths: tuple[int, ...]) -> list[_Candidate]:
    """The places for the name of a level rule, the usual one first."""
    wide = {width: LETTER * cells.width(name) / width for width in widths}
    found = []
    # A step farther away only where every place beside the rule is taken.
    for rows in ((-18, -2), (2, 18), (-32, -16), (16, 32)):
        for number, (_, side, x) in enumerate(_sides(0.0)):
            boxes = {}
            for width in widths:
                left = _sides(wide[width])[number][0]
                boxes[width] = _Box(left, left + wide[width], place + rows[0], place + rows[1])
            below = rows[0] > 0
            away = rows[0] + 2 if below else rows[1] - 2
            found.append(_Candidate(boxes, side, x, below, away))
    return found


def _name_boxes(plot: Plot, panel: Panel, width: int) -> list[_Box]:
    """Where the names at the ends of lines are in a plot of this width."""
    lines = [series for series in panel.series if isinstance(series, Line) and series.points]
    return [
        _Box(
            name.x + 9 / width,
            name.x + (9 + LETTER * name.letters) / width,
            at - name.rows * LINE / 2,
            at + name.rows * LINE / 2,
        )
        for name, at in _apart(_line_names(plot, panel, lines), plot.height, width)
    ]


class _Box(NamedTuple):
    """The box of a name: shares of the width, pixels from the upper edge."""

    left: float
    right: float
    top: float
    bottom: float

    def touches(self, other: _Box) -> bool:
        """Whether they overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class _Candidate(NamedTuple):
    """A place for the name of a level rule: its boxes in plots of several widths, its alignment,
    its position, and whether it is below the rule and by how many pixels."""

    boxes: dict[int, _Box]
    side: str
    x: Spec
    below: bool
    away: int


def _drawn_count(
    plot: Plot, panel: Panel, across: tuple[float, float], down: tuple[float, float]
) -> int:
    """The amount of content in a part of the plot (shares of its width, pixels from its upper
    edge), names of lines included."""
    count = 0

    def see(x: float, y: float) -> None:
        nonlocal count
        count += across[0] <= x <= across[1] and down[0] <= plot.height * (1 - y) <= down[1]

    def place(point: At) -> tuple[float, float]:
        return fraction(point.x, plot.x), fraction(point.y, plot.y)

    for series in panel.series:
        if isinstance(series, Marks):
            for point in series.points:
                see(*place(point))
        if isinstance(series, Line) and series.points:
            known = [place(point) for point in series.points if not math.isnan(point.y)]
            for (x, y), (x_to, y_to) in pairwise(known):
                for step in range(8):
                    see(x + (x_to - x) * step / 8, y + (y_to - y) * step / 8)
            for letter in range(len(series.name)):
                see(known[-1][0] + (letter + 1) * LETTER / USUAL_WIDTH, known[-1][1])
    return count


def _beside(panel: Panel) -> list[RuleY]:
    """Level rules with names at the right of the plot, because bars and cells would make them
    unreadable."""
    if not any(isinstance(s, (Bars, Heat)) for s in panel.series):
        return []
    return [s for s in panel.series if isinstance(s, RuleY) and s.name]


def ends(plot: Plot, panel: Panel, lines: list[Line]) -> list[Spec]:
    """The names of lines at their ends, and of rules beside the plot, moved apart where they would
    overlap."""
    named = _line_names(plot, panel, lines)
    on_phone = _apart(named, plot.height, _phone_width(panel, plot.x))
    layers: list[Spec] = []
    for (name, at), (_, phone) in zip(
        _apart(named, plot.height, _NARROW_WIDTH), on_phone, strict=True
    ):
        if isinstance(name.drawn, Line):
            goal: Any = at
            if abs(at - phone) >= 1:
                goal = {"expr": f"width < {_PHONE_BELOW} ? {phone:.1f} : {at:.1f}"}
            layers += _end(plot, name.drawn, goal)
        else:
            layers += _aside(plot, name.drawn, at)
    return layers


def _line_names(plot: Plot, panel: Panel, lines: list[Line]) -> list[_Name]:
    """The names of lines and of rules beside the plot, by their wanted height."""
    named = [
        _Name(
            fraction(line.points[-1].x, plot.x),
            cells.width(line.name),
            plot.height * (1 - fraction(line.points[-1].y, plot.y)),
            1,
            line,
        )
        for line in lines
        if line.name
    ]
    named += [
        _Name(
            1.0,
            _SIDE_LETTERS,
            plot.height * (1 - fraction(rule.y, plot.y)),
            len(wrap_words(rule.name, _SIDE_LETTERS)),
            rule,
        )
        for rule in _beside(panel)
    ]
    return sorted(named, key=lambda name: name.y)


class _Name(NamedTuple):
    """A name beside the end of a line: its start (share of the width), its letters, its wanted
    height, its rows."""

    x: float
    letters: int
    y: float
    rows: int
    drawn: Line | RuleY

    def mirror(self, height: int) -> _Name:
        """The name with its height mirrored."""
        return self._replace(y=height - self.y)

    def beside(self, other: _Name, width: int) -> bool:
        """Whether two names at one height would touch in a plot of this width."""
        first, second = sorted((self, other), key=lambda name: name.x)
        return second.x < first.x + (first.letters * LETTER + 9) / width


def _apart(named: list[_Name], height: int, width: int) -> list[tuple[_Name, float]]:
    """The height of each name in a plot of this width, near its wanted one and in the order of the
    lines; only names that would touch move.

    The result is the middle between moving down and moving up, which keeps order and distances
    too."""
    down, up = (
        _move_down(named, height, width),
        _move_down([name.mirror(height) for name in reversed(named)], height, width),
    )
    both = zip(named, down, (height - at for at in reversed(up)), strict=True)
    return [(name, (down_y + other) / 2) for name, down_y, other in both]


def _move_down(named: list[_Name], height: int, width: int) -> list[float]:
    """Moves names down as far as those above require, then up again beyond the lower edge."""

    def gap(first: int, other: int) -> float:
        return (named[first].rows + named[other].rows) * LINE / 2

    places: list[float] = []
    for i, name in enumerate(named):
        limits = [places[j] + gap(j, i) for j in range(i) if name.beside(named[j], width)]
        places.append(max([name.y, name.rows * LINE / 2 - 1, *limits]))
    for i in reversed(range(len(named))):
        limits = [
            places[j] - gap(i, j)
            for j in range(i + 1, len(named))
            if named[i].beside(named[j], width)
        ]
        places[i] = min([places[i], height - named[i].rows * LINE / 2 + 1, *limits])
    return places


def _end(plot: Plot, line: Line, goal: Any) -> list[Spec]:
    runs = sorted({point.run for point in line.points if point.run is not None})
    data = plot.data("name", [{"x": line.points[-1].x, **({"runs": runs} if runs else {})}])
    encoding: Spec = {"x": {"field": "x", "type": "quantitative"}, "y": {"value": goal}}
    return text(
        data,
        encoding,
        colour=f"var(--c{line.colour})",
        text=line.name,
        align="left",
        baseline="middle",
        dx=9,
        fontWeight="bold" if line.wide else "normal",
    )


def _aside(plot: Plot, rule: RuleY, goal: float) -> list[Spec]:
    rows = wrap_words(rule.name, _SIDE_LETTERS)
    encoding: Spec = {"x": {"value": "width"}, "y": {"value": goal - (len(rows) - 1) / 2 * LINE}}
    return text(
        plot.data("name", [{}]),
        encoding,
        colour="var(--bound)",
        text=rows,
        align="left",
        baseline="middle",
        dx=9,
        lineHeight=LINE,
        fontWeight="bold",
        fontSize=11,
    )
