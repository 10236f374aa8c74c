"""Every verb that answers ends with the same block: how the answer stands first, nine lines at
most, none wider than the terminal. In Japanese, too, whose letters are two cells wide."""

import re
from pathlib import Path

import pytest

from plimsoll.base import cells
from plimsoll.cli.terminal import answer
from plimsoll.report.describe import Badge, Figure, First
from plimsoll.report.forms import captions
from tests.command import run_command, run_on_terminal
from tests.stack_texts import disk

COLUMNS = 80
STACK = disk("200us")
PROMISES = """
target = "stack:disk.toml"
virtual = true
[lengths]
warmup_for = "500ms"
measure_for = "2s"
[[promise]]
direction = "at_least"
value = "2000 IOPS"
[[promise]]
direction = "at_least"
value = "9000 IOPS"
"""
CAMPAIGN = """
targets = ["stack:disk.toml"]
[campaign]
name = "sweep"
virtual = true
objective = "p99 <= 5ms"
measure_for = "2s"
[load]
rate = [1000, 3000, 5200]
"""
TARGET = ("--target", "stack:disk.toml", "--virtual")
SHORT = ("--warmup-for", "0s", "--measure-for", "1s")
SEARCH = ("find", *TARGET, "--objective", "p50 <= 1ms", "--arrivals", "constant")
"""At constant service times and a constant rate few operations decide."""
FIND = (*SEARCH, "--between", "1000..6000")
LIMITS = ("limits", *TARGET, "--block-size", "4k,64k", "--measure-for", "2s")
KEPT: tuple[tuple[str, ...], ...] = (
    (*FIND, "--store", "a.db"),
    (*FIND, "--seed", "2", "--store", "b.db"),
    (*LIMITS, "--store", "limits.db"),
    ("check", "promises.toml", "--store", "check.db"),
    ("campaign", "run", "sweep.toml", "--store", "sweep.db"),
)
"""What the verbs that read find in their stores."""
VERBS: tuple[tuple[str, ...], ...] = (
    ("find", "--from", "a.db"),
    ("find", "--from", "sweep.db"),
    (*SEARCH, "--block-size", "4k,8k", "--store", "f.db"),
    ("run", *TARGET, *SHORT, "--rate", "2000", "--objective", "p99 <= 5ms", "--store", "run.db"),
    ("run", *TARGET, *SHORT, "--queue-depth", "4"),
    ("simulate", "disk.toml", *SHORT),
    ("limits", "--store", "limits.db", "--campaign", "1"),
    ("check", "promises.toml", "--store", "check.db", "--campaign", "1"),
    ("depth", *TARGET, *SHORT, "--queue-depths", "1..4", "--store", "depth.db"),
    ("compare", "a.db#1", "b.db#1"),
    ("size", "--guest-iops", "50", "--line", "a.db#1", "--guests", "20", "--controllers", "2"),
    ("history", "sweep.db"),
    ("campaign", "status", "sweep.db"),
    ("campaign", "run", "sweep.toml", "--store", "again.db"),
    (
        *("suite", "run", "aws-ebs-st1", "--store", "suite.db", *TARGET),
        *("--set", "campaign.measure_for=100ms"),
    ),
)


@pytest.fixture(scope="module")
def kept_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files and stores that the verbs need."""
    folder = tmp_path_factory.mktemp("answers")
    for name, text in (("disk", STACK), ("promises", PROMISES), ("sweep", CAMPAIGN)):
        (folder / f"{name}.toml").write_text(text)
    for words in KEPT:
        ended = run_command(words, folder)
        assert ended.returncode in (0, 1, 2), ended.stderr
    return folder


def terminal_lines(folder: Path, *words: str) -> list[str]:
    """What a command writes to a terminal, as lines without their colours."""
    code, text = run_on_terminal(words, folder, columns=COLUMNS)
    assert code in (0, 1, 2)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    return [line.rstrip() for line in plain.replace("\r\n", "\n").rstrip("\n").split("\n")]


def block_of(lines: list[str]) -> list[str]:
    """The lines after the last empty one."""
    empty = max(number for number, line in enumerate(lines) if not line)
    return lines[empty + 1 :]


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "language"),
    # What fits in letters of two cells fits in English: that is tried with some.
    [*((words, "ja") for words in VERBS), *((words, "en") for words in VERBS[:5])],
    ids=lambda given: given if isinstance(given, str) else " ".join(given),
)
def test_a_verb_ends_with_the_block_of_its_answer(
    kept_store: Path, words: tuple[str, ...], language: str
) -> None:
    lines = terminal_lines(kept_store, "--lang", language, *words)
    assert [line for line in lines if cells.width(line) > COLUMNS] == []
    block = block_of(lines)
    assert 2 <= len(block) <= answer.MOST_LINES
    assert block[0].startswith(tuple(f"{sign} " for sign in captions.SIGNS.values()))


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("word", ["limit ", "上限"])
def test_a_long_answer_keeps_to_the_lines_of_the_block(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int, word: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(answer.screen, "is_terminal", lambda: True)
    text = (word * 200)[:170]
    first = First(
        Badge("missed", "Missed"),
        "Measured",
        (("Host", "vm"),),
        text[:90],
        Figure("Load line", "5,000 IOPS", "line 4,000 to 6,000"),
        tuple((f"Row {number}", text) for number in range(6)),
        obstacle=text * 3,
        todo=text * 2,
    )
    answer.block(first, ["Kept as campaign 1 in s.db"])
    empty, *block = capsys.readouterr().out.splitlines()
    assert empty == ""
    assert len(block) <= answer.MOST_LINES
    assert max(map(cells.width, block)) <= columns
    assert block[0].startswith("✗ Missed")
    assert block[-1] == "Kept as campaign 1 in s.db"
    # What stands in the way and what to do are cut, and neither is left out.
    assert sum(line.endswith(" …") for line in block) == 2
