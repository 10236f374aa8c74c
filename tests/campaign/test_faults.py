"""Faults on purpose: done and undone at their times, marked, and mended whatever happens."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from plimsoll.base.instants import measure_began_ns
from plimsoll.search import point_reasons
from tests.campaign.conftest import Begin
from tests.conftest import COMMAND, Plimsoll
from tests.patience import PATIENCE_S

CAMPAIGN = """
targets = ["null:"]
[campaign]
name = "x"
warmup_for = "100ms"
measure_for = "{measure}"
interval = "100ms"
settle = false
[load]
rate = 200
[[fault]]
name = "path A"
at = "300ms"
do = "{do}"
undo_at = "800ms"
undo = ["sh", "-c", "echo $0 > {folder}/path", "{{original}}"]
read = "cat {folder}/path"
"""
DO = "echo down > {folder}/path"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "path"
    made.write_text("up\n")
    return made


def text(folder: Path, *, do: str = DO, measure: str = "1500ms") -> str:
    return CAMPAIGN.format(folder=folder, do=do.format(folder=folder), measure=measure)


@pytest.mark.long
def test_a_fault_is_made_and_undone_at_its_times_and_stands_on_the_time_line(
    begin: Begin, tmp_path: Path, path: Path
) -> None:
    begun = begin(text(tmp_path, do=DO + "; cp {folder}/path {folder}/seen")).conduct()
    (point,) = begun.points
    assert (point.state, point.reason) == ("finished", None)
    assert (tmp_path / "seen").read_text() == "down\n"
    assert path.read_text() == "up\n"
    (run,) = begun.store.runs(begun.id)
    record = begun.store.record(run.id)
    assert record is not None
    began_ns = measure_began_ns(record)
    assert began_ns is not None
    marks = [
        (event.text, (event.at_ns - began_ns) / 1e9)
        for event in begun.store.events_of_run(run.id)
        if event.kind == "mark"
    ]
    assert [name for name, _ in marks] == ["fault 'path A'", "fault 'path A' undone"]
    # Never before its time; how much later is the machine's doing.
    assert marks[0][1] >= 0.25
    assert marks[1][1] >= 0.75
    assert marks[0][1] < marks[1][1]
    assert begun.store.plans.journal_entries(begun.id) == []


@pytest.mark.long
def test_what_was_there_is_in_the_journal_before_the_load_begins(
    begin: Begin, tmp_path: Path, path: Path
) -> None:
    begun = begin(text(tmp_path))
    journalled = []
    begin_run = begun.store.begin_run
    add = begun.store.add_interval

    def began(*arguments: object, **more: object) -> int:
        made = begin_run(*arguments, **more)
        journalled.append(len(begun.store.plans.journal_entries(begun.id)))
        return made

    def interval(*arguments: object) -> None:
        add(*arguments)
        journalled.append(len(begun.store.plans.journal_entries(begun.id)))

    begun.store.begin_run = began
    begun.store.add_interval = interval
    begun.conduct()
    assert journalled[0] == 0
    assert set(journalled[1:]) == {1}
    assert path.read_text() == "up\n"


@pytest.mark.long
def test_a_fault_that_cannot_be_made_fails_its_point_and_is_put_back(
    begin: Begin, tmp_path: Path, path: Path
) -> None:
    begun = begin(text(tmp_path, do=DO + "; echo no such port >&2; exit 3")).conduct()
    (point,) = begun.points
    assert point.state == "failed"
    assert "the fault 'path A' could not be injected" in (point_reasons.words(point.reason) or "")
    assert "no such port" in (point_reasons.words(point.reason) or "")
    assert path.read_text() == "up\n"


@pytest.mark.long
def test_what_a_killed_campaign_broke_is_mended_by_the_next_command(
    plimsoll: Plimsoll, tmp_path: Path, path: Path, state_home: Path
) -> None:
    (tmp_path / "c.toml").write_text(text(tmp_path, measure="1h").replace('"800ms"', '"50m"'))
    process = subprocess.Popen(
        [COMMAND, "campaign", "run", "c.toml", "--store", "c.db"],
        cwd=tmp_path,
        env={**os.environ, "XDG_STATE_HOME": str(state_home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + PATIENCE_S
        while path.read_text() != "down\n" and time.monotonic() < until:
            time.sleep(0.02)
        assert path.read_text() == "down\n"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert path.read_text() == "down\n"
    plimsoll("campaign", "restore", "c.db", code=0)
    assert path.read_text() == "up\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('undo_at = "800ms"', 'undo_at = "200ms"', "not after 300ms"),
        ('undo_at = "800ms"', 'undo_at = "2s"', "a Run ends at 1500ms"),
        ('name = "x"', 'name = "x"\nstrategy = "maximum"', "for strategy grid"),
        ('name = "x"', 'name = "x"\nvirtual = true', "plimsoll switch"),
        ("[load]", "[configuration.faults]\n[load]", "cannot be called 'faults'"),
        ("read = ", "look = ", "read"),
    ],
)
def test_faults_that_cannot_be_are_refused_before_anything_runs(
    plimsoll: Plimsoll, tmp_path: Path, path: Path, old: str, new: str, said: str
) -> None:
    asked = text(tmp_path)
    if "maximum" in new:
        asked = asked.replace("[load]\nrate = 200\n", "")
    assert old in asked
    (tmp_path / "c.toml").write_text(asked.replace(old, new, 1))
    assert said in plimsoll("campaign", "plan", "c.toml", code=65).err
    assert path.read_text() == "up\n"


def test_the_plan_tells_the_faults(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(text(tmp_path))
    said = plimsoll("campaign", "plan", "c.toml")
    assert "fault in each Run: path A at 300ms, undone at 800ms" in said.out


@pytest.mark.long
def test_an_undo_that_cannot_be_run_twice_is_run_once(begin: Begin, tmp_path: Path) -> None:
    asked = text(tmp_path, do="touch {folder}/flag").replace(
        f'undo = ["sh", "-c", "echo $0 > {tmp_path}/path", "{{original}}"]',
        f'undo = "rm {tmp_path}/flag"',
    )
    asked = asked.replace(f'"cat {tmp_path}/path"', f'"ls {tmp_path}/flag 2>/dev/null || true"')
    begun = begin(asked).conduct()
    (point,) = begun.points
    assert (point.state, point.reason) == ("finished", None)
    assert not (tmp_path / "flag").exists()


def test_a_fault_that_changes_nothing_is_none(begin: Begin, tmp_path: Path, path: Path) -> None:
    begun = begin(text(tmp_path, do="true")).conduct()
    (point,) = begun.points
    assert point.state == "failed"
    assert "as before" in (point_reasons.words(point.reason) or "")
    assert path.read_text() == "up\n"
