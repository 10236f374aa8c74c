"""Heat maps: rectangles coloured by value on one scale, with their text.

The colours are ColorBrewer's YlGnBu (https://colorbrewer2.org), ordered by lightness alone, so
that grey printers and colour-blind readers keep the order. On a dark page they are inverted, so
that the highest value still stands out most. Text in a cell is black or white, whichever has the
greater contrast (at least 4.58:1 on any colour, since black on white is 21:1)."""

import math

from plimsoll.base import cells, units
from plimsoll.report.describe import Cell, Heat, Unit
from plimsoll.report.forms.metrics import LINE, SMALL_LETTER
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

RAMP = (
    "#ffffd9",
    "#edf8b1",
    "#c7e9b4",
    "#7fcdbb",
    "#41b6c4",
    "#1d91c0",
    "#225ea8",
    "#253494",
    "#081d58",
)
_TEXTURE_CELLS = 200
"""Number of cells from which they have no edges."""
_BLACK, _WHITE = "#000000", "#ffffff"
# Vega's `middle` is that of the first line: several are centred by starting higher.
_LINE_OFFSET = {"expr": f"-(length(datum.text) - 1) * {(LINE - 1) / 2}"}


def layers(plot: Plot, heat: Heat) -> list[Spec]:
    """The cells; marked ones are hatched and framed, with the outcome in words. Where hatching lies
    over colours, it is drawn without frames and words."""
    if not heat.cells:
        return []
    names, tips = hover(heat.cells)
    rows = [_row(plot, cell, heat) | tip for cell, tip in zip(heat.cells, tips, strict=True)]
    coloured = [_is_coloured(cell, heat) for cell in heat.cells]
    fine = [row for row, shown in zip(rows, coloured, strict=True) if shown]
    marked = [row for row, cell in zip(rows, heat.cells, strict=True) if cell.marked]
    across: Spec = {"x": {"field": "x", "type": "quantitative"}, "x2": {"field": "x2"}}
    upwards: Spec = {"y": {"field": "y", "type": "quantitative"}, "y2": {"field": "y2"}}
    shown = across | upwards | tooltip(names)
    at: Spec = {
        "x": {"field": "xm", "type": "quantitative"},
        "y": {"field": "ym", "type": "quantitative"},
    }
    words = {
        "align": "center",
        "baseline": "middle",
        "fontSize": 11,
        "lineHeight": LINE - 1,
        "dy": _LINE_OFFSET,
    }
    found: list[Spec] = []
    # Many cells form a texture that edges would dominate. In their own colour they close the seams.
    texture = len(heat.cells) > _TEXTURE_CELLS
    edge = {} if texture else {"stroke": "var(--grid)"}
    if fine:
        data = plot.data("heat", fine)
        colour = {"field": "fill", "type": "nominal", "scale": None, "legend": None}
        fill = {"fill": colour, "stroke": colour} if texture else {"fill": colour}
        rect = {"type": "rect", "opacity": 1, "strokeWidth": 1, **edge}
        found.append({"data": data, "mark": rect, "encoding": shown | fill})
        ink = {
            "color": {"field": "ink", "type": "nominal", "scale": None, "legend": None},
            "text": {"field": "text"},
        }
        mark = {"type": "text", "clip": False, **words}
        found.append(
            {
                "data": data,
                "transform": [{"filter": "isValid(datum.text)"}],
                "mark": mark,
                "encoding": at | ink,
            }
        )
    if marked and heat.hatching:
        stripes = {"type": "rect", "fill": "url(#striped-bound)", "opacity": 1}
        data = plot.data("marked", marked)
        found.append({"data": data, "mark": stripes, "encoding": shown})
    elif marked:
        data = plot.data("marked", marked)
        frame = {
            "type": "rect",
            "fill": "url(#hatched-bound)",
            "stroke": "var(--bound)",
            "strokeWidth": 1.6,
            "strokeDash": [4, 2],
            "opacity": 1,
        }
        found.append({"data": data, "mark": frame, "encoding": shown})
        found += [
            layer | {"transform": [{"filter": "isValid(datum.text)"}]}
            for layer in text(data, at, colour="var(--bound)", fontWeight="bold", **words)
        ]
    return found


