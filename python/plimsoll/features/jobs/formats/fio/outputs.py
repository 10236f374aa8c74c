"""The files of `plimsoll fio`: `--output`, and the logs of a job (`write_bw_log`, `write_lat_log`,
`write_iops_log`), from the intervals of Measure.

fio overwrites any existing file, also through links. Plimsoll replaces only its own files and empty
ones, and checks them before anything is measured. Columns of a log: time in ms, value, direction (0
read, 1 write), block size, offset (0). Values are means over `log_avg_msec`: KiB/s, IOPS, or
nanoseconds."""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from plimsoll.base import posix, writing
from plimsoll.base.errors import IoError
from plimsoll.features.jobs.formats.fio.job import Job
from plimsoll.features.jobs.formats.fio.outcome import JobResult, whole
from plimsoll.features.jobs.formats.fio.plan import Unit
from plimsoll.native.record import Interval

_OUTPUT = re.compile(
    rb'\{\s*"fio version" : "plimsoll-'
    rb"|3;plimsoll-"
    rb"|[^\n]*: \(g=0\): rw=(?:[^\n]*\n)+?plimsoll-[^\n]*\nStarting \d+ thread"
)
_LOG = re.compile(rb"(?:\d+, \d+, [012], \d+, 0\n)*")


@dataclass(frozen=True)
class OutputKind:
    """A kind of file that `plimsoll fio` writes."""

    what: str
    is_ours: Callable[[bytes], bool]
    now: str

    def refuse(self, path: str) -> None:
        """Raises RefusedError for a file that is not ours, or a link; IoError where no file can be
        made."""
        if _is_stream(path):
            return
        writing.refuse_foreign(Path(path), self.is_ours, self.what, self.now)
        try:
            os.close(os.open(Path(path).parent, os.O_RDONLY | posix.O_DIRECTORY | posix.O_CLOEXEC))
        except OSError as error:
            raise IoError(f"cannot write {path}: {error.strerror}", self.now) from None

    def write(self, path: str, text: str) -> None:
        """Writes a file atomically, or into a device or pipe. Raises the errors of `refuse`, and
        NoSpaceError."""
        if not _is_stream(path):
            writing.write(Path(path), text.encode(), self.now, partial(self.refuse, path))
            return
        try:
            with Path(path).open("w") as file:
                file.write(text)
        except OSError as error:
            raise IoError(f"cannot write {path}: {error.strerror}", self.now) from None


OUTPUT = OutputKind(
    "an output of plimsoll fio",
    lambda content: not content or _OUTPUT.match(content) is not None,
    "Name another file with --output.",
)
LOG = OutputKind(
    "a log of plimsoll fio",
    lambda content: _LOG.fullmatch(content) is not None,
    "Give the log another name in the job.",
)
"""All lines are log lines. Logs carry no mark, since readers of fio's logs would not accept one."""


def _is_stream(path: str) -> bool:
    """Whether the path is a device or pipe such as /dev/null, where nothing is replaced."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def log_files(done: Iterable[JobResult]) -> Iterator[tuple[str, str]]:
    """The logs of these results, as pairs of name and text."""
    for number, result in enumerate(done, 1):
        job = result.unit.job
        for kind, name in _log_names(job, number):
            rows = _rows(job, kind, result.intervals[0])
            yield name, "".join(f"{', '.join(map(str, row))}, 0\n" for row in rows)


def log_names(units: Iterable[Unit]) -> list[str]:
    """The names of the logs that these units will write."""
    return [
        name for number, unit in enumerate(units, 1) for _, name in _log_names(unit.job, number)
    ]


def _log_names(job: Job, number: int) -> Iterator[tuple[str, str]]:
    tail = f".{number}.log" if job.report.per_job_logs else ".log"
    for kind, name in job.report.logs.items():
        for each in ("lat", "clat") if kind == "lat" else (kind,):
            yield kind, f"{name}_{each}{tail}"


def _rows(
    job: Job, kind: str, intervals: Iterable[Interval]
) -> Iterator[tuple[int, int, int, int]]:
    for interval in whole(tuple(intervals)):
        at = round((interval["start_s"] + interval["length_s"]) * 1000)
        seconds = interval["length_s"]
        reads = interval["reads"], interval["read_bytes"], interval["read_completion_latency_ns"]
        writes = (
            *(interval["writes"], interval["written_bytes"]),
            interval["write_completion_latency_ns"],
        )
        for direction, (count, size, latency) in enumerate((reads, writes)):
            if count:
                values = {
                    "bw": size / 1024 / seconds,
                    "iops": count / seconds,
                    "lat": latency["mean"] if latency else 0.0,
                }
                yield at, round(values[kind]), direction, job.one_block or size // count
