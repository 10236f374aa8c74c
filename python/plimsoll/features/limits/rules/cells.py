"""Gathers the Runs of one volume into cells: a sustained rate with its error for each block size
and share of reads.

The noise between Runs is not in the scatter of a single Run. It is estimated from the Runs of one
cell (two depths at a cap are two Runs of one rate) and from the typical noise of rigs, which counts
as `EXPECTED_WEIGHT` repeats, and is at least `MIN_NOISE` (decision 0017-laws-of-limits). Runs made
while credits lasted had another rate than those after them, and are left out.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from plimsoll.features.limits.rules.finding import (
    Burst,
    Cell,
    Observation,
    Parameter,
    Reason,
    reason,
)
from plimsoll.features.limits.rules.series import MIN_RATE_CHANGE, SustainedRate, sustained_rate
from plimsoll.judge.flatness import GROWTH, Flatness, Step, flatness
from plimsoll.judge.limiter.rules import BUSY, full_machine

MIN_NOISE = 0.01
"""The least relative noise between Runs."""
EXPECTED_NOISE = 0.02
"""Expected relative noise between Runs: rigs have 1 to 3 %."""
EXPECTED_WEIGHT = 4
"""Number of repeats that the expected noise is worth."""
STILL_RISES = 1.10
"""A rate that grows by more than this factor with doubled outstanding I/O is only a lower bound of
the limit."""
EDGE_OPERATIONS = 2.0
"""Operations of an interval that the next one may have as well."""
DRAWN_DEVIATIONS = 3.0
"""Standard deviations of a drawn mix that are no burst."""
COARSE_FACTOR = 2.0
"""Error by slices that are cut, over that of another Run of the question, beyond which a Run tells
nothing more of the rate."""
FULL_BURST_SHARE = 0.9
"""A burst of at least this share of the first one shows that the bucket was full again."""


@dataclass(frozen=True)
class VolumeCells:
    """The cells of a volume, with the noise between Runs and its degrees of freedom, the bursts,
    and reasons for Runs left out."""

    cells: tuple[Cell, ...]
    noise: float
    freedom: int
    bursts: tuple[Burst, ...]
    refill: Parameter | None
    noted: tuple[Reason, ...]
    interval_s: float
    partly_seen: bool
    """Whether the first burst may not be all that a full bucket holds: Runs before it may have
    spent some, or its end was not seen."""
    fell_between: bool
    """Whether a question was slower later: credits may have run out where no Run shows it."""
    cut_share: float = 0.0
    """Relative bound of the error that all rates of a budget in slices have in common."""


@dataclass(frozen=True)
class _SettledRun:
    """An observation without its burst."""

    raw: Observation
    rate_per_s: float
    error: float
    latency_ns: float
    steady: SustainedRate | None
    slice_s: float = 0.0
    """The length of the slices in which its operations pass; 0 without."""

    @property
    def cut_share(self) -> float:
        """Relative bound of the error by slices that are cut."""
        if self.steady is not None:
            return self.steady.cut_share
        return self.slice_s / self.raw.seconds if self.raw.seconds else 0.0


def gather(observations: Sequence[Observation], slice_s: float = 0.0) -> VolumeCells:
    """The cells of one volume. Observations are in the order in which they were made. `slice_s`:
    the length of the slices in which operations pass, 0 without."""
    settled, disturbance_notes = _drop_disturbed_runs(
        [_settle_run(run, slice_s) for run in observations]
    )
    bursts = tuple(burst for run in settled if (burst := _burst(run)) is not None)
    even, slice_notes = _drop_coarse_runs(settled)
    usable, credit_notes = _drop_credit_runs(even)
    questions = sorted({(run.raw.block_bytes, -run.raw.read_percent) for run in usable})
    groups = [
        [run for run in usable if (run.raw.block_bytes, -run.raw.read_percent) == question]
        for question in questions
    ]
    repeats = [_repeats(group) for group in groups]
    noise, freedom = _noise(repeats)
    cells = tuple(
        _cell(group, repeat, noise) for group, repeat in zip(groups, repeats, strict=True)
    )
    rose = [
        reason("rose", **_question(run.raw))
        for run in usable
        if run.steady is not None and run.steady.rose
    ]
    notes: list[Reason] = []
    for run in (*disturbance_notes, *credit_notes, *slice_notes, *rose):
        if run not in notes:
            notes.append(run)
    return VolumeCells(
        cells,
        noise,
        freedom,
        bursts,
        _refill(settled),
        tuple(notes),
        observations[0].interval_s if observations else 0.0,
        partly_seen=bool(bursts) and (_burst(settled[0]) is None or not _is_settled(settled[0])),
        fell_between=any(
            _is_twin(one, later) and one.rate_per_s > later.rate_per_s * (1 + MIN_RATE_CHANGE)
            for one, later in itertools.combinations(even, 2)
        ),
        cut_share=max((run.cut_share for group in repeats for run in group), default=0.0),
    )


def _question(observation: Observation) -> dict[str, float | str]:
    return {"block_bytes": observation.block_bytes, "read_percent": observation.read_percent}


def burst_of(observation: Observation, slice_s: float = 0.0) -> Burst | None:
    """The burst at the beginning of a Run, if there was one."""
    return _burst(_settle_run(observation, slice_s))


def fell_silent(observation: Observation) -> bool:
    """Whether nothing completed any more from some moment of the Run on."""
    return _settle_run(observation).rate_per_s <= 0


def _settle_run(observation: Observation, slice_s: float = 0.0) -> _SettledRun:
    steady = sustained_rate(observation.interval_rates_per_s, observation.interval_s, slice_s)
    # Without intervals, the relative error of a count n is at most 1 / sqrt(n).
    if steady is None:
        return _SettledRun(
            observation,
            observation.rate_per_s,
            1 / math.sqrt(max(1.0, observation.rate_per_s * observation.seconds)),
            observation.completion_latency_mean_ns,
            None,
            slice_s,
        )
    rates = observation.interval_rates_per_s[steady.first :]
    spans = observation.interval_latencies_ns[steady.first :]
    latency = observation.completion_latency_mean_ns
    if len(spans) == len(rates) and sum(rates) > 0:
        latency = sum(rate * span for rate, span in zip(rates, spans, strict=True)) / sum(rates)
    return _SettledRun(observation, steady.rate_per_s, steady.error, latency, steady, slice_s)


def _burst(run: _SettledRun) -> Burst | None:
    excess = run.steady.excess if run.steady else None
    if excess is None or excess.operations < _fill_allowance(run):
        return None
    return Burst(
        run.raw.volume,
        run.raw.block_bytes,
        run.raw.read_percent,
        excess.rate_per_s,
        excess.operations,
        excess.seconds,
        run.rate_per_s,
        excess.resolved,
        run.raw.run_id,
    )


def _fill_allowance(run: _SettledRun) -> float:
    """Extra operations at the beginning of a Run that are no burst.

    A hundredth of an interval is the error of the clock, and up to two operations are those that
    begin an interval and end it; a Run may begin with one slice more. Where reads and writes have
    limits of their own, a closed loop runs faster until its outstanding I/O has gathered at the
    slower one: by that number of operations, give or take half; and the mix is drawn, so that its
    rate strays by the root of the operations.
    """
    rate, interval_s = run.rate_per_s, run.raw.interval_s
    clock = max(0.01 * rate * interval_s, EDGE_OPERATIONS) + rate * run.slice_s
    if run.raw.read_percent in (0, 100):
        return clock
    excess = run.steady.excess if run.steady else None
    drawn = rate * max(interval_s, 0.0 if excess is None else excess.seconds)
    return max(clock, 1.5 * run.raw.outstanding) + DRAWN_DEVIATIONS * math.sqrt(drawn)


def _drop_disturbed_runs(runs: list[_SettledRun]) -> tuple[list[_SettledRun], list[Reason]]:
    """Drops Runs whose rate fell although a later Run of the same question did not.

    Spent credits do not come back under load, so the cause was another one (a neighbour, our own
    machine).
    """

    def is_contradicted(at: int) -> bool:
        run = runs[at]
        question = (run.raw.block_bytes, run.raw.read_percent)
        return _has_fallen(run) and any(
            (later.raw.block_bytes, later.raw.read_percent) == question
            and later.raw.rested_s == 0
            and not _has_fallen(later)
            and later.rate_per_s > run.rate_per_s * (1 + MIN_RATE_CHANGE)
            for later in runs[at + 1 :]
        )

    dropped = [at for at in range(len(runs)) if is_contradicted(at)]
    notes = [
        reason("disturbed", **_question(runs[at].raw), rate_per_s=runs[at].rate_per_s)
        for at in dropped
    ]
    return [run for at, run in enumerate(runs) if at not in dropped], notes


def _has_fallen(run: _SettledRun) -> bool:
    """Whether the rate fell for good after more than three intervals, and not because outstanding
    I/O gathered at the slower of two limits."""
    excess = run.steady.excess if run.steady else None
    return (
        excess is not None
        and excess.resolved
        and excess.operations >= _fill_allowance(run)
        and excess.rate_per_s > run.rate_per_s * (1 + MIN_RATE_CHANGE)
    )


def _drop_credit_runs(runs: list[_SettledRun]) -> tuple[list[_SettledRun], list[Reason]]:
    """Drops Runs made before credits ran out in a later Run, or at whose end they ran out: they
    show the rate of the burst."""
    first = next((at for at, run in enumerate(runs) if _has_fallen(run)), 0)
    left_out = [run for run in runs[:first] if run.steady is None or run.steady.excess is None]
    left_out += [run for run in runs if not _is_settled(run) and _has_settled_twin(run, runs)]
    if not left_out:
        return runs, []
    note = reason("credits_lasted", runs=len(left_out))
    return [run for run in runs if run not in left_out], [note]


def _drop_coarse_runs(runs: list[_SettledRun]) -> tuple[list[_SettledRun], list[Reason]]:
    """Drops Runs whose intervals show the rate of a budget in slices much worse than the shorter
    ones of another Run of the question."""

    def is_coarse(run: _SettledRun) -> bool:
        return any(
            other.raw.interval_s < run.raw.interval_s
            and other.cut_share * COARSE_FACTOR < run.cut_share
            for other in runs
            if _is_twin(other, run)
        )

    coarse = [run for run in runs if is_coarse(run)]
    if not coarse:
        return runs, []
    note = reason("coarse_for_slices", runs=len(coarse), interval_s=coarse[0].raw.interval_s)
    return [run for run in runs if run not in coarse], [note]


def _is_settled(run: _SettledRun) -> bool:
    return run.steady is None or run.steady.settled


def _has_settled_twin(run: _SettledRun, runs: Sequence[_SettledRun]) -> bool:
    """Whether another Run of the question shows the rate that stays."""
    return any(other is not run and _is_settled(other) and _is_twin(other, run) for other in runs)


def _is_twin(one: _SettledRun, other: _SettledRun) -> bool:
    return _question(one.raw) == _question(other.raw)


def is_unsettled(observation: Observation, slice_s: float = 0.0) -> bool:
    """Whether a burst lasted so long that the Run does not show the rate that stays."""
    return not _is_settled(_settle_run(observation, slice_s))


class FullClient(NamedTuple):
    """A limit of the client that may hold the rate: one of `judge.flatness.REASONS`, and how busy
    it was, 0 to 1."""

    reason: str
    busy: float


def client_full(group: Sequence[Observation]) -> FullClient | None:
    """The limit of the client that may explain a flat rate; None without one.

    A full worker looks like a cap: with more outstanding I/O the rate stays, and the latency grows
    in proportion. Twice the workers decide, unless the machine is full.
    """
    top = max(group, key=lambda observation: observation.outstanding)
    if top.worker_busy is None:
        return None
    if top.machine_full is not None and full_machine(top.machine_full, top.worker_busy):
        return FullClient("client_machine", top.machine_full)
    if top.worker_busy >= BUSY and not any(
        observation.workers * GROWTH <= top.workers for observation in group
    ):
        return FullClient("client_workers", top.worker_busy)
    return None


def _step(run: _SettledRun) -> Step:
    return Step(run.raw.outstanding, run.rate_per_s, run.latency_ns, run.error)


def _repeats(group: list[_SettledRun]) -> list[_SettledRun]:
    """The Runs of a cell at the same rate: those with the most outstanding I/O, and lower ones if
    the rate no longer rose."""
    most = max(run.raw.outstanding for run in group)
    top = [run for run in group if run.raw.outstanding * GROWTH > most]
    flat = flatness([_step(run) for run in group])
    if flat is None or flat.rate_factor > STILL_RISES or flat.rate_factor < 1 / STILL_RISES:
        return top
    return [run for run in group if run.raw.outstanding * flat.outstanding_factor >= most * 0.999]


def _noise(repeats: list[list[_SettledRun]]) -> tuple[float, int]:
    """Standard deviation of ln(rate) between Runs of one cell with its degrees of freedom, from
    expectation and data."""
    squares, freedom = EXPECTED_WEIGHT * EXPECTED_NOISE**2, EXPECTED_WEIGHT
    for runs in repeats:
        logs = [math.log(run.rate_per_s) for run in runs if run.rate_per_s > 0]
        if len(logs) > 1:
            mean = sum(logs) / len(logs)
            squares += sum((log - mean) ** 2 for log in logs)
            freedom += len(logs) - 1
    return max(MIN_NOISE, math.sqrt(squares / freedom)), freedom


def _cell(group: list[_SettledRun], runs: list[_SettledRun], noise: float) -> Cell:
    first = group[0].raw
    flat: Flatness | None = flatness([_step(run) for run in group])
    if flat is not None and flat.proven and (client := client_full([run.raw for run in group])):
        flat = replace(flat, verdict="undecided", reason=client.reason, busy=client.busy)
    logs = [math.log(max(run.rate_per_s, 1e-9)) for run in runs]
    own = math.sqrt(sum(run.error**2 for run in runs)) / len(runs)
    return Cell(
        volume=first.volume,
        block_bytes=first.block_bytes,
        read_percent=first.read_percent,
        outstanding=max(run.raw.outstanding for run in runs),
        rate_per_s=math.exp(sum(logs) / len(logs)),
        error=math.hypot(own, noise / math.sqrt(len(runs)), max(map(_gathering_share, runs))),
        proof=None if flat is None else flat.verdict,  # type: ignore[arg-type]
        lower_bound=flat is not None and flat.rate_factor > STILL_RISES,
        run_ids=tuple(run.raw.run_id for run in group if run.raw.run_id is not None),
        reasons=() if flat is None else (reason(flat.reason, **flat.figures),),
        held_s=max(_held_s(run) for run in runs),
    )


def _gathering_share(run: _SettledRun) -> float:
    """The share of a mix's operations that may have passed while outstanding I/O gathered at the
    slower of two limits: a slow one may not have had all of it by the end of the Run."""
    if run.raw.read_percent in (0, 100):
        return 0.0
    return run.raw.outstanding / max(1.0, run.rate_per_s * _held_s(run))


def _held_s(run: _SettledRun) -> float:
    """How long a Run held its rate."""
    if run.steady is None:
        return run.raw.seconds
    return (len(run.raw.interval_rates_per_s) - run.steady.first) * run.raw.interval_s


def _refill(runs: list[_SettledRun]) -> Parameter | None:
    """The refill rate of a bucket: operations of the burst after the rest over its length; only a
    lower bound when the bucket was full again."""
    first: float | None = None
    for run in runs:
        excess = run.steady.excess if run.steady else None
        if excess is None:
            continue
        if first is None:
            first = excess.operations
        elif run.raw.rested_s > 0:
            fill_rate = (excess.operations + run.raw.rested_operations) / run.raw.rested_s
            parameter = Parameter(
                "refill_rate", "operations/s", fill_rate, fill_rate * 0.98, fill_rate * 1.02
            )
            if excess.operations >= FULL_BURST_SHARE * first:
                return replace(parameter, value=None, low=fill_rate, high=None)
            return parameter
    return None
