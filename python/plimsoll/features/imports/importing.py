"""Brings results of other programs into a store: which campaign they belong to, what of them is
there already, one file after the other.

A file is never divided between transactions, and known again by its digest: an import that was cut
goes on where it was when it is called again, and the same file twice adds nothing. The same paths
go on in the campaign that they were imported into before, with the files that came since."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from plimsoll.base.errors import DamagedError, InputError, NoTargetError, UsageError
from plimsoll.base.version import __version__
from plimsoll.features.imports import attached as beside
from plimsoll.features.imports import import_names, recordings, results
from plimsoll.features.imports.results import Source, recognised
from plimsoll.features.imports.results import record as records
from plimsoll.features.imports.results.source import File
from plimsoll.report.common import imported as words
from plimsoll.store.imported_run import CheckDocument, ImportedDocument, SourceDocument
from plimsoll.store.imports import AS_FOUND, KIND, Imported
from plimsoll.store.opening import is_store
from plimsoll.store.ownership import is_beside, path_of
from plimsoll.store.presence import held, identity

if TYPE_CHECKING:
    import re
    from datetime import tzinfo

    from plimsoll.features.imports.recordings import Recording
    from plimsoll.features.imports.recordings.moment import Order
    from plimsoll.store import Store

SCHEMA = "plimsoll.import/1"
LeftKind = Literal["unreadable", "unknown", "damaged", "counters"]
TOGETHER = 200
"""Runs that are written together: each wait for the disk is shared by as many. Those of a file are
never divided, so that a kill leaves whole files, and the next import goes on behind them."""
MOST_RUNS = 100_000
"""Runs of one file. They stand in memory together, since a file is kept as a whole or not."""
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


class Disagreed(TypedDict):
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
    disagreeing: list[Disagreed]
    configurations: list[str]
    """Of the campaign, in the order in which they came: none are repeats of each other."""
    findings: list[str]
    """Figures of a file that contradict each other, which are not shown, and what others show: the
    Run's place in it, and both."""
    unrecorded: list[str]
    """Time of which a file tells nothing: the Run's place in it, how long, and what it may have
    been."""
    counters: list[Beside]


def _left(kind: LeftKind, file: str, why: str, form: str | None = None) -> LeftOut:
    """A file that was not imported, and why."""
    return {"file": file, "kind": kind, "why": why, "format": form}


@dataclass
class Tally:
    """What came of an import."""

    campaign: int | None = None
    runs: list[int] = field(default_factory=list)
    files: int = 0
    known: int = 0
    """Files that were imported before."""
    ignored: int = 0
    """Files of folders that are no results of a known format."""
    unknown: list[LeftOut] = field(default_factory=list)
    """The first of those, and what each is."""
    left: list[LeftOut] = field(default_factory=list)
    left_unnamed: int = 0
    """Files that were left out beyond those that are named."""
    programs: dict[str, int] = field(default_factory=dict)
    """Runs by the program that they come from."""
    configurations: list[str] = field(default_factory=list)
    """Of the campaign, in the order in which they came."""
    disagreeing: list[Disagreed] = field(default_factory=list)
    """Figures of files that differ from those worked out again."""
    findings: list[str] = field(default_factory=list)
    """What figures of a file say of each other: where, and what is not shown for it."""
    unrecorded: list[str] = field(default_factory=list)
    """Time of which a file tells nothing: where, and what it may have been."""
    beside: list[beside.Attached] = field(default_factory=list)
    """Counters that were laid beside Runs."""

    def leave_out(self, one: LeftOut) -> None:
        """Names a file that was left out, or only counts it where many were before it: memory does
        not grow with a folder of damaged files."""
        if len(self.left) < MOST_NAMED:
            self.left.append(one)
        else:
            self.left_unnamed += 1

    def document(self, store: str) -> Import:
        """What `--json` prints."""
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
            "counters": [
                {
                    "file": one.file,
                    "program": one.program,
                    "runs": one.runs,
                    "values": one.values,
                    "names": one.names,
                    "left_names": one.left_names,
                    "cut": one.cut,
                    "known": one.known,
                    "began_ns": one.began_ns,
                    "ended_ns": one.ended_ns,
                }
                for one in self.beside
            ],
        }


def read(
    source: Source,
    digest: str,
    configuration: str | None,
    folder: str,
    left: list[LeftOut] | None = None,
) -> tuple[Imported, ...]:
    """The Runs of a source. `configuration` is what the user named it, `folder` the one in which
    it lies. Raises Bad where it is damaged, or was written meanwhile. A Run of which nobody knows
    the figures is left out alone and told in `left`."""
    assert source.form is not None
    before, first = source.stamp(), source.files[0]
    told: SourceDocument = {
        "program": source.form.program,
        "version": None,
        "format": source.form.name,
        "file": source.shown,
        "sha256": digest,
    }
    made: list[Imported] = []
    refused: list[InputError] = []
    for result in source.read():
        try:
            found = records.make(result, told)
        except records.LeftOutError as error:
            refused.append(first.bad(str(error), result.line))
            continue
        except DamagedError:
            # It was put together here a moment ago, of figures of the file: no store has to do
            # with it.
            told_why = "its distribution has counts that cannot be"
            raise first.bad(f"{result.at} cannot be imported: {told_why}", result.line) from None
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            raise first.bad(f"{result.at} cannot be imported: {error}", result.line) from None
        if len(made) >= MOST_RUNS:
            raise first.bad(f"it has more than {MOST_RUNS:,} Runs: split it", result.line)
        target, workload, load = records.asked(result)
        found.record["imported"]["folder"] = None if configuration else folder
        made.append(
            Imported(
                configuration or folder or AS_FOUND,
                target,
                workload,
                load,
                found.record,
                found.histograms,
                found.intervals,
            )
        )
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
        left += [_left("damaged", source.shown, one.message) for one in refused]
    return tuple(made)


