"""Marks: what somebody put on a Run, as the time line takes them."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field


@dataclass(frozen=True)
class Mark:
    """Seconds since the start of Measure, and the words. `kind`: mark or note."""

    at_s: float
    text: str
    kind: str = "mark"


class Strict(BaseModel):
    """A document of ours: nothing in it that its schema does not know."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class MarkModel(Strict):
    """An event that somebody put on the Run."""

    at_s: float = Field(description="Seconds since the start of Measure.")
    text: str = Field(description="Its words.")
    kind: str = Field(description="mark or note.")
