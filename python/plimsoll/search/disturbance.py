"""Whether the target stood still while it was searched: asked before anything is said of its line.

A disturbance reads as a property of the disk: a neighbour that writes for half a minute makes
every rate fail, and the search walks down until nothing is left. The order in time shows it. The
same light load was quick before and slow after; Runs at one rate contradict each other; rates pass
above many that fail. Where that is so there is no line, no bound and no limiter, only what was seen
(measurement.md, section 6; docs/decisions/0069).
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.search.ledger import FAIL, PASS
from plimsoll.search.storage_time import MOSTLY_DISTURBED, SAME_RATE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.search.ledger import Probe

MOVED = 3.0
"""A light load whose response times differ by more than this factor between Runs met another
target."""
NOTICEABLE = 0.1
"""Of the objective's bound: response times that stay below this share of it differ without
consequence."""
AROUND = 1.25
"""A line may move by so much from Run to Run: what contradicts it within that factor is the line's
own noise."""
LEAST_DISMISSED, SHARE_DISMISSED = 2, 0.25
"""So many Runs, and this share of those that are clear, have to be disbelieved by whoever takes the
target for one that stands still."""
REPEATS = 3
"""Runs at one light rate that are compared with each other."""


@dataclass(frozen=True)
class Change:
    """That the target, or this machine, did not stand still. Latencies in ns, times in s of the
    search's own Runs, rates in operations/s."""

    kind: Literal["reference_moved", "runs_contradict", "machine_disturbed"]
    rate_per_s: float | None = None
    low_ns: float | None = None
    high_ns: float | None = None
    low_at_s: float | None = None
    high_at_s: float | None = None
    dismissed: int = 0
    clear: int = 0
    disturbed_share: float | None = None


def found(probes: Sequence[Probe], bound_ns: float | None, top: float) -> Change | None:
    """The change that is best seen; none where target and machine stood still. `top`: the
    closed-loop maximum, `bound_ns`: that of the objective's latency, where it has one."""
    if (share := disturbed_share(probes)) > MOSTLY_DISTURBED:
        return Change("machine_disturbed", disturbed_share=share)
    return _moved(probes, bound_ns, top) or _contradicted(probes)


def disturbed_share(probes: Sequence[Probe]) -> float:
    """Share of all marked time in which this machine stood still."""
    samples = [probe.storage.sample for probe in probes if probe.storage]
    seconds = sum(sample.seconds for sample in samples)
    return sum(sample.disturbed_s for sample in samples) / seconds if seconds else 0.0


def started_s(probes: Sequence[Probe]) -> list[float]:
    """When each Run began, in seconds of the Runs before it."""
    at, starts = 0.0, []
    for probe in probes:
        starts.append(at)
        at += probe.seconds
    return starts


def _moved(probes: Sequence[Probe], bound_ns: float | None, top: float) -> Change | None:
    """The quickest and the slowest Run at one light rate, where they lie too far apart."""
    starts = started_s(probes)
    light = [
        (probe.rate, probe.storage.sample.level_ns, starts[probe.index])
        for probe in probes
        if probe.offered_rate_per_s is not None
        and probe.storage is not None
        and probe.storage.sample.level_ns is not None
        and probe.rate <= top / 2
    ]
    worst: Change | None = None
    for rate, _, _ in light:
        same = [
            (level, at)
            for other, level, at in light
            if level is not None and abs(other / rate - 1) <= SAME_RATE
        ]
        if len(same) < 2:
            continue
        (low, low_at), (high, high_at) = min(same), max(same)
        factor = high / low if low else 1.0
        noticeable = bound_ns is None or high >= NOTICEABLE * bound_ns
        known = None if worst is None or not worst.low_ns else (worst.high_ns or 0) / worst.low_ns
        if factor > MOVED and noticeable and (known is None or factor > known):
            worst = Change("reference_moved", rate, low, high, low_at, high_at)
    return worst


def _contradicted(probes: Sequence[Probe]) -> Change | None:
    """Passes above failures: how many Runs contradict the one line that the fewest do."""
    clear = [
        probe
        for probe in probes
        if probe.offered_rate_per_s is not None
        and probe.verdict in (PASS, FAIL)
        and probe.estimates
    ]
    if not clear:
        return None
    rates = sorted(probe.rate for probe in clear)
    dismissed = min(
        sum(
            (probe.verdict == FAIL and probe.rate * AROUND < line)
            or (probe.verdict == PASS and probe.rate > line * AROUND)
            for probe in clear
        )
        for line in [rates[0] / 2, *rates, rates[-1] * 2]
    )
    if dismissed < LEAST_DISMISSED or dismissed < SHARE_DISMISSED * len(clear):
        return None
    starts = started_s(probes)
    lowest = min((p for p in clear if p.verdict == FAIL), key=lambda p: p.rate)
    highest = max((p for p in clear if p.verdict == PASS), key=lambda p: p.rate)
    return Change(
        "runs_contradict",
        rate_per_s=highest.rate,
        low_ns=None,
        high_ns=None,
        low_at_s=starts[highest.index],
        high_at_s=starts[lowest.index],
        dismissed=dismissed,
        clear=len(clear),
    )


def level_of(probes: Sequence[Probe]) -> float | None:
    """The median of the light loads' response times, in ns."""
    levels = [
        probe.storage.sample.level_ns
        for probe in probes
        if probe.role == "reference" and probe.storage and probe.storage.sample.level_ns is not None
    ]
    return statistics.median(levels) if levels else None
