"""Writes the files of `plimsoll fio`: `--output`, and the logs of a job.

fio overwrites any existing file, also through links. Plimsoll replaces only its own files and empty
ones, and checks them before anything is measured."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

from plimsoll.base import writing
from plimsoll.base.errors import IoError

_OUTPUT = re.compile(
    rb'\{\s*"fio version" : "plimsoll-'
    rb"|3;plimsoll-"
    rb"|[^\n]*: \(g=0\): rw=(?:[^\n]*\n)+?plimsoll-[^\n]*\nStarting \d+ thread"
)
_LOG = re.compile(rb"(?:\d+, \d+, [012], \d+, 0\n)*")


def refuse_output(path: str) -> None:
    """Raises RefusedError when `--output` names a file that is not ours, or a link; IoError where
    no file can be made."""
    _refuse(path, _is_output, "an output of plimsoll fio", "Name another file with --output.")


def refuse_log(path: str) -> None:
    """Checks the file of a log in the same way."""
    _refuse(path, _is_log, "a log of plimsoll fio", "Give the log another name in the job.")


def write_output(path: str, text: str) -> None:
    """Writes the output atomically, or into a device or pipe. Raises the errors of `refuse_output`,
    and NoSpaceError."""
    _write(path, text, refuse_output, "Name another file with --output.")


def write_log(path: str, text: str) -> None:
    """Writes a log in the same way."""
    _write(path, text, refuse_log, "Give the log another name in the job.")


def _is_output(content: bytes) -> bool:
    return not content or _OUTPUT.match(content) is not None


def _is_log(content: bytes) -> bool:
    """Whether all lines are log lines. Logs carry no mark, since readers of fio's logs would not
    accept one."""
    return _LOG.fullmatch(content) is not None


def _is_stream(path: str) -> bool:
    """Whether the path is a device or pipe such as /dev/null, where nothing is replaced."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def _refuse(path: str, is_ours: Callable[[bytes], bool], what: str, now: str) -> None:
    if _is_stream(path):
        return
    writing.refuse_foreign(Path(path), is_ours, what, now)
    try:
        os.close(os.open(Path(path).parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
    except OSError as error:
        raise IoError(f"cannot write {path}: {error.strerror}", now) from None


def _write(path: str, text: str, refuse: Callable[[str], None], now: str) -> None:
    if not _is_stream(path):
        writing.write(Path(path), text.encode(), now, partial(refuse, path))
        return
    try:
        with Path(path).open("w") as file:
            file.write(text)
    except OSError as error:
        raise IoError(f"cannot write {path}: {error.strerror}", now) from None
