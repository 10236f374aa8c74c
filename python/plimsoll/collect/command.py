"""A command that prints JSON lines, in a process group of its own.

Its thread reads what comes, stamps it and hands it in. Reading is bounded: a line has a longest
length; beyond a number of lines per second they are only counted, and beyond a number of bytes the
pipe is left full, so that a flood stops at its source instead of using the processors that measure.
What waited in a pipe is thrown away, because its stamps would be wrong.

The process that was started is not waited for (in the sense of wait(2)) before its group has been
killed: as long as it is not, the kernel gives its number to nobody else (credentials(7)).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.collect import lines
from plimsoll.collect.intake import MOST_VALUES_PER_S, SECOND_NS, Intake, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from plimsoll.collect.source import Source

LONGEST_LINE = 1 << 18
"""Bytes of a line: about 200 names with everything."""
MOST_PARSED_PER_S = 2 << 20
"""Bytes per second that are taken apart: about 30 ms of a processor."""
MOST_READ_PER_S = 16 << 20
"""Bytes per second that are read at all."""
POLITE_S = 1.0
"""From SIGTERM to SIGKILL."""
_CHUNK = 1 << 16
_LOOK_S = 0.02
# How long an end that is under way may take before we think otherwise.
_WITHIN_S = 0.5
_COMPLAINT = 1000
_PR_SET_CHILD_SUBREAPER = 36


class Command:
    """A command under way. `start` it, `end` it; what it became stands in `ended` (none while it
    runs)."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.intake = Intake()
        self.ended: str | None = None
        """Why it is over, if it ended before it was told to."""
        self.ended_ns: int | None = None
        """Since when."""
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = threading.Event()
        self._lock = threading.Lock()
        self._gone = False
        self._heard, self._wake = socket.socketpair()
        self._thread: threading.Thread | None = None
        self._said = b""
        self._reader = _Reader(self.intake)

    def start(self) -> None:
        """Starts it. A command that cannot be started has ended; this never raises for one."""
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", self.source.asked],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=_with_us(os.environ),
                # Out of the terminal's group: Ctrl-C is ours to pass on, and nothing of it is left
                # behind.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self.ended_ns = time.monotonic_ns()
            self.ended = f"it could not be started: {getattr(error, 'strerror', None) or error}"
            self._forget()
            return
        self._thread = threading.Thread(target=self._run, name="plimsoll-collect", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Asks it to end, and returns at once; `join` waits."""
        self._asked.set()
        with self._lock:
            if not self._gone:
                self._wake.send(b"x")

    def join(self, timeout_s: float) -> None:
        """Waits until it is gone; then makes sure of it."""
        if self._thread is not None:
            self._thread.join(timeout_s)
            if self._thread.is_alive():
                self.kill()
                self._thread.join(_WITHIN_S)

    def kill(self) -> None:
        """Ends it without asking: for whoever cannot wait."""
        with self._lock:
            if self._process is not None and not self._gone:
                _signal(self._process.pid, signal.SIGKILL)

    def _run(self) -> None:
        process = self._process
        assert process is not None
        assert process.stdout is not None
        assert process.stderr is not None
        pipes = process.stdout.fileno(), process.stderr.fileno()
        try:
            self._read(*pipes)
        except Exception as error:  # noqa: BLE001  # whatever it was, it costs this collector's data only
            self._said = f"reading it failed: {error}".encode()
        early, ended_ns = not self._asked.is_set(), time.monotonic_ns()
        code = self._bury(process, pipes)
        if early:
            self.ended_ns = ended_ns
            self.ended = _words(code, self._said)

    def _read(self, out: int, err: int) -> None:
        """Until its output ends, or we are asked to. Whoever closes its output and stays has ended
        too."""
        poller = select.poll()
        for descriptor in (out, err, self._heard.fileno()):
            poller.register(descriptor, select.POLLIN)
        over = False
        while not (over or self._asked.is_set()):
            pause_s = self._reader.pause_s(time.monotonic_ns())
            if pause_s > 0:
                if self._asked.wait(pause_s):
                    return
                self._reader.resume(out)
            for descriptor, _ in poller.poll():
                if descriptor == self._heard.fileno():
                    return
                data, t_ns = os.read(descriptor, _CHUNK), time.monotonic_ns()
                if not data:
                    poller.unregister(descriptor)
                    over = over or descriptor == out
                elif descriptor == out:
                    self._reader.feed(data, t_ns)
                else:
                    self._reader.read(len(data), t_ns)
                    self._said = (self._said + data)[-_COMPLAINT:]
        self._reader.last(time.monotonic_ns())

    def _bury(self, process: subprocess.Popen[bytes], pipes: tuple[int, int]) -> int:
        """Ends whatever is left of its group, and reaps it: SIGTERM, and SIGKILL a second later.
        Its exit code."""
        # One whose output has ended is about to end: that it was ended by us would be the wrong
        # story.
        _wait(lambda: _exit_code(process.pid) is not None or self._asked.is_set(), _WITHIN_S)
        if _exit_code(process.pid) is None or not _are_closed(pipes):
            _signal(process.pid, signal.SIGTERM)
            _wait(lambda: _exit_code(process.pid) is not None and _are_closed(pipes), POLITE_S)
        # Always: its children may have stayed.
        _signal(process.pid, signal.SIGKILL)
        while (code := _exit_code(process.pid)) is None:
            time.sleep(_LOOK_S)
        # What it said last is still in the pipe.
        os.set_blocking(pipes[1], False)
        with contextlib.suppress(OSError):
            self._said = (self._said + os.read(pipes[1], _CHUNK))[-_COMPLAINT:]
        self._forget()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        return code

    def _forget(self) -> None:
        """From here on nobody may signal its number, or wake its thread."""
        with self._lock:
            self._gone = True
            if self._process is not None:
                _reap_group(self._process.pid)
                self._process.wait()
            self._heard.close()
            self._wake.close()


class _Reader:
    """Bytes into lines into the intake, within the bounds."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._part = b""
        self._skipping = False
        self._second_ns = 0
        self._lines = self._parsed = self._read = 0

    def read(self, size: int, t_ns: int) -> None:
        """Counts what was read at this instant, of output or of complaints."""
        if t_ns - self._second_ns >= SECOND_NS:
            self._second_ns, self._lines, self._parsed, self._read = t_ns, 0, 0, 0
        self._read += size

    def feed(self, data: bytes, t_ns: int) -> None:
        """Takes what came at this instant."""
        self.read(len(data), t_ns)
        if self._over():
            self._skip(data)
            return
        *whole, self._part = (self._part + data).split(b"\n")
        if self._skipping and whole:
            # The rest of a line whose beginning was not kept.
            del whole[0]
            self._skipping = False
        for number, line in enumerate(whole):
            if self._over():
                self._intake.count(over_rate=len(whole) - number)
                break
            self._line(line, t_ns)
        if self._skipping:
            self._part = b""
        elif len(self._part) > LONGEST_LINE:
            self._intake.count(
                bad=f"a line of more than {LONGEST_LINE >> 10} KiB: {_text(self._part)}"
            )
            self._part, self._skipping = b"", True

    def last(self, t_ns: int) -> None:
        """Its output has ended: a line without an end is a line all the same."""
        if self._part and not self._skipping:
            self._line(self._part, t_ns)
        self._part = b""

    def pause_s(self, t_ns: int) -> float:
        """How long nothing is read any more; 0 while there is room."""
        if self._read < MOST_READ_PER_S:
            return 0.0
        return max(0.0, (self._second_ns + SECOND_NS - t_ns) / SECOND_NS)

    def resume(self, descriptor: int) -> None:
        """Reading goes on: what waited in the pipe is old, and nobody can tell how old."""
        self._intake.count(held_back=True)
        waiting = int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), "little")
        while waiting > 0:
            data = os.read(descriptor, min(waiting, _CHUNK))
            if not data:
                break
            waiting -= len(data)
            self._skip(data)
        self._read = 0

    def _over(self) -> bool:
        return self._lines >= MOST_VALUES_PER_S or self._parsed >= MOST_PARSED_PER_S

    def _skip(self, data: bytes) -> None:
        self._intake.count(over_rate=data.count(b"\n"))
        self._part, self._skipping = b"", not data.endswith(b"\n")

    def _line(self, line: bytes, t_ns: int) -> None:
        self._lines += 1
        self._parsed += len(line)
        if not line.strip():
            return
        try:
            found = lines.parse(line)
        except ValueError as error:
            self._intake.count(bad=f"{error}: {_text(line)}")
            return
        if found.not_numbers:
            self._intake.count(not_numbers=found.not_numbers)
        # A stamp of its own is believed when it can be: not later than its arrival, not before this
        # machine started.
        stamp = found.stamp_ns
        self._intake.values(
            stamp if stamp is not None and 0 < stamp <= t_ns else t_ns, found.pairs, arrived_ns=t_ns
        )


