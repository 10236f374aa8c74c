"""Results of other programs. One module per format, listed in FORMATS and FOLDERS; a file is
recognised by its content.

`sources` finds the results at given paths; `Source.read` gives their Runs (`run_result.py`),
`record.py` turns those into records. Nothing here writes."""

import hashlib
import heapq
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.base.printable import printable
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results import (
    ceph_bench,
    crystaldiskmark,
    diskspd_text,
    diskspd_xml,
    elbencho,
    elbencho_text,
    fio_json,
    fio_log_links,
    fio_log_rows,
    fio_logs,
    fio_terse,
    fio_text,
    hcibench,
    hcibench_result,
    iometer,
    kdiskmark,
    ndisk,
    ours,
    vdbench,
)
from plimsoll.features.imports.results.run_result import Result
from plimsoll.features.imports.results.source import Bad, File


@dataclass(frozen=True)
class Format:
    """The format of a single file."""

    name: str
    program: str
    sniff: Callable[[str], bool]
    read: Callable[[File], Iterator[Result]]


class _Module(Protocol):
    """A file of this folder that reads one format."""

    def sniff(self, head: str) -> bool: ...
    def read(self, file: File) -> Iterator[Result]: ...


def _by(module: _Module, name: str, program: str) -> Format:
    return Format(name, program, module.sniff, module.read)


@dataclass(frozen=True)
class Folder:
    """The format of several files of a folder that make up one result."""

    name: str
    program: str
    claims: Callable[[Mapping[str, File]], list[tuple[str, ...]]]
    read: Callable[[Mapping[str, File]], Iterator[Result]]
    first: bool = False
    """Whether the first of the files names the Runs, and not the folder: it has several."""


FORMATS = (
    _by(ours, "plimsoll record", "Plimsoll"),
    _by(fio_json, "fio json", "fio"),
    _by(fio_terse, "fio terse", "fio"),
    _by(fio_text, "fio text", "fio"),
    Format("vdbench flatfile", "vdbench", vdbench.sniff_flat, vdbench.read_flat),
    _by(vdbench, "vdbench report", "vdbench"),
    _by(hcibench_result, "hcibench result", "HCIBench"),
    _by(iometer, "iometer csv", "Iometer"),
    _by(diskspd_xml, "diskspd xml", "diskspd"),
    _by(diskspd_text, "diskspd text", "diskspd"),
    _by(ndisk, "ndisk64 text", "ndisk64"),
    _by(crystaldiskmark, "crystaldiskmark text", "CrystalDiskMark"),
    _by(ceph_bench, "rados bench text", "rados bench"),
    Format(
        "rados bench json",
        "rados bench",
        ceph_bench.sniff_rados_json,
        ceph_bench.read_rados_json,
    ),
    Format("rbd bench text", "rbd bench", ceph_bench.sniff_rbd, ceph_bench.read_rbd),
    _by(kdiskmark, "kdiskmark text", "KDiskMark"),
    Format("elbencho csv", "elbencho", elbencho.sniff_csv, elbencho.read_csv),
    _by(elbencho_text, "elbencho text", "elbencho"),
    Format("elbencho live csv", "elbencho", elbencho_text.sniff_live, elbencho_text.read_live),
    _by(elbencho, "elbencho json", "elbencho"),
)
"""Every format of a file, in the order in which they are tried. To add one: a file in this folder,
and an entry here."""
FOLDERS = (
    Folder("hcibench folder", "HCIBench", hcibench.claims, hcibench.read),
    Folder("vdbench folder", "vdbench", vdbench.claims, vdbench.read_folder),
    Folder("fio logs", "fio", fio_logs.claims, fio_logs.read, first=True),
)
"""Every format of several files, in the order in which they are tried."""
LOGS = FOLDERS[-1]
"""The files of fio's logs belong together by their names, so they may be given one by one."""


class Version(NamedTuple):
    """Which bytes of a source are read: their digest, and the stamp from before it was made."""

    digest: str
    stamp: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Source:
    """Files that are imported as a whole: one, or several that belong together. `form` is None for
    an unknown format."""

    form: Format | Folder | None
    files: tuple[File, ...]
    shown: str
    named: bool
    """Whether the user named it, and not the folder that it lies in."""
    trouble: InputError | NoTargetError | None = None
    """Why the file cannot be read, which leaves its format unknown."""

    @property
    def lies_in(self) -> Path:
        """The folder of the result. Where a whole folder is one result, such as an output folder of
        vdbench, this is the folder above it."""
        first = self.files[0].path
        whole = isinstance(self.form, Folder) and not self.form.first and len(self.files) > 1
        return first.parent.parent if whole else first.parent

    def digest(self) -> str:
        """SHA-256 of the file; for several files, of their names and digests."""
        if len(self.files) == 1:
            return self.files[0].digest()
        made = hashlib.sha256()
        for file in sorted(self.files, key=lambda file: file.path.name):
            made.update(f"{file.path.name}\0{file.digest()}\n".encode("utf-8", "surrogateescape"))
        return made.hexdigest()

    def version(self) -> Version:
        """The version that is read. Taken before the first Run is read, and the same for every
        process that reads."""
        # A file that is written between the two has another stamp at the end.
        stamp = self.stamp()
        return Version(self.digest(), stamp)

    def stamp(self) -> tuple[tuple[int, int], ...]:
        """Changes when one of its files is written."""
        return tuple(file.stamp() for file in self.files)

    def read(self) -> Iterator[Result]:
        """Reads the Runs. Raises Bad for a damaged file."""
        assert self.form is not None
        try:
            if isinstance(self.form, Format):
                yield from self.form.read(self.files[0])
            else:
                yield from self.form.read({file.path.name: file for file in self.files})
        except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError) as error:
            # A reader should have raised Bad with a line. Any other error must not stop the import.
            # TypeError and AttributeError come from values of a type that the program never writes.
            raise self.files[0].bad(
                partial(message, "damaged", why=f"{type(error).__name__}: {error}")
            ) from error


