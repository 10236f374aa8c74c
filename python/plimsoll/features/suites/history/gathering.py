"""The values of a history: every campaign of a name in some stores, each test with its figure and
the conditions under which it was measured."""

import contextlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from plimsoll.base import language, units
from plimsoll.base.errors import InputError, UsageError
from plimsoll.features.suites import suite_result as suites
from plimsoll.features.suites.deviations import texts
from plimsoll.features.suites.history import text
from plimsoll.features.suites.history.document import Figure, LeftOut
from plimsoll.features.suites.messages import message
from plimsoll.native import stack_parameters
from plimsoll.native.values import LoadValues, WorkloadValues
from plimsoll.report.evidence import evidence as evidence_
from plimsoll.report.evidence import figures, origin, points
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.points import Place
from plimsoll.search.strategies import leaves
from plimsoll.store import CampaignRow, PlannedPointRow, Store
from plimsoll.store.rows import DISKS

JOB_PROGRAMS = ("vdbench", "fio", "ndisk")
"""Programs whose job files run unchanged; the spec of such a campaign has this key."""


@dataclass(frozen=True)
class Measurement:
    """A test in one campaign."""

    store: str
    campaign: int
    at_ns: int
    value: float
    conditions: Mapping[str, str]


class Location(NamedTuple):
    """The place of a target, since targets of one name may differ. All parts are None for described
    storage, which is defined by its file."""

    host: str | None = None
    path: str | None = None
    disk: str | None = None
    """Serial numbers beneath it; None where none is recorded."""

    @property
    def words(self) -> str:
        """Sort key."""
        return " ".join(one or "" for one in self)


@dataclass
class Line:
    """A test over time."""

    test: str
    target: str
    at: Location
    seen: list[Measurement] = field(default_factory=list)


@dataclass(frozen=True)
class HistoryData:
    """The values of a suite or campaign in all stores."""

    name: str
    lines: tuple[Line, ...]
    left_out: tuple[LeftOut, ...]
    clocks: frozenset[str]
    """Clocks of its Runs: real, virtual."""
    origins: frozenset[str]
    """Origins of its Runs: measured, emulated, simulated."""
    newest_ns: int
    """Start of the newest campaign that has ended, with or without values."""


def gather(
    stores: Sequence[Path], name: str | None, figure: Figure, *, by_name: bool = False
) -> HistoryData:
    """The values of all finished campaigns of this name (of a suite or a campaign; by default the
    most frequent name), by test, in order of time. `by_name`: targets of one name are the same,
    wherever they are.

    Raises UsageError, with the known names, where there is no such campaign, and errors of stores.
    """
    rows: list[tuple[Path, CampaignRow]] = []
    others: list[CampaignRow] = []
    with contextlib.ExitStack() as stack:
        open_stores = {}
        for path in dict.fromkeys(path_given.resolve() for path_given in stores):
            open_stores[path] = stack.enter_context(Store.open(path, create=False, read_only=True))
            for row in open_stores[path].campaigns():
                if row.kind == "campaign":
                    rows.append((path, row))
                else:
                    others.append(row)
        chosen_name = name or _most_frequent_name([row for _, row in rows], stores, others)
        matching = [(path, row) for path, row in rows if chosen_name in _names(row)]
        if not matching:
            known_names = language.listing(
                sorted({path_given for _, row in rows for path_given in _names(row)})
            )
            if not known_names:
                raise _no_campaign(stores, others)
            raise UsageError(
                *message.refusal(
                    "no-such-name", name=chosen_name, stores=_join_paths(stores), names=known_names
                )
            )
        matching.sort(key=lambda pair: pair[1].started_at_ns)
        lines: dict[tuple[str, Location], Line] = {}
        left_out: list[LeftOut] = []
        clocks: set[str] = set()
        origins: set[str] = set()
        for path, row in matching:
            if row.state != "finished":
                left_out.append(_left_out("not_finished", path, row.id, state=row.state))
                continue
            if row.labels.archived:
                left_out.append(_left_out("archived", path, row.id))
                continue
            evidence = evidence_.gather(open_stores[path], row.id)
            left_out += _add_campaign(open_stores[path], evidence, figure, lines, by_name=by_name)
            clocks |= {str(run.spec["clock"]) for run in evidence.measured_runs}
            origins |= {origin.of(run.spec) for run in evidence.measured_runs}
    newest_ns = max((row.started_at_ns for _, row in matching if row.state != "running"), default=0)
    return HistoryData(
        chosen_name,
        tuple(_merge_unknown_disks(lines)),
        tuple(left_out),
        frozenset(clocks),
        frozenset(origins),
        newest_ns,
    )


