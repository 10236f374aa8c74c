"""Simulates all guests of a policy file: each datastore as set, and for each policy the largest
limit that harms nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.features.policy.messages import message
from plimsoll.features.policy.placement import Miss, placement_misses
from plimsoll.features.policy_simulation import runs
from plimsoll.features.policy_simulation.harmless import HarmlessLimits, search_limit
from plimsoll.features.sizing import sums

if TYPE_CHECKING:
    from plimsoll.features.policy.resolving import ResolvedPolicy
    from plimsoll.features.policy_simulation.pool import Kind, Pool


@dataclass(frozen=True)
class PoolSimulation:
    """The simulation of a datastore."""

    pool: Pool
    as_set: runs.PoolAnswer
    limits: tuple[HarmlessLimits, ...]
    misplaced: tuple[tuple[Kind, Miss], ...]
    """Guests whose policy excludes the datastore."""
    sized: sums.SizingResult | None
    """The sums of `plimsoll size` for the same guests. None without a load line in IOPS, or with
    guests of a queue depth."""
    line_per_s: float | None
    bursting: tuple[Kind, ...] = ()
    """Guests whose burst outlasts the warm-up."""


def simulate_pools(
    runner: runs.Runner, resolved: ResolvedPolicy, pools: Sequence[Pool]
) -> list[PoolSimulation]:
    """Simulates every datastore with guests."""
    return [_simulate_pool(runner, resolved, pool) for pool in pools]


def overall(simulated: Sequence[PoolSimulation]) -> runs.Verdict | None:
    """The worst verdict of all guests. None if no guest has a need."""
    return runs.worst_verdict([pool.as_set.verdict for pool in simulated])


def _simulate_pool(runner: runs.Runner, resolved: ResolvedPolicy, pool: Pool) -> PoolSimulation:
    runner.tell(message("step-estate", datastore=pool.datastore))
    as_set = runs.run_pool(runner, pool)
    policies = dict.fromkeys(kind.policy for kind in pool.kinds if kind.policy is not None)
    store = resolved.file.datastore[pool.datastore]
    return PoolSimulation(
        pool,
        as_set,
        tuple(search_limit(runner, pool, policy, as_set) for policy in policies),
        tuple(
            (kind, miss)
            for kind in pool.kinds
            if kind.policy is not None
            for miss in placement_misses(resolved.file.policy[kind.policy].place, store)
        ),
        _size_sums(pool, store.line.ops_per_s),
        store.line.ops_per_s,
        tuple(kind for kind in pool.kinds if runs.burst_s(kind) > runner.warmup_s),
    )


def _size_sums(pool: Pool, line_per_s: float | None) -> sums.SizingResult | None:
    """The sums with nothing kept free, as in the simulation."""
    profiles = [kind.guests.profile(kind.name) for kind in pool.kinds]
    guests = [profile.guest() for profile in profiles if profile is not None]
    if line_per_s is None or len(guests) < len(profiles):
        return None
    return sums.size(guests, sums.Storage(low=line_per_s, high=line_per_s), sums.Rules(0, 0, 0, 1))
