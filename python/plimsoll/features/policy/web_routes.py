"""The pages of policies: where they are, and what they do."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from starlette.routing import Route

from plimsoll.features.policy import file as policy_file
from plimsoll.features.policy import web_desk as policy_desk
from plimsoll.features.policy import web_page as policy_page
from plimsoll.web import frame
from plimsoll.web.fields import fields

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from plimsoll.web.guard import Rules
    from plimsoll.web.launcher import Starter


class Serving(Protocol):
    """What the pages need of the server."""

    rules: Rules
    starter: Starter
    policies: tuple[Path, ...]


def routes(server: Serving) -> list[Route]:
    """The addresses of these pages."""
    return Policies(server).routes()


class Policies:
    """The pages of policies."""

    def __init__(self, server: Serving) -> None:
        self._server = server
        # What is no policy file is told now, and not on a page.
        for path in server.policies:
            policy_file.read(path)
        may_apply = server.starter.allowed.policies
        self._desk = policy_desk.Desk(server.policies, may_apply=may_apply)
        self._applies = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/policies", self.on_policies),
            Route("/policies/{name}/plan", self.on_plan, methods=["POST"]),
            Route("/policies/{name}/apply", self.on_apply, methods=["POST"]),
        ]

    async def on_policies(self, _: Request) -> Response:
        """Every policy file: what is set, and what is proven."""
        # Not among what reads: a system that does not answer holds it, and pages would wait.
        shown = await asyncio.to_thread(self._desk.look_at_all)
        return policy_page.draw(shown, frame.proof(self._server.rules.page_token))

    async def on_plan(self, request: Request) -> Response:
        """What applying would change. Asked by POST, since it asks the systems."""
        path = self._desk.path(request.path_params["name"])
        if path is None:
            return frame.missing()
        return await self._planned(path, "")

    async def on_apply(self, request: Request) -> Response:
        """Applies what was shown, and nothing else."""
        path = self._desk.path(request.path_params["name"])
        if path is None:
            return frame.missing()
        seen = (await fields(request))["seen"]
        try:
            # One at a time, and not among what reads: pages would wait.
            async with self._applies:
                done = await asyncio.to_thread(self._desk.apply, path, seen)
        except policy_desk.ChangedError as error:
            return await self._planned(path, str(error))
        return policy_page.applied(path, done)

    async def _planned(self, path: Path, trouble: str) -> Response:
        planned = await asyncio.to_thread(self._desk.plan, path)
        return policy_page.planned(
            planned,
            frame.proof(self._server.rules.page_token),
            may_apply=self._desk.may_apply,
            trouble=trouble,
        )
