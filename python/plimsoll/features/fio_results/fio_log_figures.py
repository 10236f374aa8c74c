"""Combines fio's logs of the jobs of a Run: which logs count operations, the figures of the whole
Run, and its distribution."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from plimsoll.features.fio_results import fio_log_rows
from plimsoll.features.fio_results.fio_log_rows import Histogram, Name, Track
from plimsoll.features.fio_results.fio_time_line import MIN_LATENCY_COVERAGE, Logs, TimeLine
from plimsoll.features.imports.results.run_result import Latency, Operations, Part
from plimsoll.features.imports.results.source import File

# -- files, opened once --------------------------------------------------------------------------


@dataclass
class LogReader:
    """Reads logs on demand and keeps them."""

    files: Mapping[str, File]
    names: Mapping[str, Name]
    tracks: dict[str, list[Track]] = field(default_factory=dict)
    histograms: dict[str, list[Histogram]] = field(default_factory=dict)

    def read(self, chosen: Sequence[str], *, last: int | None = None) -> LogSet:
        """The rows of these logs. `last` limits each file to its last jobs, where several wrote
        into it one after the other."""
        found = LogSet()
        for name in chosen:
            file, log = self.files[name], self.names[name]
            if log.value == "clat_hist":
                if name not in self.histograms:
                    self.histograms[name] = fio_log_rows.read_histograms(file, log)
                found.histograms += self.histograms[name][-(last or 0) :]
            else:
                if name not in self.tracks:
                    self.tracks[name] = fio_log_rows.read(file, log)
                found.tracks.setdefault(log.value, []).extend(self.tracks[name][-(last or 0) :])
        return found

    def first_unordered_log(self, chosen: Iterable[str]) -> str | None:
        """The first of these logs of one job whose times go back, as far as they were read."""
        for name in chosen:
            log = self.names[name]
            written = self.histograms if log.value == "clat_hist" else self.tracks
            if log.job is not None and len(written.get(name, ())) > 1:
                return name
        return None


@dataclass
class LogSet:
    """The logs of the jobs of a Run."""

    tracks: dict[str, list[Track]] = field(default_factory=dict)
    histograms: list[Histogram] = field(default_factory=list)

    @property
    def every(self) -> list[Track]:
        """All tracks except submission latency, which few runs log."""
        return [track for name, tracks in self.tracks.items() if name != "slat" for track in tracks]

    def counting(
        self, block_bytes: float | None = None, rate_per_s: float | None = None
    ) -> tuple[list[Track], float | None] | None:
        """The logs that count operations, with the block size if they hold bandwidth. None unless a
        log covers every job. `rate_per_s` is the rate in the result."""
        jobs = {track.job for track in self.every}
        for value in ("lat", "clat", "iops", "bw"):
            of = self.tracks.get(value, [])
            if of and all(track.each for track in of) and {track.job for track in of} == jobs:
                return of, None
        rates = self.tracks.get("iops", [])
        if rates and no_rates(rates, rate_per_s):
            # The bandwidth logs are not the job's either.
            return None
        if rates and {track.job for track in rates} == jobs:
            return rates, None
        sizes = self.tracks.get("bw", [])
        if block_bytes and sizes and {track.job for track in sizes} == jobs:
            return sizes, block_bytes
        return None

    def versions(self) -> frozenset[int]:
        """Major versions of fio that write such logs."""
        found = frozenset((2, 3))
        for track in self.every:
            found &= track.versions
        for histogram in self.histograms:
            found &= histogram.versions
        return found or frozenset((2, 3))


def no_rates(tracks: Sequence[Track], rate_per_s: float | None) -> bool:
    """Whether windows count single operations, and not their rate; by the result one a second may
    have been the rate."""
    slow = rate_per_s is not None and rate_per_s <= 1.5 * len(tracks)
    return not slow and all(track.only_ones for track in tracks)


def remarks_of(line: TimeLine) -> list[str]:
    """Codes for the remarks on a time line."""
    found = []
    if line.hole_s("nothing"):
        found.append("windows_without_rows")
    if line.hole_s("idle"):
        found.append("nothing_waited")
    if line.hole_s("went_on"):
        found.append("latencies_without_rates")
    if line.apart:
        found.append("jobs_ended_apart")
    return found


def operations(
    kind: str,
    line: TimeLine,
    logs: Logs,
    seconds: float,
    bins: tuple[Counter[int], float] | None,
    *,
    whole: bool,
) -> Operations:
    """One kind, over all of the time line."""
    cells = [cell.kinds[kind] for cell in line.cells]
    sizes = [cell.bytes for cell in cells]
    known = [size for size in sizes if size is not None]
    done = line.operations[kind] if whole else math.fsum(_operation_counts(line, kind))
    moved = float(sum(known)) if len(known) == len(sizes) else None
    if whole:
        moved = float(sum(_bytes(logs.counting, kind)))
    count = round(done)
    counts: Mapping[int, int] | None
    counts, width = bins or (None, None)
    exact = every_latency(logs, kind)
    if exact is not None:
        counts, width = exact, 1e-3
    mean = _mean(line, kind)
    most = None
    if exact is not None:
        sums = [
            row
            for track in logs.latency
            for (_, row_kind), row in track.sums.items()
            if row_kind == kind
        ]
        mean = logs.latency_unit * math.fsum(row.total for row in sums) / sum(exact.values())
        most = logs.latency_unit * max(row.most for row in sums)
    if mean is None and counts:
        mean = sum(size * many for size, many in counts.items()) / sum(counts.values())
    has_latency = mean is not None or counts is not None
    return Operations(
        count=count,
        rate_per_s=done / seconds if seconds else None,
        bytes_per_s=None if moved is None or not seconds else moved / seconds,
        completion=Latency(
            count=sum(counts.values()) if counts else count,
            mean=mean,
            max=most,
            counts=counts,
            width=width,
        )
        if has_latency
        else None,
    )


def _operation_counts(line: TimeLine, kind: str) -> Iterator[float]:
    for cell in line.cells:
        yield (cell.kinds[kind].rate_per_s or 0.0) * cell.length_s


def _bytes(tracks: Sequence[Track], kind: str) -> Iterator[int]:
    for track in tracks:
        yield from (row.bytes for (_, row_kind), row in track.sums.items() if row_kind == kind)


def _mean(line: TimeLine, kind: str) -> float | None:
    """Mean latency of all operations: the means of windows, weighted by their operations. None
    unless nearly all operations have one."""
    total = with_latency = spans = 0.0
    for cell, done in zip(line.cells, _operation_counts(line, kind), strict=True):
        total += done
        completion = cell.kinds[kind].completion
        if completion is not None and completion.mean is not None:
            with_latency += done
            spans += done * completion.mean
    enough = with_latency >= MIN_LATENCY_COVERAGE * total
    return spans / with_latency if with_latency and enough else None


def spread_of_means(line: TimeLine, kind: str, mean: float) -> float:
    """Mean distance of the windows' means from the overall mean, relative to it."""
    means = [
        (done, completion.mean)
        for cell, done in zip(line.cells, _operation_counts(line, kind), strict=True)
        if (completion := cell.kinds[kind].completion) is not None and completion.mean is not None
    ]
    total = math.fsum(done for done, _ in means)
    return math.fsum(done * abs(span - mean) for done, span in means) / (total * mean or math.inf)


