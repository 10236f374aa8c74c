"""The intervals of a search as a chart: a row for each Run, coloured by the share of operations
above the objective's bound.

On a noisy machine the percentile of a Run does not show whether its slow operations came evenly or
in bursts, nor whose they were. Intervals in which this machine stood still are hatched, since the
search leaves them out. Pauses of the storage are marked, since the search counts them apart."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from plimsoll.base import language, units, workload_text
from plimsoll.native import histogram
from plimsoll.native.interval_counts import timed_operations
from plimsoll.report import describe
from plimsoll.report.common import charts
from plimsoll.report.common.panels import panel
from plimsoll.report.evidence import records, search_end
from plimsoll.report.evidence.evidence import Evidence, Objective, Run, parse_objectives
from plimsoll.report.evidence.properties import role_words
from plimsoll.report.evidence.time_columns import sealed_count
from plimsoll.report.messages import message
from plimsoll.store import IntervalRow

QUARTER_S = 0.25
"""The length of an interval, and the narrowest cell."""
MAX_COLUMNS = 160
"""Cells of the longest Run: narrower ones cannot be told apart."""
MAX_CELLS = 3_000
"""Cells of the chart, so that a page of a long search stays quick."""
MAX_RUNS = 100
"""Rows of the chart. A search makes fewer Runs; an import may have thousands."""
MAX_LINES = 6
"""Searches of one chart. With more, each would have too few cells to show anything."""
MIN_RUNS = 2
"""A single Run is shown by the report `time`."""
HATCHED_SHARE = 0.5
"""Share of a cell's time in which this machine stood still, from which the cell is hatched."""
_SEAM_S = 0.001
"""Intervals end up to this much later than they should."""
_BELOW_ALLOWED = 10.0
"""The palest colour stands for this many times less than the objective allows, the darkest for all
operations."""
_USUAL_ALLOWED = 0.01
_ROW_HALF = 0.43
"""Half the height of a row, as a share of its place: rows do not touch."""
_ROW_PX = 18
_AXIS_PX = 44


@dataclass(frozen=True)
class SlowCount:
    """Operations of a stretch of time, and those above the bound; None when nothing was kept."""

    operations: int
    slow: int

    @property
    def share(self) -> float | None:
        """The share above the bound; None without operations."""
        return self.slow / self.operations if self.operations else None


@dataclass(frozen=True)
class _Stretch:
    """Intervals of a Run that follow each other and share a cell. `x` and `x_to` are the edges of
    the cell, in seconds since the start of Measure."""

    x: float
    x_to: float
    rows: tuple[IntervalRow, ...]

    @property
    def start_s(self) -> float:
        """The start of its first interval."""
        return self.rows[0].document["start_s"]

    @property
    def stop_s(self) -> float:
        """The end of its last interval."""
        return _stop_s(self.rows[-1])

    @property
    def still_share(self) -> float:
        """The share of its time in which this machine stood still."""
        lengths = [(row.document["length_s"], row.document["disturbed"]) for row in self.rows]
        return sum(s for s, disturbed in lengths if disturbed) / sum(s for s, _ in lengths)


@dataclass(frozen=True)
class _Strip:
    """The rows of one search: its Runs from the bottom up, and the cells of each."""

    name: str
    evidence: Evidence
    goal: Objective
    in_time: bool
    runs: tuple[Run, ...]
    stretches: tuple[tuple[_Stretch, ...], ...]

    @property
    def cells(self) -> tuple[describe.Cell, ...]:
        """The cells of all rows."""
        return tuple(
            _cell(run, row, stretch, self.goal)
            for row, (run, each) in enumerate(zip(self.runs, self.stretches, strict=True))
            for stretch in each
        )


def chart(evidence: Evidence) -> describe.Chart | None:
    """The chart of one search. None without a bound on latency, for Points, for single Runs, and
    where no distributions of intervals were kept."""
    strip = None if evidence.points else _strip("", evidence, MAX_CELLS)
    return None if strip is None else _chart_of([strip])


