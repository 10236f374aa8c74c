"""A long Run by the hour: the figures of each hour are those of its own operations, and statistics
of series see equally long intervals."""

from typing import Any

import numpy as np
import pytest

from plimsoll.judge.even import even
from plimsoll.judge.rate import slices
from plimsoll.judge.timeline import Series, episodes
from plimsoll.judge.timeline.document import PeriodModel, TimeLine
from plimsoll.judge.timeline.periods import DAY_S, HOUR_S, Row, length_s, periods
from plimsoll.native import fine, histogram
from plimsoll.native.session import objective_terms
from plimsoll.report.evidence.time_columns import columns
from plimsoll.report.run import periods as shown
from plimsoll.store.rows import IntervalRow
from tests.judge.test_timeline import rows

HOURS = 7
EVERY_S = 10.0
AN_HOUR = int(HOUR_S / EVERY_S)


def _run(counts: Any, **more: Any) -> list[dict[str, Any]]:
    made = rows(counts, interval_s=EVERY_S, arrived=more.pop("arrived", counts), **more)
    none = dict.fromkeys(("p50", "p99_9", "max", "stddev"))
    return [
        {
            **one,
            "index": i,
            "read_bytes": one["reads"] * 4096,
            "written_bytes": 0,
            "issued": one["reads"],
            "outstanding_mean": 1.0,
            "response_time_ns": {**none, **one["response_time_ns"]},
            "completion_latency_ns": {**none, **one["response_time_ns"]},
        }
        for i, one in enumerate(made)
    ]


def _periods_of(intervals: list[dict[str, Any]], objective: str = "") -> list[Any]:
    series = Series.of(intervals)
    kept = [Row(one, None, None) for one in intervals]
    return periods(kept, series, episodes(series), objective_terms(objective) if objective else ())


def test_a_run_is_told_by_the_hour_from_six_hours_on_and_by_the_day_beyond_two() -> None:
    assert length_s(6 * HOUR_S - 1) is None
    assert length_s(6 * HOUR_S) == length_s(2 * DAY_S) == HOUR_S
    assert length_s(7 * DAY_S) == DAY_S


def test_an_outage_errors_and_a_slow_hour_stand_where_they_were() -> None:
    random = np.random.default_rng(1)
    n = HOURS * AN_HOUR
    counts, failed, response = random.poisson(1000, n), np.zeros(n), random.normal(1.0, 0.02, n)
    counts[AN_HOUR + 100 : AN_HOUR + 103] = 0
    failed[3 * AN_HOUR + 5] = 40
    response[5 * AN_HOUR : 6 * AN_HOUR] *= 3
    found = _periods_of(_run(counts, response_ms=response, errors=failed, arrived=np.full(n, 1000)))
    assert len(found) == HOURS
    assert [one.errors for one in found] == [0, 0, 0, 40, 0, 0, 0]
    assert [round(one.outage_s) for one in found] == [0, 30, 0, 0, 0, 0, 0]
    assert [one.episodes for one in found] == [0, 1, 0, 1, 0, 1, 0]
    assert found[1].lowest_rate_per_s == found[1].worst.rate_per_s == 0
    assert found[1].worst.at_s == (AN_HOUR + 100) * EVERY_S
    assert found[5].worst.response_ns == pytest.approx(3e6, rel=0.1)
    for hour, one in enumerate(found):
        inside = counts[hour * AN_HOUR : (hour + 1) * AN_HOUR]
        assert one.count == inside.sum()
        assert one.rate_per_s == pytest.approx(inside.sum() / HOUR_S)


def test_an_objective_is_held_to_the_hour_s_own_figures() -> None:
    n = HOURS * AN_HOUR
    failed = np.zeros(n)
    failed[3 * AN_HOUR : 3 * AN_HOUR + 10] = 200
    counts = np.full(n, 1000)
    counts[:AN_HOUR] = 900
    made = _run(counts, errors=failed, arrived=np.full(n, 1000))
    kept = ["held"] * HOURS
    assert [one.objective for one in _periods_of(made, "errors <= 0.1%")] == [
        *kept[:3],
        "missed",
        *kept[4:],
    ]
    assert [one.objective for one in _periods_of(made, "achieved >= 95%")] == ["missed", *kept[1:]]
    # Without distributions nobody knows a percentile: that is not held.
    assert {one.objective for one in _periods_of(made, "p99 <= 1s")} == {"undecided"}
    assert {one.objective for one in _periods_of(made)} == {None}


