"""`plimsoll web` beneath other sites, other users, clients that break every rule, and stores of somebody who means harm: one
server goes through all of this file, and is sound after each attack.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import socket
import sqlite3
import subprocess
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.hostile import stores
from tests.hostile.http import Said, raw, request
from tests.hostile.rig import Rig, as_root, number, until, untouched
from tests.hostile.test_guard import defect, whole
from tests.web.serving import Served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.hostile.conftest import Attempts

TOKEN = "a-token-of-the-attacks-0123456789"
STORE = re.compile(r"/campaign/([0-9a-f]+)/(\d+)")


class Page:
    """The server and what is needed to speak to it as its own page does."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.folder = folder
        self.served = Served.begin(*flags, folder=folder)
        self.port = self.served.port
        self.host = f"127.0.0.1:{self.port}"

    def sound(self) -> None:
        """It is there, and answers who may ask."""
        assert self.served.process.poll() is None, "the server is gone"
        said = raw(self.port, request("GET", "/", {"Host": self.host}))
        assert said.status == 200, said.head

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"") -> Said:
        """With the right Host unless another is given."""
        return raw(self.port, request(method, path, {"Host": self.host, **(headers or {})}, body))

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Said:
        """A form of its own page."""
        body = urlencode({"page_token": self.token, **fields}).encode()
        return self.ask("POST", path, {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}", **headers}, body)

    @property
    def token(self) -> str:
        """That its forms carry."""
        found = re.search(r'name="page_token" value="([^"]+)"', self.ask("GET", "/start").body.decode())
        assert found
        return found[1]

    @property
    def store(self) -> str:
        """The id of the store that a form writes to."""
        found = re.search(r'name="store" value="([^"]+)"', self.ask("GET", "/start").body.decode())
        assert found
        return found[1]

    def known(self) -> dict[str, int]:
        """Its memory in kB, its threads, its open files."""
        status = dict(line.split(":", 1) for line in Path(f"/proc/{self.served.process.pid}/status").read_text().splitlines() if ":" in line)
        return {"rss": int(status["VmRSS"].split()[0]), "threads": int(status["Threads"]),
                "files": len(os.listdir(f"/proc/{self.served.process.pid}/fd"))}  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """One for the whole file."""
    folder = tmp_path_factory.mktemp("page")
    stores.make(folder)
    made = Page(folder, "--store", "kept.db")
    yield made
    made.served.end()


@pytest.fixture
def sound(page: Page) -> Iterator[Page]:
    """It is sound before and after."""
    page.sound()
    yield page
    page.sound()


def a_campaign(page: Page) -> str:
    """The path of one that is there."""
    found = STORE.search(page.ask("GET", "/").body.decode())
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


def test_a_name_that_leads_here_is_not_answered(sound: Page, attempts: Attempts) -> None:
    for name in NAMES:
        called = name.format(port=sound.port, long="a." * 2000)
        said = sound.ask("GET", "/start", {"Host": called})
        assert said.status in (0, 400, 421), (called, said.head)
        assert b"page_token" not in said.body
        attempts.held()


def test_another_site_writes_nothing(sound: Page, attempts: Attempts) -> None:
    """With the right token, too: the browser says where it came from."""
    token = sound.token
    for path in WRITES:
        for headers in [*FOREIGN, None]:
            at = path.format(campaign=a_campaign(sound))
            known = {name: value.format(host=sound.host) for name, value in (headers or {}).items()}
            body = urlencode({"page_token": token if headers is not None else "guessed", "toml": "x", "text": "x"}).encode()
            said = sound.ask("POST", at, {"Content-Type": "application/x-www-form-urlencoded", **known}, body)
            assert said.status == 403, (at, headers, said.head)
            attempts.held()
        for sent in ("", "x", "é", token[:-1], token + "x", token.swapcase(), "\0", "x" * 100_000):
            body = urlencode({"page_token": sent}).encode()
            said = sound.ask("POST", path.format(campaign=a_campaign(sound)), {"Content-Type": "application/x-www-form-urlencoded"}, body)
            assert said.status == 403, (path, sent[:20], said.head)
            attempts.held()


def test_no_path_leads_out(sound: Page, attempts: Attempts) -> None:
    found = STORE.search(sound.ask("GET", "/").body.decode())
    assert found
    for path in PATHS:
        at = path.format(store=f"/campaign/{found[1]}", report=f"/report/{found[1]}")
        said = sound.ask("GET", at)
        assert said.status in (0, 400, 404), (at[:80], said.head)
        assert b"root:x:" not in said.body and b"SQLite format" not in said.body
        attempts.held()


def test_no_answer_is_led_elsewhere(sound: Page, attempts: Attempts) -> None:
    """Neither a redirect to another server nor a header that somebody else wrote."""
    for path in (
        "//evil.example/", "/\\evil.example/", "///evil.example", "/%2f%2fevil.example", "/%5cevil.example", "/x%0d%0aSet-Cookie:%20a=b", "/start%0d%0aX: y",
        "/?token=wrong%0d%0aLocation: http://evil.example", "/login?next=http://evil.example", "//evil.example/%2e%2e", "/.//evil.example", "/start/", "/start//",
        "/static", "/campaign/x/1/", "/compare/", "/;//evil.example",
    ):  # fmt: skip
        said = sound.ask("GET", path)
        where = said.headers.get("location", f"http://{sound.host}/")
        assert where.startswith((f"http://{sound.host}/", "/")) and not where.startswith(("//", "/\\")), (path, where)
        assert "set-cookie" not in said.headers
        assert "x" not in said.headers
        attempts.held()


@pytest.mark.parametrize("name", SMUGGLED)
def test_a_request_within_a_request_is_refused(sound: Page, name: str) -> None:
    head, statuses = SMUGGLED[name]
    said = raw(sound.port, f"POST /start/plan HTTP/1.1\r\nHost: {sound.host}\r\n".encode() + head, within_s=20)
    assert said.status in statuses, said.head


def test_what_is_no_http_is_refused(sound: Page, attempts: Attempts) -> None:
    for said in NO_HTTP:
        answer = raw(sound.port, said, hang_up=True)
        assert answer.status in (0, 400, 404, 405, 414, 421, 431), (said[:40], answer.head)
        attempts.held()
    for method in ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "GET\x00", "get", "x" * 1000):
        answer = sound.ask(method, "/start", {"Content-Length": "0"})
        assert answer.status in (0, 200, 400, 403, 405), (method[:10], answer.head)
        attempts.held()


