"""The page of trends: key numbers of repeated questions over dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base.printable import markup
from plimsoll.report.forms import opening
from plimsoll.web import frame, trend
from plimsoll.web.shelf_page import when

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import HTMLResponse

    from plimsoll.web.shelf import Entry
    from plimsoll.web.trend import Series

MOST = 40
"""Limit of charts."""


def draw(entries: Sequence[Entry], troubles: Sequence[str]) -> HTMLResponse:
    """The page, with a chart for each question and target that was measured more than once."""
    found = trend.series(entries)
    body = "<h1>Trend</h1>"
    if found:
        body += (
            '<p class="note">The key number of campaigns that asked the same of the same target,'
            " over the dates they began. A mark leads to its campaign, a square is the baseline."
            " Whether a level changed, and when: <code>plimsoll history</code>.</p>"
        )
        body += "".join(_series(series) for series in found[:MOST])
        if len(found) > MOST:
            body += f'<p class="note">{len(found) - MOST} more are not drawn.</p>'
    else:
        body += (
            "<p>No two campaigns with a number to compare ask the same of the same target. Measure"
            " one of them again: its second value begins a trend.</p>"
        )
    body += '<p><a href="/">All campaigns</a></p>'
    return frame.page("Trend", body, here="Trend", notices=troubles)


def _series(series: Series) -> str:
    newest = series.newest
    number = newest.first.number
    assert number is not None
    asks = ", ".join(part for part in (newest.target, newest.objective) if part)
    change = _change(series)
    rows = "".join(
        f'<tr><td><a href="{entry.address}">{markup(entry.name)}</a></td><td><time>'
        f'{when(entry.began_ns)}</time></td><td class="n">'
        f"{opening.text(trend.key_number(entry))}</td>"
        f"<td>{'baseline' if entry.labels.baseline else _against(entry)}</td></tr>"
        for entry in reversed(series.entries)
    )
    return f"""<section class="trend"><h2>{markup(asks)}</h2>
<p>{markup(number.name)}: <strong>{opening.text(number.value)}</strong> in the newest of
{len(series.entries)} campaigns{change}.</p>
<div class="draws">{trend.chart(series)}</div>
<details><summary>As a table</summary><div class="scroll" tabindex="0" role="region"
 aria-label="{markup(asks)}"><table><thead><tr><th scope="col">Campaign</th><th
 scope="col">Began</th><th scope="col" class="n">{markup(number.name)}</th><th
 scope="col">Against baseline</th></tr></thead><tbody>{rows}</tbody></table></div></details>
</section>"""


def _change(series: Series) -> str:
    base, newest = series.base, series.newest
    if base is None or base.id == newest.id or newest.against is None:
        return ""
    return f", {markup(newest.against.words)} against {markup(base.name)}"


def _against(entry: Entry) -> str:
    return "" if entry.against is None else markup(entry.against.words)
