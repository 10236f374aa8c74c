"""Whether target and machine stayed the same during a search; checked before a line is reported.

A disturbance looks like a property of the disk: a neighbour that writes for half a minute makes
every rate fail, and the search walks down until nothing is left. The order in time shows it. The
same light load was quick before and slow after; Runs at one rate contradict each other; rates pass
above many that fail. Then there is no line, no bound and no limiter, only the observation
(measurement.md, section 6; decision 0008-stalls-and-pauses).
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plimsoll.search.belief import vote
from plimsoll.search.ledger import Probe
from plimsoll.search.storage_time import MOSTLY_DISTURBED, SAME_RATE

REFERENCE_RATIO = 3.0
"""A light load whose response times differ by more than this factor between stretches of time met
another target."""
HIGHEST_LIGHT_SHARE = 0.25
"""A rate up to this share of the maximum is light. From half on a line is near on many a machine,
where the response times of two Runs differ by themselves."""
LEAST_STRETCH = 8
"""Undisturbed intervals of a stretch: of four, two hiccups of some milliseconds are the median,
and a machine has those all the time."""
NOTICEABLE_SHARE = 0.3
"""Response times below this share of the objective's bound differ without consequence. A chosen
bound lies as far above the light load."""
LINE_NOISE_RATIO = 1.25
"""A line may move by this factor from Run to Run: contradictions within it are the line's noise."""
MIN_CONTRADICTIONS = 1.5
"""Runs that contradict every possible line, at least; each counts as far as it is clear."""
MIN_CONTRADICTION_SHARE = 0.15
"""The same as a share of all Runs that take a side."""
MIN_CLEARNESS = 0.25
"""A vote this far from even takes a side."""


@dataclass(frozen=True)
class Change:
    """A change of the target or of this machine during a search. Latencies in ns, times in s of the
    search's own Runs, rates in operations/s."""

    kind: Literal["reference_moved", "runs_contradict", "machine_disturbed"]
    rate_per_s: float | None = None
    earlier_ns: float | None = None
    later_ns: float | None = None
    earlier_at_s: float | None = None
    later_at_s: float | None = None
    dismissed: int = 0
    """Runs that contradict the best possible line."""
    clear: int = 0
    """Runs that take a side."""
    disturbed_share: float | None = None


def find_change(probes: Sequence[Probe], bound_ns: float | None, top: float) -> Change | None:
    """The clearest change; None where there was none. `top`: the closed-loop maximum, `bound_ns`:
    the objective's bound on latency, where it has one."""
    if (share := disturbed_share(probes)) > MOSTLY_DISTURBED:
        return Change("machine_disturbed", disturbed_share=share)
    return _reference_change(probes, bound_ns, top) or _contradiction(probes)


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


@dataclass(frozen=True)
class _Stretch:
    """Runs at about one light rate that followed each other."""

    rate: float
    level_ns: float
    at_s: float


def _reference_change(probes: Sequence[Probe], bound_ns: float | None, top: float) -> Change | None:
    """The quickest and the slowest stretch at one light rate, where they lie too far apart."""
    light = _stretches(probes, HIGHEST_LIGHT_SHARE * top)
    worst, factor = None, REFERENCE_RATIO
    for stretch in light:
        same = [other for other in light if _is_same(other.rate, stretch.rate)]
        low, high = min(same, key=lambda s: s.level_ns), max(same, key=lambda s: s.level_ns)
        noticeable = bound_ns is None or high.level_ns >= NOTICEABLE_SHARE * bound_ns
        if noticeable and high.level_ns > factor * low.level_ns:
            earlier, later = sorted((low, high), key=lambda s: s.at_s)
            worst = Change(
                "reference_moved",
                stretch.rate,
                earlier.level_ns,
                later.level_ns,
                earlier.at_s,
                later.at_s,
            )
            factor = high.level_ns / low.level_ns
    return worst


def _stretches(probes: Sequence[Probe], most: float) -> list[_Stretch]:
    """Runs that follow each other are taken together until they have `LEAST_STRETCH` intervals."""
    stretches: list[_Stretch] = []
    starts = started_s(probes)
    levels: list[float] = []
    kind, at_s = (0.0, ""), 0.0
    for probe in probes:
        sample = None if probe.storage is None else probe.storage.sample
        if probe.offered_rate_per_s is None or sample is None or probe.rate > most:
            levels = []
            continue
        if not (levels and _is_same(kind[0], probe.rate) and kind[1] == sample.level):
            levels, kind, at_s = [], (probe.rate, sample.level or ""), starts[probe.index]
        levels += sample.levels_ns
        if len(levels) >= LEAST_STRETCH:
            stretches.append(_Stretch(kind[0], statistics.median_low(levels), at_s))
            levels = []
    return stretches


def _is_same(rate: float, other: float) -> bool:
    return abs(rate / other - 1) <= SAME_RATE


def _contradiction(probes: Sequence[Probe]) -> Change | None:
    """Passes above failures, where too many Runs contradict every possible line."""
    sides = [
        (probe, missed > 0.5, 2 * abs(missed - 0.5))
        for probe in probes
        if probe.offered_rate_per_s is not None
        and (missed := vote(probe)) is not None
        and abs(missed - 0.5) >= MIN_CLEARNESS
    ]
    if not sides:
        return None
    rates = sorted(probe.rate for probe, _, _ in sides)

    def against(line: float) -> list[float]:
        """How clear each Run is that contradicts this line."""
        return [
            clear
            for probe, missed, clear in sides
            if (missed and probe.rate * LINE_NOISE_RATIO < line)
            or (not missed and probe.rate > line * LINE_NOISE_RATIO)
        ]

    fewest = min((against(line) for line in [rates[0] / 2, *rates, rates[-1] * 2]), key=sum)
    every = sum(clear for _, _, clear in sides)
    if sum(fewest) < MIN_CONTRADICTIONS or sum(fewest) < MIN_CONTRADICTION_SHARE * every:
        return None
    highest = max(probe.rate for probe, missed, _ in sides if not missed)
    return Change("runs_contradict", rate_per_s=highest, dismissed=len(fewest), clear=len(sides))
