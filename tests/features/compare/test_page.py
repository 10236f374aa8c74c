"""The report of a comparison: the same findings as `plimsoll compare`, told of campaigns or of
parts of one."""

import json
import re
import statistics

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.features.compare.rules import document as compare_document
from plimsoll.features.compare.rules import matching
from plimsoll.report.describe import Chart, Facts, Marks, Page, RuleY, Table
from plimsoll.report.evidence import variants
from plimsoll.report.forms import picture
from plimsoll.store import Store
from tests import stores
from tests.report import making

pytestmark = pytest.mark.long


def of(page: Page, title: str) -> list[dict[str, str]]:
    table = next(s for s in page.sections if isinstance(s, Table) and s.title.startswith(title))
    labels = [column.label for column in table.columns]
    return [dict(zip(labels, row, strict=True)) for row in table.rows]


def effects(page: Page) -> Chart:
    return next(s for s in page.sections if isinstance(s, Chart) and s.name == "effects")


def twice(store: Store, *, scale: float, repeats: int = 5, objective: str | None = None) -> int:
    """A campaign with two configurations, repeated in turn; the second has `scale` times the rate
    of the first."""
    points = [
        {"configuration": name, "repeat": repeat, "scale": factor}
        for repeat in range(1, repeats + 1)
        for name, factor in (("before", 1.0), ("after", scale))
    ]
    return stores.campaign_of(store, points, objective=objective)


def test_configurations_of_one_campaign_are_compared_with_the_first(store: Store) -> None:
    campaign = twice(store, scale=1.2)
    page = making.page(store, campaign, report="compare")
    assert (page.verdict, page.title) == ("better", "Comparison: before / after")
    assert re.fullmatch(
        r"after carries 19\.\d % \(19\.\d to 20\.\d\) more IOPS than before\.", page.answer
    )
    # The store's own figures: means over the repeats, and their ratio.
    rates = {0: [], 1: []}  # type: ignore[var-annotated]
    for number, row in enumerate(store.runs(campaign)):
        rates[number % 2].append(row.achieved_rate_per_s)
    row = of(page, "Verdicts")[0]
    assert row["First"] == f"{statistics.fmean(rates[0]):,.0f}"
    assert row["Other"] == f"{statistics.fmean(rates[1]):,.0f}"
    # Repeats vary by 0.1 %, so a fitted trend over five pairs moves the ratio by less than 0.3 %.
    ratio = statistics.geometric_mean(rates[1]) / statistics.geometric_mean(rates[0])
    assert float(row["Effect"].removesuffix(" %")) == pytest.approx((ratio - 1) * 100, abs=0.3)
    assert row["n"] == "5, 5"
    at = next(s for s in effects(page).panels[0].series if isinstance(s, Marks)).points[0]
    assert at.low is not None
    assert at.high is not None
    assert at.low < 1.2 < at.high
    assert at.y == pytest.approx(ratio, rel=0.003)


@pytest.mark.parametrize(("scale", "verdict"), [(1.2, "better"), (0.8, "worse"), (1.0, "same")])
def test_report_and_command_line_find_the_same(store: Store, scale: float, verdict: str) -> None:
    campaign = twice(store, scale=scale)
    page = making.page(store, campaign, report="compare")
    found = [
        variants.read(variants.Selector(name, store.path, (campaign,), name))
        for name in ("before", "after")
    ]
    document = compare_document.build(found, matching.sort(found))
    assert (
        [one["verdict"] for one in document["questions"][0]["verdicts"]]
        == [verdict]
        == [page.verdict]
    )
    assert page.data["comparison"]["questions"] == json.loads(json.dumps(document["questions"]))  # type: ignore[index]


def test_a_single_repeat_is_not_enough_data_and_has_no_whisker(store: Store) -> None:
    page = making.page(store, twice(store, scale=3.0, repeats=1), report="compare")
    assert page.verdict == "not enough data"
    assert "Repeat each at least twice" in " ".join(page.because)
    marks = [s for s in effects(page).panels[0].series if isinstance(s, Marks)]
    assert [m.legend for m in marks] == ["not enough data"]
    assert (marks[0].points[0].low, marks[0].points[0].high) == (None, None)


def test_the_margin_is_drawn_and_the_interval_lies_against_it(store: Store) -> None:
    chart = effects(making.page(store, twice(store, scale=1.0), report="compare"))
    rules = [s for s in chart.panels[0].series if isinstance(s, RuleY)]
    assert [rule.y for rule in rules] == [1.05, 1.0, 0.95]
    assert rules[0].name == "margin ± 5 %"
    assert "margin ± 5 %" in picture.svg(chart)


def test_runs_that_are_not_ok_are_named_with_their_outcome(store: Store) -> None:
    points = [
        {
            "configuration": name,
            "repeat": repeat,
            "outcome": "generator_limited" if (name, repeat) == ("after", 2) else None,
        }
        for repeat in (1, 2, 3)
        for name in ("before", "after")
    ]
    page = making.page(store, stores.campaign_of(store, points), report="compare")
    left = next(
        s for s in page.sections if isinstance(s, Facts) and s.title == "Kept out of the figures"
    )
    assert left.items[0][0].startswith("B, ")
    assert left.items[0][1] == "1 generator limited (Run 4)"
    assert of(page, "Verdicts")[0]["n"] == "3, 2"


def test_points_with_an_objective_are_compared_by_their_runs(store: Store) -> None:
    campaign = twice(store, scale=1.2, objective="p99(response_time, all) <= 1ms")
    assert making.page(store, campaign, report="compare").verdict == "better"


def test_targets_of_one_campaign_are_compared_where_it_has_one_configuration(store: Store) -> None:
    points = [
        {"target": name, "repeat": repeat, "scale": factor}
        for repeat in (1, 2, 3)
        for name, factor in (("a", 1.0), ("b", 0.5))
    ]
    page = making.page(store, stores.campaign_of(store, points), report="compare")
    assert (page.title, page.verdict) == ("Comparison: a / b", "worse")


def test_searches_of_two_campaigns_are_compared_and_laid_over_each_other(store: Store) -> None:
    campaigns = [
        stores.search(store, target=f"/data/{name}", scale=scale).confirm()
        for name, scale in (("a", 1.0), ("b", 2.0))
    ]
    page = making.page(store, *campaigns, report="compare")
    # One search each: their own intervals decide, and lie farther apart than the margin.
    assert page.verdict == "better"
    assert page.answer.startswith("/data/b's load line is 2.00 times (")
    names = [s.name for s in page.sections if isinstance(s, Chart)]
    # The curves are what a reader looks at first.
    assert names == ["overlay", "effects"]
    assert of(page, "Verdicts")[0]["First"] == "25,400"
    assert of(page, "Verdicts")[0]["Other"] == "50,800"


def test_where_there_is_nothing_to_compare_it_says_why(store: Store) -> None:
    alone = stores.search(store).confirm()
    with pytest.raises(UsageError, match="it has one configuration and one target"):
        making.page(store, alone, report="compare")
    other = stores.search(store, read=100.0).confirm()
    with pytest.raises(
        UsageError, match=r"have no comparable results: mix 70 % read against all reads"
    ):
        making.page(store, alone, other, report="compare")
    unfinished = stores.search(store).number
    with pytest.raises(UsageError, match="has no finished Run and no finished search"):
        making.page(store, alone, unfinished, report="compare")
