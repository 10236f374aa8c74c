"""The policy of report S0, from tag to proof, on each system that enforces it here: planned,
applied, read back, proven and put back, as docs/how-to/policies.md shows it.

Proven is the limit of the cgroup, in real time, where a machine with other work may decide nothing;
what must never be said is that a limit holds which does not, or that one does not which holds. The
stack is proven through a vCenter in `test_vcenter.py`, QEMU in `test_burst.py` and
`test_one_limit.py`.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.cli.schema import own
from plimsoll.native import session as execute
from tests.conftest import Plimsoll
from tests.disturbance import retry_measurement
from tests.features.policy.grounds import BLKIO, daemon, served_stack
from tests.groups import group
from tests.schemas import keeps

S0 = Path(__file__).resolve().parents[3] / "examples/policies/s0"


@contextlib.contextmanager
def on_stack(folder: Path) -> Iterator[Path]:
    """The policy file, for a served stack."""
    with served_stack((S0 / "stack.toml").read_text()) as (nbd, control):
        text = (S0 / "policy.toml").read_text()
        file = folder / "policy.toml"
        file.write_text(
            text.replace("/tmp/s0.sock", str(nbd)).replace("/tmp/s0.control", str(control))
        )
        yield file


@contextlib.contextmanager
def on_qemu(folder: Path) -> Iterator[Path]:
    """The same behind a storage daemon."""
    with daemon() as beside:
        text = (S0 / "qemu.toml").read_text()
        target = f"nbd+unix:///one?socket={beside / 'nbd'}"
        file = folder / "policy.toml"
        file.write_text(
            text.replace("/tmp/s0-qmp.sock", str(beside / "qmp"))
            .replace("nbd+unix:///vmdk?socket=/tmp/s0-qemu.sock", target)
            .replace('group = "vmdk"', 'group = "one"')
        )
        yield file


@contextlib.contextmanager
def in_cgroup(folder: Path) -> Iterator[Path]:
    """The same in a cgroup of this machine, on a file of its disk."""
    if os.geteuid() != 0 or not (BLKIO / "blkio.throttle.read_iops_device").exists():
        pytest.skip("needs root and a v1 hierarchy with blkio.throttle at /sys/fs/cgroup/blkio")
    if not execute.chain(tempfile.gettempdir())["devices"]:
        pytest.skip("the folder for temporary files lies on no block device")
    data = folder / "s0.dat"
    data.write_bytes(os.urandom(1 << 20) * 16)
    with group() as made:
        text = (S0 / "cgroup.toml").read_text()
        file = folder / "policy.toml"
        file.write_text(
            text.replace("/var/tmp/s0.dat", str(data)).replace('"/s0"', f'"/{made.name}"')
        )
        yield file


GROUNDS = {"stack": on_stack, "qemu": on_qemu, "cgroup": in_cgroup}


@pytest.mark.parametrize("kind", ["stack", "qemu", pytest.param("cgroup", marks=pytest.mark.long)])
def test_the_policy_of_s0_from_tag_to_proof(plimsoll: Plimsoll, tmp_path: Path, kind: str) -> None:
    with GROUNDS[kind](tmp_path) as file:
        assert "1 change to make; nothing was changed." in plimsoll("policy", "plan", file).out
        assert plimsoll("policy", "apply", file).code == 0
        assert plimsoll("policy", "show", file).code == 0
        if kind == "cgroup":
            said = retry_measurement(
                lambda: proof(plimsoll, file),
                lambda it: it["because"] if it["verdict"] == "broken" else "",
            )
            for point in said["points"]:
                # A bucket at the start included; without the limit they do several times as much.
                assert point["measured_per_s"] < 1.2 * point["allowed_per_s"]
        assert plimsoll("policy", "remove", file).code == 0
        assert plimsoll("policy", "show", file).code == 1
        assert "1 change to make" in plimsoll("policy", "plan", file).out


def proof(plimsoll: Plimsoll, file: Path) -> dict[str, Any]:
    """What verify says of the volume, whose limit is set."""
    flags = ["--no-store", "--warmup-for", "500ms", "--measure-for", "2s", "--reads-only", "--json"]
    ended = plimsoll("policy", "verify", file, *flags)
    document = ended.document
    keeps(document, own("policy"))
    assert ended.code == {"kept": 0, "broken": 1, "inconclusive": 2}[document["verdict"]]
    (volume,) = document["volumes"]
    assert volume["configured"] == "compliant"
    return dict(volume)


def test_where_the_volume_of_s0_may_be(plimsoll: Plimsoll) -> None:
    said = plimsoll("policy", "place", S0 / "policy.toml", "vmdk", "--json").document
    keeps(said, own("policy"))
    fits = {one["datastore"]: one["fits"] for one in said["choices"]}
    assert fits == {"nvme-1": True, "hdd-1": False}
    assert [miss["kind"] for miss in said["choices"][1]["misses"]] == ["tag"]
