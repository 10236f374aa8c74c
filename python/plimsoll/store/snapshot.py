"""One moment of a store, for a reader that takes several statements.

Each statement of its own sees the newest commit: what is read by two of them may lie before and
after the start of a Run. A read transaction holds the first moment for all of them (write-ahead
log: the writer goes on meanwhile). The log cannot be emptied beyond that moment, so it lasts as
long as a page or a command and no longer.

Which of those who write are alive belongs to the same moment. A process that ends after the
snapshot began has left its last words behind it: for the snapshot it is still running.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from plimsoll.base import process

if TYPE_CHECKING:
    import sqlite3

_WRITERS = (
    "SELECT writer FROM campaign WHERE state = 'running' UNION SELECT writer FROM run WHERE"
    " campaign_id IS NULL AND state = 'running'"
)


class Snapshot:
    """The read transaction of one connection. Its calls are made by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._depth = 0
        self._alive: dict[str, bool] = {}
        self.holder = 0
        """The thread that began it."""

    @property
    def is_active(self) -> bool:
        """Whether one moment is shown now."""
        return self._depth > 0

    def begin(self) -> None:
        """Holds the moment. Nests: the outermost one decides which. Raises sqlite3.Error."""
        if not self._depth:
            self._alive = self._begin_transaction()
            self.holder = threading.get_ident()
        self._depth += 1

    def end(self) -> None:
        """Lets go of it."""
        self._depth -= 1
        if not self._depth:
            self._alive = {}
            # After an I/O error SQLite may have ended it by itself.
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")

    def is_alive(self, writer: str) -> bool:
        """Whether this process runs: at the moment of the snapshot, or now without one."""
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
                found = {by for (by,) in self._connection.execute(_WRITERS)}
                alive = {by: process.is_alive(by) for by in found}
                if all(alive[by] or by in ended for by in found):
                    return alive
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            # One has ended, perhaps after a last commit that this moment does not have.
            ended |= {by for by in found if not alive[by]}
            self._connection.execute("COMMIT")
