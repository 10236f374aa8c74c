"""What a verb that measures opens so that those outside can look on: its pulse, and its metrics (`live`)."""

from __future__ import annotations

import contextlib
import ipaddress
from typing import TYPE_CHECKING

from plimsoll import live
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.execute import Stop


@contextlib.contextmanager
def seen(kind: str, stop: Stop, metrics: str | None = None) -> Iterator[None]:
    """While this is open every Run and everything that a meter is told can be seen from outside. It costs a Run nothing.

    `metrics` is where to serve them, as typed. Raises what is wrong with that, before anything is measured.
    """
    from plimsoll.execute import watched_by
    from plimsoll.live.pulse_writer import beating

    state = live.State(kind, stopping=lambda: stop.asked)
    with contextlib.ExitStack() as stack:
        if metrics is not None:
            from plimsoll.live.metrics import address, served

            asked = address(metrics)
            url = stack.enter_context(served(state, asked))
            open_to = "" if _is_here(asked[0]) else " to everybody who reaches it: there is no password"
            screen.note(f"metrics at {url}{open_to}")
        stack.enter_context(live.heard_by(state))
        stack.enter_context(watched_by(state))
        stack.enter_context(beating(state, screen.note))
        yield


def _is_here(host: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