def _most_frequent_name(
    rows: Sequence[CampaignRow], stores: Sequence[Path], others: Sequence[CampaignRow]
) -> str:
    names = [_names(row)[0] for row in rows if _names(row)]
    if not names:
        raise _no_campaign(stores, others)
    return max(dict.fromkeys(names), key=names.count)


def _no_campaign(stores: Sequence[Path], others: Sequence[CampaignRow]) -> InputError:
    """The error for stores without campaigns, with advice on how to make one."""
    where = {"count": len(stores), "stores": _join_paths(stores)}
    if not others:
        return InputError(*message.refusal("no-campaign", **where))
    programs = [program for row in others for program in JOB_PROGRAMS if program in row.spec]
    counts = [
        message("jobs-of", count=programs.count(word), program=word)
        for word in dict.fromkeys(programs)
    ]
    kinds = [row.kind for row in others if not any(program in row.spec for program in JOB_PROGRAMS)]
    counts += [
        message("campaigns-of", count=kinds.count(word), verb=word) for word in dict.fromkeys(kinds)
    ]
    return InputError(
        message("no-campaign-but", counts=language.listing(counts), **where),
        message("no-campaign-jobs-todo", program=programs[0])
        if programs
        else message("no-campaign-but-todo"),
    )


def _merge_unknown_disks(lines: Mapping[tuple[str, Location], Line]) -> list[Line]:
    """All series. A series without a recorded disk joins the only known one of its place."""
    merged: dict[tuple[str, Location], Line] = {}
    for (test, at), line in lines.items():
        disks = {
            other for key, other in lines if key == test and other._replace(disk=None) == at
        } - {at}
        series_key = (test, disks.pop() if at.disk is None and len(disks) == 1 else at)
        target_line = merged.setdefault(series_key, Line(line.test, line.target, series_key[1]))
        target_line.seen += line.seen
    for line in merged.values():
        line.seen.sort(key=lambda measurement: measurement.at_ns)
    return list(merged.values())


def _join_paths(stores: Iterable[Path]) -> str:
    return language.listing(str(path) for path in stores)


def _names(row: CampaignRow) -> list[str]:
    """All names of a campaign: its own, that of its suite with and without version, and its
    label."""
    names = [str(row.campaign_table.get("name") or "")]
    table = row.spec.get("suite")
    if isinstance(table, dict):
        names += [f"{table.get('name')}@{table.get('version')}", str(table.get("name"))]
    names.append(row.labels.name or "")
    return [name for name in dict.fromkeys(names) if name]


def _add_campaign(
    store: Store,
    evidence: Evidence,
    figure: Figure,
    lines: dict[tuple[str, Location], Line],
    *,
    by_name: bool,
) -> list[LeftOut]:
    """Adds the values of a campaign; returns the tests without one."""
    left_out = []
    conditions = _conditions(evidence)
    number, path = evidence.campaign.id, evidence.store_path
    if suites.is_suite(evidence) and suites.gather(evidence).ended == "not_steady":
        return [_left_out("not_steady", path, number)]
    for key, test, target, place in _tests(evidence):
        value = _value(store, evidence, place, figure) if place.describes_target else None
        if value is None:
            mark = place.mark or None
            left_out.append(_left_out("no_value", path, number, test=test, mark=mark))
            continue
        at = evidence.campaign.started_at_ns
        where_ = _at(evidence, target)
        line_location = Location() if by_name else where_
        line = lines.setdefault((key, line_location), Line(test, target, line_location))
        own = {**conditions, **_place_words(where_), **_stack_settings(place)}
        line.seen.append(Measurement(str(path), number, at, value, own))
    return left_out


def _left_out(
    kind: Literal["not_finished", "archived", "not_steady", "no_value"],
    store: Path,
    campaign: int,
    *,
    state: str | None = None,
    test: str | None = None,
    mark: str | None = None,
) -> LeftOut:
    """A campaign, or one of its tests, without a value: not finished (`state`), archived, never
    steady, or with Runs that ended as `mark` or lack the figure."""
    found = LeftOut(
        kind=kind,
        store=str(store),
        campaign=campaign,
        state=state,
        test=test,
        mark=mark,
        words="",
    )
    return found.model_copy(update={"words": text.left_out(found)})


