"""Latency over IOPS, a point for each queue depth with its number beside it: what more outstanding
I/O gives and what it costs, in one picture; and which depth is best."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.judge import depth_words
from plimsoll.reports.common.panels import log_axis, panel
from plimsoll.reports.describe import At, Axis, Chart, Line, Marks, Note

if TYPE_CHECKING:
    from plimsoll.reports.describe import Series
    from plimsoll.reports.scaling.ladders import Ladder, Rung


def told(ladder: Ladder) -> str | None:
    """That in words."""
    found = ladder.depth
    if found is None:
        return None
    name = f"{ladder.name}: " if ladder.name else ""
    missing = depth_words.left_out(found.missing)
    return " ".join([name + depth_words.sentence(found), *missing, *depth_words.beside(found)])


def chart(ladder: Ladder, number: int) -> Chart | None:
    """The picture; none where there is no best depth to be seen."""
    found = ladder.depth
    few = min((rung.workers for rung in ladder.counted), default=0)
    rungs = [
        rung
        for rung in ladder.counted
        if rung.workers == few and rung.mean is not None and rung.mean.value > 0
    ]
    if found is None or len(rungs) < 2:
        return None
    spans = [
        one.value
        for rung in rungs
        for one in (rung.mean, rung.p99)
        if one is not None and one.value
    ]
    x = Axis("Achieved, IOPS", "rate", low=0.0, high=1.12 * max(rung.rate.high for rung in rungs))
    y = log_axis(f"{rungs[0].latency.capitalize()}", spans)
    points, tails = (
        tuple(
            At(rung.rate.value, one.value, _hover(rung), run=rung.place.run_id)
            for rung in rungs
            if (one := read(rung)) is not None
        )
        for read in (attrgetter("mean"), attrgetter("p99"))
    )
    # A line of one point is named beside it: the depth.
    drawn: list[Series] = [
        Marks("p99", "ring", tails, 0),
        *(
            Line(str(rung.queue_depth), (point,), 1, "solid")
            for rung, point in zip(rungs, points, strict=True)
        ),
        Marks("mean, its queue depth beside it", "dot", points, 1),
    ]
    chosen = tuple(
        point
        for rung, point in zip(rungs, points, strict=True)
        if rung.queue_depth == found.rung.queue_depth
    )
    drawn.append(
        Marks(f"best: queue depth {found.rung.queue_depth}", "ringed dot", chosen, 2, True)
    )
    named = f": {ladder.name}" if ladder.name else ""
    return Chart(
        f"latency-{number}",
        f"Latency over IOPS{named}",
        x,
        (panel(y, drawn, 300),),
        (Note(depth_words.sentence(found), keep=True),),
        ladder.where,
    )


def _hover(rung: Rung) -> tuple[tuple[str, str], ...]:
    return (
        ("queue depth", str(rung.queue_depth)),
        ("achieved", f"{rung.rate.text} IOPS"),
        ("mean", units.DASH if rung.mean is None else rung.mean.text),
        ("p99", units.DASH if rung.p99 is None else rung.p99.text),
    )
