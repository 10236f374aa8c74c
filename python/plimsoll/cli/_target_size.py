"""How many bytes the target of a suite or a job file has, before anything opens it."""

from __future__ import annotations

import os
import stat

from plimsoll.errors import NoTargetError


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
        raise NoTargetError(f"cannot look at {path}: {error.strerror}") from None
    try:
        return os.lseek(handle, 0, os.SEEK_END)
    finally:
        os.close(handle)


def is_file(path: str) -> bool:
    """A regular file, or nothing that could become one."""
    return os.path.isfile(path) or not os.path.exists(path)  # noqa: PTH110, PTH113
