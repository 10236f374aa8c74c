"""A store of an earlier version is brought to today's form when it is opened: all of it or nothing,
whatever happens meanwhile.

The earlier version is made up: in the version before a mark had `words` in the place of `text`."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from plimsoll.base.errors import DamagedError, InputError, IoError, NoSpaceError
from plimsoll.store import Store, upgrade
from plimsoll.store.schema import VERSION, statements

from .conftest import smallest_record

SIZE = 300_000


def named_text(connection: sqlite3.Connection) -> None:
    """The step from the version before."""
    connection.execute("ALTER TABLE event RENAME TO before")
    connection.execute(next(one for one in statements() if "TABLE event (" in one))
    connection.execute("INSERT INTO event SELECT * FROM before")
    connection.execute("DROP TABLE before")


@pytest.fixture(autouse=True)
def steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upgrade, "STEPS", {VERSION - 1: named_text})


def make_earlier(path: Path) -> Path:
    with Store.open(path) as store:
        run = store.begin_run(None, "run", "{}")
        store.finish_run(run, smallest_record(), {"read.response_time": bytes(SIZE)})
        store.add_event(None, run, "mark", "path A pulled", at_ns=5)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE event RENAME COLUMN text TO words")
        connection.execute(f"PRAGMA user_version = {VERSION - 1}")
    return path


@pytest.fixture
def earlier(path: Path) -> Path:
    return make_earlier(path)


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def assert_as_it_was(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT words FROM event").fetchall() == [("path A pulled",)]
    assert version(path) == VERSION - 1


def assert_whole(path: Path) -> None:
    with Store.open(path, create=False, read_only=True) as store:
        (run,) = store.runs()
        assert store.histograms(run.id) == {"read.response_time": bytes(SIZE)}
        assert [one.text for one in store.events_of_run(run.id)] == ["path A pulled"]
    assert version(path) == VERSION
    assert [one.name for one in path.parent.iterdir()] == [path.name], "nothing is left beside it"


@pytest.mark.parametrize("read_only", [True, False])
def test_an_earlier_store_is_in_todays_form_once_it_was_opened(
    earlier: Path, read_only: bool
) -> None:
    earlier.chmod(0o640)
    Store.open(earlier, create=False, read_only=read_only).close()
    assert earlier.stat().st_mode & 0o777 == 0o640
    assert_whole(earlier)


def test_what_lies_in_the_log_alone_is_brought_along(earlier: Path) -> None:
    code = (
        "import os, sqlite3, sys; db = sqlite3.connect(sys.argv[1]);"
        "db.execute('PRAGMA journal_mode = WAL'); db.execute('DELETE FROM histogram');"
        "db.commit(); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(earlier)], check=True)
    assert Path(f"{earlier}-wal").stat().st_size > 0
    with Store.open(earlier) as store:
        assert store.histograms(1) == {}
        assert len(store.events_of_run(1)) == 1


# Opens the store, and is killed at the moment that it is told.
KILLED = """
import os, signal, sys
from pathlib import Path
from plimsoll.store import Store, schema, upgrade
from tests.store.test_upgrade import named_text

def end(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def then_end(do):
    def both(*arguments):
        do(*arguments)
        end()
    return both

upgrade.STEPS[schema.VERSION - 1] = named_text
if sys.argv[2] == "copied":
    upgrade._copy = then_end(upgrade._copy)
elif sys.argv[2] == "in a step":
    upgrade.STEPS[schema.VERSION - 1] = then_end(named_text)
elif sys.argv[2] == "changed":
    upgrade._upgrade = then_end(upgrade._upgrade)
elif sys.argv[2] == "in place":
    Path.replace = then_end(Path.replace)
Store.open(sys.argv[1], create=False)
"""


@pytest.mark.long
@pytest.mark.parametrize("moment", ["copied", "in a step", "changed", "in place"])
def test_a_kill_at_any_moment_leaves_a_whole_store(earlier: Path, moment: str) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(earlier), moment])
    assert ended.returncode == -signal.SIGKILL
    if moment == "in place":
        assert version(earlier) == VERSION
    else:
        assert_as_it_was(earlier)
    assert_whole(earlier)


OPENED = """
import sys
from plimsoll.store import Store, schema, upgrade
from tests.store.test_upgrade import named_text
upgrade.STEPS[schema.VERSION - 1] = named_text
print(len(Store.open(sys.argv[1], create=False).events_of_run(1)))
"""


@pytest.mark.long
def test_several_that_open_it_at_once_find_one_store(earlier: Path) -> None:
    opening = [
        subprocess.Popen(
            [sys.executable, "-c", OPENED, str(earlier)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    assert [one.communicate()[0] for one in opening] == ["1\n"] * 3
    assert_whole(earlier)


def test_a_store_that_somebody_has_open_is_left_alone(
    earlier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plimsoll.store.connection.BUSY_TIMEOUT_S", 0.05)
    with closing(sqlite3.connect(earlier)) as other:
        other.execute("SELECT * FROM event").fetchall()
        with pytest.raises(IoError, match="locked by another process"):
            Store.open(earlier)
        assert other.execute("SELECT words FROM event").fetchall() == [("path A pulled",)]
    assert_as_it_was(earlier)
    Store.open(earlier).close()
    assert_whole(earlier)


@pytest.mark.root
def test_a_full_disk_leaves_it_as_it_was(small_disk: Path) -> None:
    path = make_earlier(small_disk / "s.plimsoll")
    fill = small_disk / "fill"
    statistics = os.statvfs(small_disk)
    fill.write_bytes(bytes((statistics.f_bavail - 40) * statistics.f_frsize))
    with pytest.raises(NoSpaceError):
        Store.open(path)
    assert {one.name for one in small_disk.iterdir()} == {path.name, fill.name}
    fill.unlink()
    assert_as_it_was(path)
    Store.open(path).close()
    assert_whole(path)


@pytest.mark.root
def test_a_folder_that_cannot_be_written_is_said(small_disk: Path) -> None:
    path = make_earlier(small_disk / "s.plimsoll")
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(IoError, match="of an earlier version, and its folder cannot be written"):
        Store.open(path, read_only=True)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE other (x)",
        "CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM campaign; END",
        "CREATE VIEW evil AS SELECT * FROM run",
    ],
)
def test_what_is_not_ours_is_refused_and_nothing_was_changed(earlier: Path, statement: str) -> None:
    with closing(sqlite3.connect(earlier)) as connection:
        connection.execute(statement)
    with pytest.raises(InputError, match="is not a store as it should be"):
        Store.open(earlier)
    assert_as_it_was(earlier)


def test_a_step_that_fails_changes_nothing(earlier: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        named_text(connection)
        raise DamagedError("the record of Run 1 is no JSON", "Restore a copy of it")

    monkeypatch.setitem(upgrade.STEPS, VERSION - 1, fails)
    with pytest.raises(DamagedError):
        Store.open(earlier)
    assert [one.name for one in earlier.parent.iterdir()] == [earlier.name]
    assert_as_it_was(earlier)


def test_damage_of_before_stays_damage(earlier: Path) -> None:
    with closing(sqlite3.connect(earlier)) as connection, connection:
        connection.execute("UPDATE event SET words = 'path B pulled'")
    with Store.open(earlier) as store, pytest.raises(DamagedError):
        store.events_of_run(1)
