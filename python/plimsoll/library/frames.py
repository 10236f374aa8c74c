"""Answers as Polars frames. Polars is an extra: it is asked for when a frame is."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from plimsoll.base import extras
from plimsoll.report.evidence.run_fields import FIELDS, Field
from plimsoll.report.forms import intervals, rows
from plimsoll.report.request import ReportRequest

if TYPE_CHECKING:
    import polars


def frame_of_runs(asked: ReportRequest) -> polars.DataFrame:
    """A row per Run, with the columns of `plimsoll report --to parquet`."""
    return _typed_frame(FIELDS, ([row[one.name] for one in FIELDS] for row in rows.of(asked)))


def frame_of_intervals(asked: ReportRequest) -> polars.DataFrame:
    """A row per interval of each Run."""
    return _typed_frame(intervals.FIELDS, intervals.intervals(asked))


def frame_of_rows(table: Iterable[Mapping[str, object]]) -> polars.DataFrame:
    """A row per mapping, all with the same keys."""
    frames = polars_module()
    rows_of_table = [dict(row) for row in table]
    frame: polars.DataFrame = frames.DataFrame(rows_of_table, infer_schema_length=None)
    return frame


def polars_module() -> Any:
    """Polars. Raises UsageError, which says how to get it, where it is not installed."""
    extras.require("frames")
    import polars

    return polars


def _typed_frame(fields: Iterable[Field], table: Iterable[Iterable[Any]]) -> polars.DataFrame:
    frames = polars_module()
    columns = tuple(fields)
    kinds: Mapping[str, Any] = {
        "text": frames.String,
        "integer": frames.Int64,
        "number": frames.Float64,
        "flag": frames.Boolean,
        "time": frames.Datetime("ms", "UTC"),
    }
    # Seeds use all 64 bits.
    schema = {one.name: frames.UInt64 if one.name == "seed" else kinds[one.kind] for one in columns}
    values = [
        [
            datetime.datetime.fromisoformat(value) if one.kind == "time" and value else value
            for one, value in zip(columns, row, strict=True)
        ]
        for row in table
    ]
    frame: polars.DataFrame = frames.DataFrame(values, schema=schema, orient="row")
    return frame
