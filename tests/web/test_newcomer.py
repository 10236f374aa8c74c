"""The ways in for somebody who has measured nothing yet: the simulated array, this disk in a test
file of its own, devices and files from a list, the sample report."""

from __future__ import annotations

import html
import os
import re
import time
import tomllib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.base.errors import NoTargetError, PlimsollError, RefusedError
from plimsoll.native.devices import Device
from plimsoll.store import Store
from plimsoll.web import newcomer, own_file, ways_page
from tests.conftest import Plimsoll
from tests.patience import PATIENCE_S
from tests.web.server import Serve, WebServer
from tests.web.test_browser import Reader, follow, reader

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["reader"]
STACKS = Path(__file__).resolve().parents[2] / "examples/stacks"


def start(reader: Reader, page: Page, name: str) -> None:
    """Presses the button; where something else is measured on this machine, all the same."""
    follow(page.get_by_role("button", name=name))
    if page.get_by_label("Start it anyway").count():
        # A browser says so itself when a page is refused: this one was.
        reader.troubles[:] = [trouble for trouble in reader.troubles if "409" not in trouble]
        page.get_by_label("Start it anyway").check()
        page.get_by_role("button", name="Start it").click()


@pytest.mark.parametrize(
    ("sample", "example"), [("array", "s1-storage-b"), ("failover", "s4-failover")]
)
def test_what_is_simulated_is_one_of_the_examples(sample: str, example: str) -> None:
    text = resources.files("plimsoll.web").joinpath(f"samples/{sample}.toml").read_text()
    assert tomllib.loads(text) == tomllib.loads((STACKS / f"{example}.toml").read_text())


def test_one_click_searches_a_simulated_array_live_and_ends_with_its_answer(
    serve: Serve, reader: Reader, tmp_path: Path
) -> None:
    served = serve("--store", "kept.db", module="tests.web.sooner")
    page = reader.open(served.address)
    start(reader, page, "Run the demo")
    page.wait_for_url("**/campaign/**")
    page.locator("h1", has_text="Plan with").wait_for()
    assert "Simulated" in page.locator(".badges").first.inner_text()
    with Store.open(tmp_path / "kept.db", read_only=True) as store:
        [row] = store.campaigns()
        assert (row.kind, row.state) == ("find", "finished")
    # What it measured lies there to be changed; the next one finds it as it is, or makes another.
    array = tmp_path / "simulated-array.toml"
    array.write_text(array.read_text().replace("400us", "800us"))
    proof = {"page_token": served.page_token, "beside": "yes"}
    again = served.post("/start/try", proof)
    assert again.status == 303
    # It would go on after this test.
    assert served.post(f"{again.headers['location']}/stop", proof).status in (200, 303)
    assert "800us" in array.read_text()
    assert "400us" in (tmp_path / "simulated-array-2.toml").read_text()


@pytest.mark.parametrize(("rate", "verdict"), [("40000", "pass"), ("80000", "fail")])
def test_what_one_click_asks_of_the_array_has_a_line_within_its_reach(
    plimsoll: Plimsoll, rate: str, verdict: str
) -> None:
    array = resources.files("plimsoll.web").joinpath("samples/array.toml")
    lengths = ("--warmup-for", "200ms", "--measure-for", "2s", "--seed", "1")
    target = ("--target", f"stack:{array}", *newcomer.TRIED)
    ended = plimsoll("run", *target, "--rate", rate, *lengths, "--no-store", "--json")
    assert ended.document["judgement"]["verdict"] == verdict


def test_measuring_a_disk_makes_its_file_and_leaves_none(
    serve: Serve, reader: Reader, disk: Path
) -> None:
    page = reader.open(serve("--store", "kept.db").address)
    follow(page.get_by_role("link", name="Choose a folder…"))
    folder = page.get_by_label("Folder on the disk to measure")
    assert folder.input_value() == str(disk)
    page.get_by_label("Size of the test file").fill("16m")
    for box in page.get_by_label("Start it anyway").all():
        box.check()
    page.get_by_role("button", name="Start it").click()
    page.wait_for_url("**/campaign/**")
    # A search that a busy machine disturbs may have ended before its page is drawn.
    page.locator("#figures .figure, h2 .state.finished").first.wait_for()
    if not page.locator("h2 .state.finished").count():
        assert (disk / "plimsoll-demo.dat").exists()
        page.once("dialog", lambda asked: asked.accept())
        page.get_by_role("button", name="Stop").click()
        page.locator("h2 .state.finished").wait_for()
    end = time.monotonic() + PATIENCE_S
    while (disk / "plimsoll-demo.dat").exists():
        assert time.monotonic() < end, "the file is still there"
        time.sleep(0.05)
    left = {path.name for path in disk.iterdir() if not path.name.startswith("kept.db")}
    assert [name for name in left if not name.endswith(".plimsoll-web.log")] == []


def test_no_start_without_the_token_of_a_page(plain_server: WebServer, disk: Path) -> None:
    served = plain_server
    asked = {"folder": str(disk), "size": "16m", "beside": "yes"}
    for path, sent in (("/start/try", {"beside": "yes"}), ("/start/disk", asked)):
        assert served.post(path, sent).status == 403
        assert served.post(path, sent | {"page_token": "guessed"}).status == 403
        assert served.get(path).status in (200, 404, 405), "a link starts nothing"
    foreign = {"Origin": "http://elsewhere.example"}
    proof = {"page_token": served.page_token}
    assert served.post("/start/disk", asked | proof, **foreign).status == 403
    assert list(disk.iterdir()) == []