def least_width(plot: Plot, heat: Heat) -> int:
    """Least width of the plot in pixels for the text in its cells; 0 without any."""
    needed = [0.0]
    for cell in heat.cells:
        wide, high = _room(plot, cell)
        letters = max((cells.width(row) for row in _lines(cell, heat, wide, high)), default=0)
        needed.append((letters * SMALL_LETTER + 4) / (wide / USUAL_WIDTH) if letters else 0.0)
    return math.ceil(max(needed))


def colour_of(value: float, heat: Heat) -> str:
    """The colour of a value on its map; transparent off the scale. On a fixed scale zero has the
    lightest colour, like all values below its start."""
    if heat.log and value == 0 and heat.scale is not None:
        return _ramp(0.0)
    if heat.ends is None or math.isnan(value) or (heat.log and value <= 0):
        return "transparent"
    if heat.flat:
        return _ramp(0.5)
    low, high, at = (math.log(v) if heat.log else v for v in (*heat.ends, value))
    return _ramp((at - low) / (high - low))


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour (WCAG 2.2, contrast ratio)."""
    if colour == "transparent":
        return "var(--text)"
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _rgb(colour))
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return _BLACK if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) else _WHITE


def value_text(value: float, unit: Unit) -> str:
    """A value as text, for the ends of a scale."""
    match unit:
        case "rate":
            return f"{units.rate(value)} IOPS"
        case "time":
            return units.nanos(value)
        case "share" | "tail":
            return units.share(value)
        case "seconds":
            return units.seconds(value)
        case "bytes_per_s":
            return units.throughput(value)
        case "bytes":
            return units.size(value)
        case "plain" | "category":
            return units.plain(value)


def _ramp(share: float) -> str:
    """Interpolates the nine colours, which are close enough for straight lines in sRGB."""
    place = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    first = min(int(place), len(RAMP) - 2)
    pairs = zip(_rgb(RAMP[first]), _rgb(RAMP[first + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - first)):02x}" for a, b in pairs)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _is_coloured(cell: Cell, heat: Heat) -> bool:
    return bool(heat.hatching) or not cell.marked


def _row(plot: Plot, cell: Cell, heat: Heat) -> Spec:
    row: Spec = {"x": cell.x, "x2": cell.x_to, "y": cell.y, "y2": cell.y_to, **run_of(cell)}
    if _is_coloured(cell, heat):
        colour = colour_of(cell.value, heat)
        row |= {"fill": colour, "ink": ink_on(colour)}
    # For the table of a page. JSON has no number for a value that is unknown.
    row |= {"value": cell.value} if math.isfinite(cell.value) else {}
    lines = _lines(cell, heat, *_room(plot, cell))
    if lines:
        row |= {
            "xm": _middle(cell.x, cell.x_to, log=plot.x.log),
            "ym": _middle(cell.y, cell.y_to, log=plot.y.log),
        }
        row["text"] = lines
    return row


def _room(plot: Plot, cell: Cell) -> tuple[float, float]:
    """Pixels of a cell, across (on a plot that is USUAL pixels wide) and upwards."""
    wide = abs(fraction(cell.x_to, plot.x) - fraction(cell.x, plot.x)) * USUAL_WIDTH
    return wide, abs(fraction(cell.y_to, plot.y) - fraction(cell.y, plot.y)) * plot.height


def _lines(cell: Cell, heat: Heat, wide: float, high: float) -> list[str]:
    """The text of a cell, with its outcome when not ok; text that does not fit is left to
    hovering. The legend says what hatching over colours means, so that the cells need not."""
    letters = (wide - 4) / SMALL_LETTER
    outcome = (
        wrap_words(cell.marked, letters)
        if cell.marked and not heat.hatching and cell.marked not in cell.text
        else []
    )
    both = [*(wrap_words(cell.text, letters) if cell.text else []), *outcome]
    for lines in (both, outcome):
        if lines and len(lines) * (LINE - 1) <= high and max(map(cells.width, lines)) <= letters:
            return lines
    return []


def _middle(low: float, high: float, *, log: bool) -> float:
    return math.sqrt(low * high) if log and low > 0 else (low + high) / 2
