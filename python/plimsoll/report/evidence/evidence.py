"""Everything that a store holds about one campaign, gathered for a report and not judged.

`answer` is the stored answer (`answers.py`). Campaigns can stop at any point, so its missing
parts are empty."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from plimsoll.judge.timeline import Episode, Series, episodes, may_have_outages
from plimsoll.native.session import ObjectiveTerm
from plimsoll.report.evidence import answers, records, run_figures
from plimsoll.report.evidence.answers import Answer
from plimsoll.report.evidence.records import Counts, Metric
from plimsoll.report.evidence.run_figures import Machine, RunFigures
from plimsoll.report.messages import message
from plimsoll.search.document import LineDocument, ProbeDocument
from plimsoll.store import CampaignRow, PlannedPointRow, PlannedRunRow, ProcessorLoad, RunRow, Store
from plimsoll.store.rows import IntervalRow

if TYPE_CHECKING:
    from plimsoll.native.record import Interval, RunSpec, Summary
    from plimsoll.report.evidence.records import Record

Made = TypeVar("Made")


@dataclass(frozen=True)
class Objective:
    """A parsed objective. `figure` is the name of a figure in a record, such as `p99_9`.

    With several objectives this is the first that is a figure of a record, which is the one
    drawn; `words` covers all of them."""

    text: str
    figure: str
    metric: str
    kind: str
    bound_ns: float
    single: str
    """The text of this objective alone."""

    @property
    def words(self) -> str:
        """The objective in words: `p99 response time <= 1 ms`."""
        return objective_words(self.text)


@dataclass(frozen=True)
class Run:
    """A Run with its record, if any. Intervals are read on demand: a campaign has many."""

    row: RunRow
    record: Record | None
    read_intervals: Callable[[int], list[Interval]] = field(
        default=lambda _: [], repr=False, compare=False
    )
    read_rows: Callable[[int], list[IntervalRow]] | None = field(
        default=None, repr=False, compare=False
    )
    read_series: Callable[[int], list[tuple[Interval, bytes | None]]] | None = field(
        default=None, repr=False, compare=False
    )
    probe: ProbeDocument | None = None
    """The probe of the search that made the Run, judged on the storage's own time with pauses
    and neighbouring Runs. None for other Runs."""

    @property
    def record_or_empty(self) -> Record:
        """The record, empty without one."""
        return records.NO_RECORD if self.record is None else self.record

    @cached_property
    def measurement(self) -> RunFigures | None:
        """The figures of the Run; None without a record."""
        return None if self.record is None else run_figures.of(self.record)

    @property
    def required_measurement(self) -> RunFigures:
        """The figures of a Run that must have a record."""
        assert self.measurement is not None, "it has a record"
        return self.measurement

    @property
    def measure_s(self) -> float:
        """Length of Measure in seconds; 0 when unknown."""
        return (self.measurement and self.measurement.measure_s) or 0.0

    @property
    def spent_s(self) -> float:
        """Length of all known phases on the Run's own clock, in seconds."""
        figures = self.measurement
        return (
            0.0
            if figures is None
            else sum(
                phase_s or 0.0 for phase_s in (figures.warmup_s, figures.measure_s, figures.drain_s)
            )
        )

    def counts(self, kind: str) -> Counts:
        """Operation counts of one kind; unknown without a record."""
        return records.of_kind(self.record_or_empty, kind)

    @property
    def spec(self) -> RunSpec:
        """The resolved request of a Run that has a record."""
        return self.record_or_empty["spec"]

    def intervals(self) -> list[Interval]:
        """The sealed intervals in order, also of a Run that was interrupted (measurement.md,
        section 4)."""
        return self.read_intervals(self.row.id)

    def rows(self) -> list[IntervalRow]:
        """The intervals with their distributions, and what is kept of merged ones."""
        if self.read_rows is not None:
            return self.read_rows(self.row.id)
        return [
            IntervalRow(interval["index"], interval, None, None) for interval in self.intervals()
        ]

    @property
    def began_ns(self) -> int | None:
        """Start, ns since 1970-01-01 UTC. None for an imported Run whose file gives no time;
        earlier versions stored the time of import instead."""
        if self.record is not None and records.import_source(self.record) is not None:
            return self.record["started_at_ns"]
        return self.row.started_at_ns

    @cached_property
    def series(self) -> Series:
        """The intervals of Measure as sealed, whether merged since or not."""
        if self.read_series is not None:
            rows = self.read_series(self.row.id)
        else:
            rows = [(row.document, row.fine) for row in self.rows()]
        return Series.of(rows, records.unrecorded_time(self.record))

    @cached_property
    def episodes(self) -> list[Episode]:
        """The episodes of the Run."""
        return episodes(self.series)

    @property
    def outage_episodes(self) -> list[Episode]:
        """The episodes of a Run that may have outages; none of any other. Of a campaign of
        thousands, most are spared the search."""
        return self.episodes if may_have_outages(self.series) else []

    @property
    def offered_rate(self) -> float | None:
        """Intended operations per second; None for a closed loop, or before the rate was known."""
        return self.row.offered_rate_per_s

    @property
    def is_hold(self) -> bool:
        """Whether the Run is a hold, which confirms, rather than a probe."""
        return self.row.role.startswith("hold")

    @property
    def verdict(self) -> str | None:
        """`pass`, `fail`, `undecided`, or none without an offered rate."""
        if self.is_rejudged:
            assert self.probe is not None, "searched"
            return self.probe.verdict
        judgement = self.record_or_empty["judgement"]
        return None if judgement is None else str(judgement["verdict"])

    @property
    def is_rejudged(self) -> bool:
        """Whether the search overruled the Run's own verdict."""
        if self.probe is None or self.probe.storage_time is None:
            return False
        judgement = self.record_or_empty["judgement"]
        return judgement is not None and self.probe.verdict != judgement["verdict"]

    @property
    def metric(self) -> Metric:
        """The main latency of the Run (`records.metric`)."""
        return records.metric(self.record_or_empty)

    def figure(self, kind: str, metric: str, name: str) -> float | None:
        """One figure of a latency summary in ns; None without one."""
        return records.figure(self.figures(kind, metric), name)

    def figures(self, kind: str, metric: str) -> Summary:
        """The summary of one metric of one kind, empty without a record."""
        return records.summary(self.record_or_empty, kind, metric)


