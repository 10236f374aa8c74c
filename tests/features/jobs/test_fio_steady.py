"""When a job is steady, as fio's `steadystate` says it."""

import pytest

from plimsoll.features.jobs.formats.fio.job import SteadyState
from plimsoll.features.jobs.formats.fio.steady import SteadyWindow
from plimsoll.native.record import Interval


def interval(count: int, phase: str = "measure") -> Interval:
    """Half a second in which so many reads of 4 KiB were done."""
    return {
        "phase": phase,
        "length_s": 0.5,
        "reads": count,
        "writes": 0,
        "read_bytes": 4096 * count,
        "written_bytes": 0,
        "completion_latency_ns": {"mean": 1e6},
    }


def rule(*, slope: bool, limit: float, after_s: float = 0.0) -> SteadyState:
    """Of IOPS, in percent, over three seconds."""
    return SteadyState("iops", slope, limit, percent=True, window_s=3, after_s=after_s)


def seconds(watched: SteadyWindow, *rates: int) -> list[bool]:
    """What is said at the end of each second."""
    said = []
    for rate in rates:
        watched.add(interval(rate // 2))
        said.append(watched.add(interval(rate // 2)))
    return said


def test_a_rate_within_the_limit_for_the_window_is_steady() -> None:
    watched = SteadyWindow(rule(slope=False, limit=10))
    # Means of the last three: 400, 700, 1000 (deviation 20 %), then 966 (10 % of 1000 is 100).
    assert seconds(watched, 200, 400, 600, 800, 1000, 1200, 1010, 990, 1000) == [
        *[False] * 6,
        False,
        False,
        True,
    ]
    assert watched.document()["data"] == {
        "bw_mean": 1000 * 4096,
        "iops_mean": 1000,
        "iops": [1010, 990, 1000],
        "bw": [1010 * 4096, 990 * 4096, 1000 * 4096],
    }
    assert watched.document()["max_deviation"] == 10


def test_the_slope_is_that_of_least_squares() -> None:
    watched = SteadyWindow(rule(slope=True, limit=5))
    seconds(watched, 900, 1000, 1100)
    assert not watched.attained
    assert watched.document()["slope"] == pytest.approx(100)
    assert watched.document()["criterion"] == "10.000000%"


def test_warmup_and_what_comes_before_the_ramp_do_not_count() -> None:
    watched = SteadyWindow(rule(slope=False, limit=50, after_s=2))
    for _ in range(20):
        assert not watched.add(interval(500, "warmup"))
    assert seconds(watched, 10, 5000, 1000, 1000, 1000) == [False, False, False, False, True]
