"""What mClock gives volumes that compete, and what their measured rates say of its rules. Pure.

With everyone backlogged the rates are x = clamp(λ · shares, reservation, limit), and λ follows from
their sum, which is measured. So no capacity has to be known, and what others take beside us changes
nothing. *Kept*: within 5 % of that. *Broken*: the whole interval of the measured rate lies outside,
or below the reservation. What lies between is *inconclusive*.

A rule counts as proven only where it shows: where the rates would be others without it. What a
volume would get all the same is no evidence: by a scheduler that ignores the rule; or from a queue
in order of arrival, which serves each by how much it asks for. So one asks for more than the rest.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.base.rules import NORMAL_SHARES
from plimsoll.features.policy.backends.contract import NONE
from plimsoll.features.policy.backends.stack import BURSTS, RATES
from plimsoll.features.policy.questions import SMALL
from plimsoll.features.policy.rules import Rates, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.policy.backends.contract import Beside
    from plimsoll.features.policy.rules import Rounding
    from plimsoll.features.policy.verdicts import Verdict

NEAR = 0.05
"""Share that a rate may lie off what mClock gives."""


@dataclass(frozen=True)
class Claim:
    """What a volume has in a scheduler, rates in operations/s; and how much it asks for, beside the
    others: its outstanding I/O."""

    shares: float
    reservation: float = 0.0
    limit: float = math.inf
    demand: float = 1.0


@dataclass(frozen=True)
class Measured:
    """The rate of a volume beside the others, with its interval; none where a few seconds show
    none."""

    value: float
    low: float | None
    high: float | None


Rule = Literal["shares", "reservation"]


@dataclass(frozen=True)
class Contended:
    """What was found of a volume: a code, what it got, and what mClock gives it of the sum."""

    verdict: Verdict
    kind: str
    measured: Measured
    expected_per_s: float
    shown: frozenset[Rule] = frozenset()
    """Rules without which it, or another, would have got something else. Of *kept* only."""
    alone_per_s: float | None = None
    """The most that it got with nobody beside it, where that was less than its part."""
    machine_used: float | None = None
    """Share of this machine's processors in use meanwhile, where that leaves it open."""


def claim(
    rules: Rules,
    beside: Sequence[Beside] = (),
    alone_per_s: float = math.inf,
    demand: float = 1.0,
) -> Claim:
    """Of a volume under these rules, with reads of a small block. `beside`: other limits on its
    way; `alone_per_s`: the most that it got with nobody beside it, where something held it."""
    reserved = rules.reservation.ops_per_s or 0.0
    shares = NORMAL_SHARES if rules.shares is None else rules.shares
    caps = [cap for one in beside if (cap := cap_of(one)) is not None]
    return Claim(
        shares, reserved, min(rules.rate_at(SMALL, 100), alone_per_s, *caps), demand=demand
    )


def cap_of(beside: Beside) -> float | None:
    """What another limit lets through of reads of a small block, in operations/s; infinite where it
    does not count those; none where its settings do not say, or where it saves up bursts."""
    state = beside.state
    if any(state.get(key, NONE) not in (NONE, "0") for key in BURSTS):
        return None
    try:
        found = {key: float(state[key]) for key in RATES if state.get(key, NONE) != NONE}
        unit = state.get("unit", NONE)
        size = None if unit == NONE or state.get("cost", NONE) == NONE else int(unit)
    except ValueError:
        return None

    def rates(prefix: str) -> Rates:
        return Rates(found.get(f"{prefix}ops_per_s"), found.get(f"{prefix}bytes_per_s"))

    rounding: Rounding = "up" if state.get("cost") == "ceil" else "exact"
    rules = Rules(rates(""), rates("read_"), rates("write_"), unit_bytes=size, rounding=rounding)
    return rules.rate_at(SMALL, 100)


def split(total_per_s: float, claims: Sequence[Claim]) -> list[float]:
    """What mClock gives each of a sum, all of them backlogged. Reservations beyond the sum share it
    in their own proportion."""
    reserved = sum(min(one.reservation, one.limit) for one in claims)
    if reserved >= total_per_s:
        return [min(one.reservation, one.limit) * total_per_s / reserved for one in claims]
    most = sum(one.limit for one in claims)
    if total_per_s >= most:
        return [one.limit for one in claims]

    def at(level: float) -> list[float]:
        return [min(max(level * one.shares, one.reservation), one.limit) for one in claims]

    low, high = 0.0, total_per_s / min(one.shares for one in claims)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(at(middle)) < total_per_s else (low, middle)
    return at(high)


