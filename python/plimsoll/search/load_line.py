"""The load line: the highest offered rate that is carried and meets the objective, as an interval
that was confirmed.

Maximum, a light load for reference, a bracket that is narrowed by decided probes, then fresh holds
at both ends (measurement.md, section 6; decision 0011-line-search for the choices).
Pure logic over `Probing`: the same seed and the same records give the same search and the same
answer. Every search ends, with an answer whose confirmed part is marked.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.rates import round_rate
from plimsoll.judge.limiter import rules as limiter_rules
from plimsoll.judge.limiter import throttle
from plimsoll.search import curve, disturbance, grades, maximum
from plimsoll.search.belief import Belief
from plimsoll.search.between import Between
from plimsoll.search.bracket import Bracket, find_lower_end, fit_crossing, narrow, plan_holds
from plimsoll.search.cap import Cap
from plimsoll.search.events import Event, Figure
from plimsoll.search.grades import GradedLine
from plimsoll.search.holds import Ends, Regime, confirm
from plimsoll.search.ledger import FAIL, PASS, Halt, Ledger, Probe
from plimsoll.search.maximum import Maximum
from plimsoll.search.messages import message
from plimsoll.search.objectives import latency, longest_period_s
from plimsoll.search.reasons import ObjectiveFrom, reason_text
from plimsoll.search.staircase import Staircase
from plimsoll.search.storage_time import MOSTLY_DISTURBED, Pauses
from plimsoll.search.weaker import find_weaker_percentile

if TYPE_CHECKING:
    from plimsoll.judge.limiter.document import LimiterDocument
    from plimsoll.native.model import Probing
    from plimsoll.search.budget import Budget
    from plimsoll.search.hint import ChosenBefore, Start

HINTED_SHARE = 0.3
"""Share of the limits that probes at a hinted rate may spend: each shall show how far off the hint
is, decided or not."""
CLIFF_MARGIN = 0.05
"""A short Run that passed this far above a failed hold shows a cliff between the two lengths."""
MORE_TIME_FACTOR = 4.0
"""The factor in time whose gain the answer mentions."""
REFERENCE_SHARE = 0.1
"""Share of the time that the light load may take."""
CHOOSING_SHARE = 0.35
"""The same where the objective is chosen from its p99."""
LIGHT_SHARE = 0.1
"""The light load, as a share of the maximum."""
DEFAULT_BOUNDS_US = (500, 5_000, 50_000, 100_000)
"""The default objective is the lowest of these that is at least `ABOVE_LIGHT` times the p99 at the
light load and `ABOVE_INTERVALS` times the p99 of most of its intervals. They lie far apart, so that
tomorrow's choice is today's: where that p99 differs by 20 % from search to search, two searches
chose the same bound in 87 of 100, with 1, 2, 5, 10, 20, 50 and 100 ms in 72
(tests/truth/default_objective.py)."""
ABOVE_LIGHT = 4.0
ABOVE_INTERVALS = 2.0
REFERENCES = 5
"""Short Runs at the light load whose median p99 an objective is chosen from."""
STEPS_ABOVE_CAP = 3
"""Rates above a throttle's rate that are held until one misses."""
TRIES_AT_CAP = 2
"""A hold below a throttle's rate that is not carried measures the rate anew, once."""
CAP_OFFSET = 0.015
"""Distance of both held ends from a throttle's rate."""
LEAST_LEVELS = 10
"""Intervals from which on nine in ten are not all of them."""
LEAST_REFERENCE_S = 1.0
"""Length of one of several Runs at the light load, at least."""
GIVE_UP_AFTER_S = 13.0
"""A search whose first Runs were mostly disturbed repeats them for so long before it gives up."""
NO_LINE = ("target_changed", "machine_disturbed", "pauses_break_objective")
"""Reasons for which there is no line, no bound and no limiter."""
MIN_QUEUED = 1.5
"""Outstanding I/O of a closed loop in which operations can wait for each other."""
KNEE_WIDTH = 0.08
"""Rates around the knee that are closer than this need no probe between them."""


