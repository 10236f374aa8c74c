"""What `plimsoll hosts down --json` prints."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from plimsoll import documents


class HostDown(TypedDict):
    """A host on which something was made. `because`: why it is not down; null where it is."""

    name: str
    down: bool
    processes_ended: int
    removed: list[str]
    left: list[str]
    because: str | None


class HostsDown(TypedDict):
    """`plimsoll.hosts_down/1`: what was ended and removed, and what is left since it is not
    ours."""

    schema: Literal["plimsoll.hosts_down/1"]
    hosts: list[HostDown]


def schema() -> documents.JsonSchema:
    """Its JSON schema."""
    return documents.schema("plimsoll.hosts_down/1", HostsDown)
