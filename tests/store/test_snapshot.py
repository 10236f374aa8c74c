"""Who reads a store in several steps sees one moment of it, whatever others write meanwhile."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from plimsoll.campaign import damage
from plimsoll.store import Store

MEASURES = """
import sys
from plimsoll.store import Store
store = Store.open(sys.argv[1])
store.begin_run(store.begin_campaign("find", None, "load line", 1, "{}"), "probe", "{}")
print("begun", flush=True)
input()
"""


@pytest.fixture
def measuring(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process in the middle of a Run."""
    with subprocess.Popen(
        [sys.executable, "-c", MEASURES, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "begun\n"
        yield process
        process.kill()


def test_what_is_opened_to_be_read_shows_one_moment(store: Store, path: Path) -> None:
    store.begin_run(None, "run", "{}")
    with Store.open(path, read_only=True) as reading:
        store.begin_run(None, "run", "{}")
        assert len(reading.runs()) == 1
    with Store.open(path, read_only=True) as reading:
        assert len(reading.runs()) == 2


def test_who_keeps_a_store_open_sees_the_newest_moment_in_each_block(
    store: Store, path: Path
) -> None:
    with closing(Store.open(path, read_only=True)) as reading:
        for count in range(3):
            with reading.snapshot():
                before = len(reading.runs())
                store.begin_run(None, "run", "{}")
                with reading.snapshot():
                    assert len(reading.runs()) == before == count
            assert len(reading.runs()) == count + 1


def test_a_snapshot_that_has_ended_keeps_no_log_from_being_emptied(
    store: Store, path: Path
) -> None:
    with closing(Store.open(path, read_only=True)) as reading:
        with reading.snapshot():
            store.begin_run(None, "run", "{}")
        with closing(sqlite3.connect(path)) as other:
            busy, *_ = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert not busy


def test_who_measured_when_the_snapshot_began_measures_in_all_of_it(
    measuring: subprocess.Popen[str], path: Path
) -> None:
    with closing(Store.open(path, read_only=True)) as reading:
        with reading.snapshot():
            measuring.kill()
            measuring.wait()
            assert [row.state for row in reading.campaigns()] == ["running"]
            assert [row.state for row in reading.runs(1)] == ["running"]
        with reading.snapshot():
            assert [row.state for row in reading.campaigns()] == ["interrupted"]
            assert [row.state for row in reading.runs(1)] == ["interrupted"]


def test_other_threads_write_when_the_snapshot_of_theirs_has_ended(store: Store) -> None:
    written = threading.Event()

    def write() -> None:
        store.begin_run(None, "run", "{}")
        written.set()

    thread = threading.Thread(target=write)
    with store.snapshot():
        thread.start()
        assert store.runs() == []
        assert not written.is_set()
    thread.join()
    assert len(store.runs()) == 1


def test_threads_read_in_the_snapshot_of_another(store: Store) -> None:
    found: list[int] = []
    store.begin_run(None, "run", "{}")
    with store.snapshot():
        thread = threading.Thread(target=lambda: found.append(len(store.runs())))
        thread.start()
        thread.join()
    assert found == [1]


def test_a_store_that_is_written_to_is_never_called_damaged(
    measuring: subprocess.Popen[str], path: Path
) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE campaign SET spec = '{\"session\": 3}'")
        other.commit()
    told = damage.of(path)
    assert told is not None
    assert f"while process {measuring.pid} writes to it" in str(told)
    assert "Try again" in str(told)
    assert "damaged" not in str(told)
    assert "Restore" not in str(told)
    measuring.kill()
    measuring.wait()
    told = damage.of(path)
    assert told is not None
    assert f"{path} is damaged: the stored campaign 1" in str(told)


def test_a_sound_store_that_is_written_to_has_no_damage(
    measuring: subprocess.Popen[str], path: Path
) -> None:
    assert damage.of(path) is None
