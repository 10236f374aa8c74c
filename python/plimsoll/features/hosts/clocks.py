"""How far a host's monotonic clock is from the coordinator's, from round trips.

Of a round trip that left at `a` and came back at `b` (by our clock), with the host's clock read as
`h` meanwhile, the offset h - (a + b) / 2 is off by at most (b - a) / 2, however the way there and
the way back differ (Cristian, 1989). The shortest of some round trips bounds it best.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.features.hosts.generator import Generator

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.features.hosts.fleet import Fleet

ROUND_TRIPS = 8
"""So many, once before and once after each Run: some milliseconds in a machine room."""


class Offset(NamedTuple):
    """A host's clock against ours, in ns."""

    ns: int
    """Theirs less ours."""
    bound_ns: int
    """It is known to within this."""


class RoundTrip(NamedTuple):
    """When a question left, what the host's clock said, and when the answer came, in ns."""

    left: int
    there: int
    back: int


def offset(trips: Sequence[RoundTrip]) -> Offset:
    """The offset that these round trips of one host tell."""
    best = min(trips, key=lambda trip: trip.back - trip.left)
    middle = (best.left + best.back) // 2
    return Offset(best.there - middle, -((best.left - best.back) // 2))


def offsets(
    fleet: Fleet, *, trips: int = ROUND_TRIPS, clock_ns: Callable[[], int] = time.monotonic_ns
) -> list[Offset | None]:
    """Of each host; none for one that does not answer. One host after the other: questions to all
    at once would wait for each other."""
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
