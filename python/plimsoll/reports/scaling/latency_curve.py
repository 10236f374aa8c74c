"""Latency over IOPS, a point for each queue depth with its number beside it: what more outstanding
I/O gives and what it costs, in one picture; and which depth is best."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, cast

from plimsoll import units
from plimsoll.judge import depth_words, depths
from plimsoll.judge.limiter.observations import Seen
from plimsoll.reports.common.charts import above, below
from plimsoll.reports.describe import At, Axis, Chart, Line, Marks, Note, Panel

if TYPE_CHECKING:
    from plimsoll.model import RunRecord
    from plimsoll.reports.describe import Series
    from plimsoll.reports.evidence.records import Record
    from plimsoll.reports.scaling.ladders import Ladder, Rung


def best(ladder: Ladder) -> depths.Best | None:
    """Which depth is enough; none of a ladder that climbs by something else, or by workers too. One
    depth with twice the workers beside it shows whether the client held the rate."""
    counted = ladder.counted
    if ladder.over != "outstanding" or not counted:
        return None
    few = min(rung.workers for rung in counted)
    own = [rung for rung in counted if rung.workers == few]
    wide = [rung for rung in counted if rung.workers != few]
    if len(wide) > 1 or any(rung.workers != 2 * few for rung in wide):
        return None
    left_out = [one for rung in ladder.rungs if rung.workers == few for one in _left_out(rung)]
    return depths.best([_rung(rung) for rung in own], _rung(wide[0]) if wide else None, left_out)


def told(ladder: Ladder) -> str | None:
    """That in words."""
    found = best(ladder)
    if found is None:
        return None
    name = f"{ladder.name}: " if ladder.name else ""
    missing = depth_words.left_out(found.missing)
    return " ".join([name + depth_words.sentence(found), *missing, *depth_words.beside(found)])


def chart(ladder: Ladder, number: int) -> Chart | None:
    """The picture; none where there is no best depth to be seen."""
    found = best(ladder)
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
    y = Axis(
        f"{rungs[0].latency.capitalize()}, log scale",
        "time",
        log=True,
        low=below(min(spans)),
        high=above(max(spans)),
    )
    points = tuple(
        At(rung.rate.value, rung.mean.value, _hover(rung), run=rung.place.run_id)
        for rung in rungs
        if rung.mean is not None
    )
    tails = tuple(
        At(rung.rate.value, rung.p99.value, _hover(rung), run=rung.place.run_id)
        for rung in rungs
        if rung.p99 is not None
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
        (Panel(y.label, y, tuple(drawn), 300),),
        (Note(depth_words.sentence(found), keep=True),),
        ladder.where,
    )


def _rung(rung: Rung) -> depths.Rung:
    cost = [one for run in rung.runs if (one := run.told.get("generator_cpu_ns_per_io"))]
    return depths.Rung(
        rung.queue_depth,
        tuple(float(run.told["achieved_rate_per_s"]) for run in rung.runs),
        statistics.fmean(float(run.told["bytes_per_s"] or 0.0) for run in rung.runs),
        None if rung.mean is None else rung.mean.value,
        None if rung.p99 is None else rung.p99.value,
        statistics.fmean(one["user"] + one["system"] for one in cost) if cost else None,
        tuple(seen for run in rung.runs if run.record and (seen := _seen(run.record))),
        tuple(
            name
            for name in ("mean", "p99")
            if any(
                name in run.figures("all", "response_time").get("at_least", ()) for run in rung.runs
            )
        ),
    )


def _seen(record: Record) -> Seen | None:
    """None of a Run of before records told what it is read from."""
    if "stamps" not in record or "read_blocks" not in record["spec"]["workload"]:
        return None
    return Seen.of(cast("RunRecord", record))


def _left_out(rung: Rung) -> list[depths.LeftOut]:
    """Its Runs that do not count, by outcome."""
    ended = [repeat.run.told for repeat in rung.place.repeats if repeat.run and not repeat.counts]
    found: dict[str, list[Record]] = {}
    for told in ended:
        found.setdefault(str(told.get("outcome", "no record")), []).append(told)
    return [
        depths.LeftOut(
            rung.queue_depth,
            outcome,
            str(those[0].get("because", "it left no record")),
            len(those),
            len(rung.place.repeats),
        )
        for outcome, those in found.items()
    ]


def _hover(rung: Rung) -> tuple[tuple[str, str], ...]:
    return (
        ("queue depth", str(rung.queue_depth)),
        ("achieved", f"{rung.rate.text} IOPS"),
        ("mean", units.DASH if rung.mean is None else rung.mean.text),
        ("p99", units.DASH if rung.p99 is None else rung.p99.text),
    )
