"""The maximum: closed loop, ever more outstanding I/O, until more of it buys latency only.

A coarse ladder over the queue depths of one worker first (1, 4, 16, 64, 256, and on while that
brings more), so that no local bump ends it; then the depths between, around the best; then more
workers. The best rate is the maximum; the reported depth is the smallest within 3 % of it
(measurement.md, section 6). One worker more then shows whether the client was full: a rise of more
than 5 % makes the maximum a lower bound (section 3).
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.judge.limiter import rules as limiter_rules
from plimsoll.judge.limiter.observations import SHARED
from plimsoll.search import cap as caps
from plimsoll.search.cap import Cap
from plimsoll.search.ledger import Ledger, Probe

if TYPE_CHECKING:
    from plimsoll.judge.limiter.document import Who
    from plimsoll.native.model import Probing
    from plimsoll.search.budget import Budget
    from plimsoll.search.reasons import ClimbLimit

PLATEAU_RISE = 0.03
"""A rise below this is none."""
DOUBLED_LATENCY = 1.8
"""Factor of a latency that doubles with the depth, give or take a tenth."""
FULL_CLIENT_RISE = 0.05
"""Where one more worker raises the rate by more than this the client was full."""
LEAST_OPERATIONS = 200
"""A closed-loop rate from fewer operations is known to no better than 7 %: the probe is repeated,
longer."""
CAP_SHARE = 0.08
"""Share of a search's time for a Run that measures the rate of a throttle."""
WINDOW_TOLERANCE = 0.25
"""One refill window changes the rate of a short Run at a throttle by at most this share."""
SURE_OPERATIONS = 4_000
"""Slow storage gets one longer probe of so many operations, or of `MAX_LENGTH`."""
MAX_LENGTH = 6.0
"""Length of that probe over the usual one, at most."""
LADDER_STEP = 4
"""Factor from one step of the coarse ladder to the next."""
MIN_DEPTH = 256
"""Depth that the coarse ladder always reaches."""
REACH_SHARE = 0.5
"""A client that did a rate in the closed loop can offer this share of it in the open one."""
LONGER_FACTOR = 8
"""A probe with too few operations is repeated so much longer, twice at most."""
MAX_TIME_SHARE = 0.35
"""Share of the search's time beyond which no probe is repeated: later Runs of slow storage are
longer anyway."""


@dataclass(frozen=True)
class Maximum:
    """A closed-loop maximum. Rates in operations/s over all workers, depth per worker."""

    rate_per_s: float
    queue_depth: int
    workers: int
    completion_latency_mean_ns: float | None
    lower_bound: bool
    """One more worker raised the rate: the client was full."""
    limited_by: Who
    """target (or a cap before it), client_cpu or client_outstanding: `judge.limiter`."""
    limit_reached: ClimbLimit | None
    """most_outstanding or most_workers, where that limit ended the climb."""
    probes: tuple[int, ...]
    """Where its probes stand in the list of all."""
    cap: Cap | None = None
    """The throttle, or the full target, that its flat ladder shows."""
    others: float | None = None
    """Share of this machine's processors that others had during the probes, where that was much:
    then the rate is the best of short Runs, and may lie to either side of the maximum."""


def of_session(
    session: Probing, budget: Budget, seed: int, on_step: Callable[[object], None]
) -> tuple[Maximum, Ledger]:
    """Measures the maximum for rates that are shares of it; returns its Runs, too. Raises
    `Halt`."""
    ledger = Ledger(session, budget, seed, on_step)
    return measure(ledger), ledger


