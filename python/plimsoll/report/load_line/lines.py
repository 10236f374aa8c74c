"""The load lines of a report, each with its own evidence: a search, a family of searches, or the
Points of a campaign.

A search holds one line. `find --read 100,70,0` leaves one campaign per line, linked by `family`
in its request. A campaign from a file has a line for each Point of strategy load_line. Points at
several offered rates are read as a line (`evidence/sweeps.py`) when an objective was set. Lines
are named by the properties that they differ in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING

from plimsoll.base import language, units, workload_text
from plimsoll.native import stack_parameters
from plimsoll.report.common.curves import Curve, Spot, at_rates, find_flaw
from plimsoll.report.evidence import properties as facets
from plimsoll.report.evidence import search_end, sweeps
from plimsoll.report.evidence.evidence import Evidence, Run, gather
from plimsoll.report.evidence.properties import Value
from plimsoll.report.evidence.search_end import SearchEnd
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest
from plimsoll.search.strategies import leaves
from plimsoll.store import PlannedPointRow, Store

if TYPE_CHECKING:
    from plimsoll.native.record import Workload

_NAMES = ("target", "configuration", "pattern", "block size", "read %", "access", "engine")
"""Properties that lines may differ in, by their names in `evidence/properties.py`."""
_SWEEP_NAMES = ("working set", "workers")
"""Further properties of sweeps: a search chooses its own workers."""
ARRIVALS = "arrivals"
LEAST_RATES = 3
"""Fewest offered rates of a grid that make a curve."""


@dataclass(frozen=True)
class ReportLine:
    """One line. `name` distinguishes it from the others, `differs` has the properties behind the
    name, `evidence` its own Runs and answer."""

    name: str
    evidence: Evidence
    differs: dict[str, Value]
    searched: bool = True
    """Whether a load line was searched, or read from a sweep; otherwise this is a curve of Runs
    without an objective."""

    @property
    def brief(self) -> str:
        """The name at the end of the drawn line: `70 %` when the lines differ only in the share
        of reads."""
        if list(self.differs) == ["read %"]:
            return units.significant_percent(abs(self.differs["read %"][0]) / 100, 6)
        return self.name

    @property
    def is_closed_loop(self) -> bool:
        """Whether all its Runs are closed loops."""
        runs = self.evidence.measured_runs
        return not self.searched and bool(runs) and all(run.offered_rate is None for run in runs)

    @cached_property
    def end(self) -> SearchEnd:
        """The end of the search."""
        return search_end.decide(self.evidence)

    @property
    def low(self) -> float | None:
        """The highest held rate; None when no hold confirmed it."""
        return self.end.low if self.end.held else None

    @property
    def high(self) -> float | None:
        """The lowest rate that a hold missed."""
        return self.end.high if self.end.held else None

    @property
    def hold(self) -> Run | None:
        """The hold that confirmed it."""
        return self.evidence.final_hold if self.end.held else None

    @property
    def estimate(self) -> tuple[float, float, float] | None:
        """Lower end, estimate and upper end of an unconfirmed line. None for a line that was not
        placed: its middle has no meaning and is not drawn."""
        end = self.end
        if end.held or end.code not in ("estimated", "not_to_plan_with"):
            return None
        assert end.low is not None
        assert end.rate is not None
        assert end.high is not None
        return end.low, end.rate, end.high

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """Lower and upper bound of a sweep that reached no line and confirmed no bound."""
        if self.end.code not in ("seen_at_least", "at_most"):
            return None, None
        return self.end.low, self.end.high

    def curve(self) -> Curve:
        """The curve to draw. At each rate it passes the Run with the most operations:
        percentiles are never averaged."""
        spots = {
            run.row.id: Spot(
                run.row.id,
                run.offered_rate,
                run.required_measurement,
                find_flaw(run.required_measurement),
            )
            for run in self.evidence.measured_runs
            if run.offered_rate is not None
        }
        joined = tuple(
            max(group, key=lambda spot: spot.figures.count() or 0)
            for group in at_rates(spot for spot in spots.values() if not spot.flaw)
        )
        held = spots.get(self.hold.row.id) if self.hold is not None else None
        ordered = tuple(sorted(spots.values(), key=lambda spot: spot.rate))
        knee = self.evidence.answer.knee_per_s
        believed = None if self.estimate is None else (self.estimate[0], self.estimate[2])
        return Curve(
            self.brief, self.name, ordered, joined, self.low, self.high, knee, held, believed
        )


def has_lines(evidence: Evidence) -> bool:
    """Whether a campaign from a file holds any line or curve."""
    return bool(_searched_points(evidence)) or bool(_sweeps(evidence))


def gather_lines(request: ReportRequest) -> tuple[ReportLine, ...]:
    """Every line of the requested campaigns; of a single campaign with its family."""
    chosen = (request.evidence, *request.others)
    if len(chosen) == 1 and not request.evidence.points:
        family = (request.evidence, *_family(request.store, request.evidence))
        chosen = tuple(sorted(family, key=lambda evidence: evidence.campaign.id))
    found = [line for evidence in chosen for line in _of(evidence)]
    return name_lines(found, ordered=len(chosen) == 1)


def of_family(campaigns: Sequence[Evidence]) -> tuple[ReportLine, ...]:
    """The lines of these searches, which are one family."""
    return name_lines([line for evidence in campaigns for line in _of(evidence)], ordered=True)


def _family(store: Store, evidence: Evidence) -> tuple[Evidence, ...]:
    """The other lines of a search's family, in the order of their searches."""
    first = _first(evidence.campaign.id, evidence.campaign.spec)
    if first is None:
        return ()
    return tuple(
        gather(store, row.id)
        for row in store.campaigns()
        if row.id != evidence.campaign.id
        and row.kind == evidence.campaign.kind
        and _first(row.id, row.spec) == first
    )


