"""Writes output files (reports, pictures, JUnit, charts) whole or not at all, safely in folders
where others write, too.

The content goes into a new file that nobody else can have made: its name cannot be guessed, and no
link is followed. Then the file at the path is checked once more, since minutes of measuring may
have passed since the first check; a link there is never followed, so that nothing is made or
replaced anywhere else. Where the path was free the new file is hard-linked there, which fails when
another file came in between.
"""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

from plimsoll.base import posix
from plimsoll.base.errors import IoError, NoSpaceError, RefusedError
from plimsoll.base.messages import message

_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES)
"""Errors of file systems without hard links."""


def refuse_foreign(
    path: Path, is_ours: Callable[[bytes], bool], what: str, now: str, *, head: int = -1
) -> None:
    """Raises RefusedError when the file at this path is a link, or is not ours by its first `head`
    bytes; IoError when it cannot be read.

    `what` is our kind of file, such as "a Plimsoll report"; `now`: what to do instead.
    """
    try:
        descriptor = os.open(
            path,
            os.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC | posix.O_NOCTTY,
        )
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno == errno.ELOOP and path.is_symlink():
            raise RefusedError(message("output-link", path=path), now) from None
        if error.errno in (errno.ENXIO, errno.EISDIR, errno.ENODEV):
            raise RefusedError(message("output-of-others", path=path, what=what), now) from None
        raise IoError(message("output-unread", path=path, why=error.strerror), now) from error
    try:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                if is_ours(file.read(head)):
                    return
    except OSError as error:
        raise IoError(message("output-unread", path=path, why=error.strerror), now) from error
    finally:
        os.close(descriptor)
    raise RefusedError(message("output-of-others", path=path, what=what), now)


def write(
    path: Path, content: bytes, now: str, refuse: Callable[[], None] | None, what: str = ""
) -> None:
    """Writes the file. `refuse` raises when the file there must not be replaced; None: any file or
    link is replaced.

    Raises IoError or NoSpaceError, which call it "`what` path" and end with `now`.
    """
    refuse = partial(_refuse_special, path, now) if refuse is None else refuse
    try:
        if not posix.FOLDERS_OPEN:
            _write(None, path, content, refuse)
            return
        folder = os.open(path.parent, os.O_RDONLY | posix.O_DIRECTORY | posix.O_CLOEXEC)
        try:
            _write(folder, path, content, refuse)
        finally:
            os.close(folder)
    except OSError as error:
        kind = NoSpaceError if error.errno in _NO_SPACE else IoError
        name = f"{what} {path}".lstrip()
        raise kind(message("not-written", file=name, why=error.strerror), now) from error


def _refuse_special(path: Path, now: str) -> None:
    """Raises RefusedError for a device, a pipe or a folder."""
    with contextlib.suppress(FileNotFoundError):
        kind = path.lstat().st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISLNK(kind)):
            raise RefusedError(message("output-no-file", path=path), now)


def _write(folder: int | None, path: Path, content: bytes, refuse: Callable[[], None]) -> None:
    # A short name, so that names of 255 bytes can be written, too.
    part, name = f".plimsoll-{secrets.token_hex(8)}.part", path.name
    if folder is None:
        part, name = str(path.with_name(part)), str(path)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC
    descriptor = os.open(part, flags, mode=0o666, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        # A file at the path makes the link fail; it alone is checked and replaced.
        if _try_link(folder, part, name):
            return
        refuse()
        os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part, dir_fd=folder)


def _try_link(folder: int | None, part: str, name: str) -> bool:
    """Hard-links a file to a free name; False when the name is taken, or without hard links."""
    try:
        # The part is no link. Systems on which no folder can be opened know no other kind of call.
        os.link(part, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=folder is None)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno in _NO_LINKS:
            return False
        raise
    return True
