"""A load line that rests on what described storage had saved up says so beside its duration."""

from pathlib import Path

import pytest

from tests.conftest import Plimsoll

pytestmark = pytest.mark.long

STACK = """
[tier.volume]
ops_per_gb = 30
{saved}
[device.media]
service = "500us"
servers = 64
[volume.v]
size = "10g"
path = ["volume", "media"]
"""


@pytest.mark.parametrize(
    ("saved", "told"), [("credits = 5400000\nburst_ops_per_s = 3000\n", True), ("", False)]
)
def test_a_line_on_savings_is_told_with_the_rate_of_its_own(
    plimsoll: Plimsoll, tmp_path: Path, saved: str, told: bool
) -> None:
    (tmp_path / "s.toml").write_text(STACK.format(saved=saved))
    asked = ("--target", "stack:s.toml", "--virtual", "--objective", "p99 <= 20ms", "--no-store")
    said = " ".join(plimsoll("find", *asked).out.split())
    assert "Plan with" in said
    assert ("on what volume had saved up" in said) == told
    assert ("times its own rate. Give --horizon" in said) == told
