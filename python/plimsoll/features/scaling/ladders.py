"""What more outstanding I/O, clients or hosts gave: Runs of closed loops that differ in that alone,
in order.

A ladder is such a set. By outstanding I/O it climbs over workers and queue depth. By hosts or
clients it climbs over described stacks that are the same but for their number, each asked the same
of every client (`hosts.py`): that is how a campaign varies them, its loads cannot. Only where the
load grows with what there is more of (`ideal`) is a straight line what could be hoped for. Where it
stops scaling is for queue depths what `features/scaling/depths.py` says, as for `plimsoll depth`.
Else it is read, as who limited each rung always is, from the step to twice as much outstanding I/O,
by the rise that `judge/limiter/rules.py` counts as one; what a Run says of itself by more than one
Run counts first. Nothing is said where no rung has enough more outstanding I/O.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from plimsoll.base import limiter_text, units
from plimsoll.features.scaling import depth_words, depths
from plimsoll.judge import curves
from plimsoll.judge.limiter.observations import RunFacts
from plimsoll.judge.limiter.rules import LITTLE, RISE
from plimsoll.report.evidence import figures, records
from plimsoll.report.evidence import points as campaign_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.native.record import LimitedBy
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.points import Place
    from plimsoll.report.evidence.run_figures import RunFigures
    from plimsoll.store import Store

Over = Literal["outstanding", "clients", "hosts"]
VARIED = ("workers", "queue depth", "clients")
"""What makes outstanding I/O: what a ladder climbs by."""
FULL = 1.005
"""A share of the ideal beyond this is written as more than 100 %, and needs a word."""
LINEAR = 0.95
"""From this share of the ideal on N hosts give N times what one gives: as much as the rises that
are none (`RISE`) leave open."""
_TWICE, _ENOUGH = 1.9, 1.5
"""Times the outstanding I/O of a step: as near to twice as there is, and the least that tells
anything."""


@dataclass(frozen=True)
class Rung:
    """A place of a ladder with its figures: means over the Runs that count."""

    place: Place
    workers: int
    queue_depth: int
    rate: figures.PlaceFigure
    mean: figures.PlaceFigure | None
    p99: figures.PlaceFigure | None
    clients: int = 1
    """Those of a described stack that drive it, VMs say."""
    hosts: int = 0
    """Those of a described stack that run clients, or those that generated the load; 0 where there
    are none."""
    mix: tuple[int, ...] = ()
    """Its clients by kind."""

    @property
    def latency(self) -> str:
        """Which latency it is told by."""
        return records.said(self.runs[-1].metric) if self.runs else "response time"

    @property
    def runs(self) -> list[Run]:
        """The Runs behind its figures."""
        return [repeat.run for repeat in self.place.counting if repeat.run is not None]

    @cached_property
    def run_figures(self) -> list[RunFigures]:
        """The figures of these Runs."""
        return [run.measurement for run in self.runs if run.measurement is not None]

    @property
    def outstanding_limit(self) -> int:
        """Outstanding I/O asked for: workers × queue depth."""
        return self.workers * self.queue_depth

    @cached_property
    def outstanding(self) -> float | None:
        """Outstanding I/O observed, on average; none where an imported file does not tell it."""
        known = [figures.outstanding_mean for figures in self.run_figures]
        return statistics.fmean(mean for mean in known if mean is not None) if any(known) else None

    @cached_property
    def little(self) -> float | None:
        """Outstanding I/O by Little's law: achieved rate × mean completion latency."""
        products = [
            figures.achieved_rate_per_s * float(mean) / 1e9
            for figures in self.run_figures
            if (mean := figures.value("all", "completion_latency", "mean")) is not None
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
            (cost["system"] + cost["user"]) * figures.achieved_rate_per_s / 1e9
            for figures in self.run_figures
            if (cost := figures.generator_cpu_ns_per_io)
        ]
        return statistics.fmean(found) if found else None

    @property
    def own_limiter(self) -> LimitedBy:
        """Who limited it as its Runs say: the one that says it from several Runs, else the
        first."""
        limiters = [figures.limited_by for figures in self.run_figures]
        return next((limiter for limiter in limiters if limiter["basis"] == "scaling"), limiters[0])


