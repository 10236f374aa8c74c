"""What is said of the figures of short Runs, without a disk: the Runs themselves are those of
`plimsoll run`."""

from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.doctor.checks import examine
from plimsoll.features.doctor.finding import CheckResult, Floor, Scene, ShortRuns
from plimsoll.features.doctor.measurements import GENERATOR, NOISE_FLOOR
from plimsoll.features.doctor.subject import Facts, Subject
from plimsoll.native.machine import Machine


def check_result(tmp_path: Path, check: Any, **measured: Any) -> CheckResult:
    subject = Subject("test.dat", Facts(kind="file", path="test.dat"))
    scene = Scene(Machine(tmp_path, captured=True), subject, ShortRuns(**measured))
    [finding] = examine(scene, (check,)).findings
    return finding.said


def floor(*halves: float, outcome: str = "ok") -> list[Floor]:
    return [Floor(outcome, "because", half, half * 3, 1000) for half in halves]


@pytest.mark.parametrize(
    ("lag_ns", "severity"), [(20_000, "ok"), (50_000, "ok"), (50_001, "warn"), (1_000_001, "stop")]
)
def test_a_generator_that_is_late_on_null_is_told_with_the_objectives_that_it_cannot_judge(
    tmp_path: Path, lag_ns: float, severity: str
) -> None:
    found = check_result(tmp_path, GENERATOR, ceiling_per_s=3e6, own_lag_p99_ns=lag_ns)
    assert found.severity == severity
    # measurement.md, section 3: own lag may be 5 % of the objective, so the objective is 20 times
    # the lag.
    if severity == "warn":
        assert "1 ms" in found.found
    if severity == "stop":
        assert "20 ms" in found.found


def test_a_slow_generator_is_a_warning_and_a_failed_calibration_unknown(tmp_path: Path) -> None:
    assert (
        check_result(tmp_path, GENERATOR, ceiling_per_s=50_000, own_lag_p99_ns=1000).severity
        == "warn"
    )
    failed = check_result(tmp_path, GENERATOR, why_no_calibration="no io_uring here")
    assert (failed.severity, "no io_uring here" in failed.found) == ("unknown", True)


def test_the_noise_floor_is_the_spread_of_medians_between_equal_runs(tmp_path: Path) -> None:
    quiet = check_result(tmp_path, NOISE_FLOOR, floor=floor(100_000, 102_000, 110_000))
    assert (quiet.severity, quiet.values["spread_share"]) == (
        "ok",
        pytest.approx(10 / 102, abs=1e-4),
    )
    assert quiet.values["p99_ns"] == 330_000, "the worst of the Runs, never a mean of percentiles"
    assert (
        check_result(tmp_path, NOISE_FLOOR, floor=floor(100_000, 102_000, 120_000)).severity
        == "warn"
    )


def test_a_page_cache_that_answers_and_reads_that_fail_stop(tmp_path: Path) -> None:
    runs = [*floor(1000, 1000), *floor(1000, outcome="failed")]
    assert check_result(tmp_path, NOISE_FLOOR, floor=runs).severity == "stop"
    runs = [*floor(1000), *floor(1000, 1000, outcome="cached")]
    assert check_result(tmp_path, NOISE_FLOOR, floor=runs).severity == "stop"
    runs = [*floor(1000, 1000), *floor(1000, outcome="cached")]
    assert check_result(tmp_path, NOISE_FLOOR, floor=runs).severity == "ok", (
        "one of three proves nothing"
    )


def test_a_target_that_refuses_to_be_read_is_unknown_with_its_reason(tmp_path: Path) -> None:
    found = check_result(tmp_path, NOISE_FLOOR, why_no_floor="no server answers at that address")
    assert (found.severity, "no server answers" in found.found) == ("unknown", True)
