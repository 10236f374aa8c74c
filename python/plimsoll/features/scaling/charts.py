"""Charts and tables of ladders: rate, response time and outstanding I/O over workers × queue depth,
with the ideal."""

from collections.abc import Callable, Sequence
from operator import attrgetter

from plimsoll.base import language, units
from plimsoll.features.scaling import depth_words
from plimsoll.features.scaling.ladders import FULL_IDEAL, Ladder, Rung
from plimsoll.features.scaling.messages import message
from plimsoll.judge import curves
from plimsoll.judge.curves import Fit
from plimsoll.report.common.panels import below, log_axis, marked_line, panel
from plimsoll.report.describe import (
    At,
    Axis,
    Chart,
    Column,
    Dash,
    Facts,
    Line,
    Marks,
    Note,
    Panel,
    RuleX,
    Series,
    Shape,
    Table,
)
from plimsoll.report.evidence import figures, properties, sample_counts

_DASHES: tuple[Dash, ...] = ("solid", "dashed", "dash-dot", "long", "dotted")
_SHAPES: tuple[Shape, ...] = (
    "dot",
    "square",
    "diamond",
    "triangle",
    "ring",
    "hollow square",
    "hollow diamond",
)
_LOG_RATIO = 40.0
"""Ratio of most to least outstanding I/O above which both axes are logarithmic."""
_EXTRAPOLATION = 1.5
"""Factor on the measured range to which a fitted curve is drawn."""


def chart(ladder: Ladder, number: int) -> Chart:
    """The chart of a ladder over its limit of outstanding I/O, a line per queue depth (or number of
    workers)."""
    rungs = ladder.rungs
    least, most = ladder.x(rungs[0]), ladder.x(rungs[-1])
    log = most > _LOG_RATIO * least
    series = ladder.series()
    fit = ladder.fit(next(iter(series.values()))) if len(series) == 1 else None
    reach = most * (_EXTRAPOLATION if fit is not None else 1.04)
    if ladder.beside and ladder.over != "outstanding":
        label = message(f"axis-beside-{ladder.over}", constant=ladder.beside)
    else:
        label = message(f"axis-{ladder.over}")
    low = least * 0.9 if log else 0.0
    x = Axis(_axis_label(label, log=log), "plain", log=log, low=low, high=reach)
    panels = [_rates(ladder, series, fit, x), _times(ladder, series)]
    if (outstanding := _outstanding(ladder, x)) is not None:
        panels.append(outstanding)
    if (cores := _cores(ladder)) is not None:
        panels.append(cores)
    title = message(f"title-{ladder.over}")
    named = ladder.name or (message("title-at", constant=ladder.beside) if ladder.beside else "")
    n = max(len(rung.runs) for rung in rungs)
    notes = [Note(message("chart-loads", loads=len(rungs), runs=n), keep=True)]
    if ladder.over == "outstanding":
        notes.append(Note(message("chart-asked-for")))
    if marked := [rung for rung in rungs if rung.place.mark]:
        loads = language.clauses(f"{ladder.at(rung)} {rung.place.mark}" for rung in marked)
        notes.append(Note(message("chart-crossed", loads=loads), keep=True))
    if fit is not None:
        notes.append(Note(message("chart-fit")))
    return Chart(
        f"scaling-{number}",
        f"{title}: {named}" if named else title,
        x,
        tuple(panels),
        tuple(notes),
        ladder.where,
    )


def _line_name(ladder: Ladder, fixed: int) -> str:
    if ladder.over != "outstanding":
        return message(f"line-over-{ladder.over}")
    if ladder.by_workers:
        return message("line-queue-depth", depth=fixed)
    return message("line-workers", workers=fixed)


def _axis_label(label: str, *, log: bool) -> str:
    return message("axis-log", label=label) if log else label


def _rates(ladder: Ladder, series: dict[int, list[Rung]], fit: Fit | None, x: Axis) -> Panel:
    top = 1.2 * max(rung.rate.high for rung in ladder.rungs)
    base = ladder.valid_rungs[0] if ladder.valid_rungs else ladder.rungs[0]
    per = base.rate.value / ladder.x(base)
    low = below(base.rate.low) if x.log and base.rate.low > 0 else 0.0
    lines: list[Series] = []
    if (stop := ladder.stop) is not None:
        lines.append(
            RuleX(
                message("rule-no-gain", place=units.count(ladder.x(stop))),
                float(ladder.x(stop)),
                dash="dashed",
            )
        )
    if ladder.proportional and per > 0:
        # Below the top, where the vertical lines have their names.
        end = min(x.high or ladder.x(base), 0.88 * top / per)
        start = float(ladder.x(base)) if x.log else 0.0
        lines.append(
            Line(message("line-ideal"), (At(start, per * start), At(end, per * end)), 4, "dotted")
        )
    several = len(series) > 1
    for order, (fixed, rungs) in enumerate(series.items()):
        name = _line_name(ladder, fixed)
        lines += _rung_series(
            ladder,
            name if several else message("line-achieved"),
            rungs,
            lambda rung: rung.rate,
            order,
            order,
            wide=True,
        )
    if fit is not None:
        lines += _fit_lines(ladder, fit, x, top)
    label = _axis_label(message("axis-achieved"), log=x.log)
    axis = Axis(label, "rate", log=x.log, low=low, high=top)
    return panel(axis, lines, 280)


