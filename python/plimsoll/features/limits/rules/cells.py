"""Gathers the Runs against one volume into cells: a sustained rate with its error for each block
size and share of reads.

What a Run adds to its own scatter, and no interval can show, is the noise between Runs. It is
estimated from the Runs of one cell among each other (two depths at a cap are two Runs of one rate)
together with what rigs are known to have, which counts as `EXPECTED_WEIGHT` repeats, and never
taken below `FLOOR` (decision 0019-laws-of-limits). Runs of the time in which
credits still lasted speak of another rate than those after it, and are left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.features.limits.rules.finding import (
    Burst,
    Cell,
    Observation,
    Parameter,
    Reason,
    reason,
)
from plimsoll.features.limits.rules.series import CHANGE, Sustained, sustained
from plimsoll.judge.flatness import GROWTH, Flatness, Step, flatness
from plimsoll.judge.limiter.rules import BUSY, full_machine

if TYPE_CHECKING:
    from collections.abc import Sequence

FLOOR = 0.01
"""The least noise between Runs, relatively."""
EXPECTED = 0.02
"""What it is expected to be before anything is repeated: rigs have 1 to 3 %."""
EXPECTED_WEIGHT = 4
"""As many repeats as that expectation is worth."""
STILL_RISES = 1.10
"""A rate that grows by more than this where the outstanding I/O doubles is not at its limit: it
only bounds it."""
FULL = 0.9
"""A burst of this share of the first one says that the bucket was full again."""


@dataclass(frozen=True)
class Gathered:
    """The cells of a volume; `noise` between Runs with its degrees of freedom, bursts, and what was
    left out."""

    cells: tuple[Cell, ...]
    noise: float
    freedom: int
    bursts: tuple[Burst, ...]
    refill: Parameter | None
    noted: tuple[Reason, ...]


@dataclass(frozen=True)
class _SettledRun:
    """An observation without its burst."""

    of: Observation
    rate_per_s: float
    error: float
    latency_ns: float
    stays: Sustained | None


def gather(observations: Sequence[Observation]) -> Gathered:
    """The cells of observations of one volume, which are in the order in which they were made."""
    seen, disturbed = _without_disturbed([_seen(one) for one in observations])
    bursts = tuple(burst for one in seen if (burst := _burst(one)) is not None)
    counted, before = _after_the_burst(seen)
    questions = sorted({(one.of.block_bytes, -one.of.read_percent) for one in counted})
    grouped = [
        [one for one in counted if (one.of.block_bytes, -one.of.read_percent) == question]
        for question in questions
    ]
    repeats = [_repeats(group) for group in grouped]
    noise, freedom = _noise(repeats)
    cells = tuple(
        _cell(group, repeat, noise) for group, repeat in zip(grouped, repeats, strict=True)
    )
    rose = [
        reason("rose", **_question(one.of))
        for one in counted
        if one.stays is not None and one.stays.rose
    ]
    noted: list[Reason] = []
    for one in (*disturbed, *before, *rose):
        if one not in noted:
            noted.append(one)
    return Gathered(cells, noise, freedom, bursts, _refill(seen), tuple(noted))


def _question(one: Observation) -> dict[str, float | str]:
    return {"block_bytes": one.block_bytes, "read_percent": one.read_percent}


def burst_of(observation: Observation) -> Burst | None:
    """The burst with which a Run began, if it did."""
    return _burst(_seen(observation))


def fell_silent(observation: Observation) -> bool:
    """Whether nothing completed any more from some moment of the Run on: what stayed is no rate."""
    return _seen(observation).rate_per_s <= 0


def _seen(one: Observation) -> _SettledRun:
    stays = sustained(one.interval_rates_per_s, one.interval_s)
    # A count of n is known to 1 / sqrt(n) at worst, where intervals do not say more.
    if stays is None:
        return _SettledRun(
            one,
            one.rate_per_s,
            1 / math.sqrt(max(1.0, one.rate_per_s * one.seconds)),
            one.completion_latency_mean_ns,
            None,
        )
    rates = one.interval_rates_per_s[stays.first :]
    spans = one.interval_latencies_ns[stays.first :]
    latency = one.completion_latency_mean_ns
    if len(spans) == len(rates) and sum(rates) > 0:
        latency = sum(rate * span for rate, span in zip(rates, spans, strict=True)) / sum(rates)
    return _SettledRun(one, stays.rate_per_s, stays.error, latency, stays)


def _burst(one: _SettledRun) -> Burst | None:
    excess = one.stays.excess if one.stays else None
    if excess is None or excess.operations < _filling(one):
        return None
    return Burst(
        one.of.volume,
        one.of.block_bytes,
        one.of.read_percent,
        excess.rate_per_s,
        excess.operations,
        excess.seconds,
        one.rate_per_s,
        excess.resolved,
        one.of.run_id,
    )


def _filling(one: _SettledRun) -> float:
    """Operations that a Run can do too many at its beginning without any burst.

    A hundredth of an interval's is where the clock stood. Where reads and writes meet limits of
    their own, a closed loop runs faster until what it has outstanding has gathered at the slower
    one: by as many operations, give or take half.
    """
    clock = 0.01 * one.rate_per_s * one.of.interval_s
    return clock if one.of.read_percent in (0, 100) else max(clock, 1.5 * one.of.outstanding)


def _without_disturbed(seen: list[_SettledRun]) -> tuple[list[_SettledRun], list[Reason]]:
    """Without the Runs whose rate fell although a later Run of the same question went on as if
    nothing had been spent.

    Credits that are gone stay gone while the load lasts: such a fall was something else (a
    neighbour, our own machine).
    """

    def contradicted(at: int) -> bool:
        one = seen[at]
        question = (one.of.block_bytes, one.of.read_percent)
        return _fell(one) and any(
            (later.of.block_bytes, later.of.read_percent) == question
            and later.of.rested_s == 0
            and not _fell(later)
            and later.rate_per_s > one.rate_per_s * (1 + CHANGE)
            for later in seen[at + 1 :]
        )

    out = [at for at in range(len(seen)) if contradicted(at)]
    notes = [
        reason("disturbed", **_question(seen[at].of), rate_per_s=seen[at].rate_per_s) for at in out
    ]
    return [one for at, one in enumerate(seen) if at not in out], notes


def _fell(one: _SettledRun) -> bool:
    """Whether the rate fell for good after more than three intervals."""
    excess = one.stays.excess if one.stays else None
    return (
        excess is not None and excess.resolved and excess.rate_per_s > one.rate_per_s * (1 + CHANGE)
    )


def _after_the_burst(seen: list[_SettledRun]) -> tuple[list[_SettledRun], list[Reason]]:
    """Without the Runs that were made before credits ran out in a later one: they never saw the
    rate that stays."""
    first = next((at for at, one in enumerate(seen) if _fell(one)), 0)
    left_out = [one for one in seen[:first] if one.stays is None or one.stays.excess is None]
    if not left_out:
        return seen, []
    note = reason("credits_lasted", runs=len(left_out))
    return [one for one in seen if one not in left_out], [note]


class Full(NamedTuple):
    """What of the client may be what holds a rate: one of `judge.flatness.REASONS`; how busy it
    was, 0 to 1."""

    reason: str
    busy: float


def client_full(group: Sequence[Observation]) -> Full | None:
    """What of the client may be what holds a rate that more outstanding I/O left flat; none where
    nothing may.

    A full worker answers more outstanding I/O just as a cap does: the same rate, the latency in
    proportion. Twice the workers tell (not so where the machine is full).
    """
    top = max(group, key=lambda one: one.outstanding)
    if top.worker_busy is None:
        return None
    if top.machine_full is not None and full_machine(top.machine_full, top.worker_busy):
        return Full("client_machine", top.machine_full)
    if top.worker_busy >= BUSY and not any(one.workers * GROWTH <= top.workers for one in group):
        return Full("client_workers", top.worker_busy)
    return None


def _step(one: _SettledRun) -> Step:
    return Step(one.of.outstanding, one.rate_per_s, one.latency_ns, one.error)


def _repeats(group: list[_SettledRun]) -> list[_SettledRun]:
    """The Runs of a cell that had the same rate to show: those with the most outstanding, and those
    below if it no longer rose."""
    most = max(one.of.outstanding for one in group)
    top = [one for one in group if one.of.outstanding * GROWTH > most]
    found = flatness([_step(one) for one in group])
    if found is None or found.rate_factor > STILL_RISES or found.rate_factor < 1 / STILL_RISES:
        return top
    return [one for one in group if one.of.outstanding * found.outstanding_factor >= most * 0.999]


def _noise(repeats: list[list[_SettledRun]]) -> tuple[float, int]:
    """Standard deviation of ln(rate) between Runs of one cell, and its degrees of freedom: what is
    expected, and what was seen."""
    squares, freedom = EXPECTED_WEIGHT * EXPECTED**2, EXPECTED_WEIGHT
    for runs in repeats:
        logs = [math.log(one.rate_per_s) for one in runs if one.rate_per_s > 0]
        if len(logs) > 1:
            mean = sum(logs) / len(logs)
            squares += sum((log - mean) ** 2 for log in logs)
            freedom += len(logs) - 1
    return max(FLOOR, math.sqrt(squares / freedom)), freedom


def _cell(group: list[_SettledRun], runs: list[_SettledRun], noise: float) -> Cell:
    first = group[0].of
    found: Flatness | None = flatness([_step(one) for one in group])
    if found is not None and found.proven and (client := client_full([one.of for one in group])):
        found = replace(found, verdict="undecided", reason=client.reason, busy=client.busy)
    logs = [math.log(max(one.rate_per_s, 1e-9)) for one in runs]
    own = math.sqrt(sum(one.error**2 for one in runs)) / len(runs)
    return Cell(
        volume=first.volume,
        block_bytes=first.block_bytes,
        read_percent=first.read_percent,
        outstanding=max(one.of.outstanding for one in runs),
        rate_per_s=math.exp(sum(logs) / len(logs)),
        error=math.hypot(own, noise / math.sqrt(len(runs))),
        proof=None if found is None else found.verdict,  # type: ignore[arg-type]
        lower_bound=found is not None and found.rate_factor > STILL_RISES,
        run_ids=tuple(one.of.run_id for one in group if one.of.run_id is not None),
        reasons=() if found is None else (reason(found.reason, **found.figures),),
        held_s=max(_held_s(one) for one in runs),
    )


def _held_s(one: _SettledRun) -> float:
    """For how long the rate stayed that is told of a Run."""
    if one.stays is None:
        return one.of.seconds
    return (len(one.of.interval_rates_per_s) - one.stays.first) * one.of.interval_s


def _refill(seen: list[_SettledRun]) -> Parameter | None:
    """How fast a bucket filled while the volume rested: what the next burst brought, over the rest;
    at least that when it was full."""
    first: float | None = None
    for one in seen:
        excess = one.stays.excess if one.stays else None
        if excess is None:
            continue
        if first is None:
            first = excess.operations
        elif one.of.rested_s > 0:
            found = (excess.operations + one.of.rested_operations) / one.of.rested_s
            parameter = Parameter("refill_per_s", "operations/s", found, found * 0.98, found * 1.02)
            if excess.operations >= FULL * first:
                return replace(parameter, value=None, low=found, high=None)
            return parameter
    return None
