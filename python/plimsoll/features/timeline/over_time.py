"""The charts of a Run over time: lines of its columns, and a heat map of latency, both with the
Run's events.

A column without completions interrupts the lines of response time. The heat map shows what lines
hide: two groups of operations, of which only one became slow."""

import operator
from collections.abc import Callable, Sequence

from plimsoll.base import language, units
from plimsoll.base.gaps import WIDEST_SEAM
from plimsoll.features.timeline.messages import message
from plimsoll.judge.timeline.document import TimeLine
from plimsoll.report import describe
from plimsoll.report.common import charts
from plimsoll.report.common.answer import outcome
from plimsoll.report.common.panels import from_zero, log_axis, panel
from plimsoll.report.common.panels import objective as objective_rule
from plimsoll.report.evidence import properties, records
from plimsoll.report.evidence.evidence import Objective, Run
from plimsoll.report.evidence.time_columns import COLUMN_FIGURES, Column
from plimsoll.report.run import episodes
from plimsoll.report.run.episodes import Happening

Value = Callable[[Column], float | None]

_FIGURES: tuple[tuple[str, int, describe.Dash], ...] = (
    ("max", 3, "dash-dot"),
    ("p99", 0, "solid"),
    ("p50", 1, "dashed"),
)


def chart(
    run: Run,
    columns: Sequence[Column],
    found: Sequence[Happening],
    time_line: TimeLine,
    objective: Objective | None,
) -> describe.Chart | None:
    """Chart of rates, response time, waiting operations, errors and system load; None without
    intervals."""
    if not columns:
        return None
    until = columns[-1].stop_s
    bare = episodes.rules(found, until, named=False)
    panels = [
        _rates(columns, episodes.rules(found, until)),
        _response(columns, bare, objective, run.metric),
        _waiting(columns, bare),
        _errors(columns, bare),
    ]
    system = charts.system_panel([(column.middle_s, column.load) for column in columns])
    if system is not None:
        panels.append(
            describe.Panel(system.title, system.y, (*bare, *system.series), system.height)
        )
    notes = [describe.Note(_basis(run, columns, time_line), keep=True)]
    if any(column.figures["p99"] is None and column.completed for column in columns):
        notes.append(describe.Note(message("note-without-p99")))
    if (more := episodes.unnamed_count(found)) > 0:
        notes.append(describe.Note(message("note-unnamed", count=more)))
    worst = episodes.worst(time_line)
    if worst is None:
        title = message("page-title", run=run.row.id)
    else:
        title = message("chart-title", run=run.row.id, episode=episodes.short(worst))
    return describe.Chart(
        "over-time", title, _x(columns), tuple(p for p in panels if p), tuple(notes)
    )


def heat_map(
    run: Run,
    columns: Sequence[Column],
    found: Sequence[Happening],
    time_line: TimeLine,
    objective: Objective | None,
) -> describe.Chart | None:
    """Heat map: the share of each column's operations by response time; None without
    distributions."""
    bins = [bin_ for column in columns for bin_ in column.bins]
    if not bins:
        return None
    low, high = min(bin_.low_ns for bin_ in bins), max(bin_.high_ns for bin_ in bins)
    metric = records.metric_words(run.metric)
    share, operations = message("hover-share"), message("hover-operations")
    cells = tuple(
        describe.Cell(
            column.start_s,
            column.stop_s,
            bin_.low_ns,
            bin_.high_ns,
            bin_.count / sum(other.count for other in column.bins),
            hover=(
                _seconds(column),
                (metric, _range(units.nanos(bin_.low_ns), units.nanos(bin_.high_ns))),
                (share, units.share(bin_.count / sum(other.count for other in column.bins))),
                (operations, units.count(bin_.count)),
            ),
        )
        for column in columns
        for bin_ in column.bins
    )
    series: list[describe.Series] = [describe.Heat(message("heat-share"), "share", cells, log=True)]
    series += episodes.rules(found, columns[-1].stop_s)
    if objective is not None and objective.metric == run.metric and objective.kind == "all":
        series.append(objective_rule(objective.figure, objective.bound_ns))
        low, high = min(low, objective.bound_ns * 0.8), max(high, objective.bound_ns * 1.6)
    label = message("axis-heat", metric=language.capital(metric))
    plot = panel(describe.Axis(label, "time", log=True, low=low, high=high), series, 320)
    reading = message("heat-note", width=_wide(columns))
    notes = (describe.Note(_basis(run, columns, time_line), keep=True), describe.Note(reading))
    return describe.Chart(
        "latency-heat-map", message("heat-title", run=run.row.id), _x(columns), (plot,), notes
    )


def _x(columns: Sequence[Column]) -> describe.Axis:
    return describe.Axis(message("axis-time"), "seconds", low=0.0, high=columns[-1].stop_s)


def _rates(columns: Sequence[Column], rules: list[describe.RuleX]) -> describe.Panel:
    series: list[describe.Series] = [*rules]
    if all(column.offered is not None for column in columns):
        series += _line(message("offered"), columns, lambda column: column.offered, 4, "dotted")
    if any(column.intervals > 1 for column in columns):
        series += _line(
            message("lowest-interval"), columns, lambda column: column.lowest, 2, "dotted"
        )
    series += _line(
        message("achieved"), columns, lambda column: column.achieved, 0, "solid", wide=True
    )
    reached = [max(column.achieved, column.offered or 0.0) for column in columns]
    both = any(
        isinstance(line, describe.Line) and line.name == message("offered") for line in series
    )
    label = message("axis-both-rates") if both else message("axis-achieved")
    return panel(from_zero(label, "rate", reached, 1.08), series, 170)


