"""The offset of a host's monotonic clock from the coordinator's, from round trips."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.features.hosts.generator import Generator

if TYPE_CHECKING:
    from plimsoll.features.hosts.fleet import Fleet

ROUND_TRIPS = 8
"""Round trips before and after each Run: some milliseconds in a machine room."""


class Offset(NamedTuple):
    """A host's clock against ours, in ns."""

    ns: int
    """Host's clock less ours."""
    bound_ns: int
    """Error bound of the offset."""


class RoundTrip(NamedTuple):
    """Departure, host's clock and return of a call, in ns."""

    left: int
    there: int
    back: int


def offset(trips: Sequence[RoundTrip]) -> Offset:
    """The offset from these round trips of one host."""
    best = min(trips, key=lambda trip: trip.back - trip.left)
    middle = (best.left + best.back) // 2
    return Offset(best.there - middle, -((best.left - best.back) // 2))


def offsets(
    fleet: Fleet, *, trips: int = ROUND_TRIPS, clock_ns: Callable[[], int] = time.monotonic_ns
) -> list[Offset | None]:
    """The offset of each host, None without an answer. One host after the other: concurrent calls
    would wait for each other."""
    found: list[Offset | None] = []
    for host in range(len(fleet.names)):
        trips_made = []
        for _ in range(trips):
            left = clock_ns()
            host_ns = fleet.ask_one(host, Generator.clock_ns)
            if not isinstance(host_ns, int):
                break
            trips_made.append(RoundTrip(left, host_ns, clock_ns()))
        found.append(offset(trips_made) if trips_made else None)
    return found
