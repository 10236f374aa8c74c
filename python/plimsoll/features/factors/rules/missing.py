"""Reasons why a Run of a factor study has no response, or only a bound: codes and their words."""

from dataclasses import dataclass
from typing import Literal

from plimsoll.features.factors.messages import message

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


@dataclass(frozen=True)
class Missing:
    """A reason. `told`: the Point's own reason, or the name of the response."""

    kind: MissingKind
    told: str = ""

    @property
    def words(self) -> str:
        """The reason as a phrase."""
        return message(f"missing-{self.kind}", told=self.told)
