"""What providers sell: how many operations and bytes per second a volume of a type may do, what it
costs, and the smallest one that carries a need.

`offers.toml` has the rules and prices with their sources and dates; a file of the same form takes
its place. A rule gives what a volume may do (`Configuration`); nothing here knows a provider."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from plimsoll.base import reading
from plimsoll.base.closed_model import ClosedModel

UNITS = {"MiB/s": float(1 << 20), "MB/s": 1e6}
"""Bytes per second of the units in which providers count."""


class BySize(ClosedModel):
    """A figure that follows from the size."""

    base: float = Field(0, description="Of every volume.", ge=0)
    per_gib: float = Field(0, description="Added for each GiB.", ge=0)
    least: float = Field(0, description="At least this much.", ge=0)
    most: float = Field(description="At most this much.", gt=0)

    def of(self, size_gib: float) -> float:
        """The figure of a volume of this size."""
        return min(self.most, max(self.least, self.base + self.per_gib * size_gib))


class Purchase(ClosedModel):
    """A figure that is bought beside the size."""

    included: float = Field(0, description="Part of every volume, without a price.", ge=0)
    least: float = Field(0, description="The smallest that can be bought.", ge=0)
    most: float = Field(description="The most that can be bought.", gt=0)
    most_per_gib: float | None = Field(
        None, description="The most for each GiB; null: any size can have the most.", gt=0
    )
    least_per_gib: float = Field(0, description="The least for each GiB.", ge=0)
    most_per_iops: float | None = Field(
        None, description="Of throughput: the most for each operation per second.", gt=0
    )
    least_per_iops: float = Field(
        0, description="Of throughput: the least for each operation per second.", ge=0
    )
    per_iops: float | None = Field(
        None,
        description="Of throughput that comes with the operations and is not bought: of each.",
        gt=0,
    )

    def start(self, size_gib: float) -> float:
        """The least that a volume of this size can have."""
        return max(self.included, self.least, math.ceil(self.least_per_gib * size_gib))

    def limit(self, size_gib: float, iops: float | None = None) -> float:
        """The most of a volume of this size with so many operations."""
        most = self.most
        if self.most_per_gib is not None:
            most = min(most, self.most_per_gib * size_gib)
        if self.most_per_iops is not None and iops is not None:
            most = min(most, self.most_per_iops * iops)
        return max(most, self.included)


class Tier(ClosedModel):
    """A size that is sold as a whole."""

    name: str = Field(description="Its name.")
    size_gib: float = Field(description="In GiB.", gt=0)
    iops: float = Field(description="Operations per second.", gt=0)
    throughput: float = Field(description="In the unit of the offer.", gt=0)
    burst_iops: float | None = Field(None, description="From credits.", gt=0)
    burst_throughput: float | None = Field(None, description="From credits.", gt=0)
    on_demand_iops: float | None = Field(
        None, description="Where bursting on demand was bought, which is charged by use.", gt=0
    )
    on_demand_throughput: float | None = Field(None, description="The same of throughput.", gt=0)
    price: float | None = Field(None, description="Per month; null: unknown.", ge=0)


class PriceStep(ClosedModel):
    """A price up to a number of operations per second."""

    up_to: float | None = Field(None, description="Null: of all above.", gt=0)
    price: float = Field(description="Of each per month.", ge=0)


class Prices(ClosedModel):
    """Prices per month."""

    per_gib: float = Field(description="Of a GiB.", ge=0)
    per_iops: list[PriceStep] = Field(
        [], description="Of each operation per second above those that are included."
    )
    per_throughput: float = Field(0, description="Of each unit above those included.", ge=0)

    def of_iops(self, paid: float) -> float:
        """The price of so many operations per second."""
        total, below = 0.0, 0.0
        for step in self.per_iops:
            upper = paid if step.up_to is None else min(paid, step.up_to)
            total += max(0.0, upper - below) * step.price
            below = max(below, upper)
        return total


class Burst(ClosedModel):
    """What credits allow for a while."""

    from_gib: float = Field(0, description="Of volumes of at least this size.", ge=0)
    iops: float | None = Field(None, description="Operations per second.", gt=0)
    throughput: float | None = Field(None, description="In the unit of the offer.", gt=0)
    below_gib: float = Field(description="Of volumes below this size.", gt=0)


class DocumentedLatency(ClosedModel):
    """The time of an operation below the limits of a volume, as its provider documents it: no
    promise, and no percentile."""

    below_ms: float = Field(
        description="Milliseconds that it stays below: 1 of submillisecond, 10 of single-digit.",
        gt=0,
    )
    source: str = Field(description="Where it stands.")


class Offer(ClosedModel):
    """A type of volumes."""

    type: str = Field(description="Its name at the provider.")
    provider: str = Field(description="Who sells it.")
    level: int = Field(
        description="Offers of the same provider with a lower level are slower or less durable, and"
        " are never proposed in place of this one."
    )
    region: str | None = Field(None, description="Where the prices hold.")
    prices_as_of: str | None = Field(None, description="Date of the prices.")
    rules_as_of: str = Field(description="Date of the rules.")
    sources: list[str] = Field(description="Where they stand.")
    throughput_unit: Literal["MiB/s", "MB/s"] = Field(description="2^20 or 10^6 bytes per second.")
    least_gib: float = Field(1, description="The smallest volume.", gt=0)
    most_gib: float = Field(description="The largest volume.", gt=0)
    iops_by_size: BySize | None = Field(None, description="Where the size decides.")
    throughput_by_size: BySize | None = Field(None, description="Where the size decides.")
    iops: Purchase | None = Field(None, description="Where they are bought.")
    throughput: Purchase | None = Field(None, description="Where it is bought.")
    tier: list[Tier] = Field([], description="Where whole sizes are sold, the smallest first.")
    burst: list[Burst] = Field([], description="Where volumes earn credits.")
    prices: Prices | None = Field(None, description="Null: unknown.")
    latency: DocumentedLatency | None = Field(None, description="Null: no documented latency.")
    billed_sizes_gib: list[float] = Field(
        [],
        description="Where a size is billed as the next larger one of these, or above them as the"
        " next multiple of the largest.",
    )

    @model_validator(mode="after")
    def _one_rule(self) -> Offer:
        by_size = self.iops_by_size is not None and self.throughput_by_size is not None
        bought = self.iops is not None and self.throughput is not None
        if [by_size, bought, bool(self.tier)].count(True) != 1:
            raise ValueError(
                "an offer has either iops_by_size and throughput_by_size, or iops and throughput,"
                " or tier"
            )
        return self

    def keeps(self, latency_ms: float | None) -> bool:
        """Whether its documented latency keeps an objective. Without a documented one it keeps
        none."""
        if latency_ms is None:
            return True
        return self.latency is not None and self.latency.below_ms <= latency_ms

    @property
    def unit_bytes(self) -> float:
        """Bytes per second of its unit of throughput."""
        return UNITS[self.throughput_unit]

    def outside(
        self, size_gib: float, iops: float | None, throughput: float | None
    ) -> Outside | None:
        """The figure of a purchase that cannot be had, and the most that can; None for one that
        can be had."""
        if size_gib > self.most_gib:
            return Outside("size_gib", size_gib, self.most_gib)
        if self.iops is None or self.throughput is None:
            return None
        if iops is None and not self.iops.included:
            return Outside("iops", None, self.iops.limit(size_gib))
        bought = max(self.iops.start(size_gib), iops or 0.0)
        if bought > self.iops.limit(size_gib):
            return Outside("iops", iops, self.iops.limit(size_gib))
        if self.throughput.per_iops is not None:
            return None
        most = self.throughput.limit(size_gib, bought)
        if throughput is None and not self.throughput.included:
            return Outside("throughput", None, most)
        if throughput is not None and throughput > most:
            return Outside("throughput", throughput, most)
        return None

    def tier_of(self, size_gib: float) -> Tier | None:
        """The tier of this size; None where there are none."""
        return next((one for one in self.tier if one.size_gib >= size_gib), (*self.tier, None)[-1])

    def billed_gib(self, size_gib: float) -> float:
        """The size that is billed."""
        if not self.billed_sizes_gib:
            return size_gib
        largest = self.billed_sizes_gib[-1]
        above = math.ceil(size_gib / largest) * largest
        return next((one for one in self.billed_sizes_gib if one >= size_gib), above)

    def configuration(
        self,
        size_gib: float,
        iops: float | None,
        throughput: float | None,
        *,
        on_demand: bool = False,
    ) -> Configuration:
        """A volume of this type, with what was bought; None: what every volume has."""
        if (tier := self.tier_of(size_gib)) is not None:
            made = self._of_tier(tier)
            if not on_demand or tier.on_demand_throughput is None:
                return made
            # What its use costs is in no table.
            return made._replace(
                price=None,
                burst_iops=tier.on_demand_iops,
                burst_bytes_per_s=tier.on_demand_throughput * self.unit_bytes,
            )
        if self.iops_by_size is not None and self.throughput_by_size is not None:
            return self._of_size(size_gib)
        assert self.iops is not None, "checked"
        assert self.throughput is not None, "checked"
        # What is part of every volume need not be bought, and is there.
        operations = max(self.iops.start(size_gib), iops or 0.0)
        moved = max(self.throughput.start(size_gib), throughput or 0.0)
        return self._of_figures(size_gib, operations, moved)

    def smallest(self, size_gib: float, need: Need) -> Configuration | None:
        """The cheapest volume of this type and at least this size that carries a need; None where
        there is none."""
        size_gib = max(size_gib, self.least_gib)
        if size_gib > self.most_gib:
            return None
        throughput = need.bytes_per_s / self.unit_bytes
        if self.tier:
            fitting = (
                one
                for one in self.tier
                if one.size_gib >= size_gib
                and one.iops >= need.iops
                and one.throughput >= throughput
            )
            tier = next(fitting, None)
            return None if tier is None else self._of_tier(tier)
        if self.iops_by_size is not None and self.throughput_by_size is not None:
            return self._smallest_by_size(size_gib, need.iops, throughput)
        return self._smallest_purchase(size_gib, need.iops, throughput)

    def _smallest_by_size(
        self, size_gib: float, iops: float, throughput: float
    ) -> Configuration | None:
        for rule, wanted in ((self.iops_by_size, iops), (self.throughput_by_size, throughput)):
            assert rule is not None, "checked"
            if wanted > rule.most:
                return None
            if rule.of(size_gib) < wanted:
                if not rule.per_gib:
                    return None
                size_gib = max(size_gib, math.ceil((wanted - rule.base) / rule.per_gib))
        return self._of_size(size_gib) if size_gib <= self.most_gib else None

    def _smallest_purchase(
        self, size_gib: float, iops: float, throughput: float
    ) -> Configuration | None:
        assert self.iops is not None, "checked"
        assert self.throughput is not None, "checked"
        operations = max(self.iops.start(size_gib), math.ceil(iops))
        moved = max(self.throughput.start(size_gib), math.ceil(throughput))
        # Throughput may need operations that nobody makes.
        if (share := self.throughput.per_iops or self.throughput.most_per_iops) is not None and (
            moved > self.throughput.included
        ):
            operations = max(operations, math.ceil(moved / share))
        if (per_gib := self.iops.most_per_gib) is not None and operations > self.iops.included:
            size_gib = max(size_gib, math.ceil(operations / per_gib))
        moved = max(moved, math.ceil(self.throughput.least_per_iops * operations))
        fits = (
            operations <= self.iops.limit(size_gib)
            and moved <= self.throughput.limit(size_gib, operations)
            and size_gib <= self.most_gib
        )
        return self._of_figures(size_gib, operations, moved) if fits else None

    def _of_tier(self, tier: Tier) -> Configuration:
        burst = None if tier.burst_throughput is None else tier.burst_throughput * self.unit_bytes
        return Configuration(
            self.type,
            tier.name,
            tier.size_gib,
            tier.iops,
            tier.throughput * self.unit_bytes,
            tier.price,
            self.throughput_unit,
            tier.burst_iops,
            burst,
        )

    def _of_size(self, size_gib: float) -> Configuration:
        assert self.iops_by_size is not None, "checked"
        assert self.throughput_by_size is not None, "checked"
        iops = self.iops_by_size.of(size_gib)
        moved = self.throughput_by_size.of(size_gib) * self.unit_bytes
        price = None if self.prices is None else self.prices.per_gib * size_gib
        bursts = [one for one in self.burst if one.from_gib <= size_gib < one.below_gib]
        return Configuration(
            self.type,
            None,
            size_gib,
            iops,
            moved,
            price,
            self.throughput_unit,
            max((one.iops for one in bursts if one.iops), default=None),
            max(
                (one.throughput * self.unit_bytes for one in bursts if one.throughput), default=None
            ),
        )

    def _of_figures(self, size_gib: float, iops: float, throughput: float) -> Configuration:
        assert self.iops is not None, "checked"
        assert self.throughput is not None, "checked"
        if (share := self.throughput.per_iops) is not None:
            throughput = min(self.throughput.most, share * iops)
        price = None
        if self.prices is not None:
            price = (
                self.prices.per_gib * self.billed_gib(size_gib)
                + self.prices.of_iops(max(0.0, iops - self.iops.included))
                + self.prices.per_throughput * max(0.0, throughput - self.throughput.included)
            )
        return Configuration(
            self.type,
            None,
            size_gib,
            iops,
            throughput * self.unit_bytes,
            price,
            self.throughput_unit,
        )


class Offers(ClosedModel):
    """A table of offers."""

    currency: str = Field("USD", description="Of all prices.")
    offer: list[Offer] = Field(description="In the order in which they are proposed.")

    @model_validator(mode="after")
    def _distinct(self) -> Offers:
        names = [one.type for one in self.offer]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"two offers have the type {twice}")
        return self

    def of_type(self, name: str) -> Offer | None:
        """The offer of this type."""
        return next((one for one in self.offer if one.type.lower() == name.lower()), None)


class Outside(NamedTuple):
    """A figure that cannot be bought."""

    key: Literal["size_gib", "iops", "throughput"]
    given: float | None
    """None: it must be given, since no volume has it without a purchase."""
    most: float


class Need(NamedTuple):
    """What a volume must carry."""

    iops: float
    bytes_per_s: float


class Configuration(NamedTuple):
    """A volume as it can be bought, and what it may do."""

    type: str
    tier: str | None
    size_gib: float
    iops: float
    bytes_per_s: float
    price: float | None
    """Per month; None where the table has no price."""
    unit: str = "MiB/s"
    """In which its provider counts throughput."""
    burst_iops: float | None = None
    burst_bytes_per_s: float | None = None
    """What credits, or bursting on demand, allow for a while; None: no more than always."""

    @property
    def throughput(self) -> float:
        """Throughput in that unit."""
        return self.bytes_per_s / UNITS[self.unit]

    @property
    def most_iops(self) -> float:
        """The most operations per second at any time."""
        return max(self.iops, self.burst_iops or 0.0)

    @property
    def most_bytes_per_s(self) -> float:
        """The most bytes per second at any time."""
        return max(self.bytes_per_s, self.burst_bytes_per_s or 0.0)

    def carries(self, need: Need) -> bool:
        """Whether it carries the need at all times, without credits."""
        return self.iops >= need.iops and self.bytes_per_s >= need.bytes_per_s


@cache
def offers(path: Path | None = None) -> Offers:
    """The table of offers: of this file, or ours."""
    return reading.read(path or Path(__file__).with_name("offers.toml"), Offers)


def cheapest(
    table: Sequence[Offer], own: Offer, size_gib: float, need: Need, latency_ms: float | None = None
) -> Configuration | None:
    """The smallest volume that carries a need: the cheapest one of the provider whose level is not
    lower and whose documented latency keeps the objective. Where a price is unknown, one of the
    same type if there is one."""
    similar = [
        one
        for one in table
        if one.provider == own.provider and one.level >= own.level and one.keeps(latency_ms)
    ]
    found = [smallest for one in similar if (smallest := one.smallest(size_gib, need)) is not None]
    if not found:
        return None
    if any(one.price is None for one in found):
        return next((one for one in found if one.type == own.type), found[0])
    return min(found, key=_price)


def _price(configuration: Configuration) -> float:
    return configuration.price if configuration.price is not None else math.inf


def total(prices: Iterable[float | None]) -> float | None:
    """The sum; None where one is unknown."""
    every = list(prices)
    return None if None in every else sum(price for price in every if price is not None)
