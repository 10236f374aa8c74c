"""The verb as people and scripts meet it: exit codes, documents, other processes."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from plimsoll.cli.schema import own
from tests.campaign.kills import ROOT
from tests.command import start_command
from tests.conftest import Plimsoll
from tests.patience import PATIENCE_S
from tests.schemas import keeps

CAMPAIGN = """
targets = {targets}
[campaign]
name = "tried"
warmup_for = "0s"
measure_for = "{length}"
interval = "100ms"
settle = false
[workload]
read = [100, 50]
"""


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    def write_campaign(targets: str = '["null:"]', length: str = "100ms") -> Path:
        path = tmp_path / "tried.toml"
        path.write_text(CAMPAIGN.format(targets=targets, length=length))
        return path

    return write_campaign


def test_a_plan_says_what_its_points_would_be_refused(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "theirs.dat").write_bytes(bytes(1 << 20))
    (tmp_path / "c.toml").write_text(
        'targets = ["theirs.dat", "nowhere.dat"]\n[campaign]\nname = "c"\nsettle = false\n'
        'measure_for = "1ms"\nwarmup_for = "0s"\n[workload]\nread = [0, 50]\n'
    )
    ended = plimsoll("campaign", "plan", "c.toml", "--json")
    told = {one["target"]: one for one in ended.document["refused"]}
    assert (ended.code, {name: one["points"] for name, one in told.items()}) == (
        0,
        {"theirs.dat": 2, "nowhere.dat": 2},
    )
    said = plimsoll("campaign", "plan", "c.toml").out
    ran = plimsoll("campaign", "run", "c.toml", "--store", "s.db", "--why").out
    for one in told.values():
        # Word for word what run says.
        assert f"2 of 4 Points would fail now: {one['why']}" in said
        assert one["why"] in ran
    lost = ("--i-will-lose-the-data-on", "theirs.dat", "--json")
    confirmed = plimsoll("campaign", "plan", "c.toml", *lost).document
    assert [one["target"] for one in confirmed["refused"]] == ["nowhere.dat"]
    assert (tmp_path / "theirs.dat").read_bytes() == bytes(1 << 20)


def test_a_campaign_from_plan_to_restore(plimsoll: Plimsoll, file: Callable[..., Path]) -> None:
    path = file()
    plan = plimsoll("campaign", "plan", path, "--json", code=0)
    keeps(plan.document, own("campaign"))
    ended = plimsoll("campaign", "run", path, "--json")
    assert (ended.code, ended.err) == (0, "")
    keeps(ended.document, own("campaign"))
    assert [row["state"] for row in ended.document["rows"]] == ["finished"] * 2
    assert [row["number"] for row in plan.document["points"]] == [
        row["number"] for row in ended.document["rows"]
    ]
    # The store is found by the file's default, and by itself.
    for words in (("status", path), ("resume", "plimsoll.db")):
        again = plimsoll("campaign", *words, "--json", code=0)
        assert again.document["points"]["standing"] == 2
    assert plimsoll("campaign", "restore", "plimsoll.db").out == "nothing to restore\n"


def test_the_code_says_whether_every_point_stands(
    plimsoll: Plimsoll, file: Callable[..., Path]
) -> None:
    ended = plimsoll("campaign", "run", file('["null:", "gone.dat"]'), "--why", code=2)
    assert "4 of 4 Points: 2 valid, 2 failed" in ended.out
    assert "gone.dat does not exist" in ended.out
    assert "Traceback" not in ended.err


def test_a_store_of_other_verbs_holds_none_that_a_file_describes(plimsoll: Plimsoll) -> None:
    run = ("run", "--target", "null:", "--queue-depth", "1", "--warmup-for", "0s")
    assert plimsoll(*run, "--measure-for", "100ms", "--store", "s.db").code == 0
    ended = plimsoll("campaign", "resume", "s.db")
    assert (ended.code, "It holds only what other verbs made" in ended.err) == (65, True)
    assert "1 (run)" in ended.err


@pytest.mark.long
def test_another_process_watches_and_stops_it_and_resume_goes_on(
    plimsoll: Plimsoll, file: Callable[..., Path], tmp_path: Path
) -> None:
    # An hour each: only the wish ends it.
    with start_command(("campaign", "run", file(length="1h")), tmp_path) as process:
        process.stderr.readline()
        status = plimsoll("campaign", "status", "plimsoll.db", "--json").document
        assert (status["state"], status["points"]["running"], status["points"]["total"]) == (
            "running",
            1,
            2,
        )
        assert 3600 < status["left_s"] <= 7200
        refused = plimsoll("campaign", "resume", "plimsoll.db")
        assert (refused.code, "is running in process" in refused.err) == (73, True)
        stopped = plimsoll("campaign", "stop", "plimsoll.db", "--json", code=0)
        assert stopped.document["state"] == "interrupted"
        out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert "plimsoll campaign resume" in err
    assert "in plimsoll.db: interrupted\n0 of 2 Points" in out


def test_a_file_is_not_written_without_being_named(
    plimsoll: Plimsoll, file: Callable[..., Path], data: Path
) -> None:
    path = file(f'["{data}"]')
    before = data.read_bytes()
    refused = plimsoll("campaign", "run", path, "--json").document
    assert [row["state"] for row in refused["rows"]].count("failed") == 1
    assert data.read_bytes() == before
    confirmed = plimsoll("campaign", "run", path, "--i-will-lose-the-data-on", data, "--json")
    assert (confirmed.code, data.read_bytes() == before) == (0, False)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("plan", "nowhere.toml"), 66, "there is no file nowhere.toml"),
        (("status", "nowhere.db"), 66, "nowhere.db"),
        (("resume", "tried.toml"), 66, "there is no store at plimsoll.db"),
        (("sail", "tried.toml"), 64, "sail"),
        (("plan", "tried.toml", "--set", "workload.block_size=4q"), 64, "4q"),
        (("plan", "tried.toml", "--set", "campaign.order=by_size"), 65, "campaign.order"),
        (("status", "tried.toml", "--set", "a.b=1"), 64, "has no option --set"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_a_code(
    plimsoll: Plimsoll, file: Callable[..., Path], words: tuple[str, ...], code: int, said: str
) -> None:
    file()
    ended = plimsoll("campaign", *words)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
    assert len(ended.err.strip().splitlines()) == 1


def test_the_schema_of_the_file_knows_every_example() -> None:
    examples = sorted((ROOT / "examples" / "campaigns").glob("*.toml"))
    assert {path.stem for path in examples} >= {"first-look", "s0", "s1", "s2", "s3", "s4"}
    schema = own("campaign", "file")
    for path in examples:
        raw = tomllib.loads(path.read_text())
        keeps(json.loads(json.dumps(raw)), schema)
