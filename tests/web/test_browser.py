"""The server in a real browser, as a person uses it: start, watch, mark, stop, read, choose,
compare; by keyboard, on a phone."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.store import Store
from tests.command import start_command
from tests.conftest import Plimsoll
from tests.patience import PATIENCE_S
from tests.web.server import Serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Locator, Page

WITHIN_MS = 1000 * PATIENCE_S
"""How long anything may take on a machine that is busy: not a measure of speed."""


class Reader:
    """Windows on a server; what a page asks of another server, and what it complains about, is
    noted."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.foreign: list[str] = []
        self.troubles: list[str] = []
        self._contexts: list[Any] = []

    def open(self, address: str, **options: Any) -> Page:
        context = self._browser.new_context(
            **{"viewport": {"width": 1200, "height": 900}, **options}
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WITHIN_MS)
        page.on(
            "request",
            lambda one: (
                self.foreign.append(one.url)
                if not one.url.startswith((address, "data:", "blob:"))
                else None
            ),
        )
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on(
            "console",
            lambda said: self.troubles.append(said.text) if said.type == "error" else None,
        )
        page.goto(address)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Reader]:
    made = Reader(browser)
    yield made
    made.close()
    assert (made.foreign, made.troubles) == ([], [])


def follow(link: Locator) -> None:
    """Follows a link and waits until the page is there whole, its scripts too: a person reads
    before the next click, a test does not."""
    with link.page.expect_navigation():
        link.click()


def report(page: Page) -> FrameLocator | Page:
    """The report of the page: in its place, or, while something else is measured on this machine,
    behind its link."""
    page.locator("#reports").wait_for()
    if page.locator("iframe").count():
        found: FrameLocator | Page = page.frame_locator("iframe")
    else:
        assert "measuring on this machine" in " ".join(page.locator(".notice").all_inner_texts())
        page.locator("#reports a").first.click()
        found = page
    # What its first screen says may stand on the page around it.
    found.locator("header").wait_for(state="attached")
    return found


def wait_for_campaign(page: Page) -> None:
    """Loads the shelf anew, each time whole, until a campaign is on it."""
    until = time.monotonic() + 120
    while not page.locator('a[href^="/campaign/"]').count():
        assert time.monotonic() < until, page.locator("main").inner_text()
        page.wait_for_timeout(300)
        page.reload()


