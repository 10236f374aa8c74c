"""The largest limit of a policy that harms nobody: a search on the virtual clock.

Every rate of the policy's limit is multiplied by one factor; all other policies stay as they are.
First without any limit: where nobody misses anything then, none is needed. Else with the limit that
is set; and where that harms somebody, from the rate that its guests take without a limit downwards,
each try two thirds of the last, until everybody meets what they need. Where a try harms the others
and the next one only its own guests, what is harmless lies between, and is searched there. Then the
harmless limit and the one above it are brought closer, until they lie within 2 %.

From above, since harm lies on both sides: too high a limit harms the others, too low a one the
guests themselves. The answer is the highest limit tried at which nobody was harmed, and the next
one above it at which somebody was. What is undecided counts as harm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from plimsoll.features.policy.rules import NO_RATES, Rates, Rules
from plimsoll.features.policy.simulation.runs import GuestFigures, PoolAnswer, ask

if TYPE_CHECKING:
    from plimsoll.features.policy.simulation.pool import Pool
    from plimsoll.features.policy.simulation.runs import Runner

STEP = 1.5
CLOSE = 1.02
LEAST = 1e-2
"""Of the rate without a limit: below it no limit is tried."""
DIGITS = 3
"""Significant ones of a limit that is tried: what is recommended is what was run."""

Answer = Literal["none_needed", "largest", "always_harm", "nobody_needs"]


@dataclass(frozen=True)
class HarmlessLimits:
    """The answer for one policy. Its limits as rules, of each volume."""

    policy: str
    answer: Answer
    low: Rules | None = None
    """The largest limit at which everybody met what they need; none without one."""
    high: Rules | None = None
    """The least limit above it at which somebody did not; none where that is no limit at all."""
    harmed: tuple[str, ...] = ()
    """Kinds that missed at `high`; with `always_harm`: without any limit."""
    own: bool = False
    """Whether the policy's own guests are among those."""
    runs: int = 0


def search(runner: Runner, pool: Pool, policy: str, as_set: PoolAnswer) -> HarmlessLimits:
    """The answer for a policy that guests of this datastore are under. `as_set`: how everybody does
    as the file says."""
    if as_set.verdict is None:
        return HarmlessLimits(policy, "nobody_needs")
    runner.tell(f"the largest limit of {policy} on {pool.datastore}")
    tries = _Tries(runner, pool, policy)
    rules = pool.of_policy(policy)[0].rules
    free = tries.ask(_unlimited(rules))
    if not free.harmed:
        return HarmlessLimits(policy, "none_needed", runs=tries.runs)
    base, top = _from(rules, free.asked, pool, policy)
    held = None
    if rules.limited:
        same = scaled(base, 1.0) == rules
        held = _harmed(as_set) if same else tries.ask(scaled(base, 1.0)).harmed
    above = _Above(top, free, first=True)
    good = 1.0 if held == [] else _down(tries, base, top, above)
    if good is None:
        harmed = {one.kind.name for one in free.harmed}
        return _found(policy, "always_harm", None, None, harmed, pool, tries.runs)
    while (middle := _between(base, good, above.factor)) is not None:
        tried = tries.ask(scaled(base, middle))
        if tried.harmed:
            above.now(middle, tried)
        else:
            good = middle
    names = {one.kind.name for one in above.tried.harmed}
    high = None if above.first else scaled(base, above.factor)
    return _found(policy, "largest", scaled(base, good), high, names, pool, tries.runs)


def _down(tries: _Tries, base: Rules, top: float, above: _Above) -> float | None:
    """The first factor from above at which nobody is harmed. `above` becomes the last one before
    it at which somebody was."""
    factor = top
    while factor >= top * LEAST:
        tried = tries.ask(scaled(base, factor))
        if not tried.harmed:
            return factor
        if tries.others(above.tried) and not tries.others(tried):
            good = _window(tries, base, factor, above)
            if good is not None:
                return good
        above.now(factor, tried)
        factor /= STEP
    return None


