"""Parts of panels that several charts share: logarithmic axes, objectives as rules, lines with
points, rules without names."""

import math
from collections.abc import Iterable, Sequence

from plimsoll.base import units
from plimsoll.report.describe import (
    GAP,
    At,
    Axis,
    Dash,
    Line,
    Marks,
    Panel,
    RuleX,
    RuleY,
    Series,
    Unit,
)
from plimsoll.report.evidence import records
from plimsoll.report.forms.metrics import round_above, round_below
from plimsoll.report.messages import message

_ROOM = 0.05
"""Share by which the ends of a logarithmic axis lie beyond what is drawn, at least."""


def panel(y: Axis, series: Iterable[Series], height: int = 200, switch: str = "") -> Panel:
    """A plot whose title is the label of its axis."""
    return Panel(y.label, y, tuple(series), height, switch)


def log_axis(label: str, values: Sequence[float], unit: Unit = "time") -> Axis:
    """A logarithmic axis from the next 1, 2 or 5 below the values to the next above them."""
    low, high = below(min(values, default=1e5)), above(max(values, default=1e6))
    return Axis(message("log-scale", label=label), unit, log=True, low=low, high=high)


def from_zero(label: str, unit: Unit, values: Iterable[float], room: float = 1.1) -> Axis:
    """An axis from zero to `room` times the largest of the values."""
    return Axis(label, unit, low=0.0, high=room * max(values, default=0.0) or 1.0)


def below(value: float) -> float:
    """The next 1, 2 or 5 below, with room."""
    return round_below(value * (1 - _ROOM))


def above(value: float) -> float:
    """The next 1, 2 or 5 above, with room."""
    return round_above(value * (1 + _ROOM))


def objective(figure: str, bound_ns: float) -> RuleY:
    """An objective across a plot of latencies."""
    name = records.figure_words(figure)
    return RuleY(message("objective-level", figure=name, bound=units.nanos(bound_ns)), bound_ns)


def marked_line(
    name: str, points: tuple[At, ...], colour: int, dash: Dash = "solid", *, wide: bool = False
) -> list[Series]:
    """A line through points, each marked."""
    return [Line(name, points, colour, dash, wide=wide), Marks("", "dot", points, colour)]


CONTRADICTION = 1.5
"""Ratio from which a longer response time at a lower rate is no noise: the target was another one
meanwhile."""


def agreeing(points: Sequence[At]) -> tuple[At, ...]:
    """Points in order of rate as a line may join them: monotone within noise.

    Where one is far above a point at a higher rate, neither is joined: a line through both would
    show a curve that was never measured."""
    joined: list[At] = []
    for place, point in enumerate(points):
        lower, higher = points[:place], points[place + 1 :]
        agrees = all(other.y <= CONTRADICTION * point.y for other in lower) and all(
            point.y <= CONTRADICTION * other.y for other in higher
        )
        if agrees:
            joined.append(point)
        elif joined and not math.isnan(joined[-1].y):
            joined.append(At(point.x, GAP))
    while joined and math.isnan(joined[-1].y):
        joined.pop()
    return tuple(joined)


def beyond(points: Iterable[At], ceiling: float, colour: int) -> list[Marks]:
    """Arrows over marks that stand at the top edge because they lie above the scale."""
    over = tuple(point for point in points if point.y >= ceiling)
    return [Marks(message("legend-above-scale"), "arrow", over, colour)] if over else []


def bare(rules: Iterable[RuleX]) -> list[RuleX]:
    """The rules without their names, for panels below the first."""
    return [RuleX("", rule.x, rule.to, rule.dash) for rule in rules]
