"""The Points of a campaign as a table: one place per combination of varying settings, with its
repeats and their outcomes.

Places come from the plan, so a Point that never ran, failed or was skipped still has one.
Campaigns without a plan (limits, checks) get one place per distinct question. Figures are
computed in `figures.py`."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from plimsoll.base import language, rates, units, workload_text
from plimsoll.base.errors import PlimsollError
from plimsoll.native.values import LoadValues
from plimsoll.report.common.answer import outcome
from plimsoll.report.describe import Slicer
from plimsoll.report.evidence import answers, properties, records
from plimsoll.report.evidence.answers import Answer
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.properties import Value
from plimsoll.report.messages import message
from plimsoll.search import point_reasons
from plimsoll.search.strategies import Leaves, leaves
from plimsoll.store import PlannedPointRow
from plimsoll.store.plans import is_answer

OPERATIONS = "operations"
"""Pattern and read % as one property, where both vary and there are few: `random, all reads`."""
_MOST_OPERATIONS = 8
_NAMES = {"read": "read %", "trim": "trim %"}


NONE: Value = ((0.0, ""), units.DASH)
_SELF_EXPLANATORY = (
    "configuration",
    "target",
    OPERATIONS,
    "pattern",
    "block size",
    "read %",
    "offered rate",
    "access",
)
"""Properties whose values are clear without their name."""


def labelled_value(name: str, text: str) -> str:
    """A value for a sentence, with the name of its property where needed."""
    if name in _SELF_EXPLANATORY:
        return text
    return message("labelled-value", name=properties.name_words(name), value=text)


WAITING = {"planned": "not asked yet", "running": "under way"}
"""Marks of Points without an answer yet, by state."""


def mark_words(mark: str) -> str:
    """Why a repeat does not count, in words."""
    return message(f"mark-{mark.replace(' ', '_')}")


@dataclass(frozen=True)
class Repeat:
    """One repeat of a place: its Run (in a search the one that its figures rest on) and its
    outcome."""

    number: int
    run: Run | None
    mark: str = ""
    """Why the repeat does not count, as `mark_words` has it in words; empty when it counts."""
    why: str = ""
    """The same reason at length."""
    answer: Answer = field(default_factory=answers.Answer)

    @property
    def is_pending(self) -> bool:
        """Whether the repeat is still to come."""
        return self.mark in WAITING.values()

    @property
    def counts(self) -> bool:
        """Whether the figures of the repeat are evidence about the target."""
        return not self.mark


@dataclass(frozen=True)
class Place:
    """A combination of values, by the name of each property, and its repeats."""

    values: dict[str, Value]
    repeats: tuple[Repeat, ...]
    figures: dict[tuple[str, str, str], Any] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Cached figures of merged distributions, shared by charts and tables."""

    def text(self, name: str) -> str:
        """The value of a property as it is written."""
        return self.values[name][1] if name in self.values else units.DASH

    @property
    def words(self) -> str:
        """All values of the place."""
        return language.listing(
            labelled_value(name, text) for name, (_, text) in self.values.items()
        )

    @cached_property
    def counting(self) -> tuple[Repeat, ...]:
        """The repeats that figures are taken from: those that count, else those with a Run."""
        counted = tuple(repeat for repeat in self.repeats if repeat.counts)
        return counted or tuple(
            repeat for repeat in self.repeats if repeat.run is not None or repeat.answer.document
        )

    @property
    def stands(self) -> bool:
        """Whether any repeat counts."""
        return any(repeat.counts for repeat in self.repeats)

    @property
    def describes_target(self) -> bool:
        """Whether the figures describe the target: some repeat counts, or the target could not
        carry the load and the rate is what it did."""
        runs = [repeat.run for repeat in self.counting]
        return self.stands or (
            bool(runs)
            and all(run is not None and run.row.outcome == "cannot_carry" for run in runs)
        )

    @cached_property
    def mark(self) -> str:
        """Why repeats do not count: `stopped`, or `1 of 3 stopped`; empty when all count."""
        if sum(self.marks.values()) == len(self.repeats):
            return " / ".join(map(mark_words, self.marks))
        of = len(self.repeats)
        return language.clauses(
            message("repeats-marked", n=n, of=of, mark=mark_words(mark))
            for mark, n in self.marks.items()
        )

    @cached_property
    def marks(self) -> Counter[str]:
        """Counts of repeats that do not count, by reason."""
        return Counter(repeat.mark for repeat in self.repeats if repeat.mark)

    @property
    def run_id(self) -> int | None:
        """A Run of the place, for slicers."""
        return next((repeat.run.row.id for repeat in self.counting if repeat.run is not None), None)


