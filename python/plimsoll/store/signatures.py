"""The identity of a store and the signatures in it. `campaign/trust.py` decides what they are
worth.
"""

from collections.abc import Callable
from typing import Literal

from plimsoll.store.checksums import Execute
from plimsoll.store.writing import Part

Kind = Literal["campaign", "setting"]
"""Signed objects: the document of a campaign, an entry of the journal of settings."""
Sign = Callable[[str, int], str | None]
"""Signs an object, given the store's identity and the campaign; None: it stays unsigned."""


class Signatures(Part):
    """`Store.signatures`."""

    def identity(self) -> str | None:
        """The identity of the store; None where it was removed from the file."""
        rows = self._read("SELECT value FROM identity")
        return str(rows[0][0]) if rows else None

    def of(self, kind: Kind, of_id: int) -> str | None:
        """The signature of a campaign or an entry; None without one."""
        rows = self._read("SELECT value FROM signature WHERE kind = ? AND of_id = ?", kind, of_id)
        return str(rows[0][0]) if rows else None

    def put(self, kind: Kind, of_id: int, campaign_id: int, sign: Sign) -> None:
        """Signs an existing object, after the user confirmed it."""
        with self._transaction() as run:
            put(run, kind, of_id, campaign_id, sign)


def put(run: Execute, kind: Kind, of_id: int, campaign_id: int, sign: Sign) -> None:
    """Signs an object within the transaction that writes it."""
    # The identity may have been removed from the file.
    run("INSERT OR IGNORE INTO identity VALUES (1, lower(hex(randomblob(16))))", ())
    value = sign(str(run("SELECT value FROM identity", ()).fetchone()[0]), campaign_id)
    if value is not None:
        run("INSERT OR REPLACE INTO signature VALUES (?, ?, ?)", (kind, of_id, value))
