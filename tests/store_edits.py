"""Edits of a store by hand that are meant: its checksums are computed anew afterwards, as somebody
would do who gives a store to others. Damage is what `sqlite3` alone does to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from plimsoll.store import checksums


@contextmanager
def edit_store(path: str | Path) -> Iterator[sqlite3.Connection]:
    """A connection in one transaction; what is written through it is sealed at the end."""
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection
        seal(connection)


def seal(connection: sqlite3.Connection) -> None:
    """Computes every checksum anew, also of text that is none."""
    factory, connection.text_factory = connection.text_factory, _text
    try:
        checksums.seal_all(connection)
    finally:
        connection.text_factory = factory


def _text(found: bytes) -> str:
    return found.decode("utf-8", "surrogateescape")
