"""The search for a line that moves: each Run goes to the most informative rate and counts as a
vote.

On an ordinary machine, real and shared, neighbours and caches move the line from one second to the
next. A bracket of decided Runs is the wrong tool there: one bad moment closes it for good. A
staircase probes near the line again and again, takes each Run as a vote (`belief.py`), and holds
both ends when the belief is narrow or the time is short. It always has an answer: the held ends, or
the belief.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.search import between as ranges
from plimsoll.search import grades
from plimsoll.search.belief import RUN_OVERHEAD_S, Belief, is_masked, vote
from plimsoll.search.grades import MAXIMUM_ERROR
from plimsoll.search.ledger import FAIL, PASS, UNDECIDED, Ledger, Probe
from plimsoll.search.placement import CONFIDENCE

if TYPE_CHECKING:
    from plimsoll.search.holds import Ends

TARGET_CREDIBILITY = 0.9
"""The staircase narrows the interval of this credibility; the holds are then placed at its ends."""
COARSE_WIDTH = 0.3
"""While the belief is wider than this, probes alternate between its middle and its wider side; then
they alternate a little below and above the middle, where Runs are decided."""
MIN_VOTES = 4
"""With fewer votes every probe goes to the middle and may use the holds' time, too."""
MAX_STEP_FRACTION = 0.2
"""Probes on the wider side lie at most this far from the middle, relatively. A line whose nearest
votes are all misses, or all met, is open on the other side, however many they are: one clear vote
there closes it."""
PROBE_OFFSET = 0.25
"""Distance of a probe from the middle of the belief, as a probability."""
HOLD_QUANTILES = ((0.1, 0.9), (0.05, 0.95), (0.025, 0.975))
"""Quantiles of the belief at which the ends are held: farther out after each hold that did not
confirm its end."""
MOVING_QUANTILES = (0.025, 0.975)
"""The same of a line that moves: the ends of its interval, since ends inside of it confirm
nothing."""
HOLD_STEP_RATIO = 1.6
"""Growth of the distance from the middle after a hold that did not confirm its end."""
MAX_HOLD_DISTANCE = 0.15
"""Holds are placed within 15 % of the middle. A pass farther below does not locate the line."""
MAX_MOVING_DISTANCE = 0.2
"""The same of a line that moves, whose interval is wider."""
MOVING_STEPS = (1.6, 1.9)
"""How much farther out the next hold of such a line lies at the lower and the upper end where one
stayed undecided, in steps of `Budget.apart`: near enough for both to be judged together."""
TOO_WIDE_TO_HOLD = 1.0
"""While the interval of such a line is wider than this, short Runs narrow it more than holds."""
MAX_HOLD_RETRIES = 3
"""An end that is undecided after three holds is not held again."""
LOWER_HOLD_STEP = 0.12
"""How much lower the next hold lies where none has passed."""
NARROW_ENOUGH = 0.10
"""Ends that were held closer together than this are not held again."""
MIN_OPERATIONS = 1_200.0
"""A Run with fewer operations is not judged (the limit is 1,000)."""
MAX_PROBE_SHARE = 0.25
"""Share of the time left for probes that one of them may take."""
MAX_FIRST_PROBE_SHARE = 0.45
"""The same of the first few, which may use all the time that is left."""
MIN_SPACING = 0.01
"""Two holds at one end are at least this far apart, relatively."""
MIN_MASKED = 2
"""After so many Runs whose slow operations may all be this machine's, lower rates are tried: a rate
to plan with must have been met as seen from here."""
MASKED_GAP = 0.15
"""Lower rates are tried until the highest rate that was met is this close to the lowest of them."""
CLIENT_PRECISION = 0.05
"""A client's limit is located no better than this: it is not the answer."""
RESERVED_HOLDS = 2
"""Holds that time is reserved for."""
MAX_ROUNDS = 8
"""Rounds of probes and holds after the first holds, where those left the answer wide."""
PROBES_PER_ROUND = 4
"""Probes of a round before its holds."""
HOLD_DRAIN_S = 0.1
"""Typical drain of a hold that fails."""