REFUSED = (
    ({"folder": "/nowhere/at/all"}, "there is no folder /nowhere/at/all"),
    ({"folder": ""}, "no folder is given"),
    ({"folder": "a\0b"}, "there is no folder"),
    ({"size": "1k"}, "would fit the disk's cache"),
    ({"size": "99999t"}, "more than half of the"),
    ({"size": "many"}, "many"),
    ({"objective": "p99 < soon"}, "soon"),
)


def test_what_cannot_be_measured_is_told_on_the_page_and_makes_nothing(
    plain_server: WebServer, disk: Path
) -> None:
    served = plain_server
    token = served.page_token
    for change, said in REFUSED:
        asked = {"folder": str(disk), "size": "16m", "beside": "yes", "page_token": token} | change
        answer = served.post("/start/disk", asked)
        assert answer.status == 422
        trouble = re.search(r'id="trouble">([^<]*)', answer.text)
        assert trouble
        assert said in html.unescape(trouble[1])
        assert list(disk.iterdir()) == []


def test_a_file_that_is_there_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / own_file.TEST_FILE).write_bytes(b"mine")
    with pytest.raises(RefusedError, match="exists already"):
        own_file.disk_request(str(tmp_path), "16m", "", tmp_path)
    assert (tmp_path / own_file.TEST_FILE).read_bytes() == b"mine"


def test_a_folder_without_access_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(RefusedError, match="cannot be written to"):
        own_file.disk_request(str(tmp_path), "16m", "", tmp_path)
    monkeypatch.undo()
    with pytest.raises(NoTargetError):
        own_file.disk_request(str(tmp_path / "gone"), "16m", "", tmp_path)
    assert own_file.disk_request(".", "", "p99 <= 5ms", tmp_path).words(tmp_path / "s.db")[:3] == [
        "demo",
        "--dir",
        str(tmp_path),
    ]


def test_the_folder_of_the_store_is_offered_first_and_each_file_system_once(tmp_path: Path) -> None:
    offered = own_file.folders(tmp_path)
    assert offered[0].path == tmp_path
    numbers = [one.path.stat().st_dev for one in offered]
    assert len(numbers) == len(set(numbers))
    assert all(os.access(one.path, os.W_OK) for one in offered)


def test_devices_and_files_are_listed_and_fill_the_form(
    serve: Serve, reader: Reader, disk: Path, plimsoll: Plimsoll
) -> None:
    assert plimsoll("prepare", "mine.dat", "--size", "16m").code == 0
    page = reader.open(serve("--store", "kept.db").address)
    follow(page.get_by_role("link", name="Set it up"))
    listed = page.get_by_role("region", name="Devices and files")
    row = listed.get_by_role("row", name="mine.dat")
    assert "16 MiB" in row.inner_text()
    page.get_by_label("Name", exact=True).fill("kept as typed")
    row.get_by_role("link").click()
    assert page.get_by_label("Path of the target").input_value() == str(disk / "mine.dat")
    assert page.get_by_label("Name", exact=True).input_value() == "kept as typed"
    # Without scripts it is a link that fills the form.
    page.goto(f"{page.url}?target=/dev/x%22%3Cy")
    assert page.get_by_label("Path of the target").input_value() == '/dev/x"<y'


def test_what_uses_a_device_stands_beside_it() -> None:
    def device(use: Any, *by: str) -> Device:
        return Device("sdb", "/dev/sdb", 1 << 40, "<disk>", use, by, read_only=False)

    drawn = ways_page.choices(
        [device("free"), device("mounted", "/", "/a", "/b"), device("in use", "used by vg")], []
    )
    assert "&lt;disk&gt;" in drawn
    assert "on /, /a and 1 more: writes are refused" in drawn
    assert "used by vg: writes are refused" in drawn
    assert drawn.count("writes are refused") == 2, "of what is free nothing is said"
    assert ways_page.choices([], []) == ""


def test_the_sample_report_is_drawn_once_and_says_that_it_is_simulated(
    serve: Serve, reader: Reader
) -> None:
    served = serve("--store", "kept.db")
    page = reader.open(served.address)
    follow(page.get_by_role("link", name="see a sample report"))
    if page.get_by_role("link", name="Show it anyway").count():
        page.get_by_role("link", name="Show it anyway").click()
        shown: Any = page
    else:
        shown = page.frame_locator("iframe")
    shown.locator("header h1").wait_for()
    assert "Simulated" in shown.locator(".badges").first.inner_text()
    assert "sandbox" in served.get("/sample/report").headers["content-security-policy"]
    assert served.get("/sample/report").body == served.get("/sample/report").body
    foreign = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert served.get("/sample/report", Sec_Fetch_Dest="document", **foreign).status == 403


def test_the_ways_in_are_reached_by_keyboard(plain_server: WebServer, reader: Reader) -> None:
    page = reader.open(plain_server.address)
    seen = []
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.innerText"))
    wanted = ["Run the demo", "Choose a folder…", "Set it up", "paste a campaign file"]
    assert [name for name in seen if name in wanted] == wanted


def test_a_store_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "s.db").write_bytes(b"no store")
    with pytest.raises(PlimsollError):
        own_file.newest(tmp_path / "s.db")
