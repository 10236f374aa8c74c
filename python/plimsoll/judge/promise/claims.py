"""What a promise comes to: one `Claim` for each promise and block size, with all arithmetic on what
was promised done.

IOPS per GB times the volume, a cost in units of 32 KiB divided out for each block size, the levels
of an objective in canonical form. Whether a claim is kept is for `rules.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from plimsoll.execute import ObjectiveTerm, objective_terms, parse_objective, parse_size
from plimsoll.judge.promise.kinds import KINDS, Kind, KindName
from plimsoll.judge.promise.parts import MORE, Load
from plimsoll.judge.quantity import quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from plimsoll._record import WorkloadRequest
    from plimsoll.judge.promise.parts import Direction, Promise, Subject, Workload
    from plimsoll.judge.rate import Latency

SAID = {"at_least": "at least", "at_most": "at most", "equals": "exactly"}


@dataclass(frozen=True)
class Level:
    """A bound on a statistic: its name (none for an objective without levels), canonical text, and
    that taken apart."""

    name: str | None
    objective: str
    terms: tuple[ObjectiveTerm, ...]

    @property
    def metric(self) -> Latency:
        """Of the latency that is bounded."""
        return (
            "completion_latency"
            if any(term.metric == "completion_latency" for term in self.terms)
            else "response_time"
        )

    @property
    def bound_ns(self) -> float | None:
        """Of one objective on a time; none of several, of a rate of errors, of a share of what is
        offered."""
        bound = self.terms[0].bound_ns if len(self.terms) == 1 else None
        return None if bound is None else float(bound)

    @property
    def bounds_errors(self) -> bool:
        """Whether operations that fail are bounded: then a Run goes on after one."""
        return any(term.of == "errors" for term in self.terms)

    @property
    def is_mean(self) -> bool:
        """Whether it bounds a mean over all operations and nothing else, which a closed loop can be
        held against."""
        first = self.terms[0]
        return self.bound_ns is not None and first.statistic == "mean" and first.kind == "all"


@dataclass(frozen=True)
class Claim:
    """One question: is this much promised, under this workload and load, and of what is it said?

    `kind` is rate (operations/s), bytes (bytes/s), objective or line. `value` is per second at this
    block size, none for an objective; `margin` is a share. `steps` of outstanding I/O are tried at
    most, doubling.
    """

    name: str
    kind: KindName
    promised: str
    direction: Direction
    value: float | None
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

    @property
    def of_kind(self) -> Kind:
        """What its kind says of it."""
        return KINDS[self.kind]

    @property
    def outstanding(self) -> int:
        """What the stated clients keep outstanding."""
        return self.workers * self.queue_depth

    @property
    def steps(self) -> int:
        """How many closed-loop Runs the verdict may rest on: as stated and doubled, or as stated
        and half of it."""
        return max(2, 1 + int(math.log2(max(1.0, self.most_outstanding / self.outstanding))))


def claims(promises: Sequence[Promise], workload: Workload, load: Load) -> list[Claim]:
    """Every claim of a file's promises, in order, under its workload and load unless a promise says
    otherwise.

    Raises ValueError where a promise can't be tested with its load.
    """
    found = []
    for number, promise in enumerate(promises, 1):
        base = cast("WorkloadRequest", _over(workload, promise.workload))
        clients = Load(**_over(load, promise.load))
        sizes = promise.block_sizes
        for asked in [base] if sizes is None else [base | {"block_size": size} for size in sizes]:
            try:
                found.append(_claim(promise, asked, clients, several=promise.block_sizes))
            except ValueError as error:
                raise ValueError(f"promise {number}: {error}") from None
    return found


def _claim(promise: Promise, workload: WorkloadRequest, load: Load, *, several: object) -> Claim:
    levels = tuple(_levels(promise))
    kind: KindName = "objective"
    value, sums = None, ""
    if promise.value is not None:
        value, unit, sums = _promised_value(promise, workload)
        kind = "line" if levels else "rate" if unit == "IOPS" else "bytes"
    if KINDS[kind].ladder and load.rate is not None:
        raise ValueError(
            "a rate is tested in a closed loop (workers and queue_depth): an offered rate can show"
            " no more than itself"
        )
    if kind == "objective" and load.rate is None and not all(level.is_mean for level in levels):
        raise ValueError(
            f"'{promise.objective}' needs an offered rate: load.rate = \"4000 IOPS\". In a closed"
            " loop only 'mean' over all operations is judged"
        )
    workers = load.workers or 1
    depth = load.queue_depth or 32
    words = _words(promise, kind, value, sums, load)
    at = f" at {workload['block_size']}" if several or promise.normalised_at else ""
    return Claim(
        name=(promise.name or words) + at,
        kind=kind,
        promised=words + at,
        direction=promise.direction or "at_most",
        value=value,
        margin=promise.margin / 100,
        subject=promise.subject,
        levels=levels,
        workload=workload,
        workers=workers,
        queue_depth=depth,
        most_outstanding=max(load.most_outstanding or MORE * workers * depth, 1),
        rate_per_s=None if load.rate is None else float(load.rate),
        arrivals=load.arrivals or "poisson",
        max_outstanding=load.max_outstanding,
        volume_bytes=None if promise.volume is None else parse_size(promise.volume),
        media_share=promise.media_share / 100,
    )


def _levels(promise: Promise) -> list[Level]:
    if promise.objective is None:
        return []
    if promise.tolerable is None:
        named: list[tuple[str | None, str]] = [(None, promise.objective)]
    else:
        bounds = (("ideal", promise.ideal), ("tolerable", promise.tolerable))
        named = [
            (name, f"{promise.objective} <= {bound}") for name, bound in bounds if bound is not None
        ]
    made = []
    for name, text in named:
        made.append(Level(name, parse_objective(text), objective_terms(text)))
    return made


def _promised_value(promise: Promise, workload: WorkloadRequest) -> tuple[float, str, str]:
    """The value at this block size, its unit, and the sums that led to it in words."""
    value, unit, per = quantity(str(promise.value))
    sums = []
    if per:
        volume = parse_size(str(promise.volume))
        sums.append(f"{_number(value)} IOPS/{per} × {promise.volume}")
        value *= volume / parse_size(f"1{per}")
    if promise.normalised_at is not None:
        size = workload.get("block_size")
        if size is None or ":" in str(size):
            raise ValueError(
                'normalised_at needs one block size: in workload, or block_sizes = ["32k", "64k"]'
            )
        units = cost(parse_size(str(size)), parse_size(promise.normalised_at), promise.rounding)
        sums.append(
            f"{_number(value)} units of {promise.normalised_at} a second, {_number(units)} for"
            f" {size}"
        )
        value /= units
    return value, unit, f" ({'; '.join(sums)})" if sums else ""


def cost(size_bytes: int, unit_bytes: int, rounding: str) -> float:
    """How many units an operation costs: started ones, or its size in units; at least one."""
    return (
        float(-(-size_bytes // unit_bytes))
        if rounding == "up"
        else max(1.0, size_bytes / unit_bytes)
    )


def _words(promise: Promise, kind: KindName, value: float | None, sums: str, load: Load) -> str:
    if kind == "objective":
        if promise.tolerable is None:
            said = str(promise.objective)
        else:
            ideal = "" if promise.ideal is None else f", {promise.ideal} ideal"
            said = f"{promise.objective} <= {promise.tolerable} tolerable{ideal}"
        if load.rate is not None:
            return f"{said} at {_number(float(load.rate))} IOPS"
        return f"{said} with {load.workers or 1} × {load.queue_depth or 32} outstanding"
    assert value is not None
    unit = f" {KINDS[kind].unit}"
    within = f" within {promise.objective}" if kind == "line" else ""
    return f"{SAID[str(promise.direction)]} {_number(value)}{unit}{within}{sums}"


def _number(value: float) -> str:
    return f"{value:,.10g}" if value >= 1000 or value == int(value) else f"{value:.6g}"


def _over(base: BaseModel, over: BaseModel) -> dict[str, Any]:
    return base.model_dump(exclude_none=True) | over.model_dump(exclude_none=True)
