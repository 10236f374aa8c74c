"""Departures of a signal from its level, and groups of those that begin together: the pieces of
episodes.

A departure is a level that was left for a time, or to stay; intervals in which next to nothing
succeeded; intervals with errors. Departures of rate, response time and errors that belong together
make one group here; `episodes.py` classifies the group.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from plimsoll.judge.timeline import signals
from plimsoll.judge.timeline.changes import Fit
from plimsoll.judge.timeline.series import Series
from plimsoll.judge.timeline.signals import Signal

LASTING_KINDS = ("drop", "rise", "slower", "quicker")
"""Kinds that do not end."""
QUIET_SHARE = 0.02
"""Less than this share of the usual completions counts as none."""
MIN_USUAL = 20.0
"""Usual completions of an interval for which none means something: by chance once in e^20
intervals."""
MIN_LEVEL_INTERVALS = 10
"""Intervals after which a level is one to measure others by."""
MAX_GAP = 2
"""Stretches that begin within so many intervals of each other are one thing."""
MAX_CLUSTERS = 10
"""More separate clusters of errors than this are errors throughout."""


@dataclass(frozen=True)
class Stretch:
    """A departure of one signal, not yet merged with those of others."""

    signal: str
    kind: str
    start: int
    stop: int
    deviations: float
    beside: tuple[int, int] | None = None
    """Of a lasting kind: where the level before it begins and the level after it ends."""
    level_from: int = 0
    """Of a passing kind: where the level before it begins."""


def quiet(series: Series, signal: Signal, fitted: Fit) -> list[tuple[int, int]]:
    """Runs of intervals with next to no completions, first and behind the last."""
    usual = np.zeros(len(series))
    # For a storage that completes nothing from the start, arrivals are the usual level.
    never = math.sqrt(float(np.median(series.arrived))) if series.open_loop else 0.0
    reference = next((s.level for s in fitted.segments if s.level**2 >= MIN_USUAL), never)
    for segment in fitted.segments:
        # A short stretch, or one with next to nothing, is measured by what was before it.
        if segment.level**2 >= MIN_USUAL and segment.stop - segment.start >= MIN_LEVEL_INTERVALS:
            reference = segment.level
        usual[segment.start : segment.stop] = reference**2
    return _runs((signal.y**2 <= QUIET_SHARE * usual) & (usual >= MIN_USUAL))


def _runs(mask: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def departures(signal: Signal, fitted: Fit, series: Series) -> list[Stretch]:
    """Levels that were left: for a time, or to stay.

    The first direction of a rate gives the name: a burst may follow a dip. For a response time the
    larger factor does: as a stall begins, the few operations that still end are quick, and those
    that waited through it end only after it."""
    names = {
        "rate": ("dip", "surge", "drop", "rise"),
        "response_time": ("quick", "slow", "quicker", "slower"),
    }
    down, up, fell, rose = names[signal.name]
    segments, found = fitted.segments, []
    usual, i = segments[0], 1
    while i < len(segments):
        base = usual.level
        start, below = segments[i].start, segments[i].level < base
        back = _back(signal, fitted, base, i)
        if back is None:
            size, beside = (
                fitted.changes[i - 1].deviations,
                (segments[i - 1].start, segments[i].stop),
            )
            found.append(
                Stretch(signal.name, fell if below else rose, start, start + 1, size, beside)
            )
            usual, i = segments[i], i + 1
            continue
        strongest = max(change.deviations for change in fitted.changes[i - 1 : back])
        if signal.name == "rate" and not below and series.open_loop:
            # More operations end than arrive only after a dip, here one shorter than two intervals.
            below, start = True, max(0, start - 1)
        if signal.name == "response_time":
            furthest = max(segments[i:back], key=lambda segment: abs(segment.level - base))
            below = furthest.level < base
        stop = segments[back].start
        found.append(
            Stretch(
                signal.name,
                down if below else up,
                start,
                stop,
                strongest,
                level_from=segments[i - 1].start,
            )
        )
        if signal.has_moved(fitted, usual, segments[back]):
            if (segments[back].level < base) == below:
                # After a trough the signal stays on a lower step: a storage that goes on with half
                # of its paths.
                beside = (segments[i - 1].start, segments[back].stop)
                found.append(
                    Stretch(signal.name, fell if below else rose, stop, stop + 1, strongest, beside)
                )
            usual = segments[back]
        i = back + 1
    return found


def _back(signal: Signal, fitted: Fit, base: float, i: int) -> int | None:
    """The segment that ends the departure from `base` at segment `i`; None where it stays.

    It is the one with the old level; else one beyond it; else one with most of a trough behind it.
    A queue is worked off to the end: a short step on the way to the old level still belongs to the
    departure.
    """
    rest, first = fitted.segments[i + 1 :], fitted.segments[i]
    size = abs(first.level - base)
    near = max(signal.least, 0.1 * size)
    for j, segment in enumerate(rest, i + 1):
        if abs(segment.level - base) <= near:
            return _worked_off(signal, fitted, base, j)
    for j, segment in enumerate(rest, i + 1):
        if (segment.level - base) * (first.level - base) < 0:
            return j
    for j, segment in enumerate(rest[:1], i + 1):
        nearer = size - abs(segment.level - base)
        if (
            nearer > max(signal.least, 0.3 * size)
            and segment.stop - segment.start > first.stop - first.start
        ):
            return j
    return None


def _worked_off(signal: Signal, fitted: Fit, base: float, j: int) -> int:
    """Of the segments from `j` on, which is near `base`, the one that is level with it."""
    for k in range(j, len(fitted.segments) - 1):
        near, after = fitted.segments[k], fitted.segments[k + 1]
        off = abs(near.level - base)
        if off <= signal.least or near.stop - near.start >= MIN_LEVEL_INTERVALS:
            return k
        if abs(after.level - base) >= off:
            return k
    return len(fitted.segments) - 1


def failures(series: Series) -> list[Stretch]:
    """Stretches in which operations failed."""
    if not float(series.errors.sum()):
        return []
    if float(np.median(series.errors)) > 0:
        signal = signals.errors(series)
        fitted = signal.fit_levels()
        if not fitted.changes:
            return [Stretch("errors", "errors", 0, len(series), math.inf)]
        base = fitted.segments[0].level
        return [
            Stretch("errors", "errors", s.start, s.stop, c.deviations)
            for s, c in zip(fitted.segments[1:], fitted.changes, strict=True)
            if s.level > base + signal.least
        ]
    clusters: list[tuple[int, int]] = []
    for start, stop in _runs(series.errors > 0):
        if clusters and start - clusters[-1][1] <= MAX_GAP:
            clusters[-1] = (clusters[-1][0], stop)
        else:
            clusters.append((start, stop))
    if len(clusters) > MAX_CLUSTERS:
        clusters = [(clusters[0][0], clusters[-1][1])]
    return [Stretch("errors", "errors", start, stop, math.inf) for start, stop in clusters]


def group_stretches(stretches: Sequence[Stretch], n: int) -> list[list[Stretch]]:
    """Groups of stretches that begin together, or inside a stretch of another signal."""
    groups: list[list[Stretch]] = []
    for stretch in sorted(stretches, key=lambda s: (s.start, s.stop)):
        for group in reversed(groups[-3:]):
            same = stretch.kind != "outage" and any(
                s.signal == stretch.signal and s.kind != "outage" for s in group
            )
            together = abs(stretch.start - group[0].start) <= MAX_GAP
            alike = _stays(stretch, n) == _stays(group[0], n)
            inside = any(
                s.start <= stretch.start <= s.stop + MAX_GAP and s.kind not in LASTING_KINDS
                for s in group
            )
            follows = inside and stretch.kind not in LASTING_KINDS and _joins(stretch, group)
            if not same and ((together and alike) or follows):
                group.append(stretch)
                break
        else:
            groups.append([stretch])
    return groups


def _stays(stretch: Stretch, n: int) -> bool:
    return stretch.kind in LASTING_KINDS or stretch.stop >= n


def _joins(stretch: Stretch, group: list[Stretch]) -> bool:
    # A long slow stretch may hold several outages: it joins only an outage or a dip.
    if stretch.signal == "response_time":
        return any(s.signal in ("rate", "errors") for s in group)
    return stretch.kind == "outage" or any(s.kind == "outage" for s in group)
