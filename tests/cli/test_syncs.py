"""A sync is an operation of a Run: wherever its rate is told, how much of it are syncs is told
too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Ending

    Plimsoll = Callable[..., Ending]

DISK = """
[device.disk]
servers = 1
service = "100us"
flush = "900us"
[volume.data]
size = "1g"
path = ["disk"]
"""


def test_a_rate_with_syncs_says_how_many_they_are(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--fsync-every", "1")
    ran = plimsoll("run", *asked, "--queue-depth", "1", "--store", "s.db", "--why")
    assert "achieved 2,000 IOPS (1,000 of them syncs)" in ran.out
    page = plimsoll("report", "--store", "s.db", "--to", "md").out
    assert "**2,000 IOPS (1,000 of them syncs), p99 900 µs.**" in page
    assert "of 4 KiB random, all writes, fsync after every write, p99" in page


@pytest.mark.long
def test_a_line_with_syncs_says_that_they_count(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "disk.toml").write_text(DISK)
    asked = ("--target", "stack:disk.toml", "--virtual", "--read", "0", "--fsync-every", "1")
    bounds = ("--objective", "mean <= 5ms", "--between", "500..3000", "--store", "s.db")
    found = plimsoll("find", *asked, *bounds, "--why")
    assert found.code == 0, found.err
    assert "all writes, fsync after every write (syncs counted), with mean" in found.out
    told = plimsoll("size", "--guest-iops", "100", "--guest-read", "0", "--line", "s.db#1").out
    assert "the line counts a sync as an operation, 1 beside each write" in told
