"""The closed lists of a search's answer: why it ended, and the words for what it rests on."""

from typing import Literal

from plimsoll.search.messages import message

Arrivals = Literal["constant", "poisson", "trace"]
ObjectiveFrom = Literal["asked", "default", "runs"]
ApproachedFrom = Literal["below", "above", "both"]
MaximumLimiter = Literal["target", "client_cpu", "client_outstanding"]
ClimbLimit = Literal["most_outstanding", "most_workers"]

REASONS = (
    "interval_narrow_enough",
    "both_held",
    "line_moves",
    "too_close_to_decide",
    "probe_limit",
    "time_limit",
    "client_bound",
    "no_upper_end",
    "not_confirmed",
    "objective_not_met",
    "above_range",
    "below_range",
    "objective_needed",
    "target_changed",
    "machine_disturbed",
    "pauses_break_objective",
    "undecided",
    "read_from_runs",
    "closed_loop_only",
    "stopped",
    "failed",
    "stopped_answering",
)
"""Why a search ended."""


def reason_text(reason: str) -> str:
    """One of `REASONS` in words."""
    return message(f"reason-{reason}")
