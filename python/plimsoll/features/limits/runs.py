"""Measures limits: closed loops over block sizes, reads and writes, each at two depths at least.

Each question (target, block size, share of reads) has a session of its own, without Warmup, because
a burst is at the beginning. The depth doubles until the rate hardly rises: two Runs at the limit,
one with twice the outstanding I/O, prove a cap. After a Run that began with a burst the target
rests once and is measured again; the credits that it saved give the refill rate. A light load at
the end distinguishes a throttle from a saturated target.
"""

from __future__ import annotations

import dataclasses
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base.sentence import Sentence, Words
from plimsoll.campaign.run_recorder import CampaignKeeper, begin
from plimsoll.features.limits.messages import message
from plimsoll.features.limits.rules import holder, slicing
from plimsoll.features.limits.rules.cells import STILL_RISES, burst_of, client_full, is_unsettled
from plimsoll.features.limits.rules.finding import Observation
from plimsoll.features.limits.rules.grants import PacingRun, longest_slice_s, next_outstanding
from plimsoll.features.limits.rules.judging import Silent, cells_of
from plimsoll.features.limits.rules.observing import run_observations
from plimsoll.judge.flatness import Step, flatness
from plimsoll.judge.limiter import signs
from plimsoll.judge.limiter.observations import RunFacts
from plimsoll.judge.limiter.rules import length_s
from plimsoll.native.session import Session
from plimsoll.native.values import SessionValues
from plimsoll.search.ledger import fell_silent

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord, SessionRequest
    from plimsoll.store import Store

PACING_ROLE = "pacing"
"""Role of a Run that finds how a budget is granted."""
PACING_S = 10.0
"""Length of such a Run: ten slices of a second, the longest in use (vSAN)."""
PACING_INTERVAL = "100ms"
HOLDER_ROLE = "tells: "
"""Prefix of the role of a Run that finds the cause of a cap; its name follows."""
REST_RATE_PER_S = 1.0
"""Offered rate while a target rests: nearly nothing, so that the clock goes on."""


