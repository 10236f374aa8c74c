"""What a terminal shows of a simulated estate: who gets what, and how far limits could go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.cli.terminal import screen
from plimsoll.features.policy import words as policy_words
from plimsoll.features.policy.simulation import words
from plimsoll.features.policy.simulation.notes import notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.policy.simulation.estate_run import Simulated
    from plimsoll.features.policy.simulation.runs import GuestFigures, Runner


def simulated(of: Sequence[Simulated], runner: Runner) -> None:
    """Each datastore: the answer, its guests, the limits."""
    for one in of:
        _pool(one)
    seeds = runner.seeds()
    how = f"{len(seeds)} Runs of {runner.measure_for} with the seeds {seeds[0]} to {seeds[-1]}"
    whose = "IOPS are those of one guest, p99 that of all guests of a kind"
    screen.lines([f"In virtual time, {how}. {whose}."])


def _pool(of: Simulated) -> None:
    total = units.iops(of.as_set.total_per_s)
    head = f"{of.pool.datastore} ({of.pool.stack}): {words.answer(of)}"
    screen.lines([head, f"{total} in all", ""])
    screen.table(
        ["guests", "policy", "wants", "gets", "least", "p99", "needs", "verdict"],
        [_row(one) for one in of.as_set.told],
    )
    if of.found:
        screen.lines(["The largest limit that harms nobody, with the other policies as they are:"])
        screen.lines(
            f"  {one.policy}: {words.found(one, of.pool.of_policy(one.policy)[0].rules)}"
            for one in of.found
        )
    screen.lines(f"note: {words.note(one)}" for one in notes(of))
    screen.lines([""])


def _row(of: GuestFigures) -> list[str]:
    kind = of.kind
    wants = (
        f"{kind.guests.queue_depth} outstanding"
        if kind.guests.iops is None
        else units.rate(kind.guests.iops)
    )
    needs = [] if kind.guests.objective is None else [kind.guests.objective]
    if kind.rules.reservation.given:
        needs.append(f"{policy_words.rates(kind.rules.reservation)} reserved")
    return [
        f"{kind.name} x {kind.guests.count:,}" if kind.guests.count > 1 else kind.name,
        kind.policy or units.DASH,
        wants,
        units.rate(of.mean(lambda one: one.achieved_per_s)),
        units.rate(min(one.least_per_s for one in of.runs)),
        units.nanos(of.mean(lambda one: one.p99_ns)),
        ", ".join(needs) or units.DASH,
        of.verdict or units.DASH,
    ]
