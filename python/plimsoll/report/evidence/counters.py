"""Collected counters: each over the offered rate, and over the time of the final hold.

A counter that only rises (bytes read) is shown as a rate. Names that end as Prometheus
prescribes (`_total`, `_count`, `_sum`, `_bucket`) declare that; others are taken to rise when
they never fell in any Run, and are drawn both ways, since a gauge may rise by chance. Missing
values are gaps: no line crosses them and they never count as zero."""

from __future__ import annotations

import math
import re
import statistics
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from plimsoll.base import language, units
from plimsoll.collect import Tally, losses
from plimsoll.report.describe import (
    GAP,
    At,
    Axis,
    Chart,
    Column,
    Facts,
    Line,
    Marks,
    Note,
    Panel,
    RuleX,
    Table,
)
from plimsoll.report.evidence import records
from plimsoll.report.evidence.properties import role_words
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.records import Record
    from plimsoll.store import CollectorRow, Store

    Points = list[tuple[float, float]]
    Key = tuple[int, str]

HOST = "host"
"""The kind of collector by which a host reports its own state."""
MAX_PANELS = 12
"""Panels of counters in a chart; the table names the rest."""
_HEIGHT = 84
# More values than this are drawn as means of so many equal parts of Measure.
_MOST_POINTS, _PARTS = 600, 300
# A step longer than this many usual ones is a gap.
_GAP_STEPS = 2.5
_RISING_SUFFIXES = ("_total", "_count", "_sum", "_bucket")


@dataclass(frozen=True)
class Counter:
    """A counter of a collector, over all Runs of the campaign."""

    collector_id: int
    name: str
    label: str
    rises: Literal["no", "seen", "declared"]
    varies: bool


@dataclass(frozen=True)
class Inside:
    """A counter inside the Measure of one Run: seconds since its start, and value."""

    points: Points
    length_s: float

    def mean(self, *, rate: bool) -> float | None:
        """The mean of the values, or the rise per second; none where there are too few."""
        if not rate:
            return statistics.fmean(value for _, value in self.points) if self.points else None
        steps = _rises(self.points)
        seconds = math.fsum(after - before for before, after, _ in steps)
        return math.fsum(rise for *_, rise in steps) / seconds if seconds > 0 else None


@dataclass(frozen=True)
class CollectedCounters:
    """All collected counters of a campaign, cut to Measure."""

    collectors: tuple[CollectorRow, ...]
    counters: tuple[Counter, ...]
    inside: dict[int, dict[Key, Inside]]
    """By Run."""
    placed: bool
    """Whether the records state when Measure began. Otherwise figures cover whole Runs."""
    tallies: dict[int, tuple[Tally, str | None]]
    """By collector: the sums over all Runs, and why the collector ended early."""

    def panel_choice(self) -> tuple[list[tuple[Counter, bool]], int]:
        """The counters to draw, each with whether it is drawn as a rate; and how many are left
        out."""
        ways = {"no": (False,), "seen": (False, True), "declared": (True,)}
        chosen: list[tuple[Counter, bool]] = []
        for left, counter in enumerate(
            ordered := sorted(self.counters, key=lambda c: not c.varies)
        ):
            panels = [(counter, rate) for rate in ways[counter.rises]]
            if len(chosen) + len(panels) > MAX_PANELS:
                return chosen, len(ordered) - left
            chosen += panels
        return chosen, 0


