"""Writes rows into a store, with their checksums in the same transaction.

Names of tables and columns are our own text; values are bound.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache, cached_property
from json.encoder import encode_basestring
from typing import Any, NamedTuple, TypeVar

from pydantic_core import PydanticSerializationError, to_json

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


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class Composition(dict[str, Any]):
    """A document with parts that are fixed: its text is put together of theirs."""


class SharedDocument(Composition):
    """A document that many others hold and nobody changes: its text is made once."""

    @cached_property
    def text(self) -> str:
        """The document as JSON."""
        return _text_of_parts(self)


def text(document: object) -> str:
    """A document as JSON for a store. Raises ValueError for a figure that is not finite: JSON has
    none, and the store would be refused as damaged by every reader."""
    if isinstance(document, Composition):
        return document.text if isinstance(document, SharedDocument) else _text_of_parts(document)
    return _encode(document)


def _text_of_parts(document: Mapping[str, Any]) -> str:
    return f"{{{','.join([_KEYS[key] + _part(value) for key, value in document.items()])}}}"


class _Keys(dict[str, str]):
    """Keys of documents as they stand before a value."""

    def __missing__(self, key: str) -> str:
        found = self[key] = f"{_encode(key)}:"
        return found


_KEYS = _Keys()


def _part(value: object) -> str:
    kind = type(value)
    if value is None:
        return "null"
    if isinstance(value, Composition):
        return value.text if isinstance(value, SharedDocument) else _text_of_parts(value)
    if kind is int or (kind is float and math.isfinite(value)):  # type: ignore[arg-type]
        return repr(value)
    if kind is str:
        return encode_basestring(value)  # type: ignore[arg-type]
    return _fast_text(value)


def _fast_text(value: object) -> str:
    """A part as JSON, by a writer that takes a third of the time and is strict about nothing."""
    try:
        made = to_json(value, inf_nan_mode="constants").decode()
    except (PydanticSerializationError, UnicodeError):
        # Half a character, as in the name of a file that is no UTF-8.
        return _encode(value)
    # The words of figures that are none may stand in a name as well: the other writer tells.
    return _encode(value) if "NaN" in made or "Infinity" in made else made


T = TypeVar("T")


def storable(value: T) -> T:
    """A value as it is read back: a text of half characters, as in a file's name that is no UTF-8,
    has them as escapes."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode()  # type: ignore[return-value]
    return value


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


def add(run: Execute, table: str, /, **columns: str | bytes | float | None) -> None:
    """Inserts a row with its checksums, whose columns are all given, the id too: nothing is read
    back, so a figure of a REAL column has to be a float, as SQLite returns it. For tables to which
    rows are added by the thousand."""
    statement, covered = _whole_row(table, tuple(columns))
    sums = [checksums.of(*[columns[name] for name in names]) for names in covered]
    run(statement, (*columns.values(), *sums))


@cache
def _whole_row(table: str, names: tuple[str, ...]) -> tuple[str, list[tuple[str, ...]]]:
    """The statement that inserts a row, and the columns that each of its checksums covers."""
    sums = checksums.COLUMNS.get(table, {})
    every = (*names, *sums)
    columns, places = ", ".join(every), ", ".join("?" * len(every))
    return f"INSERT INTO {table} ({columns}) VALUES ({places})", list(sums.values())  # noqa: S608  # our own text


def next_id(run: Execute, table: str) -> int:
    """The id that SQLite would give to the next row, within the transaction that adds it."""
    return int(run(f"SELECT coalesce(max(rowid), 0) + 1 FROM {table}", ()).fetchone()[0])  # noqa: S608  # our own text


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
