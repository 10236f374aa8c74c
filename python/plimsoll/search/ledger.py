"""The probes of a search: their seeds, requests, results and events.

The ledger is the only part of a search that touches `Probing`. It turns a record into the few facts
that a search works with, keeps the sums, and ends the search (`Halt`) when the target fails or the
user interrupts.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from plimsoll.base import units
from plimsoll.base.errors import Interruption, outcome_text
from plimsoll.base.rates import round_rate
from plimsoll.base.rules import NOT_ISSUED_SHARE
from plimsoll.judge import run_text
from plimsoll.judge.limiter.observations import (
    dispersion,
    processors_of_generator,
    processors_of_others,
)
from plimsoll.search import storage_time
from plimsoll.search.events import Event, Figure
from plimsoll.search.messages import message

if TYPE_CHECKING:
    from plimsoll.judge.limiter.document import LimiterDocument
    from plimsoll.native import record as _record
    from plimsoll.native.model import NamedRecord, Probing
    from plimsoll.native.record import Judgement, RunRecord
    from plimsoll.search.budget import Budget

PASS, FAIL, UNDECIDED = "pass", "fail", "undecided"

LATE_TRIES = 3
"""Repeats of a Run whose client was late at a rate within its reach; above its reach, one."""
SILENT_RUNS = 3
"""Runs in a row in which a target stopped answering, after which a search ends; see `SILENT_S`."""
SILENT_S = 60.0
"""Their length, at least: a failover is over by then."""


class Halt(Exception):  # noqa: N818  # it ends a search, which is not an error
    """The search cannot go on: `reason` is stopped, failed or stopped_answering, `words` is why;
    where it is empty the words of the reason apply."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(words)
        self.reason = reason
        self.words = words


@dataclass(frozen=True)
class Estimate:
    """The statistic of an objective: a share (of operations, of periods), or a mean in ns; bounds
    where they are known."""

    value: float
    low: float | None
    high: float | None
    allowed: float
    objective: str | None = None
    """The objective; None where a record names none."""


@dataclass(frozen=True)
class Finding:
    """The judgement of one view of a Run: verdict, reason and statistics."""

    verdict: str | None
    reason: str | None
    estimate: Estimate | None
    estimates: tuple[Estimate, ...]


@dataclass(frozen=True)
class StorageFindings:
    """The judgements of a Run on the storage's own time, before the pauses of all Runs are weighed:
    `with_pauses` includes its own, `without_pauses` does not."""

    sample: storage_time.Sample
    with_pauses: Finding
    without_pauses: Finding


