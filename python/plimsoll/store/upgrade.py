"""Upgrades a store of an earlier version when it is opened. All other modules know the current
version only.

A copy is changed, never the store itself:

1. This process locks the store exclusively and merges the log into it, so that one file has all.
2. The store is copied to a file beside it, and the steps change the copy in one transaction.
3. The copy is checked like any store (pages, declarations), written to disk, and then replaces the
   store with one rename(2).

A kill before the rename leaves the old store, after it the new one. The next upgrade removes a copy
that a kill left behind. A full disk, an unwritable folder or damage end the upgrade with an error,
and the store stays as it was.
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

from plimsoll.base import posix
from plimsoll.base.errors import InputError, IoError
from plimsoll.store import connection as store_connection
from plimsoll.store.messages import message
from plimsoll.store.ownership import SIDES
from plimsoll.store.presence import identity
from plimsoll.store.schema import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    Step = Callable[[sqlite3.Connection], None]

STEPS: dict[int, Step] = {}
"""By version, the function that upgrades to the next one, within a transaction. Empty, since no
earlier version was released.

A step verifies the checksums of the rows that it changes, and computes no others (`checksums.py`),
so that damage stays detectable. A table with a new declaration is created again and filled from the
old one, since declarations are compared word for word (`declarations.py`)."""

_COPY_SUFFIX = ".upgrade"


def is_readable(version: int) -> bool:
    """Whether this version is the current one or can be upgraded to it."""
    return version == VERSION or version in STEPS


def bring_to_today(path: Path) -> None:
    """Upgrades the store at `path`, unless another process has done so meanwhile.

    Raises IoError, sqlite3.Error and OSError where that is not possible, InputError for a damaged
    store. The store then stays as it was.
    """
    real = path.resolve()
    if not os.access(real.parent, os.W_OK):
        raise IoError(message("upgrade-folder", path=path, version=VERSION))
    exclusive = _lock_exclusively(path, real)
    if exclusive is None:
        return
    with closing(exclusive) as old:
        for leftover in real.parent.glob(f".{escape(real.name)}.{'[0-9a-f]' * 16}{_COPY_SUFFIX}*"):
            leftover.unlink(missing_ok=True)
        copy = real.with_name(f".{real.name}.{secrets.token_hex(8)}{_COPY_SUFFIX}")
        try:
            _copy(old, copy)
            _upgrade(copy, path)
            _replace(real, copy)
        finally:
            for side in ("", *SIDES):
                Path(f"{copy}{side}").unlink(missing_ok=True)


def _lock_exclusively(path: Path, real: Path) -> sqlite3.Connection | None:
    """An exclusive connection to the store; None where another process has upgraded it meanwhile.

    Every connection to a store with a log prevents exclusive access, and SQLite does not wait when
    it leaves log mode. A process that fails closes its connection and tries again, for as long as
    a writer waits for another one.
    """
    until = time.monotonic() + store_connection.BUSY_TIMEOUT_S
    while True:
        before = identity(real)
        old = store_connection.connect(real, "write", named=None)
        try:
            if not _is_older(old):
                old.close()
                return None
            # Without log mode, so that no log is left that would seem to belong to the new file.
            old.execute("PRAGMA journal_mode = DELETE")
            # Keeps the lock between transactions, against processes of any version.
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
            raise IoError(message("upgrade-in-use", path=path))
        time.sleep(secrets.randbelow(50) / 1000)


def _is_busy(error: BaseException) -> bool:
    return (
        isinstance(error, sqlite3.OperationalError)
        and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    )


def _is_older(opened: sqlite3.Connection) -> bool:
    (version,) = opened.execute("PRAGMA user_version").fetchone()
    return int(version) != VERSION


def _copy(old: sqlite3.Connection, copy: Path) -> None:
    # Created exclusively and private: the copy must not be readable by more users than the store.
    os.close(
        os.open(
            copy, os.O_RDWR | os.O_CREAT | os.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC, 0o600
        )
    )
    with closing(sqlite3.connect(copy)) as target:
        old.backup(target)


def _upgrade(copy: Path, path: Path) -> None:
    """Runs all steps in one transaction and checks the result."""
    with closing(store_connection.connect(copy, "write", named=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        while version != VERSION:
            STEPS[version](connection)
            version += 1
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
        # After the commit, so that the version is in the file and not in the log.
        connection.execute("PRAGMA journal_mode = WAL")
    # Immutable, so that no side file is created.
    with closing(store_connection.connect(copy, "immutable", named=path)) as connection:
        (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
    if finding != "ok" or dangling:
        damage = (
            " ".join(str(finding).split())
            if finding != "ok"
            else message("damage-table", table=dangling[0])
        )
        raise InputError(message("upgrade-damaged", path=path, version=VERSION, damage=damage))


def _replace(real: Path, copy: Path) -> None:
    """Replaces the store by its copy, with the same permissions, after the copy is on disk."""
    shutil.copymode(real, copy)
    group = real.stat().st_gid
    if copy.stat().st_gid != group:
        os.chown(copy, -1, group)
    _sync(copy)
    copy.replace(real)
    posix.sync_folder(real.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
