"""The description of a feature, and the list of all features.

The core (measuring, searching, campaigns, reports, the page) knows no feature: it gets their verbs,
reports, documents and so on from here. A feature describes itself in its `feature.py`, by names of
modules that are loaded when they are needed; `plimsoll/features/` lists the features.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from plimsoll.base.errors import UsageError
from plimsoll.base.messages import message


class Verb(NamedTuple):
    """A verb of the command line.

    `module` has EXAMPLES and a function that is called like the verb; or, of a verb with several
    actions, `APP`, a typer.Typer whose commands are the actions and whose help is the verb's.
    """

    name: str
    heading: str
    """Its heading in `plimsoll --help`."""
    place: int
    """Its place there, among those of the core."""
    module: str
    message: Callable[..., str]
    """Of the catalogue with its `summary-NAME`."""
    called: tuple[str, ...] = ()
    """Program names for which the whole command is this verb, as links for scripts."""
    foreign: bool = False
    """Whether its arguments are those of another program."""
    reads: bool = False
    """Whether it only reads: all that it prints is for the reader, in the reader's language."""
    answers: str | None = None
    """`module:name` of what answers the same question to a program (`plimsoll.library.calls`); None
    of a verb that is there for people alone."""

    def summary(self) -> str:
        """Its line in `plimsoll --help`, which is printed without loading the module: the first
        paragraph of the verb's own help."""
        return self.message(f"summary-{self.name}")


class ActionEntry(NamedTuple):
    """Actions that a feature adds to the verb of another: `module` has APP and EXAMPLES, as that of
    the verb."""

    verb: str
    module: str


class ReportEntry(NamedTuple):
    """A report with a name.

    The module has `fits(evidence)`: why a campaign has nothing for this report, in words, else
    None. `build(request)` describes the report. A report on `several` campaigns has
    `joins(request)`, too: why these cannot be combined, else None.
    """

    name: str
    message: Callable[..., str]
    """Of the catalogue with its `title-NAME` and `about-NAME`."""
    module: str
    place: int
    """Its place among all reports: reports that answer a campaign come first."""
    several: bool = False
    """Whether it combines several campaigns; the others are about one."""
    first: str | None = None
    """Of a feature's report: a module with `summary_of(request)`, the first screen of a campaign
    that this report answers, else None; with `beside(request)`, rows for the core's first screen;
    or with `COMPARISON` (`report/common/comparison.py`)."""

    def title(self) -> str:
        """Its name for people, as on a tab, in the reader's language."""
        return self.message(f"title-{self.name}")

    def summary(self) -> str:
        """What it shows, for lists of reports in the reader's language."""
        return self.message(f"about-{self.name}")


class FormEntry(NamedTuple):
    """A form of reports, by its name, which is also the ending of its files unless it has another.

    The module has `is_ours(head)`: whether a file that begins with these bytes (4 KiB; of a form
    that is `whole`, all of them) was made by Plimsoll. And it has a function that makes the form:
    `draw(page, request)` from a page's description; for `rows` `write(request)` from the Runs; for
    one that begins `early` `begin(request)`, which returns the function that draws the page.
    """

    name: str
    message: Callable[..., str]
    """Of the catalogue with its `form-NAME`."""
    module: str
    media_type: str
    place: int
    """Among all forms."""
    text: bool = False
    """Whether it can go to a terminal."""
    whole: bool = False
    """Whether its mark of Plimsoll is at its end: `is_ours` gets the whole file."""
    rows: bool = False
    """Whether it has the Runs alone: no page is described for it."""
    exchange: bool = False
    """Whether it is for other programs: pages do not offer it."""
    early: bool = False
    """Whether it starts work before the page is described."""
    function: str = "draw"
    """The function that draws a page, where a module has several."""
    extra: str = ""
    """The optional part of the installation that it needs (`base/extras.py`)."""
    file_ending: str = ""
    """The ending of its files, where that is not its name."""

    def summary(self) -> str:
        """What it is good for, for lists of forms in the reader's language."""
        return self.message(f"form-{self.name}")

    @property
    def ending(self) -> str:
        """The ending of its files, without the dot."""
        return self.file_ending or self.name


class Document(NamedTuple):
    """A published schema: one shape, or several that differ in their keys `schema` and `action`. A
    file that people write has neither.

    `shapes` has the source of each, and the commands that print it or read a file. A source is
    `module:Type`; `module` alone, whose `schema()` makes it; or the name of a schema that Rust
    derives, after `rust:`. A feature may add shapes to a document of the core.
    """

    meaning: str
    shapes: Mapping[str, tuple[str, str]]


