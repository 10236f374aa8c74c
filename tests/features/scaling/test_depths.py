"""Which queue depth is enough: by the rule on made-up ladders, as surely as Runs repeat."""

import random
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plimsoll.features.scaling import depth_document, depths
from plimsoll.features.scaling.depths import LeftOut, Rung
from plimsoll.judge.limiter.observations import RunFacts

from . import depth_sentences
from .depth_sentences import rung


def best(*rungs: Rung, wide: Rung | None = None) -> depths.Best:
    found = depths.best(rungs, wide)
    assert found is not None
    return found


def run_facts(depth: int, rate: float, *, busy: float, workers: int = 1) -> RunFacts:
    """A Run with all outstanding that was asked for, on a machine that is half idle."""
    return RunFacts(
        closed=True,
        queue_depth=depth,
        workers=workers,
        workers_each=workers,
        asked=depth * workers,
        outstanding=depth * workers,
        outstanding_max=depth * workers,
        rate_per_s=rate,
        rate_error=0.0,
        littles=1.0,
        completion_latency_mean_ns=depth / rate * 1e9,
        spread_ns=(0.0, 1.0),
        completion_latency_median_ns=depth / rate * 1e9,
        block_size_bytes=4096,
        dispersion=None,
        dispersion_of_most=None,
        dispersion_of_seconds=None,
        wander=None,
        busy=busy,
        machine_busy=0.3,
        machine_full=0.5,
        held=0.0,
    )


def test_the_best_depth_is_the_smallest_that_gives_nearly_the_maximum() -> None:
    found = best(rung(1, 100, 100), rung(2, 200, 200), rung(4, 301, 301), rung(8, 311, 312))
    assert (found.rung.queue_depth, found.top.queue_depth) == (4, 8)
    assert (found.grade, found.doubts) == ("confirmed", ())
    assert found.reason == depths.Reason(
        "share_of_highest",
        {"queue_depth": 4, "share": 301 / 311.5, "highest_rate_per_s": 311.5, "highest_at": 8},
    )


def test_power_is_highest_where_a_queue_begins() -> None:
    # 4 servers of 10 ms: up to 4 outstanding nothing waits, beyond it nothing is gained.
    found = best(*(rung(depth, min(depth, 4) * 100.0) for depth in (1, 2, 4, 8, 16)))
    assert found.powerful.queue_depth == found.rung.queue_depth == 4


def test_a_rate_that_still_rises_at_the_deepest_is_told() -> None:
    found = best(rung(1, 100, 100), rung(2, 200, 200), rung(4, 400, 400))
    assert (found.grade, found.doubts) == ("bounded", ("still_rises",))
    assert found.reason == depths.Reason("still_rises", {"queue_depth": 4, "rate_per_s": 400.0})


def test_the_smallest_of_depths_that_cannot_be_told_apart_is_enough() -> None:
    # 256 has the highest mean by chance alone. Three Runs each, spread 1 %: 0.01 x sqrt(2 / 3) is
    # the standard error of a ratio, 0.8 %; t for 8 degrees of freedom and 3 comparisons is 3.0.
    spread = (0.99, 1.0, 1.01)
    found = best(
        *(
            rung(depth, *(rate * one for one in spread), p99_ns=depth * 1e5)
            for depth, rate in ((16, 800.0), (32, 1000.0), (128, 1003.0), (256, 1006.0))
        )
    )
    assert (found.rung.queue_depth, found.top.queue_depth) == (32, 256)
    assert found.grade == "confirmed"
    assert found.may_gain == pytest.approx(1.006 * (1 + 3.0 * 0.0082) - 1, abs=0.003)
    assert found.reason.kind == "none_measurably_faster"
    assert found.reason.figures == {
        "queue_depth": 32,
        "may_gain": found.may_gain,
        "confidence": 0.95,
        "p99_factor": 8.0,
        "p99_ns": 3.2e6,
        "deepest": 256,
        "deepest_p99_ns": 25.6e6,
    }


def test_runs_that_differ_leave_the_depth_open() -> None:
    found = best(rung(4, 6781, 7864), rung(8, 7751, 46569), rung(16, 11483, 11987))
    assert (found.grade, found.doubts, found.sure) == ("undecided", ("runs_differ",), None)
    assert found.reason.kind == "runs_differ"
    assert depth_document.document("t", 1, found.rungs).best is None


