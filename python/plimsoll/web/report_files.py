"""Reports for the browser, drawn by `plimsoll report`.

It runs as a process of low priority, since a large report takes seconds of processor time and a
gigabyte, which would disturb the server and measurements. One runs at a time; a few wait, and more
are refused. The report is sandboxed: it may draw, and cannot reach this server.
"""

import asyncio
import io
import os
import tempfile
import zipfile
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

from plimsoll.base import child
from plimsoll.base.errors import IoError, PlimsollError, UsageError, one_line
from plimsoll.base.messages import language
from plimsoll.web.messages import message
from plimsoll.web.niceness import niceness
from plimsoll.web.shelf import write_stamp

MOST_WAITING = 8
MOST_KEPT_BYTES = 64 << 20
"""Size of the cache of reports."""
NO_ANSWER_CODE = 2
LONGEST_S = 300.0
# As in the report itself, nothing may be loaded. The sandbox also takes our origin away, so that a
# report cannot act in our name.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval';"
    " img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors"
    " 'self'; sandbox allow-scripts allow-downloads allow-modals"
)


class BusyError(PlimsollError):
    """Too many reports are being drawn."""


@dataclass
class Drawer:
    """Draws reports, one at a time, and caches the newest until their store changes."""

    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _waiting: int = 0
    _cache: OrderedDict[object, tuple[str, bytes]] = field(default_factory=OrderedDict)

    async def draw(
        self, store: Path, campaigns: tuple[int, ...], report: str, form: str
    ) -> tuple[str, bytes]:
        """File name extension and content of a report; several files are an archive. Raises
        UsageError with the message of the command."""
        if self._waiting >= MOST_WAITING:
            raise BusyError(*message.refusal("too-many-reports"))
        self._waiting += 1
        try:
            async with self._turn:
                key = (store, campaigns, report, form, language.get(), write_stamp(store))
                if key not in self._cache:
                    self._keep(key, await draw_report(store, campaigns, report, form))
                self._cache.move_to_end(key)
                return self._cache[key]
        finally:
            self._waiting -= 1

    def _keep(self, key: object, report: tuple[str, bytes]) -> None:
        self._cache[key] = report
        while (
            len(self._cache) > 1
            and sum(len(content) for _, content in self._cache.values()) > MOST_KEPT_BYTES
        ):
            self._cache.popitem(last=False)


async def draw_report(
    store: Path, campaigns: tuple[int, ...], report: str, form: str
) -> tuple[str, bytes]:
    """File name extension and content of a report. Raises UsageError with the message of the
    command."""
    from plimsoll.report.forms import find_form

    with tempfile.TemporaryDirectory(prefix="plimsoll-web-") as folder:
        output = Path(folder, f"report.{find_form(form).ending}")
        numbers = [word for number in campaigns for word in ("--campaign", str(number))]
        words = [
            "--lang",
            language.get(),
            "report",
            report,
            "--store",
            str(store),
            *numbers,
            "--to",
            form,
            "--output",
            str(output),
        ]
        process = await asyncio.create_subprocess_exec(
            *child.command(*words, nice=niceness()),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "NO_COLOR": "1"},
        )
        try:
            async with asyncio.timeout(LONGEST_S):
                _, stderr = await process.communicate()
        except TimeoutError:
            raise IoError(
                *message.refusal("drawing-too-long", seconds=f"{LONGEST_S:.0f}")
            ) from None
        finally:
            # Also when the client has left.
            if process.returncode is None:
                process.kill()
                await process.wait()
        # A report that has no answer to give ends with 2, and is drawn like any other.
        if process.returncode not in (0, NO_ANSWER_CODE):
            reason = one_line(stderr.decode(errors="replace")).removeprefix("plimsoll: ")
            raise UsageError(reason or message("drawing-failed", exit_code=process.returncode))
        return await asyncio.to_thread(_read, Path(folder), output)


def frame_report(report: bytes, headline: str) -> bytes:
    """A report for a frame on a page that shows its first screen already: its style hides that. A
    report with another headline stays whole."""
    from plimsoll.report.forms import opening

    if f"<h1>{opening.text(headline)}</h1>".encode() not in report:
        return report
    return report.replace(b"<html lang=", b'<html class="framed" lang=', 1)


def _read(folder: Path, output: Path) -> tuple[str, bytes]:
    files = sorted(folder.iterdir())
    if len(files) == 1:
        return output.suffix[1:], output.read_bytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.name)
    return "zip", packed.getvalue()
