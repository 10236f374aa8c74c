"""Writes rows into a store, with their checksums in the same transaction.

Names of tables and columns are our own text; values are bound.
"""

import json
import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from json.encoder import encode_basestring
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from pydantic_core import PydanticSerializationError, to_json

from plimsoll.store import checksums
from plimsoll.store.checksums import Execute
from plimsoll.store.reading import Reading
from plimsoll.store.rows import Document


class Transaction(Protocol):
    """`Store._transaction`."""

    def __call__(self, *, during_run: bool = False) -> AbstractContextManager[Execute]:
        """A transaction, on disk at the end; with `during_run`, when the Run has ended."""


class Access(NamedTuple):
    """The functions of a store that its parts read and write with."""

    transaction: Transaction
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

    absent: ClassVar[Mapping[str, Any]] = {}
    """Values that readers put in for keys that are not there: the text leaves them out. They are
    null, small numbers or shared, and compared by identity."""

    @property
    def text(self) -> str:
        """The document as JSON."""
        absent = self.absent
        parts = [
            _NULLS[key] if value is None else _KEYS[key] + _WRITERS[type(value)](value)
            for key, value in self.items()
            if key not in absent or value is not absent[key]
        ]
        return f"{{{','.join(parts)}}}"


class SharedDocument(Composition):
    """A document that many others hold and nobody changes: its text is made once."""

    _text: str | None = None

    @property
    def text(self) -> str:
        """The document as JSON."""
        found = self._text
        if found is None:
            found = self._text = super().text
        return found


def text(document: object) -> str:
    """A document as JSON for a store. Raises ValueError for a figure that is not finite: JSON has
    none, and the store would be refused as damaged by every reader."""
    return document.text if isinstance(document, Composition) else _encode(document)


def record_text(record: Document) -> str:
    """The record of a Run as its column has it: without the spec, which has a column of its own."""
    kept = type(record)(record)
    del kept["spec"]
    return text(kept)


class _Keys(dict[str, str]):
    """Keys of documents as they stand before a value."""

    def __init__(self, value: str) -> None:
        super().__init__()
        self._value = value

    def __missing__(self, key: str) -> str:
        found = self[key] = f"{_encode(key)}:{self._value}"
        return found


_KEYS, _NULLS = _Keys(""), _Keys("null")


def _float_text(value: float) -> str:
    return repr(value) if math.isfinite(value) else part_text(value)


class _Writers(dict[type, Callable[[Any], str]]):
    """How the parts of a document are written, by their type."""

    def __missing__(self, type_: type) -> Callable[[Any], str]:
        writer = attrgetter("text") if issubclass(type_, Composition) else part_text
        self[type_] = writer
        return writer


_WRITERS = _Writers({int: repr, float: _float_text, str: encode_basestring})


def part_text(value: object) -> str:
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


ROWS_TOGETHER = 40
"""Rows of one statement: SQLite may be built to take 999 values in one, and no table has 25
columns."""


class Rows:
    """Rows that are added to a table by the thousand, many in one statement, with their checksums.
    All columns are given, the id too: nothing is read back, so a figure of a REAL column has to be
    a float, as SQLite returns it."""

    def __init__(self, table: str, *names: str) -> None:
        sums = checksums.COLUMNS.get(table, {})
        self._columns = len(names) + len(sums)
        self._begin = f"INSERT INTO {table} ({', '.join((*names, *sums))}) VALUES "  # noqa: S608  # our own text
        self._covered = [itemgetter(*map(names.index, columns)) for columns in sums.values()]
        self._values: list[str | bytes | float | None] = []

    def add(self, *row: str | bytes | float | None) -> None:
        """Adds a row, which `write` writes."""
        self._values += row
        self._values += [checksums.of(*columns(row)) for columns in self._covered]

    def write(self, run: Execute) -> None:
        """Writes the rows that were added."""
        values, self._values = self._values, []
        most = ROWS_TOGETHER * self._columns
        for at in range(0, len(values), most):
            part = tuple(values[at : at + most])
            run(self._begin + _places(len(part) // self._columns, self._columns), part)


@cache
def _places(rows: int, columns: int) -> str:
    return ", ".join([f"({', '.join('?' * columns)})"] * rows)


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
