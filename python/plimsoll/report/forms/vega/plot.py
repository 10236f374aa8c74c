"""Shared state of the layers of one panel: axes, height in pixels, and data sets."""

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plimsoll.base import cells
from plimsoll.base.printable import printable_lines
from plimsoll.base.units import DASH
from plimsoll.report.describe import At, Axis, Cell

Spec = dict[str, Any]
"""A piece of a Vega-Lite document."""

USUAL_WIDTH = 640
"""Plot width in pixels for which labels are placed; paper and most screens are wider."""


@dataclass
class Plot:
    """One panel during drawing. `y` includes its headroom."""

    x: Axis
    y: Axis
    height: int
    datasets: dict[str, list[Spec]] = field(default_factory=dict)

    def data(self, kind: str, rows: list[Spec]) -> Spec:
        """Stores rows under a unique name; returns the layer's reference to them."""
        name = f"{kind}-{len(self.datasets)}"
        self.datasets[name] = rows
        return {"name": name}


def fraction(value: float, axis: Axis) -> float:
    """Where a value lies on its axis, 0..1."""
    low, high = axis.low or 0.0, 1.0 if axis.high is None else axis.high
    if axis.log:
        return (math.log(max(value, 1e-12)) - math.log(low)) / (math.log(high) - math.log(low))
    return (value - low) / (high - low)


def xy() -> Spec:
    """Encoding of both axes from the fields x and y."""
    return {
        "x": {"field": "x", "type": "quantitative"},
        "y": {"field": "y", "type": "quantitative"},
    }


def hover(points: Sequence[At] | Sequence[Cell]) -> tuple[list[str], list[Spec]]:
    """The names shown when hovering, and the fields of each point."""
    names = list(dict.fromkeys(name for point in points for name, _ in point.hover))
    tips = [dict(point.hover) for point in points]
    rows = [{f"h{i}": fields.get(name, DASH) for i, name in enumerate(names)} for fields in tips]
    return names, rows


def tooltip(names: Iterable[str]) -> Spec:
    """The encoding of the tooltip; empty without names."""
    fields = [{"field": f"h{i}", "type": "nominal", "title": name} for i, name in enumerate(names)]
    return {"tooltip": fields} if fields else {}


def run_of(point: At | Cell) -> Spec:
    """The field that links a row to its Run."""
    return {} if point.run is None else {"run": point.run}


def text(data: Spec, encoding: Spec, *, colour: str, **placed: Any) -> list[Spec]:
    """Text with a halo of the page's colour, readable on any line. It is given, or read from the
    field `text`."""
    if "text" not in placed:
        encoding = encoding | {"text": {"field": "text"}}
    base = {"type": "text", "clip": False, **placed}
    halo = base | {
        "stroke": "var(--page)",
        "strokeWidth": 4,
        "strokeJoin": "round",
        "color": "var(--page)",
    }
    return [
        {"data": data, "mark": mark, "encoding": encoding}
        for mark in (halo, base | {"color": colour})
    ]


def printable_texts(content: Any) -> Any:
    """The content with printable text, nested or not.

    Names are untrusted: the drawing library aborts the process on a NUL, and XML cannot express
    most other control characters."""
    # A page of 2,000 Points has a million values, and nearly always all of them are printable.
    written = json.dumps(content, ensure_ascii=False)
    is_printable = written.isprintable() and not _ESCAPED.search(written)
    return content if is_printable else _printable(content)


_ESCAPED = re.compile(r"\\[bfrtu]")
"""How JSON writes control characters; line breaks are printable."""


def _printable(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _printable(value) for key, value in content.items()}
    if isinstance(content, list):
        return [_printable(value) for value in content]
    return printable_lines(content) if isinstance(content, str) else content


def wrap_words(words: str, letters: float) -> list[str]:
    """A text in lines of up to `letters` letters; longer words have their own line."""
    return cells.wrap(" ".join(words.split()), letters)
