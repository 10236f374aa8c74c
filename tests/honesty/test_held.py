"""Whose lateness it was: a target that makes the submit call wait, and a generator that is stopped,
on a real file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

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


def test_a_generator_that_was_stopped_blames_itself_and_not_the_target() -> None:
    """SIGSTOP for 0.3 s of every second: three tenths of the operations wait for up to that, on a
    target that answers at once."""
    running = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "plimsoll",
            "run",
            "--target",
            "null:",
            "--rate",
            "2000",
            "--warmup-for",
            "0s",
            "--measure-for",
            "6s",
            "--objective",
            "p99 <= 20ms",
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(2.0)
    while running.poll() is None:
        running.send_signal(signal.SIGSTOP)
        time.sleep(0.3)
        running.send_signal(signal.SIGCONT)
        time.sleep(0.7)
    out, error = running.communicate()
    record: dict[str, Any] = json.loads(out)
    assert running.returncode in (0, 2), error
    assert record["all"]["response_time_ns"]["p99"] > 20e6, "as seen from this machine it is missed"
    # Stops are long beside the Run: by chance too few lie in it for more than "undecided".
    assert record["outcome"] in ("ok", "generator_limited"), record["because"]
    assert "generator" in record["because"]
    assert record["judgement"]["verdict"] == "undecided"
    assert record["all"]["disturbed"] > 0.1 * record["all"]["count"]
    assert record["machine"]["stood_still_share"] > 0.1
    assert record["machine"]["longest_ns"] > 0.25e9
    assert record["stamps"]["submit_held_s"] == 0
