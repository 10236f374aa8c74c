"""A connection to a store that may be anybody's: it does what our own statements say, and nothing
that stands in the file.

A SQLite file can hold triggers, views, generated columns, virtual tables: what runs when others
read or write (https://www.sqlite.org/security.html). So, on every connection, before any statement
of ours: what the file declares is compared with what we declare (`declarations.py`). And for what
is put in later, while it is open, each statement is asked when it is prepared, and again when the
declarations change (an authorizer): what a trigger or a view would do is denied.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.store import declarations

if TYPE_CHECKING:
    from pathlib import Path

BUSY_TIMEOUT_S = 10.0
"""How long a writer waits for another one before it gives up."""
LONGEST = 512 << 20
"""Bytes of a value: a hundred times the largest record."""

Mode = Literal["write", "read", "immutable", "foreign"]
_HOW: dict[Mode, str] = {
    "write": "mode=rw",
    "read": "mode=ro",
    # As a file that nobody writes: no locks, no log.
    "immutable": "mode=ro&immutable=1",
    # With the log of a writer that is at work, without a byte written into what is his: neither the
    # log nor its index.
    "foreign": "mode=ro&readonly_shm=1",
}
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1 << 20,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
# What Python gives since 3.12 (sqlite3_db_config): the same once more, by SQLite itself.
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
    """A connection to this file (no link). Raises InputError when it declares what a store does
    not, and what sqlite3 does.

    `named`: what errors call it; None: what it declares is not looked at, and it is good for the
    numbers in its head alone.
    """
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{_HOW[mode]}",
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
        # No functions in declarations but harmless ones; what is damaged is found by the cell; no
        # page is mapped, where a file that is cut short beneath us would be a bus error.
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"):
            connection.execute(f"PRAGMA {pragma}")
        # Of a statement before, on another connection, nobody may have asked.
        _told.refused = False
        connection.set_authorizer(_allowed)
        if named is not None:
            declarations.check(connection, named)
    except BaseException:
        connection.close()
        raise
    return connection


def _allowed(
    action: int, _one: str | None, _two: str | None, _database: str | None, within: str | None
) -> int:
    """`within`: the trigger or view that asks for it; none in our own statements."""
    if within is None and action not in _DENIED:
        return sqlite3.SQLITE_OK
    _told.refused = True
    return sqlite3.SQLITE_DENY


class _Refusal(threading.local):
    """What a statement of this thread was told."""

    refused = False


_told = _Refusal()


def raise_interrupt(error: sqlite3.Error) -> None:
    """Raises KeyboardInterrupt where that is what this error is: one that comes while SQLite asks
    what is allowed reaches it as a no."""
    said = str(error)
    if "prohibited" in said or "not authorized" in said:
        refused, _told.refused = _told.refused, False
        if not refused:
            raise KeyboardInterrupt from None
