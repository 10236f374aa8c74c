"""Runs measured by Plimsoll elsewhere: the output of `plimsoll run --json`, one record or several.

The record is kept unchanged, response time included; `imported` names its file. Distributions are
not part of a record and stay in the original store."""

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

from plimsoll.base import documents
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results import json_documents
from plimsoll.features.imports.results.figures import Fields, Text
from plimsoll.features.imports.results.run_result import Load, Operations, Result
from plimsoll.features.imports.results.source import File
from plimsoll.native import record_reading
from plimsoll.native.record import RunRecord

SCHEMA = "plimsoll.run/1"
COLUMNS = ("started_at_ns", "offered_rate_per_s")
"""Keys that a store has columns for; Rust leaves them out where they have no value."""


class _Head(Fields):
    schema = Text("schema")


def sniff(head: str) -> bool:
    """Whether it is a record of ours."""
    return f'"{SCHEMA}"' in head.replace('": "', '":"').replace('"schema":', "") and (
        '"schema"' in head or '"achieved_rate_per_s"' in head
    )


def read(file: File) -> Iterator[Result]:
    """The Runs. Raises Bad for what is no record as it should be."""
    rows = 0
    document: Any
    for document, line in json_documents.read(file):
        if _Head(document).schema != SCHEMA:
            raise file.bad(partial(message, "document-no-record"), line)
        # The record is kept as printed, without defaults for missing keys.
        whole = record_reading.run_record(copy.deepcopy(document))
        found = documents.difference(whole, RunRecord)
        if found is not None:
            raise file.bad(partial(message, "record-damaged", why=found), line)
        absent = {key: None for key in COLUMNS if key not in document}
        yield _result(whole, document | absent, line, rows)
        rows += 1
    if not rows:
        raise file.bad(partial(message, "no-record"))


def _result(record: RunRecord, printed: RunRecord, line: int, place: int) -> Result:
    load = record["spec"]["load"]
    depth, arrivals = None, None
    if load["kind"] == "closed":
        depth = load["queue_depth"]
    else:
        arrivals = load["arrivals"]
    return Result(
        name=f"record {place}",
        at=f"record {place}",
        line=line,
        kinds={"all": Operations(count=record["all"]["count"])},
        seconds=record["measure_s"],
        load=Load(
            workers=load["workers"],
            queue_depth=depth,
            offered_rate_per_s=record["offered_rate_per_s"],
            arrivals=arrivals,
        ),
        target=record["spec"]["target"]["name"],
        program_version=record["version"]["plimsoll"],
        record=printed,
    )
