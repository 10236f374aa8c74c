"""A real file under the kernel's own throttle: a target whose limit is known, driven beyond it.

Linux's cgroup v1 `blkio` holds direct I/O of a group at a rate, and lets waiting I/O go in slices
of 100 ms. Needs root.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.disturbance import retry_measurement
from tests.groups import group, throttled_disk
from tests.words import argv

pytestmark = pytest.mark.long

CAP = 3000
OFFERED = 6000
SECONDS = 4
LATE_NS = 1_000_000
SLICE_S = 0.1
"""The throttle's own slice: what it lets through at once."""


@pytest.fixture
def throttle_group(tmp_path: Path) -> Iterator[Path]:
    """A cgroup whose reads of the disk beneath tmp_path are held at CAP operations a second; yields
    its `cgroup.procs`."""
    disk = throttled_disk(tmp_path, "blkio.throttle.read_iops_device")
    with group() as made:
        (made / "blkio.throttle.read_iops_device").write_text(f"{disk} {CAP}")
        yield made / "cgroup.procs"


def plimsoll(*arguments: str, group: Path | None = None) -> dict[str, Any]:
    """The document that a command prints; run inside the group when one is given."""

    def enter() -> None:
        if group is not None:
            group.write_text(str(os.getpid()))

    done = subprocess.run(
        [sys.executable, "-m", "plimsoll", *arguments, "--json"],
        check=False,
        capture_output=True,
        text=True,
        preexec_fn=enter,
    )
    # 2: it could not keep the schedule, which the caller must look at.
    assert done.returncode in (0, 2), done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_twice_the_cap_is_told_as_not_carried_with_the_whole_backlog(
    tmp_path: Path, throttle_group: Path
) -> None:
    target = tmp_path / "target.dat"
    plimsoll("prepare", str(target), "--size", "64m")

    flags = argv(
        f"--rate {OFFERED} --warmup-for 0s --measure-for {SECONDS}s --drain-limit 30s "
        "--interval 500ms --objective 'p99 <= 20ms'"
    )

    def run_beyond_cap() -> dict[str, Any]:
        return plimsoll("run", "--target", str(target), *flags, group=throttle_group)

    retry_measurement(run_beyond_cap, wrong, lambda _: in_use(target))


def in_use(target: Path) -> str:
    """What shows that others have the disk or the processors: the same load without the throttle is
    not carried, or late."""
    flags = argv(f"--rate {OFFERED} --warmup-for 0s --measure-for 1s")
    free = plimsoll("run", "--target", str(target), *flags)
    rate, late_ns = free["achieved_rate_per_s"], free["own_lag_ns"]["p99"] or 0
    if rate < 0.95 * OFFERED or late_ns > LATE_NS:
        return f"without the throttle it does {rate:,.0f}/s, {late_ns / 1e6:.1f} ms late"
    return ""


def wrong(record: dict[str, Any]) -> str:
    """What is wrong with a Run at twice the cap; empty when nothing is."""
    if record["outcome"] != "cannot_carry":
        return str(record["because"])
    # The throttle lets a slice's worth go at once at the start, and grants whole slices.
    burst = 2 * CAP * SLICE_S / SECONDS
    # The backlog grows by offered - cap each second: the last operation intended waits for all of
    # it.
    worst = (OFFERED - CAP) * SECONDS / CAP
    response = record["all"]["response_time_ns"]
    right = {
        "rate": abs(record["achieved_rate_per_s"] - CAP) <= 0.02 * CAP + burst,
        "max": response["max"] / 1e9 == pytest.approx(worst, rel=0.1, abs=2 * SLICE_S),
        "p50": response["p50"] / 1e9 == pytest.approx(worst / 2, rel=0.15, abs=2 * SLICE_S),
        # It was not us: beyond the kernel's queue the operations waited for a slot, none for our
        # processor.
        "own lag": record["own_lag_ns"]["p99"] <= LATE_NS,
        "unfinished": record["all"]["unfinished"] == 0,
        "count": record["all"]["count"] == pytest.approx(OFFERED * SECONDS, rel=0.05),
    }
    missed = ", ".join(name for name, is_right in right.items() if not is_right)
    return f"{missed}: {record['achieved_rate_per_s']:.0f}/s, {response}" if missed else ""
