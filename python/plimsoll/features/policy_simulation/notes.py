"""Notes on a simulated datastore, as codes with figures; `words.py` has their sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from plimsoll.features.policy_simulation.runs import burst_s

if TYPE_CHECKING:
    from plimsoll.features.policy.rules import Figures
    from plimsoll.features.policy_simulation.estate_run import PoolSimulation

NoteKind = Literal[
    "held_by_limit",
    "held_by_pool",
    "held_in_some_runs",
    "burst_outlasts_warmup",
    "misplaced",
    "residents",
    "no_capacity_left",
    "sums_fit",
    "sums_do_not_fit",
]


@dataclass(frozen=True)
class Note:
    """A note. misplaced: `why` is one of `policy.words.MISSES`, with its figures."""

    kind: NoteKind
    guests: str | None = None
    """Kind of guests. None: the datastore."""
    figures: Figures = field(default_factory=dict)


def notes(simulation: PoolSimulation) -> Iterator[Note]:
    """The notes on a simulation."""
    for guests in simulation.as_set.guests:
        if guests.held_by == "limit":
            yield Note("held_by_limit", guests.kind.name)
        elif guests.held_by == "pool":
            yield Note("held_by_pool", guests.kind.name)
        elif guests.held_in_some:
            yield Note("held_in_some_runs", guests.kind.name)
    for kind in simulation.bursting:
        yield Note("burst_outlasts_warmup", kind.name, {"burst_s": burst_s(kind)})
    for kind, miss in simulation.misplaced:
        yield Note("misplaced", kind.name, {"why": miss.kind, **miss.figures})
    if simulation.as_set.residents:
        yield Note("residents", None, dict(simulation.as_set.residents))
    if simulation.as_set.bottleneck is not None:
        yield Note("no_capacity_left", None, {"element": simulation.as_set.bottleneck})
    if simulation.sized is not None and simulation.line_per_s is not None:
        sums: Figures = {
            "fitting": simulation.sized.recommended.guests,
            "load_line_per_s": simulation.line_per_s,
            "wanted": simulation.sized.wanted,
        }
        yield Note("sums_fit" if simulation.sized.wanted_fit else "sums_do_not_fit", None, sums)
