"""Shares in cgroups: what weight they come to, what is demanded of the disk, v1 and v2; and process
trees that compete on a real disk in memory.

The Runs are in real time and short: on a machine with other work they may decide nothing. What they
must not say again and again is that shares hold which do not, or the other way round.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.policy.backends import BACKENDS, cgroup
from plimsoll.features.policy.backends.contract import BackendError
from plimsoll.features.policy.rules import PolicyVolume, Rates, Rules
from tests.conftest import Plimsoll
from tests.disturbance import retry_measurement
from tests.features.policy.grounds import BFQ, BLKIO, cgroups, described_disk, disk_in_memory

BACKEND = BACKENDS["cgroup"]
BFQ_V1, BFQ_V2 = cgroup.SCHEDULERS["1", "bfq"], cgroup.SCHEDULERS["2", "bfq"]
CFQ, IOCOST = cgroup.SCHEDULERS["1", "cfq"], cgroup.SCHEDULERS["2", "iocost"]


def policy_volume(rules: Rules, **at: str) -> PolicyVolume:
    return PolicyVolume("v", "gold", 1, rules, rules, "linux", at)


@pytest.mark.parametrize(
    ("weights", "shares", "weight"),
    [
        (BFQ_V1, None, "100"),
        (BFQ_V1, 1000, "100"),
        (BFQ_V1, 3000, "300"),
        (BFQ_V1, 10, "1"),
        (BFQ_V2, 10_000, "1000"),
        (CFQ, 1000, "500"),
        (CFQ, 20, "10"),
        (IOCOST, 100_000, "10000"),
    ],
)
def test_a_thousand_shares_are_the_kernels_own_weight(
    weights: cgroup.Weights, shares: int | None, weight: str
) -> None:
    assert cgroup._weight(weights, policy_volume(Rules(shares=shares))) == weight


@pytest.mark.parametrize(
    ("weights", "shares"),
    [(BFQ_V1, 1), (BFQ_V1, 1005), (BFQ_V1, 10_010), (CFQ, 18), (CFQ, 1001), (IOCOST, 100_010)],
)
def test_shares_that_are_no_weight_are_refused_and_not_rounded(
    weights: cgroup.Weights, shares: int
) -> None:
    with pytest.raises(BackendError, match=f"{shares} shares come to a weight of") as raised:
        cgroup._weight(weights, policy_volume(Rules(shares=shares)))
    assert "multiple of" in raised.value.what_now


def test_shares_need_a_scheduler_that_is_named() -> None:
    rules = Rules(shares=2000, reservation=Rates(10))
    assert BACKEND.unmet(rules, {}) == ["no_reservation", "no_shares"]
    assert BACKEND.unmet(rules, {"scheduler": "bfq"}) == ["no_reservation"]


@pytest.fixture
def second(tmp_path: Path) -> dict[str, str]:
    """The place of a cgroup in a hierarchy of version 2 that is files here, and its scheduler BFQ;
    for the first loop device of this machine."""
    node = Path("/sys/dev/block/7:0")
    if not node.exists():
        pytest.skip("needs a loop device")
    folder = tmp_path / "one"
    folder.mkdir()
    for name in ("io.max", "io.bfq.weight", "io.weight"):
        (folder / name).write_text("")
    (tmp_path / cgroup.COST).write_text("")
    return {
        "mount": str(tmp_path),
        "version": "2",
        "cgroup": "/one",
        "device": "7:0",
        "device_name": node.resolve().name,
        "scheduler": "bfq",
    }


@pytest.mark.parametrize(("scheduler", "file"), [("bfq", "io.bfq.weight"), ("iocost", "io.weight")])
def test_in_version_2_a_weight_is_written_and_taken_back_for_one_device(
    second: dict[str, str], scheduler: str, file: str
) -> None:
    place = second | {"scheduler": scheduler}
    at = Path(place["mount"], "one", file)
    at.write_text("default 100\n8:0 400\n")
    assert BACKEND.read is not None
    assert BACKEND.write is not None
    state = BACKEND.read(place)
    assert state["weight"] == "none"
    # What the kernel would make of what is written is not this file's to say: the words are.
    BACKEND.write(place, state | {"weight": "300"})
    assert at.read_text().startswith("7:0 300")
    at.write_text("default 100\n7:0 300\n")
    assert BACKEND.read(place) == state | {"weight": "300"}
    BACKEND.write(place, state)
    assert at.read_text().startswith("7:0 default")
    # With its scheduler a device loses its weights: there is nothing to take back.
    at.unlink()
    BACKEND.write(place, state)
    assert BACKEND.read(place) == state


def test_iocost_has_to_be_enabled_on_the_device(second: dict[str, str]) -> None:
    place = second | {"scheduler": "iocost"}
    with pytest.raises(BackendError, match="iocost is not enabled") as raised:
        cgroup._demand(place, IOCOST)
    assert "echo '7:0 enable=1'" in raised.value.what_now
    Path(place["mount"], cgroup.COST).write_text("7:0 enable=1 ctrl=auto rpct=0.00\n")
    cgroup._demand(place, IOCOST)
    Path(place["mount"], "one", "io.weight").unlink()
    with pytest.raises(BackendError, match=r"has no io\.weight"):
        cgroup._demand(place, IOCOST)


POLICY = """
version = 1
component.high.shares = 3000
component.normal.shares = 1000
policy.high.components = ["high"]
policy.normal.components = ["normal"]
system.linux = {{ kind = "cgroup", mount = "{mount}" }}
[volume.one]
policy = "high"
system = "linux"
at = {{ cgroup = "{around}/one", device = "{node}", scheduler = "bfq" }}
target = "{folder}/one.dat"
[volume.two]
policy = "normal"
system = "linux"
at = {{ cgroup = "{around}/two", device = "{node}", scheduler = "bfq" }}
target = "{folder}/two.dat"
"""


def write_policy(folder: Path, around: str, node: Path, files: Path | None = None) -> Path:
    """Writes a policy file for two cgroups on a disk, with a file there each."""
    file = folder / "policy.toml"
    file.write_text(POLICY.format(mount=BLKIO, around=around, node=node, folder=files or folder))
    return file


def weight(around: str, name: str) -> str:
    """What the kernel says of a cgroup's weight on any device of its own."""
    lines = (BLKIO / around.lstrip("/") / name / BFQ).read_text().splitlines()
    return " ".join(line.split()[1] for line in lines if not line.startswith("default"))


