"""Runs the commands of a campaign: those that set, read and restore settings, and that clear
caches.

Each runs in a session of its own, so that Ctrl-C in the terminal does not break a restore in half,
and has a limit of time. What it printed comes with the error.

A command outlives a kill of the process that runs it: a slow `set` would land after the restore
that a quick `resume` does. So whatever changes something holds a lock (flock(2): it lives as long
as any process that inherited it), and who would change something next waits for it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shlex
import signal
import subprocess
import time
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field

from plimsoll.base.errors import IoError, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ORIGINAL = "PLIMSOLL_ORIGINAL"
"""Where a restore finds the value that was read before the change; `{original}` in an argument
list."""
SHOWN = 300
"""Characters of output that an error shows."""


def _check_command(command: str | list[str]) -> str | list[str]:
    """What the kernel would refuse is told before anything runs. Raises ValueError."""
    words = [command] if isinstance(command, str) else command
    if not words or not words[0].strip():
        raise ValueError("an empty command: give a program, or 'true' where nothing is to be done")
    if any("\0" in word for word in words):
        raise ValueError("a command cannot hold a NUL character")
    return command


Command = Annotated[
    str | list[str],
    AfterValidator(_check_command),
    Field(
        description=(
            "A text is run by /bin/sh -c; a list is a program and its arguments, run as it is."
        )
    ),
]
"""A command as a document has it."""


class CommandError(IoError):
    """A command that failed, did not end, or could not be started: with what it printed."""


def run(
    command: str | Sequence[str],
    *,
    limit_s: float,
    original: str | None = None,
    lock: Path | None = None,
) -> str:
    """Runs it (a text by /bin/sh -c, a list as it is); what it printed, without blanks around it.

    `lock`: a file that is made and locked while it runs; one that still runs for a killed process
    is waited for.
    """
    if lock is None:
        return _run(command, limit_s, original, ())
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except FileNotFoundError:
        # Its folder is gone, and with it every process that could hold it open by this name: what
        # is to be put back is.
        return _run(command, limit_s, original, ())
    except OSError as error:
        raise CommandError(
            f"`{text(command)}` was not run: cannot open {lock}: {error.strerror}"
        ) from None
    try:
        _acquire_lock(descriptor, command, limit_s)
        return _run(command, limit_s, original, (descriptor,))
    finally:
        os.close(descriptor)


def _acquire_lock(descriptor: int, command: str | Sequence[str], limit_s: float) -> None:
    until = time.monotonic() + limit_s
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise CommandError(
                    f"`{text(command)}` was not run: a command started by an earlier process was"
                    f" still running after {limit_s:g} s"
                ) from None
            time.sleep(0.05)
        else:
            return


def _run(
    command: str | Sequence[str], limit_s: float, original: str | None, inherited: tuple[int, ...]
) -> str:
    environment = dict(os.environ)
    if original is not None:
        environment[ORIGINAL] = original
    if isinstance(command, str):
        arguments = ["/bin/sh", "-c", command]
    else:
        arguments = [
            word.replace("{original}", original) if original is not None else word
            for word in command
        ]
    shown = text(command)
    try:
        # Not a `with`: leaving it would wait for a process that does not end.
        process = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
            text=True,
            errors="replace",
            pass_fds=inherited,
        )
    except OSError as error:
        raise CommandError(f"cannot run `{shown}`: {error.strerror}") from None
    try:
        out, errors = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        _kill(process)
        raise CommandError(f"`{shown}` did not end within {limit_s:g} s and was killed") from None
    except BaseException:
        _kill(process)
        raise
    if process.returncode != 0:
        said = one_line(f"{errors} {out}")[:SHOWN] or "nothing"
        how = (
            f"code {process.returncode}"
            if process.returncode > 0
            else f"signal {-process.returncode}"
        )
        raise CommandError(f"`{shown}` ended with {how} and said: {said}")
    return out.strip()


def value(command: str | Sequence[str], *, limit_s: float) -> str:
    """What a command that reads a setting printed. Raises CommandError when that cannot be handed
    to the command that restores it."""
    read = _run(command, limit_s, None, ())
    if "\0" in read or "\N{REPLACEMENT CHARACTER}" in read:
        raise CommandError(
            f"`{text(command)}` printed bytes that are not text, so they could not be restored as"
            " they were"
        )
    return read


def text(command: str | Sequence[str]) -> str:
    """A command as people write it."""
    return one_line(command if isinstance(command, str) else shlex.join(command))


def _kill(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    process.wait()