@dataclass(frozen=True)
class Dimension:
    """A property that varies, and its values in order."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Places:
    """Every place of a campaign, and the properties that vary between them."""

    leaves: Leaves | None
    """The kind of answer of a Point (`search/strategies.py`); None for an unknown strategy."""
    dimensions: tuple[Dimension, ...]
    all: tuple[Place, ...]

    def dimension(self, name: str) -> Dimension:
        """The property of this name; without one a property with a single empty value."""
        return next(
            (dimension for dimension in self.dimensions if dimension.name == name),
            Dimension("", ("",)),
        )

    @cached_property
    def has_valid_place(self) -> bool:
        """Whether any place has a repeat that counts."""
        return any(place.stands for place in self.all)

    def is_shown(self, place: Place) -> bool:
        """Whether the figures of a place are shown as the target's: the place counts, or no
        place does and the target could not carry the load."""
        return place.stands or (place.describes_target and not self.has_valid_place)

    @property
    def axes(self) -> properties.Axes:
        """The layout of the properties (`properties.axes`)."""
        return properties.axes(
            {dimension.name: len(dimension.values) for dimension in self.dimensions}
        )

    @property
    def repeats(self) -> int:
        """The largest number of repeats of a place."""
        return max((len(place.repeats) for place in self.all), default=0)

    @property
    def noun(self) -> str:
        """The kind of places: Points, or questions when they have repeats."""
        return "Points" if self.repeats < 2 else "questions"

    def slicers(self, one_of: Iterable[str]) -> tuple[Slicer, ...]:
        """A slicer for every property; those in `one_of` select one value at a time."""
        chosen = tuple(one_of)
        return tuple(
            Slicer(
                dimension.name,
                dimension.values,
                {
                    repeat.run.row.id: place.text(dimension.name)
                    for place in self.all
                    for repeat in place.repeats
                    if repeat.run is not None
                },
                dimension.name in chosen,
            )
            for dimension in sorted(
                self.dimensions, key=lambda dimension: dimension.name not in chosen
            )
        )


def gather(evidence: Evidence) -> Places:
    """The places of a campaign; without a plan those of its Runs."""
    return evidence.once(_build_places)


def _build_places(evidence: Evidence) -> Places:
    found = _planned_places(evidence) if evidence.points else _run_places(evidence)
    names = _varying(found)
    if {"pattern", "read %"} <= set(names):
        both = {(place.text("pattern"), place.text("read %")) for place in found}
        if len(both) <= _MOST_OPERATIONS:
            found = [_fold_operations(place) for place in found]
            names = [
                OPERATIONS if name == "pattern" else name for name in names if name != "read %"
            ]
    found = [
        replace(place, values={name: place.values.get(name, NONE) for name in names})
        for place in found
    ]
    dimensions = tuple(
        Dimension(name, sort_texts(place.values[name] for place in found)) for name in names
    )
    ranks = {
        dimension.name: {text: rank for rank, text in enumerate(dimension.values)}
        for dimension in dimensions
    }
    found.sort(key=lambda place: [ranks[name][place.text(name)] for name in names])
    return Places(
        leaves(evidence.points[0].strategy) if evidence.points else "run", dimensions, tuple(found)
    )


def _varying(places: Sequence[Place]) -> list[str]:
    """The properties with more than one value, in the usual order, without those that follow from
    the others."""
    names = list(dict.fromkeys(name for place in places for name in place.values))
    several = [name for name in names if len({place.text(name) for place in places}) > 1]
    known = list(properties.NAMES)
    chosen = sorted(several, key=lambda name: properties.place_in(known, name))
    for name in reversed(chosen.copy()):
        # Workload properties stay even when another property implies them; load properties stay
        # only when they matter.
        if name not in known or name in ("workers", "queue depth", "offered rate"):
            without = [other for other in chosen if other != name]
            if len({tuple(map(place.text, without)) for place in places}) == len(
                {tuple(map(place.text, chosen)) for place in places}
            ):
                chosen = without
    return chosen


def sort_texts(values: Iterable[Value]) -> tuple[str, ...]:
    """Values as they are written, each once, in their order."""
    in_order = sorted(set(values), key=lambda value: (str(type(value[0])), value[0], value[1]))
    return tuple(dict.fromkeys(text for _, text in in_order))


def _fold_operations(place: Place) -> Place:
    pattern, reads = place.values["pattern"], place.values["read %"]
    rest = {
        name: value for name, value in place.values.items() if name not in ("pattern", "read %")
    }
    text = message("pattern-and-reads", pattern=pattern[1], reads=reads[1])
    return replace(place, values={OPERATIONS: ((pattern[0], reads[0]), text), **rest})


# -- of a plan -------------------------------------------------------------------------------------


def _planned_places(evidence: Evidence) -> list[Place]:
    targets, configurations = (
        properties.target_names(evidence),
        properties.configuration_names(evidence),
    )
    runs = {run.row.id: run for run in evidence.runs}
    attempts = {point.id: point.attempt for point in evidence.points}
    strategies = {point.id: point.strategy for point in evidence.points}
    mine: dict[int, list[Run]] = {}
    for planned in evidence.planned_runs:
        if (
            planned.attempt == attempts[planned.planned_point_id]
            and planned.valid
            and is_answer(strategies[planned.planned_point_id], runs[planned.run_id].row.role)
        ):
            mine.setdefault(planned.planned_point_id, []).append(runs[planned.run_id])
    found: dict[str, tuple[dict[str, Value], list[Repeat]]] = {}
    both: tuple[Literal["workload", "load"], ...] = ("workload", "load")
    keys = {
        section: list(
            dict.fromkeys(key for point in evidence.points for key in getattr(point, section))
        )
        for section in both
    }
    parameters = properties.parameter_names(evidence)
    per_volume = _of_volumes([run for point_runs in mine.values() for run in point_runs])
    written: dict[tuple[str, str], Value] = {}
    imported = evidence.metric == "completion_latency"
    for point in sorted(evidence.points, key=lambda point: point.repeat):
        target, configuration = point.target_name, point.configuration
        values: dict[str, Value] = {
            "configuration": (
                (properties.place_in(configurations, configuration), configuration),
                configuration,
            ),
            "target": ((properties.place_in(targets, target), target), target),
        }
        for name in parameters:
            given = point.parameters.get(name)
            values[name] = properties.parameter(given) or NONE
        for section, names in keys.items():
            for key in names:
                name = name_of(section, key)
                given = getattr(point, section).get(key)
                # Thousands of Points share a few values: format each once.
                if (key, repr(given)) not in written:
                    order, text = value_of(key, given)
                    if given is None and imported:
                        closed = key in ("rate", "arrivals")
                        text = message("value-closed-loop") if closed else units.unknown_figure()
                    if key == "workers" and given is not None and per_volume:
                        text = message("workers-per-volume", workers=text)
                    written[key, repr(given)] = order, text
                values[name] = written[key, repr(given)]
        _, repeats = found.setdefault(repr(values), (values, []))
        repeats.append(repeat_of(point, mine.get(point.id, [])))
    return [Place(values, tuple(repeats)) for values, repeats in found.values()]


def _of_volumes(runs: Sequence[Run]) -> bool:
    """Whether workers are set per volume, as for stacks with client groups; a Run counts all of
    them."""
    groups = [run.spec["clients"] for run in runs if run.record is not None]
    return all(groups) and any(
        sum(int(client["volumes"]) for client in group) > 1 for group in groups
    )


def workers_per_volume(evidence: Evidence) -> dict[int, int]:
    """Workers per volume, by the Run's number; empty when they are not set per volume."""
    runs = {run.row.id: run for run in evidence.measured_runs if evidence.point_of(run) is not None}
    if not runs or not _of_volumes(list(runs.values())):
        return {}
    workers = {
        number: LoadValues.of(point.load).workers
        for number, run in runs.items()
        if (point := evidence.point_of(run)) is not None
    }
    return {number: n for number, n in workers.items() if isinstance(n, int)}


