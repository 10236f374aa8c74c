"""`plimsoll watch`: what is seen of a real Run from another process, in a pipe, on a terminal, as
JSON."""

import codecs
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from plimsoll.cli import main
from plimsoll.cli.schema import own
from plimsoll.cli.terminal import watch_text
from plimsoll.live import runtime_dir
from plimsoll.live.pulse import PulseDocument
from plimsoll.store import Store
from tests.conftest import COMMAND, Plimsoll
from tests.live.conftest import Started
from tests.patience import PATIENCE_S
from tests.schemas import keeps
from tests.words import argv

Running = Callable[..., tuple[Started, Path]]
Begin = Callable[..., Started]

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.mark.long
def test_in_a_pipe_a_line_comes_with_each_interval_and_the_end_with_the_run(
    running: Running, begin: Begin
) -> None:
    process, store = running()
    watching = begin("watch", "--store", store)
    told = [watching.stdout.readline()]
    while len([line for line in told if "measure at" in line]) < 3:
        told.append(watching.stdout.readline())
        assert told[-1], watching.communicate()
    assert process.poll() is None, "the lines came while it ran"
    process.send_signal(signal.SIGINT)
    assert "campaign 1 (run): running" in told[0]
    assert "\x1b" not in "".join(told)
    assert re.search(
        r"300 offered|\d+ offered, \d+ achieved IOPS; .*response time mean .*, p99 ", told[-1]
    )
    out, err = watching.communicate(timeout=PATIENCE_S)
    assert (watching.returncode, err) == (0, "")
    process.communicate(timeout=PATIENCE_S)
    assert f"campaign 1 (run) in {store}: interrupted" in out


@pytest.mark.long
def test_its_json_is_a_document_a_line_and_leaves_no_interval_out(
    running: Running, begin: Begin
) -> None:
    process, store = running()
    watching = begin("watch", "--store", store, "--json")
    assert watching.stdout is not None
    told = [watching.stdout.readline() for _ in range(5)]
    process.send_signal(signal.SIGINT)
    out, err = watching.communicate(timeout=PATIENCE_S)
    process.communicate(timeout=PATIENCE_S)
    assert (watching.returncode, err) == (0, "")
    *pulses, end = map(json.loads, [*told, *out.splitlines()])
    schema = own("pulse")
    for one in pulses:
        keeps(one, schema)
    keeps(end, own("campaign"))
    assert (end["state"], end["runs"]) == ("interrupted", 1)
    seen = [one["index"] for pulse in pulses for one in pulse["intervals"]]
    assert seen == list(range(seen[0], seen[0] + len(seen)))
    with Store.open(store, read_only=True) as kept:
        assert {kept.runs(1)[0].outcome: 1} == end["outcomes"]


def pulse_with(*places: int, seen_at_s: float, run: int | None = 1) -> PulseDocument:
    """The part of a pulse that a feed of intervals reads."""
    intervals = [{"run": run, "index": place, "seen_at_s": seen_at_s + place} for place in places]
    return cast("Any", {"run": None, "intervals": intervals})


@pytest.mark.parametrize("run", [1, None])
def test_an_interval_comes_once_though_the_source_changes_while_the_process_is_late(
    run: int | None,
) -> None:
    feed = watch_text.IntervalFeed()

    def places(pulse: PulseDocument) -> list[int]:
        return [one["index"] for one in feed.take(pulse)]

    assert places(pulse_with(0, 1, 2, seen_at_s=100.0, run=run)) == [2]
    assert places(pulse_with(0, 1, 2, 3, seen_at_s=100.0, run=run)) == [3]
    if run is not None:
        # The store is behind, and took another moment for the one at which each was seen.
        assert places(pulse_with(0, 1, seen_at_s=100.4)) == []
        assert places(pulse_with(0, 1, 2, 3, 4, seen_at_s=100.4)) == [4]
    assert places(pulse_with(*range(7), seen_at_s=100.0, run=run))[-2:] == [5, 6]
    assert places(pulse_with(0, seen_at_s=200.0, run=2)) == [0], "of the next Run"


