"""What `plimsoll campaign label` and `delete` print, a shape of `plimsoll.campaign/1`: what is said
of a campaign now, and where it is."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from plimsoll.closed import Closed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.store import Labels
    from plimsoll.store.labels import Note as Kept


class Note(Closed):
    """Something that was noted."""

    at: str = Field(description="The time of day, ISO 8601 with its offset from UTC.")
    text: str = Field(description="Its words.")


class CampaignLabels(Closed):
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


def document(
    store: Path,
    campaign: int,
    name: str,
    labels: Labels,
    notes: Sequence[Kept],
) -> CampaignLabels:
    """The document of a campaign."""
    return CampaignLabels(
        store=str(store),
        campaign=campaign,
        name=name,
        tags=list(labels.tags),
        notes=[Note(at=_at(one.at_ns), text=one.text) for one in notes],
        archived=labels.archived,
        baseline=labels.baseline,
    )


def _at(at_ns: int) -> str:
    return datetime.fromtimestamp(at_ns / 1e9, UTC).isoformat(timespec="seconds")
