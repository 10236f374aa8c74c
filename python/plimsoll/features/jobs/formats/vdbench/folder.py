"""vdbench's output folder (`-o`), for scripts that read it: summary.html, totals.html,
flatfile.html, histogram.html and parmfile.html, in the columns of 5.04.07.

All files are rewritten atomically after every Run, so that a kill leaves the earlier Runs. Only
files that Plimsoll wrote, marked by a comment in the first line, are replaced; vdbench empties the
folder. The files for each SD and host are not written; a store has their content."""

import html
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from plimsoll.base import writing
from plimsoll.base.errors import IoError
from plimsoll.base.printable import printable_columns
from plimsoll.base.version import __version__
from plimsoll.features.jobs.formats.job_run import JobResult, JobRun
from plimsoll.features.jobs.formats.vdbench.job import Turn
from plimsoll.features.jobs.formats.vdbench.report import MIB, Row, Spread, clock
from plimsoll.native import histogram

MARK = "<!-- Written by Plimsoll"
ADVICE = "Name another folder with -o."
NAMES = ("summary.html", "totals.html", "flatfile.html", "histogram.html", "parmfile.html")
UNKNOWN = "n/a"
UNTHROTTLED, CURVE = 9_999_988, 9_999_977
"""Codes in place of a rate: unlimited, and unlimited at the begin of a curve."""
BOUNDS_US = (
    *(20, 40, 60, 80, 100, 200, 400, 600, 800),
    *(step * 10**power for power in (3, 4, 5) for step in (1, 2, 4, 6, 8)),
    *(1_000_000, 2_000_000),
)
"""Upper bounds of vdbench's buckets; the last bucket is open."""


def folder_path(text: str, now: float) -> Path:
    """The folder for a name: `out+` is the next free one (out, out001, out002 …), `out.tod` gets
    the time."""
    if text.endswith(".tod"):
        return Path(
            time.strftime(f"{text.removesuffix('.tod')}.%y%m%d.%H%M%S", time.localtime(now))
        )
    if not text.endswith("+"):
        return Path(text)
    plain = text.removesuffix("+")
    every = (Path(f"{plain}{number:03d}" if number else plain) for number in range(10_000))
    return next((path for path in every if not path.exists()), Path(plain))


