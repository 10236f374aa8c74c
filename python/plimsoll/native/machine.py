"""A machine as the kernel describes it: the files under `/proc`, `/sys`, `/dev` and `/etc`, here or
in a captured tree.

Every check reads through a `Machine`, so that a tree of another host serves as well as this one,
and so that `capture` knows what is read. An unreadable file raises an exception with the reason,
never an empty text: a check that does not catch it becomes a finding `unknown`. Paths are relative
to the root, without a leading slash; links are followed inside the root only, since those of a
captured tree belong to another machine.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import posix
from plimsoll.native.messages import message
from plimsoll.native.session import Neighbourhood

if TYPE_CHECKING:
    from plimsoll.native.record import Neighbours

LARGEST = 16 << 20
"""Bytes of one text. `/proc/interrupts` of a machine with 512 processors has some 6 MiB."""

MOST_NAMES = 100_000
"""Names of one directory that are listed."""

COMMANDS = {"dmsetup-table": ("dmsetup", "table"), "dmsetup-status": ("dmsetup", "status")}
"""Facts that need a program: device-mapper's tables are behind an ioctl. A captured tree has them
under `commands/`."""

SAMPLED = ("proc/diskstats", "proc/stat", "proc/vmstat")
"""Counters that are read twice. A captured tree has the second reading under `after/`."""

MOST_LINKS = 40
"""Links on the way to one file: the kernel's own bound (path_resolution(7))."""


