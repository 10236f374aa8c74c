"""What a report says, as plain data that knows nothing of how it is drawn.

A report builds a `Page` out of these; `html.py`, `markdown.py` and later forms draw it. So every form says the same
figures. Values on axes are in base units (ns, operations per second, shares 0..1); an `Axis` says which, and the form
writes them as the field does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

Unit = Literal["rate", "time", "share", "seconds", "tail", "plain"]
"""I/O per second; ns; 0..1; s; share of operations slower than this (for percentile curves); any number as it came."""

GAP = math.nan
"""The y of a point where a line is broken: nothing is known there."""

Shape = Literal["dot", "ring", "cross", "diamond", "hollow diamond", "crossed square", "triangle", "hollow triangle",
                "square", "hollow square", "plus", "dash", "arrow"]  # fmt: skip

# How a line is told from its neighbours without colour; `colour` numbers the theme's palette.
Dash = Literal["solid", "dashed", "dotted", "dash-dot", "long"]


@dataclass(frozen=True)
class Axis:
    """One axis. `label` carries the unit in words."""

    label: str
    unit: Unit
    log: bool = False
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class At:
    """A point, and what hovering over it tells: pairs of name and value."""

    x: float
    y: float
    hover: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Line:
    """A line through points in order of x, named at its end. It is broken where y is GAP, which is never its end."""

    name: str
    points: tuple[At, ...]
    colour: int
    dash: Dash
    wide: bool = False


@dataclass(frozen=True)
class Marks:
    """Points of one meaning. `legend` says it in words; an empty one is not listed."""

    legend: str
    shape: Shape
    points: tuple[At, ...]
    colour: int
    large: bool = False


@dataclass(frozen=True)
class RuleX:
    """A named vertical line, or a band when `to` is given. `name` stands at its top."""

    name: str
    x: float
    to: float | None = None
    dash: Dash = "solid"


@dataclass(frozen=True)
class RuleY:
    """A named horizontal line."""

    name: str
    y: float


@dataclass(frozen=True)
class Panel:
    """One plot. Panels of a chart share their x axis."""

    title: str
    y: Axis
    series: tuple[Line | Marks | RuleX | RuleY, ...]
    height: int = 200


@dataclass(frozen=True)
class Chart:
    """Panels over one x axis, a title that says what is seen, and a caption that says what it rests on."""

    name: str
    title: str
    x: Axis
    panels: tuple[Panel, ...]
    caption: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a table; numbers are right-aligned."""

    label: str
    number: bool = True


@dataclass(frozen=True)
class Table:
    """Cells are text as the field writes it; a dash is a figure that the sample does not carry."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class Facts:
    """Names and values, or plain sentences (with an empty name)."""

    title: str
    items: tuple[tuple[str, str], ...]
    caption: str = ""


@dataclass(frozen=True)
class Figure:
    """One number that stands out: what, how much with unit, and what it rests on."""

    name: str
    value: str
    basis: str


@dataclass(frozen=True)
class Page:
    """A report: the answer first."""

    title: str
    answer: str
    because: tuple[str, ...]
    figures: tuple[Figure, ...]
    sections: tuple[Chart | Table | Facts, ...]
    footer: str
    # The campaign and the figures of the answer, for whoever reads the file with a program.
    data: dict[str, object] = field(default_factory=dict)
