"""Which hosts of a Run stand out: the same rule for the newest interval and for the whole Run.

A host is compared with the median host, each by its own operations. What chance does to a small
count is taken off first. It names, it judges nothing.
"""

from __future__ import annotations

import math
from statistics import median
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from plimsoll import units

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SLOWER = 1.5
"""A host whose response time is so many times the median of all is named."""
BEHIND = 0.95
"""So is one that had less than this share of the rate that its workers were to offer."""
CHANCE = 4.0
"""Standard deviations of a Poisson count by which a rate may be lower by chance: beyond them lies
one look in 30,000 (a normal deviate), so of 200 hosts one is named wrongly in 150 intervals."""
LATE_NS = 1_000_000
"""And one whose generator was late by more than this at p99 while the median host was not."""


class Seen(NamedTuple):
    """A host's part: of an interval, or of a Run."""

    name: str
    workers: int
    completed: float
    """Operations."""
    rate_per_s: float
    response_ns: float | None
    """Mean or median, as `Odd.of` says."""
    own_lag_ns_p99: float | None


class Odd(NamedTuple):
    """What sets a host apart, with its figure and the median host's."""

    name: str
    kind: Literal["slower", "behind", "late"]
    figure: float
    usual: float


def odd(seen: Sequence[Seen], *, open_loop: bool) -> list[Odd]:
    """What sets single hosts apart; empty where they are alike, or only one is there."""
    if len(seen) < 2:
        return []
    return [*_slower(seen), *(_behind(seen) if open_loop else ()), *_late(seen)]


def of_interval(
    hosts: Sequence[Mapping[str, Any]], phase: str, length_s: float, *, open_loop: bool
) -> list[Odd]:
    """Of the hosts of a sealed interval (`WorkerDocument`). What Warmup and Drain bring is no
    comparison."""
    if phase != "measure":
        return []
    seen = [
        Seen(
            one["name"],
            one["workers"],
            one["achieved_rate_per_s"] * length_s,
            one["achieved_rate_per_s"],
            one["response_time_ns_p50"],
            one["own_lag_ns_p99"],
        )
        for one in hosts
    ]
    return odd(seen, open_loop=open_loop)


def _slower(seen: Sequence[Seen]) -> list[Odd]:
    told = [(one.name, one.response_ns) for one in seen if one.response_ns]
    usual = median(value for _, value in told) if told else 0.0
    return [Odd(name, "slower", value, usual) for name, value in told if value > SLOWER * usual]


def _behind(seen: Sequence[Seen]) -> list[Odd]:
    each = {one.name: one.rate_per_s / one.workers for one in seen}
    usual = median(each.values())
    expected = median(one.completed / one.workers for one in seen)
    return [
        Odd(one.name, "behind", each[one.name], usual)
        for one in seen
        if usual
        and each[one.name] < BEHIND * usual
        and one.completed
        < one.workers * expected - CHANCE * math.sqrt(max(1.0, one.workers * expected))
    ]


def _late(seen: Sequence[Seen]) -> list[Odd]:
    told = [(one.name, one.own_lag_ns_p99) for one in seen if one.own_lag_ns_p99 is not None]
    usual = median(lag for _, lag in told) if told else 0.0
    return [Odd(name, "late", lag, usual) for name, lag in told if lag > LATE_NS > usual]


def words(
    found: Sequence[Odd], *, of: Literal["mean", "median"] = "mean", most: int | None = None
) -> list[str]:
    """A sentence each, of at most so many; `of`: which response time was compared."""
    shown = found if most is None else found[:most]
    more = [f"{len(found) - len(shown)} more hosts stand out."] if len(found) > len(shown) else []
    return [*(_sentence(one, of) for one in shown), *more]


def beside(late: str, found: Sequence[Odd]) -> str:
    """What is said while a Run goes on: that we are late, and which hosts stand out in the newest
    interval. Empty when there is nothing to say."""
    if not found:
        return late
    return " ".join([*([f"{late}."] if late else []), *words(found, of="median", most=3)])


def _sentence(one: Odd, of: str) -> str:
    if one.kind == "slower":
        return (
            f"{one.name} is slower than the others: its {of} response time is"
            f" {units.nanos(one.figure)}, the median host's {units.nanos(one.usual)}."
        )
    if one.kind == "behind":
        return (
            f"{one.name} had {units.share(one.figure / one.usual)} of the IOPS that the median host"
            " had for each worker."
        )
    return (
        f"The generator on {one.name} was late: p99 of own lag {units.nanos(one.figure)}, the"
        f" median host's {units.nanos(one.usual)}."
    )
