"""Measurements on a real clock, disk or scheduler that are repeated: others may take the processor
or the disk in the midst of one, and what they take is missing from it."""

import os
from collections.abc import Callable
from typing import TypeVar

import pytest

T = TypeVar("T")

TRIES = 5
"""What is wrong so often in a row is no chance of a machine that others use."""


MOST_PROGRAMS = 4
"""Of each processor: beside more, a program has less than a fifth of one."""


def crowd() -> str:
    """What shows that more programs want the processors than any measurement can be right beside;
    our own tests are fewer."""
    load, processors = os.getloadavg()[0], os.cpu_count() or 1
    if load <= MOST_PROGRAMS * processors:
        return ""
    return f"{load:.0f} programs want {processors} processors"


def no_disturbance(_: object) -> str:
    """Where a disturbance does not show in what was measured."""
    return ""


def retry_measurement(
    measured: Callable[[], T],
    wrong: Callable[[T], str],
    disturbed: Callable[[T], str] = no_disturbance,
) -> T:
    """The first measurement with which nothing is wrong (an empty text).

    A defect is wrong every time. What was wrong on a machine that is found disturbed right after it
    decides nothing; where that is so every time the test is skipped.
    """
    seen = []
    for _ in range(TRIES):
        found = measured()
        if not (what := wrong(found)):
            return found
        if not (why := disturbed(found)):
            seen.append(what)
    if not seen:
        pytest.skip(f"others use this machine: {why}; {what}")
    pytest.fail(f"wrong {len(seen)} times of {TRIES}: " + "; ".join(seen))
