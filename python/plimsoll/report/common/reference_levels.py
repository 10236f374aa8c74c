"""The lines that figures are held against: objectives, the levels of promises, rates that were
promised.

What a campaign's file names as a level (`missed`) is also counted in words: a level that most
Points miss must be read by whoever looks at no chart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from plimsoll.base import units
from plimsoll.judge.levels import Level, parse
from plimsoll.report.common import of_kind
from plimsoll.report.evidence import figures
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.points import Place, Places
from plimsoll.store import Store


def gather(every: Iterable[Evidence]) -> tuple[Level, ...]:
    """The levels that these campaigns state, each once: objectives, named levels, and what its
    kind adds."""
    found: list[Level] = []
    for evidence in every:
        found += [
            Level(
                f"objective {objective.figure.replace('_', '.')} <= {units.nanos(objective.bound_ns)}",
                objective.bound_ns,
                "time",
                objective.figure,
            )
            for objective in figures.objectives(evidence)
            if objective.kind == "all" and objective.metric == "response_time"
        ]
        found += _campaign_levels(evidence)
        stated = of_kind.of(evidence).levels
        found += [] if stated is None else stated(evidence)
    levels: dict[tuple[float, str, str], Level] = {}
    for level in found:
        levels.setdefault((level.value, level.of, level.figure), level)
    return tuple(sorted(levels.values(), key=lambda level: (level.of, level.value)))


@dataclass(frozen=True)
class Held:
    """A named level against what was measured: how many of how many places miss it, of how many it
    cannot be told."""

    level: Level
    noun: str
    total: int
    missed: int
    untold: int
    worst: tuple[Place, str] | None
    """The place that misses it by most, and its figure in words."""

    @property
    def name(self) -> str:
        """Without the bound: `eight hosts`."""
        return self.level.name.partition(":")[0]

    @property
    def sentence(self) -> str:
        """`18 of 36 Points miss 'eight hosts: rate >= 4000', the worst with 86.6 IOPS (1 MiB, 30 %
        read).`"""
        untold = f", {self.untold} unknown" if self.untold else ""
        if self.worst is None:
            met = self.total - self.untold
            return (
                f"{units.count(met)} of {units.count(self.total)} {self.noun} meet "
                f"'{self.level.name}'{untold}."
            )
        place, figure = self.worst
        return (
            f"{units.count(self.missed)} of {units.count(self.total)} {self.noun} miss"
            f" '{self.level.name}', the worst with {figure} ({place.words}){untold}."
        )


def missed(store: Store, evidence: Evidence, places: Places) -> tuple[Held, ...]:
    """Each level that a campaign's file names, against the figures of its places; what does not
    count is not told."""
    found = []
    for level in _campaign_levels(evidence):
        measure = (
            figures.rate(places) if level.of == "rate" else figures.response(store, level.figure)
        )
        figures_of_places = [
            (place, figure)
            for place in places.all
            if place.stands and (figure := measure.read(place)) is not None
        ]
        sign = -1.0 if level.of == "rate" else 1.0
        over = [pair for pair in figures_of_places if sign * pair[1].value > sign * level.value]
        worst = max(over, key=lambda pair: sign * pair[1].value, default=None)
        unit = " IOPS" if level.of == "rate" else ""
        found.append(
            Held(
                level,
                places.noun,
                len(places.all),
                len(over),
                len(places.all) - len(figures_of_places),
                None if worst is None else (worst[0], f"{worst[1].text}{unit}"),
            )
        )
    return tuple(found)


def short(held: Iterable[Held]) -> str:
    """Of every level how many miss it, as a verdict says it; empty without levels."""
    every = sorted(held, key=lambda result: -result.missed)
    misses = [result for result in every if result.missed]
    if not every:
        return ""
    parts = [f"none misses {', '.join(repr(result.name) for result in every)}"]
    if misses:
        first, *rest = misses
        parts = [f"{units.count(first.missed)} of {units.count(first.total)} miss '{first.name}'"]
        parts += [f"{units.count(result.missed)} '{result.name}'" for result in rest]
    untold = max(result.untold for result in every)
    return ", ".join([*parts, *([f"{units.count(untold)} unknown"] if untold else [])])


def _campaign_levels(evidence: Evidence) -> list[Level]:
    """What the campaign's file names, with its bound behind the name."""
    stated = evidence.campaign.asked.get("levels") or {}
    return [replace(parse(name, text), name=f"{name}: {text}") for name, text in stated.items()]
