"""Storage that answers slowly, beside little time and clients that stand still: nothing is said
against it that no Run has shown."""

import math

import pytest

from plimsoll.search.budget import Budget
from plimsoll.search.load_line import LoadLineResult
from tests.search.model import holds
from tests.truth import harness

pytestmark = pytest.mark.long
STALLS = '[client]\nstall_every = "200ms"\nstall_for = "3ms"\n'


def search(
    device: str, objective: str, budget: Budget, seed: int = 1, **defaults: int
) -> LoadLineResult:
    stack = f'{device}\n[volume.data]\nsize = "16g"\npath = ["one"]\n'
    return harness.search_stack(stack, objective, budget, seed, defaults=defaults)


def server(mean: str) -> str:
    return (
        "[device.one]\nservers = 1\n"
        f'service = {{ distribution = "exponential", mean = "{mean}" }}\n'
    )


WIDE = '[device.one]\nservers = 100000\nservice = "200ms"\n'


def test_a_spindle_with_a_minute_is_asked_beyond_its_light_load() -> None:
    """125 IOPS; p99 <= 100 ms holds up to 79. The holds alone would take more than the minute."""
    result = search(server("8ms"), "p99 <= 100ms", Budget.thorough().within(60))
    assert sum(probe.role == "reference" for probe in result.probes) <= 2
    assert any(probe.role == "probe" for probe in result.probes)
    assert result.graded.high is not None
    assert result.graded.high >= 79
    assert result.test_seconds <= 1.1 * 60


def test_nothing_that_was_decided_says_nothing_against_the_target() -> None:
    """20 IOPS and a minute: a judgement takes that long."""
    result = search(server("50ms"), "p99 <= 1s", Budget.thorough().within(60))
    assert all(probe.verdict != "fail" for probe in result.probes)
    assert (result.reason, result.limited_by["value"]) == ("undecided", "unknown")
    assert sum(probe.role == "reference" for probe in result.probes) == 1


def test_what_the_maximum_took_on_the_virtual_clock_is_not_taken_from_the_staircase() -> None:
    """Answers of 200 ms at depth 1 are an hour of virtual time."""
    result = search(WIDE + STALLS, "p99 <= 300ms", Budget.virtual(), max_outstanding=16_000)
    assert sum(probe.role == "probe" for probe in result.probes) >= 10
    assert sum(probe.role == "reference" for probe in result.probes) <= 2
    # 80,000 IOPS is what so many outstanding carry. A maximum that was a lower bound caps nothing.
    assert max(p.rate for p in result.probes if p.role == "probe") > 30_000
    assert result.reason != "objective_not_met"


def test_our_own_cap_is_not_told_as_the_target() -> None:
    """Half a million IOPS behind 512 outstanding of 200 ms each: 2,560. The hold just below that is
    carried, late."""
    result = search(WIDE, "p99 <= 300ms", harness.BRIEF, max_outstanding=512)
    assert result.graded.grade == "confirmed"
    assert result.maximum.limited_by == "client_outstanding"
    assert result.limited_by["value"] == "unknown"
    assert "--max-outstanding" in (result.limited_by.get("would_decide") or "")


@pytest.mark.parametrize("seed", [1, 3])
def test_no_hold_is_made_a_third_time(seed: int) -> None:
    result = search(server("200us") + STALLS, "p99 <= 20ms", Budget.virtual(), seed=seed)
    assert (result.graded.grade, result.reason) == ("confirmed", "both_held")
    held = [probe for probe in result.probes if probe.role.startswith("hold")]
    for one in held:
        equal = [p for p in held if p.role == one.role and abs(p.rate / one.rate - 1) <= 0.004]
        assert len(equal) <= 2
    # There is no --time on the virtual clock.
    assert "more_time" not in {event.kind for event in result.events}


@pytest.mark.parametrize(("bound_s", "seed"), [(0.1, 0), (0.3, 1), (0.1, 2)])
def test_an_estimate_at_the_maximum_is_no_better_known_than_that(bound_s: float, seed: int) -> None:
    """5,000 IOPS and an objective so loose that the line lies within a percent of them: Runs of
    seconds pass above it."""
    objective = f"p99 <= {bound_s * 1e3:g}ms"
    result = search(server("200us") + STALLS, objective, Budget.thorough().within(300), seed=seed)
    graded, line = result.graded, 5_000 - math.log(100) / bound_s
    assert holds(graded, line)
    assert graded.plan is not None
    assert graded.plan <= line


@pytest.mark.parametrize("seed", range(3))
def test_no_upper_end_lies_above_the_maximum(seed: int) -> None:
    """No more than 3 % above it, and the rounding to four digits."""
    result = search(server("50us"), "p99 <= 20ms", Budget.demo().within(62), seed=seed)
    assert result.graded.high is not None
    assert result.graded.high <= 1.031 * result.maximum.rate_per_s
