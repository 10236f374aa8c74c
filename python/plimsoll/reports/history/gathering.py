"""The values of a history: every campaign of a name in some stores, each test with its figure and
the conditions under which it was measured."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plimsoll import stack_parameters, units
from plimsoll.errors import InputError, UsageError
from plimsoll.reports.evidence import evidence as evidence_
from plimsoll.reports.evidence import figures, points
from plimsoll.reports.suite import found as suites
from plimsoll.search.strategies import leaves
from plimsoll.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from plimsoll.judge.history.document import Figure
    from plimsoll.reports.evidence.evidence import Evidence
    from plimsoll.reports.evidence.points import Place
    from plimsoll.store import CampaignRow


@dataclass(frozen=True)
class Seen:
    """A test in one campaign."""

    store: str
    campaign: int
    at_ns: int
    value: float
    conditions: Mapping[str, str]


@dataclass
class Line:
    """A test over time."""

    test: str
    target: str
    seen: list[Seen] = field(default_factory=list)


@dataclass(frozen=True)
class Gathered:
    """What stores hold of a name."""

    name: str
    lines: tuple[Line, ...]
    left_out: tuple[str, ...]
    clocks: frozenset[str]
    """By which its Runs were made: real, virtual."""
    newest_ns: int
    """When the newest campaign that has ended began, whether it has values or not."""


def gather(stores: Sequence[Path], name: str | None, figure: Figure) -> Gathered:
    """Every finished campaign of this name (of a suite or of a campaign; without one the name that
    most of them have), by test, in the order of time.

    Raises UsageError where there is none, and names those there are; what a store raises.
    """
    rows: list[tuple[Path, CampaignRow]] = []
    with contextlib.ExitStack() as stack:
        opened = {}
        for path in dict.fromkeys(one.resolve() for one in stores):
            opened[path] = stack.enter_context(Store.open(path, create=False, read_only=True))
            rows += [(path, row) for row in opened[path].campaigns() if row.kind == "campaign"]
        chosen = name or _usual([row for _, row in rows], stores)
        mine = [(path, row) for path, row in rows if chosen in _names(row)]
        if not mine:
            there = ", ".join(sorted({one for _, row in rows for one in _names(row)})) or "none"
            raise UsageError(
                f"no campaign or suite is called '{chosen}' in {_listed(stores)}",
                f"There are: {there}.",
            )
        mine.sort(key=lambda pair: pair[1].started_at_ns)
        lines: dict[str, Line] = {}
        left_out: list[str] = []
        clocks: set[str] = set()
        for path, row in mine:
            if row.state != "finished":
                left_out.append(f"campaign {row.id} of {path.name}: it is {row.state}")
                continue
            evidence = evidence_.gather(opened[path], row.id)
            left_out += _add(opened[path], evidence, figure, lines)
            clocks |= {str(run.spec["clock"]) for run in evidence.measured}
    newest_ns = max((row.started_at_ns for _, row in mine if row.state != "running"), default=0)
    return Gathered(chosen, tuple(lines.values()), tuple(left_out), frozenset(clocks), newest_ns)


def _usual(rows: Sequence[CampaignRow], stores: Sequence[Path]) -> str:
    names = [_names(row)[0] for row in rows if _names(row)]
    if not names:
        raise InputError(
            f"{_listed(stores)} hold{'s' * (len(stores) == 1)} no campaign",
            "Run one several times: plimsoll suite run, or plimsoll campaign run.",
        )
    return max(dict.fromkeys(names), key=names.count)


def _listed(stores: Iterable[Path]) -> str:
    return ", ".join(str(one) for one in stores)


def _names(row: CampaignRow) -> list[str]:
    """What a campaign may be meant by: its own name, that of its suite, and that with the
    version."""
    found = [str((row.spec.get("campaign") or {}).get("name") or "")]
    table = row.spec.get("suite")
    if isinstance(table, dict):
        found += [f"{table.get('name')}@{table.get('version')}", str(table.get("name"))]
    return [one for one in dict.fromkeys(found) if one]


def _add(store: Store, evidence: Evidence, figure: Figure, lines: dict[str, Line]) -> list[str]:
    """Adds what a campaign has; what it has not, in words."""
    told = []
    conditions = _conditions(evidence)
    where = f"campaign {evidence.campaign.id} of {evidence.store_path.name}"
    if suites.is_suite(evidence) and suites.gather(evidence).ended == "not_steady":
        return [f"{where}: the target was not steady, so it has no result"]
    for key, test, target, place in _tests(evidence):
        value = _value(store, evidence, place, figure) if place.tells else None
        if value is None:
            told.append(f"{where}, {test}: {place.mark or 'no such figure'}")
            continue
        at = evidence.campaign.started_at_ns
        line = lines.setdefault(key, Line(test, target))
        own = {**conditions, **_own(place)}
        line.seen.append(Seen(str(evidence.store_path), evidence.campaign.id, at, value, own))
    return told


def _tests(evidence: Evidence) -> list[tuple[str, str, str, Place]]:
    """Every test of a campaign: what it is known by, its name, its target, its repeats that
    count."""
    if suites.is_suite(evidence):
        suite = suites.gather(evidence)
        return [
            (
                json.dumps([suite.target, dict(one.workload), dict(one.load)], sort_keys=True),
                one.name,
                suite.target,
                one.place,
            )
            for one in suite.measured
        ]
    answers = suites.answering(evidence)
    mine: dict[str, list[Any]] = {}
    for point in evidence.points:
        asked = [point.configuration, point.target.get("name"), point.workload, point.load]
        mine.setdefault(json.dumps(asked, sort_keys=True), []).append(point)
    return [
        (
            key,
            _words(asked[0]),
            str(asked[0].target.get("name")),
            points.Place(
                {}, tuple(points.repeat_of(one, answers.get(one.id, ())) for one in asked)
            ),
        )
        for key, asked in mine.items()
    ]


def _words(point: Any) -> str:
    parts = [
        f"{key.replace('_', ' ')} {stack_parameters.value(given)}{' %' if key == 'read' else ''}"
        for given_ in (point.workload, point.load)
        for key, given in given_.items()
        if key != "name"
    ]
    names = [str(one["name"]) for one in (point.workload, point.load) if one.get("name")]
    before = [point.configuration] if point.configuration != "as found" else []
    return ", ".join([*before, *(names or parts)]) or "as asked"


def _value(store: Store, evidence: Evidence, place: Place, figure: Figure) -> float | None:
    if figure == "rate":
        kind = leaves(evidence.campaign.strategy)
        told = figures.rate(points.Places(kind, (), ())).read(place)
    elif figure == "throughput":
        told = figures.bytes_per_s().read(place)
    else:
        told = figures.latency(store, place, figure, metric=evidence.metric)
    return None if told is None else told.value


def _conditions(evidence: Evidence) -> dict[str, str]:
    """Under what a campaign was measured, by name: what may have changed when a level did."""
    record: Any = evidence.first
    host = record.get("host") or {}
    spec = record.get("spec") or {}
    table = evidence.campaign.spec.get("suite") or {}
    asked = evidence.campaign.spec.get("campaign") or {}
    found: dict[str, object] = {
        "Plimsoll": (record.get("version") or {}).get("plimsoll") or evidence.campaign.version,
        "build": (record.get("version") or {}).get("build"),
        "suite version": table.get("version"),
        "deviations": "; ".join(table.get("deviations") or ()) or None,
        "engine": spec.get("engine"),
        "access": spec.get("access"),
        "target size": units.size((spec.get("target") or {}).get("size_bytes")),
        "host": host.get("hostname"),
        "kernel": host.get("kernel_release"),
        "processor": host.get("cpu_model"),
        "processors": host.get("cores_online"),
        "memory": units.size(host.get("memory_bytes")),
        "governor": host.get("cpu_governor"),
        "virtualisation": host.get("virtualisation"),
        "file system": (host.get("file_system") or {}).get("kind"),
        "measure_for": asked.get("measure_for"),
        "objective": evidence.campaign.objective,
    }
    for device in host.get("target_chain") or ():
        for key in ("label", "scheduler", "queue_depth", "nr_requests", "write_cache"):
            found[f"{device.get('name')} {key.replace('_', ' ')}"] = device.get(key)
    return {name: str(value) for name, value in found.items() if value not in (None, units.DASH)}


def _own(place: Place) -> dict[str, str]:
    """What was set in the storage itself, as the record of a described stack has it."""
    run = place.counting[-1].run if place.counting else None
    stack = None if run is None or run.record is None else run.told["spec"]["target"].get("stack")
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
