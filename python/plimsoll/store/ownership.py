"""Whose store is it? Its owner writes it, everybody else who may reads it: root, too.

Writing into the store of another user would leave files in his folder that he cannot remove, and
would let him lead what a mightier user writes wherever a link points. So a store whose owner is not
who runs us is opened read-only, without a trace (`opening.py`); whatever would write is refused.
The files that SQLite keeps beside it must be its owner's, too, and no links: what another user put
there would become part of what is read.

What is not refused: a store or a folder that others may write to (a group that shares one, umask
002, a file system without owners). They can change its figures and take it away, and the latter is
noticed (`presence.py`). They cannot have anything run, which takes a signature
(`campaign/trust.py`).
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from plimsoll.base import state
from plimsoll.base.errors import RefusedError

SIDES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a store (https://www.sqlite.org/tempfiles.html)."""


def is_beside(path: Path) -> bool:
    """Whether this is what SQLite keeps beside a database that is there, by its name.

    Such a file is never opened by any but SQLite itself: whoever closes a descriptor of the log's
    index gives up the locks that this process has on it. The next process then makes it anew, and
    who reads in it meanwhile gets a bus error.
    """
    return (of := path_of(path)) != path and of.exists()


def path_of(path: Path) -> Path:
    """The database that a file of this name lies beside; the path itself for any other name."""
    side = next((one for one in SIDES if path.name.endswith(one) and path.name != one), "")
    return path.with_name(path.name.removesuffix(side)) if side else path


class Whose(NamedTuple):
    """A store that is there: the file itself, behind any link, and its owner."""

    real: Path
    owner: int
    foreign: bool


def whose(path: Path) -> Whose:
    """Who owns the store at this path. Raises RefusedError for files beside it that are not his,
    OSError when it is gone."""
    real = path.resolve()
    owner = real.stat().st_uid
    for side in SIDES:
        beside = Path(f"{real}{side}")
        try:
            found = beside.lstat()
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(found.st_mode):
            raise RefusedError(
                f"{beside} beside the store {path} is a link, or not a regular file",
                _remove(beside),
            )
        if found.st_uid != owner:
            raise RefusedError(
                f"{beside} beside the store {path} belongs to {state.called(found.st_uid)}, the"
                f" store to {state.called(owner)}",
                _remove(beside),
            )
    return Whose(real, owner, owner != os.geteuid())


def refuse_to_write(path: Path, found: Whose) -> None:
    """Raises RefusedError for a store that is not this user's to write."""
    me = state.called_me()
    if found.foreign:
        raise RefusedError(
            f"the store {path} belongs to {state.called(found.owner)}, and you are {me}: it is"
            " read, not written",
            "Copy it, with its -wal if there is one, and work on the copy; or be who it"
            " belongs to.",
        )
    if path.is_symlink() and (owner := path.lstat().st_uid) not in (os.geteuid(), 0):
        raise RefusedError(
            f"the store {path} is a link that {state.called(owner)} made, and you are {me}",
            f"Name the store itself: {found.real}",
        )


def check_writable(path: Path) -> None:
    """Raises what opening this store to write it would raise for whose it is; nothing when there is
    none."""
    if path.exists():
        refuse_to_write(path, whose(path))


def _remove(beside: Path) -> str:
    return f"When no process works with the store, delete it: rm {beside}"
