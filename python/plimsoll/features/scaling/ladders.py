"""Ladders: closed-loop Runs that differ only in outstanding I/O, clients or hosts, in order.

Over outstanding I/O a ladder varies workers and queue depth. Over hosts or clients it consists of
described stacks that differ in their number, with one load per client (`hosts.py`), because a
campaign's loads cannot vary them. A straight line is the ideal only where the load grows in
proportion (`ideal`). The end of a ladder of queue depths is that of `features/scaling/depths.py`,
as in `plimsoll depth`. Other ends, and the limiter of each rung, follow from the step to twice the
outstanding I/O and the rise that `judge/limiter/rules.py` accepts; a Run's own verdict from several
Runs takes precedence. Without such a step nothing is concluded.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from plimsoll.base import language, limiter_text, units
from plimsoll.features.scaling import depth_words, depths
from plimsoll.features.scaling.messages import message
from plimsoll.judge import curves
from plimsoll.judge.limiter.observations import RunFacts
from plimsoll.judge.limiter.rules import LITTLE, RISE
from plimsoll.report.evidence import figures, records
from plimsoll.report.evidence import points as campaign_points
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.points import Place
from plimsoll.report.evidence.run_figures import RunFigures
from plimsoll.store import Store

if TYPE_CHECKING:
    from plimsoll.native.record import LimitedBy

Over = Literal["outstanding", "clients", "hosts"]
LADDER_PROPERTIES = ("workers", "queue depth", "clients")
"""Properties that make up outstanding I/O, and vary along a ladder."""
FULL_IDEAL = 1.005
"""Share of the ideal above which a caption explains more than 100 %."""
LINEAR_SHARE = 0.95
"""Share of the ideal from which on scaling is linear: within the rises that count as none
(`RISE`)."""
_STEP_RATIO = 1.9
_MIN_STEP_RATIO = 1.5
"""A step leads to the first rung at _STEP_RATIO times the position or above, else to the last one
from _MIN_STEP_RATIO on."""


@dataclass(frozen=True)
class Rung:
    """A place of a ladder with its figures: means over the valid Runs."""

    place: Place
    workers: int
    queue_depth: int
    rate: figures.PlaceFigure
    mean: figures.PlaceFigure | None
    p99: figures.PlaceFigure | None
    clients: int = 1
    """Driving clients of a described stack, such as VMs."""
    hosts: int = 0
    """Hosts of a described stack that run clients, or real ones that generated the load; 0
    without."""
    mix: tuple[int, ...] = ()
    """Clients by kind."""

    @property
    def latency(self) -> str:
        """Name of the latency of its figures."""
        return records.metric_words(self.runs[-1].metric) if self.runs else message("response-time")

    @property
    def runs(self) -> list[Run]:
        """The Runs behind its figures."""
        return [repeat.run for repeat in self.place.counting if repeat.run is not None]

    @cached_property
    def run_figures(self) -> list[RunFigures]:
        """Figures of these Runs."""
        return [run.measurement for run in self.runs if run.measurement is not None]

    @property
    def outstanding_limit(self) -> int:
        """Limit of outstanding I/O: workers × queue depth."""
        return self.workers * self.queue_depth

    @cached_property
    def outstanding(self) -> float | None:
        """Mean outstanding I/O observed. None if an imported file lacks it."""
        known = [figures.outstanding_mean for figures in self.run_figures]
        return statistics.fmean(mean for mean in known if mean is not None) if any(known) else None

    @cached_property
    def little(self) -> float | None:
        """Outstanding I/O by Little's law: rate × mean completion latency, of all operations."""
        products = [
            figures.latencies_per_s * float(mean) / 1e9
            for figures in self.run_figures
            if (mean := figures.value("all", "completion_latency", "mean")) is not None
        ]
        return statistics.fmean(products) if products else None

    @property
    def agrees(self) -> bool | None:
        """Whether observed and computed outstanding I/O agree, within the tolerance of the Run
        judge."""
        if self.little is None or not self.outstanding:
            return None
        return abs(self.little / self.outstanding - 1) <= LITTLE

    @cached_property
    def cores(self) -> float | None:
        """Processors that the generator used. None on the virtual clock."""
        found = [
            (cost["system"] + cost["user"]) * figures.latencies_per_s / 1e9
            for figures in self.run_figures
            if (cost := figures.generator_cpu_ns_per_io)
        ]
        return statistics.fmean(found) if found else None

    @property
    def own_limiter(self) -> LimitedBy:
        """The limiter by its Runs' own records: a verdict from several Runs before the first."""
        limiters = [figures.limited_by for figures in self.run_figures]
        return next((limiter for limiter in limiters if limiter["basis"] == "scaling"), limiters[0])


