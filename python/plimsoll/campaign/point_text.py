"""The answer of a Point in a few words, for the terminal and the live page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.judge.run_verdict import WORDS

if TYPE_CHECKING:
    from plimsoll.campaign.point_figures import Figures
    from plimsoll.campaign.status import Point

MARK = "*"
"""Marks a figure of a Run that is no evidence about the target."""
MET = {
    "pass": WORDS["met"],
    "fail": WORDS["missed"],
    "undecided": WORDS["undecided"],
    "not_judged": "objective not judged",
}
"""The verdict of a Run of a grid, in words."""


def figure(point: Point) -> str:
    """The answer of a Point."""
    if point.rate_per_s is None:
        return point.outcome.replace("_", " ") if point.outcome else "no answer"
    mark = "" if point.stands else f" {MARK}"
    high = f" to {units.rate(point.high_per_s)}" if point.high_per_s is not None else ""
    # A rate that the generator could not issue says nothing about the objective.
    hides_verdict = point.verdict is None or (
        point.outcome == "generator_limited" and point.verdict in ("pass", "fail")
    )
    parts = [
        point.grade if point.grade not in (None, "confirmed") else "",
        (point.outcome or "").replace("_", " "),
        "" if hides_verdict or point.verdict is None else MET[point.verdict],
    ]
    remarks = ", ".join(filter(None, parts))
    return f"{units.rate(point.rate_per_s)}{high} IOPS{mark}{f' ({remarks})' if remarks else ''}"


def beside(figures: Figures) -> str:
    """The figures beside an answer: `15.62 MiB/s, mean 7.9 ms, p99 12 ms`."""
    parts = [units.bandwidth(figures.bytes_per_s)]
    for name, value in (("mean", figures.mean_ns), ("p99", figures.p99_ns)):
        if value is not None:
            sign = "> " if f"{name}_ns" in figures.at_least else ""
            parts.append(f"{name} {sign}{units.nanos(value)}")
    if figures.cpu_ns_per_io is not None:
        parts.append(f"CPU {units.nanos(figures.cpu_ns_per_io)} per I/O")
    return ", ".join(parts)
