"""Opens a session over all hosts of a file, in place of `Session.open`.

Each host opens its own target, or that of the command. If all drive the same storage and something
is written (or the order of addresses matters), each has its own part of the working set, so that
none overwrites what another verifies, and streams stay sequential.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import state
from plimsoll.base.errors import InputError, NoTargetError, PlimsollError, RefusedError, UsageError
from plimsoll.collect import Collectors
from plimsoll.features.hosts import up_journal as installed
from plimsoll.features.hosts.ensemble import Ensemble, Member
from plimsoll.features.hosts.examination import identity_of
from plimsoll.features.hosts.fleet import Fleet, HostLoss, NoAnswer, Part
from plimsoll.features.hosts.generator import Generator
from plimsoll.features.hosts.messages import message
from plimsoll.features.hosts.telemetry import Telemetry
from plimsoll.native.listener import Listener
from plimsoll.native.session import Session, Stop
from plimsoll.native.together import MissingHostError
from plimsoll.native.values import SessionValues

if TYPE_CHECKING:
    from plimsoll.features.hosts.hosts_file import HostsFile
    from plimsoll.native.model import SessionInfo
    from plimsoll.native.record import ProbeRequest, SessionRequest, TargetIdentity

SHARED_KINDS = ("nbd://", "nbds://")
"""Targets by a network name are the same from everywhere."""


@dataclass(frozen=True)
class Hosts:
    """The hosts of a file, joined."""

    file: HostsFile
    fleet: Fleet
    identities: Mapping[str, Mapping[str, TargetIdentity]] | None = None
    """By host: identities of the confirmed names at confirmation. None: their identities now."""
    telemetry: Telemetry = field(default_factory=Telemetry)
    """Receiver of the hosts' telemetry."""

    @property
    def names(self) -> list[str]:
        """Names in the file."""
        return [host.name for host in self.file.host]

    def tell(self, collectors: Collectors) -> None:
        """Sends telemetry to these collectors."""
        self.telemetry.keep(collectors.remote())

    def first(self, count: int | None) -> Hosts:
        """The first `count` hosts; None: all."""
        if count is None or count == len(self.file.host):
            return self
        fewer = self.file.model_copy(update={"host": self.file.host[:count]})
        return replace(self, file=fewer, fleet=Part(self.fleet, count))

    def attend(self) -> None:
        """Checks that all hosts are there, and restarts dead generators. Raises
        MissingHostError."""
        missing = self.fleet.attend(len(self.file.host))
        if missing:
            raise MissingHostError(*message.refusal("hosts-missing", hosts=", ".join(missing)))

    def open(
        self,
        request: SessionRequest,
        *,
        defaults: ProbeRequest | None = None,
        keeper: Listener | None = None,
        stop: Stop | None = None,
        listeners: Sequence[Listener] = (),
    ) -> Session:
        """`Session.open` over all hosts. Raises a host's refusal with its name."""
        ensemble = self._ensemble(request)
        return Session(
            ensemble,
            ensemble.info,
            defaults or {},
            keeper,
            stop or Stop(),
            list(listeners),
            opener=self.open,
        )

    def _ensemble(self, request: SessionRequest) -> Ensemble:
        if SessionValues.of(request).virtual or str(request["target"]).startswith("stack:"):
            raise UsageError(*message.refusal("no-described-storage"))
        members = [
            Member(host.name, self._host_request(number, request), host.weight)
            for number, host in enumerate(self.file.host)
        ]
        ensemble = self._open_ensemble(members)
        workload = ensemble.infos[0]["workload"]
        changes = workload["read_percent"] < 100
        in_order = not str(workload["pattern"]).startswith("random")
        if not changes and not in_order:
            return ensemble
        shared = self._is_shared(members)
        if shared is None and not changes:
            # A device has an identity; a file's name has none.
            shared = self._same_device(members)
        if shared is None and len(members) > 1:
            ensemble.close()
            raise RefusedError(
                message("not-said-writing" if changes else "not-said-reading"),
                message("set-shared"),
            )
        if not shared:
            return ensemble
        ensemble.close()
        return self._open_apart(members, ensemble.infos[0])

    def _open_ensemble(self, members: list[Member]) -> Ensemble:
        return Ensemble.open_all(
            self.fleet,
            members,
            on_loss=self.file.on_loss,
            lease_s=self.file.lease_s,
            telemetry=self.telemetry,
        )

    def _host_request(self, number: int, request: SessionRequest) -> SessionRequest:
        """The request of a host. A confirmation by name holds for the device behind the name on
        that host."""
        own = self.file.host[number].targets
        own_request = request.copy()
        if own:
            own_request["target"], own_request["more_targets"] = own[0], own[1:]
        own_request["identities"] = {}
        if self.identities is not None:
            then = self.identities.get(self.file.host[number].name, {})
            own_request["identities"] = dict(then)
            # A path without a device at confirmation does not confirm a later device.
            own_request["confirmations"] = [
                name
                for name in SessionValues.of(own_request).confirmations
                if name in then or not name.startswith("/")
            ]
        elif SessionValues.of(own_request).confirmations:
            found = self.fleet.ask_one(
                number, Generator.identities, list(own_request["confirmations"])
            )
            if isinstance(found, PlimsollError):
                raise found
            if not isinstance(found, HostLoss):
                own_request["identities"] = found
        return own_request

    def _is_shared(self, members: list[Member]) -> bool | None:
        if self.file.shared is not None:
            return self.file.shared
        names = {str(member.request["target"]) for member in members}
        if names == {"null:"}:
            return False
        return True if len(names) == 1 and next(iter(names)).startswith(SHARED_KINDS) else None

    def _same_device(self, members: list[Member]) -> bool | None:
        """Whether the hosts' devices are the same one, by identity. None if one lacks it."""
        targets = [str(member.request["target"]) for member in members]
        found = self.fleet.ask_all(
            Generator.identities, {host: ([target],) for host, target in enumerate(targets)}
        )
        named = [
            None if isinstance(answer, NoAnswer) else identity_of(answer.get(targets[host]))
            for host, answer in found.items()
        ]
        known = {identity for identity in named if identity is not None}
        if None in named or len(known) not in (1, len(members)):
            return None
        return len(known) == 1

    def _open_apart(self, members: list[Member], info: SessionInfo) -> Ensemble:
        """Opens each host with its own part of the working set, in whole blocks of the largest
        size."""
        workload = info["workload"]
        offset, size = workload["working_set_offset_bytes"], workload["working_set_bytes"]
        blocks = [*workload["read_blocks"], *workload["write_blocks"]]
        unit = max(workload["align_bytes"], *(block["bytes"] for block in blocks))
        each = size // len(members) // unit * unit
        if each < unit:
            raise UsageError(*message.refusal("no-block-for-each", size=size, hosts=len(members)))
        parts = []
        for number, member in enumerate(members):
            request = member.request.copy()
            request["workload"] = {
                **SessionValues.of(request).workload,
                "working_set": each,
                "working_set_offset": offset + number * each,
            }
            parts.append(Member(member.name, request, member.weight))
        ensemble = self._open_ensemble(parts)
        ensemble.whole = (offset, each * len(members))
        return ensemble


