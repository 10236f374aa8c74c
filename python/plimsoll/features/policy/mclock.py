"""The rates that mClock gives competing volumes, and the verdict on measured rates. Pure.

With all volumes backlogged the rates are x = clamp(λ · shares, reservation, limit), and λ follows
from their measured sum. So the capacity need not be known, and other load does not matter. *Kept*:
within 5 % of that. *Broken*: the whole interval of the measured rate lies outside, or below the
reservation. Else *inconclusive*.

A rule is proven only where the rates would differ without it: under a scheduler that ignores it,
and in a queue in order of arrival, which serves each volume by its outstanding I/O. So one volume
has more outstanding than the rest.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.base.rules import NORMAL_SHARES
from plimsoll.features.policy.backends.contract import NONE, Beside
from plimsoll.features.policy.backends.stack import BURSTS, RATES
from plimsoll.features.policy.questions import SMALL_BLOCK
from plimsoll.features.policy.rules import Rates, Rounding, Rules

if TYPE_CHECKING:
    from plimsoll.features.policy.verdicts import Verdict

TOLERANCE = 0.05
"""Relative deviation from mClock's rate that is allowed."""


@dataclass(frozen=True)
class Claim:
    """A volume's claim on a scheduler, in operations/s. `demand`: its outstanding I/O."""

    shares: float
    reservation: float = 0.0
    limit: float = math.inf
    demand: float = 1.0


@dataclass(frozen=True)
class VolumeRate:
    """The rate of a competing volume with its interval, None after too few seconds."""

    value: float
    low: float | None
    high: float | None


Rule = Literal["shares", "reservation"]


@dataclass(frozen=True)
class ContentionFinding:
    """The finding on a volume: a code, its rate, and mClock's."""

    verdict: Verdict
    kind: str
    measured: VolumeRate
    expected_per_s: float
    shown: frozenset[Rule] = frozenset()
    """Rules without which a rate would have been different. For *kept* only."""
    alone_per_s: float | None = None
    """Its highest rate alone, if that was below its part."""
    machine_used: float | None = None
    """Share of this machine's processors in use, if that leaves the finding open."""


def claim(
    rules: Rules,
    beside: Sequence[Beside] = (),
    alone_per_s: float = math.inf,
    demand: float = 1.0,
) -> Claim:
    """The claim of a volume under these rules, for reads of a small block. `beside`: other limits
    on its path; `alone_per_s`: its highest rate alone, if something held it."""
    reserved = rules.reservation.ops_per_s or 0.0
    shares = NORMAL_SHARES if rules.shares is None else rules.shares
    caps = [cap for limit in beside if (cap := cap_of(limit)) is not None]
    return Claim(
        shares, reserved, min(rules.rate_at(SMALL_BLOCK, 100), alone_per_s, *caps), demand=demand
    )


def cap_of(beside: Beside) -> float | None:
    """The cap of another limit on reads of a small block, in operations/s. Infinite if it does not
    count them; None if unknown or with bursts."""
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
    return rules.rate_at(SMALL_BLOCK, 100)


def split(total_per_s: float, claims: Sequence[Claim]) -> list[float]:
    """Splits a sum as mClock does, all volumes backlogged. Reservations beyond the sum share it in
    proportion."""
    reserved = sum(min(claim.reservation, claim.limit) for claim in claims)
    if reserved >= total_per_s:
        return [min(claim.reservation, claim.limit) * total_per_s / reserved for claim in claims]
    most = sum(claim.limit for claim in claims)
    if total_per_s >= most:
        return [claim.limit for claim in claims]

    def at(level: float) -> list[float]:
        return [min(max(level * claim.shares, claim.reservation), claim.limit) for claim in claims]

    low, high = 0.0, total_per_s / min(claim.shares for claim in claims)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(at(middle)) < total_per_s else (low, middle)
    return at(high)


def by_demand(total_per_s: float, claims: Sequence[Claim]) -> list[float]:
    """Splits a sum as a queue in order of arrival does: by demand, up to the limits."""
    by_backlog = [
        dataclasses.replace(claim, shares=claim.demand, reservation=0.0) for claim in claims
    ]
    return split(total_per_s, by_backlog)