@dataclass(frozen=True)
class Probe:
    """One Run of the search. Rates in operations/s, spans in ns, lengths in s of the Run's own
    clock."""

    index: int
    role: str
    offered_rate_per_s: float | None
    queue_depth: int | None
    workers: int
    stopped_when_decided: bool
    """Whether its length was left to its decision; else it was fixed and judged once."""
    outcome: str
    verdict: str | None
    """pass, fail, undecided; None where the Run is no evidence about the target, and without an
    objective."""
    reason: str | None
    estimate: Estimate | None
    """Of the objective that decided."""
    estimates: tuple[Estimate, ...]
    """Of every objective, in their order."""
    achieved_rate_per_s: float
    mean_ns: float | None
    p50_ns: int | None
    p99_ns: int | None
    own_lag_p99_ns: int | None
    alone_p99_ns: int | None
    """Response time without the operations that our own lateness had a part in."""
    disturbed: int
    """How many those are."""
    others: float | None
    """Share of this machine's processors that others had meanwhile: programs, kernel threads, the
    hypervisor; none when unknown."""
    completion_latency_mean_ns: float | None
    outstanding_max: int
    measure_s: float
    seconds: float
    """Warm-up, Measure and Drain."""
    operations: int
    bytes_written: int
    limited_by: LimiterDocument
    because: str
    seed: int
    run_id: int | None
    chose: bool = False
    """Whether the objective was chosen from this Run, which therefore met it without being judged
    by it."""
    issued: float = 1.0
    """Share of the schedule that was issued."""
    completion_latency_p99_ns: int | None = None
    worker_busy: float | None = None
    """Share of its time that a worker's processor worked; none when not known."""
    most_outstanding: int | None = None
    """The in-flight cap of an open loop; none of a closed one, and where it is not known."""
    silent: bool = False
    """Whether the target stopped answering during it."""
    storage: StorageFindings | None = None
    """Judgements on the storage's own time. Where there are any, `verdict`, `reason` and the
    estimates follow from them and the pauses of all Runs (`Ledger`)."""
    seen_verdict: str | None = None
    """The verdict as seen from this machine, its own stalls inside."""
    lean: float | None = None
    """Probability that it missed the objective, from its intervals and those of all Runs; None
    where they do not show it."""
    undisturbed_p99_ns: float | None = None
    """Response time in undisturbed intervals; of all where none was disturbed."""
    outstanding: float = 0.0
    """Mean over Measure."""
    carried_per_s: float = 0.0
    """The rate that was both issued and completed."""
    dispersion: float | None = None
    """Of a closed loop: variance over mean of its completions in windows; none where too few were
    seen."""

    @property
    def filled_its_cap(self) -> bool:
        """Whether as much was outstanding as its in-flight cap allows."""
        return 0 < (self.most_outstanding or 0) <= self.outstanding_max

    @property
    def rate(self) -> float:
        """The offered rate of an open-loop Run."""
        assert self.offered_rate_per_s is not None, "a closed loop has no offered rate"
        return self.offered_rate_per_s

    @property
    def carried_rate(self) -> float:
        """The rate that was both issued and completed, where known; never more than offered."""
        return min(self.rate, self.carried_per_s or self.rate)

    @property
    def client_bound(self) -> bool:
        """Whether the Run is evidence about the client and not about the target."""
        return self.outcome == "generator_limited" and self.verdict is None

    @property
    def only_late(self) -> bool:
        """Whether our lateness is the only objection: the schedule was issued."""
        return (
            self.client_bound and self.reason == "own_lag" and self.issued >= 1 - NOT_ISSUED_SHARE
        )

    @property
    def steady(self) -> bool:
        """Whether its figures are those of a system that keeps up."""
        return self.outcome in ("ok", "cached") and self.reason != "cannot_carry"

    def __str__(self) -> str:
        """As a line of progress."""
        load = (
            message("load-rate", rate=units.count(self.rate))
            if self.offered_rate_per_s is not None
            else message("load-depth", depth=self.queue_depth, workers=self.workers)
        )
        estimate = self.estimate
        seen = (None, None) if estimate is None else (estimate.value, estimate.allowed)
        if self.verdict == PASS and not self.estimates:
            # Asked for nothing but to carry the rate.
            found, why = message("probe-carried"), ""
        else:
            found = message(f"probe-{self.verdict}") if self.verdict else outcome_text(self.outcome)
            why = run_text.reason(self.reason, *seen) if self.reason else ""
        p99 = None if self.p99_ns is None else f"{units.significant(self.p99_ns / 1e6, 3)} ms"
        return message(
            f"progress{'-why' if why else ''}{'' if p99 is None else '-p99'}",
            role=message(f"role-{self.role}"),
            load=load,
            found=found,
            why=why,
            achieved=units.count(self.achieved_rate_per_s),
            p99=p99,
        )