@dataclass(frozen=True)
class Evidence:
    """A campaign and its Runs, in the order in which they were started."""

    campaign: CampaignRow
    runs: tuple[Run, ...]
    answer: Answer
    objective: Objective | None
    store_path: Path
    store_on_target: bool | None
    marks: tuple[tuple[str, str], ...]
    points: tuple[PlannedPointRow, ...] = ()
    """Planned Points; empty unless the campaign comes from a file."""
    planned_runs: tuple[PlannedRunRow, ...] = ()
    """Which Run belongs to which Point."""
    read_load: Callable[[int], Sequence[ProcessorLoad]] = field(
        default=lambda _: (), repr=False, compare=False
    )
    derived: dict[object, object] = field(
        init=False, default_factory=dict, repr=False, compare=False
    )
    """Cached results, by the function that computed them."""

    def once(self, make: Callable[[Evidence], Made]) -> Made:
        """The cached result of `make`: several reports need the same."""
        if make not in self.derived:
            self.derived[make] = make(self)
        return cast("Made", self.derived[make])

    def loads(self) -> Sequence[ProcessorLoad]:
        """Foreign processor load of each campaign in this evidence."""
        return self.read_load(self.campaign.id)

    def of_run(self, run: Run) -> Evidence:
        """Evidence of a single Run: the others may have another target and another workload."""
        return replace(self, runs=(run,))

    def of_point(self, point: PlannedPointRow) -> Evidence:
        """Evidence of a single Point that searched a load line, with its own Runs and answer."""
        answer = answers.of(point.result)
        return replace(
            self,
            runs=tuple(
                run
                for run in self.runs
                if run.row.role != "settle"
                and run.row.id not in self.invalid
                and (planned := self.point_of(run)) is not None
                and planned.id == point.id
            ),
            answer=answer,
            objective=parse_objective(answer.line.objective or self.campaign.objective),
            points=(),
            planned_runs=(),
        )

    def point_of(self, run: Run) -> PlannedPointRow | None:
        """The planned Point that the Run was made for."""
        return self._point_by_run.get(run.row.id)

    @cached_property
    def _point_by_run(self) -> dict[int, PlannedPointRow]:
        points = {point.id: point for point in self.points}
        return {
            planned_run.run_id: points[planned_run.planned_point_id]
            for planned_run in self.planned_runs
        }

    @cached_property
    def invalid(self) -> frozenset[int]:
        """Runs of planned Points that do not count: a setting changed during them, or a later
        attempt replaced them."""
        last = {point.id: point.attempt for point in self.points}
        return frozenset(
            planned_run.run_id
            for planned_run in self.planned_runs
            if not planned_run.valid or planned_run.attempt != last[planned_run.planned_point_id]
        )

    @property
    def measured_runs(self) -> tuple[Run, ...]:
        """The Runs that have a record."""
        return tuple(run for run in self.runs if run.record is not None)

    @cached_property
    def metric(self) -> Metric:
        """The main latency of all Runs: completion latency once a Run is imported, since every
        Run has it."""
        found: set[Metric] = {run.metric for run in self.measured_runs}
        return "completion_latency" if "completion_latency" in found else "response_time"

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """Every objective that is a figure of a record; the first is `objective`."""
        return parse_objectives(self.objective.text) if self.objective else ()

    @property
    def result(self) -> Mapping[str, Any]:
        """The answer as stored: checks and limits have document types of their own."""
        return self.answer.document

    @property
    def load_line(self) -> LineDocument:
        """The line that a search found."""
        return self.answer.line

    @property
    def objective_text(self) -> str | None:
        """The objective of the answer, else the one that was requested."""
        return self.load_line.objective or self.answer.objective or self.campaign.objective

    @property
    def on_virtual_clock(self) -> bool:
        """Whether any Run used the virtual clock, which real time does not bound."""
        return any(run.spec["clock"] == "virtual" for run in self.measured_runs)

    @property
    def objective_words(self) -> str:
        """Every objective in words; empty without any."""
        return objective_words(self.objective_text) if self.objective_text else ""

    @property
    def brief_objective_words(self) -> str:
        """Every objective in the words of a headline: `p99 <= 1 ms`."""
        return objective_words(self.objective_text, brief=True) if self.objective_text else ""

    @property
    def first(self) -> Record:
        """The first record, for facts that all Runs of a campaign share. Empty without any."""
        return self.measured_runs[0].record_or_empty if self.measured_runs else records.NO_RECORD

    @property
    def spec(self) -> RunSpec | None:
        """The resolved request of the first Run that has a record."""
        return self.measured_runs[0].spec if self.measured_runs else None

    @property
    def machine(self) -> Machine:
        """The machine of the first Run with a record; empty on the virtual clock, or when no
        file names it."""
        return (
            self.measured_runs[0].required_measurement.host if self.measured_runs else None
        ) or Machine()

    @property
    def final_hold(self) -> Run | None:
        """The Run to show over time: the last hold at the recommended rate; in a sweep the last
        Run at the highest rate below the line that met the objective; else the longest Run that
        passed, else the longest. None for Points."""
        if self.points:
            return None
        holds = [run for run in self.measured_runs if run.row.role == "hold_low"]
        if holds:
            return next((run for run in reversed(holds) if run.verdict == "pass"), holds[-1])
        if (read := self._read_at) is not None:
            return read
        # Scaling Runs only help to find the limiter.
        asked_for = [run for run in self.measured_runs if run.row.role != "scaling"] or list(
            self.measured_runs
        )
        open_loop = [run for run in asked_for if run.offered_rate is not None] or asked_for
        return max(open_loop, key=lambda run: (run.verdict == "pass", run.measure_s), default=None)

    @property
    def _read_at(self) -> Run | None:
        """For a line read from Runs: the last Run that met the objective at the highest rate
        below it."""
        line = self.load_line
        most = line.low if line.low_confirmed else line.rate_per_s
        open_above = ("read_from_runs", "no_upper_end", "above_range", "client_bound")
        if line.reason not in open_above or any(run.is_hold for run in self.measured_runs):
            return None
        passes = [
            run
            for run in self.measured_runs
            if run.offered_rate is not None and run.verdict == "pass"
        ]
        below = [run for run in passes if most is None or (run.offered_rate or 0.0) <= most]
        return max(below, key=lambda run: (run.offered_rate, run.row.id), default=None)


