"""fio's JSON: the keys of fio 3.33 in its order. Each job has an additional key, `plimsoll`.

docs/how-to/fio-jobs.md lists keys with a different meaning. A test compares every key with Debian's
fio."""

from collections.abc import Mapping, Sequence

from plimsoll.features.jobs.formats.fio.outcome import KINDS, Direction, Disk, Entry, Stats, within
from plimsoll.features.jobs.formats.remarks import brief, unreliable_percentiles
from plimsoll.native.record import RunRecord

US = (2, 4, 10, 20, 50, 100, 250, 500, 750, 1000)
MS = (2, 4, 10, 20, 50, 100, 250, 500, 750, 1000, 2000)
DEPTHS = ("1", "2", "4", "8", "16", "32", ">=64")
BATCHES = ("0", "4", "8", "16", "32", "64", ">=64")


def document(
    entries: Sequence[Entry],
    disks: Sequence[Disk],
    now: tuple[int, str],
    version: str,
    *,
    bins: bool,
) -> dict[str, object]:
    """The whole document. `now` is the time in ms and as text; `bins` selects json+."""
    first = entries[0].job if entries else None
    found: dict[str, object] = {
        "fio version": version,
        "timestamp": now[0] // 1000,
        "timestamp_ms": now[0],
        "time": now[1],
    }
    if first and first.shared:
        found["global options"] = first.shared
    found["jobs"] = [_job(entry, bins=bins) for entry in entries]
    found["disk_util"] = [_disk(disk) for disk in disks]
    return found


def _job(entry: Entry, *, bins: bool) -> dict[str, object]:
    job = entry.job
    found: dict[str, object] = {
        "jobname": job.name,
        "groupid": entry.group,
        "error": entry.error,
        "eta": 0,
        "elapsed": entry.elapsed_s,
    }
    if job.description:
        found["desc"] = job.description
    found["job options"] = job.own
    for kind in KINDS:
        found[kind] = _direction(entry, entry.directions[kind], bins=bins)
    syncs = _latency(entry.flush_latency, job.report.percentiles, bins=bins)
    found["sync"] = {"total_ios": entry.flushes, "lat_ns": syncs}
    found |= {
        "job_runtime": entry.runtime_ms * entry.members,
        "usr_cpu": entry.user_percent,
        "sys_cpu": entry.system_percent,
        "ctx": entry.faults[0],
        "majf": entry.faults[1],
        "minf": entry.faults[2],
        "iodepth_level": depth_levels(entry),
        "iodepth_submit": dict.fromkeys(BATCHES, 0.0) | {"4": 100.0},
        "iodepth_complete": dict.fromkeys(BATCHES, 0.0) | {"4": 100.0},
    }
    found |= latency_levels(entry)
    found |= {
        "latency_depth": job.depth,
        "latency_target": 0,
        "latency_percentile": 100.0,
        "latency_window": 0,
    }
    if entry.done[0].steady is not None:
        found["steadystate"] = dict(entry.done[0].steady)
    found["plimsoll"] = beyond(entry)
    return found


def _direction(entry: Entry, direction: Direction, *, bins: bool) -> dict[str, object]:
    report, completion = entry.job.report, direction.completion
    clat = _latency(completion, report.percentiles if report.clat_percentiles else (), bins=bins)
    lat = _latency(completion, report.percentiles if report.lat_percentiles else (), bins=bins)
    return {
        "io_bytes": direction.bytes,
        "io_kbytes": direction.bytes // 1024,
        "bw_bytes": direction.bytes_per_s,
        "bw": direction.bytes_per_s // 1024,
        "iops": round(direction.rate, 6),
        "runtime": direction.runtime_ms,
        "total_ios": direction.operations,
        "short_ios": 0,
        "drop_ios": 0,
        "slat_ns": _latency(direction.submission),
        "clat_ns": clat,
        "lat_ns": lat,
        "bw_min": int(direction.bandwidth.min),
        "bw_max": int(direction.bandwidth.max),
        "bw_agg": round(direction.bandwidth_percent, 6),
        "bw_mean": round(direction.bandwidth.mean, 6),
        "bw_dev": round(direction.bandwidth.stddev, 6),
        "bw_samples": direction.bandwidth.count,
        "iops_min": int(direction.iops.min),
        "iops_max": int(direction.iops.max),
        "iops_mean": round(direction.iops.mean, 6),
        "iops_stddev": round(direction.iops.stddev, 6),
        "iops_samples": direction.iops.count,
    }


