"""A page that fails by a defect: it leads back, and its traceback is where the docs say."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import state
from plimsoll.web import failures
from plimsoll.web.failures import Failures, Middleware
from tests.conftest import Plimsoll
from tests.web.conftest import STACK
from tests.web.server import Serve, WebServer


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return state.place()


def error_response(
    noted: Failures, error: Exception, path: str, method: str = "GET", accept: str = "text/html"
) -> tuple[int, dict[str, str], str]:
    """What a browser gets from a page that raises this: status, headers and text."""
    sent: list[Any] = []

    async def page(_scope: Any, _receive: Any, _send: Any) -> None:
        raise error

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"c=x.1",
        "server": ("127.0.0.1", 80),
        "headers": [(b"accept", accept.encode())],
    }

    async def call_middleware() -> None:
        await Middleware(page, noted)(scope, None, send)  # type: ignore[arg-type]

    # In a thread of its own: where a browser was used before, this one already has a running loop.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(lambda: asyncio.run(call_middleware())).result()
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, sent[1]["body"].decode()


def test_a_page_that_fails_says_what_happened_and_leads_back(logs: Path) -> None:
    said: list[str] = []
    status, _, text = error_response(Failures(said.append), KeyError(150), "/compare")
    assert status == 500
    assert "internal error: KeyError: 150" in text
    assert '<a href="/compare?c=x.1" target="_top">Try again</a>' in text
    assert '<a href="/" target="_top">To all campaigns</a>' in text
    [log] = logs.iterdir()
    assert str(log) in text
    assert "Traceback" in log.read_text()
    assert "KeyError: 150" in log.read_text()
    [line] = said
    assert line.startswith("GET /compare failed: internal error: KeyError: 150.")
    assert str(log) in line


def test_a_page_that_fails_again_is_logged_once(logs: Path) -> None:
    noted, errors = Failures(lambda _: None), [KeyError(150), KeyError(151)]
    for error in errors:
        assert error_response(noted, error, "/")[0] == 500
    assert len(list(logs.iterdir())) == 1


def test_a_disk_is_not_filled_with_logs(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures, "MOST_LOGS", 1)
    noted = Failures(lambda _: None)
    assert "the details are in" in error_response(noted, KeyError(150), "/")[2]
    assert "writes no more" in error_response(noted, ValueError("other"), "/")[2]
    assert len(list(logs.iterdir())) == 1


def test_a_form_that_failed_leads_to_its_campaign_and_is_not_sent_again(logs: Path) -> None:
    path = "/campaign/0123456789ab/3/resume"
    text = error_response(Failures(lambda _: None), KeyError(1), path, "POST")[2]
    assert '<a href="/campaign/0123456789ab/3" target="_top">Back to the campaign</a>' in text
    assert "Try again" not in text


def test_a_report_that_failed_says_so_in_its_frame(logs: Path) -> None:
    headers = error_response(Failures(lambda _: None), KeyError(1), "/report/0123456789ab/3/runs")[
        1
    ]
    assert "frame-ancestors 'self'" in headers["content-security-policy"]


def test_a_link_of_a_failed_page_names_no_other_server(logs: Path) -> None:
    assert (
        'href="/evil.example/'
        in error_response(Failures(lambda _: None), KeyError(1), "//evil.example/")[2]
    )


def test_a_program_that_asks_gets_a_line(logs: Path) -> None:
    status, _, text = error_response(Failures(lambda _: None), KeyError(1), "/", accept="*/*")
    assert status == 500
    assert text.startswith("plimsoll: internal error: KeyError: 1.")
    assert text.count("\n") == 1


def test_an_address_that_is_no_page_leads_back(plain_server: WebServer) -> None:
    served, html = plain_server, {"Accept": "text/html", "Accept_Language": "tr"}
    shelf = '<a href="/" target="_top">Tüm kampanyalara</a>'
    for path in ("/nowhere", "/campaign/0123456789ab/3", "/report/0123456789ab/3/runs"):
        missing = served.get(path, **html)
        assert (missing.status, shelf in missing.text) == (404, True), path
        assert "Yeniden dene" not in missing.text
    # The address of a form, loaded again after the form was refused.
    at = "/campaign/0123456789ab/3"
    for action in ("stop", "mark", "resume", "label", "delete"):
        page = served.get(f"{at}/{action}", **html)
        assert page.status == 405
        assert f'<a href="{at}" target="_top">Kampanyaya dön</a>' in page.text
        assert "yalnızca bir formdan" in page.text
    start = served.get("/start/plan", **html)
    assert (start.status, '<a href="/start" target="_top">' in start.text) == (405, True)


def test_a_form_of_a_server_that_was_restarted_leads_back(plain_server: WebServer) -> None:
    served, at = plain_server, "/campaign/0123456789ab/3"
    stale = {"page_token": "of the server before"}
    refused = served.post(f"{at}/stop", stale, Accept="text/html")
    assert refused.status == 403
    assert "This server was restarted" in refused.text
    assert f'<a href="{at}" target="_top">Back to the campaign</a>' in refused.text
    assert served.post(f"{at}/stop", stale).text.startswith("plimsoll: refused: ")
    large = {"Accept": "text/html", "Content_Length": str(8 << 20), "Accept_Language": "ja"}
    refused = served.ask("POST", "/start/plan", None, **large)
    assert (refused.status, "4 MiBを超えています" in refused.text) == (413, True)
    assert '<a href="/start" target="_top">' in refused.text


def test_a_form_that_is_sent_after_the_login_ended_leads_to_the_login(
    guarded_server: WebServer,
) -> None:
    served = guarded_server
    html = {"Accept": "text/html", "Accept_Language": "ja"}
    page = served.post("/start/plan", {"page_token": "x"}, **html)
    assert (page.status, 'action="/login"' in page.text) == (401, True)
    assert '<html lang="ja">' in page.text


@pytest.mark.long
def test_what_was_refused_leads_back_too(serve: Serve, plimsoll: Plimsoll) -> None:
    run = (
        "run",
        "--virtual",
        "--target",
        f"stack:{STACK}",
        "--measure-for",
        "1s",
        "--store",
        "k.db",
    )
    assert plimsoll(*run).code == 0
    served = serve("--store", "k.db")
    page = served.get("/", Accept="text/html").text
    at = page.partition('href="/campaign/')[2].partition('"')[0]
    store = at.partition("/")[0]
    refused = served.get(f"/report/{store}/1/scaling", Accept="text/html")
    assert refused.status == 409
    assert f'<a href="/report/{store}/1/scaling" target="_top">Try again</a>' in refused.text
    assert '<a href="/" target="_top">To all campaigns</a>' in refused.text
