"""Bars at the places of a category axis, side by side in a panel. Fills distinguish them: full,
hatched, outlined."""

import math

from plimsoll.base import cells
from plimsoll.report.describe import At, Axis, Bars, Chart, Panel
from plimsoll.report.forms.metrics import LINE, SMALL_LETTER
from plimsoll.report.forms.vega import axes, series
from plimsoll.report.forms.vega.plot import (
    USUAL_WIDTH,
    Plot,
    Spec,
    fraction,
    hover,
    run_of,
    text,
    tooltip,
    wrap_words,
)

Told = dict[int, list[str]]
"""Lines of text over bars, by the bar's number in its series."""
FILLS = ("full", "hatched", "outlined", "dotted", "crossed")
_GROUP = 0.82
"""Share of a place that its bars take together."""
# The last of several lines stands over the bar.
_LINE_OFFSET = {"expr": f"-4 - (length(datum.text) - 1) * {LINE - 1}"}
_MIN_BAR_PX = 13
"""Pixels of the narrowest bar that has room for upright text over it."""


def fills(chart: Chart) -> dict[str, str]:
    """The fill of the bars of each name, equal in all panels."""
    names = dict.fromkeys(
        s.name for panel in chart.panels for s in panel.series if isinstance(s, Bars)
    )
    return {name: FILLS[i % len(FILLS)] for i, name in enumerate(names)}


def paint(fill: str, colour: int) -> str:
    """The paint of a bar; patterns are in `legend.DEFS`."""
    match fill:
        case "full":
            return f"var(--c{colour})"
        case "outlined":
            return "var(--page)"
        case _:
            return f"url(#{fill}-{colour})"


def headroom(panel: Panel, x: Axis) -> int:
    """Pixels above the scale for text over high bars."""
    bars = _of(panel)
    texts, upright = _bar_texts(bars, x)
    needed = [0.0]
    for group, rows in zip(bars, texts, strict=True):
        for i, lines in rows.items():
            over = panel.height * (1 - fraction(_over(group.points[i], panel.y), panel.y))
            needed.append(
                (SMALL_LETTER * cells.width(lines[0]) + 8 if upright else LINE * len(lines)) - over
            )
    return math.ceil(max(needed))


def least_width(panel: Panel, x: Axis) -> int:
    """Pixels that labels and text over bars need; 0 when they may shrink."""
    bars = _of(panel)
    rows, upright = _bar_texts(bars, x)
    longest = _longest(rows)
    if not longest:
        return axes.least_width(x)
    each = _MIN_BAR_PX if upright else SMALL_LETTER * longest + 4
    return max(axes.least_width(x), round(each * len(bars) * len(x.categories) / _GROUP))


def layers(plot: Plot, bars: list[Bars], fills: dict[str, str]) -> tuple[list[Spec], list[Spec]]:
    """All bars of a panel with their whiskers, and the text over them, which is drawn last so
    that no rule crosses it."""
    found: list[Spec] = []
    words: list[Spec] = []
    width = _GROUP / max(len(bars), 1)
    texts, upright = _bar_texts(bars, plot.x)
    for i, group in enumerate(bars):
        place = ((i - len(bars) / 2) * width, width, 0.06 * width if len(bars) > 1 else 0.0)
        drawn, bar_words = _layers(plot, group, fills[group.name], place, texts[i], upright=upright)
        found += drawn
        words += bar_words
    return found, words


def _layers(
    plot: Plot,
    bars: Bars,
    fill: str,
    place: tuple[float, float, float],
    texts: Told,
    *,
    upright: bool,
) -> tuple[list[Spec], list[Spec]]:
    colour = f"var(--c{bars.colour})"
    names, hovered = hover(bars.points)
    offset, width, gap = place
    rows = []
    for i, (p, tip) in enumerate(zip(bars.points, hovered, strict=True)):
        base, y = (plot.y.low or 0.0), p.y
        row: Spec = {
            "x": p.x + offset + gap,
            "x2": p.x + offset + width - gap,
            "at": p.x + offset + width / 2,
            "base": base,
        }
        # Missing figures have no bar, but may have text.
        row |= {"y": None if math.isnan(y) else y, **run_of(p), **series.whisker(p, plot.y), **tip}
        row["over"] = _over(p, plot.y)
        rows.append(row | ({"text": texts[i]} if texts.get(i) else {}))
    data = plot.data("bars", rows)
    rect = {
        "type": "rect",
        "fill": paint(fill, bars.colour),
        "stroke": colour,
        "strokeWidth": 1.6,
        "opacity": 1,
    }
    across: Spec = {"x": {"field": "x", "type": "quantitative"}, "x2": {"field": "x2"}}
    upwards: Spec = {"y": {"field": "y", "type": "quantitative"}, "y2": {"field": "base"}}
    known = [{"filter": "isValid(datum.y)"}]
    found: list[Spec] = [
        {
            "data": data,
            "transform": known,
            "mark": rect,
            "encoding": across | upwards | tooltip(names),
        },
        *series.whiskers(data, bars.points, "var(--text)", "at"),
    ]
    words: list[Spec] = []
    if texts:
        at: Spec = {
            "x": {"field": "at", "type": "quantitative"},
            "y": {"field": "over", "type": "quantitative"},
        }
        placed = (
            {"angle": 270, "align": "left", "baseline": "middle", "dx": 6}
            if upright
            else {
                "align": "center",
                "baseline": "bottom",
                "dy": _LINE_OFFSET,
                "lineHeight": LINE - 1,
            }
        )
        words = [
            layer | {"transform": [{"filter": "isValid(datum.text)"}]}
            for layer in text(data, at, colour="var(--text)", fontSize=11, **placed)
        ]
    return found, words


def _of(panel: Panel) -> list[Bars]:
    return [s for s in panel.series if isinstance(s, Bars)]


def _over(point: At, y: Axis) -> float:
    """The upper end of a bar and its whisker, within the scale."""
    ends = [end for end in (point.y, point.high) if end is not None and not math.isnan(end)]
    low = y.low or 0.0
    return min(max([low, *ends]), math.inf if y.high is None else y.high)


def _longest(all_texts: list[Told]) -> int:
    return max(
        (cells.width(row) for texts in all_texts for rows in texts.values() for row in rows),
        default=0,
    )


def _bar_texts(bars: list[Bars], x: Axis) -> tuple[list[Told], bool]:
    """The text over the bars of each series, and whether it is upright. Empty when it does not
    fit."""
    if not bars or not x.categories:
        return [{} for _ in bars], False
    room = USUAL_WIDTH / len(x.categories) * _GROUP / len(bars)
    labels = [{i: words for i, words in enumerate(texts.told) if words} for texts in bars]
    level = [
        {i: wrap_words(words, (room - 4) / SMALL_LETTER) for i, words in texts.items()}
        for texts in labels
    ]
    if _longest(level) * SMALL_LETTER + 4 <= room:
        return level, False
    return [
        {i: [words] for i, words in texts.items()} if room >= _MIN_BAR_PX else {}
        for texts in labels
    ], True
