"""Links fio's logs to results: a result owns the logs whose prefix it names, of the jobs that it
has.

fio overwrites its logs in each run. If several results of a folder name the same logs, the logs
belong to the run that ended last. Jobs are numbered over the whole run, clones included."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.features.fio_results import fio_json
from plimsoll.features.fio_results.fio_document import Document
from plimsoll.features.fio_results.fio_log_rows import PACKED, Name, log_name
from plimsoll.features.fio_results.fio_options import JobOptions
from plimsoll.features.imports.results import json_documents
from plimsoll.features.imports.results.run_result import Result
from plimsoll.features.imports.results.source import HEAD, File

OPTION = {
    "iops": "write_iops_log",
    "bw": "write_bw_log",
    "lat": "write_lat_log",
    "clat": "write_lat_log",
    "slat": "write_lat_log",
    "clat_hist": "write_hist_log",
}
"""The option that requests a log."""
LOG_OPTIONS = tuple(dict.fromkeys(OPTION.values()))
LogRequest = tuple[str, str]
"""An option, and the prefix of the logs."""
_TEXT = r'("(?:[^"\\]|\\.)*")'
_LOG_OPTION = re.compile(r'"(write_(?:lat|iops|bw|hist)_log)"\s*:\s*' + _TEXT)
_JOB = re.compile(r'"jobname"\s*:\s*' + _TEXT)
_STAMP = re.compile(r'"timestamp(_ms)?"\s*:\s*(\d{1,16})')
_AT = re.compile(r"(?:output (\d+), )?(?:jobs|client_stats)\[(\d+)(?:\.\.(\d+))?\]")


@dataclass
class _LogRequests:
    options: set[tuple[str, str]] = field(default_factory=set)
    """Option and prefix."""
    folders: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    """The last folder that an option has before its prefix, where it has one."""
    jobs: set[str] = field(default_factory=set)
    """Names of its jobs: the prefix where the option has no value, and is not repeated."""
    stamp: int | None = None

    def names(self, log: Name) -> bool:
        """Whether the options request this log by its prefix."""
        return (OPTION[log.value], log.prefix) in self.options


def prefix(value: str) -> str:
    """The prefix of logs as their names have it: an option may have a folder before it."""
    return re.split(r"[/\\]", value)[-1]


def claims(files: Mapping[str, File]) -> list[tuple[str, ...]]:
    """Groups the files of a folder: each result with the logs that it names, and logs whose prefix
    no result names. A result whose logs belong to another run is read alone, with a remark. A log
    that is stored compressed is alone, too."""
    refused: list[tuple[str, ...]] = [(name,) for name in files if PACKED.match(name)]
    logs = {name: log for name in files if (log := log_name(name)) is not None}
    if not logs:
        return refused
    results = {
        name: found
        for name, file in files.items()
        if name not in logs and (found := _log_requests(file)) is not None
    }
    linked: dict[str, list[str]] = {}
    apart: dict[tuple[str, bool], list[str]] = {}
    for name, log in sorted(logs.items()):
        naming = [result for result, requests in results.items() if requests.names(log)]
        owners = _owners(
            naming or [name for name, requests in results.items() if log.prefix in requests.jobs],
            results,
        )
        for owner in owners:
            linked.setdefault(owner, []).append(name)
        if not owners:
            apart.setdefault(log.group, []).append(name)
        for other in naming:
            linked.setdefault(other, [])
    return [
        *((result, *logs) for result, logs in linked.items()),
        *(tuple(logs) for logs in apart.values()),
        *refused,
    ]


def logs_in_other_folders(
    folders: Mapping[Path, Mapping[str, File]],
) -> dict[Path, tuple[Path, ...]]:
    """Logs that lie in another of these folders than the one result that names them, by that
    result. Where several results name them they are of the run that ended last, as in one folder;
    a folder in the option decides between logs of the same name. Nothing is opened where no log
    lies in a folder without its result."""
    if len([files for files in folders.values() if files]) < 2:
        return {}
    groups = {
        (folder, names)
        for folder, files in folders.items()
        if any(log_name(name) for name in files)
        for names in claims(files)
        if log_name(names[0]) is not None
    }
    if not groups:
        return {}
    results = {
        file.path: found
        for folder, files in folders.items()
        for name in files
        if log_name(name) is None
        and _may_ask(file := files[name])
        and (found := _log_requests(file)) is not None
        and not any(found.names(log) for other in files if (log := log_name(other)) is not None)
    }
    linked: dict[Path, list[tuple[Path, tuple[str, ...]]]] = {}
    for folder, names in sorted(groups):
        log = log_name(names[0])
        assert log is not None
        key = OPTION[log.value], log.prefix
        there = {other.name for other, group in groups if _prefix_of(group) == log.prefix}
        naming = {
            str(path): requests
            for path, requests in results.items()
            if requests.names(log)
            and folder.name in (requests.folders.get(key, set()) & there or there)
        }
        for owner in _owners([*naming], naming):
            linked.setdefault(Path(owner), []).append((folder, names))
    return {
        owner: tuple(folder / name for folder, names in logs for name in names)
        for owner, logs in linked.items()
        # Logs of one name in several folders are ambiguous.
        if len({folder for folder, _ in logs}) == 1
    }


def _may_ask(file: File) -> bool:
    """Quick check whether a file can be a result that requested logs."""
    try:
        return '_log"' in file.head or file.stamp()[0] > HEAD
    except (InputError, NoTargetError):
        # A file that cannot be read is reported on its own.
        return False


def _prefix_of(names: Sequence[str]) -> str:
    log = log_name(names[0])
    return "" if log is None else log.prefix


def _owners(names: Sequence[str], results: Mapping[str, _LogRequests]) -> list[str]:
    stamps = {name: results[name].stamp for name in names}
    if len(names) <= 1:
        return list(names)
    known = [stamp for stamp in stamps.values() if stamp is not None]
    if len(known) < len(names):
        return []
    return [name for name, stamp in stamps.items() if stamp == max(known)]


def _log_requests(file: File) -> _LogRequests | None:
    """The logs that a result of fio's requests; None for any other file."""
    try:
        head = file.head
        if not fio_json.sniff(head):
            return None
        texts: Iterable[str] = (head,)
        if file.stamp()[0] > HEAD:
            texts = (text for _, text in file.lines() if '_log"' in text or '"jobname"' in text)
        found = _LogRequests(stamp=_stamp(head))
        for text in texts:
            for option, value in _LOG_OPTION.findall(text):
                *before, last = re.split(r"[/\\]", _text(value))
                found.options.add((option, last))
                if before and before[-1] not in ("", ".", ".."):
                    found.folders.setdefault((option, last), set()).add(before[-1])
            found.jobs |= {_text(name) for name in _JOB.findall(text)}
    except (InputError, NoTargetError):
        # A file that cannot be read is reported on its own.
        return None
    return found


