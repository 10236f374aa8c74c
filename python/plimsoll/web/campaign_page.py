"""The page of one campaign: live while it runs, then with its reports. `live.js` fills the live
part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base.printable import markup
from plimsoll.report.forms import opening
from plimsoll.web import frame, shelf_page, ways_page
from plimsoll.web.shelf_page import date_words, download, in_place, report_links, state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import HTMLResponse

    from plimsoll.web.shelf import Entry

PLOTS = (
    ("rate", "Offered, issued, achieved rate", "IOPS"),
    ("bytes", "Bytes per second", "bytes/s, read and written"),
    ("time", "Response time of each interval", "p50, p99, max; logarithmic"),
    (
        "heat",
        "Response time, all operations",
        "stronger: more of an interval's operations; logarithmic",
    ),
    ("load", "System load", "of this machine, share"),
)
WORKERS = (
    ("worker", "n"),
    ("IOPS", "n"),
    ("share", "bar"),
    ("p50", "n"),
    ("p99", "n"),
    ("errors", "n"),
    ("bytes/s", "n"),
    ("outstanding", "n"),
    ("own lag p99", "n"),
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
    busy: Sequence[str],
    virtual: bool = False,
    trouble: str = "",
) -> HTMLResponse:
    """The page. `command`: resumes the campaign in a terminal; `virtual`: it has no time of day, so
    no marks; `busy`: campaigns that run on this machine; `trouble`: why a form was refused."""
    status, notices = (409, [trouble]) if trouble else (200, [])
    # On a page with an answer, the answer is the heading.
    head = 1 if entry.state == "running" else 2
    facts = f"""<p class="kicker">{markup(entry.kind)} {entry.number} in {markup(entry.store_name)},
{date_words(entry)}</p>
<h{head}>{markup(entry.name)} {state(entry.state)}</h{head}>
<p>{markup(entry.target)}{f"; {markup(entry.objective)}" if entry.objective else ""}</p>
{label_section(entry)}"""
    log_details = (
        "<details><summary>Log of the process</summary><pre"
        f' tabindex="0">{markup(log)}</pre></details>'
        if log
        else ""
    )
    if entry.state == "running":
        links = report_links(
            entry.store,
            str(entry.number),
            entry.reports,
            title="Reports of what there is",
            busy=busy,
        )
        files = download(entry.store, str(entry.number), entry.reports)
        body = (
            facts + _live(entry, proof, page_token, virtual=virtual) + links + files + log_details
        )
        title = f"{entry.name} (live)"
        return frame.page(title, body, scripts=("live.js",), status=status, notices=notices)
    resume = ""
    if entry.state == "interrupted" and can_resume:
        resume = (
            f'<form action="/campaign/{entry.store}/{entry.number}/resume"'
            f' method="post">{proof}{ways_page.beside(busy)}<p class="tools"><button'
            ' type="submit">Resume</button><span class="note">It continues where it stopped; in a'
            f" terminal: <code>{markup(command)}</code></span></p></form>"
        )
    numbers = str(entry.number)
    links = report_links(entry.store, numbers, entry.reports, busy=busy)
    report = in_place(entry.store, numbers, entry.reports[0][0], busy=busy, said=True)
    answer = f'<p class="answer">{markup(entry.answer)}</p>'
    files = download(entry.store, numbers, entry.reports)
    body = (
        f"{facts}{opening.screen(entry.first)}{answer}{resume}{files}{report}{links}{log_details}"
    )
    return frame.page(entry.name, body, status=status, notices=notices)


def label_section(entry: Entry) -> str:
    """The labels of a campaign, its comparison with the baseline, and the link to change labels."""
    labels = shelf_page.labels(entry)
    against = ""
    if (base := entry.against) is not None:
        rest = f" ({markup(base.rest)})" if base.rest else ""
        against = (
            f'<p>Against the baseline, <a href="{base.address}">{markup(base.name)}</a>:'
            f" <strong>{markup(base.words)}</strong>{rest}.</p>"
        )
    return (
        f'{against}<p class="labelled">{labels}<a href="{entry.address}/edit">Name, tags, notes,'
        " baseline, archive, delete</a></p>"
    )


HOST_PLOTS = (
    ("rate", "Achieved IOPS"),
    ("p99", "Response time p99"),
    ("lag", "Own lag p99"),
    ("cpu", "Processors of the host"),
)
"""The plots of a host, as `hosts.js` draws them."""


def _host_plots() -> str:
    return "".join(
        f'<div><h4>{title}</h4><div class="draws" id="host-{name}" role="img"'
        f' aria-label="{title}"></div></div>'
        for name, title in HOST_PLOTS
    )


def _mark(at: str, proof: str) -> str:
    return f"""<form action="{at}/mark" method="post" id="mark">{proof}<label>Mark <input
 name="text" maxlength="500" required placeholder="pulled path A" autocomplete="off"></label><button
 type="submit">Put on the time line</button></form>"""


def _live(entry: Entry, proof: str, page_token: str, *, virtual: bool) -> str:
    at = f"/campaign/{entry.store}/{entry.number}"
    plots = "".join(
        f'<section class="live"><h2>{title}</h2><p class="note">{unit} <span class="keys"'
        f' id="keys-{name}"></span></p><div class="draws over-time"'
        f' id="plot-{name}" tabindex="0" role="group" aria-label="{title}"></div><p class="readout"'
        f' id="read-{name}"></p></section>'
        for name, title, unit in PLOTS
    )
    heads = "".join(f'<th scope="col" class="{kind}">{text}</th>' for text, kind in WORKERS)
    # A campaign from a file can be resumed; others cannot.
    words = "Stop it? It cannot be resumed: what it has found so far is kept, and no more follows."
    asks = "" if entry.kind == "campaign" else f' data-asks="{markup(words)}"'
    return f"""<div id="live" data-at="{at}" data-name="{markup(entry.name)}"
 data-page="{markup(page_token)}">
