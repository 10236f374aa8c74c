"""`plimsoll hosts up` and `down`: set up a Ray cluster with Plimsoll on every host from a hosts
file and a wheel, and remove it again.

This machine runs the head of the cluster; each host gets a folder with an environment (`far_end`)
and a Ray node that joins the head. Hosts are set up in parallel; a failure on one does not stop the
others. Everything is in the journal before it is made (`installed`), and every step detects whether
it is done: `up` resumes after a failure, and `down` removes what the journal lists, even if the
hosts file has changed.

It neither changes the administrator's settings (firewalls, users, system packages) nor ends a Ray
that it did not start.
"""

import hashlib
import importlib.metadata
import platform
import re
import socket
import sys
import tarfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from plimsoll.base import extras
from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.base.version import __version__
from plimsoll.features.hosts import far_end, hosts_file
from plimsoll.features.hosts import up_journal as installed
from plimsoll.features.hosts.hosts_file import Host, HostsFile
from plimsoll.features.hosts.messages import message
from plimsoll.features.hosts.ssh import Calls, Failure, Place, name_python
from plimsoll.features.hosts.up_journal import HostEntry, Journal

PARALLEL_HOSTS = 16
LOOK_S = 60.0
INSTALL_S = 1800.0
START_S = 300.0
DOWN_S = 180.0
"""Time limits of the calls. An installation fetches 300 MB."""
HEAD = "head"
WHEEL = re.compile(r"plimsoll_storage-(?P<version>[0-9][0-9a-z.+]*)-cp311-abi3-\w+\.whl")


@dataclass(frozen=True)
class Installation:
    """The wheels to install, and the ssh configuration."""

    wheel: Path
    wheelhouse: Path | None = None
    """A folder with all other wheels, for hosts without a package index."""
    config: Path | None = None


@dataclass(frozen=True)
class HostOutcome:
    """The outcome on a host."""

    name: str
    failure: Failure | None = None
    folder: str | None = None
    stopped: int = 0
    """Number of ended processes."""
    removed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """Folders that are not ours."""

    @property
    def host(self) -> str:
        """Name of the host for people."""
        return message("this-machine") if self.name == HEAD else self.name


def up(
    path: Path,
    file: HostsFile,
    installation: Installation,
    tell: Callable[[str, str], None],
    calls: Calls,
) -> list[HostOutcome]:
    """Brings up the head here and every host of the file. Raises for wrong arguments before
    anything is done; failures of hosts are in the outcomes."""
    installation = replace(installation, wheel=_wheel(installation.wheel))
    sha256 = _wheel_digest(installation)
    extras.require("hosts")
    ray = importlib.metadata.version("ray")
    address, port = _head(file)
    with installed.journal(path) as journal:
        rising = _Rising(journal, file, installation, sha256, ray, tell, calls)
        head = rising.head(address, port)
        if isinstance(head, Failure):
            return [HostOutcome(message("this-machine"), head)]
        others = [host for host in file.host if host.at != address]
        places = [_place(file, host, installation) for host in others]
        for place in places:
            journal.add(place)
        with ThreadPoolExecutor(PARALLEL_HOSTS) as pool:
            try:
                return list(
                    pool.map(
                        lambda two: rising.host(*two, anew=head), zip(others, places, strict=True)
                    )
                )
            except BaseException:
                calls.end()
                raise


def down(
    path: Path, config: Path | None, tell: Callable[[str, str], None], calls: Calls
) -> list[HostOutcome]:
    """Ends and removes what `up` made for this hosts file, even if the file is gone."""
    with installed.journal(path) as journal:
        recorded = sorted(journal.hosts.values(), key=lambda host: host.address is None)
        hosts = [host for host in recorded if host.address is not None]
        on_this = [host for host in recorded if host.address is None]
        outcomes: list[HostOutcome] = []
        with ThreadPoolExecutor(PARALLEL_HOSTS) as pool:
            try:
                outcomes += pool.map(lambda host: _down(journal, host, config, tell, calls), hosts)
                # The head last: nodes would search for a lost one.
                outcomes += pool.map(
                    lambda host: _down(journal, host, config, tell, calls), on_this
                )
            except BaseException:
                calls.end()
                raise
        for outcome in outcomes:
            if outcome.failure is None:
                journal.remove(outcome.name)
        if not journal.hosts:
            journal.forget()
    return outcomes


