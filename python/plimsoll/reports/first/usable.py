"""Whether an answer may be planned with: the one rule behind the exit code of every verb that gives
the answer of a store, and of its report.

A search is one where it has a rate to plan with, a campaign where every Point of it is. Of anything
else the badge says it: what is headed "No answer" is none (`Told.is_answer`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.reports.first import of_search
from plimsoll.search.strategies import leaves

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.reports.evidence.evidence import Evidence
    from plimsoll.reports.first.of_search import Ended
    from plimsoll.reports.first.told import Told

_TO_PLAN_WITH = ("confirmed", "at_least", "estimated")
"""Ends of a search that come with a rate which a hold or a Run has passed."""


def line(ended: Ended) -> bool:
    """Whether a search ended with a rate to plan with."""
    return ended.code in _TO_PLAN_WITH and ended.plan is not None and ended.standing != "none"


def search(evidence: Evidence) -> Told:
    """The first screen of a search, with whether it may be planned with."""
    return replace(of_search.told(evidence), usable=line(of_search.decide(evidence)))


def points(evidence: Evidence, lines: Iterable[Evidence] = ()) -> bool:
    """Whether every Point of a campaign has an answer that speaks about the target; `lines` are
    those of its Points that searched one."""
    searched = [point for point in evidence.points if leaves(point.strategy) == "line"]
    ended = [line(of_search.decide(one)) for one in lines]
    return (
        all(point.state == "finished" and bool(point.stands) for point in evidence.points)
        and len(ended) >= len(searched)
        and all(ended)
    )
