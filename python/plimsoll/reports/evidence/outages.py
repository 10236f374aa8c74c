"""For how long next to nothing succeeded in a Run: no mean and no percentile shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.judge.timeline import Series, episodes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.model import Interval


def seconds(intervals: Iterable[Interval]) -> list[float]:
    """Of every outage in Measure, in order."""
    return [one.outage_s for one in episodes(Series.of(intervals)) if one.outage_s > 0]


def words(intervals: Iterable[Interval]) -> str:
    """`an outage of 3.0 s`; empty where there was none."""
    found = seconds(intervals)
    if not found:
        return ""
    if len(found) == 1:
        return f"an outage of {units.seconds(found[0])}"
    return f"{len(found)} outages, {units.seconds(sum(found))} in all"
