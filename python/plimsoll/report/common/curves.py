"""Curves laid over each other: response time and achieved rate over offered rate, one line per
storage, mix or variant.

Used by `compare --chart`, the report of a comparison and the lines of a family. Lines differ by
dash, shape and the name at their end, not by colour alone. Runs that are no evidence (outcome
not ok, or ended while the target was still filling up) are not joined: they stand at the top
edge with their outcome, because their response time only depends on their length. Runs at one
rate stand side by side there, so that none hides another."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter

from plimsoll.base import language, units, workload_text
from plimsoll.judge.variant import Run as Kept
from plimsoll.judge.variant import Variant, is_settled
from plimsoll.report.common.answer import outcome
from plimsoll.report.common.panels import above, agreeing, bare, below, beyond, objective, panel
from plimsoll.report.describe import (
    At,
    Axis,
    Chart,
    Dash,
    Line,
    Marks,
    Note,
    Panel,
    RuleX,
    Series,
    Shape,
)
from plimsoll.report.evidence import records, run_figures, sample_counts
from plimsoll.report.evidence.run_figures import RunFigures
from plimsoll.report.evidence.system_load import Shares
from plimsoll.report.messages import message

_COLOURS = (0, 2, 1, 3, 5, 4)
_DASHES: tuple[Dash, ...] = ("solid", "dashed", "dotted", "dash-dot", "long")
_SHAPES: tuple[Shape, ...] = ("dot", "triangle", "square", "hollow square")
STYLES: tuple[tuple[int, Dash, Shape], ...] = tuple(
    (_COLOURS[n % len(_COLOURS)], _DASHES[n % len(_DASHES)], _SHAPES[n % len(_SHAPES)])
    for n in range(20)
)
"""Colour, dash and shape of each line: twenty, of which no two share dash and shape."""
_SHAPES_OF_FLAWS: dict[str, Shape] = {
    "cannot_carry": "hollow triangle",
    "unsettled": "cross",
    "generator_limited": "arrow",
    "own_lag": "ringed dot",
    "cached": "hollow diamond",
    "not_steady": "crossed square",
    "failed": "plus",
    "stopped": "dash",
}
"""The mark of a Run that is no evidence, by its flaw."""
_TIMED_OUTCOMES = ("own_lag", "cached", "not_steady")
"""Outcomes that are no evidence but have valid response times: they are drawn where they were
measured."""
_RATE_OUTCOMES = ("", "cannot_carry")
"""Runs that are evidence about the target: panels of rates and system load show only these."""
SAME_RATE = 0.01
"""Runs closer than this, relatively, are at one rate."""
MOST_RULES = 4
"""With more lines than this, each load line is a mark instead of a rule across the chart, which
would be unreadable."""
# Factor by which the scale of response times extends beyond the objective.
_HEADROOM_FACTOR = 3.0
_REACH_FACTOR = 4.0
"""Multiple of the highest carried rate up to which a Run that was not carried is still drawn, so
that the curve does not end abruptly."""
_EDGE_SPACING = 0.013
"""Share of the x axis between marks at the top edge."""


@dataclass(frozen=True)
class Spot:
    """A Run of a curve. `flaw` is why it is no evidence (an outcome); empty when it is."""

    run: int
    rate: float
    figures: RunFigures
    flaw: str = ""


@dataclass(frozen=True)
class Curve:
    """A line: `name` is shown at its end, `legend` is the full name, `joined` are the Runs that
    it passes, by rate."""

    name: str
    legend: str
    spots: tuple[Spot, ...]
    joined: tuple[Spot, ...]
    low: float | None = None
    """The load line: the highest held rate, and the lowest rate that was missed."""
    high: float | None = None
    knee: float | None = None
    held: Spot | None = None
    """The Run that confirmed the load line."""
    believed: tuple[float, float] | None = None
    """The interval of a line that was estimated, and not confirmed."""


@dataclass(frozen=True)
class PanelFigure:
    """The figure of one panel: its kind, metric and objectives."""

    figure: str
    kind: str = "all"
    metric: str = "response_time"
    bounds: tuple[float, ...] = field(default=())

    @property
    def label(self) -> str:
        """The label of the axis."""
        name = records.latency_name(self.figure, self.metric, self.kind)
        return message("log-scale", label=name)

    def value(self, spot: Spot) -> float | None:
        """The figure of a Run; None when the sample does not support it."""
        return spot.figures.value(self.kind, self.metric, self.figure)

    def text(self, spot: Spot) -> str:
        """The figure of a Run as text."""
        return spot.figures.latency(self.kind, self.metric).text(self.figure)


DEFAULT = (PanelFigure("p99"), PanelFigure("mean"))
COMPLETION_FIGURES = tuple(
    PanelFigure(default_figure.figure, metric="completion_latency") for default_figure in DEFAULT
)
"""The default figures when a Run was imported: every Run has completion latency."""


def chart(
    curves_: Sequence[Curve],
    shown: Sequence[PanelFigure] = DEFAULT,
    *,
    name: str = "overlay",
    title: str = "",
    more: str = "",
    achieved: bool = False,
    height: int = 300,
) -> Chart | None:
    """The chart, a panel per figure; none when no Run has an offered rate. `more`: a sentence
    beneath it."""
    if not any(curve.spots for curve in curves_):
        return None
    rules = _rules(curves_)
    x = Axis(message("offered-rate-axis"), "rate", low=0.0, high=1.1 * _reach(curves_, rules))
    panels = [
        _panel(figure, curves_, rules if n == 0 else bare(rules), x, height)
        for n, figure in enumerate(shown)
    ]
    if achieved:
        panels += [
            _achieved_panel(curves_, bare(rules), x),
            *_system_panels(curves_, bare(rules), x),
        ]
    far = [spot for curve in curves_ for spot in curve.spots if spot.rate > (x.high or 0.0)]
    runs = sum(len(curve.spots) for curve in curves_)
    notes = [
        Note(message("runs-with-offered-rate", runs=runs, count=units.count(runs)), keep=True),
        *((Note(more),) if more else ()),
    ]
    beside = zip(panels, shown, strict=False)
    over = {
        s.run
        for p, figure in beside
        for c in curves_
        for s in c.spots
        if not s.flaw and (figure.value(s) or 0.0) > (p.y.high or 0.0)
    }
    if over:
        notes.append(Note(message("beyond-scale", runs=len(over)), keep=True))
    flaws = [
        spot.flaw
        for curve in curves_
        for spot in curve.spots
        if spot.flaw and spot.rate <= (x.high or 0.0)
    ]
    in_place = sum(flaw in _TIMED_OUTCOMES for flaw in flaws)
    if at_top := len(flaws) - in_place:
        notes.append(Note(message("drawn-at-top-edge", runs=at_top), keep=True))
    if in_place:
        notes.append(Note(message("no-evidence-in-place", runs=in_place), keep=True))
    if far:
        ended = Counter(spot.flaw or "none" for spot in far)
        each = language.listing(message(f"far-{flaw}", n=n) for flaw, n in ended.most_common())
        notes.append(Note(message("beyond-right-edge", each=each), keep=True))
    latency = records.metric_words(shown[0].metric, "start")
    full_title = title or message("latency-over-rate", latency=latency)
    return Chart(name, full_title, x, tuple(panels), tuple(notes))


def _reach(curves_: Sequence[Curve], rules: Sequence[RuleX]) -> float:
    """The right end of the x axis: carried rates, load lines, and the first higher rate that was
    not carried.

    Runs that only filled the target up lie far to the right and are left out."""
    every = [spot for curve in curves_ for spot in curve.spots]
    fine = [spot.rate for curve in curves_ for spot in curve.joined]
    reach = max([*(fine or [spot.rate for spot in every]), *(rule.to or rule.x for rule in rules)])
    above_it = min((spot.rate for spot in every if spot.flaw and spot.rate > reach), default=reach)
    return above_it if above_it <= _REACH_FACTOR * reach else reach


def _beside(curves_: Sequence[Curve], x: Axis) -> dict[int, float]:
    """The x position of each excluded Run at the top edge, by the identity of its spot.

    Runs that would cover each other stand side by side, in the order of their lines."""
    width = x.high or 0.0
    lost_ = [
        spot
        for curve in curves_
        for spot in curve.spots
        if spot.flaw and spot.flaw not in _TIMED_OUTCOMES and spot.rate <= width
    ]
    groups: list[list[Spot]] = []
    for spot in sorted(lost_, key=lambda spot: spot.rate):
        if groups and spot.rate - groups[-1][-1].rate < _EDGE_SPACING * width:
            groups[-1].append(spot)
        else:
            groups.append([spot])
    at: dict[int, float] = {}
    for group in groups:
        middle = sum(spot.rate for spot in group) / len(group)
        room = _EDGE_SPACING * width * (len(group) - 1)
        # Within the plot.
        first = max(0.0, min(middle - room / 2, width - room))
        at |= (
            {id(spot): first + n * _EDGE_SPACING * width for n, spot in enumerate(group)}
            if room
            else {id(group[0]): middle}
        )
    return at


def _rules(curves_: Sequence[Curve]) -> list[RuleX]:
    """The load lines as rules, where they are few enough to be named."""
    found = []
    for number, curve in enumerate(curves_):
        if curve.low is not None:
            low = units.rate(curve.low)
            name = message("curve-line-from", curve=curve.name, low=low)
            if curve.high is not None:
                high = units.rate(curve.high)
                name = message("curve-line", curve=curve.name, low=low, high=high)
            found.append(RuleX(name, curve.low, curve.high, STYLES[number % len(STYLES)][1]))
        elif curve.believed is not None:
            low, high = map(units.rate, curve.believed)
            name = message("curve-estimate", curve=curve.name, low=low, high=high)
            found.append(RuleX(name, *curve.believed, STYLES[number % len(STYLES)][1]))
    return found if len(found) <= MOST_RULES else []


def _panel(
    shown: PanelFigure, curves_: Sequence[Curve], rules: Sequence[RuleX], x: Axis, height: int
) -> Panel:
    beside = _beside(curves_, x)
    carried = [v for curve in curves_ for s in curve.spots if not s.flaw and (v := shown.value(s))]
    floor = below(min([*carried, *shown.bounds], default=1e5))
    ceiling = above(
        max([*carried, *(b * _HEADROOM_FACTOR for b in shown.bounds)], default=1e6) * 1.3
    )
    if shown.bounds:
        ceiling = min(ceiling, above(max(shown.bounds) * 10))
    bounds = [objective(shown.figure, bound) for bound in shown.bounds]
    series: list[Series] = [*rules, *bounds]
    marks: list[Marks] = []
    for number, curve in enumerate(curves_):
        colour, dash, shape = STYLES[number % len(STYLES)]
        line = agreeing([At(s.rate, y, run=s.run) for s in curve.joined if (y := shown.value(s))])
        if line:
            series.append(Line(curve.name, line, colour, dash, wide=True))
        fine = [s for s in curve.spots if not s.flaw and s.rate <= (x.high or 0.0)]
        at = tuple(_at(curve, s, shown, min(y, ceiling)) for s in fine if (y := shown.value(s)))
        marks.append(Marks(curve.legend, shape, at, colour))
        marks += beyond(at, ceiling, colour)
        marks += _edge_marks(curve, shown, colour, ceiling, beside)
        marks += _bounds(curve, fine, shown, colour, ceiling)
        if curve.held is not None and (y := shown.value(curve.held)):
            held = _at(curve, curve.held, shown, min(y, ceiling))
            words = message("legend-held")
            marks.append(Marks(words, "diamond", (held,), colour, large=True))
        marks += _knee(curve, line, colour)
        marks += _in_place_marks(curve, shown, colour, (floor, ceiling), x)
    axis = Axis(shown.label, "time", log=True, low=floor, high=ceiling)
    # The lines are listed first, then what is marked on them.
    lines = {curve.legend for curve in curves_}
    marks.sort(key=lambda mark: mark.legend not in lines)
    return panel(axis, (*series, *marks), height)


def _at(curve: Curve, spot: Spot, shown: PanelFigure, y: float) -> At:
    """A Run of a curve at its rate."""
    return At(spot.rate, y, _hover(curve, spot, shown), run=spot.run)


def _edge_marks(
    curve: Curve, shown: PanelFigure, colour: int, ceiling: float, beside: dict[int, float]
) -> list[Marks]:
    """The excluded Runs at the top edge, each with the shape of its outcome."""
    groups: dict[str, list[At]] = {}
    for spot in curve.spots:
        if id(spot) in beside:
            at = At(beside[id(spot)], ceiling, _hover(curve, spot, shown), run=spot.run)
            groups.setdefault(spot.flaw, []).append(at)
    found = []
    for lost, points in groups.items():
        found.append(Marks(_flaw_words(lost), _SHAPES_OF_FLAWS[lost], tuple(points), colour))
    return found


def _in_place_marks(
    curve: Curve, shown: PanelFigure, colour: int, ends: tuple[float, float], x: Axis
) -> list[Marks]:
    """Excluded Runs with valid response times, where they were measured, each with the shape of
    its outcome."""
    groups: dict[str, list[At]] = {}
    for spot in curve.spots:
        if (
            spot.flaw in _TIMED_OUTCOMES
            and spot.rate <= (x.high or 0.0)
            and (y := shown.value(spot))
        ):
            at = _at(curve, spot, shown, min(max(y, ends[0]), ends[1]))
            groups.setdefault(spot.flaw, []).append(at)
    return [
        Marks(_flaw_words(why), _SHAPES_OF_FLAWS[why], tuple(at), colour)
        for why, at in groups.items()
    ]


def _flaw_words(flaw: str) -> str:
    return message(f"flaw-{flaw}")


def _bounds(
    curve: Curve, fine: Sequence[Spot], shown: PanelFigure, colour: int, ceiling: float
) -> list[Marks]:
    """Figures that are only a lower bound, since some operations never finished."""
    at = tuple(
        _at(curve, s, shown, min(y, ceiling))
        for s in fine
        if shown.figure in s.figures.latency(shown.kind, shown.metric).lower_bounds
        and (y := shown.value(s))
    )
    words = message("legend-at-least", figure=records.figure_words(shown.figure))
    return [Marks(words, "arrow", at, colour)] if at else []


def _knee(curve: Curve, line: Sequence[At], colour: int) -> list[Marks]:
    """The knee, on the line as it is drawn: between the two Runs around it."""
    if curve.knee is None:
        return []
    for a, b in pairwise(line):
        if a.x <= curve.knee <= b.x and b.x > a.x and a.y + b.y == a.y + b.y:
            share = (curve.knee - a.x) / (b.x - a.x)
            y = a.y ** (1 - share) * b.y**share
            rate = records.iops(curve.knee)
            hover = ((message("hover-line"), curve.legend), (message("hover-knee"), rate))
            at = At(curve.knee, y, hover, run=a.run)
            return [Marks(message("legend-knee"), "ring", (at,), colour, large=True)]
    return []


def _achieved_panel(curves_: Sequence[Curve], rules: Sequence[RuleX], x: Axis) -> Panel:
    reach = max(spot.rate for curve in curves_ for spot in curve.spots)
    reach = min(reach, x.high or reach)
    series: list[Series] = [
        *rules,
        Line(message("equals-offered"), (At(0.0, 0.0), At(reach, reach)), 4, "dotted"),
    ]
    for number, curve in enumerate(curves_):
        colour, dash, shape = STYLES[number % len(STYLES)]
        spots = [s for s in curve.spots if s.flaw in _RATE_OUTCOMES and s.rate <= (x.high or 0.0)]
        points = tuple(
            _at(curve, s, DEFAULT[0], float(s.figures.achieved_rate_per_s)) for s in spots
        )
        series.append(Line("", tuple(At(p.x, p.y, run=p.run) for p in points), colour, dash))
        series += _worth(spots, points, shape, colour)
    axis = Axis(message("achieved-rate-axis"), "rate", low=0.0, high=x.high)
    return panel(axis, series, 170)


def _worth(spots: Sequence[Spot], points: Sequence[At], shape: Shape, colour: int) -> list[Marks]:
    """Points of Runs, with the shape of the line for evidence, else that of their outcome."""
    marks = []
    for lost_ in dict.fromkeys(spot.flaw for spot in spots):
        at = tuple(point for spot, point in zip(spots, points, strict=True) if spot.flaw == lost_)
        drawn, words = (_SHAPES_OF_FLAWS[lost_], _flaw_words(lost_)) if lost_ else (shape, "")
        marks.append(Marks(words, drawn, at, colour))
    return marks


def _system_panels(curves_: Sequence[Curve], rules: Sequence[RuleX], x: Axis) -> list[Panel]:
    """Disk and processor load of each Run, if collected.

    Each has its own panel: with both in one, a line would need two attributes."""
    panels = []
    for name, read in _SYSTEM.items():
        title = message(f"system-{name}")
        series: list[Series] = []
        for number, curve in enumerate(curves_):
            colour, dash, shape = STYLES[number % len(STYLES)]
            spots = [
                s for s in curve.spots if s.flaw in _RATE_OUTCOMES and s.rate <= (x.high or 0.0)
            ]
            found = {s.run: y for s in spots if (y := read(s.figures.shares)) is not None}
            known_spots = [s for s in spots if s.run in found]
            points = tuple(
                At(
                    s.rate,
                    found[s.run],
                    (*_hover(curve, s, DEFAULT[0]), (title, units.share(found[s.run]))),
                    run=s.run,
                )
                for s in known_spots
            )
            line = tuple(
                At(s.rate, found[s.run], run=s.run) for s in curve.joined if s.run in found
            )
            series += [Line(curve.name, line, colour, dash)] if line else []
            series += _worth(known_spots, points, shape, colour)
        if series:
            axis = Axis(message("share-of-time", title=title), "share", low=0.0, high=1.0)
            panels.append(panel(axis, (*rules, *series), 120))
    return panels


_SYSTEM: dict[str, Callable[[Shares], float | None]] = {
    "disk": attrgetter("busy"),
    "processors": attrgetter("processors"),
}


def _hover(curve: Curve, spot: Spot, shown: PanelFigure) -> tuple[tuple[str, str], ...]:
    return (
        (message("hover-line"), curve.legend),
        (message("hover-run"), str(spot.run)),
        (message("hover-offered"), records.iops(spot.rate)),
        (
            message("hover-achieved"),
            records.iops(spot.figures.achieved_rate_per_s),
        ),
        (records.figure_words(shown.figure), shown.text(spot)),
        (message("hover-outcome"), outcome(spot.figures.outcome)),
        ("n", sample_counts.text(spot.figures.counts())),
    )


def at_rates(spots: Iterable[Spot]) -> list[list[Spot]]:
    """Runs in groups of one rate, in order of rate."""
    groups: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda spot: spot.rate):
        if groups and spot.rate <= groups[-1][0].rate * (1 + SAME_RATE):
            groups[-1].append(spot)
        else:
            groups.append([spot])
    return groups


def find_flaw(figures: RunFigures) -> str:
    """Why a Run is no evidence; empty when it is."""
    ended, judgement = figures.outcome, figures.judgement
    if ended == "generator_limited" and judgement and judgement["reason"] == "own_lag":
        return "own_lag"
    return ended if ended != "ok" else "" if is_settled(figures.record) else "unsettled"


# -- variants of a comparison ----------------------------------------------------------------------


def curves(variants: Sequence[Variant], names: Sequence[str] = ()) -> list[Chart]:
    """The curves of variants, one chart per workload: different workloads share no line.

    Each line passes the median of the repeats at each rate. A variant with several targets gets
    charts for each."""
    called = names or [variant.name for variant in variants]
    apart = any(
        len({str(run.spec["target"]["name"]) for run in _every(variant)}) > 1
        for variant in variants
    )
    workloads = list(
        dict.fromkeys(
            _workload_words(run, apart)
            for v in variants
            for run in _every(v)
            if run.offered_rate is not None
        )
    )
    charts = []
    foreign = any(run.is_imported for v in variants for run in _every(v))
    metric = records.metric_words("completion_latency" if foreign else "response_time", "start")
    for number, workload in enumerate(sorted(workloads)):
        lines = [
            _of_variant(variant, letter(n), called[n], workload, apart)
            for n, variant in enumerate(variants)
        ]
        several = len(workloads) > 1
        drawn = chart(
            [line for line in lines if line.spots] if several else lines,
            COMPLETION_FIGURES if foreign else DEFAULT,
            name=f"overlay-{number + 1}" if several else "overlay",
            title=message("latency-of-workload", latency=metric, workload=workload)
            if several
            else "",
            more=message("line-passes-middle"),
        )
        charts += [] if drawn is None else [drawn]
    return charts


def _every(variant: Variant) -> list[Kept]:
    return [*variant.runs, *(run for search in variant.searches for run in search.runs)]


def _workload_words(run: Kept, target: bool) -> str:
    """The workload of a Run in words; Runs with equal words may share a line."""
    spec = run.spec
    words = workload_text.clients(spec) or workload_text.short(spec["workload"])
    if not target:
        return words
    target_name = records.target_words(spec["target"]["name"])
    return message("workload-of-target", target=target_name, workload=words)


def letter(number: int) -> str:
    """The short name of a variant in tables and at its line."""
    return chr(ord("A") + number) if number < 26 else f"V{number + 1}"


def _of_variant(variant: Variant, name: str, called: str, workload: str, target: bool) -> Curve:
    every = [run for run in _every(variant) if _workload_words(run, target) == workload]
    spots = sorted(
        (_spot(run, run.offered_rate) for run in every if run.offered_rate is not None),
        key=lambda spot: spot.rate,
    )
    fine = [spot for spot in spots if not spot.flaw and DEFAULT[0].value(spot)]
    searches = [
        search for search in variant.searches if _workload_words(search.runs[0], target) == workload
    ]
    # With several searches no load line is drawn; the table of the comparison lists them.
    only = searches[0].find if len(searches) == 1 else None
    low, high = (None, None) if only is None else only.load_line.held_ends
    joined = tuple(_middle(group) for group in at_rates(fine))
    return Curve(
        name,
        message("variant-legend", letter=name, variant=called),
        tuple(spots),
        joined,
        low,
        high,
    )


def _spot(run: Kept, rate: float) -> Spot:
    figures = run_figures.of(records.of(run.record))
    return Spot(run.id, rate, figures, find_flaw(figures))


def _middle(group: Sequence[Spot]) -> Spot:
    return sorted(group, key=lambda spot: DEFAULT[0].value(spot) or 0.0)[len(group) // 2]
