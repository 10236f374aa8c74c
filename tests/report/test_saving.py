"""What a reader takes out of a page: the way to a section, a chart as a picture, its data."""

from __future__ import annotations

import csv
import struct
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from plimsoll.base import language
from plimsoll.report.describe import (
    At,
    Axis,
    Bars,
    Cell,
    Chart,
    Facts,
    Heat,
    Line,
    Marks,
    Note,
    Page,
    Panel,
    RuleY,
    Slicer,
    categories,
)
from plimsoll.report.forms import html

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

    from tests.browser import Reader

    Look = Callable[..., Reader]

RATE = Axis("offered rate, IOPS", "rate", low=0.0, high=1000.0)
TIME = Axis("response time", "time", low=0.0, high=4e6)
SIZES = categories("block size", ("4 KiB", "=64 KiB"))
LINE = Line(
    'mean, "all"', (At(100.0, 1e6, low=9e5, high=9e9, run=1), At(200.0, 2.5e6, run=2)), 0, "solid"
)
DOTS = Marks("probe: passes", "dot", (At(100.0, 1e6, run=1),), 0)
OF_LINE = Marks("", "dot", (At(200.0, 2.5e6, run=2),), 0)
CURVE = Chart(
    "curve",
    "Response time <over> rate",
    RATE,
    (
        Panel("Response time", TIME, (LINE, DOTS, OF_LINE, RuleY("objective", 2e6))),
        Panel("Again", TIME, (LINE,)),
    ),
    (Note("Each mark is a Run."),),
)
BARS = Chart(
    "bars",
    "By block size",
    SIZES,
    (Panel("Rate", RATE, (Bars("before", (At(0.0, 500.0), At(1.0, 250.5)), 0),)),),
)
HEAT = Chart(
    "map",
    "Shares",
    Axis("time", "seconds", low=0.0, high=2.0),
    (
        Panel(
            "cells",
            categories("host", ("a",)),
            (
                Heat(
                    "share", "share", (Cell(0.0, 1.0, -0.5, 0.5, 0.25), Cell(1, 2, -0.5, 0.5, 0.5))
                ),
            ),
        ),
    ),
    where=(("pattern", "random"),),
)
FACTS = Facts("Conditions", (("Host", "h"),))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    slicer = Slicer("pattern", ("random", "sequential"), {1: "random", 2: "sequential"})
    shown = Page("t", "a", (), (), (CURVE, BARS, HEAT, FACTS), "", slicers=(slicer,))
    path = tmp_path / "page.html"
    path.write_text(html.document(shown), encoding="utf-8")
    return path


def _saved_file(tab: Tab, chart: str, button: str) -> Path:
    section = tab.locator(f"section[data-chart='{chart}']")
    with tab.expect_download() as started:
        section.locator(".saves").get_by_text(button, exact=True).click()
    ending = button.lower()
    assert started.value.suggested_filename == f"{chart}.{ending}"
    return Path(started.value.path())


def _rows(tab: Tab, chart: str) -> list[dict[str, str]]:
    with _saved_file(tab, chart, "CSV").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_data_of_a_chart_are_plain_numbers_of_its_series(reader: Look, page: Path) -> None:
    rows = _rows(reader(page).page, "curve")
    line = [row for row in rows if (row["panel"], row["series"]) == ("Response time", LINE.name)]
    assert [(row["x"], row["y"], row["run"]) for row in line] == [
        ("100", "1000000", "1"),
        ("200", "2500000", "2"),
    ]
    # An end beyond the axis has no value in the data.
    assert [(row["low"], row["high"]) for row in line] == [("900000", ""), ("", "")]
    assert {(row["x_unit"], row["y_unit"]) for row in rows} == {("IOPS", "ns")}
    assert [row["series"] for row in rows] == [LINE.name] * 2 + [DOTS.legend] + [LINE.name] * 2


def test_categories_have_their_names_and_cells_their_values(reader: Look, page: Path) -> None:
    tab = reader(page).page
    assert [(row["x"], row["y"], row["series"]) for row in _rows(tab, "bars")] == [
        ("4 KiB", "500", "before"),
        ("'=64 KiB", "250.5", "before"),
    ]
    cells = [
        (row["x"], row["x_to"], row["y"], row["value"], row["value_unit"])
        for row in _rows(tab, "map")
    ]
    assert cells == [("0", "1", "a", "0.25", "1"), ("1", "2", "a", "0.5", "1")]


def test_the_data_are_those_of_the_chosen_runs(reader: Look, page: Path) -> None:
    tab = reader(page).page
    tab.locator("[data-slicer] [data-value]").get_by_text("random", exact=True).click()
    assert {row["run"] for row in _rows(tab, "curve")} == {"2"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_stands_alone_with_title_and_notes_in_light_colours(
    reader: Look, page: Path, scheme: str
) -> None:
    tab = reader(page, color_scheme=scheme).page
    drawn = _saved_file(tab, "curve", "SVG").read_text(encoding="utf-8")
    words = "".join(ElementTree.fromstring(drawn).itertext())
    for text in (CURVE.title, CURVE.caption, "Again", "probe: passes", "objective"):
        assert text in words
    assert "linear axis" not in words
    assert "var(" not in drawn
    assert 'fill="#ffffff"' in drawn
    # The page keeps the colours that its reader has.
    assert tab.evaluate("document.documentElement.dataset.theme") is None
    pixels = _saved_file(tab, "curve", "PNG").read_bytes()
    assert pixels.startswith(b"\x89PNG")
    root = ElementTree.fromstring(drawn)
    assert struct.unpack(">II", pixels[16:24]) == (
        2 * int(root.attrib["width"]),
        2 * int(root.attrib["height"]),
    )


def test_the_contents_lead_to_every_section_and_leave_the_choice(reader: Look, page: Path) -> None:
    tab = reader(page).page
    contents = tab.get_by_role("navigation", name="Contents")
    links = contents.get_by_role("link")
    assert links.all_inner_texts() == [CURVE.title, BARS.title, HEAT.title, FACTS.title]
    tab.locator("[data-slicer] [data-value]").get_by_text("random", exact=True).click()
    # A section that the choice hides is not offered.
    assert links.all_inner_texts() == [CURVE.title, BARS.title, FACTS.title]
    chosen = tab.url
    links.get_by_text(FACTS.title).focus()
    tab.keyboard.press("Enter")
    assert tab.url == chosen
    facts = tab.locator("section", has=tab.get_by_text("Conditions")).last
    assert facts.evaluate("one => one === document.activeElement")
    assert facts.locator("details").evaluate("one => one.open")
    tab.emulate_media(media="print")
    assert not contents.is_visible()


def test_a_short_page_and_a_framed_one_have_no_contents(reader: Look, tmp_path: Path) -> None:
    short = html.document(Page("t", "a", (), (), (CURVE, FACTS), ""))
    assert 'class="contents"' not in short
    whole = html.document(Page("t", "a", (), (), (CURVE, BARS, FACTS), ""))
    path = tmp_path / "framed.html"
    path.write_text(whole.replace("<html lang=", '<html class="framed" lang=', 1), encoding="utf-8")
    assert not reader(path).page.locator(".contents").is_visible()


def test_the_buttons_say_in_the_readers_language_what_they_save(
    reader: Look, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    with language.writing("tr"):
        path.write_text(html.document(Page("t", "a", (), (), (CURVE,), "")), encoding="utf-8")
    tab = reader(path).page
    assert tab.get_by_role("button", name="Bu grafiği PNG olarak kaydet").is_visible()
    assert tab.get_by_role("button", name="Bu grafiğin verilerini CSV olarak kaydet").is_visible()
