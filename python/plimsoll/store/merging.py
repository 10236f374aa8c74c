"""Merges the older intervals of long Runs in a store. `coarsening.py` chooses them, the native side
merges them.

One transaction replaces the intervals by the merged one, so a kill leaves either the ones or the
other. The series that the time line needs of each interval stays beside the merged row, packed
(`plimsoll.native.fine`), so that the time line does not change.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from plimsoll.native import fine, record_reading
from plimsoll.store import checksums, writing
from plimsoll.store.coarsening import Coarsening, Piece, Span
from plimsoll.store.messages import message
from plimsoll.store.writing import Part

if TYPE_CHECKING:
    from plimsoll.native.record import Interval
    from plimsoll.store.checksums import Execute
    from plimsoll.store.writing import Access

_ROWS = (
    "SELECT interval.idx, json, response_time, completion_latency, series FROM interval LEFT JOIN"
    " fine ON fine.run_id = interval.run_id AND fine.idx = interval.idx WHERE interval.run_id = ?"
    " AND interval.idx BETWEEN ? AND ? ORDER BY interval.idx"
)


class Merging(Part):
    """`Store.merging`, for the Runs that this process writes."""

    def __init__(self, access: Access) -> None:
        super().__init__(access)
        self._runs: dict[int, Coarsening] = {}

    def add_interval(self, run_id: int, index: int, document_json: str) -> None:
        """Takes note of a new interval."""
        interval: Interval = self._reading.parse_json(
            document_json, partial(message, "part-interval-alone", interval=index)
        )
        if interval.get("phase") == "measure":
            start_ns = round(interval["start_s"] * 1e9)
            stop_ns = start_ns + round(interval["length_s"] * 1e9)
            run = self._runs.setdefault(run_id, Coarsening())
            run.add(Piece(index, start_ns, stop_ns, merged=False))

    def hold(self, run_id: int, start_s: float, stop_s: float, weight: float) -> None:
        """Keeps the intervals of an event as sealed, as long as no weightier event needs the
        room."""
        if (run := self._runs.get(run_id)) is not None:
            run.hold(Span(round(start_s * 1e9), round(stop_s * 1e9), weight))

    def merge_due(self) -> None:
        """Merges old intervals. All of them must have been written."""
        for run_id, run in self._runs.items():
            if run.due():
                self._merge(run_id, run)

    def forget(self, run_id: int) -> None:
        """Ends the merging of a Run."""
        self._runs.pop(run_id, None)

    def _merge(self, run_id: int, run: Coarsening) -> None:
        groups = [group for group in run.groups() if group]
        with self._transaction(during_run=True) as execute:
            for group in groups:
                _merge_group(execute, run_id, group)
        # After the transaction, since a failed one leaves all rows as they were.
        run.apply_merge(groups)


def restore(run: Execute, run_id: int, intervals: Iterable[Interval]) -> None:
    """Replaces the documents of interval rows by those of the record: where Warmup ended early, the
    record has corrected times. Merged intervals stay merged."""
    spans = run("SELECT idx, idx + intervals FROM fine WHERE run_id = ?", (run_id,)).fetchall()
    merged = {
        index for first, stop in spans for index in range(first, min(stop, first + fine.MOST))
    }
    for interval in intervals:
        if interval["index"] not in merged:
            row = (run_id, interval["index"], writing.text(interval), None, None)
            run(
                "INSERT INTO interval VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
                " SET json = excluded.json, checksum = excluded.checksum",
                (*row, *checksums.of_interval(*row)),
            )


def _merge_group(run: Execute, run_id: int, group: Sequence[Piece]) -> None:
    first, last = group[0].number, group[-1].number
    rows = run(_ROWS, (run_id, first, last)).fetchall()
    assert [row[0] for row in rows] == [piece.number for piece in group], "a Run's rows are known"
    intervals = [record_reading.interval(json.loads(row[1])) for row in rows]
    if any(row[2] is None or row[3] is None for row in rows):
        # An exact merge needs the distributions.
        return
    series = [
        part
        for interval, row in zip(intervals, rows, strict=True)
        for part in (fine.unpack(row[4]) if row[4] is not None else [fine.of(interval)])
    ]
    # Loaded when needed, since most processes merge nothing.
    from plimsoll.native import histogram

    document, response_time, completion_latency = histogram.merge_intervals(
        [row[1] for row in rows], [row[2] for row in rows], [row[3] for row in rows]
    )
    between = (run_id, first, last)
    run("DELETE FROM interval WHERE run_id = ? AND idx BETWEEN ? AND ?", between)
    run("DELETE FROM fine WHERE run_id = ? AND idx BETWEEN ? AND ?", between)
    row = (run_id, first, document, response_time, completion_latency)
    run("INSERT INTO interval VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, *checksums.of_interval(*row)))
    writing.put(run, "fine", run_id, first, len(series), fine.pack(series))
