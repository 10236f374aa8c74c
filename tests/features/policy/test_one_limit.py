"""Volumes that have one limit: a throttle group of QEMU with two exports, in real time.

On a machine with other work the short Runs may decide nothing. What they must never say is that
each of the two has the limit, or that it is not kept.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Plimsoll
from tests.features.policy.grounds import daemon


@pytest.fixture
def beside() -> Iterator[Path]:
    with daemon() as folder:
        yield folder


def write_policy(folder: Path, beside: Path, per: str) -> Path:
    """Writes a policy file of two volumes in the group `both`."""
    file = folder / "policy.toml"
    volumes = "".join(
        f"""
[volume.{name}]
policy = "gold"
system = "host"
at = {{ group = "both" }}
target = "nbd+unix:///{name}?socket={beside / "nbd"}"
"""
        for name in ("left", "right")
    )
    file.write_text(
        f"""
version = 1
component.it = {{ limit = "1000 IOPS", per = "{per}" }}
policy.gold = {{ components = ["it"], margin = 3 }}
system.host = {{ kind = "qemu", qmp = "{beside / "qmp"}" }}
"""
        + volumes
    )
    return file


def test_what_is_one_limit_is_told_before_anything_is_set(
    plimsoll: Plimsoll, tmp_path: Path, beside: Path
) -> None:
    said = plimsoll("policy", "plan", write_policy(tmp_path, beside, "vm")).out
    assert "note: one limit for it and right" in said
    assert "note: one limit for it and left" in said


@pytest.mark.long
def test_a_group_does_not_give_its_limit_to_each(
    plimsoll: Plimsoll, tmp_path: Path, beside: Path
) -> None:
    file = write_policy(tmp_path, beside, "volume")
    assert plimsoll("policy", "apply", file).code == 0
    flags = ("--no-store", "--warmup-for", "200ms", "--measure-for", "2s", "--reads-only")
    for one in plimsoll("policy", "verify", file, *flags, "--json").document["volumes"]:
        assert one["verdict"] != "kept", one["because"]
        figures = one["figures"]
        if "together_per_s" in figures:
            # Twice that without the group; what a bucket at the start lets through is in it.
            assert figures["together_per_s"] < 1.2 * 1000
            assert figures["own_per_s"] + figures["neighbour_per_s"] == pytest.approx(
                figures["together_per_s"]
            )
        if one["verdict"] == "broken":
            assert one["kind"] == "one_limit"
            assert 'per = "vm"' in one["because"]
