"""The standard streams as they were given to us: closed, full, read by nobody, of another encoding.
None of that does harm.

A closed stdout is as /dev/null: nobody wants to read it, and the exit code gives the
verdict. (That the descriptors are taken at all is seen to in `__main__`, before anything is
opened.)
"""

import contextlib
import math
import mmap
import os
import select
import stat
import struct
import sys
from collections.abc import Iterator
from typing import TextIO

from plimsoll.base import posix
from plimsoll.base.posix import fcntl, termios

ROOM = 16 * 1024
"""Bytes of a pipe (64 KiB, mostly) that what may be lost leaves to what may not."""


def usable() -> None:
    """Gives Python its streams where it found closed ones, and lets them write what their encoding
    has no letter for."""
    sys.stdin = sys.stdin or _open_stream(0, "r")
    sys.stdout = sys.stdout or _open_stream(1, "w")
    sys.stderr = sys.stderr or _open_stream(2, "w")
    for stream in (sys.stdout, sys.stderr):
        # A µ in a figure must not end a Run where somebody says PYTHONIOENCODING=ascii.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # other streams are suppressed


def _open_stream(descriptor: int, mode: str) -> TextIO:
    return open(descriptor, mode, encoding="utf-8", closefd=False)  # type: ignore[return-value]


def takes(stream: TextIO, text: str) -> bool:
    """Whether this can be written there without waiting: not into a pipe that is full because its
    reader does not read."""
    if not posix.PIPES_TELL:
        return True
    try:
        descriptor = stream.fileno()
        looked = select.poll()
        looked.register(descriptor, select.POLLOUT)
        return bool(looked.poll(0)) and len(text.encode(errors="replace")) + ROOM <= _free(
            descriptor
        )
    except (OSError, ValueError):
        # Nothing that one could wait for: what is written stays in this process.
        return True


def _free(descriptor: int) -> float:
    """Bytes that a pipe still takes, a little less than that at times; of anything else no bound is
    known."""
    if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        return math.inf
    waiting = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))[0]
    # What is half read and what is half written fill a page each.
    return float(fcntl.fcntl(descriptor, fcntl.F_GETPIPE_SZ) - waiting - 2 * mmap.PAGESIZE)


def takes_all(stream: TextIO) -> bool:
    """Whether every letter can be written there."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().startswith("utf")


def silence(stream: TextIO) -> None:
    """Nobody reads it any more: what is left in it and what is still to come goes to the null
    device.

    Python would try once more at its end, and end with a code (120) that nobody documents.
    """
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


@contextlib.contextmanager
def passing(stream: TextIO) -> Iterator[None]:
    """What is written to it here may be lost: an error of writing silences it."""
    try:
        yield
    except OSError:
        silence(stream)
