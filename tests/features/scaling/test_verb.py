"""`plimsoll depth`: the ladder, the answer with its exit code, and what it refuses."""

import json
from pathlib import Path

import pytest

from plimsoll.web.shelf import Shelf
from tests.conftest import Plimsoll
from tests.stack_texts import disk

STACK = disk("1ms", servers=8)
TIMES = ("--virtual", "--warmup-for", "100ms", "--measure-for", "500ms", "--repeats", "2")


@pytest.fixture
def stack(tmp_path: Path) -> str:
    path = tmp_path / "disk.toml"
    path.write_text(STACK)
    return f"stack:{path}"


@pytest.mark.long
def test_eight_servers_want_a_depth_of_eight(
    plimsoll: Plimsoll, stack: str, tmp_path: Path
) -> None:
    ended = plimsoll(
        "depth", "--target", stack, *TIMES, "--queue-depths", "1..32", "--store", "d.db", "--why"
    )
    assert ended.code == 0, ended.err
    assert "Queue depth 8 is enough: " in ended.out
    # What was measured stands with the answer.
    assert "disk.toml: 4 KiB random, all reads, engine emulated, 1 worker" in ended.out
    plimsoll(
        "report", "scaling", "--store", "d.db", "--chart", "latency-0", "--output", "d.svg", code=0
    )
    assert "Latency over IOPS" in (tmp_path / "d.svg").read_text()
    # It is a depth campaign wherever campaigns are listed.
    listed = plimsoll("report", "--list", "--store", "d.db", "--json").document["campaigns"]
    assert [one["kind"] for one in listed] == ["depth"]
    shelf = Shelf(files=(tmp_path / "d.db",))
    [entry], troubles = shelf.entries()
    shelf.close()
    assert not troubles
    assert (entry.kind, entry.name) == ("depth", "depth disk.toml")
    assert "8 outstanding" in entry.answer
    assert "8 outstanding" in entry.first.headline
    # Its own report comes first.
    page = plimsoll("report", "--store", "d.db", "--output", "d.html", "--json").document
    assert page["report"] == "scaling"
    for form in ("scaling", "summary", "runs", "point"):
        told = plimsoll("report", form, "--store", "d.db", "--to", "md", code=0)
        assert "Queue depth 8 is enough: " in told.out or form != "scaling"


def test_the_document_has_every_depth(plimsoll: Plimsoll, stack: str) -> None:
    ended = plimsoll(
        *("depth", "--target", stack, *TIMES, "--queue-depths", "2,4,8,12"),
        *("--no-store", "--json"),
    )
    said = json.loads(ended.out)
    assert (said["schema"], said["best"], said["still_rises"]) == ("plimsoll.depth/1", 8, False)
    assert (said["grade"], said["doubts"]) == ("confirmed", [])
    assert said["subject"]["workload"] == "4 KiB random, all reads"
    assert said["twice_the_workers"]["queue_depth"] == 8
    assert [one["queue_depth"] for one in said["depths"]] == [2, 4, 8, 12]
    # 1 ms and nothing to wait for up to 8.
    assert [round(one["rate_per_s"], -2) for one in said["depths"]] == [2000, 4000, 8000, 8000]


def test_iops_that_still_rise_are_no_answer(plimsoll: Plimsoll, stack: str) -> None:
    ended = plimsoll("depth", "--target", stack, *TIMES, "--queue-depths", "1,4", "--no-store")
    assert ended.code == 2
    assert "IOPS still rise at 4" in ended.out


def test_one_run_each_is_no_interval(plimsoll: Plimsoll, stack: str) -> None:
    times = (*TIMES[:-1], "1")
    ended = plimsoll(
        "depth", "--target", stack, *times, "--queue-depths", "4..16", "--no-store", "--why", code=2
    )
    assert "One Run each, so no interval" in ended.out


def test_a_depth_whose_runs_failed_is_named(plimsoll: Plimsoll, tmp_path: Path) -> None:
    # From the third second on every read fails: the session keeps its clock from Run to Run.
    fault = '[fault.f]\noutage_at = "3s"\noutage_for = "1h"'
    (tmp_path / "ill.toml").write_text(disk("1ms", servers=8, before=fault))
    ended = plimsoll(
        *("depth", "--target", "stack:ill.toml", "--virtual", "--no-store", "--json"),
        *("--queue-depths", "1..32", "--repeats", "1"),
        *("--warmup-for", "100ms", "--measure-for", "900ms"),
    )
    assert ended.code == 74
    said = json.loads(ended.out)
    have = {one["queue_depth"] for one in said["depths"]}
    lost = {one["queue_depth"] for one in said["left_out"]}
    assert lost
    assert have | lost == {1, 2, 4, 8, 16, 32}
    assert {one["outcome"] for one in said["left_out"]} == {"failed"}
    assert "missing" in said["doubts"]


def test_a_client_that_holds_the_rate_is_no_answer_about_storage(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    # 1 ms of processor time an operation: a worker submits 1,000 a second, the disk does 8,000.
    (tmp_path / "slow.toml").write_text(STACK + '[client]\ncpu_per_io = "1ms"\n')
    ended = plimsoll(
        *("depth", "--target", "stack:slow.toml", *TIMES, "--queue-depths", "1..16"),
        *("--no-store", "--json"),
    )
    said = json.loads(ended.out)
    assert (ended.code, said["grade"], said["client"]) == (2, "bounded", "client_cpu")
    assert {one["kind"] for one in said["client_signs"]} >= {"workers_busy"}


def test_p99_is_that_of_all_runs_together(plimsoll: Plimsoll, tmp_path: Path) -> None:
    slow = '[fault.f]\nslow_at = "0s"\nslow_for = "640ms"\nslow_by = "20ms"'
    (tmp_path / "slow.toml").write_text(disk("1ms", servers=8, before=slow))
    ended = plimsoll(
        *("depth", "--target", "stack:slow.toml", "--virtual", "--no-store", "--json"),
        *("--queue-depths", "4,8", "--repeats", "3"),
        *("--warmup-for", "100ms", "--measure-for", "500ms"),
    )
    said = json.loads(ended.out)
    # The first Run of all, and only that, is slow: 5 % of its depth's operations or more take
    # 21 ms, so p99 of all of them does. The median of three p99 would be 1 ms.
    assert max(one["p99_ns"] for one in said["depths"]) == pytest.approx(21e6, rel=0.02)


@pytest.mark.parametrize("depths", ["8", "0..4", "4..1", "a,b", "1,99999999", ""])
def test_what_is_no_ladder_is_refused(plimsoll: Plimsoll, stack: str, depths: str) -> None:
    ended = plimsoll("depth", "--target", stack, "--virtual", "--queue-depths", depths, code=64)
    assert "--queue-depths" in ended.err
