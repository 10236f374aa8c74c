"""The bracket: a rate that passed, a rate that failed, and the rule for the next probe.

Assisted bisection: once the estimates of the probes give a crossing (`curve`), the next probes lie
a little below and a little above it, where a decision is cheap, and not on it, where none is to be
had. An undecided probe is never a pass: the line is near, and the next probe on that side lies
farther out. Without a crossing (a cap, where all is well until nothing is) it is plain bisection
from the maximum. Every loop here is bounded.
"""

import math
from dataclasses import dataclass, field

from plimsoll.base.rates import round_rate
from plimsoll.search import curve
from plimsoll.search.ledger import FAIL, PASS, UNDECIDED, Ledger, Probe

PROBE_DISTANCE = 0.38
"""Distance of a probe from the crossing, as a share of the precision: probes on both sides then lie
within the precision with a tenth to spare."""
END_TOLERANCE = 0.05
"""An end this close to its wanted place (as a share of the precision) is not probed again."""
OUTWARD_FACTOR = 2.0
"""Growth of the distance on a side after an undecided probe there."""
SHARE_GROWTH = 3.0
"""Growth of a probe's limits after one that they left undecided."""
MAX_OFFSET = 0.25
"""Probes lie within 25 % of the crossing."""
LADDER_SHARES = (0.5, 0.97)
"""Shares of the maximum that are probed while nothing has failed."""
FIRST_ABOVE_MAXIMUM = 1.025
"""Factor from the maximum to the first probe above it."""
GROWTH_FACTOR = 1.25
"""Factor from one probe above the maximum to the next."""
CLIENT_PRECISION = 0.05
"""A client's limit is located no better than this: it is not the answer."""
CROSSING_ERROR = 0.1
"""Standard error of the crossing, as a share of the precision, at which probing ends."""
HINTED_CROSSING_ERROR = 0.025
"""The same for a search that began at a hint, as a share of the rate: holds are the better use of
the time then."""
HOLD_DEVIATIONS = 3.6
"""1.96 standard errors to decide at 95 %, and 1.65 to do so 19 times in 20."""
HINT_OFFSET = 0.04
"""Distance of the first probes from the hinted rate: far enough to be decided soon."""
SAME_RATE = 0.004
"""Rates closer than this are the same rate."""
MAX_REPEATS = 2
"""Probes at one rate: a third rarely decides what two did not."""
SLOW_NARROWING = 0.6
"""Where two probes leave more of the bracket than this the crossing misleads: the middle is probed
next."""
WIDE_GAP_RATIO = 1.5
"""An undecided rate this many times the highest pass leaves a gap that is worth a probe."""


@dataclass
class Bracket:
    """The ends so far. Rates in operations/s."""

    low: float | None = None
    """Highest rate that passed."""
    high: float | None = None
    """Lowest rate that failed above it."""
    client: float | None = None
    """Lowest rate that the client could not offer."""
    near: float | None = None
    """The rate of an undecided probe: the line is about there."""
    below: float = 0.0
    above: float = 0.0
    """Distance of the next tries from the crossing, relative to it."""
    extrapolated: bool = False
    share: float = 0.125
    """Limit of a probe, as a share of the budget's: little far from the line, more after an
    undecided probe."""
    regions: list[tuple[float, float]] = field(default_factory=list)
    """(rate that failed twice, higher rate that passed): the statistic is not monotone there."""
    widths: list[float] = field(default_factory=list)
    expected: float | None = None
    """The line as extrapolated from lines nearby; the first probes lie beside it."""
    hinted_at: float | None = None
    """That rate, once the first probe beside it was made."""

    def enter(self, probe: Probe) -> None:
        """Takes in a probe between the ends."""
        if probe.client_bound:
            self.client = min(self.client or math.inf, probe.rate)
        elif probe.verdict == PASS:
            self.low = max(self.low or 0.0, probe.rate)
        elif probe.verdict == FAIL:
            self.high = min(self.high or math.inf, probe.rate)
        elif probe.verdict == UNDECIDED:
            self.near = probe.rate
        self.widths.append(self.width)

    @property
    def width(self) -> float:
        """Relative to the lower end; infinite while an end is missing."""
        return self.high / self.low - 1 if self.low and self.high else math.inf

    @property
    def is_stuck(self) -> bool:
        """Whether the last two probes hardly narrowed it."""
        return (
            len(self.widths) >= 3
            and math.isfinite(self.widths[-3])
            and self.widths[-1] > SLOW_NARROWING * self.widths[-3]
        )


