"""A collector that runs on another host: what it brings comes with what that host hands over.

Who carries it (`cluster`) puts it into the intake, with times on this machine's clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.collect.intake import Intake

if TYPE_CHECKING:
    from plimsoll.collect.source import Source


class Remote:
    """There is nothing here to start or to end: the host does both."""

    def __init__(self, source: Source) -> None:
        assert source.on is not None, "it runs on a host"
        self.source = source
        self.host = source.on
        self.intake = Intake()
        self.ended: str | None = None
        """Why it is over on its host, if it is."""
        self.ended_ns: int | None = None

    def start(self) -> None:
        """The host starts it."""

    def end(self) -> None:
        """The host ends it."""

    def join(self, timeout_s: float) -> None:
        """There is no thread to wait for."""

    def kill(self) -> None:
        """There is no process to kill."""
