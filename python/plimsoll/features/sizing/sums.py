"""How many guests fit: sums over limits, each with its reserve and with one part down.

Every limit (operations, bandwidth, capacity, a host) compares the demand of the guests with its
usable part; guests are added in the proportions of the mix until one limit breaks. So the answer
never over-fits, whatever the mix, and the limit that the next guest would break is known. The
line's interval gives two answers: the recommended one from its low end, and one from its high end.
Formulas with worked examples: docs/how-to/size-a-system.md.

Pure. A line at another mix of reads and block sizes is measured, not computed.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass as pydantic_dataclass

from plimsoll.features.sizing.messages import message

PENALTY = {"0": 1, "1": 2, "10": 2, "5": 4, "6": 6}
"""I/Os on drives that one write becomes, by RAID level (S1): both copies; old data, old parity and
both new; two parities."""
LEAST_DRIVES = {"0": 1, "1": 2, "10": 4, "5": 3, "6": 4}
"""A level with fewer drives is another one, with another penalty."""
MIRRORED = ("1", "10")
"""Levels of pairs: a third copy would be a third write."""
LINE = "load line"
"""The only limit whose end may be unknown."""
MAX_GUESTS = 10_000_000
"""Largest number of guests. More means wrong units."""


@dataclass(frozen=True)
class Guest:
    """A kind of guest; `count` are wanted, and give the proportions of the mix. `iops`,
    `capacity_bytes` of one, today."""

    name: str
    count: int
    iops: float
    block_bytes: int = 4096
    read: float = 1.0
    capacity_bytes: float = 0.0


@dataclass(frozen=True)
class Drives:
    """Raw drives: operations/s of one drive, and what a write costs."""

    count: int
    iops: float
    penalty: int


@dataclass(frozen=True)
class Storage:
    """The storage of the guests. Rates per second; None limits nothing.

    Either a load line (`low`, `high`: None if its end was not reached) or raw drives.
    `low_one_down` and `high_one_down`: the line as measured with one part down, instead of scaling
    by the parts that are left.
    """

    low: float | None = None
    high: float | None = None
    drives: Drives | None = None
    low_one_down: float | None = None
    high_one_down: float | None = None
    bytes_per_s: float | None = None
    capacity_bytes: float | None = None
    controllers: int | None = None
    hosts: int | None = None
    host_iops: float | None = None
    in_hosts: bool = False
    """The storage consists of the hosts' drives: a host that is down takes its share with it."""


@dataclass(frozen=True)
class Rules:
    """The reserve. Shares, 0 to 1; `growth` is per year and compounds."""

    headroom: float = 0.2
    growth: float = 0.0
    years: float = 0.0
    fill: float = 0.8
    down: Part = "none"

    @property
    def growth_factor(self) -> float:
        """Demand of the last year over today's."""
        return float((1 + self.growth) ** self.years)


Down = Literal["controller", "host"]
Part = Literal["none", Down]
"""The part that may be down."""


@pydantic_dataclass(frozen=True, config={"extra": "forbid"})
class Basis:
    """Where a limit comes from, as a code with its figures."""

    kind: Annotated[
        Literal["drives", "line", "bandwidth", "pool", "fullest_host"],
        Field(description="Of what the sums are made."),
    ]
    figures: Annotated[
        Mapping[str, float],
        Field(description="IOPS, numbers of things, shares 0 to 1, by name."),
    ]
    down: Annotated[
        Down | None,
        Field(
            description="The part that may be down; null where that takes nothing from the limit."
        ),
    ]
    parts: Annotated[
        int | None,
        Field(description="How many of them there are, where the share of one is taken off."),
    ]


@dataclass(frozen=True)
class Limit:
    """One limit. `carried`: all of it; `usable`: after the reserve; `used`: the demand of the
    guests."""

    name: str
    unit: str
    carried: float
    usable: float
    used: float
    basis: Basis

    @property
    def headroom(self) -> float:
        """The unused part of the usable."""
        return self.usable - self.used

    @property
    def share(self) -> float:
        """Used of usable."""
        return self.used / self.usable if self.usable else math.inf


@dataclass(frozen=True)
class Fit:
    """The number of guests that fit, the limit that the next one breaks, and the use of each
    limit."""

    guests: int
    counts: tuple[int, ...]
    breaks: str
    limits: tuple[Limit, ...]
    per_host: PerHost | None


@pydantic_dataclass(frozen=True, config={"extra": "forbid"})
class PerHost:
    """The fullest of the hosts that are up."""

    hosts: Annotated[int, Field(description="Hosts that are up.")]
    guests: Annotated[int, Field(description="On the fullest.")]
    iops: Annotated[float, Field(description="On the fullest, at the end of the years.")]