def find_lower_end(
    ledger: Ledger, bracket: Bracket, maximum: float, objective: str, reference: Probe
) -> bool:
    """Finds a rate that passes: a tenth of the maximum, a hundredth, a thousandth; then half, for a
    line that is not monotone. False when nothing passes."""
    if reference.verdict == PASS:
        bracket.enter(reference)
        return True
    failed: list[Probe] = []
    for share in (0.1, 0.01, 0.001):
        for again in (False, True):
            probe = ledger.run_probe(maximum * share, objective)
            bracket.enter(probe)
            if bracket.low or probe.verdict == FAIL or not _is_likely_met(probe):
                break
            if not again and share == 0.1:
                # It looks met, but a probe may hold too few operations to decide: a higher rate
                # has more.
                bracket.enter(ledger.run_probe(maximum * 0.5, objective))
                if bracket.low:
                    break
        if bracket.low:
            return True
        if probe.verdict == FAIL:
            failed.append(probe)
    if not failed:
        return bracket.low is not None
    # Where p99 falls as the rate rises (sleeping processors), a higher rate passes.
    half = ledger.run_probe(maximum * 0.5, objective)
    if half.verdict != PASS:
        if half.verdict == FAIL and bracket.high is None:
            bracket.high = half.rate
        return bracket.low is not None
    _not_monotone(ledger, bracket, failed, half, objective)
    return bracket.low is not None


def _is_likely_met(probe: Probe) -> bool:
    """Whether a probe is undecided though far from the bound: a hiccup, and another Run may well
    decide it."""
    return (
        probe.verdict == UNDECIDED
        and probe.estimate is not None
        and 2 * probe.estimate.value < probe.estimate.allowed
    )


def _not_monotone(
    ledger: Ledger, bracket: Bracket, failed: list[Probe], passed: Probe, objective: str
) -> None:
    """Repeats a failure below a pass and that pass, and reports what stands."""
    again = ledger.run_probe(failed[0].rate, objective)
    if again.verdict == PASS:
        ledger.tell("failure_by_chance", again.rate, why="probe")
    elif ledger.run_probe(passed.rate, objective).verdict != PASS:
        ledger.tell("pass_by_chance", passed.rate)
        return
    else:
        bracket.regions.append((failed[-1].rate, passed.rate))
        ledger.tell("non_monotone", failed[-1].rate, why="twice", met_at=passed.rate)
    # The line is the supremum: the search goes on above the highest pass.
    bracket.low, bracket.high = passed.rate, None


def narrow(ledger: Ledger, bracket: Bracket, maximum: float, objective: str) -> str:
    """Probes until the ends are close enough or a limit is met; returns which, of
    `reasons.REASONS`."""
    budget = ledger.budget
    bracket.below = bracket.above = PROBE_DISTANCE * budget.precision
    for _ in range(budget.most_probes):
        if bracket.width <= budget.precision:
            return "interval_narrow_enough"
        if bracket.client and bracket.client <= (bracket.low or 0.0) * (1 + CLIENT_PRECISION):
            return "client_bound"
        fit = fit_crossing(ledger, bracket)
        if fit and (_known_well(ledger, bracket, fit) or _known_roughly(bracket, fit)):
            return "interval_narrow_enough"
        rate = _next_rate(bracket, fit, maximum, budget.precision)
        if rate is None and fit and bracket.share < 1.0:
            # Short probes cannot narrow it further: a longer one at the crossing may.
            rate, bracket.share = fit.rate, min(1.0, SHARE_GROWTH * bracket.share)
        if rate is None or min(bracket.below, bracket.above) >= MAX_OFFSET:
            return "too_close_to_decide"
        rate = _untried_rate(ledger, bracket, rate)
        if rate is None:
            return "client_bound" if bracket.high is None else "too_close_to_decide"
        rate = round_rate(rate)
        if budget.total_s is not None:
            left = budget.total_s - budget.holds_s - ledger.seconds
            if left < bracket.share * budget.probe_length_s(rate) + budget.warmup_s:
                return "time_limit"
        probe = ledger.run_probe(rate, objective, bracket.share)
        bracket.enter(probe)
        if probe.verdict == UNDECIDED and bracket.expected is None:
            if bracket.share < 1.0:
                bracket.share = min(1.0, SHARE_GROWTH * bracket.share)
            else:
                _outward(bracket, probe, fit)
    return "interval_narrow_enough" if bracket.width <= budget.precision else "probe_limit"


