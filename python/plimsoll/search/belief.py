"""The posterior distribution of the load line over rates, given every Run so far.

A single Run near the line shows little, and on a shared machine the line itself moves from Run to
Run: the same rate is met now and missed ten seconds later. So every Run is a vote, as in a
staircase of psychophysics: a rate r is missed with the probability of Phi((ln r - ln L) / s), where
L is the line and s how much it moves; a small share of the votes means nothing at all (a
neighbour's burst). A decided Run votes fully, an undecided one as far as its estimate leans. L and
s are unknown; their joint distribution is kept on a grid.

Runs a few seconds apart share a moment of the machine and tell less than as many far apart. So
votes come in spells of 20 s, each with a line of its own, ln L + N(0, t); t is unknown, too. Where
spells contradict one another more than Runs within a spell do, t is large, and the interval of L
stays wide however many Runs there are (decision 0012-moving-line).

The belief chooses the next rate, and is the answer where no holds confirmed one. How often its
intervals hold the line: docs/truth.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from plimsoll.search import curve
from plimsoll.search.ledger import FAIL, PASS, Estimate, Probe

POINTS = 900
GRID_LOW = 0.002
"""Lowest rate of the grid, as a share of the closed loop's maximum."""
GRID_HIGH = 1.06
"""Highest rate of the grid, likewise."""
RUN_MOVES = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16)
"""How much a line may move from Run to Run, relatively; all equally likely a priori."""
SPELL_S = 20.0
"""Seconds of tests that share a moment of the machine."""
SPELL_MOVES = {0.0: 0.5, 0.01: 0.2, 0.02: 0.13, 0.04: 0.1, 0.08: 0.06, 0.16: 0.01}
"""How far the line of a spell may lie off the line of the whole search, relatively, with the prior
probability of each."""
RUN_OVERHEAD_S = 0.15
"""What a Run takes beside its phases, about."""
LAPSE_RATE = 0.04
"""Share of the Runs whose votes mean nothing."""
DECIDED = 0.02
"""Doubt that is left in a verdict."""
LEAST_LIKELY = 1e-14
"""Smallest probability that a product of two transforms resolves."""
CUTOFF = 8.6
"""Standard deviations beyond which a normal distribution is below a rounding error (exp(-37))."""
EMPTY = 0.25
"""Lowest vote for a miss of a Run without bounds; and the highest of one without a single operation
beyond the bound, however short."""
EXPECTED_AT_BOUND = 3.0
"""Independent operations expected beyond an upper bound where none was seen. The bounds here have
3.7 and more: this errs on the safe side."""
MASKED_SHARE = 0.4
"""Share of operations that our lateness had a part in, from which the others are no fair sample."""
INTERVAL_DEVIATIONS = 2.0
"""Standard errors in half of an estimate's interval, about."""
PRIOR_SHARE = 0.8
"""An open loop's line is expected at this share of the highest rate at which the closed loop met
the objective."""
PRIOR_SPREAD = 0.35
"""Standard deviation of that expectation, as a logarithm."""
PRIOR_WEIGHT = 0.6
"""Weight of that expectation; the rest is spread evenly."""
MAX_ABOVE_SWEEP = 2.0
"""A sweep's line lies at most this factor above or below its rates."""
BEYOND_SCALE = 0.2
"""Distance beyond a sweep, as a logarithm, at which a line is e times less likely."""
TOP_ERROR = 0.02
"""Relative error of the maximum."""


