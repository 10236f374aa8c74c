"""What a report says, as plain data that knows nothing of how it is drawn.

A report (`pages/`) builds a `Page` out of these; a form (`forms/`) draws it. So every form says the
same figures. Values on axes are in base units (ns, operations per second, shares 0..1); an `Axis`
says which, and the form writes them as the field does.

What can be chosen on an interactive page hangs on two things: a mark, bar, cell or table row may
say of which Run it is (`run`), and a whole chart may say what it is of (`where`). A `Slicer` sorts
Runs by a value; a form that is not interactive leaves slicers out and draws everything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

Unit = Literal[
    "rate", "time", "share", "seconds", "tail", "plain", "bytes_per_s", "bytes", "category"
]
"""IOPS; ns; 0..1; s; share of operations slower than this (for percentile curves); any number as it
came; bytes per second; bytes of a block; places 0, 1, 2 … of an axis's `categories`."""

Thing = TypeVar("Thing")

GAP = math.nan
"""The y of a point where a line is broken: nothing is known there."""

Shape = Literal[
    "dot",
    "ring",
    "cross",
    "diamond",
    "hollow diamond",
    "crossed square",
    "triangle",
    "hollow triangle",
    "square",
    "hollow square",
    "plus",
    "dash",
    "arrow",
    "ringed dot",
]

# How a line is told from its neighbours without colour; `colour` numbers the theme's palette.
Dash = Literal["solid", "dashed", "dotted", "dash-dot", "long"]


@dataclass(frozen=True)
class Axis:
    """One axis. `label` carries the unit in words. With unit `category` the range is -0.5 to one
    half beyond the last. `ticks`: the values that are named, where they are not chosen by the form.
    """

    label: str
    unit: Unit
    log: bool = False
    low: float | None = None
    high: float | None = None
    categories: tuple[str, ...] = ()
    ticks: tuple[float, ...] = ()


def block_sizes(label: str, sizes: Sequence[int]) -> Axis:
    """A logarithmic axis of block sizes with room at its ends: each doubling is as wide as the
    next, so that slopes of what is drawn over it are true."""
    low, high = min(sizes), max(sizes)
    room = 1.35 if high > low else 2.0
    ticks = tuple(map(float, sizes))
    return Axis(label, "bytes", log=True, low=low / room, high=high * room, ticks=ticks)


def categories(label: str, names: tuple[str, ...]) -> Axis:
    """An axis of named places, the first at 0."""
    return Axis(label, "category", low=-0.5, high=len(names) - 0.5, categories=names)


@dataclass(frozen=True)
class At:
    """A point, and what hovering over it tells: pairs of name and value.

    `low` and `high` are the ends of an interval of y (drawn as a whisker); `run` is the Run that it
    tells of, for slicers.
    """

    x: float
    y: float
    hover: tuple[tuple[str, str], ...] = ()
    low: float | None = None
    high: float | None = None
    run: int | None = None


@dataclass(frozen=True)
class Line:
    """A line through points in order of x, named at its end. It is broken where y is GAP, which is
    never its end."""

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
class Bars:
    """Bars from zero to y at the places of a category axis. Those of one panel stand beside each
    other, in order.

    `told` is written above each bar when there is room (its y in the axis' unit); an outcome that
    is not ok belongs there.
    """

    name: str
    points: tuple[At, ...]
    colour: int
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """A rectangle of a heat map with a value, the text that stands in it, and what hovering
    tells."""

    x: float
    x_to: float
    y: float
    y_to: float
    value: float
    text: str = ""
    hover: tuple[tuple[str, str], ...] = ()
    run: int | None = None
    marked: str = ""
    """An outcome that is not ok, in words: the cell is hatched or framed, and its value is not
    coloured."""

    @classmethod
    def at(cls, column: int, row: int, value: float, text: str) -> Cell:
        """The cell at these places of two category axes."""
        return cls(column - 0.5, column + 0.5, row - 0.5, row + 0.5, value, text)


SAME = 0.02
"""Share by which values of a heat map may differ and be coloured alike."""


@dataclass(frozen=True)
class Heat:
    """Cells coloured by value, from light (low) to dark (high); `name` says what the value is,
    `unit` how it is written. `scale`: the values of the lightest and the darkest, where those of
    the cells would make differences look large that are none."""

    name: str
    unit: Unit
    cells: tuple[Cell, ...]
    log: bool = False
    scale: tuple[float, float] | None = None

    @cached_property
    def ends(self) -> tuple[float, float] | None:
        """The values at the ends of the scale: the lowest and the highest that is coloured, where
        it has none of its own; none without any."""
        if self.scale is not None:
            return self.scale
        values = [
            cell.value
            for cell in self.cells
            if not cell.marked and cell.value == cell.value and (cell.value > 0 or not self.log)
        ]
        return (min(values), max(values)) if values else None

    @cached_property
    def flat(self) -> bool:
        """Whether all of it has one colour: values within 2 % of each other differ by noise, and a
        scale over them would show that as if it were a finding."""
        if self.ends is None:
            return True
        low, high = self.ends
        return high - low <= SAME * max(abs(low), abs(high))


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


Series = Line | Marks | Bars | Heat | RuleX | RuleY


