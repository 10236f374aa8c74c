"""The samples of collectors in a store. Written in batches, read by campaign and by Run."""

import json
from collections.abc import Iterable
from functools import partial
from itertools import chain

from plimsoll.store import checksums, writing
from plimsoll.store.checksums import Execute
from plimsoll.store.messages import message
from plimsoll.store.rows import CollectedRow, CollectorRow, CounterRow, Document
from plimsoll.store.writing import Access, Part

ROWS_PER_INSERT = 100
"""Hundreds of hosts send a thousand samples a second; an insert for each would cost more than
collecting them."""


class Counters(Part):
    """`Store.counters`."""

    def __init__(self, access: Access) -> None:
        super().__init__(access)
        self._names: dict[tuple[int, str], int] = {}

    def begin(
        self, campaign_id: int, sources: Iterable[tuple[str, str, float | None]]
    ) -> tuple[int, ...]:
        """Stores the collectors of a campaign (kind, source, seconds between scrapes). Returns
        their ids in order."""
        with self._transaction() as run:
            return tuple(
                writing.insert(
                    run,
                    "collector",
                    campaign_id=campaign_id,
                    kind=kind,
                    source=source,
                    every_s=every_s,
                )
                for kind, source, every_s in sources
            )

    def add(
        self,
        run_id: int,
        samples: Iterable[tuple[int, str, int, float]],
        summaries: Iterable[tuple[int, Document]] = (),
        *,
        during_run: bool = False,
    ) -> None:
        """Stores samples (collector, name, t_ns, value) of a Run, and the summaries of its
        collectors. Durable on return; with `during_run`, when the Run has ended."""
        new_names: dict[tuple[int, str], int] = {}
        with self._transaction(during_run=during_run) as run:
            rows: list[tuple[int, int, int, float, int]] = []
            for collector_id, name, t_ns, value in samples:
                key = (collector_id, name)
                name_id = self._names.get(key) or new_names.get(key)
                if name_id is None:
                    name_id = new_names[key] = _name_id(run, collector_id, name)
                row = (run_id, name_id, t_ns, float(value))
                rows.append((*row, checksums.of(*row)))
            for first in range(0, len(rows), ROWS_PER_INSERT):
                batch = rows[first : first + ROWS_PER_INSERT]
                places = ", ".join(["(?, ?, ?, ?, ?)"] * len(batch))
                run(
                    f"INSERT INTO counter VALUES {places}",  # noqa: S608  # places alone, no value
                    tuple(chain.from_iterable(batch)),
                )
            for collector_id, summary in summaries:
                state = json.dumps(summary, ensure_ascii=False)
                writing.put(run, "collected", run_id, collector_id, state)
        # After the transaction, since a failed one has rolled its names back.
        self._names.update(new_names)

    def collectors(self, campaign_id: int) -> list[CollectorRow]:
        """The collectors of a campaign, in the order of the command line."""
        rows = self._read(
            "SELECT checksum, id, campaign_id, kind, source, every_s FROM collector WHERE"
            " campaign_id = ? ORDER BY id",
            campaign_id,
        )
        for checksum, *row in rows:
            self._reading.intact(
                checksum,
                partial(message, "part-collector", collector=row[0], campaign=campaign_id),
                *row,
            )
        return [CollectorRow(*row) for _, *row in rows]

    def of_run(self, run_id: int) -> list[CounterRow]:
        """The counters of a Run by collector, each in order of its first value."""
        found: dict[int, CounterRow] = {}
        intact, label = self._reading.intact, partial(message, "part-counter", run=run_id)
        for name_id, collector_id, name, name_checksum, t_ns, value, checksum in self._read(
            "SELECT name_id, collector_id, name, counter_name.checksum, t_ns, value,"
            " counter.checksum FROM counter JOIN counter_name ON"
            " counter_name.id = name_id WHERE run_id = ? ORDER BY collector_id, name_id, t_ns",
            run_id,
        ):
            intact(checksum, label, run_id, name_id, t_ns, value)
            row = found.get(name_id)
            if row is None:
                intact(name_checksum, label, name_id, collector_id, name)
                row = found[name_id] = CounterRow(collector_id, name, [])
            row.points.append((t_ns, value))
        return list(found.values())

    def collector_summaries(self, run_id: int) -> list[CollectedRow]:
        """The summaries of the collectors at the end of a Run, in the order of the command line."""
        rows = self._read(
            "SELECT collector_id, summary, checksum FROM collected WHERE run_id = ? ORDER BY"
            " collector_id",
            run_id,
        )
        label = partial(message, "part-collected", run=run_id)
        for collector, text, checksum in rows:
            self._reading.intact(checksum, label, run_id, collector, text)
        return [
            CollectedRow(run_id, collector, self._reading.document(text, label))
            for collector, text, _ in rows
        ]


def _name_id(run: Execute, collector_id: int, name: str) -> int:
    run(
        "INSERT OR IGNORE INTO counter_name (collector_id, name) VALUES (?, ?)",
        (collector_id, name),
    )
    checksums.seal(run, "counter_name", "collector_id = ? AND name = ?", collector_id, name)
    found = run(
        "SELECT id FROM counter_name WHERE collector_id = ? AND name = ?", (collector_id, name)
    ).fetchone()
    return int(found[0])
