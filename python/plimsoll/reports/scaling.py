"""What more outstanding I/O gave: Runs of closed loops that differ in workers and queue depth alone, in order.

A ladder is such a set. Where it stops scaling, and who limited each rung, is read from the step to twice as much
outstanding I/O, by the rise that `judge/limiter.py` counts as one; what a Run says of itself by more than one Run counts
first. Nothing is said where no rung has enough more outstanding I/O.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from plimsoll.judge import curves
from plimsoll.judge.limiter import LITTLE, RISE
from plimsoll.reports import placed, places, units
from plimsoll.reports.answer import LIMITERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.reports.evidence import Evidence, Run
    from plimsoll.reports.places import Place
    from plimsoll.store import Store

Document = dict[str, Any]
VARIED = ("workers", "queue depth", "clients")
"""What makes outstanding I/O: what a ladder climbs by."""
_TWICE, _ENOUGH = 1.9, 1.5
"""Times the outstanding I/O of a step: as near to twice as there is, and the least that tells anything."""


@dataclass(frozen=True)
class Rung:
    """A place of a ladder with its figures: means over the Runs that count."""

    place: Place
    workers: int
    queue_depth: int
    rate: placed.Told
    mean: placed.Told | None
    p99: placed.Told | None

    @property
    def runs(self) -> list[Run]:
        """The Runs behind its figures."""
        return [repeat.run for repeat in self.place.counting if repeat.run is not None]

    @property
    def asked(self) -> int:
        """Outstanding I/O asked for: workers × queue depth."""
        return self.workers * self.queue_depth

    @cached_property
    def outstanding(self) -> float:
        """Outstanding I/O observed, on average."""
        return statistics.fmean(float((run.record or {})["outstanding_mean"]) for run in self.runs)

    @cached_property
    def little(self) -> float | None:
        """Outstanding I/O by Little's law: achieved rate × mean completion latency."""
        products = [
            float((run.record or {})["achieved_rate_per_s"]) * float(mean) / 1e9
            for run in self.runs
            if (mean := run.figures("all", "completion_latency").get("mean")) is not None
        ]
        return statistics.fmean(products) if products else None

    @property
    def agrees(self) -> bool | None:
        """Whether observed and computed outstanding I/O agree, to what the judge of Runs allows."""
        if self.little is None or not self.outstanding:
            return None
        return abs(self.little / self.outstanding - 1) <= LITTLE

    @cached_property
    def cores(self) -> float | None:
        """Processors that the generator used; none on the virtual clock."""
        found = [
            sum(cost.values()) * float((run.record or {})["achieved_rate_per_s"]) / 1e9
            for run in self.runs
            if (cost := (run.record or {}).get("generator_cpu_ns_per_io"))
        ]
        return statistics.fmean(found) if found else None

    @property
    def own(self) -> Document:
        """Who limited it as its Runs say: the one that says it from several Runs, else the first."""
        told = [(run.record or {})["limited_by"] for run in self.runs]
        return dict(next((one for one in told if one.get("basis") == "scaling"), told[0]))


@dataclass(frozen=True)
class Ladder:
    """Rungs in order of outstanding I/O, and what they share."""

    where: tuple[tuple[str, str], ...]
    rungs: tuple[Rung, ...]
    virtual: bool

    @property
    def name(self) -> str:
        """What they share, in words."""
        return ", ".join(places.told(name, value) for name, value in self.where)

    @cached_property
    def counted(self) -> tuple[Rung, ...]:
        """The rungs that speak about the target."""
        return tuple(rung for rung in self.rungs if rung.place.stands)

    @property
    def by_workers(self) -> bool:
        """Whether it climbs by workers rather than by queue depth."""
        return len({rung.workers for rung in self.rungs}) > len({rung.queue_depth for rung in self.rungs})

    @property
    def climbs(self) -> str:
        """What it climbs by, as the field says it."""
        return "workers" if self.by_workers else "queue depth"

    def series(self) -> dict[int, list[Rung]]:
        """The rungs by what is the same along a line: the queue depth of one that climbs by workers, and the other way."""
        found: dict[int, list[Rung]] = {}
        for rung in self.rungs:
            found.setdefault(rung.queue_depth if self.by_workers else rung.workers, []).append(rung)
        return dict(sorted(found.items()))

    def twice(self, rung: Rung) -> Rung | None:
        """The rung that has about twice as much outstanding; none where none has enough more."""
        more = [one for one in self.counted if one.asked >= _ENOUGH * rung.asked]
        return next((one for one in more if one.asked >= _TWICE * rung.asked), more[-1] if more else None)

    def rise(self, rung: Rung) -> tuple[Rung, float] | None:
        """What about twice as much outstanding gave: that rung, and the rise of the rate."""
        other = self.twice(rung)
        return None if other is None or not rung.rate.value else (other, other.rate.value / rung.rate.value - 1)

    @cached_property
    def stop(self) -> Rung | None:
        """The first rung from which twice as much outstanding gives no more; none when it still rises, or cannot be told."""
        return next((one for one in self.counted if (step := self.rise(one)) is not None and step[1] <= RISE), None)

    def who(self, rung: Rung) -> str:
        """Who limited a rung: as its Runs found out together, else from the step above it."""
        own, step = rung.own, self.rise(rung)
        value = own.get("value")
        if value == "client_cpu" or (own.get("basis") == "scaling" and value not in (None, "unknown")):
            return LIMITERS.get(str(value), str(value))
        if step is None:
            return "not determined: nothing with more outstanding I/O was run"
        other, rise = step
        told = f"{other.asked:,} outstanding gave {_percent(rise)}"
        if rise > RISE:
            return f"the generator's outstanding I/O: {told}"
        if self.virtual or other.workers > rung.workers:
            return f"the storage, or a cap before it: {told}"
        return f"not its outstanding I/O ({told}); whether more workers give more was not run"

    def fit(self, rungs: Sequence[Rung]) -> curves.Fit | None:
        """The universal scalability law over what it climbs by; none where it cannot be fitted."""
        points = [
            curves.Point(
                float(rung.workers if self.by_workers else rung.queue_depth), float(run.row.achieved_rate_per_s)
            )
            for rung in rungs
            if rung.place.stands
            for run in rung.runs
            if run.row.achieved_rate_per_s
        ]
        return curves.scalability(points)


