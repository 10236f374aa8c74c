"""What one Run says of the storage alone, and of the machine that measured: in words, the same on
the terminal and in a report.

The rule by which operations are left out, and what a heartbeat can tell, is docs/decisions/0025.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.reports.common.answer import bounded

if TYPE_CHECKING:
    from plimsoll._record import Stillness
    from plimsoll.reports.evidence.records import Figures

TOLD_FROM = 0.0005
"""A machine that kept a ready thread waiting for less of the time than this is not worth a
figure."""


def storage(every: Figures) -> str | None:
    """The response times of the storage alone, how many operations they leave out, and what those
    could change; none where nothing was left out.

    `every`: the figures of all operations, or of one kind (`all`, `read` … of a record).
    """
    left_out = every.get("disturbed") or 0
    if not left_out:
        return None
    seen, least = every["storage_alone_ns"], every.get("storage_alone_at_most_ns") or {}
    said = (
        f"mean {bounded(seen, 'mean')}, p99 {bounded(seen, 'p99')}, without the"
        f" {units.share(left_out / (every['count'] or 1))} of operations that this machine was"
        f" late with,"
        " or that waited behind those"
    )
    if (bound := least.get("p99")) is not None:
        return (
            f"{said}; had all of these been slower than any other, p99 would be"
            f" {units.nanos(bound)}"
        )
    if seen.get("p99") is None:
        return said
    more = "" if every.get("unfinished") else "; they are too many to bound p99 without them"
    return (
        f"{said}{more}: as seen from this machine it is {bounded(every['response_time_ns'], 'p99')}"
    )


def machine(told: Stillness | None) -> str | None:
    """How still this machine stood in Measure, said of it; none where no heartbeat told.

    `told`: `machine` of a record.
    """
    if told is None:
        return None
    still, waited = told["stood_still_share"], told["waited_share"]
    said = []
    if still >= TOLD_FROM:
        times = "once" if told["spans"] == 1 else f"{units.count(told['spans'])} times"
        said.append(
            f"stalled for {units.share(still)} of Measure ({times},"
            f" {units.nanos(told['longest_ns'])} at the longest)"
        )
    if waited >= TOLD_FROM:
        said.append(
            f"kept a ready thread waiting for a processor for {units.share(waited)}, behind other"
            " programs"
        )
    return " and ".join(said) or "no stalls: nothing kept a ready thread waiting"
