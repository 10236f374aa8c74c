"""The shelf: the stores of this server, with an entry for each campaign.

A store has an id that does not reveal its path. Only stores that were named at the start, or lie in
the named folder, are reachable. They are opened read-only and stay open, since opening reads the
whole file. Each page has a connection of its own and sees one snapshot; idle connections are
reused. The entry of a finished campaign is computed once.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base import language
from plimsoll.base.errors import InputError, PlimsollError
from plimsoll.base.messages import language as reader_language
from plimsoll.campaign import damage
from plimsoll.store import CampaignRow, Labels, Store
from plimsoll.store.imports import KIND
from plimsoll.store.labels import Note
from plimsoll.store.opening import is_store

if TYPE_CHECKING:
    from plimsoll.report.describe import First
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.web.live_document import SearchView

NEW = "new"
"""Id of a new store, where the shelf is a folder."""
REST = 20
"""The entry of a running campaign is reused for this multiple of the time that computing it took,
which limits the cost of reloads to a twentieth of a processor."""
MOST_STORES = 500
"""Limit of listed stores in a folder."""


@dataclass(frozen=True)
class Against:
    """The comparison of a key number with that of the baseline."""

    name: str
    """Name of the baseline."""
    address: str
    """Page of the baseline."""
    words: str
    """`+4.2 %`, or the number of the baseline where there is no ratio."""
    rest: str = ""
    """Whether the intervals overlap."""
    change: float | None = None
    """The change as a share, to sort by."""


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
    states_objective: bool
    """Whether the headline has the objective: it is a row of the first screen otherwise."""
    state: Literal["running", "finished", "interrupted", "abandoned"]
    answer: str
    first: First
    """The first screen of its report."""
    search: SearchView | None
    """The curve of a single search."""
    runs: int
    began_ns: int
    reports: tuple[tuple[str, str], ...]
    """Names and summaries of the reports that cover it."""
    labels: Labels
    notes: tuple[Note, ...]
    question: str
    """Key of its question and target, equal for comparable campaigns."""
    against: Against | None = None
    """The comparison with the baseline of its question, from `baseline.held_against`."""
    dated: str | None = None
    """For an import, the dates of its Runs, if the files have them; `began_ns` is the time of the
    import."""
    undated: bool = False
    """Whether nobody knows when it was measured."""

    @property
    def id(self) -> str:
        """Its id in forms."""
        return f"{self.store}.{self.number}"

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"/campaign/{self.store}/{self.number}"


@dataclass(frozen=True)
class _CachedEntry:
    """An entry in the cache."""

    stamp: object
    """The state of the campaign that it was computed from."""
    entry: Entry
    until_s: float
    """For a running campaign: expiry on the monotonic clock."""


class _ThreadStores(threading.local):
    """The stores that this thread's page reads."""

    def __init__(self) -> None:
        self.stores: dict[Path, Store] = {}


