"""The first screen of several load lines: the rate to plan with of each, and how many of them are
confirmed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.reports.describe import Badge, Figure, Standing
from plimsoll.reports.evidence import search_end
from plimsoll.reports.first import of_search
from plimsoll.reports.first.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.reports.evidence.search_end import SearchEnd
    from plimsoll.reports.load_line.lines import Found

_FEW = 4
_NAMED = 2
"""Searches without a line whose reason stands on the first screen."""


def summary(found: Sequence[Found]) -> Summary:
    """Of every line that was looked for; of curves without an objective that there is none."""
    searched = [(one, one.end) for one in found if one.searched]
    if not searched:
        if all(one.closed for one in found):
            return _closed(found)
        rates = sorted({run.offered or 0.0 for one in found for run in one.evidence.measured})
        between = f" from {units.rate(rates[0])} to {units.rate(rates[-1])} IOPS" if rates else ""
        return Summary(
            Badge("measured", "Complete, no objective"),
            (f"Response time at offered rates{between}; no load line was asked for.",),
        )
    if len(searched) == 1:
        return of_search.summary(searched[0][0].evidence)
    known = sorted(
        ((one, ended) for one, ended in searched if _at(ended) is not None),
        key=lambda pair: -(_at(pair[1]) or 0.0),
    )
    promises = {one.evidence.promised_briefly for one, _ in searched}
    wanted = promises.pop() if len(promises) == 1 else ""
    without = [one for one, ended in searched if _at(ended) is None]
    return Summary(
        _badge([ended for _, ended in searched]),
        _headlines(known, len(searched), f" with {wanted}" if wanted else ""),
        _number(known),
        obstacle=_without(without),
        todo="Search those again, for longer or with another objective." if without else "",
        usable=all(ended.usable for _, ended in searched),
    ).with_rows(*((one.name, words(ended)) for one, ended in known))


def _without(found: Sequence[Found]) -> str:
    """Which searches found no line, and why, as each says of itself."""
    told = [
        f"{one.name}: {of_search.summary(one.evidence).headline.rstrip('.')}"
        for one in found[:_NAMED]
    ]
    more = len(found) - len(told)
    told += [f"{more} more without a load line"] if more > 0 else []
    return f"{'; '.join(told)}." if told else ""


def _closed(found: Sequence[Found]) -> Summary:
    """Of closed loops: what each achieved, with what they are called by."""
    told = []
    memory = [one for one in found if any(run.row.outcome == "cached" for run in one.evidence.runs)]
    for one in found:
        if (rate := search_end.maximum(one.evidence)) is not None:
            cached = " from the page cache" if one in memory else ""
            told.append((one.name, f"{units.rate(rate)} IOPS{cached}"))
    few = f"Closed loops: {'; '.join(map(' '.join, told))}; no load line was asked for."
    return Summary(
        (
            Badge("none", "No answer: from the page cache")
            if memory and len(memory) == len(found)
            else Badge("measured", "Complete, no objective")
        ),
        (
            *((few,) if 0 < len(told) <= _FEW else ()),
            f"{len(found)} closed loops; no load line was asked for.",
        ),
    ).with_rows(*told)


def _at(ended: SearchEnd) -> float | None:
    """The rate that a line is told by, everywhere: the one that was held, else where all Runs
    together place it, or the bound."""
    if ended.code in ("confirmed", "at_least", "seen_at_least"):
        return ended.low
    return ended.rate if ended.code in ("estimated", "not_to_plan_with") else None


def words(ended: SearchEnd) -> str:
    """A line in a row: its rate and how that is known."""
    rate = units.rate(_at(ended))
    match ended.code:
        case "confirmed":
            lower = ended.plan is not None and ended.low is not None and ended.plan < ended.low
            plan = f"; plan with {units.rate(ended.plan)}" if lower else ""
            return f"{rate} IOPS, confirmed; {units.rate(ended.high)} failed{plan}"
        case "at_least":
            return f"at least {rate} IOPS; the limit was not reached"
        case "estimated":
            return (
                f"about {rate} IOPS, estimated, not confirmed; plan with {units.rate(ended.plan)}"
            )
        case "seen_at_least":
            return f"at least {rate} IOPS, not confirmed"
        case "not_to_plan_with":
            return f"about {rate} IOPS, estimated; not to plan with"
        case "not_placed":
            return "no answer: not placed"
        case "running" | "interrupted":
            return "no answer yet"
        case _:
            return "no load line"


def _brief(ended: SearchEnd) -> str:
    """The same in a headline: nothing but a line that is confirmed stands there bare."""
    sign = {"confirmed": "", "at_least": "≥ ", "seen_at_least": "≥ "}.get(ended.code, "about ")
    return f"{sign}{units.rate(_at(ended))}"


def _headlines(
    known: Sequence[tuple[Found, SearchEnd]], every: int, keeping: str
) -> tuple[str, ...]:
    if not known:
        return (f"No load line was found in {every} searches{keeping}.", "No load line was found.")
    told = [f"{one.name} {_brief(ended)}" for one, ended in known]
    heads = []
    if len(told) <= _FEW:
        heads += [f"{'; '.join(told)} IOPS{keeping}.", f"{'; '.join(told)} IOPS."]
    low, high = _brief(known[-1][1]), _brief(known[0][1])
    heads += [
        f"{len(known)} load lines, from {low} to {high} IOPS{keeping}.",
        f"{len(known)} load lines, from {low} to {high} IOPS.",
    ]
    return tuple(heads)


def _number(known: Sequence[tuple[Found, SearchEnd]]) -> Figure | None:
    if not known:
        return None
    (best, ended), least = known[0], known[-1]
    lowest = f"; the lowest {_brief(least[1])}, {least[0].name}" if len(known) > 1 else ""
    basis = f"{best.name}{lowest}"
    held = _at(ended) if ended.code in ("confirmed", "estimated") else None
    return Figure("Highest line", f"{_brief(ended)} IOPS", basis, held)


def _badge(every: Sequence[SearchEnd]) -> Badge:
    """That of all of them where they share it; else how many are confirmed."""
    standings = Counter(ended.standing for ended in every)
    confirmed = standings["met"]
    if confirmed == len(every):
        return Badge("met", "Confirmed")
    if confirmed:
        return Badge("mixed", f"{confirmed} of {len(every)} confirmed")
    for standing, words in _OTHERS:
        if n := standings[standing]:
            return Badge(standing, words if n == len(every) else f"{words}: {n} of {len(every)}")
    return Badge("none", "No answer")


_OTHERS: tuple[tuple[Standing, str], ...] = (
    ("estimated", "Estimated"),
    ("bounded", "At least"),
    ("missed", "Missed"),
)