def _response(
    columns: Sequence[Column], rules: list[describe.RuleX], objective: Objective | None, metric: str
) -> describe.Panel | None:
    series: list[describe.Series] = [*rules]
    drawn = list(_FIGURES)
    bound = None
    if objective is not None and objective.metric == metric and objective.kind == "all":
        bound = objective_rule(objective.figure, objective.bound_ns)
        if objective.figure in COLUMN_FIGURES and all(
            objective.figure != name for name, _, _ in drawn
        ):
            drawn.append((objective.figure, 2, "dotted"))
    values = [value for each in columns for name, _, _ in drawn if (value := each.figures[name])]
    if not values:
        return None
    if bound is not None:
        series.append(bound)
        values.append(bound.y)
    for name, colour, dash in drawn:
        shown = message("maximum") if name == "max" else records.figure_words(name)
        series += _line(
            shown, columns, operator.methodcaller("figure", name), colour, dash, wide=name == "p99"
        )
    return panel(
        log_axis(
            message("axis-response", metric=language.capital(records.metric_words(metric))), values
        ),
        series,
        220,
    )


def _waiting(columns: Sequence[Column], rules: list[describe.RuleX]) -> describe.Panel:
    series: list[describe.Series] = [*rules]
    series += _line(
        message("waiting-most"), columns, lambda column: float(column.backlog), 3, "dashed"
    )
    series += _line(
        message("outstanding-mean"),
        columns,
        lambda column: column.outstanding,
        0,
        "solid",
        wide=True,
    )
    most = [max(float(column.backlog), column.outstanding or 0.0) for column in columns]
    return panel(from_zero(message("axis-waiting"), "plain", most), series, 130)


def _errors(columns: Sequence[Column], rules: list[describe.RuleX]) -> describe.Panel | None:
    if not any(column.errors for column in columns):
        return None

    def failed_per_s(column: Column) -> float:
        return column.errors / (column.stop_s - column.start_s)

    line = _line(message("failed"), columns, failed_per_s, 3, "solid", wide=True)
    axis = from_zero(message("axis-failed"), "rate", map(failed_per_s, columns))
    return panel(axis, (*rules, *line), 110)


def _line(
    name: str,
    columns: Sequence[Column],
    value: Value,
    colour: int,
    dash: describe.Dash,
    *,
    wide: bool = False,
) -> list[describe.Series]:
    """A line from its first to its last value, with dots for single values between gaps."""
    points: list[describe.At] = []
    for before, column in zip((None, *columns), columns, strict=False):
        if before is not None and column.start_s - before.stop_s > WIDEST_SEAM * _length(column):
            # Interrupt the line where nothing was recorded.
            points.append(describe.At((before.stop_s + column.start_s) / 2, describe.GAP))
        points.append(
            describe.At(
                column.middle_s, describe.GAP if (y := value(column)) is None else y, _hover(column)
            )
        )
    known = [i for i, point in enumerate(points) if point.y == point.y]
    if not known:
        return []
    points = points[known[0] : known[-1] + 1]
    missing = [point.y != point.y for point in points]
    alone = tuple(
        point
        for i, point in enumerate(points)
        if not missing[i]
        and (i == 0 or missing[i - 1])
        and (i == len(points) - 1 or missing[i + 1])
    )
    lines: list[describe.Series] = [describe.Line(name, tuple(points), colour, dash, wide)]
    return [*lines, describe.Marks("", "dot", alone, colour)] if alone else lines


def _length(column: Column) -> float:
    """Length of an interval in the column."""
    return (column.stop_s - column.start_s) / column.intervals


def _hover(column: Column) -> tuple[tuple[str, str], ...]:
    return (
        _seconds(column),
        (message("achieved"), f"{units.rate(column.achieved)} IOPS"),
        (message("mean"), units.nanos(column.figures["mean"])),
        *((name, units.nanos(column.figures[name])) for name in ("p50", "p99")),
        (message("maximum"), units.nanos(column.figures["max"])),
        (message("hover-waiting"), units.count(column.backlog)),
        (message("hover-errors"), units.count(column.errors)),
        ("n", units.count(column.completed)),
    )


def _basis(run: Run, columns: Sequence[Column], time_line: TimeLine) -> str:
    ended = str(time_line.outcome or time_line.state)
    most = max(column.intervals for column in columns)
    figures = {
        "run": run.row.id,
        "role": properties.role_words(run.row.role),
        "outcome": outcome(ended),
        "n": units.count(sum(column.completed for column in columns)),
        "intervals": units.count(sum(column.intervals for column in columns)),
        "length": units.seconds(time_line.interval_s),
        "most": units.count(most),
        "width": _wide(columns),
    }
    ok, merged = "ok" if ended == "ok" else "ended", "-columns" if most > 1 else ""
    return message(f"basis-{ok}{merged}", **figures)


def _seconds(column: Column) -> tuple[str, str]:
    """The time of a column, for its hover text."""
    return message("hover-seconds"), _range(
        units.significant(column.start_s, 4), units.significant(column.stop_s, 4)
    )


def _range(low: str, high: str) -> str:
    return message("range", low=low, high=high)


def _wide(columns: Sequence[Column]) -> str:
    return units.seconds(columns[0].stop_s - columns[0].start_s)