@dataclass
class Ledger:
    """The probes of one search, in order."""

    session: Probing
    budget: Budget
    seed: int
    on_step: Callable[[object], None]
    probes: list[Probe] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    workers: int = 1
    """Workers of open-loop Runs; grows when the client is too slow."""
    client_limit: float = math.inf
    """Lowest rate that the client could not offer with all its workers, in repeated Runs."""
    reach: float = 0.0
    """Highest rate that the client has offered: lateness below it is the machine's noise."""
    judges_storage_time: bool = False
    """Whether Runs are judged on the storage's own time."""
    revision: int = 0
    """Grows when the verdicts of earlier Runs changed."""
    _counts: dict[str, int] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """Test time so far."""
        return sum(probe.seconds for probe in self.probes)

    def count(self, *roles: str) -> int:
        """Runs in these roles so far."""
        return sum(probe.role in roles for probe in self.probes)

    def tell(self, kind: str, rate: float | None = None, **figures: Figure) -> None:
        """Adds an event to the answer: a kind of `events.KINDS`, with the figures of its
        sentence."""
        event = Event(kind, rate, figures)
        if event not in self.events:
            self.events.append(event)
        self.on_step(event)

    def run_closed_loop(self, queue_depth: int, workers: int, measure_s: float) -> Probe:
        """A closed-loop Run, `queue_depth` per worker."""
        return self._run(
            "maximum",
            rate=None,
            queue_depth=queue_depth,
            workers=workers,
            measure_s=measure_s,
            objective=None,
            warmup_s=max(self.budget.warmup_s, measure_s / 10),
            stop=False,
            operations=None,
        )

    def run_fixed_length(
        self, role: str, rate: float, measure_s: float, objective: str | None
    ) -> Probe:
        """An open-loop Run of fixed length. Without an objective no limit on lateness is known yet,
        and the Run is not repeated."""

        def run() -> Probe:
            return self._open(role, rate, measure_s, objective)

        return run() if objective is None else self._with_enough_workers(run)

    def run_probe(self, rate: float, objective: str, share: float = 1.0) -> Probe:
        """An open-loop Run that ends when the objective is decided, or this share of a probe's
        limits is spent."""
        rate = round_rate(rate)
        length = self.budget.probe_length_s(rate, share)
        most = round(max(share * self.budget.probe_operations, rate * self.budget.period_probe_s))
        return self._with_enough_workers(lambda: self._open("probe", rate, length, objective, most))

    def run_once(
        self, role: str, rate: float, measure_s: float, objective: str, *, stop: bool
    ) -> Probe:
        """An open-loop Run that is not repeated for our lateness: the belief weighs it as it is.

        Only a schedule that was not kept is repeated, with more workers as long as there are more.
        A rate that was offered before, or is offered by the repeat, is within the client's reach:
        then the machine stood in the way.
        """
        repeated = False
        while True:
            probe = self._open(
                role, rate, measure_s, objective, self.budget.probe_operations if stop else None
            )
            if not probe.client_bound or probe.only_late:
                self.reach = max(self.reach, probe.rate)
                return probe
            if self.workers < self.budget.most_open_workers:
                self.workers = min(2 * self.workers, self.budget.most_open_workers)
                self.tell("more_workers", probe.rate, workers=self.workers)
            elif probe.rate <= self.reach:
                return probe
            elif not repeated:
                repeated = True
                self.tell("late", probe.rate)
            else:
                self.client_limit = min(self.client_limit, probe.rate)
                return probe

    def _open(
        self,
        role: str,
        rate: float,
        measure_s: float,
        objective: str | None,
        stop_after: int | None = None,
    ) -> Probe:
        """An open-loop Run with the current workers; with `stop_after` it ends when decided, or
        after so many operations."""
        return self._run(
            role,
            rate=round_rate(rate),
            queue_depth=None,
            workers=self.workers,
            measure_s=measure_s,
            objective=objective,
            warmup_s=self.budget.warmup_s,
            stop=stop_after is not None,
            operations=stop_after,
        )

    def _with_enough_workers(self, run: Callable[[], Probe]) -> Probe:
        """Runs, and repeats a Run whose client was late (a hiccup is not a limit), then with more
        workers."""
        probe = run()
        tries = LATE_TRIES if probe.rate <= self.reach else 1
        while probe.client_bound:
            if tries > 0 and probe.rate < self.client_limit:
                tries -= 1
                self.tell("late", probe.rate)
            elif probe.rate > self.reach and self.workers < self.budget.most_open_workers:
                self.workers = min(2 * self.workers, self.budget.most_open_workers)
                self.tell("more_workers", probe.rate, workers=self.workers)
            else:
                if not probe.only_late:
                    self.client_limit = min(self.client_limit, probe.rate)
                break
            probe = run()
        if not probe.client_bound:
            self.reach = max(self.reach, probe.rate)
        return probe

    def _run(
        self,
        role: str,
        *,
        rate: float | None,
        queue_depth: int | None,
        workers: int,
        measure_s: float,
        warmup_s: float,
        objective: str | None,
        stop: bool,
        operations: int | None,
    ) -> Probe:
        number = self._counts.get(role, 0)
        self._counts[role] = number + 1
        seed = probe_seed(self.seed, role, number)
        try:
            record = self.session.probe(
                rate=rate,
                queue_depth=queue_depth,
                workers=workers,
                measure_for_s=measure_s,
                warmup_for_s=warmup_s,
                objective=objective,
                stop_when_decided=stop,
                confidence=self.budget.confidence,
                max_operations=operations,
                storage_time=self.judges_storage_time and rate is not None,
                seed=seed,
                role=role,
            )
        except (Interruption, KeyboardInterrupt) as interrupt:
            halt = interrupt if isinstance(interrupt, Interruption) else Interruption("interrupted")
            if halt.record is not None:
                self._enter(halt.record, role, rate, queue_depth, workers, stop, seed)
            raise Halt("stopped", halt.message) from None
        probe = self._enter(record, role, rate, queue_depth, workers, stop, seed)
        if probe.outcome in ("stopped", "failed"):
            raise Halt(probe.outcome, probe.because or probe.outcome)
        silent = list(itertools.takewhile(lambda run: run.silent, reversed(self.probes)))
        if len(silent) >= SILENT_RUNS and sum(run.seconds for run in silent) >= SILENT_S:
            raise Halt("stopped_answering", "")
        if probe.outcome == "cached" and not any(event.kind == "cached" for event in self.events):
            self.tell("cached", why="because", because=probe.because)
        return probe

    def _enter(
        self,
        record: RunRecord,
        role: str,
        rate: float | None,
        queue_depth: int | None,
        workers: int,
        stop: bool,
        seed: int,
    ) -> Probe:
        probe = summary(
            record,
            index=len(self.probes),
            role=role,
            rate=rate,
            queue_depth=queue_depth,
            workers=workers,
            stop=stop,
            seed=seed,
            on_storage_time=self.judges_storage_time,
        )
        self.probes.append(probe)
        self.weigh()
        self.on_step(self.probes[-1])
        return self.probes[-1]

    def pauses(self) -> storage_time.Pauses:
        """The pauses of the storage in all Runs, without those that come from a Run's load."""
        return _pauses([probe for probe in self.probes if probe.storage is not None])

    def weigh(self) -> None:
        """Recomputes all verdicts from the pauses and bursts of all Runs."""
        if not any(probe.storage for probe in self.probes):
            return
        weighed = weigh(self.probes)
        if any(
            has_changed(old, new) for old, new in zip(self.probes[:-1], weighed[:-1], strict=True)
        ):
            self.revision += 1
        self.probes[:] = weighed