def test_one_run_each_is_no_certain_answer() -> None:
    found = best(rung(1, 100), rung(2, 200), rung(4, 201))
    assert (found.grade, found.doubts, found.may_gain) == ("undecided", ("one_run_each",), None)
    assert found.noise is None


def test_a_depth_without_figures_is_named_and_the_answer_lacks_it() -> None:
    left = LeftOut(64, "failed", "a read failed", 2, 2)
    found = depths.best([rung(1, 100, 100), rung(2, 200, 200), rung(4, 201, 201)], None, [left])
    assert (found.grade, found.doubts) == ("undecided", ("missing",))


@pytest.mark.parametrize(
    ("wide_rate", "busy", "who"),
    [
        (1500.0, 0.99, "client_cpu"),
        (1500.0, 0.2, "client_outstanding"),
        (1001.0, 0.99, None),
        (None, 0.99, "client_cpu"),
        (None, 0.2, None),
    ],
    ids=["full worker", "held by its connection", "full and yet no limit", "not tried", "idle"],
)
def test_a_rate_that_more_workers_raise_is_the_clients(
    wide_rate: float | None, busy: float, who: str | None
) -> None:
    ladder = [
        replace(rung(depth, rate, rate), seen=(run_facts(depth, rate, busy=busy),) * 2)
        for depth, rate in ((1, 500.0), (2, 1000.0), (4, 1001.0))
    ]
    wide = None
    if wide_rate is not None:
        more = run_facts(2, wide_rate, busy=busy, workers=2)
        wide = replace(rung(2, wide_rate, wide_rate), seen=(more, more))
    found = best(*ladder, wide=wide)
    assert (None if found.client is None else found.client.value) == who
    assert found.grade == ("confirmed" if who is None else "bounded")
    assert ("client_bound" in found.doubts) == (who is not None)
    said = depth_document.document("t", 1, ladder, wide=wide)
    assert (said.client, bool(said.client_signs)) == (who, who is not None)


@pytest.mark.long
def test_the_answer_is_enough_as_often_as_it_says() -> None:
    """Depths 8 to 64 truly give the same, 4 gives 80 %: 4 may be called enough by chance in at most
    1 - CONFIDENCE of ladders, and the truth may lie beyond `may_gain` as often. 300 ladders: 15
    expected at most, 3 standard deviations of sqrt(300 x 0.05 x 0.95) more are 26."""
    draw, wrong, beyond = random.Random(7), 0, 0
    truth = {4: 800.0, 8: 1000.0, 16: 1000.0, 32: 1000.0, 64: 1000.0}
    for _ in range(300):
        found = best(
            *(
                rung(depth, *(draw.gauss(rate, 20) for _ in range(3)))
                for depth, rate in truth.items()
            )
        )
        gain = 1000.0 / truth[found.rung.queue_depth] - 1
        beyond += gain > found.may_gain
        wrong += found.rung.queue_depth == 4 and not found.doubts
    assert beyond <= 26
    assert wrong == 0


@pytest.mark.long
@given(st.lists(st.lists(st.floats(1.0, 1e6), min_size=1, max_size=4), min_size=2, max_size=9))
@settings(max_examples=40)
def test_the_answer_keeps_its_own_rule(rates: list[list[float]]) -> None:
    found = best(*(rung(1 << at, *those) for at, those in enumerate(rates)))
    # Nothing is shown to beat it; of each smaller one something is.
    others = [one for one in found.rungs if one is not found.rung]
    too_much = 1 / depths.WORTH - 1
    assert all(found.gain(found.rung, other)[0] <= too_much for other in others)
    smaller = [one for one in found.rungs if one.queue_depth < found.rung.queue_depth]
    assert all(
        any(found.gain(one, other)[0] > too_much for other in found.rungs if other is not one)
        for one in smaller
    )
    assert found.sure is None or found.sure.queue_depth >= found.rung.queue_depth
    assert depth_document.document("t", 1, list(found.rungs)).lowest == found.rung.queue_depth


def test_one_depth_alone_has_no_best() -> None:
    assert depths.best([rung(1, 5.0)]) is None
    said = depth_document.document("t", 1, [rung(1, 5.0)])
    assert (said.best, said.reason.kind) == (None, "too_few_depths")


def test_every_reason_has_words_and_the_sentences_are_those_that_were_read_last() -> None:
    """Made again by `python -m tests.features.scaling.depth_sentences`."""
    assert depth_sentences.kinds() == set(get_args(depths.ReasonKind))
    assert depth_sentences.KEPT.read_text(encoding="utf-8") == depth_sentences.text()