<div class="progress"><progress id="share" max="1" aria-label="Progress"></progress><p
 id="progress">Waiting for the first figures.</p></div>
<p id="told" class="unseen" role="status" aria-live="polite"></p>
<p id="doing"></p>
<div class="tools">
<form action="{at}/stop" method="post" id="stop"{asks}>{proof}<button type="submit"
 class="strong">Stop</button></form>
{"" if virtual else _mark(at, proof)}
</div>
<p id="done" role="status" aria-live="polite"></p>
<dl class="figures" id="figures"></dl>
<p id="late" class="notice none"></p>
<section id="searched" class="live" hidden><h2>The search so far</h2><p class="note"
 id="search-note"></p><div class="draws" id="plot-search" role="img"
 aria-label="Response time over offered rate"></div></section>
<section id="grid" class="live" hidden><h2>The grid so far</h2><p class="note"
 id="grid-note"></p><div id="grid-maps"></div></section>
<p class="note">The newest interval of the Run under way; <span id="source"></span>. A glance, not a
result: what is judged is in the report. <span class="legendary">Over time: test time of the newest
intervals in seconds; a thin line is a new Run, shaded is warm-up, a flag is a mark.</span></p>
<section id="hosts" hidden><h2>Hosts</h2><p class="note" id="hosts-note">Each host's own part of
the newest intervals, since this page was opened; all hosts together are above and below. One scale
for all of them. Choose a host to see it large; a dash: too few operations for that figure.</p>
<div id="hosts-one" hidden><h3 id="hosts-name" tabindex="-1"></h3><p class="note"
 id="hosts-odd"></p><div class="plots">{_host_plots()}</div><button type="button"
 id="hosts-all">All hosts</button></div>
<ul class="hosts" id="hosts-grid" aria-describedby="hosts-note"></ul></section>
<section id="workers" hidden><h2>Workers</h2><p class="note" id="workers-note">What each completed
in the newest interval, with its own response times; errors since the Run began. A bar is the share
of the busiest one's rate; a dash: too few operations for that figure.</p>
<div class="scroll workers" tabindex="0" role="region" aria-label="Workers"><table
 aria-describedby="workers-note"><thead><tr>{heads}</tr></thead><tbody></tbody></table></div>
</section>
<div class="tools" id="view"><label>Show <select id="span"><option value="newest">the newest
intervals</option><option value="run">the whole Run</option></select></label><button type="button"
 id="unzoom" hidden>Show all of it</button><span class="note" id="view-note" role="status"
 aria-live="polite">Point at a plot for its figures (or focus it and use the arrow keys); drag
across it to zoom.</span></div>
<div class="plots">{plots}</div>
<section><h2>What happened</h2><ol id="said" class="said"></ol></section>
<section id="points" hidden><h2>Points</h2><div class="scroll" tabindex="0" role="region"
 aria-label="Points"><table><thead><tr><th scope="col" class="n">Point</th><th
 scope="col">asks</th><th scope="col">state</th><th
 scope="col">answer</th></tr></thead><tbody></tbody></table></div></section>
</div>"""