def summary(
    record: RunRecord,
    *,
    index: int,
    role: str,
    rate: float | None,
    queue_depth: int | None,
    workers: int,
    stop: bool,
    seed: int,
    on_storage_time: bool = False,
) -> Probe:
    """The facts of a record that a search works with."""
    outcome = record["outcome"]
    judgement = record["judgement"]
    every = record["all"]
    verdict = _verdict(outcome, judgement)
    storage = _storage(record) if on_storage_time and rate is not None else None
    response, completion = every["response_time_ns"], every["completion_latency_ns"]
    return Probe(
        index=index,
        role=role,
        offered_rate_per_s=rate,
        queue_depth=queue_depth,
        workers=workers,
        stopped_when_decided=stop,
        outcome=outcome,
        verdict=verdict,
        reason=_reason(judgement, verdict),
        estimate=_estimate(judgement["estimate"]) if judgement else None,
        estimates=_estimates(judgement) if judgement else (),
        achieved_rate_per_s=record["achieved_rate_per_s"],
        mean_ns=response["mean"],
        p50_ns=response["p50"],
        p99_ns=response["p99"],
        own_lag_p99_ns=every["own_lag_ns"]["p99"],
        alone_p99_ns=(every["storage_alone_ns"] or response)["p99"],
        disturbed=every["disturbed"],
        others=processors_of_others(record),
        completion_latency_mean_ns=completion["mean"],
        completion_latency_p99_ns=completion["p99"],
        # None of an imported Run.
        outstanding=record["outstanding_mean"] or 0.0,
        outstanding_max=record["outstanding_max"] or 0,
        measure_s=record["measure_s"] or 0.0,
        seconds=sum(record[phase] or 0.0 for phase in ("warmup_s", "measure_s", "drain_s")),
        operations=every["count"] or 0,
        bytes_written=record["bytes_written"] or 0,
        limited_by=cast("LimiterDocument", record["limited_by"]),
        because=str(record["because"]),
        seed=seed,
        run_id=cast("NamedRecord", record).get("run_id"),
        issued=_issued_share(record, rate),
        worker_busy=_worker_busy(record, workers),
        most_outstanding=_most_outstanding(record),
        silent=fell_silent(record),
        storage=storage,
        seen_verdict=verdict,
        carried_per_s=_carried_rate(record),
        dispersion=dispersion(record) if rate is None and "imported" not in record else None,
        undisturbed_p99_ns=_undisturbed_p99(record),
    )


