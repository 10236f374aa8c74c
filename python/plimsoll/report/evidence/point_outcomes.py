"""Outcomes of the Points of a campaign, counted and in words: the single source of these words.

A Point that ended ok has figures about the target. Any other outcome is shown beside the count,
so that `could not carry their rate` (the storage's doing) does not read like `not asked yet`.
Counts what `points.py` sorted and judges nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from plimsoll.base import language, units
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import outages, points, sample_counts
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.outages import UnrecordedTime
from plimsoll.report.evidence.points import Places, Repeat
from plimsoll.report.messages import message

NOT_CARRIED = "cannot carry"
"""Mark of a repeat whose target did not carry the offered rate. It is a result about the target,
which repeating will not change."""


@dataclass(frozen=True)
class PointOutcomes:
    """Counts of Points or Runs: all, ended ok, and the other outcomes, most frequent first."""

    kind: str
    """Points, questions or Runs."""
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
    def ok_text(self) -> str:
        """`44 of 48 Points`."""
        ok, of = units.count(self.ok), units.count(self.total)
        return message("ok-of", kind=self.kind, ok=ok, of=of)

    @property
    def short(self) -> str:
        """`44 of 48 Points ended ok`."""
        ok, of = units.count(self.ok), units.count(self.total)
        return message("ended-ok-of", kind=self.kind, ok=ok, of=of)

    @property
    def rest(self) -> str:
        """The other outcomes: `3 could not carry the offered rate, 1 failed`; empty without any."""
        return _counts_text((*self.others, *self.waiting))

    @property
    def losses(self) -> list[str]:
        """Outages, unrecorded time and failed operations of Runs, which may still have ended ok."""
        return [part for part in (self.outages, self.unrecorded.words, self.failed.words) if part]

    @property
    def sentence(self) -> str:
        """Counts and other outcomes as a sentence."""
        ok, of = units.count(self.ok), units.count(self.total)
        facts = [self.short]
        if self.waiting:
            facts = [message("ended-ok-so-far", kind=self.kind, ok=ok, of=of)]
        elif not self.others and self.total > 1:
            facts = [message("all-ended-ok", kind=self.kind, of=of)]
        elif not self.others:
            facts = [message("one-ended-ok", kind=self.kind)]
        if self.others:
            others = units.count(sum(n for _, n in self.others))
            facts.append(message("did-not", n=others, outcomes=_counts_text(self.others)))
        facts += [_counts_text(self.waiting)] if self.waiting else []
        return message("facts", facts=language.clauses([*facts, *self.losses]))

    @property
    def no_answer(self) -> str:
        """Text for no answer: `no answer yet` while one may still come, else with the reasons."""
        if not self.others:
            return message("no-answer-yet-row")
        if self.waiting:
            return message("no-answer-yet-counts", outcomes=self.rest)
        return message("no-answer-counts", outcomes=self.rest)

    def figure(self, basis: str = "") -> Figure:
        """The counts as a prominent figure."""
        value = message("n-of", n=units.count(self.ok), of=units.count(self.total))
        basis = self.rest or basis or message("all-asked-for")
        return Figure(message("ended-ok-name", kind=self.kind), value, basis)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Failed operations as figures; empty without any."""
        return self.failed.figures(message("all-runs"))


def _counts_text(marks: Sequence[tuple[str, int]]) -> str:
    return language.listing(
        message(f"marked-{mark.replace(' ', '_')}", count=units.count(n)) for mark, n in marks
    )


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
