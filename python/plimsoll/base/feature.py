"""What a feature adds to the product, and which features there are.

The core (measuring, searching, campaigns, reports, the page) knows no feature: it asks here for the
verbs, reports, documents and so on that features bring. A feature is described in its
`base/feature.py`, in names of modules that are loaded when they are needed; `plimsoll/features/`
lists those there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from plimsoll.base.errors import UsageError


@dataclass(frozen=True)
class Verb:
    """A verb of the command line.

    `module` has EXAMPLES and a function that is called like the verb; or, of a verb with several
    actions, `APP`, a typer.Typer whose commands are the actions and whose help is the verb's.
    """

    name: str
    heading: str
    """Under which `plimsoll --help` has it."""
    place: int
    """Its place there, among those of the core."""
    module: str
    called: tuple[str, ...] = ()
    """Names under which the whole command stands for this verb: what scripts call is linked to
    it."""
    answers: str | None = None
    """`module:name` of what answers the same question to a program (`plimsoll.library.calls`); None
    of a verb that is there for people alone."""


@dataclass(frozen=True)
class ReportEntry:
    """A report that can be asked for by name.

    The module has `fits(evidence)`: why there is nothing to say of a campaign, in words, None where
    there is something. `build(asked)` describes the report. That of one that tells of `several`
    campaigns has `joins(asked)` too: why these cannot be told of together, None when they can.
    """

    name: str
    summary: str
    module: str
    place: int
    """Among all reports: the ones that answer a campaign first."""
    several: bool = False
    """Whether it tells of several campaigns together, when several are asked for. The others are of
    one."""
    first: str | None = None
    """Of a report of a feature: a module with `summary_of(asked)`, the first screen of a campaign
    that this report answers, None of any other; with `beside(asked)`, rows for the first screen
    that the core makes; or with `COMPARISON`, which compares what was asked
    (`report/common/comparison.py`)."""


@dataclass(frozen=True)
class FormEntry:
    """A form that can be asked for by name, which is also how its files end; its module is loaded
    when it is.

    The module has `is_ours(head)`: whether a file that begins with these bytes (4 KiB; of a form
    that is `whole`, all of them) was made by Plimsoll. And it has what makes the form: `draw(page,
    asked)`, what a page describes; of `rows` `write(asked)`, the Runs, whatever the page would say;
    of one that begins `early` `begin(asked)`, which gives back what draws the page.
    """

    name: str
    summary: str
    module: str
    media_type: str
    place: int
    """Among all forms."""
    text: bool = False
    """Whether it can go to a terminal."""
    whole: bool = False
    """Whether it says at its end, not at its begin, who made it: `is_ours` gets the whole file."""

    rows: bool = False
    """Whether it has the Runs alone: no page is described for it."""
    exchange: bool = False
    """Whether it is for other programs: pages do not offer it."""
    early: bool = False
    """Whether it has work to do while the page is described."""
    function: str = "draw"
    """What draws a page, where a module has several that do."""


@dataclass(frozen=True)
class Document:
    """A published schema: one shape, or several that are told apart by their keys `schema` and
    `action`. A file that people write has neither.

    `shapes` has the source of each, and what prints it, or reads a file. A source is `module:Type`,
    of which the schema is made; `module` alone, whose `schema()` makes it; or the name of a schema
    that Rust derives, after `rust:`. A feature may add shapes to a document of the core.
    """

    meaning: str
    shapes: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class CampaignKind:
    """A kind of campaign."""

    name: str
    """As the store has it."""
    question: str = ""
    """What it asks; none where its Points say that."""
    several: bool = False
    """Whether it asks several questions: no one line, maximum or percentile speaks for it."""
    searches: bool = False
    """Whether it searches one load line."""
    laid_out: bool = False
    """Whether its questions may be laid out as a grid of Points."""
    title: str = "{where}"
    """What it is, by the targets where it ran and the `name` that its file gives it."""
    work: str = ""
    """What it does, where it ends with a verdict of its own."""
    elsewhere: str = ""
    """The command that shows the rest, with the `number` of the campaign and its `store`."""
    charts_of: str = ""
    """The report whose charts the summary shows."""
    result: str | None = None
    """The type of what is kept of it, as `module:Type`; None where it keeps no document of its
    own."""
    report: str | None = None
    """What says what it found, `module:PARTS` of `report/common/of_kind.py`; None where the core
    says all of it."""


@dataclass(frozen=True)
class Design:
    """A strategy of campaigns that does not ask every Point of a grid: a design chooses them, and
    may plan more while it runs."""

    strategy: str
    """Its name in a campaign's file."""
    label: str
    """As a reader has it."""
    summary: str
    """What it does, in the schema and on forms."""
    each: str
    """The same in a plan."""
    question: str
    """What such a campaign asks."""
    module: str
    """What it does, in the functions of `campaign/designed.py`."""
    tables: str
    """`module:name` of the tables that it adds to a campaign's file: by their keys the type, the
    default and what it is for."""
    plan: str
    """`module:Type` of what it adds to the document of a plan."""
    answer: str
    """`module:Type` of what its Runs show, in the status of a campaign."""


@dataclass(frozen=True)
class SourceEntry:
    """A system that is asked for its counters (`collect/pull`)."""

    name: str
    what: str
    """What is asked, for a list."""
    example: str
    """As it is given to --collect."""
    module: str


@dataclass(frozen=True)
class Pages:
    """Pages that are added to the server."""

    routes: str
    """A function of the server that gives their routes, as `module:name`."""
    places: tuple[tuple[str, str], ...] = ()
    """Of them those that stand at the top of every page: name and address."""


@dataclass(frozen=True)
class Feature:
    """What a feature adds. Modules and `module:name` are loaded when they are needed."""

    verbs: tuple[Verb, ...] = ()
    reports: tuple[ReportEntry, ...] = ()
    forms: tuple[FormEntry, ...] = ()
    documents: Mapping[str, Document] = field(default_factory=dict)
    kinds: tuple[CampaignKind, ...] = ()
    designs: tuple[Design, ...] = ()
    hosts: str | None = None
    """A module that has hosts which generate one load together (`native/together.py`)."""
    pages: Pages | None = None
    sources: tuple[SourceEntry, ...] = ()


@cache
def features() -> tuple[Feature, ...]:
    """The features of this product: those whose own needs are met."""
    listed: dict[str, tuple[str, ...]] = import_module("plimsoll.features").FEATURES
    there = set(listed)
    while missing := {name for name in there if not there.issuperset(listed[name])}:
        there -= missing
    names = [name for name in listed if name in there]
    return tuple(import_module(f"plimsoll.features.{name}.feature").FEATURE for name in names)


def firsts() -> Iterator[Any]:
    """The modules by which reports of features answer a campaign (`ReportEntry.first`)."""
    for one in features():
        for report in one.reports:
            if report.first is not None:
                yield import_module(report.first)


def answering(verb: str) -> Any:
    """What answers the question of a verb to a program. Raises UsageError where no feature of this
    product has it."""
    for one in features():
        for entry in one.verbs:
            if entry.name == verb and entry.answers is not None:
                return load(entry.answers)
    raise UsageError(
        f"this Plimsoll cannot {verb}: the feature is not there", "Install the whole of Plimsoll."
    )


def load(source: str) -> Any:
    """What `module:name` names."""
    module, _, name = source.partition(":")
    return getattr(import_module(module), name)
