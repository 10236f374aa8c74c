"""Checks that a store declares the tables and indexes of `schema.py`, word for word, and nothing
else.

Declarations are compared by SQL words, without comments. A string or quoted name is one word, so
that nothing can hide in it behind a comment sign.
"""

import functools
import re
import sqlite3
from pathlib import Path

from plimsoll.base.errors import InputError
from plimsoll.store.messages import message
from plimsoll.store.schema import statements

_WORDS = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\s+|\w+|.""", re.DOTALL)
_LONGEST_NAME = 60


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raises InputError for foreign declarations and for missing tables. Executes none of them."""
    known = _declarations()
    present = set()
    for kind, name, table, sql in connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema"
    ):
        if kind == "table" and name in ("sqlite_stat1", "sqlite_stat4"):
            continue
        # The index of a UNIQUE or PRIMARY KEY has no declaration of its own.
        if kind == "index" and sql is None and str(name).startswith(f"sqlite_autoindex_{table}_"):
            continue
        # Usually the text is identical, and words need not be compared.
        ours = known.get((kind, name))
        if ours is None or (sql != ours and _words(str(sql)) != _words(ours)):
            safe_name = str(name)[:_LONGEST_NAME].encode("ascii", "backslashreplace").decode()
            problem = "changed" if (kind, name) in known else "foreign"
            raise InputError(
                message(f"declaration-{problem}", path=path, kind=kind, name=repr(safe_name)),
                message("declaration-now"),
            )
        present.add((kind, name))
    missing = sorted(name for kind, name in known.keys() - present if kind == "table")
    if missing:
        raise InputError(*message.refusal("table-missing", path=path, table=missing[0]))


@functools.cache
def _declarations() -> dict[tuple[str, str], str]:
    """Our tables and indexes, as SQLite stores them."""
    connection = sqlite3.connect(":memory:")
    try:
        for statement in statements():
            connection.execute(statement)
        rows = connection.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        ).fetchall()
    finally:
        connection.close()
    return {(kind, name): sql for kind, name, sql in rows}


def _words(sql: str) -> tuple[str, ...]:
    """The words of a statement, without comments and blanks."""
    return tuple(
        word for word in _WORDS.findall(sql) if not word.isspace() and not word.startswith("--")
    )
