"""`plimsoll web` beneath other sites, other users, and clients that break every rule: one server
goes through all of this file, and is sound after each attack.
"""

import contextlib
import http.client
import socket
import subprocess
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.hostile import stores
from tests.hostile.conftest import Attempts
from tests.hostile.http import raw, request
from tests.hostile.page import CAMPAIGN, Page
from tests.hostile.rig import Rig, as_root, many, until, whole
from tests.patience import PATIENCE_S
from tests.web.server import WebServer
from tests.words import argv

pytestmark = pytest.mark.long

FORM = "application/x-www-form-urlencoded"
TOKEN = "a-token-of-the-attacks-0123456789"


def a_campaign(page: Page) -> str:
    """The path of one that is there."""
    found = CAMPAIGN.search(page.ask("GET", "/").body.decode())
    assert found
    return f"/campaign/{found[1]}/2"


# fmt: off
NAMES = ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "127.0.0.1.evil.example:{port}", "0", "0.0.0.0", "[::]", "[::2]", "2130706433",
         "0x7f.1", "127.1", "127.0.0.2", "169.254.169.254", "", " ", "a b", "[::", "]", "\x00", "localhost.evil.example", "evil.example#@127.0.0.1",
         "evil.example/127.0.0.1", "127.0.0.1\tevil.example", "{long}"]
