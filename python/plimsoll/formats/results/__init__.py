"""Results of other programs: one file per format, listed in FORMATS and FOLDERS, known by what
stands in them.

`sources` says what of the paths that a user names can be imported; `Source.read` gives the Runs in
it (`measured.py`), of which `record.py` makes records and `words.py` sentences. Nothing here
writes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from plimsoll.errors import InputError, NoTargetError
from plimsoll.formats.results import (
    crystaldiskmark,
    diskspd_text,
    diskspd_xml,
    elbencho,
    fio_json,
    fio_logs,
    fio_terse,
    fio_text,
    hcibench,
    iometer,
    ndisk,
    ours,
    vdbench,
)
from plimsoll.formats.results.measured import Result
from plimsoll.formats.results.source import File
from plimsoll.printable import printable


@dataclass(frozen=True)
class Format:
    """A file: whose it is, what it is called, how it is known by its begin, how it is read."""

    name: str
    program: str
    summary: str
    sniff: Callable[[str], bool]
    read: Callable[[File], Iterator[Result]]


@dataclass(frozen=True)
class Folder:
    """Files of a folder that belong together: which of them, by their names, and how they are
    read."""

    name: str
    program: str
    summary: str
    claims: Callable[[Mapping[str, File]], list[tuple[str, ...]]]
    read: Callable[[Mapping[str, File]], Iterator[Result]]
    first: bool = False
    """Whether the first of the files names the Runs, and not the folder: it has several."""


FORMATS = (
    Format(
        "plimsoll record", "Plimsoll", "what plimsoll run --json printed", ours.sniff, ours.read
    ),
    Format(
        "fio json",
        "fio",
        "json and json+, one status or many, of one host or several",
        fio_json.sniff,
        fio_json.read,
    ),
    Format("fio terse", "fio", "versions 3 to 5", fio_terse.sniff, fio_terse.read),
    Format("fio text", "fio", "the normal output", fio_text.sniff, fio_text.read),
    Format("vdbench flatfile", "vdbench", "flatfile.html", vdbench.sniff_flat, vdbench.read_flat),
    Format(
        "vdbench report",
        "vdbench",
        "summary.html, totals.html, logfile.html, what it prints",
        vdbench.sniff_report,
        vdbench.read_report,
    ),
    Format("iometer csv", "Iometer", "its result file", iometer.sniff, iometer.read),
    Format("diskspd xml", "diskspd", "-Rxml", diskspd_xml.sniff, diskspd_xml.read),
    Format("diskspd text", "diskspd", "-Rtext", diskspd_text.sniff, diskspd_text.read),
    Format("ndisk64 text", "ndisk64", "what it prints", ndisk.sniff, ndisk.read),
    Format(
        "crystaldiskmark text",
        "CrystalDiskMark",
        "copied or saved as text",
        crystaldiskmark.sniff,
        crystaldiskmark.read,
    ),
    Format("elbencho csv", "elbencho", "--csvfile", elbencho.sniff_csv, elbencho.read_csv),
    Format("elbencho json", "elbencho", "--jsonfile", elbencho.sniff_json, elbencho.read_json),
)
"""Every format of a file, in the order in which they are tried. To add one: a file in this folder,
and an entry here."""
FOLDERS = (
    Folder(
        "hcibench folder", "HCIBench", "the folder of a test case", hcibench.claims, hcibench.read
    ),
    Folder(
        "vdbench folder",
        "vdbench",
        "an output folder: flatfile, histogram, parameters",
        vdbench.claims,
        vdbench.read_folder,
    ),
    Folder(
        "fio logs",
        "fio",
        "bw, iops, lat and hist logs of a prefix, beside their JSON or alone",
        fio_logs.claims,
        fio_logs.read,
        first=True,
    ),
)
"""Every format of several files, in the order in which they are tried."""
LOGS = FOLDERS[-1]
"""Its files belong together by their names, so that they may be named one by one."""


@dataclass(frozen=True)
class Source:
    """What is imported as a whole: one file, or files that belong together. `form` none: no format
    knows it."""

    form: Format | Folder | None
    files: tuple[File, ...]
    shown: str
    named: bool
    """Whether the user named it, and not the folder that it lies in."""
    trouble: InputError | None = None
    """Why nobody can say what it is: it cannot be read."""

    def digest(self) -> str:
        """SHA-256 of its bytes; of several files that of their names and digests."""
        if len(self.files) == 1:
            return self.files[0].digest()
        made = hashlib.sha256()
        for file in sorted(self.files, key=lambda file: file.path.name):
            made.update(f"{file.path.name}\0{file.digest()}\n".encode("utf-8", "surrogateescape"))
        return made.hexdigest()

    def stamp(self) -> tuple[tuple[int, int], ...]:
        """Changes when one of its files is written."""
        return tuple(file.stamp() for file in self.files)

    def read(self) -> Iterator[Result]:
        """Its Runs. Raises Bad where it is damaged."""
        assert self.form is not None
        try:
            if isinstance(self.form, Format):
                yield from self.form.read(self.files[0])
            else:
                yield from self.form.read({file.path.name: file for file in self.files})
        except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError) as error:
            # A format should have said where; that it did not is no reason to stop at this file.
            # The last two: a value in it is of another kind than any that the program writes.
            raise self.files[0].bad(f"it is damaged ({type(error).__name__}: {error})") from error


def of(file: File) -> Format | None:
    """The format of a file; none where no format knows it."""
    head = file.head
    return next((one for one in FORMATS if one.sniff(head)), None)


def sources(paths: Sequence[Path]) -> Iterator[Source]:
    """What stands at these paths, that of folders in order of names. Raises NoTargetError where
    there is nothing."""
    together = _named_together(paths)
    for path in paths:
        if path in together:
            yield from together[path]
            continue
        if (kind := _made_up(path)) is not None:
            raise InputError(
                f"{printable(str(path))} lies on {kind}, which the kernel makes up: it holds no"
                " results",
                "Name the file or folder of the results.",
            )
        if path.is_dir():
            yield from _of_folder(path)
        elif path.exists():
            yield _source(None, File(path, str(path)), named=True)
        else:
            raise NoTargetError(f"there is no file {printable(str(path))}", "Check the path.")


def _named_together(paths: Sequence[Path]) -> dict[Path, list[Source]]:
    """fio's logs that were named one by one, with the results that were named beside them: what is
    read as one stands at the first of its files, nothing at the others."""
    folders: dict[Path, dict[str, File]] = {}
    for path in paths:
        if path.is_file() and _made_up(path) is None:
            folders.setdefault(path.parent, {})[path.name] = File(path, str(path))
    found: dict[Path, list[Source]] = {}
    for files in folders.values():
        for names in _claimed(LOGS, files):
            mine = tuple(files[name] for name in names)
            for file in mine:
                found.setdefault(file.path, [])
            found[mine[0].path].append(_together(LOGS, mine, named=True))
    return found


_KERNEL = frozenset(
    (
        *("proc", "sysfs", "devtmpfs", "devpts", "debugfs", "tracefs", "securityfs", "configfs"),
        *("cgroup", "cgroup2", "bpf", "pstore", "mqueue", "binfmt_misc", "efivarfs", "fusectl"),
    )
)


def _made_up(path: Path) -> str | None:
    """The file system on which a path lies, where that has no files but what the kernel tells when
    it is asked: some never end, and reading others does something."""
    try:
        device = path.stat().st_dev
        text = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    wanted = f"{os.major(device)}:{os.minor(device)}"
    for line in text.splitlines():
        fields, _, behind = line.partition(" - ")
        if fields.split()[2] == wanted and (kind := behind.split()[0]) in _KERNEL:
            return kind
    return None


def _source(form: Folder | None, file: File, *, named: bool) -> Source:
    try:
        return Source(form or of(file), (file,), file.shown, named)
    except InputError as error:
        return Source(None, (file,), file.shown, named, error)


def _together(form: Folder, files: tuple[File, ...], *, named: bool = False) -> Source:
    shown = files[0].shown if len(files) == 1 or form.first else str(files[0].path.parent)
    return Source(form, files, shown, named)


def _claimed(form: Folder, files: Mapping[str, File]) -> list[tuple[str, ...]]:
    try:
        return form.claims(files)
    except InputError:
        # One of them cannot be read: each is told alone.
        return []


def _of_folder(folder: Path) -> Iterator[Source]:
    entries = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    files = {one.name: File(one, str(one)) for one in entries if one.is_file()}
    for form in FOLDERS:
        claimed = _claimed(form, files)
        made = [_together(form, tuple(files[name] for name in names)) for names in claimed]
        for name in {name for names in claimed for name in names}:
            del files[name]
        yield from made
    for file in files.values():
        yield _source(None, file, named=False)
    for one in entries:
        if one.is_dir() and not one.is_symlink() and _made_up(one) is None:
            yield from _of_folder(one)
