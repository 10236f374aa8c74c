"""Compares campaigns on a shelf with their baseline: the pinned campaign of the same question and
target.

Only plain numbers are compared, no bounds, and nothing is called better or worse: that takes
repeats, and the report `compare`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.web.messages import message
from plimsoll.web.shelf import Against, Entry

if TYPE_CHECKING:
    from plimsoll.report.describe import Figure


def of(entry: Entry, entries: Iterable[Entry]) -> Entry | None:
    """The baseline of an entry: in the same store if there is one, else the newest."""
    pinned = [
        other for other in entries if other.labels.baseline and other.question == entry.question
    ]
    return max(pinned, key=lambda base: (base.store == entry.store, base.began_ns), default=None)


def with_baselines(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, each with the comparison with its baseline."""
    pinned = [entry for entry in entries if entry.labels.baseline]
    return [_compare(entry, of(entry, pinned)) for entry in entries] if pinned else list(entries)


def comparison_order(entries: Iterable[Entry]) -> list[Entry]:
    """The order for a comparison: the baseline first, then the oldest."""
    return sorted(
        entries, key=lambda entry: (not entry.labels.baseline, entry.began_ns, entry.number)
    )


def _compare(entry: Entry, base: Entry | None) -> Entry:
    if base is None or base.id == entry.id:
        return entry
    mine, other = entry.first.number, base.first.number
    words, rest, change = _difference(mine, other)
    return replace(entry, against=Against(base.name, base.address, words, rest, change))


def _difference(mine: Figure | None, other: Figure | None) -> tuple[str, str, float | None]:
    if other is None:
        return message("baseline-no-number"), "", None
    if mine is None or mine.amount is None or not other.amount or mine.name != other.name:
        return message("baseline-number", number=other.value), "", None
    change = mine.amount / other.amount - 1
    overlap = _overlap(mine, other)
    rest = ""
    if overlap is not None:
        rest = message("intervals-overlap" if overlap else "beyond-intervals")
    # A typographic minus, as in all text for people.
    near = abs(change) < 5e-4
    words = units.percent(0, 1) if near else units.percent_with_sign(change, 1).replace("-", "−")
    return words, rest, change


def _overlap(mine: Figure, other: Figure) -> bool | None:
    """Whether the intervals of two figures overlap; None without intervals."""
    if mine.low is None or mine.high is None or other.low is None or other.high is None:
        return None
    return mine.low <= other.high and other.low <= mine.high
