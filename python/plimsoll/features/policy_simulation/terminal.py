"""Terminal output of a simulated estate: rates of the guests and harmless limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.cli.terminal import answer, screen
from plimsoll.features.policy import words as policy_words
from plimsoll.features.policy.messages import message
from plimsoll.features.policy_simulation import words
from plimsoll.features.policy_simulation.harmless import HarmlessLimits
from plimsoll.features.policy_simulation.notes import notes
from plimsoll.features.policy_simulation.runs import GuestFigures, Runner
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from plimsoll.features.policy_simulation.estate_run import PoolSimulation


@language.for_reader
def print_simulation(simulations: Sequence[PoolSimulation], runner: Runner) -> None:
    """Prints each datastore: its guests, the limits; then the answer over all of them."""
    for simulation in simulations:
        _pool(simulation)
    seeds = runner.seeds()
    screen.lines(
        [
            message(
                "simulated-how",
                runs=len(seeds),
                length=units.exact_seconds(parse_span(runner.measure_for)),
                first=seeds[0],
                last=seeds[-1],
            )
        ]
    )
    _print_answer(simulations)


def _print_answer(simulations: Sequence[PoolSimulation]) -> None:
    from plimsoll.features.policy_simulation.estate_run import overall
    from plimsoll.report.describe import Badge, First, Standing
    from plimsoll.report.messages import message as report_message

    verdict = overall(simulations)
    standing: Standing = "none" if verdict is None or verdict == "undecided" else verdict
    stacks = dict.fromkeys(PurePath(simulation.pool.stack).name for simulation in simulations)
    answers = [words.answer(simulation) for simulation in simulations]
    if len(answers) > 1:
        answers = [
            message("of-datastore", datastore=simulation.pool.datastore, answer=found)
            for simulation, found in zip(simulations, answers, strict=True)
        ]
    else:
        # The names of guests stay as they are.
        guests = tuple(kind.kind.name for one in simulations for kind in one.as_set.guests)
        answers = [one if one.startswith(guests) else language.capital(one) for one in answers]
    totals = tuple(
        (
            simulation.pool.datastore,
            message("in-all", rate=units.iops(simulation.as_set.total_per_s)),
        )
        for simulation in simulations
    )
    answer.block(
        First(
            Badge(standing, message(f"badge-guests-{verdict or 'none'}")),
            report_message("origin-simulated"),
            (("", language.listing(stacks)),),
            message("sentence", text=language.clauses(answers)),
            number=None,
            rows=totals,
            todo=language.clauses(map(_limit, _helpful(simulations))),
        )
    )


def _helpful(
    simulations: Sequence[PoolSimulation],
) -> Iterator[tuple[PoolSimulation, HarmlessLimits]]:
    """The limits with which everybody gets what they need."""
    for simulation in simulations:
        for limits in simulation.limits:
            if limits.answer == "largest":
                yield simulation, limits


def _limit(found: tuple[PoolSimulation, HarmlessLimits]) -> str:
    simulation, limits = found
    now = simulation.pool.of_policy(limits.policy)[0].rules
    return f"{limits.policy}: {words.limit_answer(limits, now)}"


def _pool(simulation: PoolSimulation) -> None:
    screen.lines(
        [message("of-stack", datastore=simulation.pool.datastore, stack=simulation.pool.stack)]
    )
    columns = ("guests", "policy", "wants", "gets", "least", "p99", "needs", "verdict")
    screen.table(
        [message(f"terminal-{column}") for column in columns],
        [_row(kind) for kind in simulation.as_set.guests],
    )
    if simulation.limits:
        screen.lines([message("harmless-limits")])
        screen.lines(f"  {_limit((simulation, limits))}" for limits in simulation.limits)
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
        f"{kind.name} × {units.count(kind.guests.count)}" if kind.guests.count > 1 else kind.name,
        kind.policy or units.DASH,
        wants,
        units.rate(guests.mean(lambda run: run.achieved_per_s)),
        units.rate(min(run.least_per_s for run in guests.runs)),
        units.nanos(guests.mean(lambda run: run.p99_ns)),
        language.listing(needs) or units.DASH,
        message(f"guests-{guests.verdict}") if guests.verdict else units.DASH,
    ]