def _verdict(outcome: str, judgement: Judgement | None) -> str | None:
    if judgement is None or outcome in ("generator_limited", "failed", "stopped"):
        return None
    if outcome == "cannot_carry":
        return FAIL
    return UNDECIDED if outcome == "not_steady" else judgement["verdict"]


def _storage(record: RunRecord) -> StorageFindings | None:
    """The judgements of a Run on the storage's own time; None where its intervals are not marked,
    or where this machine stood still for most of it."""
    found, judgement = storage_time.sample(record), record["judgement"]
    if found is None or judgement is None:
        return None
    time = record["storage_time"]
    undisturbed = (time["judgement"] if time else None) or judgement
    without = (time["without_pauses"] if time else None) or undisturbed
    return StorageFindings(
        found,
        _finding(record, judgement, undisturbed, found),
        _finding(record, judgement, without, found),
    )


def _finding(
    record: RunRecord, seen: Judgement, judgement: Judgement, sample: storage_time.Sample
) -> Finding:
    outcome, verdict = record["outcome"], _verdict(record["outcome"], judgement)
    if outcome == "generator_limited" and seen["reason"] == "own_lag":
        # Our lateness was the only objection: the time in which this machine did not stand still
        # may decide.
        verdict = None if judgement["reason"] == "own_lag" else judgement["verdict"]
    elif outcome == "cannot_carry" and judgement is not seen:
        # It fell behind as seen from here; in undisturbed time it may not have.
        fell = judgement["reason"] == "cannot_carry" or seen["reason"] != "cannot_carry"
        verdict = FAIL if fell else judgement["verdict"]
    if sample.is_mostly_disturbed and not (verdict == FAIL and outcome == "cannot_carry"):
        verdict = None
    return Finding(
        verdict,
        _reason(judgement, verdict),
        _estimate(judgement["estimate"]),
        _fair_estimates(judgement, sample),
    )


