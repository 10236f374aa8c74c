"""The queue depth that is enough: gain and cost of more outstanding I/O, from closed loops that
differ in that alone.

The answer is the smallest depth that no other is shown to beat by more than `WORTH` allows: 95 % of
the highest rate is enough, and so is a rate that cannot be distinguished from that. The difference
of two depths has an interval from the spread of repeated Runs: Student's t of the pooled spread,
shared over all comparisons (Bonferroni), so that the answer holds for all depths together. Single
Runs have no spread, and give no reliable answer.

While the client limits the rate, nothing follows for the storage: a rung with twice the workers
shows it (`limiter.rules.of_ladder`). Kleinrock's power, IOPS over mean response time, is reported
as well: beyond its maximum further outstanding I/O costs more than it gives. `depth_words` has the
sentences, `depth_document` the JSON.
"""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass as pydantic_dataclass

from plimsoll.judge.limiter import rules
from plimsoll.judge.limiter.observations import RunFacts

WORTH = 0.95
"""Share of the highest rate that is enough."""
CONFIDENCE = 0.95
"""Confidence of all comparisons together."""
UNDECIDED_GAIN = 0.10
"""Possible gain of a deeper queue above which the answer is undecided."""

MIN_GAIN_REPORTED = 0.0005
"""Smallest gain that is reported: a smaller one would read 0.0 %."""
MIN_P99_RATIO = 1.05
"""Smallest ratio of p99 at the deepest queue that is reported."""

Grade = Literal["confirmed", "estimated", "bounded", "undecided"]
Doubt = Literal["missing", "client_bound", "still_rises", "one_run_each", "runs_differ"]
"""Reasons against the answer, the gravest first."""
ReasonKind = Literal[
    "too_few_depths",
    "still_rises",
    "runs_differ",
    "none_faster",
    "none_measurably_faster",
    "highest_rate",
    "share_of_highest",
]
"""The basis of the answer."""


@pydantic_dataclass(frozen=True, config={"extra": "forbid"})
class Reason:
    """What the answer rests on, as a code."""

    kind: Annotated[
        ReasonKind,
        Field(
            description=(
                "too_few_depths, still_rises, runs_differ: no answer. none_faster,"
                " none_measurably_faster, highest_rate, share_of_highest: why the depth is enough."
            )
        ),
    ]
    figures: Annotated[
        Mapping[str, float],
        Field(description="Queue depths, IOPS (`_per_s`), ns and shares 0 to 1, by name."),
    ] = field(default_factory=dict)


@dataclass(frozen=True)
class Rung:
    """One depth with its Runs. Rates of each Run; latencies of all Runs merged."""

    queue_depth: int
    rates: tuple[float, ...]
    bytes_per_s: float
    mean_ns: float | None
    p99_ns: float | None
    cpu_ns_per_io: float | None
    seen: tuple[RunFacts, ...] = ()
    """Facts on the limiter of each Run."""
    at_least: tuple[str, ...] = ()
    """Figures, `mean` or `p99`, that include unfinished operations."""

    @property
    def rate(self) -> float:
        """IOPS: the mean of its Runs."""
        return statistics.fmean(self.rates)

    @property
    def spread(self) -> float | None:
        """Standard deviation of its Runs as a share of the rate. None for a single Run."""
        if len(self.rates) < 2 or not self.rate:
            return None
        return statistics.stdev(self.rates) / self.rate

    @property
    def power(self) -> float | None:
        """IOPS per second of mean response time."""
        return None if not self.mean_ns else self.rate / (self.mean_ns / 1e9)


@pydantic_dataclass(frozen=True, config={"extra": "forbid"})
class LeftOut:
    """Runs at a depth that do not count: they say nothing about the target."""

    queue_depth: Annotated[int, Field(description="Of each worker.")]
    outcome: Annotated[str, Field(description="failed, generator_limited, not_steady.")]
    because: Annotated[str, Field(description="Why, as the first of them says.")]
    runs: Annotated[int, Field(description="How many.")]
    of: Annotated[int, Field(description="Of how many at this depth.")]

    @property
    def all_of_them(self) -> bool:
        """Whether the depth has no figures at all."""
        return self.runs == self.of


