"""Words that are chosen in one place: what became of Points, objectives, the best of a busy
machine, the storage alone and the machine."""

from typing import Any

import pytest

from plimsoll.report.evidence import point_outcomes
from plimsoll.report.evidence.evidence import gather, objective_words, parse_objective
from plimsoll.report.run.text import machine_stalls, storage_alone
from plimsoll.store import Store
from tests import stores

from . import making, sample

NAMES = ("Maximum", "Best of short Runs")


@pytest.mark.parametrize("report", ["grid", "runs", "summary"])
def test_what_became_of_points_is_said_alike_in_every_report(store: Store, report: str) -> None:
    campaign = stores.grid(store)
    for number, point in enumerate(campaign.points):
        campaign.measure(point, outcome="cannot_carry" if number < 2 else "ok")
    page = making.page(store, campaign.number, report=report)
    said = "10 of 12 Points ended ok; 2 did not: 2 could not carry the offered rate."
    assert said in page.answer
    assert point_outcomes.gather(gather(store, campaign.number)).sentence == said


def test_points_that_are_still_to_come_are_no_failure(store: Store) -> None:
    campaign = stores.campaign_of(store, [{"rate": 5_000.0}, {"rate": 9_000.0, "state": "planned"}])
    found = point_outcomes.gather(gather(store, campaign))
    assert found.sentence == "1 of 2 Points ended ok so far; 1 not run yet."
    assert found.figure().value == "1 of 2"


@pytest.mark.parametrize(("others", "name"), [(None, "Maximum"), (0.6, "Best of short Runs")])
def test_the_best_that_a_busy_machine_saw_is_not_called_the_maximum(
    store: Store, others: float | None, name: str
) -> None:
    campaign = stores.demo(store, finish=False)
    result = sample.result()
    result["maximum"]["others"] = others
    store.finish_campaign(campaign, result)
    page = making.page(store, campaign)
    assert page.first is not None
    assert [one.name for one in page.figures if one.name in NAMES] == [name]
    assert [row[0] for row in page.first.rows if row[0] in NAMES] == [name]
    [said] = [one for one in page.because if one.startswith(NAMES)]
    assert said.startswith(name)
    assert ("60 % of this machine's processors" in said) == (others is not None)


SEVERAL = (
    "errors(all) <= 0.1% and p99.9(completion_latency, read) <= 250us and max(response_time, all)"
    " over 60s <= 2s and achieved >= 99%"
)


def test_all_are_told_and_the_first_that_a_record_has_is_drawn() -> None:
    found = parse_objective(SEVERAL)
    assert (found.figure, found.metric, found.kind, found.bound_ns) == (
        "p99_9",
        "completion_latency",
        "read",
        250e3,
    )
    assert (
        found.words
        == "errors <= 0.1% and p99.9 completion latency of reads <= 250 µs and max response time"
        " over 60 s <= 2 s and achieved >= 99%"
    )


def test_what_no_record_has_is_told_and_not_drawn() -> None:
    assert parse_objective("errors(write) <= 1%") is None
    assert objective_words("errors(write) <= 1%") == "errors(write) <= 1%"
    assert parse_objective(None) is None


SUMMARY: dict[str, Any] = {"mean": 1e5, "p99": 5e5}


def figures(left_out: int, bound: float | None) -> dict[str, Any]:
    return {
        "count": 10_000,
        "disturbed": left_out,
        "unfinished": 0,
        "storage_alone_ns": SUMMARY,
        "storage_alone_at_most_ns": {"p99": bound},
        "response_time_ns": {"mean": 2e5, "p99": 9e6},
    }


def test_where_nothing_was_left_out_nothing_is_said() -> None:
    assert storage_alone(figures(0, 5e5)) is None


def test_the_share_left_out_and_the_bound_are_told() -> None:
    said = storage_alone(figures(40, 6e5)) or ""
    assert "p99 500 µs, without the 0.4 % of operations" in said
    assert said.endswith("with all of these as the slowest, p99 would be 600 µs")


def test_where_too_many_were_left_out_to_bound_it_the_figure_with_them_is_told() -> None:
    said = storage_alone(figures(400, None)) or ""
    assert said.endswith(
        "too many are left out for a bound on p99: as seen from this machine it is 9 ms"
    )


def test_the_machine_is_told_by_both_shares_and_by_neither() -> None:
    told = {
        "stood_still_share": 0.012,
        "waited_share": 0.0301,
        "spans": 31,
        "longest_ns": 6_400_000,
    }
    assert (
        machine_stalls(told)
        == "stalled for 1.2 % of Measure (31 times, 6.4 ms at the longest) and kept a ready"
        " thread waiting for a processor for 3.01 %, behind other programs"
    )
    quiet = {"stood_still_share": 0.0, "waited_share": 0.0001, "spans": 0, "longest_ns": 0}
    assert machine_stalls(quiet) == "no stalls: nothing kept a ready thread waiting"
    assert machine_stalls(None) is None
