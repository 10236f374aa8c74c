"""What `plimsoll campaign label` and `delete` do: the same as the web page, in the same place of a
store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.cli.terminal import screen
from plimsoll.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from plimsoll.campaign.labels_document import Said
    from plimsoll.store import CampaignRow, Store

ACTIONS = ("label", "delete")


@dataclass(frozen=True)
class Saying:
    """What was typed; none: it stays as it is."""

    name: str | None = None
    tags: tuple[str, ...] = ()
    untags: tuple[str, ...] = ()
    note: str | None = None
    archived: bool | None = None
    baseline: bool | None = None

    @property
    def flags(self) -> list[str]:
        """The flags that were given."""
        given = {
            "--name": self.name is not None,
            "--tag": bool(self.tags),
            "--untag": bool(self.untags),
            "--note": self.note is not None,
            "--archive": self.archived is not None,
            "--baseline": self.baseline is not None,
        }
        return [flag for flag, on in given.items() if on]


def act(
    action: str,
    path: Path,
    number: int | None,
    name: str | None,
    saying: Saying,
    confirm: str | None,
    *,
    as_json: bool,
) -> int:
    """Does it, and prints what is said of the campaign now."""
    from plimsoll.store import Store

    if action == "delete" and saying.flags:
        raise UsageError(f"{saying.flags[0]} has no meaning with delete", "Leave it out.")
    if action == "label" and confirm is not None:
        raise UsageError("--confirm has no meaning with label", "Leave it out.")
    with Store.open(path, create=False) as store:
        row = _chosen(store, number, name, action)
        if action == "delete":
            return _delete(store, row, confirm, as_json=as_json)
        _say(store, row, saying)
        said = _document(store, row.id)
    if as_json:
        screen.document(said.model_dump(by_alias=True))
    else:
        screen.lines(_words(said))
    return 0


def _chosen(store: Store, number: int | None, name: str | None, action: str) -> CampaignRow:
    """The campaign that is meant: never by a guess."""
    from plimsoll.campaign import loader

    if number is not None:
        return store.known_campaign(number)
    if name is not None:
        return loader.chosen(store, None, name)
    rows = store.campaigns()
    if len(rows) == 1 and action == "label":
        return rows[0]
    known = ", ".join(f"{row.id} ({row.called or row.kind})" for row in rows) or "none"
    raise UsageError(
        f"which campaign of {store.path}?", f"Name it with --campaign; it holds: {known}."
    )


def _say(store: Store, row: CampaignRow, saying: Saying) -> None:
    labels = store.labels
    if saying.name is not None:
        labels.rename(row.id, saying.name)
    if saying.tags or saying.untags:
        labels.tag(row.id, {*row.labels.tags, *saying.tags} - set(saying.untags))
    if saying.note is not None:
        labels.add_note(row.id, saying.note)
    if saying.archived is not None:
        labels.archive(row.id, archived=saying.archived)
    if saying.baseline is False:
        labels.unpin(row.id)
    elif saying.baseline:
        from plimsoll.reports.evidence import called

        labels.pin(row.id, instead_of=called.pinned_for(store, row.id))


def _delete(store: Store, row: CampaignRow, confirm: str | None, *, as_json: bool) -> int:
    from plimsoll.campaign import deleting, labels_document

    said = _document(store, row.id)
    into = deleting.delete(store, row.id, said.name, confirm)
    if as_json:
        notes = labels_document.document(
            into, row.id, said.name, row.labels, (), deleted=True
        ).model_copy(update={"notes": said.notes})
        screen.document(notes.model_dump(by_alias=True))
    else:
        screen.lines(
            [
                f"deleted: campaign {row.id} ('{said.name}') is no longer in {store.path}",
                f"all of it is in {into}; remove that file to get the space back",
            ]
        )
    return 0


def _document(store: Store, number: int) -> Said:
    from plimsoll.campaign import labels_document
    from plimsoll.reports.evidence import called
    from plimsoll.reports.evidence.evidence import gather

    row = store.known_campaign(number)
    return labels_document.document(
        store.path,
        number,
        row.called or called.called(gather(store, number)),
        row.labels,
        store.labels.notes(number),
    )


def _words(said: Said) -> list[str]:
    marks = [word for word, on in (("baseline", said.baseline), ("archived", said.archived)) if on]
    of = f" ({', '.join(marks)})" if marks else ""
    lines = [f"campaign {said.campaign} of {said.store}: {said.name}{of}"]
    if said.tags:
        lines.append(f"tags: {', '.join(said.tags)}")
    return lines + [f"{one.at}  {one.text}" for one in said.notes]
