"""Marks: events that users put on a Run."""

from dataclasses import dataclass

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel


@dataclass(frozen=True)
class Mark:
    """Seconds since the start of Measure, and the words. `kind`: mark or note."""

    at_s: float
    text: str
    kind: str = "mark"


class MarkModel(ClosedModel):
    """An event that somebody put on the Run."""

    at_s: float = Field(description="Seconds since the start of Measure.")
    text: str = Field(description="Its words.")
    kind: str = Field(description="mark or note.")
