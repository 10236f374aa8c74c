"""The time line on series whose truth is drawn here: what is told, when, and what is not told."""

import itertools
import time
from typing import Any

import numpy as np
import pytest

from plimsoll.cli.schema import own
from plimsoll.judge.timeline import KINDS, About, Mark, Series, document, episodes, may_have_outages
from plimsoll.judge.timeline.changes import fit, noise
from plimsoll.judge.timeline.episodes import FEWEST
from plimsoll.native import record_reading
from plimsoll.report.evidence import outages

MS = 1e6
ABOUT = About(1, "finished", "real")


def rows(
    counts: Any,
    response_ms: Any = 1.0,
    *,
    errors: Any = 0,
    interval_s: float = 1.0,
    arrived: Any = None,
) -> list[dict[str, Any]]:
    """Intervals with these completions, mean response times and errors."""
    n = len(counts)
    response, failed = np.broadcast_to(response_ms, n), np.broadcast_to(errors, n)
    return [
        record_reading.interval(
            {
                "phase": "measure",
                "start_s": i * interval_s,
                "length_s": interval_s,
                "reads": int(counts[i]),
                "writes": 0,
                "errors": int(failed[i]),
                "backlog": 8,
                "arrived": None if arrived is None else int(arrived[i]),
                "response_time_ns": {
                    "mean": float(response[i]) * MS if counts[i] else None,
                    "p99": None,
                    "max": None,
                },
                "completion_latency_ns": {"mean": None, "p99": None, "max": None},
            }
        )
        for i in range(n)
    ]


def episodes_of(counts: Any, response_ms: Any = 1.0, **more: Any) -> list[Any]:
    return episodes(Series.of(rows(counts, response_ms, **more)))


def kinds(found: list[Any]) -> list[str]:
    return [episode.kind for episode in found]


@pytest.mark.parametrize("distance", [2, 2.5, 3, 4.5, 7])
def test_operations_in_even_distances_are_no_pattern(distance: float) -> None:
    """Intervals that are shorter than the time from one operation to the next have one or none."""
    at = np.arange(0.3, 120, distance)
    counts = np.bincount(at.astype(int), minlength=120)
    assert episodes_of(counts, interval_s=0.1) == []


def test_a_pattern_of_many_operations_is_still_one() -> None:
    counts = np.tile([0, 0, 0, 40], 30)
    assert "periodic" in kinds(episodes_of(counts))


def test_the_end_of_a_queue_that_was_worked_off_is_no_drop() -> None:
    """At an even rate: what waited through the outage is worked off in six seconds and a rest."""
    counts = np.full(60, 4000)
    counts[20:29] = 0, 0, 0, 6600, 6600, 6600, 6600, 4800, 4400
    (outage,) = episodes_of(counts, arrived=np.full(60, 4000))
    assert (outage.kind, outage.outage_s, outage.rate.after) == ("outage", 3, 4000)


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(7)


@pytest.mark.long
def test_poisson_counts_and_twenty_percent_jitter_tell_nothing(random: np.random.Generator) -> None:
    # 40 Runs with a false alarm in at most 5 % of them: 6 or more would come by chance in 1.4 %
    # (binomial).
    seen = 0
    for _ in range(20):
        seen += bool(episodes_of(random.poisson(300, 300)))
        seen += bool(
            episodes_of(3000 * random.lognormal(0, 0.2, 300), random.lognormal(0, 0.3, 300))
        )
    assert seen < 6


def test_a_single_slow_interval_is_no_change(random: np.random.Generator) -> None:
    counts = random.poisson(3000, 120)
    response = random.lognormal(0, 0.05, 120)
    counts[60], response[60] = 900, 30.0
    assert episodes_of(counts, response) == []


def test_an_outage_is_told_with_its_seconds_to_parts_of_an_interval() -> None:
    counts = np.full(60, 1000)
    # From 20.4 s to 23.7 s nothing.
    counts[20:24] = 400, 0, 0, 300
    (found,) = episodes_of(counts)
    assert (found.kind, found.recovered_s) == ("outage", pytest.approx(3.6, abs=0.1))
    assert (found.at_s, found.outage_s) == (
        pytest.approx(20.4, abs=0.01),
        pytest.approx(3.3, abs=0.01),
    )


