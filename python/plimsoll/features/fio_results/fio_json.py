"""fio's JSON: `--output-format=json` and `json+`, 2.x and 3.x, one document or a stream of them
(`--status-interval`, as HCIBench uses), of one host or of several (`--client`).

fio times an operation twice: `lat` from before its submit call, `clat` from after it. Percentiles
and bins belong to `clat` unless `lat_percentiles=1` was set. The latency with the distribution is
used, and the record names it. Before version 3 latencies are microseconds (`clat` in place of
`clat_ns`).

A Run consists of the jobs of one group with equal options: `numjobs=4` without `group_reporting`
makes four jobs and one Run. `bw` is KiB/s. Several outputs behind each other are several Runs;
statuses of one fio, which all count from its start, are one.

Differences between versions (stat.c of each): before 2.1.14 there are no `total_ios` and `iops` is
cut to a whole number; before 2.21 `io_bytes` is KiB; before 2.20 json+ names its bins by their
number; before 2.99 latencies are microseconds; before 3.18 the percentiles of `lat` are under
`clat`; syncs are timed since 3.4, and their number is given in several ways."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from plimsoll.base import units
from plimsoll.features.fio_results import fio_dialects, fio_options
from plimsoll.features.fio_results.fio_document import OF_ALL, Document, JobEntry, Section
from plimsoll.features.fio_results.fio_json_job import Job
from plimsoll.features.fio_results.fio_options import JobOptions
from plimsoll.features.fio_results.messages import message
from plimsoll.features.imports.messages import message as import_message
from plimsoll.features.imports.results import json_documents, run_result
from plimsoll.features.imports.results.json_documents import RepairedDocument
from plimsoll.features.imports.results.source import File, Sentence

SHORT_S = 0.1
"""Seconds below which the length, in whole milliseconds, may be off by more than a percent."""
MOST_JOBS = 100_000
SAME_START_S = 1.5
"""Statuses of one fio began together: their stamps and what they count as elapsed are rounded to a
second each."""


def sniff(head: str) -> bool:
    """Whether a file that begins so is fio's JSON."""
    return '"fio version"' in head


def read(file: File) -> Iterator[run_result.Result]:
    """The Runs of it. Raises Bad for what is no whole document."""
    output: _Output | None = None
    foreign: int | None = None
    for given, line in json_documents.read(file):
        if "fio version" not in given:
            foreign = foreign or line
            continue
        document = Document(given)
        if len(document.jobs) > MOST_JOBS:
            raise file.bad(_too_many_jobs(len(document.jobs)), line)
        if output is None or not _continues(output.last, document):
            if output is not None:
                yield from output.runs(file, several=True)
            output = _Output(document, line, 1 if output is None else output.number + 1)
        output.add(file, document, line)
    if output is None and foreign is not None:
        raise file.bad(partial(message, "fio-foreign-document"), foreign)
    if output is None:
        raise file.bad(partial(import_message, "no-document"))
    yield from output.runs(file, several=output.number > 1)


def _too_many_jobs(jobs: int) -> Sentence:
    return lambda: message("fio-too-many-jobs", jobs=units.count(jobs), most=units.count(MOST_JOBS))


class _Output:
    """The output of one fio: a document, or a stream of statuses. The last status is the Run; of
    the others only their intervals are kept."""

    def __init__(self, document: Document, line: int, number: int) -> None:
        self.last, self.line, self.number = document, line, number
        self._many = 0
        self._series: dict[object, _Series] = {}

    def add(self, file: File, document: Document, line: int) -> None:
        """Another status; a document alone has no intervals."""
        if self._many == 1:
            self._add_status(file, self.last, self.line)
        self._many += 1
        self.last, self.line = document, line
        if self._many > 1:
            self._add_status(file, document, line)

    def _add_status(self, file: File, document: Document, line: int) -> None:
        for job in document.jobs:
            series = self._series.setdefault(_signature(job, document), _Series())
            series.add(file, document, job, line)

    def runs(self, file: File, *, several: bool) -> Iterator[run_result.Result]:
        """The Runs of the output, numbered if the file has several outputs."""
        lines = _lines_of_jobs(file) if self._many == 1 and not several else []
        before = f"output {self.number}, " if several else ""
        return _runs(file, self.last, self.line, self._series, lines, before)