def gather(store: Store, evidence: Evidence) -> CollectedCounters | None:
    """Reads the collected counters; None without any."""
    # Host counters are drawn in the grid of hosts.
    every = store.counters.collectors(evidence.campaign.id)
    collectors = tuple(row for row in every if row.kind != HOST)
    if not collectors:
        return None
    inside: dict[int, dict[Key, Inside]] = {}
    looks: dict[Key, _Look] = {}
    tallies: dict[int, tuple[Tally, str | None]] = {row.id: (Tally(), None) for row in collectors}
    starts = [_start(run.record_or_empty) for run in evidence.measured_runs]
    placed = any(start is not None for start in starts)
    for run in evidence.runs:
        for row in store.counters.collector_summaries(run.row.id):
            if row.collector_id not in tallies:
                continue
            known, ended = tallies[row.collector_id]
            known.add(
                Tally(
                    **{f.name: row.summary[f.name] for f in fields(Tally) if f.name in row.summary}
                )
            )
            tallies[row.collector_id] = known, ended or row.summary.get("ended")
        record = run.record
        if record is None:
            continue
        # The length of an imported Run may be unknown.
        start, length = _start(record), record["measure_s"] or math.inf
        for counter in store.counters.of_run(run.row.id):
            if counter.collector_id not in tallies or not counter.points:
                continue
            if placed and start is None:
                continue
            zero = counter.points[0][0] if start is None else start
            all_points = [((t_ns - zero) / 1e9, value) for t_ns, value in counter.points]
            points = (
                all_points
                if start is None
                else [point for point in all_points if 0 <= point[0] <= length]
            )
            key = (counter.collector_id, counter.name)
            looks.setdefault(key, _Look()).see(points)
            inside.setdefault(run.row.id, {})[key] = Inside(points, length)
    numbers = {row.id: number for number, row in enumerate(collectors, 1)}
    counters = tuple(
        Counter(
            collector_id=key[0],
            name=key[1],
            label=key[1]
            if len(collectors) == 1
            else message("counter-of", counter=key[1], collector=numbers[key[0]]),
            rises=look.rises(key[1]),
            varies=look.low < look.high,
        )
        for key, look in sorted(looks.items(), key=lambda found: found[0][0])
    )
    return CollectedCounters(collectors, counters, inside, placed, tallies)


def _start(record: Record) -> int | None:
    """When Measure began, on the clock of the counters; for an imported Run the time of day."""
    if records.import_source(record):
        return record["started_at_ns"]
    return record["measure_started_ns"]


@dataclass
class _Look:
    """Range and direction of a counter over all Runs."""

    low: float = math.inf
    high: float = -math.inf
    steps_up: int = 0
    fell: bool = False

    def see(self, points: Points) -> None:
        for (_, before), (_, after) in pairwise(points):
            self.steps_up += after > before
            self.fell = self.fell or after < before
        self.low = min([self.low, *(value for _, value in points)])
        self.high = max([self.high, *(value for _, value in points)])

    def rises(self, name: str) -> Literal["no", "seen", "declared"]:
        if name.partition("{")[0].endswith(_RISING_SUFFIXES):
            return "declared"
        # A single step up is chance; raw values are drawn beside the rate anyway.
        return "seen" if self.steps_up >= 3 and not self.fell else "no"


def _rises(points: Points) -> list[tuple[float, float, float]]:
    """Start, end and size of each rise. A fall restarts the counter, so its rise is unknown and
    skipped."""
    latest = dict(points)  # of several values at one instant the last
    return [
        (a, b, after - before)
        for (a, before), (b, after) in pairwise(sorted(latest.items()))
        if after >= before
    ]


def over_rate(
    collected: CollectedCounters, runs: Sequence[Run], joined: Iterable[Run], beside: Chart
) -> Chart | None:
    """The mean of each counter in each Run's Measure over the offered rate; None when nothing
    can be drawn."""
    if not collected.placed:
        return None
    rules = tuple(
        RuleX("", s.x, s.to, s.dash) for s in beside.panels[0].series if isinstance(s, RuleX)
    )
    chosen, left = collected.panel_choice()
    line_through = list(joined)
    panels = []
    for counter, rate in chosen:
        key = (counter.collector_id, counter.name)
        found = {
            run.row.id: i
            for run in runs
            if (i := collected.inside.get(run.row.id, {}).get(key)) is not None
        }
        means = {
            run_id: mean for run_id, i in found.items() if (mean := i.mean(rate=rate)) is not None
        }
        if not means:
            continue
        marks = tuple(
            At(
                run.offered_rate or 0.0,
                means[run.row.id],
                _hover(run, found[run.row.id], means[run.row.id], rate=rate),
            )
            for run in runs
            if run.row.id in means
        )
        line = tuple(
            At(run.offered_rate or 0.0, means.get(run.row.id, GAP)) for run in line_through
        )
        name = message("line-rise") if rate else records.figure_words("mean")
        panels.append(
            _panel(counter, rate, (*rules, *_line(name, line), Marks("", "dot", marks, 0)), marks)
        )
    if not panels:
        return None
    basis = Note(message("means-over-measure"), keep=True)
    title = message("counters-over-rate")
    return Chart(
        "counters-over-rate", title, beside.x, tuple(panels), (basis, *_left_out_note(left))
    )


