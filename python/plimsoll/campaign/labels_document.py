"""The output of `plimsoll campaign label` and `delete`, a shape of `plimsoll.campaign/1`: the
labels of a campaign, and its store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel

if TYPE_CHECKING:
    from plimsoll.store.labels import Note as NoteRow


class Note(ClosedModel):
    """Something that was noted."""

    at: str = Field(description="The time of day, ISO 8601 with its offset from UTC.")
    text: str = Field(description="Its words.")

    @staticmethod
    def of(row: NoteRow) -> Note:
        """From a row of the store."""
        at = datetime.fromtimestamp(row.at_ns / 1e9, UTC).isoformat(timespec="seconds")
        return Note(at=at, text=row.text)


class CampaignLabels(ClosedModel):
    """What is said of a campaign, and in which store it is."""

    document: Literal["plimsoll.campaign/1"] = Field(
        "plimsoll.campaign/1", alias="schema", description="The document's name."
    )
    action: Literal["label", "delete"] = Field(
        "label", description="delete: it was moved to this store just now, out of the one named."
    )
    store: str = Field(description="The store that holds the campaign now.")
    campaign: int = Field(description="Its number there.")
    name: str = Field(description="What it is called.")
    tags: list[str] = Field(description="Its tags, sorted.")
    notes: list[Note] = Field(description="Its notes, oldest first.")
    archived: bool = Field(description="Whether lists leave it out.")
    baseline: bool = Field(
        description="Whether other campaigns of its question are compared with it."
    )
