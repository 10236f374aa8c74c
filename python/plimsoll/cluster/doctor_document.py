"""What `plimsoll hosts doctor --json` prints."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


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
