"""Words that are chosen in one place: what became of Points."""

import json
from typing import Any

import pytest

from plimsoll.reports.evidence import point_outcomes
from plimsoll.reports.evidence.evidence import gather
from plimsoll.store import Store

from . import making, planned, sample, searches

NAMES = ("Maximum", "Best of short Runs")


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


@pytest.mark.parametrize(("others", "name"), [(None, "Maximum"), (0.6, "Best of short Runs")])
def test_the_best_that_a_busy_machine_saw_is_not_called_the_maximum(
    store: Store, others: float | None, name: str
) -> None:
    campaign = sample.campaign(store, finish=False)
    result = sample.result()
    result["maximum"]["others"] = others
    store.finish_campaign(campaign, json.dumps(result))
    page = making.page(store, campaign)
    assert page.first is not None
    assert [one.name for one in page.figures if one.name in NAMES] == [name]
    assert [row[0] for row in page.first.rows if row[0] in NAMES] == [name]
    [said] = [one for one in page.because if one.startswith(NAMES)]
    assert said.startswith(name)
    assert ("60 % of this machine's processors" in said) == (others is not None)
