"""What was there before: the journal of every change that a policy made, and the lock of who makes
them.

One file in this user's state folder, a JSON object a line, appended and on the disk (fsync) before
the step that it tells is taken:

    begin    an apply of a file begins: its number
    before   an item's place, what was there, what is to be there; then the item is written
    set      reading gave what was to be there
    back     reading gave what was there before
    inherit  another file needs the item, too: what was there before is its to put back, later

A kill leaves a line half written at the end at most: it tells of a step that was not taken, and is
cut off. So that a file that was cut otherwise (a full disk, a copy that ended early) is not taken
for that, and no limit is forgotten, each line is written a second time, into `policy.journal.copy`,
once the first is on the disk; and each has a checksum over itself and the one before it. What one
file lacks the other has. Where both are damaged nothing is changed, and the user is told.

What is not `back` is still to be put back. An item may be changed several times: its entries are a
chain, whose first `before` is what was there without us. Nothing in a line is a command: a place is
understood by its back end alone.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import zlib
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import state
from plimsoll.base.errors import InputError, IoError, RefusedError
from plimsoll.features.policy.backends.contract import Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.features.policy.backends.contract import Place, State

NAME = "policy.journal"
COPY = "policy.journal.copy"
LOCK = "policy.lock"
SCHEMA = "plimsoll.policy_journal/1"
_PLAIN = os.O_NOFOLLOW | os.O_CLOEXEC
MOST_BYTES = 256 << 20


@dataclass(frozen=True)
class Entry:
    """A change: what an item was, and what it was to be."""

    id: int
    apply: int
    file: str
    kind: str
    """Of the back end."""
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
        """By which an item is known."""
        return key_of(self.kind, self.place)


@dataclass(frozen=True)
class Chain:
    """All changes of an item that are not put back, in order."""

    entries: tuple[Entry, ...]
    set_ids: frozenset[int]

    @property
    def last(self) -> Entry:
        """The latest."""
        return self.entries[-1]

    @property
    def original(self) -> State | None:
        """What was there before the first."""
        return self.entries[0].before

    def others(self, file: str) -> list[str]:
        """The files beside this one that need the item (a tag), too."""
        return sorted({entry.file for entry in self.entries} - {file})

    @property
    def confirmed(self) -> bool:
        """Whether the latest is known to have been made."""
        return self.last.id in self.set_ids

    def ours(self, now: State | None) -> bool:
        """Whether what is there now can be what we made, or were making when we were ended: each
        key as one of the changes found it, or wanted it."""
        known = [self.entries[0].before, *(entry.wanted for entry in self.entries)]
        # A change that was under way when somebody else's value stood there overwrote it knowingly.
        known += [entry.before for entry in self.entries]
        if now is None or any(one is None for one in known):
            return now in known
        tables = [one for one in known if one is not None]
        return all(any(one.get(key) == value for one in tables) for key, value in now.items())


def key_of(kind: str, place: Place) -> str:
    """By which an item is known."""
    return json.dumps([kind, place], sort_keys=True, ensure_ascii=True)


def limits_of(kind: str, place: Place) -> list[str]:
    """What an item sets, whichever volume it is set for: the limit, and then what a scheduler has
    of the volume alone. Items of two files may have nothing of these in common."""
    place = place | {
        # However the file writes its path, it is one socket.
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
    """The journal, read and held open by who may write it."""

    descriptors: tuple[int, ...]
    """Of the file and its copy; none for who only reads."""
    chains: dict[str, Chain]
    next_id: int
    next_apply: int
    removed: dict[str, str] = field(default_factory=dict)
    """When an item's changes were put back, by its key; none of what was only forgotten."""
    begun: dict[str, int] = field(default_factory=dict)
    """The number of the last apply of each file, whatever came of it."""
    check: int = 0
    """The checksum of the last line."""
    mended: str = ""
    """What was amiss with the file and was made good from its copy."""

    def of_file(self, file: str) -> list[Chain]:
        """The items that a policy file has changed or needs, in the order of their first
        change."""
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
        """When the changes of an item were put back, where that is known."""
        return self.removed.get(key_of(kind, place)) or None

    def before(self, file: str, apply: int, kind: str, item: Item, found: State | None) -> Entry:
        """Notes what an item is, before it is changed."""
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
        held = self.chains.get(entry.key)
        entries = (*(held.entries if held else ()), entry)
        self.chains[entry.key] = Chain(entries, held.set_ids if held else frozenset())
        return entry

    def set(self, entry: Entry) -> None:
        """Notes that reading gave what was wanted."""
        self._append({"step": "set", "id": entry.id})
        held = self.chains[entry.key]
        self.chains[entry.key] = Chain(held.entries, held.set_ids | {entry.id})

    def back(self, entries: tuple[Entry, ...], *, forgotten: bool = False) -> None:
        """Notes that reading gave what was there before these, which are the latest of an item;
        or, forgotten, that nobody can read it any more."""
        at = {} if forgotten else {"at": datetime.now(UTC).isoformat(timespec="seconds")}
        self._append({"step": "back", "ids": [entry.id for entry in entries], **at})
        gone = {entry.id for entry in entries}
        held = self.chains.pop(entries[0].key)
        if left := tuple(entry for entry in held.entries if entry.id not in gone):
            self.chains[entries[0].key] = Chain(left, held.set_ids)

    def restart(self, chain: Chain, apply: int, found: State | None) -> None:
        """Notes anew what an item was without us. Ended between its lines, the next apply does it
        again: the changes that it follows are still there."""
        last = chain.last
        item = Item(last.what, last.name, last.place, last.wanted, last.policy, last.version)
        entry = self.before(last.file, apply, last.kind, item, found)
        if chain.confirmed:
            self.set(entry)
        self.back(chain.entries, forgotten=True)

    def release(self, chain: Chain, entries: tuple[Entry, ...]) -> None:
        """Notes that a file needs an item no longer, and others do: what was there without us is
        theirs to put back from now on. Ended between its lines, it is done again."""
        gone = {entry.id for entry in entries}
        heir = next((entry for entry in chain.entries if entry.id not in gone), None)
        if heir is not None and chain.entries[0].id in gone:
            found = chain.original
            self._append({"step": "inherit", "id": heir.id, "before": found})
            kept = (replace(one, before=found) if one is heir else one for one in chain.entries)
            self.chains[heir.key] = Chain(tuple(kept), chain.set_ids)
        self.back(entries, forgotten=True)

    def begin(self, file: str) -> int:
        """Notes that an apply begins; its number."""
        number = self.next_apply
        self._append({"step": "begin", "apply": number, "file": file})
        self.next_apply += 1
        self.begun[file] = number
        return number

    def _append(self, line: dict[str, Any]) -> None:
        check = _check(line, self.check)
        text = json.dumps({**line, "check": check}, sort_keys=True, ensure_ascii=True)
        try:
            # One after the other: a half line in both was not left by a kill.
            for descriptor in self.descriptors:
                _write(descriptor, text.encode() + b"\n")
        except OSError as error:
            raise IoError(
                f"cannot write {state.place() / NAME}: {error.strerror}",
                "Nothing more was changed.",
            ) from None
        self.check = check


