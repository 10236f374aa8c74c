"""A store that is lost, locked, full or shared beneath a measurement: it is told, and what was
finished is there."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hostile.rig import Rig, as_root, checksum, refused, run, until, whole
from tests.hostile.stores import READERS, STACK, WRITERS, copy, words
from tests.patience import PATIENCE_S
from tests.words import typed

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import Popen

    from tests.hostile.conftest import Attempts


def deleted(store: Path) -> None:
    for path in store.parent.glob("s.db*"):
        path.unlink()


def moved_away(store: Path) -> None:
    for path in store.parent.glob("s.db*"):
        path.rename(path.with_name(f"moved-{path.name}"))


def replaced(store: Path) -> None:
    shutil.copy(store.with_name("other.db"), store.with_name("next"))
    store.with_name("next").replace(store)


def cut(store: Path) -> None:
    os.truncate(store, 4096)


def scribbled_on(store: Path) -> None:
    with store.open("r+b") as file:
        file.write(os.urandom(store.stat().st_size))


def its_folder_removed(store: Path) -> None:
    shutil.rmtree(store.parent)


BENEATH = [
    pytest.param(deleted, (74,), id="deleted"),
    pytest.param(moved_away, (0, 74), id="moved away", marks=whole),
    pytest.param(replaced, (74,), id="replaced by another", marks=whole),
    pytest.param(cut, (65, 74), id="cut", marks=whole),
    pytest.param(scribbled_on, (65, 74), id="scribbled on", marks=whole),
    pytest.param(its_folder_removed, (74,), id="its folder removed", marks=whole),
]


def measuring(rig: Rig, store: Path, length: str = "2s") -> Popen[bytes]:
    """A Run into it, seen to be under way."""
    process = rig.start(
        *typed("run --target null: --queue-depth 1 --cap-rate 500 --measure-for"),
        length,
        "--store",
        store,
    )
    until(lambda: _running(store), "the Run is under way")
    return process


def _running(store: Path) -> bool:
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db,
    ):
        return bool(db.execute("SELECT count(*) FROM run WHERE state = 'running'").fetchone()[0])
    return False


@pytest.mark.parametrize(("what", "codes"), BENEATH)
def test_a_store_that_is_lost_beneath_a_run_is_told(
    rig: Rig, what: Callable[[Path], None], codes: tuple[int, ...]
) -> None:
    folder = rig.path("folder")
    folder.mkdir()
    store = folder / "s.db"
    rig.plimsoll(
        *typed("run --target null: --queue-depth 1 --cap-rate 10 --measure-for 100ms --store"),
        folder / "other.db",
    )
    process = measuring(rig, store)
    what(store)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode in codes, (process.returncode, out, err)
    assert b"Traceback" not in err
    if process.returncode == 0:
        # Moved as a whole, with what lies beside it, nothing is lost: the Run is in there.
        with contextlib.closing(sqlite3.connect(folder / "moved-s.db")) as db:
            assert db.execute("SELECT count(*) FROM run WHERE state = 'finished'").fetchone() == (
                1,
            )


@whole
def test_a_store_that_is_locked_too_long_is_told(rig: Rig) -> None:
    store = rig.path("s.db")
    process = measuring(rig, store)
    with contextlib.closing(sqlite3.connect(store, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        _, err = process.communicate(timeout=PATIENCE_S)
        db.execute("ROLLBACK")
    assert process.returncode == 74, err
    assert b"locked" in err


@whole
def test_two_runs_into_one_store_are_both_kept(rig: Rig, attempts: Attempts) -> None:
    store = rig.path("s.db")
    process = [measuring(rig, store), measuring(rig, store), measuring(rig, store)]
    assert [one.wait(PATIENCE_S) for one in process] == [0, 0, 0]
    with contextlib.closing(sqlite3.connect(store)) as db:
        assert db.execute("SELECT count(*) FROM run WHERE state = 'finished'").fetchone() == (3,)
    attempts.held(3)


@whole
def test_beside_a_campaign_that_runs_nobody_resumes_or_restores(
    rig: Rig, attempts: Attempts
) -> None:
    rig.path("knob").write_text("original\n")
    rig.path("campaign.toml").write_text(
        '[campaign]\nname = "c"\nsettle = false\nmeasure_for = "4s"\nwarmup_for ='
        ' "0s"\n[target]\npath = "null:"\n[load]\nqueue_depth = 1\ncap_rate ='
        ' 200\n[configuration.a.setting]\nname = "knob"\nset = "echo changed >'
        f' {rig.folder}/knob"\nread = ["cat", "{rig.folder}/knob"]\nrestore = "echo'
        f' $PLIMSOLL_ORIGINAL > {rig.folder}/knob"\n'
    )
    store = rig.path("s.db")
    process = rig.start("campaign", "run", "campaign.toml", "--store", store)
    until(lambda: _running(store), "the campaign is under way")
    for verb in ("resume", "restore"):
        ended = rig.plimsoll("campaign", verb, store)
        assert ended.code in (64, 73), ended
        assert rig.path("knob").read_text() == "changed\n"
        attempts.held()
    assert process.wait(PATIENCE_S) == 0
    assert rig.path("knob").read_text() == "original\n"


@pytest.mark.parametrize("size", ["400k", "4m"])
@whole
def test_a_full_disk_keeps_what_was_finished(rig: Rig, size: str) -> None:
    as_root("to mount a file system in memory")
    small = rig.mount("tmpfs", "-o", f"size={size}", at="small", kind="tmpfs")
    rig.path("campaign.toml").write_text(
        '[campaign]\nname = "c"\nvirtual = true\nmeasure_for = "5s"\nrepeats = 360\nsettle ='
        f' false\n[target]\npath = "stack:{STACK}"\n'
    )
    ended = rig.plimsoll("campaign", "run", "campaign.toml", "--store", small / "s.db")
    refused(ended, 75, "no space")
    if (small / "s.db").exists():
        copied = rig.path("copy")
        shutil.copytree(small, copied)
        with contextlib.closing(sqlite3.connect(copied / "s.db")) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            finished = db.execute("SELECT count(*) FROM run WHERE state = 'finished'").fetchone()[0]
        assert finished > (20 if size == "4m" else -1)


@whole
def test_a_campaign_goes_on_after_a_full_disk(rig: Rig) -> None:
    as_root("to mount a file system in memory")
    small = rig.mount("tmpfs", "-o", "size=2m", at="small", kind="tmpfs")
    rig.path("campaign.toml").write_text(
        '[campaign]\nname = "c"\nvirtual = true\nmeasure_for = "2s"\nrepeats = 60\nsettle ='
        f' false\n[target]\npath = "stack:{STACK}"\n'
    )
    store = small / "s.db"
    refused(rig.plimsoll("campaign", "run", "campaign.toml", "--store", store), 75)
    run("mount", "-o", "remount,size=64m", small)
    ended = rig.plimsoll("campaign", "resume", store)
    assert ended.code == 0, ended
    with contextlib.closing(sqlite3.connect(store)) as db:
        assert db.execute(
            "SELECT count(*) FROM planned_point WHERE state = 'finished'"
        ).fetchone() == (60,)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@whole
def test_a_store_that_cannot_be_written_can_still_be_read(
    rig: Rig, attempts: Attempts, kept: Path
) -> None:
    as_root("to mount a file system in memory")
    small = rig.mount("tmpfs", "-o", "size=64m", at="small", kind="tmpfs")
    copy(kept, rig.folder)  # the documents beside it
    store = copy(kept, small)
    run("mount", "-o", "remount,ro", small)
    was = checksum(store)
    for verb in (*READERS, *WRITERS):
        ended = rig.plimsoll(*words(verb, store))
        assert ended.code in ((73, 74) if verb in WRITERS else (0, 2, 64)), (verb, ended)
        attempts.held()
    assert checksum(store) == was


@whole
def test_runs_that_a_kill_cut_are_told_as_such(rig: Rig) -> None:
    store = rig.path("s.db")
    process = measuring(rig, store, "30s")
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(0)
    assert rig.plimsoll(*words("run", store)).code == 0
    with contextlib.closing(sqlite3.connect(store)) as db:
        states = db.execute("SELECT state, why FROM run ORDER BY id").fetchall()
    assert [state for state, _ in states] == ["abandoned", "finished"]
    assert states[0][1]
