"""What a Point asks and its answer in a few words, for the terminal and the live page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language, units, workload_text
from plimsoll.base.errors import outcome_text
from plimsoll.campaign import plan
from plimsoll.campaign.messages import message
from plimsoll.judge.run_verdict import Verdict, verdict_text
from plimsoll.native.values import WorkloadValues
from plimsoll.store import PlannedPointRow

if TYPE_CHECKING:
    from plimsoll.campaign.point_figures import Figures
    from plimsoll.campaign.status import Point

MARK = "*"
"""Marks a figure of a Run that is no evidence about the target."""
_VERDICTS: Mapping[str, Verdict] = {"pass": "met", "fail": "missed", "undecided": "undecided"}


def question(point: PlannedPointRow) -> str:
    """What a Point asks; defaults are left out."""
    return _clauses(
        point,
        workload_text.configuration(point.configuration),
        plan.target_words(point.target),
        point.workload,
        point.load,
    )


def _clauses(
    point: PlannedPointRow,
    configuration: str,
    target: str,
    workload: Mapping[str, object],
    load: Mapping[str, object],
) -> str:
    parts = [
        configuration,
        target,
        plan.block_words(workload),
        plan.block_words(load),
        message("repeat", repeat=point.repeat) if point.repeat > 1 else "",
    ]
    plain = ("", workload_text.configuration(workload_text.AS_FOUND), message("defaults"))
    return language.clauses(part for part in parts if part not in plain)


def _workload_name(point: PlannedPointRow) -> str:
    return WorkloadValues.of(point.workload).name or ""


class PointNames:
    """Each Point of a campaign in the words that tell it from the others.

    Left out is what all Points share, and what all those share whose workload has the same name: a
    suite's test is its name. The plan, which is shown before, has all of it."""

    def __init__(self, points: Sequence[PlannedPointRow]) -> None:
        self._several_targets = len({plan.target_words(point.target) for point in points}) > 1
        self._several_configurations = len({point.configuration for point in points}) > 1
        groups: Counter[str] = Counter(map(_workload_name, points))
        values: dict[tuple[str, str, str], Counter[str]] = {}
        for point in points:
            for part, block in (("workload", point.workload), ("load", point.load)):
                for key, given in block.items():
                    place = _workload_name(point), part, key
                    values.setdefault(place, Counter())[repr(given)] += 1
        # A key that only some of them have tells them apart, too.
        self._varying = {
            place
            for place, counts in values.items()
            if len(counts) > 1 or counts.total() < groups[place[0]]
        }

    def of(self, point: PlannedPointRow) -> str:
        """The words of a Point."""
        named = _workload_name(point)

        def varying(part: str, block: Mapping[str, object]) -> dict[str, object]:
            return {
                key: given
                for key, given in block.items()
                if (named, part, key) in self._varying or (part == "workload" and key == "name")
            }

        configuration = workload_text.configuration(point.configuration)
        words = _clauses(
            point,
            configuration if self._several_configurations else "",
            plan.target_words(point.target) if self._several_targets else "",
            varying("workload", point.workload),
            varying("load", point.load),
        )
        return words or question(point)


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
