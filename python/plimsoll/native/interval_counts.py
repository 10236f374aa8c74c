"""The operations that completed in an interval, and their bytes, over every kind.

Reads and writes have counts of their own; trims and flushes share one. A rate of operations counts
all of them, as the achieved rate of a Run does.
"""

from __future__ import annotations

from typing_extensions import TypedDict


class OperationCounts(TypedDict):
    """An interval of a Run, or one worker's part of it."""

    reads: int
    writes: int
    others: int
    """Trims and flushes. Rust leaves both keys out where there were none."""
    read_bytes: int
    written_bytes: int
    other_bytes: int


def completed_operations(interval: OperationCounts) -> int:
    """Operations of every kind completed in it."""
    return interval["reads"] + interval["writes"] + others(interval)


def others(interval: OperationCounts) -> int:
    """Trims and flushes completed in it."""
    return interval.get("others", 0)


def other_bytes(interval: OperationCounts) -> int:
    """Bytes of those trims."""
    return interval.get("other_bytes", 0)


def moved_bytes(interval: OperationCounts) -> int:
    """Bytes of all those operations. Where an imported file lacks them they count as none."""
    read, written = interval["read_bytes"], interval["written_bytes"]
    return (read or 0) + (written or 0) + other_bytes(interval)
