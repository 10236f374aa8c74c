"""Reports for the browser: what `plimsoll report` writes, by `plimsoll report`.

A process of its own, at low priority: drawing a large report takes seconds of processor time and a
gigabyte, which a server that answers, and a measurement beside it, would feel. One at a time; a few
wait, more are told to come again. The page it gets is sandboxed: it may draw, and reach nothing of
this server.
"""

from __future__ import annotations

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
from plimsoll.web.shelf import write_stamp

MOST_WAITING = 8
MOST_KEPT_BYTES = 64 << 20
"""Of reports that were drawn and may be asked for again."""
WITHOUT_AN_ANSWER = 2
LONGEST_S = 300.0
NICE = 10
# A report says itself that nothing may be loaded; here it also loses our origin, so that it could
# not act in our name.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval';"
    " img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors"
    " 'self'; sandbox allow-scripts allow-downloads allow-modals"
)


class BusyError(PlimsollError):
    """Too many reports are being drawn."""


@dataclass
class Drawer:
    """Draws reports, one at a time, and keeps the newest as long as their store stays as it was."""

    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _waiting: int = 0
    _kept: OrderedDict[object, tuple[str, bytes]] = field(default_factory=OrderedDict)

    async def draw(
        self, store: Path, campaigns: tuple[int, ...], report: str, form: str
    ) -> tuple[str, bytes]:
        """How its name ends, and its content; of several files an archive. Raises what the command
        said."""
        if self._waiting >= MOST_WAITING:
            raise BusyError("too many reports are being drawn", "Try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                key = (store, campaigns, report, form, write_stamp(store))
                if key not in self._kept:
                    self._keep(key, await draw_report(store, campaigns, report, form))
                self._kept.move_to_end(key)
                return self._kept[key]
        finally:
            self._waiting -= 1

    def _keep(self, key: object, drawn: tuple[str, bytes]) -> None:
        self._kept[key] = drawn
        while (
            len(self._kept) > 1
            and sum(len(content) for _, content in self._kept.values()) > MOST_KEPT_BYTES
        ):
            self._kept.popitem(last=False)


async def draw_report(
    store: Path, campaigns: tuple[int, ...], report: str, form: str
) -> tuple[str, bytes]:
    """How its name ends, and its content. Raises what the command said."""
    with tempfile.TemporaryDirectory(prefix="plimsoll-web-") as folder:
        output = Path(folder, f"report.{form}")
        numbers = [word for number in campaigns for word in ("--campaign", str(number))]
        words = [
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
            *child.command(*words, nice=NICE),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "NO_COLOR": "1"},
        )
        try:
            async with asyncio.timeout(LONGEST_S):
                _, told = await process.communicate()
        except TimeoutError:
            raise IoError(
                f"drawing took longer than {LONGEST_S:.0f} s", "Draw it with 'plimsoll report'."
            ) from None
        finally:
            # Also when whoever asked has left.
            if process.returncode is None:
                process.kill()
                await process.wait()
        # A report that has no answer to give ends with 2, and is drawn like any other.
        if process.returncode not in (0, WITHOUT_AN_ANSWER):
            said = one_line(told.decode(errors="replace")).removeprefix("plimsoll: ")
            raise UsageError(said or f"drawing it ended with code {process.returncode}")
        return await asyncio.to_thread(_read, Path(folder), output)


def frame_report(report: bytes, headline: str) -> bytes:
    """A report for a frame on a page that has its first screen already: its style leaves that out.
    One whose first screen says something else stays whole."""
    from plimsoll.report.forms import opening

    if f"<h1>{opening.text(headline)}</h1>".encode() not in report:
        return report
    return report.replace(b'<html lang="en">', b'<html lang="en" class="framed">', 1)


def _read(folder: Path, output: Path) -> tuple[str, bytes]:
    files = sorted(folder.iterdir())
    if len(files) == 1:
        return output.suffix[1:], output.read_bytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.name)
    return "zip", packed.getvalue()
