"""Events of a search: remarks beside an answer.

The search records an event as a kind with figures (`Event`); no code parses a sentence. A new kind
is one entry of KINDS and its message.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from plimsoll.base import units
from plimsoll.search.messages import message

KINDS = (
    "objective_chosen",
    "maximum_is_a_lower_bound",
    "started_nearby",
    "horizon_counts",
    "high_capped",
    "machine_was_busy",
    "throttle_seen",
    "target_changed",
    "machine_disturbed",
    "pauses_seen",
    "percentile_kept",
    "more_time",
    "read_from_runs",
    "rejudged",
    "between_rows",
    "latency_taken",
    "rate_taken",
    "lacking_figure",
    "runs_left_out",
    "closed_loop_only",
    "late",
    "more_workers",
    "cached",
    "failure_by_chance",
    "pass_by_chance",
    "non_monotone",
    "two_regimes",
    "client_bound",
    "high_passed",
    "high_undecided",
    "high_not_confirmed",
    "low_failed",
    "raised_from_below",
    "low_undecided",
    "end_not_narrowed",
    "low_not_confirmed",
)
"""In the order of the schema. Each has a message `event-…`; where there are several, the event's
`why` chooses one."""
_FORMATS = {
    **dict.fromkeys(("failed_at", "maximum", "highest", "met_at"), "IOPS"),
    **dict.fromkeys(("shallow", "deep", "dismissed", "clear", "pauses", "lowest"), "bare"),
    **dict.fromkeys(("p99_ns", "earlier_ns", "later_ns", "met_ns", "missed_ns"), "latency"),
    **dict.fromkeys(("passed_for_s", "failed_for_s", "earlier_at_s", "later_at_s"), "time"),
    **dict.fromkeys(("longest", "watched"), "time"),
    **dict.fromkeys(("started_nearby.share", "others", "disturbed"), ".0%"),
    **dict.fromkeys(("share", "low", "high"), ".2%"),
}
"""How the messages print the figures of events."""


Figure = float | str | None
"""A figure in a sentence."""


@dataclass(frozen=True)
class Event:
    """A remark beside the answer: one of KINDS, with its figures. Rates in operations/s, times in
    s."""

    kind: str
    rate_per_s: float | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """Its sentence."""
        rate = "" if self.rate_per_s is None else units.amount(self.rate_per_s, "rate")
        why = f"-{self.figures['why']}" if "why" in self.figures else ""
        figures = units.format_figures(self.figures, _FORMATS, self.kind)
        match self.figures:
            case {"bound_ns": float() | int() as bound_ns}:
                figures["objective"] = f"p99 <= {units.nanos(bound_ns)}"
        return message(f"event-{self.kind}{why}", rate=rate, **figures)

    def __str__(self) -> str:
        return self.words
