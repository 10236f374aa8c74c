"""What a Point begins with that Points before it found: where its search may begin, and the maximum
that its rate is a share of.

A search may begin by what was found nearby. Nearby are Points that ask the same (configuration,
target, workload, load, repeat) but for the read share, or but for the block size. Only Points that
stand before this one in the plan count. When a Point is begun they have all been asked, whether the
campaign was killed in between or not, and what is finished never changes: so the hint, and with it
the answer, is that of a campaign that nobody disturbed, and nothing of it needs to be kept. Another
order gives other hints; they cost or save probes, and what is told is confirmed by holds of the
Point's own. Repeats learn nothing from each other: they are there to be compared.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from plimsoll.base import rates
from plimsoll.campaign import plan
from plimsoll.campaign.point_runs import PriorResults, MaximumRate
from plimsoll.native.session import parse_size
from plimsoll.search import document, strategies
from plimsoll.search.hint import from_neighbours

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.native.model import WorkloadAsked
    from plimsoll.search.hint import Start
    from plimsoll.store import PlannedPointRow, Store

DEFAULT_READ = 100.0


@dataclass
class Findings:
    """What the Points of a campaign have found by now that others begin with."""

    store: Store
    campaign_id: int

    def prior_results(self, point: PlannedPointRow) -> PriorResults:
        """What Points before this one left for it, as far as it is known."""
        if strategies.named(point.strategy).from_neighbours:
            return PriorResults(start=start(self.store.plans.points(self.campaign_id), point))
        if rates.share_of(point.load) is None:
            return PriorResults()
        return PriorResults(maximum=self._maxima.get(plan.place(point)))

    def needs_maximum(self, point: PlannedPointRow) -> bool:
        """Whether the rate of a Point is a share of a maximum that nobody has measured yet."""
        return (
            not strategies.named(point.strategy).from_neighbours
            and rates.share_of(point.load) is not None
            and plan.place(point) not in self._maxima
        )

    def keep_maximum(self, point: PlannedPointRow, maximum: MaximumRate) -> None:
        """The maximum of a Point's configuration, target and workload was measured."""
        self._maxima[plan.place(point)] = maximum

    def waits_for(self, point: PlannedPointRow, earlier: PlannedPointRow) -> bool:
        """Whether a Point may not begin before an earlier one has ended, since it may begin with
        what that one finds."""
        if strategies.named(point.strategy).from_neighbours:
            return may_need(point, earlier)
        return self.needs_maximum(point) and plan.place(point) == plan.place(earlier)

    @cached_property
    def _maxima(self) -> dict[str, MaximumRate]:
        """The maxima that were measured, by configuration, target and workload: of Points that were
        finished before this process began, those that are kept with them. The first counts, so that
        80 % is one rate for every repeat."""
        found: dict[str, MaximumRate] = {}
        for point in self.store.plans.points(self.campaign_id):
            result = point.result or {}
            if (rate := result.get("maximum_per_s")) is not None and point.state == "finished":
                maximum = MaximumRate(rate, bool(result.get("maximum_is_lower_bound")))
                found.setdefault(plan.place(point), maximum)
        return found


def start(points: Iterable[PlannedPointRow], point: PlannedPointRow) -> Start | None:
    """The hint for this Point from those of its campaign; none where none is known. Read shares go
    before block sizes."""
    before = [
        one
        for one in points
        if one.number < point.number and one.state == "finished" and one.stands and one.result
    ]
    key: Literal["read", "block_size"]
    for key in ("read", "block_size"):
        position = _position(key, point.workload)
        lines = [
            (at, hint)
            for one in before
            if _beside(key, one, point)
            and (at := _position(key, one.workload)) is not None
            and (hint := document.hint_of(document.stored(one.result or {}))) is not None
        ]
        if position is not None and (found := from_neighbours(lines, position)) is not None:
            return found
    return None


def may_need(point: PlannedPointRow, earlier: PlannedPointRow) -> bool:
    """Whether the hint for a Point may come from an earlier one."""
    return any(_beside(key, earlier, point) for key in ("read", "block_size"))


def _beside(key: str, one: PlannedPointRow, other: PlannedPointRow) -> bool:
    """Whether they ask the same but for this key of the workload."""

    def rest(point: PlannedPointRow) -> tuple[object, ...]:
        workload = {name: given for name, given in point.workload.items() if name != key}
        return point.configuration, point.target, workload, point.load, point.repeat

    return rest(one) == rest(other)


def _position(key: Literal["read", "block_size"], workload: WorkloadAsked) -> float | None:
    """Where a workload lies among those that differ in this key; none for a mix of sizes and for a
    size by default."""
    given = workload.get(key)
    if key == "read":
        return DEFAULT_READ if given is None else float(given)
    if given is None or ":" in str(given):
        return None
    return math.log2(parse_size(str(given)))
