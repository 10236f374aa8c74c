"""The page to change the labels of a campaign and to delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base.printable import markup
from plimsoll.base.units import count
from plimsoll.campaign.deleting import FOLDER
from plimsoll.store.labels import LONGEST_NAME, LONGEST_NOTE
from plimsoll.web import frame
from plimsoll.web.shelf_page import date_words, state, when

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from starlette.responses import HTMLResponse

    from plimsoll.web.shelf import Entry


def draw(
    entry: Entry,
    proof: str,
    base: Entry | None,
    *,
    same: int,
    tags: Sequence[str],
    trouble: str,
    status: int,
) -> HTMLResponse:
    """The page. `base`: the baseline of its question; `same`: number of other campaigns of that
    question; `tags`: all tags on the shelf."""
    body = f"""<p class="kicker">{markup(entry.kind)} {entry.number} in {markup(entry.store_name)},
{date_words(entry)}</p>
<h1>{markup(entry.name)} {state(entry.state)}</h1>
<p><a href="{entry.address}">Its answer</a> · <a href="/">All campaigns</a></p>
{_name(entry, proof)}{_tags(entry, proof, tags)}{_notes(entry, proof)}
{_baseline(entry, proof, base, same)}{_archive(entry, proof)}{_delete(entry, proof)}"""
    notices = [trouble] if trouble else []
    return frame.page(f"Edit {entry.name}", body, status=status, notices=notices)


def deletion_page(entry: Entry, into: Path) -> HTMLResponse:
    """The page after deleting, with the new store of the campaign."""
    body = f"""<h1>Deleted: {markup(entry.name)}</h1>
<p>It is no longer in {markup(entry.store_name)}. All of it is in a separate store:</p>
<p><code>{markup(str(into))}</code></p>
<p>Look at it with <code>plimsoll web --store FILE</code>; remove that file to get the space
back.</p>
<p><a href="/">All campaigns</a></p>"""
    return frame.page("Deleted", body, here="Shelf")


def _form(entry: Entry, proof: str, do: str, inside: str, *, words: str = "") -> str:
    return (
        f'<form class="tools" action="{entry.address}/label" method="post">{proof}<input'
        f' type="hidden" name="do" value="{do}">{inside}<button type="submit">{words}</button>'
        "</form>"
    )


def _name(entry: Entry, proof: str) -> str:
    inside = (
        f'<label>Name <input name="name" maxlength="{LONGEST_NAME}" value="{markup(entry.name)}"'
        ' autocomplete="off" class="roomy"></label>'
    )
    note = (
        "An empty name brings back the one that it was measured under."
        if entry.labels.name
        else "As it was measured; reports and comparisons use the new one as well."
    )
    return (
        f"<section><h2>Name</h2>{_form(entry, proof, 'rename', inside, words='Rename')}<p"
        f' class="note">{note}</p></section>'
    )


def _tags(entry: Entry, proof: str, known: Sequence[str]) -> str:
    inside = (
        '<label>Tags, separated by commas <input name="tags" class="roomy" autocomplete="off"'
        f' placeholder="array-7, before" value="{markup(", ".join(entry.labels.tags))}"></label>'
    )
    others = [tag for tag in known if tag not in entry.labels.tags]
    in_use = f'<p class="note">In use: {markup(", ".join(others))}.</p>' if others else ""
    return (
        f"<section><h2>Tags</h2>{_form(entry, proof, 'tag', inside, words='Save tags')}{in_use}"
        "</section>"
    )


def _notes(entry: Entry, proof: str) -> str:
    rows = "".join(
        f"<li><time>{when(note.at_ns)}</time> <span>{markup(note.text)}</span><form"
        f' action="{entry.address}/label" method="post">{proof}<input type="hidden" name="do"'
        f' value="unnote"><input type="hidden" name="note" value="{note.id}"><button type="submit"'
        f' formaction="{entry.address}/label" aria-label="Remove the note of'
        f' {when(note.at_ns)}">Remove</button></form></li>'
        for note in entry.notes
    )
    inside = (
        f'<label>Note <input name="note" maxlength="{LONGEST_NOTE}" required class="roomy"'
        ' autocomplete="off" placeholder="firmware 7.2, cache battery replaced"></label>'
    )
    return (
        f'<section><h2>Notes</h2><ul class="notes">{rows}</ul>'
        f"{_form(entry, proof, 'note', inside, words='Add note')}</section>"
    )


def _baseline(entry: Entry, proof: str, base: Entry | None, same: int) -> str:
    others = f"{count(same)} other campaign{'' if same == 1 else 's'}"
    asks = f"{others} ask{'s' if same == 1 else ''} the same of the same target."
    if entry.labels.baseline:
        text = f"This is the baseline: {others} of the same question are compared with it."
        return _section("Baseline", text, _form(entry, proof, "unpin", "", words="Unpin"))
    if base is not None:
        text = (
            f'{asks} Their baseline is <a href="{base.address}">{markup(base.name)}</a>'
            f"{f', and this one is at {markup(entry.against.words)}' if entry.against else ''}."
        )
    else:
        text = f"{asks} Pinned, it is what they are compared with, here and in comparisons."
    return _section("Baseline", text, _form(entry, proof, "pin", "", words="Pin as baseline"))


def _archive(entry: Entry, proof: str) -> str:
    if entry.labels.archived:
        text = "It is put away: the shelf and trends leave it out."
        return _section("Archive", text, _form(entry, proof, "unarchive", "", words="Bring back"))
    text = "Puts it away: the shelf and trends leave it out until you ask for what is archived."
    return _section("Archive", text, _form(entry, proof, "archive", "", words="Archive"))


def _delete(entry: Entry, proof: str) -> str:
    if entry.state == "running":
        return ""
    return f"""<section><details class="delete"><summary>Delete…</summary>
<p>Takes it out of {markup(entry.store_name)} with its {count(entry.runs)}
Run{"" if entry.runs == 1 else "s"}, its notes and marks. It is moved to a separate store in the
folder <code>{FOLDER}</code> beside this one, and stays there until you remove that file.</p>
<form class="tools" action="{entry.address}/delete" method="post">{proof}<label>Type its name,
<strong>{markup(entry.name)}</strong>, to confirm <input name="name" required autocomplete="off"
 class="roomy"></label><button type="submit" class="strong">Delete it</button></form>
</details></section>"""


def _section(title: str, text: str, form: str) -> str:
    return f"<section><h2>{title}</h2><p>{text}</p>{form}</section>"
