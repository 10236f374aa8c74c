"""Charts of effects: ranked with their intervals (Pareto), against noise (half-normal), and
interactions of two factors."""

import math
from collections.abc import Sequence

from plimsoll.base import units
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import words
from plimsoll.features.factors.rules.document import Ratio
from plimsoll.features.factors.rules.study import response
from plimsoll.features.factors.study_result import StudyResult
from plimsoll.report import describe
from plimsoll.report.common.panels import from_zero

MAX_INTERACTIONS = 4
"""Largest number of interactions that are drawn."""


def effect_charts(found: StudyResult) -> list[describe.Chart]:
    """Ranked effects, half-normal, interactions."""
    charts = [ranked_effects(found)]
    if (half := half_normal(found)) is not None:
        charts.append(half)
    return [*charts, *interaction_charts(found)]


def _effects(found: StudyResult) -> list[tuple[str, Ratio, bool]]:
    """Every effect with its interval and whether it is significant, the largest first."""
    answer = found.answer
    rows = [
        (factor.factor, factor.effect, factor.seen)
        for factor in answer.factors
        if factor.effect is not None
    ]
    rows += [(words.pair(pair.factors), pair.effect, True) for pair in answer.interactions]
    return sorted(rows, key=lambda row: -abs(math.log(row[1].value)))


def ranked_effects(found: StudyResult) -> describe.Chart:
    """The ranked effects: the change from low to high with its simultaneous interval."""
    rows = _effects(found)
    limit = found.answer.effect_that_matters
    ends = [end for _, ratio, _ in rows for end in (ratio.low, ratio.high)]

    def marks(legend: str, *, seen: bool) -> describe.Marks:
        points = tuple(
            describe.At(
                place,
                ratio.value,
                (
                    (message("effect"), name),
                    (message("hover-change"), words.percent(ratio.value)),
                    (message("interval"), words.span(ratio)),
                ),
                ratio.low,
                ratio.high,
            )
            for place, (name, ratio, is_seen) in enumerate(rows)
            if is_seen == seen
        )
        return describe.Marks(legend, "dot" if seen else "ring", points, 0 if seen else 1)

    return describe.Chart(
        "effects",
        message("chart-effects"),
        describe.categories(message("axis-effects"), tuple(name for name, *_ in rows)),
        (
            describe.Panel(
                message("panel-effects", response=response(found.study.response).label),
                _axis(message("axis-ratio"), [1 + limit, 1 / (1 + limit), *ends]),
                (
                    marks(message("mark-seen"), seen=True),
                    marks(message("verdict-not_decided"), seen=False),
                    describe.RuleY(message("mark-no-change"), 1.0),
                    describe.RuleY(f"+{words.share(limit)}", 1 + limit),
                    describe.RuleY(f"-{words.share(limit / (1 + limit))}", 1 / (1 + limit)),
                ),
                height=260,
            ),
        ),
        (
            describe.Note(
                message(
                    "chart-whiskers",
                    confidence=units.significant_percent(found.answer.confidence, 3),
                ),
                keep=True,
            ),
        ),
    )


def _axis(label: str, values: Sequence[float]) -> describe.Axis:
    """An axis around these values."""
    low, high = min(values), max(values)
    room = 0.05 * (high - low)
    return describe.Axis(label, "plain", low=low - room, high=high + room)


def half_normal(found: StudyResult) -> describe.Chart | None:
    """Sizes of effects against normal quantiles: pure noise lies on a line through zero. None for
    fewer than four effects."""
    sizes = sorted(
        (abs(math.log(ratio.value)), name, seen) for name, ratio, seen in _effects(found)
    )
    if len(sizes) < 4:
        return None
    from scipy import special

    n = len(sizes)
    at = [float(special.ndtri(0.5 + 0.5 * (rank + 0.5) / n)) for rank in range(n)]

    def marks(legend: str, *, seen: bool) -> describe.Marks:
        return describe.Marks(
            legend,
            "dot" if seen else "ring",
            tuple(
                describe.At(x, math.expm1(size) * 100, ((message("effect"), name),))
                for x, (size, name, is_seen) in zip(at, sizes, strict=True)
                if is_seen == seen
            ),
            0 if seen else 1,
        )

    return describe.Chart(
        "half-normal",
        message("chart-half-normal"),
        describe.Axis(message("axis-quantile"), "plain", low=0.0, high=1.05 * at[-1]),
        (
            describe.Panel(
                message("panel-half-normal"),
                describe.Axis(
                    message("axis-change"),
                    "plain",
                    low=0.0,
                    high=105 * math.expm1(sizes[-1][0]) or 1.0,
                ),
                (
                    marks(message("mark-seen"), seen=True),
                    marks(message("verdict-not_decided"), seen=False),
                ),
            ),
        ),
        (describe.Note(message("note-half-normal")),),
    )


def interaction_charts(found: StudyResult) -> list[describe.Chart]:
    """The mean response at the four combinations of levels, for each significant interaction."""
    names = [factor.name for factor in found.study.factors]
    of_response = response(found.study.response)
    label = f"{of_response.label}, {of_response.unit}"
    unit: describe.Unit = "rate" if of_response.unit == "IOPS" else "time"
    charts = []
    pairs = [pair for pair in found.answer.interactions if pair.factors[0] != pair.factors[1]]
    for number, pair in enumerate(pairs[:MAX_INTERACTIONS], 1):
        a, b = (names.index(name) for name in pair.factors)
        first, second = found.study.factors[a], found.study.factors[b]
        lines = tuple(
            describe.Line(
                f"{second.name} {word}",
                tuple(
                    describe.At(
                        place,
                        value,
                        ((message("hover-mean"), words.figure(found.study.response, value)),),
                    )
                    for place, code in enumerate((-1.0, 1.0))
                    if (value := _mean(found, a, code, b, other)) is not None
                ),
                colour,
                "solid" if colour == 0 else "dashed",
            )
            for colour, (other, word) in enumerate(((-1.0, second.low), (1.0, second.high)))
        )
        means = [point.y for line in lines for point in line.points]
        charts.append(
            describe.Chart(
                f"together-{number}",
                message("chart-together", names=words.pair(pair.factors)),
                describe.categories(first.name, (first.low, first.high)),
                (
                    describe.Panel(
                        message("panel-mean", response=of_response.label),
                        from_zero(label, unit, means),
                        tuple(line for line in lines if line.points),
                    ),
                ),
                (describe.Note(message("note-together")),),
            )
        )
    return charts


def _mean(found: StudyResult, a: int, code: float, b: int, other: float) -> float | None:
    logs = [
        math.log(result.value)
        for run, result in zip(found.study.runs, found.observed, strict=True)
        if result.value and run.levels[a] == code and run.levels[b] == other
    ]
    return math.exp(sum(logs) / len(logs)) if logs else None