def judge_contention(
    claims: Sequence[Claim], measured: Sequence[VolumeRate]
) -> list[ContentionFinding]:
    """The finding on each volume."""
    total = sum(rate.value for rate in measured)
    expected = split(total, claims)
    # With all at their limits nothing was scarce.
    scarce = total < sum(claim.limit for claim in claims) * (1 - TOLERANCE)
    found = [
        _judge_volume(own, got, gives, scarce=scarce)
        for own, got, gives in zip(claims, measured, expected, strict=True)
    ]
    shown = _evident_rules(claims, found)
    found = [
        dataclasses.replace(finding, shown=rules) if finding.verdict == "kept" else finding
        for finding, rules in zip(found, shown, strict=True)
    ]
    return _in_order(claims, found)


def _in_order(
    claims: Sequence[Claim], found: Sequence[ContentionFinding]
) -> list[ContentionFinding]:
    """Marks broken findings as order of arrival where all rates follow demand."""
    demands = {claim.demand for claim in claims}
    total = sum(finding.measured.value for finding in found)
    arrival = by_demand(total, claims)
    in_order = len(demands) > 1 and all(
        abs(finding.measured.value - gives) <= 2 * TOLERANCE * gives
        for finding, gives in zip(found, arrival, strict=True)
    )
    return [
        dataclasses.replace(finding, kind="shares_by_demand")
        if in_order and finding.kind == "shares_otherwise"
        else finding
        for finding in found
    ]


def _evident_rules(
    claims: Sequence[Claim], found: Sequence[ContentionFinding]
) -> list[frozenset[Rule]]:
    """The rules of each volume that its rate proves. In each world without a rule (nobody keeps it;
    no scheduling at all) some correct rate would have been different; and so would this volume's in
    one of them, or with its own rule ignored."""
    total = sum(finding.measured.value for finding in found)
    arrival = by_demand(total, claims)
    ignored: dict[Rule, list[Claim]] = {
        "shares": [dataclasses.replace(claim, shares=NORMAL_SHARES) for claim in claims],
        "reservation": [dataclasses.replace(claim, reservation=0.0) for claim in claims],
    }
    by_backlog = [dataclasses.replace(claim, shares=claim.demand) for claim in claims]
    of_demand = split(total, by_backlog)
    alike = len({claim.shares for claim in claims}) == 1
    shown: list[set[Rule]] = [set() for _ in claims]
    for rule, without in ignored.items():
        ignoring = split(total, without)
        # Equal shares look like no shares: only the order of arrival differs.
        by_shares = rule == "shares"
        worlds = [arrival] if by_shares and alike else [arrival, ignoring]
        if not all(_world_differs(found, world) for world in worlds):
            continue
        for at, finding in enumerate(found):
            own = split(total, [*claims[:at], without[at], *claims[at + 1 :]])[at]
            # All without shares: order of arrival, with reservations.
            others = [of_demand[at] if alike else ignoring[at]] if by_shares else []
            if any(_differs_from(finding, gives) for gives in (own, *others)):
                shown[at].add(rule)
    return [frozenset(rules) for rules in shown]


def _world_differs(found: Sequence[ContentionFinding], world: Sequence[float]) -> bool:
    """Whether a correct rate would have been different in this world."""
    return any(
        finding.verdict == "kept" and _differs_from(finding, gives)
        for finding, gives in zip(found, world, strict=True)
    )


def _differs_from(finding: ContentionFinding, without: float) -> bool:
    """Whether a volume's rates, measured and expected, differ from the one without a rule."""
    return (
        abs(without - finding.expected_per_s) > TOLERANCE * finding.expected_per_s
        and abs(finding.measured.value - without) > TOLERANCE * without
    )


def _judge_volume(own: Claim, got: VolumeRate, gives: float, *, scarce: bool) -> ContentionFinding:
    # A reservation counts up to the limit only.
    reserved = min(own.reservation, own.limit)
    if got.high is not None and got.high < reserved * (1 - TOLERANCE):
        return ContentionFinding("broken", "reservation_missed", got, gives)
    if not scarce:
        return ContentionFinding("inconclusive", "not_scarce", got, gives)
    if abs(got.value - gives) <= TOLERANCE * gives and got.value >= reserved * (1 - TOLERANCE):
        return ContentionFinding("kept", "contention_kept", got, gives)
    low = 0.0 if got.low is None else got.low
    high = math.inf if got.high is None else got.high
    if low > gives * (1 + TOLERANCE) or high < gives * (1 - TOLERANCE):
        return ContentionFinding("broken", "shares_otherwise", got, gives)
    return ContentionFinding("inconclusive", "shares_open", got, gives)
