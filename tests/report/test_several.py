"""Campaigns that ask several questions: the report says what they are and lists their Runs, and
claims no one line."""

from typing import Any

import pytest

from plimsoll.report import registry
from plimsoll.report.describe import Page, Table
from plimsoll.report.forms import markdown
from plimsoll.report.load_line import first as of_lines
from plimsoll.report.load_line import lines
from plimsoll.store import Store
from tests import stores

from . import answers, making, sample

TARGETS = ("fast", "slow")


def page_of(store: Store, campaign: int) -> Page:
    return making.page(store, campaign)


def words(page: Page) -> str:
    return " ".join(
        [page.title, page.answer, *page.because, *(figure.name for figure in page.figures)]
    )


def keep(
    store: Store,
    kind: str,
    spec: dict[str, Any],
    result: dict[str, Any] | None,
    rates: list[float | None],
) -> int:
    campaign = stores.campaign(store, kind, spec=spec)
    for seed, rate in enumerate(rates, 1):
        campaign.run(kind, sample.record(rate, 1, seed))
    return campaign.number if result is None else campaign.finish(result)


@pytest.mark.parametrize("ended", [True, False])
def test_limits_and_checks_speak_of_no_load_line(store: Store, ended: bool) -> None:
    for kind, result in (("limits", answers.limits()), ("check", answers.check("kept", "so"))):
        page = page_of(store, keep(store, kind, {}, result if ended else None, [None, None]))
        assert "oad line" not in words(page)
        assert "Maximum" not in words(page)
        assert ("a cap of 3,000 IOPS at any" in page.answer) == (ended and kind == "limits")
        assert ended or "2 Runs" in page.answer
        assert "2" in markdown.document(page)


def test_a_grid_beside_a_search_is_told_as_a_grid_and_its_crossing_as_unconfirmed(
    store: Store,
) -> None:
    campaign = keep(store, "grid", {}, {"grid": {"rate_per_s": 21_000.0}}, [5_000.0, 20_000.0])
    page = page_of(store, campaign)
    assert page.answer.startswith("A grid of 2 Runs at 2 offered rates")
    assert "21,000 IOPS, which no hold confirms" in page.answer
    assert "carries" not in page.answer


def test_a_campaign_lists_each_run_with_its_point_and_no_figure_of_one_stands_for_all(
    store: Store,
) -> None:
    questions = (({"name": name}, {"block_size": "8k"}, {"queue_depth": 1}) for name in TARGETS)
    campaign = stores.plan(store, questions, spec={"campaign": {"name": "friday"}})
    first, _ = campaign.points
    campaign.answer(first, sample.record(None, 1, 1))
    page = making.page(store, campaign.number, report="runs")
    assert page.title == "Campaign 'friday'"
    assert "2 Points (2 targets)" in page.answer
    assert "It is still running. 1 of 2 Points ended ok so far; 1 not run yet." in page.answer
    assert [figure.name for figure in page.figures] == ["Test time"]
    table = next(section for section in page.sections if isinstance(section, Table))
    row = dict(zip((column.label for column in table.columns), table.rows[0], strict=True))
    assert (row["Run"], row["Point"], row["Target"], row["Workload"]) == (
        "1",
        "1",
        "fast",
        "8 KiB random, 70 % read",
    )


def test_closed_loops_together_are_no_searches_without_a_line(store: Store) -> None:
    """Of two Runs that ask the same their comparison answers; else they stand side by side, and
    nobody says that something was searched."""
    alike = [keep(store, "run", {}, {}, [None]) for _ in range(2)]
    assert registry.default(making.report_request(store, *alike)) == "compare"
    page = making.page(store, *alike, report="load-line")
    for said in (page.answer, page.first.headline, *page.because):
        assert "searches" not in said
    assert page.answer == "No load line was searched: 2 closed loops."
    assert page.title.startswith("Closed loops of ")
    told = of_lines.summary(lines.gather_lines(making.report_request(store, *alike)))
    assert told.badge.words == "Complete, no objective"
    assert "no load line was requested" in told.headlines[-1]