@contextlib.contextmanager
def writing() -> Iterator[Journal]:
    """The journal for who changes things. Raises RefusedError while another does."""
    with (
        state.opened(make=True) as folder,
        _locked(folder),
        _open(folder, NAME) as kept,
        _open(folder, COPY) as copy,
    ):
        found = _whole(_content(kept), _content(copy))
        try:
            for descriptor in (kept, copy):
                _make(descriptor, found.text)
            os.fsync(folder)
        except OSError as error:
            raise IoError(f"cannot write {state.place() / NAME}: {error.strerror}") from None
        yield _journal((kept, copy), found)


def reading() -> Journal:
    """The journal as it is, for who changes nothing."""
    try:
        with state.opened(make=False) as folder:
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
        raise IoError(f"cannot open {state.place() / name}: {error.strerror}") from None
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
    """Whole lines, and what was amiss."""

    text: bytes
    mended: str = ""


def _whole(kept: bytes, copy: bytes) -> _WholeLines:
    """What the journal says, from the file and its copy. Raises InputError where it cannot be
    known."""
    place = state.place() / NAME
    lines, other = (text[: text.rfind(b"\n") + 1] for text in (kept, copy))
    damaged, copy_damaged = _damaged_line(lines), _damaged_line(other)
    if damaged is None and (lines.startswith(other) or copy_damaged is not None):
        # The copy lacks at most what a kill kept from it.
        if len(lines) < len(kept) and (len(other) < len(copy) or not copy):
            so_the_copy = "so does its copy" if copy else "it has no copy"
            raise InputError(
                f"{place} ends within a line, and {so_the_copy}: what policies changed later is"
                " not known",
                f"Compare each volume with its policy (plimsoll policy show FILE), put back what"
                f" was changed by hand, and move {place} and {COPY} away.",
            )
        return _WholeLines(lines)
    if copy_damaged is None and (other.startswith(lines) or damaged is not None):
        return _WholeLines(
            other,
            f"{place} was damaged ({len(lines):,} of {len(other):,} bytes were whole) and was"
            f" completed from {COPY}",
        )
    raise InputError(
        f"{place}:{damaged} is damaged" if damaged else f"{place} and {COPY} disagree",
        "They say how to put back what policies changed: restore them from a backup, or put"
        " things back by hand and move both away.",
    )


