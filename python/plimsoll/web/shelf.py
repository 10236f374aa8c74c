"""The shelf: the stores that this server shows, and every campaign of them in a line.

A store is called by an id that says nothing of its path, and only ids of stores that were named at
the start (or lie in the folder that was) lead anywhere. Stores are opened read-only and stay open:
opening one reads all of it. A page has a connection to itself and sees one moment of the store;
connections wait here for the next page. What a finished campaign's line says is worked out once.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import threading
import time
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base.errors import InputError, PlimsollError
from plimsoll.campaign import damage
from plimsoll.store import Store
from plimsoll.store.imports import KIND
from plimsoll.store.opening import is_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.report.describe import First
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.store import CampaignRow, Labels
    from plimsoll.store.labels import Note

NEW = "new"
"""Instead of a store's id: one that is made, where the shelf is a folder."""
REST = 20
"""The line of a running campaign is shown so many times as long as it took to work out: who loads
the shelf again and again costs a twentieth of a processor at most."""
MOST_STORES = 500
"""Of a folder: more are not listed, which is told."""


@dataclass(frozen=True)
class Against:
    """How a key number lies to that of the baseline."""

    name: str
    """What the baseline is called."""
    address: str
    """Its page."""
    words: str
    """`+4.2 %`; where the two cannot be divided, what the baseline has."""
    rest: str = ""
    """How much that says."""
    change: float | None = None
    """As a share, to sort by."""


@dataclass(frozen=True)
class Entry:
    """A campaign on the shelf."""

    store: str
    number: int
    store_name: str
    kind: str
    name: str
    target: str
    objective: str
    state: Literal["running", "finished", "interrupted", "abandoned"]
    answer: str
    first: First
    """How the answer stands, in short: the first screen of its report."""
    curve: tuple[tuple[float, float], ...]
    """p99 response time in ns over the offered rate, of the Runs that have both."""
    runs: int
    began_ns: int
    reports: tuple[tuple[str, str], ...]
    """Names and summaries of the reports that have something to say of it."""
    labels: Labels
    """What people say of it: tags, put away, baseline."""
    notes: tuple[Note, ...]
    question: str
    """The same of those that asked the same of the same target."""
    against: Against | None = None
    """How it lies to the baseline of its question, where there is one; filled in by
    `baseline.held_against`."""
    dated: str | None = None
    """Of an import when its Runs were measured, as far as the files tell it: `began_ns` is when
    they were imported."""

    @property
    def id(self) -> str:
        """How pages call it."""
        return f"{self.store}.{self.number}"

    @property
    def address(self) -> str:
        """Its page."""
        return f"/campaign/{self.store}/{self.number}"


@dataclass(frozen=True)
class _Line:
    """The line of a campaign as it was worked out."""

    stamp: object
    """What it was worked out from."""
    entry: Entry
    until_s: float
    """Of one that runs: how long it may be shown, by the monotonic clock."""


class _ThreadStores(threading.local):
    """The stores that the page of this thread reads."""

    def __init__(self) -> None:
        self.stores: dict[Path, Store] = {}