@dataclass(frozen=True)
class Best:
    """The answer, of rungs in order of depth."""

    rungs: Sequence[Rung]
    wide: Rung | None = None
    """The depth of the answer with twice the workers."""
    missing: tuple[LeftOut, ...] = ()
    """Depths without any Run that counts."""

    @cached_property
    def top(self) -> Rung:
        """The highest rate."""
        return max(self.rungs, key=lambda rung: rung.rate)

    @property
    def deepest(self) -> Rung:
        """The last."""
        return self.rungs[-1]

    @cached_property
    def noise(self) -> float | None:
        """Pooled standard deviation of Runs at the same depth as a share of the rate. None without
        repeats."""
        spreads = [
            (len(rung.rates) - 1, spread**2)
            for rung in self.rungs
            if (spread := rung.spread) is not None
        ]
        free = sum(n for n, _ in spreads)
        return math.sqrt(sum(n * square for n, square in spreads) / free) if free else None

    @cached_property
    def _quantile(self) -> float:
        """Half-width of a ratio's interval in standard errors."""
        # scipy.stats has the same, and takes a second to load.
        from scipy.special import stdtrit

        free = sum(len(rung.rates) - 1 for rung in self.rungs)
        return float(stdtrit(free, 1 - (1 - CONFIDENCE) / 2 / (len(self.rungs) - 1)))

    def _doubt(self, first: Rung, second: Rung) -> float:
        """Half-width of the interval of two depths' ratio, as a share. A depth with a wider spread
        has its own."""
        if not self.noise:
            return 0.0
        return self._quantile * math.hypot(
            *(
                max(self.noise, rung.spread or 0.0) / math.sqrt(len(rung.rates))
                for rung in (first, second)
            )
        )

    def gain(self, rung: Rung, other: Rung) -> tuple[float, float]:
        """Interval of the gain of `other` over `rung`, as a share."""
        ratio, doubt = other.rate / rung.rate, self._doubt(rung, other)
        return ratio * (1 - doubt) - 1, ratio * (1 + doubt) - 1

    def _gains(self, rung: Rung) -> list[tuple[float, float]]:
        return [self.gain(rung, other) for other in self.rungs if other is not rung]

    @cached_property
    def rung(self) -> Rung:
        """The smallest depth that may be enough, given the noise."""
        return next(
            rung
            for rung in self.rungs
            if all(low <= _WORTHWHILE_GAIN for low, _ in self._gains(rung))
        )

    @cached_property
    def sure(self) -> Rung | None:
        """The smallest depth that certainly is enough. None if there is none, or without
        repeats."""
        if self.noise is None:
            return None
        return next(
            (
                rung
                for rung in self.rungs
                if all(high <= _WORTHWHILE_GAIN for _, high in self._gains(rung))
            ),
            None,
        )

    @cached_property
    def may_gain(self) -> float | None:
        """The largest gain of another depth over the answer, as a share. None without repeats."""
        if self.noise is None:
            return None
        return max(0.0, *(high for _, high in self._gains(self.rung)))

    @property
    def faster(self) -> bool:
        """Whether any depth is measurably faster than the answer."""
        return self.noise is None or any(low > 0 for low, _ in self._gains(self.rung))

    @property
    def rises(self) -> bool:
        """Whether only the deepest fits the rule, so that a deeper one may give more."""
        return self.rung is self.deepest

    @cached_property
    def client(self) -> rules.Finding | None:
        """The finding that the client limited the rate, if there is one."""
        if self.rises:
            return None
        gain = None
        if self.wide is not None:
            best = max(self.top, self.rung, key=lambda rung: rung.rate)
            gain = self.wide.rate / best.rate * (1 - self._doubt(self.wide, best)) - 1
        wide = () if self.wide is None else self.wide.seen
        return rules.of_ladder(self.rung.seen, self.top.seen, wide, gain)

    @property
    def powerful(self) -> Rung | None:
        """The rung of the highest Kleinrock's power."""
        known = [rung for rung in self.rungs if rung.power is not None]
        return max(known, key=lambda rung: rung.power or 0.0, default=None)

    @property
    def share(self) -> float:
        """Its rate as a share of the highest."""
        return self.rung.rate / self.top.rate

    @property
    def p99_factor(self) -> float | None:
        """p99 of the deepest over that of the answer."""
        if self.rises or not self.rung.p99_ns or not self.deepest.p99_ns:
            return None
        if "p99" in self.rung.at_least:
            return None
        return self.deepest.p99_ns / self.rung.p99_ns

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """Reasons against the answer, the gravest first."""
        found: list[Doubt] = []
        if self.missing:
            found.append("missing")
        if self.client is not None:
            found.append("client_bound")
        if self.rises:
            found.append("still_rises")
        if self.may_gain is None:
            found.append("one_run_each")
        elif self.may_gain > UNDECIDED_GAIN and not self.rises:
            found.append("runs_differ")
        return tuple(found)

    @property
    def reason(self) -> Reason:
        """The basis of the answer."""
        rung, top = self.rung, self.top
        if self.rises:
            figures = {"queue_depth": rung.queue_depth, "rate_per_s": rung.rate}
            return Reason("still_rises", figures)
        highest = {"highest_rate_per_s": top.rate, "highest_at": top.queue_depth}
        if "runs_differ" in self.doubts:
            return Reason("runs_differ", highest)
        figures = {"queue_depth": rung.queue_depth}
        kind: ReasonKind
        if not self.faster:
            kind = "none_faster"
            if (gain := self.may_gain or 0.0) >= MIN_GAIN_REPORTED:
                kind = "none_measurably_faster"
                figures |= {"may_gain": gain, "confidence": CONFIDENCE}
        elif rung is top:
            kind = "highest_rate"
            figures |= highest
        else:
            kind = "share_of_highest"
            figures |= {"share": self.share, **highest}
        return Reason(kind, figures | self._p99())

    def _p99(self) -> dict[str, float]:
        """The figures of a p99 that is clearly lower than at the deepest."""
        factor, rung, deepest = self.p99_factor, self.rung, self.deepest
        if factor is None or factor <= MIN_P99_RATIO or not rung.p99_ns or not deepest.p99_ns:
            return {}
        return {
            "p99_factor": factor,
            "p99_ns": rung.p99_ns,
            "deepest": deepest.queue_depth,
            "deepest_p99_ns": deepest.p99_ns,
        }

    @property
    def grade(self) -> Grade:
        """The grade of the answer (measurement.md, section 6)."""
        if "client_bound" in self.doubts or "still_rises" in self.doubts:
            return "bounded"
        if self.doubts:
            # A depth without figures, Runs that differ, or no repeats.
            return "undecided"
        return "confirmed" if self.sure is self.rung else "estimated"


_WORTHWHILE_GAIN = 1 / WORTH - 1
"""Gain of another depth above which a depth is not enough."""


def best(
    rungs: Sequence[Rung], wide: Rung | None = None, left_out: Sequence[LeftOut] = ()
) -> Best | None:
    """The answer. None with fewer than two depths with completions."""
    known = sorted(
        (rung for rung in rungs if rung.rates and rung.rate > 0), key=lambda rung: rung.queue_depth
    )
    if len(known) < 2:
        return None
    have = {rung.queue_depth for rung in known}
    missing = tuple(entry for entry in left_out if entry.queue_depth not in have)
    return Best(known, wide, missing)
