"""Is what we write still what its path names?

A file that was deleted or replaced stays open for who has it open, and takes every write; nobody
finds it afterwards. So device and inode of the store, and of its log, are compared before and after
every transaction: two calls of stat(2), a few microseconds.
"""

from __future__ import annotations

from pathlib import Path

from plimsoll.base.errors import IoError

AGAIN = (
    "What was measured since cannot be found in it. Measure again into a store that nobody removes"
)

FileId = tuple[int, int]


def identity(path: Path) -> FileId | None:
    """Device and inode of the file at this path, behind any link; none when there is none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


class Presence:
    """The store that a connection has open."""

    def __init__(self, path: Path, opened: FileId) -> None:
        self._path = path
        self._opened = opened
        self._log_path = Path(f"{path.resolve()}-wal")
        self._log: FileId | None = None

    def check(self) -> None:
        """Raises IoError when the path does not lead to it any more."""
        try:
            now, log = identity(self._path), identity(self._log_path)
        except OSError as error:
            raise IoError(
                f"the store {self._path} cannot be reached any more: {error.strerror}", AGAIN
            ) from None
        if now is None:
            raise IoError(
                f"the store {self._path} was deleted or moved away while it was written", AGAIN
            )
        if now != self._opened:
            raise IoError(
                f"the store {self._path} was replaced by another file while it was written", AGAIN
            )
        # Made with the first write, and nobody's to remove while it is open.
        if self._log is not None and log != self._log:
            raise IoError(
                f"{self._log_path}, the log of the store, was deleted or replaced while it was"
                " written",
                AGAIN,
            )
        self._log = log