def fit_crossing(ledger: Ledger, bracket: Bracket) -> curve.Crossing | None:
    """The crossing through the probes above every region that is not monotone."""
    floor = max((passed for _, passed in bracket.regions), default=0.0)
    return curve.binding(
        [p for p in ledger.probes if p.offered_rate_per_s is not None and p.rate >= floor]
    )


@dataclass(frozen=True)
class Plan:
    """Rates of the holds, and how many operations each needs."""

    low: float | None
    high: float | None
    operations: float


def plan_holds(ledger: Ledger, bracket: Bracket) -> Plan:
    """Places the holds as far from the crossing as they need to decide in 19 cases of 20, but no
    nearer than the precision asks for.

    A hold is judged once and a probe at up to 24 looks, so a hold of the same length decides more:
    the ends may lie inside the bracket. Without a crossing inside it the holds lie at its ends.
    """
    budget, low, high = ledger.budget, bracket.low, bracket.high
    fit = fit_crossing(ledger, bracket)
    grain = curve.error_of_one(ledger.probes, fit) if fit else None
    if fit is None or grain is None or low is None or not low < fit.rate < (high or math.inf):
        return Plan(low, high, 0.0)
    if high is None and not _known_roughly(bracket, fit):
        return Plan(low, high, 0.0)
    most = fit.rate * budget.hold_length_s(fit.rate, math.inf)
    per_share = HOLD_DEVIATIONS * grain / (fit.slope * fit.rate)
    near = PROBE_DISTANCE * budget.precision
    # The distance that the longest hold decides; or the operations that the wanted distance takes.
    distance = min(max(near, per_share / math.sqrt(most)) + fit.error / fit.rate, MAX_OFFSET)
    ends = round_rate(fit.rate * (1 - distance)), round_rate(fit.rate * (1 + distance))
    return Plan(*ends, (per_share / near) ** 2)


def _known_roughly(bracket: Bracket, fit: curve.Crossing) -> bool:
    """Whether a search that began from a hint may leave the rest to its holds: the probes beside
    the hint gave a crossing near them, decided or not."""
    expected = bracket.hinted_at
    if expected is None or bracket.expected is not None or bracket.low is None:
        return False
    beside = abs(fit.rate / expected - 1) <= 2 * HINT_OFFSET
    return (
        beside
        and fit.error <= HINTED_CROSSING_ERROR * fit.rate
        and bracket.low < fit.rate < (bracket.high or math.inf)
    )


def _known_well(ledger: Ledger, bracket: Bracket, fit: curve.Crossing) -> bool:
    """Whether holds narrow more than further probes would: the crossing is known, and they decide
    close to it."""
    precision = ledger.budget.precision
    low, high = bracket.low, bracket.high
    if low is None or high is None or fit.error > CROSSING_ERROR * precision * fit.rate:
        return False
    plan = plan_holds(ledger, bracket)
    return (
        plan.low is not None and plan.high is not None and plan.high <= plan.low * (1 + precision)
    )


def _next_rate(
    bracket: Bracket, fit: curve.Crossing | None, maximum: float, precision: float
) -> float | None:
    """The next rate; None when both ends are as near to the crossing as can be decided."""
    rate = _target_rate(bracket, fit, maximum, precision)
    if rate is not None and bracket.client is not None and rate >= bracket.client * (1 - SAME_RATE):
        # The client was late there, repeatedly: another probe at that rate shows nothing new.
        return ((bracket.low or 0.0) + bracket.client) / 2
    return rate


def _untried_rate(ledger: Ledger, bracket: Bracket, rate: float) -> float | None:
    """This rate, or the middle of the wider gap beside it where it was probed often enough.

    At a sharp knee the curve through the estimates misleads, and probes on the knee stay undecided:
    the ends then close in on it by halves. None when both gaps are narrow enough.
    """
    again = [p for p in ledger.probes if p.role == "probe" and abs(p.rate / rate - 1) <= SAME_RATE]
    upper = bracket.high or bracket.client
    if len(again) < MAX_REPEATS or bracket.low is None or upper is None:
        return rate
    below, above = rate - bracket.low, upper - rate
    enough = ledger.budget.precision / 2 * rate
    if max(below, above) <= enough:
        return None
    return rate - below / 2 if below >= above else rate + above / 2


