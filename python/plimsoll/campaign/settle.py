"""Waits between Points until the target is as it was before the first one.

The reference is the latency of small random reads at queue depth 1, measured five times before any
Point of a configuration. Before each later Point it is measured until it lies in the 95 %
prediction interval for a sixth measurement (t · s · sqrt(1 + 1/n), normal sample), or a limit
passes. At queue depth 1 nothing queues, so a longer latency comes from work that earlier Points
left behind: destaging, garbage collection, a refilled cache. Test time is on the Run's own clock.

Described stacks need no settling, since every Point's session has a fresh stack.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from plimsoll.search.ledger import probe_seed

if TYPE_CHECKING:
    from plimsoll.native.model import Probing
    from plimsoll.store.rows import SettleReference

PROBES = 5
"""Measurements of the reference."""
MEASURE_S = 1.0
"""Length of each measurement."""
WARMUP_S = 0.2
"""Warmup of each measurement."""
SETTLE_S = MEASURE_S + WARMUP_S
"""Test time of one measurement."""
LEAST_NOISE = 0.05
"""Smaller differences, as a share of the latency, count as none, however steady the target was."""
BLOCK_SIZE = "4k"
"""Size of each read."""


@dataclass(frozen=True)
class Reference:
    """The latency before the first Point: its mean in ns, and how far a single measurement may
    differ from it."""

    mean_ns: float
    noise_ns: float

    def within(self, latency_ns: float) -> bool:
        """Whether a measurement agrees with the reference."""
        return abs(latency_ns - self.mean_ns) <= self.noise_ns

    def to_json(self) -> SettleReference:
        """As stored."""
        return {"mean_ns": self.mean_ns, "noise_ns": self.noise_ns}

    @staticmethod
    def of(stored: SettleReference) -> Reference:
        """From its stored form."""
        return Reference(stored["mean_ns"], stored["noise_ns"])


@dataclass(frozen=True)
class SettleResult:
    """The result of settling: the last latency in ns, test time in s, and whether the target is as
    before."""

    latency_ns: float | None
    seconds: float
    within: bool


def seeds(point_seed: int) -> Iterator[int]:
    """The seeds of all measurements before a Point, each another one: the same addresses again
    might meet a warm cache."""
    return (probe_seed(point_seed, "settle", number) for number in itertools.count())


def reference(session: Probing, seeds: Iterator[int]) -> Reference | None:
    """Measures the reference; None when a measurement completed no operation."""
    probes = [_latency(session, next(seeds))[0] for _ in range(PROBES)]
    latencies = [latency for latency in probes if latency is not None]
    if len(latencies) < PROBES:
        return None
    from scipy.special import stdtrit

    mean = fmean(latencies)
    width = float(stdtrit(PROBES - 1, 0.975)) * stdev(latencies) * math.sqrt(1 + 1 / PROBES)
    return Reference(mean, max(width, LEAST_NOISE * mean))


def settle(
    session: Probing, before: Reference, limit_s: float, seeds: Iterator[int]
) -> SettleResult:
    """Measures until the latency is as before, or `limit_s` of test time have passed."""
    spent = 0.0
    while True:
        latency, seconds = _latency(session, next(seeds))
        spent += seconds
        if latency is not None and before.within(latency):
            return SettleResult(latency, spent, within=True)
        if spent >= limit_s:
            return SettleResult(latency, spent, within=False)


def _latency(session: Probing, seed: int) -> tuple[float | None, float]:
    """Mean completion latency in ns at queue depth 1, and the test time of measuring it in s."""
    record = session.probe(
        rate=None,
        queue_depth=1,
        workers=1,
        measure_for_s=MEASURE_S,
        warmup_for_s=WARMUP_S,
        objective=None,
        stop_when_decided=False,
        seed=seed,
        role="settle",
    )
    seconds = record["warmup_s"] + record["measure_s"] + record["drain_s"]
    return record["all"]["completion_latency_ns"]["mean"], max(seconds, SETTLE_S)
