"""Chooses the configuration of each imported Run, so that Runs of different systems are never taken
for repeats.

A folder is a configuration, unless the user names one for all (`--as`). Inside a folder, Runs with
the same question are repeats. Exceptions: other machines, other programs, other sections of one
file, files of other names without a target, and figures that differ by more than repeats do. The
name of the configuration then contains the difference.

Runs that may be a sweep of unknown rates are kept apart in the same way: no two of them are
repeats. `store.imports.as_a_whole` gives the name that they share, under which a load line reads
them."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePath

from plimsoll.features.imports.results import Source
from plimsoll.features.imports.results.figures import Count, Fields, Figure, Whole
from plimsoll.store.imports import AS_FOUND, SWEPT, UNTOLD, ImportedRunRow, without_place

APART_RATE = 1.5
"""Most that repeats of one question differ in their rate."""
APART_LATENCY = 2.0
"""Most that repeats at an equal offered rate differ in their mean latency."""
UNKNOWN = "unknown"
"""Target name where the file gives none."""


def folder(source: Source, paths: Sequence[Path]) -> str:
    """The folder of a source, relative to the common part of the given paths; empty where it lies
    directly in it. Files that make up one result, such as an output folder of vdbench, lie where
    that folder does."""
    where = source.lies_in.absolute()
    roots = list(
        dict.fromkeys((path if path.is_dir() else path.parent).absolute() for path in paths)
    )
    within = [root for root in roots if where.is_relative_to(root)]
    # The folder of files that were named lies above what such files make up.
    root = max(within, key=lambda path: len(path.parts), default=where)
    parts = [] if len(roots) == 1 else [_distinct_end(root, roots)]
    below = where.relative_to(root).as_posix()
    return "/".join([*parts, *([] if below == "." else [below])])


def _distinct_end(root: Path, roots: Sequence[Path]) -> str:
    """The shortest end of a folder's path that no other of the folders has."""
    for count in range(1, len(root.parts) + 1):
        end = root.parts[-count:]
        if sum(other.parts[-count:] == end for other in roots) == 1:
            return "/".join(end).lstrip("/")
    return root.as_posix()


@lru_cache(maxsize=1024)
def series(file: str) -> str:
    """A file's name without what counts or measures in it, which `hdd-1.json` and `hdd-2.json`
    share; empty where it has nothing else."""
    words = re.split(r"[^A-Za-z0-9]+", PurePath(file).stem)
    return "-".join(word for word in words if word and not re.search(r"\d", word))


@lru_cache(maxsize=1024)
def stem(file: str) -> str:
    """The words of a file's name without the numbers at their ends: `hdd` of `hdd0.json`."""
    words = re.split(r"[^A-Za-z]+", PurePath(file).stem)
    return "-".join(word for word in words if word)


def names(runs: Iterable[ImportedRunRow]) -> dict[int, str]:
    """The configuration of each Point whose own has to change."""
    found: dict[str, list[ImportedRunRow]] = defaultdict(list)
    called: dict[str, list[ImportedRunRow]] = defaultdict(list)
    for run in runs:
        if run.folder is not None:
            found[run.folder].append(run)
        else:
            within = (run.section, run.at)
            called[without_place(run.configuration, run.file, within)].append(run)
    folders: dict[str, list[ImportedRunRow]] = defaultdict(list)
    shared = _sweep_folders(found)
    for name, group in found.items():
        folders[shared.get(name, name)] += group
    every: list[tuple[ImportedRunRow, str]] = []
    for name, group in folders.items():
        every += _folder_names(name or AS_FOUND, group)
    for name, group in called.items():
        every += _configuration_names(name, group)
    return {run.point: name for run, name in every if name != run.configuration}


