"""The page of the shelf: every campaign with its answer in a sentence, to be searched, ticked and
opened; and the page of two or more that were ticked.
"""

from __future__ import annotations

import math
import re
from datetime import datetime
from typing import TYPE_CHECKING

from plimsoll.printable import markup
from plimsoll.reports.forms import opening
from plimsoll.units import DASH, count
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
            "<h1>How much load does your storage carry while it keeps its promise?</h1>"
            f"<p>Nothing has been measured into {markup(where)} yet. Nothing is written to what"
            " Plimsoll did not make, unless you confirm it.</p>"
            f'<ul class="ways">{"".join(_way(*one) for one in _WAYS)}</ul>'
        )
        return frame.page("Shelf", body, here="Shelf", notices=troubles)
    several = len({entry.store for entry in entries}) > 1
    present = [state for state in STATES if any(entry.state == state for entry in entries)]
    options = "".join(f'<option value="{state}">{STATES[state]}</option>' for state in present)
    heads = "".join(
        f'<th scope="col" aria-sort="{"descending" if name == "Began" else "none"}"><button'
        f' type="button" class="sort">{name}</button></th>'
        for name in ("Campaign", "Answer", "Key number", "State", "Runs", "Began")
    )
    body = f"""<h1>Campaigns</h1>
<p class="note">In {markup(where)}. Tick two or more to compare them.</p>
<form action="/compare" method="get" id="shelf">
<div class="tools">
<label>Search <input type="search" id="search" autocomplete="off"
 placeholder="name, target, objective, answer"></label>
<label>State <select id="state"><option value="">any</option>{options}</select></label>
<button id="compare" type="submit">Compare selected</button>
</div>
<p class="note" id="found" role="status" aria-live="polite">{_counted(len(entries), "campaign")}</p>
<div class="scroll shelf" tabindex="0" role="region" aria-label="Campaigns">
<table><thead><tr><th scope="col"><span class="unseen">Compare</span></th>{heads}</tr></thead>
<tbody>{"".join(_row(entry, several=several) for entry in entries)}</tbody></table></div>
</form>"""
    return frame.page("Shelf", body, scripts=("shelf.js",), here="Shelf", notices=troubles)


_WAYS = (
    (
        "Try it",
        (
            "Measures this machine's own disk in a test file that it makes and removes, in about a"
            " minute, with a report at the end."
        ),
        "plimsoll demo",
        "",
    ),
    (
        "Find the load line",
        (
            "The highest rate that a file, a device or an NBD export carries while it keeps its"
            " objective. You see the plan before anything starts."
        ),
        "",
        "Set it up",
    ),
    (
        "Run a campaign file",
        "Paste one that you have: the same file runs in a terminal with plimsoll campaign run.",
        "",
        "Paste a file",
    ),
)
"""Ways in for somebody who has measured nothing yet."""


def _way(title: str, about: str, command: str, button: str) -> str:
    act = (
        f"<p><code>{markup(command)}</code> in a terminal</p>"
        if command
        else f'<p><a class="button" href="/start">{markup(button)}</a></p>'
    )
    return f"<li><h2>{markup(title)}</h2><p>{markup(about)}</p>{act}</li>"


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
    began, first = when(entry.began_ns), entry.first
    return (
        f'<tr data-state="{markup(entry.state)}"><td class="tick"><input type="checkbox" name="c"'
        f' value="{entry.id}" aria-label="Compare {markup(entry.name)}, {markup(of)}"></td><td'
        f' class="what">{_link(entry)}{about}</td><td'
        f' class="says">{opening.chip(first.badge)}{opening.origin(first.origin)}<span'
        f' class="headline">{opening.text(first.headline)}</span>{promise}</td>{_number(entry)}<td'
        f' class="is">{state(entry.state)}</td><td class="n runs"'
        f' data-sort="{entry.runs}">{count(entry.runs)}</td><td class="when"'
        f' data-sort="{entry.began_ns}"><time>{began}</time></td></tr>'
    )


def _number(entry: Entry) -> str:
    """The key number with the curve that it was read from."""
    number = entry.first.number
    if number is None:
        return f'<td class="n key" data-sort="-1">{DASH}{_spark(entry)}</td>'
    digits = re.sub(r"[^0-9.]", "", number.value.partition(" ")[0]) or "-1"
    return (
        f'<td class="n key" data-sort="{digits}"><span class="about">{markup(number.name)}</span>'
        f"<strong>{opening.text(number.value)}</strong>{_spark(entry)}</td>"
    )


WIDE, HIGH = 96, 24
"""Pixels of a curve on the shelf."""


def _spark(entry: Entry) -> str:
    """p99 over offered rate, on a logarithmic scale of time; of fewer than three Runs nothing."""
    if len(entry.curve) < 3:
        return ""
    most = entry.curve[-1][0]
    logs = [math.log(max(p99, 1.0)) for _, p99 in entry.curve]
    low, span = min(logs), (max(logs) - min(logs)) or 1.0
    points = " ".join(
        f"{rate / most * WIDE:.1f},{HIGH - 2 - (log - low) / span * (HIGH - 4):.1f}"
        for (rate, _), log in zip(entry.curve, logs, strict=True)
    )
    return (
        f'<svg class="spark" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" role="img"'
        f' aria-label="p99 response time over offered rate"><polyline points="{points}"/></svg>'
    )


def _link(entry: Entry) -> str:
    return f'<a href="/campaign/{entry.store}/{entry.number}">{markup(entry.name)}</a>'


def _counted(number: int, what: str) -> str:
    return f"{count(number)} {what}{'' if number == 1 else 's'}"
