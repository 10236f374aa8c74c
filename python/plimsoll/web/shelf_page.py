"""The page of the shelf, with a sentence for each campaign, and the page that compares ticked
ones."""

import math
import re
from collections.abc import Sequence

from starlette.responses import HTMLResponse

from plimsoll.base import language
from plimsoll.base.printable import markup
from plimsoll.base.units import DASH, count
from plimsoll.report.forms import opening
from plimsoll.web import frame
from plimsoll.web.messages import message
from plimsoll.web.shelf import Entry

STATES = ("running", "finished", "interrupted", "abandoned")


def draw(entries: Sequence[Entry], troubles: Sequence[str], *, where: str) -> HTMLResponse:
    """The page of a shelf with campaigns. `where`: its stores, in words."""
    several = len({entry.store for entry in entries}) > 1
    present = [state for state in STATES if any(entry.state == state for entry in entries)]
    pinned = any(entry.against is not None for entry in entries)
    names = ["campaign", "answer", "key-number", *(["against-baseline"] if pinned else [])]
    heads = "".join(
        f'<th scope="col" aria-sort="{"descending" if name == "began" else "none"}"><button'
        f' type="button" class="sort">{message(f"column-{name}")}</button></th>'
        for name in (*names, "state", "runs", "began")
    )
    tags = sorted({tag for entry in entries for tag in entry.labels.tags})
    away = sum(entry.labels.archived for entry in entries)
    rows = "".join(_row(entry, several=several, pinned=pinned) for entry in entries)
    visible = len(entries) - away
    found = message("found-campaigns", campaigns=visible, count=count(visible))
    body = f"""<h1>{message("campaigns")}</h1>
<p class="note">{message("shelf-note", stores=markup(where))}</p>
<form action="/compare" method="get" id="shelf">
<div class="tools">
<label>{message("search")} <input type="search" id="search" autocomplete="off"
 placeholder="{message("search-example")}"></label>
{_choice(message("column-state"), "state", [(name, message(f"state-{name}")) for name in present])}
{_choice(message("tag"), "tag", [(tag, tag) for tag in tags]) if tags else ""}
{_archive_checkbox(away)}
<button id="compare" type="submit">{message("compare-selected")}</button>
</div>
<p class="note" id="found" role="status" aria-live="polite">{found}</p>
<div class="scroll shelf" tabindex="0" role="region" aria-label="{message("campaigns")}">
<table><thead><tr><th scope="col"><span class="unseen">{message("compare")}</span></th>{heads}<th
 scope="col"><span class="unseen">{message("edit")}</span></th></tr></thead>
<tbody>{rows}</tbody></table></div>
</form>"""
    return frame.page(
        message("place-shelf"), body, scripts=("shelf.js",), here="shelf", notices=troubles
    )


def _choice(label: str, name: str, values: Sequence[tuple[str, str]]) -> str:
    options = "".join(
        f'<option value="{markup(value)}">{markup(words)}</option>' for value, words in values
    )
    every = f'<option value="">{message("any")}</option>'
    return f'<label>{label} <select id="{name}">{every}{options}</select></label>'


def _archive_checkbox(away: int) -> str:
    if not away:
        return ""
    words = message("show-archived", count=count(away))
    return f'<label class="tickbox"><input type="checkbox" id="archived"> {words}</label>'


def comparison_page(
    entries: Sequence[Entry],
    reports: Sequence[tuple[str, str]],
    trouble: str,
    busy: Sequence[str] = (),
) -> HTMLResponse:
    """The page of several ticked campaigns, with their report."""
    items = "".join(f"<li>{_link(entry)}: {markup(entry.answer)}</li>" for entry in entries)
    body = f"<h1>{message('campaigns-compared', campaigns=len(entries))}</h1><ol>{items}</ol>"
    if trouble:
        return frame.page(
            message("compared"),
            f'{body}<p class="notice" role="alert">{markup(trouble)}</p>',
            here="shelf",
        )
    numbers = "-".join(str(entry.number) for entry in entries)
    body += download(entries[0].store, numbers, reports)
    body += report_links(entries[0].store, numbers, reports, busy=busy)
    body += in_place(entries[0].store, numbers, reports[0][0], busy=busy)
    return frame.page(message("compared"), body, scripts=("report.js",), here="shelf")


def title_of(report: str) -> str:
    """The name of a report for people, as HTML."""
    from plimsoll.report.registry import find_report

    return markup(find_report(report).title())


