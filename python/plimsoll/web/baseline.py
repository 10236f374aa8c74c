"""What of a shelf is held against what: a campaign against the pinned one that asked the same of
the same target.

Only two numbers by themselves are held against each other, never a bound against a number, and
nothing is called better or worse here: that takes repeats, and is what `compare` is for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.web.shelf import Against

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plimsoll.report.describe import Figure
    from plimsoll.web.shelf import Entry


def of(entry: Entry, entries: Iterable[Entry]) -> Entry | None:
    """The pinned one of the same question: of the same store, else the newest."""
    pinned = [one for one in entries if one.labels.baseline and one.question == entry.question]
    return max(pinned, key=lambda one: (one.store == entry.store, one.began_ns), default=None)


def held_against(entries: Sequence[Entry]) -> list[Entry]:
    """The same entries, each with how it lies to its baseline. A baseline has none."""
    pinned = [one for one in entries if one.labels.baseline]
    return [_with(one, of(one, pinned)) for one in entries] if pinned else list(entries)


def ordered(entries: Iterable[Entry]) -> list[Entry]:
    """As they are compared: the pinned one first, since the others are held against it; then the
    oldest."""
    return sorted(entries, key=lambda one: (not one.labels.baseline, one.began_ns, one.number))


def _with(entry: Entry, base: Entry | None) -> Entry:
    if base is None or base.id == entry.id:
        return entry
    mine, other = entry.first.number, base.first.number
    words, rest, change = _difference(mine, other)
    return replace(entry, against=Against(base.name, base.address, words, rest, change))


def _difference(mine: Figure | None, other: Figure | None) -> tuple[str, str, float | None]:
    if other is None:
        return "baseline has no number", "", None
    if mine is None or mine.amount is None or not other.amount or mine.name != other.name:
        return f"baseline: {other.value}", "", None
    change = mine.amount / other.amount - 1
    overlap = _overlap(mine, other)
    rest = "" if overlap is None else "intervals overlap" if overlap else "beyond both intervals"
    # A minus of its own width, as everywhere in text for people.
    said = f"{change * 100:+.1f} %".replace("-", "−") if abs(change) >= 5e-4 else "0.0 %"
    return said, rest, change


def _overlap(mine: Figure, other: Figure) -> bool | None:
    """Whether the intervals of the two meet; none where one has none."""
    if mine.low is None or mine.high is None or other.low is None or other.high is None:
        return None
    return mine.low <= other.high and other.low <= mine.high