def _latency(
    stats: Stats, percentiles: Sequence[float] = (), *, bins: bool = False
) -> dict[str, object]:
    found: dict[str, object] = {
        "min": stats.min,
        "max": stats.max,
        "mean": round(stats.mean, 6),
        "stddev": round(stats.stddev, 6),
        "N": stats.count,
    }
    if percentiles and stats.count:
        found["percentile"] = {f"{p:.6f}": stats.percentile(p) for p in percentiles}
        if bins:
            found["bins"] = {str(value): count for value, count in stats.bins}
    return found


def depth_levels(entry: Entry) -> dict[str, float]:
    """Shares of operations by depth. fio counts the depth at each submission. A closed load has a
    constant depth; for an open load all operations are counted at the mean outstanding I/O of a
    worker."""
    found = dict.fromkeys(DEPTHS, 0.0)
    if entry.operations:
        closed = "queue_depth" in entry.done[0].unit.probe
        depth = entry.job.outstanding if closed else round(entry.outstanding)
        found[DEPTHS[min(max(depth, 1).bit_length() - 1, len(DEPTHS) - 1)]] = 100.0
    return found


def latency_levels(entry: Entry) -> dict[str, dict[str, float]]:
    """Percent of the operations by latency, in fio's ranges."""
    stats = [direction.completion for direction in entry.directions.values()]
    bounds = [*US, *(us * 1000 for us in US), *(ms * 1_000_000 for ms in MS)]
    shares = within(stats, bounds)
    rest = iter(shares)
    return {
        "latency_ns": {str(bound): next(rest) for bound in US},
        "latency_us": {str(bound): next(rest) for bound in US},
        "latency_ms": {str(bound): next(rest) for bound in MS} | {">=2000": next(rest)},
    }


def _disk(disk: Disk) -> dict[str, object]:
    return {
        "name": disk.name,
        "read_ios": disk.reads,
        "write_ios": disk.writes,
        "read_merges": 0,
        "write_merges": 0,
        "read_ticks": 0,
        "write_ticks": 0,
        "in_queue": disk.queue_ms,
        "util": round(disk.utilisation_percent, 6),
    }


def beyond(entry: Entry) -> dict[str, object]:
    """Figures that fio does not have: one object for each Run of the entry."""
    percentiles = entry.job.report.percentiles
    return {
        "runs": [_run(record, percentiles) for result in entry.done for record in result.records]
    }


TOO_SHORT = {
    "value": "unknown",
    "basis": "single",
    "confidence": 0.0,
    "because": "too short to tell how busy the client's processor was",
    "would_decide": "a longer runtime",
}
"""The limiter of a Run that is too short for a statement on the client's processor."""

_RECORD_KEYS = (
    "outcome because limited_by offered_rate_per_s issued_rate_per_s achieved_rate_per_s"
    " outstanding_mean own_lag_ns verified notes"
)


def _run(record: RunRecord, percentiles: Sequence[float]) -> dict[str, object]:
    everything: Mapping[str, object] = dict(record)
    found = {key: everything.get(key) for key in _RECORD_KEYS.split()}
    if brief(record):
        found["limited_by"] = TOO_SHORT
    return found | {
        "response_time_ns": record["all"]["response_time_ns"],
        "slot_wait_ns": record["all"]["slot_wait_ns"],
        "percentiles_beyond_sample": unreliable_percentiles(record, percentiles),
    }