@dataclass(frozen=True)
class Limit:
    """Who limited a rung."""

    name: str
    more: str = ""
    """What it rests on, as it goes on in a sentence."""
    known: bool = True
    """Whether it is known who; else `name` says what is known."""

    @property
    def sentence(self) -> str:
        """All of it."""
        return self.name + self.more


@dataclass(frozen=True)
class Ladder:
    """Rungs in order of outstanding I/O, and what they share."""

    where: tuple[tuple[str, str], ...]
    rungs: tuple[Rung, ...]
    virtual: bool
    over: Over = "outstanding"
    beside: str = ""
    """Of hosts and clients what is the same on every rung: `2 clients per host`, `8 clients in
    all`, `4 hosts`."""

    def x(self, rung: Rung) -> int:
        """How far up a rung stands."""
        return {
            "outstanding": rung.outstanding_limit,
            "clients": rung.clients,
            "hosts": rung.hosts,
        }[self.over]

    def at(self, rung: Rung) -> str:
        """The same in words: `16 outstanding`, `4 hosts`."""
        n = self.x(rung)
        if self.over == "outstanding":
            return f"{n:,} outstanding"
        return f"{n:,} {self.over if n != 1 else self.over[:-1]}"

    @property
    def latency(self) -> str:
        """Which latency its rungs are told by."""
        return self.rungs[0].latency if self.rungs else "response time"

    @property
    def what(self) -> str:
        """What there is more of from rung to rung."""
        return "outstanding I/O" if self.over == "outstanding" else self.over

    @property
    def name(self) -> str:
        """What they share, in words."""
        return ", ".join(campaign_points.told(name, value) for name, value in self.where)

    @cached_property
    def valid_rungs(self) -> tuple[Rung, ...]:
        """The rungs that speak about the target."""
        return tuple(rung for rung in self.rungs if rung.place.stands)

    @property
    def by_workers(self) -> bool:
        """Whether it climbs by workers rather than by queue depth."""
        return len({rung.workers for rung in self.rungs}) > len(
            {rung.queue_depth for rung in self.rungs}
        )

    @property
    def climbs(self) -> str:
        """What it climbs by, as the field says it."""
        if self.over != "outstanding":
            return self.over
        return "workers" if self.by_workers else "queue depth"

    @cached_property
    def proportional(self) -> bool:
        """Whether every rung has as much more outstanding I/O, of each kind, as it is further up:
        else no rate is its ideal."""
        base = self.rungs[0]
        return self.over == "outstanding" or all(
            rung.outstanding_limit * self.x(base) == base.outstanding_limit * self.x(rung)
            and all(
                n * self.x(base) == m * self.x(rung)
                for n, m in zip(rung.mix, base.mix, strict=True)
            )
            for rung in self.rungs
        )

    def ideal(self, rung: Rung) -> float | None:
        """The rate as a share of what the first rung that counts gives, times as much more; none
        where that is no ideal."""
        base = self.valid_rungs[0] if self.valid_rungs else self.rungs[0]
        if not self.proportional or not base.rate.value:
            return None
        return rung.rate.value / base.rate.value * self.x(base) / self.x(rung)

    def series(self) -> dict[int, list[Rung]]:
        """The rungs by what is the same along a line: the queue depth of one that climbs by
        workers, and the other way."""
        if self.over != "outstanding":
            return {0: list(self.rungs)}
        found: dict[int, list[Rung]] = {}
        for rung in self.rungs:
            found.setdefault(rung.queue_depth if self.by_workers else rung.workers, []).append(rung)
        return dict(sorted(found.items()))

    def twice(self, rung: Rung) -> Rung | None:
        """The rung that has about twice as much; none where none has enough more."""
        x = self.x(rung)
        more = [higher for higher in self.valid_rungs if self.x(higher) >= _ENOUGH * x]
        return next(
            (higher for higher in more if self.x(higher) >= _TWICE * x), more[-1] if more else None
        )

    def rise(self, rung: Rung) -> tuple[Rung, float] | None:
        """What about twice as much gave: that rung, and the rise of the rate."""
        other = self.twice(rung)
        return (
            None
            if other is None or not rung.rate.value
            else (other, other.rate.value / rung.rate.value - 1)
        )

    @cached_property
    def depth(self) -> depths.Best | None:
        """Which queue depth is enough; none of a ladder that climbs by something else, or by
        workers too. One depth with twice the workers beside it shows whether the client held the
        rate."""
        if self.over != "outstanding" or not self.valid_rungs:
            return None
        few = min(rung.workers for rung in self.valid_rungs)
        own = [rung for rung in self.valid_rungs if rung.workers == few]
        wide = [rung for rung in self.valid_rungs if rung.workers != few]
        if len(wide) > 1 or any(rung.workers != 2 * few for rung in wide):
            return None
        left_out = [
            entry for rung in self.rungs if rung.workers == few for entry in _left_out(rung)
        ]
        wider = _of_depth(wide[0]) if wide else None
        return depths.best([_of_depth(rung) for rung in own], wider, left_out)

    @property
    def differs(self) -> bool:
        """Whether Runs at the same depth differ too much to tell where the gain ends."""
        found = self.depth
        return found is not None and not found.rises and "runs_differ" in found.doubts

    @cached_property
    def stop(self) -> Rung | None:
        """The rung from which on more gives no more; none when it still rises, or cannot be told.

        Of queue depths the one that is enough (`features/scaling/depths.py`), as `plimsoll depth`
        says it; of others the first that reaches as much of the best (`depths.WORTH`): a flat step
        below it is no end."""
        if (found := self.depth) is not None:
            if found.rises or self.differs:
                return None
            few = min(rung.workers for rung in self.valid_rungs)
            return next(
                rung
                for rung in self.valid_rungs
                if (rung.workers, rung.queue_depth) == (few, found.rung.queue_depth)
            )
        best = max((rung.rate.value for rung in self.valid_rungs), default=0.0)
        enough = next(
            (rung for rung in self.valid_rungs if rung.rate.value >= depths.WORTH * best), None
        )
        # Where nothing with enough more was run the rate may still rise.
        return None if enough is None or self.rise(enough) is None else enough

    @property
    def end(self) -> str:
        """Where it stops, in words: of a ladder whose first rung is there already only that it is
        no higher; empty without."""
        if self.stop is None:
            return ""
        return f"{'at most ' if self.no_higher else ''}{self.at(self.stop)}"

    @property
    def no_higher(self) -> bool:
        """It stops at its first rung already, so that its end is only known to lie no higher."""
        return self.stop is not None and self.stop is self.valid_rungs[0]

    def limiter(self, rung: Rung) -> Limit:
        """Who limited a rung: as its Runs found out together, else from the step above it."""
        own, step = rung.own_limiter, self.rise(rung)
        value = own["value"]
        client = None if self.depth is None else self.depth.client
        if rung is self.stop and client is not None:
            return Limit(limiter_text.words(client.value))
        if value == "client_cpu" or (own["basis"] == "scaling" and value != "unknown"):
            return Limit(limiter_text.words(str(value)))
        if step is None:
            return Limit("not determined", f": nothing with more {self.what} was run", known=False)
        other, rise = step
        evidence = f"{self.at(other)} gave {_percent(rise)}"
        if rise > RISE and rung is not self.stop:
            short = (
                "the generator's outstanding I/O"
                if self.over == "outstanding"
                else f"the number of {self.over}"
            )
            return Limit(short, f": {evidence}")
        if self.virtual or other.workers > rung.workers:
            return Limit("the storage, or a cap in front of it", f": {evidence}")
        more = f" ({evidence}); whether more workers give more was not run"
        return Limit("not its outstanding I/O", more, known=False)

    def step(self, rung: Rung) -> float:
        """How many of what it climbs by a rung has."""
        if self.over != "outstanding":
            return float(self.x(rung))
        return float(rung.workers if self.by_workers else rung.queue_depth)

    def fit(self, rungs: Sequence[Rung]) -> curves.Fit | None:
        """The universal scalability law over what it climbs by; none where it cannot be fitted."""
        points = [
            curves.Point(self.step(rung), float(run.row.achieved_rate_per_s))
            for rung in rungs
            if rung.place.stands
            for run in rung.runs
            if run.row.achieved_rate_per_s
        ]
        return curves.scalability(points)


