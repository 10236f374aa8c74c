"""Time of which nothing was recorded: it is no outage, no time without one, and never lost."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plimsoll.base import gaps
from plimsoll.base.gaps import Average, Gap, UnrecordedTime
from plimsoll.judge.timeline import Series, document, episodes
from plimsoll.judge.timeline.on_the_way import OnTheWay
from plimsoll.judge.timeline.periods import HOUR_S, Row, periods
from plimsoll.judge.timeline.text import sentence
from plimsoll.native import fine
from plimsoll.native.session import objective_terms
from plimsoll.report.evidence import outages
from plimsoll.report.run import episodes as run_episodes
from tests.judge.test_timeline import ABOUT, rows

HOURS = 7


def episodes_of(
    counts: Any, missing: Any = (), *, known: UnrecordedTime | None = None
) -> list[Any]:
    """What happened in a Run of which some intervals are missing."""
    kept = [one for i, one in enumerate(rows(counts)) if i not in set(missing)]
    return episodes(Series.of(kept, known or UnrecordedTime()))


def of_kind(found: list[Any], kind: str) -> list[Any]:
    return [one for one in found if one.kind == kind]


@pytest.mark.long
@given(st.sets(st.integers(0, 59), max_size=55), st.sampled_from([0.1, 1.0, 7.5]))
def test_what_was_recorded_and_what_was_not_are_all_of_the_time(
    missing: set[int], length_s: float
) -> None:
    kept = [(i * length_s, length_s) for i in range(60) if i not in missing]
    found = gaps.between(kept)
    inside = kept[-1][0] + length_s - kept[0][0]
    recorded = sum(length for _, length in kept)
    assert recorded + sum(gap.length_s for gap in found) == pytest.approx(inside)
    # Each in its place: no kept interval lies in one.
    for gap in found:
        assert not any(gap.at_s < start + length_s / 2 < gap.until_s for start, _ in kept)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 9)), max_size=20))
def test_joined_gaps_cover_the_same_time_once(given_: list[tuple[int, int]]) -> None:
    covered = {second for at, length in given_ for second in range(at, at + length)}
    found = gaps.merge_gaps(Gap(float(at), float(length)) for at, length in given_)
    again = [s for gap in found for s in range(round(gap.at_s), round(gap.until_s))]
    assert sorted(covered) == again
    assert all(a.until_s < b.at_s for a, b in pairwise(found))


def test_clocks_that_are_read_a_little_late_leave_no_gap() -> None:
    assert gaps.between([(i + 0.1 * (i % 3), 1.0 - 0.1 * (i % 3)) for i in range(50)]) == []
    assert gaps.between([]) == gaps.between([(0.0, 1.0)]) == []


def test_missing_intervals_are_a_gap_and_no_outage() -> None:
    found = episodes_of([1000] * 60, range(14, 26))
    (gap,) = found
    assert (gap.kind, gap.at_s, gap.until_s, gap.unrecorded_s) == ("gap", 14.0, 26.0, 12.0)
    assert (gap.outage_s, gap.confidence) == (0.0, 1.0)
    assert sentence(gap) == (
        "nothing was recorded for 12 s: an outage, or the recorder stood still"
    )
    assert outages.words(found) == "12 s not recorded"


def test_time_in_which_this_machine_stood_still_is_no_outage_of_the_storage() -> None:
    counts = np.full(60, 1000)
    counts[14:26] = 0
    measured = rows(counts)
    for at in range(14, 26):
        measured[at]["stillness"] = {
            "stood_still_share": 0.97,
            "waited_share": 0.0,
            "workers_waited_share": 0.0,
        }
    found = episodes(Series.of(measured))
    (gap,) = found
    assert (gap.kind, gap.at_s, gap.until_s, gap.unrecorded_s) == ("gap", 14.0, 26.0, 12.0)
    assert gap.outage_s == 0.0
    assert sentence(gap) == (
        "nothing was recorded for 12 s: this machine stood still, and the storage was not measured"
    )
    assert outages.words(found) == "this machine stood still for 12 s"
    (shown,) = document(ABOUT, Series.of(measured), found, []).episodes
    assert shown.machine_stood_still
    assert run_episodes.short(shown) == "this machine stood still for 12 s"
    # So it is in a long Run whose intervals were merged since.
    merged = measured[0] | {"length_s": 40.0}, fine.pack(map(fine.of, measured[:40]))
    assert episodes(Series.of([merged, *((one, None) for one in measured[40:])])) == found
    # What was not recorded behind it is another gap.
    beside = episodes(Series.of([*measured[:26], *measured[30:]]))
    assert [(one.at_s, one.unrecorded_s, one.machine_stood_still) for one in beside] == [
        (14.0, 12.0, True),
        (26.0, 4.0, False),
    ]
    # While it runs nothing of it is reported either.
    on_the_way = OnTheWay()
    assert not [report for one in measured for report in on_the_way.add(one)]
    assert not on_the_way.rest()
    # A machine that stood still for a little of each interval hides no outage.
    for at in range(14, 26):
        measured[at]["stillness"]["stood_still_share"] = 0.2
    (outage,) = episodes(Series.of(measured))
    assert (outage.kind, outage.outage_s) == ("outage", pytest.approx(12.0))


@pytest.mark.parametrize("interval_s", [0.1, 0.25, 1.0])
def test_a_moment_in_which_this_machine_stood_still_leaves_a_run_whole(interval_s: float) -> None:
    """Whatever its intervals are: 0.25 s of a minute is told, and no reason for another badge; 12 s
    are. A gap of a moment in what was recorded is one."""
    measured = rows([round(1000 * interval_s)] * round(60 / interval_s), interval_s=interval_s)

    def incomplete(seconds: float, *, still: bool) -> bool:
        first, last = round(14 / interval_s), round((14 + seconds) / interval_s)
        stood = {"stood_still_share": 1.0, "waited_share": 0.0, "workers_waited_share": 0.0}
        kept = [
            {**row, "stillness": stood} if still and first <= at < last else row
            for at, row in enumerate(measured)
            if still or not first <= at < last
        ]
        return outages.is_incomplete(episodes(Series.of(kept)), 60.0)

    assert not incomplete(0.25, still=True)
    assert incomplete(12.0, still=True)
    assert incomplete(2.0, still=False)


@pytest.mark.parametrize(
    ("in_gaps", "says"),
    [
        (0.0, "leaves next to no operations for that time: an outage, or the recorder stood still"),
        (49.0, "leaves next to no operations"),
        (500.0, "leaves 500 IOPS for that time: slow, or an outage for a part of it"),
        (950.0, "shows that the load went on in that time: only the recorder stood still"),
    ],
)
def test_an_average_over_all_of_the_time_is_evidence(in_gaps: float, says: str) -> None:
    known = UnrecordedTime(average=Average(744.0, 1000.0, in_gaps))
    (gap,) = episodes_of([1000] * 60, range(14, 26), known=known)
    assert sentence(gap).startswith(
        "nothing was recorded for 12 s: the file's own average, 744 IOPS against 1,000 IOPS in its"
        " rows, "
    )
    assert says in sentence(gap)


def test_gaps_at_the_ends_are_those_that_the_record_knows() -> None:
    known = UnrecordedTime(gaps=(Gap(0.0, 3.0), Gap(50.0, 10.0)))
    kept = [one for i, one in enumerate(rows([1000] * 50)) if i >= 3]
    found = episodes(Series.of(kept, known))
    assert [(one.kind, one.at_s, one.unrecorded_s) for one in found] == [
        ("gap", 0.0, 3.0),
        ("gap", 50.0, 10.0),
    ]


def test_zeros_beside_a_gap_are_an_outage_of_their_own_length() -> None:
    counts = np.full(60, 1000)
    counts[10:30] = 0
    found = episodes_of(counts, range(14, 26))
    (outage,), (gap,) = of_kind(found, "outage"), of_kind(found, "gap")
    # Four seconds before and four behind what nobody saw.
    assert outage.outage_s == pytest.approx(8.0)
    assert gap.unrecorded_s == 12.0


def test_many_gaps_are_told_as_one() -> None:
    (gap,) = episodes_of([1000] * 100, [i for i in range(100) if i % 5])
    assert (gap.kind, gap.repeats, gap.unrecorded_s) == ("gap", 19, 76.0)
    assert "in 19 gaps" in sentence(gap)


def test_a_run_of_a_few_intervals_and_one_that_answers_nothing_have_their_gaps() -> None:
    assert [one.kind for one in episodes_of([1000] * 9, range(1, 8))] == ["gap"]
    assert [one.kind for one in episodes_of([0] * 60, range(14, 26))] == ["outage", "gap"]


def test_no_hour_holds_an_objective_that_was_not_recorded_whole() -> None:
    n = round(HOURS * HOUR_S / 10)
    made = rows([1000] * n, interval_s=10.0, arrived=[1000] * n)
    none = dict.fromkeys(("mean", "p50", "p99_9", "max", "stddev"))
    for one in made:
        one |= {"read_bytes": 0, "written_bytes": 0, "completion_latency_ns": none}
        one["response_time_ns"] = none | one["response_time_ns"]
    kept = [one for one in made if not HOUR_S <= one["start_s"] < HOUR_S + 120]
    series = Series.of(kept)
    whole = [Row(one, None, None) for one in kept]
    objective = objective_terms("errors <= 0.1%")
    found = periods(whole, series, episodes(series), objective)
    assert [one.objective for one in found] == ["held", "undecided", *["held"] * (HOURS - 2)]
    assert [one.outage_s for one in found] == [0.0] * HOURS
