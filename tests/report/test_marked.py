"""What a Run measured stands, marked, when it is no evidence about the target; and no headline,
ratio or count takes it."""

from typing import Any

import pytest

from plimsoll.campaign.point_text import MARK, figure
from plimsoll.campaign.status import Point
from plimsoll.report.common import charts
from plimsoll.report.common.answer import record_judgement
from plimsoll.report.common.panels import agreeing, beyond
from plimsoll.report.describe import At, Axis, Marks, Table
from plimsoll.report.forms.vega.series import below_top
from plimsoll.store import Store
from tests import stores

from . import making, sample


def point(**more: Any) -> Point:
    told: dict[str, Any] = {
        "number": 1,
        "written": 1,
        "configuration": "as found",
        "target": "disk",
        "workload": "8k",
        "load": "rate 3000",
        "repeat": 1,
        "state": "finished",
        "stands": True,
        "why": None,
        "attempt": 1,
        "rate_per_s": 3000.0,
        "high_per_s": None,
        "outcome": "ok",
        "verdict": "pass",
        "runs": [1],
    }
    return Point(**{**told, **more})


@pytest.mark.parametrize("outcome", ["generator_limited", "not_steady", "cached"])
def test_a_point_that_does_not_stand_shows_what_it_measured_with_a_mark(outcome: str) -> None:
    told = figure(point(stands=False, outcome=outcome, verdict="undecided"))
    assert told.startswith(f"3,000 IOPS {MARK} (")
    assert outcome.replace("_", " ") in told
    assert MARK not in figure(point())


def test_what_the_generator_did_not_issue_is_no_miss_of_the_target() -> None:
    assert "missed" not in figure(point(stands=False, outcome="generator_limited", verdict="fail"))
    record: dict[str, Any] = {
        "judgement": {
            "verdict": "fail",
            "reason": "cannot_carry",
            "estimate": None,
            "objectives": None,
        },
        "limited_by": {"value": "target"},
    }
    late = {**record, "outcome": "generator_limited"}
    assert record_judgement(late).startswith("no verdict")
    assert record_judgement({**record, "outcome": "cannot_carry"}) == "missed: cannot carry"


@pytest.mark.parametrize("outcome", ["generator_limited", "not_steady", "cached"])
def test_a_grid_shows_marked_figures_and_says_what_the_mark_is(store: Store, outcome: str) -> None:
    points = [
        {"configuration": name, "rate": rate, "outcome": outcome if name == "new" else None}
        for name in ("old", "new")
        for rate in (2_000.0, 9_000.0)
    ]
    page = making.page(
        store, stores.campaign_of(store, points, objective=sample.OBJECTIVE), report="grid"
    )
    tables = [
        section
        for section in page.sections
        if isinstance(section, Table) and "compared" in section.title
    ]
    (side_by_side,) = tables
    cells = [cell for row in side_by_side.rows for cell in row if outcome.replace("_", " ") in cell]
    assert cells
    assert all(cell[0].isdigit() for cell in cells), "a figure, then the mark"
    assert "is no evidence about the target" in side_by_side.caption
    ratio = next(
        n for n, column in enumerate(side_by_side.columns) if column.label.startswith("Ratio")
    )
    assert {row[ratio] for row in side_by_side.rows} == {"–"}, "no ratio of what says nothing"


def test_a_campaign_of_which_no_run_counts_still_tells_what_was_measured(store: Store) -> None:
    points = [
        {"rate": rate, "outcome": "generator_limited"} for rate in (2_000.0, 9_000.0, 20_000.0)
    ]
    page = making.page(store, stores.campaign_of(store, points), report="grid")
    assert "measured, but no Run that is evidence about the target" in page.answer


@pytest.mark.parametrize("outcomes", [("cannot_carry",) * 3, (None, "cannot_carry", None)])
def test_what_the_target_did_not_carry_is_an_answer_about_it(
    store: Store, outcomes: tuple[str | None, ...]
) -> None:
    """As a Run of it alone is: to offer the same again would not change it."""
    points = [
        {"rate": rate, "outcome": outcome}
        for rate, outcome in zip((2_000.0, 9_000.0, 20_000.0), outcomes, strict=True)
    ]
    page = making.page(store, stores.campaign_of(store, points), report="grid")
    badge = page.first.badge
    whole = outcomes[0] is not None
    assert (badge.standing, badge.words) == (
        ("missed", "Not carried") if whole else ("mixed", "Partly carried")
    )
    assert page.first.todo.startswith("Offer less")
    assert "no Run that is evidence" not in page.answer


def test_a_grid_says_the_same_ends_in_its_headline_and_below(store: Store) -> None:
    points = [{"rate": rate} for rate in (2_000.0, 2_015.0)]
    page = making.page(store, stores.campaign_of(store, points), report="grid")
    assert "2,002 to 2,018 IOPS" in page.first.headline
    assert "2,002 to 2,018 everywhere" in page.answer


def test_a_reference_has_a_mark_of_its_own_and_passes_nothing(store: Store) -> None:
    search = stores.search(store)
    search.confirm()
    record, times = sample.record(2_000.0, 3, 50)
    record["judgement"] |= {"verdict": "pass", "objectives": []}
    search.run("reference", (record, times))
    chart = charts.load_line(making.report_request(store, search.number).evidence)
    legends = {
        one.legend: one
        for panel in chart.panels
        for one in panel.series
        if isinstance(one, Marks) and one.legend
    }
    reference, passes = (
        legends["reference: the same light load each time"],
        legends["probe: passes"],
    )
    (carried,) = reference.points
    assert carried.x == pytest.approx(2_000.0)
    assert all(point.x != pytest.approx(2_000.0) for point in passes.points)
    assert reference.shape != passes.shape


def test_no_line_joins_runs_that_contradict_each_other() -> None:
    """A disk that changed under the search: the same load took 1.5 ms and then 62 ms."""
    points = [
        At(rate, ms * 1e6)
        for rate, ms in ((1e3, 1.0), (2e3, 1.2), (3e3, 62.0), (4e3, 1.4), (5e3, 1.3), (6e3, 70.0))
    ]
    drawn = [(point.x, point.y == point.y) for point in agreeing(points)]
    # Which of those from 3,000 to 5,000 is true nobody knows.
    assert drawn == [(1e3, True), (2e3, True), (3e3, False), (6e3, True)]
    assert agreeing([At(1e3, 9e6), At(2e3, 1e6)]) == ()


def test_a_figure_above_the_scale_is_an_arrow_and_no_line_bends_to_the_edge() -> None:
    figures = beyond([At(1e3, 5e6), At(2e3, 9e6)], 9e6, 0)
    assert [(one.shape, [point.x for point in one.points]) for one in figures] == [("arrow", [2e3])]
    axis = Axis("ms", "time", log=True, low=1.0, high=100.0)
    cut = below_top([At(0.0, 1.0), At(2.0, 1e4), At(3.0, 1e4)], axis)
    assert [(point.x, point.y) for point in cut] == [(0.0, 1.0), (pytest.approx(1.0), 100.0)]
