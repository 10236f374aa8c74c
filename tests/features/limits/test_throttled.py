"""Limits of a real file under the kernel's own throttle: 3000 operations/s, and 93.75 MiB/s, found
within 1 %.

The throttle lets a slice's worth go at once at the start: a burst, or the first of the slices in
which the budget is granted, which must not be part of the rate. Both limits are measured at the
same time, each in a group of its own, since they mostly wait. Needs root and cgroup v1; skipped
with a word otherwise, and where this machine could not do twice the limit without it.
"""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.disturbance import crowd, retry_measurement
from tests.groups import group, throttled_disk
from tests.patience import PATIENCE_S
from tests.words import argv

pytestmark = pytest.mark.long

SECONDS = 3
WITHIN = 0.01
DEPTH = "--queue-depth 32 --workers 2"


@dataclass(frozen=True)
class Throttle:
    """What the kernel is told, at which block size it is measured, and what must be found."""

    file: str
    limit: int
    block_size: str
    parameter: str
    rate_per_s: float


THROTTLES = {
    "3000 IOPS": Throttle("blkio.throttle.read_iops_device", 3000, "4k", "ops_per_s", 3000),
    "93.75 MiB/s": Throttle(
        "blkio.throttle.read_bps_device", 98_304_000, "64k", "bytes_per_s", 1500
    ),
}


def start_plimsoll(*arguments: str, group: Path | None = None) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "plimsoll", *arguments, "--json"]
    if group is not None:
        words = ["sh", "-c", 'echo $$ > "$0" && exec "$@"', str(group / "cgroup.procs"), *words]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def document(process: subprocess.Popen[str]) -> Any:
    out, err = process.communicate(timeout=PATIENCE_S)
    assert out, err
    return json.loads(out)


def limits_documents(target: Path, groups: dict[str, Path]) -> dict[str, Any]:
    """The document of each throttle, all measured at the same time."""
    asked = argv(f"limits --target {target} {DEPTH} --rest-for 0s --no-store")
    running = {
        name: start_plimsoll(
            *asked,
            *argv(f"--measure-for {SECONDS}s --block-size {throttle.block_size}"),
            group=groups[name],
        )
        for name, throttle in THROTTLES.items()
    }
    return {name: document(process) for name, process in running.items()}


def wrong(name: str, said: Any) -> str:
    """What is wrong with what was found; empty when nothing is."""
    throttle, [volume] = THROTTLES[name], said["volumes"]
    [cell] = volume["cells"]
    if said["verdict"] != "found" or cell["proof"] != "flat":
        return str(said["because"])
    if abs(cell["rate_per_s"] / throttle.rate_per_s - 1) > WITHIN:
        return f"{cell['rate_per_s']:.1f}/s was found"
    # A slice is a tenth of a second; at the start one goes at once, or two, and an interval may end
    # within a third.
    a_slice = throttle.rate_per_s / 10
    if not volume["bursts"] and (why := wrong_slices(volume["refill"], a_slice)):
        return why
    for burst in volume["bursts"]:
        if abs(burst["rate_after_per_s"] / throttle.rate_per_s - 1) > WITHIN:
            return f"{burst['rate_after_per_s']:.1f}/s after the burst"
        if not 0 < burst["operations"] <= 5 * a_slice:
            return f"a burst of {burst['operations']} operations"
    # One size cannot tell operations from bytes: the law of the throttle is found, or tied with
    # what is.
    models = [volume["found"], *volume["tied"]]
    numbers = [
        one for model in models for one in model["parameters"] if one["name"] == throttle.parameter
    ]
    if not any(
        one["value"] and abs(one["value"] / throttle.limit - 1) <= WITHIN for one in numbers
    ):
        return f"{throttle.parameter} is {numbers}"
    return ""


def wrong_slices(law: Any, quantum: float) -> str:
    """What is wrong with the law by which the kernel grants a slice's worth; empty when nothing is.
    On a quiet machine it is found, and the burst at the start is its first slice."""
    if law is None or law["name"] != "slices":
        return "neither the burst of the first slices nor the slices were seen"
    truths = {"slice": 0.1, "quantum": quantum}
    for one in law["parameters"]:
        if not one["low"] <= truths[one["name"]] <= one["high"]:
            return f"{one['name']} from {one['low']} to {one['high']}"
    return ""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What `plimsoll limits` says in a group that is throttled, for each throttle; asked again when
    the machine was disturbed."""
    folder = tmp_path_factory.mktemp("throttled")
    disk = throttled_disk(folder, *(throttle.file for throttle in THROTTLES.values()))
    target = folder / "target.dat"
    document(start_plimsoll("prepare", str(target), "--size", "64m"))
    if why := slow(target):
        pytest.skip(why)
    with contextlib.ExitStack() as stack:
        groups = {name: stack.enter_context(group()) for name in THROTTLES}
        for name, made in groups.items():
            (made / THROTTLES[name].file).write_text(f"{disk} {THROTTLES[name].limit}")
        yield retry_measurement(
            lambda: limits_documents(target, groups),
            lambda said: "; ".join(filter(None, (wrong(name, one) for name, one in said.items()))),
            lambda _: slow(target) or crowd(),
        )


def slow(target: Path) -> str:
    """What shows that others have the disk: without a throttle it does not do twice as much."""
    for throttle in THROTTLES.values():
        asked = argv(f"run --target {target} {DEPTH} --measure-for 1s --warmup-for 0s")
        free = document(start_plimsoll(*asked, "--block-size", throttle.block_size))[
            "achieved_rate_per_s"
        ]
        if free < 2 * throttle.rate_per_s:
            return (
                f"this machine does {free:.0f}/s at {throttle.block_size} without a throttle: too"
                " near to the limit"
            )
    return ""


@pytest.mark.parametrize("name", THROTTLES)
def test_the_kernels_limit_is_found_proven_and_told_apart_from_the_burst_of_the_first_slices(
    answers: dict[str, Any], name: str
) -> None:
    assert wrong(name, answers[name]) == ""