@dataclass
class Shelf:
    """Stores by name: those that were given, or those that lie in a folder."""

    files: tuple[Path, ...] = ()
    folder: Path | None = None
    _open: dict[Path, tuple[object, Store]] = field(default_factory=dict)
    _idle: dict[Path, list[tuple[object, Store]]] = field(default_factory=dict)
    _mine: _ThreadStores = field(default_factory=_ThreadStores)
    _lines: dict[tuple[str, int], _Line] = field(default_factory=dict)
    _looked: dict[Path, tuple[object, InputError | None]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def home(self) -> Path:
        """The folder where a campaign that is started here keeps its file and its log."""
        return self.folder or self.files[0].parent

    def paths(self) -> dict[str, Path]:
        """Every store by id, those that are not there yet too when they were named."""
        found = list(self.files)
        if self.folder is not None:
            try:
                found += [path for path in sorted(self.folder.iterdir()) if _is_store(path)][
                    :MOST_STORES
                ]
            except OSError:
                return {}
        return {id_of(path): path for path in found}

    def path(self, store: str) -> Path | None:
        """The store of this id."""
        return self.paths().get(store)

    @contextlib.contextmanager
    def reading(self, path: Path) -> Iterator[Store]:
        """A store as it is at one moment, the same for all that a page reads of it. Raises what
        opening it does."""
        mine = self._mine.stores
        if path in mine:
            yield mine[path]
            return
        stamp, store = self._take_connection(path)
        mine[path] = store
        try:
            with store.snapshot():
                yield store
        finally:
            del mine[path]
            with self._lock:
                self._idle.setdefault(path, []).append((stamp, store))

    def _take_connection(self, path: Path) -> tuple[object, Store]:
        """A connection that nobody uses, or a new one."""
        with self._lock:
            idle = self._idle.get(path, [])
            while idle:
                stamp, store = idle.pop()
                if stamp == _stamp(path):
                    return stamp, store
                store.close()
        store = Store.open(path, create=False, read_only=True)
        return _stamp(path), store

    def opened(self, path: Path) -> Store:
        """A store for what looks at it again and again, in snapshots of its own; it stays open.
        Raises what opening it does."""
        with self._lock:
            known = self._open.get(path)
            if known is not None and known[0] == _stamp(path):
                return known[1]
            # Another file has taken its place, or its log another's: what was open would show the
            # past. It is not closed here: somebody may just be reading from it, and the last of
            # them closes it.
            self._open.pop(path, None)
            store = Store.open(path, create=False, read_only=True)
            self._open[path] = (_stamp(path), store)
            return store

    def damage_of(self, path: Path) -> InputError | None:
        """What in this store is not what it should be, if something is: looked at once, until it
        changes."""
        stamp = write_stamp(path)
        known = self._looked.get(path)
        if known is None or known[0] != stamp:
            known = self._looked[path] = (stamp, damage.of(path))
        return known[1]

    def damage(self) -> InputError | None:
        """The same of all stores that are open."""
        with self._lock:
            paths = list({**self._open, **self._idle})
        return next((found for path in paths if (found := self.damage_of(path)) is not None), None)

    def close(self) -> None:
        """Closes every store."""
        with self._lock:
            for _, store in (*self._open.values(), *itertools.chain(*self._idle.values())):
                store.close()
            self._open.clear()
            self._idle.clear()

    def entries(self) -> tuple[list[Entry], list[str]]:
        """Every campaign, what runs first, then the newest; and what could not be read, in
        words."""
        found: list[Entry] = []
        troubles: list[str] = []
        for name, path in self.paths().items():
            if not path.exists():
                continue
            # One that cannot be read does not hide the others.
            try:
                with damage.damage_errors(partial(self.damage_of, path)), self.reading(path) as store:
                    self._add(name, store, found, troubles)
            except (PlimsollError, OSError) as error:
                troubles.append(str(error))
        return sorted(found, key=lambda one: (one.state != "running", -one.began_ns)), troubles

    def _add(self, name: str, store: Store, found: list[Entry], troubles: list[str]) -> None:
        """The campaigns of a store, and what of them could not be read."""
        for row in store.campaigns():
            try:
                with damage.damage_errors(partial(self.damage_of, store.path)):
                    found.append(self.entry(name, store, row))
            except (PlimsollError, OSError) as error:
                troubles += [str(error)] if str(error) not in troubles else []

    def baselines(self) -> list[Entry]:
        """The baselines, among the stores that are open: opening one reads all of it."""
        with self._lock:
            paths = list({**self._open, **self._idle})
        found = []
        for path in paths:
            with contextlib.suppress(PlimsollError, OSError), self.reading(path) as store:
                found += [
                    self.entry(id_of(path), store, row)
                    for row in store.campaigns()
                    if row.labels.baseline
                ]
        return found

    def find(self, store: str, number: int) -> tuple[Path, CampaignRow] | None:
        """A campaign, and where its store is; none when there is no such one."""
        with self.campaign(store, number) as found:
            return None if found is None else (found[0].path, found[1])

    @contextlib.contextmanager
    def campaign(self, store: str, number: int) -> Iterator[tuple[Store, CampaignRow] | None]:
        """A campaign, and its store at one moment; none when there is no such one."""
        path = self.path(store)
        if path is None or not path.exists():
            yield None
            return
        with self.reading(path) as opened:
            row = opened.campaign(number)
            yield None if row is None else (opened, row)

    def entry_of(self, store: str, number: int) -> Entry | None:
        """The line of a campaign; none when there is no such one."""
        with self.campaign(store, number) as found:
            return None if found is None else self.entry(store, *found)

    def entry(self, name: str, store: Store, row: CampaignRow) -> Entry:
        """The line of a campaign."""
        newest = store.newest_run()
        # What can change it: its end, a resume, another Run, what is said of it; reports may come
        # with a newer Plimsoll only.
        stamp = (
            store.path,
            row.state,
            row.finished_at_ns,
            None if row.state != "interrupted" or newest is None else newest.id,
            row.labels,
            tuple(store.labels.notes(row.id)),
        )
        key = (name, row.id)
        with self._lock:
            known = self._lines.get(key)
        began_s = time.monotonic()
        if (
            known is not None
            and known.stamp == stamp
            and (row.state != "running" or began_s < known.until_s)
        ):
            return known.entry
        made = _entry(name, store, row)
        now_s = time.monotonic()
        until_s = now_s + REST * (now_s - began_s)
        with self._lock:
            self._lines[key] = _Line(stamp, made, until_s)
        return made


def id_of(path: Path) -> str:
    """How pages call a store."""
    return hashlib.blake2b(str(path.absolute()).encode(), digest_size=6).hexdigest()


def _is_store(path: Path) -> bool:
    """Whether this is a store: a folder may hold anything."""
    try:
        return is_store(path)
    except OSError:
        return False


def _stamp(path: Path) -> object:
    """What a connection that is open stays true with: this file, and this index of its log.

    Where there is none the store may have been opened as one that nobody writes (a folder that we
    cannot write): then any change of the file itself makes the connection old.
    """
    try:
        at = path.stat()
    except OSError:
        return None
    try:
        log = Path(f"{path}-shm").stat()
    except OSError:
        return at.st_dev, at.st_ino, at.st_mtime_ns, at.st_size
    return at.st_dev, at.st_ino, log.st_ino


def write_stamp(store: Path) -> object:
    """Inode, size and time of a store and of its log: any write changes it."""
    found = []
    for path in (store, Path(f"{store}-wal")):
        with contextlib.suppress(OSError):
            at = path.stat()
            found.append((at.st_ino, at.st_size, at.st_mtime_ns))
    return tuple(found)


def _entry(name: str, store: Store, row: CampaignRow) -> Entry:
    from plimsoll.report import first_screen, registry
    from plimsoll.report.evidence import called, dates
    from plimsoll.report.evidence.evidence import gather, promised
    from plimsoll.report.request import ReportRequest

    evidence = gather(store, row.id)
    asked = ReportRequest(store, (row.id,))
    # Read once.
    vars(asked)["evidence"] = evidence
    return Entry(
        store=name,
        number=row.id,
        store_name=store.path.name,
        kind=row.kind,
        name=called.called(evidence),
        target=", ".join(called.targets(evidence)),
        objective=evidence.promised or (promised(row.objective) if row.objective else ""),
        state=row.state,
        answer=_answer(store, evidence),
        first=first_screen.of(asked),
        curve=_curve(evidence),
        runs=len(evidence.runs),
        began_ns=row.started_at_ns,
        reports=tuple((report.name, report.summary) for report in registry.fitting(evidence)),
        labels=row.labels,
        notes=tuple(store.labels.notes(row.id)),
        question=called.question(evidence),
        dated=dates.words(evidence) if row.kind == KIND else None,
    )


def _curve(evidence: Evidence) -> tuple[tuple[float, float], ...]:
    """Of one search: what grew while it ran."""
    if evidence.points:
        return ()
    found = {
        run.offered: p99
        for run in evidence.measured
        if run.offered is not None
        and (p99 := run.figure("all", "response_time", "p99")) is not None
    }
    return tuple(sorted(found.items()))


def _answer(store: Store, evidence: Evidence) -> str:
    from plimsoll.report.campaign import text as campaign_text
    from plimsoll.report.evidence import points
    from plimsoll.report.first import full
    from plimsoll.report.grid import text as grid_text
    from plimsoll.store import kinds

    if evidence.points:
        return grid_text.headline(store, evidence, points.gather(evidence))
    if kinds.of(evidence.campaign).several:
        return campaign_text.headline(store, evidence)
    return full.headline(evidence)
