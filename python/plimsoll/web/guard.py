"""Access control: every request passes here first. The threats and the defences:

* Other machines: except on loopback, everything needs the token, as a cookie after login (HttpOnly,
SameSite=Strict) or as Bearer. * Other users of this machine: on loopback the client must run as our
user (`peer_user.py`), or have the token. * Other sites in the user's browser (CSRF): a write needs
the page token, and an Origin that is ours, which every browser sends with a write. Scripts have
none and send the token as Bearer. * Foreign names for our address (DNS rebinding): the Host header
must be one of our names, with our port or none. * Guessing and timing: comparison in constant time;
a wrong token costs half a second, one at a time.

Sec-Fetch-Site keeps foreign sites from embedding our pages, which would cause load.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from plimsoll.web import peer_user
from plimsoll.web.fields import fields, wants_page
from plimsoll.web.messages import message

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SHORTEST_TOKEN = 16
"""Minimum length of a token that a user chose; shorter ones can be guessed."""
LARGEST_BODY = 4 << 20
"""In bytes; room for a campaign's file."""
WRONG_COSTS_S = 0.5
BODY_WITHIN_S = 30.0
"""Time to send the body of a request."""
PAGE_FIELD = "page_token"
"""The form field of the page token. Scripts of a page send it in the header `X-Plimsoll-Page`."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src"
    " 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Content security policy of our pages. A report has its own, sandboxed (`report_files.py`)."""


_HOST = re.compile(
    r"(?:\[(?P<address>[0-9a-f:.%]+)\]|(?P<name>[^\s:@/?#\[\]\\]+))(?::(?P<port>[0-9]{1,5}))?"
)
"""A valid Host header (RFC 9110, 7.2): name or address, and a port; no user and no path."""


@dataclass(frozen=True)
class Rules:
    """The access rules. `token` allows everything. `local`: the server listens on loopback only."""

    token: str = field(repr=False)
    local: bool
    port: int
    names: frozenset[str] = frozenset()
    """Our valid names and addresses, in lower case."""
    page_token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def cookie(self) -> str:
        """Contains the port, since cookies are shared by all ports of a machine."""
        return f"plimsoll_{self.port}"

    @property
    def cookie_value(self) -> str:
        """Proves the token without containing it."""
        return hmac.new(self.token.encode(), b"plimsoll web", hashlib.sha256).hexdigest()

    def is_token(self, given: str) -> bool:
        """Whether this is the token, in constant time."""
        return hmac.compare_digest(given.encode(), self.token.encode())


def names(listening: str, more: tuple[str, ...] = ()) -> frozenset[str]:
    """The valid names of a server that listens at this address."""
    ours = {*LOOPBACK, listening.lower(), *(name.lower() for name in more)}
    if listening not in LOOPBACK:
        host = socket.gethostname().lower()
        ours |= {host, host.partition(".")[0]}
    return frozenset(ours)


