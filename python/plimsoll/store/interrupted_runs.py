"""Marks Runs that a kill interrupted: those left `running` by a process that is gone.

Their state becomes `abandoned`, as for any Run without a record, with the reason `schema.CUT`, so
that readers with plain SQL see it too. A process that cannot be seen from here (in another
container) counts as alive.
"""

from collections.abc import Callable, Iterable
from sqlite3 import Cursor
from typing import Any

from plimsoll.base import process
from plimsoll.store import checksums
from plimsoll.store.schema import CUT

InterruptedRun = tuple[int, str]
"""A Run, and the process that left it."""


def find(
    read: Callable[..., list[tuple[Any, ...]]], campaign_id: int | None = None
) -> list[InterruptedRun]:
    """The running Runs, of one campaign or of all, whose process is gone."""
    condition = "" if campaign_id is None else " AND campaign_id = ?"
    rows = read(
        f"SELECT id, writer FROM run WHERE state = 'running'{condition}",  # noqa: S608  # our own text
        *(() if campaign_id is None else (campaign_id,)),
    )
    gone = {by: process.is_gone(by) for by in {by for _, by in rows}}
    return [(run, by) for run, by in rows if gone[by]]


def mark(run: Callable[[str, tuple[Any, ...]], Cursor], left: Iterable[InterruptedRun]) -> None:
    """Marks the Runs, unless another process did meanwhile. `finished_at_ns` stays empty, since the
    time is unknown."""
    for run_id, by in left:
        run(
            "UPDATE run SET state = 'abandoned', why = ? WHERE id = ? AND state = 'running' AND"
            " writer = ?",
            (CUT, run_id, by),
        )
        checksums.seal(run, "run", "id = ?", run_id)
