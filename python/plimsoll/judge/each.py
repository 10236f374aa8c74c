"""Clients (VMs) or targets of a Run side by side: the best, the median and the worst, and how far
they lie apart. The one rule, for every page, form and verb.

The worst has the highest mean response time: in a closed loop it has the fewest IOPS, too, and at
an offered rate that all of them get it waits longest. Only clients of one kind are compared: a
database is to get more than a desktop.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.base import language, units
from plimsoll.base.rules import CLIENTS_TOLD_APART
from plimsoll.judge.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import Each, EachFigures

FULLY_SERVED = 0.995
"""Share of an offered rate from which on all of it counts as served: the rest was under way when
Measure ended."""


@dataclass(frozen=True)
class Spread:
    """Several of one kind, the best first."""

    of: str
    """client or target."""
    kind: str | None
    """The name of their table; none of targets."""
    ranked: Sequence[EachFigures]

    @property
    def best(self) -> EachFigures:
        """The lowest mean response time."""
        return self.ranked[0]

    @property
    def median(self) -> EachFigures:
        """The one in the middle; of two the worse."""
        return self.ranked[len(self.ranked) // 2]

    @property
    def worst(self) -> EachFigures:
        """The highest mean response time, or nothing completed at all."""
        return self.ranked[-1]

    @property
    def rates(self) -> tuple[float, float]:
        """The fewest and the most IOPS of one."""
        found = [row["achieved_rate_per_s"] for row in self.ranked]
        return min(found), max(found)

    @property
    def apart(self) -> float | None:
        """The most IOPS over the fewest: 1 is even. None where one got nothing."""
        least, most = self.rates
        return most / least if least > 0 else None

    @property
    def whose(self) -> str:
        """Their number and kind: `8 clients vm`, `2 targets`."""
        number = units.count(len(self.ranked))
        if self.kind is None:
            return message(f"members-{self.of}", number=number)
        return message(f"members-{self.of}-of-kind", number=number, kind=self.kind)

    @property
    def served_shares(self) -> tuple[float, float] | None:
        """The least and the largest part of its own operations that one completed in Measure; none
        of a closed load, which intends none."""
        if self.best["offered_rate_per_s"] is None:
            return None
        found = [min(1.0, row["completed"] / row["count"]) for row in self.ranked if row["count"]]
        return (min(found), max(found)) if found else None

    @property
    def words(self) -> str:
        """How far they lie apart, in a line. At an offered rate these are the served shares, since
        the rates themselves differ by chance."""
        offered = self.best["offered_rate_per_s"]
        names: tuple[Literal["mean", "p99"], ...] = ("mean", "p99")
        spans = [text for name in names if (text := self._from_to(name))]
        if offered is None or self.served_shares is None:
            parts = language.listing([self._rates, *spans])
            return message("spread", whose=self.whose, figures=parts)
        low, high = self.served_shares
        served = (
            message("spread-all-served")
            if low >= FULLY_SERVED
            else message("spread-served", low=units.share(low), high=units.share(high))
        )
        return message(
            "spread-offered",
            whose=self.whose,
            offered=units.rate(offered),
            figures=language.listing([served, *spans]),
        )

    @property
    def _rates(self) -> str:
        low, high = map(units.rate, self.rates)
        if low == high:
            return message("spread-rate", rate=low)
        if self.apart is None:
            return message("spread-rates", low=low, high=high)
        return message(
            "spread-rates-apart", low=low, high=high, factor=units.significant(self.apart, 3)
        )

    def _from_to(self, name: Literal["mean", "p99"]) -> str | None:
        found = [row["mean_ns"] if name == "mean" else row["p99_ns"] for row in self.ranked]
        known = [value for value in found if value is not None]
        if len(known) < len(found):
            return None
        more = "> " if any(name in row["at_least"] for row in self.ranked) else ""
        low, high = f"{more}{units.nanos(min(known))}", units.nanos(max(known))
        if low == f"{more}{high}":
            return message(f"latency-{name}", span=low)
        return message(f"latency-{name}-range", low=low, high=high)


def of(each: Each | None) -> list[Spread]:
    """The spreads by kind, in the order of the record (`each`); kinds with one member have none."""
    if not each:
        return []
    kinds: dict[str | None, list[EachFigures]] = {}
    for figures in each["figures"]:
        kinds.setdefault(figures["group"], []).append(figures)
    return [
        Spread(each["of"], kind, sorted(those, key=_mean))
        for kind, those in kinds.items()
        if len(those) > 1
    ]


def not_told_apart(record: Mapping[str, Any]) -> str | None:
    """The remark that a Run has too many clients for figures of each by default; else None."""
    groups = record["spec"]["clients"]
    clients = sum(group["clients"] for group in groups)
    if record["each"] or clients <= CLIENTS_TOLD_APART:
        return None
    return message("clients-not-apart", clients=units.count(clients))


def _mean(figures: EachFigures) -> float:
    return math.inf if figures["mean_ns"] is None else figures["mean_ns"]


def share(figures: EachFigures, spread: Spread) -> float | None:
    """The share of a member in the operations of all."""
    every = sum(other["achieved_rate_per_s"] for other in spread.ranked)
    return figures["achieved_rate_per_s"] / every if every > 0 else None


def cells(figures: EachFigures, spread: Spread) -> tuple[str, ...]:
    """A row with the figures of a member, under the names of `head`."""
    low = figures["at_least"]

    def span(name: str, value: float | None) -> str:
        return f"{'> ' if name in low and value is not None else ''}{units.nanos(value)}"

    offered = figures["offered_rate_per_s"]
    # Of an imported Run they may be unknown.
    moved: float | None = figures["bytes_per_s"]
    return (
        units.rate(figures["achieved_rate_per_s"]),
        *(() if offered is None else (units.rate(offered),)),
        units.share(share(figures, spread)),
        units.DASH if moved is None else units.bandwidth(moved),
        span("mean", figures["mean_ns"]),
        span("p99", figures["p99_ns"]),
        units.count(figures["count"]),
        units.count(_failure_count(figures)),
    )


def _failure_count(figures: EachFigures) -> int | None:
    """Failed and unfinished operations; None where an imported file has neither."""
    both: tuple[int | None, ...] = (figures["errors"], figures["unfinished"])
    known = [count for count in both if count is not None]
    return sum(known) if known else None


def head(spread: Spread) -> tuple[str, ...]:
    """The names of the cells."""
    offered = spread.best["offered_rate_per_s"] is not None
    return (
        "IOPS",
        *((message("column-offered"),) if offered else ()),
        message("column-share"),
        message("column-bytes"),
        message("column-mean"),
        "p99",
        message("column-count"),
        message("column-failed"),
    )


FOLDED = 8
"""Members that a table lists one by one; of more it has the best, the median and the worst."""


def table_rows(spread: Spread, at_most: int = FOLDED) -> list[tuple[str, EachFigures]]:
    """The rows of a table, each with its name: all members, or the best, the median and the
    worst."""
    if len(spread.ranked) <= at_most:
        return [(figures["name"], figures) for figures in spread.ranked]
    three = (("best", spread.best), ("median", spread.median), ("worst", spread.worst))
    return [(message(f"row-{row}", name=figures["name"]), figures) for row, figures in three]
