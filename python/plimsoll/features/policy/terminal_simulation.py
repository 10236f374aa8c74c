"""Terminal output of a simulated estate: rates of the guests and harmless limits."""

from __future__ import annotations

from collections.abc import Sequence

from plimsoll.base import units
from plimsoll.cli.terminal import screen
from plimsoll.features.policy import words as policy_words
from plimsoll.features.policy.simulation import words
from plimsoll.features.policy.simulation.estate_run import PoolSimulation
from plimsoll.features.policy.simulation.notes import notes
from plimsoll.features.policy.simulation.runs import GuestFigures, Runner


def print_simulation(simulations: Sequence[PoolSimulation], runner: Runner) -> None:
    """Prints each datastore: the answer, its guests, the limits."""
    for simulation in simulations:
        _pool(simulation)
    seeds = runner.seeds()
    how = f"{len(seeds)} Runs of {runner.measure_for} with the seeds {seeds[0]} to {seeds[-1]}"
    whose = "IOPS are those of one guest, p99 that of all guests of a kind"
    screen.lines([f"In virtual time, {how}. {whose}."])


def _pool(simulation: PoolSimulation) -> None:
    total = units.iops(simulation.as_set.total_per_s)
    head = f"{simulation.pool.datastore} ({simulation.pool.stack}): {words.answer(simulation)}"
    screen.lines([head, f"{total} in all", ""])
    screen.table(
        ["guests", "policy", "wants", "gets", "least", "p99", "needs", "verdict"],
        [_row(kind) for kind in simulation.as_set.guests],
    )
    if simulation.limits:
        screen.lines(["The largest limit that harms nobody, with the other policies as they are:"])
        for limits in simulation.limits:
            now = simulation.pool.of_policy(limits.policy)[0].rules
            screen.lines([f"  {limits.policy}: {words.limit_answer(limits, now)}"])
    screen.lines(f"note: {words.note(note)}" for note in notes(simulation))
    screen.lines([""])


def _row(guests: GuestFigures) -> list[str]:
    kind = guests.kind
    wants = (
        f"{kind.guests.queue_depth} outstanding"
        if kind.guests.iops is None
        else units.rate(kind.guests.iops)
    )
    needs = [] if kind.guests.objective is None else [kind.guests.objective]
    if kind.rules.reservation.is_set:
        needs.append(f"{policy_words.rates(kind.rules.reservation)} reserved")
    return [
        f"{kind.name} x {kind.guests.count:,}" if kind.guests.count > 1 else kind.name,
        kind.policy or units.DASH,
        wants,
        units.rate(guests.mean(lambda run: run.achieved_per_s)),
        units.rate(min(run.least_per_s for run in guests.runs)),
        units.nanos(guests.mean(lambda run: run.p99_ns)),
        ", ".join(needs) or units.DASH,
        guests.verdict or units.DASH,
    ]