def gather(store: Store, campaign_id: int) -> Evidence:
    """Reads a campaign in one consistent state. Raises UsageError when the store has no such
    campaign, and lists those it has.

    Later reads (intervals, loads) see the same state only within a snapshot of the caller."""
    with store.snapshot():
        return _read_campaign(store, campaign_id)


def _read_campaign(store: Store, campaign_id: int) -> Evidence:
    campaign = store.known_campaign(campaign_id)
    runs = tuple(
        Run(
            row,
            records.load_record(store, row.id),
            store.interval_documents,
            store.intervals,
            store.interval_series,
        )
        for row in store.runs(campaign_id)
    )
    answer = answers.of(campaign.result)
    if campaign.kind == "run" and isinstance(limiter := answer.limited_by, dict):
        # The limiter found by scaling Runs is better founded than the Run's own.
        runs = tuple(_found_to_be(run, limiter) for run in runs)
    probes = {probe.run_id: probe for probe in answer.probes}
    runs = tuple(replace(run, probe=probes.get(run.row.id)) for run in runs)
    text = answer.line.objective or answer.objective or campaign.objective
    record = next((run.record for run in runs if run.record is not None), None)
    return Evidence(
        campaign=campaign,
        runs=runs,
        answer=answer,
        objective=parse_objective(text),
        store_path=store.path,
        points=tuple(store.plans.points(campaign_id)),
        planned_runs=tuple(store.plans.of_campaign(campaign_id)),
        # Several reports need it, and it is computed from every interval.
        read_load=cache(lambda number: (store.processor_load(number),)),
        store_on_target=None if record is None else _on_target(store.path, record),
        marks=tuple((event.kind, event.text) for event in store.events(campaign_id)),
    )


