"""Merges the older intervals of long Runs in a store: its part of it. What is merged, and into
what, `coarsening.py` says; how, the native side.

One transaction takes the intervals out and puts the merged one in: a kill leaves the ones or the
other. What the time line reads of each of them stays beside the merged row, packed
(`plimsoll.native.fine`), so that it tells of the past what it told when that was new.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from plimsoll.native import fine, record_reading
from plimsoll.store import checksums, writing
from plimsoll.store.coarsening import Coarsening, Piece, Span
from plimsoll.store.writing import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plimsoll.native.model import Interval
    from plimsoll.store.checksums import Execute
    from plimsoll.store.writing import Access

_ROWS = (
    "SELECT interval.idx, json, response_time, completion_latency, series FROM interval LEFT JOIN"
    " fine ON fine.run_id = interval.run_id AND fine.idx = interval.idx WHERE interval.run_id = ?"
    " AND interval.idx BETWEEN ? AND ? ORDER BY interval.idx"
)


class Merging(Part):
    """`Store.merging`: merges through the store that it belongs to. Of Runs that this process
    writes."""

    def __init__(self, access: Access) -> None:
        super().__init__(access)
        self._runs: dict[int, Coarsening] = {}

    def add_interval(self, run_id: int, index: int, document_json: str) -> None:
        """An interval came."""
        told: Interval = self._reading.parse_json(document_json, f"interval {index}")
        if told.get("phase") == "measure":
            start_ns = round(told["start_s"] * 1e9)
            stop_ns = start_ns + round(told["length_s"] * 1e9)
            run = self._runs.setdefault(run_id, Coarsening())
            run.add(Piece(index, start_ns, stop_ns, merged=False))

    def hold(self, run_id: int, start_s: float, stop_s: float, weight: float) -> None:
        """Something happened there in a Run under way: its intervals stay as they were sealed, as
        long as nothing weightier needs the room."""
        if (run := self._runs.get(run_id)) is not None:
            run.hold(Span(round(start_s * 1e9), round(stop_s * 1e9), weight))

    def merge_due(self) -> None:
        """Merges what has become old. What was sealed must have been written."""
        for run_id, run in self._runs.items():
            if run.due():
                self._merge(run_id, run)

    def forget(self, run_id: int) -> None:
        """The Run has ended."""
        self._runs.pop(run_id, None)

    def _merge(self, run_id: int, run: Coarsening) -> None:
        groups = [group for group in run.groups() if group]
        with self._transaction() as execute:
            for group in groups:
                _put_together(execute, run_id, group)
        # Only now: a transaction that failed has left all of them as they were.
        run.apply_merge(groups)


def restore(run: Execute, run_id: int, intervals: Iterable[Interval]) -> None:
    """Puts what a record says of its intervals into their rows. The record's word counts: where
    Warmup ended early, its intervals lie at other times than was thought when they were sealed.
    Those that were merged stay merged."""
    gone = run("SELECT idx, idx + intervals FROM fine WHERE run_id = ?", (run_id,)).fetchall()
    merged = {index for first, stop in gone for index in range(first, min(stop, first + fine.MOST))}
    for interval in intervals:
        if interval["index"] not in merged:
            row = (run_id, interval["index"], writing.text(interval), None, None)
            run(
                "INSERT INTO interval VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
                " SET json = excluded.json, checksum = excluded.checksum",
                (*row, *checksums.of_interval(*row)),
            )


def _put_together(run: Execute, run_id: int, group: Sequence[Piece]) -> None:
    first, last = group[0].number, group[-1].number
    rows = run(_ROWS, (run_id, first, last)).fetchall()
    assert [row[0] for row in rows] == [piece.number for piece in group], "a Run's rows are known"
    told = [record_reading.interval(json.loads(row[1])) for row in rows]
    if any(row[2] is None or row[3] is None for row in rows):
        # Without distributions there is nothing to merge exactly.
        return
    kept = [
        one
        for interval, row in zip(told, rows, strict=True)
        for one in (fine.unpack(row[4]) if row[4] is not None else [fine.of(interval)])
    ]
    # Loaded with the first: most who open a store merge nothing.
    from plimsoll.native import histogram

    document, response_time, completion_latency = histogram.merge_intervals(
        [row[1] for row in rows], [row[2] for row in rows], [row[3] for row in rows]
    )
    between = (run_id, first, last)
    run("DELETE FROM interval WHERE run_id = ? AND idx BETWEEN ? AND ?", between)
    run("DELETE FROM fine WHERE run_id = ? AND idx BETWEEN ? AND ?", between)
    row = (run_id, first, document, response_time, completion_latency)
    run("INSERT INTO interval VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, *checksums.of_interval(*row)))
    writing.put(run, "fine", run_id, first, len(kept), fine.pack(kept))