@dataclass(frozen=True)
class _Rising:
    """A running `up`."""

    journal: Journal
    file: HostsFile
    installation: Installation
    sha256: str
    ray: str
    tell: Callable[[str, str], None]
    calls: Calls

    def head(self, address: str, port: int) -> bool | Failure:
        """Starts the head on this machine. True if it was not running."""
        if not _is_ours(address):
            return Failure(
                "head",
                message("not-ours", address=address),
                message("ray-is-the-address"),
            )
        self.tell(message("this-machine"), message("starting-head"))
        folder = str(self.journal.folder / HEAD)
        place = Place(HEAD, None)
        self.journal.add(place, folder)
        request = self._request(
            "start",
            HEAD,
            folder=folder,
            token=self.journal.token(),
            head=True,
            port=port,
            python=sys.executable,
            address=address,
        )
        answer = self.calls.call(place, request, limit_s=START_S)
        return answer if isinstance(answer, Failure) else answer.started

    def host(self, host: Host, place: Place, *, anew: bool) -> HostOutcome:
        """Sets up a host of the file. `anew`: the head was just started, so an existing node has
        lost its own."""
        self.tell(host.name, message("connecting"))
        found = self.calls.call(place, self._request("look", host.name), limit_s=LOOK_S)
        if isinstance(found, Failure):
            return HostOutcome(host.name, found)
        own_version = ".".join(map(str, sys.version_info[:2]))
        if not found.python.startswith(f"{own_version}."):
            # Ray requires one Python version in a cluster.
            why = message("other-python", python=place.python, found=found.python, own=own_version)
            return HostOutcome(host.name, Failure("python", why, name_python()))
        current = found.installed == self.sha256
        if not current and (failure := self._install(host, place, running=found.running > 0)):
            return HostOutcome(host.name, failure)
        self.tell(host.name, message("starting-node"))
        request = self._request(
            "start",
            host.name,
            token=self.journal.token(),
            address=host.at,
            interface=self.file.of(host, "interface"),
            restart=anew,
        )
        started = self.calls.call(place, request, limit_s=START_S)
        if isinstance(started, Failure):
            return HostOutcome(host.name, started)
        return HostOutcome(host.name, folder=found.folder)

    def _install(self, host: Host, place: Place, *, running: bool) -> Failure | None:
        if running:
            # The node runs another wheel: remove it first.
            answer = self.calls.call(place, self._request("down", host.name), limit_s=DOWN_S)
            if isinstance(answer, Failure):
                return answer
        self.tell(host.name, message("installing"))
        request = self._request(
            "install",
            host.name,
            wheel=self.installation.wheel.name,
            bytes=self.installation.wheel.stat().st_size,
            sha256=self.sha256,
            wheelhouse=self.installation.wheelhouse is not None,
            ray_version=self.ray,
        )
        installed_answer = self.calls.call(place, request, limit_s=INSTALL_S, send=self._send)
        return installed_answer if isinstance(installed_answer, Failure) else None

    def _send(self, to: IO[bytes]) -> None:
        """Sends the wheel, then the wheelhouse as an archive."""
        with self.installation.wheel.open("rb") as wheel:
            while piece := wheel.read(1 << 20):
                to.write(piece)
        if self.installation.wheelhouse is not None:
            with tarfile.open(fileobj=to, mode="w|") as archive:
                for path in sorted(self.installation.wheelhouse.glob("*.whl")):
                    archive.add(path, arcname=path.name, recursive=False)

    def _request(self, call: str, host: str, **more: Any) -> far_end.Request:
        return far_end.Request(
            call, self.journal.id, host, socket.gethostname(), self.file.ray, **more
        )


