"""What the process that measures knows of itself right now.

It is a listener of every session, and hears by hand which Point is asked and what is done; that
costs an assignment or an append each, no lock, no system call. Whoever wants to know (the pulse
twice a second, a scrape) lets it `gather` what came meanwhile, in a thread of their own. What is
told can be lost, never fail, and is not kept.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Literal

from plimsoll.base import process
from plimsoll.base.version import __version__
from plimsoll.live import lateness
from plimsoll.live.interval_summary import five, reduced, shares
from plimsoll.live.runtime_dir import SCHEMA
from plimsoll.native.listener import Listener
from plimsoll.native.model import ProbeValues

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from plimsoll.live.interval_summary import WorkerInterval
    from plimsoll.live.pulse import (
        HeadDocument,
        IntervalDocument,
        LastRunDocument,
        RemarkDocument,
        RunDocument,
        TotalsDocument,
        WorkerDocument,
    )
    from plimsoll.native.listener import ActiveRun, Campaign, RunOutput, SealedInterval
    from plimsoll.native.model import Interval, ProbeRequest, Progress, RunRecord

KEPT = 120
"""Intervals that a pulse holds: two minutes of the usual ones."""
KEPT_WORDS = 50
"""Steps and events that a pulse holds."""
MOST_WAITING = 2_000
"""Intervals that wait to be gathered at most: the virtual clock can seal them faster than the pulse
reads, and then whoever tells of the next one gathers them."""

Verdict = Literal["met", "missed", "undecided"]
"""Of the objective of a Run, as `judge/run_verdict.py` has it."""
COUNTED: tuple[Literal["reads", "writes", "read_bytes", "written_bytes", "errors"], ...] = (
    "reads",
    "writes",
    "read_bytes",
    "written_bytes",
    "errors",
)
"""What is summed over intervals."""


def blank(kind: str, *, pid: int, writer: str, began_at_s: float) -> HeadDocument:
    """The pulse of a process that has told nothing yet."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "pid": pid,
        "writer": writer,
        "written_at_s": began_at_s,
        "began_at_s": began_at_s,
        "late_s": 0.0,
        "store": None,
        "campaign": None,
        "kind": kind,
        "name": None,
        "state": "running",
        "doing": "starting",
        "detail": "",
        "left_s": None,
        "point": None,
        "run": None,
        "progress": None,
        "last_run": None,
        "totals": summed([], runs=0),
        "outcomes": {},
        "said": [],
    }


def summed(intervals: Iterable[IntervalDocument], *, runs: int) -> TotalsDocument:
    """The sums over these intervals, after so many Runs."""
    totals: TotalsDocument = {
        "reads": 0,
        "writes": 0,
        "read_bytes": 0,
        "written_bytes": 0,
        "errors": 0,
        "intervals": 0,
        "runs": runs,
    }
    for one in intervals:
        add(totals, one)
    return totals


def add(totals: TotalsDocument, interval: IntervalDocument) -> None:
    """Adds an interval to the sums."""
    totals["intervals"] += 1
    for key in COUNTED:
        totals[key] += interval[key]


def active_run(
    number: int | None,
    role: str,
    target: str,
    clock: str,
    engine: str,
    workload: Mapping[str, object],
    request: ProbeRequest,
    began_at_s: float,
) -> RunDocument:
    """What is told of the Run under way, as asked."""
    asked = ProbeValues.of(request)
    return {
        "id": number,
        "role": role,
        "target": target,
        "clock": clock,
        "engine": engine,
        "workload": workload,
        "workers": asked.workers or 1,
        "queue_depth": asked.queue_depth,
        "offered_rate_per_s": asked.rate_of_all,
        "objective": asked.objective,
        "began_at_s": round(began_at_s, 3),
    }


def last_run(
    record: RunRecord, run: int | None, role: str | None, verdict: Verdict | None
) -> LastRunDocument:
    """What is told of the newest Run that ended."""
    return {
        "id": run,
        "role": role,
        "outcome": record["outcome"],
        "verdict": verdict,
        "because": record["because"],
        "offered_rate_per_s": record["offered_rate_per_s"],
        "issued_rate_per_s": record["issued_rate_per_s"],
        "achieved_rate_per_s": record["achieved_rate_per_s"],
        "bytes_per_s": record["bytes_per_s"],
        "response_time_ns": five(record["all"]["response_time_ns"]),
        "own_lag_ns": five(record["own_lag_ns"]),
        "limited_by": record["limited_by"]["value"],
    }


