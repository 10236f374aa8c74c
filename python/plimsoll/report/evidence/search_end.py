"""How a search for a load line ended: decided once, from its grade, its ends and what disturbed it.

Codes and rates, no sentence. Every form reads them here: the badge, the headline at each length,
the page to sign, the answer as a document, tables and curves. An answer that is estimated, bounded
or not placed never looks like one that holds confirmed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.report.evidence import records, sample_counts
from plimsoll.search.strategies import leaves

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.report.describe import Standing
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.search.document import ProbeDocument

Code = Literal[
    "running",
    "interrupted",
    "confirmed",
    "at_least",
    "estimated",
    "not_to_plan_with",
    "not_placed",
    "seen_at_least",
    "at_most",
    "unconfirmed",
    "missed",
    "target_changed",
    "machine_disturbed",
    "pauses_break_objective",
    "none",
]

STANDING: dict[Code, Standing] = {
    "running": "none",
    "interrupted": "none",
    "confirmed": "met",
    "at_least": "bounded",
    "estimated": "estimated",
    "not_to_plan_with": "estimated",
    "not_placed": "none",
    "seen_at_least": "bounded",
    # Only an upper end is known: no rate met the objective.
    "at_most": "missed",
    "unconfirmed": "none",
    "missed": "missed",
    "target_changed": "none",
    "machine_disturbed": "none",
    "pauses_break_objective": "missed",
    "none": "none",
}
PLANNED: tuple[Code, ...] = ("confirmed", "at_least", "estimated", "seen_at_least")
"""Ends of a search that come with a rate which a hold or a Run has passed."""
NO_LINE: dict[str, Code] = {
    "target_changed": "target_changed",
    "machine_disturbed": "machine_disturbed",
    "pauses_break_objective": "pauses_break_objective",
    # What a target carried until it failed is no figure to plan with.
    "failed": "none",
}
"""Reasons of a search that are its answer: there is no line and no bound."""


@dataclass(frozen=True)
class SearchEnd:
    """How a search ended, in rates: the line itself, its ends, and the rate to plan with."""

    code: Code
    rate: float | None = None
    low: float | None = None
    high: float | None = None
    plan: float | None = None
    seen: float | None = None
    """A rate that only short Runs missed, where no hold confirmed an upper end."""
    confidence: float | None = None
    held: bool = False
    """Whether both ends of the line, or its lower one alone, passed a test."""
    cached: bool = False
    """Whether the page cache answered."""
    busy: bool = False
    """Whether other programs had much of the machine."""

    @property
    def standing(self) -> Standing:
        """How far it can be relied on: beside other programs no line is one of the storage alone,
        though holds confirmed it."""
        if self.cached:
            return "none"
        return "mixed" if self.busy and self.code == "confirmed" else STANDING[self.code]

    @property
    def told_per_s(self) -> float | None:
        """The rate that the line is told by: the one that was held, else where all Runs together
        place it, or the bound. None where there is no line of the storage."""
        if self.cached:
            return None
        if self.code in ("confirmed", "at_least", "seen_at_least"):
            return self.low
        if self.code not in ("estimated", "not_to_plan_with"):
            return None
        return self.low if self.rate is None else self.rate

    @property
    def usable(self) -> bool:
        """Whether there is a rate to plan with."""
        return self.code in PLANNED and self.plan is not None and self.standing != "none"


def decide(evidence: Evidence) -> SearchEnd:
    """The one place that says how a search ended."""
    return evidence.once(_decide)


def _decide(evidence: Evidence) -> SearchEnd:
    answer, line, state = evidence.answer, evidence.load_line, evidence.campaign.state
    if answer.find is None and state in ("running", "interrupted"):
        return SearchEnd("running" if state == "running" else "interrupted")
    if (without := NO_LINE.get(line.reason)) is not None:
        return SearchEnd(without)
    low, high = line.held
    plan = line.plan_per_s
    sweep, confirmed = answer.read_from_runs, low is not None
    code: Code
    if line.estimated:
        code = "estimated" if plan is not None or answer.is_cached else "not_to_plan_with"
        code = code if line.placed else "not_placed"
        low, high, confirmed = line.low, line.high, False
        if code == "not_placed" and highest_pass(evidence) is None:
            # No Run met the objective: the line lies anywhere below the upper end.
            low = None
    elif low is not None:
        code = "confirmed" if high is not None else "at_least"
        code = code if plan is not None or answer.is_cached else "not_to_plan_with"
    elif sweep and line.low is not None:
        code, low = "seen_at_least", line.low
    elif sweep and line.high is not None:
        code, high = "at_most", line.high
    elif line.low is not None:
        code, low = "unconfirmed", line.low
    else:
        missed = line.reason in ("objective_not_met", "below_range")
        code = "missed" if missed else "none"
        high = line.high if line.reason == "below_range" else None
    return SearchEnd(
        code,
        line.rate_per_s,
        low,
        high,
        plan,
        line.high if confirmed and high is None else None,
        line.confidence,
        held=confirmed,
        cached=answer.is_cached,
        busy="machine_was_busy" in answer.notes,
    )


def all_usable(evidence: Evidence, lines: Iterable[Evidence] = ()) -> bool:
    """Whether every Point of a campaign has an answer that speaks about the target; `lines` are
    those of its Points that searched one."""
    searched = [point for point in evidence.points if leaves(point.strategy) == "line"]
    ends = [decide(line).usable for line in lines]
    return (
        all(point.state == "finished" and bool(point.stands) for point in evidence.points)
        and len(ends) >= len(searched)
        and all(ends)
    )


def of_files(evidence: Evidence) -> bool:
    """Whether a line was read from Runs of other programs, which nobody judged."""
    return evidence.answer.read_from_runs and all(
        records.import_source(run.told) is not None for run in evidence.measured
    )


def probes_by_rate(evidence: Evidence) -> list[tuple[float, ProbeDocument]]:
    """Every Run of a search at an offered rate, with that rate."""
    probes = evidence.answer.probes
    return [(rate, probe) for probe in probes if (rate := probe.offered_rate_per_s)]


def highest_pass(evidence: Evidence) -> float | None:
    """The highest rate below an estimated line, and below every hold that failed, at which a Run
    passed."""
    line, probes = evidence.load_line.rate_per_s, probes_by_rate(evidence)
    most = min(
        (
            rate
            for rate, probe in probes
            if probe.role.startswith("hold") and probe.verdict == "fail"
        ),
        default=math.inf,
    )
    rates = [rate for rate, probe in probes if probe.verdict == "pass" and probe.estimates]
    return max(
        (rate for rate in rates if (line is None or rate <= line) and rate < most), default=None
    )


def maximum(evidence: Evidence) -> float | None:
    """The highest rate that a closed load achieved; None for Points, which ask different things."""
    if evidence.points:
        return None
    if evidence.answer.maximum_per_s is not None:
        return evidence.answer.maximum_per_s
    closed = [
        run.row.achieved_rate_per_s
        for run in evidence.measured
        if run.offered is None and run.row.role != "scaling" and run.row.outcome in ("ok", "cached")
    ]
    return max((rate for rate in closed if rate is not None), default=None)


def lower_bound(evidence: Evidence) -> bool:
    """Whether a maximum is only a lower bound: the generator was full, or no search ended with
    one."""
    top = evidence.answer.maximum
    return top is None or top.lower_bound


@dataclass(frozen=True)
class Limit:
    """Who set a limit, as a code, and of what."""

    value: str
    of_maximum: bool = False
    """Of the maximum: what limits the line is not known, or nothing does."""

    @property
    def of_line(self) -> str:
        """Who limits the line itself, as far as that is known."""
        return "unknown" if self.of_maximum else self.value


def limit(evidence: Evidence) -> Limit | None:
    """Who set the limit: as the search says, else as the Runs just above the line, else the
    maximum's. None where nobody did."""
    if evidence.points:
        return None
    limiter, top, line = _limiter(evidence), evidence.answer.maximum, evidence.load_line
    # Where no rate is carried nothing limits it: that operations fail is no limit.
    lossy = (
        evidence.answer.find is not None
        and line.low is None
        and bool(sample_counts.count_failures(evidence.measured))
        and bool(line.reason)
    )
    # Nothing is known of the line's limit: what is known is that the generator was full at the
    # maximum.
    full = limiter == "unknown" and top is not None and top.lower_bound
    if top is not None and (lossy or full):
        return Limit(top.limited_by, of_maximum=True)
    return None if limiter is None else Limit(limiter)


def _limiter(evidence: Evidence) -> str | None:
    answer = evidence.answer
    judgement = answer.limited_by if answer.find is None else answer.line.limited_by
    limiter, top = None if judgement is None else judgement["value"], answer.maximum
    if limiter is None and top is not None and top.lower_bound:
        return top.limited_by
    if limiter is not None:
        return limiter
    above = [run for run in evidence.measured if run.row.role == "hold_high"]
    closed = [run for run in evidence.measured if run.offered is None and run.row.role != "scaling"]
    for run in [*reversed(above), *sorted(closed, key=lambda r: -(r.row.achieved_rate_per_s or 0))]:
        found = run.told["limited_by"]["value"]
        if found not in ("schedule", "unknown"):
            return found
    return None
