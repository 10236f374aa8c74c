"""Systems that are asked for their counters, as JSON lines for `--collect`: `plimsoll collect
NAME:SERVER`. ONE ENTRY PER SYSTEM.

One that is asked gives names and numbers with the time at which they were valid, and None for a
value that the system says is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator


class Ask(Protocol):
    """What the module of such a system has."""

    def values(
        self, server: str, wanted: re.Pattern[str] | None
    ) -> Iterator[dict[str, float | None]]:
        """Names and numbers for as long as they are taken; only those in whose name `wanted` is
        found."""

    def unverified(self, server: str) -> bool:
        """Whether the certificate of this server is not checked."""


@dataclass(frozen=True)
class System:
    """A system."""

    name: str
    what: str
    """What is asked, for a list."""
    example: str
    """As it is given to --collect."""

    def values(
        self, server: str, wanted: re.Pattern[str] | None
    ) -> Iterator[dict[str, float | None]]:
        """See Ask."""
        return self._module.values(server, wanted)

    def unverified(self, server: str) -> bool:
        """See Ask."""
        return self._module.unverified(server)

    @property
    def _module(self) -> Ask:
        return cast("Ask", import_module(f"plimsoll.collect.pull.{self.name}"))


SYSTEMS = (
    System(
        "vcenter",
        "a vCenter: hosts, datastores and disks of VMs, every 20 s",
        "plimsoll collect vcenter:vc.example.com --only '^vm/app01/|/datastore\\.'",
    ),
)
"""Every such system. To add one: its module here and an entry."""


def named(name: str) -> System | None:
    """The system of this name."""
    return next((one for one in SYSTEMS if one.name == name), None)