def _window(tries: _Tries, base: Rules, low: float, above: _Above) -> float | None:
    """A harmless factor between one that harms only the policy's own guests (`low`) and one that
    harms the others; none where those two meet."""
    while (middle := _between(base, low, above.factor)) is not None:
        tried = tries.ask(scaled(base, middle))
        if not tried.harmed:
            return middle
        if tries.others(tried):
            above.now(middle, tried)
        else:
            low = middle
    return None


def _between(base: Rules, low: float, high: float) -> float | None:
    """The factor between two; none where they are close, or the limits the same."""
    if high / low <= CLOSE:
        return None
    middle = float((low * high) ** 0.5)
    return None if scaled(base, middle) in (scaled(base, low), scaled(base, high)) else middle


def _harmed(asked: PoolAnswer) -> list[GuestFigures]:
    return [one for one in asked.told if one.verdict in ("missed", "undecided")]


def _found(
    policy: str,
    answer: Answer,
    low: Rules | None,
    high: Rules | None,
    harmed: set[str],
    pool: Pool,
    runs: int,
) -> HarmlessLimits:
    own = {one.name for one in pool.of_policy(policy)}
    order = tuple(one.name for one in pool.kinds if one.name in harmed)
    return HarmlessLimits(policy, answer, low, high, order, bool(own & harmed), runs)


def scaled(rules: Rules, factor: float) -> Rules:
    """With every rate of its limit, and of its burst, times a factor."""
    return replace(
        rules,
        shared=_times(rules.shared, factor),
        read=_times(rules.read, factor),
        write=_times(rules.write, factor),
        burst=_times(rules.burst, factor),
    )


def _times(rates: Rates, factor: float) -> Rates:
    return Rates(_rounded(rates.ops_per_s, factor), _rounded(rates.bytes_per_s, factor))


def _rounded(rate: float | None, factor: float) -> float | None:
    return None if rate is None else float(f"{rate * factor:.{DIGITS}g}")


def _unlimited(rules: Rules) -> Rules:
    return replace(
        rules, shared=NO_RATES, read=NO_RATES, write=NO_RATES, burst=NO_RATES, burst_s=0.0
    )


def _from(rules: Rules, free: PoolAnswer, pool: Pool, policy: str) -> tuple[Rules, float]:
    """The limit that is scaled, and the factor at which it begins: where it is what the busiest
    guest takes without one. A policy without a limit gets one in IOPS, for reads and writes."""
    kinds = {one.name for one in pool.of_policy(policy)}
    mine = [one for one in free.told if one.kind.name in kinds]
    takes = [max(got.achieved_per_s for got in one.runs) for one in mine]
    if not rules.limited:
        return replace(rules, shared=Rates(max(1.0, *takes))), 1.0
    top = max(
        taken / rules.rate_at(one.kind.guests.block_bytes, one.kind.guests.read)
        for one, taken in zip(mine, takes, strict=True)
    )
    # A limit of writes alone does not bound guests that only read.
    return rules, max(top, 1.0)


@dataclass(frozen=True)
class _Tried:
    asked: PoolAnswer
    harmed: list[GuestFigures]


@dataclass
class _Above:
    """The least limit so far, above what is searched, at which somebody was harmed."""

    factor: float
    tried: _Tried
    first: bool
    """It is no limit at all."""

    def now(self, factor: float, tried: _Tried) -> None:
        self.factor, self.tried, self.first = factor, tried, False


class _Tries:
    """Asks how everybody does under other limits of one policy."""

    def __init__(self, runner: Runner, pool: Pool, policy: str) -> None:
        self._runner, self._pool, self._policy = runner, pool, policy
        self.runs = 0

    def others(self, tried: _Tried) -> bool:
        """Whether guests of other policies are among those who are harmed."""
        return any(one.kind.policy != self._policy for one in tried.harmed)

    def ask(self, rules: Rules) -> _Tried:
        """Under these rules. One seed that shows harm is enough; that there is none, all have to
        show."""
        pool = self._pool.under(self._policy, rules)
        for seed in self._runner.seeds():
            self.runs += 1
            asked = ask(self._runner, pool, seeds=[seed])
            harmed = _harmed(asked)
            if harmed:
                break
        return _Tried(asked, harmed)