def over_time(collected: CollectedCounters, run: Run, beside: Chart) -> Chart | None:
    """Each counter during one Run, on the axis of its intervals; None when nothing can be drawn."""
    if not collected.placed:
        return None
    chosen, left = collected.panel_choice()
    panels, binned = [], False
    for counter, rate in chosen:
        inside = collected.inside.get(run.row.id, {}).get((counter.collector_id, counter.name))
        if inside is None:
            continue
        points, thinned = _thin_points(inside, rate=rate)
        binned = binned or thinned
        line = _with_gaps(points, rate=rate)
        marks = tuple(at for at in line if not math.isnan(at.y))
        if marks:
            panels.append(
                _panel(
                    counter,
                    rate,
                    (
                        *_line(message("line-rise") if rate else message("line-value"), line),
                        Marks("", "dot", marks, 0),
                    ),
                    marks,
                )
            )
    if not panels:
        return None
    notes = [
        Note(message("counters-of-run", run=run.row.id), keep=True),
        Note(message("gaps-where-missing")),
    ]
    if binned:
        notes.append(Note(message("means-of-parts", n=_PARTS)))
    title = message("counters-over-time")
    return Chart(
        "counters-over-time", title, beside.x, tuple(panels), (*notes, *_left_out_note(left))
    )


def _panel(
    counter: Counter, rate: bool, series: tuple[Line | Marks | RuleX, ...], marks: tuple[At, ...]
) -> Panel:
    title = message("rise-of", counter=counter.label) if rate else counter.label
    low, high = _ends(counter, [at.y for at in marks], rate=rate)
    if low > 0:
        title = message("axis-not-from-zero", title=title)
    return Panel(title, Axis(title, "plain", low=low, high=high), series, _HEIGHT)


def _line(name: str, points: tuple[At, ...]) -> tuple[Line, ...]:
    """A line that starts and ends with a value; nothing without values."""
    values = [number for number, at in enumerate(points) if not math.isnan(at.y)]
    return (
        (Line(name, points[values[0] : values[-1] + 1], 0, "solid", wide=True),) if values else ()
    )


def _with_gaps(points: Points, *, rate: bool) -> tuple[At, ...]:
    """The values, or their rises per second in the middle of each step, with a gap where values are
    missing."""
    steps = [b - a for (a, _), (b, _) in pairwise(points) if b > a]
    longest = _GAP_STEPS * statistics.median(steps) if steps else 0.0
    if not rate:
        line = [At(*points[0])] if points else []
        for (a, _), (b, value) in pairwise(points):
            if b - a > longest:
                line.append(At((a + b) / 2, GAP))
            line.append(At(b, value))
        return tuple(line)
    line, end = [], None
    for a, b, rise in _rises(points):
        if b - a > longest:
            continue
        if end is not None and a > end:
            line.append(At(a, GAP))
        line.append(At((a + b) / 2, rise / (b - a)))
        end = b
    return tuple(line)


def _thin_points(inside: Inside, *, rate: bool) -> tuple[Points, bool]:
    """The points, or means over equal parts when there are too many (last values for rising
    counters), and whether they were thinned."""
    if len(inside.points) <= _MOST_POINTS:
        return inside.points, False
    parts: dict[int, Points] = {}
    for t_s, value in inside.points:
        parts.setdefault(min(int(t_s / inside.length_s * _PARTS), _PARTS - 1), []).append(
            (t_s, value)
        )
    if rate:
        return [part[-1] for part in parts.values()], True
    return [
        ((n + 0.5) * inside.length_s / _PARTS, statistics.fmean(v for _, v in p))
        for n, p in parts.items()
    ], True


