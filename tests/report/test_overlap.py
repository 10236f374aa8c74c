"""The main reports as their readers have them, on a wide screen, on a laptop, on a phone and on
paper: no text of a chart lies on another, and nothing runs out of the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.report import writer
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests.report.gallery import SCENES, Scene

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser import Reader

pytestmark = pytest.mark.long

LINE = (
    "plimsoll find --virtual --target stack:examples/stacks/mm1.toml --read 100 --block-size 4k"
    " --objective 'mean <= 1ms' --seed 1"
)
SUITE = (
    "plimsoll suite run kdiskmark --target stack:examples/stacks/s0-policy.toml --virtual"
    " --set campaign.measure_for=100ms --set campaign.repeats=2"
)
GALLERY = {scene.name: scene.commands[0] for scene in SCENES}
COMMANDS = {
    "load-line": (LINE, "load-line"),
    "lines": (GALLERY["s1-lines"], "load-line"),
    "grid": (GALLERY["s0-policy"], "grid"),
    "scaling": (GALLERY["s2-scaling"], "scaling"),
    "limits": (GALLERY["s0-limits"], "limits"),
    "suite": (SUITE, "suite"),
}
"""A command and the report of what it measured."""
WIDTHS = (390, 1280, 1920)
PAPERS = (703, 725, 1032)
"""A4, Letter and A4 across, without their margins."""

DESCENT_PX = 3.5
"""A box holds room for letters with descenders, which figures have not."""
# Where the ink of the level texts of a panel is, as the browser lays it out. A text with a halo is
# drawn twice in one place.
_TEXTS = """panel => {
  const found = new Map();
  for (const text of panel.querySelectorAll('svg text')) {
    const {opacity, visibility} = getComputedStyle(text);
    if (!text.textContent.trim() || opacity === '0' || visibility === 'hidden') continue;
    if (Math.abs(text.getScreenCTM().b) > 1e-6) continue;
    const {left: x, top: y, right, bottom} = text.getBoundingClientRect();
    const words = text.textContent;
    found.set([words, Math.round(x), Math.round(y)].join(), {words, x, y, right, bottom});
  }
  return [...found.values()];
}"""
# What scrolls in a box of its own may be wider than the page; on paper nothing scrolls.
_OVERFLOW = """() => {
  const wide = document.documentElement.clientWidth;
  const boxes = matchMedia('print').matches ? '' : '.wide, .scroll, ';
  const apart = one => one.closest(`${boxes}.patterns, [hidden], #plimsoll-said`);
  return [...document.querySelectorAll('body *')]
    .filter(one => !apart(one) && one.getClientRects().length)
    .map(one => ({name: one.tagName, words: one.textContent.slice(0, 40),
      right: one.getBoundingClientRect().right}))
    .filter(({right}) => right > wide + 1);
}"""


@pytest.fixture(scope="module", params=COMMANDS)
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A main report as a file."""
    name: str = request.param
    command, kind = COMMANDS[name]
    folder = tmp_path_factory.mktemp(name)
    Scene(name, "", (command,), ()).run(folder / "runs.db")
    with Store.open(folder / "runs.db", create=False, read_only=True) as store:
        writer.write(ReportRequest(store, (1,)), folder / f"{name}.html", "html", kind)
    return folder / f"{name}.html"


@pytest.mark.parametrize("width", WIDTHS)
def test_no_text_lies_on_another_and_nothing_leaves_the_page(
    report: Path, reader: Callable[..., Reader], width: int
) -> None:
    tab = reader(report, viewport={"width": width, "height": 900}).page
    _draw(tab)
    assert _troubles(tab) == []


@pytest.mark.parametrize("width", PAPERS)
def test_no_text_lies_on_another_and_nothing_leaves_the_paper(
    report: Path, reader: Callable[..., Reader], width: int
) -> None:
    tab = reader(report).page
    _draw(tab)
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    # What was folded is drawn now.
    _draw(tab)
    tab.emulate_media(media="print")
    tab.set_viewport_size({"width": width, "height": 1000})
    assert _troubles(tab) == []


def _visible_panels(tab: Page) -> list[Locator]:
    return [panel for panel in tab.locator(".panel").all() if panel.is_visible()]


def _draw(tab: Page) -> None:
    """Looks at every chart, which is drawn when it is looked at."""
    for panel in _visible_panels(tab):
        panel.scroll_into_view_if_needed()
        panel.locator("svg").wait_for()


def _troubles(tab: Page) -> list[str]:
    troubles: list[str] = []
    for panel in _visible_panels(tab):
        name = panel.get_attribute("id")
        texts: list[dict[str, Any]] = panel.evaluate(_TEXTS)
        assert texts, name
        troubles += [f"{name}: {pair}" for pair in _overlapping(texts)]
    return troubles + [f"out of the page: {one}" for one in tab.evaluate(_OVERFLOW)]


def _overlapping(texts: list[dict[str, Any]]) -> list[str]:
    return [
        f"{one['words']!r} and {other['words']!r}"
        for i, one in enumerate(texts)
        for other in texts[:i]
        if min(one["right"], other["right"]) - max(one["x"], other["x"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["y"], other["y"]) > DESCENT_PX
    ]
