"""How rows are written into a store: every row that carries figures gets its checksums in the
transaction that writes it, so that nobody forgets one.

Names of tables and columns are our own text; values are bound.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from plimsoll.store import checksums
from plimsoll.store.checksums import Execute
from plimsoll.store.reading import Reading


class Access(NamedTuple):
    """What a part of a store reads and writes through."""

    transaction: Callable[[], AbstractContextManager[Execute]]
    read: Callable[..., list[tuple[Any, ...]]]
    reading: Reading
    wall_ns: Callable[[], int]
    writer: str
    """The name of this process."""


class Part:
    """A part of a store: reads and writes through the store that it belongs to."""

    def __init__(self, access: Access) -> None:
        self._transaction, self._read, self._reading, self._wall_ns, self._writer = access


def text(document: object) -> str:
    """A document as a store keeps it."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def insert(run: Execute, table: str, /, **columns: object) -> int:
    """Writes a new row; its id."""
    names, places = ", ".join(columns), ", ".join("?" * len(columns))
    made = run(
        f"INSERT INTO {table} ({names}) VALUES ({places})",  # noqa: S608  # our own text
        tuple(columns.values()),
    ).lastrowid
    assert made is not None
    checksums.seal(run, table, "rowid = ?", made)
    return made


def put(run: Execute, table: str, /, *row: str | bytes | float | None) -> None:
    """Writes a whole row, in the order of the table's columns, in the place of one with its key."""
    places = ", ".join("?" * (len(row) + 1))
    run(
        f"INSERT OR REPLACE INTO {table} VALUES ({places})",  # noqa: S608  # our own text
        (*row, checksums.of(*row)),
    )


def update(
    run: Execute, table: str, where: str, values: tuple[object, ...], /, **columns: object
) -> int:
    """Changes columns of the rows that `where` selects with these values; how many they are."""
    rows = run(f"SELECT rowid FROM {table} WHERE {where}", values).fetchall()  # noqa: S608  # our own text
    changes = ", ".join(f"{name} = ?" for name in columns)
    run(
        f"UPDATE {table} SET {changes} WHERE {where}",  # noqa: S608  # our own text
        (*columns.values(), *values),
    )
    for (row,) in rows:
        checksums.seal(run, table, "rowid = ?", row)
    return len(rows)
