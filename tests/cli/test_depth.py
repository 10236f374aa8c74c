"""`plimsoll depth`: the ladder, the answer with its exit code, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Ended

    Plimsoll = Callable[..., Ended]

STACK = """
[device.disk]
servers = 8
service = "1ms"
[volume.v]
size = "1g"
path = ["disk"]
"""
TIMES = ("--virtual", "--warmup-for", "100ms", "--measure-for", "500ms", "--repeats", "2")


@pytest.fixture
def stack(tmp_path: Path) -> str:
    path = tmp_path / "disk.toml"
    path.write_text(STACK)
    return f"stack:{path}"


def test_eight_servers_want_a_depth_of_eight(
    plimsoll: Plimsoll, stack: str, tmp_path: Path
) -> None:
    ended = plimsoll(
        "depth", "--target", stack, *TIMES, "--queue-depths", "1..32", "--store", "d.db"
    )
    assert ended.code == 0, ended.err
    assert "Best queue depth: 8 (" in ended.out
    page = plimsoll("report", "scaling", "--store", "d.db", "--to", "md")
    assert "Best queue depth: 8 (" in page.out
    chart = plimsoll(
        "report", "scaling", "--store", "d.db", "--chart", "latency-0", "--output", "d.svg"
    )
    assert chart.code == 0, chart.err
    assert "Latency over IOPS" in (tmp_path / "d.svg").read_text()


def test_the_document_has_every_depth(plimsoll: Plimsoll, stack: str) -> None:
    ended = plimsoll(
        *("depth", "--target", stack, *TIMES, "--queue-depths", "2,4,8,12"),
        *("--no-store", "--json"),
    )
    said = json.loads(ended.out)
    assert (said["schema"], said["best"], said["still_rises"]) == ("plimsoll.depth/1", 8, False)
    assert [one["queue_depth"] for one in said["depths"]] == [2, 4, 8, 12]
    # 1 ms and nothing to wait for up to 8.
    assert [round(one["rate_per_s"], -2) for one in said["depths"]] == [2000, 4000, 8000, 8000]


def test_iops_that_still_rise_are_no_answer(plimsoll: Plimsoll, stack: str) -> None:
    ended = plimsoll("depth", "--target", stack, *TIMES, "--queue-depths", "1,4", "--no-store")
    assert ended.code == 2
    assert "IOPS still rise at 4" in ended.out


@pytest.mark.parametrize("depths", ["8", "0..4", "4..1", "a,b", "1,99999999", ""])
def test_what_is_no_ladder_is_refused(plimsoll: Plimsoll, stack: str, depths: str) -> None:
    ended = plimsoll("depth", "--target", stack, "--virtual", "--queue-depths", depths)
    assert ended.code == 64
    assert "--queue-depths" in ended.err