@dataclass(frozen=True)
class Limit:
    """The limiter of a rung."""

    name: str
    evidence: str = ""
    """The name with the evidence, as a sentence."""
    known: bool = True
    """Whether the limiter is known; else `name` is what is known."""

    @property
    def sentence(self) -> str:
        """Name and evidence."""
        return self.evidence or self.name


@dataclass(frozen=True)
class Ladder:
    """Rungs in order of outstanding I/O, and their common properties."""

    where: tuple[tuple[str, str], ...]
    rungs: tuple[Rung, ...]
    virtual: bool
    over: Over = "outstanding"
    beside: str = ""
    """The constant of a ladder over hosts or clients: `2 clients per host`, `8 clients in all`, `4
    hosts`."""

    def x(self, rung: Rung) -> int:
        """Position of a rung."""
        return {
            "outstanding": rung.outstanding_limit,
            "clients": rung.clients,
            "hosts": rung.hosts,
        }[self.over]

    def at(self, rung: Rung) -> str:
        """Position of a rung in words: `16 outstanding`, `4 hosts`."""
        n = self.x(rung)
        return message(f"at-{self.over}", count=n, number=units.count(n))

    @property
    def latency(self) -> str:
        """Name of the latency of its rungs."""
        return self.rungs[0].latency if self.rungs else message("response-time")

    @property
    def name(self) -> str:
        """The common properties in words."""
        return language.listing(
            campaign_points.labelled_value(name, value) for name, value in self.where
        )

    @cached_property
    def valid_rungs(self) -> tuple[Rung, ...]:
        """The rungs that are evidence about the target."""
        return tuple(rung for rung in self.rungs if rung.place.stands)

    @property
    def by_workers(self) -> bool:
        """Whether it climbs by workers rather than by queue depth."""
        return len({rung.workers for rung in self.rungs}) > len(
            {rung.queue_depth for rung in self.rungs}
        )

    @property
    def climbs(self) -> str:
        """Name of the varied setting."""
        if self.over != "outstanding":
            return message(f"climbs-{self.over}")
        return message("climbs-workers") if self.by_workers else message("climbs-queue-depth")

    @cached_property
    def proportional(self) -> bool:
        """Whether the outstanding I/O of each kind grows in proportion to the position; else there
        is no ideal."""
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
        """The rate over the first valid rung's, scaled in proportion. None without an ideal."""
        base = self.valid_rungs[0] if self.valid_rungs else self.rungs[0]
        if not self.proportional or not base.rate.value:
            return None
        return rung.rate.value / base.rate.value * self.x(base) / self.x(rung)

    def series(self) -> dict[int, list[Rung]]:
        """The rungs by the constant of a line: the queue depth if workers vary, else the
        workers."""
        if self.over != "outstanding":
            return {0: list(self.rungs)}
        found: dict[int, list[Rung]] = {}
        for rung in self.rungs:
            found.setdefault(rung.queue_depth if self.by_workers else rung.workers, []).append(rung)
        return dict(sorted(found.items()))

    def step_rung(self, rung: Rung) -> Rung | None:
        """The rung at about twice the position. None without one clearly above."""
        x = self.x(rung)
        more = [higher for higher in self.valid_rungs if self.x(higher) >= _MIN_STEP_RATIO * x]
        return next(
            (higher for higher in more if self.x(higher) >= _STEP_RATIO * x),
            more[-1] if more else None,
        )

    def rise(self, rung: Rung) -> tuple[Rung, float] | None:
        """The rung at about twice the position, and the rise of the rate."""
        other = self.step_rung(rung)
        return (
            None
            if other is None or not rung.rate.value
            else (other, other.rate.value / rung.rate.value - 1)
        )

    @cached_property
    def depth(self) -> depths.Best | None:
        """The queue depth that is enough. None for a ladder over something else, or over workers
        too. One depth with twice the workers shows whether the client limited the rate."""
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
        """The rung where the gain ends. None if the rate still rises, or without a conclusion.

        For queue depths it is the depth that is enough (`features/scaling/depths.py`), as in
        `plimsoll depth`; otherwise the first rung that reaches that share of the best
        (`depths.WORTH`), so that a flat step below does not end the gain.
        """
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
        # Without a clearly larger rung the rate may still rise.
        return None if enough is None or self.rise(enough) is None else enough

    @property
    def end(self) -> str:
        """The end in words: `at most` for the first rung; empty without an end."""
        if self.stop is None:
            return ""
        place = self.at(self.stop)
        return message("at-most", place=place) if self.no_higher else place

    @property
    def no_higher(self) -> bool:
        """Whether it ends at its first rung, which is only an upper bound."""
        return self.stop is not None and self.stop is self.valid_rungs[0]

    def limiter(self, rung: Rung) -> Limit:
        """The limiter of a rung: from its Runs together, else from the step above it."""
        own, step = rung.own_limiter, self.rise(rung)
        value = own["value"]
        client = None if self.depth is None else self.depth.client
        if rung is self.stop and client is not None:
            return Limit(limiter_text.words(client.value))
        if value == "client_cpu" or (own["basis"] == "scaling" and value != "unknown"):
            return Limit(limiter_text.words(str(value)))
        if step is None:
            evidence = message(f"limiter-unknown-{self.over}")
            return Limit(message("limiter-unknown"), evidence, known=False)
        other, rise = step
        if rise > RISE and rung is not self.stop:
            return Limit(message(f"limiter-{self.over}"))
        if self.virtual or other.workers > rung.workers:
            return Limit(message("limiter-storage"))
        gave = {"place": self.at(other), "change": _percent(rise)}
        evidence = message("limiter-not-depth-because", **gave)
        return Limit(message("limiter-not-depth"), evidence, known=False)

    def step(self, rung: Rung) -> float:
        """The varied setting of a rung."""
        if self.over != "outstanding":
            return float(self.x(rung))
        return float(rung.workers if self.by_workers else rung.queue_depth)

    def fit(self, rungs: Sequence[Rung]) -> curves.Fit | None:
        """The universal scalability law over the varied setting. None without a fit."""
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
    shared = [
        dimension.name for dimension in found.dimensions if dimension.name not in LADDER_PROPERTIES
    ]
    groups: dict[tuple[tuple[str, str], ...], list[Rung]] = {}
    for place in found.all:
        rung = rung_of(store, place)
        if rung is not None:
            groups.setdefault(tuple((name, place.text(name)) for name in shared), []).append(rung)
    # Loads of a search make groups of one; a ladder has several rungs.
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
    """The groups, named by the properties in which they differ."""
    given = list(groups.items())
    named = different({number: dict(where) for number, (where, _) in enumerate(given)})
    return [(where, given[number][1]) for number, where in named]


