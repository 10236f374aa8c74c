"""Brings a store of an earlier version to today's form when it is opened. The one place that knows
earlier forms: everybody else reads and writes today's.

A step changes a copy, never the store itself:

1. The store is locked for this process alone and its log is written into it: what lies at the path
   is then all of it, in one file.
2. It is copied to a file beside it, and the steps change the copy in one transaction.
3. The copy is checked as any store is when it is opened (pages, declarations), written to the disk,
   and only then takes the place of the store, which is one rename(2).

A kill before the rename leaves the store as it was, and after it the new one, whole. A copy that a
kill left behind is removed by the next upgrade. A full disk, an unwritable folder or damage end the
upgrade with an error, and the store is as it was.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import time
from contextlib import closing
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError, IoError
from plimsoll.store import connection as store_connection
from plimsoll.store.ownership import SIDES
from plimsoll.store.presence import identity
from plimsoll.store.schema import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    Step = Callable[[sqlite3.Connection], None]

STEPS: dict[int, Step] = {}
"""What takes a store of this version to the next one, within a transaction. Empty: `schema.VERSION`
is the first that was released.

A step reads rows with their checksums and writes new ones for what it changes, never for what it
did not look at (`checksums.py`): damage of before stays damage. A table that gets another
declaration is made anew and filled from the old one: what a store declares is compared word for
word (`declarations.py`)."""

_UPGRADE = ".upgrade"


def is_readable(version: int) -> bool:
    """Whether a store of this version is in today's form, or can be brought to it."""
    return version == VERSION or version in STEPS


def bring_to_today(path: Path) -> None:
    """Upgrades the store at `path`, unless another process has done so meanwhile.

    Raises IoError, sqlite3.Error and OSError where that is not possible, InputError for a store
    that is damaged; it is then as it was.
    """
    real = path.resolve()
    if not os.access(real.parent, os.W_OK):
        raise IoError(
            f"{path} is a store of an earlier version, and its folder cannot be written to bring it"
            f" to version {VERSION}. Copy it into a folder of your own, or name another file with"
            " --store"
        )
    held = _held_alone(path, real)
    if held is None:
        return
    with closing(held) as old:
        for left in real.parent.glob(f".{escape(real.name)}.{'[0-9a-f]' * 16}{_UPGRADE}*"):
            left.unlink(missing_ok=True)
        made = real.with_name(f".{real.name}.{secrets.token_hex(8)}{_UPGRADE}")
        try:
            _copy(old, made)
            _change(made, path)
            _put_in_place(made, real)
        finally:
            for side in ("", *SIDES):
                Path(f"{made}{side}").unlink(missing_ok=True)


def _held_alone(path: Path, real: Path) -> sqlite3.Connection | None:
    """The store, for this process alone until the connection is closed; None where another one has
    upgraded it meanwhile.

    Each connection to a store with a log keeps others from having it alone, and SQLite waits for
    none of them where it gives up the log. So who does not get it gives up its own connection and
    comes again, for as long as a writer waits for another one.
    """
    until = time.monotonic() + store_connection.BUSY_TIMEOUT_S
    while True:
        before = identity(real)
        old = store_connection.connect(real, "write", named=None)
        try:
            if not _is_older(old):
                old.close()
                return None
            # Without a log there is none that could be taken for that of the new file.
            old.execute("PRAGMA journal_mode = DELETE")
            # Held also between transactions: nobody reads or writes the store meanwhile, whatever
            # version they are of.
            old.execute("PRAGMA locking_mode = EXCLUSIVE")
            old.execute("BEGIN EXCLUSIVE")
            old.execute("ROLLBACK")
            (journal,) = old.execute("PRAGMA journal_mode").fetchone()
            if journal == "delete" and _is_older(old) and identity(real) == before:
                return old
        except BaseException as error:
            old.close()
            if time.monotonic() > until or not _is_busy(error):
                raise
        else:
            old.close()
        if time.monotonic() > until:
            raise IoError(
                f"the store {path} is used by another process: wait until that one has finished"
            )
        time.sleep(secrets.randbelow(50) / 1000)


def _is_busy(error: BaseException) -> bool:
    return (
        isinstance(error, sqlite3.OperationalError)
        and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    )


def _is_older(opened: sqlite3.Connection) -> bool:
    (version,) = opened.execute("PRAGMA user_version").fetchone()
    return int(version) != VERSION


def _copy(old: sqlite3.Connection, made: Path) -> None:
    # A name that nobody can have put something under, and not to be read by more than the store is.
    os.close(
        os.open(made, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    )
    with closing(sqlite3.connect(made)) as copy:
        old.backup(copy)


def _change(made: Path, path: Path) -> None:
    """Takes every step in one transaction, and checks what came of it."""
    with closing(store_connection.connect(made, "write", named=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        while version != VERSION:
            STEPS[version](connection)
            version += 1
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
        # After the commit: in this mode the version is in the file itself, not in its log.
        connection.execute("PRAGMA journal_mode = WAL")
    # As a file that nobody writes: no side file is left beside it.
    with closing(store_connection.connect(made, "immutable", named=path)) as connection:
        (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
    if finding != "ok" or dangling:
        what = " ".join(str(finding).split()) if finding != "ok" else f"of table '{dangling[0]}'"
        raise InputError(
            f"{path} cannot be brought to version {VERSION}: it is damaged ({what}); it was left as"
            " it is. Restore a copy, or name another file with --store"
        )


def _put_in_place(made: Path, real: Path) -> None:
    """The new store has the permissions of the old one, and is on the disk before it takes its
    place."""
    shutil.copymode(real, made)
    was = real.stat()
    if made.stat().st_gid != was.st_gid:
        os.chown(made, -1, was.st_gid)
    _sync(made)
    made.replace(real)
    _sync(real.parent)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