@dataclass(frozen=True)
class Plan:
    """The plan of a measurement. Depths are per worker; the first Run of a question has half of
    `queue_depth`."""

    block_sizes: tuple[str, ...]
    reads: tuple[float, ...]
    queue_depth: int
    workers: int
    measure_for_s: float
    rest_for_s: float
    most_outstanding: int = 1024

    @property
    def interval_s(self) -> float:
        """Length of an interval: a second, to hide the windows of limits that count by the second,
        or longer for 200 intervals at most."""
        return (
            max(1.0, self.measure_for_s / 200)
            if self.measure_for_s >= 10
            else max(0.1, self.measure_for_s / 10)
        )

    def within(self, most_workers: int | None) -> Plan:
        """The plan with the same outstanding I/O over no more workers than the target allows."""
        if most_workers is None or self.workers <= most_workers:
            return self
        return dataclasses.replace(
            self,
            queue_depth=self.queue_depth * self.workers // most_workers,
            workers=most_workers,
        )

    def depths(self) -> list[tuple[int, int]]:
        """Queue depth and workers of the first two Runs: half of the planned load, then all."""
        if self.queue_depth > 1:
            return [(self.queue_depth // 2, self.workers), (self.queue_depth, self.workers)]
        return [(1, max(1, self.workers // 2)), (1, self.workers)]


def measure(
    open_session: Callable[[SessionRequest], Session],
    requests: Sequence[SessionRequest],
    store: Store,
    plan: Plan,
    *,
    seed: int,
    on_step: Callable[[Words], None],
) -> CampaignKeeper:
    """Measures every question of the plan on every target. Returns the keeper of the campaign; the
    caller ends it with the result."""
    keeper = _begin_campaign(store, requests, plan, seed)
    for request in requests:
        has_rested, paced, slice_s, first = False, False, 0.0, list[Observation]()
        target = request["target"]
        for size in plan.block_sizes:
            for read in plan.reads:
                question = question_request(request, size, read)
                with open_session(question) as session:
                    session.keeper = dataclasses.replace(keeper, session=question)
                    if slice_s:
                        _show_slices(session, plan, slice_s)
                    asked = partial(message, "step", target=target, size=size, read=f"{read:g}")
                    on_step(Sentence(asked))
                    fitting_plan = plan.within(session.info["most_workers"])
                    question_runs = _climb(session, fitting_plan, seed, slice_s)
                    first = first or question_runs
                    has_burst = any(burst_of(run, slice_s) for run in question_runs[:1])
                    # One rest per target is enough: a bucket fills at the same rate for every size.
                    if has_burst and plan.rest_for_s > 0 and not has_rested:
                        has_rested = True
                        on_step(Sentence(partial(message, "step-rest", target=target, size=size)))
                        _rest(session, fitting_plan, seed)
                    if question_runs and not paced:
                        paced = True
                        on_step(Sentence(partial(message, "step-pacing", target=target, size=size)))
                        slice_s = _pace(session, fitting_plan, question_runs, seed)
                        first = _again_in_slices(session, fitting_plan, seed, slice_s) or first
        # These Runs come last, since a bucket fills meanwhile.
        run_holder_tests(
            open_session, request, plan.measure_for_s, keeper, first, seed, on_step, slice_s
        )
    return keeper


def _begin_campaign(
    store: Store, requests: Sequence[SessionRequest], plan: Plan, seed: int
) -> CampaignKeeper:
    return begin(
        store,
        "limits",
        requests[0],
        objective=None,
        strategy="limits",
        seed=seed,
        asked={
            "targets": [request["target"] for request in requests],
            "plan": dataclasses.asdict(plan),
        },
    )


class StoredRuns(NamedTuple):
    """The Runs of a store as arguments of `find_limits`."""

    observations: list[Observation]
    """In the order in which they were made."""
    silent: list[Silent]
    """Closed-loop Runs that are no evidence about the target."""
    holder_runs: dict[str, dict[str, RunFacts | None]]
    """The Runs that find the cause of a cap, by volume and name."""
    pacing_runs: dict[str, list[PacingRun]]
    """The Runs that find how a budget is granted, by volume."""


def _silent_run(record: RunRecord) -> Silent:
    """Why a closed-loop Run is no evidence. Runs of a target that stopped answering count together,
    however many operations each lost."""
    if fell_silent(record):
        return Silent("stopped_answering")
    return Silent(record["outcome"], record["because"])


def observations(store: Store, campaign_id: int | None) -> StoredRuns:
    """The evidence about limits in the Runs of a campaign, or of all campaigns."""
    by_pattern: list[tuple[str, Observation]] = []
    silent: list[Silent] = []
    holder_tests: list[tuple[str, str, str, RunFacts | None]] = []
    pacing: list[tuple[str, str, PacingRun]] = []
    for number in _campaign_ids(store, campaign_id):
        rested = None
        for row in store.runs(number):
            record = store.record(row.id)
            if record is None:
                silent.append(Silent("not_finished"))
                continue
            if row.role == "rest":
                rested = record
                continue
            if record["outcome"] != "ok" and record["offered_rate_per_s"] is None:
                silent.append(_silent_run(record))
            pattern = record["spec"]["workload"]["pattern"]
            if row.role.startswith(HOLDER_ROLE):
                name = record["spec"]["target"]["name"]
                holder_tests.append(
                    (pattern, name, row.role.removeprefix(HOLDER_ROLE), _run_facts(record))
                )
                continue
            if row.role == PACING_ROLE:
                pacing += [(pattern, *found) for found in _pacing_runs(record)]
                continue
            by_pattern += [
                (pattern, each) for each in run_observations(record, run_id=row.id, rested=rested)
            ]
            rested = None
    # Random and sequential operations are different questions.
    several = len({pattern for pattern, _ in by_pattern}) > 1
    named = "{} ({})".format if several else "{}".format
    holder_runs = defaultdict[str, dict[str, RunFacts | None]](dict)
    for pattern, volume, name, facts in holder_tests:
        holder_runs[named(volume, pattern)][name] = facts
    pacing_runs = defaultdict[str, list[PacingRun]](list)
    for pattern, volume, of_run in pacing:
        pacing_runs[named(volume, pattern)].append(of_run)
    return StoredRuns(
        [
            dataclasses.replace(each, volume=named(each.volume, pattern))
            for pattern, each in by_pattern
        ],
        silent,
        dict(holder_runs),
        dict(pacing_runs),
    )


def _campaign_ids(store: Store, campaign_id: int | None) -> list[int]:
    if campaign_id is None:
        return [row.id for row in store.campaigns()]
    store.known_campaign(campaign_id)
    return [campaign_id]


def _pacing_runs(record: RunRecord) -> list[tuple[str, PacingRun]]:
    """The Run as evidence of how a budget is granted, with its volume."""
    found = [(seen.volume, PacingRun.of(record, seen)) for seen in run_observations(record)[:1]]
    return [(volume, run) for volume, run in found if run is not None]


def question_request(request: SessionRequest, size: str, read: float) -> SessionRequest:
    """The session request of one question."""
    return {
        **request,
        "workload": {**SessionValues.of(request).workload, "block_size": size, "read": read},
    }


def run_holder_tests(
    open_session: Callable[[SessionRequest], Session],
    request: SessionRequest,
    measure_for_s: float,
    keeper: CampaignKeeper | None,
    first: Sequence[Observation],
    seed: int,
    on_step: Callable[[Words], None],
    slice_s: float = 0.0,
) -> dict[str, RunFacts | None]:
    """Makes Runs that distinguish a throttle from a saturated target: a light load first, then
    other depths and block sizes if needed. `first`: observations of the first question; `slice_s`:
    the length of the slices in which its operations pass. Without a keeper the Runs are not
    stored."""
    results = dict[str, RunFacts | None]()
    if not (cells := cells_of(first, slice_s)):
        return results
    while (test := holder.next_run(first, cells, results)) is not None:
        size = str(test.block_size_bytes or first[0].block_bytes)
        question = question_request(request, size, first[0].read_percent)
        with open_session(question) as session:
            if keeper is not None:
                session.keeper = dataclasses.replace(keeper, session=question)
            on_step(
                Sentence(
                    partial(
                        "{}: {}".format,
                        request["target"],
                        Sentence(partial(signs.question, test.why)),
                    )
                )
            )
            session.defaults = {**session.defaults, "arrivals": "constant"}
            record = session.probe(
                rate=test.rate,
                queue_depth=test.queue_depth,
                workers=first[0].seen.workers_each if first[0].seen and test.rate is None else 1,
                measure_for_s=min(measure_for_s, length_s(test.rate or first[0].rate_per_s)),
                warmup_for_s=0.0,
                objective=None,
                stop_when_decided=False,
                seed=seed,
                role=f"{HOLDER_ROLE}{test.name}",
            )
        results[test.name] = _run_facts(record)
    return results


def _run_facts(record: RunRecord) -> RunFacts | None:
    return None if record["outcome"] in ("failed", "stopped") else RunFacts.of(record)


def _climb(session: Session, plan: Plan, seed: int, slice_s: float) -> list[Observation]:
    """Makes Runs with more and more outstanding I/O, until the rate hardly rises. `slice_s`: the
    length of the slices in which operations pass, 0 without."""
    runs, steps, repeated = [], [], False
    depths = plan.depths()
    while depths:
        depth, workers = depths.pop(0)
        record = _probe_closed_loop(session, plan, depth, workers, seed, "limit")
        seen = run_observations(record)
        if not repeated and any(is_unsettled(each, slice_s) for each in seen):
            # A burst lasted nearly to the end: the same again shows the rate that stays.
            repeated = True
            runs += seen
            depths.insert(0, (depth, workers))
            continue
        # A Run without an observation is no step: its rate may be that of its errors.
        step = Step.of(record) if seen else None
        if step is not None:
            runs += seen
            steps.append(step)
        flat = flatness(steps)
        rises = flat is not None and flat.rate_factor > STILL_RISES
        if not depths and rises and 2 * depth * workers <= plan.most_outstanding:
            depths.append((2 * depth, workers))
        # A full worker looks like a cap; twice the workers decide. This is done once: where they
        # are full as well, the machine is nearly full.
        if (
            not depths
            and flat is not None
            and flat.proven
            and workers == plan.workers
            and client_full(runs)
        ):
            most_workers = session.info["most_workers"]
            if 2 * depth * workers <= plan.most_outstanding and (
                most_workers is None or 2 * workers <= most_workers
            ):
                depths.append((depth, 2 * workers))
    return runs


def _probe_closed_loop(
    session: Session, plan: Plan, depth: int, workers: int, seed: int, role: str
) -> RunRecord:
    return session.probe(
        rate=None,
        queue_depth=depth,
        workers=workers,
        measure_for_s=plan.measure_for_s,
        warmup_for_s=0.0,
        objective=None,
        stop_when_decided=False,
        seed=seed,
        role=role,
    )


def _again_in_slices(session: Session, plan: Plan, seed: int, slice_s: float) -> list[Observation]:
    """Asks a question again whose operations pass in slices; nothing without slices."""
    if not slice_s:
        return []
    _show_slices(session, plan, slice_s)
    return _climb(session, plan, seed, slice_s)


def _show_slices(session: Session, plan: Plan, slice_s: float) -> None:
    """Gives the Runs of a session intervals that show the rate of such slices."""
    length_s = slicing.interval_s(slice_s, plan.measure_for_s)
    session.defaults = {**session.defaults, "interval": f"{length_s * 1e3:.0f}ms"}


def _pace(session: Session, plan: Plan, of_question: Sequence[Observation], seed: int) -> float:
    """Makes Runs with little outstanding I/O, where the question has a cap, or may have one that
    slices hide. Returns the length of the slices that they show, 0 where they show none. Any
    credits are spent by now."""
    cell = cells_of(of_question)[0]
    plan = dataclasses.replace(plan, measure_for_s=min(plan.measure_for_s, PACING_S))
    runs = list[PacingRun]()
    session.defaults = {**session.defaults, "interval": PACING_INTERVAL}
    if not (cell.proven or any(why.kind == "imprecise" for why in cell.reasons)):
        return 0.0
    while (wanted := next_outstanding(runs, cell.rate_per_s)) is not None:
        # No worker has more than it had before: an engine may hold no more.
        workers = min(plan.workers, math.ceil(wanted / plan.queue_depth))
        depth = min(plan.queue_depth, math.ceil(wanted / workers))
        record = _probe_closed_loop(session, plan, depth, workers, seed, PACING_ROLE)
        # Several clients share the latencies of a Run.
        seen = run_observations(record)
        run = PacingRun.of(record, seen[0]) if len(seen) == 1 else None
        if run is None:
            return 0.0
        runs.append(run)
    return longest_slice_s(runs)


def _rest(session: Session, plan: Plan, seed: int) -> None:
    session.probe(
        rate=REST_RATE_PER_S,
        workers=1,
        measure_for_s=plan.rest_for_s,
        warmup_for_s=0.0,
        objective=None,
        stop_when_decided=False,
        seed=seed,
        role="rest",
    )
    depth, workers = plan.depths()[-1]
    _probe_closed_loop(session, plan, depth, workers, seed, "refill")
