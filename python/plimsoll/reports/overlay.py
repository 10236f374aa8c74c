"""The curves of several variants over each other: p99 and mean response time over offered rate, one line per variant.

A line passes, at each rate, the Run in the middle of the repeats (percentiles are never averaged); every Run is a mark.
Variants are told apart by dash, shape and the letter at the end of the line, not by colour alone. Runs that were not
carried, or ended while the target was still filling up, stand at the top edge: their response time only tells how long they
were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from plimsoll.reports import units
from plimsoll.reports.charts import above, below
from plimsoll.reports.describe import At, Axis, Chart, Dash, Line, Marks, Panel, RuleX, Shape

if TYPE_CHECKING:
    from plimsoll.reports.variants import Run, Variant

_STYLES: tuple[tuple[int, Dash, Shape], ...] = (
    (0, "solid", "dot"), (2, "dashed", "triangle"), (1, "dotted", "square"), (3, "dash-dot", "diamond"),
    (5, "long", "ring"), (4, "solid", "hollow triangle"),
)  # fmt: skip
_LOST: tuple[Shape, ...] = ("cross", "plus", "crossed square", "hollow square", "dash", "hollow diamond")
SAME_RATE = 0.01
"""Runs closer than this, relatively, are repeats of one rate."""


def curves(variants: Sequence[Variant]) -> Chart | None:
    """The chart; none when no Run has an offered rate."""
    offered = [_open(variant) for variant in variants]
    if not any(offered):
        return None
    reach = max(run.offered or 0.0 for runs in offered for run in runs)
    rules = _lines(variants)
    x = Axis("Offered rate, I/O per second", "rate", low=0.0, high=1.06 * max([reach, *(rule.x for rule in rules)]))
    panels = tuple(
        _panel(figure, variants, offered, rules if number == 0 else []) for number, figure in enumerate(("p99", "mean"))
    )
    runs = sum(len(group) for group in offered)
    caption = f"{runs} Runs with an offered rate; a line passes the middle one of the repeats at each rate."
    return Chart("overlay", "Response time over offered rate", x, panels, caption)


def letter(number: int) -> str:
    """What a variant is called in tables and at its line."""
    return chr(ord("A") + number) if number < 26 else f"V{number + 1}"


def _open(variant: Variant) -> list[Run]:
    every = [*variant.runs, *(run for search in variant.searches for run in search.runs)]
    spoken = [run for run in every if run.offered is not None and run.outcome in ("ok", "cannot_carry")]
    return sorted(spoken, key=lambda run: run.offered or 0.0)


def _lines(variants: Sequence[Variant]) -> list[RuleX]:
    """The load lines that were found, one each: of the newest search."""
    rules = []
    for number, variant in enumerate(variants):
        line = (variant.searches[-1].result.get("load_line") or {}) if variant.searches else {}
        if line.get("low"):
            ends = f" .. {units.rate(line['high'])}" if line.get("high") else ""
            name = f"{letter(number)}: load line {units.rate(line['low'])}{ends}"
            rules.append(RuleX(name, line["low"], line.get("high"), _STYLES[number % len(_STYLES)][1]))
    return rules


def _panel(figure: str, variants: Sequence[Variant], offered: Sequence[list[Run]], rules: list[RuleX]) -> Panel:
    def value(run: Run) -> float | None:
        found: float | None = run.record["all"]["response_time_ns"].get(figure)
        return found

    carried = [v for runs in offered for run in runs if run.outcome == "ok" and run.settled and (v := value(run))]
    floor, ceiling = below(min(carried, default=1e5)), above(max(carried, default=1e6) * 1.3)
    series: list[Line | Marks | RuleX] = [*rules]
    marks: list[Marks] = []
    for number, (variant, runs) in enumerate(zip(variants, offered, strict=True)):
        colour, dash, shape = _STYLES[number % len(_STYLES)]
        name = letter(number)
        fine = [run for run in runs if run.outcome == "ok" and run.settled and value(run)]
        middle = [_middle(group, value) for group in _rates(fine)]
        if middle:
            series.append(Line(name, tuple(middle), colour, dash, wide=True))
        at = tuple(At(run.offered or 0.0, value(run) or floor) for run in fine)
        marks.append(Marks(f"{name} = {variant.name}", shape, at, colour))
        lost = tuple(At(run.offered or 0.0, ceiling) for run in runs if run.outcome != "ok" or not run.settled)
        marks.append(
            Marks(
                f"{name}: not carried, or ended before it was at rest (at the top edge)",
                _LOST[number % len(_LOST)],
                lost,
                colour,
            )
        )
    axis = Axis(f"{figure} response time, log scale", "time", log=True, low=floor, high=ceiling)
    return Panel(axis.label, axis, (*series, *marks), height=300)


def _rates(runs: Sequence[Run]) -> list[list[Run]]:
    groups: list[list[Run]] = []
    for run in runs:
        if groups and (run.offered or 0.0) <= (groups[-1][0].offered or 0.0) * (1 + SAME_RATE):
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups


def _middle(group: Sequence[Run], value: Callable[[Run], float | None]) -> At:
    chosen = sorted(group, key=lambda run: value(run) or 0.0)[len(group) // 2]
    return At(chosen.offered or 0.0, value(chosen) or 0.0)
