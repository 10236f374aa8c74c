"""What `plimsoll hosts status --json` and `hosts doctor --json` print."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


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
    """`plimsoll.hosts_status/1`: is every host there?"""

    schema: Literal["plimsoll.hosts_status/1"]
    hosts: list[HostStatus]


class FactOfHosts(TypedDict):
    """A fact and what each host says of it, in the order of the hosts; null: not known there."""

    name: str
    values: list[str | int | float | None]
    weight: Literal["wrong", "look", "fine"]
    because: str


class HostsDoctor(TypedDict):
    """`plimsoll.hosts_doctor/1`: what differs between hosts, the worst first."""

    schema: Literal["plimsoll.hosts_doctor/1"]
    hosts: list[str]
    facts: list[FactOfHosts]
