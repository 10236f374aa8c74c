"""`plimsoll.policy_removed/1`: what was put back, and what was not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from plimsoll import documents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.policy.applying import PutBack
    from plimsoll.policy.journal import Chain

SCHEMA = "plimsoll.policy_removed/1"


Step = Literal["put_back", "kept", "changed_by_others", "failed", "forgotten"]


class RemovedItem(TypedDict):
    """An item that a policy had changed."""

    name: str
    kind: str
    place: dict[str, str]
    before: dict[str, str] | None
    """What was there before the first change."""
    step: Step
    now: dict[str, str] | None
    """What is there, where somebody else changed it."""
    error: str | None
    needed_by: list[str]
    """Other policy files that need it, too, for which it was kept."""


class PolicyRemoved(TypedDict):
    """The answer of remove."""

    schema: str
    file: str
    items: list[RemovedItem]


def removed(file: str, came: PutBack) -> PolicyRemoved:
    """The document."""
    items = [_item(chain, "put_back", None, None) for chain in came.done]
    items += [_item(chain, "kept", None, None, files) for chain, files in came.kept]
    items += [_item(chain, "forgotten", None, None) for chain in came.forgotten]
    items += [_item(chain, "changed_by_others", now, None) for chain, now in came.changed]
    items += [_item(chain, "failed", None, str(error)) for chain, error in came.failed]
    return {"schema": SCHEMA, "file": file, "items": items}


def _item(
    chain: Chain,
    step: Step,
    now: dict[str, str] | None,
    error: str | None,
    needed_by: Sequence[str] = (),
) -> RemovedItem:
    return {
        "name": chain.last.name,
        "kind": chain.last.kind,
        "place": chain.last.place,
        "before": chain.original,
        "step": step,
        "now": now,
        "error": error,
        "needed_by": list(needed_by),
    }


def schema() -> documents.JsonSchema:
    """The JSON schema of the document."""
    return documents.schema(SCHEMA, PolicyRemoved)
