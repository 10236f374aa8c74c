"""Where the load line is believed to lie, after every Run so far: a distribution over rates.

A single Run near the line says little, and on a shared machine the line itself moves from Run to
Run: the same rate is met now and missed ten seconds later. So every Run is taken as a vote, as in a
staircase of psychophysics: a rate r is missed with the probability of Phi((ln r - ln L) / s), where
L is the line and s how much it moves; a small share of the votes means nothing at all (a
neighbour's burst). What a Run says is softened by its own doubt: one that was decided votes fully,
one that was not votes as far as its estimate leans. L and s are unknown; what is believed of both
is kept on a grid.

The belief says which rate to try next, and is the answer where no holds confirmed one. How often
its intervals hold the line: docs/truth.md.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.search import curve
from plimsoll.search.ledger import FAIL, PASS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.search.ledger import Estimate, Probe

POINTS = 900
LEAST, MOST = 0.002, 1.06
"""The grid, as shares of the closed loop's maximum."""
MOVES = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16)
"""How much a line may move from Run to Run, relatively; each is as likely before anything is
known."""
LAPSE = 0.04
"""Share of the Runs that say nothing about the line, whatever they say."""
HOLD_VOTES = 2
"""What a hold counts as: it is some three times as long as a probe, so that a bad moment that short
Runs mostly miss is in it."""
DECIDED = 0.02
"""Doubt that is left in a verdict."""
UNRESOLVED = 0.5
"""Standard error, on the straight scale, of an estimate without bounds."""
EMPTY = 0.25
"""The least that a Run without bounds votes for a miss; and the most that one votes without a
single operation beyond the bound, however short."""
NONE_SEEN = 3.0
"""So many operations, independent ones, are expected beyond an upper bound where none was seen. The
bounds here have 3.7 and more: it errs on the safe side."""
MUCH = 0.4
"""Share of operations that our lateness had a part in, from which those without it are no fair
sample of all."""
DEVIATIONS = 2.0
"""Standard errors in half of an estimate's interval, about."""
SHARE, SPREAD = 0.8, 0.35
"""Where an open loop's line is expected: this share of the highest rate at which the closed loop
met the objective, give or take so much (of a logarithm)."""
KNOWN = 0.6
"""How much that is believed; the rest is spread evenly."""
ROOM, BEYOND = 2.0, 0.2
"""So many times beyond a sweep its line may lie at most, and the distance, as a logarithm, at which
that is e times less likely."""
TOP_ERROR = 0.02
"""What the maximum may be wrong by."""


