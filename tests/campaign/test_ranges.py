"""Ranges of a campaign: what they hold, and what is no range."""

import itertools
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plimsoll.base.errors import InputError
from plimsoll.campaign import loader, plan
from plimsoll.campaign.ranges import MOST, expand_range

FILE = """
targets = ["null:"]
[campaign]
name = "c"
[workload]
{workload}
[load]
{load}
"""


def points(tmp_path: Path, workload: str = "", load: str = "") -> list:
    path = tmp_path / "c.toml"
    path.write_text(FILE.format(workload=workload, load=load))
    return list(plan.points(loader.read(path)))


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ({"from": 10000, "to": 30000, "step": 10000}, [10000, 20000, 30000]),
        ({"from": 10000, "to": 35000, "step": 10000}, [10000, 20000, 30000]),
        ({"from": 100, "to": 0, "step": 50}, [100, 50, 0]),
        ({"from": 1, "to": 128, "times": 2}, [1, 2, 4, 8, 16, 32, 64, 128]),
        ({"from": "4k", "to": "16k", "times": 2}, [4096, 8192, 16384]),
        ({"from": "4k", "to": "12k", "step": "4k"}, [4096, 8192, 12288]),
        ({"from": 0.1, "to": 0.3, "step": 0.1}, [0.1, 0.2, 0.3]),
        ({"from": 64, "to": 1, "times": 4}, [64, 16, 4, 1]),
        ({"from": 5, "to": 5, "step": 1}, [5]),
    ],
)
def test_a_range_is_its_values(written: dict, values: list) -> None:
    assert expand_range(written) == values


def test_what_is_no_range_stays_as_it_is() -> None:
    assert [expand_range(one) for one in (4, "4k", [1, 2], None)] == [4, "4k", [1, 2], None]


def test_a_campaign_has_a_point_for_each(tmp_path: Path) -> None:
    found = points(
        tmp_path,
        "read = { from = 0, to = 100, step = 10 }",
        "rate = { from = 10000, to = 350000, step = 10000 }",
    )
    assert len(found) == 11 * 35
    assert {one.load["rate"] for one in found} == {10000.0 * at for at in range(1, 36)}


@pytest.mark.parametrize(
    ("load", "said"),
    [
        ("rate = { from = 1, to = 2 }", "either step or times"),
        ("rate = { from = 1, to = 2, step = 1, times = 2 }", "either step or times"),
        ("rate = { from = 1, to = 9, step = 0 }", "must be above 0"),
        ("rate = { from = 1, to = 9, times = 1 }", "times must be above 1"),
        ("rate = { from = 0, to = 9, times = 2 }", "begins and ends above 0"),
        ("rate = { from = 1, to = 1e9, step = 1 }", f"at most {MOST:,} values"),
        ("rate = { from = 1, to = inf, step = 1 }", "finite"),
        ("rate = { from = 1, to = 9, step = 1, until = 3 }", "until"),
        ('rate = { from = "x", to = 9, step = 1 }', "x"),
        ("queue_depth = { from = 1, to = 2, step = 0.5 }", "queue_depth"),
    ],
)
def test_what_cannot_be_meant_is_told(tmp_path: Path, load: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        points(tmp_path, load=load)


@pytest.mark.long
@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 10**5))
def test_values_lie_between_the_ends_a_step_apart(first: int, last: int, step: int) -> None:
    if abs(last - first) / step + 1 > MOST:
        return
    values = expand_range({"from": first, "to": last, "step": step})
    assert values[0] == first
    assert all(min(first, last) <= one <= max(first, last) for one in values)
    assert all(math.isclose(abs(after - one), step) for one, after in itertools.pairwise(values))
    assert abs(last - values[-1]) < step
