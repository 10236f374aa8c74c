"""The cost of a plan: test time, bytes written and wear, compared with the full grid.

Arithmetic only. Bytes that depend on an unknown rate (of a closed loop, say) are given per thousand
operations/s; `campaign.expected_rate` turns them into a figure.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.base import rates
from plimsoll.base.errors import NoTargetError
from plimsoll.campaign.settle import PROBES, SETTLE_S
from plimsoll.native.session import parse_span
from plimsoll.native.target import size_of
from plimsoll.native.values import LoadValues, TargetValues
from plimsoll.search import strategies
from plimsoll.search.budget import Budget

if TYPE_CHECKING:
    from plimsoll.campaign.spec import Spec
    from plimsoll.native.model import PointLoad, PointTarget
    from plimsoll.store import PlannedPointRow
    from plimsoll.store.plans import PlannedPoint

GRID_RUN_S = 60.0
"""Length of a Run of the full grid that an adaptive strategy replaces."""
PASS_PER_S = 500 << 20
"""Assumed speed of a Run that ends after a number of bytes; the target's speed is not known."""


@dataclass(frozen=True)
class Cost:
    """The cost of a plan. Times are test time in s: Warmup and Measure, without Drain."""

    points_s: float | None
    """None for a search on the virtual clock, whose cost is operations."""
    settle_s: float
    bytes_written: int | None
    """None where it depends on an unknown rate."""
    bytes_per_1000_per_s: int
    """Bytes written for each thousand operations/s of the Points with an unknown rate."""
    wear: dict[str, tuple[int | None, int | None]]
    """By real target: its size in bytes and the bytes written to it, None where not known."""
    grid_s: float | None
    """Test time of the full grid that an adaptive strategy replaces; None for a grid."""

    @property
    def seconds(self) -> float | None:
        """Test time of Points and settling."""
        return None if self.points_s is None else self.points_s + self.settle_s


def with_expected_times(spec: Spec, points: Iterable[PlannedPoint]) -> Iterator[PlannedPoint]:
    """The Points with their expected times, each with one measurement for settling."""
    maximum_time = _maximum_times(spec)
    for point in points:
        settle_s = SETTLE_S if spec.campaign.settle and not _is_described(point) else 0.0
        seconds, maximum_s = expected_s(spec, point), maximum_time(point)
        yield point._replace(expected_s=None if seconds is None else seconds + maximum_s + settle_s)


def _is_described(point: PlannedPoint) -> bool:
    return TargetValues.of(point.target).is_described


def _maximum_times(spec: Spec) -> Callable[[PlannedPoint], float]:
    """A function of the Points in their order: the test time of the maximum that a rate is a share
    of. The first Point of each configuration, target and workload measures it."""
    each = 0.0 if spec.campaign.virtual else maximum_budget(spec).expected_s()["maximum"]
    measured: set[str] = set()

    def seconds(point: PlannedPoint) -> float:
        if rates.share_of(point.load) is None or (key := maximum_key(point)) in measured:
            return 0.0
        measured.add(key)
        return each

    return seconds


def maximum_key(point: PlannedPoint | PlannedPointRow) -> str:
    """Identifies the maximum that the rate of a Point is a share of."""
    return json.dumps(
        [point.configuration, point.target, point.workload, LoadValues.of(point.load).hosts],
        sort_keys=True,
    )


def expected_s(spec: Spec, point: PlannedPoint) -> float | None:
    """Expected test time of a Point; None for a search on the virtual clock."""
    campaign = spec.campaign
    strategy = strategies.find_strategy(point.strategy)
    if not strategy.chooses_load:
        warmup = parse_span(campaign.warmup_for) if campaign.warmup_for else 1.0
        load = LoadValues.of(point.load)
        seconds = parse_span(load.measure_for or campaign.measure_for)
        if load.passes is not None:
            # Each worker passes over the whole working set.
            each = load.passes * (_size(point.target) or 0)
            done = each * (load.workers or 1) / PASS_PER_S
            seconds = min(seconds, max(done, 1.0))
        return warmup + seconds
    if campaign.virtual:
        return None
    stages = budget(spec, point.load).expected_s()
    return sum(stages[name] for name in strategy.stages)