def measure(ledger: Ledger, start_depth: int = 1) -> Maximum:
    """Finds the maximum. Raises `Halt` when the target fails or the user interrupts.

    The climb begins at `start_depth`, where a line nearby had its maximum. It goes up until more
    buys latency only, and down until less costs rate: this target may be full with less, or slower
    when it is overloaded.
    """
    budget = ledger.budget
    climb, limit = _ladder(ledger) if start_depth == 1 else _from(ledger, start_depth)
    seen = list(climb)
    chosen, limit = _with_more_workers(ledger, _smallest(climb), seen, limit)
    best = max(probe.achieved_rate_per_s for probe in seen)
    # Where nothing completed a longer Run has no length to go by, and the caller ends the search.
    if budget.staircase and 0 < best * budget.closed_s < SURE_OPERATIONS and limit is None:
        # The probes had few operations each, and a throttle lets the first of them through at once:
        # the reported rate comes from a longer Run.
        chosen = ledger.run_closed_loop(
            _depth(chosen),
            chosen.workers,
            min(SURE_OPERATIONS / best, MAX_LENGTH * budget.closed_s),
        )
        best = max(best, chosen.achieved_rate_per_s)
    cap = caps.find_cap(ledger.probes) if limit is None else None
    if cap is not None and not cap.windowed and budget.total_s is not None:
        # On a real clock the highest of many equal rates is the luckiest one.
        best = cap.rate_per_s
    ledger.workers = min(chosen.workers, budget.most_workers)
    ledger.reach = REACH_SHARE * best
    found = limiter_rules.of_climb(
        more_workers_help=limit == "most_workers",
        still_rises=limit == "most_outstanding",
        most=budget.most_outstanding,
        worker_busy=chosen.worker_busy,
    )
    if limit is not None:
        ledger.tell("maximum_is_a_lower_bound", why=limit, outstanding=budget.most_outstanding)
    climbed = [probe for probe in ledger.probes if probe.role == "maximum"]
    shared = shared_machine(climbed)
    return Maximum(
        rate_per_s=best,
        queue_depth=_depth(chosen),
        workers=chosen.workers,
        completion_latency_mean_ns=chosen.completion_latency_mean_ns,
        lower_bound=limit is not None,
        limited_by=found.value,
        limit_reached=limit,
        probes=tuple(probe.index for probe in climbed),
        cap=cap,
        others=None if shared is None else shared.others,
    )


def _with_more_workers(
    ledger: Ledger, chosen: Probe, seen: list[Probe], limit: ClimbLimit | None
) -> tuple[Probe, ClimbLimit | None]:
    """The probe with as many workers as raise the rate, each with the depth that one worker made
    use of, and the limit of the climb: `limit`, or the one that ended it here. Adds the new probes
    to `seen`."""
    budget, depth = ledger.budget, _depth(chosen)
    while True:
        best = max(probe.achieved_rate_per_s for probe in seen)
        few = chosen.workers < budget.most_workers
        workers = min(2 * chosen.workers, budget.most_workers) if few else chosen.workers + 1
        if depth * workers > budget.most_outstanding:
            return chosen, limit or "most_outstanding"
        if budget.allowed_workers is not None and workers > budget.allowed_workers:
            # Another worker is not allowed: the processor of this one has to show whether the
            # client was full.
            if chosen.worker_busy is not None and chosen.worker_busy >= limiter_rules.BUSY:
                limit = limit or "most_workers"
            return chosen, limit
        more = _closed_probe(ledger, depth, workers)
        seen.append(more)
        if more.achieved_rate_per_s <= best * (1 + FULL_CLIENT_RISE):
            return chosen, limit
        # A rise counts only against a repeat of the Run before it: disks warm up and neighbours go.
        seen.append(_closed_probe(ledger, depth, chosen.workers))
        if more.achieved_rate_per_s <= seen[-1].achieved_rate_per_s * (1 + FULL_CLIENT_RISE):
            return chosen, limit
        if not few:
            return chosen, "most_workers"
        chosen = more


def seen_for_longer(ledger: Ledger, maximum: Maximum, total_s: float) -> Maximum:
    """The maximum of a throttle from the longest Run at it: a throttle that refills in windows lets
    one window too many through in each Run, which is much of a short one."""
    cap = maximum.cap
    assert cap is not None, "asked of a throttle"
    least_s = CAP_SHARE * total_s
    chosen = max((ledger.probes[at] for at in maximum.probes), key=lambda probe: probe.measure_s)
    if chosen.measure_s < least_s / 2:
        chosen = ledger.run_closed_loop(maximum.queue_depth, maximum.workers, least_s)
        maximum = replace(maximum, probes=(*maximum.probes, chosen.index))
    rate = chosen.achieved_rate_per_s
    if abs(rate / cap.rate_per_s - 1) > WINDOW_TOLERANCE:
        return maximum
    return replace(maximum, rate_per_s=rate, cap=replace(cap, rate_per_s=rate))


