"""The intervals of campaigns as rows, one per sealed interval of a Run, interrupted Runs included.

They are streamed: two thousand Runs of a minute have 120,000 of them, more than a gigabyte as
documents. SQLite extracts only the figures named here. Rates are counts over the length of the
interval. `start_s` counts from the start of Measure, so Warmup is negative."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from plimsoll.base.printable import printable
from plimsoll.report.evidence.run_fields import BY_NAME, Field, Kind
from plimsoll.report.request import ReportRequest

ENDING = "-intervals"
"""Suffix of the file with the intervals beside the Runs."""


def fields(kind: Kind, *names: str) -> tuple[Field, ...]:
    """Columns of one kind."""
    return tuple(Field(name, kind) for name in names)


FIELDS = (
    Field("run", "integer", heading="Run", number="0", width=7),
    Field("interval", "integer", number="0", width=9),
    *fields("text", "phase"),
    Field("start_s", "number", heading="start (s)", number="#,##0.0", width=9),
    Field("length_s", "number", heading="length (s)", number="0.0##", width=9),
    *fields("number", "offered_rate_per_s", "issued_rate_per_s", "achieved_rate_per_s"),
    BY_NAME["bytes_per_s"],
    *fields("number", "response_time_ns_mean", "response_time_ns_p50", "response_time_ns_p99"),
    *fields("integer", "errors", "backlog"),
    BY_NAME["outstanding_mean"],
    *fields("number", "cpu_busy_share", "disk_busy_share"),
    *fields("integer", "response_time_ns_max", "merged_from"),
    *fields("number", "lowest_rate_per_s", "highest_rate_per_s", "quiet_s"),
    *fields("integer", "reads", "writes", "syncs"),
    *fields("number", "read_completion_latency_ns_mean", "write_completion_latency_ns_mean"),
    *fields("integer", "read_completion_latency_ns_max", "write_completion_latency_ns_max"),
)
"""Every column of a row, in order. Offered is none of a closed load; system load is none on the
virtual clock. `merged_from` and what follows are of a row that a long Run's older intervals were
merged into: how many, the rates of the slowest and the fastest, seconds of those in which nothing
succeeded. Latencies of reads and of writes are none where there were none, and in Runs of older
versions."""

NAMES = tuple(field.name for field in FIELDS)

_PATHS = (
    "index",
    "phase",
    "start_s",
    "length_s",
    "arrived",
    "issued",
    "reads",
    "writes",
    "read_bytes",
    "written_bytes",
    "others",
    "other_bytes",
    "response_time_ns.mean",
    "response_time_ns.p50",
    "response_time_ns.p99",
    "errors",
    "backlog",
    "outstanding_mean",
    # The lowest device of the chain that has counters is the one that does the work.
    "system_load.cpu.idle",
    "system_load.disks[#-1].utilisation",
    "response_time_ns.max",
    "merged.intervals",
    "merged.lowest_rate_per_s",
    "merged.highest_rate_per_s",
    "merged.quiet_s",
    "reads",
    "writes",
    "syncs",
    "read_completion_latency_ns.mean",
    "write_completion_latency_ns.mean",
    "read_completion_latency_ns.max",
    "write_completion_latency_ns.max",
)

Values = tuple[Any, ...]


def intervals(request: ReportRequest) -> Iterator[Values]:
    """The values of `FIELDS` of every interval, Run after Run, in order of time."""
    for evidence in (request.evidence, *request.others):
        for found in request.store.interval_figures(evidence.campaign.id, _PATHS):
            yield _values(found)


def count(request: ReportRequest) -> int:
    """The number of intervals."""
    return sum(
        request.store.interval_count(evidence.campaign.id)
        for evidence in (request.evidence, *request.others)
    )


def _values(found: list[Any]) -> Values:
    """The values of `FIELDS`, from the number of the Run and the values at `_PATHS`."""
    run, index, phase, start, length, arrived, issued, *figures = found
    reads, writes, read, written, others, other_bytes, *figures = figures
    completed = reads + writes + (others or 0)
    latencies, (idle, disk), rest = figures[:6], figures[6:8], figures[8:]

    def rate(count: float | None) -> float | None:
        return None if count is None or not length else count / length

    return (
        *(run, index, phase, start, length, rate(arrived), rate(issued), rate(completed)),
        # Imported intervals may lack bytes.
        rate(None if read is None or written is None else read + written + (other_bytes or 0)),
        *latencies,
        None if idle is None else 1.0 - idle,
        disk,
        *rest,
    )


def as_csv(found: Iterable[Values]) -> bytes:
    """A header and a row per interval."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(NAMES)
    writer.writerows(
        [printable(value) if type(value) is str else value for value in values] for values in found
    )
    return out.getvalue().encode()
