"""What a campaign of searches answers, and the exit code that follows from it."""

from pathlib import Path

import pytest

from tests.conftest import Plimsoll
from tests.stack_texts import disk

pytestmark = pytest.mark.long

LINES = """
[campaign]
name = "lines"
virtual = true
strategy = "load_line"
effort = "quick"
objective = "p99 <= {bound}"
[target]
name = "disk"
path = "stack:disk.toml"
[load]
arrivals = "constant"
"""
DISK = disk("50us")


@pytest.mark.parametrize(("bound", "code"), [("2ms", 0), ("20us", 2)])
def test_a_campaign_of_searches_ends_with_two_where_no_line_was_found(
    plimsoll: Plimsoll, tmp_path: Path, bound: str, code: int
) -> None:
    """An operation takes 50 us: 20 us are met at no rate."""
    (tmp_path / "disk.toml").write_text(DISK)
    (tmp_path / "lines.toml").write_text(LINES.format(bound=bound))
    plimsoll("campaign", "run", "lines.toml", "--store", "lines.db", code=code)
    report = plimsoll("report", "--store", "lines.db", "--to", "json", code=code)
    told = report.document["answer"]
    assert told["usable"] is (code == 0)
    [line] = told["lines"]
    assert (line["plan_per_s"] is not None) is (code == 0)
    assert line["grade"] == ("confirmed" if code == 0 else "missed")
    assert (line["reason"] == "objective_not_met") is (code == 2)


def test_storage_that_is_described_is_never_headed_as_measured(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """On the real clock it is emulated, on the virtual one simulated; a file is measured."""
    (tmp_path / "disk.toml").write_text(DISK)
    lengths = ("--measure-for", "200ms", "--warmup-for", "0s", "--queue-depth", "1")
    target = ("run", "--target", "stack:disk.toml", *lengths, "--store")
    assert plimsoll(*target, "emulated.db").code == 0
    assert plimsoll(*target, "simulated.db", "--virtual").code == 0
    assert plimsoll("prepare", "file.dat", "--size", "4m").code == 0
    assert plimsoll("run", "--target", "file.dat", *lengths, "--store", "measured.db").code == 0
    for name in ("emulated", "simulated", "measured"):
        page = plimsoll("report", "--store", f"{name}.db", "--to", "md", "--output", "-").out
        assert f"**● Complete, no objective** · {name.capitalize()} · " in page
        told = plimsoll("report", "--store", f"{name}.db", "--to", "json").document["answer"]
        assert told["origin"] == name.capitalize()
        said = "on the real clock; nothing was measured on a device"
        summary = plimsoll("report", "summary", "--store", f"{name}.db", "--to", "md").out
        assert (said in summary) is (name == "emulated")
