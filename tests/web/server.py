"""A server as a user starts it, and a client that sends what it is told to send, no more: no
library mends its headers."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.command import COMMAND
from tests.patience import PATIENCE_S


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def page_token(self) -> str:
        """That which the forms of the page carry."""
        found = re.search(r'name="page_token" value="([^"]+)"', self.text)
        assert found, self.text
        return found[1]


@dataclass
class WebServer:
    """A server that listens on a port of its own."""

    process: subprocess.Popen[str]
    address: str
    token: str | None

    @property
    def port(self) -> int:
        return int(urlsplit(self.address).port or 0)

    @classmethod
    def begin(
        cls, *arguments: str, folder: Path, listen: str = "127.0.0.1", module: str = ""
    ) -> WebServer:
        """Starts the installed program, or this module in its place, and waits until it says where
        it is. What it draws meanwhile lies beside its folder: tests look at what others leave in
        the system's own."""
        drawn = folder.parent / "drawn"
        drawn.mkdir(exist_ok=True)
        words = ["web", "--listen", f"{listen}:0", "--json", *arguments]
        process = subprocess.Popen(
            [*([sys.executable, "-m", module] if module else [COMMAND]), *words],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={
                **os.environ,
                "XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR", ""),
                "TMPDIR": str(drawn),
                # Modules of the tests lie in none of the places where Python looks.
                **({"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} if module else {}),
            },
        )
        told = json.loads(process.stdout.readline())
        return cls(process, told["address"], told["token"])

    def end(self) -> None:
        """As Ctrl-C does."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE_S)
        finally:
            self.process.kill()
            self.process.stdout.close()

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """One request, with these headers and no others (underscores are dashes); Host as it is
        unless given."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            sent.setdefault("Host", f"127.0.0.1:{self.port}")
            if body is not None:
                sent.setdefault("Content-Length", str(len(body)))
                sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
            for name, value in sent.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            return Answer(
                answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
            )
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        """A form, with the Origin that a browser sends with it."""
        headers.setdefault("Origin", f"http://{headers.get('Host', f'127.0.0.1:{self.port}')}")
        return self.ask("POST", path, urlencode(fields).encode(), **headers)

    @property
    def page_token(self) -> str:
        """Of a page as it is now."""
        return self.get("/start").page_token


Serve = Callable[..., WebServer]
"""The fixture `serve`: words of `plimsoll web` in, the server that listens out."""
