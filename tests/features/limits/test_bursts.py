"""A burst is told apart from the rate that stays: from the series of a Run, whatever its length,
and from nothing else."""

import numpy as np
import pytest

from plimsoll.features.limits.rules.finding import Observation
from plimsoll.features.limits.rules.grants import PacingRun
from plimsoll.features.limits.rules.judging import find_limits
from plimsoll.features.limits.rules.series import sustained_rate

from .limit_sentences import bucket

K = 1 << 10


def run(
    series: list[float], depth: int = 64, rested_s: float = 0.0, block: int = 16 * K
) -> Observation:
    rate = sum(series) / len(series)
    latencies = tuple(depth / max(one, 1.0) * 1e9 for one in series)
    return Observation(
        "v",
        block,
        100.0,
        depth,
        rate,
        depth / rate * 1e9,
        float(len(series)),
        100 << 30,
        interval_s=1.0,
        interval_rates_per_s=tuple(series),
        interval_latencies_ns=latencies,
        rested_s=rested_s,
    )


EVEN = PacingRun(16 * K, 100.0, 4.0, 1000.0, 4e6, 1e5, 4e6, 5e6)
"""Four outstanding at 1000/s, each of which waits as long as any other."""


@pytest.mark.parametrize("slow", [400.0, 1000.0])
def test_a_stall_after_a_burst_is_no_part_of_it(slow: float) -> None:
    """Four seconds at 9,000/s, then 1,000/s, with a slower stretch before it stays."""
    series = [9000.0] * 4 + [slow] * 8 + [500.0] * 6 + [1000.0] * 20
    excess = sustained_rate(series, 1.0).excess
    assert (excess.rate_per_s, excess.operations, excess.seconds) == (9000, 32_000, 4)


@pytest.mark.parametrize("noise", [0.0, 0.03])
def test_credits_that_run_out_give_burst_rate_bucket_and_what_stays(noise: float) -> None:
    stream = np.random.default_rng(1)
    # 3000/s while 54,000 credits last, then 300/s: 20 s.
    series = [
        one * float(np.exp(noise * stream.standard_normal()))
        for one in bucket(54_000, 300, 3000, 100)
    ]
    stays = sustained_rate(series, 1.0)
    # 20 intervals of 3 % noise know the burst to 3 % / sqrt(20) = 0.7 %, 80 the rest to 0.3 %;
    # three of those.
    within = 0.001 + 3 * noise / 20**0.5
    assert stays.rate_per_s == pytest.approx(300, rel=within)
    assert stays.excess.operations == pytest.approx(54_000, rel=within)
    assert stays.excess.rate_per_s == pytest.approx(3000, rel=within)
    assert stays.excess.seconds == pytest.approx(20, rel=2 * within)
    assert stays.excess.resolved


def test_a_burst_within_the_first_second_is_kept_out_of_the_rate() -> None:
    # S3: 951 saved up, 1000/s: 1015.85/s over the minute.
    stays = sustained_rate(bucket(951, 1000, 1e9, 60), 1.0)
    assert (stays.rate_per_s, stays.excess.operations) == (pytest.approx(1000), pytest.approx(951))
    assert not stays.excess.resolved


@pytest.mark.parametrize(
    "series",
    [
        [3000.0] * 30,
        [0.0, 6000.0] * 15,
        [3000.0] * 14 + [200.0] + [3000.0] * 15,
        [3000.0] * 29 + [200.0],
        [float(one) for one in 3000 * np.exp(0.03 * np.random.default_rng(3).standard_normal(200))],
    ],
    ids=[
        "steady",
        "windows of two intervals",
        "a stall of one interval",
        "a stall at the end",
        "noise of 3 %",
    ],
)
def test_what_does_not_change_for_good_is_no_burst(series: list[float]) -> None:
    stays = sustained_rate(series, 1.0)
    assert stays.first <= 1
    assert stays.rate_per_s == pytest.approx(float(np.mean(series[stays.first :])))


