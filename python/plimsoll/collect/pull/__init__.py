"""Systems whose counters are polled, as JSON lines for `--collect`: `plimsoll collect NAME:SERVER`.
Features provide them.

A system gives names and numbers with the time at which they were valid, and None for missing
values.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Protocol, cast

from plimsoll.base.feature import SourceEntry, systems


class SourceModule(Protocol):
    """The module of a system."""

    def values(
        self, server: str, wanted: re.Pattern[str] | None
    ) -> Iterator[dict[str, float | None]]:
        """Names and numbers without end; only names that match `wanted`."""

    def is_unverified(self, server: str) -> bool:
        """Whether the certificate of this server is not checked."""


class System(SourceEntry):
    """A system whose counters are polled."""

    def values(
        self, server: str, wanted: re.Pattern[str] | None
    ) -> Iterator[dict[str, float | None]]:
        """See Ask."""
        return self._module.values(server, wanted)

    def is_unverified(self, server: str) -> bool:
        """See Ask."""
        return self._module.is_unverified(server)

    @property
    def _module(self) -> SourceModule:
        module: SourceModule = cast("Any", import_module(self.module))
        return module


SYSTEMS = tuple(System(*entry) for entry in systems())
"""The systems of all features."""


def find_system(name: str) -> System | None:
    """The system of this name."""
    return next((system for system in SYSTEMS if system.name == name), None)