def _damaged_line(text: bytes) -> int | None:
    """The first line that is not what was written; none where all are."""
    last = 0
    for number, line in enumerate(text.splitlines(), 1):
        try:
            said = json.loads(line)
            check = said.pop("check", None)
            # Those of an earlier version have none.
            if check is not None and check != (last := _check(said, last)):
                return number
        except (ValueError, TypeError, AttributeError, RecursionError):
            return number
    return None


def _check(line: dict[str, Any], last: int) -> int:
    """The checksum of a line, and of all before it."""
    return zlib.crc32(json.dumps(line, sort_keys=True, ensure_ascii=True).encode(), last)


def _make(descriptor: int, text: bytes) -> None:
    """Makes this its content, on the disk."""
    there = _content(descriptor)
    if there == text:
        return
    same = next(
        (at for at, (one, other) in enumerate(zip(there, text, strict=False)) if one != other),
        min(len(there), len(text)),
    )
    os.ftruncate(descriptor, same)
    _write(descriptor, text[same:])


def _write(descriptor: int, text: bytes) -> None:
    """Appends it, on the disk when this returns."""
    while text:
        text = text[os.write(descriptor, text) :]
    os.fsync(descriptor)


@contextlib.contextmanager
def _locked(folder: int) -> Iterator[None]:
    # flock(2): gone with the process that holds it, however that ends.
    descriptor = os.open(LOCK, os.O_RDWR | os.O_CREAT | _PLAIN, 0o600, dir_fd=folder)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip()
            raise RefusedError(
                f"another plimsoll policy is changing things (process {holder or 'unknown'})",
                "Wait for it to end.",
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _content(descriptor: int) -> bytes:
    size = os.fstat(descriptor).st_size
    if size > MOST_BYTES:
        raise InputError(f"{state.place() / NAME} is larger than {MOST_BYTES >> 20} MiB")
    return os.pread(descriptor, size, 0)


def _journal(descriptors: tuple[int, ...], found: _WholeLines) -> Journal:
    entries: dict[int, Entry] = {}
    was_set: set[int] = set()
    begun: dict[str, int] = {}
    removed: dict[str, str] = {}
    last_id = last_apply = check = 0
    for number, line in enumerate(found.text.splitlines(), 1):
        try:
            said = json.loads(line)
            check = said.pop("check", check)
            step = said.pop("step")
            if step == "begin":
                begun[said["file"]] = last_apply = max(last_apply, int(said["apply"]))
            elif step == "before":
                entry = Entry(**said)
                entries[entry.id] = entry
                last_id, last_apply = max(last_id, entry.id), max(last_apply, entry.apply)
                begun[entry.file] = entry.apply
            elif step == "set":
                was_set.add(said["id"])
            elif step == "inherit":
                heir = entries[said["id"]]
                entries[heir.id] = replace(heir, before=said["before"])
            else:
                for one in said["ids"]:
                    if (gone := entries.pop(one, None)) is not None:
                        removed[gone.key] = said.get("at", "")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(
                f"{state.place() / NAME}:{number} is damaged",
                "It says how to put back what policies changed: restore it from a copy, or put"
                " things back by hand and move the file away.",
            ) from None
    chains: dict[str, Chain] = {}
    for entry in entries.values():
        held = chains.get(entry.key)
        chains[entry.key] = Chain((*(held.entries if held else ()), entry), frozenset(was_set))
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
