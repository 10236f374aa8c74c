"""The legend of a chart: its shapes, fills and colours, and the patterns of fills.

Keys are SVG with the theme's colour names, so pages and pictures show the same."""

from dataclasses import dataclass

from plimsoll.report.describe import Bars, Chart, Heat, Marks, Shape
from plimsoll.report.forms.vega import bars, heat
from plimsoll.report.forms.vega.series import FILLED, SHAPES
from plimsoll.report.messages import message

HEIGHT = 18
"""Pixels of a key."""
_COLOURS = ("c0", "c1", "c2", "c3", "c4", "c5")


@dataclass(frozen=True)
class Key:
    """One entry: its meaning, and its SVG in a box of `width` by HEIGHT pixels."""

    words: str
    drawn: str
    width: int = HEIGHT


def legend(chart: Chart) -> list[Key]:
    """The keys of a chart in order of appearance, each once. A series drawn in several ways,
    such as bars in one panel and dots in another, shows each of them."""
    found: dict[str, dict[str, Key]] = {}
    fills = bars.fills(chart)
    every = [series for panel in chart.panels for series in panel.series]
    colours: dict[tuple[str, Shape], set[int]] = {}
    for series in every:
        if isinstance(series, Marks) and series.points:
            colours.setdefault((series.legend, series.shape), set()).add(series.colour)
    for series in every:
        match series:
            case Marks() if series.legend and series.points:
                # A mark of several lines has the colour of none of them in the legend.
                shared = len(colours[series.legend, series.shape]) > 1
                colour = "text" if shared else f"c{series.colour}"
                drawn = Key(series.legend, _shape(series.shape, colour))
                found.setdefault(series.legend, {}).setdefault(series.shape, drawn)
            case Bars() if series.name and series.points:
                drawn = Key(series.name, _bar(fills[series.name], series.colour))
                found.setdefault(series.name, {}).setdefault("bar", drawn)
            case Heat() if series.cells:
                for key in _heat(series):
                    found.setdefault(key.words, {}).setdefault("cells", key)
            case _:
                pass
    return [_beside(list(ways.values())) for ways in found.values()]


def _beside(keys: list[Key]) -> Key:
    """Keys of one meaning as one, their drawings side by side."""
    if len(keys) == 1:
        return keys[0]
    drawn, width = [], 0
    for key in keys:
        drawn.append(f'<g transform="translate({width} 0)">{key.drawn}</g>')
        width += key.width
    return Key(keys[0].words, "".join(drawn), width)


def _shape(shape: Shape, colour: str) -> str:
    fill = f"var(--{colour})" if shape in FILLED else "none"
    # The arrow is drawn above its point: moved into the box here.
    shift = " translate(0 2.4)" if shape == "arrow" else ""
    return (
        f'<path transform="translate(9 9) scale(4.5){shift}" d="{SHAPES[shape]}" fill="{fill}" '
        f'stroke="var(--{colour})" stroke-width="0.4"/>'
    )


def _bar(fill: str, colour: int) -> str:
    return (
        f'<rect x="2" y="3" width="14" height="13" fill="{bars.paint(fill, colour)}"'
        f' stroke="var(--c{colour})" stroke-width="1.6"/>'
    )


def _heat(heat_map: Heat) -> list[Key]:
    keys = []
    if heat_map.ends is not None:
        low, high = (heat.value_text(end, heat_map.unit) for end in heat_map.ends)
        name = heat_map.name
        if not heat_map.flat:
            scale = "log" if heat_map.log else "linear"
            words = message("heat-legend", name=name, low=low, high=high, scale=scale)
        elif low == high:
            words = message("named", name=name, text=low)
        else:
            words = message("heat-legend-flat", name=name, low=low, high=high)
        each = 8
        ramp = (
            [heat.colour_of(heat_map.ends[0], heat_map)] * len(heat.RAMP)
            if heat_map.flat
            else heat.RAMP
        )
        steps = "".join(
            f'<rect x="{1 + i * each}" y="3" width="{each}" height="12" fill="{colour}"/>'
            for i, colour in enumerate(ramp)
        )
        steps = f'<g class="inverts">{steps}</g>'
        wide = each * len(heat.RAMP)
        frame = (
            f'<rect x="1" y="3" width="{wide}" height="12" fill="none" stroke="var(--soft)"'
            ' stroke-width="1"/>'
        )
        keys.append(Key(words, steps + frame, wide + 2))
    if any(cell.marked for cell in heat_map.cells):
        drawn = (
            '<rect x="2" y="3" width="14" height="13" fill="url(#hatched-bound)"'
            ' stroke="var(--bound)" stroke-width="1.6" stroke-dasharray="4 2"/>'
        )
        if heat_map.hatching:
            drawn = (
                '<rect x="2" y="3" width="14" height="13" fill="url(#striped-bound)"'
                ' stroke="var(--bound)" stroke-width="1"/>'
            )
        keys.append(Key(heat_map.hatching or message("heat-legend-marked"), drawn))
    return keys


def _pattern(name: str, colour: str, drawn: str, *, turned: int) -> str:
    return (
        f'<pattern id="{name}-{colour.removeprefix("c")}" width="6" height="6"'
        ' patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({turned})"><rect width="6" height="6" fill="var(--page)"/>'
        f"{drawn.replace('COLOUR', f'var(--{colour})')}</pattern>"
    )


_STRIPE = '<rect width="2" height="6" fill="COLOUR"/>'
_ACROSS = (
    _STRIPE.replace('width="2"', 'width="1.2"') + '<rect width="6" height="1.2" fill="COLOUR"/>'
)
_DOT = '<circle cx="3" cy="3" r="1.3" fill="COLOUR"/>'

DEFS = (
    "<defs>"
    + "".join(
        _pattern(name, colour, drawn, turned=turned)
        for colour in _COLOURS
        for name, drawn, turned in (
            ("hatched", _STRIPE, 45),
            ("crossed", _ACROSS, 45),
            ("dotted", _DOT, 0),
        )
    )
    + _pattern(
        "hatched", "bound", '<rect width="1" height="6" fill="COLOUR" opacity="0.55"/>', turned=-45
    )
    # Without a background, for cells that keep their colour.
    + '<pattern id="striped-bound" width="6" height="6" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(-45)"><rect width="2.6" height="6" fill="var(--page)"'
    ' opacity="0.8"/><rect x="0.6" width="1.4" height="6" fill="var(--bound)"/></pattern>'
    + "</defs>"
)
"""The patterns of hatched fills. A page or picture holds them once; `url(#…)` in a chart and in its
legend means these."""