# Forms ----------------------------------------------------------------------------------------------------------------

STACK = stores.STACK
TOML = f'[campaign]\nname = "c"\nvirtual = true\nmeasure_for = "1s"\n[target]\npath = "stack:{STACK}"\n'
ORDER = 'set = "touch PWNED"\nread = "touch PWNED; echo 1"\nrestore = "touch PWNED"\n'
REFUSED = {
    "commands of settings": f'{TOML}[configuration.a.setting]\nname = "x"\n{ORDER}',
    "a command to clear caches": TOML.replace("[target]", 'clear_caches = "touch PWNED"\n[target]'),
    "a collector": TOML.replace("virtual = true", 'collect = ["touch PWNED"]').replace(f"stack:{STACK}", "null:"),
    "data that may be lost": TOML.replace("[target]", 'i_will_lose_the_data_on = ["/dev/vda"]\n[target]'),
    "a signature that may be lost": TOML.replace("[target]", "overwrite_signature = true\n[target]"),
    "no TOML": "campaign = [",
    "an unknown key": TOML + "x = 1\n",
    "a name of control characters": TOML.replace('"c"', '"\\u001b[2J\\u202e"') + "nonsense = 1\n",
    "too many points": TOML + "[load]\nrate = [" + ",".join(map(str, range(1, 1500))) + "]\n[workload]\nread = [" + ",".join(str(n % 101) for n in range(1500)) + "]\n",
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_form_brings_no_commands_and_gives_no_data_up(sound: Page, attempts: Attempts, name: str) -> None:
    before = sorted(sound.folder.iterdir())
    for path in ("/start/plan", "/start/run", "/start/file"):
        said = sound.post(path, {"store": sound.store, "toml": REFUSED[name]})
        # A file that was brought back into the form is shown, as text.
        assert said.status == 422 or (path == "/start/file" and said.status == 200), (path, said.head, said.body[-500:])
        assert b"\x1b" not in said.body
        attempts.held()
    assert sorted(sound.folder.iterdir()) == before
    assert not list(sound.folder.glob("PWNED*"))


DEEP = {
    "lists": "a = " + "[" * 50_000, "closed lists": "a = " + "[" * 50_000 + "]" * 50_000, "tables": "[" + "a." * 50_000 + "a]",
    "inline tables": "a = " + "{a = " * 20_000, "keys": "a." * 50_000 + "a = 1", "many keys": "\n".join(f"k{n} = 1" for n in range(200_000)),
    "a long text": f'a = "{"x" * 3_000_000}"', "digits": "a = " + "9" * 100_000, "arrays of tables": "[[a]]\n" * 100_000,
}  # fmt: skip


@pytest.mark.parametrize("name", [*(pytest.param(n, marks=() if n == "lists" else whole) for n in DEEP)])
def test_a_document_that_is_too_deep_or_too_long_is_refused(sound: Page, name: str, request: pytest.FixtureRequest) -> None:
    if name in ("lists", "closed lists", "inline tables"):
        request.applymarker(defect("D10"))
    for path in ("/start/plan", "/start/run", "/start/file"):
        said = sound.post(path, {"store": sound.store, "toml": DEEP[name]})
        assert said.status in (413, 422) or (path == "/start/file" and said.status == 200), (path, said.head)


def test_forms_of_any_shape_are_refused(sound: Page, attempts: Attempts) -> None:
    form = "application/x-www-form-urlencoded"
    for body, kind in (
        (b"&".join(b"a%d=b" % n for n in range(1500)), form), (b"%", form), (b"page_token=%ff%fe", form), (b"\xff" * 1000, form), (b"=" * 1000, form),
        (b'{"page_token": 1}', "application/json"), (b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x"), (b"a=b", "multipart/form-data"),
        (b"a=b", ""), (b"a=b", form + "; charset=utf-32"), (b"a=" + b"b" * 4_000_000, form),
    ):  # fmt: skip
        for path in WRITES:
            said = sound.ask("POST", path.format(campaign=a_campaign(sound)), {"Content-Type": kind}, body)
            assert said.status in (400, 403, 413), (path, kind, said.head)
            attempts.held()


@whole
def test_the_page_does_not_write_to_a_file_that_is_somebodys(rig: Rig) -> None:
    """Its plan is shown; the start is refused in the command's words."""
    theirs = rig.image("theirs", 8)
    page = Page(rig.folder, "--store", "s.db", "--allow-commands")
    rig.later(page.served.end)
    text = f'[campaign]\nname = "c"\nsettle = false\nmeasure_for = "100ms"\n[target]\npath = "{theirs}"\n[workload]\nread = 0\n'
    with untouched(theirs):
        for _ in range(100):
            said = page.post("/start/run", {"store": page.store, "toml": text})
            # Another Run on this machine is waited for.
            if said.status != 409:
                break
            time.sleep(0.5)
        if said.status == 303:
            at = said.headers["location"]
            until(lambda: "finished" in page.ask("GET", at).body.decode(), "the campaign has ended")
            assert "refusing to write" in page.ask("GET", at).body.decode()
        else:
            assert said.status in (409, 422), said.head


# Stores of somebody who means harm ------------------------------------------------------------------------------------


def test_resume_on_the_page_runs_no_command_of_a_store(rig: Rig) -> None:
    """A harmless campaign without configurations, and a journal with orders: what `web` may not start, it may not resume."""
    source = rig.path("source")
    source.mkdir()
    (source / "c.toml").write_text(TOML.replace('"1s"', '"1s"\nrepeats = 3'))
    shelf = rig.path("shelf")
    shelf.mkdir()
    store = shelf / "i.db"
    assert rig.plimsoll("campaign", "run", source / "c.toml", "--store", store).code == 0
    orders = {"read": f"id > {rig.folder}/PWNED; echo 1", "restore": f"touch {rig.folder}/PWNED2", "limit_s": 60.0}
    with stores.opened(store) as db:
        db.execute("UPDATE campaign SET state = 'running'")
        db.execute("UPDATE planned_point SET state = 'planned' WHERE number > 1")
        db.execute(
            "INSERT INTO setting_journal (campaign_id, configuration, setting, original, commands, journalled_at_ns) VALUES (1, 'off', 'x', '1', ?, 1)",
            (json.dumps(orders),),
        )
    page = Page(rig.folder, "--directory", str(shelf))
    rig.later(page.served.end)
    found = STORE.search(page.ask("GET", "/").body.decode())
    assert found
    said = page.post(f"/campaign/{found[1]}/{found[2]}/resume", {})
    assert said.status in (303, 403, 409, 422), said.head
    if said.status == 303:
        # It may go on without them; it must not run them.
        def ended() -> bool:
            with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db:
                return db.execute("SELECT state FROM campaign").fetchone() == ("finished",)

        with contextlib.suppress(pytest.fail.Exception):
            until(ended, "the campaign has ended", 15)
    assert list(rig.folder.glob("PWNED*")) == []


MARKUP = ['"><script>alert(1)</script>', "<img src=x onerror=alert(1)>", "</title><svg/onload=alert(1)>", "javascript:alert(1)", "{{7*7}}", "\x1b]0;pwn\x07", "\u202egnp.exe",
          "'); DROP TABLE run; --", "=cmd|' /C calc'!A0", "x" * 100_000]  # fmt: skip


@pytest.mark.parametrize("text", [*(pytest.param(text, id=text[:12].encode().hex(), marks=() if n == 0 else whole) for n, text in enumerate(MARKUP))])
def test_names_of_a_store_bring_no_markup(rig: Rig, page: Page, attempts: Attempts, text: str) -> None:
    shelf = rig.path("shelf")
    shelf.mkdir()
    store = stores.copy(page.folder / "kept.db", shelf)
    with stores.opened(store) as db:
        db.execute("UPDATE campaign SET kind = ?, strategy = ?, objective = ?, version = ?", (text,) * 4)
        db.execute("UPDATE campaign SET spec = json_set(spec, '$.campaign.name', ?) WHERE id = 2", (text,))
        db.execute("UPDATE planned_point SET target = json_set(target, '$.name', ?), why = ?, configuration = ?", (text,) * 3)
        db.execute("UPDATE event SET text = ?", (text,))
        db.execute("UPDATE run SET role = ?, version = ?", (text,) * 2)
    served = Page(rig.folder, "--directory", str(shelf))
    rig.later(served.served.end)
    shown = served.ask("GET", "/").body.decode()
    paths = ["/", *{f"/campaign/{a}/{b}" for a, b in STORE.findall(shown)}, *{f"/report/{a}/{b}/runs" for a, b in STORE.findall(shown)}]
    for path in paths:
        said = served.ask("GET", path)
        assert said.status in (200, 404, 422), (path, said.head)
        told = said.body.decode()
        assert "<script>alert" not in told and "<img src=x" not in told and "<svg/onload" not in told, path
        assert 'href="javascript:' not in told
        assert "\x1b" not in told
        attempts.held()


@whole
def test_a_shelf_of_everything_but_stores_is_shown(rig: Rig) -> None:
    shelf = rig.path("shelf")
    shelf.mkdir()
    os.mkfifo(shelf / "pipe.db")
    (shelf / "folder.db").mkdir()
    (shelf / "link.db").symlink_to("/dev/zero")
    (shelf / "dangling.db").symlink_to("/no/where")
    (shelf / "loop.db").symlink_to(shelf / "loop.db")
    (shelf / "empty.db").touch()
    (shelf / "text.db").write_text("text")
    (shelf / "head.db").write_bytes(b"SQLite format 3\0" + bytes(1000))
    (shelf / ("x" * 240 + ".db")).write_bytes(b"SQLite format 3\0")
    (shelf / "\udcff.db").touch()
    for n in range(200):
        (shelf / f"{n}.db").write_bytes(os.urandom(1000))
    page = Page(rig.folder, "--directory", str(shelf))
    rig.later(page.served.end)
    started = time.monotonic()
    page.sound()
    assert time.monotonic() - started < 20


# Other users, and many at once ----------------------------------------------------------------------------------------


def test_another_user_of_this_machine_sees_nothing(sound: Page) -> None:
    as_root("to be another user")
    if not Path("/usr/bin/python3").exists():
        pytest.skip("no Python that another user may run")
    code = f"import urllib.request as r; print(r.urlopen('http://{sound.host}/').status)"
    done = subprocess.run(["/usr/bin/python3", "-c", code], user=65534, group=65534, capture_output=True, text=True, check=False)
    assert "401" in done.stderr


@whole
def test_tokens_cannot_be_guessed_quickly(rig: Rig) -> None:
    stores.make(rig.folder)
    served = Served.begin("--store", "kept.db", "--token", TOKEN, folder=rig.folder, listen="0.0.0.0")
    rig.later(served.end)
    began = time.monotonic()
    guesses = 8
    threads = [threading.Thread(target=served.get, args=("/",), kwargs={"Authorization": f"Bearer guess-{n}"}) for n in range(guesses)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # One at a time, half a second each, however many ask at once.
    assert time.monotonic() - began > guesses * 0.5 * 0.9
    assert served.get("/", Authorization=f"Bearer {TOKEN}").status == 200


def test_many_clients_that_hold_on_hold_nobody_up(sound: Page, attempts: Attempts) -> None:
    def many(name: str, in_whole: int, in_short: int) -> int:
        return number(name, in_whole) if os.environ.get("HOSTILE") else in_short

    half, events = many("half_open", 300, 20), many("events", 200, 10)
    before = sound.known()
    with contextlib.ExitStack() as stack:
        for _ in range(half):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", sound.port)))
            client.sendall(f"POST /start/plan HTTP/1.1\r\nHost: {sound.host}\r\nContent-Length: 1000\r\n\r\n".encode())
        for _ in range(events):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", sound.port)))
            client.sendall(request("GET", f"{a_campaign(sound)}/events", {"Host": sound.host}))
        for _ in range(3):
            sound.sound()
        held = sound.known()
        assert held["rss"] < before["rss"] + 256 * (half + events) + 65_536, (before, held)
        attempts.held(half + events)
    until(lambda: sound.known()["files"] <= before["files"] + 5, "their connections are closed", 60)


def test_many_at_once_are_all_answered(sound: Page, attempts: Attempts) -> None:
    answers: list[int] = []
    count = number("parallel", 200) if os.environ.get("HOSTILE") else 20

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", sound.port, timeout=60)
        connection.request("GET", "/")
        answers.append(connection.getresponse().status)
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * count
    attempts.held(count)
