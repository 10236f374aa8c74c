"""The current state of the measuring process.

It is a listener of every session, and gets Points and activities by direct calls. Each costs an
assignment or an append, without lock and system call. Readers (the pulse twice a second, a scrape)
call `gather` in their own threads to process what came meanwhile. Updates never fail, may be lost,
and are not stored.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal

from plimsoll.base import process, sentence
from plimsoll.base.printable import printable
from plimsoll.base.sentence import Sentence, Words
from plimsoll.base.version import __version__
from plimsoll.live import lateness
from plimsoll.live.interval_summary import interval_document, times_document, worker_documents
from plimsoll.live.messages import message
from plimsoll.live.runtime_dir import SCHEMA
from plimsoll.native.listener import ActiveRun, Campaign, Listener, RunOutput, SealedInterval
from plimsoll.native.values import ProbeValues, Progress

if TYPE_CHECKING:
    from plimsoll.live import pulse
    from plimsoll.live.interval_summary import WorkerInterval
    from plimsoll.native.record import Interval, ProbeRequest, RunRecord

KEPT = 120
"""Intervals in a pulse: usually two minutes."""
KEPT_WORDS = 50
"""Remarks in a pulse."""
MOST_WAITING = 2_000
"""Limit of pending intervals. The virtual clock can seal them faster than readers gather; at the
limit the writer gathers them itself."""

Verdict = Literal["met", "missed", "undecided"]
"""The verdict of a Run, from `judge/run_verdict.py`."""
COUNTED: tuple[
    Literal["reads", "writes", "syncs", "read_bytes", "written_bytes", "errors"], ...
] = (
    "reads",
    "writes",
    "syncs",
    "read_bytes",
    "written_bytes",
    "errors",
)
"""Keys that are summed over intervals."""


def blank(kind: str, *, pid: int, writer: str, began_at_s: float) -> pulse.HeadDocument:
    """The initial pulse of a process."""
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
        "doing": message("starting"),
        "doing_translations": sentence.translations(Sentence(partial(message, "starting"))),
        "detail": "",
        "detail_translations": {},
        "left_s": None,
        "point": None,
        "run": None,
        "progress": None,
        "last_run": None,
        "totals": sum_intervals([], runs=0),
        "outcomes": {},
        "said": [],
    }


def sum_intervals(
    intervals: Iterable[pulse.IntervalDocument], *, runs: int
) -> pulse.TotalsDocument:
    """The sums over these intervals, with a number of Runs."""
    totals: pulse.TotalsDocument = {
        "reads": 0,
        "writes": 0,
        "syncs": 0,
        "read_bytes": 0,
        "written_bytes": 0,
        "errors": 0,
        "intervals": 0,
        "runs": runs,
    }
    for interval in intervals:
        add(totals, interval)
    return totals


def add(totals: pulse.TotalsDocument, interval: pulse.IntervalDocument | Interval) -> None:
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
) -> pulse.RunDocument:
    """The Run under way, as in the pulse."""
    probe = ProbeValues.of(request)
    return {
        "id": number,
        "role": role,
        "target": target,
        "clock": clock,
        "engine": engine,
        "workload": workload,
        "workers": probe.workers or 1,
        "queue_depth": probe.queue_depth,
        "offered_rate_per_s": probe.rate_of_all,
        "objective": probe.objective,
        "began_at_s": round(began_at_s, 3),
    }


def last_run(
    record: RunRecord, run: int | None, role: str | None, verdict: Verdict | None
) -> pulse.LastRunDocument:
    """The newest Run that ended, as in the pulse."""
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
        "response_time_ns": times_document(record["all"]["response_time_ns"]),
        "own_lag_ns": times_document(record["own_lag_ns"]),
        "limited_by": record["limited_by"]["value"],
    }


class State(Listener):
    """Updated by the measuring thread and read by others. Without `listening` it forgets at
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
        self.file: tuple[int, int] | None = None
        """Device and inode of the store, once there is one."""
        writer = process.name_of(os.getpid()) if listening else None
        self._head = blank(
            kind, pid=os.getpid(), writer=writer or "unknown", began_at_s=round(wall_s(), 3)
        )
        self._ends_at_s: float | None = None
        self._run_count = 0
        self._workers: tuple[int, list[pulse.WorkerDocument]] = (0, [])
        self._workers_text: tuple[list[pulse.WorkerDocument], str] = ([], "[]")
        self._remarks: deque[pulse.RemarkDocument] = deque(maxlen=KEPT_WORDS)
        self._newest: deque[tuple[pulse.IntervalDocument, str]] = deque(maxlen=KEPT)
        self._bins: dict[int, int] = {}
        self._binned_ns = 0.0
        self.version = 0
        """Grows with every update."""

    # -- updates by the measuring thread: they may not wait or fail --------------------------------

    def campaign_begins(self, campaign: Campaign) -> None:
        """Sets the campaign that the Runs belong to."""
        head, store = self._head, str(campaign.store.absolute())
        if not self.listening or (store, campaign.number) == (head["store"], head["campaign"]):
            return
        try:
            file = campaign.store.stat()
            self.file = (file.st_dev, file.st_ino)
        except OSError:
            self.file = None
        head["store"], head["campaign"] = store, campaign.number
        head["kind"], head["name"] = campaign.kind, campaign.name
        self.version += 1

    def set_point(self, number: int, total: int, done: int, words: str) -> None:
        """Sets the current Point; `done` of `total` have ended."""
        self._head["point"] = {"number": number, "total": total, "done": done, "words": words}
        self.version += 1

    def set_ended_points(self, done: int) -> None:
        """Sets the number of Points that have ended."""
        if (point := self._head["point"]) is not None:
            self._head["point"] = {**point, "done": done}
        self.version += 1

    def set_activity(self, what: Words, left_s: float | None, detail: Words = "") -> None:
        """Sets the current activity, and the time left in all."""
        self._set_words("doing", "doing_translations", what)
        self._set_words("detail", "detail_translations", detail)
        self._ends_at_s = None if left_s is None else self._wall_s() + left_s
        self.version += 1

    def _set_words(
        self,
        key: Literal["doing", "detail"],
        other: Literal["doing_translations", "detail_translations"],
        words: Words,
    ) -> None:
        # Most are told again and again, as the rate of a Run is.
        if (english := printable(str(words))) != self._head[key]:
            self._head[key], self._head[other] = english, sentence.translations(words)

    def add_remark(
        self, words: object, *, kind: Literal["step", "event"] = "step", event: int | None = None
    ) -> None:
        """Adds a remark: a `step` of a search, or an `event` that a reader of the answer should
        know, with its number in the store if it is stored."""
        if self.listening:
            told = sentence.translations(words)
            self._remarks.append(
                {
                    "at_s": round(self._wall_s(), 3),
                    "kind": kind,
                    "event": event,
                    "words": str(words).strip(),
                    "translations": {code: text.strip() for code, text in told.items()},
                }
            )
            self.version += 1

    def run_begins(self, run: ActiveRun) -> None:
        """Sets the Run under way."""
        if run.campaign is not None:
            self.campaign_begins(run.campaign)
        info = run.info
        self._run_count += 1
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
        """Adds a sealed interval."""
        self._waiting.append((self._run_count, run.id, sealed, self._wall_s()))
        self.version += 1
        if len(self._waiting) >= MOST_WAITING:
            if self.listening:
                self.gather()
            else:
                self._waiting.clear()

    def run_progress(self, now: Progress) -> None:
        """Sets the progress of the Run."""
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
        """Ends the Run without a record."""
        del run, why
        self._head["run"] = self._head["progress"] = None
        # It was of this Run.
        self._set_words("detail", "detail_translations", "")
        self.version += 1

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """Ends the Run with its record."""
        self._head["run"] = self._head["progress"] = None
        # It was of this Run.
        self._set_words("detail", "detail_translations", "")
        self.version += 1
        record = result.record
        self._head["last_run"] = last_run(record, run.id, run.role, self._verdict(record))
        self._head["totals"]["runs"] += 1
        outcomes = self._head["outcomes"]
        outcomes[record["outcome"]] = outcomes.get(record["outcome"], 0) + 1

    # -- readers -----------------------------------------------------------------------------------

    def gather(self) -> None:
        """Processes the intervals since the last call."""
        with self._lock:
            waiting = [self._waiting.popleft() for _ in range(len(self._waiting))]
            # Only the newest are described: the virtual clock seals a thousand a second.
            first = len(waiting) - KEPT
            for place, (run_count, run, sealed, seen_at_s) in enumerate(waiting):
                figures = sealed.figures
                if place < first:
                    add(self._head["totals"], figures)
                    # A worker's errors are counted from the start of its Run: those of the first
                    # described interval are what came after this one.
                    if place == first - 1:
                        self._update_workers(run_count, figures, json.loads(sealed.workers))
                    continue
                workers: list[WorkerInterval] = json.loads(sealed.workers)
                interval = interval_document(
                    figures, sealed.response_time, run=run, seen_at_s=seen_at_s, workers=workers
                )
                self._sum(interval)
                self._newest.append((interval, json.dumps(interval, separators=(",", ":"))))
                self._update_workers(run_count, figures, workers)

    def workers(self) -> list[pulse.WorkerDocument]:
        """The workers in the newest gathered interval of the Run under way."""
        run_count, workers = self._workers
        return workers if self._head["run"] is not None and run_count == self._run_count else []

    def warning(self) -> str:
        """The warning for the newest gathered interval of the Run under way
        (`lateness.warning`)."""
        workers = self.workers()
        return lateness.warning(self._head["run"], self.newest() if workers else None, workers)

    def newest(self) -> pulse.IntervalDocument | None:
        """The newest interval."""
        with self._lock:
            return self._newest[-1][0] if self._newest else None

    def distribution(self) -> tuple[dict[int, int], float]:
        """Counts of response times by upper bound in ns, and their sum in ns, as gathered so
        far."""
        with self._lock:
            return dict(self._bins), self._binned_ns

    def head(self) -> pulse.HeadDocument:
        """The pulse without its intervals."""
        now_s, ends_at_s = self._wall_s(), self._ends_at_s
        head = self._head.copy()
        head["written_at_s"] = round(now_s, 3)
        head["state"] = "stopping" if self._stopping() else "running"
        head["left_s"] = None if ends_at_s is None else round(max(0.0, ends_at_s - now_s), 3)
        head["totals"] = head["totals"].copy()
        head["outcomes"] = dict(head["outcomes"])
        head["said"] = list(self._remarks)
        return head

    def text(self) -> str:
        """The pulse as JSON. Intervals were serialized when gathered; the rest is small."""
        self.gather()
        with self._lock:
            intervals = ",".join(text for _, text in self._newest)
        head = json.dumps(self.head(), separators=(",", ":"))
        return f'{head[:-1]},"intervals":[{intervals}],"workers":{self._workers_json()}}}'

    def _workers_json(self) -> str:
        """The workers as JSON, serialized once an interval: a hundred hosts are most of the
        pulse."""
        workers = self.workers()
        if workers is not self._workers_text[0]:
            self._workers_text = (workers, json.dumps(workers, separators=(",", ":")))
        return self._workers_text[1]

    def _update_workers(
        self, run_count: int, interval: Interval, workers: list[WorkerInterval]
    ) -> None:
        last_count, last = self._workers
        same_run = last_count == run_count
        failed = {worker["worker"]: worker["run_errors"] for worker in last} if same_run else {}
        new = worker_documents(interval, workers, failed)
        # Drain only completes the last operations: its errors count, its rates do not.
        if interval["phase"] == "drain" and same_run:
            errors = {worker["worker"]: worker["run_errors"] for worker in new}
            new = [
                {**worker, "run_errors": errors.get(worker["worker"], worker["run_errors"])}
                for worker in last
            ]
        self._workers = (run_count, new)

    def _sum(self, interval: pulse.IntervalDocument) -> None:
        add(self._head["totals"], interval)
        for upper, count in interval["distribution"]:
            self._bins[upper] = self._bins.get(upper, 0) + count
        if interval["distribution"]:
            self._binned_ns += (interval["response_time_ns"]["mean"] or 0) * sum(
                count for _, count in interval["distribution"]
            )