def test_an_hour_whose_operations_were_not_answered_by_its_end_has_not_held_its_objective(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Whatever its response times say: those that a stall kept are in the next hour's.
    monkeypatch.setattr("plimsoll.judge.timeline.periods._within", lambda *_: True)
    n = HOURS * AN_HOUR
    counts = np.full(n, 1000)
    counts[2 * AN_HOUR - 10 : 2 * AN_HOUR + 10] = 0
    made = _run(counts, arrived=np.full(n, 1000))
    # 10 of 360 intervals: 2.8 % of the hour's operations.
    for objective, hour in (("p99 <= 1s", "undecided"), ("p95 <= 1s", "held")):
        assert [one.objective for one in _periods_of(made, objective)][:2] == ["held", hour]


def test_an_objective_for_one_kind_is_not_judged_by_the_distributions_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figures = {**histogram.summary([]), "p99": 1e6}
    monkeypatch.setattr("plimsoll.judge.timeline.periods.histogram.summary", lambda _: figures)
    made = _run(np.full(HOURS * AN_HOUR, 1000))
    for one in made:
        one["writes"], one["reads"] = one["reads"], 0
    for syncs, kind, verdict in (
        (0, "write", "held"),
        (0, "read", "undecided"),
        (10, "write", "undecided"),
        (10, "sync", "undecided"),
        (10, "all", "held"),
    ):
        kept = [{**one, "syncs": syncs} for one in made]
        found = _periods_of(kept, f"p99(response_time, {kind}) <= 1ms")
        assert {one.objective for one in found} == {verdict}, (syncs, kind)


def test_the_slowest_of_an_hour_may_be_a_sync_of_an_interval_without_writes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    merged = list[int]()

    def summary(blobs: list[bytes]) -> Any:
        merged.append(len(blobs))
        return {**figures}

    figures = histogram.summary([])
    monkeypatch.setattr("plimsoll.judge.timeline.periods.histogram.summary", summary)
    made = _run(np.full(HOURS * AN_HOUR, 1000))
    made[5] |= {"reads": 0, "syncs": 3}
    series = Series.of(made)
    periods([Row(one, b"1", b"1") for one in made], series, episodes(series), ())
    assert merged == [AN_HOUR] * HOURS


def test_the_rest_of_the_last_hour_is_a_row_that_says_its_length() -> None:
    found = _periods_of(_run(np.full(int(6.5 * AN_HOUR), 1000)))
    assert len(found) == 7
    assert found[-1].until_s - found[-1].at_s == pytest.approx(HOUR_S / 2)
    assert found[-1].rate_per_s == pytest.approx(100)
    rows_of = TimeLine.model_construct(
        periods=[
            PeriodModel.model_construct(
                at_s=one.at_s, until_s=one.until_s, objective=None, outage_s=0.0, unrecorded_s=0.0,
                rate_per_s=1.0, lowest_rate_per_s=1.0, bytes_per_s=1.0, errors=0, episodes=0,
                response_time_ns_mean=None, response_time_ns_p99=None, response_time_ns_p99_9=None,
                worst_at_s=one.at_s, worst_response_time_ns=None,
            )
            for one in found
        ],
        interval_s=EVERY_S,
        episodes=[],
    )  # fmt: skip
    made = shown.table(rows_of)
    assert [row[0] for row in made.rows][-2:] == ["hour 6", "hour 7 (30.0 min)"]


def _merge_intervals(parts: list[dict[str, Any]]) -> dict[str, Any]:
    rates = [one["reads"] / one["length_s"] for one in parts]
    done = sum(one["reads"] for one in parts)
    mean = sum(one["reads"] * (one["response_time_ns"]["mean"] or 0) for one in parts) / done
    sums = ("reads", "issued", "errors", "arrived", "read_bytes", "length_s")
    return {
        **parts[0],
        **{name: sum(one[name] for one in parts) for name in sums},
        "response_time_ns": {**parts[0]["response_time_ns"], "mean": mean},
        "completion_latency_ns": {**parts[0]["response_time_ns"], "mean": mean},
        "merged": {
            "intervals": len(parts),
            "lowest_rate_per_s": min(rates),
            "highest_rate_per_s": max(rates),
        },
    }


def test_statistics_of_a_merged_run_see_equally_long_intervals_and_every_operation() -> None:
    random = np.random.default_rng(2)
    whole = _run(random.poisson(1000, 120))
    mixed = [_merge_intervals(whole[i : i + 6]) for i in range(0, 60, 6)] + whole[60:]
    made = even(mixed)
    assert {round(one["length_s"]) for one in made} == {60}
    assert sum(one["reads"] for one in made) == sum(one["reads"] for one in whole)
    found = slices({"intervals": mixed})
    assert [one.amount for one in found] == [
        sum(one["reads"] for one in whole[i : i + 6]) for i in range(0, 120, 6)
    ]
    assert even(whole) == whole


def test_columns_of_a_merged_run_are_of_equal_time_and_keep_a_single_bad_interval() -> None:
    counts = np.full(600, 1000)
    counts[17] = 0
    whole = _run(counts)
    merged = [_merge_intervals(whole[i : i + 60]) for i in range(0, 300, 60)]
    kept = [IntervalRow(one["index"], one, None, None) for one in (*merged, *whole[300:])]
    found = columns(kept, 10)
    assert [round(one.stop_s - one.start_s) for one in found] == [600] * 10
    assert [one.intervals for one in found] == [60] * 10
    assert [one.lowest for one in found] == [0.0, *[100.0] * 9]
    series = Series.of(
        (one, fine.pack(map(fine.of, whole[i * 60 : i * 60 + 60]))) for i, one in enumerate(merged)
    )
    assert len(series) == 300
    assert series.completed[17] == 0
