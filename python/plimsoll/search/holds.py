"""The confirmation: fresh Runs of fixed length that must fail at the high end and pass at the low
end.

The probes that a search stopped on are a biased choice: the lucky ones. So both ends are held
again, with seeds of their own, each judged once at the full confidence. The high end comes first,
after a rest at a light load; the low end is then approached from overload. So `high` fails even
coming from below, and `low` passes even coming from above. An end that a hold contradicts is
reported and moved outward, a bounded number of times; an end without a hold is never reported as
confirmed.

A target that fails after overload and passes after rest has two regimes. When they lie more than
3 % apart both are reported, and the one after overload is recommended, because a load has to
survive bad moments.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base.rates import round_rate
from plimsoll.search.ledger import FAIL, PASS, UNDECIDED, Ledger, Probe

if TYPE_CHECKING:
    from plimsoll.search.reasons import ApproachedFrom

TWO_REGIMES = 0.03
"""Lines that differ by more than this are two."""
OUTWARD_FACTOR = 1.5
"""Growth of the step from one hold at the high end to the next."""
HOLD_TO_PROBE = 1.5
"""A hold sees this many times the operations of the largest probe nearby, so that it decides what
that probe did."""
LONGER_FACTOR = 4.0
"""How much longer an undecided hold is repeated."""
MIN_LONGER_FACTOR = 2.0
"""Where the limits leave less than this, the hold is not repeated."""
LOW_STEP_GROWTH = 2.5
"""Growth of the step from one hold at the low end to the next: a modest answer within a few holds
is worth more than none."""
WIDE_PRECISIONS = 2.0
"""Ends farther apart than this many times the precision are narrowed with the holds that are
left."""
NEARBY = 0.05
"""A probe within this of a rate, relatively, shows how many operations a decision takes there."""


@dataclass(frozen=True)
class Regime:
    """A line: how it was approached (below, above, both), and the ends that were found for it."""

    approached_from: ApproachedFrom
    low: float
    high: float | None


@dataclass
class Ends:
    """The interval after the holds so far. `passed` is the hold that sets the horizon."""

    low: float | None
    high: float | None
    passed: Probe | None = None
    failed: Probe | None = None
    client: Probe | None = None
    """A hold that the client could not offer."""
    regimes: list[Regime] = field(default_factory=list)
    raised: bool = False
    """Whether the low end was last approached from below."""
    operations: float = 0.0
    """Operations of a hold that decides there; 0 where the curve does not show it."""


def confirm(
    ledger: Ledger,
    ends: Ends,
    light_rate: float,
    objective: str,
    nearer: Callable[[], float | None] = lambda: None,
) -> None:
    """Holds both ends, as planned in `ends`, which is valid at any moment, also when `Halt` ends
    it.

    After a high hold that failed as planned `nearer` gives a new low end, which may only be higher:
    that hold has seen more of the curve than all probes.
    """
    if ends.high is not None:
        _rest(ledger, light_rate)
        planned = ends.high
        _high(ledger, ends, objective)
        if ends.low is not None and ends.failed is not None and ends.high == planned:
            ends.low = max(ends.low, min(nearer() or 0.0, ends.high))
    if ends.low is not None:
        _low(ledger, ends, light_rate, objective)
    if ends.low is not None and ends.passed is not None and not ends.regimes:
        # One line, whichever side it is approached from.
        ends.regimes.append(
            Regime("both" if ends.failed and not ends.raised else "below", ends.low, ends.high)
        )


def _rest(ledger: Ledger, light_rate: float) -> None:
    """A Run at the light load, in which the target recovers from the probes."""
    ledger.run_fixed_length(
        "reference", light_rate, ledger.budget.reference_length_s(light_rate), None
    )


def _remaining_holds(ledger: Ledger) -> int:
    return ledger.budget.most_holds - ledger.count("hold_low", "hold_high")


def _hold(ledger: Ledger, ends: Ends, role: str, rate: float, objective: str) -> Probe:
    """Runs a hold that is long enough to decide, judging by the probes nearby."""
    took = [
        probe.operations
        for probe in ledger.probes
        if probe.role == "probe"
        and probe.offered_rate_per_s
        and abs(probe.offered_rate_per_s / rate - 1) <= NEARBY
    ]
    operations = max(ends.operations, HOLD_TO_PROBE * max(took, default=0))
    length = ledger.budget.hold_length_s(rate, operations)
    hold = ledger.run_fixed_length(role, rate, length, objective)
    longer = ledger.budget.hold_length_s(rate, LONGER_FACTOR * length * rate)
    # Where length is cheap, an undecided hold is repeated longer at the same rate: that shows how
    # long a decision takes.
    if (
        hold.verdict == UNDECIDED
        and not hold.client_bound
        and longer >= MIN_LONGER_FACTOR * length
        and _remaining_holds(ledger) > 2
    ):
        ends.operations = longer * rate
        hold = ledger.run_fixed_length(role, rate, longer, objective)
    return hold


def _high(ledger: Ledger, ends: Ends, objective: str) -> None:
    """Moves the high end up until a hold there fails. At least two holds are left for the low
    end."""
    step = ledger.budget.precision
    while ends.high is not None:
        hold = _hold(ledger, ends, "hold_high", ends.high, objective)
        if hold.verdict == FAIL:
            ends.failed = hold
            return
        if hold.client_bound:
            ends.client, ends.high = hold, None
            ledger.tell("client_bound", hold.rate)
            return
        if hold.verdict == PASS:
            ends.low = max(ends.low or 0.0, hold.rate)
            ledger.tell("high_passed", hold.rate)
        else:
            ledger.tell("high_undecided", hold.rate, why="undecided")
        known = [
            p.rate
            for p in ledger.probes
            if p.role == "probe" and p.verdict == FAIL and p.rate > hold.rate
        ]
        ends.high = round_rate(min([hold.rate * (1 + step), *known]))
        step *= OUTWARD_FACTOR
        if _remaining_holds(ledger) <= 2:
            ledger.tell("high_not_confirmed", ends.high)
            return


def _low(ledger: Ledger, ends: Ends, light_rate: float, objective: str) -> None:
    """Moves the low end down until a hold there passes."""
    step, rested = ledger.budget.precision, False
    while ends.low is not None and _remaining_holds(ledger) > 0:
        hold = _hold(ledger, ends, "hold_low", ends.low, objective)
        if hold.verdict == PASS:
            ends.passed = hold
            break
        if hold.verdict == FAIL:
            ledger.tell("low_failed", hold.rate)
            # Four Runs separate chance from regimes; one more is needed to end with a pass.
            if ends.failed is not None and not rested and _remaining_holds(ledger) >= 4:
                rested = True
                if _after_rest(ledger, ends, hold, light_rate, objective):
                    step = TWO_REGIMES
                if ends.passed is not None:
                    break
            ends.high, ends.failed = hold.rate, hold
            ends.low = _lower(ledger, hold.rate, step)
        else:
            ledger.tell(
                "low_undecided", hold.rate, why="client" if hold.client_bound else "undecided"
            )
            ends.low = _lower(ledger, hold.rate, step / 2)
        step = min(LOW_STEP_GROWTH * step, 0.5)
    _settle_regimes(ends)
    if not ends.regimes:
        _halve(ledger, ends, objective)
        if ends.raised and ends.low is not None:
            ledger.tell("raised_from_below", ends.low)
    if ends.low is not None and ends.passed is None:
        ledger.tell("low_not_confirmed", ends.low)


def _halve(ledger: Ledger, ends: Ends, objective: str) -> None:
    """Bisects with the holds that are left, until the ends are close or a hold is undecided.

    Past a cliff (a cache that has filled, credits that are spent) only holds see the line, and
    their steps are wide. A pass here follows a pass, not overload: the target may have saved
    something up, and the answer reports that.
    """
    budget = ledger.budget
    while (
        ends.low is not None
        and ends.high is not None
        and ends.passed is not None
        and ends.failed is not None
    ):
        if _remaining_holds(ledger) <= 0 or ends.high <= ends.low * (
            1 + WIDE_PRECISIONS * budget.precision
        ):
            return
        middle = round_rate(math.sqrt(ends.low * ends.high))
        if (
            budget.total_s is not None
            and ledger.seconds + budget.hold_length_s(middle, 0) > budget.total_s
        ):
            return
        hold = _hold(ledger, ends, "hold_low", middle, objective)
        if hold.verdict == PASS:
            ends.low, ends.passed, ends.raised = hold.rate, hold, True
        elif hold.verdict == FAIL:
            ends.high, ends.failed = hold.rate, hold
        else:
            return


def _lower(ledger: Ledger, rate: float, step: float) -> float:
    """The next lower rate to hold: a probe's pass within two steps, else a step down."""
    passed = [
        probe.rate for probe in ledger.probes if probe.role == "probe" and probe.verdict == PASS
    ]
    near = [other for other in passed if rate * (1 - 2 * step) <= other <= rate * (1 - step / 4)]
    return max(near, default=round_rate(rate * (1 - step)))


