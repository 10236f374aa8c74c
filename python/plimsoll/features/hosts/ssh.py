"""Calls to hosts before Ray is there: OpenSSH's client with the user's configuration and keys.

Its arguments are a list, never shell text; a host's name follows `--`, and no name in a hosts file
begins with `-` (`hosts_file`). The remote command is the same constant text for every host: a
Python that reads our program and its request from standard input (`far_end`). There are no prompts
(BatchMode): a host with an unknown key is refused.
"""

import json
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

from plimsoll.features.hosts import far_end
from plimsoll.features.hosts.messages import message

LEAST_PYTHON = (3, 11)
OLD_PYTHON = "plimsoll-python-is"
BOOT = (
    "import sys;given=sys.stdin.buffer;"
    f'sys.version_info>={LEAST_PYTHON} or sys.exit("{OLD_PYTHON} "+sys.version.split()[0]);'
    'exec(compile(given.read(int(given.readline())),"far_end","exec"))'
)
"""Program on the command line of the host's Python, without characters that a shell interprets in
single quotes."""
OPTIONS = (
    "BatchMode=yes",
    "ConnectTimeout=15",
    "ServerAliveInterval=10",
    "ServerAliveCountMax=6",
    "ClearAllForwardings=yes",
    "ForwardAgent=no",
    "ForwardX11=no",
    "PermitLocalCommand=no",
    "RequestTTY=no",
)
SSH_FAILED = 255
NOT_FOUND = 127


@dataclass(frozen=True)
class Failure:
    """A failure on a host: step, reason and remedy."""

    step: str
    why: str
    now: str = ""


@dataclass(frozen=True)
class Place:
    """A host, as SSH reaches it; or this machine."""

    name: str
    address: str | None
    """None: this machine, without SSH."""
    user: str | None = None
    port: int | None = None
    python: str = "python3"
    config: str | None = None
    """An ssh configuration file in place of the user's, from the command line only."""

    def words(self) -> list[str]:
        """The command that starts Python there."""
        if self.address is None:
            return [sys.executable, "-I", "-c", BOOT]
        options = [word for option in OPTIONS for word in ("-o", option)]
        given = [
            *(["-F", self.config] if self.config else []),
            *(["-p", str(self.port)] if self.port else []),
            *(["-l", self.user] if self.user else []),
        ]
        command = f"{self.python} -I -c {shlex.quote(BOOT)}"
        return ["ssh", "-T", *options, *given, "--", self.address, command]


@dataclass
class Calls:
    """Running calls, so that an interrupt can end them."""

    under_way: list[subprocess.Popen[bytes]] = field(default_factory=list)
    over: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def call(
        self,
        place: Place,
        request: far_end.Request,
        *,
        limit_s: float,
        send: Callable[[IO[bytes]], None] | None = None,
    ) -> far_end.Answer | Failure:
        """Calls the far end; `send` writes the data after the request."""
        source = Path(far_end.__file__).read_bytes() + b"\nmain()\n"
        with self._lock:
            if self.over:
                return Failure("connect", message("interrupted"))
            try:
                process = subprocess.Popen(
                    place.words(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            except FileNotFoundError:
                return Failure("connect", message("no-ssh"), message("install-ssh"))
            self.under_way.append(process)
        timer = threading.Timer(limit_s, process.kill)
        timer.start()
        try:
            return self._answer(place, process, source, request, send, timer)
        finally:
            timer.cancel()
            self.under_way.remove(process)

    def _answer(
        self,
        place: Place,
        process: subprocess.Popen[bytes],
        source: bytes,
        request: far_end.Request,
        send: Callable[[IO[bytes]], None] | None,
        timer: threading.Timer,
    ) -> far_end.Answer | Failure:
        assert process.stdin is not None
        # Threads read its output: a full pipe would block both sides.
        output: list[bytes] = [b"", b""]
        readers = [
            threading.Thread(target=_read, args=(stream, output, at), daemon=True)
            for at, stream in enumerate((process.stdout, process.stderr))
        ]
        for reader in readers:
            reader.start()
        try:
            head = f"{len(source)}\n".encode() + source
            process.stdin.write(head + json.dumps(asdict(request)).encode() + b"\n")
            if send is not None:
                send(process.stdin)
            process.stdin.close()
        except OSError:
            # The process has ended; its output has the reason.
            pass
        code = process.wait()
        for reader in readers:
            reader.join(5.0)
        if code == -9 and timer.finished.is_set():
            return Failure(request.call, message("too-long"), message("try-again"))
        return _read_answer(place, code, output[0].decode(errors="replace"), output[1])

    def end(self) -> None:
        """Ends all calls."""
        with self._lock:
            self.over = True
            for process in self.under_way:
                process.kill()


def _read(stream: IO[bytes], output: list[bytes], at: int) -> None:
    with stream:
        output[at] = stream.read(1 << 20)
        while stream.read(1 << 16):
            pass


def _read_answer(place: Place, code: int, out: str, err: bytes) -> far_end.Answer | Failure:
    lines = [line for line in out.splitlines() if line.startswith(far_end.ANSWER_PREFIX)]
    if code == 0 and lines:
        try:
            answer = json.loads(lines[-1].removeprefix(far_end.ANSWER_PREFIX))
            if "failed" in answer:
                return Failure(**answer["failed"])
            return far_end.Answer(**answer["answer"])
        except (ValueError, KeyError, TypeError):
            return Failure("connect", message("unreadable-answer"))
    last = next(
        (line for line in reversed(err.decode(errors="replace").splitlines()) if line.strip()), ""
    )
    if OLD_PYTHON in last:
        found = last.partition(OLD_PYTHON)[2].strip()
        return Failure(
            "python", message("old-python", python=place.python, found=found), name_python()
        )
    if code == NOT_FOUND:
        return Failure("python", message("no-python", python=place.python), name_python())
    if code == SSH_FAILED:
        return Failure("connect", last or message("ssh-failed"), _what_now(place, last))
    return Failure("connect", last or message("exit-code", exit=code))


OWN_PYTHON = f"python{sys.version_info[0]}.{sys.version_info[1]}"


def name_python() -> str:
    """The remedy where a host's Python is missing or another."""
    return message("name-python", python=OWN_PYTHON)


def _what_now(place: Place, error: str) -> str:
    """The remedy for an error of ssh."""
    to = f"{place.user}@{place.address}" if place.user else str(place.address)
    if "verification failed" in error:
        return message("accept-key", to=to)
    if "Permission denied" in error:
        return message("let-key-in", to=to)
    return message("try-by-hand", to=to)
