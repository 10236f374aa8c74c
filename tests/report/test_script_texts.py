"""A page's script and its charts write in the language of the reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plimsoll.base import language
from plimsoll.report.describe import At, Axis, Chart, Column, Line, Page, Panel, Table
from plimsoll.report.forms import html, picture, script_texts

if TYPE_CHECKING:
    from tests.browser import Reader


def _texts(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        for one in found.values():
            yield from _texts(one)
    elif isinstance(found, str):
        yield found


def _chart(unit: str, high: float) -> Chart:
    """A small one over minutes, whose y axis has this unit."""
    time = Axis("time", "seconds", low=0.0, high=300.0)
    line = Line("l", (At(0, high / 2), At(150, high * 0.6), At(300, high / 2)), 0, "solid")
    panel = Panel("p", Axis("", unit, low=0.0, high=high), (line,))
    return Chart("c", "", time, (panel,))


def _labels(unit: str, high: float) -> set[str]:
    """The texts of such a chart as a picture."""
    return set(re.findall(r">([^<>]+)</text>", picture.svg(_chart(unit, high))))


@pytest.mark.parametrize("code", ["ja", "tr"])
def test_the_script_has_its_texts_in_the_language_of_the_page(code: str) -> None:
    english = script_texts.data()["texts"]
    with language.writing(code):
        other = script_texts.data()["texts"]
    # What has no words of its own, only places for them, is the same in every language.
    said = {text for text in _texts(english) if re.sub(r"\{\w+\}", "", text).strip(" :.")}
    assert not said & set(_texts(other))
    places = re.compile(r"\{\w+\}")
    for mine, theirs in zip(_texts(english), _texts(other), strict=True):
        assert set(places.findall(mine)) == set(places.findall(theirs))


@pytest.mark.long
def test_marks_of_axes_follow_the_language() -> None:
    assert _labels("time", 2e6) >= {"1.5 ms", "5 min"}
    assert "20 %" in _labels("share", 1.0)
    with language.writing("tr"):
        assert _labels("time", 2e6) >= {"1,5 ms", "5 dk"}
        assert "%20" in _labels("share", 1.0)
    with language.writing("ja"):
        assert _labels("time", 2e6) >= {"1.5 ms", "5 分"}
        assert "20%" in _labels("share", 1.0)


def test_a_page_in_turkish_is_turkish_when_one_looks_closely(
    reader: Callable[..., Reader], tmp_path: Path
) -> None:
    columns = (Column("Run"), Column("p99", number=True))
    rows = (("a", "1.234,5 µs"), ("b", "999 µs"), ("c", "1,3 ms"))
    with language.writing("tr"):
        page = Page("t", "a", (), (), (_chart("time", 2e6), Table("Runs", columns, rows)), "")
        (tmp_path / "page.html").write_text(html.document(page), encoding="utf-8")
    tab = reader(tmp_path / "page.html").page
    panel = tab.locator("#c-0")
    panel.locator("svg").wait_for()
    assert "1,5 ms" in panel.inner_text()
    panel.focus()
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#plimsoll-said").inner_text() == "0 s, l: 1 ms"
    tab.keyboard.press("Enter")
    assert tab.locator("#plimsoll-said").inner_text().startswith("Başlangıç 0 s:")
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#plimsoll-said").inner_text() == "2,5 dk, l: 1,2 ms"
    tab.keyboard.press("Enter")
    assert tab.locator("#plimsoll-said").inner_text() == "Gösterilen: 0 s – 2,5 dk."
    assert tab.get_by_role("button", name="Tümünü göster").is_visible()
    tab.get_by_role("button", name="p99").click()
    assert tab.locator("tbody td:first-child").all_inner_texts() == ["b", "a", "c"]