@dataclass(frozen=True)
class LoadLineResult:
    """The answer of a search; `document.of` makes the document."""

    objective: str | None
    objective_from: ObjectiveFrom
    """asked or default."""
    reason: str
    """Why the search ended: one of `reasons.REASONS`."""
    because: str
    """The same in words, with figures."""
    arrivals: str
    seed: int
    confidence: float
    ends: Ends
    rate_per_s: float | None
    """The best single estimate of the line, between the ends; `ends.low` is the recommendation."""
    graded: GradedLine
    """How sure the answer is."""
    maximum: Maximum | None
    knee: curve.Knee | None
    non_monotone: tuple[tuple[float, float], ...]
    limited_by: LimiterDocument
    probes: tuple[Probe, ...]
    events: tuple[Event, ...]
    pauses: Pauses | None = None
    """Pauses of the storage over all Runs; None where Runs are not judged on storage time."""
    disturbed_share: float | None = None
    """Share of the time in which this machine stood still; None likewise."""

    @property
    def test_seconds(self) -> float:
        """Warm-up, Measure and Drain of every Run, on the Run's own clock."""
        return sum(probe.seconds for probe in self.probes)

    @property
    def busy(self) -> bool:
        """Whether others used so much of this machine that an estimate is a rough one."""
        return any(event.kind == "machine_was_busy" for event in self.events)

    @property
    def is_confirmed(self) -> bool:
        """Whether every reported end was held."""
        return self.ends.passed is not None and (
            self.ends.high is None or self.ends.failed is not None
        )


def find(
    session: Probing,
    *,
    objective: str | None,
    arrivals: str,
    seed: int,
    budget: Budget,
    on_step: Callable[[object], None],
    start: Start | None = None,
    between: Between | None = None,
    before: ChosenBefore | None = None,
) -> LoadLineResult:
    """Finds the load line. `on_step` gets every Run and every event as it comes; `str` of each is a
    line of progress.

    `objective` is canonical: one, or several joined by ` and `. `start` is a hint from lines
    nearby; it saves probes, and can't change what is confirmed. `between`: no rate outside of this
    range is offered; it needs an objective, and no budget for periods or a horizon. `before`: the
    objective that the last search of this target chose.

    An interrupted search answers from its Runs so far (reason `stopped`). Errors of the target that
    are not Runs (refusals, bad input) are raised.
    """
    if objective is not None:
        budget = budget.for_period(longest_period_s(objective))
    ledger = Ledger(session, budget, seed, on_step)
    # On the real clock the machine affects everything; on the virtual clock only a described client
    # that stands still does.
    ledger.judges_storage_time = budget.total_s is not None
    search = _Search(ledger, objective, arrivals, start, between, before)
    try:
        search.run()
    except Halt as halt:
        search.reason, search.because = halt.reason, halt.words
        search.ends = _known_ends(search)
    return search.result()


