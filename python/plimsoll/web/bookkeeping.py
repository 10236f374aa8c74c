"""Actions on a campaign on the shelf: name, tags, notes, archive, baseline, delete. None of them
changes a figure.

Writes come by POST from our own pages (`guard.py`) and use `store/labels.py` as the command line
does. Before deleting, the page says what is deleted and where it goes, and the user types the name;
the campaign is moved to a store of its own (`campaign/deleting.py`).
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from plimsoll.base.errors import PlimsollError, UsageError
from plimsoll.campaign import deleting
from plimsoll.store import Store
from plimsoll.store.labels import Labelling
from plimsoll.web import baseline, entry_page, failures, frame, trend_page
from plimsoll.web.fields import Fields, fields
from plimsoll.web.guard import Rules
from plimsoll.web.messages import message
from plimsoll.web.shelf import Entry, Shelf

T = TypeVar("T")


class Serving(Protocol):
    """The part of `app.Server` that these pages use."""

    shelf: Shelf
    rules: Rules

    async def aside(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs the work in a thread."""

    async def read(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs reading work in a thread, perhaps twice."""


class Bookkeeping:
    """The pages for labels of campaigns."""

    def __init__(self, server: Serving) -> None:
        self._server = server

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        campaign = "/campaign/{store}/{number:campaign}"
        return [
            Route(f"{campaign}/edit", self.on_edit),
            Route(f"{campaign}/label", self.on_label, methods=["POST"]),
            Route(f"{campaign}/delete", self.on_delete, methods=["POST"]),
            Route("/trend", self.on_trend),
        ]

    async def on_edit(self, request: Request) -> Response:
        """The page to change the labels of a campaign."""
        return await self._page(request, "", 200)

    async def on_label(self, request: Request) -> Response:
        """Changes one label."""
        store, number = request.path_params["store"], request.path_params["number"]
        sent = await fields(request)
        path = self._server.shelf.path(store)
        if path is None or await self._entry(store, number) is None:
            return failures.missing(request)
        try:
            await self._server.aside(_change, path, number, sent)
        except PlimsollError as error:
            return await self._page(request, str(error), 409)
        # Back to where the button was.
        page = "" if sent["from"] == "answer" else "/edit"
        return RedirectResponse(f"/campaign/{store}/{number}{page}", status_code=303)

    async def on_delete(self, request: Request) -> Response:
        """Deletes a campaign after its name was typed."""
        store, number = request.path_params["store"], request.path_params["number"]
        typed = (await fields(request))["name"]
        path, entry = self._server.shelf.path(store), await self._entry(store, number)
        if path is None or entry is None:
            return failures.missing(request)
        try:
            into = await self._server.aside(_delete, path, entry, typed)
        except PlimsollError as error:
            return await self._page(request, str(error), 409)
        return entry_page.deletion_page(entry, into)

    async def on_trend(self, _: Request) -> Response:
        """The page of trends."""
        entries, troubles = await self._server.read(self._server.shelf.entries)
        return trend_page.draw(baseline.with_baselines(entries), troubles)

    async def _page(self, request: Request, trouble: str, status: int) -> Response:
        store, number = request.path_params["store"], request.path_params["number"]
        entries, _ = await self._server.read(self._server.shelf.entries)
        # An entry that could not be read raises when read alone.
        entry = next(
            (each for each in entries if (each.store, each.number) == (store, number)), None
        ) or await self._entry(store, number)
        if entry is None:
            return failures.missing(request)
        entry = baseline.with_baselines([entry, *entries])[0]
        others = [
            each for each in entries if each.question == entry.question and each.id != entry.id
        ]
        tags = sorted({tag for each in entries for tag in each.labels.tags})
        return entry_page.draw(
            entry,
            frame.proof(self._server.rules.page_token),
            baseline.of(entry, entries),
            same=len(others),
            tags=tags,
            trouble=trouble,
            status=status,
        )

    async def _entry(self, store: str, number: int) -> Entry | None:
        return await self._server.read(self._server.shelf.entry_of, store, number)


def _change(path: Path, number: int, sent: Fields) -> None:
    with Store.open(path, create=False) as store:
        if sent["do"] != "pin":
            return _change_labels(store.labels, number, sent)
        from plimsoll.report.evidence import campaign_identity as called

        return store.labels.pin(number, instead_of=called.pinned_for(store, number))


def _change_labels(labels: Labelling, number: int, sent: Fields) -> None:
    """Applies a form to the labels of a campaign."""
    match sent["do"]:
        case "rename":
            labels.rename(number, sent["name"])
        case "tag":
            labels.tag(number, sent["tags"].split(","))
        case "note":
            labels.add_note(number, sent["note"])
        case "unnote" if (note := sent["note"]).isdecimal() and len(note) < 19:
            labels.remove_note(number, int(note))
        case "archive" | "unarchive":
            labels.archive(number, archived=sent["do"] == "archive")
        case "unpin":
            labels.unpin(number)
        case _:
            raise UsageError(*message.refusal("unknown-form"))


def _delete(path: Path, entry: Entry, typed: str) -> Path:
    with Store.open(path, create=False) as store:
        return deleting.delete(store, entry.number, entry.name, typed)