def _fit_lines(ladder: Ladder, fit: Fit, x: Axis, top: float) -> list[Series]:
    """The fitted curve with the interval of further Runs, and the end of the measured range."""
    factor = ladder.x(ladder.rungs[0]) / ladder.step(ladder.rungs[0])
    first, last = fit.measured
    steps = [first * ((x.high or last) / factor / first) ** (n / 40) for n in range(41)]
    found = [(step * factor, fit.predict(step)) for step in steps]

    def points(read: Callable[[curves.Prediction], float | None]) -> tuple[At, ...]:
        pairs = [(at, read(point)) for at, point in found]
        return tuple(At(at, y) for at, y in pairs if y is not None and 0 < y <= top)

    measured_to = RuleX(message("rule-measured-to"), last * factor, dash="dotted")
    ends = [
        Line(name, points(read), 2, "dotted")
        for name, read in (
            ("", lambda point: point.low),
            (
                message("line-further-runs", share=units.percent(curves.CONFIDENCE)),
                lambda point: point.high,
            ),
        )
    ]
    return [
        measured_to,
        Line(message("line-fitted"), points(lambda point: point.value), 2, "dashed"),
        *(end for end in ends if len(end.points) > 1),
    ]


def _times(ladder: Ladder, series: dict[int, list[Rung]]) -> Panel:
    values = [
        found.value
        for rung in ladder.rungs
        for found in (rung.mean, rung.p99)
        if found is not None and found.value > 0
    ]
    lines: list[Series] = []
    furthest = max(series, key=lambda fixed: ladder.x(series[fixed][-1]))
    for order, (fixed, rungs) in enumerate(series.items()):
        # Lines of one figure look alike and are named once; their marks differ by series.
        names = ("p99", message("mean")) if fixed == furthest else ("", "")
        lines += _rung_series(ladder, names[0], rungs, lambda rung: rung.p99, 0, order, wide=True)
        lines += _rung_series(ladder, names[1], rungs, lambda rung: rung.mean, 1, order)
    axis = log_axis(language.capital(ladder.latency), values)
    return panel(axis, lines, 230)


def _points(ladder: Ladder, read: Callable[[Rung], float | None]) -> tuple[At, ...]:
    """The points of a figure, for loads that have it."""
    return tuple(
        At(float(ladder.x(rung)), y, _hover(rung), run=rung.place.run_id)
        for rung in ladder.rungs
        if (y := read(rung)) is not None
    )


def _outstanding(ladder: Ladder, x: Axis) -> Panel | None:
    """The panel of outstanding I/O. None if no Run has it."""
    observed = _points(ladder, lambda rung: rung.outstanding)
    law = _points(ladder, lambda rung: rung.little)
    if not observed and not law:
        return None
    most = max(
        *(float(rung.outstanding_limit) for rung in ladder.rungs),
        *(at.y for at in (*observed, *law)),
    )
    low = below(min(at.y for at in (*observed, *law) if at.y > 0)) if x.log else 0.0
    axis = Axis(
        _axis_label(message("axis-observed"), log=x.log),
        "plain",
        log=x.log,
        low=low,
        high=1.1 * most,
    )
    return panel(
        axis,
        (
            Line(message("line-observed"), observed, 0, "solid", wide=True),
            Marks(message("mark-observed"), "dot", observed, 0),
            Marks(message("mark-little"), "ring", law, 2, large=True),
        ),
        190,
    )


def _cores(ladder: Ladder) -> Panel | None:
    points = _points(ladder, lambda rung: rung.cores)
    if not points:
        return None
    axis = Axis(
        message("axis-cpu"),
        "plain",
        low=0.0,
        high=max(1.0, 1.15 * max(at.y for at in points)),
    )
    return panel(axis, marked_line(message("line-generator"), points, 0, wide=True), 150)