def name_of(section: Literal["workload", "load"], key: str) -> str:
    """The display name of a key of a workload or load."""
    return f"{section} name" if key == "name" else _NAMES.get(key, key.replace("_", " "))


def value_of(key: str, given: Any) -> Value:
    """The value of a workload or load key: its order and its text."""
    if given is None:
        return (0.0, ""), message("by-default")
    if key == "read":
        return (1.0, -float(given)), workload_text.shares(float(given))
    if key == "pattern":
        return (2.0, str(given)), workload_text.pattern(str(given))
    if key in ("block_size", "write_block_size", "working_set", "align"):
        return _size(str(given))
    if key == "rate" and (share := rates.of(given).share) is not None:
        return (1.5, share), str(given)
    if key == "rate" and not isinstance(given, str):
        return (1.0, float(given)), records.iops(float(given))
    if isinstance(given, bool):
        return (1.0, float(given)), message("yes") if given else message("no")
    if isinstance(given, (int, float)):
        return (1.0, float(given)), f"{given:,g}"
    return (2.0, str(given)), str(given)


def _size(given: str) -> Value:
    """A size, or a mix of sizes; other values, such as a share of the target, stay as written."""
    from plimsoll.native.session import parse_size

    try:
        parts = [part.partition(":") for part in given.split(",")]
        sizes = [(parse_size(size.strip()), share.strip()) for size, _, share in parts]
    except PlimsollError:
        return (2.0, given), given
    if len(sizes) == 1 and not sizes[0][1]:
        return (1.0, float(sizes[0][0])), units.size(sizes[0][0])
    # Mixes stand behind the sizes, as among the Runs' own (`facets`).
    shares = [language.share(language.number(share)) for _, share in sizes]
    mixed = [f"{units.size(size)} {share}" for (size, _), share in zip(sizes, shares, strict=True)]
    return (2.0, given), language.listing(mixed)


