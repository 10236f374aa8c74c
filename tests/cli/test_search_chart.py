"""The curve of a search in letters, sentences that fit a terminal, and the colours of verdicts."""

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from plimsoll.cli.terminal import screen, search_chart, verdict_colours
from plimsoll.report.evidence.search_progress import ProbePoint, SearchProgress, SearchReader
from plimsoll.store import Store
from tests import stores
from tests.command import run_command

PLIMSOLL = (sys.executable, "-m", "plimsoll")
STACK = Path(__file__).parents[2] / "examples" / "stacks" / "iops-cap.toml"


def progress_of(*probes: tuple[float, float, str, bool]) -> SearchProgress:
    """The progress of a search after these Runs: rate, ms, verdict, whether it was a hold."""
    made = tuple(
        ProbePoint(number, rate, ms * 1e6, verdict, hold)
        for number, (rate, ms, verdict, hold) in enumerate(probes)
    )
    return SearchProgress(
        "p99",
        3e6,
        "p99 response time <= 3 ms",
        made,
        max((one.rate for one in made if one.verdict == "met"), default=None),
        min((one.rate for one in made if one.verdict == "missed"), default=None),
    )


CLOSING = progress_of(
    (1_000, 0.5, "met", False), (8_000, 2.0, "met", True), (10_000, 9.0, "missed", False)
)


@pytest.mark.parametrize("width", [40, 79, 100, 200])
@pytest.mark.parametrize("height", [8, 10, 30])
def test_the_chart_fits_whatever_room_it_gets(width: int, height: int) -> None:
    drawn = search_chart.lines(CLOSING, width, height)
    assert len(drawn) <= height
    assert all(len(line) <= width for line in drawn)


def test_where_there_is_no_room_or_nothing_known_there_is_no_chart() -> None:
    assert search_chart.lines(CLOSING, 39, 30) == []
    assert search_chart.lines(CLOSING, 80, 7) == []
    assert search_chart.lines(progress_of(), 80, 30) == []
    assert search_chart.lines(None, 80, 30) == []


def test_a_mark_stands_where_its_rate_and_its_time_are() -> None:
    rows = [line for line in search_chart.lines(CLOSING, 80, 14) if "┤" in line]
    at = {
        mark: next((y, row.index(mark)) for y, row in enumerate(rows) if mark in row)
        for mark in "●◆×"
    }
    # Faster Runs to the right, slower times higher.
    assert at["●"][1] < at["◆"][1] < at["×"][1]
    assert at["●"][0] > at["◆"][0] > at["×"][0]
    bound = next(y for y, row in enumerate(rows) if "<= 3 ms" in row)
    assert at["×"][0] < bound < at["◆"][0]
    # Shaded from the hold that met it to the probe that missed it, and nowhere else.
    shaded = [x for row in rows for x, cell in enumerate(row) if cell == search_chart.BRACKET]
    assert (min(shaded), max(shaded)) == (at["◆"][1], at["×"][1])


def test_the_bracket_closes_with_each_run_and_is_said_in_figures() -> None:
    def wide(seen: SearchProgress) -> int:
        return search_chart.lines(seen, 80, 12)[0].count(search_chart.BRACKET)

    closer = progress_of(
        *((one.rate, one.ns / 1e6, one.verdict, one.hold) for one in CLOSING.probes),
        (9_000, 4.0, "missed", False),
    )
    assert 0 < wide(closer) < wide(CLOSING)
    assert "Met in a Run up to 8,000 IOPS, missed from 9,000 IOPS; not confirmed yet." in " ".join(
        search_chart.lines(closer, 80, 12)
    )


def test_what_contradicts_itself_brackets_nothing() -> None:
    seen = progress_of((9_000, 2.0, "met", False), (8_000, 4.0, "missed", False))
    assert search_chart.BRACKET not in "".join(search_chart.lines(seen, 80, 12))


def test_a_kept_search_is_read_from_its_store(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        row = store.campaign(stores.search(store).confirm())
        assert row is not None
        looks = SearchReader(store)
        found = looks.look(row)
        assert found.probes
        assert found == looks.look(row)


def test_words_are_never_broken_and_what_belongs_together_stays_so() -> None:
    said = screen.wrap("  probe 45,420 IOPS: undecided, 45,522 achieved, p99 3.15 ms", 40)
    assert said == ["  probe 45,420 IOPS: undecided, 45,522", "    achieved, p99 3.15 ms"]
    assert screen.wrap("short", 40) == ["short"]
    path = "/a/very/long/path/that/has/no/blank/in/it/at/all.toml"
    assert screen.wrap(f"kept in {path}", 30)[-1] == path


@pytest.mark.parametrize(
    ("text", "coloured"),
    [
        ("  probe 100 IOPS: fail (objective missed), 99 achieved", ["fail"]),
        ("kept", ["kept"]),
        ("Kept as campaign 1 in plimsoll.db", []),
        ("broken: 900 IOPS, at least 1,000 required", ["broken"]),
        ("the bypass failed over", []),
        ("objective undecided (too few)", ["objective undecided"]),
    ],
)
def test_only_a_word_that_is_a_verdict_is_coloured(text: str, coloured: list[str]) -> None:
    drawn = verdict_colours.line(text)
    assert [text[span.start : span.end] for span in drawn.spans] == coloured
    assert drawn.plain == text


def on_terminal(columns: int, *arguments: str, folder: Path, **more: str) -> str:
    """What a command writes to a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    process = subprocess.Popen(
        [*PLIMSOLL, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**plain, "TERM": "xterm-256color", **more},
    )
    os.close(theirs)
    said = b""
    with contextlib.suppress(OSError):
        while part := os.read(ours, 65_536):
            said += part
    os.close(ours)
    assert process.wait() == 0
    return said.decode()


# At a constant rate it takes the fewest operations to decide.
FIND = (
    *("find", "--target", f"stack:{STACK}", "--virtual", "--objective", "p50 <= 1ms"),
    *("--arrivals", "constant"),
)


@pytest.mark.long
def test_find_draws_its_curve_on_a_terminal_and_only_there(tmp_path: Path) -> None:
    said = on_terminal(80, *FIND, "--seed", "1", folder=tmp_path)
    # While it goes on, and once more above the answer.
    assert "IOPS offered" in said
    assert "not confirmed yet" in said
    assert "met" in said[said.rindex("IOPS offered") :]
    assert "\x1b[32m" in said
    piped = run_command((*FIND, "--seed", "1", "--no-store"), tmp_path)
    assert piped.returncode == 0
    for text in (piped.stdout, piped.stderr):
        assert "┤" not in text
        assert "\x1b" not in text


@pytest.mark.long
def test_no_color_is_kept(tmp_path: Path) -> None:
    """Of verdicts as of curves: what both are drawn with is one console."""
    run = ("run", *FIND[1:], "--rate", "1000", "--measure-for", "2s")
    for more in ({}, {"NO_COLOR": "1"}):
        said = on_terminal(80, *run, folder=tmp_path, **more)
        assert "Met" in said
        coloured = [
            code for code in ("\x1b[32m", "\x1b[1;32m", "\x1b[1;31m", "\x1b[33m") if code in said
        ]
        assert bool(coloured) != bool(more)
