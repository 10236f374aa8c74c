"""Results of earlier Points that a Point starts from: a hint for its search, and the maximum that
its rate is a share of.

A hint comes from neighbours: Points with the same configuration, target, workload, load and repeat,
except for the read share or the block size. Only Points that precede this one in the plan count.
They are finished when this one begins, and finished Points never change, so a campaign that was
killed and resumed gets the same hints, and none has to be stored. Another order gives other hints,
which cost or save probes; the answer is confirmed by the Point's own holds. Repeats get no hints
from each other, since they are compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from plimsoll.base import rates
from plimsoll.campaign import cost
from plimsoll.campaign.point_runs import MaximumRate, PriorResults
from plimsoll.native.session import parse_size
from plimsoll.search import document, strategies
from plimsoll.search.hint import Start, from_neighbours
from plimsoll.store import PlannedPointRow, Store

if TYPE_CHECKING:
    from plimsoll.native.model import PointWorkload

DEFAULT_READ = 100.0


@dataclass
class Findings:
    """The results of a campaign's finished Points that other Points start from."""

    store: Store
    campaign_id: int

    def prior_results(self, point: PlannedPointRow) -> PriorResults:
        """The results of earlier Points that this one starts from."""
        if strategies.find_strategy(point.strategy).from_neighbours:
            return PriorResults(start=start(self.store.plans.points(self.campaign_id), point))
        if rates.share_of(point.load) is None:
            return PriorResults()
        return PriorResults(maximum=self._maxima.get(cost.maximum_key(point)))

    def needs_maximum(self, point: PlannedPointRow) -> bool:
        """Whether the rate of a Point is a share of a maximum that is not measured yet."""
        return (
            not strategies.find_strategy(point.strategy).from_neighbours
            and rates.share_of(point.load) is not None
            and cost.maximum_key(point) not in self._maxima
        )

    def keep_maximum(self, point: PlannedPointRow, maximum: MaximumRate) -> None:
        """Remembers the maximum of a Point's configuration, target and workload."""
        self._maxima[cost.maximum_key(point)] = maximum

    def waits_for(self, point: PlannedPointRow, earlier: PlannedPointRow) -> bool:
        """Whether a Point starts from the result of an earlier one, and so has to wait for it."""
        if strategies.find_strategy(point.strategy).from_neighbours:
            return may_need(point, earlier)
        return self.needs_maximum(point) and cost.maximum_key(point) == cost.maximum_key(earlier)

    @cached_property
    def _maxima(self) -> dict[str, MaximumRate]:
        """Measured maxima by configuration, target and workload, initially those in the store. The
        first one counts, so that 80 % is the same rate in every repeat."""
        found: dict[str, MaximumRate] = {}
        for point in self.store.plans.points(self.campaign_id):
            result = point.result or {}
            if (rate := result.get("maximum_per_s")) is not None and point.state == "finished":
                maximum = MaximumRate(rate, bool(result.get("maximum_is_lower_bound")))
                found.setdefault(cost.maximum_key(point), maximum)
        return found


def start(points: Iterable[PlannedPointRow], point: PlannedPointRow) -> Start | None:
    """The hint for a Point from the Points of its campaign. Neighbours in read share take
    precedence over those in block size."""
    earlier = [
        other
        for other in points
        if other.number < point.number
        and other.state == "finished"
        and other.stands
        and other.result
    ]
    key: Literal["read", "block_size"]
    for key in ("read", "block_size"):
        position = _position(key, point.workload)
        lines = [
            (at, hint)
            for other in earlier
            if _are_neighbours(key, other, point)
            and (at := _position(key, other.workload)) is not None
            and (hint := document.hint_of(document.read_find(other.result or {}))) is not None
        ]
        if position is not None and (found := from_neighbours(lines, position)) is not None:
            return found
    return None


def may_need(point: PlannedPointRow, earlier: PlannedPointRow) -> bool:
    """Whether the hint for a Point may come from an earlier one."""
    return any(_are_neighbours(key, earlier, point) for key in ("read", "block_size"))


def _are_neighbours(key: str, point: PlannedPointRow, other: PlannedPointRow) -> bool:
    """Whether two Points differ in nothing but this key of the workload."""

    def rest(point: PlannedPointRow) -> tuple[object, ...]:
        workload = {name: given for name, given in point.workload.items() if name != key}
        return point.configuration, point.target, workload, point.load, point.repeat

    return rest(point) == rest(other)


def _position(key: Literal["read", "block_size"], workload: PointWorkload) -> float | None:
    """The value of this key on its scale; None for a mix of block sizes and for the default
    size."""
    given = workload.get(key)
    if key == "read":
        return DEFAULT_READ if given is None else float(given)
    if given is None or ":" in str(given):
        return None
    return math.log2(parse_size(str(given)))
