"""The limits of a search, and the precision and confidence of its answer.

The real clock costs seconds; on the virtual clock time is free and operations cost (about 3 million
of them a second). A length here is therefore seconds, or a number of operations that is converted
to seconds at the rate in question; the larger of the two applies, then the limit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

LEAST_S = 0.1
"""No Run is shorter: it is the shortest interval."""


PROBE_PERIODS = 46.0
"""Periods of a maximum in a probe, at most. One in ten may go beyond: at 95 % it takes 29 that all
keep the bound, 46 with one that does not (P(at most 1 of 46) = 4.8 %)."""
HOLD_PERIODS = 46.0
"""Periods of a maximum in a hold, likewise."""
HORIZON_HOLDS = 12
"""Holds of a requested horizon within the limit on test time: two where nothing happens, more past
a cliff."""
STAIRCASE_OPERATIONS = 20_000_000
"""Operations of a staircase on the virtual clock, about."""
DEMO_S = 69.0
"""Test time of a demo. Opening the target, filling its file and drawing the report take a few
seconds more."""
LONGEST_REFERENCE_S = 60.0
"""A target that gives fewer than a thousand operations in this time at a light load has no p99,
where seconds count."""


@dataclass(frozen=True)
class Budget:
    """Limits of a search. The defaults are those of a thorough search on the real clock: five to
    fifteen minutes."""

    precision: float = 0.05
    """Width of the interval, relative to its lower end, at which the search ends."""
    confidence: float = 0.95
    """Of every decision and every hold."""
    total_s: float | None = 600.0
    """Seconds of test time after which no new probe begins, holds set aside; None: no limit."""
    most_probes: int = 30
    """Probes between reference and holds."""
    most_holds: int = 16
    """Holds at both ends together, repetitions included."""
    most_workers: int = 4
    """Workers that the client may use."""
    most_open_workers: int = 4
    """Workers that an open load may use: with as many as cores they would delay each other."""
    allowed_workers: int | None = None
    """Workers that the target allows at most, each with a connection of its own; None: any
    number."""
    most_outstanding: int = 4096
    """Outstanding I/O over all workers in the closed loop."""
    closed_s: float = 1.0
    """Measure of a closed-loop probe."""
    closed_operations: int = 0
    """The same in operations."""
    reference_s: float = 5.0
    """Measure at a tenth of the maximum."""
    reference_operations: int = 2000
    """The same in operations: p99 needs a thousand."""
    least_probe_s: float = 2.0
    """Least seconds of a probe's limit: a host's hiccup of some milliseconds must not be 1 % of
    it."""
    probe_s: float | None = 20.0
    """Most seconds of Measure in a probe; none: no such limit."""
    probe_operations: int = 3_000_000
    """Most operations in a probe."""
    first_share: float = 0.125
    """What a probe may spend at first, as a share of its limits: little far from the line, more
    where it is undecided."""
    hold_s: float = 30.0
    """Measure of a hold, at least."""
    hold_operations: int = 0
    """The same in operations."""
    longest_hold_s: float | None = 60.0
    """Measure of a hold, at most: it is made longer where the probes showed that a decision takes
    longer."""
    longest_hold_operations: int = 6_000_000
    """The same in operations."""
    warmup_s: float = 0.5
    """Warm-up of every Run."""
    spare_s: float = 0.0
    """Seconds of a staircase that are kept for what the holds leave wide."""
    knee_probes: int = 2
    """Probes that are spent on the knee alone."""
    apart: float = 0.04
    """Distance of held ends from the middle of the belief, relatively, at least: short holds decide
    only farther away."""
    staircase: bool = False
    """Whether the line may move from Run to Run, as on a real machine that is shared:
    `staircase.py`."""
    period_probe_s: float = 0.0
    """Least seconds of a probe's limit for an objective with a period, whatever the other
    limits."""

    @staticmethod
    def thorough(*, workers: int = 4) -> Budget:
        """The real clock, with time to be sure."""
        return Budget(
            most_workers=workers, most_open_workers=max(1, workers - 1), staircase=True
        ).within(300.0)

    @staticmethod
    def demo(*, workers: int = 2) -> Budget:
        """The real clock, a good minute in all."""
        return Budget(
            most_workers=workers, most_open_workers=max(1, workers - 1), staircase=True
        ).within(DEMO_S)

    @staticmethod
    def virtual(*, workers: int = 4) -> Budget:
        """The virtual clock: lengths are numbers of operations, seconds are free."""
        return Budget(
            precision=0.04,
            total_s=None,
            most_probes=40,
            most_workers=workers,
            most_open_workers=workers,
            least_probe_s=LEAST_S,
            closed_s=LEAST_S,
            closed_operations=20_000,
            reference_s=LEAST_S,
            reference_operations=50_000,
            probe_s=None,
            probe_operations=4_000_000,
            first_share=0.03,
            hold_s=LEAST_S,
            hold_operations=300_000,
            longest_hold_s=None,
            longest_hold_operations=16_000_000,
            warmup_s=0.0,
            knee_probes=3,
        )

    @staticmethod
    def family(*, workers: int = 4) -> Budget:
        """The real clock, for one line of many: half a minute to a minute, holds of 6 to 14 s, and
        no probes for the knee."""
        return Budget(
            precision=0.06,
            total_s=60.0,
            most_probes=16,
            most_holds=8,
            most_workers=workers,
            most_open_workers=max(1, workers - 1),
            closed_s=0.5,
            reference_s=1.0,
            least_probe_s=1.0,
            probe_s=12.0,
            hold_s=6.0,
            longest_hold_s=14.0,
            warmup_s=0.2,
            knee_probes=0,
        )

    def within(self, total_s: float) -> Budget:
        """The same, spread over so many seconds of tests: a tenth for the maximum, half for probes,
        a third for holds.

        Where the line moves, two Runs of five seconds are better than one of ten: with more time
        there are more Runs, and each is only a little longer.
        """
        share = total_s / 60.0
        hold = min(max(min(6.0 * share, 6.5 * math.sqrt(share)), 4.0), 30.0)
        return replace(
            self,
            total_s=total_s,
            closed_s=min(max(0.5 * share, 0.3), 2.0),
            reference_s=min(max(2.0 * share, 1.0), 5.0),
            least_probe_s=min(1.5, total_s / 20),
            probe_s=min(max(min(2.2 * share, 2.4 * share**0.35), 1.5), 10.0),
            hold_s=hold,
            longest_hold_s=2 * hold,
            warmup_s=min(0.3 * share, 0.5),
            knee_probes=0,
            spare_s=0.12 * total_s,
            # Some 2.5 s for each: time ends a search, not this.
            most_probes=max(60, round(total_s / 2.5)),
            apart=min(max(0.08 / math.sqrt(share), 0.03), 0.1),
        )

    def staircase_of(self, maximum: float, spent_s: float) -> Budget:
        """The virtual clock, with a client that stands still: a staircase of about so many
        operations at this maximum, beside the seconds of tests that were spent before it."""
        total_s = min(max(STAIRCASE_OPERATIONS / maximum, 300.0), 3600.0)
        plain = replace(self._plain, staircase=True)
        return replace(plain.within(total_s), total_s=total_s + spent_s)

    def for_period(self, period_s: float | None) -> Budget:
        """The same, with probes and holds that see enough periods of a maximum; itself without
        one."""
        if period_s is None:
            return self
        probe, hold = PROBE_PERIODS * period_s, max(self.hold_s, HOLD_PERIODS * period_s)
        longest = None if self.longest_hold_s is None else max(self.longest_hold_s, hold)
        return replace(
            self,
            # A Run of so many periods is no vote among many.
            staircase=False,
            period_probe_s=probe,
            hold_s=hold,
            longest_hold_s=longest,
            total_s=None if self.total_s is None else self.total_s + 6 * probe + 2 * hold,
        )

    def with_horizon(self, horizon_s: float) -> Budget:
        """The same, with holds that last at least so long; the limit grows by the time of a few:
        past a cliff the ends move.

        Votes of short Runs do not apply to a long horizon, so the search is no staircase any more.
        """
        if self.staircase:
            return self._plain.with_horizon(horizon_s)
        hold = max(self.hold_s, horizon_s)
        longest = None if self.longest_hold_s is None else max(self.longest_hold_s, hold)
        total = (
            None if self.total_s is None else self.total_s + HORIZON_HOLDS * (hold - self.hold_s)
        )
        return replace(self, hold_s=hold, longest_hold_s=longest, total_s=total)

    def allowing(self, workers: int | None) -> Budget:
        """The same, with no more workers than the target allows."""
        if workers is None:
            return self
        return replace(
            self,
            allowed_workers=workers,
            most_workers=min(self.most_workers, workers),
            most_open_workers=min(self.most_open_workers, workers),
        )

    @property
    def _plain(self) -> Budget:
        """Defaults, with the workers of this one."""
        return Budget(
            most_workers=self.most_workers,
            most_open_workers=self.most_open_workers,
            allowed_workers=self.allowed_workers,
        )

    @property
    def holds_s(self) -> float:
        """Test time to be kept for a rest and one hold at each end."""
        return self.reference_s + 2.0 * self.hold_s + 3.0 * self.warmup_s

    def reference_length_s(self, rate: float) -> float:
        """Seconds of Measure at a light load of this rate."""
        wanted = self.reference_operations / rate
        if self.total_s is not None:
            wanted = min(wanted, LONGEST_REFERENCE_S)
        return max(self.reference_s, wanted)

    def probe_length_s(self, rate: float, share: float = 1.0) -> float:
        """Most seconds of Measure in a probe at this rate that may spend this share of the
        limits."""
        most = min(self.probe_operations / rate, self.probe_s or float("inf"))
        return max(min(self.least_probe_s, most), LEAST_S, share * most, self.period_probe_s)

    def hold_length_s(self, rate: float, operations: float) -> float:
        """Seconds of Measure in a hold at this rate that shall see so many operations, within the
        limits."""
        longest = min(self.longest_hold_operations / rate, self.longest_hold_s or float("inf"))
        wanted = max(operations, self.hold_operations) / rate
        return max(self.hold_s, min(wanted, longest))

    def expected_s(self) -> dict[str, float]:
        """Seconds of test time by stage, for a progress bar: maximum, reference, probe, hold."""
        closed = (9 if self.staircase else 12) * (self.closed_s + self.warmup_s)
        holds = self.holds_s
        reference = self.reference_s + self.warmup_s
        tries = self.most_probes if self.staircase else 8
        probes = tries * ((self.probe_s or LEAST_S) * 0.6 + self.warmup_s)
        if self.total_s is not None:
            probes = min(probes, max(0.0, self.total_s - closed - holds - reference))
        return {"maximum": closed, "reference": reference, "probe": probes, "hold": holds}
