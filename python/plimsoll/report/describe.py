"""The description of a report as plain data, independent of how it is drawn.

A report builds a `Page` from these classes and a form (`forms/`) draws it, so every form shows the
same figures. Values on axes are in base units (ns, operations per second, shares 0..1); an `Axis`
names the unit and the form formats it.

Interactive pages use two links: a mark, bar, cell or table row may name its Run (`run`), and a
chart may name its slicer values (`where`). A `Slicer` sorts Runs by a value; other forms ignore
slicers and draw everything."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

from plimsoll.base import language

if TYPE_CHECKING:
    from plimsoll.base.logo import Logo

Unit = Literal[
    "rate", "time", "share", "seconds", "tail", "plain", "bytes_per_s", "bytes", "category"
]
"""IOPS; ns; 0..1; s; share of slower operations (percentile curves); any number; bytes per
second; bytes of a block; indices 0, 1, 2 … into the `categories` of an axis."""

Thing = TypeVar("Thing")

GAP = math.nan
"""The y value of a gap in a line: unknown."""

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

# Lines are distinguishable without colour; `colour` numbers the theme's palette.
Dash = Literal["solid", "dashed", "dotted", "dash-dot", "long"]


TO_SIGN = "summary"
"""The report that has the boxes to sign and to stamp."""


@dataclass(frozen=True)
class Axis:
    """One axis. `label` includes the unit in words. With unit `category` the range is -0.5 to
    one half beyond the last. `ticks`: the labelled values; empty: the form chooses."""

    label: str
    unit: Unit
    log: bool = False
    low: float | None = None
    high: float | None = None
    categories: tuple[str, ...] = ()
    ticks: tuple[float, ...] = ()


def block_sizes(label: str, sizes: Sequence[int]) -> Axis:
    """A logarithmic axis of block sizes with room at its ends. Doublings are equally wide, so
    slopes over it are true."""
    low, high = min(sizes), max(sizes)
    room = 1.35 if high > low else 2.0
    ticks = tuple(map(float, sizes))
    return Axis(label, "bytes", log=True, low=low / room, high=high * room, ticks=ticks)


def categories(label: str, names: tuple[str, ...]) -> Axis:
    """An axis of named places, the first at 0."""
    return Axis(label, "category", low=-0.5, high=len(names) - 0.5, categories=names)


@dataclass(frozen=True)
class At:
    """A point, with pairs of name and value for hovering.

    `low` and `high` are the ends of an interval of y (drawn as a whisker); `run` is its Run, for
    slicers."""

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
    """Bars from zero to y at the places of a category axis. Bars of one panel stand side by side,
    in order.

    `told` is written above each bar when there is room (its y in the axis' unit), including
    outcomes that are not ok."""

    name: str
    points: tuple[At, ...]
    colour: int
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """A rectangle of a heat map with a value, its text, and its details for hovering."""

    x: float
    x_to: float
    y: float
    y_to: float
    value: float
    text: str = ""
    hover: tuple[tuple[str, str], ...] = ()
    run: int | None = None
    marked: str = ""
    """An outcome other than ok, in words: the cell is hatched or framed instead of coloured. With
    `Heat.hatching`, what the hatching says of this cell: it keeps its colour."""

    @classmethod
    def at(cls, column: int, row: int, value: float, text: str) -> Cell:
        """The cell at these places of two category axes."""
        return cls(column - 0.5, column + 0.5, row - 0.5, row + 0.5, value, text)


SAME = 0.02
"""Relative difference up to which values of a heat map have one colour."""


@dataclass(frozen=True)
class Heat:
    """Cells coloured by value, from light (low) to dark (high). `name` is the value's name,
    `unit` its unit. `scale` fixes the values of the lightest and darkest colour, where the
    cells' own range would exaggerate differences.

    `hatching`: what the hatching of marked cells means, where it is drawn over their colours.
    Empty: marked cells are not coloured, because their outcome is not ok."""

    name: str
    unit: Unit
    cells: tuple[Cell, ...]
    log: bool = False
    scale: tuple[float, float] | None = None
    hatching: str = ""

    @cached_property
    def ends(self) -> tuple[float, float] | None:
        """The values at the ends of the scale: fixed, or the lowest and highest coloured value;
        None without any."""
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
        """Whether all cells have one colour: values within 2 % differ by noise, which a full
        scale would exaggerate."""
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
    switch: str = ""
    """Its name on a switch, where a page shows one panel of the chart at a time; else empty."""


@dataclass(frozen=True)
class Note:
    """A sentence beneath a chart. `keep`: forms with little room keep it, since it states the
    basis of the chart, or that something is cut off, left out or not what it looks like."""

    text: str
    keep: bool = False


@dataclass(frozen=True)
class Chart:
    """Panels over one x axis with a title and notes on their basis.

    `name` is unique in its page. `where` gives the slicer values of the chart: an interactive
    page shows it only while those are selected."""

    name: str
    title: str
    x: Axis
    panels: tuple[Panel, ...]
    notes: tuple[Note, ...] = ()
    where: tuple[tuple[str, str], ...] = ()
    alone: str = ""
    """The title when only the first panel is drawn; empty when it is the same."""
    free: tuple[str, ...] = ()
    """Single-value slicers that never hide the chart, because their values are on its axes."""

    @property
    def caption(self) -> str:
        """Every note."""
        return language.sentences(note.text for note in self.notes)

    @property
    def has_switch(self) -> bool:
        """Whether an interactive page shows one of its panels at a time."""
        return len(self.panels) > 1 and all(panel.switch for panel in self.panels)

    @property
    def fits_first_screen(self) -> bool:
        """Whether the first screen of an interactive page has all of its panels."""
        return len(self.panels) == 1 or self.has_switch


@dataclass(frozen=True)
class Column:
    """A column of a table; numbers are right-aligned."""

    label: str
    number: bool = True


@dataclass(frozen=True)
class Table:
    """Cells are formatted text; a dash is a figure that the sample does not support.

    `runs` gives the Run of each row; `where` as for a `Chart`."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    runs: tuple[int | None, ...] = ()
    where: tuple[tuple[str, str], ...] = ()
    folds: bool = False
    """Whether constant columns may move into the caption."""

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
        """A table with a row for each thing. `columns`: heading and cell function; those listed
        in `texts` are not numbers. `run`: the Run of a row."""
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
    """A prominent number: its name, its value with unit, and its basis.

    `amount` is the plain number when it can be compared with that of another campaign (not for a
    bound); `low` and `high` are the ends of its interval, if any. `in_headline`: the headline
    states it, so that a short answer has its basis alone, under `basis_name` where that is another
    one than "Basis"."""

    name: str
    value: str
    basis: str
    amount: float | None = None
    low: float | None = None
    high: float | None = None
    in_headline: bool = True
    basis_name: str = ""


Standing = Literal["met", "missed", "mixed", "estimated", "bounded", "measured", "none"]
"""How far an answer can be relied on: requirements met and confirmed, missed, or partly met;
estimated or only bounded; measured without a requirement; no answer."""


@dataclass(frozen=True)
class Badge:
    """The standing of an answer in words. Forms add colour and shape, and always show the words."""

    standing: Standing
    words: str


_SHORT_COUNT = re.compile(r"\d{1,2}")
HEADLINE = 90
"""Letters of the longest headline."""


@dataclass(frozen=True)
class First:
    """The first screen, readable without scrolling. Every form draws the same."""

    badge: Badge
    origin: str
    """`Measured`, `Emulated`, `Simulated`, or of which part of it."""
    about: tuple[tuple[str, str], ...]
    """Date, host, target."""
    headline: str
    """One sentence of at most HEADLINE letters; the page's `answer` is complete."""
    number: Figure | None
    """The main number, with its interval as basis; None when no number can be relied on."""
    rows: tuple[tuple[str, str], ...]
    """Further facts, the most important first."""
    obstacle: str = ""
    """The obstacle to a better answer."""
    todo: str = ""
    """The next step."""
    usable: bool = True
    """Whether the question is answered; otherwise the command exits with code 2."""


@dataclass(frozen=True)
class Slicer:
    """A property by which Runs are selected: `of` gives the value of each Run, `values` all of them
    in order.

    `one`: exactly one value is selected at a time (the first at start), since charts of several
    do not fit side by side; otherwise any number, all at start."""

    name: str
    values: tuple[str, ...]
    of: dict[int, str]
    one: bool = False


@dataclass(frozen=True)
class Letterhead:
    """The head of a report that is handed over as a document."""

    rows: tuple[tuple[str, str], ...]
    """Subject, customer, author, document number, as far as they are given."""
    logo: Logo | None = None
    stamps: tuple[str, ...] = ()
    """Titles of the boxes to stamp or sign."""
    author: str = ""


@dataclass(frozen=True)
class Page:
    """A report, the answer first. `report` is its name in `REPORTS`."""

    title: str
    answer: str
    because: tuple[str, ...]
    figures: tuple[Figure, ...]
    sections: tuple[Chart | Table | Facts, ...]
    footer: str
    # The campaign and the figures of the answer, for programs that read the file.
    data: dict[str, object] = field(default_factory=dict)
    report: str = ""
    slicers: tuple[Slicer, ...] = ()
    first: First | None = None
    """The first screen; None: the registry adds the default one."""
    verdict: str = ""
    """The verdict in a word or two, such as `kept` or `better`; empty without one."""
    letterhead: Letterhead | None = None
    """None: it is not addressed to anybody."""

    @property
    def further_verdict(self) -> str:
        """The verdict, where no badge says it. A page to sign has it as a line of its own."""
        return self.verdict if self.first is None or self.report == TO_SIGN else ""

    @property
    def further_figures(self) -> tuple[Figure, ...]:
        """The figures that neither the first screen nor the sentences have. A count of one or two
        digits is kept: in `an outage of 3 s` stand no 3 errors."""
        first = self.first
        if first is None:
            return self.figures
        number = first.number
        told = " ".join(
            (
                first.headline,
                self.answer,
                *(value for _, value in first.rows),
                *self.because,
                *((number.value, number.basis) if number is not None else ()),
            )
        )
        return tuple(
            figure
            for figure in self.figures
            if _SHORT_COUNT.fullmatch(figure.value)
            or re.search(rf"(?<![\d.,]){re.escape(figure.value)}(?!\d|[.,]\d)", told) is None
        )
