"""Measures what limits are found from: closed loops over block sizes, reads and writes, each with
two depths at least.

Each question (target, block size, share of reads) gets a session of its own, which runs from the
first operation, without Warmup, because a burst is at the beginning. The depth is doubled until the
rate hardly rises any more: two Runs at the limit, with twice the outstanding I/O in one of them,
are what proves a cap. Where a Run began with a burst the target rests once and is asked again: what
it saved up meanwhile tells how fast a bucket fills. A light load at the end tells a throttle from a
target whose servers are full.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.campaign.run_recorder import begin
from plimsoll.features.limits.rules import (
    Observation,
    Silent,
    burst_of,
    cells_of,
    holder,
    observed,
)
from plimsoll.features.limits.rules.cells import STILL_RISES, client_full
from plimsoll.judge.flatness import Step, flatness
from plimsoll.judge.limiter import signs
from plimsoll.judge.limiter.observations import RunFacts
from plimsoll.judge.limiter.rules import length_s
from plimsoll.native.model import SessionValues
from plimsoll.search.ledger import stopped_answering

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.campaign.run_recorder import CampaignKeeper
    from plimsoll.native.model import RunRecord, SessionRequest
    from plimsoll.native.session import Session
    from plimsoll.store import Store

TELLS = "tells: "
"""Begin of the role of a Run that tells who holds a cap; its name follows."""
AT_REST_PER_S = 1.0
"""What a target that rests is asked: hardly anything, and the clock goes on."""


@dataclass(frozen=True)
class Plan:
    """What is measured. Depths per worker; the first Run of a question has half of
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
        """A second, so that the windows of limits that count by the second do not show; two hundred
        of them at most."""
        return (
            max(1.0, self.measure_for_s / 200)
            if self.measure_for_s >= 10
            else max(0.1, self.measure_for_s / 10)
        )

    def within(self, most_workers: int | None) -> Plan:
        """The same outstanding I/O over no more workers than the target allows."""
        if most_workers is None or self.workers <= most_workers:
            return self
        return dataclasses.replace(
            self,
            queue_depth=self.queue_depth * self.workers // most_workers,
            workers=most_workers,
        )

    def depths(self) -> list[tuple[int, int]]:
        """Queue depth and workers of the first two Runs: half of what was asked, and that."""
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
    on_step: Callable[[str], None],
) -> CampaignKeeper:
    """Measures every question of the plan on every target; the keeper of the campaign, which the
    caller ends with its result."""
    keeper = begin(
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
    for request in requests:
        rested, first = False, list[Observation]()
        for size in plan.block_sizes:
            for read in plan.reads:
                asked = asked_of(request, size, read)
                with open_session(asked) as session:
                    session.keeper = dataclasses.replace(keeper, session=asked)
                    on_step(f"{request['target']}: {size}, {read:g} % reads")
                    allowed = plan.within(session.info["most_workers"])
                    seen = _climb(session, allowed, seed)
                    first = first or seen
                    bursts = bool(seen) and burst_of(seen[0]) is not None
                    # Once for a target: it takes a rest, and a bucket fills at the same rate for
                    # every size.
                    if bursts and plan.rest_for_s > 0 and not rested:
                        rested = True
                        on_step(
                            f"{request['target']}: {size} began with a burst; the target rests,"
                            " then is measured again"
                        )
                        _rest(session, allowed, seed)
        # Last, since a bucket fills meanwhile.
        tell(open_session, request, plan.measure_for_s, keeper, first, seed, on_step)
    return keeper


class Kept(NamedTuple):
    """What a store holds of limits: the arguments of `find_limits`."""

    observations: list[Observation]
    """In the order in which they were made."""
    silent: list[Silent]
    """The closed-loop Runs that say nothing about the target."""
    told: dict[str, dict[str, RunFacts | None]]
    """Of a volume, the Runs that tell who holds a cap, by name."""


def _silent(record: RunRecord) -> Silent:
    """Why a closed-loop Run says nothing. One that nothing answered any more counts with the others
    of which that is known, however many operations each of them lost."""
    if stopped_answering(record):
        return Silent("stopped_answering")
    return Silent(record["outcome"], record["because"])


def observations(store: Store, campaign_id: int | None) -> Kept:
    """What the Runs of a campaign, or of all campaigns, say about limits."""
    if campaign_id is not None:
        store.known_campaign(campaign_id)
    chosen: list[int | None] = (
        [campaign_id] if campaign_id is not None else [row.id for row in store.campaigns()]
    )
    found: list[tuple[str, Observation]] = []
    silent: list[Silent] = []
    tell: list[tuple[str, str, str, RunFacts | None]] = []
    for one in chosen:
        rested = None
        for row in store.runs(one):
            record = store.record(row.id)
            if record is None:
                silent.append(Silent("not_finished"))
                continue
            if row.role == "rest":
                rested = record
                continue
            if record["outcome"] != "ok" and record["offered_rate_per_s"] is None:
                silent.append(_silent(record))
            pattern = record["spec"]["workload"]["pattern"]
            if row.role.startswith(TELLS):
                name = record["spec"]["target"]["name"]
                tell.append((pattern, name, row.role.removeprefix(TELLS), _told(record)))
                continue
            found += [(pattern, each) for each in observed(record, run_id=row.id, rested=rested)]
            rested = None
    # What random and sequential operations get is not the same question.
    several = len({pattern for pattern, _ in found}) > 1
    told: dict[str, dict[str, RunFacts | None]] = {}
    for pattern, volume, name, seen in tell:
        told.setdefault(f"{volume} ({pattern})" if several else volume, {})[name] = seen
    return Kept(
        [
            dataclasses.replace(each, volume=f"{each.volume} ({pattern})") if several else each
            for pattern, each in found
        ],
        silent,
        told,
    )


def asked_of(request: SessionRequest, size: str, read: float) -> SessionRequest:
    """What a session is asked for one question."""
    return {
        **request,
        "workload": {**SessionValues.of(request).workload, "block_size": size, "read": read},
    }


def tell(
    open_session: Callable[[SessionRequest], Session],
    request: SessionRequest,
    measure_for_s: float,
    keeper: CampaignKeeper | None,
    first: Sequence[Observation],
    seed: int,
    on_step: Callable[[str], None],
) -> dict[str, RunFacts | None]:
    """Runs that tell a throttle from a target whose servers are full: a light load, and where that
    leaves it open other depths and block sizes. `first` are those of the first question. Without a
    keeper they are kept nowhere."""
    told = dict[str, RunFacts | None]()
    if not (cells := cells_of(first)):
        return told
    while (ask := holder.wanted(first, cells, told)) is not None:
        size = str(ask.block_size_bytes or first[0].block_bytes)
        asked = asked_of(request, size, first[0].read_percent)
        with open_session(asked) as session:
            if keeper is not None:
                session.keeper = dataclasses.replace(keeper, session=asked)
            on_step(f"{request['target']}: {signs.QUESTIONS[ask.why]}")
            session.defaults = {**session.defaults, "arrivals": "constant"}
            record = session.probe(
                rate=ask.rate,
                queue_depth=ask.queue_depth,
                workers=first[0].seen.workers_each if first[0].seen and ask.rate is None else 1,
                measure_for_s=min(measure_for_s, length_s(ask.rate or first[0].rate_per_s)),
                warmup_for_s=0.0,
                objective=None,
                stop_when_decided=False,
                seed=seed,
                role=f"{TELLS}{ask.name}",
            )
        told[ask.name] = _told(record)
    return told


def _told(record: RunRecord) -> RunFacts | None:
    return None if record["outcome"] in ("failed", "stopped") else RunFacts.of(record)


def _climb(session: Session, plan: Plan, seed: int) -> list[Observation]:
    """Runs with ever more outstanding, until the rate hardly rises."""
    seen, steps = [], []
    depths = plan.depths()
    while depths:
        depth, workers = depths.pop(0)
        record = _closed(session, plan, depth, workers, seed, "limit")
        found = observed(record)
        # A Run that does not speak about the target decides nothing here either: its rate may be
        # that of its errors.
        step = Step.of(record) if found else None
        if step is not None:
            seen += found
            steps.append(step)
        said = flatness(steps)
        rises = said is not None and said.rate_factor > STILL_RISES
        if not depths and rises and 2 * depth * workers <= plan.most_outstanding:
            depths.append((2 * depth, workers))
        # A full worker looks like a cap; more of them tell. Once: where these are full as well, the
        # machine soon is.
        if (
            not depths
            and said is not None
            and said.proven
            and workers == plan.workers
            and client_full(seen)
        ):
            most = session.info["most_workers"]
            if 2 * depth * workers <= plan.most_outstanding and (
                most is None or 2 * workers <= most
            ):
                depths.append((depth, 2 * workers))
    return seen


def _closed(
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


def _rest(session: Session, plan: Plan, seed: int) -> None:
    session.probe(
        rate=AT_REST_PER_S,
        workers=1,
        measure_for_s=plan.rest_for_s,
        warmup_for_s=0.0,
        objective=None,
        stop_when_decided=False,
        seed=seed,
        role="rest",
    )
    depth, workers = plan.depths()[-1]
    _closed(session, plan, depth, workers, seed, "refill")
