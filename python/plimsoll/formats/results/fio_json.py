"""fio's JSON: `--output-format=json` and `json+`, 2.x and 3.x, one document or a stream of them
(`--status-interval`, as HCIBench asks for), of one host or of several (`--client`).

fio times an operation twice: `lat` from before its submit call, `clat` from after it. Percentiles
and bins are of `clat` unless `lat_percentiles=1` was set; whichever has the distribution is taken,
and the record says which. Before version 3 the spans are microseconds (`clat` in place of
`clat_ns`).

A Run is the jobs of one group that were asked the same: `numjobs=4` without `group_reporting` is
four jobs and one Run. `bw` is KiB/s. Several outputs behind each other are several Runs; statuses
of one fio, which all count from its start, are one.

What the versions differ in (stat.c of each): before 2.1.14 there are no `total_ios` and `iops` is
cut to a whole number; before 2.21 `io_bytes` is KiB; before 2.20 json+ names its bins by their
number; before 2.99 spans are microseconds; before 3.18 the percentiles of `lat` stand under `clat`;
syncs are timed since 3.4, and how many there were is told in several ways."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from plimsoll.formats.results import fio_dialects, fio_options, json_documents
from plimsoll.formats.results.fio_json_job import Job
from plimsoll.formats.results.measured import (
    FLUSH,
    Check,
    Each,
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
MOST_JOBS = 100_000
SAME_START_S = 1.5
"""Statuses of one fio began together: their stamps and what they count as elapsed are rounded to a
second each."""


def sniff(head: str) -> bool:
    """Whether a file that begins so is fio's JSON."""
    return '"fio version"' in head


def read(file: File) -> Iterator[Result]:
    """The Runs of it. Raises Bad for what is no whole document."""
    output: _Output | None = None
    foreign: int | None = None
    for document, line in json_documents.read(file):
        if "fio version" not in document:
            foreign = foreign or line
            continue
        jobs = _objects(document.get("jobs"))
        if len(jobs) > MOST_JOBS:
            raise file.bad(
                f"it has {len(jobs):,} jobs, and at most {MOST_JOBS:,} are imported: split it",
                line,
            )
        if output is None or not _continues(output.last, document):
            if output is not None:
                yield from output.runs(file, several=True)
            output = _Output(document, line, 1 if output is None else output.number + 1)
        output.add(file, document, line)
    if output is None and foreign is not None:
        raise file.bad("a JSON document in it is not one of fio's", foreign)
    if output is None:
        raise file.bad("there is no JSON document in it")
    yield from output.runs(file, several=output.number > 1)


class _Output:
    """What one fio wrote: a document, or the statuses of a stream. Of a stream the last is the Run;
    of the others only what their intervals need is kept."""

    def __init__(self, document: Object, line: int, number: int) -> None:
        self.last, self.line, self.number = document, line, number
        self._many = 0
        self._series: dict[object, _Series] = {}

    def add(self, file: File, document: Object, line: int) -> None:
        """Another status; a document alone has no intervals."""
        if self._many == 1:
            self._add_status(file, self.last, self.line)
        self._many += 1
        self.last, self.line = document, line
        if self._many > 1:
            self._add_status(file, document, line)

    def _add_status(self, file: File, document: Object, line: int) -> None:
        for job in _objects(document.get("jobs")):
            series = self._series.setdefault(_signature(job, document), _Series())
            series.add(file, document, job, line)

    def runs(self, file: File, *, several: bool) -> Iterator[Result]:
        """Its Runs, numbered where there are several outputs."""
        lines = _lines_of_jobs(file) if self._many == 1 and not several else []
        before = f"output {self.number}, " if several else ""
        within = isinstance(self.last, json_documents.Mended)
        for result in _runs(file, self.last, self.line, self._series, lines):
            remarks = (*result.remarks, *(("words_within",) if within else ()))
            yield replace(result, at=f"{before}{result.at}", remarks=remarks)


