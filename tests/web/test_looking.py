"""Looking closely at a Run that goes on: its whole past, figures under the pointer, a range; and
the page of a campaign that has ended, whose first screen is said once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.store import Store
from plimsoll.web import history
from tests.web.server import Serve
from tests.web.test_browser import WIDER, Reader, measuring, reader, wait_for_campaign

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["reader"]


def interval(index: int, **more: Any) -> Any:
    told = {
        "run": 1,
        "index": index,
        "at": 1000.0 + index,
        "phase": "measure",
        "s": 1.0,
        "offered": 100.0,
        "issued": 100.0,
        "achieved": 100.0,
        "bytes": 4096.0,
        "errors": 1,
        "p50": 10,
        "p95": 20,
        "p99": None,
        "max": 40,
        "cpu": 0.5,
        "core": None,
        "pressure": None,
        "disk": None,
        "bins": [(15, 3)],
    }
    return told | more


def test_a_long_past_is_thinned_without_averaging_a_percentile() -> None:
    many = [interval(i, p50=10 + i, achieved=100.0 + i) for i in range(10)]
    few: list[Any] = history.thin_intervals(many, 5)
    assert [one["index"] for one in few] == [1, 3, 5, 7, 9]
    assert [one["p50"] for one in few] == [11, 13, 15, 17, 19], "of the worst interval"
    assert [one["achieved"] for one in few] == [100.5, 102.5, 104.5, 106.5, 108.5]
    assert {(one["s"], one["errors"], one["p99"], one["core"]) for one in few} == {
        (2.0, 2, None, None)
    }
    assert few[0]["bins"] == [(15, 6)]
    assert history.thin_intervals(many, 10) == many


def test_a_step_is_of_one_phase() -> None:
    mixed = [interval(0, phase="warmup", s=3.0), *(interval(i) for i in range(1, 6))]
    few: list[Any] = history.thin_intervals(mixed, 2)
    assert [(one["phase"], one["s"]) for one in few] == [
        ("warmup", 3.0),
        ("measure", 3.0),
        ("measure", 2.0),
    ]


@pytest.mark.long
def test_the_past_is_that_of_the_newest_run_in_order(two_campaign_store: Path) -> None:
    with Store.open(two_campaign_store, read_only=True) as store:
        number = store.campaigns()[0].id
        shown = history.of(store, number)
        newest = store.runs(number)[-1]
        assert {one["run"] for one in shown} == {newest.id}
        assert [one["index"] for one in shown] == sorted(one["index"] for one in shown)
        assert store.record(newest.id) is not None
        measured_s = sum(one["s"] for one in shown if one["phase"] == "measure")
        assert measured_s == pytest.approx(4.0)


def _drag(page: Page, plot: str, start: float, end: float) -> None:
    """Across a plot, between two shares of its width."""
    page.locator(plot).scroll_into_view_if_needed()
    box = page.locator(plot).bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * start, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * end, y)
    page.mouse.up()


def test_the_whole_run_its_figures_and_a_range_can_be_looked_at(
    serve: Serve, reader: Reader, disk: Path
) -> None:
    words = ["run", "--target", "null:", "--store", "kept.db", "--rate", "500"]
    words += ["--warmup-for", "0s", "--measure-for", "10m", "--interval", "200ms", "--json"]
    with measuring(disk, *words):
        page = reader.open(
            serve("--directory", ".").address, viewport={"width": 390, "height": 800}
        )
        wait_for_campaign(page)
        page.get_by_role("link", name="run").first.click()
        page.locator("#plot-rate svg").wait_for()
        page.locator("#plot-rate").focus()
        page.keyboard.press("ArrowLeft")
        assert "offered" in page.locator("#read-rate").inner_text()
        assert "max" in page.locator("#read-time").inner_text(), "one line across all plots"
        page.locator("#span").select_option("run")
        page.locator("#view-note", has_text="The whole Run").wait_for()
        page.wait_for_function("document.querySelectorAll('#plot-rate svg path').length > 0")
        # Dragged across the right half: only that is drawn, until one wants all of it.
        for _ in range(10):
            _drag(page, "#plot-rate", 0.5, 0.9)
            # The page is live: what comes meanwhile may move the plot from under the pointer.
            if page.locator("#unzoom").is_visible():
                break
            page.wait_for_timeout(300)
        page.get_by_role("button", name="Show all").click()
        assert page.locator("#unzoom").is_hidden()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, page.evaluate(
            WIDER.replace("360", "390")
        )


def test_the_first_screen_is_said_once_and_files_are_in_one_menu(
    serve: Serve, reader: Reader, two_campaign_store: Path
) -> None:
    page = reader.open(serve("--store", str(two_campaign_store)).address)
    page.get_by_role("link", name="before", exact=True).click()
    page.locator("#reports").wait_for()
    assert page.locator("main > .first h1").count() == 1
    assert page.locator("#reports a[download]").count() == 0
    menu = page.locator("details.menu")
    assert menu.locator("a").first.is_hidden()
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    assert menu.get_by_role("link", name="as csv").first.is_visible()
    if page.locator("iframe").count():
        shown = page.frame_locator("iframe")
        shown.locator("header").wait_for(state="attached")
        assert shown.locator("header .said h1").is_hidden()
        assert shown.locator(".whole").is_visible()
