"""A campaign that loads from several hosts: which they were, and what each had under the names on
which data may be lost.

The file of hosts is named on the command line or in the campaign's file, and its path stands in the
store; who resumes from a store that somebody else signed is asked first, since to join a cluster is
to trust it (`trust.py`). Its hosts are kept with the campaign when it is begun: Points over other
hosts would be answers to another question, so `resume` takes the same ones only, from wherever the
file is now. What each host's targets were is kept, too, and compared by that host before each Point
(`confirmation.py` does the same for this machine).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from plimsoll.base.errors import RefusedError, UsageError
from plimsoll.campaign.spec import HOSTS
from plimsoll.collect import sources
from plimsoll.features.hosts import hosts_file, telemetry
from plimsoll.features.hosts.fleet import NoAnswer, named_error
from plimsoll.features.hosts.generator import Generator
from plimsoll.features.hosts.opening import Hosts, joined
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from plimsoll.campaign.spec import Spec
    from plimsoll.collect import Source
    from plimsoll.features.hosts.hosts_file import HostsFile
    from plimsoll.native.record import TargetIdentity

__all__ = ["begun", "check", "collected", "joined", "resumed"]
"""What the core asks for (`native/together.py`)."""

Identities = dict[str, dict[str, "TargetIdentity"]]
"""By host and by the name that was confirmed."""


def check(spec: Spec, path: Path | None) -> None:
    """Raises UsageError when a Point asks for more hosts than there are, or something is to be
    collected on one that is not. `path`: the hosts file, if there is one."""
    settings = spec.campaign
    collected = sources(
        settings.collect, settings.scrape, settings.collect_every, parse_span=parse_span
    )
    if path is None:
        telemetry.refuse_elsewhere(collected)
        return
    file = hosts_file.read(path)
    telemetry.spread(collected, file)
    hosts = len(file.host)
    for count in _counts(spec):
        if count > hosts:
            raise UsageError(
                f"{HOSTS} asks for {count}, and {path} has {hosts}",
                "Add hosts to that file, or ask for fewer.",
            )


def _counts(spec: Spec) -> Iterator[int]:
    """How many hosts its Points ask for, of loads and of what a design varies."""
    for load in spec.load:
        counts = load.hosts if isinstance(load.hosts, list) else [load.hosts]
        yield from (count for count in counts if count is not None)
    yield from (count for count in spec.varied.get(HOSTS, ()) if isinstance(count, int))


def identities(hosts: Hosts, names: Iterable[str]) -> Identities:
    """What these names are on each host now; without those that are no file or device there."""
    names = list(names)
    if not names:
        return {}
    found = hosts.fleet.ask_every(Generator.identities, names)
    by_host: Identities = {}
    for host, answer in zip(hosts.file.host, found, strict=True):
        if isinstance(answer, NoAnswer):
            raise named_error(host.name, answer)
        by_host[host.name] = answer
    return by_host


class HostsDocument(TypedDict):
    """What is kept of the hosts of a campaign."""

    file: dict[str, object]
    """What makes them these hosts."""
    identities: Identities


def begun(hosts: Hosts, names: Iterable[str]) -> tuple[Hosts, HostsDocument]:
    """The hosts with what these names are on each of them now, and what is kept of that."""
    known = identities(hosts, names)
    return replace(hosts, identities=known), {"file": _those(hosts.file), "identities": known}


def collected(requested: Sequence[Source], path: Path | None) -> tuple[Source, ...]:
    """Sources that name hosts, for each of these. Raises UsageError for one that is not there."""
    if path is None:
        telemetry.refuse_elsewhere(requested)
        return tuple(requested)
    return telemetry.spread(requested, hosts_file.read(path))


def resumed(
    hosts: Hosts, kept: HostsDocument | None, spec: Spec, anew: Iterable[str], *, mine: bool
) -> Hosts:
    """The hosts of a campaign that goes on, with what their targets were when that was confirmed.
    `mine`: whether the document is one that this user signed; else what they are now counts. Raises
    RefusedError when they are others."""
    if kept is None or kept["file"] != _those(hosts.file):
        raise RefusedError(
            "the hosts file has other hosts, targets or weights than when this campaign was begun",
            "Its Points would answer another question: restore that file, or begin a new campaign.",
        )
    may_lose = spec.campaign.i_will_lose_the_data_on
    then = kept["identities"] if mine else {}
    confirmed = list(anew) if mine else may_lose
    now = identities(hosts, confirmed)
    known = {
        host.name: {**then.get(host.name, {}), **now.get(host.name, {})} for host in hosts.file.host
    }
    return replace(hosts, identities=known)


def _those(file: HostsFile) -> dict[str, object]:
    """What makes them these hosts; the head's address, the token and the lease may change."""
    return {
        "shared": file.shared,
        "host": [
            {
                "name": host.name,
                "address": host.at,
                "targets": host.targets,
                "weight": host.weight,
            }
            for host in file.host
        ],
    }