def _continues(before: Document, now: Document) -> bool:
    """Whether a document is a later status of the same fio, which counts from its start. Another
    fio makes another Run."""
    if before.given == now.given:
        return True
    if _identity(before) != _identity(now):
        return False
    began, now_began = _process_began(before), _process_began(now)
    if began is not None and now_began is not None and abs(began - now_began) > SAME_START_S:
        return False
    # At the end of its warm-up fio begins to count anew.
    warmed = any(now.job_options(job).ramp_s for job in now.jobs)
    return warmed or _grows(before, now)


def _identity(document: Document) -> tuple[object, ...]:
    jobs = tuple((job.name, job.group) for job in (*document.jobs, *document.clients))
    return (document.version, jobs)


def _process_began(document: Document) -> float | None:
    """When the fio that wrote it was started, in seconds, as it counts itself: its stamp less what
    has elapsed, or less the time of its jobs."""
    stamp = document.stamp_s
    if stamp is None:
        return None
    known = [job.elapsed_s for job in document.jobs if job.elapsed_s is not None]
    return stamp - max(known or [job.ran_s for job in document.jobs], default=0.0)


def _grows(before: Document, now: Document) -> bool:
    """Whether every count of a status is at least that of the one before, and its extremes enclose
    the earlier ones."""
    pairs = zip(before.jobs or before.clients, now.jobs or now.clients, strict=True)
    for earlier, later in pairs:
        later_sections = later.sections
        for kind, was in earlier.sections.items():
            if (is_now := later_sections.get(kind)) is None:
                continue
            figures = zip(_cumulative_figures(was), _cumulative_figures(is_now), strict=True)
            if any((then or 0.0) > (after or 0.0) for then, after in figures):
                return False
    return True


def _cumulative_figures(section: Section) -> tuple[float | None, ...]:
    """Figures that never become less while a job runs."""
    longest = None if section.clat_ns is None else section.clat_ns.max
    return section.runtime_ms, section.operations, section.bytes, longest


def _signature(job: JobEntry, document: Document) -> tuple[object, ...]:
    """Group, name and options, which the jobs of one Run share."""
    return (job.group, job.name, document.job_options(job).of_a_run)


def _runs(
    file: File,
    document: Document,
    line: int,
    series: Mapping[object, _Series],
    lines: Sequence[int],
    before: str,
) -> Iterator[run_result.Result]:
    jobs, where = document.ran, "jobs" if document.jobs else "client_stats"
    totals = [] if document.jobs else [job for job in document.clients if job.name == OF_ALL]
    if not jobs:
        raise file.bad(partial(message, "fio-without-jobs"), line)
    groups: dict[object, list[int]] = {}
    for number, job in enumerate(jobs):
        key = _signature(job, document)
        # With several hosts each host has an entry of the same job.
        groups.setdefault(key[1:] if totals else key, []).append(number)
    beside = len({job.group for job in jobs}) < len(groups)
    later = _seconds_after_group(jobs, document)
    for numbers in groups.values():
        chosen = [jobs[number] for number in numbers]
        first = chosen[0]
        last = "" if len(numbers) == 1 else f"..{numbers[-1]}"
        at = f"{where}[{numbers[0]}{last}]"
        begins = lines[numbers[0]] if numbers[0] < len(lines) else line
        if not any(job.ran_s for job in chosen):
            why = partial(message, "fio-did-not-run", at=at, job=first.name)
            if len(groups) == 1:
                raise file.bad(why, begins)
            yield run_result.Result(first.name, f"{before}{at}", begins, {}, None, refused=why)
            continue
        total = totals[0] if totals and len(groups) == 1 else None
        statuses = series.get(_signature(first, document)) if series and len(numbers) == 1 else None
        parts = tuple(statuses.parts) if statuses is not None and len(statuses.parts) > 1 else ()
        after_s = later.get(first.group, 0.0) if document.jobs else 0.0
        at = f"{before}{at}"
        yield _result(file, document, chosen, at, begins, beside, total, parts, after_s)


