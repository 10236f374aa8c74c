"""A Run's record as evidence for a promise: the figure that is compared, and whether the Run is
evidence about the target at all."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.judge import rate as rates
from plimsoll.judge import run_verdict
from plimsoll.judge.limiter.observations import (
    SHARED,
    processors_of_generator,
    processors_of_others,
)
from plimsoll.judge.limiter.rules import full_machine
from plimsoll.judge.rate import Estimate

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.claims import Claim, Level
    from plimsoll.native.record import Judgement, RunRecord, RunSpec, Summary

CONFIDENCE = 0.95
"""Confidence of a verdict. The chance of an error is shared among the Runs behind it."""


HeldUp = Literal["own_lag", "others"]
Client = Literal["outstanding", "processors", "workers"]
"""Limits of the client: its cap on outstanding I/O, its machine, each worker's processor."""


@dataclass(frozen=True)
class RunEvidence:
    """A Run as evidence for a claim. `figure` is the rate, or the mean latency for a level in a
    closed loop."""

    run_id: int | None
    outcome: str
    because: str
    limited_by: str
    workers: int | None
    """None, like other parts of the load, where an imported file lacks it."""
    queue_depth: int | None
    offered_rate_per_s: float | None
    outstanding: float | None
    figure: Estimate | None
    latency_ns: float | None
    level: Level | None
    judgement: Judgement | None
    busy: float | None
    working_set_bytes: int | None
    target_bytes: int | None
    worker_busy: float | None = None
    """Share of its time that a worker's processor was busy, mean over workers; None if unknown."""
    verdict: run_verdict.Verdict | None = None
    """Verdict on the objective of the Run."""
    achieved_rate_per_s: float | None = None
    response_time: Summary | None = None
    others: float | None = None
    """Share of this machine's processors that other programs used."""

    @staticmethod
    def of(
        record: RunRecord,
        claim: Claim,
        *,
        level: Level | None = None,
        run_id: int | None = None,
        among: int | None = None,
    ) -> RunEvidence:
        """The evidence of a finished Run. `level`: the one that it is judged by. `among`: how many
        Runs share the chance of an error, if they are not those of the claim's own ladder.
        """
        spec, load = record["spec"], record["spec"]["load"]
        confidence = 1 - (1 - CONFIDENCE) / max(claim.steps, among or 0)
        if level is not None:
            figure = _level_figure(record, level)
        else:
            of = claim.of_kind.counted
            figure = rates.rate(record, of=of, confidence=confidence)
        latency = rates.mean_latency(record, "completion_latency")
        used = None if "imported" in record else processors_of_generator(record)
        return RunEvidence(
            run_id=run_id,
            outcome=record["outcome"],
            because=record["because"],
            limited_by=record["limited_by"]["value"],
            workers=load["workers"],
            queue_depth=load["queue_depth"] if load["kind"] == "closed" else None,
            offered_rate_per_s=record["offered_rate_per_s"],
            outstanding=record["outstanding_mean"],
            figure=figure,
            latency_ns=_file_mean_latency(record) if latency is None else latency.value,
            level=level,
            judgement=record["judgement"],
            busy=_processor_share(record),
            working_set_bytes=_addressed_bytes(spec),
            target_bytes=spec["target"]["size_bytes"],
            worker_busy=None if used is None or not load["workers"] else used / load["workers"],
            verdict=run_verdict.of(record),
            achieved_rate_per_s=record["achieved_rate_per_s"],
            response_time=record["all"]["response_time_ns"],
            others=processors_of_others(record),
        )

    @property
    def held_up_by(self) -> HeldUp | None:
        """Why this machine may keep an undecided Run from a verdict: our own lateness, which a
        longer Run does not cure, or the work of other programs."""
        if self.judgement is not None and self.judgement["reason"] == "own_lag":
            return "own_lag"
        return "others" if self.others is not None and self.others > SHARED else None

    @property
    def is_evidence(self) -> bool:
        """Whether the Run says anything about the target."""
        return self.outcome in ("ok", "cannot_carry") and self.figure is not None

    @property
    def client_limit(self) -> Client | None:
        """The limit of the client that may have set the rate; None without a sign of one."""
        if self.limited_by == "client_outstanding":
            return "outstanding"
        if self.limited_by == "client_cpu" or full_machine(self.busy, self.worker_busy):
            return "processors"
        return None

    @property
    def meets_level(self) -> bool | None:
        """Whether the level was met; None when that is undecided."""
        if self.level is None or not self.is_evidence:
            return None
        assert self.figure is not None
        if self.offered_rate_per_s is None and not self.figure.of_file:
            if self.figure.low is None or self.figure.high is None:
                return None
            bound = self.level.bound_ns
            assert bound is not None
            return True if self.figure.high <= bound else False if self.figure.low > bound else None
        if self.judgement is None:
            return None
        if self.outcome == "cannot_carry":
            return False if self.verdict == "missed" else None
        return {"pass": True, "fail": False}.get(self.judgement["verdict"])


def _file_mean_latency(record: RunRecord) -> float | None:
    """The mean latency of an imported Run without intervals."""
    return record["all"]["completion_latency_ns"]["mean"] if "imported" in record else None


def _level_figure(record: RunRecord, level: Level) -> Estimate | None:
    """The latency that is judged by a level: the mean over intervals, or the figure of an imported
    file where its intervals do not give the mean."""
    figure = rates.mean_latency(record, level.metric)
    judged = record["judgement"]
    if "imported" not in record or judged is None:
        return figure
    if level.is_mean and record["offered_rate_per_s"] is None and figure and figure.low is not None:
        return figure
    estimate = judged["estimate"]
    count, seconds = record["all"]["count"] or 0, record["measure_s"] or 0.0
    ends = estimate["low"], estimate["high"]
    return Estimate(estimate["value"], *ends, count, seconds, 0, math.inf, CONFIDENCE, of_file=True)


def _addressed_bytes(spec: RunSpec) -> int:
    """Working set over all volumes of all clients."""
    clients = spec["clients"]
    if not clients:
        # Imported Runs may lack the working set: then no byte is known to have been addressed.
        return int(spec["workload"]["working_set_bytes"] or 0)
    return sum(int(one["volumes"]) * int(one["workload"]["working_set_bytes"]) for one in clients)


def _processor_share(record: RunRecord) -> float | None:
    """Mean share of the client's processors in use over Measure; None where it was not
    recorded."""
    loads = [
        (one["length_s"], cpu)
        for one in record["intervals"]
        if one["phase"] == "measure" and (load := one["system_load"]) and (cpu := load["cpu"])
    ]
    seconds = sum(length for length, _ in loads)
    busy = sum(length * (1 - cpu["idle"] - cpu["iowait"]) for length, cpu in loads)
    return busy / seconds if seconds else None