FOREIGN = [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1"}, {"Origin": "http://127.0.0.1:1"}, {"Origin": "file://"},
           {"Origin": "http://localhost.evil.example"}, {"Origin": "http://{host}.evil.example"}, {"Origin": "http://evil.example, http://{host}"},
           {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": ""}]
WRITES = ["/start/plan", "/start/run", "/start/file", "{campaign}/stop", "{campaign}/mark", "{campaign}/resume"]
PATHS = [
    "/..", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/static/../guard.py", "/static/x/../../guard.py", "/static/x/%2e%2e%2f%2e%2e%2fguard.py",
    "/static/x/..%5c..%5cguard.py", "/static//etc/passwd", "/static/x/style.css", "/static/x/\x00", "/static/x/" + "a" * 4000, "/campaign/..%2f..%2fetc%2fpasswd/1",
    "/campaign/0/1", "/campaign/x/1", "/campaign/%00/1", "{store}/0", "{store}/-1", "{store}/1e3", "{store}/99999999999999999999999999", "{store}/1%00",
    "{store}/1;id", "{store}/1'--", "{store}/%EF%BC%91", "{store}/" + "9" * 5000, "{report}/1/../../runs", "{report}/1/--help", "{report}/1/runs.exe",
    "{report}/--force/runs", "{report}/1-/runs", "{report}/1,,,2/runs", "{report}/2147483648/runs", "{report}/2/..%2f..%2fetc%2fpasswd", "{report}/2/none.html",
    "/compare?c=x.1&c=y.2", "/compare?c=" + "x" * 4000, "/nothing", "/%", "/%zz", "/\u202e", "/.git/config", "/plimsoll.db", "/kept.db", "/proc/self/environ",
]
SMUGGLED = {
    # The bytes of the head, after the request line and the Host; what it may be answered with.
    "chunked": (b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n", (411, 400)),
    "both lengths": (b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n", (411, 400)),
    "two lengths": (b"Content-Length: 5\r\nContent-Length: 50\r\n\r\nabcde", (400, 403, 411, 0)),
    "a length of signs": (b"Content-Length: +5\r\n\r\nabcde", (400, 411, 403, 0)),
    "a negative length": (b"Content-Length: -1\r\n\r\n", (400, 411, 0)),
    "a length in another script": ("Content-Length: ５\r\n\r\nabcde".encode(), (400, 411, 0)),
    "a length of a thousand digits": (b"Content-Length: " + b"9" * 1000 + b"\r\n\r\n", (400, 413, 0)),
    "a length beyond the body's bound": (b"Content-Length: 5000000\r\n\r\n", (413,)),
    "no length": (b"\r\n", (411, 400)),
    "a length of blanks": (b"Content-Length:   \r\n\r\n", (400, 411, 0)),
    "a coding with a blank before the colon": (b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", (400, 411, 0)),
    "a coding that is none": (b"Transfer-Encoding: xchunked\r\n\r\n", (400, 411, 501, 0)),
    "a folded header": (b"X: a\r\n b\r\nContent-Length: 0\r\n\r\n", (400, 403, 0)),
    "a bare line feed": (b"X: a\nContent-Length: 0\r\n\r\n", (400, 403, 0)),
    "a NUL in a header": (b"X: \x00\r\nContent-Length: 0\r\n\r\n", (400, 403, 0)),
    "two hosts": (b"Host: evil.example\r\nContent-Length: 0\r\n\r\n", (400, 403, 421)),
    "an encoding of the body": (b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00", (403,)),
    "an upgrade": (b"Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 0\r\n\r\n", (400, 403, 426)),
    "who expects to go on": (b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\nabcde", (100, 403, 417)),
}
NO_HTTP = [
    b"", b"\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET  / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\xff" * 5000, b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 100_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"y" * 1_000_000 + b"\r\n\r\n", b"CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example:80\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"OPTIONS * HTTP/1.1\r\n\r\n", b"NBDMAGICIHAVEOPT", b"SSH-2.0-x\r\n", b"HELO x\r\n", b"G" * 70_000,
]
# fmt: on
ELSEWHERE = (
    *argv("//evil.example/ ///evil.example /%2f%2fevil.example /%5cevil.example /.//evil.example"),
    *argv("//evil.example/%2e%2e /x%0d%0aSet-Cookie:%20a=b '/start%0d%0aX: y' '/;//evil.example'"),
    *argv("'/?token=wrong%0d%0aLocation: http://evil.example' /login?next=http://evil.example"),
    *argv("/start/ /start// /static /campaign/x/1/ /compare/"),
    "/\\evil.example/",
)


def test_a_name_that_leads_here_is_not_answered(sound: Page, attempts: Attempts) -> None:
    for name in NAMES:
        called = name.format(port=sound.port, long="a." * 2000)
        said = sound.ask("GET", "/start", {"Host": called})
        assert said.status in (0, 400, 421), (called, said.head)
        assert b"page_token" not in said.body
        attempts.count_success()


def test_another_site_writes_nothing(sound: Page, attempts: Attempts) -> None:
    """With the right token, too: the browser says where it came from."""
    token = sound.token
    for path in WRITES:
        for headers in [*FOREIGN, None]:
            at = path.format(campaign=a_campaign(sound))
            known = {name: value.format(host=sound.host) for name, value in (headers or {}).items()}
            known["Content-Type"] = FORM
            fields = {"page_token": token if headers is not None else "guessed"}
            body = urlencode({**fields, "toml": "x", "text": "x"}).encode()
            said = sound.ask("POST", at, known, body)
            assert said.status == 403, (at, headers, said.head)
            attempts.count_success()
        for sent in ("", "x", "é", token[:-1], token + "x", token.swapcase(), "\0", "x" * 100_000):
            body = urlencode({"page_token": sent}).encode()
            at = path.format(campaign=a_campaign(sound))
            said = sound.ask("POST", at, {"Content-Type": FORM}, body)
            assert said.status == 403, (path, sent[:20], said.head)
            attempts.count_success()


def test_no_path_leads_out(sound: Page, attempts: Attempts) -> None:
    found = CAMPAIGN.search(sound.ask("GET", "/").body.decode())
    assert found
    for path in PATHS:
        at = path.format(store=f"/campaign/{found[1]}", report=f"/report/{found[1]}")
        said = sound.ask("GET", at)
        assert said.status in (0, 400, 404), (at[:80], said.head)
        assert b"root:x:" not in said.body
        assert b"SQLite format" not in said.body
        attempts.count_success()


def test_no_answer_is_led_elsewhere(sound: Page, attempts: Attempts) -> None:
    """Neither a redirect to another server nor a header that somebody else wrote."""
    for path in ELSEWHERE:
        said = sound.ask("GET", path)
        where = said.headers.get("location", f"http://{sound.host}/")
        assert where.startswith((f"http://{sound.host}/", "/")), (path, where)
        assert not where.startswith(("//", "/\\")), (path, where)
        assert "set-cookie" not in said.headers
        assert "x" not in said.headers
        attempts.count_success()


@pytest.mark.parametrize("name", SMUGGLED)
def test_a_request_within_a_request_is_refused(sound: Page, name: str) -> None:
    head, statuses = SMUGGLED[name]
    said = raw(sound.port, f"POST /start/plan HTTP/1.1\r\nHost: {sound.host}\r\n".encode() + head)
    assert said.status in statuses, said.head


def test_what_is_no_http_is_refused(sound: Page, attempts: Attempts) -> None:
    for said in NO_HTTP:
        answer = raw(sound.port, said, hang_up=True)
        assert answer.status in (0, 400, 404, 405, 414, 421, 431), (said[:40], answer.head)
        attempts.count_success()
    known = argv("HEAD OPTIONS PUT DELETE PATCH TRACE PROPFIND get")
    for method in (*known, "GET\x00", "x" * 1000):
        answer = sound.ask(method, "/start", {"Content-Length": "0"})
        assert answer.status in (0, 200, 400, 403, 405), (method[:10], answer.head)
        attempts.count_success()


def test_forms_of_any_shape_are_refused(sound: Page, attempts: Attempts) -> None:
    for body, kind in (
        (b"&".join(b"a%d=b" % n for n in range(1500)), FORM),
        (b"%", FORM),
        (b"page_token=%ff%fe", FORM),
        (b"\xff" * 1000, FORM),
        (b"=" * 1000, FORM),
        (b'{"page_token": 1}', "application/json"),
        (b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x"),
        (b"a=b", "multipart/form-data"),
        (b"a=b", ""),
        (b"a=b", FORM + "; charset=utf-32"),
        (b"a=" + b"b" * 4_000_000, FORM),
    ):
        for path in WRITES:
            said = sound.ask(
                "POST", path.format(campaign=a_campaign(sound)), {"Content-Type": kind}, body
            )
            assert said.status in (400, 403, 413), (path, kind, said.head)
            attempts.count_success()


# Other users, and many at once
# ----------------------------------------------------------------------------------------


def test_another_user_of_this_machine_sees_nothing(sound: Page) -> None:
    as_root("to be another user")
    if not Path("/usr/bin/python3").exists():
        pytest.skip("no Python that another user may run")
    code = f"import urllib.request as r; print(r.urlopen('http://{sound.host}/').status)"
    done = subprocess.run(
        ["/usr/bin/python3", "-c", code],
        user=65534,
        group=65534,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "401" in done.stderr


@whole
def test_tokens_cannot_be_guessed_quickly(rig: Rig) -> None:
    stores.make(rig.folder)
    served = WebServer.begin(
        "--store", "kept.db", "--token", TOKEN, folder=rig.folder, listen="0.0.0.0"
    )
    rig.later(served.end)
    began = time.monotonic()
    guesses = 8
    threads = [
        threading.Thread(
            target=served.get, args=("/",), kwargs={"Authorization": f"Bearer guess-{n}"}
        )
        for n in range(guesses)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # One at a time, half a second each, however many ask at once.
    assert time.monotonic() - began > guesses * 0.5 * 0.9
    assert served.get("/", Authorization=f"Bearer {TOKEN}").status == 200


def test_many_clients_that_hold_on_hold_nobody_up(sound: Page, attempts: Attempts) -> None:
    half, events = many("half_open", 300, 20), many("events", 200, 10)
    before = sound.process_usage()
    with contextlib.ExitStack() as stack:
        for _ in range(half):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", sound.port)))
            client.sendall(
                f"POST /start/plan HTTP/1.1\r\nHost: {sound.host}\r\nContent-Length: 1000\r\n\r\n".encode()
            )
        for _ in range(events):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", sound.port)))
            client.sendall(request("GET", f"{a_campaign(sound)}/events", {"Host": sound.host}))
        for _ in range(3):
            sound.sound()
        held = sound.process_usage()
        assert held["rss"] < before["rss"] + 256 * (half + events) + 65_536, (before, held)
        attempts.count_success(half + events)
    until(
        lambda: sound.process_usage()["files"] <= before["files"] + 5,
        "their connections are closed",
        60,
    )


def test_many_at_once_are_all_answered(sound: Page, attempts: Attempts) -> None:
    answers: list[int] = []
    count = many("parallel", 200, 20)

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", sound.port, timeout=PATIENCE_S)
        connection.request("GET", "/")
        answers.append(connection.getresponse().status)
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * count
    attempts.count_success(count)
