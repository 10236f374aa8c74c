"""A report as one HTML file that works offline: no outside address, the drawing library inside.

This module writes the content, `page.js` the interaction, `style.py` the look. A policy in the
file forbids every load, so browsers enforce this. A marker identifies our own reports; foreign
files are not overwritten."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from typing import TypedDict

from plimsoll.base import cells
from plimsoll.base.language import listing
from plimsoll.base.messages import language
from plimsoll.base.printable import json_text, markup
from plimsoll.report.describe import Axis, Chart, Facts, Line, Page, Panel, Table
from plimsoll.report.forms import (
    FormOutput,
    choosing,
    contents,
    letterhead,
    library,
    mark,
    opening,
    panel_table,
    scales,
    script_texts,
    vega,
)
from plimsoll.report.forms.style import STYLE
from plimsoll.report.forms.vega.plot import Spec
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

MARKER = '<meta name="generator" content="Plimsoll report">'
LONG_ROWS = 100
"""Rows above which a table is laid out in pieces."""
FOLDED_ROWS = 12
"""Rows above which a table starts folded."""
PIECE_ROWS = 40
"""Rows of a piece: about a screen."""
_WORDS, _FIGURE = 20, 12
"""Letters of a cell that fit on one line."""
_BOLD, _PADDING = 1.1, 15
"""Width of a bold letter; pixels beside a cell."""
_LONG_CELL, _LONGEST_CELL = 40, 120
"""Letters from which a cell of words gets more width, and still more, so that it does not become a
tower."""
# 'unsafe-eval': Vega compiles its expressions. Nothing may be fetched from anywhere.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval';"
    " img-src data:"
)


def draw(page: Page, _: ReportRequest | None = None) -> FormOutput:
    """The report as one HTML file."""
    return FormOutput(document(page).encode())


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so is a report of ours."""
    return MARKER.encode() in head


def document(page: Page) -> str:
    """The page as a complete HTML document."""
    charts = [section for section in page.sections if isinstance(section, Chart)]
    # Charts over the same axis are stacked: their plots end at the same pixel.
    sides: dict[Axis, tuple[int, int]] = {}
    for chart in charts:
        left, right = sides.get(chart.x, (0, 0))
        sides[chart.x] = max(left, vega.left_margin(chart)), max(right, vega.margin(chart))
    lead = charts[0] if charts and page.first is not None else None
    panels = _all_panels(charts, lead, list(sides))
    bar = choosing.bar(page)
    # The slicer bar stands above the first section with Runs.
    beside = "" if lead is None else _lead(lead, panels)
    places = contents.places(page, lead)
    body = bar + "\n".join(
        contents.with_anchor(
            _rest(lead, sides, panels) if section is lead else _section(section, sides, panels),
            place,
        )
        for section, place in zip(page.sections, places, strict=True)
    )
    drawing = f"<script>{library.script()}</script>" if charts else ""
    # Not `display: none`: some browsers draw no pattern that is hidden so.
    patterns = (
        f'<svg class="patterns" width="0" height="0" aria-hidden="true">{vega.DEFS}</svg>'
        if charts
        else ""
    )
    return f"""<!DOCTYPE html>
<html lang="{language.get()}">
<head>
<meta charset="utf-8">
{MARKER}
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{markup(page.title)}</title>
<link rel="icon" href="{mark.url()}">
<style>{STYLE}{letterhead.style(page)}</style>
</head>
<body>
{patterns}
<main>
{_theme()}{letterhead.html(page)}<header>
<p class="kicker">{markup(page.title)}</p>
{opening.top(page, beside)}
</header>
{contents.html(page.sections, places)}
{opening.beneath(page, _figures(page))}
{body}
<footer>{markup(page.footer)}</footer>
</main>
<script type="application/json" id="plimsoll-data">{_json(page.data)}</script>
<script type="application/json" id="plimsoll-slicers">{_json(choosing.data(page))}</script>
<script type="application/json" id="plimsoll-texts">{_json(script_texts.data())}</script>
<script type="application/json"
 id="plimsoll-charts">{_json({"config": vega.CONFIG, "panels": panels})}</script>
{drawing}<script>{_script()}</script>
</body>
</html>
"""


