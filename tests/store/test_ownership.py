"""Another user's store is read without a trace and not written, by root neither; what lies beside a
store must be its owner's."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from plimsoll.base.errors import IoError, RefusedError
from plimsoll.campaign import commands
from plimsoll.store import Store
from plimsoll.store.ownership import check_writable
from tests.conftest import Plimsoll

from .conftest import smallest_record

NOBODY = 65534
LOOK = """
import contextlib
import sys
from plimsoll.store import Store
with contextlib.closing(Store.open(sys.argv[1], read_only=True)) as store:
    print([run.id for run in store.runs()], flush=True)
    input()
    print([run.id for run in store.runs()], flush=True)
"""


@pytest.fixture
def theirs(path: Path) -> Path:
    """A store of another user, closed in order."""
    if os.geteuid() != 0:
        pytest.skip("needs to give files to another user, which takes root")
    with Store.open(path) as store:
        campaign = store.begin_campaign("find", None, "load line", 1, "{}")
        store.finish_run(
            store.begin_run(campaign, "probe", "{}"),
            smallest_record(),
            {"read.response_time": b"x"},
        )
    give(path)
    return path


def give(path: Path) -> None:
    for one in (path, *path.parent.glob(f"{path.name}-*")):
        os.chown(one, NOBODY, NOBODY)


def traces(folder: Path) -> dict[str, tuple[object, ...]]:
    """All that could tell that somebody was there."""
    return {
        path.name: (
            path.read_bytes(),
            path.stat().st_mtime_ns,
            path.stat().st_ino,
            path.stat().st_uid,
        )
        for path in folder.iterdir()
    }


def test_another_users_store_is_read_without_a_trace(theirs: Path) -> None:
    before = traces(theirs.parent)
    with Store.open(theirs, read_only=True) as store:
        assert store.runs(1)[0].state == "finished"
        assert traces(theirs.parent) == before
    assert traces(theirs.parent) == before


def test_another_users_store_is_not_written(theirs: Path) -> None:
    before = traces(theirs.parent)
    for attempt in (
        lambda: Store.open(theirs),
        lambda: Store.open(theirs, create=False),
        lambda: check_writable(theirs),
    ):
        with pytest.raises(
            RefusedError,
            match=r"belongs to nobody, and you are root: it is read, not written\. Copy it",
        ):
            attempt()
    assert traces(theirs.parent) == before


def test_what_another_user_writes_just_now_is_read_from_their_log_without_a_trace(
    path: Path,
) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs to give files to another user, which takes root")
    with Store.open(path) as writing:
        first = writing.begin_run(None, "run", "{}")
        give(path)
        assert path.with_name(f"{path.name}-wal").stat().st_size > 0
        before = traces(path.parent)
        # Another process: within one, SQLite shares the index of the log between connections.
        with subprocess.Popen(
            [sys.executable, "-c", LOOK, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as reader:
            assert reader.stdin is not None
            assert reader.stdout.readline() == f"[{first}]\n"
            assert traces(path.parent) == before
            second = writing.begin_run(None, "run", "{}")
            print(file=reader.stdin, flush=True)
            assert reader.stdout.readline() == f"[{first}, {second}]\n", (
                "it goes on seeing what is written"
            )


def test_a_log_whose_index_is_gone_is_not_passed_over(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs to give files to another user, which takes root")
    with Store.open(path) as writing:
        writing.begin_run(None, "run", "{}")
        copy = path.with_name("copy")
        copy.mkdir()
        for side in ("", "-wal"):
            (copy / f"s.db{side}").write_bytes(Path(f"{path}{side}").read_bytes())
    give(copy / "s.db")
    with pytest.raises(
        IoError,
        match=r"s\.db-wal lies beside the store without the s\.db-shm.*Copy s\.db and s\.db-wal",
    ):
        Store.open(copy / "s.db", read_only=True)
    assert sorted(one.name for one in copy.iterdir()) == ["s.db", "s.db-wal"]


@pytest.mark.parametrize("side", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("read_only", [True, False])
def test_a_link_beside_a_store_is_not_followed(path: Path, side: str, read_only: bool) -> None:
    Store.open(path).close()
    victim = path.with_name("victim")
    victim.write_bytes(b"somebody's")
    Path(f"{path}{side}").symlink_to(victim)
    with pytest.raises(
        RefusedError, match=rf"{side} beside the store .* is a link.*delete it: rm "
    ):
        Store.open(path, create=False, read_only=read_only)
    assert victim.read_bytes() == b"somebody's"


@pytest.mark.parametrize("side", ["-wal", "-shm", "-journal"])
def test_what_another_user_put_beside_a_store_is_not_taken_for_part_of_it(
    path: Path, side: str
) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs to give files to another user, which takes root")
    Store.open(path).close()
    Path(f"{path}{side}").touch()
    os.chown(f"{path}{side}", NOBODY, NOBODY)
    for read_only in (True, False):
        with pytest.raises(RefusedError, match=r"belongs to nobody, the store to root"):
            Store.open(path, create=False, read_only=read_only)


def test_a_link_to_our_store_that_another_user_made_is_read_and_not_written(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs to give files to another user, which takes root")
    Store.open(path).close()
    link = path.with_name("link.db")
    link.symlink_to(path)
    with Store.open(link) as store:
        store.begin_run(None, "run", "{}")
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    with Store.open(link, read_only=True) as store:
        assert len(store.runs()) == 1
    with pytest.raises(
        RefusedError, match=r"is a link that nobody made, and you are root\. Name the store itself"
    ):
        Store.open(link)


def test_a_store_is_made_where_nobody_can_have_put_something_before(path: Path) -> None:
    # The name under which it is made cannot be known before.
    path.with_name(f".{path.name}.{os.getpid()}.new").symlink_to(path.with_name("victim"))
    Store.open(path).close()
    assert not path.with_name("victim").exists()
    assert stat.S_IMODE(path.stat().st_mode) & 0o022 == 0


def test_the_command_says_whose_it_is_and_reports_all_the_same(
    theirs: Path, plimsoll: Plimsoll
) -> None:
    for words in (
        ("mark", "x", "--store", theirs, "--campaign", "1"),
        ("run", "--target", "null:", "--measure-for", "10ms", "--store", theirs),
        ("campaign", "stop", theirs),
        ("campaign", "restore", theirs),
        ("campaign", "resume", theirs),
    ):
        ended = plimsoll(*words)
        assert (ended.code, ended.out) == (73, "")
        assert "belongs to nobody, and you are root: it is read, not written" in ended.err
    assert plimsoll("report", "--list", "--store", theirs).code == 0


def test_nothing_is_followed_where_the_lock_of_settings_is_made(path: Path) -> None:
    victim, lock = path.with_name("victim"), path.with_name("lock")
    lock.symlink_to(victim)
    with pytest.raises(commands.CommandError, match="was not run: cannot open"):
        commands.run("true", limit_s=1.0, lock=lock)
    assert not victim.exists()


def test_what_is_only_read_cannot_be_written_by_mistake(theirs: Path) -> None:
    with (
        Store.open(theirs, read_only=True) as store,
        pytest.raises(IoError, match="cannot write the store"),
    ):
        store.begin_run(None, "run", "{}")