def ladders(store: Store | None, evidence: Evidence) -> tuple[Ladder, ...]:
    """Every ladder of at least two rungs. Without a store percentiles of repeats are left out."""
    found = places.gather(evidence)
    if found.strategy != "grid":
        return ()
    shared = [one.name for one in found.dimensions if one.name not in VARIED]
    groups: dict[tuple[tuple[str, str], ...], list[Rung]] = {}
    for place in found.all:
        rung = _rung(store, place)
        if rung is not None:
            groups.setdefault(tuple((name, place.text(name)) for name in shared), []).append(rung)
    # A search's own loads (open loops) make groups of one: only what has several rungs is a ladder.
    kept = {where: rungs for where, rungs in groups.items() if len({rung.asked for rung in rungs}) > 1}
    different = [name for name in shared if len({dict(where)[name] for where in kept}) > 1]
    return tuple(
        Ladder(
            tuple((name, value) for name, value in where if name in different),
            tuple(sorted(rungs, key=lambda rung: (rung.asked, rung.workers))),
            all((run.record or {})["spec"]["clock"] == "virtual" for rung in rungs for run in rung.runs),
        )
        for where, rungs in kept.items()
    )


def _rung(store: Store | None, place: Place) -> Rung | None:
    runs = [repeat.run for repeat in place.counting if repeat.run is not None and repeat.run.record is not None]
    rate = placed.achieved(place)
    if not runs or rate is None or runs[0].offered is not None:
        return None
    load = (runs[0].record or {})["spec"]["load"]
    if not (load.get("workers") and load.get("queue_depth")) or any(
        load.get(key) for key in ("think", "cap", "bursts")
    ):
        return None
    mean, p99 = (None, None) if store is None else (placed.latency(store, place, name) for name in ("mean", "p99"))
    return Rung(place, int(load["workers"]), int(load["queue_depth"]), rate, mean, p99)


def sentence(ladder: Ladder) -> str:
    """Where a ladder stops scaling, and who ends it."""
    first, last = ladder.rungs[0], ladder.rungs[-1]
    if len(ladder.counted) < 2:
        return "too few Runs that speak about the target"
    stop = ladder.stop
    if stop is None:
        if ladder.rise(ladder.counted[0]) is None:
            return f"cannot be told from {first.asked:,} and {last.asked:,} outstanding"
        top = ladder.counted[-1]
        return f"still rises at {top.asked:,} outstanding, the most that was run ({units.rate(top.rate.value)} I/O/s): the generator's outstanding I/O limits it"
    step = ladder.rise(stop)
    assert step is not None
    other, rise = step
    waits = ""
    if stop.mean is not None and other.mean is not None:
        waits = f", and takes {units.nanos(other.mean.value)} instead of {units.nanos(stop.mean.value)} on average"
    who = ladder.who(stop).partition(":")[0].partition(" (")[0]
    return (
        f"from {stop.asked:,} outstanding on ({units.rate(stop.rate.value)} I/O/s) no more: {other.asked:,} gave "
        f"{_percent(rise)}{waits}; limited by {who}"
        if not who.startswith("not")
        else f"from {stop.asked:,} outstanding on ({units.rate(stop.rate.value)} I/O/s) no more: {other.asked:,} gave {_percent(rise)}{waits}; {ladder.who(stop)}"
    )


def _percent(rise: float) -> str:
    return "no change" if abs(rise) < 0.0005 else f"{units.share(abs(rise))} {'more' if rise > 0 else 'less'}"
