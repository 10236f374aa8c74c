"""The demo end to end on a small file, and Ctrl-C in the middle of it: the test file is gone, what
was measured is kept."""

import os
import signal
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import Interruption
from plimsoll.cli import main
from plimsoll.native.session import Session, Stop
from plimsoll.store import Store
from tests.conftest import COMMAND
from tests.patience import PATIENCE_S


def answer_when(folder: Path, line_says: str, *arguments: str) -> tuple[int, str, str]:
    """Runs a demo in the folder and sends SIGINT once a line of its progress says this: (exit code,
    stderr, stdout)."""
    running = subprocess.Popen(
        [COMMAND, "demo", "--size", "16m", *arguments],
        cwd=folder,
        env={**os.environ, "XDG_STATE_HOME": str(folder / "state")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    seen = []
    # Driven by what the demo says, so the speed of the machine does not matter.
    for line in running.stderr:
        seen.append(line)
        if line_says in line:
            running.send_signal(signal.SIGINT)
            break
    out, rest = running.communicate(timeout=PATIENCE_S)
    return running.returncode, "".join(seen) + rest, out


NOTHING = "Stopped early: no load line, nothing was measured yet."
KNOWN = "Known by then: "


@pytest.mark.long
@pytest.mark.parametrize(
    ("moment", "known", "kept"),
    [
        # A file that is small is filled before the wish is seen.
        ("filling", (NOTHING, "Stopped after the test file was filled. Nothing was measured."), ()),
        ("maximum depth 4", (f"{KNOWN}the highest rate without an objective is ≥ ",), ("--keep",)),
        ("measuring at a light load", (f"{KNOWN}the maximum is ",), ()),
    ],
)
def test_ctrl_c_ends_a_demo_cleanly_with_what_is_known_and_kept(
    disk: Path, moment: str, known: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    code, said, out = answer_when(disk, moment, "--why", *kept)
    assert code == 130, said
    assert "Traceback" not in said
    assert said.strip().splitlines()[-1].startswith("plimsoll: interrupted")
    path = disk / "plimsoll-demo.dat"
    assert path.exists() == bool(kept)
    assert not kept or path.stat().st_size == 16 << 20
    # The line of the badge stands before it.
    first = next(line for line in out.splitlines() if line and " · " not in line)
    assert first.startswith(("Stopped early", "Stopped after the test file was filled"))
    assert any(words in " ".join(out.split()) for words in known), out
    if moment != "filling":
        assert_finished_runs(disk / "plimsoll.db")


def assert_finished_runs(path: Path) -> None:
    """The store has the Runs that finished before the demo was stopped."""
    with Store.open(path, create=False, read_only=True) as store:
        [campaign] = store.campaigns()
        finished = [run for run in store.runs(campaign.id) if run.state == "finished"]
        assert len(finished) >= 2
        assert finished[0].outcome != "stopped"
        assert campaign.kind == "demo"
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.parametrize("while_it_opens", [True, False])
def test_a_demo_that_was_stopped_once_its_file_was_filled_keeps_no_campaign(
    disk: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    while_it_opens: bool,
) -> None:
    open_session = Session.open

    def open_and_stop(*arguments: Any, stop: Stop, **named: Any) -> Session:
        if while_it_opens:
            stop.request()
            raise Interruption("interrupted")
        session = open_session(*arguments, stop=stop, **named)
        stop.request()
        return session

    monkeypatch.setenv("XDG_STATE_HOME", str(disk / "state"))
    monkeypatch.setattr(Session, "open", open_and_stop)
    assert main(["demo", "--size", "16m", "--dir", str(disk)]) == 130
    told = capsys.readouterr()
    assert told.out == ("Stopped after the test file was filled. Nothing was measured.\n")
    assert "interrupted before anything was measured. The test file is removed." in told.err
    assert not list(disk.glob("plimsoll*"))
