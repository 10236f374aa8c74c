"""Brings results of other programs into a store: which campaign they belong to, what of them is
there already, one file after the other.

A file is never divided between transactions, and known again by its digest: an import that was cut
goes on where it was when it is called again, and the same file twice adds nothing. The same paths
go on in the campaign that they were imported into before, with the files that came since."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from typing_extensions import TypedDict

from plimsoll.base import language, units
from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.base.version import __version__
from plimsoll.features.imports import (
    counter_import,
    import_names,
    reading_apart,
    recordings,
    results,
)
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.reading import LeftFile, LeftOut, ReadRun
from plimsoll.features.imports.recordings import Recording
from plimsoll.features.imports.recordings.moment import Order
from plimsoll.features.imports.results import Source, registry
from plimsoll.features.imports.results import file_description as recognised
from plimsoll.features.imports.results.source import File, Sentence, sentence_of
from plimsoll.report.common import import_text as words
from plimsoll.store import Store
from plimsoll.store.imported_run import CheckDocument, FindingDocument, UnrecordedDocument
from plimsoll.store.imports import AS_FOUND, KIND, ImportedRunRow
from plimsoll.store.opening import is_store
from plimsoll.store.ownership import is_beside, path_of
from plimsoll.store.presence import identity, store_files

SCHEMA = "plimsoll.import/1"
BATCH_RUNS = 200
"""Runs that are written together: each wait for the disk is shared by as many, and only so many are
in memory. Those of a file are never divided, so that a kill leaves whole files, and the next import
goes on behind them."""
_SQLITE = b"SQLite format 3\x00"
MOST_NAMED = 1_000
"""Files that are no results and are named all the same; of more their number is kept."""


class Disagreement(TypedDict):
    """A figure of a file that differs from what the same file gives when it is worked out again."""

    file: str
    at: str
    """The Run's place in the file."""
    figure: str
    told: float
    recomputed: float
    words: str
    """The same in a sentence."""


class Beside(TypedDict):
    """Recorded counters that were laid beside Runs. Times in ns since 1970-01-01 UTC."""

    file: str
    program: str
    runs: list[int]
    values: int
    names: int
    """Counters that were kept."""
    left_names: int
    """Counters beyond the most that are kept of a file."""
    cut: int
    """Reports left out since they also cover time outside a Run."""
    known: bool
    """Whether Runs had them already."""
    began_ns: int | None
    ended_ns: int | None


class Import(TypedDict):
    """What came of it."""

    schema: str
    store: str
    campaign: int | None
    """The campaign of the imported Runs; null where none was imported."""
    runs: list[int]
    files: int
    known_files: int
    """Imported before."""
    ignored_files: int
    """No results of a known program."""
    ignored: list[LeftOut]
    """The first thousand of these, and what each is."""
    programs: dict[str, int]
    """Runs by the program that they come from."""
    left_out: list[LeftOut]
    """The first thousand files that were left out."""
    left_out_unnamed: int
    """Files that were left out beyond those."""
    disagreeing: list[Disagreement]
    configurations: list[str]
    """Of the campaign, in the order in which they came: none are repeats of each other."""
    findings: list[str]
    """Figures of a file that contradict each other, which are not shown, and what others show: the
    Run's place in it, and both."""
    unrecorded: list[str]
    """Time of which a file tells nothing: the Run's place in it, how long, and what it may have
    been."""
    counters: list[Beside]


@dataclass(frozen=True)
class PlacedFinding:
    """What two figures of a file say of each other, and where the Run stands in the file."""

    file: str
    at: str
    finding: FindingDocument

    def sentence(self) -> str:
        """In the reader's language."""
        text = words.finding(self.finding["code"], self.finding["kind"], self.finding["figures"])
        return message("at-place", file=self.file, at=self.at, text=text)


