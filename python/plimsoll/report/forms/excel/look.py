"""How one native chart looks, as data: what `charts.py` decides and `package.py` writes into the
chart that the library made.

The library's Python face has no dashes, no logarithmic x axis, no error bars and no labels of
single points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from plimsoll.report.forms.style import STYLE

_LIGHT = {
    name: colour.upper()
    for name, colour in re.findall(r"--(\w+): #(\w+)", STYLE.partition("@media")[0])
}
"""The light colours of `style.py`, as a spreadsheet writes them."""
COLOURS = tuple(_LIGHT[f"c{number}"] for number in range(6))
MARK, BOUND = _LIGHT["mark"], _LIGHT["bound"]
Values = tuple[float | str | None, ...]


@dataclass(frozen=True)
class Cells:
    """A range of cells, and what stands in them (kept in the chart too, so that it is drawn without
    calculating). Without a reference it is a text of the chart's own."""

    reference: str
    values: Values


@dataclass(frozen=True)
class Series:
    """One series. `width` in points, none without a line; `symbol` as the file format names it."""

    name: Cells
    x: Cells
    y: Cells
    colour: str
    width: float | None = None
    dash: str = "solid"
    symbol: str = "none"
    hollow: bool = False
    size: int = 7
    pattern: str = ""
    minus: Cells | None = None
    plus: Cells | None = None
    named_at: int | None = None
    """At which point its name stands in the chart; then it is not in the legend."""
    named: str = "t"
    """On which side of that point: t, r, l; of bars: outEnd, inEnd."""
    told: tuple[str, ...] = ()
    """Text above each bar."""
    upright: bool = False
    """Whether that text runs upwards."""
    listed: bool = True
    """Whether it stands in the legend."""


@dataclass(frozen=True)
class Scale:
    """An axis: its ends in the unit of its title; none: as Excel finds them."""

    low: float | None = None
    high: float | None = None
    log: bool = False
    reverse: bool = False
    base: int = 10
    """Of a log axis."""


@dataclass(frozen=True)
class Look:
    """A chart. The place of the plot is given in shares of the chart, so that charts beneath each
    other align."""

    series: tuple[Series, ...]
    x: Scale
    y: Scale
    plot: tuple[float, float, float, float]
    follows: bool = False
    """Whether rows that a filter hides leave the chart."""
