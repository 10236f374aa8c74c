"""Who limited a Run: what each sign says, that the client is asked before the target is blamed, and
what is asked next.

Records are small ones made here, of a target in closed form; whole Runs on stacks are in
tests/truth/limiters.py.
"""

import random
from typing import Any

import pytest

from plimsoll.judge.limiter import rules as limiter_rules
from plimsoll.judge.limiter.observations import RunFacts, processors_of_generator
from plimsoll.judge.limiter.rules import Finding
from plimsoll.judge.limiter.signs import decides
from plimsoll.judge.limiter.throttle import OTHER_SIZES
from plimsoll.native import record_reading


def record(
    rate: float,
    outstanding: float,
    *,
    depth: int = 8,
    workers: int = 1,
    size: int = 4096,
    cv2: float = 0.0,
    stalls: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """A closed Run with this rate. `cv2` is the dispersion of its counts in windows of 100 ms;
    each of `stalls` takes 15 ms of a window away, and the next one has what had to wait."""
    latency = outstanding / rate * 1e9
    rng = random.Random(7)
    counts = [max(0, round(rng.gauss(rate / 10, (cv2 * rate / 10) ** 0.5))) for _ in range(40)]
    for at in rng.sample(range(39), stalls):
        counts[at] -= (waited := round(0.015 * rate))
        counts[at + 1] += waited
    spans = {"mean": latency, "p50": more.pop("p50", latency), "stddev": more.pop("stddev", 0.0)}
    inside = {"phase": "measure", "length_s": 0.1, "writes": 0, "completion_latency_ns": spans}
    load: dict[str, Any] = {
        "kind": "closed",
        "queue_depth": depth,
        "workers": workers,
        "think": None,
        "cap": None,
        "bursts": None,
    }
    blocks = [{"bytes": size, "percent": 100.0}]
    workload = {"read_percent": 100.0, "read_blocks": blocks, "write_blocks": blocks}
    target = {
        "kind": more.pop("kind", "stack"),
        "stack": {"client": {"cpu_ns_per_io": more.pop("cpu_ns", 0)}},
    }
    return record_reading.run_record(
        {
            "outcome": "ok",
            "because": "",
            "achieved_rate_per_s": rate,
            "outstanding_mean": outstanding,
            "measure_s": 4.0,
            "outstanding_max": depth * workers,
            "all": {"completion_latency_ns": spans},
            "flush": {"completed": 0},
            "stamps": {"submit_held_s": 0.0},
            "intervals": [{**inside, "reads": count} for count in counts],
            "limited_by": {"value": "unknown", "basis": "single", "confidence": 0.0},
            "spec": {
                "clock": "virtual",
                "load": load,
                "clients": [],
                "workload": workload,
                "target": target,
            },
            "generator_cpu_ns_per_io": None,
            "host": None,
            "system_load": None,
            **more,
        }
    )


def light(rate: float, latency_us: float, **more: Any) -> dict[str, Any]:
    """The Run at a light load."""
    run = record(rate, rate * latency_us / 1e6, p50=latency_us * 1e3, **more)
    run["spec"]["load"] = {"kind": "open", "workers": 1, "bursts": None}
    return run


def flat(rate: float, *, cv2: float = 0.0, **more: Any) -> dict[str, dict[str, Any]]:
    """The Runs of a rate that neither depth nor workers raise."""
    return {
        "again": record(rate, 8, cv2=cv2, **more),
        "depth 16": record(rate, 16, depth=16, cv2=cv2, **more),
        "2 workers": record(rate, 16, workers=2, cv2=cv2, **more),
    }


def ask_name(found: Finding) -> str:
    assert found.ask is not None, found
    return found.ask.name


def test_more_outstanding_io_at_the_same_latency_says_that_the_client_had_too_little() -> None:
    # S3: 5,379/s with one process, 10,312 with two.
    runs = {"again": record(5379, 1, depth=1), "depth 2": record(10312, 2, depth=2)}
    found = limiter_rules.judge(record(5379, 1, depth=1), runs)
    assert (found.value, found.basis) == ("client_outstanding", "scaling")
    assert found.confidence >= 0.9


def test_the_target_is_never_named_before_depth_and_workers_were_tried() -> None:
    runs: dict[str, dict[str, Any]] = {}
    answers = flat(5000, cv2=1.0) | {"light": light(500, 1600)}
    order = []
    while (found := limiter_rules.judge(record(5000, 8), runs)).ask is not None:
        assert found.value == "unknown", f"named {found.value} after {order}"
        order.append(found.ask.name)
        runs[found.ask.name] = answers[found.ask.name]
    assert order == ["again", "depth 16", "2 workers", "light"]
    assert found.value == "target"


def test_a_full_worker_and_a_rate_that_only_workers_raise_are_the_clients_processor() -> None:
    runs = flat(100_000, cpu_ns=10_000) | {
        "2 workers": record(200_000, 16, workers=2, cpu_ns=10_000)
    }
    assert limiter_rules.judge(record(100_000, 8, cpu_ns=10_000), runs).value == "client_cpu"


def test_a_rate_that_only_workers_raise_without_a_full_processor_is_no_target_either() -> None:
    runs = flat(100_000) | {"2 workers": record(200_000, 16, workers=2)}
    assert limiter_rules.judge(record(100_000, 8), runs).value == "client_outstanding"


def test_a_throttle_is_even_on_a_machine_that_stands_still_now_and_then() -> None:
    runs = flat(3000, stalls=6) | {"light": light(300, 200)}
    found = limiter_rules.judge(record(3000, 8, stalls=6), runs)
    assert (found.value, found.ask) == ("policy_cap", None)
    assert "even_mostly" in [each.kind for each in found.signs]
    # Service that varies is uneven in every window.
    runs = flat(3000, cv2=0.2, stalls=6) | {"light": light(300, 800)}
    assert limiter_rules.judge(record(3000, 8, cv2=0.2, stalls=6), runs).value == "target"


def test_a_queue_that_is_not_filled_is_no_targets_doing_however_the_rate_moves() -> None:
    # Of 8 asked for less than one was outstanding, and the client's processor had nothing to do.
    runs = {"again": record(4e6, 0.9), "depth 16": record(3e6, 0.8, depth=16)}
    assert limiter_rules.judge(record(4e6, 0.9, depth=8), runs).value == "unknown"


@pytest.mark.parametrize(
    ("cpu_ns", "value"), [(10_000, "unknown"), (70_000, "client_cpu"), (99_000, "client_cpu")]
)
def test_a_processor_that_is_idle_does_not_hold_a_load(cpu_ns: int, value: str) -> None:
    # 10,000 operations/s of 10 us each leave nine tenths of a worker's processor idle.
    less = {"cpu_ns": cpu_ns}
    runs = {"again": record(1e4, 0.9, **less), "depth 16": record(9.9e3, 0.8, depth=16, **less)}
    found = limiter_rules.judge(record(1e4, 0.9, depth=8, **less), runs)
    assert found.value == value
    assert found.confidence == (0 if value == "unknown" else pytest.approx(0.9, abs=0.1))


def test_less_than_one_place_and_the_clock_are_a_cap() -> None:
    # 3000/s and 100 µs alone: the work keeps a server busy for 30 % of the time.
    found = limiter_rules.judge(record(3000, 8), flat(3000) | {"light": light(300, 100)})
    assert found.value == "policy_cap"
    assert found.confidence >= 0.9


def test_uneven_completions_are_servers_whatever_their_number() -> None:
    for places_us in (200, 1600, 6400):
        found = limiter_rules.judge(
            record(5000, 8), flat(5000, cv2=0.1) | {"light": light(500, places_us)}
        )
        assert found.value == "target", found


def test_less_than_one_place_without_evenness_is_said_with_little_confidence() -> None:
    # A full write buffer: what an operation waits for is not what holds the rate.
    found = limiter_rules.judge(record(500, 8), flat(500, cv2=0.2) | {"light": light(50, 50)})
    assert (found.value, found.would_decide) == ("target", OTHER_SIZES)
    assert found.confidence <= 0.6


def decided_by_size(half_rate: float, half_alone_us: float) -> Finding:
    """20,000/s at 4k with 200 µs alone (4 places), and this with blocks of 2k."""
    runs = flat(20_000) | {
        "light": light(2000, 200),
        "depth 6, a round and a half": record(20_000, 6, depth=6),
        "blocks of 2k": record(half_rate, 16, depth=16, size=2048),
        "blocks of 2k, light": light(half_rate / 10, half_alone_us, size=2048),
    }
    return limiter_rules.judge(record(20_000, 8), runs)


def test_a_rate_that_stays_while_the_work_changes_counts_operations() -> None:
    assert decided_by_size(20_000, 180).value == "policy_cap"


def test_a_rate_that_follows_the_bytes_while_the_work_stays_counts_bytes() -> None:
    assert decided_by_size(40_000, 200).value == "policy_cap"


def test_a_rate_that_follows_the_work_is_the_targets() -> None:
    # A wire of 50 µs for 4k, 25 µs for 2k: alone an operation takes 25 µs less.
    assert decided_by_size(40_000, 175).value == "target"


def test_operations_that_wait_in_rounds_are_servers_of_constant_work() -> None:
    runs = flat(20_000) | {"light": light(2000, 200)}
    ask = limiter_rules.judge(record(20_000, 8), runs)
    runs |= {ask_name(ask): record(20_000, 6, depth=6, stddev=100_000.0)}
    assert limiter_rules.judge(record(20_000, 8), runs).value == "target"


def test_what_answers_faster_than_any_storage_is_memory() -> None:
    found = limiter_rules.judge(record(638_400, 8), flat(638_400) | {"light": light(63_840, 6.27)})
    assert (found.value, found.would_decide) == ("cache", decides("larger_working_set"))


def test_a_size_that_the_target_refuses_is_done_without() -> None:
    runs: dict[str, Any] = flat(20_000) | {
        "light": light(2000, 200),
        "depth 6, a round and a half": record(20_000, 6, depth=6),
    }
    runs["blocks of 2k"] = None
    assert ask_name(limiter_rules.judge(record(20_000, 8), runs)) == "blocks of 8k"


def test_rates_that_are_hardly_known_blame_nobody() -> None:
    runs = flat(100, cv2=30.0) | {"light": light(10, 100)}
    assert limiter_rules.judge(record(100, 8), runs).value == "unknown"


def test_figures_that_break_littles_law_blame_nobody() -> None:
    runs = flat(5000, cv2=0.1) | {"light": light(500, 1600)}
    runs["depth 16"]["all"]["completion_latency_ns"]["mean"] /= 2
    found = limiter_rules.judge(record(5000, 8), runs)
    assert found.value == "unknown"
    assert "not stationary" in found.because


def test_a_sync_costs_the_generator_as_much_as_any_operation() -> None:
    """4 s of 5,000 writes and 5,000 syncs a second, each of 60 us of processor time."""
    cpu = {"generator_cpu_ns_per_io": {"user": 20_000.0, "system": 40_000.0}}
    assert processors_of_generator(record(5000, 8, **cpu)) == pytest.approx(0.3)
    with_syncs = record(5000, 8, flush={"completed": 20_000}, **cpu)
    assert processors_of_generator(with_syncs) == pytest.approx(0.6)
    modelled = record(5000, 8, cpu_ns=60_000, flush={"completed": 20_000})
    facts = RunFacts.of(modelled)
    assert facts.busy == pytest.approx(0.6)


@pytest.mark.parametrize("outcome", ["failed", "stopped", "cached", "not_steady"])
def test_a_run_that_does_not_speak_about_the_target_keeps_its_own_answer(outcome: str) -> None:
    own = {"value": "cache", "basis": "single", "confidence": 0.95}
    found = limiter_rules.judge(record(5000, 8, outcome=outcome, limited_by=own), {})
    assert (found.value, found.ask) == ("cache", None)


def test_a_line_below_what_the_target_could_work_on_is_a_cap_and_never_surely() -> None:
    assert limiter_rules.of_line(0.3).value == "policy_cap"
    assert limiter_rules.of_line(8.0).value == limiter_rules.of_line(None).value == "target"
    assert max(limiter_rules.of_line(places).confidence for places in (0.3, 8.0, None)) < 0.9


def test_a_line_is_not_the_storages_where_its_closed_loops_look_like_a_throttle() -> None:
    # Dispersion of completions, and the median latency over the mean, of each closed loop.
    windows, even, pauses, servers = (0.001, 0.1), (0.001, 0.95), (30.0, 0.1), (0.9, 0.95)
    for loops, value in (
        ((windows, servers), "policy_cap"),
        ((even,), "unknown"),
        ((pauses,), "unknown"),
        ((servers,), "target"),
        (((None, None),), "target"),
        (((None, 0.1),), "unknown"),
    ):
        found = limiter_rules.of_line(8.0, loops)
        assert found.value == value, loops
        assert found.would_decide == OTHER_SIZES


def test_workers_are_counted_on_each_of_several_targets() -> None:
    several = record(5000, 8, workers=4)
    several["spec"]["target"] |= {"kind": "several", "members": [{}, {}]}
    ask = limiter_rules.judge(several, {}).ask
    assert (ask.workers, limiter_rules.judge(record(5000, 8, workers=4), {}).ask.workers) == (2, 4)
