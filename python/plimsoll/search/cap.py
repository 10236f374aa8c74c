"""A flat ladder of closed loops, which shows a cap at which the search begins.

Closed loops of very different depth with equal rates and response in proportion (N = X·R) show a
throttle, whatever its rate (measurement.md, section 6). Then the maximum is their common rate, and
the line of most objectives lies at it: a search that begins there saves half of its climb. A disk
whose servers are all busy is flat, too, but only from the depth on that fills them; a throttle is
flat already at depths at which nothing can be full.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plimsoll.search.ledger import Probe

FLAT_TOLERANCE = 0.03
"""Rates within this of their median, relatively, are equal."""
WINDOWED_TOLERANCE = 0.1
"""The same of a throttle that refills in windows: a short Run gets one window more or less. It
takes a flat ladder from one or two outstanding operations on, over `WINDOWED_SPAN`."""
WINDOWED_SPAN = 64.0
"""Factor in outstanding I/O over which a windowed ladder is flat."""
MIN_SPAN = 16.0
"""The same of any other ladder."""
MIN_STEPS = 3
"""Steps of the ladder with equal rates, at least."""
PROPORTION_TOLERANCE = 0.25
"""Response time follows the outstanding I/O, give or take this share."""


@dataclass(frozen=True)
class Cap:
    """A throttle that closed loops show. Rate in operations/s, outstanding I/O from `shallow` to
    `deep`."""

    rate_per_s: float
    shallow: float
    deep: float
    steps: int
    windowed: bool = False
    """Whether rates differ by as much as windows make them: then a longer Run measures the rate."""


def find_cap(probes: Sequence[Probe]) -> Cap | None:
    """The cap that these closed loops show; none where their rates still rise, or are flat over a
    short stretch only."""
    ladder = sorted(
        (
            (probe.outstanding, probe.achieved_rate_per_s, probe.mean_ns)
            for probe in probes
            if probe.role == "maximum" and probe.outstanding > 0 and probe.mean_ns
        ),
        key=lambda step: step[0],
    )
    flat, windowed = _flat(ladder, FLAT_TOLERANCE), False
    if flat != ladder and (wider := _flat(ladder, WINDOWED_TOLERANCE)) == ladder:
        windowed = ladder[-1][0] >= WINDOWED_SPAN * ladder[0][0]
        flat = wider if windowed else flat
    if len(flat) < MIN_STEPS:
        return None
    deep, shallow = flat[-1], flat[0]
    if deep[0] < MIN_SPAN * shallow[0]:
        return None
    more, slower = deep[0] / shallow[0], deep[2] / shallow[2]
    if abs(slower / more - 1) > PROPORTION_TOLERANCE:
        return None
    middle = statistics.median(rate for _, rate, _ in flat)
    # Fewer outstanding that gave more: by as much as windows make it, else it is no cap.
    most = max(rate for _, rate, _ in ladder)
    if most > (1 + WINDOWED_TOLERANCE) / (1 - WINDOWED_TOLERANCE) * middle:
        return None
    windowed = windowed or most > (1 + FLAT_TOLERANCE) * middle
    return Cap(middle, shallow[0], deep[0], len(flat), windowed)


Step = tuple[float, float, float]
"""Outstanding I/O, rate in operations/s, mean response in ns."""


def _flat(ladder: Sequence[Step], within: float) -> list[Step]:
    """The deepest steps of a ladder, as many as have equal rates."""
    for at in range(len(ladder)):
        rates = [rate for _, rate, _ in ladder[at:]]
        # The tolerance is around the middle, so that one odd step does not shift it.
        if max(rates) <= (1 + within) / (1 - within) * min(rates):
            return list(ladder[at:])
    return []