@pytest.mark.long
def test_ctrl_c_ends_the_watching_and_nothing_else(running: Running, begin: Begin) -> None:
    process, store = running()
    watching = begin("watch", "--store", store)
    assert watching.stdout.readline()
    watching.send_signal(signal.SIGINT)
    _, err = watching.communicate(timeout=PATIENCE_S)
    assert watching.returncode == 130
    assert "still running" in err
    assert process.poll() is None


@pytest.mark.long
def test_a_process_that_cannot_be_heard_is_seen_through_its_store(
    running: Running, plimsoll: Plimsoll, tmp_path: Path
) -> None:
    _, store = running()
    elsewhere = str(tmp_path / "another")
    seen = plimsoll("watch", "--store", store, "--once", XDG_RUNTIME_DIR=elsewhere, code=0)
    assert "campaign 1 (run): running; from the store, up to 5 s late" in seen.out
    told = plimsoll("watch", "--store", store, "--once", "--json", XDG_RUNTIME_DIR=elsewhere)
    keeps(told.document, own("pulse"))
    assert told.document["late_s"] == 5
    assert told.document["run"]["offered_rate_per_s"] == 300


def test_what_cannot_be_watched_is_told(plimsoll: Plimsoll) -> None:
    assert plimsoll("watch", "--store", "no-such.db").code == 66
    plimsoll(*argv("run --target null: --measure-for 200ms --warmup-for 0s --store kept.db"))
    other = plimsoll("watch", "--store", "kept.db", "--campaign", "9", code=64)
    assert "It holds: 1 (run)." in other.err
    # One that is over is told at once.
    over = plimsoll("watch", "--store", "kept.db")
    assert (over.code, over.out.splitlines()[0]) == (0, "campaign 1 (run) in kept.db: finished")


def test_the_store_need_not_be_named_when_one_process_measures(
    running: Running,
    runtime: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Here, so that only what this test started is heard: other tests measure meanwhile.
    monkeypatch.setattr(runtime_dir, "folders", lambda: [runtime])
    monkeypatch.chdir(tmp_path)
    assert main(["watch", "--once"]) == 66
    assert "Name a store with --store" in capsys.readouterr().err
    running()
    assert main(["watch", "--once"]) == 0
    assert "campaign 1 (run): running" in capsys.readouterr().out


def on_a_terminal(
    command: list[str], *, columns: int, lines: int, environment: dict[str, str]
) -> Iterator[str]:
    """What the command writes to a terminal of that size, as it comes; Ctrl-C when the caller has
    had enough."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    unset = {"COLUMNS", "LINES", "NO_COLOR"}
    known = {key: value for key, value in os.environ.items() if key not in unset}
    process = subprocess.Popen(
        command, stdin=inner, stdout=inner, stderr=inner, env={**known, **environment}
    )
    os.close(inner)
    try:
        # What is read at once may end within a letter.
        decoder = codecs.getincrementaldecoder("utf-8")()
        while select.select([outer], [], [], PATIENCE_S)[0]:
            try:
                yield decoder.decode(os.read(outer, 65536))
            except OSError:
                return
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE_S)
        os.close(outer)


def watch_output(store: Path, **environment: str) -> str:
    """Some frames of a watch on a terminal of 80 columns and 24 lines."""
    text = ""
    command = [str(COMMAND), "watch", "--store", str(store)]
    frames = on_a_terminal(
        command, columns=80, lines=24, environment={"TERM": "xterm-256color", **environment}
    )
    for part in frames:
        text += part
        if text.count("achieved") >= 3:
            break
    frames.close()  # type: ignore[attr-defined]
    return text


@pytest.mark.long
def test_on_a_terminal_it_is_redrawn_fits_and_heeds_what_the_terminal_cannot(
    running: Running,
) -> None:
    _, store = running(intervals=3)
    text = watch_output(store)
    assert "\x1b[2K" in text, "drawn over"
    plain = ESCAPES.sub("", text)
    rows = [row.strip("\r") for row in plain.split("\n")]
    assert max(len(row) for row in rows if "\r" not in row) <= 80
    for label in ("offered", "achieved", "bytes", "response time p99", "CPU", "left in all"):
        assert label in plain, label
    assert any(bar in plain for bar in "▁▂▃▄▅▆▇█")
    colours = re.compile(r"\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7])[0-9;]*m")
    assert not colours.search(watch_output(store, NO_COLOR="1"))
    assert "\x1b" not in watch_output(store, TERM="dumb")
