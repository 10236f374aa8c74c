"""Which hosts are named as standing out, and which are not."""

import random
import statistics
from typing import Any

import numpy as np

from plimsoll.live import lateness, odd_hosts
from plimsoll.live.odd_hosts import HostPart, find_odd, of_interval, words


def host_part(name: str, **other: Any) -> HostPart:
    return HostPart(name, 1, 1_000.0, 1_000.0, 400_000.0, 1_000.0, 10_000.0)._replace(**other)


def test_hosts_that_are_alike_are_not_named() -> None:
    assert find_odd([host_part("a"), host_part("b"), host_part("c")], open_loop=True) == []
    assert find_odd([host_part("a")], open_loop=True) == []


def test_the_slow_the_late_and_the_one_behind_are_named_with_the_others_figure() -> None:
    found = find_odd(
        [
            host_part("a", response_ns=901_000.0),
            host_part("b", own_lag_ns_p99=3_000_000.0),
            host_part("c", completed=500.0, rate_per_s=500.0),
            host_part("d"),
        ],
        open_loop=True,
    )
    assert [(one.name, one.kind, one.figure, one.usual) for one in found] == [
        ("a", "slower", 900_000.0, 399_000.0),
        ("c", "behind", 500.0, 1_000.0),
        ("b", "late", 3_000_000.0, 10_000.0),
    ]
    assert words(found)[0] == (
        "a is slower than the others: its mean response time, without the generator's lateness, is"
        " 900 µs, the others' 399 µs."
    )


def test_a_late_generator_is_no_slower_path_and_of_two_hosts_one_can_stand_out() -> None:
    late = host_part(
        "b", response_ns=49_100_000.0, own_lag_ns=49_097_000.0, own_lag_ns_p99=180_000_000.0
    )
    usual = host_part("a", response_ns=630_000.0, own_lag_ns=627_000.0, own_lag_ns_p99=9_800_000.0)
    assert [(one.name, one.kind) for one in find_odd([usual, late], open_loop=True)] == [
        ("b", "late")
    ]
    # Its clumps wait for each other, which is no slower path either.
    clumps = late._replace(response_ns=49_200_000.0)
    assert [one.kind for one in find_odd([usual, clumps], open_loop=True)] == ["late"]
    # Of an interval only the lag of the slowest hundredth is known.
    both = [one._replace(own_lag_ns=None) for one in (usual, late)]
    assert [(one.name, one.kind) for one in find_odd(both, open_loop=True)] == [("b", "late")]
    slower = host_part("b", response_ns=1_200_000.0)
    assert [(one.name, one.kind) for one in find_odd([host_part("a"), slower], open_loop=True)] == [
        ("b", "slower")
    ]


def test_a_host_with_more_workers_is_held_against_more() -> None:
    twice = host_part("b", workers=2, completed=2_000.0, rate_per_s=2_000.0)
    assert find_odd([host_part("a"), twice, host_part("c")], open_loop=True) == []
    behind = twice._replace(completed=1_000.0, rate_per_s=1_000.0)
    assert [
        one.name for one in find_odd([host_part("a"), behind, host_part("c")], open_loop=True)
    ] == ["b"]


def test_in_a_closed_loop_nobody_is_behind_a_share() -> None:
    few = host_part("c", completed=500.0, rate_per_s=500.0)
    assert find_odd([host_part("a"), host_part("b"), few], open_loop=False) == []


def test_chance_names_nobody() -> None:
    """Poisson counts of 50 in an interval: a tenth less than usual is one standard deviation and a
    half. Of 200 hosts over 50 intervals one in 30,000 may be named: 0.33 are expected, and more
    than four of them come once in 10,000 times."""
    draw = np.random.default_rng(4)
    named = 0
    for _ in range(50):
        hosts = [host_part(str(number)) for number in range(200)]
        counts = draw.binomial(1_000, 0.05, len(hosts))
        hosts = [
            one._replace(completed=float(count), rate_per_s=float(count))
            for one, count in zip(hosts, counts, strict=True)
        ]
        named += len(find_odd(hosts, open_loop=True))
    assert named <= 4


def test_chance_names_neither_of_two() -> None:
    """One other is a draw itself."""
    draw = np.random.default_rng(5)
    named = 0
    for _ in range(2_000):
        counts = draw.binomial(1_000, 0.05, 2)
        hosts = [
            host_part(str(number), completed=float(count), rate_per_s=float(count))
            for number, count in enumerate(counts)
        ]
        named += len(find_odd(hosts, open_loop=True))
    assert named <= 3


def test_a_host_is_compared_with_the_median_of_the_others_alone() -> None:
    draw = random.Random(3)
    for count in (2, 3, 4, 9, 200):
        # With equals among them: none is the others of another one by mistake.
        spans = [float(draw.randrange(1, 12)) * 1e6 for _ in range(count)]
        seen = [
            HostPart(f"h{number}", 1, 1000.0, 1000.0, span, None, None)
            for number, span in enumerate(spans)
        ]
        expected = {}
        for number, span in enumerate(spans):
            rest = statistics.median(spans[:number] + spans[number + 1 :])
            if span > odd_hosts.SLOWER * rest:
                expected[f"h{number}"] = (span, rest)
        found = {one.name: (one.figure, one.usual) for one in find_odd(seen, open_loop=True)}
        assert found == expected


def interval(phase: str = "measure", offered: float | None = 3_000.0) -> Any:
    return {
        "phase": phase,
        "length_s": 1.0,
        "offered_rate_per_s": offered,
        "before_submission_ns_mean": None,
        "response_time_ns": {"mean": 400_000},
    }


def host(name: str, p50: int, own_lag_ns_p99: int | None = None) -> Any:
    return {
        "name": name,
        "host": True,
        "workers": 1,
        "achieved_rate_per_s": 1_000.0,
        "response_time_ns_p50": p50,
        "own_lag_ns_p99": own_lag_ns_p99,
    }


def test_warm_up_and_drain_compare_nobody() -> None:
    hosts = [host("a", 100), host("b", 100), host("c", 900)]
    assert [one.name for one in of_interval(interval(), hosts)] == ["c"]
    assert of_interval(interval(), [{**one, "host": False} for one in hosts]) == []
    for phase in ("warmup", "drain"):
        assert of_interval(interval(phase), hosts) == []


def test_a_warning_is_short_however_many_hosts_stand_out() -> None:
    many = [
        *(host(f"s{number}", 900_000, 100_000) for number in range(9)),
        *(host(f"h{number}", 400_000, 100_000) for number in range(20)),
    ]
    run: Any = {"objective": None}
    said = lateness.warning(run, interval(), many)
    assert said.startswith("LATE: own lag p99 of host s0 is 100 µs, past the limit of 50 µs")
    assert "that host's delays, not only the target's. s0 is slower" in said
    assert said.endswith("6 more hosts stand out.")
    assert lateness.warning(run, interval(), []) == ""
