"""What is noted of a job's Run beside the other program's figures, and what fio's leave open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plimsoll.base import limiter_text
from plimsoll.features.jobs.formats import remarks
from plimsoll.features.jobs.formats.fio import outcome as outcomes

if TYPE_CHECKING:
    pass


@pytest.mark.parametrize(
    ("limiter", "seconds", "told"),
    [
        ("client_cpu", 0.024, False),
        ("client_cpu", 0.1, True),
        ("client_cpu", 30.0, True),
        ("target", 0.024, True),
        ("unknown", 30.0, True),
    ],
)
def test_a_run_of_some_ms_says_nothing_of_the_processor(
    limiter: str, seconds: float, told: bool
) -> None:
    record = {
        "outcome": "ok",
        "because": "it ran",
        "limited_by": {"value": limiter, "because": "each worker used 200 % of a CPU"},
        "measure_s": seconds,
        "offered_rate_per_s": None,
        "all": {"completed": 1_000_000},
    }
    said = list(remarks.of_record(record, percentiles=(50, 99.9)))
    assert said[0] == "it ran"
    limited = f"limited by {limiter_text.words(limiter)}: each worker used 200 % of a CPU"
    if limiter == "unknown" or not told:
        limited = (
            "limited by: not determined from one closed loop; plimsoll run --who-limits finds out"
        )
    assert said[1:] == [limited]


@pytest.mark.parametrize(
    ("seconds", "used_s", "percent"),
    [(0.024, 0.048, None), (0.3, 0.6, None), (0.3, 0.15, 50.0), (10.0, 5.0, 50.0)],
)
def test_a_share_of_a_processor_that_cannot_be_known_is_none(
    seconds: float, used_s: float, percent: float | None
) -> None:
    """Starting the workers takes the process some ms, which over a short job come to more than the
    worker can have had."""
    record = {
        "measure_s": seconds,
        "spec": {"load": {"workers": 1}},
        "system_load": {"process": {"user_ns": used_s * 1e9, "system_ns": 0}},
    }
    share = outcomes._cpu(outcomes.JobResult(None, (record,), (), (), (0, 0, 0)))
    assert (None if share is None else share[0]) == percent
