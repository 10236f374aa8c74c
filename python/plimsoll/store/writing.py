"""Writes rows into a store, with their checksums in the same transaction.

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
    """The functions of a store that its parts read and write with."""

    transaction: Callable[[], AbstractContextManager[Execute]]
    read: Callable[..., list[tuple[Any, ...]]]
    reading: Reading
    wall_ns: Callable[[], int]
    writer: str
    """The name of this process."""


class Part:
    """A part of a store, such as `Store.plans`."""

    def __init__(self, access: Access) -> None:
        self._transaction, self._read, self._reading, self._wall_ns, self._writer = access


def text(document: object) -> str:
    """A document as JSON for a store. Raises ValueError for a figure that is not finite: JSON has
    none, and the store would be refused as damaged by every reader."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def insert(run: Execute, table: str, /, **columns: object) -> int:
    """Inserts a row and returns its id."""
    names, places = ", ".join(columns), ", ".join("?" * len(columns))
    row_id = run(
        f"INSERT INTO {table} ({names}) VALUES ({places})",  # noqa: S608  # our own text
        tuple(columns.values()),
    ).lastrowid
    assert row_id is not None
    checksums.seal(run, table, "rowid = ?", row_id)
    return row_id


def put(run: Execute, table: str, /, *row: str | bytes | float | None) -> None:
    """Writes a whole row, in column order, replacing a row with the same key."""
    places = ", ".join("?" * (len(row) + 1))
    run(
        f"INSERT OR REPLACE INTO {table} VALUES ({places})",  # noqa: S608  # our own text
        (*row, checksums.of(*row)),
    )


def update(
    run: Execute, table: str, where: str, values: tuple[object, ...], /, **columns: object
) -> int:
    """Updates columns of the rows that `where` selects with these values. Returns their number."""
    rows = run(f"SELECT rowid FROM {table} WHERE {where}", values).fetchall()  # noqa: S608  # our own text
    changes = ", ".join(f"{name} = ?" for name in columns)
    run(
        f"UPDATE {table} SET {changes} WHERE {where}",  # noqa: S608  # our own text
        (*columns.values(), *values),
    )
    for (row,) in rows:
        checksums.seal(run, table, "rowid = ?", row)
    return len(rows)
