"""Who may ask what: every request passes here before anything else sees it.

* Somebody on the network: elsewhere than on loopback everything needs the token: a cookie after
  login (HttpOnly, SameSite=Closed), or Bearer.
* Another user of this machine: on loopback the other end of the connection must belong to our user
  (`peer_user.py`); else the token.
* Another site in the user's browser (CSRF): a write needs the page's own token, and an Origin that
  is ours, which every browser sends with a write. A script has none: it sends the token as Bearer.
* A name that is made to lead here (DNS rebinding): the Host header must be a name of ours, with our
  port or none.
* Guessing, timing: comparison in constant time; a wrong token costs half a second, one at a time.

A foreign site may not even make us work: what it embeds of ours is refused by Sec-Fetch-Site.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse

from plimsoll.web import peer_user
from plimsoll.web.fields import fields, wants_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SHORTEST_TOKEN = 16
"""Characters of a token that a user chose: shorter ones can be guessed."""
LARGEST_BODY = 4 << 20
"""Bytes that a request may bring: as much as a campaign's file."""
WRONG_COSTS_S = 0.5
BODY_WITHIN_S = 30.0
"""How long a request may take to bring what it brings."""
PAGE_FIELD = "page_token"
"""The field of a form, and `X-Plimsoll-Page` the header, in which a page proves that it is ours."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src"
    " 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Of our own pages. A report carries its own, and is sandboxed (`report_files.py`)."""


_HOST = re.compile(
    r"(?:\[(?P<address>[0-9a-f:.%]+)\]|(?P<name>[^\s:@/?#\[\]\\]+))(?::(?P<port>[0-9]{1,5}))?"
)
"""A Host header as it may be (RFC 9110, 7.2): a name or an address and a port; no user, nothing
behind."""


@dataclass(frozen=True)
class Rules:
    """Who may come in. `token`: with it everything may be done. `local`: we listen on loopback
    only."""

    token: str = field(repr=False)
    local: bool
    port: int
    names: frozenset[str] = frozenset()
    """Names and addresses by which we may be called, in lower case."""
    page_token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def cookie(self) -> str:
        """Cookies know no ports: two servers on one machine need two names."""
        return f"plimsoll_{self.port}"

    @property
    def cookie_value(self) -> str:
        """What a browser keeps: it proves the token, and does not tell it."""
        return hmac.new(self.token.encode(), b"plimsoll web", hashlib.sha256).hexdigest()

    def is_token(self, given: str) -> bool:
        """Whether this is the token."""
        return hmac.compare_digest(given.encode(), self.token.encode())


def names(listening: str, more: tuple[str, ...] = ()) -> frozenset[str]:
    """By what a server that listens there may be called."""
    ours = {*LOOPBACK, listening.lower(), *(name.lower() for name in more)}
    if listening not in LOOPBACK:
        host = socket.gethostname().lower()
        ours |= {host, host.partition(".")[0]}
    return frozenset(ours)


