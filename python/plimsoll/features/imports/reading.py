"""Reads the Runs of a result: their rows, what their figures show, and what is left out.

Nothing here writes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from typing_extensions import TypedDict

from plimsoll.base import units
from plimsoll.base.errors import DamagedError, InputError
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings import Recording
from plimsoll.features.imports.results import Source, Version
from plimsoll.features.imports.results import record as records
from plimsoll.features.imports.results.registry import Folder, Format
from plimsoll.features.imports.results.run_result import Result
from plimsoll.features.imports.results.source import Bad, File, Sentence, in_english, sentence_of
from plimsoll.store.imported_run import (
    CheckDocument,
    FindingDocument,
    SourceDocument,
    UnrecordedDocument,
)
from plimsoll.store.imports import AS_FOUND, RunImport, RunRows, rows_of

LeftKind = Literal["unreadable", "unknown", "damaged", "counters"]
MOST_RUNS = 100_000
"""Most Runs of one file. They are written in one transaction, because a file is imported as a whole
or not."""


class LeftOut(TypedDict):
    """A file of which nothing was kept."""

    file: str
    kind: LeftKind
    """unreadable: the system does not give it; unknown: no known program wrote it; damaged: its
    results, or with counters its recorded counters, are not what they should be."""
    why: str
    """What is wrong, and in which line."""
    program: str | None
    """Whose file it is; null where nothing in it shows that."""
    format: str | None
    """As what it was read; null where no format knows it."""


@dataclass(frozen=True)
class LeftFile:
    """A file that was not imported, and why."""

    kind: LeftKind
    file: str
    why: Sentence
    form: Format | Folder | Recording | None = None
    described: str | None = None
    """The program of a file that has no format."""

    @property
    def program(self) -> str | None:
        """Whose file it is; None where nothing in it shows that."""
        return self.described if self.form is None else self.form.program

    @property
    def format(self) -> str | None:
        """As what it was read; None where no format knows it."""
        return None if self.form is None else self.form.name

    def document(self) -> LeftOut:
        """The same for `--json`."""
        return {
            "file": self.file,
            "kind": self.kind,
            "why": in_english(self.why),
            "program": self.program,
            "format": self.format,
        }


class ReadRun(NamedTuple):
    """A Run of a file: its rows, and what its figures show."""

    rows: RunRows
    file: str
    at: str
    findings: Sequence[FindingDocument]
    disagreeing: Sequence[CheckDocument]
    unrecorded: UnrecordedDocument | None


def read(
    source: Source,
    version: Version,
    configuration: str | None,
    folder: str,
    left: list[LeftFile],
) -> Iterator[ReadRun]:
    """Reads the Runs of a source. `configuration` is the name given by the user, `folder` the
    folder of the source. Raises Bad for a damaged file and for one written meanwhile. A Run without
    usable figures is left out alone and added to `left`."""
    runs = 0
    refused: list[InputError] = []
    for result, found in read_records(source, version):
        if isinstance(found, InputError):
            refused.append(found)
            continue
        settings = records.point_settings(result)
        imported = found.record["imported"]
        imported["folder"] = None if configuration else folder
        name = configuration or folder or AS_FOUND
        runs += 1
        yield ReadRun(
            rows_of(RunImport(name, *settings, found.record, found.histograms, found.intervals)),
            source.shown,
            imported["at"],
            imported["findings"],
            [check for check in imported["checks"] if not check["agrees"]],
            imported.get("unrecorded"),
        )
    if not runs:
        raise refused[0]
    left += [
        LeftFile("damaged", source.shown, sentence_of(error), source.form) for error in refused
    ]


def read_records(
    source: Source, version: Version
) -> Iterator[tuple[Result, records.ImportedRecord | InputError]]:
    """The record of each Run of a source, or why this Run alone is left out. Raises Bad for a
    damaged file, for one without Runs, and at the end for one written since its version was
    taken."""
    assert source.form is not None
    first = source.files[0]
    origin: SourceDocument = {
        "program": source.form.program,
        "version": None,
        "format": source.form.name,
        "file": source.shown,
        "sha256": version.digest,
    }
    runs = 0
    for runs, result in enumerate(source.read(), 1):
        if runs > MOST_RUNS:
            raise first.bad(_too_many_runs, result.line)
        try:
            found: records.ImportedRecord | InputError = records.make(result, origin)
        except records.LeftOutError as error:
            found = first.bad(error.sentence, result.line)
        except DamagedError:
            # The record was made a moment ago from figures of the file: the store is not damaged.
            raise _import_error(first, result, _counts_impossible) from None
        except records.FigureError as error:
            raise _import_error(first, result, error.sentence) from None
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            raise _import_error(first, result, str(error)) from None
        yield result, found
    if not runs:
        program, form = source.form.program, source.form.name
        raise first.bad(lambda: message("no-run-in-it", program=program, format=form))
    if source.stamp() != version.stamp:
        raise first.bad(lambda: message("written-meanwhile"))


def _import_error(file: File, result: Result, why: str | Sentence) -> Bad:
    """The error of a file with a Run whose figures cannot be."""
    at = result.at

    def sentence() -> str:
        return message("run-impossible", at=at, why=why if isinstance(why, str) else why())

    return file.bad(sentence, result.line)


def _counts_impossible() -> str:
    return message("counts-impossible")


def _too_many_runs() -> str:
    return message("too-many-runs", most=units.count(MOST_RUNS))
