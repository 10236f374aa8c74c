"""The first screen of a search: its badge, a sentence, the number to take away, what matters beside
it, what stood in the way and what to do. How it ended is decided in `evidence/search_end.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import limiter_text, units
from plimsoll.reports.common import answer
from plimsoll.reports.describe import Badge, Figure
from plimsoll.reports.evidence import sample_counts, search_end
from plimsoll.reports.evidence.search_end import of_files
from plimsoll.reports.first import full, search_text
from plimsoll.reports.first.summary import Summary

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.evidence.search_end import Code, SearchEnd


def summary(evidence: Evidence) -> Summary:
    """The first screen of a search, with whether it may be planned with."""
    end = search_end.decide(evidence)
    obstacle, todo = _obstacle(evidence, end)
    failed = sample_counts.failed([evidence.final_hold])
    if failed.unfinished and end.standing != "met":
        obstacle, todo = "The target stopped answering.", STOPPED
    words = "No answer: from the page cache" if end.cached else search_text.BADGES[end.code]
    badge = Badge(end.standing, words)
    if failed and badge.standing == "met":
        badge = Badge("mixed", f"{badge.words}, but operations failed")
    said = Summary(
        badge,
        search_text.headlines(evidence, end),
        _number(end),
        obstacle=obstacle,
        todo=todo,
        usable=end.usable,
    )
    return said.with_rows(("Operations lost", failed.words), *_rows(evidence, end))


def _number(end: SearchEnd) -> Figure | None:
    low, high = units.rate(end.low), units.rate(end.high)
    sure = f", {end.confidence * 100:g} %" if end.confidence and not end.busy else ""
    between = f"{low} to {high}{sure}"
    name = "From the page cache" if end.cached else "Plan with"
    match end.code:
        case "confirmed":
            line = units.rate(end.rate if end.rate is not None else end.low)
            return _planned(end, name, f"load line {line} ({between})")
        case "at_least":
            name = "From the page cache" if end.cached else "At least"
            return Figure(name, f"{low} IOPS", "a hold passed; upper end not confirmed")
        case "estimated":
            basis = f"line about {units.rate(end.rate)} ({between}), not confirmed"
            return _planned(end, name, basis)
        # What is not to be planned with is told in words alone: a large figure would be taken for
        # one.
        case "seen_at_least":
            return Figure("At least", f"{low} IOPS", "not confirmed by a hold")
        case "at_most":
            return Figure("Less than", f"{high} IOPS", "not confirmed by a hold")
        case "missed" if end.high is not None:
            return Figure("Less than", f"{high} IOPS", "missed at the lowest rate tried")
        case _:
            return None


def _planned(end: SearchEnd, name: str, basis: str) -> Figure:
    amount = None if end.cached else end.plan
    return Figure(name, f"{units.rate(end.plan)} IOPS", basis, amount, low=end.low, high=end.high)


def _rows(evidence: Evidence, end: SearchEnd) -> list[tuple[str, str]]:
    top = search_end.maximum(evidence)
    found = [("Objective", evidence.promised)]
    found.append(("Lightest load", search_text.light_load(evidence)))
    if end.code in search_end.PLANNED:
        found.append(("At that load", _at_the_line(evidence)))
    limit = search_end.limit(evidence)
    if limit is not None and evidence.measured:
        name = "Limit of the maximum" if limit.of_maximum else "Limited by"
        found.append((name, limiter_text.words(limit.value)))
    if top is not None:
        part = ""
        if end.code == "confirmed" and end.plan and top and not search_end.lower_bound(evidence):
            part = f"; the rate to plan with is {units.share(end.plan / top)} of it"
        at = f"{full.at_least(evidence)}{units.rate(top)} IOPS"
        found.append((full.maximum_name(evidence), f"{at} (no objective){part}"))
    found.append(("This machine", _machine(evidence)))
    horizon = evidence.load_line.horizon
    if horizon and end.code in ("confirmed", "at_least"):
        found.append(("Held for", f"{units.seconds(horizon['seconds'])}{_virtual(evidence)}"))
    return found


def _virtual(evidence: Evidence) -> str:
    clocks = {str(run.spec["clock"]) for run in evidence.measured}
    return " of virtual time" if "virtual" in clocks else ""


def _at_the_line(evidence: Evidence) -> str:
    """What the hold at the rate to plan with had of the first figure that the objective bounds."""
    hold, objectives = _hold_of(evidence), evidence.objectives
    if hold is None or hold.record is None or not objectives or not hold.is_hold:
        return ""
    one = objectives[0]
    seen = answer.bounded(hold.figures(one.kind, one.metric), one.figure)
    value, beside = seen, ""
    undisturbed = hold.record.get("undisturbed_response_time_ns")
    if undisturbed is not None and (one.kind, one.metric) == ("all", "response_time"):
        value = answer.bounded(undisturbed, one.figure)
        beside = "" if value == seen else f"; as seen from this machine {seen}"
    metric = one.metric.replace("_", " ")
    offered = "" if hold.offered is None else f", in the hold at {units.rate(hold.offered)} IOPS"
    name = f"{one.figure.replace('_', '.')} {metric}"
    return f"{name} {value} of {units.nanos(one.bound_ns)} allowed{offered}{beside}"


def _hold_of(evidence: Evidence) -> Run | None:
    """The hold that the rate to plan with rests on: the nearest one that passed, at that rate or
    above it."""
    plan = evidence.load_line.plan_per_s
    passed = [
        run
        for run in evidence.measured
        if run.is_hold
        and run.verdict == "pass"
        and run.offered
        and plan
        # What was carried is a little less than what was offered.
        and run.offered >= plan * (1 - _CARRIED)
    ]
    return min(passed, key=lambda run: run.offered or 0.0, default=evidence.final_hold)


_CARRIED = 0.01


def _machine(evidence: Evidence) -> str:
    """For how much of the time this machine stood still, where that was noticed."""
    times = [
        time for probe in evidence.answer.probes if (time := probe["storage_time"]) is not None
    ]
    seconds = sum(time["seconds"] for time in times)
    share = sum(time["disturbed_s"] for time in times) / seconds if seconds else 0.0
    return "" if share < _NOTICED else f"disturbed for {units.share(share)} of the time, left out"


_NOTICED = 0.005


def _obstacle(evidence: Evidence, end: SearchEnd) -> tuple[str, str]:
    """What stood in the way, and what to do about it."""
    noted = evidence.answer.notes
    if end.cached:
        todo = "Leave out --cached, or address more than this machine's memory."
        return search_text.PAGE_CACHE, todo
    if end.code in ("target_changed", "machine_disturbed"):
        others = _others(evidence)
        seen, alone, beside = _MOVED[end.code]
        seen = full.sentence(noted.get(end.code, seen))
        return f"{seen}{others}", beside if others else alone
    if end.code == "pauses_break_objective":
        kept = noted.get("percentile_kept")
        todo = f"Ask for less: {kept}." if kept else "Find out what pauses it: the array's own log."
        return full.sentence(noted.get("pauses_seen", "")), todo
    if end.busy:
        return (
            "Other programs, or the hypervisor, had much of this machine's processors.",
            "Stop them (plimsoll doctor looks), or measure from a machine that is free.",
        )
    if (given := evidence.load_line.reason) in _NEXT:
        return full.sentence(search_text.reason(evidence)), _NEXT[given]
    # What the search itself said that more time would buy.
    longer = full.sentence(noted.get("more_time", "Search for longer: --time 30m"))
    if evidence.answer.read_from_runs:
        longer = _FIND
    elif _virtual(evidence):
        longer = ""
    if of_files(evidence) and end.code in _OF_FILES:
        return _OF_FILES[end.code], longer
    if end.code == "not_to_plan_with" and end.held:
        return "The results varied too much from test to test.", longer
    if end.code in _UNCONFIRMED:
        return _UNCONFIRMED[end.code], longer
    if end.code in ("seen_at_least", "at_most"):
        return "It was read from Runs that were there: no hold confirmed it.", _FIND
    return "", ""


def _others(evidence: Evidence) -> str:
    """Who else ran, as a sentence; empty where nobody was seen."""
    from plimsoll import neighbours

    found = neighbours.summary([run.told for run in evidence.measured])
    return f" {full.sentence(neighbours.sentences(found)[0])}" if found else ""


_QUIET = "Measure from a machine that is free (plimsoll doctor shows what disturbs this one)."


STOPPED = "See when it stopped: plimsoll timeline, and the log of the target."
"""What to do about a target that does not answer."""
_MOVED: dict[Code, tuple[str, str, str]] = {
    "target_changed": (
        "Runs at one load contradict each other",
        "Repeat it when the target is quiet.",
        "Wait for it, then repeat this command.",
    ),
    "machine_disturbed": (
        "This machine stood still for most of the time",
        _QUIET,
        "Stop them, or measure from a machine that is free.",
    ),
}
"""What moved while it was measured, where the search says no more; what to do where nobody else was
seen, and where somebody was."""
_UNCONFIRMED: dict[Code, str] = {
    "at_least": "No hold confirmed the upper end.",
    "estimated": "Not confirmed: a retest at one end of the range was inconclusive.",
    "not_to_plan_with": "No retest passed near the low end of the range.",
    "not_placed": "The results varied too much from test to test.",
    "unconfirmed": "No retest passed.",
}
_OF_FILES: dict[Code, str] = {
    "estimated": "It was read from files of another program: no hold confirmed it.",
    "not_to_plan_with": "No rate in the files near the line clearly met the objective.",
    "not_placed": "The rates in the files lie too far apart, or their figures scatter too much.",
}
"""The same of a line that was read from Runs of other programs."""
_FIND = "Confirm it with a search: plimsoll find."
_NEXT = {
    "client_bound": "Give it more generators: --workers, or --hosts FILE.",
    "objective_not_met": "Allow more time per operation, or find out what is slow at a light load.",
    "above_range": "Try higher rates: --between.",
    "below_range": "Try lower rates: --between.",
    "objective_needed": "Set an objective: --objective 'p99 <= 5ms'.",
    "failed": "See the log of the target, then search again.",
    "stopped_answering": STOPPED,
    "stopped": "Search again without interrupting it.",
}
