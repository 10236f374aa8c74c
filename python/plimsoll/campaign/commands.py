"""Runs the commands of a campaign: they set, read and restore settings, and clear caches.

Each command runs in a session of its own, so that Ctrl-C in the terminal does not interrupt a
restore, and has a time limit. An error quotes the command's output.

A command survives a kill of the process that started it: a slow `set` could take effect after the
restore of a quick `resume`. Commands that change something therefore hold a lock, and the next one
waits for it (flock(2): the lock lives as long as any process that inherited it).
"""

import contextlib
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from plimsoll.base import posix
from plimsoll.base.errors import IoError, one_line
from plimsoll.base.posix import fcntl
from plimsoll.campaign.messages import message

ORIGINAL = "PLIMSOLL_ORIGINAL"
"""Environment variable of a restore command: the value before the change. In an argument list it is
`{original}`."""
MAX_OUTPUT_CHARS = 300
"""An error quotes this much of a command's output."""


def _check_command(command: str | list[str]) -> str | list[str]:
    """Raises ValueError, before anything runs, for a command that the kernel would refuse."""
    words = [command] if isinstance(command, str) else command
    if not words or not words[0].strip():
        raise ValueError(message("command-empty"))
    if any("\0" in word for word in words):
        raise ValueError(message("command-nul"))
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
"""A command in a campaign file."""


class CommandError(IoError):
    """A command failed, did not end, or could not be started. Quotes its output."""


def run(
    command: str | Sequence[str],
    *,
    limit_s: float,
    original: str | None = None,
    lock: Path | None = None,
) -> str:
    """Runs a command (a text with /bin/sh -c, a list directly) and returns its stripped output.

    `lock` names a file that is locked meanwhile; a command that a killed process left running still
    holds it and is waited for.
    """
    if lock is None:
        return _run(command, limit_s, original, ())
    try:
        descriptor = os.open(
            lock, os.O_RDWR | os.O_CREAT | posix.O_NOFOLLOW | posix.O_CLOEXEC, 0o600
        )
    except FileNotFoundError:
        # The folder was removed, so no other process can take this lock. Restore anyway.
        return _run(command, limit_s, original, ())
    except OSError as error:
        raise CommandError(
            message("command-lock-unopened", command=text(command), lock=lock, why=error.strerror)
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
                    message("command-lock-taken", command=text(command), limit=f"{limit_s:g}")
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
    try:
        # Not a `with`: its exit would wait for a process that does not end.
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
        raise CommandError(
            message("command-not-run", command=text(command), why=error.strerror)
        ) from None
    try:
        out, errors = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        _kill(process)
        raise CommandError(
            message("command-killed", command=text(command), limit=f"{limit_s:g}")
        ) from None
    except BaseException:
        _kill(process)
        raise
    if process.returncode != 0:
        output = one_line(f"{errors} {out}")[:MAX_OUTPUT_CHARS] or message("command-nothing")
        end = "code" if process.returncode > 0 else "signal"
        number = abs(process.returncode)
        raise CommandError(
            message(f"command-ended-{end}", command=text(command), number=number, output=output)
        )
    return out.strip()


def value(command: str | Sequence[str], *, limit_s: float) -> str:
    """The value that a read command prints. Raises CommandError for bytes that are not text: they
    could not be passed to the restore command."""
    read = _run(command, limit_s, None, ())
    if "\0" in read or "\N{REPLACEMENT CHARACTER}" in read:
        raise CommandError(message("command-not-text", command=text(command)))
    return read


def text(command: str | Sequence[str]) -> str:
    """A command in one line, quoted for a shell."""
    return one_line(command if isinstance(command, str) else shlex.join(command))


def _kill(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    process.wait()
