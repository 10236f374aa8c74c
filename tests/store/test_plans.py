"""What a campaign planned is kept as it happens."""

import sqlite3
from pathlib import Path

import pytest

from plimsoll.base import process
from plimsoll.base.errors import RefusedError
from plimsoll.search import point_reasons
from plimsoll.store import Reason, Store
from plimsoll.store.plans import PlannedPoint

POINTS = [
    PlannedPoint(
        "as found", {"name": "t"}, {"read": read}, {"workers": 1}, repeat, "grid", 2**53 - 1, 6.0
    )
    for read in (100, 70)
    for repeat in (1, 2)
]


def test_points_come_back_in_the_order_of_asking_with_what_became_of_them(path: Path) -> None:
    with Store.open(path) as store:
        campaign = store.begin_campaign("campaign", None, "grid", 1, "{}", planned=POINTS)
        first, second, third, fourth = store.plans.points(campaign)
        assert [p.workload["read"] for p in (first, second, third, fourth)] == [100, 100, 70, 70]
        assert first.seed == 2**53 - 1
        store.plans.start(first.id)
        store.plans.finish(first.id, stands=True, result={"rate": 1.0})
        store.plans.fail(second.id, Reason("error", {"exit_code": 66, "error": "gone"}))
        store.plans.skip(third.id, Reason("time_limit", {"limit": "1h"}))
        store.plans.start(fourth.id)
    with Store.open(path, read_only=True) as store:
        states = [
            (p.state, p.stands, point_reasons.words(p.reason), p.attempt)
            for p in store.plans.points(campaign)
        ]
        assert states == [
            ("finished", True, None, 1),
            ("failed", None, "gone", 0),
            ("skipped", None, "the time limit of 1h was reached before it", 0),
            ("running", None, None, 1),
        ]
        assert store.plans.points(campaign)[0].result == {"rate": 1.0}


def test_a_reason_is_kept_as_a_code_with_figures_and_gone_when_the_point_is_asked_again(
    path: Path,
) -> None:
    changed = Reason(
        "setting_changed", {"setting": "knob", "was": "1", "now": "\u00e4 {x}", "times": 3}
    )
    with Store.open(path) as store:
        campaign = store.begin_campaign("campaign", None, "grid", 1, "{}", planned=POINTS)
        first, second, *others = store.plans.points(campaign)
        store.plans.finish(second.id, stands=True)
        store.plans.fail(first.id, changed)
        steady = Reason("rounds_steady", {"round": 4})
        assert store.plans.skip_waiting(campaign, steady) == len(others)
        reasons = [point.reason for point in store.plans.points(campaign)]
        assert reasons == [changed, None, *[steady] * len(others)]
        assert store.plans.point(first.id).reason == changed
        assert changed in [point.reason for point in store.plans.recent_points(campaign, 9)]
        store.plans.start(first.id)
        assert store.plans.points(campaign)[0].reason is None
        store.plans.finish(first.id, stands=False, reason=changed)
        store.plans.finish(first.id, stands=True)
        assert store.plans.points(campaign)[0].reason is None
        store.plans.ask_again(campaign)
        assert {point.reason for point in store.plans.points(campaign)} == {None}


def test_only_the_valid_runs_of_the_last_attempt_answer_a_point(path: Path) -> None:
    record = (
        '{"outcome": "ok", "offered_rate_per_s": null, "issued_rate_per_s": 1.0,'
        ' "achieved_rate_per_s": 1.0, "seed": 1, "version": {"plimsoll": "0"}, "host": null,'
        ' "spec": {"target": {}, "workload": {}, "load": {}}}'
    )
    with Store.open(path) as store:
        campaign = store.begin_campaign("campaign", None, "grid", 1, "{}", planned=POINTS[:1])
        (point,) = store.plans.points(campaign)

        def run(role: str) -> int:
            made = store.begin_run(campaign, role, "{}", planned=(point.id, attempt))
            store.finish_run(made, record, {})
            return made

        attempt = store.plans.start(point.id)
        run("run")
        store.plans.put_back(point.id, invalidated=True)
        attempt = store.plans.start(point.id)
        run("settle")
        store.plans.invalidate(run("run"), "a setting changed")
        answer = run("run")
        store.begin_run(campaign, "run", "{}", planned=(point.id, attempt))  # never finished
        store.plans.finish(point.id, stands=True)
        (point,) = store.plans.points(campaign)
        assert (point.attempt, point.invalidated) == (2, 1)
        answers = store.plans.answer(point, store.plans.of_campaign(campaign), store.runs(campaign))
        assert [one.id for one in answers] == [answer]


def test_a_campaign_whose_process_is_alive_is_not_taken(path: Path) -> None:
    with Store.open(path) as store:
        campaign = store.begin_campaign("campaign", None, "grid", 1, "{}", planned=POINTS)
        store.plans.start(store.plans.points(campaign)[0].id)
        store.plans.request_stop(campaign)
        with sqlite3.connect(path) as other:
            other.execute("UPDATE campaign SET writer = ?", (process.name_of(1),))
        with pytest.raises(RefusedError, match="running in process 1"):
            store.plans.take(campaign)
        assert store.plans.points(campaign)[0].state == "running"
        with sqlite3.connect(path) as other:
            other.execute("UPDATE campaign SET writer = 'a process that is gone'")
        store.plans.take(campaign)
        assert store.plans.points(campaign)[0].state == "planned"
        assert not store.plans.has_stop_request(campaign)