def _seconds_after_group(jobs: Sequence[JobEntry], document: Document) -> dict[str, float]:
    """Seconds that later groups ran after each group. A group waits for the one before it where one
    of its jobs has a stonewall. fio before 2.3 does not repeat options; a new group there hardly
    ever has another reason."""
    lengths: dict[str, float] = {}
    waits: set[str] = set()
    for job in jobs:
        group, options = job.group, document.job_options(job)
        lengths[group] = max(lengths.get(group, 0.0), job.ran_s + options.lasts_s)
        if not options.any or options.waits:
            waits.add(group)
    places = {name: place for place, name in enumerate(lengths)}
    waiting = [(places[name], length) for name, length in lengths.items() if name in waits]
    return {
        name: sum(length for at, length in waiting if at > place) for name, place in places.items()
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
    document: Document,
    jobs: Sequence[JobEntry],
    at: str,
    line: int,
    beside: bool,
    total: JobEntry | None,
    parts: tuple[run_result.Part, ...],
    after_s: float,
) -> run_result.Result:
    options = document.job_options(jobs[0])
    version = document.version
    read = [Job(job.with_place(file, line), version, document.job_options(job)) for job in jobs]
    seconds = max((job.seconds for job in read), default=0.0)
    kinds = run_result.by_kind([job.kinds for job in read], seconds)
    checks: list[run_result.Check] = []
    if total is not None:
        whole = Job(total.with_place(file, line), version, options)
        checks += _total_checks(kinds, whole)
        # fio has put together the histograms of all hosts.
        kinds = {name: _with_percentiles(ops, whole.kinds.get(name)) for name, ops in kinds.items()}
    derived: dict[str, str] = {}
    for job in read:
        checks += job.checks
        derived |= job.derived
    unlike = len(jobs) == 1 and options.contradicted_by(kinds, jobs[0].name)
    if unlike:
        options = document.group_options(jobs[0])
    hosts: dict[str | None, int] = {}
    for job in read:
        hosts[job.host] = hosts.get(job.host, 0) + 1
    request = fio_options.job_request(
        options, workers=options.workers([*hosts.values()]), kinds=kinds
    )
    unknown = _untold_syncs(options, version, kinds)
    if any(job.bytes_contradict for job in read) and request.workload.block_size_bytes is None:
        unknown["bytes_per_s"] = "figures_disagree"
    host_names = {job.host for job in read if job.host}
    return run_result.Result(
        name=str(jobs[0].named or "job"),
        at=at,
        line=line,
        kinds=kinds,
        seconds=seconds,
        asked_s=request.asked_s,
        starts=_starts(read),
        workload=request.workload,
        load=request.load,
        target=request.target,
        target_kind=request.target_kind,
        engine=request.engine,
        direct=request.direct,
        warmup_s=request.warmup_s,
        started_at_ns=_began(document, jobs, request.warmup_s or 0.0, seconds, after_s),
        zone_told=document.zoned_stamp_s is not None
        or any(job.started is not None for job in jobs),
        host=host_names.pop() if len(host_names) == 1 else None,
        cpu_share=run_result.mean_shares([job.cpu for job in read]),
        program_version=version.removeprefix("fio-") or None,
        parts=parts,
        each=_each(read) if len(hosts) > 1 else (),
        checks=tuple(checks),
        derived=derived,
        unknown=unknown,
        remarks=(
            *_remarks(read, kinds, beside=beside),
            *(("jobs_put_together",) if unlike else ()),
            *(("words_within",) if isinstance(document.given, RepairedDocument) else ()),
        ),
    )


def _untold_syncs(
    options: JobOptions, version: str, kinds: Mapping[str, run_result.Operations]
) -> dict[str, str]:
    """Figures that are unknown because of syncs. A worker that waits for a sync has it outstanding:
    without the latency of syncs, rate × latency is not all that was outstanding."""
    known = fio_dialects.times_syncs(fio_dialects.version(version))
    if run_result.FLUSH in kinds or (options.any and not options.syncs):
        return {}
    code = "syncs_put_together" if "all" in kinds and known else "syncs_before_3_4"
    if known and code == "syncs_before_3_4":
        return {}
    return {run_result.FLUSH: code, **({"outstanding_mean": code} if options.syncs else {})}


