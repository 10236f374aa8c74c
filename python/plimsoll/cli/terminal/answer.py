"""The answer of a command: one block for all verbs, always the last that is printed.

Verdict, number, why, what to do, files: in this order, each figure once, at most nine lines of a
terminal. What a reader may want besides stands before it, when asked for: the reasons in sentences
(`--why`) and a row for each Run (`--runs`).
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import cells
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.report.describe import First

MOST_LINES = 9
_WIDEST_LABEL = 16
_LEAST_WIDTH = 40
_PIPED_WIDTH = 10_000
"""In a pipe each text is one line."""


@dataclass(frozen=True)
class Details:
    """What is printed before the block."""

    why: bool = False
    runs: bool = False


def block(first: First, files: Sequence[str]) -> None:
    """Prints the block of a first screen, and the line of its files."""
    from plimsoll.report.forms import captions

    width = shutil.get_terminal_size().columns if screen.is_terminal() else _PIPED_WIDTH
    width = max(_LEAST_WIDTH, width)
    about = " · ".join([first.origin, *(value for _, value in first.about)])
    badge = captions.badge_text(first.badge)
    rows = list(first.rows)
    if first.number is not None and first.number.basis:
        # The headline has the number itself.
        rows.insert(0, (message("answer-basis"), first.number.basis))
    steps = captions.next_steps(first)
    below = [line for text in files for line in cells.wrap(text, width)]
    room = MOST_LINES - len(cells.wrap(f"{badge} · {about}", width)) - len(below)
    head = cells.wrap(first.headline, width)
    room -= len(head)
    label = min(_WIDEST_LABEL, max((cells.width(name) for name, _ in (*rows, *steps)), default=0))
    after = [line for name, text in steps for line in _row(name, text, label, width)]
    room -= len(after)
    middle: list[str] = []
    for name, text in rows:
        lines = _row(name, text, label, width)
        if len(middle) + len(lines) <= room:
            middle += lines
    screen.lines([""])
    screen.badge(badge, first.badge.standing, about)
    screen.lines([*head, *middle, *after, *below])


def _row(name: str, text: str, label: int, width: int) -> list[str]:
    """A name and its words, which go on beneath themselves."""
    indent = " " * (label + 4)
    lines = cells.wrap(text, width, first=indent, then=indent)
    return [f"  {cells.pad(name, label)}  {lines[0][len(indent) :]}", *lines[1:]]