def _all_panels(
    charts: Sequence[Chart], lead: Chart | None, axes: Sequence[Axis]
) -> dict[str, _PanelData]:
    """The drawn panels by their names in the page: those that stand alone with an axis of their
    own, the others with the one that they share."""
    panels: dict[str, _PanelData] = {}
    for chart in charts:
        axis = axes.index(chart.x)
        drawn = list(_panels(chart, axis))
        if chart.has_switch:
            drawn = [_panels(replace(chart, panels=(panel,)), axis)[0] for panel in chart.panels]
        elif lead is not None and chart is lead and lead.panels:
            drawn[0] = _panels(replace(lead, panels=lead.panels[:1]), axis)[0]
        panels |= {f"{chart.name}-{i}": panel for i, panel in enumerate(drawn)}
    return panels


def _script() -> str:
    return resources.files("plimsoll.report.forms").joinpath("page.js").read_text(encoding="utf-8")


def _figures(page: Page) -> str:
    return "".join(
        f'<div class="figure"><dt>{markup(f.name)}</dt><dd>{opening.text(f.value)}'
        f"<small>{opening.text(f.basis)}</small></dd></div>"
        for f in page.further_figures
    )


def _theme() -> str:
    colours, auto = markup(message("colours")), markup(message("theme-auto"))
    light, dark = markup(message("theme-light")), markup(message("theme-dark"))
    return f"""<div id="plimsoll-theme" role="group" aria-label="{colours}" hidden>
<button type="button" value="auto">{auto}</button><button type="button"
 value="light">{light}</button><button type="button" value="dark">{dark}</button>
</div>
"""


class _LookData(TypedDict):
    """Data for zooming into a panel. The script zooms all panels of a group, which share one x
    axis."""

    group: int
    x: str
    y: str
    """The units of its axes."""
    lines: list[str]
    """The names of its lines, in drawing order."""


class _PanelData(TypedDict):
    """Data for drawing a panel: its documents, one per kind of y axis, and their shared data.
    `look` is null for category axes."""

    data: Spec
    specs: list[Spec]
    look: _LookData | None
    table: panel_table.TableData


def _look_data(chart: Chart, panel: Panel, group: int) -> _LookData | None:
    if chart.x.unit == "category":
        return None
    lines = [line.name for line in panel.series if isinstance(line, Line) and line.points]
    return {"group": group, "x": chart.x.unit, "y": panel.y.unit, "lines": lines}


def _panels(chart: Chart, group: int) -> list[_PanelData]:
    first, others = vega.specs(chart), scales.other(chart)
    same = [mine is other for mine, other in zip(chart.panels, others.panels, strict=True)]
    second = first if all(same) else vega.specs(others)
    drawn: list[_PanelData] = []
    for spec, other, alone, panel in zip(first, second, same, chart.panels, strict=True):
        kinds = [spec] if alone else [spec, other]
        shared = {
            name: rows
            for name, rows in spec["datasets"].items()
            if all(k["datasets"].get(name) == rows for k in kinds)
        }
        for kind in kinds:
            kind["datasets"] = {
                name: rows for name, rows in kind["datasets"].items() if name not in shared
            }
            # The configuration is equal in all documents: `document` adds it once.
            del kind["config"]
        looked = _look_data(chart, panel, group)
        table = panel_table.data(chart, panel, spec["datasets"] | shared)
        drawn.append({"data": shared, "specs": kinds, "look": looked, "table": table})
    return drawn


def _json(data: object) -> str:
    """JSON that cannot end the script it stands in."""
    return json_text(data).replace("<", "\\u003c")


def _section(
    section: Chart | Table | Facts,
    sides: dict[Axis, tuple[int, int]],
    panels: dict[str, _PanelData],
) -> str:
    match section:
        case Chart():
            return _chart(section, *sides[section.x], panels)
        case Table():
            return _table(section)
        case Facts():
            return _facts(section)


