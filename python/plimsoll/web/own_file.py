"""Measures the disk under a folder with a test file: `plimsoll demo`, started from the page.

The command creates, fills, measures and always removes the file, and touches no other file. Here
are the offered and allowed folders and sizes, and the process until its campaign is in the store,
which is after filling the file.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from plimsoll.base import units
from plimsoll.base.errors import NoTargetError, RefusedError, UsageError
from plimsoll.native import devices
from plimsoll.native.machine import Machine, Unreadable
from plimsoll.web.messages import message

SIZE = "1g"
LEAST_BYTES = 16 << 20
"""A smaller file would fit the disk's own cache."""
MOST_OF_FREE = 0.5
"""Share of the free space that a test file may take."""
TEST_FILE = "plimsoll-demo.dat"


@dataclass(frozen=True)
class Folder:
    """A folder where a test file could be created."""

    path: Path
    free_bytes: int
    on: str
    """Its device, or the source of its mount."""


@dataclass(frozen=True)
class DiskRequest:
    """A checked request to measure a disk."""

    folder: Path
    size_bytes: int
    free_bytes: int
    objective: str | None

    @property
    def file(self) -> Path:
        """The test file."""
        return self.folder / TEST_FILE

    def words(self, store: Path) -> list[str]:
        """The arguments of the command."""
        objective = [] if self.objective is None else ["--objective", self.objective]
        return [
            "demo",
            "--dir",
            str(self.folder),
            "--size",
            str(self.size_bytes),
            *objective,
            "--store",
            str(store),
            "--no-report",
        ]


def folders(home: Path, machine: Machine | None = None) -> list[Folder]:
    """Writable folders to choose from: that of the store, the home folder and mount points; one per
    file system."""
    candidates: list[tuple[Path, str]] = [(home, ""), (Path("~").expanduser(), "")]
    with contextlib.suppress(Unreadable):
        candidates += [
            (Path(mount.at), mount.source)
            for mount in devices.mounts(machine or Machine())
            if mount.source.startswith("/dev/") or ":" in mount.source or mount.kind == "zfs"
        ]
    found: dict[int, Folder] = {}
    for path, source in candidates:
        with contextlib.suppress(OSError):
            number = path.stat().st_dev
            if number not in found and path.is_dir() and os.access(path, os.W_OK | os.X_OK):
                found[number] = Folder(path, _free(path), source)
    return list(found.values())


def disk_request(folder: str, size: str, objective: str, home: Path) -> DiskRequest:
    """Checks the fields of the form. Raises UsageError, NoTargetError or RefusedError."""
    from plimsoll.native.session import parse_objective, parse_size

    if not folder.strip():
        raise UsageError(*message.refusal("no-folder", "choose-on-disk"))
    at = home / folder.strip()
    if "\0" in folder or not at.is_dir():
        raise NoTargetError(*message.refusal("folder-missing", "choose-on-disk", folder=at))
    wanted = parse_size(size.strip() or SIZE)
    if wanted < LEAST_BYTES:
        raise UsageError(
            *message.refusal(
                "file-too-small", size=units.size(wanted), least=units.size(LEAST_BYTES)
            )
        )
    if not os.access(at, os.W_OK | os.X_OK):
        raise RefusedError(*message.refusal("folder-not-writable", folder=at))
    if os.path.lexists(at / TEST_FILE):
        raise RefusedError(*message.refusal("file-exists", file=at / TEST_FILE))
    free = _free(at)
    if wanted > free * MOST_OF_FREE:
        raise RefusedError(
            *message.refusal(
                "file-too-large", size=units.size(wanted), free=units.size(free), folder=at
            )
        )
    objective = objective.strip()
    return DiskRequest(at, wanted, free, parse_objective(objective) if objective else None)


def files_in(home: Path, leave_out: Iterable[Path], most: int) -> list[tuple[Path, int]]:
    """Possible target files in this folder with their sizes in bytes, newest first."""
    excluded, found = {path.absolute() for path in leave_out}, []
    with contextlib.suppress(OSError), os.scandir(home) as entries:
        for entry in entries:
            if Path(entry.path).suffix not in (".dat", ".img", ".raw", ".bin", ""):
                continue
            with contextlib.suppress(OSError):
                file = entry.stat(follow_symlinks=False)
                if entry.is_file(follow_symlinks=False) and file.st_size >= LEAST_BYTES:
                    found.append((file.st_mtime_ns, Path(entry.path), file.st_size))
    newest_first = sorted(found, reverse=True)
    return [(path, size) for _, path, size in newest_first if path not in excluded][:most]


@dataclass(frozen=True)
class DiskMeasurement:
    """A disk measurement under way: its process, and the store of its campaign."""

    process: subprocess.Popen[bytes]
    request: DiskRequest
    store: Path
    log: Path
    after: int
    """The newest earlier campaign of the store."""

    def campaign(self) -> int | None:
        """The number of its campaign, None while the file is filled."""
        from plimsoll.store import Store

        if not self.store.exists():
            return None
        with Store.open(self.store, create=False, read_only=True) as store:
            return next(
                (
                    row.id
                    for row in reversed(store.campaigns())
                    if row.id > self.after and row.session.target == str(self.request.file)
                ),
                None,
            )

    def doing(self) -> str:
        """Its current activity, in words."""
        from plimsoll.live import pulse

        mine = next((each for each in pulse.read() if each["pid"] == self.process.pid), None)
        return "" if mine is None else ": ".join(filter(None, (mine["doing"], mine["detail"])))

    def stop(self) -> None:
        """Stops it as Ctrl-C does, which removes the file."""
        # The number of an ended process is not reused before it is reaped.
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)


def newest(store: Path) -> int:
    """The number of the newest campaign of a store; 0 without a store."""
    from plimsoll.store import Store

    if not store.exists():
        return 0
    with Store.open(store, create=False, read_only=True) as opened:
        return max((row.id for row in opened.campaigns()), default=0)


def _free(path: Path) -> int:
    found = os.statvfs(path)
    return found.f_bavail * found.f_frsize


def in_words(choices: Sequence[Folder]) -> list[tuple[str, str]]:
    """The folders' paths, each with its free space and device in words."""
    return [
        (
            str(folder.path),
            (
                message("free-on", size=units.size(folder.free_bytes), device=folder.on)
                if folder.on
                else message("free", size=units.size(folder.free_bytes))
            ),
        )
        for folder in choices
    ]
