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
import select
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

from tests import library

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

IMPORTED = (
    "plimsoll.__main__",
    "plimsoll.cli",
    *(
        f"plimsoll.cli.{verb}"
        for verb in ("run", "find", "limits", "check", "campaign", "report", "compare", "stack")
    ),
    "plimsoll.campaign",
    "plimsoll.campaign.runner",
    "plimsoll.execute",
    "plimsoll.judge.limits.judging",
    "plimsoll.reports.registry",
    "plimsoll.search.document",
    "plimsoll.search.load_line",
    "plimsoll.store",
    "numpy",
)
"""What most commands need. No library that starts threads when it is imported."""


class Warm:
    """The parent's side."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm"],
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


def serve() -> None:
    """Forks for each line of standard input; an exit code on standard output for each."""
    for name in IMPORTED:
        importlib.import_module(name)
    library.keep()
    asked, told = os.fdopen(os.dup(0), "rb"), os.dup(1)
    assert threading.active_count() == 1
    gc.freeze()
    while line := asked.readline():
        child = os.fork()
        if child == 0:
            os.close(told)
            asked.close()
            _become(**json.loads(line))
        _, status = os.waitpid(child, 0)
        os.write(told, b"%d\n" % os.waitstatus_to_exitcode(status))


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
