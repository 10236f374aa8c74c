"""Killed, interrupted or told to end at any moment: what was finished is there, nothing is left
lying about, settings are back. The moments are drawn from a seed; where they fall in the work is
the machine's doing, so every claim holds at all.
"""

import contextlib
import fnmatch
import random
import re
import signal
import sqlite3
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.campaign.kills import assault
from tests.conftest import COMMAND
from tests.hostile.conftest import Attempts
from tests.hostile.nbd import Client
from tests.hostile.rig import (
    MIB,
    WHOLE,
    Rig,
    assert_no_change,
    checksum,
    many,
    number,
    seed,
    table,
    until,
    whole,
)
from tests.hostile.stores import PROMISE, count, is_whole, rows
from tests.patience import PATIENCE_S
from tests.web.server import WebServer
from tests.words import argv

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
STACK = ROOT / "examples/stacks/mm1.toml"
SOON_S = PATIENCE_S
"""Longer than anything here takes to end once it was asked to: what has not ended by then goes
on."""


@dataclass(frozen=True)
class Work:
    """A command, how long it takes at most to be in the middle of its work, and what it may
    leave."""

    words: tuple[str | Path, ...]
    span_s: float
    leaves: tuple[str, ...] = ()
    serves: bool = False
    """It ends only when it is asked to."""


STORE = ("s.db", "s.db-wal", "s.db-shm", "s.db-settings")
CAMPAIGN = f"""
[campaign]
name = "interrupted"
virtual = true
measure_for = "400ms"
settle = false
[target]
path = "stack:{STACK}"
[workload]
read = [100, 50]
[load]
queue_depth = [1, 2, 4, 8]
[configuration.base]
[configuration.changed.setting]
name = "knob"
set = "echo changed > knob"
read = ["cat", "knob"]
restore = "echo $PLIMSOLL_ORIGINAL > knob"
expect = "changed"
"""
WORKS = {
    "run": Work(
        argv("run --target ours.dat --read 50 --measure-for 1s --warmup-for 100ms --store s.db"),
        1.5,
        STORE,
    ),
    "find": Work(
        argv(f"find --target stack:{STACK} --virtual --objective 'p99 <= 5ms' --store s.db"),
        2.5,
        STORE,
    ),
    "limits": Work(
        ("limits", "--target", "ours.dat", "--measure-for", "2s", "--store", "s.db"), 2.5, STORE
    ),
    "check": Work(("check", "promise.toml", "--store", "s.db"), 2.0, STORE),
    "campaign": Work(("campaign", "run", "campaign.toml", "--store", "s.db"), 2.5, STORE),
    "prepare": Work(
        ("prepare", "new.dat", "--size", "64m", "--passes", "4"),
        1.0,
        ("new.dat", "new.dat.plimsoll*"),
    ),
    "simulate": Work(("simulate", STACK, "--measure-for", "2000s", "--store", "s.db"), 1.5, STORE),
    "report": Work(
        ("report", "--store", "full.db", "--output", "r.html"),
        1.5,
        ("r.html", "full.db-wal", "full.db-shm"),
    ),
    "serve": Work(
        ("serve", STACK, "--unix", "a.sock", "--control", "c.sock", "--content", "volume.img"),
        1.0,
        ("volume.img*",),
        serves=True,
    ),
    "web": Work(
        ("web", "--listen", "127.0.0.1:0", "--directory", "."),
        1.5,
        ("*.db-wal", "*.db-shm"),
        serves=True,
    ),
    "demo": Work(("demo", "--size", "64m"), 3.0, ("plimsoll.db*", "report.html")),
    "doctor": Work(("doctor", "--target", "ours.dat"), 1.5),
}


@pytest.fixture
def place(rig: Rig) -> Rig:
    """A folder with all that the commands need."""
    rig.path("knob").write_text("original\n")
    rig.path("campaign.toml").write_text(CAMPAIGN)
    rig.path("promise.toml").write_text(PROMISE)
    assert rig.plimsoll("prepare", "ours.dat", "--size", "8m").code == 0
    assert rig.plimsoll("simulate", STACK, "--measure-for", "2s", "--store", "full.db").code == 0
    rig.path("somebodys").write_bytes(random.Random(9).randbytes(MIB))
    return rig


def start_work(rig: Rig, work: Work, **more: object) -> subprocess.Popen[bytes]:
    """Starts the command, with all of its output kept."""
    return rig.start(*work.words, **more)


