"""What happened in a Run, from its signals: outages, dips, lasting changes, errors, patterns that repeat, drift.

One episode is one thing that happened to the storage, though rate, response time and errors may all show it: what begins
together is told together, under the kind that says most (`KINDS`, in that order).

* **outage**: whole intervals in which next to nothing succeeded, where at least twenty were usual. Its length is taken to parts of
  an interval from what still ended in those beside it. In an open loop a burst above the offered rate follows; it is part of
  the episode.
* **for a time** (dip, surge, slow, quick): a level that left and came back to within 5 % of the rate, or 25 % of the
  response time, that was before. **To stay** (drop, rise, slower, quicker): one that did not.
* **errors** are facts, not levels: where there are usually none, every interval with one counts.
* **drift**: the means of twenty blocks of the Run are nearly in order (Kendall's tau). Other changes are then looked for in
  what is left without it.
* **periodic**: see `periodic.py`; and episodes of one kind at even distances. What is shorter than a period is part of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import kendalltau, norm

from plimsoll.judge.timeline import signals
from plimsoll.judge.timeline.changes import STRICT, Fit, Floats, fit, smoothed
from plimsoll.judge.timeline.periodic import PERIODS, Period, folded, period_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.judge.timeline.series import Series
    from plimsoll.judge.timeline.signals import Signal

KINDS = {
    "outage": "no operation succeeded",
    "errors": "operations failed",
    "dip": "the rate fell for a time and came back",
    "drop": "the rate fell and stayed down",
    "surge": "the rate rose for a time and went back",
    "rise": "the rate rose and stayed up",
    "slow": "the response time rose for a time and came back",
    "slower": "the response time rose and stayed up",
    "quick": "the response time fell for a time and went back",
    "quicker": "the response time fell and stayed down",
    "periodic": "a pattern that repeats",
    "drift": "the level moved all the time in one direction",
}
"""Every kind of episode, in the order in which one names what shows in several ways."""
LASTING = ("drop", "rise", "slower", "quicker")
"""Kinds that do not end."""

QUIET = 0.02
"""Less than this share of the usual completions is none to speak of."""
ENOUGH = 20.0
"""Completions that must be usual in an interval for none to mean something: by chance once in e^20 intervals."""
SETTLED = 10
"""Intervals after which a level is one to measure others by."""
RECOVERED = 0.95
"""Share of the rate before that counts as recovered."""
APART = 2
"""What begins within so many intervals of each other is one thing."""
BLOCKS = 20
"""Blocks of a Run whose means tell a drift."""
ORDERED = 0.8
"""Kendall's tau of a drift, at least; by chance its deviation is 0.16 over twenty blocks."""
SCATTERED = 10
"""More separate clusters of errors than this are errors throughout."""


@dataclass(frozen=True)
class Level:
    """A figure before, at its worst (or most) inside, and after; rates per second, response times in ns. After: none if unknown."""

    before: float | None
    worst: float
    after: float | None


@dataclass(frozen=True)
class Episode:
    """Something that happened. Seconds count from the start of Measure; `index`, `stop` number the series' intervals."""

    kind: str
    index: int
    stop: int
    at_s: float
    until_s: float | None
    """None: it lasted, or the Run ended first."""
    within_s: float
    """How exactly the time is known, either way."""
    confidence: float
    shown_by: tuple[str, ...] = ()
    rate: Level | None = None
    response_ns: Level | None = None
    outage_s: float = 0.0
    """Seconds without completions in it."""
    to_worst_s: float | None = None
    """From its start until it was at its worst, give or take a tenth of the depth."""
    recovered_s: float | None = None
    """From its start until rate and response time were back; none where they were not, or where it is meant to stay."""
    errors: int = 0
    waited: int = 0
    """Operations that waited at one time: the largest backlog at the end of an interval in it."""
    period_s: float | None = None
    repeats: int | None = None


@dataclass(frozen=True)
class _Stretch:
    """A departure of one signal, not yet merged with those of others."""

    signal: str
    kind: str
    start: int
    stop: int
    deviations: float


