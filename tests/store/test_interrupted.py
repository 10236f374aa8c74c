"""Runs that a kill cut are told as such to whoever reads the store, with SQL too; those of a
process that lives are left alone."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from plimsoll.base import process
from plimsoll.store import Store
from plimsoll.store.schema import CUT
from tests.conftest import Plimsoll

from .conftest import smallest_record

BEGIN = """
import os, sys
from plimsoll.store import Store
store = Store.open(sys.argv[1])
campaign = store.begin_campaign("find", None, "load line", 1, "{}")
store.begin_run(campaign, "probe", "{}")
store.add_interval(1, 0, '{"index": 0}', None, None)
store.flush()
os.kill(os.getpid(), 9)
"""


def run_states(path: Path) -> list[tuple[str, str | None]]:
    """State and reason of every Run, as SQL reads them."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT state, why FROM run ORDER BY id").fetchall()
    connection.close()
    return rows


def cut(path: Path) -> None:
    subprocess.run([sys.executable, "-c", BEGIN, str(path)], check=False)
    assert run_states(path) == [("running", None)]


def test_the_next_who_opens_the_store_to_write_notes_what_a_kill_cut(path: Path) -> None:
    cut(path)
    with Store.open(path, read_only=True) as store:
        assert store.runs(1)[0].state == "interrupted"
    assert run_states(path) == [("running", None)], "who reads writes nothing"
    with Store.open(path) as store:
        assert run_states(path) == [("abandoned", CUT)]
        (run,) = store.runs(1)
        assert (run.state, run.why, run.finished_at_ns) == ("interrupted", CUT, None)
        assert len(store.intervals(run.id)) == 1
        assert store.running() == []


def test_a_run_of_a_process_that_lives_is_left_alone(path: Path) -> None:
    with Store.open(path) as writing:
        run = writing.begin_run(None, "run", "{}")
        Store.open(path).close()
        assert run_states(path) == [("running", None)]
        writing.finish_run(run, smallest_record(), {})
    assert run_states(path) == [("finished", None)]


def test_a_process_that_cannot_be_seen_from_here_is_left_alone(path: Path) -> None:
    boot, namespace, pid, start = (process.name_of(os.getpid()) or "").split()
    writers = {
        # In another container, perhaps alive.
        f"{boot} 1 {pid} {start}": "running",
        "unknown": "running",
        # Before the last boot, of a process that began later under the same number, and none of
        # that number.
        f"{'0' * len(boot)} {namespace} {pid} {start}": "abandoned",
        f"{boot} {namespace} {pid} 1": "abandoned",
        f"{boot} {namespace} 999999999 {start}": "abandoned",
    }
    with Store.open(path) as store:
        for _ in writers:
            store.begin_run(None, "run", "{}")
    connection = sqlite3.connect(path, isolation_level=None)
    for number, writer in enumerate(writers, 1):
        connection.execute("UPDATE run SET writer = ? WHERE id = ?", (writer, number))
    connection.close()
    Store.open(path).close()
    assert [state for state, _ in run_states(path)] == list(writers.values())


def test_a_campaign_that_is_taken_again_notes_what_a_kill_cut_while_it_was_open(path: Path) -> None:
    with Store.open(path) as store:
        campaign = store.begin_campaign("campaign", None, "grid", 1, "{}", planned=[])
        store.begin_run(campaign, "run", "{}")
        with sqlite3.connect(path) as other:
            gone = f"{'0' * 36} 1 1 1"
            other.execute("UPDATE run SET writer = ?", (gone,))
            other.execute("UPDATE campaign SET writer = ?", (gone,))
        other.close()
        store.plans.take(campaign)
        assert run_states(path) == [("abandoned", CUT)]


@pytest.mark.long
def test_the_status_of_a_campaign_counts_them(tmp_path: Path, plimsoll: Plimsoll) -> None:
    file = tmp_path / "c.toml"
    file.write_text(
        'targets = ["null:"]\n[campaign]\nname = "cut"\nmeasure_for = "1h"\nsettle = false\n'
    )
    command = [
        sys.executable,
        "-m",
        "plimsoll",
        "campaign",
        "run",
        "c.toml",
        "--store",
        "s.db",
        "--json",
    ]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        store = tmp_path / "s.db"
        while not store.exists() or not run_states(store):
            assert running.poll() is None
        running.kill()
    assert (
        "1 Run was cut short by a kill; their intervals are kept"
        in plimsoll("campaign", "status", "s.db").out
    )
    assert plimsoll("mark", "seen", "--store", "s.db", "--campaign", "1").code == 0
    assert run_states(store) == [("abandoned", CUT)]
    assert plimsoll("campaign", "status", "s.db", "--json").document["interrupted_runs"] == 1
