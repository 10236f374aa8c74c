"""Which queue depth is best: what more outstanding I/O gives and what it costs, from closed loops
that differ in that alone.

The best depth is the smallest one that gives at least `WORTH` of the highest rate: beyond it IOPS
hardly rise, and response time goes on rising. Kleinrock's power, IOPS over mean response time, is
told beside it: where it is highest a further outstanding I/O costs more than it gives. Runs of the
same depth that differ say how far the ratio of two depths can be told; depths that lie within that
of the rule are named, not hidden.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from plimsoll import documents, units

if TYPE_CHECKING:
    from collections.abc import Sequence

WORTH = 0.95
"""Share of the highest rate that the best depth gives."""
SURE = 2.0
"""Standard errors that a ratio may be off."""


@dataclass(frozen=True)
class Rung:
    """One depth with the Runs at it. Rates of each Run; the other figures over all of them."""

    queue_depth: int
    rates: tuple[float, ...]
    bytes_per_s: float
    mean_ns: float | None
    p99_ns: float | None
    cpu_ns_per_io: float | None

    @property
    def rate(self) -> float:
        """IOPS: the mean of its Runs."""
        return statistics.fmean(self.rates)

    @property
    def spread(self) -> float | None:
        """Standard deviation of its Runs as a share of the rate; none of one."""
        if len(self.rates) < 2 or not self.rate:
            return None
        return statistics.stdev(self.rates) / self.rate

    @property
    def power(self) -> float | None:
        """IOPS per second of mean response time."""
        return None if not self.mean_ns else self.rate / (self.mean_ns / 1e9)


@dataclass(frozen=True)
class Best:
    """The answer, of rungs in order of depth."""

    rungs: Sequence[Rung]

    @cached_property
    def top(self) -> Rung:
        """The highest rate."""
        return max(self.rungs, key=lambda rung: rung.rate)

    @cached_property
    def noise(self) -> float | None:
        """How far Runs at the same depth lie apart: their standard deviation as a share of the
        rate, over all depths; none without repeats."""
        spreads = [spread**2 for rung in self.rungs if (spread := rung.spread) is not None]
        return math.sqrt(statistics.fmean(spreads)) if spreads else None

    def _error(self, one: Rung, other: Rung) -> float:
        """Standard error of the ratio of two depths, as a share. A depth that spreads wider than
        the others has its own."""
        return math.hypot(
            *(
                max(self.noise or 0.0, rung.spread or 0.0) / math.sqrt(len(rung.rates))
                for rung in (one, other)
            )
        )

    @cached_property
    def rung(self) -> Rung:
        """The smallest depth that gives `WORTH` of the highest rate."""
        return next(rung for rung in self.rungs if rung.rate >= WORTH * self.top.rate)

    @cached_property
    def reach(self) -> tuple[int, int]:
        """The smallest depth that may be the best, and the smallest that certainly gives enough, as
        far as noise tells; the deepest where none does."""

        def may(rung: Rung) -> bool:
            return rung.rate / self.top.rate >= WORTH - SURE * self._error(rung, self.top)

        def must(rung: Rung) -> bool:
            return all(
                rung.rate / other.rate >= WORTH + SURE * self._error(rung, other)
                for other in self.rungs
                if other is not rung
            )

        lowest = next((rung for rung in self.rungs if rung is self.rung or may(rung)), self.rung)
        deep = [rung for rung in self.rungs if rung.queue_depth >= self.rung.queue_depth]
        certain = next((rung for rung in deep if must(rung)), deep[-1])
        return lowest.queue_depth, certain.queue_depth

    @property
    def certain(self) -> bool:
        """Whether one depth alone fits the rule."""
        return self.reach[0] == self.reach[1]

    @property
    def rises(self) -> bool:
        """Whether only the deepest fits the rule: what lies beyond it may give more."""
        return self.rung is self.rungs[-1]

    @property
    def powerful(self) -> Rung | None:
        """Where Kleinrock's power is highest."""
        known = [rung for rung in self.rungs if rung.power is not None]
        return max(known, key=lambda rung: rung.power or 0.0, default=None)

    @property
    def share(self) -> float:
        """Of the highest rate."""
        return self.rung.rate / self.top.rate

    @property
    def latency_share(self) -> float | None:
        """Its mean response time over that at the highest rate."""
        if not self.rung.mean_ns or not self.top.mean_ns:
            return None
        return self.rung.mean_ns / self.top.mean_ns


def best(rungs: Sequence[Rung]) -> Best | None:
    """The answer; none where nothing was completed, or at one depth alone."""
    known = sorted(
        (rung for rung in rungs if rung.rates and rung.rate > 0), key=lambda rung: rung.queue_depth
    )
    return Best(known) if len(known) > 1 else None