class Guard:
    """The middleware. `login` draws the page that asks for the token."""

    def __init__(self, app: ASGIApp, rules: Rules, login: Callable[[str], Response]) -> None:
        self._app = app
        self._rules = rules
        self._login = login
        self._one_guess = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        answer = await self._answer(request)
        app = self._app if answer is None else answer

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, send_with_headers)

    async def _answer(self, request: Request) -> Response | None:
        """What is answered instead of the page; none when it may be shown."""
        rules = self._rules
        if not self._is_ours(request):
            return _refusal(
                421,
                "this server does not answer to that name: open it by the address that it printed,"
                " or see --host",
            )
        bearer = request.headers.get("authorization", "")
        if why := _foreign(request):
            return _refusal(403, why)
        if request.method not in ("GET", "HEAD"):
            length = request.headers.get("content-length", "")
            # In pieces it may be of any length, whatever it says beside: the server would wait for
            # the last of them.
            if not length.isdecimal() or "transfer-encoding" in request.headers:
                return _refusal(
                    411, "Content-Length is required, and chunked bodies are not accepted"
                )
            if len(length) > 18 or int(length) > LARGEST_BODY:
                return _refusal(413, f"the request body is larger than {LARGEST_BODY >> 20} MiB")
            # What brings the token in a header is no page of another site: none could.
            if "origin" not in request.headers and not bearer.startswith("Bearer "):
                return _refusal(
                    403,
                    "a write needs the Origin header that every browser sends; a script sends the"
                    " token as Authorization: Bearer instead",
                )
            try:
                async with asyncio.timeout(BODY_WITHIN_S):
                    await fields(request)
            except (TimeoutError, ClientDisconnect):
                return _refusal(408, f"it took longer than {BODY_WITHIN_S:.0f} s to arrive")
        if bearer.startswith("Bearer "):
            if rules.is_token(bearer.removeprefix("Bearer ").strip()):
                return await self._check_page_token(request, by_header=True)
            return await self._wrong(_refusal(401, "wrong token"))
        path: str = request.scope["path"]
        if path.startswith("/static/"):
            return None
        if path == "/login" and request.method == "POST":
            return await self._log_in(request, (await fields(request))["token"])
        if request.method == "GET" and "token" in request.query_params:
            return await self._log_in(request, request.query_params["token"])
        if not self._is_known(request):
            return (
                self._login("")
                if request.method == "GET" and wants_page(request)
                else _refusal(401, "the token is needed: log in, or send it as Bearer")
            )
        return await self._check_page_token(request, by_header=False)

    def _is_ours(self, request: Request) -> bool:
        """Whether it is asked of us: by a name of ours, with our port or (a proxy with names of its
        own) with none."""
        server, called = (
            request.scope.get("server") or ("", 0),
            request.headers.get("host", "").lower(),
        )
        found = _HOST.fullmatch(called)
        if found is None:
            return False
        name, port = (found["name"] or found["address"]), found["port"]
        if called in self._rules.names:
            return True
        if port is not None and int(port) != self._rules.port:
            return False
        return name in self._rules.names or (not self._rules.local and name == server[0])

    def _is_known(self, request: Request) -> bool:
        """Whether this browser has logged in, or needs not."""
        given = request.cookies.get(self._rules.cookie, "")
        if hmac.compare_digest(given.encode(), self._rules.cookie_value.encode()):
            return True
        if not self._rules.local:
            return False
        client, server = request.scope.get("client"), request.scope.get("server")
        return (
            client is not None
            and server is not None
            and peer_user.is_ours(tuple(client), tuple(server))
        )

    async def _check_page_token(self, request: Request, *, by_header: bool) -> Response | None:
        """A write must come from a page of ours; what sends the token itself in a header is no
        foreign page."""
        if request.method in ("GET", "HEAD") or by_header:
            return None
        given = request.headers.get("x-plimsoll-page")
        if given is None:
            given = (await fields(request))[PAGE_FIELD]
        if hmac.compare_digest(given.encode(), self._rules.page_token.encode()):
            return None
        return _refusal(
            403, "this did not come from a page of this server as it runs now: load the page again"
        )

    async def _log_in(self, request: Request, given: str) -> Response:
        if not self._rules.is_token(given.strip()):
            return await self._wrong(self._login("Wrong token."))
        path = request.scope["path"]
        # One slash: two would begin the name of another server.
        at = "/" if path == "/login" else f"/{path.lstrip('/')}"
        response = RedirectResponse(at, status_code=303)
        response.set_cookie(
            self._rules.cookie,
            self._rules.cookie_value,
            httponly=True,
            samesite="strict",
            secure=_scheme(request) == "https",
        )
        return response

    async def _wrong(self, answer: Response) -> Response:
        async with self._one_guess:
            await asyncio.sleep(WRONG_COSTS_S)
        return answer


_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Not no-referrer: a form's Origin would become "null".
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def _scheme(request: Request) -> str:
    """How the browser reached us: by https only where a proxy says so. No page can add that header
    to a form or a link."""
    return "https" if request.headers.get("x-forwarded-proto") == "https" else "http"


def _foreign(request: Request) -> str | None:
    """Why a request comes from another site; none when it does not."""
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    if origin is not None and origin.lower() != f"{_scheme(request)}://{host.lower()}":
        return (
            "this came from a page of another site. (Behind a TLS proxy: have it send"
            " X-Forwarded-Proto.)"
        )
    site, mode = request.headers.get("sec-fetch-site"), request.headers.get("sec-fetch-mode")
    # A link may lead here; a frame there may not hold us: drawing what it asks for would be felt by
    # what is measured.
    followed = (
        request.method == "GET"
        and mode == "navigate"
        and request.headers.get("sec-fetch-dest") == "document"
    )
    if site in ("cross-site", "same-site") and not (
        followed and not request.url.path.startswith(("/report/", "/sample/"))
    ):
        return "this came from a page of another site"
    return None


def _refusal(code: int, why: str) -> Response:
    return PlainTextResponse(f"plimsoll: refused: {why}\n", status_code=code)