def asked_to_end(
    process: subprocess.Popen[bytes], at_s: float, signals: tuple[int, ...]
) -> tuple[int, str]:
    """Sends these signals, the first at that time after the start; its code and what it said."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(at_s)
    for one in signals:
        process.send_signal(one)
        time.sleep(0.003 if len(signals) > 1 else 0)
    try:
        _, err = process.communicate(timeout=SOON_S)
    except subprocess.TimeoutExpired:
        process.kill()
        _, err = process.communicate()
        pytest.fail(
            f"{process.args} goes on {SOON_S:.0f} s after a signal at {at_s:.3f} s: {err[-300:]!r}"
        )
    return process.returncode, err.decode(errors="replace")


def left_over(rig: Rig, before: set[str], may: tuple[str, ...]) -> list[str]:
    """What is there now, was not before, and may not be."""
    now = {path.name for path in rig.folder.iterdir()} - {"state"}
    return sorted(
        name for name in now - before if not any(fnmatch.fnmatch(name, one) for one in may)
    )


def intact(store: Path) -> None:
    """SQLite finds nothing wrong with it, where there is one."""
    assert not store.exists() or is_whole(store)


def interrupt_work(rig: Rig, name: str, at_s: float, *signals: int, settings: bool = True) -> None:
    """Starts the command and sends it these signals: it ends, and leaves what it may."""
    work = WORKS[name]
    before = {path.name for path in rig.folder.iterdir()}
    code, err = asked_to_end(start_work(rig, work), at_s, signals)
    assert "Traceback" not in err, (at_s, signals, err)
    # A signal that meets it before it is awake ends it as the kernel does: nothing was changed yet,
    # and the shell says 130 as well.
    assert code in (0, 2, 130, *(-one for one in signals)), (at_s, signals, code, err)
    assert not settings or rig.path("knob").read_text() == "original\n", at_s
    assert left_over(rig, before, work.leaves) == [], at_s
    intact(rig.path("s.db"))
    # As before the next try.
    for pattern in work.leaves:
        for path in rig.folder.glob(pattern):
            if path.name not in before:
                path.unlink()


@pytest.mark.parametrize("name", table(WORKS, "campaign", "prepare"))
def test_ctrl_c_at_any_moment_leaves_what_was_finished_and_nothing_else(
    place: Rig, attempts: Attempts, name: str
) -> None:
    moments = random.Random(f"{seed()} {name}")
    theirs = [
        "somebodys",
        "full.db",
        *(["ours.dat"] if "ours.dat" not in WORKS[name].words else []),
    ]
    with assert_no_change(*map(place.path, theirs)):
        for _ in range(many("interrupts", 12, 2)):
            # Of the first moments the next test speaks.
            interrupt_work(
                place, name, moments.uniform(0.4, 0.4 + WORKS[name].span_s), signal.SIGINT
            )
            attempts.count_success()


@pytest.mark.parametrize("name", table(("run", "serve", "web", "campaign"), "web"))
def test_ctrl_c_is_obeyed_from_the_first_instruction_on(
    place: Rig, attempts: Attempts, name: str
) -> None:
    """Not one of them is lost in an import."""
    moments = random.Random(f"{seed()} early {name}")
    for _ in range(many("early", 40, 3)):
        interrupt_work(place, name, moments.uniform(0, 0.4), signal.SIGINT)
        attempts.count_success()


@whole
@pytest.mark.parametrize("name", ["run", "find", "campaign", "prepare", "serve", "web", "report"])
def test_a_storm_of_signals_ends_it_once(place: Rig, attempts: Attempts, name: str) -> None:
    moments = random.Random(f"{seed()} storm {name}")
    for _ in range(many("storms", 6, 1)):
        at_s = moments.uniform(0, WORKS[name].span_s)
        storm = moments.choices((signal.SIGINT, signal.SIGTERM, signal.SIGHUP), k=8)
        interrupt_work(place, name, at_s, *storm, settings=False)
        attempts.count_success()


@whole
@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("name", ["run", "campaign", "serve", "web", "prepare"])
def test_a_polite_kill_ends_it_as_ctrl_c_does(
    place: Rig, attempts: Attempts, name: str, asked: int
) -> None:
    moments = random.Random(f"{seed()} {asked} {name}")
    for _ in range(many("polite", 4, 1)):
        interrupt_work(place, name, moments.uniform(0, WORKS[name].span_s), asked)
        attempts.count_success()


@whole
def test_a_server_that_was_started_with_ctrl_c_ignored_ends_by_it_all_the_same(
    place: Rig, attempts: Attempts
) -> None:
    """As a script starts things in the background; awake, it answers."""
    for name in ("serve", "web"):
        trap = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
        ignoring = [*trap, COMMAND, *map(str, WORKS[name].words)]
        process = subprocess.Popen(
            ignoring,
            cwd=place.folder,
            env=place.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        place.later(process.kill)
        # The first line: it serves.
        process.stdout.readline()
        code, err = asked_to_end(process, 0, (signal.SIGINT,))
        assert "Traceback" not in err
        assert code in (0, 130)
        attempts.count_success()


# kill -9
# --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", ["virtual", pytest.param("real", marks=whole)])
def test_a_campaign_that_is_killed_loses_no_finished_point(
    tmp_path: Path, attempts: Attempts, clock: str
) -> None:
    """And is at the end as if nobody had killed it, byte for byte on the virtual clock."""
    virtual = clock == "virtual"
    kills = (
        many("kills", 200, 2)
        if virtual
        else many("kills_real", max(1, number("kills", 200) // 10), 1)
    )
    seen = assault(
        kills, virtual=virtual, folder=tmp_path, seed=seed(), small=not virtual or not WHOLE
    )
    assert seen.wrong == []
    attempts.count_success(seen.kills)


@pytest.mark.parametrize("name", table(("run", "find", "limits", "check", "simulate"), "run"))
def test_a_measurement_that_is_killed_leaves_a_store_that_can_be_used(
    place: Rig, attempts: Attempts, name: str
) -> None:
    """The same store through all kills: each finds what the ones before left."""
    work = WORKS[name]
    moments = random.Random(f"{seed()} kill {name}")
    finished = 0
    with assert_no_change(place.path("somebodys")):
        for _ in range(many("kills_each", 10, 2)):
            process = start_work(place, work)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(moments.uniform(0, work.span_s))
            process.kill()
            process.communicate()
            intact(place.path("s.db"))
            if place.path("s.db").exists():
                now = count(place.path("s.db"), "run WHERE state = 'finished'")
                assert now >= finished, "a finished Run was lost"
                finished = now
                listed = place.plimsoll("report", "--list", "--store", "s.db")
                assert listed.code in (0, 65), listed
            attempts.count_success()


@whole
def test_a_fill_that_is_killed_goes_on_and_fills_all(place: Rig, attempts: Attempts) -> None:
    moments = random.Random(f"{seed()} fill")
    fill = ("prepare", "filled.dat", "--size", "64m", "--block-size", "4k")
    for _ in range(many("kills_each", 10, 2)):
        resume = ("--resume",) if place.path("filled.dat").exists() else ()
        process = place.start(*fill, *resume)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(moments.uniform(0.1, 0.8))
        process.kill()
        process.communicate()
        attempts.count_success()
    ended = place.plimsoll(*fill, *(("--resume",) if place.path("filled.dat").exists() else ()))
    assert ended.code == 0, ended
    content = place.path("filled.dat").read_bytes()
    assert len(content) == 64 * MIB
    assert all(content[at : at + 4096].strip(b"\0") for at in range(0, len(content), 4096)), (
        "a block was left unwritten"
    )


@whole
def test_what_a_durable_server_acknowledged_is_there_after_a_kill(
    place: Rig, attempts: Attempts
) -> None:
    """Written, flushed and answered; then kill -9; then another server on the same content."""

    moments = random.Random(f"{seed()} durable")
    content = random.Random(5)
    held: dict[int, bytes] = {}
    for _ in range(many("kills_each", 10, 2)):
        process = place.start(
            "serve", STACK, "--unix", "a.sock", "--content", "volume.img", "--durable"
        )
        process.stdout.readline()
        with Client(place.path("a.sock")) as client:
            for at, block in held.items():
                assert client.read(at, 4096) == block
            end = time.monotonic() + moments.uniform(0.05, 0.4)
            while time.monotonic() < end:
                at, block = content.randrange(1024) * 4096, content.randbytes(4096)
                # While it is under way it may be the old or the new one: only what was flushed
                # counts.
                client.write(at, block)
                client.flush()
                held[at] = block
        process.kill()
        process.communicate()
        attempts.count_success()
    assert held


@whole
def test_a_campaign_that_the_page_started_outlives_the_page(place: Rig) -> None:
    served = WebServer.begin("--store", str(place.path("s.db")), folder=place.folder)
    try:
        page = served.get("/start")
        store = re.search(r'name="store" value="([^"]+)"', page.text)
        assert store
        text = CAMPAIGN.replace('"400ms"', '"4000s"').partition("[configuration.base]")[0]
        fields = {"store": store[1], "page_token": page.page_token, "toml": text}
        begun = served.post("/start/run", fields)
        assert begun.status == 303, begun.text
    finally:
        served.process.kill()
        served.end()

    def state() -> str:
        return str(rows(place.path("s.db"), "SELECT state FROM campaign")[0][0])

    until(lambda: state() == "finished", "the campaign is finished", 120)
    intact(place.path("s.db"))


def test_kills_of_the_suite_would_be_seen(place: Rig) -> None:
    """The canary: a store that lost a Run, and one with a broken page, are found."""
    store = place.path("full.db")
    with contextlib.closing(sqlite3.connect(store)) as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    was = checksum(store)
    with store.open("r+b") as file:
        file.seek(size * (pages // 2))
        file.write(b"\xff" * size)
    assert checksum(store) != was
    with pytest.raises((AssertionError, sqlite3.DatabaseError)):
        intact(store)