def _began(
    document: Document, jobs: Sequence[JobEntry], warmup_s: float, seconds: float, after_s: float
) -> int | None:
    """When a Run began, in ns. Since 3.36 each job has its start. The stamp of a document marks the
    end of its last group; a document of clients is stamped before they begin."""
    stamp = document.stamp_s
    if stamp is None:
        return None
    starts = [job.job_start_ms / 1e3 for job in jobs if job.job_start_ms]
    # Another clock may have been chosen for it.
    if starts and stamp - 366 * 86400 < min(starts) <= stamp + 1:
        return int((min(starts) + warmup_s) * 1e9)
    if not document.jobs:
        return int((stamp + warmup_s) * 1e9)
    return int((stamp - after_s - seconds) * 1e9)


def _with_percentiles(
    ops: run_result.Operations, whole: run_result.Operations | None
) -> run_result.Operations:
    if whole is None or ops.completion is None or ops.completion.counts is not None:
        return ops
    total = whole.completion
    if total is None or not total.percentiles:
        return ops
    return replace(ops, completion=replace(ops.completion, percentiles=total.percentiles))


def _total_checks(kinds: Mapping[str, run_result.Operations], whole: Job) -> list[run_result.Check]:
    return [
        run_result.Check(f"{name}.operations", total.count, summed.count, 1e-9)
        for name, total in whole.kinds.items()
        if name != run_result.FLUSH
        and (summed := kinds.get(name)) is not None
        and total.count is not None
        and summed.count is not None
    ]


def _remarks(
    read: Sequence[Job], kinds: Mapping[str, run_result.Operations], *, beside: bool
) -> Iterator[str]:
    spans = [ops.completion for ops in kinds.values() if ops.completion is not None]
    if _starts(read) == "after_submission":
        yield "clat_without_submission"
    if any(latency.percentiles and latency.counts is None for latency in spans):
        yield "percentiles_told"
    if beside:
        yield "ran_beside"
    if "all" in kinds and not {"read", "write"} & set(kinds):
        yield "reads_and_writes_together"
    if max(job.seconds for job in read) < SHORT_S:
        yield "short"
    if any(job.old for job in read):
        yield "microseconds_before_3"


def _starts(read: Sequence[Job]) -> run_result.Starts:
    return "submission" if all(job.latency_name == "lat" for job in read) else "after_submission"


def _each(read: Sequence[Job]) -> tuple[run_result.Each, ...]:
    hosts: dict[str, list[Job]] = {}
    for job in read:
        hosts.setdefault(job.host or "unknown", []).append(job)
    return tuple(
        run_result.Each(
            name, run_result.by_kind([job.kinds for job in jobs], max(job.seconds for job in jobs))
        )
        for name, jobs in hosts.items()
    )


class _Series:
    """The times between the statuses of a stream, each of which counts from the start. Of the
    statuses themselves only the last is kept."""

    def __init__(self) -> None:
        self.parts: list[run_result.Part] = []
        self._before: dict[str, run_result.Operations] = {}
        self._began = 0.0

    def add(self, file: File, document: Document, job: JobEntry, line: int) -> None:
        """A status of the job, at this line."""
        now = Job(job.with_place(file, line), document.version, document.job_options(job))
        length = now.seconds - self._began
        if length < -1e-6:
            # The warm-up ended, and fio began anew.
            self.parts, self._before, self._began, length = [], {}, 0.0, now.seconds
        if length > 1e-6:
            kinds = {
                name: _between(ops, self._before.get(name), length)
                for name, ops in now.kinds.items()
                if name != run_result.FLUSH
            }
            self.parts.append(run_result.Part(self._began, length, kinds))
            self._began, self._before = now.seconds, now.kinds


def _between(
    now: run_result.Operations, before: run_result.Operations | None, length: float
) -> run_result.Operations:
    if before is None:
        before = run_result.Operations(count=0, bytes=0)
    count = None if now.count is None or before.count is None else now.count - before.count
    size = None if now.bytes is None or before.bytes is None else now.bytes - before.bytes
    count = None if count is not None and count < 0 else count
    size = None if size is not None and size < 0 else size
    completion = run_result.difference(now.completion, before.completion)
    return run_result.Operations(
        count=count,
        bytes=size,
        rate_per_s=None if count is None else count / length,
        bytes_per_s=None if size is None else size / length,
        completion=completion,
    )
