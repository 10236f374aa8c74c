"""A report as one HTML file that works offline: no outside address, the drawing library inside.

A policy in the file itself forbids every load, so a browser proves what we claim. The file carries a marker, by which
our own earlier report is recognised: a file that is not ours is not overwritten.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING

from plimsoll.reports.describe import Axis, Chart, Facts, Page, Table
from plimsoll.reports.forms import Drawn, vega
from plimsoll.reports.forms.style import STYLE

if TYPE_CHECKING:
    from plimsoll.reports.pages.asked import Asked

MARKER = '<meta name="generator" content="Plimsoll report">'
# 'unsafe-eval': Vega compiles its expressions. Nothing may be fetched from anywhere.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval'; img-src data:"


def draw(page: Page, _: Asked | None = None) -> Drawn:
    """The report as one HTML file."""
    return Drawn(document(page).encode())


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so is a report of ours."""
    return MARKER.encode() in head


def document(page: Page) -> str:
    """The page as a complete HTML document."""
    import vl_convert

    charts = [section for section in page.sections if isinstance(section, Chart)]
    specs = {f"{chart.name}-{i}": spec for chart in charts for i, spec in enumerate(vega.specs(chart))}
    # Charts over the same axis lie beneath each other: their plots end at the same pixel.
    sides: dict[Axis, tuple[int, int]] = {}
    for chart in charts:
        left, right = sides.get(chart.x, (0, 0))
        sides[chart.x] = max(left, vega.left(chart)), max(right, vega.margin(chart))
    body = "\n".join(_section(section, sides) for section in page.sections)
    figures = "".join(
        f'<div class="figure"><dt>{escape(f.name)}</dt><dd>{_text(f.value)}<small>{_text(f.basis)}</small></dd></div>'
        for f in page.figures
    )
    library = (
        f"<script>{vl_convert.javascript_bundle('window.vegaEmbed = vegaEmbed;', vega.VEGA_LITE)}</script>"
        if charts
        else ""
    )
    drawing = f"<script>{_DRAW}</script>" if charts else ""
    # Not `display: none`: some browsers draw no pattern that is hidden so.
    patterns = f'<svg class="patterns" width="0" height="0" aria-hidden="true">{vega.DEFS}</svg>' if charts else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{MARKER}
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(page.title)}</title>
<style>{STYLE}</style>
</head>
<body>
{patterns}
<main>
<header>
<p class="kicker">{escape(page.title)}</p>
<h1>{_text(page.answer)}</h1>
{"".join(f"<p>{_text(sentence)}</p>" for sentence in page.because)}
</header>
<dl class="figures">{figures}</dl>
{body}
<footer>{escape(page.footer)}</footer>
</main>
<script type="application/json" id="plimsoll-data">{_json(page.data)}</script>
<script type="application/json" id="plimsoll-charts">{_json(specs)}</script>
{library}{drawing}
</body>
</html>
"""


def _text(said: str) -> str:
    """Text for the page; a number and its unit stay on one line."""
    return escape(
        re.sub(r"(?<=\d) (?=(?:%|[nµm]?s|[KMGT]iB|k|I/O)(?:\W|$))|(?<=n) (?==)|(?<==) (?=\d)", "\u00a0", said)
    )


def _json(data: object) -> str:
    """JSON that cannot end the script it stands in."""
    return (
        json.dumps(data, ensure_ascii=False)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )


def _section(section: Chart | Table | Facts, sides: dict[Axis, tuple[int, int]]) -> str:
    match section:
        case Chart():
            return _chart(section, *sides[section.x])
        case Table():
            return _table(section)
        case Facts():
            return _facts(section)


def _chart(chart: Chart, left: int, right: int) -> str:
    panels = "".join(
        f'<h3>{escape(panel.title)}</h3><div class="plot" style="margin: 0 {right}px 0 {left}px"><div class="panel" id="{chart.name}-{i}" role="img" aria-label="{escape(vega.told(panel))}"></div></div>'
        for i, panel in enumerate(chart.panels)
    )
    entries = "".join(f"<li>{_key(key)}{escape(key.words)}</li>" for key in vega.legend(chart))
    legend = f'<ul class="legend">{entries}</ul>' if entries else ""
    caption = f"<figcaption>{escape(chart.caption)}</figcaption>" if chart.caption else ""
    if least := vega.least_width(chart):
        panels = f'<div class="wide"><div style="min-width: {left + least + right}px">{panels}</div></div>'
    return f'<section class="chart"><h2>{escape(chart.title)}</h2><figure>{legend}{panels}{caption}</figure></section>'


def _key(key: vega.Key) -> str:
    return f'<svg width="{key.width}" height="18" aria-hidden="true">{key.drawn}</svg>'


def _table(table: Table) -> str:
    kinds = ["n" if column.number else "t" for column in table.columns]
    head = "".join(
        f'<th scope="col" class="{k}">{escape(c.label)}</th>' for k, c in zip(kinds, table.columns, strict=True)
    )
    rows = "".join(
        "<tr>" + "".join(f'<td class="{k}">{escape(cell)}</td>' for k, cell in zip(kinds, row, strict=True)) + "</tr>"
        for row in table.rows
    )
    caption = f"<p class='note'>{escape(table.caption)}</p>" if table.caption else ""
    return (
        f'<section><h2>{escape(table.title)}</h2><div class="scroll" tabindex="0" role="region" aria-label="{escape(table.title)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{caption}</section>"
    )


def _facts(facts: Facts) -> str:
    if all(name for name, _ in facts.items):
        items = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts.items)
        return f'<section><h2>{escape(facts.title)}</h2><dl class="facts">{items}</dl></section>'
    items = "".join(f"<li>{escape(value)}</li>" for _, value in facts.items)
    return f"<section><h2>{escape(facts.title)}</h2><ul>{items}</ul></section>"


_DRAW = """
const charts = JSON.parse(document.getElementById('plimsoll-charts').textContent);
for (const [id, spec] of Object.entries(charts)) {
  vegaEmbed('#' + id, spec, {renderer: 'svg', actions: false, tooltip: {theme: 'plimsoll'}}).catch(error => {
    document.getElementById(id).textContent = 'This chart could not be drawn: ' + error.message;
  });
}
"""
