"""The obstacle to a better answer of a search, and the next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.native import neighbours
from plimsoll.report.evidence import sample_counts, search_end
from plimsoll.report.first import search_text
from plimsoll.report.first.summary import sentence

if TYPE_CHECKING:
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.report.evidence.search_end import Code

SEE_TARGET_LOG = "See when it stopped: plimsoll timeline, and the log of the target."
"""Next step for a target that stopped answering."""
_FIND_FAILURES = "Find out why operations fail: plimsoll run --on-error stop ends at the first."
"""Next step when operations failed: each counts as a miss, whatever its time."""
_CONFIRM = "Confirm it with a search: plimsoll find."
_DISTURBANCES: dict[Code, tuple[str, str, str]] = {
    "target_changed": (
        "Runs at one load contradict each other",
        "Repeat it when the target is quiet.",
        "Wait for it, then repeat this command.",
    ),
    "machine_disturbed": (
        "This machine stood still for most of the time",
        "Measure from a machine that is free (plimsoll doctor shows what disturbs this one).",
        "Stop them, or measure from a machine that is free.",
    ),
}
"""What changed during the search, when the search has no text of its own; next steps without and
with other programs seen."""
_END_OBSTACLES: dict[Code, str] = {
    "at_least": "No hold confirmed the upper end.",
    "estimated": "Not confirmed: a retest at one end of the range was inconclusive.",
    "not_to_plan_with": "No retest passed near the low end of the range.",
    "not_placed": "The results varied too much from test to test.",
    "unconfirmed": "No retest passed.",
    "seen_at_least": "It was read from Runs that were there: no hold confirmed it.",
    "at_most": "It was read from Runs that were there: no hold confirmed it.",
}
_FILE_OBSTACLES: dict[Code, str] = {
    "estimated": "It was read from files of another program: no hold confirmed it.",
    "not_to_plan_with": "No rate in the files near the line clearly met the objective.",
    "not_placed": "The rates in the files lie too far apart, or their figures scatter too much.",
}
"""Obstacles of a line read from imported Runs."""
_NEXT_STEPS = {
    "client_bound": "Give it more generators: --workers, or --hosts FILE.",
    "objective_not_met": "Allow more time per operation, or find out what is slow at a light load.",
    "above_range": "Try higher rates: --between.",
    "below_range": "Try lower rates: --between.",
    "objective_needed": "Set an objective: --objective 'p99 <= 5ms'.",
    "failed": "See the log of the target, then search again.",
    "stopped_answering": SEE_TARGET_LOG,
    "stopped": "Search again without interrupting it.",
}
"""Next step by the reason that ended the search."""


@dataclass(frozen=True)
class Obstacle:
    """An obstacle as a sentence, and the next step. Both are empty without one."""

    words: str = ""
    todo: str = ""
    events: tuple[str, ...] = ()
    """Codes of search events that this text covers; pages do not repeat them."""
    is_reason: bool = False
    """Whether the obstacle is also the reason that ended the search, which is not repeated."""


def of(evidence: Evidence) -> Obstacle:
    """The most important obstacle of a search."""
    return evidence.once(_decide)


def _decide(evidence: Evidence) -> Obstacle:
    end, line, noted = search_end.decide(evidence), evidence.load_line, evidence.answer.notes
    if end.cached:
        todo = "Leave out --cached, or address more than this machine's memory."
        return Obstacle(search_text.PAGE_CACHE, todo)
    if end.code in _DISTURBANCES:
        others = _others(evidence)
        moved, alone, beside = _DISTURBANCES[end.code]
        cause = sentence(noted.get(end.code, moved))
        return Obstacle(f"{cause}{others}", beside if others else alone, (end.code,))
    if end.code == "pauses_break_objective":
        percentile = noted.get("percentile_kept")
        todo = (
            f"Ask for less: {percentile}."
            if percentile
            else "Find out what pauses it: the array's own log."
        )
        events = ("pauses_seen", "percentile_kept")
        return Obstacle(sentence(noted.get("pauses_seen", "")), todo, events)
    if end.busy:
        return Obstacle(
            sentence(noted["machine_was_busy"]),
            "Stop them (plimsoll doctor looks), or measure from a machine that is free.",
            ("machine_was_busy",),
        )
    if line.reason in _NEXT_STEPS:
        reason, todo = sentence(search_text.reason(evidence)), _NEXT_STEPS[line.reason]
        failed = sample_counts.count_failures([evidence.final_hold])
        if end.code == "missed" and failed.errors:
            todo = _FIND_FAILURES
        return Obstacle(reason, todo, is_reason=True)
    words = _END_OBSTACLES.get(end.code, "")
    if end.code == "not_to_plan_with" and end.held:
        words = "The results varied too much from test to test."
    if search_end.of_files(evidence):
        words = _FILE_OBSTACLES.get(end.code, words)
    if not words:
        return Obstacle()
    if evidence.answer.read_from_runs:
        return Obstacle(words, _CONFIRM)
    if evidence.on_virtual_clock:
        return Obstacle(words)
    # The search's own estimate of what more time would achieve.
    longer = sentence(noted.get("more_time", "Search for longer: --time 30m"))
    return Obstacle(words, longer, ("more_time",))


def _others(evidence: Evidence) -> str:
    """Other programs seen, as a sentence; empty without any."""
    found = neighbours.summary([run.record_or_empty for run in evidence.measured_runs])
    return f" {sentence(neighbours.sentences(found)[0])}" if found else ""
