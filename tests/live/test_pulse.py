"""The pulse of a real Run: it appears, moves, says what the store says, and goes."""

import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from plimsoll.base import process
from plimsoll.cli.schema import own
from plimsoll.live import runtime_dir
from plimsoll.live.pulse import read
from plimsoll.live.pulse_writer import beating
from plimsoll.live.state import KEPT, State
from plimsoll.store import Store
from tests.conftest import Ending, Plimsoll
from tests.live.conftest import Started, active, sealed_interval, until
from tests.patience import PATIENCE_S
from tests.schemas import keeps
from tests.words import argv

Running = Callable[..., tuple[Started, Path]]


@pytest.mark.long
def test_it_appears_moves_and_goes_and_says_what_the_store_says(
    running: Running, runtime: Path
) -> None:
    process, store = running(intervals=3)
    (file,) = runtime.iterdir()
    assert (runtime.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    keeps(json.loads(file.read_text()), own("pulse"))
    (first,) = read(store)
    assert (first["pid"], first["store"], first["campaign"], first["kind"]) == (
        process.pid,
        str(store),
        1,
        "run",
    )
    assert (first["run"]["id"], first["run"]["offered_rate_per_s"], first["state"]) == (
        1,
        300,
        "running",
    )
    moved = until(
        lambda: [
            p
            for p in read(store)
            if p["intervals"][-1]["index"] >= first["intervals"][-1]["index"] + 2
        ],
        alive=process,
    )
    assert moved[0]["written_at_s"] > first["written_at_s"]
    assert moved[0]["totals"]["reads"] > first["totals"]["reads"]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert list(runtime.iterdir()) == []
    assert read(store) == []
    # The same figures, read from the store by another way.
    with Store.open(store, read_only=True) as kept:
        rows = {row.number: row for row in kept.intervals(1)}
    assert len(moved[0]["intervals"]) >= 5
    for told in moved[0]["intervals"]:
        row = rows[told["index"]].document
        assert (told["reads"], told["writes"], told["phase"], told["backlog"]) == (
            row["reads"],
            row["writes"],
            row["phase"],
            row["backlog"],
        )
        assert abs(told["achieved_rate_per_s"] - row["reads"] / row["length_s"]) < 0.01
        assert abs(told["bytes_per_s"] - row["read_bytes"] / row["length_s"]) < 0.01
        assert told["response_time_ns"]["p99"] == row["response_time_ns"]["p99"]
        assert told["response_time_ns"]["max"] == row["response_time_ns"]["max"]
        # What is drawn as a distribution is every operation, at the times that they took.
        assert sum(count for _, count in told["distribution"]) == row["reads"]
        assert told["distribution"][-1][0] >= row["response_time_ns"]["max"] / 1.2
        # As the store has it: a crowded machine may not be looked at in time for an interval.
        assert (told["system"] is None) == (row.get("system_load") is None)
    assert any(told["system"] is not None for told in moved[0]["intervals"])


@pytest.mark.long
def test_it_follows_a_campaign_from_point_to_point(
    begin: Callable[..., Started], target: Path, tmp_path: Path, runtime: Path
) -> None:
    file = tmp_path / "two.toml"
    file.write_text(
        f'targets = ["{target}"]\n[campaign]\nname = "two"\nwarmup_for = "0s"\nmeasure_for ='
        ' "2s"\ninterval = "200ms"\nsettle = false\n[workload]\nread = [100]\nblock_size ='
        " ['4k', '8k']\n[load]\nrate = 200\n"
    )
    store = tmp_path / "two.db"
    process = begin("campaign", "run", file, "--store", store, "--json")
    seen = until(
        lambda: [p for p in read(store) if p["point"] is not None and p["point"]["number"] == 2],
        alive=process,
    )[0]
    assert (seen["kind"], seen["name"], seen["point"]["done"], seen["point"]["total"]) == (
        "campaign",
        "two",
        1,
        2,
    )
    assert (seen["last_run"]["id"], seen["totals"]["runs"], sum(seen["outcomes"].values())) == (
        1,
        1,
        1,
    )
    assert [said["words"].split(":")[0] for said in seen["said"]] == ["1 of 2"]
    _, err = process.communicate(timeout=PATIENCE_S)
    assert Ending(process.returncode, "", err).errors == []
    with Store.open(store, read_only=True) as kept:
        assert kept.runs(1)[0].outcome == seen["last_run"]["outcome"]
        assert kept.runs(1)[0].achieved_rate_per_s == seen["last_run"]["achieved_rate_per_s"]


@pytest.mark.long
def test_what_a_killed_process_left_is_passed_over_and_tidied_by_the_next(
    running: Running, runtime: Path
) -> None:
    process, store = running()
    (left,) = runtime.iterdir()
    process.kill()
    process.wait()
    assert read(store) == []
    assert list(runtime.iterdir()) == [left], "a reader removes nothing"
    again, _ = running()
    (new,) = [p for p in runtime.iterdir() if p.suffix == ".json"]
    assert new != left
    again.send_signal(signal.SIGINT)
    again.communicate(timeout=PATIENCE_S)
    assert list(runtime.iterdir()) == []


@pytest.mark.long
def test_without_a_store_there_is_a_pulse_of_nobodys_store(
    begin: Callable[..., Started], target: Path, runtime: Path, tmp_path: Path
) -> None:
    process = begin("run", "--target", target, "--rate", "300", "--measure-for", "10m", "--json")
    # Others may measure meanwhile, and be heard.
    pulse = until(lambda: [one for one in read() if one["pid"] == process.pid], alive=process)[0]
    assert (pulse["store"], pulse["campaign"]) == (None, None)
    assert read(tmp_path / "no-such.db") == []


def test_of_more_intervals_than_are_shown_the_newest_are_kept_and_all_are_counted(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    words = argv("--rate 1000 --measure-for 1s --interval 100ms --store kept.db --json")
    assert plimsoll("run", "--target", "null:", *words).code in (0, 2)
    with Store.open(tmp_path / "kept.db", read_only=True) as kept:
        row = kept.intervals(1)[3]
    state = State("run")
    assert row.response_time is not None
    for number in range(5 * KEPT):
        told = sealed_interval({**row.document, "index": number}, [], row.response_time)
        state.interval(active(1), told)
    pulse = json.loads(state.text())
    assert [one["index"] for one in pulse["intervals"]] == list(range(4 * KEPT, 5 * KEPT))
    assert pulse["totals"]["reads"] == 5 * KEPT * row.document["reads"]
    counts, _ = state.distribution()
    assert sum(counts.values()) == KEPT * row.document["reads"], "only what is shown is decoded"


def test_a_folder_that_goes_away_takes_the_pulse_with_it_only_until_it_is_back(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime_dir, "folders", lambda: [runtime])
    told: list[str] = []
    state = State("run")
    with beating(state, told.append, every_s=0.01, again_s=0.01):
        state.set_activity("this", None)
        until(lambda: runtime.exists() and list(runtime.glob("*.json")))
        # As when a user logs out of the last session: with everything in it, and its place cannot
        # be had.
        shutil.rmtree(runtime)
        runtime.write_text("in the way")
        until(lambda: state.set_activity("that", None) or told)
        runtime.unlink()
        until(lambda: state.set_activity("more", None) or (runtime.exists() and read()))
    assert len(told) == 1
    assert list(runtime.iterdir()) == []


@pytest.mark.parametrize("writer", ["a b \u00b2 c", "a b " + "9" * 5000 + " c", "", "a b -1 c"])
def test_a_name_that_no_process_can_have_is_of_none_that_lives(writer: str) -> None:
    assert not process.is_alive(writer)
