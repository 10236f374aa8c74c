"""What a page shows that failed by a defect: what happened, a way back, and where the log is.

The traceback goes to the log that a command's does (`plimsoll/base/crash.py`), and one line of it
to the output of the server. A page that is asked for again and again fails again and again: the
same defect is written once.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import traceback
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse

from plimsoll.base import crash
from plimsoll.base.errors import InternalError, PlimsollError
from plimsoll.web import frame, guard
from plimsoll.web.fields import wants_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CAMPAIGN = re.compile(r"/campaign/[0-9a-z]+/[0-9]+(?=/)")
MOST_LOGS = 20
"""Defects that a server writes down: a disk is not filled by them."""


class Failures:
    """The defects that were met. `said` gets a line of each."""

    def __init__(self, said: Callable[[str], None]) -> None:
        self._said = said
        self._known: dict[bytes, PlimsollError] = {}

    def log_defect(self, error: BaseException, where: str) -> PlimsollError:
        """What is told of it; logged where it is a new one."""
        frames = traceback.extract_tb(error.__traceback__)
        text = f"{type(error)} {[(one.filename, one.lineno) for one in frames]}"
        key = hashlib.blake2b(text.encode(errors="replace"), digest_size=16).digest()
        if key not in self._known:
            if len(self._known) >= MOST_LOGS:
                return InternalError(
                    f"internal error: {type(error).__name__}: {error}",
                    f"This server has written {MOST_LOGS} logs and writes no more: restart it.",
                )
            self._known[key] = crash.told(error)
            # The output may be closed: the log is there all the same.
            with contextlib.suppress(OSError, ValueError):
                self._said(f"{where} failed: {self._known[key]}")
        return self._known[key]


class Middleware:
    """Answers with a page what nothing else has caught. Inside `Guard`, which adds its headers."""

    def __init__(self, app: ASGIApp, failures: Failures) -> None:
        self._app = app
        self._failures = failures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on; answers it where that failed before anything was sent."""
        begun = False

        async def send_through(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_through)
        except ClientDisconnect:
            raise
        except Exception as error:
            if scope["type"] != "http":
                raise
            request = Request(scope)
            told = self._failures.log_defect(error, f"{request.method} {request.url.path}")
            if not begun:
                await page(request, told)(scope, receive, send)


def page(request: Request, error: PlimsollError) -> Response:
    """The answer with 500."""
    if not wants_page(request):
        return PlainTextResponse(f"plimsoll: {error}\n", status_code=500)
    return answer(request, "This page failed", error, 500)


def answer(request: Request, title: str, error: PlimsollError, status: int) -> Response:
    """A page with the ways on from here: the same page once more, or the campaign that a form was
    about. It may stand in a frame, as a report would."""
    ways: list[tuple[str, str]] = []
    # A link within this server: two slashes would begin the name of another one.
    path = f"/{request.url.path.lstrip('/')}"
    if request.method in ("GET", "HEAD"):
        query = request.url.query
        ways.append((f"{path}?{query}" if query else path, "Try again"))
    elif (found := CAMPAIGN.match(path)) is not None:
        ways.append((found[0], "Back to the campaign"))
    made = frame.trouble(title, str(error), status, ways=ways)
    if path.startswith("/report/"):
        made.headers["content-security-policy"] = guard.POLICY.replace(
            "ancestors 'none'", "ancestors 'self'"
        )
    return made
