"""Turns promises into claims: one `Claim` for each promise and block size, with all arithmetic
done.

IOPS per GB are multiplied by the volume, a cost in units of 32 KiB is divided out for each block
size, and the levels of an objective are put in canonical form. `rules.py` judges claims, `words.py`
has their sentences.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel

from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules import words
from plimsoll.features.promises.rules.document import InUnits, PerVolume, Terms
from plimsoll.features.promises.rules.kinds import KINDS, Direction, Kind, KindName, Subject
from plimsoll.features.promises.rules.parts import DEFAULT_DEPTH_FACTOR, Load, Promise, Workload
from plimsoll.judge.budgets import COUNTINGS
from plimsoll.judge.quantity import quantity
from plimsoll.native.session import ObjectiveTerm, objective_terms, parse_objective, parse_size

if TYPE_CHECKING:
    from plimsoll.judge.rate import Latency
    from plimsoll.native.record import WorkloadRequest


@dataclass(frozen=True)
class Level:
    """A bound on a statistic: its name (None for an objective without levels), canonical text and
    parsed terms."""

    name: str | None
    objective: str
    terms: tuple[ObjectiveTerm, ...]

    @property
    def metric(self) -> Latency:
        """The latency that is bounded."""
        return (
            "completion_latency"
            if any(term.metric == "completion_latency" for term in self.terms)
            else "response_time"
        )

    @property
    def bound_ns(self) -> float | None:
        """The bound of a single objective on a latency; None for any other."""
        bound = self.terms[0].bound_ns if len(self.terms) == 1 else None
        return None if bound is None else float(bound)

    @property
    def bounds_errors(self) -> bool:
        """Whether failed operations are bounded. A Run then goes on after one."""
        return any(term.of == "errors" for term in self.terms)

    @property
    def is_mean(self) -> bool:
        """Whether the level is one mean over all operations, which a closed loop can be judged
        by."""
        first = self.terms[0]
        return self.bound_ns is not None and first.statistic == "mean" and first.kind == "all"


@dataclass(frozen=True)
class Claim:
    """One promise at one block size, with its workload and load.

    `name` comes from the file, else it is the promise itself. `margin` is a share. At most `steps`
    amounts of outstanding I/O are tried.
    """

    name: str
    terms: Terms
    direction: Direction
    margin: float
    subject: Subject
    levels: tuple[Level, ...]
    workload: WorkloadRequest
    workers: int
    queue_depth: int
    most_outstanding: int
    rate_per_s: float | None
    arrivals: str
    max_outstanding: int | None
    volume_bytes: int | None
    media_share: float
    stated: frozenset[str] = frozenset()
    """Keys of the load that the file sets."""

    @property
    def kind(self) -> KindName:
        """A rate in operations/s or bytes/s, an objective, or a load line."""
        return self.terms.kind

    @property
    def value(self) -> float | None:
        """The promised rate per second at this block size; None for an objective."""
        return self.terms.value_per_s

    @property
    def of_kind(self) -> Kind:
        """The kind with its properties."""
        return KINDS[self.kind]

    @property
    def outstanding(self) -> int:
        """Outstanding I/O of the stated clients."""
        return self.workers * self.queue_depth

    @property
    def offered_rate(self) -> float | None:
        """The offered rate that tests it; None for a closed loop. A hold at x less the margin shows
        a load line of at least x."""
        if not self.levels or self.value is None:
            return self.rate_per_s
        return self.value * (1 - self.margin)

    @property
    def steps(self) -> int:
        """The largest number of closed-loop Runs behind the verdict: the stated depth and its
        doublings, or the stated depth and half of it."""
        return max(2, 1 + int(math.log2(max(1.0, self.most_outstanding / self.outstanding))))


def claims(
    promises: Sequence[Promise], workload: Workload, load: Load, *, stored: bool = False
) -> list[Claim]:
    """The claims of a file's promises, in order, with its workload and load unless a promise has
    its own. `stored`: stored Runs are judged, whose distributions give percentiles of closed loops,
    too.

    Raises ValueError where a promise can't be tested with its load.
    """
    every_claim = []
    for number, promise in enumerate(promises, 1):
        base = cast("WorkloadRequest", _merge_tables(workload, promise.workload))
        clients = Load(**_merge_tables(load, promise.load))
        sizes = promise.block_sizes
        for sized in [base] if sizes is None else [base | {"block_size": size} for size in sizes]:
            try:
                several = bool(promise.block_sizes)
                every_claim.append(_claim(promise, sized, clients, several=several, stored=stored))
            except ValueError as error:
                raise ValueError(message("promise-number", number=number, error=error)) from None
    return every_claim


def _claim(
    promise: Promise, workload: WorkloadRequest, load: Load, *, several: bool, stored: bool
) -> Claim:
    levels = tuple(_levels(promise))
    terms = _terms(promise, workload, load, several=several)
    kind = terms.kind
    if KINDS[kind].ladder and load.rate is not None:
        raise ValueError(message("rate-in-a-closed-loop"))
    closed = kind == "objective" and load.rate is None
    if closed and not stored and not all(level.is_mean for level in levels):
        raise ValueError(_rate_hint(terms))
    workers = load.workers or 1
    depth = load.queue_depth or 32
    return Claim(
        name=words.name(promise.name, terms),
        terms=terms,
        direction=promise.direction or "at_most",
        margin=promise.margin / 100,
        subject=promise.subject,
        levels=levels,
        workload=workload,
        workers=workers,
        queue_depth=depth,
        most_outstanding=max(load.most_outstanding or DEFAULT_DEPTH_FACTOR * workers * depth, 1),
        rate_per_s=None if load.rate is None else float(load.rate),
        arrivals=load.arrivals or "poisson",
        max_outstanding=load.max_outstanding,
        volume_bytes=None if promise.volume is None else parse_size(promise.volume),
        media_share=promise.media_share / 100,
        stated=frozenset(load.model_dump(exclude_none=True)),
    )


def refuse_unmeasurable(claim: Claim) -> None:
    """Raises ValueError for a claim that only imported Runs can answer: a percentile of a closed
    loop."""
    closed = claim.kind == "objective" and claim.rate_per_s is None
    if closed and not all(level.is_mean for level in claim.levels):
        raise ValueError(_rate_hint(claim.terms))


def _rate_hint(terms: Terms) -> str:
    return message("needs-offered-rate", objective=terms.objective)


def _levels(promise: Promise) -> list[Level]:
    if promise.objective is None:
        return []
    if promise.tolerable is None:
        texts: list[tuple[str | None, str]] = [(None, promise.objective)]
    else:
        bounds = (("ideal", promise.ideal), ("tolerable", promise.tolerable))
        texts = [
            (name, f"{promise.objective} <= {bound}") for name, bound in bounds if bound is not None
        ]
    found = []
    for name, text in texts:
        found.append(Level(name, parse_objective(text), objective_terms(text)))
    return found


def _terms(promise: Promise, workload: WorkloadRequest, load: Load, *, several: bool) -> Terms:
    """What is promised under this workload and load."""
    kind: KindName = "objective"
    value, per_volume, in_units = None, None, None
    if promise.value is not None:
        value, unit, per_volume = _of_volume(promise)
        kind = "line" if promise.objective else "rate" if unit == "IOPS" else "bytes"
        if promise.normalised_at is not None:
            in_units = _in_units(value, promise.normalised_at, promise.rounding, workload)
            value /= in_units.cost
    closed = load.rate is None
    return Terms(
        kind=kind,
        direction=None if promise.value is None else promise.direction,
        value_per_s=value,
        per_volume=per_volume,
        in_units=in_units,
        objective=promise.objective,
        ideal=promise.ideal,
        tolerable=promise.tolerable,
        offered_rate_per_s=None if load.rate is None else float(load.rate),
        workers=load.workers or 1,
        queue_depth=(load.queue_depth or 32) if closed else None,
        block_size=str(workload["block_size"]) if several or in_units else None,
    )


def _of_volume(promise: Promise) -> tuple[float, str, PerVolume | None]:
    """The value of the whole volume, its unit, and the value per unit of size."""
    value, unit, per = quantity(str(promise.value))
    if per is None:
        return value, unit, None
    volume = str(promise.volume)
    whole = value * (parse_size(volume) / parse_size(f"1{per}"))
    return whole, unit, PerVolume(rate_per_s=value, unit=per, volume=volume)


def _in_units(value: float, unit: str, rounding: str, workload: WorkloadRequest) -> InUnits:
    size = workload.get("block_size")
    if size is None or ":" in str(size):
        raise ValueError(message("needs-one-block-size"))
    count = COUNTINGS["ceil" if rounding == "up" else "linear"]
    each = float(count(parse_size(str(size)), parse_size(unit)))
    return InUnits(units_per_s=value, size=unit, cost=each, block_size=str(size))


def _merge_tables(base: BaseModel, over: BaseModel) -> dict[str, Any]:
    return base.model_dump(exclude_none=True) | over.model_dump(exclude_none=True)
