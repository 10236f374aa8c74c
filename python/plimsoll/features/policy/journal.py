"""The journal of every change that a policy made, and the lock for changes.

One file in this user's state folder, a JSON object a line, each synced to disk before its step is
taken:

    begin    an apply of a file begins: its number
    before   an item's place, its state now and the wanted one; then the item is written
    set      the wanted state was read back
    back     the original state was read back
    inherit  another file needs the item, too, and restores its original state later

A kill leaves at most half a line at the end. It belongs to a step that was not taken, and is cut
off. To tell it from other damage (a full disk, a partial copy), each line is also written to
`policy.journal.copy` once the first is on disk, and has a checksum over itself and the line before.
Each file repairs the other. Where both are damaged nothing is changed, and the user gets an error.

An item may change several times: its entries are a chain, whose first `before` is the original
state. Entries without `back` are still to be restored. Nothing in a line is a command: only its
back end interprets a place.
"""

import contextlib
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from plimsoll.base import posix, state
from plimsoll.base.errors import InputError, IoError, RefusedError
from plimsoll.base.posix import fcntl
from plimsoll.features.policy.backends.contract import Item, Place, State
from plimsoll.features.policy.messages import message

NAME = "policy.journal"
COPY = "policy.journal.copy"
LOCK = "policy.lock"
SCHEMA = "plimsoll.policy_journal/1"
_PLAIN = posix.O_NOFOLLOW | posix.O_CLOEXEC
MOST_BYTES = 256 << 20


@dataclass(frozen=True)
class Entry:
    """A change: what an item was, and what it was to be."""

    id: int
    apply: int
    file: str
    kind: str
    """Kind of the back end."""
    what: str
    name: str
    place: Place
    before: State | None
    wanted: State | None
    policy: str
    version: int
    at: str

    @property
    def key(self) -> str:
        """Identity of the item."""
        return key_of(self.kind, self.place)

    def item(self, wanted: State | None) -> Item:
        """The item with another wanted state."""
        return Item(self.what, self.name, self.place, wanted, self.policy, self.version)


@dataclass(frozen=True)
class Chain:
    """All changes of an item that are not restored, in order."""

    entries: tuple[Entry, ...]
    set_ids: frozenset[int]

    @property
    def last(self) -> Entry:
        """The latest change."""
        return self.entries[-1]

    @property
    def original(self) -> State | None:
        """The state before the first change."""
        return self.entries[0].before

    def other_files(self, file: str) -> list[str]:
        """Other files that need the item, such as a tag."""
        return sorted({entry.file for entry in self.entries} - {file})

    @property
    def is_confirmed(self) -> bool:
        """Whether the latest change is known to have been made."""
        return self.last.id in self.set_ids

    def may_be_ours(self, now: State | None) -> bool:
        """Whether the state now may be ours: each key has a value that one of the changes found or
        wanted."""
        known = [self.entries[0].before, *(entry.wanted for entry in self.entries)]
        # A killed change may have left a value that somebody else had set before.
        known += [entry.before for entry in self.entries]
        if now is None or any(state is None for state in known):
            return now in known
        tables = [state for state in known if state is not None]
        return all(any(table.get(key) == value for table in tables) for key, value in now.items())


def key_of(kind: str, place: Place) -> str:
    """Identity of an item."""
    return json.dumps([kind, place], sort_keys=True, ensure_ascii=True)


def limits_of(kind: str, place: Place) -> list[str]:
    """Keys of the limit that an item sets and of its scheduler entry, independent of the volume.
    Items of two files must not share one."""
    place = place | {
        # Different paths may lead to one socket.
        key: os.path.realpath(place[key])
        for key in ("control", "qmp", "mount")
        if key in place
    }
    own = {key: value for key, value in place.items() if key not in ("volume", "scheduler")}
    found = [key_of(kind, own)]
    if "scheduler" in place:
        found.append(key_of(kind, {key: value for key, value in place.items() if key != "element"}))
    return found


