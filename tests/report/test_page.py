"""The HTML report as a reader has it: in a browser, from a file, without a network. What is chosen
is what the store says."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.report.describe import (
    At,
    Axis,
    Bars,
    Cell,
    Chart,
    Heat,
    Line,
    Marks,
    Note,
    Page,
    Panel,
    RuleY,
    categories,
)
from plimsoll.report.forms import html
from plimsoll.store import Store
from tests.patience import PATIENCE_S

from . import large, making

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

    from tests.browser import Reader

    Look = Callable[..., Reader]

POINTS = 120
"""More rows than a table has that is drawn whole."""


@pytest.fixture(scope="module")
def report_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store, and with its report as a file: with charts, and without."""
    folder = tmp_path_factory.mktemp("page")
    with Store.open(folder / "runs.plimsoll") as store:
        campaign = large.campaign(store, POINTS, 1)
        store.abandon_run(store.begin_run(campaign, "run", "{}"), "the target went away")
        rows = making.page(store, campaign, report="runs")
        page = _with_charts(rows, store, campaign)
    (folder / "report.html").write_text(html.document(page), encoding="utf-8")
    (folder / "rows.html").write_text(html.document(rows), encoding="utf-8")
    return folder


def _with_charts(page: Page, store: Store, campaign: int) -> Page:
    """The page with a chart of each kind in front of its table; the workers are chosen one at a
    time."""
    runs = [(run.id, store.record(run.id, intervals=False)) for run in store.runs(campaign)]
    asked = [(run, record["spec"], record) for run, record in runs if record is not None]

    def at(run: int, record: dict[str, Any], x: float) -> At:
        return At(x, record["all"]["response_time_ns"]["mean"], (("Run", str(run)),), run=run)

    slicer = {one.name: one for one in page.slicers}
    sizes, reads = slicer["block size"], slicer["read %"]
    place = {
        run: (sizes.values.index(sizes.of[run]), reads.values.index(reads.of[run]))
        for run, _, _ in asked
    }
    by_place = sorted(
        {place[run][0]: at(run, record, place[run][0]) for run, _, record in asked}.items()
    )
    marks = Marks(
        "a Run", "dot", tuple(at(run, r, r["achieved_rate_per_s"]) for run, _, r in asked), 0
    )
    over_rate = tuple(
        sorted((replace(point, hover=()) for point in marks.points), key=lambda point: point.x)
    )
    some, others = over_rate[::2], over_rate[1::2]
    rate, span = (
        Axis("achieved, IOPS", "rate", low=0, high=2e5),
        Axis("response time", "time", log=True, low=1e5, high=1e10),
    )
    scatter = Panel(
        "Response time",
        span,
        (
            marks,
            Line("every second", some, 1, "solid"),
            Line("the others", others, 2, "dashed"),
            RuleY("bound", 1e6),
        ),
    )
    blocks, shares = categories("block size", sizes.values), categories("read %", reads.values)
    cells = tuple(
        Cell(x - 0.5, x + 0.5, y - 0.5, y + 0.5, 1.0 + x, "1", (("Run", str(run)),), run)
        for run, (x, y) in place.items()
    )
    bars = Panel(
        "bars",
        replace(span, log=False, low=0, high=1e9),
        (Bars("mean", tuple(point for _, point in by_place), 0),),
    )
    charts = (
        Chart(
            "scatter", "Response time over rate", rate, (scatter,), (Note("Each mark is a Run."),)
        ),
        Chart("bars", "Response time by block size", blocks, (bars,)),
        *(
            Chart(
                f"heat-{i}",
                f"What was asked with {name}",
                blocks,
                (Panel("cells", shares, (Heat("value", "plain", cells),)),),
                where=(("pattern", name),),
            )
            for i, name in enumerate(slicer["pattern"].values)
        ),
    )
    return replace(page, sections=(*charts, *page.sections))


def _runs_where(folder: Path, where: str = "1") -> set[int]:
    """The Runs for which this condition holds in the store; read with SQLite alone."""
    read = sqlite3.connect(folder / "runs.plimsoll")
    try:
        found = read.execute(f"SELECT id FROM run WHERE record IS NOT NULL AND {where}").fetchall()
    finally:
        read.close()
    return {run for (run,) in found}


SIZE, PATTERN = (
    "json_extract(spec, '$.workload.block_size_bytes')",
    "json_extract(spec, '$.workload.pattern')",
)
READ, DEPTH = (
    "json_extract(spec, '$.workload.read_percent')",
    "json_extract(spec, '$.load.queue_depth')",
)


