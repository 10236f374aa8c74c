"""The page of trends: key numbers of repeated questions over dates."""

from collections.abc import Sequence

from starlette.responses import HTMLResponse

from plimsoll.base import language
from plimsoll.base.printable import markup
from plimsoll.report.forms import opening
from plimsoll.web import frame, trend
from plimsoll.web.messages import message
from plimsoll.web.shelf import Entry
from plimsoll.web.shelf_page import when
from plimsoll.web.trend import Series

MOST = 40
"""Limit of charts."""


def draw(entries: Sequence[Entry], troubles: Sequence[str]) -> HTMLResponse:
    """The page, with a chart for each question and target that was measured more than once."""
    found = trend.series(entries)
    body = f"<h1>{message('place-trend')}</h1>"
    if found:
        note = message("trend-note", command="<code>plimsoll history</code>")
        body += f'<p class="note">{note}</p>'
        body += "".join(_series(series) for series in found[:MOST])
        if len(found) > MOST:
            body += f'<p class="note">{message("trends-left-out", trends=len(found) - MOST)}</p>'
    else:
        body += f"<p>{message('no-trend')}</p>"
    body += f'<p><a href="/">{message("all-campaigns")}</a></p>'
    return frame.page(message("place-trend"), body, here="trend", notices=troubles)


def _series(series: Series) -> str:
    newest = series.newest
    number = newest.first.number
    assert number is not None
    asks = language.listing(part for part in (newest.target, newest.objective) if part)
    rows = "".join(
        f'<tr><td><a href="{entry.address}">{markup(entry.name)}</a></td><td><time>'
        f'{when(entry.began_ns)}</time></td><td class="n">'
        f"{opening.text(trend.key_number(entry))}</td>"
        f"<td>{message('baseline-here') if entry.labels.baseline else _against(entry)}</td></tr>"
        for entry in reversed(series.entries)
    )
    return f"""<section class="trend"><h2>{markup(asks)}</h2>
<p>{_newest(series)}</p>
<div class="draws">{trend.chart(series)}</div>
<details><summary>{message("as-table")}</summary><div class="scroll" tabindex="0" role="region"
 aria-label="{markup(asks)}"><table><thead><tr><th scope="col">{message("column-campaign")}</th><th
 scope="col">{message("column-began")}</th><th scope="col" class="n">{markup(number.name)}</th><th
 scope="col">{message("column-against-baseline")}</th></tr></thead><tbody>{rows}</tbody></table></div></details>
</section>"""


def _newest(series: Series) -> str:
    base, newest = series.base, series.newest
    number = newest.first.number
    assert number is not None
    figures = {
        "figure": markup(number.name),
        "value": f"<strong>{opening.text(number.value)}</strong>",
        "campaigns": len(series.entries),
    }
    if base is None or base.id == newest.id or newest.against is None:
        return message("trend-newest", **figures)
    return message(
        "trend-newest-against",
        **figures,
        change=markup(newest.against.words),
        baseline=markup(base.name),
    )


def _against(entry: Entry) -> str:
    return "" if entry.against is None else markup(entry.against.words)
