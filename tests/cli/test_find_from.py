"""`find --from`: the line of Runs that a store holds, as people and scripts meet it. Virtual clock:
M/M/1, line at 4,079/s."""

import shlex
import shutil
from pathlib import Path

import pytest

from plimsoll.cli.schema import own
from tests.command import run_command
from tests.conftest import Plimsoll
from tests.schemas import keeps
from tests.stack_texts import disk

STACK = disk("200us", spread="exponential")
SWEEP = """
targets = ["stack:mm1.toml"]
[campaign]
name = "sweep"
virtual = true
seed = 3
OBJECTIVE
measure_for = "20s"
[workload]
block_size = SIZES
[load]
rate = [1000, 2000, 3000, 3600, 3900, 4300, 4600, 5200]
"""
LINE = 4079.0


def sweep(folder: Path, sizes: str = '"4k"', objective: str = 'objective = "p99 <= 5ms"') -> str:
    """Runs it into plimsoll.db; what was said of it."""
    (folder / "mm1.toml").write_text(STACK)
    (folder / "sweep.toml").write_text(
        SWEEP.replace("SIZES", sizes).replace("OBJECTIVE", objective)
    )
    ended = run_command(("campaign", "run", "sweep.toml", "--store", "plimsoll.db"), folder)
    assert ended.returncode == 0
    return ended.stdout


