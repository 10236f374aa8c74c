"""Checksums of the rows of a store: a changed digit is found when the row is read.

SQLite has none (Python's build lacks its extension `cksumvfs`) and checks the structure of pages,
not their content. So every row with figures has the CRC-32 of its columns. A CRC-32 finds every
change within four adjacent bytes, and misses one in 2^32 of the others. It is no signature: a
forger can compute it, as any digest without a key. It costs a third of SHA-256, a few percent of
parsing the document.

The progress of a process (`state`, `writer`) is not covered: it is written more often than figures,
and the tables' declarations bound its values.
"""

import zlib
from collections.abc import Callable
from sqlite3 import Connection, Cursor
from typing import Any

Execute = Callable[[str, tuple[Any, ...]], Cursor]
"""Runs a statement within a transaction."""

COLUMNS: dict[str, dict[str, tuple[str, ...]]] = {
    "campaign": {
        "checksum": (
            "id",
            "kind",
            "objective",
            "strategy",
            "seed",
            "spec",
            "version",
            "started_at_ns",
            "finished_at_ns",
            "result",
        )
    },
    "configuration": {"checksum": ("id", "name", "settings")},
    "run": {
        "checksum": (
            "id",
            "campaign_id",
            "point_id",
            "role",
            "why",
            "started_at_ns",
            "finished_at_ns",
            "spec",
            "seed",
            "version",
            "outcome",
            "offered_rate_per_s",
            "issued_rate_per_s",
            "achieved_rate_per_s",
        ),
        # Apart: a list of Runs is read without their records. With the spec, which is part of them.
        "record_checksum": ("id", "spec", "record"),
    },
    "histogram": {"checksum": ("run_id", "kind", "metric", "v2")},
    "interval": {
        "checksum": ("run_id", "idx", "json"),
        # Apart: most read the documents alone.
        "distributions_checksum": ("run_id", "idx", "response_time", "completion_latency"),
    },
    "fine": {"checksum": ("run_id", "idx", "intervals", "series")},
    "event": {"checksum": ("id", "campaign_id", "run_id", "at_ns", "kind", "text")},
    "collector": {"checksum": ("id", "campaign_id", "kind", "source", "every_s")},
    "counter_name": {"checksum": ("id", "collector_id", "name")},
    "counter": {"checksum": ("run_id", "name_id", "t_ns", "value")},
    "collected": {"checksum": ("run_id", "collector_id", "summary")},
    "planned_point": {
        "checksum": (
            "id",
            "campaign_id",
            "number",
            "configuration",
            "target",
            "workload",
            "load",
            "repeat",
            "strategy",
            "seed",
            "expected_s",
            "stands",
            "attempt",
            "invalidated",
            "started_at_ns",
            "finished_at_ns",
            "result",
        )
    },
    "planned_run": {"checksum": ("run_id", "planned_point_id", "attempt", "valid", "why")},
    "setting_journal": {
        "checksum": (
            "id",
            "campaign_id",
            "configuration",
            "setting",
            "original",
            "commands",
            "journalled_at_ns",
            "restored_at_ns",
            "trouble",
        )
    },
    "settle_reference": {"checksum": ("campaign_id", "configuration", "target", "reference")},
    "point_reason": {"checksum": ("planned_point_id", "kind", "figures")},
}
"""By table: its checksum columns, each with the columns that it covers, in order."""


def of(*values: str | bytes | float | None) -> int:
    """The checksum of these values, as SQLite returns them: a REAL column is always a float."""
    if bytes in map(type, values):
        return zlib.crc32(b"\0".join(map(_bytes, values)))
    # One text is encoded faster than its parts.
    text = "\0".join([value if isinstance(value, str) else repr(value) for value in values])
    return zlib.crc32(text.encode("utf-8", "backslashreplace"))


def of_content(content: bytes) -> int:
    """The checksum of values as SQLite joins them: text and integers, with a NUL between them."""
    return zlib.crc32(content)


def _bytes(value: str | bytes | float | None) -> bytes:
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else repr(value)).encode("utf-8", "backslashreplace")


def of_interval(
    run_id: int,
    index: int,
    document: str,
    response_time: bytes | None,
    completion_latency: bytes | None,
) -> tuple[int, int]:
    """Both checksums of an interval, computed without reading the row back: there are hundreds."""
    return of(run_id, index, document), of(run_id, index, response_time, completion_latency)


def seal(run: Execute, table: str, where: str, *values: Any) -> None:
    """Computes the checksums of the rows that `where` selects, within the transaction that wrote
    them. Does nothing for a table without checksums."""
    for name, columns in COLUMNS.get(table, {}).items():
        rows = run(
            f"SELECT rowid, {', '.join(columns)} FROM {table} WHERE {where}",  # noqa: S608  # our own text
            values,
        ).fetchall()
        for rowid, *row in rows:
            run(f"UPDATE {table} SET {name} = ? WHERE rowid = ?", (of(*row), rowid))  # noqa: S608  # our own text


def seal_all(connection: Connection) -> None:
    """Computes all checksums of a store, after an intended edit by hand."""
    tables = {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    }
    for table in COLUMNS:
        if table in tables:
            seal(connection.execute, table, "1")