def different(given: dict[int, dict[str, str]]) -> list[tuple[int, tuple[tuple[str, str], ...]]]:
    """The properties that differ between the members."""
    names = list(dict.fromkeys(name for where in given.values() for name in where))
    varying = [name for name in names if len({where[name] for where in given.values()}) > 1]
    return [
        (number, tuple((name, where[name]) for name in varying)) for number, where in given.items()
    ]


def rung_of(store: Store | None, place: Place) -> Rung | None:
    """A place as a rung. None without a closed loop or a valid Run."""
    runs = [
        repeat.run
        for repeat in place.counting
        if repeat.run is not None and repeat.run.record is not None
    ]
    rate = figures.achieved_rate(place)
    if not runs or rate is None or runs[0].offered_rate is not None:
        return None
    first = runs[0].required_measurement
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
    """The sentence on the end of a ladder and its limiter; over hosts and clients first the total
    gain."""
    if len(ladder.valid_rungs) < 2:
        return message("too-few-runs")
    if ladder.depth is not None and ladder.differs:
        answer = language.without_stop(depth_words.sentence(ladder.depth))
        return f"{answer[:1].lower()}{answer[1:]}"
    clauses = [_gain(ladder)] if ladder.over != "outstanding" else []
    end = _open_end(ladder) if ladder.stop is None else _end(ladder, ladder.stop)
    return language.clauses([*filter(None, clauses), end])


