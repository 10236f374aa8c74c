"""The JSON documents `plimsoll.hosts/1` of the actions of `plimsoll hosts`, distinguished by
`action`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

if TYPE_CHECKING:
    from plimsoll.features.hosts.bringing import HostOutcome


class HostStatus(TypedDict):
    """A host of the file. Null where it did not answer."""

    name: str
    address: str
    there: bool
    version: str | None
    kernel: str | None
    processors: int | None
    clock_offset_ns: int | None
    clock_known_ns: int | None


class HostsStatus(TypedDict):
    """Whether every host is there."""

    schema: Literal["plimsoll.hosts/1"]
    action: Literal["status"]
    hosts: list[HostStatus]


class FactOfHosts(TypedDict):
    """A fact and what each host says of it, in the order of the hosts; null: not known there."""

    name: str
    values: list[str | int | float | None]
    weight: Literal["wrong", "look", "fine"]
    because: str


class HostsDoctor(TypedDict):
    """What differs between hosts, the worst first."""

    schema: Literal["plimsoll.hosts/1"]
    action: Literal["doctor"]
    hosts: list[str]
    facts: list[FactOfHosts]


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

    schema: Literal["plimsoll.hosts/1"]
    action: Literal["down"]
    hosts: list[HostDown]


def down(outcomes: Iterable[HostOutcome]) -> HostsDown:
    """The document of `hosts down`."""
    hosts: list[HostDown] = [
        {
            "name": outcome.name,
            "down": outcome.failure is None,
            "processes_ended": outcome.stopped,
            "removed": list(outcome.removed),
            "left": list(outcome.left),
            "because": outcome.failure.why if outcome.failure else None,
        }
        for outcome in outcomes
    ]
    return {"schema": "plimsoll.hosts/1", "action": "down", "hosts": hosts}
