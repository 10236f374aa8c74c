"""The first screen of several load lines: the rate to plan with of each, and how many are
confirmed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.report.describe import Badge, Figure, Standing
from plimsoll.report.evidence import search_end
from plimsoll.report.first import of_search, search_text
from plimsoll.report.first.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.report.evidence.search_end import SearchEnd
    from plimsoll.report.load_line.lines import ReportLine

_MAX_LISTED = 4
_MAX_REASONS = 2
"""Number of searches without a line whose reasons are on the first screen."""


def summary(found: Sequence[ReportLine]) -> Summary:
    """The summary of all searched lines; for curves without an objective, that no line was
    searched."""
    searched = [line for line in found if line.searched]
    if not searched:
        if all(line.is_closed_loop for line in found):
            return _closed_loops(found)
        rates = sorted(
            {run.offered_rate or 0.0 for line in found for run in line.evidence.measured_runs}
        )
        between = f" from {units.rate(rates[0])} to {units.rate(rates[-1])} IOPS" if rates else ""
        return Summary(
            Badge("measured", "Complete, no objective"),
            (f"Response time at offered rates{between}; no load line was asked for.",),
        )
    if len(searched) == 1:
        return of_search.summary(searched[0].evidence)
    known = sorted(
        (line for line in searched if line.end.main_rate_per_s is not None),
        key=lambda line: -(line.end.main_rate_per_s or 0.0),
    )
    promises = {line.evidence.brief_objective_words for line in searched}
    keeping = ", each with its own objective" if len(promises) > 1 else ""
    if len(promises) == 1 and (wanted := promises.pop()):
        keeping = f" with {wanted}"
    without = [line for line in searched if line.end.main_rate_per_s is None]
    return Summary(
        _badge([line.end for line in searched]),
        _headlines(known, len(searched), keeping),
        _number(known),
        obstacle=_without(without),
        todo="Search those again, for longer or with another objective." if without else "",
        usable=all(line.end.usable for line in searched),
    ).with_rows(*((line.name, search_text.of(line.evidence).row) for line in known))


def _without(found: Sequence[ReportLine]) -> str:
    """The searches without a line, and their reasons."""
    reasons = [
        f"{line.name}: {of_search.summary(line.evidence).headline.rstrip('.')}"
        for line in found[:_MAX_REASONS]
    ]
    more = len(found) - len(reasons)
    reasons += [f"{more} more without a load line"] if more > 0 else []
    return f"{'; '.join(reasons)}." if reasons else ""


def _closed_loops(found: Sequence[ReportLine]) -> Summary:
    """The summary of closed loops: the rate of each by name."""
    rates = []
    memory = [
        line for line in found if any(run.row.outcome == "cached" for run in line.evidence.runs)
    ]
    for line in found:
        if (rate := search_end.maximum(line.evidence)) is not None:
            cached = " from the page cache" if line in memory else ""
            rates.append((line.name, f"{units.rate(rate)} IOPS{cached}"))
    few = f"Closed loops: {'; '.join(map(' '.join, rates))}; no load line was asked for."
    return Summary(
        (
            Badge("none", "No answer: from the page cache")
            if memory and len(memory) == len(found)
            else Badge("measured", "Complete, no objective")
        ),
        (
            *((few,) if 0 < len(rates) <= _MAX_LISTED else ()),
            f"{len(found)} closed loops; no load line was asked for.",
        ),
    ).with_rows(*rates)


def _headlines(known: Sequence[ReportLine], every: int, keeping: str) -> tuple[str, ...]:
    if not known:
        return (f"No load line was found in {every} searches{keeping}.", "No load line was found.")
    briefs = [search_text.of(line.evidence).brief for line in known]
    briefs_by_name = [f"{line.name} {brief}" for line, brief in zip(known, briefs, strict=True)]
    heads = []
    if len(briefs_by_name) <= _MAX_LISTED:
        heads += [
            f"{'; '.join(briefs_by_name)} IOPS{keeping}.",
            f"{'; '.join(briefs_by_name)} IOPS.",
        ]
    every_line = f"{len(known)} load lines, from {briefs[-1]} to {briefs[0]} IOPS"
    heads += [f"{every_line}{keeping}.", f"{every_line}."]
    return tuple(heads)


def _number(known: Sequence[ReportLine]) -> Figure | None:
    if not known:
        return None
    best, least = known[0], known[-1]
    lowest = ""
    if len(known) > 1:
        lowest = f"; the lowest {search_text.of(least.evidence).brief}, {least.name}"
    amount = best.end.main_rate_per_s if best.end.code in ("confirmed", "estimated") else None
    brief = search_text.of(best.evidence).brief
    return Figure("Highest line", f"{brief} IOPS", f"{best.name}{lowest}", amount)


def _badge(every: Sequence[SearchEnd]) -> Badge:
    """The shared badge of all lines, else how many are confirmed."""
    standings = Counter(ended.standing for ended in every)
    confirmed = standings["met"]
    if confirmed == len(every):
        return Badge("met", "Confirmed")
    if confirmed:
        return Badge("mixed", f"{confirmed} of {len(every)} confirmed")
    for standing, words in _OTHER_BADGES:
        if n := standings[standing]:
            return Badge(standing, words if n == len(every) else f"{words}: {n} of {len(every)}")
    return Badge("none", "No answer")


_OTHER_BADGES: tuple[tuple[Standing, str], ...] = (
    ("mixed", "Confirmed, on a busy machine"),
    ("estimated", "Estimated"),
    ("bounded", "At least"),
    ("missed", "Missed"),
)
