"""Levels that moved in one direction for a part of a Run, such as a queue that grows all the time:
one event, where a fit of equal levels makes a staircase of it.

A staircase stands still on its steps. So a series of changes in one direction is a climb where most
of the whole way lies within the levels between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from plimsoll.judge.timeline.changes import Floats, median_of_three
from plimsoll.judge.timeline.signals import Signal
from plimsoll.judge.timeline.stretches import LASTING_KINDS, Stretch

MIN_CHANGES = 2
"""Changes in one direction that may be a climb."""
MIN_LEVEL_SHARE = 0.5
"""Share of the way that lies within the levels of a climb, at least."""
ARRIVAL_SHARE = 0.95
"""A climb ends at this share of the way, as far as noise lets one see."""
MIN_INTERVALS = 8
"""Intervals of a climb, at least."""


@dataclass(frozen=True)
class Climb:
    """A signal moved in one direction from one interval to another (not included): from this level
    to that, as people read it."""

    signal: str
    start: int
    stop: int
    first: float
    last: float


def climbs(signal: Signal, found: Sequence[Stretch]) -> tuple[list[Climb], list[Stretch]]:
    """The climbs among the departures of a signal, and the departures that are no steps of them."""
    made: list[Climb] = []
    rest: list[Stretch] = []
    ordered = sorted(found, key=lambda stretch: stretch.start)
    at = 0
    while at < len(ordered):
        steps = [ordered[at]]
        while (
            at + len(steps) < len(ordered)
            and ordered[at + len(steps)].kind == steps[0].kind
            and steps[0].kind in LASTING_KINDS
        ):
            steps.append(ordered[at + len(steps)])
        behind = ordered[at + len(steps) :]
        climb = _climb(signal, steps, behind[0].start if behind else len(signal.plain))
        if climb is None:
            rest += steps
        else:
            made.append(climb)
        at += len(steps)
    return made, rest


def _climb(signal: Signal, steps: Sequence[Stretch], until: int) -> Climb | None:
    """The climb that these changes make, if it is one."""
    if len(steps) < MIN_CHANGES:
        return None
    before = steps[0].beside[0] if steps[0].beside else 0
    bounds = [before, *(step.start for step in steps), until]
    ways = [_way(signal.plain[a:b]) for a, b in pairwise(bounds)]
    whole = _end(signal.plain[bounds[-2] : until]) - _begin(signal.plain[before : bounds[1]])
    # A level at either end that stands still is where the climb began or ended.
    typical = float(np.median(np.abs(ways[1:-1]))) if len(ways) > 2 else 0.0
    if abs(ways[0]) < MIN_LEVEL_SHARE * typical:
        bounds, ways = bounds[1:], ways[1:]
    if len(ways) > 1 and abs(ways[-1]) < MIN_LEVEL_SHARE * typical:
        bounds, ways = bounds[:-1], ways[:-1]
    start, stop = bounds[0], bounds[-1]
    if stop < until:
        stop = _arrival(signal.plain[start:until], up=whole > 0) + start
    part = signal.plain[start:stop]
    if stop - start < MIN_INTERVALS or not whole or sum(ways) / whole < MIN_LEVEL_SHARE:
        return None
    edge = max(1, len(part) // 20)
    first = float(np.median(part[:edge]))
    if start > before:
        # It began from the level that stood still before it.
        first = float(np.median(signal.plain[before:start]))
    return Climb(signal.name, start, stop, first, float(np.median(part[-edge:])))


def _way(part: Floats) -> float:
    """How far a signal went within a part, from its first and last thirds."""
    if len(part) < 2:
        return 0.0
    apart = (len(part) - _third(part)) / len(part)
    return (_end(part) - _begin(part)) / apart


def _arrival(part: Floats, *, up: bool) -> int:
    """Where a signal that climbed first was where it then stood still."""
    first, last = float(part[0]), _end(part)
    there = first + ARRIVAL_SHARE * (last - first)
    calm = median_of_three(part)
    reached = np.flatnonzero(calm >= there if up else calm <= there)
    return int(reached[0]) + 1 if len(reached) else len(part)


def _begin(part: Floats) -> float:
    return float(np.median(part[: _third(part)]))


def _end(part: Floats) -> float:
    return float(np.median(part[-_third(part) :]))


def _third(part: Floats) -> int:
    return max(1, len(part) // 3)
