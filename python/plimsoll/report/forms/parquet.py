"""The Runs of campaigns as Parquet, for data frames: typed columns with units in their names; the
intervals in a file beside it.

Unsupported figures are null. `plimsoll.schema` in the file's metadata names the content; Parquet
stores metadata at the end of the file."""

import io
from collections.abc import Iterable
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from plimsoll.base.version import __version__
from plimsoll.report.evidence.run_fields import FIELDS, Field
from plimsoll.report.forms import FormOutput, rows
from plimsoll.report.forms import intervals as series
from plimsoll.report.request import ReportRequest

SCHEMA = "plimsoll.runs/1"
INTERVALS = "plimsoll.intervals/1"
_SCHEMA = b"plimsoll.schema"
_BATCH = 20_000
"""Intervals at a time: some megabytes."""
_TYPES = {
    "text": pa.string(),
    "integer": pa.int64(),
    "number": pa.float64(),
    "flag": pa.bool_(),
    "time": pa.timestamp("ms", tz="UTC"),
}


def write(request: ReportRequest) -> FormOutput:
    """A row per Run, and beside it a row per interval."""
    found = rows.of(request)
    schema = _schema(FIELDS, SCHEMA, request)
    columns = [_column([row[field.name] for row in found], field, schema) for field in FIELDS]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(columns, schema=schema), out, compression="zstd")
    return FormOutput(out.getvalue(), {f"{series.ENDING}.parquet": lambda: _intervals(request)})


def is_ours(content: bytes) -> bool:
    """Whether this file was made by Plimsoll."""
    try:
        found = pq.read_schema(pa.BufferReader(content)).metadata or {}
    except (pa.ArrowException, OSError):
        return False
    return found.get(_SCHEMA) in (SCHEMA.encode(), INTERVALS.encode())


def _intervals(request: ReportRequest) -> bytes:
    schema = _schema(series.FIELDS, INTERVALS, request)
    out = io.BytesIO()
    found = series.intervals(request)
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        while batch := list(islice(found, _BATCH)):
            columns = [
                _column(values, field, schema)
                for values, field in zip(zip(*batch, strict=True), series.FIELDS, strict=True)
            ]
            writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=schema))
    return out.getvalue()


def _schema(fields: tuple[Field, ...], name: str, request: ReportRequest) -> pa.Schema:
    metadata = {
        _SCHEMA: name.encode(),
        b"plimsoll.version": (request.evidence.campaign.version or __version__).encode(),
        b"plimsoll.campaigns": ",".join(map(str, request.campaigns)).encode(),
    }
    return pa.schema([(field.name, _type(field)) for field in fields], metadata=metadata)


def _type(field: Field) -> pa.DataType:
    # Seeds use all 64 bits.
    return pa.uint64() if field.name == "seed" else _TYPES[field.kind]


def _column(values: Iterable[Any], field: Field, schema: pa.Schema) -> pa.Array:
    if field.kind == "time":
        import datetime

        values = [
            None if value is None else datetime.datetime.fromisoformat(value) for value in values
        ]
    return pa.array(values, schema.field(field.name).type)
