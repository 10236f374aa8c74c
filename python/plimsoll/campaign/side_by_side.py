"""Runs Points on the virtual clock in parallel. Answers, Runs and events are the same as from
sequential Points, to the byte.

A Run on the virtual clock only computes, so other load on the processors does not change it. Each
Point runs in a thread of its own (98 % of its time in native code, without the interpreter's lock)
and records in memory. Points are stored in the order of the plan, so that Runs get the ids they
would have had; until then a Run has a temporary id that occurs nowhere else in an answer. A Point
that starts from the result of another one (a hint, a maximum, `hints.py`) waits until that is
stored.

On the real clock Points would disturb each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import posix
from plimsoll.base.errors import Interruption, PlimsollError, UsageError
from plimsoll.campaign.messages import message
from plimsoll.campaign.run_recorder import CampaignKeeper, id_of
from plimsoll.native.listener import ActiveRun, Listener, RunOutput, SealedInterval
from plimsoll.native.session import NotKeptError, Stop

if TYPE_CHECKING:
    from plimsoll.campaign.point_runs import Answer, MaximumRate, PriorResults
    from plimsoll.campaign.spec import Spec
    from plimsoll.native.record import SessionRequest
    from plimsoll.store import PlannedPointRow

FIRST_TEMPORARY_ID = 1 << 62
"""Temporary id of a Point's first Run: larger than any number in an answer (seeds have 53 bits)."""
AHEAD = 4
"""Points in memory, per job, that may wait until they can be stored."""
LOOK_S = 0.2
"""How often a stop request is checked."""


@dataclass
class Memory(Listener):
    """Records the Runs of a Point in memory, to be stored later."""

    events: list[tuple[str, ActiveRun, tuple[Any, ...]]] = field(default_factory=list)
    runs: int = 0

    def run_begins(self, run: ActiveRun) -> None:
        """Gives the Run a temporary id."""
        run.id = FIRST_TEMPORARY_ID + self.runs
        self.runs += 1
        self.events.append(("run_begins", run, ()))

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """Records a sealed interval."""
        self.events.append(("interval", run, (sealed,)))

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """Records the result."""
        self.events.append(("run_ends", run, (result,)))

    def run_fails(self, run: ActiveRun, why: str) -> None:
        """Records that the Run left no record."""
        self.events.append(("run_fails", run, (why,)))

    def replay(self, keeper: CampaignKeeper) -> dict[int, int]:
        """Stores the Runs. Returns the id of each by its temporary one."""
        stored: dict[int | None, ActiveRun] = {}
        for event, run, arguments in self.events:
            if event == "run_begins":
                stored[run.id] = replace(run, id=None)
            getattr(keeper, event)(stored[run.id], *arguments)
        self.events.clear()
        return {temporary: id_of(run) for temporary, run in stored.items() if temporary is not None}


class PointTask(NamedTuple):
    """A Point that has begun, with all that it needs from the store."""

    point: PlannedPointRow
    attempt: int
    request: SessionRequest
    prior: PriorResults
    needs_maximum: bool
    """Whether it measures the maximum that its rate is a share of."""


@dataclass
class PointOutcome:
    """The outcome of a Point, in memory until it is stored."""

    memory: Memory = field(default_factory=Memory)
    notes: list[str] = field(default_factory=list)
    """Findings of opening the target."""
    steps: list[object] = field(default_factory=list)
    answer: Answer | None = None
    maximum: MaximumRate | None = None
    """The maximum that it measured for other Points."""
    error: PlimsollError | None = None


def points_at_a_time(asked: int | None, spec: Spec) -> int:
    """Number of Points that run in parallel. Raises UsageError for several on the real clock."""
    if spec.campaign.virtual:
        return asked or posix.processors()
    if asked is not None and asked > 1:
        raise UsageError(*message.refusal("jobs-on-real-clock", jobs=asked))
    return 1