def ladders(store: Store | None, evidence: Evidence) -> tuple[Ladder, ...]:
    """Every ladder of at least two rungs over outstanding I/O. Without a store percentiles of
    repeats are left out."""
    found = campaign_points.gather(evidence)
    if found.leaves != "run":
        return ()
    shared = [dimension.name for dimension in found.dimensions if dimension.name not in VARIED]
    groups: dict[tuple[tuple[str, str], ...], list[Rung]] = {}
    for place in found.all:
        rung = rung_of(store, place)
        if rung is not None:
            groups.setdefault(tuple((name, place.text(name)) for name in shared), []).append(rung)
    # A search's own loads (open loops) make groups of one: only what has several rungs is a ladder.
    several = {
        where: rungs
        for where, rungs in groups.items()
        if len({rung.outstanding_limit for rung in rungs}) > 1
    }
    return tuple(
        Ladder(
            where,
            tuple(sorted(rungs, key=lambda rung: (rung.outstanding_limit, rung.workers))),
            virtual(rungs),
        )
        for where, rungs in _name_groups(several)
    )


def virtual(rungs: Sequence[Rung]) -> bool:
    """Whether all of their Runs were on the virtual clock."""
    return all(run.spec["clock"] == "virtual" for rung in rungs for run in rung.runs)


