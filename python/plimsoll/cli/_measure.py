"""What every verb that measures opens: the wish to end it, what those outside can see of it, and
its progress."""

from __future__ import annotations

import contextlib
import ipaddress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll import live
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plimsoll.cluster.opening import Hosts
    from plimsoll.execute import Opener, Stop


@dataclass(frozen=True)
class Measuring:
    """A verb that measures, under way. Handed to whatever it begins."""

    stop: Stop
    state: live.State
    """What those outside see of it (`live`); a session's watcher."""
    quiet: bool
    open: Opener
    """Opens a session: on this machine, or over the hosts that were named."""
    hosts: Hosts | None = None
    """Those hosts."""

    def meter(self) -> screen.Meter:
        """A meter of its progress. A context manager, to be entered when there is something to
        show."""
        return screen.Meter(quiet=self.quiet, state=self.state)


@contextlib.contextmanager
def measuring(
    kind: str, *, quiet: bool, metrics: str | None = None, hosts: Path | None = None
) -> Iterator[Measuring]:
    """While this is open Ctrl-C is a wish, and Runs and what a meter is told can be seen from
    outside. It costs a Run nothing.

    `metrics` is where to serve them, as typed; `hosts` the file of the hosts that measure. Raises
    what is wrong with those, before anything is measured.
    """
    from plimsoll.cli._stop import stopping
    from plimsoll.execute import Session
    from plimsoll.judge import run_verdict
    from plimsoll.live.pulse_writer import beating

    with contextlib.ExitStack() as stack:
        stop = stack.enter_context(stopping())
        state = live.State(kind, stopping=lambda: stop.asked, verdict=run_verdict.of)
        if metrics is not None:
            from plimsoll.live.metrics import address, served

            asked = address(metrics)
            url = stack.enter_context(served(state, asked))
            open_to = (
                "" if _is_here(asked[0]) else " to everybody who reaches it: there is no password"
            )
            screen.note(f"metrics at {url}{open_to}")
        stack.enter_context(beating(state, screen.note))
        opener: Opener = Session.open
        together: Hosts | None = None
        if hosts is not None:
            from plimsoll.cluster.opening import joined

            together = stack.enter_context(joined(hosts))
            opener = together.open
        yield Measuring(stop, state, quiet, opener, together)


def _is_here(host: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
