"""Whether a Run met the objective that it was asked for: the one rule, for every page, form and
verb.

What the judgement says of the operations is not yet that: a schedule that was not issued says
nothing about the target, and a target that did not keep up missed every objective. Where the
generator's own in-flight cap was reached more of it might have carried the rate; but by Little's
law a rate that needs more than the cap waits longer than cap / rate, and where that is beyond the
bound already, no cap helps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from plimsoll.errors import PlimsollError
from plimsoll.execute import objective_terms

if TYPE_CHECKING:
    from collections.abc import Mapping

Verdict = Literal["met", "missed", "undecided"]
WORDS: dict[Verdict, str] = {
    "met": "objective met",
    "missed": "objective missed",
    "undecided": "objective undecided",
}
_OF_OPERATIONS: dict[str, Verdict] = {"pass": "met", "fail": "missed"}


def of(record: Mapping[str, Any]) -> Verdict | None:
    """None where no objective was asked: of a closed loop, and of a Run that had only to carry its
    rate. `record`: a Run's, or nothing."""
    judgement = record.get("judgement")
    if judgement is None or not _asked(record, judgement):
        return None
    match record["outcome"]:
        case "ok" | "cached":
            return _OF_OPERATIONS.get(judgement["verdict"], "undecided")
        case "cannot_carry":
            capped = record["limited_by"]["value"] == "unknown"
            return "undecided" if capped and not _beyond_any_cap(record) else "missed"
        case _:
            return "undecided"


def _asked(record: Mapping[str, Any], judgement: Mapping[str, Any]) -> bool:
    # A Run that was too short names no objectives, whatever it was asked.
    stop = (record.get("spec") or {}).get("stop") or {}
    return bool(stop.get("objective")) or judgement.get("objectives") != []


def _beyond_any_cap(record: Mapping[str, Any]) -> bool:
    """Whether a rate that the in-flight cap held up would miss a bound on response time with any
    cap."""
    cap, rate = record["spec"]["load"].get("max_outstanding"), record["offered_rate_per_s"]
    asked = (record["spec"].get("stop") or {}).get("objective")
    if not cap or not rate or not asked:
        return False
    try:
        terms = objective_terms(asked)
    except PlimsollError:
        # Of a later version.
        return False
    return any(
        term.bound_ns is not None
        and term.metric == "response_time"
        and cap / rate * 1e9 > term.bound_ns
        for term in terms
    )


def words(record: Mapping[str, Any]) -> str:
    """The same as it stands beside an outcome; empty where there is none."""
    found = of(record)
    return "" if found is None else WORDS[found]
