"""The page of the shelf: every campaign with its answer in a sentence, to be searched, ticked and
opened; and the page of two or more that were ticked.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from plimsoll.printable import markup
from plimsoll.units import count
from plimsoll.web import frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import HTMLResponse

    from plimsoll.web.shelf import Entry

STATES = {
    "running": "running",
    "finished": "finished",
    "interrupted": "interrupted",
    "abandoned": "abandoned",
}


def draw(entries: Sequence[Entry], troubles: Sequence[str], *, where: str) -> HTMLResponse:
    """The shelf. `where`: which stores it shows, in words."""
    if not entries:
        body = (
            f"<h1>No campaign yet</h1><p>Nothing has been measured into {markup(where)}.</p>"
            '<p><a class="button" href="/start">Start a campaign</a></p>'
        )
        return frame.page("Shelf", body, here="Shelf", notices=troubles)
    several = len({entry.store for entry in entries}) > 1
    present = [state for state in STATES if any(entry.state == state for entry in entries)]
    options = "".join(f'<option value="{state}">{STATES[state]}</option>' for state in present)
    body = f"""<h1>Campaigns</h1>
<p class="note">In {markup(where)}. Tick two or more to compare them.</p>
<form action="/compare" method="get" id="shelf">
<div class="tools">
<label>Search <input type="search" id="search" autocomplete="off"
 placeholder="name, target, objective, answer"></label>
<label>State <select id="state"><option value="">any</option>{options}</select></label>
<button id="compare" type="submit">Compare the ticked</button>
</div>
<p class="note" id="found" role="status" aria-live="polite">{_counted(len(entries), "campaign")}</p>
<div class="scroll shelf" tabindex="0" role="region" aria-label="Campaigns">
<table><thead><tr><th scope="col"><span class="unseen">Compare</span></th><th
 scope="col">Campaign</th><th scope="col">Answer</th>
<th scope="col">State</th><th scope="col" class="n">Runs</th><th scope="col">Began</th></tr></thead>
<tbody>{"".join(_row(entry, several=several) for entry in entries)}</tbody></table></div>
</form>"""
    return frame.page("Shelf", body, scripts=("shelf.js",), here="Shelf", notices=troubles)


def compared(
    entries: Sequence[Entry],
    reports: Sequence[tuple[str, str]],
    trouble: str,
    busy: Sequence[str] = (),
) -> HTMLResponse:
    """Two or more that were ticked: what they are, and the report over them in place."""
    listed = "".join(f"<li>{_link(entry)}: {markup(entry.answer)}</li>" for entry in entries)
    body = f"<h1>{len(entries)} campaigns compared</h1><ol>{listed}</ol>"
    if trouble:
        return frame.page(
            "Compared", f'{body}<p class="notice" role="alert">{markup(trouble)}</p>', here="Shelf"
        )
    numbers = "-".join(str(entry.number) for entry in entries)
    body += report_links(entries[0].store, numbers, reports, busy=busy)
    body += in_place(entries[0].store, numbers, reports[0][0], busy=busy)
    return frame.page("Compared", body, here="Shelf")


def report_links(
    store: str,
    numbers: str,
    reports: Sequence[tuple[str, str]],
    *,
    title: str = "Reports",
    busy: Sequence[str] = (),
) -> str:
    """Every report that fits, as a page and in every other form. `busy`: what measures on this
    machine now."""
    from plimsoll.reports.forms import FORMS

    items = []
    for name, summary in reports:
        files = " ".join(
            f'<a href="/report/{store}/{numbers}/{name}.{form.name}"'
            f' title="{markup(form.summary)}"><span class="unseen">{markup(name)} as'
            f" </span>{form.name}</a>"
            for form in FORMS
            if not form.exchange
        )
        items.append(
            f'<li><a href="/report/{store}/{numbers}/{name}"><strong>{markup(name)}</strong></a>'
            f'<span class="about">{markup(summary)}</span><span class="files">{files}</span></li>'
        )
    warned = ""
    if busy:
        warned = (
            f'<p class="notice">{markup(", ".join(busy))}: measuring on this machine now. A report'
            " is drawn at low priority, one at a time, and still takes processor time that the"
            " measurement may miss.</p>"
        )
    return (
        f"<section><h2>{markup(title)}</h2>{warned}<ul"
        f' class="reports">{"".join(items)}</ul></section>'
    )


def in_place(store: str, numbers: str, report: str, *, busy: Sequence[str] = ()) -> str:
    """A report in a frame of its own; none by itself while something measures here."""
    if busy:
        return ""
    return (
        f'<section class="report"><h2>Report: {markup(report)}</h2><div class="drawn"><p'
        ' class="note" aria-hidden="true">Drawing the report; a large one takes some'
        f' seconds.</p><iframe src="/report/{store}/{numbers}/{report}" title="Report'
        f' {markup(report)}"></iframe></div></section>'
    )


def when(at_ns: int) -> str:
    """A time of day, as this machine has it."""
    return datetime.fromtimestamp(at_ns / 1e9).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def state(entry_state: str) -> str:
    """A state, told by shape and word."""
    return (
        '<span class="state'
        f' {markup(entry_state)}">{markup(STATES.get(entry_state, entry_state))}</span>'
    )


def _row(entry: Entry, *, several: bool) -> str:
    of = (
        f"{entry.kind}, {entry.store_name} {entry.number}"
        if several
        else f"{entry.kind} {entry.number}"
    )
    about = "".join(
        f'<span class="about">{markup(words)}</span>' for words in (of, entry.target) if words
    )
    promise = f'<span class="about">{markup(entry.objective)}</span>' if entry.objective else ""
    began = when(entry.began_ns)
    return (
        f'<tr data-state="{markup(entry.state)}"><td class="tick"><input type="checkbox" name="c"'
        f' value="{entry.id}" aria-label="Compare {markup(entry.name)}, {markup(of)}"></td><td'
        f' class="what">{_link(entry)}{about}</td><td'
        f' class="says">{markup(entry.answer)}{promise}</td><td>{state(entry.state)}</td><td'
        f' class="n runs">{count(entry.runs)}</td><td class="when"><time>{began}</time></td></tr>'
    )


def _link(entry: Entry) -> str:
    return f'<a href="/campaign/{entry.store}/{entry.number}">{markup(entry.name)}</a>'


def _counted(number: int, what: str) -> str:
    return f"{count(number)} {what}{'' if number == 1 else 's'}"
