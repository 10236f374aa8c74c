"""Truths of the bounds: whatever a second-by-second load was, its busiest second lies between the
bounds that its means give, and each bound is reached by some load."""

import json
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plimsoll.features.counters import readers
from plimsoll.features.counters.decision import answer
from plimsoll.features.counters.load import NO_LIMITS, Limits, bounds, load
from plimsoll.features.counters.offers import offers
from plimsoll.features.counters.series import Interval, Recording, join
from plimsoll.features.counters.volumes import Volume
from plimsoll.features.imports.recordings.moment import Times
from tests.features.counters import counter_writer as writer

MINUTE = 60
LOADS = st.lists(
    st.lists(st.integers(0, 3000), min_size=MINUTE, max_size=MINUTE), min_size=1, max_size=4
)


def recording(seconds: list[int], length: int = MINUTE) -> Recording:
    intervals = [
        Interval((at + 1) * length * 10**9, length * 10**9, {"rate_per_s": count / length})
        for at, count in enumerate(writer.sums(seconds, length))
    ]
    return Recording("v", tuple(intervals), 0)


@given(LOADS)
@settings(max_examples=200, deadline=None)
def test_the_true_peak_lies_within_the_bounds(minutes: list[list[int]]) -> None:
    seconds = list(chain(*minutes))
    peak = max(seconds)
    for limits in (NO_LIMITS, Limits(iops=3000, most_iops=3000)):
        found = load(recording(seconds), limits, 1).burst_rate
        # A mean of integers is not exact in binary.
        assert found.low <= peak + 1e-6
        assert peak <= found.high + 1e-6
    at_limit = max(sum(one == 3000 for one in minute) for minute in minutes)
    assert found.at_limit_s is not None
    assert at_limit <= found.at_limit_s + 1e-6


@given(st.lists(st.integers(0, 3000), min_size=MINUTE, max_size=MINUTE))
@settings(max_examples=100, deadline=None)
def test_a_longer_window_has_narrower_bounds(seconds: list[int]) -> None:
    found = recording(seconds)
    for window in (1, 5, 20, 60):
        true = max(sum(seconds[at : at + window]) / window for at in range(0, MINUTE, window))
        held = load(found, NO_LIMITS, window).burst_rate
        assert held.low - 1e-6 <= true <= held.high + 1e-6
    assert held.low == pytest.approx(held.high)


@given(st.lists(st.integers(0, 3000), min_size=30, max_size=60), st.sampled_from([1, 2, 5, 7, 20]))
@settings(max_examples=200, deadline=None)
def test_a_window_of_several_intervals_is_their_mean(seconds: list[int], window: int) -> None:
    """The busiest five seconds of figures of every second are known, and lower than its busiest."""
    found = load(recording(seconds, 1), NO_LIMITS, window).burst_rate
    true = max(sum(seconds[at : at + window]) / window for at in range(len(seconds) - window + 1))
    assert (found.low, found.high) == (pytest.approx(true), pytest.approx(true))


def test_intervals_on_both_sides_of_a_gap_are_no_window() -> None:
    found = recording([100] * 4 + [0] * 2 + [100] * 4, 1)
    gap = Recording("v", found.intervals[:4] + found.intervals[6:], 0)
    assert load(gap, NO_LIMITS, 6).burst_rate[:2] == (100, 100)


def test_a_limit_that_intervals_exceed_is_none() -> None:
    """12,000 IOPS did not pass a limit of 3,000: it holds nothing and bounds nothing."""
    limits = Limits(iops=3000, most_iops=3000, bytes_per_s=1e9, most_bytes_per_s=1e9)
    found = load(recording([12000] * 60), limits, 1)
    assert [(one.by, one.intervals) for one in found.above] == [("volume_iops", 1)]
    assert (found.standing, found.held) == ("open", ())
    assert found.burst_rate == (12000, 12000 * 60, None)
    # A tenth above it is a bucket before the limit.
    bucket = load(recording([3200] * 60), limits, 1)
    assert (bucket.standing, bucket.above) == ("held", ())


def test_a_load_that_passes_the_base_rate_has_not_spent_its_credits() -> None:
    """gp2 of 100 GiB: 300 IOPS, and 3,000 from credits."""
    limits = Limits(iops=300, most_iops=3000)
    passing = [rate for rate in (100, 200, 300, 400, 500, 400, 300, 200) for _ in range(60)]
    assert load(recording(passing), limits, 1).standing == "not_held"
    spent = [2000] * 120 + [300] * 300
    (held,) = load(recording(spent), limits, 1).held
    assert (held.by, held.intervals) == ("credits", 5)


def test_few_credits_hold_only_what_is_at_the_base_rate() -> None:
    limits = Limits(iops=300, most_iops=3000)
    for rate, standing in ((20.0, "not_held"), (300.0, "held")):
        one = Interval(60 * 10**9, 60 * 10**9, {"rate_per_s": rate, "credits_share": 0.02})
        assert load(Recording("v", (one,), 0), limits, 1).standing == standing


def test_each_bound_is_reached() -> None:
    """An even load has the mean as its peak; a burst has all operations in one second; with a
    limit it runs at the limit for as long as they last."""
    even, burst = [30] * 60, [1800] + [0] * 59
    for seconds, peak in ((even, "low"), (burst, "high")):
        found = load(recording(seconds), NO_LIMITS, 1).burst_rate
        assert getattr(found, peak) == max(seconds)
    assert bounds(30, 60, 1, 600) == (30, 600, 3)
    # An interval as short as the window hides nothing.
    assert bounds(30, 1, 1, None) == (30, 30, None)
    # What passed above a limit passed: the bound is never below the mean.
    assert bounds(610, 60, 1, 600) == (610, 610, 60)


def test_means_of_a_real_file_bound_its_seconds(tmp_path: Path) -> None:
    """From the file to the answer: a burst of ten seconds at 3,000 in a quiet minute."""
    seconds = ([40] * 50 + [3000] * 10) + [40] * 60
    path = tmp_path / "c.json"
    path.write_text(json.dumps(writer.cloudwatch(seconds)))
    volume = Volume(id=writer.VOLUME, type="gp3", size_gib=100, iops=16000, throughput=1000)
    found = answer(
        join(readers.read(path, Times())[1]), [volume], offers(), headroom=0.2, window_s=1
    )
    (one,) = found.judged
    bound = one.load.burst_rate
    assert bound.low == pytest.approx(sum(seconds[:60]) / 60)
    assert bound.low <= max(seconds) <= bound.high == 16000
    # 3,000 IOPS may be enough, and nobody knows: the smallest offer depends on what was hidden.
    assert one.verdict == "finer_first"
    path.write_text(json.dumps(writer.cloudwatch(seconds, 1)))
    fine = answer(
        join(readers.read(path, Times())[1]), [volume], offers(), headroom=0.2, window_s=1
    )
    (one,) = fine.judged
    assert one.load.burst_rate[:2] == (3000, 3000)
    assert (one.verdict, one.to_buy.iops) == ("oversized", 3750)
