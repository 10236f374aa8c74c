"""The page to change the labels of a campaign and to delete it."""

from collections.abc import Sequence
from pathlib import Path

from starlette.responses import HTMLResponse

from plimsoll.base import language
from plimsoll.base.printable import markup
from plimsoll.base.units import count
from plimsoll.campaign.deleting import FOLDER
from plimsoll.store.labels import LONGEST_NAME, LONGEST_NOTE
from plimsoll.web import frame
from plimsoll.web.messages import message
from plimsoll.web.shelf import Entry
from plimsoll.web.shelf_page import state, when, where_and_when


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
    body = f"""<p class="kicker">{where_and_when(entry)}</p>
<h1>{markup(entry.name)} {state(entry.state)}</h1>
<p><a href="{entry.address}">{message("its-answer")}</a> · <a
 href="/">{message("all-campaigns")}</a></p>
{_name(entry, proof)}{_tags(entry, proof, tags)}{_notes(entry, proof)}
{_baseline(entry, proof, base, same)}{_archive(entry, proof)}{_delete(entry, proof)}"""
    notices = [trouble] if trouble else []
    return frame.page(
        message("edit-title", campaign=entry.name), body, status=status, notices=notices
    )


def deletion_page(entry: Entry, into: Path) -> HTMLResponse:
    """The page after deleting, with the new store of the campaign."""
    body = f"""<h1>{message("deleted-name", campaign=markup(entry.name))}</h1>
<p>{message("deleted-to", store=markup(entry.store_name))}</p>
<p><code>{markup(str(into))}</code></p>
<p>{message("deleted-look", command="<code>plimsoll web --store FILE</code>")}</p>
<p><a href="/">{message("all-campaigns")}</a></p>"""
    return frame.page(message("deleted"), body, here="shelf")


def _form(entry: Entry, proof: str, do: str, inside: str, *, words: str = "") -> str:
    return (
        f'<form class="tools" action="{entry.address}/label" method="post">{proof}<input'
        f' type="hidden" name="do" value="{do}">{inside}<button type="submit">{words}</button>'
        "</form>"
    )


def _name(entry: Entry, proof: str) -> str:
    inside = (
        f'<label>{message("name")} <input name="name" maxlength="{LONGEST_NAME}"'
        f' value="{markup(entry.name)}" autocomplete="off" class="roomy"></label>'
    )
    note = message("name-empty") if entry.labels.name else message("name-measured")
    form = _form(entry, proof, "rename", inside, words=message("rename"))
    return f'<section><h2>{message("name")}</h2>{form}<p class="note">{note}</p></section>'


def _tags(entry: Entry, proof: str, known: Sequence[str]) -> str:
    inside = (
        f'<label>{message("tags-label")} <input name="tags" class="roomy" autocomplete="off"'
        f' placeholder="{message("tags-example")}"'
        f' value="{markup(", ".join(entry.labels.tags))}"></label>'
    )
    others = [tag for tag in known if tag not in entry.labels.tags]
    used = message("tags-in-use", tags=markup(language.listing(others)))
    in_use = f'<p class="note">{used}</p>' if others else ""
    form = _form(entry, proof, "tag", inside, words=message("save-tags"))
    return f"<section><h2>{message('tags')}</h2>{form}{in_use}</section>"


def _notes(entry: Entry, proof: str) -> str:
    rows = "".join(
        f"<li><time>{when(note.at_ns)}</time> <span>{markup(note.text)}</span><form"
        f' action="{entry.address}/label" method="post">{proof}<input type="hidden" name="do"'
        f' value="unnote"><input type="hidden" name="note" value="{note.id}"><button type="submit"'
        f' formaction="{entry.address}/label"'
        f' aria-label="{message("remove-note", at=when(note.at_ns))}">{message("remove")}</button>'
        "</form></li>"
        for note in entry.notes
    )
    inside = (
        f'<label>{message("note")} <input name="note" maxlength="{LONGEST_NOTE}" required'
        f' class="roomy" autocomplete="off" placeholder="{message("note-example")}"></label>'
    )
    form = _form(entry, proof, "note", inside, words=message("add-note"))
    return f'<section><h2>{message("notes")}</h2><ul class="notes">{rows}</ul>{form}</section>'


def _baseline(entry: Entry, proof: str, base: Entry | None, same: int) -> str:
    title, others = message("baseline"), {"others": same, "count": count(same)}
    if entry.labels.baseline:
        form = _form(entry, proof, "unpin", "", words=message("unpin"))
        return _section(title, message("baseline-this", **others), form)
    if base is None:
        words = message("baseline-none", **others)
    else:
        name = f'<a href="{base.address}">{markup(base.name)}</a>'
        words = (
            message(
                "baseline-theirs-against",
                **others,
                baseline=name,
                change=markup(entry.against.words),
            )
            if entry.against
            else message("baseline-theirs", **others, baseline=name)
        )
    form = _form(entry, proof, "pin", "", words=message("pin"))
    return _section(title, words, form)


def _archive(entry: Entry, proof: str) -> str:
    title = message("archive")
    if entry.labels.archived:
        form = _form(entry, proof, "unarchive", "", words=message("unarchive"))
        return _section(title, message("archived-already"), form)
    form = _form(entry, proof, "archive", "", words=title)
    return _section(title, message("archive-effect"), form)


def _delete(entry: Entry, proof: str) -> str:
    if entry.state == "running":
        return ""
    effect = message(
        "delete-effect",
        store=markup(entry.store_name),
        runs=entry.runs,
        count=count(entry.runs),
        folder=f"<code>{FOLDER}</code>",
    )
    confirm = message("delete-confirm", name=f"<strong>{markup(entry.name)}</strong>")
    return f"""<section><details class="delete"><summary>{message("delete")}</summary>
<p>{effect}</p>
<form class="tools" action="{entry.address}/delete" method="post">{proof}<label>{confirm} <input
 name="name" required autocomplete="off" class="roomy"></label><button type="submit"
 class="strong">{message("delete-it")}</button></form>
</details></section>"""


def _section(title: str, text: str, form: str) -> str:
    return f"<section><h2>{title}</h2><p>{text}</p>{form}</section>"