class State(Listener):
    """Told from the thread that measures, read from others. One that is not `listening` forgets at
    once."""

    def __init__(
        self,
        kind: str,
        *,
        listening: bool = True,
        stopping: Callable[[], bool] = lambda: False,
        verdict: Callable[[RunRecord], Verdict | None] = lambda _: None,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.listening = listening
        self._stopping = stopping
        self._verdict = verdict
        self._wall_s = wall_s
        self._lock = threading.Lock()
        self._waiting: deque[tuple[int, int | None, SealedInterval, float]] = deque()
        self._file: tuple[int, int] | None = None
        writer = process.name_of(os.getpid()) if listening else None
        self._head = blank(
            kind, pid=os.getpid(), writer=writer or "unknown", began_at_s=round(wall_s(), 3)
        )
        self._ends_at_s: float | None = None
        self._begun = 0
        self._workers: tuple[int, list[WorkerDocument]] = (0, [])
        self._workers_text: tuple[list[WorkerDocument], str] = ([], "[]")
        self._said: deque[RemarkDocument] = deque(maxlen=KEPT_WORDS)
        self._newest: deque[tuple[IntervalDocument, str]] = deque(maxlen=KEPT)
        self._bins: dict[int, int] = {}
        self._binned_ns = 0.0
        self.version = 0
        """Grows with everything that is told."""

    # -- told by those that measure: nothing here may wait or fail ---------------------------------

    def campaign_begins(self, campaign: Campaign) -> None:
        """Runs are kept as this campaign of this store from now on."""
        head, store = self._head, str(campaign.store.absolute())
        if not self.listening or (store, campaign.number) == (head["store"], head["campaign"]):
            return
        try:
            at = campaign.store.stat()
            self._file = (at.st_dev, at.st_ino)
        except OSError:
            self._file = None
        head["store"], head["campaign"] = store, campaign.number
        head["kind"], head["name"] = campaign.kind, campaign.name
        self.version += 1

    def point(self, number: int, total: int, done: int, words: str) -> None:
        """This Point is asked from now on; `done` of all have ended."""
        self._head["point"] = {"number": number, "total": total, "done": done, "words": words}
        self.version += 1

    def points_done(self, done: int) -> None:
        """So many have ended."""
        if (point := self._head["point"]) is not None:
            self._head["point"] = {**point, "done": done}
        self.version += 1

    def doing(self, what: str, left_s: float | None, detail: str = "") -> None:
        """What is being done, and how long all of it will still take."""
        self._head["doing"], self._head["detail"] = what, detail
        self._ends_at_s = None if left_s is None else self._wall_s() + left_s
        self.version += 1

    def said(
        self, words: str, *, kind: Literal["step", "event"] = "step", event: int | None = None
    ) -> None:
        """A line that was told on the way: a `step` of a search, an `event` that a reader of the
        answer should know, with its number in the store where it is kept there."""
        if self.listening:
            at_s = round(self._wall_s(), 3)
            self._said.append({"at_s": at_s, "kind": kind, "event": event, "words": words.strip()})
            self.version += 1

    def run_begins(self, run: ActiveRun) -> None:
        """A Run begins."""
        if run.campaign is not None:
            self.campaign_begins(run.campaign)
        info = run.info
        self._begun += 1
        self._head["progress"] = None
        self._head["run"] = active_run(
            run.id,
            run.role,
            info["target"]["name"],
            info["clock"],
            info["engine"],
            info["workload"],
            run.request,
            self._wall_s(),
        )
        self.version += 1

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """A sealed interval."""
        self._waiting.append((self._begun, run.id, sealed, self._wall_s()))
        self.version += 1
        if len(self._waiting) >= MOST_WAITING:
            if self.listening:
                self.gather()
            else:
                self._waiting.clear()

    def run_progress(self, now: Progress) -> None:
        """How far the Run has got."""
        self._head["progress"] = {
            "role": now.role,
            "rate_per_s": now.rate,
            "phase": now.phase,
            "elapsed_s": round(now.elapsed_s, 3),
            "limit_s": round(now.limit_s, 3),
            "achieved_rate_per_s": round(now.achieved_rate_per_s, 3),
        }
        self.version += 1

    def run_fails(self, run: ActiveRun, why: str) -> None:
        """The Run is over without a record."""
        del run, why
        self._head["run"] = self._head["progress"] = None
        self.version += 1

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """The Run is over, and kept."""
        self._head["run"] = self._head["progress"] = None
        self.version += 1
        record = result.record
        self._head["last_run"] = last_run(record, run.id, run.role, self._verdict(record))
        self._head["totals"]["runs"] += 1
        outcomes = self._head["outcomes"]
        outcomes[record["outcome"]] = outcomes.get(record["outcome"], 0) + 1

    # -- read by others ----------------------------------------------------------------------------

    @property
    def file(self) -> tuple[int, int] | None:
        """Device and inode of the store, once there is one."""
        return self._file

    def gather(self) -> None:
        """Takes what came since the last time."""
        with self._lock:
            waiting = [self._waiting.popleft() for _ in range(len(self._waiting))]
            # Only the newest are drawn: on the virtual clock the others are a thousand a second.
            drawn = len(waiting) - KEPT
            for place, (begun, run, sealed, seen_at_s) in enumerate(waiting):
                blob = sealed.response_time if place >= drawn else None
                told = sealed.figures
                each: list[WorkerInterval] = json.loads(sealed.workers)
                one = reduced(told, blob, run=run, seen_at_s=seen_at_s, workers=each)
                self._sum(one)
                self._newest.append((one, json.dumps(one, separators=(",", ":"))))
                self._share(begun, told, each)

    def workers(self) -> list[WorkerDocument]:
        """What each worker of the Run under way did in its newest interval that was gathered; empty
        without one."""
        begun, told = self._workers
        return told if self._head["run"] is not None and begun == self._begun else []

    def warning(self) -> str:
        """What a reader of the newest interval of the Run under way should know
        (`lateness.warning`), as far as that was gathered."""
        workers = self.workers()
        return lateness.warning(self._head["run"], self.newest() if workers else None, workers)

    def newest(self) -> IntervalDocument | None:
        """The newest interval."""
        with self._lock:
            return self._newest[-1][0] if self._newest else None

    def distribution(self) -> tuple[dict[int, int], float]:
        """Counts of response time by upper bound in ns, and the sum of all in ns: of what was
        gathered so far."""
        with self._lock:
            return dict(self._bins), self._binned_ns

    def head(self) -> HeadDocument:
        """The pulse without its intervals."""
        now_s, ends_at_s = self._wall_s(), self._ends_at_s
        head = self._head.copy()
        head["written_at_s"] = round(now_s, 3)
        head["state"] = "stopping" if self._stopping() else "running"
        head["left_s"] = None if ends_at_s is None else round(max(0.0, ends_at_s - now_s), 3)
        head["totals"] = head["totals"].copy()
        head["outcomes"] = dict(head["outcomes"])
        head["said"] = list(self._said)
        return head

    def text(self) -> str:
        """The pulse as JSON. Intervals were put into words when they came: the rest is small."""
        self.gather()
        with self._lock:
            intervals = ",".join(text for _, text in self._newest)
        head = json.dumps(self.head(), separators=(",", ":"))
        return f'{head[:-1]},"intervals":[{intervals}],"workers":{self._workers_in_words()}}}'

    def _workers_in_words(self) -> str:
        """Put into words once an interval: of a hundred hosts they are most of the pulse."""
        workers = self.workers()
        if workers is not self._workers_text[0]:
            self._workers_text = (workers, json.dumps(workers, separators=(",", ":")))
        return self._workers_text[1]

    def _share(self, begun: int, told: Interval, workers: list[WorkerInterval]) -> None:
        before, known = self._workers
        failed = {one["worker"]: one["run_errors"] for one in known} if before == begun else {}
        new = shares(told, workers, failed)
        # A drain is a remainder: a few operations that were still out. What failed among them
        # counts.
        if told["phase"] == "drain" and before == begun:
            errors = {one["worker"]: one["run_errors"] for one in new}
            new = [
                {**one, "run_errors": errors.get(one["worker"], one["run_errors"])} for one in known
            ]
        self._workers = (begun, new)

    def _sum(self, one: IntervalDocument) -> None:
        add(self._head["totals"], one)
        for upper, count in one["distribution"]:
            self._bins[upper] = self._bins.get(upper, 0) + count
        if one["distribution"]:
            self._binned_ns += (one["response_time_ns"]["mean"] or 0) * sum(
                count for _, count in one["distribution"]
            )