def _fair_estimates(judgement: Judgement, sample: storage_time.Sample) -> tuple[Estimate, ...]:
    """The estimate of every objective: from all operations where that is met, and without those
    that our lateness had a part in where it is missed all the same. Between the two the value is
    the bound, which leans to neither side. The confidence bounds are those of the view with that
    value, where it has any."""
    found = []
    for at, judged in enumerate(judgement["objectives"]):
        every = _estimate(judged["estimate"], judged["objective"])
        alone = _estimate(judged["alone"], judged["objective"])
        if every is None:
            continue
        share = every.allowed < 1
        whole, least = (sample.value(at, share=share, alone=view) for view in (False, True))
        if whole is None or least is None:
            found.append(alone or every)
            continue
        ours = whole > every.allowed >= least
        value = every.allowed if ours else whole if whole <= every.allowed else least
        alike = [view for view in (every, alone) if view and _alike(value, view.value)]
        found.append(alike[0] if alike else replace(every, value=value, low=None, high=None))
    return tuple(found)


def _alike(value: float, other: float) -> bool:
    return abs(value - other) <= SAME_VIEW * max(value, other)


SAME_VIEW = 0.05
"""Two views of a statistic that differ by no more than this, relatively, are one."""


def _undisturbed_p99(record: RunRecord) -> float | None:
    """p99 of the time in which this machine did not stand still."""
    undisturbed = record["undisturbed_response_time_ns"]
    return (undisturbed or record["all"]["response_time_ns"])["p99"]


def _carried_rate(record: RunRecord) -> float:
    """Operations per second that were issued and completed."""
    achieved = record["achieved_rate_per_s"]
    # The issued rate of an imported Run is unknown.
    return min(record["issued_rate_per_s"] or achieved, achieved)


def _has_too_many(probe: Probe, marked: Sequence[Probe]) -> bool:
    """Whether a Run had far more pauses than Runs at lower rates: they come from its load."""
    assert probe.storage is not None, "asked of those that have it"
    lower = storage_time.pooled_pauses(
        other.storage.sample
        for other in marked
        if other.storage and other.index != probe.index and other.rate < probe.rate
    )
    return storage_time.has_too_many(probe.storage.sample, lower)


def _pauses(marked: Sequence[Probe]) -> storage_time.Pauses:
    """The pauses that the storage has at any load. Overloaded Runs are left out: a throttle lets
    their backlog through in turns, and nothing completes between them."""
    return storage_time.pooled_pauses(
        probe.storage.sample
        for probe in marked
        if probe.storage
        and not (probe.verdict == FAIL and probe.reason == "cannot_carry")
        and not _has_too_many(probe, marked)
    )


def weigh(probes: Sequence[Probe]) -> list[Probe]:
    """Every Run with the pauses and the bursts of all Runs taken into account."""
    marked = [probe for probe in probes if probe.storage is not None]
    if not marked:
        return list(probes)
    pooled = _pauses(marked)
    return [probe if probe.storage is None else _reweigh(probe, marked, pooled) for probe in probes]


def _reweigh(probe: Probe, marked: Sequence[Probe], pooled: storage_time.Pauses) -> Probe:
    storage = probe.storage
    assert storage is not None, "the caller looks"
    from_load = _has_too_many(probe, marked)
    finding = storage.with_pauses if from_load else storage.without_pauses
    estimates = tuple(
        _within_budget(estimate, at, pooled) for at, estimate in enumerate(finding.estimates)
    )
    verdict, reason = _on_budget(finding, estimates)
    lean = None
    if verdict == UNDECIDED and probe.role.startswith("hold"):
        # The size of bursts is taken from Runs that carried no more: overload is one large burst.
        every = [
            other.storage.sample
            for other in marked
            if other.storage and other.rate <= probe.rate * (1 + storage_time.SAME_RATE)
        ]
        pools = [_pool(probe, marked, reach) for reach in storage_time.REACHES]
        verdict, reason, lean = _pooled_verdict(pools, every, estimates, finding)
    return replace(
        probe,
        verdict=verdict,
        reason=reason,
        lean=lean,
        estimate=_deciding(finding, estimates),
        estimates=estimates,
    )


