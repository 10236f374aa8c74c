"""`plimsoll.done/1`: what a command did that measures nothing: put a mark, put back what a policy
had set, took hosts down. One document, told apart by `did`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plimsoll.cluster.bringing import Came
    from plimsoll.policy.applying import PutBack
    from plimsoll.policy.journal import Chain

SCHEMA: Literal["plimsoll.done/1"] = "plimsoll.done/1"


class Marked(TypedDict):
    """An event that was put on a Run or on a campaign."""

    schema: Literal["plimsoll.done/1"]
    did: Literal["mark"]
    kind: Literal["mark", "note"]
    """mark: of a Run; note: of a campaign."""
    run: int | None
    """The Run; null for what is put on a campaign."""
    campaign: int | None
    """The campaign; null for a Run outside any."""
    at: str
    """The time of day, ISO 8601 with its offset from UTC."""
    text: str


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
    """What was put back of a policy, and what was not."""

    schema: Literal["plimsoll.done/1"]
    did: Literal["policy_remove"]
    file: str
    items: list[RemovedItem]


class HostDown(TypedDict):
    """A host on which something was made. `because`: why it is not down; null where it is."""

    name: str
    down: bool
    processes_ended: int
    removed: list[str]
    left: list[str]
    because: str | None


class HostsDown(TypedDict):
    """What was ended and removed on hosts, and what is left since it is not ours."""

    schema: Literal["plimsoll.done/1"]
    did: Literal["hosts_down"]
    hosts: list[HostDown]


Done = Marked | PolicyRemoved | HostsDown


def policy_removed(file: str, came: PutBack) -> PolicyRemoved:
    """What became of each item of a policy."""
    items = [_item(chain, "put_back") for chain in came.done]
    items += [_item(chain, "kept", needed_by=files) for chain, files in came.kept]
    items += [_item(chain, "forgotten") for chain in came.forgotten]
    items += [_item(chain, "changed_by_others", now=now) for chain, now in came.changed]
    items += [_item(chain, "failed", error=str(error)) for chain, error in came.failed]
    return {"schema": SCHEMA, "did": "policy_remove", "file": file, "items": items}


def _item(
    chain: Chain,
    step: Step,
    now: dict[str, str] | None = None,
    error: str | None = None,
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


def hosts_down(came: Iterable[Came]) -> HostsDown:
    """What became of each host."""
    hosts: list[HostDown] = [
        {
            "name": one.name,
            "down": one.failure is None,
            "processes_ended": one.stopped,
            "removed": list(one.removed),
            "left": list(one.left),
            "because": one.failure.why if one.failure else None,
        }
        for one in came
    ]
    return {"schema": SCHEMA, "did": "hosts_down", "hosts": hosts}
