"""Runs that a kill cut: left `running` by a process that is gone, and told as such to whoever reads
the store with SQL.

`abandoned` is their state, as of any Run without a record, and `schema.CUT` says why. Only a
process that is surely gone is meant: one that cannot be seen from here (in another container) is
left alone.
"""

from collections.abc import Callable, Iterable
from sqlite3 import Cursor
from typing import Any

from plimsoll.base import process
from plimsoll.store import checksums
from plimsoll.store.schema import CUT

InterruptedRun = tuple[int, str]
"""A Run, and the process that left it."""


def find(read: Callable[..., list[tuple[Any, ...]]], campaign_id: int | None = None) -> list[InterruptedRun]:
    """The Runs, of one campaign or of all, whose process is gone."""
    of = "" if campaign_id is None else " AND campaign_id = ?"
    rows = read(
        f"SELECT id, writer FROM run WHERE state = 'running'{of}",  # noqa: S608  # our own text
        *(() if campaign_id is None else (campaign_id,)),
    )
    gone = {by: process.is_gone(by) for by in {by for _, by in rows}}
    return [(run, by) for run, by in rows if gone[by]]


def mark(run: Callable[[str, tuple[Any, ...]], Cursor], left: Iterable[InterruptedRun]) -> None:
    """Notes them, unless somebody has meanwhile. When it happened nobody knows: `finished_at_ns`
    stays empty."""
    for run_id, by in left:
        run(
            "UPDATE run SET state = 'abandoned', why = ? WHERE id = ? AND state = 'running' AND"
            " writer = ?",
            (CUT, run_id, by),
        )
        checksums.seal(run, "run", "id = ?", run_id)
