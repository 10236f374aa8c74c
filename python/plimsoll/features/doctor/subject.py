"""The target of an examination: what it is, the chain of devices beneath it, and what only the live
system can tell.

The chain is resolved in Rust (`execute.chain`), for this machine and for a captured tree alike.
Facts that lie in no file of `/proc` or `/sys` (how much of a file is holes, how full its file
system is, who has it open) are gathered here and written into the manifest of a capture.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from urllib.parse import parse_qs, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from plimsoll.base import posix, reading
from plimsoll.base.errors import NoTargetError, PlimsollError, UsageError
from plimsoll.features.doctor.messages import message
from plimsoll.native import session as execute

if TYPE_CHECKING:
    from plimsoll.native.machine import Machine
    from plimsoll.native.record import BlockDevice, FileSystem

    Device = BlockDevice
    """One block device of the chain, as the record tells it."""

MANIFEST = "plimsoll-capture.json"
"""The file of a captured tree that says what it is; by it a folder is known as ours."""

MOST_EXTENTS = 100_000
"""Pieces of data of one file that are counted: a tenth of a second."""


class Facts(BaseModel):
    """What the live system told about the target. What it did not tell is null."""

    model_config = ConfigDict(extra="ignore")

    kind: Literal["file", "device", "network", "other"]
    path: str | None = None
    size_bytes: int | None = None
    allocated_bytes: int | None = None
    data_bytes: int | None = None
    total_bytes: int | None = None
    free_bytes: int | None = None
    address: str | None = None
    opened_by: list[str] | None = None
    processes_unread: int | None = None


class Users(TypedDict):
    """Who has the target open, as `Facts` tells it: other processes by name, and how many may not
    be looked into."""

    opened_by: list[str]
    processes_unread: int


class Manifest(BaseModel):
    """The file MANIFEST of a captured tree."""

    model_config = ConfigDict(extra="ignore")

    schema_: Literal["plimsoll.capture/1"] = Field(alias="schema")
    version: str = ""
    taken: str = ""
    target: str | None = None
    span_s: float | None = None
    facts: Facts | None = None
    neighbours: dict[str, Any] | None = None
    unreadable: dict[str, str] = {}


@dataclass(frozen=True)
class Subject:
    """The target as examined."""

    name: str
    facts: Facts
    devices: list[Device] | None = None
    why_no_chain: str | None = None
    file_system: FileSystem | None = None


def manifest(root: Path) -> Manifest | None:
    """The manifest of a captured tree; none when it has none that can be read."""
    try:
        return Manifest.model_validate_json(reading.text_of(root / MANIFEST, most=1 << 20))
    except (PlimsollError, ValidationError, ValueError):
        return None


def of(name: str, machine: Machine, taken: Manifest | None = None) -> Subject:
    """The target of that name, here or in a captured tree. Raises NoTargetError or UsageError for
    one that is none."""
    if machine.captured:
        known = taken.facts if taken is not None and taken.target == name else None
        facts = known or _by_name(name)
    else:
        facts = _live(name)
    if facts.kind not in ("file", "device"):
        return Subject(name, facts)
    path = facts.path or name
    try:
        below = execute.chain(path, str(machine.root) if machine.captured else None)
    except PlimsollError as error:
        return Subject(name, facts, None, error.message)
    return Subject(name, facts, below["devices"], None, below["file_system"])


def _by_name(name: str) -> Facts:
    """What a name alone tells."""
    if name.startswith(("nbd://", "nbd+unix://")):
        address = None if name.startswith("nbd+unix") else urlsplit(name).hostname
        return Facts(kind="network", address=address)
    if name == "null:" or name.startswith("stack:"):
        return Facts(kind="other")
    return Facts(kind="device" if name.startswith("/dev/") else "file", path=name)


def _live(name: str) -> Facts:
    facts = _by_name(name)
    if facts.kind == "network":
        _network_name(name)
        return facts.model_copy(update={"address": _resolve_address(facts.address)})
    if facts.kind == "other":
        return facts
    try:
        path = Path(name).resolve(strict=True)
        found = path.stat()
    except FileNotFoundError:
        raise NoTargetError(*message.refusal("no-target", "check-target", name=name)) from None
    except (OSError, RuntimeError, ValueError) as error:
        raise NoTargetError(
            *message.refusal("cannot-look-at-target", "check-target", name=name, error=error)
        ) from None
    if stat.S_ISBLK(found.st_mode):
        return Facts(kind="device", path=str(path), **_users(path, found))
    if not stat.S_ISREG(found.st_mode):
        raise NoTargetError(*message.refusal("no-file-or-device", name=name))
    space = os.statvfs(path)
    return Facts(
        kind="file",
        path=str(path),
        size_bytes=found.st_size,
        # st_blocks counts 512 bytes whatever the file system's own (stat(2)).
        allocated_bytes=found.st_blocks * 512,
        data_bytes=_data_bytes(path, found.st_size),
        total_bytes=space.f_blocks * space.f_frsize,
        free_bytes=space.f_bavail * space.f_frsize,
        **_users(path, found),
    )


def _network_name(name: str) -> None:
    try:
        parts = urlsplit(name)
        parts.port  # noqa: B018  # it is parsed, and refused, when it is asked for
    except ValueError as error:
        raise UsageError(
            *message.refusal("not-an-address", "write-address", name=name, error=error)
        ) from None
    if parts.scheme == "nbd+unix" and not parse_qs(parts.query).get("socket"):
        raise UsageError(*message.refusal("names-no-socket", name=name))
    if parts.scheme == "nbd" and not parts.hostname:
        raise UsageError(*message.refusal("names-no-host", "write-address", name=name))


def _resolve_address(host: str | None) -> str | None:
    import socket

    if host is None:
        return None
    try:
        return str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])
    except OSError:
        return None


def _data_bytes(path: Path, size: int) -> int | None:
    """Bytes of the file that are not holes (SEEK_DATA, lseek(2)); what was preallocated and never
    written is a hole."""
    data = at = 0
    try:
        handle = os.open(path, os.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return None
    try:
        for _ in range(MOST_EXTENTS):
            if at >= size:
                return data
            begin = os.lseek(handle, at, os.SEEK_DATA)
            at = os.lseek(handle, begin, os.SEEK_HOLE)
            data += at - begin
    except OSError as error:
        # ENXIO: no data beyond this place.
        return data if error.errno == errno.ENXIO else None
    finally:
        os.close(handle)
    return None


def _users(path: Path, found: os.stat_result) -> Users:
    """Names of other processes that have it open, and the number of processes whose files we may
    not see."""
    names: list[str] = []
    unread = 0
    ours = {os.getpid(), os.getppid()}
    until = time.monotonic() + 2
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or int(process.name) in ours:
            continue
        try:
            handles = list((process / "fd").iterdir()) if time.monotonic() < until else None
        except FileNotFoundError:
            continue
        except OSError:
            handles = None
        if handles is None:
            unread += 1
        elif any(_is_it(handle, path, found) for handle in handles):
            try:
                comm = (process / "comm").read_text(errors="replace").strip()
            except OSError:
                comm = "?"
            names.append(f"{comm} ({process.name})")
    return {"opened_by": sorted(names), "processes_unread": unread}


def _is_it(handle: Path, path: Path, target: os.stat_result) -> bool:
    try:
        leads_to = str(handle.readlink())
        # Only what may be it is asked: stat on a file of a server that is gone would hang.
        device = stat.S_ISBLK(target.st_mode)
        if not (leads_to.startswith("/dev/") if device else leads_to.endswith(f"/{path.name}")):
            return False
        opened_file = handle.stat()
    except OSError:
        return False
    if device:
        return stat.S_ISBLK(opened_file.st_mode) and opened_file.st_rdev == target.st_rdev
    return (opened_file.st_dev, opened_file.st_ino) == (target.st_dev, target.st_ino)