def file_format(file: File) -> Format | None:
    """The format of a file; none where no format knows it."""
    head = file.head
    found = next((form for form in FORMATS if form.sniff(head)), None)
    return _behind_messages(file) if found is None and fio_text.begins(head) else found


def _behind_messages(file: File) -> Format | None:
    """The format of what fio printed behind more messages than a head holds: it has a line for
    every error."""
    forms = [form for form in FORMATS if form.program == "fio"]
    later = None
    for _, line in file.lines():
        form = next((form for form in forms if form.sniff(line)), None)
        if form is forms[0]:
            return form
        later = later or form
    return later


MOST_TOGETHER = 100_000
"""Files of a folder that are looked at together, and so can belong together. In a larger folder
they are taken by this many in the order of their names: memory does not grow with the folder."""


LeaveAlone = Callable[[], frozenset[tuple[int, int]]]
"""Device and inode of files of a folder that are not to be opened, as they are at this moment."""


def sources(paths: Sequence[Path], *, leave_alone: LeaveAlone = frozenset) -> Iterator[Source]:
    """Finds the results at these paths, in folders by order of names. Raises NoTargetError for a
    missing path."""
    together = _named_log_sources(paths)
    for path in paths:
        if path in together:
            yield from together[path]
            continue
        if (kind := _pseudo_file_system(path, {})) is not None:
            raise InputError(
                *message.refusal("on-pseudo-file-system", path=printable(str(path)), kind=kind)
            )
        if path.is_dir():
            yield from _below(path, leave_alone)
        elif path.exists():
            yield _source(None, File(path, str(path)), named=True)
        else:
            raise NoTargetError(*message.refusal("no-such-file", file=printable(str(path))))


def _named_log_sources(paths: Sequence[Path]) -> dict[Path, list[Source]]:
    """Groups fio's logs that were given one by one, with their results. Each group is at the path
    of its first file; the other paths have an empty list."""
    folders: dict[Path, dict[str, File]] = {}
    for path in paths:
        if path.is_file() and _pseudo_file_system(path, {}) is None:
            folders.setdefault(path.parent, {})[path.name] = File(path, str(path))
    found: dict[Path, list[Source]] = {}
    logs_by_result = fio_log_links.logs_in_other_folders(folders)
    taken = {log for logs in logs_by_result.values() for log in logs}
    for result, logs in logs_by_result.items():
        group = tuple(folders[path.parent][path.name] for path in (result, *logs))
        found |= {file.path: [] for file in group[1:]}
        found[result] = [_together(LOGS, group, named=True)]
    for folder, files in folders.items():
        for names in _file_groups(LOGS, files):
            if folder / names[0] in taken:
                continue
            group = tuple(files[name] for name in names)
            for file in group:
                found.setdefault(file.path, [])
            found[group[0].path].append(_together(LOGS, group, named=True))
    return found


_PSEUDO_FILE_SYSTEMS = frozenset(
    (
        *("proc", "sysfs", "devtmpfs", "devpts", "debugfs", "tracefs", "securityfs", "configfs"),
        *("cgroup", "cgroup2", "bpf", "pstore", "mqueue", "binfmt_misc", "efivarfs", "fusectl"),
    )
)


def _pseudo_file_system(path: Path, known: dict[int, str | None]) -> str | None:
    """The type of the pseudo file system on which a path lies, else None. Reading such files may
    never end, or may change something. `known` caches types by device."""
    try:
        device = path.stat().st_dev
    except OSError:
        return None
    if device not in known:
        known[device] = _pseudo_file_system_of_device(device)
    return known[device]


def _pseudo_file_system_of_device(device: int) -> str | None:
    try:
        text = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    wanted = f"{os.major(device)}:{os.minor(device)}"
    for line in text.splitlines():
        fields, _, behind = line.partition(" - ")
        if fields.split()[2] == wanted and (kind := behind.split()[0]) in _PSEUDO_FILE_SYSTEMS:
            return kind
    return None