def _where(section: Chart | Table) -> str:
    return f' data-where="{markup(json.dumps(section.where))}"' if section.where else ""


def _free(chart: Chart) -> str:
    """Slicers that hide nothing of a chart, for the page's script."""
    return f' data-free="{markup(json.dumps(chart.free))}"' if chart.free else ""


def _lead(chart: Chart, drawn: dict[str, _PanelData]) -> str:
    """The first panel of the main chart, beside the answer; of a switched one all of them."""
    if chart.has_switch:
        return _chart(chart, vega.left_margin(chart), vega.margin(chart), drawn)
    shown = replace(
        chart,
        title=chart.alone or chart.title,
        panels=chart.panels[:1],
        notes=tuple(note for note in chart.notes if note.keep or len(chart.panels) == 1),
    )
    return _chart(shown, vega.left_margin(shown), vega.margin(shown), drawn)


def _rest(chart: Chart, sides: dict[Axis, tuple[int, int]], drawn: dict[str, _PanelData]) -> str:
    """The other panels of the main chart, in its place among the sections."""
    if chart.fits_first_screen:
        return ""
    return _chart(replace(chart, panels=chart.panels[1:]), *sides[chart.x], drawn, first=1)


def _chart(
    chart: Chart, left: int, right: int, drawn: dict[str, _PanelData], first: int = 0
) -> str:
    """The panels of a chart, numbered from `first`."""
    panels = "".join(
        f'<div class="one"><h3>{markup(panel.title)}'
        f"{_scale(f'{chart.name}-{i}', panel, drawn)}</h3>"
        f'<div class="plot" style="margin: 0 {right}px 0 {left}px"><div class="panel"'
        f' id="{markup(chart.name)}-{i}" role="img" style="min-height:'
        f' {drawn[f"{chart.name}-{i}"]["specs"][0]["height"]}px"'
        f' aria-label="{markup(vega.panel_sentence(panel))}"></div></div></div>'
        for i, panel in enumerate(chart.panels, first)
    )
    entries = "".join(f"<li>{_key(key)}{markup(key.words)}</li>" for key in vega.legend(chart))
    legend = f'<ul class="legend">{entries}</ul>' if entries else ""
    caption = f"<figcaption>{markup(chart.caption)}</figcaption>" if chart.caption else ""
    if least := vega.least_width(chart):
        # Its panels may stand in two places, so their names tell the regions apart.
        named = listing(panel.title for panel in chart.panels)
        panels = (
            f'<div class="wide" tabindex="0" role="region"'
            f' aria-label="{markup(chart.title)}: {markup(named)}">'
            f'<div style="min-width: {left + least + right}px">{panels}</div></div>'
        )
    file = markup(f"{chart.name}-more" if first else chart.name)
    return (
        f'<section class="chart" data-chart="{file}"{_where(chart)}{_free(chart)}>'
        f"<h2>{markup(chart.title)}</h2>{_switch(chart)}"
        f"<figure>{legend}{panels}{caption}</figure></section>"
    )


def _switch(chart: Chart) -> str:
    """The buttons that choose which panel of a chart is shown; `page.js` shows them."""
    if not chart.has_switch:
        return ""
    buttons = "".join(
        f'<button type="button" value="{markup(panel.switch)}">{markup(panel.switch)}</button>'
        for panel in chart.panels
    )
    label = markup(message("figure-shown", chart=chart.title))
    return f'<div class="switch" role="group" aria-label="{label}" hidden>{buttons}</div>'


def _scale(name: str, panel: Panel, drawn: dict[str, _PanelData]) -> str:
    """The button that switches the axis, if there is another one."""
    if len(drawn[name]["specs"]) == 1:
        return ""
    now, other = message("log-axis"), message("linear-axis")
    if not panel.y.log:
        now, other = other, now
    return (
        f'<button type="button" hidden class="scale" data-scale="{markup(name)}"'
        f' data-other="{markup(other)}" data-back="{markup(now)}">{markup(other)}</button>'
    )


