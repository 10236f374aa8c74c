"""A result of fio's and the logs that bear its name: whether they are its own, by their rates and
latencies, and what they add to it.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from plimsoll.base.gaps import Gap
from plimsoll.features.fio_results import fio_log_figures as figures
from plimsoll.features.fio_results import fio_log_links
from plimsoll.features.fio_results import fio_time_line as lines
from plimsoll.features.fio_results.fio_log_figures import LogReader, LogSet
from plimsoll.features.fio_results.fio_log_rows import Track
from plimsoll.features.fio_results.fio_time_line import LogFacts, TimeLine
from plimsoll.features.imports.results.run_result import (
    FLUSH,
    Check,
    Operations,
    Result,
    UnrecordedTime,
)

ROW_TOLERANCE = 0.02
"""Relative difference of a rate that whole milliseconds and the edges of windows make."""
WINDOW_TOLERANCE = 0.1
"""Tolerance of a mean latency. Windows of latencies and of operations do not end together, and the
number of operations behind a row of latency is unknown. Windows that differ allow for more."""
MAX_WINDOW_TOLERANCE = 0.6
GAP_TOLERANCE = 0.2
"""Largest tolerance of a rate for time without rows."""
MIN_HIDDEN_SHARE = 0.5
"""Share of the usual rate from which on operations that have no rows show that a job went on."""
MAX_MISSING_SHARE = 0.1
"""Share of operations that may be missing in a distribution that represents all of them."""
_VERSION = re.compile(r"(\d+)\.(\d+)")


def add_logs(
    result: Result,
    jobs: Sequence[fio_log_links.Job],
    index: fio_log_links.LogIndex,
    reader: LogReader,
) -> Result:
    """Adds the logs to a Run, or a remark why they are not its own."""
    if not jobs or result.refused is not None:
        return result
    if not reader.names:
        logs_requested = any(
            option in job.options.given for job in jobs for option in fio_log_links.LOG_OPTIONS
        )
        return _with_remarks(result, "logs_of_another_run") if logs_requested else result
    if not index.has_logs(jobs):
        return result
    many = sum(len(job.writers) for job in jobs)
    why, checks = "logs_not_told_apart", tuple[Check, ...]()
    for chosen in index.candidates(jobs):
        found = reader.read(chosen, last=many if jobs[0].shares_log else None)
        if not found.every and not found.histograms:
            continue
        if reader.first_unordered_log(chosen) is not None:
            why = "logs_go_back"
            continue
        linked = _LogMatch(result, jobs, found)
        if linked.agrees:
            return linked.merge()
        why, checks = linked.why, checks or linked.checks
    return _with_remarks(replace(result, checks=(*result.checks, *checks)), why)


def _with_remarks(result: Result, *codes: str) -> Result:
    return replace(result, remarks=(*result.remarks, *codes))


class _LogMatch:
    """A result and logs that bear its name: whether they are its own, and what they add to it."""

    def __init__(self, result: Result, jobs: Sequence[fio_log_links.Job], found: LogSet) -> None:
        self._result, self._found = result, found
        self._options = jobs[0].options
        self._kinds = {kind: ops for kind, ops in result.kinds.items() if kind != FLUSH}
        # The latency of the result, so that a Run and its intervals use the same one.
        self._value = "lat" if result.starts == "submission" else "clat"
        version = _VERSION.match(result.program_version or "")
        micro = found.versions() == {2} if version is None else int(version[1]) < 3
        self._unit = 1e3 if micro else 1.0
        rate = sum(ops.rate_per_s or 0.0 for ops in self._kinds.values())
        ones = found.tracks.get("iops", [])
        self.why = "logs_of_ones" if ones and figures.no_rates(ones, rate) else "logs_give_no_rate"
        self.checks: tuple[Check, ...] = ()
        self._remarks: list[str] = []
        self._unrecorded_s = 0.0
        self._gaps: tuple[Gap, ...] = ()
        self._logs: lines.Logs | None = None
        self._line: TimeLine | None = None
        counting = found.counting(result.workload.block_size_bytes, rate)
        if counting is not None:
            self._logs = self._select_logs(*counting)
            self._line = self._build_time_line(self._logs, jobs)
            self.checks = tuple(self._rates())
            self.why = "logs_disagree"

    @property
    def agrees(self) -> bool:
        """Whether the logs have the rates that the result has."""
        return self._line is not None and all(check.agrees for check in self.checks)

    def _select_logs(self, counting: list[Track], block_bytes: float | None) -> lines.Logs:
        spans = self._found.tracks.get(self._value, [])
        # A row of latency has the maximum of its window only.
        if self._options.log_value in ("1", "max"):
            spans = []
            self._remarks.append("maxima_in_logs")
        return lines.Logs(
            counting,
            block_bytes=block_bytes,
            latency=spans,
            latency_unit=self._unit,
            bandwidth=self._found.tracks.get("bw", []),
        )

    def _build_time_line(self, logs: lines.Logs, jobs: Sequence[fio_log_links.Job]) -> TimeLine:
        step, options = self._options.log_step_ms, self._options
        version = _VERSION.match(self._result.program_version or "")
        # The duration of each job, if the result lists all of them separately.
        listed = {job.writers[0]: job.seconds for job in jobs if len(job.writers) == 1}
        facts = LogFacts(
            step_ms=None if step is None else float(step),
            seconds=self._result.seconds,
            runtimes=listed if {track.writer for track in logs.counting} == set(listed) else {},
            other_clock=bool(options.log_unix_epoch or options.log_alternate_epoch),
            inline=None if version is None else (int(version[1]), int(version[2])) < (2, 10),
            pauses=bool(options.think_s),
        )
        line = lines.build(logs, facts)
        if line.hole_s("nothing", "idle") and self._went_on(line):
            self._remarks.append("rows_missing")
            self._unrecorded_s = line.hole_s("nothing", "idle", "went_on")
            self._gaps = line.gaps("nothing", "idle", "went_on")
            return line.without("nothing", "idle", "went_on")
        self._unrecorded_s = line.hole_s("went_on")
        self._gaps = line.gaps("went_on", "idle")
        codes = figures.remarks_of(line)
        self._remarks += [
            "windows_of_nothing" if code == "windows_without_rows" else code for code in codes
        ]
        return line.without("went_on", "idle")

    def _went_on(self, line: TimeLine) -> bool:
        """Whether operations completed in windows without rows: the result counts more of them
        than have rows."""
        counts = [ops.count for ops in self._kinds.values()]
        holes = line.hole_s("nothing", "idle")
        busy = line.recorded_s - line.hole_s("nothing", "idle", "went_on")
        if any(count is None for count in counts) or busy <= 0:
            return False
        rows = math.fsum(line.operations.values())
        tail = max(0.0, (self._result.seconds or 0.0) - line.seconds)
        missing = sum(count or 0 for count in counts) - rows * (1 + tail / busy)
        return missing > max(lines.MIN_WINDOW_OPERATIONS, MIN_HIDDEN_SHARE * rows / busy * holes)

    def _rates(self) -> Iterator[Check]:
        assert self._line is not None
        line, seconds = self._line, self._result.seconds or 0.0
        covered = (line.seconds if line.apart else line.span_s) - self._unrecorded_s
        for kind, ops in self._kinds.items():
            if ops.rate_per_s is None or not seconds:
                continue
            names = line.operations if kind == "all" else (kind,)
            done = math.fsum(line.operations.get(name, 0.0) for name in names)
            if line.exact:
                rate, loose = done / seconds, 1e-3 + 2 / max(1, ops.count or 1)
            else:
                rate = done / covered if covered else 0.0
                # Rows are whole numbers, rounded down, and the end may have none. The row behind a
                # hole may cover the hole, too.
                loose = ROW_TOLERANCE + min(GAP_TOLERANCE, max(0.0, seconds - covered) / seconds)
                loose += line.jobs * self._grain() / max(ops.rate_per_s, 1e-9)
                done = math.fsum(line.operations.values())
                loose += min(GAP_TOLERANCE, line.if_late / max(1.0, done))
            yield Check(f"logs.{kind}.rate", ops.rate_per_s, rate, loose)

    def _grain(self) -> float:
        """Resolution of a row, in operations per second."""
        assert self._logs is not None
        return 1.0 if self._logs.block_bytes is None else max(1.0, 1024 / self._logs.block_bytes)

    def _latencies(self) -> Iterator[Check]:
        """Compares mean latencies of the logs with those of the result."""
        assert self._line is not None
        assert self._logs is not None
        for kind, ops in self._kinds.items():
            file_mean = None if ops.completion is None else ops.completion.mean
            found = (
                figures.operations(
                    kind, self._line, self._logs, self._line.seconds, None, whole=self._line.exact
                )
                if kind in self._line.operations
                else None
            )
            if file_mean is None or found is None or found.completion is None:
                continue
            mean = found.completion.mean
            if mean is not None:
                tail = max(0.0, 1 - self._line.recorded_s / (self._result.seconds or math.inf))
                loose = 0.01
                if not self._line.exact:
                    spread = figures.spread_of_means(self._line, kind, mean)
                    loose = min(MAX_WINDOW_TOLERANCE, WINDOW_TOLERANCE + 2 * tail + spread / 2)
                yield Check(f"logs.{kind}.mean_latency", file_mean, mean, loose)

    def merge(self) -> Result:
        """The result with the intervals of the logs, and the distribution of the logs where it has
        none."""
        assert self._line is not None
        result, line = self._result, self._line
        checks = [*self.checks, *self._latencies()]
        parts = line.parts()
        if not all(check.agrees for check in checks):
            self._remarks.append("latencies_of_logs_disagree")
            parts = tuple(
                replace(
                    part,
                    kinds={kind: replace(ops, completion=None) for kind, ops in part.kinds.items()},
                )
                for part in parts
            )
            kinds = dict(result.kinds)
        else:
            kinds = self._with_distributions()
            if self._value == "clat":
                # Bins of a histogram are of clat.
                parts = figures.parts_with_distributions(line, parts, self._found.histograms)
        remarks = [
            code
            for code in result.remarks
            if code != "percentiles_told" or kinds == dict(result.kinds)
        ]
        # Statuses may come more often than rows.
        own = len(result.parts) > len(parts)
        started = result.started_at_ns
        if started is None and line.unix_ms is not None:
            started = round(line.unix_ms * 1e6)
        return replace(
            result,
            kinds=kinds,
            parts=result.parts if own else parts,
            checks=(*result.checks, *checks),
            started_at_ns=started,
            unrecorded=result.unrecorded if own else UnrecordedTime(self._gaps),
            remarks=(*remarks, *self._remarks),
        )

    def _with_distributions(self) -> dict[str, Operations]:
        assert self._logs is not None
        kinds = dict(self._result.kinds)
        bins = figures.distribution(self._found.histograms)
        for kind, ops in self._kinds.items():
            latency = ops.completion
            if latency is None or latency.counts is not None or not latency.count:
                continue
            exact = figures.every_latency(self._logs, kind)
            if (
                exact is not None
                and abs(sum(exact.values()) - latency.count) <= 1e-3 * latency.count + 2
            ):
                kinds[kind] = replace(ops, completion=replace(latency, counts=exact, width=1e-3))
            # Bins of a histogram are of clat.
            elif self._result.starts == "after_submission" and kind in bins and ops.completion:
                counts, width = bins[kind]
                if self._covers(sum(counts.values()), latency.count):
                    spans = replace(ops.completion, counts=counts, width=width)
                    kinds[kind] = replace(ops, completion=spans)
        return kinds

    def _covers(self, many: int, count: int) -> bool:
        """Whether the histograms cover nearly all operations. Those after the last row are never
        included."""
        last = max(histogram.last_ms for histogram in self._found.histograms) / 1e3
        rest = max(0.0, 1 - last / (self._result.seconds or math.inf))
        return (1 - MAX_MISSING_SHARE - rest) * count <= many <= count * 1.001 + 1
