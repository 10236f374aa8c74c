"""Which store this is, and what was signed in it: its part of a store. What a signature is worth is
decided elsewhere.
"""

from collections.abc import Callable
from typing import Literal

from plimsoll.store.checksums import Execute
from plimsoll.store.writing import Part

Kind = Literal["campaign", "setting"]
"""What is signed: the document of a campaign, an entry of the journal of settings."""
Sign = Callable[[str, int], str | None]
"""Signs for the store of this identity, campaign or entry of this campaign; none: it is kept
without a signature."""


class Signatures(Part):
    """`Store.signatures`: reads and writes through the store that it belongs to."""

    def identity(self) -> str | None:
        """The store's own; none where somebody took it out of the file."""
        rows = self._read("SELECT value FROM identity")
        return str(rows[0][0]) if rows else None

    def of(self, kind: Kind, of_id: int) -> str | None:
        """The signature of a campaign or an entry; none when it has none."""
        rows = self._read("SELECT value FROM signature WHERE kind = ? AND of_id = ?", kind, of_id)
        return str(rows[0][0]) if rows else None

    def put(self, kind: Kind, of_id: int, campaign_id: int, sign: Sign) -> None:
        """Signs what is there already: somebody stood for it."""
        with self._transaction() as run:
            put(run, kind, of_id, campaign_id, sign)


def put(run: Execute, kind: Kind, of_id: int, campaign_id: int, sign: Sign) -> None:
    """Signs in the transaction that writes what is signed: one is never seen without the other."""
    # Somebody may have taken it out of the file.
    run("INSERT OR IGNORE INTO identity VALUES (1, lower(hex(randomblob(16))))", ())
    value = sign(str(run("SELECT value FROM identity", ()).fetchone()[0]), campaign_id)
    if value is not None:
        run("INSERT OR REPLACE INTO signature VALUES (?, ?, ?)", (kind, of_id, value))
