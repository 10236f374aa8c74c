"""Promises as a chart and tables: what was measured, with its interval, against what was promised,
with its margin.

Reads a verdict (`features/promises/rules/document.py`) and the promise file that the campaign
keeps, and judges nothing. The verdict stands in words under each promise: a dot beside a line does
not say of which side it should be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from plimsoll.base import limiter_text, units
from plimsoll.features.promises.rules.claims import Claim
from plimsoll.features.promises.rules.document import Check, Figure, Judged, RunSeen
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
"""Values that lie closer together than this are drawn on an axis of their own."""
_LEVELS: dict[str, Shape] = {
    "ideal": "hollow diamond",
    "tolerable": "dash",
    "promised": "hollow square",
}
_SIDES = {"at_least": "at least", "at_most": "at most", "equals": "exactly"}


def chart(evidence: Evidence, said: Check) -> Chart | None:
    """Every promise at a place of its own, a panel for each unit; none when nothing was
    measured."""
    held = _claims(evidence, said)
    shown = [one.measured.unit for one in said.evidence if one.measured is not None]
    panels = [_panel(said.evidence, held, unit) for unit in _WRITES if unit in shown]
    if not panels:
        return None
    longest = max(16, 200 // len(said.evidence))
    x = categories(
        "Promise, and its verdict",
        tuple(f"{_cut(one.promise, longest)}: {verdict(one)}" for one in said.evidence),
    )
    sure = next(one.measured.confidence for one in said.evidence if one.measured is not None)
    margins = sorted({one.margin for one in said.evidence})
    margin = " and ".join(units.share(one) for one in margins)
    notes = [
        Note(f"Whiskers of what was measured: {sure * 100:.3g} %.", keep=True),
        Note(f"Whiskers of what was promised: its margin, {margin}."),
    ]
    nothing = [one.promise for one in said.evidence if one.measured is None]
    if nothing:
        notes.append(Note(f"Nothing was measured for: {', '.join(nothing)}.", keep=True))
    return Chart(
        "promises",
        f"{said.verdict.capitalize()}: measured against promised",
        x,
        tuple(panels),
        tuple(notes),
    )


def table(said: Check) -> Table:
    """Each promise with its verdict, what it rests on and what would decide it."""
    return Table.of(
        f"Promises ({len(said.evidence)})",
        said.evidence,
        {
            "Promise": lambda one: one.promise,
            "Verdict": verdict,
            "Promised": lambda one: one.promised,
            "Of": lambda one: f"the {one.subject}",
            "Measured": lambda one: _figure(one.measured, "value"),
            "Low": lambda one: _figure(one.measured, "low"),
            "High": lambda one: _figure(one.measured, "high"),
            "Margin": lambda one: units.share(one.margin),
            "Because": lambda one: one.because,
            "What would decide it": lambda one: one.would_decide or units.DASH,
        },
        texts=("Promise", "Verdict", "Promised", "Of", "Because", "What would decide it"),
        caption="Low and high: the confidence interval.",
        run=lambda one: next((run.run_id for run in reversed(one.runs) if run.run_id), None),
    )


def runs(said: Check) -> Table:
    """The Runs behind each verdict, with what each was held against."""
    return Table.of(
        "What the verdicts rest on",
        [(one.promise, run) for one in said.evidence for run in one.runs],
        {
            "Promise": lambda row: row[0],
            "Run": lambda row: str(row[1].run_id or units.DASH),
            "Load": lambda row: _load(row[1]),
            "Outcome": lambda row: outcome(row[1].outcome),
            "Held against": lambda row: _held(row[1]),
            "Measured": lambda row: _figure(row[1].figure, "value"),
            "Low": lambda row: _figure(row[1].figure, "low"),
            "High": lambda row: _figure(row[1].figure, "high"),
            "Mean completion latency": lambda row: units.nanos(row[1].completion_latency_mean_ns),
            "n": lambda row: units.count(row[1].operations),
            "Limited by": lambda row: limiter_text.words(row[1].limited_by),
        },
        texts=("Promise", "Outcome", "Held against", "Limited by"),
        run=lambda row: row[1].run_id,
    )


def _load(run: RunSeen) -> str:
    if run.offered_rate_per_s is None:
        return f"closed, {run.queue_depth} × {run.workers}"
    return f"{units.rate(run.offered_rate_per_s)} IOPS"


def _held(run: RunSeen) -> str:
    """The level that a Run was judged by, and whether it met it; a dash where it was not judged."""
    met = {True: "met", False: "missed", None: "undecided"}[run.passed]
    if run.level:
        return f"{run.level}: {met}"
    return met if run.passed is not None else units.DASH


def verdict(one: Judged) -> str:
    """With the level that was kept: `kept, ideal`."""
    level = {"ideal": ", ideal", "tolerable": ", within tolerable"}.get(one.level or "", "")
    return f"{one.verdict}{level}"


# -- inside ----------------------------------------------------------------------------------------


def _claims(evidence: Evidence, said: Check) -> list[Claim | None]:
    """What each verdict is of, with its bounds in numbers; none where the file that is kept does
    not tell."""
    try:
        found = PromiseFile.model_validate(evidence.campaign.spec["promise"]).claims()
    except (KeyError, ValueError):
        found = []
    by_name = {claim.name: claim for claim in found}
    return [by_name.get(one.promise) for one in said.evidence]


def _panel(judged: Sequence[Judged], held: Sequence[Claim | None], unit: str) -> Panel:
    label, written = _WRITES[unit]
    of_unit: Unit = written  # type: ignore[assignment]
    measured: dict[str, list[At]] = {}
    bounds: dict[tuple[Shape, str], list[At]] = {}
    for place, (one, claim) in enumerate(zip(judged, held, strict=True)):
        figure = one.measured
        if figure is None or figure.unit != unit:
            continue
        run = next((run for run in one.runs if run.figure == figure), None)
        hover = (
            ("promise", one.promise),
            ("promised", one.promised),
            ("measured", _written(figure.value, unit)),
            ("verdict", verdict(one)),
            ("n", units.count(run.operations) if run else units.DASH),
        )
        at = At(place, figure.value, hover, figure.low, figure.high, run.run_id if run else None)
        measured.setdefault(one.verdict, []).append(at)
        if one.value is not None and one.unit == unit:
            margin = one.margin * one.value
            low = None if one.direction == "at_most" else one.value - margin
            high = None if one.direction == "at_least" else one.value + margin
            said = f"promised: {_SIDES[one.direction]} this, with its margin"
            shape: Shape = "arrow" if one.direction == "at_least" else "dash"
            told = (("promised", one.promised), ("margin", units.share(one.margin)))
            bounds.setdefault((shape, said), []).append(
                At(place, one.value, told, low or one.value, high or one.value)
            )
        for level in claim.levels if claim is not None and unit == "ns" else ():
            if level.bound_ns is not None:
                name = level.name or "promised"
                shape = _LEVELS[name]
                bounds.setdefault((shape, f"{name}: at most this"), []).append(
                    At(place, level.bound_ns, (("promised", level.objective),))
                )
    held_against = [
        Marks(said, shape, tuple(points), 3, large=True) for (shape, said), points in bounds.items()
    ]
    seen = [
        Marks(f"measured: {name}", _SHAPES[name], tuple(points), 0, large=True)
        for name, points in measured.items()
    ]
    # A bar or an arrow is seen on a dot, a diamond would cover it.
    series: list[Series] = [*held_against, *seen] if unit == "ns" else [*seen, *held_against]
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
    """One on which all that is drawn has its place, and differences are seen."""
    # A target that answers nothing has a rate of 0: it has its place on an axis, but on none of
    # logarithms.
    values = [value for value in drawn if value] or [1.0]
    if of_unit == "time":
        low, high = below(min(values)), above(max(values))
        return Axis(label, of_unit, log=True, low=low, high=high)
    low, high = min(value for value in drawn if value is not None), max(values)
    if low > _NEAR * high:
        # A margin of 1 % would not be seen on an axis that begins at 0.
        reach = max(high - low, 0.005 * high)
        label += "; the axis does not begin at 0"
        return Axis(label, of_unit, low=low - 0.4 * reach, high=high + 0.4 * reach)
    return from_zero(label, of_unit, values, 1.15)


def _figure(figure: Figure | None, end: Literal["value", "low", "high"]) -> str:
    return units.DASH if figure is None else _written(getattr(figure, end), figure.unit)


def _written(value: float | None, unit: str) -> str:
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
