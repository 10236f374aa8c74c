"""The rules of a policy as numbers, with several components merged.

Pure values. Their enforcement is the back ends' (`backends/`).
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from plimsoll.features.policy.messages import message
from plimsoll.judge.budgets import COUNTINGS, Counting, larger, separate_s

Rounding = Literal["up", "exact"]
Per = Literal["volume", "vm"]

Difference = Literal[
    "apart", "no_reservation", "no_shares", "no_burst", "plain_iops", "in_proportion"
]
"""Deviations of a system from the rules, which its table may accept: reads and writes each have the
limit; no reservation; no shares; no burst; every I/O counts as one; an I/O counts in proportion to
its size, without rounding up."""

Figures: TypeAlias = dict[str, "float | str"]
"""Figures of a code, by name."""


@dataclass(frozen=True)
class Rates:
    """A rate of operations, of bytes, or both. None: no such rule."""

    ops_per_s: float | None = None
    bytes_per_s: float | None = None

    @property
    def is_set(self) -> bool:
        """Whether there is a rate."""
        return self.ops_per_s is not None or self.bytes_per_s is not None

    def below(self, other: Rates) -> list[tuple[str, float, float]]:
        """Units in which this is less than the other, with both figures."""
        pairs = (
            ("rate", self.ops_per_s, other.ops_per_s),
            ("bytes", self.bytes_per_s, other.bytes_per_s),
        )
        return [
            (kind, own, its)
            for kind, own, its in pairs
            if own is not None and its is not None and own < its
        ]


NO_RATES = Rates()


@dataclass(frozen=True)
class Rules:
    """The rules for a volume. `shared` holds for reads and writes together, `read` and `write` for
    each; the burst has the scope of the limit."""

    shared: Rates = NO_RATES
    read: Rates = NO_RATES
    write: Rates = NO_RATES
    reservation: Rates = NO_RATES
    shares: int | None = None
    unit_bytes: int | None = None
    rounding: Rounding = "up"
    burst: Rates = NO_RATES
    burst_s: float = 0.0
    per: Per = "volume"

    @property
    def apart(self) -> bool:
        """Whether reads and writes have separate limits."""
        return self.read.is_set or self.write.is_set

    @property
    def has_limit(self) -> bool:
        """Whether there is any limit."""
        return self.shared.is_set or self.apart

    @property
    def bursts_for_whole_seconds(self) -> bool:
        """Whether the burst lasts a whole number of seconds."""
        return self.burst_s >= 1 and self.burst_s == int(self.burst_s)

    def units(self, size_bytes: int) -> float:
        """Number of operations that one of this size counts as."""
        return float(COUNTINGS[self.counting](size_bytes, self.unit_bytes))

    @property
    def counting(self) -> Counting:
        """How an operation counts."""
        if self.unit_bytes is None:
            return "flat"
        return "ceil" if self.rounding == "up" else "linear"

    def rate_at(self, size_bytes: int, read_percent: float) -> float:
        """Operations/s that the limit allows at this block size and mix; infinite without one."""
        shared_s, read_s, write_s = (
            _seconds_of(rates, self.units(size_bytes), size_bytes)
            for rates in (self.shared, self.read, self.write)
        )
        seconds = larger(shared_s, separate_s(read_percent / 100, read_s, write_s))
        return 1 / seconds if seconds else math.inf

    def without(self, accepted: frozenset[Difference]) -> Rules:
        """The rules that are left after these accepted deviations."""
        made = self
        if "apart" in accepted and self.shared.is_set:
            # The system enforces the shared limit on each.
            made = dataclasses.replace(
                made,
                shared=NO_RATES,
                read=_fill_in(self.shared, self.read),
                write=_fill_in(self.shared, self.write),
            )
        if "no_reservation" in accepted:
            made = dataclasses.replace(made, reservation=NO_RATES)
        if "no_shares" in accepted:
            made = dataclasses.replace(made, shares=None)
        if "no_burst" in accepted:
            made = dataclasses.replace(made, burst=NO_RATES, burst_s=0.0)
        if "plain_iops" in accepted:
            made = dataclasses.replace(made, unit_bytes=None, rounding="up")
        if "in_proportion" in accepted and made.unit_bytes is not None:
            made = dataclasses.replace(made, rounding="exact")
        return made


def _seconds_of(rates: Rates, units: float, size_bytes: int) -> float:
    """Seconds of a budget that an operation takes; 0 without one."""
    ops_s = 0.0 if rates.ops_per_s is None else units / rates.ops_per_s
    bytes_s = 0.0 if rates.bytes_per_s is None else size_bytes / rates.bytes_per_s
    return max(ops_s, bytes_s)


def _fill_in(shared: Rates, own: Rates) -> Rates:
    return Rates(
        own.ops_per_s if own.ops_per_s is not None else shared.ops_per_s,
        own.bytes_per_s if own.bytes_per_s is not None else shared.bytes_per_s,
    )


class ConflictError(ValueError):
    """Two components contradict each other."""


def together(parts: list[tuple[str, Rules]]) -> Rules:
    """The rules of several components, by name. Raises ConflictError where two differ."""
    made: dict[str, object] = {}
    source: dict[str, str] = {}
    plain = Rules()
    for name, rules in parts:
        for rule in dataclasses.fields(Rules):
            value = getattr(rules, rule.name)
            if value == getattr(plain, rule.name):
                continue
            if isinstance(value, Rates) and isinstance(before := made.get(rule.name), Rates):
                value = _both(before, value, rule.name, source[rule.name], name)
            elif rule.name in made and made[rule.name] != value:
                raise ConflictError(
                    message(
                        "components-differ",
                        first=source[rule.name],
                        second=name,
                        rule=rule.name.replace("_", " "),
                        own=made[rule.name],
                        other=value,
                    )
                )
            made[rule.name] = value
            source[rule.name] = name
    rules = dataclasses.replace(plain, **made)  # type: ignore[arg-type]
    if rules.shared.is_set and rules.apart:
        own = source["read" if rules.read.is_set else "write"]
        raise ConflictError(message("components-apart", first=source["shared"], second=own))
    return rules


def _both(first_rates: Rates, second_rates: Rates, rule: str, first: str, second: str) -> Rates:
    for own, its, unit in (
        (first_rates.ops_per_s, second_rates.ops_per_s, "IOPS"),
        (first_rates.bytes_per_s, second_rates.bytes_per_s, "bytes/s"),
    ):
        if own is not None and its is not None and own != its:
            raise ConflictError(
                message(
                    f"differ-in-{rule}",
                    first=first,
                    second=second,
                    own=f"{own:,.10g}",
                    other=f"{its:,.10g}",
                    unit=unit,
                )
            )
    return _fill_in(first_rates, second_rates)


@dataclass(frozen=True)
class PolicyVolume:
    """A volume with its rules, as passed to a back end."""

    volume: str
    policy: str
    version: int
    rules: Rules
    """The enforced rules: without the accepted deviations."""
    asked: Rules
    """The rules of the policy."""
    system: str
    at: dict[str, str]
    size_bytes: int | None = None
    vm: str | None = None
    target: str | None = None
    accepted: tuple[Difference, ...] = field(default=())
    """Differences that make `rules` other than `asked`."""
    components: tuple[str, ...] = ()
    """Components of its policy."""
    tags: dict[str, list[str]] = field(default_factory=dict)
    """Tags by category, of which its policy requires one on a datastore."""
    datastores: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """The datastores of its system with their tags by category."""