def sentence(found: Best) -> str:
    """The answer in a sentence."""
    rung, top = found.rung, found.top
    if rung is top:
        what = "the highest rate"
    else:
        what = f"{units.share(found.share)} of the maximum"
        if found.latency_share is not None:
            what += f" at {units.share(found.latency_share)} of its latency"
    if found.certain:
        said = f"Best queue depth: {rung.queue_depth} ({what})"
    else:
        low, high = found.reach
        said = (
            f"Best queue depth: somewhere from {low} to {high}, most likely {rung.queue_depth}"
            f" ({what})"
        )
    if found.rises:
        said += f"; IOPS still rise at {found.rungs[-1].queue_depth}, the deepest that was run"
    return f"{said}."


def beside(found: Best) -> list[str]:
    """What to know beside it: the rule, the noise, the power."""
    said = [
        (
            f"Rule: the smallest queue depth that gives at least {units.share(WORTH)} of the"
            f" highest rate, {units.rate(found.top.rate)} IOPS at {found.top.queue_depth}."
        )
    ]
    if found.noise is None:
        said.append("One Run at each depth: how far Runs differ by chance is not known.")
    elif found.certain:
        said.append(f"Runs at the same depth agree to ±{units.share(found.noise)}.")
    else:
        said.append(
            f"Runs at the same depth differ by ±{units.share(found.noise)}, so these depths cannot"
            " be told apart: more --repeats, a longer --measure-for or a quieter machine would."
        )
    if (powerful := found.powerful) is not None:
        said.append(
            f"Most IOPS per latency (Kleinrock's power): at {powerful.queue_depth},"
            f" {units.rate(powerful.rate)} IOPS with mean {units.nanos(powerful.mean_ns)}."
        )
    return said


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class RungSaid(_Part):
    """One queue depth."""

    queue_depth: int = Field(description="Of each worker.")
    rate_per_s: float = Field(description="IOPS: the mean of its Runs.")
    rates_per_s: list[float] = Field(description="IOPS of each Run.")
    bytes_per_s: float = Field(description="Throughput.")
    mean_ns: float | None = Field(description="Mean response time.")
    p99_ns: float | None = Field(description="p99: the median of those of its Runs.")
    cpu_ns_per_io: float | None = Field(
        description="The generator's CPU time for an operation; null on the virtual clock."
    )
    of_maximum: float = Field(description="IOPS over the highest.")
    power: float | None = Field(description="IOPS per second of mean response time.")


class Depths(_Part):
    """Which queue depth is best."""

    schema_: str = Field("plimsoll.depth/1", alias="schema", description="plimsoll.depth/1")
    target: str = Field(description="What was measured.")
    workers: int = Field(description="Workers, each with that queue depth.")
    because: str = Field(description="The answer in a sentence.")
    best: int | None = Field(
        description="The smallest queue depth that gives `worth` of the maximum; null: none."
    )
    lowest: int | None = Field(description="The smallest that may be it, as far as noise tells.")
    highest: int | None = Field(description="The smallest that certainly gives enough.")
    worth: float = Field(description="Share of the maximum that counts as worth it.")
    maximum_at: int | None = Field(description="The queue depth with the highest rate.")
    still_rises: bool = Field(description="Whether IOPS still rise at the deepest.")
    power_at: int | None = Field(description="The queue depth with the most IOPS per latency.")
    noise: float | None = Field(
        description=(
            "Standard deviation of Runs at the same depth, as a share of IOPS; null without"
            " repeats."
        )
    )
    depths: list[RungSaid] = Field(description="In order of depth.")


def document(target: str, workers: int, rungs: Sequence[Rung]) -> Depths:
    """The answer as a document."""
    found = best(rungs)
    top = 0.0 if found is None else found.top.rate
    powerful = None if found is None else found.powerful
    return Depths(
        target=target,
        workers=workers,
        because="Nothing was completed." if found is None else sentence(found),
        best=None if found is None else found.rung.queue_depth,
        lowest=None if found is None else found.reach[0],
        highest=None if found is None else found.reach[1],
        worth=WORTH,
        maximum_at=None if found is None else found.top.queue_depth,
        still_rises=found is not None and found.rises,
        power_at=None if powerful is None else powerful.queue_depth,
        noise=None if found is None else found.noise,
        depths=[
            RungSaid(
                queue_depth=rung.queue_depth,
                rate_per_s=rung.rate,
                rates_per_s=list(rung.rates),
                bytes_per_s=rung.bytes_per_s,
                mean_ns=rung.mean_ns,
                p99_ns=rung.p99_ns,
                cpu_ns_per_io=rung.cpu_ns_per_io,
                of_maximum=rung.rate / top if top else 0.0,
                power=rung.power,
            )
            for rung in rungs
        ],
    )


def schema() -> documents.JsonSchema:
    """The JSON schema of the answer."""
    return documents.of_model(Depths, "plimsoll.depth/1")
