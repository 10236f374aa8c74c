"""The summary of an answer on the first screen, before date, host and target are added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from plimsoll.base import language
from plimsoll.report.describe import HEADLINE, Badge, Figure
from plimsoll.report.messages import message

MOST_ROWS = 6
"""Rows of a first screen, including the row that counts the rest."""


@dataclass(frozen=True)
class Summary:
    """A summary. `headlines`: one statement at several lengths, the longest first."""

    badge: Badge
    headlines: tuple[str, ...]
    number: Figure | None = None
    rows: tuple[tuple[str, str], ...] = ()
    obstacle: str = ""
    todo: str = ""
    usable: bool | None = None
    """Whether the answer can be planned with. None: the badge decides."""
    stated: tuple[tuple[str, ...], ...] = ()
    """Values of rows that each headline states, in their order; empty where none does."""

    @property
    def is_answer(self) -> bool:
        """Whether the question is answered: exit code 0, or that of its verdict; otherwise 2."""
        return self.badge.standing != "none" if self.usable is None else self.usable

    @property
    def headline(self) -> str:
        """The longest headline that fits; a headline that never fits is cut."""
        line = self.headlines[self.headline_number]
        if len(line) <= HEADLINE:
            return line
        return f"{line[: HEADLINE - 1].rpartition(' ')[0] or line[: HEADLINE - 1]}…"

    @property
    def headline_number(self) -> int:
        """Which of the headlines it is, from 0."""
        lengths = [len(line) for line in self.headlines]
        short = next((i for i, length in enumerate(lengths) if length <= HEADLINE), None)
        return lengths.index(min(lengths)) if short is None else short

    def with_rows(self, *rows: tuple[str, str]) -> Summary:
        """The summary with further rows; rows without a value are dropped."""
        return replace(self, rows=tuple(row for row in (*self.rows, *rows) if row[1]))

    @property
    def visible_rows(self) -> tuple[tuple[str, str], ...]:
        """The rows that fit, and the number of the others. What the headline states needs no
        row."""
        stated = self.stated[self.headline_number] if self.stated else ()
        rows = tuple(row for row in self.rows if row[1] not in stated)
        left = len(rows) - (MOST_ROWS - 1)
        if left <= 1:
            return rows
        return (*rows[: MOST_ROWS - 1], (message("and-rows"), message("more-rows", n=left)))


def short_list(values: Sequence[str], most: int = 2) -> str:
    """The first values, and the number of the others."""
    more = len(values) - most
    if more <= 0:
        return language.listing(values)
    return message("short-list", values=language.listing(values[:most]), more=more)


def sentence(words: str) -> str:
    """Words as a sentence; empty without any."""
    return language.sentence(words)