def _after_rest(
    ledger: Ledger, ends: Ends, failed: Probe, light_rate: float, objective: str
) -> bool:
    """Whether a rate that failed after overload passes after a rest and fails again after overload:
    two regimes. When it passes after overload too, the first failure was chance, and `ends.passed`
    is set.
    """
    rate, high = failed.rate, ends.high
    if high is None:
        return False
    _rest(ledger, light_rate)
    if _hold(ledger, ends, "hold_low", rate, objective).verdict != PASS:
        return False
    if _hold(ledger, ends, "hold_high", high, objective).verdict == PASS:
        return False
    again = _hold(ledger, ends, "hold_low", rate, objective)
    if again.verdict == PASS:
        ledger.tell("failure_by_chance", rate, why="hold")
        ends.passed = again
        return False
    if again.verdict != FAIL:
        return False
    ends.regimes.append(Regime("below", rate, high))
    ledger.tell("two_regimes", rate)
    return True


def _settle_regimes(ends: Ends) -> None:
    """Keeps two regimes where they lie apart."""
    if not ends.regimes or ends.passed is None or ends.low is None:
        return
    if ends.low < ends.regimes[0].low * (1 - TWO_REGIMES) * (1 - 1e-3):
        ends.regimes.append(Regime("above", ends.low, ends.high))
    else:
        ends.regimes.clear()
