"""Brings results of other programs into a store: which campaign they belong to, what of them is
there already, one file after the other.

Each file is one transaction, and known again by its digest: an import that was cut goes on where it
was when it is called again, and the same file twice adds nothing. The same paths go on in the
campaign that they were imported into before, with the files that came since."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll import __version__
from plimsoll.errors import InputError, NoTargetError, PlimsollError, UsageError
from plimsoll.formats import results
from plimsoll.formats.results import record as records
from plimsoll.formats.results.source import NOW, Bad, File
from plimsoll.printable import printable
from plimsoll.store.imports import KIND, Imported

if TYPE_CHECKING:
    from plimsoll.store import Store

CONFIGURATION = "as found"
MOST_FILES = 200_000


@dataclass(frozen=True)
class Left:
    """A file that was not imported, and why."""

    file: str
    why: str


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
    left: list[Left] = field(default_factory=list)
    programs: dict[str, int] = field(default_factory=dict)
    """Runs by the program that they come from."""
    disagreeing: list[str] = field(default_factory=list)
    """Figures of files that differ from those worked out again."""


@dataclass(frozen=True)
class Read:
    """A file that was read, ready to be kept."""

    file: File
    digest: str
    program: str
    runs: tuple[Imported, ...]


def files(paths: Sequence[Path]) -> Iterator[tuple[File, bool]]:
    """The files at these paths, those of folders in order of their names; whether each was named
    itself. Raises NoTargetError where there is nothing."""
    for path in paths:
        if path.is_dir():
            for one in _below(path):
                yield File(one, str(one)), False
        elif path.exists():
            yield File(path, str(path)), True
        else:
            raise NoTargetError(f"there is no file {printable(str(path))}", "Check the path.")


def _below(folder: Path) -> Iterator[Path]:
    found = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    for one in found:
        if one.is_dir() and not one.is_symlink():
            yield from _below(one)
        elif one.is_file():
            yield one


def read(file: File, configuration: str) -> Read | None:
    """What a file holds; none where no format knows it. Raises Bad where it is damaged."""
    form = results.of(file)
    if form is None:
        return None
    before = file.stamp()
    digest = file.digest()
    source: records.SourceDocument = {
        "program": form.program,
        "version": None,
        "format": form.name,
        "file": file.shown,
        "sha256": digest,
    }
    made = []
    for result in form.read(file):
        try:
            told = records.make(result, source)
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            raise file.bad(f"{result.at} cannot be imported: {error}", result.line) from None
        target, workload, load = records.asked(result)
        made.append(
            Imported(
                configuration, target, workload, load, told.record, told.histograms, told.intervals
            )
        )
    if not made:
        raise file.bad("there is no finished Run in it")
    if file.stamp() != before:
        raise file.bad("it was written while it was read")
    return Read(file, digest, form.program, tuple(made))


def bring(
    store: Store,
    paths: Sequence[Path],
    *,
    configuration: str = CONFIGURATION,
    campaign: int | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Tally:
    """Imports what stands at these paths. A file that is damaged is left out as a whole and told;
    one that was named itself and is no result of a known format is told too.

    Raises UsageError for a campaign that was not imported; NoTargetError where there is no such
    file.
    """
    tally = Tally()
    known = store.imports.known()
    chosen = _campaign(store, paths, campaign)
    for file, named in files(paths):
        tally.files += 1
        if tally.files > MOST_FILES:
            raise UsageError(
                f"more than {MOST_FILES:,} files stand there", "Name folders below it one by one."
            )
        try:
            if file.digest() in known:
                tally.known += 1
                continue
            found = read(file, configuration)
        except PlimsollError as error:
            if not isinstance(error, InputError):
                raise
            tally.left.append(Left(file.shown, error.message))
            tell(error.message)
            continue
        if found is None:
            if named:
                tally.left.append(Left(file.shown, _unknown(file)))
            else:
                tally.ignored += 1
            continue
        if chosen is None:
            chosen = _begin(store, paths, configuration)
        tally.runs += store.imports.add(chosen, found.runs)
        known[found.digest] = chosen
        _count(tally, found)
    tally.campaign = chosen
    if chosen is not None and tally.runs:
        store.finish_campaign(
            chosen, json.dumps({"runs": len(tally.runs), "programs": tally.programs})
        )
    return tally


def _unknown(file: File) -> str:
    programs = ", ".join(dict.fromkeys(one.program for one in results.FORMATS))
    return f"{printable(file.shown)} is no result file of a known program ({programs})"


def _count(tally: Tally, found: Read) -> None:
    tally.programs[found.program] = tally.programs.get(found.program, 0) + len(found.runs)
    for run in found.runs:
        imported = run.record["imported"]
        tally.disagreeing += [
            f"{found.file.shown}, {imported['at']}: {one['figure']} is {one['told']:g} in the"
            f" file and"
            f" {one['recomputed']:g} worked out again"
            for one in imported["checks"]
            if not one["agrees"]
        ]


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


__all__ = ["CONFIGURATION", "NOW", "Bad", "Left", "Read", "Tally", "bring", "files", "read"]
