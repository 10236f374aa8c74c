"""The intervals of Measure as arrays, from which the time line is judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from plimsoll.base.gaps import WIDEST_SEAM, Gap, UnrecordedTime, merge_gaps
from plimsoll.native import fine

if TYPE_CHECKING:
    from plimsoll.native.record import Interval

Floats = NDArray[np.float64]

_COMPLETED = fine.Fine._fields.index("completed")
WHOLE = 0.5
"""An interval shorter than this share of the usual length is a remainder (of an end, of a stop):
too short to judge."""


@dataclass(frozen=True)
class Series:
    """Equally long intervals in order. Times in seconds since the start of Measure, response times
    in ns (nan: none ended)."""

    start_s: Floats
    length_s: Floats
    completed: Floats
    arrived: Floats
    """Operations intended in it; nan for a closed load."""
    errors: Floats
    backlog: Floats
    response_ns: Floats
    p99_ns: Floats
    longest_ns: Floats
    """The slowest operation that ended in it; nan where intervals were merged, too."""
    unrecorded: UnrecordedTime = field(default_factory=UnrecordedTime, kw_only=True)
    """Time that none of them covers, or in which this machine stood still."""

    @staticmethod
    def of(
        intervals: Iterable[Interval | tuple[Interval, bytes | None]],
        unrecorded: UnrecordedTime = UnrecordedTime(),  # noqa: B008  # it cannot be changed
    ) -> Series:
        """From the `intervals` of a record, or the documents of a store's interval rows: the whole
        intervals of Measure. A merged interval is expanded where its packing
        (`plimsoll.native.fine`) comes with it. `unrecorded`: gaps of an imported record beyond
        those between intervals."""
        blocks: list[Floats] = []
        sealed: list[fine.Fine] = []
        longest: list[float] = []
        for entry in intervals:
            interval, packed = entry if isinstance(entry, tuple) else (entry, None)
            if interval["phase"] != "measure" or interval["length_s"] <= 0:
                continue
            if packed is None:
                sealed.append(fine.of(interval))
                longest.append(_longest(interval))
                continue
            merged = np.array(fine.columns(packed), dtype=np.float64).T
            blocks += [_table(sealed, longest), _with_longest(merged)]
            sealed, longest = [], []
        table = np.concatenate([*blocks, _table(sealed, longest)])
        spans, still = table[:, :2] / 1e9, table[:, _COMPLETED] == fine.NONE
        gaps = merge_gaps((*_between(spans), *unrecorded.gaps))
        machine = merge_gaps(Gap(*span) for span in spans[still].tolist())
        made = Series._of_table(table[~still])
        found = unrecorded._replace(gaps=tuple(gaps), still=tuple(machine))
        return replace(made, unrecorded=found)

    @staticmethod
    def of_fine(rows: Iterable[fine.Fine]) -> Series:
        """From packed rows of Measure, of which some were left out on purpose."""
        return Series._of_table(_table(list(rows)))

    @staticmethod
    def _of_table(table: Floats) -> Series:
        table = table[table[:, 1] > 0]
        table[:, :2] /= 1e9
        for column in (3, 6, 7, 8):
            table[table[:, column] == fine.NONE, column] = np.nan
        if len(table):
            table = table[table[:, 1] >= WHOLE * np.median(table[:, 1])]
        return Series(*(np.ascontiguousarray(column) for column in table.T))

    def __len__(self) -> int:
        return len(self.start_s)

    @property
    def stop_s(self) -> Floats:
        """The end of each interval."""
        return self.start_s + self.length_s

    @property
    def rate_per_s(self) -> Floats:
        """Completions per second."""
        return self.completed / self.length_s

    @property
    def interval_s(self) -> float:
        """The usual length."""
        return float(np.median(self.length_s)) if len(self) else 0.0

    @property
    def open_loop(self) -> bool:
        """Whether operations arrive whether or not others ended."""
        return bool(len(self)) and not bool(np.isnan(self.arrived).any())


def _between(spans: Floats) -> tuple[Gap, ...]:
    """The gaps between intervals, each given by its start and length."""
    spans = spans[spans[:, 1] > 0]
    if len(spans) < 2:
        return ()
    stops = np.maximum.accumulate(spans.sum(axis=1))
    holes = spans[1:, 0] - stops[:-1]
    wide = np.flatnonzero(holes > WIDEST_SEAM * np.median(spans[:, 1]))
    return tuple(Gap(float(stops[i]), float(holes[i])) for i in wide)


def _table(rows: list[fine.Fine], longest: list[float] | None = None) -> Floats:
    return _with_longest(np.array(rows, dtype=np.float64).reshape(len(rows), 8), longest)


def _with_longest(table: Floats, longest: list[float] | None = None) -> Floats:
    """The table with the slowest operation of each interval as the last column."""
    column = np.full(len(table), float(fine.NONE)) if longest is None else np.array(longest)
    return np.column_stack([table, column])


def _longest(interval: Interval) -> float:
    # The same figures that the mean is taken from: of an import, completion latency.
    spans = interval["response_time_ns"]
    if spans["mean"] is None:
        spans = interval["completion_latency_ns"]
    longest = spans["max"]
    return float(fine.NONE if longest is None else longest)
