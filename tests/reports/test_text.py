"""Words that are chosen in one place: what became of Points."""

from typing import Any

import pytest

from plimsoll.reports.evidence import point_outcomes
from plimsoll.reports.evidence.evidence import gather
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
    assert point_outcomes.gather(gather(store, campaign)).sentence == said


def test_points_that_are_still_to_come_are_no_failure(store: Store) -> None:
    campaign = searches.planned(store, [{"rate": 5_000.0}, {"rate": 9_000.0, "state": "planned"}])
    found = point_outcomes.gather(gather(store, campaign))
    assert found.sentence == "1 of 2 Points ended ok so far; 1 not asked yet."
    assert found.figure().value == "1 of 2"