def _found_to_be(run: Run, limited_by: Any) -> Run:
    """The measured Run with the limiter that its scaling Runs found; scaling Runs unchanged."""
    if run.row.role == "scaling" or run.record is None:
        return run
    return replace(run, record=records.of({**run.record, "limited_by": limited_by}))


def parse_objective(text: str | None) -> Objective | None:
    """The first objective that is a figure of a record; None without one."""
    return next(iter(parse_objectives(text)), None)


def parse_objectives(text: str | None) -> tuple[Objective, ...]:
    """Every objective that is a figure of a record, parsed. A single Run stores its objective as
    typed."""
    return tuple(
        Objective(
            text or "",
            term.statistic.replace(".", "_"),
            term.metric,
            term.kind,
            float(term.bound_ns),
            term.text,
        )
        for term in _terms(text)
        if term.statistic is not None
        and term.metric is not None
        and term.kind is not None
        and term.bound_ns is not None
    )


def objective_count(text: str | None) -> int:
    """The number of objectives, whether figures of a record or not; 1 for a text that cannot be
    parsed."""
    return len(_terms(text)) or 1


def objective_words(text: str, *, brief: bool = False) -> str:
    """Objectives in words, such as `mean response time <= 1 ms and errors <= 0.1%`; unchanged
    when they cannot be parsed. `brief` leaves out response time, the usual metric."""
    from plimsoll.base import workload_text
    from plimsoll.base.units import nanos

    parts = []
    for term in _terms(text):
        if term.metric is None:
            parts.append(term.text.replace("(all)", ""))
            continue
        figure = records.figure_words((term.statistic or "").replace(".", "_"))
        if not brief or term.metric != "response_time":
            latency = records.metric_words(term.metric)
            figure = message("figure-of-latency", figure=figure, latency=latency)
        operations, bound = workload_text.operations(term.kind) or "none", nanos(term.bound_ns)
        if term.period_ns is None:
            words = message("objective-term", figure=figure, operations=operations, bound=bound)
        else:
            words = message(
                "objective-term-over",
                figure=figure,
                operations=operations,
                period=nanos(term.period_ns),
                bound=bound,
            )
        parts.append(words)
    return message("and").join(parts) or text


def _terms(text: str | None) -> tuple[ObjectiveTerm, ...]:
    """The parsed terms. Unreadable terms are skipped: the store may come from a later version."""
    from plimsoll.base.errors import PlimsollError
    from plimsoll.native.session import objective_terms

    try:
        return objective_terms(text) if text else ()
    except (PlimsollError, ValueError):
        # Parse the terms one by one and keep the readable ones.
        several = (text or "").split(" and ")
        return tuple(term for part in several for term in _terms(part)) if len(several) > 1 else ()


def _on_target(store_path: Path, record: Record) -> bool | None:
    """Whether the store lies on the file system or device under test; None when this cannot be
    determined from here."""
    target = record["spec"]["target"]
    host = record["host"]
    if target["kind"] not in ("file", "block_device"):
        return False
    # An imported Run may not name its host.
    if host is None or host.get("hostname") != platform.node():
        return None
    path = Path(target["name"]).absolute()
    try:
        ours = store_path.stat().st_dev
        if target["kind"] == "block_device":
            return path.stat().st_rdev == ours
        # The file itself may be gone: a demo removes it.
        while not path.exists():
            path = path.parent
        return path.stat().st_dev == ours
    except OSError:
        return None
