"""The laws that rates may follow: THE ONE LIST. Of a volume, by block size and share of reads; of volumes, by their size.

A law is a set of budgets. Budget b grants C_b per second and an operation of s bytes takes cost_b(s) of it, so that a
closed loop with enough outstanding gets min over b of C_b / cost_b(s):

    flat              1 operation                       (SIOC v2's I/O filter, KB 385258; blkio's iops)
    bytes             s bytes                           (blkio's bps, nbdkit's rate)
    both              the lesser of those two           (cloud volumes; a cap before a controller)
    ceil u            max(1, ceil(s / u)) operations    (mClock in ESXi and vSAN: u = 32k; EBS: 256k)
    linear u          max(1, s / u) operations          (QEMU's iops-size)
    base_plus_bytes   1 + s / u operations, u fitted    (the mClock paper; Linux's io.cost)

`linear u` is `both` with bytes/s = u times operations/s: the same curve, with one number less to fit. Reads and writes
draw on one budget (together), have one each (apart), or draw on one of which a write takes w times what a read takes
(weighted). With a share r of reads those give C / cost, min(C_r / r, C_w / (1 - r)) / cost and C / cost / (r + w (1 - r)).

Parameters are positive and fitted as logarithms. Nothing here fits or judges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from plimsoll.judge.limits import words

if TYPE_CHECKING:
    from plimsoll.judge.limits.finding import Scope

Array = np.ndarray[Any, np.dtype[np.float64]]

UNITS = (16 << 10, 32 << 10, 64 << 10, 256 << 10)
"""Bytes of the units that are in use: 16k (IBM VPC, EBS's older accounting), 32k (ESXi, vSAN), 64k, 256k (EBS)."""


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
class Unknown:
    """A number that a law leaves open, and its unit."""

    name: str
    unit: str


@dataclass(frozen=True)
class Law:
    """A law: `rates(values, points)` gives operations/s; `starts(points, rates)` gives places to begin a fit from."""

    name: str
    scope: Scope | None
    unknowns: tuple[Unknown, ...]
    fixed: tuple[tuple[Unknown, float], ...]
    rates: Callable[[Array, Points], Array]
    starts: Callable[[Points, Array], list[list[float]]]
    said: Callable[[Sequence[float | None]], str]
    """The law in words, with its values where they are known."""

    def of_one(
        self, values: Sequence[float], block_bytes: float, read_percent: float, volume_bytes: float = 0
    ) -> float:
        """The rate at one point."""
        return float(self.rates(np.array(values), Points.of([(block_bytes, read_percent, volume_bytes)]))[0])


OPS = Unknown("ops_per_s", "operations/s")
BYTES = Unknown("bytes_per_s", "bytes/s")
UNIT = Unknown("unit_bytes", "bytes")
WRITE_COST = Unknown("write_cost", "reads")


@dataclass(frozen=True)
class Shape:
    """A law of block size for one kind of operation. `costs(extra, sizes)`: for each budget what an operation takes."""

    name: str
    budgets: tuple[Unknown, ...]
    extra: tuple[Unknown, ...]
    fixed: tuple[tuple[Unknown, float], ...]
    costs: Callable[[Array, Array], list[Array]]
    starts: Callable[[Array, Array], list[list[float]]]
    """From sizes and rates of one kind: places to begin (budgets, then extra)."""
    said: Callable[[Sequence[float | None]], str]


def _shown(value: float | None, show: Callable[[float], str]) -> str:
    return "an unknown number" if value is None else show(value)


def _ops(value: float | None) -> str:
    return "some operations/s" if value is None else words.rate(value)


def _bytes(value: float | None) -> str:
    return "some bytes/s" if value is None else words.bandwidth(value)


def _spread(values: Array) -> list[float]:
    return sorted({float(np.min(values)), float(np.median(values)), float(np.max(values))})


def _one_budget(
    name: str, budget: Unknown, cost: Callable[[Array], Array], said: Callable[..., str], **more: Any
) -> Shape:
    return Shape(
        name,
        (budget,),
        (),
        more.get("fixed", ()),
        lambda _, sizes: [cost(sizes)],
        lambda sizes, rates: [[start] for start in _spread(rates * cost(sizes))],
        said,
    )


def _both_starts(sizes: Array, rates: Array) -> list[list[float]]:
    """Operations bind up to some size, bytes beyond it: one start for each size at which that may change."""
    starts = []
    for last in [0.0, *np.unique(sizes)]:
        small = sizes <= last
        ops = float(np.median(rates[small])) if small.any() else float(np.max(rates)) * 10
        through = float(np.median((rates * sizes)[~small])) if (~small).any() else float(np.max(rates * sizes)) * 10
        starts.append([ops, through])
    return starts


def _affine_starts(sizes: Array, rates: Array) -> list[list[float]]:
    """1 / rate is a straight line over the size; and some units to be sure."""
    starts = [[float(np.max(rates)) * 1.2, float(unit)] for unit in (4 << 10, 32 << 10, 256 << 10, 4 << 20)]
    if np.unique(sizes).size > 1:
        slope, base = np.polyfit(sizes, 1 / rates, 1)
        if slope > 0 and base > 0:
            starts.append([float(1 / base), float(base / slope)])
    return starts


def _shapes() -> list[Shape]:
    one = _one_budget
    shapes = [
        one("flat", OPS, np.ones_like, lambda v: f"a cap of {_ops(v[0])} whatever the size"),
        one("bytes", BYTES, lambda s: s, lambda v: f"a cap of {_bytes(v[0])}"),
    ]
    for unit in UNITS:
        name = words.size(unit)
        fixed = ((UNIT, float(unit)),)
        shapes.append(
            one(
                "linear", OPS, lambda s, u=unit: np.maximum(1, s / u),  # type: ignore[misc]
                lambda v, u=unit, n=name: f"a cap of {_ops(v[0])} of operations that count size / {n}, at least 1"
                + ("" if v[0] is None else f" (at most {words.bandwidth(v[0] * u)})"),
                fixed=fixed,
            )
        )  # fmt: skip
    for unit in UNITS:
        name = words.size(unit)
        fixed = ((UNIT, float(unit)),)
        shapes.append(
            one(
                "ceil", OPS, lambda s, u=unit: np.maximum(1, np.ceil(s / u)),  # type: ignore[misc]
                lambda v, n=name: f"a cap of {_ops(v[0])} of operations that count as the units of {n} they begin", fixed=fixed,
            )
        )  # fmt: skip
    shapes.append(
        Shape(
            "both", (OPS, BYTES), (), (), lambda _, s: [np.ones_like(s), s], _both_starts,
            lambda v: f"a cap of {_ops(v[0])} and of {_bytes(v[1])}, whichever is met first",
        )
    )  # fmt: skip
    shapes.append(
        Shape(
            "base_plus_bytes", (OPS,), (UNIT,), (), lambda extra, s: [1 + s / extra[0]], _affine_starts,
            lambda v: f"a cap of {_ops(v[0])} of operations that count 1 + size / {_shown(v[1], words.size)}",
        )
    )  # fmt: skip
    return shapes


SHAPES = tuple(_shapes())


def _together(shape: Shape) -> Law:
    budgets = len(shape.budgets)

    def rates(values: Array, at: Points) -> Array:
        costs = shape.costs(values[budgets:], at.block_bytes)
        found = values[0] / costs[0]
        for i, cost in enumerate(costs[1:], 1):
            found = np.minimum(found, values[i] / cost)
        return found

    return Law(
        shape.name, "together", (*shape.budgets, *shape.extra), shape.fixed, rates,
        lambda at, seen: shape.starts(at.block_bytes, seen), shape.said,
    )  # fmt: skip


def _apart(shape: Shape) -> Law:
    budgets = len(shape.budgets)

    def rates(values: Array, at: Points) -> Array:
        costs = shape.costs(values[2 * budgets :], at.block_bytes)
        found = np.full_like(at.block_bytes, np.inf)
        for first, share in ((0, at.read_share), (budgets, 1 - at.read_share)):
            for i, cost in enumerate(costs):
                taken = np.where(share > 0, share * cost, 1.0)
                found = np.where(share > 0, np.minimum(found, values[first + i] / taken), found)
        return found

    def starts(at: Points, seen: Array) -> list[list[float]]:
        kinds = []
        for share in (at.read_share, 1 - at.read_share):
            # What the nearest to pure operations of a kind say; others only bound it.
            most = share >= np.max(share) - 1e-9
            kinds.append(shape.starts(at.block_bytes[most], (seen * share)[most]))
        extra = len(shape.extra)
        made = []
        for r, w in product(*kinds):
            made.append([*r[:budgets], *w[:budgets], *(r[budgets:] if extra else [])])
        return made

    unknowns = tuple(
        Unknown(f"{kind}_{budget.name}", budget.unit) for kind in ("read", "write") for budget in shape.budgets
    )
    return Law(
        shape.name, "apart", (*unknowns, *shape.extra), shape.fixed, rates, starts,
        lambda v: f"reads: {shape.said([*v[:budgets], *v[2 * budgets :]])}; writes: {shape.said(v[budgets:])}",
    )  # fmt: skip


def _weighted(shape: Shape) -> Law:
    inner = _together(shape)

    def rates(values: Array, at: Points) -> Array:
        taken: Array = at.read_share + values[-1] * (1 - at.read_share)
        return inner.rates(values[:-1], at) / taken

    def starts(at: Points, seen: Array) -> list[list[float]]:
        return [
            [*start, cost]
            for cost in (0.5, 1.0, 2.0)
            for start in inner.starts(at, seen * (at.read_share + cost * (1 - at.read_share)))
        ]

    return Law(
        shape.name, "weighted", (*inner.unknowns, WRITE_COST), shape.fixed, rates, starts,
        lambda v: f"{shape.said(v[:-1])}; a write counts as {_shown(v[-1], words.digits)} reads",
    )  # fmt: skip


def laws(read_percents: Sequence[float]) -> list[Law]:
    """The laws of a volume, the simplest first. With one share of reads nothing can be said of reads against writes."""
    if len(set(read_percents)) < 2:
        return [_unscoped(_together(shape)) for shape in SHAPES]
    return [scope(shape) for scope in (_together, _apart, _weighted) for shape in SHAPES]


def _unscoped(law: Law) -> Law:
    return Law(law.name, None, law.unknowns, law.fixed, law.rates, law.starts, law.said)


# -- by the size of the volume ----------------------------------------------------------------------------------------


def size_laws(unit: str, show: Callable[[float], str]) -> list[Law]:
    """The laws of a cap over volumes, in `unit` per second; `show` writes such a cap."""
    cap, slope = Unknown("cap", unit), Unknown("per_gb", f"{unit} per GB")
    floor, ceiling, base = Unknown("floor", unit), Unknown("ceiling", unit), Unknown("base", unit)

    def at(values: Sequence[float | None], i: int) -> str:
        value = values[i]
        return "some" if value is None else show(value)

    def per_gb(seen: Points, caps: Array) -> list[float]:
        return _spread(caps / seen.volume_gb)

    def law(
        name: str, unknowns: tuple[Unknown, ...], rates: Callable[[Array, Array], Array],
        starts: Callable[[Points, Array], list[list[float]]], said: Callable[[Sequence[float | None]], str],
    ) -> Law:  # fmt: skip
        return Law(name, None, unknowns, (), lambda v, points: rates(v, points.volume_gb), starts, said)

    return [
        law(
            "constant", (cap,), lambda v, gb: np.full_like(gb, v[0]), lambda _, caps: [[x] for x in _spread(caps)],
            lambda v: f"{at(v, 0)} whatever the size of the volume",
        ),
        law(
            "per_gb", (slope,), lambda v, gb: v[0] * gb, lambda seen, caps: [[x] for x in per_gb(seen, caps)],
            lambda v: f"{at(v, 0)} per GB",
        ),
        law(
            "per_gb_floor", (slope, floor), lambda v, gb: np.maximum(v[1], v[0] * gb),
            lambda seen, caps: [[x, float(np.min(caps))] for x in per_gb(seen, caps)],
            lambda v: f"{at(v, 0)} per GB, at least {at(v, 1)}",
        ),
        law(
            "per_gb_ceiling", (slope, ceiling), lambda v, gb: np.minimum(v[1], v[0] * gb),
            lambda seen, caps: [[x, float(np.max(caps))] for x in per_gb(seen, caps)],
            lambda v: f"{at(v, 0)} per GB, at most {at(v, 1)}",
        ),
        law(
            "base_per_gb", (base, slope), lambda v, gb: v[0] + v[1] * gb, _line_starts,
            lambda v: f"{at(v, 0)} and {at(v, 1)} per GB on top",
        ),
        law(
            "per_gb_floor_ceiling", (slope, floor, ceiling),
            lambda v, gb: np.minimum(np.maximum(v[1], v[0] * gb), np.maximum(v[1], v[2])),
            lambda seen, caps: [[x, float(np.min(caps)), float(np.max(caps))] for x in per_gb(seen, caps)],
            lambda v: f"{at(v, 0)} per GB, at least {at(v, 1)} and at most {at(v, 2)}",
        ),
    ]  # fmt: skip


def _line_starts(seen: Points, caps: Array) -> list[list[float]]:
    starts = [[float(np.min(caps)) / 2, float(np.median(caps / seen.volume_gb)) / 2]]
    if np.unique(seen.volume_gb).size > 1:
        slope, base = np.polyfit(seen.volume_gb, caps, 1)
        if slope > 0 and base > 0:
            starts.append([float(base), float(slope)])
    return starts
