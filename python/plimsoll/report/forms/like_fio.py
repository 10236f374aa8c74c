"""Rows with the names and units of fio's JSON, for scripts written for fio: a job's depth, block
size and pattern, then reads and writes apart.

`bw` is KiB/s, latencies are microseconds from submission to completion (fio's `lat`; clients
that stack `slat` and `clat` get the same sum). `offered_iops` is over all jobs. Only Runs that
are results have rows, with their outcome: figures of one that is not ok are no evidence.
Response time from the intended instant, which fio does not have, is in the CSV of our own
columns."""

from plimsoll.base import units
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.run_fields import Cell
from plimsoll.report.forms import rows as of_runs
from plimsoll.report.forms.rows import Row

NAMES = (
    "jobname",
    "iodepth",
    "numjobs",
    "bs",
    "rw",
    "rwmixread",
    "offered_iops",
    "read_iops",
    "write_iops",
    "read_bw",
    "write_bw",
    *(f"{kind}_lat_us_{name}" for kind in ("read", "write") for name in ("mean", "p99", "p99_9")),
    "runtime_s",
    "total_err",
    "outcome",
)
"""Every column."""


def rows(evidence: Evidence) -> list[Row]:
    """One row per Run that is a result, in order."""
    return [row(evidence, run) for run in of_runs.of_campaign(evidence)]


def row(evidence: Evidence, run: Run) -> Row:
    """The row of a Run."""
    figures, point = run.required_measurement, evidence.point_of(run)
    spec, workload = figures.spec, figures.spec["workload"]
    reads = None if workload.get("trim_percent") else workload["read_percent"]
    way, size = workload["pattern"], workload["block_size_bytes"]
    found: dict[str, Cell] = {
        "jobname": str(spec["target"]["name"]) if point is None else str(point.target["name"]),
        "iodepth": figures.queue_depth,
        "numjobs": figures.worker_count,
        "bs": None if size is None else _size(size),
        "rw": None if reads is None or not way else _pattern(str(way), reads),
        "rwmixread": reads,
        "offered_iops": figures.offered_rate_per_s,
        "runtime_s": figures.measure_s,
        "total_err": figures.counts()["errors"],
        "outcome": figures.outcome,
    }
    seconds = figures.measure_s or 0.0
    for kind in ("read", "write"):
        counts, latency = figures.counts(kind), figures.latency(kind, "completion_latency")
        done, moved = counts["completed"], counts["bytes"]
        found[f"{kind}_iops"] = None if done is None else _per(done, seconds)
        found[f"{kind}_bw"] = None if moved is None else _per(moved / 1024, seconds)
        for name in ("mean", "p99", "p99_9"):
            # Sheets cannot sum lower bounds: leave them out.
            at = None if name in latency.lower_bounds else latency.value(name)
            found[f"{kind}_lat_us_{name}"] = None if at is None else round(at / 1e3, 3)
    return {name: found[name] for name in NAMES}


def _pattern(pattern: str, read_percent: float) -> str:
    """The pattern in fio's words: read, randwrite, randrw ..."""
    way = "read" if read_percent >= 100 else "write" if read_percent <= 0 else "rw"
    return way if pattern.startswith("sequential") else f"rand{way}"


def _size(size_bytes: float) -> str:
    return units.block_size(size_bytes) if size_bytes >= 1 << 10 else f"{size_bytes:.0f}"


def _per(amount: float, seconds: float) -> float | None:
    return round(amount / seconds, 3) if seconds > 0 else None