def _within_budget(estimate: Estimate, objective: int, pauses: storage_time.Pauses) -> Estimate:
    """The estimate with the pauses' share taken from its budget."""
    taken = pauses.share_of(objective) if estimate.allowed < 1 else pauses.mean_of(objective)
    return replace(estimate, allowed=max(estimate.allowed - taken, 1e-9 * estimate.allowed))


def _deciding(finding: Finding, estimates: tuple[Estimate, ...]) -> Estimate | None:
    if finding.estimate is None or not estimates:
        return finding.estimate
    return max(estimates, key=lambda estimate: estimate.value / estimate.allowed)


def _on_budget(finding: Finding, estimates: tuple[Estimate, ...]) -> tuple[str | None, str | None]:
    """The verdict of estimates against their reduced budgets."""
    if finding.verdict == PASS and any(
        (part.value if part.high is None else part.high) > part.allowed for part in estimates
    ):
        return UNDECIDED, "too_close"
    if finding.verdict == UNDECIDED and any(
        part.low is not None and part.low > part.allowed for part in estimates
    ):
        return FAIL, "objective_missed"
    return finding.verdict, finding.reason


@dataclass(frozen=True)
class _Pool:
    """The samples that are judged together with a hold; its own is the first of both."""

    above: tuple[storage_time.Sample, ...]
    """Of Runs that carried no less: what they meet the hold's rate meets."""
    below: tuple[storage_time.Sample, ...]
    """Of Runs that carried no more: what they miss the hold's rate misses."""


def _pool(hold: Probe, marked: Sequence[Probe], reach: float) -> _Pool:
    """The Runs within this relative distance of a hold's rate. Which ones belong to it does not
    depend on how they ended, but for overloaded ones at about its own rate, which are no evidence
    below theirs."""
    assert hold.storage is not None, "the caller looks"
    near = [
        (other.rate, other.storage.sample)
        for other in marked
        if other.index != hold.index
        and other.storage
        and max(other.rate / hold.rate, hold.rate / other.rate) <= 1 + reach
        and (reach > storage_time.SAME_RATE or other.storage.without_pauses.verdict != FAIL)
    ]
    own = hold.storage.sample
    return _Pool(
        (own, *(sample for rate, sample in near if rate >= hold.rate)),
        (own, *(sample for rate, sample in near if rate <= hold.rate)),
    )


def _pooled_verdict(
    pools: Sequence[_Pool],
    every: Sequence[storage_time.Sample],
    estimates: tuple[Estimate, ...],
    finding: Finding,
) -> tuple[str | None, str | None, float | None]:
    """Verdict, reason and probability of a miss from the intervals of an undecided hold and other
    Runs. One of the pools has to decide each objective."""
    leans, verdicts = list[float](), list[str]()
    for at, estimate in enumerate(estimates):
        if at >= len(pools[0].above[0].whole):
            return finding.verdict, finding.reason, None
        exceeds = partial(_exceeds, at=at, allowed=estimate.allowed, every=every)
        seen = exceeds(pools[0].above[:1], alone=False)
        alone = exceeds(pools[0].below[:1], alone=True)
        if seen is None or alone is None:
            return finding.verdict, finding.reason, None
        leans.append(seen)
        as_a_pass = [exceeds(pool.above, alone=False) for pool in pools]
        as_a_miss = [exceeds(pool.below, alone=True) for pool in pools]
        met = any(chance is not None and chance <= ONE_SIDED_ERROR for chance in as_a_pass)
        missed = any(chance is not None and chance >= 1 - ONE_SIDED_ERROR for chance in as_a_miss)
        # Its neighbours add to what the hold itself shows, and never turn it round.
        if missed and alone >= 0.5:
            verdicts.append(FAIL)
        elif met and seen <= 0.5:
            verdicts.append(PASS)
        else:
            verdicts.append(UNDECIDED)
    lean = max(leans, default=None)
    if finding.reason == "not_yet_steady" or lean is None:
        return finding.verdict, finding.reason, lean
    if FAIL in verdicts:
        return FAIL, "objective_missed", lean
    if UNDECIDED not in verdicts:
        return PASS, "objective_met", lean
    return finding.verdict, finding.reason, lean


