"""A store that is lost, locked, full or shared beneath a measurement: it is told, and what was
finished is there."""

import contextlib
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

import pytest

from tests.hostile.conftest import Attempts
from tests.hostile.rig import Rig, as_root, assert_refusal, checksum, run, table, until, whole
from tests.hostile.stores import (
    READERS,
    REAL,
    STACK,
    WRITERS,
    campaign,
    copy,
    count,
    is_whole,
    words,
)
from tests.patience import PATIENCE_S
from tests.words import argv

pytestmark = pytest.mark.long


def moved_away(store: Path) -> None:
    for path in store.parent.glob("s.db*"):
        path.rename(path.with_name(f"moved-{path.name}"))


def replace_store(store: Path) -> None:
    shutil.copy(store.with_name("other.db"), store.with_name("next"))
    store.with_name("next").replace(store)


BENEATH: dict[str, tuple[Callable[[Path], object], tuple[int, ...]]] = {
    "deleted": (lambda store: [path.unlink() for path in store.parent.glob("s.db*")], (74,)),
    "moved away": (moved_away, (0, 74)),
    "replaced by another": (replace_store, (74,)),
    "cut": (lambda store: os.truncate(store, 4096), (65, 74)),
    "scribbled on": (lambda store: store.write_bytes(os.urandom(store.stat().st_size)), (65, 74)),
    "its folder removed": (lambda store: shutil.rmtree(store.parent), (74,)),
}


def measuring(rig: Rig, store: Path, length: str = "2s") -> Popen[bytes]:
    """A Run into it, seen to be under way."""
    words = argv("run --target null: --queue-depth 1 --cap-rate 500 --measure-for")
    process = rig.start(*words, length, "--store", store)
    until(lambda: count(store, RUNNING), "the Run is under way")
    return process


RUNNING, FINISHED = "run WHERE state = 'running'", "run WHERE state = 'finished'"


@pytest.mark.parametrize("how", table(BENEATH, "deleted"))
def test_a_store_that_is_lost_beneath_a_run_is_told(rig: Rig, how: str) -> None:
    what, codes = BENEATH[how]
    folder = rig.path("folder")
    folder.mkdir()
    words = argv("run --target null: --queue-depth 1 --cap-rate 10 --measure-for 100ms --store")
    rig.plimsoll(*words, folder / "other.db")
    process = measuring(rig, folder / "s.db")
    what(folder / "s.db")
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode in codes, (process.returncode, out, err)
    assert b"Traceback" not in err
    # Moved as a whole, with what lies beside it, nothing is lost: the Run is in there.
    assert process.returncode != 0 or count(folder / "moved-s.db", FINISHED) == 1


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
    assert count(store, FINISHED) == 3
    attempts.count_success(3)


@whole
def test_beside_a_campaign_that_runs_nobody_resumes_or_restores(
    rig: Rig, attempts: Attempts
) -> None:
    rig.path("knob").write_text("original\n")
    knob = rig.path("knob")
    setting = (
        "[load]\nqueue_depth = 1\ncap_rate = 200\n"
        f'[configuration.a.setting]\nname = "knob"\nset = "echo changed > {knob}"\n'
        f'read = ["cat", "{knob}"]\nrestore = "echo $PLIMSOLL_ORIGINAL > {knob}"\n'
    )
    rig.path("campaign.toml").write_text(campaign("null:", setting, measure_for="5m", **REAL))
    store = rig.path("s.db")
    process = rig.start("campaign", "run", "campaign.toml", "--store", store)
    until(lambda: count(store, RUNNING), "the campaign is under way")
    for verb in ("resume", "restore"):
        ended = rig.plimsoll("campaign", verb, store)
        assert ended.code in (64, 73), ended
        assert rig.path("knob").read_text() == "changed\n"
        attempts.count_success()
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE_S) in (2, 130)
    assert rig.path("knob").read_text() == "original\n"


def small_campaign(rig: Rig, size: str, repeats: int) -> Path:
    """A file system in memory, and a campaign for it; the store that it is to fill."""
    as_root("to mount a file system in memory")
    small = rig.mount("tmpfs", "-o", f"size={size}", at="small", kind="tmpfs")
    text = campaign(f"stack:{STACK}", virtual=True, measure_for="5s", repeats=repeats, settle=False)
    rig.path("campaign.toml").write_text(text)
    return small / "s.db"


@pytest.mark.parametrize("size", ["400k", "4m"])
@whole
def test_a_full_disk_keeps_what_was_finished(rig: Rig, size: str) -> None:
    store = small_campaign(rig, size, 360)
    ended = rig.plimsoll("campaign", "run", "campaign.toml", "--store", store)
    assert_refusal(ended, 75, "no space")
    if store.exists():
        copied = rig.path("copy")
        shutil.copytree(store.parent, copied)
        # As somebody with room opens it, who may write beside it.
        with contextlib.closing(sqlite3.connect(copied / "s.db")) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert count(copied / "s.db", FINISHED) > (10 if size == "4m" else -1)


@whole
def test_a_campaign_goes_on_after_a_full_disk(rig: Rig) -> None:
    store = small_campaign(rig, "2m", 60)
    assert_refusal(rig.plimsoll("campaign", "run", "campaign.toml", "--store", store), 75)
    run("mount", "-o", "remount,size=64m", store.parent)
    ended = rig.plimsoll("campaign", "resume", store)
    assert ended.code == 0, ended
    assert count(store, "planned_point WHERE state = 'finished'") == 60
    assert is_whole(store)


@whole
def test_a_store_that_cannot_be_written_can_still_be_read(
    rig: Rig, attempts: Attempts, full_store: Path
) -> None:
    as_root("to mount a file system in memory")
    small = rig.mount("tmpfs", "-o", "size=64m", at="small", kind="tmpfs")
    copy(full_store, rig.folder)  # the documents beside it
    store = copy(full_store, small)
    run("mount", "-o", "remount,ro", small)
    was = checksum(store)
    for verb in (*READERS, *WRITERS):
        ended = rig.plimsoll(*words(verb, store))
        assert ended.code in ((73, 74) if verb in WRITERS else (0, 2, 64)), (verb, ended)
        attempts.count_success()
    assert checksum(store) == was