def _rung_series(
    ladder: Ladder,
    name: str,
    rungs: Sequence[Rung],
    read: Callable[[Rung], figures.PlaceFigure | None],
    style: int,
    shape: int,
    *,
    wide: bool = False,
) -> list[Series]:
    """A line through the valid rungs and a mark for each rung, crossed unless its outcome is ok."""
    at: list[tuple[Rung, At]] = []
    for rung in rungs:
        figure = read(rung)
        if figure is not None:
            low, high = (figure.low, figure.high) if figure.high > figure.low else (None, None)
            x, run = float(ladder.x(rung)), rung.place.run_id
            at.append((rung, At(x, figure.value, _hover(rung), low, high, run)))
    good = tuple(point for rung, point in at if not rung.place.mark)
    bad = tuple(point for rung, point in at if rung.place.mark)
    joined = tuple(point for rung, point in at if rung.place.stands)
    colour = style % 4
    series: list[Series] = (
        [Line(name, joined, colour, _DASHES[style % len(_DASHES)], wide=wide)] if joined else []
    )
    series.append(Marks("", _SHAPES[shape % len(_SHAPES)], good, colour))
    if bad:
        words = message("mark-not-ok")
        series.append(Marks(words, "crossed square", bad, colour, large=True))
    return series


def _hover(rung: Rung) -> tuple[tuple[str, str], ...]:
    return (
        *(((message("climbs-clients"), units.count(rung.clients)),) if rung.clients > 1 else ()),
        *(((message("climbs-hosts"), units.count(rung.hosts)),) if rung.hosts else ()),
        (message("hover-load"), f"{rung.workers} × {rung.queue_depth}"),
        (message("line-achieved"), f"{units.rate(rung.rate.value)} IOPS"),
        (message("hover-mean", latency=rung.latency), figures.text_of(rung.mean)),
        (f"p99 {rung.latency}", figures.text_of(rung.p99)),
        (
            message("hover-outstanding"),
            message(
                "hover-observed",
                observed=units.rate(rung.outstanding),
                little=units.rate(rung.little),
            ),
        ),
        (message("hover-run"), language.listing(str(run.row.id) for run in rung.runs)),
        ("n", units.count(sample_counts.of_runs(rung.runs))),
        *(((message("hover-outcome"), rung.place.mark),) if rung.place.mark else ()),
    )


def table(ladders: Sequence[Ladder]) -> Table:
    """The table of all loads, with their limiters."""
    fleet = ladders[0].over != "outstanding"
    columns = (
        *(
            Column(properties.name_words(name, "start"), number=False)
            for name, _ in ladders[0].where
        ),
        *((Column(message("axis-hosts")), Column(message("column-clients"))) if fleet else ()),
        *(Column(message(f"column-{code}")) for code in ("workers", "depth", "asked", "rate")),
        *(Column(message(f"column-{code}")) for code in ("times", "ideal", "mean")),
        Column("p99"),
        *(Column(message(f"column-{code}")) for code in ("observed", "little", "cpu")),
        Column(message("row-limited-by"), number=False),
        Column(message("column-outcome"), number=False),
        Column("n"),
    )
    return Table(
        message("table-fleet") if fleet else message("table-loads"),
        columns,
        tuple(_row(ladder, rung, fleet=fleet) for ladder in ladders for rung in ladder.rungs),
        _caption(ladders, fleet=fleet),
        tuple(rung.place.run_id for ladder in ladders for rung in ladder.rungs),
        folds=True,
    )


def _row(ladder: Ladder, rung: Rung, *, fleet: bool) -> tuple[str, ...]:
    base = ladder.valid_rungs[0] if ladder.valid_rungs else ladder.rungs[0]
    times = rung.rate.value / base.rate.value if base.rate.value else None
    ends = language.interval(units.rate(rung.rate.low), units.rate(rung.rate.high))
    spread = "" if rung.rate.low == rung.rate.high else f" ({ends})"
    clients = (
        units.count(rung.hosts) if rung.hosts else units.DASH,
        units.count(rung.clients),
    )
    return (
        *(value for _, value in ladder.where),
        *(clients if fleet else ()),
        units.count(rung.workers),
        units.count(rung.queue_depth),
        units.count(rung.outstanding_limit),
        f"{rung.rate.text}{spread}",
        units.DASH if times is None else units.significant(times, 3),
        units.share(ladder.ideal(rung)),
        figures.text_of(rung.mean),
        figures.text_of(rung.p99),
        units.rate(rung.outstanding),
        units.rate(rung.little)
        if rung.agrees is not False
        else message("little-disagrees", little=units.rate(rung.little)),
        units.DASH
        if rung.cores is None
        else message("processors", count=units.significant(rung.cores, 2)),
        ladder.limiter(rung).name,
        rung.place.mark or "ok",
        units.count(sample_counts.of_runs(rung.runs)),
    )


