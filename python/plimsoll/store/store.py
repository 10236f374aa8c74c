"""The store: writes Runs so that a kill loses at most the one under way, and reads them back.

One process writes while others read (write-ahead log). Transactions are short: intervals are
gathered in memory and written together, without a flush, which would halt a disk that is measured.
A finished Run is one transaction, in the file when `finish_run` returns, and on disk
(`synchronous = FULL`) within half a minute or with the end of its Point. Several threads of the
writing process may call it.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from plimsoll.base import process, sentence
from plimsoll.base.errors import IoError, NoSpaceError, RefusedError, UsageError
from plimsoll.base.sentence import Sentence
from plimsoll.native import record_reading
from plimsoll.store import (
    checksums,
    interrupted_runs,
    labels,
    merging,
    moving,
    points,
    queries,
    signatures,
    unknown_figures,
    writing,
)
from plimsoll.store.checksums import Execute
from plimsoll.store.counters import Counters
from plimsoll.store.imports import Imports
from plimsoll.store.labels import Labelling
from plimsoll.store.merging import Merging
from plimsoll.store.messages import message
from plimsoll.store.opening import CheckedConnection, connect, sqlite_errors
from plimsoll.store.plans import PlannedPoint, Plans, plan
from plimsoll.store.presence import Presence
from plimsoll.store.reading import Reading
from plimsoll.store.rows import (
    CampaignRow,
    Document,
    EventRow,
    IntervalRow,
    Labels,
    ProcessorLoad,
    RunRow,
    State,
)
from plimsoll.store.schema import CUT
from plimsoll.store.signatures import Sign, Signatures
from plimsoll.store.snapshot import Snapshot
from plimsoll.store.writing import Access

if TYPE_CHECKING:
    from plimsoll.native.record import Interval, RunRecord

# Intervals are written this long after the last write. With the time to the next interval that is
# below the promised 10 s for intervals shorter than 5 s; longer ones are written at once.
_FLUSH_AFTER_S = 5.0
# Intervals are written when this many are pending, since the virtual clock seals them quickly.
_FLUSH_FROM = 600
# Runs of a campaign that end within this time of the last flush are flushed with what ends their
# Point: a search has a Run every three seconds, and a disk that was just written to takes up to a
# second to flush.
_FLUSH_RUNS_AFTER_S = 30.0
# A commit flushes; and from 4 MiB of log on, it is copied into the file.
_FLUSHED = ("PRAGMA synchronous = FULL", "PRAGMA wal_autocheckpoint = 1000")
# A commit does not flush, and copying, which does, waits for 64 MiB.
_UNFLUSHED = ("PRAGMA synchronous = NORMAL", "PRAGMA wal_autocheckpoint = 16384")


class Store:
    """An open store. Use as a context manager, or `close()` it.

    A read-only store used as a context manager is one snapshot from beginning to end. To keep a
    store open for longer, read in blocks of `snapshot()`.
    """

    def __init__(
        self,
        opened: CheckedConnection,
        path: Path,
        clock: Callable[[], float],
        wall_ns: Callable[[], int],
        *,
        read_only: bool = False,
    ) -> None:
        """Use `Store.open`."""
        self.path = path
        self._connection: sqlite3.Connection = opened.connection
        self._snapshot = Snapshot(opened.connection)
        self._checking = threading.Lock()
        self._read_only = read_only
        self._presence = Presence(path, opened.file)
        self._reading = Reading(path)
        self._clock = clock
        self._wall_ns = wall_ns
        self._writer = process.name_of(os.getpid()) or "unknown"
        self._lock = threading.RLock()
        self._snapshot_closed = threading.Condition(self._lock)
        self._tentative: list[int] = []
        """See `drop_if_empty`."""
        self._waiting: list[tuple[int | str | bytes | None, ...]] = []
        self._written_at_s = clock()
        self._flushed_at_s = -math.inf
        access = Access(self._transaction, self._all, self._reading, wall_ns, self._writer)
        self.counters = Counters(access)
        self.plans = Plans(access)
        self.signatures = Signatures(access)
        self.labels = Labelling(access)
        self.merging = Merging(access)
        self.imports = Imports(access)

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        create: bool = True,
        read_only: bool = False,
        clock: Callable[[], float] = time.monotonic,
        wall_ns: Callable[[], int] = time.time_ns,
    ) -> Self:
        """Opens the store at `path`. With `create`, makes an empty one if it is missing.

        `clock` gives seconds (of any origin), `wall_ns` ns since 1970-01-01 UTC. Opening for
        writing marks the Runs that a kill interrupted.

        Raises InputError for a file that is not a store, is damaged, has foreign declarations, or
        is of a newer version (the file stays untouched); NoTargetError when it is missing;
        RefusedError for writing another user's store; IoError when it cannot be opened;
        NoSpaceError when the disk is full.
        """
        path = Path(path)
        opened = connect(path, create=create, read_only=read_only)
        store = cls(opened, path, clock, wall_ns, read_only=read_only)
        _OPENED[path] = None
        if not read_only:
            store._mark_interrupted_runs()
        return store

    def __enter__(self) -> Self:
        if self._read_only:
            # Closing the connection ends the snapshot.
            with self._lock, sqlite_errors(self.path):
                try:
                    self._snapshot.begin()
                except BaseException:
                    self._connection.close()
                    raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except Exception:
            # The first error is the one to report.
            if error is None:
                raise

    def close(self) -> None:
        """Writes pending intervals and closes. Readers will see Runs under way as interrupted."""
        with self._lock:
            try:
                self.flush()
                self._drop_empty()
            finally:
                self._connection.close()

    def _drop_empty(self) -> None:
        for campaign_id in self._tentative:
            if self._all(queries.EMPTY, campaign_id)[0][0]:
                with self._transaction() as run:
                    for statement in queries.FORGET:
                        run(statement, (campaign_id,))

    # -- writing -----------------------------------------------------------------------------------

    def begin_campaign(
        self,
        kind: str,
        objective: str | None,
        strategy: str,
        seed: int,
        spec_json: str,
        *,
        version: str | None = None,
        planned: Iterable[PlannedPoint] | None = None,
        sign: Sign | None = None,
    ) -> int:
        """Starts a campaign, with its planned Points if any (`Store.plans`), signed by `sign`.
        Returns its id."""
        with self._transaction() as run:
            campaign_id = writing.insert(
                run,
                "campaign",
                id=labels.next_campaign(run),
                kind=kind,
                objective=objective,
                strategy=strategy,
                seed=str(seed),
                spec=spec_json,
                version=version,
                state="running",
                writer=self._writer,
                started_at_ns=self._wall_ns(),
            )
            if planned is not None:
                plan(run, campaign_id, planned)
            if sign is not None:
                signatures.put(run, "campaign", campaign_id, campaign_id, sign)
            return campaign_id

    def drop_if_empty(self, campaign_id: int) -> None:
        """Deletes a campaign without a plan on closing, if it has not ended and nothing was
        measured: it failed to start, and would clutter lists."""
        self._tentative.append(campaign_id)

    def change_document(self, campaign_id: int, spec_json: str, sign: Sign) -> None:
        """Replaces the document of a campaign and signs it anew. Durable on return."""
        with self._transaction() as run:
            writing.update(run, "campaign", "id = ?", (campaign_id,), spec=spec_json)
            signatures.put(run, "campaign", campaign_id, campaign_id, sign)

    def finish_campaign(self, campaign_id: int, result: Mapping[str, object]) -> None:
        """Ends a campaign with its result. Durable on return. A campaign that had ended before
        keeps that time, unless it has newer Runs."""
        text = writing.text(result)
        with self._transaction() as run:
            earlier = run(
                "SELECT finished_at_ns FROM campaign WHERE id = ? AND NOT EXISTS (SELECT 1 FROM run"
                " WHERE campaign_id = campaign.id AND started_at_ns > campaign.finished_at_ns)",
                (campaign_id,),
            ).fetchone()
            count = writing.update(
                run,
                "campaign",
                "id = ?",
                (campaign_id,),
                state="finished",
                result=text,
                finished_at_ns=(earlier and earlier[0]) or self._wall_ns(),
            )
            assert count == 1, f"no campaign {campaign_id}"

    def begin_run(
        self,
        campaign_id: int | None,
        role: str,
        spec_json: str,
        *,
        planned: tuple[int, int] | None = None,
    ) -> int:
        """Starts a Run and returns its id; on disk when it has ended. `spec_json`: the request.

        `planned`: the planned Point that it belongs to (`Store.plans`), and the number of the
        attempt.
        """
        with self._transaction(during_run=True) as run:
            run_id = writing.insert(
                run,
                "run",
                campaign_id=campaign_id,
                role=role,
                state="running",
                writer=self._writer,
                started_at_ns=self._wall_ns(),
                spec=spec_json,
            )
            if planned is not None:
                point, attempt = planned
                writing.insert(
                    run, "planned_run", run_id=run_id, planned_point_id=point, attempt=attempt
                )
            return run_id

    def add_interval(
        self,
        run_id: int,
        index: int,
        document_json: str,
        response_time: bytes | None,
        completion_latency: bytes | None,
    ) -> None:
        """Takes a sealed interval. It is in the file within 10 s if intervals keep coming, or after
        `flush`, and on disk when the Run has ended."""
        row = (run_id, index, document_json, response_time, completion_latency)
        with self._lock:
            self._waiting.append((*row, *checksums.of_interval(*row)))
            self.merging.add_interval(run_id, index, document_json)
            late = self._clock() - self._written_at_s >= _FLUSH_AFTER_S
            if late or len(self._waiting) >= _FLUSH_FROM:
                self._write_intervals(during_run=True)
                self.merging.merge_due()

    def flush(self) -> None:
        """Writes the pending intervals. After an error they stay pending."""
        self._write_intervals(during_run=False)

    def _write_intervals(self, *, during_run: bool) -> None:
        with self._lock:
            if self._waiting:
                with self._transaction(during_run=during_run) as run:
                    for row in self._waiting:
                        run("INSERT OR REPLACE INTO interval VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                self._waiting.clear()
            self._written_at_s = self._clock()

    def finish_run(
        self,
        run_id: int,
        record_json: str,
        histograms: dict[str, bytes],
        *,
        configuration_id: int = 1,
    ) -> None:
        """Ends a Run with its record and its distributions (`"read.response_time"`: V2 bytes). It
        is on disk on return where the last flush was more than half a minute ago, else with the
        end of its Point or campaign."""
        record: Document = json.loads(record_json)
        intervals: list[Interval] = record.pop("intervals", [])
        spec: Document = record["spec"]
        with self._lock:
            self._write_intervals(during_run=True)
            ((campaign_id,),) = self._all("SELECT campaign_id FROM run WHERE id = ?", run_id)
            recently = self._clock() - self._flushed_at_s < _FLUSH_RUNS_AFTER_S
            with self._transaction(during_run=recently and campaign_id is not None) as run:
                merging.restore(run, run_id, intervals)
                for name, blob in histograms.items():
                    kind, _, metric = name.partition(".")
                    writing.put(run, "histogram", run_id, kind, metric, blob)
                writing.update(
                    run,
                    "run",
                    "id = ?",
                    (run_id,),
                    state="finished",
                    why=None,
                    finished_at_ns=self._wall_ns(),
                    point_id=points.add(run, campaign_id, configuration_id, points.question(spec)),
                    host_id=_host(run, record.get("host")),
                    spec=writing.text(spec),
                    seed=str(record["seed"]),
                    version=record["version"]["plimsoll"],
                    outcome=record["outcome"],
                    offered_rate_per_s=record["offered_rate_per_s"],
                    issued_rate_per_s=record["issued_rate_per_s"],
                    achieved_rate_per_s=record["achieved_rate_per_s"],
                    record=writing.record_text(record),
                )
            self.merging.forget(run_id)

    def abandon_run(self, run_id: int, why: str) -> None:
        """Ends a Run that has no record. Its intervals stay."""
        with self._lock:
            self._write_intervals(during_run=True)
            with self._transaction() as run:
                count = writing.update(
                    run,
                    "run",
                    "id = ?",
                    (run_id,),
                    state="abandoned",
                    why=why,
                    finished_at_ns=self._wall_ns(),
                )
                assert count == 1, f"no run {run_id}"
            self.merging.forget(run_id)

    def add_event(
        self,
        campaign_id: int | None,
        run_id: int | None,
        kind: str,
        words: str | Sentence,
        *,
        at_ns: int | None = None,
    ) -> int:
        """Adds a mark or a note to the time line, now or at a time in ns since 1970-01-01 UTC.
        Durable on return, or with the end of a Run that goes on. Returns its id."""
        with self._lock, self._transaction(during_run=self._is_running(run_id)) as run:
            return writing.insert(
                run,
                "event",
                campaign_id=campaign_id,
                run_id=run_id,
                at_ns=self._wall_ns() if at_ns is None else at_ns,
                kind=kind,
                text=sentence.store_text(words),
            )

    def _is_running(self, run_id: int | None) -> bool:
        return bool(self._all("SELECT 1 FROM run WHERE id = ? AND state = 'running'", run_id))

    def move_out(self, campaign_id: int, into: Path, name: str) -> None:
        """Moves a campaign of this `name` into a new store at `into`. Durable on return.

        Raises RefusedError while a campaign of this store runs, or settings that it changed are not
        restored.
        """
        if os.path.lexists(into):
            raise IoError(*message.refusal("into-exists", into=into))
        # One transaction: no other process can resume the campaign between copy and removal.
        with self._transaction() as run:
            self._refuse_to_move(campaign_id)
            try:
                with sqlite_errors(into), Store.open(into) as other:
                    moving.copy(run, other._connection, campaign_id)
            except BaseException:
                # Remove the incomplete copy.
                for side in ("", "-wal", "-shm"):
                    Path(f"{into}{side}").unlink(missing_ok=True)
                raise
            moving.forget(run, campaign_id)
            run(
                "INSERT INTO deleted VALUES (?, ?, ?, ?)",
                (campaign_id, name, self._wall_ns(), str(into)),
            )

    def _refuse_to_move(self, campaign_id: int) -> None:
        if any(row.state == "running" for row in self.campaigns()):
            raise RefusedError(*message.refusal("move-while-running", path=self.path))
        if self.plans.journal_entries(campaign_id):
            raise RefusedError(
                *message.refusal("move-changed-settings", campaign=campaign_id, path=self.path)
            )

    # -- reading -----------------------------------------------------------------------------------

    def campaigns(self) -> list[CampaignRow]:
        """Every campaign, oldest first."""
        every = self.labels.every()
        return [
            self._campaign(row, every.get(row[0]))
            for row in self._all(queries.CAMPAIGNS + " ORDER BY id")
        ]

    def known_campaign(self, campaign_id: int) -> CampaignRow:
        """The campaign of this number. Raises UsageError without one, listing those of the
        store."""
        row = self.campaign(campaign_id)
        if row is None:
            for deletion in self.labels.deletions():
                if deletion.campaign_id == campaign_id:
                    raise UsageError(
                        *message.refusal(
                            "campaign-deleted",
                            campaign=campaign_id,
                            name=deletion.name,
                            path=self.path,
                            kept=deletion.kept_in,
                        )
                    )
            known = ", ".join(f"{each.id} ({each.kind})" for each in self.campaigns())
            raise UsageError(
                message("no-such-campaign", store=self.path, campaign=campaign_id),
                message("store-holds", campaigns=known) if known else message("store-holds-none"),
            )
        return row

    def campaign(self, campaign_id: int) -> CampaignRow | None:
        """The campaign of this number."""
        rows = self._all(queries.CAMPAIGNS + " WHERE id = ?", campaign_id)
        return self._campaign(rows[0], self.labels.every().get(campaign_id)) if rows else None

    def runs(self, campaign_id: int | None = None) -> list[RunRow]:
        """The Runs of a campaign in the order of their start; without an id, those outside any
        campaign."""
        return [
            self._run(row)
            for row in self._all(queries.RUNS + " WHERE campaign_id IS ? ORDER BY id", campaign_id)
        ]

    def run(self, run_id: int) -> RunRow | None:
        """The Run of this number."""
        rows = self._all(queries.RUNS + " WHERE id = ?", run_id)
        return self._run(rows[0]) if rows else None

    def newest_run(self) -> RunRow | None:
        """The latest Run."""
        rows = self._all(queries.RUNS + " ORDER BY id DESC LIMIT 1")
        return self._run(rows[0]) if rows else None

    def running(self) -> list[RunRow]:
        """The Runs under way, with a live process, oldest first."""
        rows = self._all(queries.RUNS + " WHERE state = 'running' ORDER BY id")
        return [run for run in map(self._run, rows) if run.state == "running"]

    def record(self, run_id: int, *, intervals: bool = True) -> RunRecord | None:
        """The record of a Run, with or without its intervals; None without a record."""
        rows = self._all(
            "SELECT spec, record, record_checksum FROM run WHERE id = ? AND record IS NOT NULL",
            run_id,
        )
        if not rows:
            return None
        [(spec, text, checksum)] = rows
        label = partial(message, "part-run-record", run=run_id)
        self._reading.intact(checksum, label, run_id, spec, text)
        document: Document = self._reading.document(text, label)
        self._reading.consistent(document, label)
        document["spec"] = self._reading.document(
            spec, partial(message, "part-run-request", run=run_id)
        )
        record = record_reading.run_record(unknown_figures.with_unknown_figures(document))
        return record | {"intervals": self.interval_documents(run_id)} if intervals else record

    def interval_documents(self, run_id: int) -> list[Interval]:
        """The sealed intervals of a Run in order, without their distributions."""
        rows = self._all(queries.INTERVALS.format("idx, json, checksum"), run_id)
        return [self._interval(run_id, *row) for row in rows]

    def interval_figures(self, campaign_id: int, paths: Sequence[str]) -> Iterator[list[Any]]:
        """For every interval of a campaign in order: its Run, and the values at these paths
        (`response_time_ns.p99`), None where missing. Takes two or more paths."""
        # SQLite extracts thousands in a call, without the interpreter's lock.
        query = queries.FIGURES.format(", ".join(f"'$.{path}'" for path in paths))
        self._check_intervals(campaign_id)
        run, number = 0, -1
        while True:
            (text,) = self._all(query, campaign_id, run, number)[0]
            if text is None:
                return
            rows = self._reading.parse_json(
                f"[{text}]", partial(message, "part-campaign-interval", campaign=campaign_id)
            )
            for row in rows:
                number = row.pop(1)
                yield row
            run = rows[-1][0]

    def interval_count(self, campaign_id: int) -> int:
        """Number of intervals of a campaign."""
        return int(
            self._all(
                "SELECT count(*) FROM interval JOIN run ON run.id = run_id WHERE campaign_id = ?",
                campaign_id,
            )[0][0]
        )

    def processor_load(self, campaign_id: int) -> ProcessorLoad:
        """The processor load of others in the intervals of a campaign's finished Runs."""
        self._check_intervals(campaign_id)
        return ProcessorLoad(*self._all(queries.PROCESSORS, campaign_id)[0])

    def histograms(self, run_id: int) -> dict[str, bytes]:
        """The distributions of a Run: `"read.response_time"` and so on, HdrHistogram V2 bytes of
        nanoseconds."""
        rows = self._all(
            "SELECT kind, metric, v2, checksum FROM histogram WHERE run_id = ? ORDER BY kind,"
            " metric",
            run_id,
        )
        for kind, metric, v2, checksum in rows:
            label = partial(message, "part-distribution", name=f"{kind}.{metric}", run=run_id)
            self._reading.intact(checksum, label, run_id, kind, metric, v2)
        return {f"{kind}.{metric}": v2 for kind, metric, v2, _ in rows}

    def intervals(self, run_id: int) -> list[IntervalRow]:
        """The intervals of a Run in order, interrupted or not. The older ones of a long Run are
        merged."""
        rows = self._all(
            queries.MERGED.format(
                "idx, json, interval.checksum, response_time, completion_latency,"
                " distributions_checksum"
            ),
            run_id,
        )
        found = []
        for number, text, checksum, response, completion, other, *fine in rows:
            self._distributions(run_id, number, response, completion, other)
            document = self._interval(run_id, number, text, checksum)
            series = self._fine(run_id, number, *fine)
            found.append(IntervalRow(number, document, response, completion, series))
        return found

    def interval_series(self, run_id: int) -> list[tuple[Interval, bytes | None]]:
        """The intervals of a Run in order, without distributions, each with the series of its
        merged parts."""
        return [
            (self._interval(run_id, number, text, checksum), self._fine(run_id, number, *fine))
            for number, text, checksum, *fine in self._all(
                queries.MERGED.format("idx, json, interval.checksum"), run_id
            )
        ]

    def newest_intervals(self, campaign_id: int, most: int) -> list[tuple[int, IntervalRow]]:
        """The newest intervals of a campaign, oldest first, each with its Run."""
        rows = self._all(
            "SELECT run_id, idx, json, interval.checksum, response_time, completion_latency,"
            " distributions_checksum FROM interval JOIN run ON run.id = run_id"
            " WHERE campaign_id = ? ORDER BY run_id DESC, idx DESC LIMIT ?",
            campaign_id,
            most,
        )
        found = []
        for run, number, text, checksum, response, completion, other in reversed(rows):
            self._distributions(run, number, response, completion, other)
            document = self._interval(run, number, text, checksum)
            found.append((run, IntervalRow(number, document, response, completion)))
        return found

    def events(self, campaign_id: int) -> list[EventRow]:
        """Marks and notes of a campaign, in order of time."""
        rows = self._all(
            "SELECT id, campaign_id, run_id, at_ns, kind, text, checksum FROM event WHERE"
            " campaign_id = ? ORDER BY at_ns, id",
            campaign_id,
        )
        return [self._event(*row) for row in rows]

    def events_of_run(self, run_id: int) -> list[EventRow]:
        """Marks and notes of a Run, and of its campaign during the Run, in order of time."""
        rows = self._all(
            "SELECT event.id, event.campaign_id, event.run_id, at_ns, kind, text, event.checksum"
            " FROM event JOIN"
            " run ON run.id = ? WHERE event.run_id = run.id OR (event.run_id IS NULL AND"
            " event.campaign_id = run.campaign_id AND run.started_at_ns > 0 AND"
            " at_ns >= run.started_at_ns AND"
            " (run.finished_at_ns IS NULL OR at_ns <= run.finished_at_ns)) ORDER BY at_ns,"
            " event.id",
            run_id,
        )
        return [self._event(*row) for row in rows]

    def dangling(self) -> list[str]:
        """Dangling references in the store, in words. Each is damage."""
        rows = self._all("PRAGMA foreign_key_check")
        return [
            message("damage-dangling", row=row, table=table, parent=parent)
            for table, row, parent, _ in rows
        ]

    @contextmanager
    def snapshot(self) -> Iterator[Self]:
        """One snapshot of the store for all statements and threads until the end of the block.
        Nests. Writes of other threads wait, so keep it short."""
        with self._lock, sqlite_errors(self.path):
            self._snapshot.begin()
        try:
            yield self
        finally:
            with self._lock, sqlite_errors(self.path):
                self._snapshot.end()
                self._snapshot_closed.notify_all()

    def writers(self) -> list[str]:
        """The ids of the processes that measure into this store."""
        rows = self._all("SELECT DISTINCT writer FROM campaign WHERE state = 'running'")
        return [by.split()[2] for (by,) in rows if self._snapshot.is_alive(by)]

    # -- inside ------------------------------------------------------------------------------------

    @contextmanager
    def _transaction(
        self, *, during_run: bool = False
    ) -> Iterator[Callable[[str, tuple[Any, ...]], sqlite3.Cursor]]:
        """A transaction, on disk at the end. With `during_run` it is in the file at the end, which
        a kill of this process survives, and on disk with the next other one: a flush would halt the
        disk under measurement (docs/decisions/0026-no-flush-during-a-run.md)."""
        with self._lock, sqlite_errors(self.path):
            if self._read_only:
                raise IoError(*message.refusal("opened-to-read", path=self.path))
            while self._snapshot.is_active:
                assert self._snapshot.holder != threading.get_ident(), "a snapshot is only read"
                self._snapshot_closed.wait()
            self._presence.check()
            for pragma in _UNFLUSHED if during_run else _FLUSHED:
                self._connection.execute(pragma)
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._execute
                self._connection.execute("COMMIT")
                if not during_run:
                    self._flushed_at_s = self._clock()
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            # The file that was written must still be at its path.
            self._presence.check()

    def _execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except UnicodeEncodeError:
            # Names of files may be no UTF-8 (PEP 383). Their bytes are written as escapes, which in
            # JSON stand for the same character.
            return self._connection.execute(statement, list(map(writing.storable, values)))

    def _all(self, query: str, *arguments: str | int | None) -> list[tuple[Any, ...]]:
        if any(isinstance(each, int) and abs(each) > queries.LARGEST_ID for each in arguments):
            return []
        with self._lock, sqlite_errors(self.path):
            try:
                return self._execute(query, arguments).fetchall()
            except sqlite3.OperationalError as error:
                if not str(error).startswith("Could not decode"):
                    raise
                # Text that is no UTF-8 is damage, which the reader of the row reports.
                self._connection.text_factory = _decode_surrogates
                try:
                    return self._execute(query, arguments).fetchall()
                finally:
                    self._connection.text_factory = str

    def _mark_interrupted_runs(self) -> None:
        """Marks the Runs that a kill interrupted. An error (no space, another writer) is left to
        the next write."""
        with suppress(IoError, NoSpaceError):
            if found := interrupted_runs.find(self._all):
                with self._transaction() as run:
                    interrupted_runs.mark(run, found)

    def _campaign(self, row: tuple[Any, ...], labels: Labels | None) -> CampaignRow:
        (
            id_,
            kind,
            objective,
            strategy,
            seed,
            spec,
            version,
            state,
            by,
            started,
            finished,
            result,
            checksum,
        ) = row
        read, of = self._reading, {"campaign": id_}
        read.intact(
            checksum,
            partial(message, "part-campaign", **of),
            *(id_, kind, objective, strategy, seed, spec, version, started, finished, result),
        )
        return CampaignRow(
            id_,
            kind,
            objective,
            strategy,
            read.number(seed, partial(message, "part-campaign-seed", **of)),
            read.document(spec, partial(message, "part-campaign-document", **of)),
            version,
            self._state(state, by, None),
            started,
            finished,
            None
            if result is None
            else read.document(result, partial(message, "part-campaign-result", **of)),
            labels or Labels(),
        )

    def _run(self, row: tuple[Any, ...]) -> RunRow:
        (
            id_,
            campaign_id,
            point_id,
            role,
            state,
            by,
            why,
            started,
            finished,
            spec,
            seed,
            version,
            checksum,
            *figures,
        ) = row
        read, of = self._reading, {"run": id_}
        request = (id_, campaign_id, point_id, role, why, started, finished, spec, seed, version)
        read.intact(checksum, partial(message, "part-run", **of), *request, *figures)
        return RunRow(
            id_,
            campaign_id,
            point_id,
            role,
            self._state(state, by, why),
            why,
            started or None,
            finished if started else None,
            _spec(read.document(spec, partial(message, "part-run-request", **of))),
            None if seed is None else read.number(seed, partial(message, "part-run-seed", **of)),
            version,
            *figures,
        )

    def _state(self, stored: State, by: str, why: str | None) -> State:
        if stored == "running":
            return "running" if self._snapshot.is_alive(by) else "interrupted"
        return "interrupted" if stored == "abandoned" and why == CUT else stored

    def _interval(self, run_id: int, number: int, text: str, checksum: int) -> Interval:
        label = partial(message, "part-interval", interval=number, run=run_id)
        self._reading.intact(checksum, label, run_id, number, text)
        return record_reading.interval(self._reading.document(text, label))

    def _distributions(
        self,
        run_id: int,
        number: int,
        response_time: bytes | None,
        completion_latency: bytes | None,
        checksum: int,
    ) -> None:
        label = partial(message, "part-interval-distribution", interval=number, run=run_id)
        self._reading.intact(checksum, label, run_id, number, response_time, completion_latency)

    def _fine(
        self,
        run_id: int,
        number: int,
        intervals: int | None,
        series: bytes | None,
        checksum: int | None,
    ) -> bytes | None:
        if checksum is not None:
            label = partial(message, "part-interval-series", interval=number, run=run_id)
            self._reading.intact(checksum, label, run_id, number, intervals, series)
        return series

    def _check_intervals(self, campaign_id: int) -> None:
        """Verifies the intervals of a campaign before SQL computes from them, once in a snapshot.
        Reads many in one value, which takes the interpreter's lock once."""
        with self._checking:
            if campaign_id in self._snapshot.checked:
                return
            run, number = 0, -1
            while True:
                listed, sealed = self._all(queries.SEALS, campaign_id, run, number)[0]
                if sealed is None:
                    break
                contents = sealed.split(b"\1")
                known = list(map(int, listed.split(",")))
                found = list(map(checksums.of_content, contents))
                pairs = zip(contents, found, known, strict=False)
                wrong = next((content for content, crc, other in pairs if crc != other), None)
                run, number = map(int, (wrong or contents[-1]).split(b"\0", 2)[:2])
                if wrong is not None:
                    label = partial(message, "part-interval", interval=number, run=run)
                    raise self._reading.wrong_checksum(label)
            if self._snapshot.is_active:
                self._snapshot.checked.add(campaign_id)

    def _event(
        self,
        id_: int,
        campaign_id: int | None,
        run_id: int | None,
        at_ns: int,
        kind: str,
        text: str,
        checksum: int,
    ) -> EventRow:
        row = (id_, campaign_id, run_id, at_ns, kind, text)
        self._reading.intact(checksum, partial(message, "part-mark", mark=id_), *row)
        return EventRow(*row)


def _spec(document: Document) -> Document:
    """The request of a Run under way, or the spec of a finished one."""
    return document if "session" in document else {**record_reading.run_spec(document)}


def _decode_surrogates(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


_OPENED: dict[Path, None] = {}


def opened_paths() -> tuple[Path, ...]:
    """The stores that this process has opened, in order, to be checked for damage after an
    error."""
    return tuple(_OPENED)


def _host(run: Execute, fingerprint: Document | None) -> int | None:
    if fingerprint is None:
        return None
    text = writing.text(fingerprint)
    run("INSERT OR IGNORE INTO host (fingerprint) VALUES (?)", (text,))
    return int(run("SELECT id FROM host WHERE fingerprint = ?", (text,)).fetchone()[0])
