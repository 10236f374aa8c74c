"""fio's JSON: `--output-format=json` and `json+`, 2.x and 3.x, one document or a stream of them
(`--status-interval`, as HCIBench asks for), of one host or of several (`--client`).

fio times an operation twice: `lat` from before its submit call, `clat` from after it. Percentiles
and bins are of `clat` unless `lat_percentiles=1` was set; whichever has the distribution is taken,
and the record says which. Before version 3 the spans are microseconds (`clat` in place of
`clat_ns`).

A Run is the jobs of one group that were asked the same: `numjobs=4` without `group_reporting` is
four jobs and one Run. `bw` is KiB/s."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plimsoll.formats.results import fio_options, json_documents
from plimsoll.formats.results.measured import (
    Check,
    Each,
    Latency,
    Operations,
    Part,
    Result,
    difference,
    together,
)
from plimsoll.formats.results.source import File

Object = dict[str, Any]
SHORT_S = 0.1
"""Seconds below which the length, in whole milliseconds, may be off by more than a percent."""
BINS = 0.0157
"""fio has 64 steps to a doubling."""


MOST_JOBS = 100_000
MOST_BINS = 10_000
"""fio has 64 bins to each of 29 groups (`stat.h`), and five times as many are room enough."""


def sniff(head: str) -> bool:
    """Whether a file that begins so is fio's JSON."""
    return '"fio version"' in head


def read(file: File) -> Iterator[Result]:
    """The Runs of it. Raises Bad for what is no whole document."""
    last: Object | None = None
    began = many = 0
    series: dict[object, _Series] = {}
    for document, line in json_documents.read(file):
        if "fio version" not in document:
            raise file.bad("a JSON document in it is not one of fio's", line)
        # Of a stream the last is the Run; of the others only what their intervals need is kept.
        last, began, many = document, line, many + 1
        jobs = _objects(document.get("jobs"))
        if len(jobs) > MOST_JOBS:
            raise file.bad(
                f"it has {len(jobs):,} jobs, and at most {MOST_JOBS:,} are imported: split it",
                line,
            )
        for job in jobs:
            series.setdefault(_signature(job, document), _Series()).add(file, job, line)
    if last is None:
        raise file.bad("there is no JSON document in it")
    yield from _runs(file, last, began, series, _lines_of_jobs(file) if many == 1 else [])


# -- from jobs to Runs -----------------------------------------------------------------------------


def _objects(given: object) -> list[Object]:
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []


def _options(job: Object, document: Object) -> dict[str, str]:
    shared = document.get("global options")
    own = job.get("job options")
    return {
        str(key): str(value)
        for of in (shared, own)
        if isinstance(of, dict)
        for key, value in of.items()
    }


def _signature(job: Object, document: Object) -> tuple[object, ...]:
    """What the jobs of one Run share."""
    asked = {key: value for key, value in _options(job, document).items() if key not in _APART}
    # A damaged file may have anything there.
    return (str(job.get("groupid")), str(job.get("jobname")), repr(sorted(asked.items())))


_APART = ("filename", "directory", "offset", "cpus_allowed", "numa_cpu_nodes", "randseed")
"""Options in which the jobs of one Run may differ."""


def _runs(
    file: File,
    document: Object,
    line: int,
    series: Mapping[object, _Series],
    lines: Sequence[int],
) -> Iterator[Result]:
    jobs = _objects(document.get("jobs"))
    where = "jobs"
    totals: list[Object] = []
    if not jobs and (clients := _objects(document.get("client_stats"))):
        jobs = [one for one in clients if one.get("jobname") != "All clients"]
        totals = [one for one in clients if one.get("jobname") == "All clients"]
        where = "client_stats"
    if not jobs:
        raise file.bad("this document of fio has no jobs", line)
    groups: dict[object, list[int]] = {}
    for number, job in enumerate(jobs):
        key = _signature(job, document)
        # Of several hosts each has its own job of the same.
        groups.setdefault(key[1:] if totals else key, []).append(number)
    beside = len({str(job.get("groupid")) for job in jobs}) < len(groups)
    for numbers in groups.values():
        chosen = [jobs[number] for number in numbers]
        at = (
            f"{where}[{numbers[0]}]"
            if len(numbers) == 1
            else (f"{where}[{numbers[0]}..{numbers[-1]}]")
        )
        begins = lines[numbers[0]] if numbers[0] < len(lines) else line
        total = totals[0] if totals and len(groups) == 1 else None
        told = series.get(_signature(chosen[0], document)) if len(numbers) == 1 else None
        parts = tuple(told.parts) if told is not None and len(told.parts) > 1 else ()
        yield _result(file, document, chosen, at, begins, beside, total, parts)


