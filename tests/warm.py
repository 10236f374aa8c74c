"""A process that has imported the command line already, and forks for every command.

A command is a process of its own as ever: its arguments, folder, environment, standard streams and
exit code are those of a fresh one, and nothing that another left behind is in it. Only the time
that Python takes to start and to import is spent once.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import plimsoll
from plimsoll.cli import VERBS, build
from plimsoll.store import declarations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Self

STARTS_THREADS = (
    "plimsoll.report.forms.excel",
    "plimsoll.report.forms.parquet",
)
"""What imports a library that starts threads of its own, which a fork would not have."""
THREADED = ("excelize", "pyarrow")
"""Those libraries: a fork of a process that has them may hang in the first call."""
BESIDE = (
    "rich.console",
    "rich.progress",
    "rich.table",
    "scipy.optimize",
    "scipy.special",
    "typer._adapters",
    "uvicorn.main",
)
"""What the command line imports no sooner than it needs it."""
EXTRAS = ("pyVim.connect", "pyVim.task", "pyVmomi.SoapAdapter")
"""The same of an extra, which may not be installed."""
ROOT = Path(__file__).resolve().parents[1]
MADV_COLLAPSE = 25
"""Of Linux 6.1 and newer, which Python's `mmap` does not name; an older one refuses, to no harm."""


class Warm:
    """The parent's side."""

    def __init__(self) -> None:
        self._process = self._start_process()

    @staticmethod
    def _start_process() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.warm"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    def run(
        self, arguments: Sequence[str], cwd: Path, environment: Mapping[str, str], limit_s: float
    ) -> tuple[int, bytes, bytes]:
        """Exit code (below 0: of a signal), standard output and standard error of a command."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        files = [os.memfd_create(name) for name in ("out", "err")]
        try:
            asked = {
                "arguments": list(arguments),
                "cwd": str(cwd),
                "environment": dict(environment),
                "streams": [f"/proc/{os.getpid()}/fd/{number}" for number in files],
            }
            self._process.stdin.write(json.dumps(asked).encode() + b"\n")
            self._process.stdin.flush()
            if not select.select([self._process.stdout], [], [], limit_s)[0]:
                self.end()
                self._process = self._start_process()
                raise subprocess.TimeoutExpired(list(arguments), limit_s)
            code = int(self._process.stdout.readline())
            said = []
            for number in files:
                os.lseek(number, 0, os.SEEK_SET)
                with os.fdopen(os.dup(number), "rb") as file:
                    said.append(file.read())
            return code, said[0], said[1]
        finally:
            for number in files:
                os.close(number)

    def begin(
        self,
        arguments: Sequence[str],
        cwd: Path,
        environment: Mapping[str, str],
        *,
        first: str = "",
        with_errors: bool = False,
    ) -> WarmProcess:
        """A command that goes on until somebody ends it. Its standard error is nobody's, unless
        asked for. `first`: a module whose `begin` is called in it before it begins."""
        pipes = [os.pipe() for _ in range(1 + with_errors)]
        told = [f"/proc/{os.getpid()}/fd/{its}" for _, its in pipes]
        asked = {
            "arguments": list(arguments),
            "cwd": str(cwd),
            "environment": dict(environment),
            "streams": [told[0], told[1] if with_errors else os.devnull],
            "goes_on": True,
            "first": first,
        }
        try:
            pid = self._request(asked)
        finally:
            for _, its in pipes:
                os.close(its)
        out, *err = [os.fdopen(ours, encoding="utf-8") for ours, _ in pipes]
        return WarmProcess(pid, out, self, err[0] if err else None)

    def reap(self, pid: int) -> int:
        """How one that goes on ended, which it has."""
        return self._request({"ended": pid})

    def _request(self, asked: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def end(self) -> None:
        """Ends it, and whatever command is under way."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        self._process.wait()


@dataclass
class WarmProcess:
    """A command that goes on, in the words of `subprocess.Popen`."""

    pid: int
    stdout: IO[str]
    _of: Warm
    stderr: IO[str] | None = None
    returncode: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Waits for it, as `Popen` does."""
        for pipe in self._pipes():
            pipe.close()
        self.wait()

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it still says on standard output and error, up to its end."""
        said = ["", ""]

        def read(number: int, pipe: IO[str]) -> None:
            with pipe:
                said[number] = pipe.read()

        readers = [
            threading.Thread(target=read, args=(number, pipe), daemon=True)
            for number, pipe in enumerate(self._pipes())
            if not pipe.closed
        ]
        for reader in readers:
            reader.start()
        self.wait(timeout)
        for reader in readers:
            reader.join()
        return said[0], said[1]

    def send_signal(self, number: int) -> None:
        """Unless it has ended."""
        self._signal(number)

    def _pipes(self) -> list[IO[str]]:
        return [self.stdout, *([] if self.stderr is None else [self.stderr])]

    def terminate(self) -> None:
        """As Ctrl-C of a service."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """At once."""
        self._signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Its exit code, once it has ended."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Until it has ended."""
        if self.returncode is None:
            watched = os.pidfd_open(self.pid)
            try:
                if not select.select([watched], [], [], timeout)[0]:
                    raise subprocess.TimeoutExpired([], timeout or 0)
            finally:
                os.close(watched)
            self.returncode = self._of.reap(self.pid)
        return self.returncode

    def _signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)