def _ladder(ledger: Ledger) -> tuple[list[Probe], ClimbLimit | None]:
    """The probes of the ladder by depth, and the limit that ended it, if one did."""
    most, rungs, depth = ledger.budget.most_outstanding, dict[int, "Probe"](), 1
    while depth <= most:
        before = max((probe.achieved_rate_per_s for probe in rungs.values()), default=0.0)
        rungs[depth] = _closed_probe(ledger, depth, 1)
        if depth >= MIN_DEPTH and rungs[depth].achieved_rate_per_s < before * (1 + PLATEAU_RISE):
            break
        depth *= LADDER_STEP
    limit: ClimbLimit | None = "most_outstanding" if depth > most else None
    while True:
        # The depths between, next to the smallest that is as good as the best.
        chosen = _depth(_smallest([rungs[depth] for depth in sorted(rungs)]))
        missing = [
            depth
            for depth in (chosen // 2, chosen * 2)
            if 1 <= depth <= most and depth not in rungs
        ]
        if not missing:
            break
        rungs[missing[0]] = _closed_probe(ledger, missing[0], 1)
    climb = [rungs[depth] for depth in sorted(rungs)]
    return climb, (
        limit if max(climb, key=lambda probe: probe.achieved_rate_per_s) is climb[-1] else None
    )


def _from(ledger: Ledger, start_depth: int) -> tuple[list[Probe], ClimbLimit | None]:
    """The same by doubling from a neighbour's depth, down and then up."""
    budget = ledger.budget
    climb = [_closed_probe(ledger, min(start_depth, budget.most_outstanding), 1)]
    while _depth(climb[0]) > 1:
        best = max(probe.achieved_rate_per_s for probe in climb)
        climb.insert(0, _closed_probe(ledger, _depth(climb[0]) // 2, 1))
        if climb[0].achieved_rate_per_s < best * (1 - PLATEAU_RISE):
            break
    while not _plateau(climb):
        depth = 2 * _depth(climb[-1])
        if depth > budget.most_outstanding:
            return climb, "most_outstanding"
        climb.append(_closed_probe(ledger, depth, 1))
    return climb, None


def _closed_probe(ledger: Ledger, depth: int, workers: int) -> Probe:
    """One closed-loop probe, long enough to hold some operations."""
    budget = ledger.budget
    known = ledger.probes[-1].achieved_rate_per_s if ledger.probes else 0.0
    length = budget.closed_s
    if budget.closed_operations and known:
        length = budget.closed_operations / known
    probe = ledger.run_closed_loop(depth, workers, length)
    for _ in range(2):
        length *= LONGER_FACTOR
        late = (
            budget.total_s is not None and ledger.seconds + length > MAX_TIME_SHARE * budget.total_s
        )
        if probe.operations >= LEAST_OPERATIONS or late:
            break
        probe = ledger.run_closed_loop(depth, workers, length)
    return probe


def _depth(probe: Probe) -> int:
    assert probe.queue_depth is not None, "a closed loop has a depth"
    return probe.queue_depth


def _plateau(climb: list[Probe]) -> bool:
    """Whether the last doublings bought latency only.

    Two in a row, because on a real disk a hiccup in one short probe looks like one. Three in a row
    are enough without the latency: a queue below us that is full keeps the rest waiting in the
    submit call, where completion latency can't see it.
    """
    rates = [probe.achieved_rate_per_s for probe in climb]
    flat = 0
    while flat < len(rates) - 1 and rates[-1 - flat] < max(rates[: len(rates) - 1 - flat]) * (
        1 + PLATEAU_RISE
    ):
        flat += 1
    if flat < 2:
        return False
    slower, was = climb[-1].completion_latency_mean_ns, climb[-3].completion_latency_mean_ns
    # Without a latency to go by (nothing completed) a flat rate has to do.
    return flat >= 3 or slower is None or was is None or slower >= DOUBLED_LATENCY * was


def _smallest(climb: list[Probe]) -> Probe:
    """The probe with the least outstanding that comes within 3 % of the best."""
    best = max(probe.achieved_rate_per_s for probe in climb)
    return next(probe for probe in climb if probe.achieved_rate_per_s >= best * (1 - PLATEAU_RISE))


@dataclass(frozen=True)
class UseByOthers:
    """What others took while Runs ran: their share of the processors, and the share of operations
    that our lateness had a part in."""

    others: float
    disturbed: float


def shared_machine(seen: Sequence[Probe]) -> UseByOthers | None:
    """What others took of the machine during these Runs, where that was much."""
    others = [probe.others for probe in seen if probe.others is not None]
    late = sum(probe.disturbed for probe in seen) / max(1, sum(probe.operations for probe in seen))
    if not others or statistics.fmean(others) <= SHARED:
        return None
    return UseByOthers(statistics.fmean(others), late)
