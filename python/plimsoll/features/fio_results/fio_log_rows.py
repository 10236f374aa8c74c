"""Reads the rows of one of fio's logs: `time ms, value, direction, block size[, offset][,
priority][, issue time]`. The name of the log gives its value and its job.

Latencies are nanoseconds (fio 3) or microseconds (fio 2), bandwidth is KiB/s. With `log_avg_msec` a
row holds a window, and its block size is 0; without, it holds one operation. Until version 2.9 logs
of IOPS and bandwidth held windows in either case (`add_iops_sample` in fio's `stat.c`). The file is
read as a stream: memory does not grow with the number of operations."""

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from plimsoll.base import units
from plimsoll.features.fio_results.fio_dialects import middle_of_bin
from plimsoll.features.fio_results.messages import message
from plimsoll.features.imports.results.source import File

NAME = re.compile(
    r"^(?P<prefix>.+)_(?P<value>clat_hist|slat|clat|lat|bw|iops)"
    r"(?:\.(?P<job>\d+))?\.log(?:\.(?P<host>[A-Za-z0-9][A-Za-z0-9.-]*))?$"
)
PACKED = re.compile(r"^.+_(?:clat_hist|slat|clat|lat|bw|iops)(?:\.\d+)?\.log\.fz$")
"""A log of `log_store_compressed=1`."""
NO_HOSTS = frozenset(
    ("gz", "xz", "bz2", "zst", "zip", "7z", "bak", "old", "orig", "tmp", "txt", "csv", "fz", "swp")
)
"""Endings that people give files. fio's client ends a log in the name of the host that wrote it."""
DIRECTIONS = {0: "read", 1: "write", 2: "trim"}
LATENCIES = ("slat", "clat", "lat")
FINE_MS, COARSE_MS = 100, 1000
"""Bins of logs with a row for every operation."""
FINE_UNTIL_MS = 60_000
"""So long are the fine bins kept; a longer log is binned by the second."""
MOST_TIMES = 1_000_000
"""Different times in a log of averages: 28 h at 100 ms. A log with a row for every operation is
binned."""
LONGEST_MS = 400 * 86_400_000
UNIX_MS = 100_000_000_000
"""Stamps from here on (1973) are of the time of day: `log_unix_epoch=1`."""
LATEST_MS = 100_000_000_000_000
RESTART_MS = 50
"""A time that lies so far before the one above it is another job's: `per_job_logs=0` puts logs
behind each other."""
_STEPS = 64
_BINS_NS, _BINS_US = 29 * _STEPS, 19 * _STEPS
"""Bins of a histogram by fio 3, in nanoseconds, and by fio 2, in microseconds."""


@dataclass(frozen=True)
class Name:
    """The parts of a log's name."""

    prefix: str
    value: str
    job: str | None
    """The number of the job; none where jobs share a log (`per_job_logs=0`)."""
    host: str | None

    @property
    def group(self) -> tuple[str, bool]:
        """Logs of one run have one prefix, and all of them a number or none of them."""
        return self.prefix, self.job is not None

    @property
    def writer(self) -> str:
        """Which job, of which host."""
        return f"{self.job or ''}@{self.host}" if self.host else self.job or ""


def log_name(name: str) -> Name | None:
    """Parses the name of a log; None for any other file."""
    found = NAME.match(name)
    if found is None or found["host"] in NO_HOSTS:
        return None
    return Name(found["prefix"], found["value"], found["job"], found["host"])


@dataclass(slots=True)
class Sums:
    """The values of one kind of operation in a window or a bin."""

    count: int = 0
    total: float = 0.0
    most: float = 0.0
    bytes: int = 0
    first: float = 0.0
    """The value of the first of several rows of one time."""

    @property
    def mean(self) -> float:
        """The value of a window."""
        return self.total / self.count