def every_latency(logs: Logs, kind: str) -> dict[int, int] | None:
    """Counts by latency, where the logs have a row for every operation."""
    if not logs.latency or not all(track.each for track in logs.latency):
        return None
    found: Counter[int] = Counter()
    for track in logs.latency:
        found.update(track.counts.get(kind, {}))
    if not found:
        return None
    return {round(span * logs.latency_unit): many for span, many in found.items()}


def distribution(histograms: Sequence[Histogram]) -> dict[str, tuple[Counter[int], float]]:
    """The histograms of all jobs as one, and how wide its bins are."""
    found: dict[str, tuple[Counter[int], float]] = {}
    for histogram in histograms:
        for kind, counts in histogram.counts.items():
            into, width = found.setdefault(kind, (Counter(), histogram.width))
            into.update(counts)
            found[kind] = into, max(width, histogram.width)
    return found


MAX_BIN_WIDTH = 0.13
"""Width of a bin, relative to its value, up to which percentiles are read from it."""
MAX_COUNT_DIFFERENCE = 0.1
"""Share by which a part's histograms may count other operations than its rates do."""


def parts_with_distributions(
    line: TimeLine, parts: Sequence[Part], histograms: Sequence[Histogram]
) -> tuple[Part, ...]:
    """The intervals with their distributions, where every job wrote a histogram at least as often
    as they end, and these count as many operations."""
    if len({histogram.job for histogram in histograms}) < line.jobs or not parts:
        return tuple(parts)
    if any(not histogram.rows or histogram.width > MAX_BIN_WIDTH for histogram in histograms):
        return tuple(parts)
    usual_ms = 1e3 * median(part.length_s for part in parts)
    found: list[dict[str, Counter[int]]] = [{} for _ in parts]
    starts = [1e3 * part.start_s for part in parts]
    for histogram in histograms:
        step = _step_of(histogram)
        if step > 1.05 * usual_ms:
            return tuple(parts)
        for ms, kind, counts in histogram.rows:
            # A row is written at the end of its time: its middle decides the interval.
            middle = ms - (line.unix_ms or 0.0) - step / 2
            at = bisect_right(starts, middle) - 1
            if at >= 0 and middle < starts[at] + 1e3 * parts[at].length_s:
                found[at].setdefault(kind, Counter()).update(counts)
    return tuple(
        replace(
            part,
            kinds=_with_distributions(
                part.kinds, counts_by_kind, max(histogram.width for histogram in histograms)
            ),
        )
        for part, counts_by_kind in zip(parts, found, strict=True)
    )


def _step_of(histogram: Histogram) -> float:
    """The usual time between two histograms of a job, ms."""
    gaps: list[int] = []
    for kind in histogram.counts:
        times = [ms for ms, row_kind, _ in histogram.rows if row_kind == kind]
        gaps += [after - before for before, after in pairwise(times)]
    return float(median(gaps)) if gaps else math.inf


def _with_distributions(
    kinds: Mapping[str, Operations], found: Mapping[str, Counter[int]], width: float
) -> dict[str, Operations]:
    """Adds distributions to the operations; unchanged if one counts other operations."""
    made = {}
    for kind, figures in kinds.items():
        counts = found.get(kind, Counter())
        done, many = figures.count or 0, sum(counts.values())
        if abs(many - done) > MAX_COUNT_DIFFERENCE * done + 2:
            return dict(kinds)
        if not many:
            made[kind] = figures
            continue
        latency = figures.completion or Latency()
        made[kind] = replace(
            figures, completion=replace(latency, count=many, counts=dict(counts), width=width)
        )
    return made
