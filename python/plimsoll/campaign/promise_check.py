"""Tests promises: asks the judge which load comes next, runs it over a session, keeps every Run,
and keeps the verdict.

A claim has a session of its own, so that what one claim left behind in a described stack (an empty
bucket, a warm cache) is not there for the next. `measured` makes the Runs; `held` finds them in a
campaign that a store already holds.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from plimsoll.campaign.run_recorder import begin
from plimsoll.errors import InputError
from plimsoll.execute import Session, parse_objective, parse_size, parse_span
from plimsoll.judge.promise import rules as promise_rules
from plimsoll.judge.promise.document import Check, Judged, overall
from plimsoll.judge.promise.run_evidence import CONFIDENCE, Seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from plimsoll._record import RunSpec, Workload, WorkloadRequest
    from plimsoll.campaign.run_recorder import CampaignKeeper
    from plimsoll.execute import Stop, Watcher
    from plimsoll.judge.promise.claims import Claim, Level
    from plimsoll.judge.promise.file import PromiseFile
    from plimsoll.judge.promise.parts import Lengths
    from plimsoll.judge.searched import WholeLine
    from plimsoll.model import ProbeRequest, RunRecord, SessionRequest
    from plimsoll.store import CampaignRow, Store

    Compared = Literal[
        "read_percent",
        "trim_percent",
        "pattern",
        "sync",
        "durable_writes",
        "read_blocks",
        "write_blocks",
        "payload",
        "align_bytes",
    ]

INTERVALS = 60
"""Intervals of Measure that are asked for: enough for batches, and to see where an initial burst
ends."""
SHORTEST_S, LONGEST_S = 0.1, 60.0
"""Of an interval (measurement.md, section 4)."""
WHOLE_S = 1.0
SAME_RATE = 0.005
"""Offered rates that differ by no more than this are the same question."""
SAME_SIZE = 0.01
"""A working set that is smaller by no more than this is the one that was stated: it is rounded to
whole blocks."""
OF_THE_TARGET = ("working_set", "working_set_offset")
"""What of a workload depends on the size of its target."""


@dataclass
class Checking:
    """Runs for claims. `open_session` opens the target for a workload; `tell` says what comes
    next."""

    open_session: Callable[[SessionRequest], Session]
    request: SessionRequest
    lengths: Lengths
    seed: int
    tell: Callable[[str], None]
    watcher: Watcher | None = None
    seconds: float = 0.0
    """Of all Runs so far, on their own clock."""

    def runs(self, claim: Claim, keeper: CampaignKeeper) -> list[Seen]:
        """The Runs that decide a claim, or all that are allowed."""
        # A bound on errors is about Runs that go on after one.
        counted = any(level.bounds_errors for level in claim.levels)
        request: SessionRequest = {**self.request, "workload": claim.workload}
        if counted:
            request["on_error"] = "count"
        with self.open_session(request) as session:
            session.keeper = dataclasses.replace(keeper, session=request)
            return list(
                self._of_levels(session, claim) if claim.levels else self._of_rate(session, claim)
            )

    def _of_rate(self, session: Session, claim: Claim) -> Iterator[Seen]:
        seen: list[Seen] = []
        while load := promise_rules.next_load(
            claim, seen, most_workers=session.info["most_workers"]
        ):
            workers, depth = load
            self.tell(f"{claim.name}: {workers} × {depth} outstanding")
            record = self._run(session, claim, {"workers": workers, "queue_depth": depth})
            seen.append(Seen.of(record, claim, run_id=session.newest))
            yield seen[-1]

    def _of_levels(self, session: Session, claim: Claim) -> Iterator[Seen]:
        if claim.rate_per_s is None and claim.value is None:
            # A closed loop is the same load whatever it is held against: one Run for all levels.
            self.tell(f"{claim.name}: {claim.workers} × {claim.queue_depth} outstanding")
            record = self._run(
                session, claim, {"workers": claim.workers, "queue_depth": claim.queue_depth}
            )
            yield from (
                Seen.of(record, claim, level=level, run_id=session.newest) for level in claim.levels
            )
            return
        for level in claim.levels:
            record = self._run(session, claim, self._offered(claim, level))
            seen = Seen.of(record, claim, level=level, run_id=session.newest)
            yield seen
            # A stricter level that is met needs no other; one that says nothing about the target
            # would not either.
            if seen.passed or not seen.speaks:
                return

    def _offered(self, claim: Claim, level: Level) -> ProbeRequest:
        # A load line of at least x is shown by a hold at x less the margin.
        offered = claim.rate_per_s if claim.value is None else claim.value * (1 - claim.margin)
        self.tell(f"{claim.name}: {offered:,.6g} IOPS offered against {level.objective}")
        load: ProbeRequest = {
            "workers": claim.workers,
            "rate": offered,
            "arrivals": claim.arrivals,
            "objective": level.objective,
        }
        if claim.max_outstanding is not None:
            load["max_outstanding"] = claim.max_outstanding
        return load

    def _run(self, session: Session, claim: Claim, load: ProbeRequest) -> RunRecord:
        measure_s = parse_span(self.lengths.measure_for)
        # Whole seconds where there is time for them: some limiters hand out a second's share at
        # once.
        shortest_s = WHOLE_S if measure_s >= 20 * WHOLE_S else SHORTEST_S
        interval_s = min(max(measure_s / INTERVALS, shortest_s), LONGEST_S)
        asked: ProbeRequest = {
            **load,
            "warmup_for": self.lengths.warmup_for,
            "measure_for": self.lengths.measure_for,
            "interval": f"{round(interval_s * 1e9)}ns",
            "stop_when_decided": False,
            "confidence": CONFIDENCE,
            "seed": self._seed(claim, load),
        }
        record = session.run(asked, role="check")
        self.seconds += seconds_of(record)
        return record

    def _seed(self, claim: Claim, load: ProbeRequest) -> int:
        """Other addresses for each Run: the same ones again would meet a warm cache."""
        text = f"{self.seed}/{claim.name}/{sorted(load.items())}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


def measured(
    checking: Checking,
    file: PromiseFile,
    claims: list[Claim],
    store: Store,
    *,
    name: str,
    stop: Stop,
) -> tuple[Check, int]:
    """The verdict on a promise file, by Runs made now, and the campaign of kind `check` that holds
    them.

    A verdict that cannot be kept is the reason of `stop`, and is given all the same.
    """
    asked = {"promise": file.model_dump(mode="json", exclude_none=True), "name": name}
    keeper = begin(
        store,
        "check",
        checking.request,
        objective=None,
        strategy="check",
        seed=checking.seed,
        asked=asked,
        watcher=checking.watcher,
    )
    evidence = [promise_rules.judge(claim, checking.runs(claim, keeper)) for claim in claims]
    check = _check(evidence, name, checking.request["target"], checking.seconds, checking.seed)
    keeper.end(check.model_dump(mode="json", by_alias=True), stop)
    return check, keeper.campaign_id


def held(
    store: Store, campaign: CampaignRow, claims: list[Claim], *, name: str, promised: str
) -> Check:
    """The verdict on a promise file, by the Runs of a campaign that a store holds. Nothing is
    measured.

    `promised` is the target that the file names: where the Runs are of another, every verdict says
    so.
    """
    rows = [row for row in store.runs(campaign.id) if row.state == "finished"]
    if not rows:
        raise InputError(
            f"campaign {campaign.id} holds no finished Run", "Name another with --campaign."
        )
    records = [(row.id, cast("RunRecord", store.record(row.id))) for row in rows]
    evidence = []
    for claim in claims:
        line = _line_of(campaign, claim, [record for _, record in records])
        runs = [
            seen
            for run_id, record in records
            for seen in _seen(claim, record, run_id, len(records))
        ]
        judged = promise_rules.judge(claim, runs, line)
        if line is None and not runs:
            judged.because = f"campaign {campaign.id} has no Run of this workload and load"
        evidence.append(judged)
    seconds = sum(seconds_of(record) for _, record in records)
    target = str(records[0][1]["spec"]["target"]["name"])
    if not _same_target(promised, target):
        for judged in evidence:
            judged.notes.append(f"the promise names {promised}, and these Runs are of {target}")
    return _check(evidence, name, target, seconds, None)


def _same_target(one: str, other: str) -> bool:
    """Whether two names may be one target: the same, or one path that ends in the other (they may
    stand in different folders)."""
    parts = [Path(os.path.normpath(name.removeprefix("stack:"))).parts for name in (one, other)]
    shorter = min(len(part) for part in parts)
    return (
        one.startswith("stack:") == other.startswith("stack:")
        and parts[0][-shorter:] == parts[1][-shorter:]
    )


def seconds_of(record: RunRecord) -> float:
    """Seconds of a Run on its own clock: Warmup, Measure and Drain."""
    return float(record["warmup_s"] + record["measure_s"] + record["drain_s"])


def _check(
    evidence: list[Judged], name: str, target: str, seconds: float, seed: int | None
) -> Check:
    verdict, because = overall(evidence)
    return Check(
        verdict=verdict,
        because=because,
        evidence=evidence,
        name=name,
        target=target,
        test_seconds=seconds,
        measured=seed is not None,
        seed=seed,
    )


def _seen(claim: Claim, record: RunRecord, run_id: int, among: int) -> Iterator[Seen]:
    """A Run of a store as evidence for a claim, if it asked the same: once, or once for each level
    that it can be held against."""
    if not _same_workload(claim.workload, record["spec"]):
        return
    load = record["spec"]["load"]
    outstanding: int | None = None
    if load["kind"] == "closed" and not (
        load.get("think") or load.get("cap") or load.get("bursts")
    ):
        outstanding = load["workers"] * load["queue_depth"]
    if not claim.levels:
        if outstanding is not None:
            yield Seen.of(record, claim, run_id=run_id, among=among)
        return
    offered = claim.rate_per_s if claim.value is None else claim.value * (1 - claim.margin)
    for level in claim.levels:
        if offered is None:
            same = outstanding == claim.outstanding
        else:
            objective = record["spec"]["stop"].get("objective")
            rate = record["offered_rate_per_s"]
            same = (
                rate is not None
                and abs(rate / offered - 1) <= SAME_RATE
                and isinstance(objective, str)
                and parse_objective(objective) == level.objective
            )
        if same:
            yield Seen.of(record, claim, level=level, run_id=run_id)


def _line_of(campaign: CampaignRow, claim: Claim, records: list[RunRecord]) -> WholeLine | None:
    """The load line of a search with what it says of rates below it, where the claim is one of this
    objective and workload."""
    result = campaign.result or {}
    line = result.get("load_line")
    if claim.kind != "line" or not line or line.get("objective") != claim.levels[0].objective:
        return None
    line = line | {name: result.get(name) or [] for name in ("non_monotone", "regimes")}
    return line if _same_workload(claim.workload, records[0]["spec"]) else None


def _same_workload(asked: WorkloadRequest, spec: RunSpec) -> bool:
    """Whether a Run asked what the claim asks, in every key that a claim can state, each with its
    default.

    Synced writes are not unsynced ones, and a part of the volume is not all of it: what is easier
    shows nothing of what is harder. Whatever working set will do where the claim states none; the
    verdict tells how much was addressed.
    """
    clients = spec.get("clients") or []
    if len(clients) > 1:
        return False
    found = clients[0]["workload"] if clients else spec["workload"]
    wanted = _resolved(
        tuple(sorted((key, value) for key, value in asked.items() if key not in OF_THE_TARGET))
    )
    keys: list[Compared] = ["read_percent", "trim_percent", "pattern", "sync", "durable_writes"]
    keys += ["read_blocks"] if wanted["read_percent"] > 0 else []
    keys += ["write_blocks", "payload"] if wanted["read_percent"] < 100 else []
    keys += ["align_bytes"] if "align" in asked else []
    if any(found[key] != wanted[key] for key in keys):
        return False
    if "working_set" not in asked:
        return True
    stated, size = str(asked["working_set"]), spec["target"]["size_bytes"]
    least = size * float(stated[:-1]) / 100 if stated.endswith("%") else parse_size(stated)
    return found["working_set_bytes"] >= least * (1 - SAME_SIZE)


@functools.cache
def _resolved(asked: tuple[tuple[str, object], ...]) -> Workload:
    """A workload with every default filled in, by the native side, for a target that holds any."""
    with Session.open(
        cast("SessionRequest", {"target": "null:", "workload": dict(asked)})
    ) as session:
        return session.info["workload"]
