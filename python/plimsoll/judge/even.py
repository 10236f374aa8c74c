"""The intervals of a long Run resampled to equal length, for statistics of series.

A store merges a long Run's older intervals into longer ones (`store/coarsening.py`). Here shorter
intervals are merged until they are as long as the longest. Counts are added and means weighted with
operations; percentiles cannot be merged and become None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from plimsoll.native.interval_counts import other_bytes, others, syncs, timed_operations

if TYPE_CHECKING:
    from plimsoll.native.record import Interval, Summary

_FULL = 0.99
"""Share of the longest length from which on a part counts as that long."""
_SUMS = ("issued", "reads", "writes", "errors", "read_bytes", "written_bytes")


def even(intervals: Iterable[Interval]) -> list[Interval]:
    """Equally long intervals of Measure; unchanged where none was merged. A remainder at the end is
    left out."""
    inside = [piece for piece in intervals if piece["phase"] == "measure" and piece["length_s"] > 0]
    if not any(piece["merged"] for piece in inside):
        return inside
    longest = max(piece["length_s"] for piece in inside)
    found: list[Interval] = []
    part: list[Interval] = []
    for piece in inside:
        part.append(piece)
        if sum(each["length_s"] for each in part) >= _FULL * longest:
            found.append(_merge_intervals(part))
            part = []
    return found


def arrivals(part: Iterable[Interval]) -> list[int]:
    """Operations intended in each interval that has them: not in closed loops and imported Runs."""
    return [count for interval in part if (count := interval["arrived"]) is not None]


def _merge_intervals(part: Sequence[Interval]) -> Interval:
    if len(part) == 1:
        return part[0]
    seconds = sum(piece["length_s"] for piece in part)
    arrived = arrivals(part)
    made = {
        **part[0],
        **{name: sum(cast("dict[str, int]", piece)[name] for piece in part) for name in _SUMS},
        "others": sum(map(others, part)),
        "other_bytes": sum(map(other_bytes, part)),
        "syncs": sum(map(syncs, part)),
        "length_s": seconds,
        "arrived": sum(arrived) if len(arrived) == len(part) else None,
        "outstanding_mean": sum(piece["outstanding_mean"] * piece["length_s"] for piece in part)
        / seconds,
        "backlog": max(piece["backlog"] for piece in part),
        "response_time_ns": _mean(part, "response_time_ns"),
        "completion_latency_ns": _mean(part, "completion_latency_ns"),
        "read_completion_latency_ns": None,
        "write_completion_latency_ns": None,
        "system_load": None,
    }
    return cast("Interval", made)


def _mean(part: Sequence[Interval], metric: str) -> Summary:
    weighted = [
        (timed_operations(interval), mean)
        for interval in part
        if (mean := cast("dict[str, Summary]", interval)[metric]["mean"]) is not None
    ]
    n = sum(count for count, _ in weighted)
    none: Summary = dict.fromkeys(
        ("stddev", "min", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")
    )  # type: ignore[assignment]
    return {**none, "mean": sum(count * mean for count, mean in weighted) / n if n else None}
