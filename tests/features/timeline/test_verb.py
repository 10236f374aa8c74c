"""`plimsoll mark` into the store of a Run under way, with real processes; `plimsoll timeline` of
what was kept."""

import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import cells
from plimsoll.cli.schema import own
from plimsoll.report.run import timeline as run_timeline
from plimsoll.store import Store
from tests.command import start_command
from tests.conftest import Plimsoll
from tests.judge.test_timeline import rows
from tests.schemas import keeps
from tests.stack_texts import disk

IMPORTED = Path(__file__).parents[2] / "fixtures" / "results" / "fio" / "plain.json"

STACK = disk("200us", spread="exponential", before='[fault.f]\nstall_at = "21s"\nstall_for = "3s"')

# Leaves a Run of 60 intervals with an outage from 20 s to 23 s and a mark 2 s before it, and is
# killed before it ends.
KILLED = """
import json, os, signal, sys
from plimsoll.store import Store
rows = json.loads(sys.argv[2])
store = Store.open(sys.argv[1], wall_ns=lambda: 1_000_000_000_000)
campaign = store.begin_campaign("run", None, "run", 1, "{}")
run = store.begin_run(campaign, "run", "{}")
for i, row in enumerate(rows):
    store.add_interval(run, i, json.dumps(row), None, None)
store.flush()
store.add_event(campaign, run, "mark", "pulled path A", at_ns=1_018_000_000_000)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A Run of `null:` in Measure, with its store runs.db in this test's folder."""
    words = shlex.split(
        "run --target null: --rate 500 --interval 100ms --warmup-for 0s --measure-for 10m"
        " --store runs.db"
    )
    with start_command(words, tmp_path, XDG_STATE_HOME=str(tmp_path)) as process:
        assert process.stderr is not None
        while not process.stderr.readline().startswith("measuring"):
            assert process.poll() is None
        yield process
        process.kill()


@pytest.mark.long
def test_marks_of_several_processes_reach_the_run_under_way(
    plimsoll: Plimsoll, running: subprocess.Popen[str], tmp_path: Path
) -> None:
    marking = [
        start_command(
            ("mark", f"number {i}", "--store", "runs.db"), tmp_path, XDG_STATE_HOME=str(tmp_path)
        )
        for i in range(3)
    ]
    for one in marking:
        one.communicate(60)
    assert [one.returncode for one in marking] == [0, 0, 0]
    ago = plimsoll("mark", "just before", "--store", "runs.db", "--at", "1ms", "--json").document
    assert ago["schema"] == "plimsoll.mark/1"
    assert (ago["run"], ago["campaign"]) == (1, 1)
    assert plimsoll("timeline", "--store", "runs.db", "--json").document["state"] == "running"
    running.send_signal(signal.SIGINT)
    _, err = running.communicate()
    assert running.returncode == 130, err
    told = plimsoll("timeline", "--store", "runs.db", "--json").document
    keeps(told, own("timeline"))
    assert {mark["text"] for mark in told["marks"]} == {
        "number 0",
        "number 1",
        "number 2",
        "just before",
    }
    assert all(0 <= mark["at_s"] <= told["until_s"] for mark in told["marks"])
    # Over: the next mark has no Run to go to.
    late = plimsoll("mark", "too late", "--store", "runs.db")
    assert (late.code, "no Run is in progress" in late.err) == (66, True)
    late = plimsoll("mark", "too late", "--store", "runs.db", "--run", "1")
    assert (late.code, "Run 1 ended at" in late.err) == (64, True)


def test_a_killed_run_has_a_time_line_with_its_marks(plimsoll: Plimsoll, tmp_path: Path) -> None:
    counts = [1000] * 60
    counts[20:23] = [0] * 3
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "killed.db"), json.dumps(rows(counts))]
    )
    assert done.returncode == -signal.SIGKILL
    told = plimsoll("timeline", "--store", "killed.db", "--json").document
    keeps(told, own("timeline"))
    (outage,) = told["episodes"]
    assert (told["state"], outage["kind"], outage["at_s"], outage["outage_s"]) == (
        "interrupted",
        "outage",
        20,
        3,
    )
    assert (outage["after_mark"]["text"], outage["after_mark_s"]) == ("pulled path A", 2)
    kinds = [one["kind"] for one in told["noted"]]
    assert kinds == ["no_record", "marks_without_record"]
    assert told["noted"][0]["figures"] == {"state": "interrupted"}
    text = plimsoll("timeline", "--store", "killed.db").out
    assert "2.0 s after 'pulled path A': almost no I/O succeeded for 3 s" in text
    assert told["notes"][0] in text
    # The answer is last.
    *_, headline, page = text.splitlines()
    assert headline.startswith("3 s outage at 20.0 s")
    assert page == "The same as a page: plimsoll report time --store killed.db --run 1"
    japanese = plimsoll("--lang", "ja", "timeline", "--store", "killed.db").out
    assert re.search(r"^ +18\.\d+ s  マーク    「pulled path A」$", japanese, re.MULTILINE)
    assert re.search(r"^ +20\.\d+ s  停止区間  ", japanese, re.MULTILINE)
    assert not re.search(r"\b(mark|outage)\b", japanese)


