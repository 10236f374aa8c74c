"""Key numbers of what was asked again over dates: a series for each question of a target, drawn.

The pages of finished campaigns are behind the marks. Nothing is fitted or judged: when a level
changed is what `plimsoll history` tells.
"""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base.printable import markup
from plimsoll.report.forms import metrics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from plimsoll.web.shelf import Entry

WIDE, HIGH = 880, 220
"""Of a chart, in its own units."""
LEFT, RIGHT, TOP, FOOT = 86, 18, 14, 30
_UNITS = (
    (600.0, "%H:%M:%S"),
    (86_400.0, "%H:%M"),
    (86_400.0 * 2, "%d %b %H:%M"),
    (math.inf, "%Y-%m-%d"),
)
"""How a date is written when so many seconds lie on the axis."""


@dataclass(frozen=True)
class Series:
    """What asked the same of the same target, oldest first: two or more with a number of one
    name."""

    entries: tuple[Entry, ...]

    @property
    def newest(self) -> Entry:
        """The last of them."""
        return self.entries[-1]

    @property
    def values(self) -> list[float]:
        """Their key numbers."""
        return [amount(one) or 0.0 for one in self.entries]

    @property
    def base(self) -> Entry | None:
        """The pinned one of them."""
        return next((one for one in self.entries if one.labels.baseline), None)


def amount(entry: Entry) -> float | None:
    """The key number of a campaign, where it has one by itself."""
    return None if entry.first.number is None else entry.first.number.amount


def series(entries: Iterable[Entry]) -> list[Series]:
    """Every series, that with the newest campaign first. What is archived is in none."""
    mine: dict[tuple[str, str], list[Entry]] = {}
    for one in entries:
        if one.first.number is not None and amount(one) is not None and not one.labels.archived:
            mine.setdefault((one.question, one.first.number.name), []).append(one)
    found = [
        Series(tuple(sorted(several, key=lambda one: (one.began_ns, one.id))))
        for several in mine.values()
        if len(several) > 1
    ]
    return sorted(found, key=lambda one: -one.newest.began_ns)


def chart(one: Series) -> str:
    """The line, with a link at each mark."""
    low, high = _axis(one.values)
    began = [entry.began_ns / 1e9 for entry in one.entries]
    first, span = began[0], (began[-1] - began[0]) or 1.0

    def x(at: float) -> float:
        return LEFT + (at - first) / span * (WIDE - LEFT - RIGHT)

    def y(value: float) -> float:
        return HIGH - FOOT - (value - low) / ((high - low) or 1.0) * (HIGH - FOOT - TOP)

    places = [(x(at), y(value)) for at, value in zip(began, one.values, strict=True)]
    line = " ".join(f"{left:.1f},{top:.1f}" for left, top in places)
    parts = [_grid(one, low, high, y), _dates(began, x)]
    if one.base is not None:
        level = y(amount(one.base) or 0.0)
        parts.append(
            f'<line class="based" x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{level:.1f}"'
            f' y2="{level:.1f}"/>'
        )
    parts.append(f'<polyline class="line k0" points="{line}"/>')
    parts += [_mark(entry, *at) for entry, at in zip(one.entries, places, strict=True)]
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="group" aria-label="{markup(label(one))}">'
        f"{''.join(parts)}</svg>"
    )


def label(one: Series) -> str:
    """What the chart shows, in words."""
    number = one.newest.first.number
    assert number is not None
    return f"{number.name} over {len(one.entries)} campaigns, {key_number(one.newest)} the newest"


def key_number(entry: Entry) -> str:
    """A key number as it is written."""
    return entry.first.number.value if entry.first.number is not None else ""


def _mark(entry: Entry, left: float, top: float) -> str:
    """A link, with a place to hit that is larger than the mark."""
    day = _date(entry).strftime("%Y-%m-%d %H:%M")
    told = f"{entry.name}, {day}: {key_number(entry)}"
    told += ", baseline" if entry.labels.baseline else ""
    shape = (
        f'<rect class="dot based" x="{left - 5:.1f}" y="{top - 5:.1f}" width="10" height="10"/>'
        if entry.labels.baseline
        else f'<circle class="dot" cx="{left:.1f}" cy="{top:.1f}" r="4.5"/>'
    )
    return (
        f'<a href="{entry.address}" aria-label="{markup(told)}"><title>{markup(told)}</title>'
        f'<circle class="hit" cx="{left:.1f}" cy="{top:.1f}" r="13"/>{shape}</a>'
    )


def _grid(one: Series, low: float, high: float, y: Callable[[float], float]) -> str:
    number = one.newest.first.number
    assert number is not None
    unit = unit_of(number.value)
    lines = []
    for value in metrics.ticks(low, high):
        top = y(value)
        lines.append(
            f'<line class="axis" x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{top:.1f}" y2="{top:.1f}"/>'
            f'<text x="{LEFT - 8}" y="{top + 4:.1f}" text-anchor="end">{_short(value)}</text>'
        )
    return "".join(lines) + f'<text x="4" y="{TOP - 2}">{markup(unit)}</text>'


def unit_of(value: str) -> str:
    """The unit of a number as it is written: what stands behind its digits."""
    return value.lstrip("≥≤<>~ 0123456789.,")


def _dates(began: Sequence[float], x: Callable[[float], float]) -> str:
    span = began[-1] - began[0]
    form = next(form for most, form in _UNITS if span <= most)
    marks = [began[0], began[-1]] if span else [began[0]]
    if span:
        marks.insert(1, began[0] + span / 2)
    anchors = ["start", "middle", "end"] if len(marks) == 3 else ["start"]
    return "".join(
        f'<text x="{x(at):.1f}" y="{HIGH - 8}" text-anchor="{anchor}">'
        f"{datetime.datetime.fromtimestamp(at).astimezone().strftime(form)}</text>"
        for at, anchor in zip(marks, anchors, strict=True)
    )


def _axis(values: Sequence[float]) -> tuple[float, float]:
    """From zero, where values lie far apart; else around them, and never a hair's breadth."""
    low, high = min(values), max(values)
    if high <= 0:
        return 0.0, 1.0
    if low < high / 2:
        return 0.0, high * 1.05
    room = max(high - low, high * 0.05) * 0.25
    return low - room, high + room


def _short(value: float) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= size:
            return f"{value / (1e3 if unit == 'k' else size):,.4g}{unit}"
    return f"{value:,.4g}"


def _date(entry: Entry) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(entry.began_ns / 1e9).astimezone()