@dataclass(frozen=True)
class Panel:
    """One plot. Panels of a chart share their x axis."""

    title: str
    y: Axis
    series: tuple[Series, ...]
    height: int = 200


@dataclass(frozen=True)
class Note:
    """A sentence beneath a chart. `keep`: whoever has little room keeps it, since it says what the
    chart rests on, or that something is cut off, left out or not what it looks like.
    """

    text: str
    keep: bool = False


@dataclass(frozen=True)
class Chart:
    """Panels over one x axis, a title that says what is seen, and notes that say what it rests on.

    `name` is unique in its page. `where` says which value of which slicers it is of: an interactive
    page shows it only while those are chosen.
    """

    name: str
    title: str
    x: Axis
    panels: tuple[Panel, ...]
    notes: tuple[Note, ...] = ()
    where: tuple[tuple[str, str], ...] = ()
    alone: str = ""
    """Its title where only its first panel is drawn; empty when that is the same."""
    free: tuple[str, ...] = ()
    """Slicers of one value at a time that hide nothing of it, since it shows every value: those are
    on its axes."""

    @property
    def caption(self) -> str:
        """Every note."""
        return " ".join(note.text for note in self.notes)


@dataclass(frozen=True)
class Column:
    """A column of a table; numbers are right-aligned."""

    label: str
    number: bool = True


@dataclass(frozen=True)
class Table:
    """Cells are text as the field writes it; a dash is a figure that the sample does not carry.

    `runs`, where given, says for each row of which Run it is; `where` as of a `Chart`.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    runs: tuple[int | None, ...] = ()
    where: tuple[tuple[str, str], ...] = ()
    folds: bool = False
    """Whether a column that is the same in every row is said beneath it instead."""

    @classmethod
    def of(
        cls,
        title: str,
        things: Iterable[Thing],
        columns: Mapping[str, Callable[[Thing], str]],
        *,
        texts: Collection[str] = (),
        caption: str = "",
        run: Callable[[Thing], int | None] | None = None,
        folds: bool = False,
    ) -> Table:
        """A table with a row for each thing. `columns`: what stands above each, and how its cell is
        read; those that are named in `texts` are no numbers. `run`: of which Run a row is."""
        rows = tuple(things)
        return cls(
            title,
            tuple(Column(label, number=label not in texts) for label in columns),
            tuple(tuple(read(thing) for read in columns.values()) for thing in rows),
            caption,
            () if run is None else tuple(map(run, rows)),
            folds=folds,
        )


@dataclass(frozen=True)
class Facts:
    """Names and values, or plain sentences (with an empty name)."""

    title: str
    items: tuple[tuple[str, str], ...]
    caption: str = ""


@dataclass(frozen=True)
class Figure:
    """One number that stands out: what, how much with unit, and what it rests on.

    `amount` is the number by itself, where it may be held against that of another campaign (a bound
    may not), `low` and `high` the ends of its interval, where it has one.
    """

    name: str
    value: str
    basis: str
    amount: float | None = None
    low: float | None = None
    high: float | None = None


Standing = Literal["met", "missed", "mixed", "estimated", "bounded", "measured", "none"]
"""How far an answer can be relied on: what was asked holds and was confirmed, it does not, partly;
estimated or only bounded; measured with nothing to meet; no answer."""


@dataclass(frozen=True)
class Badge:
    """The standing of an answer and its words: a form adds colour and shape, and never less than
    the words."""

    standing: Standing
    words: str


HEADLINE = 90
"""Letters of the longest headline."""


@dataclass(frozen=True)
class First:
    """The first screen: what one reads before scrolling. Every form draws the same."""

    badge: Badge
    origin: str
    """`Measured`, `Emulated`, `Simulated`, or of which part of it."""
    about: tuple[tuple[str, str], ...]
    """Date, host, target."""
    headline: str
    """One sentence of at most HEADLINE letters; the page's `answer` has all of it."""
    number: Figure | None
    """The one figure to take away, with its interval as basis; none where none may be relied on."""
    rows: tuple[tuple[str, str], ...]
    """What else matters, the weightiest first."""
    obstacle: str = ""
    """What stood in the way of a better answer."""
    todo: str = ""
    """What to do about it."""
    usable: bool = True
    """Whether it is an answer; where not, a command that gives it ends with exit code 2."""


@dataclass(frozen=True)
class Slicer:
    """A property by which Runs can be chosen: `of` gives the value of each Run, `values` all of
    them in order.

    `one`: exactly one value is chosen at a time (the first to begin with), since charts of several
    do not fit beside each other; else any of them, all to begin with.
    """

    name: str
    values: tuple[str, ...]
    of: dict[int, str]
    one: bool = False


@dataclass(frozen=True)
class Page:
    """A report: the answer first. `report` is its name in `REPORTS`."""

    title: str
    answer: str
    because: tuple[str, ...]
    figures: tuple[Figure, ...]
    sections: tuple[Chart | Table | Facts, ...]
    footer: str
    # The campaign and the figures of the answer, for whoever reads the file with a program.
    data: dict[str, object] = field(default_factory=dict)
    report: str = ""
    slicers: tuple[Slicer, ...] = ()
    first: First | None = None
    """The first screen; the registry fills it in where a report has none of its own."""
    verdict: str = ""
    """Of a report that ends in one: a word or two, as `kept` or `better`; empty without."""
