"""Looking closely at a report's charts: figures at one place across all panels over an axis, a
part of it, both with the pointer and the keyboard; axes as the field writes them; names that
nothing strikes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plimsoll.report.common import tables
from plimsoll.report.describe import (
    At,
    Axis,
    Chart,
    Column,
    Line,
    Marks,
    Page,
    Panel,
    RuleX,
    RuleY,
    Table,
    block_sizes,
)
from plimsoll.report.forms import html, vega
from plimsoll.report.forms.excel import axes as sheet_axes
from plimsoll.store import Store
from tests import stores
from tests.web.test_axe import without_barriers

from . import making

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from playwright.sync_api import Page as Tab

    from tests.browser import Reader

    Look = Callable[..., Reader]

HOUR = 3600.0
KIB = 1024
TIMES = Axis("Time since the start of Measure", "seconds", low=0.0, high=3 * HOUR)


def over_time() -> Chart:
    """A value each ten minutes for three hours: 100 IOPS more each time, and a response time."""
    at = [600.0 * n for n in range(19)]
    rates = tuple(At(t, 100.0 * n, run=n) for n, t in enumerate(at))
    spans = tuple(At(t, 1e6 * (n + 1)) for n, t in enumerate(at))
    return Chart(
        "times",
        "Over time",
        TIMES,
        (
            Panel(
                "Rate",
                Axis("Rate, IOPS", "rate", low=0.0, high=2000.0),
                (Line("achieved", rates, 0, "solid"), Marks("a Run", "dot", rates, 0)),
            ),
            Panel(
                "p99",
                Axis("p99", "time", low=0.0, high=2e7),
                (Line("p99", spans, 1, "solid"), RuleY("objective p99 <= 10 ms", 1e7)),
            ),
        ),
    )


def over_sizes() -> Chart:
    sizes = (512, 4 * KIB, 64 * KIB, KIB * KIB)
    points = tuple(At(size, 1000.0 - n) for n, size in enumerate(sizes))
    panel = Panel(
        "Rate",
        Axis("Rate, IOPS", "rate", low=0.0, high=1200.0),
        (Line("law", points, 0, "solid"), RuleX("16k would tell", 16 * KIB)),
    )
    return Chart("sizes", "Over sizes", block_sizes("Block size", sizes), (panel,))


@pytest.fixture
def tab(reader: Look, tmp_path: Path) -> Tab:
    page = Page("Closely", "An answer.", (), (), (over_time(), over_sizes()), "")
    file = tmp_path / "closely.html"
    file.write_text(html.document(page), encoding="utf-8")
    seen: Tab = reader(file, viewport={"width": 1280, "height": 1400}).page
    for panel in ("times-0", "times-1", "sizes-0"):
        seen.locator(f"#{panel} svg").wait_for()
    return seen


def ticks(tab: Tab, panel: str) -> list[str]:
    """The labels of the x axis, from the left."""
    return [
        one
        for one in tab.locator(f"#{panel} .mark-text.role-axis-label")
        .first.locator("text")
        .all_text_contents()
        if one
    ]


def line_labels(tab: Tab, panel: str) -> list[str]:
    """The texts beside the line across a panel; none without a line."""
    cross = beside(tab, panel)
    return cross.locator("span").all_inner_texts() if cross.is_visible() else []


def beside(tab: Tab, panel: str) -> Locator:
    return tab.locator(f"#{panel} ~ .cross")


def point(tab: Tab, panel: str, share: float) -> tuple[float, float]:
    """Pixels of a place in a panel, by its share of the width."""
    box = tab.locator(f"#{panel}").bounding_box()
    return box["x"] + box["width"] * share, box["y"] + box["height"] * 0.4


def test_long_times_are_in_hours_and_block_sizes_in_doublings(tab: Tab) -> None:
    assert ticks(tab, "times-1") == ["0 h", "0.5 h", "1 h", "1.5 h", "2 h", "2.5 h", "3 h"]
    assert ticks(tab, "sizes-0") == ["512", "4k", "64k", "1M"]
    # Each doubling is as wide as the next: 3, 4 and 4 of them between the four.
    places = tab.evaluate(
        "[...document.querySelectorAll('#sizes-0 .role-axis-label text')].slice(0, 4)"
        ".map(one => one.getBoundingClientRect()).map(box => box.left + box.width / 2)"
    )
    first, second, third = (b - a for a, b in pairwise(places))
    assert first / second == pytest.approx(3 / 4, rel=0.02)
    assert third / second == pytest.approx(1, rel=0.02)


def test_pointing_tells_the_figures_there_in_every_panel_over_the_axis(tab: Tab) -> None:
    tab.mouse.move(*point(tab, "times-0", 0.335))
    # A third of three hours: the seventh value, an hour in.
    assert line_labels(tab, "times-1") == ["60 min", "p99: 7 ms"]
    assert line_labels(tab, "sizes-0") == [], "another axis"
    tab.mouse.move(*point(tab, "times-1", 0.99))
    assert line_labels(tab, "times-0") == ["3 h", "achieved: 1,800 IOPS"]
    tab.mouse.move(2, 2)
    assert line_labels(tab, "times-0") == []


def test_what_is_dragged_across_is_shown_alone_until_all_of_it_is_wanted(tab: Tab) -> None:
    x, y = point(tab, "times-0", 0.5)
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(*point(tab, "times-0", 0.6), steps=3)
    tab.mouse.move(*point(tab, "times-0", 0.66), steps=3)
    tab.mouse.up()
    tab.wait_for_function("!document.querySelector('#times-1').textContent.includes('3 h')")
    shown = [float(one.removesuffix(" min")) for one in ticks(tab, "times-1")]
    assert all(90 <= one <= 119 for one in shown)
    assert len(shown) >= 3
    # Marks of 90, 100 and 110 minutes are left of nineteen.
    assert tab.locator("#times-0 .mark-symbol.role-mark > *").evaluate_all(
        "all => all.map(one => one.__data__.datum.run).filter(run => run !== undefined)"
    ) == [9, 10, 11]
    tab.locator("#times-0 ~ .unzoom").click()
    tab.wait_for_function("document.querySelector('#times-1').textContent.includes('3 h')")
    assert tab.locator("#times-0 ~ .unzoom").is_hidden()


def test_the_keyboard_does_the_same_and_is_told(tab: Tab) -> None:
    tab.locator("#times-0").focus()
    for _ in range(3):
        tab.keyboard.press("ArrowRight")
    assert line_labels(tab, "times-1") == ["20 min", "p99: 3 ms"]
    assert tab.locator("#plimsoll-said").inner_text() == "20 min, achieved: 200 IOPS"
    tab.keyboard.press("Enter")
    for _ in range(2):
        tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    assert tab.locator("#plimsoll-said").inner_text() == "Shown: 20 min to 40 min."
    tab.wait_for_function("!document.querySelector('#times-1').textContent.includes('3 h')")
    tab.keyboard.press("Escape")
    tab.wait_for_function("document.querySelector('#times-1').textContent.includes('3 h')")


def test_no_line_is_drawn_over_a_name() -> None:
    for spec in vega.specs(over_time()):
        kinds = [one["mark"]["type"] for one in spec["layer"]]
        drawn = [i for i, kind in enumerate(kinds) if kind in ("line", "rule", "point", "rect")]
        named = [i for i, kind in enumerate(kinds) if kind == "text"]
        assert not named or min(named) > max(drawn)


def test_a_spreadsheet_has_the_same_axes() -> None:
    times, sizes = sheet_axes.sheet_axis(TIMES), sheet_axes.sheet_axis(over_sizes().x)
    assert (times.title, times.value(2 * HOUR)) == ("Time since the start of Measure, h", 2.0)
    assert (sizes.title, sizes.value(4 * KIB)) == ("Block size, KiB", 4.0)
    assert (sizes.scale.log, sizes.scale.base) == (True, 2)
    low, high = sizes.scale.low, sizes.scale.high
    assert low is not None
    assert high is not None
    assert low <= 0.5 < KIB <= high


def _table(columns: int, rows: int) -> Table:
    """A column that names the rows, two constant ones, the others all different."""
    return Table(
        "All Runs",
        tuple(Column(f"c{n}") for n in range(columns)),
        tuple(
            (f"r{row}", "ok", "–", *(f"{row}.{n}" for n in range(3, columns)))
            for row in range(rows)
        ),
        "What it is.",
        tuple(range(rows)),
        folds=True,
    )


def test_what_is_the_same_in_every_row_is_said_once_beneath_a_wide_table() -> None:
    page = Page("t", "a", (), (), (_table(8, 4),), "")
    (table,) = tables.without_constants(page).sections
    assert isinstance(table, Table)
    assert [one.label for one in table.columns] == ["c0", "c3", "c4", "c5", "c6", "c7"]
    assert table.rows[2] == ("r2", "2.3", "2.4", "2.5", "2.6", "2.7")
    assert table.caption == "What it is. The same in every row: c1 ok. Empty in every row: c2."
    assert table.runs == (0, 1, 2, 3)


@pytest.mark.parametrize(("columns", "rows"), [(6, 4), (8, 2), (8, 0)])
def test_a_small_table_stays_as_it_is(columns: int, rows: int) -> None:
    page = Page("t", "a", (), (), (_table(columns, rows),), "")
    other = replace(page, sections=(replace(_table(8, 4), folds=False),))
    assert tables.without_constants(other) == other, "not of Runs"
    assert tables.without_constants(page) == page


def test_a_report_is_without_barriers(reader: Look, store: Store, tmp_path: Path) -> None:
    """A whole one, with the charts of this file in it."""
    page = making.page(store, stores.demo(store))
    file = tmp_path / "r.html"
    file.write_text(
        html.document(replace(page, sections=(over_time(), over_sizes(), *page.sections))),
        encoding="utf-8",
    )
    whole = reader(file).page
    for panel in ("times-0", "times-1", "sizes-0", "load-line-0"):
        # What comes into sight is drawn.
        whole.locator(f"#{panel}").scroll_into_view_if_needed()
        whole.locator(f"#{panel} svg").wait_for()
    without_barriers(whole)