def _down(
    journal: Journal,
    host: HostEntry,
    config: Path | None,
    tell: Callable[[str, str], None],
    calls: Calls,
) -> HostOutcome:
    name = message("this-machine") if host.address is None else host.name
    tell(name, message("ending"))
    place = Place(host.name, host.address, host.user, host.port, host.python, _path_text(config))
    request = far_end.Request("down", journal.id, host.name, folder=host.folder)
    answer = calls.call(place, request, limit_s=DOWN_S)
    if isinstance(answer, Failure):
        return HostOutcome(host.name, answer)
    return HostOutcome(
        host.name,
        stopped=answer.stopped,
        removed=tuple(answer.removed),
        left=tuple(answer.left),
    )


def _place(file: HostsFile, host: Host, installation: Installation) -> Place:
    return Place(
        host.name,
        host.at,
        file.of(host, "user"),
        file.of(host, "ssh_port"),
        file.of(host, "python") or "python3",
        _path_text(installation.config),
    )


def _path_text(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())


def _wheel(given: Path) -> Path:
    """The given wheel, or the newest one of this version in a folder that `make dist` filled for
    several processors: the head runs on this machine, and the hosts take the same wheel."""
    if not given.is_dir():
        return given
    found = [path for path in given.iterdir() if WHEEL.fullmatch(path.name)]
    machine = platform.machine()
    of_this = [
        path
        for path in found
        if f"-{__version__}-" in path.name and path.stem.endswith(f"_{machine}")
    ]
    if not of_this:
        raise NoTargetError(
            *message.refusal(
                "no-wheel-of-version",
                "build-one",
                version=__version__,
                machine=machine,
                folder=given,
            )
        )
    return max(of_this, key=lambda path: path.stat().st_mtime)


def _wheel_digest(installation: Installation) -> str:
    """SHA-256 of the wheel. Raises for another version."""
    named = WHEEL.fullmatch(installation.wheel.name)
    if named is None:
        raise UsageError(*message.refusal("not-a-wheel", "build-one", wheel=installation.wheel))
    if named["version"] != __version__:
        raise UsageError(
            *message.refusal(
                "other-version", wheel=installation.wheel, version=named["version"], own=__version__
            )
        )
    if installation.wheelhouse is not None and not installation.wheelhouse.is_dir():
        raise NoTargetError(*message.refusal("no-folder", folder=installation.wheelhouse))
    try:
        with installation.wheel.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except FileNotFoundError:
        raise NoTargetError(
            *message.refusal("no-wheel", "build-one", wheel=installation.wheel)
        ) from None
    except OSError as error:
        raise InputError(
            message("wheel-unreadable", wheel=installation.wheel, error=error.strerror)
        ) from None


def _head(file: HostsFile) -> tuple[str, int]:
    """Address and port of the head. An IP address, by which Ray identifies a node."""
    if file.ray == "auto":
        raise UsageError(*message.refusal("head-not-said"))
    host, _, port = file.ray.rpartition(":")
    try:
        address = socket.gethostbyname(host)
    except OSError as error:
        raise UsageError(message("head-without-address", host=host, error=error)) from None
    far = [host.name for host in file.host if not hosts_file.shares_a_machine(host.at)]
    if address.startswith("127.") and (far or not hosts_file.shares_a_machine(address)):
        raise UsageError(
            message("head-loopback", head=host, host=far[0])
            if far
            else message("head-replaced", head=host),
            message("name-an-interface"),
        )
    return address, int(port)


def _is_ours(address: str) -> bool:
    """Whether this machine has that address."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tried:
        try:
            tried.bind((address, 0))
        except OSError:
            return False
    return True
