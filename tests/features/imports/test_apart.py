"""A large result that another process reads gives the same Runs and the same refusals."""

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import child, language, posix
from plimsoll.base.errors import InputError
from plimsoll.features.imports import reading, reading_apart, results
from plimsoll.features.imports.reading import LeftFile, ReadRun
from plimsoll.features.imports.results import Source
from plimsoll.features.imports.results.source import sentence_of
from tests.features.imports.test_many import write_jobs


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posix, "processors", lambda: 2)
    monkeypatch.setattr(reading_apart, "LARGE_BYTES", 0)


def source_of(path: Path) -> Source:
    (source,) = results.sources([path])
    return source


def read_with(
    read: Callable[..., Iterator[ReadRun]], source: Source
) -> tuple[list[ReadRun], list[list[str]]]:
    """The Runs, and in each language why others are left out."""
    left: list[LeftFile] = []
    runs = list(read(source, source.version(), None, "folder", left))
    sentences = []
    for code in language.LANGUAGES:
        with language.writing(code):
            sentences.append([file.why() for file in left])
    return runs, sentences


def test_runs_and_what_is_left_out_are_those_of_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "of_reader", lambda: "ja")
    source = source_of(write_jobs(tmp_path / "a.json", 250, idle=120))
    runs, (english, japanese, _) = read_with(reading.read, source)
    runs_apart, (english_apart, japanese_apart, _) = read_with(reading_apart.read, source)
    assert len(runs) == 249
    assert runs_apart == runs
    assert (english_apart, japanese_apart) == (english, japanese)
    assert len(english) == 1
    assert english != japanese


def test_a_damaged_file_is_refused_in_the_same_words(tmp_path: Path) -> None:
    source = source_of(write_jobs(tmp_path / "a.json", 250, damaged=200))
    refusals = []
    for read in (reading.read, reading_apart.read):
        with pytest.raises(InputError) as refused:
            read_with(read, source)
        refusals.append((str(refused.value), sentence_of(refused.value)()))
    assert refusals[0] == refusals[1]


def test_where_the_other_process_ends_before_the_rest_is_read_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = source_of(write_jobs(tmp_path / "a.json", 250, idle=220))
    whole = read_with(reading.read, source)
    parts = reading_apart._parts
    monkeypatch.setattr(reading_apart, "_parts", lambda *given: islice(parts(*given), 1))
    assert read_with(reading_apart.read, source) == whole
    monkeypatch.setattr(reading_apart, "_parts", parts)
    monkeypatch.setattr(child, "command", lambda **_: [sys.executable, "-c", ""])
    assert read_with(reading_apart.read, source) == whole
    monkeypatch.setattr(child, "command", lambda **_: [str(tmp_path / "none")])
    assert read_with(reading_apart.read, source) == whole


def test_a_file_written_between_the_two_processes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_jobs(tmp_path / "a.json", 250)
    source = source_of(path)
    parts = reading_apart._parts

    def first_part(*given: Any) -> Iterator[Any]:
        yield from islice(parts(*given), 1)
        # The rest is read here, from another file than the first part.
        write_jobs(path, 251)

    monkeypatch.setattr(reading_apart, "_parts", first_part)
    with pytest.raises(InputError, match="was written while it was read"):
        read_with(reading_apart.read, source)


def test_a_file_written_before_the_other_process_opens_it_is_refused(tmp_path: Path) -> None:
    path = write_jobs(tmp_path / "a.json", 250)
    source = source_of(path)
    version = source.version()
    write_jobs(path, 251)
    with pytest.raises(InputError, match="was written while it was read"):
        list(reading_apart.read(source, version, None, "folder", []))
