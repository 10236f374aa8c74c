"""The result of a suite in a store: its tests with their figures, its rounds, and how it ended.

A test is a workload with its load. Without rounds a figure is the mean of its repeats, or the best
one if the suite says so. With rounds the figures are those of the judged rounds, and a result only
if the target was steady.
"""

import json
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from plimsoll.base import language, units
from plimsoll.campaign.suite_table import SuiteTable
from plimsoll.features.suites.deviations import texts
from plimsoll.features.suites.messages import message
from plimsoll.judge.rounds import Rest, Rounds, Track, Window, first_whole, judge, rests_of_runs
from plimsoll.native.values import LoadValues, WorkloadValues
from plimsoll.report.evidence import figures, points
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.figures import PlaceFigure
from plimsoll.report.evidence.points import Place
from plimsoll.report.evidence.run_figures import RunFigures
from plimsoll.store import PlannedPointRow, Store
from plimsoll.store.plans import is_answer

SuiteEnd = Literal["measured", "steady", "saturated", "not_steady", "partial", "running", "nothing"]
"""How a suite ended, in this order: every test measured; steady by the standard's test; filled to
its capacity; not steady in its rounds; some tests without an answer; still running; no answer."""


@dataclass(frozen=True)
class Test:
    """A test of a suite with the answers of its repeats."""

    __test__ = False  # it is no test of ours, in spite of its name
    name: str
    workload: Mapping[str, object]
    load: Mapping[str, object]
    place: Place
    """The repeats behind its figures."""
    every: Place
    """All repeats."""
    fills: bool
    """Whether it prepares the target: it ends by bytes, and runs once."""

    @property
    def rate(self) -> PlaceFigure | None:
        """Achieved IOPS."""
        return figures.achieved_rate(self.place)

    @property
    def bytes_per_s(self) -> PlaceFigure | None:
        """Throughput."""
        return figures.bytes_per_s().read(self.place)

    def latency(self, store: Store, figure: str, metric: str) -> PlaceFigure | None:
        """A figure of its latency."""
        return figures.latency(store, self.place, figure, metric=metric)

    def write_latency(self, store: Store, figure: str) -> PlaceFigure | None:
        """A figure of the latency of its writes, without syncs; None without any."""
        return figures.latency(store, self.place, figure, "write", "completion_latency")

    def sync_latency(self, store: Store, figure: str) -> PlaceFigure | None:
        """A figure of the latency of its syncs; None without any."""
        return figures.latency(store, self.place, figure, *figures.SYNCS)

    @property
    def commits_per_s(self) -> float | None:
        """Durable commits per second, the mean of its repeats; None where nothing makes writes
        durable."""
        return self._mean_of_repeats(lambda measured: measured.commits_per_s)

    @property
    def commit_mean_ns(self) -> float | None:
        """Mean time of a durable commit, the mean of its repeats; None without commits, or where
        several writes share a sync."""
        return self._mean_of_repeats(lambda measured: measured.commit_mean_ns)

    def _mean_of_repeats(self, read: Callable[[RunFigures], float | None]) -> float | None:
        told = [
            value
            for repeat in self.place.counting
            if repeat.run is not None
            and (measured := repeat.run.measurement) is not None
            and (value := read(measured)) is not None
        ]
        return statistics.fmean(told) if told else None

    @property
    def mark(self) -> str:
        """The problem with its repeats; empty without one."""
        return self.place.mark


@dataclass(frozen=True)
class TrackResult:
    """A test that decides on steady state: its value in each round, and the judgement."""

    track: Track
    values: tuple[float | None, ...]
    window: Window | None


