"""What a Point asks and its answer in a few words, for the terminal and the live page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from plimsoll.base import language, units, workload_text
from plimsoll.base.errors import outcome_text
from plimsoll.campaign import plan
from plimsoll.campaign.messages import message
from plimsoll.judge.run_verdict import Verdict, verdict_text
from plimsoll.store import PlannedPointRow

if TYPE_CHECKING:
    from plimsoll.campaign.point_figures import Figures
    from plimsoll.campaign.status import Point

MARK = "*"
"""Marks a figure of a Run that is no evidence about the target."""
_VERDICTS: Mapping[str, Verdict] = {"pass": "met", "fail": "missed", "undecided": "undecided"}


def question(point: PlannedPointRow) -> str:
    """What a Point asks; defaults are left out."""
    parts = [
        workload_text.configuration(point.configuration),
        plan.target_words(point.target),
        plan.block_words(point.workload),
        plan.block_words(point.load),
        message("repeat", repeat=point.repeat) if point.repeat > 1 else "",
    ]
    plain = ("", workload_text.configuration(workload_text.AS_FOUND), message("defaults"))
    return language.clauses(part for part in parts if part not in plain)


def verdict_words(verdict: str) -> str:
    """The verdict of a Run of a grid."""
    known = _VERDICTS.get(verdict)
    return message("not-judged") if known is None else verdict_text(known)


def figure(point: Point) -> str:
    """The answer of a Point."""
    if point.rate_per_s is None:
        return outcome_text(point.outcome) if point.outcome else message("no-answer")
    mark = "" if point.stands else f" {MARK}"
    # A rate that the generator could not issue says nothing about the objective.
    hides_verdict = point.verdict is None or (
        point.outcome == "generator_limited" and point.verdict in ("pass", "fail")
    )
    parts = [
        message(f"grade-{point.grade}") if point.grade not in (None, "confirmed") else "",
        outcome_text(point.outcome) if point.outcome else "",
        "" if hides_verdict or point.verdict is None else verdict_words(point.verdict),
    ]
    remarks = ", ".join(filter(None, parts))
    low, high = units.rate(point.rate_per_s), point.high_per_s
    rate = (
        message("answer", rate=low)
        if high is None
        else message("answer-range", low=low, high=units.rate(high))
    )
    return f"{rate}{mark}{f' ({remarks})' if remarks else ''}"


def beside(figures: Figures) -> str:
    """The figures beside an answer: `15.62 MiB/s, mean 7.9 ms, p99 12 ms`."""
    parts = [units.bandwidth(figures.bytes_per_s)]
    for name, value in (("mean", figures.mean_ns), ("p99", figures.p99_ns)):
        if value is not None:
            sign = "> " if f"{name}_ns" in figures.at_least else ""
            parts.append(message(f"beside-{name}", time=f"{sign}{units.nanos(value)}"))
    if figures.cpu_ns_per_io is not None:
        parts.append(message("beside-cpu", time=units.nanos(figures.cpu_ns_per_io)))
    return ", ".join(parts)
