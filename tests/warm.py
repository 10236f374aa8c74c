"""A process that has imported the command line already, and forks for every command.

A command is a process of its own as ever: its arguments, folder, environment, standard streams and
exit code are those of a fresh one, and nothing that another left behind is in it. Only the time
that Python takes to start and to import is spent once.
"""

from __future__ import annotations

import atexit
import contextlib
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
from pathlib import Path
from typing import TYPE_CHECKING

import plimsoll

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

STARTS_THREADS = (
    "plimsoll.reports.forms.excel",
    "plimsoll.reports.forms.parquet",
    "plimsoll.web.app",
)
"""What imports a library that starts threads of its own, which a fork would not have."""
THREADED = ("excelize", "pyarrow", "uvicorn")
"""Those libraries: a fork of a process that has them may hang in the first call."""
BESIDE = ("rich.console", "rich.progress", "rich.table", "typer._adapters")
"""What the command line imports no sooner than it needs it."""
ROOT = Path(__file__).resolve().parents[1]


class Warm:
    """The parent's side."""

    def __init__(self) -> None:
        self._process = self._begun()

    @staticmethod
    def _begun() -> subprocess.Popen[bytes]:
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
                self._process = self._begun()
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

    def end(self) -> None:
        """Ends it, and whatever command is under way."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        self._process.wait()


_SHARED: list[Warm] = []


def shared() -> Warm:
    """The one of this process, which `end_shared` ends."""
    if not _SHARED:
        _SHARED.append(Warm())
    return _SHARED[0]


def end_shared() -> None:
    """Ends that one, where it was started."""
    while _SHARED:
        _SHARED.pop().end()


def command(
    words: Sequence[str | Path], folder: Path, *, limit_s: float = 600, **environment: str
) -> subprocess.CompletedProcess[str]:
    """A command in this folder, with these variables beside those of this process; its output as
    text."""
    asked = [str(word) for word in words]
    code, out, err = shared().run(asked, folder, {**os.environ, **environment}, limit_s)
    return subprocess.CompletedProcess(asked, code, out.decode(), err.decode())


def serve() -> None:
    """Forks for each line of standard input; an exit code on standard output for each."""
    for name in (*_modules(), *BESIDE):
        importlib.import_module(name)
    asked, told = os.fdopen(os.dup(0), "rb"), os.dup(1)
    assert threading.active_count() == 1
    assert not [name for name in THREADED if name in sys.modules], "see STARTS_THREADS"
    gc.freeze()
    while line := asked.readline():
        child = os.fork()
        if child == 0:
            os.close(told)
            asked.close()
            _become(**json.loads(line))
        _, status = os.waitpid(child, 0)
        os.write(told, b"%d\n" % os.waitstatus_to_exitcode(status))


def _modules() -> Iterator[str]:
    """All of ours: whatever a command imports late is there."""
    for found in pkgutil.walk_packages(plimsoll.__path__, "plimsoll."):
        if not found.name.startswith(STARTS_THREADS):
            yield found.name


def _become(
    arguments: list[str], cwd: str, environment: dict[str, str], streams: list[str]
) -> None:
    """The command, in the child; does not return."""
    for number, opened in enumerate(
        (
            os.open(os.devnull, os.O_RDONLY),
            *(os.open(path, os.O_WRONLY | os.O_APPEND) for path in streams),
        )
    ):
        os.dup2(opened, number)
        os.close(opened)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["plimsoll", *arguments]
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
