"""The page of one campaign: live while it runs, then with its reports. `live.js` fills the live
part."""

import json
from collections.abc import Sequence
from html import escape

from starlette.responses import HTMLResponse

from plimsoll.base import language
from plimsoll.base.printable import markup
from plimsoll.report.forms import opening
from plimsoll.web import frame, shelf_page, ways_page
from plimsoll.web.messages import message
from plimsoll.web.shelf import Entry
from plimsoll.web.shelf_page import download, in_place, report_links, state

PLOTS = ("rate", "bytes", "time", "heat", "load")
WORKERS = (
    ("worker", "n"),
    ("iops", "n"),
    ("share", "bar"),
    ("p50", "n"),
    ("p99", "n"),
    ("errors", "n"),
    ("bytes", "n"),
    ("outstanding", "n"),
    ("own-lag", "n"),
)
"""Columns of the table of workers, as `live.js` fills them."""


def draw(
    entry: Entry,
    proof: str,
    page_token: str,
    *,
    log: str,
    command: str,
    can_resume: bool,
    repeatable: bool,
    busy: Sequence[str],
    virtual: bool = False,
    trouble: str = "",
    report: str = "",
) -> HTMLResponse:
    """The page. `command`: resumes the campaign in a terminal; `virtual`: it has no time of day, so
    no marks; `repeatable`: it can be asked again; `busy`: campaigns that run on this
    machine; `trouble`: why a form was refused; `report`: which of its reports is shown."""
    status, notices = (409, [trouble]) if trouble else (200, [])
    # On a page with an answer, the answer is the heading.
    head = 1 if entry.state == "running" else 2
    # The first screen has the objective.
    about = (entry.target, entry.objective) if head == 1 else (entry.target,)
    facts = f"""<div><h{head} class="name">{markup(entry.name)} {state(entry.state)}</h{head}>
<p class="kicker">{shelf_page.where_and_when(entry)}</p>
<p class="kicker">{language.clauses(markup(part) for part in about if part)}</p>
{label_section(entry)}</div>"""
    log_details = _log_section(log)
    if entry.state == "running":
        links = report_links(
            entry.store,
            str(entry.number),
            entry.reports,
            title=message("reports-so-far"),
            busy=busy,
        )
        files = download(entry.store, str(entry.number), entry.reports)
        body = (
            f'<div class="bar">{facts}{files}</div>'
            + _live(entry, proof, page_token, virtual=virtual)
            + links
            + log_details
        )
        title = message("live-title", campaign=entry.name)
        return frame.page(title, body, scripts=("live.js",), status=status, notices=notices)
    resume = ""
    if entry.state == "interrupted" and can_resume:
        resume = _resume_form(entry, proof, command, busy)
    numbers = str(entry.number)
    if busy:
        # No report is drawn beside a measurement, so the full answer stands here.
        answer = opening.full_answer(entry.first, entry.answer)
        shown = answer + report_links(entry.store, numbers, entry.reports, busy=busy)
    else:
        names = [name for name, _ in entry.reports]
        name = report if report in names else names[0]
        shown = shelf_page.tabs(entry, name) + in_place(entry.store, numbers, name, said=True)
    files = download(entry.store, numbers, entry.reports, beside=_copy_link())
    tools = _tools(entry, proof, repeatable=repeatable)
    body = (
        f'<div class="bar">{facts}{files}</div>{opening.answer(entry.first, _curve(entry), tools)}'
        f"{resume}{shown}{log_details}"
    )
    return frame.page(
        entry.name, body, scripts=("campaign.js", "report.js"), status=status, notices=notices
    )


def _log_section(log: str) -> str:
    """The last lines that the process printed, to unfold; nothing where it printed none."""
    if not log:
        return ""
    return (
        f'<details><summary>{message("log-of-process")}</summary><pre tabindex="0">'
        f"{markup(log)}</pre></details>"
    )