def tabs(entry: Entry, chosen: str) -> str:
    """The reports of a campaign, of which the page shows the chosen one."""
    items = "".join(
        f'<a href="{entry.address}?report={name}#reports" title="{markup(summary)}"'
        f"{' aria-current=true' if name == chosen else ''}>{title_of(name)}</a>"
        for name, summary in entry.reports
    )
    summary = dict(entry.reports)[chosen]
    alone = f'<a href="/report/{entry.store}/{entry.number}/{chosen}">{message("report-alone")}</a>'
    return (
        f'<nav class="tabs" id="reports" aria-label="{message("reports")}">{items}</nav>'
        f'<p class="note">{markup(summary)} {alone}</p>'
    )


def report_links(
    store: str,
    numbers: str,
    reports: Sequence[tuple[str, str]],
    *,
    title: str = "",
    busy: Sequence[str] = (),
) -> str:
    """Links to reports. `busy`: campaigns that run on this machine, which drawing would disturb."""
    items = "".join(
        f'<li><a href="/report/{store}/{numbers}/{name}"><strong>{title_of(name)}</strong></a>'
        f' <span class="about">{markup(summary)}</span></li>'
        for name, summary in reports
    )
    title = markup(title or message("reports"))
    warning = ""
    if busy:
        words = message("drawing-disturbs", campaigns=markup(language.listing(busy)))
        warning = f'<p class="notice">{words}</p>'
    return (
        f'<section id="reports"><h2>{title}</h2>{warning}<ul class="reports">{items}</ul></section>'
    )


def download(
    store: str, numbers: str, reports: Sequence[tuple[str, str]], *, beside: str = ""
) -> str:
    """The menu to download every report in every form; `beside` stands before it."""
    from plimsoll.report.forms import FORMS

    if not reports:
        return ""
    names = [form.name for form in FORMS if not form.exchange]
    heads = "".join(f'<th scope="col">{markup(name)}</th>' for name in names)
    rows = "".join(
        f'<tr><th scope="row">{title_of(report)}</th>'
        + "".join(
            f'<td><a href="/report/{store}/{numbers}/{report}.{name}" download aria-label='
            f'"{message("report-as", report=title_of(report), form=name)}">{name}</a></td>'
            for name in names
        )
        + "</tr>"
        for report, _ in reports
    )
    main = reports[0][0]
    direct = "".join(
        f'<a class="button{strong}" href="/report/{store}/{numbers}/{main}.{name}" download'
        f">{words}</a>"
        for name, words, strong in (("pdf", "PDF", " strong"), ("xlsx", "Excel", ""))
    )
    return (
        f'<div class="downloads">{beside}{direct}<details class="menu"><summary>'
        f'{message("download-more")}</summary><div class="scroll"'
        ' tabindex="0"'
        f' role="region" aria-label="{message("download")}"><table><thead><tr><th scope="col">'
        f"{message('column-report')}</th>"
        f"{heads}</tr></thead><tbody>{rows}</tbody></table></div></details></div>"
    )


def in_place(
    store: str, numbers: str, report: str, *, busy: Sequence[str] = (), said: bool = False
) -> str:
    """A report in a frame; empty while a campaign runs on this machine. `said`: the page shows its
    first screen already."""
    if busy:
        return ""
    at = f"/report/{store}/{numbers}/{report}{'?framed=1' if said else ''}"
    # Tabs name it already.
    heading = "" if said else f"<h2>{message('report-heading', report=title_of(report))}</h2>"
    return (
        f'<section class="report">{heading}<div class="drawn"><p'
        f' class="note" aria-hidden="true">{message("drawing")}</p><iframe src="{at}"'
        f' title="{message("report-frame", report=title_of(report))}"></iframe></div></section>'
    )


def when(at_ns: int) -> str:
    """A time of day with its date."""
    return language.second(language.moment(at_ns))


def date_words(entry: Entry) -> str:
    """When a campaign was measured, in words. An import has the dates of its files, if any."""
    began = when(entry.began_ns)
    if entry.dated is None:
        return message("began", at=began)
    if entry.undated:
        return message("imported-undated", dates=markup(entry.dated), at=began)
    return message("measured-imported", dates=markup(entry.dated), at=began)


def where_and_when(entry: Entry) -> str:
    """Kind, number, store and dates of a campaign."""
    return message(
        "where-and-when",
        kind=markup(entry.kind),
        number=entry.number,
        store=markup(entry.store_name),
        dates=date_words(entry),
    )


def state(entry_state: str) -> str:
    """A state, as a shape and a word."""
    word = message(f"state-{entry_state}") if entry_state in STATES else markup(entry_state)
    return f'<span class="state {markup(entry_state)}">{word}</span>'


