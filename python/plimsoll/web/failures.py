"""The page for a defect: what happened, a way back, and where the log is.

The traceback goes to the log of commands (`base/crash.py`), and one line to the output of
the server. Each defect is logged once, however often its page is loaded.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from plimsoll.base import crash
from plimsoll.base.errors import InternalError, PlimsollError
from plimsoll.web import frame, guard
from plimsoll.web.fields import wants_page
from plimsoll.web.messages import message

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CAMPAIGN = re.compile(r"/campaign/[0-9a-z]+/[0-9]+(?=/)")
MOST_LOGS = 20
"""Limit of logged defects per server, so that they cannot fill a disk."""


class Failures:
    """The defects so far. `report` gets a line for each."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._known: dict[bytes, PlimsollError] = {}

    def log_defect(self, error: BaseException, where: str) -> PlimsollError:
        """Logs a new defect. Returns the error to show."""
        frames = traceback.extract_tb(error.__traceback__)
        text = f"{type(error)} {[(frame.filename, frame.lineno) for frame in frames]}"
        key = hashlib.blake2b(text.encode(errors="replace"), digest_size=16).digest()
        if key not in self._known:
            if len(self._known) >= MOST_LOGS:
                return InternalError(
                    *message.refusal(
                        "internal-error", kind=type(error).__name__, error=error, logs=MOST_LOGS
                    )
                )
            self._known[key] = crash.unexpected_error(error)
            # The output may be closed; the log is enough.
            with contextlib.suppress(OSError, ValueError):
                self._report(message("failed", request=where, error=self._known[key]))
        return self._known[key]


class Middleware:
    """Answers unexpected errors with a page. Runs inside `Guard`, which adds its headers."""

    def __init__(self, app: ASGIApp, failures: Failures) -> None:
        self._app = app
        self._failures = failures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a request. Answers it if it failed before anything was sent."""
        sent = False

        async def send_through(message: Message) -> None:
            nonlocal sent
            sent = True
            await send(message)

        try:
            await self._app(scope, receive, send_through)
        except ClientDisconnect:
            raise
        except Exception as error:
            if scope["type"] != "http":
                raise
            request = Request(scope)
            logged = self._failures.log_defect(error, f"{request.method} {request.url.path}")
            if not sent:
                await page(request, logged)(scope, receive, send)


def page(request: Request, error: PlimsollError) -> Response:
    """The response with status 500."""
    if not wants_page(request):
        return PlainTextResponse(f"plimsoll: {error}\n", status_code=500)
    return answer(request, message("page-failed"), error, 500)


def answer(request: Request, title: str, error: PlimsollError | str, status: int) -> Response:
    """An error page with links: the same page again, or the page of a form. It may stand in a
    frame, like a report."""
    # A single slash, since two would lead to another server.
    path = f"/{request.url.path.lstrip('/')}"
    ways: list[tuple[str, str]] = []
    if request.method not in ("GET", "HEAD") or status == 405:
        ways = _ways_to_form(path)
    elif status != 404:
        query = request.url.query
        ways = [(f"{path}?{query}" if query else path, message("try-again"))]
    response = frame.trouble(title, str(error), status, ways=ways)
    if path.startswith("/report/"):
        response.headers["content-security-policy"] = guard.POLICY.replace(
            "ancestors 'none'", "ancestors 'self'"
        )
    return response


def missing(request: Request, status: int = 404) -> Response:
    """The page for an address that does not exist, or (405) that takes only a form: a browser asks
    for it again when a refused form is loaded from its address."""
    why = message("page-missing-why" if status == 404 else "form-address")
    return answer(request, message("page-missing"), why, status)


def refusal(request: Request, why: str, status: int) -> Response:
    """The page for a form that access control refused."""
    return answer(request, message("did-not-work"), why, status)


def _ways_to_form(path: str) -> list[tuple[str, str]]:
    """The link to the page of a form that is sent to this path."""
    if (found := CAMPAIGN.match(path)) is not None:
        return [(found[0], message("back-to-campaign"))]
    if path.startswith("/start/"):
        return [("/start", message("place-start"))]
    return []