def _resume_form(entry: Entry, proof: str, command: str, busy: Sequence[str]) -> str:
    """The button that resumes a campaign, beside the command that does it in a terminal."""
    note = message("resume-note", command=f"<code>{markup(command)}</code>")
    at = f"/campaign/{entry.store}/{entry.number}"
    # The other campaign may have ended meanwhile.
    again = f'<a class="button" href="{at}">{message("try-again")}</a>' if busy else ""
    return (
        f'<form action="{at}/resume" method="post">{proof}{ways_page.beside(busy)}'
        f'<p class="tools"><button type="submit">{message("resume")}</button>{again}'
        f'<span class="note">{note}</span></p></form>'
    )


def _copy_link() -> str:
    """The button that copies the page's address; `campaign.js` shows it."""
    return (
        f'<button type="button" id="copy-link" hidden>{message("copy-link")}</button>'
        '<span id="link-copied" class="note" role="status" aria-live="polite"></span>'
    )


def _tools(entry: Entry, proof: str, *, repeatable: bool) -> str:
    """The next steps from an answer: ask again, compare, hold later campaigns against it."""
    again = ""
    if repeatable:
        at = f"/start?again={entry.store}/{entry.number}"
        again = f'<a class="button strong" href="{at}">{message("run-again")}</a>'
    compare = f'<a class="button" href="/#c={entry.id}">{message("compare-with")}</a>'
    pinned = entry.labels.baseline
    pin = (
        f'<form action="{entry.address}/label" method="post">{proof}<input type="hidden" name="do"'
        f' value="{"unpin" if pinned else "pin"}"><input type="hidden" name="from" value="answer">'
        f'<button type="submit" formaction="{entry.address}/label">'
        f"{message('unpin' if pinned else 'pin')}</button>"
        "</form>"
    )
    return f'<div class="tools">{again}{compare}{pin}</div>'


def _curve(entry: Entry) -> str:
    """The curve of a single search, drawn from what the shelf has read; empty for others."""
    if entry.search is None:
        return ""
    words = entry.search["words"]
    data = json.dumps(entry.search)
    return (
        f'<div class="curve"><div class="draws" id="curve" role="img" data-search="{escape(data)}"'
        f' aria-label="{message("search-plot")}"></div><p class="note">{markup(words)}</p></div>'
    )


def label_section(entry: Entry) -> str:
    """The labels of a campaign, its comparison with the baseline, and the link to change labels."""
    labels = shelf_page.labels(entry)
    against = ""
    if (base := entry.against) is not None:
        figures = {
            "baseline": f'<a href="{base.address}">{markup(base.name)}</a>',
            "change": f"<strong>{markup(base.words)}</strong>",
        }
        words = (
            message("against-baseline-rest", **figures, rest=markup(base.rest))
            if base.rest
            else message("against-baseline", **figures)
        )
        against = f"<p>{words}</p>"
    return (
        f'{against}<p class="labelled">{labels}'
        f'<a href="{entry.address}/edit">{message("edit-labels")}</a></p>'
    )


HOST_PLOTS = ("rate", "p99", "lag", "cpu")
"""The plots of a host, as `hosts.js` draws them."""


def _host_plots() -> str:
    return "".join(
        f'<div><h4>{title}</h4><div class="draws" id="host-{name}" role="img"'
        f' aria-label="{title}"></div></div>'
        for name in HOST_PLOTS
        for title in [message(f"host-plot-{name}")]
    )


def _mark(at: str, proof: str) -> str:
    return f"""<form action="{at}/mark" method="post"
 id="mark">{proof}<label>{message("mark")} <input name="text" maxlength="500" required
 placeholder="{message("mark-example")}" autocomplete="off"></label><button
 type="submit">{message("mark-button")}</button></form>"""