def _name_groups(
    groups: dict[tuple[tuple[str, str], ...], list[Rung]],
) -> list[tuple[tuple[tuple[str, str], ...], list[Rung]]]:
    """Groups under what they differ in."""
    given = list(groups.items())
    named = different({number: dict(where) for number, (where, _) in enumerate(given)})
    return [(where, given[number][1]) for number, where in named]


def different(given: dict[int, dict[str, str]]) -> list[tuple[int, tuple[tuple[str, str], ...]]]:
    """Of the properties of each only those that differ between them."""
    names = list(dict.fromkeys(name for where in given.values() for name in where))
    varying = [name for name in names if len({where[name] for where in given.values()}) > 1]
    return [
        (number, tuple((name, where[name]) for name in varying)) for number, where in given.items()
    ]


def rung_of(store: Store | None, place: Place) -> Rung | None:
    """A place as a rung; none of what is no closed loop, or has no Run that counts."""
    runs = [
        repeat.run
        for repeat in place.counting
        if repeat.run is not None and repeat.run.record is not None
    ]
    rate = figures.achieved(place)
    if not runs or rate is None or runs[0].offered is not None:
        return None
    first = runs[0].recorded
    load = first.spec["load"]
    shaped = any(key != "profile" for key in first.load_shapes)
    if load["kind"] != "closed" or shaped or not (load["workers"] and load["queue_depth"]):
        return None
    mean, p99 = (
        (None, None)
        if store is None
        else (
            figures.latency(store, place, name, metric=runs[-1].metric) for name in ("mean", "p99")
        )
    )
    mix = tuple(int(group["clients"]) for group in first.client_groups)
    described = ((first.stack and first.stack["hosts"]) or {}).values()
    return Rung(
        place,
        load["workers"],
        load["queue_depth"],
        rate,
        mean,
        p99,
        sum(mix) or 1,
        len(first.hosts)
        or sum(int(host["count"]) for host in described if host.get("runs_clients", True)),
        mix,
    )


