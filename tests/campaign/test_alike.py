"""What a described storage cannot tell apart is in the documents as a field, not in sentences
alone."""

import json
from pathlib import Path

import pytest

from tests.conftest import Plimsoll

pytestmark = pytest.mark.long

CAMPAIGN = """
targets = ["stack:disk.toml"]
[campaign]
name = "alike"
virtual = true
warmup_for = "100ms"
measure_for = "300ms"
[workload]
block_size = ["4k", "16k"]
[load]
queue_depth = [4, 16]
"""


@pytest.mark.parametrize(
    ("service", "expected"),
    [('"1ms"', [("block_size", ["4k", "16k"])]), ('"100us"\nbytes_per_s = "20m"', [])],
    ids=["by operation", "by byte"],
)
def test_what_makes_no_difference_by_construction_is_a_field(
    plimsoll: Plimsoll, tmp_path: Path, service: str, expected: list[tuple[str, list[str]]]
) -> None:
    (tmp_path / "disk.toml").write_text(
        f"[device.disk]\nservers = 8\nservice = {service}\n"
        '[volume.v]\nsize = "1g"\npath = ["disk"]\n'
    )
    (tmp_path / "c.toml").write_text(CAMPAIGN)
    ran = plimsoll("campaign", "run", "c.toml", "--store", "s.db", "--json", code=0)
    told = json.loads(ran.out)["same_by_construction"]
    assert [(one["key"], one["values"]) for one in told] == expected
    rows = json.loads(plimsoll("report", "--store", "s.db", "--to", "json").out)
    assert rows["same_by_construction"] == [{"campaign": 1, **one} for one in told]
