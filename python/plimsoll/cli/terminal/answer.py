"""The answer of a command: one block for all verbs, always the last that is printed.

Verdict, number, why, what to do, files: in this order, each figure once, at most nine lines of a
terminal. What a reader may want besides stands before it, when asked for: the reasons in sentences
(`--why`) and a row for each Run (`--runs`).
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import cells, language
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.report.describe import First
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.store import Store

MOST_LINES = 9
_MOST_STEP_LINES = 2
"""Of the obstacle and of the next step, each: longer ones are cut, `--why` has them whole."""
_WIDEST_LABEL = 20
_LEAST_WIDTH = 40
_WIDEST_NAME = 36
_GLUE = "\xa0"
_PIPED_WIDTH = 10_000
"""In a pipe each text is one line."""


@dataclass(frozen=True)
class Details:
    """What is printed before the block."""

    why: bool = False
    runs: bool = False


NO_DETAILS = Details()


@language.for_reader
def files_of(store: object, *campaigns: int) -> list[str]:
    """The line that says where an answer is kept and how its report is drawn."""
    if len(campaigns) > 1:
        numbers = language.listing(map(str, campaigns))
        return [message("kept-as-campaigns", numbers=numbers, store=store)]
    command = f"plimsoll report --store {store}"
    return [message("kept-as-campaign", campaign=campaigns[0], store=store, command=command)]


def groups(entries: Mapping[str, Sequence[Sequence[str]]]) -> None:
    """Prints a line for each name with its entries beside it, whose parts stay together."""
    width = terminal_width()
    label = min(_WIDEST_NAME, max(map(cells.width, entries), default=0))
    for name, parts in entries.items():
        shown = [_GLUE.join(filter(None, entry)).replace(" ", _GLUE) for entry in parts]
        first, then = f"{cells.pad(name, label)}  ", " " * (label + 2)
        screen.lines(
            line.replace(_GLUE, " ")
            for line in cells.wrap("  ".join(shown), width, first=first, then=then)
        )


def names_and_texts(entries: Mapping[str, str]) -> None:
    """Prints a line for each name with its text beside it, which goes on beneath itself."""
    rows(list(entries.items()))


def rows(entries: Sequence[tuple[str, str]]) -> None:
    """Prints a line for each name with its text beside it, once where it comes again."""
    width, label = terminal_width(), max((cells.width(name) for name, _ in entries), default=0)
    before = ""
    for name, text in entries:
        first = f"{cells.pad('' if name == before else name, label)}  "
        screen.lines(_wrap(text, width, first=first, then=" " * (label + 2)))
        before = name


@language.for_reader
def print_runs(evidence: Evidence) -> None:
    """Prints every Run of a campaign, and the latencies of its syncs."""
    from plimsoll.report.common import tables

    screen.lines([""])
    screen.description([tables.every_run(evidence)])
    if (syncs := tables.syncs([evidence])) is not None:
        screen.lines([message("table-title", title=syncs.title)])
        screen.description([syncs])


@language.for_reader
def of_campaign(store: Store, campaign: int, files: Sequence[str] = ()) -> None:
    """Prints the block of a stored campaign, as its report has it."""
    from plimsoll.report import first_screen
    from plimsoll.report.request import ReportRequest

    block(first_screen.of(ReportRequest(store, (campaign,))), files)


def block(first: First, files: Sequence[str] = (), last: str = "") -> None:
    """Prints the block of a first screen, and the line of its files. `last`: a sentence that ends
    the block."""
    from plimsoll.report.forms import captions

    width = terminal_width()
    about = " · ".join(filter(None, [first.origin, *(value for _, value in first.about)]))
    badge = captions.badge_text(first.badge)
    rows = list(first.rows)
    if (number := first.number) is not None and number.basis:
        name, basis = number.basis_name or message("answer-basis"), number.basis
        if not number.in_headline:
            name = number.name
            basis = message("answer-number", value=number.value, basis=number.basis)
        rows.insert(0, (name, basis))
    steps = captions.next_steps(first)
    texts = [*files, *([last] if last else [])]
    below = [line for text in texts for line in _wrap(text, width)]
    badge_lines = _wrap(f"{badge} · {about}" if about else badge, width)
    most = MOST_LINES - len(badge_lines) - len(below) - len(steps)
    head = _cut(_wrap(first.headline, width), max(1, most), width)
    room = MOST_LINES - len(badge_lines) - len(head) - len(below)
    label = min(_WIDEST_LABEL, max((cells.width(name) for name, _ in (*rows, *steps)), default=0))
    after: list[str] = []
    for left, (name, text) in zip(range(len(steps) - 1, -1, -1), steps, strict=True):
        lines = _row(name, text, label, width)
        after += _cut(lines, max(1, min(_MOST_STEP_LINES, room - len(after) - left)), width)
    room -= len(after)
    middle: list[str] = []
    for name, text in rows:
        lines = _row(name, text, label, width)
        if len(middle) + len(lines) <= room:
            middle += lines
    screen.lines([""])
    screen.badge(badge, first.badge.standing, badge_lines)
    screen.lines([*head, *middle, *after, *below])


def terminal_width() -> int:
    """Columns of the terminal; more than any text has where there is none."""
    width = shutil.get_terminal_size().columns if screen.is_terminal() else _PIPED_WIDTH
    return max(_LEAST_WIDTH, width)


def _row(name: str, text: str, label: int, width: int) -> list[str]:
    """A name and its words, which go on beneath themselves."""
    return _wrap(text, width, first=f"  {cells.pad(name, label)}  ", then=" " * (label + 4))


def _wrap(text: str, width: int, *, first: str = "", then: str = "") -> list[str]:
    """The text in lines of a terminal. A figure keeps its unit."""
    if width == _PIPED_WIDTH:
        return [f"{first}{text}"]
    # Loads Rich, which a pipe does without.
    from plimsoll.cli.terminal.table import glue

    lines = cells.wrap(glue(text), width, first=first, then=then)
    return [line.replace(_GLUE, " ") for line in lines]


def _cut(lines: list[str], most: int, width: int) -> list[str]:
    """The first of these lines; the last one ends with an ellipsis where others follow."""
    if len(lines) <= most:
        return lines
    last = cells.crop(lines[most - 1], width - 2).rstrip()
    return [*lines[: most - 1], f"{last} …"]
