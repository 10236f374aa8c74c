"""`plimsoll limits`: what it measures it keeps, what is kept it judges again, and its exit code
says whether a limit is known."""

import shlex
from pathlib import Path

import pytest

from plimsoll.cli import main
from plimsoll.features.limits.rules.document import schema
from plimsoll.store import Store
from tests.conftest import Plimsoll
from tests.schemas import keeps

STACKS = Path(__file__).resolve().parents[3] / "examples" / "stacks"
S0 = ("--target", f"stack:{STACKS / 's0-policy.toml'}", "--virtual", "--measure-for", "10s")


def test_what_is_measured_is_kept_and_judged_alike_from_the_store(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    store = tmp_path / "kept.db"
    ended = plimsoll("limits", *S0, "--block-size", "4k,64k,1m", "--store", store, "--json")
    assert (ended.code, ended.err) == (0, "")
    document = ended.document
    keeps(document, schema())
    assert document["schema"] == "plimsoll.limits/1"
    [volume] = document["volumes"]
    assert volume["found"]["name"] == "both"
    assert [cell["run_ids"] for cell in volume["cells"]] == [[1, 2], [5, 6], [7, 8]]
    author = next(
        model
        for model in volume["refuted"]
        if model["name"] == "linear" and any(one["value"] == 32768 for one in model["parameters"])
    )
    assert author["datum"]["block_bytes"] == 65536
    again = plimsoll("limits", "--store", store, "--campaign", "1", "--json")
    assert again.document == document
    with Store.open(store, read_only=True) as kept:
        [campaign] = kept.campaigns()
        assert (campaign.kind, campaign.state) == ("limits", "finished")
        assert campaign.result["volumes"] == document["volumes"]
    words = plimsoll("limits", "--store", store, "--why", code=0)
    assert "64k reads reached 3,000 IOPS = 187.5 MiB/s" in words.out
    assert "\nFound: a cap of 3,000 IOPS and of 250" in words.out


@pytest.mark.long
def test_a_law_that_no_cap_proves_is_not_headed_as_found(plimsoll: Plimsoll) -> None:
    # The client is what ends there: 10 us of its processor for each operation.
    stack = f"stack:{STACKS / 'beyond-client.toml'}"
    ended = plimsoll(
        "limits",
        "--target",
        stack,
        *shlex.split("--virtual --no-store --block-size 4k,64k --measure-for 1s --why"),
    )
    assert ended.code == 2
    assert "\nInconclusive: no cap is proven, though the rates fit a cap of " in ended.out
    assert "fits, not proven: a cap" in ended.out
    assert "hint:" not in ended.out


@pytest.mark.long
def test_runs_of_one_depth_end_inconclusive_and_say_what_would_decide(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    store = tmp_path / "kept.db"
    for size in ("4k", "64k"):
        plimsoll("run", *S0, "--block-size", size, "--store", store)
    ended = plimsoll("limits", "--store", store, "--why", code=2)
    assert "\nInconclusive: " in ended.out
    assert "twice the queue depth" in ended.out


def test_a_target_without_a_limit_in_reach_is_absent(plimsoll: Plimsoll) -> None:
    # 64 servers of 1 ms, at most 4 outstanding: each operation more is a rate more.
    few = "--workers 1 --queue-depth 4 --most-outstanding 8"
    asked = f"--target stack:{STACKS}/mdk.toml --virtual --measure-for 2s --block-size 4k {few}"
    ended = plimsoll("limits", *shlex.split(asked), "--no-store", "--why", code=0)
    assert "\nNo limit found: no limit up to " in ended.out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--store", "nowhere.db"), 66, "nowhere.db"),
        ((), 66, "plimsoll.db"),
        (("--no-store",), 64, "--target"),
        ((*S0, "--campaign", "1"), 64, "--campaign"),
        ((*S0, "--block-size", "4k:60,64k:40"), 64, "is a mix"),
        ((*S0, "--block-size", ","), 64, "--block-size"),
        ((*S0, "--block-size", "4k,4 parsecs"), 64, "--block-size"),
        ((*S0, "--read", "100,some"), 64, "--read"),
        ((*S0, "--read", "101"), 64, "--read"),
        ((*S0, "--read", "nan"), 64, "--read"),
        ((*S0, "--measure-for", "0s"), 64, "--measure-for"),
        ((*S0, "--measure-for", "soon"), 64, "soon"),
        ((*S0, "--queue-depth", "1", "--workers", "1"), 64, "two depths"),
        (("--target", "nowhere.dat"), 66, "nowhere.dat"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else None,
)
def test_bad_input_is_refused_in_one_line_and_leaves_no_store(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    code: int,
    says: str,
) -> None:
    # In this process: what is loaded for each command takes longer than the refusal.
    monkeypatch.chdir(tmp_path)
    assert main(["limits", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    [line] = err.strip().splitlines()
    assert says in line
    assert not (tmp_path / "plimsoll.db").exists()


def test_writing_to_what_is_not_ours_is_refused_before_anything_is_measured(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = data.read_bytes()
    monkeypatch.chdir(data.parent)
    assert main(["limits", "--target", str(data), "--read", "100,0", "--block-size", "4k"]) == 73
    assert data.read_bytes() == before
    assert not (data.parent / "plimsoll.db").exists()
