"""Hosts that generate one load together: the core's interface to the feature that has them.

A verb that measures uses them in the place of this machine; without the feature it refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from plimsoll.base.errors import IoError, UsageError
from plimsoll.base.feature import features
from plimsoll.native.messages import message

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from plimsoll.collect import Collectors, Source
    from plimsoll.native.session import Session


class MissingHostError(IoError):
    """A host that a Point needs is not there."""


class Hosts(Protocol):
    """The joined hosts of a hosts file."""

    @property
    def names(self) -> Sequence[str]:
        """Their names in the file."""

    @property
    def open(self) -> Callable[..., Session]:
        """Opens a session over them, as `Session.open` does on this machine."""

    def first(self, count: int | None) -> Hosts:
        """The first so many of them; None: all."""

    def attend(self) -> None:
        """Checks that all of them are there. Raises MissingHostError."""

    def tell(self, collectors: Collectors) -> None:
        """Passes their telemetry to these collectors."""


class Feature(Protocol):
    """The module of the feature that has them."""

    def join_hosts(self, path: Path) -> AbstractContextManager[Hosts]:
        """Joins the hosts of a hosts file."""

    def check(self, spec: Any, path: Path | None) -> None:
        """Raises UsageError where a campaign asks for more hosts than there are. `path`: the hosts
        file, if there is one."""

    def record_hosts(
        self, hosts: Hosts, names: Iterable[str]
    ) -> tuple[Hosts, Mapping[str, object]]:
        """The hosts with the identities of these names on each of them, and the document of
        that."""

    def resume_hosts(
        self,
        hosts: Hosts,
        kept: Mapping[str, Any] | None,
        spec: Any,
        anew: Iterable[str],
        *,
        mine: bool,
    ) -> Hosts:
        """The hosts of a resumed campaign. Raises RefusedError where they differ."""

    def host_sources(self, requested: Sequence[Source], path: Path | None) -> tuple[Source, ...]:
        """Sources with the hosts that they name. Raises UsageError for a missing host."""


KEPT = "hosts"
"""Key in the document of a campaign, beside its request."""


def feature() -> Feature:
    """The feature that has hosts. Raises UsageError where this product is without it."""
    module = next((known.hosts for known in features() if known.hosts is not None), None)
    if module is None:
        raise UsageError(*message.refusal("one-machine-only"))
    found: Any = import_module(module)
    has: Feature = found
    return has
