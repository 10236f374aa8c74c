"""Drives several volumes at once: by a thread each, or, where a limit holds for a process (a
cgroup's), by a process each that has joined. Every target is open before the first Run begins.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plimsoll.base import child
from plimsoll.base.errors import Interrupted, IoError, PlimsollError
from plimsoll.features.policy import contender
from plimsoll.features.policy.backends.contract import BackendError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from plimsoll.native.model import ProbeRequest, RunRecord, SessionRequest
    from plimsoll.native.session import Session, Stop

    Came: TypeAlias = RunRecord | PlimsollError

LOOK_S = 0.1
"""Between looks at whether somebody wants to end."""
WITH_ANOTHER = "another volume could not be driven"
JOINED = 'echo $$ > "$1" && shift && exec "$@"'
"""A shell that joins a cgroup and then becomes the process: from its first instruction on that is
where it shall be."""


@dataclass(frozen=True)
class Contender:
    """A volume that is driven: by what session, with what load, and the file by which a process
    joins what limits it; none: any process is under its limit."""

    session: SessionRequest
    probe: ProbeRequest
    joins: Path | None = None


def drive(
    of: Sequence[Contender],
    open_session: Callable[[SessionRequest], Session],
    stop: Stop,
    role: str,
) -> list[Came]:
    """All at once; of one that failed what it failed of. Raises Interrupted when told to stop."""
    ended: list[Came] = [BackendError(WITH_ANOTHER)] * len(of)
    ready = threading.Barrier(len(of))
    processes: list[subprocess.Popen[str]] = []

    def one(at: int) -> None:
        try:
            if of[at].joins is None:
                ended[at] = _in_thread(of[at], open_session, ready, role)
            else:
                ended[at] = _in_process(of[at], ready, role, processes)
        except PlimsollError as error:
            ended[at] = error
            ready.abort()
        except threading.BrokenBarrierError:
            pass

    threads = [
        threading.Thread(target=one, args=(at,), name="plimsoll-contender") for at in range(len(of))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(LOOK_S)
            if stop.asked:
                ready.abort()
                _end(processes)
    if (
        interrupt := next((one for one in ended if isinstance(one, Interrupted)), None)
    ) is not None:
        raise interrupt
    stop.check()
    return ended


def _in_thread(
    of: Contender,
    open_session: Callable[[SessionRequest], Session],
    ready: threading.Barrier,
    role: str,
) -> RunRecord:
    with open_session(of.session) as session:
        ready.wait()
        return session.run(of.probe, role=role)


def _in_process(
    of: Contender, ready: threading.Barrier, role: str, processes: list[subprocess.Popen[str]]
) -> RunRecord:
    words = child.command(module=contender.MODULE)
    try:
        process = subprocess.Popen(
            ["/bin/sh", "-c", JOINED, "sh", str(of.joins), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except OSError as error:
        raise IoError(f"cannot start a process in {of.joins}: {error.strerror}") from None
    processes.append(process)
    with process:
        try:
            _tell(process, {"session": of.session, "probe": of.probe, "role": role})
            _heard(process, of)
            ready.wait()
            _tell(process, "begin")
            record: RunRecord = _heard(process, of)["record"]
            return record
        finally:
            _end([process])


def _tell(process: subprocess.Popen[str], what: object) -> None:
    assert process.stdin is not None
    # One that has ended is told by what it does not say.
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(json.dumps(what) + "\n")
        process.stdin.flush()


def _heard(process: subprocess.Popen[str], of: Contender) -> Any:
    """What it says next. Raises BackendError where that is what went wrong, or nothing."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line.endswith("\n"):
        raise BackendError(f"a process in {of.joins and of.joins.parent} ended before its Run")
    said = json.loads(line)
    if isinstance(said, dict) and "error" in said:
        raise BackendError(said["error"], said["what_now"])
    return said


def _end(processes: Sequence[subprocess.Popen[str]]) -> None:
    for process in processes:
        if process.poll() is None:
            process.kill()