def _continues(before: Object, now: Object) -> bool:
    """Whether a document is a later status of the same fio, which counts from its start; not that
    of another fio, which is a Run of its own."""
    if before == now:
        return True
    if _who(before) != _who(now):
        return False
    began, begun = _process_began(before), _process_began(now)
    if began is not None and begun is not None and abs(began - begun) > SAME_START_S:
        return False
    # At the end of its warm-up fio begins to count anew.
    warmed = any(
        fio_options.seconds(_options(job, now).get("ramp_time"))
        for job in _objects(now.get("jobs"))
    )
    return warmed or _grows(before, now)


def _who(document: Object) -> tuple[object, ...]:
    jobs = [
        *_objects(document.get("jobs")),
        *_objects(document.get("client_stats")),
    ]
    named = tuple((str(one.get("jobname")), str(one.get("groupid"))) for one in jobs)
    return (str(document.get("fio version")), named)


def _process_began(document: Object) -> float | None:
    """When the fio that wrote it was started, in seconds, as it counts itself: its stamp less what
    has elapsed, or less the time of its jobs."""
    stamp = _stamp_s(document)
    if stamp is None:
        return None
    jobs = _objects(document.get("jobs"))
    elapsed = [one.get("elapsed") for one in jobs]
    known = [float(one) for one in elapsed if isinstance(one, int | float)]
    if known:
        return stamp - max(known)
    ran = [
        float(of["runtime"])
        for job in jobs
        for of in job.values()
        if isinstance(of, dict) and isinstance(of.get("runtime"), int | float)
    ]
    return stamp - max(ran, default=0.0) / 1e3


def _grows(before: Object, now: Object) -> bool:
    """Whether every count of a status is at least that of the one before, and its extremes lie
    around those."""
    pairs = zip(
        _objects(before.get("jobs")) or _objects(before.get("client_stats")),
        _objects(now.get("jobs")) or _objects(now.get("client_stats")),
        strict=True,
    )
    for earlier, later in pairs:
        for kind in ("read", "write", "trim", "mixed"):
            was, told = earlier.get(kind), later.get(kind)
            if not isinstance(was, dict) or not isinstance(told, dict):
                continue
            if any(_of(was, key) > _of(told, key) for key in ("runtime", "total_ios", "io_bytes")):
                return False
            if _of(was, "clat_ns", "max") > _of(told, "clat_ns", "max"):
                return False
    return True


def _of(of: Object, *keys: str) -> float:
    """A figure of it, 0 where there is none."""
    found: object = of
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return float(found) if isinstance(found, int | float) else 0.0


def _stamp_s(document: Object) -> float | None:
    """When a document was written, in seconds."""
    if (stamp := _stamp(document)) is not None:
        return stamp
    told = fio_dialects.date_ns(str(document.get("time") or ""))
    return None if told is None else told / 1e9


def _stamp(document: Object) -> float | None:
    """The same of its stamp, which is of no zone."""
    for key, unit in (("timestamp_ms", 1e3), ("timestamp", 1.0)):
        stamp = document.get(key)
        if (
            isinstance(stamp, int | float)
            and not isinstance(stamp, bool)
            and 0 < stamp / unit < 1e11
        ):
            return stamp / unit
    return None


# -- from jobs to Runs -----------------------------------------------------------------------------


def _objects(given: object) -> list[Object]:
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []


def _options(job: Object, document: Object) -> dict[str, str]:
    """What a job was asked: what all were, which clients tell for each host, and its own."""
    shared = document.get("global options")
    several = [one for one in _objects(shared) if one.get("hostname") == job.get("hostname")]
    own = job.get("job options")
    return {
        str(key): str(value)
        for of in (shared, *several, own)
        if isinstance(of, dict)
        for key, value in of.items()
        if key not in ("hostname", "port")
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
    later = _ran_later(jobs, document)
    for numbers in groups.values():
        chosen = [jobs[number] for number in numbers]
        at = (
            f"{where}[{numbers[0]}]"
            if len(numbers) == 1
            else (f"{where}[{numbers[0]}..{numbers[-1]}]")
        )
        begins = lines[numbers[0]] if numbers[0] < len(lines) else line
        if not any(_ran_s(one) for one in chosen):
            why = f"{at}, job {chosen[0].get('jobname')}, did not run: its runtime is 0"
            if len(groups) == 1:
                raise file.bad(why, begins)
            yield Result(str(chosen[0].get("jobname")), at, begins, {}, None, refused=why)
            continue
        total = totals[0] if totals and len(groups) == 1 else None
        told = series.get(_signature(chosen[0], document)) if len(numbers) == 1 else None
        parts = tuple(told.parts) if told is not None and len(told.parts) > 1 else ()
        made = _result(file, document, chosen, at, begins, beside, total, parts)
        after = later.get(str(chosen[0].get("groupid")), 0.0)
        began = _began(document, chosen, made, 0.0 if where == "client_stats" else after)
        zoned = _stamp(document) is not None or any("job_start" in one for one in chosen)
        yield replace(made, started_at_ns=began, zone_told=zoned)


def _ran_s(job: Object) -> float:
    """How long a job ran, in seconds."""
    return max(_of(job, kind, "runtime") for kind in ("read", "write", "trim", "mixed")) / 1e3


def _ran_later(jobs: Sequence[Object], document: Object) -> dict[str, float]:
    """How long the groups ran that came after each group, in seconds: a group waits for the one
    before it where a job of it has a stonewall. fio before 2.3 does not repeat options; a new group
    is hardly ever made for anything else."""
    lengths: dict[str, float] = {}
    waits: set[str] = set()
    for job in jobs:
        group, options = str(job.get("groupid")), _options(job, document)
        length = _ran_s(job) + fio_options.lasts(options)
        lengths[group] = max(lengths.get(group, 0.0), length)
        if not options or "stonewall" in options or "wait_for_previous" in options:
            waits.add(group)
    names = list(lengths)
    return {
        name: sum(lengths[one] for one in names[place + 1 :] if one in waits)
        for place, name in enumerate(names)
    }


def _lines_of_jobs(file: File) -> list[int]:
    """The lines at which the jobs of a file with one document begin."""
    if (text := file.utf8(json_documents.MOST)) is not None:
        lines, number, counted = [], 1, 0
        for name in re.finditer(rb'"jobname".*', text):
            number += text.count(b"\n", counted, name.start())
            counted = name.start()
            lines.append(number)
        return lines
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
    version = str(document.get("fio version") or "")
    read = [Job(file, job, line, version, _options(job, document)) for job in jobs]
    seconds = max((one.seconds for one in read), default=0.0)
    kinds = _kinds(read, seconds)
    unknown: dict[str, str] = {"response_time_ns": "starts_at_submission"}
    checks: list[Check] = []
    if total is not None:
        whole = Job(file, total, line, version, options)
        checks += _against_total(kinds, whole)
        # fio has put together the histograms of all hosts.
        kinds = {name: _with_percentiles(one, whole.kinds.get(name)) for name, one in kinds.items()}
    derived: dict[str, str] = {}
    for one in read:
        checks += one.checks
        derived |= one.derived
    remarks = _remarks(read, kinds, beside=beside)
    workers = fio_options.workers(options, [*Counter(one.host for one in read).values()])
    asked = fio_options.asked(options, workers=workers, kinds=kinds)
    unknown |= _untold_syncs(options, version, kinds)
    if any(one.bytes_contradict for one in read) and asked.workload.block_size_bytes is None:
        unknown["bytes_per_s"] = "figures_disagree"
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
        host=_host(jobs),
        cpu_share=_cpu(read),
        program_version=version.removeprefix("fio-") or None,
        parts=parts,
        each=_each(read) if len({one.host for one in read}) > 1 else (),
        checks=tuple(checks),
        derived=derived,
        unknown=unknown,
        remarks=remarks,
    )


def _untold_syncs(
    options: Mapping[str, str], version: str, kinds: Mapping[str, Operations]
) -> dict[str, str]:
    """What the file cannot tell of syncs. While a worker waits for one it has it outstanding: where
    there were some and their latency is not told, rate × latency is not all that was."""
    known = fio_dialects.times_syncs(fio_dialects.version(version))
    if FLUSH in kinds or (options and not fio_options.syncs(options)):
        return {}
    code = "syncs_put_together" if "all" in kinds and known else "syncs_before_3_4"
    if known and code == "syncs_before_3_4":
        return {}
    return {FLUSH: code, **({"outstanding_mean": code} if fio_options.syncs(options) else {})}


