"""How a budget is granted: evenly, with credits or in slices; left open where the Runs do not tell.

`tests/truth/throttles.py` has the same on described stacks."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from plimsoll.features.limits import runs
from plimsoll.features.limits.rules import words
from plimsoll.features.limits.rules.finding import Holder
from plimsoll.features.limits.rules.grants import PacingRun, next_outstanding
from plimsoll.features.limits.rules.holder import of_slices
from plimsoll.features.limits.rules.judging import find_limits

from .limit_sentences import RATE_IN_SLICES, bucket, pacing_in_slices, run, series, two_depth_runs

K = 1 << 10
RATE = RATE_IN_SLICES


def run_of_slices(slice_s: float, outstanding: int = 4, pause_ns: float = 0.0) -> PacingRun:
    return replace(pacing_in_slices(slice_s, outstanding, pause_ns), block_bytes=4 * K)


CAPPED = two_depth_runs({4 * K: RATE, 64 * K: RATE, 1 << 20: RATE})
EVEN = PacingRun(4 * K, 100.0, 4.0, RATE, 2e6, 4e4, 2e6, 2.2e6)


@pytest.mark.parametrize("slice_s", [0.01, 0.1, 1.0])
def test_slices_are_named_with_their_length_and_what_passes_in_each(slice_s: float) -> None:
    [volume] = find_limits(CAPPED, pacing_runs={"v": [run_of_slices(slice_s)]}).volumes
    assert volume.refill.name == "slices"
    assert volume.refill.parameter("slice").value == pytest.approx(slice_s, rel=0.001)
    assert volume.refill.parameter("quantum").value == pytest.approx(RATE * slice_s, rel=0.001)


def test_a_quantum_is_counted_as_the_law_counts() -> None:
    through = RATE * 4 * K
    capped = two_depth_runs({size: through / size for size in (4 * K, 64 * K, 1 << 20)})
    [volume] = find_limits(capped, pacing_runs={"v": [run_of_slices(0.1)]}).volumes
    quantum = volume.refill.parameter("quantum")
    assert (quantum.unit, quantum.value) == ("bytes", pytest.approx(through * 0.1, rel=0.001))
    assert words.law(volume.refill) == "granted in slices: 800 KiB every 100 ms"


def test_an_even_budget_says_which_slices_were_not_seen() -> None:
    [volume] = find_limits(CAPPED, pacing_runs={"v": [EVEN]}).volumes
    assert words.law(volume.refill) == "granted evenly (no slice longer than 4 ms was seen)"


@pytest.mark.parametrize(
    "runs",
    [
        [],
        [run_of_slices(0.1, pause_ns=1e9)],
        [replace(EVEN, rate_per_s=1800.0)],
        [replace(EVEN, outstanding=1.0)],
    ],
    ids=["no such Run", "a pause of the storage", "below the cap", "one operation at a time"],
)
def test_what_does_not_tell_is_left_open(runs: list[PacingRun]) -> None:
    [volume] = find_limits(CAPPED, pacing_runs={"v": runs}).volumes
    assert volume.refill is None


def test_operations_beyond_the_rate_within_a_second_may_be_the_rest_of_a_slice() -> None:
    runs = [series(bucket(951, 1000, 1e9, 20), 32), series([1000.0] * 20, 64)]
    even = replace(EVEN, block_bytes=16 * K, rate_per_s=1000.0, mean_ns=4e6, median_ns=4e6)
    [alone], [paced] = (find_limits(runs, pacing_runs={"v": each}).volumes for each in ([], [even]))
    assert alone.refill is None
    burst = paced.refill.parameter("burst")
    assert (paced.refill.name, burst.value) == ("credits", pytest.approx(951))


def test_credits_and_slices_at_once_are_no_law() -> None:
    runs = [series(bucket(54_000, RATE, 6000, 60), 32), series([RATE] * 60, 64)]
    paced = replace(run_of_slices(0.1), block_bytes=16 * K)
    [volume] = find_limits(runs, pacing_runs={"v": [paced]}).volumes
    assert volume.refill is None


def test_a_cap_in_slices_is_a_throttle_however_uneven_its_completions_are() -> None:
    in_slices = run_of_slices(0.1)
    full = Holder("target", 0.9, ())
    held = of_slices([in_slices], full)
    assert (held.value, held.confidence) == ("policy_cap", 0.9)
    assert [sign["kind"] for sign in held.signs] == ["most_pass"]
    assert of_slices([in_slices], None) is None


def test_more_outstanding_io_is_asked_for_until_slices_cannot_hide() -> None:
    assert next_outstanding([], RATE) == 1
    alone = run_of_slices(0.1, 1)
    # 0.1 ms beside a mean of 0.5 ms: found, and not yet exact.
    assert next_outstanding([alone], RATE) == 7
    assert next_outstanding([alone, run_of_slices(0.1, 7)], RATE) is None
    below = replace(EVEN, outstanding=1.0, rate_per_s=500.0, mean_ns=2e6, median_ns=2e6)
    assert next_outstanding([below], RATE) == 134


def test_a_run_is_no_evidence_for_another_question() -> None:
    [volume] = find_limits([run(4 * K, RATE)], pacing_runs={"v": [EVEN]}).volumes
    assert volume.refill is None


def test_outstanding_io_is_spread_over_workers_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine holds only so much for each worker: psync 256."""
    asked = list[tuple[int, int]]()
    busy = replace(EVEN, outstanding=1.0, rate_per_s=RATE / 2)

    def probe(_session: object, _plan: object, depth: int, workers: int, *_: object) -> None:
        asked.append((depth, workers))

    cell = SimpleNamespace(proven=True, rate_per_s=RATE)
    monkeypatch.setattr(runs, "_probe_closed_loop", probe)
    monkeypatch.setattr(runs, "cells_of", lambda _: [cell])
    monkeypatch.setattr(runs, "run_observations", lambda _: [None])
    monkeypatch.setattr(PacingRun, "of", lambda *_: busy)
    wanted = next_outstanding([busy], RATE)
    assert wanted is not None
    plan = runs.Plan(("4k",), (100.0,), 32, 8, 10.0, 0.0)
    runs._pace(cast("Any", SimpleNamespace(defaults={})), plan, (), 1)
    assert asked[0] == (1, 1)
    assert all(depth <= 32 and workers <= 8 for depth, workers in asked)
    assert wanted <= asked[1][0] * asked[1][1] < wanted + asked[1][1]
    assert asked[1][1] > 1


def test_a_slice_that_a_run_holds_in_part_widens_the_interval_of_a_rate() -> None:
    """All Runs are of one length, so that they err alike: no number of them shows it."""
    bounds = []
    for slice_s in (0.01, 0.5):
        [volume] = find_limits(CAPPED, pacing_runs={"v": [run_of_slices(slice_s)]}).volumes
        held_s = min(cell.held_s for cell in volume.cells)
        rate, quantum = volume.found.parameter("ops_per_s"), volume.refill.parameter("quantum")
        for number in (rate, quantum):
            assert number.low <= number.value * (1 - slice_s / held_s)
            assert number.high >= number.value * (1 + slice_s / held_s)
        bounds.append(rate.high / rate.low)
    assert bounds[0] < bounds[1]
