"""Which hosts of a Run stand out: the same rule for the newest interval and for the whole Run.

A host is compared with the median of the others, each by its own operations. What chance does to a
small count, and what its own generator's lateness does to its response time, is taken off first. It
names, it judges nothing.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING, Literal, NamedTuple

from plimsoll.base import units

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.live.pulse import IntervalDocument, WorkerDocument

SLOWER = 1.5
"""A host whose response time, less its own lag, is so many times that of the others is named."""
BEHIND = 0.95
"""So is one that had less than this share of the rate that its workers were to offer."""
CHANCE = 4.0
"""Standard deviations of a Poisson count by which a rate may be lower by chance: beyond them lies
one look in 30,000 (a normal deviate), so of 200 hosts one is named wrongly in 150 intervals."""
LATE_NS, LATER = 1_000_000, 3.0
"""And one whose generator was late by more than this at p99, and so many times later than the
others'."""


class HostPart(NamedTuple):
    """A host's part: of an interval, or of a Run."""

    name: str
    workers: int
    completed: float
    """Operations."""
    rate_per_s: float
    response_ns: float | None
    """Mean or median, as `words` is told."""
    own_lag_ns: float | None
    """Of the same kind, where known: the part of the response time that is the generator's."""
    own_lag_ns_p99: float | None


class Odd(NamedTuple):
    """What sets a host apart, with its figure and the others' median."""

    name: str
    kind: Literal["slower", "behind", "late"]
    figure: float
    usual: float


def odd(seen: Sequence[HostPart], *, open_loop: bool) -> list[Odd]:
    """What sets single hosts apart; empty where they are alike, or only one is there."""
    if len(seen) < 2:
        return []
    late = _late(seen)
    names = {one.name for one in late}
    # A late generator issues in clumps, which wait for each other: that says nothing of the path.
    slower = [one for one in _slower(seen) if one.name not in names]
    return [*slower, *(_behind(seen) if open_loop else ()), *late]


def of_interval(interval: IntervalDocument, workers: Sequence[WorkerDocument]) -> list[Odd]:
    """Those among the workers of a sealed interval that are hosts. What Warmup and Drain bring is
    no comparison."""
    if interval["phase"] != "measure":
        return []
    seen = [
        HostPart(
            str(one["name"]),
            one["workers"],
            one["achieved_rate_per_s"] * interval["length_s"],
            one["achieved_rate_per_s"],
            one["response_time_ns_p50"],
            None,
            one["own_lag_ns_p99"],
        )
        for one in workers
        if one["host"]
    ]
    return odd(seen, open_loop=interval["offered_rate_per_s"] is not None)


def _slower(seen: Sequence[HostPart]) -> list[Odd]:
    # The generator's part comes off: for means that is exact, for medians close where the lag is
    # small beside the rest.
    told = {
        one.name: max(0.0, one.response_ns - (one.own_lag_ns or 0.0))
        for one in seen
        if one.response_ns
    }
    others = _Others(told)
    return [
        Odd(name, "slower", value, usual)
        for name, value in told.items()
        if (usual := others.without(name)) is not None and value > SLOWER * usual
    ]


def _behind(seen: Sequence[HostPart]) -> list[Odd]:
    each = {one.name: one.rate_per_s / one.workers for one in seen}
    counts = {one.name: one.completed / one.workers for one in seen}
    others, others_counts = _Others(each), _Others(counts)
    found = []
    for one in seen:
        usual, expected = others.without(one.name), others_counts.without(one.name)
        if not usual or expected is None or each[one.name] >= BEHIND * usual:
            continue
        intended = one.workers * expected
        # The others' median is a draw, too: of n of them its variance is pi / 2n of one's.
        by_chance = math.sqrt(max(1.0, intended) * (1.0 + math.pi / 2 / (len(seen) - 1)))
        if one.completed < intended - CHANCE * by_chance:
            found.append(Odd(one.name, "behind", each[one.name], usual))
    return found


def _late(seen: Sequence[HostPart]) -> list[Odd]:
    told = {one.name: one.own_lag_ns_p99 for one in seen if one.own_lag_ns_p99 is not None}
    others = _Others(told)
    return [
        Odd(name, "late", lag, usual)
        for name, lag in told.items()
        if (usual := others.without(name)) is not None and lag > max(LATE_NS, LATER * usual)
    ]


class _Others:
    """The median of all hosts but one, for each of them: sorted once, since hundreds are looked at
    several times a second while a Run goes on."""

    def __init__(self, figures: Mapping[str, float]) -> None:
        self._figures = figures
        self._rising = sorted(figures.values())

    def without(self, name: str) -> float | None:
        """All but this one; none where there is no other."""
        count = len(self._rising) - 1
        if count < 1:
            return None
        left_out = bisect_left(self._rising, self._figures[name])

        def at(place: int) -> float:
            return self._rising[place + (place >= left_out)]

        middle = count // 2
        return at(middle) if count % 2 else (at(middle - 1) + at(middle)) / 2


def words(
    found: Sequence[Odd], *, of: Literal["mean", "median"] = "mean", most: int | None = None
) -> list[str]:
    """A sentence each, of at most so many; `of`: which response time was compared."""
    shown = found if most is None else found[:most]
    more = [f"{len(found) - len(shown)} more hosts stand out."] if len(found) > len(shown) else []
    return [*(_sentence(one, of) for one in shown), *more]


def _sentence(one: Odd, of: str) -> str:
    if one.kind == "slower":
        return (
            f"{one.name} is slower than the others: its {of} response time, without the"
            f" generator's lateness, is {units.nanos(one.figure)}, the others'"
            f" {units.nanos(one.usual)}."
        )
    if one.kind == "behind":
        return (
            f"{one.name} had {units.share(one.figure / one.usual)} of the IOPS that the other hosts"
            " had for each worker (median)."
        )
    return (
        f"The generator on {one.name} was late: p99 of own lag {units.nanos(one.figure)}, the"
        f" others' {units.nanos(one.usual)}."
    )
