"""What `plimsoll hosts status --json` prints."""

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
