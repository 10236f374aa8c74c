"""What a process that measures tells the outside while it does: its pulse, and its metrics.

`state.py` hears from everywhere what goes on and knows the newest intervals, `pulse.py` is the document and reads those
of others, `runtime_dir.py` is the folder in memory where it lies, `pulse_writer.py` writes it there, `metrics.py` serves the same
figures to Prometheus. The store stays the record of what was measured: a pulse is gone when its process is, and nothing
is judged from it.

`now()` is what the parts of the process tell. It is silent unless a verb that measures has opened it (`cli/_live.py`), so
that nobody who tells has to know whether anybody listens. This module loads nothing heavy: refusals stay quick.
"""

from __future__ import annotations

import contextlib
from contextvars import ContextVar
from typing import TYPE_CHECKING

from plimsoll.live.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["State", "heard_by", "now"]

_SILENT = State("nothing", listening=False)
_NOW: ContextVar[State] = ContextVar("plimsoll_live", default=_SILENT)


def now() -> State:
    """What is to be told."""
    return _NOW.get()


@contextlib.contextmanager
def heard_by(state: State) -> Iterator[State]:
    """Makes it the one that is told, while this is open."""
    before = _NOW.set(state)
    try:
        yield state
    finally:
        _NOW.reset(before)
