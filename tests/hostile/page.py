"""A page to attack: the server, and what is needed to speak to it as its own forms do."""

import re
from pathlib import Path
from urllib.parse import urlencode

from tests.hostile.http import HttpResponse, raw, request
from tests.hostile.rig import process_usage
from tests.web.server import WebServer

CAMPAIGN = re.compile(r"/campaign/([0-9a-f]+)/(\d+)")
"""In a page: the id of a store, and the number of a campaign in it."""


class Page:
    """The server and what is needed to speak to it as its own page does."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.folder = folder
        self.served = WebServer.begin(*flags, folder=folder)
        self.port = self.served.port
        self.host = f"127.0.0.1:{self.port}"

    def sound(self) -> None:
        """It is there, and answers who may ask."""
        assert self.served.process.poll() is None, "the server is gone"
        said = raw(self.port, request("GET", "/", {"Host": self.host}))
        assert said.status == 200, said.head

    def ask(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> HttpResponse:
        """With the right Host unless another is given."""
        said = raw(self.port, request(method, path, {"Host": self.host, **(headers or {})}, body))
        if said.status:
            return said
        # A test that expects an answer shows the head of what it got.
        ended = self.served.process.poll()
        return HttpResponse(
            0, said.head or f"(no answer; exit code of the server: {ended})", said.body
        )

    def post(self, path: str, fields: dict[str, str], **headers: str) -> HttpResponse:
        """A form of its own page."""
        body = urlencode({"page_token": self.token, **fields}).encode()
        return self.ask(
            "POST",
            path,
            {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"http://{self.host}",
                **headers,
            },
            body,
        )

    @property
    def token(self) -> str:
        """That its forms carry."""
        found = re.search(
            r'name="page_token" value="([^"]+)"', self.ask("GET", "/start").body.decode()
        )
        assert found
        return found[1]

    @property
    def store(self) -> str:
        """The id of the store that a form writes to."""
        found = re.search(r'name="store" value="([^"]+)"', self.ask("GET", "/start").body.decode())
        assert found
        return found[1]

    def store_of(self, name: str) -> str:
        """The id of the store of this name, among several."""
        found = re.search(
            rf'<option value="([^"]*)"[^>]*>[^<]*{re.escape(name)}',
            self.ask("GET", "/start").body.decode(),
        )
        return found[1] if found else self.store

    def process_usage(self) -> dict[str, int]:
        """Its memory in kB, its threads, its open files."""
        return process_usage(self.served.process.pid)