def _rows(tab: Tab) -> set[int]:
    found = tab.evaluate(
        "[...document.querySelectorAll('tr[data-run]')].filter(row => !row.hidden &&"
        " !row.parentElement.hidden).map(row => row.dataset.run)"
    )
    return {int(run) for run in found}


def _see(tab: Tab, panel: str) -> None:
    """Scrolls to a panel, and waits until it is drawn."""
    tab.evaluate("id => document.getElementById(id).scrollIntoView()", panel)
    tab.wait_for_selector(f"#{panel} svg")


def _visible_runs(tab: Tab, panel: str, mark: str) -> set[int]:
    """The Runs of the marks that are visible in a panel."""
    found = tab.evaluate(
        "([panel, mark]) => [...document.querySelectorAll(`#${panel} .mark-${mark}.role-mark >"
        " *`)].filter(one => getComputedStyle(one).visibility === 'visible').map(one =>"
        " one.__data__.datum.run)",
        [panel, mark],
    )
    return {run for run in found if run is not None}


def _draws(tab: Tab, panel: str, mark: str, runs: set[int]) -> None:
    """Asserts that a panel shows these Runs once it is in sight: one that was out of sight follows
    what is chosen when the browser says that it is seen again, a frame or more later."""
    _see(tab, panel)
    until = time.monotonic() + PATIENCE_S
    while _visible_runs(tab, panel, mark) != runs and time.monotonic() < until:
        tab.wait_for_timeout(20)
    assert _visible_runs(tab, panel, mark) == runs


def _value(tab: Tab, slicer: str, value: str) -> Any:
    return tab.locator(f".slicer[aria-label='{slicer}']").get_by_text(value, exact=True)


def _count_text(tab: Tab) -> str:
    return tab.inner_text("#plimsoll-count")


def test_it_opens_from_the_disk_and_draws_what_is_in_sight(
    reader: Look, report_folder: Path
) -> None:
    seen = reader(report_folder / "report.html")
    assert _count_text(seen.page) == f"{POINTS + 1} of {POINTS + 1} Runs shown"
    _draws(seen.page, "scatter-0", "symbol", _runs_where(report_folder))
    # What was never in sight is not drawn.
    assert seen.page.locator("#heat-1-0 svg").count() == 0
    assert seen.page.get_by_text("could not be drawn").count() == 0
    assert [url for url in seen.requests if not url.startswith("data:")] == [
        (report_folder / "report.html").as_uri()
    ]


def test_rows_and_marks_are_those_of_the_runs_that_the_store_has(
    reader: Look, report_folder: Path
) -> None:
    tab = reader(report_folder / "report.html").page
    _see(tab, "scatter-0")
    _value(tab, "block size", "8 KiB").click(modifiers=["Control"])
    _value(tab, "block size", "64 KiB").click()
    _value(tab, "read %", "all writes").click()
    expected = _runs_where(report_folder, f"{SIZE} IN (8192, 65536) AND {READ} > 0")
    assert 0 < len(expected) < POINTS
    assert _count_text(tab) == f"{len(expected)} of {POINTS + 1} Runs shown"
    assert tab.inner_text("#plimsoll-chosen").startswith(
        "block size: 8 KiB, 64 KiB · read %: all reads, "
    )
    assert _rows(tab) == expected
    for panel, mark in (("scatter-0", "symbol"), ("heat-0-0", "rect")):
        _draws(tab, panel, mark, expected)
    # One bar for each block size: the last Run of it.
    last = {max(_runs_where(report_folder, f"{SIZE} = {size}")) for size in (8192, 65536)}
    _draws(tab, "bars-0", "rect", last & expected)
    # A line goes through the points that are chosen: as many corners as Runs, over both lines.
    paths = tab.evaluate(
        "[...document.querySelectorAll('#scatter-0 .mark-line path')].map(path =>"
        " path.getAttribute('d') ?? '')"
    )
    assert sum(path.count("M") + path.count("L") for path in paths) == len(expected)
    tab.click("#plimsoll-reset")
    assert _rows(tab) == set(range(1, POINTS + 2))
    _draws(tab, "scatter-0", "symbol", _runs_where(report_folder))


def test_a_run_without_a_value_is_shown_until_something_is_chosen(
    reader: Look, report_folder: Path
) -> None:
    tab = reader(report_folder / "rows.html").page
    lost = POINTS + 1
    assert lost in _rows(tab)
    _value(tab, "pattern", "random").click()
    assert lost not in _rows(tab)
    assert _rows(tab) == _runs_where(report_folder, f"{PATTERN} = 'sequential'")