def renumber_runs(document: Any, numbers: Mapping[int, int]) -> Any:  # JSON
    """A document with temporary ids of Runs replaced by those in the store."""
    if isinstance(document, dict):
        return {key: renumber_runs(value, numbers) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [renumber_runs(value, numbers) for value in document]
    if isinstance(document, int) and not isinstance(document, bool):
        return numbers.get(document, document)
    return document


@dataclass
class ParallelPoints:
    """Runs Points, `jobs` at a time."""

    jobs: int
    begin: Callable[[PlannedPointRow], PointTask]
    run_task: Callable[[PointTask, PointOutcome, Stop], None]
    """Runs a Point in another thread, without storing anything."""
    keep: Callable[[PointTask, PointOutcome], None]
    """Stores its outcome."""
    requeue: Callable[[PlannedPointRow], None]
    waits_for: Callable[[PlannedPointRow, PlannedPointRow], bool]
    """Whether a Point may not begin until an earlier one is stored."""
    check_stop: Callable[[], None]
    """Raises Interruption after a stop request."""

    def run(self, points: Sequence[PlannedPointRow]) -> None:
        """Runs all Points. Raises Interruption after a stop request, and errors of the store; the
        Points under way are then pending again."""
        ending = Stop()
        begun: dict[int, tuple[PointTask, Future[PointOutcome]]] = {}
        stored = 0
        with ThreadPoolExecutor(self.jobs, "plimsoll-point") as pool:
            try:
                while stored < len(points):
                    self.check_stop()
                    # New Points begin before one is stored, so that no processor waits for the
                    # disk; unless one of them waits for just that.
                    if not (_is_done(begun, stored) and self._is_awaited(points, stored, begun)):
                        under_way = self._begin(pool, points, stored, begun, ending)
                        if not _is_done(begun, stored):
                            # Any Point that ends leaves a processor free.
                            wait(under_way, LOOK_S, FIRST_COMPLETED)
                            continue
                    task, future = begun[stored]
                    outcome = future.result()
                    if isinstance(outcome.error, Interruption):
                        raise outcome.error
                    try:
                        self.keep(task, outcome)
                    except NotKeptError as error:
                        raise error.cause from None
                    del begun[stored]
                    stored += 1
            except BaseException:
                ending.request()
                pool.shutdown(cancel_futures=True)
                for place in begun:
                    self.requeue(points[place])
                raise

    def _is_awaited(
        self,
        points: Sequence[PlannedPointRow],
        stored: int,
        begun: Mapping[int, object],
    ) -> bool:
        """Whether a Point that could begin waits for the next one to be stored."""
        ahead = range(stored + 1, min(len(points), stored + AHEAD * self.jobs))
        return any(
            place not in begun and self.waits_for(points[place], points[stored]) for place in ahead
        )

    def _begin(
        self,
        pool: ThreadPoolExecutor,
        points: Sequence[PlannedPointRow],
        stored: int,
        begun: dict[int, tuple[PointTask, Future[PointOutcome]]],
        ending: Stop,
    ) -> list[Future[PointOutcome]]:
        """Begins the Points that may begin now. Returns all that are under way."""
        under_way = [future for _, future in begun.values() if not future.done()]
        for place in range(stored, min(len(points), stored + AHEAD * self.jobs)):
            if len(under_way) >= self.jobs:
                break
            if place in begun:
                continue
            if any(self.waits_for(points[place], points[other]) for other in range(stored, place)):
                continue
            task = self.begin(points[place])
            future = pool.submit(self._outcome, task, ending)
            begun[place] = (task, future)
            under_way.append(future)
        return under_way

    def _outcome(self, task: PointTask, ending: Stop) -> PointOutcome:
        outcome = PointOutcome()
        try:
            self.run_task(task, outcome, ending)
        except PlimsollError as error:
            outcome.error = error
        return outcome


def _is_done(begun: Mapping[int, tuple[PointTask, Future[PointOutcome]]], place: int) -> bool:
    return place in begun and begun[place][1].done()