def _configuration_names(
    name: str, runs: Sequence[ImportedRunRow]
) -> Iterator[tuple[ImportedRunRow, str]]:
    """The name of each Run in a configuration that the user named. All of them are repeats, except
    in a sweep whose files lack the rates."""
    for group in _alike(runs, ()):
        swept = _has_unknown_rate(group) and _disagree(group)
        places = _Places(group if swept else ())
        for run in group:
            yield run, f"{name}{SWEPT}{places.of(run)}" if swept else name


_SETTING = re.compile(
    r"(?i)(?<![a-z])(rate|r|iops|qd|q|iodepth|depth|bs|block)?[-_=]?(\d+)([km]?)(?:iops)?"
)
"""A number in the name of a folder, with what it may be called."""


def _sweep_folders(folders: Mapping[str, Sequence[ImportedRunRow]]) -> dict[str, str]:
    """Folders that belong to one sweep, with the name that they share. Such folders are named after
    a setting (`rate-100`, `qd32`, `64k`). A number that is no setting of a Run is part of the name,
    as in `disk1` and `disk2`."""
    alike: dict[str, list[str]] = defaultdict(list)
    for name, group in folders.items():
        settings = {(run.load, run.workload) for run in group}
        of = {_without_settings(name, *of_run) for of_run in settings}
        if len(of) == 1:
            alike[of.pop()].append(name)
    found: dict[str, str] = {}
    for bare, names in alike.items():
        questions = Counter(
            question
            for name in names
            for question in {(run.target, run.workload, run.load) for run in folders[name]}
        )
        # Equal questions in two folders may be for two systems.
        if len(names) > 1 and max(questions.values()) == 1:
            found |= dict.fromkeys(names, bare)
    return found


class _Settings(Fields):
    """The settings of a Run that the name of a folder may contain."""

    rate_per_s = Figure("rate")
    queue_depth = Count("queue_depth")
    block_bytes = Whole("block_size")


def _without_settings(folder: str, load: str, workload: str) -> str:
    """The name of a folder without numbers that are rate, depth or block size of a Run in it."""
    settings = _Settings({**json.loads(load), **json.loads(workload)})
    rate, depth = settings.rate_per_s, settings.queue_depth
    of = {"r": rate, "i": rate, "q": depth, "d": depth, "b": settings.block_bytes}

    def rest(found: re.Match[str]) -> str:
        called, unit = (found[1] or "").lower(), found[3].lower()
        value = int(found[2]) * {"": 1, "k": 1000, "m": 1_000_000}[unit]
        bytes_ = int(found[2]) * {"": 1024, "k": 1024, "m": 1 << 20}[unit]
        rate = found[0].lower().endswith("iops")
        key = "q" if called == "iodepth" else called[:1] or ("r" if rate else "b" if unit else "")
        known = of.get(key)
        fits = known is not None and known in (value, *((bytes_,) if key == "b" else ()))
        return "" if fits else found[0]

    parts = [
        re.sub(r"^[-_=. ]+|[-_=. ]+$", "", _SETTING.sub(rest, part)) for part in folder.split("/")
    ]
    return "/".join(part for part in parts if part)


def _folder_names(
    base: str, runs: Sequence[ImportedRunRow]
) -> Iterator[tuple[ImportedRunRow, str]]:
    """The name of each Run of a folder. A part that separates any two Runs is in all names, so that
    a sweep stays together; the place that separates repeats of one question is in their names
    only."""
    parts: list[Callable[[ImportedRunRow], str]] = []
    for part, differ in _PARTS:
        if any(differ(group) for group in _alike(runs, parts)):
            parts.append(part)
    for group in _alike(runs, parts):
        own = _disagree(group)
        # Runs of one file, or of unknown rates, may be a sweep: the load line read from them
        # decides.
        swept = own and (_files(group) == 1 or _has_unknown_rate(group))
        places = _Places(group if own else ())
        for run in group:
            words = [part(run) for part in parts]
            if own and not swept:
                words.append(places.of(run))
            words = [word for word in dict.fromkeys(words) if word]
            name = ", ".join(words if base == AS_FOUND and words else [base, *words])
            yield run, f"{name}{SWEPT}{places.of(run)}" if swept else name


