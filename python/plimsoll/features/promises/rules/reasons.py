"""Reasons of a verdict on a promise and what would decide it, as codes with figures.

`rules.py` chooses the codes, `words.py` makes the sentences. Rates in figures are per second;
`counted` is their unit, operations or bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from plimsoll.base import language
from plimsoll.features.promises.rules.document import Code
from plimsoll.features.promises.rules.run_evidence import CONFIDENCE, RunEvidence
from plimsoll.judge.flatness import Flatness
from plimsoll.native.session import ObjectiveTerm

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.claims import Claim, Level
    from plimsoll.search.document import FindDocument, LineDocument

Figures = Mapping[str, float | str]


def code(kind: str, *parts: Figures, **figures: float | str) -> Code:
    """A code of a kind in `words.WORDS`, with the figures that its words name."""
    every: dict[str, float | str] = {}
    for part in parts:
        every |= part
    return Code(kind=kind, figures=every | figures)


# -- what was measured, what was promised ----------------------------------------------------------


def run_figures(claim: Claim, run: RunEvidence) -> Figures:
    """The rate of a Run with its interval and its load."""
    figure = run.figure
    assert figure is not None
    figures: dict[str, float | str] = {
        "counted": claim.of_kind.counted,
        "measured_per_s": figure.value,
    }
    if figure.low is not None and figure.high is not None:
        figures |= {"low_per_s": figure.low, "high_per_s": figure.high}
    return figures | _load(run)


def _load(run: RunEvidence) -> dict[str, float | str]:
    if not run.queue_depth or not run.workers:
        return {}
    return {"workers": run.workers, "queue_depth": run.queue_depth}


def bound_figures(claim: Claim, bound: float) -> Figures:
    """The promised value, and where it lies with its margin."""
    assert claim.value is not None
    return {
        "counted": claim.of_kind.counted,
        "bound_per_s": bound,
        "promised_per_s": claim.value,
        "margin": claim.margin,
    }


def step_figures(seen: Sequence[RunEvidence], flat: Flatness | None) -> Figures:
    """The effect of more outstanding I/O, or why no two Runs show it. `steps` is one of
    `flatness.REASONS` or of `words.NO_PAIR`."""
    if flat is not None:
        return {"steps": flat.reason, **flat.figures}
    if len(seen) == 1:
        return {"steps": "one_amount"}
    return {
        "steps": "did_not_grow",
        "outstanding_low": seen[0].outstanding or 0.0,
        "outstanding_high": seen[-1].outstanding or 0.0,
    }


# -- an objective ----------------------------------------------------------------------------------


def level_figures(claim: Claim, run: RunEvidence, level: Level) -> Figures:
    """A Run's figure beside the bound of a level. `shows`: the rate was not carried, nothing
    completed, or the kind of figure that is compared."""
    at: Figures = (
        {"offered_per_s": run.offered_rate_per_s} if run.offered_rate_per_s else _load(run)
    )
    if run.outcome == "cannot_carry":
        served = run.achieved_rate_per_s
        carried: Figures = (
            {} if not _is_of_file(run) or served is None else {"served_per_s": served}
        )
        return {**at, "shows": "not_carried", "words": run.because, **carried}
    figure = comparison_figure(claim, run)
    if figure is None:
        return {**at, "shows": "nothing"}
    value, low, high = figure.value, figure.low, figure.high
    part = deciding_term(run, level)
    others = [term.text for term in level.terms if term != part]
    figures: dict[str, float | str] = {
        **at,
        "shows": ("share" if figure.unit == "share" else "figure" if _is_of_file(run) else "mean"),
        "objective": part.text,
        "of": part.of,
        "value": value,
        "bound_ns": part.bound_ns or 0,
    }
    if low is not None and high is not None:
        figures |= {"low": low, "high": high}
    if run.figure is not None and run.figure.moved is not None and run.meets_level is not False:
        figures |= dict(zip(("first_ns", "last_ns"), run.figure.moved, strict=True))
    return figures | (
        {"met_as_well": language.listing(others)} if run.meets_level and others else {}
    )


class ComparisonFigure(NamedTuple):
    """The figure of a Run that is compared with the promise, with its interval."""

    value: float
    low: float | None
    high: float | None
    confidence: float
    unit: Literal["IOPS", "bytes/s", "ns", "share"]


def comparison_figure(claim: Claim, run: RunEvidence) -> ComparisonFigure | None:
    """The rate of a Run, or the statistic of its level; None where nothing completed."""
    judged = run.judgement
    if run.level is not None and run.offered_rate_per_s is not None and judged is not None:
        estimate = judged["estimate"]
        return ComparisonFigure(
            estimate["value"],
            estimate["low"],
            estimate["high"],
            judged.get("confidence", CONFIDENCE),
            _unit(run, run.level),
        )
    figure = run.figure
    if run.level is not None and figure is not None and figure.of_file:
        ends = figure.value, figure.low, figure.high
        return ComparisonFigure(*ends, figure.confidence, _unit(run, run.level))
    if figure is None:
        return None
    unit = "ns" if run.level is not None else claim.of_kind.unit or "IOPS"
    return ComparisonFigure(figure.value, figure.low, figure.high, figure.confidence, unit)


def _unit(run: RunEvidence, level: Level) -> Literal["ns", "share"]:
    """Unit of an estimate: ns for a mean and for every latency of a file, else a share."""
    term = deciding_term(run, level)
    if term.statistic == "mean":
        return "ns"
    return "ns" if term.statistic is not None and _is_of_file(run) else "share"


def _is_of_file(run: RunEvidence) -> bool:
    return run.figure is not None and run.figure.of_file


def deciding_term(run: RunEvidence, level: Level) -> ObjectiveTerm:
    """The objective whose estimate decided."""
    judged = run.judgement
    parts = [] if judged is None else judged["objectives"]
    deciding = next(
        (
            finding["objective"]
            for finding in parts
            if judged and finding["estimate"] == judged["estimate"]
        ),
        None,
    )
    # A Run that was too short lists no objectives: the whole level stands for them.
    whole = replace(level.terms[0], text=level.objective)
    return next((term for term in level.terms if term.text == deciding), whole)


# -- what would decide -----------------------------------------------------------------------------


def _hold_up_figures(run: RunEvidence) -> Figures:
    """Why this machine keeps a Run from a verdict."""
    if run.held_up_by is None:
        return {}
    others: Figures = {} if run.others is None else {"others": run.others}
    return {"held_up_by": run.held_up_by, **others}


def more_time(run: RunEvidence) -> Code:
    """The advice for a Run that is too close to call."""
    return code("free" if run.held_up_by == "own_lag" else "longer", _hold_up_figures(run))


def longer(run: RunEvidence, bound: float) -> Code:
    """The advice to measure for longer: the error falls with the root of the length."""
    figure = run.figure
    if figure is None or figure.low is None or figure.high is None or figure.value == bound:
        return code("longer")
    reach = (figure.high - figure.low) / 2
    wanted = figure.seconds * (reach / abs(figure.value - bound)) ** 2
    if wanted > 100 * figure.seconds:
        return code("wider_margin")
    hold_up = _hold_up_figures(run) if run.held_up_by == "others" else {}
    return code("longer", hold_up, seconds=max(2 * figure.seconds, 1.5 * wanted))


def more_outstanding(kind: str, run: RunEvidence, wanted_per_s: float) -> Code:
    """The advice to raise the outstanding I/O: at least a doubling, and half as much again as
    Little's law needs for the rate at this latency."""
    outstanding = max(1, (run.workers or 1) * (run.queue_depth or 1))
    factor = wanted_per_s / run.figure.value if run.figure and run.figure.value > 0 else 1.0
    return code(
        kind, most=max(2 * outstanding, math.ceil(1.5 * outstanding * factor)), asked=outstanding
    )


# -- a load line -----------------------------------------------------------------------------------


def line_figures(line: LineDocument) -> Figures:
    """The known ends of a load line."""
    low, high = line.low, line.high
    return {
        **({"line_low_per_s": low} if low else {}),
        **({"line_high_per_s": high} if high else {}),
    }


def missed_below(search: FindDocument) -> list[Figures]:
    """Rates below the low end at which the objective was missed, each with the higher one at which
    it was met."""
    return [
        {"missed_per_s": region.fails_at, "met_per_s": region.passes_at}
        for region in search.non_monotone
        if region.fails_at < (search.load_line.low or math.inf)
    ]


def notes_below_line(search: FindDocument) -> list[Code]:
    """Notes on rates below a line that do not simply hold (measurement.md, section 6)."""
    notes = [code("missed_below", region) for region in missed_below(search)]
    if len(search.regimes) > 1:
        ends: Figures = {
            f"from_{regime.approached_from}_per_s": regime.low for regime in search.regimes
        }
        notes.append(code("two_regimes", ends))
    return notes
