"""What is told of a long Run while it goes on: each outage once, and again when it is over, however
long it was."""

from typing import Any

import numpy as np
import pytest

from plimsoll.judge.timeline.on_the_way import STEP, WINDOW, EpisodeReport, OnTheWay
from tests.judge.test_timeline import rows

AFTER = WINDOW + 3 * STEP
"""Seconds after which nothing of what was before is in the window, and was looked at there."""


def episode_reports(counts: Any, **more: Any) -> list[EpisodeReport]:
    """Every report on a Run with so many completions in each second."""
    seen, found = OnTheWay(), []
    for one in rows(counts, interval_s=1.0, arrived=more.pop("arrived", counts), **more):
        found += seen.add(one)
    return [*found, *seen.rest()]


@pytest.mark.parametrize(
    ("minutes", "before"),
    [
        (2, 300),
        pytest.param(19, WINDOW + 300, marks=pytest.mark.long),
        pytest.param(20, 300, marks=pytest.mark.long),
        pytest.param(20, WINDOW + 300, marks=pytest.mark.long),
        pytest.param(90, 300, marks=pytest.mark.long),
    ],
)
def test_an_outage_begins_once_and_ends_once(minutes: int, before: int) -> None:
    n = 60 * minutes
    counts = np.random.default_rng(3).poisson(1000, before + n + AFTER)
    arrived = np.full(len(counts), 1000)
    counts[before : before + n] = 0
    outages = [
        one
        for one in episode_reports(counts, arrived=arrived)
        if one.episode.kind in ("outage", "errors")
    ]
    assert [one.over for one in outages] == [False, True]
    first, last = (one.episode for one in outages)
    assert first.at_s == last.at_s == before
    assert (last.until_s, last.outage_s) == (before + n, pytest.approx(n))


@pytest.mark.long
def test_nothing_else_is_told_of_a_long_outage() -> None:
    """What comes back after it is no rise, and what remains of it in the window no other outage."""
    counts = np.random.default_rng(4).poisson(1000, 600 + 2 * WINDOW + AFTER)
    arrived = np.full(len(counts), 1000)
    counts[600 : 600 + 2 * WINDOW] = 0
    assert {one.episode.kind for one in episode_reports(counts, arrived=arrived)} == {"outage"}


def test_a_target_that_answers_nothing_from_the_start_is_told_with_its_end() -> None:
    counts = np.random.default_rng(5).poisson(1000, WINDOW + 300 + AFTER)
    arrived = np.full(len(counts), 1000)
    counts[: WINDOW + 300] = 0
    outages = [
        one for one in episode_reports(counts, arrived=arrived) if one.episode.kind == "outage"
    ]
    assert [one.over for one in outages] == [False, True]
    assert outages[-1].episode.outage_s == pytest.approx(WINDOW + 300)


@pytest.mark.long
def test_the_end_of_the_run_ends_no_outage() -> None:
    counts = np.random.default_rng(6).poisson(1000, 600 + 2 * WINDOW)
    arrived = np.full(len(counts), 1000)
    counts[600:] = 0
    outages = [
        one for one in episode_reports(counts, arrived=arrived) if one.episode.kind == "outage"
    ]
    assert [one.over for one in outages] == [False]
