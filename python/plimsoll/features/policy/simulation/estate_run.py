"""The whole of a policy file's guests, simulated: each datastore as set, and for each policy the
largest limit that harms nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.features.policy.placement import misplaced
from plimsoll.features.policy.simulation.harmless import HarmlessLimits, search
from plimsoll.features.policy.simulation.runs import PoolAnswer, Verdict, ask, burst_s, worst
from plimsoll.features.sizing import sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.policy.placement import Miss
    from plimsoll.features.policy.resolving import Resolved
    from plimsoll.features.policy.simulation.pool import Kind, Pool
    from plimsoll.features.policy.simulation.runs import Runner


@dataclass(frozen=True)
class Simulated:
    """A datastore and who is on it."""

    pool: Pool
    as_set: PoolAnswer
    found: tuple[HarmlessLimits, ...]
    misplaced: tuple[tuple[Kind, Miss], ...]
    """Guests whose policy would not have them there."""
    sized: sums.Sized | None
    """What the sums of `plimsoll size` say of the same guests; none without a load line in IOPS, or
    with guests that never wait."""
    line_per_s: float | None
    bursting: tuple[Kind, ...] = ()
    """Guests whose burst is not spent when measuring begins."""


def simulate(runner: Runner, resolved: Resolved, pools: Sequence[Pool]) -> list[Simulated]:
    """Every datastore with guests."""
    return [_one(runner, resolved, pool) for pool in pools]


def overall(simulated: Sequence[Simulated]) -> Verdict | None:
    """Of all guests; none where nobody needs anything."""
    return worst([one.as_set.verdict for one in simulated if one.as_set.verdict is not None])


def _one(runner: Runner, resolved: Resolved, pool: Pool) -> Simulated:
    runner.tell(f"{pool.datastore} as the file says")
    as_set = ask(runner, pool)
    policies = dict.fromkeys(one.policy for one in pool.kinds if one.policy is not None)
    store = resolved.file.datastore[pool.datastore]
    return Simulated(
        pool,
        as_set,
        tuple(search(runner, pool, policy, as_set) for policy in policies),
        tuple(
            (kind, miss)
            for kind in pool.kinds
            if kind.policy is not None
            for miss in misplaced(resolved.file.policy[kind.policy].place, store)
        ),
        _sized(pool, store.line.ops_per_s),
        store.line.ops_per_s,
        tuple(one for one in pool.kinds if burst_s(one) > runner.warmup_s),
    )


def _sized(pool: Pool, line_per_s: float | None) -> sums.Sized | None:
    """Nothing kept free: the simulation keeps nothing free either."""
    profiles = [one.guests.profile(one.name) for one in pool.kinds]
    guests = [one.guest() for one in profiles if one is not None]
    if line_per_s is None or len(guests) < len(profiles):
        return None
    return sums.size(guests, sums.Storage(low=line_per_s, high=line_per_s), sums.Rules(0, 0, 0, 1))
