"""Reference lines for figures: objectives, levels of promises, promised rates.

Levels that a campaign's file names (`level_results`) are also counted in words, for readers who
skip the charts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from plimsoll.base import language, units
from plimsoll.judge.levels import Level, parse
from plimsoll.report.common import of_kind
from plimsoll.report.evidence import figures, records
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.points import Place, Places
from plimsoll.report.messages import message
from plimsoll.store import Store


def gather(every: Iterable[Evidence]) -> tuple[Level, ...]:
    """The levels of these campaigns, each once: objectives, named levels, and those of their
    kind."""
    found: list[Level] = []
    for evidence in every:
        found += [
            Level(
                message(
                    "objective-level",
                    figure=records.figure_words(goal.figure),
                    bound=units.nanos(goal.bound_ns),
                ),
                goal.bound_ns,
                "time",
                goal.figure,
            )
            for goal in figures.objectives(evidence)
            if goal.kind == "all" and goal.metric == "response_time"
        ]
        found += _campaign_levels(evidence)
        stated = of_kind.of(evidence).levels
        found += [] if stated is None else stated(evidence)
    levels: dict[tuple[float, str, str, bool], Level] = {}
    for level in found:
        levels.setdefault((level.value, level.of, level.figure, level.of_syncs), level)
    return tuple(sorted(levels.values(), key=lambda level: (level.of, level.value)))


@dataclass(frozen=True)
class LevelResult:
    """A named level and its result: how many places miss it, and for how many that is unknown."""

    level: Level
    kind: str
    """Points or questions."""
    total: int
    missed: int
    untold: int
    worst: tuple[Place, str] | None
    """The place with the largest miss, and its figure as text."""

    @property
    def name(self) -> str:
        """The name without the bound: `eight hosts`."""
        return self.level.name.partition(":")[0]

    @property
    def sentence(self) -> str:
        """`18 of 36 Points miss 'eight hosts: rate >= 4000', the worst with 86.6 IOPS (1 MiB, 30 %
        read).`"""
        of, level = units.count(self.total), self.level.name
        if self.worst is None:
            met = units.count(self.total - self.untold)
            words = message("level-met", kind=self.kind, n=met, of=of, level=level)
        else:
            place, figure = self.worst
            words = message(
                "level-missed",
                kind=self.kind,
                n=units.count(self.missed),
                of=of,
                level=level,
                worst=figure,
                place=place.words,
            )
        untold = [message("count-unknown", count=self.untold)] if self.untold else []
        return message("facts", facts=language.listing([words, *untold]))


def level_results(store: Store, evidence: Evidence, places: Places) -> tuple[LevelResult, ...]:
    """The result of each level that a campaign's file names. Places that do not count are
    unknown."""
    found = []
    for level in _campaign_levels(evidence):
        measure = (
            figures.rate(places)
            if level.of == "rate"
            else figures.response(store, level.figure, *figures.SYNCS)
            if level.of_syncs
            else figures.response(store, level.figure)
        )
        figures_of_places = [
            (place, figure)
            for place in places.all
            if place.stands and (figure := measure.read(place)) is not None
        ]
        sign = -1.0 if level.of == "rate" else 1.0
        over = [pair for pair in figures_of_places if sign * pair[1].value > sign * level.value]
        worst = max(over, key=lambda pair: sign * pair[1].value, default=None)
        text = worst[1].text if worst else ""
        found.append(
            LevelResult(
                level,
                places.noun,
                len(places.all),
                len(over),
                len(places.all) - len(figures_of_places),
                None
                if worst is None
                else (worst[0], message("iops", rate=text) if level.of == "rate" else text),
            )
        )
    return tuple(found)


def short(held: Iterable[LevelResult]) -> str:
    """The number of misses of every level, in the words of a verdict; empty without levels."""
    every = sorted(held, key=lambda result: -result.missed)
    misses = [result for result in every if result.missed]
    if not every:
        return ""
    parts = [message("none-misses", levels=language.listing(repr(result.name) for result in every))]
    if misses:
        first, *rest = misses
        missed, of = units.count(first.missed), units.count(first.total)
        parts = [message("missed-level", n=missed, of=of, level=first.name)]
        parts += [
            message("missed-level-too", n=units.count(result.missed), level=result.name)
            for result in rest
        ]
    if untold := max(result.untold for result in every):
        parts.append(message("count-unknown", count=units.count(untold)))
    return language.listing(parts)


def shorter(held: Iterable[LevelResult]) -> tuple[str, ...]:
    """The level with the most misses, and how many others are missed, as a headline; none unless
    there are several."""
    misses = sorted((result for result in held if result.missed), key=lambda one: -one.missed)
    if len(misses) < 2:
        return ()
    first, *rest = misses
    missed, of = units.count(first.missed), units.count(first.total)
    return (message("missed-level-and-more", n=missed, of=of, level=first.name, more=len(rest)),)


def _campaign_levels(evidence: Evidence) -> list[Level]:
    """The levels in the campaign's file, with their bounds in the names."""
    stated = evidence.campaign.campaign_table.get("levels") or {}
    return [replace(parse(name, text), name=f"{name}: {text}") for name, text in stated.items()]