_SHARED: list[Warm] = []


def shared_warm() -> Warm:
    """The one of this process, which `end_shared` ends."""
    if not _SHARED:
        _SHARED.append(Warm())
    return _SHARED[0]


def end_shared_warm() -> None:
    """Ends that one, where it was started."""
    while _SHARED:
        _SHARED.pop().end()


def command(
    words: Sequence[str | Path], folder: Path, *, limit_s: float = 600, **environment: str
) -> subprocess.CompletedProcess[str]:
    """A command in this folder, with these variables beside those of this process; its output as
    text."""
    asked = [str(word) for word in words]
    code, out, err = shared_warm().run(asked, folder, {**os.environ, **environment}, limit_s)
    return subprocess.CompletedProcess(asked, code, out.decode(), err.decode())


def begin_command(words: Sequence[str | Path], folder: Path, **environment: str) -> WarmProcess:
    """A command that goes on in this folder, with its standard error, with these variables beside
    those of this process."""
    asked = [str(word) for word in words]
    return shared_warm().begin(asked, folder, {**os.environ, **environment}, with_errors=True)


def serve() -> None:
    """Forks for each line of standard input; an exit code on standard output for each."""
    for name in (*_modules(), *BESIDE):
        importlib.import_module(name)
    with contextlib.suppress(ImportError):
        for name in EXTRAS:
            importlib.import_module(name)
    for verb in VERBS:
        _ready(build((verb,)))
    # What a store may declare: made when the first is opened.
    declarations._declarations()
    asked, told = os.fdopen(os.dup(0), "rb"), os.dup(1)
    assert threading.active_count() == 1
    assert not [name for name in THREADED if name in sys.modules], "see STARTS_THREADS"
    gc.freeze()
    _in_large_pages()
    while line := asked.readline():
        what = json.loads(line)
        if (child := what.get("ended")) is None:
            goes_on, streams = what.pop("goes_on", False), _open_streams(what.pop("streams"))
            child = os.fork()
            if child == 0:
                os.close(told)
                asked.close()
                _run_in_child(**what, streams=streams)
            for stream in streams:
                os.close(stream)
            if goes_on:
                os.write(told, b"%d\n" % child)
                continue
        _, status = os.waitpid(child, 0)
        os.write(told, b"%d\n" % os.waitstatus_to_exitcode(status))


def _in_large_pages() -> None:
    """What was made until now lies in large pages, where the system gives them: a fork copies one
    entry for each instead of 512, and takes 16 ms of processor time instead of 19."""
    libc = ctypes.CDLL(None)
    size = 2 << 20
    for line in Path("/proc/self/maps").read_text().splitlines():
        where, how, _, _, inode, *_ = line.split()
        first, end = (int(one, 16) for one in where.split("-"))
        first, end = -(-first // size) * size, end // size * size
        if how == "rw-p" and inode == "0" and first < end:
            libc.madvise(ctypes.c_void_p(first), ctypes.c_size_t(end - first), MADV_COLLAPSE)


def _ready(command: Any) -> None:
    """What Typer makes of each option when it first meets it: two thirds of what a refusal
    takes."""
    for parameter in command.params:
        parameter.get_runtime_param()
    for inner in getattr(command, "commands", {}).values():
        _ready(inner)


def _open_streams(paths: Sequence[str]) -> list[int]:
    """Standard input of nothing, and these as standard output and error."""
    return [
        os.open(os.devnull, os.O_RDONLY),
        *(os.open(path, os.O_WRONLY | os.O_APPEND) for path in paths),
    ]


def _modules() -> Iterator[str]:
    """All of ours: whatever a command imports late is there."""
    for found in pkgutil.walk_packages(plimsoll.__path__, "plimsoll."):
        if not found.name.startswith(STARTS_THREADS):
            yield found.name


def _run_in_child(
    arguments: list[str],
    cwd: str,
    environment: dict[str, str],
    streams: list[int],
    first: str = "",
) -> None:
    """The command, in the child; does not return."""
    for number, opened in enumerate(streams):
        os.dup2(opened, number)
        os.close(opened)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["plimsoll", *arguments]
    if first:
        importlib.import_module(first).begin()
    from plimsoll.__main__ import run

    code = 1
    try:
        code = run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        with contextlib.suppress(Exception):
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve()
