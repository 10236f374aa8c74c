"""How a search for a load line ended, decided once from its grade, its ends and disturbances.

Codes and rates only. Badge, headlines, the page to sign, the answer document, tables and curves
all use this decision, so an estimated, bounded or unplaced answer never looks like one that
holds confirmed."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from plimsoll.report.describe import Standing
from plimsoll.report.evidence import records, sample_counts
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.search.document import ProbeDocument
from plimsoll.search.strategies import leaves

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
PLANNABLE_CODES: tuple[Code, ...] = ("confirmed", "at_least", "estimated", "seen_at_least")
"""Ends of a search with a rate that a hold or a Run has passed."""
NO_LINE: dict[str, Code] = {
    "target_changed": "target_changed",
    "machine_disturbed": "machine_disturbed",
    "pauses_break_objective": "pauses_break_objective",
    # The rate that a target carried before it failed is no figure to plan with.
    "failed": "none",
}
"""Reasons that are themselves the answer: there is no line and no bound."""


@dataclass(frozen=True)
class SearchEnd:
    """How a search ended, in rates: the line itself, its ends, and the rate to plan with."""

    code: Code
    rate: float | None = None
    low: float | None = None
    high: float | None = None
    plan: float | None = None
    seen: float | None = None
    """The lowest rate that only short Runs missed, when no hold confirmed an upper end."""
    confidence: float | None = None
    held: bool = False
    """Whether holds tested both ends of the line, or the lower one."""
    cached: bool = False
    """Whether the page cache answered."""
    busy: bool = False
    """Whether other programs had much of the machine."""

    @property
    def standing(self) -> Standing:
        """How far the answer can be relied on. On a busy machine a confirmed line does not
        describe the storage alone."""
        if self.cached:
            return "none"
        return "mixed" if self.busy and self.code == "confirmed" else STANDING[self.code]

    @property
    def main_rate_per_s(self) -> float | None:
        """The main rate of the line: the held one, else the estimate or the bound. None without
        a line of the storage."""
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
        return self.code in PLANNABLE_CODES and self.plan is not None and self.standing != "none"


def decide(evidence: Evidence) -> SearchEnd:
    """The end of the search, computed once per evidence."""
    return evidence.once(_decide)


def _decide(evidence: Evidence) -> SearchEnd:
    answer, line, state = evidence.answer, evidence.load_line, evidence.campaign.state
    if answer.find is None and state in ("running", "interrupted"):
        return SearchEnd("running" if state == "running" else "interrupted")
    if (without := NO_LINE.get(line.reason)) is not None:
        return SearchEnd(without)
    low, high = line.held_ends
    plan = line.plan_per_s
    sweep, confirmed = answer.read_from_runs, low is not None
    code: Code
    if line.is_estimated:
        code = "estimated" if plan is not None or answer.is_cached else "not_to_plan_with"
        code = code if line.is_placed else "not_placed"
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
    """Whether every Point has an answer about the target. `lines`: evidence of the Points that
    searched a line."""
    searched = [point for point in evidence.points if leaves(point.strategy) == "line"]
    ends = [decide(line).usable for line in lines]
    return (
        all(point.state == "finished" and bool(point.stands) for point in evidence.points)
        and len(ends) >= len(searched)
        and all(ends)
    )


def of_files(evidence: Evidence) -> bool:
    """Whether the line was read from imported Runs, which were never judged."""
    return evidence.answer.read_from_runs and all(
        records.import_source(run.record_or_empty) is not None for run in evidence.measured_runs
    )


def probes_by_rate(evidence: Evidence) -> list[tuple[float, ProbeDocument]]:
    """Every probe of a search with an offered rate, as pairs of rate and probe."""
    probes = evidence.answer.probes
    return [(rate, probe) for probe in probes if (rate := probe.offered_rate_per_s)]


def highest_pass(evidence: Evidence) -> float | None:
    """The highest rate at which a Run passed, below an estimated line and every failed hold."""
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
    """The highest rate of a closed loop; None for Points, which have different workloads."""
    if evidence.points:
        return None
    if evidence.answer.maximum_per_s is not None:
        return evidence.answer.maximum_per_s
    closed = [
        run.row.achieved_rate_per_s
        for run in evidence.measured_runs
        if run.offered_rate is None
        and run.row.role != "scaling"
        and run.row.outcome in ("ok", "cached")
    ]
    return max((rate for rate in closed if rate is not None), default=None)


def lower_bound(evidence: Evidence) -> bool:
    """Whether a maximum is only a lower bound: the generator was saturated, or no search ended
    with one."""
    top = evidence.answer.maximum
    return top is None or top.lower_bound


@dataclass(frozen=True)
class Limit:
    """The limiter as a code, and whether it limits only the maximum."""

    value: str
    of_maximum: bool = False
    """Whether this limits the maximum only; the limiter of the line is unknown or absent."""

    @property
    def of_line(self) -> str:
        """The limiter of the line itself, if known."""
        return "unknown" if self.of_maximum else self.value


def limit(evidence: Evidence) -> Limit | None:
    """The limiter: as the search found it, else from the Runs just above the line, else that of
    the maximum. None when nothing was found to limit it."""
    if evidence.points:
        return None
    limiter, top, line = _limiter(evidence), evidence.answer.maximum, evidence.load_line
    # Without a carried rate there is no limit: failing operations are no limiter.
    lossy = (
        evidence.answer.find is not None
        and line.low is None
        and bool(sample_counts.count_failures(evidence.measured_runs))
        and bool(line.reason)
    )
    # The limiter of the line is unknown; only the generator's saturation at the maximum is known.
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
    above = [run for run in evidence.measured_runs if run.row.role == "hold_high"]
    closed = [
        run
        for run in evidence.measured_runs
        if run.offered_rate is None and run.row.role != "scaling"
    ]
    for run in [*reversed(above), *sorted(closed, key=lambda r: -(r.row.achieved_rate_per_s or 0))]:
        found = run.record_or_empty["limited_by"]["value"]
        if found not in ("schedule", "unknown"):
            return found
    return None
