"""A grid of offered rates, as in a test by hand: every rate for the same time, then the line read
off between two of them.

It serves for comparison and decides nothing. Its line is where the objective's plain estimate
crosses its bound, interpolated on the scale on which the estimate is nearly straight
(`curve.straight`). Two such grids of one target differ by chance and by the target itself: the
noise of any comparison.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from plimsoll.base.rates import round_rate
from plimsoll.search import curve
from plimsoll.search.ledger import Probe, probe_seed, summary

if TYPE_CHECKING:
    from plimsoll.native.model import Probing

SATURATED = 1e3
"""Where a rate is not carried its statistic is that of the Run's length; it counts as far beyond,
on the straight scale."""


@dataclass(frozen=True)
class GridLine:
    """The line of one grid. Rates in operations/s, lengths in s of the Run's clock."""

    rate_per_s: float | None
    """None when every rate met the objective, or none did."""
    rates: int
    seconds: float
    """Warm-up, Measure and Drain of all its Runs."""


def measure(
    session: Probing,
    *,
    objective: str,
    top: float,
    rates: int,
    measure_s: float,
    warmup_s: float,
    workers: int,
    seed: int,
) -> GridLine:
    """Runs `rates` equally spaced rates up to `top`, each for `measure_s`, and reads the line
    off."""
    runs: list[Probe] = []
    for i in range(1, rates + 1):
        rate, own = round_rate(top * i / rates), probe_seed(seed, "grid", i)
        record = session.probe(
            rate=rate,
            workers=workers,
            measure_for_s=measure_s,
            warmup_for_s=warmup_s,
            objective=objective,
            stop_when_decided=False,
            seed=own,
            role="grid",
        )
        runs.append(
            summary(
                record,
                index=i,
                role="grid",
                rate=rate,
                queue_depth=None,
                workers=workers,
                stop=False,
                seed=own,
            )
        )
    return GridLine(crossing(runs), rates, sum(run.seconds for run in runs))


def crossing(runs: list[Probe]) -> float | None:
    """The rate at which the objective that is farthest beyond crosses its bound: the last time,
    seen from below."""
    points = [(run.rate, beyond(run)) for run in sorted(runs, key=lambda run: run.rate)]
    line = None
    for (below, met), (above, missed) in pairwise(points):
        if met <= 0 < missed:
            line = below + (above - below) * met / (met - missed)
    return line


def beyond(run: Probe) -> float:
    """How far the objectives' worst lies beyond its bound, on the straight scale; below 0 all are
    met."""
    if not run.steady:
        return SATURATED
    shown = [
        curve.straight(max(part.value, 1e-3 * part.allowed), part.allowed) for part in run.estimates
    ]
    return max(shown, default=SATURATED)
