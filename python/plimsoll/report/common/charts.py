"""The charts of a load line: response time and rate over offered rate, the final hold over time,
and its distribution.

Every Run with an offered rate is drawn. Its shape shows its outcome, so nothing depends on
colour, and no outcome is dropped. Lines join Runs that are evidence about the target; among
rates within 1 % of each other they pass the Run with the most operations, since percentiles are
never averaged."""

import math
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from plimsoll.base import language, units, workload_text
from plimsoll.report.common.answer import judgement_text, outcome
from plimsoll.report.common.panels import (
    above,
    agreeing,
    bare,
    below,
    from_zero,
    log_axis,
    marked_line,
    objective,
    panel,
)
from plimsoll.report.describe import (
    GAP,
    At,
    Axis,
    Chart,
    Dash,
    Line,
    Marks,
    Note,
    Panel,
    RuleX,
    RuleY,
    Series,
    Shape,
)
from plimsoll.report.evidence import records, sample_counts, search_end, time_columns
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.properties import role_words
from plimsoll.report.evidence.search_end import SearchEnd
from plimsoll.report.evidence.system_load import Shares
from plimsoll.report.evidence.time_columns import Column
from plimsoll.report.messages import message

Curve = Callable[[list[bytes], int], list[tuple[float, int]]]

_STATES: dict[str, Shape] = {
    "pass": "dot",
    "fail": "cross",
    "undecided": "ring",
    "hold-pass": "diamond",
    "hold-fail": "crossed square",
    "hold-undecided": "hollow diamond",
    "cannot_carry": "triangle",
    "generator_limited": "hollow triangle",
    "cached": "square",
    "not_steady": "hollow square",
    "failed": "plus",
    "stopped": "dash",
    "run-pass": "dot",
    "run-fail": "cross",
    "run-undecided": "ring",
    "reference": "ringed dot",
    "carried": "ringed dot",
    "ok": "ringed dot",
}
# Only these outcomes are evidence about the target and joined by lines.
_EVIDENCE_OUTCOMES = ("ok", "cannot_carry")
# Factor by which the scale of response times extends beyond the objective and the carried Runs.
_HEADROOM_FACTOR = 3.0
_STYLES: dict[str, tuple[int, Dash]] = {
    "mean": (2, "dotted"),
    "p50": (1, "dashed"),
    "p95": (5, "dash-dot"),
    "other": (0, "solid"),
}
_OVER_TIME: dict[str, tuple[int, Dash]] = _STYLES | {"max": (3, "dash-dot")}
_FIGURES = ("p99", "p95", "p50", "mean")
MOST_POINTS = 720
"""Points of a Run over time, at most: the page of a Run of days is as quick as that of a minute."""


def load_line(evidence: Evidence) -> Chart | None:
    """Response time, achieved rate and system load over offered rate. None when no Run had an
    offered rate, or for Points, which have different workloads."""
    runs, _ = runs_by_rate(evidence)
    if not runs or evidence.points:
        return None
    top = search_end.maximum(evidence)
    reach = max(run.offered_rate or 0.0 for run in runs)
    turn = evidence.answer.knee_per_s
    rules = line_rules(search_end.decide(evidence))
    if turn is not None:
        rules.append(RuleX(message("rule-knee", rate=units.rate(turn)), turn, dash="dotted"))
    if top is not None:
        bound = "least" if search_end.lower_bound(evidence) else "exact"
        name = message("rule-maximum", rate=units.rate(top), bound=bound)
        rules.append(RuleX(name, top, dash="dashed"))
    high = 1.06 * max([reach, *(rule.x for rule in rules)])
    x = Axis(message("offered-rate-axis"), "rate", low=0.0, high=high)
    panels = [_response_panel(evidence, runs, rules), _achieved_panel(runs, rules, x)]
    system = system_panel(
        [(run.offered_rate or 0.0, run.required_measurement.shares) for run in _line_runs(runs)]
    )
    if system is not None:
        panels.append(system)
    lost, count = sample_counts.count_failures(runs).words, units.count(len(runs))
    basis = message("runs-with-offered-rate", runs=len(runs), count=count)
    if lost:
        basis = message("runs-with-failures", runs=len(runs), count=count, failures=lost)
    notes = [Note(basis, keep=True), Note(message("lines-join-evidence"))]
    above = [run for run in runs if _longest(evidence, run) > (panels[0].y.high or 0.0)]
    if above:
        longest = units.nanos(max(_longest(evidence, run) for run in above))
        notes.append(Note(message("beyond-up-to", n=len(above), longest=longest), keep=True))
    if system is None:
        notes.append(Note(message("no-system-load")))
    latency = records.metric_words(evidence.metric, "start")
    title = message("latency-and-rate-over-rate", latency=latency)
    alone = message("latency-over-rate", latency=latency)
    return Chart("load-line", title, x, tuple(panels), tuple(notes), alone=alone)