@contextmanager
def measuring(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A command that measures meanwhile; it is killed at the end."""
    run = start_command(words, folder, with_errors=False)
    try:
        yield run
    finally:
        run.kill()
        run.wait()
        run.stdout.close()


@contextmanager
def held_up(run: subprocess.Popen[str]) -> Iterator[None]:
    """It is stopped for half of the time: as late as on a machine that is full."""
    over = threading.Event()

    def hold() -> None:
        while not over.wait(0.3):
            run.send_signal(signal.SIGSTOP)
            over.wait(0.3)
            run.send_signal(signal.SIGCONT)

    holding = threading.Thread(target=hold)
    holding.start()
    try:
        yield
    finally:
        over.set()
        holding.join()


def text_changes(page: Page, selector: str) -> None:
    """Waits until what stands there is another than now."""
    before = page.locator(selector).inner_text()
    page.wait_for_function(
        "([selector, before]) => document.querySelector(selector).innerText !== before",
        arg=[selector, before],
    )


def test_a_campaign_on_a_file_is_started_watched_marked_stopped_and_read(
    serve: Serve, reader: Reader, disk: Path, plimsoll: Plimsoll
) -> None:
    assert plimsoll("prepare", "test.dat", "--size", "16m").code == 0
    page = reader.open(serve("--store", "kept.db").address)
    follow(page.get_by_role("link", name="Start a campaign").first)
    page.get_by_label("Path of the target").fill("test.dat")
    page.get_by_label("Name", exact=True).fill("from the form")
    page.get_by_label("Strategy").select_option("grid")
    page.get_by_label("Warm-up").fill("500ms")
    page.get_by_label("Measure for").fill("120s")
    page.get_by_label("Objective").fill("p99 <= 1ms")
    page.get_by_label("Offered rate").fill("300 200")
    page.get_by_role("button", name="Show the plan").click()
    page.get_by_role("heading", name="from the form: 2 Points").wait_for()
    assert "16 MiB" in page.locator(".figures").inner_text()
    assert 'path = "test.dat"' in page.locator("#toml").input_value()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download").click()
    assert kept.value.suggested_filename == "from-the-form.toml"
    assert kept.value.path().read_text() == page.locator("#toml").input_value()
    # What is changed here is what starts: this file of ours needs no rest between its Points.
    told = page.locator("#toml").input_value()
    page.locator("#toml").fill(told.replace("[campaign]\n", "[campaign]\nsettle = false\n"))
    for box in page.get_by_label("Start it anyway").all():
        # Something else is measured on this machine.
        box.check()
    page.get_by_role("button", name="Start it").click()
    page.wait_for_url("**/campaign/**")

    page.locator("#figures .figure").first.wait_for()
    text_changes(page, "#progress")
    text_changes(page, "#figures")
    # Out of sight it asks for nothing: a browser has six connections to a server, and each page
    # would keep one.
    sight = (
        "(seen) => { Object.defineProperty(document, 'visibilityState', {value: seen, configurable:"
        " true}); document.dispatchEvent(new Event('visibilitychange')); }"
    )
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/events")):
        page.evaluate(sight, "hidden")
    with page.expect_request("**/events"):
        page.evaluate(sight, "visible")
    text_changes(page, "#progress")
    page.locator("#doing", has_text="IOPS offered, Measure").wait_for()
    for name in ("rate", "bytes", "time", "heat"):
        page.locator(f"#plot-{name} svg path:not([d=''])").first.wait_for(state="attached")
    assert "p99 response time <= 1 ms" in page.locator("#plot-time").inner_text()
    assert "twice a second" in page.locator("#source").inner_text()
    page.get_by_label("Mark").fill("pulled path A")
    page.keyboard.press("Enter")
    page.locator("#said .mark").wait_for()
    page.locator("#plot-rate .flag").wait_for(state="attached")

    page.get_by_role("button", name="Stop").click()
    page.locator("#done", has_text="Stopping").wait_for()
    page.locator("h2 .state.interrupted").wait_for()
    assert "campaign 1 of kept.db" in report(page).locator("footer").inner_text()
    with Store.open(disk / "kept.db", read_only=True) as store:
        row = store.campaigns()[0]
        assert row.spec["campaign"]["settle"] is False
        marks = [event for event in store.events(row.id) if event.kind == "mark"]
        assert [mark.text for mark in marks] == ["pulled path A"]
        assert marks[0].run_id is not None
        assert row.state == "interrupted"
        assert all(run.state != "running" for run in store.runs(row.id))


def test_the_report_in_its_place_is_that_of_the_command_and_can_be_filtered(
    serve: Serve,
    reader: Reader,
    two_campaign_store: Path,
    tmp_path: Path,
    plimsoll: Plimsoll,
) -> None:
    served = serve("--store", str(two_campaign_store))
    page = reader.open(served.address)
    page.get_by_role("link", name="before", exact=True).click()
    page.locator("details.menu summary").click()
    with page.expect_download() as got:
        page.get_by_role("link", name="as csv").first.click()
    with zipfile.ZipFile(got.value.path()) as packed:
        [rows] = [packed.read(name) for name in packed.namelist() if "intervals" not in name]
    assert rows.count(b"\n") > 6, "a line for each Run"
    address = page.locator("a[href^='/report/']:not([download])").first.get_attribute("href") or ""
    name = address.rpartition("/")[2]
    done = plimsoll(
        "report",
        name,
        "--store",
        two_campaign_store,
        "--campaign",
        "1",
        "--output",
        "by-command.html",
    )
    assert done.code == 0, done.err
    assert served.get(address).body == (tmp_path / "by-command.html").read_bytes()
    shown = report(page)
    assert page.frames[-1].evaluate("window.origin") == "null", "it cannot act in our name"
    choice = shown.locator("#plimsoll-choice")
    if choice.count() == 0:
        pytest.skip("this report has nothing to choose by")
    if choice.locator("details[open]").count() == 0:
        choice.locator("summary").click()
    chosen = choice.locator("#plimsoll-chosen").inner_text()
    # Of those of which one is chosen another, of those that can be put off the first.
    choice.locator(
        "[data-value][aria-pressed=true], [data-value][aria-checked=false]"
    ).first.click()
    assert choice.locator("#plimsoll-chosen").inner_text() != chosen


LIVE = shlex.split("--warmup-for 0s --measure-for 10m --interval 200ms --store kept.db --json")


def test_the_live_page_has_a_row_for_each_of_several_workers_and_moves_them(
    serve: Serve, reader: Reader, disk: Path, plimsoll: Plimsoll
) -> None:
    assert plimsoll("prepare", "test.dat", "--size", "8m").code == 0
    words = ["run", "--target", "test.dat", "--workers", "3", "--rate", "600", *LIVE]
    with measuring(disk, *words):
        served = serve("--directory", ".")
        page = reader.open(served.address, viewport={"width": 360, "height": 740})
        link = page.get_by_role("link", name=re.compile("run")).first
        wait_for_campaign(page)
        link.click()
        page.locator("#figures .figure").first.wait_for()
        page.locator("#workers").wait_for()
        rows = page.get_by_role("region", name="Workers").get_by_role("row")
        named = [rows.nth(one).get_by_role("rowheader").inner_text() for one in (1, 2, 3)]
        assert named == ["0", "1", "2"]
        assert rows.count() == 4
        text_changes(page, "#workers tbody")
        # In one look: shares are of the busiest, and rates add up to what is achieved in all.
        shares, rates, achieved = page.evaluate(
            "[[...document.querySelectorAll('#workers .share')].map(one =>"
            " +one.getAttribute('aria-valuenow')), [...document.querySelectorAll('#workers"
            " td:nth-child(2)')].map(one => +one.innerText.replace(',', '')),"
            " document.querySelector('#figures dd').firstChild.data]"
        )
        assert max(shares) == 100
        assert sum(rates) == pytest.approx(float(achieved.split()[0].replace(",", "")), abs=3)
        assert [round(100 * rate / max(rates)) for rate in rates] == pytest.approx(shares, abs=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.evaluate(WIDER)


WIDER = """[...document.querySelectorAll('main *')]
  .filter(one => one.getBoundingClientRect().right > 360)
  .map(one => `${one.tagName} ${one.className} ${one.textContent.slice(0, 60)}`)"""


def test_a_server_that_is_reached_from_elsewhere_asks_for_its_token(
    serve: Serve, reader: Reader
) -> None:
    served = serve("--token", "a-token-of-the-test-0123456789", listen="0.0.0.0")
    address = f"http://127.0.0.1:{served.port}/"
    page = reader.open(address)
    page.get_by_label("Token").fill("wrong")
    page.keyboard.press("Enter")
    page.get_by_text("Wrong token.").wait_for()
    page.get_by_label("Token").fill("a-token-of-the-test-0123456789")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="How much load does your storage").wait_for()
    follow(page.get_by_role("link", name="Start a campaign").first)
    page.get_by_role("heading", name="Start a campaign").wait_for()
    # A browser says so itself when a page is refused: these two were.
    reader.troubles[:] = [trouble for trouble in reader.troubles if "401" not in trouble]


OWN_LAG_SAID = """() => {
  const figure = [...document.querySelectorAll('#figures .figure')]
    .find(one => one.innerText.includes('Own lag p99'));
  const late = document.querySelector('#late');
  return !late.classList.contains('none')
    && late.innerText.includes(
      "past the limit of 50 µs: response times include this machine's delays")
    && figure?.querySelector('dd small')?.innerText.includes('limit 50 µs, passed')
    && figure.querySelector('dd').innerText;
}"""


@pytest.mark.parametrize(
    ("asked", "late"),
    [(("--rate", "20000"), True), (("--queue-depth", "40"), False)],
    ids=["late", "closed loop"],
)
def test_the_live_page_says_that_this_machine_is_late_and_calls_nothing_waiting_that_is_out(
    serve: Serve,
    reader: Reader,
    disk: Path,
    asked: tuple[str, str],
    *,
    late: bool,
) -> None:
    words = ["run", "--target", "null:", *asked, *LIVE]
    page = reader.open(serve("--directory", ".").address, viewport={"width": 360, "height": 740})
    # It keeps a processor busy: it begins when all else is there.
    with measuring(disk, *words) as run, held_up(run) if late else nullcontext():
        link = page.get_by_role("link", name=re.compile("run")).first
        wait_for_campaign(page)
        link.click()
        page.locator("#figures .figure").first.wait_for()
        assert page.locator("#workers").is_hidden(), "one is the whole"
        warning = page.locator("#late")
        if late:
            # In one look: an interval that was stopped for most of its time has too few operations
            # for a percentile, and its page says less.
            said = page.wait_for_function(OWN_LAG_SAID).json_value()
            assert re.match(r"[\d.,]+ (µs|ms|s)\b", said)
        else:
            text_changes(page, "#figures")
            assert warning.is_hidden()
            figures = page.locator("#figures").inner_text()
            assert "Own lag" not in figures
            assert not re.search("waiting|not finished", figures)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.evaluate(WIDER)
