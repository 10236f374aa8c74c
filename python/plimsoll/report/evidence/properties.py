"""Properties in which the Runs of a campaign differ, for slicers and the axes of grids.

All forms share this list, so a value is written alike everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from plimsoll.base import language, units, workload_text
from plimsoll.native import stack_parameters
from plimsoll.report.common.answer import outcome
from plimsoll.report.describe import Slicer
from plimsoll.report.evidence import records
from plimsoll.report.messages import message
from plimsoll.search.strategies import leaves

if TYPE_CHECKING:
    from plimsoll.native.record import Workload
    from plimsoll.report.evidence.evidence import Evidence, Run

Value = tuple[Any, str]
"""The order of a value, and its text."""


@dataclass(frozen=True)
class Facet:
    """A property of Runs: its name, and its value for each Run that has one, by the Run's
    number."""

    name: str
    of: dict[int, Value]

    @property
    def values(self) -> tuple[str, ...]:
        """Every value once, in order."""
        ordered = sorted(set(self.of.values()), key=lambda value: (str(type(value[0])), value[0]))
        return tuple(dict.fromkeys(text for _, text in ordered))

    def text(self, run: int) -> str:
        """The value of a Run as it is written; a dash where it has none."""
        return self.of[run][1] if run in self.of else units.DASH

    def slicer(self, *, one: bool = False) -> Slicer:
        """The facet as a slicer."""
        return Slicer(
            self.name, self.values, {run: text for run, (_, text) in self.of.items()}, one
        )


def facets(evidence: Evidence) -> tuple[Facet, ...]:
    """Every property that at least two Runs with a record differ in, in the order of `NAMES`."""
    return tuple(facet for facet in every(evidence) if len(facet.values) > 1)


def every(evidence: Evidence) -> tuple[Facet, ...]:
    """Every property, including those that are equal for all Runs."""
    found = []
    for name, look in _READERS.items():
        values = {
            run.row.id: value
            for run in evidence.measured_runs
            if not _measured_a_maximum(evidence, run) and (value := look(evidence, run)) is not None
        }
        found.append(Facet(name, values))
    return (*found, *_of_parameters(evidence))


def _measured_a_maximum(evidence: Evidence, run: Run) -> bool:
    """Whether the Run only measured the maximum that the rates of a grid are shares of. Its
    depths and workers are not part of the campaign's question."""
    point = evidence.point_of(run)
    return point is not None and (point.strategy, run.row.role) == ("grid", "maximum")


def _of_parameters(evidence: Evidence) -> list[Facet]:
    """The parameters that the campaign set in described storage, one property each."""
    points = {run.row.id: evidence.point_of(run) for run in evidence.measured_runs}
    return [
        Facet(
            name,
            {
                run: found
                for run, point in points.items()
                if point is not None and (found := parameter(point.parameters.get(name)))
            },
        )
        for name in parameter_names(evidence)
    ]


def parameter_names(evidence: Evidence) -> list[str]:
    """Parameters of described storage that the campaign sets, in the order of its file."""
    return list(dict.fromkeys(name for point in evidence.points for name in point.parameters))


def parameter(given: object) -> Value | None:
    """The value of a parameter: numbers are ordered by size, others by their text."""
    if given is None:
        return None
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        return (1.0, float(given)), f"{given:,g}"
    return (2.0, stack_parameters.value(given)), stack_parameters.value(given)


def together(run: int, chosen: Iterable[Facet]) -> tuple[tuple[str, str], ...]:
    """The values of a Run in these properties as pairs of name and value, as a chart's `where`."""
    return tuple((facet.name, facet.text(run)) for facet in chosen)


def target_names(evidence: Evidence) -> list[str]:
    """The targets of a planned campaign in the order of its file."""
    given = evidence.campaign.spec.get("target") or []
    return [
        str(target.get("name") or target.get("path"))
        for target in (given if isinstance(given, list) else [given])
    ]


def configuration_names(evidence: Evidence) -> list[str]:
    """The configurations of a planned campaign in the order of its file."""
    return list(evidence.campaign.spec.get("configuration") or {})


def place_in(names: Sequence[str], name: str) -> int:
    """The index of a name; names that are not listed come last."""
    return names.index(name) if name in names else len(names)


@dataclass(frozen=True)
class Axes:
    """The layout of a grid: which property is on which axis.

    `across` and `down` are the axes of a heat map (`down` is empty when one property varies).
    `compared` is set side by side in tables and bars. `rest` gets one chart per value. `across`,
    `down` and `rest` are disjoint; `compared` is one of them."""

    across: str
    down: str
    compared: str
    rest: tuple[str, ...]


_ACROSS = (
    "block size",
    "write block size",
    "working set",
    "workers",
    "queue depth",
    "offered rate",
    "operations",
    "read %",
    "pattern",
)
_DOWN = ("operations", "read %", "pattern", "queue depth", "offered rate", "workers", "working set")
_SYSTEM_PROPERTIES = ("configuration", "target", "access", "engine")
ROLES = ("maximum", "reference", "probe", "hold_low", "hold_high", "run", "scaling", "settle")
MAX_SIDE_BY_SIDE = 6
"""More bars or columns side by side cannot be told apart."""