def runs_by_rate(evidence: Evidence) -> tuple[list[Run], list[Run]]:
    """The Runs with an offered rate in order of rate, and those of them that lines join."""
    runs = sorted(
        (run for run in evidence.measured_runs if run.offered_rate is not None),
        key=lambda run: run.offered_rate or 0.0,
    )
    return runs, _line_runs(runs)


def line_rules(end: SearchEnd) -> list[RuleX]:
    """The known part of the line: only a confirmed one is drawn as a range of holds."""
    low, high = units.rate(end.low), units.rate(end.high)
    if end.held:
        name = message("rule-line", low=low, high="none" if end.high is None else high)
        return [RuleX(name, end.low or 0.0, end.high)]
    match end.code:
        case "estimated" | "not_to_plan_with":
            name = message("rule-estimate", low=low, high=high)
        case "not_placed":
            name = message("rule-not-placed", low="none" if end.low is None else low, high=high)
        case "seen_at_least" | "unconfirmed":
            name = message("rule-unconfirmed", low=low)
            return [RuleX(name, end.low or 0.0, dash="dash-dot")]
        case _:
            return []
    return [RuleX(name, end.low or 0.0, end.high, dash="dash-dot")]


def _response_panel(evidence: Evidence, runs: list[Run], rules: list[RuleX]) -> Panel:
    promise = evidence.objective
    kind, metric = (promise.kind, promise.metric) if promise else ("all", evidence.metric)
    judged = promise.figure if promise else "p99"
    names = [judged, *(name for name in _FIGURES if name != judged)]
    alike = [goal for goal in evidence.objectives if (goal.kind, goal.metric) == (kind, metric)]
    series: list[Series] = [*rules, *(objective(goal.figure, goal.bound_ns) for goal in alike)]

    def value(run: Run, name: str) -> float | None:
        return run.figure(kind, metric, name)

    def at_most_ceiling(run: Run) -> float | None:
        found = value(run, judged)
        return found if found is None else min(found, ceiling)

    carried = [run for run in runs if run.row.outcome != "cannot_carry"]
    values = [
        found for run in carried for name in names if (found := run.figure(kind, metric, name))
    ]
    reached = [
        *(run.figure(kind, metric, judged) or 0.0 for run in carried),
        *([goal.bound_ns for goal in alike] or [1e5]),
    ]
    floor = below(min(values, default=1e5))
    # Of a few slow operations no judged figure is known, and the others lie above any default.
    ceiling = max(above(max(*reached, floor) * _HEADROOM_FACTOR), above(max(values, default=floor)))
    # While the backlog grows, response time only depends on the length of the Run: such Runs are
    # marked, not joined. All lines join the same Runs: those that agree on the judged figure.
    steady = [run for run in _line_runs(carried) if value(run, judged) is not None]
    agreed = {
        point.run
        for point in agreeing(_points(steady, lambda run: value(run, judged)))
        if not math.isnan(point.y)
    }
    for name in names:
        colour, dash = _STYLES.get(name, _STYLES["other"] if name == judged else (3, "long"))
        points = _line_points(_line_runs(carried), agreed if steady else None, name, value)
        words = records.figure_words(name)
        if name != judged:
            # What lies above the scale has no place on it: its line leaves the plot.
            small = [_at(run, y) for run in runs if (y := value(run, name)) and y <= ceiling]
            legend = "" if points else words
            series.append(Marks(legend, "dot", tuple(small), colour))
        series.append(Line(words, points, colour, dash, wide=name == judged))
    judged_words = records.figure_words(judged)
    series += _by_state(runs, at_most_ceiling)
    bounds = [
        run for run in runs if judged in run.required_measurement.latency(kind, metric).lower_bounds
    ]
    if bounds:
        at = tuple(_at(run, at_most_ceiling(run) or floor) for run in bounds)
        series.append(Marks(message("legend-at-least", figure=judged_words), "arrow", at, 0))
    missing = [run for run in runs if run.figure(kind, metric, judged) is None]
    untold = [run for run in missing if run.required_measurement.lacks_percentiles]
    if untold:
        at = tuple(_at(run, floor) for run in untold)
        series.append(Marks(message("legend-not-in-file", figure=judged_words), "dash", at, 0))
    if short := [run for run in missing if run not in untold]:
        at = tuple(_at(run, floor) for run in short)
        series.append(Marks(message("legend-too-few", figure=judged_words), "dash", at, 0))
    operations = workload_text.operations(kind) or message("all-operations")
    latency = records.metric_words(metric, "start")
    label = message("latency-axis", latency=latency, operations=operations)
    axis = Axis(label, "time", log=True, low=floor, high=ceiling)
    return panel(axis, series, 320)


