"""A ladder of closed loops that is flat: a cap, which is named and searched at.

Closed loops of very different depth with equal rates and response in proportion (N = X·R) are a
throttle, whatever its rate (measurement.md, section 6). Then the maximum is their common rate, and
the line of most objectives lies at it: the search begins there, where it would else climb half of
its time. A disk whose servers are all busy is flat, too, but only from the depth on that fills
them; a throttle already is at depths at which nothing can be full.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.search.ledger import Probe

FLAT = 0.03
"""Rates within this of their median, relatively, are equal."""
SPAN = 16.0
"""So many times as much outstanding I/O must have left the rate where it was,"""
STEPS = 3
"""in at least so many steps of the ladder."""
PROPORTION = 0.25
"""Response must follow the outstanding I/O, give or take this share of it."""


@dataclass(frozen=True)
class Cap:
    """A throttle that closed loops show. Rate in operations/s, outstanding I/O from `shallow` to
    `deep`."""

    rate_per_s: float
    shallow: float
    deep: float
    steps: int


def found(probes: Sequence[Probe]) -> Cap | None:
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
    # From the deepest step upwards: as many as are equal.
    flat: list[tuple[float, float, float]] = []
    for outstanding, rate, mean in reversed(ladder):
        assert mean is not None, "left out above"
        together = [*(step[1] for step in flat), rate]
        middle = statistics.median(together)
        if any(abs(one / middle - 1) > FLAT for one in together):
            break
        flat.append((outstanding, rate, mean))
    if len(flat) < STEPS:
        return None
    deep, shallow = flat[0], flat[-1]
    if deep[0] < SPAN * shallow[0]:
        return None
    more, slower = deep[0] / shallow[0], deep[2] / shallow[2]
    if abs(slower / more - 1) > PROPORTION:
        return None
    return Cap(statistics.median(rate for _, rate, _ in flat), shallow[0], deep[0], len(flat))
