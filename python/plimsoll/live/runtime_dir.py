"""The folder in memory where pulses lie, and how files get into it without harm.

In memory, because a file that is written twice a second on the device under test would be measured.
The first of these that there is in memory: `$XDG_RUNTIME_DIR/plimsoll`, `/run/user/UID/plimsoll`,
`/dev/shm/plimsoll-UID`, `/tmp/plimsoll-UID`. (A runtime folder that was made by hand in containers,
or /tmp, may well be on a disk.) It must be a folder, no link, of this user, and of nobody else's
reach (0700): the last two have parents that anybody may write, and what lies there may have been
put there for us to stumble over. Files are reached through the opened folder and never through a
link. Nothing of another user is read, written or removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

SCHEMA: Literal["plimsoll.pulse/1"] = "plimsoll.pulse/1"
"""What lies there."""
NAME = re.compile(r"[0-9a-f]{16}-[0-9]+\.json")
MOST_BYTES = 4 << 20
"""No pulse is so large: what is, is none of ours."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


NO_STORE = "0" * 16
"""In the name of the pulse of a process that keeps nothing."""


def store_key(file: tuple[int, int] | None) -> str:
    """What a store is called in the name of a pulse: by device and inode, so that every path to it
    leads there."""
    return (
        NO_STORE
        if file is None
        else hashlib.sha256(f"{file[0]}:{file[1]}".encode()).hexdigest()[:16]
    )


def folders(environment: Mapping[str, str] | None = None, uid: int | None = None) -> list[Path]:
    """Where a pulse may lie, best first. None of them need be there."""
    environment = os.environ if environment is None else environment
    uid = os.geteuid() if uid is None else uid
    given = environment.get("XDG_RUNTIME_DIR", "")
    # A relative path there is to be ignored (XDG base directory specification).
    found = [Path(given, "plimsoll")] if given.startswith("/") else []
    found += [
        Path(f"/run/user/{uid}/plimsoll"),
        Path(f"/dev/shm/plimsoll-{uid}"),  # noqa: S108  # its owner and mode are checked
        Path(f"/tmp/plimsoll-{uid}"),  # noqa: S108  # its owner and mode are checked
    ]
    return list(dict.fromkeys(found))


@contextlib.contextmanager
def to_write(in_memory: Callable[[Path], bool]) -> Iterator[int]:
    """The first folder that can be had, opened, and made where there is none. Raises OSError with
    the last reason."""
    trouble: OSError = FileNotFoundError("no folder in memory")
    for path in folders():
        if not path.parent.is_dir():
            continue
        if not in_memory(path.parent):
            trouble = OSError(f"{path.parent} is on a disk, and may be what is measured")
            continue
        try:
            with contextlib.suppress(FileExistsError):
                path.mkdir(mode=0o700)
            opened = _open_folder(path)
        except OSError as error:
            trouble = error
            continue
        try:
            yield opened
        finally:
            os.close(opened)
        return
    raise trouble


def write(folder: int, name: str, content: bytes) -> None:
    """Puts the file there as a whole, in place of an earlier one. Raises OSError."""
    made = f".{name}.new"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(made, dir_fd=folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    file = os.open(made, flags, mode=0o600, dir_fd=folder)
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(content)
        os.rename(made, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        remove(folder, made)
        raise


def remove(folder: int, name: str) -> None:
    """Takes a file of ours away, if it is there."""
    with contextlib.suppress(OSError):
        os.unlink(name, dir_fd=folder)


def names(folder: int) -> list[str]:
    """The files there that are called like a pulse."""
    return sorted(name for name in os.listdir(folder) if NAME.fullmatch(name))


def contents() -> Iterator[tuple[str, bytes]]:
    """Name and content of every pulse in every folder of this user. What is not as it should be is
    passed over."""
    for path in folders():
        with contextlib.suppress(OSError):
            folder = _open_folder(path)
            try:
                for name in names(folder):
                    with contextlib.suppress(OSError):
                        yield name, content(folder, name)
            finally:
                os.close(folder)


def _open_folder(path: Path) -> int:
    """The folder, opened; refused when it is a link, another user's, or open to others."""
    folder = os.open(path, _FOLDER)
    found = os.fstat(folder)
    if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
        os.close(folder)
        raise PermissionError(f"{path} is not this user's alone")
    return folder


def content(folder: int, name: str) -> bytes:
    """What is in a file there. Raises OSError for what is no plain file of this user."""
    # O_NONBLOCK: a pipe of that name must not hold the reader.
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(file, "rb") as opened:
        found = os.fstat(file)
        if (
            not stat.S_ISREG(found.st_mode)
            or found.st_uid != os.geteuid()
            or found.st_size > MOST_BYTES
        ):
            raise PermissionError(name)
        return opened.read(MOST_BYTES)
