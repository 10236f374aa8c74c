"""What people say of a campaign after it was measured: its part of a store. The one place for
names, tags, notes, what is put away and what others are held against; pages, reports and the
command line read it from here.

Notes are events of kind `note`; the rest has tables of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from plimsoll.base.errors import UsageError
from plimsoll.store import writing
from plimsoll.store.checksums import Execute
from plimsoll.store.rows import Labels
from plimsoll.store.writing import Part

LONGEST_NAME, LONGEST_TAG, LONGEST_NOTE, MOST_TAGS = 120, 40, 2_000, 20
"""Letters, and tags of one campaign: a shelf shows all of them."""


class Note(NamedTuple):
    """A note on a campaign; `at_ns` since 1970-01-01 UTC."""

    id: int
    campaign_id: int
    at_ns: int
    text: str


class Deletion(NamedTuple):
    """A campaign that was moved out of the store, and the store that has it now."""

    campaign_id: int
    name: str
    at_ns: int
    kept_in: str


class Labelling(Part):
    """`Store.labels`: reads and writes through the store that it belongs to."""

    def every(self) -> dict[int, Labels]:
        """Of each campaign of which something is said."""
        tags: dict[int, list[str]] = {}
        for number, tag in self._read("SELECT campaign_id, tag FROM tag ORDER BY tag"):
            tags.setdefault(number, []).append(tag)
        found = {number: Labels(tags=tuple(own)) for number, own in tags.items()}
        for number, name, archived, baseline in self._read(
            "SELECT campaign_id, name, archived, baseline FROM label"
        ):
            own = found.get(number, Labels())
            found[number] = Labels(name, own.tags, bool(archived), bool(baseline))
        return found

    def notes(self, campaign_id: int | None = None) -> list[Note]:
        """The notes on a campaign, or on all of them; oldest first."""
        rows = self._read(
            "SELECT checksum, id, campaign_id, run_id, at_ns, kind, text FROM event WHERE kind ="
            " 'note' AND campaign_id IS NOT NULL AND (?1 IS NULL OR campaign_id = ?1)"
            " ORDER BY at_ns, id",
            campaign_id,
        )
        for checksum, *row in rows:
            self._reading.intact(checksum, f"mark or note {row[0]}", *row)
        return [Note(id_, campaign, at_ns, text) for _, id_, campaign, _, at_ns, _, text in rows]

    def deletions(self) -> list[Deletion]:
        """What was moved out of the store, oldest first."""
        rows = self._read("SELECT campaign_id, name, at_ns, kept_in FROM deleted ORDER BY at_ns")
        return [Deletion(*row) for row in rows]

    def rename(self, campaign_id: int, name: str) -> None:
        """What it is called from now on; an empty name: as its document says."""
        self._set(campaign_id, "name", _line(name, LONGEST_NAME, "a name") or None)

    def tag(self, campaign_id: int, tags: Iterable[str]) -> None:
        """Its tags, in the place of those it had."""
        wanted = sorted({said for one in tags if (said := _line(one, LONGEST_TAG, "a tag"))})
        if len(wanted) > MOST_TAGS:
            raise UsageError(f"a campaign has at most {MOST_TAGS} tags", "Leave some out.")
        if comma := next((one for one in wanted if "," in one), None):
            raise UsageError(f"the tag '{comma}' has a comma in it", "Give two tags, or leave it.")
        with self._transaction() as run:
            run("DELETE FROM tag WHERE campaign_id = ?", (campaign_id,))
            for one in wanted:
                run("INSERT INTO tag VALUES (?, ?)", (campaign_id, one))

    def archive(self, campaign_id: int, *, archived: bool) -> None:
        """Puts it away, or back: lists leave it out, and no figure changes."""
        self._set(campaign_id, "archived", int(archived))

    def pin(self, campaign_id: int, instead_of: Iterable[int] = ()) -> None:
        """Makes it what others are held against, in the place of these."""
        with self._transaction() as run:
            for other in instead_of:
                run("UPDATE label SET baseline = 0 WHERE campaign_id = ?", (other,))
            _upsert(run, campaign_id, "baseline", 1)

    def unpin(self, campaign_id: int) -> None:
        """Makes it one of many again."""
        self._set(campaign_id, "baseline", 0)

    def add_note(self, campaign_id: int, text: str) -> None:
        """Adds a note, with the time of day."""
        said = _line(text, LONGEST_NOTE, "a note")
        if not said:
            raise UsageError("a note needs words", "Say what is to be remembered.")
        with self._transaction() as run:
            writing.insert(
                run,
                "event",
                campaign_id=campaign_id,
                run_id=None,
                at_ns=self._wall_ns(),
                kind="note",
                text=said,
            )

    def remove_note(self, campaign_id: int, note_id: int) -> None:
        """Removes a note of this campaign; a mark on a time line stays, whatever its number."""
        with self._transaction() as run:
            run(
                "DELETE FROM event WHERE id = ? AND campaign_id = ? AND kind = 'note'",
                (note_id, campaign_id),
            )

    def _set(self, campaign_id: int, column: str, value: object) -> None:
        with self._transaction() as run:
            _upsert(run, campaign_id, column, value)


def next_campaign(run: Execute) -> int:
    """The number of the next campaign: that of one that was deleted is not given again."""
    return int(
        run(
            "SELECT 1 + max(coalesce((SELECT max(id) FROM campaign), 0),"
            " coalesce((SELECT max(campaign_id) FROM deleted), 0))",
            (),
        ).fetchone()[0]
    )


def _upsert(run: Execute, campaign_id: int, column: str, value: object) -> None:
    run("INSERT OR IGNORE INTO label (campaign_id) VALUES (?)", (campaign_id,))
    run(
        f"UPDATE label SET {column} = ? WHERE campaign_id = ?",  # noqa: S608  # our own text
        (value, campaign_id),
    )


def _line(text: str, most: int, what: str) -> str:
    said = " ".join(text.split())
    if len(said) > most:
        raise UsageError(f"{what} has at most {most} characters", "Say it shorter.")
    return said