def chart_of_lines(lines: Sequence[tuple[str, Evidence]]) -> describe.Chart | None:
    """The chart of several searches, by name: a panel for each, of which a page shows one at a
    time. None for more than MAX_LINES, and where their objectives differ, since one colour would
    have two meanings."""
    if len(lines) > MAX_LINES:
        return None
    found = [_strip(name, each, MAX_CELLS // len(lines)) for name, each in lines]
    strips = [strip for strip in found if strip is not None]
    if len({strip.goal.single for strip in strips}) != 1:
        return None
    return _chart_of(strips)


def _strip(name: str, evidence: Evidence, max_cells: int) -> _Strip | None:
    goal = evidence.objective
    by_rate, _ = charts.runs_by_rate(evidence)
    if goal is None or not MIN_RUNS <= len(by_rate) <= MAX_RUNS:
        return None
    in_time = search_end.decide(evidence).code == "target_changed"
    # A category axis begins at the bottom, and the first Run of a list is expected on top.
    shown = sorted(by_rate, key=lambda run: run.row.id, reverse=True) if in_time else by_rate
    intervals = {run.row.id: _measure_intervals(run) for run in shown}
    shown = [run for run in shown if intervals[run.row.id]]
    if len(shown) < MIN_RUNS:
        return None
    width_s = _cell_width_s([intervals[run.row.id] for run in shown], max_cells)
    stretches = tuple(tuple(_stretches(intervals[run.row.id], width_s)) for run in shown)
    strip = _Strip(name, evidence, goal, in_time, tuple(shown), stretches)
    return None if all(math.isnan(cell.value) for cell in strip.cells) else strip


def _chart_of(strips: Sequence[_Strip]) -> describe.Chart:
    every = [each for strip in strips for each in strip.stretches]
    return describe.Chart(
        "slow-intervals",
        _title(strips[0].goal, every),
        describe.Axis(
            message("time-axis"),
            "seconds",
            low=0.0,
            high=max(stretch.x_to for each in every for stretch in each),
        ),
        tuple(map(_panel, strips)),
        tuple(_notes(strips[0].evidence, strips[0].goal, every)),
    )


def _panel(strip: _Strip) -> describe.Panel:
    goal, shown = strip.goal, strip.runs
    name = message("share-above-bound", bound=units.nanos(goal.bound_ns))
    still = message("legend-machine-stood-still")
    allowed = _allowed_share(goal)
    palest = (_USUAL_ALLOWED if allowed is None else allowed) / _BELOW_ALLOWED
    series: list[describe.Series] = [
        describe.Heat(name, "share", strip.cells, log=True, scale=(palest, 1.0), hatching=still)
    ]
    if not strip.in_time:
        series += _line_rules(strip.evidence, shown)
    if pauses := tuple(_pauses(shown)):
        series.append(describe.Marks(message("legend-storage-paused"), "cross", pauses, 3))
    order = "time" if strip.in_time else "rate"
    y = describe.categories(
        message("rate-of-each-run", order=order),
        tuple(units.rate(run.offered_rate) for run in shown),
    )
    drawn = panel(y, series, _ROW_PX * len(shown) + _AXIS_PX, strip.name)
    if not strip.name:
        return drawn
    return replace(drawn, title=message("named", name=strip.name, text=y.label))


def count_slow(run: Run, rows: Sequence[IntervalRow], goal: Objective) -> SlowCount | None:
    """Counts the operations of these intervals above the bound of an objective. None where neither
    distributions nor counts were kept.

    Distributions are of all kinds of operations, so an objective for one kind uses the counts that
    the Run kept for it."""
    if goal.kind == "all":
        some = [row for row in rows if timed_operations(row.document)]
        blobs = [blob for row in some if (blob := _distribution(row, goal)) is not None]
        if len(blobs) == len(some):
            return SlowCount(*histogram.beyond(blobs, int(goal.bound_ns))) if blobs else None
    own = [objective.single for objective in parse_objectives(run.spec["stop"].get("objective"))]
    counts = [row.document["objectives"] for row in rows]
    if goal.single not in own or any(len(each) != len(own) for each in counts):
        return None
    at = own.index(goal.single)
    return SlowCount(
        sum(each[at]["judged"] for each in counts), sum(each[at]["exceeded"] for each in counts)
    )


def _distribution(row: IntervalRow, goal: Objective) -> bytes | None:
    return row.response_time if goal.metric == "response_time" else row.completion_latency


def _measure_intervals(run: Run) -> list[IntervalRow]:
    return [
        row
        for row in run.rows()
        if row.document["phase"] == "measure" and row.document["length_s"] > 0
    ]


def _stop_s(row: IntervalRow) -> float:
    return row.document["start_s"] + row.document["length_s"]


def _cell_width_s(runs: Sequence[Sequence[IntervalRow]], max_cells: int) -> float:
    """The width of the cells: a quarter second, or the multiple of it at which no more than
    MAX_COLUMNS and `max_cells` are left."""
    lengths = [_stop_s(rows[-1]) for rows in runs]
    quarters = math.ceil(max(lengths) / QUARTER_S / MAX_COLUMNS)
    while (
        sum(
            min(len(rows), math.ceil(length / (quarters * QUARTER_S)))
            for rows, length in zip(runs, lengths, strict=True)
        )
        > max_cells
    ):
        quarters += 1
    return quarters * QUARTER_S


def _stretches(rows: Sequence[IntervalRow], width_s: float) -> list[_Stretch]:
    """The cells of a Run. Short intervals share the cell that their middle lies in, long ones have
    a cell of their own. A remainder shorter than half a cell joins the last one: alone it would
    show noise."""

    def place(row: IntervalRow) -> tuple[float, float]:
        start_s, length_s = row.document["start_s"], row.document["length_s"]
        if length_s > width_s + _SEAM_S:
            return start_s, start_s + length_s
        number = int((start_s + length_s / 2) / width_s)
        return number * width_s, (number + 1) * width_s

    found = [_Stretch(*edges, tuple(each)) for edges, each in groupby(rows, place)]
    if len(found) > 1 and found[-1].stop_s - found[-1].start_s < (found[-1].x_to - found[-1].x) / 2:
        last, rest = found[-2], found.pop()
        found[-1] = _Stretch(last.x, last.x_to, (*last.rows, *rest.rows))
    return found


def _cell(run: Run, row: int, stretch: _Stretch, goal: Objective) -> describe.Cell:
    # Where some of the time is left out, the share is that of the rest.
    well = [each for each in stretch.rows if not each.document["disturbed"]]
    still = stretch.still_share
    hatched = still >= HATCHED_SHARE
    found = count_slow(run, stretch.rows if hatched or not well else well, goal)
    share = None if found is None else found.share
    hover = [
        (message("hover-run"), language.listing((str(run.row.id), role_words(run.row.role)))),
        (message("hover-offered"), records.iops(run.offered_rate)),
        (
            message("hover-time"),
            message(
                "seconds-within",
                low=units.significant(stretch.start_s, 4),
                high=units.significant(stretch.stop_s, 4),
            ),
        ),
        (message("share-above-bound", bound=units.nanos(goal.bound_ns)), units.share(share)),
        ("n", units.count(found.operations) if found is not None else units.DASH),
    ]
    if still:
        hover.append((message("hover-stood-still"), units.share(still)))
    return describe.Cell(
        stretch.x,
        stretch.x_to,
        row - _ROW_HALF,
        row + _ROW_HALF,
        describe.GAP if share is None else share,
        hover=tuple(hover),
        run=run.row.id,
        marked=message("cell-stood-still") if hatched else "",
    )


def _pauses(shown: Sequence[Run]) -> Iterator[describe.At]:
    """The pauses of the storage, at their middle in the row of their Run."""
    for row, run in enumerate(shown):
        time = run.record_or_empty["storage_time"]
        for pause in time["listed"] if time else ():
            length = (message("hover-pause"), units.seconds(pause["length_s"]))
            yield describe.At(
                pause["start_s"] + pause["length_s"] / 2, float(row), (length,), run=run.row.id
            )


def _line_rules(evidence: Evidence, shown: Sequence[Run]) -> list[describe.RuleY]:
    """The load line, between the highest Run at or below it and the next one."""
    return [
        describe.RuleY(rule.name, sum((run.offered_rate or 0.0) <= rule.x for run in shown) - 0.5)
        for rule in charts.line_rules(search_end.decide(evidence))
    ]


def _allowed_share(goal: Objective) -> float | None:
    """The share of operations that an objective on a percentile allows above its bound; None for
    a mean."""
    try:
        return 1 - float(goal.figure.removeprefix("p").replace("_", ".")) / 100
    except ValueError:
        return None


def _title(goal: Objective, stretches: Sequence[Sequence[_Stretch]]) -> str:
    widths = [stretch.x_to - stretch.x for each in stretches for stretch in each]
    shortest, longest = min(widths), max(widths)
    lengths = "several"
    if longest - shortest <= _SEAM_S:
        lengths = "quarter" if longest <= QUARTER_S + _SEAM_S else "equal"
    return message(
        "slow-intervals-title",
        lengths=lengths,
        shortest=units.seconds(shortest),
        longest=units.seconds(longest),
        operations=workload_text.operations(goal.kind) or "all",
        bound=units.nanos(goal.bound_ns),
    )


def _notes(
    evidence: Evidence, goal: Objective, stretches: Sequence[Sequence[_Stretch]]
) -> Iterator[describe.Note]:
    allowed = _allowed_share(goal)
    yield describe.Note(
        message(
            "cells-show-share",
            latency=records.metric_words(goal.metric),
            bound=units.nanos(goal.bound_ns),
            allowed="none" if allowed is None else units.share(allowed),
        ),
        keep=True,
    )
    every = [stretch for each in stretches for stretch in each]
    most = max(sum(sealed_count(row.document) for row in stretch.rows) for stretch in every)
    if most > 1:
        yield describe.Note(message("intervals-merged", most=most), keep=True)
    if any(0 < stretch.still_share < 1 for stretch in every):
        share = units.share(HATCHED_SHARE)
        yield describe.Note(message("hatched-from", share=share), keep=True)
    if len(evidence.objectives) > 1:
        yield describe.Note(message("first-objective-drawn"), keep=True)
