"""A store that vanishes while it is written: what was measured is told, and why it is kept nowhere;
74, never 0."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plimsoll import cli
from plimsoll.base.errors import NoSpaceError
from plimsoll.cli.schema import own
from plimsoll.native.session import Session
from plimsoll.store import Store
from tests.schemas import keeps

STACK = Path(__file__).resolve().parents[2] / "examples/stacks/mm1.toml"
GONE = "plimsoll: the store s.db was deleted or moved away while it was written"
REPLACED = "plimsoll: the store s.db was replaced by another file while it was written"
CAMPAIGN = f"""
[campaign]
name = "gone"
virtual = true
measure_for = "1s"
[target]
path = "stack:{STACK}"
[load]
rate = [1000, 2000, 3000]
max_outstanding = 512
"""


def delete() -> None:
    for path in Path.cwd().glob("s.db*"):
        path.unlink()


def replace() -> None:
    Path("empty").touch()
    Path("empty").replace("s.db")


@pytest.fixture
def vanishes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Lets it happen just before this call of the store, when it is called for the n-th time."""
    monkeypatch.chdir(tmp_path)

    def at(method: str, number: int, happens: Callable[[], None] = delete) -> None:
        real, calls = getattr(Store, method), [0]

        def count_and_call(self: Store, *arguments: Any, **more: Any) -> Any:
            calls[0] += 1
            if calls[0] == number:
                happens()
            return real(self, *arguments, **more)

        monkeypatch.setattr(Store, method, count_and_call)

    return at


TARGET = f"--target stack:{STACK} --virtual --store s.db"
RUN = f"run {TARGET} --rate 1000 --measure-for 5s".split()
PROMISE = f"""
target = "stack:{STACK}"
virtual = true
lengths = {{ measure_for = "2s" }}
[[promise]]
direction = "at_least"
value = "10 IOPS"
"""


@pytest.mark.parametrize(
    ("method", "happens", "says"),
    [
        ("finish_run", delete, GONE),
        ("finish_run", replace, REPLACED),
        ("finish_campaign", delete, GONE),
    ],
)
def test_the_figures_of_a_run_are_told_and_not_said_to_be_kept(
    vanishes: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    method: str,
    happens: Callable[[], None],
    says: str,
) -> None:
    vanishes(method, 1, happens)
    assert cli.main(RUN) == 74
    told = capsys.readouterr()
    assert "● Complete" in told.out
    assert "response time" in told.out
    assert told.err.splitlines()[-1].startswith(says)
    assert [
        line for line in told.err.splitlines() if line.startswith("plimsoll: ")
    ] == told.err.splitlines()[-1:]