def _lines_of_jobs(file: File) -> list[int]:
    """The lines at which the jobs of a file with one document begin."""
    return [number for number, text in file.lines() if '"jobname"' in text]


def _result(
    file: File,
    document: Object,
    jobs: Sequence[Object],
    at: str,
    line: int,
    beside: bool,
    total: Object | None,
    parts: tuple[Part, ...],
) -> Result:
    options = _options(jobs[0], document)
    read = [_Job(file, job, line) for job in jobs]
    seconds = max((one.seconds for one in read), default=0.0)
    if seconds <= 0:
        raise file.bad(f"{at} did not run: its runtime is 0", line)
    kinds = _kinds(read, seconds)
    unknown: dict[str, str] = {"response_time_ns": "starts_at_submission"}
    checks: list[Check] = []
    if total is not None:
        whole = _Job(file, total, line)
        checks += _against_total(kinds, whole)
        # fio has put together the histograms of all hosts.
        kinds = {name: _with_percentiles(one, whole.kinds.get(name)) for name, one in kinds.items()}
    for one in read:
        checks += one.checks
    remarks = _remarks(read, kinds, beside=beside)
    workers = fio_options.workers(options, [*Counter(one.host for one in read).values()])
    asked = fio_options.asked(options, workers=workers, kinds=kinds)
    started = document.get("timestamp_ms")
    return Result(
        name=str(jobs[0].get("jobname") or "job"),
        at=at,
        line=line,
        kinds=kinds,
        seconds=seconds,
        asked_s=asked.asked_s,
        starts=_starts(read),
        workload=asked.workload,
        load=asked.load,
        target=asked.target,
        target_kind=asked.target_kind,
        engine=asked.engine,
        direct=asked.direct,
        warmup_s=asked.warmup_s,
        started_at_ns=_began(started, seconds),
        host=_host(jobs),
        cpu_share=_cpu(read),
        program_version=str(document.get("fio version") or "").removeprefix("fio-") or None,
        parts=parts,
        each=_each(read) if len({one.host for one in read}) > 1 else (),
        checks=tuple(checks),
        unknown=unknown,
        remarks=remarks,
    )


def _began(stamp: object, seconds: float) -> int | None:
    """The stamp is that of the end."""
    if isinstance(stamp, bool) or not isinstance(stamp, int | float) or not 0 < stamp < 1e14:
        return None
    return int((stamp / 1e3 - seconds) * 1e9)


def _kinds(read: Sequence[_Job], seconds: float) -> dict[str, Operations]:
    """Of all jobs, over the time of the longest, as fio itself counts a group."""
    names = dict.fromkeys(name for one in read for name in one.kinds)
    return {
        name: together((one.kinds[name] for one in read if name in one.kinds), seconds)
        for name in names
    }


def _with_percentiles(of: Operations, whole: Operations | None) -> Operations:
    if whole is None or of.completion is None or of.completion.counts is not None:
        return of
    told = whole.completion
    if told is None or not told.percentiles:
        return of
    from dataclasses import replace

    return replace(of, completion=replace(of.completion, percentiles=told.percentiles))


def _against_total(kinds: Mapping[str, Operations], whole: _Job) -> list[Check]:
    return [
        Check(f"{name}.operations", told.count, summed.count, 1e-9)
        for name, told in whole.kinds.items()
        if (summed := kinds.get(name)) is not None
        and told.count is not None
        and summed.count is not None
    ]


def _remarks(
    read: Sequence[_Job], kinds: Mapping[str, Operations], *, beside: bool
) -> tuple[str, ...]:
    found = []
    spans = [one.completion for one in kinds.values() if one.completion is not None]
    if _starts(read) == "after_submission":
        found.append("clat_without_submission")
    if any(one.percentiles and one.counts is None for one in spans):
        found.append("percentiles_told")
    if beside:
        found.append("ran_beside")
    if "all" in kinds:
        found.append("reads_and_writes_together")
    if max(one.seconds for one in read) < SHORT_S:
        found.append("short")
    if any(one.old for one in read):
        found.append("microseconds_before_3")
    return tuple(found)


def _starts(read: Sequence[_Job]) -> Any:
    return "submission" if all(one.of == "lat" for one in read) else "after_submission"


def _host(jobs: Sequence[Object]) -> str | None:
    names = {str(job["hostname"]) for job in jobs if job.get("hostname")}
    return names.pop() if len(names) == 1 else None