@dataclass
class _Search:
    ledger: Ledger
    objective: str | None
    arrivals: str
    start: Start | None = None
    between: Between | None = None
    before: ChosenBefore | None = None
    objective_from: ObjectiveFrom = "asked"
    reason: str = ""
    because: str = ""
    maximum: Maximum | None = None
    reference: Probe | None = None
    bracket: Bracket = field(default_factory=Bracket)
    ends: Ends = field(default_factory=lambda: Ends(None, None))
    at_throttle: bool = False
    """Whether both ends were held at the rate of a throttle that the closed loops showed."""
    timed: bool = True
    """Whether more time may be recommended: not on the virtual clock."""

    @property
    def moves(self) -> bool:
        """Whether the line may move during the search: never on the virtual clock."""
        return self.ledger.budget.staircase and self.timed

    def run(self) -> None:
        ledger, budget = self.ledger, self.ledger.budget
        if self.between is not None:
            if budget.total_s is None:
                self.timed = False
                ledger.budget = budget.staircase_of(self.between.high, 0.0)
            # The rest before the holds is the lowest rate: nothing is offered outside.
            self._climb(self.between.low)
            return
        self.maximum = maximum.measure(ledger, self.start.queue_depth if self.start else 1)
        top = self.maximum.rate_per_s
        if top <= 0:
            raise Halt("failed", message("nothing-completed"))
        light = LIGHT_SHARE * top
        self._refer(light)
        if self.objective is None and not self._choose_objective():
            return
        assert self.objective is not None, "asked or chosen"
        assert self.reference is not None, "it was referred to"
        if self._cannot_decide(light):
            return
        if (
            budget.total_s is None
            and self.reference.disturbed
            and longest_period_s(self.objective) is None
        ):
            # A described client that stands still disturbs the search as a real machine does.
            budget = ledger.budget = budget.staircase_of(top, ledger.seconds)
            ledger.judges_storage_time = True
            self.timed = False
        if budget.staircase:
            self._climb(light)
            return
        self.bracket.share = budget.first_share
        # A reference Run that passed met the chosen objective, too: that lies well above its p99.
        if not find_lower_end(ledger, self.bracket, top, self.objective, self.reference):
            self._explain_no_pass()
            return
        if self.start is not None:
            self.bracket.expected = self.start.share * top
            self.bracket.share = HINTED_SHARE
            ledger.tell("started_nearby", round_rate(self.bracket.expected), share=self.start.share)
        self.reason = narrow(ledger, self.bracket, top, self.objective)
        self._look_at_the_knee()
        # From here on `ends` is valid at any moment.
        plan = plan_holds(ledger, self.bracket)
        self.ends = Ends(plan.low, plan.high, operations=plan.operations)
        confirm(
            ledger, self.ends, light, self.objective, lambda: plan_holds(ledger, self.bracket).low
        )
        self._cap_high()
        self._tell_horizon()
        self.reason = self._reason()

    def _refer(self, light: float) -> None:
        """Runs the light load; several short Runs where an objective is chosen from them, so that
        one bad moment does not choose it."""
        ledger, budget = self.ledger, self.ledger.budget
        length = self._reference_length_s(light)
        if budget.staircase and self.objective is not None:
            # Not repeated: lateness at a light load does not show what the client can offer.
            self.reference = ledger.run_once("reference", light, length, self.objective, stop=False)
            return
        runs = REFERENCES if ledger.judges_storage_time else 1
        each = max(length / runs, budget.reference_operations / light, LEAST_REFERENCE_S)
        for _ in range(runs):
            self.reference = ledger.run_fixed_length("reference", light, each, self.objective)
            late = budget.total_s is not None and (
                ledger.seconds + each > CHOOSING_SHARE * budget.total_s
            )
            if late:
                return

    def _cannot_decide(self, light: float) -> bool:
        """Whether this machine is too disturbed to decide anything, found out within some 15 s. The
        light load is repeated for so long, to wait out an episode of a few seconds."""
        ledger, objective = self.ledger, self.objective
        assert objective is not None, "asked or chosen"
        if not ledger.judges_storage_time or self._throttle() is not None:
            return False
        while disturbance.disturbed_share(ledger.probes) > MOSTLY_DISTURBED:
            if ledger.seconds >= GIVE_UP_AFTER_S:
                return self._report_disturbance()
            self.reference = ledger.run_once(
                "reference", light, LEAST_REFERENCE_S, objective, stop=False
            )
        return False

    def _report_disturbance(self) -> bool:
        """Reports a machine that stood still or was busy most of the time, which is the answer
        then; whether it was."""
        share = disturbance.disturbed_share(self.ledger.probes)
        if share <= MOSTLY_DISTURBED:
            return False
        self.reason = "machine_disturbed"
        self.ledger.tell("machine_disturbed", disturbed=share)
        return True

    def _reference_length_s(self, light: float) -> float:
        """Length of the light load. Slow storage takes long for a p99 there, which only the choice
        of an objective needs."""
        budget = self.ledger.budget
        length = budget.reference_length_s(light)
        if not budget.staircase or budget.total_s is None:
            return length
        share = REFERENCE_SHARE if self.objective is not None else CHOOSING_SHARE
        return max(budget.reference_s, min(length, share * budget.total_s))

    def _climb(self, light: float) -> None:
        """The search of a machine whose line moves: `staircase`."""
        assert self.objective is not None, "asked or chosen"
        self._hold_at_cap()
        belief = self.belief()
        assert belief is not None, "there is a maximum, or rates to stay between"
        if self.at_throttle:
            self.reason = "both_held"
        else:
            self.reason = Staircase(
                self.ledger, belief, self.objective, light, moves=self.moves, between=self.between
            ).run(self.ends)
        self._weigh_ends()
        if self.moves:
            grades.take_outer_ends(self.ends, belief, self.ledger.probes)
        if self.ends.passed is not None and self.ends.failed is not None:
            self.ends.regimes.append(Regime("both", self.ends.passed.rate, self.ends.failed.rate))
        self._tell_of_others()
        if self._report_change() or self._broken_by_pauses():
            return
        graded = self._grade(belief)
        if graded.grade == "confirmed":
            self.reason = "both_held"
        elif graded.grade == "bounded" and self.reason != "client_bound":
            self.reason = self._bound_reason(graded)
        elif self.ends.passed is not None and self.ends.failed is not None:
            self.reason = "line_moves"
        elif self.reason == "interval_narrow_enough":
            # The belief is narrow, but the time was over before both ends were held.
            self.reason = "time_limit"
        self._tell_what_more_would_buy(graded)

    def _weigh_ends(self) -> None:
        """Updates both ends after all Runs were weighed: where a hold's verdict changed, the next
        hold with that verdict takes its place, or none."""
        ends, probes = self.ends, self.ledger.probes
        holds = [probe for probe in probes if probe.role in ("hold_low", "hold_high")]
        if ends.failed is not None:
            ends.failed = probes[ends.failed.index]
            if ends.failed.verdict != FAIL:
                # A failure below the end that still passes is older than that pass.
                passed_end = None if ends.passed is None else probes[ends.passed.index]
                least = passed_end.rate if passed_end and passed_end.verdict == PASS else 0.0
                failed = [hold for hold in holds if hold.verdict == FAIL and hold.rate > least]
                ends.failed = min(failed, key=lambda hold: hold.rate, default=None)
                ends.high = None if ends.failed is None else ends.failed.rate
        if ends.passed is not None:
            ends.passed = probes[ends.passed.index]
            if ends.passed.verdict != PASS:
                most = math.inf if ends.high is None else ends.high
                passed = [hold for hold in holds if hold.verdict == PASS and hold.rate < most]
                ends.passed = max(passed, key=lambda hold: hold.rate, default=None)
                ends.low = None if ends.passed is None else ends.passed.rate

    def _throttle(self) -> Cap | None:
        """The throttle that the closed loops show: flat at depths at which nothing can be full."""
        top, light = self.maximum, self.reference
        if top is None or top.cap is None or light is None:
            return None
        latency = light.completion_latency_mean_ns
        full = latency is None or top.cap.rate_per_s * latency / 1e9 >= throttle.LESS_THAN_ONE
        return None if full else top.cap

    def _hold_at_cap(self) -> None:
        """Holds both ends at the rate of a throttle that the closed loops showed. Where the
        objective is missed below it, the usual search follows."""
        cap, budget, ends = self._throttle(), self.ledger.budget, self.ends
        if cap is None or self.between is not None or self.objective is None:
            return
        assert self.maximum is not None, "the throttle was seen in its Runs"
        if budget.total_s is not None:
            self.maximum = maximum.seen_for_longer(self.ledger, self.maximum, budget.total_s)
            cap = self.maximum.cap or cap
        self.ledger.tell("throttle_seen", cap.rate_per_s, shallow=cap.shallow, deep=cap.deep)
        rate = cap.rate_per_s
        for _ in range(TRIES_AT_CAP):
            below = round_rate(rate * (1 - CAP_OFFSET))
            length = max(budget.hold_s, 1_200.0 / below)
            hold = self.ledger.run_once("hold_low", below, length, self.objective, stop=False)
            if hold.verdict == PASS:
                ends.passed, ends.low = hold, hold.rate
                break
            # Less than the offered rate was carried: that is the rate of the throttle.
            carried = hold.achieved_rate_per_s
            if hold.verdict != FAIL or carried > below * (1 - CAP_OFFSET / 4):
                return
            rate = carried
        else:
            return
        # Just above its rate a throttle falls behind too slowly for a hold to notice.
        for steps in range(1, STEPS_ABOVE_CAP + 1):
            above = round_rate(rate * (1 + steps * CAP_OFFSET))
            hold = self.ledger.run_once("hold_high", above, length, self.objective, stop=False)
            if hold.verdict == FAIL:
                ends.failed, ends.high, self.at_throttle = hold, hold.rate, True
                return
            if hold.verdict == PASS:
                ends.passed, ends.low = hold, hold.rate

    def _report_change(self) -> bool:
        """Reports a change of the target or of this machine, which is the answer then; whether
        there was one."""
        assert self.objective is not None, "asked or chosen"
        if not self.moves or self.maximum is None:
            return False
        bound = latency(self.objective)
        bound_ns, top = None if bound is None else bound[1], self.maximum.rate_per_s
        change = disturbance.find_change(self.ledger.probes, bound_ns, top)
        if change is None:
            return False
        if change.kind == "machine_disturbed":
            held = self.ends.passed is not None and self.ends.failed is not None
            if held and self._throttle() is not None:
                # Stalls of this machine do not change a throttle's rate.
                return False
            self.reason = "machine_disturbed"
            self.ledger.tell("machine_disturbed", disturbed=change.disturbed_share)
        else:
            self.reason = "target_changed"
            self.ends.regimes.clear()
            figures: dict[str, Figure] = {
                "why": change.kind,
                "dismissed": change.dismissed,
                "clear": change.clear,
            }
            if change.kind == "reference_moved":
                figures = {
                    "why": change.kind,
                    "earlier_ns": change.earlier_ns,
                    "later_ns": change.later_ns,
                    "earlier_at_s": change.earlier_at_s,
                    "later_at_s": change.later_at_s,
                }
            self.ledger.tell("target_changed", change.rate_per_s, **figures)
        return True

    def _broken_by_pauses(self) -> bool:
        """Reports the storage's pauses; whether they alone break the objective, at any rate."""
        pauses, probes = self.ledger.pauses(), self.ledger.probes
        if pauses.count == 0:
            return False
        low, high = pauses.interval
        figures = {
            "pauses": float(pauses.count),
            "longest": round(pauses.longest_s, 2),
            "watched": round(pauses.watched_s),
            "share": pauses.time_share,
            "low": low,
            "high": high,
        }
        storage = next((p.storage for p in probes if p.storage and p.estimates), None)
        estimates = () if storage is None else storage.with_pauses.estimates
        broken = [
            at
            for at, estimate in enumerate(estimates)
            if (pauses.share_of(at) if estimate.allowed < 1 else pauses.mean_of(at))
            >= estimate.allowed
        ]
        if not broken:
            self.ledger.tell(
                "pauses_seen", why="one" if pauses.count == 1 else "several", **figures
            )
            return False
        self.reason = "pauses_break_objective"
        many = "broken_once" if pauses.count == 1 else "broken"
        self.ledger.tell("pauses_seen", why=many, **figures)
        weaker = find_weaker_percentile(probes, broken[0], pauses)
        if weaker is not None:
            self.ledger.tell("percentile_kept", weaker.rate_per_s, percentile=weaker.percentile)
        return True

    def _grade(self, belief: Belief | None) -> GradedLine:
        """The line with its grade."""
        if self.reason in NO_LINE:
            return GradedLine("bounded", None, None, None)
        # The rate of a throttle does not move, and all closed loops agree on it.
        moves = self.moves and not self.at_throttle
        graded = grades.of(self.ends, belief, self.ledger.probes, moves=moves)
        return (
            graded
            if self.between is None
            else self.between.clip_answer(graded, self.ends, self.ledger.probes)
        )

    def _bound_reason(self, graded: GradedLine) -> str:
        """The reason for which a staircase has no interval."""
        if self.between is not None and graded.high is None and graded.low is None:
            return "undecided"
        if self.between is not None:
            # An end of the range, else the reason why the search ended before reaching one.
            outside = ("above_range", "below_range")
            own = "not_confirmed" if self.reason in outside else self.reason
            return self.between.bound_reason(graded) or own
        if graded.low is not None:
            return "no_upper_end"
        # Without an upper bound nothing was missed either.
        return "undecided" if graded.high is None else "objective_not_met"

    def _tell_what_more_would_buy(self, graded: GradedLine) -> None:
        """Reports what four times the time would buy: the error of votes falls with their root."""
        budget, (low, high) = self.ledger.budget, (graded.low, graded.high)
        if (
            budget.total_s is None
            or not self.timed
            or low is None
            or high is None
            or high <= low * (1 + budget.precision)
            # More time does not help on a machine that works for others.
            or any(event.kind == "machine_was_busy" for event in self.ledger.events)
        ):
            return
        self.ledger.tell("more_time", minutes=round(MORE_TIME_FACTOR * budget.total_s / 60))

    def _tell_of_others(self) -> None:
        """Reports a machine that worked for others."""
        busy = maximum.shared_machine(
            [probe for probe in self.ledger.probes if probe.role != "maximum"]
        )
        if busy is not None:
            self.ledger.tell("machine_was_busy", others=busy.others, disturbed=busy.disturbed)

    def belief(self) -> Belief | None:
        """The belief from all open-loop Runs so far; None without a maximum and an objective."""
        from plimsoll.search.belief import Belief, prior_line

        if self.objective is None:
            return None
        if self.between is not None:
            made = Belief.of_sweep(self.between.low, self.between.high, moves=self.moves)
        elif self.maximum is None or self.maximum.rate_per_s <= 0:
            return None
        else:
            top, bound = self.maximum.rate_per_s, latency(self.objective)
            statistic, bound_ns = bound if bound is not None else ("mean", None)
            made = Belief(
                top,
                prior_line(self.ledger.probes, top, bound_ns, statistic),
                full=not self.maximum.lower_bound,
                moves=self.moves,
            )
        for probe in self.ledger.probes:
            made.enter(probe)
        return made

    def _tell_horizon(self) -> None:
        """Reports a rate that short Runs carried but no hold did: the answer depends on the length
        of the test."""
        failed = self.ends.failed
        if failed is None:
            return
        short = [
            p
            for p in self.ledger.probes
            # A Run for rest has no objective.
            if p.verdict == PASS
            and p.estimates
            and p.offered_rate_per_s
            and 2 * p.measure_s <= failed.measure_s
        ]
        best = max(short, key=lambda probe: probe.rate, default=None)
        if best is not None and best.rate > failed.rate * (1 + CLIFF_MARGIN):
            self.ledger.tell(
                "horizon_counts",
                best.rate,
                passed_for_s=best.measure_s,
                failed_at=failed.rate,
                failed_for_s=failed.measure_s,
            )

    def _cap_high(self) -> None:
        """Lowers an unconfirmed upper end to the closed loop's maximum, give or take: no open loop
        carries more."""
        ends, top = self.ends, self.maximum
        if top is None or top.lower_bound or ends.high is None or ends.failed is not None:
            return
        most = round_rate(top.rate_per_s * (1 + grades.MAXIMUM_ERROR))
        if ends.high > most > (ends.low or 0.0):
            ledger = self.ledger
            ledger.tell("high_capped", most, maximum=top.rate_per_s)
            ends.high = most

    def _reason(self) -> str:
        """Why the search ended, in the light of the holds."""
        ends, precision = self.ends, self.ledger.budget.precision
        if ends.passed is None:
            return "not_confirmed"
        if ends.high is not None and ends.failed is not None:
            # Both ends are confirmed: earlier difficulties no longer matter.
            if ends.low is not None and ends.high <= ends.low * (1 + precision):
                return "interval_narrow_enough"
            # The bracket was narrow, or bound by the client, before the holds moved the ends.
            moved = self.reason in ("interval_narrow_enough", "client_bound")
            return "too_close_to_decide" if moved else self.reason
        if ends.client is not None or (ends.high is None and self.bracket.client is not None):
            return "client_bound"
        if ends.high is None:
            return "no_upper_end"
        return "too_close_to_decide" if self.reason == "interval_narrow_enough" else self.reason

    def _choose_objective(self) -> bool:
        """The default objective from the p99 at the light load; False when there is none."""
        self.objective_from = "default"
        light = [probe for probe in self.ledger.probes if probe.role == "reference"]
        p99, times, why = _light_p99(light)
        bounds = [us for us in DEFAULT_BOUNDS_US if p99 is not None and us * 1e3 >= times * p99]
        if not bounds and self._report_disturbance():
            return False
        if not bounds:
            self.reason = "objective_needed"
            self.because = (
                message("no-objective-no-p99")
                if p99 is None
                else message("no-objective", p99=f"{units.significant(p99 / 1e6, 3)} ms")
            )
            return False
        # Answers compare only by one objective: a disk that is quicker today keeps yesterday's.
        before = self.before
        earlier = [us for us in bounds[1:] if before and before.objective == _default_objective(us)]
        bound = earlier[0] if earlier else bounds[0]
        self.objective = _default_objective(bound)
        for probe in light:
            met = (probe.undisturbed_p99_ns or probe.p99_ns or math.inf) <= bound * 1e3
            self.ledger.probes[probe.index] = replace(probe, chose=probe.steady and met)
        self.reference = self.ledger.probes[light[-1].index]
        figures = {"campaign": before.campaign} if before and earlier else {}
        self.ledger.tell(
            "objective_chosen",
            objective=self.objective,
            bound_ns=bound * 1e3,
            why="before" if figures else why,
            p99_ns=p99,
            **figures,
        )
        return True

    def _explain_no_pass(self) -> None:
        assert self.reference is not None, "it comes first"
        probes = [probe for probe in self.ledger.probes if probe.role == "probe"]
        p99 = self.reference.p99_ns
        if any(probe.verdict == "fail" for probe in probes):
            self.reason, why = "objective_not_met", "not-met"
        elif all(probe.client_bound for probe in probes):
            self.reason, why = "client_bound", "late"
        else:
            self.reason, why = "undecided", "undecided"
        figures = {}
        if p99 is not None:
            figures = {
                "rate": units.count(self.reference.rate),
                "p99": f"{units.significant(p99 / 1e6, 3)} ms",
            }
        self.because = message(f"no-pass-{why}{'-p99' if figures else ''}", **figures)

    def _look_at_the_knee(self) -> None:
        """A few probes for the knee alone, where the search left a gap around it."""
        assert self.objective is not None, "asked or chosen"
        ledger, budget = self.ledger, self.ledger.budget
        for _ in range(budget.knee_probes):
            around = self.knee()
            if around is None:
                return
            if isinstance(around, curve.Knee):
                rate = around.rate_per_s
                if around.high <= around.low * (1 + KNEE_WIDTH):
                    return
                # Not on an end: a probe there would narrow nothing.
                rate = min(max(rate, around.low * 1.02), around.high / 1.02)
            elif around.high <= around.low * (1 + KNEE_WIDTH):
                return
            else:
                rate = (around.low + around.high) / 2
            length = budget.reference_length_s(rate)
            over = (
                budget.total_s is not None
                and ledger.seconds + length + budget.warmup_s + budget.holds_s > budget.total_s
            )
            if over:
                return
            ledger.run_fixed_length("probe", rate, length, self.objective)

    def knee(self) -> curve.Knee | curve.KneeGap | None:
        """The knee, or where to look for it; none without a light load."""
        light = self.reference
        if (
            light is None
            or self.maximum is None
            or light.completion_latency_mean_ns is None
            or not light.steady
        ):
            return None
        return curve.knee(
            self.ledger.probes,
            light.rate,
            light.completion_latency_mean_ns,
            1.05 * self.maximum.rate_per_s,
        )

    def point(self) -> float | None:
        """The crossing of the fitted curve, within the confirmed ends; their middle where there is
        none or it lies far from them.

        Never above the maximum.
        """
        low, high, top = self.ends.low, self.ends.high, self.maximum
        if low is None or high is None:
            return None
        fit = fit_crossing(self.ledger, self.bracket)
        width = high - low
        near = fit is not None and low - width <= fit.rate <= high + width
        rate = min(max(fit.rate, low), high) if fit is not None and near else (low + high) / 2
        if top is not None and not top.lower_bound:
            rate = max(low, min(rate, top.rate_per_s))
        return round_rate(rate)

    def limited_by(self, graded: GradedLine) -> LimiterDocument:
        """The limiter of the line."""
        late = [probe for probe in self.ledger.probes if probe.client_bound]
        if self.reason == "client_bound" and late:
            return late[-1].limited_by
        if self.reason == "machine_disturbed":
            return limiter_rules.no_limiter("machine_disturbed").to_json()
        if self.reason == "target_changed":
            return limiter_rules.no_limiter("target_changed").to_json()
        if self.reason == "pauses_break_objective":
            # A throttle or a neighbour that comes and goes pauses operations just as storage does.
            return limiter_rules.no_limiter("paused").to_json()
        if graded.anywhere:
            return limiter_rules.no_limiter("not_placed").to_json()
        if any(event.kind == "machine_was_busy" for event in self.ledger.events):
            return limiter_rules.no_limiter("others_had_processors").to_json()
        # A miss without our lateness, of a hold or of any Run of a staircase, is not ours.
        missed = self.ends.failed is not None or (
            self.ledger.budget.staircase
            and any(p.verdict == FAIL and p.estimates for p in self.ledger.probes)
        )
        never_met = self.reason in ("objective_not_met", "below_range")
        if not missed and not never_met:
            return limiter_rules.no_limiter("not_confirmed").to_json()
        if never_met:
            return limiter_rules.of_no_line().to_json()
        top, light, failed = self.maximum, self.reference, self.ends.failed
        if failed is not None and (top is None or top.lower_bound):
            # The hold was behind our own in-flight cap, and the closed loop still rose with more
            # outstanding I/O: the hold's own finding names what would decide it.
            if failed.outcome == "cannot_carry" and failed.limited_by["value"] == "unknown":
                return failed.limited_by
            # Just below the cap's limit a rate is carried, but late: operations wait for a slot.
            if failed.filled_its_cap:
                return limiter_rules.behind_own_cap(failed.most_outstanding or 0).to_json()
        if (cap := self._throttle()) is not None:
            return limiter_rules.of_flat_ladder(cap.shallow, cap.deep, cap.rate_per_s).to_json()
        if top is not None and graded.far_below(top.rate_per_s):
            return limiter_rules.no_limiter("far_below_maximum").to_json()
        places = None
        if (
            top is not None
            and not top.lower_bound
            and light is not None
            and light.completion_latency_mean_ns is not None
        ):
            places = top.rate_per_s * light.completion_latency_mean_ns / 1e9
        return limiter_rules.of_line(places, self._flat_loops()).to_json()

    def _flat_loops(self) -> list[tuple[float | None, float | None]]:
        """Dispersion of completions of the closed loops at the maximum, and their median response
        over the mean: these separate a throttle from full servers."""
        top = self.maximum
        if top is None:
            return []
        loops = [
            probe
            for probe in (self.ledger.probes[at] for at in top.probes)
            if probe.outstanding >= MIN_QUEUED
        ]
        # The maximum may include the savings of a bucket; the deepest loops run at its refill rate.
        deepest = max(loops, key=lambda probe: probe.outstanding, default=None)
        flat = min(top.rate_per_s, deepest.achieved_rate_per_s if deepest else math.inf)
        return [
            (
                probe.dispersion,
                probe.p50_ns / probe.mean_ns if probe.p50_ns and probe.mean_ns else None,
            )
            for probe in loops
            if probe.achieved_rate_per_s >= flat * (1 - maximum.PLATEAU_RISE)
        ]

    def result(self) -> LoadLineResult:
        found = self.knee()
        if self.objective is None:
            graded = GradedLine("bounded", None, None, None)
        else:
            graded = self._grade(self.belief())
        if not self.ledger.budget.staircase and graded.grade == "confirmed":
            graded = replace(graded, rate=self.point())
        return LoadLineResult(
            objective=self.objective,
            objective_from=self.objective_from,
            reason=self.reason,
            because=self.because or reason_text(self.reason),
            arrivals=self.arrivals,
            seed=self.ledger.seed,
            confidence=self.ledger.budget.confidence,
            ends=self.ends,
            rate_per_s=graded.rate,
            graded=graded,
            maximum=self.maximum,
            knee=found if isinstance(found, curve.Knee) else None,
            non_monotone=tuple(self.bracket.regions),
            limited_by=self.limited_by(graded),
            probes=tuple(self.ledger.probes),
            events=tuple(self.ledger.events),
            pauses=self.ledger.pauses() if self.ledger.judges_storage_time else None,
            disturbed_share=(
                disturbance.disturbed_share(self.ledger.probes)
                if self.ledger.judges_storage_time
                else None
            ),
        )