def _gain(ladder: Ladder) -> str:
    """The total gain against the ideal; for hosts a verdict on linearity."""
    base, top = ladder.valid_rungs[0], ladder.valid_rungs[-1]
    if not base.rate.value:
        return ""
    times, share = units.significant(top.rate.value / base.rate.value, 3), ladder.ideal(top)
    gain = {"place": ladder.at(top), "times": times, "base": ladder.at(base)}
    if share is None:
        return message("gain-same", constant=ladder.beside, **gain)
    if share > FULL_IDEAL:
        return message("gain-above-ideal", share=units.share(share), **gain)
    if ladder.over != "hosts":
        return message("gain-of-ideal", share=units.share(share), **gain)
    if share >= LINEAR_SHARE:
        return message("gain-linear", share=units.share(share), **gain)
    return message("gain-less-than-linear", share=units.share(1 - share), **gain)


def _open_end(ladder: Ladder) -> str:
    first, last, top = ladder.rungs[0], ladder.rungs[-1], ladder.valid_rungs[-1]
    if ladder.rise(ladder.valid_rungs[0]) is None:
        return message("end-unknown", first=units.count(ladder.x(first)), last=ladder.at(last))
    rate = units.rate(top.rate.value)
    return message(f"rises-{ladder.over}", place=ladder.at(top), rate=rate)


def _end(ladder: Ladder, stop: Rung) -> str:
    limiter, step = ladder.limiter(stop), ladder.rise(stop)
    ended = message("limited-by", limiter=limiter.name) if limiter.known else limiter.sentence
    # The spread of Runs at one depth hides a smaller rise.
    code = "no-gain" if step is None or step[1] <= RISE else "no-measurable-gain"
    least = "-above-least" if stop is ladder.valid_rungs[0] else ""
    place, rate = ladder.at(stop), units.rate(stop.rate.value)
    beyond = message(f"end-{code}{least}", place=place, rate=rate)
    if step is None:
        return f"{beyond}; {ended}"
    other, rise = step
    gave = {"place": units.count(ladder.x(other)), "change": _percent(rise)}
    if stop.mean is None or other.mean is None:
        return f"{beyond}: {message('gave', **gave)}; {ended}"
    longer, usual = units.nanos(other.mean.value), units.nanos(stop.mean.value)
    waits = message("gave-and-takes", latency=longer, usual=usual, **gave)
    return f"{beyond}: {waits}; {ended}"


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
    """The facts of a Run. None for another program's Run, which lacks the workload."""
    known = figures.stamps and "read_blocks" in figures.spec["workload"]
    return RunFacts.of(figures.record) if known else None


def _left_out(rung: Rung) -> list[depths.LeftOut]:
    """Invalid Runs by outcome."""
    ended = [
        repeat.run.measurement for repeat in rung.place.repeats if repeat.run and not repeat.counts
    ]
    found: dict[str, list[RunFigures | None]] = {}
    for of_run in ended:
        outcome = message("no-record") if of_run is None else of_run.outcome
        found.setdefault(outcome, []).append(of_run)
    return [
        depths.LeftOut(
            rung.queue_depth,
            outcome,
            message("left-no-record") if runs[0] is None else runs[0].because,
            len(runs),
            len(rung.place.repeats),
        )
        for outcome, runs in found.items()
    ]


def _percent(rise: float) -> str:
    if abs(rise) < 0.0005:
        return message("change-none")
    return message("change-more" if rise > 0 else "change-less", share=units.share(abs(rise)))
