"""A disturbance is not a property of the disk: what speaks against a target that stood still."""

import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from plimsoll.search import cap, disturbance
from plimsoll.search.ledger import Finding, Probe, StorageFindings
from plimsoll.search.storage_time import Sample
from tests.search.test_grades import probe

MS = 1e6
TOP = 80_000.0


def make_probe(
    index: int,
    rate: float,
    verdict: str,
    *,
    level_ms: float = 1.0,
    intervals: int = 8,
    disturbed: float = 0.0,
    **more: Any,
) -> Probe:
    found = Finding(verdict, None, None, ())
    sample = Sample(
        whole=((),),
        alone=((),),
        seconds=2.0,
        disturbed_s=2.0 * disturbed,
        pauses=0,
        paused_s=0.0,
        longest_pause_s=0.0,
        paused=(),
        levels_ns=(level_ms * MS,) * intervals,
        level="p99",
    )
    return replace(
        probe(rate, verdict), index=index, storage=StorageFindings(sample, found, found), **more
    )


def test_a_light_load_that_was_quick_and_then_slow_met_another_disk() -> None:
    probes = [
        make_probe(0, 7_853, "pass", level_ms=1.5, role="reference"),
        *(make_probe(i, 60_000 / i, "fail") for i in range(1, 6)),
        make_probe(6, 7_853, "fail", level_ms=62, role="reference"),
    ]
    found = disturbance.find_change(probes, 5 * MS, TOP)
    assert found.kind == "reference_moved"
    assert (found.earlier_ns, found.later_ns) == (1.5 * MS, 62 * MS)
    assert found.earlier_at_s == 0
    assert found.later_at_s == pytest.approx(sum(p.seconds for p in probes[:6]))


def test_a_light_load_that_became_quicker_is_told_in_the_order_of_time() -> None:
    probes = [
        make_probe(0, 7_853, "fail", level_ms=62, role="reference"),
        make_probe(1, 7_853, "pass", level_ms=1.5, role="reference"),
    ]
    found = disturbance.find_change(probes, 5 * MS, TOP)
    assert (found.earlier_ns, found.later_ns) == (62 * MS, 1.5 * MS)
    assert found.earlier_at_s < found.later_at_s


def test_levels_far_below_the_bound_may_differ() -> None:
    probes = [
        make_probe(0, 7_853, "pass", level_ms=0.1, role="reference"),
        make_probe(1, 7_853, "pass", level_ms=1.2, role="reference"),
    ]
    assert disturbance.find_change(probes, 5 * MS, TOP) is None
    assert disturbance.find_change(probes, 2 * MS, TOP) is not None


def test_a_hiccup_in_a_short_run_is_no_change() -> None:
    short = partial(make_probe, rate=7_853, verdict="pass", role="reference", intervals=4)
    probes = [
        *(short(i, level_ms=0.15) for i in range(3)),
        short(3, level_ms=1.6),
        short(4, level_ms=0.15),
    ]
    assert disturbance.find_change(probes, 1 * MS, TOP) is None
    slow = [*probes[:4], short(4, level_ms=1.6), short(5, level_ms=1.6)]
    found = disturbance.find_change(slow, 1 * MS, TOP)
    assert (found.earlier_at_s, found.later_at_s) == (0.0, sum(p.seconds for p in probes[:4]))


def test_near_the_line_response_times_differ_by_themselves() -> None:
    probes = [
        make_probe(0, 55_000, "pass", level_ms=3.0),
        make_probe(1, 55_000, "fail", level_ms=12.5),
    ]
    assert disturbance.find_change(probes, 5 * MS, TOP) is None


def test_passes_above_failures_over_most_of_the_range_contradict_each_other() -> None:
    probes = [
        *(make_probe(i, rate, "pass") for i, rate in enumerate((8_000, 40_000, 50_000, 52_000))),
        *(
            make_probe(4 + i, rate, "fail")
            for i, rate in enumerate((30_000, 11_250, 4_000, 1_373, 317))
        ),
    ]
    found = disturbance.find_change(probes, 5 * MS, TOP)
    assert found.kind == "runs_contradict"
    # Whoever believes the passes dismisses five of nine; whoever believes the failures four.
    assert (found.dismissed, found.clear) == (4, 9)


@pytest.mark.long
def test_a_line_that_moves_by_a_tenth_contradicts_nothing() -> None:
    """M/M/1-like lines that wander from Run to Run, each asked 25 times: one in twenty may be taken
    for a change, and three standard errors of that count in 200 (9)."""
    rng = random.Random(3)
    changed = 0
    for _ in range(200):
        probes = []
        for index in range(25):
            rate = 50_000 * rng.uniform(0.7, 1.3)
            line = 50_000 * rng.lognormvariate(0, 0.1)
            probes.append(make_probe(index, rate, "pass" if rate < line else "fail"))
        changed += disturbance.find_change(probes, 5 * MS, TOP) is not None
    assert changed <= 10 + 9


def test_one_bad_moment_is_no_change() -> None:
    probes = [
        *(make_probe(i, rate, "pass") for i, rate in enumerate((8_000, 40_000, 45_000, 50_000))),
        make_probe(4, 20_000, "fail"),
        *(make_probe(5 + i, rate, "fail") for i, rate in enumerate((58_000, 62_000))),
    ]
    assert disturbance.find_change(probes, 5 * MS, TOP) is None


def test_a_machine_that_stood_still_for_most_of_the_time_is_named_first() -> None:
    probes = [make_probe(i, 10_000, "undecided", disturbed=0.6) for i in range(4)]
    found = disturbance.find_change(probes, 5 * MS, TOP)
    assert (found.kind, found.disturbed_share) == ("machine_disturbed", pytest.approx(0.6))


def rung(depth: int, rate: float, mean_ms: float) -> Probe:
    return replace(
        probe(rate, "pass"),
        role="maximum",
        outstanding=float(depth),
        achieved_rate_per_s=rate,
        mean_ns=mean_ms * MS,
    )


def ladder(cap_rate: float, latency_ms: float) -> list[Probe]:
    """A throttle before a service of so long: at depth d it gives min(d / latency, cap)."""
    return [
        rung(depth, rate, depth / rate * 1e3)
        for depth in (1, 4, 16, 64, 256)
        for rate in (min(depth / latency_ms * 1e3, cap_rate),)
    ]


def test_equal_rates_at_every_depth_are_a_cap() -> None:
    found = cap.find_cap(ladder(1_387, 0.2))
    assert found.rate_per_s == pytest.approx(1_387)
    assert (found.shallow, found.deep, found.steps) == (1, 256, 5)


def test_rates_that_rise_up_to_the_last_depths_are_none() -> None:
    # 40 servers of 0.5 ms: full from depth 64 on.
    assert cap.find_cap(ladder(80_000, 0.5)) is None


def test_rates_that_fall_with_the_depth_are_none() -> None:
    assert cap.find_cap([rung(d, 1_400 / d**0.2, d / 1.4) for d in (1, 4, 16, 64, 256)]) is None
