"""Terminal output of a simulated estate: rates of the guests and harmless limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.cli.terminal import screen
from plimsoll.features.policy import words as policy_words
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.simulation import words
from plimsoll.features.policy.simulation.notes import notes
from plimsoll.features.policy.simulation.runs import GuestFigures, Runner

if TYPE_CHECKING:
    from plimsoll.features.policy.simulation.estate_run import PoolSimulation


def print_simulation(simulations: Sequence[PoolSimulation], runner: Runner) -> None:
    """Prints each datastore: the answer, its guests, the limits."""
    for simulation in simulations:
        _pool(simulation)
    seeds = runner.seeds()
    screen.lines(
        [
            message(
                "simulated-how",
                runs=len(seeds),
                length=runner.measure_for,
                first=seeds[0],
                last=seeds[-1],
            )
        ]
    )


def _pool(simulation: PoolSimulation) -> None:
    total = units.iops(simulation.as_set.total_per_s)
    head = f"{simulation.pool.datastore} ({simulation.pool.stack}): {words.answer(simulation)}"
    screen.lines([head, message("in-all", rate=total), ""])
    columns = ("guests", "policy", "wants", "gets", "least", "p99", "needs", "verdict")
    screen.table(
        [message(f"terminal-{column}") for column in columns],
        [_row(kind) for kind in simulation.as_set.guests],
    )
    if simulation.limits:
        screen.lines([message("harmless-limits")])
        for limits in simulation.limits:
            now = simulation.pool.of_policy(limits.policy)[0].rules
            screen.lines([f"  {limits.policy}: {words.limit_answer(limits, now)}"])
    screen.lines(message("line-note", finding=words.note(note)) for note in notes(simulation))
    screen.lines([""])


def _row(guests: GuestFigures) -> list[str]:
    kind = guests.kind
    wants = (
        message("outstanding", queue_depth=kind.guests.queue_depth)
        if kind.guests.iops is None
        else units.rate(kind.guests.iops)
    )
    needs = [] if kind.guests.objective is None else [kind.guests.objective]
    if kind.rules.reservation.is_set:
        needs.append(message("reserved", rates=policy_words.rates(kind.rules.reservation)))
    return [
        f"{kind.name} x {units.count(kind.guests.count)}" if kind.guests.count > 1 else kind.name,
        kind.policy or units.DASH,
        wants,
        units.rate(guests.mean(lambda run: run.achieved_per_s)),
        units.rate(min(run.least_per_s for run in guests.runs)),
        units.nanos(guests.mean(lambda run: run.p99_ns)),
        language.listing(needs) or units.DASH,
        message(f"guests-{guests.verdict}") if guests.verdict else units.DASH,
    ]