@dataclass(frozen=True)
class PlacedGaps:
    """Times without data in a file, and where the Run stands in it."""

    file: str
    at: str
    unrecorded: UnrecordedDocument

    def sentences(self) -> list[str]:
        """In the reader's language: how long, where and why."""
        return [
            message("at-place", file=self.file, at=self.at, text=text)
            for text in words.gap_sentences(self.unrecorded)
        ]


@dataclass(frozen=True)
class PlacedCheck:
    """A figure of a file that differs from the recomputed one, and where the Run stands in it."""

    file: str
    at: str
    check: CheckDocument

    def sentence(self) -> str:
        """In the reader's language."""
        return message(
            "disagreement",
            file=self.file,
            at=self.at,
            figure=self.check["figure"],
            told=units.significant(self.check["told"], 6),
            recomputed=units.significant(self.check["recomputed"], 6),
        )

    def document(self) -> Disagreement:
        """The same for `--json`."""
        return {
            "file": self.file,
            "at": self.at,
            "figure": self.check["figure"],
            "told": self.check["told"],
            "recomputed": self.check["recomputed"],
            "words": self.sentence(),
        }


@dataclass
class Tally:
    """The outcome of an import."""

    campaign: int | None = None
    runs: list[int] = field(default_factory=list)
    files: int = 0
    known: int = 0
    """Files that were imported before."""
    ignored: int = 0
    """Files of folders that are no results of a known format."""
    unknown: list[LeftFile] = field(default_factory=list)
    """The first of these files, with what each is."""
    left: list[LeftFile] = field(default_factory=list)
    left_unnamed: int = 0
    """Left-out files beyond those that are named."""
    programs: dict[str, int] = field(default_factory=dict)
    """Runs by the program that they come from."""
    configurations: list[str] = field(default_factory=list)
    """Configurations of the campaign, in order of appearance."""
    disagreeing: list[PlacedCheck] = field(default_factory=list)
    """Figures of files that differ from the recomputed ones."""
    findings: list[PlacedFinding] = field(default_factory=list)
    """Contradictions and other findings in the figures of a file."""
    unrecorded: list[PlacedGaps] = field(default_factory=list)
    """Times without data in a file."""
    beside: list[counter_import.CounterImport] = field(default_factory=list)
    """Counters imported into Runs."""

    def leave_out(self, file: LeftFile) -> None:
        """Adds a left-out file, or only counts it after many: memory must not grow with a folder of
        damaged files."""
        if len(self.left) < MOST_NAMED:
            self.left.append(file)
        else:
            self.left_unnamed += 1

    def count(self, program: str, run: ReadRun) -> None:
        """Counts a Run, and adds what its figures show."""
        self.programs[program] = self.programs.get(program, 0) + 1
        file, at = run.file, run.at
        if run.unrecorded is not None:
            self.unrecorded.append(PlacedGaps(file, at, run.unrecorded))
        self.findings += [PlacedFinding(file, at, found) for found in run.findings]
        self.disagreeing += [PlacedCheck(file, at, check) for check in run.disagreeing]

    def add(self, other: Tally) -> None:
        """Adds the Runs that another one count_runs."""
        for program, runs in other.programs.items():
            self.programs[program] = self.programs.get(program, 0) + runs
        self.unrecorded += other.unrecorded
        self.findings += other.findings
        self.disagreeing += other.disagreeing

    def gap_sentences(self) -> Iterator[str]:
        """Times without data in a file, each with its place and possible cause."""
        return (text for gaps in self.unrecorded for text in gaps.sentences())

    def document(self, store: str) -> Import:
        """The document for `--json`."""
        with language.for_programs():
            return self._document(store)

    def _document(self, store: str) -> Import:
        return {
            "schema": SCHEMA,
            "store": store,
            "campaign": self.campaign,
            "runs": self.runs,
            "files": self.files,
            "known_files": self.known,
            "ignored_files": self.ignored,
            "ignored": [file.document() for file in self.unknown],
            "programs": self.programs,
            "left_out": [file.document() for file in self.left],
            "left_out_unnamed": self.left_unnamed,
            "disagreeing": [check.document() for check in self.disagreeing],
            "configurations": self.configurations,
            "findings": [found.sentence() for found in self.findings],
            "unrecorded": list(self.gap_sentences()),
            "counters": [_beside(recording) for recording in self.beside],
        }


