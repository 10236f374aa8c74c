"""The alternative axis of a panel, logarithmic or linear.

It is computed here as data and drawn like the first, because a browser could not place names at
the ends of lines. It is not offered where it would hide or distort: bars and heat maps, shares,
and zeros on a logarithmic axis."""

import math
from collections.abc import Iterator
from dataclasses import replace

from plimsoll.report.describe import Bars, Chart, Heat, Line, Marks, Panel, RuleY
from plimsoll.report.forms.metrics import round_below

SPAN = 10.0
"""Ratio of values from which a logarithmic axis is worthwhile."""
_UNITS = ("time", "rate", "bytes_per_s")
_ABOVE = 1.05


def other(chart: Chart) -> Chart:
    """The chart with every panel on its alternative axis; panels without one are the same
    objects."""
    return replace(chart, panels=tuple(_other(panel) or panel for panel in chart.panels))


def _other(panel: Panel) -> Panel | None:
    values = sorted(_values(panel))
    if (
        panel.y.unit not in _UNITS
        or not values
        or any(isinstance(series, (Bars, Heat)) for series in panel.series)
    ):
        return None
    if panel.y.log:
        return replace(panel, y=replace(panel.y, log=False, low=0.0, high=values[-1] * _ABOVE))
    if values[0] <= 0 or values[-1] < values[0] * SPAN:
        return None
    return replace(
        panel,
        y=replace(
            panel.y,
            log=True,
            low=round_below(values[0]),
            high=max(panel.y.high or 0.0, values[-1] * _ABOVE),
        ),
    )


def _values(panel: Panel) -> Iterator[float]:
    """All values on the y axis."""
    for series in panel.series:
        match series:
            case Line() | Marks():
                for point in series.points:
                    yield from (
                        y
                        for y in (point.y, point.low, point.high)
                        if y is not None and math.isfinite(y)
                    )
            case RuleY():
                yield series.y
