"""Files and devices around a measurement: the size of one before it is opened; and the test file of
a demo, made here, filled by Prepare, and removed again whatever happens.

Rust decides at the open descriptor what is safe to do to a target (measurement.md, section 9). This
module removes no file that was there before, nor one that somebody put there meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import NoTargetError, PlimsollError, RefusedError
from plimsoll.native.messages import message

if TYPE_CHECKING:
    from types import TracebackType


@dataclass
class TestFile:
    """A file that exists while this is open and is removed afterwards, unless it is kept. Use as a
    context manager.

    `remove` removes a file of our own and raises when it is none any more; then it stays, and
    `tell` gets the reason.
    """

    __test__ = False  # it is no test, in spite of its name
    path: Path
    remove: Callable[[str], None]
    tell: Callable[[str], None]
    keep: bool = False
    ours: bool = False

    def __enter__(self) -> TestFile:
        if not self.path.parent.is_dir():
            raise NoTargetError(*message.refusal("no-folder", folder=self.path.parent))
        if os.path.lexists(self.path):
            raise RefusedError(*message.refusal("test-file-exists", path=self.path))
        return self

    def claim(self) -> None:
        """Prepare has created it: from here on it is ours to remove."""
        self.ours = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.ours and not self.keep:
            try:
                with contextlib.suppress(NoTargetError):
                    self.remove(str(self.path))
            except PlimsollError as left:
                self.tell(message("note", note=left))


def size_of(path: str) -> int | None:
    """Bytes of a file or block device; None where there is nothing, 0 for what has no size."""
    try:
        found = os.stat(path)  # noqa: PTH116
        if stat.S_ISREG(found.st_mode):
            return found.st_size
        if not stat.S_ISBLK(found.st_mode):
            return 0
        handle = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NoTargetError(message("not-looked-at", path=path, why=error.strerror)) from None
    try:
        return os.lseek(handle, 0, os.SEEK_END)
    finally:
        os.close(handle)


def is_file(path: str) -> bool:
    """A regular file, or nothing that could become one."""
    return os.path.isfile(path) or not os.path.exists(path)  # noqa: PTH110, PTH113
