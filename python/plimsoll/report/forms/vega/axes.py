"""Scales, ticks and labels of axes. Category labels wrap, or are slanted when they do not fit."""

import json
import math
from dataclasses import replace

from plimsoll.base import cells, language
from plimsoll.report.describe import Axis
from plimsoll.report.forms import metrics
from plimsoll.report.forms.metrics import ADVANCES, LETTER, LINE
from plimsoll.report.forms.vega.plot import USUAL_WIDTH, Spec, printable_texts, wrap_words

_LABEL_SIZE = 12
"""Pixels of the type of labels."""
_SLANT = 40
"""Degrees of slanted labels."""
_UP_LETTERS = 20
"""Letters per line of a category label on the y axis."""
_RATE = "datum.value >= 1000 ? format(datum.value / 1000, '~g') + ' k' : format(datum.value, '~g')"
_TIME = (
    "datum.value <= 0 ? '0' : datum.value < 1e3 ? format(datum.value, '~g') + ' ns' : datum.value <"
    " 1e6 ? format(datum.value / 1e3, '~g') + ' µs' : datum.value < 1e9 ? format(datum.value / 1e6,"
    " '~g') + ' ms' : format(datum.value / 1e9, '~g') + ' s'"
)


def scale(axis: Axis) -> Spec:
    """Vega-Lite's scale of the axis, with exactly our domain."""
    base = {"base": 2} if axis.unit == "bytes" else {}
    kind: Spec = {"type": "log", **base} if axis.log else {"type": "linear", "zero": False}
    return {**kind, "domain": [axis.low, axis.high], "nice": False}


def with_headroom(y: Axis, top: int, height: int) -> Axis:
    """The axis stretched so that its upper end lies `top` pixels below the upper edge, which
    leaves room for names."""
    low, high, stretch = y.low or 0.0, 1.0 if y.high is None else y.high, height / (height - top)
    return replace(y, high=low * (high / low) ** stretch if y.log else low + (high - low) * stretch)


def across(x: Axis) -> Spec:
    """The x axis. Narrow pages drop labels that would touch, except category labels."""
    if x.unit != "category":
        return _axis(x) | {"labelOverlap": "greedy", "labelSeparation": 8}
    lines, slanted = _places(x)
    turned = (
        {"labelAngle": -_SLANT, "labelAlign": "right", "labelBaseline": "middle"}
        if slanted
        else {"labelAngle": 0}
    )
    # Fix the position of the axis title: browsers measure slanted labels in another font.
    placed = {"titleY": bottom(x) - 20, "labelOverlap": False, "labelFlush": False, "grid": False}
    return {**_place_ticks(lines), **turned, **placed}


def upwards(y: Axis) -> Spec:
    """The y axis."""
    if y.unit != "category":
        return _axis(y) | {"labelOverlap": False}
    lines = [wrap_words(name, _UP_LETTERS) for name in y.categories]
    raised = [
        {
            "test": f"length({json.dumps(printable_texts(lines))}[datum.value]) == {rows}",
            "value": -(rows - 1) / 2 * LINE,
        }
        for rows in sorted({len(name) for name in lines} - {1})
    ]
    # Vega centres the first of several lines.
    offset = {"labelOffset": {"condition": raised, "value": 0}} if raised else {}
    return {
        **_place_ticks(lines),
        **offset,
        "labelOverlap": False,
        "labelFlush": False,
        "grid": False,
    }


def bottom(x: Axis) -> int:
    """Pixels under a panel for the labels and the name of its x axis."""
    if x.unit != "category":
        return 42
    lines, slanted = _places(x)
    if not slanted:
        return 28 + LINE * max(map(len, lines))
    down = math.sin(math.radians(_SLANT)) * LETTER * _longest(lines)
    return 36 + round(down) + LINE * (max(map(len, lines)) - 1)


def overhang(x: Axis) -> int:
    """Pixels by which slanted labels extend beyond the left end of the axis."""
    if x.unit != "category":
        return 0
    lines, slanted = _places(x)
    aside = math.cos(math.radians(_SLANT)) * LETTER
    # Their extent on the narrowest plot.
    room = least_width(x) / len(lines)
    reach = [aside * _longest([name]) - room * (i + 0.5) for i, name in enumerate(lines)]
    return round(max(reach)) + 8 if slanted else 0


def label_width(y: Axis) -> int:
    """Pixels of the longest label of a y axis, on the wide side."""
    match y.unit:
        case "category":
            return LETTER * _longest([wrap_words(name, _UP_LETTERS) for name in y.categories])
        case "bytes_per_s":
            return LETTER * len("1800 MiB/s")
        case "bytes":
            return LETTER * len("512k")
        case "plain" if not y.log:
            return LETTER * (_digits(_around(y)) + 2)
        case _:
            return LETTER * len("100 ms")


def least_width(x: Axis) -> int:
    """Pixels that category labels need; 0 for numbers."""
    if x.unit != "category":
        return 0
    lines, slanted = _places(x)
    height = max(map(len, lines)) * LINE / math.sin(math.radians(_SLANT))
    return round(len(lines) * (height if slanted else _widest(lines) + 6))


def _places(x: Axis) -> tuple[list[list[str]], bool]:
    """Category labels in lines, and whether they are slanted."""
    room = USUAL_WIDTH / len(x.categories)
    letters = (room - 6) / LETTER
    level = [wrap_words(name, letters) for name in x.categories]
    if (widest := _widest(level)) > room - 6:
        # Lines of capitals and digits need more room than their number of letters says.
        level = [wrap_words(name, letters * (room - 6) / widest) for name in x.categories]
    if LETTER * _longest(level) + 6 <= room and max(map(len, level)) <= 3:
        return level, False
    rows = max(1, int(room * math.sin(math.radians(_SLANT)) / LINE))
    slanted = [wrap_words(name, 24) for name in x.categories]
    return (slanted if max(map(len, slanted)) <= rows else [[name] for name in x.categories]), True


