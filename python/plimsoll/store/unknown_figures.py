"""What stands in the record of an imported Run where its file gives nothing.

Most of the keys of our own records have no figure in a file of another program. The store leaves
them out of the record's text, and `with_unknown_figures` puts them back, as
`native/record_reading.py` does for the keys that Rust leaves out of our own."""

from collections.abc import Mapping
from typing import Any, ClassVar

from plimsoll.store import writing
from plimsoll.store.rows import Document
from plimsoll.store.writing import Composition, SharedDocument

SCHEMA = "plimsoll.imported_run/1"


class LatencyFigures(Composition):
    """The figures of a latency in ns; null is unknown."""

    absent: ClassVar[Mapping[str, Any]] = dict.fromkeys(
        ("mean", "stddev", "min", "max", "p50", "p90", "p95", "p99", "p99_9", "p99_99")
    )

    @property
    def text(self) -> str:
        """The document as JSON."""
        known = {name: figure for name, figure in self.items() if figure is not None}
        return writing.part_text(known)


NO_LATENCY = LatencyFigures(LatencyFigures.absent)
"""A latency of which nothing is known: one object for all of them, which nobody changes."""


class KindFigures(SharedDocument):
    """The figures of one kind of operations; null is unknown."""

    absent: ClassVar[Mapping[str, Any]] = {
        **dict.fromkeys(("count", "completed", "errors", "unfinished", "bytes")),
        "response_time_ns": NO_LATENCY,
        "completion_latency_ns": NO_LATENCY,
        "submission_latency_ns": NO_LATENCY,
        "total_latency_ns": NO_LATENCY,
        "slot_wait_ns": NO_LATENCY,
        "own_lag_ns": NO_LATENCY,
    }


UNKNOWN_OPERATIONS = KindFigures(KindFigures.absent)
NO_OPERATIONS = KindFigures(
    {**KindFigures.absent, **dict.fromkeys(("count", "completed", "errors", "bytes"), 0)}
)
"""Of a kind that a Run had none of: one object for all Runs, which nobody changes."""
LIMITER_UNKNOWN = SharedDocument(
    value="unknown",
    basis="single",
    confidence=0.0,
    because="an imported Run does not tell",
)
UNKNOWN: Mapping[str, Any] = {
    **dict.fromkeys(("offered_rate_per_s", "issued_rate_per_s", "scheduled_rate_per_s")),
    **dict.fromkeys(("achieved_rate_per_s", "bytes_per_s", "bytes_written")),
    **dict.fromkeys(("outstanding_mean", "outstanding_max", "backlog_at_end")),
    **dict.fromkeys(("warmup_s", "measure_s", "drain_s", "real_s")),
    **dict.fromkeys(("started_at_ns", "measure_started_ns", "memory_bytes")),
    "all": UNKNOWN_OPERATIONS,
    **dict.fromkeys(("read", "write", "trim", "flush"), NO_OPERATIONS),
    "own_lag_ns": NO_LATENCY,
    "errors_by_errno": SharedDocument(),
    **dict.fromkeys(("first_error", "judgement")),
    "limited_by": LIMITER_UNKNOWN,
    **dict.fromkeys(("steady", "generator_cpu_ns_per_io", "stamps", "host", "seed")),
}
"""What an imported record has where its file gives nothing, in the order of our own records."""


class RecordDocument(Composition):
    """The record of an imported Run."""

    absent: ClassVar[Mapping[str, Any]] = UNKNOWN


def with_unknown_figures(document: Document) -> Document:
    """A record of a store with the keys that its text leaves out. A record of ours is complete, and
    a part of another type stays as it is: `documents.difference` finds that out."""
    if ("schema", SCHEMA) not in document.items():
        return document
    _fill(document, UNKNOWN)
    for kind in ("all", "read", "write", "trim", "flush"):
        if isinstance(operations := document[kind], dict):
            _fill(operations, KindFigures.absent)
            for latency in operations.values():
                if isinstance(latency, dict):
                    _fill(latency, LatencyFigures.absent)
    return document


def _fill(document: Document, absent: Mapping[str, Any]) -> None:
    for key, value in absent.items():
        if key not in document:
            document[key] = _own(value)


def _own(value: Any) -> Any:
    """A copy, since readers change what they read."""
    return {key: _own(inner) for key, inner in value.items()} if isinstance(value, dict) else value
