"""Access to Run records, whose types are generated from Rust (`native/record.py`).

Records of imported Runs have the same keys, with null for unknown values. Reports use
`run_figures.py`, which states for each figure whether it may be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict, cast

from plimsoll.base import gaps, units, workload_text
from plimsoll.native import record_reading, stack_parameters
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import ReadOnly

    from plimsoll.base.gaps import UnrecordedTime
    from plimsoll.native.record import Interval, Percentiles, RunRecord, Summary, Workload
    from plimsoll.store import Store
    from plimsoll.store.imported_run import ImportedDocument

    class Record(RunRecord, total=False):
        """The record of a Run, measured here or imported."""

        imported: ImportedDocument | None


Metric = Literal["response_time", "completion_latency"]


class Counts(TypedDict, total=False):
    """Counts of operations of one kind, of all, or of a worker, by outcome. None where an
    imported file gives no count."""

    count: ReadOnly[int | None]
    errors: ReadOnly[int | None]
    unfinished: ReadOnly[int | None]
    completed: ReadOnly[int | None]
    bytes: ReadOnly[int | None]


_NULL = (
    "clients",
    "each",
    "first_error",
    "generator_cpu_ns_per_io",
    "host",
    "hosts",
    "judgement",
    "machine",
    "measure_started_ns",
    "offered_rate_per_s",
    "started_at_ns",
    "steady",
    "storage",
    "storage_time",
    "system_load",
    "undisturbed_response_time_ns",
    "verified",
    "workers",
)
"""Optional keys of a record: missing ones are read as null."""


def of(document: Mapping[str, object]) -> Record:
    """A document of a store as a record."""
    return cast("Record", {**dict.fromkeys(_NULL), **document})


NO_RECORD = of({})
"""The record of a Run that has none."""


def load_record(store: Store, run: int) -> Record | None:
    """The record of a Run without its intervals, or None."""
    record = store.record(run, intervals=False)
    return None if record is None else of(record)


NO_COUNTS: Counts = {
    "count": None,
    "errors": None,
    "unfinished": None,
    "completed": None,
    "bytes": None,
}


def of_kind(record: Record, kind: str) -> Counts:
    """The counts of one kind of operation; None for unknown ones."""
    return {**NO_COUNTS, **(cast("Mapping[str, Counts | None]", record).get(kind) or {})}


def summary(record: Record, kind: str, metric: str) -> Summary:
    """The summary of one metric of one kind; without figures when unknown."""
    figures = cast("Mapping[str, Mapping[str, Summary | None] | None]", record).get(kind) or {}
    return figures.get(f"{metric}_ns") or record_reading.summary({})


_OF_UNFINISHED = ("response_time", "slot_wait")
"""Metrics that unfinished operations have too: their age, and their wait so far."""


def sample_size(figures: Counts, metric: str = "response_time") -> int | None:
    """The number of operations in a distribution; None when unknown.

    Submission latency is sampled. Completion latency has no exact count when operations never
    finished, since it is unknown how many of those were submitted."""
    if figures["count"] is None:
        return None
    ended = int(figures["count"]) - int(figures["errors"] or 0)
    unfinished = int(figures["unfinished"] or 0)
    if metric in _OF_UNFINISHED:
        return ended
    if metric == "own_lag":
        return ended - unfinished
    return ended if metric == "completion_latency" and not unfinished else None


def syncs(record: Record) -> Counts:
    """The syncs of a Run; empty without any, and where an imported file does not time them."""
    known = summary(record, "flush", "completion_latency")["mean"] is not None
    return of_kind(record, "flush") if known else {}


def writes_are_durable(workload: Workload) -> bool:
    """Whether each write is durable itself. The workload of an imported Run may not say."""
    return bool(workload.get("durable_writes"))


def writes_per_sync(workload: Workload) -> int:
    """Writes that a sync follows; 0 without syncs. The workload of an imported Run may not say."""
    sync = workload.get("sync")
    return sync["writes"] if sync else 0


def commit_share(workload: Workload) -> float | None:
    """Durable commits for each operation of data: with dsync every write is one, else each sync is,
    after so many writes. None where nothing makes writes durable, or the mix is unknown."""
    durable, each = writes_are_durable(workload), writes_per_sync(workload)
    if (not durable and not each) or workload["read_percent"] is None:
        return None
    writes = 1.0 - (workload["read_percent"] + (workload["trim_percent"] or 0.0)) / 100
    if writes <= 0:
        return None
    return writes if durable or not each else writes / each


def figure(spans: Summary | Percentiles, name: str) -> float | None:
    """A figure of a distribution by its name (`p99_9`), ns; None when the sample does not
    support it."""
    return cast("Mapping[str, float | None]", spans).get(name)


def within(spans: Summary | Percentiles, name: str) -> tuple[float, float] | None:
    """The bounds in ns of the histogram step that holds a coarse percentile; None for other
    figures."""
    steps = cast("Mapping[str, Mapping[str, tuple[float, float]]]", spans).get("within") or {}
    return steps.get(name)


def latency_text(spans: Summary, name: str) -> str:
    """A figure in ns as text: `1.25 ms`; `> 1.25 s` for a lower bound, as with unfinished
    operations; `1 ms to 2 ms` for a coarse percentile; a dash when unsupported."""
    value = figure(spans, name)
    if value is not None and (step := within(spans, name)) is not None:
        low, high = units.nanos(step[0]), units.nanos(step[1])
        return message("latency-within", low=low, high=high)
    more = "> " if value is not None and name in spans.get("at_least", ()) else ""
    return more + units.nanos(value)


def import_source(record: Record) -> ImportedDocument | None:
    """The source of an imported Run; None for a measured Run."""
    return record.get("imported")


def unrecorded_time(record: Record | None) -> UnrecordedTime:
    """Time that an imported file does not cover, beyond gaps in its intervals."""
    source = None if record is None else import_source(record)
    return gaps.of_record(None if source is None else source.get("unrecorded"))


def not_in_file(record: Record) -> bool:
    """Whether percentiles are missing because the imported file has none, however many
    operations there were."""
    source = import_source(record)
    return source is not None and any(
        name.startswith("completion_latency_ns") for name in source["unknown"]
    )


def metric(record: Record) -> Metric:
    """The main latency of a Run: response time, from the intended instant. Imported Runs use
    completion latency, since other programs start their clock at submission."""
    source = import_source(record)
    unknown = source is not None and "response_time_ns" in source["unknown"]
    return "completion_latency" if unknown else "response_time"


def latency(interval: Interval) -> Summary:
    """The main latency of an interval: response time, or completion latency when imported."""
    response = interval["response_time_ns"]
    known = response["mean"] is not None or response["max"] is not None
    return response if known else interval["completion_latency_ns"]


def iops(rate: float | None) -> str:
    """A rate of operations with its unit."""
    return message("iops", rate=units.rate(rate))


def target_words(name: str) -> str:
    """The name of a target as a record has it, for readers: parameters of described storage are
    named in their language."""
    return stack_words(*stack_parameters.apart(name))


def stack_words(name: str, parameters: str) -> str:
    """A target with its parameters in words, if any."""
    return message("stack-with", name=name, parameters=parameters) if parameters else name


def metric_words(metric: str, place: Literal["start", "inside"] = "inside") -> str:
    """A metric in words, at the start of a text or inside it."""
    return message(f"metric-{metric}", place=place)


def figure_words(name: str) -> str:
    """A figure of a distribution in words: `p99.9`, `mean`."""
    return message(f"statistic-{name}") if name in _NAMED else name.replace("_", ".")


_NAMED = ("mean", "stddev", "min", "max")


def latency_name(name: str, metric: str, kind: str | None = None) -> str:
    """A figure with its metric and its kind of operations: `p99 response time of reads`."""
    words = (
        message("latency-with-submit-call") if metric == "total_latency" else metric_words(metric)
    )
    return message(
        "latency-name",
        figure=figure_words(name),
        latency=words,
        operations=workload_text.operations(kind) or "none",
    )