def _first(campaign: int, spec: Mapping[str, object]) -> int | None:
    """The first campaign of the family; none outside of one."""
    tie = spec.get("family")
    if not isinstance(tie, dict):
        return None
    return campaign if tie.get("first") is None else int(tie["first"])


def _of(evidence: Evidence) -> list[ReportLine]:
    if evidence.points:
        return _of_points(evidence)
    # A single Run searched for nothing.
    searched = evidence.campaign.kind != "run" or evidence.answer.find is not None
    return [ReportLine("", evidence, _properties(evidence, evidence, _NAMES), searched)]


def _of_points(evidence: Evidence) -> list[ReportLine]:
    """A line per finished Point that searched one, else a line or curve per question with
    several rates."""
    if searched := _searched_points(evidence):
        return [_point_line(evidence, point) for point in searched]
    return [sweep_line(cell, _objective(cell)) for cell in _sweeps(evidence)]


def _searched_points(evidence: Evidence) -> list[PlannedPointRow]:
    return [
        point
        for point in evidence.points
        if leaves(point.strategy) == "line" and point.state == "finished"
    ]


def _sweeps(evidence: Evidence) -> list[sweeps.Cell]:
    """The questions with several offered rates."""
    return evidence.once(_find_sweeps)


def _find_sweeps(evidence: Evidence) -> list[sweeps.Cell]:
    finished = {
        point.id
        for point in evidence.points
        if point.state == "finished" and leaves(point.strategy) == "run"
    }
    own = tuple(
        run
        for run in evidence.runs
        if (planned_point := evidence.point_of(run)) is not None and planned_point.id in finished
    )
    found = [
        cell for cell in sweeps.cells([replace(evidence, runs=own)]) if cell.rates >= LEAST_RATES
    ]
    return [replace(cell, whole=evidence) for cell in found]


def _objective(cell: sweeps.Cell) -> str | None:
    """The objective for which a line can be read by default: the only one of its Runs."""
    return cell.objectives[0] if len(cell.objectives) == 1 else None


def sweep_line(
    cell: sweeps.Cell, objective: str | None, *, read: Evidence | None = None
) -> ReportLine:
    """The line of a sweep; without an objective its curve. `read`: evidence that already has the
    line."""
    own = read or (
        cell.evidence if objective is None else sweeps.line(cell, objective, asked=False)
    )
    properties = _properties(cell.whole, own, (*_NAMES, *_SWEEP_NAMES))
    if (arrivals := _arrivals_of(own)) is not None:
        properties[ARRIVALS] = (
            arrivals,
            message("arrivals", process=message("arrival-process", process=arrivals)),
        )
    return ReportLine("", own, properties, own.answer.find is not None)


def _arrivals_of(own: Evidence) -> str | None:
    loads = [run.spec["load"] for run in own.measured_runs]
    opened = [load for load in loads if load["kind"] == "open"]
    # Imported Runs may not give arrivals.
    return str(opened[0]["arrivals"]) if opened and opened[0]["arrivals"] else None


def _point_line(evidence: Evidence, point: PlannedPointRow) -> ReportLine:
    """The line of a Point that searched one."""
    own = evidence.of_point(point)
    properties = _properties(evidence, own, (*_NAMES, *facets.parameter_names(evidence)))
    if point.repeat > 1:
        properties["repeat"] = (point.repeat, message("repeat", n=point.repeat))
    return ReportLine("", own, properties)


def _properties(whole: Evidence, own: Evidence, names: Sequence[str]) -> dict[str, Value]:
    """The properties of a line, equal for all its Runs except closed loops beside a sweep."""
    opened = [run.row.id for run in own.measured_runs if run.offered_rate is not None]
    run = next(iter(opened), next((run.row.id for run in own.measured_runs), None))
    if run is None:
        return {}
    only = replace(whole, runs=tuple(own_run for own_run in own.runs if own_run.row.id == run))
    known = {facet.name: facet.of for facet in facets.every(only)}
    found = {name: known[name][run] for name in names if run in known.get(name, {})}
    if "workers" in found:
        order, text = found["workers"]
        found["workers"] = (order, message("workers", workers=order, count=text))
    if "target" in found:
        order, _ = found["target"]
        _, name = order
        found["target"] = (order, short(name))
    return found


