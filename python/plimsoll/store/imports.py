"""Runs imported from files of other programs. All Runs of a file are written in one transaction;
its digest prevents a second import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

from plimsoll.base import workload_text
from plimsoll.store import checksums, writing
from plimsoll.store.checksums import Execute
from plimsoll.store.rows import Document
from plimsoll.store.writing import Access, Part

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
"""Paths in a record, in the order of `ImportedRunRow`."""


_IMPORTED_RUNS = (
    "SELECT point.id, point.configuration, point.target, point.workload, point.load, {columns} FROM"
    " planned_point AS point JOIN planned_run ON planned_run.planned_point_id = point.id JOIN run"
    " ON run.id = planned_run.run_id WHERE point.campaign_id = ? ORDER BY point.number"
)


class ImportedRunRow(NamedTuple):
    """An imported Run: its Point, its origin and its figures. Target, workload and load are JSON.
    `folder` is None where the user named the configuration."""

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

    def __init__(
        self, access: Access, point_of: Callable[[Execute, int, int, Document], int]
    ) -> None:
        super().__init__(access)
        self._point_of = point_of

    def imported_digests(self) -> dict[str, int]:
        """Digests of the imported files, each with its campaign."""
        rows = self._read(
            "SELECT json_extract(record, '$.imported.source.sha256'), run.campaign_id FROM run JOIN"
            " campaign ON campaign.id = run.campaign_id WHERE campaign.kind = ? AND record IS NOT"
            " NULL",
            KIND,
        )
        return {str(digest): int(campaign) for digest, campaign in rows if digest is not None}

    def imported_runs(self, campaign_id: int) -> list[ImportedRunRow]:
        """The Runs of an imported campaign in order, with the columns that naming needs."""
        columns = ", ".join(f"json_extract(run.record, '$.{path}')" for path in _RECORD_PATHS)
        rows = self._read(_IMPORTED_RUNS.format(columns=columns), campaign_id)
        return [ImportedRunRow(*row) for row in rows]

    def rename(self, campaign_id: int, configurations: Mapping[int, str]) -> None:
        """Changes the configurations of Points, and numbers all repeats again."""
        if not configurations:
            return
        with self._transaction() as run:
            for point, name in configurations.items():
                run("UPDATE planned_point SET configuration = ? WHERE id = ?", (name, point))
            repeats: Counter[tuple[Any, ...]] = Counter()
            for point, repeat, *question in run(
                "SELECT id, repeat, configuration, target, workload, load FROM planned_point WHERE"
                " campaign_id = ? ORDER BY number",
                (campaign_id,),
            ).fetchall():
                number = repeats[tuple(question)] = repeats[tuple(question)] + 1
                if repeat != number or point in configurations:
                    run("UPDATE planned_point SET repeat = ? WHERE id = ?", (number, point))
                    checksums.seal(run, "planned_point", "id = ?", point)

    def add(self, campaign_id: int, runs: Iterable[RunImport]) -> list[int]:
        """Stores the Runs of one file or of several, all or none. Durable on return. Returns their
        ids."""
        ids = []
        with self._transaction() as run:
            number = run(
                "SELECT coalesce(max(number), 0) FROM planned_point WHERE campaign_id = ?",
                (campaign_id,),
            ).fetchone()[0]
            # Counted once, since a query for each Run would take quadratic time.
            repeats: Counter[tuple[Any, ...]] = Counter(
                {
                    tuple(question): count
                    for *question, count in run(
                        "SELECT campaign_id, configuration, target, workload, load, count(*) FROM"
                        " planned_point WHERE campaign_id = ? GROUP BY 1, 2, 3, 4, 5",
                        (campaign_id,),
                    )
                }
            )
            for each in runs:
                number += 1
                ids.append(self._add(run, campaign_id, number, each, repeats))
        return ids

    def _add(
        self,
        run: Execute,
        campaign_id: int,
        number: int,
        source: RunImport,
        repeats: Counter[tuple[Any, ...]],
    ) -> int:
        record = source.record
        # A Run without a date gets none: the time of import says nothing about it.
        began = record["started_at_ns"] or None
        ended = None if began is None else began + round((record["measure_s"] or 0) * 1e9)
        spec = record["spec"]
        point = self._add_point(run, campaign_id, number, source, (began, ended), repeats)
        run_id = writing.insert(
            run,
            "run",
            campaign_id=campaign_id,
            point_id=self._point_of(run, campaign_id, 1, spec),
            role="run",
            state="finished",
            writer=self._writer,
            started_at_ns=began or UNDATED,
            finished_at_ns=ended,
            spec=writing.text(spec),
            version=record["version"]["plimsoll"],
            outcome=record["outcome"],
            offered_rate_per_s=record["offered_rate_per_s"],
            achieved_rate_per_s=record["achieved_rate_per_s"],
            record=writing.text(record),
        )
        writing.insert(run, "planned_run", run_id=run_id, planned_point_id=point, attempt=1)
        for name, blob in source.histograms.items():
            kind, _, metric = name.partition(".")
            writing.put(run, "histogram", run_id, kind, metric, blob)
        for document, latency in source.intervals:
            row = (run_id, document["index"], writing.text(document), None, latency)
            run(
                "INSERT INTO interval VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*row, *checksums.of_interval(*row)),
            )
        return run_id

    @staticmethod
    def _add_point(
        run: Execute,
        campaign_id: int,
        number: int,
        source: RunImport,
        times: tuple[int | None, int | None],
        repeats: Counter[tuple[Any, ...]],
    ) -> int:
        target, workload, load = (
            writing.text(source.target),
            writing.text(source.workload),
            writing.text(source.load),
        )
        question = (campaign_id, source.configuration, target, workload, load)
        repeats[question] += 1
        return writing.insert(
            run,
            "planned_point",
            campaign_id=campaign_id,
            configuration=source.configuration,
            target=target,
            workload=workload,
            load=load,
            number=number,
            repeat=repeats[question],
            strategy="grid",
            seed="0",
            state="finished",
            stands=int(source.record["outcome"] in ("ok", "cannot_carry", "cached")),
            attempt=1,
            started_at_ns=times[0],
            finished_at_ns=times[1],
        )
