"""A line for each worker, below the line of progress and in `plimsoll watch`: is one of them behind
the others?

A bar is a worker's share of the busiest one's rate and has its figures beside it; a figure that the
interval cannot carry is a dash. As many as fit are listed, the rest is one line: what failed of
them, then the slowest and the fastest of all. In a simulation all clients of a kind are one line,
since they share a recorder. Below them stands when this machine is late (`live/lateness.py`). What
this does not do: judge whether they are even.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from rich.progress import Progress
from typing_extensions import ReadOnly, TypedDict

from plimsoll.base import units
from plimsoll.base.cells import align_right, crop, wrap
from plimsoll.base.cells import width as cell_width
from plimsoll.cli.messages import message

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from plimsoll.live.pulse import WorkerDocument
    from plimsoll.live.state import State

MOST = 16
"""Workers that are listed at most."""
BAR = 24
"""Columns of a bar at most."""
LEAST_BAR = 4
LATE_LINES = 3
"""Of the words that this machine is late, below the workers."""
STAYS_S = 3.0
"""So long after a Run the lines stay, without figures: the next probe of a search begins within a
second or two, and what jumps cannot be read."""
HEAD = ("iops", "bytes", "p50", "p99", "errors")
LEAST = (8, 10, 7, 7, 6)
"""Columns of the figures at least, so that they stay where they are."""


class Figures(TypedDict):
    """What is drawn of a worker (`live.pulse.WorkerDocument`); figures are None between two
    Runs."""

    worker: ReadOnly[int]
    name: ReadOnly[str | None]
    workers: ReadOnly[int]
    achieved_rate_per_s: ReadOnly[float | None]
    bytes_per_s: ReadOnly[float | None]
    response_time_ns_p50: ReadOnly[int | None]
    response_time_ns_p99: ReadOnly[int | None]
    run_errors: ReadOnly[int | None]
    host: ReadOnly[bool]


FIGURES = (
    "achieved_rate_per_s",
    "bytes_per_s",
    "response_time_ns_p50",
    "response_time_ns_p99",
    "run_errors",
)


def lines(workers: Sequence[Figures], width: int, most: int = MOST) -> list[str]:
    """A head, a line for each of them, and one for those that do not fit: at most `most` + 1 lines
    in all, of so many columns."""
    if not workers or most < 1:
        return []
    most = min(most, MOST)
    # What would be left is one: it takes no more room than what is said of it.
    shown = workers[: most if len(workers) <= most else most - 1]
    rest = workers[len(shown) :]
    rows = [(label(one), *_figures(one)) for one in shown]
    single = all(one["name"] is None and one["workers"] == 1 for one in workers)
    title = message(
        "worker-host" if workers[0]["host"] else "worker-one" if single else "worker-many"
    )
    first = max(map(cell_width, (title, *(row[0] for row in rows))))
    columns = [
        max(least, *(cell_width(row[1 + place]) for row in rows)) if rows else least
        for place, least in enumerate(LEAST)
    ]
    room = min(BAR, width - first - sum(columns) - 2 * len(columns) - 1)
    # A share of itself says nothing.
    bars = room if room >= LEAST_BAR and len(workers) > 1 else 0
    busiest = max((one["achieved_rate_per_s"] or 0.0 for one in workers), default=0.0)
    said = []
    if rows:
        head = [message(f"worker-{name}") for name in HEAD]
        said.append(_row(title, " " * bars, head, first, columns))
        for one, (name, *figures) in zip(shown, rows, strict=True):
            said.append(
                _row(name, _bar(one["achieved_rate_per_s"], busiest, bars), figures, first, columns)
            )
    if rest:
        said.append(_rest(rest, workers, width, listed=bool(rows)))
    return [crop(line, width).rstrip() for line in said]


def label(one: Figures) -> str:
    """Its number; a host's name; of clients their kind and how many there are."""
    if one["host"]:
        return str(one["name"])
    if one["name"] is None:
        if one["workers"] == 1:
            return str(one["worker"])
        return message("all-workers", count=units.count(one["workers"]))
    return (
        f"{one['name']} × {units.count(one['workers'])}" if one["workers"] > 1 else str(one["name"])
    )


