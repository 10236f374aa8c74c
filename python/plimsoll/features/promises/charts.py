"""Promises as a chart and tables: the measured value with its interval beside the promised value
with its margin.

Draws a verdict (`features/promises/rules/document.py`) and the stored promise file; judges nothing.
The verdict stands in words under each promise, because a dot beside a line does not show on which
side of it the dot should be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from plimsoll.base import limiter_text, units
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

_WRITES = {
    "IOPS": ("Rate, IOPS", "rate"),
    "bytes/s": ("Bytes per second", "bytes_per_s"),
    "ns": ("Response time (the figure that was promised), log scale", "time"),
    "share": ("Share", "share"),
}
_SHAPES: dict[str, Shape] = {"kept": "dot", "broken": "cross", "inconclusive": "ring"}
_NEAR = 0.8
"""Where the lowest value is above this share of the highest, the axis does not begin at 0."""
_LEVELS: dict[str, Shape] = {
    "ideal": "hollow diamond",
    "tolerable": "dash",
    "promised": "hollow square",
}
_SIDES = {"at_least": "at least", "at_most": "at most", "equals": "exactly"}


def chart(evidence: Evidence, check: Check) -> Chart | None:
    """Every promise side by side, with a panel for each unit; None where nothing was measured."""
    claims = _claims(evidence, check)
    units_measured = [
        judged.measured.unit for judged in check.evidence if judged.measured is not None
    ]
    panels = [_panel(check.evidence, claims, unit) for unit in _WRITES if unit in units_measured]
    if not panels:
        return None
    longest = max(16, 200 // len(check.evidence))
    x = categories(
        "Promise, and its verdict",
        tuple(f"{_cut(judged.promise, longest)}: {verdict(judged)}" for judged in check.evidence),
    )
    sure = next(
        judged.measured.confidence for judged in check.evidence if judged.measured is not None
    )
    margins = sorted({judged.margin for judged in check.evidence})
    margin = " and ".join(units.share(judged) for judged in margins)
    notes = [
        Note(f"Whiskers of what was measured: {sure * 100:.3g} %.", keep=True),
        Note(f"Whiskers of what was promised: its margin, {margin}."),
    ]
    nothing = [judged.promise for judged in check.evidence if judged.measured is None]
    if nothing:
        notes.append(Note(f"Nothing was measured for: {', '.join(nothing)}.", keep=True))
    return Chart(
        "promises",
        f"{check.verdict.capitalize()}: measured against promised",
        x,
        tuple(panels),
        tuple(notes),
    )


def table(check: Check) -> Table:
    """Each promise with its verdict, its reason and what would decide it."""
    return Table.of(
        f"Promises ({len(check.evidence)})",
        check.evidence,
        {
            "Promise": lambda judged: judged.promise,
            "Verdict": verdict,
            "Promised": lambda judged: judged.promised,
            "Of": lambda judged: f"the {judged.subject}",
            "Measured": lambda judged: _figure_text(judged.measured, "value"),
            "Low": lambda judged: _figure_text(judged.measured, "low"),
            "High": lambda judged: _figure_text(judged.measured, "high"),
            "Margin": lambda judged: units.share(judged.margin),
            "Because": lambda judged: judged.because,
            "What would decide it": lambda judged: judged.would_decide or units.DASH,
        },
        texts=("Promise", "Verdict", "Promised", "Of", "Because", "What would decide it"),
        caption="Low and high: the confidence interval.",
        run=lambda judged: next((run.run_id for run in reversed(judged.runs) if run.run_id), None),
    )


def runs(check: Check) -> Table:
    """The Runs behind each verdict, with the level that each was judged by."""
    return Table.of(
        "What the verdicts rest on",
        [(judged.promise, run) for judged in check.evidence for run in judged.runs],
        {
            "Promise": lambda row: row[0],
            "Run": lambda row: str(row[1].run_id or units.DASH),
            "Load": lambda row: _load(row[1]),
            "Outcome": lambda row: outcome(row[1].outcome),
            "Held against": lambda row: _level_outcome(row[1]),
            "Measured": lambda row: _figure_text(row[1].figure, "value"),
            "Low": lambda row: _figure_text(row[1].figure, "low"),
            "High": lambda row: _figure_text(row[1].figure, "high"),
            "Mean completion latency": lambda row: units.nanos(row[1].completion_latency_mean_ns),
            "n": lambda row: units.count(row[1].operations),
            "Limited by": lambda row: limiter_text.words(row[1].limited_by),
        },
        texts=("Promise", "Outcome", "Held against", "Limited by"),
        run=lambda row: row[1].run_id,
    )


def _load(run: RunUse) -> str:
    if run.offered_rate_per_s is None:
        return f"closed, {run.queue_depth} × {run.workers}"
    return f"{units.rate(run.offered_rate_per_s)} IOPS"


def _level_outcome(run: RunUse) -> str:
    """The level that a Run was judged by, and whether it met it; a dash where it was not judged."""
    met = {True: "met", False: "missed", None: "undecided"}[run.passed]
    if run.level:
        return f"{run.level}: {met}"
    return met if run.passed is not None else units.DASH


def verdict(judged: ClaimVerdict) -> str:
    """The verdict with the level that was kept: `kept, ideal`."""
    level = {"ideal": ", ideal", "tolerable": ", within tolerable"}.get(judged.level or "", "")
    return f"{judged.verdict}{level}"


# -- inside ----------------------------------------------------------------------------------------


def _claims(evidence: Evidence, check: Check) -> list[Claim | None]:
    """The claim of each verdict, with its bounds as numbers; None where the stored promise file
    lacks it."""
    try:
        claims = PromiseFile.model_validate(evidence.campaign.spec["promise"]).claims()
    except (KeyError, ValueError):
        claims = []
    by_name = {claim.name: claim for claim in claims}
    return [by_name.get(one.promise) for one in check.evidence]


def _panel(judged: Sequence[ClaimVerdict], claims: Sequence[Claim | None], unit: str) -> Panel:
    label, written = _WRITES[unit]
    of_unit: Unit = written  # type: ignore[assignment]
    measured: dict[str, list[At]] = {}
    bounds: dict[tuple[Shape, str], list[At]] = {}
    for place, (one, claim) in enumerate(zip(judged, claims, strict=True)):
        figure = one.measured
        if figure is None or figure.unit != unit:
            continue
        run = next((run for run in one.runs if run.figure == figure), None)
        hover = (
            ("promise", one.promise),
            ("promised", one.promised),
            ("measured", _value_text(figure.value, unit)),
            ("verdict", verdict(one)),
            ("n", units.count(run.operations) if run else units.DASH),
        )
        at = At(place, figure.value, hover, figure.low, figure.high, run.run_id if run else None)
        measured.setdefault(one.verdict, []).append(at)
        if one.value is not None and one.unit == unit:
            margin = one.margin * one.value
            low = None if one.direction == "at_most" else one.value - margin
            high = None if one.direction == "at_least" else one.value + margin
            legend = f"promised: {_SIDES[one.direction]} this, with its margin"
            shape: Shape = "arrow" if one.direction == "at_least" else "dash"
            bound_hover = (("promised", one.promised), ("margin", units.share(one.margin)))
            bounds.setdefault((shape, legend), []).append(
                At(place, one.value, bound_hover, low or one.value, high or one.value)
            )
        for level in claim.levels if claim is not None and unit == "ns" else ():
            if level.bound_ns is not None:
                name = level.name or "promised"
                shape = _LEVELS[name]
                bounds.setdefault((shape, f"{name}: at most this"), []).append(
                    At(place, level.bound_ns, (("promised", level.objective),))
                )
    bound_marks = [
        Marks(legend, shape, tuple(points), 3, large=True)
        for (shape, legend), points in bounds.items()
    ]
    measured_marks = [
        Marks(f"measured: {name}", _SHAPES[name], tuple(points), 0, large=True)
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
    axis = _axis(label, of_unit, drawn)
    return panel(axis, series, 260)


def _axis(label: str, of_unit: Unit, drawn: Sequence[float | None]) -> Axis:
    """An axis that holds all values and shows their differences."""
    # A dead target has a rate of 0, which no logarithmic axis can show.
    values = [value for value in drawn if value] or [1.0]
    if of_unit == "time":
        low, high = below(min(values)), above(max(values))
        return Axis(label, of_unit, log=True, low=low, high=high)
    low, high = min(value for value in drawn if value is not None), max(values)
    if low > _NEAR * high:
        # A margin of 1 % is invisible on an axis that begins at 0.
        reach = max(high - low, 0.005 * high)
        label += "; the axis does not begin at 0"
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
