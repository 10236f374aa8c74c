"""Charts of key numbers over dates: a series for each question of a target, with links to the
campaigns.

Nothing is fitted or judged; `plimsoll history` finds changes of level.
"""

import datetime
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from plimsoll.base import language
from plimsoll.base.printable import markup
from plimsoll.report.forms import metrics
from plimsoll.web.messages import message
from plimsoll.web.shelf import Entry

WIDE, HIGH = 880, 220
"""Size of a chart, in its own units."""
LEFT, RIGHT, TOP, FOOT = 86, 18, 14, 30
_DATE_FORMATS: tuple[tuple[float, Callable[[datetime.datetime], str]], ...] = (
    (600.0, lambda at: f"{at:%H:%M:%S}"),
    (86_400.0, lambda at: f"{at:%H:%M}"),
    (86_400.0 * 2, lambda at: f"{language.day_of_year(at)} {at:%H:%M}"),
    (math.inf, language.day),
)
"""Date formats by the length of the axis in seconds."""


@dataclass(frozen=True)
class Series:
    """Two or more campaigns of the same question and target with the same key number, oldest
    first."""

    entries: tuple[Entry, ...]

    @property
    def newest(self) -> Entry:
        """The newest campaign."""
        return self.entries[-1]

    @property
    def values(self) -> list[float]:
        """The key numbers."""
        return [amount(entry) or 0.0 for entry in self.entries]

    @property
    def base(self) -> Entry | None:
        """The baseline among them."""
        return next((entry for entry in self.entries if entry.labels.baseline), None)


def amount(entry: Entry) -> float | None:
    """The key number of a campaign, if it is a plain number."""
    return None if entry.first.number is None else entry.first.number.amount


def series(entries: Iterable[Entry]) -> list[Series]:
    """All series, newest first, without archived campaigns."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        number = entry.first.number
        if number is not None and number.amount is not None and not entry.labels.archived:
            groups.setdefault((entry.question, number.name), []).append(entry)
    found = [
        Series(tuple(sorted(group, key=lambda entry: (entry.began_ns, entry.id))))
        for group in groups.values()
        if len(group) > 1
    ]
    return sorted(found, key=lambda series: -series.newest.began_ns)


def chart(series: Series) -> str:
    """The chart of a series, with a link at each mark."""
    low, high = _axis(series.values)
    began = [entry.began_ns / 1e9 for entry in series.entries]
    first, span = began[0], (began[-1] - began[0]) or 1.0

    def x(at: float) -> float:
        return LEFT + (at - first) / span * (WIDE - LEFT - RIGHT)

    def y(value: float) -> float:
        return HIGH - FOOT - (value - low) / ((high - low) or 1.0) * (HIGH - FOOT - TOP)

    places = [(x(at), y(value)) for at, value in zip(began, series.values, strict=True)]
    line = " ".join(f"{left:.1f},{top:.1f}" for left, top in places)
    parts = [_grid(series, low, high, y), _dates(began, x)]
    if series.base is not None:
        level = y(amount(series.base) or 0.0)
        parts.append(
            f'<line class="based" x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{level:.1f}"'
            f' y2="{level:.1f}"/>'
        )
    parts.append(f'<polyline class="line k0" points="{line}"/>')
    parts += [_mark(entry, *at) for entry, at in zip(series.entries, places, strict=True)]
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="group" aria-label="{markup(label(series))}">'
        f"{''.join(parts)}</svg>"
    )


def label(series: Series) -> str:
    """A description of the chart."""
    number = series.newest.first.number
    assert number is not None
    return message(
        "trend-label", figure=number.name, campaigns=len(series.entries), newest=number.value
    )


def key_number(entry: Entry) -> str:
    """The key number of a campaign as text."""
    return entry.first.number.value if entry.first.number is not None else ""


def _mark(entry: Entry, left: float, top: float) -> str:
    """A mark with a link, whose clickable area is larger."""
    at = language.minute(_date(entry.began_ns / 1e9))
    figures = {"campaign": entry.name, "at": at, "value": key_number(entry)}
    words = (
        message("trend-mark-baseline", **figures)
        if entry.labels.baseline
        else message("trend-mark", **figures)
    )
    shape = (
        f'<rect class="dot based" x="{left - 5:.1f}" y="{top - 5:.1f}" width="10" height="10"/>'
        if entry.labels.baseline
        else f'<circle class="dot" cx="{left:.1f}" cy="{top:.1f}" r="4.5"/>'
    )
    return (
        f'<a href="{entry.address}" aria-label="{markup(words)}"><title>{markup(words)}</title>'
        f'<circle class="hit" cx="{left:.1f}" cy="{top:.1f}" r="13"/>{shape}</a>'
    )


def _grid(series: Series, low: float, high: float, y: Callable[[float], float]) -> str:
    number = series.newest.first.number
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
    """The unit of a number as text: the part after its digits."""
    return value.lstrip("≥≤<>~ 0123456789.,")


def _dates(began: Sequence[float], x: Callable[[float], float]) -> str:
    span = began[-1] - began[0]
    written = next(written for most, written in _DATE_FORMATS if span <= most)
    marks = [began[0], began[-1]] if span else [began[0]]
    if span:
        marks.insert(1, began[0] + span / 2)
    anchors = ["start", "middle", "end"] if len(marks) == 3 else ["start"]
    return "".join(
        f'<text x="{x(at):.1f}" y="{HIGH - 8}" text-anchor="{anchor}">{written(_date(at))}</text>'
        for at, anchor in zip(marks, anchors, strict=True)
    )


def _axis(values: Sequence[float]) -> tuple[float, float]:
    """The range of the axis: from zero if values differ much, else around them with some room."""
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


def _date(at_s: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(at_s).astimezone()