def repeat_of(point: PlannedPointRow, runs: Sequence[Run]) -> Repeat:
    """The outcome of a Point, from the Runs that answer it."""
    finished = [run for run in runs if run.record is not None]
    if point.state != "finished":
        short = WAITING.get(point.state, point.state)
        before = ""
        if runs:
            ended = outcome(str(runs[-1].row.outcome or runs[-1].row.state))
            before = message("run-ended", run=runs[-1].row.id, outcome=ended)
        why = language.clauses(
            part for part in (point_reasons.words(point.reason) or "", before) if part
        )
        return Repeat(point.repeat, None, short, why)
    answer = answers.of(point.result)
    if leaves(point.strategy) == "maximum":
        return _maximum(point, answer, finished)
    if leaves(point.strategy) == "line":
        return _line(point, answer, finished)
    last = finished[-1] if finished else None
    ended = _mark_of(last) if last is not None else "no record"
    mark = ended if ended != "ok" else "" if point.stands else "not valid"
    return Repeat(point.repeat, last, mark, point_reasons.words(point.reason) or "", answer)


def _mark_of(run: Run) -> str:
    return str(run.row.outcome).replace("_", " ")


def _maximum(point: PlannedPointRow, answer: Answer, runs: Sequence[Run]) -> Repeat:
    why, top = point_reasons.words(point.reason) or "", answer.climb
    if top is None:
        return Repeat(point.repeat, None, "no maximum", why, answer)
    best = [
        probe.run_id
        for probe in answer.probes
        if (probe.queue_depth, probe.workers) == (top.queue_depth, top.workers)
    ]
    run = next((run for run in reversed(runs) if run.row.id in best), None)
    return Repeat(point.repeat, run, _search_mark(point, answer), why, answer)


def _line(point: PlannedPointRow, answer: Answer, runs: Sequence[Run]) -> Repeat:
    line = answer.line
    holds = [run for run in runs if run.row.role == "hold_low" and run.verdict == "pass"]
    why = point_reasons.words(point.reason) or line.because
    if line.low is None:
        return Repeat(point.repeat, None, "no line", why, answer)
    placed = line.is_estimated or line.low_confirmed
    mark = _search_mark(point, answer) if placed else "not confirmed"
    return Repeat(point.repeat, holds[-1] if holds else None, mark, why, answer)


def _search_mark(point: PlannedPointRow, answer: Answer) -> str:
    """Why the answer of a search does not count. An answer from the page cache describes memory,
    however well searched."""
    return "not valid" if not point.stands else "cached" if answer.is_cached else ""


# -- of Runs alone ---------------------------------------------------------------------------------


_FACET_KEYS = {
    "block_size_bytes",
    "read_blocks",
    "write_blocks",
    "align_bytes",
    "read_percent",
    "pattern",
    "working_set_bytes",
    "kind",
    "workers",
    "queue_depth",
    "offered_rate_per_s",
    "max_outstanding",
}
"""Keys of a resolved workload and load that are facets, or follow from one."""


def _run_places(evidence: Evidence) -> list[Place]:
    every = [
        facet
        for facet in properties.every(evidence)
        if facet.name not in ("role", "outcome", "offered rate")
    ]
    found: dict[str, tuple[dict[str, Value], list[Repeat]]] = {}
    for run in evidence.measured_runs:
        values = {facet.name: facet.of.get(run.row.id, NONE) for facet in every}
        # Runs at different offered rates are never repeats of each other.
        values["offered rate"] = (
            ((0.0, ""), message("value-closed-loop"))
            if run.offered_rate is None
            else ((1.0, run.offered_rate), records.iops(run.offered_rate))
        )
        spec = run.spec
        for key, given in {
            **spec["workload"],
            **spec["load"],
            "clients": spec["clients"] or None,
        }.items():
            if key not in _FACET_KEYS:
                text = units.DASH if given is None else json.dumps(given, sort_keys=True)
                values[key.replace("_", " ")] = (
                    (2.0, text),
                    workload_text.clients(spec) or text if key == "clients" else text,
                )
        _, repeats = found.setdefault(repr(values), (values, []))
        ended = _mark_of(run)
        because = "" if run.measurement is None else run.measurement.because
        repeats.append(Repeat(len(repeats) + 1, run, "" if ended == "ok" else ended, because))
    return [Place(values, tuple(repeats)) for values, repeats in found.values()]