def sentence(ladder: Ladder) -> str:
    """Where a ladder stops scaling, and who ends it; of hosts and clients first how many times the
    first the last gave."""
    first, last = ladder.rungs[0], ladder.rungs[-1]
    if len(ladder.valid_rungs) < 2:
        return "too few Runs that are evidence about the target"
    times = ""
    if ladder.over != "outstanding":
        base, top = ladder.valid_rungs[0], ladder.valid_rungs[-1]
        ratio = top.rate.value / base.rate.value if base.rate.value else None
        if ratio is not None:
            share = ladder.ideal(top)
            against = _against(ladder, share)
            if share is not None and share > FULL:
                against += (
                    f" (more than in proportion: {ladder.at(base)} had less than a fair share of"
                    " what the storage can do)"
                )
            times = (
                f"{ladder.at(top)} gave {ratio:.3g} times the rate of {ladder.at(base)},"
                f" {against}; "
            )
    stop = ladder.stop
    if ladder.depth is not None and ladder.differs:
        answer = depth_words.sentence(ladder.depth).rstrip(".")
        return f"{answer[:1].lower()}{answer[1:]}"
    if stop is None:
        if ladder.rise(ladder.valid_rungs[0]) is None:
            return (
                f"{times}where the gain ends cannot be told from {ladder.x(first):,} and "
                f"{ladder.at(last)}"
            )
        top = ladder.valid_rungs[-1]
        end = (
            "the generator's outstanding I/O limits it"
            if ladder.over == "outstanding"
            else f"the point where more {ladder.over} no longer help was not reached"
        )
        return (
            f"{times}still rises at {ladder.at(top)}, the most that was run"
            f" ({units.rate(top.rate.value)} IOPS): {end}"
        )
    limiter = ladder.limiter(stop)
    least = ", the least that was run," if stop is ladder.valid_rungs[0] else ""
    ended = f"limited by {limiter.name}" if limiter.known else limiter.sentence
    beyond = f"gain beyond {ladder.at(stop)}{least} ({units.rate(stop.rate.value)} IOPS)"
    step = ladder.rise(stop)
    if step is None:
        return f"{times}no {beyond}; {ended}"
    other, rise = step
    waits = ""
    if stop.mean is not None and other.mean is not None:
        waits = (
            f", and takes {units.nanos(other.mean.value)} instead of {units.nanos(stop.mean.value)}"
            " on average"
        )
    # What Runs of one depth differ by hides so much.
    no = "no" if rise <= RISE else "no measurable"
    return f"{times}{no} {beyond}: {ladder.x(other):,} gave {_percent(rise)}{waits}; {ended}"


def _of_depth(rung: Rung) -> depths.Rung:
    measured = rung.run_figures
    cost = [cpu for figures in measured if (cpu := figures.generator_cpu_ns_per_io)]
    return depths.Rung(
        rung.queue_depth,
        tuple(figures.achieved_rate_per_s for figures in measured),
        statistics.fmean(figures.bytes_per_s or 0.0 for figures in measured),
        None if rung.mean is None else rung.mean.value,
        None if rung.p99 is None else rung.p99.value,
        statistics.fmean(cpu["user"] + cpu["system"] for cpu in cost) if cost else None,
        tuple(facts for figures in measured if (facts := _run_facts(figures)) is not None),
        tuple(
            name
            for name in ("mean", "p99")
            if any(name in run.latency("all", "response_time").lower_bounds for run in measured)
        ),
    )


def _run_facts(figures: RunFigures) -> RunFacts | None:
    """None of a Run that does not say what it is read from: another program's."""
    known = figures.stamps and "read_blocks" in figures.spec["workload"]
    return RunFacts.of(figures.record) if known else None


def _left_out(rung: Rung) -> list[depths.LeftOut]:
    """Its Runs that do not count, by outcome."""
    ended = [
        repeat.run.measurement for repeat in rung.place.repeats if repeat.run and not repeat.counts
    ]
    found: dict[str, list[RunFigures | None]] = {}
    for of_run in ended:
        found.setdefault("no record" if of_run is None else of_run.outcome, []).append(of_run)
    return [
        depths.LeftOut(
            rung.queue_depth,
            outcome,
            "it left no record" if runs[0] is None else runs[0].because,
            len(runs),
            len(rung.place.repeats),
        )
        for outcome, runs in found.items()
    ]


def _against(ladder: Ladder, share: float | None) -> str:
    """What the most gave against the ideal. Of hosts it is the verdict: N hosts, N times what one
    gives?"""
    if share is None:
        return f"with the same {ladder.beside}"
    if ladder.over != "hosts" or share > FULL:
        return f"{units.share(share)} of the ideal"
    if share >= LINEAR:
        return f"which is linear ({units.share(share)} of the ideal)"
    return f"{units.share(1 - share)} less than linear"


def _percent(rise: float) -> str:
    return (
        "no change"
        if abs(rise) < 0.0005
        else f"{units.share(abs(rise))} {'more' if rise > 0 else 'less'}"
    )
