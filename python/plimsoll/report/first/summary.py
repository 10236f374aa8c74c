"""What the first screen says of an answer, before date, host and target are added to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.report.describe import HEADLINE, Badge, Figure

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_ROWS = 6
"""Lines of a first screen, the one that counts what did not fit included."""


@dataclass(frozen=True)
class Summary:
    """An answer. `headlines`: the same said at several lengths, the fullest first."""

    badge: Badge
    headlines: tuple[str, ...]
    number: Figure | None = None
    rows: tuple[tuple[str, str], ...] = ()
    obstacle: str = ""
    todo: str = ""
    usable: bool | None = None
    """Whether it may be planned with; none: as its badge has it."""

    @property
    def is_answer(self) -> bool:
        """Whether it answers what was asked: with exit code 0, or that of its verdict; else 2."""
        return self.badge.standing != "none" if self.usable is None else self.usable

    @property
    def headline(self) -> str:
        """The fullest that is short enough; of names that are too long the beginning."""
        short = next((line for line in self.headlines if len(line) <= HEADLINE), None)
        if short is not None:
            return short
        least = min(self.headlines, key=len)
        return f"{least[: HEADLINE - 1].rpartition(' ')[0] or least[: HEADLINE - 1]}…"

    def with_rows(self, *rows: tuple[str, str]) -> Summary:
        """With more of what matters; what has no value is left out."""
        return replace(self, rows=tuple(row for row in (*self.rows, *rows) if row[1]))

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The rows that fit, and how many did not: a reader has to know that there are more."""
        left = len(self.rows) - (MOST_ROWS - 1)
        if left <= 1:
            return self.rows
        return (*self.rows[: MOST_ROWS - 1], ("And", f"{left} more, below"))


def listed(values: Sequence[str], most: int = 2) -> str:
    """Some of them by name, and how many more there are."""
    more = len(values) - most
    if more <= 0:
        return ", ".join(values)
    return f"{', '.join(values[:most])} and {more} more"


def sentence(words: str) -> str:
    """Words of a search as a sentence; empty of none."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}." if words else ""
