"""The pages for new users: the simulated array, this machine's disk with a test file, the sample
report.

Starts come by POST from our own pages (`guard.py`), one at a time, and beside another measurement
only after confirmation, like other campaigns.
"""

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Protocol, TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from plimsoll.base import child
from plimsoll.base.errors import IoError, PlimsollError
from plimsoll.web import frame, launcher, own_file, report_files, ways_page
from plimsoll.web.fields import Fields, fields
from plimsoll.web.guard import Rules
from plimsoll.web.launcher import Starter
from plimsoll.web.messages import message
from plimsoll.web.niceness import niceness
from plimsoll.web.shelf import NEW, Shelf, id_of

T = TypeVar("T")

ARRAY = "simulated-array"
"""Name of the stack file beside the store, which users may change and measure again."""
TRIED = ("--virtual", "--block-size", "8k", "--read", "70", "--objective", "p99 <= 5ms")
"""Arguments of `find`, which stores each Run as it ends, so that the curve grows visibly."""
SAMPLE = (
    "run --virtual --seed 1 --block-size 4k --read 30 --rate 4000 --arrivals poisson --warmup-for"
    " 1s --measure-for 60s --interval 250ms --json"
)
"""The Run of the sample report."""
MOST_KEPT = 50
"""Limit of remembered disk measurements, which lead to their campaigns."""
SAMPLE_WITHIN_S = 300.0