def _caption(ladders: Sequence[Ladder], *, fleet: bool) -> str:
    ideals = (ladder.ideal(rung) for ladder in ladders for rung in ladder.rungs)
    sentences = [message("caption-ideal-fleet") if fleet else message("caption-ideal")]
    if max((ideal for ideal in ideals if ideal is not None), default=0) > FULL_IDEAL:
        sentences.append(message("caption-above-ideal"))
    if any(not ladder.proportional for ladder in ladders):
        sentences.append(message("caption-no-ideal"))
    return language.sentences([*sentences, message("caption-little")])


def fits(ladders: Sequence[Ladder]) -> Facts | None:
    """The universal scalability law of each line, or the reason for its absence."""
    items = []
    for ladder in ladders:
        for fixed, rungs in ladder.series().items():
            name = language.listing(
                part for part in (ladder.name, _line_name(ladder, fixed)) if part
            )
            fit = ladder.fit(rungs)
            if fit is None:
                different = len({ladder.step(rung) for rung in rungs if rung.place.stands})
                why = message(
                    "no-fit",
                    count=different,
                    over=ladder.climbs,
                    least=curves.LEAST_SCALE_POINTS,
                )
                items.append((name, why))
                continue
            peak = fit.parameters.get("peak")
            parameters = language.listing(
                f"{greek} {_parameter_text(fit.parameters[key])}"
                for greek, key in (("σ", "sigma"), ("κ", "kappa"))
            )
            fitted = {
                "over": ladder.climbs,
                "low": units.rate(fit.measured[0]),
                "high": units.rate(fit.measured[1]),
                "parameters": parameters,
                "residual": units.share(fit.residual),
                "runs": fit.runs,
            }
            if peak is None:
                items.append((name, message("fit", **fitted)))
            else:
                items.append((name, message("fit-peak", peak=units.rate(peak.value), **fitted)))
    if not items:
        return None
    return Facts(message("fits"), tuple(items), message("fits-caption"))


def _parameter_text(found: curves.Parameter) -> str:
    value, low, high = (
        0.0 if figure is None or figure < 1e-9 else figure
        for figure in (found.value, found.low, found.high)
    )
    ends = language.interval(units.significant(low, 2), units.significant(high, 2))
    return f"{units.significant(value, 3)} ({ends})"


def best_depth(ladder: Ladder) -> str | None:
    """The best queue depth in words. None without one."""
    found = ladder.depth
    if found is None:
        return None
    name = f"{ladder.name}: " if ladder.name else ""
    missing = depth_words.left_out(found.missing)
    return language.sentences(
        [name + depth_words.sentence(found), *missing, *depth_words.beside(found)]
    )


def latency_curve(ladder: Ladder, number: int) -> Chart | None:
    """Latency over IOPS, a point per queue depth: the gain and cost of more outstanding I/O. None
    without a best depth."""
    found = ladder.depth
    few = min((rung.workers for rung in ladder.valid_rungs), default=0)
    rungs = [
        rung
        for rung in ladder.valid_rungs
        if rung.workers == few and rung.mean is not None and rung.mean.value > 0
    ]
    if found is None or len(rungs) < 2:
        return None
    spans = [
        figure.value
        for rung in rungs
        for figure in (rung.mean, rung.p99)
        if figure is not None and figure.value
    ]
    x = Axis(
        message("column-rate"), "rate", low=0.0, high=1.12 * max(rung.rate.high for rung in rungs)
    )
    y = log_axis(language.capital(rungs[0].latency), spans)
    points, tails = (
        tuple(
            At(rung.rate.value, one.value, _hover_of_depth(rung), run=rung.place.run_id)
            for rung in rungs
            if (one := read(rung)) is not None
        )
        for read in (attrgetter("mean"), attrgetter("p99"))
    )
    # A line of one point has its name beside it: the depth.
    series: list[Series] = [
        Marks("p99", "ring", tails, 0),
        *(
            Line(str(rung.queue_depth), (point,), 1, "solid")
            for rung, point in zip(rungs, points, strict=True)
        ),
        Marks(message("mark-mean-depth"), "dot", points, 1),
    ]
    chosen = tuple(
        point
        for rung, point in zip(rungs, points, strict=True)
        if rung.queue_depth == found.rung.queue_depth
    )
    series.append(
        Marks(message("mark-best", depth=found.rung.queue_depth), "ringed dot", chosen, 2, True)
    )
    title = message("chart-latency")
    return Chart(
        f"latency-{number}",
        f"{title}: {ladder.name}" if ladder.name else title,
        x,
        (panel(y, series, 300),),
        where=ladder.where,
    )


def _hover_of_depth(rung: Rung) -> tuple[tuple[str, str], ...]:
    return (
        (message("climbs-queue-depth"), str(rung.queue_depth)),
        (message("line-achieved"), f"{rung.rate.text} IOPS"),
        (message("mean"), figures.text_of(rung.mean)),
        ("p99", figures.text_of(rung.p99)),
    )
