"""Points on the virtual clock, several at a time: their answers, Runs and events are those of one
at a time, to the byte.

A Run on the virtual clock is computing alone, and whom it shares a processor with changes nothing
of it. So each Point is asked in a thread of its own (the native side computes without the
interpreter's lock, 98 % of the time), into memory; and what came of it is kept in the order of the
plan, so that Runs have the numbers that they would have had. Until then a Run is called by a number
that nothing else in an answer has, which is replaced by its own. A Point that may begin where
another one ended (`hints.py`), or whose rate is a share of a maximum that another one measures,
waits until that one is kept.

On the real clock there is nothing of the kind: Points would measure each other.
"""

from __future__ import annotations

import os
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base.errors import Interrupted, PlimsollError, UsageError
from plimsoll.campaign.run_recorder import id_of
from plimsoll.native.listener import ActiveRun, Listener, RunOutput, SealedInterval
from plimsoll.native.session import NotKeptError, Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from plimsoll.campaign.point_runs import Answer, Known, Top
    from plimsoll.campaign.run_recorder import CampaignKeeper
    from plimsoll.campaign.spec import Spec
    from plimsoll.native.model import SessionRequest
    from plimsoll.store import PlannedPointRow

FIRST = 1 << 62
"""What the first Run of a Point is called until it is kept: beyond every number in an answer (seeds
have 53 bits)."""
AHEAD = 4
"""Points that wait for their turn to be kept, for each that is asked at a time: they are in
memory."""
LOOK_S = 0.2


@dataclass
class Memory(Listener):
    """Records the Runs of a Point in memory until its turn."""

    events: list[tuple[str, ActiveRun, tuple[Any, ...]]] = field(default_factory=list)
    runs: int = 0

    def run_begins(self, run: ActiveRun) -> None:
        """A Run begins."""
        run.id = FIRST + self.runs
        self.runs += 1
        self.events.append(("run_begins", run, ()))

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """A sealed interval."""
        self.events.append(("interval", run, (sealed,)))

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """Its record."""
        self.events.append(("run_ends", run, (result,)))

    def run_fails(self, run: ActiveRun, why: str) -> None:
        """It ended without a record."""
        self.events.append(("run_fails", run, (why,)))

    def into(self, keeper: CampaignKeeper) -> dict[int, int]:
        """Keeps them: the number of each, by what it was called."""
        kept: dict[int | None, ActiveRun] = {}
        for event, run, more in self.events:
            if event == "run_begins":
                kept[run.id] = replace(run, id=None)
            getattr(keeper, event)(kept[run.id], *more)
        self.events.clear()
        return {known: id_of(run) for known, run in kept.items() if known is not None}


class PointTask(NamedTuple):
    """A Point that is begun, with all that it needs from the store."""

    point: PlannedPointRow
    attempt: int
    request: SessionRequest
    known: Known
    needs_top: bool
    """Whether it measures the maximum that its rate is a share of."""


@dataclass
class PointOutcome:
    """The outcome of a Point, in memory until its turn."""

    memory: Memory = field(default_factory=Memory)
    notes: list[str] = field(default_factory=list)
    """What was seen of the target when it was opened."""
    steps: list[object] = field(default_factory=list)
    answer: Answer | None = None
    top: Top | None = None
    """The maximum that it measured for others."""
    error: PlimsollError | None = None


def points_at_a_time(asked: int | None, spec: Spec) -> int:
    """How many Points run at a time. Raises UsageError for several on the real clock."""
    if spec.campaign.virtual:
        return asked or len(os.sched_getaffinity(0))
    if asked is not None and asked > 1:
        raise UsageError(
            f"--jobs {asked}: on the real clock Points would measure each other",
            "Leave it out: several at a time are for virtual = true.",
        )
    return 1


def numbered(document: Any, numbers: Mapping[int, int]) -> Any:  # JSON
    """A document with the numbers of Runs that they were kept by."""
    if isinstance(document, dict):
        return {key: numbered(value, numbers) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [numbered(value, numbers) for value in document]
    if isinstance(document, int) and not isinstance(document, bool):
        return numbers.get(document, document)
    return document


@dataclass
class SideBySide:
    """Asks Points, `jobs` at a time."""

    jobs: int
    begin: Callable[[PlannedPointRow], PointTask]
    ask: Callable[[PointTask, PointOutcome, Stop], None]
    """Asks it, in another thread; nothing of it is kept."""
    keep: Callable[[PointTask, PointOutcome], None]
    """Keeps its outcome."""
    put_back: Callable[[PlannedPointRow], None]
    waits_for: Callable[[PlannedPointRow, PlannedPointRow], bool]
    """Whether the first may not begin before the second, which stands before it, is kept."""
    heed: Callable[[], None]
    """Raises Interrupted when somebody wishes that all of it ends."""

    def run(self, points: Sequence[PlannedPointRow]) -> None:
        """All of them. Raises Interrupted when it was told to stop, and what the store raises;
        Points under way are then to be asked again."""
        ending = Stop()
        begun: dict[int, tuple[PointTask, Future[PointOutcome]]] = {}
        kept = 0
        with ThreadPoolExecutor(self.jobs, "plimsoll-point") as pool:
            try:
                while kept < len(points):
                    self.heed()
                    # Before the first is kept, so that no processor waits for the disk; after it,
                    # where a Point waits for just that.
                    if not (_done(begun, kept) and self._awaited(points, kept, begun)):
                        under_way = self._begin(pool, points, kept, begun, ending)
                        if not _done(begun, kept):
                            # Whichever ends first leaves a processor free.
                            wait(under_way, LOOK_S, FIRST_COMPLETED)
                            continue
                    point, future = begun[kept]
                    outcome = future.result()
                    if isinstance(outcome.error, Interrupted):
                        raise outcome.error
                    try:
                        self.keep(point, outcome)
                    except NotKeptError as error:
                        raise error.cause from None
                    del begun[kept]
                    kept += 1
            except BaseException:
                ending.ask()
                pool.shutdown(cancel_futures=True)
                for place in begun:
                    self.put_back(points[place])
                raise

    def _awaited(
        self,
        points: Sequence[PlannedPointRow],
        kept: int,
        begun: Mapping[int, object],
    ) -> bool:
        """Whether a Point that could be begun waits until the first is kept."""
        ahead = range(kept + 1, min(len(points), kept + AHEAD * self.jobs))
        return any(
            place not in begun and self.waits_for(points[place], points[kept]) for place in ahead
        )

    def _begin(
        self,
        pool: ThreadPoolExecutor,
        points: Sequence[PlannedPointRow],
        kept: int,
        begun: dict[int, tuple[PointTask, Future[PointOutcome]]],
        ending: Stop,
    ) -> list[Future[PointOutcome]]:
        """Begins those that may begin now; all that are under way then."""
        under_way = [future for _, future in begun.values() if not future.done()]
        for place in range(kept, min(len(points), kept + AHEAD * self.jobs)):
            if len(under_way) >= self.jobs:
                break
            if place in begun:
                continue
            if any(self.waits_for(points[place], points[other]) for other in range(kept, place)):
                continue
            point = self.begin(points[place])
            future = pool.submit(self._asked, point, ending)
            begun[place] = (point, future)
            under_way.append(future)
        return under_way

    def _asked(self, point: PointTask, ending: Stop) -> PointOutcome:
        outcome = PointOutcome()
        try:
            self.ask(point, outcome, ending)
        except PlimsollError as error:
            outcome.error = error
        return outcome


def _done(begun: Mapping[int, tuple[PointTask, Future[PointOutcome]]], place: int) -> bool:
    return place in begun and begun[place][1].done()