def _points(runs: Iterable[Run], value: Callable[[Run], float | None]) -> list[At]:
    """The Runs that have the figure, at their rates."""
    return [At(run.offered_rate or 0.0, y, run=run.row.id) for run in runs if (y := value(run))]


def _line_points(
    runs: Iterable[Run],
    agreed: set[int | None] | None,
    name: str,
    value: Callable[[Run, str], float | None],
) -> tuple[At, ...]:
    """The points of a line through the Runs that agree, broken where others lie between. `agreed`
    is None when no Run has the judged figure, so that nothing can disagree."""
    points = _points(runs, lambda run: value(run, name))
    kept: list[At] = []
    for point in points:
        if agreed is None or point.run in agreed:
            kept.append(point)
        elif kept and not math.isnan(kept[-1].y):
            kept.append(At(point.x, GAP))
    while kept and math.isnan(kept[-1].y):
        kept.pop()
    return tuple(kept)


def _longest(evidence: Evidence, run: Run) -> float:
    """The largest drawn figure of a Run."""
    promise = evidence.objective
    kind, metric = (promise.kind, promise.metric) if promise else ("all", evidence.metric)
    return max(
        run.figure(kind, metric, name) or 0.0
        for name in (promise.figure if promise else "p99", *_FIGURES)
    )


def _achieved_panel(runs: list[Run], rules: list[RuleX], x: Axis) -> Panel:
    reach = max(run.offered_rate or 0.0 for run in runs)
    ideal = Line(message("equals-offered"), (At(0.0, 0.0), At(reach, reach)), 4, "dotted")
    line = Line(
        message("line-achieved"),
        tuple(
            At(run.offered_rate or 0.0, run.row.achieved_rate_per_s or 0.0, run=run.row.id)
            for run in _line_runs(runs)
        ),
        0,
        "solid",
        wide=True,
    )
    marks = [
        Marks("", m.shape, m.points, m.colour, m.large)
        for m in _by_state(runs, lambda run: run.row.achieved_rate_per_s)
    ]
    axis = Axis(message("achieved-rate-axis"), "rate", low=0.0, high=x.high)
    return panel(axis, (*bare(rules), ideal, line, *marks), 190)


def _by_state(runs: list[Run], value: Callable[[Run], float | None]) -> list[Marks]:
    groups: dict[str, list[At]] = {}
    for run in runs:
        y = value(run)
        if y is not None:
            groups.setdefault(_state(run), []).append(_at(run, y))
    return [
        Marks(
            message(f"state-{state}"),
            shape,
            tuple(groups[state]),
            0,
            large=state.startswith("hold"),
        )
        for state, shape in _STATES.items()
        if state in groups
    ]


def _at(run: Run, y: float) -> At:
    """A Run at its offered rate."""
    return At(run.offered_rate or 0.0, y, _hover(run), run=run.row.id)


def _state(run: Run) -> str:
    ended = str(run.row.outcome)
    if ended == "generator_limited" and run.is_rejudged and run.verdict in ("pass", "fail"):
        # The search decided on it without our own lateness, and its answer rests on that.
        ended = "ok"
    if ended != "ok":
        return ended
    if run.row.role == "reference":
        # It was not asked whether it meets the objective: its mark is none of a verdict.
        return "reference"
    if run.verdict is None:
        return "ok"
    if run.required_measurement.objective_findings == [] and run.verdict != "fail":
        # Without an objective it met none, and left none open.
        return "carried" if run.verdict == "pass" else "ok"
    if run.is_hold:
        return f"hold-{run.verdict}"
    return f"run-{run.verdict}" if run.row.role in ("run", "grid") else run.verdict


