"""Routes of the pages of policies."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plimsoll.features.policy import web_desk as policy_desk
from plimsoll.features.policy import web_page as policy_page
from plimsoll.web import failures, frame
from plimsoll.web.fields import fields
from plimsoll.web.guard import Rules

if TYPE_CHECKING:
    from plimsoll.features.policy.web_flags import PolicyPages


class Serving(Protocol):
    """The parts of the server that the pages need."""

    rules: Rules


def routes(server: Serving, shown: PolicyPages) -> list[Route]:
    """The addresses of these pages."""
    return Policies(server, shown).routes()


class Policies:
    """The pages of policies."""

    def __init__(self, server: Serving, shown: PolicyPages) -> None:
        self._server = server
        # Refuse a wrong policy file at the start. Without one nothing is loaded that reads them.
        for path in shown.files:
            from plimsoll.features.policy import file as policy_file

            policy_file.read(path)
        self._desk = policy_desk.Desk(shown.files, may_apply=shown.may_apply)
        self._applies = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Their routes."""
        return [
            Route("/policies", self.on_policies),
            Route("/policies/{name}/plan", self.on_plan, methods=["POST"]),
            Route("/policies/{name}/apply", self.on_apply, methods=["POST"]),
        ]

    async def on_policies(self, _: Request) -> Response:
        """The page of every policy file."""
        # In a thread: a system that hangs must not block other pages.
        views = await asyncio.to_thread(self._desk.look_at_all)
        return policy_page.draw(views, frame.proof(self._server.rules.page_token))

    async def on_plan(self, request: Request) -> Response:
        """The page of pending changes. A POST, since it reads the systems."""
        path = self._desk.path(request.path_params["name"])
        if path is None:
            return failures.missing(request)
        return await self._draw_plan(path, "")

    async def on_apply(self, request: Request) -> Response:
        """Applies the plan that was shown."""
        path = self._desk.path(request.path_params["name"])
        if path is None:
            return failures.missing(request)
        digest = (await fields(request))["seen"]
        try:
            # One at a time, in a thread.
            async with self._applies:
                done = await asyncio.to_thread(self._desk.apply, path, digest)
        except policy_desk.ChangedError as error:
            return await self._draw_plan(path, str(error))
        return policy_page.draw_outcome(path, done)

    async def _draw_plan(self, path: Path, trouble: str) -> Response:
        planned = await asyncio.to_thread(self._desk.plan, path)
        documents = await asyncio.to_thread(self._desk.documents, path)
        return policy_page.draw_plan(
            planned,
            frame.proof(self._server.rules.page_token),
            documents,
            may_apply=self._desk.may_apply,
            trouble=trouble,
        )
