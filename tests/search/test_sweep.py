"""The line that is read from Runs that are there: against the theory of a queue, and where there is
no line to read."""

import math
from typing import Any

import pytest

from plimsoll.base import documents
from plimsoll.base.errors import InputError
from plimsoll.cli.schema import own
from plimsoll.native import histogram
from plimsoll.search import document, rejudgement, sweep
from tests.schemas import keeps
from tests.search.model import record
from tests.truth import sweeps

OBJECTIVE = "p99(response_time, all) <= 5ms"


def run(
    rate: float | None,
    verdict: str | None,
    value: float = 0.0,
    *,
    outcome: str = "ok",
    measure_s: float = 20.0,
    depth: int | None = None,
    achieved: float | None = None,
    p99_ns: float = 1e6,
    reason: str | None = None,
    fixed: bool = True,
) -> dict[str, Any]:
    """A record as far as a sweep reads it; `value` is the share beyond the bound."""
    spans = {"mean": p99_ns / 5, "p50": p99_ns / 7, "p99": p99_ns, "stddev": p99_ns / 5}
    reasons = {
        "pass": "objective_met",
        "fail": "objective_missed",
        "undecided": "too_close",
        None: "",
    }
    estimate = {"value": value, "low": value * 0.7, "high": value * 1.4, "allowed": 0.01}
    judgement = (
        None
        if verdict is None
        else {
            "verdict": verdict,
            "reason": reason or reasons[verdict],
            "estimate": estimate,
            "alone": None,
            "span_ns": 0,
            "batches": 0,
            "objectives": [
                {
                    "objective": OBJECTIVE,
                    "verdict": verdict,
                    "reason": "",
                    "estimate": estimate,
                    "alone": None,
                }
            ],
        }
    )
    load = (
        {"kind": "closed", "queue_depth": depth}
        if rate is None
        else {"kind": "open", "arrivals": "poisson", "max_outstanding": None}
    )
    done = achieved if achieved is not None else rate or 0.0
    made = record(
        done,
        measure_s,
        spans,
        outcome=outcome,
        judgement=judgement,
        offered_rate_per_s=rate,
        seed=1,
        spec={
            "load": {**load, "workers": 1},
            "stop": {"kind": "fixed" if fixed else "decided", "objective": OBJECTIVE},
            "clock": "virtual",
        },
    )
    made["all"]["disturbed"] = 0
    return made


def read(*runs: dict[str, Any]) -> Any:
    kept = [sweep.SweepRun(record, number) for number, record in enumerate(runs, 1)]
    found = sweep.read(kept, objective=OBJECTIVE, objective_from="runs", arrivals="poisson", seed=1)
    keeps(documents.plain(document.of(found)), own("find"))
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    [sweeps.CASES[1], sweeps.CASES[4], sweeps.CASES[7], sweeps.CASES[10]],
    ids=lambda case: case.name,
)
def test_the_interval_of_a_sweep_holds_the_line_of_the_queue(case: sweeps.Case) -> None:
    # `make truth` has 60 seeds, of which nine tenths hold it.
    found = [sweeps.read_sweep(case, seed) for seed in range(2)]
    assert all(sweeps.holds(graded, case.truth) for graded in found)
    assert all(graded.grade in ("confirmed", "estimated") for graded in found)
    if case.asked != case.judged:
        assert not any(graded.grade == "confirmed" for graded in found), "a histogram is no verdict"


def test_a_sweep_confirms_when_its_own_runs_did_what_holds_do() -> None:
    passes = [run(rate, "pass", 0.001) for rate in (1000.0, 2000.0)]
    over, high, low = (
        run(5000.0, "fail", 0.3),
        run(4000.0, "fail", 0.05),
        run(3000.0, "pass", 0.002),
    )
    found = read(*passes, over, high, low)
    assert (found.graded.grade, found.graded.low, found.graded.high) == (
        "confirmed",
        3000.0,
        4000.0,
    )
    assert found.reason == "read_from_runs"
    assert found.ends.passed.run_id == 5, "the Run that passed after an overload"


