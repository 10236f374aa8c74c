"""Searches the largest limit of a policy that harms nobody, on the virtual clock.

One factor scales every rate of the policy's limit; other policies stay. If nobody misses anything
without a limit, none is needed. If the set limit harms somebody, the search goes down from the rate
that its guests take without a limit, in steps of two thirds, until everybody meets their needs. If
a step harms others and the next only its own guests, the harmless range lies between. The last
harmless limit and the one above are then brought within 2 %.

From above, because too high a limit harms others and too low a one the own guests. An undecided
verdict counts as harm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import NO_RATES, Rates, Rules
from plimsoll.features.policy_simulation.runs import GuestFigures, PoolAnswer, Runner, run_pool

if TYPE_CHECKING:
    from plimsoll.features.policy_simulation.pool import Pool

STEP_RATIO = 1.5
CLOSE_RATIO = 1.02
MIN_SHARE = 1e-2
"""Smallest limit tried, as a share of the rate without one."""
DIGITS = 3
"""Significant digits of a limit: the recommended one was run."""

Answer = Literal["none_needed", "largest", "always_harm", "nobody_needs"]


@dataclass(frozen=True)
class HarmlessLimits:
    """The answer for one policy. Limits are rules of each volume."""

    policy: str
    answer: Answer
    low: Rules | None = None
    """The largest limit at which everybody met their needs. None without one."""
    high: Rules | None = None
    """The least limit above it with harm. None if that is no limit at all."""
    harmed: tuple[str, ...] = ()
    """Kinds harmed at `high`; for `always_harm` without a limit."""
    own: bool = False
    """Whether the policy's own guests are among them."""
    runs: int = 0


def search_limit(runner: Runner, pool: Pool, policy: str, as_set: PoolAnswer) -> HarmlessLimits:
    """The answer for a policy on this datastore. `as_set`: verdicts under the limits as set."""
    if as_set.verdict is None:
        return HarmlessLimits(policy, "nobody_needs")
    runner.tell(message("step-harmless", policy=policy, datastore=pool.datastore))
    tries = _Tries(runner, pool, policy)
    rules = pool.of_policy(policy)[0].rules
    free = tries.run(
        replace(rules, shared=NO_RATES, read=NO_RATES, write=NO_RATES, burst=NO_RATES, burst_s=0.0)
    )
    if not free.harmed:
        return HarmlessLimits(policy, "none_needed", runs=tries.runs)
    base, top = _start_limit(rules, free.answer, pool, policy)
    harmed_now = None
    if rules.has_limit:
        same = scale_limit(base, 1.0) == rules
        harmed_now = _harmed_guests(as_set) if same else tries.run(scale_limit(base, 1.0)).harmed
    above = _Above(top, free, first=True)
    good = 1.0 if harmed_now == [] else _first_harmless(tries, base, top, above)
    if good is None:
        harmed = {guests.kind.name for guests in free.harmed}
        return _limits_answer(policy, "always_harm", None, None, harmed, pool, tries.runs)
    while (middle := _middle_factor(base, good, above.factor)) is not None:
        tried = tries.run(scale_limit(base, middle))
        if tried.harmed:
            above.lower(middle, tried)
        else:
            good = middle
    names = {guests.kind.name for guests in above.tried.harmed}
    high = None if above.first else scale_limit(base, above.factor)
    return _limits_answer(policy, "largest", scale_limit(base, good), high, names, pool, tries.runs)


def _first_harmless(tries: _Tries, base: Rules, top: float, above: _Above) -> float | None:
    """The first harmless factor from above. `above` becomes the last harmful one before it."""
    factor = top
    while factor >= top * MIN_SHARE:
        tried = tries.run(scale_limit(base, factor))
        if not tried.harmed:
            return factor
        if tries.harms_others(above.tried) and not tries.harms_others(tried):
            good = _harmless_between(tries, base, factor, above)
            if good is not None:
                return good
        above.lower(factor, tried)
        factor /= STEP_RATIO
    return None