@dataclass
class Journal:
    """The journal in memory, and its open files for the writer."""

    descriptors: tuple[int, ...]
    """The file and its copy; empty for a reader."""
    chains: dict[str, Chain]
    next_id: int
    next_apply: int
    removed: dict[str, str] = field(default_factory=dict)
    """Time of an item's removal, by its key. Empty for records that were dropped."""
    begun: dict[str, int] = field(default_factory=dict)
    """Number of the last apply of each file, even if it failed."""
    check: int = 0
    """The checksum of the last line."""
    mended: str = ""
    """Damage to the file that was repaired from its copy."""

    def of_file(self, file: str) -> list[Chain]:
        """The items that a policy file changed or needs, by their first change."""
        return sorted(
            (
                chain
                for chain in self.chains.values()
                if any(entry.file == file for entry in chain.entries)
            ),
            key=lambda chain: chain.entries[0].id,
        )

    def of_item(self, kind: str, place: Place) -> Chain | None:
        """The changes of an item."""
        return self.chains.get(key_of(kind, place))

    def removed_at(self, kind: str, place: Place) -> str | None:
        """Time of an item's removal, if known."""
        return self.removed.get(key_of(kind, place)) or None

    def record_before(
        self, file: str, apply: int, kind: str, item: Item, found: State | None
    ) -> Entry:
        """Records the state of an item before a change."""
        entry = Entry(
            id=self.next_id,
            apply=apply,
            file=file,
            kind=kind,
            what=item.what,
            name=item.name,
            place=item.place,
            before=found,
            wanted=item.wanted,
            policy=item.policy,
            version=item.version,
            at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        self._append({"step": "before", **vars(entry)})
        self.next_id += 1
        chain = self.chains.get(entry.key)
        entries = (*(chain.entries if chain else ()), entry)
        self.chains[entry.key] = Chain(entries, chain.set_ids if chain else frozenset())
        return entry

    def record_set(self, entry: Entry) -> None:
        """Records that the wanted state was read back."""
        self._append({"step": "set", "id": entry.id})
        chain = self.chains[entry.key]
        self.chains[entry.key] = Chain(chain.entries, chain.set_ids | {entry.id})

    def record_restore(self, entries: tuple[Entry, ...], *, forgotten: bool = False) -> None:
        """Records that the state before these entries, the latest of an item, was read back; or,
        forgotten, that nobody can read it any more."""
        at = {} if forgotten else {"at": datetime.now(UTC).isoformat(timespec="seconds")}
        self._append({"step": "back", "ids": [entry.id for entry in entries], **at})
        gone = {entry.id for entry in entries}
        chain = self.chains.pop(entries[0].key)
        if left := tuple(entry for entry in chain.entries if entry.id not in gone):
            self.chains[entries[0].key] = Chain(left, chain.set_ids)

    def restart(self, chain: Chain, apply: int, found: State | None) -> None:
        """Records another original state of an item. After a kill between its lines the next apply
        repeats it: the earlier changes are still there."""
        last = chain.last
        entry = self.record_before(last.file, apply, last.kind, last.item(last.wanted), found)
        if chain.is_confirmed:
            self.record_set(entry)
        self.record_restore(chain.entries, forgotten=True)

    def release(self, chain: Chain, entries: tuple[Entry, ...]) -> None:
        """Records that a file no longer needs an item and other files do: they restore its original
        state. After a kill between its lines it is repeated."""
        gone = {entry.id for entry in entries}
        heir = next((entry for entry in chain.entries if entry.id not in gone), None)
        if heir is not None and chain.entries[0].id in gone:
            found = chain.original
            self._append({"step": "inherit", "id": heir.id, "before": found})
            entries_left = (
                replace(entry, before=found) if entry is heir else entry for entry in chain.entries
            )
            self.chains[heir.key] = Chain(tuple(entries_left), chain.set_ids)
        self.record_restore(entries, forgotten=True)

    def record_begin(self, file: str) -> int:
        """Records the begin of an apply and returns its number."""
        number = self.next_apply
        self._append({"step": "begin", "apply": number, "file": file})
        self.next_apply += 1
        self.begun[file] = number
        return number

    def _append(self, line: dict[str, Any]) -> None:
        check = _check(line, self.check)
        text = json.dumps({**line, "check": check}, sort_keys=True, ensure_ascii=True)
        try:
            # Sequentially, so that a kill cannot leave half a line in both.
            for descriptor in self.descriptors:
                _write(descriptor, text.encode() + b"\n")
        except OSError as error:
            raise IoError(
                *message.refusal("cannot-write", place=state.place() / NAME, error=error.strerror)
            ) from None
        self.check = check


@contextlib.contextmanager
def locked_journal() -> Iterator[Journal]:
    """The journal for writing. Raises RefusedError while another process writes."""
    with (
        state.open_folder(make=True) as folder,
        _lock(folder),
        _open(folder, NAME) as original,
        _open(folder, COPY) as copy,
    ):
        found = _whole(_content(original), _content(copy))
        try:
            for descriptor in (original, copy):
                _make(descriptor, found.text)
            os.fsync(folder)
        except OSError as error:
            raise IoError(
                message("cannot-write", place=state.place() / NAME, error=error.strerror)
            ) from None
        yield _journal((original, copy), found)


def read_journal() -> Journal:
    """The journal for reading."""
    try:
        with state.open_folder(make=False) as folder:
            found = _whole(*(_read(folder, name) for name in (NAME, COPY)))
    except FileNotFoundError:
        found = _WholeLines(b"")
    return _journal((), found)


@contextlib.contextmanager
def _open(folder: int, name: str) -> Iterator[int]:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | _PLAIN
    try:
        descriptor = os.open(name, flags, 0o600, dir_fd=folder)
    except OSError as error:
        raise IoError(
            message("cannot-open", place=state.place() / name, error=error.strerror)
        ) from None
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _read(folder: int, name: str) -> bytes:
    try:
        descriptor = os.open(name, os.O_RDONLY | _PLAIN, dir_fd=folder)
    except FileNotFoundError:
        return b""
    try:
        return _content(descriptor)
    finally:
        os.close(descriptor)


class _WholeLines(NamedTuple):
    """Whole lines, and a note on repaired damage."""

    text: bytes
    mended: str = ""


def _whole(original: bytes, copy: bytes) -> _WholeLines:
    """The undamaged lines of the file or its copy. Raises InputError where neither is complete."""
    place = state.place() / NAME
    lines, other = (text[: text.rfind(b"\n") + 1] for text in (original, copy))
    damaged, copy_damaged = _damaged_line(lines), _damaged_line(other)
    if damaged is None and (lines.startswith(other) or copy_damaged is not None):
        # The copy lacks at most the line of a kill.
        if len(lines) < len(original) and (len(other) < len(copy) or not copy):
            raise InputError(
                message("journal-ends-copy" if copy else "journal-ends", place=place),
                message("compare-and-move", place=place, copy=COPY),
            )
        return _WholeLines(lines)
    if copy_damaged is None and (other.startswith(lines) or damaged is not None):
        return _WholeLines(
            other,
            message(
                "journal-mended",
                place=place,
                whole=f"{len(lines):,}",
                all=f"{len(other):,}",
                copy=COPY,
            ),
        )
    raise InputError(
        message("journal-damaged", place=place, line=damaged)
        if damaged
        else message("journals-disagree", place=place, copy=COPY),
        message("restore-both"),
    )


def _damaged_line(text: bytes) -> int | None:
    """Number of the first damaged line; None if all are whole."""
    last = 0
    for number, line in enumerate(text.splitlines(), 1):
        try:
            content = json.loads(line)
            check = content.pop("check", None)
            # Lines of an earlier version have no checksum.
            if check is not None and check != (last := _check(content, last)):
                return number
        except (ValueError, TypeError, AttributeError, RecursionError):
            return number
    return None


def _check(line: dict[str, Any], last: int) -> int:
    """The checksum of a line and all before it."""
    return zlib.crc32(json.dumps(line, sort_keys=True, ensure_ascii=True).encode(), last)


def _make(descriptor: int, text: bytes) -> None:
    """Makes this text the content of the file, on disk."""
    current = _content(descriptor)
    if current == text:
        return
    same = next(
        (at for at, (old, new) in enumerate(zip(current, text, strict=False)) if old != new),
        min(len(current), len(text)),
    )
    os.ftruncate(descriptor, same)
    _write(descriptor, text[same:])


def _write(descriptor: int, text: bytes) -> None:
    """Appends the text and syncs it."""
    while text:
        text = text[os.write(descriptor, text) :]
    os.fsync(descriptor)


@contextlib.contextmanager
def _lock(folder: int) -> Iterator[None]:
    # The kernel drops a flock(2) with its process.
    descriptor = os.open(LOCK, os.O_RDWR | os.O_CREAT | _PLAIN, 0o600, dir_fd=folder)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip()
            raise RefusedError(
                *message.refusal("another-process", "wait-for-it", process=holder or "unknown")
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _content(descriptor: int) -> bytes:
    size = os.fstat(descriptor).st_size
    if size > MOST_BYTES:
        raise InputError(
            message("journal-too-large", place=state.place() / NAME, most=MOST_BYTES >> 20)
        )
    return os.pread(descriptor, size, 0)


def _journal(descriptors: tuple[int, ...], found: _WholeLines) -> Journal:
    entries: dict[int, Entry] = {}
    was_set: set[int] = set()
    begun: dict[str, int] = {}
    removed: dict[str, str] = {}
    last_id = last_apply = check = 0
    for number, line in enumerate(found.text.splitlines(), 1):
        try:
            step_line = json.loads(line)
            check = step_line.pop("check", check)
            step = step_line.pop("step")
            if step == "begin":
                begun[step_line["file"]] = last_apply = max(last_apply, int(step_line["apply"]))
            elif step == "before":
                entry = Entry(**step_line)
                entries[entry.id] = entry
                last_id, last_apply = max(last_id, entry.id), max(last_apply, entry.apply)
                begun[entry.file] = entry.apply
            elif step == "set":
                was_set.add(step_line["id"])
            elif step == "inherit":
                heir = entries[step_line["id"]]
                entries[heir.id] = replace(heir, before=step_line["before"])
            else:
                for entry_id in step_line["ids"]:
                    if (gone := entries.pop(entry_id, None)) is not None:
                        removed[gone.key] = step_line.get("at", "")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(
                *message.refusal("journal-damaged", place=state.place() / NAME, line=number)
            ) from None
    chains: dict[str, Chain] = {}
    for entry in entries.values():
        chain = chains.get(entry.key)
        chains[entry.key] = Chain((*(chain.entries if chain else ()), entry), frozenset(was_set))
    return Journal(
        descriptors,
        chains,
        last_id + 1,
        last_apply + 1,
        removed=removed,
        begun=begun,
        check=check,
        mended=found.mended,
    )
