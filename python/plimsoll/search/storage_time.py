"""The storage's own time in the Runs of a search, pooled: intervals and pauses
(decision 0008-stalls-and-pauses).

A single Run is weak evidence on a shared machine: slow operations come in bursts that fill a
quarter of a second now and then, and the storage stops once a minute. Both are rare beside the
length of a probe, so that each ruins the Run that it falls into. Here the unit of evidence is the
interval. Intervals in which this machine stood still are left out (the native side marks them by
the heartbeat, by steal and by waiting for a processor, without response times), and the others of
all Runs at about one rate are pooled. Pauses of the storage are counted apart, over all Runs,
because they hardly depend on the load; the other intervals are judged by the objective's budget
less the pauses' share.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plimsoll.native.record import Interval, RunRecord, StorageTime

SAME_RATE = 0.03
"""Rates that differ by no more than this, relatively, are about one."""
REACHES = (SAME_RATE, 0.15)
"""Relative distances within which a hold is judged with other Runs: a pass with those at higher
rates, a miss with those at lower ones, since what is met at a rate is met below it."""
LEAST_INTERVALS = 4
"""Undisturbed intervals from which bursts can be judged."""
STALLED_S = 0.001
"""Seconds of standstill in an interval from which on its lateness is this machine's own."""
MANY_PAUSES = 0.01
"""Significance level at which a Run has more pauses than the others: they come from its load, and
count as its misses."""
MOSTLY_DISTURBED = 0.5
"""Share of disturbed time from which on the rest is no evidence about the storage."""
CREDIBILITY = 0.95
"""Of the interval of a pooled share."""
LEVEL_PERCENTILES = ("p99", "p95", "p90", "p50")
"""The highest of these that every interval can show is compared between reference Runs."""


@dataclass(frozen=True)
class Counts:
    """What one objective saw in one interval: operations, and of those beyond its bound; the sum of
    its metric in ns."""

    judged: int
    exceeded: int
    sum_ns: int


@dataclass(frozen=True)
class Sample:
    """The undisturbed intervals of one Run outside of pauses, by objective in their order.

    Two views of each, because our own lateness may be the storage's doing: it held us up, or
    completed so much at once that it took us time. `whole` leaves late operations out only where
    the heartbeat saw this machine stand still: a pass is judged by it. `alone` leaves all of them
    out: a miss is judged by it.
    """

    whole: tuple[tuple[Counts, ...], ...]
    alone: tuple[tuple[Counts, ...], ...]
    seconds: float
    """Of Measure."""
    disturbed_s: float
    pauses: int
    paused_s: float
    longest_pause_s: float
    paused: tuple[Counts, ...]
    """In pauses, by objective."""
    levels_ns: tuple[float, ...] = ()
    """The response time of each: the highest of `LEVEL_PERCENTILES` that all of them can show, else
    the mean."""
    level: str | None = None
    """Which of these it is."""

    @property
    def level_ns(self) -> float | None:
        """The median of `levels_ns`; none where there are too few."""
        few = len(self.levels_ns) < LEAST_INTERVALS
        return None if few else statistics.median(self.levels_ns)

    def value(self, objective: int, *, share: bool, alone: bool = False) -> float | None:
        """The share of slow operations, or the mean in ns; none where nothing is left."""
        view = self.alone if alone else self.whole
        counts = view[objective] if objective < len(view) else ()
        judged = sum(count.judged for count in counts)
        if judged == 0:
            return None
        return sum(count.exceeded if share else count.sum_ns for count in counts) / judged

    @property
    def is_mostly_disturbed(self) -> bool:
        """Whether too little undisturbed time is left to be evidence about the storage."""
        return self.disturbed_s > MOSTLY_DISTURBED * self.seconds

    @property
    def undisturbed_s(self) -> float:
        """Seconds in which this machine did not stand still."""
        return self.seconds - self.disturbed_s


def sample(record: RunRecord) -> Sample | None:
    """The storage's own time of a Run; none where its intervals are not marked (a Run of several
    hosts, a closed loop, an imported one)."""
    measured = [interval for interval in record["intervals"] if interval["phase"] == "measure"]
    if not measured or not record["spec"]["storage_time"]:
        return None
    time = record["storage_time"]
    pauses = time["listed"] if time else []
    # The last one may have been cut short.
    longest = max(interval["length_s"] for interval in measured)
    usable = [
        interval
        for interval in measured
        if not interval["disturbed"]
        and interval["length_s"] > longest / 2
        and not any(
            pause["start_s"] < interval["start_s"] + interval["length_s"]
            and interval["start_s"] < pause["start_s"] + pause["recovered_s"]
            for pause in pauses
        )
    ]
    objectives = range(len(measured[0]["objectives"]))
    level, levels = _levels(usable)
    return Sample(
        whole=tuple(tuple(_whole(interval, at) for interval in usable) for at in objectives),
        alone=tuple(tuple(_alone(interval, at) for interval in usable) for at in objectives),
        seconds=sum(interval["length_s"] for interval in measured),
        disturbed_s=sum(i["length_s"] for i in measured if i["disturbed"]),
        pauses=time["pauses"] if time else 0,
        paused_s=time["paused_s"] if time else 0.0,
        longest_pause_s=max((pause["length_s"] for pause in pauses), default=0.0),
        paused=_pause_counts(time, len(objectives)),
        levels_ns=levels,
        level=level,
    )