@dataclass(frozen=True)
class SizingResult:
    """The answer. `recommended`: the fit at the line's low end; `most`: at its high end, None if
    that is open."""

    recommended: Fit
    most: Fit | None
    wanted: int
    wanted_fit: bool
    short_of: tuple[Limit, ...] = field(default=())
    """The limits that the wanted guests would break."""


def size(guests: list[Guest], storage: Storage, rules: Rules) -> SizingResult:
    """The number of guests of this mix that fit. Raises ValueError without a limit, or for
    contradictory figures."""
    check(guests, storage, rules)
    recommended = fit(guests, storage, rules)
    one_down = rules.down != "none" and storage.low_one_down is not None
    open_end = (
        storage.drives is None and (storage.high_one_down if one_down else storage.high) is None
    )
    high = replace(storage, low=storage.high, low_one_down=storage.high_one_down)
    most = None if open_end and storage.low is not None else fit(guests, high, rules)
    wanted = tuple(guest.count for guest in guests)
    broken_limits = tuple(limit for limit in limits(wanted, guests, storage, rules) if over(limit))
    return SizingResult(recommended, most, sum(wanted), not broken_limits, broken_limits)


def fit(guests: list[Guest], storage: Storage, rules: Rules) -> Fit:
    """The most guests in the proportions of the mix, by bisection: demand grows with their
    number."""

    def broken_limits(total: int) -> list[Limit]:
        return [
            limit for limit in limits(counts(total, guests), guests, storage, rules) if over(limit)
        ]

    low, high = 0, 1
    while not broken_limits(high):
        low, high = high, high * 2
        if low > MAX_GUESTS:
            raise ValueError(message("too-many-guests", most=f"{MAX_GUESTS:,}"))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if broken_limits(middle) else (middle, high)
    whole = counts(low, guests)
    # The limit that the next guest breaks by most.
    first = max(broken_limits(high), key=lambda limit: limit.share)
    return Fit(
        sum(whole),
        whole,
        first.name,
        tuple(limits(whole, guests, storage, rules)),
        _per_host(whole, guests, storage, rules),
    )


