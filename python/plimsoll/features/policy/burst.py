"""Bursts: how fast, and for how long, a rested volume exceeds its limit.

A burst of `rate for length` is a bucket of rate x length that refills at the limit, as in QEMU
(util/throttle.c), Ceph and described stacks. Since it refills while it drains, it lasts length / (1
- limit / rate). A burst holds when it has its rate, lasts between its length and that time, and is
followed by the limit. Before the test the volume rests until an empty bucket would be full: rate x
length / limit.

Bursts of writes are not tested; those of a limit on both are tested with reads.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Literal

from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.base.rules import LONGEST_INTERVAL_S, SHORTEST_INTERVAL_S
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.questions import LARGE_BLOCK, SMALL_BLOCK
from plimsoll.features.policy.rules import Figures, Rules
from plimsoll.features.policy.verdicts import Proven, Verdict
from plimsoll.judge.budgets import credits_last_s
from plimsoll.judge.rate import Slice, slices

if TYPE_CHECKING:
    from plimsoll.native.record import ProbeRequest, RunRecord
    from plimsoll.native.session import Session

TOLERANCE = 0.05
"""Share that a rate or a length may lie off."""
AT_REST_PER_S = 1.0
"""Load of a resting volume: negligible, but it keeps the clock running."""
REST_FACTOR = 1.05
EXTRA_REST_S = 1.0
"""Factor on the needed rest, with EXTRA_REST_S added."""
TAIL_SHARE = 0.3
MIN_TAIL_S = 3.0
"""The tail that is measured after the longest burst: a share of it, at least MIN_TAIL_S."""
INTERVALS = 100
ROLES = ("rest", "burst")
MIN_DEPTH = 32
MAX_DEPTH = 256
QUEUE_S = 0.02


@dataclass(frozen=True)
class Burst:
    """A burst in operations/s at a block size, with its limit and stated length."""

    unit: Literal["rate", "bytes"]
    block_bytes: int
    limit_per_s: float
    burst_per_s: float
    length_s: float

    @property
    def _bucket_size(self) -> float:
        """Operations that a full bucket holds."""
        return self.burst_per_s * self.length_s

    @property
    def longest_s(self) -> float:
        """Time until a bucket that refills at the limit is empty."""
        return credits_last_s(self._bucket_size, self.burst_per_s, self.limit_per_s)

    @property
    def rest_s(self) -> float:
        """Time to fill the bucket, with a margin."""
        return REST_FACTOR * self._bucket_size / self.limit_per_s + EXTRA_REST_S

    @property
    def measure_s(self) -> float:
        """Length of the Run: the longest burst and a tail."""
        return self.longest_s + max(TAIL_SHARE * self.longest_s, MIN_TAIL_S)

    @property
    def interval_s(self) -> float:
        """Interval of the Run."""
        return min(max(self.measure_s / INTERVALS, SHORTEST_INTERVAL_S), LONGEST_INTERVAL_S)

    @property
    def seconds(self) -> float:
        """Rest and Run together."""
        return self.rest_s + self.measure_s


@dataclass(frozen=True)
class BurstEvidence:
    """The verdict on a burst: a code in `words.PROVEN`, or a note if the burst holds."""

    verdict: Verdict
    kind: str
    figures: Figures
    seconds: float = 0.0


def bursts(rules: Rules) -> list[Burst]:
    """The bursts of a limit on reads and writes together, each at a block size where it binds."""
    found = []
    for unit, size, most in (
        ("rate", SMALL_BLOCK, rules.burst.ops_per_s),
        ("bytes", LARGE_BLOCK, rules.burst.bytes_per_s),
    ):
        if most is None:
            continue
        peak = most / (rules.units(size) if unit == "rate" else size)
        others = dataclasses.replace(
            rules,
            shared=dataclasses.replace(
                rules.shared, **{"ops_per_s" if unit == "rate" else "bytes_per_s": None}
            ),
        )
        limit = rules.rate_at(size, 100)
        # Where the other limit binds, this burst is invisible.
        if limit < peak <= others.rate_at(size, 100):
            found.append(Burst(unit, size, limit, peak, rules.burst_s))  # type: ignore[arg-type]
    return found


def seconds(rules: Rules) -> float:
    """Time to test all bursts of a volume."""
    return sum(burst.seconds for burst in bursts(rules))


def drive(session: Session, burst: Burst, seed: int) -> BurstEvidence:
    """Rests the volume and runs its burst, in a session whose workload is reads of its block
    size."""
    depth = round(min(MAX_DEPTH, max(MIN_DEPTH, burst.burst_per_s * QUEUE_S)))
    common: ProbeRequest = {
        "workers": 1,
        "warmup_for": "0s",
        "stop_when_decided": False,
        "seed": seed,
    }
    rest: ProbeRequest = {
        **common,
        "rate": AT_REST_PER_S,
        "arrivals": "constant",
        "measure_for": _span(burst.rest_s),
    }
    load: ProbeRequest = {
        **common,
        "queue_depth": depth,
        "measure_for": _span(burst.measure_s),
        "interval": _span(burst.interval_s),
    }
    try:
        session.run(rest, role=ROLES[0])
        record = session.run(load, role=ROLES[1])
    except Interruption:
        raise
    except PlimsollError as error:
        return BurstEvidence(
            "inconclusive", "burst_failed", _burst_figures(burst) | {"because": str(error)}
        )
    return dataclasses.replace(judge_burst(burst, record), seconds=burst.seconds)


def _span(value: float) -> str:
    return f"{round(value * 1e9)}ns"


def _burst_figures(burst: Burst) -> Figures:
    return {
        "burst_block_bytes": burst.block_bytes,
        "burst_limit_per_s": burst.limit_per_s,
        "burst_asked_per_s": burst.burst_per_s,
        "burst_asked_s": burst.length_s,
        "burst_longest_s": burst.longest_s,
        "burst_rest_s": burst.rest_s,
    }


def judge_burst(burst: Burst, record: RunRecord) -> BurstEvidence:
    """The verdict of the Run after the rest."""
    asked = _burst_figures(burst)
    if record["outcome"] not in ("ok", "not_steady"):
        because = str(record["because"])
        return BurstEvidence("inconclusive", "burst_failed", asked | {"because": because})
    return _judge_slices(burst, slices(record), asked)


def _judge_slices(burst: Burst, found: Sequence[Slice], asked: Figures) -> BurstEvidence:
    whole, after = _split_slices(burst, found)
    if not whole:
        return _judge_flat(burst, found, asked)
    # The median ignores the tenth of a second that may pass at once at the start.
    got = median(part.amount / part.seconds for part in whole)
    figures = asked | {"burst_got_per_s": got}
    if not after:
        lasted = sum(part.seconds for part in whole)
        return BurstEvidence("broken", "burst_endless", figures | {"burst_got_s": lasted})
    limit = _rate(after[1:]) if len(after) > 1 else _rate(after)
    lasted = sum(part.seconds for part in whole)
    edge = after[0]
    if len(after) > 1 and got > limit:
        # Share of the interval in which the burst ended.
        part = (edge.amount / edge.seconds - limit) / (got - limit)
        lasted += edge.seconds * min(max(part, 0.0), 1.0)
    figures |= {"burst_got_s": lasted, "burst_after_per_s": limit}
    slack = burst.interval_s
    if got > burst.burst_per_s * (1 + TOLERANCE):
        return BurstEvidence("broken", "burst_faster", figures)
    if got < burst.burst_per_s * (1 - TOLERANCE):
        return BurstEvidence("inconclusive", "burst_slower", figures)
    if lasted < burst.length_s * (1 - TOLERANCE) - slack:
        return BurstEvidence("broken", "burst_shorter", figures)
    if lasted > burst.longest_s * (1 + TOLERANCE) + slack:
        return BurstEvidence("broken", "burst_longer", figures)
    return BurstEvidence("kept", "burst_kept", figures)


def _split_slices(burst: Burst, found: Sequence[Slice]) -> tuple[list[Slice], list[Slice]]:
    """The intervals at burst rate, and those from the one in which the burst ends."""
    between = (burst.limit_per_s + burst.burst_per_s) / 2
    # A single slow interval may be a stall: require two.
    ends = (
        at
        for at in range(len(found))
        if all(later.amount / later.seconds < between for later in found[at : at + 2])
    )
    end = next(ends, None)
    if end is None:
        return list(found), []
    # The last interval of the burst may lie on either side of the middle.
    if end and _is_slower(found, end - 1):
        end -= 1
    return list(found[:end]), list(found[end:])


def _is_slower(found: Sequence[Slice], at: int) -> bool:
    usual = found[: max(at, 1)]
    return found[at].amount / found[at].seconds < (1 - TOLERANCE) * _rate(usual)


def _judge_flat(burst: Burst, found: Sequence[Slice], asked: Figures) -> BurstEvidence:
    """The verdict when no interval exceeds the middle between limit and burst."""
    if not found:
        return BurstEvidence(
            "inconclusive", "burst_failed", asked | {"because": message("nothing-completed")}
        )
    got = _rate(found)
    figures = asked | {"burst_got_per_s": got}
    if abs(got - burst.limit_per_s) <= TOLERANCE * burst.limit_per_s:
        return BurstEvidence("broken", "burst_missing", figures)
    return BurstEvidence("inconclusive", "burst_slower", figures | {"burst_got_s": 0.0})


def _rate(found: Sequence[Slice]) -> float:
    return sum(part.amount for part in found) / sum(part.seconds for part in found)


def add_burst_evidence(proven: Proven, shown: Sequence[BurstEvidence]) -> Proven:
    """Adds the evidence of bursts to a verdict on the limit. A limit that holds becomes broken or
    inconclusive with its burst."""
    notes = tuple(note for note in proven.notes if note != "burst_not_asked")
    endless = next((test for test in shown if test.kind == "burst_endless"), None)
    if endless is not None and proven.kind in ("not_enforced", "other_setting", "higher_cap"):
        # Both verdicts see the endless burst; this one names it.
        return Proven("broken", endless.kind, {**proven.figures, **endless.figures}, notes)
    for verdict in ("broken", "inconclusive"):
        for test in shown:
            if test.verdict == verdict and proven.verdict == "kept":
                return Proven(test.verdict, test.kind, {**proven.figures, **test.figures}, notes)
    confirmed = [test for test in shown if test.verdict == "kept"]
    if not confirmed or len(confirmed) < len(shown):
        return proven
    return dataclasses.replace(
        proven, figures={**proven.figures, **confirmed[0].figures}, notes=(*notes, "burst_kept")
    )