def _began(document: Object, jobs: Sequence[Object], result: Result, after_s: float) -> int | None:
    """When a Run began, in ns. Since 3.36 each job tells when it was started. The stamp of a
    document is that of its end, which is that of its last group; that of a document of clients was
    taken before they began."""
    stamp = _stamp_s(document)
    if stamp is None:
        return None
    warmup_s = result.warmup_s or 0.0
    told = [one.get("job_start") for one in jobs]
    starts = [one / 1e3 for one in told if isinstance(one, int | float) and one > 0]
    # Another clock may have been chosen for it.
    if starts and stamp - 366 * 86400 < min(starts) <= stamp + 1:
        return int((min(starts) + warmup_s) * 1e9)
    if "client_stats" in document and not document.get("jobs"):
        return int((stamp + warmup_s) * 1e9)
    return int((stamp - after_s - (result.seconds or 0.0)) * 1e9)


def _kinds(read: Sequence[Job], seconds: float) -> dict[str, Operations]:
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
    return replace(of, completion=replace(of.completion, percentiles=told.percentiles))


def _against_total(kinds: Mapping[str, Operations], whole: Job) -> list[Check]:
    return [
        Check(f"{name}.operations", told.count, summed.count, 1e-9)
        for name, told in whole.kinds.items()
        if name != FLUSH
        and (summed := kinds.get(name)) is not None
        and told.count is not None
        and summed.count is not None
    ]


def _remarks(
    read: Sequence[Job], kinds: Mapping[str, Operations], *, beside: bool
) -> tuple[str, ...]:
    found = []
    spans = [one.completion for one in kinds.values() if one.completion is not None]
    if _starts(read) == "after_submission":
        found.append("clat_without_submission")
    if any(one.percentiles and one.counts is None for one in spans):
        found.append("percentiles_told")
    if beside:
        found.append("ran_beside")
    if "all" in kinds and not {"read", "write"} & set(kinds):
        found.append("reads_and_writes_together")
    if max(one.seconds for one in read) < SHORT_S:
        found.append("short")
    if any(one.old for one in read):
        found.append("microseconds_before_3")
    return tuple(found)


def _starts(read: Sequence[Job]) -> Any:
    return "submission" if all(one.of == "lat" for one in read) else "after_submission"


def _host(jobs: Sequence[Object]) -> str | None:
    names = {str(job["hostname"]) for job in jobs if job.get("hostname")}
    return names.pop() if len(names) == 1 else None


def _cpu(read: Sequence[Job]) -> tuple[float, float] | None:
    shares = [one.cpu for one in read if one.cpu is not None]
    if len(shares) < len(read):
        return None
    return (
        sum(user for user, _ in shares) / len(shares),
        sum(system for _, system in shares) / len(shares),
    )


def _each(read: Sequence[Job]) -> tuple[Each, ...]:
    hosts: dict[str, list[Job]] = {}
    for one in read:
        hosts.setdefault(one.host or "unknown", []).append(one)
    return tuple(
        Each(name, _kinds(jobs, max(one.seconds for one in jobs))) for name, jobs in hosts.items()
    )


# -- a stream of statuses --------------------------------------------------------------------------


class _Series:
    """The times between the statuses of a stream, each of which counts from the start. Of the
    statuses themselves only the last is kept."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self._before: dict[str, Operations] = {}
        self._began = 0.0

    def add(self, file: File, document: Object, job: Object, line: int) -> None:
        """A status of the job, at this line."""
        version = str(document.get("fio version") or "")
        now = Job(file, job, line, version, _options(job, document))
        length = now.seconds - self._began
        if length < -1e-6:
            # The warm-up ended, and fio began anew.
            self.parts, self._before, self._began, length = [], {}, 0.0, now.seconds
        if length > 1e-6:
            kinds = {
                name: _between(one, self._before.get(name), length)
                for name, one in now.kinds.items()
                if name != FLUSH
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
