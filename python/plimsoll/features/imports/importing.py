"""Brings results of other programs into a store: which campaign they belong to, what of them is
there already, one file after the other.

A file is never divided between transactions, and known again by its digest: an import that was cut
goes on where it was when it is called again, and the same file twice adds nothing. The same paths
go on in the campaign that they were imported into before, with the files that came since."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial
from pathlib import Path
from typing import Any, Literal

from typing_extensions import TypedDict

from plimsoll.base.errors import DamagedError, InputError, NoTargetError, UsageError
from plimsoll.base.version import __version__
from plimsoll.features.imports import counter_import, import_names, recordings, results
from plimsoll.features.imports.recordings import Recording
from plimsoll.features.imports.recordings.moment import Order
from plimsoll.features.imports.results import Source
from plimsoll.features.imports.results import file_description as recognised
from plimsoll.features.imports.results import record as records
from plimsoll.features.imports.results.source import File
from plimsoll.report.common import import_text as words
from plimsoll.store import Store
from plimsoll.store.imported_run import CheckDocument, ImportedDocument, SourceDocument
from plimsoll.store.imports import AS_FOUND, KIND, RunImport
from plimsoll.store.opening import is_store
from plimsoll.store.ownership import is_beside, path_of
from plimsoll.store.presence import identity, store_files

SCHEMA = "plimsoll.import/1"
LeftKind = Literal["unreadable", "unknown", "damaged", "counters"]
BATCH_RUNS = 200
"""Runs that are written together: each wait for the disk is shared by as many. Those of a file are
never divided, so that a kill leaves whole files, and the next import goes on behind them."""
MOST_RUNS = 100_000
"""Most Runs of one file. They are held in memory, because a file is imported as a whole or not."""
_SQLITE = b"SQLite format 3\x00"
MOST_NAMED = 1_000
"""Files that are no results and are named all the same; of more their number is kept."""


class LeftOut(TypedDict):
    """A file of which nothing was kept."""

    file: str
    kind: LeftKind
    """unreadable: the system does not give it; unknown: no known program wrote it; damaged: its
    results, or with counters its recorded counters, are not what they should be."""
    why: str
    """What is wrong, and in which line."""
    format: str | None
    """As what it was read; null where no format knows it."""


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


def _left_out(kind: LeftKind, file: str, why: str, form: str | None = None) -> LeftOut:
    """A file that was not imported, and why."""
    return {"file": file, "kind": kind, "why": why, "format": form}


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
    unknown: list[LeftOut] = field(default_factory=list)
    """The first of these files, with what each is."""
    left: list[LeftOut] = field(default_factory=list)
    left_unnamed: int = 0
    """Left-out files beyond those that are named."""
    programs: dict[str, int] = field(default_factory=dict)
    """Runs by the program that they come from."""
    configurations: list[str] = field(default_factory=list)
    """Configurations of the campaign, in order of appearance."""
    disagreeing: list[Disagreement] = field(default_factory=list)
    """Figures of files that differ from the recomputed ones."""
    findings: list[str] = field(default_factory=list)
    """Contradictions and other findings in the figures of a file, each with its place."""
    unrecorded: list[str] = field(default_factory=list)
    """Times without data in a file, each with its place and possible cause."""
    beside: list[counter_import.CounterImport] = field(default_factory=list)
    """Counters imported into Runs."""

    def leave_out(self, file: LeftOut) -> None:
        """Adds a left-out file, or only counts it after many: memory must not grow with a folder of
        damaged files."""
        if len(self.left) < MOST_NAMED:
            self.left.append(file)
        else:
            self.left_unnamed += 1

    def document(self, store: str) -> Import:
        """The document for `--json`."""
        return {
            "schema": SCHEMA,
            "store": store,
            "campaign": self.campaign,
            "runs": self.runs,
            "files": self.files,
            "known_files": self.known,
            "ignored_files": self.ignored,
            "ignored": self.unknown,
            "programs": self.programs,
            "left_out": self.left,
            "left_out_unnamed": self.left_unnamed,
            "disagreeing": self.disagreeing,
            "configurations": self.configurations,
            "findings": self.findings,
            "unrecorded": self.unrecorded,
            "counters": [_beside(recording) for recording in self.beside],
        }


def _beside(recording: counter_import.CounterImport) -> Beside:
    kept: Any = {name: getattr(recording, name) for name in Beside.__annotations__}
    document: Beside = kept
    return document


def read(
    source: Source,
    digest: str,
    configuration: str | None,
    folder: str,
    left: list[LeftOut] | None = None,
) -> tuple[RunImport, ...]:
    """Reads the Runs of a source. `configuration` is the name given by the user, `folder` the
    folder of the source. Raises Bad for a damaged file and for one written meanwhile. A Run without
    usable figures is left out alone and added to `left`."""
    assert source.form is not None
    before, first = source.stamp(), source.files[0]
    origin: SourceDocument = {
        "program": source.form.program,
        "version": None,
        "format": source.form.name,
        "file": source.shown,
        "sha256": digest,
    }
    made: list[RunImport] = []
    refused: list[InputError] = []
    for result in source.read():
        try:
            found = records.make(result, origin)
        except records.LeftOutError as error:
            refused.append(first.bad(str(error), result.line))
            continue
        except DamagedError:
            # The record was made a moment ago from figures of the file: the store is not damaged.
            told_why = "its distribution has counts that cannot be"
            raise first.bad(f"{result.at} cannot be imported: {told_why}", result.line) from None
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            raise first.bad(f"{result.at} cannot be imported: {error}", result.line) from None
        if len(made) >= MOST_RUNS:
            raise first.bad(f"it has more than {MOST_RUNS:,} Runs: split it", result.line)
        settings = records.point_settings(result)
        found.record["imported"]["folder"] = None if configuration else folder
        name = configuration or folder or AS_FOUND
        made.append(RunImport(name, *settings, found.record, found.histograms, found.intervals))
    if not made and refused:
        raise refused[0]
    if not made:
        raise first.bad(
            f"it is {source.form.program}'s ({source.form.name}), and there is no Run with results"
            " in it"
        )
    if source.stamp() != before:
        raise first.bad("it was written while it was read")
    if left is not None:
        left += [_left_out("damaged", source.shown, error.message) for error in refused]
    return tuple(made)


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
    campaign_id = _campaign(store, paths, campaign)
    waiting: list[RunImport] = []
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
            digest = source.digest()
            if digest in known:
                tally.known += len(source.files)
                continue
            found = read(
                source, digest, configuration, import_names.folder(source, paths), tally.left
            )
        except (InputError, NoTargetError) as error:
            tally.leave_out(_left_out("damaged", source.shown, error.message, source.form.name))
            continue
        if campaign_id is None:
            campaign_id = _begin(store, paths, configuration or AS_FOUND)
        waiting += found
        known[digest] = campaign_id
        _count(tally, source.form.program, found)
        if len(waiting) >= BATCH_RUNS:
            tally.runs += store.imports.add(campaign_id, waiting)
            waiting = []
    if campaign_id is not None and waiting:
        tally.runs += store.imports.add(campaign_id, waiting)
    tally.campaign = campaign_id
    if campaign_id is not None and tally.runs:
        tally.configurations = _rename_configurations(store, campaign_id)
        store.finish_campaign(
            campaign_id, json.dumps({"runs": len(tally.runs), "programs": tally.programs})
        )
    attach = partial(
        counter_import.attach_counters, store, zone=zone, order=order, only=only, campaign=campaign
    )
    for file, recording in recorded:
        try:
            tally.beside.append(attach(file, recording))
        except InputError as error:
            tally.leave_out(_left_out("counters", file.shown, error.message, recording.name))
    return tally


def _refuse_itself(store: Store, paths: Iterable[Path]) -> None:
    own = store_files(store.path)
    for path in paths:
        if identity(path) in own:
            raise UsageError(
                f"{path} is the store to import into, or what SQLite keeps beside it",
                "Name result files, or folders of them.",
            )


def _rename_configurations(store: Store, campaign: int) -> list[str]:
    """Renames the configurations of a campaign after all of its Runs are known. Returns their
    names."""
    runs = store.imports.imported_runs(campaign)
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
    if source.trouble is not None:
        tally.leave_out(_left_out("unreadable", source.shown, source.trouble.message))
    elif source.named:
        why = f"{recognised.describe_file(source.files[0])}. Known programs: {_programs()}"
        tally.leave_out(_left_out("unknown", source.shown, why))
    else:
        tally.ignored += 1
        if len(tally.unknown) < MOST_NAMED:
            why = recognised.describe_file(source.files[0])
            tally.unknown.append(_left_out("unknown", source.shown, why))


def _programs() -> str:
    every = (*results.FORMATS, *results.FOLDERS, *recordings.RECORDINGS)
    return ", ".join(dict.fromkeys(form.program for form in every))


def _count(tally: Tally, program: str, found: Sequence[RunImport]) -> None:
    tally.programs[program] = tally.programs.get(program, 0) + len(found)
    for run in found:
        imported = run.record["imported"]
        at = f"{imported['source']['file']}, {imported['at']}"
        tally.unrecorded += [
            f"{at}: {text}" for text in words.gap_sentences(imported.get("unrecorded"))
        ]
        tally.findings += [
            f"{at}: {words.finding(finding['code'], finding['kind'], finding['figures'])}"
            for finding in imported["findings"]
        ]
        tally.disagreeing += [
            _disagreement(imported, check) for check in imported["checks"] if not check["agrees"]
        ]


def _disagreement(imported: ImportedDocument, check: CheckDocument) -> Disagreement:
    file, at = imported["source"]["file"], imported["at"]
    figure, told, recomputed = check["figure"], check["told"], check["recomputed"]
    return {
        "file": file,
        "at": at,
        "figure": figure,
        "told": told,
        "recomputed": recomputed,
        "words": f"{file}, {at}: {figure} is {told:,.6g} in the file and {recomputed:,.6g}"
        " recomputed",
    }


def _campaign(store: Store, paths: Iterable[Path], wanted: int | None) -> int | None:
    if wanted is not None:
        row = store.known_campaign(wanted)
        if row.kind != KIND:
            raise UsageError(
                f"campaign {wanted} of {store.path} was measured, not imported",
                "Name one that was imported, or leave --campaign out.",
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
