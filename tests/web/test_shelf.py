"""The shelf: what is said of campaigns on it, what is held against what, trends, and that nothing
is deleted by a slip."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.campaign.deleting import FOLDER
from plimsoll.report.describe import Badge, Figure, First
from plimsoll.store import Labels, Store
from plimsoll.web import baseline, trend, trend_page
from plimsoll.web.shelf import Entry
from tests.web.server import Serve
from tests.web.test_browser import Reader, follow, reader

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

__all__ = ["reader"]

DAY_NS = 86_400 * 10**9


def entry(number: int, amount: float | None = None, **changed: Any) -> Entry:
    """A campaign on a shelf, a day after the one before it."""
    value = "≥ 9 IOPS" if amount is None else f"{amount:g} IOPS"
    figure = Figure(
        "Plan with", value, "", amount, changed.pop("low", None), changed.pop("high", None)
    )
    first = First(Badge("met", "Confirmed"), "Measured", (), "An answer.", figure, ())
    made = Entry(
        "s", number, "s.db", "find", f"c{number}", "vol", "p99 <= 1 ms", False, "finished",
        "An answer.", first, (), 3, number * DAY_NS, (), Labels(), (), "q",
    )  # fmt: skip
    return replace(made, **changed)


PINNED = Labels(baseline=True)


def test_a_number_is_held_against_the_pinned_one_of_its_question() -> None:
    shelf = [
        entry(1, 1000.0, labels=PINNED),
        entry(2, 1100.0),
        entry(3, 500.0, question="another"),
        entry(4),
    ]
    one, two, three, four = baseline.with_baselines(shelf)
    assert one.against is None
    assert three.against is None
    assert four.against is not None
    assert two.against.change == pytest.approx(0.1)
    assert (two.against.words, two.against.rest) == ("+10.0 %", ""), "no interval, no claim"
    assert (four.against.words, four.against.change) == ("baseline: 1000 IOPS", None), "a bound"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(1040.0, 1200.0, "intervals overlap"), (1060.0, 1200.0, "beyond both intervals")],
)
def test_whether_a_difference_shows_is_said_by_the_intervals(
    low: float, high: float, said: str
) -> None:
    base = entry(1, 1000.0, low=950.0, high=1050.0, labels=PINNED)
    _, held = baseline.with_baselines([base, entry(2, 1100.0, low=low, high=high)])
    assert held.against.rest == said


def test_of_two_stores_the_own_baseline_counts_and_else_the_newest() -> None:
    mine, other, newer = (
        entry(1, 1.0, labels=PINNED),
        entry(2, 1.0, labels=PINNED, store="t"),
        entry(3, 1.0, labels=PINNED, store="u"),
    )
    shelf = [mine, other, newer]
    assert baseline.of(entry(9, 1.0), shelf) is mine
    assert baseline.of(entry(9, 1.0, store="v"), shelf) is newer


def test_what_is_compared_begins_with_the_pinned_one_else_the_oldest() -> None:
    three, two, one = entry(3), entry(2), entry(1)
    assert baseline.comparison_order([three, two, one]) == [one, two, three]
    pinned = replace(two, labels=PINNED)
    assert baseline.comparison_order([three, pinned, one]) == [pinned, one, three]


def test_a_trend_is_of_one_question_in_the_order_of_dates_without_what_is_put_away() -> None:
    shelf = [
        entry(3, 3.0),
        entry(1, 1.0),
        entry(2, 2.0, labels=Labels(archived=True)),
        entry(4, 4.0, question="alone"),
        entry(5),
    ]
    (series,) = trend.series(shelf)
    assert [one.number for one in series.entries] == [1, 3]
    drawn = trend.chart(series)
    # Later is further right, more is higher, and each mark leads to its campaign.
    places = [
        (float(x), float(y))
        for x, y in re.findall(r'class="dot" cx="([\d.]+)" cy="([\d.]+)"', drawn)
    ]
    assert places[0][0] < places[1][0]
    assert places[0][1] > places[1][1]
    assert re.findall(r'href="([^"]+)"', drawn) == ["/campaign/s/1", "/campaign/s/3"]


def test_a_name_brings_no_markup_into_a_trend() -> None:
    hostile = "<script>alert(1)</script>\"'"
    shelf = [entry(n, 1.0 * n, name=hostile, target=hostile) for n in (1, 2)]
    page = trend_page.draw(shelf, ()).body.decode()  # type: ignore[union-attr]
    assert "<script>alert" not in page


@pytest.mark.parametrize("values", [(5.0, 5.0), (0.0, 0.0), (1e-9, 3e12), (4000.0, 4001.0)])
def test_any_two_values_have_an_axis(values: tuple[float, float]) -> None:
    (series,) = trend.series([entry(n, value) for n, value in enumerate(values, 1)])
    drawn = trend.chart(series)
    assert "nan" not in drawn
    assert drawn.count("<text") >= 3


# -- in a browser ----------------------------------------------------------------------------------


@pytest.fixture
def own(two_campaign_store: Path, tmp_path: Path) -> Path:
    """A copy of the store with two campaigns, to be changed."""
    return shutil.copy(two_campaign_store, tmp_path / "own.db")


def edit(page: Page, name: str) -> None:
    page.get_by_role("link", name=re.compile(f"Edit {name}")).click()
    page.get_by_role("heading", level=1, name=re.compile(name)).wait_for()


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row", name=re.compile(f"^Compare {name}"))


def test_a_campaign_is_named_tagged_noted_pinned_archived_and_found(
    serve: Serve, reader: Reader, own: Path
) -> None:
    served = serve("--store", str(own))
    page = reader.open(served.address)
    edit(page, "before")
    page.get_by_label("Name", exact=True).fill("spring <1>")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("heading", level=1, name="spring <1>").wait_for()
    page.get_by_label("Tags").fill("array-7, old")
    page.get_by_role("button", name="Save tags").click()
    page.get_by_label("Note").fill("cache battery replaced")
    page.get_by_role("button", name="Add note").click()
    page.locator(".notes li", has_text="cache battery").wait_for()
    page.get_by_role("button", name="Pin as baseline").click()
    page.get_by_text("This is the baseline: 1 other campaign").wait_for()

    page.goto(served.address)
    spring = row(page, "spring")
    assert "Baseline" in spring.inner_text()
    assert "cache battery replaced" in spring.inner_text()
    against = row(page, "after").locator(".against").inner_text()
    assert re.search(r"[+−]?\d+\.\d %\s+against spring <1>", against)
    page.get_by_label("Tag").select_option("array-7")
    assert page.locator("tbody tr:visible").count() == 1
    page.reload()
    assert page.locator("tbody tr:visible").count() == 1, "the choice stands in the address"
    page.get_by_label("Tag").select_option("")
    page.get_by_label("Search").fill("battery")
    assert page.locator("tbody tr:visible").count() == 1
    page.get_by_label("Search").fill("")

    edit(page, "after")
    page.get_by_role("button", name="Archive").click()
    page.get_by_role("button", name="Bring back").wait_for()
    page.goto(served.address)
    assert page.locator("tbody tr:visible").count() == 1
    assert page.locator("#found").inner_text() == "1 campaign"
    page.get_by_label("Show archived").check()
    assert page.locator("tbody tr:visible").count() == 2
    with Store.open(own, read_only=True) as store:
        before, after = store.campaigns()
        assert before.labels == Labels("spring <1>", ("array-7", "old"), baseline=True)
        assert after.labels == Labels(archived=True)


@pytest.mark.long
def test_a_comparison_begins_with_the_oldest_and_calls_them_by_their_names(
    serve: Serve, own: Path
) -> None:
    served = serve("--store", str(own))
    store = re.findall(r"/campaign/([0-9a-f]+)/1", served.get("/").text)[0]
    ticked = served.get(f"/compare?c={store}.2&c={store}.1").text
    assert f"/report/{store}/1-2/compare" in ticked
    assert "after against before" in served.get(f"/report/{store}/1-2/compare").text
    with Store.open(own) as opened:
        opened.labels.pin(2)
    assert f"/report/{store}/2-1/compare" in served.get(f"/compare?c={store}.1&c={store}.2").text


def test_a_trend_leads_to_its_campaigns(serve: Serve, reader: Reader, own: Path) -> None:
    page = reader.open(serve("--store", str(own)).address)
    follow(page.get_by_role("link", name="Trend"))
    marks = page.locator(".trend svg a")
    assert marks.count() == 2
    marks.last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/campaign/*/2")


def test_nothing_is_deleted_until_the_name_is_typed_and_then_it_is_in_the_trash(
    serve: Serve, reader: Reader, own: Path
) -> None:
    page = reader.open(serve("--store", str(own)).address)
    edit(page, "after")
    page.get_by_text("Delete…").click()
    page.get_by_label("Type its name").fill("before")
    with page.expect_response(lambda one: one.url.endswith("/delete")) as answered:
        page.get_by_role("button", name="Delete it").click()
    assert answered.value.status == 409
    page.locator(".notice", has_text="Nothing was deleted").wait_for()
    reader.troubles.clear()
    page.get_by_text("Delete…").click()
    page.get_by_label("Type its name").fill("after")
    page.get_by_role("button", name="Delete it").click()
    page.get_by_role("heading", name="Deleted: after").wait_for()
    (moved,) = (own.parent / FOLDER).iterdir()
    assert page.locator("code").first.inner_text() == str(moved)
    follow(page.get_by_role("link", name="All campaigns"))
    page.get_by_role("link", name="before", exact=True).wait_for()
    assert page.get_by_role("link", name="after", exact=True).count() == 0
    with Store.open(moved, read_only=True) as store:
        assert [row.display_name for row in store.campaigns()] == ["after"]


@pytest.mark.long
def test_a_change_needs_the_token_of_a_page(serve: Serve, own: Path) -> None:
    served = serve("--store", str(own))
    store = re.findall(r"/campaign/([0-9a-f]+)/1", served.get("/").text)[0]
    sent = {"do": "archive", "name": "before"}
    token = served.page_token
    for path in ("label", "delete"):
        at = f"/campaign/{store}/1/{path}"
        assert served.post(at, sent).status == 403
        assert served.get(at).status == 405
        missing = served.post(f"/campaign/{store}/9/{path}", {**sent, "page_token": token})
        assert missing.status == 404
        with Store.open(own, read_only=True) as kept:
            assert [row.labels for row in kept.campaigns()] == [Labels(), Labels()]
        assert served.post(at, {"do": "what", "name": "", "page_token": token}).status == 409


def test_the_shelf_is_walked_by_keyboard_alone(serve: Serve, reader: Reader, own: Path) -> None:
    page = reader.open(serve("--store", str(own)).address)

    def to(what: str) -> None:
        """Tabs on until that has the focus."""
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate(
                "what => { const one = document.activeElement;"
                " const said = one.matches('a, button') ? one.innerText : '';"
                " return [said, one.id, one.getAttribute('aria-label')]"
                ".some(text => text?.includes(what)) }",
                what,
            ):
                assert page.evaluate(
                    "getComputedStyle(document.activeElement).outlineStyle"
                ) != "none" or page.evaluate("document.activeElement.matches('.trend a')")
                return
        raise AssertionError(f"the Tab key does not lead to {what}")

    to("Key number")
    page.keyboard.press("Enter")
    assert page.locator("th[aria-sort=ascending]").inner_text().strip() == "Key number"
    to("Edit after")
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name=re.compile("after")).wait_for()
    to("Pin as baseline")
    page.keyboard.press("Enter")
    page.get_by_text("This is the baseline").wait_for()
    to("All campaigns")
    page.keyboard.press("Enter")
    page.locator(".tag.mark", has_text="Baseline").wait_for()
    to("search")
    page.keyboard.type("after")
    assert page.locator("tbody tr:visible").count() == 1
