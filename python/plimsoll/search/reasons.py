"""The closed lists of a search's answer: why it ended, and the words for what it rests on."""

from __future__ import annotations

from typing import Literal

Arrivals = Literal["constant", "poisson"]
ObjectiveFrom = Literal["asked", "default", "runs"]
ApproachedFrom = Literal["below", "above", "both"]
MaximumLimiter = Literal["target", "client_cpu", "client_outstanding"]
ClimbLimit = Literal["most_outstanding", "most_workers"]

REASONS = {
    "interval_narrow_enough": "the ends of the interval are as close as was asked",
    "both_held": "both ends were held",
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
    "objective_needed": "no default objective fits: give one",
    "undecided": "no probe could be decided within its limits",
    "read_from_runs": "read from Runs that were kept: nothing was searched",
    "closed_loop_only": "there are only closed loops: they bound the line from above",
    "stopped": "it was interrupted",
    "failed": "the target failed",
}
"""Why a search ended."""
