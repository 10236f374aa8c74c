"""Pages without barriers: axe-core finds none on any page, in both colours, on a phone, a laptop
and a wide screen. What it cannot judge (is the order sensible, does the keyboard lead there) other
tests do.

A page is opened once and looked at in every width and colour: it follows both while it is open.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.store import Store
from tests.features.policy.test_web import Ground, ground
from tests.web.server import Serve
from tests.web.test_browser import Reader, measuring, reader, wait_for_campaign

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["ground", "reader"]

RUN = """async () => {
  const asked = {resultTypes: ['violations'], iframes: false, preload: false};
  const found = await axe.run(document, asked);
  return found.violations.map(one => `${one.id}: ${one.help}: ` + one.nodes.slice(0, 4)
    .map(node => `${node.target.join(' ')} ${node.any.map(any => any.message).join(' ')}`)
    .join(' | '));
}"""


def without_barriers(page: Page) -> None:
    """Looks at an open page with axe in every width and colour."""
    pytest.importorskip("axe_playwright_python")
    page.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text())
    found: dict[str, Any] = {}
    papers = set()
    for width, scheme in ((1280, "light"), (1920, "dark"), (360, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        if said := page.evaluate(RUN):
            found[f"{width} {scheme}"] = said
        papers.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{page.url} is {wide} px wide on a screen of {width}"
    assert found == {}, page.url
    assert len(papers) == 2, "a page for each scheme of colours"


def test_every_page_of_the_server_is_without_barriers(
    serve: Serve, reader: Reader, two_campaign_store: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.db"
    own.write_bytes(two_campaign_store.read_bytes())
    with Store.open(own) as store:
        store.labels.tag(1, ["array-7"])
        store.labels.add_note(1, "cache battery replaced")
        store.labels.pin(1)
        store.labels.rename(2, "after")
    served = serve("--store", str(own))
    store_id = re.findall(r"/campaign/([0-9a-f]+)/1", served.get("/").text)[0]
    page = reader.open(served.address)
    without_barriers(page)
    one, both = f"campaign/{store_id}/2", f"compare?c={store_id}.1&c={store_id}.2"
    for path in (one, f"{one}/edit", both, "trend", "start", "start/disk", "ways", "sample"):
        page.goto(served.address + path)
        page.locator("h1").first.wait_for()
        without_barriers(page)
    for path in (f"report/{store_id}/1/grid", "sample/report"):
        page.goto(served.address + path)
        page.locator("h1").first.wait_for()
        without_barriers(page)


def test_a_live_page_is_without_barriers(serve: Serve, reader: Reader, disk: Path) -> None:
    words = ["run", "--target", "null:", "--store", "kept.db", "--rate", "500", "--workers", "2"]
    words += ["--warmup-for", "0s", "--measure-for", "10m", "--interval", "200ms", "--json"]
    with measuring(disk, *words):
        page = reader.open(serve("--directory", ".").address)
        wait_for_campaign(page)
        page.get_by_role("link", name="run").first.click()
        page.locator("#plot-rate svg").wait_for()
        page.locator("#workers tbody tr").first.wait_for()
        without_barriers(page)


def test_the_page_of_policies_is_without_barriers(
    serve: Serve, reader: Reader, ground: Ground
) -> None:
    ground.proven("one", "kept")
    served = serve("--policy", str(ground.file))
    page = reader.open(served.address)
    page.goto(f"{served.address}policies")
    page.locator(".policies").first.wait_for()
    without_barriers(page)
    page.get_by_role("button", name="Show what applying would change").click()
    page.get_by_role("heading", name=re.compile("2 changes to make")).wait_for()
    without_barriers(page)
