"""An objective on operations that the workload has none of is refused before anything is measured:
no Run decides it, however long."""

from pathlib import Path

import pytest

from tests.conftest import Plimsoll

STACK = f"stack:{Path(__file__).resolve().parents[2]}/examples/stacks/mm1.toml"
PROMISES = f"""
name = "two"
target = "{STACK}"
virtual = true
[[promise]]
name = "reads"
objective = "p99 <= 5ms"
load = {{ rate = "100 IOPS" }}
[[promise]]
name = "writes"
objective = "p99(response_time, write) <= 5ms"
load = {{ rate = "200 IOPS" }}
"""


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--rate", "100", "--objective", "p99(response_time, write) <= 5ms"),
        ("run", "--rate", "100", "--read", "0", "--objective", "p90(response_time, read) <= 1ms"),
        ("find", "--objective", "mean <= 1ms and p99(response_time, write) <= 5ms"),
        ("check", "promises.toml"),
    ],
)
def test_it_is_refused_before_anything_is_measured(
    plimsoll: Plimsoll, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "promises.toml").write_text(PROMISES)
    clock = () if words[0] == "check" else ("--virtual",)
    ended = plimsoll(*words, "--target", STACK, *clock, "--store", "s.db")
    assert (ended.code, ended.out, "and the workload has none" in ended.err) == (64, "", True)


def test_a_workload_with_few_of_them_is_measured(plimsoll: Plimsoll) -> None:
    asked = ("--rate", "100", "--read", "99.5", "--measure-for", "1s", "--no-store")
    judged = ("--objective", "p99(response_time, write) <= 5ms")
    assert plimsoll("run", "--target", STACK, "--virtual", *asked, *judged).code == 0
