"""The answer of a Point in a few words: on the terminal and on the live page alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.judge.run_verdict import WORDS

if TYPE_CHECKING:
    from plimsoll.campaign.point_figures import Figures
    from plimsoll.campaign.status import Point

MARK = "*"
"""Beside a figure that was measured, of a Run that is no evidence about the target."""
MET = {
    "pass": WORDS["met"],
    "fail": WORDS["missed"],
    "undecided": WORDS["undecided"],
    "not_judged": "objective not judged",
}
"""What is said of a Run of a grid beside its outcome, which speaks of the Run alone."""


def figure(point: Point) -> str:
    """The answer of a Point."""
    if point.rate_per_s is None:
        return point.outcome.replace("_", " ") if point.outcome else "no answer"
    mark = "" if point.stands else f" {MARK}"
    high = f" to {units.rate(point.high_per_s)}" if point.high_per_s is not None else ""
    # What the generator did not issue is no rate that the target met or missed anything at.
    silent = point.verdict is None or (
        point.outcome == "generator_limited" and point.verdict in ("pass", "fail")
    )
    told = [
        point.grade if point.grade not in (None, "confirmed") else "",
        (point.outcome or "").replace("_", " "),
        "" if silent or point.verdict is None else MET[point.verdict],
    ]
    said = ", ".join(part for part in told if part)
    return f"{units.rate(point.rate_per_s)}{high} IOPS{mark}{f' ({said})' if said else ''}"


def beside(figures: Figures) -> str:
    """What stands beside an answer: `15.62 MiB/s, mean 7.9 ms, p99 12 ms`."""
    told = [units.bandwidth(figures.bytes_per_s)]
    for name, value in (("mean", figures.mean_ns), ("p99", figures.p99_ns)):
        if value is not None:
            more = "> " if f"{name}_ns" in figures.at_least else ""
            told.append(f"{name} {more}{units.nanos(value)}")
    if figures.cpu_ns_per_io is not None:
        told.append(f"CPU {units.nanos(figures.cpu_ns_per_io)} per I/O")
    return ", ".join(told)