def _row(entry: Entry, *, several: bool, pinned: bool) -> str:
    figures = {"kind": entry.kind, "number": entry.number}
    place = (
        message("place-in-store", **figures, store=entry.store_name)
        if several
        else message("place", **figures)
    )
    about = "".join(
        f'<span class="about">{markup(words)}</span>' for words in (place, entry.target) if words
    )
    promise = "" if entry.states_objective else entry.objective
    promise = promise and f'<span class="about">{markup(promise)}</span>'
    date, first = markup(entry.dated or when(entry.began_ns)), entry.first
    name = f"{markup(entry.name)}, {markup(place)}"
    runs = message("runs-counted", runs=entry.runs, count=count(entry.runs))
    return (
        f'<tr data-state="{markup(entry.state)}" data-tags="{markup(",".join(entry.labels.tags))}"'
        f'{" data-archived hidden" if entry.labels.archived else ""}><td class="tick"><input'
        f' type="checkbox" name="c" value="{entry.id}"'
        f' aria-label="{message("compare-one", campaign=name)}"></td><td'
        f' class="what">{_link(entry)}{about}{labels(entry)}</td><td'
        f' class="says">{opening.chip(first.badge)}{opening.origin(first.origin)}<span'
        f' class="headline">{opening.text(first.headline)}</span>{promise}</td>{_number(entry)}'
        f"{_against(entry) if pinned else ''}<td"
        f' class="is">{state(entry.state)}</td><td class="n runs"'
        f' data-sort="{entry.runs}" data-words="{runs}"><span>{count(entry.runs)}</span></td><td'
        ' class="when"'
        f' data-sort="{entry.began_ns}"><time>{date}</time></td><td class="edit"><a'
        f' href="{entry.address}/edit" aria-label="{message("edit-one", campaign=name)}">'
        f"{message('edit')}</a></td></tr>"
    )


def labels(entry: Entry) -> str:
    """Whether it is the baseline or archived, its tags, and its newest note."""
    marks = [message("is-baseline")] if entry.labels.baseline else []
    marks += [message("is-archived")] if entry.labels.archived else []
    chips = [f'<span class="tag mark">{word}</span>' for word in marks]
    chips += [f'<span class="tag">{markup(tag)}</span>' for tag in entry.labels.tags]
    html = f'<span class="tags">{"".join(chips)}</span>' if chips else ""
    if entry.notes:
        note, more = markup(entry.notes[-1].text), len(entry.notes) - 1
        words = message("note-and-more", note=note, more=more) if more else note
        html += f'<span class="about noted">{words}</span>'
    return html


def _against(entry: Entry) -> str:
    """The cell with the comparison with the baseline."""
    base = entry.against
    if base is None:
        words = message("baseline-here") if entry.labels.baseline else ""
        return f'<td class="n against" data-sort="-1e9">{words}</td>'
    sort = -1e9 if base.change is None else base.change
    rest = f'<span class="about">{markup(base.rest)}</span>' if base.rest else ""
    name = f'<a href="{base.address}">{markup(base.name)}</a>'
    link = f'<span class="about">{message("against", baseline=name)}</span>'
    return (
        f'<td class="n against" data-sort="{sort}"><strong>{markup(base.words)}</strong>{rest}'
        f"{link}</td>"
    )


def _number(entry: Entry) -> str:
    """The cell with the key number and its curve."""
    number = entry.first.number
    if number is None:
        return f'<td class="n key" data-sort="-1">{DASH}{_spark(entry)}</td>'
    digits = re.sub(r"[^0-9.]", "", number.value.partition(" ")[0]) or "-1"
    digits = digits if number.amount is None else repr(number.amount)
    return (
        f'<td class="n key" data-sort="{digits}"><span class="about">{markup(number.name)}</span>'
        f"<strong>{opening.text(number.value)}</strong>{_spark(entry)}</td>"
    )


WIDE, HIGH = 96, 24
"""Size of a curve on the shelf, in pixels."""


def _spark(entry: Entry) -> str:
    """The curve of a search: response time, on a logarithmic scale, over offered rate."""
    if entry.search is None:
        return ""
    probes = sorted(entry.search["probes"], key=lambda probe: probe["rate"])
    most = probes[-1]["rate"]
    logs = [math.log(max(probe["ns"], 1.0)) for probe in probes]
    low, span = min(logs), (max(logs) - min(logs)) or 1.0
    points = " ".join(
        f"{probe['rate'] / most * WIDE:.1f},{HIGH - 2 - (log - low) / span * (HIGH - 4):.1f}"
        for probe, log in zip(probes, logs, strict=True)
    )
    return (
        f'<svg class="spark" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
        f' role="img" aria-label="{message("curve")}"><polyline points="{points}"/></svg>'
    )


def _link(entry: Entry) -> str:
    return f'<a href="{entry.address}">{markup(entry.name)}</a>'