@dataclass(frozen=True)
class Suite:
    """A suite that has run or is running."""

    table: SuiteTable
    rule: Rounds | None
    tests: tuple[Test, ...]
    tracked: tuple[TrackResult, ...]
    rounds: int
    """Complete rounds."""
    most: int
    """Planned rounds."""
    written: float
    """Bytes written over the target's size."""
    ended: SuiteEnd
    target: str
    rests: tuple[Rest, ...] = ()
    """When the target rested between or within rounds."""

    @cached_property
    def deviations(self) -> tuple[str, ...]:
        """Deviations from the suite, rests among them: its rounds follow each other without one."""
        return (
            *texts(self.table.deviations),
            *(
                message("rested", rest=units.exact_seconds(one.seconds), where=one.where)
                for one in self.rests
            ),
        )

    @property
    def title(self) -> str:
        """The suite, its target, and the deviations."""
        differs = language.clauses(self.deviations)
        on = {"suite": self.table.title, "target": self.target}
        if not differs:
            return message("title", **on)
        return message("title-with-deviations", deviations=differs, **on)

    @cached_property
    def measured_tests(self) -> tuple[Test, ...]:
        """The tests that do not prepare the target."""
        return tuple(test for test in self.tests if not test.fills)


def is_suite(evidence: Evidence) -> bool:
    """Whether a campaign is a suite."""
    return isinstance(evidence.campaign.spec.get("suite"), dict)


def gather(evidence: Evidence) -> Suite:
    """The suite of a campaign that is one."""
    return evidence.once(_read_suite)


def _read_suite(evidence: Evidence) -> Suite:
    spec = evidence.campaign.spec
    table = SuiteTable.model_validate(spec["suite"])
    rule = Rounds.model_validate(spec["rounds"]) if spec.get("rounds") else None
    answers = answering(evidence)
    complete = _complete_rounds(evidence)
    rests = _rests(evidence) if rule is not None else ()
    tracks = () if rule is None else _track_results(evidence, rule, answers, (complete, rests))
    judged = next((result.window.rounds for result in tracks if result.window is not None), ())
    tests = _tests(evidence, answers, table, judged if rule is not None else None)
    written = _passes_of_writes(evidence)
    return Suite(
        table,
        rule,
        tests,
        tracks,
        complete,
        max((point.repeat for point in evidence.points), default=0),
        written,
        _suite_end(evidence, rule, tests, tracks, written),
        _target(evidence),
        rests,
    )


def _target(evidence: Evidence) -> str:
    names = list(dict.fromkeys(point.target["name"] for point in evidence.points))
    kind, _, rest = (names[0] if names else "").rpartition(":")
    return rest.rpartition("/")[2] if kind == "stack" else language.listing(names)


def answering(evidence: Evidence) -> dict[int, list[Run]]:
    """The Runs that answer each Point, by its id."""
    runs = {run.row.id: run for run in evidence.runs}
    points_ = {point.id: point for point in evidence.points}
    answers: dict[int, list[Run]] = {}
    for planned in evidence.planned_runs:
        point, run = points_[planned.planned_point_id], runs[planned.run_id]
        if (
            planned.valid
            and planned.attempt == point.attempt
            and is_answer(point.strategy, run.row.role)
        ):
            answers.setdefault(point.id, []).append(run)
    return answers


def _rests(evidence: Evidence) -> tuple[Rest, ...]:
    """Times without load. None on the virtual clock, where a resumed round begins anew."""
    if evidence.campaign.virtual:
        return ()
    runs = {run.row.id: run for run in evidence.runs}
    return rests_of_runs(
        evidence.points,
        evidence.planned_runs,
        [run.row for run in evidence.runs],
        lambda number: runs[number].intervals(),
    )


def _complete_rounds(evidence: Evidence) -> int:
    """Number of rounds of which every Point has ended."""
    waiting = [p.repeat for p in evidence.points if p.state in ("planned", "running")]
    ended = {p.repeat for p in evidence.points if p.state in ("finished", "failed")}
    return len([number for number in ended if number < min(waiting, default=number + 1)])