class CampaignKind(NamedTuple):
    """A kind of campaign."""

    name: str
    """The name in the store."""
    question: Callable[[], str] | None = None
    """Its question; None where its Points have it."""
    several: bool = False
    """Whether it has several questions: no one line, maximum or percentile represents it."""
    searches: bool = False
    """Whether it searches one load line."""
    separate_runs: bool = False
    """Whether each of its Runs is an answer of its own, and so a repeat in a comparison."""
    laid_out: bool = False
    """Whether its questions may be laid out as a grid of Points."""
    title: Callable[..., str] | None = None
    """Its title, from the targets `where` it ran and the `name` in its file; None: the targets."""
    work: Callable[[], str] | None = None
    """Its activity, where it ends with a verdict of its own."""
    elsewhere: Callable[..., str] | None = None
    """The command that shows the rest, with the `number` of the campaign and its `store`."""
    charts_of: str = ""
    """The report whose charts the summary shows."""
    result: str | None = None
    """The type of its result document, as `module:Type`; None where it has none of its own."""
    report: str | None = None
    """The parts of its report, `module:PARTS` of `report/common/of_kind.py`; None where the core's
    report is complete."""


class Design(NamedTuple):
    """A strategy of campaigns that measures a part of a grid: it chooses the Points, and may plan
    more while it runs."""

    strategy: str
    """Its name in a campaign's file."""
    label: Callable[[], str]
    """Its name for readers."""
    summary: Callable[[], str]
    """For the schema and forms."""
    each: Callable[[], str]
    """For a plan."""
    question: Callable[[], str]
    """The question of such a campaign."""
    module: str
    """The module with the functions of `campaign/designs.py`."""
    tables: str
    """`module:name` of the tables that it adds to a campaign's file: by their keys the type, the
    default and the purpose."""
    plan: str
    """`module:Type` of its part of the document of a plan."""
    answer: str
    """`module:Type` of its part of the status of a campaign."""
    flags: str | None = None
    """A module of flags for `campaign plan` and `campaign run`, as `cli/_added_flags.py` reads it.
    The function gives keys of the campaign's file with their values, as `--set` does."""


class SourceEntry(NamedTuple):
    """A system whose counters are collected (`collect/pull`)."""

    name: str
    what: str
    """The system in words, for a list."""
    example: str
    """A value for --collect."""
    module: str


class ResultsEntry(NamedTuple):
    """Results of other programs that are read: `module` has their FORMATS."""

    module: str


class Pages(NamedTuple):
    """Pages that are added to the server."""

    routes: str
    """A function that gives their routes, as `module:name`, from the server and from what `flags`
    gave, None without."""
    places: tuple[tuple[str, Callable[[], str], str], ...] = ()
    """Code, label and address of those that are linked at the top of every page."""
    flags: str | None = None
    """A module of flags for `plimsoll web`, as `cli/_added_flags.py` reads it."""


class Feature(NamedTuple):
    """The parts of a feature. Modules and `module:name` are loaded when they are needed."""

    verbs: tuple[Verb | ActionEntry, ...] = ()
    reports: tuple[ReportEntry, ...] = ()
    forms: tuple[FormEntry, ...] = ()
    documents: Mapping[str, Document] = MappingProxyType({})
    kinds: tuple[CampaignKind, ...] = ()
    designs: tuple[Design, ...] = ()
    hosts: str | None = None
    """A module that has hosts which generate one load together (`native/together.py`)."""
    pages: Pages | None = None
    sources: tuple[SourceEntry | ResultsEntry, ...] = ()


@cache
def features() -> tuple[Feature, ...]:
    """The features of this product whose required features are there."""
    listed: dict[str, tuple[str, ...]] = import_module("plimsoll.features").FEATURES
    there = set(listed)
    while missing := {name for name in there if not there.issuperset(listed[name])}:
        there -= missing
    names = [name for name in listed if name in there]
    return tuple(import_module(f"plimsoll.features.{name}.feature").FEATURE for name in names)


def verbs() -> Iterator[Verb]:
    """The verbs that features have of their own."""
    return (entry for one in features() for entry in one.verbs if isinstance(entry, Verb))


def actions(verb: str) -> Iterator[str]:
    """The modules of the actions that features add to a verb."""
    for one in features():
        for entry in one.verbs:
            if isinstance(entry, ActionEntry) and entry.verb == verb:
                yield entry.module


def systems() -> Iterator[SourceEntry]:
    """The systems whose counters features collect."""
    return (entry for one in features() for entry in one.sources if isinstance(entry, SourceEntry))


def result_modules() -> Iterator[str]:
    """The modules of the formats that features read."""
    for one in features():
        yield from (entry.module for entry in one.sources if isinstance(entry, ResultsEntry))


def firsts() -> Iterator[Any]:
    """The modules of `ReportEntry.first`."""
    for feature in features():
        for report in feature.reports:
            if report.first is not None:
                yield import_module(report.first)


def answering(verb: str) -> Any:
    """What answers the question of a verb to a program. Raises UsageError where no feature of this
    product has it."""
    for entry in verbs():
        if entry.name == verb and entry.answers is not None:
            return load(entry.answers)
    raise UsageError(*message.refusal("feature-missing", verb=verb))


def load(source: str) -> Any:
    """The object that `module:name` refers to."""
    module, _, name = source.partition(":")
    return getattr(import_module(module), name)
