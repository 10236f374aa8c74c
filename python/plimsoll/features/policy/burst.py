"""Bursts: how fast, and for how long, a volume that has rested goes beyond its limit.

A burst of `rate for length` is a bucket that holds rate x length and is refilled at the limit, as
QEMU (util/throttle.c), Ceph and described stacks have it. Refilled while it is spent it lasts for
length / (1 - limit / rate). So a burst holds when it has its rate, lasts for its length at least
and for that at most, and is followed by the limit. Before it is asked, the volume rests for as long
as an empty bucket takes to be full: rate x length / limit.

It does not ask for the bursts of writes; those of a limit for both are seen with reads.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Literal

from plimsoll.base.errors import Interrupted, PlimsollError
from plimsoll.base.rules import LONGEST_INTERVAL_S, SHORTEST_INTERVAL_S
from plimsoll.features.policy.questions import LARGE, SMALL
from plimsoll.features.policy.verdicts import Proven
from plimsoll.judge.rate import slices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.policy.rules import Figures, Rules
    from plimsoll.features.policy.verdicts import Verdict
    from plimsoll.judge.rate import Slice
    from plimsoll.native.model import ProbeRequest, RunRecord
    from plimsoll.native.session import Session

NEAR = 0.05
"""Share that a rate or a length may lie off."""
AT_REST_PER_S = 1.0
"""What a volume that rests is asked: hardly anything, and the clock goes on."""
REST, LEAST_REST_S = 1.05, 1.0
"""Times the rest that is needed, and this beside it."""
TAIL, LEAST_TAIL_S = 0.3, 3.0
"""Of the longest that the burst may last: what is measured after it."""
INTERVALS = 100
ROLES = ("rest", "burst")
LEAST_DEPTH, MOST_DEPTH = 32, 256
SECONDS_OF_QUEUE = 0.02


@dataclass(frozen=True)
class Burst:
    """A burst in operations/s at a block size, over its limit, and for how long it is said to
    last."""

    unit: Literal["rate", "bytes"]
    block_bytes: int
    limit_per_s: float
    burst_per_s: float
    length_s: float

    @property
    def longest_s(self) -> float:
        """How long the bucket lasts that is refilled while it is spent."""
        return self.length_s / (1 - self.limit_per_s / self.burst_per_s)

    @property
    def rest_s(self) -> float:
        """How long it takes to fill, and some time more."""
        filling = self.burst_per_s * self.length_s / self.limit_per_s
        return REST * filling + LEAST_REST_S

    @property
    def measure_s(self) -> float:
        """How long it is watched: to its end, and after it."""
        return self.longest_s + max(TAIL * self.longest_s, LEAST_TAIL_S)

    @property
    def interval_s(self) -> float:
        """Of its Run."""
        return min(max(self.measure_s / INTERVALS, SHORTEST_INTERVAL_S), LONGEST_INTERVAL_S)

    @property
    def seconds(self) -> float:
        """What proving it takes."""
        return self.rest_s + self.measure_s


@dataclass(frozen=True)
class Shown:
    """What was seen of a burst: a code in `words.PROVEN` (or of a note, where it is kept)."""

    verdict: Verdict
    kind: str
    figures: Figures
    seconds: float = 0.0


def bursts(rules: Rules) -> list[Burst]:
    """Those of a limit of reads and writes together, each at a block size at which it binds."""
    found = []
    for unit, size, most in (
        ("rate", SMALL, rules.burst.ops_per_s),
        ("bytes", LARGE, rules.burst.bytes_per_s),
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
        # Where the other limit binds, no burst of this one shows.
        if limit < peak <= others.rate_at(size, 100):
            found.append(Burst(unit, size, limit, peak, rules.burst_s))  # type: ignore[arg-type]
    return found


def seconds(rules: Rules) -> float:
    """What proving the bursts of a volume takes."""
    return sum(one.seconds for one in bursts(rules))


def drive(session: Session, burst: Burst, seed: int) -> Shown:
    """Rests, bursts and watches, in a session whose workload is reads of the burst's block."""
    depth = round(min(MOST_DEPTH, max(LEAST_DEPTH, burst.burst_per_s * SECONDS_OF_QUEUE)))
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
    except Interrupted:
        raise
    except PlimsollError as error:
        return Shown("inconclusive", "burst_failed", _asked(burst) | {"because": str(error)})
    return dataclasses.replace(judged(burst, record), seconds=burst.seconds)


def _span(value: float) -> str:
    return f"{round(value * 1e9)}ns"