def _tests(evidence: Evidence) -> list[tuple[str, str, str, Place]]:
    """Every test of a campaign: key, name, target, and the repeats that count."""
    if suites.is_suite(evidence):
        suite = suites.gather(evidence)
        return [
            (
                json.dumps([suite.target, dict(test.workload), dict(test.load)], sort_keys=True),
                test.name,
                suite.target,
                test.place,
            )
            for test in suite.measured_tests
        ]
    answers = suites.answering(evidence)
    by_question: dict[str, list[PlannedPointRow]] = {}
    for point in evidence.points:
        test_points = [point.configuration, point.target["name"], point.workload, point.load]
        by_question.setdefault(json.dumps(test_points, sort_keys=True), []).append(point)
    return [
        (
            key,
            _words(test_points[0]),
            test_points[0].target["name"],
            points.Place(
                {}, tuple(points.repeat_of(test, answers.get(test.id, ())) for test in test_points)
            ),
        )
        for key, test_points in by_question.items()
    ]


def _at(evidence: Evidence, target: str) -> Location:
    """The place of the target of this name in a campaign."""
    point = next(
        (path_given for path_given in evidence.points if path_given.target["name"] == target), None
    )
    if point is None and evidence.points:
        point = evidence.points[0]
    path = None if point is None else point.target["path"]
    if path is None or (isinstance(path, str) and path.startswith("stack:")):
        return Location()
    paths = [path] if isinstance(path, str) else list(path)
    disks = evidence.campaign.spec.get(DISKS) or {}
    serials = sorted({serial for path_given in paths for serial in disks.get(path_given, ())})
    host = evidence.machine.hostname
    return Location(host, " + ".join(paths), language.listing(serials) or None)


def _place_words(at: Location) -> dict[str, str]:
    fields = {"path": at.path, "disk": at.disk}
    return {name: value for name, value in fields.items() if value is not None}


def _words(point: PlannedPointRow) -> str:
    parts = [
        f"{key.replace('_', ' ')} {stack_parameters.value(given)}{' %' if key == 'read' else ''}"
        for table in (point.workload, point.load)
        for key, given in table.items()
        if key != "name"
    ]
    own_names = (WorkloadValues.of(point.workload).name, LoadValues.of(point.load).name)
    names = [name for name in own_names if name]
    configuration = [point.configuration] if point.configuration != "as found" else []
    return language.listing([*configuration, *(names or parts)]) or message("as-asked")


def _value(store: Store, evidence: Evidence, place: Place, figure: Figure) -> float | None:
    if figure == "rate":
        kind = leaves(evidence.campaign.strategy)
        figure_read = figures.rate(points.Places(kind, (), ())).read(place)
    elif figure == "throughput":
        figure_read = figures.bytes_per_s().read(place)
    else:
        figure_read = figures.latency(store, place, figure, metric=evidence.metric)
    return None if figure_read is None else figure_read.value


def _conditions(evidence: Evidence) -> dict[str, str]:
    """Conditions of a campaign by name, which may have changed together with a level."""
    run = evidence.measured_runs[0].required_measurement if evidence.measured_runs else None
    suite = suites.gather(evidence).table if suites.is_suite(evidence) else None
    machine = evidence.machine
    conditions: dict[str, object] = {
        "Plimsoll": (run and run.version["plimsoll"]) or evidence.campaign.version,
        "build": run and run.version["build"],
        "suite version": suite and suite.version,
        "deviations": (suite and language.clauses(texts(suite.deviations))) or None,
        "engine": run and run.spec["engine"],
        "access": run and run.spec["access"],
        "target size": units.size(run.spec["target"]["size_bytes"] if run else None),
        "host": machine.hostname,
        "kernel": machine.kernel_release,
        "processor": machine.cpu_model,
        "processors": machine.cores_online,
        "memory": units.size(machine.memory_bytes),
        "governor": machine.cpu_governor,
        "virtualisation": machine.virtualisation,
        "file system": machine.file_system and machine.file_system["type_name"],
        "measure_for": evidence.campaign.campaign_table.get("measure_for"),
        "objective": evidence.campaign.objective,
    }
    for device in machine.target_chain:
        conditions |= {
            f"{device['name']} label": device["label"],
            f"{device['name']} scheduler": device["scheduler"],
            f"{device['name']} queue depth": device["queue_depth"],
            f"{device['name']} nr requests": device["nr_requests"],
            f"{device['name']} write cache": device["write_cache"],
        }
    return {
        name: str(value) for name, value in conditions.items() if value not in (None, units.DASH)
    }


def _stack_settings(place: Place) -> dict[str, str]:
    """Settings of the storage itself, from the record of a described stack."""
    run = place.counting[-1].run if place.counting else None
    stack = None if run is None or run.measurement is None else run.measurement.stack
    return {} if stack is None else _leaves(stack, "stack")


def _leaves(value: Any, name: str) -> dict[str, str]:
    """The values of a document by dotted key."""
    if isinstance(value, dict):
        items: Iterable[tuple[object, Any]] = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        return {name: json.dumps(value)}
    return {k: v for key, one in items for k, v in _leaves(one, f"{name}.{key}").items()}
