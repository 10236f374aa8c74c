"""Promises as a chart and tables: the measured value with its interval beside the promised value
with its margin.

Draws a verdict (`features/promises/rules/document.py`) and the stored promise file; judges nothing.
The verdict stands in words under each promise, because a dot beside a line does not show on which
side of it the dot should be.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Literal

from plimsoll.base import language, limiter_text, units
from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules import words
from plimsoll.features.promises.rules.claims import Claim
from plimsoll.features.promises.rules.document import Check, ClaimVerdict, Figure, RunUse
from plimsoll.features.promises.rules.file import PromiseFile
from plimsoll.report.common.answer import outcome
from plimsoll.report.common.panels import above, below, from_zero, panel
from plimsoll.report.describe import (
    At,
    Axis,
    Chart,
    Marks,
    Note,
    Panel,
    Series,
    Shape,
    Table,
    Unit,
    categories,
)
from plimsoll.report.evidence.evidence import Evidence

_AXES: dict[str, Unit] = {
    "IOPS": "rate",
    "bytes/s": "bytes_per_s",
    "ns": "time",
    "share": "share",
}
_SHAPES: dict[str, Shape] = {"kept": "dot", "broken": "cross", "inconclusive": "ring"}
_NEAR = 0.8
"""Where the lowest value is above this share of the highest, the axis does not begin at 0."""
_LEVELS: dict[str, Shape] = {
    "ideal": "hollow diamond",
    "tolerable": "dash",
    "promised": "hollow square",
}


def chart(evidence: Evidence, check: Check) -> Chart | None:
    """Every promise side by side, with a panel for each unit; None where nothing was measured."""
    claims = _claims(evidence, check)
    units_measured = [
        judged.measured.unit for judged in check.evidence if judged.measured is not None
    ]
    panels = [_panel(check.evidence, claims, unit) for unit in _AXES if unit in units_measured]
    if not panels:
        return None
    longest = max(16, 200 // len(check.evidence))
    x = categories(
        message("axis-promises"),
        tuple(
            f"{_cut(judged.promise, longest)}: {words.verdict_text(judged)}"
            for judged in check.evidence
        ),
    )
    sure = next(
        judged.measured.confidence for judged in check.evidence if judged.measured is not None
    )
    margins = sorted({judged.margin for judged in check.evidence})
    margin = reduce(
        lambda names, last: message("and", names=names, last=last), map(units.share, margins)
    )
    notes = [
        Note(
            message("chart-measured-whiskers", confidence=units.significant(sure * 100, 3)),
            keep=True,
        ),
        Note(message("chart-promised-whiskers", margin=margin)),
    ]
    nothing = [judged.promise for judged in check.evidence if judged.measured is None]
    if nothing:
        notes.append(
            Note(message("chart-nothing-measured", promises=language.listing(nothing)), keep=True)
        )
    return Chart("promises", message(f"chart-{check.verdict}"), x, tuple(panels), tuple(notes))


def table(check: Check) -> Table:
    """Each promise with its verdict, its reason and what would decide it."""
    return Table.of(
        message("table-all", promises=len(check.evidence)),
        check.evidence,
        {
            message("column-promise"): lambda judged: judged.promise,
            message("column-verdict"): words.verdict_text,
            message("column-promised"): lambda judged: judged.promised,
            message("column-of"): lambda judged: message(f"subject-{judged.subject}"),
            message("column-measured"): lambda judged: _figure_text(judged.measured, "value"),
            message("column-low"): lambda judged: _figure_text(judged.measured, "low"),
            message("column-high"): lambda judged: _figure_text(judged.measured, "high"),
            message("column-margin"): lambda judged: units.share(judged.margin),
            message("column-because"): lambda judged: judged.because,
            message("column-decides"): lambda judged: judged.would_decide or units.DASH,
        },
        texts=(
            message("column-promise"),
            message("column-verdict"),
            message("column-promised"),
            message("column-of"),
            message("column-because"),
            message("column-decides"),
        ),
        caption=message("table-all-caption"),
        run=lambda judged: next((run.run_id for run in reversed(judged.runs) if run.run_id), None),
    )


def runs(check: Check) -> Table:
    """The Runs behind each verdict, with the level that each was judged by."""
    return Table.of(
        message("table-runs"),
        [(judged.promise, run) for judged in check.evidence for run in judged.runs],
        {
            message("column-promise"): lambda row: row[0],
            message("column-run"): lambda row: str(row[1].run_id or units.DASH),
            message("column-load"): lambda row: _load(row[1]),
            message("column-outcome"): lambda row: outcome(row[1].outcome),
            message("column-held-against"): lambda row: _level_outcome(row[1]),
            message("column-measured"): lambda row: _figure_text(row[1].figure, "value"),
            message("column-low"): lambda row: _figure_text(row[1].figure, "low"),
            message("column-high"): lambda row: _figure_text(row[1].figure, "high"),
            message("column-latency"): lambda row: units.nanos(row[1].completion_latency_mean_ns),
            "n": lambda row: units.count(row[1].operations),
            message("column-limited-by"): lambda row: limiter_text.words(row[1].limited_by),
        },
        texts=(
            message("column-promise"),
            message("column-outcome"),
            message("column-held-against"),
            message("column-limited-by"),
        ),
        run=lambda row: row[1].run_id,
    )


def _load(run: RunUse) -> str:
    if run.offered_rate_per_s is None:
        return message("load-closed", queue_depth=run.queue_depth, workers=run.workers)
    return f"{units.rate(run.offered_rate_per_s)} IOPS"


def _level_outcome(run: RunUse) -> str:
    """The level that a Run was judged by, and whether it met it; a dash where it was not judged."""
    met = message({True: "met", False: "missed", None: "level-undecided"}[run.passed])
    if run.level:
        return f"{run.level}: {met}"
    return met if run.passed is not None else units.DASH


# -- inside ----------------------------------------------------------------------------------------


def _claims(evidence: Evidence, check: Check) -> list[Claim | None]:
    """The claim of each verdict, with its bounds as numbers; None where the stored promise file
    lacks it."""
    try:
        claims = PromiseFile.model_validate(evidence.campaign.spec["promise"]).claims()
    except (KeyError, ValueError):
        claims = []
    by_name = {words.shown_name(claim.name, claim.terms): claim for claim in claims}
    return [by_name.get(one.promise) for one in check.evidence]


def _panel(judged: Sequence[ClaimVerdict], claims: Sequence[Claim | None], unit: str) -> Panel:
    measured: dict[str, list[At]] = {}
    bounds: dict[tuple[Shape, str], list[At]] = {}
    for place, (one, claim) in enumerate(zip(judged, claims, strict=True)):
        figure = one.measured
        if figure is None or figure.unit != unit:
            continue
        run = next((run for run in one.runs if run.figure == figure), None)
        hover = (
            (message("hover-promise"), one.promise),
            (message("hover-promised"), one.promised),
            (message("hover-measured"), _value_text(figure.value, unit)),
            (message("hover-verdict"), words.verdict_text(one)),
            ("n", units.count(run.operations) if run else units.DASH),
        )
        at = At(place, figure.value, hover, figure.low, figure.high, run.run_id if run else None)
        measured.setdefault(one.verdict, []).append(at)
        if one.value is not None and one.unit == unit:
            margin = one.margin * one.value
            low = None if one.direction == "at_most" else one.value - margin
            high = None if one.direction == "at_least" else one.value + margin
            legend = message(f"legend-{one.direction}")
            shape: Shape = "arrow" if one.direction == "at_least" else "dash"
            bound_hover = (
                (message("hover-promised"), one.promised),
                (message("hover-margin"), units.share(one.margin)),
            )
            bounds.setdefault((shape, legend), []).append(
                At(place, one.value, bound_hover, low or one.value, high or one.value)
            )
        for level in claim.levels if claim is not None and unit == "ns" else ():
            if level.bound_ns is not None:
                name = level.name or "promised"
                shape = _LEVELS[name]
                bounds.setdefault((shape, message(f"legend-{name}")), []).append(
                    At(place, level.bound_ns, ((message("hover-promised"), level.objective),))
                )
    bound_marks = [
        Marks(legend, shape, tuple(points), 3, large=True)
        for (shape, legend), points in bounds.items()
    ]
    measured_marks = [
        Marks(message(f"legend-{name}"), _SHAPES[name], tuple(points), 0, large=True)
        for name, points in measured.items()
    ]
    # A bar or an arrow may lie on a dot; a diamond would cover it.
    series: list[Series] = (
        [*bound_marks, *measured_marks] if unit == "ns" else [*measured_marks, *bound_marks]
    )
    drawn = [
        v
        for one in series
        if isinstance(one, Marks)
        for at in one.points
        for v in (at.low, at.y, at.high)
    ]
    axis = _axis(_AXES[unit], drawn)
    return panel(axis, series, 260)


def _axis(of_unit: Unit, drawn: Sequence[float | None]) -> Axis:
    """An axis that holds all values and shows their differences."""
    label = message(f"axis-{of_unit}")
    # A dead target has a rate of 0, which no logarithmic axis can show.
    values = [value for value in drawn if value] or [1.0]
    if of_unit == "time":
        low, high = below(min(values)), above(max(values))
        return Axis(label, of_unit, log=True, low=low, high=high)
    low, high = min(value for value in drawn if value is not None), max(values)
    if low > _NEAR * high:
        # A margin of 1 % is invisible on an axis that begins at 0.
        reach = max(high - low, 0.005 * high)
        label = message("axis-not-from-0", axis=label)
        return Axis(label, of_unit, low=low - 0.4 * reach, high=high + 0.4 * reach)
    return from_zero(label, of_unit, values, 1.15)


def _figure_text(figure: Figure | None, end: Literal["value", "low", "high"]) -> str:
    return units.DASH if figure is None else _value_text(getattr(figure, end), figure.unit)


def _value_text(value: float | None, unit: str) -> str:
    if value is None:
        return units.DASH
    match unit:
        case "ns":
            return units.nanos(value)
        case "bytes/s":
            return units.throughput(value)
        case "share":
            return units.share(value)
        case _:
            return f"{units.rate(value)} IOPS"


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1]}…"
