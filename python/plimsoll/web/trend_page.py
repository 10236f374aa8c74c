"""The page of trends: the key numbers of what was asked again, over dates."""

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
"""Charts on a page."""


def draw(entries: Sequence[Entry], troubles: Sequence[str]) -> HTMLResponse:
    """A chart for each target and question that was measured twice or more."""
    found = trend.series(entries)
    body = "<h1>Trend</h1>"
    if found:
        body += (
            '<p class="note">The key number of campaigns that asked the same of the same target,'
            " over the dates they began. A mark leads to its campaign, a square is the baseline."
            " Whether a level changed, and when: <code>plimsoll history</code>.</p>"
        )
        body += "".join(_series(one) for one in found[:MOST])
        if len(found) > MOST:
            body += f'<p class="note">{len(found) - MOST} more are not drawn.</p>'
    else:
        body += (
            "<p>No two campaigns with a number to compare ask the same of the same target. Measure"
            " one of them again: its second value begins a trend.</p>"
        )
    body += '<p><a href="/">All campaigns</a></p>'
    return frame.page("Trend", body, here="Trend", notices=troubles)


def _series(one: Series) -> str:
    newest = one.newest
    number = newest.first.number
    assert number is not None
    asks = ", ".join(part for part in (newest.target, newest.objective) if part)
    change = _change(one)
    rows = "".join(
        f'<tr><td><a href="{entry.address}">{markup(entry.name)}</a></td><td><time>'
        f'{when(entry.began_ns)}</time></td><td class="n">{opening.text(trend.key_number(entry))}</td>'
        f"<td>{'baseline' if entry.labels.baseline else _against(entry)}</td></tr>"
        for entry in reversed(one.entries)
    )
    return f"""<section class="trend"><h2>{markup(asks)}</h2>
<p>{markup(number.name)}: <strong>{opening.text(number.value)}</strong> in the newest of
{len(one.entries)} campaigns{change}.</p>
<div class="draws">{trend.chart(one)}</div>
<details><summary>As a table</summary><div class="scroll" tabindex="0" role="region"
 aria-label="{markup(asks)}"><table><thead><tr><th scope="col">Campaign</th><th
 scope="col">Began</th><th scope="col" class="n">{markup(number.name)}</th><th
 scope="col">Against baseline</th></tr></thead><tbody>{rows}</tbody></table></div></details>
</section>"""


def _change(one: Series) -> str:
    base = one.base
    if base is None or base.id == one.newest.id or one.newest.against is None:
        return ""
    return f", {markup(one.newest.against.words)} against {markup(base.name)}"


def _against(entry: Entry) -> str:
    return "" if entry.against is None else markup(entry.against.words)