def _longest(lines: list[list[str]]) -> int:
    return max((cells.width(line) for name in lines for line in name), default=0)


def _widest(lines: list[list[str]]) -> float:
    """Pixels of the widest line. Capitals and digits are wider than the usual letter."""
    every = [line for name in lines for line in name]
    return max(
        (
            max(LETTER * cells.width(line), _LABEL_SIZE * sum(ADVANCES[sign] for sign in line))
            for line in every
        ),
        default=0.0,
    )


def _place_ticks(lines: list[list[str]]) -> Spec:
    """Ticks of categories, in ASCII: names are untrusted, and expressions do not allow every
    character."""
    return {
        "values": list(range(len(lines))),
        "tickCount": len(lines),
        "labelExpr": f"{json.dumps(printable_texts(lines))}[datum.value]",
        "labelLineHeight": LINE,
        "labelLimit": 0,
    }


def _axis(axis: Axis) -> Spec:
    """Ticks and their labels. Vega drops given values unless their count is given too."""
    if axis.unit == "tail":
        # The axis runs from frequent to rare: its low end is the greater number.
        tails = [
            tail
            for tail in (0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6)
            if tail >= (axis.high or 0) * 0.9
        ]
        return {
            "values": tails,
            "tickCount": len(tails),
            "labelExpr": "'p' + format(100 - datum.value * 100, '~g')",
        }
    values = metrics.decades(axis.low or 1.0, axis.high or 1e9) if axis.log else _linear(axis)
    match axis.unit:
        case "rate":
            written = {"labelExpr": _RATE}
        case "time":
            written = {"labelExpr": _TIME}
        case "share":
            before, after = language.share("0").split("0")
            written = {"labelExpr": f"'{before}' + format(datum.value * 100, '.3~g') + '{after}'"}
        case "seconds":
            size, unit = _span(axis)
            values = [tick * size for tick in _linear(_scale_axis(axis, size))]
            name = language.unit(unit)
            written = {"labelExpr": f"format(datum.value / {size}, '~g') + ' {name}'"}
        case "bytes":
            values = list(axis.ticks) or [tick for tick in _doublings(axis) if tick >= 1]
            written = {"labelExpr": BLOCKS}
        case "bytes_per_s":
            size, unit = _bytes(axis)
            values = (
                _doublings(axis)
                if axis.log
                else [tick * size for tick in _linear(_scale_axis(axis, size))]
            )
            written = {
                "labelExpr": (
                    _throughput()
                    if axis.log
                    else f"format(datum.value / {size}, '~g') + ' {language.unit(unit)}/s'"
                )
            }
        case _:
            values = values if axis.log else _around(axis)
            written = {"labelExpr": _plain(values)}
    return {"values": values, "tickCount": len(values), **written}


BLOCKS = (
    "datum.value >= 1048576 ? format(datum.value / 1048576, '~g') + 'M' : datum.value >= 1024 ?"
    " format(datum.value / 1024, '~g') + 'k' : format(datum.value, '~g')"
)
"""Block sizes as one types them: 512, 4k, 64k, 1M."""


def _span(axis: Axis) -> tuple[int, str]:
    """The common unit of the ticks of a time axis: that of `units.seconds` for the longest."""
    high = axis.high or 1.0
    return (3600, "h") if high >= 7200 else (60, "min") if high >= 120 else (1, "s")


_SIZES = (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10))


def _throughput() -> str:
    """An expression for bytes per second, each in its own unit."""
    large = " : ".join(
        f"datum.value >= {size} ? format(datum.value / {size}, '~g') + ' {unit}/s'"
        for unit, size in _SIZES
    )
    return f"{large} : format(datum.value, '~g') + ' {language.unit('bytes')}/s'"


def _bytes(axis: Axis) -> tuple[int, str]:
    """The common unit of the ticks of a linear axis of bytes."""
    high = axis.high or 1.0
    return next(((size, unit) for unit, size in _SIZES if high >= 2 * size), (1, "bytes"))


def _scale_axis(axis: Axis, by: float) -> Axis:
    return replace(axis, low=(axis.low or 0.0) / by, high=(axis.high or 1.0) / by)


def _around(axis: Axis) -> list[float]:
    return metrics.ticks(axis.low or 0.0, axis.high or 0.0)


def _linear(axis: Axis) -> list[float]:
    """Linear ticks, none in the headroom."""
    return _around(axis) if axis.low else metrics.ticks_from_zero(axis.high or 1.0)


def _doublings(axis: Axis) -> list[float]:
    return metrics.doublings(axis.low or 1.0, axis.high or 2.0)


def _digits(values: list[float]) -> int:
    """The digits that distinguish neighbouring ticks."""
    if not values:
        return 3
    step = values[1] - values[0] if len(values) > 1 else max(map(abs, values)) or 1.0
    return max(3, 1 + math.ceil(math.log10(max(abs(value) for value in values) / step or 1.0)))


def _plain(values: list[float]) -> str:
    """A format with SI letters from a thousand."""
    digits = _digits(values)
    return (
        f"abs(datum.value) >= 1000 ? format(datum.value, '.{digits}~s') : format(datum.value,"
        f" '.{digits}~g')"
    )