def _whole(interval: Interval, at: int) -> Counts:
    if _is_stalled(interval):
        return _alone(interval, at)
    counts = interval["objectives"][at]
    return Counts(counts["judged"], counts["exceeded"], counts["sum_ns"])


def _alone(interval: Interval, at: int) -> Counts:
    counts = interval["objectives"][at]
    ours = counts["disturbed"]
    return Counts(
        counts["judged"] - ours["judged"],
        counts["exceeded"] - ours["exceeded"],
        max(0, counts["sum_ns"] - ours["sum_ns"]),
    )


def _is_stalled(interval: Interval) -> bool:
    """Whether the heartbeat, which never touches the target, saw this machine stand still."""
    stillness = interval["stillness"]
    return stillness is not None and (
        max(stillness["stood_still_share"], stillness["waited_share"]) * interval["length_s"]
        >= STALLED_S
    )


def _pause_counts(time: StorageTime | None, objectives: int) -> tuple[Counts, ...]:
    found = time["objectives"] if time else []
    if len(found) < objectives:
        return tuple(Counts(0, 0, 0) for _ in range(objectives))
    return tuple(
        Counts(part["pauses"]["judged"], part["pauses"]["exceeded"], part["pauses"]["sum_ns"])
        for part in found
    )


def _levels(intervals: Sequence[Interval]) -> tuple[str | None, tuple[float, ...]]:
    spans = [interval["response_time_ns"] for interval in intervals]
    for name in (*LEVEL_PERCENTILES, "mean"):
        seen = [value for span in spans if (value := dict(span).get(name)) is not None]
        if seen and len(seen) == len(spans):
            return name, tuple(float(str(value)) for value in seen)
    return None, ()


