"""The Runs of a campaign as rows, for spreadsheets and programs: every data form has the same figures.

Units stand in the names. A figure that the sample cannot carry is none (empty in CSV, null in JSON); `at_least` names the
figures that are lower bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plimsoll.reports.evidence import Evidence, Run

_PERCENTILES = ("mean", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")


def rows(evidence: Evidence) -> list[dict[str, Any]]:
    """One row per Run, in order."""
    return [_row(run) for run in evidence.runs]


def _row(run: Run) -> dict[str, Any]:
    record = run.record or {}
    spec = record.get("spec") or {}
    workload, load, every = spec.get("workload") or {}, spec.get("load") or {}, record.get("all") or {}
    spans = run.figures("all", "response_time")
    return {
        "run": run.row.id,
        "role": run.row.role,
        "state": run.row.state,
        "outcome": run.row.outcome,
        "judgement": run.verdict,
        "target": (spec.get("target") or {}).get("name"),
        "engine": spec.get("engine"),
        "access": spec.get("access"),
        "block_size_bytes": workload.get("block_size_bytes"),
        "read_percent": workload.get("read_percent"),
        "pattern": workload.get("pattern"),
        "load": load.get("kind"),
        "queue_depth": load.get("queue_depth"),
        "workers": load.get("workers"),
        "offered_rate_per_s": record.get("offered_rate_per_s"),
        "issued_rate_per_s": record.get("issued_rate_per_s"),
        "achieved_rate_per_s": record.get("achieved_rate_per_s"),
        "bytes_per_s": record.get("bytes_per_s"),
        "operations": every.get("count"),
        "errors": every.get("errors"),
        "unfinished": every.get("unfinished"),
        **{f"response_time_ns_{name}": spans.get(name) for name in _PERCENTILES},
        "at_least": " ".join(spans.get("at_least", ())),
        "completion_latency_ns_mean": run.figures("all", "completion_latency").get("mean"),
        "own_lag_ns_p99": (record.get("own_lag_ns") or {}).get("p99"),
        "outstanding_mean": record.get("outstanding_mean"),
        "measure_s": record.get("measure_s"),
        "limited_by": (record.get("limited_by") or {}).get("value"),
        "seed": run.row.seed,
        "version": run.row.version,
    }