def _harmless_between(tries: _Tries, base: Rules, low: float, above: _Above) -> float | None:
    """A harmless factor between `low`, which harms only the policy's own guests, and one that harms
    others. None if those meet."""
    while (middle := _middle_factor(base, low, above.factor)) is not None:
        tried = tries.run(scale_limit(base, middle))
        if not tried.harmed:
            return middle
        if tries.harms_others(tried):
            above.lower(middle, tried)
        else:
            low = middle
    return None


def _middle_factor(base: Rules, low: float, high: float) -> float | None:
    """The factor between two. None if they are close or give the same limits."""
    if high / low <= CLOSE_RATIO:
        return None
    middle = float((low * high) ** 0.5)
    ends = (scale_limit(base, low), scale_limit(base, high))
    return None if scale_limit(base, middle) in ends else middle


def _harmed_guests(answer: PoolAnswer) -> list[GuestFigures]:
    return [guests for guests in answer.guests if guests.verdict in ("missed", "undecided")]


def _limits_answer(
    policy: str,
    answer: Answer,
    low: Rules | None,
    high: Rules | None,
    harmed: set[str],
    pool: Pool,
    runs: int,
) -> HarmlessLimits:
    own = {kind.name for kind in pool.of_policy(policy)}
    order = tuple(kind.name for kind in pool.kinds if kind.name in harmed)
    return HarmlessLimits(policy, answer, low, high, order, bool(own & harmed), runs)


def scale_limit(rules: Rules, factor: float) -> Rules:
    """Multiplies every rate of the limit and burst."""
    return replace(
        rules,
        shared=_scale_rates(rules.shared, factor),
        read=_scale_rates(rules.read, factor),
        write=_scale_rates(rules.write, factor),
        burst=_scale_rates(rules.burst, factor),
    )


def _scale_rates(rates: Rates, factor: float) -> Rates:
    return Rates(_round_rate(rates.ops_per_s, factor), _round_rate(rates.bytes_per_s, factor))


def _round_rate(rate: float | None, factor: float) -> float | None:
    return None if rate is None else float(f"{rate * factor:.{DIGITS}g}")


def _start_limit(rules: Rules, free: PoolAnswer, pool: Pool, policy: str) -> tuple[Rules, float]:
    """The limit to scale and its first factor, the rate of the busiest guest without a limit. A
    policy without a limit gets one in IOPS, for reads and writes."""
    kinds = {kind.name for kind in pool.of_policy(policy)}
    mine = [guests for guests in free.guests if guests.kind.name in kinds]
    takes = [max(got.achieved_per_s for got in guests.runs) for guests in mine]
    if not rules.has_limit:
        return replace(rules, shared=Rates(max(1.0, *takes))), 1.0
    top = max(
        rate / rules.rate_at(guests.kind.guests.block_bytes, guests.kind.guests.read)
        for guests, rate in zip(mine, takes, strict=True)
    )
    # A limit of writes alone does not bound guests that only read.
    return rules, max(top, 1.0)


@dataclass(frozen=True)
class _Trial:
    answer: PoolAnswer
    harmed: list[GuestFigures]


@dataclass
class _Above:
    """The least harmful limit so far."""

    factor: float
    tried: _Trial
    first: bool
    """No limit at all."""

    def lower(self, factor: float, tried: _Trial) -> None:
        self.factor, self.tried, self.first = factor, tried, False


class _Tries:
    """Simulates other limits of one policy."""

    def __init__(self, runner: Runner, pool: Pool, policy: str) -> None:
        self._runner, self._pool, self._policy = runner, pool, policy
        self.runs = 0

    def harms_others(self, tried: _Trial) -> bool:
        """Whether guests of other policies are harmed."""
        return any(guests.kind.policy != self._policy for guests in tried.harmed)

    def run(self, rules: Rules) -> _Trial:
        """Simulates these rules. One seed with harm is enough; all must be harmless."""
        pool = self._pool.under(self._policy, rules)
        for seed in self._runner.seeds():
            self.runs += 1
            answer = run_pool(self._runner, pool, seeds=[seed])
            harmed = _harmed_guests(answer)
            if harmed:
                break
        return _Trial(answer, harmed)