def test_weights_are_set_read_back_and_put_back(plimsoll: Plimsoll, tmp_path: Path) -> None:
    with disk_in_memory() as node, cgroups("one", "two") as around:
        file = write_policy(tmp_path, around, node)
        assert "weight" in plimsoll("policy", "plan", file).out
        assert plimsoll("policy", "apply", file).code == 0
        assert (weight(around, "one"), weight(around, "two")) == ("300", "100")
        assert plimsoll("policy", "show", file).code == 0
        assert plimsoll("policy", "remove", file).code == 0
        assert (weight(around, "one"), weight(around, "two")) == ("", "")


def test_without_its_scheduler_nothing_is_set_and_what_was_set_can_be_put_back(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    with disk_in_memory() as node, cgroups("one", "two") as around:
        scheduler = Path("/sys/block", node.name, "queue/scheduler")
        file = write_policy(tmp_path, around, node)
        scheduler.write_text("none")
        ended = plimsoll("policy", "apply", file, code=74)
        assert f"the scheduler of {node.name} is none" in ended.err
        assert f"echo bfq > /sys/block/{node.name}/queue/scheduler" in ended.err
        scheduler.write_text("bfq")
        assert plimsoll("policy", "apply", file).code == 0
        scheduler.write_text("none")
        assert plimsoll("policy", "show", file).code == 2
        ended = plimsoll("policy", "remove", file)
        assert (ended.code, ended.out.count("put back")) == (0, 2)


def test_a_disk_without_the_scheduler_says_so(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """A disk that passes on what it gets has no scheduler at all."""
    node = Path("/dev/zram0")
    if os.geteuid() != 0 or not node.exists() or not BLKIO.is_dir():
        pytest.skip("needs root, /dev/zram0 and cgroups of version 1")
    with cgroups("one", "two") as around:
        ended = plimsoll("policy", "plan", write_policy(tmp_path, around, node), code=2)
        assert "zram0 has no bfq" in ended.out


@pytest.mark.long
def test_process_trees_get_what_their_weights_say(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """3 : 1 of 2,000/s on an array that is a real block device; in order of arrival it would be
    1 : 4, since the second has four times as much outstanding."""

    def wrong(found: dict[str, dict[str, Any]]) -> str:
        said = [one["because"] for one in found.values() if one["verdict"] == "broken"]
        if not said and {one["verdict"] for one in found.values()} == {"kept"}:
            rates = {name: one["figures"]["contended_per_s"] for name, one in found.items()}
            if rates["one"] != pytest.approx(3 * rates["two"], rel=0.2):
                said = [f"{rates}"]
        return ", ".join(said)

    with described_disk("one", "two") as (node, files), cgroups("one", "two") as around:
        file = write_policy(tmp_path, around, node, files)
        retry_measurement(lambda: verify_volumes(plimsoll, file), wrong)


def verify_volumes(plimsoll: Plimsoll, file: Path) -> dict[str, dict[str, Any]]:
    """Applies the policy, and returns what verify says of each volume."""
    assert plimsoll("policy", "apply", file).code == 0
    try:
        ended = plimsoll(
            "policy", "verify", file, "--no-store", "--reads-only", "--warmup-for", "1s",
            "--measure-for", "4s", "--json",
        )  # fmt: skip
        assert ended.code in (0, 1, 2), ended.err
        return {one["volume"]: one for one in json.loads(ended.out)["volumes"]}
    finally:
        assert plimsoll("policy", "remove", file).code == 0
