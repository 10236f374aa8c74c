"""What was imported from files of other programs: its part of a store. All Runs of a
file are written in one transaction, or none; what was imported once is known by its digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

from plimsoll.store import checksums, writing
from plimsoll.store.checksums import Execute
from plimsoll.store.rows import Document
from plimsoll.store.writing import Access, Part

AS_FOUND = "as found"
"""The configuration of what was imported without a name for it."""
UNDATED = 0
"""Stands for a start that a file does not tell: every Run has one in a store."""
SWEPT = ": "
"""Between the name of a configuration and what tells apart Runs in it that may be a sweep."""
UNTOLD = "rate_not_told"
"""The remark on a Run whose file does not tell whether a rate was asked for."""
KIND = "import"
"""Of a campaign whose Runs were imported."""


def as_a_whole(configuration: str, record: Mapping[str, Any]) -> str:
    """The configuration of an imported Run without what only tells it from the others of a sweep
    whose rates are not told."""
    imported = record.get("imported") or {}
    # Who named a configuration may have written anything.
    if imported.get("folder") is None and UNTOLD not in (imported.get("remarks") or ()):
        return configuration
    file = str((imported.get("source") or {}).get("file") or "")
    within = (str(imported.get("name") or ""), str(imported.get("at") or ""))
    return without_place(configuration, file, within)


def without_place(configuration: str, file: str, within: Sequence[str]) -> str:
    """The name of a configuration without the place of a Run of a sweep behind it."""
    names = [file, PurePath(file).name]
    for place in (*names, *within, *(f"{name} {word}" for name in names for word in within)):
        if place and configuration.endswith(f"{SWEPT}{place}"):
            return configuration.removesuffix(f"{SWEPT}{place}")
    return configuration


class Imported(NamedTuple):
    """A Run as it was imported: the Point that it answers, its record, its distributions
    (`"read.completion_latency"`) and its intervals with theirs."""

    configuration: str
    target: Document
    workload: Document
    load: Document
    record: Document
    histograms: dict[str, bytes]
    intervals: Sequence[tuple[Document, bytes | None]]


_TOLD = (
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
"""Of a record, in the order of `ImportedRunRow`."""


_IMPORTED = (
    "SELECT point.id, point.configuration, point.target, point.workload, point.load, {told} FROM"
    " planned_point AS point JOIN planned_run ON planned_run.planned_point_id = point.id JOIN run"
    " ON run.id = planned_run.run_id WHERE point.campaign_id = ? ORDER BY point.number"
)


class ImportedRunRow(NamedTuple):
    """An imported Run: its Point, what was asked of it as it is written there, where it comes from
    and what it did. `folder` is none where the user named the configuration."""

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
    """Their codes, as JSON."""


class Imports(Part):
    """`Store.imports`: reads and writes through the store that it belongs to."""

    def __init__(
        self, access: Access, point_of: Callable[[Execute, int, int, Document], int]
    ) -> None:
        super().__init__(access)
        self._point_of = point_of

    def known(self) -> dict[str, int]:
        """The digests of the files that were imported into this store, each with its campaign."""
        rows = self._read(
            "SELECT json_extract(record, '$.imported.source.sha256'), run.campaign_id FROM run JOIN"
            " campaign ON campaign.id = run.campaign_id WHERE campaign.kind = ? AND record IS NOT"
            " NULL",
            KIND,
        )
        return {str(digest): int(campaign) for digest, campaign in rows if digest is not None}

    def found(self, campaign_id: int) -> list[ImportedRunRow]:
        """The Runs of a campaign that was imported, in order, as far as their names go by it."""
        told = ", ".join(f"json_extract(run.record, '$.{path}')" for path in _TOLD)
        rows = self._read(_IMPORTED.format(told=told), campaign_id)
        return [ImportedRunRow(*row) for row in rows]

    def rename(self, campaign_id: int, configurations: Mapping[int, str]) -> None:
        """Gives Points other configurations, and counts the repeats of all anew."""
        if not configurations:
            return
        with self._transaction() as run:
            for point, name in configurations.items():
                run("UPDATE planned_point SET configuration = ? WHERE id = ?", (name, point))
            repeats: Counter[tuple[Any, ...]] = Counter()
            for point, repeat, *asked in run(
                "SELECT id, repeat, configuration, target, workload, load FROM planned_point WHERE"
                " campaign_id = ? ORDER BY number",
                (campaign_id,),
            ).fetchall():
                repeats[tuple(asked)] += 1
                if repeat != repeats[tuple(asked)] or point in configurations:
                    counted = (repeats[tuple(asked)], point)
                    run("UPDATE planned_point SET repeat = ? WHERE id = ?", counted)
                    checksums.seal(run, "planned_point", "id = ?", point)

    def add(self, campaign_id: int, runs: Iterable[Imported]) -> list[int]:
        """Keeps the Runs of one file or of several: all of them, or none. Durable on return; their
        ids."""
        made = []
        with self._transaction() as run:
            number = run(
                "SELECT coalesce(max(number), 0) FROM planned_point WHERE campaign_id = ?",
                (campaign_id,),
            ).fetchone()[0]
            # Looked up for each Run they would take the longer the more there are.
            repeats: Counter[tuple[Any, ...]] = Counter(
                {
                    tuple(asked): count
                    for *asked, count in run(
                        "SELECT campaign_id, configuration, target, workload, load, count(*) FROM"
                        " planned_point WHERE campaign_id = ? GROUP BY 1, 2, 3, 4, 5",
                        (campaign_id,),
                    )
                }
            )
            for one in runs:
                number += 1
                made.append(self._add(run, campaign_id, number, one, repeats))
        return made

    def _add(
        self,
        run: Execute,
        campaign_id: int,
        number: int,
        one: Imported,
        repeats: Counter[tuple[Any, ...]],
    ) -> int:
        record = one.record
        # When it was imported says nothing of when it ran: a Run without a date has none.
        began = record["started_at_ns"] or None
        ended = None if began is None else began + round((record["measure_s"] or 0) * 1e9)
        spec = record["spec"]
        point = self._add_point(run, campaign_id, number, one, (began, ended), repeats)
        made = writing.insert(
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
        writing.insert(run, "planned_run", run_id=made, planned_point_id=point, attempt=1)
        for name, blob in one.histograms.items():
            kind, _, metric = name.partition(".")
            writing.put(run, "histogram", made, kind, metric, blob)
        for document, latency in one.intervals:
            sealed = (made, document["index"], writing.text(document), None, latency)
            run(
                "INSERT INTO interval VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*sealed, *checksums.of_interval(*sealed)),
            )
        return made

    @staticmethod
    def _add_point(
        run: Execute,
        campaign_id: int,
        number: int,
        one: Imported,
        times: tuple[int | None, int | None],
        repeats: Counter[tuple[Any, ...]],
    ) -> int:
        target, workload, load = (
            writing.text(one.target),
            writing.text(one.workload),
            writing.text(one.load),
        )
        asked = (campaign_id, one.configuration, target, workload, load)
        repeats[asked] += 1
        return writing.insert(
            run,
            "planned_point",
            campaign_id=campaign_id,
            configuration=one.configuration,
            target=target,
            workload=workload,
            load=load,
            number=number,
            repeat=repeats[asked],
            strategy="grid",
            seed="0",
            state="finished",
            stands=int(one.record["outcome"] in ("ok", "cannot_carry", "cached")),
            attempt=1,
            started_at_ns=times[0],
            finished_at_ns=times[1],
        )
