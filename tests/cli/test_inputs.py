"""What is given as a file and is none, has no end, is nested without end or is no text: every verb
that reads one says so in one line with the documented code, at once, and holds no more of it than a
document is large.
"""

import os
import threading
from pathlib import Path

import pytest

from plimsoll.base import reading
from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.base.rules import DOCUMENT_BYTES
from plimsoll.cli import main
from tests.conftest import Plimsoll
from tests.stack_texts import disk

DATA_BYTES = 1 << 30
"""What a command needs, and some for a document."""

READS = {
    "workload": ("run", "--target", "null:", "--workload", "{file}"),
    "trace": ("run", "--target", "null:", "--rate", "10", "--arrivals", "trace:{file}"),
    "stack target": ("run", "--target", "stack:{file}", "--virtual"),
    "simulate": ("simulate", "{file}"),
    "serve": ("serve", "{file}", "--unix", "s.sock"),
    "stack show": ("stack", "show", "{file}"),
    "check": ("check", "{file}"),
    "size": ("size", "{file}"),
    "size --line": ("size", "--line", "{file}", "--guest-iops", "1"),
    "campaign plan": ("campaign", "plan", "{file}"),
    "campaign run": ("campaign", "run", "{file}"),
    "campaign status": ("campaign", "status", "{file}"),
    "campaign resume": ("campaign", "resume", "{file}"),
    "token": ("web", "--token-file", "{file}"),
    "store": ("report", "--store", "{file}"),
}
DEEP = {"size --line": "[" * 100_000, "trace": None, "token": None, "store": None}
"""JSON or TOML that is nested without end, where such a thing is read; TOML unless said."""
WHOLE_PARSERS = ("workload", "simulate", "check")
"""A verb for each parser of TOML: Rust's of workloads and of stacks, and Python's."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def error_line(verb: str, file: object, code: int, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that the verb prints when it ends with this code."""
    assert main([word.format(file=file) for word in READS[verb]]) == code, capsys.readouterr().err
    out, err = capsys.readouterr()
    assert out == ""
    [line] = err.strip().splitlines()
    assert line.startswith("plimsoll: ")
    return line


# One for each reader: workloads, arrivals and stacks are read in Rust, the others in Python.
@pytest.mark.parametrize(
    "verb",
    [
        *("simulate", "check"),
        *(
            pytest.param(verb, marks=pytest.mark.long)
            for verb in ("workload", "trace", "token", "store")
        ),
    ],
)
def test_what_has_no_end_is_refused_with_the_bound(
    plimsoll: Plimsoll, here: Path, verb: str
) -> None:
    """In a process of its own, with the memory that it needs and some for a document: what is read
    to its end would not fit."""
    words = [word.format(file="/dev/zero") for word in READS[verb]]
    ended = plimsoll(*words, before=("prlimit", f"--data={DATA_BYTES}"))
    assert (ended.code, ended.out) == (65, ""), ended.err
    [line] = ended.err.strip().splitlines()
    assert " MiB" in line or " KiB" in line or "not a regular file" in line


@pytest.mark.parametrize("verb", READS)
def test_a_folder_is_no_file(here: Path, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = error_line(verb, here, 65, capsys)
    assert "irectory" in line or "not a regular file" in line


@pytest.mark.parametrize("verb", READS)
def test_what_is_not_there_is_66(here: Path, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nowhere" in error_line(verb, "nowhere", 66, capsys)


@pytest.mark.parametrize("verb", READS)
def test_what_is_no_text_says_so(here: Path, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "binary").write_bytes(b"\x9f\xff\xfe\n" * 10)
    line = error_line(verb, "binary", 65, capsys)
    assert "UTF-8" in line or verb in ("trace", "store"), line


@pytest.mark.long
@pytest.mark.parametrize("verb", [verb for verb in READS if DEEP.get(verb, "") is not None])
def test_what_is_nested_without_end_is_an_error_of_the_file(
    here: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [DEEP.get(verb) or "a = " + "[" * 50_000]
    if verb in WHOLE_PARSERS:
        texts += [
            "a = " + "{b = " * 50_000,
            "a." * 50_000 + "b = 1",
            "a = " + "[" * 50_000 + "]" * 50_000,
            "[" + "a." * 50_000 + "a]",
            "a = " + "9" * 100_000,
            "\n".join(f"k{n} = 1" for n in range(100_000)),
        ]
    for text in texts:
        (here / "deep").write_text(text)
        error_line(verb, "deep", 65, capsys)


@pytest.mark.parametrize("verb", ["campaign plan", "check", "size"])
def test_what_is_nested_as_deep_as_it_can_be_read_is_one_too(
    here: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """At whatever depth reading, checking or telling it would give up."""
    for depth in (50, 100, 200, 300, 400, 500, 700, 900):
        (here / "deep").write_text(
            f"name = {'[' * depth}{']' * depth}\n[[campaign]]\nname ="
            f" {'{a=' * depth}1{'}' * depth}\n"
        )
        error_line(verb, "deep", 65, capsys)
    assert (
        main(["campaign", "plan", "deep", "--set", f"campaign.name={'[' * 5000}{']' * 5000}"]) == 65
    )
    capsys.readouterr()


def test_a_pipe_into_which_nobody_writes_is_waited_for_so_long(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(here / "pipe")
    monkeypatch.setattr(reading, "PIPE_PATIENCE_S", 0.05)
    with pytest.raises(InputError, match="nothing came through it"):
        reading.text_of(here / "pipe")


@pytest.mark.long
def test_what_comes_through_a_pipe_is_read(here: Path, bash: Plimsoll) -> None:
    os.mkfifo(here / "pipe")
    text = "a = 1\n" * 50_000
    writing = threading.Thread(target=(here / "pipe").write_text, args=(text,))
    writing.start()
    assert reading.text_of(here / "pipe") == text
    writing.join()
    (here / "stack.toml").write_text(disk("100us", size="64m"))
    told = bash('"$PLIMSOLL" stack show <(cat stack.toml)')
    assert told.code == 0, told.err


def test_a_document_as_large_as_one_may_be_is_read(here: Path) -> None:
    (here / "file").write_bytes(b"#" * DOCUMENT_BYTES)
    assert len(reading.text_of(here / "file")) == DOCUMENT_BYTES
    (here / "file").write_bytes(b"#" * (DOCUMENT_BYTES + 1))
    with pytest.raises(InputError, match="larger than 4 MiB"):
        reading.text_of(here / "file")
    with pytest.raises(NoTargetError):
        reading.text_of(here / "file" / "below")


def test_an_empty_file_is_no_store(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "empty").touch()
    for verb in ("campaign resume", "campaign status", "store"):
        assert "is empty" in error_line(verb, "empty", 65, capsys)
