"""What our own lateness had a part in is told apart: without it the storage's figures are those of
theory."""

import json
import math
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.stack_texts import disk
from tests.truth import harness

CAPACITY = 20_000.0
MM1 = disk("50us", spread="exponential")


def ran(
    client: str,
    rate: float,
    objective: str = "p99 <= 2ms",
    seconds: float = 60.0,
    stack: str = MM1,
    seed: int = 3,
) -> Any:
    """The record of an open-loop Run of an M/M/1, its client as given."""
    text = stack + (f"[client]\n{client}\n" if client else "")
    with harness.open_stack(text, defaults={"arrivals": "poisson"}) as session:
        return session.probe(
            rate=rate,
            measure_for_s=seconds,
            warmup_for_s=1.0,
            objective=objective,
            stop_when_decided=False,
            seed=seed,
            role="probe",
        )


@pytest.mark.long
@pytest.mark.parametrize(
    "client",
    ["", 'stall_every = "50ms"\nstall_for = "2ms"', 'stall_every = "20ms"\nstall_for = "3ms"'],
)
@pytest.mark.parametrize("load", [0.5, 0.8])
def test_the_storage_alone_has_the_response_times_of_theory(client: str, load: float) -> None:
    found = ran(client, load * CAPACITY)["all"]
    alone, seen = found["storage_alone_ns"], found["response_time_ns"]
    mean = 1e9 / (CAPACITY * (1 - load))
    assert alone["mean"] == pytest.approx(mean, rel=0.04)
    assert alone["p99"] == pytest.approx(mean * math.log(100), rel=0.08)
    if client:
        assert found["disturbed"] > 0.05 * found["count"]
        assert seen["p99"] > 3 * alone["p99"]
    else:
        assert (found["disturbed"], alone["p99"]) == (0, seen["p99"])


def test_what_is_met_with_our_lateness_inside_is_met() -> None:
    record = ran('stall_every = "20ms"\nstall_for = "500us"', 10_000, "p99 <= 5ms", 20.0)
    assert record["own_lag_ns"]["p99"] > 50_000
    assert (record["outcome"], record["judgement"]["verdict"]) == ("ok", "pass")


def test_what_is_missed_only_with_our_lateness_says_nothing() -> None:
    record = ran('stall_every = "20ms"\nstall_for = "3ms"', 10_000, "p99 <= 2ms", 20.0)
    judgement = record["judgement"]
    assert (record["outcome"], judgement["verdict"], judgement["reason"]) == (
        "generator_limited",
        "undecided",
        "own_lag",
    )
    assert judgement["estimate"]["value"] > 0.01 > judgement["alone"]["high"]
    assert "own lateness" in record["because"]


@pytest.mark.long
def test_what_is_missed_without_our_lateness_too_is_missed() -> None:
    record = ran('stall_every = "100ms"\nstall_for = "2ms"', 18_500, "p99 <= 1ms", 20.0)
    assert (record["outcome"], record["judgement"]["verdict"]) == ("ok", "fail")
    # Offered above what it can do, it is the backlog that tells.
    beyond = ran('stall_every = "100ms"\nstall_for = "2ms"', 22_000, "p99 <= 1s", 20.0)
    assert beyond["outcome"] == "cannot_carry"


def test_a_client_that_issues_less_than_it_should_speaks_of_itself() -> None:
    record = ran('cpu_per_io = "100us"', 15_000, "p99 <= 5ms", 5.0)
    assert record["outcome"] == "generator_limited"
    assert record["limited_by"]["value"] == "client_cpu"
    assert "issued" in record["because"]


def test_a_completion_found_late_though_nothing_was_due_is_told_apart() -> None:
    # 200 a second on a disk that does 2,000: in most stalls of 5 ms nothing is due, and what
    # finishes in one is found at its end.
    slower = MM1.replace("50us", "500us")
    found = ran('stall_every = "20ms"\nstall_for = "5ms"', 200, "p99 <= 20ms", stack=slower)
    alone, mean = found["all"]["storage_alone_ns"], 1e9 / (2000 - 200)
    assert alone["mean"] == pytest.approx(mean, rel=0.05)
    assert alone["p99"] == pytest.approx(mean * math.log(100), rel=0.08)
    assert found["all"]["response_time_ns"]["p99"] > 3 * alone["p99"]