def _cpu(read: Sequence[_Job]) -> tuple[float, float] | None:
    shares = [one.cpu for one in read if one.cpu is not None]
    if len(shares) < len(read):
        return None
    return (
        sum(user for user, _ in shares) / len(shares),
        sum(system for _, system in shares) / len(shares),
    )


def _each(read: Sequence[_Job]) -> tuple[Each, ...]:
    hosts: dict[str, list[_Job]] = {}
    for one in read:
        hosts.setdefault(one.host or "unknown", []).append(one)
    return tuple(
        Each(name, _kinds(jobs, max(one.seconds for one in jobs))) for name, jobs in hosts.items()
    )


# -- one job ---------------------------------------------------------------------------------------

_KIND_NAMES = {"read": "read", "write": "write", "trim": "trim", "mixed": "all"}


class _Job:
    """The figures of one job. Raises Bad where a figure is none."""

    def __init__(self, file: File, job: Object, line: int) -> None:
        self._file, self._line = file, line
        self.name = str(job.get("jobname"))
        self.host = str(job["hostname"]) if job.get("hostname") else None
        self.checks: list[Check] = []
        self.old = False
        given = {
            name: job[key]
            for key, name in _KIND_NAMES.items()
            if isinstance(job.get(key), dict) and self._count(job[key]) > 0
        }
        self.of = "lat" if given and all(_has_lat(one) for one in given.values()) else "clat"
        error = job.get("error")
        self.error = int(error) if isinstance(error, int) else 0
        total_err = job.get("total_err")
        self.errors = total_err if isinstance(total_err, int) else 0 if error == 0 else None
        self.given = tuple(given)
        self.seconds = max((self._runtime(one) for one in given.values()), default=0.0)
        self.kinds = {name: self._operations(name, one) for name, one in given.items()}
        self.cpu = self._shares(job)

    def _count(self, of: Object) -> int:
        found = self._number(of.get("total_ios"), "total_ios")
        if found is None:
            # Before 2.2 there were no total_ios: N of the latency tells.
            spans = of.get("lat") or of.get("clat") or {}
            found = self._number(spans.get("N"), "N") if isinstance(spans, dict) else None
        if found is None:
            size, block = self._number(of.get("io_bytes"), "io_bytes"), of.get("bw")
            return 1 if size and block else 0
        return int(found)

    def _runtime(self, of: Object) -> float:
        return (self._number(of.get("runtime"), "runtime") or 0.0) / 1e3

    def _number(self, given: object, name: str) -> float | None:
        if given is None:
            return None
        good = isinstance(given, int | float) and not isinstance(given, bool)
        if not good or not 0 <= float(given) < 2**63:  # type: ignore[arg-type]
            raise self._file.bad(f"'{name}' of job {self.name} is no count or span", self._line)
        return float(given)  # type: ignore[arg-type]

    def _operations(self, name: str, of: Object) -> Operations:
        count = self._count(of)
        size = self._number(of.get("io_bytes"), "io_bytes")
        if size is not None and self._is_old(of):
            # 2.x wrote KiB under this name.
            size *= 1024
        seconds = self._runtime(of)
        rate = self._number(of.get("iops"), "iops")
        if rate is not None and seconds > 0:
            # The runtime is told in milliseconds, and fio leaves out operations that it dropped.
            loose = 0.002 + 2e-3 / seconds
            self.checks.append(Check(f"{name}.rate_per_s", rate, count / seconds, loose))
        bw = self._number(of.get("bw"), "bw")
        if bw is not None and size is not None and seconds > 0:
            loose = 0.002 + 2e-3 / seconds + (2.0 / bw if bw else 1.0)
            self.checks.append(Check(f"{name}.bytes_per_s", bw * 1024, size / seconds, loose))
        # One number for all kinds; without continue_on_error a job ends with its first error.
        errors = self.errors if len(self.given) == 1 or self.errors == 0 else None
        completion = self._latency(of, self.of)
        if completion is not None and completion.counts is not None:
            many = sum(completion.counts.values())
            self.checks.append(Check(f"{name}.operations", count, many, 1e-3 + 2 / count))
            self._same_percentile(name, completion)
        return Operations(
            count=count,
            bytes=None if size is None else int(size),
            errors=errors,
            rate_per_s=count / seconds if seconds > 0 else rate,
            bytes_per_s=None if size is None or seconds <= 0 else size / seconds,
            completion=completion,
            submission=self._latency(of, "slat"),
            whole=self._latency(of, "lat"),
        )

    def _same_percentile(self, name: str, latency: Latency) -> None:
        """The median of the bins beside the one that fio worked out: units that are mixed up show
        here."""
        told = latency.percentiles.get(50.0)
        if told is None or not latency.counts or latency.mean is None:
            return
        total = sum(latency.counts.values())
        seen, median = 0, 0
        for value in sorted(latency.counts):
            seen += latency.counts[value]
            if seen * 2 >= total:
                median = value
                break
        self.checks.append(Check(f"{name}.p50", told, median, 0.05))
        mean = sum(value * many for value, many in latency.counts.items()) / total
        self.checks.append(Check(f"{name}.mean", latency.mean, mean, 0.05))

    def _is_old(self, of: Object) -> bool:
        old = isinstance(of.get("clat"), dict) and not isinstance(of.get("clat_ns"), dict)
        self.old = self.old or old
        return old

    def _latency(self, of: Object, name: str) -> Latency | None:
        unit = 1.0
        spans = of.get(f"{name}_ns")
        if not isinstance(spans, dict):
            spans, unit = of.get(name), 1e3
        if not isinstance(spans, dict):
            return None
        numbers = {
            key: self._number(spans.get(key), key) for key in ("min", "max", "mean", "stddev")
        }
        count = self._number(spans.get("N"), "N")
        if count is None:
            count = self._count(of)
        if not count:
            return None
        scaled = {key: None if one is None else one * unit for key, one in numbers.items()}
        bins = spans.get("bins")
        counts = self._bins(bins, unit) if isinstance(bins, dict) and bins else None
        return Latency(
            count=int(count),
            mean=scaled["mean"],
            stddev=scaled["stddev"],
            min=scaled["min"],
            max=scaled["max"],
            percentiles=self._percentiles(spans.get("percentile"), unit),
            counts=counts,
            width=BINS if counts is not None else None,
        )

    def _bins(self, bins: Object, unit: float) -> dict[int, int]:
        made: dict[int, int] = {}
        if len(bins) > MOST_BINS:
            raise self._file.bad(
                f"a distribution of job {self.name} has {len(bins):,} bins: fio has at most"
                f" {MOST_BINS:,}",
                self._line,
            )
        for value, many in bins.items():
            count = self._number(many, "bins")
            try:
                at = int(float(value) * unit)
            except (ValueError, OverflowError):
                raise self._file.bad(
                    f"'{value}' is no bin of job {self.name}", self._line
                ) from None
            if at < 0:
                raise self._file.bad(f"'{value}' is no bin of job {self.name}", self._line)
            made[at] = made.get(at, 0) + int(count or 0)
        return made

    def _percentiles(self, given: object, unit: float) -> dict[float, float]:
        if not isinstance(given, dict):
            return {}
        found = {}
        for percent, value in given.items():
            span = self._number(value, "percentile")
            try:
                at = round(float(percent), 6)
            except ValueError:
                continue
            if span is not None and 0 < at <= 100:
                found[at] = span * unit
        return found

    def _shares(self, job: Object) -> tuple[float, float] | None:
        user = self._number(job.get("usr_cpu"), "usr_cpu")
        system = self._number(job.get("sys_cpu"), "sys_cpu")
        return None if user is None or system is None else (user / 100, system / 100)