def _target_rate(
    bracket: Bracket, fit: curve.Crossing | None, maximum: float, precision: float
) -> float | None:
    """The next rate, regardless of the client's limit."""
    low = bracket.low or 0.0
    if (rate := _hint_rate(bracket)) is not None:
        return rate
    if bracket.high is None:
        return _upward(bracket, fit, low, maximum)
    high = bracket.high
    middle = math.sqrt(low * high) if low and high > 4 * low else (low + high) / 2
    center, error = (fit.rate, fit.error / fit.rate) if fit else (bracket.near, 0.0)
    if center is None or (
        bracket.is_stuck and bracket.width > 2 * precision and bracket.near is None
    ):
        return middle
    gap = high - low
    center = min(max(center, low + 0.05 * gap), high - 0.05 * gap)
    error = min(error, bracket.width / 4, MAX_OFFSET)
    wanted = (center * (1 - max(bracket.below, error)), center * (1 + max(bracket.above, error)))
    short = (wanted[0] - low, high - wanted[1])
    enough = END_TOLERANCE * precision * center
    if max(short) <= enough:
        # Both ends are there. Either the crossing is uncertain (probe it), or probes at the ends
        # stayed undecided (repeating them gains nothing).
        return center if error > max(bracket.below, bracket.above) else None
    return wanted[0] if short[0] >= short[1] else wanted[1]


def _hint_rate(bracket: Bracket) -> float | None:
    """The next rate beside the hint: a little below, then a little above; None once both were
    probed."""
    if bracket.expected is None:
        return None
    below, above = bracket.expected * (1 - HINT_OFFSET), bracket.expected * (1 + HINT_OFFSET)
    if bracket.hinted_at is None:
        bracket.hinted_at = bracket.expected
        if (bracket.low or 0.0) < below < (bracket.high or math.inf):
            return below
    bracket.expected = None
    return above if (bracket.low or 0.0) < above < (bracket.high or math.inf) else None


def _upward(bracket: Bracket, fit: curve.Crossing | None, low: float, maximum: float) -> float:
    """The next rate while nothing has failed."""
    if bracket.near is not None and low and bracket.near > WIDE_GAP_RATIO * low:
        # Undecided far above the highest pass: raise the low end first, the recommended rate.
        return (low + bracket.near) / 2
    wanted = None
    if fit and not bracket.extrapolated and low < LADDER_SHARES[0] * maximum:
        wanted = fit.rate * (1 + max(bracket.above, min(fit.error / fit.rate, MAX_OFFSET)))
        bracket.extrapolated = True
        wanted = None if not 1.1 * low < wanted < LADDER_SHARES[-1] * maximum else wanted
    if wanted is None:
        wanted = next(
            (share * maximum for share in LADDER_SHARES if low < 0.95 * share * maximum), None
        )
    if bracket.near is not None and bracket.near > low:
        # Undecided there, and no end has failed: probe a little above, or above the crossing if
        # that lies higher. After a hint that was too low it would else be a climb in steps of a
        # percent, each as long as a probe may be.
        wanted = bracket.near * (1 + bracket.above)
        if fit:
            beyond = fit.rate * (1 + max(bracket.above, min(fit.error / fit.rate, MAX_OFFSET)))
            wanted = max(wanted, min(beyond, bracket.near * GROWTH_FACTOR))
    if wanted is None:
        wanted = FIRST_ABOVE_MAXIMUM * maximum if low < maximum else low * GROWTH_FACTOR
    return max(wanted, low * (1 + bracket.above))


def _outward(bracket: Bracket, probe: Probe, fit: curve.Crossing | None) -> None:
    """Moves the next probe on the side of an undecided one outward, as far as its uncertainty
    requires."""
    center = fit.rate if fit else probe.rate
    half = curve.half_width(probe.estimate) if probe.estimate else None
    distance = 1.2 * half / (fit.slope * center) if fit and half else 0.0

    def farther(offset: float) -> float:
        return min(max(OUTWARD_FACTOR * offset, min(distance, 4 * offset)), MAX_OFFSET)

    if probe.rate <= center:
        bracket.below = farther(bracket.below)
    if probe.rate >= center:
        bracket.above = farther(bracket.above)