def _text(quoted: str) -> str:
    try:
        return str(json.loads(quoted))
    except ValueError:
        return quoted


def _stamp(head: str) -> int | None:
    found = {bool(ms): int(value) for ms, value in reversed(_STAMP.findall(head))}
    return found.get(True, found[False] * 1000 if False in found else None)


@dataclass(frozen=True)
class Job:
    """An entry of the jobs of a result."""

    index: int
    name: str
    group: str
    options: JobOptions
    writers: tuple[str, ...]
    """The numbers in the names of the logs of its clones, with the host that they ran on."""
    seconds: float
    """Duration in seconds."""

    @property
    def requests(self) -> list[LogRequest]:
        """The logs that the job would write: all with its own name, unless the option has one."""
        given = [(option, self.options.given.get(option)) for option in LOG_OPTIONS]
        return [(option, self.name if name is None else prefix(name)) for option, name in given]

    @property
    def shares_log(self) -> bool:
        """Whether its clones write into one file."""
        return self.options.per_job_logs is False


def jobs(file: File) -> list[Job]:
    """The jobs of the last document of a result, in the order of their numbers."""
    last = Document({})
    for given, _ in json_documents.read(file):
        if "fio version" in given:
            last = Document(given)
    entries = [(job.name, job.group, frozenset(last.options(job).items()), job) for job in last.ran]
    alike = Counter(entry[:3] for entry in entries)
    made: list[Job] = []
    following: dict[str, int] = {}
    for index, (name, group, given_options, job) in enumerate(entries):
        options = JobOptions(dict(given_options))
        host = job.host or ""
        # With group_reporting, which a result does not repeat, one entry covers all clones.
        clones = (options.numjobs or 1) if alike[name, group, given_options] == 1 else 1
        first = following.get(host, 1)
        following[host] = first + clones
        numbers = [str(number) for number in range(first, first + min(clones, 10_000))]
        writers = tuple(f"{number}@{host}" if host else number for number in numbers)
        made.append(Job(index, name, group, options, writers, job.ran_s))
    return made


def output(result: Result) -> int:
    """Which of several outputs in one file a Run is of."""
    found = _AT.match(result.at)
    return int(found[1]) if found is not None and found[1] else 0


def of_result(result: Result, all_jobs: Sequence[Job]) -> list[Job]:
    """The jobs that a Run was made of."""
    found = _AT.match(result.at)
    if found is None:
        return []
    first, last = int(found[2]), int(found[3] or found[2])
    members = [job for job in all_jobs[first : last + 1] if job.name == result.name]
    return [job for job in members if job.group == members[0].group]


class LogIndex:
    """The logs of a result by the jobs that request them, of which there may be thousands: each job
    finds its own without a look at those of the others."""

    def __init__(self, jobs: Sequence[Job], logs: Mapping[str, Name]) -> None:
        self._place = {name: place for place, name in enumerate(logs)}
        self._logs: dict[LogRequest, dict[str, Name]] = {}
        self._written: dict[tuple[LogRequest, str], list[str]] = {}
        self._jobs: dict[LogRequest, set[int]] = {}
        for name, log in logs.items():
            request = OPTION[log.value], log.prefix
            self._logs.setdefault(request, {})[name] = log
            self._written.setdefault((request, log.writer), []).append(name)
        for job in jobs:
            for request in job.requests:
                self._jobs.setdefault(request, set()).add(job.index)

    def has_logs(self, run_jobs: Sequence[Job]) -> bool:
        """Whether there are logs that these jobs requested."""
        return any(request in self._logs for job in run_jobs for request in job.requests)

    def candidates(self, run_jobs: Sequence[Job]) -> Iterator[list[str]]:
        """Candidate logs of these jobs: first the logs with their numbers, then all of their name
        if no other job writes such logs."""
        requests = {request for job in run_jobs for request in job.requests}
        own = {job.index for job in run_jobs}
        alone = [
            (name, log)
            for request in requests
            if len(self._jobs[request]) <= len(own) and self._jobs[request] <= own
            for name, log in self._logs.get(request, {}).items()
        ]
        if any(job.shares_log for job in run_jobs):
            yield self._in_order(name for name, log in alone if log.job is None)
            return
        writers = {writer for job in run_jobs for writer in job.writers}
        numbered = self._in_order(
            name
            for request in requests
            for writer in writers
            for name in self._written.get((request, writer), ())
        )
        yield numbered
        every_one = self._in_order(name for name, log in alone if log.job is not None)
        if every_one != numbered:
            yield every_one

    def _in_order(self, names: Iterable[str]) -> list[str]:
        return sorted(names, key=self._place.__getitem__)