def episodes(series: Series) -> list[Episode]:
    """Everything that happened, in order of time. Nothing for a series in which nothing ended, or of fewer than four intervals."""
    n = len(series)
    if n < 4 or not float(series.completed.sum()):
        return []
    told: list[Episode] = []
    drifting = set()
    both = [signals.rate(series), signals.response_time(series)]
    for i, signal in enumerate(both):
        if (trend := _trend(signal)) is not None:
            told.append(_drifting(series, signal))
            drifting.add(signal.name)
            both[i] = replace(signal, y=signal.y - trend + float(np.median(trend)))
    periods = [period if _amplitude(s) >= 2 * s.least else None for s in both for period in (period_of(s.y),)]
    period = next((p for p in periods if p is not None), None)
    if period is not None:
        told.append(_repeating(series, [s for s, p in zip(both, periods, strict=True) if p is not None], period))
    fits = [_levels(signal, period) for signal in both]
    quiet = _quiet(series, both[0], fits[0])
    if period is not None:
        quiet = [(a, b) for a, b in quiet if b - a > period.samples / 2]
    stretches = [_Stretch("rate", "outage", a, b, math.inf) for a, b in quiet]
    for signal, fitted in zip(both, fits, strict=True):
        found = _departures(signal, fitted, series)
        # What is left of a trend at its ends is no change.
        edge = n // BLOCKS
        stretches += [
            s
            for s in found
            if signal.name not in drifting or (s.kind not in LASTING and edge <= s.start and s.stop <= n - edge)
        ]
    merged = _merged([*stretches, *_failures(series)], n)
    told += _regular(series, [_episode(series, group) for group in merged])
    return sorted(told, key=lambda episode: (episode.at_s, list(KINDS).index(episode.kind)))


def _trend(signal: Signal) -> Floats | None:
    """The slow movement of a signal from one end to the other, where there is one."""
    n = len(signal.y)
    if n < BLOCKS:
        return None
    bounds = np.linspace(0, n, BLOCKS + 1).round().astype(int)
    medians = np.array([np.median(signal.y[a:b]) for a, b in pairwise(bounds)])
    tau = float(kendalltau(np.arange(BLOCKS), medians).statistic)
    if math.isnan(tau) or abs(tau) < ORDERED or abs(medians[-1] - medians[0]) < 2 * signal.least:
        return None
    # Smooth enough to leave noise and dips alone.
    at = np.arange(n, dtype=np.float64) / n
    centres = (bounds[:-1] + bounds[1:] - 1) / 2 / n
    trend = np.polyval(np.polyfit(centres, medians, 4), at)
    return np.asarray(trend, dtype=np.float64)


def _levels(signal: Signal, period: Period | None) -> Fit:
    """The signal as stretches; where the Run repeats itself, of whole periods."""
    if period is None:
        return signal.fitted()
    means, bounds = folded(signal.y, period.samples)
    coarse = fit(means, floor=signal.floor, least=signal.least)
    segments = tuple(replace(s, start=bounds[s.start], stop=bounds[s.stop]) for s in coarse.segments)
    changes = tuple(replace(c, at=bounds[c.at]) for c in coarse.changes)
    return replace(coarse, segments=segments, changes=changes)


def _amplitude(signal: Signal) -> float:
    low, high = np.quantile(signal.y, [0.05, 0.95])
    return float(high - low)


def _quiet(series: Series, signal: Signal, fitted: Fit) -> list[tuple[int, int]]:
    """Runs of intervals with next to no completions, first and behind the last."""
    usual = np.zeros(len(series))
    reference = next((s.level for s in fitted.segments if s.level**2 >= ENOUGH), 0.0)
    for segment in fitted.segments:
        # A short stretch, or one with next to nothing, is measured by what was before it.
        if segment.level**2 >= ENOUGH and segment.stop - segment.start >= SETTLED:
            reference = segment.level
        usual[segment.start : segment.stop] = reference**2
    return _runs((signal.y**2 <= QUIET * usual) & (usual >= ENOUGH))


