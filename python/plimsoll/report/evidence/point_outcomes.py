"""Outcomes of the Points of a campaign, counted and in words: the single source of these words.

A Point that ended ok has figures about the target. Any other outcome is shown beside the count,
so that `could not carry their rate` (the storage's doing) does not read like `not asked yet`.
Counts what `points.py` sorted and judges nothing."""

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
"""Mark of a repeat whose target did not carry the offered rate. It is a result about the target,
which repeating will not change."""
_WORDS = {
    NOT_CARRIED: "could not carry the offered rate",
    "cached": "answered by the page cache (not the storage)",
    "generator limited": "limited by the generator (not the storage)",
    "no line": "without a load line",
    "no maximum": "without a maximum",
    "not confirmed": "not confirmed by a hold",
    "not valid": "without an answer that counts",
}
"""Marks that need more words in a sentence."""


@dataclass(frozen=True)
class PointOutcomes:
    """Counts of Points or Runs: all, ended ok, and the other outcomes, most frequent first."""

    noun: str
    total: int
    ok: int
    others: tuple[tuple[str, int], ...]
    """Outcomes other than ok."""
    waiting: tuple[tuple[str, int], ...] = ()
    """Points that are still to come."""
    failed: sample_counts.FailureCounts = sample_counts.NONE
    """Failed operations over all their Runs; a Run may end ok with some."""
    outages: str = ""
    """Outages over all their Runs, in words; a Run may end ok with one."""
    unrecorded: UnrecordedTime = field(default_factory=UnrecordedTime)
    """Unrecorded time in their Runs."""

    @property
    def not_carried_count(self) -> int:
        """How many targets did not carry the offered rate."""
        return dict(self.others).get(NOT_CARRIED, 0)

    @property
    def conclusive(self) -> bool:
        """Whether every outcome is a result about the target."""
        return self.ok + self.not_carried_count == self.total

    @property
    def short(self) -> str:
        """`44 of 48 Points ended ok`."""
        return f"{units.count(self.ok)} of {units.count(self.total)} {self.noun} ended ok"

    @property
    def rest(self) -> str:
        """The other outcomes: `3 could not carry the offered rate, 1 failed`; empty without any."""
        return _counts_text((*self.others, *self.waiting))

    @property
    def loss_text(self) -> str:
        """Suffix for Runs with failed operations, outages or unrecorded time, which may still
        have ended ok; empty without any."""
        return "".join(
            f"; {part}" for part in (self.outages, self.unrecorded.words, self.failed.words) if part
        )

    @property
    def sentence(self) -> str:
        """Counts and other outcomes as a sentence."""
        if not self.others and not self.waiting:
            every = (
                f"All {units.count(self.total)} {self.noun}"
                if self.total > 1
                else f"Its {self.noun[:-1]}"
            )
            return f"{every} ended ok{self.loss_text}."
        text = f"{self.short}{' so far' if self.waiting else ''}"
        if self.others:
            others = units.count(sum(n for _, n in self.others))
            text += f"; {others} did not: {_counts_text(self.others)}"
        return f"{text}{f'; {_counts_text(self.waiting)}' if self.waiting else ''}{self.loss_text}."

    @property
    def no_answer(self) -> str:
        """Text for no answer: `no answer yet` while one may still come, else with the reasons."""
        if not self.others:
            return "no answer yet"
        return f"no answer{' yet' if self.waiting else ''} ({self.rest})"

    def figure(self, basis: str = "all that were asked for") -> Figure:
        """The counts as a prominent figure."""
        value = f"{units.count(self.ok)} of {units.count(self.total)}"
        return Figure(f"{self.noun} ended ok", value, self.rest or basis)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Failed operations as figures; empty without any."""
        return self.failed.figures("all Runs")


def _counts_text(marks: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{units.count(n)} {_WORDS.get(mark, mark)}" for mark, n in marks)


def gather(evidence: Evidence, found: Places | None = None) -> PointOutcomes:
    """Outcomes of every Point, each repeat by itself; without a plan, of every Run."""
    every = [repeat for place in (found or points.gather(evidence)).all for repeat in place.repeats]
    return of("Points" if evidence.points else "Runs", every)


def of(noun: str, every: Sequence[Repeat]) -> PointOutcomes:
    """Outcomes of these repeats."""
    runs = [repeat.run for repeat in every]
    ended = Counter(repeat.mark for repeat in every if not repeat.counts and not repeat.is_pending)
    waiting = Counter(repeat.mark for repeat in every if repeat.is_pending)
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