@pytest.mark.parametrize(
    ("why", "runs"),
    [
        (
            "only ever approached from below",
            [run(3000.0, "pass", 0.002), run(4000.0, "fail", 0.05)],
        ),
        (
            "too short for a hold",
            [run(4000.0, "fail", 0.05), run(3000.0, "pass", 0.002, measure_s=3.0)],
        ),
        (
            "ended when it was decided",
            [run(4000.0, "fail", 0.05), run(3000.0, "pass", 0.002, fixed=False)],
        ),
        (
            "missed below",
            [
                run(4000.0, "fail", 0.05),
                run(2000.0, "fail", 0.05),
                run(3000.0, "pass", 0.002),
                run(1000.0, "pass", 0.001),
            ],
        ),
        (
            "leant to a miss at the same rate",
            [
                run(4000.0, "fail", 0.05),
                run(3000.0, "undecided", 0.013),
                run(3000.0, "pass", 0.002),
            ],
        ),
    ],
)
def test_what_is_less_than_a_hold_confirms_nothing(why: str, runs: list[dict[str, Any]]) -> None:
    found = read(run(500.0, "pass", 0.0005), *runs)
    assert found.graded.grade == "estimated", why
    assert not document.of(found).load_line.low_confirmed
    assert found.graded.low <= found.graded.rate <= found.graded.high


def test_a_sweep_without_a_miss_bounds_from_below_and_one_without_a_pass_from_above() -> None:
    met = read(
        run(1000.0, "pass", 0.001), run(2000.0, "pass", 0.001), run(3000.0, "undecided", 0.009)
    )
    assert (met.graded.grade, met.graded.low, met.graded.high, met.reason) == (
        "bounded",
        2000.0,
        None,
        "no_upper_end",
    )
    missed = read(run(2000.0, "fail", 0.1), run(3000.0, "fail", 0.2))
    assert (missed.graded.grade, missed.graded.low, missed.graded.high) == ("bounded", None, 2000.0)
    assert missed.reason == "objective_not_met"
    nothing = read(run(2000.0, "undecided", 0.009))
    assert (nothing.graded.grade, nothing.graded.low, nothing.graded.high, nothing.reason) == (
        "bounded",
        None,
        None,
        "undecided",
    )


def test_a_generator_that_was_full_bounds_nothing_but_itself() -> None:
    full = run(
        4000.0, "fail", 1.0, outcome="generator_limited", reason="cannot_carry", achieved=3000.0
    )
    found = read(run(1000.0, "pass", 0.001), run(2000.0, "pass", 0.001), full)
    assert (found.graded.low, found.graded.high, found.reason) == (2000.0, None, "client_bound")
    assert [event.kind for event in found.events].count("runs_left_out") == 1


def test_closed_loops_alone_bound_the_line_from_above() -> None:
    ladder = [
        run(None, None, depth=depth, achieved=rate, p99_ns=p99)
        for depth, rate, p99 in (
            (1, 4000.0, 1e6),
            (8, 4900.0, 3e6),
            (16, 5000.0, 5.4e6),
            (64, 5000.0, 15e6),
        )
    ]
    found = read(*ladder)
    assert (found.graded.grade, found.graded.low, found.graded.high) == ("bounded", None, 5000.0)
    assert found.reason == "closed_loop_only"
    assert "8 outstanding (4,900 IOPS" in found.because
    assert found.maximum.rate_per_s == 5000.0
    assert not found.maximum.lower_bound, "four times as much outstanding brought no more"


