"""The language of a page: the first of ours that the browser prefers, else the one that the server
was started in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request

from plimsoll.base import language

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class Middleware:
    """Answers each request in the language of its reader."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        wanted = Request(scope).headers.get("accept-language", "")
        with language.writing(language.of_browser(wanted, language.of_reader())):
            await self._app(scope, receive, send)
