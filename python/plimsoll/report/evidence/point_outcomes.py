"""What became of what a campaign asked, counted and said: the one place where these words are
chosen.

A Point that ended ok has figures that speak about the target. One that did not is never only a
number: what became of it stands beside, so that `could not carry their rate` (the storage's doing)
is not read like `not asked yet`. Counts what `points.py` sorted and judges nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import outages, points, sample_counts
from plimsoll.report.evidence.outages import UnrecordedTime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.report.evidence.points import Places, Repeat

NOT_CARRIED = "cannot carry"
"""The mark of a repeat whose target did not carry the offered rate: an outcome that speaks about
the target, which no other attempt at the same load will change."""
_WORDS = {
    NOT_CARRIED: "could not carry the offered rate",
    "cached": "answered by the page cache (not the storage)",
    "generator limited": "limited by the generator (not the storage)",
    "no line": "without a load line",
    "no maximum": "without a maximum",
    "not confirmed": "not confirmed by a hold",
    "not valid": "without an answer that counts",
}
"""Marks of repeats that need more words in a sentence."""


@dataclass(frozen=True)
class PointOutcomes:
    """How many there are, how many of them ended ok, and what became of the others, the most
    first."""

    noun: str
    total: int
    ok: int
    others: tuple[tuple[str, int], ...]
    """What became of those that ended and are not ok."""
    waiting: tuple[tuple[str, int], ...] = ()
    """Those that are still to come."""
    failed: sample_counts.FailureCounts = sample_counts.NONE
    """Operations that failed in all of their Runs: a Run may end ok with those."""
    outages: str = ""
    """Outages in all of their Runs, in words: a Run may end ok with one."""
    unrecorded: UnrecordedTime = field(default_factory=UnrecordedTime)
    """Time in their Runs of which nothing was recorded."""

    @property
    def not_carried_count(self) -> int:
        """Those whose target did not carry the offered rate."""
        return dict(self.others).get(NOT_CARRIED, 0)

    @property
    def conclusive(self) -> bool:
        """Whether each of them speaks about the target."""
        return self.ok + self.not_carried_count == self.total

    @property
    def short(self) -> str:
        """`44 of 48 Points ended ok`."""
        return f"{units.count(self.ok)} of {units.count(self.total)} {self.noun} ended ok"

    @property
    def rest(self) -> str:
        """What became of the others: `3 could not carry the offered rate, 1 failed`; empty without
        any."""
        return _counts_text((*self.others, *self.waiting))

    @property
    def loss_text(self) -> str:
        """What follows how many ended ok: that operations failed or none succeeded for a time, in
        Runs that may have ended ok with it; empty when none did."""
        return "".join(
            f"; {part}" for part in (self.outages, self.unrecorded.words, self.failed.words) if part
        )

    @property
    def sentence(self) -> str:
        """Both, as a sentence."""
        if not self.others and not self.waiting:
            every = (
                f"All {units.count(self.total)} {self.noun}"
                if self.total > 1
                else f"Its {self.noun[:-1]}"
            )
            return f"{every} ended ok{self.loss_text}."
        text = f"{self.short}{' so far' if self.waiting else ''}"
        if self.others:
            text += (
                f"; {units.count(sum(n for _, n in self.others))} did not: {_counts_text(self.others)}"
            )
        return f"{text}{f'; {_counts_text(self.waiting)}' if self.waiting else ''}{self.loss_text}."

    @property
    def no_answer(self) -> str:
        """That none of them has one: `no answer yet` only while one may still come, else why there
        is none."""
        if not self.others:
            return "no answer yet"
        return f"no answer{' yet' if self.waiting else ''} ({self.rest})"

    def figure(self, basis: str = "all that were asked for") -> Figure:
        """The same as a figure that stands out."""
        value = f"{units.count(self.ok)} of {units.count(self.total)}"
        return Figure(f"{self.noun} ended ok", value, self.rest or basis)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """That operations failed, as a figure; none when none did."""
        return self.failed.figures("all Runs")


def _counts_text(marks: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{units.count(n)} {_WORDS.get(mark, mark)}" for mark, n in marks)


def gather(evidence: Evidence, found: Places | None = None) -> PointOutcomes:
    """What became of every Point, each repeat by itself; of a campaign without a plan, of every
    Run."""
    every = [repeat for place in (found or points.gather(evidence)).all for repeat in place.repeats]
    return of("Points" if evidence.points else "Runs", every)


def of(noun: str, every: Sequence[Repeat]) -> PointOutcomes:
    """What became of some of them."""
    runs = [repeat.run for repeat in every]
    ended = Counter(repeat.mark for repeat in every if not repeat.counts and not repeat.waits)
    waiting = Counter(repeat.mark for repeat in every if repeat.waits)
    return PointOutcomes(
        noun,
        len(every),
        sum(repeat.counts for repeat in every),
        tuple(ended.most_common()),
        tuple(waiting.most_common()),
        sample_counts.count_failures(runs),
        outages.of_runs(runs),
        UnrecordedTime.of(runs),
    )