@contextlib.contextmanager
def join_hosts(path: Path) -> Iterator[Hosts]:
    """The hosts of the file at `path`, with running generators."""
    from plimsoll.features.hosts import hosts_file
    from plimsoll.features.hosts.ray_fleet import Cluster

    file = hosts_file.read(path)
    cluster = Cluster(file.ray, token(path, file))
    try:
        fleet = cluster.fleet([(host.name, host.at) for host in file.host], lease_s=file.lease_s)
        hosts = Hosts(file, fleet)
        try:
            yield hosts
        finally:
            hosts.telemetry.end(fleet)
            fleet.close()
    finally:
        cluster.leave()


def token(path: Path, file: HostsFile) -> str | None:
    """The token for the hosts file at `path`: from its token_file, else that of the cluster that
    `plimsoll hosts up` made. Raises if others can read it, or it lies elsewhere."""
    if file.token_file is None:
        return installed.token_of(path)
    place = path.parent / file.token_file
    # A hosts file may come from somebody else, and its token goes to the hosts that it names.
    within = [path.resolve().parent, *_state()]
    if not any(place.resolve().is_relative_to(folder) for folder in within):
        raise RefusedError(
            *message.refusal("token-elsewhere", place=place, parent=path.resolve().parent)
        )
    try:
        with place.open() as opened:
            mode = os.fstat(opened.fileno()).st_mode
            if stat.S_IMODE(mode) & 0o077:
                raise RefusedError(*message.refusal("token-readable", place=place))
            return opened.read(4096).strip()
    except FileNotFoundError:
        raise NoTargetError(*message.refusal("no-token", place=place)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(message("token-unreadable", place=place, error=error)) from None


def _state() -> list[Path]:
    """This user's state folder, if any."""
    try:
        return [state.place().resolve()]
    except PlimsollError:
        return []