def _key(key: vega.Key) -> str:
    return f'<svg width="{key.width}" height="18" aria-hidden="true">{key.drawn}</svg>'


def _width(cell: str) -> str:
    """The class of a cell of words that needs width."""
    wide = cells.width(cell)
    return " w2" if wide > _LONGEST_CELL else " w" if wide > _LONG_CELL else ""


def _table(table: Table) -> str:
    kinds = ["n" if column.number else "t" for column in table.columns]
    # Of a column that needs no title on the page.
    unnamed = f'<span class="unseen">{message("column-unnamed")}</span>'
    head = "".join(
        f'<th scope="col" class="{k}">{opening.text(c.label) or unnamed}</th>'
        for k, c in zip(kinds, table.columns, strict=True)
    )
    runs = table.runs or (None,) * len(table.rows)
    rows = [
        ("<tr>" if run is None else f'<tr data-run="{run}">')
        + "".join(
            f'<td class="{k}{_width(cell) if k == "t" else ""}">{markup(cell)}</td>'
            for k, cell in zip(kinds, row, strict=True)
        )
        + "</tr>"
        for run, row in zip(runs, table.rows, strict=True)
    ]
    long = len(rows) > LONG_ROWS
    piece = PIECE_ROWS if long else max(1, len(rows))
    bodies = "".join(
        f"<tbody>{''.join(rows[i : i + piece])}</tbody>" for i in range(0, max(1, len(rows)), piece)
    )
    nothing = (
        f'<p class="note nothing" hidden>{markup(message("none-of-chosen-runs"))}</p>'
        if table.runs
        else ""
    )
    # A browser lays out the whole of a table whenever a row comes or goes. A long one is made of
    # pieces that are laid out when they are seen, with columns whose widths are given.
    kind = f' class="long" style="{_columns(table)}"' if long else ""
    caption = f"<p class='note'>{opening.text(table.caption)}</p>" if table.caption else ""
    return _fold(
        table.title,
        f'<div class="scroll" tabindex="0" role="region" aria-label="{markup(table.title)}">'
        f"<table{kind}><thead><tr>{head}</tr></thead>{bodies}</table></div>{nothing}{caption}",
        _where(table),
        closed=len(rows) > FOLDED_ROWS,
    )


def _fold(title: str, body: str, where: str = "", *, closed: bool) -> str:
    """A section that folds under its title. `closed`: the page starts with it folded; without
    scripts and on paper everything is shown."""
    fold = " data-fold" if closed else ""
    return (
        f"<section{where}><details open{fold}><summary><h2>{markup(title)}</h2></summary>{body}"
        "</details></section>"
    )


def _columns(table: Table) -> str:
    """CSS widths of the columns and the table: every word and figure fits, longer cells wrap."""
    letters = []
    for i, column in enumerate(table.columns):
        heads = max(map(len, column.label.split()), default=0) * _BOLD
        longest = max((len(row[i]) for row in table.rows), default=0)
        letters.append(max(heads, min(longest, _FIGURE if column.number else _WORDS)))
    tracks = " ".join(
        f"minmax(calc({width:.3g}ch + {_PADDING}px), {width:.3g}fr)" for width in letters
    )
    return f"--columns: {tracks}; --least: calc({sum(letters):.4g}ch + {_PADDING * len(letters)}px)"


def _facts(facts: Facts) -> str:
    # Facts for looking up start folded. Uncontrolled factors stay open.
    closed = facts.title in (message("conditions"), message("words"))
    if all(name for name, _ in facts.items):
        items = "".join(
            f"<div><dt>{markup(name)}</dt><dd>{markup(value)}</dd></div>"
            for name, value in facts.items
        )
        return _fold(facts.title, f'<dl class="facts">{items}</dl>', closed=closed)
    items = "".join(f"<li>{markup(value)}</li>" for _, value in facts.items)
    return _fold(facts.title, f"<ul>{items}</ul>", closed=closed)
