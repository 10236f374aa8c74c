"""The time line of jobs that ran at the same time, from the logs of each: what they did is added up
over windows as long as those of the logs.

fio's helper thread looks at every job once in `log_avg_msec` and writes a row of what was done
since it looked last; the stamps of two jobs differ by milliseconds. Windows that end within a tenth
of a step of each other are one window, others are divided by their share of time.

A window in which nothing completed has no row (`__add_samples` in fio's `stat.c`: "No entries for
interval"). A helper thread that stood still leaves the same hole, which `Hole` tells apart as far
as the logs do. Until fio 2.9 a row came with the first operation after its window, and says what
was done since the row before.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Literal

from plimsoll.base.gaps import Gap
from plimsoll.features.fio_results.fio_log_rows import COARSE_MS, FINE_MS, UNIX_MS, Sums, Track
from plimsoll.features.imports.results.run_result import Latency, Operations, Part

SAME_WINDOW_SHARE = 0.1
"""Share of a step within which ends of windows are the same."""
MIN_HOLE_STEPS = 1.9
"""Distance of two rows, in steps, from which a row is missing between them. The helper wakes up
after a whole step at the earliest: closer rows mean that it was late, and the row covers all of the
time."""
MIN_BINS = 60
"""A log of operations is binned so that there are as many bins, where its time allows."""
BINS_MS = (COARSE_MS, 500, FINE_MS)
WIDE_BINS_MS = (FINE_MS, 500, COARSE_MS, 2000, 5000, 10_000)
MIN_BIN_OPERATIONS = 10
"""Bins of a slow job are longer, so that they hold about as many operations: in shorter ones an
even rate would come and go."""
MIN_SLOW_BINS = 5
MAX_END_SPREAD = 0.02
"""Share of the time by which jobs end apart without a word."""
MIN_OTHER_CLOCK_MS = 3_600_000
"""A first row so late, and later than all rows together last, has its time from another clock than
the start of its job: `log_alternate_epoch`."""
MAX_IDLE_WAIT = 0.5
"""Share of a hole that no operation can have waited for, where none did."""
MIN_WINDOW_OPERATIONS = 20
"""Operations in a usual window; where fewer are usual, a window without any is chance."""
MIN_MULTIPLES_SHARE = 0.95
"""Share of the times from row to row that are multiples of a step."""
MAX_STEP_DIVISOR = 10
MAX_DELAY_MS, MAX_DELAY_SHARE = 10, 0.04
"""So much later, or by such a share of a step, may a row be."""
MIN_LATENCY_COVERAGE = 0.9
"""Share of the operations that need a latency for it to represent all. Windows of rates and of
latencies do not end together."""
MAX_TAIL_STEPS = 4
"""Behind the last row operations that are still under way end; no rows of rates are written
then."""
Job = tuple[str, int]
Hole = Literal["nothing", "went_on", "idle"]
"""Why no job has a row in a window. nothing: no operation completed, as far as is known. went_on:
rows of latency exist, so operations completed. idle: the latencies of later operations show that
none waited, so fio stood still or was idle."""


@dataclass(frozen=True, slots=True)
class Window:
    """Rates of a job from `start` to `end`, in ms. `per_s` is by kind; None without a row."""

    start: float
    end: float
    per_s: Mapping[str, float] | None


@dataclass(frozen=True)
class Cell:
    """A window of the time line."""

    start_s: float
    length_s: float
    kinds: Mapping[str, Operations]
    hole: Hole | None = None
    """Why no job has a row in it."""


@dataclass(frozen=True)
class TimeLine:
    """The sum of all jobs, over the time in which all of them ran."""

    cells: tuple[Cell, ...]
    jobs: int
    operations: Mapping[str, float]
    """Operations of all jobs, until the last of them ended."""
    seconds: float
    """Until the last of them ended."""
    span_s: float
    """Mean duration of the jobs."""
    exact: bool
    """Whether it is made from a row for every operation."""
    apart: bool
    """Whether jobs began or ended more than a window apart."""
    unix_ms: float | None
    """Begin of the jobs in Unix time, if the stamps are times of day."""
    if_late: float
    """Additional operations, if the rows behind holes also cover the holes because the helper was
    late."""

    def hole_s(self, *holes: Hole) -> float:
        """Time in holes of these kinds."""
        return math.fsum(cell.length_s for cell in self.cells if cell.hole in holes)

    @property
    def recorded_s(self) -> float:
        """The time that the cells cover."""
        return math.fsum(cell.length_s for cell in self.cells)

    def gaps(self, *holes: Hole) -> tuple[Gap, ...]:
        """Where holes of these kinds lie."""
        return tuple(Gap(cell.start_s, cell.length_s) for cell in self.cells if cell.hole in holes)

    def without(self, *holes: Hole) -> TimeLine:
        """A copy without the cells in holes of these kinds, in which nothing was recorded."""
        return replace(self, cells=tuple(cell for cell in self.cells if cell.hole not in holes))

    def parts(self) -> tuple[Part, ...]:
        """The cells as intervals of a Run."""
        return tuple(Part(cell.start_s, cell.length_s, cell.kinds) for cell in self.cells)


@dataclass(frozen=True)
class LogFacts:
    """Facts about the logs from the result of their run."""

    step_ms: float | None = None
    """`log_avg_msec`."""
    seconds: float | None = None
    """Duration of the longest job."""
    runtimes: Mapping[str, float] = field(default_factory=dict)
    """Duration of each job in s, by the writer of its logs, if the result lists them."""
    other_clock: bool = False
    """Whether stamps do not count from the start of a job."""
    inline: bool | None = None
    """Whether rows were written by the jobs themselves (fio before 2.10); none: not known."""
    pauses: bool = False
    """Whether the jobs pause (`thinktime`)."""


def step_of(tracks: Iterable[Track], told_ms: float | None) -> float:
    """The length of a window in ms: the usual time between rows, of which some may be missing.
    Never longer than the requested one."""
    gaps: list[int] = []
    firsts: list[int] = []
    for track in tracks:
        for kind in track.kinds:
            times = sorted(ms for ms, row_kind in track.sums if row_kind == kind)
            firsts.append(times[0])
            gaps += [after - ms for ms, after in itertools.pairwise(times)]
    if not gaps:
        only = min(firsts, default=0)
        return told_ms or float(only if 0 < only < UNIX_MS else COARSE_MS)
    gaps.sort()
    # Holes are several steps long, and the rest at an end less than one.
    low = gaps[len(gaps) // 4]
    usual = float(median(gap for gap in gaps if 0.7 * low <= gap <= 1.3 * low))
    if told_ms is not None and usual >= 0.8 * told_ms:
        return told_ms
    if told_ms is None:
        usual = _finer_step(usual, [*gaps, *(ms for ms in firsts if ms < UNIX_MS)])
    rounded = round(usual / 10) * 10.0
    return rounded if rounded and abs(rounded - usual) <= 0.01 * usual else usual


def _finer_step(step: float, gaps: Sequence[int]) -> float:
    """The step of which gaps are multiples, where they are no multiples of the usual one: at a low
    rate every other row may be missing."""
    for parts in range(1, MAX_STEP_DIVISOR + 1):
        part = step / parts
        loose = max(MAX_DELAY_MS, MAX_DELAY_SHARE * part)
        fitting = sum(1 for gap in gaps if abs(gap - max(1, round(gap / part)) * part) <= loose)
        if fitting >= MIN_MULTIPLES_SHARE * len(gaps):
            return part
    return step


def _rows(track: Track, step: float, value: str) -> list[tuple[int, dict[str, float]]]:
    """Rows by the end of their window. fio writes the rows of the kinds one after the other."""
    found: list[tuple[int, dict[str, float]]] = []
    for (ms, kind), sums in sorted(track.sums.items()):
        size = _amount(sums, value)
        if found and ms - found[-1][0] <= SAME_WINDOW_SHARE * step and kind not in found[-1][1]:
            found[-1][1][kind] = size
        else:
            found.append((ms, {kind: size}))
    return found


def _amount(sums: Sums, value: str) -> float:
    """Operations or bytes: of a window per second, of a bin in all."""
    if value == "operations":
        return sums.mean
    return sums.mean * 1024 if value == "window_bytes" else float(sums.bytes)


def windows(
    track: Track, value: str, step: float, start: float, end: float | None, inline: bool | None
) -> list[Window]:
    """The windows of a job, one after the other from where it began to where it ended."""
    if track.each:
        return _bins(track, value, start, end)
    rows = _rows(track, step, value)
    usual = median(math.fsum(row.values()) for _, row in rows)
    made: list[Window] = []
    before = start
    for ms, row in rows:
        length = ms - before
        if length <= 0:
            continue
        if length <= MIN_HOLE_STEPS * step:
            made.append(Window(before, ms, row))
        # A row whose operations would not fit into the window before does not come from the first
        # operation after it.
        elif inline is False or (
            inline is None and math.fsum(row.values()) * (length / step) > 1.5 * usual
        ):
            made += [Window(before, ms - step, None), Window(ms - step, ms, row)]
        else:
            # The operations were done before the window ended, except the one that wrote the row.
            all_of_it = {kind: size * length / step for kind, size in row.items()}
            made += [Window(before, before + step, all_of_it), Window(before + step, ms, None)]
        before = ms
    if end is not None and end - before > MIN_HOLE_STEPS * step:
        made.append(Window(before, end, None))
    elif end is not None and made and made[-1].start < end < before - SAME_WINDOW_SHARE * step:
        # The job ended before the helper woke up again.
        last = made[-1]
        factor = (last.end - last.start) / (end - last.start)
        per_s = {kind: size * factor for kind, size in (last.per_s or {}).items()}
        made[-1] = Window(last.start, end, per_s)
    return made


def _bins(track: Track, value: str, start: float, end: float | None) -> list[Window]:
    width = track.bin_ms
    by_bin: dict[int, dict[str, float]] = {}
    for (at, kind), sums in track.sums.items():
        size = float(sums.count) if value == "operations" else float(sums.bytes)
        by_bin.setdefault(at, {})[kind] = size
    last = _last([track], {track.job: end})
    made = []
    for at in range(int(start // width), int(last // width) + 1):
        first = max(start, at * width)
        stop = max(min(last, (at + 1) * width), first)
        done = by_bin.get(at, {})
        if stop == first:
            # Operations of the last millisecond.
            if not done:
                continue
            stop = first + 1
        made.append(
            Window(first, stop, {kind: size * 1e3 / (stop - first) for kind, size in done.items()})
        )
    return made


@dataclass(frozen=True)
class _Grid:
    """The ends of the windows of the time line, ms."""

    bounds: list[float]
    slack: float

    def snap(self, ms: float) -> float:
        """The end of a window that is so near that it is the same."""
        at = bisect_left(self.bounds, ms)
        near = min(
            self.bounds[max(0, at - 1) : at + 1], key=lambda bound: abs(bound - ms), default=ms
        )
        return near if abs(near - ms) <= self.slack else ms

    def cell(self, ms: float) -> int | None:
        """The cell in which a window ends."""
        at = bisect_left(self.bounds, self.snap(ms)) - 1
        return at if 0 <= at < len(self.bounds) - 1 else None

    def shares(self, start: float, end: float) -> Iterable[tuple[int, float]]:
        """The cells that a window lies in, and how many ms of it."""
        start, end = self.snap(start), self.snap(end)
        at = max(0, bisect_right(self.bounds, start) - 1)
        while at + 1 < len(self.bounds) and self.bounds[at] < end:
            inside = min(end, self.bounds[at + 1]) - max(start, self.bounds[at])
            if inside > 0:
                yield at, inside
            at += 1


def _bounds(windows_of_job: Sequence[Window], step: float, start: float, end: float) -> list[float]:
    """The ends of the windows of a job; holes in it are divided into steps."""
    found = [start]
    for window in windows_of_job:
        many = 1 if window.per_s is not None else max(1, round((window.end - window.start) / step))
        found += [window.start + (window.end - window.start) * i / many for i in range(1, many)]
        found.append(window.end)
    inside = [start]
    for bound in sorted(found):
        if inside[-1] + SAME_WINDOW_SHARE * step < bound < end - SAME_WINDOW_SHARE * step:
            inside.append(bound)
    return [*inside, end]


@dataclass
class _Amounts:
    """Amounts in each cell by kind, and the number of jobs without a row there."""

    cells: list[dict[str, float]]
    silent: list[int]


def _amounts(grid: _Grid, jobs: Iterable[Sequence[Window]]) -> _Amounts:
    many = len(grid.bounds) - 1
    made = _Amounts([{} for _ in range(many)], [0] * many)
    for track in jobs:
        for window in track:
            for at, inside in grid.shares(window.start, window.end):
                if window.per_s is None:
                    if inside > 0.5 * (grid.bounds[at + 1] - grid.bounds[at]):
                        made.silent[at] += 1
                    continue
                cell = made.cells[at]
                for kind, per_s in window.per_s.items():
                    cell[kind] = cell.get(kind, 0.0) + per_s * inside / 1e3
    return made


@dataclass(slots=True)
class _Spans:
    """Latency of a cell: from windows, weighted by time, and from single operations."""

    ms: float = 0.0
    total: float = 0.0
    most: float = 0.0
    singles: float = 0.0
    of_singles: float = 0.0

    def mean(self, done: float) -> float:
        """Mean latency of `done` operations."""
        singles = min(self.singles, done) if self.ms else done
        rest = self.total / self.ms if self.ms else 0.0
        single = self.of_singles / self.singles if self.singles else rest
        return (single * singles + rest * (done - singles)) / done


def _latencies(
    grid: _Grid, track: Track, done: Sequence[Mapping[str, float]], start: float, unit: float
) -> list[dict[str, tuple[float, float | None]]]:
    """Mean and, if known, maximum latency of a job's operations in each cell, ns.

    The first operation after the end of a window, a multiple of its length, writes the row. The row
    covers the operations in the window and that one, however late it completed. Rows of the same
    time hold one operation each (`add_log_sample` in fio's `stat.c`)."""
    spans: list[dict[str, _Spans]] = [{} for _ in range(len(grid.bounds) - 1)]

    def add(kind: str, first: float, stop: float, span: float, most: float) -> None:
        for at, inside in grid.shares(max(first, start), stop):
            into = spans[at].setdefault(kind, _Spans())
            into.ms += inside
            into.total += inside * span
            into.most = max(into.most, most)

    def add_singles(kind: str, ms: float, many: int, total: float, most: float) -> None:
        if many and (at := grid.cell(ms)) is not None:
            into = spans[at].setdefault(kind, _Spans())
            into.singles += many
            into.of_singles += total
            into.most = max(into.most, most)

    step = grid.slack / SAME_WINDOW_SHARE
    for kind in track.kinds:
        before = start
        for at_ms, sums in sorted(
            (at, sums) for (at, row_kind), sums in track.sums.items() if row_kind == kind
        ):
            if track.each:
                first = at_ms * track.bin_ms
                add(kind, first, first + track.bin_ms, sums.mean, sums.most)
                continue
            ends = start + (math.floor((before - start + grid.slack / 2) / step) + 1) * step
            late = at_ms - ends > max(MAX_DELAY_MS, MAX_DELAY_SHARE * step) / 2
            alone = at_ms - before < grid.slack / 2
            if not alone:
                add(kind, before, ends if late else at_ms, sums.first, sums.most)
            others = sums.count if alone else sums.count - 1
            add_singles(kind, at_ms, others, sums.total - (0 if alone else sums.first), sums.most)
            add_singles(kind, at_ms, int(late and not alone), sums.first, sums.most)
            before = at_ms
    known = track.each or track.maxima
    return [
        {
            kind: (unit * latency.mean(here[kind]), unit * latency.most if known else None)
            for kind, latency in cell.items()
            if here.get(kind)
        }
        for cell, here in zip(spans, done, strict=True)
    ]


@dataclass(frozen=True)
class Logs:
    """The tracks of the jobs of a Run: those that count operations, and additional ones."""

    counting: Sequence[Track]
    block_bytes: float | None = None
    """Bytes of an operation, if the counting logs hold bandwidth."""
    latency: Sequence[Track] = ()
    latency_unit: float = 1.0
    """Nanoseconds in a latency of 1."""
    bandwidth: Sequence[Track] = ()


def build(logs: Logs, facts: LogFacts) -> TimeLine:
    """The time line of these jobs."""
    exact = all(track.each for track in logs.counting)
    if exact:
        _same_bins(logs.counting, (track for track in logs.latency if track.each))
    step = float(logs.counting[0].bin_ms) if exact else step_of(logs.counting, facts.step_ms)
    every = [*logs.counting, *logs.latency, *logs.bandwidth]
    starts, unix_ms = _starts(every, step, facts)
    ends = _ends(logs.counting, step, starts, facts)
    by_job = {
        track.job: windows(
            track, "operations", step, starts[track.job], ends[track.job], facts.inline
        )
        for track in logs.counting
    }
    if logs.block_bytes is not None:
        by_job = {job: _by_block(windows, logs.block_bytes) for job, windows in by_job.items()}
    first = [windows[0].start for windows in by_job.values()]
    last = [job_windows[-1].end for job_windows in by_job.values()]
    begins, origin = max(first), min(first)
    apart = max(max(last) - min(last), begins - origin) > max(
        MIN_HOLE_STEPS * step, MAX_END_SPREAD * (max(last) - origin)
    )
    reference = min(by_job.values(), key=lambda windows: (windows[-1].end, -len(windows)))
    stop = reference[-1].end
    done = [math.fsum((window.per_s or {}).values()) for window in reference]
    if apart and not exact and len(done) > 1 and done[-1] < 0.9 * median(done):
        # Somewhere in its last window, in which less was done than usual, the first of them ended.
        stop = reference[-1].start
    grid = _Grid(_bounds(reference, step, begins, max(stop, begins + 1)), SAME_WINDOW_SHARE * step)
    operations: dict[str, float] = {}
    for job_windows in by_job.values():
        for window in job_windows:
            for kind, per_s in (window.per_s or {}).items():
                operations[kind] = (
                    operations.get(kind, 0.0) + per_s * (window.end - window.start) / 1e3
                )
    cells = _cells(grid, logs, facts, by_job, starts, tuple(operations), origin)
    return TimeLine(
        cells=cells,
        jobs=len(by_job),
        operations=operations,
        seconds=((_last(logs.counting, ends) if exact else max(last)) - origin) / 1e3,
        span_s=math.fsum(last) / len(last) / 1e3 - math.fsum(first) / len(first) / 1e3,
        exact=exact,
        apart=apart,
        unix_ms=unix_ms,
        if_late=_if_late(cells, by_job, origin),
    )


def _if_late(cells: Sequence[Cell], by_job: Mapping[Job, Sequence[Window]], origin: float) -> float:
    """Additional operations, if the rows behind holes of all jobs also cover the holes."""
    holes = [cell for cell in cells if cell.hole is not None]
    begins = [origin + cell.start_s * 1e3 for cell in holes]
    more = 0.0
    for job_windows in by_job.values():
        for hole, row in itertools.pairwise(job_windows):
            if hole.per_s is not None or row.per_s is None:
                continue
            middle = (hole.start + hole.end) / 2
            at = bisect_right(begins, middle) - 1
            if at >= 0 and middle <= begins[at] + holes[at].length_s * 1e3:
                more += math.fsum(row.per_s.values()) * (hole.end - hole.start) / 1e3
    return more


def _last(tracks: Iterable[Track], ends: Mapping[Job, float | None]) -> float:
    """When the last of the jobs ended, by a row for every operation."""
    return max(
        _last_turn(track, end)
        if (end := ends[track.job]) is None or end - track.last_ms <= track.bin_ms
        else end
        for track in tracks
    )


def _last_turn(track: Track, end: float | None) -> float:
    """When the time of the last operation was over: where the first began the log, its distance to
    the next belongs to the time, too. Few operations would be a higher rate otherwise."""
    done = sum(sums.count for sums in track.sums.values())
    distance = (track.last_ms - track.first_ms) / (done - 1) if done > 1 else 0.0
    over = max(float(track.last_ms), track.last_ms - track.first_ms + distance)
    return over if end is None else min(over, max(end, float(track.last_ms)))


def _bin_of_slow(counting: Sequence[Track], length_ms: int) -> int:
    """The shortest bin that usually holds enough operations, as far as the time allows."""
    done = sum(sums.count for track in counting for sums in track.sums.values())
    possible = [bin_ms for bin_ms in WIDE_BINS_MS if length_ms / bin_ms >= MIN_SLOW_BINS]
    enough = (bin_ms for bin_ms in possible if bin_ms * done >= MIN_BIN_OPERATIONS * length_ms)
    return next(enough, possible[-1] if possible else FINE_MS)


def _same_bins(counting: Sequence[Track], latency: Iterable[Track]) -> None:
    tracks = [*counting, *latency]
    length = max(track.last_ms - track.first_ms for track in tracks)
    wide = next((bin_ms for bin_ms in BINS_MS if length / bin_ms >= MIN_BINS), FINE_MS)
    wide = max(wide, *(track.bin_ms for track in tracks), _bin_of_slow(counting, length))
    for track in tracks:
        if track.bin_ms != wide:
            track.coarsen(wide)


def _starts(
    tracks: Sequence[Track], step: float, facts: LogFacts
) -> tuple[dict[Job, float], float | None]:
    """When each job began, on the clock of its stamps, and the time of day of the first."""
    first = min(track.first_ms for track in tracks)
    last = max(track.last_ms for track in tracks)
    unix = first >= UNIX_MS
    late = first > MIN_OTHER_CLOCK_MS and first > 2 * (last - first)
    if not (unix or late or facts.other_clock):
        return {track.job: 0.0 for track in tracks}, None
    found: dict[Job, float] = {}
    for track in tracks:
        began = float(track.first_ms) if track.each else track.first_ms - step
        found[track.job] = min(began, found.get(track.job, began))
    earliest = min(found.values())
    # Clones begin within milliseconds of each other.
    found = {
        job: earliest if began - earliest <= MIN_HOLE_STEPS * step else began
        for job, began in found.items()
    }
    return found, earliest if unix else None


def _ends(
    tracks: Sequence[Track], step: float, starts: Mapping[Job, float], facts: LogFacts
) -> dict[Job, float | None]:
    """The end of each job, if known from other data than its rows. If no log reaches the duration
    in the result, all jobs ran that long and completed nothing at the end."""
    if facts.seconds is None:
        return dict.fromkeys((track.job for track in tracks), None)
    ends = {
        track.job: starts[track.job] + facts.runtimes.get(track.writer, facts.seconds) * 1e3
        for track in tracks
    }
    unknown = [track for track in tracks if track.writer not in facts.runtimes]
    late = [track for track in unknown if track.last_ms > ends[track.job] - MIN_HOLE_STEPS * step]
    if len(tracks) > 1 and late:
        # Whether the others ended before, or did nothing until the end, is not known.
        return {**ends, **dict.fromkeys((track.job for track in unknown), None)}
    return {**ends}


def _by_block(job_windows: Sequence[Window], block_bytes: float) -> list[Window]:
    return [
        window
        if window.per_s is None
        else replace(
            window, per_s={kind: size * 1024 / block_bytes for kind, size in window.per_s.items()}
        )
        for window in job_windows
    ]


def _cells(
    grid: _Grid,
    logs: Logs,
    facts: LogFacts,
    by_job: Mapping[Job, Sequence[Window]],
    starts: Mapping[Job, float],
    names: Sequence[str],
    origin: float,
) -> tuple[Cell, ...]:
    each = {job: _amounts(grid, [job_windows]) for job, job_windows in by_job.items()}
    spans = {
        track.job: _latencies(
            grid, track, each[track.job].cells, starts[track.job], logs.latency_unit
        )
        for track in logs.latency
        if track.job in each
    }
    complete = set(spans) == set(each)
    sizes = _bytes(grid, logs, facts, starts, each)
    made = []
    for at in range(len(grid.bounds) - 1):
        start, end = grid.bounds[at], grid.bounds[at + 1]
        kinds = {}
        for kind in names:
            done = {job: amounts.cells[at].get(kind, 0.0) for job, amounts in each.items()}
            total = math.fsum(done.values())
            size = None if sizes is None else sizes[at].get(kind, 0.0)
            span = _together(done, {job: cells[at].get(kind) for job, cells in spans.items()})
            kinds[kind] = Operations(
                count=round(total),
                bytes=None if size is None else round(size),
                rate_per_s=total * 1e3 / (end - start),
                bytes_per_s=None if size is None else size * 1e3 / (end - start),
                completion=span if complete else None,
            )
        silent = all(amounts.silent[at] for amounts in each.values())
        hole: Hole | None = "nothing" if silent else None
        made.append(Cell((start - origin) / 1e3, (end - start) / 1e3, kinds, hole))
    return tuple(_with_holes(made, _HoleEvidence(logs, by_job, facts), origin, grid.slack))


def _with_holes(
    cells: Sequence[Cell], latest: _HoleEvidence, origin: float, slack: float
) -> Iterator[Cell]:
    """The cells, with what is known of each hole."""
    busy = [cell for cell in cells if cell.hole is None]
    counts = [float(sum(ops.count or 0 for ops in cell.kinds.values())) for cell in busy]
    usual = median(counts) if counts else 0.0
    for silent, group in itertools.groupby(cells, key=lambda cell: cell.hole is not None):
        hole = list(group)
        start = origin + hole[0].start_s * 1e3
        end = origin + (hole[-1].start_s + hole[-1].length_s) * 1e3
        if not silent or usual < MIN_WINDOW_OPERATIONS:
            yield from hole
        elif latest.rows_between(start + slack, end - slack):
            if hole[-1] is cells[-1] and len(hole) <= MAX_TAIL_STEPS:
                continue
            yield from (replace(cell, hole="went_on") for cell in hole)
        elif latest.was_idle(start, end, slack):
            yield from (replace(cell, hole="idle") for cell in hole)
        else:
            yield from hole


class _HoleEvidence:
    """Evidence from latency logs on a hole: jobs write their rows as operations end."""

    def __init__(self, logs: Logs, by_job: Mapping[Job, Sequence[Window]], facts: LogFacts) -> None:
        self._unit, self._pauses = logs.latency_unit, facts.pauses
        self._windows = by_job
        self._rows: dict[Job, list[list[tuple[int, float, bool]]]] = {
            track.job: [
                sorted(
                    (ms, sums.most if track.maxima else sums.mean, track.maxima)
                    for (ms, row_kind), sums in track.sums.items()
                    if row_kind == kind
                )
                for kind in track.kinds
            ]
            for track in logs.latency
            if not track.each
        }
        every = (row[0] for kinds in self._rows.values() for rows in kinds for row in rows)
        self._written = sorted(every)

    def rows_between(self, start: float, end: float) -> bool:
        """Whether rows were written in a hole, so that operations completed."""
        return bisect_left(self._written, end) - bisect_right(self._written, start) > 0

    def was_idle(self, start: float, end: float, slack: float) -> bool:
        """Whether no operation that completed after a hole can have waited through half of it: an
        outage would show in the first row of latency behind it."""
        if self._pauses or set(self._rows) != set(self._windows):
            return False
        return all(
            self._longest_ms(job, start, end, slack) < MAX_IDLE_WAIT * (end - start)
            for job in self._windows
        )

    def _longest_ms(self, job: Job, start: float, end: float, slack: float) -> float:
        """Upper bound of the latency in the first row behind a hole: one operation may have all of
        it."""
        many = self._beside(self._windows[job], start, end, slack)
        found = []
        for rows in self._rows[job]:
            at = bisect_right(rows, start + slack, key=lambda row: row[0])
            if at < len(rows):
                _, span, longest = rows[at]
                found.append(span if longest else span * many)
        return max(found) * self._unit / 1e6 if many and found else math.inf

    @staticmethod
    def _beside(job_windows: Sequence[Window], start: float, end: float, slack: float) -> float:
        """Operations in the rows of rates before a hole and behind it, at most."""
        after = bisect_left(job_windows, end - slack, key=lambda window: window.start)
        before = bisect_right(job_windows, start + slack, key=lambda window: window.end) - 1
        if after >= len(job_windows):
            return 0.0
        rate = math.fsum((job_windows[after].per_s or {}).values())
        many = rate * (job_windows[after].end - start) / 1e3
        if before >= 0:
            one = job_windows[before]
            many += math.fsum((one.per_s or {}).values()) * (one.end - one.start) / 1e3
        return many


def _together(
    done: Mapping[Job, float], spans: Mapping[Job, tuple[float, float | None] | None]
) -> Latency | None:
    """Latency of all jobs in a cell; None unless nearly all operations have one."""
    total = math.fsum(done.values())
    with_latency = [(many, span) for job, many in done.items() if many and (span := spans.get(job))]
    covered = math.fsum(many for many, _ in with_latency)
    if not with_latency or covered < MIN_LATENCY_COVERAGE * total:
        return None
    mean = math.fsum(many * span for many, (span, _) in with_latency) / covered
    known = [most for _, (_, most) in with_latency if most is not None]
    return Latency(
        count=round(total), mean=mean, max=max(known) if len(known) == len(with_latency) else None
    )


def _bytes(
    grid: _Grid,
    logs: Logs,
    facts: LogFacts,
    starts: Mapping[Job, float],
    each: Mapping[Job, object],
) -> list[dict[str, float]] | None:
    """Bytes in each cell; None unless every job has them."""
    exact = all(track.each for track in logs.counting)
    tracks = logs.counting if exact or logs.block_bytes is not None else logs.bandwidth
    if {track.job for track in tracks} != set(each):
        return None
    value = "bytes" if exact else "window_bytes"
    step = 0.0 if exact else step_of(tracks, None)
    return _amounts(
        grid,
        [windows(track, value, step, starts[track.job], None, facts.inline) for track in tracks],
    ).cells