@pytest.mark.parametrize("lasts_s", [17.0, 17.5, 18.6])
def test_a_burst_that_ends_with_its_run_does_not_move_the_rate_that_stays(lasts_s: float) -> None:
    saved = lasts_s * (3000 - 300)
    runs = [run(bucket(saved, 300, 3000, 20), 32), run([300.0] * 20, 32), run([300.0] * 20, 64)]
    [volume] = find_limits(runs).volumes
    assert (volume.cells[0].rate_per_s, volume.verdict) == (pytest.approx(300), "found")
    size = volume.refill.parameter("burst")
    assert size.low <= saved * 1.001
    assert size.value in (None, pytest.approx(saved, rel=0.001))


def test_a_rate_that_rises_is_what_it_became() -> None:
    stays = sustained_rate([100.0] * 10 + [3000.0] * 30, 1.0)
    assert stays.rate_per_s == pytest.approx(3000)
    assert stays.rose
    assert stays.excess is None


def test_a_series_that_is_too_short_says_nothing() -> None:
    assert sustained_rate([3000.0] * 4, 1.0) is None


def test_a_finding_tells_the_burst_and_how_fast_it_came_back() -> None:
    first, second = run(bucket(54_000, 300, 3000, 100), 32), run([300.0] * 100, 64)
    # 30 s of rest at 300/s bring 9000 back: not full.
    again = run(bucket(9000, 300, 3000, 100), 64, rested_s=30)
    [volume] = find_limits([first, second, again]).volumes
    assert volume.verdict == "found"
    assert volume.found.parameter("ops_per_s").value == pytest.approx(300, rel=0.001)
    assert [burst.operations for burst in volume.bursts] == [
        pytest.approx(54_000),
        pytest.approx(9000),
    ]
    assert volume.refill.name == "credits"
    assert [volume.refill.parameter(name).value for name in ("burst", "burst_rate")] == [
        pytest.approx(54_000),
        pytest.approx(3000),
    ]
    assert volume.refill.parameter("refill_rate").value == pytest.approx(300, rel=0.001)


def test_a_bucket_that_was_full_again_only_bounds_its_refill() -> None:
    runs = [
        run(bucket(951, 1000, 1e9, 20), 32),
        run([1000.0] * 20, 64),
        run(bucket(951, 1000, 1e9, 20), 64, rested_s=5),
    ]
    [volume] = find_limits(runs, pacing_runs={"v": [EVEN]}).volumes
    refill = volume.refill.parameter("refill_rate")
    assert (refill.value, refill.high) == (None, None)
    assert refill.low == pytest.approx(951 / 5, rel=0.01)


def test_runs_before_the_credits_ran_out_do_not_speak_of_the_rate_that_stays() -> None:
    fast = run([3000.0] * 20, 32, block=4 * K)
    [volume] = find_limits(
        [fast, run(bucket(54_000, 300, 3000, 100), 32), run([300.0] * 100, 64)]
    ).volumes
    assert [cell.block_bytes for cell in volume.cells] == [16 * K]
    assert [(one.kind, one.figures) for one in volume.noted] == [("credits_lasted", {"runs": 1})]
    burst = volume.refill.parameter("burst")
    assert (burst.value, burst.high, burst.low) == (None, None, pytest.approx(54_000, rel=0.01))


def test_a_fall_that_the_next_run_contradicts_was_no_credit() -> None:
    disturbed = run([3000.0] * 14 + [2000.0] * 6, 32)
    [volume] = find_limits([disturbed, run([3000.0] * 20, 32), run([3000.0] * 20, 64)]).volumes
    assert volume.bursts == ()
    [note] = volume.noted
    assert (note.kind, note.figures["rate_per_s"]) == ("disturbed", pytest.approx(2000))
    assert volume.cells[0].rate_per_s == pytest.approx(3000)
