"""Several load lines side by side: the answer, their rates by property, their curves and a table.

A rate that no hold confirmed is never reported as a load line: it has its own name and mark."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from plimsoll.base import language, limiter_text, units, workload_text
from plimsoll.report import describe
from plimsoll.report.common import answer
from plimsoll.report.common import curves as curve_panels
from plimsoll.report.common.curves import PanelFigure
from plimsoll.report.common.panels import log_axis, objective, panel
from plimsoll.report.evidence import properties as facets
from plimsoll.report.evidence import records, sample_counts, search_end
from plimsoll.report.evidence.evidence import Evidence, Objective
from plimsoll.report.evidence.records import Metric
from plimsoll.report.first import full, of_search, search_text
from plimsoll.report.load_line import first
from plimsoll.report.load_line.lines import ReportLine
from plimsoll.report.messages import message

_MAX_LISTED = 4
"""Most lines that the answer lists one by one; with more it names the range."""


def _example_figure(found: Sequence[ReportLine]) -> str:
    """A figure for an example objective that these Runs have."""
    return "p99" if metric_of(found) == "response_time" else "p99(completion_latency)"


def by(found: Sequence[ReportLine]) -> list[str]:
    """The properties that the lines differ in."""
    return list(dict.fromkeys(name for line in found for name in line.differs))


def _names(properties: Iterable[str]) -> str:
    """Properties in words, for a title; the searches where there are none."""
    return language.listing(map(facets.name_words, properties)) or message("search")


def title(found: Sequence[ReportLine]) -> str:
    """The title of the report."""
    targets = list(
        dict.fromkeys(
            records.target_words(line.evidence.first["spec"]["target"]["name"])
            for line in found
            if line.evidence.measured_runs
        )
    )
    of = targets[0] if len(targets) == 1 else message("n-targets", n=len(targets))
    apart = [name for name in by(found) if name != "target" or len(targets) == 1]
    names = _names(apart) if apart else "none"
    if all(line.is_closed_loop for line in found):
        return message("closed-loops-title", target=of, properties=names)
    if any(line.searched for line in found):
        return message("load-lines-title", target=of, properties=names)
    metric = records.metric_words(metric_of(found), "start")
    return message("curves-title", latency=metric, target=of, properties=names)


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
        return message("none-searched-loops", n=len(found))
    if not searched:
        return message("none-searched-curves", n=len(found))
    if len(searched) == 1:
        return full.headline(searched[0].evidence)
    sentence = first.summary(found).headlines[0]
    without = [line.name for line in searched if line.end.main_rate_per_s is None]
    if not 0 < len(without) < len(searched):
        return sentence
    return f"{message('no-line-of', names=', '.join(without))} {sentence}"


def because(found: Sequence[ReportLine]) -> tuple[str, ...]:
    """Sentences below the answer: overlapping intervals, limiters, and why searches have no
    line."""
    sentences = []
    held = sorted(
        (line for line in found if line.low is not None), key=lambda line: -(line.low or 0.0)
    )
    close = [f"{a.name}{message('and')}{b.name}" for a, b in pairwise(held) if first.overlap(a, b)]
    if close:
        sentences.append(message("intervals-overlap", pairs=language.clauses(close)))
    sentences += _limited_by(found)
    memory = [line.name for line in found if line.evidence.answer.is_cached]
    if memory:
        sentences.insert(0, message("lines-of-memory", names=language.listing(memory)))
    sentences += [
        message("named", name=line.name, text=full.headline(line.evidence))
        for line in found
        if (line.searched or line.is_closed_loop)
        and line.low is None
        and line.estimate is None
        and line.bounds[0] is None
    ]
    if any(not line.is_closed_loop for line in found) and not any(line.searched for line in found):
        where = f"{found[0].evidence.store_path}#{found[0].evidence.campaign.id}"
        sentences.append(message("read-a-line", store=where, figure=_example_figure(found)))
    if read := [line for line in found if line.evidence.answer.read_from_runs]:
        sentences.append(_basis(read))
        sentences += [
            message("facts", facts=message("named", name=line.name, text=words))
            for line in read
            for event in line.evidence.answer.events
            if event.kind in _SWEEP_EVENTS
            for words in (line.evidence.answer.event_words(event),)
        ]
    if lost := count_failures(found).words:
        sentences.insert(0, message("failures-not-shown", failures=lost))
    return tuple(sentences)


def _limited_by(found: Sequence[ReportLine]) -> list[str]:
    """The limiters as a sentence; empty when none is known."""
    limiters = {line.name: _limiter(line.evidence) for line in found if line.searched}
    values = {value for value in limiters.values() if value}
    if len(values) == 1 and None not in limiters.values():
        [value] = values
        if value == "unknown":
            return [message("limiters-not-determined")]
        return [message("all-limited-by", limiter=limiter_text.words(value))]
    each = language.clauses(
        message("named", name=name, text=limiter_text.words(value or "unknown"))
        for name, value in limiters.items()
    )
    return [message("each-limited-by", each=each)] if values else []


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
    basis = message("lines-read-from-runs", lines=len(read), runs=answer.runs(runs))
    return basis if confirmed == len(read) else f"{basis} {message('what-an-estimate-is')}"


def count_failures(found: Sequence[ReportLine]) -> sample_counts.FailureCounts:
    """Failed operations over the Runs of all lines."""
    return sample_counts.count_failures(
        {run.row.id: run for line in found for run in line.evidence.measured_runs}.values()
    )


def figures(found: Sequence[ReportLine]) -> tuple[describe.Figure, ...]:
    """The figure of each line, when they are few, and the test time."""
    figures_of_lines = [*count_failures(found).figures(message("all-runs"))]
    known = [report_line for report_line in found if report_line.end.main_rate_per_s is not None]
    for report_line in known if len(known) <= _MAX_LISTED else ():
        wording = search_text.of(report_line.evidence)
        if report_line.end.code == "confirmed" and wording.number is not None:
            # The same number as on the first screen.
            figures_of_lines.append(replace(wording.number, name=report_line.name))
            continue
        line = wording.figures[0]
        name = f"{line.name[:1].lower()}{line.name[1:]}"
        basis = message("named", name=name, text=line.basis)
        if report_line.end.usable and report_line.end.code != "at_least":
            plan = units.rate(report_line.end.plan)
            basis = message("basis-and-plan", basis=basis, plan=plan)
        figures_of_lines.append(replace(line, name=report_line.name, basis=basis))
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
) -> describe.Chart | None:
    """Response time over offered rate, one line each. `most` panels; None for all of them and
    the achieved rate."""
    return curve_panels.chart(
        [line.curve() for line in found],
        panel_figures(found)[:most],
        name="lines",
        title=message(
            "latency-by",
            latency=records.metric_words(metric_of(found), "start"),
            properties=_names(by(found)),
        ),
        more=message("line-passes-most-operations"),
        achieved=most is None,
        height=height,
    )


def slicers(found: Sequence[ReportLine]) -> tuple[describe.Slicer, ...]:
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
        found_slicers.append(
            describe.Slicer(name, tuple(dict.fromkeys(text for _, text in values)), runs)
        )
    return tuple(found_slicers)


@dataclass(frozen=True)
class _Rates:
    """The rates of several lines in IOPS, each at the place of its line."""

    held: tuple[describe.At, ...]
    probed: tuple[describe.At, ...]
    """Lower ends that no hold confirmed."""
    guessed: tuple[describe.At, ...]
    top: tuple[describe.At, ...]
    full: tuple[describe.At, ...]
    """The rates of `top` that are only lower bounds."""
    turn: tuple[describe.At, ...]
    """Knees."""

    @property
    def reach(self) -> float:
        """The highest of them."""
        every = (self.held, self.top, self.turn, self.probed, self.guessed)
        return max((point.high or point.y for group in every for point in group), default=1.0)


def rates(
    found: Sequence[ReportLine], *, latency: bool = True, height: int = 220
) -> describe.Chart | None:
    """Load line, knee and maximum of each line, and response time there; None with fewer than
    two searched lines."""
    lines = [line for line in found if line.searched]
    if len(lines) < 2:
        return None
    properties = by(lines)
    ordered = properties in (["read %"], ["block size"])
    placed = _place_rates(lines, ordered=ordered)
    label = message("search-axis")
    if properties:
        label = language.listing(
            [facets.name_words(properties[0], "start"), *map(facets.name_words, properties[1:])]
        )
    x = describe.categories(label, tuple(line.brief for line in lines))
    rate = describe.Axis(message("rate-axis"), "rate", low=0.0, high=1.08 * placed.reach)
    panels = [panel(rate, _series(placed, ordered=ordered), height)]
    spans = _latency(lines, height) if latency else None
    panels += [spans] if spans else []
    short = [line.name for line in lines if line.low is None and line.estimate is None]
    sure = _confidence(lines)
    shown = "none" if sure is None else units.significant_percent(sure, 6)
    whiskers = message("whiskers", sure=shown)
    notes = [describe.Note(whiskers, keep=True)]
    if short:
        notes.append(
            describe.Note(message("no-line-names", names=language.listing(short)), keep=True)
        )
    title = message("line-and-maximum-by", properties=_names(properties))
    return describe.Chart("rates", title, x, tuple(panels), tuple(notes))


def _place_rates(lines: Sequence[ReportLine], *, ordered: bool) -> _Rates:
    # Marks of one place stand side by side unless lines join them.
    beside = min(0.12, 0.03 * len(lines))
    aside = 0.0 if ordered else beside
    tops = [
        (line, describe.At(n + aside, y, _hover(line), run=_run(line)))
        for n, line in enumerate(lines)
        if (y := search_end.maximum(line.evidence))
    ]
    return _Rates(
        held=tuple(
            describe.At(n, line.low, _hover(line), low=line.low, high=line.high, run=_run(line))
            for n, line in enumerate(lines)
            if line.low is not None
        ),
        probed=tuple(
            describe.At(n, low, _hover(line), run=_run(line))
            for n, line in enumerate(lines)
            if line.low is None and line.estimate is None and (low := line.evidence.load_line.low)
        ),
        guessed=tuple(
            describe.At(n, ends[1], _hover(line), low=ends[0], high=ends[2], run=_run(line))
            for n, line in enumerate(lines)
            if (ends := line.estimate) is not None
        ),
        top=tuple(at for _, at in tops),
        full=tuple(at for line, at in tops if search_end.lower_bound(line.evidence)),
        turn=tuple(
            describe.At(n - beside, y, _hover(line), run=_run(line))
            for n, line in enumerate(lines)
            if (y := line.evidence.answer.knee_per_s)
        ),
    )


def _series(rates: _Rates, *, ordered: bool) -> tuple[describe.Series, ...]:
    sure = tuple(at for at in rates.top if at not in rates.full)
    series: list[describe.Series] = []
    if ordered and len(rates.held) > 1:
        series += [
            describe.Line(message("line-maximum"), rates.top, 1, "dashed"),
            describe.Line(message("line-load-line"), rates.held, 0, "solid", wide=True),
        ]
    series.append(describe.Marks(message("legend-maximum"), "hollow triangle", sure, 1))
    if rates.full:
        series.append(describe.Marks(message("legend-bound"), "arrow", rates.full, 1))
    series += [
        describe.Marks(message("legend-knee"), "ring", rates.turn, 2),
        describe.Marks(message("legend-load-line"), "diamond", rates.held, 0, large=True),
    ]
    if rates.guessed:
        estimated = message("legend-estimated")
        series.append(describe.Marks(estimated, "hollow diamond", rates.guessed, 0, large=True))
    if rates.probed:
        series.append(describe.Marks(message("legend-not-confirmed"), "dash", rates.probed, 0))
    return tuple(series)


def _latency(lines: Sequence[ReportLine], height: int) -> describe.Panel | None:
    """Response time in the final hold, at the load line of each."""
    promises: list[Objective] = []
    for line in lines:
        promises += [promise for promise in line.evidence.objectives if promise not in promises]
    kind, metric = (promises[0].kind, promises[0].metric) if promises else ("all", metric_of(lines))
    groups, values = [], []
    for name, shape, colour in (("p99", "dot", 0), ("mean", "triangle", 2)):
        at = tuple(
            describe.At(
                n,
                float(y),
                (*_hover(line), ("n", sample_counts.text(line.hold.counts(kind), metric))),
                run=_run(line),
            )
            for n, line in enumerate(lines)
            if line.hold is not None and (y := line.hold.figure(kind, metric, name))
        )
        values += [point.y for point in at]
        legend = message("figure-at-line", figure=records.figure_words(name))
        groups.append(describe.Marks(legend, shape, at, colour))  # type: ignore[arg-type]
    if not values:
        return None
    drawn = {(p.figure, p.bound_ns) for p in promises if (p.kind, p.metric) == (kind, metric)}
    rules = [objective(figure, bound) for figure, bound in sorted(drawn)]
    values += [rule.y for rule in rules]
    axis = log_axis(
        message(
            "latency-at-line",
            latency=records.metric_words(metric, "start"),
            operations=workload_text.operations(kind) or "none",
        ),
        values,
    )
    return panel(axis, (*rules, *groups), max(120, height - 60))


def _confidence(lines: Sequence[ReportLine]) -> float | None:
    confidences = {line.evidence.load_line.confidence for line in lines if line.low is not None}
    return confidences.pop() if len(confidences) == 1 else None


def _run(line: ReportLine) -> int | None:
    """A Run of the line, for slicers."""
    return next((run.row.id for run in line.evidence.measured_runs), None)


def _hover(line: ReportLine) -> tuple[tuple[str, str], ...]:
    return (
        (message("hover-line"), line.name),
        *(
            (
                (message("hover-recommended"), records.iops(_plan(line))),
                (message("hover-up-to"), units.rate(line.high)),
            )
            if line.estimate is None
            else (
                (
                    message("hover-estimated"),
                    message("iops-not-confirmed", rate=units.rate(line.estimate[1])),
                ),
                (
                    message("hover-interval"),
                    message(
                        "ends", low=units.rate(line.estimate[0]), high=units.rate(line.estimate[2])
                    ),
                ),
            )
        ),
        (message("hover-knee"), units.rate(line.evidence.answer.knee_per_s)),
        (message("hover-maximum"), _maximum(line)),
        (message("hover-runs"), units.count(len(line.evidence.measured_runs))),
    )


def brief(found: Sequence[ReportLine], *, runs: bool = False) -> describe.Table:
    """The most important columns of `table`; `runs` adds the number of Runs."""
    whole = table(found)
    left_out = {
        message("column-of-maximum"),
        message("column-mean-there"),
        message("column-p99-there"),
        message("column-ended-because"),
        message("test-time"),
        *(() if runs else (message("column-runs"),)),
    }
    columns = [n for n, line in enumerate(whole.columns) if line.label not in left_out]
    return replace(
        whole,
        columns=tuple(whole.columns[n] for n in columns),
        rows=tuple(tuple(row[n] for n in columns) for row in whole.rows),
        caption="",
    )


def table(found: Sequence[ReportLine]) -> describe.Table:
    """Every line with its interval, knee, maximum, horizon and limiter."""
    none = message("none")
    promised = {line.evidence.objective_words or none for line in found if line.searched}
    line_name, objective = message("column-line"), message("objective")
    limiter, ended = message("limited-by-name"), message("column-ended-because")
    objectives = {objective: lambda line: line.evidence.objective_words or none}
    columns: dict[str, Callable[[ReportLine], str]] = {
        line_name: lambda line: line.name,
        **(objectives if len(promised) > 1 else {}),
        message("column-recommended"): lambda line: _interval(line)[0],
        message("column-up-to"): lambda line: _interval(line)[1],
        message("column-knee"): _knee,
        message("maximum"): _maximum,
        message("column-of-maximum"): _of_maximum,
        message("held-for"): _held_for,
        message("column-mean-there"): lambda line: _there(line, "mean"),
        message("column-p99-there"): lambda line: _there(line, "p99"),
        limiter: _limiter_words,
        ended: _end_text,
        message("column-runs"): lambda line: units.count(len(line.evidence.measured_runs)),
        message("test-time"): lambda line: units.seconds(
            sum(run.spent_s for run in line.evidence.measured_runs)
        ),
    }
    texts = (line_name, objective, limiter, ended)
    title = message("the-lines", n=len(found))
    whole = describe.Table.of(title, found, columns, texts=texts, run=_run)
    notes = [rates_note(), message("lines-caption", latency=latency(found))]
    if any(ESTIMATE in cell for row in whole.rows for cell in row):
        notes.append(estimate_note())
    if any(line.evidence.answer.read_from_runs for line in found):
        notes.append(message("sweep-caption"))
    if len(promised) == 1:
        notes.append(message("objective-caption", objective=promised.pop()))
    return replace(whole, caption=language.sentences(notes))


def _limiter_words(line: ReportLine) -> str:
    limiter = _limiter(line.evidence)
    return units.DASH if limiter is None else answer.limiter(limiter)


def _knee(line: ReportLine) -> str:
    knee = line.evidence.answer.knee
    if knee is None:
        return units.DASH
    rate = units.rate(knee.rate_per_s)
    return (
        f"{rate} ({language.interval(units.rate(knee.low), units.rate(knee.high))})"
        if knee.low and knee.high
        else rate
    )


def _maximum(line: ReportLine) -> str:
    top = search_end.maximum(line.evidence)
    if top is None:
        return units.DASH
    return f"{'≥ ' * search_end.lower_bound(line.evidence)}{units.rate(top)}"


def _of_maximum(line: ReportLine) -> str:
    """The recommended share of the maximum; an upper bound when the maximum is a lower one."""
    top, plan = search_end.maximum(line.evidence), _plan(line)
    if plan is None or not top:
        return units.DASH
    return f"{'≤ ' if search_end.lower_bound(line.evidence) else ''}{units.share(plan / top)}"


def _held_for(line: ReportLine) -> str:
    return units.DASH if line.low is None else of_search.held_for(line.evidence) or units.DASH


def _there(line: ReportLine, figure: str) -> str:
    """A figure of the hold at the lower end."""
    return units.DASH if line.hold is None else line.hold.required_measurement.main.text(figure)


def _end_text(line: ReportLine) -> str:
    if line.evidence.answer.read_from_runs:
        return message("read-from-runs")
    nothing = units.DASH if line.searched else message("no-objective-set")
    return search_text.reason(line.evidence) or nothing


ESTIMATE = "*"
"""The mark of an end that no hold confirmed."""


def estimate_note() -> str:
    """What the mark of an estimate means."""
    return message("estimate-note", mark=ESTIMATE)


def rates_note() -> str:
    """What the rates of the table mean."""
    return message("rates-note")


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


def every_run(
    found: Sequence[ReportLine], table_of: Sequence[tuple[ReportLine, describe.Table]]
) -> describe.Table:
    """The table of all Runs, with the line of each."""
    first = table_of[0][1]
    rows = tuple((line.name, *row) for line, table in table_of for row in table.rows)
    runs = tuple(run for _, table in table_of for run in table.runs)
    columns = (describe.Column(message("column-line"), number=False), *first.columns)
    title = message("runs-of-lines", runs=len(rows), lines=len(found))
    return describe.Table(title, columns, rows, first.caption, runs)


def whole(found: Sequence[ReportLine]) -> list[Evidence]:
    """The campaigns that the lines stand in, each once."""
    return list({line.evidence.campaign.id: line.evidence for line in found}.values())
