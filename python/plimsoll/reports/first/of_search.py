"""How a search for a load line ended: decided once, from its grade, its ends and what disturbed it.

The badge of every form, the verdict on the page to sign and the shelf read it from here. An answer
that is estimated, bounded or not placed never looks like one that holds confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll import units
from plimsoll.reports.common import answer
from plimsoll.reports.describe import Badge, Figure, Standing
from plimsoll.reports.evidence import sample_counts
from plimsoll.reports.first.told import Told

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence, Run

Code = Literal[
    "running",
    "interrupted",
    "confirmed",
    "at_least",
    "estimated",
    "not_to_plan_with",
    "not_placed",
    "seen_at_least",
    "at_most",
    "unconfirmed",
    "missed",
    "target_changed",
    "machine_disturbed",
    "pauses_break_objective",
    "none",
]


@dataclass(frozen=True)
class Ended:
    """How it ended, in rates: the line itself, its ends, and the rate to plan with."""

    code: Code
    rate: float | None = None
    low: float | None = None
    high: float | None = None
    plan: float | None = None
    seen: float | None = None
    """A rate that only short Runs missed, where no hold confirmed an upper end."""
    confidence: float | None = None
    cached: bool = False
    """Whether the page cache answered."""
    busy: bool = False
    """Whether other programs had much of the machine."""

    @property
    def standing(self) -> Standing:
        """How far it can be relied on."""
        if self.cached:
            return "none"
        return _STANDING[self.code]


_STANDING: dict[Code, Standing] = {
    "running": "none",
    "interrupted": "none",
    "confirmed": "met",
    "at_least": "bounded",
    "estimated": "estimated",
    "not_to_plan_with": "estimated",
    "not_placed": "none",
    "seen_at_least": "bounded",
    "at_most": "bounded",
    "unconfirmed": "none",
    "missed": "missed",
    "target_changed": "none",
    "machine_disturbed": "none",
    "pauses_break_objective": "missed",
    "none": "none",
}


_NO_LINE: dict[str, Code] = {
    "target_changed": "target_changed",
    "machine_disturbed": "machine_disturbed",
    "pauses_break_objective": "pauses_break_objective",
}
"""Reasons of a search that are its answer: there is no line and no bound."""


def decide(evidence: Evidence) -> Ended:
    """The one place that says which of them it is."""
    line, state = evidence.load_line, evidence.campaign.state
    if not line and state in ("running", "interrupted"):
        return Ended("running" if state == "running" else "interrupted")
    if (without := _NO_LINE.get(line.get("reason") or "")) is not None:
        return Ended(without)
    low, high = answer.held(line)
    events = {event["kind"] for event in evidence.result.get("events") or ()}
    plan = line.get("plan_per_s")
    code: Code
    if line.get("grade") == "estimated":
        code = "estimated" if plan is not None else "not_to_plan_with"
        code = "not_placed" if answer.unplaced(line) else code
        low, high = line.get("low"), line.get("high")
        if code == "not_placed" and answer.passed(evidence) is None:
            # Nothing was met: below the upper end lies whatever.
            low = None
    elif low is not None:
        code = "confirmed" if high is not None else "at_least"
        code = code if plan is not None else "not_to_plan_with"
    elif answer.read_from_runs(evidence.result) and line.get("low") is not None:
        code, low = "seen_at_least", line.get("low")
    elif answer.read_from_runs(evidence.result) and line.get("high") is not None:
        code, high = "at_most", line.get("high")
    elif line.get("low") is not None:
        code, low = "unconfirmed", line.get("low")
    else:
        missed = line.get("reason") in ("objective_not_met", "below_range")
        code = "missed" if missed else "none"
        high = line.get("high") if line.get("reason") == "below_range" else None
    return Ended(
        code,
        line.get("rate_per_s"),
        low,
        high,
        plan,
        line.get("high") if code == "at_least" else None,
        line.get("confidence"),
        cached=answer.cached(evidence.result),
        busy="machine_was_busy" in events,
    )


def _somewhere(ended: Ended) -> str:
    high = f"{units.rate(ended.high)} IOPS"
    return f"less than {high}" if ended.low is None else f"{units.rate(ended.low)} to {high}"


def verdict(ended: Ended) -> str:
    """The verdict on the page to sign."""
    memory = ", from the page cache" if ended.cached else ""
    rate, low = units.rate(ended.rate), units.rate(ended.low)
    match ended.code:
        case "running":
            return "no result yet"
        case "interrupted":
            return "interrupted"
        case "confirmed":
            return f"carries {low} IOPS{memory}"
        case "at_least":
            return f"carries at least {low} IOPS{memory}"
        case "estimated":
            return f"estimated, not confirmed: {rate} IOPS"
        case "not_to_plan_with":
            return f"no rate to plan with: the line lies between {low} and {units.rate(ended.high)}"
        case "not_placed":
            return f"not placed: {_somewhere(ended)}"
        case _:
            return "no load line"


def told(evidence: Evidence) -> Told:
    """The first screen of a search."""
    ended = decide(evidence)
    obstacle, todo = _obstacle(evidence, ended)
    failed = sample_counts.failed([evidence.final_hold])
    lost = failed.words
    if failed.unfinished and ended.standing != "met":
        obstacle, todo = "The target stopped answering.", STOPPED
    badge = Badge(ended.standing, _badge(ended))
    if lost and badge.standing == "met":
        badge = Badge("mixed", f"{badge.words}, but operations failed")
    said = Told(
        badge,
        _headlines(evidence, ended),
        _number(ended),
        obstacle=obstacle,
        todo=todo,
    )
    return said.with_rows(("Operations lost", lost), *_rows(evidence, ended))


_BADGES: dict[Code, str] = {
    "running": "No answer yet",
    "interrupted": "Interrupted",
    "confirmed": "Confirmed",
    "at_least": "At least",
    "estimated": "Estimated",
    "not_to_plan_with": "No rate to plan with",
    "not_placed": "No answer: not placed",
    "seen_at_least": "At least, not confirmed",
    "at_most": "At most, not confirmed",
    "unconfirmed": "No answer: not confirmed",
    "missed": "Missed",
    "target_changed": "No answer: the target changed",
    "machine_disturbed": "No answer: this machine was disturbed",
    "pauses_break_objective": "Missed: the storage pauses",
    "none": "No answer",
}


def _badge(ended: Ended) -> str:
    return "No answer: from the page cache" if ended.cached else _BADGES[ended.code]


def _headlines(evidence: Evidence, ended: Ended) -> tuple[str, ...]:
    wanted = evidence.promised_briefly
    keeping = f" at {wanted}" if wanted else ""
    rate, low, high = units.rate(ended.rate), units.rate(ended.low), units.rate(ended.high)
    plan = units.rate(ended.plan)
    if ended.cached:
        return (f"The page cache answered, not the storage: {low} IOPS{keeping}.", _CACHED)
    match ended.code:
        case "running":
            return ("No load line yet: the search is still running.",)
        case "interrupted":
            return ("No load line: the search was interrupted before it had an answer.",)
        case "confirmed":
            return (
                f"Plan with {plan} IOPS{keeping}; {high} failed the test.",
                f"Plan with {plan} IOPS{keeping}.",
                f"Plan with {plan} IOPS; {high} failed the test.",
            )
        case "at_least":
            above = "the limit was not reached"
            if ended.seen is not None:
                above = f"only short Runs missed it, at {units.rate(ended.seen)}"
            return (
                f"At least {low} IOPS{keeping}; {above}.",
                f"At least {low} IOPS{keeping}.",
                f"At least {low} IOPS; {above}.",
            )
        case "estimated":
            return (
                f"About {rate} IOPS{keeping}, not confirmed; plan with {plan}.",
                f"About {rate} IOPS, not confirmed; plan with {plan}.",
            )
        case "not_to_plan_with":
            return (
                f"Between {low} and {high} IOPS{keeping}; too uncertain to plan with.",
                f"Between {low} and {high} IOPS; too uncertain to plan with.",
            )
        case "not_placed":
            return (
                f"Not placed: {_somewhere(ended)}{keeping}.",
                f"Not placed: {_somewhere(ended)}.",
            )
        case "seen_at_least":
            return (
                f"At least {low} IOPS{keeping}, not confirmed.",
                f"At least {low} IOPS, not confirmed.",
            )
        case "at_most":
            return (
                f"Less than {high} IOPS{keeping}, not confirmed.",
                f"Less than {high} IOPS, not confirmed.",
            )
        case "target_changed":
            return ("No answer: the target changed during the search.",)
        case "machine_disturbed":
            return ("No answer: this machine was too disturbed to measure from.",)
        case "pauses_break_objective":
            wanted = evidence.promised_briefly or "the objective"
            return (f"Pauses of the storage break {wanted} at any rate.",)
        case "unconfirmed":
            return (
                f"No load line{_wanted(evidence)}: no hold confirmed any rate.",
                "No load line: no hold confirmed any rate.",
            )
        case _:
            return _without(evidence, ended)


_CACHED = "The page cache answered, not the storage."


def _wanted(evidence: Evidence) -> str:
    return f" for {evidence.promised_briefly}" if evidence.promised_briefly else ""


def _without(evidence: Evidence, ended: Ended) -> tuple[str, ...]:
    """That there is no line, and why."""
    if ended.busy:
        busy = "No answer: other programs kept this machine busy."
        return (busy,)
    why = answer.reason(evidence) or "the search ended without one"
    if ended.high is not None:
        below = units.rate(ended.high)
        return (
            f"Missed: the load line{_wanted(evidence)} lies below {below} IOPS.",
            f"Missed: the load line lies below {below} IOPS.",
        )
    return (f"No load line{_wanted(evidence)}: {why}.", f"No load line: {why}.", "No load line.")


def _number(ended: Ended) -> Figure | None:
    low, high = units.rate(ended.low), units.rate(ended.high)
    sure = f", {ended.confidence * 100:g} %" if ended.confidence and not ended.busy else ""
    between = f"{low} to {high}{sure}"
    match ended.code:
        case "confirmed":
            name = "From the page cache" if ended.cached else "Plan with"
            line = units.rate(ended.rate if ended.rate is not None else ended.low)
            basis = f"load line {line} ({between})"
            return _planned(ended, name, basis)
        case "at_least":
            name = "From the page cache" if ended.cached else "At least"
            return Figure(name, f"{low} IOPS", "a hold passed; upper end not confirmed")
        case "estimated":
            basis = f"line about {units.rate(ended.rate)} ({between}), not confirmed"
            return _planned(ended, "Plan with", basis)
        # What is not to be planned with is told in words alone: a large figure would be taken for
        # one.
        case "seen_at_least":
            return Figure("At least", f"{low} IOPS", "not confirmed by a hold")
        case "at_most":
            return Figure("Less than", f"{high} IOPS", "not confirmed by a hold")
        case "missed" if ended.high is not None:
            return Figure("Less than", f"{high} IOPS", "missed at the lowest rate tried")
        case _:
            return None


def _planned(ended: Ended, name: str, basis: str) -> Figure:
    amount = None if ended.cached else ended.plan
    return Figure(
        name, f"{units.rate(ended.plan)} IOPS", basis, amount, low=ended.low, high=ended.high
    )


def _rows(evidence: Evidence, ended: Ended) -> list[tuple[str, str]]:
    line, top = evidence.load_line, answer.maximum(evidence)
    found = [("Objective", evidence.promised)]
    found.append(("Lightest load", answer.at_light_load(evidence).strip()))
    if ended.code in ("confirmed", "at_least", "estimated"):
        found.append(("At that load", _at_the_line(evidence)))
    who = answer.limiter(evidence)
    if who is not None and evidence.measured:
        found.append(("Limited by", answer.LIMITERS.get(who, who)))
    if top is not None:
        part = ""
        if ended.code == "confirmed" and ended.plan and top and not answer.lower_bound(evidence):
            part = f"; the rate to plan with is {units.share(ended.plan / top)} of it"
        at = f"{answer.lower_bound(evidence)}{units.rate(top)} IOPS"
        found.append((answer.maximum_name(evidence), f"{at} (no objective){part}"))
    found.append(("This machine", _machine(evidence)))
    horizon = line.get("horizon")
    if horizon and ended.code in ("confirmed", "at_least"):
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
    plan = evidence.load_line.get("plan_per_s")
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
        time
        for probe in evidence.result.get("probes") or ()
        if (time := probe.get("storage_time")) is not None
    ]
    seconds = sum(time["seconds"] for time in times)
    share = sum(time["disturbed_s"] for time in times) / seconds if seconds else 0.0
    return "" if share < _NOTICED else f"disturbed for {units.share(share)} of the time, left out"


_NOTICED = 0.005


def _obstacle(evidence: Evidence, ended: Ended) -> tuple[str, str]:
    """What stood in the way, and what to do about it."""
    simulated = bool(_virtual(evidence))
    if ended.cached:
        return _CACHED, "Leave out --cached, or address more than this machine's memory."
    if ended.code == "target_changed":
        return _changed(evidence)
    if ended.code == "machine_disturbed":
        return _disturbed(evidence)
    if ended.code == "pauses_break_objective":
        return _paused(evidence)
    if ended.busy:
        return (
            "Other programs, or the hypervisor, had much of this machine's processors.",
            "Stop them (plimsoll doctor looks), or measure from a machine that is free.",
        )
    given = evidence.load_line.get("reason") or evidence.result.get("reason") or ""
    if given in _NEXT:
        return f"{_sentence(answer.reason(evidence))}", _NEXT[given]
    # What the search itself said that more time would buy.
    told = [e["words"] for e in evidence.result.get("events") or () if e["kind"] == "more_time"]
    longer = "" if simulated else _sentence(told[0]) if told else "Search for longer: --time 30m."
    if any(e["kind"] == "read_from_runs" for e in evidence.result.get("events") or ()):
        longer = _FIND
    if answer.of_files(evidence) and ended.code in _OF_FILES:
        return _OF_FILES[ended.code], longer
    if ended.code in ("estimated", "not_to_plan_with", "not_placed", "unconfirmed"):
        return _UNCONFIRMED[ended.code], longer
    if ended.code == "at_least":
        return "No hold confirmed the upper end.", longer
    if ended.code in ("seen_at_least", "at_most"):
        return "It was read from Runs that were there: no hold confirmed it.", _FIND
    return "", ""


def _changed(evidence: Evidence) -> tuple[str, str]:
    """That the target changed: the same load before and after, who else ran, and what to do."""
    told = [
        e["words"] for e in evidence.result.get("events") or () if e["kind"] == "target_changed"
    ]
    others = _others(evidence)
    seen = _sentence(told[0]) if told else "Runs at one load contradict each other."
    todo = (
        "Wait for it, then repeat this command."
        if others
        else "Repeat it when the target is quiet."
    )
    return f"{seen}{others}", todo


def _disturbed(evidence: Evidence) -> tuple[str, str]:
    told = [
        e["words"] for e in evidence.result.get("events") or () if e["kind"] == "machine_disturbed"
    ]
    others = _others(evidence)
    seen = _sentence(told[0]) if told else "This machine stood still for most of the time."
    todo = "Stop them, or measure from a machine that is free." if others else _QUIET
    return f"{seen}{others}", todo


def _paused(evidence: Evidence) -> tuple[str, str]:
    told = {e["kind"]: e["words"] for e in evidence.result.get("events") or ()}
    kept = told.get("percentile_kept")
    todo = f"Ask for less: {kept}." if kept else "Find out what pauses it: the array's own log."
    return _sentence(told.get("pauses_seen", "")), todo


def _others(evidence: Evidence) -> str:
    """Who else ran, as a sentence; empty where nobody was seen."""
    from plimsoll import neighbours

    found = neighbours.summary([run.told for run in evidence.measured])
    return f" {_sentence(neighbours.sentences(found)[0])}" if found else ""


_QUIET = "Measure from a machine that is free (plimsoll doctor shows what disturbs this one)."


STOPPED = "See when it stopped: plimsoll timeline, and the log of the target."
"""What to do about a target that does not answer."""
_UNCONFIRMED: dict[Code, str] = {
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


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}." if words else ""