def _light_p99(light: Sequence[Probe]) -> tuple[float | None, float, str]:
    """The p99 that a default objective is chosen from, how many times above it the objective has to
    lie, and how it was found.

    Runs are judged in undisturbed time, so it is taken there. Where too few operations are left
    completion latency has to do: it begins when an operation was submitted, however late."""
    seen = [p99 for probe in light if (p99 := probe.undisturbed_p99_ns) is not None]
    if not seen:
        return light[-1].completion_latency_p99_ns, ABOVE_LIGHT, "completion"
    alone, most = statistics.median(seen), _p99_of_most_intervals(light)
    if ABOVE_INTERVALS * most > ABOVE_LIGHT * alone:
        return most, ABOVE_INTERVALS, "intervals"
    return alone, ABOVE_LIGHT, "alone"


def _p99_of_most_intervals(light: Sequence[Probe]) -> float:
    """The p99 that nine in ten intervals of these Runs keep; 0 where they are too few or too small
    for one. A bound below it would judge hiccups of this machine that are too short to be left
    out."""
    samples = [probe.storage.sample for probe in light if probe.storage is not None]
    levels = sorted(
        level for sample in samples if sample.level == "p99" for level in sample.levels_ns
    )
    return levels[math.ceil(0.9 * len(levels)) - 1] if len(levels) >= LEAST_LEVELS else 0.0


def _default_objective(bound_us: int) -> str:
    bound = f"{bound_us}us" if bound_us < 1_000 else f"{bound_us // 1_000}ms"
    return f"p99(response_time, all) <= {bound}"


def _known_ends(search: _Search) -> Ends:
    """The ends when a search ends early: those of the holds, else those of the probes."""
    if search.ends.low is not None or search.ends.high is not None:
        return search.ends
    return Ends(search.bracket.low, search.bracket.high)