def test_no_run_with_an_outage_is_spared_the_search_for_one(random: np.random.Generator) -> None:
    steady = outage_runs = 0
    for _ in range(400):
        n = int(random.integers(4, 90))
        usual = random.choice([3, 300, 30_000])
        counts = usual * np.linspace(1, random.uniform(0.7, 1.4), n)
        counts = random.poisson(counts * random.normal(1, random.choice([0.0, 0.03]), n).clip(0))
        start, length = random.integers(0, n), random.integers(1, 4)
        counts[start : start + length] = counts[start] * random.choice([0.0, 0.02, 0.5, 1.0])
        arrived = np.full(n, usual) if random.random() < 0.5 else None
        series = Series.of(rows(counts, arrived=arrived))
        silent = sum(one.outage_s for one in episodes(series))
        assert may_have_outages(series) or not silent
        steady, outage_runs = steady + (not may_have_outages(series)), outage_runs + (silent > 0)
    assert min(steady, outage_runs) > 50
    assert not may_have_outages(Series.of([]))
    for arrived in (None, np.full(9, 1000)):
        assert may_have_outages(Series.of(rows(np.zeros(9), arrived=arrived)))


def test_nothing_in_an_interval_that_has_few_anyway_is_no_outage(
    random: np.random.Generator,
) -> None:
    # With a mean of 3 an interval in twenty is empty.
    assert "outage" not in kinds(episodes_of(random.poisson(3, 200), interval_s=0.1))


def test_a_dip_comes_back_and_a_drop_stays() -> None:
    flat = np.full(100, 3000)
    dip, drop = flat.copy(), flat.copy()
    dip[40:50] = 1200
    drop[40:] = 1200
    (came_back,), (stayed,) = episodes_of(dip), episodes_of(drop)
    assert (came_back.kind, came_back.at_s, came_back.until_s, came_back.recovered_s) == (
        "dip",
        40,
        50,
        10,
    )
    assert (stayed.kind, stayed.at_s, stayed.until_s, stayed.recovered_s) == (
        "drop",
        40,
        None,
        None,
    )
    assert (stayed.rate.before, stayed.rate.after) == (3000, 1200)


def test_the_levels_of_a_step_are_those_of_its_own_two_sides() -> None:
    first, second = episodes_of(np.repeat([1000, 2000, 4000], 20))
    assert (first.rate.before, first.rate.after, second.rate.before, second.rate.after) == (
        1000,
        2000,
        2000,
        4000,
    )


def test_a_storage_that_goes_on_with_half_of_its_paths_has_an_outage_and_then_a_drop() -> None:
    counts = np.full(100, 3000)
    counts[40:43], counts[43:] = 0, 1500
    outage, drop = episodes_of(counts)
    assert (outage.kind, outage.outage_s, outage.recovered_s) == (
        "outage",
        pytest.approx(3.0),
        None,
    )
    assert (drop.kind, drop.at_s, drop.rate.after) == ("drop", 43, 1500)


@pytest.mark.parametrize("usual", [300, 100])
def test_an_outage_of_a_slow_disk_leaves_its_spread_and_no_drop(
    random: np.random.Generator, usual: int
) -> None:
    """Fewer than 300 operations in an interval differ by six percent from one interval to the next,
    and the medians of five before and five after by half as much again."""
    for _ in range(60):
        counts = random.poisson(usual, 60)
        counts[20:23] = 0
        (outage,) = episodes_of(counts)
        assert (outage.kind, outage.until_s) == ("outage", 23)
        assert outage.recovered_s is not None
        counts[23:] = random.poisson(usual / 2, 37)
        assert kinds(episodes_of(counts)) == ["outage", "drop"]


def test_an_open_loops_burst_belongs_to_the_outage_before_it() -> None:
    counts, arrived = np.full(100, 3000), np.full(100, 3000)
    response = np.full(100, 0.5)
    counts[40:42], counts[42:45], response[42:45] = 0, 5000, (2000, 1200, 400)
    (found,) = episodes_of(counts, response, arrived=arrived)
    assert (found.kind, set(found.shown_by)) == ("outage", {"rate", "response_time"})
    assert found.recovered_s == pytest.approx(5.0)
    assert found.response_ns.worst == 2000 * MS


def stall_rows(
    random: np.random.Generator, *, interval_s: float, at_s: float, for_s: float, usual_ms: float
) -> list[dict[str, Any]]:
    """A storage that answers nothing for a time and then works off what came meanwhile, operation
    by operation: 2,000 a second arrive, 3,000 a second can be answered. What would have ended while
    it stalls ends when it is over; the few that end just before are the quickest."""
    arrived = np.sort(random.uniform(0, 40, 80_000))
    service, free, ended = 1 / 3000, 0.0, np.empty_like(arrived)
    for i, moment in enumerate(arrived):
        free = max(free, moment) + service
        if at_s <= free < at_s + for_s:
            free = at_s + for_s + service
        ended[i] = free
    waits_ms = (ended - arrived) * 1e3 + usual_ms * random.uniform(0.8, 1.2, len(arrived))
    number = (ended / interval_s).astype(int)
    counts = np.bincount(number)[: round(40 / interval_s)]
    means = [float(waits_ms[number == i].mean()) if counts[i] else 0.0 for i in range(len(counts))]
    made = rows(counts, means, interval_s=interval_s)
    for i, row in enumerate(made):
        row["response_time_ns"]["max"] = (
            float(waits_ms[number == i].max() * MS) if counts[i] else None
        )
    return made