def _figures(one: Figures) -> tuple[str, ...]:
    moved = one["bytes_per_s"]
    return (
        units.rate(one["achieved_rate_per_s"]),
        units.DASH if moved is None else units.throughput(moved),
        units.nanos(one["response_time_ns_p50"]),
        units.nanos(one["response_time_ns_p99"]),
        units.count(one["run_errors"]),
    )


def _row(name: str, bar: str, figures: Iterable[str], first: int, columns: Sequence[int]) -> str:
    said = "".join(
        f"  {align_right(text, wide)}" for text, wide in zip(figures, columns, strict=True)
    )
    return f"{align_right(name, first)} {bar}{said}"


def _bar(rate: float | None, busiest: float, columns: int) -> str:
    filled = round(rate / busiest * columns) if rate and busiest > 0 else 0
    return "█" * filled + "░" * (columns - filled)


def _rest(rest: Sequence[Figures], workers: Sequence[Figures], width: int, *, listed: bool) -> str:
    """What is not listed in a line of so many columns. Its errors are never left out; figures are,
    where they do not fit."""
    many = message(
        "rest-more" if listed else "rest-hosts" if rest[0]["host"] else "rest-workers",
        count=units.count(len(rest)),
    )
    failed = sum(one["run_errors"] or 0 for one in rest)
    first = many
    if failed:
        first = message("rest-errors", rest=many, errors=failed, count=units.count(failed))
    known = [one for one in workers if one["achieved_rate_per_s"] is not None]
    if not known:
        return first
    slowest, fastest = min(known, key=_rate), max(known, key=_rate)

    def cell(one: Figures, *, time: bool = False) -> str:
        figures = {"worker": label(one), "rate": units.rate(one["achieved_rate_per_s"])}
        p99 = one["response_time_ns_p99"]
        if time and p99 is not None:
            return message("worker-rate-and-time", **figures, p99=units.nanos(p99))
        return message("worker-rate", **figures)

    both = "slowest-fastest-of-all" if listed else "slowest-fastest"
    choices = (
        message(both, slowest=cell(slowest, time=True), fastest=cell(fastest, time=True)),
        message(both, slowest=cell(slowest), fastest=cell(fastest)),
        message("slowest-of-all" if listed else "slowest", slowest=cell(slowest)),
        message("slowest", slowest=label(slowest)),
    )
    code = "rest-errors-and" if failed else "rest-and"
    lines = (message(code, rest=first, workers=workers) for workers in choices)
    return next((line for line in lines if cell_width(line) <= width), first)


def _rate(one: Figures) -> float:
    return one["achieved_rate_per_s"] or 0.0


class Lines:
    """The lines of the workers of the process itself, as they are now; they outlast the pause
    between two probes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._known: list[WorkerDocument] = []
        self._seen_s = 0.0

    def now(self, state: State, width: int, height: int) -> list[str]:
        """The lines, in so many columns and lines."""
        state.gather()
        workers: Sequence[Figures] = ()
        if known := state.workers():
            workers = self._known = known
            self._seen_s = self._clock()
        elif self._clock() - self._seen_s < STAYS_S:
            workers = [cast("Figures", {**one, **dict.fromkeys(FIGURES)}) for one in self._known]
        else:
            self._known = []
        said = state.warning()
        # Cut at words, not on a line of its own each: where there is no room for both, workers give
        # way.
        below = wrap(said, width)[:LATE_LINES] if said else []
        return [*lines(workers, width, height - len(below)), *below]


class WithWorkers(Progress):
    """A line of progress with more lines below it."""

    def __init__(self, *columns: Any, below: Callable[[], list[Text]], **options: Any) -> None:
        self._below = below
        super().__init__(*columns, **options)

    def get_renderables(self) -> Iterable[RenderableType]:
        """The line, and what is below it."""
        yield from super().get_renderables()
        # Drawn in a thread of Rich: what goes wrong there must not be seen, nor end the drawing.
        with contextlib.suppress(Exception):
            yield from self._below()
