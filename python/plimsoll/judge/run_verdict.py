"""Whether a Run met its objective: the one rule, for every page, form and verb.

The judgement of the operations is not yet that: a schedule that was not issued is no evidence about
the target, and a target that did not keep up missed every objective. Where the generator's own
in-flight cap was reached a higher one might have carried the rate; but by Little's law a rate that
needs more than the cap waits longer than cap / rate, and where that is beyond the bound already, no
cap helps.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from plimsoll.base import language, units, workload_text
from plimsoll.base.errors import PlimsollError
from plimsoll.judge.messages import message
from plimsoll.native.session import ObjectiveTerm, objective_terms

Verdict = Literal["met", "missed", "undecided"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
OF_OPERATIONS: dict[str, Verdict] = {"pass": "met", "fail": "missed"}


def of(record: Mapping[str, Any]) -> Verdict | None:
    """The verdict of a Run; None for closed loops and for Runs without an objective. `record` may
    be empty."""
    judgement = record["judgement"] if record else None
    # The judgement of a Run that was too short has no objectives.
    if judgement is None or (judgement["objectives"] == [] and not has_objective(record)):
        return None
    match record["outcome"]:
        case "ok" | "cached":
            return OF_OPERATIONS.get(judgement["verdict"], "undecided")
        case "cannot_carry":
            capped = record["limited_by"]["value"] == "unknown"
            return "undecided" if capped and not _beyond_any_cap(record) else "missed"
        case _:
            return "undecided"


def _beyond_any_cap(record: Mapping[str, Any]) -> bool:
    """Whether a rate that the in-flight cap held up would miss a bound on response time with any
    cap."""
    load, rate = record["spec"]["load"], record["offered_rate_per_s"]
    if load["kind"] == "closed" or not rate:
        return False
    cap = load["max_outstanding"] or 0
    return any(
        term.bound_ns is not None
        and term.metric == "response_time"
        and cap / rate * 1e9 > term.bound_ns
        for term in _terms(record)
    )


def words(record: Mapping[str, Any]) -> str:
    """The verdict in words beside an outcome; empty where there is none. An undecided Run whose
    figures lie beyond the bound has them, too: `objective undecided (missed so far: mean 912 ms, 20
    ms allowed)`."""
    found = of(record)
    if found is None:
        return ""
    if found == "undecided" and (beyond := language.listing(_beyond(record))):
        return message(f"undecided-beyond{_lag_suffix(record)}", figures=beyond)
    return verdict_text(found)


def verdict_text(verdict: Verdict) -> str:
    """A verdict as it stands beside an outcome."""
    return message(f"verdict-{verdict}")


def has_objective(record: Mapping[str, Any]) -> bool:
    """Whether a Run had an objective, judged or not."""
    return bool(record and record["spec"]["stop"]["objective"])


def so_far(record: Mapping[str, Any]) -> str:
    """The figures of an undecided Run beyond its bounds, in words; else empty."""
    if of(record) != "undecided":
        return ""
    beyond = language.listing(_beyond(record))
    return message(f"missed-so-far{_lag_suffix(record)}", figures=beyond) if beyond else ""


def _lag_suffix(record: Mapping[str, Any]) -> str:
    return "-with-lag" if late(record) else ""


def late(record: Mapping[str, Any]) -> bool:
    """Whether our own lateness is part of a Run's figures."""
    judgement = record["judgement"]
    return record["outcome"] == "generator_limited" or (
        judgement["alone"] is not None and not judgement["leans_to_fail"]
    )


def _beyond(record: Mapping[str, Any]) -> Iterator[str]:
    """Each figure beyond its bound, in words."""
    for term in _terms(record):
        of_kind = record[term.kind or "all"]
        kind = workload_text.operations(term.kind)
        suffix = "-of-kind" if kind else ""
        if term.bound_ns is not None:
            spans = of_kind[f"{term.metric}_ns"]
            name = (term.statistic or "").replace(".", "_")
            value = spans[name]
            if value is not None and value > term.bound_ns:
                more = "> " if name in spans["at_least"] else ""
                yield message(
                    f"beyond{suffix}",
                    statistic=workload_text.statistic(term.statistic or ""),
                    kind=kind,
                    measured=f"{more}{units.nanos(value)}",
                    allowed=units.nanos(term.bound_ns),
                )
        elif (
            term.of == "errors"
            and term.percent is not None
            and of_kind["count"]
            and of_kind["errors"] is not None
        ):
            failed = of_kind["errors"] / of_kind["count"]
            if failed * 100 > term.percent:
                yield message(
                    f"errors-beyond{suffix}",
                    kind=kind,
                    measured=units.share(failed),
                    allowed=units.significant_percent(term.percent / 100, 6),
                )


def _terms(record: Mapping[str, Any]) -> tuple[ObjectiveTerm, ...]:
    """The objectives of a Run; empty for a text that cannot be parsed, which may be of a later
    version."""
    text = record["spec"]["stop"]["objective"]
    try:
        return objective_terms(text) if text else ()
    except PlimsollError:
        return ()
