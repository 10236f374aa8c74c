"""Words that are chosen in one place: what became of Points, spans in sentences that were kept."""

from typing import Any

import pytest

from plimsoll.reports import became, units
from plimsoll.reports.evidence import gather
from plimsoll.store import Store

from . import making, planned, searches


@pytest.mark.parametrize("report", ["grid", "runs", "summary"])
def test_what_became_of_points_is_said_alike_in_every_report(store: Store, report: str) -> None:
    campaign = planned.begin(store)
    points = store.plans.points(campaign)
    for number, point in enumerate(points):
        more: dict[str, Any] = {"outcome": "cannot_carry"} if number < 2 else {}
        planned.answer(store, campaign, point, **more)
    page = making.page(store, campaign, report=report)
    said = "10 of 12 Points ended ok; 2 did not: 2 could not carry the offered rate."
    assert said in page.answer
    assert became.gather(gather(store, campaign)).sentence == said


def test_points_that_are_still_to_come_are_no_failure(store: Store) -> None:
    campaign = searches.planned(store, [{"rate": 5_000.0}, {"rate": 9_000.0, "state": "planned"}])
    found = became.gather(gather(store, campaign))
    assert found.sentence == "1 of 2 Points ended ok so far; 1 not asked yet."
    assert found.figure().value == "1 of 2"


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        ("p99 of own lag is 9339 us, more than 50 us", "p99 of own lag is 9.34 ms, more than 50 µs"),
        ("did not for 4.39e+03 s: how long", "did not for 73.2 min: how long"),
        ("did not for 4394 s: how long", "did not for 73.2 min: how long"),
        ("0.25 s of 12 s", "0.25 s of 12 s"),
        # What is compared keeps as many digits as tell the two apart, and no more.
        ("own lag is 10004 us, more than 10000 us", "own lag is 10.004 ms, more than 10 ms"),
        ("own lag is 50.04 us, more than 50 us", "own lag is 50.04 µs, more than 50 µs"),
        ("1.5e+03 s, not 1501 s", "25 min, not 25.02 min"),
        ("9000 us and 9000 us", "9 ms and 9 ms"),
        ("held for 60 s at 1,234.5 us", "held for 60 s at 1.23 ms"),
        ("ask us 5 times, 12 ms, disk2 us", "ask us 5 times, 12 ms, disk2 us"),
    ],
)
def test_spans_in_sentences_are_written_as_everywhere(kept: str, read: str) -> None:
    assert units.reworded(kept) == read
