"""The end of a campaign in the title of the tab and as a notification, and the icon of the tab."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from plimsoll.report.forms import opening
from tests.web.server import Serve, WebServer
from tests.web.test_browser import LIVE, Reader, measuring, reader, wait_for_campaign

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["reader"]

NOTIFICATIONS = """(answer) => {
  window.asked = 0;
  window.notices = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      window.asked += 1;
      return window.Notification.permission = answer;
    }
    constructor(title, options) { window.notices.push({title, ...options}); }
  };
}"""
"""Notifications of the browser, noted in place of shown. The user answers so when asked."""
VISIBILITY = """(seen) => {
  Object.defineProperty(document, 'visibilityState', {value: seen, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
RUN = ("run", "--target", "null:", "--rate", "200", *(word for word in LIVE if word != "--json"))
NAME = "run null:"


def open_live_page(served: WebServer, reader: Reader, answer: str, locale: str = "en-GB") -> Page:
    """The live page of the only campaign."""
    page = reader.open(served.address, locale=locale)
    page.add_init_script(f"({NOTIFICATIONS})({json.dumps(answer)})")
    wait_for_campaign(page)
    page.locator('a[href^="/campaign/"]').first.click()
    page.locator("#figures .figure").first.wait_for()
    assert page.locator("#live").get_attribute("data-name") == NAME
    return page


@pytest.mark.parametrize("seen", ["visible", "hidden"])
def test_the_end_is_told_by_a_notification_that_was_asked_for(
    serve: Serve, reader: Reader, disk: Path, seen: str
) -> None:
    with measuring(disk, *RUN) as run:
        page = open_live_page(serve("--directory", "."), reader, "granted")
        assert page.evaluate("window.asked") == 0, "nobody asked for it yet"
        button = page.get_by_role("button", name="Tell me when it ends")
        button.click()
        page.locator("#done", has_text="A notification will come").wait_for()
        assert button.get_attribute("aria-pressed") == "true"
        page.evaluate(VISIBILITY, seen)
        run.send_signal(signal.SIGINT)
        page.wait_for_function("() => window.notices.length")
        [notice] = page.evaluate("window.notices")
        assert page.title() == notice["title"] == f"Ended: {NAME}"
        assert notice["icon"].endswith("/mark.svg")
        # Its page is loaded by who comes back to it, and nothing is told twice.
        page.evaluate(VISIBILITY, "visible")
        page.locator("h1", has_text=notice["body"]).wait_for()
        assert page.evaluate("window.notices.length") == 1
        assert page.title() == f"Ended: {NAME}"


def test_who_refuses_notifications_is_told_of_the_title_in_their_language(
    serve: Serve, reader: Reader, disk: Path
) -> None:
    with measuring(disk, *RUN) as run:
        page = open_live_page(serve("--directory", "."), reader, "denied", locale="ja-JP")
        page.get_by_role("button", name="終了時に通知").click()
        page.locator("#done", has_text="タブのタイトル").wait_for()
        page.evaluate(VISIBILITY, "hidden")
        run.send_signal(signal.SIGINT)
        page.wait_for_function(f"() => document.title === '終了: {NAME}'")
        assert page.evaluate("window.notices") == []


def test_the_notification_can_be_called_off(serve: Serve, reader: Reader, disk: Path) -> None:
    with measuring(disk, *RUN) as run:
        page = open_live_page(serve("--directory", "."), reader, "granted")
        button = page.get_by_role("button", name="Tell me when it ends")
        button.click()
        page.locator("#done", has_text="A notification will come").wait_for()
        button.click()
        assert button.get_attribute("aria-pressed") == "false"
        assert page.locator("#done").inner_text() == ""
        run.send_signal(signal.SIGINT)
        page.wait_for_function(f"() => document.title === 'Ended: {NAME}'")
        assert page.evaluate("window.notices") == []


@pytest.mark.long
def test_the_end_of_a_campaign_has_its_headline(serve: Serve, two_campaign_store: Path) -> None:
    served = serve("--store", str(two_campaign_store))
    found = re.search(r"/campaign/[0-9a-f]+/1", served.get("/").text)
    end = json.loads(served.get(f"{found[0]}/end").text)
    assert end["words"] == "It has ended: finished."
    assert end["headline"]
    assert f"<h1>{opening.text(end['headline'])}</h1>" in served.get(found[0]).text
    assert served.get(f"{found[0]}000/end").status == 404


def test_every_page_has_the_icon(serve: Serve, reader: Reader) -> None:
    served = serve()
    page = reader.open(served.address)
    address = page.locator("link[rel=icon]").get_attribute("href") or ""
    icon = served.get(address)
    assert (icon.status, icon.headers["content-type"]) == (200, "image/svg+xml")
    mark = page.locator(".top img")
    assert mark.get_attribute("src") == address
    assert mark.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