def _has_lat(of: Object) -> bool:
    """Whether the distribution is of `lat`."""
    for key in ("lat_ns", "lat"):
        spans = of.get(key)
        if isinstance(spans, dict):
            return bool(spans.get("bins") or spans.get("percentile"))
    return False


# -- a stream of statuses --------------------------------------------------------------------------


class _Series:
    """The times between the statuses of a stream, each of which counts from the start. Of the
    statuses themselves only the last is kept."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self._before: dict[str, Operations] = {}
        self._began = 0.0

    def add(self, file: File, job: Object, line: int) -> None:
        """A status of the job, at this line."""
        now = _Job(file, job, line)
        length = now.seconds - self._began
        if length > 1e-6:
            kinds = {
                name: _between(one, self._before.get(name), length)
                for name, one in now.kinds.items()
            }
            self.parts.append(Part(self._began, length, kinds))
            self._began, self._before = now.seconds, now.kinds


def _between(now: Operations, before: Operations | None, length: float) -> Operations:
    if before is None:
        before = Operations(count=0, bytes=0)
    count = None if now.count is None or before.count is None else now.count - before.count
    size = None if now.bytes is None or before.bytes is None else now.bytes - before.bytes
    count = None if count is not None and count < 0 else count
    size = None if size is not None and size < 0 else size
    completion = difference(now.completion, before.completion)
    return Operations(
        count=count,
        bytes=size,
        rate_per_s=None if count is None else count / length,
        bytes_per_s=None if size is None else size / length,
        completion=completion,
    )
