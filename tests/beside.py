"""Processes that work beside what is tested."""

import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

HOG = """
import hashlib, threading
def work():
    while True:
        hashlib.sha256(bytes(1 << 22)).digest()
for _ in range(8):
    threading.Thread(target=work).start()
print("working", flush=True)
"""
"""A program that takes the processors: in several threads, so that it has its share of a busy
machine, too."""


@contextlib.contextmanager
def running_process(*command: str | Path, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """A process beside us, for as long as this is open; in a session of its own, to which Linux
    gives as much of the processors as to each other."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **more,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(process: subprocess.Popen[str], begins: str) -> list[str]:
    """Its lines on stderr up to the first that begins so."""
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line)
        if line.startswith(begins):
            return lines
    raise AssertionError("".join(lines))


@contextlib.contextmanager
def busy() -> Iterator[subprocess.Popen[str]]:
    """A program that takes the processors, at work."""
    with running_process(sys.executable, "-c", HOG) as hog:
        assert hog.stdout.readline() == "working\n"
        yield hog


TRIES = 10


def among(pid: int, look: Callable[[], T], pids: Callable[[T], set[int | None]]) -> T:
    """The first look that names this process. A record names those that did most, and on a machine
    on which many others work one may miss it."""
    for _ in range(TRIES - 1):
        found = look()
        if pid in pids(found):
            return found
    return look()