class Guard:
    """The middleware. `login` draws the login page, `refused` that of a form that a user may have
    sent in good faith."""

    def __init__(
        self,
        app: ASGIApp,
        rules: Rules,
        login: Callable[[str], Response],
        refused: Callable[[Request, str, int], Response],
    ) -> None:
        self._app = app
        self._rules = rules
        self._login = login
        self._refused = refused
        self._one_guess = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on or refuses it."""
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
        """The refusal or login response; None for a permitted request."""
        rules = self._rules
        if not self._is_ours(request):
            return _refusal(421, message("not-our-name"))
        bearer = request.headers.get("authorization", "")
        if why := _foreign(request):
            return _refusal(403, why)
        if request.method not in ("GET", "HEAD"):
            length = request.headers.get("content-length", "")
            # A chunked body may have any length, and the server would wait for its end.
            if not length.isdecimal() or "transfer-encoding" in request.headers:
                return _refusal(411, message("length-required"))
            if len(length) > 18 or int(length) > LARGEST_BODY:
                size = LARGEST_BODY >> 20
                if wants_page(request):
                    return self._refused(request, message("form-too-large", size=size), 413)
                return _refusal(413, message("body-too-large", size=size))
            # A page of another site cannot set the token in a header.
            if "origin" not in request.headers and not bearer.startswith("Bearer "):
                return _refusal(403, message("origin-required"))
            try:
                async with asyncio.timeout(BODY_WITHIN_S):
                    await fields(request)
            except (TimeoutError, ClientDisconnect):
                return _refusal(408, message("body-too-slow", seconds=f"{BODY_WITHIN_S:.0f}"))
        if bearer.startswith("Bearer "):
            if rules.is_token(bearer.removeprefix("Bearer ").strip()):
                return await self._check_page_token(request, by_header=True)
            return await self._wrong(_refusal(401, message("wrong-token")))
        path: str = request.scope["path"]
        if path.startswith("/static/"):
            return None
        if path == "/login" and request.method == "POST":
            return await self._log_in(request, (await fields(request))["token"])
        if request.method == "GET" and "token" in request.query_params:
            return await self._log_in(request, request.query_params["token"])
        if not self._is_known(request):
            return (
                self._login("") if wants_page(request) else _refusal(401, message("token-needed"))
            )
        return await self._check_page_token(request, by_header=False)

    def _is_ours(self, request: Request) -> bool:
        """Whether the Host header is one of our names, with our port or (behind a proxy) with
        none."""
        server = request.scope.get("server") or ("", 0)
        host = request.headers.get("host", "").lower()
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name, port = (found["name"] or found["address"]), found["port"]
        if host in self._rules.names:
            return True
        if port is not None and int(port) != self._rules.port:
            return False
        return name in self._rules.names or (not self._rules.local and name == server[0])

    def _is_known(self, request: Request) -> bool:
        """Whether this browser has logged in, or belongs to our user on this machine."""
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
        """Refuses a write without the page token, unless the request has the token in a header."""
        if request.method in ("GET", "HEAD") or by_header:
            return None
        given = request.headers.get("x-plimsoll-page")
        if given is None:
            given = (await fields(request))[PAGE_FIELD]
        if hmac.compare_digest(given.encode(), self._rules.page_token.encode()):
            return None
        if wants_page(request):
            return self._refused(request, message("form-stale"), 403)
        return _refusal(403, message("stale-page"))

    async def _log_in(self, request: Request, given: str) -> Response:
        if not self._rules.is_token(given.strip()):
            return await self._wrong(self._login(message("wrong-token-login")))
        path = request.scope["path"]
        # A single slash, since two would lead to another server.
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
    # With no-referrer, a form's Origin would be "null".
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def _scheme(request: Request) -> str:
    """The browser's scheme: https only if a proxy says so, in a header that no form or link can
    set."""
    return "https" if request.headers.get("x-forwarded-proto") == "https" else "http"


def _foreign(request: Request) -> str | None:
    """The refusal of a request from another site; None for our own."""
    origin, host = request.headers.get("origin"), request.headers.get("host", "")
    if origin is not None and origin.lower() != f"{_scheme(request)}://{host.lower()}":
        return message("other-site-proxy")
    site, mode = request.headers.get("sec-fetch-site"), request.headers.get("sec-fetch-mode")
    # Links may lead here. Frames of other sites may not show our pages, since drawing them would
    # disturb a measurement.
    is_link = (
        request.method == "GET"
        and mode == "navigate"
        and request.headers.get("sec-fetch-dest") == "document"
    )
    if site in ("cross-site", "same-site") and not (
        is_link and not request.url.path.startswith(("/report/", "/sample/"))
    ):
        return message("other-site")
    return None


def _refusal(code: int, why: str) -> Response:
    return PlainTextResponse(f"plimsoll: {message('refused', reason=why)}\n", status_code=code)
