"""Whose lateness it was: a target that makes the submit call wait, on a real file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.honesty import test_throttle

if TYPE_CHECKING:
    from pathlib import Path

throttled = test_throttle.throttled
CAP = test_throttle.CAP


def test_a_target_that_makes_the_submit_call_wait_cannot_carry_what_it_does_not(
    tmp_path: Path, throttled: Path
) -> None:
    """Through the page cache libaio does each read inside the submit call: nothing is outstanding
    beside it, so that the schedule is not issued although no in-flight cap was reached."""
    target = tmp_path / "target.dat"
    test_throttle.plimsoll("prepare", str(target), "--size", "512m")
    descriptor = os.open(target, os.O_RDONLY)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)
    record = test_throttle.plimsoll(
        "run",
        "--target",
        str(target),
        "--engine",
        "libaio",
        "--cached",
        "--pattern",
        "random",
        "--rate",
        str(2 * CAP),
        "--warmup-for",
        "0s",
        "--measure-for",
        "4s",
        "--objective",
        "p99 <= 20ms",
        group=throttled,
    )
    if record["outcome"] == "cached":
        pytest.skip(f"the page cache kept the file: {record['because']}")
    assert record["outcome"] == "cannot_carry", record["because"]
    assert record["judgement"]["verdict"] == "fail"
    assert record["outstanding_max"] < record["spec"]["load"]["max_outstanding"]
    held, missing = (
        record["stamps"]["submit_held_s"] / record["measure_s"],
        1 - record["issued_rate_per_s"] / (2 * CAP),
    )
    assert held >= missing > 0.2
