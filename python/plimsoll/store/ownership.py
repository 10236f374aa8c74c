"""Only its owner writes a store; other users, root included, may read it.

Writing into another user's store would leave files in that user's folder that he cannot remove, and
a link of his could redirect the writes of a more privileged user. So a store of another owner is
opened read-only and unchanged (`opening.py`), and writing raises RefusedError. The files that
SQLite has beside it must belong to the same owner and be no links, since their content becomes part
of the store.

Stores and folders that others may write to are accepted (a shared group, umask 002, a file system
without owners). Those users can change figures, and remove the store, which is detected
(`presence.py`). They cannot have commands run, which takes a signature (`campaign/trust.py`).
"""

import stat
from pathlib import Path
from typing import NamedTuple

from plimsoll.base import posix, state
from plimsoll.base.errors import RefusedError
from plimsoll.store.messages import message

SIDES = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite has beside a store (https://www.sqlite.org/tempfiles.html)."""


def is_beside(path: Path) -> bool:
    """Whether the name is that of a side file of an existing database.

    Only SQLite may open such a file: closing a descriptor of the log's index drops the locks that
    this process has on it. The next process would create it again, and readers of the old one would
    get a bus error.
    """
    return (database := path_of(path)) != path and database.exists()


def path_of(path: Path) -> Path:
    """The database that a side file of this name belongs to; any other path unchanged."""
    name = path.name
    side = next((side for side in SIDES if name.endswith(side) and name != side), "")
    return path.with_name(name.removesuffix(side)) if side else path


class Whose(NamedTuple):
    """An existing store: the file itself, behind any link, and its owner."""

    real: Path
    owner: int
    foreign: bool


def whose(path: Path) -> Whose:
    """The owner of the store at this path. Raises RefusedError for side files that are links or
    another user's, OSError when the store is missing."""
    real = path.resolve()
    owner = real.stat().st_uid
    for side in SIDES:
        beside = Path(f"{real}{side}")
        try:
            found = beside.lstat()
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(found.st_mode):
            raise RefusedError(message("beside-no-file", beside=beside, path=path), _remove(beside))
        if found.st_uid != owner:
            raise RefusedError(
                message(
                    "beside-of-others",
                    beside=beside,
                    path=path,
                    other=state.user_name(found.st_uid),
                    owner=state.user_name(owner),
                ),
                _remove(beside),
            )
    return Whose(real, owner, owner != posix.user())


def refuse_to_write(path: Path, found: Whose) -> None:
    """Raises RefusedError for a store that this user may not write."""
    me = state.own_user_name()
    if found.foreign:
        raise RefusedError(
            *message.refusal(
                "store-of-others", path=path, owner=state.user_name(found.owner), me=me
            )
        )
    if path.is_symlink() and (owner := path.lstat().st_uid) not in (posix.user(), 0):
        raise RefusedError(
            *message.refusal(
                "link-of-others", path=path, owner=state.user_name(owner), me=me, real=found.real
            )
        )


def check_writable(path: Path) -> None:
    """Raises RefusedError if this user may not write an existing store."""
    if path.exists():
        refuse_to_write(path, whose(path))


def _remove(beside: Path) -> str:
    return message("beside-now", beside=beside)