def _live(entry: Entry, proof: str, page_token: str, *, virtual: bool) -> str:
    at = f"/campaign/{entry.store}/{entry.number}"
    plots = "".join(
        f'<section class="live"><h2>{title}</h2><p class="note">{message(f"plot-{name}-unit")}'
        f' <span class="keys" id="keys-{name}"></span></p><div class="draws over-time"'
        f' id="plot-{name}" tabindex="0" role="group" aria-label="{title}"></div><p class="readout"'
        f' id="read-{name}"></p></section>'
        for name in PLOTS
        for title in [message(f"plot-{name}")]
    )
    heads = "".join(
        f'<th scope="col" class="{kind}">{opening.text(message(f"worker-{code}"))}</th>'
        for code, kind in WORKERS
    )
    # A campaign from a file can be resumed; others cannot.
    asks = "" if entry.kind == "campaign" else f' data-asks="{markup(message("stop-question"))}"'
    return f"""<div id="live" data-at="{at}" data-name="{markup(entry.name)}"
 data-page="{markup(page_token)}">
<div class="progress"><progress id="share" max="1"
 aria-label="{message("progress-label")}"></progress><p
 id="progress">{message("waiting-for-figures")}</p></div>
<p id="told" class="unseen" role="status" aria-live="polite"></p>
<p id="doing"></p>
<div class="tools">
<form action="{at}/stop" method="post" id="stop"{asks}>{proof}<button type="submit"
 class="strong">{message("stop")}</button></form>
{"" if virtual else _mark(at, proof)}
<button type="button" id="notify" aria-pressed="false"
 hidden>{message("notify-button")}</button>
</div>
<p id="done" role="status" aria-live="polite"></p>
<dl class="figures" id="figures"></dl>
<p id="late" class="notice none"></p>
<section id="searched" class="live" hidden><h2>{message("search-so-far")}</h2><p class="note"
 id="search-note"></p><div class="draws" id="plot-search" role="img"
 aria-label="{message("search-plot")}"></div></section>
<section id="grid" class="live" hidden><h2>{message("grid-so-far")}</h2><p class="note"
 id="grid-note"></p><div id="grid-maps"></div></section>
<p class="note">{message("newest-interval", source='<span id="source"></span>')} <span
 class="legendary">{message("over-time")}</span></p>
<section id="hosts" hidden><h2>{message("hosts")}</h2><p class="note"
 id="hosts-note">{message("hosts-note")}</p>
<div id="hosts-one" hidden><h3 id="hosts-name" tabindex="-1"></h3><p class="note"
 id="hosts-odd"></p><div class="plots">{_host_plots()}</div><button type="button"
 id="hosts-all">{message("all-hosts")}</button></div>
<ul class="hosts" id="hosts-grid" aria-describedby="hosts-note"></ul></section>
<section id="workers" hidden><h2>{message("workers")}</h2><p class="note"
 id="workers-note">{message("workers-note")}</p>
<div class="scroll workers" tabindex="0" role="region" aria-label="{message("workers")}"><table
 aria-describedby="workers-note"><thead><tr>{heads}</tr></thead><tbody></tbody></table></div>
</section>
<div class="tools" id="view"><label>{message("show-span")} <select id="span"><option
 value="newest">{message("span-newest")}</option><option
 value="run">{message("span-run")}</option></select></label><button type="button"
 id="unzoom" hidden>{message("show-all")}</button><span class="note" id="view-note" role="status"
 aria-live="polite">{message("plot-hint")}</span></div>
<div class="plots">{plots}</div>
<section><h2>{message("what-happened")}</h2><ol id="said" class="said"
 data-empty="{message("nothing-happened")}"></ol></section>
<section id="points" hidden><h2>{message("points")}</h2><div class="scroll" tabindex="0"
 role="region" aria-label="{message("points")}"><table><thead><tr><th scope="col"
 class="n">{message("column-point")}</th><th scope="col">{message("column-asks")}</th><th
 scope="col">{message("column-point-state")}</th><th scope="col">{message("column-point-answer")}
</th></tr></thead><tbody></tbody></table></div></section>
</div>"""
