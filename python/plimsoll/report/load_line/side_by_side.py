"""Several load lines side by side: the answer, their rates by property, their curves and a table.

A rate that no hold confirmed is never reported as a load line: it has its own name and mark."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from plimsoll.base import limiter_text, units, workload_text
from plimsoll.report.common import answer
from plimsoll.report.common import curves as curve_panels
from plimsoll.report.common.curves import KNEE, PanelFigure
from plimsoll.report.common.panels import log_axis, objective, panel
from plimsoll.report.describe import (
    At,
    Axis,
    Chart,
    Column,
    Figure,
    Line,
    Marks,
    Note,
    Panel,
    Series,
    Slicer,
    Table,
    categories,
)
from plimsoll.report.evidence import records, sample_counts, search_end
from plimsoll.report.first import full, search_text
from plimsoll.report.load_line import first

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.report.evidence.evidence import Evidence, Objective
    from plimsoll.report.evidence.records import Metric
    from plimsoll.report.load_line.lines import ReportLine

_MAX_LISTED = 4
"""Most lines that the answer lists one by one; with more it names the range."""


def _example_figure(found: Sequence[ReportLine]) -> str:
    """A figure for an example objective that these Runs have."""
    return "p99" if metric_of(found) == "response_time" else "p99(completion_latency)"


def by(found: Sequence[ReportLine]) -> str:
    """The properties that the lines differ in; empty without any."""
    return ", ".join(dict.fromkeys(name for line in found for name in line.differs))


def title(found: Sequence[ReportLine]) -> str:
    """The title of the report."""
    targets = list(
        dict.fromkeys(
            str(line.evidence.first["spec"]["target"]["name"])
            for line in found
            if line.evidence.measured_runs
        )
    )
    targets_text = targets[0] if len(targets) == 1 else f"{len(targets)} targets"
    searched = any(line.searched for line in found)
    subject = "Load lines" if searched else f"{latency(found).capitalize()} over offered rate"
    if all(line.is_closed_loop for line in found):
        subject = "Closed loops"
    apart = ", ".join(
        name for name in by(found).split(", ") if name != "target" or len(targets) == 1
    )
    return f"{subject} of {targets_text}" + (f", by {apart}" if apart else "")


def metric_of(found: Sequence[ReportLine]) -> Metric:
    """The main latency of all lines: completion latency once a Run is imported."""
    metrics = {line.evidence.metric for line in found}
    return "completion_latency" if "completion_latency" in metrics else "response_time"


def latency(found: Sequence[ReportLine]) -> str:
    """The main latency of all lines in words."""
    return records.metric_words(metric_of(found))


def headline(found: Sequence[ReportLine]) -> str:
    """The positions of the lines, highest first, after the names of searches without one; of one
    line its full answer; or that there are none."""
    searched = [line for line in found if line.searched]
    if found and all(line.is_closed_loop for line in found):
        loops = "this is a closed loop" if len(found) == 1 else f"{len(found)} closed loops"
        return f"No load line was searched: {loops}."
    if not searched:
        return (
            "No load line was searched:"
            f" {'this is a curve' if len(found) == 1 else f'these are {len(found)} curves'} of Runs"
            " at fixed offered rates."
        )
    if len(searched) == 1:
        return full.headline(searched[0].evidence)
    sentence = first.summary(found).headlines[0]
    without = [line.name for line in searched if line.end.main_rate_per_s is None]
    if not 0 < len(without) < len(searched):
        return sentence
    return f"No load line of {', '.join(without)}. {sentence}"


def because(found: Sequence[ReportLine]) -> tuple[str, ...]:
    """Sentences below the answer: overlapping intervals, limiters, and why searches have no
    line."""
    sentences = []
    held = sorted(
        (line for line in found if line.low is not None), key=lambda line: -(line.low or 0.0)
    )
    close = [
        f"{a.name} and {b.name}"
        for a, b in pairwise(held)
        if b.high is None or b.high >= (a.low or 0.0)
    ]
    if close and len({line.evidence.objective_words for line in held}) == 1:
        sentences.append(
            f"The intervals overlap, so which is higher is not known: {'; '.join(close)}."
        )
    sentences += _limited_by(found)
    memory = [line.name for line in found if line.evidence.answer.is_cached]
    if memory:
        sentences.insert(
            0,
            "The page cache answered, so these speak about memory, not the storage:"
            f" {', '.join(memory)}.",
        )
    sentences += [
        f"{line.name}: {full.headline(line.evidence)}"
        for line in found
        if (line.searched or line.is_closed_loop)
        and line.low is None
        and line.estimate is None
        and line.bounds[0] is None
    ]
    if any(not line.is_closed_loop for line in found) and not any(line.searched for line in found):
        where = f"{found[0].evidence.store_path}#{found[0].evidence.campaign.id}"
        sentences.append(
            "These Runs had no objective. To read a line for one from them: plimsoll find --from "
            f"{where} --objective '{_example_figure(found)} <= 5ms'."
        )
    if read := [line for line in found if line.evidence.answer.read_from_runs]:
        sentences.append(_basis(read))
        sentences += [
            f"{line.name}: {event.words}."
            for line in read
            for event in line.evidence.answer.events
            if event.kind in _SWEEP_EVENTS
        ]
    if lost := count_failures(found).words:
        sentences.insert(0, f"{lost}, which no response time shows.")
    return tuple(sentences)


def _limited_by(found: Sequence[ReportLine]) -> list[str]:
    """The limiters as a sentence; empty when none is known."""
    limiters = {line.name: _limiter(line.evidence) for line in found if line.searched}
    values = {value for value in limiters.values() if value}
    if len(values) == 1 and None not in limiters.values():
        [value] = values
        if value == "unknown":
            return ["Who set the limits was not determined."]
        return [f"All limited by {limiter_text.words(value)}."]
    each = (
        f"{name}: {limiter_text.words(value) if value else 'not determined'}"
        for name, value in limiters.items()
    )
    return [f"Limited by: {'; '.join(each)}."] if values else []


def _limiter(evidence: Evidence) -> str | None:
    limit = search_end.limit(evidence)
    return None if limit is None else limit.of_line


_SWEEP_EVENTS = ("machine_was_busy", "non_monotone", "runs_left_out", "rejudged")
"""Events of lines read from Runs that readers need."""


def _basis(read: Sequence[ReportLine]) -> str:
    """The basis of lines that were read from Runs."""
    runs = sum(
        1 for line in read for run in line.evidence.measured_runs if run.offered_rate is not None
    )
    confirmed = sum(line.low is not None and line.high is not None for line in read)
    lines = "The line is" if len(read) == 1 else f"{len(read)} lines are"
    grades = (
        ""
        if confirmed == len(read)
        else (" An estimate is the median and the 95 % interval of what all its Runs support.")
    )
    return (
        f"{lines} read from {answer.runs(runs)} at fixed offered rates; nothing was"
        f" searched.{grades}"
    )


def count_failures(found: Sequence[ReportLine]) -> sample_counts.FailureCounts:
    """Failed operations over the Runs of all lines."""
    return sample_counts.count_failures(
        {run.row.id: run for line in found for run in line.evidence.measured_runs}.values()
    )


def figures(found: Sequence[ReportLine]) -> tuple[Figure, ...]:
    """The figure of each line, when they are few, and the test time."""
    figures_of_lines = [*count_failures(found).figures("all Runs")]
    known = [report_line for report_line in found if report_line.end.main_rate_per_s is not None]
    for report_line in known if len(known) <= _MAX_LISTED else ():
        line = search_text.of(report_line.evidence).figures[0]
        name = f"{line.name[:1].lower()}{line.name[1:]}"
        plan = ""
        if report_line.end.usable and report_line.end.code != "at_least":
            plan = f"; plan with {units.rate(report_line.end.plan)}"
        figures_of_lines.append(
            replace(line, name=report_line.name, basis=f"{name}: {line.basis}{plan}")
        )
    return (
        *figures_of_lines,
        *answer.test_time([run for line in found for run in line.evidence.measured_runs]),
    )


def panel_figures(found: Sequence[ReportLine]) -> tuple[PanelFigure, ...]:
    """The figures to draw over the offered rate: those of objectives, the deciding one first,
    then the usual ones."""
    promised: dict[tuple[str, str, str], list[float]] = {}
    for line in found:
        for promise in line.evidence.objectives:
            bounds = promised.setdefault((promise.figure, promise.kind, promise.metric), [])
            if promise.bound_ns not in bounds:
                bounds.append(promise.bound_ns)
    panels = [
        PanelFigure(figure, kind, metric, tuple(bounds))
        for (figure, kind, metric), bounds in promised.items()
    ]
    panels.sort(key=lambda panel: -_nearest(panel, found))
    known = {(figure.figure, figure.kind, figure.metric) for figure in panels}
    kind, metric = (panels[0].kind, panels[0].metric) if panels else ("all", metric_of(found))
    panels += [
        PanelFigure(name, kind, metric)
        for name in ("p99", "mean", "p95", "p50")
        if (name, kind, metric) not in known
    ]
    return tuple(panels)


def _nearest(panel: PanelFigure, found: Sequence[ReportLine]) -> float:
    """How close the figure came to its bound at any load line: the closest one decided the line."""
    held = [line.hold for line in found if line.hold is not None]
    values = [run.figure(panel.kind, panel.metric, panel.figure) or 0.0 for run in held]
    return max((value / max(panel.bounds) for value in values), default=0.0)


def curves(
    found: Sequence[ReportLine], *, most: int | None = None, height: int = 260
) -> Chart | None:
    """Response time over offered rate, one line each. `most` panels; None for all of them and
    the achieved rate."""
    return curve_panels.chart(
        [line.curve() for line in found],
        panel_figures(found)[:most],
        name="lines",
        title=f"{latency(found).capitalize()} over offered rate, by {by(found) or 'search'}",
        more=(
            "At each rate a line passes through the Run with the most operations; Runs that are "
            "no evidence are not joined."
        ),
        achieved=most is None,
        height=height,
    )


def slicers(found: Sequence[ReportLine]) -> tuple[Slicer, ...]:
    """A slicer for every property that the lines differ in."""
    names = list(dict.fromkeys(name for line in found for name in line.differs))
    found_slicers = []
    for name in names:
        values = sorted(
            {line.differs[name] for line in found if name in line.differs},
            key=lambda v: (str(type(v[0])), v[0]),
        )
        runs = {
            run.row.id: line.differs[name][1]
            for line in found
            if name in line.differs
            for run in line.evidence.measured_runs
        }
        found_slicers.append(Slicer(name, tuple(dict.fromkeys(text for _, text in values)), runs))
    return tuple(found_slicers)


@dataclass(frozen=True)
class _Rates:
    """The rates of several lines in IOPS, each at the place of its line."""

    held: tuple[At, ...]
    probed: tuple[At, ...]
    """Lower ends that no hold confirmed."""
    guessed: tuple[At, ...]
    top: tuple[At, ...]
    full: tuple[At, ...]
    """The rates of `top` that are only lower bounds."""
    turn: tuple[At, ...]
    """Knees."""

    @property
    def reach(self) -> float:
        """The highest of them."""
        every = (self.held, self.top, self.turn, self.probed, self.guessed)
        return max((point.high or point.y for group in every for point in group), default=1.0)


def rates(found: Sequence[ReportLine], *, latency: bool = True, height: int = 220) -> Chart | None:
    """Load line, knee and maximum of each line, and response time there; None with fewer than
    two searched lines."""
    lines = [line for line in found if line.searched]
    if len(lines) < 2:
        return None
    ordered = by(lines) in ("read %", "block size")
    placed = _place_rates(lines, ordered=ordered)
    x = categories(by(lines).capitalize() or "Search", tuple(line.brief for line in lines))
    rate = Axis("Rate, IOPS", "rate", low=0.0, high=1.08 * placed.reach)
    panels = [panel(rate, _series(placed, ordered=ordered), height)]
    spans = _latency(lines, height) if latency else None
    panels += [spans] if spans else []
    short = [line.name for line in lines if line.low is None and line.estimate is None]
    sure = _confidence(lines)
    notes = [
        Note(
            "Whiskers are the interval of the load"
            f" line{'' if sure is None else f', {sure * 100:g} %'}.",
            keep=True,
        )
    ]
    if short:
        notes.append(Note(f"No line: {', '.join(short)}.", keep=True))
    return Chart(
        "rates", f"Load line and maximum by {by(lines) or 'search'}", x, tuple(panels), tuple(notes)
    )


def _place_rates(lines: Sequence[ReportLine], *, ordered: bool) -> _Rates:
    # Marks of one place stand side by side unless lines join them.
    beside = min(0.12, 0.03 * len(lines))
    aside = 0.0 if ordered else beside
    tops = [
        (line, At(n + aside, y, _hover(line), run=_run(line)))
        for n, line in enumerate(lines)
        if (y := search_end.maximum(line.evidence))
    ]
    return _Rates(
        held=tuple(
            At(n, line.low, _hover(line), low=line.low, high=line.high, run=_run(line))
            for n, line in enumerate(lines)
            if line.low is not None
        ),
        probed=tuple(
            At(n, low, _hover(line), run=_run(line))
            for n, line in enumerate(lines)
            if line.low is None and line.estimate is None and (low := line.evidence.load_line.low)
        ),
        guessed=tuple(
            At(n, ends[1], _hover(line), low=ends[0], high=ends[2], run=_run(line))
            for n, line in enumerate(lines)
            if (ends := line.estimate) is not None
        ),
        top=tuple(at for _, at in tops),
        full=tuple(at for line, at in tops if search_end.lower_bound(line.evidence)),
        turn=tuple(
            At(n - beside, y, _hover(line), run=_run(line))
            for n, line in enumerate(lines)
            if (y := line.evidence.answer.knee_per_s)
        ),
    )


def _series(rates: _Rates, *, ordered: bool) -> tuple[Series, ...]:
    sure = tuple(at for at in rates.top if at not in rates.full)
    series: list[Series] = []
    if ordered and len(rates.held) > 1:
        series += [
            Line("maximum", rates.top, 1, "dashed"),
            Line("load line", rates.held, 0, "solid", wide=True),
        ]
    series.append(Marks("maximum: closed loop, no objective", "hollow triangle", sure, 1))
    if rates.full:
        bound = (
            "at least this: the generator was saturated, or the search ended before it found a "
            "maximum"
        )
        series.append(Marks(bound, "arrow", rates.full, 1))
    line = "load line: highest rate held; the whisker ends at the lowest that was missed"
    series += [
        Marks(KNEE, "ring", rates.turn, 2),
        Marks(line, "diamond", rates.held, 0, large=True),
    ]
    if rates.guessed:
        estimated = "estimated, not confirmed: the whisker is its 95 % interval"
        series.append(Marks(estimated, "hollow diamond", rates.guessed, 0, large=True))
    if rates.probed:
        series.append(
            Marks("not confirmed: the lower end of what was found", "dash", rates.probed, 0)
        )
    return tuple(series)


def _latency(lines: Sequence[ReportLine], height: int) -> Panel | None:
    """Response time in the final hold, at the load line of each."""
    promises: list[Objective] = []
    for line in lines:
        promises += [promise for promise in line.evidence.objectives if promise not in promises]
    kind, metric = (promises[0].kind, promises[0].metric) if promises else ("all", metric_of(lines))
    groups, values = [], []
    for name, shape, colour in (("p99", "dot", 0), ("mean", "triangle", 2)):
        at = tuple(
            At(
                n,
                float(y),
                (*_hover(line), ("n", sample_counts.text(line.hold.counts(kind), metric))),
                run=_run(line),
            )
            for n, line in enumerate(lines)
            if line.hold is not None and (y := line.hold.figure(kind, metric, name))
        )
        values += [point.y for point in at]
        groups.append(Marks(f"{name} at the load line", shape, at, colour))  # type: ignore[arg-type]
    if not values:
        return None
    drawn = {(p.figure, p.bound_ns) for p in promises if (p.kind, p.metric) == (kind, metric)}
    rules = [objective(figure, bound) for figure, bound in sorted(drawn)]
    values += [rule.y for rule in rules]
    kind_words = workload_text.of_kind(kind)
    axis = log_axis(f"{metric.replace('_', ' ').capitalize()}{kind_words} at the load line", values)
    return panel(axis, (*rules, *groups), max(120, height - 60))


def _confidence(lines: Sequence[ReportLine]) -> float | None:
    confidences = {line.evidence.load_line.confidence for line in lines if line.low is not None}
    return confidences.pop() if len(confidences) == 1 else None


def _run(line: ReportLine) -> int | None:
    """A Run of the line, for slicers."""
    return next((run.row.id for run in line.evidence.measured_runs), None)


def _hover(line: ReportLine) -> tuple[tuple[str, str], ...]:
    return (
        ("line", line.name),
        *(
            (("recommended", f"{units.rate(_plan(line))} IOPS"), ("up to", units.rate(line.high)))
            if line.estimate is None
            else (
                ("estimated", f"{units.rate(line.estimate[1])} IOPS, not confirmed"),
                ("interval", f"{units.rate(line.estimate[0])} .. {units.rate(line.estimate[2])}"),
            )
        ),
        ("knee", units.rate(line.evidence.answer.knee_per_s)),
        (
            "maximum",
            f"{full.at_least(line.evidence)}{units.rate(search_end.maximum(line.evidence))}",
        ),
        ("Runs", units.count(len(line.evidence.measured_runs))),
    )


_BRIEF = (
    "Line",
    "Objective",
    "Recommended, IOPS",
    "Up to",
    "Knee",
    "Maximum",
    "Held for",
    "Limited by",
)


def brief(found: Sequence[ReportLine], *more: str) -> Table:
    """The most important columns of `table`, and those that are named."""
    whole = table(found)
    columns = [n for n, line in enumerate(whole.columns) if line.label in (*_BRIEF, *more)]
    return replace(
        whole,
        columns=tuple(whole.columns[n] for n in columns),
        rows=tuple(tuple(row[n] for n in columns) for row in whole.rows),
        caption="",
    )


def table(found: Sequence[ReportLine]) -> Table:
    """Every line with its interval, knee, maximum, horizon and limiter."""
    promised = {line.evidence.objective_words or "none" for line in found if line.searched}
    objective = {"Objective": lambda line: line.evidence.objective_words or "none"}
    columns: dict[str, Callable[[ReportLine], str]] = {
        "Line": lambda line: line.name,
        **(objective if len(promised) > 1 else {}),
        "Recommended, IOPS": lambda line: _interval(line)[0],
        "Up to": lambda line: _interval(line)[1],
        "Knee": _knee,
        "Maximum": _maximum,
        "Of maximum": _of_maximum,
        "Held for": _held_for,
        "Mean there": lambda line: _there(line, "mean"),
        "p99 there": lambda line: _there(line, "p99"),
        "Limited by": lambda line: (_limiter(line.evidence) or units.DASH).replace("_", " "),
        "Ended because": _end_text,
        "Runs": lambda line: units.count(len(line.evidence.measured_runs)),
        "Test time": lambda line: units.seconds(
            sum(run.spent_s for run in line.evidence.measured_runs)
        ),
    }
    texts = ("Line", "Objective", "Limited by", "Ended because")
    whole = Table.of(f"The lines ({len(found)})", found, columns, texts=texts, run=_run)
    caption = (
        f"{RATES} A dash: there is none, or it was not confirmed. Mean and p99 are of"
        f" {latency(found)} in the hold at the lower end of the line."
    )
    if any(ESTIMATE in cell for row in whole.rows for cell in row):
        caption += f" {ESTIMATE}: {ESTIMATE_NOTE}."
    if any(line.evidence.answer.read_from_runs for line in found):
        caption += " In a line read from a sweep, judged Runs of fixed length stand in for holds."
    if len(promised) == 1:
        caption += f" Objective: {promised.pop()}."
    return replace(whole, caption=caption)


def _knee(line: ReportLine) -> str:
    knee = line.evidence.answer.knee
    if knee is None:
        return units.DASH
    ends = f" ({units.rate(knee.low)} .. {units.rate(knee.high)})" if knee.low and knee.high else ""
    return f"{units.rate(knee.rate_per_s)}{ends}"


def _maximum(line: ReportLine) -> str:
    top = search_end.maximum(line.evidence)
    return units.DASH if top is None else f"{full.at_least(line.evidence)}{units.rate(top)}"


def _of_maximum(line: ReportLine) -> str:
    """The recommended share of the maximum; an upper bound when the maximum is a lower one."""
    top, plan = search_end.maximum(line.evidence), _plan(line)
    if plan is None or not top:
        return units.DASH
    return f"{'≤ ' if search_end.lower_bound(line.evidence) else ''}{units.share(plan / top)}"


def _held_for(line: ReportLine) -> str:
    horizon = line.evidence.load_line.horizon
    return units.DASH if line.low is None or horizon is None else units.seconds(horizon.seconds)


def _there(line: ReportLine, figure: str) -> str:
    """A figure of the hold at the lower end."""
    return units.DASH if line.hold is None else line.hold.required_measurement.main.text(figure)


def _end_text(line: ReportLine) -> str:
    if line.evidence.answer.read_from_runs:
        return "read from Runs"
    nothing = units.DASH if line.searched else "no objective was set"
    return search_text.reason(line.evidence) or nothing


ESTIMATE = "*"
"""The mark of an end that no hold confirmed."""
ESTIMATE_NOTE = (
    "not confirmed: of the 95 % interval of what all Runs of the line support, or (≥, ≤) a bound"
)
RATES = (
    "Recommended: the rate to plan with, at or above which a hold passed. Up to: the lowest rate at"
    " which one failed."
)


def _plan(line: ReportLine) -> float | None:
    """The rate to plan with; None where there is none."""
    return line.end.plan if line.end.usable else None


def _interval(line: ReportLine) -> tuple[str, str]:
    """The recommended rate and the upper end."""
    if line.bounds != (None, None):
        least, most = line.bounds
        return (units.DASH if least is None else f"≥ {units.rate(least)} {ESTIMATE}"), (
            units.DASH if most is None else f"≤ {units.rate(most)} {ESTIMATE}"
        )
    plan = _plan(line)
    bound = "≥ " if line.low is not None and line.high is None and plan is not None else ""
    recommended = f"{bound}{units.rate(plan)}"
    if line.estimate is None:
        return recommended, units.rate(line.high)
    mark = "" if plan is None else f" {ESTIMATE}"
    return f"{recommended}{mark}", f"{units.rate(line.estimate[2])} {ESTIMATE}"


def every_run(found: Sequence[ReportLine], table_of: Sequence[tuple[ReportLine, Table]]) -> Table:
    """The table of all Runs, with the line of each."""
    first = table_of[0][1]
    rows = tuple((line.name, *row) for line, table in table_of for row in table.rows)
    runs = tuple(run for _, table in table_of for run in table.runs)
    columns = (Column("Line", number=False), *first.columns)
    return Table(
        f"All Runs ({len(rows)}) of {len(found)} line{'s' * (len(found) != 1)}",
        columns,
        rows,
        first.caption,
        runs,
    )


def whole(found: Sequence[ReportLine]) -> list[Evidence]:
    """The campaigns that the lines stand in, each once."""
    return list({line.evidence.campaign.id: line.evidence for line in found}.values())
