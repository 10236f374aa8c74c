"""Ladders over hosts or clients: described stacks that differ only in their number and have one
load per client; and real hosts, of which the first so many generated the load.

Only one number varies along a ladder, so that it explains the rate. Over hosts the clients per host
are constant; over clients the hosts are. Hosts that share the same clients are a ladder too: it
shows what more hosts give to a constant load, and has no ideal. Stacks that differ in both are on
no ladder.
"""

import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from plimsoll.base import units
from plimsoll.features.scaling.ladders import Ladder, Over, Rung, different, rung_of, virtual
from plimsoll.features.scaling.messages import message
from plimsoll.native.values import TargetValues
from plimsoll.report.evidence import points, properties
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.store import Store

HOSTS = "hosts"
"""Name of the number of generating hosts among the properties of a Point."""
CONSTANT = "at"
"""Name of the constant number of a ladder, where several ladders differ in it."""


@dataclass(frozen=True)
class _Way:
    """A kind of ladder: its variable, its constant, and the sentence on the constant."""

    over: Over
    same: Callable[[Rung], Hashable]
    said: Callable[[Rung], str]


def _each(rung: Rung) -> tuple[float, ...]:
    return tuple(n / rung.hosts for n in rung.mix) if rung.hosts else ()


def _plural(n: float) -> int:
    """The number that chooses the form of a noun: that of many for a broken one."""
    return int(n) if n == int(n) else 2


def _clients_per_host(rung: Rung) -> str:
    n = rung.clients / max(1, rung.hosts)
    return message("clients-per-host", count=_plural(n), clients=units.plain(n))


def _hosts(rung: Rung) -> str:
    hosts = rung.hosts
    return message("hosts", count=hosts, hosts=units.plain(hosts)) if hosts else ""


def _clients_in_all(rung: Rung) -> str:
    return message("clients-in-all", count=rung.clients, clients=units.plain(rung.clients))


_WAYS = (
    _Way("hosts", _each, _clients_per_host),
    _Way("clients", lambda rung: rung.hosts, _hosts),
)
_SHARED = _Way("hosts", lambda rung: rung.mix, _clients_in_all)


def fleets(store: Store | None, evidence: Evidence) -> tuple[Ladder, ...]:
    """Every ladder over hosts or clients. Without a store percentiles of repeats are left out."""
    found = points.gather(evidence)
    if found.leaves != "run":
        return ()
    if HOSTS in [dimension.name for dimension in found.dimensions]:
        return _loading(store, found)
    # `_alike` compares the stacks apart from hosts and clients.
    left = ("target", *properties.parameter_names(evidence))
    names = [dimension.name for dimension in found.dimensions if dimension.name not in left]
    groups: dict[str, tuple[tuple[tuple[str, str], ...], list[Rung]]] = {}
    for place in found.all:
        rung = rung_of(store, place)
        alike = None if rung is None else _alike(evidence, rung)
        if rung is not None and alike is not None:
            where = tuple((name, place.text(name)) for name in names)
            groups.setdefault(json.dumps([where, alike], sort_keys=True), (where, []))[1].append(
                rung
            )
    ladders = [
        ladder for where, rungs in groups.values() for ladder in _stack_ladders(where, rungs)
    ]
    given = {
        number: {**dict(ladder.where), CONSTANT: ladder.beside}
        for number, ladder in enumerate(ladders)
    }
    return tuple(replace(ladders[number], where=where) for number, where in different(given))


def _loading(store: Store | None, found: points.Places) -> tuple[Ladder, ...]:
    """Ladders over the hosts that generated the load. Everything else, per host, is constant along
    each."""
    names = [dimension.name for dimension in found.dimensions if dimension.name != HOSTS]
    groups: dict[tuple[tuple[str, str], ...], list[Rung]] = {}
    for place in found.all:
        rung = rung_of(store, place)
        if rung is not None and rung.hosts:
            groups.setdefault(tuple((name, place.text(name)) for name in names), []).append(rung)
    ladders = [
        Ladder(
            where,
            tuple(sorted(rungs, key=lambda rung: rung.hosts)),
            False,
            "hosts",
            _outstanding_of_each(rungs),
        )
        for where, rungs in groups.items()
        if len({rung.hosts for rung in rungs}) == len(rungs) > 1
    ]
    given = {number: dict(ladder.where) for number, ladder in enumerate(ladders)}
    return tuple(replace(ladders[number], where=where) for number, where in different(given))


def _outstanding_of_each(rungs: Sequence[Rung]) -> str:
    """The constant outstanding I/O per host, in words; else empty."""
    each = {rung.outstanding_limit / rung.hosts for rung in rungs}
    if len(each) > 1:
        return ""
    return message("outstanding-per-host", outstanding=units.plain(each.pop()))


def _stack_ladders(where: tuple[tuple[str, str], ...], rungs: Sequence[Rung]) -> list[Ladder]:
    """The ladders of stacks that differ only in hosts and clients."""
    ladders = [ladder for way in _WAYS for ladder in _ladders_along(way, where, rungs)]
    on = {id(rung) for ladder in ladders for rung in ladder.rungs}
    return [
        *ladders,
        *_ladders_along(_SHARED, where, [rung for rung in rungs if id(rung) not in on]),
    ]


def _ladders_along(
    way: _Way, where: tuple[tuple[str, str], ...], rungs: Sequence[Rung]
) -> list[Ladder]:
    groups: dict[Hashable, list[Rung]] = {}
    for rung in rungs:
        if rung.hosts or way.over == "clients":
            groups.setdefault(way.same(rung), []).append(rung)
    ladders = []
    for alike in groups.values():
        ladder = Ladder(where, tuple(alike), virtual(alike), way.over, way.said(alike[0]))
        if len({ladder.x(rung) for rung in alike}) == len(alike) > 1:
            ladders.append(replace(ladder, rungs=tuple(sorted(alike, key=ladder.x))))
    return sorted(ladders, key=lambda ladder: (ladder.rungs[0].hosts, ladder.rungs[0].clients))


def _alike(evidence: Evidence, rung: Rung) -> dict[str, object] | None:
    """A described stack and its load without the numbers of hosts and clients. None without
    clients."""
    figures = rung.runs[0].required_measurement
    stack, groups = figures.stack, figures.client_groups
    if not stack or not groups:
        return None
    hosts = {name: {**host, "count": 0} for name, host in stack["hosts"].items()}
    clients = {name: {**client, "number": None} for name, client in stack["clients"].items()}
    point = evidence.point_of(rung.runs[0])
    return {
        "stack": {**stack, "name": "", "hosts": hosts, "clients": clients},
        "down": [] if point is None else TargetValues.of(point.target).down,
        "each": [
            rung.queue_depth,
            rung.workers / max(1, sum(int(group["volumes"]) for group in groups)),
        ],
        "clients_alike": len(groups),
    }
