"""What a verb that measures opens so that those outside can look on: its pulse (`live`)."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from plimsoll import live
from plimsoll.cli import _screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.execute import Stop


@contextlib.contextmanager
def seen(kind: str, stop: Stop) -> Iterator[None]:
    """While this is open every Run and everything that a meter is told can be seen from outside. It costs a Run nothing."""
    from plimsoll.execute import watched_by
    from plimsoll.live.beating import beating

    state = live.State(kind, stopping=lambda: stop.asked)
    with live.heard_by(state), watched_by(state), beating(state, _screen.note):
        yield
