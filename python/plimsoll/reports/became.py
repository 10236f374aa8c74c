"""What became of what a campaign asked, counted and said: the one place where these words are chosen.

A Point that ended ok has figures that speak about the target. One that did not is never only a number: what became of it
stands beside, so that `could not carry their rate` (the storage's doing) is not read like `not asked yet`. Counts what
`places.py` sorted and judges nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.reports import places, units
from plimsoll.reports.describe import Figure

if TYPE_CHECKING:
    from plimsoll.reports.evidence import Evidence
    from plimsoll.reports.places import Places

_WORDS = {
    "cannot carry": "could not carry the offered rate",
    "cached": "answered by the page cache (not the storage)",
    "generator limited": "limited by the generator (not the storage)",
    "no line": "without a load line",
    "no maximum": "without a maximum",
    "not confirmed": "not confirmed by a hold",
    "does not stand": "without an answer that counts",
}
"""Marks of repeats that need more words in a sentence."""


@dataclass(frozen=True)
class Became:
    """How many there are, how many of them ended ok, and what became of the others, the most first."""

    noun: str
    total: int
    ok: int
    others: tuple[tuple[str, int], ...]
    waits: bool
    """Whether all of the others are still to come."""

    @property
    def short(self) -> str:
        """`44 of 48 Points ended ok`."""
        return f"{units.count(self.ok)} of {units.count(self.total)} {self.noun} ended ok"

    @property
    def rest(self) -> str:
        """What became of the others: `3 could not carry the offered rate, 1 failed`; empty without any."""
        return ", ".join(f"{units.count(n)} {_WORDS.get(mark, mark)}" for mark, n in self.others)

    @property
    def sentence(self) -> str:
        """Both, as a sentence."""
        if not self.others:
            return (
                f"All {units.count(self.total)} {self.noun} ended ok."
                if self.total > 1
                else f"Its {self.noun[:-1]} ended ok."
            )
        if self.waits:
            return f"{self.short} so far; {self.rest}."
        left = units.count(self.total - self.ok)
        return f"{self.short}; {left} did not: {self.rest}."

    def figure(self, basis: str = "all that were asked for") -> Figure:
        """The same as a figure that stands out."""
        value = f"{units.count(self.ok)} of {units.count(self.total)}"
        return Figure(f"{self.noun} ended ok", value, self.rest or basis)


def gather(evidence: Evidence, found: Places | None = None) -> Became:
    """What became of every Point, each repeat by itself; of a campaign without a plan, of every Run."""
    every = [repeat for place in (found or places.gather(evidence)).all for repeat in place.repeats]
    marks = Counter(repeat.mark for repeat in every if not repeat.counts)
    return Became(
        "Points" if evidence.points else "Runs",
        len(every),
        sum(repeat.counts for repeat in every),
        tuple(marks.most_common()),
        bool(marks) and all(repeat.waits for repeat in every if not repeat.counts),
    )
