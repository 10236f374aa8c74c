"""Runs imported from files of other programs. All Runs of a file are written in one transaction;
its digest prevents a second import.

Of a file of a hundred thousand Runs none is held longer than until it is written."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import Any, NamedTuple

from plimsoll.base import workload_text
from plimsoll.store import checksums, points, queries, writing
from plimsoll.store.checksums import Execute
from plimsoll.store.rows import Document
from plimsoll.store.writing import Part, Rows

AS_FOUND = workload_text.AS_FOUND
"""Configuration of Runs that were imported without a name for it."""
UNDATED = 0
"""Start time of a Run whose file has none."""
SWEPT = ": "
"""Separates the name of a configuration from what distinguishes the Runs of a sweep in it."""
UNTOLD = "rate_not_told"
"""Remark on a Run whose file does not say whether a rate was requested."""
KIND = "import"
"""Kind of a campaign of imported Runs."""


def as_a_whole(configuration: str, record: Mapping[str, Any]) -> str:
    """The configuration of an imported Run, without the suffix that distinguishes the Runs of a
    sweep with unknown rates."""
    imported = record.get("imported") or {}
    # A name that the user chose stays as it is.
    if imported.get("folder") is None and UNTOLD not in (imported.get("remarks") or ()):
        return configuration
    file = str((imported.get("source") or {}).get("file") or "")
    within = (str(imported.get("name") or ""), str(imported.get("at") or ""))
    return without_place(configuration, file, within)


def without_place(configuration: str, file: str, within: Sequence[str]) -> str:
    """The name of a configuration without the suffix of a Run of a sweep."""
    names = [file, PurePath(file).name]
    for place in (*names, *within, *(f"{name} {word}" for name in names for word in within)):
        if place and configuration.endswith(f"{SWEPT}{place}"):
            return configuration.removesuffix(f"{SWEPT}{place}")
    return configuration


class RunImport(NamedTuple):
    """A Run to import: its Point, its record, its distributions (`"read.completion_latency"`), and
    its intervals with their distributions."""

    configuration: str
    target: Document
    workload: Document
    load: Document
    record: Document
    histograms: dict[str, bytes]
    intervals: Sequence[tuple[Document, bytes | None]]


class RunRows(NamedTuple):
    """A Run as its rows have it: all but ids, numbers and repeats. Documents are JSON."""

    configuration: str
    target: str
    workload: str
    load: str
    question: points.Question
    spec: str
    version: str
    outcome: str
    began_ns: int | None
    ended_ns: int | None
    offered_rate_per_s: float | None
    achieved_rate_per_s: float | None
    record: str
    histograms: dict[str, bytes]
    intervals: Sequence[tuple[int, str, bytes | None]]
    """Number, document and distribution of each."""
    origin: tuple[str | None, ...]
    """`folder` to `at` of an `ImportedRunRow`."""
    mean_ns: float | None
    remarks: str


def rows_of(source: RunImport) -> RunRows:
    """The rows of a Run."""
    record = source.record
    imported, host = record["imported"], record.get("host") or {"hostname": None}
    # A Run without a date gets none: the time of import says nothing about it.
    began = record["started_at_ns"] or None
    return RunRows(
        source.configuration,
        writing.text(source.target),
        writing.text(source.workload),
        writing.text(source.load),
        points.question(record["spec"]),
        writing.text(record["spec"]),
        record["version"]["plimsoll"],
        record["outcome"],
        began,
        None if began is None else began + round((record["measure_s"] or 0) * 1e9),
        record["offered_rate_per_s"],
        record["achieved_rate_per_s"],
        writing.record_text(record),
        source.histograms,
        [(made["index"], writing.text(made), latency) for made, latency in source.intervals],
        (
            imported["folder"],
            host["hostname"],
            imported["source"]["program"],
            imported["name"],
            imported["source"]["file"],
            imported["at"],
        ),
        record["all"]["completion_latency_ns"]["mean"],
        _codes(*imported["remarks"]),
    )


@lru_cache(maxsize=64)
def _codes(*codes: str) -> str:
    return writing.text(codes)


_RECORD_PATHS = (
    "imported.folder",
    "host.hostname",
    "imported.source.program",
    "imported.name",
    "imported.source.file",
    "imported.at",
    "achieved_rate_per_s",
    "offered_rate_per_s",
    "all.completion_latency_ns.mean",
    "imported.remarks",
)
"""Paths in a record, in the order of the last fields of `ImportedRunRow`."""


_IMPORTED_RUNS = (
    "SELECT run.id, point.id, point.configuration, point.target, point.workload, point.load,"
    " {columns} FROM planned_point AS point JOIN planned_run ON planned_run.planned_point_id ="
    " point.id JOIN run ON run.id = planned_run.run_id WHERE point.campaign_id = ? AND point.id < ?"
    " ORDER BY point.number"
)


class ImportedRunRow(NamedTuple):
    """An imported Run: its Point, its origin and its figures. Target, workload and load are JSON.
    `folder` is None where the user named the configuration."""

    run: int
    point: int
    configuration: str
    target: str
    workload: str
    load: str
    folder: str | None
    machine: str | None
    program: str
    section: str
    file: str
    at: str
    rate_per_s: float | None
    offered_rate_per_s: float | None
    mean_ns: float | None
    remarks: str | None = None
    """Codes, as JSON."""


class Imports(Part):
    """`Store.imports`."""

    def imported_digests(self) -> dict[str, int]:
        """Digests of the imported files, each with its campaign."""
        rows = self._read(
            "SELECT json_extract(record, '$.imported.source.sha256'), run.campaign_id FROM run JOIN"
            " campaign ON campaign.id = run.campaign_id WHERE campaign.kind = ? AND record IS NOT"
            " NULL",
            KIND,
        )
        return {str(digest): int(campaign) for digest, campaign in rows if digest is not None}

    def imported_runs(self, campaign_id: int, before: int | None) -> list[ImportedRunRow]:
        """The Runs of an imported campaign in order, with the columns that naming needs: all, or
        those of the Points before this one."""
        columns = ", ".join(f"json_extract(run.record, '$.{path}')" for path in _RECORD_PATHS)
        most = queries.LARGEST_ID if before is None else before
        rows = self._read(_IMPORTED_RUNS.format(columns=columns), campaign_id, most)
        return [ImportedRunRow(*row) for row in rows]

    def rename(self, campaign_id: int, configurations: Mapping[int, str]) -> None:
        """Changes the configurations of Points, and numbers all repeats again."""
        if not configurations:
            return
        names = checksums.COLUMNS["planned_point"]["checksum"]
        with self._transaction() as run:
            repeats: Counter[tuple[Any, ...]] = Counter()
            for values in run(
                f"SELECT {', '.join(names)} FROM planned_point WHERE campaign_id = ?"  # noqa: S608  # our own text
                " ORDER BY number",
                (campaign_id,),
            ).fetchall():
                row = dict(zip(names, values, strict=True))
                new = configurations.get(row["id"], row["configuration"])
                question = (new, row["target"], row["workload"], row["load"])
                repeats[question] += 1
                if (new, repeats[question]) == (row["configuration"], row["repeat"]):
                    continue
                row |= {"configuration": new, "repeat": repeats[question]}
                run(
                    "UPDATE planned_point SET configuration = ?, repeat = ?, checksum = ? WHERE id"
                    " = ?",
                    (new, row["repeat"], checksums.of(*row.values()), row["id"]),
                )

    def add(self, campaign_id: int, runs: Iterable[RunRows]) -> list[ImportedRunRow]:
        """Stores the Runs of one file or of several, all or none. Durable on return. The Runs are
        taken one by one within the transaction: an error of theirs undoes it."""
        with self._transaction() as run:
            adding = _Adding(run, campaign_id, self._writer)
            added = [adding.add(each) for each in runs]
            adding.write()
            return added


_CONFIGURATION = 1
"""The system as it was found, which the Points of imported Runs have."""


class _Adding:
    """Adds Runs within a transaction. What is the same for all of them is looked up once, since
    there may be a hundred thousand: ids, numbers, and repeats of a question."""

    def __init__(self, run: Execute, campaign_id: int, writer: str) -> None:
        self._run, self._campaign_id, self._writer = run, campaign_id, writer
        (self._number,) = run(
            "SELECT coalesce(max(number), 0) FROM planned_point WHERE campaign_id = ?",
            (campaign_id,),
        ).fetchone()
        self._repeats: Counter[tuple[str, ...]] = Counter(
            {
                tuple(question): count
                for *question, count in run(
                    "SELECT configuration, target, workload, load, count(*) FROM planned_point"
                    " WHERE campaign_id = ? GROUP BY 1, 2, 3, 4",
                    (campaign_id,),
                )
            }
        )
        self._next_planned = writing.next_id(run, "planned_point")
        self._next_run = writing.next_id(run, "run")
        self._next_point = writing.next_id(run, "point")
        self._point_repeats: dict[points.Question, int] = {}
        self._waiting = 0
        # A row stands behind those that it refers to.
        self._points, self._planned_points, self._runs, self._planned_runs = tables = (
            Rows("point", *_POINT),
            Rows("planned_point", *_PLANNED_POINT),
            Rows("run", *_RUN),
            Rows("planned_run", "run_id", "planned_point_id", "attempt", "valid", "why"),
        )
        self._histograms = Rows("histogram", "run_id", "kind", "metric", "v2")
        self._intervals = Rows("interval", *_INTERVAL)
        self._tables = (*tables, self._histograms, self._intervals)

    def add(self, rows: RunRows) -> ImportedRunRow:
        """Adds a Run with its Point."""
        run_id, point_id = self._next_run, self._next_planned
        question = (rows.configuration, rows.target, rows.workload, rows.load)
        self._add_planned_point(question, rows)
        self._add_run(rows, self._add_point(rows.question))
        self._planned_runs.add(run_id, point_id, 1, 1, None)
        for name, blob in rows.histograms.items():
            kind, _, metric = name.partition(".")
            self._histograms.add(run_id, kind, metric, blob)
        for index, document, latency in rows.intervals:
            self._intervals.add(run_id, index, document, None, latency)
        self._next_run += 1
        self._next_planned += 1
        self._waiting += 1
        if self._waiting == writing.ROWS_TOGETHER or rows.intervals:
            self.write()
        return _row(run_id, point_id, question, rows)

    def write(self) -> None:
        """Writes the Runs that were added."""
        self._waiting = 0
        for rows in self._tables:
            rows.write(self._run)

    def _add_point(self, question: points.Question) -> int:
        repeat = self._point_repeats.get(question)
        if repeat is None:
            repeat = points.last_repeat(self._run, self._campaign_id, _CONFIGURATION, *question)
        self._point_repeats[question] = repeat + 1
        point_id = self._next_point
        self._next_point += 1
        self._points.add(point_id, self._campaign_id, _CONFIGURATION, *question, repeat + 1)
        return point_id

    def _add_run(self, rows: RunRows, point_id: int) -> None:
        self._runs.add(
            self._next_run,
            self._campaign_id,
            point_id,
            "run",
            "finished",
            None,
            self._writer,
            rows.began_ns or UNDATED,
            rows.ended_ns,
            rows.spec,
            None,
            rows.version,
            rows.outcome,
            _real(rows.offered_rate_per_s),
            None,
            _real(rows.achieved_rate_per_s),
            rows.record,
        )

    def _add_planned_point(self, question: tuple[str, ...], rows: RunRows) -> None:
        self._repeats[question] += 1
        self._number += 1
        self._planned_points.add(
            self._next_planned,
            self._campaign_id,
            self._number,
            *question,
            self._repeats[question],
            "grid",
            "0",
            None,
            "finished",
            int(rows.outcome in ("ok", "cannot_carry", "cached")),
            1,
            0,
            rows.began_ns,
            rows.ended_ns,
            None,
        )


_POINT = ("id", "campaign_id", "configuration_id", "target", "workload", "load", "repeat")
_PLANNED_POINT = (
    *("id", "campaign_id", "number", "configuration", "target", "workload", "load", "repeat"),
    *("strategy", "seed", "expected_s", "state", "stands", "attempt", "invalidated"),
    *("started_at_ns", "finished_at_ns", "result"),
)
_RUN = (
    *("id", "campaign_id", "point_id", "role", "state", "why", "writer"),
    *("started_at_ns", "finished_at_ns", "spec", "seed", "version", "outcome"),
    *("offered_rate_per_s", "issued_rate_per_s", "achieved_rate_per_s", "record"),
)
_INTERVAL = ("run_id", "idx", "json", "response_time", "completion_latency")
"""Columns in the order in which `_Adding` gives them."""


def _real(figure: float | None) -> float | None:
    """A figure as a REAL column returns it."""
    return None if figure is None else float(figure)


def _row(run_id: int, point_id: int, question: tuple[str, ...], rows: RunRows) -> ImportedRunRow:
    """What `imported_runs` would read of a Run that was just added."""
    names: tuple[Any, ...] = (*question, *rows.origin)
    if not "".join(filter(None, names)).isascii():
        names = tuple(map(writing.storable, names))
    figures = (rows.achieved_rate_per_s, rows.offered_rate_per_s, rows.mean_ns, rows.remarks)
    return ImportedRunRow._make((run_id, point_id, *names, *figures))
