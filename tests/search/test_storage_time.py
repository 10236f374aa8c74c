"""The storage's own time, pooled over Runs: shares of slow operations from marked intervals, and
pauses (decision 0008-stalls-and-pauses)."""

import random
from typing import Any

import pytest

from plimsoll.native import record_reading
from plimsoll.search.storage_time import (
    Bursts,
    Counts,
    Sample,
    has_too_many,
    mean_exceeds,
    pooled_pauses,
    sample,
    share,
)

ALLOWED = 0.01


def bursty(rng: random.Random, truth: float, intervals: int, size: float = 0.1) -> list[Counts]:
    """Intervals of 5,000 operations in which bursts of slow operations come at random."""
    made = []
    for _ in range(intervals):
        exceeded = round(5_000 * size * rng.random() * 2) if rng.random() < truth / size else 0
        made.append(Counts(5_000, min(exceeded, 5_000), 0))
    return made


@pytest.mark.parametrize("truth", [0.6, 1.0, 1.5])
def test_a_verdict_from_bursts_is_wrong_in_one_of_twenty_at_most(truth: float) -> None:
    """Of 400 samples at this multiple of what is allowed, few are shown to lie on the other side:
    one in twenty, and three standard errors of that count (13)."""
    rng = random.Random(7)
    wrong = 0
    for _ in range(400):
        every = [bursty(rng, truth * ALLOWED, 30) for _ in range(3)]
        chance = share(every[0], Bursts.of(every, ALLOWED)).exceeds(ALLOWED)
        wrong += chance <= 0.05 if truth >= 1 else chance >= 0.95
    assert wrong <= 20 + 13


def test_a_share_far_from_the_bound_is_decided_by_half_a_minute_of_intervals() -> None:
    rng = random.Random(1)
    low = share(bursty(rng, 0.001, 120), Bursts(0.1))
    high = share(bursty(rng, 0.05, 120), Bursts(0.1))
    assert high is not None
    assert low.exceeds(ALLOWED) < 0.05
    assert high.exceeds(ALLOWED) > 0.95


def test_quiet_intervals_say_more_the_more_there_are_and_never_all() -> None:
    chances = []
    for intervals in (4, 10, 40, 160):
        found = share([Counts(5_000, 0, 0)] * intervals, Bursts(0.1))
        chances.append(found.exceeds(ALLOWED))
    assert chances == sorted(chances, reverse=True)
    assert 0.1 < chances[1] < 0.4
    assert chances[-1] < 1e-3


def test_few_intervals_say_nothing() -> None:
    assert share([Counts(5_000, 0, 0)] * 3, Bursts(0.1)) is None
    assert mean_exceeds([Counts(5_000, 0, 5_000)] * 3, 1.0) is None


def test_a_mean_is_decided_by_the_spread_between_intervals() -> None:
    rng = random.Random(2)
    counts = [Counts(1_000, 0, round(1_000 * rng.gauss(900, 90))) for _ in range(30)]
    above, below = mean_exceeds(counts, 800), mean_exceeds(counts, 1_000)
    assert above is not None
    assert above > 0.99
    assert below is not None
    assert below < 0.01


def make_sample(seconds: float, pauses: int, paused_s: float, exceeded: int) -> Sample:
    whole = tuple(Counts(10_000, 0, 10_000) for _ in range(4))
    return Sample(
        whole=(whole,),
        alone=(whole,),
        seconds=seconds,
        disturbed_s=0.0,
        pauses=pauses,
        paused_s=paused_s,
        longest_pause_s=paused_s,
        paused=(Counts(exceeded, exceeded, exceeded),),
    )


def test_pauses_of_all_runs_are_one_share_with_an_interval() -> None:
    found = pooled_pauses(
        [make_sample(20, 1, 0.3, 300), make_sample(20, 0, 0.0, 0), make_sample(20, 1, 0.3, 300)]
    )
    assert (found.count, found.watched_s) == (2, 60)
    assert found.time_share == pytest.approx(0.01)
    # Two of three Runs of equal length have 300 of 40,300.
    assert found.share_of(0) == pytest.approx(2 / 3 * 300 / 40_300)
    low, high = found.interval
    # Of two events: 0.242 to 7.22 (Garwood 1936).
    assert low == pytest.approx(0.01 * 0.2422 / 2, rel=1e-3)
    assert high == pytest.approx(0.01 * 7.2247 / 2, rel=1e-3)


def test_pauses_that_come_with_the_load_are_not_the_storages() -> None:
    quiet = pooled_pauses([make_sample(60, 1, 0.3, 300)])
    assert not has_too_many(make_sample(3, 1, 0.3, 300), quiet), "one alone is chance"
    assert has_too_many(make_sample(3, 4, 0.8, 800), quiet)


def record(**changes: Any) -> Any:
    """Ten seconds in intervals of 250 ms, of which some are disturbed and one holds a pause."""
    intervals = [
        {
            "phase": "measure",
            "start_s": 0.25 * number,
            "length_s": 0.25,
            "response_time_ns": {
                "mean": 2e5,
                "p50": 100_000,
                "p90": 3e5,
                "p95": 4e5,
                "p99": 500_000,
            },
            "objectives": [
                {
                    "judged": 1_000,
                    "exceeded": 7,
                    "sum_ns": 1,
                    "disturbed": {"judged": 100, "exceeded": 5, "sum_ns": 0},
                }
            ],
            "stillness": {"stood_still_share": 0.02 if number == 5 else 0.0, "waited_share": 0.0},
            **({"disturbed": True} if number % 4 == 0 else {}),
        }
        for number in range(40)
    ]
    return record_reading.run_record(
        {
            "spec": {"storage_time": True},
            "intervals": intervals,
            "storage_time": {
                "pauses": 1,
                "paused_s": 0.4,
                "listed": [{"start_s": 0.3, "length_s": 0.3, "recovered_s": 0.4}],
                "objectives": [{"all": {}, "pauses": {"judged": 9, "exceeded": 9, "sum_ns": 9}}],
            },
            **changes,
        }
    )


def test_disturbed_intervals_and_pauses_are_left_out() -> None:
    found = sample(record())
    # Ten of forty are disturbed; the pause lies in the second and the third.
    assert len(found.whole[0]) == 28
    assert (found.seconds, found.disturbed_s, found.pauses) == (10.0, 2.5, 1)
    assert found.whole[0][0] == Counts(1_000, 7, 1)
    # This machine stood still in the fifth alone: elsewhere lateness may be the storage's doing.
    assert found.whole[0].count(Counts(900, 2, 1)) == 1
    assert found.whole[0].count(Counts(1_000, 7, 1)) == 27
    assert set(found.alone[0]) == {Counts(900, 2, 1)}
    assert found.level_ns == 500_000


def test_a_run_whose_intervals_are_not_marked_has_none() -> None:
    assert sample(record(spec={})) is None
    assert sample(record(intervals=[])) is None
