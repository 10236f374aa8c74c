"""Ctrl-C (and a polite kill) as a wish that the Run under way sees: it ends cleanly and is kept.

A second Ctrl-C does not wait any longer.
"""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from plimsoll.base import posix
from plimsoll.base.errors import PlimsollError
from plimsoll.cli import _interrupts
from plimsoll.native.session import Stop


@contextlib.contextmanager
def stopping() -> Iterator[Stop]:
    """While this is open, SIGINT, SIGTERM and SIGHUP ask the `Stop` that it gives.

    Where something else than a person stopped the work (what was measured could not be kept), that
    is raised at the end, when what is known by then was told.
    """
    stop = Stop()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if stop.is_requested:
            raise KeyboardInterrupt
        stop.request()

    # A terminal that goes away ends the work as Ctrl-C does, unless it was told not to (nohup).
    hang_up = [
        number
        for number in posix.signals("SIGHUP")
        if signal.getsignal(number) is not signal.SIG_IGN
    ]
    asked = (*posix.signals("SIGINT", "SIGTERM"), *hang_up)
    before = {number: signal.signal(number, handle) for number in asked}
    try:
        # One that was lost before is heard now: nothing has been measured yet.
        _interrupts.check()
        yield stop
        if stop.because is not None:
            raise stop.because
    except PlimsollError:
        if stop.because is not None:
            raise stop.because from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
