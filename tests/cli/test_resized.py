"""The line of progress on a terminal that becomes narrower while a frame is on its way to it."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal import workers as worker_lines

if TYPE_CHECKING:
    from collections.abc import Callable

WIDE, NARROW = 100, 60
PARTS = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([\r\n])|([^\x1b\r\n])")


class Terminal:
    """As a VT100 does: lines, a cursor, autowrap. What stands already is cut when it becomes
    narrower, as xterm does."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[str] = [""]
        self.row = self.column = 0
        self.wraps = True

    def feed(self, text: str) -> None:
        for found in PARTS.finditer(text):
            number, command, control, sign = found.groups()
            if command == "A":
                self.row = max(0, self.row - int(number or 1))
            elif command == "K":
                self.rows[self.row] = ""
            elif command in ("h", "l") and number == "?7":
                self.wraps = command == "h"
            elif control == "\r":
                self.column = 0
            elif control == "\n":
                self._down()
            elif sign:
                self._put(sign)

    def _down(self) -> None:
        self.row, self.column = self.row + 1, 0
        if self.row == len(self.rows):
            self.rows.append("")

    def _put(self, sign: str) -> None:
        if self.column >= self.width:
            if not self.wraps:
                return
            self._down()
        row = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = row[: self.column] + sign + row[self.column + 1 :]
        self.column += 1

    def narrowed(self, width: int) -> None:
        self.width = width
        self.rows = [row[:width] for row in self.rows]
        self.column = min(self.column, width - 1)


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


def left_behind(cut: int, stream: Callable[[Any], Any]) -> list[str]:
    """Rows of a terminal that became narrower when so many signs of a frame were still to come,
    after the next frame."""
    from rich.console import Console
    from rich.progress import TextColumn

    pipe, terminal = Pipe(), Terminal(WIDE)
    console = Console(
        file=stream(pipe), width=WIDE, height=24, force_terminal=True, color_system=None
    )
    workers = [
        {
            "worker": number,
            "name": None,
            "workers": 1,
            "achieved_rate_per_s": 100.0,
            "bytes_per_s": 409_600.0,
            "response_time_ns_p50": 1e5,
            "response_time_ns_p99": None,
            "run_errors": 0,
            "host": False,
        }
        for number in range(6)
    ]
    bar = worker_lines.WithWorkers(
        TextColumn("{task.description}"),
        below=lambda: worker_lines.lines(workers, console.width - 1),
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.start()
    try:
        bar.add_task("measuring")
        bar.refresh()
        told = pipe.took()
        terminal.feed(told[: len(told) - cut])
        terminal.narrowed(NARROW)
        terminal.feed(told[len(told) - cut :])
        console.width = NARROW
        bar.refresh()
        terminal.feed(pipe.took())
        return [row for row in terminal.rows if row.strip()]
    finally:
        bar.stop()


@pytest.mark.parametrize("cut", [1, 60, 170, 333, 480])
def test_no_line_of_the_frame_before_stays(cut: int) -> None:
    rows = left_behind(cut, screen.Unwrapped)
    assert [row.split()[0] for row in rows] == ["measuring", "worker", "0", "1", "2", "3", "4", "5"]
    assert max(map(len, rows)) <= NARROW


def test_the_terminal_of_this_test_would_show_one_that_stays() -> None:
    assert len(left_behind(333, lambda pipe: pipe)) > 8


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
    assert written[0] == screen.Unwrapped.OFF
    assert written[-1] == screen.Unwrapped.ON
    # Nothing is drawn but between the two.
    assert all(
        part in (screen.Unwrapped.OFF, screen.Unwrapped.ON)
        or written[place - 1] == screen.Unwrapped.OFF
        for place, part in enumerate(written)
    )