@pytest.fixture(scope="module")
def stored_sweep(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The store of a sweep, and what the sweep printed."""
    folder = tmp_path_factory.mktemp("swept")
    return folder / "plimsoll.db", sweep(folder)


@pytest.fixture
def sweep_output(stored_sweep: tuple[Path, str], tmp_path: Path) -> str:
    """What a sweep printed, whose store is plimsoll.db in the folder."""
    shutil.copy(stored_sweep[0], tmp_path)
    return stored_sweep[1]


@pytest.mark.long
def test_a_sweep_gives_its_line_and_runs_nothing(plimsoll: Plimsoll, sweep_output: str) -> None:
    assert "plimsoll find --from plimsoll.db#1" in sweep_output
    ended = plimsoll("find", "--from", "plimsoll.db", "--json")
    assert (ended.code, ended.err) == (0, "")
    keeps(ended.document, own("find"))
    line = ended.document["load_line"]
    assert line["low"] <= LINE <= line["high"]
    assert (line["objective"], line["objective_from"], line["reason"]) == (
        "p99(response_time, all) <= 5ms",
        "runs",
        "read_from_runs",
    )
    assert len(ended.document["probes"]) == 8
    assert {probe["role"] for probe in ended.document["probes"]} == {"run"}
    again = plimsoll("find", "--from", "plimsoll.db#1", "--why")
    said = "read from 8 stored runs of 20 s at 8 offered rates from 1,000 to 5,200"
    assert said in again.out.lower()
    assert "search ended" not in again.out
    campaigns = plimsoll("report", "--list", "--json").document["campaigns"]
    assert [one["runs"] for one in campaigns] == [8], "nothing was run for it, and nothing kept"


@pytest.mark.usefixtures("sweep_output")
def test_another_objective_is_estimated_and_says_so(plimsoll: Plimsoll) -> None:
    ended = plimsoll("find", "--from", "plimsoll.db", "--objective", "p99 <= 10ms", "--json")
    line = ended.document["load_line"]
    # No Run was judged by it, so none confirms a rate to plan with.
    assert (ended.code, line["grade"], line["objective_from"]) == (2, "estimated", "asked")
    assert line["plan_per_s"] is None
    assert line["low"] <= 4539.5 <= line["high"]
    assert not line["low_confirmed"]
    assert "rejudged" in [event["kind"] for event in ended.document["events"]]
    words = plimsoll("find", "--from", "plimsoll.db", "--objective", "p99 <= 10ms", "--why").out
    assert "these Runs were not judged by this objective" in words
    refused = plimsoll("find", "--from", "plimsoll.db", "--objective", "max over 10s <= 50ms")
    assert refused.code == 65
    assert "cannot be read from Runs that were not judged by it" in refused.err


@pytest.mark.long
def test_every_cell_of_a_campaign_has_a_line_of_its_own(plimsoll: Plimsoll, tmp_path: Path) -> None:
    sweep(tmp_path, '["4k", "8k"]')
    ended = plimsoll("find", "--from", "plimsoll.db", "--json", code=0)
    keeps(ended.document, own("find"))
    assert [one["label"] for one in ended.document["lines"]] == ["4 KiB", "8 KiB"]
    assert [one["workload"] for one in ended.document["lines"]] == [
        {"block size": "4 KiB"},
        {"block size": "8 KiB"},
    ]
    assert all(len(one["find"]["probes"]) == 8 for one in ended.document["lines"])
    assert plimsoll("find", "--from", "plimsoll.db", "--runs").out.count("KiB") >= 16


@pytest.mark.long
def test_runs_made_one_by_one_are_a_sweep_too(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "mm1.toml").write_text(STACK)
    run = tuple(
        shlex.split("run --target stack:mm1.toml --virtual --measure-for 10s --store plimsoll.db")
    )
    # The highest first: the low end is then met after an overload.
    for rate in (5500, 4800, 4500, 2000, 3000):
        plimsoll(*run, "--rate", rate, "--objective", "p99 <= 5ms")
    ended = plimsoll("find", "--from", "plimsoll.db", "--json")
    line = ended.document["load_line"]
    assert (ended.code, line["grade"], line["low"]) == (0, "confirmed", 3000.0)
    # The same Run again, seed and all, is a copy on the virtual clock: no second vote.
    plimsoll(*run, "--rate", 3000, "--objective", "p99 <= 5ms")
    assert len(plimsoll("find", "--from", "plimsoll.db", "--json").document["probes"]) == 5
    plimsoll(*run, "--rate", 3000, "--objective", "p99 <= 5ms", "--arrivals", "constant")
    lines = plimsoll("find", "--from", "plimsoll.db", "--json").document["lines"]
    assert sorted(one["label"] for one in lines) == ["constant arrivals", "poisson arrivals"]
    low = plimsoll("find", "--from", "plimsoll.db#4,5", "--json")
    assert (low.code, low.document["load_line"]["low"], low.document["load_line"]["high"]) == (
        0,
        3000.0,
        None,
    )
    high = plimsoll("find", "--from", "plimsoll.db#1-3", "--json")
    assert (high.code, high.document["load_line"]["low"], high.document["load_line"]["high"]) == (
        2,
        None,
        4500.0,
    )
    assert "it lies below 4,500" in plimsoll("find", "--from", "plimsoll.db#1-3", "--why").out


@pytest.mark.long
def test_closed_loops_alone_are_a_bound(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "mm1.toml").write_text(STACK)
    for depth in (1, 4, 16):
        plimsoll(
            *shlex.split("run --target stack:mm1.toml --virtual --queue-depth"),
            depth,
            "--measure-for",
            "5s",
            "--store",
            "plimsoll.db",
        )
    ended = plimsoll("find", "--from", "plimsoll.db", "--objective", "p99 <= 5ms", "--json")
    line = ended.document["load_line"]
    assert (ended.code, line["grade"], line["reason"], line["low"]) == (
        2,
        "bounded",
        "closed_loop_only",
        None,
    )
    assert LINE < line["high"] <= 5_100
    needed = plimsoll("find", "--from", "plimsoll.db", code=64)
    assert "not judged by any objective" in needed.err


@pytest.mark.usefixtures("sweep_output")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--from", "none.db"), 66, "there is no store at none.db"),
        (("--from", "plimsoll.db#9"), 64, "holds no campaign 9"),
        (("--from", "plimsoll.db#1:old"), 64, "names a part of a campaign"),
        (
            ("--from", "plimsoll.db", "--target", "x", "--time", "90s"),
            64,
            "not with --target, --time",
        ),
        ((), 64, "--target is missing"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(
    plimsoll: Plimsoll, words: tuple[str, ...], code: int, said: str
) -> None:
    ended = plimsoll("find", *words)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


@pytest.mark.long
def test_a_sweep_without_an_objective_says_how_to_ask_for_a_line(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    assert "--from" not in sweep(tmp_path, objective="")
    report = plimsoll("report", "load-line", "--to", "md").out
    assert "plimsoll find --from plimsoll.db#1 --objective" in report
    placed = plimsoll("find", "--from", "plimsoll.db", "--objective", "p99 <= 5ms", "--json")
    # Placed, and nothing to plan with: no Run was judged by it.
    assert (placed.code, placed.document["load_line"]["grade"]) == (2, "estimated")