@pytest.mark.long
@pytest.mark.parametrize("interval_s", [0.25, 0.5, 1.0, 5.0])
def test_nothing_that_waited_is_told_as_faster(
    random: np.random.Generator, interval_s: float
) -> None:
    for _ in range(6):
        at_s, for_s = random.uniform(8, 20), random.uniform(1, 4)
        made = stall_rows(random, interval_s=interval_s, at_s=at_s, for_s=for_s, usual_ms=0.4)
        found = episodes(Series.of(made))
        assert not {"quick", "quicker"} & set(kinds(found))
        waited = [one for one in found if one.kind in ("outage", "dip", "slow")]
        # Of a stall much shorter than two intervals little shows.
        assert waited or interval_s > for_s / 2
        for one in waited:
            assert one.response_ns.worst >= one.response_ns.before
            assert one.longest_wait_ns == pytest.approx(for_s * 1e9, rel=0.02)


def test_an_outage_that_never_ends_has_no_longest_wait() -> None:
    """What waits in it has not ended, and what ended before it says nothing of it."""
    made = rows(np.array([1000] * 30 + [100] + [0] * 29), 1.0)
    for row in made:
        row["response_time_ns"]["max"] = row["response_time_ns"]["mean"]
    made[30]["response_time_ns"] = {"mean": 0.3 * MS, "p99": None, "max": 0.4 * MS}
    (found,) = episodes(Series.of(made))
    assert (found.kind, found.longest_wait_ns, found.response_ns) == ("outage", None, None)


def test_a_slower_answer_at_the_same_rate_is_told_by_the_response_time(
    random: np.random.Generator,
) -> None:
    response = random.lognormal(0, 0.05, 120)
    response[50:70] *= 3
    (found,) = episodes_of(random.poisson(3000, 120), response, arrived=np.full(120, 3000))
    assert (found.kind, found.at_s, found.until_s) == ("slow", 50, 70)


def test_errors_are_told_where_there_are_usually_none_and_once_where_there_always_are() -> None:
    errors = np.zeros(100)
    errors[30:33] = 5
    (found,) = episodes_of(np.full(100, 1000), errors=errors)
    assert (found.kind, found.at_s, found.until_s, found.errors) == ("errors", 30, 33, 15)
    (always,) = episodes_of(np.full(100, 1000), errors=np.full(100, 10))
    assert (always.kind, always.errors) == ("errors", 1000)


def test_a_sawtooth_is_told_once_as_a_pattern(random: np.random.Generator) -> None:
    teeth = np.tile(np.linspace(4000, 1500, 12), 30) + random.normal(0, 50, 360)
    (found,) = episodes_of(teeth)
    assert (found.kind, found.repeats) == ("periodic", 30)
    assert found.period_s == pytest.approx(12, rel=0.01)


def test_a_drop_shows_through_a_pattern(random: np.random.Generator) -> None:
    teeth = np.tile(np.linspace(4000, 1500, 12), 40) + random.normal(0, 50, 480)
    teeth[288:] *= 0.8
    found = episodes_of(teeth)
    assert kinds(found) == ["periodic", "drop"]
    # Known to a period, since what is shorter is part of the pattern.
    assert found[1].at_s == pytest.approx(288, abs=12)


def test_a_slow_movement_is_drift_and_not_a_staircase(random: np.random.Generator) -> None:
    (found,) = episodes_of(np.linspace(3000, 2000, 300) + random.normal(0, 40, 300))
    assert (found.kind, found.rate.before, found.rate.after) == (
        "drift",
        pytest.approx(3000, rel=0.05),
        pytest.approx(2000, rel=0.05),
    )


def test_noise_is_not_taken_from_the_changes_and_correlation_is_seen(
    random: np.random.Generator,
) -> None:
    white = random.normal(0, 1, 4000)
    stepped = white + np.repeat([0, 8, 0, 8], 1000)
    # One relative standard error of the median absolute deviation of n samples is about 1.17 /
    # sqrt(n).
    assert noise(stepped, 0.0)[0] == pytest.approx(1, rel=4 * 1.17 / np.sqrt(4000))
    # AR(1) with 0.8: long-run variance over that of differences is (1 + 0.8) / (1 - 0.8) · 1 / (1 -
    # 0.8) = 45; blocks of 16 see part of it.
    slow = np.zeros(4000)
    for i in range(1, 4000):
        slow[i] = 0.8 * slow[i - 1] + white[i]
    assert noise(slow, 0.0)[1] > 15


