"""HTTP against `plimsoll web`: requests that its own pages send, changed by structure and by byte,
whole or in pieces."""

import contextlib
import os
import random
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote_plus

from tests.hostile import stores
from tests.hostile.fuzzing import child, mutate
from tests.hostile.http import _answer, raw, request
from tests.patience import PATIENCE_S
from tests.web.server import WebServer
from tests.words import argv

HEADERS = argv(
    "Content-Length Transfer-Encoding Content-Type Host Origin Cookie Authorization Accept "
    "Connection Range If-None-Match Expect X-Plimsoll-Page Sec-Fetch-Site Sec-Fetch-Mode "
    "Last-Event-ID X-Forwarded-For Upgrade Content-Encoding"
)
FIELDS = argv(
    "toml store text target.path campaign.name campaign.measure_for campaign.strategy "
    "campaign.virtual load.rate load.queue_depth workload.read workload.block_size at run token "
    "page_token"
)
VALUES = (*argv("'' 0 -1 chunked null bytes=0- é 100-continue 'a=b; c' gzip"), *("x" * 200, "\t"))


class Requests:
    """Of one server: what its pages send, changed."""

    def __init__(self, host: str, token: str, store: str, campaign: str, report: str) -> None:
        self.host, self.token, self.store = host, token, store
        self.reads = argv(
            f"/ /start /compare {campaign} {campaign}/events {report}/runs {report}/load-line.csv "
            f"/compare?c={store}.1&c={store}.2 {campaign}?x=1 /static/x/style.css /login"
        )
        self.writes = argv(
            "/start/plan /start/plan /start/file /start/run /login "
            f"{campaign}/mark {campaign}/stop {campaign}/resume"
        )

    def draw(self, draw: random.Random) -> bytes:
        """One."""
        headers = {"Host": self.host}
        body = b""
        method, path = "GET", draw.choice(self.reads)
        if draw.random() < 0.6:
            method, path = "POST", draw.choice(self.writes)
            body = self._body(draw)
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"http://{self.host}",
            }
        for _ in range(draw.choice((0, 0, 1, 3))):
            headers[draw.choice(HEADERS)] = draw.choice((*VALUES, self.host))
        if draw.random() < 0.2:
            spoilt = mutate.of_bytes(draw, path.encode()).decode("latin-1")
            path = spoilt.replace("\r", "").replace("\n", "") or "/"
        said = request(
            draw.choice((method,) * 8 + ("HEAD", "PUT", "OPTIONS", "X")), path, headers, body
        )
        return mutate.of_bytes(draw, said) if draw.random() < 0.3 else said

    def _body(self, draw: random.Random) -> bytes:
        from tests.hostile.fuzzing import documents

        fields = {"page_token": self.token, "store": self.store}
        if draw.random() < 0.7:
            # Never one that would begin to measure for long: on the virtual clock, one second, or
            # broken.
            number = draw.randrange(1 << 30)
            _, _, data = documents.case(0, number)
            fields["toml"] = data.decode("latin-1")
        for _ in range(draw.choice((0, 1, 3, 12))):
            odd = draw.choice(mutate.ODD)
            fields[draw.choice(FIELDS)] = odd if isinstance(odd, str) else repr(odd)
        body = "&".join(
            f"{quote_plus(name)}={quote_plus(value)}" for name, value in fields.items()
        ).encode()
        return mutate.of_bytes(draw, body) if draw.random() < 0.2 else body


def send(draw: random.Random, port: int, said: bytes) -> int:
    """Whole, in pieces, or with the end missing; the status, 0 when it was hung up on, -1 when
    nothing came in time."""
    if draw.random() < 0.7:
        try:
            return raw(port, said, within_s=PATIENCE_S, hang_up=True).status
        except TimeoutError:
            return -1
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
            cut = draw.randrange(len(said) + 1)
            client.sendall(said[:cut])
            if draw.random() < 0.5:
                return 0
            client.sendall(said[cut:])
            client.shutdown(socket.SHUT_WR)
            return _answer(client).status
    except TimeoutError:
        return -1
    except (OSError, ValueError):
        return 0


def try_cases(seed: int, numbers: Iterator[int]) -> Iterator[tuple[int, str]]:
    """Each case's number, and what is wrong with it (empty: nothing)."""
    import re

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stores.make(folder)
        served = WebServer.begin("--store", "kept.db", folder=folder)
        try:
            start, shelf = served.get("/start"), served.get("/").text
            store, campaign = re.findall(r"/campaign/([0-9a-f]+)/(\d+)", shelf)[0]
            requests = Requests(
                f"127.0.0.1:{served.port}",
                start.page_token,
                store,
                f"/campaign/{store}/{campaign}",
                f"/report/{store}/{campaign}",
            )
            for number in numbers:
                draw = random.Random(f"pages {seed} {number}")
                said = requests.draw(draw)
                status = send(draw, served.port, said)
                wrong = (
                    f"answered {status}"
                    if status >= 500
                    else "did not answer"
                    if status < 0
                    else ""
                )
                if served.process.poll() is not None:
                    wrong = "ended the server"
                elif not wrong and number % 20 == 0 and served.get("/start").status != 200:
                    wrong = "left the server unsound"
                if wrong:
                    child.save("pages", seed, number, said, wrong)
                yield number, f"{said[:120]!r}: {wrong}" if wrong else ""
                if served.process.poll() is not None:
                    return
        finally:
            with contextlib.suppress(Exception):
                served.end()
            _end_of(folder)


def _end_of(folder: Path) -> None:
    """What the page began outlives it: the campaigns that lie in this folder, which is ours alone,
    are ended."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        begun = [
            int(entry.name)
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and _works_in(entry, folder)
        ]
        if not begun:
            return
        for one in begun:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        time.sleep(0.05)


def _works_in(entry: Path, folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return (entry / "cwd").readlink() == folder
    return False
