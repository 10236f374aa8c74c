"""A consistent view of a store for several statements.

Each single statement sees the newest commit, so two of them may see a Run before and after its
start. A read transaction gives all of them the same commit; with a write-ahead log the writer goes
on meanwhile. The log cannot be emptied beyond that commit, so a snapshot lasts no longer than a
page or a command.

Which writers are alive belongs to the snapshot too: a process that ends later made commits that the
snapshot does not have, and counts as running.
"""

import sqlite3
import threading

from plimsoll.base import process

_WRITERS = (
    "SELECT writer FROM campaign WHERE state = 'running' UNION SELECT writer FROM run WHERE"
    " campaign_id IS NULL AND state = 'running'"
)


class Snapshot:
    """The read transaction of one connection. Used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._depth = 0
        self._alive: dict[str, bool] = {}
        self.checked: set[int] = set()
        """Campaigns whose intervals were verified in it."""
        self.holder = 0
        """The thread that began it."""

    @property
    def is_active(self) -> bool:
        """Whether a snapshot is open."""
        return self._depth > 0

    def begin(self) -> None:
        """Opens the snapshot. Nests; the outermost call decides. Raises sqlite3.Error."""
        if not self._depth:
            self._alive = self._begin_transaction()
            self.holder = threading.get_ident()
        self._depth += 1

    def end(self) -> None:
        """Closes the snapshot."""
        self._depth -= 1
        if not self._depth:
            self._alive = {}
            self.checked.clear()
            # After an I/O error SQLite may have ended the transaction.
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")

    def is_alive(self, writer: str) -> bool:
        """Whether a process was alive at the snapshot, or is now without one."""
        if writer not in self._alive:
            alive = process.is_alive(writer)
            if not self._depth:
                return alive
            self._alive[writer] = alive
        return self._alive[writer]

    def _begin_transaction(self) -> dict[str, bool]:
        """Begins a transaction whose running writers are alive, or had ended before it began."""
        ended: set[str] = set()
        while True:
            self._connection.execute("BEGIN")
            try:
                writers = {by for (by,) in self._connection.execute(_WRITERS)}
                alive = {by: process.is_alive(by) for by in writers}
                if all(alive[by] or by in ended for by in alive):
                    return alive
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            # A writer has ended, perhaps after a last commit that this transaction does not have.
            ended |= {by for by in alive if not alive[by]}
            self._connection.execute("COMMIT")
