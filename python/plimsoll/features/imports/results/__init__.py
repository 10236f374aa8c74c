"""Results of other programs. One module per format, in a list of its feature (`registry.py`); a
file is recognised by its content.

`sources` finds the results at given paths; `Source.read` gives their Runs (`run_result.py`),
`record.py` turns those into records. Nothing here writes."""

import hashlib
import heapq
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.base.printable import printable
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results import registry
from plimsoll.features.imports.results.registry import Folder, Format
from plimsoll.features.imports.results.run_result import Result
from plimsoll.features.imports.results.source import Bad, File


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
        whole = isinstance(self.form, Folder) and self.form.apart is None and len(self.files) > 1
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
    for form in registry.formats():
        if form.sniff(head):
            return form
    for form in registry.formats():
        if form.begins is not None and form.begins(head):
            return _behind_messages(file, form.program)
    return None


def _behind_messages(file: File, program: str) -> Format | None:
    """The format of what a program printed behind more messages than a head holds: fio has a line
    for every error."""
    forms = [form for form in registry.formats() if form.program == program]
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
    together = _named_sources(paths)
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


def _named_sources(paths: Sequence[Path]) -> dict[Path, list[Source]]:
    """Groups files that belong together by their names and were given one by one. Each group is at
    the path of its first file; the other paths have an empty list."""
    listed: dict[Path, dict[str, File]] = {}
    for path in paths:
        if path.is_file() and _pseudo_file_system(path, {}) is None:
            listed.setdefault(path.parent, {})[path.name] = File(path, str(path))
    groups = _groups_apart(listed)
    taken = {path for _, group in groups for path in group[1:]}
    for form in registry.folders():
        if form.apart is not None:
            for folder, files in listed.items():
                claimed = _file_groups(form, files)
                groups += [
                    (form, tuple(folder / name for name in names))
                    for names in claimed
                    if folder / names[0] not in taken
                ]
    found: dict[Path, list[Source]] = {}
    for form, group in groups:
        members = tuple(listed[path.parent][path.name] for path in group)
        for file in members:
            found.setdefault(file.path, [])
        found[group[0]].append(_together(form, members, named=True))
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
    alone = len(files) == 1 or form.apart is not None
    shown = files[0].shown if alone else str(files[0].path.parent)
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
    apart = _apart_below(folder)
    waiting = [iter((folder,))]
    while waiting:
        here = next(waiting[-1], None)
        if here is None:
            waiting.pop()
            continue
        try:
            yield from _of_folder(here, apart, leave_alone)
            waiting.append(_folders_of(here, made_up))
        except OSError as error:
            why = partial(
                message, "folder-unreadable", folder=printable(str(here)), why=error.strerror
            )
            yield Source(None, (), str(here), False, Bad(why))


_Groups = list[tuple[Folder, tuple[Path, ...]]]
"""Files that belong together, with their format."""


def _groups_apart(listed: Mapping[Path, Mapping[str, File]]) -> _Groups:
    """Files of several folders that belong together."""
    return [
        (form, (first, *others))
        for form in registry.folders()
        if form.apart is not None
        for first, others in form.apart(listed).items()
    ]


def _apart_below(folder: Path) -> _Groups:
    """Files of several folders below a folder that belong together, such as fio's logs and the
    result that names them."""
    listed: dict[Path, Mapping[str, File]] = {}
    count = 0
    made_up: dict[int, str | None] = {}
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            for names in _names_of(here, folders=False):
                count += len(names)
                if count >= MOST_TOGETHER:
                    return []
                listed[here] = _Listing(here, names)
            waiting += _folders_of(here, made_up)
        except OSError:
            # The unreadable folder is reported where it is read.
            continue
    return _groups_apart(listed)


def _of_folder(folder: Path, apart: _Groups, leave_alone: LeaveAlone) -> Iterator[Source]:
    taken = {path for _, group in apart for path in group[1:]}
    for names in _names_of(folder, folders=False):
        files = _Listing(folder, names)
        if alone := leave_alone():
            files.drop([name for name in names if _id_of(folder / name) in alone])
        for form, group in apart:
            if group[0].parent == folder and group[0].name in files:
                yield _together(form, tuple(File(path, str(path)) for path in group))
                files.drop([group[0].name])
        files.drop([path.name for path in taken if path.parent == folder])
        for form in registry.folders():
            claimed = _file_groups(form, files)
            # A result that names the logs of several groups belongs to each of them.
            yield from [_together(form, tuple(files[name] for name in names)) for names in claimed]
            files.drop(name for names in claimed for name in names)
        for file in files.values():
            if not any(form.repeats and form.repeats(file.path) for form in registry.formats()):
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
