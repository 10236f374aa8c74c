"""Marks: what somebody put on a Run. As the time line takes them, and the document that `plimsoll
mark` prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from plimsoll import documents


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


class Put(Strict):
    """An event as it was put into the store."""

    document: Literal["plimsoll.mark/1"] = Field(alias="schema", description="The document's name.")
    kind: Literal["mark", "note"] = Field(description="mark: of a Run; note: of a campaign.")
    run: int | None = Field(description="The Run; null for what is put on a campaign.")
    campaign: int | None = Field(description="The campaign; null for a Run outside any.")
    at: str = Field(description="The time of day, ISO 8601 with its offset from UTC.")
    text: str = Field(description="Its words.")


def put(
    kind: Literal["mark", "note"], run: int | None, campaign: int | None, at: str, text: str
) -> dict[str, object]:
    """The document of an event that was put into the store."""
    made = Put(document="plimsoll.mark/1", kind=kind, run=run, campaign=campaign, at=at, text=text)
    return made.model_dump(by_alias=True)


def schema() -> documents.JsonSchema:
    """The JSON schema of the document."""
    return documents.of_model(Put)