def _exit_code(pid: int) -> int | None:
    """How a child ended, as `subprocess` counts it; none while it runs. It is not reaped by
    that."""
    status = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if status is None:
        return None
    return status.si_status if status.si_code == os.CLD_EXITED else -status.si_status


def _are_closed(pipes: tuple[int, int]) -> bool:
    """Whether nobody holds the other ends any more."""
    poller = select.poll()
    for pipe in pipes:
        poller.register(pipe, 0)
    return sum(bool(event & select.POLLHUP) for _, event in poller.poll(0)) == len(pipes)


def _wait(done: Callable[[], bool], limit_s: float) -> None:
    until = time.monotonic() + limit_s
    while not done() and time.monotonic() < until:
        time.sleep(_LOOK_S)


def adopt(wanted: bool) -> None:
    """Makes this process the parent of what its children leave behind, or gives that up (prctl(2)).

    Without it a child of the shell would be left to init, and in a container init often reaps
    nobody. Where the kernel has no such call nothing is changed.
    """
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, int(wanted), 0, 0, 0)


def _reap_group(group: int) -> None:
    """Takes leave of everybody in a group that was killed."""
    until = time.monotonic() + _WITHIN_S
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < until:
            if os.waitid(os.P_PGID, group, os.WEXITED | os.WNOHANG) is None:
                time.sleep(_LOOK_S)


def _signal(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _words(code: int, said: bytes) -> str:
    how = f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
    complaint = shortened(_text(said[-400:]))
    return f"it ended early ({how})" + (f": {complaint}" if complaint else "")


def _text(data: bytes) -> str:
    return data[:1000].decode("utf-8", "replace")


def _with_us(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment, in which `plimsoll collect` is found last where it is installed in a folder
    of its own."""
    path = environment.get("PATH", os.defpath)
    return {**environment, "PATH": f"{path}{os.pathsep}{Path(sys.executable).parent}"}