def _beside(recording: counter_import.CounterImport) -> Beside:
    kept: Any = {name: getattr(recording, name) for name in Beside.__annotations__}
    document: Beside = kept
    return document


def import_results(
    store: Store,
    paths: Sequence[Path],
    *,
    configuration: str | None = None,
    campaign: int | None = None,
    zone: tzinfo | None = None,
    order: Order | None = None,
    only: re.Pattern[str] | None = None,
) -> Tally:
    """Imports the results at these paths. Damaged files, and named files of no known format, are
    left out and listed in the tally. Recorded counters are imported into the Runs of the store, new
    ones included: `zone` applies to times without a zone, `order` to dates, `only` selects names.

    Raises UsageError for a campaign that was not imported; NoTargetError for a missing file."""
    tally = Tally()
    recorded: list[tuple[File, Recording]] = []
    known = store.imports.imported_digests()
    tally.campaign = _campaign(store, paths, campaign)
    begin = partial(_begin, store, paths, configuration or AS_FOUND)
    batches = _Batches(store, tally, begin)
    _refuse_itself(store, paths)
    for source in results.sources(paths, leave_alone=partial(store_files, store.path)):
        if is_kept_beside(source):
            continue
        tally.files += len(source.files)
        if source.form is None:
            recording = None if source.trouble else recordings.recording_format(source.files[0])
            if recording is not None:
                recorded.append((File(source.files[0].path, source.shown), recording))
            else:
                _leave_out(tally, source)
            continue
        try:
            version = source.version()
            if version.digest in known:
                tally.known += len(source.files)
                continue
            folder = import_names.folder(source, paths)
            left: list[LeftFile] = []
            runs = reading_apart.read(source, version, configuration, folder, left)
            known[version.digest] = batches.add(source.form.program, runs)
            tally.left += left
        except (InputError, NoTargetError) as error:
            why = sentence_of(error)
            tally.leave_out(LeftFile("damaged", source.shown, why, source.form))
    batches.write()
    if tally.campaign is not None and tally.runs:
        tally.configurations = _rename_configurations(store, tally.campaign, batches.rows)
        store.finish_campaign(tally.campaign, {"runs": len(tally.runs), "programs": tally.programs})
    attach = partial(
        counter_import.attach_counters, store, zone=zone, order=order, only=only, campaign=campaign
    )
    for file, recording in recorded:
        try:
            tally.beside.append(attach(file, recording))
        except InputError as error:
            why = sentence_of(error)
            tally.leave_out(LeftFile("counters", file.shown, why, recording))
    return tally


def _refuse_itself(store: Store, paths: Iterable[Path]) -> None:
    own = store_files(store.path)
    for path in paths:
        if identity(path) in own:
            raise UsageError(*message.refusal("store-itself", "name-files", path=path))


