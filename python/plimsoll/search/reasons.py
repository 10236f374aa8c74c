"""The closed lists of a search's answer: why it ended, and the words for what it rests on."""

from __future__ import annotations

from typing import Literal

Arrivals = Literal["constant", "poisson", "trace"]
ObjectiveFrom = Literal["asked", "default", "runs"]
ApproachedFrom = Literal["below", "above", "both"]
MaximumLimiter = Literal["target", "client_cpu", "client_outstanding"]
ClimbLimit = Literal["most_outstanding", "most_workers"]

REASONS = {
    "interval_narrow_enough": "the ends of the interval are as close as was asked",
    "both_held": "holds confirmed both ends",
    "line_moves": (
        "holds confirmed both ends, but other Runs met or missed the objective beyond them: the"
        " line moves, and the interval is that of all Runs"
    ),
    "too_close_to_decide": (
        "nearer to the line no probe could be decided within its limits: the interval is wider"
    ),
    "probe_limit": "the limit on the number of probes was reached: the interval is wider",
    "time_limit": "the limit on test time was reached: the interval is wider",
    "client_bound": (
        "the client's limit was reached before the target's: the line is at least the low end"
    ),
    "no_upper_end": "nothing failed within the limits: the line is at least the low end",
    "not_confirmed": "no hold has passed at the low end within the limits",
    "objective_not_met": "the objective is not met at any rate",
    "above_range": (
        "the objective was still met at the highest rate that was to be tried: the line lies above"
        " it"
    ),
    "below_range": (
        "the objective was missed at the lowest rate that was to be tried: the line lies below it"
    ),
    "objective_needed": "no default objective fits: give one",
    "target_changed": (
        "the target changed during the search: what one Run showed, another at the same load"
        " contradicts"
    ),
    "machine_disturbed": (
        "this machine stood still for most of the time, so that little was seen of the storage"
    ),
    "pauses_break_objective": "pauses of the storage break the objective at any rate",
    "undecided": "no probe could be decided within its limits",
    "read_from_runs": "read from Runs that were kept: nothing was searched",
    "closed_loop_only": "there are only closed loops: they bound the line from above",
    "stopped": "it was interrupted",
    "failed": "the target failed",
    "stopped_answering": "the target stopped answering, Run after Run",
}
"""Why a search ended."""
