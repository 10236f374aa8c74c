"""How the budget of a volume is granted: evenly, with credits, or in slices (`models.GRANTS`).

Credits are the burst at the beginning of a Run (`series.py`). Slices show in a closed loop with
little outstanding I/O. With a rate r and slices of T seconds, r T operations pass as fast as the
storage answers and every slot waits once for the next slice: a share f of the operations waits for
W, the others take d. From mean m = d + f W, variance f (1 - f) W² and median d:

    f = (m - d)² / ((m - d)² + variance)     W = (m - d) / f     T = W / (1 - d r / n)

with n outstanding. An even grant spaces all operations alike: their median is near their mean, and
slices of more than two means would have shown.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.features.limits.rules.cells import EDGE_OPERATIONS
from plimsoll.features.limits.rules.finding import ModelFit, Parameter
from plimsoll.features.limits.rules.fitting import MAX_NUMBER_RATIO
from plimsoll.features.limits.rules.series import MIN_INTERVAL_NOISE, sustained_rate
from plimsoll.judge import budgets
from plimsoll.judge.limiter.throttle import FEW_WAIT, SAME_RATE

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.cells import VolumeCells
    from plimsoll.features.limits.rules.finding import Burst, Cell, Observation
    from plimsoll.native.record import RunRecord

EVEN_SHARE = 0.5
"""Median latency over mean from which no operation waits for a slice."""
CLEAR_FACTOR = 4.0
"""Mean latency over that of an operation which does not wait, from which slices cannot hide."""
MAX_PACING_RUNS = 3
SHORT_SHARE = 0.03
"""Latency of operations that do not wait, over the mean, up to which slices are exact: the median
knows it to a tenth."""
MEDIAN_ERROR = 0.1
"""Relative error of the median as the mean of the operations that do not wait."""
SLOWEST_FACTOR = 1.3
"""The slowest operation beside the wait for a slice: waits for slices are equal, pauses of storage
are not."""
SIGMAS_95 = 1.96


@dataclass(frozen=True)
class PacingRun:
    """A closed loop with little outstanding I/O at a proven cap. Latency in ns."""

    block_bytes: int
    read_percent: float
    outstanding: float
    rate_per_s: float
    mean_ns: float
    deviation_ns: float
    median_ns: float
    slowest_ns: float

    @staticmethod
    def of(record: RunRecord, seen: Observation) -> PacingRun | None:
        """The Run of an observation; None where it is too short for a median."""
        spans = record["all"]["completion_latency_ns"]
        mean, deviation = spans["mean"], spans["stddev"]
        median, slowest = spans["p50"], spans["max"]
        if not mean or deviation is None or not median or not slowest:
            return None
        run = PacingRun(
            seen.block_bytes,
            seen.read_percent,
            seen.outstanding,
            seen.rate_per_s,
            mean,
            deviation,
            median,
            slowest,
        )
        if not run.slice_s:
            return run
        steady = sustained_rate(seen.interval_rates_per_s, seen.interval_s, run.slice_s)
        return run if steady is None else replace(run, rate_per_s=steady.rate_per_s)

    @property
    def median_share(self) -> float:
        """Median latency over its mean."""
        return self.median_ns / self.mean_ns

    @property
    def slice_s(self) -> float:
        """Length of the slices that its latencies show; 0 where they show none."""
        if self.median_share > FEW_WAIT or not self.waits_alike:
            return 0.0
        return self.slice_at(self.median_ns, self.rate_per_s)

    @property
    def waits_alike(self) -> bool:
        """Whether the slowest operation waited about as long as the others that waited."""
        wait_s, slowest_s = self.wait_s(self.median_ns), self.slowest_ns / 1e9
        return wait_s / SLOWEST_FACTOR <= slowest_s <= wait_s * SLOWEST_FACTOR

    def wait_s(self, short_ns: float) -> float:
        """How long those operations wait that do, where the others take `short_ns`."""
        beyond = self.mean_ns - short_ns
        share = beyond**2 / (beyond**2 + self.deviation_ns**2)
        return beyond / share / 1e9

    def slice_at(self, short_ns: float, rate_per_s: float) -> float:
        """Length of a slice, at this rate."""
        return self.wait_s(short_ns) / (1 - short_ns / 1e9 * rate_per_s / self.outstanding)


def longest_slice_s(runs: Sequence[PacingRun]) -> float:
    """Length of the slices in which operations pass; 0 where no Run shows any."""
    return max((run.slice_s for run in runs), default=0.0)


def next_outstanding(runs: Sequence[PacingRun], cap_per_s: float) -> int | None:
    """The outstanding I/O of the next Run; None when no further one is needed.

    One operation at a time may not reach the cap, and slices hide where an operation takes about as
    long as the cap spaces them. A Run shows them once its mean is `CLEAR_FACTOR` times that long,
    and exactly once it is 1 / SHORT_SHARE times that long.
    """
    if not runs:
        return 1
    first, last = runs[0], runs[-1]
    if len(runs) >= MAX_PACING_RUNS:
        return None
    at_cap = _at_cap(last, cap_per_s)
    if at_cap and last.median_share <= SHORT_SHARE:
        return None
    factor = CLEAR_FACTOR if at_cap and last.median_share > FEW_WAIT else 1 / SHORT_SHARE
    wanted = math.ceil(factor * cap_per_s * min(first.median_ns, last.median_ns) / 1e9)
    return wanted if wanted > round(last.outstanding) else None


def _at_cap(run: PacingRun, cap_per_s: float) -> bool:
    return abs(run.rate_per_s / cap_per_s - 1) <= SAME_RATE


def grant(
    gathered: VolumeCells, runs: Sequence[PacingRun], found: ModelFit | None
) -> ModelFit | None:
    """How the budget is granted; None where that is open, as where credits and slices show."""
    paced = _pacing(gathered.cells, runs, found)
    # What stays of a mix is known too badly to count credits.
    pure = [burst for burst in gathered.bursts if burst.read_percent in (0, 100)]
    if not pure:
        fell = gathered.fell_between or any(burst.resolved for burst in gathered.bursts)
        return None if fell else paced
    first = pure[0]
    # A Run may begin anywhere in a slice, of which the rest is no credit. Slices longer than an
    # interval would show in the series.
    slice_s = gathered.interval_s
    if paced is not None:
        slice_s = paced.parameters[0].high or slice_s
    most = slice_s * first.rate_after_per_s + EDGE_OPERATIONS
    of_a_slice = not first.resolved and first.operations <= most
    if paced is not None and paced.name == "slices":
        return paced if of_a_slice else None
    if of_a_slice:
        return None
    return _credits(gathered, first, *budget_unit(found, first.block_bytes, first.read_percent))


def widen(model: ModelFit, share: float) -> ModelFit:
    """The same with the intervals of its rates, and of what passes in a slice, wider by this share
    at each end."""
    return replace(
        model,
        parameters=tuple(
            number
            if number.fixed or not (number.unit.endswith("/s") or number.name == "quantum")
            else replace(
                number,
                low=None if number.low is None else number.low * (1 - share),
                high=None if number.high is None else number.high * (1 + share),
            )
            for number in model.parameters
        ),
    )


def budget_unit(found: ModelFit | None, block_bytes: int, read_percent: float) -> tuple[str, float]:
    """The unit of the budget that binds under a question, and how many of it an operation takes.
    Operations of this question where the law does not say."""
    if found is None or found.scope in ("weighted", "priced"):
        return "operations", 1.0
    prefix = ""
    if found.scope == "apart":
        prefix = "read_" if read_percent >= 50 else "write_"
    values = [found.parameter(f"{prefix}{name}") for name in ("ops_per_s", "bytes_per_s")]
    ops, through = (None if value is None else value.value for value in values)
    unit = found.parameter("unit_bytes")
    if unit is not None and unit.value:
        count = budgets.COUNTINGS["ceil" if found.name == "ceil" else "linear"]
        return "operations", float(count(block_bytes, unit.value))
    in_bytes = found.name == "bytes" or (
        found.name == "both" and through is not None and (not ops or through / block_bytes < ops)
    )
    return ("bytes", float(block_bytes)) if in_bytes else ("operations", 1.0)


def _credits(gathered: VolumeCells, first: Burst, unit: str, each: float) -> ModelFit:
    kept, rate = first.rate_after_per_s, first.rate_per_s
    intervals = max(1.0, first.seconds / gathered.interval_s) if gathered.interval_s else 1.0
    spent_per_s = math.hypot(rate, kept) if first.resolved else kept
    error = SIGMAS_95 * MIN_INTERVAL_NOISE * spent_per_s * gathered.interval_s * intervals**0.5
    low, high = max(0.0, first.operations - error), first.operations + error
    known = high <= low * MAX_NUMBER_RATIO and not gathered.partly_seen
    size = Parameter(
        "burst",
        unit,
        first.operations * each if known else None,
        low * each or None,
        None if gathered.partly_seen else high * each,
    )
    of_rate = SIGMAS_95 * MIN_INTERVAL_NOISE / intervals**0.5
    burst_rate = Parameter(
        "burst_rate",
        f"{unit}/s",
        rate * each if first.resolved else None,
        rate * each * (1 - of_rate),
        rate * each * (1 + of_rate) if first.resolved else None,
    )
    return ModelFit("credits", None, (size, burst_rate, _refill_rate(gathered, unit, each)), 0.0)


def _refill_rate(gathered: VolumeCells, unit: str, each: float) -> Parameter:
    """The rate at which credits came back while the volume rested; unknown where it did not."""
    seen = gathered.refill
    value, low, high = (None, None, None) if seen is None else (seen.value, seen.low, seen.high)

    def budget_rate(end: float | None) -> float | None:
        return None if end is None else end * each

    return Parameter(
        "refill_rate", f"{unit}/s", budget_rate(value), budget_rate(low), budget_rate(high)
    )


def _pacing(
    cells: Sequence[Cell], runs: Sequence[PacingRun], found: ModelFit | None
) -> ModelFit | None:
    """Slices, or that there are none, from the Runs that reached the cap."""
    caps = {(cell.block_bytes, cell.read_percent): cell for cell in cells if cell.proven}
    sliced, longest = list[tuple[float, ModelFit]](), math.inf
    for run in runs:
        cell = caps.get((run.block_bytes, run.read_percent))
        if cell is None or not _at_cap(run, cell.rate_per_s):
            continue
        if run.median_share >= EVEN_SHARE:
            # One operation at a time is spaced alike by storage that takes as long.
            longest = 2 * run.mean_ns / 1e9 if run.outstanding > 1.5 else math.inf
        elif run.median_share > FEW_WAIT:
            # Too little outstanding I/O to tell.
            continue
        elif (model := _slices(run, cell, found)) is not None:
            sliced.append((run.median_share, model))
        else:
            return None
    if sliced:
        return min(sliced, key=lambda pair: pair[0])[1]
    if longest == math.inf:
        return None
    return ModelFit("steady", None, (Parameter("slice", "s", None, None, longest),), 0.0)


def _slices(run: PacingRun, cell: Cell, found: ModelFit | None) -> ModelFit | None:
    """The slices that the latencies of a Run show; None where its waits are not alike."""
    if not run.waits_alike:
        return None
    value = run.slice_at(run.median_ns, cell.rate_per_s)
    ends = [
        run.slice_at(run.median_ns * (1 + sign * MEDIAN_ERROR), cell.rate_per_s) for sign in (-1, 1)
    ]
    spread = max(SIGMAS_95 * cell.error, *(abs(end / value - 1) for end in ends))
    # A slice's operations take time to pass, so that most of them wait for less than the slowest.
    above = max(spread, run.slowest_ns / 1e9 / run.wait_s(run.median_ns) - 1)
    unit, each = budget_unit(found, run.block_bytes, run.read_percent)
    numbers = [
        Parameter(name, of_unit, number, number * (1 - spread), number * (1 + above))
        for name, of_unit, number in (
            ("slice", "s", value),
            ("quantum", unit, budgets.quantum(cell.rate_per_s, value) * each),
        )
    ]
    return ModelFit("slices", None, tuple(numbers), 0.0)
