"""Collects from a command that prints JSON lines, in a process group of its own.

A thread reads the output, stamps it and passes it to the intake. Reading is limited: lines have a
maximum length; above a number of lines per second they are only counted; above a number of bytes
the pipe stays full, so that a flood blocks at its source instead of taking processor time from the
measurement. Data that waited in a full pipe is dropped, because its stamps would be wrong.

The command is not reaped (wait(2)) before its group has been killed, since until then the kernel
does not reuse its number (credentials(7)).
"""

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from plimsoll.base.posix import fcntl, termios
from plimsoll.collect import lines
from plimsoll.collect.intake import MOST_VALUES_PER_S, SECOND_NS, Intake, shorten
from plimsoll.collect.messages import message
from plimsoll.collect.source import Source

LONGEST_LINE = 1 << 18
"""In bytes; room for about 200 names."""
MOST_PARSED_PER_S = 2 << 20
"""In bytes; about 30 ms of a processor."""
MOST_READ_PER_S = 16 << 20
"""In bytes."""
POLITE_S = 1.0
"""Time from SIGTERM to SIGKILL."""
_CHUNK = 1 << 16
_POLL_S = 0.02
# Time that a process may take to exit after its output has ended.
_EXITS_WITHIN_S = 0.5
_STDERR_BYTES = 1000
_PR_SET_CHILD_SUBREAPER = 36


class Command:
    """A command that is `start`ed and `end`ed. `ended` says how it ended early, None while it
    runs."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.intake = Intake()
        self.ended: str | None = None
        """Why it ended, if before `end`."""
        self.ended_ns: int | None = None
        """When, on CLOCK_MONOTONIC."""
        self._process: subprocess.Popen[bytes] | None = None
        self._end_requested = threading.Event()
        self._lock = threading.Lock()
        self._gone = False
        self._wakeup, self._wake = socket.socketpair()
        self._thread: threading.Thread | None = None
        self._stderr = b""
        self._reader = _Reader(self.intake)

    def start(self) -> None:
        """Starts the command. If that fails, `ended` says why; nothing is raised."""
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", self.source.asked],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=_with_own_path(os.environ),
                # A session of its own: the terminal's Ctrl-C does not reach it, and its whole group
                # can be killed.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self.ended_ns = time.monotonic_ns()
            self.ended = message("not-started", why=getattr(error, "strerror", None) or error)
            self._forget()
            return
        self._thread = threading.Thread(target=self._run, name="plimsoll-collect", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Requests the end and returns at once; `join` waits for it."""
        self._end_requested.set()
        with self._lock:
            if not self._gone:
                self._wake.send(b"x")

    def join(self, timeout_s: float) -> None:
        """Waits for the end, then kills the command if it is still there."""
        if self._thread is not None:
            self._thread.join(timeout_s)
            if self._thread.is_alive():
                self.kill()
                self._thread.join(_EXITS_WITHIN_S)

    def kill(self) -> None:
        """Kills the command at once."""
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
            self._stderr = message("reading-failed", why=error).encode()
        early, ended_ns = not self._end_requested.is_set(), time.monotonic_ns()
        code = self._bury(process, pipes)
        if early:
            self.ended_ns = ended_ns
            self.ended = _words(code, self._stderr)

    def _read(self, out: int, err: int) -> None:
        """Reads until the output ends or `end` is called. A command that closes its output has
        ended."""
        poller = select.poll()
        for descriptor in (out, err, self._wakeup.fileno()):
            poller.register(descriptor, select.POLLIN)
        over = False
        while not (over or self._end_requested.is_set()):
            pause_s = self._reader.pause_s(time.monotonic_ns())
            if pause_s > 0:
                if self._end_requested.wait(pause_s):
                    return
                self._reader.resume(out)
            for descriptor, _ in poller.poll():
                if descriptor == self._wakeup.fileno():
                    return
                data, t_ns = os.read(descriptor, _CHUNK), time.monotonic_ns()
                if not data:
                    poller.unregister(descriptor)
                    over = over or descriptor == out
                elif descriptor == out:
                    self._reader.feed(data, t_ns)
                else:
                    self._reader.read(len(data), t_ns)
                    self._stderr = (self._stderr + data)[-_STDERR_BYTES:]
        self._reader.last(time.monotonic_ns())

    def _bury(self, process: subprocess.Popen[bytes], pipes: tuple[int, int]) -> int:
        """Ends the process group with SIGTERM, then SIGKILL after a second, and reaps it. Returns
        the exit code."""
        # A command whose output has ended is about to exit, and should do so with its own code.
        _wait(
            lambda: _exit_code(process.pid) is not None or self._end_requested.is_set(),
            _EXITS_WITHIN_S,
        )
        if _exit_code(process.pid) is None or not _are_closed(pipes):
            _signal(process.pid, signal.SIGTERM)
            _wait(lambda: _exit_code(process.pid) is not None and _are_closed(pipes), POLITE_S)
        # Always, since its children may still run.
        _signal(process.pid, signal.SIGKILL)
        while (code := _exit_code(process.pid)) is None:
            time.sleep(_POLL_S)
        # The last error output is still in the pipe.
        os.set_blocking(pipes[1], False)
        with contextlib.suppress(OSError):
            self._stderr = (self._stderr + os.read(pipes[1], _CHUNK))[-_STDERR_BYTES:]
        self._forget()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        return code

    def _forget(self) -> None:
        """Reaps the process. After that its number must not be signalled, nor its thread woken."""
        with self._lock:
            self._gone = True
            if self._process is not None:
                _reap_group(self._process.pid)
                self._process.wait()
            self._wakeup.close()
            self._wake.close()


