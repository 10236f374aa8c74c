"""Finds the hosts of a Run that stand out, by one rule for the newest interval and the whole Run.

A host is compared with the median of the others. Chance in small counts and the lateness of its own
generator are accounted for first. Hosts are named, not judged.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from plimsoll.base import units
from plimsoll.live.messages import message

if TYPE_CHECKING:
    from plimsoll.live.pulse import IntervalDocument, WorkerDocument

SLOWER = 1.5
"""A host is slower when its response time, less own lag, exceeds this multiple of the others'."""
BEHIND_SHARE = 0.95
"""A host is behind when its rate per worker is below this share of the others'."""
CHANCE_SIGMAS = 4.0
"""Standard deviations of a Poisson count that may be chance. Beyond lies one in 30,000 (normal), so
with 200 hosts one is named wrongly in 150 intervals."""
LATE_NS, LATE_FACTOR = 1_000_000, 3.0
"""A generator is late when its own lag p99 exceeds both this and this multiple of the others'."""


class HostPart(NamedTuple):
    """The part of one host in an interval or a Run."""

    name: str
    workers: int
    completed: float
    """Operations."""
    rate_per_s: float
    response_ns: float | None
    """Mean or median; `words` names it."""
    own_lag_ns: float | None
    """The generator's part of that response time, where known."""
    own_lag_ns_p99: float | None


class Odd(NamedTuple):
    """How a host stands out: its figure, and the median of the others."""

    name: str
    kind: Literal["slower", "behind", "late"]
    figure: float
    usual: float


def find_odd(hosts: Sequence[HostPart], *, open_loop: bool) -> list[Odd]:
    """The hosts that stand out."""
    if len(hosts) < 2:
        return []
    late = _late(hosts)
    names = {host.name for host in late}
    # A late generator issues in bursts, whose queueing says nothing about the path.
    slower = [host for host in _slower(hosts) if host.name not in names]
    return [*slower, *(_behind(hosts) if open_loop else ()), *late]


def of_interval(interval: IntervalDocument, workers: Sequence[WorkerDocument]) -> list[Odd]:
    """The hosts that stand out in a sealed interval of Measure."""
    if interval["phase"] != "measure":
        return []
    hosts = [
        HostPart(
            str(worker["name"]),
            worker["workers"],
            worker["achieved_rate_per_s"] * interval["length_s"],
            worker["achieved_rate_per_s"],
            worker["response_time_ns_p50"],
            None,
            worker["own_lag_ns_p99"],
        )
        for worker in workers
        if worker["host"]
    ]
    return find_odd(hosts, open_loop=interval["offered_rate_per_s"] is not None)


def _slower(hosts: Sequence[HostPart]) -> list[Odd]:
    # Subtracting the generator's part is exact for means, and close for medians with a small lag.
    times = {
        host.name: max(0.0, host.response_ns - (host.own_lag_ns or 0.0))
        for host in hosts
        if host.response_ns
    }
    medians = _OtherMedians(times)
    return [
        Odd(name, "slower", value, usual)
        for name, value in times.items()
        if (usual := medians.without(name)) is not None and value > SLOWER * usual
    ]


def _behind(hosts: Sequence[HostPart]) -> list[Odd]:
    rates = {host.name: host.rate_per_s / host.workers for host in hosts}
    rate_medians = _OtherMedians(rates)
    count_medians = _OtherMedians({host.name: host.completed / host.workers for host in hosts})
    found = []
    for host in hosts:
        usual, expected = rate_medians.without(host.name), count_medians.without(host.name)
        if not usual or expected is None or rates[host.name] >= BEHIND_SHARE * usual:
            continue
        intended = host.workers * expected
        # The median of n others varies too: its variance is pi / 2n of that of one.
        sigma = math.sqrt(max(1.0, intended) * (1.0 + math.pi / 2 / (len(hosts) - 1)))
        if host.completed < intended - CHANCE_SIGMAS * sigma:
            found.append(Odd(host.name, "behind", rates[host.name], usual))
    return found


def _late(hosts: Sequence[HostPart]) -> list[Odd]:
    lags = {host.name: host.own_lag_ns_p99 for host in hosts if host.own_lag_ns_p99 is not None}
    medians = _OtherMedians(lags)
    return [
        Odd(name, "late", lag, usual)
        for name, lag in lags.items()
        if (usual := medians.without(name)) is not None and lag > max(LATE_NS, LATE_FACTOR * usual)
    ]


class _OtherMedians:
    """For each host the median of all others. Sorts once, since this runs several times a second
    for hundreds of hosts during a Run."""

    def __init__(self, figures: Mapping[str, float]) -> None:
        self._figures = figures
        self._sorted = sorted(figures.values())

    def without(self, name: str) -> float | None:
        """The median without this host; None without other hosts."""
        count = len(self._sorted) - 1
        if count < 1:
            return None
        excluded = bisect_left(self._sorted, self._figures[name])

        def at(place: int) -> float:
            return self._sorted[place + (place >= excluded)]

        middle = count // 2
        return at(middle) if count % 2 else (at(middle - 1) + at(middle)) / 2


def words(
    found: Sequence[Odd], *, of: Literal["mean", "median"] = "mean", most: int | None = None
) -> list[str]:
    """A sentence for each of at most `most` hosts; `of`: which response time was compared."""
    first = found if most is None else found[:most]
    left = len(found) - len(first)
    more = [message("more-odd-hosts", hosts=left)] if left else []
    return [*(_sentence(host, of) for host in first), *more]


def _sentence(host: Odd, of: str) -> str:
    if host.kind == "behind":
        share = units.share(host.figure / host.usual)
        return message("host-behind", host=host.name, share=share)
    return message(
        f"host-slower-{of}" if host.kind == "slower" else "host-late",
        host=host.name,
        figure=units.nanos(host.figure),
        others=units.nanos(host.usual),
    )
