"""The laws that rates may follow: THE ONE LIST. Of a volume, by block size and share of reads; of
volumes, by their size.

A law is a set of budgets. Budget b grants C_b per second and an operation of s bytes takes
cost_b(s) of it, so that a closed loop with enough outstanding gets min over b of C_b / cost_b(s):

    flat              1 operation                       (SIOC v2's filter, KB 385258; blkio's iops)
    bytes             s bytes                           (blkio's bps, nbdkit's rate)
    both              the lesser of those two           (cloud volumes; a cap before a controller)
    ceil u            max(1, ceil(s / u)) operations    (mClock in ESXi, vSAN: u = 32k; EBS: 256k)
    linear u          max(1, s / u) operations          (QEMU's iops-size)
    base_plus_bytes   1 / C_ops + s / C_bytes of a second (the mClock paper; Linux's io.cost)

`linear u` is `both` with bytes/s = u times operations/s: the same curve, with one number less to
fit. Reads and writes draw on one budget (together), have one each (apart), draw on one of which a
write takes w times what a read takes (weighted), or on one of which each takes by a law of its own
(priced). With a share r of reads those give C / cost, min(C_r / r, C_w / (1 - r)) / cost,
C / cost / (r + w (1 - r)) and 1 / (r / R + (1 - r) / W), with R and W the rates of reads and of
writes alone. Priced are

    flat_and_bytes    reads by number, writes by bytes
    base_plus_bytes   the linear model of Linux's io.cost: four numbers, of one pattern

Beside it stands how a budget is granted (`GRANTS`), whatever it counts: evenly, with credits that
are saved up and spent in a burst, or in slices, each with its quantum at once.

What an operation takes of a budget stands in `judge/budgets.py`. Parameters are positive and fitted
as logarithms. Nothing here fits or judges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from plimsoll.judge import budgets
from plimsoll.judge.budgets import Counting

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.finding import Scope

Array = np.ndarray[Any, np.dtype[np.float64]]

UNITS = (16 << 10, 32 << 10, 64 << 10, 256 << 10)
"""Bytes of the units that are in use: 16k (IBM VPC, EBS's older accounting), 32k (ESXi, vSAN), 64k,
256k (EBS)."""


@dataclass(frozen=True)
class Points:
    """Where rates were measured, or are asked for: one entry per cell."""

    block_bytes: Array
    read_share: Array
    volume_gb: Array

    @staticmethod
    def of(points: Sequence[tuple[float, float, float | None]]) -> Points:
        """Of (block size, share of reads in percent, bytes of the volume)."""
        return Points(
            np.array([point[0] for point in points], dtype=float),
            np.array([point[1] / 100 for point in points], dtype=float),
            np.array([(point[2] or 0.0) / 1e9 for point in points], dtype=float),
        )


@dataclass(frozen=True)
class FreeParameter:
    """A number that a law leaves open, and its unit."""

    name: str
    unit: str


@dataclass(frozen=True)
class Law:
    """A law: `rates(values, points)` gives operations/s; `starts(points, rates)` gives places to
    begin a fit from."""

    name: str
    scope: Scope | None
    unknowns: tuple[FreeParameter, ...]
    fixed: tuple[tuple[FreeParameter, float], ...]
    rates: Callable[[Array, Points], Array]
    starts: Callable[[Points, Array], list[list[float]]]

    def of_one(
        self,
        values: Sequence[float],
        block_bytes: float,
        read_percent: float,
        volume_bytes: float = 0,
    ) -> float:
        """The rate at one point."""
        return float(
            self.rates(np.array(values), Points.of([(block_bytes, read_percent, volume_bytes)]))[0]
        )


OPS = FreeParameter("ops_per_s", "operations/s")
BYTES = FreeParameter("bytes_per_s", "bytes/s")
UNIT = FreeParameter("unit_bytes", "bytes")
WRITE_COST = FreeParameter("write_cost", "reads")

GRANTS: dict[str, tuple[str, ...]] = {
    "steady": ("slice",),
    "credits": ("burst", "burst_rate", "refill_rate"),
    "slices": ("slice", "quantum"),
}
"""The ways in which a budget is granted, each with its numbers: seconds, and operations or bytes,
as the budget counts them. Of a steady one the longest slice that was not seen."""


@dataclass(frozen=True)
class Shape:
    """A law of block size for one kind of operation."""

    name: str
    unknowns: tuple[FreeParameter, ...]
    fixed: tuple[tuple[FreeParameter, float], ...]
    rates: Callable[[Array, Array], Array]
    """Operations/s from values and sizes."""
    starts: Callable[[Array, Array], list[list[float]]]
    """Places to begin from sizes and rates."""


def _quantile_starts(values: Array) -> list[float]:
    return sorted({float(np.min(values)), float(np.median(values)), float(np.max(values))})


def _one_budget(
    name: str,
    unknown: FreeParameter,
    cost: Callable[[Array], Array],
    unit: int | None = None,
) -> Shape:
    return Shape(
        name,
        (unknown,),
        () if unit is None else ((UNIT, float(unit)),),
        lambda values, sizes: values[0] / cost(sizes),
        lambda sizes, rates: [[start] for start in _quantile_starts(rates * cost(sizes))],
    )


def _in_units(name: Counting, unit: int) -> Shape:
    count = budgets.COUNTINGS[name]
    return _one_budget(name, OPS, lambda sizes: count(sizes, unit), unit)


def _two_starts(sizes: Array, rates: Array) -> list[list[float]]:
    """Operations bind up to some size, bytes beyond it: one start for each size at which that may
    change; and a line."""
    starts = []
    for last in [0.0, *np.unique(sizes)]:
        small = sizes <= last
        ops = float(np.median(rates[small])) if small.any() else float(np.max(rates)) * 10
        through = (
            float(np.median((rates * sizes)[~small]))
            if (~small).any()
            else float(np.max(rates * sizes)) * 10
        )
        starts.append([ops, through])
    if np.unique(sizes).size > 1:
        slope, base = np.polyfit(sizes, 1 / rates, 1)
        if slope > 0 and base > 0:
            # Near nothing stands for any large number: one that the search for its range can begin
            # from.
            ops, through = 100 * float(np.max(rates)), 100 * float(np.max(rates * sizes))
            starts.append([min(float(1 / base), ops), min(float(1 / slope), through)])
    return starts


SHAPES = (
    _one_budget("flat", OPS, np.ones_like),
    _one_budget("bytes", BYTES, lambda sizes: sizes),
    *(_in_units("linear", unit) for unit in UNITS),
    *(_in_units("ceil", unit) for unit in UNITS),
    Shape("both", (OPS, BYTES), (), lambda v, sizes: np.minimum(v[0], v[1] / sizes), _two_starts),
    Shape(
        "base_plus_bytes",
        (OPS, BYTES),
        (),
        lambda v, sizes: 1 / budgets.base_and_bytes_s(sizes, v[0], v[1]),
        _two_starts,
    ),
)
"""Of one kind of operation, the simplest first."""


SHAPE_BY_NAME = {shape.name: shape for shape in SHAPES if not shape.fixed}
PRICED = {
    "flat_and_bytes": ("flat", "bytes"),
    "base_plus_bytes": ("base_plus_bytes", "base_plus_bytes"),
}
"""By the name of a priced law: the shapes of its reads and of its writes."""


def _shared_law(shape: Shape, scope: Scope | None = "together") -> Law:
    return Law(
        shape.name,
        scope,
        shape.unknowns,
        shape.fixed,
        lambda values, at: shape.rates(values, at.block_bytes),
        lambda at, seen: shape.starts(at.block_bytes, seen),
    )


def _starts_of_kinds(reads: Shape, writes: Shape) -> Callable[[Points, Array], list[list[float]]]:
    """Places to begin from where reads and writes have numbers of their own."""

    def starts(at: Points, seen: Array) -> list[list[float]]:
        kinds = []
        for shape, share in ((reads, at.read_share), (writes, 1 - at.read_share)):
            # What the nearest to pure operations of a kind say; others only bound it.
            most = share >= np.max(share) - 1e-9
            kinds.append(shape.starts(at.block_bytes[most], (seen * share)[most]))
        return [[*read, *write] for read, write in product(*kinds)]

    return starts


def _unknowns_of_kinds(reads: Shape, writes: Shape) -> tuple[FreeParameter, ...]:
    return tuple(
        FreeParameter(f"{kind}_{unknown.name}", unknown.unit)
        for kind, shape in (("read", reads), ("write", writes))
        for unknown in shape.unknowns
    )


def _separate_law(shape: Shape) -> Law:
    count = len(shape.unknowns)

    def rates(values: Array, at: Points) -> Array:
        read_s, write_s = (
            1 / shape.rates(own, at.block_bytes) for own in (values[:count], values[count:])
        )
        return np.asarray(1 / budgets.separate_s(at.read_share, read_s, write_s))

    return Law(
        shape.name,
        "apart",
        _unknowns_of_kinds(shape, shape),
        shape.fixed,
        rates,
        _starts_of_kinds(shape, shape),
    )


def _priced_law(name: str) -> Law:
    reads, writes = (SHAPE_BY_NAME[shape] for shape in PRICED[name])
    count = len(reads.unknowns)
    return Law(
        name,
        "priced",
        _unknowns_of_kinds(reads, writes),
        (),
        lambda values, at: (
            1
            / budgets.priced_s(
                at.read_share,
                1 / reads.rates(values[:count], at.block_bytes),
                1 / writes.rates(values[count:], at.block_bytes),
            )
        ),
        _starts_of_kinds(reads, writes),
    )


def _weighted_law(shape: Shape) -> Law:
    def cost_share(cost: float, at: Points) -> Array:
        return np.asarray(at.read_share + cost * (1 - at.read_share))

    return Law(
        shape.name,
        "weighted",
        (*shape.unknowns, WRITE_COST),
        shape.fixed,
        lambda values, at: (
            shape.rates(values[:-1], at.block_bytes) / cost_share(float(values[-1]), at)
        ),
        lambda at, seen: [
            [*start, cost]
            for cost in (0.5, 1.0, 2.0)
            for start in shape.starts(at.block_bytes, seen * cost_share(cost, at))
        ],
    )


def laws(read_percents: Sequence[float]) -> list[Law]:
    """The laws of a volume, the simplest first. With one share of reads nothing can be said of
    reads against writes."""
    if len(set(read_percents)) < 2:
        return [_shared_law(shape, None) for shape in SHAPES]
    of_shapes = [
        scope(shape) for scope in (_shared_law, _separate_law, _weighted_law) for shape in SHAPES
    ]
    return [*of_shapes, *(_priced_law(name) for name in PRICED)]


# -- by the size of the volume ---------------------------------------------------------------------


def size_laws(unit: str) -> list[Law]:
    """The laws of a cap over volumes, in `unit` (operations/s or bytes/s)."""
    cap, slope = FreeParameter("cap", unit), FreeParameter("per_gb", f"{unit} per GB")
    floor, ceiling, base = (
        FreeParameter("floor", unit),
        FreeParameter("ceiling", unit),
        FreeParameter("base", unit),
    )

    def per_gb(seen: Points, caps: Array) -> list[float]:
        return _quantile_starts(caps / seen.volume_gb)

    def law(
        name: str,
        unknowns: tuple[FreeParameter, ...],
        rates: Callable[[Array, Array], Array],
        starts: Callable[[Points, Array], list[list[float]]],
    ) -> Law:
        return Law(name, None, unknowns, (), lambda v, points: rates(v, points.volume_gb), starts)

    return [
        law(
            "constant",
            (cap,),
            lambda v, gb: np.full_like(gb, v[0]),
            lambda _, caps: [[x] for x in _quantile_starts(caps)],
        ),
        law(
            "per_gb",
            (slope,),
            lambda v, gb: v[0] * gb,
            lambda seen, caps: [[x] for x in per_gb(seen, caps)],
        ),
        law(
            "per_gb_floor",
            (slope, floor),
            lambda v, gb: np.maximum(v[1], v[0] * gb),
            lambda seen, caps: [[x, float(np.min(caps))] for x in per_gb(seen, caps)],
        ),
        law(
            "per_gb_ceiling",
            (slope, ceiling),
            lambda v, gb: np.minimum(v[1], v[0] * gb),
            lambda seen, caps: [[x, float(np.max(caps))] for x in per_gb(seen, caps)],
        ),
        law("base_per_gb", (base, slope), lambda v, gb: v[0] + v[1] * gb, _line_starts),
        law(
            "per_gb_floor_ceiling",
            (slope, floor, ceiling),
            lambda v, gb: np.minimum(np.maximum(v[1], v[0] * gb), np.maximum(v[1], v[2])),
            lambda seen, caps: [
                [x, float(np.min(caps)), float(np.max(caps))] for x in per_gb(seen, caps)
            ],
        ),
    ]


def _line_starts(seen: Points, caps: Array) -> list[list[float]]:
    starts = [[float(np.min(caps)) / 2, float(np.median(caps / seen.volume_gb)) / 2]]
    if np.unique(seen.volume_gb).size > 1:
        slope, base = np.polyfit(seen.volume_gb, caps, 1)
        if slope > 0 and base > 0:
            starts.append([float(base), float(slope)])
    return starts
