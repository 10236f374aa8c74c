"""Reads a large result in a process of its own, so that Runs are read on one processor and written
on another.

That process has the files alone; the store is opened by the one that writes. It ends when its pipe
does: with the last Run, or when nobody reads it. Where it ends before, as where it was denied
memory, the rest is read here.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from plimsoll.base import child, language, posix
from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.base.messages import ENGLISH
from plimsoll.base.messages import language as language_of_now
from plimsoll.features.imports import reading
from plimsoll.features.imports.reading import LeftFile, ReadRun
from plimsoll.features.imports.results import Source, Version, registry
from plimsoll.features.imports.results.source import Bad, File, Sentence, sentence_of

LARGE_BYTES = 4 << 20
"""Bytes of a result from which another process pays: it takes a third of a second to start, in
which a few hundred Runs are read."""
_RUNS_TOGETHER = 100


class _Request(NamedTuple):
    form: str
    files: tuple[tuple[str, str], ...]
    shown: str
    named: bool
    version: Version
    configuration: str | None
    folder: str
    language: str


class _End(NamedTuple):
    """Everything was read, or it was refused."""

    left: list[_TwoLanguages]
    refused: _TwoLanguages | None = None


@dataclass(frozen=True)
class _TwoLanguages:
    """A sentence in English and in the reader's language."""

    english: str
    for_reader: str

    def __call__(self) -> str:
        return self.english if language_of_now.get() == ENGLISH else self.for_reader


def read(
    source: Source,
    version: Version,
    configuration: str | None,
    folder: str,
    left: list[LeftFile],
) -> Iterator[ReadRun]:
    """The same as `reading.read`, for a large source in another process."""
    size = sum(bytes_ for bytes_, _ in version.stamp)
    if size < LARGE_BYTES or posix.processors() == 1:
        yield from reading.read(source, version, configuration, folder, left)
        return
    runs = 0
    for part in _parts(source, version, configuration, folder):
        if isinstance(part, _End):
            left += [LeftFile("damaged", source.shown, why, source.form) for why in part.left]
            if part.refused is not None:
                raise Bad(part.refused)
            return
        yield from part
        runs += len(part)
    yield from islice(reading.read(source, version, configuration, folder, left), runs, None)


def _parts(
    source: Source, version: Version, configuration: str | None, folder: str
) -> Iterator[list[ReadRun] | _End]:
    """What the other process sends, as far as it comes."""
    assert source.form is not None
    files = tuple((str(file.path), file.shown) for file in source.files)
    request = _Request(
        source.form.name,
        files,
        source.shown,
        source.named,
        version,
        configuration,
        folder,
        language.of_reader(),
    )
    try:
        process = subprocess.Popen(
            child.command(module=__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # An interrupt is for this process, which ends the other.
            start_new_session=True,
        )
    except OSError:
        # A limit on processes or memory.
        return
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with process.stdin as to:
            pickle.dump(request, to)
        while True:
            yield pickle.load(process.stdout)  # noqa: S301  # of our own process
    except (EOFError, BrokenPipeError, pickle.UnpicklingError):
        return
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def run() -> int:
    """The other process: a request on its input, Runs on its output."""
    request: _Request = pickle.load(sys.stdin.buffer)  # noqa: S301  # of our own process
    language.choose(request.language)
    form = next(form for form in registry.every() if form.name == request.form)
    files = tuple(File(Path(path), shown) for path, shown in request.files)
    source = Source(form, files, request.shown, request.named)
    left: list[LeftFile] = []
    runs = reading.read(source, request.version, request.configuration, request.folder, left)
    try:
        while part := list(islice(runs, _RUNS_TOGETHER)):
            _send(part)
    except (InputError, NoTargetError) as error:
        _send(_End([], _in_two_languages(sentence_of(error))))
    else:
        _send(_End([_in_two_languages(file.why) for file in left]))
    return 0


def _send(part: Any) -> None:
    pickle.dump(part, sys.stdout.buffer, protocol=pickle.HIGHEST_PROTOCOL)
    sys.stdout.buffer.flush()


def _in_two_languages(sentence: Sentence) -> _TwoLanguages:
    with language.for_programs():
        english = sentence()
    with language.writing(language.of_reader()):
        return _TwoLanguages(english, sentence())