def _line_runs(runs: Iterable[Run]) -> list[Run]:
    """The Runs that lines join, in order of rate."""
    chosen: list[Run] = []
    for run in runs:
        if run.row.outcome not in _EVIDENCE_OUTCOMES:
            continue
        if chosen and (run.offered_rate or 0.0) <= (chosen[-1].offered_rate or 0.0) * 1.01:
            if (run.required_measurement.count() or 0) > (
                chosen[-1].required_measurement.count() or 0
            ):
                chosen[-1] = run
        else:
            chosen.append(run)
    return chosen


def _hover(run: Run) -> tuple[tuple[str, str], ...]:
    figures = run.required_measurement
    return (
        (message("hover-run"), language.listing((str(run.row.id), role_words(run.row.role)))),
        (message("hover-offered"), records.iops(run.offered_rate)),
        (message("hover-achieved"), records.iops(run.row.achieved_rate_per_s)),
        *(
            (records.figure_words(name), figures.main.text(name))
            for name in ("mean", "p50", "p95", "p99")
        ),
        (message("hover-outcome"), outcome(str(run.row.outcome))),
        (message("hover-judgement"), judgement_text(run) if figures.judgement else units.DASH),
        ("n", sample_counts.text(figures.counts())),
        *(
            ((message("hover-failed"), lost),)
            if (lost := sample_counts.count_failures([run]).words)
            else ()
        ),
        (message("hover-seconds"), units.seconds(figures.measure_s)),
    )


def system_panel(loads: Iterable[tuple[float, Shares]]) -> Panel | None:
    """Host CPU, I/O pressure and disk utilisation as shares, over any x."""
    found: dict[str, list[At]] = {name: [] for name in _SYSTEM}
    for x, load in loads:
        for name, read in _SYSTEM.items():
            if (value := read(load)) is not None:
                found[name].append(At(x, value))
    styles: tuple[tuple[int, Dash], ...] = (
        (0, "solid"),
        (1, "dashed"),
        (2, "dotted"),
        (3, "dash-dot"),
        (5, "long"),
    )
    lines = tuple(
        Line(message(f"system-load-{name}"), tuple(points), colour, dash)
        for (name, points), (colour, dash) in zip(found.items(), styles, strict=True)
        if points
    )
    if not lines:
        return None
    axis = Axis(message("axis-system-load"), "share", low=0.0, high=1.0)
    return panel(axis, lines, 190)


_SYSTEM: dict[str, Callable[[Shares], float | None]] = {
    "cpu-user": attrgetter("user"),
    "cpu-system": attrgetter("system"),
    "cpu-steal": attrgetter("steal"),
    "io-pressure": attrgetter("waiting"),
    "disk-busy": attrgetter("busy"),
}


def hold_over_time(run: Run, *, read: bool = False) -> Chart | None:
    """A Run interval by interval; None without an interval in Measure. `read`: the line of a
    sweep rests on the Run."""
    figures = run.measurement
    shown = time_columns.columns(run.rows(), MOST_POINTS)
    if not shown:
        return None
    # Merged points also show the range that their mean hides.
    several = any(column.intervals > 1 for column in shown)
    rates = tuple(At(column.middle_s, column.achieved) for column in shown)
    highest = [column.highest if several else column.achieved for column in shown]
    achieved = marked_line(message("line-achieved"), rates, 0, wide=True)
    if several:
        low = tuple(At(column.middle_s, column.lowest) for column in shown)
        high = tuple(At(column.middle_s, column.highest) for column in shown)
        achieved += [
            Line(message("lowest-interval"), low, 2, "dotted"),
            Line(message("highest-interval"), high, 1, "dashed"),
        ]
    if run.offered_rate is not None:
        offered = message("rule-offered", rate=units.rate(run.offered_rate))
        achieved.insert(0, RuleY(offered, run.offered_rate))
    rate_axis = from_zero(
        message("achieved-rate-axis"), "rate", [*highest, run.offered_rate or 0.0], 1.15
    )
    panels = [
        panel(rate_axis, achieved, 170),
        _response_times(shown, records.metric_words(run.metric, "start"), several=several),
    ]
    system = system_panel([(column.middle_s, column.load) for column in shown])
    panels += [system] if system else []
    x = Axis(message("time-axis"), "seconds", low=0.0, high=shown[-1].stop_s)
    n: int | None = sum(column.completed for column in shown)
    if figures is not None:
        n = figures.latency("all", "response_time").n
    basis = _intervals_text(run, sum(column.intervals for column in shown), n)
    title = message("longest-run-over-time")
    if run.is_hold:
        title = message("final-hold-over-time")
    elif read:
        title = message("highest-run-over-time", run=run.row.id)
    if several:
        basis += f" {merged_note(shown)}"
    return Chart("hold", title, x, tuple(panels), (Note(basis, keep=True),))