def short(target: str) -> str:
    """The short name of a target: a stack's file without its folders."""
    file, given = stack_parameters.apart(target)
    scheme, mark, path = file.partition(":")
    if not mark or scheme != "stack":
        return target
    stem = PurePath(path).stem
    return message("stack-with", name=stem, parameters=given) if given else stem


def name_lines(found: Sequence[ReportLine], *, ordered: bool) -> tuple[ReportLine, ...]:
    """The lines, named by the properties that they differ in and sorted by them when `ordered`."""
    known = (*_NAMES, *_SWEEP_NAMES, ARRIVALS, "repeat")
    # Parameters of described storage have names of their own.
    more = dict.fromkeys(name for line in found for name in line.differs if name not in known)
    texts = {
        name: {line.differs[name][1] if name in line.differs else units.DASH for line in found}
        for name in (*known[:2], *more, *known[2:])
    }
    differing = [name for name, values in texts.items() if len(values) > 1]
    named = [
        replace(
            line,
            name=language.listing(
                message("labelled-value", name=name, value=line.differs[name][1])
                if name in more
                else line.differs[name][1]
                for name in differing
                if name in line.differs
            ),
            differs={name: line.differs[name] for name in differing if name in line.differs},
        )
        for line in found
    ]
    if ordered:
        named.sort(
            key=lambda line: [(str(type(value[0])), value[0]) for value in line.differs.values()]
        )
    again = Counter(line.name for line in named)
    seen: Counter[str] = Counter()
    unique_lines = []
    for line in named:
        name = line.name or message("line")
        if again[line.name] > 1:
            seen[line.name] += 1
            name = message("nth-line", n=seen[line.name])
            if len({other.evidence.campaign.id for other in named}) > 1:
                name = message("line-of-campaign", campaign=line.evidence.campaign.id)
            if line.name:
                name = language.listing((line.name, name))
        unique_lines.append(replace(line, name=name))
    return tuple(unique_lines)


def differences(found: Sequence[ReportLine]) -> tuple[str, ...]:
    """Sentences on differences that make the lines hard to compare: objectives, clocks,
    arrivals, several properties."""
    sentences = []
    searched = [line for line in found if line.searched]
    promises = {line.evidence.objective_words for line in searched}
    if len(promises) > 1:
        none = message("none")
        each = _each({line.name: line.evidence.objective_words or none for line in searched})
        sentences.append(message("objectives-differ", each=each))
    names = list(dict.fromkeys(name for line in found for name in line.differs if name != "repeat"))
    if len(names) > 1:
        things = language.listing(map(facets.name_words, names))
        sentences.append(message("lines-differ", things=things))
    sentences += _workloads(found)
    for subject, read in (
        ("machine", _machine),
        ("clock", _clock),
        ("arrivals", _arrivals),
        ("version", _version),
    ):
        values = {line.name: read(line) for line in found if line.evidence.measured_runs}
        if len(set(values.values())) > 1:
            sentences.append(message(f"different-{subject}", each=_each(values)))
    return tuple(sentences)


def _each(values: Mapping[str, str]) -> str:
    return language.clauses(message("named", name=name, text=text) for name, text in values.items())


# Keys of a workload that `_NAMES` covers.
_NAMED_WORKLOAD_KEYS = (
    "pattern",
    "block_size_bytes",
    "read_percent",
    "read_blocks",
    "write_blocks",
)


def _workloads(found: Sequence[ReportLine]) -> list[str]:
    """Differences of the workloads that are not in the names of the lines."""
    workloads = {
        line.name: line.evidence.first["spec"]["workload"]
        for line in found
        if line.evidence.measured_runs
    }
    keys = dict.fromkeys(
        key
        for workload in workloads.values()
        for key in workload
        if key not in _NAMED_WORKLOAD_KEYS
    )
    sentences = []
    for key in keys:
        values = {name: asked_for(workload, key) for name, workload in workloads.items()}
        if len(set(values.values())) > 1:
            name = message(
                "workload-key", key=key, name=key.removesuffix("_bytes").replace("_", " ")
            )
            sentences.append(message("workloads-differ", key=name, each=_each(values)))
    return sentences


def asked_for(workload: Workload, key: str) -> str:
    """A key of a workload in words; an alignment that follows the block size is no setting of
    its own."""
    given: object = workload.get(key)
    if given is None:
        return units.DASH
    if key == "align_bytes" and workload_text.own_align(workload) is None:
        return message("smallest-block")
    if key == "sync" and isinstance(given, dict):
        return workload_text.flushes(given)
    return (
        units.size(given)
        if key.endswith("_bytes") and isinstance(given, int | float)
        else str(given)
    )


def _machine(line: ReportLine) -> str:
    machine = line.evidence.machine
    known = filter(None, (machine.hostname, machine.cpu_model, machine.kernel_release))
    return language.listing(known) or message("none")


def _clock(line: ReportLine) -> str:
    return message("clock", clock=line.evidence.first["spec"]["clock"])


def _arrivals(line: ReportLine) -> str:
    process = _arrivals_of(line.evidence)
    return message("arrival-process", process=process) if process else message("none")


def _version(line: ReportLine) -> str:
    return line.evidence.first["version"]["plimsoll"] if line.evidence.measured_runs else "None"
