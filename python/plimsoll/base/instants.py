"""The wall-clock time at which Measure of a Run began."""

from collections.abc import Mapping
from typing import Any

AHEAD_S = 0.005
"""A Run begins so long after its `started_at_ns` (crates/run, session: far enough ahead for every
worker to be there)."""


def measure_began_ns(record: Mapping[str, Any]) -> int | None:
    """The start of Measure of a record, in ns since 1970-01-01 UTC; None on the virtual clock, and
    where it is unknown. Of an imported Run to the second at best."""
    started_ns: int | None = record["started_at_ns"]
    if started_ns is None or record.get("imported"):
        return started_ns
    return started_ns + round((AHEAD_S + (record["warmup_s"] or 0.0)) * 1e9)
