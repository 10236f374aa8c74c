"""Measures the disk under a folder with a test file of its own: `plimsoll demo`, started from the
page.

The command makes the file, fills it, measures and removes it, whatever happens; what is in the
folder already is never touched. Here is which folders and sizes are offered and taken, and the
process until its campaign stands in the store: before that it fills the file.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.errors import NoTargetError, RefusedError, UsageError
from plimsoll.native import devices
from plimsoll.native.machine import Machine, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SIZE = "1g"
LEAST_BYTES = 16 << 20
"""Smaller ones fit a disk's own cache: nothing is learnt."""
MOST_OF_FREE = 0.5
"""Share of the free space that a test file may take: a page should not fill a disk."""
TEST_FILE = "plimsoll-demo.dat"


@dataclass(frozen=True)
class Folder:
    """A folder where a test file could be made."""

    path: Path
    free_bytes: int
    on: str
    """What it lies on: a device, or what is mounted there."""


@dataclass(frozen=True)
class DiskRequest:
    """What somebody wants to measure, checked."""

    folder: Path
    size_bytes: int
    free_bytes: int
    objective: str | None

    @property
    def file(self) -> Path:
        """The test file."""
        return self.folder / TEST_FILE

    def words(self, store: Path) -> list[str]:
        """The command line that measures it."""
        promise = [] if self.objective is None else ["--objective", self.objective]
        return [
            "demo",
            "--dir",
            str(self.folder),
            "--size",
            str(self.size_bytes),
            *promise,
            "--store",
            str(store),
            "--no-report",
        ]


def folders(home: Path, machine: Machine | None = None) -> list[Folder]:
    """Folders to choose from: that of the store, the user's own, and where disks are mounted; one
    for each file system, and only those where we may write."""
    wanted: list[tuple[Path, str]] = [(home, ""), (Path("~").expanduser(), "")]
    with contextlib.suppress(Unreadable):
        wanted += [
            (Path(one.at), one.source)
            for one in devices.mounts(machine or Machine())
            if one.source.startswith("/dev/") or ":" in one.source or one.kind == "zfs"
        ]
    found: dict[int, Folder] = {}
    for path, source in wanted:
        with contextlib.suppress(OSError):
            number = path.stat().st_dev
            if number not in found and path.is_dir() and os.access(path, os.W_OK | os.X_OK):
                found[number] = Folder(path, _free(path), source)
    return list(found.values())


def asked(folder: str, size: str, objective: str, home: Path) -> DiskRequest:
    """What was typed, checked. Raises UsageError, NoTargetError or RefusedError."""
    from plimsoll.native.session import parse_objective, parse_size

    if not folder.strip():
        raise UsageError("no folder is given", "Choose one on the disk to be measured.")
    at = home / folder.strip()
    if "\0" in folder or not at.is_dir():
        raise NoTargetError(f"there is no folder {at}", "Choose one on the disk to be measured.")
    wanted = parse_size(size.strip() or SIZE)
    if wanted < LEAST_BYTES:
        raise UsageError(
            f"a test file of {units.size(wanted)} would fit the disk's cache",
            f"Take {units.size(LEAST_BYTES)} or more; 1g is usual.",
        )
    if not os.access(at, os.W_OK | os.X_OK):
        raise RefusedError(
            f"{at} cannot be written to by the user of this server",
            "Choose a folder where it may write.",
        )
    if os.path.lexists(at / TEST_FILE):
        raise RefusedError(
            f"{at / TEST_FILE} exists already",
            "Another measurement may be using it, or one was killed: wait, delete it, or choose"
            " another folder.",
        )
    free = _free(at)
    if wanted > free * MOST_OF_FREE:
        raise RefusedError(
            f"a test file of {units.size(wanted)} would take more than half of the"
            f" {units.size(free)} that are free in {at}",
            "Choose a smaller file or another folder.",
        )
    promise = objective.strip()
    return DiskRequest(at, wanted, free, parse_objective(promise) if promise else None)


def files_in(home: Path, leave_out: Iterable[Path], most: int) -> list[tuple[Path, int]]:
    """Files in this folder that could be targets, with their sizes in bytes, the newest first."""
    others, found = {path.absolute() for path in leave_out}, []
    with contextlib.suppress(OSError), os.scandir(home) as entries:
        for entry in entries:
            if Path(entry.path).suffix not in (".dat", ".img", ".raw", ".bin", ""):
                continue
            with contextlib.suppress(OSError):
                at = entry.stat(follow_symlinks=False)
                if entry.is_file(follow_symlinks=False) and at.st_size >= LEAST_BYTES:
                    found.append((at.st_mtime_ns, Path(entry.path), at.st_size))
    return [(path, size) for _, path, size in sorted(found, reverse=True) if path not in others][
        :most
    ]


@dataclass(frozen=True)
class DiskMeasurement:
    """A measurement that was started: its process, and where its campaign will stand."""

    process: subprocess.Popen[bytes]
    asked: DiskRequest
    store: Path
    log: Path
    after: int
    """The newest campaign of the store before it."""

    def campaign(self) -> int | None:
        """The number of its campaign, once there is one: the file is filled first."""
        from plimsoll.store import Store

        if not self.store.exists():
            return None
        with Store.open(self.store, create=False, read_only=True) as store:
            return next(
                (
                    row.id
                    for row in reversed(store.campaigns())
                    if row.id > self.after and row.session.target == str(self.asked.file)
                ),
                None,
            )

    def doing(self) -> str:
        """What it does now, in words."""
        from plimsoll.live import pulse

        told = next((one for one in pulse.read() if one["pid"] == self.process.pid), None)
        return "" if told is None else ": ".join(filter(None, (told["doing"], told["detail"])))

    def stop(self) -> None:
        """As Ctrl-C would: the file is removed."""
        # Of a process that has ended and was not waited for the number is still its own.
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)


def newest(store: Path) -> int:
    """The number of the newest campaign of a store; 0 of one that is not there."""
    from plimsoll.store import Store

    if not store.exists():
        return 0
    with Store.open(store, create=False, read_only=True) as opened:
        return max((row.id for row in opened.campaigns()), default=0)


def _free(path: Path) -> int:
    told = os.statvfs(path)
    return told.f_bavail * told.f_frsize


def in_words(choices: Sequence[Folder]) -> list[tuple[str, str]]:
    """Paths, and what a person should know of each."""
    return [
        (str(one.path), f"{units.size(one.free_bytes)} free{f', on {one.on}' if one.on else ''}")
        for one in choices
    ]
