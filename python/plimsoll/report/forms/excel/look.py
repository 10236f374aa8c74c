"""The look of a native chart as data: `charts.py` decides it and `package.py` writes it into the
chart that the library made.

The library's Python face lacks dashes, logarithmic x axes, error bars and labels of single
points."""

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
    """A range of cells, and its values (stored in the chart too, so that it is drawn without
    calculating). Without a reference it is a text of the chart itself."""

    reference: str
    values: Values


@dataclass(frozen=True)
class Series:
    """One series. `width` in points, None without a line; `symbol` as named by the file format."""

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
    """The point that carries the series' name; the legend then omits it."""
    named: str = "t"
    """The side of that point for the name: t, r, l; for bars: outEnd, inEnd."""
    told: tuple[str, ...] = ()
    """Text above each bar."""
    upright: bool = False
    """Whether the text above bars runs upwards."""
    listed: bool = True
    """Whether the legend lists the series."""


@dataclass(frozen=True)
class Scale:
    """An axis: its ends in the unit of its title; None: Excel chooses."""

    low: float | None = None
    high: float | None = None
    log: bool = False
    reverse: bool = False
    base: int = 10
    """The base of a log axis."""


@dataclass(frozen=True)
class Look:
    """The look of a chart. The plot's area is in shares of the chart, so that stacked charts
    align."""

    series: tuple[Series, ...]
    x: Scale
    y: Scale
    plot: tuple[float, float, float, float]
    follows: bool = False
    """Whether rows that a filter hides leave the chart."""
