"""Reasons why a Run of a factor study has no response, or only a bound: codes and their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

MissingKind = Literal[
    "not_asked_yet",
    "point_has_no_answer",
    "no_run",
    "no_record",
    "nothing_completed",
    "no_processor_time",
    "too_few_operations",
    "no_maximum",
    "no_load_line",
    "generator_full",
    "backlog_grows",
    "never_finished",
    "carries_every_rate",
    "carries_no_rate",
]

WORDS: Mapping[MissingKind, str] = {
    "not_asked_yet": "not asked yet",
    "point_has_no_answer": "{told}",
    "no_run": "no Run",
    "no_record": "no record",
    "nothing_completed": "nothing completed",
    "no_processor_time": "no processor time on the virtual clock",
    "too_few_operations": "too few operations for a {told}",
    "no_maximum": "no maximum",
    "no_load_line": "no load line",
    # Reasons with a bound.
    "generator_full": "the generator was full, so the target may do more",
    "backlog_grows": (
        "the target does not keep up with the rate, and times grow as long as it lasts"
    ),
    "never_finished": "operations never finished",
    "carries_every_rate": "it carries every rate that was tried",
    "carries_no_rate": "it carries no rate that was tried",
}


@dataclass(frozen=True)
class Missing:
    """A reason. `told`: the Point's own reason, or the name of the response."""

    kind: MissingKind
    told: str = ""

    @property
    def words(self) -> str:
        """The reason as a phrase."""
        return WORDS[self.kind].format(told=self.told)
