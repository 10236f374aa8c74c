"""The first screen of several load lines: the rate to plan with of each, and how many are
confirmed."""

from collections import Counter
from collections.abc import Sequence

from plimsoll.base import language, units
from plimsoll.report.describe import Badge, Figure, Standing
from plimsoll.report.evidence import records, search_end
from plimsoll.report.evidence.search_end import SearchEnd
from plimsoll.report.first import of_search, search_text
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.report.load_line.lines import ReportLine
from plimsoll.report.messages import message

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
        headline = message("offered-rates")
        if rates:
            low, high = units.rate(rates[0]), units.rate(rates[-1])
            headline = message("offered-rates-between", low=low, high=high)
        return Summary(Badge("measured", message("badge-complete")), (headline,))
    if len(searched) == 1:
        return of_search.summary(searched[0].evidence)
    known = sorted(
        (line for line in searched if line.end.main_rate_per_s is not None),
        key=lambda line: -(line.end.main_rate_per_s or 0.0),
    )
    promises = {line.evidence.brief_objective_words for line in searched}
    wanted = "several" if len(promises) > 1 else promises.pop() or "none"
    without = [line for line in searched if line.end.main_rate_per_s is None]
    return Summary(
        _badge([line.end for line in searched]),
        _headlines(known, len(searched), wanted),
        _number(known),
        obstacle=_without(without),
        todo=message("search-again") if without else "",
        usable=all(line.end.usable for line in searched),
    ).with_rows(*((line.name, search_text.of(line.evidence).row) for line in known))


def _without(found: Sequence[ReportLine]) -> str:
    """The searches without a line, and their reasons."""
    reasons = []
    for line in found[:_MAX_REASONS]:
        headline = language.without_stop(of_search.summary(line.evidence).headline)
        reasons.append(message("named", name=line.name, text=headline))
    more = len(found) - len(reasons)
    reasons += [message("more-without-line", n=more)] if more > 0 else []
    return message("facts", facts=language.clauses(reasons)) if reasons else ""


def _closed_loops(found: Sequence[ReportLine]) -> Summary:
    """The summary of closed loops: the rate of each by name."""
    rates = []
    memory = [
        line for line in found if any(run.row.outcome == "cached" for run in line.evidence.runs)
    ]
    for line in found:
        if (rate := search_end.maximum(line.evidence)) is not None:
            text = records.iops(rate)
            if line in memory:
                text = message("iops-from-page-cache", rate=units.rate(rate))
            rates.append((line.name, text))
    few = message("few-closed-loops", rates=language.clauses(map(" ".join, rates)))
    return Summary(
        (
            Badge("none", message("page-cache-badge"))
            if memory and len(memory) == len(found)
            else Badge("measured", message("badge-complete"))
        ),
        (
            *((few,) if 0 < len(rates) <= _MAX_LISTED else ()),
            message("closed-loops", n=len(found)),
        ),
    ).with_rows(*rates)


def _headlines(known: Sequence[ReportLine], every: int, wanted: str) -> tuple[str, ...]:
    """`wanted`: the objective of all lines; `several` or `none`."""
    if not known:
        return message("no-line-found-in", n=every, objective=wanted), message("no-line-found")
    briefs = [search_text.of(line.evidence).brief for line in known]
    named = language.clauses(
        f"{line.name} {brief}" for line, brief in zip(known, briefs, strict=True)
    )
    low, high, n = briefs[-1], briefs[0], len(known)
    listed = [message("lines-listed", lines=named, objective=each) for each in (wanted, "none")]
    heads = [
        message("lines-between", n=n, low=low, high=high, objective=each)
        for each in (wanted, "none")
    ]
    return (*(listed if n <= _MAX_LISTED else ()), *heads)


def overlap(higher: ReportLine, lower: ReportLine) -> bool:
    """Whether two lines of one objective are too close to call which is higher: the lower one may
    reach where the higher one begins."""
    if higher.low is None or lower.low is None:
        return False
    if higher.evidence.objective_words != lower.evidence.objective_words:
        return False
    return lower.high is None or lower.high >= higher.low


def _number(known: Sequence[ReportLine]) -> Figure | None:
    if not known:
        return None
    best, least = known[0], known[-1]
    name, basis = message("highest-line"), best.name
    if alike := [line.name for line in known[1:] if overlap(best, line)]:
        basis = message("highest-but-close", name=basis, others=short_list(alike))
    # A headline of few lines has the rate of each.
    if len(known) > _MAX_LISTED:
        lowest = search_text.of(least.evidence).brief
        basis = message("highest-and-lowest", name=basis, rate=lowest, lowest=least.name)
    amount = best.end.main_rate_per_s if best.end.code in ("confirmed", "estimated") else None
    brief = message("iops", rate=search_text.of(best.evidence).brief)
    return Figure(name, brief, basis, amount, basis_name=name)


def _badge(every: Sequence[SearchEnd]) -> Badge:
    """The shared badge of all lines, else how many are confirmed."""
    standings = Counter(ended.standing for ended in every)
    confirmed = standings["met"]
    if confirmed == len(every):
        return Badge("met", message("confirmed", machine="quiet"))
    if confirmed:
        return Badge("mixed", message("n-confirmed", n=confirmed, of=len(every)))
    for standing in _OTHER_STANDINGS:
        if n := standings[standing]:
            badge = message(f"standing-{standing}")
            if n < len(every):
                badge = message("some-badge", badge=badge, n=n, of=len(every))
            return Badge(standing, badge)
    return Badge("none", message("no-answer"))


_OTHER_STANDINGS: tuple[Standing, ...] = ("mixed", "estimated", "bounded", "missed")