def _tests(
    evidence: Evidence,
    answers: Mapping[int, list[Run]],
    table: SuiteTable,
    judged: tuple[int, ...] | None,
) -> tuple[Test, ...]:
    """Every test in the suite's order. `judged`: the rounds that count; None without rounds."""
    by_question: dict[str, list[PlannedPointRow]] = {}
    for point in sorted(evidence.points, key=lambda point: (point.repeat, point.number)):
        if point.state != "skipped":
            key = json.dumps([point.workload, point.load], sort_keys=True)
            by_question.setdefault(key, []).append(point)
    several = len(
        {WorkloadValues.of(point[0].workload).name for point in by_question.values()}
    ) < len(by_question)
    tests = []
    for own in by_question.values():
        point = own[0]
        repeats = tuple(points.repeat_of(entry, answers.get(entry.id, ())) for entry in own)
        every = points.Place({}, repeats)
        load = LoadValues.of(point.load)
        fills = load.passes is not None and load.measure_for is not None
        place = every
        if judged is not None and not fills:
            chosen = tuple(entry for entry in repeats if entry.number in judged) or repeats[-1:]
            place = points.Place({}, chosen)
        elif table.told == "best" and (best := _best(every)) is not None:
            place = best
        name = _name(point, several=several)
        tests.append(Test(name, dict(point.workload), dict(point.load), place, every, fills))
    return tuple(tests)


def _best(every: Place) -> Place | None:
    """The repeat with the highest rate alone, with the marks of failed ones."""
    answered_repeats = [
        repeat
        for repeat in every.repeats
        if repeat.counts and repeat.run is not None and repeat.run.row.achieved_rate_per_s
    ]
    if not answered_repeats:
        return None
    best = max(
        answered_repeats,
        key=lambda repeat_answered: (
            repeat_answered.run.row.achieved_rate_per_s or 0.0 if repeat_answered.run else 0.0
        ),
    )
    return replace(every, repeats=(best,), figures={})


def _name(point: PlannedPointRow, *, several: bool) -> str:
    """The name of a test in the suite, with its block size where several tests share the name."""
    from plimsoll.base import units, workload_text
    from plimsoll.native.session import parse_size

    workload = WorkloadValues.of(point.workload)
    name = workload.name or ""
    if name and not several:
        return name
    parts = [name] if name else []
    size = workload.block_size
    if size is not None and "," not in str(size) and ":" not in str(size):
        parts.append(units.size(parse_size(str(size))))
    if not name:
        read = workload.read
        parts.append(workload_text.shares(100.0 if read is None else float(read)))
        parts.append(workload.pattern or "random")
    return language.listing(parts)


def _track_results(
    evidence: Evidence,
    rule: Rounds,
    answers: Mapping[int, list[Run]],
    rounds: tuple[int, tuple[Rest, ...]],
) -> tuple[TrackResult, ...]:
    """The values and judgements of all tracks. `rounds`: the number of complete ones, and the
    rests."""
    complete, rests = rounds
    results = []
    for track in rule.tracks:
        values: list[float | None] = [None] * complete
        for point in evidence.points:
            if point.repeat <= complete and point.stands and track.is_of(point.workload):
                runs = [run for run in answers.get(point.id, ()) if run.record is not None]
                values[point.repeat - 1] = _value(runs[-1], track) if runs else None
        results.append(
            TrackResult(track, tuple(values), judge(values, rule, begin=first_whole(rests)))
        )
    return tuple(results)


def _value(run: Run, track: Track) -> float | None:
    if track.of == "rate":
        return run.row.achieved_rate_per_s
    if track.of == "bytes":
        return None if run.measurement is None else run.measurement.bytes_per_s
    return run.figure("all", "response_time", "mean")


def _passes_of_writes(evidence: Evidence) -> float:
    measurements = [run.measurement for run in evidence.runs if run.measurement is not None]
    size = max((figures.spec["target"]["size_bytes"] for figures in measurements), default=0)
    return sum(figures.bytes_written or 0 for figures in measurements) / size if size else 0.0


def _suite_end(
    evidence: Evidence,
    rule: Rounds | None,
    tests: tuple[Test, ...],
    tracks: tuple[TrackResult, ...],
    written: float,
) -> SuiteEnd:
    if evidence.campaign.state != "finished":
        return "running" if evidence.campaign.state == "running" else "partial"
    if not any(test.place.stands for test in tests):
        return "nothing"
    if any(test.mark for test in tests):
        return "partial"
    if rule is None:
        return "measured"
    if rule.capacity is not None:
        return "saturated" if written >= rule.capacity else "measured"
    steady = all(result.window is not None and result.window.passes for result in tracks)
    return "steady" if steady else "not_steady"
