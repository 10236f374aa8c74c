"""A search of a target whose operations fail says that they do, and what to do about that."""

import re
from pathlib import Path

from tests.conftest import Plimsoll

FAILING = """
[fault.some]
read_errors = 5
[device.disk]
servers = 4
service = "400us"
[volume.data]
size = "1g"
path = ["some", "disk"]
"""


def test_more_time_per_operation_does_not_help_where_operations_fail(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "failing.toml").write_text(FAILING)
    asked = ("--target", "stack:failing.toml", "--virtual", "--on-error", "count", "--no-store")
    found = plimsoll("find", *asked, "--objective", "p99 <= 5ms", "--between", "100..2000", "--why")
    assert found.code == 2
    assert "each counts as a miss" in found.out
    assert "Allow more time per operation" not in found.out
    assert re.search("What to do +Find out why operations fail", found.out)
