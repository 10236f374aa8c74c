"""Transcripts of the docs: what can be run again with the same answer is, and every command that is
shown exists as it is shown.

Repeatable is what needs no machine: described stacks on the virtual clock, sums, refusals. Whatever
the page shows must be in the output, in that order; of a table columns and rows may be left out.
Commands that are cut, or name files of the reader's own, are not run.
"""

import re
import shlex
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from plimsoll.cli import app
from tests.command import run_command

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("docs/start/*.md")),
    *sorted(ROOT.glob("docs/concepts/*.md")),
    *sorted(ROOT.glob("docs/how-to/*.md")),
]
LEAST = 15
"""Transcripts that are run again, at least: a page that is written so that none is found proves
nothing."""
STATUS = "; echo $?"


@dataclass
class Transcript:
    """A command of a page and what the page shows of its output."""

    page: str
    line: int
    command: str
    output: list[str] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        """The command's words, without a comment and without what asks for its status."""
        try:
            return shlex.split(self.command.removesuffix(STATUS), comments=True)
        except ValueError:
            return []

    @property
    def repeatable(self) -> bool:
        """Whether it gives the same output anywhere."""
        words = self.words
        if (
            not self.output
            or "…" in self.command
            or any(mark in self.command for mark in ("|", "&&", "--store", "--json"))
        ):
            return False
        files = [word.removeprefix("stack:") for word in words[2:] if word.endswith(".toml")]
        if not all((ROOT / file).exists() for file in files):
            return False
        virtual = (
            "--virtual" in words
            or words[1] in ("simulate", "size")
            or words[1:3] == ["stack", "show"]
        )
        promise = words[1] == "check" and bool(files)
        return (virtual or promise or STATUS in self.command) and (
            bool(files) or "--target nope" in self.command
        )


def transcripts(page: Path) -> list[Transcript]:
    """Every command of a page that a shell would be given."""
    found: list[Transcript] = []
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            found.append(Transcript(str(page.relative_to(ROOT)), number, line[2:]))
        elif inside and found and found[-1].command.endswith("\\") and not found[-1].output:
            found[-1].command = found[-1].command[:-1] + line.strip()
        elif inside and found:
            found[-1].output.append(line.rstrip())
    return [one for one in found if one.command.startswith("plimsoll ")]


ALL = [one for page in PAGES for one in transcripts(page)]
REPEATABLE = [one for one in ALL if one.repeatable]


def _names(one: Transcript) -> str:
    return f"{one.page}:{one.line}"


@cache
def _command_output(words: tuple[str, ...]) -> tuple[list[str], int]:
    """What a command says, which several pages may show, and its exit code."""
    ended = run_command(words, ROOT, COLUMNS="200", NO_COLOR="1")
    return [*ended.stderr.splitlines(), *ended.stdout.splitlines()], ended.returncode


@pytest.mark.long
@pytest.mark.parametrize("one", REPEATABLE, ids=_names)
def test_a_transcript_is_what_the_command_says(one: Transcript) -> None:
    said, code = _command_output(tuple(one.words[1:]))
    if STATUS in one.command:
        said = [*said, str(code)]
    missing = _missing(one.output, said)
    assert missing is None, f"{one.command} does not say: {missing}\n\n" + "\n".join(said)


def _missing(page: list[str], said: list[str]) -> str | None:
    """The first line of the page that the output lacks after what came before; none when all is
    there."""
    rest = iter(said)
    for line in page:
        wanted = _cells(line)
        if wanted and not any(_within(wanted, _cells(other)) for other in rest):
            return line
    return None


def _cells(line: str) -> list[str]:
    """The columns of a line; nothing of a rule, and of what stands for what was left out."""
    return [cell for cell in re.split(r"\s{2,}", line.strip()) if cell.strip("─… ")]


def _within(wanted: list[str], cells: list[str]) -> bool:
    """Whether a line has these columns, in this order; `…` in one stands for what was left out."""
    rest = iter(cells)
    return all(
        any(re.fullmatch(".*".join(map(re.escape, one.split("…"))), cell) for cell in rest)
        for one in wanted
    )


def test_enough_is_run_again() -> None:
    assert len(REPEATABLE) >= LEAST


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_exists_with_its_options(page: Path) -> None:
    unknown = []
    for one in transcripts(page):
        command, rest = _verb(one.words[1:])
        known = {
            name
            for parameter in command.params
            for name in (*parameter.opts, *parameter.secondary_opts)
        }
        asked = {word.split("=")[0] for word in rest if re.fullmatch(r"--[a-z].*", word)} - {
            "--help"
        }
        unknown += [
            f"{_names(one)}: {command.name} has no {name}" for name in sorted(asked - known)
        ]
    assert unknown == []


@cache
def _whole() -> Any:
    """The command with every verb."""
    return get_command(app())


def _verb(words: list[str]) -> tuple[Any, list[str]]:
    """The command that these words name, and what is left of them."""
    command: Any = _whole()
    while hasattr(command, "commands") and words and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    return command, words