@dataclass
class Track:
    """The rows of one job in a log of one value."""

    writer: str
    part: int
    """Which of the jobs that wrote into the same file one after the other."""
    each: bool
    """Whether there is a row for every operation."""
    maxima: bool
    """Whether a row has the mean and the maximum of its window (`log_window_value=both`)."""
    versions: frozenset[int]
    """Major versions of fio that write rows of this form."""
    sums: dict[tuple[int, str], Sums] = field(default_factory=dict)
    """Sums by kind of operation, and by the end of the window or the number of the bin."""
    counts: dict[str, Counter[int]] = field(default_factory=dict)
    """Latencies of all operations, to three digits."""
    bin_ms: int = FINE_MS
    first_ms: int = 0
    last_ms: int = 0
    lost: int = 0
    """Rows of zeros, which fio 2 wrote in place of rows that it had lost."""

    @property
    def job(self) -> tuple[str, int]:
        """Identity of the job; equal for all of its tracks."""
        return self.writer, self.part

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of operations in it."""
        return tuple(dict.fromkeys(kind for _, kind in self.sums))

    @property
    def only_ones(self) -> bool:
        """Whether every window is 1. With `log_compression` fio averages the ones that count single
        operations, instead of the rate."""
        return not self.each and all(sums.mean == 1 for sums in self.sums.values())

    def coarsen(self, bin_ms: int) -> None:
        """Merges the bins of a log of operations to this length."""
        merged: dict[tuple[int, str], Sums] = {}
        for (at, kind), sums in self.sums.items():
            into = merged.setdefault((at * self.bin_ms // bin_ms, kind), Sums())
            into.count += sums.count
            into.total += sums.total
            into.bytes += sums.bytes
            into.most = max(into.most, sums.most)
        self.sums, self.bin_ms = merged, bin_ms


@dataclass(frozen=True)
class _Form:
    """The form of a file's rows."""

    each: bool
    maxima: bool
    versions: frozenset[int]


def _form(file: File, value: str) -> _Form:
    """Detects the form from the first rows: logs have no heading."""
    rows = []
    for line in file.head.splitlines()[:-1][:2000] or file.head.splitlines():
        cells = [cell.strip() for cell in line.split(",")]
        if len(cells) >= 4 and all(cell.isdigit() for cell in cells[:4]):
            rows.append(cells)
    maxima = bool(rows) and _with_maxima(rows)
    sized = [cells for cells in rows if cells[3 + maxima].strip("0")]
    each = bool(sized)
    versions = _versions(rows, maxima)
    # An operation counts as 1. What else an old fio wrote into a log of rates is a rate where it
    # comes by the clock; in a new one only an operation has a size, however evenly it comes.
    old = 2 in versions
    if old and value in ("iops", "bw") and any(cells[1] != "1" for cells in sized):
        each = not _regular([int(cells[0]) for cells in sized if cells[2] == sized[0][2]])
    return _Form(each, maxima, versions)


def _with_maxima(rows: list[list[str]]) -> bool:
    """Whether the third column is not the direction but a maximum, which is 0 in a row of one
    operation. No operation has a block size of a direction's number."""
    if any(len(cells) < 5 or int(cells[3]) not in DIRECTIONS for cells in rows):
        return False
    windows = all(cells[4] == "0" for cells in rows)
    if windows:
        return any(int(cells[2]) not in DIRECTIONS for cells in rows)
    return all(cells[2] == "0" and cells[4].isdigit() and int(cells[4]) >= 512 for cells in rows)


def _regular(times: list[int]) -> bool:
    """Whether rows come by the clock, as windows do, and not as operations end."""
    gaps = [after - before for before, after in itertools.pairwise(times)]
    usual = median(gaps) if len(gaps) >= 3 else 0
    near = sum(1 for gap in gaps if abs(gap - usual) <= 0.1 * usual)
    return usual >= FINE_MS and near >= 0.8 * len(gaps)


def _versions(rows: list[list[str]], maxima: bool) -> frozenset[int]:
    """The versions of fio that write such rows. Since 3.18 a row contains the priority of its
    operation, with optional columns around it: an offset, a time of issue. Rows of four columns, or
    of five that end in an offset, are older."""
    if not rows:
        return frozenset((2, 3))
    columns = min(len(cells) for cells in rows) - maxima
    last = {cells[4 + maxima] for cells in rows if len(cells) > 4 + maxima}
    flags = all(cell in ("0", "1") or cell.startswith("0x") for cell in last)
    return frozenset((3,) if columns > 5 or (columns == 5 and flags) else (2, 3))