@dataclass(frozen=True)
class Pauses:
    """The pauses of the storage in all Runs of a search together."""

    count: int
    watched_s: float
    """Undisturbed seconds in which they could be seen."""
    paused_s: float
    """In them, until they were got over."""
    longest_s: float
    share: tuple[float, ...] = ()
    """Of all operations, by objective: in pauses and beyond its bound."""
    mean_ns: tuple[float, ...] = ()
    """What they add to the mean of its metric, by objective."""

    @property
    def time_share(self) -> float:
        """Share of the undisturbed time."""
        return self.paused_s / self.watched_s if self.watched_s > 0 else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of time, by the number of pauses seen (Poisson)."""
        from scipy.special import gammaincinv

        if self.count == 0:
            return 0.0, 0.0
        rest = (1 - CREDIBILITY) / 2
        low, high = gammaincinv(self.count, rest), gammaincinv(self.count + 1, 1 - rest)
        share = self.time_share / self.count
        return share * float(low), share * float(high)

    def share_of(self, objective: int) -> float:
        """Share of all operations that are in a pause and beyond the bound of this objective."""
        return self.share[objective] if objective < len(self.share) else 0.0

    def mean_of(self, objective: int) -> float:
        """What pauses add to the mean that this objective bounds, in ns."""
        return self.mean_ns[objective] if objective < len(self.mean_ns) else 0.0


def pooled_pauses(samples: Iterable[Sample]) -> Pauses:
    """The pauses of these Runs together."""
    found = list(samples)
    count = sum(run.pauses for run in found)
    if not found or count == 0:
        watched = sum(run.undisturbed_s for run in found)
        return Pauses(0, watched, 0.0, 0.0)
    objectives = max(len(run.whole) for run in found)
    return Pauses(
        count=count,
        watched_s=sum(run.undisturbed_s for run in found),
        paused_s=sum(run.paused_s for run in found),
        longest_s=max(run.longest_pause_s for run in found),
        share=tuple(_pooled_part(found, at, "exceeded") for at in range(objectives)),
        mean_ns=tuple(_pooled_part(found, at, "sum_ns") for at in range(objectives)),
    )


def _pooled_part(samples: Sequence[Sample], at: int, name: str) -> float:
    """Share of pauses in the operations of this objective: the mean over Runs, weighted by time.
    Runs at high rates have no more weight than others, since pauses come with time."""
    watched = sum(run.undisturbed_s for run in samples if at < len(run.whole))
    parts = 0.0
    for run in samples:
        if at >= len(run.whole) or at >= len(run.paused):
            continue
        inside = run.paused[at]
        operations = inside.judged + sum(counts.judged for counts in run.whole[at])
        if operations:
            parts += run.undisturbed_s * getattr(inside, name) / operations
    return parts / watched if watched > 0 else 0.0


def has_too_many(own: Sample, others: Pauses) -> bool:
    """Whether a Run has more pauses than Runs at lower rates make likely: they come from its load.
    One pause alone is never enough."""
    from scipy.special import pdtrc

    if own.pauses < 2 or own.undisturbed_s <= 0:
        return False
    expected = (others.count + 1) / max(others.watched_s, own.undisturbed_s) * own.undisturbed_s
    return bool(pdtrc(own.pauses - 1, expected) < MANY_PAUSES)


@dataclass(frozen=True)
class Bursts:
    """How large bursts of slow operations are: the share of an interval's operations that exceed
    the bound where any do, weighted by themselves. From all Runs together, since a single one sees
    few."""

    share: float

    @staticmethod
    def of(samples: Iterable[Sequence[Counts]], allowed: float) -> Bursts:
        """The bursts in these intervals."""
        shares = [
            (counts.exceeded / counts.judged, counts.exceeded)
            for run in samples
            for counts in run
            if counts.judged > 0 and counts.exceeded > 0
        ]
        weight = sum(exceeded for _, exceeded in shares)
        if weight == 0:
            # Without any burst one is assumed to be ten times what is allowed on average.
            return Bursts(min(1.0, 10 * allowed))
        # A prior burst of that size keeps a first small one from standing for all.
        prior = min(1.0, 10 * allowed)
        mean = sum(share * exceeded for share, exceeded in shares) / weight
        return Bursts((mean * len(shares) + prior) / (len(shares) + 1))


@dataclass(frozen=True)
class Share:
    """The distribution of a share of slow operations, a gamma distribution: the number of bursts is
    a Poisson count, and each has about one size."""

    value: float
    bursts: float
    """How many bursts of equal size the exceeding operations are worth."""
    size: float
    """Share of all operations that one of them makes up."""

    @property
    def low(self) -> float:
        """Lower bound at 95 %, one-sided."""
        from scipy.special import gammaincinv

        return 0.0 if self.bursts <= 0 else self.size * float(gammaincinv(self.bursts, 0.05))

    @property
    def high(self) -> float:
        """Upper bound at 95 %, one-sided."""
        from scipy.special import gammaincinv

        return min(1.0, self.size * float(gammaincinv(self.bursts + 1, 0.95)))

    def exceeds(self, allowed: float) -> float:
        """How likely it is that the share lies above this one."""
        from scipy.special import gammaincc

        if allowed <= 0:
            return 1.0
        return float(gammaincc(self.bursts + 0.5, allowed / self.size))


def share(counts: Sequence[Counts], bursts: Bursts) -> Share | None:
    """The share of slow operations in these intervals; none where they are too few."""
    operations = sum(count.judged for count in counts)
    if len(counts) < LEAST_INTERVALS or operations == 0:
        return None
    exceeded = sum(count.exceeded for count in counts)
    spells = _spells(counts)
    # Bursts smaller than usual count for less than one each.
    usual = bursts.share * operations / len(counts)
    own = sum(spell**2 for spell in spells) / exceeded if exceeded else usual
    size = max(own, 1.0) if exceeded >= 4 * usual else max(own, usual, 1.0)
    return Share(exceeded / operations, exceeded / size, size / operations)


def _spells(counts: Sequence[Counts]) -> list[int]:
    """Operations beyond the bound by spell: neighbouring intervals that have any belong to one."""
    spells: list[int] = []
    before = 0
    for count in counts:
        if count.exceeded and before:
            spells[-1] += count.exceeded
        elif count.exceeded:
            spells.append(count.exceeded)
        before = count.exceeded
    return spells


def mean_exceeds(counts: Sequence[Counts], bound_ns: float) -> float | None:
    """How likely it is that a mean lies above its bound, from the spread between intervals; none
    where they are too few."""
    operations = sum(count.judged for count in counts)
    if len(counts) < LEAST_INTERVALS or operations == 0:
        return None
    mean = sum(count.sum_ns for count in counts) / operations
    rests = [count.sum_ns - mean * count.judged for count in counts]
    spread = sum(rest**2 for rest in rests)
    # Neighbouring intervals are correlated: a burst reaches from one into the next.
    spread += 2 * max(0.0, sum(a * b for a, b in itertools.pairwise(rests)))
    error = math.sqrt(spread * len(counts) / (len(counts) - 1)) / operations
    if error <= 0:
        return 1.0 if mean > bound_ns else 0.0
    return 0.5 * (1 + math.erf((mean - bound_ns) / error / math.sqrt(2)))