def _source(form: Folder | None, file: File, *, named: bool) -> Source:
    try:
        return Source(form or file_format(file), (file,), file.shown, named)
    except (InputError, NoTargetError) as error:
        # The second: it was there when the folder was listed.
        return Source(None, (file,), file.shown, named, error)


def _together(form: Folder, files: tuple[File, ...], *, named: bool = False) -> Source:
    shown = files[0].shown if len(files) == 1 or form.first else str(files[0].path.parent)
    return Source(form, files, shown, named)


def _file_groups(form: Folder, files: Mapping[str, File]) -> list[tuple[str, ...]]:
    try:
        return form.claims(files)
    except (InputError, NoTargetError):
        # One file of the group cannot be read: each is reported on its own.
        return []


class _Listing(Mapping[str, File]):
    """Files of a folder by name. A file object is made at each access and not kept, so that its
    content is freed when its reader is done."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self._folder = folder
        self._names = dict.fromkeys(names)

    def __getitem__(self, name: str) -> File:
        if name not in self._names:
            raise KeyError(name)
        return File(self._folder / name, str(self._folder / name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def drop(self, names: Iterable[str]) -> None:
        """Removes files from the listing."""
        for name in names:
            self._names.pop(name, None)


def _below(folder: Path, leave_alone: LeaveAlone) -> Iterator[Source]:
    """Walks a folder and the folders below it. A stack, not recursion: folders may be nested deeper
    than calls can be."""
    made_up: dict[int, str | None] = {}
    logs_by_result = _logs_in_other_folders(folder)
    waiting = [iter((folder,))]
    while waiting:
        here = next(waiting[-1], None)
        if here is None:
            waiting.pop()
            continue
        try:
            yield from _of_folder(here, logs_by_result, leave_alone)
            waiting.append(_folders_of(here, made_up))
        except OSError as error:
            why = partial(
                message, "folder-unreadable", folder=printable(str(here)), why=error.strerror
            )
            yield Source(None, (), str(here), False, Bad(why))


def _logs_in_other_folders(folder: Path) -> dict[Path, tuple[Path, ...]]:
    """fio's logs below a folder that lie apart from the result that names them, by that result.
    Nothing is opened where no log lies in a folder without its result."""
    folders: dict[Path, Mapping[str, File]] = {}
    count = 0
    made_up: dict[int, str | None] = {}
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            for names in _names_of(here, folders=False):
                count += len(names)
                if count >= MOST_TOGETHER:
                    return {}
                folders[here] = _Listing(here, names)
            waiting += _folders_of(here, made_up)
        except OSError:
            # The unreadable folder is reported where it is read.
            continue
    with_logs = [files for files in folders.values() if any(map(fio_log_rows.log_name, files))]
    if not with_logs or len([files for files in folders.values() if files]) < 2:
        return {}
    return fio_log_links.logs_in_other_folders(folders)


def _of_folder(
    folder: Path, logs_by_result: Mapping[Path, tuple[Path, ...]], leave_alone: LeaveAlone
) -> Iterator[Source]:
    taken = {log for logs in logs_by_result.values() for log in logs}
    for names in _names_of(folder, folders=False):
        files = _Listing(folder, names)
        if alone := leave_alone():
            files.drop([name for name in names if _id_of(folder / name) in alone])
        here = [result for result in logs_by_result if result.parent == folder]
        for result in [result for result in here if result.name in files]:
            group = (result, *logs_by_result[result])
            yield _together(LOGS, tuple(File(path, str(path)) for path in group))
            files.drop([result.name])
        files.drop([log.name for log in taken if log.parent == folder])
        for form in FOLDERS:
            claimed = _file_groups(form, files)
            # A result that names the logs of several groups belongs to each of them.
            yield from [_together(form, tuple(files[name] for name in names)) for names in claimed]
            files.drop(name for names in claimed for name in names)
        for file in files.values():
            # The folder beside this file has the same figures for each VM.
            if not hcibench_result.of_a_folder(file.path):
                yield _source(None, file, named=False)


def _id_of(path: Path) -> tuple[int, int] | None:
    try:
        at = path.stat()
    except OSError:
        # The unreadable file is reported where it is read.
        return None
    return at.st_dev, at.st_ino


def _folders_of(folder: Path, made_up: dict[int, str | None]) -> Iterator[Path]:
    for names in _names_of(folder, folders=True):
        for name in names:
            if _pseudo_file_system(folder / name, made_up) is None:
                yield folder / name


def _names_of(folder: Path, *, folders: bool) -> Iterator[list[str]]:
    """Names of its files, or of its folders, in order, at most MOST_TOGETHER at once. The folder is
    gone through anew for each such part. Hidden ones and links to folders are left out."""
    after = ""
    while True:
        with os.scandir(folder) as entries:
            wanted = (
                entry.name
                for entry in entries
                if entry.name > after
                and not entry.name.startswith(".")
                and (entry.is_dir(follow_symlinks=False) if folders else entry.is_file())
            )
            names = heapq.nsmallest(MOST_TOGETHER, wanted)
        if names:
            yield names
        if len(names) < MOST_TOGETHER:
            return
        after = names[-1]
