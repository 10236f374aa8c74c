"""Writes the pulse of this process while it measures: at most twice a second, in a thread of its
own, gone at the end.

It takes part in nothing: the loop that issues operations is native and holds no interpreter lock,
the thread that polls it only appends to a list. What goes wrong here is told once, and never ends
the Run. Cost on the machine where it was measured (2 cores at 2.1 GHz): 0.2 ms of processor time
per beat with 120 intervals, and 0.5 ms for each new interval, nearly all of it to read its
distribution; with intervals of one second two tenths of a percent of one core.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import process
from plimsoll.live import runtime_dir

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from plimsoll.live.state import State

EVERY_S = 0.5
"""Between two beats at least."""
AGAIN_S = 10.0
"""After which it is tried again when it could not be written."""


@contextlib.contextmanager
def beating(
    state: State, tell: Callable[[str], None], *, every_s: float = EVERY_S, again_s: float = AGAIN_S
) -> Iterator[None]:
    """Keeps the pulse written while this is open. `tell` hears, once, why there is none."""
    end = threading.Event()
    thread = threading.Thread(
        target=_beat, args=(state, tell, end, every_s, again_s), name="plimsoll-pulse", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        end.set()
        # It is never long under way; a folder that hangs must not hold the answer.
        thread.join(2.0)


def _beat(
    state: State, tell: Callable[[str], None], end: threading.Event, every_s: float, again_s: float
) -> None:
    told = False
    while not end.is_set():
        try:
            _write(state, end, every_s)
        except Exception as error:  # noqa: BLE001  # nothing of this may end a Run
            if not told:
                told = True
                with contextlib.suppress(Exception):
                    tell(
                        f"no live view of this from outside: {error}; what is measured is not"
                        " affected"
                    )
            if not isinstance(error, OSError):
                return
            # The folder of a session goes with it and comes again with the next, and what is full
            # may have room later.
            end.wait(again_s)


def _write(state: State, end: threading.Event, every_s: float) -> None:
    """Writes it until the end. Raises OSError when it cannot be written."""
    name = None
    with runtime_dir.to_write(_in_memory) as folder:
        _tidy(folder)
        try:
            seen = -1
            while not end.wait(every_s):
                if state.version == seen:
                    continue
                seen = state.version
                called = f"{runtime_dir.store_key(state.file)}-{os.getpid()}.json"
                runtime_dir.write(folder, called, state.text().encode())
                if name not in (None, called):
                    runtime_dir.remove(folder, str(name))
                name = called
        finally:
            if name is not None:
                runtime_dir.remove(folder, name)


def _tidy(folder: int) -> None:
    """Removes what processes left here that were killed."""
    for name in runtime_dir.names(folder):
        try:
            by = str(json.loads(runtime_dir.content(folder, name))["writer"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
        if not process.is_alive(by):
            runtime_dir.remove(folder, name)


def _in_memory(path: Path) -> bool:
    from plimsoll.native import session as execute

    system = execute.chain(str(path))["file_system"]
    return bool(system and system["memory_backed"])
