"""Connections to a store of unknown origin: they execute our own statements, and nothing from the
file.

A SQLite file can hold triggers, views, generated columns and virtual tables, which run when it is
read or written (https://www.sqlite.org/security.html). So every connection first compares the
file's declarations with ours (`declarations.py`). An authorizer guards against later additions: it
checks each statement when it is prepared, and again when declarations change, and denies the
actions of triggers and views.
"""

import sqlite3
import threading
from pathlib import Path
from typing import Any, Literal

from plimsoll.store import declarations

BUSY_TIMEOUT_S = 10.0
"""A writer waits this long for another one."""
MAX_VALUE_BYTES = 512 << 20
"""A hundred times the largest record."""

Mode = Literal["write", "read", "immutable", "foreign"]
_URI_OPTIONS: dict[Mode, str] = {
    "write": "mode=rw",
    "read": "mode=ro",
    # Without locks and log, as a file that nobody writes.
    "immutable": "mode=ro&immutable=1",
    # With the log of an active writer, but without writing to that log or its index.
    "foreign": "mode=ro&readonly_shm=1",
}
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: MAX_VALUE_BYTES,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 20,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
# The same protection by SQLite itself, available since Python 3.12 (sqlite3_db_config).
_SWITCHES = {
    "SQLITE_DBCONFIG_DEFENSIVE": True,
    "SQLITE_DBCONFIG_TRUSTED_SCHEMA": False,
    "SQLITE_DBCONFIG_ENABLE_TRIGGER": False,
    "SQLITE_DBCONFIG_ENABLE_VIEW": False,
    "SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION": False,
}
_DENIED = frozenset(
    (
        sqlite3.SQLITE_ATTACH,
        sqlite3.SQLITE_DETACH,
        sqlite3.SQLITE_CREATE_TRIGGER,
        sqlite3.SQLITE_CREATE_TEMP_TRIGGER,
        sqlite3.SQLITE_CREATE_VIEW,
        sqlite3.SQLITE_CREATE_TEMP_VIEW,
        sqlite3.SQLITE_CREATE_VTABLE,
    )
)


def connect(path: Path, mode: Mode, *, named: Path | None) -> sqlite3.Connection:
    """A connection to this file (no link). Raises InputError for foreign declarations, and errors
    of sqlite3.

    `named`: the path for error messages. With None the declarations are not checked, and the
    connection may only read the numbers in the header.
    """
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{_URI_OPTIONS[mode]}",
        uri=True,
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        for limit, most in _LIMITS.items():
            connection.setlimit(limit, most)
        configure: Any = getattr(connection, "setconfig", None)
        for name, on in _SWITCHES.items() if configure is not None else ():
            configure(getattr(sqlite3, name), on)
        # Only harmless functions in declarations; check cells for damage; map no pages, since a
        # truncated file would then cause a bus error.
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"):
            connection.execute(f"PRAGMA {pragma}")
        # A refusal on another connection may not have been read.
        _told.refused = False
        connection.set_authorizer(_authorize)
        if named is not None:
            declarations.check(connection, named)
    except BaseException:
        connection.close()
        raise
    return connection


def _authorize(
    action: int, _one: str | None, _two: str | None, _database: str | None, within: str | None
) -> int:
    """`within`: the trigger or view that acts; None for our own statements."""
    if within is None and action not in _DENIED:
        return sqlite3.SQLITE_OK
    _told.refused = True
    return sqlite3.SQLITE_DENY


class _Denial(threading.local):
    """Whether the authorizer denied a statement of this thread."""

    refused = False


_told = _Denial()


def raise_interrupt(error: sqlite3.Error) -> None:
    """Raises KeyboardInterrupt if that caused this error: one that arrives inside the authorizer
    reaches SQLite as a denial."""
    message = str(error)
    if "prohibited" in message or "not authorized" in message:
        refused, _told.refused = _told.refused, False
        if not refused:
            raise KeyboardInterrupt from None
