"""A file that is not a whole store of ours is refused in one line and left byte for byte as it
is."""

import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError, IoError, NoSpaceError, NoTargetError
from plimsoll.store import Store
from plimsoll.store import connection as store_connection
from plimsoll.store.schema import VERSION
from tests.conftest import Plimsoll
from tests.words import argv

from .conftest import smallest_record


def _foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE their (data)")
    connection.commit()
    connection.close()


def _write_runs(path: Path) -> None:
    with Store.open(path) as store:
        for _ in range(3):
            store.finish_run(
                store.begin_run(None, "run", "{}"),
                smallest_record(),
                {"read.response_time": os.urandom(20_000)},
            )


def _of_version(version: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        _write_runs(path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA user_version = {version}")

    return make


def _damaged_pages(path: Path) -> None:
    _write_runs(path)
    with path.open("r+b") as file:
        # From the second page on (pages are 4,096 bytes): the header stays ours.
        file.seek(4096)
        file.write(b"\xa5" * 16384)


def _cut_short(path: Path) -> None:
    _write_runs(path)
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.write_text("block_size = '8k'\n" * 100), "not a SQLite file"),
        (lambda path: path.write_bytes(b"SQLite"), "not a SQLite file"),
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.mkdir(), "not a regular file"),
        (os.mkfifo, "not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
        (_foreign, "another program"),
        (_of_version(VERSION + 1), f"a store of version {VERSION + 1}, and this Plimsoll reads"),
        (_of_version(VERSION - 1), f"a store of version {VERSION - 1}, and this Plimsoll reads"),
        (_damaged_pages, "damaged"),
        (_cut_short, "damaged"),
    ],
)
@pytest.mark.parametrize("create", [True, False])
def test_a_file_that_is_not_ours_is_refused_and_left_alone(
    path: Path, make: Callable[[Path], None], says: str, create: bool
) -> None:
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(InputError, match=says) as refusal:
        Store.open(path, create=create)
    message = str(refusal.value)
    assert "\n" not in message
    assert str(path) in message
    assert "store" in message
    assert (path.read_bytes() if path.is_file() else None) == before
    assert [p.name for p in path.parent.iterdir()] == [path.name], "nothing is left beside it"


def test_a_missing_store_is_said_and_not_made(path: Path) -> None:
    with pytest.raises(NoTargetError, match="no store"):
        Store.open(path, create=False)
    with pytest.raises(IoError, match="does not exist"):
        Store.open(path.parent / "missing" / "x.plimsoll")
    assert list(path.parent.iterdir()) == []


def test_a_locked_store_says_what_to_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plimsoll.store.connection.BUSY_TIMEOUT_S", 0.0)
    with Store.open(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(IoError, match="locked by another process"):
            store.begin_run(None, "run", "{}")
        other.execute("ROLLBACK")
        store.begin_run(None, "run", "{}")


def _assert_full_loses_nothing(store: Store) -> None:
    """Fills until it is full: every Run that was said to be durable is there, the one that failed
    is not."""
    durable: list[int] = []

    def fill() -> None:
        for _ in range(1000):
            run = store.begin_run(None, "run", "{}")
            store.finish_run(run, smallest_record(), {"read.response_time": os.urandom(100_000)})
            durable.append(run)

    with pytest.raises(NoSpaceError, match="no space left"):
        fill()
    assert durable
    assert [run.id for run in store.runs() if run.state == "finished"] == durable


def test_a_full_store_is_no_space_and_loses_nothing(store: Store) -> None:
    store._connection.execute("PRAGMA max_page_count = 400")
    _assert_full_loses_nothing(store)
    store._connection.execute("PRAGMA max_page_count = 100000")
    store.finish_run(
        store.begin_run(None, "run", "{}"),
        smallest_record(),
        {"read.response_time": os.urandom(100_000)},
    )


@pytest.mark.root
def test_a_full_disk_is_no_space_and_loses_nothing(small_disk: Path) -> None:
    with Store.open(small_disk / "s.plimsoll") as store:
        _assert_full_loses_nothing(store)
    with Store.open(small_disk / "s.plimsoll", read_only=True) as store:
        assert any(run.state == "finished" for run in store.runs())


@pytest.mark.root
def test_a_store_cannot_be_made_on_a_full_disk(small_disk: Path) -> None:
    statistics = os.statvfs(small_disk)
    (small_disk / "fill").write_bytes(bytes(statistics.f_bavail * statistics.f_frsize))
    with pytest.raises(NoSpaceError):
        Store.open(small_disk / "s.plimsoll")
    assert [p.name for p in small_disk.iterdir()] == ["fill"]


@pytest.mark.root
def test_a_store_on_a_read_only_file_system_is_read_and_not_written(small_disk: Path) -> None:
    _write_runs(small_disk / "s.plimsoll")
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with Store.open(small_disk / "s.plimsoll", read_only=True) as store:
        assert len(store.runs()) == 3
    with pytest.raises(IoError, match=r"cannot (write|open) the store"):
        Store.open(small_disk / "s.plimsoll").begin_run(None, "run", "{}")
    with pytest.raises(IoError, match="cannot"):
        Store.open(small_disk / "new.plimsoll")


def test_a_folder_that_cannot_be_written_is_said(path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere; the read-only file system's test covers it")
    path.parent.chmod(0o500)
    with pytest.raises(IoError, match="folder cannot be written"):
        Store.open(path)


def test_a_log_that_is_taken_away_while_a_store_is_opened_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process closes the store, and with it its log goes, between two looks at it."""
    path = tmp_path / "s.db"
    Store.open(path).close()
    log = Path(f"{path}-wal")
    exists = Path.exists

    def vanishing(self: Path, **flags: bool) -> bool:
        found = exists(self, **flags)
        if self.name == log.name:
            log.unlink(missing_ok=True)
        return found

    monkeypatch.setattr(Path, "exists", vanishing)
    log.touch()
    Store.open(path, create=False, read_only=True).close()


def test_a_link_to_nothing_says_where_it_leads(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to("gone.db")
    for create in (False, True):
        with pytest.raises(
            NoTargetError, match=r"is a symbolic link to gone\.db, which does not exist"
        ):
            Store.open(link, create=create)
    assert not (tmp_path / "gone.db").exists()


@pytest.mark.long
def test_a_limit_on_the_size_of_files_is_named(plimsoll: Plimsoll) -> None:
    run = argv("run --target null: --queue-depth 1 --measure-for 100ms --warmup-for 0s")
    for kibibytes in (40, 140):
        most = kibibytes * 1024
        ended = plimsoll(*run, "--store", f"{kibibytes}.db", before=("prlimit", f"--fsize={most}"))
        assert (ended.code, f"{most:,} bytes" in ended.err, "ulimit -f" in ended.err) == (
            75,
            True,
            True,
        ), ended.err


def test_an_interrupt_while_sqlite_asks_what_is_allowed_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reaches SQLite as a no: the store is not damaged by that."""
    with Store.open(tmp_path / "s.db"):
        pass

    def raise_interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    # Whatever was refused before, by this process.
    monkeypatch.setattr(store_connection._told, "refused", True)
    monkeypatch.setattr(store_connection, "_authorize", raise_interrupt)
    for read_only in (True, False):
        with pytest.raises(KeyboardInterrupt), Store.open(tmp_path / "s.db", read_only=read_only):
            pass