def _asked(burst: Burst) -> Figures:
    return {
        "burst_block_bytes": burst.block_bytes,
        "burst_limit_per_s": burst.limit_per_s,
        "burst_asked_per_s": burst.burst_per_s,
        "burst_asked_s": burst.length_s,
        "burst_longest_s": burst.longest_s,
        "burst_rest_s": burst.rest_s,
    }


def judged(burst: Burst, record: RunRecord) -> Shown:
    """What the Run after the rest shows."""
    asked = _asked(burst)
    if record["outcome"] not in ("ok", "not_steady"):
        because = str(record["because"])
        return Shown("inconclusive", "burst_failed", asked | {"because": because})
    return _seen(burst, slices(record), asked)


def _seen(burst: Burst, found: Sequence[Slice], asked: Figures) -> Shown:
    whole, after = _parts(burst, found)
    if not whole:
        return _without(burst, found, asked)
    # What may pass at once at the start, a tenth of a second's, is not its rate.
    got = median(one.amount / one.seconds for one in whole)
    figures = asked | {"burst_got_per_s": got}
    if not after:
        lasted = sum(one.seconds for one in whole)
        return Shown("broken", "burst_endless", figures | {"burst_got_s": lasted})
    limit = _rate(after[1:]) if len(after) > 1 else _rate(after)
    lasted = sum(one.seconds for one in whole)
    edge = after[0]
    if len(after) > 1 and got > limit:
        # The interval in which it ended, by what passed in it.
        part = (edge.amount / edge.seconds - limit) / (got - limit)
        lasted += edge.seconds * min(max(part, 0.0), 1.0)
    figures |= {"burst_got_s": lasted, "burst_after_per_s": limit}
    slack = burst.interval_s
    if got > burst.burst_per_s * (1 + NEAR):
        return Shown("broken", "burst_faster", figures)
    if got < burst.burst_per_s * (1 - NEAR):
        return Shown("inconclusive", "burst_slower", figures)
    if lasted < burst.length_s * (1 - NEAR) - slack:
        return Shown("broken", "burst_shorter", figures)
    if lasted > burst.longest_s * (1 + NEAR) + slack:
        return Shown("broken", "burst_longer", figures)
    return Shown("kept", "burst_kept", figures)


def _parts(burst: Burst, found: Sequence[Slice]) -> tuple[list[Slice], list[Slice]]:
    """The intervals at the rate of the burst, and those from the one in which it ends."""
    between = (burst.limit_per_s + burst.burst_per_s) / 2
    # Two of them below it: one may be a stall.
    ends = (
        at
        for at in range(len(found))
        if all(later.amount / later.seconds < between for later in found[at : at + 2])
    )
    end = next(ends, None)
    if end is None:
        return list(found), []
    # What passed in the interval of the end may lie on either side of the middle.
    if end and _less_than_before(found, end - 1):
        end -= 1
    return list(found[:end]), list(found[end:])


def _less_than_before(found: Sequence[Slice], at: int) -> bool:
    usual = found[: max(at, 1)]
    return found[at].amount / found[at].seconds < (1 - NEAR) * _rate(usual)


def _without(burst: Burst, found: Sequence[Slice], asked: Figures) -> Shown:
    """Nothing above the middle between limit and burst."""
    if not found:
        return Shown("inconclusive", "burst_failed", asked | {"because": "nothing completed"})
    got = _rate(found)
    figures = asked | {"burst_got_per_s": got}
    if abs(got - burst.limit_per_s) <= NEAR * burst.limit_per_s:
        return Shown("broken", "burst_missing", figures)
    return Shown("inconclusive", "burst_slower", figures | {"burst_got_s": 0.0})


def _rate(of: Sequence[Slice]) -> float:
    return sum(one.amount for one in of) / sum(one.seconds for one in of)


def added(proven: Proven, shown: Sequence[Shown]) -> Proven:
    """A verdict on the limit with what was seen of its bursts: what is broken or open makes the
    whole so, where the limit itself holds."""
    notes = tuple(one for one in proven.notes if one != "burst_not_asked")
    endless = next((one for one in shown if one.kind == "burst_endless"), None)
    if endless is not None and proven.kind in ("not_enforced", "higher_cap"):
        # It is the same that both see, and this says what it is.
        return Proven("broken", endless.kind, {**proven.figures, **endless.figures}, notes)
    for verdict in ("broken", "inconclusive"):
        for one in shown:
            if one.verdict == verdict and proven.verdict == "kept":
                return Proven(one.verdict, one.kind, {**proven.figures, **one.figures}, notes)
    kept = [one for one in shown if one.verdict == "kept"]
    if not kept or len(kept) < len(shown):
        return proven
    return dataclasses.replace(
        proven, figures={**proven.figures, **kept[0].figures}, notes=(*notes, "burst_kept")
    )