def budget(spec: Spec, load: PointLoad, *, most_workers: int | None = None) -> Budget:
    """The budget of a Point's search. `most_workers` is the target's limit."""
    campaign = spec.campaign
    workers = load.get("workers", 4)
    quick = campaign.effort == "quick"
    if campaign.virtual:
        found = Budget.virtual(workers=workers)
        if quick:
            found = replace(
                found,
                most_probes=20,
                closed_operations=10_000,
                reference_operations=20_000,
                probe_operations=500_000,
                hold_operations=150_000,
                longest_hold_operations=1_000_000,
            )
    else:
        found = Budget.demo(workers=workers) if quick else Budget.thorough(workers=workers)
    if campaign.point_limit:
        found = replace(found, total_s=parse_span(campaign.point_limit))
    if campaign.warmup_for:
        found = replace(found, warmup_s=parse_span(campaign.warmup_for))
    return found.allowing(most_workers)


def maximum_budget(spec: Spec, *, most_workers: int | None = None) -> Budget:
    """The budget of a maximum that rates are shares of."""
    campaign = spec.campaign
    quick = campaign.effort == "quick" and not campaign.virtual
    found = Budget.virtual() if campaign.virtual else Budget.demo() if quick else Budget.thorough()
    return found.allowing(most_workers)


def of(spec: Spec, points: Sequence[PlannedPoint], written_per_operation: Sequence[float]) -> Cost:
    """The cost of these Points; `written_per_operation` is in bytes, from `resolution.check`."""
    campaign = spec.campaign
    total, total_per_1000 = 0, 0
    is_complete = True
    # Writes to described storage wear nothing.
    written: dict[str, int | None] = {
        point.target["name"]: 0 for point in points if not _is_described(point)
    }
    sizes: dict[str, int | None] = {}
    times = []
    maximum_time = _maximum_times(spec)
    for point, per_operation in zip(points, written_per_operation, strict=True):
        name = point.target["name"]
        seconds, maximum_s = expected_s(spec, point), maximum_time(point)
        if seconds is not None:
            seconds += maximum_s
        times.append(seconds)
        if name not in written:
            continue
        if name not in sizes:
            sizes[name] = _size(point.target)
        if not per_operation:
            continue
        rate = LoadValues.of(point.load).rate
        if not isinstance(rate, float | int):
            rate = campaign.expected_rate
        if rate is None or seconds is None:
            is_complete = False
            written[name] = None
            total_per_1000 += round(1000 * (seconds or 0.0) * per_operation)
        else:
            total += round(rate * seconds * per_operation)
            if (so_far := written[name]) is not None:
                written[name] = so_far + round(rate * seconds * per_operation)
    known_s = [seconds for seconds in times if seconds is not None]
    runs = spec.point_strategy.grid_runs
    return Cost(
        points_s=sum(known_s) if len(known_s) == len(times) else None,
        settle_s=_settle_s(spec, points),
        bytes_written=total if is_complete else None,
        bytes_per_1000_per_s=total_per_1000,
        wear={name: (sizes[name], written[name]) for name in written},
        grid_s=len(points) * runs * GRID_RUN_S if runs else None,
    )


def _settle_s(spec: Spec, points: Sequence[PlannedPoint]) -> float:
    """Test time of settling: one measurement before each Point on a real target, and the reference
    of each configuration there."""
    if not spec.campaign.settle:
        return 0.0
    real = [
        (point.configuration, point.target["name"]) for point in points if not _is_described(point)
    ]
    return SETTLE_S * (len(real) + PROBES * len(set(real)))


def _size(target: PointTarget) -> int | None:
    """Bytes of the files and devices of a target; None where one is missing or unreadable."""
    total = 0
    for path in TargetValues.of(target).paths:
        try:
            size = size_of(path)
        except NoTargetError:
            return None
        if size is None:
            return None
        total += size
    return total