@pytest.mark.long
def test_time_grows_no_faster_than_the_series_does_by_much(random: np.random.Generator) -> None:
    # n log n from 10,000 to 172,800 intervals (48 h of a second) is a factor of 23; three times
    # that is allowed, and no clock is compared with a number.
    def fit_time(n: int) -> float:
        y = np.sqrt(random.poisson(3000, n)) * np.repeat([1.0, 0.9], n // 2)
        began = time.process_time()
        fit(y, floor=0.1, least=1.0)
        return time.process_time() - began

    fit_time(10_000)
    assert fit_time(172_800) < 70 * max(fit_time(10_000) for _ in range(3))


@pytest.mark.parametrize("counts", [[], [5], [5, 5, 5], [0, 0, 0], [1] * 4])
def test_series_that_say_nothing_tell_nothing(counts: list[int]) -> None:
    assert episodes_of(counts) == []


def test_the_sentence_of_a_run_passes_over_what_nothing_is_said_of_and_no_more() -> None:
    """It counts the intervals itself, so as not to import what looks for episodes."""
    for count in range(1, 8):
        dead = rows([0] * count)
        assert outages.of(dead) == outages.words(episodes(Series.of(dead))), count
    assert outages.of(rows([0] * FEWEST))


def test_a_mark_is_told_beside_what_came_after_it() -> None:
    counts = np.full(60, 1000)
    counts[20:23] = 0
    series = Series.of(rows(counts))
    marks = [Mark(18.0, "pulled path A"), Mark(40.0, "path A back")]
    made = document(About(1, "finished", "real", "ok"), series, episodes(series), marks)
    (found,) = made.episodes
    assert (found.after_mark.text, found.after_mark_s) == ("pulled path A", pytest.approx(2.0))
    assert [mark.text for mark in made.marks] == ["pulled path A", "path A back"]


def test_the_document_knows_the_same_kinds() -> None:
    assert set(own("timeline")["$defs"]["EpisodeModel"]["properties"]["kind"]["enum"]) == set(KINDS)


@pytest.mark.parametrize("flat", [0.0, 0.3, 0.5, 0.6, 0.7, 0.8])
def test_a_queue_that_grows_all_the_time_is_one_event(
    random: np.random.Generator, flat: float
) -> None:
    """From a while after the start it grows to the end: a rise, and no staircase."""
    at = np.arange(120) + 0.5
    grown = np.where(at < flat * 120, 2.0, 2.0 + (at - flat * 120) * 100)
    [found] = episodes_of(random.poisson(1000, 120), grown * random.lognormal(0, 0.03, 120))
    assert found.kind == "drift"
    assert found.until_s is None
    assert found.response_ns.worst == pytest.approx(grown[-1] * MS, rel=0.15)
    if flat >= 0.5:
        assert found.at_s == pytest.approx(flat * 120, abs=2)
        assert found.response_ns.before == pytest.approx(2 * MS, rel=0.1)
        words = document(ABOUT, Series.of(rows(np.full(120, 1000), grown)), [found], [])
        assert "a steady rise of the response time from 2" in words.episodes[0].words


@pytest.mark.parametrize("grows", [0.3, 0.5])
def test_a_queue_that_grew_and_then_stood_still_is_one_event(
    random: np.random.Generator, grows: float
) -> None:
    at = np.arange(120) + 0.5
    grown = 2.0 + np.minimum(at, grows * 120) * 100
    [found] = episodes_of(random.poisson(1000, 120), grown * random.lognormal(0, 0.03, 120))
    assert (found.kind, found.until_s) == ("drift", pytest.approx(grows * 120, abs=12))


@pytest.mark.parametrize("levels", [[2, 20], [2, 20, 100], [1, 5, 10, 20], [20, 100, 500, 600]])
def test_a_staircase_stays_a_staircase(random: np.random.Generator, levels: list[int]) -> None:
    response = np.repeat(levels, 40) * random.lognormal(0, 0.05, 40 * len(levels))
    found = episodes_of(random.poisson(1000, len(response)), response)
    # The last step of the last one is too small to tell.
    steps = [a for a, b in itertools.pairwise(levels) if b / a > 1.3]
    assert kinds(found) == ["slower"] * len(steps)


def test_a_step_within_a_growing_queue_is_no_failure(random: np.random.Generator) -> None:
    at = np.arange(120) + 0.5
    grown = (1 + at * 50) * np.where(at > 60, 5, 1)
    found = episodes_of(random.poisson(1000, 120), grown * random.lognormal(0, 0.05, 120))
    assert "drift" in kinds(found)
    document(ABOUT, Series.of(rows(np.full(120, 1000), grown)), found, [])
