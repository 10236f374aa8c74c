"""A cap is proven by a rate that stays while the latency grows with the outstanding I/O, and by
nothing else."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from plimsoll.judge.flatness import Flatness, Step, flatness, relative_error
from plimsoll.native import record_reading
from tests.conftest import Plimsoll

STACKS = Path(__file__).resolve().parents[2] / "examples" / "stacks"


def flatness_of(*steps: tuple[float, float, float], error: float = 0.0) -> Flatness:
    """The flatness of steps, each (outstanding, rate, latency in ms)."""
    found = flatness([Step(n, x, r * 1e6, error) for n, x, r in steps])
    assert found is not None
    return found


def test_a_closed_loop_at_a_cap_keeps_its_rate_and_doubles_its_latency() -> None:
    # N = X · R: 3000/s and 8, 16 outstanding.
    assert flatness_of((8, 3000, 2.667), (16, 3000, 5.333)).proven


def test_four_processes_of_one_outstanding_each_prove_no_cap_though_they_meet_it() -> None:
    # S3: 5,379 / 10,312 / 20,030 with one, two and four processes.
    assert flatness_of((1, 5379, 0.186), (2, 10312, 0.194), (4, 20030, 0.2)).verdict == "rising"


def test_a_target_that_woke_at_the_very_end_has_a_rate_of_which_only_the_order_is_known() -> None:
    # Batches of five intervals leave out the last four, in which all of it happened.
    error = relative_error([0.0] * 55 + [3000.0] * 4)
    assert error == 1
    # Too few intervals for any error count as such a rate.
    found = flatness_of((8, 3000, 2.667), (16, 3000, 5.333), error=math.inf)
    assert (found.reason, found.error) == ("imprecise", 1)
    json.dumps(found.figures, allow_nan=False)


def test_a_rate_that_falls_with_the_load_is_no_cap() -> None:
    assert flatness_of((8, 3000, 2.667), (16, 2700, 5.9)).verdict == "undecided"


def test_latency_that_does_not_follow_the_load_is_no_cap() -> None:
    # Outstanding I/O that waits elsewhere: N = X · R is broken, so the figures are not those of one
    # place.
    assert flatness_of((8, 3000, 2.667), (16, 3000, 3.0)).verdict == "undecided"


def test_rates_that_are_hardly_known_say_nothing() -> None:
    assert flatness_of((8, 3000, 2.667), (16, 3000, 5.333), error=0.1).verdict == "undecided"


def test_steps_too_near_to_each_other_are_no_test() -> None:
    assert flatness([Step(8, 3000, 2.6e6), Step(10, 3000, 3.3e6)]) is None
    assert flatness([]) is None


@pytest.mark.parametrize(
    ("stack", "depths", "verdict"),
    [("iops-cap", (8, 16), "flat"), ("mdk", (8, 16), "rising")],
    ids=["cap", "servers"],
)
def test_the_records_of_runs_say_so(
    plimsoll: Plimsoll, stack: str, depths: tuple[int, int], verdict: str
) -> None:
    steps = []
    for depth in depths:
        target = ("--target", f"stack:{STACKS / stack}.toml", "--virtual")
        ended = plimsoll(
            "run", *target, "--queue-depth", str(depth), "--measure-for", "5s", "--json"
        )
        step = Step.of(record_reading.run_record(ended.document))
        assert step.rate_error < 0.01
        steps.append(step)
    found = flatness(steps)
    assert found.verdict == verdict, found


def test_the_sliver_at_the_end_of_measure_does_not_hide_a_cap() -> None:
    """A Measure of 10.01 s in intervals of a second: the last 10 ms hold one operation or none."""
    latency = {"mean": 1e6}
    second = {
        "phase": "measure", "length_s": 1.0, "merged": None, "reads": 1000, "writes": 0,
        "read_bytes": 0, "written_bytes": 0, "response_time_ns": latency,
        "completion_latency_ns": latency,
    }  # fmt: skip
    record: Any = {
        "all": {"completion_latency_ns": latency},
        "achieved_rate_per_s": 1000.0,
        "outstanding_mean": 1.0,
        "intervals": [second] * 10 + [{**second, "length_s": 0.01, "reads": 0}],
    }
    step = Step.of(record)
    assert step.rate_error == 0