class Belief:
    """See the module. Rates in operations/s."""

    top: float
    """The line lies no higher, give or take; infinite where nothing is known of that."""
    lapse: float
    """Share of the Runs that say nothing about the line."""
    _x: np.ndarray
    _moves: np.ndarray
    _log: np.ndarray

    full: bool
    """Whether the target itself was full at `top`, so that no line lies above it."""

    def __init__(self, top: float, expected: float, *, full: bool = True) -> None:
        """`top`: the closed loop's maximum, `expected`: the highest rate at which it met the
        objective (or the maximum)."""
        self._begin(LEAST * top, (MOST if full else ROOM) * top)
        near = np.exp(-0.5 * ((self._x - math.log(SHARE * expected)) / SPREAD) ** 2)
        prior = KNOWN * near / near.sum() + (1 - KNOWN) / POINTS
        self._log = np.log(prior)[:, None] + np.zeros(len(MOVES))[None, :]
        if full:
            self.cap(top, TOP_ERROR)
            self.top, self.full = top, True
            return
        # The client was full, not the target: that caps nothing, and farther above is less likely.
        self._log -= (np.maximum(0.0, self._x - math.log(top)) / BEYOND)[:, None]
        self.top = ROOM * top

    def _begin(self, lowest: float, highest: float) -> None:
        self.top, self.full, self.lapse = math.inf, False, LAPSE
        self._x = np.linspace(math.log(lowest), math.log(highest), POINTS)
        self._moves = np.array(MOVES)
        self._log = np.zeros((POINTS, len(MOVES)))
        self.votes = 0

    @classmethod
    def of_sweep(cls, lowest: float, highest: float, *, lapse: float = LAPSE) -> Belief:
        """Nothing is known but where somebody looked for the line: between these rates each is as
        likely, by its logarithm.

        Outside of them it is the less likely the farther away. `lapse`: see LAPSE.
        """
        made = cls.__new__(cls)
        made._begin(lowest / ROOM, highest * ROOM)
        made.lapse = lapse
        outside = np.maximum(
            0.0, np.maximum(math.log(lowest) - made._x, made._x - math.log(highest))
        )
        made._log = made._log - (outside / BEYOND)[:, None]
        return made

    def cap(self, rate: float, error: float) -> None:
        """The line lies no higher than this rate, which may be wrong by so much, relatively."""
        above = np.maximum(0.0, self._x - math.log(rate)) / error
        self._log = self._log - 0.5 * (above**2)[:, None]

    def enter(self, probe: Probe) -> None:
        """Takes in what an open-loop Run says."""
        missed = vote(probe)
        if missed is None:
            return
        self.votes += 1
        deviations = (math.log(probe.rate) - self._x)[:, None] / self._moves[None, :]
        chance = self.lapse + (1 - 2 * self.lapse) * _phi(deviations)
        votes = HOLD_VOTES if probe.role in ("hold_low", "hold_high") else 1
        self._log = self._log + votes * np.log(missed * chance + (1 - missed) * (1 - chance))

    def quantile(self, share: float, low: float = 0.0, high: float = math.inf) -> float:
        """The rate below which the line lies with this probability, given that it lies between
        `low` and `high`."""
        weights = np.exp(self._log - self._log.max()).sum(axis=1)
        if low > 0 or high < math.inf:
            inside = weights * ((self._x >= math.log(max(low, 1e-9))) & (self._x <= math.log(high)))
            weights = inside if inside.sum() > 0 else weights
        sums = np.cumsum(weights) / weights.sum()
        return float(np.exp(np.interp(share, sums, self._x)))

    def carried(self, share: float) -> float:
        """The highest rate at which no more than this share of Runs would miss the objective: that
        the line moves is in it."""
        weights = np.exp(self._log - self._log.max())
        weights /= weights.sum()
        rates = self._x[:: max(1, POINTS // 300)]
        deviations = (rates[:, None, None] - self._x[None, :, None]) / self._moves[None, None, :]
        missed = (_phi(deviations) * weights[None, :, :]).sum(axis=(1, 2))
        fine = rates[missed <= share]
        return float(np.exp(fine[-1] if len(fine) else rates[0]))

    def width(self, confidence: float) -> float:
        """Of the interval that holds the line with this probability, relative to its lower end."""
        rest = (1 - confidence) / 2
        return self.quantile(1 - rest) / self.quantile(rest) - 1


def _phi(deviations: np.ndarray) -> np.ndarray:
    """The normal distribution, by a logistic one: within 0.01 everywhere."""
    made: np.ndarray = 1.0 / (1.0 + np.exp(-1.702 * np.clip(deviations, -30, 30)))
    return made


def vote(probe: Probe) -> float | None:
    """How sure it is that this open-loop Run missed the objective, from 0 to 1; none where it says
    nothing about the target."""
    if probe.offered_rate_per_s is None or probe.outcome in ("failed", "stopped", "not_steady"):
        return None
    if probe.chose:
        return DECIDED
    if probe.verdict == PASS:
        return DECIDED if probe.estimates else None
    if probe.verdict == FAIL:
        return 1 - DECIDED
    leans = [_leaning(estimate) for estimate in probe.estimates]
    if not leans or (probe.client_bound and not probe.only_late):
        return None
    if probe.client_bound:
        # Missed as seen from here. What is left without our lateness may lean to a miss; to a pass
        # it leans at most a little, and not at all where so much was left out that the slow
        # operations may be just those.
        leans.append(0.5 if probe.disturbed > MUCH * probe.operations else EMPTY)
    return min(max(*leans, DECIDED), 1 - DECIDED)


def _leaning(estimate: Estimate) -> float:
    """How likely the statistic lies beyond what is allowed."""
    half = curve.half_width(estimate)
    if half is None:
        # Shorter than the target's memory: it began empty, and shows the target better than it is.
        if estimate.value == 0 and estimate.high and estimate.allowed < 1:
            # None beyond, among as many as the bound tells: how likely that is of a share that is
            # just missed.
            return min(EMPTY, math.exp(-NONE_SEEN * estimate.allowed / estimate.high))
        lean = _phi(
            np.array(curve.straight(max(estimate.value, 1e-9), estimate.allowed) / UNRESOLVED)
        )
        return max(float(lean), EMPTY)
    error = max(half / DEVIATIONS, 1e-3)
    return float(_phi(np.array(curve.straight(estimate.value, estimate.allowed) / error)))


def expected(probes: Sequence[Probe], top: float, bound_ns: float | None, statistic: str) -> float:
    """The highest rate at which the closed loop met a bound on response time; the maximum where
    there is none to compare."""
    if bound_ns is None:
        return top
    compared = [
        (probe.achieved_rate_per_s, seen <= bound_ns)
        for probe in probes
        if probe.offered_rate_per_s is None
        and (seen := probe.mean_ns if statistic == "mean" else probe.p99_ns) is not None
    ]
    if not compared:
        return top
    # None met it: a cap fills at any depth, and then the closed loop tells nothing of what an open
    # one below it waits.
    return max((rate for rate, met in compared if met), default=min(rate for rate, _ in compared))
