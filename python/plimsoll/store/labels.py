"""Labels that users give a campaign afterwards: name, tags, notes, archived, baseline. Pages,
reports and the command line all read them from here.

Notes are events of kind `note`; the rest has tables of its own.
"""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from plimsoll.base import sentence
from plimsoll.base.errors import UsageError
from plimsoll.store import writing
from plimsoll.store.checksums import Execute
from plimsoll.store.messages import message
from plimsoll.store.rows import Labels
from plimsoll.store.writing import Part

LONGEST_NAME, LONGEST_TAG, LONGEST_NOTE, MOST_TAGS = 120, 40, 2_000, 20
"""Limits in characters, and in tags per campaign, since a shelf shows all of them."""


class Note(NamedTuple):
    """A note on a campaign; `at_ns` since 1970-01-01 UTC."""

    id: int
    campaign_id: int
    at_ns: int
    text: str


class Deletion(NamedTuple):
    """A campaign that was moved out of the store, and its new store."""

    campaign_id: int
    name: str
    at_ns: int
    kept_in: str


class Labelling(Part):
    """`Store.labels`."""

    def every(self) -> dict[int, Labels]:
        """The labels of all campaigns that have some."""
        by_campaign: dict[int, list[str]] = {}
        for number, tag in self._read("SELECT campaign_id, tag FROM tag ORDER BY tag"):
            by_campaign.setdefault(number, []).append(tag)
        found = {number: Labels(tags=tuple(tags)) for number, tags in by_campaign.items()}
        for number, name, archived, baseline in self._read(
            "SELECT campaign_id, name, archived, baseline FROM label"
        ):
            tags = found.get(number, Labels()).tags
            found[number] = Labels(name, tags, bool(archived), bool(baseline))
        return found

    def notes(self, campaign_id: int | None = None) -> list[Note]:
        """The notes on a campaign, or on all campaigns, oldest first."""
        rows = self._read(
            "SELECT checksum, id, campaign_id, run_id, at_ns, kind, text FROM event WHERE kind ="
            " 'note' AND campaign_id IS NOT NULL AND (?1 IS NULL OR campaign_id = ?1)"
            " ORDER BY at_ns, id",
            campaign_id,
        )
        for checksum, *row in rows:
            self._reading.intact(checksum, partial(message, "part-mark", mark=row[0]), *row)
        return [
            Note(id_, campaign, at_ns, str(sentence.read(text)))
            for _, id_, campaign, _, at_ns, _, text in rows
        ]

    def deletions(self) -> list[Deletion]:
        """Campaigns that were moved out of the store, oldest first."""
        rows = self._read("SELECT campaign_id, name, at_ns, kept_in FROM deleted ORDER BY at_ns")
        return [Deletion(*row) for row in rows]

    def rename(self, campaign_id: int, name: str) -> None:
        """Names a campaign; an empty name restores that of its document."""
        self._set(campaign_id, "name", _line(name, LONGEST_NAME, "name") or None)

    def tag(self, campaign_id: int, tags: Iterable[str]) -> None:
        """Replaces the tags of a campaign."""
        wanted = sorted({line for tag in tags if (line := _line(tag, LONGEST_TAG, "tag"))})
        if len(wanted) > MOST_TAGS:
            raise UsageError(*message.refusal("too-many-tags", most=MOST_TAGS))
        if with_comma := next((tag for tag in wanted if "," in tag), None):
            raise UsageError(*message.refusal("tag-with-comma", tag=with_comma))
        with self._transaction() as run:
            run("DELETE FROM tag WHERE campaign_id = ?", (campaign_id,))
            for tag in wanted:
                run("INSERT INTO tag VALUES (?, ?)", (campaign_id, tag))

    def archive(self, campaign_id: int, *, archived: bool) -> None:
        """Hides a campaign from lists, or shows it again. No figure changes."""
        self._set(campaign_id, "archived", int(archived))

    def pin(self, campaign_id: int, instead_of: Iterable[int] = ()) -> None:
        """Makes a campaign the baseline of others, instead of these."""
        with self._transaction() as run:
            for other in instead_of:
                run("UPDATE label SET baseline = 0 WHERE campaign_id = ?", (other,))
            _upsert(run, campaign_id, "baseline", 1)

    def unpin(self, campaign_id: int) -> None:
        """Makes a campaign no baseline any more."""
        self._set(campaign_id, "baseline", 0)

    def add_note(self, campaign_id: int, text: str) -> None:
        """Adds a note with the current time."""
        line = _line(text, LONGEST_NOTE, "note")
        if not line:
            raise UsageError(*message.refusal("note-empty"))
        with self._transaction() as run:
            writing.insert(
                run,
                "event",
                campaign_id=campaign_id,
                run_id=None,
                at_ns=self._wall_ns(),
                kind="note",
                text=line,
            )

    def remove_note(self, campaign_id: int, note_id: int) -> None:
        """Removes a note of this campaign. Marks on a time line cannot be removed."""
        with self._transaction() as run:
            run(
                "DELETE FROM event WHERE id = ? AND campaign_id = ? AND kind = 'note'",
                (note_id, campaign_id),
            )

    def _set(self, campaign_id: int, column: str, value: object) -> None:
        with self._transaction() as run:
            _upsert(run, campaign_id, column, value)


def next_campaign(run: Execute) -> int:
    """The number of the next campaign; numbers of deleted ones are not reused."""
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


def _line(text: str, most: int, kind: str) -> str:
    line = " ".join(text.split())
    if len(line) > most:
        raise UsageError(message(f"too-long-{kind}", most=most), message("too-long-now"))
    return line
