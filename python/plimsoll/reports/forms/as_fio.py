"""The Runs of campaigns as a json+ document of fio's: a job for each, with the distribution of
`lat` in bins, for tools that read fio.

`lat` is completion latency, from before the submit call. fio's clat begins after that call, and is
shorter by slat; its distribution cannot be had from the two. Readers look for it, so `clat` is told
as `lat`, here as by `plimsoll fio` (docs/decisions/0057): never too short. What was imported keeps
the one that its file had. Response time has no place in fio's document: it is in our own forms.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from plimsoll import __version__
from plimsoll.formats.results.record import SYNC_DISTRIBUTION
from plimsoll.instants import measure_began_ns
from plimsoll.reports.evidence import records
from plimsoll.reports.forms import Drawn, exchange, like_fio

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.forms.rows import Row
    from plimsoll.reports.request import Asked

VERSION = "fio-3.33"
"""Whose document it has the shape of: readers look at it."""
_MARK = '"plimsoll version"'
_PERCENTILES = {
    "p50": "50.000000",
    "p90": "90.000000",
    "p95": "95.000000",
    "p99": "99.000000",
    "p99_9": "99.900000",
    "p99_99": "99.990000",
}


def write(asked: Asked) -> Drawn:
    """The document."""
    jobs = [_job(asked, evidence, run) for evidence, run in exchange.answering(asked)]
    # As fio, which tells when it printed: what reads it counts back by the runtime.
    ended = max((_ended_ns(run) for _, run in exchange.answering(asked)), default=0)
    document = {
        "fio version": VERSION,
        "plimsoll version": __version__,
        "timestamp": ended // 1_000_000_000,
        "timestamp_ms": ended // 1_000_000,
        "jobs": jobs,
    }
    return Drawn(f"{json.dumps(document, indent=2)}\n".encode())


def _ended_ns(run: Run) -> int:
    # 1970 is fio's own stamp of a clock that nobody set.
    began = measure_began_ns(run.told) or run.began_ns or 0
    return began + round((run.told["measure_s"] or 0.0) * 1e9)


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll."""
    return _MARK.encode() in head


def _job(asked: Asked, evidence: Evidence, run: Run) -> dict[str, Any]:
    row = like_fio.row(evidence, run)
    blobs = asked.store.histograms(run.row.id)
    record = run.told
    made: dict[str, Any] = {
        "jobname": row["jobname"],
        "groupid": run.row.id,
        "error": 0,
        "eta": 0,
        "elapsed": round(record["measure_s"] or 0.0),
        "job options": _options(row, run),
    }
    told = list(exchange.kinds(run))
    for kind in told:
        made["mixed" if kind == "all" else kind] = _kind(run, kind, blobs)
    for kind in ("read", "write", "trim"):
        if "mixed" not in made:
            made.setdefault(kind, _NOTHING | dict.fromkeys(_names(run), _NO_SPANS))
    if record["flush"].get("count"):
        made["sync"] = _syncs(run, blobs)
    return made


def _syncs(run: Run, blobs: dict[str, bytes]) -> dict[str, Any]:
    """The syncs, which are a part of a job beside its kinds."""
    count = run.told["flush"]["count"] or 0
    lat = _spans(run.figures("flush", "completion_latency"), count)
    for name in (SYNC_DISTRIBUTION, "flush.completion_latency"):
        if (blob := blobs.get(name)) is not None:
            lat["bins"] = {str(at): n for at, n in exchange.counts(blob).items()}
            break
    return {"total_ios": count, "lat_ns": lat}


_NO_SPANS = {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
_NOTHING: dict[str, Any] = {
    "io_bytes": 0,
    "io_kbytes": 0,
    "bw_bytes": 0,
    "bw": 0,
    "iops": 0.0,
    "runtime": 0,
    "total_ios": 0,
    "short_ios": 0,
    "drop_ios": 0,
    "slat_ns": _NO_SPANS,
}
"""Of a kind that was not asked for, as fio has it: readers look for every kind."""


def _options(row: Row, run: Run) -> dict[str, str]:
    spec, load, engine = run.spec, run.spec["load"], str(run.spec.get("engine"))
    found: dict[str, object] = {
        "name": row["jobname"],
        "filename": spec["target"]["name"],
        "ioengine": engine.removeprefix("fio ") if engine.startswith("fio ") else None,
        "rw": row["rw"],
        "rwmixread": row["rwmixread"],
        "bs": row["bs"],
        "iodepth": load.get("queue_depth") or load.get("max_outstanding"),
        "numjobs": load.get("workers"),
        "direct": {"direct": "1", "cached": "0"}.get(str(spec.get("access"))),
        "rate_iops": _rate(row, run),
        "rate_process": "poisson" if load.get("arrivals") == "poisson" else None,
        **_synced(spec["workload"].get("sync")),
        "runtime": f"{record_s:g}" if (record_s := run.told["measure_s"]) else None,
        "time_based": "1",
    }
    return {
        key: f"{value:g}" if isinstance(value, float) else str(value)
        for key, value in found.items()
        if value is not None
    }


def _synced(asked: Any) -> dict[str, object]:
    if not asked:
        return {}
    return {"fdatasync" if asked["data_only"] else "fsync": asked["writes"]}


def _rate(row: Row, run: Run) -> str | None:
    """fio's rate is of each clone, and of reads and writes apart."""
    workers = run.spec["load"].get("workers") or 1
    if run.offered is None:
        return None
    each = run.offered / workers
    reads = row["rwmixread"]
    if not isinstance(reads, int | float) or reads in (0, 100):
        return f"{each:.0f}"
    return f"{each * reads / 100:.0f},{each * (100 - reads) / 100:.0f}"


def _kind(run: Run, kind: str, blobs: dict[str, bytes]) -> dict[str, Any]:
    figures: Any = records.of_kind(run.told, kind)
    seconds = run.told["measure_s"] or 1.0
    count, size = figures.get("completed") or figures.get("count") or 0, figures.get("bytes") or 0
    spans: Any = records.summary(run.told, kind, "completion_latency")
    submission: Any = records.summary(run.told, kind, "submission_latency")
    lat = _spans(spans, count)
    if (blob := blobs.get(f"{kind}.completion_latency")) is not None:
        counts = exchange.counts(blob)
        # Operations intended in Measure; total_ios are those completed in it.
        lat |= {"N": sum(counts.values()), "bins": {str(at): n for at, n in counts.items()}}
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
        "slat_ns": _spans(submission, count),
        **dict.fromkeys(_names(run), lat),
    }


def _names(run: Run) -> tuple[str, ...]:
    """What completion latency is called: of an imported Run what its file called it."""
    imported = records.imported(run.told)
    if imported is None or imported.get("starts") == "intended":
        return ("clat_ns", "lat_ns")
    return ("clat_ns",) if imported.get("starts") == "after_submission" else ("lat_ns",)


def _spans(told: Any, count: int) -> dict[str, Any]:
    if told.get("mean") is None:
        return {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
    made: dict[str, Any] = {
        "min": told.get("min"),
        "max": told.get("max"),
        "mean": told.get("mean"),
        "stddev": told.get("stddev"),
        "N": count,
    }
    percentiles = {
        name: told[key] for key, name in _PERCENTILES.items() if told.get(key) is not None
    }
    known = {key: value for key, value in made.items() if value is not None}
    return known | ({"percentile": percentiles} if percentiles else {})
