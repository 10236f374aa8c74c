"""The operations of data that completed in an interval, and their bytes.

A rate of operations counts reads, writes and trims, as the achieved rate of a Run does. Syncs have
a count of their own.
"""

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict


class OperationCounts(TypedDict):
    """An interval of a Run, or one worker's part of it."""

    reads: int
    writes: int
    others: int
    """Trims. Rust leaves this key and the next two out where there were none."""
    read_bytes: int
    written_bytes: int
    other_bytes: int
    syncs: int


def has_syncs_apart(record: Mapping[str, Any]) -> bool:
    """Whether the latencies of all operations are without syncs: those of a file of another
    program. Ours counts from the intended instant, imported or not."""
    return "imported" in record and record["imported"]["starts"] != "intended"


def latencies_per_s(record: Mapping[str, Any]) -> float:
    """Operations per second of which the latencies of all operations are: with syncs in our own
    Runs, without them in those of other programs."""
    rate: float = record["achieved_rate_per_s"]
    done, seconds = record["flush"].get("completed"), record["measure_s"]
    return rate if has_syncs_apart(record) or not done or not seconds else rate + done / seconds


def completed_operations(interval: OperationCounts) -> int:
    """Operations of data completed in it."""
    return interval["reads"] + interval["writes"] + others(interval)


def others(interval: OperationCounts) -> int:
    """Trims completed in it."""
    return interval.get("others", 0)


def syncs(interval: OperationCounts) -> int:
    """Syncs completed in it."""
    return interval.get("syncs", 0)


def timed_operations(interval: OperationCounts) -> int:
    """Operations of which its latencies are: those of data, and syncs."""
    return completed_operations(interval) + syncs(interval)


def other_bytes(interval: OperationCounts) -> int:
    """Bytes of those trims."""
    return interval.get("other_bytes", 0)


def moved_bytes(interval: OperationCounts) -> int:
    """Bytes of all those operations. Where an imported file lacks them they count as none."""
    read, written = interval["read_bytes"], interval["written_bytes"]
    return (read or 0) + (written or 0) + other_bytes(interval)