def read(file: File, name: Name) -> list[Track]:
    """The tracks of a log of values, one for each job. Raises Bad for an impossible row."""
    form = _form(file, name.value)
    tracks: list[Track] = []
    track: Track | None = None
    latency = name.value in LATENCIES
    for number, text in file.lines():
        row = _row(file, number, text, form.maxima)
        if row is None:
            continue
        ms, value, most, kind, size = row
        if not ms and not value and not size and not form.each:
            if track is not None:
                track.lost += 1
            continue
        if track is None or ms < track.last_ms - RESTART_MS:
            track = Track(name.writer, len(tracks), form.each, form.maxima, form.versions)
            track.first_ms = ms
            tracks.append(track)
        track.last_ms = max(track.last_ms, ms)
        at = ms
        if form.each:
            long = ms - track.first_ms > FINE_UNTIL_MS or len(track.sums) >= MOST_TIMES
            if track.bin_ms == FINE_MS and long:
                track.coarsen(COARSE_MS)
            at = ms // track.bin_ms
            if latency:
                # To three digits, so that the counts are as many however long the log is.
                whole = int(value)
                shift = max(0, whole.bit_length() - 11)
                track.counts.setdefault(kind, Counter())[whole >> shift << shift] += 1
        one = track.sums.get((at, kind))
        if one is None:
            if len(track.sums) >= MOST_TIMES:
                raise file.bad(
                    lambda: message("fio-log-too-long", most=units.count(MOST_TIMES)),
                    number,
                )
            one = track.sums[at, kind] = Sums(first=value)
        one.count += 1
        one.total += value
        one.bytes += size
        one.most = max(one.most, most)
    return tracks


def _row(
    file: File, number: int, text: str, maxima: bool
) -> tuple[int, float, float, str, int] | None:
    """Time, value, maximum, kind and block size of a row; none for an empty line."""
    cells = text.split(",", 5)
    try:
        ms, value = int(cells[0]), float(cells[1])
        most = max(value, float(cells[2])) if maxima else value
        direction, size = int(cells[2 + maxima]), int(cells[3 + maxima])
    except (ValueError, IndexError):
        if not text.strip():
            return None
        raise file.bad(partial(message, "fio-no-log-line"), number) from None
    kind = DIRECTIONS.get(direction)
    good = 0 <= ms <= LONGEST_MS or UNIX_MS <= ms <= LATEST_MS
    if kind is None or not good or not (0 <= value < 1e18 and 0 <= most < 1e18) or size < 0:
        raise file.bad(partial(message, "fio-log-line-impossible"), number)
    return ms, value, most, kind, size


@dataclass
class Histogram:
    """The latencies that one job wrote into a log of histograms, in nanoseconds."""

    writer: str
    part: int
    versions: frozenset[int]
    width: float
    """Width of a bin, relative to its value."""
    counts: dict[str, Counter[int]] = field(default_factory=dict)
    last_ms: int = 0
    rows: list[tuple[int, str, Counter[int]]] = field(default_factory=list)
    """When each was written, of which kind, and its counts; of a very long log none."""
    bin_count: int = 0
    """Bins in the rows."""

    @property
    def job(self) -> tuple[str, int]:
        """Identity of the job; equal for all of its tracks."""
        return self.writer, self.part

    def add(self, ms: int, kind: str, counts: Counter[int]) -> None:
        """A row."""
        self.last_ms = max(self.last_ms, ms)
        self.counts.setdefault(kind, Counter()).update(counts)
        self.bin_count += len(counts)
        if self.bin_count <= MOST_BINS:
            self.rows.append((ms, kind, counts))
        else:
            self.rows.clear()


MOST_BINS = 1_000_000
"""Bins that are kept row by row."""


def read_histograms(file: File, name: Name) -> list[Histogram]:
    """The histograms of a log, one for each job. Raises Bad for an impossible row.

    fio 3 has 1,856 bins of nanoseconds, fio 2 has 1,216 of microseconds; `log_hist_coarseness`
    halves their number up to six times."""
    made: list[Histogram] = []
    one: Histogram | None = None
    for number, text in file.lines():
        if not text.strip():
            continue
        cells = text.split(",")
        try:
            ms, direction = int(cells[0]), int(cells[1])
            bins = [int(cell) for cell in cells[3:] if cell.strip()]
        except (ValueError, IndexError):
            raise file.bad(partial(message, "fio-no-histogram-line"), number) from None
        kind = DIRECTIONS.get(direction)
        sizes = [n for n in (_BINS_NS, _BINS_US) if any(len(bins) << h == n for h in range(7))]
        whole = sizes[0] if sizes else None
        if kind is None or whole is None or any(many < 0 for many in bins):
            raise file.bad(partial(message, "fio-bins-impossible", bins=len(bins)), number)
        of_each = whole // len(bins)
        if one is None or ms < one.last_ms - RESTART_MS:
            version = 3 if whole == _BINS_NS else 2
            one = Histogram(name.writer, len(made), frozenset((version,)), of_each / _STEPS)
            made.append(one)
        counts: Counter[int] = Counter()
        unit = 1 if whole == _BINS_NS else 1000
        for at, many in enumerate(bins):
            if many:
                first, last = at * of_each, (at + 1) * of_each - 1
                middle = (middle_of_bin(first) + middle_of_bin(last)) / 2
                counts[round(unit * middle)] += many
        one.add(ms, kind, counts)
    return made
