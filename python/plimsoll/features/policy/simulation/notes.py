"""What to know beside the figures of a simulated datastore, as codes with figures; `words.py` says
them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from plimsoll.features.policy.simulation.runs import burst_s

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.features.policy.rules import Figures
    from plimsoll.features.policy.simulation.estate_run import Simulated

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
    """Something to know. misplaced: `why` is one of `policy.words.MISSES`, with its figures."""

    kind: NoteKind
    guests: str | None = None
    """Of which kind of guests; none: of the datastore."""
    figures: Figures = field(default_factory=dict)


def notes(of: Simulated) -> Iterator[Note]:
    """What to know beside the figures."""
    for one in of.as_set.told:
        if one.held_by == "limit":
            yield Note("held_by_limit", one.kind.name)
        elif one.held_by == "pool":
            yield Note("held_by_pool", one.kind.name)
        elif one.held_in_some:
            yield Note("held_in_some_runs", one.kind.name)
    for kind in of.bursting:
        yield Note("burst_outlasts_warmup", kind.name, {"burst_s": burst_s(kind)})
    for kind, miss in of.misplaced:
        yield Note("misplaced", kind.name, {"why": miss.kind, **miss.figures})
    if of.as_set.residents:
        yield Note("residents", None, dict(of.as_set.residents))
    if of.as_set.bottleneck is not None:
        yield Note("no_capacity_left", None, {"element": of.as_set.bottleneck})
    if of.sized is not None and of.line_per_s is not None:
        sums: Figures = {
            "fitting": of.sized.recommended.guests,
            "load_line_per_s": of.line_per_s,
            "wanted": of.sized.wanted,
        }
        yield Note("sums_fit" if of.sized.wanted_fit else "sums_do_not_fit", None, sums)