def axes(counts: Mapping[str, int]) -> Axes:
    """The layout of a grid over these properties, given the number of values of each.

    Across: block size, else the amount of load, which readers look for first. Down: the kind of
    operations, else the next varying property. Compared: the changed part of the system
    (configuration, then target), which becomes an axis only when nothing else is left. Each
    combination of the rest gets a chart."""
    names = [name for name, n in counts.items() if n > 1] or list(counts)[:1]
    across = _first(_ACROSS, names)
    left = [name for name in names if name != across]
    down = _first(_DOWN, left) if left else ""
    compared = next(
        (
            name
            for name in _SYSTEM_PROPERTIES
            if name in names and counts[name] <= MAX_SIDE_BY_SIDE and name != across
        ),
        "",
    )
    return Axes(across, down, compared, tuple(name for name in left if name != down))


def _first(wanted: Sequence[str], names: Sequence[str]) -> str:
    """The first wanted name; else one that is not compared; else any."""
    others = [name for name in names if name not in _SYSTEM_PROPERTIES]
    return next((name for name in wanted if name in names), (others or list(names) or [""])[0])


def _configuration(evidence: Evidence, run: Run) -> Value | None:
    point = evidence.point_of(run)
    if point is None:
        return None
    return (
        place_in(configuration_names(evidence), point.configuration),
        point.configuration,
    ), point.configuration


def _target(evidence: Evidence, run: Run) -> Value:
    # The order of targets in the file matters: the first is the reference of comparisons.
    point = evidence.point_of(run)
    if point is None:
        name = str(run.spec["target"]["name"])
        return (0, name), records.target_words(name)
    name = point.target_name
    return (place_in(target_names(evidence), name), name), name


def _workload(run: Run) -> Workload | None:
    """The workload; none of a stack with clients of its own."""
    return run.spec.get("workload")


def _pattern(_: Evidence, run: Run) -> Value | None:
    workload = _workload(run)
    if not workload or not workload["pattern"]:
        return None
    return (workload["pattern"], workload_text.pattern(workload["pattern"]))


def _block_size(_: Evidence, run: Run) -> Value | None:
    workload = _workload(run)
    if not workload:
        return None
    size = workload["block_size_bytes"]
    # Mixes stand behind the sizes.
    return (float(size) if size else float("inf"), workload_text.blocks(workload))


def _read(_: Evidence, run: Run) -> Value | None:
    workload = _workload(run)
    if not workload or workload["read_percent"] is None:
        return None
    return (-float(workload["read_percent"]), workload_text.mix(workload))


def _working_set(_: Evidence, run: Run) -> Value | None:
    workload = _workload(run)
    size = workload["working_set_bytes"] if workload else None
    return None if size is None else (size, units.size(size))


def _number(key: Literal["workers", "queue_depth"]) -> Callable[[Evidence, Run], Value | None]:
    def look(_: Evidence, run: Run) -> Value | None:
        load: Mapping[str, Any] = run.spec["load"]
        value = load.get(key)
        return None if value is None else (value, units.count(value))

    return look


def _offered_rate(evidence: Evidence, run: Run) -> Value | None:
    # A search chooses its own rates, so they are no property.
    point = evidence.point_of(run)
    if run.offered_rate is None or point is None or leaves(point.strategy) != "run":
        return None
    return run.offered_rate, records.iops(run.offered_rate)


def _queue_depth(evidence: Evidence, run: Run) -> Value | None:
    # A search for a maximum chooses its own depths.
    point = evidence.point_of(run)
    if point is not None and leaves(point.strategy) != "run":
        return None
    return _number("queue_depth")(evidence, run)


def _workers(evidence: Evidence, run: Run) -> Value | None:
    point = evidence.point_of(run)
    if point is not None and leaves(point.strategy) != "run":
        return None
    return _number("workers")(evidence, run)


def _access(_: Evidence, run: Run) -> Value:
    found = run.spec["access"]
    known = found in ("direct", "cached")
    access = message(f"access-{found}") if known else units.unknown_figure()
    return access, access


def _engine(_: Evidence, run: Run) -> Value:
    engine = str(run.spec["engine"])
    return engine, engine


def _role(_: Evidence, run: Run) -> Value:
    role = role_words(run.row.role)
    return role, role


def role_words(role: str) -> str:
    """What a Run was for, in words."""
    return message(f"role-{role}") if role in ROLES else role.replace("_", " ")


def _outcome(_: Evidence, run: Run) -> Value:
    ended = str(run.row.outcome)
    return (ended != "ok", ended), outcome(ended)


_READERS: dict[str, Callable[[Evidence, Run], Value | None]] = {
    "configuration": _configuration,
    "target": _target,
    "pattern": _pattern,
    "block size": _block_size,
    "read %": _read,
    "working set": _working_set,
    "workers": _workers,
    "queue depth": _queue_depth,
    "offered rate": _offered_rate,
    "access": _access,
    "engine": _engine,
    "role": _role,
    "outcome": _outcome,
}

NAMES = tuple(_READERS)
"""Every property, in the order of the slicers."""
_NAMED = (*NAMES, "operations", "trim %", "write block size", "rate", "arrivals", "repeat")


def name_words(name: str, place: Literal["start", "inside"] = "inside") -> str:
    """A property in words, at the start of a text or inside it; parameters keep their names."""
    if name in _NAMED:
        return message(f"property-{name.removesuffix(' %').replace(' ', '_')}", place=place)
    return name if place == "inside" else language.capital(name)
