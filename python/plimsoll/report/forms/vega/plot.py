"""What the layers of one panel share: its axes, its height in pixels, and the data sets that they
draw from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plimsoll.base.printable import printable_lines
from plimsoll.base.units import DASH
from plimsoll.report.describe import At, Axis, Cell

Spec = dict[str, Any]
"""A piece of a Vega-Lite document: its shape is Vega-Lite's."""

USUAL = 640
"""Pixels of a plot for which places of labels are decided: on paper and on most screens it is
wider."""


@dataclass
class Plot:
    """One panel while it is drawn. `y` has its headroom already."""

    x: Axis
    y: Axis
    height: int
    datasets: dict[str, list[Spec]] = field(default_factory=dict)

    def data(self, kind: str, rows: list[Spec]) -> Spec:
        """Keeps rows under a name of their own, and gives what a layer says of them."""
        name = f"{kind}-{len(self.datasets)}"
        self.datasets[name] = rows
        return {"name": name}


def fraction(value: float, axis: Axis) -> float:
    """Where a value lies on its axis, 0..1."""
    import math

    low, high = axis.low or 0.0, 1.0 if axis.high is None else axis.high
    if axis.log:
        return (math.log(max(value, 1e-12)) - math.log(low)) / (math.log(high) - math.log(low))
    return (value - low) / (high - low)


def xy() -> Spec:
    """Both places from the fields x and y."""
    return {
        "x": {"field": "x", "type": "quantitative"},
        "y": {"field": "y", "type": "quantitative"},
    }


def hover(points: Sequence[At] | Sequence[Cell]) -> tuple[list[str], list[Spec]]:
    """The names that hovering tells, and for each point its fields of them."""
    names = list(dict.fromkeys(name for point in points for name, _ in point.hover))
    tips = [dict(point.hover) for point in points]
    rows = [{f"h{i}": fields.get(name, DASH) for i, name in enumerate(names)} for fields in tips]
    return names, rows


def tooltip(names: Iterable[str]) -> Spec:
    """The part of an encoding by which hovering tells these; empty without any."""
    fields = [{"field": f"h{i}", "type": "nominal", "title": name} for i, name in enumerate(names)]
    return {"tooltip": fields} if fields else {}


def run_of(point: At | Cell) -> Spec:
    """The field by which a page knows of which Run a row is."""
    return {} if point.run is None else {"run": point.run}


def text(data: Spec, encoding: Spec, *, colour: str, **placed: Any) -> list[Spec]:
    """A text with a halo of the page's colour, so that it is read on any line. It is given, or
    stands in the field `text`."""
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
    """The same printable, in texts and in whatever holds them.

    A name is anybody's; the library that draws aborts the process on a NUL, and XML has no way to
    write most of the others.
    """
    match content:
        case str():
            return printable_lines(content)
        case dict():
            return {key: printable_texts(value) for key, value in content.items()}
        case list():
            return [printable_texts(value) for value in content]
        case _:
            return content


def wrap_words(words: str, letters: float) -> list[str]:
    """A text in lines of up to so many letters; a longer word has a line of its own."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]