def test_a_chart_of_a_value_is_shown_while_that_is_chosen(
    reader: Look, report_folder: Path
) -> None:
    tab = reader(report_folder / "report.html").page
    random, sequential = (
        tab.get_by_role("heading", name=f"What was asked with {name}")
        for name in ("random", "sequential")
    )
    assert random.is_visible()
    assert sequential.is_visible()
    _value(tab, "pattern", "random").click()
    assert not random.is_visible()
    assert sequential.is_visible()


def test_a_value_that_the_other_choices_leave_no_run_of_is_marked(
    reader: Look, report_folder: Path
) -> None:
    tab = reader(report_folder / "rows.html").page
    _value(tab, "block size", "4 KiB").click(modifiers=["Shift"])
    _value(tab, "pattern", "random").click(modifiers=["Shift"])
    there = {
        depth
        for depth in large.DEPTHS
        if _runs_where(
            report_folder, f"{SIZE} = 4096 AND {PATTERN} = 'random' AND {DEPTH} = {depth}"
        )
    }
    empty = tab.locator(".slicer[aria-label='queue depth'] .empty").all_inner_texts()
    assert {int(depth) for depth in empty} == set(large.DEPTHS) - there
    # What is not chosen itself is marked only when the others leave nothing.
    sizes = tab.locator(".slicer[aria-label='block size'] .empty").all_inner_texts()
    assert len(sizes) == sum(
        not _runs_where(report_folder, f"{SIZE} = {1024 << i} AND {PATTERN} = 'random'")
        for i in range(2, 12)
    )


def test_a_choice_can_be_sent_on(reader: Look, report_folder: Path) -> None:
    tab = reader(report_folder / "rows.html").page
    _value(tab, "block size", "1 MiB").click(modifiers=["Control"])
    _value(tab, "read %", "all reads").click()
    fragment = tab.url.partition("#")[2]
    assert fragment.startswith("block+size=1+MiB&read+%25=70+%25+read")
    rows = _rows(tab)
    again = reader(report_folder / "rows.html", fragment=f"#{fragment}").page
    assert _rows(again) == rows != set()
    tab.click("#plimsoll-reset")
    assert "#" not in tab.url
    # From an older report: what is not there is passed over, nothing chosen at all stays so.
    stranger = reader(
        report_folder / "rows.html", fragment="#block+size=9+KiB&colour=red&pattern="
    ).page
    assert _rows(stranger) == set()
    assert stranger.get_by_text("None of these belongs to a chosen Run.").is_visible()


def test_one_of_several_is_chosen_like_a_radio(
    reader: Look, report_folder: Path, tmp_path: Path
) -> None:
    with Store.open(report_folder / "runs.plimsoll", read_only=True) as store:
        page = making.page(store, 1, report="runs")
    slicers = tuple(replace(one, one=one.name == "workers") for one in page.slicers)
    path = tmp_path / "one.html"
    path.write_text(html.document(replace(page, slicers=slicers)), encoding="utf-8")
    tab = reader(path).page
    group = tab.get_by_role("radiogroup", name="workers")
    workers = "json_extract(spec, '$.load.workers')"
    assert group.get_by_role("radio", checked=True).all_inner_texts() == ["1"]
    lost = POINTS + 1
    assert _rows(tab) == _runs_where(report_folder, f"{workers} = 1") | {lost}
    group.get_by_text("8", exact=True).click()
    assert group.get_by_role("radio", checked=True).all_inner_texts() == ["8"]
    assert _rows(tab) == _runs_where(report_folder, f"{workers} = 8") | {lost}
    tab.keyboard.press("ArrowRight")
    assert _rows(tab) == _runs_where(report_folder, f"{workers} = 16") | {lost}


def test_everything_can_be_chosen_with_the_keyboard(reader: Look, report_folder: Path) -> None:
    tab = reader(report_folder / "rows.html").page
    first = tab.locator(".slicer[aria-label='block size'] [data-value]").first
    for _ in range(40):
        tab.keyboard.press("Tab")
        if first.evaluate("one => one === document.activeElement"):
            break
    assert first.evaluate("one => one === document.activeElement")
    outline = first.evaluate("one => getComputedStyle(one).outlineStyle")
    assert outline != "none"
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Space")
    pressed = tab.locator(
        ".slicer[aria-label='block size'] [aria-pressed='false']"
    ).all_inner_texts()
    assert pressed == ["8 KiB"]
    assert _rows(tab) == _runs_where(report_folder, f"{SIZE} != 8192")
    tab.keyboard.press("End")
    tab.keyboard.press("Control+Enter")
    assert _rows(tab) == _runs_where(report_folder, f"{SIZE} = {2 << 20}")