def bring(
    store: Store,
    paths: Sequence[Path],
    *,
    configuration: str | None = None,
    campaign: int | None = None,
    zone: tzinfo | None = None,
    order: Order | None = None,
    only: re.Pattern[str] | None = None,
) -> Tally:
    """Imports what stands at these paths. A file that is damaged is left out as a whole and told;
    one that was named itself and is no result of a known format is told too. Recorded counters are
    laid beside the Runs of the store, those that came with them too: `zone` is that of their times
    where they name none, `order` that of their dates, `only` says which names are kept.

    Raises UsageError for a campaign that was not imported; NoTargetError where there is no such
    file.
    """
    tally = Tally()
    recorded: list[tuple[File, Recording]] = []
    known = store.imports.known()
    chosen = _campaign(store, paths, campaign)
    waiting: list[Imported] = []
    _refuse_itself(store, paths)
    for source in results.sources(paths, leave_alone=partial(held, store.path)):
        if is_kept_beside(source):
            continue
        tally.files += len(source.files)
        if source.form is None:
            recording = None if source.trouble else recordings.of(source.files[0])
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
            tally.leave_out(_left("damaged", source.shown, error.message, source.form.name))
            continue
        if chosen is None:
            chosen = _begin(store, paths, configuration or AS_FOUND)
        waiting += found
        known[digest] = chosen
        _count(tally, source.form.program, found)
        if len(waiting) >= TOGETHER:
            tally.runs += store.imports.add(chosen, waiting)
            waiting = []
    if chosen is not None and waiting:
        tally.runs += store.imports.add(chosen, waiting)
    tally.campaign = chosen
    if chosen is not None and tally.runs:
        tally.configurations = _named_apart(store, chosen)
        store.finish_campaign(
            chosen, json.dumps({"runs": len(tally.runs), "programs": tally.programs})
        )
    attach = partial(beside.attach, store, zone=zone, order=order, only=only, campaign=campaign)
    for file, recording in recorded:
        try:
            tally.beside.append(attach(file, recording))
        except InputError as error:
            tally.leave_out(_left("counters", file.shown, error.message, recording.name))
    return tally


def _refuse_itself(store: Store, paths: Iterable[Path]) -> None:
    own = held(store.path)
    for path in paths:
        if identity(path) in own:
            raise UsageError(
                f"{path} is the store to import into, or what SQLite keeps beside it",
                "Name result files, or folders of them.",
            )


def _named_apart(store: Store, campaign: int) -> list[str]:
    """Names the configurations of a campaign anew, now that all its Runs are known; their names."""
    kept = store.imports.found(campaign)
    renamed = import_names.names(kept)
    store.imports.rename(campaign, renamed)
    return list(dict.fromkeys(renamed.get(one.point, one.configuration) for one in kept))


def is_kept_beside(source: Source) -> bool:
    """Whether this is a store of ours in a folder, or one of the files that SQLite keeps beside it:
    no result, and nobody took it for one."""
    if source.form is not None or source.named:
        return False
    path = source.files[0].path
    if is_beside(path):
        path = path_of(path)
    # Its first bytes were read already: a database is rare, and only that is looked at again.
    elif source.trouble is not None or not source.files[0].begin.startswith(_SQLITE):
        return False
    try:
        return is_store(path)
    except OSError:
        return False


def _leave_out(tally: Tally, source: Source) -> None:
    """Counts and names a file that no format knows."""
    if source.trouble is not None:
        tally.leave_out(_left("unreadable", source.shown, source.trouble.message))
    elif source.named:
        why = f"{recognised.described(source.files[0])}. Known programs: {_programs()}"
        tally.leave_out(_left("unknown", source.shown, why))
    else:
        tally.ignored += 1
        if len(tally.unknown) < MOST_NAMED:
            why = recognised.described(source.files[0])
            tally.unknown.append(_left("unknown", source.shown, why))


def _programs() -> str:
    every = (*results.FORMATS, *results.FOLDERS, *recordings.RECORDINGS)
    return ", ".join(dict.fromkeys(one.program for one in every))


def _count(tally: Tally, program: str, found: Sequence[Imported]) -> None:
    tally.programs[program] = tally.programs.get(program, 0) + len(found)
    for run in found:
        imported = run.record["imported"]
        at = f"{imported['source']['file']}, {imported['at']}"
        tally.unrecorded += [
            f"{at}: {text}" for text in words.unrecorded(imported.get("unrecorded"))
        ]
        tally.findings += [
            f"{at}: {words.finding(one['code'], one['kind'], one['figures'])}"
            for one in imported["findings"]
        ]
        tally.disagreeing += [
            _disagreed(imported, one) for one in imported["checks"] if not one["agrees"]
        ]


def _disagreed(imported: ImportedDocument, check: CheckDocument) -> Disagreed:
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
    named = _named(paths)
    for row in reversed(store.campaigns()):
        if row.kind == KIND and row.spec.get("paths") == named:
            return row.id
    return None


def _named(paths: Iterable[Path]) -> list[str]:
    return [str(path.absolute()) for path in paths]


def _begin(store: Store, paths: Iterable[Path], configuration: str) -> int:
    spec = {"paths": _named(paths), "configuration": {configuration: {}}}
    made = store.begin_campaign(KIND, None, "grid", 0, json.dumps(spec), version=__version__)
    store.drop_if_empty(made)
    return made
