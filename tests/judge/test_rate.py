"""A rate is that after the initial burst, with an interval that is right for intervals that go
together."""

import random

import pytest

from plimsoll.judge.rate import mean_latency, rate
from tests.truth.promises import RATE, record, wandering


def test_a_bucket_that_starts_full_is_kept_out_of_the_rate() -> None:
    # S3: 951 operations are saved up, 1000/s from then on: 60,951 in the first minute, or
    # 1,015.85/s.
    found = rate(record([1951.0] + [1000.0] * 59, 4))
    assert found.value == 1000
    assert (found.burst.amount, found.burst.seconds) == (951, 1)
    assert (found.low, found.high) == (pytest.approx(1000, rel=1e-4), pytest.approx(1000, rel=1e-4))


def test_a_burst_that_lasts_for_most_of_measure_has_not_settled() -> None:
    found = rate(record([3000.0] * 40 + [300.0] * 20, 4))
    assert not found.settled
    assert found.low is None


@pytest.mark.parametrize("low", [2, 5, 15, 29])
def test_credits_that_run_out_near_the_end_have_not_settled(low: int) -> None:
    found = rate(record([10_000.0] * (60 - low) + [1_000.0] * low, 4))
    assert not found.settled
    assert found.low is None


def test_a_stall_at_the_very_end_is_no_fall() -> None:
    assert rate(record([10_000.0] * 59 + [100.0], 4)).settled


def test_a_rate_that_falls_all_along_is_hardly_known() -> None:
    found = rate(record([3000.0 - 40 * i for i in range(60)], 4))
    assert found.high is not None
    assert found.high - found.low > found.value


def test_an_even_rate_has_no_burst() -> None:
    rng = random.Random(1)
    for _ in range(50):
        assert rate(record([rng.gauss(RATE, 50) for _ in range(60)], 8)).burst is None


@pytest.mark.long
@pytest.mark.parametrize("together", [0.0, 0.6, 0.8])
def test_the_interval_holds_the_true_rate_in_95_of_100_cases(together: float) -> None:
    seeds = 400
    missed = 0
    for seed in range(seeds):
        found = rate(record(list(wandering(random.Random(seed), together, 0.03, 60)), 8))
        missed += not found.low <= RATE <= found.high
    # Binomial deviation of 400 at 5 %: 4.4; 20 + 3 x 4.4 = 33.
    assert missed <= 33


def test_a_limiter_that_hands_out_a_second_at_once_has_a_rate_all_the_same() -> None:
    # Halves of a second: all of it, and nothing.
    found = rate(record([6000.0 if i % 2 == 0 else 0.0 for i in range(60)], 4))
    assert found.value == 3000
    # Taken for independent, 60 such halves have a deviation of 13 %.
    assert found.low > 2800


def test_bytes_are_counted_for_a_promise_in_bytes() -> None:
    assert rate(record([1000.0] * 20, 4), of="bytes").value == 1000 * 4096


def test_a_mean_latency_weighs_operations_and_not_intervals() -> None:
    # Half of the intervals have 3000/s at 4 / 3000 s, half 1000/s at 4 / 1000 s: 8 s of waiting
    # over 4000 operations.
    found = mean_latency(record([3000.0, 1000.0] * 20, 4), "response_time")
    assert found.value == pytest.approx(8 / 4000 * 1e9)


def test_too_few_intervals_have_no_interval_of_confidence() -> None:
    assert rate(record([1000.0] * 5, 4)).low is None


def test_nothing_completed_is_no_rate() -> None:
    assert rate(record([1000.0] * 20, 4) | {"achieved_rate_per_s": 0.0}) is None
    assert rate(record([1000.0] * 20, 4) | {"intervals": []}) is None


def test_one_operation_more_is_no_burst_of_bytes_either() -> None:
    """Ten operations of 4 KiB fit into an interval, and eleven into the first one."""
    given = record([11.0] + [10.0] * 19, 4)
    for interval in given["intervals"]:
        interval["read_bytes"], interval["written_bytes"] = 4096 * interval["reads"], 0
    assert rate(given).burst is None
    assert rate(given, of="bytes").burst is None


def test_trims_count_as_the_operations_they_are() -> None:
    given = record([1000.0] * 20, 4)
    for interval in given["intervals"]:
        interval["reads"] //= 2
        interval |= {"others": interval["reads"], "other_bytes": 4096 * interval["reads"]}
        interval |= {"read_bytes": 4096 * interval["reads"], "written_bytes": 0}
    assert rate(given).value == 1000
    assert rate(given, of="bytes").value == 1000 * 4096


def test_a_mean_latency_weighs_syncs_and_a_rate_counts_none() -> None:
    """Every other interval has syncs alone."""
    given = record([1000.0] * 20, 4)
    for interval in given["intervals"][::2]:
        interval |= {"reads": 0, "syncs": 1000}
        interval["completion_latency_ns"] = {**interval["completion_latency_ns"], "mean": 9e6}
    for interval in given["intervals"][1::2]:
        interval["completion_latency_ns"] = {**interval["completion_latency_ns"], "mean": 1e6}
    found = mean_latency(given, "completion_latency")
    assert (found.value, found.count) == (5e6, 20 * 1000)
    assert rate(given).value == 500
