"""Gaps: stretches of a Run that no interval covers, with the words for them.

A gap is neither an outage nor time without one. Where a file has an average of its own over all of
the time, the operations that it leaves for the gaps are evidence.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from plimsoll.base import units
from plimsoll.base.messages import message

WIDEST_SEAM = 0.5
"""Neighbouring intervals lie up to this share of an interval apart: clocks are read a little late
and rounded."""
NEXT_TO_NOTHING = 0.05
"""Share of the recorded rate up to which a gap had practically no operations."""
AS_USUAL = 0.8
"""Share of the recorded rate from which on the load went on in a gap."""


class Gap(NamedTuple):
    """A stretch of time, seconds since the start of Measure."""

    at_s: float
    length_s: float

    @property
    def until_s(self) -> float:
        """Its end."""
        return self.at_s + self.length_s


class Average(NamedTuple):
    """A file's own average, the rate of its rows, and the rate that follows for the gaps; IOPS."""

    own: float
    of_rows: float
    in_gaps: float


class UnrecordedTime(NamedTuple):
    """Unrecorded time of a Run."""

    gaps: tuple[Gap, ...] = ()
    late: tuple[Gap, ...] = ()
    """Stretches in which the recorder stood still; it wrote their rows afterwards."""
    average: Average | None = None
    still: tuple[Gap, ...] = ()
    """Gaps in which this machine stood still: nothing is known of the storage in that time."""


def of_record(unrecorded: Mapping[str, Any] | None) -> UnrecordedTime:
    """The unrecorded time from `imported.unrecorded` of a record; empty for None."""
    if unrecorded is None:
        return UnrecordedTime()
    found, late = (
        tuple(Gap(span["at_s"], span["length_s"]) for span in unrecorded[name])
        for name in ("gaps", "late")
    )
    seconds = sum(gap.length_s for gap in found)
    own, rows, operations = (
        unrecorded[name] for name in ("told_rate_per_s", "recorded_rate_per_s", "operations")
    )
    known = seconds and None not in (own, rows, operations)
    return UnrecordedTime(found, late, Average(own, rows, operations / seconds) if known else None)


def meaning(average: Average | None) -> str:
    """Possible meanings of a gap, with the evidence."""
    if average is None:
        return message("gap-unknown")
    kind = (
        "empty"
        if average.in_gaps <= NEXT_TO_NOTHING * average.of_rows
        else "usual"
        if average.in_gaps >= AS_USUAL * average.of_rows
        else "slow"
    )
    return message(
        f"gap-{kind}",
        own=_iops(average.own),
        rows=_iops(average.of_rows),
        in_gap=_iops(average.in_gaps),
    )


def _iops(rate: float) -> str:
    return f"{units.rate(rate)} IOPS"


def between(spans: Sequence[tuple[float, float]]) -> list[Gap]:
    """The gaps between intervals in order of time, each given by its start and its length."""
    if len(spans) < 2:
        return []
    seam_s = WIDEST_SEAM * median(length for _, length in spans)
    found, until_s = [], spans[0][0] + spans[0][1]
    for start_s, length_s in spans[1:]:
        if start_s - until_s > seam_s:
            found.append(Gap(until_s, start_s - until_s))
        until_s = max(until_s, start_s + length_s)
    return found


def merge_gaps(gaps: Iterable[Gap]) -> list[Gap]:
    """Merges overlapping gaps, in order."""
    found: list[Gap] = []
    for gap in sorted(gaps):
        if found and gap.at_s <= found[-1].until_s + 1e-6:
            until_s = max(found[-1].until_s, gap.until_s)
            found[-1] = Gap(found[-1].at_s, until_s - found[-1].at_s)
        else:
            found.append(gap)
    return found
