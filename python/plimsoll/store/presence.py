"""Checks that the open store is still the file at its path.

A deleted or replaced file still takes writes from a process that has it open, and nobody finds them
afterwards. So device and inode of the store and of its log are compared before and after every
transaction: two calls of stat(2), a few microseconds.
"""

from pathlib import Path

from plimsoll.base.errors import IoError
from plimsoll.store.messages import message
from plimsoll.store.ownership import SIDES

FileId = tuple[int, int]


def identity(path: Path) -> FileId | None:
    """Device and inode of the file at this path, behind any link; None without a file."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def store_files(path: Path) -> frozenset[FileId]:
    """A store's file and its side files. A process that has the store open must not open them in
    another way (`ownership.is_beside` says why)."""
    real = path.resolve()
    found = (identity(Path(f"{real}{side}")) for side in ("", *SIDES))
    return frozenset(file for file in found if file is not None)


class Presence:
    """The store that a connection has open."""

    def __init__(self, path: Path, opened: FileId) -> None:
        self._path = path
        self._opened = opened
        self._log_path = Path(f"{path.resolve()}-wal")
        self._log: FileId | None = None

    def check(self) -> None:
        """Raises IoError when the path no longer leads to the store."""
        try:
            now, log = identity(self._path), identity(self._log_path)
        except OSError as error:
            raise IoError(
                *message.refusal(
                    "store-unreachable", "store-gone-now", path=self._path, why=error.strerror
                )
            ) from None
        if now is None:
            raise IoError(*message.refusal("store-deleted", "store-gone-now", path=self._path))
        if now != self._opened:
            raise IoError(*message.refusal("store-replaced", "store-gone-now", path=self._path))
        # The log is created with the first write and must stay while the store is open.
        if self._log is not None and log != self._log:
            raise IoError(*message.refusal("log-replaced", "store-gone-now", log=self._log_path))
        self._log = log