@dataclass
class Folder:
    """The content of the folder. Raises RefusedError and IoError if it cannot be written."""

    path: Path
    asked: str
    """The parameter files, unchanged."""
    bodies: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in NAMES})
    """The lines of each file."""

    def open(self) -> None:
        """Makes the folder and refuses foreign files, before anything is measured."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise IoError(f"cannot make the folder {self.path}: {error.strerror}", ADVICE) from None
        for name in NAMES:
            self._refuse(name)
        self.bodies["flatfile.html"] += _legend()
        self.bodies["parmfile.html"] += self.asked.splitlines()

    def _refuse(self, name: str) -> None:
        writing.refuse_foreign(self.path / name, _is_ours, "of plimsoll vdbench", ADVICE, head=256)

    def add_lines(self, lines: Iterable[str]) -> None:
        """Adds lines that are also printed."""
        self.bodies["summary.html"] += lines

    def begin_run(self, line: str) -> None:
        """Adds the first line of a Run."""
        for name in ("summary.html", "totals.html", "histogram.html"):
            self.bodies[name] += ["", line, ""]

    def row(self, turn: Turn, rate: float | None, label: str, row: Row, now: float) -> None:
        """Adds the figures of an interval, or of the average."""
        self.bodies["flatfile.html"].append(_flat(turn, rate, label, row, now))

    def end_run(self, lines: Sequence[str], done: Sequence[JobResult[JobRun]]) -> None:
        """Adds the last lines of Runs that ran at once, and their completion latencies by kind."""
        self.bodies["totals.html"] += lines
        every = [blobs for result in done for blobs in result.histograms]
        for kind in ("read", "write"):
            if some := [one for blobs in every if (one := blobs.get(f"{kind}.completion_latency"))]:
                self.bodies["histogram.html"] += [f"{kind.capitalize()}s:", *_buckets(some), ""]
        self.write()

    def write(self) -> None:
        """Writes all files."""
        for name, body in self.bodies.items():
            text = html.escape(printable_columns("\n".join(body)), quote=False)
            title = f"<title>Vdbench output/{name}</title>"
            page = f"{title}{MARK} {__version__} --><pre>\n{text}\n"
            writing.write(self.path / name, page.encode(), ADVICE, partial(self._refuse, name))


def _is_ours(head: bytes) -> bool:
    return not head or MARK.encode() in head


COLUMNS = {
    "tod": "Time of day",
    "timestamp": "Date and time",
    "Run": "Name of run from RD=",
    "Interval": "Reporting interval number",
    "reqrate": "Requested i/o rate",
    "rate": "Observed i/o rate",
    "MB/sec": "Megabytes per second (MB=1024*1024)",
    "bytes/io": "Average data transfersize",
    "read%": "Observed read percentage",
    "resp": "Observed response time: completion latency, in ms",
    "read_resp": "Observed read response time",
    "write_resp": "Observed write response time",
    "resp_max": "Observed maximum response time",
    "read_max": "Observed maximum read response time",
    "write_max": "Observed maximum write response time",
    "resp_std": "Standard deviation",
    "read_std": "Standard deviation of reads",
    "write_std": "Standard deviation of writes",
    "xfersize": "data transfer size requested",
    "threads": "number of threads requested, of each SD",
    "rdpct": "read% requested",
    "rhpct": "readhit% requested",
    "whpct": "writehit% requested",
    "seekpct": "seek% requested",
    "lunsize": "Gigabytes of all luns (GB=1024*1024*1024), where size= is given",
    "version": "version of Plimsoll",
    "compratio": "Requested compression ratio",
    "dedupratio": "Requested dedup ratio",
    "queue_depth": "average i/o queue depth",
    "cpu_used": "cpu% user+sys",
    "cpu_user": "cpu% user",
    "cpu_kernel": "cpu% sys",
    "cpu_wait": "cpu% wait",
    "cpu_idle": "cpu% idle",
}


def _legend() -> Iterator[str]:
    yield "*"
    yield "* 'flatfile.html': a line of figures for each interval and each run, in columns."
    for name, words in COLUMNS.items():
        yield f"* {name:16}: {words}"
    yield f"* '{UNKNOWN}'           : not known, or not the same for all"
    yield "*"
    # vdbench's own parser recognises this line by its leading blank.
    yield " ".join(
        (f"{'tod':>12}", f"{'timestamp':>24}", *(f"{name:>10}" for name in [*COLUMNS][2:]))
    )


def _flat(turn: Turn, rate: float | None, label: str, row: Row, now: float) -> str:
    stamp = time.strftime("%m/%d/%Y-%H:%M:%S-%Z", time.localtime(now))
    cells: list[object] = [
        *(turn.name, int(label) if label.isdigit() else label, *_figures(turn, rate, row)),
        *_request_cells(turn),
        *_machine(row),
    ]
    figures = (f"{_cell(cell):>10}" for cell in cells)
    return " ".join((f"{clock(now):>12}", f"{stamp:>24}", *figures))


def _cell(value: object) -> str:
    if value is None:
        return UNKNOWN
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _figures(turn: Turn, rate: float | None, row: Row) -> Iterator[object]:
    count = row.reads + row.writes
    yield float(rate or turn.rate or (CURVE if turn.curve else UNTHROTTLED))
    yield count / row.seconds if row.seconds else 0.0
    yield row.bytes / row.seconds / MIB if row.seconds else 0.0
    yield row.bytes // count if count else 0
    yield 100 * row.reads / count if count else 0.0
    every: tuple[Spread, ...] = (row.all, row.read, row.write)
    for figure in ("mean", "max", "stddev"):
        yield from (getattr(spread, figure) / 1e6 for spread in every)


def _request_cells(turn: Turn) -> Iterator[object]:
    """The requested settings; None where they differ."""
    workloads = turn.workloads
    storages = {sd.name: sd for workload in workloads for sd in workload.storages}.values()
    sizes = {workload.sizes[0][0] if len(workload.sizes) == 1 else None for workload in workloads}
    luns = {sd.lun: sd.size for sd in storages}
    known = [size for size in luns.values() if size is not None]
    data = turn.data
    yield _same(sizes)
    yield _same({sd.threads for sd in storages})
    yield _same({float(workload.read_percent) for workload in workloads})
    yield from (None, None)
    yield _same({float(workload.seek_percent) for workload in workloads})
    yield sum(known) / 2**30 if len(known) == len(luns) else None
    yield f"plimsoll-{__version__}"
    yield 100 / (100 - data.compressible) if data.compressible else None
    yield 100 / (100 - data.duplicates) if data.duplicates else None


def _same(values: set[object] | set[int | None] | set[int] | set[float]) -> object:
    return next(iter(values)) if len(values) == 1 else None


def _machine(row: Row) -> Iterator[object]:
    yield row.outstanding
    if row.cpu is None:
        yield from (None,) * 5
        return
    user, system = 100 * row.cpu["user"], 100 * row.cpu["system"]
    yield from (user + system, user, system, 100 * row.cpu["iowait"], 100 * row.cpu["idle"])


def _buckets(blobs: Sequence[bytes]) -> Iterator[str]:
    """Operations by latency, in vdbench's buckets without empty ones."""
    yield "  min(ms) <     max(ms)        count       %%    cum%%  '+': Individual%"
    yield ""
    total, _ = histogram.beyond(blobs, 0)
    seen = 0
    for low, high in zip((0, *BOUNDS_US), (*BOUNDS_US, None), strict=True):
        upto = total if high is None else total - histogram.beyond(blobs, high * 1000)[1]
        if many := upto - seen:
            seen = upto
            end = "max" if high is None else f"{high / 1000:.3f}"
            share = 100 * many / total
            bar = "+" * max(1, round(share / 2))
            yield (
                f"{low / 1000:9.3f} < {end:>11} {many:12,d} {share:8.4f} {100 * seen / total:8.4f}"
                f"  {bar}"
            )
