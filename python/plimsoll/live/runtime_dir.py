"""The folder in memory for pulses, with safe file access.

It is in memory because a file written twice a second on the device under test would be measured.
Candidates: `$XDG_RUNTIME_DIR/plimsoll`, `/run/user/UID/plimsoll`, `/dev/shm/plimsoll-UID`,
`/tmp/plimsoll-UID`; the first that is in memory is used (in containers a runtime folder or /tmp may
be on a disk). It must be a folder of this user with mode 0700 and no link, since the parents of the
last two are writable for all users. Files are opened relative to the open folder and never through
a link. Files of other users are not read, written or removed.
"""

import contextlib
import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from plimsoll.base import posix
from plimsoll.live.messages import message

SCHEMA: Literal["plimsoll.pulse/1"] = "plimsoll.pulse/1"
"""The document in the folder."""
NAME = re.compile(r"[0-9a-f]{16}-[0-9]+\.json")
MOST_BYTES = 4 << 20
"""A larger file is no pulse."""
_FOLDER = os.O_RDONLY | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC


NO_STORE = "0" * 16
"""Key of processes without a store."""


def store_key(file: tuple[int, int] | None) -> str:
    """The key of a store in file names: by device and inode, so that all its paths have the
    same."""
    return (
        NO_STORE
        if file is None
        else hashlib.sha256(f"{file[0]}:{file[1]}".encode()).hexdigest()[:16]
    )


def folders(environment: Mapping[str, str] | None = None, uid: int | None = None) -> list[Path]:
    """The candidates in order of preference, existing or not."""
    environment = os.environ if environment is None else environment
    uid = posix.user() if uid is None else uid
    given = environment.get("XDG_RUNTIME_DIR", "")
    # The XDG base directory specification ignores relative paths.
    found = [Path(given, "plimsoll")] if given.startswith("/") else []
    found += [
        Path(f"/run/user/{uid}/plimsoll"),
        Path(f"/dev/shm/plimsoll-{uid}"),  # noqa: S108  # its owner and mode are checked
        Path(f"/tmp/plimsoll-{uid}"),  # noqa: S108  # its owner and mode are checked
    ]
    return list(dict.fromkeys(found))


@contextlib.contextmanager
def open_writable(in_memory: Callable[[Path], bool]) -> Iterator[int]:
    """Opens the first usable folder, creating it if missing. Yields its descriptor. Raises OSError
    with the last reason."""
    trouble: OSError = FileNotFoundError(message("no-folder-in-memory"))
    for path in folders():
        if not path.parent.is_dir():
            continue
        if not in_memory(path.parent):
            trouble = OSError(message("folder-on-disk", folder=path.parent))
            continue
        try:
            with contextlib.suppress(FileExistsError):
                path.mkdir(mode=0o700)
            folder = _open_folder(path)
        except OSError as error:
            trouble = error
            continue
        try:
            yield folder
        finally:
            os.close(folder)
        return
    raise trouble


def write(folder: int, name: str, content: bytes) -> None:
    """Writes a file atomically. Raises OSError."""
    temporary = f".{name}.new"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary, dir_fd=folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC
    file = os.open(temporary, flags, mode=0o600, dir_fd=folder)
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(content)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        remove(folder, temporary)
        raise


def remove(folder: int, name: str) -> None:
    """Removes a file, if it exists."""
    with contextlib.suppress(OSError):
        os.unlink(name, dir_fd=folder)


def names(folder: int) -> list[str]:
    """The files with names of pulses."""
    return sorted(name for name in os.listdir(folder) if NAME.fullmatch(name))


def contents() -> Iterator[tuple[str, bytes]]:
    """Name and content of all pulses of this user. Ignores files and folders that cannot be
    read."""
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
    """Opens the folder. Raises PermissionError unless it is this user's alone."""
    folder = os.open(path, _FOLDER)
    found = os.fstat(folder)
    if found.st_uid != posix.user() or stat.S_IMODE(found.st_mode) & 0o077:
        os.close(folder)
        raise PermissionError(message("folder-of-others", folder=path))
    return folder


def content(folder: int, name: str) -> bytes:
    """The content of a file. Raises OSError unless it is a regular file of this user."""
    # O_NONBLOCK, so that a named pipe does not block the reader.
    file = os.open(
        name, os.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC, dir_fd=folder
    )
    with os.fdopen(file, "rb") as opened:
        found = os.fstat(file)
        if (
            not stat.S_ISREG(found.st_mode)
            or found.st_uid != posix.user()
            or found.st_size > MOST_BYTES
        ):
            raise PermissionError(name)
        return opened.read(MOST_BYTES)
