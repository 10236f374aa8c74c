"""Systems that are asked for their counters, as JSON lines for `--collect`: `plimsoll collect
NAME:SERVER`. Features bring them.

One that is asked gives names and numbers with the time at which they were valid, and None for a
value that the system says is missing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from plimsoll.base.feature import SourceEntry, features

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator


class SourceModule(Protocol):
    """What the module of such a system has."""

    def values(
        self, server: str, wanted: re.Pattern[str] | None
    ) -> Iterator[dict[str, float | None]]:
        """Names and numbers for as long as they are taken; only those in whose name `wanted` is
        found."""

    def unverified(self, server: str) -> bool:
        """Whether the certificate of this server is not checked."""


class System(SourceEntry):
    """A system."""

    def values(
        self, server: str, wanted: re.Pattern[str] | None
    ) -> Iterator[dict[str, float | None]]:
        """See SourceModule."""
        return self._module.values(server, wanted)

    def unverified(self, server: str) -> bool:
        """See SourceModule."""
        return self._module.unverified(server)

    @property
    def _module(self) -> SourceModule:
        return cast("SourceModule", import_module(self.module))


SYSTEMS = tuple(System(**vars(entry)) for one in features() for entry in one.sources)
"""Every such system: features bring them."""


def named(name: str) -> System | None:
    """The system of this name."""
    return next((one for one in SYSTEMS if one.name == name), None)
