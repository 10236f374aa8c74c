"""The obstacle to a better answer of a search, and the next step."""

from collections.abc import Sequence
from dataclasses import dataclass

from plimsoll.base import language
from plimsoll.native import neighbours
from plimsoll.report.evidence import sample_counts, search_end
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.search_end import Code
from plimsoll.report.first import search_text
from plimsoll.report.first.summary import sentence
from plimsoll.report.messages import message

DISTURBANCES: tuple[Code, ...] = ("target_changed", "machine_disturbed")
"""What changed during the search."""
END_OBSTACLES: tuple[Code, ...] = (
    "at_least",
    "estimated",
    "not_to_plan_with",
    "not_placed",
    "unconfirmed",
    "seen_at_least",
    "at_most",
)
FILE_OBSTACLES: tuple[Code, ...] = ("estimated", "not_to_plan_with", "not_placed")
"""Obstacles of a line read from imported Runs."""
NEXT_STEPS = (
    "client_bound",
    "objective_not_met",
    "above_range",
    "below_range",
    "objective_needed",
    "failed",
    "stopped_answering",
    "stopped",
)
"""Reasons that ended the search and have a next step."""


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
        return Obstacle(message("page-cache-answered"), message("outcome-todo-cached"))
    if end.code in DISTURBANCES:
        found_others = _neighbours(evidence)
        others = sentence(neighbours.sentences(found_others)[0]) if found_others else ""
        # The search may have words of its own for what changed.
        found = noted.get(end.code)
        cause = sentence(found) if found else message(f"moved-{end.code}")
        todo = message(f"others-todo-{end.code}" if others else f"moved-todo-{end.code}")
        if end.code == "machine_disturbed" and _only_hypervisor(found_others):
            todo = message("reserve-processors")
        return Obstacle(language.sentences(filter(None, (cause, others))), todo, (end.code,))
    if end.code == "pauses_break_objective":
        percentile = noted.get("percentile_kept")
        todo = message("find-pauses")
        if percentile:
            todo = message("ask-for-less", percentile=percentile)
        events = ("pauses_seen", "percentile_kept")
        return Obstacle(sentence(noted.get("pauses_seen", "")), todo, events)
    if end.busy:
        code = "reserve-processors" if _only_hypervisor(_neighbours(evidence)) else "stop-others"
        return Obstacle(sentence(noted["machine_was_busy"]), message(code), ("machine_was_busy",))
    if line.reason in NEXT_STEPS:
        reason, todo = sentence(search_text.reason(evidence)), message(f"todo-{line.reason}")
        failed = sample_counts.count_failures([evidence.final_hold])
        if end.code == "missed" and failed.errors:
            todo = message("find-failures")
        return Obstacle(reason, todo, is_reason=True)
    if end.code not in END_OBSTACLES:
        return Obstacle()
    words = message(f"obstacle-{end.code}")
    if end.code == "not_to_plan_with" and end.held:
        words = message("obstacle-not_placed")
    if search_end.of_files(evidence) and end.code in FILE_OBSTACLES:
        words = message(f"file-obstacle-{end.code}")
    if evidence.answer.read_from_runs:
        return Obstacle(words, message("confirm-it"))
    if evidence.on_virtual_clock:
        return Obstacle(words)
    # The search's own estimate of what more time would achieve.
    longer = noted.get("more_time")
    todo = sentence(longer) if longer else message("search-longer")
    return Obstacle(words, todo, ("more_time",))


def _neighbours(evidence: Evidence) -> list[neighbours.Neighbour]:
    """Others that used this machine during the search."""
    return neighbours.summary([run.record_or_empty for run in evidence.measured_runs])


def _only_hypervisor(found: Sequence[neighbours.Neighbour]) -> bool:
    return bool(found) and not neighbours.can_be_stopped(found)
