"""Whose lateness it was: a target that makes the submit call wait, on a real file."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.disturbance import retry_measurement
from tests.native import test_throttle
from tests.words import argv

pytestmark = pytest.mark.long

throttle_group = test_throttle.throttle_group
CAP = test_throttle.CAP


def test_a_target_that_makes_the_submit_call_wait_cannot_carry_what_it_does_not(
    tmp_path: Path, throttle_group: Path
) -> None:
    """Through the page cache libaio does each read inside the submit call: nothing is outstanding
    beside it, so that the schedule is not issued although no in-flight cap was reached."""
    target = tmp_path / "target.dat"
    test_throttle.plimsoll("prepare", str(target), "--size", "512m")

    def run_cold() -> dict[str, Any]:
        descriptor = os.open(target, os.O_RDONLY)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)
        return run(target, throttle_group)

    retry_measurement(
        run_cold, wrong, lambda record: cache_reason(record) or test_throttle.in_use(target)
    )


def run(target: Path, throttle_group: Path) -> dict[str, Any]:
    """Reads at twice the cap through the page cache."""
    flags = argv(
        f"--engine libaio --cached --pattern random --rate {2 * CAP} --warmup-for 0s "
        "--measure-for 4s --objective 'p99 <= 20ms'"
    )
    return test_throttle.plimsoll("run", "--target", str(target), *flags, group=throttle_group)


def cache_reason(record: dict[str, Any]) -> str:
    """Why a Run is of the page cache; empty when it is not."""
    return str(record["because"]) if record["outcome"] == "cached" else ""


def wrong(record: dict[str, Any]) -> str:
    """What is wrong with it; empty when nothing is."""
    held = record["stamps"]["submit_held_s"] / record["measure_s"]
    missing = 1 - record["issued_rate_per_s"] / (2 * CAP)
    right = {
        str(record["because"]): record["outcome"] == "cannot_carry",
        "verdict": record["judgement"]["verdict"] == "fail",
        "outstanding": record["outstanding_max"] < record["spec"]["load"]["max_outstanding"],
        f"held for {held:.2f} of the time, {missing:.2f} missing": held >= missing > 0.2,
    }
    return ", ".join(name for name, is_right in right.items() if not is_right)
