"""Drives several volumes at once, each in a thread; or in a process that has joined the cgroup
where limits hold for processes. Every target is open before the first Run begins."""

import contextlib
import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from plimsoll.base import child
from plimsoll.base.errors import Interruption, IoError, PlimsollError
from plimsoll.features.policy import contender
from plimsoll.features.policy.backends.contract import BackendError
from plimsoll.features.policy.messages import message
from plimsoll.native.record import ProbeRequest, RunRecord, SessionRequest
from plimsoll.native.session import Session, Stop

Came: TypeAlias = RunRecord | PlimsollError

POLL_S = 0.1
"""Polling period for a stop request."""
JOIN_AND_EXEC = 'echo $$ > "$1" && shift && exec "$@"'
"""A shell that joins a cgroup and then becomes the process, so that all of it runs inside."""


class OtherVolumeError(BackendError):
    """The load on a volume did not start because another volume could not be driven."""

    def __init__(self) -> None:
        super().__init__(message("with-another"))


@dataclass(frozen=True)
class Contender:
    """A volume with its session and load. `joins`: file by which a process enters the limit; None
    if the limit holds for any process."""

    session: SessionRequest
    probe: ProbeRequest
    joins: Path | None = None


def drive(
    contenders: Sequence[Contender],
    open_session: Callable[[SessionRequest], Session],
    stop: Stop,
    role: str,
) -> list[Came]:
    """Drives all of them and returns each record or error. Raises Interruption after a stop
    request."""
    ended: list[Came] = [OtherVolumeError()] * len(contenders)
    ready = threading.Barrier(len(contenders))
    processes: list[subprocess.Popen[str]] = []

    def one(at: int) -> None:
        try:
            if contenders[at].joins is None:
                with open_session(contenders[at].session) as session:
                    ready.wait()
                    ended[at] = session.run(contenders[at].probe, role=role)
            else:
                ended[at] = _in_process(contenders[at], ready, role, processes)
        except PlimsollError as error:
            ended[at] = error
            ready.abort()
        except threading.BrokenBarrierError:
            pass

    threads = [
        threading.Thread(target=one, args=(at,), name="plimsoll-contender")
        for at in range(len(contenders))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(POLL_S)
            if stop.is_requested:
                ready.abort()
                _end(processes)
    for outcome in ended:
        if isinstance(outcome, Interruption):
            raise outcome
    stop.check()
    return ended


def _in_process(
    volume: Contender, ready: threading.Barrier, role: str, processes: list[subprocess.Popen[str]]
) -> RunRecord:
    words = child.command(module=contender.MODULE)
    try:
        process = subprocess.Popen(
            ["/bin/sh", "-c", JOIN_AND_EXEC, "sh", str(volume.joins), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except OSError as error:
        raise IoError(
            message("cannot-start-process", file=volume.joins, error=error.strerror)
        ) from None
    processes.append(process)
    with process:
        try:
            _send(process, {"session": volume.session, "probe": volume.probe, "role": role})
            _receive(process, volume)
            ready.wait()
            _send(process, "begin")
            record: RunRecord = _receive(process, volume)["record"]
            return record
        finally:
            _end([process])


def _send(process: subprocess.Popen[str], sent: object) -> None:
    assert process.stdin is not None
    # The missing answer reveals a process that has ended.
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(json.dumps(sent) + "\n")
        process.stdin.flush()


def _receive(process: subprocess.Popen[str], volume: Contender) -> Any:
    """The next message of the process. Raises BackendError for an error message or a closed
    pipe."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line.endswith("\n"):
        raise BackendError(message("process-ended", folder=volume.joins and volume.joins.parent))
    received = json.loads(line)
    if isinstance(received, dict) and "error" in received:
        raise BackendError(received["error"], received["what_now"])
    return received


def _end(processes: Sequence[subprocess.Popen[str]]) -> None:
    for process in processes:
        if process.poll() is None:
            process.kill()
