"""A family of lines: the same question at a sequence of read shares or block sizes. Each search
begins at the line that its finished neighbours suggest.

One search per member, in the order given, each on a session of its own; the first pays the full
price. The caller opens the sessions and keeps the Runs: `find` is pure over a function that
searches one line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.search import document, hint
from plimsoll.search.hint import Start

if TYPE_CHECKING:
    from plimsoll.search.load_line import LoadLineResult


@dataclass(frozen=True)
class Member:
    """One line of a family, before it is searched."""

    label: str
    """For readers, such as `read 70 %`."""
    position: float
    """Where it lies along the family: the read share, or the logarithm of the block size."""


@dataclass(frozen=True)
class FamilyLine:
    """One line of a family."""

    member: Member
    start: Start | None
    """Where its search began; none for the first."""
    result: LoadLineResult


@dataclass(frozen=True)
class FamilyResult:
    """All of them, in the order in which they were searched."""

    lines: tuple[FamilyLine, ...]

    @property
    def test_seconds(self) -> float:
        """Warm-up, Measure and Drain of every Run of every line, on the Run's own clock."""
        return sum(found.result.test_seconds for found in self.lines)


def find(
    members: Sequence[Member],
    search: Callable[[Member, Start | None, str | None], LoadLineResult],
    objective: str | None,
) -> FamilyResult:
    """Searches every member's line. `search` gets the member, where to begin, and the objective.

    An objective that the first line chose by default holds for all: lines of different objectives
    are no family. Ends early when a search was stopped.
    """
    found: list[FamilyLine] = []
    for member in members:
        lines = [
            (line.member.position, document.hint_of(document.of(line.result))) for line in found
        ]
        start = hint.from_neighbours([(at, known) for at, known in lines if known], member.position)
        result = search(member, start, objective)
        found.append(FamilyLine(member, start, result))
        objective = objective or result.objective
        if result.reason == "stopped":
            break
    return FamilyResult(tuple(found))