def _exceeds(
    samples: Sequence[storage_time.Sample],
    *,
    at: int,
    allowed: float,
    every: Sequence[storage_time.Sample],
    alone: bool,
) -> float | None:
    """Probability that these Runs together exceed what this objective allows; `alone`: without the
    operations that our lateness had a part in."""

    def counts(sample: storage_time.Sample) -> Sequence[storage_time.Counts]:
        return (sample.alone if alone else sample.whole)[at]

    selected = [counts(sample) for sample in samples if at < len(sample.whole)]
    together = [count for some in selected for count in some]
    if allowed >= 1:
        return storage_time.mean_exceeds(together, allowed)
    bursts = [counts(sample) for sample in every if at < len(sample.whole)]
    found = storage_time.share(together, storage_time.Bursts.of(bursts, allowed))
    return None if found is None else found.exceeds(allowed)


ONE_SIDED_ERROR = 0.05
"""One-sided error probability of a verdict from pooled intervals."""
LEAN_CHANGE = 0.02
"""A lean that moved by less than this is the same."""


def has_changed(old: Probe, new: Probe) -> bool:
    """Whether a Run's verdict or lean changed."""
    if old.verdict != new.verdict or (old.lean is None) != (new.lean is None):
        return True
    return old.lean is not None and new.lean is not None and abs(old.lean - new.lean) > LEAN_CHANGE


def fell_silent(record: RunRecord) -> bool:
    """Whether nothing that was outstanding at the end of Measure completed in Drain. An open loop
    must also have lost half of its operations: a target that goes on has lost few."""
    if record["outcome"] != "cannot_carry":
        return False
    # They are unknown for an imported Run.
    waited, lost = record["backlog_at_end"] or 0, record["all"]["unfinished"] or 0
    if not lost >= waited > 0:
        return False
    return record["offered_rate_per_s"] is None or lost >= record["all"]["count"] / 2


def _most_outstanding(record: RunRecord) -> int | None:
    load = record["spec"]["load"]
    return load["max_outstanding"] if load["kind"] == "open" else None


def _worker_busy(record: RunRecord, workers: int) -> float | None:
    used = processors_of_generator(record)
    return None if used is None else used / workers


def _issued_share(record: RunRecord, rate: float | None) -> float:
    """Share of the schedule that was issued. The schedule's number of operations differs from
    rate × time by chance."""
    scheduled = record["scheduled_rate_per_s"] or rate
    issued = record.get("issued_rate_per_s", scheduled)
    return issued / scheduled if scheduled and issued is not None else 1.0


def _reason(judgement: Judgement | None, verdict: str | None) -> str | None:
    """The reason of a verdict; without a verdict only `own_lag`."""
    if judgement is None or (verdict is None and judgement["reason"] != "own_lag"):
        return None
    return judgement["reason"]


def _estimate(found: _record.Estimate | None, objective: str | None = None) -> Estimate | None:
    return (
        None
        if not found
        else Estimate(found["value"], found["low"], found["high"], found["allowed"], objective)
    )


def _estimates(judgement: Judgement) -> tuple[Estimate, ...]:
    """The estimate of every objective, without operations that our lateness had a part in where the
    record has that."""
    return tuple(
        made
        for judged in judgement["objectives"]
        if (made := _estimate(judged["alone"] or judged["estimate"], judged["objective"]))
        is not None
    )


def probe_seed(campaign_seed: int, role: str, number: int) -> int:
    """The seed of the number-th Run in a role: 53 bits, so that every reader of JSON keeps all of
    them."""
    text = f"{campaign_seed}/{role}/{number}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") >> 11
