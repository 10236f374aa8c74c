"""The page to sign: of every kind of campaign the question, an honest verdict, few charts, and a
place for a name."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.features.promises.rules.document import Verdict
from plimsoll.report import registry
from plimsoll.report.describe import Chart, Facts, Page, Table
from plimsoll.report.forms import html, markdown
from plimsoll.store import Store
from tests import stores
from tests.patience import PATIENCE_S

from . import answers, making, sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def summary(store: Store, *campaigns: int) -> Page:
    page = making.page(store, *campaigns, report="summary")
    titles = [section.title for section in page.sections if isinstance(section, Facts)]
    assert titles[0] == "The question"
    assert titles[-2:] == ["What was not controlled", "Accepted by"]
    drawn = [section for section in page.sections if isinstance(section, Chart)]
    assert len(drawn) <= 3
    # What stands on an A4 page: the charts take less than half of it, the words less than a screen.
    assert sum(panel.height for chart in drawn for panel in chart.panels) <= 450
    assert len(markdown.document(page)) < 4_500
    return page


def facts(page: Page, title: str) -> dict[str, str]:
    return dict(
        next(
            section.items
            for section in page.sections
            if isinstance(section, Facts) and section.title == title
        )
    )


def store_campaign(
    store: Store, kind: str, result: dict[str, Any] | None, rates: list[float | None], **more: Any
) -> int:
    campaign = stores.campaign(store, kind)
    for seed, rate in enumerate(rates, 1):
        campaign.run(kind, sample.record(rate, 2, seed, **more))
    return campaign.number if result is None else campaign.finish(result)


def test_a_search_carries_what_its_hold_confirmed(store: Store) -> None:
    page = summary(store, stores.search(store).confirm())
    assert page.verdict == "carries 25,400 IOPS"
    asked = facts(page, "The question")
    assert asked["Objective"] == "p99 response time <= 1 ms"
    assert asked["Workload"] == "8 KiB random, 70 % read"
    assert asked["Target"] == "/data/a"
    assert [(figure.name, figure.value) for figure in page.figures][:3] == [
        ("Load line", "25,400 IOPS"),
        ("Recommended rate", "25,400 IOPS"),
        ("Maximum", "30,769 IOPS"),
    ]


def test_a_search_that_was_cut_off_has_no_verdict_and_says_what_is_missing(store: Store) -> None:
    page = summary(store, stores.search(store).number)
    assert page.verdict == "no result yet"
    assert page.answer.startswith("No load line yet")
    page = summary(store, stores.campaign(store, "find").number)
    assert "No Run has finished: there is nothing to draw." in page.because
    assert facts(page, "The question")["Target"] == "none: no Run has finished"


@pytest.mark.parametrize("verdict", ["kept", "broken", "inconclusive"])
def test_a_check_tells_its_verdict_and_every_promise_the_worst_first(
    store: Store, verdict: Verdict
) -> None:
    promises = [answers.promise(f"tier {n}", "kept", "20,030 IOPS") for n in range(11)]
    promises.append(answers.promise("p99", verdict, "8 ms"))
    page = summary(
        store, store_campaign(store, "check", answers.check(verdict, "so", *promises), [None])
    )
    assert page.verdict == verdict.capitalize()
    table = next(section for section in page.sections if isinstance(section, Table))
    assert ("p99" if verdict != "kept" else "tier 0", verdict) == table.rows[0][:2]
    assert "4 more promises" in table.caption


def test_limits_and_runs_and_grids_have_a_page_to_sign(store: Store) -> None:
    limits = summary(store, store_campaign(store, "limits", answers.limits(), [None, None]))
    assert limits.verdict == "Cap proven"
    assert "a cap of 3,000 IOPS at any block size" in limits.answer
    assert summary(store, store_campaign(store, "limits", None, [None])).verdict == "no verdict"
    run = summary(store, store_campaign(store, "run", {}, [9_000.0]))
    assert run.verdict == "objective met"
    assert (
        summary(store, store_campaign(store, "run", {}, [40_000.0])).verdict
        == "cannot carry; objective missed"
    )
    assert (
        "grid"
        in summary(store, store_campaign(store, "grid", {"grid": {}}, [5_000.0, 9_000.0])).answer
    )


def test_a_campaign_counts_the_points_that_ended_ok_and_met_the_objective(store: Store) -> None:
    points: list[dict[str, Any]] = [
        {"rate": 5_000.0},
        {"rate": 9_000.0, "verdict": "fail"},
        {"rate": 12_000.0, "verdict": "undecided"},
        {"rate": 15_000.0, "outcome": "generator_limited"},
        {"rate": 20_000.0, "state": "planned"},
    ]
    page = summary(store, stores.campaign_of(store, points, objective=sample.OBJECTIVE))
    others = "1 limited by the generator (not the storage), 1 not run yet"
    assert page.verdict == f"1 of 5 Points met the objective; 3 of 5 Points ended ok ({others})"
    met, ended = page.figures[:2]
    assert (ended.name, ended.value, met.value) == ("Points ended ok", "3 of 5", "1 of 5 Points")
    assert ended.basis == others
    assert met.basis.endswith("; 1 misses it, 1 undecided, 1 generator limited, 1 not run yet")


def test_a_family_and_several_campaigns_are_summed_up_together(store: Store) -> None:
    first = stores.search(
        store, read=100.0, scale=2.0, family={"over": "read", "label": "read 100 %", "first": None}
    ).confirm()
    second = stores.search(
        store, read=0.0, family={"over": "read", "label": "read 0 %", "first": first}
    ).confirm()
    page = summary(store, second)
    assert page.verdict == "2 of 2 confirmed"
    assert (
        "8 KiB random, all reads; 8 KiB random, all writes"
        in facts(page, "The question")["Workload"]
    )
    assert f"campaigns {first}, {second}" in page.footer
    other = stores.search(store, target="/data/b", read=0.0, scale=3.0).confirm()
    page = summary(store, second, other)
    assert page.verdict == "better"
    assert "25,400" in page.answer
    assert "76,200" in page.answer


@pytest.mark.long
def test_two_configurations_are_told_in_the_summary_of_their_campaign(store: Store) -> None:
    points = [
        {"configuration": name, "repeat": repeat, "scale": factor}
        for repeat in range(1, 6)
        for name, factor in (("before", 1.0), ("after", 1.3))
    ]
    page = summary(store, stores.campaign_of(store, points))
    assert any(sentence.startswith("after carries 29.9 %") for sentence in page.because)
    assert "effects" in [section.name for section in page.sections if isinstance(section, Chart)]


def test_it_is_never_the_answer_by_default(store: Store) -> None:
    for campaign in (stores.search(store).confirm(), stores.campaign_of(store, [{}])):
        assert making.page(store, campaign).report != "summary"
        assert "summary" in {
            report.name
            for report in registry.fitting(making.report_request(store, campaign).evidence)
        }


def test_printed_from_html_it_is_one_a4_page(
    store: Store, tmp_path: Path, browser: Browser
) -> None:
    if shutil.which("pdfinfo") is None:
        pytest.skip("needs pdfinfo (poppler-utils)")
    first = stores.search(
        store, read=100.0, scale=2.0, family={"over": "read", "label": "read 100 %", "first": None}
    ).confirm()
    second = stores.search(
        store, read=0.0, family={"over": "read", "label": "read 0 %", "first": first}
    ).confirm()
    around = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
    for campaign in (stores.search(store).confirm(), second):
        window = browser.new_page()
        window.set_default_timeout(PATIENCE_S * 1000)
        path = tmp_path / f"{campaign}.html"
        path.write_text(
            html.document(making.page(store, campaign, report="summary")), encoding="utf-8"
        )
        window.goto(path.as_uri())
        window.wait_for_selector("svg.marks")
        window.pdf(path=str(path.with_suffix(".pdf")), format="A4", margin=around)
        window.close()
        told = subprocess.run(
            ["pdfinfo", path.with_suffix(".pdf")], capture_output=True, text=True, check=True
        ).stdout
        assert re.search(r"^Pages: +1$", told, re.MULTILINE), campaign


def grid(store: Store, achieved: dict[tuple[str, str, float], float], **more: Any) -> int:
    """A grid of targets × block sizes × read %, in which these Points achieved this and all others
    5,000/s."""
    made = stores.grid(store, **more)
    for point in made.points:
        of = (point.target["name"], point.workload["block_size"], point.workload["read"])
        rate = achieved.get(of, 5_000.0)
        made.measure(point, achieved=rate, spans=[1e6 + n for n in range(2000)])
    return made.finish()


def chart_titles(page: Page) -> list[str]:
    return [
        section.title.rpartition(": ")[2] for section in page.sections if isinstance(section, Chart)
    ]


def test_the_chart_beside_the_answer_holds_its_lowest_and_highest_rates(store: Store) -> None:
    # Of both targets the lowest and the highest are at 30 % read, whose chart is the second.
    ends = {
        ("before", "1m", 30.0): 100.0,
        ("before", "4k", 30.0): 9_000.0,
        ("after", "1m", 30.0): 200.0,
        ("after", "4k", 30.0): 8_000.0,
    }
    page = summary(store, grid(store, ends))
    assert "100 (1 MiB, 30 % read)" in page.answer
    assert chart_titles(page) == ["30 % read"]
    chart = next(section for section in page.sections if isinstance(section, Chart))
    assert chart.caption.startswith("One of 2 similar charts: the one with the lowest and")


def test_where_the_ends_lie_in_two_charts_both_are_shown(store: Store) -> None:
    ends = {("before", "1m", 30.0): 100.0, ("before", "4k", 100.0): 9_000.0}
    assert chart_titles(summary(store, grid(store, ends))) == ["all reads", "30 % read"]


def test_of_many_values_that_are_compared_the_chart_with_the_lowest_rate_stays(
    store: Store,
) -> None:
    ends = {("b", "1m", 30.0): 100.0, ("a", "4k", 100.0): 9_000.0}
    page = summary(store, grid(store, ends, targets=("a", "b", "c")))
    assert chart_titles(page) == ["30 % read"]
    chart = next(section for section in page.sections if isinstance(section, Chart))
    assert "the one with the lowest rate and most of those named above" in chart.caption


def test_a_level_that_is_missed_is_counted_in_words_and_in_the_verdict(store: Store) -> None:
    ends = {
        ("before", "1m", 30.0): 100.0,
        ("before", "4k", 30.0): 3_999.0,
        ("after", "4k", 100.0): 4_000.0,
    }
    levels = {"eight hosts": "rate >= 4000", "ideal": "mean <= 20ms"}
    campaign = grid(store, ends, levels=levels)
    page = summary(store, campaign)
    # Of 2 targets, 3 sizes and 2 mixes two lie below 4,000/s; what is exactly as much keeps it. All
    # take about 1 ms.
    assert page.verdict == "2 of 12 miss 'eight hosts'; 12 of 12 Points ended ok"
    said = (
        "2 of 12 Points miss 'eight hosts: rate >= 4000', the worst with 100 IOPS (before, 1 MiB,"
        " 30 % read)."
    )
    assert said in page.because
    assert "12 of 12 Points meet 'ideal: mean <= 20ms'." in page.because
    assert said in making.page(store, campaign, report="grid").because


def test_a_level_that_nothing_misses_is_kept_and_what_is_not_ok_cannot_be_told(
    store: Store,
) -> None:
    made = stores.grid(store, levels={"floor": "rate >= 10"})
    for number, point in enumerate(made.points):
        made.measure(point, outcome="not_steady" if number == 0 else "ok")
    page = summary(store, made.finish())
    assert page.verdict.startswith("none misses 'floor', 1 unknown; ")
    assert "11 of 12 Points meet 'floor: rate >= 10', 1 unknown." in page.because
