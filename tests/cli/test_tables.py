"""Tables on terminals of any width: every figure stays whole, nothing is wider than the terminal, a
pipe gets it all. The line of progress wraps nowhere, so that none stays when a terminal narrows."""

import fcntl
import functools
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from plimsoll.cli.terminal import screen, table
from tests.conftest import Plimsoll
from tests.patience import PATIENCE_S
from tests.stack_texts import disk

HEAD = [
    "line",
    "recommended",
    "up to",
    "line itself",
    "of maximum",
    "holds for",
    "why it ended",
    "Runs",
    "test time",
]
ROWS = [
    [
        "read 100 %",
        "304,000",
        "320,000",
        "306,400",
        "86%",
        "6.58 s",
        "too close to decide",
        "21",
        "45.9 s",
    ],
    [
        "read 70 %",
        "125,700",
        "132,000",
        "128,600",
        "63%",
        "12.5 s",
        "too close to decide",
        "18",
        "68.8 s",
    ],
    ["read 0 %", "–", "–", "–", "–", "not confirmed", "the client was full", "13", "98.3 s"],
]
PROGRAM = f"""
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.table import Bars
screen.table({HEAD!r}, {ROWS!r}, bars=Bars(1, [304000, 125700, None]))
"""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def table_lines(columns: int, **environment: str) -> list[str]:
    """The lines of the table on a terminal of that width."""
    return [
        line.rstrip("\r")
        for line in ESCAPES.sub("", terminal_output(columns, **environment)).split("\n")
    ]


@functools.cache
def terminal_output(columns: int, **environment: str) -> str:
    """All that the program writes to a terminal of that width."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    known = {
        key: value
        for key, value in os.environ.items()
        if key not in {"COLUMNS", "LINES", "NO_COLOR"}
    }
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdout=inner,
        env={**known, "TERM": "xterm-256color", **environment},
    )
    os.close(inner)
    said = b""
    while True:
        try:
            said += os.read(outer, 65536)
        except OSError:
            break
    assert process.wait(timeout=PATIENCE_S) == 0
    os.close(outer)
    return said.decode()


@pytest.mark.long
@pytest.mark.parametrize("columns", [40, 80, 100, 116, 160])
def test_on_a_terminal_it_is_no_wider_and_no_figure_is_cut(columns: int) -> None:
    lines = table_lines(columns)
    assert max(map(len, lines)) <= columns
    text = "\n".join(lines)
    assert "…" not in text
    for row in ROWS:
        for figure in [*row[1:5], row[7], row[8]]:
            # Whole, and on one line with its unit.
            assert re.search(rf"(?<![\d,]){re.escape(figure)}(?![\d,])", text), figure
    words = set(re.findall(r"[a-z]+", " ".join(cell for row in ROWS for cell in row)))
    assert words <= set(re.findall(r"[a-z]+", text)), "no word is taken apart"


def test_eighty_columns_are_a_table_and_forty_are_blocks() -> None:
    assert any(line.startswith("───") for line in table_lines(80))
    narrow = table_lines(40)
    assert not any("───" in line for line in narrow)
    assert "  recommended   304,000" in narrow


def test_bars_stand_beside_figures_where_there_is_room() -> None:
    wide = [line for line in table_lines(160) if "█" in line]
    assert len(wide) == 2
    first, second = (len(re.findall("█", line)) for line in wide)
    assert second / first == pytest.approx(125700 / 304000, abs=0.05)
    assert not any("█" in line for line in table_lines(80))


@pytest.mark.parametrize("share", [0.0, 0.06, 0.5, 1.0])
def test_a_bar_is_as_long_as_it_says(share: float) -> None:
    made = table.bar(share, 8)
    eighths = sum(8 if sign == "█" else table.EIGHTHS.index(sign) for sign in made)
    assert eighths == pytest.approx(share * 64, abs=0.5)


@pytest.mark.long
def test_a_terminal_that_cannot_be_drawn_over_and_a_pipe_get_the_same_whole_lines() -> None:
    piped = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    ).stdout
    dumb = table_lines(80, TERM="dumb")
    assert dumb == piped.split("\n")
    (row,) = [line for line in dumb if "read 100 %" in line]
    assert row.split() == " ".join(ROWS[0]).split()


def test_without_colours_it_is_the_same_table() -> None:
    assert not re.search(r"\x1b\[[0-9;]*(3|4|9)[0-7]", terminal_output(100, NO_COLOR="1"))
    assert table_lines(100, NO_COLOR="1") == table_lines(100)


class Pipe:
    """Takes what is written to it, and says that it is a terminal."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return True

    def took(self) -> str:
        text, self.text = self.text, ""
        return text


def test_the_meter_writes_through_it_and_leaves_the_terminal_wrapping(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe = Pipe()
    monkeypatch.setattr(sys, "stderr", pipe)
    monkeypatch.setenv("TERM", "xterm-256color")
    with screen.Meter() as meter:
        meter.show("measuring", 3.0)
        meter.say("the generator was late: p99 of own lag is 889 µs, more than 50 µs")
    told = pipe.took()
    assert "889 µs, more than 50 µs" in told
    written = [part for part in re.split(r"(\x1b\[\?7[hl])", told) if part]
    assert written[0] == screen.NoWrapStream.OFF
    assert written[-1] == screen.NoWrapStream.ON
    # Nothing is drawn but between the two.
    assert all(
        part in (screen.NoWrapStream.OFF, screen.NoWrapStream.ON)
        or written[place - 1] == screen.NoWrapStream.OFF
        for place, part in enumerate(written)
    )


def test_a_latency_that_is_the_only_one_is_named_once(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "disk.toml").write_text(disk())
    asked = ("run", "--target", "stack:disk.toml", "--virtual", "--read", "50")
    at_a_rate = ("--rate", "100", "--measure-for", "10s", "--no-store")
    table, _ = re.split(r"\n *\n", plimsoll(*asked, *at_a_rate).out.strip())
    head, _, *rows = [line for line in table.splitlines() if line.strip()]
    assert head.split("  ")[0].strip() == "response time"
    assert [re.split(r"\s{2,}", row.strip())[0] for row in rows] == ["read", "write", "all"]