@pytest.mark.parametrize(
    ("rates", "least", "limited_by"),
    [
        # Twice as much outstanding brought twice the rate, a third more, 4 % more, nothing.
        ((1000.0, 2000.0, 4000.0), True, "client_outstanding"),
        ((4000.0, 8000.0, 10_700.0), True, "target"),
        ((41_700.0, 46_000.0, 47_900.0), True, "target"),
        ((46_000.0, 47_900.0, 47_900.0), False, "target"),
    ],
)
def test_a_ladder_that_waits_longer_is_held_behind_the_generator(
    rates: tuple[float, ...], least: bool, limited_by: str
) -> None:
    ladder = [
        run(None, None, depth=depth, achieved=rate, p99_ns=depth / rate * 1e9)
        for depth, rate in zip((8, 16, 32), rates, strict=True)
    ]
    maximum = read(*ladder).maximum
    assert maximum.rate_per_s == max(rates)
    assert maximum.lower_bound is least
    assert maximum.limited_by == limited_by


def test_a_maximum_beside_the_sweep_caps_the_line() -> None:
    ladder = [
        run(None, None, depth=depth, achieved=5000.0, p99_ns=depth * 2e5) for depth in (4, 16, 64)
    ]
    found = read(
        *ladder,
        run(2000.0, "pass", 0.001),
        run(4500.0, "fail", 0.05),
        run(3000.0, "undecided", 0.008),
    )
    assert found.graded.high <= 5000.0 * 1.03


def test_a_run_that_stayed_undecided_bounds_nothing_from_below() -> None:
    short = run(2000.0, "undecided", 0.0001)
    assert read(short).graded.low is None
    assert read(short).reason == "undecided"
    assert read(run(1000.0, "pass", 0.0001), short).graded.low == 1000.0


def test_another_objective_is_estimated_from_the_histogram_and_never_decided() -> None:
    graded = sweeps.read_sweep(
        sweeps.Case("two", (1000.0, 2000.0), 20.0, 0.0, asked="p99 <= 8ms"), 1
    )
    assert (graded.grade, graded.low, graded.high) == ("bounded", 2000.0, None)
    judged = run(2000.0, "pass", 0.001)
    with pytest.raises(InputError, match="cannot be read from Runs that were not judged by it"):
        rejudgement.rejudge(judged, "max(response_time, all) over 10s <= 50ms", dict)
    assert rejudgement.rejudge(judged, OBJECTIVE, None) == (judged, False)
    assert rejudgement.rejudge(judged, "p99(response_time, all) <= 1ms", None) is None


def test_what_only_our_own_lateness_may_have_caused_is_no_miss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = run(2000.0, "pass", 0.001)
    judged["all"] |= {"disturbed": 900, "count": 40_000}
    blobs = {"read.response_time": b"", "read.own_lag": b""}
    # 2 % beyond the bound, of which all but 0.2 % may be those that we were late with.
    monkeypatch.setattr(histogram, "beyond", lambda given, bound: (40_000, 980))
    made = rejudgement.rejudge(judged, "p99(response_time, all) <= 1ms", lambda: blobs)
    ours = read(made[0])
    assert ours.probes[0].verdict is None
    assert ours.probes[0].estimates == ()
    # Far more than we disturbed: it is missed without us.
    monkeypatch.setattr(histogram, "beyond", lambda given, bound: (40_000, 8_000))
    made = rejudgement.rejudge(judged, "p99(response_time, all) <= 1ms", lambda: blobs)
    (alone,) = read(made[0]).probes[0].estimates
    assert math.isclose(alone.value, (8_000 - 900) / (40_000 - 900))


def test_a_run_of_several_objectives_speaks_of_each() -> None:
    judged = run(2000.0, "fail", 0.05)
    other = {
        "objective": "mean(response_time, all) <= 1ms",
        "verdict": "pass",
        "reason": "objective_met",
        "alone": None,
        "estimate": {"value": 2e5, "low": 1.9e5, "high": 2.1e5, "allowed": 1e6},
    }
    judged["judgement"]["objectives"].append(other)
    judged["spec"]["stop"]["objective"] = f"{OBJECTIVE} and {other['objective']}"
    made = rejudgement.rejudge(judged, other["objective"], None)
    assert (made[0]["judgement"]["verdict"], made[1]) == ("pass", False)
