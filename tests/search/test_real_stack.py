"""Searches over the native model, where the toy target would not show it."""

from dataclasses import replace

import pytest

from tests.truth import harness
from tests.truth.harness import BRIEF


def test_a_run_for_rest_is_no_evidence_of_an_objective_that_it_was_not_asked_for() -> None:
    # The line, 395/s, lies below a tenth of the maximum, where the target rests between probes and
    # holds.
    result = harness.search_stack("mm1", "p99 <= 1ms", BRIEF)
    rest = [probe for probe in result.probes if probe.role == "reference"][1:]
    assert rest
    assert all(probe.estimates == () and "objective met" not in str(probe) for probe in rest)
    # It passed where a hold failed; no length of time is at work.
    assert result.ends.failed is not None
    assert any(probe.rate > result.ends.failed.rate and probe.verdict == "pass" for probe in rest)
    assert "horizon_counts" not in [event.kind for event in result.events]


BRIEFER = replace(BRIEF, probe_operations=30_000, hold_operations=10_000)
pytestmark = pytest.mark.long
HANGS = """
[fault.hang]
outage_at = "2s"
outage_for = "{lasts}"
outage = "hang"
[device.flash]
service = "100us"
[volume.data]
size = "1g"
path = ["hang", "flash"]
"""


def test_a_target_that_stopped_answering_is_not_asked_at_lower_rates() -> None:
    ended = harness.search_stack(HANGS.format(lasts="100h"), "p50 <= 1ms", BRIEFER)
    assert ended.reason == "stopped_answering"
    silent = [probe.silent for probe in ended.probes]
    # Not asked again once that was clear.
    assert all(silent[-3:])
    assert sum(probe.seconds for probe in ended.probes[silent.index(True) : -1]) < 60
    assert ended.graded.plan is None


def test_an_outage_that_ends_is_no_target_that_stopped_answering() -> None:
    ended = harness.search_stack(HANGS.format(lasts="3s"), "p50 <= 1ms", BRIEFER)
    assert ended.reason != "stopped_answering"
    # A closed loop is out of operations when those of its depth are lost; an open one goes on.
    light = next(probe for probe in ended.probes if probe.role == "reference")
    assert light.because.startswith("the target stopped answering")
    assert not light.silent


WINDOW = """
[limit.c]
ops_per_s = 12000
REFILL
[device.f]
servers = 64
service = "SERVICE"
[volume.v]
size = "64g"
path = ["c", "f"]
"""


@pytest.mark.parametrize(
    ("refill", "service"),
    [
        ('refill = "window"\nperiod = "100ms"', "90us"),
        ('refill = "window"\nperiod = "70ms"', "500us"),
        ('burst = "1s"', "90us"),
    ],
)
def test_a_cap_of_windows_or_credits_is_never_called_the_storage(refill: str, service: str) -> None:
    stack = WINDOW.replace("REFILL", refill).replace("SERVICE", service)
    found = harness.search_stack(stack, "p99 <= 20ms", BRIEF)
    assert found.limited_by["value"] in ("policy_cap", "unknown")
    assert "full" not in str(found.limited_by.get("because"))