@dataclass
class Shelf:
    """The stores that were named, or those in a folder."""

    files: tuple[Path, ...] = ()
    folder: Path | None = None
    _open: dict[Path, tuple[object, Store]] = field(default_factory=dict)
    _idle: dict[Path, list[tuple[object, Store]]] = field(default_factory=dict)
    _mine: _ThreadStores = field(default_factory=_ThreadStores)
    _entries: dict[tuple[str, int, str], _CachedEntry] = field(default_factory=dict)
    _damages: dict[Path, tuple[object, InputError | None]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def home(self) -> Path:
        """The folder for files and logs of campaigns that are started here."""
        return self.folder or self.files[0].parent

    def paths(self) -> dict[str, Path]:
        """All stores by id, including named ones that do not exist yet."""
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
        """A snapshot of a store, the same for all reads of a page. Raises as `Store.open`."""
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
        """An idle connection, or a new one."""
        with self._lock:
            idle = self._idle.get(path, [])
            while idle:
                stamp, store = idle.pop()
                if stamp == _stamp(path):
                    return stamp, store
                store.close()
        store = Store.open(path, create=False, read_only=True)
        return _stamp(path), store

    def open_store(self, path: Path) -> Store:
        """A store that stays open, for repeated reads in snapshots. Raises as `Store.open`."""
        with self._lock:
            cached = self._open.get(path)
            if cached is not None and cached[0] == _stamp(path):
                return cached[1]
            # The file or its log was replaced, so the old connection would show old data. It is not
            # closed, since another thread may be reading; it closes with its last reference.
            self._open.pop(path, None)
            store = Store.open(path, create=False, read_only=True)
            self._open[path] = (_stamp(path), store)
            return store

    def damage_of(self, path: Path) -> InputError | None:
        """The damage in a store, if any. Cached until the store changes."""
        stamp = write_stamp(path)
        cached = self._damages.get(path)
        if cached is None or cached[0] != stamp:
            cached = self._damages[path] = (stamp, damage.of(path))
        return cached[1]

    def damage(self) -> InputError | None:
        """The first damage in the open stores, if any."""
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
        """All campaigns, running ones first, then newest first; and messages about unreadable
        ones."""
        found: list[Entry] = []
        troubles: list[str] = []
        for name, path in self.paths().items():
            if not path.exists():
                continue
            # An unreadable store does not hide the others.
            try:
                with (
                    damage.damage_errors(partial(self.damage_of, path)),
                    self.reading(path) as store,
                ):
                    self._add(name, store, found, troubles)
            except (PlimsollError, OSError) as error:
                troubles.append(str(error))
        return sorted(
            found, key=lambda entry: (entry.state != "running", -entry.began_ns)
        ), troubles

    def _add(self, name: str, store: Store, found: list[Entry], troubles: list[str]) -> None:
        """Adds the campaigns of a store, and messages about unreadable ones."""
        for row in store.campaigns():
            try:
                with damage.damage_errors(partial(self.damage_of, store.path)):
                    found.append(self.entry(name, store, row))
            except (PlimsollError, OSError) as error:
                troubles += [str(error)] if str(error) not in troubles else []

    def baselines(self) -> list[Entry]:
        """The baselines in the open stores. Others are not opened, which would take long."""
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
        """The path of a store and the row of a campaign; None without one."""
        with self.campaign(store, number) as found:
            return None if found is None else (found[0].path, found[1])

    @contextlib.contextmanager
    def campaign(self, store: str, number: int) -> Iterator[tuple[Store, CampaignRow] | None]:
        """A snapshot of a store and the row of a campaign; None without one."""
        path = self.path(store)
        if path is None or not path.exists():
            yield None
            return
        with self.reading(path) as opened:
            row = opened.campaign(number)
            yield None if row is None else (opened, row)

    def entry_of(self, store: str, number: int) -> Entry | None:
        """The entry of a campaign; None without one."""
        with self.campaign(store, number) as found:
            return None if found is None else self.entry(store, *found)

    def entry(self, name: str, store: Store, row: CampaignRow) -> Entry:
        """The entry of a campaign, from the cache if nothing changed."""
        newest = store.newest_run()
        # An end, a resume, another Run or new labels change the entry.
        stamp = (
            store.path,
            row.state,
            row.finished_at_ns,
            None if row.state != "interrupted" or newest is None else newest.id,
            row.labels,
            tuple(store.labels.notes(row.id)),
        )
        key = (name, row.id, reader_language.get())
        with self._lock:
            cached = self._entries.get(key)
        began_s = time.monotonic()
        if (
            cached is not None
            and cached.stamp == stamp
            and (row.state != "running" or began_s < cached.until_s)
        ):
            return cached.entry
        entry = _entry(name, store, row)
        now_s = time.monotonic()
        until_s = now_s + REST * (now_s - began_s)
        with self._lock:
            self._entries[key] = _CachedEntry(stamp, entry, until_s)
        return entry


def id_of(path: Path) -> str:
    """The id of a store."""
    return hashlib.blake2b(str(path.absolute()).encode(), digest_size=6).hexdigest()


def _is_store(path: Path) -> bool:
    """Whether this is a readable store."""
    try:
        return is_store(path)
    except OSError:
        return False


def _stamp(path: Path) -> object:
    """Identifies the file and its log's index: an open connection is valid while they are the same.

    Without an index the store may be open in immutable mode (in a read-only folder), where any
    change of the file invalidates the connection.
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
    from plimsoll.report.evidence import campaign_identity as called
    from plimsoll.report.evidence import dates
    from plimsoll.report.evidence.evidence import gather, objective_words
    from plimsoll.report.request import ReportRequest
    from plimsoll.web import search_view

    evidence = gather(store, row.id)
    request = ReportRequest(store, (row.id,))
    # Saves reading the evidence again.
    vars(request)["evidence"] = evidence
    first = first_screen.of(request)
    objective = evidence.objective_words or (
        objective_words(row.objective) if row.objective else ""
    )
    return Entry(
        store=name,
        number=row.id,
        store_name=store.path.name,
        kind=row.kind,
        name=called.display_name(evidence),
        target=language.listing(called.short_targets(evidence)),
        objective=objective,
        states_objective=objective not in dict(first.rows).values(),
        state=row.state,
        answer=_answer(store, evidence),
        first=first,
        search=search_view.of_evidence(store, evidence),
        runs=len(evidence.runs),
        began_ns=row.started_at_ns,
        reports=tuple((report.name, report.summary()) for report in registry.fitting(evidence)),
        labels=row.labels,
        notes=tuple(store.labels.notes(row.id)),
        question=called.question(evidence),
        dated=dates.words(evidence) if row.kind == KIND else None,
        undated=dates.measured_ns(evidence) is None,
    )


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
