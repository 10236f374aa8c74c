"""`plimsoll hosts up` and `down`: from a hosts file and a wheel to a Ray cluster with Plimsoll
on every host, and back to nothing.

This machine has the head of the cluster; each host gets a folder of ours with an environment in it
(`far_end`), and a node of Ray that joins the head. Hosts are done side by side; what fails on one
does not hold the others. What is about to be made is in the journal first (`installed`), and every
step finds out by itself whether it was done already: so `up` after a failure goes on where it was,
and `down` removes what the journal names, whatever the hosts file says by then.

What it does not do: change what an administrator set (firewalls, users, packages of the system), or
end a Ray that it did not start.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import re
import socket
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.base.version import __version__
from plimsoll.features.hosts import far_end, hosts_file, installed
from plimsoll.features.hosts.ray_fleet import NO_RAY
from plimsoll.features.hosts.ssh import NAME_IT, Calls, Failure, Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll.features.hosts.hosts_file import Host, HostsFile
    from plimsoll.features.hosts.installed import Journal, Made

AT_ONCE = 16
LOOK_S, INSTALL_S, START_S, DOWN_S = 60.0, 1800.0, 300.0, 180.0
"""How long each call may take. An installation over a slow line has 300 MB to fetch."""
HEAD = "head"
WHEEL = re.compile(r"plimsoll_storage-(?P<version>[0-9][0-9a-z.+]*)-cp311-abi3-\w+\.whl")


@dataclass(frozen=True)
class Installation:
    """What is installed on hosts, and how they are reached."""

    wheel: Path
    wheelhouse: Path | None = None
    """A folder of wheels of everything else, for hosts without a package index."""
    config: Path | None = None


@dataclass(frozen=True)
class Came:
    """What came of a host."""

    name: str
    failure: Failure | None = None
    folder: str | None = None
    stopped: int = 0
    """Processes that were ended."""
    removed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """What is there and not ours."""

    @property
    def host(self) -> str:
        """The host as people call it."""
        return installed.HERE if self.name == HEAD else self.name


def up(
    path: Path,
    file: HostsFile,
    asked: Installation,
    tell: Callable[[str, str], None],
    calls: Calls,
) -> list[Came]:
    """Brings up the head here, and every host of the file. Raises before anything is done when
    that cannot be meant; what fails on a host is in what came of it."""
    asked = replace(asked, wheel=_wheel(asked.wheel))
    sha256 = _checked(asked)
    try:
        ray = importlib.metadata.version("ray")
    except importlib.metadata.PackageNotFoundError:
        raise NO_RAY from None
    address, port = _head(file)
    with installed.journal(path) as journal:
        rising = _Rising(journal, file, asked, sha256, ray, tell, calls)
        head = rising.head(address, port)
        if isinstance(head, Failure):
            return [Came(installed.HERE, head)]
        others = [host for host in file.host if host.at != address]
        places = [_place(file, host, asked) for host in others]
        for place in places:
            journal.add(place)
        with ThreadPoolExecutor(AT_ONCE) as pool:
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
) -> list[Came]:
    """Ends and removes what `up` made for this hosts file, which need not be there any more."""
    with installed.journal(path) as journal:
        made = sorted(journal.hosts.values(), key=lambda one: one.address is None)
        hosts = [one for one in made if one.address is not None]
        here = [one for one in made if one.address is None]
        came: list[Came] = []
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                came += pool.map(lambda one: _down(journal, one, config, tell, calls), hosts)
                # The head last: nodes that lose it try to find it again.
                came += pool.map(lambda one: _down(journal, one, config, tell, calls), here)
            except BaseException:
                calls.end()
                raise
        for one in came:
            if one.failure is None:
                journal.remove(one.name)
        if not journal.hosts:
            journal.forget()
    return came


@dataclass(frozen=True)
class _Rising:
    """An `up` under way."""

    journal: Journal
    file: HostsFile
    asked: Installation
    sha256: str
    ray: str
    tell: Callable[[str, str], None]
    calls: Calls

    def head(self, address: str, port: int) -> bool | Failure:
        """The head, on this machine: whether it was started now."""
        if not _is_ours(address):
            return Failure(
                "head",
                f"{address} is not an address of this machine",
                "In the hosts file ray is the address by which hosts reach this machine.",
            )
        self.tell(installed.HERE, "starting the head of the Ray cluster")
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

    def host(self, host: Host, place: Place, *, anew: bool) -> Came:
        """A host of the file. `anew`: the head was started just now, so a node that is there has
        lost its own."""
        self.tell(host.name, "connecting")
        found = self.calls.call(place, self._request("look", host.name), limit_s=LOOK_S)
        if isinstance(found, Failure):
            return Came(host.name, found)
        here = ".".join(map(str, sys.version_info[:2]))
        if not found.python.startswith(f"{here}."):
            # Ray refuses a cluster of two.
            why = f"{place.python} is Python {found.python}, and this machine has {here}"
            return Came(host.name, Failure("python", why, NAME_IT))
        current = found.installed == self.sha256
        if not current and (failure := self._install(host, place, running=found.running > 0)):
            return Came(host.name, failure)
        self.tell(host.name, "starting its node of Ray")
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
            return Came(host.name, started)
        return Came(host.name, folder=found.folder)

    def _install(self, host: Host, place: Place, *, running: bool) -> Failure | None:
        if running:
            # Of another wheel: nothing of it is to stay.
            gone = self.calls.call(place, self._request("down", host.name), limit_s=DOWN_S)
            if isinstance(gone, Failure):
                return gone
        self.tell(host.name, "installing Plimsoll and Ray: a minute or two")
        request = self._request(
            "install",
            host.name,
            wheel=self.asked.wheel.name,
            bytes=self.asked.wheel.stat().st_size,
            sha256=self.sha256,
            wheelhouse=self.asked.wheelhouse is not None,
            ray_version=self.ray,
        )
        came = self.calls.call(place, request, limit_s=INSTALL_S, send=self._send)
        return came if isinstance(came, Failure) else None

    def _send(self, to: IO[bytes]) -> None:
        """The wheel, and the others behind it as an archive."""
        with self.asked.wheel.open("rb") as wheel:
            while piece := wheel.read(1 << 20):
                to.write(piece)
        if self.asked.wheelhouse is not None:
            with tarfile.open(fileobj=to, mode="w|") as archive:
                for one in sorted(self.asked.wheelhouse.glob("*.whl")):
                    archive.add(one, arcname=one.name, recursive=False)

    def _request(self, call: str, host: str, **more: Any) -> far_end.Request:
        return far_end.Request(
            call, self.journal.id, host, socket.gethostname(), self.file.ray, **more
        )


def _down(
    journal: Journal,
    made: Made,
    config: Path | None,
    tell: Callable[[str, str], None],
    calls: Calls,
) -> Came:
    name = installed.HERE if made.address is None else made.name
    tell(name, "ending Ray, and removing what was made")
    place = Place(made.name, made.address, made.user, made.port, made.python, _text(config))
    request = far_end.Request("down", journal.id, made.name, folder=made.folder)
    answer = calls.call(place, request, limit_s=DOWN_S)
    if isinstance(answer, Failure):
        return Came(made.name, answer)
    return Came(
        made.name,
        stopped=answer.stopped,
        removed=tuple(answer.removed),
        left=tuple(answer.left),
    )


def _place(file: HostsFile, host: Host, asked: Installation) -> Place:
    return Place(
        host.name,
        host.at,
        file.of(host, "user"),
        file.of(host, "ssh_port"),
        file.of(host, "python") or "python3",
        _text(asked.config),
    )


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())


def _wheel(given: Path) -> Path:
    """The wheel that was given, or the newest one of this version in a folder."""
    if not given.is_dir():
        return given
    found = [one for one in given.iterdir() if WHEEL.fullmatch(one.name)]
    of_this = [one for one in found if f"-{__version__}-" in one.name]
    if not of_this:
        raise NoTargetError(
            f"there is not a Plimsoll wheel {__version__} in {given}",
            "Build one with make wheel; it is then in dist/.",
        )
    return max(of_this, key=lambda one: one.stat().st_mtime)


def _checked(asked: Installation) -> str:
    """The digest of the wheel. Raises when it is no wheel of this version."""
    named = WHEEL.fullmatch(asked.wheel.name)
    if named is None:
        raise UsageError(
            f"{asked.wheel} is not a Plimsoll wheel",
            "Build one with make wheel; it is then in dist/.",
        )
    if named["version"] != __version__:
        raise UsageError(
            f"{asked.wheel} is Plimsoll {named['version']}, but this machine has {__version__}",
            "Hosts need the same version: make wheel.",
        )
    if asked.wheelhouse is not None and not asked.wheelhouse.is_dir():
        raise NoTargetError(
            f"there is no folder {asked.wheelhouse}",
            "Fill one: pip download --dest FOLDER 'plimsoll_storage-….whl[hosts]'.",
        )
    try:
        with asked.wheel.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except FileNotFoundError:
        raise NoTargetError(
            f"there is no {asked.wheel}", "Build one with make wheel; it is then in dist/."
        ) from None
    except OSError as error:
        raise InputError(f"{asked.wheel} cannot be read: {error.strerror}") from None


def _head(file: HostsFile) -> tuple[str, int]:
    """The address and the port of the head: as an IP address, by which Ray knows a node."""
    if file.ray == "auto":
        raise UsageError(
            "the hosts file does not say where the head of the cluster is",
            'Write the address by which hosts reach this machine: ray = "10.0.0.1:6379".',
        )
    host, _, port = file.ray.rpartition(":")
    try:
        address = socket.gethostbyname(host)
    except OSError as error:
        raise UsageError(f"{host}, the head, has no address: {error}") from None
    far = [one.name for one in file.host if not hosts_file.shares_a_machine(one.at)]
    if address.startswith("127.") and (far or not hosts_file.shares_a_machine(address)):
        raise UsageError(
            f"{host}, the head, is this machine's loopback, which {far[0]} does not reach"
            if far
            else f"{host}, the head, is an address that Ray replaces with another",
            "Name the address of an interface; for hosts that all are on this machine 127.0.0.10,"
            " say (docs/how-to/several-hosts.md, 'Two hosts on one machine').",
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
