"""The grade of an answer: confirmed (both ends were held), estimated (from all Runs together), or
bounded (at least, or at most). Every answer has one of the three.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.base.rates import round_rate
from plimsoll.search.belief import Belief, vote
from plimsoll.search.ledger import FAIL, PASS, Probe
from plimsoll.search.placement import CONFIDENCE, Grade, is_placed

if TYPE_CHECKING:
    from plimsoll.search.holds import Ends

MAXIMUM_ERROR = 0.03
"""Error of a closed-loop maximum: its climb takes a smaller rise for none."""
MAX_HOLD_GAP = 0.15
"""A held end replaces the believed one where it lies at most this much farther out."""
END_TOLERANCE = 0.01
"""A held end stands while the belief reaches no farther beyond it than this."""
NEAR_MAXIMUM = 0.05
"""A rate that was met this near to the maximum leaves no room for a line above it."""
CLEAR_VOTE = 0.05
"""A vote this near to met, or to missed, is clear."""
PLANNED_MISS = 0.05
"""Share of Runs that may miss the objective at the rate to plan with: at times a line that moves
lies below its own middle."""
FAILED_HOLD_MARGIN = 0.01
"""The lower end lies at least this far below a hold that failed."""
MAX_PLAN_GAP = 0.25
"""The rate to plan with lies at most this far below the low end of the line."""
SAME_RATE = 1e-6
"""Rates that differ by no more than this, relatively, are one."""
LEANING = 0.55
"""Votes above this count as missed, votes below the rest as met."""
ANYWHERE_RATIO = 5.0
"""From this ratio of the ends of an interval on no limiter is named."""
FAR_BELOW_SHARE = 0.1
"""Below this share of the maximum full servers do not explain a line."""


@dataclass(frozen=True)
class GradedLine:
    """A line and its interval, with their grade; rates in operations/s. A bounded one has one end,
    and no rate."""

    grade: Grade
    rate: float | None
    low: float | None
    high: float | None
    held: float | None = None
    """The rate that passed a hold, or one below it at which hardly any Run would miss. None where
    no hold passed near the low end."""

    @property
    def plan(self) -> float | None:
        """The rate to plan with. A line that is not placed has none: a hold that passed at its low
        end does not show what a load in between would meet."""
        return self.held if is_placed(self.grade, self.low, self.high) else None

    @property
    def anywhere(self) -> bool:
        """Whether the interval is so wide that its two ends may have different limiters."""
        low, high = self.low, self.high
        known = low is not None and high is not None
        return known and self.held is None and (high or 0.0) >= ANYWHERE_RATIO * (low or 0.0)

    def far_below(self, most_per_s: float) -> bool:
        """Whether full servers do not explain the line: they do many times as much at the maximum.
        A throttle that comes and goes, or a long tail, keeps a line so far below it."""
        return self.high is not None and self.high < FAR_BELOW_SHARE * most_per_s


def of(
    ends: Ends, belief: Belief | None, probes: Sequence[Probe], *, moves: bool = False
) -> GradedLine:
    """The grade of held ends and all Runs. `belief` has every open-loop Run; None where there was
    no maximum.

    `moves`: the line may move from Run to Run, so that a rate which was held once may be missed a
    minute later.
    """
    # Of a line that moves, the rate that hardly any Run would miss.
    steady = (
        round_rate(belief.rate_at_miss_share(PLANNED_MISS))
        if belief is not None and moves
        else math.inf
    )
    if (
        ends.passed is not None
        and ends.failed is not None
        and ends.low is not None
        and ends.high is not None
        and not (moves and belief is not None and beyond(ends, belief))
    ):
        # The belief between the holds: a rate that failed is not the line.
        middle = (
            (ends.low + ends.high) / 2 if belief is None else _middle(belief, ends.low, ends.high)
        )
        rate = round_rate(min(max(middle, ends.low), ends.high))
        return _with_plan(
            GradedLine("confirmed", rate, ends.low, ends.high), probes, steady, moves=moves
        )
    votes = [(probe, missed) for probe in probes if (missed := vote(probe)) is not None]
    met = [probe.rate for probe, missed in votes if missed <= 1 - LEANING]
    failed = [probe.rate for probe, missed in votes if missed >= LEANING]
    # Met nearly up to the maximum of a target that was full there: that maximum is the upper end,
    # as of a cap.
    clear = [probe.rate for probe, missed in votes if missed <= CLEAR_VOTE]
    reached = (
        belief is not None
        and belief.full
        and bool(clear)
        and max(clear) >= belief.top * (1 - NEAR_MAXIMUM)
    )
    if belief is None or not votes or not (failed or reached):
        held = ends.low if ends.passed is not None else None
        low = held if held is not None else max(clear, default=None)
        return _with_plan(GradedLine("bounded", None, low, None), probes, math.inf, moves=moves)
    if not met:
        return GradedLine("bounded", None, None, min(failed))
    low, middle, high = _bounded_by_the_maximum(ends, belief, _interval(ends, belief, moves=moves))
    carried = round_rate(belief.rate_at_miss_share(PLANNED_MISS))
    held = max(
        (hold.rate for hold in probes if _is_hold(hold) and hold.verdict == PASS), default=0.0
    )
    if held > high:
        # The belief ends below a hold that passed: only that bound is known.
        above = [rate for rate in failed if rate > held]
        if not above:
            return _with_plan(
                GradedLine("bounded", None, held, None), probes, math.inf, moves=moves
            )
        low, high = max(low, min(held, middle)), min(above)
        middle = max(middle, round_rate((low + high) / 2))
    return _with_plan(GradedLine("estimated", middle, low, high), probes, carried, moves=moves)


def _with_plan(
    graded: GradedLine, probes: Sequence[Probe], steady: float, *, moves: bool
) -> GradedLine:
    """Adds the rate to plan with: one that a Run issued and carried in a hold that passed,
    at most `MAX_PLAN_GAP` below the low end; None where no hold did.

    Less where hardly any Run would miss (`steady`), and never above the low end or a hold that
    failed.
    """
    if graded.low is None:
        return graded
    holds = [probe for probe in probes if _is_hold(probe)]
    failed = min((hold.rate for hold in holds if hold.verdict == FAIL), default=math.inf)
    passed = [hold for hold in holds if hold.verdict == PASS and hold.rate < failed]
    # A pass at a higher rate holds for the low end, too; a pass below it is reported as it is.
    below = [hold for hold in passed if hold.rate <= graded.low * (1 + SAME_RATE)]
    if below:
        best = max(below, key=lambda hold: hold.rate)
        # On the virtual clock a Run carries its rate but for the chance of its arrivals.
        most = best.carried_rate if moves else best.rate
    elif passed:
        most = graded.low
    else:
        return graded
    plan = round_rate(min(most, graded.low, steady))
    return replace(graded, held=plan if plan >= graded.low * (1 - MAX_PLAN_GAP) else None)


def _is_hold(probe: Probe) -> bool:
    """Whether a Run can confirm an end: its length did not depend on its outcome. So it is with
    Runs of a sweep."""
    return probe.role.startswith("hold") or (
        probe.role == "run" and not probe.stopped_when_decided and bool(probe.estimates)
    )


def beyond(ends: Ends, belief: Belief) -> bool:
    """Whether other Runs place the line beyond the held ends: then it moves, and the holds only
    show their own moments."""
    rest = (1 - CONFIDENCE) / 2
    return (ends.low is not None and belief.quantile(rest) < ends.low * (1 - END_TOLERANCE)) or (
        ends.high is not None and belief.quantile(1 - rest) > ends.high * (1 + END_TOLERANCE)
    )


def take_outer_ends(ends: Ends, belief: Belief, probes: Sequence[Probe]) -> None:
    """Where other Runs place a line that moves beyond the last holds, the nearest holds outside of
    its interval are the ends: those that were made farther out before."""
    if ends.passed is None or ends.failed is None or not beyond(ends, belief):
        return
    rest = (1 - CONFIDENCE) / 2
    lowest = belief.quantile(rest) / (1 - END_TOLERANCE)
    highest = belief.quantile(1 - rest) / (1 + END_TOLERANCE)
    holds = [probe for probe in probes if _is_hold(probe)]
    least_failed = min((hold.rate for hold in holds if hold.verdict == FAIL), default=math.inf)
    most_passed = max((hold.rate for hold in holds if hold.verdict == PASS), default=0.0)
    passed = [h for h in holds if h.verdict == PASS and h.rate <= min(lowest, least_failed)]
    failed = [h for h in holds if h.verdict == FAIL and h.rate >= max(highest, most_passed)]
    if passed and failed:
        ends.passed = max(passed, key=lambda hold: hold.rate)
        ends.failed = min(failed, key=lambda hold: hold.rate)
        ends.low, ends.high = ends.passed.rate, ends.failed.rate


def _middle(belief: Belief, low: float = 0.0, high: float = math.inf) -> float:
    """The median of the belief between these rates, never above a maximum at which the target was
    full."""
    middle = belief.quantile(0.5, low, high)
    return min(middle, belief.top) if belief.full else middle


def _interval(ends: Ends, belief: Belief, *, moves: bool) -> tuple[float, float, float]:
    """Lower end, middle and upper end of the belief, with the ends that were held."""
    rest = (1 - CONFIDENCE) / 2
    low, middle, high = (round_rate(belief.quantile(share)) for share in (rest, 0.5, 1 - rest))
    # A held end about as near as the believed one is better evidence; of a line that moves it only
    # shows its own moment, and narrows nothing.
    if (
        ends.passed is not None
        and ends.low is not None
        and low * (1 - MAX_HOLD_GAP) <= ends.low <= (low if moves else middle)
    ):
        low = ends.low
    if (
        ends.failed is not None
        and ends.high is not None
        and (high if moves else middle) <= ends.high <= high * (1 + MAX_HOLD_GAP)
    ):
        high = ends.high
    return low, middle, high


def _bounded_by_the_maximum(
    ends: Ends, belief: Belief, estimate: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Lower end, middle and upper end of an estimate, limited by failed holds and the maximum."""
    low, middle, high = estimate
    # No open loop carries more than a closed loop with all the outstanding I/O that helps.
    most = round_rate(belief.top * (1 + MAXIMUM_ERROR)) if belief.full else math.inf
    low, middle, high = min(low, most), min(middle, round_rate(_middle(belief))), min(high, most)
    if ends.failed is not None and ends.high is not None:
        # A failed hold lowers the low end, whatever shorter Runs showed.
        low = min(low, round_rate(ends.high * (1 - FAILED_HOLD_MARGIN)))
    low = min(low, middle)
    if belief.full and not (ends.passed is not None and low == ends.low):
        # Near the maximum short Runs pass above the line, too: a backlog of a percent of the rate
        # takes longer to show than they last. The low end is known no better than the maximum.
        low = min(low, round_rate(belief.top * (1 - MAXIMUM_ERROR)))
    return low, middle, high