def counts(total: int, guests: list[Guest]) -> tuple[int, ...]:
    """Divides a number of guests over the kinds in proportion (Sainte-Laguë). One guest more in all
    is one more of one kind, and never one less of another."""
    wanted, kinds = sum(guest.count for guest in guests), len(guests)
    # No kind gets fewer than its proportion less half the number of kinds and a half.
    found = [
        max(0, (2 * total * guest.count - (kinds + 1) * wanted) // (2 * wanted)) for guest in guests
    ]
    while sum(found) < total:
        # The kind that is furthest behind, by count / (2 found + 1); the first of equal ones.
        behind = 0
        for at in range(1, kinds):
            candidate, other = guests[at].count, guests[behind].count
            if candidate * (2 * found[behind] + 1) > other * (2 * found[at] + 1):
                behind = at
        found[behind] += 1
    return tuple(found)


def limits(
    whole: tuple[int, ...], guests: list[Guest], storage: Storage, rules: Rules
) -> list[Limit]:
    """Every limit, with the demand of so many guests of each kind."""
    free = 1 - rules.headroom
    left, down, parts = _remaining(storage, rules)

    def demand_sum(demand: Callable[[Guest], float]) -> float:
        return rules.growth_factor * sum(
            n * demand(guest) for n, guest in zip(whole, guests, strict=True)
        )

    found = []
    if (drives := storage.drives) is not None:
        carried = drives.count * drives.iops
        figures = {"count": drives.count, "iops": drives.iops, "penalty": drives.penalty}
        found.append(
            Limit(
                "drives",
                "IOPS on drives",
                carried,
                carried * left * free,
                demand_sum(lambda g: g.iops * (g.read + (1 - g.read) * drives.penalty)),
                Basis("drives", figures, down, parts),
            )
        )
    if storage.low is not None:
        carried, usable = storage.low, storage.low * left * free
        basis = Basis("line", {}, down, parts)
        if rules.down != "none" and storage.low_one_down is not None:
            carried, usable = storage.low_one_down, storage.low_one_down * free
            basis = Basis("line", {}, rules.down, None)
        found.append(Limit(LINE, "IOPS", carried, usable, demand_sum(lambda g: g.iops), basis))
    if (bandwidth := storage.bytes_per_s) is not None:
        moved = demand_sum(lambda g: g.iops * g.block_bytes)
        basis = Basis("bandwidth", {}, down, parts)
        usable = bandwidth * left * free
        found.append(Limit("bandwidth", "bytes/s", bandwidth, usable, moved, basis))
    if (capacity := storage.capacity_bytes) is not None:
        stored = demand_sum(lambda g: g.capacity_bytes)
        share = left if rules.down == "host" else 1.0
        lost = (down, parts) if share < 1 else (None, None)
        basis = Basis("pool", {"fill": rules.fill}, *lost)
        usable = capacity * share * rules.fill
        found.append(Limit("capacity", "bytes", capacity, usable, stored, basis))
    if (host_iops := storage.host_iops) is not None:
        host = _per_host(whole, guests, storage, rules)
        basis = Basis("fullest_host", {"hosts": hosts_up(storage, rules)}, None, None)
        busiest = 0.0 if host is None else host.iops
        found.append(Limit("host", "IOPS on a host", host_iops, host_iops * free, busiest, basis))
    return found


def over(limit: Limit) -> bool:
    """Whether the demand exceeds the limit. Rounding errors of floating point do not count."""
    return limit.used > limit.usable * (1 + 1e-12)


def hosts_up(storage: Storage, rules: Rules) -> int:
    """Hosts that are up."""
    return max(1, (storage.hosts or 1) - (rules.down == "host"))


def check(guests: list[Guest], storage: Storage, rules: Rules) -> None:
    """Raises ValueError for figures that cannot be meant."""
    try:
        grown = rules.growth_factor
    except OverflowError:
        grown = math.inf
    if not math.isfinite(grown):
        raise ValueError(
            message(
                "growth-implausible", growth=f"{100 * rules.growth:g}", years=f"{rules.years:g}"
            )
        )
    if any(not math.isfinite(guest.iops) for guest in guests):
        raise ValueError(message("iops-infinite"))
    if not guests or sum(guest.count for guest in guests) <= 0:
        raise ValueError(message("no-guests"))
    if storage.low is None and storage.drives is None and storage.host_iops is None:
        raise ValueError(message("no-storage"))
    if storage.low is not None and storage.drives is not None:
        raise ValueError(message("line-and-drives"))
    if storage.low is not None and storage.high is not None and storage.high < storage.low:
        raise ValueError(
            message("line-ends-crossed", high=f"{storage.high:,.10g}", low=f"{storage.low:,.10g}")
        )
    if (
        rules.down == "controller"
        and (storage.controllers or 0) < 2
        and storage.low_one_down is None
    ):
        raise ValueError(message("one-controller-down-of-one"))
    if rules.down == "host" and (storage.hosts or 0) < 2:
        raise ValueError(message("one-host-down-of-one"))
    if storage.host_iops is not None and storage.hosts is None:
        raise ValueError(message("host-limit-without-hosts"))
    if storage.capacity_bytes is not None and not any(guest.capacity_bytes for guest in guests):
        raise ValueError(message("capacity-without-demand"))


def _remaining(storage: Storage, rules: Rules) -> tuple[float, Down | None, int | None]:
    """The share of the storage with one part down, which part, and of how many."""
    if rules.down == "controller" and storage.controllers:
        n = storage.controllers
        return (n - 1) / n, "controller", n
    if rules.down == "host" and storage.in_hosts and storage.hosts:
        n = storage.hosts
        return (n - 1) / n, "host", n
    return 1.0, None, None


def _per_host(
    whole: tuple[int, ...], guests: list[Guest], storage: Storage, rules: Rules
) -> PerHost | None:
    """The fullest host. The busiest guests are placed first, each on the host with the least
    load."""
    if storage.hosts is None:
        return None
    up = hosts_up(storage, rules)
    iops, placed = [0.0] * up, [0] * up
    for count, guest in sorted(
        zip(whole, guests, strict=True), key=lambda pair: pair[1].iops, reverse=True
    ):
        for host, more in enumerate(_fill_hosts(count, guest.iops, iops)):
            iops[host] += more * guest.iops
            placed[host] += more
    fullest = max(range(up), key=lambda host: (iops[host], placed[host]))
    return PerHost(up, placed[fullest], rules.growth_factor * iops[fullest])


def _fill_hosts(count: int, iops: float, hosts: list[float]) -> list[int]:
    """Places `count` equal guests, each on the host with the least load: as many as fit below a
    common level at once, the rest singly."""

    def below(level: float) -> list[int]:
        return [max(0, math.floor((level - host) / iops)) for host in hosts]

    low, high = min(hosts), max(hosts) + iops * (count // len(hosts) + 1)
    found = below(low)
    for _ in range(64):
        if count - sum(found) <= len(hosts):
            break
        middle = (low + high) / 2
        more = below(middle)
        if sum(more) <= count:
            low, found = middle, more
        else:
            high = middle
    waiting = [
        (host + placed * iops, at)
        for at, (host, placed) in enumerate(zip(hosts, found, strict=True))
    ]
    heapq.heapify(waiting)
    for _ in range(count - sum(found)):
        load, at = waiting[0]
        found[at] += 1
        heapq.heapreplace(waiting, (load + iops, at))
    return found