def by_demand(total_per_s: float, claims: Sequence[Claim]) -> list[float]:
    """What a queue in order of arrival gives each: by what it asks for, up to its limit."""
    asked = [dataclasses.replace(one, shares=one.demand, reservation=0.0) for one in claims]
    return split(total_per_s, asked)


def judged(claims: Sequence[Claim], measured: Sequence[Measured]) -> list[Contended]:
    """Each volume, by what all of them got together."""
    total = sum(one.value for one in measured)
    expected = split(total, claims)
    # Where all are at their limits nothing was scarce.
    scarce = total < sum(one.limit for one in claims) * (1 - NEAR)
    found = [
        _one(own, got, gives, scarce=scarce)
        for own, got, gives in zip(claims, measured, expected, strict=True)
    ]
    shown = _shown(claims, found)
    found = [
        dataclasses.replace(one, shown=rules) if one.verdict == "kept" else one
        for one, rules in zip(found, shown, strict=True)
    ]
    return _in_order(claims, found)


def _in_order(claims: Sequence[Claim], found: Sequence[Contended]) -> list[Contended]:
    """Where all got what they ask for, nobody chose among them: what is broken says so."""
    asked = {one.demand for one in claims}
    total = sum(one.measured.value for one in found)
    arrival = by_demand(total, claims)
    in_order = len(asked) > 1 and all(
        abs(one.measured.value - gives) <= 2 * NEAR * gives
        for one, gives in zip(found, arrival, strict=True)
    )
    return [
        dataclasses.replace(one, kind="shares_by_demand")
        if in_order and one.kind == "shares_otherwise"
        else one
        for one in found
    ]


def _shown(claims: Sequence[Claim], found: Sequence[Contended]) -> list[frozenset[Rule]]:
    """The rules of each volume that its rate is evidence for. In each world without a rule (nobody
    keeps to it; nobody schedules at all) somebody whose rate is as it should be would have got
    another; and so would this volume in one of them, or with its own rule ignored."""
    total = sum(one.measured.value for one in found)
    arrival = by_demand(total, claims)
    ignored: dict[Rule, list[Claim]] = {
        "shares": [dataclasses.replace(one, shares=NORMAL_SHARES) for one in claims],
        "reservation": [dataclasses.replace(one, reservation=0.0) for one in claims],
    }
    asked = [dataclasses.replace(one, shares=one.demand) for one in claims]
    of_demand = split(total, asked)
    alike = len({one.shares for one in claims}) == 1
    shown: list[set[Rule]] = [set() for _ in claims]
    for rule, without in ignored.items():
        ignoring = split(total, without)
        # Equal shares are what those of nobody come to, too: only the order of arrival tells.
        by_shares = rule == "shares"
        worlds = [arrival] if by_shares and alike else [arrival, ignoring]
        if not all(_anyone_tells(found, world) for world in worlds):
            continue
        for at, one in enumerate(found):
            own = split(total, [*claims[:at], without[at], *claims[at + 1 :]])[at]
            # Of all without shares: in the order of arrival, but with what is reserved.
            others = [of_demand[at] if alike else ignoring[at]] if by_shares else []
            if any(_tells(one, gives) for gives in (own, *others)):
                shown[at].add(rule)
    return [frozenset(one) for one in shown]


def _anyone_tells(found: Sequence[Contended], world: Sequence[float]) -> bool:
    """Whether somebody got what it should, and would not have in this world."""
    return any(
        one.verdict == "kept" and _tells(one, gives)
        for one, gives in zip(found, world, strict=True)
    )


def _tells(one: Contended, without: float) -> bool:
    """Whether what a volume got, and was to get, is not what it would get without a rule."""
    return (
        abs(without - one.expected_per_s) > NEAR * one.expected_per_s
        and abs(one.measured.value - without) > NEAR * without
    )


def _one(own: Claim, got: Measured, gives: float, *, scarce: bool) -> Contended:
    # What cannot be more than its limit is no claim.
    reserved = min(own.reservation, own.limit)
    if got.high is not None and got.high < reserved * (1 - NEAR):
        return Contended("broken", "reservation_missed", got, gives)
    if not scarce:
        return Contended("inconclusive", "not_scarce", got, gives)
    if abs(got.value - gives) <= NEAR * gives and got.value >= reserved * (1 - NEAR):
        return Contended("kept", "contention_kept", got, gives)
    low = 0.0 if got.low is None else got.low
    high = math.inf if got.high is None else got.high
    if low > gives * (1 + NEAR) or high < gives * (1 - NEAR):
        return Contended("broken", "shares_otherwise", got, gives)
    return Contended("inconclusive", "shares_open", got, gives)
