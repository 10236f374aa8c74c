"""How much of what was bought a volume needs.

The need has two ends. The low end is the busiest interval with the headroom on top: nothing less
would do. The high end is what the busiest second can have been: at most what the volume let pass,
which is enough as it is. Where the smallest offer is the same at both ends it is the answer;
where it is not, a finer counter comes before any money."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plimsoll.features.counters import offers
from plimsoll.features.counters.load import NO_LIMITS, Limits, Load, load
from plimsoll.features.counters.series import Recording
from plimsoll.features.counters.volumes import Volume, of_name

Verdict = Literal[
    "right", "oversized", "tight", "short", "finer_first", "doubtful", "unknown", "latency_open"
]
"""right: the smallest that carries the need was bought. oversized: a smaller one carries whatever
can have hidden. tight: the headroom is not there. short: a limit held the volume, so that nobody
knows what it would take. finer_first: a smaller one may do. doubtful: the counters contradict each
other, or exceed what was bought. unknown: the type is in no table. latency_open: a latency is asked
for that no document of the type keeps, or that the counters exceed; the smallest offers are of
types whose documents keep it."""


@dataclass(frozen=True)
class VolumeAnswer:
    """A volume with its load, and what it needs."""

    load: Load
    volume: Volume | None
    verdict: Verdict | None
    """None where nothing is known of what was bought."""
    bought: offers.Configuration | None = None
    need_low: offers.Need | None = None
    need_high: offers.Need | None = None
    """None where it is unknown: a limit held the volume."""
    smallest_low: offers.Configuration | None = None
    smallest_high: offers.Configuration | None = None
    latency: offers.DocumentedLatency | None = None
    """Of the type that was bought."""

    @property
    def name(self) -> str:
        """As the counters call it."""
        return self.load.recording.volume

    @property
    def to_buy(self) -> offers.Configuration | None:
        """What is enough in any case; None where that is unknown."""
        if self.verdict in ("oversized", "tight"):
            return self.smallest_high
        if self.verdict not in ("right", "finer_first") or self.bought is None:
            return None
        # What carries it as it is may be had for less as another type.
        high = self.smallest_high
        return high if high is not None and is_smaller(high, self.bought) else self.bought

    @property
    def sure_saving(self) -> float:
        """Money per month that the smallest offer for the high end saves."""
        return _saving(self.bought, self.to_buy)

    @property
    def possible_saving(self) -> float:
        """The most that a finer counter can show to be too much, beyond the sure saving."""
        if self.verdict != "finer_first":
            return 0.0
        return max(0.0, _saving(self.bought, self.smallest_low) - self.sure_saving)


@dataclass(frozen=True)
class Answer:
    """All volumes, the most money first."""

    judged: tuple[VolumeAnswer, ...]
    currency: str
    headroom: float
    window_s: float
    without_counters: tuple[str, ...]
    """Volumes of the file of which no counters were read."""
    without_rates: tuple[str, ...]
    """Volumes of the counters with no interval that has both reads and writes."""
    idle: tuple[str, ...]
    """Volumes that did nothing and were not asked about."""
    sized: bool
    """Whether a file of volumes was given."""
    latency_ms: float | None = None
    """The latency that offers must document to stay below; None where none was asked for."""

    @property
    def finer_first(self) -> list[VolumeAnswer]:
        """Volumes that need a finer counter, the most money first."""
        open_ones = [one for one in self.judged if one.verdict == "finer_first"]
        return sorted(open_ones, key=lambda one: -one.possible_saving)

    @property
    def price(self) -> float | None:
        """Money per month of all that was bought; None where a price is unknown."""
        return offers.total(
            None if one.bought is None else one.bought.price
            for one in self.judged
            if one.volume is not None
        )

    @property
    def sure_saving(self) -> float:
        """Money per month that is saved whatever the intervals hide."""
        return sum(one.sure_saving for one in self.judged)

    @property
    def possible_saving(self) -> float:
        """Money per month that finer counters can add to it, at most."""
        return sum(one.possible_saving for one in self.judged)

    def count(self, *verdicts: Verdict) -> int:
        """How many volumes have one of these verdicts."""
        return sum(one.verdict in verdicts for one in self.judged)

    @property
    def at_limit(self) -> list[VolumeAnswer]:
        """Volumes that a limit held."""
        return [one for one in self.judged if one.load.standing == "held"]


def answer(
    recordings: Sequence[Recording],
    volumes: Sequence[Volume] | None,
    table: offers.Offers,
    *,
    headroom: float,
    window_s: float,
    latency_ms: float | None = None,
) -> Answer:
    """The answer for all recordings. `latency_ms`: offers are those that document to stay below."""
    known = list(volumes or ())
    with_rates = [one for one in recordings if one.intervals]
    judged, idle = [], []
    matched: set[str] = set()
    for recording in with_rates:
        volume = of_name(known, recording.volume)
        if volume is not None:
            matched.add(volume.id)
        elif not any(one.rate_per_s for one in recording.intervals):
            idle.append(recording.volume)
            continue
        judged.append(_volume_answer(recording, volume, table, headroom, window_s, latency_ms))
    judged.sort(key=lambda one: (-one.sure_saving - one.possible_saving, one.name))
    return Answer(
        tuple(judged),
        table.currency,
        headroom,
        window_s,
        tuple(one.id for one in known if one.id not in matched),
        tuple(one.volume for one in recordings if not one.intervals),
        tuple(idle),
        volumes is not None,
        latency_ms,
    )


def _volume_answer(
    recording: Recording,
    volume: Volume | None,
    table: offers.Offers,
    headroom: float,
    window_s: float,
    latency_ms: float | None,
) -> VolumeAnswer:
    offer = None if volume is None else table.of_type(volume.type)
    if volume is None or offer is None:
        found = load(recording, NO_LIMITS, window_s)
        return VolumeAnswer(found, volume, None if volume is None else "unknown")
    bought = offer.configuration(
        volume.size_gib, volume.iops, volume.throughput, on_demand=volume.bursting == "on_demand"
    )
    found = load(recording, _limits(bought, volume, offer), window_s)
    return _need(found, volume, bought, offer, table.offer, headroom, latency_ms)


def _limits(bought: offers.Configuration, volume: Volume, offer: offers.Offer) -> Limits:
    machine = volume.instance_throughput
    return Limits(
        bought.iops,
        bought.bytes_per_s,
        bought.most_iops,
        bought.most_bytes_per_s,
        volume.instance_iops,
        None if machine is None else machine * offer.unit_bytes,
    )


def _need(
    found: Load,
    volume: Volume,
    bought: offers.Configuration,
    offer: offers.Offer,
    table: Sequence[offers.Offer],
    headroom: float,
    latency_ms: float | None,
) -> VolumeAnswer:
    kept_free = 1 - headroom
    moved = found.burst_bytes
    # Without bytes in the counters nobody knows that less throughput would do.
    low = offers.Need(
        found.burst_rate.low / kept_free,
        bought.bytes_per_s if moved is None else moved.low / kept_free,
    )
    smallest_low = offers.cheapest(table, offer, volume.size_gib, low, latency_ms)
    if found.contradiction is not None or found.above:
        return VolumeAnswer(found, volume, "doubtful", bought)
    if found.standing == "held":
        return VolumeAnswer(found, volume, "short", bought, low, None, smallest_low)
    # What passed was let pass, so that more than was bought is only needed for the headroom over
    # the mean.
    most = offers.Need(bought.most_iops, bought.most_bytes_per_s)
    high = offers.Need(
        max(low.iops, min(found.burst_rate.high / kept_free, most.iops)),
        max(
            low.bytes_per_s,
            most.bytes_per_s if moved is None else min(moved.high / kept_free, most.bytes_per_s),
        ),
    )
    smallest_high = offers.cheapest(table, offer, volume.size_gib, high, latency_ms)
    verdict = _verdict(bought, low, smallest_low, smallest_high)
    if not _keeps(found, offer, latency_ms):
        verdict = "latency_open"
    return VolumeAnswer(
        found, volume, verdict, bought, low, high, smallest_low, smallest_high, offer.latency
    )


def _keeps(found: Load, offer: offers.Offer, latency_ms: float | None) -> bool:
    """Whether the documents of the type keep the latency, and the counters do not deny it."""
    counted = found.latency_ns
    above = latency_ms is not None and counted is not None and counted > latency_ms * 1e6
    return offer.keeps(latency_ms) and not above


def _verdict(
    bought: offers.Configuration,
    low: offers.Need,
    smallest_low: offers.Configuration | None,
    smallest_high: offers.Configuration | None,
) -> Verdict:
    # Credits may carry more than the base rate for now; headroom is for always.
    if not bought.carries(low):
        return "tight"
    if smallest_low is not None and smallest_high != smallest_low:
        return "finer_first" if is_smaller(smallest_low, bought) else "right"
    return (
        "oversized" if smallest_high is not None and is_smaller(smallest_high, bought) else "right"
    )


def is_smaller(one: offers.Configuration, other: offers.Configuration) -> bool:
    """Whether an offer is cheaper than another; without prices, whether less of it is bought."""
    if one.price is not None and other.price is not None:
        return one.price < other.price - 0.005
    less = (
        (one.size_gib, one.iops, one.bytes_per_s),
        (
            other.size_gib,
            other.iops,
            other.bytes_per_s,
        ),
    )
    return less[0] != less[1] and all(a <= b for a, b in zip(*less, strict=True))


def _saving(before: offers.Configuration | None, after: offers.Configuration | None) -> float:
    if before is None or after is None or before.price is None or after.price is None:
        return 0.0
    return max(0.0, before.price - after.price)
