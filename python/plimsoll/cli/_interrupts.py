"""Ctrl-C from the first instruction to the last: it is obeyed, and what was begun is put in order.

Three stretches of the life of a command:

1. Nothing has been done yet (`__main__`): SIGINT ends the process as it does any other. The
   command's launcher holds it back until then, since Python, while it starts, would answer it with
   a traceback or lose it.
2. A verb is at work (`raising`): KeyboardInterrupt, so that files that are half written go. An
   exception can be lost on its way, in a callback from C or in a library that catches everything;
   so it is noted as well, and raised again until `main` has heard of it.
3. Something is measured (`_stopping`): it is a wish that the Run under way sees. A wish from before
   is heard there too.

SIGTERM, a polite request to end, is taken as Ctrl-C is.

What SIGINT was when we were started does not matter: a shell without job control starts what is
followed by & with Ctrl-C ignored, and who sends SIGINT to a process means it.
"""

from __future__ import annotations

import contextlib
import functools
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType

from plimsoll.base import posix

AGAIN_S = 1.0
"""How long an interrupt may stay unheard before it is raised again: longer than anything takes to
put itself in order."""

_asked = False


@contextlib.contextmanager
def raising() -> Iterator[None]:
    """While this is open SIGINT and SIGTERM raise KeyboardInterrupt, and go on to do so until it
    has come out of here."""
    global _asked  # noqa: PLW0603  # a process has one SIGINT
    _asked = False
    before = {
        number: signal.signal(number, _raise)
        for number in posix.signals("SIGINT", "SIGTERM", "SIGALRM")
    }
    told = sys.unraisablehook
    sys.unraisablehook = functools.partial(_tell_unraisable, told)
    try:
        yield
        check()
    except Exception as error:
        # An extension that was interrupted while it was loaded says that it could not be, and
        # pydantic that it could not build a type.
        if isinstance(error, ImportError) or type(error).__name__ == "SchemaError":
            check()
        raise
    finally:
        _raise_again_in(0)
        for number, handler in before.items():
            signal.signal(number, handler)
        # The traceback keeps an object whose constructor was interrupted until after this.
        if not _asked:
            sys.unraisablehook = told


def check() -> None:
    """Raises KeyboardInterrupt when somebody asked and was not heard."""
    if _asked:
        raise KeyboardInterrupt


def _tell_unraisable(
    told: Callable[[sys.UnraisableHookArgs], object], lost: sys.UnraisableHookArgs
) -> None:
    """Says nothing of a KeyboardInterrupt that was lost, in a callback of the import machinery,
    say: it is raised again. Nor of a destructor that fails after an interrupt: its object, such as
    an event loop, was interrupted in its constructor and lacks attributes."""
    destructor = getattr(lost.object, "__name__", "") == "__del__"
    if not (issubclass(lost.exc_type, KeyboardInterrupt) or (_asked and destructor)):
        told(lost)


def _raise(_number: int, _frame: FrameType | None) -> None:
    global _asked  # noqa: PLW0603
    _asked = True
    _raise_again_in(AGAIN_S)
    raise KeyboardInterrupt


def _raise_again_in(seconds: float) -> None:
    """0: not at all. Without timers that are signals an interrupt is raised once."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
