"""Writes the Runs of campaigns as fio's json+: a job for each Run, with the distribution of `lat`
in bins, for tools that read fio.

`lat` is completion latency, from before the submit call. fio's clat begins after that call and is
shorter by slat; its distribution cannot be derived. Since readers look for it, `clat` is written as
`lat`, here as by `plimsoll fio` (decision 0034-job-files): it is never too short. Imported Runs
keep the latency of their file. fio's document has no place for response time; use our own forms."""

import json
from typing import Any

from plimsoll.base.instants import measure_began_ns
from plimsoll.base.version import __version__
from plimsoll.features.imports.results.distributions import PERCENTILES
from plimsoll.features.imports.results.record import SYNC_DISTRIBUTION
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.run_figures import Latency, RunFigures
from plimsoll.report.forms import FormOutput, like_fio, rows
from plimsoll.report.forms.rows import Row
from plimsoll.report.request import ReportRequest

VERSION = "fio-3.33"
"""Version of fio whose format is written; some readers check it."""
_MARK = '"plimsoll version"'


def write(request: ReportRequest) -> FormOutput:
    """Writes the document."""
    jobs = [_job(request, evidence, run) for evidence, run in rows.answering(request)]
    # Like fio, stamp the end: readers subtract the runtime.
    ended = max((_ended_ns(run) for _, run in rows.answering(request)), default=0)
    document = {
        "fio version": VERSION,
        "plimsoll version": __version__,
        "timestamp": ended // 1_000_000_000,
        "timestamp_ms": ended // 1_000_000,
        "jobs": jobs,
    }
    return FormOutput(f"{json.dumps(document, indent=2)}\n".encode())


def _ended_ns(run: Run) -> int:
    # Without a date the stamp is 1970, as fio writes it with an unset clock.
    began = measure_began_ns(run.required_measurement.record) or run.began_ns or 0
    return began + round(run.measure_s * 1e9)


def is_ours(head: bytes) -> bool:
    """Whether Plimsoll made the file."""
    return _MARK.encode() in head


def _job(request: ReportRequest, evidence: Evidence, run: Run) -> dict[str, object]:
    row = like_fio.row(evidence, run)
    blobs = request.store.histograms(run.row.id)
    figures = run.required_measurement
    made: dict[str, object] = {
        "jobname": row["jobname"],
        "groupid": run.row.id,
        "error": 0,
        "eta": 0,
        "elapsed": round(figures.measure_s or 0.0),
        "job options": _options(row, run),
    }
    kinds = list(rows.kinds(run))
    for kind in kinds:
        made["mixed" if kind == "all" else kind] = _kind(figures, kind, blobs)
    for kind in ("read", "write", "trim"):
        if "mixed" not in made:
            made.setdefault(kind, _NOTHING | dict.fromkeys(_names(figures), _NO_SPANS))
    if syncs := figures.count("flush"):
        made["sync"] = _syncs(figures, syncs, blobs)
    return made


def _syncs(figures: RunFigures, count: int, blobs: dict[str, bytes]) -> dict[str, object]:
    lat = _spans(figures.latency("flush", "completion_latency"), count)
    for name in (SYNC_DISTRIBUTION, "flush.completion_latency"):
        if (blob := blobs.get(name)) is not None:
            lat["bins"] = {str(at): n for at, n in rows.counts(blob).items()}
            break
    return {"total_ios": count, "lat_ns": lat}


_NO_SPANS = {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
_NOTHING: dict[str, object] = {
    **dict.fromkeys(("io_bytes", "io_kbytes", "bw_bytes", "bw"), 0),
    "iops": 0.0,
    **dict.fromkeys(("runtime", "total_ios", "short_ios", "drop_ios"), 0),
    "slat_ns": _NO_SPANS,
}
"""A kind without operations. fio writes every kind, and readers expect it."""


def _options(row: Row, run: Run) -> dict[str, str]:
    figures = run.required_measurement
    spec, load = figures.spec, figures.spec["load"]
    opened = load if load["kind"] == "open" else None
    most = None if opened is None else opened["max_outstanding"]
    engine = spec["engine"]
    found: dict[str, object] = {
        "name": row["jobname"],
        "filename": spec["target"]["name"],
        "ioengine": engine.removeprefix("fio ") if engine.startswith("fio ") else None,
        "rw": row["rw"],
        "rwmixread": row["rwmixread"],
        "bs": row["bs"],
        "iodepth": figures.queue_depth or most,
        "numjobs": figures.worker_count,
        "direct": {"direct": "1", "cached": "0"}.get(str(spec["access"])),
        "rate_iops": _rate(row, figures),
        "rate_process": "poisson" if opened and opened["arrivals"] == "poisson" else None,
        **_sync_option(spec["workload"]["sync"]),
        "runtime": f"{figures.measure_s:g}" if figures.measure_s else None,
        "time_based": "1",
    }
    return {
        key: f"{value:g}" if isinstance(value, float) else str(value)
        for key, value in found.items()
        if value is not None
    }


def _sync_option(sync: Any) -> dict[str, object]:
    if not sync:
        return {}
    return {"fdatasync" if sync["data_only"] else "fsync": sync["writes"]}


def _rate(row: Row, figures: RunFigures) -> str | None:
    """fio's rate limit: per clone, and separate for reads and writes."""
    if figures.offered_rate_per_s is None:
        return None
    each = figures.offered_rate_per_s / (figures.worker_count or 1)
    reads = row["rwmixread"]
    if not isinstance(reads, int | float) or reads in (0, 100):
        return f"{each:.0f}"
    return f"{each * reads / 100:.0f},{each * (100 - reads) / 100:.0f}"


def _kind(figures: RunFigures, kind: str, blobs: dict[str, bytes]) -> dict[str, object]:
    counts = figures.counts(kind)
    seconds = figures.measure_s or 1.0
    count, size = counts["completed"] or counts["count"] or 0, counts["bytes"] or 0
    lat = _spans(figures.latency(kind, "completion_latency"), count)
    if (blob := blobs.get(f"{kind}.completion_latency")) is not None:
        bins = rows.counts(blob)
        # The bins count operations intended in Measure, total_ios those completed in it.
        lat |= {"N": sum(bins.values()), "bins": {str(at): n for at, n in bins.items()}}
    return {
        "io_bytes": size,
        "io_kbytes": size // 1024,
        "bw_bytes": round(size / seconds),
        "bw": round(size / seconds / 1024),
        "iops": count / seconds,
        "runtime": round(seconds * 1000),
        "total_ios": count,
        "short_ios": 0,
        "drop_ios": 0,
        "slat_ns": _spans(figures.latency(kind, "submission_latency"), count),
        **dict.fromkeys(_names(figures), lat),
    }


def _names(figures: RunFigures) -> tuple[str, ...]:
    """Keys of completion latency. Imported Runs keep the name from their file."""
    imported = figures.imported
    if imported is None or imported["starts"] == "intended":
        return ("clat_ns", "lat_ns")
    return ("clat_ns",) if imported["starts"] == "after_submission" else ("lat_ns",)


def _spans(latency: Latency, count: int) -> dict[str, object]:
    if latency.value("mean") is None:
        return dict(_NO_SPANS)
    made = {name: latency.value(name) for name in ("min", "max", "mean", "stddev")} | {"N": count}
    percentiles = {
        f"{percent:.6f}": value
        for key, percent in PERCENTILES.items()
        if (value := latency.value(key)) is not None
    }
    known: dict[str, object] = {key: value for key, value in made.items() if value is not None}
    return known | ({"percentile": percentiles} if percentiles else {})