def test_the_heartbeat_tells_the_share_of_time_in_which_the_machine_stood_still() -> None:
    told = ran('stall_every = "48ms"\nstall_for = "2ms"', 1_000)["machine"]
    # 60 s in spans of 50 ms on average: 1,200 stalls of exponential length, a standard deviation of
    # sqrt(2 / 1200) = 4 % of the share; a beat less than 0.25 ms late is on time, which leaves
    # exp(-1/8) = 88 % of it.
    assert 0.04 * 0.88 * 0.85 < told["stood_still_share"] < 0.04 * 1.15
    assert told["waited_share"] == 0
    assert told["longest_ns"] > 5e6
    assert ran("", 1_000, seconds=1.0)["machine"] is None, (
        "a machine that never stands still has no heartbeat"
    )


@pytest.mark.long
def test_what_is_left_out_bounds_what_is_said_of_the_storage_alone() -> None:
    few = ran('stall_every = "2s"\nstall_for = "2ms"', 10_000)["all"]
    left_out = few["disturbed"] / few["count"]
    assert 0 < left_out < 0.009
    alone, most = few["storage_alone_ns"]["p99"], few["storage_alone_at_most_ns"]["p99"]
    # In the worst case the p99 of all is the percentile 1 - (0.01 - left out) / (1 - left out) of
    # those that are left.
    assert (
        alone
        < most
        == pytest.approx(
            alone * math.log((1 - left_out) / (0.01 - left_out)) / math.log(100), rel=0.1
        )
    )
    many = ran('stall_every = "50ms"\nstall_for = "2ms"', 10_000, seconds=10.0)["all"]
    assert many["disturbed"] / many["count"] > 0.01
    assert (
        many["storage_alone_at_most_ns"]["p99"],
        many["storage_alone_at_most_ns"]["p50"] is None,
    ) == (None, False)


@pytest.mark.long
@pytest.mark.parametrize(("share", "missed"), [(0.97, False), (1.04, True)])
def test_a_rate_above_a_cap_is_missed_though_the_client_hardly_ever_keeps_its_schedule(
    share: float, missed: bool
) -> None:
    """Nothing is left of the storage alone there; but the backlog soon takes longer than we were
    ever late."""
    stack = MM1.replace("exponential", "constant").replace("50us", "333.333us")
    client = 'stall_every = "50ms"\nstall_for = "5ms"'
    verdicts = [
        ran(client, share * 3_000, "p99 <= 20ms", 6.0, stack, seed)["judgement"]["verdict"]
        for seed in range(10)
    ]
    assert verdicts.count("fail") >= 7 if missed else "fail" not in verdicts


@pytest.mark.long
def test_a_generator_that_was_stopped_blames_itself_and_not_the_target(tmp_path: Path) -> None:
    """SIGSTOP for 0.3 s of every second: three tenths of the operations wait for up to that, on a
    target that answers at once."""
    # Files: nobody reads until it has ended, and a record is longer than a pipe holds.
    with (tmp_path / "out").open("w") as told, (tmp_path / "err").open("w") as said:
        running = subprocess.Popen(
            [
                *(sys.executable, "-m", "plimsoll", "run", "--target", "null:", "--rate", "2000"),
                *("--warmup-for", "0s", "--measure-for", "5s"),
                *("--objective", "p99 <= 20ms", "--json"),
            ],
            stdout=told,
            stderr=said,
        )
        time.sleep(2.0)
        while running.poll() is None:
            running.send_signal(signal.SIGSTOP)
            time.sleep(0.3)
            running.send_signal(signal.SIGCONT)
            time.sleep(0.7)
    out, error = ((tmp_path / name).read_text() for name in ("out", "err"))
    record: dict[str, Any] = json.loads(out)
    assert running.returncode in (0, 2), error
    assert record["all"]["response_time_ns"]["p99"] > 20e6, "as seen from this machine it is missed"
    # Stops are long beside the Run: by chance too few lie in it for more than "undecided".
    assert record["outcome"] in ("ok", "generator_limited"), record["because"]
    assert "generator" in record["because"]
    assert record["judgement"]["verdict"] == "undecided"
    assert record["all"]["disturbed"] > 0.1 * record["all"]["count"]
    assert record["machine"]["stood_still_share"] > 0.1
    assert record["machine"]["longest_ns"] > 0.25e9
    assert record["stamps"]["submit_held_s"] == 0
