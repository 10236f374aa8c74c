"""The summary of an answer on the first screen, before date, host and target are added."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.report.describe import HEADLINE, Badge, Figure
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from collections.abc import Sequence

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

    @property
    def is_answer(self) -> bool:
        """Whether the question is answered: exit code 0, or that of its verdict; otherwise 2."""
        return self.badge.standing != "none" if self.usable is None else self.usable

    @property
    def headline(self) -> str:
        """The longest headline that fits; a headline that never fits is cut."""
        short = next((line for line in self.headlines if len(line) <= HEADLINE), None)
        if short is not None:
            return short
        least = min(self.headlines, key=len)
        return f"{least[: HEADLINE - 1].rpartition(' ')[0] or least[: HEADLINE - 1]}…"

    def with_rows(self, *rows: tuple[str, str]) -> Summary:
        """The summary with further rows; rows without a value are dropped."""
        return replace(self, rows=tuple(row for row in (*self.rows, *rows) if row[1]))

    @property
    def visible_rows(self) -> tuple[tuple[str, str], ...]:
        """The rows that fit, and the number of the others. What the headline states needs no
        row."""
        stated = self.headline
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