class Serving(Protocol):
    """The part of `app.Server` that these pages use."""

    shelf: Shelf
    rules: Rules
    starter: Starter
    starts: asyncio.Lock
    """Held during a start, so that the second of two starts sees the first."""

    async def aside(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs the work in a thread."""

    def busy(self) -> list[str]:
        """The campaigns that run on this machine."""

    def store_of(self, name: str) -> tuple[str, Path]:
        """Id and path of the chosen store, or of a new one."""

    async def ways(self, troubles: Sequence[str] = (), here: str = "") -> Response:
        """The page of the ways in."""


class Newcomer:
    """The pages for new users."""

    def __init__(self, server: Serving) -> None:
        self._server = server
        self._measurements: dict[int, own_file.DiskMeasurement] = {}
        self._sample: bytes | None = None
        self._one_sample = asyncio.Lock()

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/ways", self.on_ways),
            Route("/start/try", self.on_try, methods=["POST"]),
            Route("/start/disk", self.on_disk),
            Route("/start/disk", self.on_measure, methods=["POST"]),
            Route("/start/disk/{pid:campaign}", self.on_filling),
            Route("/start/disk/{pid:campaign}/stop", self.on_stop, methods=["POST"]),
            Route("/sample", self.on_sample),
            Route("/sample/report", self.on_sample_report),
        ]

    @property
    def _proof(self) -> str:
        return frame.proof(self._server.rules.page_token)

    async def on_ways(self, _: Request) -> Response:
        """The page of the ways in, also with campaigns on the shelf."""
        return await self._server.ways(here="start")

    async def on_try(self, request: Request) -> Response:
        """Searches the load line of a simulated array."""
        server = self._server
        beside = (await fields(request))["beside"] == "yes"
        path = server.store_of(self._default())[1]
        array = await asyncio.to_thread(_array, path.parent)
        words = ["--target", f"stack:{array.name}", *TRIED]
        async with server.starts:
            busy = await server.aside(server.busy)
            if busy and not beside:
                return ways_page.try_page(self._proof, busy)
            number = await asyncio.to_thread(server.starter.search, words, path)
        return RedirectResponse(f"/campaign/{id_of(path)}/{number}", status_code=303)

    async def on_disk(self, request: Request) -> Response:
        """The page to choose a disk to measure."""
        return await self._disk(Fields(request.query_params), "")

    async def _disk(self, given: Fields, trouble: str) -> Response:
        server = self._server
        offered = await asyncio.to_thread(own_file.folders, server.shelf.home)
        return ways_page.disk(
            offered,
            server.store_of(self._default())[1],
            self._proof,
            given=given,
            busy=await server.aside(server.busy),
            trouble=trouble,
        )

    async def on_measure(self, request: Request) -> Response:
        """Measures a disk."""
        server = self._server
        given = await fields(request)
        try:
            wanted = await asyncio.to_thread(
                own_file.disk_request,
                given["folder"],
                given["size"],
                given["objective"],
                server.shelf.home,
            )
            path = server.store_of(self._default())[1]
            async with server.starts:
                if await server.aside(server.busy) and given["beside"] != "yes":
                    return await self._disk(given, message("confirm-beside"))
                started = await asyncio.to_thread(server.starter.measure_disk, wanted, path)
        except PlimsollError as error:
            return await self._disk(given, str(error))
        self._measurements[started.process.pid] = started
        for oldest in list(self._measurements)[:-MOST_KEPT]:
            del self._measurements[oldest]
        return RedirectResponse(f"/start/disk/{started.process.pid}", status_code=303)

    async def on_filling(self, request: Request) -> Response:
        """The page while the file is filled; afterwards a redirect to its campaign."""
        measurement = self._measurements.get(request.path_params["pid"])
        if measurement is None:
            return RedirectResponse("/", status_code=303)
        ended = measurement.process.poll() is not None
        number = await self._server.aside(measurement.campaign)
        if number is not None:
            store = id_of(measurement.store)
            return RedirectResponse(f"/campaign/{store}/{number}", status_code=303)
        if ended:
            reason = launcher.last_message(await asyncio.to_thread(measurement.log.read_bytes))
            given = Fields(folder=str(measurement.request.folder))
            return await self._disk(given, reason or message("ended-before-measuring"))
        return ways_page.filling(measurement, self._proof)

    async def on_stop(self, request: Request) -> Response:
        """Stops a disk measurement, as Ctrl-C does."""
        measurement = self._measurements.get(request.path_params["pid"])
        if measurement is not None:
            measurement.stop()
        return RedirectResponse(f"/start/disk/{request.path_params['pid']}", status_code=303)

    async def on_sample(self, _: Request) -> Response:
        """The page with the sample report."""
        return ways_page.sample(await self._server.aside(self._server.busy))

    async def on_sample_report(self, _: Request) -> Response:
        """The sample report itself, simulated and drawn once."""
        async with self._one_sample:
            if self._sample is None:
                self._sample = await _draw_sample()
        headers = {
            "content-security-policy": report_files.POLICY,
            "cross-origin-opener-policy": "unsafe-none",
        }
        return Response(self._sample, media_type="text/html; charset=utf-8", headers=headers)

    def _default(self) -> str:
        """The id of the default store: the newest, so that measurements can be compared; in a
        folder without stores, a new one."""
        paths = self._server.shelf.paths()
        existing = {name: path for name, path in paths.items() if path.exists()}
        if existing:
            return max(existing, key=lambda name: existing[name].stat().st_mtime_ns)
        return next(iter(paths), NEW)


def _array(folder: Path) -> Path:
    """The file of the simulated array, beside the store. A file that the user changed stays, and a
    new one is made."""
    text = resources.files("plimsoll.web").joinpath("samples/array.toml").read_bytes()
    for number in range(1, 1000):
        again = "" if number == 1 else f"-{number}"
        path = folder / f"{ARRAY}{again}.toml"
        try:
            with path.open("xb") as file:
                file.write(text)
        except FileExistsError:
            if not path.is_file() or path.read_bytes() != text:
                continue
        except OSError as error:
            raise IoError(
                *message.refusal("cannot-write", path=path, reason=error.strerror)
            ) from None
        return path
    raise IoError(*message.refusal("no-free-name", folder=folder))


async def _draw_sample() -> bytes:
    """Simulates the Run of the sample report and draws it."""
    with tempfile.TemporaryDirectory(prefix="plimsoll-web-") as folder:
        stack, store = Path(folder, "failover.toml"), Path(folder, "sample.db")
        stack.write_bytes(
            resources.files("plimsoll.web").joinpath("samples/failover.toml").read_bytes()
        )
        words = [*SAMPLE.split(), "--objective", "mean <= 20ms"]
        process = await asyncio.create_subprocess_exec(
            *child.command(
                *words,
                "--target",
                f"stack:{stack}",
                "--store",
                str(store),
                nice=niceness(),
            ),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(SAMPLE_WITHIN_S):
                _, stderr = await process.communicate()
        except TimeoutError:
            raise IoError(*message.refusal("sample-too-long", "try-again-later")) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if not store.exists():
            raise IoError(
                launcher.last_message(stderr) or message("sample-failed"),
                message("try-again-later"),
            )
        return (await report_files.draw_report(store, (1,), "time", "html"))[1]
