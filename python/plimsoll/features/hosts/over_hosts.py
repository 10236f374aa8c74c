"""Campaigns over several hosts: their hosts, and the identities of the targets that may lose data.

The hosts file comes from the command line or the campaign file, and its path is in the store. To
join a cluster is to trust it, so a store that somebody else signed needs a confirmation
(`campaign/trust.py`). A campaign keeps its hosts: Points over other hosts would answer another
question, so `resume` accepts only the same ones, wherever the file is. The identities of each
host's targets are kept, too, and compared by that host before each Point
(`campaign/confirmation.py` does the same for this machine).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from plimsoll.base.errors import RefusedError, UsageError
from plimsoll.campaign.spec import HOSTS, Spec
from plimsoll.collect import Source
from plimsoll.features.hosts import hosts_file, telemetry
from plimsoll.features.hosts.fleet import NoAnswer, named_error
from plimsoll.features.hosts.generator import Generator
from plimsoll.features.hosts.hosts_file import HostsFile
from plimsoll.features.hosts.messages import message
from plimsoll.features.hosts.opening import Hosts, join_hosts

if TYPE_CHECKING:
    from plimsoll.native.record import TargetIdentity

__all__ = ["check", "host_sources", "join_hosts", "record_hosts", "resume_hosts"]
"""The interface of the core (`native/together.py`)."""

Identities = dict[str, dict[str, "TargetIdentity"]]
"""By host and confirmed name."""


def check(spec: Spec, path: Path | None) -> None:
    """Raises UsageError for a Point with more hosts than there are, or a source on an unknown host.
    `path`: the hosts file, if any."""
    if path is None:
        telemetry.refuse_elsewhere(spec.sources)
        return
    file = hosts_file.read(path)
    telemetry.spread(spec.sources, file)
    hosts = len(file.host)
    for count in _host_counts(spec):
        if count > hosts:
            raise UsageError(
                *message.refusal("too-few-hosts", key=HOSTS, count=count, path=path, hosts=hosts)
            )


def _host_counts(spec: Spec) -> Iterator[int]:
    """The numbers of hosts of its Points, from loads and a design."""
    for load in spec.load:
        counts = load.hosts if isinstance(load.hosts, list) else [load.hosts]
        yield from (count for count in counts if count is not None)
    yield from (count for count in spec.key_levels.get(HOSTS, ()) if isinstance(count, int))


def identities(hosts: Hosts, names: Iterable[str]) -> Identities:
    """Identities of these names on each host now, for files and devices."""
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
    """The stored hosts of a campaign."""

    file: dict[str, object]
    """Their defining properties."""
    identities: Identities


def record_hosts(hosts: Hosts, names: Iterable[str]) -> tuple[Hosts, HostsDocument]:
    """The hosts with the identities of these names now, and their document to store."""
    known = identities(hosts, names)
    return replace(hosts, identities=known), {
        "file": _defining_properties(hosts.file),
        "identities": known,
    }


def host_sources(requested: Sequence[Source], path: Path | None) -> tuple[Source, ...]:
    """Expands sources that name hosts. Raises UsageError for an unknown host."""
    if path is None:
        telemetry.refuse_elsewhere(requested)
        return tuple(requested)
    return telemetry.spread(requested, hosts_file.read(path))


def resume_hosts(
    hosts: Hosts, kept: HostsDocument | None, spec: Spec, anew: Iterable[str], *, mine: bool
) -> Hosts:
    """The hosts of a resumed campaign, with the identities at confirmation. `mine`: whether this
    user signed the document; else identities are read now. Raises RefusedError for other hosts."""
    if kept is None or kept["file"] != _defining_properties(hosts.file):
        raise RefusedError(*message.refusal("other-hosts"))
    may_lose = spec.campaign.i_will_lose_the_data_on
    then = kept["identities"] if mine else {}
    confirmed = list(anew) if mine else may_lose
    now = identities(hosts, confirmed)
    known = {
        host.name: {**then.get(host.name, {}), **now.get(host.name, {})} for host in hosts.file.host
    }
    return replace(hosts, identities=known)


def _defining_properties(file: HostsFile) -> dict[str, object]:
    """The defining properties of hosts. The head's address, the token and the lease may change."""
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
