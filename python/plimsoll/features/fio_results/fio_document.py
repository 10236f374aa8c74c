"""Declares every key of fio's JSON that is read.

A figure is a number from 0 on. Where the figures of a job are read (`JobEntry.with_place`) anything
else is an error that names the job; where documents are only compared it counts as missing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from plimsoll.features.fio_results import fio_dialects, fio_options
from plimsoll.features.fio_results.fio_options import JobOptions
from plimsoll.features.fio_results.messages import message
from plimsoll.features.imports.results import figures
from plimsoll.features.imports.results.source import File

KINDS = {"read": "read", "write": "write", "trim": "trim", "mixed": "all"}
"""The kinds of operations in a job, and what they are called here."""
OF_ALL = "All clients"
"""Name of the job that sums up all hosts."""


_NUMBERS = (int, float)
"""Types of a figure; true and false are none."""


class _Fio(figures.Fields):
    def number(self, given: object, name: str) -> float | None:
        """The value of a key, as a figure."""
        if type(given) in _NUMBERS and 0 <= given < 2**63:  # type: ignore[operator]
            return float(given)  # type: ignore[arg-type]
        if self.place is None:
            return None
        file, line, job = self.place
        raise file.bad(partial(message, "fio-no-count", name=name, job=job), line)


class Spans(_Fio):
    """A latency: `clat_ns` and its like."""

    count = figures.Figure("N")
    min = figures.Figure("min")
    max = figures.Figure("max")
    mean = figures.Figure("mean")
    stddev = figures.Figure("stddev")
    bins = figures.Table("bins")
    percentiles = figures.Table("percentile")


class Section(_Fio):
    """The operations of one kind."""

    operations = figures.Figure("total_ios")
    bytes = figures.Figure("io_bytes")
    kbytes = figures.Raw("io_kbytes")
    runtime_ms = figures.Figure("runtime")
    iops = figures.Figure("iops")
    iops_as_written = figures.Raw("iops")
    kib_per_s = figures.Figure("bw")
    clat_ns = figures.Part(Spans, "clat_ns")
    clat_us = figures.Part(Spans, "clat")
    lat_ns = figures.Part(Spans, "lat_ns")
    lat_us = figures.Part(Spans, "lat")
    slat_ns = figures.Part(Spans, "slat_ns")
    slat_us = figures.Part(Spans, "slat")

    def latency(self, name: str) -> tuple[Spans | None, float]:
        """slat, clat or lat, with the nanoseconds of its unit: microseconds before version 3."""
        spans: Spans | None = getattr(self, f"{name}_ns")
        return (spans, 1.0) if spans is not None else (getattr(self, f"{name}_us"), 1e3)

    @property
    def has_operations(self) -> bool:
        """Whether there were any operations."""
        if (total := self.operations) is not None:
            return total > 0
        return bool(self.bytes and self.runtime_ms)


class JobEntry(_Fio):
    """An entry of the jobs of a document."""

    named = figures.Raw("jobname")
    group_id = figures.Raw("groupid")
    hostname = figures.Raw("hostname")
    options = figures.Table("job options")
    error = figures.Raw("error")
    total_errors = figures.Raw("total_err")
    elapsed_s = figures.Figure("elapsed")
    job_start_ms = figures.Figure("job_start")
    started = figures.Raw("job_start")
    user_percent = figures.Figure("usr_cpu")
    system_percent = figures.Figure("sys_cpu")
    depths = figures.Table("iodepth_level")
    read = figures.Part(Section, "read")
    write = figures.Part(Section, "write")
    trim = figures.Part(Section, "trim")
    mixed = figures.Part(Section, "mixed")
    sync = figures.Part(Section, "sync")

    @property
    def name(self) -> str:
        """The job's name; a damaged file may have any type there."""
        return str(self.named)

    @property
    def group(self) -> str:
        """The group that it ran in."""
        return str(self.group_id)

    @property
    def host(self) -> str | None:
        """The host that it ran on, of several."""
        return str(self.hostname) if self.hostname else None

    @figures.once
    def sections(self) -> dict[str, Section]:
        """Sections by fio's name of the kind."""
        return {
            kind: section
            for kind in KINDS
            if kind in self.given and (section := getattr(self, kind)) is not None
        }

    @figures.once
    def ran_s(self) -> float:
        """Duration in seconds."""
        return max([part.runtime_ms or 0.0 for part in self.sections.values()], default=0.0) / 1e3

    def with_place(self, file: File, line: int) -> JobEntry:
        """The entry as it is read for its figures."""
        return JobEntry(self.given, figures.Place(file, line, self.name))


class Document(_Fio):
    """A document, or one status of a stream."""

    version_told = figures.Raw("fio version")
    timestamp_s = figures.Figure("timestamp")
    timestamp_ms = figures.Figure("timestamp_ms")
    time = figures.Text("time")
    shared = figures.Table("global options")
    shared_of_hosts = figures.Parts(JobEntry, "global options")
    entries = figures.Parts(JobEntry, "jobs")
    of_clients = figures.Parts(JobEntry, "client_stats")

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.jobs: list[JobEntry] = self.entries or []
        self.clients: list[JobEntry] = self.of_clients or []
        self._options_of_job: dict[int, JobOptions] = {}
        self._options: dict[object, JobOptions] = {}

    @property
    def version(self) -> str:
        """The version of fio."""
        return str(self.version_told or "")

    @figures.once
    def zoned_stamp_s(self) -> float | None:
        """When it was written, in seconds since 1970-01-01 UTC, by a figure that needs no zone."""
        for stamp, unit in ((self.timestamp_ms, 1e3), (self.timestamp_s, 1.0)):
            if stamp is not None and 0 < stamp / unit < 1e11:
                return stamp / unit
        return None

    @figures.once
    def stamp_s(self) -> float | None:
        """When it was written, in seconds."""
        if (stamp := self.zoned_stamp_s) is not None:
            return stamp
        date_ns = fio_dialects.date_ns(self.time or "")
        return None if date_ns is None else date_ns / 1e9

    @property
    def ran(self) -> list[JobEntry]:
        """The jobs; with several hosts, the jobs of each host."""
        return self.jobs or [client for client in self.clients if client.name != OF_ALL]

    def options(self, job: JobEntry, *, own: bool = True) -> dict[str, str]:
        """All options of a job: the global ones, those of its host, and its own."""
        host = job.hostname
        of_host = [entry.given for entry in self.shared_of_hosts or () if entry.hostname == host]
        return {
            str(key): str(value)
            for options in (self.shared, *of_host, job.options if own else None)
            for key, value in (options or {}).items()
            if key not in ("hostname", "port")
        }

    def group_options(self, job: JobEntry) -> JobOptions:
        """The options that the unlike jobs of a group have in common, where the group is reported
        as one job: the global ones, without those that the job shown has otherwise. Block sizes
        are left to the operations."""
        left_out = {*(job.options or {}), *fio_options.OF_BLOCKS}
        every = self.options(job, own=False)
        return JobOptions({k: v for k, v in every.items() if k not in left_out}, shared=True)

    def job_options(self, job: JobEntry) -> JobOptions:
        """All options of a job of this document, read. Jobs whose options are equal apart from the
        name share them: there may be thousands, and what follows from options is worked out
        once."""
        found = self._options_of_job.get(id(job))
        if found is None:
            options = self.options(job)
            name = options.pop("name", None)
            key = (name is None, *options.items())
            found = self._options.get(key)
            if found is None:
                if name is not None:
                    options["name"] = name
                found = self._options[key] = JobOptions(options)
            self._options_of_job[id(job)] = found
        return found
