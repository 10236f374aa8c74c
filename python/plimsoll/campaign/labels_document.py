"""The document that `plimsoll campaign label` and `delete` print: what is said of a campaign now,
and where it is."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from plimsoll import documents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.store import Labels
    from plimsoll.store.labels import Note as Kept


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Note(_Strict):
    """Something that was noted."""

    at: str = Field(description="The time of day, ISO 8601 with its offset from UTC.")
    text: str = Field(description="Its words.")


class Said(_Strict):
    """What is said of a campaign, and in which store it is."""

    document: Literal["plimsoll.campaign_labels/1"] = Field(
        alias="schema", description="The document's name."
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
    deleted: bool = Field(
        description="Whether it was moved there just now, out of the store that was named."
    )


def document(
    store: Path,
    campaign: int,
    name: str,
    labels: Labels,
    notes: Sequence[Kept],
    *,
    deleted: bool = False,
) -> Said:
    """The document of a campaign."""
    return Said(
        document="plimsoll.campaign_labels/1",
        store=str(store),
        campaign=campaign,
        name=name,
        tags=list(labels.tags),
        notes=[Note(at=_at(one.at_ns), text=one.text) for one in notes],
        archived=labels.archived,
        baseline=labels.baseline,
        deleted=deleted,
    )


def _at(at_ns: int) -> str:
    return datetime.fromtimestamp(at_ns / 1e9, UTC).isoformat(timespec="seconds")


def schema() -> documents.JsonSchema:
    """The JSON schema of the document."""
    return documents.of_model(Said)
