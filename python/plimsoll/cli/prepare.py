"""`plimsoll prepare`: make a test file, or fill a target, before anything is measured on it."""

import sys
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from plimsoll.base.errors import Interruption
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.native.record import PrepareRequest

EXAMPLES = (
    "plimsoll prepare test.dat --size 4g",
    "plimsoll prepare test.dat --size 100g --working-set 20%",
    "plimsoll prepare test.dat --resume --json",
    "plimsoll prepare /dev/nvme1n1 --precondition --i-will-lose-the-data-on /dev/nvme1n1",
)

RECENT_S = 10.0
"""The rate that is shown is that of so many last seconds: a drive's cache is full long before the
fill is over."""
LOG_EVERY_S = 30.0
"""Where progress is no line that is redrawn, it is told this often."""


def prepare(
    target: str = argument("TARGET", message("help-prepare-target"), ...),
    size: str | None = flag("--size SIZE", message("help-prepare-size")),
    content: str | None = flag("--content NAME", message("help-prepare-content")),
    working_set: str | None = flag("--working-set SIZE", message("help-prepare-working-set")),
    working_set_offset: str | None = flag(
        "--working-set-offset SIZE", message("help-prepare-working-set-offset")
    ),
    block_size: str | None = flag("--block-size SIZE", message("help-prepare-block-size")),
    passes: int | None = flag("--passes N", message("help-prepare-passes")),
    precondition: bool = flag("--precondition", message("help-prepare-precondition")),
    resume: bool = flag("--resume", message("help-prepare-resume")),
    mark_file: str | None = flag("--mark-file FILE", message("help-prepare-mark-file")),
    lose_data_on: _options.LoseDataOnOne = None,
    overwrite_signature: _options.OverwriteSignature = False,
    as_json: _options.Json = False,
) -> None:
    """Make a file and fill it with random, incompressible data by direct I/O.

    Storage answers reads of never-written blocks from its metadata, and compresses zeros: measure
    on a filled file. Refuses when space is short, and never touches a file that Plimsoll did not
    make, or that was changed since, unless --i-will-lose-the-data-on names it: filled whole, such a
    file is one of Plimsoll's from then on. A fill that was interrupted, even by a kill, continues
    with --resume and loses a few seconds at most.
    """
    from plimsoll.base import units
    from plimsoll.cli._stop import stopping
    from plimsoll.native.session import Prepare

    typed: PrepareRequest = {
        "target": target,
        "size": size,
        "content": content,
        "working_set": working_set,
        "working_set_offset": working_set_offset,
        "block_size": block_size,
        "passes": passes,
        "precondition": precondition,
        "resume": resume,
        "mark_file": mark_file,
        "confirmation": lose_data_on,
        "overwrite_signature": overwrite_signature,
    }
    with stopping() as stop, screen.Meter(quiet=as_json) as meter:
        result = Prepare.open(typed).run(stop=stop, on_progress=Filling(target, meter))
    written, speed = units.size(result["bytes_written"]), units.size(result["bytes_per_s"])
    figures = {
        "target": target,
        "written": written,
        "time": units.seconds(result["seconds"]),
        "speed": speed,
    }
    summary = (
        message("prepared-in-passes", **figures, passes=result["passes"])
        if result["passes"] > 1
        else message("prepared", **figures)
    )
    lines = [summary, *(message("note", text=text) for text in result["notes"])]
    screen.answer(result, lines, as_json=as_json)
    if result["outcome"] == "stopped":
        reached, where = result["resumed_at_bytes"] + result["bytes_written"], result["mark"]
        raise Interruption(
            message(
                "fill-interrupted",
                filled=units.size(reached),
                total=units.size(result["total_bytes"]),
                target=target,
            ),
            message("fill-resume", mark=where) if where else message("fill-again"),
        )


class Filling:
    """Shows on a meter how far a fill is; where no line is redrawn, it is told now and then."""

    def __init__(self, target: str, meter: screen.Meter) -> None:
        self._doing, self._meter = message("filling", file=target), meter
        self._recent = Recent()
        self._told_s = self._recent.clock()

    def __call__(self, done: int, total: int) -> None:
        """So many bytes of all are filled."""
        from plimsoll.base import units

        self._recent.add(done)
        speed = self._recent.rate()
        so_far = message(
            "fill-progress", done=units.size(done), total=units.size(total), speed=units.size(speed)
        )
        left_s = (total - done) / speed if speed else None
        self._meter.show(self._doing, left_s, detail=so_far)
        if not sys.stderr.isatty() and self._recent.clock() - self._told_s >= LOG_EVERY_S:
            self._told_s = self._recent.clock()
            figures = {"doing": self._doing, "progress": so_far}
            self._meter.say(
                message("fill-line-left", **figures, left=screen.clock_text(left_s))
                if left_s
                else message("fill-line", **figures)
            )


class Recent:
    """The rate over the last seconds, from how much was done at each look."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._looks: deque[tuple[float, int]] = deque()

    def add(self, done: int) -> None:
        """So much is done by now."""
        now = self.clock()
        self._looks.append((now, done))
        while len(self._looks) > 2 and self._looks[1][0] <= now - RECENT_S:
            self._looks.popleft()

    def rate(self) -> float | None:
        """Bytes per second over the looks of the last RECENT_S; none before there are two of
        them."""
        (began, first), (ended, last) = self._looks[0], self._looks[-1]
        return (last - first) / (ended - began) if ended > began else None