def _intervals_text(run: Run, intervals: int, n: int | None) -> str:
    """The basis of a Run over time: its intervals and operations, and failures."""
    found = message(
        "run-intervals",
        run=run.row.id,
        role=role_words(run.row.role),
        intervals=units.count(intervals),
        n="none" if n is None else units.count(n),
    )
    lost = sample_counts.count_failures([run]).words
    return message("facts", facts=language.clauses(filter(None, (found, lost))))


def merged_note(shown: Sequence[Column]) -> str:
    """A note on the resolution of a Run that has more intervals than points."""
    wide = units.seconds(max(column.stop_s - column.start_s for column in shown))
    return message("merged-note", length=wide)


def _response_times(shown: Sequence[Column], label: str, *, several: bool) -> Panel:
    """Response times over the middle of each column in seconds; of columns of several intervals the
    largest, too."""
    spans: list[Series] = []
    values: list[float] = []
    for name in ("max", "p99", "p50", "mean") if several else ("p99", "p50", "mean"):
        colour, dash = _OVER_TIME.get(name, _STYLES["other"])
        points = tuple(At(column.middle_s, v) for column in shown if (v := column.figure(name)))
        values += [point.y for point in points]
        if points:
            words = records.figure_words(name)
            spans += marked_line(words, points, colour, dash, wide=name == "p99")
    return panel(log_axis(label, values), spans, 200)


def distribution(
    run: Run, histograms: dict[str, bytes], curve: Curve, evidence: Evidence
) -> Chart | None:
    """The tail of the distribution: response time over the share of slower operations."""
    blobs = [
        blob
        for name, blob in histograms.items()
        if name.partition(".")[2] in (run.metric, "unfinished")
    ]
    n = sample_counts.of_runs([run])
    metric = records.metric_words(run.metric)
    points = []
    for percentile, value in curve(blobs, 12) if blobs else []:
        beyond = 1 - percentile / 100
        # As for every percentile, ten samples must lie beyond it.
        if value > 0 and beyond * n >= 10:
            points.append(
                At(
                    beyond,
                    float(value),
                    (
                        (message("hover-percentile"), f"p{units.significant(percentile, 6)}"),
                        (metric, units.nanos(value)),
                    ),
                )
            )
    if len(points) < 2:
        return None
    values = [point.y for point in points]
    # The bound of a mean has no place on this curve.
    held = [
        goal
        for goal in evidence.objectives
        if (goal.metric, goal.kind) == (run.metric, "all") and goal.figure != "mean"
    ]
    rules: list[Series] = [objective(goal.figure, goal.bound_ns) for goal in held]
    values += [goal.bound_ns for goal in held]
    axis = log_axis(records.metric_words(run.metric, "start"), values)
    highest = min(point.x for point in points)
    x = Axis(message("percentile-axis"), "tail", log=True, low=1.0, high=highest)
    line = Line(metric, tuple(points), 0, "solid", wide=True)
    lost = sample_counts.count_failures([run]).words or "none"
    basis = message("distribution-basis", run=run.row.id, n=units.count(n), failures=lost)
    title = message("distribution-of-run", latency=metric)
    if run.is_hold:
        title = message("distribution-of-hold", latency=metric)
    return Chart(
        "distribution", title, x, (panel(axis, (*rules, line), 240),), (Note(basis, keep=True),)
    )
