"""Writes fio results with given figures: what people reported of theirs, and no more."""

import json
from pathlib import Path
from typing import Any

Document = dict[str, Any]
DIRECT = {"direct": "1", "ioengine": "libaio", "filename": "/dev/sdb", "time_based": "1"}


def section(
    iops: float,
    mean_us: float | None,
    block: int = 4096,
    seconds: float = 60.0,
    **percentiles_us: float,
) -> Document:
    """The operations of one kind. `p1=163.0`: a percentile, in µs."""
    count = round(iops * seconds)
    found: Document = {
        "total_ios": count,
        "io_bytes": count * block,
        "bw": count * block / 1024 / seconds,
        "iops": count / seconds,
        "runtime": round(seconds * 1e3),
    }
    if mean_us is not None:
        # The shortest and the longest lie around the mean, as far as the percentiles let them.
        levels = [mean_us, *percentiles_us.values()]
        spans: Document = {
            "min": min(levels) * 900,
            "max": max(levels) * 2_000,
            "mean": mean_us * 1e3,
            "stddev": mean_us * 100,
            "N": count,
        }
        if percentiles_us:
            spans["percentile"] = {
                f"{float(name[1:].replace('_', '.')):.6f}": value * 1e3
                for name, value in percentiles_us.items()
            }
        found["clat_ns"] = spans
        found["lat_ns"] = {key: value for key, value in spans.items() if key != "percentile"}
    return found


def write(
    path: Path, options: dict[str, str], *, syncs_us: float | None = None, **sections: Document
) -> Path:
    """A result of fio with one job."""
    job: Document = {
        "jobname": "job",
        "groupid": 0,
        "error": 0,
        "job options": {"name": "job", "bs": "4k", **options},
        **sections,
    }
    if syncs_us is not None:
        count = max(part["total_ios"] for part in sections.values())
        spans = {"min": syncs_us * 900, "max": syncs_us * 2e3, "mean": syncs_us * 1e3}
        job["sync"] = {"total_ios": count, "lat_ns": {**spans, "stddev": 1.0, "N": count}}
    document = {"fio version": "fio-3.33", "timestamp": 1_700_000_000, "jobs": [job]}
    path.write_text(json.dumps(document))
    return path