class Unreadable(Exception):  # noqa: N818  # not an error of ours: it becomes a finding
    """A file that a check needs cannot be read."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(message("unreadable", what=what, why=why))
        self.what = what
        self.why = why


@dataclass
class Reading:
    """Everything that was read of a machine, by resolved path, for a capture."""

    texts: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    directories: dict[str, list[str]] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)


@dataclass
class Machine:
    """One machine. `captured`: the tree was taken elsewhere, no program is run and nothing outside
    the root is read."""

    root: Path = Path("/")
    captured: bool = False
    span_s: float | None = None
    """Seconds between the two readings of the counters; None when there was one."""
    whys: Mapping[str, str] = field(default_factory=dict)
    """Of a captured tree: files that could not be read at capture, with the reasons."""
    reading: Reading | None = None
    neighbours: Neighbours | None = None
    """Other users between the two readings; None where unknown."""
    _twice: dict[str, tuple[str, str]] = field(default_factory=dict)

    def text(self, path: str) -> str:
        """The text of a file without its trailing white space. Raises Unreadable."""
        real = self.real(path)
        shown = f"/{path}"
        try:
            # O_NONBLOCK: a pipe in a captured tree must not block us.
            handle = os.open(self.root / real, os.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
            try:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise Unreadable(shown, message("why-no-file"))
                raw = _all_of(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise self._unreadable(path, real, error) from None
        if len(raw) > LARGEST:
            raise Unreadable(shown, message("why-too-large", most=LARGEST >> 20))
        if b"\0" in raw:
            raise Unreadable(shown, message("why-no-text"))
        text = raw.decode(errors="replace").rstrip()
        if self.reading is not None:
            self.reading.texts[real] = text
        return text

    def get(self, path: str) -> str | None:
        """The text of a file, or none when it cannot be read."""
        try:
            return self.text(path)
        except Unreadable:
            return None

    def number(self, path: str) -> int:
        """The one number in a file. Raises Unreadable, too when it holds something else."""
        text = self.text(path)
        try:
            # int() would also take 1_000 and more digits than any kernel writes.
            if len(text) > 24 or "_" in text:
                raise ValueError
            return int(text, 0) if text.startswith("0x") else int(text)
        except ValueError:
            raise Unreadable(f"/{path}", message("why-no-number")) from None

    def get_number(self, path: str) -> int | None:
        """The one number in a file, or none."""
        try:
            return self.number(path)
        except Unreadable:
            return None

    def names(self, path: str) -> list[str]:
        """The names in a directory, sorted. Raises Unreadable."""
        real = self.real(path)
        try:
            with os.scandir(self.root / real) as entries:
                names = sorted(entry.name for entry in islice(entries, MOST_NAMES))
        except OSError as error:
            raise self._unreadable(path, real, error) from None
        if self.reading is not None:
            self.reading.directories[real] = names
            for name in names:
                link = self.root / real / name
                if link.is_symlink():
                    self.reading.links[f"{real}/{name}"] = str(link.readlink())
        return names

    def get_names(self, path: str) -> list[str]:
        """The names in a directory; none when it cannot be read."""
        try:
            return self.names(path)
        except Unreadable:
            return []

    def has(self, path: str) -> bool:
        """Whether there is such a file or directory, as far as we may see."""
        try:
            return (self.root / self.real(path)).exists()
        except (Unreadable, OSError):
            return False

    def real(self, path: str) -> str:
        """The path with every link followed inside the root. Parts that do not exist stay as they
        are. Raises Unreadable."""
        done: list[str] = []
        left = [part for part in reversed(path.split("/")) if part not in ("", ".")]
        links = 0
        while left:
            part = left.pop()
            if part == "..":
                if done:
                    done.pop()
                continue
            here = "/".join([*done, part])
            try:
                # proc/self links to the number of the reading process, which is of no use in a
                # captured tree.
                leads_to = None if here == "proc/self" else (self.root / here).readlink()
            except (OSError, ValueError):
                leads_to = None
            if leads_to is None:
                done.append(part)
                continue
            links += 1
            if links > MOST_LINKS:
                raise Unreadable(f"/{path}", message("why-too-many-links"))
            if self.reading is not None:
                self.reading.links[here] = str(leads_to)
            if leads_to.is_absolute():
                done.clear()
            left.extend(
                step for step in reversed(str(leads_to).split("/")) if step not in ("", ".")
            )
        return "/".join(done)

    def command(self, name: str) -> str:
        """The output of one of COMMANDS. Raises Unreadable where it is missing or fails."""
        output = message("unreadable-output", command=" ".join(COMMANDS[name]))
        if self.captured:
            try:
                return self.text(f"commands/{name}")
            except Unreadable as error:
                why = self.whys.get(f"commands/{name}", error.why)
                raise Unreadable(output, why) from None
        try:
            done = subprocess.run(
                COMMANDS[name],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=5,
                check=False,
            )
        except FileNotFoundError:
            why = message("why-no-command", command=COMMANDS[name][0])
        except (OSError, subprocess.TimeoutExpired) as error:
            why = type(error).__name__
        else:
            if done.returncode == 0:
                text = done.stdout.rstrip()
                if self.reading is not None:
                    self.reading.texts[f"commands/{name}"] = text
                return text
            why = (
                done.stderr.strip().splitlines() or [message("why-ended", code=done.returncode)]
            )[0]
        if self.reading is not None:
            self.reading.unreadable[f"commands/{name}"] = why
        raise Unreadable(output, why)

    def observe(
        self,
        span_s: float,
        sleep: Callable[[float], None],
        clock: Callable[[], float],
        target: str | None = None,
    ) -> None:
        """Reads SAMPLED twice, `span_s` apart, and observes other users of the machine and of the
        target's device meanwhile. A captured tree has all of it already."""
        if self.captured:
            return
        began = clock()
        watch = Neighbourhood.begin()
        before = {path: self.get(path) for path in SAMPLED}
        sleep(span_s)
        for path, first in before.items():
            second = self.get(path)
            if first is not None and second is not None:
                self._twice[path] = (first, second)
                if self.reading is not None:
                    self.reading.texts[path] = first
                    self.reading.texts[f"after/{path}"] = second
        self.span_s = clock() - began
        self.neighbours = watch.neighbours(target)

    def twice(self, path: str) -> tuple[str, str, float]:
        """The two readings of one of SAMPLED, and the seconds between them. Raises Unreadable."""
        if self.captured:
            first = self.text(path)
            try:
                second = self.text(f"after/{path}")
            except Unreadable:
                raise Unreadable(f"/{path}", message("why-one-reading")) from None
        else:
            if path not in self._twice:
                self.text(path)
                raise Unreadable(f"/{path}", message("why-not-twice"))
            first, second = self._twice[path]
        if not self.span_s or self.span_s <= 0:
            raise Unreadable(f"/{path}", message("why-no-span"))
        return first, second, self.span_s

    def _unreadable(self, path: str, real: str, error: OSError) -> Unreadable:
        why = self.whys.get(real) or (error.strerror or type(error).__name__)
        if isinstance(error, PermissionError) and not self.captured and posix.user() != 0:
            why = message("why-not-root")
        if self.reading is not None and not isinstance(error, FileNotFoundError):
            self.reading.unreadable[real] = why
        return Unreadable(f"/{path}", why)


def _all_of(handle: int) -> bytes:
    """All bytes up to one more than LARGEST. In pieces: for a sysctl the kernel allocates as much
    as is asked for."""
    pieces = []
    left = LARGEST + 1
    while left > 0 and (piece := os.read(handle, min(left, 1 << 16))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