def _runs(mask: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _departures(signal: Signal, fitted: Fit, series: Series) -> list[_Stretch]:
    """Levels that were left: for a time, or to stay. The first direction gives the name: a burst may follow a dip."""
    names = {"rate": ("dip", "surge", "drop", "rise"), "response_time": ("quick", "slow", "quicker", "slower")}
    down, up, fell, rose = names[signal.name]
    segments, found = fitted.segments, []
    base, i = segments[0].level, 1
    while i < len(segments):
        start, below = segments[i].start, segments[i].level < base
        back = _back(signal, fitted, base, i)
        if back is None:
            found.append(
                _Stretch(signal.name, fell if below else rose, start, start + 1, fitted.changes[i - 1].deviations)
            )
            base, i = segments[i].level, i + 1
            continue
        strongest = max(change.deviations for change in fitted.changes[i - 1 : back])
        if signal.name == "rate" and not below and series.open_loop:
            # More can end than arrives only where something was left over: the dip was shorter than two intervals.
            below, start = True, max(0, start - 1)
        stop = segments[back].start
        found.append(_Stretch(signal.name, down if below else up, start, stop, strongest))
        if _further(signal, base, segments[back].level, below=below):
            # After a trough it stays on a lower step: a storage that goes on with half of its paths.
            found.append(_Stretch(signal.name, fell if below else rose, stop, stop + 1, strongest))
        if abs(segments[back].level - base) > signal.least:
            base = segments[back].level
        i = back + 1
    return found


def _back(signal: Signal, fitted: Fit, base: float, i: int) -> int | None:
    """The segment with which what left `base` at segment `i` is over; none where it stays.

    Where the level is again what it was; else where it is better than that; else where most of a trough is behind it.
    """
    rest, first = fitted.segments[i + 1 :], fitted.segments[i]
    size = abs(first.level - base)
    near = max(signal.least, 0.1 * size)
    for j, segment in enumerate(rest, i + 1):
        if abs(segment.level - base) <= near:
            return j
    for j, segment in enumerate(rest, i + 1):
        if (segment.level - base) * (first.level - base) < 0:
            return j
    for j, segment in enumerate(rest[:1], i + 1):
        nearer = size - abs(segment.level - base)
        if nearer > max(signal.least, 0.3 * size) and segment.stop - segment.start > first.stop - first.start:
            return j
    return None


def _further(signal: Signal, base: float, level: float, *, below: bool) -> bool:
    return (base - level if below else level - base) > signal.least


def _failures(series: Series) -> list[_Stretch]:
    """Where operations failed."""
    if not float(series.errors.sum()):
        return []
    if float(np.median(series.errors)) > 0:
        signal = signals.errors(series)
        fitted = signal.fitted()
        if not fitted.changes:
            return [_Stretch("errors", "errors", 0, len(series), math.inf)]
        base = fitted.segments[0].level
        return [
            _Stretch("errors", "errors", s.start, s.stop, c.deviations)
            for s, c in zip(fitted.segments[1:], fitted.changes, strict=True)
            if s.level > base + signal.least
        ]
    clusters: list[tuple[int, int]] = []
    for start, stop in _runs(series.errors > 0):
        if clusters and start - clusters[-1][1] <= APART:
            clusters[-1] = (clusters[-1][0], stop)
        else:
            clusters.append((start, stop))
    if len(clusters) > SCATTERED:
        clusters = [(clusters[0][0], clusters[-1][1])]
    return [_Stretch("errors", "errors", start, stop, math.inf) for start, stop in clusters]


def _merged(stretches: Sequence[_Stretch], n: int) -> list[list[_Stretch]]:
    """What begins together, or begins inside what one signal shows while another shows something else."""
    groups: list[list[_Stretch]] = []
    for stretch in sorted(stretches, key=lambda s: (s.start, s.stop)):
        for group in reversed(groups[-3:]):
            same = stretch.kind != "outage" and any(s.signal == stretch.signal and s.kind != "outage" for s in group)
            together = abs(stretch.start - group[0].start) <= APART
            alike = _stays(stretch, n) == _stays(group[0], n)
            inside = any(s.start <= stretch.start <= s.stop + APART and s.kind not in LASTING for s in group)
            follows = inside and stretch.kind not in LASTING and _joins(stretch, group)
            if not same and ((together and alike) or follows):
                group.append(stretch)
                break
        else:
            groups.append([stretch])
    return groups


def _stays(stretch: _Stretch, n: int) -> bool:
    return stretch.kind in LASTING or stretch.stop >= n


def _joins(stretch: _Stretch, group: list[_Stretch]) -> bool:
    # A long time of slow answers may hold several outages: only what follows from an outage or a dip belongs to it.
    if stretch.signal == "response_time":
        return any(s.signal in ("rate", "errors") for s in group)
    return stretch.kind == "outage" or any(s.kind == "outage" for s in group)


def _episode(series: Series, group: list[_Stretch]) -> Episode:
    n, kinds = len(series), list(KINDS)
    main = min(group, key=lambda s: kinds.index(s.kind))
    lasting = main.kind in LASTING
    start = min(s.start for s in group)
    stop = n if lasting else max(s.stop for s in group)
    rate_stop = max((s.stop for s in group if s.signal == "rate"), default=stop)
    inside = slice(start, min(start + 1 if lasting else stop, n))
    outage_s, first_s = _without(series, [s for s in group if s.kind == "outage"])
    at_s = first_s if first_s is not None and main.kind == "outage" else float(series.start_s[start])
    rate, worst_at = _rate_level(series, start, stop, lasting=lasting, up=main.kind == "surge")
    back = None if lasting or stop >= n else _recovered(series, start, min(rate_stop, n), rate)
    slow_until = max((s.stop for s in group if s.signal == "response_time"), default=start)
    recovered = None
    if back is not None and (rate.after is None or rate.before is None or rate.after >= 0.9 * rate.before):
        recovered = (
            max(float(series.start_s[back]), float(series.start_s[slow_until]) if slow_until < n else at_s) - at_s
        )
    return Episode(
        kind=main.kind,
        index=start,
        stop=stop,
        at_s=at_s,
        until_s=None if lasting or stop >= n else float(series.start_s[stop]),
        within_s=series.interval_s,
        confidence=_confidence(max(s.deviations for s in group), n),
        shown_by=tuple(dict.fromkeys(s.signal for s in group)),
        rate=rate,
        response_ns=_response_level(series, start, stop, lasting=lasting),
        outage_s=outage_s,
        to_worst_s=max(0.0, float(series.start_s[worst_at]) - at_s)
        if worst_at is not None and main.signal == "rate"
        else None,
        recovered_s=recovered if recovered is None else max(0.0, recovered),
        errors=int(series.errors[start:stop].sum()) if any(s.signal == "errors" for s in group) or not lasting else 0,
        waited=int(series.backlog[inside].max()) if len(series.backlog[inside]) else 0,
    )


def _confidence(deviations: float, n: int) -> float:
    """One less the chance that any of n places looks so different, with the threshold's own allowance for noise that is not normal."""
    if math.isinf(deviations):
        return 1.0
    return max(0.5, 1.0 - n * 2.0 * float(norm.sf(deviations / STRICT)))


def _without(series: Series, outages: list[_Stretch]) -> tuple[float, float | None]:
    """Seconds without completions, and when they began, to parts of an interval."""
    seconds, first = 0.0, None
    for a, b in ((outage.start, outage.stop) for outage in outages):
        begin, end = float(series.start_s[a]), float(series.stop_s[b - 1])
        # What the intervals beside it lack of what is usual on their side was without completions, too.
        if a > 0 and (usual := _usual(series.rate_per_s, max(0, a - 6), a - 1)):
            begin -= _lacking(series, a - 1, usual) * float(series.length_s[a - 1])
        if b < len(series) and (usual := _usual(series.rate_per_s, b + 1, min(len(series), b + 6))):
            end += _lacking(series, b, usual) * float(series.length_s[b])
        seconds += end - begin
        first = begin if first is None else first
    return seconds, first


def _lacking(series: Series, at: int, usual: float) -> float:
    """Share of an interval's usual completions that is missing; less than a fifth may be chance."""
    share = 1.0 - float(series.rate_per_s[at]) / usual
    return share if share > 0.2 else 0.0


def _usual(values: Floats, start: int, stop: int) -> float | None:
    """The median there, of what is known; none where nothing is."""
    part = values[start:stop]
    part = part[~np.isnan(part)]
    return float(np.median(part)) if len(part) else None


def _around(series: Series, start: int, stop: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Intervals that tell the level before and after: as many as inside, at least five and at most sixty."""
    reach = min(60, max(5, stop - start))
    return (max(0, start - reach), start), (stop, min(len(series), stop + reach))


def _rate_level(series: Series, start: int, stop: int, *, lasting: bool, up: bool) -> tuple[Level, int | None]:
    if lasting:
        before, after = (max(0, start - 60), start), (start + 1, min(len(series), start + 61))
        stays = _usual(series.rate_per_s, *after) or 0.0
        return Level(_usual(series.rate_per_s, *before), stays, stays), None
    (a, b), (c, d) = _around(series, start, stop)
    before_rate = _usual(series.rate_per_s, a, b)
    inside = series.rate_per_s[start:stop]
    worst = float(inside.min())
    if up:
        return Level(before_rate, float(inside.max()), _usual(series.rate_per_s, c, d)), None
    near = None
    if before_rate is not None and worst < before_rate:
        near = start + int(np.flatnonzero(inside <= worst + 0.1 * (before_rate - worst))[0])
    return Level(before_rate, worst, _usual(series.rate_per_s, c, d)), near


def _response_level(series: Series, start: int, stop: int, *, lasting: bool) -> Level | None:
    if lasting:
        after = _usual(series.response_ns, start + 1, min(len(series), start + 61))
        before = _usual(series.response_ns, max(0, start - 60), start)
        return None if after is None else Level(before, after, after)
    (a, b), (c, d) = _around(series, start, stop)
    # What ended in the interval behind an outage had waited through it.
    inside = series.response_ns[start : min(len(series), stop + 1)]
    if np.isnan(inside).all():
        return None
    before_mean = _usual(series.response_ns, a, b)
    low, high = float(np.nanmin(inside)), float(np.nanmax(inside))
    most = low if before_mean is not None and before_mean - low > high - before_mean else high
    return Level(before_mean, most, _usual(series.response_ns, c, d))


def _recovered(series: Series, start: int, stop: int, rate: Level) -> int | None:
    """The first interval from the worst on in which the rate is back and stays so for another."""
    if rate.before is None:
        return stop
    now = smoothed(series.rate_per_s)[start : min(len(series), stop + 2)]
    enough = now >= RECOVERED * rate.before
    worst = int(np.argmin(now))
    for i in range(worst, len(now)):
        if enough[i] and (i + 1 >= len(now) or enough[i + 1]):
            return start + i
    return stop


def _repeating(series: Series, shown: list[Signal], period: Period) -> Episode:
    levels = {}
    for signal in shown:
        low, middle, high = (float(x) for x in np.quantile(signal.plain, [0.05, 0.5, 0.95]))
        levels[signal.name] = Level(middle, low, high) if signal.name == "rate" else Level(middle, high, low)
    return Episode(
        kind="periodic",
        index=0,
        stop=len(series),
        at_s=float(series.start_s[0]),
        until_s=None,
        within_s=series.interval_s,
        confidence=min(1.0, max(0.5, period.strength)),
        shown_by=tuple(levels),
        rate=levels.get("rate"),
        response_ns=levels.get("response_time"),
        errors=int(series.errors.sum()),
        period_s=period.samples * series.interval_s,
        repeats=int(len(series) / period.samples),
    )


def _drifting(series: Series, signal: Signal) -> Episode:
    n = len(series)
    part = max(1, n // BLOCKS)
    first, last = float(np.median(signal.plain[:part])), float(np.median(signal.plain[-part:]))
    told = Level(first, last, last)
    return Episode(
        kind="drift",
        index=0,
        stop=n,
        at_s=float(series.start_s[0]),
        until_s=None,
        within_s=series.interval_s,
        confidence=0.99,
        shown_by=(signal.name,),
        rate=told if signal.name == "rate" else None,
        response_ns=told if signal.name == "response_time" else None,
    )


def _regular(series: Series, found: list[Episode]) -> list[Episode]:
    """Episodes of one kind at even distances, folded into one that repeats."""
    out = list(found)
    for kind in ("outage", "dip", "surge", "slow", "quick"):
        mine = [e for e in out if e.kind == kind]
        if len(mine) < PERIODS:
            continue
        gaps = np.diff([e.at_s for e in mine])
        typical = float(np.median(gaps))
        if float(np.abs(gaps - typical).max()) > max(0.2 * typical, APART * series.interval_s):
            continue
        first, last = mine[0], mine[-1]
        out = [e for e in out if e not in mine]
        out.append(
            replace(
                first,
                kind="periodic",
                stop=last.stop,
                until_s=last.until_s,
                outage_s=sum(e.outage_s for e in mine),
                errors=sum(e.errors for e in mine),
                waited=max(e.waited for e in mine),
                period_s=float(np.mean(gaps)),
                repeats=len(mine),
            )
        )
    return out
