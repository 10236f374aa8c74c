"""Charts as Vega-Lite documents: one per panel, as wide as the page allows, so that they align and
shrink together.

Colours are CSS variables, which the browser resolves: light, dark and print need no second drawing
(the cells of a heat map excepted, `heat.py`). Pixels are known here (heights are fixed, domains are
ours), so names at the ends of lines and on rules are placed without overlap. Hatched fills are
patterns of `DEFS`, which stands once in whatever holds the drawing.
https://vega.github.io/vega-lite/docs/

What an interactive page builds on: all data of a document stand under `datasets`, each by a name
that is its own in the document, and every layer names the one it draws; so `view.change(name, …)`
changes all that is drawn of it. A row that is of a Run says so in `run`; a row that is of several
(the name at the end of a line) has them in `runs` and goes when none of them is left. Rows with
neither are of no Run and always stay. Domains, colours and places are fixed here: leaving rows out
moves nothing.
"""

from plimsoll.base import language, units
from plimsoll.report.describe import Axis, Bars, Chart, Heat, Line, Marks, Panel, RuleX, RuleY
from plimsoll.report.forms.metrics import LETTER
from plimsoll.report.forms.vega import axes, bars, heat, rules, series
from plimsoll.report.forms.vega.legend import DEFS, Key, legend
from plimsoll.report.forms.vega.plot import Plot, Spec, printable_texts
from plimsoll.report.messages import message

__all__ = (
    "CONFIG",
    "DEFS",
    "VEGA_LITE",
    "Key",
    "least_width",
    "left_margin",
    "legend",
    "margin",
    "number_locale",
    "panel_sentence",
    "specs",
)

# Version of the documents and of the library that draws them.
VEGA_LITE = "6.4"
_TOP = 4
CONFIG: Spec = {
    "font": "inherit",
    "view": {"stroke": "var(--grid)"},
    "axis": {
        "labelColor": "var(--soft)",
        "titleColor": "var(--text)",
        "gridColor": "var(--grid)",
        "domainColor": "var(--soft)",
        "tickColor": "var(--soft)",
        "labelFontSize": 12,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
        "labelBound": False,
    },
    "text": {"fontSize": 12},
}


def number_locale() -> Spec:
    """How Vega writes numbers for the reader (https://d3js.org/d3-format#formatLocale)."""
    return {
        "decimal": language.number("."),
        "thousands": language.number(","),
        "grouping": [3],
        "currency": ["", ""],
    }


def specs(chart: Chart) -> list[Spec]:
    """One Vega-Lite document per panel; only the last one names the shared x axis."""
    fills = bars.fills(chart)
    return [
        printable_texts(_panel(panel, chart.x, fills, last=panel is chart.panels[-1]))
        for panel in chart.panels
    ]


def margin(chart: Chart) -> int:
    """Pixels on the right of a chart for names, equal for all its panels."""
    return 12 + max((LETTER * rules.letters(panel, chart.x) for panel in chart.panels), default=0)


def left_margin(chart: Chart) -> int:
    """Pixels on the left of a chart for axis labels, equal for all its panels."""
    upwards = max((axes.label_width(panel.y) for panel in chart.panels), default=0)
    return max(58, upwards + 12, axes.overhang(chart.x))


def least_width(chart: Chart) -> int:
    """Least width of the plot in pixels so that labels and text do not touch; narrower pages
    scroll it. 0: it shrinks freely."""
    needed = [0]
    for panel in chart.panels:
        needed.append(bars.least_width(panel, chart.x))
        plot = Plot(chart.x, panel.y, panel.height)
        needed += [heat.least_width(plot, s) for s in panel.series if isinstance(s, Heat)]
    return max(needed)


def panel_sentence(panel: Panel) -> str:
    """A panel in a sentence, for screen readers."""
    names = [
        s.name for s in panel.series if isinstance(s, (Line, Bars, Heat, RuleX, RuleY)) and s.name
    ]
    counts = (
        ("marks", sum(len(s.points) for s in panel.series if isinstance(s, Marks))),
        ("bars", sum(len(s.points) for s in panel.series if isinstance(s, Bars))),
        ("cells", sum(len(s.cells) for s in panel.series if isinstance(s, Heat))),
    )
    drawn = ", ".join(
        message(f"drawn-{noun}", count=units.count(number)) for noun, number in counts if number
    )
    contents = "; ".join(part for part in (", ".join(names), drawn) if part)
    return message("panel-sentence", panel=panel.title, contents=contents)


def _panel(panel: Panel, x: Axis, fills: dict[str, str], *, last: bool) -> Spec:
    in_order = rules.in_order(panel, x)
    top = rules.headroom(panel) + bars.headroom(panel, x)
    height, bottom = panel.height + top, axes.bottom(x) if last else 6
    plot = Plot(x, axes.with_headroom(panel.y, top, height), height)
    layers: list[Spec] = [_frame(plot, panel.y, last=last)]
    # Cells lie under everything: lines and rules are drawn over them.
    for cells in (s for s in panel.series if isinstance(s, Heat)):
        layers += heat.layers(plot, cells)
    over_cells = any(isinstance(s, Heat) for s in panel.series)
    layers += rules.across(plot, in_order, over_cells=over_cells)
    drawn, bar_words = bars.layers(plot, [s for s in panel.series if isinstance(s, Bars)], fills)
    level, named = rules.upwards(plot, panel)
    layers += [*drawn, *level, *bar_words]
    lines = [s for s in panel.series if isinstance(s, Line) and s.points]
    for line in lines:
        layers += series.line(plot, line)
    for marks in (s for s in panel.series if isinstance(s, Marks) and s.points):
        layers += series.marks(plot, marks)
    layers += named
    layers += rules.ends(plot, panel, lines)
    return {
        "$schema": f"https://vega.github.io/schema/vega-lite/v{VEGA_LITE}.json",
        "width": "container",
        # With a container's width Vega-Lite counts the padding into the height.
        "height": height + _TOP + bottom,
        # The plot alone is as wide as its box, so that panels align; names beside it lie in the
        # box's margins.
        "autosize": {"type": "none"},
        "padding": {"left": 0, "right": 0, "top": _TOP, "bottom": bottom},
        "background": "transparent",
        "datasets": plot.datasets,
        "layer": layers,
        "config": CONFIG,
    }


def _frame(plot: Plot, y: Axis, *, last: bool) -> Spec:
    """The axes, in an empty layer, so that no series affects them."""
    across = axes.across(plot.x) | {
        "title": plot.x.label if last else None,
        "labels": last,
        "ticks": last,
    }
    upwards = axes.upwards(y) | {"title": None}
    return {
        "data": plot.data("frame", [{}]),
        "mark": {"type": "point", "opacity": 0},
        "encoding": {
            "x": {
                "field": "x",
                "type": "quantitative",
                "scale": axes.scale(plot.x),
                "axis": across,
            },
            "y": {
                "field": "y",
                "type": "quantitative",
                "scale": axes.scale(plot.y),
                "axis": upwards,
            },
        },
    }