class Belief:
    """See the module. Rates in operations/s."""

    top: float
    """The line lies no higher, give or take; infinite where that is unknown."""
    lapse: float
    """Share of the Runs whose votes mean nothing."""
    full: bool
    """Whether the target itself was full at `top`, so that no line lies above it."""
    votes: int

    _x: np.ndarray
    """The grid: logarithms of rates. The axes of the arrays below are how much spells move, rate,
    and how much Runs move; values are logarithms."""
    _prior: np.ndarray
    """The prior, without the axis of spells."""
    _none_ended: np.ndarray
    """`_ended` before any spell."""
    _ended: np.ndarray
    """Log-likelihood of L from the spells that are over."""
    _spell: np.ndarray
    """Log-likelihood of the current spell's own line, without the axis of spells."""
    _spell_number: int
    _seconds: float
    _spell_likelihood: np.ndarray | None
    """Log-likelihood of L from the current spell. None after a new Run, until it is needed."""
    _posterior: np.ndarray | None
    """Posterior weights (not logarithms). None after a new Run, until they are needed."""
    _by_rate: np.ndarray | None
    """The posterior by rate alone, likewise."""
    _misses: np.ndarray | None
    """See `_miss_kernels`; made when they are first needed."""

    def __init__(
        self, top: float, expected: float, *, full: bool = True, moves: bool = True
    ) -> None:
        """`top`: the closed loop's maximum, `expected`: the highest rate at which it met the
        objective (or the maximum). `moves`: see `of_sweep`."""
        self._begin(GRID_LOW * top, (GRID_HIGH if full else MAX_ABOVE_SWEEP) * top, moves=moves)
        near = np.exp(-0.5 * ((self._x - math.log(PRIOR_SHARE * expected)) / PRIOR_SPREAD) ** 2)
        prior = PRIOR_WEIGHT * near / near.sum() + (1 - PRIOR_WEIGHT) / POINTS
        self._prior = np.log(prior)[:, None] + np.zeros(len(RUN_MOVES))[None, :]
        if full:
            self.cap(top, TOP_ERROR)
            self.top, self.full = top, True
            return
        # The client was full, not the target: the maximum caps nothing, and rates far above are
        # less likely.
        self._prior -= (np.maximum(0.0, self._x - math.log(top)) / BEYOND_SCALE)[:, None]
        self.top = MAX_ABOVE_SWEEP * top

    def _begin(self, lowest: float, highest: float, *, moves: bool) -> None:
        self.top, self.full, self.lapse, self.votes = math.inf, False, LAPSE_RATE, 0
        self._x = np.linspace(math.log(lowest), math.log(highest), POINTS)
        self._runs_move = np.array(RUN_MOVES)
        self._spells_move = np.array([*SPELL_MOVES] if moves else [0.0])
        chances = np.array([SPELL_MOVES[float(width)] for width in self._spells_move])
        self._prior = np.zeros((POINTS, len(RUN_MOVES)))
        self._ended = np.log(chances / chances.sum())[:, None, None] + np.zeros(
            (1, POINTS, len(RUN_MOVES))
        )
        self._none_ended = self._ended
        self._spell = np.zeros((POINTS, len(RUN_MOVES)))
        self._spell_number, self._seconds = 0, 0.0
        self._spell_likelihood = self._posterior = self._by_rate = None
        self._misses = None
        # A spell's line is normally distributed around L: one kernel for each width, in the
        # frequency domain. Kernels are cut where they vanish, since a transform's cost grows with
        # its length.
        step = self._x[1] - self._x[0]
        self._reach = min(POINTS - 1, math.ceil(CUTOFF * float(self._spells_move.max()) / step))
        self._length = _quick(POINTS + 2 * self._reach)
        away = np.arange(-self._reach, self._reach + 1) * step
        self._kernels = [
            np.fft.rfft(kernel / kernel.sum(), self._length)
            for width in self._spells_move
            if width > 0
            for kernel in [np.exp(-0.5 * (away / width) ** 2)]
        ]

    @classmethod
    def of_sweep(
        cls, lowest: float, highest: float, *, lapse: float = LAPSE_RATE, moves: bool = True
    ) -> Belief:
        """A belief from the range of a sweep alone: uniform in the logarithm between these rates,
        and falling outside of them.

        `lapse`: see LAPSE_RATE. `moves`: whether the line may move with time; not on the virtual
        clock.
        """
        made = cls.__new__(cls)
        made._begin(lowest / MAX_ABOVE_SWEEP, highest * MAX_ABOVE_SWEEP, moves=moves)
        made.lapse = lapse
        outside = np.maximum(
            0.0, np.maximum(math.log(lowest) - made._x, made._x - math.log(highest))
        )
        made._prior = made._prior - (outside / BEYOND_SCALE)[:, None]
        return made

    def again(self, probes: Sequence[Probe]) -> None:
        """Replaces all Runs so far by these: their verdicts were weighed anew."""
        self._ended = self._none_ended
        self._spell = np.zeros_like(self._spell)
        self._spell_number, self._seconds, self.votes = 0, 0.0, 0
        self._spell_likelihood = self._posterior = self._by_rate = None
        for probe in probes:
            self.enter(probe)

    def cap(self, rate: float, error: float) -> None:
        """The line lies no higher than this rate, which may be wrong by so much, relatively."""
        above = np.maximum(0.0, self._x - math.log(rate)) / error
        self._prior = self._prior - 0.5 * (above**2)[:, None]
        self._posterior = self._by_rate = None

    def enter(self, probe: Probe) -> None:
        """Adds the vote of an open-loop Run. Runs come in the order in which they were made."""
        self._seconds += probe.seconds + RUN_OVERHEAD_S
        missed = vote(probe)
        if missed is None:
            return
        if self._seconds // SPELL_S != self._spell_number:
            self._ended = self._ended + self._of_spell()
            self._spell = np.zeros_like(self._spell)
            self._spell_number = int(self._seconds // SPELL_S)
        self.votes += 1
        self._spell_likelihood = self._posterior = self._by_rate = None
        deviations = (math.log(probe.rate) - self._x)[:, None] / self._runs_move[None, :]
        chance = self.lapse + (1 - 2 * self.lapse) * _phi(deviations)
        self._spell = self._spell + np.log(missed * chance + (1 - missed) * (1 - chance))

    def _of_spell(self) -> np.ndarray:
        """Log-likelihood of L from the Runs of this spell, by how much spells move."""
        if self._spell_likelihood is None:
            found = [self._spell] if self._spells_move[0] == 0 else []
            if self._kernels:
                most = self._spell.max(axis=0)
                # Beyond the grid it is as at its ends.
                likely = np.exp(self._spell - most).T
                wide = np.pad(likely, ((0, 0), (self._reach, self._reach)), mode="edge")
                turned = np.fft.rfft(wide, self._length)
                inside = slice(2 * self._reach, 2 * self._reach + POINTS)
                for kernel in self._kernels:
                    smooth = np.fft.irfft(turned * kernel, self._length)[:, inside]
                    found.append(np.log(np.maximum(smooth, LEAST_LIKELY)).T + most)
            self._spell_likelihood = np.array(found)
        return self._spell_likelihood

    def _weights(self) -> np.ndarray:
        """The posterior, by how much spells move, rate and how much Runs move."""
        if self._posterior is None:
            logs = self._prior[None] + self._ended + self._of_spell()
            made = np.exp(logs - logs.max())
            self._posterior = made / made.sum()
        return self._posterior

    def quantile(self, share: float, low: float = 0.0, high: float = math.inf) -> float:
        """The rate below which the line lies with this probability, given that it lies between
        `low` and `high`."""
        if self._by_rate is None:
            self._by_rate = self._weights().sum(axis=(0, 2))
        weights = self._by_rate
        if low > 0 or high < math.inf:
            inside = weights * ((self._x >= math.log(max(low, 1e-9))) & (self._x <= math.log(high)))
            weights = inside if inside.sum() > 0 else weights
        sums = np.cumsum(weights) / weights.sum()
        return float(np.exp(np.interp(share, sums, self._x)))

    def rate_at_miss_share(self, share: float) -> float:
        """The highest rate at which no more than this share of Runs would miss the objective: that
        the line moves is in it."""
        rates = self._x[:: max(1, POINTS // 300)]
        if self._misses is None:
            self._misses = self._miss_kernels()
        # Summed over the grid for every rate at once; the sum over widths is one of transforms.
        turned = (np.fft.rfft(self._weights(), 2 * POINTS, axis=1) * self._misses).sum(axis=(0, 2))
        sums = np.fft.irfft(turned, 2 * POINTS)[POINTS - 1 : 2 * POINTS - 1]
        missed = sums[:: max(1, POINTS // 300)]
        fine = rates[missed <= share]
        return float(np.exp(fine[-1] if len(fine) else rates[0]))

    def _miss_kernels(self) -> np.ndarray:
        """How often a Run misses by its distance from the line, in the frequency domain: by how
        much spells move, distance and how much Runs move."""
        away = np.arange(-(POINTS - 1), POINTS) * (self._x[1] - self._x[0])
        moves = np.hypot(self._runs_move[None, :], self._spells_move[:, None])
        kernels = _phi(away[None, :, None] / moves[:, None, :])
        turned: np.ndarray = np.fft.rfft(kernels, 2 * POINTS, axis=1)
        return turned

    def width(self, confidence: float) -> float:
        """Of the interval that holds the line with this probability, relative to its lower end."""
        rest = (1 - confidence) / 2
        return self.quantile(1 - rest) / self.quantile(rest) - 1


def _phi(deviations: np.ndarray) -> np.ndarray:
    """The normal distribution, by a logistic one: within 0.01 everywhere."""
    made: np.ndarray = 1.0 / (1.0 + np.exp(-1.702 * np.clip(deviations, -30, 30)))
    return made


def _phi_of_one(deviation: float) -> float:
    """`_phi` of one number. Votes are weighed again at every step of a search, and an array of one
    element takes numpy ten times as long."""
    return 1.0 / (1.0 + math.exp(-1.702 * min(max(deviation, -30.0), 30.0)))


def _quick(least: int) -> int:
    """The next length with the factors 2, 3 and 5, with which a transform is quick."""
    found = least
    while pow(30, least.bit_length(), found):
        found += 1
    return found


def vote(probe: Probe) -> float | None:
    """Probability that this open-loop Run missed the objective; None where the Run is no evidence
    about the target."""
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
    if probe.storage is not None and probe.storage.sample.is_mostly_disturbed:
        return None
    seen = probe.estimate
    if probe.client_bound or (seen is not None and seen.value > seen.allowed):
        # Missed as seen from here. The operations without our lateness may lean to a miss; to a
        # pass they lean at most a little, and not at all where the slow operations may be just
        # those that were left out.
        leans.append(0.5 if is_masked(probe) else EMPTY)
    return min(max(*leans, DECIDED), 1 - DECIDED)


def is_masked(probe: Probe) -> bool:
    """Whether our own lateness had a part in so many operations that the rest is no fair sample."""
    return probe.disturbed > MASKED_SHARE * probe.operations


def _leaning(estimate: Estimate) -> float:
    """How likely the statistic lies beyond what is allowed."""
    half = curve.half_width(estimate)
    if half is None:
        # A Run shorter than the target's memory began with an empty queue and flatters the target.
        if estimate.value == 0 and estimate.high and estimate.allowed < 1:
            # The probability of no operation beyond the bound where the share is just missed.
            return min(EMPTY, math.exp(-EXPECTED_AT_BOUND * estimate.allowed / estimate.high))
        away = curve.straight(max(estimate.value, 1e-9), estimate.allowed) / curve.UNKNOWN_ERROR
        return max(_phi_of_one(away), EMPTY)
    error = max(half / INTERVAL_DEVIATIONS, 1e-3)
    return _phi_of_one(curve.straight(estimate.value, estimate.allowed) / error)


def prior_line(
    probes: Sequence[Probe], top: float, bound_ns: float | None, statistic: str
) -> float:
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
    # Where no depth met the bound a cap may fill at any depth: an open loop below it may still
    # meet the bound.
    return max((rate for rate, met in compared if met), default=min(rate for rate, _ in compared))