def _alike(
    runs: Sequence[ImportedRunRow], parts: Sequence[Callable[[ImportedRunRow], str]]
) -> list[list[ImportedRunRow]]:
    """Runs with the same question and equal parts."""
    groups: dict[tuple[object, ...], list[ImportedRunRow]] = defaultdict(list)
    for run in runs:
        question = (run.target, run.workload, run.load)
        groups[(*question, *(part(run) for part in parts))].append(run)
    return list(groups.values())


def _several(values: Iterable[str | None]) -> bool:
    return len({value for value in values if value}) > 1


def _sections(group: Sequence[ImportedRunRow]) -> bool:
    """Whether one file has sections whose names differ in more than a number."""
    files: dict[str, set[str]] = defaultdict(set)
    for run in group:
        files[run.file].add(re.sub(r"[\W_]*\d+$", "", run.section))
    return any(len(sections) > 1 for sections in files.values())


def _series(group: Sequence[ImportedRunRow]) -> bool:
    """Whether files of different names must stay apart: they give no target, or their figures
    differ by more than repeats do."""
    if not _several(series(run.file) for run in group):
        return False
    targets = {run.target for run in group}
    unknown = any(json.loads(target)["name"] == UNKNOWN for target in targets)
    return unknown or _disagree(group)


def _files(group: Sequence[ImportedRunRow]) -> int:
    return len({run.file for run in group})


def _has_unknown_rate(group: Sequence[ImportedRunRow]) -> bool:
    """Whether some Run may have had a rate limit that its file does not contain."""
    return any(UNTOLD in (run.remarks or "") for run in group)


@lru_cache(maxsize=1024)
def _file_name(file: str) -> str:
    return PurePath(file).name


class _Places:
    """The file of a Run, or its place in the file, as far as needed to tell the Runs of a group
    apart. A group is counted once: it may have all of a hundred thousand Runs."""

    def __init__(self, group: Sequence[ImportedRunRow]) -> None:
        self._runs = Counter(run.file for run in group)
        self._sections = Counter(file for file, _ in {(run.file, run.section) for run in group})
        names = Counter(_file_name(file) for file in self._runs)
        self._distinct_names = len(names) == len(self._runs)

    def of(self, run: ImportedRunRow) -> str:
        """Of a Run of the group."""
        runs = self._runs[run.file]
        if runs == 1:
            return _file_name(run.file) if self._distinct_names else run.file
        within = run.section if self._sections[run.file] == runs else run.at
        return within if len(self._runs) == 1 else f"{_file_name(run.file)} {within}"


def _disagree(group: Sequence[ImportedRunRow]) -> bool:
    """Whether these differ by more than repeats do."""
    rates = [run.rate_per_s for run in group if run.rate_per_s]
    if rates and max(rates) > APART_RATE * min(rates):
        return True
    means = [run.mean_ns for run in group if run.mean_ns and run.offered_rate_per_s]
    return bool(means) and max(means) > APART_LATENCY * min(means)


def _stems(group: Sequence[ImportedRunRow]) -> bool:
    """Whether names such as `hdd0` and `ssd0` separate Runs that agree with each other only within
    each word."""
    of: dict[str, list[ImportedRunRow]] = defaultdict(list)
    for run in group:
        of[stem(run.file)].append(run)
    return len(of) > 1 and _disagree(group) and not any(map(_disagree, of.values()))


_PARTS: tuple[
    tuple[Callable[[ImportedRunRow], str], Callable[[Sequence[ImportedRunRow]], bool]], ...
] = (
    (lambda run: run.machine or "", lambda group: _several(run.machine for run in group)),
    (lambda run: run.program, lambda group: _several(run.program for run in group)),
    (lambda run: run.section, _sections),
    (lambda run: series(run.file), _series),
    (lambda run: stem(run.file), _stems),
)
"""Parts that may separate the Runs of one folder, each with its condition, in order of
preference."""
