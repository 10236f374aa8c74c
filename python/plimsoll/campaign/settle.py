"""Between Points: is the target as it was before the first one?

The latency of small random reads at queue depth 1 is measured five times before any Point of a
configuration runs. From then on, before each Point, it is measured until it is back within what a
sixth measurement would have shown (the prediction interval of a normal sample: t · s · sqrt(1 +
1/n), at 95 %), or a limit passes. At queue depth 1 nothing queues behind us, so what is longer than
before is work that earlier Points left behind: destaging, garbage collection, a cache that others
now fill. Test time is counted on the Run's own clock.

Described stacks are not settled: every Point opens a session of its own, and with it a fresh stack.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from plimsoll.search.ledger import probe_seed

if TYPE_CHECKING:
    from plimsoll.native.model import Probing
    from plimsoll.store.rows import SettleReference

PROBES = 5
"""How often the reference is measured."""
MEASURE_S = 1.0
"""Length of each measurement."""
WARMUP_S = 0.2
"""Load before it."""
SETTLE_S = MEASURE_S + WARMUP_S
"""Test time of one measurement."""
LEAST_NOISE = 0.05
"""A difference below this share of the latency is none, however still the target was at first."""
BLOCK_SIZE = "4k"
"""Bytes of each read."""


@dataclass(frozen=True)
class Reference:
    """The latency before any Point ran: its mean in ns, and how far a single measurement may lie
    from it."""

    mean_ns: float
    noise_ns: float

    def within(self, latency_ns: float) -> bool:
        """Whether a measurement is as it was before."""
        return abs(latency_ns - self.mean_ns) <= self.noise_ns

    def to_json(self) -> SettleReference:
        """As it is kept."""
        return {"mean_ns": self.mean_ns, "noise_ns": self.noise_ns}

    @staticmethod
    def of(kept: SettleReference) -> Reference:
        """From what was kept."""
        return Reference(kept["mean_ns"], kept["noise_ns"])


@dataclass(frozen=True)
class SettleResult:
    """How settling ended: the last latency in ns, what it took in s of test time, and whether it is
    as before."""

    latency_ns: float | None
    seconds: float
    within: bool


def reference(session: Probing, seed: int) -> Reference | None:
    """Measures the reference; none when a measurement saw no operation."""
    seen = [_latency(session, probe_seed(seed, "settle", number))[0] for number in range(PROBES)]
    known = [latency for latency in seen if latency is not None]
    if len(known) < PROBES:
        return None
    from scipy.special import stdtrit

    mean = fmean(known)
    wide = float(stdtrit(PROBES - 1, 0.975)) * stdev(known) * math.sqrt(1 + 1 / PROBES)
    return Reference(mean, max(wide, LEAST_NOISE * mean))


def settle(session: Probing, before: Reference, limit_s: float, seed: int) -> SettleResult:
    """Measures until the latency is as before, or so much test time has passed."""
    spent, number = 0.0, 0
    while True:
        latency, seconds = _latency(session, probe_seed(seed, "settle", number))
        spent, number = spent + seconds, number + 1
        if latency is not None and before.within(latency):
            return SettleResult(latency, spent, within=True)
        if spent >= limit_s:
            return SettleResult(latency, spent, within=False)


def _latency(session: Probing, seed: int) -> tuple[float | None, float]:
    """Mean completion latency in ns at queue depth 1, and the test time that it took in s."""
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