@dataclass
class Staircase:
    """A search under way."""

    ledger: Ledger
    belief: Belief
    objective: str
    light: float
    """Rate of the light load."""
    moves: bool = True
    """Whether the line may move from one moment to the next."""
    between: ranges.Between | None = None
    """The range outside of which nothing is offered."""
    rested: bool = False
    """Whether the target was given its rest before the holds."""
    revision: int = 0
    """Revision of the ledger that the belief was made from."""

    def run(self, ends: Ends) -> str:
        """Fills `ends`, which is valid at any moment, and returns why it ended, of
        `reasons.REASONS`."""
        reason = self._climb()
        if self._overloads():
            # A hold there would only overload it once more.
            return reason
        self._confirm(ends)
        if self.moves:
            # The rounds below would use up the time.
            self._hold_lower(ends, reserve_s=0.0)
        # Time that is left makes a wide answer narrower; an end that the client cannot offer stays
        # open.
        for _ in range(MAX_ROUNDS):
            runs = len(self.ledger.probes)
            if not self._wide(ends):
                break
            held = ends.passed is not None and ends.failed is not None
            if held and not (self.moves and grades.beyond(ends, self.belief)):
                assert ends.passed is not None
                assert ends.failed is not None
                self._tighten(ends, ends.passed, ends.failed)
            else:
                self._narrow()
                self._confirm(ends)
            if len(self.ledger.probes) == runs or self.ledger.client_limit < math.inf:
                break
        if not self.moves:
            # Seconds are free on the virtual clock.
            self._hold_lower(ends, reserve_s=-math.inf)
        return reason

    def _wide(self, ends: Ends) -> bool:
        """Whether the answer is wide enough to be worth more Runs."""
        found = grades.of(ends, self.belief, self.ledger.probes, moves=self.moves)
        low, high = found.low, found.high
        return low is None or high is None or high > low * (1 + NARROW_ENOUGH)

    def _left_s(self) -> float:
        ledger = self.ledger
        total = ledger.budget.total_s
        return (
            float("inf")
            if total is None
            else total - ledger.seconds - RUN_OVERHEAD_S * len(ledger.probes)
        )

    def _climb(self) -> str:
        """Probes until the belief is narrow enough, or only the holds' time is left."""
        ledger, budget, below = self.ledger, self.ledger.budget, False
        beside = budget.warmup_s + RUN_OVERHEAD_S + HOLD_DRAIN_S
        for _ in range(budget.most_probes):
            hold_s = max(budget.hold_s, MIN_OPERATIONS / self.belief.quantile(0.5))
            reserve = (
                budget.reference_s + beside + RESERVED_HOLDS * (hold_s + beside) + budget.spare_s
            )
            if self.belief.votes >= 4 and self.belief.width(TARGET_CREDIBILITY) <= budget.precision:
                return "interval_narrow_enough"
            if (outside := self._outside()) is not None:
                return outside
            below = not below
            rate = self._below_silent_runs(self._next(below))
            if self.between is not None and not self.belief.votes:
                # Start low: storage in use must not be overloaded by the first Run.
                rate = self.between.low
            if rate >= ledger.client_limit * (1 - MIN_SPACING):
                if self._clamp(0.0) >= ledger.client_limit * (1 - MIN_SPACING):
                    return "client_bound"
                carried = self._highest_client_rate()
                if ledger.client_limit <= carried * (1 + CLIENT_PRECISION):
                    return "client_bound"
                rate = (carried + ledger.client_limit) / 2
            # Too few votes to place holds: on slow storage the holds' time goes to probes.
            few = self.belief.votes < MIN_VOTES
            reserved, share = (0.0, MAX_FIRST_PROBE_SHARE) if few else (reserve, MAX_PROBE_SHARE)
            # A Run of too few operations is no evidence: slow storage gets longer Runs, and none at
            # rates that would take too long.
            longest = max(budget.probe_length_s(rate), share * (self._left_s() - reserved))
            rate = self._clamp(max(rate, min(MIN_OPERATIONS / longest, self.belief.top)))
            length = max(budget.probe_length_s(rate), MIN_OPERATIONS / rate)
            if self._left_s() < reserved + length + budget.warmup_s:
                return "time_limit"
            self._enter(ledger.run_once("probe", rate, length, self.objective, stop=True))
        return "probe_limit"

    def _clamp(self, rate: float) -> float:
        """The rate, or the nearest one that may be offered."""
        return rate if self.between is None else self.between.clamp(rate)

    def _outside(self) -> str | None:
        """Why probing may end, as a reason: the line lies outside of the range; else None."""
        if self._overloads():
            return "below_range"
        if self.between is None or self.belief.votes < ranges.MIN_VOTES:
            return None
        if self.belief.quantile(ranges.OUTSIDE_CREDIBILITY) < self.between.low:
            # Only where a Run at that end leaned that way.
            missed = [vote(p) or 0.0 for p in self._at(self.between.low)]
            return "below_range" if max(missed, default=0.0) > 0.5 else None
        if self.belief.quantile(1 - ranges.OUTSIDE_CREDIBILITY) > self.between.high:
            met = [chance for p in self._at(self.between.high) if (chance := vote(p)) is not None]
            return "above_range" if min(met, default=1.0) < 0.5 else None
        return None

    def _overloads(self) -> bool:
        """Whether the lowest rate that may be offered is more than the target carries."""
        return self.between is not None and any(
            p.outcome == "cannot_carry" and p.verdict == FAIL for p in self._at(self.between.low)
        )

    def _at(self, rate: float) -> list[Probe]:
        """The Runs at this rate."""
        return [
            p
            for p in self.ledger.probes
            if p.offered_rate_per_s is not None and p.rate == rate and p.estimates
        ]

    def _next(self, below: bool) -> float:
        """The most informative rate; `below` alternates from Run to Run."""
        belief = self.belief
        if belief.width(TARGET_CREDIBILITY) < COARSE_WIDTH:
            return belief.quantile(PROBE_OFFSET if below else 1 - PROBE_OFFSET)
        middle = belief.quantile(0.5)
        if belief.votes < MIN_VOTES or below:
            return middle
        return self._out()

    def _below_silent_runs(self, rate: float) -> float:
        """The rate; or a lower one, towards the highest that was met, where Runs at such rates were
        masked by this machine: a rate to plan with must have been met."""
        votes = [(p, missed) for p in self.ledger.probes if (missed := vote(p)) is not None]
        silent = [p.rate for p, _ in votes if p.verdict not in (PASS, FAIL) and is_masked(p)]
        lowest = min(silent, default=math.inf)
        met = max(
            (p.rate for p, missed in votes if missed <= grades.CLEAR_VOTE and p.rate < lowest),
            default=min(self.light, lowest / 2),
        )
        if (
            len(silent) < MIN_MASKED
            or rate < lowest * (1 - MASKED_GAP)
            or met > lowest * (1 - MASKED_GAP)
        ):
            return rate
        return math.sqrt(met * lowest)

    def _out(self) -> float:
        """A rate out on the side on which the belief is wider."""
        belief = self.belief
        rest = (1 - TARGET_CREDIBILITY) / 2
        middle, low, high = belief.quantile(0.5), belief.quantile(rest), belief.quantile(1 - rest)
        # Half way to the farther end, within MAX_STEP_FRACTION: probes at an end itself add little.
        if middle / low > high / middle:
            return max(math.sqrt(low * middle), middle * (1 - MAX_STEP_FRACTION))
        # Runs above the maximum, and above the client's limit, add nothing.
        most = min(belief.top, self.ledger.client_limit * (1 - 2 * MIN_SPACING))
        return max(middle, min(math.sqrt(high * middle), middle * (1 + MAX_STEP_FRACTION), most))

    def _highest_client_rate(self) -> float:
        """The highest rate that the client has offered."""
        offered = [probe.rate for probe in self.ledger.probes if vote(probe) is not None]
        return max((rate for rate in offered if rate < self.ledger.client_limit), default=0.0)

    def _enter(self, probe: Probe) -> Probe:
        if self.ledger.revision != self.revision:
            self.revision = self.ledger.revision
            self.belief.again(self.ledger.probes)
        else:
            self.belief.enter(probe)
        return probe

    def _confirm(self, ends: Ends) -> None:
        """Holds both ends after a rest: the lower one first, since it is the rate to plan with."""
        ledger, budget = self.ledger, self.ledger.budget
        hold_s = max(budget.hold_s, MIN_OPERATIONS / self.belief.quantile(HOLD_QUANTILES[0][1]))
        shortest = budget.reference_s + hold_s + 2 * budget.warmup_s
        if not self.rested and self._left_s() >= shortest:
            self._enter(ledger.run_fixed_length("reference", self.light, budget.reference_s, None))
            self.rested = True
        undecided, steps = [0, 0], [0, 0]
        while ledger.count("hold_low", "hold_high") < budget.most_holds:
            # A rate that the client can't offer is not held: then there is no upper end.
            reached = self.belief.quantile(HOLD_QUANTILES[0][1]) < ledger.client_limit * (
                1 - MIN_SPACING
            )
            # The ends alternate while the lower one stays undecided: the upper one moves the
            # belief, too.
            want_low = ends.passed is None and undecided[0] < MAX_HOLD_RETRIES
            want_high = ends.failed is None and reached and undecided[1] < MAX_HOLD_RETRIES
            if want_low and (undecided[0] <= undecided[1] or not want_high):
                hold = self._hold("hold_low", self._end(0, steps[0], ends))
            elif want_high:
                hold = self._hold("hold_high", self._end(1, steps[1], ends))
            else:
                return
            if hold is None:
                return
            self._weigh(hold, ends, undecided)
            steps[hold.role == "hold_high"] += 1

    def _hold_lower(self, ends: Ends, *, reserve_s: float) -> None:
        """Holds lower rates until one passes, since there is no rate to plan with else; down to the
        lowest such rate, as long as `reserve_s` seconds are left after a hold."""
        held = [p.rate for p in self.ledger.probes if p.role == "hold_low"]
        if not held or self.between is not None:
            return
        rest = (1 - CONFIDENCE) / 2
        for _ in range(MAX_HOLD_RETRIES):
            least = self.belief.quantile(rest) * (1 - grades.MAX_PLAN_GAP) * (1 + MIN_SPACING)
            rate = max(min(held) * (1 - LOWER_HOLD_STEP), least)
            # One that lies hardly lower than the last would show no more.
            if ends.passed is not None or rate > min(held) * (1 - LOWER_HOLD_STEP / 4):
                return
            hold = self._hold("hold_low", rate, reserve_s)
            if hold is None:
                return
            held.append(hold.rate)
            self._weigh(hold, ends, [0, 0])

    def _tighten(self, ends: Ends, passed: Probe, failed: Probe) -> None:
        """Holds the farther of two wide ends again, nearer to the line, but outside of rates where
        two holds stayed undecided: a third rarely decides."""
        low, high = passed.rate, failed.rate
        middle = min(max(self.belief.quantile(0.5), low), high)
        below = middle / low > high / middle
        role, end = ("hold_low", low) if below else ("hold_high", high)
        undecided = [
            p.rate
            for p in self.ledger.probes
            if p.role == role and p.verdict not in (PASS, FAIL) and low < p.rate < high
        ]
        twice = [
            tried for tried in undecided if sum(_equal(tried, other) for other in undecided) > 1
        ]
        goal = min([middle, *twice]) if below else max([middle, *twice])
        rate = math.sqrt(goal * end)
        if abs(rate / end - 1) < MIN_SPACING:
            return
        hold = self._hold(role, rate)
        if hold is None:
            return
        if hold.verdict in (PASS, FAIL):
            self._weigh(hold, ends, [0, 0])
        else:
            self.ledger.tell("end_not_narrowed", hold.rate)

    def _narrow(self) -> None:
        """Probes the wide side a few times more after an end did not hold."""
        below = False
        for _ in range(PROBES_PER_ROUND):
            rough = self.belief.width(CONFIDENCE) > COARSE_WIDTH
            below = not below
            rate = min(
                self._out() if rough else self._next(below),
                self.ledger.client_limit * (1 - 2 * MIN_SPACING),
            )
            rate = self._clamp(rate)
            if self._outside() is not None:
                return
            length = max(self.ledger.budget.probe_length_s(rate), MIN_OPERATIONS / rate)
            if self._left_s() < length + self.ledger.budget.warmup_s:
                return
            probe = self.ledger.run_once("probe", rate, length, self.objective, stop=True)
            if vote(self._enter(probe)) is None:
                return

    def _hold(self, role: str, rate: float, reserve_s: float | None = None) -> Probe | None:
        """Runs a hold; None when there is no time for one, or when it would lie outside of the
        range and the last rate inside was held."""
        budget = self.ledger.budget
        wanted, rate = rate, self._clamp(rate)
        held = [p.rate for p in self.ledger.probes if p.role in ("hold_low", "hold_high")]
        if rate != wanted and any(_equal(rate, other) for other in held):
            return None
        took = max(
            (p.measure_s for p in self.ledger.probes if p.role == "probe" and _near(p, rate)),
            default=0.0,
        )
        length = max(budget.hold_s, took, MIN_OPERATIONS / rate)
        # Where the answer is wide, a few short Runs out there narrow it more than one more hold.
        if reserve_s is None:
            wide = TOO_WIDE_TO_HOLD if self.moves else COARSE_WIDTH
            reserve_s = budget.spare_s if self.belief.width(CONFIDENCE) > wide else 0.0
        if self._left_s() < length + budget.warmup_s + reserve_s:
            return None
        return self._enter(self.ledger.run_once(role, rate, length, self.objective, stop=False))

    def _weigh(self, hold: Probe, ends: Ends, undecided: list[int]) -> None:
        """Updates the ends by a hold: each is the last one held, and neither is on the wrong side
        of the other."""
        ledger = self.ledger
        if hold.verdict == PASS:
            if hold.role == "hold_high":
                ledger.tell("high_passed", hold.rate)
            ends.passed, ends.low = hold, hold.rate
            if ends.failed is not None and ends.failed.rate <= hold.rate:
                ends.failed = ends.high = None
        elif hold.verdict == FAIL:
            if hold.role == "hold_low":
                ledger.tell("low_failed", hold.rate)
            ends.failed, ends.high = hold, hold.rate
            if ends.passed is not None and ends.passed.rate >= hold.rate:
                ends.passed = ends.low = None
        else:
            upper = hold.role == "hold_high"
            undecided[upper] += 1
            offered = not hold.client_bound or hold.only_late
            why = "undecided" if hold.verdict == UNDECIDED else "disturbed" if offered else "client"
            ledger.tell("high_undecided" if upper else "low_undecided", hold.rate, why=why)

    def _end(self, side: int, steps: int, ends: Ends) -> float:
        """The rate of the next hold at an end: from the belief, outside of the holds so far."""
        tried = [
            p.rate for p in self.ledger.probes if p.role == ("hold_high" if side else "hold_low")
        ]
        rate, nearest, farthest = self._span(side, steps)
        spacing = MOVING_STEPS[side] * self.ledger.budget.apart if self.moves else MIN_SPACING
        if side:
            # An upper end above the closed loop's maximum adds nothing to that maximum.
            most = self.belief.top * (1 + MAXIMUM_ERROR) if self.belief.full else math.inf
            beyond = max((last * (1 + spacing) for last in tried), default=0.0)
            wanted = min(max(min(rate, farthest), nearest, beyond), most)
            return max(wanted, max([*tried, ends.low or 0.0]) * (1 + MIN_SPACING))
        beyond = min((last * (1 - spacing) for last in tried), default=math.inf)
        ceiling = min(ends.high or math.inf, self.ledger.client_limit) * (1 - MIN_SPACING)
        return min(max(rate, farthest), nearest, beyond, ceiling)

    def _span(self, side: int, steps: int) -> tuple[float, float, float]:
        """Where the belief places the next hold at an end, and the nearest and farthest rate from
        its middle that the hold may have."""
        middle, sign = self.belief.quantile(0.5), 1 if side else -1
        away = self.ledger.budget.apart
        if self.moves:
            rate = self.belief.quantile(MOVING_QUANTILES[side])
            return rate, middle * (1 + sign * away), middle * (1 + sign * MAX_MOVING_DISTANCE)
        rate = self.belief.quantile(HOLD_QUANTILES[min(steps, len(HOLD_QUANTILES) - 1)][side])
        away = min(away * HOLD_STEP_RATIO**steps, MAX_HOLD_DISTANCE)
        return rate, middle * (1 + sign * away), middle * (1 + sign * MAX_HOLD_DISTANCE)


def _equal(rate: float, other: float) -> bool:
    return abs(rate / other - 1) <= MIN_SPACING


def _near(probe: Probe, rate: float) -> bool:
    return probe.offered_rate_per_s is not None and abs(probe.offered_rate_per_s / rate - 1) <= 0.05