class _Reader:
    """Splits output into lines and passes them to the intake, within the limits."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._part = b""
        self._skipping = False
        self._second_ns = 0
        self._lines = self._parsed = self._read = 0

    def read(self, size: int, t_ns: int) -> None:
        """Counts bytes of output or error output."""
        if t_ns - self._second_ns >= SECOND_NS:
            self._second_ns, self._lines, self._parsed, self._read = t_ns, 0, 0, 0
        self._read += size

    def feed(self, data: bytes, t_ns: int) -> None:
        """Takes output that arrived at this time."""
        self.read(len(data), t_ns)
        if self._over():
            self._skip(data)
            return
        *whole, self._part = (self._part + data).split(b"\n")
        if self._skipping and whole:
            # The rest of a line whose beginning was dropped.
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
                bad=message("line-too-long", most=LONGEST_LINE >> 10, text=_text(self._part))
            )
            self._part, self._skipping = b"", True

    def last(self, t_ns: int) -> None:
        """Takes the last line after the end of the output, with or without a newline."""
        if self._part and not self._skipping:
            self._line(self._part, t_ns)
        self._part = b""

    def pause_s(self, t_ns: int) -> float:
        """How long reading must pause; 0 while below the limit."""
        if self._read < MOST_READ_PER_S:
            return 0.0
        return max(0.0, (self._second_ns + SECOND_NS - t_ns) / SECOND_NS)

    def resume(self, descriptor: int) -> None:
        """Continues reading. Drops the content of the pipe, whose age is unknown."""
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
        # A stamp in the line is used if plausible: after the start of this machine and not after
        # the arrival.
        stamp = found.stamp_ns
        self._intake.values(
            stamp if stamp is not None and 0 < stamp <= t_ns else t_ns, found.pairs, arrived_ns=t_ns
        )


def _exit_code(pid: int) -> int | None:
    """The exit code of a child, as `subprocess` counts it; None while it runs. Does not reap it."""
    status = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if status is None:
        return None
    return status.si_status if status.si_code == os.CLD_EXITED else -status.si_status


def _are_closed(pipes: tuple[int, int]) -> bool:
    """Whether all writers have closed these pipes."""
    poller = select.poll()
    for pipe in pipes:
        poller.register(pipe, 0)
    return sum(bool(event & select.POLLHUP) for _, event in poller.poll(0)) == len(pipes)


def _wait(done: Callable[[], bool], limit_s: float) -> None:
    until = time.monotonic() + limit_s
    while not done() and time.monotonic() < until:
        time.sleep(_POLL_S)


def adopt(wanted: bool) -> None:
    """Makes this process the parent of orphaned descendants, or ends that (prctl(2)).

    Otherwise init gets the children of the shell, and in containers it often reaps nobody. Without
    this call in the kernel nothing changes.
    """
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, int(wanted), 0, 0, 0)


def _reap_group(group: int) -> None:
    """Reaps all processes of a killed group."""
    until = time.monotonic() + _EXITS_WITHIN_S
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < until:
            if os.waitid(os.P_PGID, group, os.WEXITED | os.WNOHANG) is None:
                time.sleep(_POLL_S)


def _signal(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _words(code: int, stderr: bytes) -> str:
    said = shorten(_text(stderr[-400:]))
    suffix = "-and-said" if said else ""
    if code >= 0:
        return message(f"ended-early-code{suffix}", code=code, text=said)
    name = signal.Signals(-code).name
    return message(f"ended-early-signal{suffix}", signal=name, text=said)


def _text(data: bytes) -> str:
    return data[:1000].decode("utf-8", "replace")


def _with_own_path(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with our folder at the end of PATH, so that `plimsoll collect` is found."""
    path = environment.get("PATH", os.defpath)
    return {**environment, "PATH": f"{path}{os.pathsep}{Path(sys.executable).parent}"}
