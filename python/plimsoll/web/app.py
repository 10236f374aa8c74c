"""The server: its addresses and pages. All requests have passed `guard.py`.

Stores are read in threads, so that other pages stay responsive. The threads have normal priority:
on a busy machine a thread of low priority would get little time, and block the server while it
holds the interpreter's lock. Work that takes seconds (plans, reports) runs in processes of low
priority.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from plimsoll.base import language
from plimsoll.base.errors import PlimsollError, RefusedError
from plimsoll.base.feature import features, load
from plimsoll.base.messages import language as reader_language
from plimsoll.base.printable import markup
from plimsoll.campaign import damage
from plimsoll.native import devices
from plimsoll.native.machine import Machine
from plimsoll.store import CampaignRow, Store
from plimsoll.web import (
    actions,
    again,
    baseline,
    bookkeeping,
    campaign_page,
    failures,
    form,
    frame,
    guard,
    launcher,
    newcomer,
    own_file,
    reader,
    report_files,
    shelf_page,
    start_page,
    ways_page,
)
from plimsoll.web.fields import Fields, fields, wants_page
from plimsoll.web.messages import message
from plimsoll.web.shelf import NEW, Entry, Shelf, id_of

if TYPE_CHECKING:
    from plimsoll.web.live_document import EndView, IntervalView, LiveDocument
    from plimsoll.web.live_view import LiveView

T = TypeVar("T")

LOOK_EVERY_S = 1.0
"""Update interval of live pages."""
MOST_WATCHING = 32
"""Limit of open live pages."""
ENDS_WITHIN = 3
"""Seconds that a process may take to exit after its campaign."""
MOST_COMPARED = 8
MOST_FILES = 8
"""Limit of files beside the stores that are offered as targets."""


@dataclass
class Server:
    """The state that all pages share."""

    shelf: Shelf
    rules: guard.Rules
    starter: launcher.Starter
    added: Mapping[str, Any]
    """What the flags of features' pages gave, by the names of their modules."""
    failures: failures.Failures
    drawer: report_files.Drawer = field(default_factory=report_files.Drawer)
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(2, "reads"))
    _watched: dict[tuple[str, int, str], tuple[float, asyncio.Task[LiveDocument], LiveView]] = (
        field(default_factory=dict)
    )
    _watching: int = 0
    starts: asyncio.Lock = field(default_factory=asyncio.Lock)
    _plans: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def aside(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs the work in a thread. Errors from a damaged store are reported as damage."""

        def guarded_work() -> T:
            with damage.damage_errors(self.shelf.damage):
                return work(*arguments)

        return await asyncio.get_running_loop().run_in_executor(
            self._pool, copy_context().run, guarded_work
        )

    async def read(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs reading work in a thread. After an unexpected error it is tried once more, since the
        cause may have been a concurrent write."""

        def twice() -> T:
            try:
                return work(*arguments)
            except PlimsollError:
                raise
            except Exception as error:  # noqa: BLE001  # the second try raises it again
                result = work(*arguments)
                self.failures.log_defect(error, message("reading-retried"))
                return result

        return await self.aside(twice)

    def app(self) -> Starlette:
        """The application."""
        register_url_convertor("campaign", _Number())
        campaign = "/campaign/{store}/{number:campaign}"
        routes = [
            Route("/", self.on_shelf),
            Route("/static/{stamp}/{name}", self.on_static),
            Route("/compare", self.on_compare),
            Route(campaign, self.on_campaign),
            Route(f"{campaign}/events", self.on_events),
            Route(f"{campaign}/end", self.on_end),
            Route(f"{campaign}/history", self.on_history),
            Route(f"{campaign}/stop", self.on_stop, methods=["POST"]),
            Route(f"{campaign}/mark", self.on_mark, methods=["POST"]),
            Route(f"{campaign}/resume", self.on_resume, methods=["POST"]),
            Route("/report/{store}/{numbers}/{name}", self.on_report),
            Route("/start", self.on_form),
            Route("/start/plan", self.on_plan, methods=["POST"]),
            Route("/start/run", self.on_run, methods=["POST"]),
            Route("/start/file", self.on_file, methods=["POST"]),
            *newcomer.Newcomer(self).routes(),
            *bookkeeping.Bookkeeping(self).routes(),
            *(
                route
                for feature in features()
                if feature.pages
                for route in load(feature.pages.routes)(
                    self, self.added.get(feature.pages.flags or "")
                )
            ),
        ]
        handlers: dict[Any, Any] = {PlimsollError: _error_response, 404: _missing, 405: _missing}
        return Starlette(
            routes=routes,
            middleware=[
                # First, so that the login page and error pages are in the language of the reader.
                Middleware(reader.Middleware),
                Middleware(guard.Guard, rules=self.rules, login=login, refused=failures.refusal),
                Middleware(failures.Middleware, failures=self.failures),
            ],
            exception_handlers=handlers,
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self.shelf.close()

    # -- the shelf ---------------------------------------------------------------------------------

    async def on_shelf(self, _: Request) -> Response:
        """The shelf with all campaigns; the ways in when there are none."""
        entries, troubles = await self.read(self.shelf.entries)
        if not entries:
            return await self.ways(troubles)
        compared = baseline.with_baselines(entries)
        return shelf_page.draw(compared, troubles, where=self._where())

    async def ways(self, troubles: Sequence[str] = (), here: str = "shelf") -> Response:
        """The page of the ways in, for new users."""
        found = await self.aside(devices.devices_or_empty, Machine())
        proof = frame.proof(self.rules.page_token)
        return ways_page.first_page(self._where(), proof, found, troubles, here=here)

    async def on_compare(self, request: Request) -> Response:
        """Compares the ticked campaigns."""
        wanted = list(dict.fromkeys(request.query_params.getlist("c")))
        entries = await self.read(self._ticked_entries, wanted[:MOST_COMPARED])
        if entries is None:
            return _missing(request, None)
        if len(entries) < 2:
            return frame.trouble(message("nothing-to-compare"), message("tick-two"), 400)
        # The order of ticks has no meaning.
        entries = baseline.comparison_order(entries)
        if len({entry.store for entry in entries}) > 1:
            arguments = " ".join(f"{entry.store_name}#{entry.number}" for entry in entries)
            command = f"plimsoll compare {arguments}"
            why = message("different-stores", command=command)
            return shelf_page.comparison_page(entries, (), why)
        reports = _joint_reports(entries)
        if not reports:
            return shelf_page.comparison_page(entries, (), message("no-joint-report"))
        return shelf_page.comparison_page(entries, reports, "", await self.aside(self.busy))

    # -- one campaign ------------------------------------------------------------------------------

    async def on_campaign(self, request: Request) -> Response:
        """The page of a campaign: live, or with its reports."""
        return await self._campaign_page(request)

    async def _campaign_page(self, request: Request, trouble: str = "") -> Response:
        """`trouble`: why its form was refused."""
        self.starter.reap()
        store, number = request.path_params["store"], request.path_params["number"]
        found = await self.read(self._campaign, store, number)
        if found is None:
            return _missing(request, None)
        entry, path, row, log = found
        command = f"plimsoll campaign resume {path} --campaign {row.id}"
        return campaign_page.draw(
            entry,
            frame.proof(self.rules.page_token),
            self.rules.page_token,
            log=log,
            command=command,
            can_resume=row.kind == "campaign",
            repeatable=again.toml(row) is not None,
            virtual=actions.is_virtual(row),
            busy=await self.aside(self.busy),
            trouble=trouble,
            report=Fields(request.query_params)["report"],
        )

    def _campaign(self, store: str, number: int) -> tuple[Entry, Path, CampaignRow, str] | None:
        """A campaign's shelf entry, the path of its store, its row, and the log of its process."""
        with self.shelf.campaign(store, number) as found:
            if found is None:
                return None
            opened, row = found
            entry = self.shelf.entry(store, opened, row)
            entry = baseline.with_baselines([entry, *self.shelf.baselines()])[0]
            return entry, opened.path, row, launcher.log_of(row, opened.path)

    async def on_events(self, request: Request) -> Response:
        """Server-sent events of a live page: `now` every second, `ended` at the end."""
        store, number = request.path_params["store"], request.path_params["number"]
        found = await self.read(self.shelf.find, store, number)
        if found is None:
            return _missing(request, None)
        if self._watching >= MOST_WATCHING:
            return PlainTextResponse(f"plimsoll: {message('too-many-live')}\n", status_code=503)
        return EventSourceResponse(self._events(store, number, found[0]), ping=15)

    async def on_end(self, request: Request) -> Response:
        """The end of a campaign, for a hidden live page, which has no events; null while it
        runs."""
        store, number = request.path_params["store"], request.path_params["number"]
        found = await self.read(self.shelf.find, store, number)
        if found is None:
            return _missing(request, None)
        state = found[1].state
        # The headline takes time to read, and a running campaign is asked about every few seconds.
        return JSONResponse(None if state == "running" else await self._end(store, number, state))

    async def _end(self, store: str, number: int, state: str) -> EndView:
        entry = await self.read(self.shelf.entry_of, store, number)
        words = message("it-has-ended", state=message(f"state-{state}"))
        return {"words": words, "headline": "" if entry is None else entry.first.headline}

    async def on_history(self, request: Request) -> Response:
        """The whole of the Run under way, for a page that was opened later."""
        store, number = request.path_params["store"], request.path_params["number"]
        found = await self.read(self._history, store, number)
        return _missing(request, None) if found is None else JSONResponse(found)

    def _history(self, store: str, number: int) -> list[IntervalView] | None:
        from plimsoll.web import history

        with self.shelf.campaign(store, number) as found:
            return None if found is None else history.of(found[0], number)

    async def _events(self, name: str, number: int, path: Path) -> AsyncIterator[dict[str, str]]:
        self._watching += 1
        sent: set[tuple[int | None, int]] = set()
        before: dict[str, object] = {}
        try:
            while True:
                now = await self._look(name, number, await self.aside(self.shelf.open_store, path))
                keys = {(each["run"], each["index"]) for each in now["intervals"]}
                fresh: dict[str, Any] = {
                    **now,
                    "intervals": [
                        each
                        for each in now["intervals"]
                        if (each["run"], each["index"]) not in sent
                    ],
                }
                # Large parts that rarely change are sent only after a change.
                for part in ("points", "grid"):
                    if part in before and fresh[part] == before[part]:
                        del fresh[part]
                sent, before = keys, {"points": now["points"], "grid": now["grid"]}
                yield {"event": "now", "data": json.dumps(fresh, separators=(",", ":"))}
                if now["state"] != "running":
                    _, _, watching = self._watched.pop(
                        (name, number, reader_language.get()), (0, None, None)
                    )
                    await _wait_for_exit(None if watching is None else watching.process)
                    end = await self._end(name, number, now["state"])
                    yield {"event": "ended", "data": json.dumps(end)}
                    return
                await asyncio.sleep(LOOK_EVERY_S)
        except Exception as error:  # noqa: BLE001  # logged, and sent to the page
            # The browser reconnects after some seconds.
            expected = isinstance(error, PlimsollError)
            reported = error if expected else self.failures.log_defect(error, message("live-page"))
            words = language.sentences([str(reported), message("asking-again")])
            yield {"event": "trouble", "data": json.dumps({"words": words})}
        finally:
            self._watching -= 1

    async def _look(self, name: str, number: int, store: Store) -> LiveDocument:
        """The current view, computed once for all pages of a campaign in the same language."""
        from plimsoll.web.live_view import LiveView

        key, now = (name, number, reader_language.get()), asyncio.get_running_loop().time()
        cached = self._watched.get(key)
        if cached is None or cached[2].store is not store:
            watching = LiveView(store, number)
        elif now - cached[0] < LOOK_EVERY_S * 0.8:
            return await asyncio.shield(cached[1])
        else:
            watching = cached[2]
        task = asyncio.ensure_future(self.read(watching.look))
        self._watched[key] = (now, task, watching)
        return await asyncio.shield(task)

    async def on_stop(self, request: Request) -> Response:
        """Stops a campaign."""
        return await self._act(request, lambda path, number, _: actions.stop(path, number))

    async def on_mark(self, request: Request) -> Response:
        """Marks the time line."""
        return await self._act(
            request,
            lambda path, number, sent: actions.mark(path, number, sent["text"]),
        )

    async def _act(self, request: Request, act: Callable[[Path, int, Fields], str]) -> Response:
        store, number = request.path_params["store"], request.path_params["number"]
        path = self.shelf.path(store)
        if path is None or await self.aside(self.shelf.find, store, number) is None:
            return _missing(request, None)
        code = 200
        try:
            outcome = await self.aside(act, path, number, await fields(request))
        except PlimsollError as error:
            outcome, code = str(error), 409
        if wants_page(request) and code != 200:
            return failures.refusal(request, outcome, code)
        if wants_page(request):
            return frame.page(
                message("done"),
                f'<h1>{markup(outcome)}</h1><p><a href="/campaign/{store}/{number}">'
                f"{message('back-to-campaign')}</a></p>",
            )
        return PlainTextResponse(outcome, status_code=code)

    async def on_resume(self, request: Request) -> Response:
        """Resumes a stopped campaign."""
        store, number = request.path_params["store"], request.path_params["number"]
        beside = (await fields(request))["beside"] == "yes"
        found = await self.read(self.shelf.find, store, number)
        if found is None or found[1].kind != "campaign":
            return _missing(request, None)
        path, row = found
        opened = await self.aside(self.shelf.open_store, path)
        await self.aside(self.starter.may_resume, row, opened)
        async with self.starts:
            busy = await self.aside(self.busy)
            if busy and not beside:
                refusal = RefusedError(*message.refusal("busy", campaigns=language.listing(busy)))
                if wants_page(request):
                    return await self._campaign_page(request, str(refusal))
                raise refusal
            await asyncio.to_thread(self._resume, row, opened)
        return RedirectResponse(f"/campaign/{store}/{number}", status_code=303)

    def _resume(self, row: CampaignRow, store: Store) -> None:
        with damage.damage_errors(self.shelf.damage):
            self.starter.resume(row, store)

    # -- reports -----------------------------------------------------------------------------------

    async def on_report(self, request: Request) -> Response:
        """A report: as a page or, if its name ends in a form, as a file."""
        name, _, form_name = request.path_params["name"].partition(".")
        numbers = request.path_params["numbers"].split("-")
        if not all(map(_is_number, numbers)) or len(numbers) > MOST_COMPARED:
            return _missing(request, None)
        found = await self.read(self.shelf.find, request.path_params["store"], int(numbers[0]))
        if found is None or not _is_known(name, form_name or "html"):
            return _missing(request, None)
        try:
            ending, content = await self.drawer.draw(
                found[0], tuple(map(int, numbers)), name, form_name or "html"
            )
        except report_files.BusyError as error:
            response = _error_response(request, error, 503)
            response.headers["retry-after"] = "5"
            return response
        from plimsoll.report import forms

        if "framed" in request.query_params:
            entry = await self.read(
                self.shelf.entry_of, request.path_params["store"], int(numbers[0])
            )
            content = report_files.frame_report(content, entry.first.headline if entry else "")
        # Browsers show nothing for a sandboxed page with an opener policy.
        headers = {
            "content-security-policy": report_files.POLICY,
            "cross-origin-opener-policy": "unsafe-none",
        }
        if form_name:
            headers["content-disposition"] = (
                f'attachment; filename="{name}-{request.path_params["numbers"]}.{ending}"'
            )
        return Response(content, media_type=forms.media_type(ending), headers=headers)

    # -- starting ----------------------------------------------------------------------------------

    async def on_form(self, request: Request) -> Response:
        """The form."""
        given = Fields(request.query_params)
        if given["again"]:
            return await self._same_again(request, given["again"])
        target = given["target"]
        return await self._form(Fields({"target.path": target} if target else {}), "", "")

    async def _same_again(self, request: Request, name: str) -> Response:
        """The plan of a campaign that asks the same as this one."""
        store, _, number = name.rpartition("/")
        found = await self.read(self._campaign, store, int(number)) if _is_number(number) else None
        toml = None if found is None else again.toml(found[2])
        if toml is None:
            return _missing(request, None)
        given = Fields({"store": store})
        try:
            return await self.plan_page(toml, given, "")
        except PlimsollError as error:
            return await self._form(given, toml, str(error))

    async def on_plan(self, request: Request) -> Response:
        """The plan of a campaign from the form or from a file."""
        given = await fields(request)
        text = _lines(given["toml"])
        try:
            toml = text or form.toml(given)
            return await self.plan_page(toml, given, "")
        except PlimsollError as error:
            return await self._form(given, text, str(error))

    async def on_run(self, request: Request) -> Response:
        """Starts a campaign."""
        given = await fields(request)
        toml = _lines(given["toml"])
        try:
            name, path = self.store_of(given["store"])
            # One at a time, so that the second of two starts sees the first.
            async with self.starts:
                busy = await self.aside(self.busy)
                if not busy or given["beside"] == "yes":
                    # Not in the reading threads, since it waits for the campaign to begin.
                    number = await asyncio.to_thread(self.starter.start, toml, path)
                    return RedirectResponse(
                        f"/campaign/{name if name != NEW else id_of(path)}/{number}",
                        status_code=303,
                    )
            return await self.plan_page(toml, given, message("confirm-beside"))
        except PlimsollError as error:
            return await self._form(given, toml, str(error))

    async def on_file(self, request: Request) -> Response:
        """The campaign's file as a download."""
        text = _lines((await fields(request))["toml"])
        name = re.search(r'^name = "([^"\n]*)"', text, re.MULTILINE)
        stem = re.sub(r"[^a-z0-9]+", "-", name[1].lower()).strip("-")[:40] if name else ""
        headers = {"content-disposition": f'attachment; filename="{stem or "campaign"}.toml"'}
        return Response(text, media_type="application/toml", headers=headers)

    async def plan_page(self, toml: str, given: Fields, trouble: str) -> Response:
        """The page with the plan of a campaign and the button that starts it."""
        name, path = self.store_of(given["store"])
        # Not in the reading threads, since a dead target blocks a plan for a minute. One at a time.
        async with self._plans:
            plan = await asyncio.to_thread(self.starter.plan, toml, path.parent)
            notes = await asyncio.to_thread(_sizes, toml, path.parent)
        busy = await self.aside(self.busy)
        return start_page.plan_page(
            plan,
            toml,
            (name, str(path)),
            frame.proof(self.rules.page_token),
            notes=notes,
            busy=busy,
            trouble=trouble,
        )

    async def _form(self, given: Fields, toml: str, trouble: str) -> Response:
        stores = (
            {}
            if self.shelf.folder is None
            else {NEW: message("new-store-in", folder=self.shelf.folder)}
        )
        stores |= {name: str(path) for name, path in self.shelf.paths().items()}
        return start_page.draw(
            stores,
            self.shelf.home,
            frame.proof(self.rules.page_token),
            given=given,
            toml=toml,
            trouble=trouble,
            loses_data=self.starter.allowed.data_loss,
            choices=await self.aside(self._choices),
        )

    def _choices(self) -> str:
        """Possible targets on this machine, as HTML."""
        stores = self.shelf.paths().values()
        files = own_file.files_in(self.shelf.home, stores, MOST_FILES)
        return ways_page.choices(devices.devices_or_empty(Machine()), files)

    def store_of(self, name: str) -> tuple[str, Path]:
        """Id and path of the chosen store, or of a new one."""
        from plimsoll.base.errors import UsageError

        if name == NEW and self.shelf.folder is not None:
            import time

            return NEW, self.shelf.folder / f"plimsoll-{time.strftime('%Y%m%d-%H%M%S')}.db"
        path = self.shelf.path(name)
        if path is None:
            raise UsageError(*message.refusal("no-such-store"))
        return name, path

    def busy(self) -> list[str]:
        """The names of the campaigns that run on this machine now."""
        from plimsoll.live import pulse

        names = {
            each["pid"]: message(
                "running-process", name=each["name"] or each["kind"], pid=each["pid"]
            )
            for each in pulse.read()
        }
        # A campaign that was just started has no pulse yet.
        return list(names.values()) + [
            message("campaign-of-process", pid=pid)
            for pid in self.starter.running()
            if pid not in names
        ]

    def _ticked_entries(self, wanted: list[str]) -> list[Entry] | None:
        """The entries of these campaigns (`STORE.NUMBER`), in one snapshot per store; None where
        one is missing."""
        entries = []
        with contextlib.ExitStack() as stack:
            for entry_id in wanted:
                store, _, number = entry_id.partition(".")
                found = stack.enter_context(
                    self.shelf.campaign(store, int(number) if _is_number(number) else 0)
                )
                if found is None:
                    return None
                entries.append(self.shelf.entry(store, *found))
        return entries

    def _where(self) -> str:
        if self.shelf.folder is not None:
            return message("the-stores-of", folder=self.shelf.folder)
        return ", ".join(str(path) for path in self.shelf.files)

    async def on_static(self, request: Request) -> Response:
        """Scripts and styles, from a fixed list; their address changes with their content."""
        found = frame.statics().get(request.path_params["name"])
        if found is None or request.url.path != found.address:
            return _missing(request, None)
        kind = frame.KINDS[found.name[found.name.rindex(".") :]]
        return Response(
            found.content,
            media_type=kind,
            headers={"cache-control": "public, max-age=31536000, immutable"},
        )


class _Number(Convertor[int]):
    """The number of a campaign in an address."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        """From the address."""
        return int(value)

    def to_string(self, value: int) -> str:
        """For an address."""
        return str(value)


def login(trouble: str) -> Response:
    """The page that asks for the token."""
    body = f"""<h1>Plimsoll</h1><p>{message("asks-for-token")}</p>
<form action="/login" method="post"><p class="tools"><label>{message("token")} <input
 type="password"
 name="token" autocomplete="current-password" required autofocus></label>
<button type="submit">{message("log-in")}</button></p></form>"""
    return frame.page(message("log-in"), body, status=401, notices=[trouble] if trouble else [])


async def _wait_for_exit(process: int | None) -> None:
    """Waits a little for a process to exit after its campaign: pages draw no report while it
    runs."""
    for _ in range(ENDS_WITHIN * 10):
        # A process of ours stays a zombie until `reap`.
        if process is None or not Path(f"/proc/{process}").exists() or _is_zombie(process):
            return
        await asyncio.sleep(0.1)


def _is_zombie(process: int) -> bool:
    try:
        return ") Z" in Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return True


def _joint_reports(entries: list[Entry]) -> list[tuple[str, str]]:
    """Names and summaries of the reports that cover several campaigns together. The comparison is
    first and always there: it says itself what cannot be compared."""
    from plimsoll.report.registry import REPORTS

    fitting = [
        (report.name, report.summary())
        for report in REPORTS
        if report.several
        and (
            report.name == "compare"
            or all((report.name, report.summary()) in entry.reports for entry in entries)
        )
    ]
    return sorted(fitting, key=lambda report: report[0] != "compare")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _is_known(report: str, form_name: str) -> bool:
    from plimsoll.report.forms import FORMS
    from plimsoll.report.registry import REPORTS

    return any(each.name == report for each in REPORTS) and any(
        form.name == form_name for form in FORMS
    )


def _sizes(toml: str, home: Path) -> list[str]:
    """A remark on each target of a campaign: its size, or that it is missing."""
    from plimsoll.base import reading
    from plimsoll.campaign.spec import Spec

    spec = reading.parse(toml, Spec, name=message("the-campaign"))
    paths = [path for target in spec.all_targets for path in target.paths]
    return [words for path in paths if (words := launcher.size_of(path, home))]


def _lines(text: str) -> str:
    """The text of a form, with plain line ends."""
    return text.replace("\r\n", "\n")


def _error_response(request: Request, error: Exception, status: int = 409) -> Response:
    """The response to a PlimsollError."""
    if isinstance(error, PlimsollError) and wants_page(request):
        return failures.answer(request, message("did-not-work"), error, status)
    return PlainTextResponse(f"plimsoll: {error}\n", status_code=status)


def _missing(request: Request, error: Exception | None) -> Response:
    """The response for an address that does not exist."""
    code = getattr(error, "status_code", 404)
    if wants_page(request):
        return failures.missing(request, code)
    return PlainTextResponse(f"plimsoll: {message('not-found')}\n", status_code=code)