class _Batches:
    """Writes the Runs of files into a campaign: those of many small files together, those of a
    large one while it is read, so that memory holds a batch and no file."""

    def __init__(self, store: Store, tally: Tally, begin: Callable[[], int]) -> None:
        self._store, self._tally, self._begin = store, tally, begin
        self._waiting: list[ReadRun] = []
        self._begun = tally.campaign
        self.rows: list[ImportedRunRow] = []
        """The Runs that were written."""

    def add(self, program: str, runs: Iterator[ReadRun]) -> int:
        """Adds the Runs of a file, all or none. Returns their campaign. Raises what reading
        raises."""
        counts = Tally()
        first = list(islice(runs, BATCH_RUNS))
        if self._begun is None:
            self._begun = self._begin()
        if len(first) < BATCH_RUNS:
            self._waiting += first
            for run in first:
                counts.count(program, run)
            self._tally.add(counts)
            if len(self._waiting) >= BATCH_RUNS:
                self.write()
            return self._begun
        self.write()

        def count_runs() -> Iterator[ReadRun]:
            for run in chain(first, runs):
                counts.count(program, run)
                yield run

        self._write(count_runs())
        self._tally.add(counts)
        return self._begun

    def write(self) -> None:
        """Writes what waits to be written."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            self._write(waiting)

    def _write(self, runs: Iterable[ReadRun]) -> None:
        assert self._begun is not None
        rows = self._store.imports.add(self._begun, (run.rows for run in runs))
        self._tally.campaign = self._begun
        self._tally.runs += [row.run for row in rows]
        self.rows += rows


def _rename_configurations(
    store: Store, campaign: int, added: Sequence[ImportedRunRow]
) -> list[str]:
    """Renames the configurations of a campaign after all of its Runs are known. Returns their
    names."""
    runs = [*store.imports.imported_runs(campaign, before=added[0].point), *added]
    renamed = import_names.names(runs)
    store.imports.rename(campaign, renamed)
    return list(dict.fromkeys(renamed.get(run.point, run.configuration) for run in runs))


def is_kept_beside(source: Source) -> bool:
    """Whether a file found in a folder is a store of ours or a file that SQLite keeps beside
    one."""
    if source.form is not None or source.named:
        return False
    path = source.files[0].path
    if is_beside(path):
        path = path_of(path)
    # The first bytes are known: only the few databases are opened.
    elif source.trouble is not None or not source.files[0].begin.startswith(_SQLITE):
        return False
    try:
        return is_store(path)
    except OSError:
        return False


def _leave_out(tally: Tally, source: Source) -> None:
    """Counts and names a file of no known format."""
    if source.trouble is not None or source.named:
        tally.leave_out(left_file(source))
    else:
        tally.ignored += 1
        if len(tally.unknown) < MOST_NAMED:
            found = recognised.describe_file(source.files[0])
            why, program = found.sentence, found.program
            tally.unknown.append(LeftFile("unknown", source.shown, why, described=program))


def left_file(source: Source) -> LeftFile:
    """A file that was named, or cannot be read, and has no known format: why it is left out."""
    if source.trouble is not None:
        return LeftFile("unreadable", source.shown, sentence_of(source.trouble))
    found = recognised.describe_file(source.files[0])
    why = found.sentence if found.is_known else _with_programs(found.sentence)
    return LeftFile("unknown", source.shown, why, described=found.program)


def _with_programs(what: Sentence) -> Sentence:
    """The sentence on a file, with the programs whose files are known."""
    programs = [form.program for form in registry.every()]
    programs += [recording.program for recording in recordings.RECORDINGS]
    return lambda: message(
        "known-programs", what=what(), programs=language.listing([*dict.fromkeys(programs)])
    )


def _campaign(store: Store, paths: Iterable[Path], wanted: int | None) -> int | None:
    if wanted is not None:
        row = store.known_campaign(wanted)
        if row.kind != KIND:
            raise UsageError(
                *message.refusal("campaign-was-measured", campaign=str(wanted), store=store.path)
            )
        return wanted
    path_names = _absolute_paths(paths)
    for row in reversed(store.campaigns()):
        if row.kind == KIND and row.spec.get("paths") == path_names:
            return row.id
    return None


def _absolute_paths(paths: Iterable[Path]) -> list[str]:
    return [str(path.absolute()) for path in paths]


def _begin(store: Store, paths: Iterable[Path], configuration: str) -> int:
    spec = {"paths": _absolute_paths(paths), "configuration": {configuration: {}}}
    made = store.begin_campaign(KIND, None, "grid", 0, json.dumps(spec), version=__version__)
    store.drop_if_empty(made)
    return made