def test_the_other_axis_shows_the_same_values_on_another_scale(
    reader: Look, report_folder: Path
) -> None:
    tab = reader(report_folder / "report.html").page
    _see(tab, "scatter-0")
    placed = (
        "[...document.querySelectorAll('#scatter-0 .mark-symbol.role-mark > *')].map(one =>"
        " one.__data__).filter(one => one.datum.run).map(one => [one.datum.y, one.y])"
    )
    logarithmic = dict(map(tuple, tab.evaluate(placed)))
    tab.get_by_role("button", name="linear axis").first.click()
    tab.wait_for_function("document.querySelector('#scatter-0 svg')")
    linear = dict(map(tuple, tab.evaluate(placed)))
    assert set(linear) == set(logarithmic)
    low, high = min(linear), max(linear)
    slope = (linear[high] - linear[low]) / (high - low)
    # Pixels: a line's width is more.
    assert all(abs(linear[low] + slope * (y - low) - at) < 0.5 for y, at in linear.items())
    assert tab.get_by_role("button", name="log axis").first.is_visible()
    _value(tab, "pattern", "random").click()
    _draws(tab, "scatter-0", "symbol", _runs_where(report_folder, f"{PATTERN} = 'sequential'"))


def test_colours_are_the_readers_and_paper_is_white(reader: Look, report_folder: Path) -> None:
    tab = reader(report_folder / "report.html", color_scheme="dark").page
    background = "getComputedStyle(document.body).backgroundColor"
    assert tab.evaluate(background) == "rgb(16, 22, 29)"
    tab.get_by_role("button", name="light", exact=True).click()
    assert tab.evaluate(background) == "rgb(255, 255, 255)"
    tab.get_by_role("button", name="dark", exact=True).click()
    assert tab.evaluate(background) == "rgb(16, 22, 29)"
    tab.emulate_media(media="print")
    assert tab.evaluate(background) == "rgb(255, 255, 255)"
    assert not tab.locator("#plimsoll-theme").is_visible()


def test_a_phone_shows_it_without_scrolling_sideways(reader: Look, report_folder: Path) -> None:
    tab = reader(
        report_folder / "report.html",
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
    ).page
    assert not _value(tab, "pattern", "random").is_visible()
    tab.get_by_text("Choose Runs").tap()
    _value(tab, "pattern", "random").tap()
    assert _rows(tab) == _runs_where(report_folder, f"{PATTERN} = 'sequential'")
    for panel in ("scatter-0", "bars-0", "heat-1-0"):
        _see(tab, panel)
    assert tab.evaluate("document.documentElement.scrollWidth") == 360
    # The bar leaves room for what is chosen by it.
    assert tab.evaluate("document.getElementById('plimsoll-choice').offsetHeight") < 740 * 0.6


def test_paper_shows_what_is_chosen_with_no_chart_cut(
    reader: Look, report_folder: Path, tmp_path: Path
) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext (poppler-utils) to read what was printed")
    tab = reader(report_folder / "report.html").page
    _value(tab, "pattern", "random").click()
    tab.pdf(path=tmp_path / "page.pdf", format="A4")
    text = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "page.pdf", "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    pages = text.split("\f")
    expected = _runs_where(report_folder, f"{PATTERN} = 'sequential'")
    assert f"{len(expected)} of {POINTS + 1} Runs shown" in pages[0]
    assert "pattern: sequential" in pages[0]
    # No button, and nothing that was not chosen.
    assert "Reset" not in text
    assert "What was asked with random" not in text
    # Title and x axis of a chart are on the same sheet, also of those that were never in sight.
    for title, below in (
        ("Response time over rate", "achieved, IOPS"),
        ("Response time by block size", "block size"),
        ("What was asked with sequential", "block size"),
    ):
        [sheet] = [page for page in pages if title in page]
        assert below in sheet[sheet.index(title) :]


def test_without_scripts_everything_is_shown(reader: Look, report_folder: Path) -> None:
    tab = reader(report_folder / "report.html", java_script_enabled=False).page
    assert tab.locator("tr[data-run]").count() == POINTS + 1
    assert tab.locator("tr[data-run]").last.is_visible()
    assert not tab.locator("#plimsoll-choice").is_visible()


@pytest.mark.long
def test_what_the_script_reads_is_small(report_folder: Path) -> None:
    """Data of both axes stand once: the file holds a hover of a Run once per chart that has it."""
    text = (report_folder / "report.html").read_text(encoding="utf-8")
    charts = json.loads(text.partition('id="plimsoll-charts">')[2].partition("</script>")[0])
    scatter = charts["panels"]["scatter-0"]
    assert len(scatter["specs"]) == 2
    assert any("marks" in name for name in scatter["data"])
    assert not any("marks" in name for spec in scatter["specs"] for name in spec["datasets"])