def _ends(counter: Counter, values: list[float], *, rate: bool) -> tuple[float, float]:
    """The ends of an axis. Rates start at zero and shares end at their whole; the height of a
    rising total has no meaning."""
    if rate and min(values) >= 0:
        return 0.0, max(values) * 1.1 or 1.0
    whole = None if rate or counter.rises != "no" else _whole(counter.name)
    if whole is not None and min(values) >= 0 and max(values) <= whole:
        return 0.0, whole
    return _range(values, rises=counter.rises == "seen" and not rate)


def _whole(name: str) -> float | None:
    """The whole of a share, by the name of its counter; None for other counters."""
    words = set(re.split(r"[^a-z%]+", name.partition("{")[0].casefold()))
    return 100.0 if words & _PERCENT else 1.0 if words & _RATIO else None


_PERCENT = {"percent", "percentage", "pct", "%"}
_RATIO = {"ratio", "utilization", "utilisation", "share"}
"""Prometheus only defines `ratio`: https://prometheus.io/docs/practices/naming/#base-units"""


def _range(values: list[float], *, rises: bool = False) -> tuple[float, float]:
    """A range from zero, or close around the values when all lie within a tenth of the largest."""
    low, high = min(values), max(values)
    if low >= 0 and low <= high * (0.5 if rises else 0.9):
        return 0.0, high * 1.1 or 1.0
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        # Equal up to rounding of a division.
        return (0.0, high * 1.25) if high > 0 else (low * 1.25, 0.0)
    beyond = (high - low) * 0.15
    # Values that are never negative get no negative axis.
    return max(0.0, low - beyond) if low >= 0 else low - beyond, high + beyond


def _hover(run: Run, inside: Inside, mean: float, *, rate: bool) -> tuple[tuple[str, str], ...]:
    values = [value for _, value in inside.points]
    return (
        (message("hover-run"), language.listing((str(run.row.id), role_words(run.row.role)))),
        (message("hover-offered"), records.iops(run.offered_rate)),
        (message("hover-rise") if rate else records.figure_words("mean"), units.plain(mean)),
        (
            message("hover-spread"),
            message("ends", low=units.plain(min(values)), high=units.plain(max(values))),
        ),
        ("n", units.count(len(values))),
    )


def _left_out_note(left: int) -> tuple[Note, ...]:
    return (Note(message("not-drawn", n=left), keep=True),) if left else ()


def tables(collected: CollectedCounters, run: Run | None) -> tuple[Table | Facts, ...]:
    """A table of every counter in the Run shown over time, and the state of each collector."""
    return (*(_figures(collected, run) if run is not None else ()), _collectors(collected))


def _figures(collected: CollectedCounters, run: Run) -> tuple[Table, ...]:
    if not collected.counters:
        return ()
    columns = (
        Column(message("column-counter"), number=False),
        Column("n"),
        Column(message("column-mean")),
        Column(message("column-lowest")),
        Column(message("highest")),
        Column(message("column-rise")),
    )
    rows = []
    for counter in collected.counters:
        inside = collected.inside.get(run.row.id, {}).get(
            (counter.collector_id, counter.name), Inside([], 0.0)
        )
        values = [value for _, value in inside.points]
        rise = None if counter.rises == "no" else inside.mean(rate=True)
        figures = (
            inside.mean(rate=False),
            min(values, default=None),
            max(values, default=None),
            rise,
        )
        rows.append(
            (counter.label, units.count(len(values)), *(units.plain(figure) for figure in figures))
        )
    caption = message("counters-caption", run=run.row.id)
    if not collected.placed:
        caption = message("counters-of-whole-run", run=run.row.id)
    return (Table(message("collected-counters", n=len(rows)), columns, tuple(rows), caption),)


def _collectors(collected: CollectedCounters) -> Facts:
    items = []
    for number, row in enumerate(collected.collectors, 1):
        tally, ended = collected.tallies[row.id]
        source = row.source
        if row.every_s is not None:
            source = message("source-every", source=source, time=units.seconds(row.every_s))
        facts = [source, message("values-kept", n=units.count(tally.values)), *losses(tally)]
        facts += [
            message("first-failure", why=why)
            for why in (tally.first_bad, tally.first_failed)
            if why
        ]
        facts += [ended] if ended else []
        items.append((f"{number}, {row.kind}", "; ".join(facts)))
    return Facts(message("collectors"), tuple(items))