def test_the_strip_of_a_narrow_terminal_has_fewer_columns(tmp_path: Path) -> None:
    counts = [1000] * 60
    made = [sys.executable, "-c", KILLED, str(tmp_path / "killed.db"), json.dumps(rows(counts))]
    assert subprocess.run(made).returncode == -signal.SIGKILL
    with Store.open(tmp_path / "killed.db", create=False, read_only=True) as store:
        [run] = store.runs(1)
        for width in (60, 80, 200):
            content, strip = run_timeline.read(store, run, width)
            said = run_timeline.lines(content, strip)
            drawn = [line for line in said if line.startswith(("IOPS", "p99"))]
            assert drawn
            assert max(map(cells.width, drawn)) <= width


def test_marks_on_an_imported_run_are_said_to_stand_where_it_began_roughly(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    assert plimsoll("import", str(IMPORTED), "--store", "i.db").code == 0
    with Store.open(tmp_path / "i.db") as store:
        run = store.run(1)
    assert run.finished_at_ns is not None
    at = datetime.fromtimestamp((run.started_at_ns + run.finished_at_ns) / 2e9).isoformat()
    plimsoll("mark", "switch rebooted", "--at", at, "--store", "i.db", "--run", "1", code=0)
    told = plimsoll("timeline", "--store", "i.db", "--json").document
    assert [one["kind"] for one in told["noted"]] == ["marks_of_import", "no_intervals"]
    assert told["intervals"] == 0
    assert "0 ns" not in plimsoll("timeline", "--store", "i.db").out


def test_rows_that_end_before_an_imported_run_are_said_to(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """fio kept nothing of the last 250 ms of this second: its mean rate is not that of the rows."""
    for path in IMPORTED.parent.glob("logs*"):
        shutil.copy(path, tmp_path)
    assert plimsoll("import", ".").code == 0
    told = plimsoll("timeline", "--json").document
    keeps(told, own("timeline"))
    assert told["until_s"] == 0.75
    cut = next(one for one in told["noted"] if one["kind"] == "ends_before_the_run")
    assert cut["figures"]["length_s"] == pytest.approx(0.25, abs=0.005)
    said = plimsoll("timeline").out
    assert "the rows end 251 ms before the Run: the time line and its mean rate leave" in said


def test_a_stalled_stack_is_told_in_words_with_a_strip(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "stalls.toml").write_text(STACK)
    how = "--virtual --rate 3000 --measure-for 40s --interval 1s --store stalls.db"
    assert plimsoll("run", "--target", "stack:stalls.toml", *shlex.split(how)).code == 0
    ended = plimsoll("timeline", "--store", "stalls.db")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    strip = next(line for line in lines if line.startswith("IOPS")).split()[1]
    # Measure begins a second into the stack's time: 20 s to 23 s. 40 intervals, one a column.
    assert (len(strip), strip[20:23]) == (40, "···")
    assert any("20.00 s  outage" in line and "for 3 s" in line for line in lines)
    mark = plimsoll("mark", "now", "--store", "stalls.db", "--run", "1")
    assert (mark.code, "virtual clock" in mark.err) == (64, True)


def test_the_answer_of_a_run_names_no_target_of_other_runs(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    for name in ("one", "other"):
        (tmp_path / f"{name}.toml").write_text(STACK)
    (tmp_path / "grid.toml").write_text("""
targets = ["stack:one.toml", "stack:other.toml"]
[campaign]
name = "grid"
virtual = true
measure_for = "1s"
[load]
rate = [100]
""")
    assert plimsoll("campaign", "run", "grid.toml", "--store", "grid.db").code == 0
    asked = ("--store", "grid.db", "--run", "1")
    page = ("--to", "md", "--output", "-")
    for command in (
        ("timeline", *asked),
        ("report", "time", *asked, *page),
        ("report", "point", *asked, *page),
    ):
        out = plimsoll(*command).out
        (line,) = (line for line in out.splitlines() if "· Simulated ·" in line)
        assert ("one.toml" in line) is not ("other.toml" in line), line


def test_a_note_goes_to_its_campaign(plimsoll: Plimsoll, tmp_path: Path) -> None:
    with Store.open(tmp_path / "notes.db") as store:
        store.finish_campaign(store.begin_campaign("find", None, "load line", 1, "{}"), {})
    ended = plimsoll(
        "mark", "  firmware 7.2\nfrom here ", "--store", "notes.db", "--campaign", "1", "--json"
    ).document
    assert (ended["kind"], ended["campaign"], ended["run"], ended["text"]) == (
        "note",
        1,
        None,
        "firmware 7.2 from here",
    )
    with Store.open(tmp_path / "notes.db") as store:
        assert [(event.kind, event.text) for event in store.events(1)] == [
            ("note", "firmware 7.2 from here")
        ]
        # A search between two of its Runs; its process, this one, is alive.
        store.begin_campaign("find", None, "load line", 1, "{}")
        between = plimsoll("mark", "between", "--store", "notes.db", "--json").document
    assert (between["kind"], between["campaign"], between["run"]) == ("mark", 2, None)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("mark", "x"), 66, "there is no store at plimsoll.db"),
        (("mark", " ", "--store", "e.db"), 64, "has no text"),
        (("mark", "x", "--store", "e.db"), 66, "no Run is in progress"),
        (("mark", "x", "--store", "e.db", "--run", "9"), 64, "there is no Run 9"),
        (("mark", "x", "--store", "e.db", "--campaign", "9"), 64, "holds no campaign 9"),
        (
            ("mark", "x", "--store", "e.db", "--run", "1", "--campaign", "1"),
            64,
            "cannot be combined with",
        ),
        (("mark", "x", "--store", "e.db", "--at", "25:99"), 64, "is not a time for --at"),
        (("mark", "x", "--store", "e.db", "--at", "soon"), 64, ""),
        (("mark", "x", "--store", "e.db", "--at", "2999-01-01T00:00:00"), 64, "in the future"),
        (("timeline", "--store", "e.db"), 64, "no Run was kept"),
        (("timeline", "--store", "nowhere.db"), 66, "there is no store"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else "",
)
def test_what_cannot_be_meant_is_refused_in_a_line(
    plimsoll: Plimsoll, tmp_path: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    Store.open(tmp_path / "e.db").close()
    ended: Any = plimsoll(*arguments)
    assert (ended.code, ended.out, len(ended.err.splitlines())) == (code, "", 1)
    assert words in ended.err


def test_a_run_in_which_nothing_succeeded_is_one_outage(plimsoll: Plimsoll, tmp_path: Path) -> None:
    hangs = '[fault.f]\noutage_at = "0s"\noutage_for = "1h"\noutage = "hang"'
    (tmp_path / "hang.toml").write_text(disk("100us", before=hangs))
    how = "--target stack:hang.toml --virtual --measure-for 5s --interval 100ms --store"
    words = shlex.split(how)
    run = plimsoll("run", *words, "open.db", "--rate", "2000", "--json")
    # None of what was asked for was done: the rate was not carried.
    assert run.document["outcome"] == "cannot_carry"
    plimsoll("run", *words, "closed.db", "--queue-depth", "4")
    for store in ("open.db", "closed.db"):
        [episode] = plimsoll("timeline", "--store", store, "--json").document["episodes"]
        assert (episode["kind"], episode["at_s"], episode["until_s"], episode["outage_s"]) == (
            "outage",
            0,
            None,
            5,
        )
        assert "almost no I/O succeeded for 5 s" in plimsoll("timeline", "--store", store).out


def test_numbers_beyond_the_store_are_usage_errors(plimsoll: Plimsoll, tmp_path: Path) -> None:
    brief = "run --target null: --queue-depth 1 --warmup-for 10ms --measure-for 50ms"
    plimsoll(*shlex.split(brief), "--store", "one.db")
    for number in (str(1 << 70), str(-(1 << 70))):
        assert plimsoll("timeline", "--store", "one.db", f"--run={number}").code == 64
        assert plimsoll("mark", "x", "--store", "one.db", f"--run={number}").code == 64
        assert plimsoll("mark", "x", "--store", "one.db", f"--campaign={number}").code == 64
    assert "Too few intervals to tell" in plimsoll("timeline", "--store", "one.db").out
