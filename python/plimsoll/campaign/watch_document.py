"""How a campaign that was watched ended: the document `plimsoll.watched/1`, the last line of
`plimsoll watch --json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from plimsoll import documents

if TYPE_CHECKING:
    from plimsoll.store import Store

SCHEMA = "plimsoll.watched/1"


class Watched(BaseModel):
    """How it ended."""

    model_config = ConfigDict(extra="forbid")
    schema_: str = Field(SCHEMA, alias="schema")
    store: str = Field(description="where it is kept")
    campaign: int = Field(description="its number there")
    kind: str = Field(description="run, find, demo, campaign, limits, check, grid")
    state: Literal["running", "interrupted", "finished"] = Field(
        description="interrupted: its process ended before it had an answer"
    )
    runs: int = Field(description="Runs that have a record")
    outcomes: dict[str, int] = Field(description="those Runs, by outcome")
    result: dict[str, object] | None = Field(
        description="of a finished one: what its command keeps as its answer"
    )


def of(store: Store, number: int) -> Watched:
    """The end of this campaign of the store."""
    row = store.campaign(number)
    assert row is not None, "it was found in this store"
    outcomes = [run.outcome for run in store.runs(number) if run.outcome is not None]
    return Watched(
        schema=SCHEMA,
        store=str(store.path),
        campaign=number,
        kind=row.kind,
        state=row.state if row.state in ("running", "finished") else "interrupted",
        runs=len(outcomes),
        outcomes={name: outcomes.count(name) for name in dict.fromkeys(outcomes)},
        result=row.result,
    )


def schema() -> documents.JsonSchema:
    """The JSON schema of the document."""
    return documents.of_model(Watched, SCHEMA)
