"""fio's logs (`write_bw_log`, `write_lat_log`, `write_iops_log`), from the intervals of Measure.

Columns: time in ms, value, direction (0 read, 1 write), block size, offset (0). Values are means
over `log_avg_msec`: KiB/s, IOPS, or nanoseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plimsoll.features.jobs.formats.fio.job import Job
from plimsoll.features.jobs.formats.fio.outcome import JobResult, whole
from plimsoll.features.jobs.formats.fio.plan import Unit
from plimsoll.native.model import Interval

Row = tuple[int, int, int, int]


def files(done: Iterable[JobResult]) -> Iterator[tuple[str, str]]:
    """The logs of these results, as pairs of name and text."""
    for number, result in enumerate(done, 1):
        job = result.unit.job
        for kind, name in _log_names(job, number):
            rows = _rows(job, kind, result.intervals[0])
            yield name, "".join(f"{', '.join(map(str, row))}, 0\n" for row in rows)


def file_names(units: Iterable[Unit]) -> list[str]:
    """The names of the logs that these units will write."""
    return [
        name for number, unit in enumerate(units, 1) for _, name in _log_names(unit.job, number)
    ]


def _log_names(job: Job, number: int) -> Iterator[tuple[str, str]]:
    tail = f".{number}.log" if job.report.per_job_logs else ".log"
    for kind, name in job.report.logs.items():
        for each in ("lat", "clat") if kind == "lat" else (kind,):
            yield kind, f"{name}_{each}{tail}"


def _rows(job: Job, kind: str, intervals: Iterable[Interval]) -> Iterator[Row]:
    for interval in whole(tuple(intervals)):
        at = round((interval["start_s"] + interval["length_s"]) * 1000)
        seconds = interval["length_s"]
        reads, writes = (
            interval["read_completion_latency_ns"],
            interval["write_completion_latency_ns"],
        )
        for direction, (count, size, latency) in enumerate(
            (
                (interval["reads"], interval["read_bytes"], reads),
                (interval["writes"], interval["written_bytes"], writes),
            )
        ):
            if count:
                values = {
                    "bw": size / 1024 / seconds,
                    "iops": count / seconds,
                    "lat": latency["mean"] if latency else 0.0,
                }
                yield at, round(values[kind]), direction, job.one_block or size // count
