"""Change points: those of Apache Otava on fifty series, and what is told of them.

`tests/fixtures/history/otava.json` holds the series and what Otava 0.8.0 said of them; it was made
by `tests/truth/oracle_otava.py` in an environment with that package, which nothing else needs.
"""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from plimsoll.features.suites.history import alarm
from plimsoll.features.suites.history.divisive import changes, pvalue

FIXTURE = Path(__file__).parents[2] / "fixtures" / "history" / "otava.json"
SERIES = json.loads(FIXTURE.read_text())


@pytest.mark.parametrize("number", range(len(SERIES["series"])))
def test_change_points_are_those_of_otava(number: int) -> None:
    one = SERIES["series"][number]
    found = changes(one["values"])
    assert [change.index for change in found] == [change["index"] for change in one["changes"]]
    for ours, theirs in zip(found, one["changes"], strict=True):
        assert ours.pvalue == pytest.approx(theirs["pvalue"], rel=1e-6, abs=1e-12)
        assert ours.before == pytest.approx(theirs["before"])
        assert ours.after == pytest.approx(theirs["after"])


def test_there_are_fifty_series_of_otava_most_with_a_change() -> None:
    assert len(SERIES["series"]) == 50
    assert sum(bool(one["changes"]) for one in SERIES["series"]) > 25


def test_the_test_of_a_level_against_newer_values_is_that_of_scipy() -> None:
    chance = random.Random(2)
    for _ in range(50):
        level, newer = (
            np.array(noise(chance, chance.randint(2, 20), mean)) for mean in (100.0, 103.0)
        )
        found = pvalue(level, newer, alarm._spread(level, newer))
        assert found == pytest.approx(float(stats.ttest_ind(level, newer).pvalue), rel=1e-9)


def noise(chance: random.Random, count: int, level: float = 100.0) -> list[float]:
    return [chance.gauss(level, 0.02 * level) for _ in range(count)]


@pytest.mark.long
def test_a_step_of_five_percent_is_told_within_five_values() -> None:
    # A smoke of `python -m tests.truth.history`, which finds it in 0.98 of series with 100 values
    # before it: of 60 at least 54, more than four standard errors (0.018 each) below.
    chance = random.Random(3)
    found = 0
    for _ in range(60):
        values = noise(chance, 100)
        for _ in range(5):
            values += noise(chance, 1, 95.0)
            if any(97 <= one.index <= 103 for one in alarm.reported_changes(values)):
                found += 1
                break
    assert found >= 54


def test_a_step_is_told_of_the_newest_five_and_told_on() -> None:
    # 3.9 less of five values, at a spread of 2, is too little for a place sought among all, and
    # enough for a question of its own: t is 4.0 with 33 degrees of freedom, p 3.5e-4.
    values = [98.0, 102.0] * 15 + [94.5, 98.5] * 12
    for behind in range(1, 25):
        told = [one.index for one in alarm.reported_changes(values[: 30 + behind])]
        assert told == ([30] if behind >= 5 else []), behind


def test_one_bad_night_is_no_level() -> None:
    values = [98.0, 102.0] * 20
    for at in range(5):
        newest = [99.0, 101.0, 100.0, 98.0]
        newest.insert(at, 70.0)
        for behind in range(1, 6):
            assert alarm.reported_changes(values + newest[:behind]) == []


def test_a_level_ends_where_the_newest_begins() -> None:
    values = [118.0, 122.0] * 6 + [98.0, 102.0] * 15 + [94.5, 98.5, 94.5, 98.5, 94.5]
    first, newest = alarm.reported_changes(values)
    assert (first.index, first.end, first.after) == (12, 42, 100.0)
    assert (newest.index, newest.begin, newest.before) == (42, 12, 100.0)


def test_a_step_and_its_repair_are_both_told() -> None:
    chance = random.Random(6)
    values = [*noise(chance, 40), *noise(chance, 6, 85.0), *noise(chance, 20)]
    assert [one.index for one in alarm.reported_changes(values)] == [40, 46]


@pytest.mark.long
def test_a_series_without_a_change_makes_no_alarm() -> None:
    # At most one in 1,000 values as they come: of 150 none is expected, and two would be 1 in 100
    # by chance.
    values = noise(random.Random(4), 150)
    told = {one.index for end in range(8, 151) for one in alarm.reported_changes(values[:end])}
    assert len(told) <= 1


def test_too_few_values_tell_nothing() -> None:
    assert alarm.reported_changes([100.0, 100.1, 99.9, 50.0, 50.1, 49.9]) == []


def test_a_change_without_any_noise_is_told() -> None:
    [one] = alarm.reported_changes([100.0] * 9 + [90.0] * 4)
    assert (one.index, round(one.relative, 3)) == (9, -0.1)


def test_equal_values_have_no_change() -> None:
    assert alarm.reported_changes([100.0] * 40) == []


def test_a_change_below_the_smallest_is_left_out() -> None:
    chance = random.Random(8)
    values = [chance.gauss(100, 0.1) for _ in range(20)] + [
        chance.gauss(100.6, 0.1) for _ in range(20)
    ]
    assert alarm.reported_changes(values) == []
    assert [one.index for one in alarm.reported_changes(values, smallest=0.001)] == [20]


@pytest.mark.long
@pytest.mark.parametrize("before", [10, 20])
def test_what_a_short_history_finds_is_found_that_often(before: int) -> None:
    # The step that is said to be found in 0.9 of cases, from what these values show of their noise,
    # taken over many histories so that its own error does not count. Of 200 at least 160 and at
    # most 198: more than four standard errors (0.021 each) on the lower side.
    chance = random.Random(before)
    steps = [alarm.detectable_step(noise(chance, before)) for _ in range(100)]
    step = sum(one for one in steps if one is not None) / len(steps)
    found = 0
    for _ in range(200):
        values = noise(chance, before) + noise(chance, 5, 100.0 * (1 - step))
        found += any(abs(one.index - before) <= 2 for one in alarm.reported_changes(values))
    assert 160 <= found <= 198


def test_a_longer_history_finds_smaller_steps_and_none_at_all_says_so() -> None:
    chance = random.Random(5)
    found = [alarm.detectable_step(noise(chance, count)) for count in (10, 200)]
    assert found[0] > found[1]
    assert alarm.detectable_step(noise(chance, alarm.MIN_VALUES - 1)) is None
    # On the virtual clock nothing varies, and any step is told.
    assert alarm.detectable_step([100.0] * 12) is None