def test_a_run_whose_store_vanishes_in_its_midst_ends_with_what_it_has(
    vanishes: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # An hour: only what cannot be kept ends it.
    monkeypatch.setattr("plimsoll.store.store._FLUSH_AFTER_S", 0.0)
    vanishes("add_interval", 2)
    length = "--warmup-for 0s --measure-for 1h --interval 100ms"
    words = f"run --target null: --rate 1000 {length} --store s.db --json"
    assert cli.main(words.split()) == 74
    told = capsys.readouterr()
    record = json.loads(told.out)
    assert (record["outcome"], record["all"]["count"] > 0) == ("stopped", True)
    assert told.err.startswith(GONE)


def test_a_search_tells_what_it_knows(
    vanishes: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    vanishes("finish_run", 4)
    assert cli.main([*f"find {TARGET} --objective".split(), "p99 <= 20ms"]) == 74
    told = capsys.readouterr()
    assert "Highest achieved" in told.out
    assert "Kept as campaign" not in told.out
    assert told.err.splitlines()[-1].startswith(GONE)


@pytest.mark.parametrize(
    ("words", "method", "schema"),
    [
        (RUN, "finish_run", "run"),
        # The median takes the fewest operations to decide.
        pytest.param(
            [*f"find {TARGET} --objective".split(), "p50 <= 1ms"],
            *("finish_campaign", "find"),
            marks=pytest.mark.long,
        ),
        (
            f"limits {TARGET} --measure-for 1s --block-size 4k --read 100".split(),
            *("finish_campaign", "limits"),
        ),
        (["check", "p.toml", "--store", "s.db"], "finish_campaign", "check"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_an_answer_that_cannot_be_kept_is_told_whole(
    vanishes: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    method: str,
    schema: str,
) -> None:
    vanishes(method, 1)
    Path("p.toml").write_text(PROMISE)
    assert cli.main([*words, "--json"]) == 74
    told = capsys.readouterr()
    assert told.err.splitlines()[-1].startswith(GONE)
    keeps(json.loads(told.out), own(schema))


@pytest.mark.parametrize(
    ("method", "number", "happens", "points"),
    [("finish_run", 2, delete, 1), ("finish_run", 2, replace, 1), ("begin_run", 3, delete, 2)],
)
def test_a_campaign_tells_the_points_that_it_has(
    vanishes: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    method: str,
    number: int,
    happens: Callable[[], None],
    points: int,
) -> None:
    vanishes(method, number, happens)
    Path("c.toml").write_text(CAMPAIGN)
    assert cli.main(["campaign", "run", "c.toml", "--store", "s.db"]) == 74
    told = capsys.readouterr()
    assert f"{points} of 3 Points: {points} valid" in told.out
    assert told.err.splitlines()[-1].startswith(GONE if happens is delete else REPLACED)


def test_a_full_disk_tells_what_was_measured_as_well(
    vanishes: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise NoSpaceError("no space left for the store s.db")

    monkeypatch.setattr(Store, "finish_run", full)
    assert cli.main(RUN) == 75
    told = capsys.readouterr()
    assert "● Complete" in told.out
    assert told.err.splitlines()[-1] == "plimsoll: no space left for the store s.db"
    assert Path("s.db").exists()


VDBENCH = """
sd=sd1,lun=x.dat,size=64m
wd=wd1,sd=sd1,xfersize=4k,rdpct=100,seekpct=100
rd=rd1,wd=wd1,iorate=500,elapsed=3,interval=1
"""
REHEARSED = ("--stack", str(STACK.with_name("s0-policy.toml")), "--store", "s.db")
JOBS = {
    "fio": "fio --name=a --filename=x.dat --rw=randread --size=64m --runtime=3 --time_based",
    "vdbench": "vdbench -f sweep.txt",
    "ndisk": "ndisk -f x.dat -R -r 100 -M 1 -b 4K -s 64M -t 3 -D",
}


@pytest.mark.parametrize("method", ["begin_run", "add_interval", "finish_run"])
@pytest.mark.parametrize("program", JOBS)
def test_a_job_prints_its_figures_when_the_disk_of_its_store_is_full(
    program: str,
    method: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sweep.txt").write_text(VDBENCH)

    def full(*_: Any, **__: Any) -> None:
        raise NoSpaceError("no space left for the store s.db")

    monkeypatch.setattr(Store, method, full)
    assert cli.main([*JOBS[program].split(), *REHEARSED]) == 75
    told = capsys.readouterr()
    marks = {"fio": "read: IOPS=", "vdbench": "avg_2-3", "ndisk": "IO/sec"}
    assert marks[program] in told.out
    assert told.err.splitlines()[-1] == "plimsoll: no space left for the store s.db"


@pytest.mark.parametrize("program", JOBS)
def test_the_only_run_of_a_phase_is_kept_as_it_goes(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill while it runs leaves the intervals that it had completed."""
    monkeypatch.chdir(tmp_path)
    Path("sweep.txt").write_text(VDBENCH)
    kept: list[str] = []

    real = Store.add_interval

    def add(self: Store, *arguments: Any) -> None:
        real(self, *arguments)
        kept.extend(run.state for run in self.runs(1))

    monkeypatch.setattr(Store, "add_interval", add)
    began: list[bool] = []
    run = Session.run

    def note_and_run(self: Session, *arguments: Any, **more: Any) -> Any:
        began.append(Path("s.db").exists())
        return run(self, *arguments, **more)

    monkeypatch.setattr(Session, "run", note_and_run)
    assert cli.main([*JOBS[program].split(), *REHEARSED]) == 0
    assert began == [True]
    assert set(kept) == {"running"}
