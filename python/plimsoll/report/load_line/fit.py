"""The share of operations beyond the bound over offered rate, with the curve that the search fits
to it and its band.

It is the curve by which the search chooses its next rates (`search/curve.py`), straight on this
scale. It is drawn between the lowest and the highest rate that it rests on, and not at all where
the Runs contradict each other."""

import math
from collections.abc import Sequence

from plimsoll.base import units
from plimsoll.report.common import charts, panels
from plimsoll.report.describe import At, Axis, Chart, Line, Marks, Note, RuleY, Series
from plimsoll.report.evidence import search_end
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.messages import message
from plimsoll.search import curve
from plimsoll.search.document import ObjectiveEstimateDocument, ProbeDocument

_FEWEST = 4
"""Runs of a fit that is drawn: a line through fewer passes them however they lie."""
_BAND_DEVIATIONS = 2.0
_STEPS = 24
_HIGHEST = 180


def chart(evidence: Evidence) -> Chart | None:
    """The chart; None without a fit, with several objectives, and for a mean."""
    end = search_end.decide(evidence)
    goal = evidence.objective
    if goal is None or len(evidence.objectives) != 1 or not end.usable or evidence.points:
        return None
    found = _estimates(evidence)
    drawn = [
        (rate, probe, estimate)
        for rate, probe, estimate in found
        if estimate.value > 0 and estimate.allowed < 1
    ]
    line = curve.fit([_point(*one) for one in drawn])
    if len(drawn) < _FEWEST or line is None:
        return None
    allowed = drawn[0][2].allowed
    bound = units.nanos(goal.bound_ns)
    band, lowest, highest = _band(line, allowed, [rate for rate, _, _ in drawn])
    values = [*(point.y for one in band for point in one.points), allowed]
    values += [estimate.value for _, _, estimate in drawn]
    rules: list[Series] = [
        *panels.bare(charts.line_rules(end)),
        RuleY(message("share-allowed", share=units.significant_percent(allowed, 2)), allowed),
    ]
    label = message("log-scale", label=message("share-above-axis", bound=bound))
    axis = Axis(label, "share", log=True, low=panels.below(min(values)), high=1.0)
    rates = [rate for rate, _, _ in found]
    x = Axis(message("offered-rate-axis"), "rate", low=0.0, high=1.06 * max(rates))
    notes = [
        Note(
            message("fit-basis", n=len(drawn), low=units.rate(lowest), high=units.rate(highest)),
            keep=True,
        )
    ]
    if left := len(found) - len(drawn):
        notes.append(Note(message("fit-without-any", n=left, bound=bound), keep=True))
    title = message("share-above-over-rate", bound=bound)
    plot = panels.panel(axis, (*rules, *band, *_marks(drawn)), _HIGHEST)
    return Chart("fit", title, x, (plot,), tuple(notes))


_Found = tuple[float, "ProbeDocument", "ObjectiveEstimateDocument"]


def _estimates(evidence: Evidence) -> list[_Found]:
    """The Runs of a system that keeps up, above every region in which a lower rate failed."""
    regions = () if evidence.answer.find is None else evidence.answer.find.non_monotone
    floor = max((region.passes_at for region in regions), default=0.0)
    return [
        (rate, probe, probe.estimates[0])
        for rate, probe in search_end.probes_by_rate(evidence)
        if rate >= floor
        and probe.verdict is not None
        and probe.estimates
        and probe.outcome in ("ok", "cached")
        and probe.reason != "cannot_carry"
    ]


def _point(rate: float, probe: ProbeDocument, estimate: ObjectiveEstimateDocument) -> curve.Point:
    width = curve.deviations(stopped_when_decided=probe.stopped_when_decided, verdict=probe.verdict)
    return curve.point(rate, estimate, width)


def _band(
    line: curve.Fit, allowed: float, rates: Sequence[float]
) -> tuple[list[Line], float, float]:
    """The fitted line and the ends of its band over the rates that it rests on; a share has no
    more than all."""
    low, high = min(rates), max(rates)
    places = [low + (high - low) * step / _STEPS for step in range(_STEPS + 1)]

    def points(deviations: float) -> tuple[At, ...]:
        logs = [line.at(rate) + deviations * line.error_at(rate) for rate in places]
        return tuple(
            At(rate, allowed * math.exp(log))
            for rate, log in zip(places, logs, strict=True)
            if allowed * math.exp(log) <= 1.0
        )

    return (
        [
            Line(message("fitted-curve"), points(0.0), 0, "solid", wide=True),
            Line("", points(-_BAND_DEVIATIONS), 0, "dotted"),
            Line("", points(_BAND_DEVIATIONS), 0, "dotted"),
        ],
        low,
        high,
    )


def _marks(drawn: Sequence[_Found]) -> list[Series]:
    """The Runs by verdict, with their intervals."""
    marks: list[Series] = []
    for verdict, shape in (("pass", "dot"), ("fail", "cross"), ("undecided", "ring")):
        points = tuple(
            At(rate, estimate.value, low=estimate.low or None, high=estimate.high, run=probe.run_id)
            for rate, probe, estimate in drawn
            if probe.verdict == verdict
        )
        if points:
            marks.append(Marks(message(f"state-{verdict}"), shape, points, 4))  # type: ignore[arg-type]
    return marks
